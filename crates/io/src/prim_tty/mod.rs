//! `prim_tty`: the terminal of OTP 26 and newer, whose shell knows itself what the screen shows.
//!
//! A thread waits for input and tells the process that reads; that reads, and writes, on dirty
//! schedulers, since the descriptors are shared with other programs and may block.

mod terminfo;

use crate::blocking;
use crate::tty::line::wcwidth;
use crate::tty::modes::{self, Raw, Wanted};
use std::io;
use std::os::fd::RawFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use term::{Heap, OwnedTerm, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, dirty_io, row};
use vm::errno;
use vm::port::IoData;
use vm::process::Running;

/// The rows of this module.
pub const ROWS: &[BifRow] = &[
    row("prim_tty", "isatty", 1, isatty_1).since(26),
    row("prim_tty", "tty_create", 0, tty_create_0).since(26).until(27),
    row("prim_tty", "tty_create", 1, tty_create_1).since(28),
    row("prim_tty", "tty_init", 3, tty_init_3).since(26).until(27),
    row("prim_tty", "tty_init", 2, tty_init_2).since(28),
    row("prim_tty", "tty_set", 1, tty_set_1).since(26).until(27),
    row("prim_tty", "tty_is_open", 2, tty_is_open_2).since(28),
    row("prim_tty", "setlocale", 1, setlocale_1).since(26),
    row("prim_tty", "tty_select", 3, tty_select_3).since(26).until(27),
    row("prim_tty", "tty_select", 2, tty_select_2).since(28),
    row("prim_tty", "tty_window_size", 1, tty_window_size_1).since(26),
    row("prim_tty", "tty_encoding", 1, tty_encoding_1).since(26),
    row("prim_tty", "tty_read_signal", 2, tty_read_signal_2).since(26).until(27),
    dirty_io("prim_tty", "write_nif", 2, write_2).since(26),
    dirty_io("prim_tty", "read_nif", 2, read_2).since(26).until(27),
    dirty_io("prim_tty", "read_nif", 3, read_3).since(28),
    row("prim_tty", "isprint", 1, isprint_1).since(26),
    row("prim_tty", "wcwidth", 1, wcwidth_1).since(26),
    row("prim_tty", "wcswidth", 1, wcswidth_1).since(26),
    row("prim_tty", "sizeof_wchar", 0, sizeof_wchar_0).since(26),
    row("prim_tty", "tgetent_nif", 1, terminfo::setup).since(26).until(27),
    row("prim_tty", "tgetnum_nif", 1, terminfo::number_1).since(26).until(27),
    row("prim_tty", "tgetflag_nif", 1, terminfo::flag_1).since(26).until(27),
    row("prim_tty", "tgetstr_nif", 1, terminfo::string_1).since(26).until(27),
    row("prim_tty", "tgoto_nif", 1, terminfo::expand).since(26).until(27),
    row("prim_tty", "tgoto_nif", 2, terminfo::expand).since(26).until(27),
    row("prim_tty", "tgoto_nif", 3, terminfo::expand).since(26).until(27),
    row("prim_tty", "setupterm_nif", 0, terminfo::setup).since(28),
    row("prim_tty", "tigetnum_nif", 1, terminfo::number_1).since(28),
    row("prim_tty", "tigetflag_nif", 1, terminfo::flag_1).since(28),
    row("prim_tty", "tigetstr_nif", 1, terminfo::string_1).since(28),
    row("prim_tty", "tputs_nif", 2, terminfo::put_2).since(28),
    row("prim_tty", "tinfo_nif", 0, terminfo::all_0).since(28),
];

const INPUT: RawFd = 0;
/// Bytes that are read at once.
const READ_SIZE: usize = 1024;

/// A terminal, which its magic reference keeps alive.
struct Tty {
    /// The numbers of its reference.
    numbers: [u32; 3],
    /// Where it writes.
    output: RawFd,
    state: Mutex<State>,
    /// There is a process to be told of input.
    wanted: Condvar,
}

#[derive(Default)]
struct State {
    /// There is a thread that waits for input.
    has_thread: bool,
    /// The process that is to be told of input, and its name for that.
    reader: Option<(u64, OwnedTerm)>,
    /// The terminal's modes are those of the shell.
    raw: Option<Raw>,
}

impl Tty {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn term<'h>(self: &Arc<Tty>, heap: &'h Heap) -> Term<'h> {
        heap.magic_ref(self.numbers, self.clone())
    }

    /// Gives the terminal other modes; those that it had first come back.
    fn set_modes(&self, wanted: &Wanted) {
        let mut state = self.lock();
        state.raw = None;
        state.raw = Raw::set(wanted);
    }

    /// Has the process told when there is input.
    fn select(self: &Arc<Tty>, p: u64, reference: Term<'_>) {
        let mut state = self.lock();
        state.reader = Some((p, OwnedTerm::new(reference)));
        self.wanted.notify_one();
        if !std::mem::replace(&mut state.has_thread, true) {
            let tty = self.clone();
            vm::sched::start_thread("tty_input", move || tty.wait_for_input());
        }
    }

    fn wait_for_input(self: &Arc<Tty>) -> ! {
        vm::sched::binding::free();
        loop {
            let mut state = self.lock();
            while state.reader.is_none() {
                state = self.wanted.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            drop(state);
            blocking::wait_for_input(INPUT);
            if let Some((pid, reference)) = self.lock().reader.take() {
                vm::signal::send_message(pid, self.ready(&reference));
            }
        }
    }

    /// `{select, Tty, Ref, ready_input}`.
    fn ready(self: &Arc<Tty>, reference: &OwnedTerm) -> OwnedTerm {
        OwnedTerm::build(|heap| {
            heap.tuple(&[
                Term::atom(atom!("select")),
                self.term(heap),
                heap.copy_in(reference.term()),
                Term::atom(atom!("ready_input")),
            ])
        })
    }
}

fn tty<'h>(t: Term<'_>) -> Result<Arc<Tty>, Exception<'h>> {
    let magic = t.as_ref().and_then(|r| r.magic()).ok_or(Exception::BADARG)?;
    magic.downcast::<Tty>().map_err(|_| Exception::BADARG)
}

fn error<'h>(p: &Running<'h>, reason: term::Atom) -> BifResult<'h> {
    Ok(p.heap().tuple(&[Term::atom(am::ERROR), Term::atom(reason)]))
}

fn os_error<'h>(p: &Running<'h>, e: &io::Error) -> BifResult<'h> {
    error(p, errno::atom(errno::number(e)))
}

/// The descriptor that an atom names.
fn descriptor(name: Term<'_>) -> Option<RawFd> {
    match name.as_atom()?.name() {
        "stdin" => Some(0),
        "stdout" => Some(1),
        "stderr" => Some(2),
        _ => None,
    }
}

fn isatty_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let fd = match descriptor(args[0]) {
        Some(fd) => fd,
        None => tty(args[0])?.output,
    };
    Ok(match modes::is_terminal(fd) {
        true => Term::TRUE,
        false if blocking::is_open(fd) => Term::FALSE,
        false => Term::atom(atom!("ebadf")),
    })
}

fn create<'h>(p: &Running<'h>, output: RawFd) -> BifResult<'h> {
    let tty = Arc::new(Tty {
        numbers: vm::system::new_ref(),
        output,
        state: Mutex::default(),
        wanted: Condvar::new(),
    });
    Ok(p.heap().tuple(&[Term::OK, tty.term(p.heap())]))
}

fn tty_create_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    create(p, libc::STDOUT_FILENO)
}

fn tty_create_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    create(p, descriptor(args[0]).filter(|&fd| fd != INPUT).ok_or(Exception::BADARG)?)
}

fn option<'h>(options: Term<'h>, name: term::Atom) -> Option<Term<'h>> {
    term::map::get(options, Term::atom(name))
}

/// `tty_init(Tty, Fd, Options)`.
fn tty_init_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let tty = tty(args[0])?;
    if !args[2].is_map() {
        return Err(Exception::BADARG);
    }
    if !modes::is_terminal(tty.output) || !modes::is_terminal(INPUT) {
        return error(p, atom!("enotsup"));
    }
    let on = |name| option(args[2], name).is_some_and(|t| t.is(am::TRUE));
    let wanted = Wanted::of(on(atom!("canon")), on(atom!("echo")));
    tty.set_modes(&wanted);
    Ok(Term::OK)
}

/// `tty_init(Tty, Options)`.
fn tty_init_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let tty = tty(args[0])?;
    if !args[1].is_map() {
        return Err(Exception::BADARG);
    }
    let is = |name, value| option(args[1], name).is_some_and(|t| t.is(value));
    let raw_input = is(atom!("input"), atom!("raw"));
    let raw_output = is(atom!("output"), atom!("raw"));
    if !raw_input && !raw_output {
        tty.lock().raw = None;
        return Ok(Term::OK);
    }
    if !modes::is_terminal(INPUT) {
        // Input that is no terminal is as raw as it can be.
        return Ok(Term::OK);
    }
    tty.set_modes(&Wanted::of(!raw_input, !raw_input));
    Ok(Term::OK)
}

/// The modes are set when the terminal is initialised.
fn tty_set_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    tty(args[0])?;
    modes::resumed();
    Ok(Term::OK)
}

fn tty_is_open_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    tty(args[0])?;
    let fd = descriptor(args[1]).ok_or(Exception::BADARG)?;
    Ok(Term::bool(blocking::is_open(fd)))
}

fn setlocale_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    tty(args[0])?;
    Ok(Term::bool(modes::locale_is_utf8()))
}

/// `tty_select(Tty, SignalRef, ReadRef)`.
fn tty_select_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    select(p, args[0], args[2])
}

/// `tty_select(Tty, ReadRef)`.
fn tty_select_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    select(p, args[0], args[1])
}

fn select<'h>(p: &Running<'h>, t: Term<'h>, reference: Term<'h>) -> BifResult<'h> {
    tty(t)?.select(p.id, reference);
    Ok(Term::OK)
}

fn tty_window_size_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match modes::window_size(tty(args[0])?.output) {
        None => error(p, atom!("enotsup")),
        Some((columns, rows)) => {
            let both = [columns, rows].map(|n| Term::small(i64::from(n)));
            Ok(p.heap().tuple(&[Term::OK, p.heap().tuple(&both)]))
        }
    }
}

fn tty_encoding_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    tty(args[0])?;
    Ok(Term::atom(atom!("utf8")))
}

fn write_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let tty = tty(args[0])?;
    let data = IoData::new(args[1]).ok_or(Exception::BADARG)?;
    match data.slices().try_for_each(|bytes| blocking::write_blocking(tty.output, bytes)) {
        Ok(()) => Ok(Term::OK),
        Err(e) => os_error(p, &e),
    }
}

fn read_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    read(p, args[0], args[1], READ_SIZE)
}

fn read_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let most = args[2].as_usize().filter(|&n| n > 0).ok_or(Exception::BADARG)?;
    read(p, args[0], args[1], most.min(READ_SIZE))
}

/// Gives the input that there is, and has another message sent when there is more.
fn read<'h>(p: &Running<'h>, t: Term<'h>, reference: Term<'h>, most: usize) -> BifResult<'h> {
    let tty = tty(t)?;
    let mut buffer = [0; READ_SIZE];
    let n = match blocking::read_ready(INPUT, &mut buffer[..most]) {
        Ok(Some(0)) => return error(p, atom!("closed")),
        Ok(n) => n.unwrap_or(0),
        // The other side of a terminal has gone.
        Err(e) if e.raw_os_error() == Some(libc::EIO) => return error(p, atom!("closed")),
        Err(e) => return os_error(p, &e),
    };
    tty.select(p.id, reference);
    Ok(p.heap().tuple(&[Term::OK, p.heap().binary(&buffer[..n])]))
}

/// No signal is told by a message of the terminal.
fn tty_read_signal_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    tty(args[0])?;
    error(p, atom!("eagain"))
}

/// A character, or the part of one that is a number.
fn character<'h>(t: Term<'_>) -> Result<i32, Exception<'h>> {
    t.as_small().and_then(|n| i32::try_from(n).ok()).ok_or(Exception::BADARG)
}

fn isprint_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let c = character(args[0])?;
    Ok(Term::bool((32..127).contains(&c)))
}

fn wcwidth_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match wcwidth(character(args[0])?) {
        -1 => error(p, atom!("not_printable")),
        n => Ok(Term::small(i64::from(n))),
    }
}

/// Of a binary with characters as C has them.
fn wcswidth_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bits = args[0].as_bits().ok_or(Exception::BADARG)?;
    let bytes = bits.bytes();
    let widths = bytes.as_chunks().0.iter().map(|&c| wcwidth(i32::from_ne_bytes(c)));
    match widths.map(|n| (n >= 0).then_some(i64::from(n))).sum::<Option<i64>>() {
        None => error(p, atom!("not_printable")),
        Some(n) => Ok(p.heap().tuple(&[Term::OK, Term::small(n)])),
    }
}

fn sizeof_wchar_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(size_of::<libc::wchar_t>() as i64))
}
