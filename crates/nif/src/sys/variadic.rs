//! The functions with a variable number of arguments, which are in `c/variadic.c`. Another one,
//! `enif_make_tuple`, has only its rare cases there.

use crate::table::{Row, row};
use std::ffi::{c_char, c_int};

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

// SAFETY: the functions are those of `c/variadic.c`. Most are not called from here, but have an
// address, so that it is not said what these take and give; the one that tests call is as C has it.
unsafe extern "C" {
    fn enif_fprintf();
    fn enif_make_list();
    pub(crate) fn nif_make_tuple();
    pub(super) fn enif_snprintf(to: *mut c_char, size: usize, format: *const c_char, ...) -> c_int;
    fn enif_vfprintf();
    fn enif_vsnprintf();
}
