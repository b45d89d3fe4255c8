//! Output that a driver holds back until the process that gives it stops running (or, if events
//! give it, until all that have arrived are handled): many small pieces then go out with one system
//! call.

use std::cell::{Cell, RefCell};

thread_local! {
    static HELD_BACK: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    static IS_SCHEDULER: Cell<bool> = const { Cell::new(false) };
}

/// Has [`super::Driver::flush`] of this port called when the slice or the round of polling ends.
/// False if the calling thread is no scheduler: then the output must go out now.
pub fn at_end_of_slice(port: u64) -> bool {
    let later = IS_SCHEDULER.get();
    if later {
        HELD_BACK.with_borrow_mut(|ports| ports.push(port));
    }
    later
}

/// Calls [`super::Driver::flush`] of this port, if it is there.
pub fn now(port: u64) {
    if let Some(port) = super::lookup(port) {
        port.enter(|driver, core| driver.flush(core));
    }
}

/// Notes whether the calling thread is a scheduler: it calls [`run`] after all work that may give
/// output.
pub(crate) fn set_scheduler(is: bool) {
    IS_SCHEDULER.set(is);
}

/// Lets all that has been held back on this thread go out.
pub fn run() {
    if HELD_BACK.with_borrow(Vec::is_empty) {
        return;
    }
    let ports = HELD_BACK.take();
    for id in ports {
        now(id);
    }
}
