//! Tuples, and the sizes of things.

use crate::args::{badarg, index, list, tuple};
use term::Term;
use term::word::Kind;
use vm::bif::{BifResult, BifRow, Exception, guard, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    guard("erlang", "element", 2, element_2),
    row("erlang", "setelement", 3, setelement_3),
    guard("erlang", "tuple_size", 1, tuple_size_1),
    guard("erlang", "size", 1, size_1),
    row("erlang", "make_tuple", 2, make_tuple_2),
    row("erlang", "make_tuple", 3, make_tuple_3),
    row("erlang", "append_element", 2, append_element_2),
    row("erlang", "insert_element", 3, insert_element_3),
    row("erlang", "delete_element", 2, delete_element_2),
    row("erlang", "tuple_to_list", 1, tuple_to_list_1),
    row("erlang", "list_to_tuple", 1, list_to_tuple_1),
];

/// Most elements that a tuple may have.
const MAX_SIZE: usize = (1 << 24) - 1;

/// A position in a tuple, counted from 1, as one from 0; at most `last`.
fn position<'h>(t: Term<'_>, last: usize) -> Result<usize, Exception<'h>> {
    match index(t)? {
        n if n >= 1 && n <= last => Ok(n - 1),
        _ => badarg(),
    }
}

fn element_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let elements = tuple(args[1])?;
    Ok(elements[position(args[0], elements.len())?])
}

fn setelement_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let elements = tuple(args[1])?;
    let at = position(args[0], elements.len())?;
    Ok(p.heap().tuple_with(elements, at, args[2]))
}

fn tuple_size_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(tuple(args[0])?.len() as i64))
}

fn size_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match (args[0].as_tuple(), args[0].as_bits()) {
        (Some(elements), _) => Ok(Term::small(elements.len() as i64)),
        (_, Some(bits)) => Ok(Term::small((bits.bit_len() / 8) as i64)),
        _ => badarg(),
    }
}

fn tuple_of_size<'h>(size: Term<'_>, default: Term<'h>) -> Result<Vec<Term<'h>>, Exception<'h>> {
    match index(size)? {
        n if n <= MAX_SIZE => Ok(vec![default; n]),
        _ => badarg(),
    }
}

fn make_tuple_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match index(args[0])? {
        n if n <= MAX_SIZE => Ok(p.heap().tuple_of(n, std::iter::repeat(args[1]))),
        _ => badarg(),
    }
}

fn make_tuple_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mut elements = tuple_of_size(args[0], args[1])?;
    for pair in list(args[2])? {
        let &[at, value] = pair.as_tuple_of::<2>().ok_or(Exception::BADARG)?;
        let at = position(at, elements.len())?;
        elements[at] = value;
    }
    Ok(p.heap().tuple(&elements))
}

fn append_element_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let elements = tuple(args[0])?;
    if elements.len() >= MAX_SIZE {
        return badarg();
    }
    Ok(p.heap().node_of_parts(Kind::Tuple, [elements, &[args[1]]]))
}

fn insert_element_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let elements = tuple(args[1])?;
    let (before, behind) = elements.split_at(position(args[0], elements.len() + 1)?);
    if elements.len() >= MAX_SIZE {
        return badarg();
    }
    Ok(p.heap().node_of_parts(Kind::Tuple, [before, &[args[2]], behind]))
}

fn delete_element_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let elements = tuple(args[1])?;
    let at = position(args[0], elements.len())?;
    Ok(p.heap().node_of_parts(Kind::Tuple, [&elements[..at], &elements[at + 1..]]))
}

fn tuple_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().list(tuple(args[0])?))
}

fn list_to_tuple_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].list_length() {
        Some(n) if n <= MAX_SIZE => Ok(p.heap().tuple_of(n, args[0].list())),
        _ => badarg(),
    }
}
