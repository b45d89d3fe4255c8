//! The built-ins, one file per OTP module, from one table.

mod args;
pub mod arith;
pub mod atomics;
pub mod binary;
pub mod code;
pub mod convert;
pub mod debug;
pub mod digest;
mod dirty;
pub mod ets;
pub mod external;
pub mod funs;
pub mod identifiers;
pub mod inspect;
pub mod internal;
pub mod iolist;
pub mod link;
pub mod lists;
pub mod maps;
pub mod math;
pub mod native;
pub mod node;
pub mod order;
pub mod os;
pub mod packet;
pub mod persistent_term;
pub mod port;
pub mod process;
pub mod process_info;
pub mod raise;
pub mod re;
pub mod records;
pub mod references;
pub mod relation_lists;
pub mod spawn;
pub mod statistics;
pub mod system_info;
mod system_monitor;
mod tasks;
pub mod time;
pub mod timers;
pub mod trace;
pub mod tuples;
mod turns;
pub mod types;
pub mod unicode;

/// Fills the machine's table of built-ins with those of this crate and `more` (those of `io`); to
/// be called once, before any module is loaded.
pub fn register(more: &[&[vm::bif::BifRow]]) {
    vm::crash_dump::PERSISTENT_TERMS.set(persistent_term::each);
    let here: &[&[vm::bif::BifRow]] = &[
        arith::ROWS,
        binary::ROWS,
        atomics::ROWS,
        code::ROWS,
        convert::ROWS,
        debug::ROWS,
        dirty::ROWS,
        digest::ROWS,
        ets::ROWS,
        external::ROWS,
        funs::ROWS,
        identifiers::ROWS,
        inspect::ROWS,
        internal::ROWS,
        iolist::ROWS,
        link::ROWS,
        lists::ROWS,
        maps::ROWS,
        math::ROWS,
        native::ROWS,
        node::ROWS,
        order::ROWS,
        packet::ROWS,
        persistent_term::ROWS,
        os::ROWS,
        port::ROWS,
        raise::ROWS,
        process::ROWS,
        process_info::ROWS,
        re::ROWS,
        records::ROWS,
        spawn::ROWS,
        statistics::ROWS,
        system_info::ROWS,
        system_monitor::ROWS,
        time::ROWS,
        timers::ROWS,
        trace::ROWS,
        trace::session::ROWS,
        tuples::ROWS,
        types::ROWS,
        unicode::ROWS,
    ];
    vm::bif::register(&[here, more].concat());
}
