//! Ports: the halves of `erlang:open_port/2` and its like that are not written in Erlang.
//!
//! `erlang` calls these, and if one gives a reference, waits for a message `{Ref, Result}`. Here
//! only `port_info` does that, while the operating system's process is being started.

use term::{Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::port::commands::{self, Commanded, Unanswered};
use vm::port::info::{self, Info};
use vm::port::{self, IoData, Reply};
use vm::process::Running;

/// The rows of this file.
pub const ROWS: &[BifRow] = &[
    row("erts_internal", "open_port", 2, open_port_2),
    row("erts_internal", "port_command", 3, port_command_3),
    row("erts_internal", "port_control", 3, port_control_3),
    row("erts_internal", "port_call", 3, port_call_3),
    row("erts_internal", "port_close", 1, port_close_1),
    row("erts_internal", "port_connect", 2, port_connect_2),
    row("erts_internal", "port_info", 1, port_info_1),
    row("erts_internal", "port_info", 2, port_info_2),
    row("erlang", "port_set_data", 2, port_set_data_2),
    row("erlang", "port_get_data", 1, port_get_data_1),
    row("erlang", "ports", 0, ports_0),
];

const BADARG: Term<'static> = Term::atom(am::BADARG);

fn open_port_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(commands::open(p, args[0], args[1]))
}

fn port_command_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (mut force, mut nosuspend) = (false, false);
    let mut options = args[2].list();
    for o in options.by_ref() {
        match o.as_atom() {
            Some(a) if a == atom!("force") => force = true,
            Some(a) if a == atom!("nosuspend") => nosuspend = true,
            _ => return Ok(Term::atom(atom!("badopt"))),
        }
    }
    if !options.tail().is_nil() {
        return Ok(Term::atom(atom!("badopt")));
    }
    Ok(match commands::command(p, args[0], args[1], force, nosuspend) {
        Commanded::Done => Term::TRUE,
        Commanded::Refused => Term::FALSE,
        Commanded::Wait => return Err(Exception::wait_with(args.to_vec())),
        Commanded::Bad => BADARG,
        Commanded::NotSupported => Term::atom(am::NOTSUP),
    })
}

fn operation(t: Term<'_>) -> Option<u32> {
    u32::try_from(t.as_u64()?).ok()
}

fn port_control_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (Some(op), Some(data)) = (operation(args[1]), IoData::new(args[2])) else {
        return Ok(BADARG);
    };
    Ok(match commands::control(p, args[0], op, &data.flat()) {
        Ok(Reply::List(bytes)) => p.heap().byte_list(&bytes),
        Ok(Reply::Binary(bytes)) => p.heap().binary(&bytes),
        Ok(Reply::Shared(bin)) => {
            let len = bin.bytes().len();
            p.heap().binary_from(bin, len)
        }
        Ok(Reply::Nothing) => Term::NIL,
        Err(Unanswered::BadArg) => BADARG,
        Err(Unanswered::Wait) => return Err(Exception::wait_with(args.to_vec())),
    })
}

fn port_call_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(op) = operation(args[1]) else { return Ok(BADARG) };
    Ok(match commands::call(p, args[0], op, args[2]) {
        Ok(result) => {
            let result = p.heap().adopt(result);
            p.heap().tuple(&[Term::OK, result])
        }
        Err(Unanswered::BadArg) => BADARG,
        Err(Unanswered::Wait) => return Err(Exception::wait_with(args.to_vec())),
    })
}

fn port_close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if commands::has_to_wait(p, args[0]) {
        return Err(Exception::wait_with(args.to_vec()));
    }
    Ok(if commands::close(p.peer(), args[0]) { Term::TRUE } else { BADARG })
}

fn port_connect_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if commands::has_to_wait(p, args[0]) {
        return Err(Exception::wait_with(args.to_vec()));
    }
    Ok(if commands::connect(p, args[0], args[1]) { Term::TRUE } else { BADARG })
}

fn answer<'h>(p: &Running<'h>, info: Info<'h>) -> Term<'h> {
    match info {
        Info::Now(t) => t,
        Info::Later(key) => p.heap().reference(key),
        Info::Undefined => Term::UNDEFINED,
        Info::BadItem => BADARG,
    }
}

fn is_port_or_name(t: Term<'_>) -> bool {
    t.as_port().is_some() || t.as_atom().is_some()
}

fn port_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !is_port_or_name(args[0]) {
        return Ok(BADARG);
    }
    Ok(answer(p, info::info(p, args[0], None)))
}

fn port_info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !is_port_or_name(args[0]) {
        return Ok(Term::atom(atom!("badtype")));
    }
    // Of a port that has gone there is nothing to be told, whatever is asked for.
    let item = args[1].as_atom().unwrap_or(am::BADARG);
    Ok(answer(p, info::info(p, args[0], Some(item))))
}

fn port_set_data_2<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if commands::set_data(args[0], args[1]) { Ok(Term::TRUE) } else { Err(Exception::BADARG) }
}

fn port_get_data_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    commands::get_data(p, args[0]).ok_or(Exception::BADARG)
}

fn ports_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    let ports: Vec<_> = port::all_ids().into_iter().map(Term::port).collect();
    Ok(p.heap().list(&ports))
}
