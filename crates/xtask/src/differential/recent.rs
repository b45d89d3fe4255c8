//! Expressions, patterns and tests that newer releases of OTP have brought. Programs for older ones
//! are made of the same choices as before.

use super::program::{Program, Type};
use Type::*;

/// Names of fields: one that no record has is among them.
const FIELDS: [&str; 4] = ["qa_one", "qb_two", "qc_three", "qd_none"];

/// Strings and binaries, since OTP 27. The words of lines begin where the closing quotes do.
const STRINGS: [&str; 6] = [
    "~s\"a\\tb\"",
    "~S\"a\\tb\"",
    "\"\"\"\n\"\"\"",
    "\"\"\"\n  line\n    \"deeper\" \\t\n  \"\"\"",
    "~s'a\"b'",
    "\"\"\"\"\n\"\"\"\n\"\"\"\"",
];
const BINARIES: [&str; 6] = [
    "~\"a\\tb\"",
    "~B\"a\\tb\"",
    "~b[x\"y]",
    "~\"\"\"\n  line\n  \"\"\"",
    "~<\\x{20ac}>",
    "~B\"\"\"\n \\x{41}\n \"\"\"",
];

impl Program {
    /// An expression that programs for OTP 25 do not have, of this type, at times.
    pub(super) fn recent(&mut self, t: Type, d: usize) -> Option<String> {
        if self.release < 26 || !self.choices.one_in(6) {
            return None;
        }
        match t {
            Map => Some(self.map_comprehension(d)),
            Ints if self.release >= 27 && self.choices.one_in(3) => {
                Some(self.choices.of(&STRINGS).into())
            }
            Bin if self.release >= 27 && self.choices.one_in(3) => {
                Some(self.choices.of(&BINARIES).into())
            }
            List | Ints => Some(self.list_of_several(t, d)),
            Bin | Bits => Some(self.bits_of_several(d)),
            Record if self.release >= 29 => Some(self.native_record(d)),
            Any if self.release >= 29 && self.choices.one_in(2) => Some(self.native_field(d)),
            _ if self.release >= 27 => Some(self.perhaps(t, d)),
            _ => None,
        }
    }

    fn map_comprehension(&mut self, d: usize) -> String {
        let generators = self.generators(d);
        self.scope(|p| {
            let generators = p.bound_by(generators);
            let pair = p.pair(d);
            let pair = match p.release >= 29 && p.choices.one_in(4) {
                true => format!("{pair}, {}", p.pair(d)),
                false => pair,
            };
            format!("#{{{pair} || {generators}}}")
        })
    }

    fn pair(&mut self, d: usize) -> String {
        let key = self.without_calls(|p| p.expression(Any, d.min(1)));
        format!("{key} => {}", self.without_calls(|p| p.expression(Any, d)))
    }

    /// A list comprehension of any generators.
    fn list_of_several(&mut self, t: Type, d: usize) -> String {
        let generators = self.generators(d);
        self.scope(|p| {
            let generators = p.bound_by(generators);
            let of = if t == Ints { Int } else { Any };
            let last = if t == Ints { " band 255" } else { "" };
            let mut value = format!("({}){last}", p.without_calls(|p| p.expression(of, d)));
            if p.release >= 29 && p.choices.one_in(4) {
                let second = p.without_calls(|p| p.expression(of, d));
                value += &format!(", ({second}){last}");
            }
            format!("[{value} || {generators}]")
        })
    }

    fn bits_of_several(&mut self, d: usize) -> String {
        let generators = self.generators(d);
        self.scope(|p| {
            let generators = p.bound_by(generators);
            let (value, size) =
                (p.without_calls(|p| p.expression(Int, d)), p.choices.of(&["8", "16", "24"]));
            format!("<< <<({value}):{size}>> || {generators} >>")
        })
    }

    /// The lists and others that one or two generators go along, made where their variables are not
    /// seen yet.
    fn generators(&mut self, d: usize) -> Vec<(Type, String)> {
        let number = 1 + usize::from(self.choices.one_in(2));
        (0..number)
            .map(|_| match self.choices.below(4) {
                0 => (Ints, format!("lists:sublist({}, 6)", self.expression(Ints, d.min(1)))),
                1 => {
                    let list = self.expression(List, d.min(1));
                    (List, format!("lists:sublist({list}, 6)"))
                }
                2 => {
                    let map = self.expression(Map, d.min(1));
                    (Map, format!("differential:iterator({map})"))
                }
                _ => (Bits, format!("<<({})/bits>>", self.expression(Bits, d.min(1)))),
            })
            .collect()
    }

    /// The generators of these, with a filter at times.
    fn bound_by(&mut self, of: Vec<(Type, String)>) -> String {
        // Since OTP 28 two go together, and such that refuse what does not match.
        let zipped = self.release >= 28 && self.choices.one_in(2);
        let mut all = Vec::new();
        for (t, from) in of {
            let strict = if self.release >= 28 && self.choices.one_in(3) { ":" } else { "" };
            all.push(match t {
                Map => {
                    let key = if self.choices.one_in(3) { "_".into() } else { self.bind(Any) };
                    format!("{key} := {} <{strict}- {from}", self.pattern(Any, 1))
                }
                Bits => {
                    let size = self.choices.of(&["8", "3", "16", "24"]);
                    let name = self.bind(Int);
                    let tag = self.choices.of(&["", "_:1, ", "0:1, "]);
                    format!("<<{tag}{name}:{size}>> <{strict}= {from}")
                }
                _ => {
                    let of = if t == Ints { Int } else { Any };
                    format!("{} <{strict}- {from}", self.pattern(of, 1))
                }
            });
        }
        let mut text = all.join(if zipped { " && " } else { ", " });
        if self.choices.one_in(2) {
            text += &format!(", {}", self.without_calls(|p| p.guard()));
        }
        text
    }

    /// `maybe`, with what is done otherwise at times.
    fn perhaps(&mut self, t: Type, d: usize) -> String {
        self.scope(|p| {
            let (line, outside) = (p.line(), p.variables.len());
            let mut text = "maybe".to_string();
            for _ in 0..1 + p.choices.below(2) {
                let of = p.any_type();
                let value = p.expression(of, d);
                let pattern = p.pattern(of, 2);
                let sign = if p.choices.one_in(4) { "=" } else { "?=" };
                text += &format!("{line}{pattern} {sign} {value},");
            }
            text += &format!("{line}{}", p.expression(t, d));
            if p.choices.one_in(2) {
                // Nobody knows which of the variables are bound there.
                p.variables.truncate(outside);
                text += &format!("{line}else");
                for _ in 0..p.choices.below(2) {
                    text += &p.scope(|p| {
                        let (pattern, guard) = (p.pattern(Any, 2), p.when());
                        format!("{line}{pattern}{guard} -> {};", p.expression(t, d))
                    });
                }
                let other = p.scope(|p| p.expression(t, d));
                text += &format!("{line}_ -> {other}");
            }
            format!("{text}{line}end")
        })
    }

    /// A native record.
    fn native_record(&mut self, d: usize) -> String {
        let field = self.choices.of(&FIELDS);
        match self.choices.below(6) {
            0 | 1 => format!("#qn{{qb_two = {}}}", self.expression(Any, d)),
            2 => format!(
                "#qn{{qc_three = {}, qb_two = {}}}",
                self.expression(Any, d),
                self.expression(Int, d)
            ),
            3 => "#qe{}".into(),
            4 => format!(
                "(differential:id({}))#{}{{{field} = {}}}",
                self.native_record(d.saturating_sub(1)),
                self.choices.of(&["qn", "_"]),
                self.expression(Any, d)
            ),
            _ => format!(
                "records:create({}, {}, [{{{field}, {}}}, {{qe_last, 2}}], #{{is_exported => {}}})",
                self.choices.of(&["?MODULE", "differential"]),
                self.choices.of(&["qn", "qx"]),
                self.expression(Any, d),
                self.choices.of(&["true", "false"])
            ),
        }
    }

    /// A field of a native record, or a comparison with another term.
    fn native_field(&mut self, d: usize) -> String {
        let record = match self.choices.below(3) {
            0 | 1 => self.native_record(d),
            _ => self.expression(Any, d),
        };
        let name = self.choices.of(&["qn", "_", "differential:qx"]);
        match self.choices.below(4) {
            0 | 1 => format!("({record})#{name}.{}", self.choices.of(&FIELDS)),
            2 => format!("(({record}) < {})", self.expression(Any, d)),
            _ => format!("is_record({record}, {})", self.choices.of(&["qn", "qe"])),
        }
    }

    /// A pattern for a native record, at times.
    pub(super) fn native_pattern(&mut self, d: usize) -> Option<String> {
        if self.release < 29 || !self.choices.one_in(6) {
            return None;
        }
        let (name, field) = (self.choices.of(&["qn", "_", "differential:qx"]), &FIELDS[..3]);
        let field = self.choices.of(field);
        Some(match self.choices.below(3) {
            0 => format!("#{name}{{{field} = {}}}", self.pattern(Any, d)),
            1 => format!("#{name}{{}}"),
            _ => {
                let second = self.pattern(Any, d);
                format!("#qn{{qa_one = {}, qb_two = {second}}}", self.pattern(Int, d))
            }
        })
    }

    /// A test of newer releases, at times.
    pub(super) fn recent_test(&mut self) -> Option<String> {
        if self.release < 29 || !self.choices.one_in(8) {
            return None;
        }
        let value = self.variable(Any).unwrap_or_else(|| "[]".into());
        Some(match self.choices.below(4) {
            0 => {
                format!(
                    "is_integer({value}, {}, 1000)",
                    self.choices.of(&["0", "-5", "-(1 bsl 62)"])
                )
            }
            1 => format!("is_record({value}, qn)"),
            2 => format!("is_record({value})"),
            _ => format!("({value})#qn.{} =/= 1", self.choices.of(&FIELDS[..3])),
        })
    }
}
