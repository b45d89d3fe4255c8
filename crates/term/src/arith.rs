//! Arithmetic on any mix of small integers, big integers and floats, with OTP's errors and limits.

use crate::heap::Heap;
use crate::limbs;
use crate::term::{Term, View};
use crate::word::*;
use release::Difference;
use std::cmp::Ordering;

/// Why there is no result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ArithError {
    /// `badarith`: not a number, not an integer, division by 0, a float out of range.
    BadArith,
    /// `system_limit`: an integer of more than [`max_limbs`].
    SystemLimit,
}

/// The result of an operation.
pub type Arith<'h> = Result<Term<'h>, ArithError>;

/// Most limbs that an integer may have, in the release that is run.
pub fn max_limbs() -> usize {
    Difference::IntegerWords.value() as usize
}

use ArithError::{BadArith, SystemLimit};

/// An integer as sign and magnitude.
struct Integer<'a> {
    negative: bool,
    small: [u64; 1],
    big: Option<&'a [u64]>,
}

impl Integer<'_> {
    fn limbs(&self) -> &[u64] {
        self.big.unwrap_or(&self.small)
    }
}

impl<'a> Integer<'a> {
    #[inline]
    fn of(t: Term<'a>) -> Option<Integer<'a>> {
        if let Some(i) = t.as_small() {
            return Some(Integer { negative: i < 0, small: [i.unsigned_abs()], big: None });
        }
        if !is_boxed(t.word()) {
            return None;
        }
        let (kind, limbs) = t.object();
        matches!(kind, Kind::PosBig | Kind::NegBig).then_some(Integer {
            negative: kind == Kind::NegBig,
            small: [0],
            big: Some(limbs),
        })
    }
}

fn result<'h>(heap: &'h Heap, negative: bool, limbs: &[u64]) -> Arith<'h> {
    let limbs = limbs::trimmed(limbs);
    if limbs.len() > max_limbs() { Err(SystemLimit) } else { Ok(heap.big(negative, limbs)) }
}

/// An integer of at most `n` limbs that `fill` computes, if it is not too large.
fn computed<'h>(heap: &'h Heap, n: usize, fill: impl FnOnce(&mut [u64]) -> bool) -> Arith<'h> {
    let t = heap.big_in_place(n, fill);
    if n <= max_limbs() {
        return Ok(t);
    }
    match t.view() {
        View::Big(b) if b.limbs.len() > max_limbs() => Err(SystemLimit),
        _ => Ok(t),
    }
}

/// A float, unless it is infinite or no number.
#[inline]
pub fn from_f64(heap: &Heap, f: f64) -> Arith<'_> {
    if f.is_finite() { Ok(heap.float(f)) } else { Err(BadArith) }
}

/// The value of a number as a float; big integers are rounded as OTP does, too big ones are an
/// error.
pub fn to_f64(t: Term<'_>) -> Result<f64, ArithError> {
    match t.view() {
        View::Small(i) => Ok(i as f64),
        View::Float(f) => Ok(f),
        View::Big(b) => big_to_f64(b.negative, b.limbs),
        _ => Err(BadArith),
    }
}

/// The float next to an integer. Before OTP 29 each limb is rounded in turn, from the top: that is
/// what it computes, and programs compare with its results.
pub fn big_to_f64(negative: bool, limbs: &[u64]) -> Result<f64, ArithError> {
    if Difference::NearestFloats.is_on() {
        let f = nearest_f64(limbs);
        return if f.is_finite() { Ok(if negative { -f } else { f }) } else { Err(BadArith) };
    }
    const BASE: f64 = 18_446_744_073_709_551_616.0;
    let mut f = 0.0;
    for &l in limbs.iter().rev() {
        f = f * BASE + l as f64;
        if !f.is_finite() {
            return Err(BadArith);
        }
    }
    Ok(if negative { -f } else { f })
}

/// The float that is nearest to a number of these limbs, of two the even one.
fn nearest_f64(limbs: &[u64]) -> f64 {
    let Some((&top, rest)) = limbs.split_last() else { return 0.0 };
    let shift = top.leading_zeros();
    let (next, lower) = rest.split_last().map_or((0, rest), |(&next, lower)| (next, lower));
    let both = (u128::from(top) << 64 | u128::from(next)) << shift;
    // A float has 53 of these 64 bits. The last one stands for all that are less.
    let less = both as u64 != 0 || lower.iter().any(|&limb| limb != 0);
    let leading = (both >> 64) as u64 | u64::from(less);
    let exponent = i32::try_from(rest.len() * 64).unwrap_or(i32::MAX).saturating_sub(shift as i32);
    // More is infinite, whatever the bits are.
    if exponent > 960 { f64::INFINITY } else { leading as f64 * 2_f64.powi(exponent) }
}

/// Both as floats, if at least one is; the other may be any number.
fn floats(a: Term<'_>, b: Term<'_>) -> Result<Option<(f64, f64)>, ArithError> {
    match (a.as_float(), b.as_float()) {
        (None, None) => Ok(None),
        (Some(x), Some(y)) => Ok(Some((x, y))),
        (Some(x), None) => Ok(Some((x, to_f64(b)?))),
        (None, Some(y)) => Ok(Some((to_f64(a)?, y))),
    }
}

fn integers<'a>(a: Term<'a>, b: Term<'a>) -> Result<(Integer<'a>, Integer<'a>), ArithError> {
    Integer::of(a).zip(Integer::of(b)).ok_or(BadArith)
}

#[inline(always)]
fn smalls(a: Term<'_>, b: Term<'_>) -> Option<(i64, i64)> {
    // One test for both: the low bits of small integers are 0.
    if is_small(a.word() | b.word()) {
        Some((small_value(a.word()), small_value(b.word())))
    } else {
        None
    }
}

/// `A + B`.
#[inline]
pub fn add<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((x, y)) => Ok(heap.integer(x + y)),
        None => add_slow(heap, a, b, false),
    }
}

/// `A - B`.
#[inline]
pub fn sub<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((x, y)) => Ok(heap.integer(x - y)),
        None => add_slow(heap, a, b, true),
    }
}

fn add_slow<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>, subtract: bool) -> Arith<'h> {
    if let Some((x, y)) = floats(a, b)? {
        return from_f64(heap, if subtract { x - y } else { x + y });
    }
    let (x, y) = integers(a, b)?;
    let (p, q) = (x.limbs(), y.limbs());
    let y_negative = y.negative != subtract;
    let n = p.len().max(q.len());
    if x.negative == y_negative {
        return computed(heap, n + 1, |sum| {
            limbs::add(sum, p, q);
            x.negative
        });
    }
    let (negative, p, q) = match limbs::compare(p, q) {
        Ordering::Equal => return Ok(Term::small(0)),
        Ordering::Greater => (x.negative, p, q),
        Ordering::Less => (y_negative, q, p),
    };
    computed(heap, n, |difference| {
        limbs::sub(difference, p, q);
        negative
    })
}

/// `A * B`.
#[inline]
pub fn mul<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((x, y)) => match x.checked_mul(y) {
            Some(p) => Ok(heap.integer(p)),
            None => Ok(heap.integer128(i128::from(x) * i128::from(y))),
        },
        None => mul_slow(heap, a, b),
    }
}

fn mul_slow<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    if let Some((x, y)) = floats(a, b)? {
        return from_f64(heap, x * y);
    }
    let (x, y) = integers(a, b)?;
    if a.as_small() == Some(0) || b.as_small() == Some(0) {
        return Ok(Term::small(0));
    }
    if x.limbs().len() + y.limbs().len() > max_limbs() + 1 {
        return Err(SystemLimit);
    }
    let (p, q) = (x.limbs(), y.limbs());
    computed(heap, p.len() + q.len(), |product| {
        limbs::mul(product, p, q);
        x.negative != y.negative
    })
}

/// `A / B`, always a float.
pub fn fdiv<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    from_f64(heap, to_f64(a)? / to_f64(b)?)
}

/// `A div B`.
#[inline]
pub fn div<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((_, 0)) => Err(BadArith),
        Some((x, y)) => Ok(heap.integer(x / y)),
        None => div_slow(heap, a, b, true),
    }
}

/// `A rem B`.
#[inline]
pub fn rem<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((_, 0)) => Err(BadArith),
        Some((x, y)) => Ok(Term::small(x % y)),
        None => div_slow(heap, a, b, false),
    }
}

fn div_slow<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>, quotient: bool) -> Arith<'h> {
    let (x, y) = integers(a, b)?;
    if y.limbs() == [0] {
        return Err(BadArith);
    }
    let (q, r) = limbs::div_rem(x.limbs(), y.limbs());
    if quotient { result(heap, x.negative != y.negative, &q) } else { result(heap, x.negative, &r) }
}

/// `-A`.
#[inline]
pub fn negate<'h>(heap: &'h Heap, a: Term<'h>) -> Arith<'h> {
    match a.view() {
        View::Small(i) => Ok(heap.integer(-i)),
        View::Big(b) => Ok(heap.big(!b.negative, b.limbs)),
        View::Float(f) => Ok(heap.float(-f)),
        _ => Err(BadArith),
    }
}

/// `abs(A)`.
pub fn abs<'h>(heap: &'h Heap, a: Term<'h>) -> Arith<'h> {
    match a.view() {
        View::Small(i) => Ok(heap.integer(i.abs())),
        View::Big(b) if b.negative => Ok(heap.big(false, b.limbs)),
        View::Big(_) => Ok(a),
        // As OTP does it: -0.0 stays, in older releases.
        View::Float(f) if f < 0.0 || Difference::SignedZeros.is_on() => Ok(heap.float(f.abs())),
        View::Float(_) => Ok(a),
        _ => Err(BadArith),
    }
}

/// `A band B`.
#[inline]
pub fn band<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((x, y)) => Ok(Term::small(x & y)),
        None => bitwise(heap, a, b, |x, y| x & y),
    }
}

/// `A bor B`.
#[inline]
pub fn bor<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((x, y)) => Ok(Term::small(x | y)),
        None => bitwise(heap, a, b, |x, y| x | y),
    }
}

/// `A bxor B`.
#[inline]
pub fn bxor<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((x, y)) => Ok(Term::small(x ^ y)),
        None => bitwise(heap, a, b, |x, y| x ^ y),
    }
}

/// Limbs of the two's complement, endless.
struct Complement<'a> {
    limbs: &'a [u64],
    at: usize,
    negative: bool,
    carry: bool,
}

impl<'a> Complement<'a> {
    fn new(limbs: &'a [u64], negative: bool) -> Complement<'a> {
        Complement { limbs, at: 0, negative, carry: negative }
    }

    fn next(&mut self) -> u64 {
        let x = self.limbs.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        if !self.negative {
            return x;
        }
        let (x, carry) = (!x).overflowing_add(u64::from(self.carry));
        self.carry = carry;
        x
    }
}

fn bitwise<'h>(
    heap: &'h Heap,
    a: Term<'h>,
    b: Term<'h>,
    op: impl Fn(u64, u64) -> u64,
) -> Arith<'h> {
    let (x, y) = integers(a, b)?;
    let n = x.limbs().len().max(y.limbs().len()) + 1;
    let mut p = Complement::new(x.limbs(), x.negative);
    let mut q = Complement::new(y.limbs(), y.negative);
    computed(heap, n, |bits| {
        for b in &mut *bits {
            *b = op(p.next(), q.next());
        }
        let negative = bits[n - 1] >> 63 != 0;
        let mut carry = negative;
        for b in bits.iter_mut().filter(|_| negative) {
            (*b, carry) = (!*b).overflowing_add(u64::from(carry));
        }
        negative
    })
}

/// `bnot A`.
#[inline]
pub fn bnot<'h>(heap: &'h Heap, a: Term<'h>) -> Arith<'h> {
    match a.as_small() {
        Some(i) => Ok(Term::small(!i)),
        None => {
            Integer::of(a).ok_or(BadArith)?;
            // bnot A = -A - 1
            let minus = negate(heap, a)?;
            add_slow(heap, minus, Term::small(-1), false)
        }
    }
}

/// `A bsl B`.
#[inline]
pub fn bsl<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((x, n)) if (0..62).contains(&n) && x.unsigned_abs() >> (61 - n) == 0 => {
            Ok(Term::small(x << n))
        }
        _ => shift(heap, a, b, false),
    }
}

/// `A bsr B`.
#[inline]
pub fn bsr<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match smalls(a, b) {
        Some((x, n)) if n >= 0 => Ok(Term::small(x >> n.min(63))),
        _ => shift(heap, a, b, true),
    }
}

fn shift<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>, right: bool) -> Arith<'h> {
    let (x, y) = integers(a, b)?;
    if a.as_small() == Some(0) {
        return Ok(a);
    }
    let places = match y.limbs() {
        &[n] => usize::try_from(n).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    if right == y.negative {
        if places / 64 > max_limbs() {
            return Err(SystemLimit);
        }
        let n = x.limbs().len() + places / 64 + 1;
        return computed(heap, n, |shifted| {
            limbs::shift_left(shifted, x.limbs(), places);
            x.negative
        });
    }
    let shifted = limbs::shift_right(x.limbs(), places);
    // Rounds towards minus infinity.
    if x.negative && limbs::any_below(x.limbs(), places) {
        return computed(heap, shifted.len() + 2, |sum| {
            limbs::add(sum, &shifted, &[1]);
            true
        });
    }
    result(heap, x.negative, &shifted)
}

/// The integer that a float without fraction is.
fn integral(heap: &Heap, f: f64) -> Term<'_> {
    const LIMIT: f64 = (1_u64 << 62) as f64;
    if f.abs() < LIMIT {
        return heap.integer(f as i64);
    }
    let raw = f.to_bits();
    let mantissa = raw & ((1 << 52) - 1) | 1 << 52;
    let places = (raw >> 52 & 0x7ff) as usize - 1075;
    heap.big_in_place(places / 64 + 2, |limbs| {
        limbs::shift_left(limbs, &[mantissa], places);
        f < 0.0
    })
}

/// `trunc(F)`.
pub fn trunc(heap: &Heap, f: f64) -> Term<'_> {
    integral(heap, f.trunc())
}

/// `round(F)`: halves away from 0.
pub fn round(heap: &Heap, f: f64) -> Term<'_> {
    integral(heap, f.round())
}

/// `floor(F)`.
pub fn floor(heap: &Heap, f: f64) -> Term<'_> {
    integral(heap, f.floor())
}

/// `ceil(F)`.
pub fn ceil(heap: &Heap, f: f64) -> Term<'_> {
    integral(heap, f.ceil())
}
