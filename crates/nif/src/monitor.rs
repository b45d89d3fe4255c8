//! Monitors that resources have on processes.

use crate::abi::{Monitor, NifPid};
use crate::env::{Env, Kind};
use crate::ffi::{NifTerm, Out};
use crate::resource::{self, Object, Resource};
use crate::table::{Row, row};
use crate::watchers::{Monitors, watchers};
use std::any::Any;
use std::ffi::c_int;
use std::sync::{Arc, MutexGuard, PoisonError};
use term::{Heap, Term};
use vm::finalizer;
use vm::peer::{self, Peer};
use vm::process::RefKey;
use vm::signal::{self, MonitoredBy};
use vm::system;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_compare_monitors,
        "int(const ErlNifMonitor*,const ErlNifMonitor*)",
        "2.12",
        "Compares two monitors."
    ),
    row!(
        enif_demonitor_process,
        "int(ErlNifEnv*,void* obj,const ErlNifMonitor *monitor)",
        "2.12",
        "Ends a resource's monitor."
    ),
    row!(
        enif_make_monitor_term,
        "ERL_NIF_TERM(ErlNifEnv* env, const ErlNifMonitor*)",
        "2.15",
        "A term that is the same for the same monitor."
    ),
    row!(
        enif_monitor_process,
        "int(ErlNifEnv*,void* obj,const ErlNifPid*,ErlNifMonitor *monitor)",
        "2.12",
        "Has a resource watch a process."
    ),
];

fn monitors(resource: &Resource) -> MutexGuard<'_, Monitors> {
    resource.inner().monitors.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The resource of this number.
fn watcher(number: u64) -> Option<Arc<Resource>> {
    watchers().get(&number)?.upgrade()?.downcast().ok()
}

/// Tells the emulator whom to tell that a process has gone which a resource watches.
pub(crate) fn init() {
    signal::set_resource_down(down);
    peer::set_names_of_resources(name);
}

/// The term that names the resource of this number.
fn name(heap: &Heap, number: u64) -> Option<Term<'_>> {
    let resource = watcher(number)?;
    Some(resource::name(heap, resource))
}

/// A process has gone that the resource of this number watches.
fn down(number: u64, key: RefKey) -> bool {
    let Some(resource) = watcher(number) else { return false };
    let pid = monitors(&resource).take(key);
    if let Some(pid) = pid {
        // The process that goes is in hand just now.
        finalizer::later(Box::new(move || tell(&resource, key, pid)));
    }
    pid.is_some()
}

fn tell(resource: &Resource, key: RefKey, pid: u64) {
    let (callbacks, library) = resource.inner().kind.callbacks_of();
    if let Some(down) = callbacks.down {
        let mut env = Env::with_heap(Kind::Callback, library.as_deref());
        let (mut pid, mut monitor) =
            (NifPid::of(pid), Monitor::new(key, monitors(resource).number));
        resource.inner().kind.within("down", library.as_deref(), || {
            // SAFETY: the library has this function for resources of this type, and is kept open;
            // the resource is kept, too, and all places live during the call.
            unsafe { down(&mut env, resource.bytes(), &mut pid, &mut monitor) };
        });
    }
}

/// Has a resource's `down` called when the process goes: 0. Below 0 if its type has no `down`,
/// above 0 if there is no such process.
#[unsafe(no_mangle)]
pub extern "C" fn enif_monitor_process(
    _env: Option<&Env>,
    object: Object,
    pid: &NifPid,
    monitor: Option<Out<Monitor>>,
) -> c_int {
    let resource = object.resource();
    if resource.inner().kind.callbacks().down.is_none() {
        return -1;
    }
    let Some(pid) = pid.id() else { return 1 };
    let key = system::new_ref();
    let keeps: Arc<dyn Any + Send + Sync> = object.keep();
    let number = monitors(resource).add(key, pid, &keeps);
    let by = MonitoredBy { watcher: Peer::resource(number) };
    if !signal::monitor(Peer::process(pid), key, by) {
        // The process may have gone just now, and told so already.
        return if monitors(resource).take(key).is_some() { 1 } else { 0 };
    }
    if let Some(mut monitor) = monitor {
        monitor.set(Monitor::new(key, number));
    }
    0
}

/// Ends a monitor: 0, if it was there and has not told yet that the process has gone.
#[unsafe(no_mangle)]
pub extern "C" fn enif_demonitor_process(
    _env: Option<&Env>,
    object: Object,
    monitor: &Monitor,
) -> c_int {
    let key = monitor.key();
    match monitors(object.resource()).take(key) {
        Some(pid) => {
            signal::demonitor(Peer::process(pid), key);
            0
        }
        None => 1,
    }
}

/// 0 if both are the same monitor, below or above 0 otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn enif_compare_monitors(a: &Monitor, b: &Monitor) -> c_int {
    a.reference.cmp(&b.reference) as c_int
}

/// A reference that is the same for the same monitor.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_monitor_term(env: &Env, monitor: &Monitor) -> NifTerm {
    env.give(|heap| heap.reference(monitor.key()))
}
