# +nif_check true: what a library must not do with terms and environments is told, by library and function.
cat > wrong.c <<'C'
#include <erl_nif.h>
static ERL_NIF_TERM kept, list;
static ErlNifEnv *kept_env, *other, *freed;
static ERL_NIF_TERM wrong(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int how;
    enif_get_int(env, argv[0], &how);
    switch (how) {
    case 0: return enif_make_tuple2(env, argv[0], enif_make_atom(env, "fine"));
    case 1: kept = enif_make_tuple1(env, argv[0]); kept_env = env; return argv[0];
    case 2: return enif_make_int(env, enif_is_tuple(kept_env, kept));
    case 3: other = enif_alloc_env();
        list = enif_make_list1(other, enif_make_int(other, 1));
        return enif_make_tuple1(env, list);
    case 4: return enif_make_list(other, 0);
    case 5: freed = enif_alloc_env(); enif_free_env(freed);
        return enif_make_int(env, enif_is_list(freed, enif_make_atom(env, "a")));
    case 6: return enif_make_tuple1(env, enif_make_badarg(env));
    case 7: return list;
    }
    return enif_make_badarg(env);
}
static ErlNifFunc funcs[] = {{"wrong", 1, wrong}, {"dirty", 1, wrong, ERL_NIF_DIRTY_JOB_CPU_BOUND}};
ERL_NIF_INIT(wrong, funcs, NULL, NULL, NULL, NULL)
C
cat > wrong.erl <<'C'
-module(wrong).
-export([main/2, wrong/1, dirty/1]).
main(F, Hows) ->
    ok = erlang:load_nif("./wrong", 0),
    [io:format("~p: ~p~n", [How, ?MODULE:F(How)]) || How <- Hows].
wrong(_) -> erlang:nif_error(not_loaded).
dirty(_) -> erlang:nif_error(not_loaded).
C
root=$(maser -noshell -eval 'io:format("~s", [code:root_dir()]), halt().')
cc -shared -fPIC -O1 -I "$root/usr/include" -o wrong.so wrong.c
erlc wrong.erl
for what in "wrong, [0]" "dirty, [0]" "wrong, [1, 2]" "wrong, [3]" "wrong, [5]" "wrong, [6]" "dirty, [1, 2]"; do
    echo "== $what"
    ERL_CRASH_DUMP_BYTES=0 maser +nif_check true -noshell -eval "wrong:main($what), halt()." > said 2>&1
    echo "status $?" >> said
    sed 's/<0\.[0-9]*\.0>/PID/; s/ \/[^ ,]*\/wrong.so/ wrong.so/' said | tr -d '\r' | grep .
done
