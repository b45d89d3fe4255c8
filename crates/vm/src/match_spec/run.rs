//! Running match specifications.

use super::{Action, Check, Clause, Key, Leaf, Match, Op, Operand, View, prim};
use crate::process::{Process, Running};
use probes::{fire, text};
use smallvec::SmallVec;
use term::copy::size_of_term;
use term::{Heap, Term, am, compare, map};

/// The term or terms that a program is applied to.
#[derive(Copy, Clone)]
pub enum Subject<'r> {
    /// A term.
    Term(Term<'r>),
    /// The arguments of a call.
    Arguments(&'r [Term<'r>]),
}

/// The effects of the functions that only match specifications for tracing have.
pub trait Actions {
    /// Carries out an action; None if it fails.
    fn act<'h>(
        &mut self,
        p: &mut Running<'h>,
        action: Action,
        args: &[Term<'h>],
    ) -> Option<Term<'h>>;
}

/// Gives the stack trace of a process, with at most so many entries.
pub type Stacktrace = for<'h> fn(&Running<'h>, usize) -> Term<'h>;

/// How many entries the function `current_stacktrace` is to give, with these arguments.
pub fn depth(args: &[Term<'_>]) -> usize {
    let depth = args.first().and_then(|t| t.as_small());
    depth.and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX)
}

/// Effects without tracing, for `erlang:match_spec_test/3`: notes what has been asked for.
#[derive(Debug)]
pub struct Fake {
    stacktrace: Stacktrace,
    /// `{return_trace}` was called.
    pub return_trace: bool,
    /// `{exception_trace}` was called.
    pub exception_trace: bool,
}

impl Fake {
    /// Nothing has been asked for yet.
    pub fn new(stacktrace: Stacktrace) -> Fake {
        Fake { stacktrace, return_trace: false, exception_trace: false }
    }
}

impl Actions for Fake {
    fn act<'h>(
        &mut self,
        p: &mut Running<'h>,
        action: Action,
        args: &[Term<'h>],
    ) -> Option<Term<'h>> {
        Some(match action {
            Action::ReturnTrace => {
                self.return_trace = true;
                Term::TRUE
            }
            Action::ExceptionTrace => {
                self.exception_trace = true;
                Term::TRUE
            }
            Action::Caller | Action::CallerLine => Term::UNDEFINED,
            Action::CurrentStacktrace => (self.stacktrace)(p, depth(args)),
            Action::IsSeqTrace => Term::FALSE,
            Action::GetSeqToken => Term::NIL,
            // A process without a token has no more than this of it.
            Action::SetSeqToken => match args[0].as_atom()?.name() {
                "label" | "serial" => Term::NIL,
                "send"
                | "receive"
                | "print"
                | "timestamp"
                | "monotonic_timestamp"
                | "strict_monotonic_timestamp" => p.heap().tuple(&[args[0], Term::FALSE]),
                _ => return None,
            },
            Action::GetTcw | Action::SetTcw => Term::small(0),
            _ => Term::TRUE,
        })
    }
}

type Values<'r> = SmallVec<[Term<'r>; 12]>;

/// Where values of variables, constants and the object come from.
trait Load<'v> {
    fn variable(&mut self, i: u32) -> Term<'v>;
    fn constant(&mut self, i: u32) -> Term<'v>;
    fn object(&mut self) -> Term<'v>;
    fn count(&self) -> u32;
}

/// For guards: the terms where they are. A term that a guard builds is never part of one that
/// remains.
struct InPlace<'r> {
    heap: &'r Heap,
    constants: &'r [Term<'r>],
    variables: &'r [Term<'r>],
    subject: Subject<'r>,
}

impl<'r> Load<'r> for InPlace<'r> {
    fn variable(&mut self, i: u32) -> Term<'r> {
        self.variables[i as usize]
    }

    fn constant(&mut self, i: u32) -> Term<'r> {
        self.constants[i as usize]
    }

    fn object(&mut self) -> Term<'r> {
        match self.subject {
            Subject::Term(t) => t,
            Subject::Arguments(args) => self.heap.list(args),
        }
    }

    fn count(&self) -> u32 {
        self.variables.len() as u32
    }
}

/// A copy of a term on the heap of a process.
fn copied<'h>(p: &Process, heap: &'h Heap, t: Term<'_>) -> Term<'h> {
    if !t.is_immediate() {
        fire!(move erlang::copy__object, text!("{}", p.pid()), size_of_term(t));
    }
    heap.copy_in(t)
}

/// For bodies: copies on the heap of the process, which the result is made of.
struct Copied<'h, 'r> {
    p: &'h Process,
    heap: &'h Heap,
    constants: &'r [Term<'r>],
    variables: &'r [Term<'r>],
    copies: Values<'h>,
    subject: Subject<'r>,
}

impl<'h> Load<'h> for Copied<'h, '_> {
    fn variable(&mut self, i: u32) -> Term<'h> {
        if self.copies.is_empty() {
            self.copies.resize(self.variables.len(), Term::NONE);
        }
        let copy = &mut self.copies[i as usize];
        if !copy.is_value() {
            *copy = copied(self.p, self.heap, self.variables[i as usize]);
        }
        *copy
    }

    fn constant(&mut self, i: u32) -> Term<'h> {
        copied(self.p, self.heap, self.constants[i as usize])
    }

    fn object(&mut self) -> Term<'h> {
        let heap = self.heap;
        match self.subject {
            Subject::Term(t) => heap.copy_in(t),
            Subject::Arguments(args) => {
                heap.list_from_rev(args.iter().rev().map(|&a| heap.copy_in(a)))
            }
        }
    }

    fn count(&self) -> u32 {
        self.variables.len() as u32
    }
}

impl View<'_> {
    /// Applies the program: the result of the first clause that matches, on the heap of the
    /// process.
    #[inline]
    pub fn run<'h>(&self, p: &mut Running<'h>, object: Term<'_>) -> Option<Term<'h>> {
        self.run_with(p, Subject::Term(object), &mut Fake::new(|_, _| Term::NIL))
    }

    /// Whether the result is `true`.
    #[inline]
    pub fn is_true(&self, p: &mut Running<'_>, object: Term<'_>) -> bool {
        self.run(p, object).is_some_and(|t| t.is(am::TRUE))
    }

    /// As [`View::run`], for tracing.
    pub fn run_with<'h>(
        &self,
        p: &mut Running<'h>,
        subject: Subject<'_>,
        actions: &mut impl Actions,
    ) -> Option<Term<'h>> {
        let constants = self.constants;
        self.code.clauses.iter().find_map(|c| run_clause(c, constants, p, subject, actions))
    }
}

fn run_clause<'h>(
    c: &Clause,
    constants: &[Term<'_>],
    p: &mut Running<'h>,
    subject: Subject<'_>,
    actions: &mut impl Actions,
) -> Option<Term<'h>> {
    let mut variables = Values::new();
    variables.resize(c.variables as usize, Term::NONE);
    let subject = match (subject, c.head.first()) {
        (Subject::Arguments(args), None | Some(Match::Top(_))) => {
            Subject::Term(p.heap().list_from_rev(args.iter().rev().map(|&a| p.heap().copy_in(a))))
        }
        _ => subject,
    };
    if !match_head(&c.head, constants, subject, &mut variables) {
        return None;
    }
    if !c.checks.iter().all(|check| holds(check, &variables)) {
        return None;
    }
    if !c.guards.is_empty() {
        let load = InPlace { heap: p.heap(), constants, variables: &variables, subject };
        evaluate(&c.guards, load, &mut p.lend(), false, actions)?;
    }
    match *c.body.as_slice() {
        [Op::Object, Op::Return] if matches!(subject, Subject::Term(_)) => {
            let Subject::Term(t) = subject else { return None };
            Some(p.heap().copy_in(t))
        }
        [Op::Immediate(t), Op::Return] => Some(t),
        _ => {
            let load = Copied {
                p: p.process(),
                heap: p.heap(),
                constants,
                variables: &variables,
                copies: Values::new(),
                subject,
            };
            evaluate(&c.body, load, p, true, actions)
        }
    }
}

#[inline]
fn holds(check: &Check, variables: &[Term<'_>]) -> bool {
    let [a, b] = check.arguments.map(|o| match o {
        Operand::Immediate(t) => t,
        Operand::Variable(i) => variables[i as usize],
    });
    check.function.call(&[a, b][..usize::from(check.arity)]).is_some_and(|t| t.is(am::TRUE))
}

#[inline]
fn leaf<'r>(leaf: Leaf, t: Term<'r>, constants: &[Term<'_>], variables: &mut [Term<'r>]) -> bool {
    match leaf {
        Leaf::Bind(v) => {
            variables[v as usize] = t;
            true
        }
        Leaf::Same(v) => compare::exactly_equal(variables[v as usize], t),
        Leaf::Immediate(c) => c.same(t),
        Leaf::Constant(i) => compare::exactly_equal(constants[i as usize], t),
    }
}

#[inline]
fn value_of<'r>(map: Term<'r>, key: &Key, constants: &[Term<'_>]) -> Option<Term<'r>> {
    match *key {
        Key::Immediate(t) => map::get(map, t),
        Key::Constant(i) => map::get(map, constants[i as usize]),
    }
}

fn match_head<'r>(
    head: &[Match],
    constants: &[Term<'_>],
    subject: Subject<'r>,
    variables: &mut [Term<'r>],
) -> bool {
    let mut stack = Values::new();
    let mut parts: &[Term<'r>] = &[];
    let mut whole = Term::NIL;
    let mut head = head;
    match subject {
        Subject::Term(t) => match head.split_first() {
            Some((Match::Tuple(n), rest)) => match t.as_tuple() {
                Some(elements) if elements.len() == *n as usize => (parts, head) = (elements, rest),
                _ => return false,
            },
            _ => stack.push(t),
        },
        // The first instruction is `Tuple`, or there is none.
        Subject::Arguments(args) => parts = args,
    }
    for op in head {
        let ok = match op {
            Match::Tuple(n) => {
                if let Some(t) = stack.pop() {
                    match t.as_tuple() {
                        Some(elements) => parts = elements,
                        None => return false,
                    }
                }
                parts.len() == *n as usize
            }
            Match::Part(i, l) => leaf(*l, parts[*i as usize], constants, variables),
            Match::PushPart(i) => {
                stack.push(parts[*i as usize]);
                true
            }
            Match::Top(l) => match stack.pop() {
                Some(t) => leaf(*l, t, constants, variables),
                None => false,
            },
            Match::Cell => match stack.pop().and_then(Term::as_cell) {
                Some(cell) => {
                    parts = cell;
                    true
                }
                None => false,
            },
            Match::Map(n) => match stack.pop() {
                Some(t) if t.is_map() && map::size(t) >= *n as usize => {
                    whole = t;
                    true
                }
                _ => false,
            },
            Match::PushValue(key) => match value_of(whole, key, constants) {
                Some(v) => {
                    stack.push(v);
                    true
                }
                None => false,
            },
            Match::HasKey(key) => value_of(whole, key, constants).is_some(),
        };
        if !ok {
            return false;
        }
    }
    true
}

/// Whether all (or, for `or`, some) of the arguments are true; None if one is no boolean.
#[inline]
fn and_or(and: bool, args: &[Term<'_>]) -> Option<Term<'static>> {
    let all_bool = args.iter().all(|t| t.as_bool().is_some());
    let truth =
        if and { args.iter().all(|t| t.is(am::TRUE)) } else { args.iter().any(|t| t.is(am::TRUE)) };
    all_bool.then_some(Term::bool(truth))
}

/// Runs guards (`catch` false: None if one fails) or a body (errors give `'EXIT'`).
fn evaluate<'v>(
    ops: &[Op],
    mut load: impl Load<'v>,
    p: &mut Running<'v>,
    catch: bool,
    actions: &mut impl Actions,
) -> Option<Term<'v>> {
    let heap = p.heap();
    let failed = Term::atom(am::EXIT_UPPER);
    let mut stack = Values::new();
    let mut result = Term::TRUE;
    let mut pc = 0;
    while let Some(&op) = ops.get(pc) {
        pc += 1;
        // A value, or none where the function failed.
        let (taken, value) = match op {
            Op::Immediate(t) => (0, Some(t)),
            Op::Constant(i) => (0, Some(load.constant(i))),
            Op::Variable(i) => (0, Some(load.variable(i))),
            Op::Object => (0, Some(load.object())),
            Op::AllVariables => {
                let n = load.count();
                (0, Some(heap.list_from_rev((0..n).rev().map(|i| load.variable(i)))))
            }
            Op::Cons => {
                let [.., head, tail] = *stack.as_slice() else { return None };
                (2, Some(heap.cons(head, tail)))
            }
            Op::Tuple(n) => {
                let from = stack.len() - n as usize;
                (n as usize, Some(heap.tuple(&stack[from..])))
            }
            Op::Map(n) => {
                let from = stack.len() - 2 * n as usize;
                let pairs: Vec<_> = stack[from..].chunks(2).map(|c| (c[0], c[1])).collect();
                (2 * n as usize, Some(map::from_pairs(heap, &pairs)))
            }
            Op::Prim(f, n) => (n.into(), f.call(&stack[stack.len() - usize::from(n)..])),
            Op::Call(f, n) => {
                (n.into(), prim::call(f, p, &stack[stack.len() - usize::from(n)..]).ok())
            }
            Op::And(n) | Op::Or(n) => {
                let args = &stack[stack.len() - n as usize..];
                (n as usize, and_or(matches!(op, Op::And(_)), args))
            }
            Op::AndAlso(to) | Op::OrElse(to) => {
                let goes_on = matches!(op, Op::AndAlso(_));
                match stack.last().and_then(|t| t.as_bool()) {
                    Some(truth) if truth == goes_on => {
                        stack.pop();
                        continue;
                    }
                    truth => {
                        pc = to as usize;
                        (1, truth.map(Term::bool))
                    }
                }
            }
            Op::SelfPid => (0, Some(p.pid())),
            Op::Act(action, n) => {
                let n = usize::from(n);
                (n, actions.act(p, action, &stack[stack.len() - n..]))
            }
            Op::Message => {
                result = stack.pop()?;
                (0, Some(Term::TRUE))
            }
            Op::Test => {
                if !stack.pop()?.is(am::TRUE) {
                    return None;
                }
                continue;
            }
            Op::Drop => {
                stack.pop();
                continue;
            }
            Op::Return => {
                result = stack.pop()?;
                continue;
            }
        };
        stack.truncate(stack.len() - taken);
        match value {
            Some(t) => stack.push(t),
            None if catch => stack.push(failed),
            None => return None,
        }
    }
    Some(result)
}
