/* Terms: what the functions that make, read, compare and convert them give, at their limits. */
#include <erl_nif.h>
#include <math.h>
#include <string.h>

typedef ERL_NIF_TERM T;
#define NIF(NAME) static T NAME(ErlNifEnv *env, int argc, const T argv[])

/* Array to list, without an empty one. */
static T ints(ErlNifEnv *env, const long *values, unsigned n) {
    T list = enif_make_list_from_array(env, NULL, 0);
    while (n-- > 0) list = enif_make_list_cell(env, enif_make_long(env, values[n]), list);
    return list;
}

static int int_of(ErlNifEnv *env, T t) {
    int i = -1;
    enif_get_int(env, t, &i);
    return i;
}

static T pair(ErlNifEnv *env, T a, T b) {
    T both[2] = {a, b};
    return enif_make_tuple_from_array(env, both, 2);
}

NIF(kind) {
    T t = argv[0];
    long found[] = {enif_term_type(env, t), enif_is_atom(env, t), enif_is_binary(env, t),
                    enif_is_empty_list(env, t), enif_is_fun(env, t), enif_is_list(env, t),
                    enif_is_map(env, t), enif_is_number(env, t), enif_is_pid(env, t),
                    enif_is_port(env, t), enif_is_ref(env, t), enif_is_tuple(env, t)};
    return ints(env, found, 12);
}

/* Which of int, unsigned, long, unsigned long and double it is; and what was read, made a term again. */
NIF(number) {
    int i;
    unsigned u;
    long l;
    unsigned long ul;
    double d;
    T list = ints(env, NULL, 0);
    if (enif_get_double(env, argv[0], &d)) list = enif_make_list_cell(env, enif_make_double(env, d), list);
    if (enif_get_ulong(env, argv[0], &ul)) list = enif_make_list_cell(env, enif_make_ulong(env, ul), list);
    if (enif_get_long(env, argv[0], &l)) list = enif_make_list_cell(env, enif_make_long(env, l), list);
    if (enif_get_uint(env, argv[0], &u)) list = enif_make_list_cell(env, enif_make_uint(env, u), list);
    if (enif_get_int(env, argv[0], &i)) list = enif_make_list_cell(env, enif_make_int(env, i), list);
    return list;
}

NIF(infinite) {
    T reason = argv[0], t = enif_make_double(env, INFINITY);
    if (!enif_is_exception(env, t) || !enif_has_pending_exception(env, NULL) ||
        !enif_has_pending_exception(env, &reason) ||
        !enif_is_identical(reason, enif_make_atom(env, "badarg")))
        return enif_raise_exception(env, enif_make_atom(env, "not_badarg"));
    return argv[0];
}

NIF(string) {
    char buffer[8];
    memset(buffer, '#', sizeof buffer);
    int n = enif_get_string(env, argv[0], buffer, int_of(env, argv[1]), ERL_NIF_LATIN1);
    return pair(env, enif_make_int(env, n), enif_make_string_len(env, buffer, 8, ERL_NIF_LATIN1));
}

NIF(atom) {
    char buffer[8];
    unsigned length = 77;
    memset(buffer, '#', sizeof buffer);
    int n = enif_get_atom(env, argv[0], buffer, int_of(env, argv[1]), ERL_NIF_LATIN1);
    int m = enif_get_atom_length(env, argv[0], &length, ERL_NIF_LATIN1);
    long found[] = {n, m, length};
    return pair(env, ints(env, found, 3), enif_make_string_len(env, buffer, 8, ERL_NIF_LATIN1));
}

NIF(long_atom) {
    char name[400];
    memset(name, 'n', sizeof name);
    return enif_make_atom_len(env, name, int_of(env, argv[0]));
}

NIF(existing_atom) {
    ErlNifBinary name;
    T t = argv[0];
    enif_inspect_binary(env, argv[0], &name);
    enif_make_existing_atom_len(env, (char *)name.data, name.size, &t, ERL_NIF_LATIN1);
    return t;
}

NIF(compare) {
    long found[] = {enif_compare(argv[0], argv[1]), enif_is_identical(argv[0], argv[1])};
    return ints(env, found, 2);
}

NIF(hash) { return enif_make_ulong(env, enif_hash(ERL_NIF_PHASH2, argv[0], 99)); }

NIF(reversed) {
    T list = argv[0];
    unsigned length = 77;
    int done = enif_make_reverse_list(env, argv[0], &list);
    int proper = enif_get_list_length(env, argv[0], &length);
    long found[] = {done, proper, length};
    return pair(env, ints(env, found, 3), list);
}

/* Memory of some size, of which the structure says another size when it becomes a term. */
NIF(memory) {
    ErlNifBinary b;
    enif_alloc_binary(int_of(env, argv[0]), &b);
    memset(b.data, 'x', b.size);
    b.size = int_of(env, argv[1]);
    T first = enif_make_binary(env, &b);
    return pair(env, first, enif_make_binary(env, &b));
}

NIF(resized) {
    ErlNifBinary b;
    int n = int_of(env, argv[1]);
    enif_inspect_binary(env, argv[0], &b);
    enif_realloc_binary(&b, n);
    enif_realloc_binary(&b, 2000);
    memset(b.data + n, 'z', 2000 - n);
    enif_realloc_binary(&b, n + 1);
    return enif_make_binary(env, &b);
}

NIF(new_binary) {
    T t;
    int n = int_of(env, argv[0]);
    memset(enif_make_new_binary(env, n, &t), 'y', n);
    return pair(env, t, enif_make_sub_binary(env, t, 1, 2));
}

NIF(inspect) {
    ErlNifBinary b;
    T bytes = enif_make_atom(env, "none"), all = bytes;
    if (enif_inspect_binary(env, argv[0], &b)) bytes = enif_make_binary(env, &b);
    if (enif_inspect_iolist_as_binary(env, argv[0], &b)) all = enif_make_binary(env, &b);
    return pair(env, bytes, all);
}

NIF(external) {
    ErlNifBinary b;
    enif_term_to_binary(env, argv[0], &b);
    return enif_make_binary(env, &b);
}

NIF(read_external) {
    ErlNifBinary b;
    T t = argv[0];
    enif_inspect_binary(env, argv[0], &b);
    size_t n = enif_binary_to_term(env, b.data, b.size, &t, int_of(env, argv[1]));
    return pair(env, enif_make_ulong(env, n), n ? t : enif_make_atom(env, "none"));
}

/* All functions for maps with one key. */
NIF(map) {
    size_t size = 77;
    T put = argv[0], without = argv[0], other = argv[0], twice[2] = {argv[1], argv[1]};
    long found[] = {enif_make_map_put(env, argv[0], argv[1], argv[1], &put),
                    enif_make_map_update(env, argv[0], argv[1], argv[1], &other),
                    enif_make_map_remove(env, argv[0], argv[1], &without),
                    enif_get_map_value(env, argv[0], argv[1], &other),
                    enif_make_map_from_arrays(env, twice, twice, 2, &other),
                    enif_make_map_from_arrays(env, twice, twice, 1, &other),
                    enif_get_map_size(env, argv[0], &size), size};
    return pair(env, ints(env, found, 8), pair(env, put, without));
}

/* Where an iterator is: at its beginning, after a step back and after two steps on. */
NIF(iterator) {
    ErlNifMapIterator i;
    T k, v;
    long found[9];
    if (!enif_map_iterator_create(env, argv[0], &i, int_of(env, argv[1])))
        return enif_make_atom(env, "none");
    found[0] = enif_map_iterator_is_head(env, &i);
    found[1] = enif_map_iterator_is_tail(env, &i);
    found[2] = enif_map_iterator_get_pair(env, &i, &k, &v);
    found[3] = enif_map_iterator_prev(env, &i);
    found[4] = enif_map_iterator_is_head(env, &i);
    found[5] = enif_map_iterator_next(env, &i);
    found[6] = enif_map_iterator_next(env, &i);
    found[7] = enif_map_iterator_is_tail(env, &i);
    found[8] = enif_map_iterator_get_pair(env, &i, &k, &v);
    enif_map_iterator_destroy(env, &i);
    return ints(env, found, 9);
}

/* The associations in an iterator's order, collected from the last to the first. */
NIF(associations) {
    ErlNifMapIterator i;
    T k, v, list = ints(env, NULL, 0);
    enif_map_iterator_create(env, argv[0], &i, ERL_NIF_MAP_ITERATOR_LAST);
    while (enif_map_iterator_get_pair(env, &i, &k, &v)) {
        list = enif_make_list_cell(env, pair(env, k, v), list);
        enif_map_iterator_prev(env, &i);
    }
    enif_map_iterator_destroy(env, &i);
    return list;
}

/* A copy by way of an environment of its own. */
NIF(copy) {
    ErlNifEnv *own = enif_alloc_env();
    T t = enif_make_copy(env, enif_make_copy(own, argv[0]));
    enif_free_env(own);
    return t;
}

static ErlNifFunc functions[] = {
    {"kind", 1, kind}, {"number", 1, number}, {"infinite", 1, infinite}, {"string", 2, string},
    {"atom", 2, atom}, {"long_atom", 1, long_atom}, {"existing_atom", 1, existing_atom},
    {"compare", 2, compare}, {"hash", 1, hash}, {"reversed", 1, reversed}, {"memory", 2, memory},
    {"resized", 2, resized}, {"new_binary", 1, new_binary}, {"inspect", 1, inspect},
    {"external", 1, external}, {"read_external", 2, read_external}, {"map", 2, map},
    {"iterator", 2, iterator}, {"associations", 1, associations}, {"copy", 1, copy}};

ERL_NIF_INIT(nif_terms, functions, NULL, NULL, NULL, NULL)
