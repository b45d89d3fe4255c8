//! The compiler as an emulator's helper.

/// Takes about a tenth of a processor that others want as well: so even a system that is always
/// busy gets its code soon.
const NICE: i32 = 10;

/// Ends with the emulator that has started this; and if nobody waits for it, lets others go first.
pub fn serve(in_background: bool) {
    // SAFETY: calls that take numbers; what fails of them is not needed.
    unsafe {
        if in_background {
            libc::setpriority(libc::PRIO_PROCESS, 0, NICE);
        }
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
}
