//! The built-ins, one file per OTP module, from one table.

mod args;
pub mod arith;
pub mod convert;
pub mod digest;
pub mod external;
pub mod funs;
pub mod identifiers;
pub mod iolist;
pub mod lists;
pub mod maps;
pub mod math;
pub mod order;
pub mod tuples;
pub mod types;
pub mod unicode;

/// Fills the machine's table of built-ins; to be called once, before any module is loaded.
pub fn register() {
    vm::bif::register(&[
        arith::ROWS,
        convert::ROWS,
        digest::ROWS,
        external::ROWS,
        funs::ROWS,
        identifiers::ROWS,
        iolist::ROWS,
        lists::ROWS,
        maps::ROWS,
        math::ROWS,
        order::ROWS,
        tuples::ROWS,
        types::ROWS,
        unicode::ROWS,
    ]);
}
