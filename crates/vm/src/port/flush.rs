//! Output that a driver holds back until the process that gives it stops running: many small pieces
//! then go out with one system call.

use std::cell::{Cell, RefCell};

thread_local! {
    static HELD_BACK: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    static IN_SLICE: Cell<bool> = const { Cell::new(false) };
}

/// Has [`super::Driver::flush`] of this port called when the slice ends. False if the calling
/// thread runs no slice: then the output must go out now.
pub fn at_end_of_slice(port: u64) -> bool {
    let later = IN_SLICE.get();
    if later {
        HELD_BACK.with_borrow_mut(|ports| ports.push(port));
    }
    later
}

/// A scheduler begins to run processes.
pub(crate) fn slice_begins() {
    IN_SLICE.set(true);
}

/// Lets all that has been held back on this thread go out.
pub fn run() {
    if HELD_BACK.with_borrow(Vec::is_empty) {
        return;
    }
    let ports = HELD_BACK.take();
    for id in ports {
        if let Some(port) = super::lookup(id) {
            port.enter(|driver, core| driver.flush(core));
        }
    }
}
