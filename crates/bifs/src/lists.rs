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
    // Atoms, pids and [] are equal only to themselves; numbers may equal others of another type.
    let by_word = key.is_immediate() && !key.is_integer();
    let (mut rest, mut seen) = (list, 0);
    while let Some((head, tail)) = rest.as_cons() {
        seen += 1;
        if let Some(&element) = head.as_tuple().and_then(|t| t.get(n - 1))
            && (element.same(key) || !by_word && equal(element, key))
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
    let elements = args[0].to_vec().ok_or(Exception::BADARG)?;
    pay(p, elements.len());
    if args[1].is_nil() {
        return Ok(args[0]);
    }
    Ok(p.heap().list_with_tail(&elements, args[1]))
}

fn subtract_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let from = args[0].to_vec().ok_or(Exception::BADARG)?;
    let minus = args[1].to_vec().ok_or(Exception::BADARG)?;
    if from.is_empty() || minus.is_empty() {
        return Ok(args[0]);
    }
    pay(p, from.len() + minus.len());
    Ok(if minus.len() <= 16 {
        subtract_few(p.heap(), &from, minus)
    } else {
        subtract_many(p.heap(), &from, minus)
    })
}

fn subtract_few<'h>(heap: &'h Heap, from: &[Term<'h>], mut minus: Vec<Term<'h>>) -> Term<'h> {
    let mut kept = Vec::with_capacity(from.len());
    for (i, &t) in from.iter().enumerate() {
        match minus.iter().position(|&m| exactly_equal(m, t)) {
            Some(at) => {
                minus.swap_remove(at);
                if minus.is_empty() {
                    kept.extend_from_slice(&from[i + 1..]);
                    break;
                }
            }
            None => kept.push(t),
        }
    }
    heap.list(&kept)
}

/// In n log m: the list to remove as a sorted multiset.
fn subtract_many<'h>(heap: &'h Heap, from: &[Term<'h>], mut minus: Vec<Term<'h>>) -> Term<'h> {
    minus.sort_unstable_by(|&a, &b| compare_exact(a, b));
    let mut counted: Vec<(Term<'h>, usize)> = Vec::with_capacity(minus.len());
    for t in minus {
        match counted.last_mut() {
            Some((last, n)) if compare_exact(*last, t) == Ordering::Equal => *n += 1,
            _ => counted.push((t, 1)),
        }
    }
    let mut kept = Vec::with_capacity(from.len());
    for &t in from {
        match counted.binary_search_by(|&(m, _)| compare_exact(m, t)) {
            Ok(at) if counted[at].1 > 0 => counted[at].1 -= 1,
            _ => kept.push(t),
        }
    }
    heap.list(&kept)
}
