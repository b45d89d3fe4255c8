//! An open library: the facts that its environments, its resources and its calls need.

use std::ffi::{CString, c_void};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use term::Atom;
use vm::bif::Foreign;
use vm::code::Instance;

/// An open library.
pub struct Library {
    /// The module that it belongs to.
    pub module: Atom,
    /// Its file.
    pub path: CString,
    pub(crate) handle: AtomicPtr<c_void>,
    pub(crate) priv_data: AtomicPtr<c_void>,
    /// The function that is called when nothing refers to it any more.
    pub(crate) end: OnceLock<fn(&mut Library)>,
    /// The address of its `unload`, or null.
    pub(crate) unload: *const c_void,
    /// The code of the module that has loaded it.
    pub(crate) instance: OnceLock<Weak<Instance>>,
    pub(crate) options: Options,
    /// It has been loaded in order, so that `unload` is to be called.
    pub(crate) loaded: OnceLock<()>,
}

impl Library {
    /// The library of one of its functions.
    #[inline(always)]
    pub(crate) fn of(foreign: &Foreign) -> &Library {
        let library: *const Library = Arc::as_ptr(&foreign.library).cast();
        // SAFETY: `library.rs` alone makes values of `Foreign`, with an `Arc<Library>`, which they
        // keep.
        unsafe { &*library }
    }

    /// The private data.
    pub fn priv_data(&self) -> *mut c_void {
        self.priv_data.load(Ordering::Acquire)
    }

    /// Runs what calls a callback of the library's, so that faults in it are told as its own: for
    /// example `./fast.so, called as load of fast`.
    pub(crate) fn within<R>(&self, callback: &str, call: impl FnOnce() -> R) -> R {
        let what = || {
            let module = term::print::display(term::Term::atom(self.module));
            format!("{}, called as {callback} of {module}", self.path.to_string_lossy())
        };
        vm::faults::within_callback(&what, call)
    }
}

// SAFETY: `unload` is why it is not `Send` by itself. It is the address of code, no thread's
// property.
unsafe impl Send for Library {}
// SAFETY: `unload` is why it is not `Sync` by itself. It does not change, and nothing is read
// through it.
unsafe impl Sync for Library {}

impl Drop for Library {
    fn drop(&mut self) {
        if let Some(end) = self.end.get().copied() {
            end(self);
        }
    }
}

/// The options of a library.
#[derive(Default)]
pub(crate) struct Options {
    /// The system halts when its calls are over. Calls on dirty schedulers are counted, and others
    /// if this was set when the library was loaded.
    pub(crate) delays: AtomicBool,
    /// The address of the function that is called when the system halts, or null.
    pub(crate) on_halt: AtomicPtr<c_void>,
    /// Calls that are counted and not over.
    pub(crate) calls: AtomicUsize,
}

/// The system waits for calls to end, so that none begins.
pub(crate) static HALTING: AtomicBool = AtomicBool::new(false);

/// A call that is counted, until it is dropped.
pub(crate) struct Call<'l>(&'l Options);

impl Options {
    /// A call begins.
    pub(crate) fn call(&self) -> Call<'_> {
        loop {
            self.calls.fetch_add(1, Ordering::SeqCst);
            let call = Call(self);
            // To halt is to set this first, and then to look at the number.
            if !(HALTING.load(Ordering::SeqCst) && self.delays.load(Ordering::Relaxed)) {
                return call;
            }
            drop(call);
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.0.calls.fetch_sub(1, Ordering::SeqCst);
    }
}
