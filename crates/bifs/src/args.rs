//! Taking apart the arguments of built-ins.

use std::borrow::Cow;
use term::{Atom, Term, View};
use vm::bif::Exception;

/// `badarg`.
pub(crate) const fn badarg<'h, T>() -> Result<T, Exception<'h>> {
    Err(Exception::BADARG)
}

/// An argument that has to be an atom.
#[inline]
pub(crate) fn atom<'h>(t: Term<'_>) -> Result<Atom, Exception<'h>> {
    t.as_atom().ok_or(Exception::BADARG)
}

/// Small integers of OTP, which are a little fewer than ours. Larger ones are no numbers of
/// elements.
const OTP_SMALLS: std::ops::Range<i64> = -(1 << 59)..1 << 59;

/// An argument that has to be a small integer.
#[inline]
pub(crate) fn small<'h>(t: Term<'_>) -> Result<i64, Exception<'h>> {
    t.as_small().filter(|n| OTP_SMALLS.contains(n)).ok_or(Exception::BADARG)
}

/// An argument that has to be a small integer no less than 0.
#[inline]
pub(crate) fn index<'h>(t: Term<'_>) -> Result<usize, Exception<'h>> {
    usize::try_from(small(t)?).or(badarg())
}

/// An argument that has to be a tuple.
#[inline]
pub(crate) fn tuple<'t, 'h>(t: Term<'t>) -> Result<&'t [Term<'t>], Exception<'h>> {
    t.as_tuple().ok_or(Exception::BADARG)
}

/// An argument that has to be a binary.
pub(crate) fn binary<'t, 'h>(t: Term<'t>) -> Result<Cow<'t, [u8]>, Exception<'h>> {
    t.as_binary().ok_or(Exception::BADARG)
}

/// An argument that has to be a proper list.
pub(crate) fn list<'t, 'h>(t: Term<'t>) -> Result<Vec<Term<'t>>, Exception<'h>> {
    t.to_vec().ok_or(Exception::BADARG)
}

/// An argument that has to be a proper list of bytes.
pub(crate) fn bytes_of_list<'h>(t: Term<'_>) -> Result<Vec<u8>, Exception<'h>> {
    t.byte_list_to_vec().ok_or(Exception::BADARG)
}

/// Whether it is an integer above 0 that is too large to be a small one.
pub(crate) fn is_positive_big(t: Term<'_>) -> bool {
    matches!(t.view(), View::Big(b) if !b.negative)
}
