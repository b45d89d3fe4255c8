/* The library of the lab nif: what calls, binaries, lists, resources, messages and dirty calls cost. */
#include <erl_nif.h>
#include <stdlib.h>
#include <string.h>

static ErlNifResourceType *counter_type;

static ERL_NIF_TERM empty(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) { return argv[0]; }

/* The sum of a binary's bytes at both ends. */
static ERL_NIF_TERM binary_in(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifBinary bin;
    if (!enif_inspect_binary(env, argv[0], &bin))
        return enif_make_badarg(env);
    return enif_make_int(env, bin.data[0] + bin.data[bin.size - 1]);
}

static ERL_NIF_TERM binary_out(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    unsigned size;
    ERL_NIF_TERM bin;
    if (!enif_get_uint(env, argv[0], &size))
        return enif_make_badarg(env);
    memset(enif_make_new_binary(env, size, &bin), 'x', size);
    return bin;
}

/* As binary_out, by a binary that is allocated first. */
static ERL_NIF_TERM binary_made(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    unsigned size;
    ErlNifBinary bin;
    if (!enif_get_uint(env, argv[0], &size) || !enif_alloc_binary(size, &bin))
        return enif_make_badarg(env);
    memset(bin.data, 'y', size);
    return enif_make_binary(env, &bin);
}

static ERL_NIF_TERM list_in(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ERL_NIF_TERM head, tail = argv[0];
    long n, sum = 0;
    while (enif_get_list_cell(env, tail, &head, &tail)) {
        if (!enif_get_long(env, head, &n))
            return enif_make_badarg(env);
        sum += n;
    }
    return enif_make_long(env, sum);
}

static ERL_NIF_TERM list_out(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ERL_NIF_TERM list = enif_make_list(env, 0);
    unsigned n;
    if (!enif_get_uint(env, argv[0], &n))
        return enif_make_badarg(env);
    for (; n > 0; n--)
        list = enif_make_list_cell(env, enif_make_tuple2(env, enif_make_uint(env, n), enif_make_double(env, n)), list);
    return list;
}

static ERL_NIF_TERM resource_new(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    long *counter = enif_alloc_resource(counter_type, sizeof(long));
    ERL_NIF_TERM t = enif_make_resource(env, counter);
    *counter = 0;
    enif_release_resource(counter);
    return t;
}

static ERL_NIF_TERM resource_use(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    void *counter;
    if (!enif_get_resource(env, argv[0], counter_type, &counter))
        return enif_make_badarg(env);
    return enif_make_long(env, ++*(long *)counter);
}

typedef struct {
    ErlNifPid to;
    unsigned n;
} Sender;

static void *send_all(void *arg) {
    Sender *s = arg;
    ErlNifEnv *msg = enif_alloc_env();
    for (unsigned i = 1; i <= s->n; i++) {
        enif_send(NULL, &s->to, msg, enif_make_tuple2(msg, enif_make_atom(msg, "n"), enif_make_uint(msg, i)));
        enif_clear_env(msg);
    }
    enif_free_env(msg);
    free(s);
    return NULL;
}

static ERL_NIF_TERM thread_sends(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    Sender *s = malloc(sizeof(Sender));
    ErlNifThreadOpts *opts = enif_thread_opts_create("sender");
    ErlNifTid tid;
    void *result;
    if (!enif_get_uint(env, argv[0], &s->n))
        return enif_make_badarg(env);
    enif_self(env, &s->to);
    if (enif_thread_create("sender", &tid, send_all, s, opts) != 0)
        return enif_make_badarg(env);
    enif_thread_opts_destroy(opts);
    if (argc > 1)
        enif_thread_join(tid, &result);
    return enif_make_ulong(env, (unsigned long)tid);
}

static ERL_NIF_TERM thread_ends(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    unsigned long tid;
    void *result;
    if (!enif_get_ulong(env, argv[0], &tid) || enif_thread_join((ErlNifTid)tid, &result) != 0)
        return enif_make_badarg(env);
    return enif_make_atom(env, "ok");
}

/* A parser in the way of jiffy's: numbers, strings, lists and objects, from a binary to terms. */
typedef struct {
    ErlNifEnv *env;
    const unsigned char *at, *end;
} Parser;

static int value(Parser *p, ERL_NIF_TERM *t);

static int string(Parser *p, ERL_NIF_TERM *t) {
    const unsigned char *begin = ++p->at;
    while (p->at < p->end && *p->at != '"')
        p->at++;
    if (p->at == p->end)
        return 0;
    memcpy(enif_make_new_binary(p->env, p->at - begin, t), begin, p->at - begin);
    p->at++;
    return 1;
}

static int list(Parser *p, ERL_NIF_TERM *t) {
    ERL_NIF_TERM reversed = enif_make_list(p->env, 0), element;
    p->at++;
    while (p->at < p->end && *p->at != ']') {
        if (*p->at == ',')
            p->at++;
        if (!value(p, &element))
            return 0;
        reversed = enif_make_list_cell(p->env, element, reversed);
    }
    p->at++;
    return enif_make_reverse_list(p->env, reversed, t);
}

static int object(Parser *p, ERL_NIF_TERM *t) {
    ERL_NIF_TERM keys[32], values[32];
    size_t n = 0;
    p->at++;
    while (p->at < p->end && *p->at != '}') {
        if (*p->at == ',')
            p->at++;
        if (n == 32 || !string(p, &keys[n]) || *p->at++ != ':' || !value(p, &values[n]))
            return 0;
        n++;
    }
    p->at++;
    return enif_make_map_from_arrays(p->env, keys, values, n, t);
}

static int value(Parser *p, ERL_NIF_TERM *t) {
    long n = 0;
    if (p->at == p->end)
        return 0;
    switch (*p->at) {
    case '"': return string(p, t);
    case '[': return list(p, t);
    case '{': return object(p, t);
    }
    while (p->at < p->end && *p->at >= '0' && *p->at <= '9')
        n = n * 10 + (*p->at++ - '0');
    *t = enif_make_long(p->env, n);
    return 1;
}

static ERL_NIF_TERM parse(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifBinary bin;
    Parser p = {env};
    ERL_NIF_TERM t;
    if (!enif_inspect_binary(env, argv[0], &bin))
        return enif_make_badarg(env);
    p.at = bin.data;
    p.end = bin.data + bin.size;
    return value(&p, &t) ? t : enif_make_badarg(env);
}

static int load(ErlNifEnv *env, void **priv, ERL_NIF_TERM info) {
    counter_type = enif_open_resource_type(env, NULL, "counter", NULL, ERL_NIF_RT_CREATE, NULL);
    return counter_type == NULL;
}

static ErlNifFunc funcs[] = {
    {"empty", 1, empty},
    {"binary_in", 1, binary_in},
    {"binary_out", 1, binary_out},
    {"binary_made", 1, binary_made},
    {"list_in", 1, list_in},
    {"list_out", 1, list_out},
    {"resource_new", 0, resource_new},
    {"resource_use", 1, resource_use},
    {"thread_sends", 1, thread_sends},
    {"thread_ends", 1, thread_ends},
    {"dirty", 1, empty, ERL_NIF_DIRTY_JOB_CPU_BOUND},
    {"parse", 1, parse},
};

ERL_NIF_INIT(lab_nif, funcs, load, NULL, NULL, NULL)
