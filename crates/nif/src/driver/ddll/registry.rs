//! The drivers of libraries, who uses them, and who waits for what.

use super::library::{Library, LoadError};
use crate::driver::abi::EntryAddress;
use crate::driver::loaded::Loaded;
use crate::driver::{failure, instance, later};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use term::{Atom, Term, atom};
use vm::port::open::{add_driver, remove_driver};
use vm::port::{DriverLock, watch};
use vm::process::{RefKey, Running};
use vm::signal;

/// Held by whoever loads or unloads a driver.
pub(super) static LOADING: LazyLock<Arc<DriverLock>> = LazyLock::new(Arc::default);

/// The drivers that have been added, the oldest first.
pub(super) static REGISTRY: Mutex<Vec<Driver>> = Mutex::new(Vec::new());

pub(super) fn registry() -> MutexGuard<'static, Vec<Driver>> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A driver.
pub(super) struct Driver {
    pub(super) loaded: Arc<Loaded>,
    /// None if a driver has added it.
    pub(super) library: Option<Dynamic>,
}

/// The fate of a driver when nobody uses it any more.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// Processes have loaded it.
    Loaded,
    /// It is to be unloaded.
    Unloading,
    /// As above, and no port can be opened any more.
    ForcedUnloading,
    /// It is to be loaded anew.
    Reloading,
    /// As above, and no port can be opened any more.
    ForcedReloading,
    /// It remains for ever.
    Permanent,
}

impl Status {
    pub(super) fn is_unloading(self) -> bool {
        matches!(self, Status::Unloading | Status::ForcedUnloading)
    }

    pub(super) fn is_reloading(self) -> bool {
        matches!(self, Status::Reloading | Status::ForcedReloading)
    }
}

/// A process that has to do with a driver.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct User {
    pub(super) pid: u64,
    pub(super) role: Role,
}

/// The part of a process in the life of a driver.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It has loaded it. If it does not count, the driver is to be loaded anew when nobody uses it.
    Loaded {
        /// Whether it is one of [`Dynamic::references`].
        counts: bool,
    },
    /// It is told when the driver has been loaded.
    AwaitsLoad(RefKey),
    /// It is told when the driver has been unloaded, or when that is cancelled.
    AwaitsUnload(RefKey),
    /// It is told when the driver has been unloaded.
    AwaitsUnloadOnly(RefKey),
}

impl Role {
    pub(super) fn is_loaded(self) -> bool {
        matches!(self, Role::Loaded { .. })
    }

    /// The reference of what it will be told.
    pub(super) fn awaited(self) -> Option<RefKey> {
        match self {
            Role::Loaded { .. } => None,
            Role::AwaitsLoad(key) | Role::AwaitsUnload(key) | Role::AwaitsUnloadOnly(key) => {
                Some(key)
            }
        }
    }
}

/// The library of a driver.
pub(super) struct Dynamic {
    pub(super) library: Option<Library>,
    /// Without `.so`.
    pub(super) path: Vec<u8>,
    pub(super) status: Status,
    /// `kill_ports`.
    pub(super) kill_ports: bool,
    /// Users: processes, ports, work.
    references: usize,
    pub(super) ports: usize,
    /// The oldest first.
    pub(super) users: Vec<User>,
    /// The library that is to be loaded instead, and its `kill_ports`.
    pub(super) reload: Option<(Vec<u8>, bool)>,
}

impl Dynamic {
    fn new(library: Library, path: &[u8], kill_ports: bool) -> Dynamic {
        Dynamic {
            library: Some(library),
            path: path.to_vec(),
            status: Status::Loaded,
            kill_ports,
            references: 0,
            ports: 0,
            users: Vec::new(),
            reload: None,
        }
    }

    /// The number of processes that have loaded it.
    pub(super) fn loaders(&self) -> usize {
        self.users.iter().filter(|u| u.role.is_loaded()).count()
    }

    /// Adds a process.
    pub(super) fn add(&mut self, pid: u64, role: Role) {
        self.references += usize::from(role == Role::Loaded { counts: true });
        self.users.push(User { pid, role });
    }

    /// Adds a process that is told of something; the reference.
    pub(super) fn watch(&mut self, pid: u64, role: fn(RefKey) -> Role) -> RefKey {
        let key = vm::system::new_ref();
        self.add(pid, role(key));
        key
    }

    /// Takes one load of a process away, the last one; false if there is none.
    pub(super) fn unload_by(&mut self, pid: u64) -> bool {
        let found = self.users.iter().rposition(|u| u.pid == pid && u.role.is_loaded());
        let Some(i) = found else { return false };
        let user = self.users.remove(i);
        self.references -= usize::from(user.role == Role::Loaded { counts: true });
        true
    }

    /// The processes that have loaded it do not keep it any more.
    pub(super) fn uncount(&mut self) {
        for user in &mut self.users {
            if user.role == (Role::Loaded { counts: true }) {
                user.role = Role::Loaded { counts: false };
                self.references -= 1;
            }
        }
    }

    /// Tells all that wait for something, who do not any more.
    pub(super) fn tell(
        &mut self,
        name: &str,
        which: impl Fn(Role) -> bool,
        kind: &str,
        what: &str,
    ) {
        self.users.retain(|user| {
            let Some(key) = user.role.awaited().filter(|_| which(user.role)) else { return true };
            notify(user.pid, key, Atom::new(name), kind, Ok(what));
            false
        });
    }

    /// The load that has been asked for will not be.
    pub(super) fn cancel_reload(&mut self, name: &str) {
        if self.status.is_reloading() {
            self.tell(name, |r| matches!(r, Role::AwaitsLoad(_)), "DOWN", "load_cancelled");
            self.reload = None;
        }
    }
}

/// Sends `{'UP' | 'DOWN', Ref, driver, Name, What}`.
pub(super) fn notify(pid: u64, key: RefKey, name: Atom, kind: &str, what: Result<&str, LoadError>) {
    signal::send_built(pid, |heap| {
        let what = match what {
            Ok(what) => Term::atom(Atom::new(what)),
            Err(error) => heap.tuple(&[Term::atom(atom!("load_failure")), error.term(heap)]),
        };
        let kind = Term::atom(Atom::new(kind));
        heap.tuple(&[
            kind,
            heap.reference(key),
            Term::atom(atom!("driver")),
            Term::atom(name),
            what,
        ])
    });
}

/// Does something with the library of a driver; None if it has none.
fn with<R>(driver: &Arc<Loaded>, f: impl FnOnce(&mut Dynamic) -> R) -> Option<R> {
    let mut all = registry();
    let found = all.iter_mut().find(|d| Arc::ptr_eq(&d.loaded, driver))?;
    found.library.as_mut().map(f)
}

/// A port of the driver is about to be opened; false if that is not possible any more.
pub(in crate::driver) fn port_opens(driver: &Arc<Loaded>) -> bool {
    let opened = with(driver, |library| {
        if matches!(library.status, Status::ForcedUnloading | Status::ForcedReloading) {
            return false;
        }
        library.ports += 1;
        library.references += 1;
        true
    });
    opened.unwrap_or(true)
}

/// A port of the driver has gone.
pub(in crate::driver) fn port_gone(driver: &Arc<Loaded>) {
    with(driver, |library| library.ports -= 1);
    release(driver);
}

/// Keeps a driver that somebody keeps already.
pub(in crate::driver) fn retain(driver: &Arc<Loaded>) {
    with(driver, |library| library.references += 1);
}

/// Ends [`retain`].
pub(in crate::driver) fn release(driver: &Arc<Loaded>) {
    let left = with(driver, |library| {
        library.references -= 1;
        library.references
    });
    if left == Some(0) {
        nobody_uses(driver);
    }
}

/// Has a driver unloaded, or loaded anew, if nobody uses it by then. Its code may still be running:
/// so not now.
pub(super) fn nobody_uses(driver: &Arc<Loaded>) {
    let driver = driver.clone();
    later(move || unload(&driver));
}

/// As [`nobody_uses`], if that is so.
pub(super) fn check(driver: &Arc<Loaded>) {
    if with(driver, |library| library.references) == Some(0) {
        nobody_uses(driver);
    }
}

fn unload(driver: &Arc<Loaded>) {
    let _loading = DriverLock::take(&LOADING);
    let mut library = {
        let mut all = registry();
        let unused = |d: &Driver| {
            Arc::ptr_eq(&d.loaded, driver) && d.library.as_ref().is_some_and(|l| l.references == 0)
        };
        let Some(i) = all.iter().position(unused) else { return };
        let Some(library) = all.remove(i).library else { return };
        remove_driver(&driver.name);
        library
    };
    watch::finish(&driver.name);
    if let Some(finish) = driver.entry.finish {
        driver.within(None, || finish());
    }
    library.library = None;
    let awaits = |role| matches!(role, Role::AwaitsUnload(_) | Role::AwaitsUnloadOnly(_));
    library.tell(&driver.name, awaits, "DOWN", "unloaded");
    if library.status.is_reloading()
        && let Some((path, kill_ports)) = library.reload.take()
    {
        reload(library.users, &driver.name, &path, kill_ports);
    }
}

/// Loads a driver anew, for the processes that had loaded it.
fn reload(users: Vec<User>, name: &str, path: &[u8], kill_ports: bool) {
    let loaded = load(path, name, kill_ports);
    let (kind, what) = match loaded {
        Ok(()) => ("UP", Ok("loaded")),
        Err(error) => ("DOWN", Err(error)),
    };
    for user in &users {
        if let Role::AwaitsLoad(key) = user.role {
            notify(user.pid, key, Atom::new(name), kind, what);
        }
    }
    let mut all = registry();
    let new = all.iter_mut().find(|d| d.loaded.name == name && d.library.is_some());
    if let Some(library) = new.and_then(|d| d.library.as_mut()).filter(|_| loaded.is_ok()) {
        for user in users.iter().filter(|u| u.role.is_loaded()) {
            library.add(user.pid, Role::Loaded { counts: true });
        }
    }
}

/// Loads a driver, for nobody yet. The caller holds [`LOADING`].
pub(super) fn load(path: &[u8], name: &str, kill_ports: bool) -> Result<(), LoadError> {
    let library = Library::open(path)?;
    let address = library.driver()?;
    if !address.is_compatible() {
        return Err(LoadError::Version);
    }
    let loaded = Loaded::new(address).filter(|l| l.name == name).ok_or(LoadError::BadName)?;
    add(loaded, Some(Dynamic::new(library, path, kill_ports))).ok_or(LoadError::FailedInit)?;
    vm::system::taint(Atom::new(name));
    Ok(())
}

/// Adds a driver; None if its `init` fails.
fn add(loaded: Loaded, library: Option<Dynamic>) -> Option<()> {
    let entry = &loaded.entry;
    let numbers = (entry.major_version, entry.minor_version, entry.driver_flags);
    probes(&loaded.name, numbers);
    if entry.init.is_some_and(|init| loaded.within(None, || init()) != 0) {
        return None;
    }
    let loaded = Arc::new(loaded);
    add_driver(&loaded.name, loaded.maker());
    registry().push(Driver { loaded, library });
    Some(())
}

fn probes(name: &str, (major, minor, flags): (i32, i32, i32)) {
    watch::init(name, major, minor, flags);
}

/// Adds a driver of a driver's.
pub(in crate::driver) fn add_static(address: EntryAddress) {
    let _loading = DriverLock::take(&LOADING);
    if let Some(loaded) = Loaded::new(address) {
        add(loaded, None);
    }
}

/// Removes a driver of a driver's: 1. 0 if there is none, -1 if it has been loaded.
pub(in crate::driver) fn remove_static(address: EntryAddress) -> i32 {
    let _loading = DriverLock::take(&LOADING);
    let mut all = registry();
    let Some(i) = all.iter().rposition(|d| d.loaded.address == address) else { return 0 };
    if all[i].library.is_some() {
        return -1;
    }
    let driver = all.remove(i);
    remove_driver(&driver.loaded.name);
    1
}

/// Keeps a driver for ever; false if it has not been loaded.
pub(in crate::driver) fn make_permanent(driver: &Arc<Loaded>) -> bool {
    let done = with(driver, |library| {
        library.tell(&driver.name, |role| role.awaited().is_some(), "UP", "permanent");
        library.users.clear();
        library.references += 1;
        library.status = Status::Permanent;
    });
    done.is_some()
}

/// Ends all ports of a driver.
pub(super) fn kill_ports(driver: &Arc<Loaded>) {
    for id in vm::port::all_ids() {
        instance::enter(id, |instance, core| {
            if Arc::ptr_eq(&instance.driver, driver) {
                failure::fail(instance, core, Term::atom(atom!("driver_unloaded")));
            }
        });
    }
}

/// The mark of a process that has had to do with drivers.
#[derive(Default)]
struct UsesDrivers;

/// Notes that the process has to do with drivers: when it goes they are looked at.
pub(super) fn uses_drivers(p: &mut Running<'_>) {
    p.extra().slots.get_or_default::<UsesDrivers>();
}

/// A process has gone, which may have loaded drivers.
pub(super) fn process_gone(p: &Running<'_>) {
    let extra = p.own_ref().extra.as_ref();
    if extra.is_none_or(|extra| extra.slots.get::<UsesDrivers>().is_none()) {
        return;
    }
    let pid = p.id;
    let mut to_kill = Vec::new();
    let mut unused = Vec::new();
    for Driver { loaded, library } in registry().iter_mut() {
        let Some(library) = library.as_mut().filter(|l| l.status != Status::Permanent) else {
            continue;
        };
        if !library.users.iter().any(|u| u.pid == pid) {
            continue;
        }
        while library.unload_by(pid) {}
        library.users.retain(|u| u.pid != pid);
        if library.loaders() == 0 {
            library.cancel_reload(&loaded.name);
            library.status = Status::Unloading;
            if library.ports > 0 && library.kill_ports {
                library.status = Status::ForcedUnloading;
                to_kill.push(loaded.clone());
            }
        }
        if library.references == 0 {
            unused.push(loaded.clone());
        }
    }
    to_kill.iter().for_each(kill_ports);
    unused.iter().for_each(nobody_uses);
}
