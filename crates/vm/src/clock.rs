//! Erlang's clock: how its monotonic time follows the clocks of the operating system, and the
//! offset from it to Erlang's system time.
//!
//! With time correction (`+c true`) monotonic time goes as the system's monotonic clock does, which
//! no one can set. When the system's time has been set, or has drifted away, Erlang's system time
//! is led there: by a clock that is up to 1 % quicker or slower until they agree (`no_time_warp`),
//! or by another offset (`multi_time_warp`). With `single_time_warp` the offset changes once, when
//! `erlang:system_flag(time_offset, finalize)` says so. Without correction monotonic time is the
//! system's time, but stands still where that goes back. Timers are set for monotonic times.

use crate::hook::Hook;
use crate::system::{self, Warp};
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering, fence};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::Duration;

/// The times of the system's clocks at one moment.
#[derive(Copy, Clone, Debug)]
struct Reading {
    /// Monotonic time since the emulator's start, in ns.
    monotonic: u64,
    /// Time since 1970, in ns.
    system: i64,
}

/// Rates are in parts of 2^11: 20 are nearly 1 %, and 1 is 0.05 %.
const RATE_SHIFT: u32 = 11;
const FAST: i64 = 20;
const SLOW: i64 = 1;
/// Differences of system times, in ns, that are corrected slowly, and fast.
const SMALL_DIFFERENCE: i64 = 50_000;
const LARGE_DIFFERENCE: i64 = 500_000;
/// The offset changes for differences beyond this.
const WARPED: i64 = 2 * SMALL_DIFFERENCE;
/// How long it is from one check to the next, in ns: first, and after something was found, often.
pub(crate) const CHECK_OFTEN: u64 = 15_000_000_000;
const CHECK_SELDOM: u64 = 60_000_000_000;
const CHECK_LEAST: u64 = 10_000_000;
const OFTEN_TIMES: u32 = 10;

/// How Erlang's time goes with the system's monotonic clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Course {
    /// When it began, by the system's clock, and what Erlang's time was then: ns since the start.
    system_ns: u64,
    erlang_ns: u64,
    /// By how much Erlang's clock is quicker.
    rate: i64,
}

impl Course {
    /// Erlang's time when the system's is this.
    #[inline]
    fn at(&self, system_ns: u64) -> u64 {
        let passed = system_ns.saturating_sub(self.system_ns);
        let more = (i128::from(passed) * i128::from(self.rate)) >> RATE_SHIFT;
        (self.erlang_ns + passed).wrapping_add(more as u64)
    }

    /// How long it is by the system's clock until so much of Erlang's time has passed.
    fn system_span(&self, erlang_ns: u64) -> u64 {
        let whole = 1_u64 << RATE_SHIFT;
        let rate = whole.saturating_add_signed(self.rate);
        (u128::from(erlang_ns) * u128::from(whole) / u128::from(rate)) as u64
    }
}

/// The rate that there is to be when Erlang's system time is ahead by so much.
fn rate(now: i64, ahead: i64) -> i64 {
    let needed = match ahead.abs() {
        LARGE_DIFFERENCE.. => FAST,
        _ => SLOW,
    } * -ahead.signum();
    // A correction that is under way goes on in its direction until the times agree. How far they
    // differ still, in this direction:
    let direction = now.signum();
    let left = -ahead * direction;
    match now {
        0 if ahead.abs() <= SMALL_DIFFERENCE => 0,
        0 => needed,
        _ if left > LARGE_DIFFERENCE => FAST * direction,
        _ if left > 0 => now,
        _ if left < -SMALL_DIFFERENCE => needed,
        _ => 0,
    }
}

/// A clock that is corrected.
#[derive(Debug)]
struct Corrected {
    warp: Warp,
    course: Course,
    offset: i64,
    /// `single_time_warp`, and the offset has not been made final.
    preliminary: bool,
    /// How far the system's time has been let go from Erlang's, until the offset is final.
    let_go: i64,
    /// So many checks to come follow quickly on each other.
    often: u32,
}

impl Corrected {
    fn new(warp: Warp, offset: i64) -> Corrected {
        Corrected {
            warp,
            course: Course::default(),
            offset,
            preliminary: warp == Warp::Single,
            let_go: 0,
            often: OFTEN_TIMES,
        }
    }

    fn system_time(&self, now: Reading) -> i64 {
        erlang_time(self.course.at(now.monotonic)) + self.offset
    }

    /// Compares the times; gives when that is to be done again, in ns of Erlang's time.
    fn check(&mut self, now: Reading) -> u64 {
        if !self.preliminary {
            self.let_go = 0;
        }
        let mut ahead = self.system_time(now) - now.system + self.let_go;
        let mut rate_now = self.course.rate;
        let is_off = ahead.abs() > WARPED;
        if is_off && (self.warp == Warp::Multi || self.preliminary) {
            match self.warp {
                Warp::Multi => self.offset -= ahead,
                _ => self.let_go -= ahead,
            }
            ahead = 0;
            rate_now = 0;
            self.often = OFTEN_TIMES;
        } else if self.warp != Warp::Multi {
            rate_now = rate(self.course.rate, ahead);
        }
        if rate_now != self.course.rate {
            let erlang_ns = self.course.at(now.monotonic);
            self.course = Course { system_ns: now.monotonic, erlang_ns, rate: rate_now };
            self.often = OFTEN_TIMES;
        }
        self.often = self.often.saturating_sub(1);
        let usual = if self.often > 0 { CHECK_OFTEN } else { CHECK_SELDOM };
        match rate_now.unsigned_abs() {
            0 => usual,
            rate => ((ahead.unsigned_abs() << RATE_SHIFT) / rate).clamp(CHECK_LEAST, usual),
        }
    }

    /// Makes the offset final, once. Gives whether it did so now.
    fn finalize(&mut self, now: Reading) -> bool {
        let done = std::mem::take(&mut self.preliminary);
        if done {
            self.offset = whole_us(now.system - erlang_time(self.course.at(now.monotonic)));
            self.let_go = 0;
        }
        done
    }
}

/// A clock that is not corrected.
#[derive(Debug)]
struct Uncorrected {
    warp: Warp,
    offset: i64,
    preliminary: bool,
    /// The latest monotonic time that was given, in ns since the start.
    last: u64,
}

impl Uncorrected {
    /// Monotonic time when the system's time is this.
    fn at(&mut self, system: i64) -> u64 {
        let since_start = system - self.offset - MONOTONIC_START;
        match u64::try_from(since_start) {
            Ok(now) if now >= self.last => self.last = now,
            // The system's time has gone back.
            _ if self.warp == Warp::Multi => self.offset = whole_us(system - self.erlang_time()),
            _ => {}
        }
        self.last
    }

    fn erlang_time(&self) -> i64 {
        erlang_time(self.last)
    }

    fn finalize(&mut self, system: i64) -> bool {
        let done = std::mem::take(&mut self.preliminary);
        if done {
            self.at(system);
            self.offset = whole_us(system - self.erlang_time());
        }
        done
    }
}

/// Monotonic time as programs see it, so many ns after the start.
fn erlang_time(since_start: u64) -> i64 {
    MONOTONIC_START + since_start as i64
}

fn whole_us(ns: i64) -> i64 {
    ns.div_euclid(1_000) * 1_000
}

#[derive(Debug)]
enum Clock {
    Corrected(Corrected),
    Uncorrected(Uncorrected),
}

impl Clock {
    fn new(warp: Warp, correction: bool, now: Reading) -> Clock {
        let offset = now.system - erlang_time(now.monotonic);
        match correction {
            true => Clock::Corrected(Corrected::new(warp, offset)),
            false => Clock::Uncorrected(Uncorrected {
                warp,
                offset,
                preliminary: warp == Warp::Single,
                last: now.monotonic,
            }),
        }
    }

    fn offset(&self) -> i64 {
        match self {
            Clock::Corrected(c) => c.offset,
            Clock::Uncorrected(u) => u.offset,
        }
    }

    fn is_preliminary(&self) -> bool {
        match self {
            Clock::Corrected(c) => c.preliminary,
            Clock::Uncorrected(u) => u.preliminary,
        }
    }
}

/// The emulator's clock.
struct Shared {
    clock: Mutex<Clock>,
    is_corrected: bool,
    offset: AtomicI64,
    /// Odd while the course of the clock changes.
    version: AtomicU32,
    system_ns: AtomicU64,
    erlang_ns: AtomicU64,
    rate: AtomicI64,
}

impl Shared {
    /// The course of the clock, and what `read` gives while it is that.
    #[inline]
    fn with_course<T>(&self, read: impl Fn() -> T) -> (Course, T) {
        loop {
            let version = self.version.load(Ordering::Acquire);
            let course = Course {
                system_ns: self.system_ns.load(Ordering::Relaxed),
                erlang_ns: self.erlang_ns.load(Ordering::Relaxed),
                rate: self.rate.load(Ordering::Relaxed),
            };
            let result = read();
            fence(Ordering::Acquire);
            if version & 1 == 0 && self.version.load(Ordering::Relaxed) == version {
                return (course, result);
            }
            std::thread::yield_now();
        }
    }

    /// Lets the clock take another course. The clock is read between two versions, so that times
    /// that others have read belong to one or the other, and none goes back.
    fn check(&self, clock: &mut Corrected) -> u64 {
        let version = self.version.load(Ordering::Relaxed);
        self.version.store(version.wrapping_add(1), Ordering::Relaxed);
        fence(Ordering::SeqCst);
        let next = clock.check(read());
        self.system_ns.store(clock.course.system_ns, Ordering::Relaxed);
        self.erlang_ns.store(clock.course.erlang_ns, Ordering::Relaxed);
        self.rate.store(clock.course.rate, Ordering::Relaxed);
        self.version.store(version.wrapping_add(2), Ordering::Release);
        next
    }

    fn locked(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().expect("the clock")
    }
}

/// Both clocks of the system, as nearly at the same moment as can be had.
fn read() -> Reading {
    const CLOSE_NS: u64 = 10_000;
    const TRIES: u32 = 5;
    let once = || {
        let monotonic = system::monotonic_ns();
        let system = system::wall_clock_ns();
        (system::monotonic_ns() - monotonic, Reading { monotonic, system })
    };
    let mut best = once();
    for _ in 1..TRIES {
        if best.0 <= CLOSE_NS {
            break;
        }
        let other = once();
        if other.0 < best.0 {
            best = other;
        }
    }
    best.1
}

fn shared() -> &'static Shared {
    static SHARED: OnceLock<Shared> = OnceLock::new();
    SHARED.get_or_init(|| {
        let c = system::config();
        let clock = Clock::new(c.time_warp_mode, c.time_correction, read());
        Shared {
            offset: AtomicI64::new(clock.offset()),
            clock: Mutex::new(clock),
            is_corrected: c.time_correction,
            version: AtomicU32::new(0),
            system_ns: AtomicU64::new(0),
            erlang_ns: AtomicU64::new(0),
            rate: AtomicI64::new(0),
        }
    })
}

#[cold]
#[inline(never)]
fn uncorrected(s: &Shared) -> u64 {
    let mut clock = s.locked();
    let Clock::Uncorrected(u) = &mut *clock else { unreachable!("it is not corrected") };
    let now = u.at(system::wall_clock_ns());
    s.offset.store(u.offset, Ordering::Release);
    now
}

/// Erlang's monotonic time, in ns since the start: what timers are set for.
#[inline]
pub fn now_ns() -> u64 {
    let s = shared();
    if !s.is_corrected {
        return uncorrected(s);
    }
    let (course, system_ns) = s.with_course(system::monotonic_ns);
    course.at(system_ns)
}

/// Erlang's monotonic time ([`now_ns`]) when the system's clock was `system_ns`
/// ([`system::monotonic_ns`]), just now. To be called by schedulers between processes.
#[inline]
pub fn at(system_ns: u64) -> u64 {
    let s = shared();
    if !s.is_corrected {
        let now = uncorrected(s);
        // Any reading of the clock may have changed the offset.
        offset_read();
        return now;
    }
    s.with_course(|| ()).0.at(system_ns)
}

/// How long to sleep until Erlang's time is this.
pub fn time_to(erlang_ns: u64) -> Duration {
    let s = shared();
    let left = erlang_ns.saturating_sub(now_ns());
    match s.is_corrected {
        true => Duration::from_nanos(s.with_course(|| ()).0.system_span(left)),
        false => Duration::from_nanos(left),
    }
}

/// Erlang's system time minus its monotonic time, in ns.
pub fn offset() -> i64 {
    shared().offset.load(Ordering::Acquire)
}

/// The state of the offset: `preliminary`, `final` or `volatile`.
pub fn offset_state() -> &'static str {
    match system::config().time_warp_mode {
        Warp::Multi => "volatile",
        Warp::Single if shared().locked().is_preliminary() => "preliminary",
        Warp::Single | Warp::No => "final",
    }
}

/// Makes a preliminary offset final; gives the state that it had.
pub fn finalize() -> &'static str {
    let before = offset_state();
    let s = shared();
    let mut clock = s.locked();
    let now = read();
    let changed = match &mut *clock {
        Clock::Corrected(c) => c.finalize(now),
        Clock::Uncorrected(u) => u.finalize(now.system),
    };
    if changed {
        s.offset.store(clock.offset(), Ordering::Release);
        drop(clock);
        offset_read();
    }
    before
}

/// Compares the clocks; gives the time until they should be compared again, in ns.
pub(crate) fn check() -> u64 {
    let s = shared();
    let next = {
        let mut clock = s.locked();
        let next = match &mut *clock {
            Clock::Corrected(c) => s.check(c),
            Clock::Uncorrected(_) => CHECK_OFTEN,
        };
        s.offset.store(clock.offset(), Ordering::Release);
        next
    };
    offset_read();
    next
}

/// Called when the offset may have changed.
static OFFSET_READ: Hook<fn()> = Hook::new();

/// Sets the function that is called when the offset may have changed; once, at start.
pub(crate) fn set_offset_read(f: fn()) {
    OFFSET_READ.set(f);
}

fn offset_read() {
    if let Some(f) = OFFSET_READ.get() {
        f();
    }
}

/// The value of [`monotonic_time`] at the emulator's start. It is far below zero, so that programs
/// that take it for a date, or that take a difference from 0, are noticed early.
pub const MONOTONIC_START: i64 = -576_460_752_000_000_000;
/// The last nanosecond that the clock shows.
pub const MONOTONIC_END: i64 = 8_646_911_283_000_000_000;

/// Erlang monotonic time, in ns.
#[inline]
pub fn monotonic_time() -> i64 {
    MONOTONIC_START + now_ns() as i64
}

/// Erlang system time minus Erlang monotonic time, in ns.
pub fn time_offset() -> i64 {
    offset()
}

/// Erlang system time, in ns since 1970.
pub fn system_time() -> i64 {
    monotonic_time() + time_offset()
}

/// The time in microseconds, at least one later than any that was given before.
pub fn unique_microseconds() -> i64 {
    static LAST: AtomicI64 = AtomicI64::new(0);
    let now = system_time() / 1_000;
    let mut last = LAST.load(Ordering::Relaxed);
    loop {
        let next = now.max(last + 1);
        match LAST.compare_exchange_weak(last, next, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return next,
            Err(other) => last = other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: i64 = 1_000_000_000;
    /// When the system's clock said that the emulator started.
    const BEGIN: i64 = 1_700_000_000 * S;

    /// Time passes for a clock whose system's time was set forward by `ahead` ns at the start;
    /// gives what it says every half second.
    fn run(clock: &mut Corrected, seconds: i64, set: impl Fn(i64) -> i64) -> Vec<Reading> {
        let mut said = Vec::new();
        let mut check_at = clock.course.at(0) + CHECK_OFTEN;
        for half in 0..2 * seconds {
            let monotonic = half * S / 2;
            // Checks come when they are due, between.
            while check_at <= clock.course.at(monotonic as u64) {
                let course = clock.course;
                let due = course.system_ns + course.system_span(check_at - course.erlang_ns);
                let now = due as i64;
                let next = clock.check(Reading { monotonic: due, system: BEGIN + now + set(now) });
                check_at = clock.course.at(due) + next;
            }
            let now = Reading { monotonic: monotonic as u64, system: BEGIN + monotonic };
            said.push(Reading { monotonic: clock.course.at(now.monotonic), ..now });
        }
        said
    }

    fn new(warp: Warp) -> Corrected {
        Corrected::new(warp, BEGIN - MONOTONIC_START)
    }

    /// How far Erlang's system time is ahead of the system's, at the end.
    fn ahead(clock: &Corrected, said: &[Reading], set: i64) -> i64 {
        let last = said.last().expect("times");
        erlang_time(last.monotonic) + clock.offset - (last.system + set)
    }

    /// By how many ns a half second of Erlang's may differ from one of the system's.
    fn bent(said: &[Reading]) -> i64 {
        let steps = said.windows(2).map(|w| w[1].monotonic as i64 - w[0].monotonic as i64 - S / 2);
        steps.map(i64::abs).max().expect("times")
    }

    #[test]
    fn times_agree_without_anything_being_done() {
        for warp in [Warp::No, Warp::Single, Warp::Multi] {
            let mut clock = new(warp);
            let said = run(&mut clock, 600, |_| 0);
            assert_eq!((ahead(&clock, &said, 0), bent(&said)), (0, 0));
            assert_eq!(clock.offset, BEGIN - MONOTONIC_START);
        }
    }

    #[test]
    fn a_time_that_is_set_is_followed_slowly() {
        for jump in [S, -S, 5 * S, -5 * S, S / 1000, -S / 1000, 100_000, -100_000] {
            let mut clock = new(Warp::No);
            let set = |now| if now < 100 * S { 0 } else { jump };
            let before = run(&mut clock, 100, set);
            assert_eq!(bent(&before), 0);
            let mut clock = new(Warp::No);
            // A hundredth is caught up with a hundred times as long; then there are two checks.
            let all = run(&mut clock, 250 + 110 * jump.abs().div_euclid(S), set);
            let left = ahead(&clock, &all, jump);
            assert!(left.abs() <= SMALL_DIFFERENCE, "{jump}: {left}");
            assert_eq!(clock.course.rate, 0, "{jump}");
            assert!(bent(&all) <= S / 2 / 100, "{jump}: {}", bent(&all));
            assert!(bent(&all) > 0);
            assert!(all.windows(2).all(|w| w[0].monotonic < w[1].monotonic));
            assert_eq!(clock.offset, BEGIN - MONOTONIC_START);
        }
    }

    #[test]
    fn a_drift_is_followed() {
        // Ten times what clocks do.
        let drift = |now: i64| now / 10_000;
        let mut clock = new(Warp::No);
        let said = run(&mut clock, 3_000, drift);
        let last = said.last().expect("times").system - BEGIN;
        assert!(ahead(&clock, &said, drift(last)).abs() < 10_000_000);
        assert!(bent(&said) <= S / 2 / 100);
    }

    #[test]
    fn the_offset_follows_where_time_may_warp() {
        for jump in [3_600 * S, -3_600 * S, 200_000] {
            let mut clock = new(Warp::Multi);
            let said = run(&mut clock, 200, |now| if now < 100 * S { 0 } else { jump });
            assert_eq!((ahead(&clock, &said, jump), bent(&said)), (0, 0));
            assert_eq!(clock.offset, BEGIN - MONOTONIC_START + jump);
        }
    }

    #[test]
    fn the_offset_is_made_final_once() {
        let jump = 3_600 * S;
        let mut clock = new(Warp::Single);
        let said = run(&mut clock, 200, |now| if now < 100 * S { 0 } else { jump });
        assert_eq!((ahead(&clock, &said, 0), bent(&said)), (0, 0), "let go");
        let now = Reading { monotonic: 200 * S as u64, system: BEGIN + 200 * S + jump };
        assert!(clock.finalize(now));
        assert_eq!(clock.offset, BEGIN - MONOTONIC_START + jump);
        assert!(!clock.finalize(Reading { system: 0, ..now }));
        assert_eq!(clock.offset, BEGIN - MONOTONIC_START + jump);
        // From then on as if time did not warp.
        clock.check(Reading { system: now.system + S, ..now });
        assert_eq!(clock.course.rate, FAST);
    }

    #[test]
    fn a_course_that_changes_goes_on_where_it_was() {
        let mut clock = new(Warp::No);
        let mut last = 0;
        for step in 0..100_000_u64 {
            let monotonic = step * 1_000_003;
            let jump = [0, S, -S][(step / 20_000 % 3) as usize];
            let now = Reading { monotonic, system: BEGIN + monotonic as i64 + jump };
            let before = clock.course.at(monotonic);
            clock.check(now);
            assert_eq!(clock.course.at(monotonic), before);
            assert!(before > last || step == 0);
            last = before;
        }
    }

    #[test]
    fn no_time_is_earlier_than_the_one_before() {
        for rate in [-FAST, -SLOW, SLOW, FAST] {
            let course = Course { system_ns: 0, erlang_ns: 0, rate };
            let mut last = 0;
            for ns in 0..20_000 {
                assert!(course.at(ns) >= last, "{rate} {ns}");
                last = course.at(ns);
            }
            // A hundred years.
            let long = 100 * 366 * 86_400 * S as u64;
            let part = ((long as i128 * i128::from(rate)) >> RATE_SHIFT) as i64;
            assert_eq!(course.at(long), long.wrapping_add_signed(part));
            assert!(course.at(course.system_span(1_000_000)).abs_diff(1_000_000) <= 2);
        }
    }

    #[test]
    fn uncorrected_time_stands_still_or_warps() {
        let start = Reading { monotonic: 0, system: BEGIN };
        for (warp, later, offset) in [
            (Warp::No, 10, 0),
            (Warp::Single, 10, 0),
            // It goes on at once.
            (Warp::Multi, 11, -3_600 * S),
        ] {
            let Clock::Uncorrected(mut u) = Clock::new(warp, false, start) else { panic!() };
            assert_eq!(u.at(BEGIN + 10 * S), 10 * S as u64);
            assert_eq!(u.at(BEGIN + 10 * S - 3_600 * S), 10 * S as u64);
            assert_eq!(u.at(BEGIN + 11 * S - 3_600 * S), later * S as u64, "{warp:?}");
            assert_eq!(u.offset, BEGIN - MONOTONIC_START + offset);
            // Forward it leaps.
            assert_eq!(u.at(BEGIN + 8_000 * S), (8_000 * S - offset) as u64);
        }
    }
}
