//! Messages that native code receives and sends.

use super::{allocating, process};
use crate::delivery;
use crate::process::Own;
use crate::timer::waiting::{self, Wait};
use crate::trace::seq;
use crate::watch;
use native_abi::{NOT_FOUND, NOTHING, Registers};
use std::ops::Range;
use term::{Term, Word};

/// The message that is looked at, if there is one.
pub(super) unsafe extern "C" fn message(r: *mut Registers) -> Word {
    // SAFETY: native code passes its registers and waits, on the process's thread. Nothing else
    // uses the registers or the process before this returns.
    let (r, mut p) = unsafe { (&mut *r, process(r)) };
    look(r, p.own()).unwrap_or(NOT_FOUND)
}

/// The message that a receive is to look at, if there is one. Native code learns where the messages
/// behind it are, so that it can look at them by itself.
fn look(r: &mut Registers, own: &mut Own) -> Option<Word> {
    let found = own.mailbox.current()?;
    let (slots, save) = own.mailbox.slots();
    let Range { start, end } = slots.as_ptr_range();
    (r.message_at, r.messages_end, r.save) = (start.cast(), end.cast(), save);
    Some(found)
}

/// The next message, if there is one.
pub(super) unsafe extern "C" fn next_message(r: *mut Registers) -> Word {
    // SAFETY: native code passes its registers and waits, on the process's thread. Nothing else
    // uses the registers or the process before this returns.
    let (r, mut p) = unsafe { (&mut *r, process(r)) };
    let own = p.own();
    own.mailbox.advance();
    look(r, own).unwrap_or(NOT_FOUND)
}

/// Heeds signals when there is no message left to look at. Gives the message that has come, if any
/// has.
pub(super) unsafe extern "C" fn arrived(
    r: *mut Registers,
    stack: *mut Word,
    heap: *mut Word,
    reductions: i64,
    pc: *const u64,
) -> Word {
    // SAFETY: native code passes its registers, stack and heap and waits, on the process's thread.
    // At a receive nothing is in X registers, so all live terms are on the stack.
    let (machine, mut p) = unsafe { super::take_over(r, (stack, heap), reductions as i32, pc) };
    if p.state.bits().has_signals()
        && let Some(outcome) = machine.heed_signals(&mut p, pc)
    {
        return super::stop(machine, outcome);
    }
    super::give_back(machine, &p);
    look(&mut machine.registers, p.own()).unwrap_or(NOTHING)
}

/// Carries out an operation of [`native_abi::marker`] on a receive marker.
pub(super) unsafe extern "C" fn marker(r: *mut Registers, what: u64, a: Word, b: Word) -> Word {
    // SAFETY: native code passes its registers and waits, on the process's thread, so nothing else
    // uses the process. It passes terms of that process, and `[]` where it has none; nothing is
    // collected.
    let (mut p, a, b) = unsafe { (process(r), Term::from_word(a), Term::from_word(b)) };
    let own = p.own();
    match what {
        native_abi::marker::RESERVE => return own.reserve_marker().word(),
        native_abi::marker::BIND => own.bind_marker(a, b),
        native_abi::marker::CLEAR => own.clear_marker(a),
        _ => own.use_marker(a),
    }
    NOT_FOUND
}

/// Takes the message that is looked at; 1 if it is time to collect.
pub(super) unsafe extern "C" fn take_message(r: *mut Registers, top: *mut Word) -> Word {
    // SAFETY: native code passes its registers and the top of a heap that is in order, and waits,
    // on the process's thread. A message that had been lent is a term on that heap, and nothing is
    // collected here.
    unsafe {
        allocating(r, top, |p| {
            let taken = p.own().mailbox.take_current();
            let collect = taken.is_some_and(|m| {
                let m = p.heap().adopt(watch::taken(p, m));
                let mailbox = &mut p.own().mailbox;
                let token = mailbox.keeps_tokens().then(|| mailbox.taken_token());
                if let Some((token, lent)) = token {
                    seq::receives(p, token, lent.map_or(m, |m| Term::from_word(m)));
                }
                p.heap().wants_collection()
            });
            waiting::received(p.own());
            Some(collect.into())
        })
    }
}

/// Begins to wait, at most for `limit`: 1 if the process has to wait, 0 if its time is up. If
/// `limit` is no limit, nothing is done, and the answer is [`NOT_FOUND`].
pub(super) unsafe extern "C" fn begin_wait(
    r: *mut Registers,
    limit: Word,
    only_waits: bool,
) -> Word {
    // SAFETY: native code passes its registers and waits, on the process's thread, so nothing else
    // uses the process. The limit is a term of that process, and nothing is collected.
    let (mut p, limit) = unsafe { (process(r), Term::from_word(limit)) };
    let id = p.id;
    match waiting::begin(p.own(), id, limit, only_waits) {
        Wait::Over => 0,
        Wait::On => 1,
        Wait::BadLimit => NOT_FOUND,
    }
}

/// Ends a receive whose time is up. If the process is traced, nothing is done, and the answer is
/// [`NOT_FOUND`]; any other answer has no meaning.
pub(super) unsafe extern "C" fn end_wait(r: *mut Registers) -> Word {
    // SAFETY: native code passes its registers and waits, on the process's thread, so nothing else
    // uses the process before this returns.
    let mut p = unsafe { process(r) };
    if p.state.bits().is_traced() {
        return NOT_FOUND;
    }
    waiting::end(p.own());
    0
}

/// Sends a message to a process of this node. If the receiver is anything else, nothing is done,
/// and the answer is [`NOT_FOUND`].
pub(super) unsafe extern "C" fn send(
    r: *mut Registers,
    top: *mut Word,
    to: Word,
    message: Word,
) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and terms of
    // the process, and waits, on the process's thread. Sending collects nothing.
    unsafe {
        let (to, message) = (Term::from_word(to), Term::from_word(message));
        allocating(r, top, |p| {
            to.as_pid()?;
            p.own().reductions_left = (*r).reductions as i32;
            // A message can always be sent to a pid.
            let sent = delivery::send(p, to, message).is_ok();
            (*r).reductions = p.own_ref().reductions_left.into();
            sent.then_some(message.word())
        })
    }
}
