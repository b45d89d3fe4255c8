//! Ends of processes of which other nodes have still to be told.
//!
//! A process that ends does not wait until a connection takes what it has to say: all that many
//! others are to learn with a large reason might be more than the memory there is. If a connection
//! is busy, the rest of the words is left to a thread, which goes on when the connection does. The
//! process itself, and all that it had, is gone by then.

use crate::peer::{End, Peer};
use crate::process::signals::Signal;
use crate::process::{RefKey, Running};
use crate::remote;
use crate::sched::small_stack_bytes;
use crate::token::Token;
use crate::trace::events::Last;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use term::OwnedTerm;

/// Somebody at another node who has to be told.
enum Word {
    /// It is linked with the process. The token is that of sequential tracing.
    Linked(Peer, Option<Box<Token>>),
    /// It watches the process, by this key.
    Watching(Peer, RefKey),
}

/// Everybody at other nodes who has to be told that a process has ended.
#[derive(Default)]
pub(crate) struct Farewell {
    words: VecDeque<Word>,
    /// Tells the tracer of the process, when all have been told.
    last: Option<Last>,
}

/// Whether somebody is told here: all others are told by signals at once.
pub(crate) fn is_far(peer: Peer) -> bool {
    matches!(peer.end(), End::Party(_))
}

impl Farewell {
    /// Somebody is linked.
    pub(crate) fn linked(&mut self, peer: Peer, token: Option<Box<Token>>) {
        self.words.push_back(Word::Linked(peer, token));
    }

    /// Somebody watches.
    pub(crate) fn watching(&mut self, peer: Peer, key: RefKey) {
        self.words.push_back(Word::Watching(peer, key));
    }

    /// The next one to be told.
    fn next(&self) -> Option<Peer> {
        self.words.front().map(|word| match word {
            Word::Linked(peer, _) | Word::Watching(peer, _) => *peer,
        })
    }

    /// Tells the next one that process `pid` has ended.
    fn tell(&mut self, pid: u64, reason: &OwnedTerm) {
        let Some(word) = self.words.pop_front() else { return };
        let reason = reason.clone();
        match word {
            Word::Linked(peer, token) => {
                remote::tell(peer, Signal::LinkExit(Peer::process(pid), reason, token));
            }
            Word::Watching(peer, key) => remote::tell(peer, Signal::Down(key, reason)),
        }
    }

    /// Tells all for a process that ends, as far as their connections are not busy; the rest is
    /// left to the thread. Its tracer is told of the end when all have been.
    pub(crate) fn say(mut self, p: &Running<'_>, reason: &OwnedTerm, last: Option<Last>) {
        self.last = last;
        let waits = |peer| !p.own_ref().flags.async_dist && remote::is_to_wait(peer, Some(p));
        if self.goes_on(p.id, reason, waits) {
            leave(Later { pid: p.id, reason: reason.clone(), farewell: self });
        }
    }

    /// Tells one after the other that process `pid` has ended, up to one for whom that is to wait;
    /// false if that was all.
    fn goes_on(&mut self, pid: u64, reason: &OwnedTerm, waits: impl Fn(Peer) -> bool) -> bool {
        while let Some(peer) = self.next() {
            if waits(peer) {
                return true;
            }
            self.tell(pid, reason);
        }
        if let Some(last) = self.last.take() {
            last();
        }
        false
    }
}

/// A farewell that is left to the thread.
struct Later {
    pid: u64,
    reason: OwnedTerm,
    farewell: Farewell,
}

#[derive(Default)]
struct Left {
    /// The farewells that the thread has not looked at since something has changed.
    waiting: Vec<Later>,
    /// The processes of all farewells.
    pids: Vec<u64>,
    /// A connection goes on, or there is a new farewell.
    changed: bool,
}

static LEFT: Mutex<Left> =
    Mutex::new(Left { waiting: Vec::new(), pids: Vec::new(), changed: false });
static CHANGED: Condvar = Condvar::new();

fn left() -> MutexGuard<'static, Left> {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves a farewell to the thread.
fn leave(later: Later) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let thread = std::thread::Builder::new().name("farewells".into());
        if let Err(e) = thread.stack_size(small_stack_bytes()).spawn(work) {
            term::fatal::end(format_args!("Failed to create a thread for farewells: {e}"));
        }
    });
    let mut left = left();
    left.pids.push(later.pid);
    left.waiting.push(later);
    left.changed = true;
    CHANGED.notify_one();
}

/// A connection goes on that farewells wait for.
pub fn go_on() {
    left().changed = true;
    CHANGED.notify_one();
}

/// The processes that have ended, and of which others have still to be told; none if somebody is
/// changing them.
pub(crate) fn pids() -> Vec<u64> {
    LEFT.try_lock().map(|left| left.pids.clone()).unwrap_or_default()
}

fn work() {
    loop {
        let mut all = {
            let mut left = left();
            while !left.changed {
                left = CHANGED.wait(left).unwrap_or_else(PoisonError::into_inner);
            }
            left.changed = false;
            std::mem::take(&mut left.waiting)
        };
        all.retain_mut(|later| {
            let Later { pid, reason, farewell } = &mut *later;
            let waits = farewell.goes_on(*pid, reason, |peer| remote::is_to_wait(peer, None));
            if !waits {
                left().pids.retain(|&pid| pid != later.pid);
            }
            waits
        });
        left().waiting.append(&mut all);
    }
}
