//! Comparisons and the logical operators.

use crate::args::badarg;
use std::cmp::Ordering;
use term::Term;
use term::compare::{compare, compare_exact, equal, exactly_equal};
use vm::bif::{BifResult, BifRow, Exception, guard, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    guard("erlang", "==", 2, eq_2),
    guard("erlang", "/=", 2, ne_2),
    guard("erlang", "=:=", 2, eq_exact_2),
    guard("erlang", "=/=", 2, ne_exact_2),
    guard("erlang", "<", 2, lt_2),
    guard("erlang", ">", 2, gt_2),
    guard("erlang", "=<", 2, le_2),
    guard("erlang", ">=", 2, ge_2),
    guard("erlang", "max", 2, max_2).since(26),
    guard("erlang", "min", 2, min_2).since(26),
    guard("erlang", "and", 2, and_2),
    guard("erlang", "or", 2, or_2),
    guard("erlang", "xor", 2, xor_2),
    guard("erlang", "not", 1, not_1),
    row("erts_internal", "cmp_term", 2, cmp_term_2),
];

macro_rules! comparisons {
    ($($name:ident = $test:expr;)*) => {
        $(fn $name<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
            let test: fn(Term<'_>, Term<'_>) -> bool = $test;
            Ok(Term::bool(test(args[0], args[1])))
        })*
    };
}

comparisons! {
    eq_2 = |a, b| equal(a, b);
    ne_2 = |a, b| !equal(a, b);
    eq_exact_2 = |a, b| exactly_equal(a, b);
    ne_exact_2 = |a, b| !exactly_equal(a, b);
    lt_2 = |a, b| compare(a, b).is_lt();
    gt_2 = |a, b| compare(a, b).is_gt();
    le_2 = |a, b| compare(a, b).is_le();
    ge_2 = |a, b| compare(a, b).is_ge();
}

/// Of equal ones the first.
fn max_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(if compare(args[0], args[1]).is_lt() { args[1] } else { args[0] })
}

/// Of equal ones the first.
fn min_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(if compare(args[0], args[1]).is_gt() { args[1] } else { args[0] })
}

fn logical<'h>(args: &[Term<'h>], f: fn(bool, bool) -> bool) -> BifResult<'h> {
    match (args[0].as_bool(), args[1].as_bool()) {
        (Some(a), Some(b)) => Ok(Term::bool(f(a, b))),
        _ => badarg(),
    }
}

fn and_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    logical(args, |a, b| a & b)
}

fn or_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    logical(args, |a, b| a | b)
}

fn xor_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    logical(args, |a, b| a ^ b)
}

fn not_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    args[0].as_bool().map(|b| Term::bool(!b)).ok_or(Exception::BADARG)
}

fn cmp_term_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(match compare_exact(args[0], args[1]) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }))
}
