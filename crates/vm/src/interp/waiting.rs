//! Receives with a limit of time.

use crate::process::{NEVER, Own};
use crate::{system, timer};
use term::{Term, am};

/// The longest limit, in ms.
const LONGEST: u64 = 0xffff_ffff;

/// What a receive does that has seen all messages.
pub(super) enum Wait {
    /// It goes on behind: its time is up.
    Over,
    /// It waits for the next message, or until its time is up.
    On,
    /// It fails: that is no limit.
    BadLimit,
}

/// A receive has seen all messages, perhaps not for the first time: its timer runs from the first
/// time on. If it looks at none, but only waits, `limit` means something the first time only: it is
/// in an X register, and those are not kept while a process waits.
pub(super) fn begin(own: &mut Own, process: u64, limit: Term<'_>, only_waits: bool) -> Wait {
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
            own.timeout = system::unique();
            let when = system::monotonic_ns() + ms * 1_000_000;
            own.timer = timer::start(when, timer::Action::Timeout(process, own.timeout));
            Wait::On
        }
        _ => Wait::BadLimit,
    }
}

/// The time of a receive is up: the next one looks at all messages.
pub(super) fn end(own: &mut Own) {
    own.mailbox.rewind();
    own.timed_out = false;
}
