//! The ends of a built-in: a value, an exception, or another way to go on.

use term::{Atom, Export, Heap, Term, am};

/// The result of a built-in.
pub type BifResult<'h> = Result<Term<'h>, Exception<'h>>;

/// How a built-in ends other than with a value.
pub enum Exception<'h> {
    /// `erlang:error(Reason)`.
    Error(Term<'h>),
    /// `erlang:exit(Reason)`.
    Exit(Term<'h>),
    /// `erlang:throw(Reason)`.
    Throw(Term<'h>),
    /// The rest, rare enough to be boxed.
    Other(Box<Other<'h>>),
}

/// Rare ends of built-ins.
pub enum Other<'h> {
    /// `erlang:error(Reason, Args)`: the first entry of the stack trace has these arguments.
    ErrorArgs(Term<'h>, Term<'h>),
    /// `erlang:error(Reason, Args, [{error_info, Map}])`: `None` for no arguments.
    ErrorInfo(Term<'h>, Option<Term<'h>>, Term<'h>),
    /// `erlang:raise(Class, Reason, Stacktrace)`.
    Raise(Atom, Term<'h>, Term<'h>),
    /// `badarg` of a built-in that was called with these arguments, and then again with others.
    BadargOf(Vec<Term<'h>>),
    /// As `Error`, and the stack trace's first entry has `{error_info, Map}` with this `cause`.
    ErrorCause(Term<'h>, Term<'h>),
    /// Go on with a call of this function: its value is the built-in's.
    Trap(&'static Export, Vec<Term<'h>>),
    /// Give others a turn, then call the same built-in with these arguments.
    Yield(Vec<Term<'h>>),
    /// Sleep until a signal arrives, then call the same built-in with these arguments.
    Wait(Vec<Term<'h>>),
    /// A shortcut leaves it to the module's own function, with these arguments.
    Original(Vec<Term<'h>>),
    /// The process has been made to exit (`exit(self(), kill)`, `halt`): do not go on.
    Exited,
}

impl<'h> Exception<'h> {
    /// `badarg`.
    pub const BADARG: Exception<'static> = Exception::Error(Term::atom(am::BADARG));
    /// `badarith`.
    pub const BADARITH: Exception<'static> = Exception::Error(Term::atom(am::BADARITH));
    /// `system_limit`.
    pub const SYSTEM_LIMIT: Exception<'static> = Exception::Error(Term::atom(am::SYSTEM_LIMIT));
    /// `notsup`: this emulator does not have it (it stands in docs/differences-with-otp.md).
    pub const NOTSUP: Exception<'static> = Exception::Error(Term::atom(am::NOTSUP));

    /// `{badkey, Key}`, `{badmap, Term}` and the like.
    pub fn tagged(heap: &'h Heap, tag: Atom, value: Term<'h>) -> Exception<'h> {
        Exception::Error(heap.tuple(&[Term::atom(tag), value]))
    }

    /// Go on with a call of this function.
    pub fn trap(export: &'static Export, args: Vec<Term<'h>>) -> Exception<'h> {
        Exception::Other(Box::new(Other::Trap(export, args)))
    }

    /// Give others a turn, then call the same built-in with these arguments.
    pub fn yield_with(args: Vec<Term<'h>>) -> Exception<'h> {
        Exception::Other(Box::new(Other::Yield(args)))
    }

    /// Sleep until a signal arrives, then call the same built-in with these arguments.
    pub fn wait_with(args: Vec<Term<'h>>) -> Exception<'h> {
        Exception::Other(Box::new(Other::Wait(args)))
    }

    /// A shortcut leaves it to the module's own function.
    pub fn original(args: &[Term<'h>]) -> Exception<'h> {
        Exception::Other(Box::new(Other::Original(args.to_vec())))
    }
}
