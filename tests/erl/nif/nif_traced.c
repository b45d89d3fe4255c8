/* Events of a library's functions that tracers are told: messages, slices. */
#include <erl_nif.h>

static ERL_NIF_TERM greet(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifPid to;
    ErlNifEnv *own = enif_alloc_env();
    int sent;
    if (!enif_get_local_pid(env, argv[0], &to))
        return enif_make_badarg(env);
    sent = enif_send(env, &to, own, enif_make_atom(own, "hello"))
        + enif_send(env, &to, NULL, enif_make_atom(env, "hello_again"));
    enif_free_env(own);
    return enif_make_int(env, sent);
}

static ERL_NIF_TERM use(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int percent;
    if (!enif_get_int(env, argv[0], &percent))
        return enif_make_badarg(env);
    return enif_make_int(env, enif_consume_timeslice(env, percent));
}

static ErlNifFunc funcs[] = {{"greet", 1, greet, 0},
                             {"dirty_greet", 1, greet, ERL_NIF_DIRTY_JOB_IO_BOUND},
                             {"use", 1, use, 0}};

ERL_NIF_INIT(nif_traced, funcs, NULL, NULL, NULL, NULL)
