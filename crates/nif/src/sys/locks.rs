//! Mutexes, condition variables, and locks for readers and writers: those of the system, with
//! names.

use super::fatal;
use crate::ffi::Text;
use crate::table::{Row, row};
use std::cell::UnsafeCell;
use std::ffi::{CStr, CString, c_char, c_int};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_cond_broadcast,
        "void(ErlNifCond *cnd)",
        "0.1",
        "Wakes all that wait for a condition."
    ),
    row!(enif_cond_create, "ErlNifCond*(char *name)", "0.1", "Makes a condition variable."),
    row!(enif_cond_destroy, "void(ErlNifCond *cnd)", "0.1", "Removes a condition variable."),
    row!(enif_cond_name, "char*(ErlNifCond*)", "2.14", "Gives the name of a condition variable."),
    row!(enif_cond_signal, "void(ErlNifCond *cnd)", "0.1", "Wakes one that waits for a condition."),
    row!(
        enif_cond_wait,
        "void(ErlNifCond *cnd, ErlNifMutex *mtx)",
        "0.1",
        "Waits for a condition."
    ),
    row!(enif_mutex_create, "ErlNifMutex*(char *name)", "0.1", "Makes a mutex."),
    row!(enif_mutex_destroy, "void(ErlNifMutex *mtx)", "0.1", "Removes a mutex."),
    row!(enif_mutex_lock, "void(ErlNifMutex *mtx)", "0.1", "Locks a mutex."),
    row!(enif_mutex_name, "char*(ErlNifMutex*)", "2.14", "Gives the name of a mutex."),
    row!(enif_mutex_trylock, "int(ErlNifMutex *mtx)", "0.1", "Locks a mutex if it is free."),
    row!(enif_mutex_unlock, "void(ErlNifMutex *mtx)", "0.1", "Unlocks a mutex."),
    row!(
        enif_rwlock_create,
        "ErlNifRWLock*(char *name)",
        "0.1",
        "Makes a lock for readers and writers."
    ),
    row!(
        enif_rwlock_destroy,
        "void(ErlNifRWLock *rwlck)",
        "0.1",
        "Removes a lock for readers and writers."
    ),
    row!(
        enif_rwlock_name,
        "char*(ErlNifRWLock*)",
        "2.14",
        "Gives the name of a lock for readers and writers."
    ),
    row!(enif_rwlock_rlock, "void(ErlNifRWLock *rwlck)", "0.1", "Locks for reading."),
    row!(enif_rwlock_runlock, "void(ErlNifRWLock *rwlck)", "0.1", "Ends reading."),
    row!(enif_rwlock_rwlock, "void(ErlNifRWLock *rwlck)", "0.1", "Locks for writing."),
    row!(enif_rwlock_rwunlock, "void(ErlNifRWLock *rwlck)", "0.1", "Ends writing."),
    row!(
        enif_rwlock_tryrlock,
        "int(ErlNifRWLock *rwlck)",
        "0.1",
        "Locks for reading if it is free."
    ),
    row!(
        enif_rwlock_tryrwlock,
        "int(ErlNifRWLock *rwlck)",
        "0.1",
        "Locks for writing if it is free."
    ),
    row!(
        erl_drv_cond_broadcast,
        "void(ErlDrvCond *cnd)",
        "1.0",
        "Wakes all that wait for a condition."
    ),
    row!(erl_drv_cond_create, "ErlDrvCond *(char *name)", "1.0", "Makes a condition variable."),
    row!(erl_drv_cond_destroy, "void(ErlDrvCond *cnd)", "1.0", "Removes a condition variable."),
    row!(
        erl_drv_cond_name,
        "char*(ErlDrvCond *cnd)",
        "2.2",
        "Gives the name of a condition variable."
    ),
    row!(
        erl_drv_cond_signal,
        "void(ErlDrvCond *cnd)",
        "1.0",
        "Wakes one that waits for a condition."
    ),
    row!(
        erl_drv_cond_wait,
        "void(ErlDrvCond *cnd, ErlDrvMutex *mtx)",
        "1.0",
        "Waits for a condition."
    ),
    row!(erl_drv_mutex_create, "ErlDrvMutex *(char *name)", "1.0", "Makes a mutex."),
    row!(erl_drv_mutex_destroy, "void(ErlDrvMutex *mtx)", "1.0", "Removes a mutex."),
    row!(erl_drv_mutex_lock, "void(ErlDrvMutex *mtx)", "1.0", "Locks a mutex."),
    row!(erl_drv_mutex_name, "char*(ErlDrvMutex *mtx)", "2.2", "Gives the name of a mutex."),
    row!(erl_drv_mutex_trylock, "int(ErlDrvMutex *mtx)", "1.0", "Locks a mutex if it is free."),
    row!(erl_drv_mutex_unlock, "void(ErlDrvMutex *mtx)", "1.0", "Unlocks a mutex."),
    row!(
        erl_drv_rwlock_create,
        "ErlDrvRWLock *(char *name)",
        "1.0",
        "Makes a lock for readers and writers."
    ),
    row!(
        erl_drv_rwlock_destroy,
        "void(ErlDrvRWLock *rwlck)",
        "1.0",
        "Removes a lock for readers and writers."
    ),
    row!(
        erl_drv_rwlock_name,
        "char*(ErlDrvRWLock *rwlck)",
        "2.2",
        "Gives the name of a lock for readers and writers."
    ),
    row!(erl_drv_rwlock_rlock, "void(ErlDrvRWLock *rwlck)", "1.0", "Locks for reading."),
    row!(erl_drv_rwlock_runlock, "void(ErlDrvRWLock *rwlck)", "1.0", "Ends reading."),
    row!(erl_drv_rwlock_rwlock, "void(ErlDrvRWLock *rwlck)", "1.0", "Locks for writing."),
    row!(erl_drv_rwlock_rwunlock, "void(ErlDrvRWLock *rwlck)", "1.0", "Ends writing."),
    row!(
        erl_drv_rwlock_tryrlock,
        "int(ErlDrvRWLock *rwlck)",
        "1.0",
        "Locks for reading if it is free."
    ),
    row!(
        erl_drv_rwlock_tryrwlock,
        "int(ErlDrvRWLock *rwlck)",
        "1.0",
        "Locks for writing if it is free."
    ),
];

/// A name that C code has given, or none.
pub(super) struct Name(Option<CString>);

impl Name {
    /// A copy of a name.
    pub(super) fn of(name: Option<Text>) -> Name {
        Name(name.map(|name| name.c_str().to_owned()))
    }

    /// The name if there is one.
    pub(super) fn given(&self) -> Option<&CStr> {
        self.0.as_deref()
    }

    /// The name, or `unknown`; there as long as what it names.
    pub(super) fn text(&self) -> *const c_char {
        self.given().unwrap_or(c"unknown").as_ptr()
    }
}

/// `ErlNifMutex`.
pub struct Mutex {
    lock: UnsafeCell<libc::pthread_mutex_t>,
    name: Name,
}

/// `ErlNifCond`.
pub struct Cond {
    condition: UnsafeCell<libc::pthread_cond_t>,
    name: Name,
}

/// `ErlNifRWLock`.
pub struct RwLock {
    lock: UnsafeCell<libc::pthread_rwlock_t>,
    name: Name,
}

// SAFETY: the system's lock is for any thread, and the name does not change.
unsafe impl Sync for Mutex {}
// SAFETY: the system's condition variable is for any thread, and the name does not change.
unsafe impl Sync for Cond {}
// SAFETY: the system's lock is for any thread, and the name does not change.
unsafe impl Sync for RwLock {}

impl Drop for Mutex {
    fn drop(&mut self) {
        // SAFETY: the lock has been initialised, and C code says that nobody uses it any more.
        unsafe { libc::pthread_mutex_destroy(self.lock.get()) };
    }
}

impl Drop for Cond {
    fn drop(&mut self) {
        // SAFETY: the condition variable has been initialised, and C code says that nobody waits
        // for it any more.
        unsafe { libc::pthread_cond_destroy(self.condition.get()) };
    }
}

impl Drop for RwLock {
    fn drop(&mut self) {
        // SAFETY: the lock has been initialised, and C code says that nobody uses it any more.
        unsafe { libc::pthread_rwlock_destroy(self.lock.get()) };
    }
}

/// A structure of C code's; null ends the emulator.
fn given<'a, T>(value: Option<&'a T>, function: &str) -> &'a T {
    value.unwrap_or_else(|| fatal::error(libc::EINVAL, function))
}

/// Ends the emulator if a call of the system has failed that can do so only if C code misuses it.
fn succeeded(error: c_int, function: &str) {
    if error != 0 {
        fatal::error(error, function);
    }
}

super::both! {
    /// Makes a mutex. The name is for people, and may be null.
    fn enif_mutex_create, erl_drv_mutex_create(name: Option<Text>) -> Box<Mutex> {
        let lock = UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER);
        Box::new(Mutex { lock, name: Name::of(name) })
    }
}
super::both! {
    /// Removes a mutex that nobody has locked. Null ends the emulator.
    fn enif_mutex_destroy, erl_drv_mutex_destroy(mutex: Option<Box<Mutex>>) {
        given(mutex.as_deref(), "erl_drv_mutex_destroy");
    }
}
super::both! {
    /// Gives the name of a mutex, or `unknown`; null for null.
    fn enif_mutex_name, erl_drv_mutex_name(mutex: Option<&Mutex>) -> *const c_char {
        mutex.map_or(std::ptr::null(), |mutex| mutex.name.text())
    }
}
super::both! {
    /// Locks a mutex if nobody has it locked: 0, or else `EBUSY`. Null ends the emulator.
    fn enif_mutex_trylock, erl_drv_mutex_trylock(mutex: Option<&Mutex>) -> c_int {
        let mutex = given(mutex, "erl_drv_mutex_trylock");
        // SAFETY: the lock has been initialised, and is there until it is destroyed.
        unsafe { libc::pthread_mutex_trylock(mutex.lock.get()) }
    }
}
super::both! {
    /// Locks a mutex; waits until nobody has it locked. Null ends the emulator.
    fn enif_mutex_lock, erl_drv_mutex_lock(mutex: Option<&Mutex>) {
        let mutex = given(mutex, "erl_drv_mutex_lock");
        // SAFETY: the lock has been initialised, and is there until it is destroyed.
        let error = unsafe { libc::pthread_mutex_lock(mutex.lock.get()) };
        succeeded(error, "erl_drv_mutex_lock");
    }
}
super::both! {
    /// Unlocks a mutex that the calling thread has locked. Null ends the emulator.
    fn enif_mutex_unlock, erl_drv_mutex_unlock(mutex: Option<&Mutex>) {
        let mutex = given(mutex, "erl_drv_mutex_unlock");
        // SAFETY: the lock has been initialised, and C code says that this thread has locked it.
        let error = unsafe { libc::pthread_mutex_unlock(mutex.lock.get()) };
        succeeded(error, "erl_drv_mutex_unlock");
    }
}
super::both! {
    /// Makes a condition variable. The name is for people, and may be null.
    fn enif_cond_create, erl_drv_cond_create(name: Option<Text>) -> Box<Cond> {
        let condition = UnsafeCell::new(libc::PTHREAD_COND_INITIALIZER);
        Box::new(Cond { condition, name: Name::of(name) })
    }
}
super::both! {
    /// Removes a condition variable that nobody waits for. Null ends the emulator.
    fn enif_cond_destroy, erl_drv_cond_destroy(condition: Option<Box<Cond>>) {
        given(condition.as_deref(), "erl_drv_cond_destroy");
    }
}
super::both! {
    /// Gives the name of a condition variable, or `unknown`; null for null.
    fn enif_cond_name, erl_drv_cond_name(condition: Option<&Cond>) -> *const c_char {
        condition.map_or(std::ptr::null(), |condition| condition.name.text())
    }
}
super::both! {
    /// Wakes one thread, at least, of those that wait. Null ends the emulator.
    fn enif_cond_signal, erl_drv_cond_signal(condition: Option<&Cond>) {
        let condition = given(condition, "erl_drv_cond_signal");
        // SAFETY: the condition variable has been initialised, and is there until it is destroyed.
        unsafe { libc::pthread_cond_signal(condition.condition.get()) };
    }
}
super::both! {
    /// Wakes all threads that wait. Null ends the emulator.
    fn enif_cond_broadcast, erl_drv_cond_broadcast(condition: Option<&Cond>) {
        let condition = given(condition, "erl_drv_cond_broadcast");
        // SAFETY: the condition variable has been initialised, and is there until it is destroyed.
        unsafe { libc::pthread_cond_broadcast(condition.condition.get()) };
    }
}
super::both! {
    /// Unlocks a mutex that the calling thread has locked, waits to be woken, and locks the mutex
    /// again. It may return without having been woken. Null ends the emulator.
    fn enif_cond_wait, erl_drv_cond_wait(condition: Option<&Cond>, mutex: Option<&Mutex>) {
        let condition = given(condition, "erl_drv_cond_wait");
        let mutex = given(mutex, "erl_drv_cond_wait");
        // SAFETY: both have been initialised, and C code says that this thread has locked the
        // mutex.
        let error = unsafe { libc::pthread_cond_wait(condition.condition.get(), mutex.lock.get()) };
        succeeded(error, "erl_drv_cond_wait");
    }
}

/// The system's lock for readers and writers. Readers that come after a waiting writer wait, too,
/// as in stock's emulator: writers would wait for ever behind readers that take turns.
fn new_rwlock() -> Result<libc::pthread_rwlock_t, c_int> {
    const PREFER_WRITERS: c_int = 2;
    let mut lock = libc::PTHREAD_RWLOCK_INITIALIZER;
    let mut attributes = std::mem::MaybeUninit::<libc::pthread_rwlockattr_t>::uninit();
    // SAFETY: the attributes are initialised before they are used, and destroyed afterwards. The
    // lock is not in use yet, so that it may be moved.
    let error = unsafe {
        libc::pthread_rwlockattr_init(attributes.as_mut_ptr());
        libc::pthread_rwlockattr_setkind_np(attributes.as_mut_ptr(), PREFER_WRITERS);
        let error = libc::pthread_rwlock_init(&raw mut lock, attributes.as_ptr());
        libc::pthread_rwlockattr_destroy(attributes.as_mut_ptr());
        error
    };
    if error == 0 { Ok(lock) } else { Err(error) }
}

super::both! {
    /// Makes a lock for readers and writers. The name is for people, and may be null. Null if the
    /// system has none.
    fn enif_rwlock_create, erl_drv_rwlock_create(name: Option<Text>) -> Option<Box<RwLock>> {
        let lock = UnsafeCell::new(new_rwlock().ok()?);
        Some(Box::new(RwLock { lock, name: Name::of(name) }))
    }
}
super::both! {
    /// Removes a lock that nobody has locked. Null ends the emulator.
    fn enif_rwlock_destroy, erl_drv_rwlock_destroy(lock: Option<Box<RwLock>>) {
        given(lock.as_deref(), "erl_drv_rwlock_destroy");
    }
}
super::both! {
    /// Gives the name of a lock, or `unknown`; null for null.
    fn enif_rwlock_name, erl_drv_rwlock_name(lock: Option<&RwLock>) -> *const c_char {
        lock.map_or(std::ptr::null(), |lock| lock.name.text())
    }
}
super::both! {
    /// Locks for reading if no writer has the lock or waits for it: 0, or else `EBUSY`. Null ends
    /// the emulator.
    fn enif_rwlock_tryrlock, erl_drv_rwlock_tryrlock(lock: Option<&RwLock>) -> c_int {
        let lock = given(lock, "erl_drv_rwlock_tryrlock");
        // SAFETY: the lock has been initialised, and is there until it is destroyed.
        unsafe { libc::pthread_rwlock_tryrdlock(lock.lock.get()) }
    }
}
super::both! {
    /// Locks for reading, beside other readers. A thread must not do so twice. Null ends the
    /// emulator.
    fn enif_rwlock_rlock, erl_drv_rwlock_rlock(lock: Option<&RwLock>) {
        let lock = given(lock, "erl_drv_rwlock_rlock");
        // SAFETY: the lock has been initialised, and is there until it is destroyed.
        let error = unsafe { libc::pthread_rwlock_rdlock(lock.lock.get()) };
        succeeded(error, "erl_drv_rwlock_rlock");
    }
}
super::both! {
    /// Ends reading. Null ends the emulator.
    fn enif_rwlock_runlock, erl_drv_rwlock_runlock(lock: Option<&RwLock>) {
        let lock = given(lock, "erl_drv_rwlock_runlock");
        // SAFETY: the lock has been initialised, and C code says that this thread has locked it.
        let error = unsafe { libc::pthread_rwlock_unlock(lock.lock.get()) };
        succeeded(error, "erl_drv_rwlock_runlock");
    }
}
super::both! {
    /// Locks for writing if nobody has the lock: 0, or else `EBUSY`. Null ends the emulator.
    fn enif_rwlock_tryrwlock, erl_drv_rwlock_tryrwlock(lock: Option<&RwLock>) -> c_int {
        let lock = given(lock, "erl_drv_rwlock_tryrwlock");
        // SAFETY: the lock has been initialised, and is there until it is destroyed.
        unsafe { libc::pthread_rwlock_trywrlock(lock.lock.get()) }
    }
}
super::both! {
    /// Locks for writing, alone. Null ends the emulator.
    fn enif_rwlock_rwlock, erl_drv_rwlock_rwlock(lock: Option<&RwLock>) {
        let lock = given(lock, "erl_drv_rwlock_rwlock");
        // SAFETY: the lock has been initialised, and is there until it is destroyed.
        let error = unsafe { libc::pthread_rwlock_wrlock(lock.lock.get()) };
        succeeded(error, "erl_drv_rwlock_rwlock");
    }
}
super::both! {
    /// Ends writing. Null ends the emulator.
    fn enif_rwlock_rwunlock, erl_drv_rwlock_rwunlock(lock: Option<&RwLock>) {
        let lock = given(lock, "erl_drv_rwlock_rwunlock");
        // SAFETY: the lock has been initialised, and C code says that this thread has locked it.
        let error = unsafe { libc::pthread_rwlock_unlock(lock.lock.get()) };
        succeeded(error, "erl_drv_rwlock_rwunlock");
    }
}
