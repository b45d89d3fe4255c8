//! A socket: its descriptor, settings, counters; who owns it; how it goes.

use super::counts;
use super::line::{Line, Waiter};
use crate::inet::sys::Fd;
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, RwLock, Weak};
use term::{Atom, Heap, OwnedTerm, Term, am, atom};
use vm::bif::Exception;
use vm::peer::Peer;
use vm::poller;
use vm::process::{RefKey, Running};
use vm::process_table::with_process;
use vm::registry;
use vm::signal::send_built;
use vm::signal::{self, Signal};

/// A socket, which its magic reference keeps alive.
pub struct Socket {
    /// Its number, for the poller too.
    pub id: u64,
    /// The numbers of its reference.
    numbers: RefKey,
    state: Mutex<State>,
}

/// How far a socket's end has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It is in use.
    Open,
    /// Somebody closes it: there is the descriptor still.
    Closing,
    /// There is no descriptor any more.
    Closed,
}

/// The poller's knowledge of a socket.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Registered {
    /// Nothing.
    No,
    /// Input matters.
    Input,
    /// Both directions matter.
    Both,
}

/// States of a socket that `info/1` tells, beside those of the processes that wait.
#[derive(Copy, Clone, Default)]
pub struct Marks {
    /// It has a name of its own.
    pub bound: bool,
    /// It takes connections.
    pub listening: bool,
    /// Somebody waits for a connection.
    pub accepting: bool,
    /// Its connection is being made.
    pub connecting: bool,
    /// It has a connection.
    pub connected: bool,
    /// Somebody has waited for input.
    pub read_selected: bool,
    /// Somebody has waited for room.
    pub write_selected: bool,
}

/// Counters of reads, writes and connections taken.
#[derive(Default)]
pub struct Counters {
    pub read_byte: u64,
    pub read_fails: u64,
    pub read_pkg: u64,
    pub read_pkg_max: u64,
    pub read_tries: u64,
    pub write_byte: u64,
    pub write_fails: u64,
    pub write_pkg: u64,
    pub write_pkg_max: u64,
    pub write_tries: u64,
    pub write_waits: u64,
    pub acc_success: u64,
    pub acc_fails: u64,
    pub acc_tries: u64,
    pub acc_waits: u64,
}

/// Counters of `sendfile`.
#[derive(Default)]
pub struct FileCounters {
    pub calls: u64,
    pub byte: u64,
    pub fails: u64,
    pub max: u64,
    pub pkg: u64,
    pub pkg_max: u64,
    pub tries: u64,
    pub waits: u64,
    /// Bytes of the file that is being sent.
    pub current: u64,
}

/// Settings that an accepted connection has from its listener.
#[derive(Clone)]
pub struct Settings {
    /// Size of the buffer of a read that says none.
    pub read_size: usize,
    /// So many buffers may be filled before a stream's read is given up; 0 for one.
    pub read_count: u32,
    /// Size of the buffer for control messages.
    pub read_control: usize,
    /// Room for the control messages of a write.
    pub write_control: usize,
    /// Messages about counters that wrap around.
    pub wrap_messages: bool,
    /// `debug`; it does nothing.
    pub debug: bool,
    /// Is the registry told of it?
    pub in_registry: bool,
    /// `SO_LINGER` may be set, so that closing may take time.
    pub lingers: bool,
}

impl Settings {
    /// Sizes of the buffers that nobody has chosen.
    pub const READ_SIZE: usize = 8192;
    /// Sizes of buffers for control messages that nobody has chosen.
    pub const CONTROL_SIZE: usize = 1024;
}

/// The part of a socket that changes.
pub struct State {
    /// The descriptor, until it is closed.
    pub fd: Option<Fd>,
    /// Family, type and protocol.
    pub domain: i32,
    /// Type.
    pub kind: i32,
    /// Protocol.
    pub protocol: i32,
    /// The descriptor that it was made of, and whether it has its own copy of it.
    pub from_fd: Option<(i32, bool)>,
    /// The controlling process.
    pub owner: Option<u64>,
    /// The process that closes it.
    pub closer: Option<u64>,
    /// How far its end has come.
    pub phase: Phase,
    /// States for `info/1`.
    pub marks: Marks,
    /// Processes that read.
    pub readers: Line,
    /// Processes that write.
    pub writers: Line,
    /// Processes that wait for connections.
    pub acceptors: Line,
    /// The process that makes the connection.
    pub connector: Line,
    /// The poller's knowledge.
    pub registered: Registered,
    /// Settings.
    pub settings: Settings,
    /// Counters.
    pub counters: Counters,
    /// Counters of files, when one has been sent.
    pub file_counters: Option<Box<FileCounters>>,
    /// Bytes of the packet that is being read.
    pub read_packet: u64,
    /// Buffers that have been filled in a row.
    pub read_filled: u32,
    /// Bytes that a read has got which still waits, or has given up waiting, for more.
    pub kept: Vec<u8>,
    /// Bytes of the packet that is being written.
    pub write_packet: u64,
    /// The file that is being sent.
    pub file: Option<OwnedFd>,
    /// `{otp, meta}`.
    pub meta: OwnedTerm,
    /// Processes at whose end the socket has something to do.
    involved: Vec<u64>,
}

type ById = HashMap<u64, Weak<Socket>>;

/// Sockets by the processes that own them or wait for them.
static PROCESSES: LazyLock<Mutex<HashMap<u64, ById>>> = LazyLock::new(Mutex::default);

/// Sockets that the poller knows.
static POLLED: LazyLock<RwLock<ById>> = LazyLock::new(RwLock::default);

/// Makes the poller know of a socket before it is registered.
pub fn make_polled(me: &Arc<Socket>) {
    POLLED.write().expect("sockets").insert(me.id, Arc::downgrade(me));
}

/// The socket of a number of the poller.
pub fn polled(id: u64) -> Option<Arc<Socket>> {
    POLLED.read().expect("sockets").get(&id)?.upgrade()
}

impl State {
    /// As of a new socket.
    pub fn new(fd: Fd, (domain, kind, protocol): (i32, i32, i32), settings: Settings) -> State {
        State {
            fd: Some(fd),
            domain,
            kind,
            protocol,
            from_fd: None,
            owner: None,
            closer: None,
            phase: Phase::Open,
            marks: Marks::default(),
            readers: Line::default(),
            writers: Line::default(),
            acceptors: Line::default(),
            connector: Line::default(),
            registered: Registered::No,
            settings,
            counters: Counters::default(),
            file_counters: None,
            read_packet: 0,
            read_filled: 0,
            kept: Vec::new(),
            write_packet: 0,
            file: None,
            meta: Term::atom(am::UNDEFINED).into(),
            involved: Vec::new(),
        }
    }

    /// The descriptor, if the socket is in use.
    pub fn open_fd(&self) -> Option<&Fd> {
        self.fd.as_ref().filter(|_| self.phase == Phase::Open)
    }

    /// Family, type and protocol.
    fn kinds(&self) -> (i32, i32, i32) {
        (self.domain, self.kind, self.protocol)
    }

    /// Whether it is a stream.
    pub fn is_stream(&self) -> bool {
        self.kind == libc::SOCK_STREAM
    }
}

impl Socket {
    /// Makes a socket that the process owns; gives its reference.
    pub fn create<'h>(p: &Running<'h>, mut state: State) -> Term<'h> {
        let (owner, in_registry) = (p.id, state.settings.in_registry);
        counts::count(state.kinds(), 1);
        state.owner = Some(owner);
        let id = vm::system::unique() | poller::SOCKET;
        let me = Arc::new(Socket { id, numbers: vm::system::new_ref(), state: Mutex::new(state) });
        let weak: Weak<Socket> = Arc::downgrade(&me);
        vm::magic::remember(me.numbers, weak);
        me.involve(&mut me.lock(), owner);
        if in_registry {
            me.tell_registry(atom!("add"));
        }
        me.reference(p.heap())
    }

    /// The socket of a reference.
    pub fn of<'h>(t: Term<'h>) -> Result<Arc<Socket>, Exception<'h>> {
        let magic = t.as_ref().and_then(|r| r.magic()).ok_or(Exception::BADARG)?;
        magic.downcast::<Socket>().map_err(|_| Exception::BADARG)
    }

    /// The part of it that changes.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("socket")
    }

    /// Its reference.
    pub fn reference<'h>(self: &Arc<Socket>, heap: &'h Heap) -> Term<'h> {
        heap.magic_ref(self.numbers, self.clone())
    }

    /// `{'$socket', Ref}`.
    fn term<'h>(self: &Arc<Socket>, heap: &'h Heap) -> Term<'h> {
        heap.tuple(&[Term::atom(atom!("$socket")), self.reference(heap)])
    }

    /// Tells a process that waits that it waits in vain.
    pub fn abort(self: &Arc<Socket>, w: &Waiter, reason: Term<'static>) {
        self.tell(w.pid, atom!("abort"), |h| h.tuple(&[h.copy_in(w.reference.term()), reason]));
    }

    /// The process whose turn it is has failed for a reason that is told to all others in its line.
    pub fn fail(self: &Arc<Socket>, line: &mut Line, reason: Term<'static>) {
        line.fail().for_each(|w| self.abort(&w, reason));
    }

    /// Sends `{'$socket', Socket, Tag, Info}`.
    pub fn tell(
        self: &Arc<Socket>,
        to: u64,
        tag: Atom,
        info: impl for<'h> FnOnce(&'h Heap) -> Term<'h>,
    ) {
        let tag = Term::atom(tag);
        send_built(to, |h| h.tuple(&[Term::atom(atom!("$socket")), self.term(h), tag, info(h)]));
    }

    /// Sends `{'$socket', Tag, Socket}` to the process that knows of all sockets.
    pub fn tell_registry(self: &Arc<Socket>, tag: Atom) {
        let registry = registry::whereis(atom!("socket_registry")).and_then(Peer::as_pid);
        if let Some(pid) = registry {
            send_built(pid, |h| {
                h.tuple(&[Term::atom(atom!("$socket")), Term::atom(tag), self.term(h)])
            });
        }
    }

    /// Makes sure that the socket hears of the end of a process; false if that one has gone or is
    /// going.
    pub fn involve(self: &Arc<Socket>, state: &mut State, pid: u64) -> bool {
        if state.involved.contains(&pid) {
            return true;
        }
        // A process that goes says so first and looks for its sockets then, under this lock. (In a
        // dirty call there is only a stand-in for the process: it is looked up.)
        let mut processes = PROCESSES.lock().expect("sockets");
        let was = with_process(pid, |p| p.state.get_sockets());
        if was.is_none_or(|s| s.is_exiting()) {
            return false;
        }
        state.involved.push(pid);
        processes.entry(pid).or_default().insert(self.id, Arc::downgrade(self));
        true
    }

    /// Makes another process the owner; false if there is no such process.
    pub fn give_to(self: &Arc<Socket>, state: &mut State, pid: u64) -> bool {
        state.owner = Some(pid);
        self.involve(state, pid)
    }

    /// A process has gone.
    fn process_gone(self: &Arc<Socket>, pid: u64) {
        let mut state = self.lock();
        let s = &mut *state;
        s.involved.retain(|&i| i != pid);
        if s.owner == Some(pid) {
            s.owner = None;
            if s.phase == Phase::Open {
                self.stop(s);
                self.close_now(s);
            }
        }
        if s.closer == Some(pid) {
            s.closer = None;
            self.close_now(s);
        }
        if s.phase == Phase::Open {
            self.forget_waiter(s, pid);
        }
    }

    /// The end of all operations: those who wait are told. The descriptor stays.
    pub fn stop(self: &Arc<Socket>, s: &mut State) {
        s.phase = Phase::Closing;
        let closed = Term::atom(atom!("closed"));
        for line in [&mut s.writers, &mut s.connector, &mut s.readers, &mut s.acceptors] {
            line.end().for_each(|w| self.abort(&w, closed));
        }
    }

    /// Closes the descriptor.
    pub fn close_now(self: &Arc<Socket>, s: &mut State) {
        if s.phase == Phase::Closed {
            return;
        }
        let in_registry = s.settings.in_registry;
        close_in_background(self.take_fd(s), s.settings.lingers);
        if in_registry {
            self.tell_registry(atom!("del"));
        }
    }

    /// Marks it as closed; gives the descriptor, which is to be closed.
    pub fn take_fd(&self, s: &mut State) -> Option<Fd> {
        s.phase = Phase::Closed;
        s.meta = Term::atom(am::UNDEFINED).into();
        s.file = None;
        counts::count(s.kinds(), -1);
        forget(self.id, s);
        s.fd.take()
    }
}

/// Removes a socket from all tables.
fn forget(id: u64, s: &mut State) {
    if s.registered != Registered::No {
        s.registered = Registered::No;
        // There are other descriptors for the same, so that closing this one ends nothing.
        if let (Some(_), Some(fd)) = (s.from_fd, &s.fd) {
            poller::unregister(fd.watched());
        }
        POLLED.write().expect("sockets").remove(&id);
    }
    if s.involved.is_empty() {
        return;
    }
    let mut processes = PROCESSES.lock().expect("sockets");
    for pid in s.involved.drain(..) {
        if let Some(sockets) = processes.get_mut(&pid) {
            sockets.remove(&id);
            if sockets.is_empty() {
                processes.remove(&pid);
            }
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let s = self.state.get_mut().expect("socket");
        if s.phase != Phase::Closed {
            counts::count(s.kinds(), -1);
            forget(self.id, s);
            close_in_background(s.fd.take(), s.settings.lingers);
        }
    }
}

/// Closes a descriptor, on a thread of its own if that may take time.
fn close_in_background(fd: Option<Fd>, lingers: bool) {
    if lingers && fd.is_some() {
        // If there is no thread to be had, the closure is dropped here, and the descriptor with it.
        let _ = std::thread::Builder::new().name("close".into()).spawn(move || drop(fd));
    }
}

/// Closes a descriptor on a thread of its own, then tells the built-in that waits for it.
pub fn close_and_reply(fd: Fd, pid: u64, key: RefKey) {
    let close = move || {
        drop(fd);
        let _ = signal::send(pid, Signal::Reply(key, Term::OK.into()));
    };
    if std::thread::Builder::new().name("close".into()).spawn(close).is_err() {
        let _ = signal::send(pid, Signal::Reply(key, Term::OK.into()));
    }
}

/// A process goes: what it owns is closed, and where it waits another one gets its turn.
pub fn process_gone(p: &Running<'_>) {
    if !p.state.bits().has_sockets() {
        return;
    }
    let sockets = PROCESSES.lock().expect("sockets").remove(&p.id);
    for socket in sockets.into_iter().flatten().filter_map(|(_, s)| s.upgrade()) {
        socket.process_gone(p.id);
    }
}
