//! The end of the system, for libraries that want to hear of it or delay it: options of version
//! 2.17.

use crate::env::Env;
use crate::ffi::Opaque;
use crate::open::{HALTING, Library};
use crate::table::{Row, row};
use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Rows of this file.
pub const ROWS: &[Row] = &[row!(
    enif_set_option,
    "int(ErlNifEnv *env, ErlNifOption opt, ...)",
    "2.17",
    "Sets an option of the library, while it is being loaded."
)];

/// `ERL_NIF_OPT_DELAY_HALT`: the system halts when calls of the library are over.
const DELAY_HALT: c_int = 1;
/// `ERL_NIF_OPT_ON_HALT`: a function that is called when the system halts.
const ON_HALT: c_int = 2;

/// The libraries that want something to be done.
static WANTED: Mutex<Vec<Weak<Library>>> = Mutex::new(Vec::new());

/// The system halts. `flush`: in order, and not at once.
pub fn at_halt(flush: bool) {
    if !flush {
        return;
    }
    let wanted = std::mem::take(&mut *WANTED.lock().unwrap_or_else(PoisonError::into_inner));
    let libraries: Vec<_> = wanted.iter().filter_map(Weak::upgrade).collect();
    for library in &libraries {
        let on_halt = library.options.on_halt.load(Ordering::Acquire);
        if !on_halt.is_null() {
            // SAFETY: the library has given the address as that of such a function, and is open.
            let on_halt: unsafe extern "C" fn(*mut c_void) =
                unsafe { std::mem::transmute(on_halt) };
            library.within("on_halt", || {
                // SAFETY: the function takes the library's private data.
                unsafe { on_halt(library.priv_data()) };
            });
        }
    }
    HALTING.store(true, Ordering::SeqCst);
    for library in libraries.iter().filter(|l| l.options.delays.load(Ordering::Relaxed)) {
        while library.options.calls.load(Ordering::SeqCst) > 0 {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
    HALTING.store(false, Ordering::SeqCst);
}

/// Sets an option while the library is being loaded: 0, or `EINVAL` if there is no such option, it
/// has been set, or the library is not being loaded. C code calls it with two or three arguments,
/// which come in the same registers.
#[unsafe(no_mangle)]
pub extern "C" fn enif_set_option(env: &Env, option: c_int, value: Opaque) -> c_int {
    let Some(library) = env.library().filter(|_| env.opening().is_some()) else {
        return libc::EINVAL;
    };
    let options = &library.options;
    let set = match option {
        DELAY_HALT => !options.delays.swap(true, Ordering::Relaxed),
        ON_HALT if !value.is_null() => {
            let none = std::ptr::null_mut();
            let (set, failed) = (Ordering::Release, Ordering::Relaxed);
            options.on_halt.compare_exchange(none, value, set, failed).is_ok()
        }
        _ => false,
    };
    if set { 0 } else { libc::EINVAL }
}

/// A library has been loaded in order.
pub(crate) fn loaded(library: &Arc<Library>) {
    let options = &library.options;
    let on_halt = options.on_halt.load(Ordering::Relaxed);
    if options.delays.load(Ordering::Relaxed) || !on_halt.is_null() {
        let mut wanted = WANTED.lock().unwrap_or_else(PoisonError::into_inner);
        wanted.push(Arc::downgrade(library));
    }
}
