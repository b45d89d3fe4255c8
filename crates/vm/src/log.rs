//! Reports of the emulator itself to OTP's logger.

use crate::peer::Peer;
use crate::process::Running;
use crate::signal::{self, Signal};
use crate::system::{self, SystemLogger};
use crate::{clock, registry};
use term::{Atom, Heap, OwnedTerm, Term, am, atom, map};

/// How grave an event is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Level {
    /// An error.
    Error,
    /// A warning, or whatever `+W` says that warnings are.
    Warning,
}

impl Level {
    /// The level, and the tag by which `error_logger` knows it.
    fn names(self) -> (Atom, Atom) {
        match (self, system::config().warnings) {
            (Level::Warning, 'w') => (atom!("warning"), atom!("warning_msg")),
            (Level::Warning, 'i') => (atom!("info"), atom!("info_msg")),
            _ => (am::ERROR, am::ERROR),
        }
    }
}

/// Sends a report of something that happened in no process, such as the arrival of a packet.
pub fn log_of_nobody(level: Level, text: &[u8]) {
    log_for(level, None, "~s~n", |heap| vec![heap.byte_list(text)]);
}

/// Sends an error report of what a process does, with this text.
pub fn log_of_process(p: &Running<'_>, text: &[u8]) {
    log_to_logger(p, "~s~n", |heap| vec![heap.byte_list(text)]);
}

/// As [`log_of_process`], a warning.
pub fn warn_of_process(p: &Running<'_>, text: &str) {
    let leader = p.own_ref().group_leader.clone();
    let process = Some((p.pid(), Some(leader.term())));
    log_for(Level::Warning, process, "~s~n", |heap| vec![heap.byte_list(text.as_bytes())]);
}

/// Sends an error report of what a port was given by a process. The group leader, who is not named,
/// is that of OTP's logger.
pub fn log_of_port(p: &Running<'_>, text: &[u8]) {
    log_for(Level::Error, Some((p.pid(), None)), "~s~n", |heap| vec![heap.byte_list(text)]);
}

/// Sends an error report in the emulator's name to the `logger` process.
pub fn log_to_logger(
    p: &Running<'_>,
    format: &str,
    args: impl for<'h> FnOnce(&'h Heap) -> Vec<Term<'h>>,
) {
    let leader = p.own_ref().group_leader.clone();
    log_for(Level::Error, Some((p.pid(), Some(leader.term()))), format, args);
}

/// As [`log_to_logger`], for events of the emulator itself, which belong to no process.
pub fn log_from_emulator(format: &str, args: impl for<'h> FnOnce(&'h Heap) -> Vec<Term<'h>>) {
    let init = registry::whereis(atom!("init")).map_or(Term::NIL, Peer::term);
    log_for(Level::Error, Some((init, Some(init))), format, args);
}

fn log_for(
    level: Level,
    process: Option<(Term<'_>, Option<Term<'_>>)>,
    format: &str,
    args: impl for<'h> FnOnce(&'h Heap) -> Vec<Term<'h>>,
) {
    let (level, kind) = level.names();
    let message = OwnedTerm::build(|heap: &Heap| {
        let args = args(heap);
        let tag = map::from_pairs(
            heap,
            &[(Term::atom(am::TAG), Term::atom(kind)), (Term::atom(atom!("emulator")), Term::TRUE)],
        );
        let time = clock::system_time() / 1000;
        let mut meta = vec![
            (Term::atom(atom!("error_logger")), tag),
            (Term::atom(atom!("time")), heap.integer(time)),
        ];
        if let Some((pid, leader)) = process {
            meta.push((Term::atom(am::PID), heap.copy_in(pid)));
            if let Some(leader) = leader {
                meta.push((Term::atom(atom!("gl")), heap.copy_in(leader)));
            }
        }
        let meta = map::from_pairs(heap, &meta);
        heap.tuple(&[
            Term::atom(atom!("log")),
            Term::atom(level),
            heap.string(format),
            heap.list(&args),
            meta,
        ])
    });
    match system::system_logger() {
        SystemLogger::Nobody => return,
        SystemLogger::Process(pid) => match signal::send(pid, Signal::Told(message.clone())) {
            Ok(()) => return,
            Err(_) => system::system_logger_is_gone(pid),
        },
        SystemLogger::Registered => {}
    }
    match registry::whereis(atom!("logger")).and_then(Peer::as_pid) {
        Some(logger) => signal::send_message(logger, message),
        None => {
            let m = message.term().as_tuple().expect("a log message");
            eprintln!("{}", first_line(format, m[3]));
        }
    }
}

/// The first line of a message, to be written while there is no logger yet: texts are where the
/// format has them, other arguments behind it.
fn first_line(format: &str, args: Term<'_>) -> String {
    let mut args = args.list();
    let mut line = String::new();
    let mut pieces = format
        .split("~n")
        .next()
        .unwrap_or_default()
        .split("~ts")
        .flat_map(|piece| piece.split("~s"));
    line += pieces.next().unwrap_or_default();
    for piece in pieces {
        if let Some(arg) = args.next() {
            line += &arg.to_string_lossless().unwrap_or_else(|| format!("{arg:?}"));
        }
        line += piece;
    }
    for arg in args {
        line += &format!(" {arg:?}");
    }
    line
}
