//! Order and equality of terms: `<`, `==`, `=:=` and the order of map keys, without native
//! recursion.

mod equality;

use crate::map_words::{LEVELS, node_bitmap};
use crate::node;
use crate::term::{Bits, Definition, Fun, Term, View};
use crate::word::*;
use equality::equal_slow;
use release::Difference;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// Order of Erlang terms; numbers compare by value (`1 == 1.0`).
#[inline]
pub fn compare(a: Term<'_>, b: Term<'_>) -> Ordering {
    quick(a, b).unwrap_or_else(|| beyond::<false>(a, b))
}

/// Order of map keys: as [`compare`], but every integer comes before every float.
#[inline]
pub fn compare_exact(a: Term<'_>, b: Term<'_>) -> Ordering {
    quick(a, b).unwrap_or_else(|| beyond::<true>(a, b))
}

#[inline(never)]
fn beyond<const EXACT: bool>(a: Term<'_>, b: Term<'_>) -> Ordering {
    // Keys of maps and tables are often binaries.
    if let (Some(x), Some(y)) = (a.whole_bytes(), b.whole_bytes()) {
        return compare_bytes(x, y);
    }
    divided::<EXACT>(a, b)
}

/// Words of short texts are compared as numbers: a call of the C library would take longer.
#[inline]
fn compare_bytes(x: &[u8], y: &[u8]) -> Ordering {
    const SHORT: usize = 64;
    let both = x.len().min(y.len());
    if both > SHORT && x[0] == y[0] {
        return x.cmp(y);
    }
    let ((v, p), (w, q)) = (x[..both].as_chunks(), y[..both].as_chunks());
    for (v, w) in v.iter().zip(w) {
        if v != w {
            return u64::from_be_bytes(*v).cmp(&u64::from_be_bytes(*w));
        }
    }
    for (v, w) in p.iter().zip(q) {
        if v != w {
            return v.cmp(w);
        }
    }
    x.len().cmp(&y.len())
}

#[inline]
fn divided<const EXACT: bool>(a: Term<'_>, b: Term<'_>) -> Ordering {
    shallow::<EXACT>(a, b, SHALLOW).unwrap_or_else(|| deep::<EXACT>(a, b))
}

/// Apart, since its stack of what remains would make others save more.
#[cold]
#[inline(never)]
fn deep<const EXACT: bool>(a: Term<'_>, b: Term<'_>) -> Ordering {
    Comparison::new(EXACT).run(a, b)
}

/// `==`.
#[inline]
pub fn equal(a: Term<'_>, b: Term<'_>) -> bool {
    if a.same(b) {
        return true;
    }
    // Immediates are equal to nothing but themselves, numbers apart.
    let (x, y) = (a.word(), b.word());
    if is_small(x) && is_small(y) || !is_pointer(x) && !is_pointer(y) {
        return false;
    }
    equal_slow::<false>(a, b)
}

/// `=:=`.
#[inline]
pub fn exactly_equal(a: Term<'_>, b: Term<'_>) -> bool {
    if a.same(b) {
        return true;
    }
    // Equal terms have the same tag, and immediates the same word.
    let (x, y) = (a.word(), b.word());
    if !is_pointer(x) || (x ^ y) & TAG_MASK != 0 {
        return false;
    }
    equal_slow::<true>(a, b)
}

/// The answer, if it can be given without looking at the heap.
#[inline(always)]
fn quick(a: Term<'_>, b: Term<'_>) -> Option<Ordering> {
    if a.same(b) {
        Some(Ordering::Equal)
    } else if let (Some(x), Some(y)) = (a.as_small(), b.as_small()) {
        Some(x.cmp(&y))
    } else if let (Some(x), Some(y)) = (a.as_atom(), b.as_atom()) {
        Some(x.compare(y))
    } else {
        None
    }
}

/// How deep [`shallow`] looks.
const SHALLOW: u32 = 6;

/// Compares terms that are not deep, without a stack of what remains. None if that, or a kind of
/// term that it does not know, needs more.
fn shallow<'t, const EXACT: bool>(
    mut a: Term<'t>,
    mut b: Term<'t>,
    depth: u32,
) -> Option<Ordering> {
    let part = |x: Term<'t>, y: Term<'t>| match quick(x, y) {
        None if depth > 0 => shallow::<EXACT>(x, y, depth - 1),
        known => known,
    };
    loop {
        if let (Some(mut x), Some(mut y)) = (a.as_cons(), b.as_cons()) {
            // Most elements of texts that come first are the same words.
            while x.0.same(y.0) && !x.1.same(y.1) {
                let (Some(v), Some(w)) = (x.1.as_cons(), y.1.as_cons()) else { break };
                (x, y) = (v, w);
            }
            match part(x.0, y.0)? {
                Ordering::Equal => (a, b) = (x.1, y.1),
                different => return Some(different),
            }
        } else if let (Some(x), Some(y)) = (a.as_tuple(), b.as_tuple()) {
            if x.len() != y.len() {
                return Some(x.len().cmp(&y.len()));
            }
            // Most elements that come first are the same words.
            let Some(i) = x.iter().zip(y).position(|(x, y)| !x.same(*y)) else {
                return Some(Ordering::Equal);
            };
            if i + 1 < x.len() {
                for (&x, &y) in x[i..].iter().zip(&y[i..]) {
                    match part(x, y)? {
                        Ordering::Equal => {}
                        different => return Some(different),
                    }
                }
                return Some(Ordering::Equal);
            }
            (a, b) = (x[i], y[i]);
        } else {
            return undivided::<EXACT>(a, b);
        }
        if let Some(known) = quick(a, b) {
            return Some(known);
        }
    }
}

/// Compares two terms that are not the same word, both lists, or both tuples. None if they have
/// parts all the same.
fn undivided<const EXACT: bool>(a: Term<'_>, b: Term<'_>) -> Option<Ordering> {
    let (place, other) = (place(a), place(b));
    if place != other {
        return Some(place.cmp(&other));
    }
    match place {
        NUMBERS => Some(compare_numbers(a.view(), b.view(), EXACT)),
        BITS => match (a.whole_bytes(), b.whole_bytes()) {
            (Some(x), Some(y)) => Some(compare_bytes(x, y)),
            _ => Some(compare_bits(a.as_bits()?, b.as_bits()?)),
        },
        _ => None,
    }
}

/// Places in the order of types.
const NUMBERS: u8 = 0;
const LISTS: u8 = 10;
const BITS: u8 = 11;

/// As [`rank`], without taking the term apart.
#[inline(always)]
fn place(t: Term<'_>) -> u8 {
    /// By the tags of immediates: atoms, pids, ports, the empty list; no others are compared.
    const IMMEDIATES: [u8; 8] = [1, 5, 4, 9, 12, 12, 12, 12];
    /// By kinds.
    const BOXED: [u8; 32] = {
        let mut places = [12; 32];
        places[Kind::Tuple as usize] = 6;
        places[Kind::PosBig as usize] = NUMBERS;
        places[Kind::NegBig as usize] = NUMBERS;
        places[Kind::Float as usize] = NUMBERS;
        places[Kind::Fun as usize] = 3;
        places[Kind::Export as usize] = 3;
        places[Kind::HeapBin as usize] = BITS;
        places[Kind::RefcBin as usize] = BITS;
        places[Kind::SubBits as usize] = BITS;
        places[Kind::Record as usize] = 7;
        places[Kind::FlatMap as usize] = 8;
        places[Kind::HashMap as usize] = 8;
        places[Kind::Ref as usize] = 2;
        places[Kind::MagicRef as usize] = 2;
        places[Kind::ExtPid as usize] = 5;
        places[Kind::ExtPort as usize] = 4;
        places[Kind::ExtRef as usize] = 2;
        places
    };
    let w = t.word();
    if is_small(w) {
        return NUMBERS;
    }
    match t.boxed_kind() {
        Some(kind) => BOXED[kind as usize],
        None if is_list(w) => LISTS,
        None => IMMEDIATES[(w >> 3 & 7) as usize],
    }
}

/// The place of a type in the order of types.
fn rank(v: &View<'_>) -> u8 {
    match v {
        View::Small(_) | View::Big(_) | View::Float(_) => 0,
        View::Atom(_) => 1,
        View::Ref(_) | View::ExternalRef(_) => 2,
        View::Fun(_) | View::Export(_) => 3,
        View::Port(_) | View::ExternalPort(..) => 4,
        View::Pid(_) | View::ExternalPid(..) => 5,
        View::Tuple(_) => 6,
        View::Record(..) => 7,
        View::FlatMap(..) | View::HashMap(_) => 8,
        View::Nil => 9,
        View::Cons(..) => 10,
        View::Bits(_) => 11,
        View::None => 12,
    }
}

/// Name and creation of the node of a pid, port or reference.
type NodeKey = (&'static str, u32);

fn this_node() -> NodeKey {
    (node::this_node().name(), node::this_creation())
}

fn key_of(n: &node::Node) -> NodeKey {
    (n.name.name(), n.creation)
}

/// A part that remains to be compared once the parts at hand turn out equal.
enum Frame<'t> {
    Lists(Term<'t>, Term<'t>),
    Arrays(&'t [Term<'t>], &'t [Term<'t>]),
    /// Terms to be compared with each other, the last ones first.
    Pairs(Vec<(Term<'t>, Term<'t>)>),
    /// The keys of two maps were equal: numbers compare by value again.
    ValuesNext,
    /// Waits for a result of any kind, see [`MapStep`].
    Map(Box<MapStep<'t>>),
}

/// The comparison of two hash maps of one size. The least key decides: of the keys that one of them
/// lacks if there are such, else of the keys whose values differ.
struct MapStep<'t> {
    /// Whether the values compare exactly.
    exact: bool,
    /// The keys that only one map has, with what follows for the maps if it is the least.
    lonely: Vec<(Term<'t>, Ordering)>,
    /// Keys with their two values.
    shared: Vec<(Term<'t>, Term<'t>, Term<'t>)>,
    /// Next of the list to look at.
    next: usize,
    /// The least key so far and what follows.
    best: Option<(Term<'t>, Ordering)>,
    /// The terms that the comparison under way compares.
    waiting: Waiting,
}

enum Waiting {
    Nothing,
    Key,
    Value,
}

struct Comparison<'t> {
    exact: bool,
    stack: SmallVec<[Frame<'t>; 8]>,
}

/// The end of a step: a result, or two more terms to compare.
enum Step<'t> {
    Done(Ordering),
    Terms(Term<'t>, Term<'t>),
}

impl<'t> Comparison<'t> {
    fn new(exact: bool) -> Comparison<'t> {
        Comparison { exact, stack: SmallVec::new() }
    }

    fn run(&mut self, a: Term<'t>, b: Term<'t>) -> Ordering {
        let mut step = Step::Terms(a, b);
        loop {
            let mut result = match step {
                Step::Done(result) => result,
                Step::Terms(a, b) => match self.terms(a, b) {
                    Step::Done(result) => result,
                    more => {
                        step = more;
                        continue;
                    }
                },
            };
            step = loop {
                let Some(frame) = self.stack.pop() else { return result };
                match frame {
                    Frame::Map(map) => break self.map(map, result),
                    _ if result != Ordering::Equal => {}
                    Frame::Lists(a, b) => break Step::Terms(a, b),
                    Frame::Arrays(a, b) => match self.arrays(a, b) {
                        Step::Done(r) => result = r,
                        more => break more,
                    },
                    Frame::Pairs(mut pairs) => {
                        if let Some((a, b)) = pairs.pop() {
                            self.stack.push(Frame::Pairs(pairs));
                            break Step::Terms(a, b);
                        }
                    }
                    Frame::ValuesNext => self.exact = false,
                }
            };
        }
    }

    fn terms(&mut self, a: Term<'t>, b: Term<'t>) -> Step<'t> {
        if let Some(result) = quick(a, b) {
            return Step::Done(result);
        }
        if let (Some(x), Some(y)) = (a.as_cons(), b.as_cons()) {
            return self.lists(x, y);
        }
        if let (Some(p), Some(q)) = (a.as_tuple(), b.as_tuple()) {
            return match p.len().cmp(&q.len()) {
                Ordering::Equal => self.arrays(p, q),
                different => Step::Done(different),
            };
        }
        if let (Some(p), Some(q)) = (a.as_float(), b.as_float()) {
            return Step::Done(order_of_floats(p, q, self.exact));
        }
        let (x, y) = (a.view(), b.view());
        Step::Done(match (x, y) {
            (View::Bits(p), View::Bits(q)) => compare_bits(p, q),
            (View::FlatMap(k, v), View::FlatMap(l, w)) => match k.len().cmp(&l.len()) {
                Ordering::Equal if !in_term_order(k) || !in_term_order(l) => {
                    self.sorted_maps((k, v), (l, w));
                    Ordering::Equal
                }
                Ordering::Equal => {
                    self.stack.push(Frame::Arrays(v, w));
                    if !self.exact {
                        self.stack.push(Frame::ValuesNext);
                        self.exact = true;
                    }
                    return self.arrays(k, l);
                }
                different => different,
            },
            (View::FlatMap(..) | View::HashMap(_), View::FlatMap(..) | View::HashMap(_)) => {
                match map_size(a).cmp(&map_size(b)) {
                    Ordering::Equal => {
                        let map = Box::new(MapStep::new(a, b, self.exact));
                        return self.map(map, Ordering::Equal);
                    }
                    different => different,
                }
            }
            (View::Record(d, v), View::Record(e, w)) => return self.records((d, v), (e, w)),
            (View::Fun(f), View::Fun(g)) => match compare_entries(f, g) {
                Ordering::Equal => return self.arrays(f.free, g.free),
                different => different,
            },
            (View::Fun(_), View::Export(_)) => Ordering::Less,
            (View::Export(_), View::Fun(_)) => Ordering::Greater,
            (View::Export(e), View::Export(f)) => e
                .mfa
                .module
                .compare(f.mfa.module)
                .then_with(|| e.mfa.function.compare(f.mfa.function))
                .then(e.mfa.arity.cmp(&f.mfa.arity)),
            _ => match rank(&x).cmp(&rank(&y)) {
                Ordering::Equal => match rank(&x) {
                    0 => compare_numbers(x, y, self.exact),
                    2 => compare_refs(a, b),
                    4 => port_key(x).cmp(&port_key(y)),
                    5 => pid_key(x).cmp(&pid_key(y)),
                    _ => a.word().cmp(&b.word()),
                },
                different => different,
            },
        })
    }

    fn lists(&mut self, mut a: (Term<'t>, Term<'t>), mut b: (Term<'t>, Term<'t>)) -> Step<'t> {
        loop {
            match quick(a.0, b.0) {
                Some(Ordering::Equal) => {}
                Some(different) => return Step::Done(different),
                None => {
                    self.stack.push(Frame::Lists(a.1, b.1));
                    return Step::Terms(a.0, b.0);
                }
            }
            if a.1.same(b.1) {
                return Step::Done(Ordering::Equal);
            }
            match (a.1.as_cons(), b.1.as_cons()) {
                (Some(x), Some(y)) => (a, b) = (x, y),
                _ => return Step::Terms(a.1, b.1),
            }
        }
    }

    /// The same as of two flat maps whose keys are in the order of terms: of keys and values.
    fn sorted_maps(
        &mut self,
        (k, v): (&'t [Term<'t>], &'t [Term<'t>]),
        (l, w): (&'t [Term<'t>], &'t [Term<'t>]),
    ) {
        let sorted = |keys: &'t [Term<'t>], values: &'t [Term<'t>]| {
            let mut all: Vec<_> = keys.iter().copied().zip(values.iter().copied()).collect();
            all.sort_unstable_by(|a, b| compare_exact(b.0, a.0));
            all
        };
        let (a, b) = (sorted(k, v), sorted(l, w));
        self.stack.push(Frame::Pairs(a.iter().zip(&b).map(|(a, b)| (a.1, b.1)).collect()));
        if !self.exact {
            self.stack.push(Frame::ValuesNext);
            self.exact = true;
        }
        self.stack.push(Frame::Pairs(a.iter().zip(&b).map(|(a, b)| (a.0, b.0)).collect()));
    }

    /// Native records: by their definitions, then by their values.
    fn records(
        &mut self,
        (d, v): (Definition<'t>, &'t [Term<'t>]),
        (e, w): (Definition<'t>, &'t [Term<'t>]),
    ) -> Step<'t> {
        match d.compare(e) {
            Ordering::Equal => self.arrays(v, w),
            different => Step::Done(different),
        }
    }

    /// Of slices of equal length.
    fn arrays(&mut self, a: &'t [Term<'t>], b: &'t [Term<'t>]) -> Step<'t> {
        debug_assert!(a.len() == b.len());
        if a.as_ptr() == b.as_ptr() {
            return Step::Done(Ordering::Equal);
        }
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            match quick(x, y) {
                Some(Ordering::Equal) => {}
                Some(different) => return Step::Done(different),
                None => {
                    if i + 1 < a.len() {
                        self.stack.push(Frame::Arrays(&a[i + 1..], &b[i + 1..]));
                    }
                    return Step::Terms(x, y);
                }
            }
        }
        Step::Done(Ordering::Equal)
    }

    /// Goes on with two hash maps, after the comparison that they waited for.
    fn map(&mut self, mut map: Box<MapStep<'t>>, result: Ordering) -> Step<'t> {
        let next = map.next(result);
        self.exact = map.exact || matches!(map.waiting, Waiting::Key);
        if let Step::Terms(..) = next {
            self.stack.push(Frame::Map(map));
        } else {
            self.exact = map.exact;
        }
        next
    }
}

impl<'t> MapStep<'t> {
    fn new(a: Term<'t>, b: Term<'t>, exact: bool) -> MapStep<'t> {
        let (mut lonely, mut shared) = (Vec::new(), Vec::new());
        let mut pairs = vec![(a, b, 0)];
        while let Some((a, b, level)) = pairs.pop() {
            if a.same(b) {
                continue;
            }
            // Both have the key of an entry on the same path from the root if they have it at all.
            // Where the path ends, in leaves and in the nodes for keys of one hash,
            // each key must be looked for.
            let inner = |t| if level < LEVELS { node_bitmap(t) } else { None };
            let (Some((x, p)), Some((y, q))) = (inner(a), inner(b)) else {
                let (of_a, mut of_b) = (entries(a), entries(b));
                for (key, value) in of_a {
                    match of_b.iter().position(|e| exactly_equal(e.0, key)) {
                        Some(i) => shared.push((key, value, of_b.swap_remove(i).1)),
                        None => lonely.push((key, Ordering::Less)),
                    }
                }
                lonely.extend(of_b.iter().map(|e| (e.0, Ordering::Greater)));
                continue;
            };
            let (mut p, mut q) = (p.iter(), q.iter());
            let mut left = x | y;
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let here = if x & bit != 0 { p.next() } else { None };
                let there = if y & bit != 0 { q.next() } else { None };
                let all = |t: Option<&Term<'t>>| t.map_or(Vec::new(), |&t| entries(t));
                match (here, there) {
                    (Some(&a), Some(&b)) => pairs.push((a, b, level + 1)),
                    _ => {
                        lonely.extend(all(here).iter().map(|e| (e.0, Ordering::Less)));
                        lonely.extend(all(there).iter().map(|e| (e.0, Ordering::Greater)));
                    }
                }
            }
        }
        MapStep { exact, lonely, shared, next: 0, best: None, waiting: Waiting::Nothing }
    }

    fn next(&mut self, result: Ordering) -> Step<'t> {
        match self.waiting {
            Waiting::Nothing => {}
            Waiting::Key if !self.lonely.is_empty() => {
                if result == Ordering::Less {
                    self.best = Some(self.lonely[self.next]);
                }
                self.next += 1;
            }
            Waiting::Key if result == Ordering::Less => {
                let (_, a, b) = self.shared[self.next];
                self.waiting = Waiting::Value;
                return Step::Terms(a, b);
            }
            Waiting::Key => self.next += 1,
            Waiting::Value => {
                if result != Ordering::Equal {
                    self.best = Some((self.shared[self.next].0, result));
                }
                self.next += 1;
            }
        }
        let decided = |best: Option<(Term<'t>, Ordering)>| best.map_or(Ordering::Equal, |b| b.1);
        if !self.lonely.is_empty() {
            let Some(&(key, _)) = self.lonely.get(self.next) else {
                return Step::Done(decided(self.best));
            };
            // The first competes with itself.
            self.waiting = Waiting::Key;
            return Step::Terms(key, self.best.get_or_insert(self.lonely[0]).0);
        }
        loop {
            let Some(&(key, a, b)) = self.shared.get(self.next) else {
                return Step::Done(decided(self.best));
            };
            if a.same(b) {
                self.next += 1;
                continue;
            }
            return match self.best {
                Some((best, _)) => {
                    self.waiting = Waiting::Key;
                    Step::Terms(key, best)
                }
                None => {
                    self.waiting = Waiting::Value;
                    Step::Terms(a, b)
                }
            };
        }
    }
}

/// Whether the keys of a flat map are in the order of terms. Releases may have atoms in another.
fn in_term_order(keys: &[Term<'_>]) -> bool {
    !Difference::AtomKeys.is_on()
        || keys.iter().filter(|key| key.as_atom().is_some()).nth(1).is_none()
}

/// The number of entries of a map (of a root, not of an inner node).
fn map_size(t: Term<'_>) -> usize {
    match t.map_words() {
        Some((Kind::FlatMap, words)) => words.len() - 1,
        Some((_, [count, ..])) => count.as_usize().unwrap_or(0),
        _ => 0,
    }
}

/// All entries below a node of a hash map (or in a leaf, or in a flat map), in no order.
fn entries<'t>(t: Term<'t>) -> Vec<(Term<'t>, Term<'t>)> {
    let mut found = Vec::new();
    let mut nodes = vec![t];
    while let Some(t) = nodes.pop() {
        if let Some(entry) = t.as_cons() {
            found.push(entry);
        } else if let Some((_, children)) = node_bitmap(t) {
            nodes.extend(children);
        } else if let View::FlatMap(keys, values) = t.view() {
            found.extend(keys.iter().copied().zip(values.iter().copied()));
        }
    }
    found
}

fn compare_numbers(a: View<'_>, b: View<'_>, exact: bool) -> Ordering {
    match (a, b) {
        (View::Small(i), View::Small(j)) => i.cmp(&j),
        (View::Float(x), View::Float(y)) => order_of_floats(x, y, exact),
        (View::Float(_), _) if exact => Ordering::Greater,
        (_, View::Float(_)) if exact => Ordering::Less,
        (View::Small(i), View::Float(y)) => small_to_float(i, y),
        (View::Float(x), View::Small(j)) => small_to_float(j, x).reverse(),
        (View::Big(i), View::Float(y)) => big_to_float(i.negative, i.limbs, y),
        (View::Float(x), View::Big(j)) => big_to_float(j.negative, j.limbs, x).reverse(),
        (View::Small(_), View::Big(j)) => sign(!j.negative),
        (View::Big(i), View::Small(_)) => sign(i.negative),
        (View::Big(i), View::Big(j)) => match (i.negative, j.negative) {
            (false, false) => compare_limbs(i.limbs, j.limbs),
            (true, true) => compare_limbs(j.limbs, i.limbs),
            (negative, _) => sign(negative),
        },
        _ => Ordering::Equal,
    }
}

fn sign(less: bool) -> Ordering {
    if less { Ordering::Less } else { Ordering::Greater }
}

/// The order of funs by their functions and the number of their free variables.
fn compare_entries(f: Fun<'_>, g: Fun<'_>) -> Ordering {
    let (e, d) = (f.entry, g.entry);
    e.module
        .compare(d.module)
        .then(e.index.cmp(&d.index))
        .then(e.old.uniq.cmp(&d.old.uniq))
        .then(f.free.len().cmp(&g.free.len()))
}

/// With `exact`, -0.0 is less than 0.0 in releases that tell them apart.
fn order_of_floats(x: f64, y: f64, exact: bool) -> Ordering {
    match compare_floats(x, y) {
        Ordering::Equal if exact && Difference::SignedZeros.is_on() => x.total_cmp(&y),
        order => order,
    }
}

/// There is no NaN in a term.
fn compare_floats(x: f64, y: f64) -> Ordering {
    x.partial_cmp(&y).unwrap_or(Ordering::Equal)
}

/// Of magnitudes without leading zeros.
pub(crate) fn compare_limbs(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// Order of an integer and a float by exact value.
fn small_to_float(i: i64, f: f64) -> Ordering {
    const LIMIT: f64 = (1_i64 << 53) as f64;
    if f.abs() < LIMIT {
        // Rounding `i` cannot cross `f`.
        compare_floats(i as f64, f)
    } else if f.abs() < 9.3e18 {
        // A whole number; i128 because it may be a little outside of 64 bits.
        i128::from(i).cmp(&(f as i128))
    } else {
        sign(f > 0.0)
    }
}

/// Order of a big integer and a float by exact value.
fn big_to_float(negative: bool, limbs: &[u64], f: f64) -> Ordering {
    if f.abs() < SMALL_MAX as f64 || negative != (f < 0.0) {
        return sign(negative);
    }
    // Both beyond 2^61 and of the same sign: compare the lengths in bits, then the bits from the
    // top.
    let raw = f.to_bits();
    let float_bits = (raw >> 52 & 0x7ff) - 1022;
    let top = limbs[limbs.len() - 1];
    let zeros = top.leading_zeros();
    let int_bits = (limbs.len() as u64) * 64 - u64::from(zeros);
    let magnitude = int_bits.cmp(&float_bits).then_with(|| {
        let mantissa = (raw | 1 << 52) << 11;
        let (below, rest) = match limbs.len() {
            1 => (0, &limbs[..0]),
            n => (limbs[n - 2], &limbs[..n - 2]),
        };
        let first = if zeros == 0 { top } else { top << zeros | below >> (64 - zeros) };
        let more = below << zeros != 0 || rest.iter().any(|&l| l != 0);
        first.cmp(&mantissa).then(more.cmp(&false))
    });
    if negative { magnitude.reverse() } else { magnitude }
}

/// Byte `i` of the bits: of the last, incomplete one the unused bits are arbitrary.
#[inline]
fn byte_at(span: &[u8], shift: usize, i: usize) -> u8 {
    if shift == 0 {
        return span[i];
    }
    let low = span.get(i + 1).copied().unwrap_or(0);
    ((u16::from(span[i]) << 8 | u16::from(low)) >> (8 - shift)) as u8
}

fn equal_bits(a: Bits<'_>, b: Bits<'_>) -> bool {
    if a.bit_len() != b.bit_len() {
        return false;
    }
    match (a.aligned(), b.aligned()) {
        (Some(x), Some(y)) if a.bit_len().is_multiple_of(8) => x == y,
        _ => compare_bits(a, b) == Ordering::Equal,
    }
}

fn compare_bits(a: Bits<'_>, b: Bits<'_>) -> Ordering {
    let common = a.bit_len().min(b.bit_len());
    let (whole, rest) = (common / 8, common % 8);
    let (x, y) = (a.span(), b.span());
    let (s, t) = (a.bit_offset() % 8, b.bit_offset() % 8);
    let bytes = if s == 0 && t == 0 {
        x[..whole].cmp(&y[..whole])
    } else {
        (0..whole).map(|i| byte_at(x, s, i)).cmp((0..whole).map(|i| byte_at(y, t, i)))
    };
    bytes
        .then_with(|| match rest {
            0 => Ordering::Equal,
            _ => (byte_at(x, s, whole) >> (8 - rest)).cmp(&(byte_at(y, t, whole) >> (8 - rest))),
        })
        .then(a.bit_len().cmp(&b.bit_len()))
}

/// Serial, number, node.
fn pid_key(v: View<'_>) -> (u64, u64, NodeKey) {
    match v {
        View::Pid(n) => (n >> 28, n & 0x0fff_ffff, this_node()),
        View::ExternalPid(node, id, serial) => (serial.into(), id.into(), key_of(node)),
        _ => unreachable!("a pid"),
    }
}

/// Node, number.
fn port_key(v: View<'_>) -> (NodeKey, u64) {
    match v {
        View::Port(n) => (this_node(), n),
        View::ExternalPort(node, n) => (key_of(node), n),
        _ => unreachable!("a port"),
    }
}

fn compare_refs(a: Term<'_>, b: Term<'_>) -> Ordering {
    if let (Some(r), Some(s)) = (a.as_ref(), b.as_ref()) {
        return r.numbers().iter().rev().cmp(s.numbers().iter().rev());
    }
    let key = |t: Term<'_>| match t.view() {
        View::ExternalRef(node) => key_of(node),
        _ => this_node(),
    };
    let numbers = |t: Term<'_>| {
        let mut n = t.ref_numbers().unwrap_or_default();
        while n.last() == Some(&0) {
            n.pop();
        }
        n.reverse();
        n
    };
    let (p, q) = (numbers(a), numbers(b));
    key(a).cmp(&key(b)).then(p.len().cmp(&q.len())).then(p.cmp(&q))
}
