//! Descriptors whose readiness a library wants to hear of by messages.
//!
//! One table says for each descriptor which resource it belongs to, and who is to be told of what,
//! once. While nobody is to be told, the poller is asked nothing. For example, a library that has
//! called `enif_select` to read gets one message `{select, Resource, Ref, ready_input}`, and has to
//! call it again for the next.

use crate::abi::NifPid;
use crate::env::{Env, Kind};
use crate::ffi::NifTerm;
use crate::message::owned;
use crate::resource::{self, Object, Resource};
use crate::table::{Row, row};
use std::collections::HashMap;
use std::ffi::c_int;
use std::os::fd::RawFd;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use term::{OwnedTerm, Term, atom};
use vm::poller::{Ready, Watch, most_descriptors};
use vm::signal::{self, Signal};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_select,
        "int(ErlNifEnv* env, ErlNifEvent e, enum ErlNifSelectFlags flags, void* obj, const ErlNifPid* pid, ERL_NIF_TERM ref)",
        "2.12",
        "Asks for a message when a descriptor is ready, or asks no more."
    ),
    row!(
        enif_select_x,
        "int(ErlNifEnv* env, ErlNifEvent e, enum ErlNifSelectFlags flags, void* obj, const ErlNifPid* pid, ERL_NIF_TERM msg, ErlNifEnv* msg_env)",
        "2.15",
        "The same, with a message of one's own."
    ),
];

const READ: c_int = 1;
const WRITE: c_int = 2;
const STOP: c_int = 4;
const CANCEL: c_int = 8;
const CUSTOM: c_int = 16;
const ERROR: c_int = 32;

const STOP_CALLED: c_int = 1;
const INVALID_EVENT: c_int = 4;
const FAILED: c_int = 8;
const READ_CANCELLED: c_int = 16;
const WRITE_CANCELLED: c_int = 32;
const ERROR_CANCELLED: c_int = 64;

/// The process that is to be told, and what.
struct Ask {
    pid: u64,
    what: What,
}

enum What {
    /// `{select, Resource, Ref, ready_input}`: the reference, or `undefined`.
    Usual(OwnedTerm),
    /// This.
    Custom(OwnedTerm),
}

/// A descriptor.
struct Selected {
    resource: Arc<Resource>,
    watch: Watched,
    read: Option<Ask>,
    write: Option<Ask>,
    error: Option<Ask>,
}

static SELECTED: LazyLock<Mutex<HashMap<RawFd, Selected>>> = LazyLock::new(Mutex::default);

fn selected() -> MutexGuard<'static, HashMap<RawFd, Selected>> {
    SELECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The way by which a descriptor's readiness is known.
enum Watched {
    Poller(Watch),
    /// It is of a kind that is always ready: a file.
    Always,
    /// It is not open, so nothing tells.
    Never,
}

impl Selected {
    /// Fails where the descriptor can be none.
    fn new(fd: RawFd, object: Object) -> Result<Selected, c_int> {
        let watch = match Watch::new(fd, false, false, move |ready| is_ready(fd, ready)) {
            Ok(watch) => Watched::Poller(watch),
            Err(e) if e.raw_os_error() == Some(libc::EPERM) => Watched::Always,
            Err(e) if e.raw_os_error() != Some(libc::EBADF) => return Err(i32::MIN | FAILED),
            Err(_) if usize::try_from(fd).is_ok_and(|fd| fd >= most_descriptors()) => {
                return Err(i32::MIN | INVALID_EVENT);
            }
            Err(_) => Watched::Never,
        };
        Ok(Selected { resource: object.keep(), watch, read: None, write: None, error: None })
    }

    /// Asks the poller for what somebody wants to know. Whether the descriptor is ready anyway.
    fn watch(&mut self) -> bool {
        let read = self.read.is_some() || self.error.is_some();
        match &mut self.watch {
            Watched::Poller(watch) => watch.set(read, self.write.is_some()),
            Watched::Always => return self.read.is_some() || self.write.is_some(),
            Watched::Never => {}
        }
        false
    }
}

/// The poller tells that a descriptor is ready.
fn is_ready(fd: RawFd, ready: Ready) {
    let mut tell = Vec::new();
    let mut all = selected();
    let Some(s) = all.get_mut(&fd) else { return };
    for (is, ask, name) in [
        (ready.read, &mut s.read, "ready_input"),
        (ready.write, &mut s.write, "ready_output"),
        (ready.ended, &mut s.error, "ready_error"),
    ] {
        if is && let Some(ask) = ask.take() {
            tell.push((ask, s.resource.clone(), name));
        }
    }
    s.watch();
    drop(all);
    for (ask, resource, name) in tell {
        let message = match ask.what {
            What::Custom(message) => message,
            What::Usual(reference) => OwnedTerm::build(|heap| {
                let resource = resource::name(heap, resource);
                let reference = heap.copy_in(reference.term());
                let name = Term::atom(term::Atom::new(name));
                heap.tuple(&[Term::atom(atom!("select")), resource, reference, name])
            }),
        };
        let _ = signal::send(ask.pid, Signal::Told(message));
    }
}

/// Ends the interest in a descriptor, and calls the resource's `stop`.
fn stop(env: &mut Env, fd: RawFd, object: Object) -> c_int {
    let gone = selected().remove(&fd);
    let mut result = STOP_CALLED;
    let resource = match gone {
        Some(s) => {
            // Stock tells these two, and not that of errors.
            let told = [(s.read.is_some(), READ_CANCELLED), (s.write.is_some(), WRITE_CANCELLED)];
            result |= told.iter().filter(|t| t.0).fold(0, |bits, t| bits | t.1);
            drop(s.watch);
            s.resource
        }
        None => object.keep(),
    };
    let kind = resource.inner().kind;
    let (callbacks, library) = kind.callbacks_of();
    if let Some(stop) = callbacks.stop {
        kind.within("stop", library.as_deref(), || {
            // SAFETY: the library has this function for resources of this type, and is kept open;
            // the resource is kept, too.
            unsafe { stop(env, resource.bytes(), fd, 1) };
        });
    }
    result
}

fn cancel(fd: RawFd, flags: c_int) -> c_int {
    let mut all = selected();
    let Some(s) = all.get_mut(&fd) else { return 0 };
    let mut result = 0;
    for (flag, ask, cancelled) in [
        (READ, &mut s.read, READ_CANCELLED),
        (WRITE, &mut s.write, WRITE_CANCELLED),
        (ERROR, &mut s.error, ERROR_CANCELLED),
    ] {
        if flags & flag != 0 && ask.take().is_some() {
            result |= cancelled;
        }
    }
    s.watch();
    result
}

fn select(
    env: Option<&mut Env>,
    fd: RawFd,
    flags: c_int,
    object: Object,
    pid: Option<&NifPid>,
    what: impl Fn() -> What,
) -> c_int {
    if object.resource().inner().kind.callbacks().stop.is_none() {
        return FAILED;
    }
    if fd < 0 {
        return i32::MIN | INVALID_EVENT;
    }
    if flags & STOP != 0 {
        return match env {
            Some(env) => stop(env, fd, object),
            None => stop(&mut Env::with_heap(Kind::Callback, None), fd, object),
        };
    }
    if flags & CANCEL != 0 {
        return cancel(fd, flags);
    }
    let pid = match pid {
        Some(pid) => pid.id(),
        None => env.and_then(|env| env.pid()),
    };
    let Some(pid) = pid else { return i32::MIN | FAILED };
    let mut all = selected();
    let s = match all.entry(fd) {
        std::collections::hash_map::Entry::Occupied(s) => s.into_mut(),
        std::collections::hash_map::Entry::Vacant(place) => match Selected::new(fd, object) {
            Ok(s) => place.insert(s),
            Err(result) => return result,
        },
    };
    if !std::ptr::eq(&*s.resource, object.resource()) {
        s.resource = object.keep();
        (s.read, s.write, s.error) = (None, None, None);
    }
    for (flag, ask) in [(READ, &mut s.read), (WRITE, &mut s.write), (ERROR, &mut s.error)] {
        if flags & flag != 0 {
            *ask = Some(Ask { pid, what: what() });
        }
    }
    let ready = s.watch();
    drop(all);
    if ready {
        is_ready(fd, Ready { read: true, write: true, ended: false });
    }
    0
}

/// Asks for `{select, Resource, Ref, ready_input}` or `ready_output` once, cancels that, or stops.
/// The result has bits that say what has been done; it is negative if that is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn enif_select(
    env: Option<&mut Env>,
    fd: c_int,
    flags: c_int,
    object: Object,
    pid: Option<&NifPid>,
    reference: NifTerm,
) -> c_int {
    let asks = flags & (STOP | CANCEL) == 0;
    let t = reference.get();
    if flags & CUSTOM != 0 || asks && !t.is_reference() && !crate::message::is_no_reference(t) {
        return i32::MIN | FAILED;
    }
    select(env, fd, flags, object, pid, || What::Usual(OwnedTerm::new(t)))
}

/// As `enif_select`, for a message of one's own, once: from its own environment, which is empty
/// afterwards, or a copy.
#[unsafe(no_mangle)]
pub extern "C" fn enif_select_x(
    env: Option<&mut Env>,
    fd: c_int,
    flags: c_int,
    object: Object,
    pid: Option<&NifPid>,
    message: NifTerm,
    message_env: Option<&mut Env>,
) -> c_int {
    let message = match flags & (STOP | CANCEL) {
        0 => owned(message_env, message),
        _ => OwnedTerm::from(Term::NIL),
    };
    select(env, fd, flags, object, pid, || What::Custom(message.clone()))
}
