//! The state of a process, from outside.

use vm::process::Process;
use vm::sched;

/// A process's state, as far as others can see.
pub fn status(p: &Process) -> &'static str {
    let s = p.state.bits();
    if s.is_exiting() {
        "exiting"
    } else if s.is_dirty() {
        "dirty"
    } else if s.is_looked_at() {
        "waiting"
    } else if sched::is_running(p) {
        "running"
    } else if s.is_suspended() {
        "suspended"
    } else if s.is_active() {
        "runnable"
    } else {
        "waiting"
    }
}
