/* A tracer: tells a process what it is called with, under the name of the function that is called. */
#include <erl_nif.h>

/* The state is {To, #{Tag => Answer}}; tags that it does not have are traced. */
static ERL_NIF_TERM answer(ErlNifEnv *env, const ERL_NIF_TERM argv[]) {
    const ERL_NIF_TERM *state;
    ERL_NIF_TERM found;
    int arity;
    if (!enif_get_tuple(env, argv[1], &arity, &state) || arity != 2)
        return enif_make_atom(env, "remove");
    return enif_get_map_value(env, state[1], argv[0], &found) ? found : enif_make_atom(env, "trace");
}

static ERL_NIF_TERM enabled(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return answer(env, argv);
}

static ERL_NIF_TERM tell(ErlNifEnv *env, const char *name, const ERL_NIF_TERM argv[]) {
    const ERL_NIF_TERM *state;
    int arity;
    ErlNifPid to;
    if (enif_get_tuple(env, argv[1], &arity, &state) && enif_get_local_pid(env, state[0], &to))
        enif_send(env, &to, NULL,
                  enif_make_tuple5(env, enif_make_atom(env, name), argv[0], argv[2], argv[3], argv[4]));
    return enif_make_atom(env, "ok");
}

static ERL_NIF_TERM trace(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return tell(env, "trace", argv);
}

static ERL_NIF_TERM trace_send(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return tell(env, "trace_send", argv);
}

static int upgrade(ErlNifEnv *env, void **data, void **old, ERL_NIF_TERM info) {
    return 0;
}

static ErlNifFunc funcs[] = {
    {"enabled", 3, enabled, 0}, {"trace", 5, trace, 0}, {"trace_send", 5, trace_send, 0}};

ERL_NIF_INIT(nif_tracer, funcs, NULL, NULL, upgrade, NULL)
