/* Printing: all conversions, with terms. */
#include <erl_nif.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MANY 4
#define ROOM 300000

static char buffer[ROOM];

/* An argument: an integer, {term, T} or {text, Binary}, whose bytes end with a zero. */
static int argument(ErlNifEnv *env, ERL_NIF_TERM term, int64_t *to) {
    const ERL_NIF_TERM *pair;
    ErlNifBinary text;
    int arity;
    long n;
    if (enif_get_long(env, term, &n)) {
        *to = n;
        return 1;
    }
    if (!enif_get_tuple(env, term, &arity, &pair) || arity != 2)
        return 0;
    if (enif_is_identical(pair[0], enif_make_atom(env, "term"))) {
        *to = (int64_t)pair[1];
        return 1;
    }
    if (!enif_inspect_binary(env, pair[1], &text))
        return 0;
    *to = (int64_t)text.data;
    return 1;
}

static int arguments(ErlNifEnv *env, ERL_NIF_TERM list, int64_t to[MANY]) {
    ERL_NIF_TERM head;
    for (int i = 0; i < MANY && enif_get_list_cell(env, list, &head, &list); i++)
        if (!argument(env, head, &to[i]))
            return 0;
    return 1;
}

/* print(Size, Format, Integers, Float): the result, and the buffer up to the zero. Integers and pointers are passed in
 * the same registers, and floats in others. */
static ERL_NIF_TERM print(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int64_t a[MANY] = {0};
    char format[200];
    unsigned size;
    double d;
    int result;
    ERL_NIF_TERM text;
    if (!enif_get_uint(env, argv[0], &size) || size > ROOM
        || !enif_get_string(env, argv[1], format, sizeof format, ERL_NIF_LATIN1)
        || !arguments(env, argv[2], a) || !enif_get_double(env, argv[3], &d))
        return enif_make_badarg(env);
    memset(buffer, '#', ROOM - 1);
    result = enif_snprintf(buffer, size, format, a[0], a[1], a[2], a[3], d);
    size = strlen(buffer) < 200000 ? strlen(buffer) : 2;
    memcpy(enif_make_new_binary(env, size, &text), buffer, size);
    return enif_make_tuple2(env, enif_make_int(env, result), text);
}

static int counts(char *to, size_t size, const char *format, ...) {
    va_list list;
    int n;
    va_start(list, format);
    n = enif_vsnprintf(to, size, format, list);
    va_end(list);
    return n;
}

/* The counts that %n stores. */
static ERL_NIF_TERM count(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    int i = -1, j = -1;
    long l = -1;
    short s = -1;
    signed char c = -1;
    counts(buffer, sizeof buffer, "%nab%hhncd%hn%T%ln%n", &i, &c, &s, argv[0], &l, &j);
    return enif_make_list5(env, enif_make_int(env, i), enif_make_int(env, c), enif_make_int(env, s),
                           enif_make_long(env, l), enif_make_int(env, j));
}

static int prints(FILE *file, const char *format, ...) {
    va_list list;
    int n;
    va_start(list, format);
    n = enif_vfprintf(file, format, list);
    va_end(list);
    return n;
}

/* What is in a file that has been printed to, and the results. */
static ERL_NIF_TERM file(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    FILE *file = tmpfile(), *none = fopen("/dev/null", "r");
    int a = enif_fprintf(file, "%d %T|", 7, argv[0]), b = prints(file, "%s %T", "x", argv[0]);
    int c = enif_fprintf(none, "%T", argv[0]);
    size_t n;
    ERL_NIF_TERM text;
    rewind(file);
    n = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    fclose(none);
    memcpy(enif_make_new_binary(env, n, &text), buffer, n);
    return enif_make_tuple4(env, enif_make_int(env, a), enif_make_int(env, b), enif_make_int(env, c), text);
}

static ErlNifFunc functions[] = {{"print", 4, print}, {"count", 1, count}, {"file", 1, file}};

ERL_NIF_INIT(nif_printing, functions, NULL, NULL, NULL, NULL)
