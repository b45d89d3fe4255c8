/* Resources: destructors, binaries, monitors, descriptors, calls between libraries. */
#include <erl_nif.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    ErlNifPid owner;
    int number;
    int fds[2];
} Thing;

static ErlNifResourceType *plain, *full;

static void tell(ErlNifEnv *env, Thing *thing, const char *what, ERL_NIF_TERM (*more)(ErlNifEnv *, void *), void *arg) {
    ErlNifEnv *msg = enif_alloc_env();
    ERL_NIF_TERM m = enif_make_tuple3(msg, enif_make_atom(msg, what), enif_make_int(msg, thing->number),
                                      more ? more(msg, arg) : enif_make_int(msg, enif_thread_type() > 0));
    enif_send(env, &thing->owner, msg, m);
    enif_free_env(msg);
}

static void dtor(ErlNifEnv *env, void *obj) { tell(env, obj, "dtor", NULL, NULL); }

static ERL_NIF_TERM pid_of(ErlNifEnv *env, void *pid) { return enif_make_pid(env, (ErlNifPid *)pid); }

static void down(ErlNifEnv *env, void *obj, ErlNifPid *pid, ErlNifMonitor *mon) { tell(env, obj, "down", pid_of, pid); }

static ERL_NIF_TERM direct_of(ErlNifEnv *env, void *direct) { return enif_make_int(env, *(int *)direct); }

static void stop(ErlNifEnv *env, void *obj, ErlNifEvent fd, int direct) {
    close(fd);
    tell(env, obj, "stop", direct_of, &direct);
}

static void dyncall(ErlNifEnv *env, void *obj, void *data) { *(int *)data = ((Thing *)obj)->number; }

static int load(ErlNifEnv *env, void **priv, ERL_NIF_TERM info) {
    ErlNifResourceTypeInit init = {dtor, stop, down, 4, dyncall};
    ErlNifResourceFlags tried;
    plain = enif_open_resource_type(env, NULL, "plain", dtor, ERL_NIF_RT_CREATE, &tried);
    full = enif_init_resource_type(env, "full", &init, ERL_NIF_RT_CREATE | ERL_NIF_RT_TAKEOVER, &tried);
    return plain && full && tried == ERL_NIF_RT_CREATE ? 0 : 1;
}

static ERL_NIF_TERM make(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int number, is_full;
    Thing *thing;
    ERL_NIF_TERM t;
    if (!enif_get_int(env, argv[0], &number) || !enif_get_int(env, argv[1], &is_full))
        return enif_make_badarg(env);
    thing = enif_alloc_resource(is_full ? full : plain, sizeof(Thing));
    enif_self(env, &thing->owner);
    thing->number = number;
    t = enif_make_resource(env, thing);
    enif_release_resource(thing);
    return t;
}

/* Opens no type, for the library has been loaded. */
static ERL_NIF_TERM late(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifResourceTypeInit init = {dtor, stop, down, 4, dyncall};
    ErlNifResourceFlags tried = 512;
    int flags;
    if (!enif_get_int(env, argv[0], &flags))
        return enif_make_badarg(env);
    if (enif_init_resource_type(env, "full", &init, flags, &tried))
        return enif_make_badarg(env);
    return enif_make_int(env, tried);
}

static Thing *thing_of(ErlNifEnv *env, ERL_NIF_TERM t) {
    void *obj;
    if (enif_get_resource(env, t, plain, &obj) || enif_get_resource(env, t, full, &obj))
        return obj;
    return NULL;
}

static ERL_NIF_TERM number(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    return thing ? enif_make_tuple2(env, enif_make_int(env, thing->number),
                                    enif_make_ulong(env, enif_sizeof_resource(thing) / sizeof(Thing)))
                 : enif_make_badarg(env);
}

static ERL_NIF_TERM again(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    return thing ? enif_make_resource(env, thing) : enif_make_badarg(env);
}

static ERL_NIF_TERM binary(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    static const char text[] = "the bytes of a resource, which are long enough to be shared by all who have them..";
    Thing *thing = thing_of(env, argv[0]);
    return thing ? enif_make_resource_binary(env, thing, text, sizeof(text) - 1) : enif_make_badarg(env);
}


static ErlNifMonitor monitors[10];

static ERL_NIF_TERM watch(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    ErlNifPid pid;
    int slot;
    if (!thing || !enif_get_local_pid(env, argv[1], &pid) || !enif_get_int(env, argv[2], &slot))
        return enif_make_badarg(env);
    return enif_make_int(env, enif_monitor_process(env, thing, &pid, &monitors[slot]));
}

static ERL_NIF_TERM unwatch(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    int slot;
    if (!thing || !enif_get_int(env, argv[1], &slot))
        return enif_make_badarg(env);
    return enif_make_int(env, enif_demonitor_process(env, thing, &monitors[slot]) != 0);
}

static ERL_NIF_TERM open_pipe(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    if (!thing || pipe(thing->fds) != 0)
        return enif_make_badarg(env);
    fcntl(thing->fds[0], F_SETFL, O_NONBLOCK);
    fcntl(thing->fds[1], F_SETFL, O_NONBLOCK);
    return enif_make_atom(env, "ok");
}

/* select(Thing, 0 | 1, Flags, Ref) */
static ERL_NIF_TERM do_select(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    int end, flags;
    if (!thing || !enif_get_int(env, argv[1], &end) || !enif_get_int(env, argv[2], &flags))
        return enif_make_badarg(env);
    return enif_make_int(env, enif_select(env, thing->fds[end], flags, thing, NULL, argv[3]));
}

static ERL_NIF_TERM select_custom(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    ErlNifEnv *msg = enif_alloc_env();
    int result;
    if (!thing)
        return enif_make_badarg(env);
    result = enif_select_read(env, thing->fds[0], thing, NULL, enif_make_copy(msg, argv[1]), msg);
    enif_free_env(msg);
    return enif_make_int(env, result);
}

static ERL_NIF_TERM do_write(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    ErlNifBinary bin;
    if (!thing || !enif_inspect_iolist_as_binary(env, argv[1], &bin))
        return enif_make_badarg(env);
    return enif_make_long(env, write(thing->fds[1], bin.data, bin.size));
}

static ERL_NIF_TERM do_read(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Thing *thing = thing_of(env, argv[0]);
    char buffer[1000];
    ERL_NIF_TERM t;
    ssize_t n;
    if (!thing)
        return enif_make_badarg(env);
    n = read(thing->fds[0], buffer, sizeof buffer);
    if (n < 0)
        return enif_make_atom(env, "again");
    memcpy(enif_make_new_binary(env, n, &t), buffer, n);
    return t;
}

static ERL_NIF_TERM dynamic(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int number = -1;
    int failed = enif_dynamic_resource_call(env, argv[0], argv[1], argv[2], &number);
    return enif_make_tuple2(env, enif_make_int(env, failed), enif_make_int(env, number));
}

static ErlNifFunc funcs[] = {
    {"make", 2, make}, {"late", 1, late}, {"number", 1, number}, {"again", 1, again}, {"binary", 1, binary},
    {"watch", 3, watch}, {"unwatch", 2, unwatch}, {"open_pipe", 1, open_pipe}, {"select", 4, do_select},
    {"select_custom", 2, select_custom}, {"write", 2, do_write}, {"read", 1, do_read}, {"dynamic", 3, dynamic},
};

ERL_NIF_INIT(nif_resources, funcs, load, NULL, NULL, NULL)
