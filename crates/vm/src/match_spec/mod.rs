//! Match specifications: `[{Head, Guards, Body}]` compiled to small programs, for ETS and for
//! tracing.

mod compile;
pub mod keys;
mod prim;
mod run;

pub use compile::{Action, Function, is_too_deep, release_functions};
pub use run::{Actions, Fake, Stacktrace, Subject, depth};

use crate::bif::Bif;
use prim::Prim;
use term::{Heap, OwnedTerm, Term};

/// The purpose of a program, on which it depends what its head matches and which functions it may
/// call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Objects of tables (any term, in `match_spec_run`).
    Table,
    /// Lists of arguments of calls.
    Call,
    /// Messages that are sent.
    Sent,
    /// Messages that arrive, when no process needs to run.
    Received,
}

/// The condition that a leaf of a pattern puts on a term.
#[derive(Copy, Clone, Debug)]
enum Leaf {
    Bind(u32),
    Same(u32),
    Immediate(Term<'static>),
    Constant(u32),
}

/// An instruction of a head. Compound terms still to be matched are on a stack; the parts of the
/// one being matched are in a register.
#[derive(Clone, Debug)]
enum Match {
    /// Takes a term, which must be a tuple of this size; its elements become the parts.
    Tuple(u32),
    /// Takes a term, which must be `[_|_]`; head and tail become the parts.
    Cell,
    /// Takes a term, which must be a map of this many keys or more; it becomes the one part.
    Map(u32),
    /// A part must fulfil this condition.
    Part(u32, Leaf),
    /// Puts a part on the stack.
    PushPart(u32),
    /// The part, a map, must have this key, whose value goes on the stack.
    PushValue(Key),
    /// The part, a map, must have this key.
    HasKey(Key),
    /// Takes a term, which must fulfil this condition.
    Top(Leaf),
}

#[derive(Copy, Clone, Debug)]
enum Key {
    Immediate(Term<'static>),
    Constant(u32),
}

/// An instruction of guards and bodies, on a stack of values.
#[derive(Copy, Clone)]
enum Op {
    Immediate(Term<'static>),
    Constant(u32),
    Variable(u32),
    Object,
    AllVariables,
    Cons,
    Tuple(u32),
    Map(u32),
    Prim(Prim, u8),
    Call(&'static Bif, u8),
    And(u32),
    Or(u32),
    AndAlso(u32),
    OrElse(u32),
    SelfPid,
    Act(Action, u8),
    /// Takes a value, which becomes the result; gives `true`.
    Message,
    /// Takes a value, which must be `true`.
    Test,
    Drop,
    /// Takes a value, which becomes the result.
    Return,
}

/// Where an argument of a [`Check`] comes from.
#[derive(Copy, Clone)]
enum Operand {
    Immediate(Term<'static>),
    Variable(u32),
}

/// A guard that needs no stack: a function of one or two operands.
#[derive(Copy, Clone)]
struct Check {
    function: Prim,
    arguments: [Operand; 2],
    arity: u8,
}

/// A clause.
struct Clause {
    variables: u32,
    head: Vec<Match>,
    /// The first guards, as long as they are simple; `guards` has the others.
    checks: Vec<Check>,
    guards: Vec<Op>,
    body: Vec<Op>,
    /// Pattern and body as constants.
    pattern: u32,
    body_term: u32,
}

/// The instructions; their constants are kept beside.
struct Code {
    clauses: Vec<Clause>,
    dialect: Dialect,
}

/// A compiled match specification whose constants lie where its source lies: made for one use.
pub struct Compiled<'a> {
    code: Code,
    constants: Vec<Term<'a>>,
}

/// A compiled match specification that can be kept.
pub struct Program {
    code: Code,
    constants: OwnedTerm,
}

/// Either of them, to be run.
#[derive(Copy, Clone)]
pub struct View<'a> {
    code: &'a Code,
    constants: &'a [Term<'a>],
}

impl<'a> Compiled<'a> {
    /// To run it.
    pub fn view(&self) -> View<'_> {
        View { code: &self.code, constants: &self.constants }
    }

    /// To keep it.
    pub fn store(self) -> Program {
        let scratch = Heap::new(self.constants.len() + 1);
        let constants = OwnedTerm::new(scratch.tuple(&self.constants));
        Program { code: self.code, constants }
    }
}

impl Program {
    /// The terms in it.
    pub fn constants(&self) -> Term<'_> {
        self.constants.term()
    }

    /// To run it.
    pub fn view(&self) -> View<'_> {
        let constants = self.constants.term().as_tuple().expect("a tuple of constants");
        View { code: &self.code, constants }
    }
}

impl<'a> View<'a> {
    /// Number of clauses.
    fn len(&self) -> usize {
        self.code.clauses.len()
    }

    /// Pattern of a clause.
    fn pattern(&self, i: usize) -> Term<'a> {
        self.constants[self.code.clauses[i].pattern as usize]
    }

    /// Body of a clause.
    fn body(&self, i: usize) -> Term<'a> {
        self.constants[self.code.clauses[i].body_term as usize]
    }

    /// The purpose of the program.
    pub fn dialect(&self) -> Dialect {
        self.code.dialect
    }
}

/// The number of a variable `'$N'`.
pub fn variable(t: Term<'_>) -> Option<u64> {
    let name = t.as_atom()?.name().strip_prefix('$')?;
    let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    if !plain || name.len() > 1 && name.starts_with('0') {
        return None;
    }
    Some(name.bytes().fold(0_u64, |n, b| n.wrapping_mul(10).wrapping_add(u64::from(b - b'0'))))
}
