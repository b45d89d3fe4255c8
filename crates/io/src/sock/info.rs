//! `info/0,1` and the commands.

use super::address::{encode_domain, encode_type};
use super::counts;
use super::line::Line;
use super::reply::*;
use super::socket::{Marks, Phase, Socket, State};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use term::{Atom, Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;

/// Settings of sockets that are opened without saying otherwise.
pub struct Defaults;

static DEBUG: AtomicBool = AtomicBool::new(false);
static SOCKET_DEBUG: AtomicBool = AtomicBool::new(false);
static USE_REGISTRY: LazyLock<AtomicBool> = LazyLock::new(|| {
    let off = std::env::var_os("ESOCK_USE_SOCKET_REGISTRY").is_some_and(|v| v == "false");
    AtomicBool::new(!off)
});

impl Defaults {
    /// Are new sockets debugged?
    pub fn socket_debug() -> bool {
        SOCKET_DEBUG.load(Ordering::Relaxed)
    }

    /// Is the registry told of new sockets?
    pub fn use_registry() -> bool {
        USE_REGISTRY.load(Ordering::Relaxed)
    }
}

/// The largest number of buffers that one call takes.
pub const IOV_MAX: usize = 1024;

/// `nif_info()`.
pub fn info_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let mut counters: Vec<_> = counts::all().map(|(name, n)| (name, Term::small(n))).collect();
    counters.push(("num_cnt_bits", Term::small(64)));
    Ok(map_of(
        heap,
        &[
            ("debug", Term::bool(DEBUG.load(Ordering::Relaxed))),
            ("socket_debug", Term::bool(Defaults::socket_debug())),
            ("use_registry", Term::bool(Defaults::use_registry())),
            ("iow", Term::FALSE),
            ("counters", map_of(heap, &counters)),
            ("iov_max", Term::small(IOV_MAX as i64)),
        ],
    ))
}

fn marks<'h>(p: &Running<'h>, marks: &[(bool, &str)], phase: Phase) -> Term<'h> {
    let end = [(phase != Phase::Open, "closing"), (phase == Phase::Closed, "closed")];
    let set = marks.iter().chain(&end).filter(|m| m.0);
    p.heap().list(&set.map(|m| Term::atom(Atom::new(m.1))).collect::<Vec<_>>())
}

fn counters<'h>(p: &Running<'h>, s: &State) -> Term<'h> {
    let n = |n: u64| p.heap().unsigned(n);
    let c = &s.counters;
    let mut all = vec![
        ("read_byte", n(c.read_byte)),
        ("read_fails", n(c.read_fails)),
        ("read_pkg", n(c.read_pkg)),
        ("read_pkg_max", n(c.read_pkg_max)),
        ("read_tries", n(c.read_tries)),
        // Stock does not count these.
        ("read_waits", n(0)),
        ("write_byte", n(c.write_byte)),
        ("write_fails", n(c.write_fails)),
        ("write_pkg", n(c.write_pkg)),
        ("write_pkg_max", n(c.write_pkg_max)),
        ("write_tries", n(c.write_tries)),
        ("write_waits", n(c.write_waits)),
        ("acc_success", n(c.acc_success)),
        ("acc_fails", n(c.acc_fails)),
        ("acc_tries", n(c.acc_tries)),
        ("acc_waits", n(c.acc_waits)),
    ];
    if let Some(f) = &s.file_counters {
        all.extend([
            ("sendfile", n(f.calls)),
            ("sendfile_byte", n(f.byte)),
            ("sendfile_fails", n(f.fails)),
            ("sendfile_max", n(f.max)),
            ("sendfile_pkg", n(f.pkg)),
            ("sendfile_pkg_max", n(f.pkg_max)),
            ("sendfile_tries", n(f.tries)),
            ("sendfile_waits", n(f.waits)),
        ]);
    }
    map_of(p.heap(), &all)
}

/// `nif_info(Socket)`.
pub fn info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let s = socket.lock();
    let Marks { bound, listening, accepting, connecting, connected, .. } = s.marks;
    let reading = [
        (bound, "bound"),
        (listening, "listening"),
        (accepting, "accepting"),
        (s.marks.read_selected, "selected"),
    ];
    let writing = [
        (connecting, "connecting"),
        (connected, "connected"),
        (s.marks.write_selected, "selected"),
    ];
    let from = Term::atom(atom!("fromfd"));
    let created = match s.from_fd {
        Some((fd, true)) if fd > 0 => p.heap().tuple(&[from, Term::small(i64::from(fd))]),
        Some((fd, false)) if fd > 0 => from,
        _ => Term::atom(am::NORMAL),
    };
    let len = |line: &Line| Term::small(line.len() as i64);
    Ok(map_of(
        p.heap(),
        &[
            ("domain", encode_domain(s.domain)),
            ("type", encode_type(s.kind)),
            ("protocol", Term::small(i64::from(s.protocol))),
            ("owner", s.owner.map_or(Term::UNDEFINED, Term::pid)),
            ("rstates", marks(p, &reading, s.phase)),
            ("wstates", marks(p, &writing, s.phase)),
            ("ctype", created),
            ("counters", counters(p, &s)),
            ("num_readers", len(&s.readers)),
            ("num_writers", len(&s.writers)),
            ("num_acceptors", len(&s.acceptors)),
        ],
    ))
}

/// `nif_command(#{command => Command, data => Value})`.
pub fn command_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let field = |key| {
        let found = args[0].is_map().then(|| term::map::get(args[0], Term::atom(key)));
        found.flatten().ok_or(Exception::BADARG)
    };
    let (command, data) = (field(atom!("command"))?, field(atom!("data"))?);
    let setting = match command.as_atom().map_or("", Atom::name) {
        "debug" => &DEBUG,
        "socket_debug" => &SOCKET_DEBUG,
        "use_registry" => &*USE_REGISTRY,
        _ => {
            let what = p.heap().tuple(&[Term::atom(atom!("command")), command]);
            return raise_invalid(p, what);
        }
    };
    let Some(value) = data.as_bool() else {
        return raise_invalid(p, p.heap().tuple(&[Term::atom(atom!("data")), data]));
    };
    setting.store(value, Ordering::Relaxed);
    Ok(Term::OK)
}
