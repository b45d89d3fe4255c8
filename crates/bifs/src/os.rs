//! Environment, signals and end of the operating system's process.

use crate::link::badarg_because;
use release::Difference;
use std::time::Duration;
use term::{Heap, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;
use vm::{crash_dump, environment, filename, system};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("os", "getenv", 1, getenv_1),
    row("os", "putenv", 2, putenv_2),
    row("os", "unsetenv", 1, unsetenv_1),
    row("os", "env", 0, env_0),
    row("os", "getpid", 0, getpid_0),
    row("os", "set_signal", 2, set_signal_2),
    row("erlang", "halt", 2, halt_2),
    row("file", "native_name_encoding", 0, native_name_encoding_0),
    row("error_logger", "warning_map", 0, warning_map_0),
];

/// A name or value: a list, which may be deep, of characters without 0.
fn native<'h>(t: Term<'h>) -> Result<Vec<u8>, Exception<'h>> {
    filename::list_to_native(t).ok_or(Exception::BADARG)
}

/// The list of characters of a name or value; what is no UTF-8 comes as a binary.
fn chars<'h>(heap: &'h Heap, s: &[u8]) -> Term<'h> {
    filename::from_native(heap, s).unwrap_or_else(|| heap.binary(s))
}

/// The name of a variable, which may be empty.
fn name<'h>(t: Term<'h>) -> Result<Vec<u8>, Exception<'h>> {
    native(t).and_then(|n| if environment::is_name(&n) { Ok(n) } else { Err(Exception::BADARG) })
}

fn getenv_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(environment::get(&name(args[0])?).map_or(Term::FALSE, |v| chars(p.heap(), &v)))
}

fn putenv_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    environment::set(&name(args[0])?, Some(&native(args[1])?));
    Ok(Term::TRUE)
}

fn unsetenv_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    environment::set(&name(args[0])?, None);
    Ok(Term::TRUE)
}

fn env_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let pair = |(k, v): (Vec<u8>, Vec<u8>)| heap.tuple(&[chars(heap, &k), chars(heap, &v)]);
    Ok(heap.list_from_rev(environment::all().into_iter().map(pair)))
}

fn getpid_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().string(&std::process::id().to_string()))
}

/// Signals that programs may have sent to `erl_signal_server`.
fn signal_number(t: Term<'_>) -> Option<i32> {
    Some(match t.as_atom()?.name() {
        "sighup" => libc::SIGHUP,
        "sigquit" => libc::SIGQUIT,
        "sigabrt" => libc::SIGABRT,
        "sigalrm" => libc::SIGALRM,
        "sigterm" => libc::SIGTERM,
        "sigusr1" => libc::SIGUSR1,
        "sigusr2" => libc::SIGUSR2,
        "sigchld" => libc::SIGCHLD,
        "sigstop" => libc::SIGSTOP,
        "sigtstp" => libc::SIGTSTP,
        "sigcont" => libc::SIGCONT,
        "sigwinch" => libc::SIGWINCH,
        "siginfo" => return None,
        _ => return None,
    })
}

fn set_signal_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let disposition = match args[1].as_atom() {
        Some(a) if a == atom!("default") => vm::os_signal::Disposition::Default,
        Some(a) if a == atom!("ignore") => vm::os_signal::Disposition::Ignore,
        Some(a) if a == atom!("handle") => vm::os_signal::Disposition::Handle,
        _ => return Err(badarg_because(atom!("badopt"))),
    };
    let number = signal_number(args[0]).ok_or(Exception::BADARG)?;
    // The system lets nobody catch it, which OTP does not say.
    if number == libc::SIGSTOP {
        return Ok(Term::OK);
    }
    vm::os_signal::set(number, disposition).map(|()| Term::OK).map_err(|_| Exception::BADARG)
}

/// The last things that `halt` does, as its options say.
struct Halting {
    /// Output is to be flushed.
    flush: bool,
    /// The longest time for that.
    limit: Option<Duration>,
}

impl Halting {
    fn of<'h>(options: Term<'_>) -> Result<Halting, Exception<'h>> {
        let bad = || badarg_because(atom!("badopt"));
        let mut halting = Halting { flush: true, limit: None };
        for option in options.to_vec().ok_or(Exception::BADARG)? {
            let &[key, value] = option.as_tuple_of::<2>().ok_or_else(bad)?;
            if key.is(am::FLUSH) {
                halting.flush = value.as_bool().ok_or_else(bad)?;
            } else if key.is(atom!("flush_timeout")) && Difference::HaltFlushTimeout.is_on() {
                let ms = value.as_small().and_then(|ms| u32::try_from(ms).ok()).ok_or_else(bad)?;
                halting.limit = Some(Duration::from_millis(ms.into()));
            } else {
                return Err(bad());
            }
        }
        Ok(halting)
    }

    fn halt(self, code: i32) -> ! {
        if self.flush { system::halt_flushing(code, self.limit) } else { system::halt(code, false) }
    }
}

fn halt_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let halting = Halting::of(args[1])?;
    match args[0].view() {
        View::Small(code) if code >= 0 => halting.halt((code & 0xff) as i32),
        View::Big(b) if !b.negative => halting.halt((b.limbs[0] & 0xff) as i32),
        View::Atom(a) if a == atom!("abort") => system::abort(),
        View::Cons(..) | View::Nil => {
            let slogan = args[0].to_string_lossless().ok_or(Exception::BADARG)?;
            // No more than a line's worth, as in a dump that must not fail.
            let slogan: String = slogan.chars().take(1023).collect();
            crash_dump::write(&slogan, Some(p));
            halting.halt(1)
        }
        _ => Err(Exception::BADARG),
    }
}

fn native_name_encoding_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::atom(if system::config().file_names_utf8 { am::UTF8 } else { am::LATIN1 }))
}

/// The level to which `error_logger` maps warnings (`+W`).
fn warning_map_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::atom(match system::config().warnings {
        'i' => am::INFO,
        'e' => am::ERROR,
        _ => atom!("warning"),
    }))
}
