/* Where threads of C code begin and end. pthread_exit unwinds the stack, so that no function of Rust may be on it. */

#include <pthread.h>

struct start {
    void *(*function)(void *);
    void *argument;
};

struct start nif_thread_begins(void *thread);
void nif_thread_may_exit(void);

void *nif_thread_start(void *thread);
void enif_thread_exit(void *result);
void erl_drv_thread_exit(void *result);

void *nif_thread_start(void *thread)
{
    struct start start = nif_thread_begins(thread);
    return start.function(start.argument);
}

void erl_drv_thread_exit(void *result)
{
    nif_thread_may_exit();
    pthread_exit(result);
}

void enif_thread_exit(void *result)
{
    erl_drv_thread_exit(result);
}
