//! Time: Erlang's clock in C's units, and the two tuples of three numbers.

use crate::env::Env;
use crate::ffi::{NifTerm, Out};
use crate::table::{Row, row};
use std::ffi::{c_int, c_ulong};
use term::Term;
use vm::{clock, microstates};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(driver_get_now, "int(ErlDrvNowData *now)", "1.0", "Gives the time of erlang:now/0."),
    row!(
        enif_convert_time_unit,
        "ErlNifTime(ErlNifTime, ErlNifTimeUnit, ErlNifTimeUnit)",
        "2.10",
        "Converts a time to another unit."
    ),
    row!(
        enif_cpu_time,
        "ERL_NIF_TERM(ErlNifEnv *env)",
        "2.10",
        "Makes a tuple of the processors' time that has been used."
    ),
    row!(
        enif_monotonic_time,
        "ErlNifTime(ErlNifTimeUnit)",
        "2.10",
        "Gives Erlang's monotonic time."
    ),
    row!(enif_now_time, "ERL_NIF_TERM(ErlNifEnv *env)", "2.10", "Makes the tuple of erlang:now/0."),
    row!(
        enif_time_offset,
        "ErlNifTime(ErlNifTimeUnit)",
        "2.10",
        "Gives the distance from monotonic to system time."
    ),
    row!(
        erl_drv_convert_time_unit,
        "ErlDrvTime(ErlDrvTime val, ErlDrvTimeUnit from, ErlDrvTimeUnit to)",
        "3.3",
        "Converts a time to another unit."
    ),
    row!(
        erl_drv_monotonic_time,
        "ErlDrvTime(ErlDrvTimeUnit time_unit)",
        "3.3",
        "Gives Erlang's monotonic time."
    ),
    row!(
        erl_drv_time_offset,
        "ErlDrvTime(ErlDrvTimeUnit time_unit)",
        "3.3",
        "Gives the distance from monotonic to system time."
    ),
];

/// `ERL_NIF_TIME_ERROR`.
const ERROR: i64 = i64::MIN;

/// How many of a unit a second has; none if there is no such unit.
fn per_second(unit: c_int) -> Option<i64> {
    [1, 1_000, 1_000_000, 1_000_000_000].get(usize::try_from(unit).ok()?).copied()
}

/// A time in another unit: the whole number below it. A time that is too large wraps around.
fn convert(time: i64, from: c_int, to: c_int) -> i64 {
    let (Some(from), Some(to)) = (per_second(from), per_second(to)) else { return ERROR };
    if to >= from { time.wrapping_mul(to / from) } else { time.div_euclid(from / to) }
}

/// A time in nanoseconds, in this unit. Only schedulers have the time.
fn on_scheduler(time_ns: fn() -> i64, unit: c_int) -> i64 {
    const NANOSECONDS: c_int = 3;
    match microstates::kind() {
        Some(_) => convert(time_ns(), NANOSECONDS, unit),
        None => ERROR,
    }
}

super::both! {
    /// Gives Erlang's monotonic time in this unit (0 seconds, 1 milliseconds, 2 microseconds, 3
    /// nanoseconds). The least number if there is no such unit, or on a thread that is no
    /// scheduler.
    fn enif_monotonic_time, erl_drv_monotonic_time(unit: c_int) -> i64 {
        on_scheduler(clock::monotonic_time, unit)
    }
}
super::both! {
    /// Gives what has to be added to Erlang's monotonic time to get its system time. The least
    /// number if there is no such unit, or on a thread that is no scheduler.
    fn enif_time_offset, erl_drv_time_offset(unit: c_int) -> i64 {
        on_scheduler(clock::time_offset, unit)
    }
}
super::both! {
    /// Converts a time to another unit: to the whole number below it. The least number if there is
    /// no such unit.
    fn enif_convert_time_unit, erl_drv_convert_time_unit(time: i64, from: c_int, to: c_int) -> i64 {
        convert(time, from, to)
    }
}

/// Millions of seconds, seconds and microseconds.
fn three_parts(us: i64) -> [i64; 3] {
    let seconds = us / 1_000_000;
    [seconds / 1_000_000, seconds % 1_000_000, us % 1_000_000]
}

/// Makes `{MegaSeconds, Seconds, MicroSeconds}`, as `erlang:now()` does.
#[unsafe(no_mangle)]
pub extern "C" fn enif_now_time(env: &Env) -> NifTerm {
    let parts = three_parts(clock::unique_microseconds());
    env.give(|heap| heap.tuple(&parts.map(Term::small)))
}

/// Makes `{MegaSeconds, Seconds, MicroSeconds}` of the time for which processors have executed the
/// emulator.
#[unsafe(no_mangle)]
pub extern "C" fn enif_cpu_time(env: &Env) -> NifTerm {
    let mut used = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call fills the structure, which is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut used) };
    let parts = three_parts(used.tv_sec * 1_000_000 + used.tv_nsec / 1_000);
    env.give(|heap| heap.tuple(&parts.map(Term::small)))
}

/// `ErlDrvNowData`.
#[repr(C)]
pub struct Now {
    /// Millions of seconds.
    pub mega_s: c_ulong,
    /// Seconds.
    pub s: c_ulong,
    /// Microseconds.
    pub us: c_ulong,
}

/// Gives the time of `erlang:now()`. 0, or -1 without a place for it.
#[unsafe(no_mangle)]
pub extern "C" fn driver_get_now(now: Option<Out<Now>>) -> c_int {
    let Some(mut now) = now else { return -1 };
    let [mega_s, s, us] = three_parts(clock::unique_microseconds()).map(|n| n as c_ulong);
    now.set(Now { mega_s, s, us });
    0
}
