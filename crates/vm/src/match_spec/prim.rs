//! Functions of match specifications that need no call: type tests, comparisons, parts of terms.

use crate::bif::{Bif, BifResult};
use crate::process::Running;
use release::Difference;
use std::cmp::Ordering;
use term::{Atom, Term, am, compare};

/// A function done in place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Prim {
    IsAtom,
    IsFloat,
    IsInteger,
    IsList,
    IsNumber,
    IsPid,
    IsPort,
    IsReference,
    IsTuple,
    IsMap,
    IsBinary,
    IsFunction,
    IsRecord,
    Eq,
    Ne,
    EqExact,
    NeExact,
    Lt,
    Le,
    Gt,
    Ge,
    Not,
    Xor,
    Hd,
    Tl,
    Element,
    Length,
}

/// The function of this name that is done in place.
pub(super) fn find(name: Atom, arity: usize) -> Option<Prim> {
    Some(match (name.name(), arity) {
        ("is_atom", 1) => Prim::IsAtom,
        ("is_float", 1) => Prim::IsFloat,
        ("is_integer", 1) => Prim::IsInteger,
        ("is_list", 1) => Prim::IsList,
        ("is_number", 1) => Prim::IsNumber,
        ("is_pid", 1) => Prim::IsPid,
        ("is_port", 1) => Prim::IsPort,
        ("is_reference", 1) => Prim::IsReference,
        ("is_tuple", 1) => Prim::IsTuple,
        ("is_map", 1) => Prim::IsMap,
        ("is_binary", 1) => Prim::IsBinary,
        ("is_function", 1) => Prim::IsFunction,
        ("is_record", 3) => Prim::IsRecord,
        ("==", 2) => Prim::Eq,
        ("/=", 2) => Prim::Ne,
        ("=:=", 2) => Prim::EqExact,
        ("=/=", 2) => Prim::NeExact,
        ("<", 2) => Prim::Lt,
        ("=<", 2) => Prim::Le,
        (">", 2) => Prim::Gt,
        (">=", 2) => Prim::Ge,
        ("not", 1) => Prim::Not,
        ("xor", 2) => Prim::Xor,
        ("hd", 1) => Prim::Hd,
        ("tl", 1) => Prim::Tl,
        ("element", 2) => Prim::Element,
        ("length", 1) => Prim::Length,
        _ => return None,
    })
}

impl Prim {
    /// The value; None if it fails.
    #[inline]
    pub(super) fn call<'h>(self, args: &[Term<'h>]) -> Option<Term<'h>> {
        let a = args[0];
        let truth = match self {
            Prim::IsAtom => a.as_atom().is_some(),
            Prim::IsFloat => a.as_float().is_some(),
            Prim::IsInteger => a.is_integer(),
            Prim::IsList => a.is_cons() || a.is_nil(),
            Prim::IsNumber => a.is_number(),
            Prim::IsPid => a.is_pid(),
            Prim::IsPort => a.is_port(),
            Prim::IsReference => a.is_reference(),
            Prim::IsTuple => a.is_tuple(),
            Prim::IsMap => a.is_map(),
            Prim::IsBinary => a.is_binary(),
            Prim::IsFunction => a.is_function(),
            Prim::IsRecord => {
                let tag = args[1].as_atom()?;
                if let Some(name) = args[2].as_atom().filter(|_| Difference::Records.is_on()) {
                    return Some(Term::bool(
                        a.as_record().is_some_and(|(definition, _)| definition.is(tag, name)),
                    ));
                }
                let size = args[2].as_small()?;
                let elements = a.as_tuple().unwrap_or_default();
                elements.len() as i64 == size && elements.first().is_some_and(|e| e.is(tag))
            }
            Prim::Eq => compare::equal(a, args[1]),
            Prim::Ne => !compare::equal(a, args[1]),
            Prim::EqExact => compare::exactly_equal(a, args[1]),
            Prim::NeExact => !compare::exactly_equal(a, args[1]),
            Prim::Lt => compare::compare(a, args[1]) == Ordering::Less,
            Prim::Le => compare::compare(a, args[1]) != Ordering::Greater,
            Prim::Gt => compare::compare(a, args[1]) == Ordering::Greater,
            Prim::Ge => compare::compare(a, args[1]) != Ordering::Less,
            Prim::Not => !a.as_bool()?,
            Prim::Xor => a.as_bool()? != args[1].as_bool()?,
            Prim::Hd => return a.as_cons().map(|c| c.0),
            Prim::Tl => return a.as_cons().map(|c| c.1),
            Prim::Element => {
                let i = usize::try_from(a.as_small()?).ok()?.checked_sub(1)?;
                return args[1].as_tuple()?.get(i).copied();
            }
            Prim::Length => return a.list_length().map(|n| Term::small(n as i64)),
        };
        Some(Term::bool(truth))
    }
}

/// Calls a built-in; adding and subtracting small integers is done here.
#[inline]
pub(super) fn call<'h>(bif: &Bif, p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let [a, b] = args
        && let (Some(a), Some(b)) = (a.as_small(), b.as_small())
    {
        let sum = match bif.mfa.function {
            am::PLUS => Some(a + b),
            am::MINUS => Some(a - b),
            _ => None,
        };
        if let Some(t) = sum.and_then(Term::try_small) {
            return Ok(t);
        }
    }
    bif.call(p, args)
}
