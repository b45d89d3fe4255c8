//! The emulator's own children: the programs of ports, and the compiler. They are of no concern to
//! those who handle SIGCHLD, who hear of the others, which libraries have started.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The emulator's own children, by the numbers of their processes; since when there is nobody to
/// wait for any more. Their signals may still be on the way then.
static CHILDREN: Mutex<BTreeMap<i32, Option<Instant>>> = Mutex::new(BTreeMap::new());
/// Held for reading while a child is being started, whose number is not known yet.
static STARTING: RwLock<()> = RwLock::new(());
/// How long a signal may be on the way: a thread that is to run the handler may have to wait long
/// for a processor, and thread sanitizer runs it when the thread next wakes.
const ON_THE_WAY: Duration = Duration::from_secs(60);

fn children() -> MutexGuard<'static, BTreeMap<i32, Option<Instant>>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a child of the emulator's own by `start`, which gives the number of its process and what
/// else it has made.
pub fn start_child<T, E>(start: impl FnOnce() -> Result<(i32, T), E>) -> Result<(i32, T), E> {
    let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
    let (pid, made) = start()?;
    let mut children = children();
    children.retain(|_, over| over.is_none_or(|since| since.elapsed() < ON_THE_WAY));
    children.insert(pid, None);
    Ok((pid, made))
}

/// A child of the emulator's own has ended and been waited for.
pub fn child_ended(pid: i32) {
    children().insert(pid, Some(Instant::now()));
}

/// A process that has ended and that nobody has waited for: the child with this number, or any.
/// It stays so.
fn to_wait_for(pid: Option<i32>) -> Option<i32> {
    let (kind, number) = match pid {
        Some(pid) => (libc::P_PID, pid.cast_unsigned()),
        None => (libc::P_ALL, 0),
    };
    // SAFETY: a structure of integers, all zeros being valid, for which there is room.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        let done = libc::waitid(kind, number, &raw mut info, options);
        if done == 0 && info.si_pid() != 0 { Some(info.si_pid()) } else { None }
    }
}

/// Whether the child that ends with this number is the emulator's own.
fn is_own(pid: i32) -> bool {
    drop(STARTING.write().unwrap_or_else(PoisonError::into_inner));
    match children().get(&pid) {
        None => false,
        Some(None) => true,
        // Another process may have been given the number since.
        Some(Some(_)) => to_wait_for(Some(pid)).is_none(),
    }
}

/// Whether a SIGCHLD that tells of this process is to be passed on: not if it is the emulator's
/// own child. But several signals may have become one, so another child may have ended as well.
pub(crate) fn is_of_others(pid: i32) -> bool {
    !is_own(pid) || to_wait_for(None).is_some_and(|ended| !is_own(ended))
}
