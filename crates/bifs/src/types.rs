//! Type tests.

use crate::args::{atom, badarg, is_positive_big, small};
use release::Difference;
use term::compare::compare;
use term::{Term, View};
use vm::bif::{BifResult, BifRow, Exception, guard};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    guard("erlang", "is_atom", 1, is_atom_1),
    guard("erlang", "is_binary", 1, is_binary_1),
    guard("erlang", "is_bitstring", 1, is_bitstring_1),
    guard("erlang", "is_boolean", 1, is_boolean_1),
    guard("erlang", "is_float", 1, is_float_1),
    guard("erlang", "is_function", 1, is_function_1),
    guard("erlang", "is_function", 2, is_function_2),
    guard("erlang", "is_integer", 1, is_integer_1),
    guard("erlang", "is_integer", 3, is_integer_3).since(29),
    guard("erlang", "is_record", 1, is_record_1).since(29),
    guard("erlang", "is_list", 1, is_list_1),
    guard("erlang", "is_map", 1, is_map_1),
    guard("erlang", "is_number", 1, is_number_1),
    guard("erlang", "is_pid", 1, is_pid_1),
    guard("erlang", "is_port", 1, is_port_1),
    guard("erlang", "is_record", 2, is_record_2),
    guard("erlang", "is_record", 3, is_record_3),
    guard("erlang", "is_reference", 1, is_reference_1),
    guard("erlang", "is_tuple", 1, is_tuple_1),
];

macro_rules! tests {
    ($($name:ident = $test:expr;)*) => {
        $(fn $name<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
            let test: fn(Term<'_>) -> bool = $test;
            Ok(Term::bool(test(args[0])))
        })*
    };
}

tests! {
    is_atom_1 = |t| t.as_atom().is_some();
    is_binary_1 = |t| t.is_binary();
    is_bitstring_1 = |t| t.is_bitstring();
    is_boolean_1 = |t| t.as_bool().is_some();
    is_float_1 = |t| t.as_float().is_some();
    is_function_1 = |t| t.is_function();
    is_integer_1 = |t| t.is_integer();
    is_list_1 = |t| t.is_cons() || t.is_nil();
    is_map_1 = |t| t.is_map();
    is_number_1 = |t| t.is_number();
    is_pid_1 = |t| t.is_pid();
    is_port_1 = |t| t.is_port();
    is_record_1 = |t| t.is_record();
    is_reference_1 = |t| t.is_reference();
    is_tuple_1 = |t| t.is_tuple();
}

fn is_function_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let arity = match args[1].as_small() {
        Some(n) if n >= 0 => n,
        None if is_positive_big(args[1]) => return Ok(Term::FALSE),
        _ => return badarg(),
    };
    Ok(Term::bool(match args[0].view() {
        View::Fun(f) => i64::from(f.entry.arity) == arity,
        View::Export(e) => i64::from(e.mfa.arity) == arity,
        _ => false,
    }))
}

fn is_record_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let tag = atom(args[1])?;
    Ok(Term::bool(match args[0].as_record() {
        Some((definition, _)) => definition.name() == tag,
        None => args[0].as_tuple().is_some_and(|t| t.first().is_some_and(|e| e.is(tag))),
    }))
}

fn is_record_3<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let tag = atom(args[1])?;
    if let Some(name) = args[2].as_atom().filter(|_| Difference::Records.is_on()) {
        let record = args[0].as_record();
        return Ok(Term::bool(record.is_some_and(|(definition, _)| definition.is(tag, name))));
    }
    let size = small(args[2])?;
    Ok(Term::bool(
        args[0]
            .as_tuple()
            .is_some_and(|t| t.len() as i64 == size && t.first().is_some_and(|e| e.is(tag))),
    ))
}

/// Whether it is an integer between two others, or one of them.
fn is_integer_3<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let &[t, least, most] = args else { return Err(Exception::BADARG) };
    if !least.is_integer() || !most.is_integer() {
        return Err(Exception::BADARG);
    }
    let within = t.is_integer() && compare(least, t).is_le() && compare(t, most).is_le();
    Ok(Term::bool(within))
}
