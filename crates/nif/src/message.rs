//! Messages, the environments that they are made in, and whom they go to.

use crate::abi::{NifPid, NifPort};
use crate::env::{Env, Kind};
use crate::ffi::{NifTerm, Out};
use crate::table::{Row, row};
use std::ffi::c_int;
use std::ptr::NonNull;
use term::{OwnedTerm, Term, atom};
use vm::signal::{self, Signal};
use vm::trace::{self, events};
use vm::{microstates, port, process_table, registry};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(enif_alloc_env, "ErlNifEnv*(void)", "2.0", "Makes an environment that no call ends."),
    row!(enif_clear_env, "void(ErlNifEnv* env)", "2.0", "Ends the terms of such an environment."),
    row!(enif_free_env, "void(ErlNifEnv* env)", "2.0", "Ends such an environment."),
    row!(
        enif_get_local_pid,
        "int(ErlNifEnv* env, ERL_NIF_TERM, ErlNifPid* pid)",
        "2.0",
        "The process that a pid names."
    ),
    row!(
        enif_get_local_port,
        "int(ErlNifEnv* env, ERL_NIF_TERM, ErlNifPort* port_id)",
        "2.11",
        "The port that a term names."
    ),
    row!(
        enif_is_current_process_alive,
        "int(ErlNifEnv *env)",
        "2.11",
        "Whether the calling process is alive."
    ),
    row!(
        enif_is_pid_undefined,
        "int(const ErlNifPid* pid)",
        "2.15",
        "Whether a pid has been set to none."
    ),
    row!(
        enif_is_port_alive,
        "int(ErlNifEnv *env, ErlNifPort *port_id)",
        "2.11",
        "Whether a port is open."
    ),
    row!(
        enif_is_process_alive,
        "int(ErlNifEnv *env, ErlNifPid *pid)",
        "2.11",
        "Whether a process is alive."
    ),
    row!(
        enif_port_command,
        "int(ErlNifEnv *env, const ErlNifPort* to_port, ErlNifEnv *msg_env, ERL_NIF_TERM msg)",
        "2.11",
        "Sends data to a port."
    ),
    row!(
        enif_self,
        "ErlNifPid*(ErlNifEnv* caller_env, ErlNifPid* pid)",
        "2.0",
        "The calling process."
    ),
    row!(
        enif_send,
        "int(ErlNifEnv* env, const ErlNifPid* to_pid, ErlNifEnv* msg_env, ERL_NIF_TERM msg)",
        "2.0",
        "Sends a message to a process."
    ),
    row!(enif_set_pid_undefined, "void(ErlNifPid* pid)", "2.15", "Sets a pid to none."),
    row!(
        enif_whereis_pid,
        "int(ErlNifEnv *env, ERL_NIF_TERM name, ErlNifPid *pid)",
        "2.12",
        "The process that has a name."
    ),
    row!(
        enif_whereis_port,
        "int(ErlNifEnv *env, ERL_NIF_TERM name, ErlNifPort *port)",
        "2.12",
        "The port that has a name."
    ),
];

impl NifPid {
    /// The payload of the pid; none if it has been set to none.
    pub(crate) fn id(self) -> Option<u64> {
        self.0.get().as_pid()
    }

    pub(crate) fn of(id: u64) -> NifPid {
        NifPid(NifTerm::of(Term::pid(id)))
    }
}

/// An environment that no call ends. It lies in memory as `enif_alloc` gives it, since some
/// libraries give it back by `enif_free`.
#[unsafe(no_mangle)]
pub extern "C" fn enif_alloc_env() -> Option<NonNull<Env>> {
    // SAFETY: the call takes a number.
    let place = NonNull::new(unsafe { libc::malloc(size_of::<Env>()) }.cast::<Env>())?;
    // SAFETY: fresh memory of this size, aligned for all types.
    unsafe { place.write(Env::with_heap(Kind::Independent, None)) };
    Some(place)
}

/// Ends the terms of an environment that `enif_alloc_env` has made.
#[unsafe(no_mangle)]
pub extern "C" fn enif_clear_env(env: &mut Env) {
    env.clear();
}

/// Ends an environment that `enif_alloc_env` has made; nothing for null.
#[unsafe(no_mangle)]
pub extern "C" fn enif_free_env(env: Option<&mut Env>) {
    let Some(env) = env else { return };
    if env.is_kept() {
        return;
    }
    let place: *mut Env = env;
    // SAFETY: C code gives up the environment, which `enif_alloc_env` has put into memory of the C
    // library's.
    unsafe {
        place.drop_in_place();
        libc::free(place.cast());
    }
}

/// The calling process; null if the environment is of no process.
#[unsafe(no_mangle)]
pub extern "C" fn enif_self<'p>(env: &Env, pid: &'p mut NifPid) -> Option<&'p mut NifPid> {
    *pid = NifPid::of(env.pid()?);
    Some(pid)
}

/// 1 and the process, if the term is a pid of this node.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_local_pid(env: &Env, term: NifTerm, mut pid: Out<NifPid>) -> c_int {
    let is = term.of_env(env).as_pid().is_some();
    if is {
        pid.set(NifPid(term));
    }
    is.into()
}

/// 1 and the port, if the term is a port of this node.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_local_port(env: &Env, term: NifTerm, mut port: Out<NifPort>) -> c_int {
    let is = term.of_env(env).as_port().is_some();
    if is {
        port.set(NifPort(term));
    }
    is.into()
}

/// Sets a pid to none.
#[unsafe(no_mangle)]
pub extern "C" fn enif_set_pid_undefined(mut pid: Out<NifPid>) {
    pid.set(NifPid(NifTerm::of(Term::UNDEFINED)));
}

/// 1 if a pid has been set to none.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_pid_undefined(pid: &NifPid) -> c_int {
    pid.0.get().is(term::am::UNDEFINED).into()
}

/// 1 and the process that has this name.
#[unsafe(no_mangle)]
pub extern "C" fn enif_whereis_pid(
    _env: Option<&Env>,
    name: NifTerm,
    mut pid: Out<NifPid>,
) -> c_int {
    let found = name.get().as_atom().and_then(registry::whereis).and_then(|peer| peer.as_pid());
    if let Some(id) = found {
        pid.set(NifPid::of(id));
    }
    found.is_some().into()
}

/// 1 and the port that has this name.
#[unsafe(no_mangle)]
pub extern "C" fn enif_whereis_port(
    _env: Option<&Env>,
    name: NifTerm,
    mut port: Out<NifPort>,
) -> c_int {
    let found = name.get().as_atom().and_then(registry::whereis).and_then(|peer| peer.as_port());
    if let Some(id) = found {
        port.set(NifPort(NifTerm::of(Term::port(id))));
    }
    found.is_some().into()
}

fn is_alive(pid: u64) -> bool {
    process_table::with_process(pid, |p| !p.state.bits().is_exiting()) == Some(true)
}

/// 1 if the calling process is alive. A process that has been made to exit is not, even while a
/// dirty scheduler is still executing a call of it.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_current_process_alive(env: &Env) -> c_int {
    match (env.pid(), env.kind()) {
        (Some(_), Kind::Call) => 1,
        (Some(pid), _) => is_alive(pid).into(),
        (None, _) => 0,
    }
}

/// 1 if the process is alive.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_process_alive(_env: Option<&Env>, pid: &NifPid) -> c_int {
    pid.id().is_some_and(is_alive).into()
}

/// 1 if the port is open.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_port_alive(_env: Option<&Env>, port: &NifPort) -> c_int {
    port.0.get().as_port().is_some_and(|id| port::lookup(id).is_some()).into()
}

/// Sends a message: from its own environment, which is empty afterwards, or a copy from the
/// caller's. 1 if the process is there. From a thread that is not the emulator's the caller's
/// environment is null.
#[unsafe(no_mangle)]
pub extern "C" fn enif_send(
    env: Option<&mut Env>,
    to: &NifPid,
    message_env: Option<&mut Env>,
    message: NifTerm,
) -> c_int {
    let Some(pid) = to.id() else { return 0 };
    // A process that has been made to exit sends nothing any more.
    let is_outlived = |e: &Env| e.kind() == Kind::DirtyCall && !e.pid().is_some_and(is_alive);
    if env.as_ref().is_some_and(|e| is_outlived(e)) {
        return 0;
    }
    let owned = owned(message_env, message);
    if let Some(sender) = env.and_then(Env::running)
        && trace::is_traced(sender)
        && process_table::contains(pid)
    {
        events::sends(sender, Term::pid(pid), owned.term());
    }
    signal::send(pid, Signal::Told(owned)).is_ok().into()
}

/// A term as a message: of its own environment, which is empty afterwards, or a copy.
pub(crate) fn owned(env: Option<&mut Env>, message: NifTerm) -> OwnedTerm {
    match env {
        None => OwnedTerm::new(message.get()),
        Some(env) => {
            let owned = OwnedTerm::new(message.of_env(env));
            env.clear();
            owned
        }
    }
}

/// Sends data to a port, as `port_command/2` does, from a scheduler of any kind. 1 if the port is
/// open and takes it.
#[unsafe(no_mangle)]
pub extern "C" fn enif_port_command(
    env: &mut Env,
    to: &NifPort,
    message_env: Option<&mut Env>,
    message: NifTerm,
) -> c_int {
    if microstates::kind().is_none() {
        return 0;
    }
    let Some(id) = to.0.get().as_port() else { return 0 };
    let owned = owned(message_env, message);
    let sender = env.pid();
    c_int::from(port::commands::command_from_library(id, sender, &owned))
}

/// The atom that stands for no reference.
pub(crate) fn is_no_reference(t: Term<'_>) -> bool {
    t.is(atom!("undefined"))
}
