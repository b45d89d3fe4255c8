//! Work in parts: `enif_consume_timeslice`, `enif_schedule_nif`, and what thread it runs on.

use crate::abi::{DIRTY_CPU, DIRTY_IO, NifFunction};
use crate::env::{Env, Kind, Scheduled};
use crate::ffi::{Array, NifTerm, Text};
use crate::table::{Row, row};
use std::ffi::{c_int, c_void};
use term::Term;
use vm::bif::BifKind;
use vm::microstates;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_consume_timeslice,
        "int(ErlNifEnv*, int percent)",
        "2.4",
        "Pays for work with a part of the time slice."
    ),
    row!(
        enif_schedule_nif,
        "ERL_NIF_TERM(ErlNifEnv*,const char*,int,ERL_NIF_TERM (*)(ErlNifEnv*,int,const ERL_NIF_TERM[]),int,const ERL_NIF_TERM[])",
        "2.7",
        "Goes on with another function, later or on a dirty scheduler."
    ),
    row!(enif_thread_type, "int(void)", "2.11", "Says what kind of thread it is called on."),
];

/// Where a function with these flags runs; none if they are unknown.
pub(crate) fn kind_of_flags(flags: u32) -> Option<BifKind> {
    match flags {
        0 => Some(BifKind::Normal),
        DIRTY_CPU => Some(BifKind::DirtyCpu),
        DIRTY_IO => Some(BifKind::DirtyIo),
        _ => None,
    }
}

/// Pays for work of the calling NIF with so many per cent of a time slice, 1 to 100. 1 if the slice
/// is used up, and the NIF should return.
#[unsafe(no_mangle)]
pub extern "C" fn enif_consume_timeslice(env: &mut Env, percent: c_int) -> c_int {
    if env.kind() != Kind::Call {
        return 0;
    }
    let Some(p) = env.running() else { return 0 };
    let share = (vm::process::FULL as i64 * i64::from(percent.clamp(1, 100)) / 100) as i32;
    // No more is paid than the slice has left.
    let paid = share.min(p.own().left().max(0));
    p.own().reductions_left -= paid;
    c_int::from(p.own().left() <= 0)
}

/// Has the process go on with another function when the calling NIF returns what this gives.
#[unsafe(no_mangle)]
pub extern "C" fn enif_schedule_nif(
    env: &mut Env,
    name: Text,
    flags: c_int,
    function: Option<NifFunction>,
    argc: c_int,
    argv: Array<NifTerm>,
) -> NifTerm {
    let kind = kind_of_flags(flags as u32);
    let named = std::str::from_utf8(name.bytes()).is_ok_and(|name| name.chars().count() <= 255);
    let (Some(function), Some(kind), true, Ok(n @ 0..=255)) =
        (function, kind, named, usize::try_from(argc))
    else {
        return env.raise(Term::atom(term::am::BADARG));
    };
    let args = argv.of_len(n).iter().map(|t| t.word()).collect();
    let function = function as *const c_void;
    env.rest().scheduled = Some(Scheduled { function, kind, args });
    NifTerm::NONE
}

/// 1 on a scheduler, 2 and 3 on a dirty scheduler that computes or may block, 0 elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn enif_thread_type() -> c_int {
    match microstates::kind() {
        None => 0,
        Some(microstates::Kind::Scheduler) => 1,
        Some(microstates::Kind::DirtyCpu) => 2,
        Some(microstates::Kind::DirtyIo) => 3,
    }
}
