/* I/O vectors and queues. */
#include <erl_nif.h>
#include <string.h>
#include <sys/uio.h>

static ErlNifIOQueue *queue;

static int load(ErlNifEnv *env, void **data, ERL_NIF_TERM info) {
    queue = enif_ioq_create(ERL_NIF_IOQ_NORMAL);
    return enif_ioq_create(2) != NULL;
}

static void unload(ErlNifEnv *env, void *data) {
    enif_ioq_destroy(queue);
}

static ERL_NIF_TERM bytes(ErlNifEnv *env, const SysIOVec *iov, int n) {
    ERL_NIF_TERM list = enif_make_list(env, 0), bin;
    while (n-- > 0) {
        memcpy(enif_make_new_binary(env, iov[n].iov_len, &bin), iov[n].iov_base, iov[n].iov_len);
        list = enif_make_list_cell(env, bin, list);
    }
    return list;
}

/* inspect(Most, List, Own, Free): with a structure of its own, without an environment. */
static ERL_NIF_TERM inspect(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifIOVec own, *vector;
    unsigned long most;
    int is_own, is_free, used;
    ERL_NIF_TERM tail, result;
    enif_get_ulong(env, argv[0], &most);
    enif_get_int(env, argv[2], &is_own);
    enif_get_int(env, argv[3], &is_free);
    vector = is_own ? &own : NULL;
    if (!enif_inspect_iovec(is_free ? NULL : env, most, argv[1], &tail, &vector))
        return enif_make_badarg(env);
    used = vector == &own;
    result = enif_make_tuple5(env, enif_make_int(env, used), enif_make_int(env, vector->iovcnt),
                              enif_make_ulong(env, vector->size), bytes(env, vector->iov, vector->iovcnt), tail);
    if (is_free)
        enif_free_iovec(vector);
    return result;
}

/* enqv(List, Skip, Free) */
static ERL_NIF_TERM enqv(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifIOVec own, *vector = &own;
    unsigned long skip;
    int is_free, result;
    ERL_NIF_TERM tail;
    enif_get_ulong(env, argv[1], &skip);
    enif_get_int(env, argv[2], &is_free);
    if (!enif_inspect_iovec(is_free ? NULL : env, ~0ul, argv[0], &tail, &vector))
        return enif_make_badarg(env);
    result = enif_ioq_enqv(queue, vector, skip);
    if (is_free)
        enif_free_iovec(vector);
    return enif_make_int(env, result);
}

/* enq(Binary, Skip, Copy): a binary of the library's, or an inspected one. */
static ERL_NIF_TERM enq(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifBinary bin, copy;
    unsigned long skip;
    int is_copy;
    enif_inspect_binary(env, argv[0], &bin);
    enif_get_ulong(env, argv[1], &skip);
    enif_get_int(env, argv[2], &is_copy);
    if (is_copy) {
        enif_alloc_binary(bin.size, &copy);
        memcpy(copy.data, bin.data, bin.size);
        bin = copy;
    }
    return enif_make_int(env, enif_ioq_enq_binary(queue, &bin, skip));
}

static ERL_NIF_TERM peek(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int n;
    SysIOVec *iov = enif_ioq_peek(queue, &n);
    return enif_make_tuple4(env, enif_make_int(env, iov == NULL), enif_make_int(env, n), bytes(env, iov, n),
                            enif_make_ulong(env, enif_ioq_size(queue)));
}

static ERL_NIF_TERM head(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ERL_NIF_TERM bin;
    size_t size;
    if (!enif_ioq_peek_head(env, queue, NULL, &bin) || !enif_ioq_peek_head(env, queue, &size, &bin))
        return enif_make_atom(env, "empty");
    return enif_make_tuple2(env, enif_make_ulong(env, size), bin);
}

static ERL_NIF_TERM deq(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    unsigned long count;
    size_t left = 12345;
    enif_get_ulong(env, argv[0], &count);
    if (!enif_ioq_deq(queue, count, &left))
        return enif_make_badarg(env);
    return enif_make_tuple2(env, enif_make_ulong(env, left), enif_make_int(env, enif_ioq_deq(queue, 0, NULL)));
}

static ErlNifFunc functions[] = {{"inspect", 4, inspect}, {"enqv", 3, enqv}, {"enq", 3, enq},
                                 {"peek", 0, peek}, {"head", 0, head}, {"deq", 1, deq}};

ERL_NIF_INIT(nif_queues, functions, load, NULL, NULL, unload)
