//! Lists: `lists`, `++`, `--`, `hd`, `tl`, `length`.

use crate::args::{badarg, index};
use crate::turns::{InHand, badarg_of, going, gone_on, pause, pay_turn, resumed};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use term::compare::{compare_exact, equal, exactly_equal};
use term::heap::Appending;
use term::{Heap, Term, Word, atom};
use vm::bif::{BifResult, BifRow, Exception, guard, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("lists", "member", 2, member_2),
    row("lists", "reverse", 2, reverse_2),
    row("lists", "keymember", 3, keymember_3),
    row("lists", "keysearch", 3, keysearch_3),
    row("lists", "keyfind", 3, keyfind_3),
    guard("erlang", "hd", 1, hd_1),
    guard("erlang", "tl", 1, tl_1),
    guard("erlang", "length", 1, length_1),
    row("erlang", "++", 2, append_2),
    row("erlang", "append", 2, append_2),
    row("erlang", "--", 2, subtract_2),
    row("erlang", "subtract", 2, subtract_2),
];

/// Elements of a list that one reduction pays for.
const ELEMENTS_PER_REDUCTION: usize = 8;

/// Elements that are dealt with in a turn.
const TURN: usize = 4 * ELEMENTS_PER_REDUCTION * tune::SLICE as usize;

fn pay(p: &mut Running<'_>, elements: usize) {
    if elements >= ELEMENTS_PER_REDUCTION {
        p.bump_reductions(elements / ELEMENTS_PER_REDUCTION);
    }
}

/// Looks at a list's elements for a turn. How many have been seen with the element for which
/// `found` holds, and that; or what is left of the list.
#[inline(always)]
fn look<'h>(
    list: Term<'h>,
    found: impl Fn(Term<'h>) -> bool,
) -> (usize, Result<Term<'h>, Term<'h>>) {
    let mut rest = list;
    for seen in 0..TURN {
        let Some((head, tail)) = rest.as_cons() else { return (seen, Err(rest)) };
        if found(head) {
            return (seen + 1, Ok(head));
        }
        rest = tail;
    }
    (TURN, Err(rest))
}

fn member_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let &[wanted, list] = args else { unreachable!("two arguments") };
    let (seen, found) = match wanted.is_immediate() {
        true => look(list, |t| t.same(wanted)),
        false => look(list, |t| exactly_equal(t, wanted)),
    };
    match found {
        Err(rest) if rest.is_cons() => {
            pay_turn(p);
            return Err(Exception::yield_with(vec![wanted, rest]));
        }
        Err(rest) if !rest.is_nil() => return badarg(),
        _ => pay(p, seen),
    }
    Ok(Term::bool(found.is_ok()))
}

fn reverse_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (heap, mut list) = (p.heap(), args[0].list());
    let (mut reversed, mut n) = (args[1], 0);
    for t in list.by_ref().take(TURN) {
        reversed = heap.cons(t, reversed);
        n += 1;
    }
    let rest = list.tail();
    if rest.is_cons() {
        pay_turn(p);
        return Err(Exception::yield_with(vec![rest, reversed]));
    }
    pay(p, n);
    if rest.is_nil() { Ok(reversed) } else { badarg() }
}

/// The first tuple of a list whose given element compares equal with a key: the arguments are that,
/// the element's number, and the list.
fn find_key<'h>(p: &mut Running<'_>, args: &[Term<'h>]) -> Result<Option<Term<'h>>, Exception<'h>> {
    let &[key, number, list] = args else { unreachable!("three arguments") };
    let n = index(number)?;
    if n == 0 {
        return badarg();
    }
    let element = |t: Term<'h>| t.as_tuple().and_then(|t| t.get(n - 1)).copied();
    // An immediate equals only itself, except for small integers, which may equal floats.
    let (seen, found) = if !key.is_immediate() {
        look(list, |t| element(t).is_some_and(|x| equal(x, key)))
    } else if key.as_small().is_some() {
        look(list, |t| {
            element(t).is_some_and(|x| x.same(key) || x.as_float().is_some() && equal(x, key))
        })
    } else {
        look(list, |t| element(t).is_some_and(|x| x.same(key)))
    };
    match found {
        Err(rest) if rest.is_cons() => {
            pay_turn(p);
            return Err(Exception::yield_with(vec![key, number, rest]));
        }
        Err(rest) if !rest.is_nil() => return badarg(),
        _ => pay(p, seen),
    }
    Ok(found.ok())
}

fn keymember_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(find_key(p, args)?.is_some()))
}

fn keyfind_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(find_key(p, args)?.unwrap_or(Term::FALSE))
}

fn keysearch_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let found = find_key(p, args)?;
    Ok(found.map_or(Term::FALSE, |t| p.heap().tuple(&[Term::atom(atom!("value")), t])))
}

fn hd_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    args[0].as_cons().map(|(head, _)| head).ok_or(Exception::BADARG)
}

fn tl_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    args[0].as_cons().map(|(_, tail)| tail).ok_or(Exception::BADARG)
}

fn length_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (_, n) = count(p, args)?;
    Ok(Term::small(n as i64))
}

/// How many cells of a list have been counted so far. With it go the list and what is left of it.
struct Counted(usize);

/// The list that is the first argument, or has been in the first call, and its length.
#[inline]
fn count<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> Result<(Term<'h>, usize), Exception<'h>> {
    let (n, rest) = args[0].cells(TURN);
    if !rest.is_nil() {
        return go_on_counting(p, args, (n, rest));
    }
    pay(p, n / 4);
    Ok((args[0], n))
}

/// The same for what is no list of one turn: so many cells have been counted, before this rest.
#[cold]
fn go_on_counting<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    counted: (usize, Term<'h>),
) -> Result<(Term<'h>, usize), Exception<'h>> {
    let begun = gone_on(args[0]);
    let (list, before, (n, rest)) = match begun {
        Some((&Counted(before), &[list, rest])) => (list, before, rest.cells(TURN)),
        _ => (args[0], 0, counted),
    };
    if rest.is_nil() {
        pay(p, n / 4);
        return Ok((list, before + n));
    }
    let mut args = args.to_vec();
    if !rest.is_cons() {
        args[0] = list;
        return Err(if begun.is_some() { badarg_of(&args) } else { Exception::BADARG });
    }
    pay_turn(p);
    args[0] = going(p, Arc::new(Counted(before + n)), &[list, rest]);
    Err(Exception::yield_with(args))
}

fn append_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_nil() {
        return Ok(args[1]);
    }
    if args[1].is_nil() {
        // It is not copied, only looked through.
        return Ok(count(p, args)?.0);
    }
    if let Some(appending) = resumed::<Appended>(p) {
        return go_on_appending(p, appending, args);
    }
    let Some((list, copied)) = p.heap().append(args[0], args[1], TURN) else {
        return go_on_appending(p, Appending::new(args[0]), args);
    };
    pay(p, copied);
    Ok(list)
}

struct Appended;

// SAFETY: what it refers to is on the heap; it owns nothing.
unsafe impl InHand for Appended {
    type Of<'h> = Appending<'h>;
}

/// Copies cells for a turn.
#[cold]
fn go_on_appending<'h>(
    p: &mut Running<'h>,
    mut appending: Appending<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    match p.heap().append_more(&mut appending, TURN) {
        None => Err(Exception::BADARG),
        Some((_, false)) => Err(pause::<Appended>(p, appending, args)),
        Some((copied, true)) => {
            pay(p, copied);
            Ok(appending.done(args[1]))
        }
    }
}

/// As many elements are compared with one after the other.
const FEW: usize = 16;

fn subtract_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(subtracting) = resumed::<Subtracted>(p) {
        return go_on_subtracting(p, subtracting, args, TURN);
    }
    if let Some(looking) = resumed::<Looked>(p) {
        return go_on_looking(p, looking, args);
    }
    let [(n, behind), (m, behind_minus)] = [args[0], args[1]].map(|list| list.cells(TURN));
    if n + m >= TURN {
        return go_on_looking(p, Looking { unseen: [args[0], args[1]], seen: [0; 2] }, args);
    }
    if !behind.is_nil() || !behind_minus.is_nil() {
        return badarg();
    }
    if n == 0 || m == 0 {
        return Ok(args[0]);
    }
    pay(p, n + m);
    let minus = args[1].list().collect();
    Ok(if m <= FEW {
        subtract_few(p.heap(), args[0], minus)
    } else {
        subtract_many(p.heap(), args[0], minus)
    })
}

/// Two long lists of which it is not known yet whether they are proper, and how long: of each, what
/// has not been seen, and how many cells have.
struct Looking<'h> {
    unseen: [Term<'h>; 2],
    seen: [usize; 2],
}

struct Looked;

// SAFETY: only terms that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Looked {
    type Of<'h> = Looking<'h>;
}

/// Looks through the lists for a turn; then the one is subtracted from the other.
fn go_on_looking<'h>(
    p: &mut Running<'h>,
    mut looking: Looking<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let mut left = TURN;
    for (unseen, seen) in looking.unseen.iter_mut().zip(&mut looking.seen) {
        let (n, rest) = unseen.cells(left);
        (*unseen, *seen, left) = (rest, *seen + n, left - n);
        if rest.is_cons() {
            return Err(pause::<Looked>(p, looking, args));
        }
        if !rest.is_nil() {
            return Err(Exception::BADARG);
        }
    }
    match looking.seen {
        [0, _] | [_, 0] => {
            pay(p, TURN - left);
            Ok(args[0])
        }
        [_, m] => go_on_subtracting(p, Subtracting::new(args[0], args[1], m), args, left),
    }
}

/// A term in the order that tells integers from floats.
struct Exact<'h>(Term<'h>);

impl Ord for Exact<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        compare_exact(self.0, other.0)
    }
}

impl PartialOrd for Exact<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Exact<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Exact<'_> {}

/// A quick hash of a word.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(b.into()));
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// A subtraction of long lists: first the elements that are to be removed are counted, then the
/// others are kept.
struct Subtracting<'h> {
    to_count: Term<'h>,
    /// The elements to be removed, if they are few.
    few: Option<Vec<Term<'h>>>,
    /// How often what is one word is to be removed, and the rest.
    words: HashMap<Word, usize, BuildHasherDefault<Mixed>>,
    others: BTreeMap<Exact<'h>, usize>,
    /// How many are left to be removed, from which list.
    left: usize,
    from: Term<'h>,
    kept: Vec<Term<'h>>,
}

struct Subtracted;

// SAFETY: only terms that it refers to depend on the lifetime. To drop a map looks at no key.
unsafe impl InHand for Subtracted {
    type Of<'h> = Subtracting<'h>;
}

impl<'h> Subtracting<'h> {
    /// Begins to subtract a list of this length.
    fn new(from: Term<'h>, minus: Term<'h>, left: usize) -> Subtracting<'h> {
        let (words, others, kept) = (HashMap::default(), BTreeMap::new(), Vec::new());
        let few = (left <= FEW).then(|| minus.list().collect());
        let to_count = if few.is_some() { Term::NIL } else { minus };
        Subtracting { to_count, few, words, others, left, from, kept }
    }

    /// Counts an element that is to be removed.
    fn count(&mut self, t: Term<'h>) {
        match t.is_immediate() {
            true => *self.words.entry(t.word()).or_default() += 1,
            false => *self.others.entry(Exact(t)).or_default() += 1,
        }
    }

    /// Removes this element, if it is to be removed once more.
    fn remove(&mut self, t: Term<'h>) -> bool {
        if let Some(few) = &mut self.few {
            let at = few.iter().position(|&m| m.same(t) || exactly_equal(m, t));
            self.left -= usize::from(at.is_some());
            return at.map(|at| few.swap_remove(at)).is_some();
        }
        let times = match t.is_immediate() {
            true => self.words.get_mut(&t.word()),
            false => self.others.get_mut(&Exact(t)),
        };
        match times {
            Some(n) if *n > 0 => {
                *n -= 1;
                self.left -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Subtracts for what is left of a turn; the lists are known to be proper.
fn go_on_subtracting<'h>(
    p: &mut Running<'h>,
    mut subtracting: Subtracting<'h>,
    args: &[Term<'h>],
    left: usize,
) -> BifResult<'h> {
    // Each takes a few times longer than to copy a cell.
    for done in 0..left / 4 {
        if let Some((head, tail)) = subtracting.to_count.as_cons() {
            subtracting.count(head);
            subtracting.to_count = tail;
            continue;
        }
        let next = if subtracting.left > 0 { subtracting.from.as_cons() } else { None };
        let Some((head, tail)) = next else {
            pay(p, TURN - left + 4 * done);
            return Ok(p.heap().list_with_tail(&subtracting.kept, subtracting.from));
        };
        if !subtracting.remove(head) {
            subtracting.kept.push(head);
        }
        subtracting.from = tail;
    }
    Err(pause::<Subtracted>(p, subtracting, args))
}

/// The list without the elements that `remove` takes, up to where it says that there is nothing
/// left to remove; the rest is the list's own.
fn subtract<'h>(
    heap: &'h Heap,
    from: Term<'h>,
    mut left: usize,
    mut remove: impl FnMut(Term<'h>) -> bool,
) -> Term<'h> {
    let (mut kept, mut list) = (Vec::new(), from.list());
    while left > 0 {
        match list.next() {
            Some(t) if remove(t) => left -= 1,
            Some(t) => kept.push(t),
            None => break,
        }
    }
    heap.list_with_tail(&kept, list.tail())
}

fn subtract_few<'h>(heap: &'h Heap, from: Term<'h>, mut minus: Vec<Term<'h>>) -> Term<'h> {
    subtract(heap, from, minus.len(), |t| {
        let at = minus.iter().position(|&m| m.same(t) || exactly_equal(m, t));
        at.inspect(|&at| {
            minus.swap_remove(at);
        })
        .is_some()
    })
}

/// In n log m: what is to be removed as two sorted multisets, of what is one word and of the rest.
fn subtract_many<'h>(heap: &'h Heap, from: Term<'h>, minus: Vec<Term<'h>>) -> Term<'h> {
    let left = minus.len();
    let (mut words, mut others): (Vec<_>, Vec<_>) =
        minus.into_iter().partition(|t| t.is_immediate());
    words.sort_unstable_by_key(|t| t.word());
    others.sort_unstable_by(|&a, &b| compare_exact(a, b));
    let mut words = counted(words, |a, b| a.word().cmp(&b.word()));
    let mut others = counted(others, compare_exact);
    subtract(heap, from, left, |t| {
        let found = if t.is_immediate() {
            words.binary_search_by(|(m, _)| m.word().cmp(&t.word())).map(|at| &mut words[at].1)
        } else {
            others.binary_search_by(|&(m, _)| compare_exact(m, t)).map(|at| &mut others[at].1)
        };
        match found {
            Ok(n) if *n > 0 => {
                *n -= 1;
                true
            }
            _ => false,
        }
    })
}

/// How often each element of a sorted list is there.
fn counted<'h>(
    sorted: Vec<Term<'h>>,
    compare: impl Fn(Term<'h>, Term<'h>) -> Ordering,
) -> Vec<(Term<'h>, usize)> {
    let mut counted: Vec<(Term<'h>, usize)> = Vec::with_capacity(sorted.len());
    for t in sorted {
        match counted.last_mut() {
            Some((last, n)) if compare(*last, t).is_eq() => *n += 1,
            _ => counted.push((t, 1)),
        }
    }
    counted
}
