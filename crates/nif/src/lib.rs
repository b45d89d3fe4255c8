//! The interface of C code: libraries with NIFs and drivers, as `erl_nif.h` and `erl_driver.h`
//! describe it.
//!
//! ```text
//!  load_nif ──► library (dlopen, entry, load) ──► call: Env on the process's heap ──► C function
//!                                                                                        │ enif_…
//!  table: every function that libraries may call  ◄───────────────────────────────────────┘
//!    terms/    make, get, maps, binaries          sys/     memory, threads, locks, time, printing
//!    resource  select  monitor  message  schedule driver/  ports whose driver is C code
//! ```
//!
//! The functions are safe Rust. The promises that C code makes by calling them are in the types of
//! their parameters ([`ffi`]), and what it may do where is decided by the environment that it
//! passes ([`env`]).

pub mod abi;
mod check;
pub mod driver;
pub mod env;
pub mod ffi;
pub mod halt;
pub mod ioq;
pub mod library;
pub mod message;
pub mod monitor;
pub mod open;
pub mod resource;
pub mod schedule;
pub mod select;
pub mod sys;
pub mod table;
pub mod terms;
pub mod version;
mod watchers;

pub use sys::dynamic::why_not_opened;
use table::Row;
use vm::bif::BifRow;

/// The built-ins of this crate, for the table of built-ins.
pub const ROWS: &[&[BifRow]] = &[library::BIFS, driver::ddll::ROWS];

/// Makes known to the emulator what it calls; once, before the first process runs.
pub fn init() {
    monitor::init();
    driver::ddll::init();
    // The linker keeps what the program refers to.
    std::hint::black_box(table::all().count());
}

/// The table: of NIFs and of drivers.
pub(crate) const TABLES: &[&[&[Row]]] = &[TABLE, driver::TABLE];

/// The table, by files.
pub(crate) const TABLE: &[&[Row]] = &[
    ioq::ROWS,
    halt::ROWS,
    library::ROWS,
    message::ROWS,
    monitor::ROWS,
    resource::ROWS,
    schedule::ROWS,
    select::ROWS,
    sys::dynamic::ROWS,
    sys::environment::ROWS,
    sys::info::ROWS,
    sys::locks::ROWS,
    sys::memory::ROWS,
    sys::threads::ROWS,
    sys::time::ROWS,
    sys::variadic::ROWS,
    terms::atoms::ROWS,
    terms::binaries::ROWS,
    terms::compare::ROWS,
    terms::exceptions::ROWS,
    terms::external::ROWS,
    terms::is::ROWS,
    terms::lists::ROWS,
    terms::maps::ROWS,
    terms::numbers::ROWS,
];
