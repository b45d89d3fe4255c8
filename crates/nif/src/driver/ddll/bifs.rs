//! The built-ins of the module `erl_ddll`.

use super::library;
use super::registry::{
    self, Driver, Dynamic, LOADING, Role, Status, check, kill_ports, notify, registry, uses_drivers,
};
use crate::driver::loaded::Loaded;
use std::sync::Arc;
use term::{Atom, Heap, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::port::open::{driver_names, find_driver};
use vm::port::{DriverLock, IoData};
use vm::process::{RefKey, Running};
use vm::{filename, system};

/// The rows of this module.
pub const ROWS: &[BifRow] = &[
    row("erl_ddll", "loaded_drivers", 0, loaded_drivers_0),
    row("erl_ddll", "info", 2, info_2),
    row("erl_ddll", "try_load", 3, try_load_3),
    row("erl_ddll", "try_unload", 2, try_unload_2),
    row("erl_ddll", "format_error_int", 1, format_error_int_1),
    row("erl_ddll", "monitor", 2, monitor_2),
    row("erl_ddll", "demonitor", 1, demonitor_1),
];

/// Whether the driver is part of the emulator. The drivers behind `{spawn, …}`, `{fd, …}` and paths
/// have no name for programs.
fn is_built_in(name: &str) -> bool {
    !["spawn", "fd", "vanilla"].contains(&name)
        && find_driver(name).is_some()
        && !registry().iter().any(|d| d.loaded.name == name)
}

/// The name of a driver: an atom, or text as iodata.
fn name<'h>(t: Term<'h>) -> Result<String, Exception<'h>> {
    let name = match t.as_atom() {
        Some(atom) => Some(atom.name().to_owned()).filter(|n| !n.is_empty()),
        None => IoData::new(t).and_then(|data| String::from_utf8(data.flat().into_owned()).ok()),
    };
    name.ok_or(Exception::BADARG)
}

/// The result of a call.
enum Outcome {
    /// `{ok, What}`, or with a reference `{ok, What, Ref}`.
    Done(&'static str, Option<RefKey>),
    /// `{error, Why}`.
    Failed(&'static str),
    /// `{error, Why}`, of a library that cannot be loaded.
    NotLoaded(library::LoadError),
}

impl Outcome {
    fn term<'h>(self, heap: &'h Heap) -> Term<'h> {
        let atom = |name| Term::atom(Atom::new(name));
        match self {
            Outcome::Done(what, None) => heap.tuple(&[Term::OK, atom(what)]),
            Outcome::Done(what, Some(key)) => {
                heap.tuple(&[Term::OK, atom(what), heap.reference(key)])
            }
            Outcome::Failed(why) => heap.tuple(&[Term::atom(am::ERROR), atom(why)]),
            Outcome::NotLoaded(error) => heap.tuple(&[Term::atom(am::ERROR), error.term(heap)]),
        }
    }
}

/// `pending_driver` or `pending`.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Pending {
    Driver,
    Process,
}

fn pending(t: Term<'_>) -> Option<Pending> {
    match t.as_atom()?.name() {
        "pending_driver" => Some(Pending::Driver),
        "pending" => Some(Pending::Process),
        _ => None,
    }
}

/// Options of `try_load/3` and `try_unload/2`.
#[derive(Default)]
struct Options {
    monitor: Option<Pending>,
    reload: Option<Pending>,
    kill_ports: bool,
}

impl Options {
    fn for_load(t: Term<'_>) -> Option<Options> {
        let mut options = Options::default();
        for option in t.to_vec()? {
            let [tag, value] = option.as_tuple_of()?;
            match tag.as_atom()?.name() {
                "driver_options" => {
                    let all = value.to_vec()?;
                    let known = |t: &Term<'_>| t.is(atom!("kill_ports"));
                    if !all.iter().all(known) {
                        return None;
                    }
                    options.kill_ports |= !all.is_empty();
                }
                "monitor" => options.monitor = Some(pending(*value)?),
                "reload" => options.reload = Some(pending(*value)?),
                _ => return None,
            }
        }
        Some(options)
    }

    fn for_unload(t: Term<'_>) -> Option<Options> {
        let mut options = Options::default();
        for option in t.to_vec()? {
            if option.is(atom!("kill_ports")) {
                options.kill_ports = true;
                continue;
            }
            let [tag, value] = option.as_tuple_of()?;
            if !tag.is(am::MONITOR) {
                return None;
            }
            options.monitor = Some(pending(*value)?);
        }
        Some(options)
    }
}

fn loaded_drivers_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let names = driver_names();
    let named = names.iter().filter(|n| !["spawn", "fd", "vanilla"].contains(&n.as_str()));
    let names: Vec<_> = named.map(|n| heap.string(n)).collect();
    Ok(heap.tuple(&[Term::OK, heap.list(&names)]))
}

fn info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = name(args[0])?;
    let item = args[1].as_atom().ok_or(Exception::BADARG)?.name();
    let known = ["processes", "driver_options", "port_count", "linked_in_driver", "permanent"];
    if !known.contains(&item) && !["awaiting_load", "awaiting_unload"].contains(&item) {
        return Err(Exception::BADARG);
    }
    let built_in = is_built_in(&name);
    let all = registry();
    let driver = all.iter().rev().find(|d| d.loaded.name == name);
    if driver.is_none() && !built_in {
        return Err(Exception::BADARG);
    }
    Ok(item_of(p.heap(), driver.and_then(|d| d.library.as_ref()), item))
}

/// The answer for a driver; without a library it is part of the emulator, or of a library of
/// another driver.
fn item_of<'h>(heap: &'h Heap, library: Option<&Dynamic>, item: &str) -> Term<'h> {
    let permanent = library.is_some_and(|l| l.status == Status::Permanent);
    let library = match (library, item) {
        (_, "linked_in_driver") => return Term::bool(library.is_none()),
        (_, "permanent") => return Term::bool(permanent),
        (None, _) => return Term::atom(atom!("linked_in_driver")),
        (Some(library), "driver_options") => {
            let options = [Term::atom(atom!("kill_ports"))];
            return heap.list(&options[..usize::from(library.kill_ports)]);
        }
        (Some(_), _) if permanent => return Term::atom(atom!("permanent")),
        (Some(library), _) => library,
    };
    match item {
        "port_count" => heap.unsigned(library.ports as u64),
        "processes" => counted(heap, library, Role::is_loaded),
        "awaiting_load" => counted(heap, library, |r| matches!(r, Role::AwaitsLoad(_))),
        _ => counted(heap, library, |r| {
            matches!(r, Role::AwaitsUnload(_) | Role::AwaitsUnloadOnly(_))
        }),
    }
}

/// The processes that have such a role, and how often.
fn counted<'h>(heap: &'h Heap, library: &Dynamic, which: fn(Role) -> bool) -> Term<'h> {
    let mut counts: Vec<(u64, i64)> = Vec::new();
    for user in library.users.iter().rev().filter(|u| which(u.role)) {
        match counts.iter_mut().find(|(pid, _)| *pid == user.pid) {
            Some((_, n)) => *n += 1,
            None => counts.push((user.pid, 1)),
        }
    }
    counts.reverse();
    let pair = |&(pid, n): &(u64, i64)| heap.tuple(&[Term::pid(pid), Term::small(n)]);
    heap.list(&counts.iter().map(pair).collect::<Vec<_>>())
}

fn try_load_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let options = Options::for_load(args[2]).ok_or(Exception::BADARG)?;
    let name = name(args[1])?;
    let mut path = filename::to_native(args[0], true).ok_or(Exception::BADARG)?;
    while path.len() > 1 && path.ends_with(b"/") {
        path.pop();
    }
    if !path.ends_with(b"/") {
        path.push(b'/');
    }
    path.extend_from_slice(name.as_bytes());
    uses_drivers(p);
    let outcome = try_load(p.id, &path, &name, &options);
    Ok(outcome.term(p.heap()))
}

fn try_load(pid: u64, path: &[u8], name: &str, options: &Options) -> Outcome {
    if is_built_in(name) {
        return Outcome::Failed("linked_in_driver");
    }
    let loading = DriverLock::take(&LOADING);
    let mut all = registry();
    let Some(driver) = all.iter_mut().rev().find(|d| d.loaded.name == name) else {
        drop(all);
        return load_first(pid, path, name, options);
    };
    let loaded = driver.loaded.clone();
    let (outcome, kill) = match load_known(pid, path, driver, options) {
        Ok((what, kill)) => (Outcome::Done(what, None), kill),
        Err(why) => return Outcome::Failed(why),
    };
    drop(all);
    if kill {
        drop(loading);
        kill_ports(&loaded);
    }
    let outcome = match outcome {
        Outcome::Done(what, _) if what != "already_loaded" => {
            let monitors = options.monitor.is_some() || options.reload.is_none();
            Outcome::Done(what, watch(&loaded, pid, monitors, Role::AwaitsLoad))
        }
        other => other,
    };
    check(&loaded);
    outcome
}

/// Has a process told of a driver, if that is wanted.
fn watch(driver: &Arc<Loaded>, pid: u64, wanted: bool, role: fn(RefKey) -> Role) -> Option<RefKey> {
    let mut all = registry();
    let found = all.iter_mut().find(|d| Arc::ptr_eq(&d.loaded, driver)).filter(|_| wanted)?;
    Some(found.library.as_mut()?.watch(pid, role))
}

/// Loads a driver that is not there.
fn load_first(pid: u64, path: &[u8], name: &str, options: &Options) -> Outcome {
    if options.reload.is_some() {
        return Outcome::Failed("not_loaded");
    }
    if let Err(error) = registry::load(path, name, options.kill_ports) {
        return Outcome::NotLoaded(error);
    }
    let mut all = registry();
    let driver = all.iter_mut().rev().find(|d| d.loaded.name == name);
    if let Some(library) = driver.and_then(|d| d.library.as_mut()) {
        library.add(pid, Role::Loaded { counts: true });
    }
    Outcome::Done("loaded", None)
}

/// Loads a driver that is there: what has come of it, and whether its ports are to end now.
fn load_known(
    pid: u64,
    path: &[u8],
    driver: &mut Driver,
    options: &Options,
) -> Result<(&'static str, bool), &'static str> {
    let name = &driver.loaded.name;
    let library = driver.library.as_mut().ok_or("linked_in_driver")?;
    let same = library.path == path && library.kill_ports == options.kill_ports;
    match library.status {
        Status::Loaded if options.reload.is_some() => reload(pid, path, library, options),
        Status::Loaded => {
            if !same {
                return Err("inconsistent");
            }
            library.add(pid, Role::Loaded { counts: true });
            Ok(("already_loaded", false))
        }
        Status::Unloading | Status::ForcedUnloading => {
            if options.reload.is_some() {
                return Err("not_loaded_by_this_process");
            }
            if !same {
                return Err("inconsistent");
            }
            library.status = Status::Loaded;
            let waits = |role| matches!(role, Role::AwaitsUnload(_));
            library.tell(name, waits, "UP", "unload_cancelled");
            library.add(pid, Role::Loaded { counts: true });
            Ok(("already_loaded", false))
        }
        Status::Reloading | Status::ForcedReloading => {
            if options.reload.is_some() {
                return Err("pending_reload");
            }
            if library.reload != Some((path.to_vec(), options.kill_ports)) {
                return Err("inconsistent");
            }
            library.add(pid, Role::Loaded { counts: false });
            Ok(("pending_driver", false))
        }
        Status::Permanent => Err("permanent"),
    }
}

/// Has a driver loaded anew when nobody uses it any more.
fn reload(
    pid: u64,
    path: &[u8],
    library: &mut Dynamic,
    options: &Options,
) -> Result<(&'static str, bool), &'static str> {
    let alone = library.loaders() == 1 && loaded_by(library, pid);
    if options.reload == Some(Pending::Driver) && !alone {
        return Err("pending_process");
    }
    if library.kill_ports != options.kill_ports {
        return Err("inconsistent");
    }
    if !library.unload_by(pid) {
        return Err("not_loaded_by_this_process");
    }
    library.uncount();
    library.add(pid, Role::Loaded { counts: false });
    library.status = Status::Reloading;
    library.reload = Some((path.to_vec(), options.kill_ports));
    if library.kill_ports {
        library.status = Status::ForcedReloading;
    }
    let driver = options.reload == Some(Pending::Driver);
    Ok((if driver { "pending_driver" } else { "pending_process" }, library.kill_ports))
}

fn loaded_by(library: &Dynamic, pid: u64) -> bool {
    library.users.iter().any(|u| u.pid == pid && u.role.is_loaded())
}

fn try_unload_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let options = Options::for_unload(args[1]).ok_or(Exception::BADARG)?;
    let name = name(args[0])?;
    uses_drivers(p);
    let outcome = try_unload(p.id, &name, &options);
    Ok(outcome.term(p.heap()))
}

fn try_unload(pid: u64, name: &str, options: &Options) -> Outcome {
    if is_built_in(name) {
        return Outcome::Failed("linked_in_driver");
    }
    let loading = DriverLock::take(&LOADING);
    let mut all = registry();
    let Some(driver) = all.iter_mut().rev().find(|d| d.loaded.name == name) else {
        return Outcome::Failed("not_loaded");
    };
    let loaded = driver.loaded.clone();
    let Some(library) = &mut driver.library else { return Outcome::Failed("linked_in_driver") };
    if library.status == Status::Permanent {
        return Outcome::Failed("permanent");
    }
    if !library.unload_by(pid) && library.loaders() > 0 {
        return Outcome::Failed("not_loaded_by_this_process");
    }
    let kills = options.kill_ports || library.kill_ports;
    let (what, kill, wanted) = if library.loaders() > 0 {
        ("pending_process", false, options.monitor == Some(Pending::Process))
    } else {
        library.cancel_reload(name);
        let kill = kills && library.ports > 0;
        library.status = if kill { Status::ForcedUnloading } else { Status::Unloading };
        ("pending_driver", kill, options.monitor.is_some())
    };
    drop(all);
    drop(loading);
    // It must not go before the caller is told of that.
    let key = watch(&loaded, pid, wanted, Role::AwaitsUnload);
    if kill {
        kill_ports(&loaded);
    }
    check(&loaded);
    Outcome::Done(what, key)
}

fn format_error_int_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let text = match args[0].as_atom().map_or("", |a| a.name()) {
        "inconsistent" => {
            "Driver name and/or driver options are inconsistent with currently loaded driver"
        }
        "linked_in_driver" => "Driver is statically linked and cannot be loaded/unloaded",
        "permanent" => "DDLL driver is permanent an cannot be unloaded/loaded",
        "not_loaded" => "DDLL driver is not loaded",
        "not_loaded_by_this_process" => "DDLL driver was not loaded by this process",
        "not_pending" => "DDLL load not pending for this driver name",
        "already_loaded" => "DDLL driver is already loaded successfully",
        "pending_reload" => "Driver reloading is already pending",
        "pending_process" => {
            "Driver is loaded by others when attempting option {reload, pending_driver}"
        }
        _ => {
            let text = library::text(args[0]).ok_or(Exception::BADARG)?;
            return Ok(p.heap().string(&text));
        }
    };
    Ok(p.heap().string(text))
}

fn monitor_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[0].is(atom!("driver")) {
        return Err(Exception::BADARG);
    }
    let [driver, when] = args[1].as_tuple_of().ok_or(Exception::BADARG)?;
    let text = name(*driver)?;
    let when = when.as_atom().ok_or(Exception::BADARG)?.name();
    let role = match when {
        "loaded" => Role::AwaitsLoad,
        "unloaded" => Role::AwaitsUnload,
        "unloaded_only" => Role::AwaitsUnloadOnly,
        _ => return Err(Exception::BADARG),
    };
    uses_drivers(p);
    let built_in = is_built_in(&text);
    let mut all = registry();
    let library = all.iter_mut().rev().find(|d| d.loaded.name == text).map(|d| &mut d.library);
    let (kind, what) = match library {
        None if !built_in => ("DOWN", "unloaded"),
        None | Some(None) => ("UP", "permanent"),
        Some(Some(library)) => match (library.status, when) {
            (Status::Permanent, _) => ("UP", "permanent"),
            (Status::Loaded, "loaded") => ("UP", "loaded"),
            (status, "loaded") if status.is_unloading() => ("DOWN", "load_cancelled"),
            _ => {
                let key = library.watch(p.id, role);
                return Ok(p.heap().reference(key));
            }
        },
    };
    let key = system::new_ref();
    notify(p.id, key, Atom::new(&text), kind, Ok(what));
    Ok(p.heap().reference(key))
}

fn demonitor_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let key = args[0].as_ref().ok_or(Exception::BADARG)?.numbers();
    for driver in registry().iter_mut() {
        if let Some(library) = &mut driver.library {
            library.users.retain(|u| u.pid != p.id || u.role.awaited() != Some(key));
        }
    }
    Ok(Term::TRUE)
}
