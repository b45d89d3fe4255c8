//! `driver_select`: drivers that hear when a descriptor can be read or written.
//!
//! The poller tells of a descriptor once and then not again, until the driver's function has
//! returned: so it is called once for what there is, and by one thread. Then the descriptor is
//! armed again for what is wanted by then. A descriptor of a kind that the kernel does not poll, as
//! a file, is always ready.

use super::abi::{DrvEvent, PortHandle, TermData};
use super::instance::{self, Instance};
use super::loaded::Loaded;
use super::{later, log};
use crate::table::{Row, row};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use term::Term;
use vm::poller::{OneShot, Ready, most_descriptors};
use vm::port::watch;

/// Rows of this file.
pub const ROWS: &[Row] = &[row!(
    driver_select,
    "int(ErlDrvPort port, ErlDrvEvent event, int mode, int on)",
    "1.0",
    "Has the driver called when a descriptor is ready, or not any more."
)];

/// `ERL_DRV_READ`.
const READ: c_int = 1;
/// `ERL_DRV_WRITE`.
const WRITE: c_int = 2;
/// `ERL_DRV_USE`.
const USE: c_int = 4;
/// The bit by which `ERL_DRV_USE_NO_CALLBACK` differs from that.
const NO_CALLBACK: c_int = 8;

/// A descriptor that drivers wait for.
struct Selected {
    /// By which it is told from one that had the same number before it.
    serial: u64,
    shot: OneShot,
    /// Ports, by [`READ`] and [`WRITE`].
    reader: Option<u64>,
    writer: Option<u64>,
    /// A driver has said that it uses it, and wants to be asked before it is closed.
    used: bool,
    /// A driver is being told: it is armed behind that.
    telling: bool,
}

static SELECTED: Mutex<BTreeMap<c_int, Selected>> = Mutex::new(BTreeMap::new());

fn selected() -> MutexGuard<'static, BTreeMap<c_int, Selected>> {
    SELECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Selected {
    fn new(fd: c_int) -> Selected {
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        Selected {
            serial,
            shot: OneShot::new(fd, move |ready| tell(fd, serial, ready)),
            reader: None,
            writer: None,
            used: false,
            telling: false,
        }
    }

    fn owner(&mut self, mode: c_int) -> &mut Option<u64> {
        if mode == READ { &mut self.reader } else { &mut self.writer }
    }

    fn is_unwanted(&self) -> bool {
        self.reader.is_none() && self.writer.is_none()
    }

    /// Has the poller tell of what is wanted.
    fn arm(&self, fd: c_int) {
        if self.telling {
            return;
        }
        let (read, write, serial) = (self.reader.is_some(), self.writer.is_some(), self.serial);
        match self.shot.arm(read, write).map_err(|e| e.raw_os_error()) {
            Ok(()) => {}
            // It is of a kind that is always ready.
            Err(Some(libc::EPERM)) => {
                later(move || tell(fd, serial, Ready { read, write, ended: false }));
            }
            Err(_) => later(move || bad(fd, serial)),
        }
    }
}

/// Has the port's `ready_input` (mode 1) or `ready_output` (2) called when the descriptor is ready,
/// or not any more. With 4 the driver says that it uses the descriptor; when it does not any more,
/// `stop_select` is called, but with 8 it is not. -1 if there is no such port, or it is no number
/// of a descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn driver_select(
    port: PortHandle,
    event: DrvEvent,
    mut mode: c_int,
    on: c_int,
) -> c_int {
    let Some(instance) = instance::instance(port) else { return -1 };
    let Ok(fd) = c_int::try_from(event) else { return -1 };
    if fd < 0 || fd as usize >= most_descriptors() {
        if fd > 0 {
            let what = describe(&instance, fd, mode, on);
            log(&format!("{what}failed: fd={fd} is larger than the largest allowed fd\n"));
        }
        return -1;
    }
    let callback = mode & (USE | NO_CALLBACK) == USE;
    let mut all = selected();
    if on == 0 {
        if !all.contains_key(&fd) {
            drop(all);
            if callback {
                stop_select(&instance.driver, fd);
            }
            return 0;
        }
        if callback {
            mode |= READ | WRITE;
        }
    }
    let entry = all.entry(fd).or_insert_with(|| Selected::new(fd));
    let stolen = take_over(&instance, entry, fd, mode, on);
    for each in [READ, WRITE] {
        if mode & each != 0 {
            *entry.owner(each) = (on != 0).then_some(instance.id);
        }
    }
    if on != 0 {
        entry.used |= mode & USE != 0 && !entry.is_unwanted();
        entry.arm(fd);
    } else if !entry.is_unwanted() || entry.used && mode & USE == 0 {
        entry.arm(fd);
    }
    if entry.is_unwanted() && (on != 0 || mode & USE != 0 || !entry.used) {
        all.remove(&fd);
    }
    drop(all);
    stolen.into_iter().for_each(|text| log(&text));
    if on == 0 && callback {
        stop_select(&instance.driver, fd);
    }
    0
}

/// Takes a descriptor from other ports that wait for the same; what is to be logged then.
fn take_over(
    instance: &Instance,
    entry: &mut Selected,
    fd: c_int,
    mode: c_int,
    on: c_int,
) -> Option<String> {
    let mut from = Vec::new();
    for (each, kind) in [(READ, "input"), (WRITE, "output")] {
        let owner = entry.owner(each);
        if mode & each != 0 && owner.is_some_and(|owner| owner != instance.id) {
            let port = Term::port(owner.take().unwrap_or_default());
            from.push(format!("{kind} driver {}{port} ", name(port)));
        }
    }
    if from.is_empty() {
        return None;
    }
    let what = describe(instance, fd, mode, on);
    Some(format!("{what}stealing control of fd={fd} from {}\n", from.join("and ")))
}

/// The name of a port and a blank.
fn name(port: Term<'_>) -> String {
    let found = port.as_port().and_then(vm::port::lookup);
    found.map_or(String::new(), |p| format!("{} ", String::from_utf8_lossy(&p.name())))
}

fn describe(instance: &Instance, fd: c_int, mode: c_int, on: c_int) -> String {
    let mut modes = String::new();
    for (bit, text) in [
        (READ, " ERL_DRV_READ"),
        (WRITE, " ERL_DRV_WRITE"),
        (USE, " ERL_DRV_USE"),
        (NO_CALLBACK, "_NO_CALLBACK"),
    ] {
        if mode & bit != 0 {
            modes += text;
        }
    }
    let (port, driver) = (Term::port(instance.id), &instance.driver.name);
    let on = c_int::from(on != 0);
    format!("driver_select({port}, {fd},{modes}, {on}) by {driver} driver {port} ")
}

/// Tells a driver that the descriptor may be closed.
fn stop_select(driver: &Arc<Loaded>, fd: c_int) {
    watch::stop_select(&driver.name);
    match driver.entry.stop_select {
        Some(stop_select) => {
            driver.within(None, || stop_select(fd as DrvEvent, std::ptr::null_mut()));
        }
        None => log(&format!(
            "Driver does not implement stop_select callback (event={fd}, private=(nil))!\n"
        )),
    }
}

/// The descriptor is ready: tells the drivers that wait for that.
fn tell(fd: c_int, serial: u64, ready: Ready) {
    let (reader, writer) = {
        let mut all = selected();
        let Some(entry) = all.get_mut(&fd).filter(|e| e.serial == serial && !e.telling) else {
            return;
        };
        entry.telling = true;
        (entry.reader.filter(|_| ready.read), entry.writer.filter(|_| ready.write))
    };
    for (port, mode) in [(reader, READ), (writer, WRITE)] {
        if let Some(port) = port
            && !call(port, fd, serial, mode)
        {
            gone(port, fd, serial, mode);
        }
    }
    if let Some(entry) = selected().get_mut(&fd).filter(|e| e.serial == serial) {
        entry.telling = false;
        entry.arm(fd);
    }
}

/// Calls the driver, if it still waits; false if the port has gone.
fn call(id: u64, fd: c_int, serial: u64, mode: c_int) -> bool {
    let called = instance::enter(id, |instance, core| {
        let still = selected()
            .get_mut(&fd)
            .is_some_and(|e| e.serial == serial && *e.owner(mode) == Some(id));
        if !still {
            return;
        }
        let _turn = match mode {
            READ => watch::input(core),
            _ => watch::room(core),
        };
        let entry = &instance.driver.entry;
        let (function, kind, callback) = match mode {
            READ => (entry.ready_input, "Input", "ready_input()"),
            _ => (entry.ready_output, "Output", "ready_output()"),
        };
        match function {
            Some(function) => {
                instance.call(core, TermData::NIL, |data| function(data, fd as DrvEvent));
            }
            None => {
                let (port, driver) = (Term::port(id), &instance.driver.name);
                log(&format!(
                    "{port}: {kind} driver '{driver}' does not implement the {callback} callback!\n"
                ));
                driver_select(PortHandle::of(id), fd as DrvEvent, mode | USE | NO_CALLBACK, 0);
            }
        }
    });
    called.is_some()
}

/// The number that ports wait for is no descriptor: nobody waits for it any more.
fn bad(fd: c_int, serial: u64) {
    let Some(entry) = ({
        let mut all = selected();
        let found = all.get(&fd).is_some_and(|e| e.serial == serial);
        if found { all.remove(&fd) } else { None }
    }) else {
        return;
    };
    let kind = match (entry.reader, entry.writer) {
        (Some(_), Some(_)) => "",
        (Some(_), None) => "input ",
        _ => "output ",
    };
    let port = entry.reader.or(entry.writer).unwrap_or_default();
    let driver = instance::instance_of(port).map(|i| i.driver.name.clone()).unwrap_or_default();
    let port = Term::port(port);
    log(&format!(
        "Bad {kind}fd in erts_poll! fd={fd}, port={port}, driver={driver}, name={}\n",
        name(port).trim_end()
    ));
}

/// A port has gone and waits for a descriptor: it does not any more.
fn gone(id: u64, fd: c_int, serial: u64, mode: c_int) {
    let mut all = selected();
    let Some(entry) = all.get_mut(&fd).filter(|e| e.serial == serial) else { return };
    if entry.owner(mode).take_if(|owner| *owner == id).is_none() {
        return;
    }
    if entry.is_unwanted() {
        all.remove(&fd);
    }
    drop(all);
    log(&format!(
        "{}: <unknown>: {} driver gone away without deselecting!\n",
        Term::port(id),
        if mode == READ { "Input" } else { "Output" }
    ));
}
