//! Programs: modules of functions that call each other, each with an end.
//!
//! Every function takes its fuel first, calls others with less, and gives something simple without
//! any. Variables have names of their own, so that none is bound by accident.

use super::choices::Choices;
use std::fmt::Write;

/// The type that an expression is meant to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Int,
    Float,
    Atom,
    Bool,
    Bin,
    Bits,
    /// A list of small integers.
    Ints,
    List,
    Tuple,
    Record,
    Map,
    /// A fun of one argument.
    Fun,
    Any,
}

use Type::*;

pub(super) const TYPES: [Type; 13] =
    [Int, Float, Atom, Bool, Bin, Bits, Ints, List, Tuple, Record, Map, Fun, Any];

/// The native records of each program.
const NATIVE_RECORDS: &str = "-record #qn{qa_one = 1, qb_two, qc_three = []}.\n-record #qe{}.\n";

/// A function of the module.
pub(super) struct Function {
    name: String,
    params: Vec<Type>,
    pub(super) result: Type,
}

/// A module that is being made.
pub(super) struct Program {
    pub(super) choices: Choices,
    /// The release of OTP that it is for.
    pub(super) release: u32,
    /// The variables that are bound.
    pub(super) variables: Vec<(String, Type)>,
    pub(super) functions: Vec<Function>,
    names: usize,
    /// How many variables were bound before the pattern that is being made.
    pub(super) pattern_from: Option<usize>,
    /// The expression for the fuel of calls; None where there are to be none.
    pub(super) fuel: Option<String>,
    /// How far lines are indented.
    pub(super) indent: usize,
}

/// The text of the module of this name that choices make for a release of OTP.
pub(super) fn text(name: &str, release: u32, choices: Choices) -> (String, Choices) {
    let mut program = Program {
        choices,
        release,
        variables: Vec::new(),
        functions: Vec::new(),
        names: 0,
        pattern_from: None,
        fuel: None,
        indent: 1,
    };
    let text = program.module(name);
    (text, program.choices)
}

impl Program {
    /// A new variable's name.
    pub(super) fn name(&mut self) -> String {
        self.names += 1;
        format!("V{}", self.names)
    }

    pub(super) fn bind(&mut self, t: Type) -> String {
        let name = self.name();
        self.variables.push((name.clone(), t));
        name
    }

    /// A part of the program whose variables are not seen outside.
    pub(super) fn scope<R>(&mut self, part: impl FnOnce(&mut Program) -> R) -> R {
        let (bound, indent) = (self.variables.len(), self.indent);
        self.indent += 1;
        let made = part(self);
        self.indent = indent;
        self.variables.truncate(bound);
        made
    }

    /// A line break, and what stands before the next line's text.
    pub(super) fn line(&self) -> String {
        format!("\n{}", "    ".repeat(self.indent))
    }

    fn module(&mut self, name: &str) -> String {
        let number = 1 + self.choices.below(4);
        let mut exports = vec!["run/0".to_string()];
        for i in 0..number {
            let params = (0..1 + self.choices.below(4)).map(|_| self.any_type()).collect();
            let result = self.any_type();
            self.functions.push(Function { name: format!("f{i}"), params, result });
        }
        let mut body = String::new();
        for i in 0..number {
            // Types of what is not exported are known to the compiler.
            if self.choices.one_in(2) {
                let f = &self.functions[i];
                exports.push(format!("{}/{}", f.name, f.params.len() + 1));
            }
            body += &match self.choices.below(6) {
                0..3 => self.function(i),
                3 => self.counting(i),
                4 => self.along_list(i),
                _ => self.along_bits(i),
            };
        }
        body += &self.run();
        let native = if self.release >= 29 { NATIVE_RECORDS } else { "" };
        format!(
            "-module({name}).\n-export([{}]).\n-record(r, {{a = 1, b, c = []}}).\n{native}\n{body}",
            exports.join(", ")
        )
    }

    pub(super) fn any_type(&mut self) -> Type {
        TYPES[self.choices.below(TYPES.len())]
    }

    fn heads(&mut self, i: usize) -> String {
        let params = self.functions[i].params.clone();
        let names: Vec<String> = params.iter().map(|t| self.bind(*t)).collect();
        names.iter().map(|n| format!(", {n}")).collect()
    }

    /// The clause that ends a recursion.
    fn end(&mut self, i: usize) -> String {
        let (name, result) = (self.functions[i].name.clone(), self.functions[i].result);
        self.scope(|p| {
            p.fuel = None;
            let heads = p.heads(i);
            let value = p.expression(result, 1);
            format!("{name}(N{heads}) when N =< 0 -> {value};\n")
        })
    }

    /// A function with some clauses.
    fn function(&mut self, i: usize) -> String {
        let (name, result) = (self.functions[i].name.clone(), self.functions[i].result);
        let params = self.functions[i].params.clone();
        let mut text = self.end(i);
        let clauses = 1 + self.choices.below(3);
        for k in 0..clauses {
            text += &self.scope(|p| {
                p.indent = 1;
                p.fuel = Some("N - 1".into());
                p.pattern_from = Some(p.variables.len());
                let last = k + 1 == clauses && !p.choices.one_in(8);
                let heads: Vec<String> = match last {
                    true => vec![p.heads(i)],
                    false => params.iter().map(|t| format!(", {}", p.pattern(*t, 2))).collect(),
                };
                p.pattern_from = None;
                let guard = if last { String::new() } else { p.when() };
                let body = p.body(result);
                format!("{name}(N{}){guard} ->{}{body};\n", heads.concat(), p.line())
            });
        }
        text.truncate(text.len() - 2);
        text + ".\n\n"
    }

    /// A function that calls itself with its parameters changed, often.
    fn counting(&mut self, i: usize) -> String {
        let (name, result) = (self.functions[i].name.clone(), self.functions[i].result);
        let params = self.functions[i].params.clone();
        let times = self.choices.of(&["3", "0", "10", "100", "1500"]);
        self.scope(|p| {
            p.indent = 1;
            p.fuel = None;
            let heads = p.heads(i);
            let mut text = format!("{name}(N{heads}) -> {name}_({times}, N{heads}).\n\n");
            let given = p.variables.len();
            let end = p.expression(result, 1);
            text += &format!("{name}_(0, _{heads}) -> {end};\n");
            let mut body = p.statements();
            let next: Vec<String> = params.iter().map(|t| format!(", {}", p.bounded(*t))).collect();
            body += &format!("{name}_(I - 1, N{})", next.concat());
            p.variables.truncate(given);
            text + &format!("{name}_(I, N{heads}) ->{}{body}.\n\n", p.line())
        })
    }

    /// A function that goes along a list.
    fn along_list(&mut self, i: usize) -> String {
        let (name, result) = (self.functions[i].name.clone(), self.functions[i].result);
        let params = self.functions[i].params.clone();
        self.scope(|p| {
            p.indent = 1;
            p.fuel = None;
            let heads = p.heads(i);
            let list = p.expression(Ints, 2);
            let mut text =
                format!("{name}(N{heads}) -> {name}_(lists:sublist({list}, 50){heads}).\n\n");
            let end = p.expression(result, 1);
            let body = p.scope(|p| {
                p.indent = 1;
                let head = p.bind(Any);
                let statements = p.statements();
                if p.choices.one_in(2) {
                    let item = p.expression(Any, 2);
                    return (head, format!("{statements}[{item} | {name}_(T{heads})]"));
                }
                let next: Vec<String> =
                    params.iter().map(|t| format!(", {}", p.bounded(*t))).collect();
                (head, format!("{statements}{name}_(T{})", next.concat()))
            });
            let line = p.line();
            text += &format!("{name}_([{} | T]{heads}) ->{line}{};\n", body.0, body.1);
            text + &format!("{name}_([]{heads}) -> {end}.\n\n")
        })
    }

    /// A function that takes a bit string apart.
    fn along_bits(&mut self, i: usize) -> String {
        let (name, result) = (self.functions[i].name.clone(), self.functions[i].result);
        let params = self.functions[i].params.clone();
        self.scope(|p| {
            p.indent = 1;
            p.fuel = None;
            let heads = p.heads(i);
            let bits = p.expression(Bits, 2);
            let mut text = format!("{name}(N{heads}) -> {name}_({bits}{heads}).\n\n");
            let clauses = 1 + p.choices.below(3);
            for _ in 0..clauses {
                text += &p.scope(|p| {
                    p.indent = 1;
                    let segments = p.segment_patterns(1);
                    let guard = p.when();
                    let statements = p.statements();
                    let next: Vec<String> =
                        params.iter().map(|t| format!(", {}", p.bounded(*t))).collect();
                    let line = p.line();
                    format!(
                        "{name}_(<<{segments}, T/bits>>{heads}){guard} ->{line}{statements}{name}_(T{});\n",
                        next.concat()
                    )
                });
            }
            let t = p.bind(Bits);
            let end = p.expression(result, 1);
            // Patterns may take no bits at all: that has to end.
            text = text.replace("T/bits", "_:1, T/bits");
            text + &format!("{name}_({t}{heads}) -> {end}.\n\n")
        })
    }

    /// A value that does not grow from call to call.
    fn bounded(&mut self, t: Type) -> String {
        let value = self.expression(t, 2);
        match t {
            Int => {
                let mask = self.choices.of(&[
                    "16#ffff",
                    "16#fffffffffffffff",
                    "16#7fffffffffffffff",
                    "16#ffffffffffffffffff",
                ]);
                match self.choices.below(2) {
                    0 => format!("({value}) band {mask}"),
                    _ => format!("({value}) rem {mask}"),
                }
            }
            Ints | List => format!("lists:sublist({value}, 30)"),
            Bin => format!("differential:id({value})"),
            Any | Map | Tuple | Bits | Fun | Record => match self.choices.below(2) {
                0 => self.variable(t).unwrap_or_else(|| "x".into()),
                _ => {
                    // An expression of literals and small values only.
                    let bound = std::mem::take(&mut self.variables);
                    let value = self.expression(t, 2);
                    self.variables = bound;
                    value
                }
            },
            _ => value,
        }
    }

    /// The function that calls the others.
    fn run(&mut self) -> String {
        let mut text = "run() ->\n    [".to_string();
        for i in 0..self.functions.len() {
            for _ in 0..1 + self.choices.below(4) {
                let params = self.functions[i].params.clone();
                self.fuel = None;
                let args: Vec<String> = params
                    .iter()
                    .map(|t| {
                        let t = if self.choices.one_in(10) { self.any_type() } else { *t };
                        format!(", differential:id({})", self.expression(t, 2))
                    })
                    .collect();
                let fuel = self.choices.below(4) + 1;
                let name = &self.functions[i].name;
                let _ = write!(
                    text,
                    "\n        differential:outcome(fun() -> {name}({fuel}{}) end),",
                    args.concat()
                );
            }
        }
        text.truncate(text.len() - 1);
        text + "\n    ].\n"
    }

    /// A call of a function, with less fuel.
    pub(super) fn call(&mut self, wanted: Type, depth: usize) -> Option<String> {
        let fuel = self.fuel.clone()?;
        let fits: Vec<usize> = (0..self.functions.len())
            .filter(|&i| self.functions[i].result == wanted || wanted == Any)
            .collect();
        if fits.is_empty() {
            return None;
        }
        let i = fits[self.choices.below(fits.len())];
        let params = self.functions[i].params.clone();
        let name = self.functions[i].name.clone();
        let args: Vec<String> = params.iter().map(|t| self.expression(*t, depth.min(1))).collect();
        let args = [vec![fuel], args].concat().join(", ");
        Some(match self.choices.below(8) {
            0..5 => format!("{name}({args})"),
            5 => format!("?MODULE:{name}({args})"),
            6 => format!("apply(?MODULE, differential:id({name}), [{args}])"),
            _ => format!("(fun {name}/{})({args})", params.len() + 1),
        })
    }

    /// Statements, each on a line of its own, with a comma behind.
    pub(super) fn statements(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.choices.below(4) {
            let statement = self.statement();
            let line = self.line();
            text += &format!("{statement},{line}");
        }
        text
    }

    /// Statements and a value.
    pub(super) fn body(&mut self, t: Type) -> String {
        let statements = self.statements();
        statements + &self.expression(t, 3)
    }

    fn statement(&mut self) -> String {
        let t = self.any_type();
        match self.choices.below(6) {
            0..3 => {
                let value = self.expression(t, 3);
                let name = self.bind(t);
                format!("{name} = {value}")
            }
            3 => {
                let value = self.expression(t, 2);
                let pattern = self.pattern(t, 2);
                format!("{pattern} = {value}")
            }
            4 => format!("differential:log({})", self.expression(t, 2)),
            _ => {
                let value = self.expression(Any, 3);
                let name = self.bind(Any);
                format!("{name} = {value}")
            }
        }
    }
}
