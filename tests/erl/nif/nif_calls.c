/* Calls: values, exceptions, work in parts, dirty schedulers. */
#include <erl_nif.h>
#include <string.h>
#include <unistd.h>

static ERL_NIF_TERM same(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return argv[0];
}

static ERL_NIF_TERM pair(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return enif_make_tuple2(env, argv[1], argv[0]);
}

static ERL_NIF_TERM badarg(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return enif_make_badarg(env);
}

static ERL_NIF_TERM raise(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return enif_raise_exception(env, enif_make_tuple2(env, argv[0], enif_make_int(env, 7)));
}

/* count(N, Step): counts down in parts, each on the scheduler that Step says. */
static ERL_NIF_TERM count(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int left, kinds;
    ERL_NIF_TERM args[3];
    if (!enif_get_int(env, argv[0], &left) || !enif_get_int(env, argv[1], &kinds))
        return enif_make_badarg(env);
    if (left == 0)
        return argc > 2 ? argv[2] : enif_make_list(env, 0);
    args[0] = enif_make_int(env, left - 1);
    args[1] = argv[1];
    args[2] = enif_make_list_cell(env, enif_make_int(env, enif_thread_type()),
                                  argc > 2 ? argv[2] : enif_make_list(env, 0));
    return enif_schedule_nif(env, "count", kinds ? left % 3 : 0, count, 3, args);
}

static ERL_NIF_TERM fail_later(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    if (enif_thread_type() == ERL_NIF_THR_NORMAL_SCHEDULER)
        return enif_schedule_nif(env, "fail_later", ERL_NIF_DIRTY_JOB_CPU_BOUND, fail_later, 1, argv + 1);
    return enif_raise_exception(env, enif_make_atom(env, "later"));
}

static ERL_NIF_TERM where(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return enif_make_int(env, enif_thread_type());
}

/* Sends its pid and its argument's size to a process, and goes on when the descriptor has something to read. */
static ERL_NIF_TERM held_up(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifPid self, to;
    ErlNifBinary bin;
    ErlNifEnv *msg = enif_alloc_env();
    int fd;
    char byte;
    if (!enif_get_local_pid(env, argv[0], &to) || !enif_get_int(env, argv[1], &fd)
        || !enif_inspect_binary(env, argv[2], &bin) || !enif_self(env, &self))
        return enif_make_badarg(env);
    enif_send(env, &to, msg,
              enif_make_tuple3(msg, enif_make_atom(msg, "begun"), enif_make_pid(msg, &self),
                               enif_make_ulong(msg, bin.size)));
    if (read(fd, &byte, 1) != 1)
        return enif_make_badarg(env);
    enif_send(env, &to, msg,
              enif_make_tuple3(msg, enif_make_atom(msg, "ends"),
                               enif_make_int(msg, enif_is_current_process_alive(env)),
                               enif_make_int(msg, bin.data[0] + bin.data[bin.size - 1])));
    enif_free_env(msg);
    return enif_make_list_cell(env, argv[0], argv[3]);
}

/* Outlives its process: {Alive, Sum, Sent} is for `outlived`. */
static int outlived_fds[2], alive, sum, sent;

static ERL_NIF_TERM outlive(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifPid self, to;
    ErlNifBinary bin;
    ErlNifEnv *msg = enif_alloc_env();
    char byte;
    int fd, n = 0;
    ERL_NIF_TERM head, tail = argv[3];
    if (!enif_get_local_pid(env, argv[0], &to) || !enif_get_int(env, argv[1], &fd)
        || !enif_inspect_binary(env, argv[2], &bin) || !enif_self(env, &self))
        return enif_make_badarg(env);
    enif_send(env, &to, msg,
              enif_make_tuple3(msg, enif_make_atom(msg, "begun"), enif_make_pid(msg, &self),
                               enif_make_ulong(msg, bin.size)));
    if (read(fd, &byte, 1) != 1)
        return enif_make_badarg(env);
    alive = enif_is_current_process_alive(env);
    for (sum = 0; enif_get_list_cell(env, tail, &head, &tail) && enif_get_int(env, head, &n); sum += n);
    sum += bin.data[0] + bin.data[bin.size - 1];
    sent = enif_send(env, &to, msg, enif_make_atom(msg, "too late"));
    enif_free_env(msg);
    if (write(outlived_fds[1], "x", 1) != 1)
        return enif_make_badarg(env);
    return enif_make_list_cell(env, argv[0], argv[3]);
}

static ERL_NIF_TERM outlived(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    char byte;
    if (read(outlived_fds[0], &byte, 1) != 1)
        return enif_make_badarg(env);
    return enif_make_tuple3(env, enif_make_int(env, alive), enif_make_int(env, sum), enif_make_int(env, sent));
}

static int load(ErlNifEnv *env, void **priv, ERL_NIF_TERM info) { return pipe(outlived_fds); }

static ERL_NIF_TERM make_pipe(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int fds[2];
    if (pipe(fds) != 0)
        return enif_make_badarg(env);
    return enif_make_tuple2(env, enif_make_int(env, fds[0]), enif_make_int(env, fds[1]));
}

static ERL_NIF_TERM let_go(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int fd;
    if (!enif_get_int(env, argv[0], &fd) || write(fd, "x", 1) != 1)
        return enif_make_badarg(env);
    return enif_make_atom(env, "ok");
}

static ERL_NIF_TERM consume(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int n = 0;
    while (!enif_consume_timeslice(env, 10))
        n++;
    return enif_make_int(env, n);
}

/* A list of N numbers and binaries: more than fits the heap. */
static ERL_NIF_TERM many(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    unsigned i, n;
    ERL_NIF_TERM list = enif_make_list(env, 0), bin;
    if (!enif_get_uint(env, argv[0], &n))
        return enif_make_badarg(env);
    for (i = n; i > 0; i--) {
        memset(enif_make_new_binary(env, i % 100, &bin), i % 256, i % 100);
        list = enif_make_list_cell(env, enif_make_tuple2(env, enif_make_uint(env, i), bin), list);
    }
    return list;
}

static ErlNifFunc funcs[] = {
    {"same", 1, same},
    {"pair", 2, pair},
    {"badarg", 1, badarg},
    {"raise", 1, raise},
    {"count", 2, count},
    {"fail_later", 2, fail_later},
    {"here", 0, where},
    {"dirty_cpu", 0, where, ERL_NIF_DIRTY_JOB_CPU_BOUND},
    {"dirty_io", 0, where, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"dirty_pair", 2, pair, ERL_NIF_DIRTY_JOB_CPU_BOUND},
    {"dirty_badarg", 1, badarg, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"held_up", 4, held_up, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"outlive", 4, outlive, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"outlived", 0, outlived, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"make_pipe", 0, make_pipe},
    {"let_go", 1, let_go},
    {"consume", 0, consume},
    {"many", 1, many},
    {"dirty_many", 1, many, ERL_NIF_DIRTY_JOB_CPU_BOUND},
};

ERL_NIF_INIT(nif_calls, funcs, load, NULL, NULL, NULL)
