/* A library in C with threads of its own and enif_select. lib_c_threads.erl calls it.
 *
 * Pool: threads, half of them of pthreads and half of enif_thread_create, that take jobs from a queue
 * (enif mutex and condition) and answer by messages.
 * Channel: an end of a pipe or socket pair, with select for reading, writing, errors, with custom
 * messages, cancel and stop; it is stopped when its owner ends. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "erl_nif.h"

static ErlNifResourceType *pool_type, *channel_type, *table_type;
static ErlNifTSDKey jobs_of_thread;
static atomic_int open_channels, live_pools, live_tables;

static ERL_NIF_TERM atom(ErlNifEnv *env, const char *name) { return enif_make_atom(env, name); }

static ERL_NIF_TERM ok(ErlNifEnv *env, ERL_NIF_TERM value)
{
    return enif_make_tuple2(env, atom(env, "ok"), value);
}

/* ---- Threads that answer ---- */

typedef struct job {
    struct job *next;
    ErlNifEnv *env;
    ErlNifPid asker;
    ERL_NIF_TERM ref, op, data;
} Job;

typedef struct {
    ErlNifMutex *lock;
    ErlNifCond *more, *idle;
    Job *first, **last;
    int stopping, threads, waiting, joined, done;
    ErlNifTid enif_tids[16];
    pthread_t pthreads[16];
    /* Told of the process that the pool belongs to. */
    ErlNifPid owner;
    ErlNifMonitor monitor;
    int downs;
} Pool;

static unsigned sum_of_bytes(const unsigned char *bytes, size_t n)
{
    unsigned sum = 0;
    while (n--)
        sum = sum * 31 + *bytes++;
    return sum;
}

/* What a job asks for; everything is made in the job's environment, which is sent with its answer. */
static ERL_NIF_TERM answer_of(Pool *pool, Job *job)
{
    ErlNifEnv *env = job->env;
    char op[32];
    ErlNifBinary bytes;
    ErlNifPid pid;
    ErlNifPort port;
    if (!enif_get_atom(env, job->op, op, sizeof op, ERL_NIF_LATIN1))
        return enif_make_badarg(env);
    if (!strcmp(op, "echo"))
        return job->data;
    if (!strcmp(op, "sum") && enif_inspect_iolist_as_binary(env, job->data, &bytes))
        return enif_make_uint(env, sum_of_bytes(bytes.data, bytes.size));
    if (!strcmp(op, "external")) {
        ERL_NIF_TERM back;
        int equal;
        if (!enif_term_to_binary(env, job->data, &bytes))
            return atom(env, "too_large");
        equal = enif_binary_to_term(env, bytes.data, bytes.size, &back, 0) == bytes.size
            && enif_is_identical(back, job->data);
        enif_release_binary(&bytes);
        return equal ? back : atom(env, "different");
    }
    if (!strcmp(op, "whereis"))
        return enif_whereis_pid(NULL, job->data, &pid) ? enif_make_pid(env, &pid) : atom(env, "undefined");
    if (!strcmp(op, "alive") && enif_get_local_pid(env, job->data, &pid))
        return atom(env, enif_is_process_alive(NULL, &pid) ? "true" : "false");
    if (!strcmp(op, "port_alive") && enif_get_local_port(env, job->data, &port))
        return atom(env, enif_is_port_alive(NULL, &port) ? "true" : "false");
    if (!strcmp(op, "monitor") && enif_get_local_pid(env, job->data, &pid))
        return enif_make_int(env, enif_monitor_process(NULL, pool, &pid, NULL));
    if (!strcmp(op, "jobs"))
        return enif_make_int(env, *(int *)enif_tsd_get(jobs_of_thread) > 0);
    if (!strcmp(op, "type"))
        return enif_make_int(env, enif_thread_type());
    if (!strcmp(op, "map")) {
        ERL_NIF_TERM keys[2] = {atom(env, "a"), atom(env, "b")}, map;
        ERL_NIF_TERM values[2] = {job->data, enif_make_list1(env, job->data)};
        return enif_make_map_from_arrays(env, keys, values, 2, &map) ? map : enif_make_badarg(env);
    }
    return atom(env, "unknown");
}

static void *work(void *arg)
{
    Pool *pool = arg;
    int jobs = 0;
    enif_tsd_set(jobs_of_thread, &jobs);
    for (;;) {
        Job *job;
        int done;
        enif_mutex_lock(pool->lock);
        while (pool->first == NULL && !pool->stopping) {
            pool->waiting++;
            enif_cond_broadcast(pool->idle);
            enif_cond_wait(pool->more, pool->lock);
            pool->waiting--;
        }
        job = pool->first;
        if (job == NULL) {
            enif_mutex_unlock(pool->lock);
            return NULL;
        }
        pool->first = job->next;
        if (pool->first == NULL)
            pool->last = &pool->first;
        done = ++pool->done;
        enif_mutex_unlock(pool->lock);
        jobs++;
        enif_send(NULL, &job->asker, job->env,
                  enif_make_tuple2(job->env, job->ref, answer_of(pool, job)));
        /* Some environments are used twice. */
        if (done % 3 == 0) {
            enif_clear_env(job->env);
            enif_send(NULL, &job->asker, job->env,
                      enif_make_tuple2(job->env, atom(job->env, "third"), enif_make_list(job->env, 0)));
        }
        enif_free_env(job->env);
        enif_free(job);
    }
}

static ERL_NIF_TERM pool_new(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Pool *pool;
    ErlNifThreadOpts *opts;
    ERL_NIF_TERM term;
    int threads;
    if (!enif_get_int(env, argv[0], &threads) || threads < 1 || threads > 16)
        return enif_make_badarg(env);
    pool = enif_alloc_resource(pool_type, sizeof *pool);
    memset(pool, 0, sizeof *pool);
    live_pools++;
    pool->lock = enif_mutex_create("pool");
    pool->more = enif_cond_create("pool_more");
    pool->idle = enif_cond_create("pool_idle");
    pool->last = &pool->first;
    enif_self(env, &pool->owner);
    enif_monitor_process(env, pool, &pool->owner, &pool->monitor);
    opts = enif_thread_opts_create("pool_opts");
    opts->suggested_stack_size = 64;
    for (int i = 0; i < threads; i++) {
        int failed = i % 2 ? pthread_create(&pool->pthreads[i], NULL, work, pool)
                           : enif_thread_create("pool_thread", &pool->enif_tids[i], work, pool, opts);
        if (failed)
            break;
        /* Threads keep their pool. */
        enif_keep_resource(pool);
        pool->threads++;
    }
    enif_thread_opts_destroy(opts);
    term = enif_make_resource(env, pool);
    enif_release_resource(pool);
    return term;
}

static ERL_NIF_TERM pool_job(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Pool *pool;
    Job *job;
    ERL_NIF_TERM ref = enif_make_ref(env);
    if (!enif_get_resource(env, argv[0], pool_type, (void **)&pool) || !enif_is_atom(env, argv[1]))
        return enif_make_badarg(env);
    job = enif_alloc(sizeof *job);
    job->next = NULL;
    job->env = enif_alloc_env();
    enif_self(env, &job->asker);
    job->ref = enif_make_copy(job->env, ref);
    job->op = enif_make_copy(job->env, argv[1]);
    job->data = enif_make_copy(job->env, argv[2]);
    enif_mutex_lock(pool->lock);
    *pool->last = job;
    pool->last = &job->next;
    enif_cond_signal(pool->more);
    enif_mutex_unlock(pool->lock);
    return ref;
}

/* Dirty: waits for its threads. */
static ERL_NIF_TERM pool_stop(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Pool *pool;
    int joined = 0;
    if (!enif_get_resource(env, argv[0], pool_type, (void **)&pool))
        return enif_make_badarg(env);
    enif_mutex_lock(pool->lock);
    while (!pool->stopping && pool->waiting < pool->threads)
        enif_cond_wait(pool->idle, pool->lock);
    if (pool->stopping) {
        enif_mutex_unlock(pool->lock);
        return atom(env, "stopped");
    }
    pool->stopping = 1;
    enif_cond_broadcast(pool->more);
    enif_mutex_unlock(pool->lock);
    for (int i = 0; i < pool->threads; i++) {
        void *result;
        joined += (i % 2 ? pthread_join(pool->pthreads[i], &result)
                         : enif_thread_join(pool->enif_tids[i], &result)) == 0;
        enif_release_resource(pool);
    }
    return enif_make_tuple2(env, enif_make_int(env, joined), enif_make_int(env, pool->done));
}

static ERL_NIF_TERM pool_downs(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Pool *pool;
    int downs;
    if (!enif_get_resource(env, argv[0], pool_type, (void **)&pool))
        return enif_make_badarg(env);
    enif_mutex_lock(pool->lock);
    downs = pool->downs;
    enif_mutex_unlock(pool->lock);
    return enif_make_int(env, downs);
}

static void pool_down(ErlNifEnv *env, void *obj, ErlNifPid *pid, ErlNifMonitor *monitor)
{
    Pool *pool = obj;
    enif_mutex_lock(pool->lock);
    pool->downs++;
    enif_mutex_unlock(pool->lock);
    /* The pool's owner has ended: its threads end, each gives up the pool, nobody joins them. */
    if (enif_compare_monitors(monitor, &pool->monitor) == 0) {
        int stop;
        enif_mutex_lock(pool->lock);
        stop = !pool->stopping;
        pool->stopping = 1;
        enif_cond_broadcast(pool->more);
        enif_mutex_unlock(pool->lock);
        for (int i = 0; stop && i < pool->threads; i++) {
            void *result;
            if (i % 2)
                pthread_join(pool->pthreads[i], &result);
            else
                enif_thread_join(pool->enif_tids[i], &result);
            enif_release_resource(pool);
        }
    }
}

static void pool_gone(ErlNifEnv *env, void *obj)
{
    Pool *pool = obj;
    enif_cond_destroy(pool->idle);
    enif_cond_destroy(pool->more);
    enif_mutex_destroy(pool->lock);
    live_pools--;
}

/* ---- Channels ---- */

typedef struct {
    ErlNifMutex *lock;
    int fd;
    ErlNifPid owner;
} Channel;

static ERL_NIF_TERM channel_of(ErlNifEnv *env, int fd)
{
    Channel *channel = enif_alloc_resource(channel_type, sizeof *channel);
    ERL_NIF_TERM term = enif_make_resource(env, channel);
    channel->lock = enif_mutex_create("channel");
    channel->fd = fd;
    enif_self(env, &channel->owner);
    enif_monitor_process(env, channel, &channel->owner, NULL);
    enif_release_resource(channel);
    open_channels++;
    return term;
}

static ERL_NIF_TERM channels(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    int fds[2], failed;
    if (enif_is_identical(argv[0], atom(env, "pipe")))
        failed = pipe2(fds, O_NONBLOCK | O_CLOEXEC);
    else if (enif_is_identical(argv[0], atom(env, "file")))
        failed = (fds[0] = open("/etc/passwd", O_RDONLY | O_CLOEXEC)) < 0
            || (fds[1] = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0;
    else
        failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds);
    if (failed)
        return enif_raise_exception(env, atom(env, strerrorname_np(errno)));
    return enif_make_tuple2(env, channel_of(env, fds[0]), channel_of(env, fds[1]));
}

static int get_channel(ErlNifEnv *env, ERL_NIF_TERM term, Channel **channel)
{
    return enif_get_resource(env, term, channel_type, (void **)channel);
}

static ERL_NIF_TERM failure(ErlNifEnv *env)
{
    if (errno == EAGAIN)
        return atom(env, "again");
    return enif_make_tuple2(env, atom(env, "error"), atom(env, strerrorname_np(errno)));
}

static ERL_NIF_TERM channel_read(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Channel *channel;
    ErlNifBinary bytes;
    ssize_t n;
    unsigned long max;
    if (!get_channel(env, argv[0], &channel) || !enif_get_ulong(env, argv[1], &max)
        || !enif_alloc_binary(max, &bytes))
        return enif_make_badarg(env);
    n = read(channel->fd, bytes.data, max);
    if (n < 0 || (n == 0 && max > 0)) {
        ERL_NIF_TERM what = n == 0 ? atom(env, "eof") : failure(env);
        enif_release_binary(&bytes);
        return what;
    }
    enif_realloc_binary(&bytes, n);
    return ok(env, enif_make_binary(env, &bytes));
}

/* A binary, or a list of binaries that go at once. */
static ERL_NIF_TERM channel_write(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Channel *channel;
    ErlNifIOVec vec, *iovec = &vec;
    ErlNifBinary bytes;
    ERL_NIF_TERM tail;
    ssize_t n;
    if (!get_channel(env, argv[0], &channel))
        return enif_make_badarg(env);
    if (enif_inspect_iolist_as_binary(env, argv[1], &bytes) && !enif_is_list(env, argv[1]))
        n = write(channel->fd, bytes.data, bytes.size);
    else if (!enif_inspect_iovec(env, 64, argv[1], &tail, &iovec))
        return enif_make_badarg(env);
    else
        n = writev(channel->fd, (const struct iovec *)iovec->iov, iovec->iovcnt);
    return n < 0 ? failure(env) : ok(env, enif_make_long(env, n));
}

static int flags_of(ErlNifEnv *env, ERL_NIF_TERM list)
{
    static const struct {
        const char *name;
        int flag;
    } all[] = {{"read", ERL_NIF_SELECT_READ}, {"write", ERL_NIF_SELECT_WRITE}, {"error", ERL_NIF_SELECT_ERROR},
               {"cancel", ERL_NIF_SELECT_CANCEL}, {"stop", ERL_NIF_SELECT_STOP}};
    ERL_NIF_TERM head;
    int flags = 0;
    while (enif_get_list_cell(env, list, &head, &list))
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (enif_is_identical(head, atom(env, all[i].name)))
                flags |= all[i].flag;
    return flags;
}

/* The bits of a result; whether `stop` was called at once is left open. */
static ERL_NIF_TERM result_of(ErlNifEnv *env, int result)
{
    ERL_NIF_TERM list = enif_make_list(env, 0);
    if (result < 0) {
        if (result & ERL_NIF_SELECT_INVALID_EVENT)
            list = enif_make_list_cell(env, atom(env, "invalid_event"), list);
        if (result & ERL_NIF_SELECT_FAILED)
            list = enif_make_list_cell(env, atom(env, "failed"), list);
        return enif_make_tuple2(env, atom(env, "error"), list);
    }
    if (result & (ERL_NIF_SELECT_STOP_CALLED | ERL_NIF_SELECT_STOP_SCHEDULED))
        list = enif_make_list_cell(env, atom(env, "stop"), list);
    if (result & ERL_NIF_SELECT_READ_CANCELLED)
        list = enif_make_list_cell(env, atom(env, "read_cancelled"), list);
    if (result & ERL_NIF_SELECT_WRITE_CANCELLED)
        list = enif_make_list_cell(env, atom(env, "write_cancelled"), list);
    if (result & ERL_NIF_SELECT_ERROR_CANCELLED)
        list = enif_make_list_cell(env, atom(env, "error_cancelled"), list);
    return list;
}

/* channel_select(Channel, Flags, Pid | self, Ref | undefined) */
static ERL_NIF_TERM channel_select(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Channel *channel;
    ErlNifPid pid, *to = enif_get_local_pid(env, argv[2], &pid) ? &pid : NULL;
    int result;
    if (!get_channel(env, argv[0], &channel))
        return enif_make_badarg(env);
    enif_mutex_lock(channel->lock);
    result = enif_select(env, channel->fd, flags_of(env, argv[1]), channel, to, argv[3]);
    enif_mutex_unlock(channel->lock);
    return result_of(env, result);
}

/* channel_select_custom(Channel, Flag, Pid | self, Message, copied | given) */
static ERL_NIF_TERM channel_select_custom(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Channel *channel;
    ErlNifPid pid, *to = enif_get_local_pid(env, argv[2], &pid) ? &pid : NULL;
    ErlNifEnv *msg_env = NULL;
    ERL_NIF_TERM message = argv[3];
    int result, flags = flags_of(env, argv[1]);
    if (!get_channel(env, argv[0], &channel))
        return enif_make_badarg(env);
    if (enif_is_identical(argv[4], atom(env, "given"))) {
        msg_env = enif_alloc_env();
        message = enif_make_tuple2(msg_env, atom(msg_env, "given"), enif_make_copy(msg_env, message));
    }
    if (flags == ERL_NIF_SELECT_READ)
        result = enif_select_read(env, channel->fd, channel, to, message, msg_env);
    else if (flags == ERL_NIF_SELECT_WRITE)
        result = enif_select_write(env, channel->fd, channel, to, message, msg_env);
    else
        result = enif_select_error(env, channel->fd, channel, to, message, msg_env);
    if (msg_env)
        enif_free_env(msg_env);
    return result_of(env, result);
}

/* Of a descriptor that is not open. */
static ERL_NIF_TERM select_nothing(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Channel *channel;
    int fd;
    if (!get_channel(env, argv[0], &channel) || !enif_get_int(env, argv[1], &fd))
        return enif_make_badarg(env);
    return result_of(env, enif_select(env, fd, ERL_NIF_SELECT_READ, channel, NULL, atom(env, "undefined")));
}

static void channel_stop(ErlNifEnv *env, void *obj, ErlNifEvent event, int is_direct_call)
{
    Channel *channel = obj;
    ErlNifEnv *msg_env = enif_alloc_env();
    int same = event == channel->fd;
    close(event);
    channel->fd = -1;
    open_channels--;
    enif_send(env, &channel->owner, msg_env, enif_make_tuple2(msg_env, atom(msg_env, "stopped"), atom(msg_env, same ? "true" : "false")));
    enif_free_env(msg_env);
}

static void channel_down(ErlNifEnv *env, void *obj, ErlNifPid *pid, ErlNifMonitor *monitor)
{
    Channel *channel = obj;
    if (channel->fd >= 0)
        enif_select(env, channel->fd, ERL_NIF_SELECT_STOP, channel, NULL, atom(env, "undefined"));
}

static void channel_gone(ErlNifEnv *env, void *obj)
{
    Channel *channel = obj;
    if (channel->fd >= 0) {
        close(channel->fd);
        open_channels--;
    }
    enif_mutex_destroy(channel->lock);
}

/* ---- A table under a read and write lock, read by many threads ---- */

typedef struct {
    ErlNifRWLock *lock;
    long cells[64];
} Table;

static ERL_NIF_TERM table_new(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Table *table = enif_alloc_resource(table_type, sizeof *table);
    ERL_NIF_TERM term = enif_make_resource(env, table);
    memset(table, 0, sizeof *table);
    table->lock = enif_rwlock_create("table");
    live_tables++;
    enif_release_resource(table);
    return term;
}

static void table_gone(ErlNifEnv *env, void *obj)
{
    enif_rwlock_destroy(((Table *)obj)->lock);
    live_tables--;
}

static void *add_to_table(void *arg)
{
    Table *table = arg;
    for (int i = 0; i < 2000; i++) {
        if (i % 4 == 0) {
            while (i % 8 == 0 && enif_rwlock_tryrwlock(table->lock) == EBUSY)
                sched_yield();
            if (i % 8)
                enif_rwlock_rwlock(table->lock);
            for (int j = 0; j < 64; j++)
                table->cells[j]++;
            enif_rwlock_rwunlock(table->lock);
        } else {
            long first;
            enif_rwlock_rlock(table->lock);
            first = table->cells[0];
            for (int j = 1; j < 64; j++)
                if (table->cells[j] != first)
                    abort();
            enif_rwlock_runlock(table->lock);
        }
    }
    enif_release_resource(table);
    return table;
}

/* Dirty: has threads work on the table, and itself too. */
static ERL_NIF_TERM table_run(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    Table *table;
    pthread_t threads[8];
    if (!enif_get_resource(env, argv[0], table_type, (void **)&table))
        return enif_make_badarg(env);
    for (int i = 0; i < 8; i++) {
        enif_keep_resource(table);
        pthread_create(&threads[i], NULL, add_to_table, table);
    }
    enif_keep_resource(table);
    add_to_table(table);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    return enif_make_long(env, table->cells[63]);
}

static ERL_NIF_TERM live(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    return enif_make_tuple3(env, enif_make_int(env, live_pools), enif_make_int(env, open_channels),
                            enif_make_int(env, live_tables));
}

static int load(ErlNifEnv *env, void **priv_data, ERL_NIF_TERM info)
{
    ErlNifResourceTypeInit pool = {.dtor = pool_gone, .down = pool_down};
    ErlNifResourceTypeInit channel = {.dtor = channel_gone, .stop = channel_stop, .down = channel_down};
    ErlNifResourceTypeInit table = {.dtor = table_gone};
    pool_type = enif_open_resource_type_x(env, "pool", &pool, ERL_NIF_RT_CREATE, NULL);
    channel_type = enif_open_resource_type_x(env, "channel", &channel, ERL_NIF_RT_CREATE, NULL);
    table_type = enif_open_resource_type_x(env, "table", &table, ERL_NIF_RT_CREATE, NULL);
    return enif_tsd_key_create("jobs", &jobs_of_thread) || !pool_type || !channel_type || !table_type;
}

/* ---- Terms as words ---- */

/* C code takes 0 for no term: no term is 0, the integer 0 neither, and equal integers are the same word. */
static ERL_NIF_TERM words(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    const ERL_NIF_TERM *elements;
    ERL_NIF_TERM zero = enif_make_int(env, 0), head = 0, tail = 0, value = 0, map = 0, all[4];
    ErlNifMapIterator iterator;
    unsigned same = 0;
    int arity;

    if (!enif_get_tuple(env, argv[1], &arity, &elements) || !enif_get_list_cell(env, argv[2], &head, &tail)
        || !enif_get_map_value(env, argv[3], argv[0], &value)
        || !enif_map_iterator_create(env, argv[3], &iterator, ERL_NIF_MAP_ITERATOR_FIRST)
        || !enif_map_iterator_get_pair(env, &iterator, &all[0], &all[1]))
        return enif_make_badarg(env);
    enif_map_iterator_destroy(env, &iterator);
    all[2] = enif_make_copy(env, argv[0]);
    enif_make_reverse_list(env, argv[2], &all[3]);
    enif_get_list_cell(env, all[3], &all[3], &tail);
    for (int i = 0; i < 4; i++)
        same += all[i] && all[i] == zero;
    for (int i = 0; i < arity; i++)
        same += elements[i] && elements[i] == zero;
    same += zero && argv[0] == zero && head == zero && value == zero;
    enif_make_map_from_arrays(env, &zero, &zero, 1, &map);
    return enif_make_tuple(env, 7, enif_make_uint(env, same), zero, enif_make_list(env, 2, zero, zero),
                           enif_make_tuple_from_array(env, all, 4), enif_make_list_from_array(env, all, 4), map,
                           enif_make_tuple2(env, zero, enif_make_int(env, enif_compare(zero, argv[0]))));
}

static ErlNifFunc functions[] = {
    {"words", 4, words},
    {"pool_new", 1, pool_new},
    {"pool_job", 3, pool_job},
    {"pool_stop", 1, pool_stop, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"pool_downs", 1, pool_downs},
    {"channels", 1, channels},
    {"channel_read", 2, channel_read},
    {"channel_write", 2, channel_write},
    {"channel_select", 4, channel_select},
    {"channel_select_custom", 5, channel_select_custom},
    {"select_nothing", 2, select_nothing},
    {"table_new", 0, table_new},
    {"table_run", 1, table_run, ERL_NIF_DIRTY_JOB_CPU_BOUND},
    {"live", 0, live},
};

ERL_NIF_INIT(lib_c_threads, functions, load, NULL, NULL, NULL)
