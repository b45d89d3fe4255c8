# A fault in a library: one line that names library, function and process (or the library's own
# thread), a crash dump, and the signal's end.
cat > bad.c <<'C'
#include <erl_nif.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
static void *fault_in_thread(void *how) {
    static volatile int *nowhere;
    if (how == NULL)
        *nowhere = 1;
    abort();
}
static ERL_NIF_TERM thread(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    static int aborts;
    ErlNifTid tid;
    pthread_t id;
    void *result;
    int how;
    if (!enif_get_int(env, argv[0], &how))
        return enif_make_badarg(env);
    if (how < 2 && enif_thread_create("worker", &tid, fault_in_thread, how ? &aborts : NULL, NULL) == 0)
        enif_thread_join(tid, &result);
    else if (how < 4 && pthread_create(&id, NULL, fault_in_thread, how % 2 ? &aborts : NULL) == 0)
        pthread_join(id, &result);
    return enif_make_int(env, how);
}
static ERL_NIF_TERM fault(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    static volatile int *nowhere;
    static volatile int zero;
    int how;
    if (!enif_get_int(env, argv[0], &how))
        return enif_make_badarg(env);
    if (how == 0)
        *nowhere = 1;
    else if (how == 1)
        abort();
    else if (how == 2)
        return enif_make_int(env, how / zero);
    else if (how == 3)
        __builtin_trap();
    return enif_make_int(env, how);
}
static ErlNifFunc funcs[] = {{"fault", 1, fault}, {"dirty", 1, fault, ERL_NIF_DIRTY_JOB_CPU_BOUND},
                              {"thread", 1, thread}};
ERL_NIF_INIT(bad, funcs, NULL, NULL, NULL, NULL)
C
cat > bad.erl <<'C'
-module(bad).
-export([main/1, fault/1, dirty/1, thread/1]).
main([F, How]) ->
    ok = erlang:load_nif("./bad", 0),
    io:format("~p~n", [bad:F(list_to_integer(atom_to_list(How)))]).
fault(_) -> erlang:nif_error(not_loaded).
dirty(_) -> erlang:nif_error(not_loaded).
thread(_) -> erlang:nif_error(not_loaded).
C
root=$(maser -noshell -eval 'io:format("~s", [code:root_dir()]), halt().')
cc -shared -fPIC -O1 -I "$root/usr/include" -o bad.so bad.c
erlc bad.erl
# The dump of a fault has what any dump of stock's has, with the same module loaded. Binaries and messages are there or
# not as the time is; OTP's port for starting programs has no counterpart.
sections() { sed -n 's/^=\([a-z_]*\).*/\1/p' "$1" | grep -v -e proc_messages -e port -e binary | sort -u; }
ERL_CRASH_DUMP=ordinary "$OTP_ROOT/bin/erl" -noshell -eval 'bad:module_info(), halt("a slogan").' > /dev/null 2>&1
sections ordinary > ordinary.sections
for f in fault dirty thread; do
    for how in 0 1 2 3 4; do
        rm -f dump
        (ulimit -c 0; ERL_CRASH_DUMP=dump maser -noshell -eval "bad:main([$f, '$how']), halt()." > said 2>&1; echo "status $?" >> said) 2> /dev/null
        sed 's/<0\.[0-9]*\.0>/PID/; s/ \/[^ ,]*\/bad.so/ bad.so/' said | tr -d '\r' | grep .
        if [ -e dump ]; then sections dump | diff ordinary.sections -; tail -1 dump; grep "^Slogan" dump | sed 's/<0\.[0-9]*\.0>/PID/; s/ \/[^ ,]*\/bad.so/ bad.so/'; fi
    done
done
