/* The door by which libraries of the suites of OTP 29 (those of mtx_SUITE and code_SUITE) reach the
 * inside of stock's emulator, which is as ethread.h says here. */
#ifndef MASER_ERL_INTERNAL_TEST_H
#define MASER_ERL_INTERNAL_TEST_H

#include "erl_misc_utils.h"
#include "ethread.h"

static const struct {
    int (*erts_milli_sleep)(long);
    void (*ethr_atomic_dec)(ethr_atomic_t *);
    void (*ethr_atomic_inc)(ethr_atomic_t *);
    void (*ethr_atomic_init)(ethr_atomic_t *, long);
    long (*ethr_atomic_read)(ethr_atomic_t *);
    void (*ethr_atomic_set)(ethr_atomic_t *, long);
    int (*ethr_rwmutex_destroy)(ethr_rwmutex *);
    int (*ethr_rwmutex_init_opt)(ethr_rwmutex *, ethr_rwmutex_opt *);
    void (*ethr_rwmutex_rlock)(ethr_rwmutex *);
    void (*ethr_rwmutex_runlock)(ethr_rwmutex *);
    void (*ethr_rwmutex_rwlock)(ethr_rwmutex *);
    void (*ethr_rwmutex_rwunlock)(ethr_rwmutex *);
    int (*ethr_rwmutex_tryrlock)(ethr_rwmutex *);
    int (*ethr_rwmutex_tryrwlock)(ethr_rwmutex *);
    int (*ethr_thr_create)(ethr_tid *, void *(*)(void *), void *, void *);
    int (*ethr_thr_join)(ethr_tid, void **);
} erts_internal_test = {
    .erts_milli_sleep = erts_milli_sleep,
    .ethr_atomic_dec = ethr_atomic_dec,
    .ethr_atomic_inc = ethr_atomic_inc,
    .ethr_atomic_init = ethr_atomic_init,
    .ethr_atomic_read = ethr_atomic_read,
    .ethr_atomic_set = ethr_atomic_set,
    .ethr_rwmutex_destroy = ethr_rwmutex_destroy,
    .ethr_rwmutex_init_opt = ethr_rwmutex_init_opt,
    .ethr_rwmutex_rlock = ethr_rwmutex_rlock,
    .ethr_rwmutex_runlock = ethr_rwmutex_runlock,
    .ethr_rwmutex_rwlock = ethr_rwmutex_rwlock,
    .ethr_rwmutex_rwunlock = ethr_rwmutex_rwunlock,
    .ethr_rwmutex_tryrlock = ethr_rwmutex_tryrlock,
    .ethr_rwmutex_tryrwlock = ethr_rwmutex_tryrwlock,
    .ethr_thr_create = ethr_thr_create,
    .ethr_thr_join = ethr_thr_join,
};

#endif
