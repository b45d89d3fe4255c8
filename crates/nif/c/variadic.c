/* The functions of the interface that take a variable number of arguments: only C can define them, and only C can
 * take such arguments. All else is done in Rust. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef uintptr_t NifTerm;
typedef struct Env Env;

/* Arguments that have not been taken yet. */
typedef struct {
    va_list list;
} Arguments;

/* Rust. */
NifTerm enif_make_tuple_from_array(Env *env, const NifTerm *terms, unsigned count);
NifTerm enif_make_list_from_array(Env *env, const NifTerm *terms, unsigned count);
int nif_print_to_buffer(char *buffer, size_t size, const char *format, Arguments *arguments);
int nif_print_to_file(FILE *file, const char *format, Arguments *arguments);

/* For Rust. */
NifTerm nif_make_tuple(Env *env, unsigned count, ...);
int64_t nif_next_integer(Arguments *arguments, int is_long);
double nif_next_double(Arguments *arguments);
const void *nif_next_pointer(Arguments *arguments);
NifTerm nif_next_term(Arguments *arguments);
void nif_store_count(Arguments *arguments, int bytes, int count);
int nif_write(FILE *file, const char *text, size_t size);

/* For libraries. */
NifTerm enif_make_list(Env *env, unsigned count, ...);
int enif_fprintf(FILE *file, const char *format, ...);
int enif_vfprintf(FILE *file, const char *format, va_list list);
int enif_snprintf(char *buffer, size_t size, const char *format, ...);
int enif_vsnprintf(char *buffer, size_t size, const char *format, va_list list);

int64_t nif_next_integer(Arguments *arguments, int is_long)
{
    return is_long ? va_arg(arguments->list, long) : va_arg(arguments->list, int);
}

double nif_next_double(Arguments *arguments)
{
    return va_arg(arguments->list, double);
}

const void *nif_next_pointer(Arguments *arguments)
{
    return va_arg(arguments->list, const void *);
}

NifTerm nif_next_term(Arguments *arguments)
{
    return va_arg(arguments->list, NifTerm);
}

void nif_store_count(Arguments *arguments, int bytes, int count)
{
    void *to = va_arg(arguments->list, void *);
    switch (bytes) {
    case 1: *(signed char *)to = (signed char)count; break;
    case 2: *(short *)to = (short)count; break;
    case 8: *(long *)to = count; break;
    default: *(int *)to = count; break;
    }
}

/* Writes all of a text: 0, or the number of the error. Standard output and error may be set not to block, which the
 * C library's own functions cannot deal with. */
int nif_write(FILE *file, const char *text, size_t size)
{
    if (file != stdout && file != stderr) {
        errno = 0;
        if (fwrite(text, 1, size, file) == size)
            return 0;
        return errno > 0 ? errno : EIO;
    }
    while (size > 0) {
        ssize_t written = write(fileno(file), text, size);
        if (written >= 0) {
            text += written;
            size -= (size_t)written;
        } else if (errno != EAGAIN && errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int enif_vsnprintf(char *buffer, size_t size, const char *format, va_list list)
{
    Arguments arguments;
    int result;

    va_copy(arguments.list, list);
    result = nif_print_to_buffer(buffer, size, format, &arguments);
    va_end(arguments.list);
    return result;
}

int enif_snprintf(char *buffer, size_t size, const char *format, ...)
{
    va_list list;
    int result;

    va_start(list, format);
    result = enif_vsnprintf(buffer, size, format, list);
    va_end(list);
    return result;
}

int enif_vfprintf(FILE *file, const char *format, va_list list)
{
    Arguments arguments;
    int result;

    va_copy(arguments.list, list);
    result = nif_print_to_file(file, format, &arguments);
    va_end(arguments.list);
    return result;
}

int enif_fprintf(FILE *file, const char *format, ...)
{
    va_list list;
    int result;

    va_start(list, format);
    result = enif_vfprintf(file, format, list);
    va_end(list);
    return result;
}

/* Terms that fit here need no memory of their own. */
#define FEW 64

typedef NifTerm Maker(Env *env, const NifTerm *terms, unsigned count);

__attribute__((noinline)) static NifTerm make(Env *env, unsigned count, va_list list, Maker *from_array)
{
    NifTerm few[FEW];
    NifTerm *terms = count > FEW ? malloc(count * sizeof(NifTerm)) : few;
    NifTerm made;

    if (terms == NULL)
        abort();
    terms[0] = 0;
    for (unsigned i = 0; i < count; i++)
        terms[i] = va_arg(list, NifTerm);
    made = from_array(env, terms, count);
    if (terms != few)
        free(terms);
    return made;
}

NifTerm nif_make_tuple(Env *env, unsigned count, ...)
{
    va_list list;
    NifTerm made;

    va_start(list, count);
    made = make(env, count, list, enif_make_tuple_from_array);
    va_end(list);
    return made;
}

NifTerm enif_make_list(Env *env, unsigned count, ...)
{
    va_list list;
    NifTerm made;

    va_start(list, count);
    made = make(env, count, list, enif_make_list_from_array);
    va_end(list);
    return made;
}
