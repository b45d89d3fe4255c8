//! Pids, ports, references and funs to text, and the first three back.

use crate::args::{badarg, bytes_of_list};
use term::{Atom, Term, node, print};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "pid_to_list", 1, pid_to_list_1),
    row("erlang", "port_to_list", 1, port_to_list_1),
    row("erlang", "ref_to_list", 1, ref_to_list_1),
    row("erlang", "fun_to_list", 1, fun_to_list_1),
    row("erlang", "list_to_pid", 1, list_to_pid_1),
    row("erlang", "list_to_port", 1, list_to_port_1),
    row("erlang", "list_to_ref", 1, list_to_ref_1),
];

/// Bits of a local pid's number; the serial comes above them.
const PID_NUMBER_BITS: u32 = 28;
/// Bits of a local pid's serial.
const PID_SERIAL_BITS: u32 = 30;
/// Bits of the first number of a local reference.
const REF_BITS: u32 = 18;

fn text<'h>(p: &Running<'h>, t: Term<'h>, is: bool) -> BifResult<'h> {
    if is { Ok(p.heap().string(&print::display(t))) } else { badarg() }
}

fn pid_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    text(p, args[0], args[0].is_pid())
}

fn port_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    text(p, args[0], args[0].is_port())
}

fn ref_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    text(p, args[0], args[0].is_reference())
}

fn fun_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    text(p, args[0], args[0].is_function())
}

/// The numbers of `prefix<A.B.C>`.
fn numbers(text: &[u8], prefix: &str) -> Option<Vec<u64>> {
    let text = std::str::from_utf8(text).ok()?;
    let numbers = text.strip_prefix(prefix)?.strip_prefix('<')?.strip_suffix('>')?;
    let number = |s: &str| match s.bytes().all(|c| c.is_ascii_digit()) {
        true => s.parse().ok(),
        false => None,
    };
    numbers.split('.').map(number).collect()
}

/// The node that the first number of an identifier's text stands for: none for this one.
fn other_node<'h>(number: u64) -> Result<Option<&'static node::Node>, Exception<'h>> {
    if number == 0 {
        return Ok(None);
    }
    let name = u32::try_from(number).ok().and_then(Atom::from_index_checked);
    match name.ok_or(Exception::BADARG)? {
        name if name == node::this_node() => Ok(None),
        name => node::Node::known(name).map(Some).ok_or(Exception::BADARG),
    }
}

fn list_to_pid_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(&[at, id, serial]) = numbers(&bytes_of_list(args[0])?, "").as_deref() else {
        return badarg();
    };
    match other_node(at)? {
        None if id >> PID_NUMBER_BITS != 0 || serial >> PID_SERIAL_BITS != 0 => badarg(),
        None => Ok(Term::pid(serial << PID_NUMBER_BITS | id)),
        Some(node) => Ok(p.heap().external_pid(node, id as u32, serial as u32)),
    }
}

fn list_to_port_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(&[at, id]) = numbers(&bytes_of_list(args[0])?, "#Port").as_deref() else {
        return badarg();
    };
    match other_node(at)? {
        None if id >> PID_NUMBER_BITS != 0 => badarg(),
        None => Ok(Term::port(id)),
        Some(node) => Ok(p.heap().external_port(node, id)),
    }
}

fn list_to_ref_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let read = numbers(&bytes_of_list(args[0])?, "#Ref").ok_or(Exception::BADARG)?;
    let [at, highest_first @ ..] = &read[..] else { return badarg() };
    let lowest_first: Result<Vec<u32>, _> =
        highest_first.iter().rev().map(|&n| u32::try_from(n)).collect();
    let lowest_first = lowest_first.or(badarg())?;
    match (other_node(*at)?, &lowest_first[..]) {
        (None, &[a, b, c]) if a >> REF_BITS == 0 => {
            let known = term::etf::MAGIC_REF.get().and_then(|find| find(p.heap(), [a, b, c]));
            Ok(known.unwrap_or_else(|| p.heap().reference([a, b, c])))
        }
        (Some(node), numbers @ [_, ..]) if numbers.len() <= 5 => {
            Ok(p.heap().external_ref(node, numbers))
        }
        _ => badarg(),
    }
}
