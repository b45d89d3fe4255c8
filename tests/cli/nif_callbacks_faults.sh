# Faults in what a library has beside its functions: callbacks, and drivers. One line names the library and what of
# it has been called.
cat > bad.c <<'C'
#include <erl_nif.h>
#include <stdlib.h>
static ErlNifResourceType *type;
static void dtor(ErlNifEnv *env, void *object) { abort(); }
static ERL_NIF_TERM drops(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    enif_release_resource(enif_alloc_resource(type, 8));
    return argv[0];
}
static int load(ErlNifEnv *env, void **priv, ERL_NIF_TERM info) {
    type = enif_open_resource_type(env, NULL, "thing", dtor, ERL_NIF_RT_CREATE, NULL);
    if (enif_is_atom(env, info))
        abort();
    return 0;
}
static ErlNifFunc funcs[] = {{"drops", 1, drops}};
ERL_NIF_INIT(bad, funcs, load, NULL, NULL, NULL)
C
cat > opens.c <<'C'
#include <stdlib.h>
static void __attribute__((constructor)) at_dlopen(void) { abort(); }
C
cat > bad_drv.c <<'C'
#include <erl_driver.h>
#include <stdlib.h>
static ErlDrvData start(ErlDrvPort port, char *command) { return (ErlDrvData)port; }
static void output(ErlDrvData data, char *bytes, ErlDrvSizeT size) { abort(); }
static ErlDrvEntry entry = {
    .driver_name = "bad_drv", .start = start, .output = output,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION, .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
};
DRIVER_INIT(bad_drv) { return &entry; }
C
cat > bad.erl <<'C'
-module(bad).
-export([load/0, dtor/0, opens/0, driver/0, drops/1]).
load() -> erlang:load_nif("./bad", now).
dtor() -> ok = erlang:load_nif("./bad", 0), drops(1).
opens() -> erlang:load_nif("./opens", 0).
driver() ->
    ok = erl_ddll:load_driver(".", bad_drv),
    port_command(open_port({spawn_driver, bad_drv}, []), "x").
drops(_) -> erlang:nif_error(not_loaded).
C
root=$(maser -noshell -eval 'io:format("~s", [code:root_dir()]), halt().')
for library in bad opens bad_drv; do cc -shared -fPIC -O1 -I "$root/usr/include" -o $library.so $library.c; done
erlc bad.erl
for f in load dtor opens driver; do
    (ulimit -c 0; ERL_CRASH_DUMP=dump maser -noshell -eval "bad:$f(), halt()." > said 2>&1; echo "status $?" >> said) 2> /dev/null
    sed 's/<0\.[0-9]*\.0>/PID/; s/#Port<0\.[0-9]*>/PORT/; s/ \/[^ ,]*\// /' said | tr -d '\r' | grep .
done
