//! Threads of C code, and values that each thread has of its own.
//!
//! A thread's identity is the address of its [`Thread`]. The identity of a thread that C code has
//! created lives until it is joined; one that the emulator or somebody else has created gets one
//! when it asks for it, until it ends.

use super::fatal;
use super::locks::Name;
use crate::ffi::{Opaque, Out, Text};
use crate::table::{Row, row};
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};
use std::ptr;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use vm::sched::binding;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_equal_tids,
        "int(ErlNifTid tid1, ErlNifTid tid2)",
        "0.1",
        "Compares the identities of threads."
    ),
    row!(
        enif_thread_create,
        "int(char *name,ErlNifTid *tid,void * (*func)(void *),void *args,ErlNifThreadOpts *opts)",
        "0.1",
        "Starts a thread."
    ),
    row!(enif_thread_exit, "void(void *resp)", "0.1", "Ends the calling thread."),
    row!(enif_thread_join, "int(ErlNifTid, void **respp)", "0.1", "Waits until a thread ends."),
    row!(enif_thread_name, "char*(ErlNifTid)", "2.14", "Gives the name of a thread."),
    row!(
        enif_thread_opts_create,
        "ErlNifThreadOpts*(char *name)",
        "0.1",
        "Makes options for a thread."
    ),
    row!(
        enif_thread_opts_destroy,
        "void(ErlNifThreadOpts *opts)",
        "0.1",
        "Removes options for a thread."
    ),
    row!(enif_thread_self, "ErlNifTid(void)", "0.1", "Gives the identity of the calling thread."),
    row!(
        enif_tsd_get,
        "void*(ErlNifTSDKey key)",
        "0.1",
        "Gives the value of a key of this thread."
    ),
    row!(
        enif_tsd_key_create,
        "int(char *name, ErlNifTSDKey *key)",
        "0.1",
        "Makes a key for values of threads."
    ),
    row!(
        enif_tsd_key_destroy,
        "void(ErlNifTSDKey key)",
        "0.1",
        "Removes a key for values of threads."
    ),
    row!(
        enif_tsd_set,
        "void(ErlNifTSDKey key, void *data)",
        "0.1",
        "Sets the value of a key of this thread."
    ),
    row!(
        erl_drv_equal_tids,
        "int(ErlDrvTid tid1, ErlDrvTid tid2)",
        "1.0",
        "Compares the identities of threads."
    ),
    row!(
        erl_drv_thread_create,
        "int(char *name, ErlDrvTid *tid, void * (*func)(void *), void *args, ErlDrvThreadOpts *opts)",
        "1.0",
        "Starts a thread."
    ),
    row!(erl_drv_thread_exit, "void(void *resp)", "1.0", "Ends the calling thread."),
    row!(erl_drv_thread_join, "int(ErlDrvTid, void **respp)", "1.0", "Waits until a thread ends."),
    row!(erl_drv_thread_name, "char*(ErlDrvTid tid)", "2.2", "Gives the name of a thread."),
    row!(
        erl_drv_thread_opts_create,
        "ErlDrvThreadOpts *(char *name)",
        "1.0",
        "Makes options for a thread."
    ),
    row!(
        erl_drv_thread_opts_destroy,
        "void(ErlDrvThreadOpts *opts)",
        "1.0",
        "Removes options for a thread."
    ),
    row!(
        erl_drv_thread_self,
        "ErlDrvTid(void)",
        "1.0",
        "Gives the identity of the calling thread."
    ),
    row!(
        erl_drv_tsd_get,
        "void *(ErlDrvTSDKey key)",
        "1.0",
        "Gives the value of a key of this thread."
    ),
    row!(
        erl_drv_tsd_key_create,
        "int(char *name, ErlDrvTSDKey *key)",
        "1.0",
        "Makes a key for values of threads."
    ),
    row!(
        erl_drv_tsd_key_destroy,
        "void(ErlDrvTSDKey key)",
        "1.0",
        "Removes a key for values of threads."
    ),
    row!(
        erl_drv_tsd_set,
        "void(ErlDrvTSDKey key, void *data)",
        "1.0",
        "Sets the value of a key of this thread."
    ),
];

/// A function for a thread to execute.
pub type ThreadFunction = unsafe extern "C" fn(Opaque) -> Opaque;

/// `ErlNifThreadOpts`.
#[repr(C)]
pub struct ThreadOpts {
    /// Wanted size of the stack, in units of 1,024 words; negative for the system's own.
    pub suggested_stack_size: c_int,
}

/// A thread.
pub struct Thread {
    /// The system's name for it, known to whoever has the thread's identity.
    id: OnceLock<libc::pthread_t>,
    /// The function that it executes, if C code has created it.
    start: Option<Start>,
    name: Name,
}

/// A function for a thread to execute, with its argument.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct Start {
    function: ThreadFunction,
    argument: Opaque,
}

// SAFETY: the argument is C code's, which hands it to the thread.
unsafe impl Send for Start {}
// SAFETY: nothing is done with the argument but to hand it to the thread.
unsafe impl Sync for Start {}

/// `ErlNifTid`: the identity of a thread.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Tid(*const Thread);

impl Tid {
    /// The thread; none for null.
    fn thread<'a>(self) -> Option<&'a Thread> {
        // SAFETY: C code passes null or the identity of a thread that it has not joined yet, or
        // that has not ended.
        unsafe { self.0.as_ref() }
    }
}

thread_local! {
    /// The thread itself, once somebody has asked.
    static ME: RefCell<Option<Arc<Thread>>> = const { RefCell::new(None) };
    /// The values of its own, by key.
    static VALUES: RefCell<Vec<Opaque>> = const { RefCell::new(Vec::new()) };
}

super::both! {
    /// Makes options for a thread. The name is not kept.
    fn enif_thread_opts_create, erl_drv_thread_opts_create(_name: Option<Text>) -> Box<ThreadOpts> {
        Box::new(ThreadOpts { suggested_stack_size: -1 })
    }
}
super::both! {
    /// Removes options. Null ends the emulator.
    fn enif_thread_opts_destroy, erl_drv_thread_opts_destroy(opts: Option<Box<ThreadOpts>>) {
        if opts.is_none() {
            fatal::error(libc::EINVAL, "erl_drv_thread_opts_destroy");
        }
    }
}
super::both! {
    /// Starts a thread. The name is for people: the system knows 15 bytes of it. Gives 0, or the
    /// number of an error.
    fn enif_thread_create, erl_drv_thread_create(
        name: Option<Text>,
        tid: Out<Tid>,
        function: ThreadFunction,
        argument: Opaque,
        opts: Option<&ThreadOpts>
    ) -> c_int {
        create(name, tid, Start { function, argument }, opts)
    }
}
super::both! {
    /// Gives the identity of the calling thread.
    fn enif_thread_self, erl_drv_thread_self() -> Tid { me() }
}
super::both! {
    /// Whether two identities are of the same thread. Null ends the emulator.
    fn enif_equal_tids, erl_drv_equal_tids(one: Tid, other: Tid) -> c_int {
        if one.0.is_null() || other.0.is_null() {
            fatal::error(libc::EINVAL, "erl_drv_equal_tids");
        }
        c_int::from(one == other)
    }
}
super::both! {
    /// Gives the name of a thread, or `unknown`; null for null.
    fn enif_thread_name, erl_drv_thread_name(tid: Tid) -> *const c_char {
        tid.thread().map_or(ptr::null(), |thread| thread.name.text())
    }
}
super::both! {
    /// Waits until a thread ends, and gives what it has given; its identity must not be used any
    /// more. 0, or the number of an error: `EINVAL` for a thread that no C code has created.
    fn enif_thread_join, erl_drv_thread_join(tid: Tid, result: Option<Out<Opaque>>) -> c_int {
        join(tid, result)
    }
}
super::both! {
    /// Makes a key for values that each thread has of its own. 0, or `ENOMEM`.
    fn enif_tsd_key_create, erl_drv_tsd_key_create(
        _name: Option<Text>,
        key: Option<Out<c_int>>
    ) -> c_int {
        let Some(mut key) = key else { fatal::error(libc::EINVAL, "erl_drv_tsd_key_create") };
        let new = new_key();
        key.set(new.unwrap_or(-1));
        if new.is_some() { 0 } else { libc::ENOMEM }
    }
}
super::both! {
    /// Removes a key. A number that is no key ends the emulator.
    fn enif_tsd_key_destroy, erl_drv_tsd_key_destroy(key: c_int) {
        let key = known(key, "erl_drv_tsd_key_destroy");
        KEYS.write().unwrap_or_else(PoisonError::into_inner)[key] = false;
    }
}
super::both! {
    /// Sets the calling thread's value of a key. A key that is none ends the emulator.
    fn enif_tsd_set, erl_drv_tsd_set(key: c_int, value: Opaque) {
        let key = known(key, "erl_drv_tsd_set");
        // A thread that is ending has no values any more.
        let _ = VALUES.try_with(|values| {
            let mut values = values.borrow_mut();
            let len = values.len().max(key + 1);
            values.resize(len, ptr::null_mut());
            values[key] = value;
        });
    }
}
super::both! {
    /// Gives the calling thread's value of a key, or null. A key that is none ends the emulator.
    fn enif_tsd_get, erl_drv_tsd_get(key: c_int) -> Opaque {
        let key = known(key, "erl_drv_tsd_get");
        let value = VALUES.try_with(|values| values.borrow().get(key).copied());
        value.ok().flatten().unwrap_or(ptr::null_mut())
    }
}

/// Which keys there are.
static KEYS: RwLock<Vec<bool>> = RwLock::new(Vec::new());

/// The least number that is no key, which is one now.
fn new_key() -> Option<c_int> {
    let mut keys = KEYS.write().unwrap_or_else(PoisonError::into_inner);
    let key = keys.iter().position(|used| !used).unwrap_or(keys.len());
    let number = c_int::try_from(key).ok()?;
    if key == keys.len() {
        keys.push(true);
    } else {
        keys[key] = true;
    }
    Some(number)
}

/// A key as an index; one that is none ends the emulator.
fn known(key: c_int, function: &str) -> usize {
    let keys = KEYS.read().unwrap_or_else(PoisonError::into_inner);
    let index = usize::try_from(key).ok().filter(|&key| keys.get(key) == Some(&true));
    drop(keys);
    index.unwrap_or_else(|| fatal::error(libc::EINVAL, function))
}

/// The identity of the calling thread.
fn me() -> Tid {
    let other = || {
        // SAFETY: the call has no arguments.
        let id = OnceLock::from(unsafe { libc::pthread_self() });
        Arc::new(Thread { id, start: None, name: Name::of(None) })
    };
    let known = ME.try_with(|me| Arc::as_ptr(me.borrow_mut().get_or_insert_with(other)));
    // A thread that is ending has nowhere to keep it, and is the last one to know it.
    Tid(known.unwrap_or_else(|_| Arc::into_raw(other())))
}

// SAFETY: the functions are those of `c/threads.c`, and take and give what is said here.
unsafe extern "C" {
    /// Executes a [`Thread`], of which it gets a counted reference.
    safe fn nif_thread_start(thread: Opaque) -> Opaque;
    /// Ends the calling thread.
    safe fn enif_thread_exit(result: Opaque);
    /// As [`enif_thread_exit`].
    safe fn erl_drv_thread_exit(result: Opaque);
}

/// The calling thread is the one of this counted reference: it has its name, and is free to run
/// anywhere.
#[unsafe(no_mangle)]
extern "C" fn nif_thread_begins(thread: ThreadReference) -> Start {
    let thread = thread.take();
    // SAFETY: the call has no arguments.
    let id = unsafe { libc::pthread_self() };
    let _ = thread.id.set(id);
    if let Some(name) = thread.name.given() {
        let short = &name.to_bytes()[..name.count_bytes().min(15)];
        let short = CString::new(short).unwrap_or_default();
        // SAFETY: the thread is the calling one, and the text ends with a zero.
        unsafe { libc::pthread_setname_np(id, short.as_ptr()) };
    }
    binding::free();
    let start = thread.start.expect("a thread of C code's");
    vm::faults::in_thread_of(start.function as *const () as usize);
    ME.set(Some(thread));
    start
}

/// A counted reference to a thread on its way into it.
#[repr(transparent)]
struct ThreadReference(*const Thread);

impl ThreadReference {
    fn take(self) -> Arc<Thread> {
        // SAFETY: `create` has handed over a counted reference by `Arc::into_raw`, for this one
        // use.
        unsafe { Arc::from_raw(self.0) }
    }
}

/// Ends the emulator if the calling thread is not one of C code's.
#[unsafe(no_mangle)]
extern "C" fn nif_thread_may_exit() {
    let created = ME.try_with(|me| me.borrow().as_ref().is_some_and(|me| me.start.is_some()));
    if created != Ok(true) {
        fatal::error(libc::EACCES, "erl_drv_thread_exit");
    }
}

fn create(name: Option<Text>, mut tid: Out<Tid>, start: Start, opts: Option<&ThreadOpts>) -> c_int {
    let name = Name::of(name);
    let thread = Arc::new(Thread { id: OnceLock::new(), start: Some(start), name });
    let for_it = Arc::into_raw(Arc::clone(&thread));
    match spawn(for_it, opts.and_then(stack_bytes)) {
        Ok(id) => {
            let _ = thread.id.set(id);
            tid.set(Tid(Arc::into_raw(thread)));
            0
        }
        Err(error) => {
            drop(ThreadReference(for_it).take());
            error
        }
    }
}

/// Bytes of the stack that options ask for; none for the system's own. It has room for a page of
/// the system's, and not less than what is enough for a thread that does nothing.
fn stack_bytes(opts: &ThreadOpts) -> Option<usize> {
    const LEAST: usize = 64 << 10;
    const MOST: usize = 64 << 20;
    const PAGE: usize = 4096;
    let kilowords = usize::try_from(opts.suggested_stack_size).ok()?;
    Some(((kilowords * 8 * 1024).next_multiple_of(PAGE) + 2 * PAGE).clamp(LEAST, MOST))
}

/// Starts the system's thread.
fn spawn(thread: *const Thread, stack_bytes: Option<usize>) -> Result<libc::pthread_t, c_int> {
    let mut attributes = std::mem::MaybeUninit::<libc::pthread_attr_t>::uninit();
    let attributes = attributes.as_mut_ptr();
    let mut id = 0;
    // SAFETY: the attributes are initialised before they are used, and destroyed afterwards. The
    // thread gets the counted reference, which is its own if it is started.
    let error = unsafe {
        libc::pthread_attr_init(attributes);
        if let Some(bytes) = stack_bytes {
            libc::pthread_attr_setstacksize(attributes, bytes);
        }
        let argument = thread.cast_mut().cast();
        let error = libc::pthread_create(&raw mut id, attributes, nif_thread_start, argument);
        libc::pthread_attr_destroy(attributes);
        error
    };
    if error == 0 { Ok(id) } else { Err(error) }
}

fn join(tid: Tid, result: Option<Out<Opaque>>) -> c_int {
    let Some(&id) =
        tid.thread().filter(|thread| thread.start.is_some()).and_then(|thread| thread.id.get())
    else {
        return libc::EINVAL;
    };
    let mut given = ptr::null_mut();
    // SAFETY: the thread has not been joined, as C code has its identity still.
    let error = unsafe { libc::pthread_join(id, &raw mut given) };
    if error != 0 {
        return error;
    }
    if let Some(mut result) = result {
        result.set(given);
    }
    drop(ThreadReference(tid.0).take());
    0
}
