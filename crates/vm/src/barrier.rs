//! Barriers for two sides that each store something and then load what the other one stores, of
//! which one comes by all the time and the other seldom: at least one of them sees the other.
//! The barrier of the first is no instruction, that of the second a system call that interrupts
//! the other processors of the program and takes some microseconds. See membarrier(2).

use crate::sync::{Ordering, fence};
use std::sync::LazyLock;
#[cfg(not(feature = "loom"))]
use std::sync::atomic::compiler_fence;

/// Calls membarrier(2). Whether the system has done it.
pub(crate) fn membarrier(command: libc::c_int) -> bool {
    // SAFETY: it touches no memory.
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

/// So many threads may be interrupted by each heavy barrier; where there are more, each of which
/// may ask for one, fences are cheaper.
const MOST: usize = 16;

impl Barrier {
    /// The cheapest that there is here, among so many threads.
    pub fn new(threads: usize) -> Barrier {
        if threads <= MOST && *THERE { Barrier::Asymmetric } else { Barrier::Fences }
    }

    /// That of the side that comes by all the time.
    #[inline]
    pub fn light(self) {
        match self {
            #[cfg(not(feature = "loom"))]
            Barrier::Asymmetric => compiler_fence(Ordering::SeqCst),
            _ => fence(Ordering::SeqCst),
        }
    }

    /// That of the other side.
    pub fn heavy(self) {
        match self {
            Barrier::Asymmetric => {
                // What the kernel does to the others it does not do to the caller's compiler.
                fence(Ordering::SeqCst);
                let done = membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED);
                assert!(done, "a barrier that this program has registered for");
            }
            Barrier::Fences => fence(Ordering::SeqCst),
        }
    }
}
