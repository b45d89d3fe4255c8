//! Lists: `lists`, `++`, `--`, `hd`, `tl`, `length`.

use crate::args::{badarg, index};
use std::cmp::Ordering;
use term::compare::{compare_exact, equal, exactly_equal};
use term::{Heap, Term, atom};
use vm::bif::{BifResult, BifRow, Exception, guard, row};
use vm::process::Process;

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

fn pay(p: &Process, elements: usize) {
    if elements >= ELEMENTS_PER_REDUCTION {
        p.bump_reductions(elements / ELEMENTS_PER_REDUCTION);
    }
}

fn member_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let (wanted, immediate) = (args[0], args[0].is_immediate());
    let (mut rest, mut seen) = (args[1], 0);
    while let Some((head, tail)) = rest.as_cons() {
        seen += 1;
        if head.same(wanted) || !immediate && exactly_equal(head, wanted) {
            pay(p, seen);
            return Ok(Term::TRUE);
        }
        rest = tail;
    }
    pay(p, seen);
    if rest.is_nil() { Ok(Term::FALSE) } else { badarg() }
}

fn reverse_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let (heap, mut list) = (p.heap(), args[0].list());
    let (mut reversed, mut n) = (args[1], 0);
    for t in list.by_ref() {
        reversed = heap.cons(t, reversed);
        n += 1;
    }
    pay(p, n);
    if list.tail().is_nil() { Ok(reversed) } else { badarg() }
}

/// The first tuple of the list whose element `n` compares equal with `key`.
fn find_key<'h>(
    p: &Process,
    key: Term<'h>,
    n: Term<'h>,
    list: Term<'h>,
) -> Result<Option<Term<'h>>, Exception<'h>> {
    let n = index(n)?;
    if n == 0 {
        return badarg();
    }
    // What is immediate equals only itself, except for small integers, which may equal floats.
    let (immediate, small) = (key.is_immediate(), key.as_small().is_some());
    let (mut rest, mut seen) = (list, 0);
    while let Some((head, tail)) = rest.as_cons() {
        seen += 1;
        if let Some(&element) = head.as_tuple().and_then(|t| t.get(n - 1))
            && (element.same(key)
                || (!immediate || small && !element.is_immediate()) && equal(element, key))
        {
            pay(p, seen);
            return Ok(Some(head));
        }
        rest = tail;
    }
    pay(p, seen);
    if rest.is_nil() { Ok(None) } else { badarg() }
}

fn keymember_3<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(find_key(p, args[0], args[1], args[2])?.is_some()))
}

fn keyfind_3<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(find_key(p, args[0], args[1], args[2])?.unwrap_or(Term::FALSE))
}

fn keysearch_3<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let found = find_key(p, args[0], args[1], args[2])?;
    Ok(found.map_or(Term::FALSE, |t| p.heap().tuple(&[Term::atom(atom!("value")), t])))
}

fn hd_1<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    args[0].as_cons().map(|(head, _)| head).ok_or(Exception::BADARG)
}

fn tl_1<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    args[0].as_cons().map(|(_, tail)| tail).ok_or(Exception::BADARG)
}

fn length_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let n = args[0].list_length().ok_or(Exception::BADARG)?;
    pay(p, n / 4);
    Ok(Term::small(n as i64))
}

fn append_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_nil() {
        return Ok(args[1]);
    }
    if args[1].is_nil() {
        pay(p, args[0].list_length().ok_or(Exception::BADARG)?);
        return Ok(args[0]);
    }
    let (list, copied) = p.heap().append(args[0], args[1]).ok_or(Exception::BADARG)?;
    pay(p, copied);
    Ok(list)
}

fn subtract_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let n = args[0].list_length().ok_or(Exception::BADARG)?;
    let minus = args[1].to_vec().ok_or(Exception::BADARG)?;
    if n == 0 || minus.is_empty() {
        return Ok(args[0]);
    }
    pay(p, n + minus.len());
    Ok(if minus.len() <= 16 {
        subtract_few(p.heap(), args[0], minus)
    } else {
        subtract_many(p.heap(), args[0], minus)
    })
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
