//! Which processors the emulator may use.

use std::sync::Mutex;

/// The processors that the emulator may use: those it has been started with, or has been given
/// since and has looked for ([`crate::sched::binding::look_again`]).
static USABLE: Mutex<Option<libc::cpu_set_t>> = Mutex::new(None);

/// The processors that a thread may use; 0 for the calling one.
pub(crate) fn of(thread: i32) -> libc::cpu_set_t {
    // SAFETY: zeros are a valid set, which has the size that the call is told and which the call
    // fills. If it cannot, the set is empty and no scheduler is bound.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(thread, size_of_val(&set), &mut set);
        set
    }
}

/// The processors that the emulator may use.
pub(crate) fn usable() -> libc::cpu_set_t {
    *USABLE.lock().expect("processors").get_or_insert_with(|| of(0))
}

/// How many processors the emulator may use; 0 if that is not known.
pub(crate) fn usable_processors() -> usize {
    // SAFETY: the set is initialized in full, and is only read.
    usize::try_from(unsafe { libc::CPU_COUNT(&usable()) }).unwrap_or(0)
}

/// Notes that the emulator may use other processors now.
pub(crate) fn set_usable(now: libc::cpu_set_t) {
    *USABLE.lock().expect("processors") = Some(now);
}
