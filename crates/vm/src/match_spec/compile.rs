//! Compiling match specifications, with the complaints of `erlang:match_spec_test/3`.
//!
//! Nothing here recurses: terms that remain to be compiled are on a stack of their own, which may
//! grow as deep as they need.

use super::{Check, Clause, Code, Compiled, Dialect, Key, Leaf, Match, Op, Operand, Program};
use super::{prim, variable};
use crate::bif;
use release::Difference;
use smallvec::SmallVec;
use term::{Atom, Heap, Mfa, Term, View, am, map};

/// Functions that only tracing has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Action {
    IsSeqTrace,
    SetSeqToken,
    GetSeqToken,
    ReturnTrace,
    ExceptionTrace,
    Display,
    ProcessDump,
    EnableTrace,
    DisableTrace,
    Trace,
    Caller,
    CallerLine,
    /// `{current_stacktrace}`, with or without the most entries
    CurrentStacktrace,
    Silent,
    GetTcw,
    SetTcw,
}

/// A function that match specifications may call: name, arity, first release that has it.
pub type Function = (&'static str, u8, u32);

const FUNCTIONS: &[Function] = &[
    ("is_atom", 1, 0),
    ("is_float", 1, 0),
    ("is_integer", 1, 0),
    ("is_list", 1, 0),
    ("is_number", 1, 0),
    ("is_pid", 1, 0),
    ("is_port", 1, 0),
    ("is_reference", 1, 0),
    ("is_tuple", 1, 0),
    ("is_map", 1, 0),
    ("is_binary", 1, 0),
    ("is_function", 1, 0),
    ("is_record", 3, 0),
    ("abs", 1, 0),
    ("element", 2, 0),
    ("hd", 1, 0),
    ("length", 1, 0),
    ("node", 1, 0),
    ("node", 0, 0),
    ("round", 1, 0),
    ("size", 1, 0),
    ("map_size", 1, 0),
    ("map_get", 2, 0),
    ("is_map_key", 2, 0),
    ("bit_size", 1, 0),
    ("byte_size", 1, 0),
    ("binary_part", 2, 0),
    ("binary_part", 3, 0),
    ("tl", 1, 0),
    ("trunc", 1, 0),
    ("float", 1, 0),
    ("+", 1, 0),
    ("-", 1, 0),
    ("+", 2, 0),
    ("-", 2, 0),
    ("*", 2, 0),
    ("/", 2, 0),
    ("div", 2, 0),
    ("rem", 2, 0),
    ("band", 2, 0),
    ("bor", 2, 0),
    ("bxor", 2, 0),
    ("bnot", 1, 0),
    ("bsl", 2, 0),
    ("bsr", 2, 0),
    (">", 2, 0),
    (">=", 2, 0),
    ("<", 2, 0),
    ("=<", 2, 0),
    ("=:=", 2, 0),
    ("==", 2, 0),
    ("=/=", 2, 0),
    ("/=", 2, 0),
    ("not", 1, 0),
    ("xor", 2, 0),
    ("max", 2, 26),
    ("min", 2, 26),
    ("ceil", 1, 26),
    ("floor", 1, 26),
    ("is_bitstring", 1, 26),
    ("is_boolean", 1, 26),
    ("is_function", 2, 26),
    ("tuple_size", 1, 26),
];

/// The functions that match specifications of a release may call.
pub fn release_functions(release: u32) -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().filter(move |f| f.2 <= release)
}

/// Whether it is a number of entries of a stack trace.
fn is_depth(t: &Term<'_>) -> bool {
    t.as_small().is_some_and(|n| n >= 0)
}

fn is_function(name: Atom, arity: usize) -> bool {
    let release = crate::system::config().otp_release.parse().unwrap_or(25);
    release_functions(release).any(|f| f.0 == name.name() && usize::from(f.1) == arity)
}

/// How the arguments of a function that only tracing has are restricted.
enum Arity {
    /// None: "called with arguments".
    None,
    /// These numbers of them.
    Of(&'static [usize]),
}

fn action(name: Atom) -> Option<(Action, Arity)> {
    Some(match name.name() {
        "is_seq_trace" => (Action::IsSeqTrace, Arity::None),
        "set_seq_token" => (Action::SetSeqToken, Arity::Of(&[2])),
        "get_seq_token" => (Action::GetSeqToken, Arity::None),
        "return_trace" => (Action::ReturnTrace, Arity::None),
        "exception_trace" => (Action::ExceptionTrace, Arity::None),
        "display" => (Action::Display, Arity::Of(&[1])),
        "process_dump" => (Action::ProcessDump, Arity::None),
        "enable_trace" => (Action::EnableTrace, Arity::Of(&[1, 2])),
        "disable_trace" => (Action::DisableTrace, Arity::Of(&[1, 2])),
        "trace" => (Action::Trace, Arity::Of(&[2, 3])),
        "caller" => (Action::Caller, Arity::None),
        "caller_line" => (Action::CallerLine, Arity::None),
        "current_stacktrace" if Difference::StacktracesMatched.is_on() => {
            (Action::CurrentStacktrace, Arity::Of(&[0, 1]))
        }
        "silent" => (Action::Silent, Arity::Of(&[1])),
        _ => return None,
    })
}

/// A step that remains to be done for an expression.
enum Work<'a> {
    Expression(Term<'a>),
    /// Emit an operation that takes so many values.
    Emit(Op, usize),
    /// Emit a jump for `andalso` or `orelse` whose target is not known yet.
    Jump(Op),
    /// So many jumps go here.
    Label(usize),
}

struct Compiler<'a> {
    heap: &'a Heap,
    dialect: Dialect,
    /// Only complaints are wanted: arguments of calls come last to first.
    backwards: bool,
    constants: Vec<Term<'a>>,
    complaints: Vec<String>,
    // Of the clause at hand:
    /// Numbers of the variables, in order: the index is the slot.
    slots: SmallVec<[u64; 8]>,
    in_guard: bool,
    ops: Vec<Op>,
    /// For each value on the stack at run time: the instruction that gives it, if that is a
    /// constant.
    values: Vec<Option<usize>>,
}

/// Calls, tuples, lists and maps within each other that an expression may have at most. OTP has
/// room for some thousands.
const NESTING: usize = 10_000;
/// The beginning of the complaint about more.
const TOO_DEEP: &str = "Excessive nesting; system limit reached near: ";

/// Whether a match specification has been refused for a limit, not because it is wrong.
pub fn is_too_deep(complaints: &[String]) -> bool {
    complaints.iter().any(|text| text.starts_with(TOO_DEEP))
}

/// Characters of a complaint.
const COMPLAINT_MAX: usize = 99;

impl Program {
    /// Compiles; gives complaints if it cannot be done.
    pub fn compile(spec: Term<'_>, dialect: Dialect) -> Result<Program, Vec<String>> {
        let heap = Heap::new(0);
        Compiled::compile(&heap, spec, dialect).map(Compiled::store)
    }
}

impl<'a> Compiled<'a> {
    /// Compiles; gives complaints if it cannot be done. Constants that have to be made are made on
    /// `heap`.
    pub fn compile(
        heap: &'a Heap,
        spec: Term<'a>,
        dialect: Dialect,
    ) -> Result<Compiled<'a>, Vec<String>> {
        let one = |s: &str| Err(vec![s.to_owned()]);
        if !spec.is_cons() {
            return one("Match programs are not in a list.");
        }
        let Some(clauses) = spec.to_vec() else {
            return one("Match programs are not in a proper list.");
        };
        let mut parts = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let Some(&[head, guards, body]) = clause.as_tuple_of::<3>() else {
                return one("Match program part is not a tuple of arity 3.");
            };
            parts.push([head, guards, body]);
        }
        Compiled::compile_clauses(heap, &parts, dialect)
    }

    /// As [`Compiled::compile`], of heads, guards and bodies.
    pub fn compile_clauses(
        heap: &'a Heap,
        parts: &[[Term<'a>; 3]],
        dialect: Dialect,
    ) -> Result<Compiled<'a>, Vec<String>> {
        // OTP looks at arguments from the last to the first, and complains in that order.
        Compiled::compile_in_order(heap, parts, dialect, false)
            .or_else(|_| Compiled::compile_in_order(heap, parts, dialect, true))
    }

    fn compile_in_order(
        heap: &'a Heap,
        parts: &[[Term<'a>; 3]],
        dialect: Dialect,
        backwards: bool,
    ) -> Result<Compiled<'a>, Vec<String>> {
        let mut c = Compiler {
            heap,
            dialect,
            backwards,
            constants: Vec::new(),
            complaints: Vec::new(),
            slots: SmallVec::new(),
            in_guard: false,
            ops: Vec::new(),
            values: Vec::new(),
        };
        let mut clauses = Vec::with_capacity(parts.len());
        for &[head, guards, body] in parts {
            clauses.push(c.clause(head, guards, body));
            if !c.complaints.is_empty() {
                return Err(c.complaints);
            }
        }
        Ok(Compiled { code: Code { clauses, dialect }, constants: c.constants })
    }
}

/// Takes the first guards out, as long as they are functions of variables and immediates.
fn take_checks(ops: &mut Vec<Op>) -> Vec<Check> {
    let operand = |op: Op| match op {
        Op::Immediate(t) => Some(Operand::Immediate(t)),
        Op::Variable(i) => Some(Operand::Variable(i)),
        _ => None,
    };
    let mut checks = Vec::new();
    // Instructions can be moved only where there are no jumps, which go to places behind them.
    if ops.iter().any(|op| matches!(op, Op::AndAlso(_) | Op::OrElse(_))) {
        return checks;
    }
    let mut rest = ops.as_slice();
    loop {
        let (a, b, function, arity, behind) = match *rest {
            [a, Op::Prim(f, 1), Op::Test, ref behind @ ..] => (a, a, f, 1, behind),
            [a, b, Op::Prim(f, 2), Op::Test, ref behind @ ..] => (a, b, f, 2, behind),
            _ => break,
        };
        let (Some(a), Some(b)) = (operand(a), operand(b)) else { break };
        checks.push(Check { function, arguments: [a, b], arity });
        rest = behind;
    }
    let taken = ops.len() - rest.len();
    ops.drain(..taken);
    checks
}

impl<'a> Compiler<'a> {
    fn complain(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        // OTP has no more room for it.
        self.complaints.push(text.chars().take(COMPLAINT_MAX).collect());
    }

    /// Has the arguments of a call, or the elements of a tuple, compiled.
    fn arguments(&self, args: &'a [Term<'a>], work: &mut Vec<Work<'a>>) {
        let expressions = args.iter().map(|&a| Work::Expression(a));
        match self.backwards {
            true => work.extend(expressions),
            false => work.extend(expressions.rev()),
        }
    }

    fn keep(&mut self, t: Term<'a>) -> u32 {
        self.constants.push(t);
        self.constants.len() as u32 - 1
    }

    fn clause(&mut self, head: Term<'a>, guards: Term<'a>, body: Term<'a>) -> Clause {
        self.slots.clear();
        let (pattern, body_term) = (self.keep(head), self.keep(body));
        let arguments = self.dialect != Dialect::Table;
        let mut pattern_term = head;
        if arguments && (head.is_cons() || head.is_nil()) {
            match head.to_vec() {
                Some(elements) => pattern_term = self.heap.tuple(&elements),
                None => {
                    let text =
                        format!("Match expression part {} is not a proper list.", text_of(head));
                    self.complain(text);
                }
            }
        }
        let hole = pattern_term.is(am::WILDCARD) || variable(pattern_term).is_some();
        if arguments && !pattern_term.is_tuple() && !hole && self.complaints.is_empty() {
            self.complain("Match head is invalid in this context.");
        }
        let mut clause = Clause {
            variables: 0,
            head: Vec::new(),
            checks: Vec::new(),
            guards: Vec::new(),
            body: Vec::new(),
            pattern,
            body_term,
        };
        if self.complaints.is_empty() {
            clause.head = self.head(pattern_term);
            clause.variables = self.slots.len() as u32;
        }
        if !self.complaints.is_empty() {
            return clause;
        }
        self.in_guard = true;
        self.expressions(guards);
        clause.checks = take_checks(&mut self.ops);
        clause.guards = std::mem::take(&mut self.ops);
        self.in_guard = false;
        if self.dialect == Dialect::Table && !body.is_cons() {
            self.complain("Body clause does not return anything.");
            return clause;
        }
        self.expressions(body);
        clause.body = std::mem::take(&mut self.ops);
        clause
    }

    fn slot(&self, variable: u64) -> Option<u32> {
        self.slots.binary_search(&variable).ok().map(|i| i as u32)
    }

    /// Numbers the variables of a pattern in their order.
    fn number_variables(&mut self, pattern: Term<'a>) {
        let mut found = std::mem::take(&mut self.slots);
        let mut stack: SmallVec<[Term<'a>; 16]> = SmallVec::new();
        stack.push(pattern);
        while let Some(t) = stack.pop() {
            if let Some(n) = variable(t) {
                found.push(n);
                continue;
            }
            match t.view() {
                View::Tuple(elements) => stack.extend(elements.iter().copied()),
                View::Cons(head, tail) => stack.extend([tail, head]),
                View::FlatMap(..) | View::HashMap(_) => {
                    stack.extend(map::entries(t).iter().map(|e| e.1));
                }
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        self.slots = found;
    }

    fn head(&mut self, pattern: Term<'a>) -> Vec<Match> {
        self.number_variables(pattern);
        let mut bound = vec![false; self.slots.len()];
        let mut code = Vec::new();
        let mut stack = vec![pattern];
        while let Some(t) = stack.pop() {
            let parts: &[Term<'a>] = match t.view() {
                View::Tuple(elements) => {
                    code.push(Match::Tuple(elements.len() as u32));
                    elements
                }
                View::Cons(..) => {
                    code.push(Match::Cell);
                    t.as_cell().map_or(&[], |c| c)
                }
                View::FlatMap(..) | View::HashMap(_) => {
                    self.map_head(t, &mut code, &mut stack);
                    continue;
                }
                _ if t.is(am::WILDCARD) => {
                    // The subject itself stays where it is; parts that match anything are never put
                    // on the stack.
                    continue;
                }
                _ => {
                    let leaf = self.leaf(t, &mut bound);
                    code.push(Match::Top(leaf));
                    continue;
                }
            };
            let first_pushed = stack.len();
            for (i, &part) in parts.iter().enumerate() {
                let i = i as u32;
                if part.is(am::WILDCARD) {
                    continue;
                }
                if part.is_tuple() || part.is_cons() || part.is_map() {
                    code.push(Match::PushPart(i));
                    stack.push(part);
                } else {
                    let leaf = self.leaf(part, &mut bound);
                    code.push(Match::Part(i, leaf));
                }
            }
            debug_assert!(stack.len() >= first_pushed);
        }
        code
    }

    fn map_head(&mut self, t: Term<'a>, code: &mut Vec<Match>, stack: &mut Vec<Term<'a>>) {
        code.push(Match::Map(map::size(t) as u32));
        for (key, value) in map::entries(t) {
            if variable(key).is_some() {
                self.complain("Variable found in map key.");
            } else if key.is(am::WILDCARD) {
                self.complain("Underscore found in map key.");
            }
            let key = match key.to_static().filter(|k| k.is_immediate()) {
                Some(k) => Key::Immediate(k),
                None => Key::Constant(self.keep(key)),
            };
            if value.is(am::WILDCARD) {
                code.push(Match::HasKey(key));
            } else {
                code.push(Match::PushValue(key));
                stack.push(value);
            }
        }
    }

    fn leaf(&mut self, t: Term<'a>, bound: &mut [bool]) -> Leaf {
        if let Some(n) = variable(t) {
            let slot = self.slot(n).expect("a variable of the head");
            return if std::mem::replace(&mut bound[slot as usize], true) {
                Leaf::Same(slot)
            } else {
                Leaf::Bind(slot)
            };
        }
        match t.to_static().filter(|t| t.is_immediate()) {
            Some(t) => Leaf::Immediate(t),
            None => Leaf::Constant(self.keep(t)),
        }
    }

    /// Guards, or a body.
    fn expressions(&mut self, list: Term<'a>) {
        self.ops.clear();
        self.values.clear();
        if list.is_nil() {
            return;
        }
        if !list.is_cons() {
            return self.complain("Match expression is not a list.");
        }
        let mut rest = list.list();
        for t in rest.by_ref() {
            self.expression(t);
            self.values.pop();
            self.ops.push(if self.in_guard { Op::Test } else { Op::Drop });
        }
        if !rest.tail().is_nil() {
            return self.complain("Match expression is not a proper list.");
        }
        if !self.in_guard && self.dialect == Dialect::Table {
            self.ops.pop();
            self.ops.push(Op::Return);
        }
    }

    fn emit(&mut self, op: Op, takes: usize) {
        let from = self.values.len() - takes;
        // An operation on constants makes a constant.
        let first = self.values.get(from).copied().flatten();
        if let Some(first) = first
            && self.values[from..].iter().all(Option::is_some)
            && let Some(t) = self.fold(op, first)
        {
            self.ops.truncate(first);
            self.values.truncate(from);
            return self.constant(t);
        }
        self.values.truncate(from);
        self.values.push(None);
        self.ops.push(op);
    }

    /// The term that an operation on the constants from instruction `first` on makes.
    fn fold(&self, op: Op, first: usize) -> Option<Term<'a>> {
        let args: Vec<Term<'a>> = self.ops[first..]
            .iter()
            .map(|op| match *op {
                Op::Immediate(t) => Some(t),
                Op::Constant(i) => Some(self.constants[i as usize]),
                _ => None,
            })
            .collect::<Option<_>>()?;
        match op {
            Op::Cons => Some(self.heap.cons(args[0], args[1])),
            Op::Tuple(_) => Some(self.heap.tuple(&args)),
            Op::Map(_) => {
                let pairs: Vec<_> = args.chunks(2).map(|c| (c[0], c[1])).collect();
                Some(map::from_pairs(self.heap, &pairs))
            }
            _ => None,
        }
    }

    fn constant(&mut self, t: Term<'a>) {
        self.values.push(Some(self.ops.len()));
        let op = match t.to_static().filter(|t| t.is_immediate()) {
            Some(t) => Op::Immediate(t),
            None => Op::Constant(self.keep(t)),
        };
        self.ops.push(op);
    }

    fn expression(&mut self, t: Term<'a>) {
        let mut work = vec![Work::Expression(t)];
        let mut jumps = Vec::new();
        let mut look_at = NESTING;
        while let Some(w) = work.pop() {
            match w {
                Work::Expression(t) if work.len() >= look_at => {
                    let open = work.iter().filter(|w| !matches!(w, Work::Expression(_)));
                    if open.count() >= NESTING {
                        return self.refuse(format!("{TOO_DEEP}{}", text_of(t)));
                    }
                    look_at = 2 * work.len();
                    self.one_expression(t, &mut work);
                }
                Work::Expression(t) => self.one_expression(t, &mut work),
                Work::Emit(op, takes) => self.emit(op, takes),
                Work::Jump(op) => {
                    self.values.pop();
                    jumps.push(self.ops.len());
                    self.ops.push(op);
                }
                Work::Label(n) => {
                    let here = self.ops.len() as u32;
                    for at in jumps.drain(jumps.len() - n..) {
                        match &mut self.ops[at] {
                            Op::AndAlso(to) | Op::OrElse(to) => *to = here,
                            _ => unreachable!("a jump that is none"),
                        }
                    }
                    self.values.pop();
                    self.values.push(None);
                }
            }
        }
    }

    fn one_expression(&mut self, t: Term<'a>, work: &mut Vec<Work<'a>>) {
        match t.view() {
            View::Cons(head, tail) => {
                work.extend([
                    Work::Emit(Op::Cons, 2),
                    Work::Expression(tail),
                    Work::Expression(head),
                ]);
            }
            View::FlatMap(..) | View::HashMap(_) => {
                let entries = map::entries(t);
                work.push(Work::Emit(Op::Map(entries.len() as u32), 2 * entries.len()));
                if entries.is_empty() {
                    work.pop();
                    self.constant(t);
                }
                for (k, v) in entries {
                    match self.backwards {
                        true => work.extend([Work::Expression(k), Work::Expression(v)]),
                        false => work.extend([Work::Expression(v), Work::Expression(k)]),
                    }
                }
            }
            View::Tuple([tuple]) if tuple.is_tuple() => {
                let elements = tuple.as_tuple().unwrap_or_default();
                if elements.is_empty() {
                    return self.constant(*tuple);
                }
                work.push(Work::Emit(Op::Tuple(elements.len() as u32), elements.len()));
                self.arguments(elements, work);
            }
            View::Tuple([f, args @ ..]) if f.as_atom().is_some() && variable(*f).is_none() => {
                self.call(t, f.as_atom().expect("an atom"), args, work);
            }
            View::Tuple(_) => {
                let text = format!(
                    "{} is neither a function call, nor a tuple (tuples are written {{{{ ... }}}}).",
                    text_of(t)
                );
                self.complain(text);
                self.constant(Term::NIL);
            }
            View::Atom(a) => match (variable(t), a) {
                (Some(n), _) => match self.slot(n) {
                    Some(slot) => self.emit(Op::Variable(slot), 0),
                    None => {
                        self.complain(format!("Variable ${n} is unbound."));
                        self.constant(Term::NIL);
                    }
                },
                (None, am::DOLLAR_UNDERSCORE) => self.emit(Op::Object, 0),
                (None, am::DOLLAR_DOLLAR) => self.emit(Op::AllVariables, 0),
                _ => self.constant(t),
            },
            _ => self.constant(t),
        }
    }

    fn refuse(&mut self, text: String) {
        self.complain(text);
        self.constant(Term::NIL);
    }

    fn call(&mut self, t: Term<'a>, f: Atom, args: &'a [Term<'a>], work: &mut Vec<Work<'a>>) {
        let n = args.len();
        match (f.name(), args) {
            ("const", [value]) => self.constant(*value),
            ("const", _) => self.refuse(format!(
                "Special form 'const' called with more than one argument in {}.",
                text_of(t)
            )),
            (name @ ("and" | "or" | "andalso" | "andthen" | "orelse"), []) => {
                let name = if name == "andthen" { "andalso" } else { name };
                self.refuse(format!(
                    "Special form '{name}' called without arguments in {}.",
                    text_of(t)
                ));
            }
            (name @ ("and" | "or"), _) => {
                let op = if name == "and" { Op::And(n as u32) } else { Op::Or(n as u32) };
                work.push(Work::Emit(op, n));
                self.arguments(args, work);
            }
            ("andalso" | "andthen", [others @ .., last]) => {
                one_by_one(Op::AndAlso(0), others, *last, work);
            }
            ("orelse", [others @ .., last]) => one_by_one(Op::OrElse(0), others, *last, work),
            ("self", []) => self.emit(Op::SelfPid, 0),
            ("self", _) => {
                self.refuse(format!("Special form 'self' called with arguments in {}.", text_of(t)))
            }
            _ => match self.operation(t, f, n) {
                Some(Op::Act(Action::CurrentStacktrace, _)) if !args.iter().all(is_depth) => {
                    self.refuse(String::from(
                        "Special form 'current_stacktrace' called with an argument that is no \
                         depth.",
                    ));
                }
                Some(op) => {
                    work.push(Work::Emit(op, n));
                    self.arguments(args, work);
                }
                None => self.constant(Term::NIL),
            },
        }
    }

    /// The operation that calls a function of `n` arguments in the expression `t`. None if the call
    /// is not allowed, after a complaint.
    fn operation(&mut self, t: Term<'a>, f: Atom, n: usize) -> Option<Op> {
        let name = f.name();
        if name == "message" {
            return self.may_act("message", true, t, n, &Arity::Of(&[1])).then_some(Op::Message);
        }
        if let Some((action, arity)) = action(f) {
            // OTP calls it so.
            let called = if name == "set_seq_token" { "set_seq_trace" } else { name };
            let body_only = action != Action::IsSeqTrace;
            let may = self.may_act(called, body_only, t, n, &arity);
            return may.then_some(Op::Act(action, n as u8));
        }
        if let ("get_tcw", 0) | ("set_tcw", 1) = (name, n) {
            let set = name == "set_tcw";
            if self.dialect == Dialect::Table || set && self.in_guard {
                self.complain(format!("Function {name}/{n} cannot be called in this context."));
                return None;
            }
            return Some(Op::Act(if set { Action::SetTcw } else { Action::GetTcw }, n as u8));
        }
        let known = is_function(f, n);
        match (prim::find(f, n), bif::find(Mfa::new(am::ERLANG, f, n as u8))) {
            (Some(p), _) if known => Some(Op::Prim(p, n as u8)),
            (None, Some(bif)) if known => Some(Op::Call(bif, n as u8)),
            _ => {
                self.complain(format!("Function {}/{n} does_not_exist.", text_of(Term::atom(f))));
                None
            }
        }
    }

    fn may_act(
        &mut self,
        name: &str,
        body_only: bool,
        t: Term<'a>,
        n: usize,
        arity: &Arity,
    ) -> bool {
        let call = format!("Special form '{name}'");
        let elsewhere = match self.dialect {
            Dialect::Table => true,
            Dialect::Call => false,
            Dialect::Sent => matches!(name, "caller" | "caller_line" | "current_stacktrace"),
            Dialect::Received => {
                !matches!(name, "display" | "message" | "return_trace" | "exception_trace")
            }
        };
        let complaint = if elsewhere {
            format!("{call} used in wrong dialect.")
        } else if body_only && self.in_guard {
            format!("{call} called in guard context.")
        } else {
            match arity {
                Arity::None if n != 0 => {
                    format!("{call} called with arguments in {}.", text_of(t))
                }
                Arity::Of(allowed) if !allowed.contains(&n) => {
                    format!("{call} called with wrong number of arguments in {}.", text_of(t))
                }
                _ => return true,
            }
        };
        self.complain(complaint);
        false
    }
}

/// Compiles `andalso` and `orelse`: a `jump` to their end stands behind each argument but the last.
fn one_by_one<'a>(jump: Op, others: &[Term<'a>], last: Term<'a>, work: &mut Vec<Work<'a>>) {
    work.push(Work::Label(others.len()));
    work.push(Work::Expression(last));
    for &a in others.iter().rev() {
        work.extend([Work::Jump(jump), Work::Expression(a)]);
    }
}

/// A term as complaints show it.
fn text_of(t: Term<'_>) -> String {
    term::print::display(t)
}
