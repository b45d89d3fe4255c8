//! The answers of `prim_socket`.

use release::Difference;
use term::{Atom, Heap, Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::errno;
use vm::process::Running;

/// Keys and values of a map.
pub type Fields<'a, 'h> = &'a [(&'a str, Term<'h>)];

/// A map with these keys.
pub fn map_of<'h>(heap: &'h Heap, fields: Fields<'_, 'h>) -> Term<'h> {
    let pairs: Vec<_> = fields.iter().map(|f| (Term::atom(Atom::new(f.0)), f.1)).collect();
    term::map::from_pairs(heap, &pairs)
}

/// `{ok, T}`.
pub fn ok<'h>(p: &Running<'h>, t: Term<'h>) -> BifResult<'h> {
    Ok(p.heap().tuple(&[Term::OK, t]))
}

/// `{error, T}`.
pub fn error<'h>(p: &Running<'h>, t: Term<'h>) -> BifResult<'h> {
    Ok(p.heap().tuple(&[Term::atom(am::ERROR), t]))
}

/// `{error, Reason}` of an error of the operating system.
pub fn os_error<'h>(p: &Running<'h>, e: &std::io::Error) -> BifResult<'h> {
    error(p, Term::atom(errno::atom(errno::number(e))))
}

/// `ok`, or `{error, Reason}`.
pub fn done<'h>(p: &Running<'h>, result: std::io::Result<()>) -> BifResult<'h> {
    match result {
        Ok(()) => Ok(Term::OK),
        Err(e) => os_error(p, &e),
    }
}

/// `{error, closed}`.
pub fn closed<'h>(p: &Running<'h>) -> BifResult<'h> {
    error(p, Term::atom(atom!("closed")))
}

fn invalid_term<'h>(p: &Running<'h>, what: Term<'h>) -> Term<'h> {
    p.heap().tuple(&[Term::atom(atom!("invalid")), what])
}

/// `{invalid, What}`.
pub fn invalid<'h>(p: &Running<'h>, what: Term<'h>) -> BifResult<'h> {
    Ok(invalid_term(p, what))
}

/// `{invalid, value}`.
pub fn invalid_value<'h>(p: &Running<'h>) -> BifResult<'h> {
    invalid(p, Term::atom(atom!("value")))
}

/// `{error, {invalid, What}}`.
pub fn error_invalid<'h>(p: &Running<'h>, what: Atom) -> BifResult<'h> {
    error(p, invalid_term(p, Term::atom(what)))
}

/// Raises `{invalid, What}`.
pub fn raise_invalid<'h>(p: &Running<'h>, what: Term<'h>) -> BifResult<'h> {
    Err(Exception::Error(invalid_term(p, what)))
}

/// The answer to a term that is no C `int`: `{invalid, {integer_range, T}}`, or `badarg` if it is
/// no integer.
pub fn not_int<'h>(p: &Running<'h>, t: Term<'h>) -> BifResult<'h> {
    if !t.is_integer() {
        return Err(Exception::BADARG);
    }
    let range = p.heap().tuple(&[Term::atom(atom!("integer_range")), t]);
    match Difference::IntegerRanges.is_on() {
        true => error(p, invalid_term(p, range)),
        false => invalid(p, range),
    }
}
