//! The functions with a variable number of arguments, which are in `c/variadic.c`.

use crate::table::{Row, row};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(enif_fprintf, "int(FILE* filep, const char *format, ...)", "1.0", "Prints to a file."),
    row!(
        enif_make_list,
        "ERL_NIF_TERM(ErlNifEnv* env, unsigned cnt, ...)",
        "0.1",
        "Makes a list of the arguments."
    ),
    row!(
        enif_make_tuple,
        "ERL_NIF_TERM(ErlNifEnv* env, unsigned cnt, ...)",
        "0.1",
        "Makes a tuple of the arguments."
    ),
    row!(
        enif_snprintf,
        "int(char * buffer, size_t size, const char *format, ...)",
        "2.11",
        "Prints to a buffer."
    ),
    row!(
        enif_vfprintf,
        "int(FILE*, const char *fmt, va_list)",
        "2.14",
        "Prints to a file, from a list of arguments."
    ),
    row!(
        enif_vsnprintf,
        "int(char*, size_t, const char *fmt, va_list)",
        "2.14",
        "Prints to a buffer, from a list of arguments."
    ),
];

// SAFETY: the functions are those of `c/variadic.c`. They are not called from here, but have an
// address, so that what they take and give is not said.
unsafe extern "C" {
    fn enif_fprintf();
    fn enif_make_list();
    fn enif_make_tuple();
    fn enif_snprintf();
    fn enif_vfprintf();
    fn enif_vsnprintf();
}
