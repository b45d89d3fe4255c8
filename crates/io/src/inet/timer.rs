//! Timers of drivers.

use vm::port::{Core, Driver, watch, with_driver};
use vm::timer::{Action, Handle, cancel, start};

/// A timer that has been started; dropping it stops it. It may have fired all the same and wait for
/// the port: what it calls has to look whether it is still meant.
pub struct Timer(Handle);

impl Drop for Timer {
    fn drop(&mut self) {
        cancel(self.0);
    }
}

/// Calls the port's driver in so many milliseconds.
pub fn after<D: Driver>(
    core: &Core,
    ms: u32,
    call: impl FnOnce(&mut D, &mut Core) + Send + 'static,
) -> Timer {
    let port = core.id;
    let when = vm::clock::now_ns().saturating_add(u64::from(ms) * 1_000_000);
    let action = Action::Call(Box::new(move || {
        with_driver(port, |driver, core| {
            let _turn = watch::timeout(core);
            call(driver, core);
        });
    }));
    Timer(start(when, action))
}
