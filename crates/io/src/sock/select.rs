//! Processes that wait for a socket: in which order they do so, and how they hear that it is ready.
//!
//! Of the processes that want the same (to read, to write, to take connections) one is the current;
//! it has tried and waits for its *select message*. The others stand in a queue; whoever is next
//! becomes the current one, and gets its message when there is something for it to try. Everything
//! is tried at once, so a read that has found nothing needs no system call to be told of what
//! comes: the poller tells of every change of a descriptor that it knows. Readiness that has not
//! just been found wanting is asked for again ([`Sure::No`]).

use super::line::{Line, Waiter};
use super::socket::{Phase, Registered, Socket, State, make_polled, polled};
use std::sync::Arc;
use term::{Term, atom};
use vm::poller::{self, Ready};
use vm::process::Running;

/// The operations that lines are for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Input.
    Read,
    /// Output.
    Write,
    /// Connections.
    Accept,
    /// The connection to be made.
    Connect,
}

/// The outcome of a request to wait no more.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cancelled {
    /// Nothing has been sent.
    Yes,
    /// The select message has been sent already.
    TooLate,
    /// There is no such waiter.
    NotFound,
}

/// Whether a read has just found nothing, so that whatever comes is a change.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sure {
    /// It has.
    Yes,
    /// There may be something.
    No,
}

/// Where a process stands that wants something.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It may try.
    Mine,
    /// It stands in the queue now.
    Queued,
    /// It stands in the queue already.
    Twice,
}

impl State {
    /// The line of those who want this.
    pub fn line(&mut self, op: Op) -> &mut Line {
        match op {
            Op::Read => &mut self.readers,
            Op::Write => &mut self.writers,
            Op::Accept => &mut self.acceptors,
            Op::Connect => &mut self.connector,
        }
    }
}

impl Socket {
    /// Lets a process try, or puts it into the queue.
    pub fn turn(
        self: &Arc<Socket>,
        s: &mut State,
        op: Op,
        p: &Running<'_>,
        reference: Term<'_>,
    ) -> Turn {
        let line = s.line(op);
        if !line.is_others(p.id) {
            return Turn::Mine;
        }
        if line.is_queued(p.id) {
            return Turn::Twice;
        }
        line.queue.push_back(Waiter::new(p, reference));
        if !self.involve(s, p.id) {
            self.forget_waiter(s, p.id);
        }
        Turn::Queued
    }

    /// Makes the process the current one, unless it is going.
    pub fn begin(self: &Arc<Socket>, s: &mut State, op: Op, p: &Running<'_>, reference: Term<'_>) {
        let alive = self.involve(s, p.id);
        let line = s.line(op);
        line.armed = false;
        line.current = alive.then(|| Waiter::new(p, reference));
    }

    /// Has the current one told when it is worth trying.
    pub fn arm(self: &Arc<Socket>, s: &mut State, op: Op, sure: Sure) -> std::io::Result<()> {
        let Some(fd) = &s.fd else { return Ok(()) };
        let write = matches!(op, Op::Write | Op::Connect);
        let both = write || s.registered == Registered::Both;
        let fd = fd.watched();
        match s.registered {
            Registered::No => {
                make_polled(self);
                match poller::register(fd, self.id, write) {
                    // A copy of the descriptor had this number, and the connection is open still.
                    Err(e) if e.raw_os_error() == Some(libc::EEXIST) => {
                        poller::register_again(fd, self.id, both)?;
                    }
                    result => result?,
                }
            }
            // There may be room again since, or it may be of a kind whose readiness is known only
            // when it is asked for.
            _ if write || sure == Sure::No => poller::register_again(fd, self.id, both)?,
            _ => {}
        }
        s.registered = if both { Registered::Both } else { Registered::Input };
        if write {
            s.marks.write_selected = true;
        } else {
            s.marks.read_selected = true;
        }
        s.line(op).armed = true;
        Ok(())
    }

    /// The current one is done: the next one's turn.
    pub fn next(self: &Arc<Socket>, s: &mut State, op: Op) {
        loop {
            let line = s.line(op);
            line.armed = false;
            line.current = line.queue.pop_front();
            if line.current.is_none() {
                if op == Op::Accept {
                    s.marks.accepting = false;
                }
                return;
            }
            if self.arm(s, op, Sure::No).is_ok() {
                return;
            }
            if let Some(w) = s.line(op).current.take() {
                self.abort(&w, Term::atom(atom!("select_failed")));
            }
        }
    }

    /// A process waits no more.
    pub fn cancel(
        self: &Arc<Socket>,
        s: &mut State,
        op: Op,
        pid: u64,
        reference: Term<'_>,
    ) -> Cancelled {
        let line = s.line(op);
        let Some(current) = &line.current else { return Cancelled::NotFound };
        if current.pid == pid {
            if !current.is(reference) {
                return Cancelled::NotFound;
            }
            let armed = line.armed;
            self.next(s, op);
            return if armed { Cancelled::Yes } else { Cancelled::TooLate };
        }
        match line.queue.iter().position(|w| w.pid == pid && w.is(reference)) {
            Some(at) => {
                line.queue.remove(at);
                Cancelled::Yes
            }
            None => Cancelled::NotFound,
        }
    }

    /// A process that has gone waits no more.
    pub fn forget_waiter(self: &Arc<Socket>, s: &mut State, pid: u64) {
        for op in [Op::Read, Op::Write, Op::Accept, Op::Connect] {
            let line = s.line(op);
            line.queue.retain(|w| w.pid != pid);
            if line.current.as_ref().is_some_and(|w| w.pid == pid) {
                match op {
                    Op::Connect => s.marks.connecting = false,
                    Op::Write => s.file = None,
                    Op::Read | Op::Accept => {}
                }
                self.next(s, op);
            }
        }
    }

    /// Sends the select message of a line, if one is due.
    fn notify(self: &Arc<Socket>, line: &mut Line) {
        if let Some(w) = line.take_due() {
            self.tell(w.pid, atom!("select"), |h| h.copy_in(w.reference.term()));
        }
    }

    fn ready(self: &Arc<Socket>, ready: Ready) {
        let mut state = self.lock();
        let s = &mut *state;
        if s.phase != Phase::Open {
            return;
        }
        if ready.read {
            self.notify(&mut s.readers);
            self.notify(&mut s.acceptors);
        }
        if ready.write {
            self.notify(&mut s.writers);
            self.notify(&mut s.connector);
        }
    }
}

/// The poller calls this when a socket is ready.
pub fn on_ready(id: u64, ready: Ready) {
    if let Some(socket) = polled(id) {
        socket.ready(ready);
    }
}
