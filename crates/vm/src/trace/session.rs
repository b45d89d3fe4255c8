//! Trace sessions: each has a tracer, and flags and patterns that no other session sees.
//!
//! The static session is that of `erlang:trace/3`. The others have a number that is never used
//! again. So what is left of one that has ended, such as a frame on a stack, means nothing.

use super::{EventPattern, Traced, is_alive};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};
use term::{Atom, Heap, Term, atom};

/// The number of a session.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Id(u32);

impl Id {
    /// The number of the static session.
    pub const STATIC: Id = Id(0);

    /// The number that programs are told.
    pub fn weak_number(self) -> Term<'static> {
        match self {
            Id::STATIC => Term::atom(atom!("default")),
            Id(n) => Term::small(i64::from(n) - 1),
        }
    }

    /// As a small integer, for a stack.
    pub fn as_small(self) -> Term<'static> {
        Term::small(i64::from(self.0))
    }

    /// The number that a small integer stands for.
    pub fn of_small(t: Term<'_>) -> Option<Id> {
        t.as_u64().and_then(|n| u32::try_from(n).ok()).map(Id)
    }
}

/// A session.
pub struct Session {
    /// Its number.
    pub id: Id,
    /// Its name.
    pub name: Atom,
    /// The process or port that is told. None if each order says who is.
    pub tracer: Option<Term<'static>>,
    /// The flags and the tracer that new processes (0) and ports (1) get.
    new: Mutex<[Traced; 2]>,
    /// The patterns of messages sent (0) and received (1).
    events: RwLock<[EventPattern; 2]>,
}

static STATIC: LazyLock<Arc<Session>> =
    LazyLock::new(|| Arc::new(Session::new(Id::STATIC, atom!("legacy"), None)));
/// The other sessions, in the order in which they have been made.
static OTHERS: RwLock<Vec<Arc<Session>>> = RwLock::new(Vec::new());
/// The number of the next one.
static NEXT: AtomicU32 = AtomicU32::new(1);
/// New processes or ports may get flags, in some session.
static NEW_ONES: AtomicBool = AtomicBool::new(false);

/// Whether new processes or ports may get flags.
pub(super) fn marks_new_ones() -> bool {
    NEW_ONES.load(Ordering::Relaxed)
}

impl Session {
    fn new(id: Id, name: Atom, tracer: Option<Term<'static>>) -> Session {
        let told = || EventPattern { on: true, program: None };
        let new = Traced { session: id, ..Traced::default() };
        Session {
            id,
            name,
            tracer,
            new: Mutex::new([new; 2]),
            events: RwLock::new([told(), told()]),
        }
    }

    /// `{Name, Number}`, by which it is known without being kept alive.
    pub fn weak_term<'h>(&self, heap: &'h Heap) -> Term<'h> {
        heap.tuple(&[Term::atom(self.name), self.id.weak_number()])
    }

    /// The pattern of messages sent, or received.
    pub fn event_pattern(&self, receive: bool) -> EventPattern {
        let events = self.events.read().unwrap_or_else(PoisonError::into_inner);
        events[usize::from(receive)].clone()
    }

    /// Sets the pattern of messages sent, or received.
    pub fn set_event_pattern(&self, receive: bool, pattern: EventPattern) {
        let mut events = self.events.write().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::replace(&mut events[usize::from(receive)], pattern);
        drop(events);
        // A pattern may hold the last reference to another session.
        drop(old);
    }

    /// The flags and the tracer that new processes get, or new ports.
    pub fn of_new(&self, ports: bool) -> Traced {
        let mut new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        let new = &mut new[usize::from(ports)];
        if new.tracer.is_some_and(|t| !is_alive(t)) {
            *new = Traced { session: self.id, ..Traced::default() };
        }
        *new
    }

    /// Changes the flags and the tracer that new processes get, or new ports.
    pub fn change_new(&self, ports: bool, on: u32, off: u32, tracer: Option<Term<'static>>) {
        let mut new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        let new = &mut new[usize::from(ports)];
        new.flags = (new.flags | on) & !off;
        if new.flags == 0 {
            new.tracer = None;
        } else if tracer.is_some() {
            new.tracer = tracer;
        }
        if new.flags != 0 {
            NEW_ONES.store(true, Ordering::SeqCst);
        }
    }

    /// Whether somebody is told by this session, or will be, through this tracer.
    pub(super) fn uses(&self, tracer: Term<'static>) -> bool {
        let is_it = |t: Option<Term<'static>>| t.is_some_and(|t| t.same(tracer));
        let new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        is_it(self.tracer) || new.iter().any(|new| is_it(new.tracer))
    }
}

/// The session that there always is.
pub fn legacy() -> Arc<Session> {
    STATIC.clone()
}

/// Makes a session.
pub fn create(name: Atom, tracer: Option<Term<'static>>) -> Arc<Session> {
    let mut others = OTHERS.write().unwrap_or_else(PoisonError::into_inner);
    let id = Id(NEXT.fetch_add(1, Ordering::Relaxed));
    let session = Arc::new(Session::new(id, name, tracer));
    others.push(session.clone());
    session
}

fn find(is_it: impl Fn(&Session) -> bool) -> Option<Arc<Session>> {
    let others = OTHERS.read().unwrap_or_else(PoisonError::into_inner);
    others.iter().find(|s| is_it(s)).cloned()
}

/// The session of this number, unless it has ended.
pub fn get(id: Id) -> Option<Arc<Session>> {
    if id == Id::STATIC { Some(legacy()) } else { find(|s| s.id == id) }
}

/// The session that somebody has made of this name and number, unless it has ended.
pub fn named(name: Atom, number: Term<'_>) -> Option<Arc<Session>> {
    let id = number.as_u64().and_then(|n| u32::try_from(n.checked_add(1)?).ok()).map(Id)?;
    find(|s| s.id == id && s.name == name)
}

/// All sessions: those that have been made, in that order, and then the static one.
pub fn all() -> Vec<Arc<Session>> {
    let others = OTHERS.read().unwrap_or_else(PoisonError::into_inner);
    others.iter().cloned().chain([legacy()]).collect()
}

/// Ends a session, of which nobody knows any more after that; None if it has ended before.
pub fn remove(id: Id) -> Option<Arc<Session>> {
    let mut others = OTHERS.write().unwrap_or_else(PoisonError::into_inner);
    let at = others.iter().position(|s| s.id == id)?;
    Some(others.remove(at))
}
