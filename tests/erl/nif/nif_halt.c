/* A library that hears of the end of the system, and delays it until its calls are over: a dirty one, and then one on a
   scheduler. */
#include <erl_nif.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static int pipes[2], more[2];

static void say(const char *text) {
    if (write(1, text, strlen(text)) < 0) _exit(9);
}

static void on_halt(void *priv) {
    say(priv == pipes ? "on_halt\n" : "on_halt without its data\n");
    /* The dirty call may end now. */
    if (write(pipes[1], "x", 1) < 0) _exit(9);
}

static ERL_NIF_TERM set_late(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return enif_make_int(env, enif_set_option(env, ERL_NIF_OPT_DELAY_HALT) == EINVAL);
}

static void lingers(ErlNifEnv *env, ERL_NIF_TERM pid, int fd) {
    char byte;
    ErlNifPid to;
    enif_get_local_pid(env, pid, &to);
    enif_send(env, &to, NULL, enif_make_atom(env, "lingers"));
    if (read(fd, &byte, 1) != 1) _exit(9);
}

static ERL_NIF_TERM linger(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    lingers(env, argv[0], pipes[0]);
    say("the dirty call is over\n");
    if (write(more[1], "x", 1) < 0) _exit(9);
    return argv[0];
}

static ERL_NIF_TERM linger_here(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    lingers(env, argv[0], more[0]);
    say("the call on a scheduler is over\n");
    return argv[0];
}

static int load(ErlNifEnv *env, void **priv, ERL_NIF_TERM info) {
    *priv = pipes;
    if (pipe(pipes) < 0 || pipe(more) < 0) return 1;
    return enif_set_option(env, ERL_NIF_OPT_DELAY_HALT) != 0
        || enif_set_option(env, ERL_NIF_OPT_ON_HALT, on_halt) != 0
        || enif_set_option(env, ERL_NIF_OPT_ON_HALT, on_halt) != EINVAL
        || enif_set_option(env, ERL_NIF_OPT_DELAY_HALT) != EINVAL
        || enif_set_option(env, 77) != EINVAL;
}

static ErlNifFunc functions[] = {{"set_late", 0, set_late, 0}, {"linger", 1, linger, ERL_NIF_DIRTY_JOB_IO_BOUND},
                                 {"linger_here", 1, linger_here, 0}};

ERL_NIF_INIT(nif_halt, functions, load, NULL, NULL, NULL)
