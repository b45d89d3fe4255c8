//! Atoms, integers and floats to text and back.

use crate::args::{badarg, binary, bytes_of_list, small};
use crate::iolist::pay_bytes;
use std::borrow::Cow;
use term::atom::MAX_CHARACTERS;
use term::integer_text::{self, ParseError};
use term::{Atom, Heap, Term, am, atom, float};
use vm::bif::{BifResult, BifRow, Exception, guard, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "atom_to_list", 1, atom_to_list_1),
    row("erlang", "atom_to_binary", 2, atom_to_binary_2),
    row("erlang", "list_to_atom", 1, list_to_atom_1).until(27),
    // Compilers call it as those allowed in guards.
    guard("erlang", "list_to_atom", 1, list_to_atom_1).since(28),
    row("erlang", "list_to_existing_atom", 1, list_to_existing_atom_1),
    row("erlang", "binary_to_atom", 2, binary_to_atom_2),
    row("erlang", "binary_to_existing_atom", 2, binary_to_existing_atom_2),
    row("erlang", "integer_to_list", 1, integer_to_list_1),
    row("erlang", "integer_to_list", 2, integer_to_list_2),
    row("erlang", "integer_to_binary", 1, integer_to_binary_1),
    row("erlang", "integer_to_binary", 2, integer_to_binary_2),
    row("erlang", "list_to_integer", 1, list_to_integer_1),
    row("erlang", "list_to_integer", 2, list_to_integer_2),
    row("erlang", "binary_to_integer", 1, binary_to_integer_1),
    row("erlang", "binary_to_integer", 2, binary_to_integer_2),
    row("erlang", "float_to_list", 1, float_to_list_1),
    row("erlang", "float_to_list", 2, float_to_list_2),
    row("erlang", "float_to_binary", 1, float_to_binary_1),
    row("erlang", "float_to_binary", 2, float_to_binary_2),
    row("erlang", "list_to_float", 1, list_to_float_1),
    row("erlang", "binary_to_float", 1, binary_to_float_1),
    row("erts_internal", "binary_to_integer", 2, internal_binary_to_integer_2).since(26),
    row("erts_internal", "list_to_integer", 2, internal_list_to_integer_2).since(26),
    row("string", "list_to_integer", 1, string_list_to_integer_1).until(25),
    row("string", "list_to_float", 1, string_list_to_float_1),
];

fn atom_arg<'h>(t: Term<'_>) -> Result<Atom, Exception<'h>> {
    crate::args::atom(t)
}

fn atom_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().string(atom_arg(args[0])?.name()))
}

/// Whether the name of an encoding means latin1; the others mean UTF-8.
fn is_latin1<'h>(t: Term<'_>) -> Result<bool, Exception<'h>> {
    match atom_arg(t)? {
        am::LATIN1 => Ok(true),
        am::UTF8 | am::UNICODE => Ok(false),
        _ => badarg(),
    }
}

fn atom_to_binary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = atom_arg(args[0])?.name();
    if !is_latin1(args[1])? {
        return Ok(p.heap().binary(name.as_bytes()));
    }
    let bytes: Result<Vec<u8>, _> = name.chars().map(|c| u8::try_from(u32::from(c))).collect();
    Ok(p.heap().binary(&bytes.or(badarg())?))
}

/// The name of an atom that is given as a list; the reason is `system_limit` when it is too long.
fn name_of_list<'h>(t: Term<'_>) -> Result<String, Exception<'h>> {
    let (mut chars, mut name, mut count) = (t.list(), String::new(), 0);
    for c in chars.by_ref() {
        if count == MAX_CHARACTERS {
            return Err(Exception::SYSTEM_LIMIT);
        }
        let c = c.as_small().and_then(|c| char::from_u32(u32::try_from(c).ok()?));
        name.push(c.ok_or(Exception::BADARG)?);
        count += 1;
    }
    if chars.tail().is_nil() { Ok(name) } else { badarg() }
}

fn list_to_atom_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::atom(Atom::new(&name_of_list(args[0])?)))
}

fn list_to_existing_atom_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Ok(name) = name_of_list(args[0]) else { return badarg() };
    Atom::existing(&name).map(Term::atom).ok_or(Exception::BADARG)
}

/// Bytes of the longest text that is looked at for being the name of an atom.
const MAX_BYTES: usize = 4 * MAX_CHARACTERS;

/// The name of an atom that is given as a binary, with its number of characters.
fn name_of_binary<'b, 'h>(
    bytes: &'b [u8],
    encoding: Term<'_>,
) -> Result<(Cow<'b, str>, usize), Exception<'h>> {
    if is_latin1(encoding)? {
        return Ok((bytes.iter().map(|&b| char::from(b)).collect(), bytes.len()));
    }
    let name = match std::str::from_utf8(bytes) {
        Ok(name) => name,
        // A text that is too long before its damage is too long, whatever the next character is.
        Err(e) => {
            let valid = String::from_utf8_lossy(&bytes[..e.valid_up_to()]);
            let long = bytes.len() > MAX_BYTES || valid.chars().count() >= MAX_CHARACTERS;
            return if long { Err(Exception::SYSTEM_LIMIT) } else { badarg() };
        }
    };
    Ok((name.into(), name.chars().count()))
}

/// The atom whose name a binary is, if there is one already and nothing has to be converted.
#[inline]
fn existing_of_binary(args: &[Term<'_>]) -> Option<Atom> {
    let bytes = args[0].whole_bytes()?;
    let as_it_is = args[1].is(am::UTF8) || args[1].is(am::LATIN1) && bytes.is_ascii();
    if as_it_is { Atom::existing_of_bytes(bytes) } else { None }
}

fn binary_to_atom_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(atom) = existing_of_binary(args) {
        return Ok(Term::atom(atom));
    }
    let bytes = binary(args[0])?;
    let (name, characters) = name_of_binary(&bytes, args[1])?;
    if characters > MAX_CHARACTERS {
        return Err(Exception::SYSTEM_LIMIT);
    }
    Ok(Term::atom(Atom::new(&name)))
}

fn binary_to_existing_atom_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(atom) = existing_of_binary(args) {
        return Ok(Term::atom(atom));
    }
    let bytes = binary(args[0])?;
    let Ok((name, _)) = name_of_binary(&bytes, args[1]) else { return badarg() };
    Atom::existing(&name).map(Term::atom).ok_or(Exception::BADARG)
}

fn base<'h>(t: Term<'_>) -> Result<u32, Exception<'h>> {
    match small(t)? {
        base @ 2..=36 => Ok(base as u32),
        _ => badarg(),
    }
}

/// Makes the term of an integer's text.
fn integer_text<'h>(
    p: &mut Running<'h>,
    t: Term<'h>,
    base: u32,
    make: fn(&'h Heap, &[u8]) -> Term<'h>,
) -> BifResult<'h> {
    if let Some(i) = t.as_small() {
        let mut buffer = [0; 64];
        // Divisions by a number that is known are quick.
        let digits = match base {
            10 => integer_text::small_digits(i, 10, &mut buffer),
            _ => integer_text::small_digits(i, base, &mut buffer),
        };
        return Ok(make(p.heap(), digits));
    }
    if !t.is_integer() {
        return badarg();
    }
    let text = integer_text::to_text(t, base);
    pay_bytes(p, text.len());
    Ok(make(p.heap(), text.as_bytes()))
}

fn integer_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    integer_text(p, args[0], 10, Heap::byte_list)
}

fn integer_to_list_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    integer_text(p, args[0], base(args[1])?, Heap::byte_list)
}

fn integer_to_binary_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    integer_text(p, args[0], 10, Heap::binary)
}

fn integer_to_binary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    integer_text(p, args[0], base(args[1])?, Heap::binary)
}

/// The integer of a short decimal text.
#[inline(always)]
fn short_decimal(mut text: impl Iterator<Item = Option<u8>>) -> Option<i64> {
    let (mut value, mut digits) = (0i64, 0);
    let first = text.next()??;
    match first {
        b'-' | b'+' => {}
        b'0'..=b'9' => (value, digits) = (i64::from(first - b'0'), 1),
        _ => return None,
    }
    for c in text {
        let digit = c?.wrapping_sub(b'0');
        if digit > 9 || digits == 18 {
            return None;
        }
        value = value * 10 + i64::from(digit);
        digits += 1;
    }
    (digits > 0).then_some(if first == b'-' { -value } else { value })
}

fn parsed<'h>(p: &mut Running<'h>, text: &[u8], base: u32) -> BifResult<'h> {
    pay_bytes(p, text.len());
    integer_text::parse(p.heap(), text, base).map_err(|e| match e {
        ParseError::Syntax => Exception::BADARG,
        ParseError::SystemLimit => Exception::SYSTEM_LIMIT,
    })
}

fn list_to_integer_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mut list = args[0].list();
    let bytes = list.by_ref().map(|t| u8::try_from(t.as_small()?).ok());
    if let Some(i) = short_decimal(bytes)
        && list.tail().is_nil()
    {
        return Ok(Term::small(i));
    }
    parsed(p, &bytes_of_list(args[0])?, 10)
}

fn list_to_integer_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    parsed(p, &bytes_of_list(args[0])?, base(args[1])?)
}

fn binary_to_integer_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(text) = args[0].whole_bytes()
        && let Some(i) = short_decimal(text.iter().map(|&b| Some(b)))
    {
        return Ok(Term::small(i));
    }
    parsed(p, &binary(args[0])?, 10)
}

fn binary_to_integer_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    parsed(p, &binary(args[0])?, base(args[1])?)
}

/// More digits than this are for Erlang code, which takes them apart.
const MANY_DIGITS: usize = 20;

/// `erts_internal:binary_to_integer(Binary, Base)`: an integer, `badarg`, or `big` for one of many
/// digits.
fn internal_binary_to_integer_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (Ok(text), Ok(base)) = (binary(args[0]), base(args[1])) else {
        return Ok(Term::atom(am::BADARG));
    };
    if digits_of(&text, base).is_some_and(|end| end == text.len() && end > MANY_DIGITS) {
        return Ok(Term::atom(atom!("big")));
    }
    match parsed(p, &text, base) {
        Err(_) => Ok(Term::atom(am::BADARG)),
        value => value,
    }
}

/// `erts_internal:list_to_integer(List, Base)`: the integer that a list begins with, and the rest;
/// or an atom that says why there is none, or that it has many digits.
fn internal_list_to_integer_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Ok(base) = base(args[1]) else { return Ok(Term::atom(am::BADARG)) };
    if !args[0].is_cons() && !args[0].is_nil() {
        return Ok(Term::atom(atom!("not_a_list")));
    }
    let text: Vec<u8> = args[0].list().map_while(|c| u8::try_from(c.as_small()?).ok()).collect();
    match digits_of(&text, base) {
        None => Ok(Term::atom(atom!("no_integer"))),
        Some(end) if end > MANY_DIGITS => Ok(Term::atom(atom!("big"))),
        Some(end) => {
            let value = parsed(p, &text[..end], base)?;
            Ok(p.heap().tuple(&[value, list_after(args[0], end)]))
        }
    }
}

/// Where the integer ends that a text begins with; `None` if it begins with none.
fn digits_of(text: &[u8], base: u32) -> Option<usize> {
    let from = sign(text, 0);
    let n = text[from..].iter().take_while(|&&c| char::from(c).is_digit(base)).count();
    (n > 0).then_some(from + n)
}

/// How a float is to be written.
enum Format {
    Short,
    Decimals(i64),
    Scientific(i64),
}

/// Makes the term of a float's text.
fn float_text<'h>(
    p: &Running<'h>,
    t: Term<'_>,
    options: Term<'_>,
    make: fn(&'h Heap, &[u8]) -> Term<'h>,
) -> BifResult<'h> {
    let f = t.as_float().ok_or(Exception::BADARG)?;
    let (mut format, mut compact) = (Format::Scientific(20), false);
    let mut options = options.list();
    for option in options.by_ref() {
        format = if option.is(atom!("compact")) {
            compact = true;
            continue;
        } else if option.is(atom!("short")) {
            Format::Short
        } else {
            let [name, n] = *option.as_tuple_of::<2>().ok_or(Exception::BADARG)?;
            let n = small(n)?;
            if name.is(atom!("decimals")) {
                Format::Decimals(n)
            } else if name.is(atom!("scientific")) {
                Format::Scientific(n)
            } else {
                return badarg();
            }
        };
    }
    if !options.tail().is_nil() {
        return badarg();
    }
    let mut text = float::Text::new();
    let written = match format {
        Format::Short => {
            float::put_shortest(f, &mut text);
            Some(())
        }
        Format::Decimals(n) => float::put_decimals(f, n, compact, &mut text),
        Format::Scientific(n) => float::put_scientific(f, n, &mut text),
    };
    written.ok_or(Exception::BADARG)?;
    Ok(make(p.heap(), &text))
}

fn float_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    float_text(p, args[0], Term::NIL, Heap::byte_list)
}

fn float_to_list_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    float_text(p, args[0], args[1], Heap::byte_list)
}

fn float_to_binary_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    float_text(p, args[0], Term::NIL, Heap::binary)
}

fn float_to_binary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    float_text(p, args[0], args[1], Heap::binary)
}

/// The float of a text, which a 0 ends, as it does in C.
fn parsed_float<'h>(p: &Running<'h>, text: &[u8]) -> BifResult<'h> {
    let text = &text[..memchr::memchr(0, text).unwrap_or(text.len())];
    float::parse(text).map(|f| p.heap().float(f)).ok_or(Exception::BADARG)
}

fn list_to_float_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    parsed_float(p, &bytes_of_list(args[0])?)
}

fn binary_to_float_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    parsed_float(p, &binary(args[0])?)
}

/// The bytes that a list begins with, as long as they may belong to a number.
fn leading_text(t: Term<'_>) -> Vec<u8> {
    t.list()
        .map_while(|c| u8::try_from(c.as_small()?).ok())
        .take_while(|c| matches!(c, b'0'..=b'9' | b'+' | b'-' | b'.' | b',' | b'e' | b'E'))
        .collect()
}

/// The rest of a list after `n` elements.
fn list_after<'h>(t: Term<'h>, n: usize) -> Term<'h> {
    let mut list = t.list();
    list.by_ref().take(n).for_each(drop);
    list.tail()
}

fn no_number<'h>(heap: &'h Heap, why: Atom) -> BifResult<'h> {
    Ok(heap.tuple(&[Term::atom(am::ERROR), Term::atom(why)]))
}

/// Where the digits from `from` on end; `None` if there are none.
fn digits(text: &[u8], from: usize) -> Option<usize> {
    let n = text[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    (n > 0).then_some(from + n)
}

fn sign(text: &[u8], at: usize) -> usize {
    usize::from(matches!(text.get(at), Some(b'+' | b'-')))
}

fn string_list_to_integer_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[0].is_cons() && !args[0].is_nil() {
        return no_number(p.heap(), atom!("not_a_list"));
    }
    let text = leading_text(args[0]);
    let Some(end) = digits(&text, sign(&text, 0)) else {
        return no_number(p.heap(), atom!("no_integer"));
    };
    let value = parsed(p, &text[..end], 10)?;
    Ok(p.heap().tuple(&[value, list_after(args[0], end)]))
}

/// Where the float that a text begins with ends.
fn float_end(text: &[u8]) -> Option<usize> {
    let point = digits(text, sign(text, 0))?;
    if !matches!(text.get(point), Some(b'.' | b',')) {
        return None;
    }
    let end = digits(text, point + 1)?;
    // An `e` without digits after it is no part of the float.
    let with_exponent = match text.get(end) {
        Some(b'e' | b'E') => digits(text, end + 1 + sign(text, end + 1)),
        _ => None,
    };
    Some(with_exponent.unwrap_or(end))
}

fn string_list_to_float_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    if !args[0].is_cons() && !args[0].is_nil() {
        return no_number(heap, atom!("not_a_list"));
    }
    let mut text = leading_text(args[0]);
    let Some(end) = float_end(&text) else { return no_number(heap, atom!("no_float")) };
    text.truncate(end);
    match float::parse(&text) {
        Some(f) => Ok(heap.tuple(&[heap.float(f), list_after(args[0], end)])),
        None => no_number(heap, atom!("no_float")),
    }
}
