/* Loading, upgrades, unloading: each callback tells the process that loads. */
#include <erl_nif.h>
#include <stdlib.h>

static ErlNifPid owner;
static ErlNifResourceType *type;
static int loads;

static void tell(const char *what, int number, int priv) {
    ErlNifEnv *msg = enif_alloc_env();
    enif_send(NULL, &owner, msg,
              enif_make_tuple3(msg, enif_make_atom(msg, what), enif_make_int(msg, number), enif_make_int(msg, priv)));
    enif_free_env(msg);
}

static void dtor(ErlNifEnv *env, void *obj) { tell("dtor", *(int *)obj, 0); }

static int open_types(ErlNifEnv *env, ErlNifResourceFlags flags) {
    ErlNifResourceFlags tried;
    type = enif_open_resource_type(env, NULL, "thing", dtor, flags, &tried);
    return type ? tried : 0;
}

/* load_nif(Path, Result | {Result, Flags}) */
static int result_of(ErlNifEnv *env, ERL_NIF_TERM info, int *flags) {
    const ERL_NIF_TERM *parts;
    int arity, result = -1;
    *flags = ERL_NIF_RT_CREATE | ERL_NIF_RT_TAKEOVER;
    if (enif_get_tuple(env, info, &arity, &parts) && arity == 2) {
        enif_get_int(env, parts[1], flags);
        info = parts[0];
    }
    enif_get_int(env, info, &result);
    return result;
}

static int load(ErlNifEnv *env, void **priv, ERL_NIF_TERM info) {
    int *data = malloc(sizeof(int)), flags, result;
    enif_self(env, &owner);
    *priv = data;
    *data = ++loads * 100;
    result = result_of(env, info, &flags);
    tell("load", open_types(env, flags), *data);
    return result;
}

static int upgrade(ErlNifEnv *env, void **priv, void **old, ERL_NIF_TERM info) {
    int *data = malloc(sizeof(int)), flags, result;
    enif_self(env, &owner);
    *priv = data;
    *data = **(int **)old + 1;
    result = result_of(env, info, &flags);
    tell("upgrade", open_types(env, flags), *data);
    return result;
}

static void unload(ErlNifEnv *env, void *priv) {
    tell("unload", priv == enif_priv_data(env), *(int *)priv);
    free(priv);
}

static ERL_NIF_TERM priv(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return enif_make_int(env, *(int *)enif_priv_data(env));
}

static ERL_NIF_TERM make(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int *obj = enif_alloc_resource(type, sizeof(int));
    ERL_NIF_TERM t;
    if (!enif_get_int(env, argv[0], obj)) {
        enif_release_resource(obj);
        return enif_make_badarg(env);
    }
    t = enif_make_resource(env, obj);
    enif_release_resource(obj);
    return t;
}

static ErlNifFunc funcs[] = {{"priv", 0, priv}, {"make", 1, make}};

#ifndef MODULE
#define MODULE nif_load
#endif
#define INIT(Module) ERL_NIF_INIT(Module, funcs, load, NULL, upgrade, unload)
INIT(MODULE)
