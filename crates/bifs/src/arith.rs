//! Arithmetic as functions: what `apply`, guards and `fun erlang:'+'/2` call.

use crate::args::badarg;
use term::arith::{self, ArithError};
use term::{Heap, Term};
use vm::bif::{BifResult, BifRow, Exception, guard};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    guard("erlang", "+", 1, plus_1),
    guard("erlang", "-", 1, minus_1),
    guard("erlang", "+", 2, add_2),
    guard("erlang", "-", 2, sub_2),
    guard("erlang", "*", 2, mul_2),
    guard("erlang", "/", 2, fdiv_2),
    guard("erlang", "div", 2, div_2),
    guard("erlang", "rem", 2, rem_2),
    guard("erlang", "band", 2, band_2),
    guard("erlang", "bor", 2, bor_2),
    guard("erlang", "bxor", 2, bxor_2),
    guard("erlang", "bnot", 1, bnot_1),
    guard("erlang", "bsl", 2, bsl_2),
    guard("erlang", "bsr", 2, bsr_2),
    guard("erlang", "abs", 1, abs_1),
    guard("erlang", "float", 1, float_1),
    guard("erlang", "trunc", 1, trunc_1),
    guard("erlang", "round", 1, round_1),
    guard("erlang", "floor", 1, floor_1),
    guard("erlang", "ceil", 1, ceil_1),
];

/// The exception of an operator.
pub(crate) fn exception<'h>(e: ArithError) -> Exception<'h> {
    match e {
        ArithError::BadArith => Exception::BADARITH,
        ArithError::SystemLimit => Exception::SYSTEM_LIMIT,
    }
}

macro_rules! operators {
    ($($name:ident = $f:path;)*) => {
        $(fn $name<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
            $f(p.heap(), args[0], args[1]).map_err(exception)
        })*
    };
}

operators! {
    add_2 = arith::add;
    sub_2 = arith::sub;
    mul_2 = arith::mul;
    fdiv_2 = arith::fdiv;
    div_2 = arith::div;
    rem_2 = arith::rem;
    band_2 = arith::band;
    bor_2 = arith::bor;
    bxor_2 = arith::bxor;
    bsl_2 = arith::bsl;
    bsr_2 = arith::bsr;
}

fn plus_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_number() { Ok(args[0]) } else { Err(Exception::BADARITH) }
}

fn minus_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    arith::negate(p.heap(), args[0]).map_err(exception)
}

fn bnot_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    arith::bnot(p.heap(), args[0]).map_err(exception)
}

fn abs_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    arith::abs(p.heap(), args[0]).or(badarg())
}

fn float_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].as_float().is_some() {
        return Ok(args[0]);
    }
    arith::to_f64(args[0]).map(|f| p.heap().float(f)).or(badarg())
}

fn rounded<'h>(
    p: &Running<'h>,
    t: Term<'h>,
    f: for<'a> fn(&'a Heap, f64) -> Term<'a>,
) -> BifResult<'h> {
    match t.as_float() {
        Some(x) => Ok(f(p.heap(), x)),
        None if t.is_integer() => Ok(t),
        None => badarg(),
    }
}

fn trunc_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    rounded(p, args[0], arith::trunc)
}

fn round_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    rounded(p, args[0], arith::round)
}

fn floor_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    rounded(p, args[0], arith::floor)
}

fn ceil_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    rounded(p, args[0], arith::ceil)
}
