/* The functions of the interface that take a variable number of arguments: only C can define them. All that
 * concerns terms is done in Rust. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef uintptr_t NifTerm;
typedef struct Env Env;

NifTerm enif_make_tuple_from_array(Env *env, const NifTerm *terms, unsigned count);
NifTerm enif_make_list_from_array(Env *env, const NifTerm *terms, unsigned count);
