/* A library for version 2.0 of the interface: shorter rows of functions, shorter structures. */
#include <erl_nif.h>
#include <string.h>

/* ErlNifBinary as it was: what follows is something else's. */
typedef struct {
    size_t size;
    unsigned char *data;
    ERL_NIF_TERM bin_term;
    void *ref_bin;
    size_t behind[2];
} OlderBinary;

#define BEHIND 0x123456789abcdefUL

static ErlNifBinary *fresh(OlderBinary *bin) {
    memset(bin, 0, sizeof *bin);
    bin->behind[0] = bin->behind[1] = BEHIND;
    return (ErlNifBinary *)bin;
}

static int whole(const OlderBinary *bin) {
    return bin->behind[0] == BEHIND && bin->behind[1] == BEHIND;
}

/* Everything that fills such a structure: how many of these left alone what is behind it. */
static ERL_NIF_TERM structures(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    OlderBinary bin;
    int whole_ones = 0;
    ERL_NIF_TERM terms[3];
    if (!enif_inspect_binary(env, argv[0], fresh(&bin)) || bin.size != 3)
        return enif_make_badarg(env);
    whole_ones += whole(&bin);
    if (!enif_inspect_iolist_as_binary(env, argv[1], fresh(&bin)) || bin.size != 3)
        return enif_make_badarg(env);
    whole_ones += whole(&bin);
    if (!enif_alloc_binary(2, fresh(&bin)) || !enif_realloc_binary((ErlNifBinary *)&bin, 4))
        return enif_make_badarg(env);
    memcpy(bin.data, "abcd", 4);
    whole_ones += whole(&bin);
    terms[0] = enif_make_binary(env, (ErlNifBinary *)&bin);
    whole_ones += whole(&bin);
    if (!enif_term_to_binary(env, argv[1], fresh(&bin)))
        return enif_make_badarg(env);
    whole_ones += whole(&bin);
    terms[1] = enif_make_binary(env, (ErlNifBinary *)&bin);
    enif_alloc_binary(2, fresh(&bin));
    enif_release_binary((ErlNifBinary *)&bin);
    whole_ones += whole(&bin);
    terms[2] = enif_make_int(env, whole_ones);
    return enif_make_tuple_from_array(env, terms, 3);
}

static ERL_NIF_TERM second(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    return enif_make_atom(env, "second");
}

typedef struct {
    const char *name;
    unsigned arity;
    ERL_NIF_TERM (*function)(ErlNifEnv *, int, const ERL_NIF_TERM[]);
} OlderFunc;

typedef struct {
    int major, minor;
    const char *name;
    int num_of_funcs;
    OlderFunc *funcs;
    int (*load)(ErlNifEnv *, void **, ERL_NIF_TERM);
    int (*reload)(ErlNifEnv *, void **, ERL_NIF_TERM);
    int (*upgrade)(ErlNifEnv *, void **, void **, ERL_NIF_TERM);
    void (*unload)(ErlNifEnv *, void *);
} OlderEntry;

static OlderFunc funcs[] = {{"structures", 2, structures}, {"second", 0, second}};

OlderEntry *nif_init(void) {
    static OlderEntry entry = {2, 0, "nif_older", 2, funcs, NULL, NULL, NULL, NULL};
    return &entry;
}
