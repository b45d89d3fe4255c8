/* A library's function that keeps its scheduler for a while. */
#include <erl_nif.h>
#include <sys/resource.h>
#include <time.h>

static long switches(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nvcsw;
}

/* How often threads of the emulator went to sleep meanwhile. */
static ERL_NIF_TERM block(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    unsigned ms;
    long before = switches();
    if (!enif_get_uint(env, argv[0], &ms))
        return enif_make_badarg(env);
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
    return enif_make_long(env, switches() - before);
}

static ErlNifFunc funcs[] = {{"block", 1, block}};
ERL_NIF_INIT(nif_blocks, funcs, NULL, NULL, NULL, NULL)
