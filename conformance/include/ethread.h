/* The threads and locks that a suite's library (mtx_SUITE) knows from the inside of stock's emulator,
 * by those of erl_nif.h: so the suite tests the locks of the emulator that has loaded the library, as
 * it does by itself where the inside cannot be reached (on Windows). */
#ifndef MASER_ETHREAD_H
#define MASER_ETHREAD_H

#include <erl_nif.h>
#include <errno.h>

typedef ErlNifTid ethr_tid;

static inline int ethr_thr_create(ethr_tid *tid, void *(*function)(void *), void *argument, void *options) {
    return enif_thread_create("ethr", tid, function, argument, options);
}

static inline int ethr_thr_join(ethr_tid tid, void **result) {
    return enif_thread_join(tid, result);
}

typedef struct {
    long number;
} ethr_atomic_t;

static inline void ethr_atomic_init(ethr_atomic_t *atomic, long number) {
    __atomic_store_n(&atomic->number, number, __ATOMIC_SEQ_CST);
}

static inline void ethr_atomic_set(ethr_atomic_t *atomic, long number) {
    __atomic_store_n(&atomic->number, number, __ATOMIC_SEQ_CST);
}

static inline long ethr_atomic_read(ethr_atomic_t *atomic) {
    return __atomic_load_n(&atomic->number, __ATOMIC_SEQ_CST);
}

static inline void ethr_atomic_inc(ethr_atomic_t *atomic) {
    __atomic_fetch_add(&atomic->number, 1, __ATOMIC_SEQ_CST);
}

static inline void ethr_atomic_dec(ethr_atomic_t *atomic) {
    __atomic_fetch_sub(&atomic->number, 1, __ATOMIC_SEQ_CST);
}

/* There is one kind of lock, which is to be as good for many readers. */
#define ETHR_USE_OWN_RWMTX_IMPL__
enum { ETHR_RWMUTEX_TYPE_NORMAL, ETHR_RWMUTEX_TYPE_FREQUENT_READ };

typedef struct {
    int type;
} ethr_rwmutex_opt;

#define ETHR_RWMUTEX_OPT_DEFAULT_INITER {ETHR_RWMUTEX_TYPE_NORMAL}

typedef struct {
    ErlNifRWLock *lock;
} ethr_rwmutex;

static inline int ethr_rwmutex_init_opt(ethr_rwmutex *mutex, ethr_rwmutex_opt *options) {
    mutex->lock = enif_rwlock_create("ethr");
    return mutex->lock ? 0 : ENOMEM;
}

static inline int ethr_rwmutex_destroy(ethr_rwmutex *mutex) {
    enif_rwlock_destroy(mutex->lock);
    return 0;
}

static inline int ethr_rwmutex_tryrlock(ethr_rwmutex *mutex) {
    return enif_rwlock_tryrlock(mutex->lock);
}

static inline void ethr_rwmutex_rlock(ethr_rwmutex *mutex) {
    enif_rwlock_rlock(mutex->lock);
}

static inline void ethr_rwmutex_runlock(ethr_rwmutex *mutex) {
    enif_rwlock_runlock(mutex->lock);
}

static inline int ethr_rwmutex_tryrwlock(ethr_rwmutex *mutex) {
    return enif_rwlock_tryrwlock(mutex->lock);
}

static inline void ethr_rwmutex_rwlock(ethr_rwmutex *mutex) {
    enif_rwlock_rwlock(mutex->lock);
}

static inline void ethr_rwmutex_rwunlock(ethr_rwmutex *mutex) {
    enif_rwlock_rwunlock(mutex->lock);
}

#endif
