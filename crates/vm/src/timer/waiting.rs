//! Receives with a limit of time.

use crate::process::{NEVER, Own};
use crate::{clock, timer};
use term::{Term, am};

/// The longest limit, in ms.
const LONGEST: u64 = 0xffff_ffff;

/// The way in which a receive goes on that has seen all messages.
pub(crate) enum Wait {
    /// Its time is up: execution goes on behind it.
    Over,
    /// It waits for the next message, or until its time is up.
    On,
    /// It fails: that is no limit.
    BadLimit,
}

/// A receive has seen all messages, perhaps not for the first time: its timer runs from the first
/// time on. If it looks at none, but only waits, `limit` means something the first time only: it is
/// in an X register, and those are not kept while a process waits.
pub(crate) fn begin(own: &mut Own, process: u64, limit: Term<'_>, only_waits: bool) -> Wait {
    if std::mem::take(&mut own.timed_out) {
        return Wait::Over;
    }
    if own.timeout != 0 {
        return Wait::On;
    }
    if limit.is(am::INFINITY) {
        if only_waits {
            own.timeout = NEVER;
        }
        return Wait::On;
    }
    match limit.as_u64() {
        Some(0) => Wait::Over,
        Some(ms) if ms <= LONGEST => {
            own.timeout = clock::now_ns() + ms * 1_000_000;
            // Most receives get their message in time, and the next one has its limit later.
            if own.alarm == 0 || own.alarm > own.timeout {
                stop(own);
                set_alarm(own, process);
            }
            Wait::On
        }
        _ => Wait::BadLimit,
    }
}

fn set_alarm(own: &mut Own, process: u64) {
    own.alarm = own.timeout;
    own.timer = timer::start(own.alarm, timer::Action::Timeout(process, own.alarm));
}

/// The timer for this time has fired: whether the time of the receive is up.
pub(crate) fn fired(own: &mut Own, process: u64, when: u64) -> bool {
    if own.alarm != when {
        return false;
    }
    own.alarm = 0;
    match own.timeout {
        0 | NEVER => false,
        until if until <= when => {
            own.timeout = 0;
            own.timed_out = true;
            true
        }
        _ => {
            set_alarm(own, process);
            false
        }
    }
}

/// The receive has got its message.
#[inline]
pub(crate) fn received(own: &mut Own) {
    own.timeout = 0;
    own.timed_out = false;
}

/// Stops the timer, if there is one.
pub(crate) fn stop(own: &mut Own) {
    if std::mem::take(&mut own.alarm) != 0 {
        timer::cancel(own.timer);
    }
}

/// The time of a receive is up: the next one looks at all messages.
pub(crate) fn end(own: &mut Own) {
    own.mailbox.rewind();
    own.timed_out = false;
}
