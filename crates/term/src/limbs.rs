//! Arithmetic on magnitudes: slices of 64-bit limbs, least significant first, leading zeros
//! allowed.

use dashu_int::UBig;
use dashu_int::ops::DivRem;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// Limbs of a result; those of everyday integers stay on the native stack.
pub(crate) type Limbs = SmallVec<[u64; 16]>;

/// From this many limbs in the shorter factor on the library's methods win over the schoolbook's.
const LARGE: usize = 24;

/// Without leading zeros.
pub(crate) fn trimmed(a: &[u64]) -> &[u64] {
    let n = a.iter().rposition(|&l| l != 0).map_or(0, |i| i + 1);
    &a[..n]
}

pub(crate) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    crate::compare::compare_limbs(trimmed(a), trimmed(b))
}

/// `a + b + carry` and the new carry.
#[inline(always)]
fn add_carry(a: u64, b: u64, carry: &mut bool) -> u64 {
    let (s, c) = a.overflowing_add(b);
    let (s, d) = s.overflowing_add(u64::from(*carry));
    *carry = c | d;
    s
}

/// `a - b - borrow` and the new borrow.
#[inline(always)]
fn sub_borrow(a: u64, b: u64, borrow: &mut bool) -> u64 {
    let (s, c) = a.overflowing_sub(b);
    let (s, d) = s.overflowing_sub(u64::from(*borrow));
    *borrow = c | d;
    s
}

/// `a + b`; `sum` has room for one limb more than the longer and holds zeros.
pub(crate) fn add(sum: &mut [u64], a: &[u64], b: &[u64]) {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let (low, high) = long.split_at(short.len());
    let (sum_low, sum_high) = sum.split_at_mut(short.len());
    let mut carry = false;
    for ((s, &x), &y) in sum_low.iter_mut().zip(low).zip(short) {
        *s = add_carry(x, y, &mut carry);
    }
    for (s, &x) in sum_high.iter_mut().zip(high) {
        *s = add_carry(x, 0, &mut carry);
    }
    if carry {
        sum_high[high.len()] = 1;
    }
}

/// `a - b`, of which `a` is not the lesser; `difference` has room for `a`.
pub(crate) fn sub(difference: &mut [u64], a: &[u64], b: &[u64]) {
    let b = trimmed(b);
    debug_assert!(compare(a, b) != Ordering::Less);
    let (low, high) = a.split_at(b.len());
    let (difference_low, difference_high) = difference.split_at_mut(b.len());
    let mut borrow = false;
    for ((d, &x), &y) in difference_low.iter_mut().zip(low).zip(b) {
        *d = sub_borrow(x, y, &mut borrow);
    }
    for (d, &x) in difference_high.iter_mut().zip(high) {
        *d = sub_borrow(x, 0, &mut borrow);
    }
}

/// `a * b + c` over single limbs, with the high half.
#[inline(always)]
fn mul_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let p = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
    (p as u64, (p >> 64) as u64)
}

/// `a * b`; `product` has room for as many limbs as both together and holds zeros.
pub(crate) fn mul(product: &mut [u64], a: &[u64], b: &[u64]) {
    let (a, b) = (trimmed(a), trimmed(b));
    if a.len().min(b.len()) >= LARGE {
        let large = if std::ptr::eq(a, b) {
            UBig::from_words(a).sqr()
        } else {
            UBig::from_words(a) * UBig::from_words(b)
        };
        let words = large.as_words();
        return product[..words.len()].copy_from_slice(words);
    }
    for (i, &x) in a.iter().enumerate() {
        let row = &mut product[i..=i + b.len()];
        let mut carry = 0;
        for (&y, p) in b.iter().zip(&mut *row) {
            (*p, carry) = mul_add(x, y, *p, carry);
        }
        row[b.len()] = carry;
    }
}

/// Quotient and remainder; the divisor is not 0.
pub(crate) fn div_rem(a: &[u64], b: &[u64]) -> (Limbs, Limbs) {
    let (a, b) = (trimmed(a), trimmed(b));
    if compare(a, b) == Ordering::Less {
        return (Limbs::new(), Limbs::from_slice(a));
    }
    if let [divisor] = *b {
        let (quotient, rest) = div_rem_limb(a, divisor);
        return (quotient, Limbs::from_slice(&[rest]));
    }
    if b.len() >= LARGE && a.len() - b.len() >= LARGE {
        let (quotient, rest) = UBig::from_words(a).div_rem(UBig::from_words(b));
        return (Limbs::from_slice(quotient.as_words()), Limbs::from_slice(rest.as_words()));
    }
    div_rem_school(a, b)
}

pub(crate) fn div_rem_limb(a: &[u64], divisor: u64) -> (Limbs, u64) {
    let mut quotient = Limbs::from_elem(0, a.len());
    let mut rest = 0;
    for (q, &x) in quotient.iter_mut().zip(a).rev() {
        let n = u128::from(rest) << 64 | u128::from(x);
        *q = (n / u128::from(divisor)) as u64;
        rest = (n % u128::from(divisor)) as u64;
    }
    (quotient, rest)
}

/// Long division (Knuth, volume 2, 4.3.1, algorithm D) by two or more limbs, the top one not 0.
fn div_rem_school(a: &[u64], b: &[u64]) -> (Limbs, Limbs) {
    let n = b.len();
    // With the divisor's top bit set, two limbs guess each digit to within two.
    let shift = b[n - 1].leading_zeros() as usize;
    let mut divisor = Limbs::from_elem(0, n + 1);
    shift_left(&mut divisor, b, shift);
    let mut rest = Limbs::from_elem(0, a.len() + 1);
    shift_left(&mut rest, a, shift);
    let (top, next) = (divisor[n - 1], divisor[n - 2]);
    let mut quotient = Limbs::from_elem(0, a.len() - n + 1);
    for (j, digit) in quotient.iter_mut().enumerate().rev() {
        let window = &mut rest[j..=j + n];
        let head = u128::from(window[n]) << 64 | u128::from(window[n - 1]);
        let mut q = if window[n] >= top { u128::from(u64::MAX) } else { head / u128::from(top) };
        let mut r = head - q * u128::from(top);
        while r <= u128::from(u64::MAX)
            && q * u128::from(next) > r << 64 | u128::from(window[n - 2])
        {
            q -= 1;
            r += u128::from(top);
        }
        let mut q = q as u64;
        let (mut carry, mut borrow) = (0, false);
        for (w, &d) in window.iter_mut().zip(&divisor[..n]) {
            let (p, high) = mul_add(q, d, carry, 0);
            carry = high;
            *w = sub_borrow(*w, p, &mut borrow);
        }
        window[n] = sub_borrow(window[n], carry, &mut borrow);
        if borrow {
            // One too many: give one divisor back.
            q -= 1;
            let mut carry = false;
            for (w, &d) in window.iter_mut().zip(&divisor[..n]) {
                *w = add_carry(*w, d, &mut carry);
            }
            window[n] = window[n].wrapping_add(u64::from(carry));
        }
        *digit = q;
    }
    rest.truncate(n);
    (quotient, shift_right(&rest, shift))
}

/// `a << bits`; `shifted` has room for one limb more than the shift asks for and holds zeros.
pub(crate) fn shift_left(shifted: &mut [u64], a: &[u64], bits: usize) {
    let (whole, part) = (bits / 64, bits % 64);
    let shifted = &mut shifted[whole..];
    if part == 0 {
        return shifted[..a.len()].copy_from_slice(a);
    }
    let mut low = 0;
    for (s, &x) in shifted.iter_mut().zip(a) {
        *s = x << part | low;
        low = x >> (64 - part);
    }
    shifted[a.len()] = low;
}

pub(crate) fn shift_right(a: &[u64], bits: usize) -> Limbs {
    let (whole, part) = (bits / 64, bits % 64);
    let a = a.get(whole..).unwrap_or(&[]);
    if part == 0 {
        return Limbs::from_slice(a);
    }
    (0..a.len()).map(|i| a[i] >> part | a.get(i + 1).map_or(0, |&x| x << (64 - part))).collect()
}

/// Whether one of the lowest `bits` bits is set.
pub(crate) fn any_below(a: &[u64], bits: usize) -> bool {
    let (whole, part) = (bits / 64, bits % 64);
    match a.get(whole) {
        None => a.iter().any(|&l| l != 0),
        Some(&l) => a[..whole].iter().any(|&l| l != 0) || l & ((1 << part) - 1) != 0,
    }
}
