/* What a library makes and gives back again, many times over: nothing may be left of it. */
#include <erl_nif.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static ErlNifResourceType *plain_type, *watched_type;
static int gone;

static void destroyed(ErlNifEnv *env, void *object) { gone++; }
static void down(ErlNifEnv *env, void *object, ErlNifPid *pid, ErlNifMonitor *monitor) {}
static void stopped(ErlNifEnv *env, void *object, ErlNifEvent event, int is_direct) { close(event); }

/* With the address sanitizer it says what is allocated. Else it is what the process has in memory. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static ERL_NIF_TERM memory(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    unsigned long all, resident = 0;
    if (__sanitizer_get_current_allocated_bytes)
        return enif_make_ulong(env, __sanitizer_get_current_allocated_bytes());
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%lu %lu", &all, &resident) != 2)
        return enif_make_badarg(env);
    fclose(file);
    return enif_make_ulong(env, resident * sysconf(_SC_PAGESIZE));
}

static ERL_NIF_TERM some_term(ErlNifEnv *env) {
    ERL_NIF_TERM binary, keys[2], values[2], map;
    memset(enif_make_new_binary(env, 200, &binary), 1, 200);
    keys[0] = enif_make_int(env, 1);
    keys[1] = enif_make_string(env, "key", ERL_NIF_LATIN1);
    values[0] = enif_make_double(env, 1.5);
    values[1] = enif_make_uint64(env, ~0ull);
    enif_make_map_from_arrays(env, keys, values, 2, &map);
    return enif_make_tuple5(env, binary, map, enif_make_ref(env), enif_make_sub_binary(env, binary, 1, 90),
                            enif_make_list3(env, keys[1], values[0], values[1]));
}

static void environments(ErlNifEnv *env) {
    ErlNifEnv *own = enif_alloc_env();
    ERL_NIF_TERM t = enif_make_copy(own, some_term(own));
    enif_make_copy(env, t);
    enif_clear_env(own);
    some_term(own);
    enif_free_env(own);
}

static void binaries(ErlNifEnv *env) {
    ErlNifBinary a, b, c;
    enif_alloc_binary(100, &a);
    enif_realloc_binary(&a, 1000);
    enif_release_binary(&a);
    enif_alloc_binary(300, &b);
    enif_make_binary(env, &b);
    enif_alloc_binary(10, &c);
    enif_make_binary(env, &c);
    enif_release_binary(&c);
    enif_inspect_iolist_as_binary(env, enif_make_list2(env, enif_make_int(env, 1), enif_make_int(env, 2)), &a);
}

static void external(ErlNifEnv *env) {
    ErlNifBinary bytes;
    ERL_NIF_TERM t;
    enif_term_to_binary(env, some_term(env), &bytes);
    enif_binary_to_term(env, bytes.data, bytes.size, &t, 0);
    enif_binary_to_term(env, bytes.data, bytes.size - 1, &t, 0);
    enif_release_binary(&bytes);
}

static void resources(ErlNifEnv *env) {
    void *kept = enif_alloc_resource(plain_type, 100), *dropped = enif_alloc_resource(plain_type, 100);
    enif_make_resource(env, kept);
    enif_make_resource_binary(env, kept, kept, 100);
    enif_keep_resource(kept);
    enif_release_resource(kept);
    enif_release_resource(kept);
    enif_release_resource(dropped);
}

static void monitors(ErlNifEnv *env) {
    void *object = enif_alloc_resource(watched_type, 100);
    ErlNifMonitor monitor;
    ErlNifPid self;
    enif_monitor_process(env, object, enif_self(env, &self), &monitor);
    enif_demonitor_process(env, object, &monitor);
    enif_monitor_process(env, object, &self, &monitor);
    enif_release_resource(object);
}

static void messages(ErlNifEnv *env) {
    ErlNifPid self;
    ErlNifEnv *own = enif_alloc_env();
    enif_self(env, &self);
    enif_send(env, &self, own, some_term(own));
    enif_clear_env(own);
    enif_send(env, &self, NULL, some_term(env));
    enif_free_env(own);
}

static void queues(ErlNifEnv *env) {
    ErlNifIOQueue *queue = enif_ioq_create(ERL_NIF_IOQ_NORMAL);
    ErlNifIOVec own, *vector = NULL;
    ErlNifBinary binary;
    ERL_NIF_TERM bytes, list, tail;
    enif_alloc_binary(500, &binary);
    enif_ioq_enq_binary(queue, &binary, 0);
    memset(enif_make_new_binary(env, 300, &bytes), 2, 300);
    list = enif_make_list2(env, bytes, bytes);
    enif_inspect_iovec(env, 10, list, &tail, &vector);
    enif_ioq_enqv(queue, vector, 0);
    vector = &own;
    enif_inspect_iovec(NULL, 10, list, &tail, &vector);
    enif_ioq_enqv(queue, vector, 0);
    enif_free_iovec(vector);
    enif_ioq_deq(queue, 600, NULL);
    enif_ioq_destroy(queue);
}

static void locks(ErlNifEnv *env) {
    ErlNifMutex *mutex = enif_mutex_create("mutex");
    ErlNifCond *cond = enif_cond_create("cond");
    ErlNifRWLock *lock = enif_rwlock_create("rwlock");
    ErlNifTSDKey key;
    enif_tsd_key_create("key", &key);
    enif_tsd_set(key, mutex);
    enif_tsd_set(key, NULL);
    enif_tsd_key_destroy(key);
    enif_mutex_lock(mutex);
    enif_mutex_unlock(mutex);
    enif_rwlock_rwlock(lock);
    enif_rwlock_rwunlock(lock);
    enif_mutex_destroy(mutex);
    enif_cond_destroy(cond);
    enif_rwlock_destroy(lock);
}

static void *in_thread(void *arg) {
    ErlNifEnv *own = enif_alloc_env();
    enif_send(NULL, arg, own, some_term(own));
    enif_free_env(own);
    return NULL;
}

static void threads(ErlNifEnv *env) {
    ErlNifThreadOpts *options = enif_thread_opts_create("options");
    ErlNifPid self;
    ErlNifTid thread;
    enif_self(env, &self);
    if (enif_thread_create("thread", &thread, in_thread, &self, options) == 0)
        enif_thread_join(thread, NULL);
    enif_thread_opts_destroy(options);
}

static void selected(ErlNifEnv *env) {
    void *object = enif_alloc_resource(watched_type, 100);
    ErlNifPid self;
    int ends[2];
    enif_self(env, &self);
    if (pipe2(ends, O_NONBLOCK) == 0) {
        enif_select(env, ends[0], ERL_NIF_SELECT_READ, object, &self, enif_make_ref(env));
        enif_select(env, ends[0], ERL_NIF_SELECT_READ | ERL_NIF_SELECT_CANCEL, object, NULL, enif_make_int(env, 0));
        enif_select(env, ends[0], ERL_NIF_SELECT_STOP, object, NULL, enif_make_int(env, 0));
        close(ends[1]);
    }
    enif_release_resource(object);
}

static void maps(ErlNifEnv *env) {
    ERL_NIF_TERM map = enif_make_new_map(env), key, value;
    ErlNifMapIterator it;
    for (int i = 0; i < 50; i++)
        enif_make_map_put(env, map, enif_make_int(env, i), enif_make_int(env, i), &map);
    enif_map_iterator_create(env, map, &it, ERL_NIF_MAP_ITERATOR_FIRST);
    while (enif_map_iterator_get_pair(env, &it, &key, &value))
        enif_map_iterator_next(env, &it);
    enif_map_iterator_destroy(env, &it);
}

static void allocations(ErlNifEnv *env) {
    char text[100], *p = enif_alloc(100);
    p = enif_realloc(p, 10000);
    enif_snprintf(text, sizeof text, "%T", some_term(env));
    enif_free(p);
}

static const struct {
    const char *name;
    void (*work)(ErlNifEnv *env);
} kinds[] = {
    {"environments", environments}, {"binaries", binaries}, {"external", external}, {"resources", resources},
    {"monitors", monitors}, {"messages", messages}, {"queues", queues}, {"locks", locks}, {"threads", threads},
    {"selected", selected}, {"maps", maps}, {"allocations", allocations},
};

/* work(Kind, Times) */
static ERL_NIF_TERM work(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    char kind[32];
    int times;
    enif_get_int(env, argv[1], &times);
    enif_get_atom(env, argv[0], kind, sizeof kind, ERL_NIF_LATIN1);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (strcmp(kind, kinds[k].name) == 0) {
            for (int i = 0; i < times; i++)
                kinds[k].work(env);
            return enif_make_atom(env, "ok");
        }
    }
    return enif_raise_exception(env, some_term(env));
}

static ERL_NIF_TERM last(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }

static ERL_NIF_TERM dirty(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    some_term(env);
    return enif_schedule_nif(env, "last", 0, last, argc, argv);
}

/* scheduled(Term): goes on on a dirty scheduler, and then here. */
static ERL_NIF_TERM scheduled(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    some_term(env);
    return enif_schedule_nif(env, "dirty", ERL_NIF_DIRTY_JOB_CPU_BOUND, dirty, argc, argv);
}

static int opened(ErlNifEnv *env, ErlNifResourceFlags flags) {
    ErlNifResourceTypeInit watched = {destroyed, stopped, down};
    plain_type = enif_open_resource_type(env, NULL, "plain", destroyed, flags, NULL);
    watched_type = enif_open_resource_type_x(env, "watched", &watched, flags, NULL);
    return plain_type == NULL || watched_type == NULL;
}

static int load(ErlNifEnv *env, void **data, ERL_NIF_TERM info) {
    *data = enif_alloc(100);
    return opened(env, ERL_NIF_RT_CREATE);
}

static int upgrade(ErlNifEnv *env, void **data, void **old, ERL_NIF_TERM info) {
    *data = enif_alloc(100);
    return opened(env, ERL_NIF_RT_CREATE | ERL_NIF_RT_TAKEOVER);
}

static void unload(ErlNifEnv *env, void *data) { enif_free(data); }

static ErlNifFunc funcs[] = {
    {"memory", 0, memory}, {"work", 2, work}, {"scheduled", 1, scheduled},
};

ERL_NIF_INIT(nif_memory, funcs, load, NULL, upgrade, unload)
