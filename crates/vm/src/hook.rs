//! Functions that a module calls without knowing to which module they belong: a module above it
//! registers them once, at start.
//!
//! `vm`'s modules import each other in one direction only. A module that has to reach upwards, as
//! the poller does when a port's descriptor is ready, has a [`Hook`] for it.

use std::sync::OnceLock;

/// A place for one function.
pub struct Hook<F: Copy>(OnceLock<F>);

impl<F: Copy> Default for Hook<F> {
    fn default() -> Hook<F> {
        Hook::new()
    }
}

impl<F: Copy> Hook<F> {
    /// A place where nothing is registered yet.
    pub const fn new() -> Hook<F> {
        Hook(OnceLock::new())
    }

    /// Registers the function. The first one stays.
    pub fn set(&self, f: F) {
        let _ = self.0.set(f);
    }

    /// The function, once it has been registered.
    #[inline]
    pub fn get(&self) -> Option<F> {
        self.0.get().copied()
    }
}
