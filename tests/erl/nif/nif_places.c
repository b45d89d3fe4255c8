/* A dirty function that is short or long, as it is asked, and says where it runs. */
#include <erl_nif.h>
#include <time.h>

static ErlNifMutex *lock;
static int held;

/* run(Micros, Term): {Term, Dirty, Alive}, after so long. */
static ERL_NIF_TERM run(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int micros, dirty = enif_thread_type() == ERL_NIF_THR_DIRTY_CPU_SCHEDULER;
    if (!enif_get_int(env, argv[0], &micros))
        return enif_make_badarg(env);
    if (micros > 0) {
        struct timespec time = {micros / 1000000, micros % 1000000 * 1000};
        nanosleep(&time, NULL);
    }
    dirty = dirty && enif_thread_type() == ERL_NIF_THR_DIRTY_CPU_SCHEDULER;
    return enif_make_tuple3(env, argv[1], enif_make_int(env, dirty),
                            enif_make_int(env, enif_is_current_process_alive(env)));
}

/* send(To, Messages): {N, Last} to a process, from within the call. */
static ERL_NIF_TERM send(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifPid to;
    int messages;
    if (!enif_get_local_pid(env, argv[0], &to) || !enif_get_int(env, argv[1], &messages))
        return enif_make_badarg(env);
    for (int i = 1; i <= messages; i++)
        enif_send(env, &to, NULL, enif_make_tuple2(env, enif_make_int(env, i), argv[1]));
    return enif_make_int(env, messages);
}

/* hold(Loops): works without a pause; true if nobody else was in it. */
static ERL_NIF_TERM hold(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int loops, others;
    enif_get_int(env, argv[0], &loops);
    enif_mutex_lock(lock);
    others = held++;
    enif_mutex_unlock(lock);
    for (volatile int i = 0; i < loops; i++)
        ;
    enif_mutex_lock(lock);
    held--;
    enif_mutex_unlock(lock);
    return enif_make_int(env, others);
}

static int load(ErlNifEnv *env, void **data, ERL_NIF_TERM info) {
    lock = enif_mutex_create("places");
    return lock == NULL;
}

static ErlNifFunc funcs[] = {
    {"run", 2, run, ERL_NIF_DIRTY_JOB_CPU_BOUND},
    {"send", 2, send, ERL_NIF_DIRTY_JOB_CPU_BOUND},
    {"hold", 1, hold, ERL_NIF_DIRTY_JOB_CPU_BOUND},
};

ERL_NIF_INIT(nif_places, funcs, load, NULL, NULL, NULL)
