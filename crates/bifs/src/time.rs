//! Clocks and calendars; numbers and references that nobody else has.

use crate::arith::exception;
use std::mem::MaybeUninit;
use term::{Heap, Term, View, am, arith, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::clock;
use vm::process::Running;
use vm::system;

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "monotonic_time", 0, monotonic_time_0),
    row("erlang", "monotonic_time", 1, monotonic_time_1),
    row("erlang", "system_time", 0, system_time_0),
    row("erlang", "system_time", 1, system_time_1),
    row("erlang", "time_offset", 0, time_offset_0),
    row("erlang", "time_offset", 1, time_offset_1),
    row("erlang", "timestamp", 0, timestamp_0),
    row("erlang", "now", 0, now_0),
    row("erlang", "unique_integer", 0, unique_integer_0),
    row("erlang", "unique_integer", 1, unique_integer_1),
    row("erlang", "make_ref", 0, make_ref_0),
    row("erlang", "date", 0, date_0),
    row("erlang", "time", 0, time_0),
    row("erlang", "localtime", 0, localtime_0),
    row("erlang", "universaltime", 0, universaltime_0),
    row("erlang", "localtime_to_universaltime", 2, localtime_to_universaltime_2),
    row("erlang", "universaltime_to_localtime", 1, universaltime_to_localtime_1),
    row("erlang", "universaltime_to_posixtime", 1, universaltime_to_posixtime_1),
    row("erlang", "posixtime_to_universaltime", 1, posixtime_to_universaltime_1),
    row("erts_internal", "time_unit", 0, units_per_second),
    row("erts_internal", "perf_counter_unit", 0, units_per_second),
    row("os", "system_time", 0, os_system_time_0),
    row("os", "system_time", 1, os_system_time_1),
    row("os", "timestamp", 0, os_timestamp_0),
    row("os", "perf_counter", 0, os_perf_counter_0),
];

const NS: i128 = 1_000_000_000;

/// The value in a unit's parts per second, from ns.
fn in_unit<'h>(p: &Running<'h>, ns: i64, unit: Term<'h>) -> BifResult<'h> {
    if let View::Big(big) = unit.view()
        && !big.negative
    {
        return in_large_unit(p.heap(), ns, unit);
    }
    let parts = parts_per_second(unit).ok_or(Exception::BADARG)?;
    Ok(p.heap().integer128((i128::from(ns) * i128::from(parts)).div_euclid(NS)))
}

/// As [`in_unit`], in parts of a second whose number has any size.
fn in_large_unit<'h>(heap: &'h Heap, ns: i64, unit: Term<'h>) -> BifResult<'h> {
    let second = Term::small(NS as i64);
    let parts = arith::mul(heap, heap.integer(ns), unit).map_err(exception)?;
    let whole = arith::div(heap, parts, second).map_err(exception)?;
    // Times before the begin of counting are rounded down, too.
    let rest = arith::rem(heap, parts, second).map_err(exception)?.as_small().unwrap_or_default();
    Ok(if rest < 0 { arith::sub(heap, whole, Term::small(1)).map_err(exception)? } else { whole })
}

/// How many of a time unit make a second.
fn parts_per_second(unit: Term<'_>) -> Option<i64> {
    match unit.view() {
        View::Small(n) if n > 0 => Some(n),
        View::Atom(am::SECOND) => Some(1),
        View::Atom(am::MILLISECOND) => Some(1_000),
        View::Atom(am::MICROSECOND) => Some(1_000_000),
        View::Atom(am::NANOSECOND | am::NATIVE | am::PERF_COUNTER) => Some(1_000_000_000),
        // The names they had at first.
        View::Atom(a) if a == atom!("seconds") => Some(1),
        View::Atom(a) if a == atom!("milli_seconds") => Some(1_000),
        View::Atom(a) if a == atom!("micro_seconds") => Some(1_000_000),
        View::Atom(a) if a == atom!("nano_seconds") => Some(1_000_000_000),
        _ => None,
    }
}

fn monotonic_time_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().integer(clock::monotonic_time()))
}

fn monotonic_time_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    in_unit(p, clock::monotonic_time(), args[0])
}

fn system_time_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().integer(clock::system_time()))
}

fn system_time_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    in_unit(p, clock::system_time(), args[0])
}

fn time_offset_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().integer(clock::time_offset()))
}

fn time_offset_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    in_unit(p, clock::time_offset(), args[0])
}

fn units_per_second<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(NS as i64))
}

/// `{MegaSeconds, Seconds, MicroSeconds}`.
pub(crate) fn timestamp_term(heap: &term::Heap, us: i64) -> Term<'_> {
    let (seconds, micro) = (us / 1_000_000, us % 1_000_000);
    let parts = [seconds / 1_000_000, seconds % 1_000_000, micro];
    heap.tuple(&parts.map(Term::small))
}

fn timestamp_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(timestamp_term(p.heap(), clock::system_time() / 1_000))
}

/// The time, at least one microsecond after any that was given before.
fn now_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(timestamp_term(p.heap(), clock::unique_microseconds()))
}

fn os_system_time() -> i64 {
    system::wall_clock_ns()
}

fn os_system_time_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().integer(os_system_time()))
}

fn os_system_time_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    in_unit(p, os_system_time(), args[0])
}

fn os_timestamp_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(timestamp_term(p.heap(), os_system_time() / 1_000))
}

fn os_perf_counter_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().unsigned(system::monotonic_ns()))
}

fn unique_integer_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().integer(system::LEAST_UNIQUE + system::unique() as i64))
}

fn unique_integer_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (mut monotonic, mut positive) = (false, false);
    for option in args[0].to_vec().ok_or(Exception::BADARG)? {
        if option.is(atom!("monotonic")) {
            monotonic = true;
        } else if option.is(atom!("positive")) {
            positive = true;
        } else {
            return Err(Exception::BADARG);
        }
    }
    let n = if monotonic { system::unique_monotonic() } else { system::unique() };
    const BELOW: u64 = system::LEAST_UNIQUE.unsigned_abs();
    let heap = p.heap();
    Ok(match n.checked_sub(BELOW) {
        _ if positive => heap.unsigned(n),
        Some(beyond) => heap.unsigned(beyond),
        None => heap.integer(system::LEAST_UNIQUE + n as i64),
    })
}

fn make_ref_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().reference(system::new_ref()))
}

/// Year, month, day, hour, minute, second.
type DateTime = [i64; 6];

fn date_term(heap: &term::Heap, t: DateTime) -> Term<'_> {
    heap.tuple(&[t[0], t[1], t[2]].map(Term::small))
}

fn time_term(heap: &term::Heap, t: DateTime) -> Term<'_> {
    heap.tuple(&[t[3], t[4], t[5]].map(Term::small))
}

fn date_time_term(heap: &term::Heap, t: DateTime) -> Term<'_> {
    heap.tuple(&[date_term(heap, t), time_term(heap, t)])
}

/// `{{Y,Mo,D},{H,Mi,S}}` of small integers.
fn date_time(t: Term<'_>) -> Option<DateTime> {
    let &[date, time] = t.as_tuple_of::<2>()?;
    let (&[y, mo, d], &[h, mi, s]) = (date.as_tuple_of::<3>()?, time.as_tuple_of::<3>()?);
    let mut parts = [0; 6];
    for (slot, t) in parts.iter_mut().zip([y, mo, d, h, mi, s]) {
        *slot = t.as_small()?;
    }
    Some(parts)
}

fn is_valid(t: DateTime) -> bool {
    let leap = t[0] % 4 == 0 && (t[0] % 100 != 0 || t[0] % 400 == 0);
    let days = match t[1] {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&t[2])
        && (0..24).contains(&t[3])
        && (0..60).contains(&t[4])
        && (0..60).contains(&t[5])
}

/// Days since 1970-01-01 of a date of the Gregorian calendar.
fn days_from_civil(y: i64, m: i64, d: i64) -> i64 {
    // Years begin in March, so that the leap day comes last.
    let y = if m <= 2 { y - 1 } else { y };
    let era = y.div_euclid(400);
    let year_of_era = y - era * 400;
    let day_of_year = (153 * ((m + 9) % 12) + 2) / 5 + d - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1_460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (d, m) = (doy - (153 * mp + 2) / 5 + 1, if mp < 10 { mp + 3 } else { mp - 9 });
    (yoe + era * 400 + i64::from(m <= 2), m, d)
}

fn universal_of(seconds: i64) -> DateTime {
    let (y, m, d) = civil_from_days(seconds.div_euclid(86_400));
    let s = seconds.rem_euclid(86_400);
    [y, m, d, s / 3_600, s / 60 % 60, s % 60]
}

fn seconds_of(t: DateTime) -> i64 {
    days_from_civil(t[0], t[1], t[2]) * 86_400 + t[3] * 3_600 + t[4] * 60 + t[5]
}

/// The local time of a moment.
pub(crate) fn local_of(seconds: i64) -> Option<DateTime> {
    let mut tm = MaybeUninit::<libc::tm>::uninit();
    // SAFETY: both pointers are valid; `localtime_r` fills the structure or gives null.
    let tm = unsafe {
        if libc::localtime_r(&seconds, tm.as_mut_ptr()).is_null() {
            return None;
        }
        tm.assume_init()
    };
    Some([
        i64::from(tm.tm_year) + 1900,
        i64::from(tm.tm_mon) + 1,
        i64::from(tm.tm_mday),
        i64::from(tm.tm_hour),
        i64::from(tm.tm_min),
        i64::from(tm.tm_sec),
    ])
}

fn now_seconds() -> i64 {
    os_system_time() / NS as i64
}

fn local_now() -> DateTime {
    let now = now_seconds();
    local_of(now).unwrap_or_else(|| universal_of(now))
}

fn date_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(date_term(p.heap(), local_now()))
}

fn time_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(time_term(p.heap(), local_now()))
}

fn localtime_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(date_time_term(p.heap(), local_now()))
}

fn universaltime_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(date_time_term(p.heap(), universal_of(now_seconds())))
}

fn checked_date_time<'h>(t: Term<'h>) -> Result<DateTime, Exception<'h>> {
    let t = date_time(t).ok_or(Exception::BADARG)?;
    if is_valid(t) && (0..100_000).contains(&t[0]) { Ok(t) } else { Err(Exception::BADARG) }
}

/// As [`checked_date_time`], of a year that time zones are known for.
fn zoned_date_time<'h>(t: Term<'h>) -> Result<DateTime, Exception<'h>> {
    let t = checked_date_time(t)?;
    if t[0] >= 1902 { Ok(t) } else { Err(Exception::BADARG) }
}

fn localtime_to_universaltime_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let t = zoned_date_time(args[0])?;
    let dst = match args[1].as_atom() {
        Some(am::TRUE) => 1,
        Some(am::FALSE) => 0,
        Some(am::UNDEFINED) => -1,
        _ => return Err(Exception::BADARG),
    };
    // SAFETY: all zeros is a valid value of this structure of integers and one pointer.
    let mut tm: libc::tm = unsafe { std::mem::zeroed() };
    tm.tm_year = (t[0] - 1900) as i32;
    tm.tm_mon = (t[1] - 1) as i32;
    tm.tm_mday = t[2] as i32;
    tm.tm_hour = t[3] as i32;
    tm.tm_min = t[4] as i32;
    tm.tm_sec = t[5] as i32;
    tm.tm_isdst = dst;
    // SAFETY: the structure is complete.
    let mut seconds = unsafe { libc::mktime(&mut tm) };
    if seconds == -1 && universal_of(-1) != t {
        // The zone has no such summer time: as if nothing had been said about it.
        tm.tm_isdst = -1;
        // SAFETY: `mktime` reads and writes `tm` alone, all of whose fields have been set by now.
        seconds = unsafe { libc::mktime(&mut tm) };
    }
    Ok(date_time_term(p.heap(), universal_of(seconds)))
}

fn universaltime_to_localtime_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let t = zoned_date_time(args[0])?;
    let local = local_of(seconds_of(t)).ok_or(Exception::BADARG)?;
    Ok(date_time_term(p.heap(), local))
}

fn universaltime_to_posixtime_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // OTP counts from that year on.
    let t = checked_date_time(args[0])?;
    match t[0] >= 1600 {
        true => Ok(p.heap().integer(seconds_of(t))),
        false => Err(Exception::BADARG),
    }
}

fn posixtime_to_universaltime_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let seconds = args[0].as_i64().ok_or(Exception::BADARG)?;
    if seconds.unsigned_abs() > 1 << 45 {
        return Err(Exception::BADARG);
    }
    Ok(date_time_term(p.heap(), universal_of(seconds)))
}
