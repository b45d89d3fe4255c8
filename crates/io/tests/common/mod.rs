//! Helpers that the tests of drivers share: owners, messages as text, and terms from text-like Rust
//! values.
#![allow(dead_code)]

use std::sync::Once;
use std::time::{Duration, Instant};
use term::{Term, View};
use vm::poller;
use vm::process::{Process, Running};

/// A process that ports belong to.
pub fn owner() -> Running<'static> {
    static INIT: Once = Once::new();
    INIT.call_once(|| {
        io::init();
        // There are no schedulers, which would do this.
        let claim = poller::claim(poller::NO_SCHEDULER).expect("nobody else polls");
        std::thread::spawn(move || {
            loop {
                claim.wait(Duration::MAX).handle();
            }
        });
    });
    Process::listed_for_test()
}

/// A term as text, ports and pids and references without their numbers.
pub fn text(t: Term<'_>) -> String {
    match t.view() {
        View::Small(i) => i.to_string(),
        View::Atom(a) => a.to_string(),
        View::Nil => "[]".into(),
        View::Port(_) => "P".into(),
        View::Pid(_) => "PID".into(),
        View::Ref(_) => "R".into(),
        View::Tuple(e) => {
            format!("{{{}}}", e.iter().map(|&t| text(t)).collect::<Vec<_>>().join(","))
        }
        View::Cons(..) => match t.byte_list_to_vec() {
            Some(b) => format!("{:?}", String::from_utf8_lossy(&b)),
            None => {
                let e: Vec<_> = t.list().map(text).collect();
                format!("[{}]", e.join(","))
            }
        },
        View::Bits(b) => format!("<<{:?}>>", String::from_utf8_lossy(&b.bytes())),
        _ => format!("{t:?}"),
    }
}

/// The next message of a process, taking signals in as a scheduler would. Panics after a long time.
pub fn receive(p: &mut Running<'_>) -> String {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        vm::signal::handle(p);
        let mailbox = &mut p.own().mailbox;
        mailbox.rewind();
        if mailbox.current().is_some()
            && let Some(m) = mailbox.take_current()
        {
            return text(m.term());
        }
        assert!(Instant::now() < deadline, "no message");
        std::thread::yield_now();
    }
}

/// Opens a port; panics if it does not work.
pub fn open<'h>(p: &mut Running<'h>, name: Term<'h>, settings: &[Term<'h>]) -> Term<'static> {
    let port = vm::port::commands::open(p, name, p.heap().list(settings));
    assert!(port.as_port().is_some(), "{port:?}");
    port.to_static().expect("a port is no object")
}

/// An atom.
pub fn a(name: &str) -> Term<'static> {
    Term::atom(term::Atom::new(name))
}
