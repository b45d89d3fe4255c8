//! The table of all functions that libraries may call: what they are for C code, and since when.
//!
//! Each file has the rows of its functions beside them; [`all`] is the whole table. A test compares
//! it with the headers of `erlang-dev`. Adding a function is one row and one function.

/// A function that libraries may call.
pub struct Row {
    /// Its name, by which the linker knows it.
    pub name: &'static str,
    /// Its result and parameters, as its header says them: `int(ErlNifEnv*, ERL_NIF_TERM term)`.
    pub signature: &'static str,
    /// The first version of `erl_nif.h`, or of `erl_driver.h`, that has it: `2.4`.
    pub since: &'static str,
    /// Its purpose, in a line.
    pub what: &'static str,
    /// Where it is.
    pub address: Address,
}

/// The address of a function or variable.
pub struct Address(pub *const ());

// SAFETY: the address of code or of a constant is no thread's property; nothing is written through
// it.
unsafe impl Sync for Address {}

/// A row for the function of this name.
macro_rules! row {
    ($name:ident, $signature:literal, $since:literal, $what:literal) => {
        $crate::table::Row {
            name: stringify!($name),
            signature: $signature,
            since: $since,
            what: $what,
            address: $crate::table::Address($name as *const ()),
        }
    };
}
pub(crate) use row;

/// All rows.
pub fn all() -> impl Iterator<Item = &'static Row> {
    crate::TABLES.iter().flat_map(|table| table.iter()).flat_map(|rows| rows.iter())
}

/// The address of a function by its name.
pub fn find(name: &str) -> Option<*const ()> {
    all().find(|row| row.name == name).map(|row| row.address.0)
}
