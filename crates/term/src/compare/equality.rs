//! Equality of terms that is not seen at once.

use super::*;

/// Of what remains in an equality test; all of it must be equal.
#[derive(Copy, Clone)]
enum Rest<'t> {
    Terms(Term<'t>, Term<'t>),
    Arrays(&'t [Term<'t>], &'t [Term<'t>]),
    /// Children of hash map nodes.
    Nodes(&'t [Term<'t>], &'t [Term<'t>]),
}

pub(super) fn equal_slow<const EXACT: bool>(mut a: Term<'_>, mut b: Term<'_>) -> bool {
    if is_boxed(a.word()) && is_boxed(b.word()) {
        if let Some(known) = alike::<EXACT>(a, b) {
            return known;
        }
    } else if !EXACT && let Some(known) = small_and_float(a, b) {
        return known;
    }
    // Texts: lists with the same words.
    while let (Some(x), Some(y)) = (a.as_cons(), b.as_cons()) {
        if !x.0.same(y.0) {
            if EXACT && x.0.is_immediate() {
                return false;
            }
            break;
        }
        if x.1.same(y.1) {
            return true;
        }
        (a, b) = (x.1, y.1);
    }
    if EXACT && (a.is_immediate() || b.is_immediate()) {
        return a.same(b);
    }
    shallow_equal::<EXACT>(a, b, SHALLOW).unwrap_or_else(|| equal_deep::<EXACT>(a, b))
}

/// Whether two objects of the commonest kinds are equal, as far as that is seen from the words
/// that they consist of.
#[inline(always)]
fn alike<const EXACT: bool>(a: Term<'_>, b: Term<'_>) -> Option<bool> {
    match equal_objects::<EXACT>(a, b) {
        Some(Equality::Same) => return Some(true),
        Some(Equality::Differ) => return Some(false),
        Some(Equality::If(Rest::Arrays(p, q))) => return alike_words::<EXACT>(p, q),
        _ => {}
    }
    let ((k, v), (l, w)) = (a.as_flat_map()?, b.as_flat_map()?);
    if v.len() != w.len() {
        return Some(false);
    }
    if !k.same(l) && !alike_words::<true>(k.as_tuple()?, l.as_tuple()?)? {
        return Some(false);
    }
    alike_words::<EXACT>(v, w)
}

/// The same of two arrays of one length. None if two words that differ may be equal terms.
#[inline(always)]
fn alike_words<const EXACT: bool>(p: &[Term<'_>], q: &[Term<'_>]) -> Option<bool> {
    match p.iter().zip(q).find(|(x, y)| !x.same(**y)) {
        None => Some(true),
        Some((x, y)) if EXACT && (x.is_immediate() || y.is_immediate()) => Some(false),
        Some(_) => None,
    }
}

/// Whether a small integer and a float are equal, if the integer is a float's value exactly.
#[inline(always)]
fn small_and_float(a: Term<'_>, b: Term<'_>) -> Option<bool> {
    const EXACTLY: i64 = 1 << f64::MANTISSA_DIGITS;
    let (n, d) = match (a.as_small(), b.as_small()) {
        (Some(n), None) => (n, b.as_float()?),
        (None, Some(n)) => (n, a.as_float()?),
        _ => return None,
    };
    (-EXACTLY..=EXACTLY).contains(&n).then_some(n as f64 == d)
}

/// Whether lists and tuples that are not deep are equal, as [`shallow`] compares them.
fn shallow_equal<'t, const EXACT: bool>(
    mut a: Term<'t>,
    mut b: Term<'t>,
    depth: u32,
) -> Option<bool> {
    // Without looking at the heap, as far as that will do.
    let quick = |x: Term<'t>, y: Term<'t>| {
        let (v, w) = (x.word(), y.word());
        if v == w {
            return Some(true);
        }
        let differ = match EXACT {
            true => !is_pointer(v) || (v ^ w) & TAG_MASK != 0,
            false => !is_pointer(v) && !is_pointer(w),
        };
        differ.then_some(false)
    };
    let part = |x: Term<'t>, y: Term<'t>| match quick(x, y) {
        None if depth > 0 => shallow_equal::<EXACT>(x, y, depth - 1),
        known => known,
    };
    loop {
        if let (Some(x), Some(y)) = (a.as_cons(), b.as_cons()) {
            if !part(x.0, y.0)? {
                return Some(false);
            }
            (a, b) = (x.1, y.1);
        } else {
            let (x, y) = match (a.as_tuple(), b.as_tuple()) {
                (Some(x), Some(y)) => (x, y),
                _ => match (a.as_flat_map(), b.as_flat_map()) {
                    // Keys are equal if they are so exactly.
                    (Some((k, x)), Some((l, y))) => {
                        if !k.same(l) && !shallow_equal::<true>(k, l, depth.checked_sub(1)?)? {
                            return Some(false);
                        }
                        (x, y)
                    }
                    _ => return undivided_equal::<EXACT>(a, b),
                },
            };
            if x.len() != y.len() {
                return Some(false);
            }
            if x.is_empty() {
                return Some(true);
            }
            let ((&last, x), (&end, y)) = (x.split_last()?, y.split_last()?);
            for (&x, &y) in x.iter().zip(y) {
                if !part(x, y)? {
                    return Some(false);
                }
            }
            (a, b) = (last, end);
        }
        if let Some(known) = quick(a, b) {
            return Some(known);
        }
    }
}

/// As [`undivided`], whether they are equal.
fn undivided_equal<const EXACT: bool>(a: Term<'_>, b: Term<'_>) -> Option<bool> {
    if is_boxed(a.word())
        && is_boxed(b.word())
        && let Some(known) = equal_objects::<EXACT>(a, b)
    {
        return match known {
            Equality::Same => Some(true),
            Equality::Differ => Some(false),
            Equality::If(_) => None,
        };
    }
    (place(a) != place(b)).then_some(false)
}

#[cold]
#[inline(never)]
fn equal_deep<const EXACT: bool>(a: Term<'_>, b: Term<'_>) -> bool {
    let mut stack: SmallVec<[Rest<'_>; 8]> = SmallVec::new();
    let mut rest = Rest::Terms(a, b);
    loop {
        match rest {
            Rest::Terms(a, b) => match equal_terms::<EXACT>(a, b, &mut stack) {
                Equality::Differ => return false,
                Equality::Same => {}
                Equality::If(more) => {
                    rest = more;
                    continue;
                }
            },
            Rest::Arrays(a, b) => {
                if let Some((i, x, y)) = first_unlike(a, b) {
                    if i + 1 < a.len() {
                        stack.push(Rest::Arrays(&a[i + 1..], &b[i + 1..]));
                    }
                    rest = Rest::Terms(x, y);
                    continue;
                }
            }
            Rest::Nodes(a, b) => {
                if let Some((i, x, y)) = first_unlike(a, b) {
                    if i + 1 < a.len() {
                        stack.push(Rest::Nodes(&a[i + 1..], &b[i + 1..]));
                    }
                    rest = match (node_bitmap(x), node_bitmap(y), x.as_cons(), y.as_cons()) {
                        (Some((m, p)), Some((n, q)), ..) if m == n => Rest::Nodes(p, q),
                        (.., Some((k, v)), Some((l, w))) if exactly_equal(k, l) => {
                            Rest::Terms(v, w)
                        }
                        _ => return false,
                    };
                    continue;
                }
            }
        }
        match stack.pop() {
            Some(next) => rest = next,
            None => return true,
        }
    }
}

/// The first two elements that are not the same word.
fn first_unlike<'t>(a: &[Term<'t>], b: &[Term<'t>]) -> Option<(usize, Term<'t>, Term<'t>)> {
    let i = a.iter().zip(b).position(|(x, y)| !x.same(*y))?;
    Some((i, a[i], b[i]))
}

/// Equality of the commonest kinds of objects, without taking them apart first. `a` and `b`
/// are boxed.
#[inline(always)]
fn equal_objects<'t, const EXACT: bool>(a: Term<'t>, b: Term<'t>) -> Option<Equality<'t>> {
    let ((kind, x), (other, y)) = (a.object(), b.object());
    if kind != other {
        return None;
    }
    let equal = match kind {
        Kind::Tuple => match (a.as_tuple(), b.as_tuple()) {
            (Some(p), Some(q)) if p.len() == q.len() => {
                return Some(Equality::If(Rest::Arrays(p, q)));
            }
            _ => false,
        },
        Kind::PosBig | Kind::NegBig => x == y,
        Kind::HeapBin if x[0] == y[0] => {
            let (whole, part) = (small_value(x[0]) as usize / 8, small_value(x[0]) % 8 * 8);
            // Only the bytes in use of the last word count: they are its low ones.
            // A few words as a rule, for which a call would be too much.
            x.iter().zip(y).skip(1).take(whole).all(|(v, w)| v == w)
                && (part == 0 || (x[whole + 1] ^ y[whole + 1]) << (64 - part) == 0)
        }
        Kind::HeapBin => false,
        // References tell replies apart: a receive compares them most often.
        Kind::Ref => match (a.as_ref(), b.as_ref()) {
            (Some(x), Some(y)) => x.numbers() == y.numbers(),
            _ => return None,
        },
        Kind::Float => same_float::<EXACT>(f64::from_bits(x[0]), f64::from_bits(y[0])),
        _ => return None,
    };
    Some(if equal { Equality::Same } else { Equality::Differ })
}

/// Releases may tell 0.0 from -0.0, if floats are compared exactly.
fn same_float<const EXACT: bool>(x: f64, y: f64) -> bool {
    x == y && (!EXACT || !Difference::SignedZeros.is_on() || x.to_bits() == y.to_bits())
}

enum Equality<'t> {
    Differ,
    Same,
    If(Rest<'t>),
}

#[inline(always)]
fn arrays<'t>(p: &'t [Term<'t>], q: &'t [Term<'t>]) -> Equality<'t> {
    if p.len() == q.len() { Equality::If(Rest::Arrays(p, q)) } else { Equality::Differ }
}

/// Flat maps, by their keys and values.
#[inline(always)]
fn equal_flat_maps<'t, const EXACT: bool>(
    (k, v): (&'t [Term<'t>], &'t [Term<'t>]),
    (l, w): (&'t [Term<'t>], &'t [Term<'t>]),
    stack: &mut SmallVec<[Rest<'t>; 8]>,
) -> Equality<'t> {
    if k.len() != l.len() {
        return Equality::Differ;
    }
    if EXACT {
        stack.push(Rest::Arrays(v, w));
        Equality::If(Rest::Arrays(k, l))
    } else if k.iter().zip(l).all(|(&k, &l)| exactly_equal(k, l)) {
        Equality::If(Rest::Arrays(v, w))
    } else {
        Equality::Differ
    }
}

#[inline(always)]
fn equal_hash_maps<'t>(a: Term<'t>, b: Term<'t>) -> Equality<'t> {
    if map_size(a) != map_size(b) {
        return Equality::Differ;
    }
    match (node_bitmap(a), node_bitmap(b)) {
        (Some((m, p)), Some((n, q))) if m == n => Equality::If(Rest::Nodes(p, q)),
        _ => Equality::Differ,
    }
}

/// Whether two funs are of the same function.
#[inline(always)]
fn same_entry(f: Fun<'_>, g: Fun<'_>) -> bool {
    let (e, d) = (f.entry, g.entry);
    std::ptr::eq(e, d) || e.module == d.module && e.index == d.index && e.old.uniq == d.old.uniq
}

#[inline]
fn equal_terms<'t, const EXACT: bool>(
    mut a: Term<'t>,
    mut b: Term<'t>,
    stack: &mut SmallVec<[Rest<'t>; 8]>,
) -> Equality<'t> {
    let known = |equal: bool| if equal { Equality::Same } else { Equality::Differ };
    loop {
        if a.same(b) {
            return Equality::Same;
        }
        let (x, y) = (a.word(), b.word());
        if EXACT && (!is_pointer(x) || (x ^ y) & TAG_MASK != 0) {
            return Equality::Differ;
        }
        if let (Some((h, t)), Some((i, u))) = (a.as_cons(), b.as_cons()) {
            if h.same(i) {
                (a, b) = (t, u);
                continue;
            }
            if is_small(h.word()) && is_small(i.word()) {
                return Equality::Differ;
            }
            stack.push(Rest::Terms(t, u));
            return Equality::If(Rest::Terms(h, i));
        }
        if EXACT && let Some(equal) = equal_objects::<true>(a, b) {
            return equal;
        }
        return match (a.view(), b.view()) {
            (View::Tuple(p), View::Tuple(q)) => arrays(p, q),
            (View::Bits(p), View::Bits(q)) => known(equal_bits(p, q)),
            (View::Float(p), View::Float(q)) => known(same_float::<EXACT>(p, q)),
            (View::Big(p), View::Big(q)) => known(p.negative == q.negative && p.limbs == q.limbs),
            (p @ View::Float(_), q @ (View::Small(_) | View::Big(_)))
            | (p @ (View::Small(_) | View::Big(_)), q @ View::Float(_))
                if !EXACT =>
            {
                known(compare_numbers(p, q, false) == Ordering::Equal)
            }
            (View::FlatMap(k, v), View::FlatMap(l, w)) => {
                equal_flat_maps::<EXACT>((k, v), (l, w), stack)
            }
            (View::Record(d, v), View::Record(e, w)) if d.is_same(e) => arrays(v, w),
            (View::HashMap(_), View::HashMap(_)) => equal_hash_maps(a, b),
            (View::Fun(f), View::Fun(g)) if same_entry(f, g) => arrays(f.free, g.free),
            (View::Export(e), View::Export(f)) => known(std::ptr::eq(e, f)),
            (View::Ref(r), View::Ref(s)) => known(r.numbers() == s.numbers()),
            (View::ExternalPid(n, i, s), View::ExternalPid(m, j, t)) => {
                known(std::ptr::eq(n, m) && i == j && s == t)
            }
            (View::ExternalPort(n, i), View::ExternalPort(m, j)) => {
                known(std::ptr::eq(n, m) && i == j)
            }
            (View::ExternalRef(n), View::ExternalRef(m)) => {
                known(std::ptr::eq(n, m) && compare_refs(a, b) == Ordering::Equal)
            }
            _ => Equality::Differ,
        };
    }
}
