/* Memory, threads, locks, time, versions, the environment, shared objects. */
#define _GNU_SOURCE
#include <erl_nif.h>
#include <erl_driver.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static ERL_NIF_TERM text(ErlNifEnv *env, const char *s) {
    return s ? enif_make_string(env, s, ERL_NIF_LATIN1) : enif_make_atom(env, "null");
}

/* Threads add to a counter in turns: a mutex and a condition say whose turn it is. */
#define THREADS 4
#define TURNS 500

static ErlNifMutex *mutex;
static ErlNifCond *condition;
static ErlNifRWLock *rwlock;
static ErlNifTSDKey key;
static int turn, reads, writes;

static void *take_turns(void *argument) {
    long me = (long)argument;
    enif_tsd_set(key, argument);
    for (int i = 0; i < TURNS; i++) {
        enif_mutex_lock(mutex);
        while (turn % THREADS != me)
            enif_cond_wait(condition, mutex);
        turn++;
        enif_cond_broadcast(condition);
        enif_mutex_unlock(mutex);
        if (i % 10 == 0) {
            enif_rwlock_rwlock(rwlock);
            writes++;
            enif_rwlock_rwunlock(rwlock);
        } else {
            enif_rwlock_rlock(rwlock);
            __atomic_fetch_add(&reads, 1, __ATOMIC_SEQ_CST);
            enif_rwlock_runlock(rwlock);
        }
    }
    if (enif_tsd_get(key) != argument)
        return NULL;
    if (me % 2)
        enif_thread_exit((void *)(me + 100));
    return (void *)(me + 100);
}

static ERL_NIF_TERM turns(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifTid tids[THREADS];
    long sum = 0;
    mutex = enif_mutex_create("a mutex");
    condition = enif_cond_create("a condition");
    rwlock = enif_rwlock_create(NULL);
    turn = reads = writes = 0;
    enif_tsd_key_create("a key", &key);
    for (long i = 0; i < THREADS; i++)
        if (enif_thread_create("turns", &tids[i], take_turns, (void *)i, NULL))
            return enif_make_badarg(env);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        enif_thread_join(tids[i], &result);
        sum += (long)result;
    }
    enif_tsd_key_destroy(key);
    enif_mutex_destroy(mutex);
    enif_cond_destroy(condition);
    enif_rwlock_destroy(rwlock);
    return enif_make_list4(env, enif_make_int(env, turn), enif_make_int(env, reads), enif_make_int(env, writes),
                           enif_make_long(env, sum));
}

static ERL_NIF_TERM names(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifMutex *m = enif_mutex_create("a mutex"), *m0 = enif_mutex_create(NULL);
    ErlNifCond *c = enif_cond_create("a condition"), *c0 = enif_cond_create(NULL);
    ErlNifRWLock *r = enif_rwlock_create("a lock"), *r0 = enif_rwlock_create(NULL);
    ERL_NIF_TERM all[] = {
        text(env, enif_mutex_name(m)), text(env, enif_mutex_name(m0)), text(env, enif_mutex_name(NULL)),
        text(env, enif_cond_name(c)), text(env, enif_cond_name(c0)), text(env, erl_drv_cond_name(NULL)),
        text(env, enif_rwlock_name(r)), text(env, erl_drv_rwlock_name(r0)), text(env, enif_rwlock_name(NULL)),
        text(env, enif_thread_name(NULL)), text(env, enif_thread_name(enif_thread_self()))};
    enif_mutex_destroy(m);
    enif_mutex_destroy(m0);
    enif_cond_destroy(c);
    enif_cond_destroy(c0);
    enif_rwlock_destroy(r);
    enif_rwlock_destroy(r0);
    return enif_make_list_from_array(env, all, sizeof all / sizeof *all);
}

/* What a thread sees of itself. It may get the larger stack of one that has ended. */
static char own_name[32];
static size_t own_stack;
static ErlNifTid own_tid;
static int own_type;
static ErlNifTime own_time;

static void *look(void *argument) {
    pthread_attr_t attributes;
    void *stack;
    pthread_getname_np(pthread_self(), own_name, sizeof own_name);
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &stack, &own_stack);
    pthread_attr_destroy(&attributes);
    own_tid = enif_thread_self();
    own_type = enif_thread_type();
    own_time = enif_monotonic_time(ERL_NIF_SEC);
    return argument;
}

static ERL_NIF_TERM thread(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifTid tid;
    ErlNifThreadOpts *opts = enif_thread_opts_create("options");
    char name[64];
    void *result;
    int kilowords, same, created;
    ERL_NIF_TERM known, initial = enif_make_int(env, opts->suggested_stack_size);
    if (!enif_get_string(env, argv[0], name, sizeof name, ERL_NIF_LATIN1) || !enif_get_int(env, argv[1], &kilowords))
        return enif_make_badarg(env);
    opts->suggested_stack_size = kilowords;
    created = enif_thread_create(*name ? name : NULL, &tid, look, &tid, opts);
    known = text(env, enif_thread_name(tid));
    same = enif_equal_tids(tid, enif_thread_self());
    if (created || enif_thread_join(tid, &result) || result != &tid)
        return enif_make_badarg(env);
    enif_thread_opts_destroy(opts);
    same = same * 10 + (own_tid == tid);
    return enif_make_list7(env, initial, known, text(env, *name ? own_name : NULL), enif_make_int(env, same),
                           enif_make_int(env, own_type), enif_make_int(env, own_time == ERL_NIF_TIME_ERROR),
                           kilowords < 2000 ? enif_make_int(env, own_stack >= 512 << 10) : enif_make_ulong(env, own_stack));
}

static ERL_NIF_TERM locks(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifMutex *m = enif_mutex_create("m");
    ErlNifRWLock *r = enif_rwlock_create("r");
    int got[10] = {0};
    got[0] = enif_mutex_trylock(m);
    got[1] = enif_mutex_trylock(m) == EBUSY;
    enif_mutex_unlock(m);
    got[2] = erl_drv_mutex_trylock(m);
    erl_drv_mutex_unlock(m);
    got[3] = enif_rwlock_tryrlock(r);
    got[4] = enif_rwlock_tryrwlock(r) == EBUSY;
    got[5] = enif_rwlock_tryrlock(r);
    enif_rwlock_runlock(r);
    enif_rwlock_runlock(r);
    got[6] = enif_rwlock_tryrwlock(r);
    got[7] = enif_rwlock_tryrlock(r) == EBUSY;
    got[8] = enif_rwlock_tryrwlock(r) == EBUSY;
    enif_rwlock_rwunlock(r);
    got[9] = enif_thread_join(enif_thread_self(), NULL) == EINVAL;
    enif_mutex_destroy(m);
    enif_rwlock_destroy(r);
    ERL_NIF_TERM list = enif_make_list(env, 0);
    for (int i = 9; i >= 0; i--)
        list = enif_make_list_cell(env, enif_make_int(env, got[i]), list);
    return list;
}

static ERL_NIF_TERM keys(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifTSDKey k[40], again;
    int rising = 1, value;
    ERL_NIF_TERM got;
    for (int i = 0; i < 40; i++) {
        enif_tsd_key_create("k", &k[i]);
        rising &= i == 0 || k[i] == k[i - 1] + 1;
    }
    got = enif_make_int(env, enif_tsd_get(k[39]) == NULL);
    enif_tsd_set(k[39], &value);
    enif_tsd_set(k[5], &rising);
    got = enif_make_tuple4(env, got, enif_make_int(env, enif_tsd_get(k[39]) == &value),
                           enif_make_int(env, erl_drv_tsd_get(k[5]) == &rising),
                           enif_make_int(env, enif_tsd_get(k[38]) == NULL));
    enif_tsd_set(k[39], NULL);
    enif_tsd_set(k[5], NULL);
    enif_tsd_key_destroy(k[7]);
    enif_tsd_key_destroy(k[3]);
    enif_tsd_key_create(NULL, &again);
    rising = rising * 10 + (again == k[3]);
    enif_tsd_key_create(NULL, &again);
    rising = rising * 10 + (again == k[7]);
    for (int i = 0; i < 40; i++)
        enif_tsd_key_destroy(k[i]);
    return enif_make_tuple2(env, enif_make_int(env, rising), got);
}

static ERL_NIF_TERM times(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ERL_NIF_TERM all[40];
    long values[] = {0, 1, 1999, -1, -1000, -1001};
    int n = 0;
    for (int i = 0; i < 6; i++)
        for (int to = 0; to < 4; to++)
            all[n++] = enif_make_long(env, enif_convert_time_unit(values[i], ERL_NIF_MSEC, to));
    all[n++] = enif_make_int(env, enif_convert_time_unit(1, 4, 0) == ERL_NIF_TIME_ERROR);
    all[n++] = enif_make_int(env, enif_convert_time_unit(1, 0, -1) == ERL_NIF_TIME_ERROR);
    all[n++] = enif_make_int(env, enif_monotonic_time(4) == ERL_NIF_TIME_ERROR);
    all[n++] = enif_make_int(env, enif_time_offset(-1) == ERL_NIF_TIME_ERROR);
    all[n++] = enif_make_long(env, enif_convert_time_unit(1L << 40, ERL_NIF_SEC, ERL_NIF_NSEC));
    return enif_make_list_from_array(env, all, n);
}

static ERL_NIF_TERM now(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int unit;
    ErlDrvNowData d;
    enif_get_int(env, argv[0], &unit);
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    driver_get_now(&d);
    return enif_make_list5(env, enif_make_long(env, enif_monotonic_time(unit)),
                           enif_make_long(env, enif_time_offset(unit)), enif_now_time(env), enif_cpu_time(env),
                           enif_make_tuple3(env, enif_make_ulong(env, d.megasecs), enif_make_ulong(env, d.secs),
                                            enif_make_ulong(env, d.microsecs)));
}

static ERL_NIF_TERM info(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifSysInfo i, part;
    memset(&part, 0x55, sizeof part);
    enif_system_info(&i, sizeof i);
    driver_system_info(&part, offsetof(ErlNifSysInfo, scheduler_threads));
    return enif_make_list(env, 13, enif_make_int(env, i.driver_major_version), enif_make_int(env, i.driver_minor_version),
                          text(env, i.erts_version), text(env, i.otp_release), enif_make_int(env, i.thread_support),
                          enif_make_int(env, i.smp_support), enif_make_int(env, i.async_threads),
                          enif_make_int(env, i.scheduler_threads), enif_make_int(env, i.nif_major_version),
                          enif_make_int(env, i.nif_minor_version), enif_make_int(env, i.dirty_scheduler_support),
                          enif_make_int(env, part.smp_support), enif_make_int(env, part.async_threads == 0x55555555));
}

static ERL_NIF_TERM environment(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    char key[64], value[64] = "########";
    size_t size;
    int result;
    enif_get_string(env, argv[0], key, sizeof key, ERL_NIF_LATIN1);
    enif_get_ulong(env, argv[1], &size);
    result = enif_getenv(key, value, &size);
    return enif_make_tuple3(env, enif_make_int(env, result),
                            result ? enif_make_int(env, 0) : enif_make_ulong(env, size), text(env, value));
}

static ERL_NIF_TERM put(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return enif_make_int(env, erl_drv_putenv("NIF_SYSTEM_PUT", "put"));
}

static char told[600];

static void tell(void *argument, const char *error) {
    snprintf(told, sizeof told, "%s %s", (char *)argument, error);
}

static ERL_NIF_TERM objects(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    char name[512];
    void *handle, *again;
    ERL_NIF_TERM none, nothing;
    enif_get_string(env, argv[0], name, sizeof name, ERL_NIF_LATIN1);
    if (enif_dlopen("/nowhere/nothing", tell, "told:") || enif_dlopen("/nowhere/nothing", NULL, NULL))
        return enif_make_badarg(env);
    none = text(env, told);
    handle = enif_dlopen(name, tell, "told:");
    if (!handle || enif_dlsym(handle, "no_such_symbol", tell, "told:"))
        return enif_make_badarg(env);
    nothing = enif_make_int(env, strstr(told, "undefined symbol: no_such_symbol") != NULL);
    again = driver_dl_open(name);
    return enif_make_list(env, 7, none, nothing, enif_make_int(env, enif_dlsym(handle, "nif_init", tell, "") != NULL),
                          enif_make_int(env, driver_dl_sym(again, "nif_init") == enif_dlsym(handle, "nif_init", NULL, NULL)),
                          enif_make_int(env, driver_dl_sym(again, "no_such_symbol") == NULL),
                          enif_make_int(env, driver_dl_open("/nowhere/nothing") == NULL),
                          enif_make_int(env, driver_dl_close(again)));
}

static ERL_NIF_TERM errors(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int n;
    enif_get_int(env, argv[0], &n);
    return text(env, erl_errno_id(n));
}

static ERL_NIF_TERM memory(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    char *p = enif_alloc(10), *q = driver_alloc(0), *r;
    int good = ((size_t)p % 16 == 0) && q;
    memcpy(p, "123456789", 10);
    r = enif_realloc(p, 100000);
    good = good * 10 + !memcmp(r, "123456789", 10);
    enif_free(r);
    driver_free(q);
    enif_free(NULL);
    r = driver_realloc(NULL, 10);
    good = good * 10 + (r != NULL);
    driver_free(r);
    return enif_make_int(env, good * 10 + null_func());
}

static ErlNifFunc functions[] = {
    {"turns", 0, turns, ERL_NIF_DIRTY_JOB_IO_BOUND}, {"names", 0, names}, {"thread", 2, thread}, {"locks", 0, locks},
    {"keys", 0, keys}, {"times", 0, times}, {"now", 1, now}, {"info", 0, info}, {"environment", 2, environment},
    {"put", 0, put}, {"objects", 1, objects}, {"errors", 1, errors}, {"memory", 0, memory}};

ERL_NIF_INIT(nif_system, functions, NULL, NULL, NULL, NULL)
