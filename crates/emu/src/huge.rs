//! Puts the emulator's own code, and memory for processes, onto huge pages.

use hugetext::{Options, memory, move_text};
use vm::code::native::perf;
use vm::system::HugeCode;
use vm::system::PerfFiles;

/// Puts the emulator's code onto huge pages, as far as it is wanted. To be called while there is
/// one thread.
pub fn code(wanted: HugeCode, perf: PerfFiles) {
    if wanted == HugeCode::Off {
        return;
    }
    let outcome = move_text(Options { copy: wanted == HugeCode::All, libraries: false });
    if wanted == HugeCode::All && outcome.none_free {
        vm::system::say("no huge page is free: code stays where it is");
    }
    // A failure costs names in perf only.
    if perf.map
        && let Err(why) = perf::begin_map(&hugetext::perf_map(&outcome))
    {
        eprintln!("maser-emu: perf does not see the emulator's code: {why}");
    }
}

/// How much memory for processes is on huge pages, if it is wanted. It takes addresses only until
/// it is used; what is needed beyond is on ordinary pages.
#[cfg(feature = "mimalloc")]
const HEAPS: usize = 8 << 30;

/// Has the allocator take memory from huge pages first.
#[cfg(feature = "mimalloc")]
pub fn heaps() {
    let mut arena = std::ptr::null_mut();
    let given = memory::for_heaps(HEAPS).is_some_and(|at| {
        // SAFETY: new memory, whose pages are zero when they are touched, and which stays.
        unsafe {
            libmimalloc_sys::mi_manage_os_memory_ex(
                at.cast(),
                HEAPS,
                true,
                false,
                true,
                -1,
                false,
                &raw mut arena,
            )
        }
    });
    // Allocations made so far are in a block of memory that has room for more.
    let first = Box::new(0u64);
    let advised = memory::advise_mapping(&raw const *first as usize);
    if !given || !advised {
        vm::system::say("no huge pages for heaps: they are on ordinary ones");
    }
}

/// The system's allocator has no such thing.
#[cfg(not(feature = "mimalloc"))]
pub fn heaps() {
    let _ = memory::for_heaps;
}
