//! `math`: the C library's functions, so that results are bit for bit those of OTP on this system.

use term::Term;
use term::arith::to_f64;
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("math", "acos", 1, acos_1),
    row("math", "acosh", 1, acosh_1),
    row("math", "asin", 1, asin_1),
    row("math", "asinh", 1, asinh_1),
    row("math", "atan", 1, atan_1),
    row("math", "atan2", 2, atan2_2),
    row("math", "atanh", 1, atanh_1),
    row("math", "ceil", 1, ceil_1),
    row("math", "cos", 1, cos_1),
    row("math", "cosh", 1, cosh_1),
    row("math", "erf", 1, erf_1),
    row("math", "erfc", 1, erfc_1),
    row("math", "exp", 1, exp_1),
    row("math", "floor", 1, floor_1),
    row("math", "fmod", 2, fmod_2),
    row("math", "log", 1, log_1),
    row("math", "log10", 1, log10_1),
    row("math", "log2", 1, log2_1),
    row("math", "pow", 2, pow_2),
    row("math", "sin", 1, sin_1),
    row("math", "sinh", 1, sinh_1),
    row("math", "sqrt", 1, sqrt_1),
    row("math", "tan", 1, tan_1),
    row("math", "tanh", 1, tanh_1),
];

mod c {
    // SAFETY: functions of the C library without side effects other than on errno.
    unsafe extern "C" {
        pub safe fn acos(x: f64) -> f64;
        pub safe fn acosh(x: f64) -> f64;
        pub safe fn asin(x: f64) -> f64;
        pub safe fn asinh(x: f64) -> f64;
        pub safe fn atan(x: f64) -> f64;
        pub safe fn atan2(y: f64, x: f64) -> f64;
        pub safe fn atanh(x: f64) -> f64;
        pub safe fn cos(x: f64) -> f64;
        pub safe fn cosh(x: f64) -> f64;
        pub safe fn erf(x: f64) -> f64;
        pub safe fn erfc(x: f64) -> f64;
        pub safe fn exp(x: f64) -> f64;
        pub safe fn fmod(x: f64, y: f64) -> f64;
        pub safe fn log(x: f64) -> f64;
        pub safe fn log10(x: f64) -> f64;
        pub safe fn log2(x: f64) -> f64;
        pub safe fn pow(x: f64, y: f64) -> f64;
        pub safe fn sin(x: f64) -> f64;
        pub safe fn sinh(x: f64) -> f64;
        pub safe fn tan(x: f64) -> f64;
        pub safe fn tanh(x: f64) -> f64;
    }
}

fn number<'h>(t: Term<'_>) -> Result<f64, Exception<'h>> {
    // An integer that is larger than any float is a wrong value, not a wrong type.
    to_f64(t).map_err(|_| if t.is_number() { Exception::BADARITH } else { Exception::BADARG })
}

fn finite<'h>(p: &Running<'h>, f: f64) -> BifResult<'h> {
    if f.is_finite() { Ok(p.heap().float(f)) } else { Err(Exception::BADARITH) }
}

macro_rules! functions {
    ($($name:ident = $f:expr;)*) => {
        $(fn $name<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
            let f: fn(f64) -> f64 = $f;
            finite(p, f(number(args[0])?))
        })*
    };
}

functions! {
    acos_1 = |x| c::acos(x);
    acosh_1 = |x| c::acosh(x);
    asin_1 = |x| c::asin(x);
    asinh_1 = |x| c::asinh(x);
    atan_1 = |x| c::atan(x);
    atanh_1 = |x| c::atanh(x);
    ceil_1 = f64::ceil;
    cos_1 = |x| c::cos(x);
    cosh_1 = |x| c::cosh(x);
    erf_1 = |x| c::erf(x);
    erfc_1 = |x| c::erfc(x);
    exp_1 = |x| c::exp(x);
    floor_1 = f64::floor;
    log_1 = |x| c::log(x);
    log10_1 = |x| c::log10(x);
    log2_1 = |x| c::log2(x);
    sin_1 = |x| c::sin(x);
    sinh_1 = |x| c::sinh(x);
    sqrt_1 = f64::sqrt;
    tan_1 = |x| c::tan(x);
    tanh_1 = |x| c::tanh(x);
}

fn atan2_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    finite(p, c::atan2(number(args[0])?, number(args[1])?))
}

fn fmod_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    finite(p, c::fmod(number(args[0])?, number(args[1])?))
}

fn pow_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    finite(p, c::pow(number(args[0])?, number(args[1])?))
}
