//! Arithmetic on magnitudes: slices of 64-bit limbs, least significant first, leading zeros allowed.

use dashu_int::UBig;
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

pub(crate) fn add(a: &[u64], b: &[u64]) -> Limbs {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut sum = Limbs::with_capacity(long.len() + 1);
    let mut carry = false;
    for (i, &x) in long.iter().enumerate() {
        let (s, c) = x.overflowing_add(short.get(i).copied().unwrap_or(0));
        let (s, d) = s.overflowing_add(u64::from(carry));
        carry = c | d;
        sum.push(s);
    }
    if carry {
        sum.push(1);
    }
    sum
}

/// `a - b`, of which `a` is not the lesser.
pub(crate) fn sub(a: &[u64], b: &[u64]) -> Limbs {
    let b = trimmed(b);
    debug_assert!(compare(a, b) != Ordering::Less);
    let mut difference = Limbs::with_capacity(a.len());
    let mut borrow = false;
    for (i, &x) in a.iter().enumerate() {
        let (d, c) = x.overflowing_sub(b.get(i).copied().unwrap_or(0));
        let (d, e) = d.overflowing_sub(u64::from(borrow));
        borrow = c | e;
        difference.push(d);
    }
    difference
}

/// `a * b + c` over single limbs, with the high half.
#[inline(always)]
fn mul_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let p = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
    (p as u64, (p >> 64) as u64)
}

pub(crate) fn mul(a: &[u64], b: &[u64]) -> Limbs {
    let (a, b) = (trimmed(a), trimmed(b));
    if a.len().min(b.len()) >= LARGE {
        let product = if std::ptr::eq(a, b) {
            UBig::from_words(a).sqr()
        } else {
            UBig::from_words(a) * UBig::from_words(b)
        };
        return Limbs::from_slice(product.as_words());
    }
    let mut product = Limbs::from_elem(0, a.len() + b.len());
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        for (&y, p) in b.iter().zip(&mut product[i..]) {
            (*p, carry) = mul_add(x, y, *p, carry);
        }
        product[i + b.len()] = carry;
    }
    product
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
        let (a, b) = (UBig::from_words(a), UBig::from_words(b));
        let (quotient, rest) = (&a / &b, &a % &b);
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
    let divisor = shift_left(b, shift);
    let mut rest = shift_left(a, shift);
    rest.resize(a.len() + 1, 0);
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
            let (x, c) = w.overflowing_sub(p);
            let (x, e) = x.overflowing_sub(u64::from(borrow));
            *w = x;
            borrow = c | e;
        }
        let (x, c) = window[n].overflowing_sub(carry);
        let (x, e) = x.overflowing_sub(u64::from(borrow));
        window[n] = x;
        if c | e {
            // One too many: give one divisor back.
            q -= 1;
            let mut carry = false;
            for (w, &d) in window.iter_mut().zip(&divisor[..n]) {
                let (x, c) = w.overflowing_add(d);
                let (x, e) = x.overflowing_add(u64::from(carry));
                *w = x;
                carry = c | e;
            }
            window[n] = window[n].wrapping_add(u64::from(carry));
        }
        *digit = q;
    }
    rest.truncate(n);
    (quotient, shift_right(&rest, shift))
}

pub(crate) fn shift_left(a: &[u64], bits: usize) -> Limbs {
    let (whole, part) = (bits / 64, bits % 64);
    let mut shifted = Limbs::with_capacity(whole + a.len() + 1);
    shifted.resize(whole, 0);
    if part == 0 {
        shifted.extend_from_slice(a);
        return shifted;
    }
    let mut low = 0;
    for &x in a {
        shifted.push(x << part | low);
        low = x >> (64 - part);
    }
    shifted.push(low);
    shifted
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
