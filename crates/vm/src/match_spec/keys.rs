//! Finds out which keys the objects can have that a match specification matches, so that a table
//! need not be searched whole.

use super::{View as Program, variable};
use smallvec::SmallVec;
use std::cmp::Ordering;
use term::{Term, View, am, compare};

/// Which keys a program can match.
pub enum Keys<'a> {
    /// Any.
    All,
    /// Only these.
    These(Vec<Term<'a>>),
    /// Only those that agree with one of these patterns, as far as [`order`] compares.
    Like(Vec<Term<'a>>),
    /// None: no object matches.
    None,
}

fn is_hole(t: Term<'_>) -> bool {
    t.is(am::WILDCARD) || variable(t).is_some()
}

/// Whether a pattern is a term that matches only itself: it has no variables and no maps.
pub fn is_constant(pattern: Term<'_>) -> bool {
    let mut stack = vec![pattern];
    while let Some(t) = stack.pop() {
        match t.view() {
            View::Atom(_) if is_hole(t) => return false,
            View::FlatMap(..) | View::HashMap(_) => return false,
            View::Tuple(elements) => stack.extend(elements),
            View::Cons(head, tail) => stack.extend([tail, head]),
            _ => {}
        }
    }
    true
}

/// The order of a key with respect to all keys that a pattern can match: `Equal` if the pattern may
/// match it. Compares up to the first variable.
pub fn order(key: Term<'_>, pattern: Term<'_>) -> Ordering {
    let mut stack: SmallVec<[(Term<'_>, Term<'_>); 8]> = SmallVec::new();
    stack.push((key, pattern));
    while let Some((k, p)) = stack.pop() {
        if is_hole(p) || p.is_map() {
            return Ordering::Equal;
        }
        match (k.view(), p.view()) {
            (View::Tuple(a), View::Tuple(b)) => {
                if a.len() != b.len() {
                    return a.len().cmp(&b.len());
                }
                stack.extend(a.iter().copied().zip(b.iter().copied()).rev());
            }
            (View::Cons(a, a_rest), View::Cons(b, b_rest)) => {
                stack.extend([(a_rest, b_rest), (a, b)]);
            }
            // The two differ in kind, as a list and an improper tail do, or are not compound: the
            // inside of the pattern does not matter.
            _ => match compare::compare(k, p) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
        }
    }
    Ordering::Equal
}

impl<'a> Program<'a> {
    /// Which keys the program can match, with the key at position `keypos` (from 0).
    pub fn keys(&self, keypos: usize, ordered: bool) -> Keys<'a> {
        let mut patterns = Vec::new();
        let mut all_constant = true;
        for i in 0..self.len() {
            let pattern = self.pattern(i);
            if is_hole(pattern) {
                return Keys::All;
            }
            // Other patterns than tuples with a key match no object.
            let Some(key) = pattern.as_tuple().and_then(|e| e.get(keypos)) else { continue };
            if is_hole(*key) || key.is_map() {
                return Keys::All;
            }
            if !is_constant(*key) {
                if !ordered {
                    return Keys::All;
                }
                all_constant = false;
            }
            patterns.push(*key);
        }
        if patterns.is_empty() {
            return Keys::None;
        }
        if !all_constant {
            return Keys::Like(patterns);
        }
        let same = |a: Term<'_>, b: Term<'_>| {
            if ordered { compare::equal(a, b) } else { compare::exactly_equal(a, b) }
        };
        let mut keys: Vec<Term<'_>> = Vec::new();
        for k in patterns {
            if !keys.iter().any(|&other| same(k, other)) {
                keys.push(k);
            }
        }
        if ordered {
            keys.sort_by(|&a, &b| compare::compare(a, b));
        }
        Keys::These(keys)
    }

    /// Whether each clause's body certainly makes an object with the key of the one that it matched
    /// (`ets:select_replace/2`).
    pub fn keeps_key(&self, keypos: usize) -> bool {
        (0..self.len()).all(|i| keeps_key(self.pattern(i), self.body(i), keypos))
    }
}

fn key_of(t: Term<'_>, keypos: usize) -> Option<Term<'_>> {
    t.as_tuple()?.get(keypos).copied()
}

fn keeps_key(pattern: Term<'_>, body: Term<'_>, keypos: usize) -> bool {
    let Some((made, rest)) = body.as_cons() else { return false };
    if !rest.is_nil() {
        return false;
    }
    if made.is(am::DOLLAR_UNDERSCORE) {
        return true;
    }
    let Some(matched) = key_of(pattern, keypos) else { return false };
    let (object, constant) = match made.as_tuple() {
        Some([tag, object]) if tag.is(term::atom!("const")) => (*object, true),
        Some([object]) => (*object, false),
        _ => return false,
    };
    let Some(made_key) = key_of(object, keypos) else { return false };
    if makes_what_matched(matched, made_key, constant) {
        return true;
    }
    !constant
        && made_key.as_tuple().is_some_and(|e| {
            matches!(e, [f, i, o] if f.is(term::atom!("element"))
                && i.as_small() == Some(keypos as i64 + 1) && o.is(am::DOLLAR_UNDERSCORE))
        })
}

/// Whether an expression certainly gives the term that a pattern has matched.
fn makes_what_matched(pattern: Term<'_>, expression: Term<'_>, constant: bool) -> bool {
    let mut stack = vec![(pattern, expression, constant)];
    while let Some((a, mut b, mut constant)) = stack.pop() {
        if let Some((b_head, b_tail)) = b.as_cons() {
            let Some((head, tail)) = a.as_cons() else { return false };
            stack.extend([(head, b_head, constant), (tail, b_tail, constant)]);
            continue;
        }
        if !constant && let Some(elements) = b.as_tuple() {
            match elements {
                [tuple] if tuple.is_tuple() => b = *tuple,
                [tag, value] if tag.is(term::atom!("const")) => {
                    constant = true;
                    stack.push((a, *value, constant));
                    continue;
                }
                _ => return false,
            }
        }
        match (a.as_tuple(), b.as_tuple()) {
            (Some(x), Some(y)) if x.len() == y.len() => {
                stack.extend(x.iter().zip(y).map(|(&x, &y)| (x, y, constant)));
            }
            (None, None) => {
                let special = a.is(am::WILDCARD)
                    || a.is(am::DOLLAR_DOLLAR)
                    || a.is(am::DOLLAR_UNDERSCORE)
                    || constant && variable(a).is_some();
                if special || b.is_map() || !compare::exactly_equal(a, b) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}
