//! `erlang:system_flag(multi_scheduling, …)`: processes that want only one scheduler to run.

use super::{add_exit_hook, blocking_changed};
use crate::process::Running;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once};

/// The schedulers that a process blocks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// `block`: all schedulers but one; the dirty ones and that one execute by turns.
    All,
    /// `block_normal`: all schedulers but one, but none of the dirty ones.
    Normal,
}

/// A process that blocks: its number, and how often it does so with each [`Block`].
type Blocker = (u64, [u32; 2]);

static BLOCKERS: Mutex<Vec<Blocker>> = Mutex::new(Vec::new());
/// Their number, to be read without the lock.
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn change<R>(f: impl FnOnce(&mut Vec<Blocker>) -> R) -> R {
    let mut blockers = BLOCKERS.lock().expect("blockers");
    let result = f(&mut blockers);
    blockers.retain(|b| b.1 != [0, 0]);
    COUNT.store(blockers.len(), Ordering::SeqCst);
    drop(blockers);
    blocking_changed();
    result
}

/// Whether only one scheduler runs processes.
pub fn is_blocked() -> bool {
    COUNT.load(Ordering::SeqCst) != 0
}

/// The block that is in force; of both, the one that blocks more.
pub fn blocked() -> Option<Block> {
    [Block::All, Block::Normal].into_iter().find(|&what| !blockers(what).is_empty())
}

/// The processes that block this.
pub fn blockers(what: Block) -> Vec<u64> {
    let blockers = BLOCKERS.lock().expect("blockers");
    blockers.iter().filter(|b| b.1[what as usize] != 0).map(|b| b.0).collect()
}

/// Blocks for a process, on its own thread; once more if it has done so already.
pub fn block(p: &Running<'_>, what: Block) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| add_exit_hook(|p, _| process_exits(p)));
    change(|blockers| {
        let place = blockers.iter().position(|b| b.0 == p.id).unwrap_or_else(|| {
            blockers.push((p.id, [0, 0]));
            blockers.len() - 1
        });
        blockers[place].1[what as usize] += 1;
    });
}

/// Takes one block of a process back, if it has one.
pub fn unblock(p: &Running<'_>, what: Block) {
    change(|blockers| {
        if let Some(b) = blockers.iter_mut().find(|b| b.0 == p.id) {
            b.1[what as usize] = b.1[what as usize].saturating_sub(1);
        }
    });
}

fn process_exits(p: &Running<'_>) {
    if is_blocked() {
        change(|blockers| blockers.retain(|b| b.0 != p.id));
    }
}
