//! Barriers for two sides that each store something and then load what the other side stores: at
//! least one of them sees the other's store. One side comes by all the time, the other seldom. The
//! frequent side's barrier is no instruction. The seldom side's is a system call that interrupts
//! the other processors of the program and takes some microseconds. See membarrier(2).

use crate::sync::{Ordering, fence};
use std::sync::LazyLock;
#[cfg(not(feature = "loom"))]
use std::sync::atomic::compiler_fence;

/// Calls membarrier(2). Whether the system has done it.
pub(crate) fn membarrier(command: libc::c_int) -> bool {
    // SAFETY: the call takes numbers only, and touches no memory.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// Whether the system interrupts others for this program: sandboxes may forbid it, and loom knows
/// nothing of it.
static THERE: LazyLock<bool> = LazyLock::new(|| {
    !cfg!(feature = "loom") && membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)
});

/// How the two sides are kept in order.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Barrier {
    /// By the system, when the seldom side asks for it.
    Asymmetric,
    /// By a fence on either side.
    Fences,
}

/// At most so many threads are interrupted by each heavy barrier. With more threads, each of which
/// may ask for one, fences are cheaper.
const MOST: usize = 16;

impl Barrier {
    /// The cheapest that there is here, among so many threads.
    pub fn new(threads: usize) -> Barrier {
        if threads <= MOST && *THERE { Barrier::Asymmetric } else { Barrier::Fences }
    }

    /// The barrier of the frequent side.
    #[inline]
    pub fn light(self) {
        match self {
            #[cfg(not(feature = "loom"))]
            Barrier::Asymmetric => compiler_fence(Ordering::SeqCst),
            _ => fence(Ordering::SeqCst),
        }
    }

    /// The barrier of the seldom side.
    pub fn heavy(self) {
        match self {
            Barrier::Asymmetric => {
                // The kernel orders the accesses of the other threads. This fence keeps the
                // caller's own in order, for its compiler, too.
                fence(Ordering::SeqCst);
                let done = membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED);
                assert!(done, "a barrier that this program has registered for");
            }
            Barrier::Fences => fence(Ordering::SeqCst),
        }
    }
}
