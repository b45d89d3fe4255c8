//! Expressions, patterns and guards.

use super::program::{Program, TYPES, Type};
use Type::*;

/// Integers near which something changes.
const INTEGERS: [&str; 32] = [
    "0",
    "1",
    "2",
    "-1",
    "7",
    "255",
    "256",
    "1000",
    "-128",
    "16#7fffffff",
    "16#80000000",
    "16#ffffffff",
    "-16#80000000",
    "16#7ffffffffffffff",
    "16#800000000000000",
    "-16#800000000000000",
    "-16#800000000000001",
    "16#fffffffffffffff",
    "16#1000000000000000",
    "16#3fffffffffffffff",
    "16#4000000000000000",
    "-16#4000000000000000",
    "-16#4000000000000001",
    "16#7fffffffffffffff",
    "16#8000000000000000",
    "-16#8000000000000000",
    "-16#8000000000000001",
    "16#ffffffffffffffff",
    "16#10000000000000000",
    "-16#ffffffffffffffff",
    "16#123456789abcdef0123456789abcdef",
    "-16#123456789abcdef0123456789abcdef",
];

const FLOATS: [&str; 16] = [
    "1.0",
    "0.0",
    "-0.0",
    "1.5",
    "-2.5",
    "1.0e10",
    "5.0e-324",
    "1.7976931348623157e308",
    "3.14159",
    "9007199254740992.0",
    "9007199254740993.0",
    "4611686018427387904.0",
    "-9.223372036854775808e18",
    "1.0e-10",
    "0.5",
    "2.0",
];

const ATOMS: [&str; 8] = ["a", "b", "c", "true", "false", "undefined", "ok", "''"];

const COMPARISONS: [&str; 8] = ["=:=", "==", "<", ">=", "=/=", "/=", ">", "=<"];

const KEYS: [&str; 10] =
    ["a", "b", "1", "1.0", "<<\"k\">>", "{a, 1}", "2", "16#800000000000000", "[]", "0.0"];

impl Program {
    /// A bound variable of a type.
    pub(super) fn variable(&mut self, t: Type) -> Option<String> {
        let fits: Vec<&String> =
            self.variables.iter().filter(|v| v.1 == t || t == Any).map(|v| &v.0).collect();
        let at = self.choices.below(fits.len());
        (!fits.is_empty()).then(|| fits[fits.len() - 1 - at].clone())
    }

    /// An expression that usually gives a value of this type.
    pub(super) fn expression(&mut self, t: Type, depth: usize) -> String {
        let t = if depth > 0 && self.choices.one_in(50) { self.any_type() } else { t };
        if depth == 0 || self.choices.below(4) == 0 {
            return self.leaf(t);
        }
        let d = depth - 1;
        if self.choices.one_in(5) {
            return self.control(t, d);
        }
        if let Some(text) = self.recent(t, d) {
            return text;
        }
        match t {
            Int => self.integer(d),
            Float => self.float(d),
            Atom => self.atom(d),
            Bool => self.boolean(d),
            Bin => self.binary(d),
            Bits => self.construction(false, d),
            Ints => self.integers(d),
            List => self.list(d),
            Tuple => self.tuple(d),
            Record => self.record(d),
            Map => self.map(d),
            Fun => self.fun(d),
            Any => {
                let t = TYPES[self.choices.below(TYPES.len() - 1)];
                match self.choices.below(8) {
                    0 => self.process(d),
                    1 => self.anything(d),
                    _ => self.expression(t, d),
                }
            }
        }
    }

    fn leaf(&mut self, t: Type) -> String {
        if self.choices.below(3) > 0
            && let Some(v) = self.variable(t)
        {
            return v;
        }
        self.constant(t, false)
    }

    /// A constant; one that guards may have, if that is wanted.
    fn constant(&mut self, t: Type, in_guard: bool) -> String {
        let all: &[&str] = match t {
            Int => &INTEGERS,
            Float => &FLOATS,
            Atom => &ATOMS,
            Bool => &["true", "false"],
            Bin => &["<<>>", "<<1, 2, 3>>", "<<\"hello, world\">>", "<<0:640>>", "<<97, 255, 97>>"],
            Bits => &["<<>>", "<<1:1>>", "<<1, 2, 5:3>>", "<<\"hello\">>", "<<-1:77>>"],
            Ints => &["[]", "[1, 2, 3]", "[200]", "\"abcdef\"", "lists:seq(1, 30)"],
            List => &["[]", "[a, 1, 2.0]", "[{a, 1}, {b, 2}]", "[x | y]", "[[], [1]]"],
            Tuple => &["{}", "{1}", "{a, 2}", "{1, 2.0, <<3>>}", "{r, 1, 2, 3}"],
            Record => &["#r{}", "#r{a = 2, b = x}", "#r{b = 1.5, c = [1]}"],
            Map => &[
                "#{}",
                "#{a => 1}",
                "#{a => 1, 2 => b, 1.0 => x}",
                "#{1 => 2, b => [], <<\"k\">> => {}}",
                "maps:from_list([{X, a} || X <- lists:seq(1, 40)])",
            ],
            Fun if in_guard => &["x"],
            Fun => &["fun(X) -> X end", "fun erlang:abs/1", "fun differential:id/1"],
            Any => {
                let t = TYPES[self.choices.below(TYPES.len() - 1)];
                return self.constant(t, in_guard);
            }
        };
        let called = all.iter().position(|c| in_guard && c.contains(':') && c.contains('('));
        let of = &all[..called.unwrap_or(all.len())];
        self.choices.of(of).into()
    }

    /// An expression that controls what is computed, which may be of any type.
    fn control(&mut self, t: Type, d: usize) -> String {
        match self.choices.below(12) {
            0 => self.call(t, d).unwrap_or_else(|| self.leaf(t)),
            1 | 2 => self.case(t, d),
            3 => {
                let guard = self.guard();
                let (yes, no) =
                    (self.scope(|p| p.expression(t, d)), self.scope(|p| p.expression(t, d)));
                let line = self.line();
                let otherwise = match self.choices.one_in(6) {
                    true => self.guard(),
                    false => "true".into(),
                };
                format!("if{line}    {guard} -> {yes};{line}    {otherwise} -> {no}{line}end")
            }
            4 | 5 => self.attempt(t, d),
            6 => format!(
                "element({}, {{{}, {}}})",
                self.small(),
                self.expression(t, d),
                self.expression(t, d)
            ),
            7 => format!("hd([{} | {}])", self.expression(t, d), self.expression(List, d)),
            8 => {
                let (key, map) = (self.choices.of(&KEYS), self.expression(Map, d));
                match self.choices.below(3) {
                    0 => format!("maps:get({key}, {map}, {})", self.expression(t, d)),
                    1 => format!("map_get({key}, {map})"),
                    _ => format!("maps:get({key}, {map})"),
                }
            }
            9 => self.scope(|p| {
                let body = p.scope(|p| p.body(t));
                let line = p.line();
                format!("(fun() ->{line}{body}{line}end)()")
            }),
            10 => format!("(differential:id({}))", self.expression(t, d)),
            _ => {
                let record = self.expression(Record, d);
                format!("({record})#r.{}", self.choices.of(&["a", "b", "c"]))
            }
        }
    }

    fn case(&mut self, t: Type, d: usize) -> String {
        let of = self.any_type();
        let subject = self.expression(of, d);
        let line = self.line();
        let mut text = format!("case {subject} of");
        for _ in 0..1 + self.choices.below(3) {
            text += &self.scope(|p| {
                let (pattern, guard) = (p.pattern(of, 2), p.when());
                p.indent += 1;
                let value = if p.choices.one_in(4) { p.body(t) } else { p.expression(t, d) };
                let inner = p.line();
                p.indent -= 1;
                format!("{line}    {pattern}{guard} ->{inner}{value};")
            });
        }
        if self.choices.one_in(6) {
            text.truncate(text.len() - 1);
        } else {
            let other = self.scope(|p| p.expression(t, d));
            text += &format!("{line}    _ -> {other}");
        }
        text + &format!("{line}end")
    }

    fn attempt(&mut self, t: Type, d: usize) -> String {
        if self.choices.one_in(5) {
            return format!("(catch begin {} end)", self.scope(|p| p.risky(t, d)));
        }
        let body = self.scope(|p| p.risky(t, d));
        let (c, e, s) = (self.name(), self.name(), self.name());
        let line = self.line();
        let of = match self.choices.one_in(4) {
            true => {
                let (pattern, value) = self.scope(|p| (p.pattern(t, 1), p.expression(t, d)));
                format!(" of{line}    {pattern} -> {value}")
            }
            false => String::new(),
        };
        let after = match self.choices.one_in(4) {
            true => format!(
                "{line}after{line}    differential:log({})",
                self.scope(|p| p.expression(Any, 1))
            ),
            false => String::new(),
        };
        let handler = match self.choices.below(6) {
            0 => format!("{c}:{e}:{s} -> {{{c}, {e}, differential:trace({s})}}"),
            1 => format!("error:{e} -> {e}; throw:{c} -> {{thrown, {c}}}"),
            2 => format!("{c}:{e} -> {{{c}, {e}}}"),
            3 => {
                let value = self.scope(|p| p.expression(t, d));
                format!(
                    "_:badarg -> {value}; error:{{badmatch, {e}}}:{s} -> {{{e}, differential:trace({s})}}; {c}:_ -> {c}"
                )
            }
            4 => format!(
                "{c}:{e}:{s} -> differential:log({{{c}, {e}}}), erlang:raise({c}, {e}, {s})"
            ),
            _ => self.scope(|p| {
                p.variables.push((e.clone(), Any));
                let value = p.expression(t, d);
                format!("{c}:{e}:{s} when {c} =/= exit -> {{{value}, differential:trace({s})}}")
            }),
        };
        format!("try{line}    {body}{of}{line}catch{line}    {handler}{after}{line}end")
    }

    /// An expression that may well fail.
    fn risky(&mut self, t: Type, d: usize) -> String {
        let any = self.any_type();
        match self.choices.below(10) {
            0 => self.body(t),
            1 => format!("erlang:error({})", self.expression(Any, d)),
            2 => format!("throw({})", self.expression(Any, d)),
            3 => format!("exit({})", self.expression(Any, d)),
            4 => format!("hd({})", self.expression(List, d)),
            5 => format!("{} + {}", self.expression(any, d), self.expression(Any, d)),
            6 => self.call(t, d).unwrap_or_else(|| "1 / 0".into()),
            7 => format!(
                "(differential:id({}))({})",
                self.expression(Any, d),
                self.expression(Int, d)
            ),
            8 => format!("element({}, {})", self.small(), self.expression(any, d)),
            _ => format!(
                "binary_part({}, {}, {})",
                self.expression(Bin, d),
                self.small(),
                self.small()
            ),
        }
    }

    fn small(&mut self) -> String {
        match self.choices.below(4) {
            0..3 => (1 + self.choices.below(3)).to_string(),
            _ => format!("({})", self.expression(Int, 1)),
        }
    }

    fn integer(&mut self, d: usize) -> String {
        match self.choices.below(24) {
            n @ 0..9 => {
                let operator = ["+", "-", "*", "div", "rem", "band", "bor", "bxor", "+"][n];
                format!("({} {operator} {})", self.expression(Int, d), self.expression(Int, d))
            }
            9 => {
                let (value, n) = (self.expression(Int, d), self.choices.below(70));
                format!("({value} {} {n})", self.choices.of(&["bsl", "bsr"]))
            }
            10 => {
                let (value, n) = (self.expression(Int, d), self.expression(Int, d));
                let (operator, mask) =
                    (self.choices.of(&["bsl", "bsr"]), self.choices.of(&["63", "7", "127"]));
                format!("({value} {operator} ({n} rem {mask}))")
            }
            11 => format!(
                "({} {})",
                self.choices.of(&["-", "bnot", "abs", "+"]),
                format_args!("({})", self.expression(Int, d))
            ),
            12 => {
                let f = self.choices.of(&["trunc", "round", "floor", "ceil"]);
                let t = if self.choices.one_in(4) { Int } else { Float };
                format!("{f}({})", self.expression(t, d))
            }
            13 => format!("length({})", self.expression(List, d)),
            14 => format!(
                "{}({})",
                self.choices.of(&["byte_size", "bit_size", "size"]),
                self.expression(Bits, d)
            ),
            15 => format!("tuple_size({})", self.expression(Tuple, d)),
            16 => format!("map_size({})", self.expression(Map, d)),
            17 => format!("lists:sum({})", self.expression(Ints, d)),
            18 => format!(
                "{}({}, {})",
                self.choices.of(&["max", "min"]),
                self.expression(Int, d),
                self.expression(Int, d)
            ),
            19 if self.choices.one_in(2) => {
                format!(
                    "(differential:id({}))({})",
                    self.expression(Fun, d),
                    self.expression(Int, d)
                )
            }
            19 => {
                let (f, value) = (self.name(), self.expression(Fun, d));
                format!("begin {f} = {value}, {f}({}) end", self.expression(Int, d))
            }
            20 => format!("erlang:phash2({})", self.expression(Any, d)),
            21 => {
                let list = self.expression(Ints, d);
                self.scope(|p| {
                    let (x, a) = (p.bind(Int), p.bind(Int));
                    let value = p.without_calls(|p| p.expression(Int, d));
                    let last = "rem 16#7fffffffffffffff";
                    format!("lists:foldl(fun({x}, {a}) -> ({value}) {last} end, 0, {list})")
                })
            }
            22 => format!("list_to_integer(integer_to_list({}))", self.expression(Int, d)),
            _ => format!("binary:decode_unsigned({})", self.expression(Bin, d)),
        }
    }

    fn float(&mut self, d: usize) -> String {
        match self.choices.below(9) {
            n @ 0..4 => {
                let t = if self.choices.one_in(3) { Int } else { Float };
                format!(
                    "({} {} {})",
                    self.expression(Float, d),
                    ["+", "-", "*", "/"][n],
                    self.expression(t, d)
                )
            }
            4 => format!("(- ({}))", self.expression(Float, d)),
            5 => format!("float({})", self.expression(Int, d)),
            6 => format!("({} / {})", self.expression(Int, d), self.expression(Int, d)),
            7 => format!(
                "{}({})",
                self.choices.of(&["math:sqrt", "abs", "math:floor", "math:ceil"]),
                self.expression(Float, d)
            ),
            _ => {
                let (x, value) = (self.name(), self.expression(Float, d));
                format!("begin <<{x}:64/float>> = <<({value}):64/float>>, {x} end")
            }
        }
    }

    fn atom(&mut self, d: usize) -> String {
        match self.choices.below(4) {
            0 | 1 => self.expression(Bool, d),
            2 => format!("element(1, {{{}, 1}})", self.leaf(Atom)),
            _ => format!("list_to_existing_atom(atom_to_list({}))", self.leaf(Atom)),
        }
    }

    fn boolean(&mut self, d: usize) -> String {
        let t = self.any_type();
        match self.choices.below(8) {
            0..3 => {
                let other = if self.choices.one_in(2) { self.any_type() } else { t };
                format!(
                    "({} {} {})",
                    self.expression(t, d),
                    self.choices.of(&COMPARISONS),
                    self.expression(other, d)
                )
            }
            3 => format!(
                "({} {} {})",
                self.expression(Bool, d),
                self.choices.of(&["and", "or", "xor"]),
                self.expression(Bool, d)
            ),
            4 => format!(
                "({} {} {})",
                self.expression(Bool, d),
                self.choices.of(&["andalso", "orelse"]),
                self.expression(Bool, d)
            ),
            5 => format!("(not {})", self.expression(Bool, d)),
            6 => format!("{}({})", self.choices.of(&IS), self.expression(t, d)),
            _ => format!("lists:member({}, {})", self.expression(Any, d), self.expression(List, d)),
        }
    }

    fn binary(&mut self, d: usize) -> String {
        match self.choices.below(8) {
            0..4 => self.construction(true, d),
            4 => format!("list_to_binary({})", self.expression(Ints, d)),
            5 => format!("integer_to_binary({})", self.expression(Int, d)),
            6 => format!(
                "<<{}/binary, {}/binary>>",
                self.parenthesised(Bin, d),
                self.parenthesised(Bin, d)
            ),
            _ => {
                let (list, size) = (self.expression(Ints, d), self.choices.of(&["8", "16", "32"]));
                self.scope(|p| {
                    let x = p.name();
                    p.variables.push((x.clone(), Int));
                    let value = p.without_calls(|p| p.expression(Int, d));
                    format!("<< <<({value}):{size}>> || {x} <- {list} >>")
                })
            }
        }
    }

    fn parenthesised(&mut self, t: Type, d: usize) -> String {
        format!("({})", self.expression(t, d))
    }

    /// A part that is computed many times: it calls nothing.
    pub(super) fn without_calls<R>(&mut self, part: impl FnOnce(&mut Program) -> R) -> R {
        let fuel = self.fuel.take();
        let made = part(self);
        self.fuel = fuel;
        made
    }

    fn integers(&mut self, d: usize) -> String {
        match self.choices.below(9) {
            0 => format!("[({}) band 255 | {}]", self.expression(Int, d), self.expression(Ints, d)),
            1 => format!("binary_to_list({})", self.expression(Bin, d)),
            2 => format!(
                "({} {} {})",
                self.expression(Ints, d),
                self.choices.of(&["++", "--"]),
                self.expression(Ints, d)
            ),
            3 => format!("lists:reverse({})", self.expression(Ints, d)),
            4 => format!("lists:seq(1, ({}) band 31)", self.expression(Int, d)),
            5 => {
                let bits = self.expression(Bits, d);
                self.scope(|p| {
                    let pattern = p.segment_patterns(1);
                    let guard = p.guard();
                    let value = p.without_calls(|p| p.expression(Int, d));
                    format!("[({value}) band 255 || <<{pattern}, _:1>> <= {bits}, {guard}]")
                })
            }
            6 => format!("lists:sort({})", self.expression(Ints, d)),
            7 => format!("tl({})", self.expression(Ints, d)),
            _ => {
                let list = self.expression(Ints, d);
                self.scope(|p| {
                    let x = p.bind(Int);
                    let guard = p.guard();
                    let value = p.without_calls(|p| p.expression(Int, d));
                    format!("[({value}) band 255 || {x} <- {list}, {guard}]")
                })
            }
        }
    }

    fn list(&mut self, d: usize) -> String {
        match self.choices.below(9) {
            0 => format!("[{}, {}]", self.expression(Any, d), self.expression(Any, d)),
            1 => format!("[{} | {}]", self.expression(Any, d), self.expression(List, d)),
            2 => self.expression(Ints, d),
            3 => format!("tuple_to_list({})", self.expression(Tuple, d)),
            4 => format!("lists:sort(maps:to_list({}))", self.expression(Map, d)),
            5 => {
                let t = self.any_type();
                let list = self.expression(List, d);
                self.scope(|p| {
                    let pattern = p.pattern(t, 1);
                    let guard = p.guard();
                    let value = p.without_calls(|p| p.expression(Any, d));
                    format!("[{value} || {pattern} <- {list}, {guard}]")
                })
            }
            6 => format!("lists:map({}, {})", self.expression(Fun, d), self.expression(Ints, d)),
            7 => format!("tl({})", self.expression(List, d)),
            _ => format!(
                "lists:keysort(1, [{{{}, 1}}, {{{}, 2}}, {{{}, 3}}])",
                self.expression(Any, d),
                self.expression(Int, d),
                self.expression(Float, d)
            ),
        }
    }

    fn tuple(&mut self, d: usize) -> String {
        match self.choices.below(6) {
            0 => {
                let n = self.choices.below(5);
                let all: Vec<String> = (0..n).map(|_| self.expression(Any, d)).collect();
                format!("{{{}}}", all.join(", "))
            }
            1 => format!(
                "setelement({}, {}, {})",
                self.small(),
                self.expression(Tuple, d),
                self.expression(Any, d)
            ),
            2 => format!("list_to_tuple({})", self.expression(List, d)),
            3 => self.expression(Record, d),
            4 => format!(
                "erlang:append_element({}, {})",
                self.expression(Tuple, d),
                self.expression(Any, d)
            ),
            _ => format!(
                "setelement(1, setelement(2, {}, {}), {})",
                self.expression(Tuple, d),
                self.expression(Any, d),
                self.expression(Int, d)
            ),
        }
    }

    fn record(&mut self, d: usize) -> String {
        let field = self.choices.of(&["a", "b", "c"]);
        match self.choices.below(4) {
            0 => format!("#r{{a = {}, c = {}}}", self.expression(Any, d), self.expression(Any, d)),
            1 => format!(
                "({})#r{{{field} = {}}}",
                self.expression(Record, d),
                self.expression(Any, d)
            ),
            2 => format!(
                "({})#r{{a = {}, b = {}}}",
                self.expression(Record, d),
                self.expression(Int, d),
                self.expression(Any, d)
            ),
            _ => format!(
                "(setelement(3, {}, {}))#r{{{field} = {}}}",
                self.expression(Record, d),
                self.expression(Any, d),
                self.expression(Float, d)
            ),
        }
    }

    fn key(&mut self, d: usize) -> String {
        match self.choices.below(4) {
            0..3 => self.choices.of(&KEYS).into(),
            _ => self.expression(Any, d.min(1)),
        }
    }

    fn map(&mut self, d: usize) -> String {
        let (key, other) = (self.key(d), self.key(d));
        match self.choices.below(10) {
            0 => format!("#{{{key} => {}}}", self.expression(Any, d)),
            1 => format!("({})#{{{key} => {}}}", self.expression(Map, d), self.expression(Any, d)),
            2 => format!(
                "({})#{{{key} => {}, {other} => {}}}",
                self.expression(Map, d),
                self.expression(Any, d),
                self.expression(Any, d)
            ),
            3 => format!("({})#{{{key} := {}}}", self.expression(Map, d), self.expression(Any, d)),
            4 => format!("maps:remove({key}, {})", self.expression(Map, d)),
            5 => format!("maps:merge({}, {})", self.expression(Map, d), self.expression(Map, d)),
            6 => {
                format!("maps:put({key}, {}, {})", self.expression(Any, d), self.expression(Map, d))
            }
            7 => format!("maps:map(fun(_, X) -> {{X}} end, {})", self.expression(Map, d)),
            8 => format!(
                "({})#{{{key} := {}, {other} => {}}}",
                self.expression(Map, d),
                self.expression(Any, d),
                self.expression(Any, d)
            ),
            _ => format!(
                "maps:from_list([{{{key}, {}}}, {{{other}, {}}}])",
                self.expression(Any, d),
                self.expression(Int, d)
            ),
        }
    }

    fn fun(&mut self, d: usize) -> String {
        match self.choices.below(5) {
            0..2 => self.scope(|p| {
                let x = p.bind(Int);
                let body = p.without_calls(|p| p.expression(Any, d));
                format!("fun({x}) -> {body} end")
            }),
            2 => self.scope(|p| {
                p.indent += 1;
                let line = p.line();
                let mut text = "fun".to_string();
                for _ in 0..1 + p.choices.below(2) {
                    text += &p.scope(|p| {
                        let (pattern, guard) = (p.pattern(Int, 1), p.when());
                        let body = p.without_calls(|p| p.expression(Any, d));
                        format!("({pattern}){guard} -> {body};{line}")
                    });
                }
                let value = p.expression(Any, d.min(1));
                p.indent -= 1;
                text + &format!("(_) -> {value} end")
            }),
            3 => {
                let (f, x) = (self.name(), self.name());
                let value = self.scope(|p| {
                    p.variables.push((x.clone(), Int));
                    p.without_calls(|p| p.expression(Int, d))
                });
                format!(
                    "(fun {f}({x}) when is_integer({x}), {x} > 0, {x} < 50 -> [{value} | {f}({x} - 1)]; {f}({x}) -> {x} end)"
                )
            }
            _ => self.leaf(Fun),
        }
    }

    /// An expression of a kind that fits nowhere else.
    fn anything(&mut self, d: usize) -> String {
        let t = self.any_type();
        match self.choices.below(7) {
            0 => self.call(Any, d).unwrap_or_else(|| self.leaf(t)),
            1 => format!("binary_to_term(term_to_binary({}))", self.expression(Any, d)),
            2 => format!(
                "lists:keyfind({}, 1, {})",
                self.expression(Any, d),
                self.expression(List, d)
            ),
            3 => format!("maps:find({}, {})", self.key(d), self.expression(Map, d)),
            4 => format!("apply({}, {})", self.expression(Fun, d), self.expression(List, d)),
            5 => format!(
                "erlang:{}({}, {})",
                self.choices.of(&["'+'", "'=='", "element", "'++'", "hd"]),
                self.expression(Any, d),
                self.expression(Any, d)
            ),
            _ => format!("get({})", self.expression(Atom, d)),
        }
    }

    /// A pattern for values of this type.
    pub(super) fn pattern(&mut self, t: Type, depth: usize) -> String {
        if self.pattern_from.is_some() {
            return self.part(t, depth);
        }
        self.pattern_from = Some(self.variables.len());
        let pattern = self.part(t, depth);
        self.pattern_from = None;
        pattern
    }

    fn part(&mut self, t: Type, depth: usize) -> String {
        if depth == 0 || self.choices.below(3) == 0 {
            return match self.choices.below(6) {
                0..4 => self.bind(t),
                4 => "_".into(),
                _ => self.variable(t).unwrap_or_else(|| "_".into()),
            };
        }
        let d = depth - 1;
        if matches!(t, Record | Any)
            && let Some(pattern) = self.native_pattern(d)
        {
            return pattern;
        }
        match t {
            Int => self.choices.of(&INTEGERS).into(),
            Float => self.choices.of(&FLOATS).into(),
            Atom => self.choices.of(&ATOMS).into(),
            Bool => self.choices.of(&["true", "false"]).into(),
            Bin => self.bits_pattern(true),
            Bits => self.bits_pattern(false),
            Ints | List => self.list_pattern(t, d),
            Tuple => self.tuple_pattern(d),
            Record => self.record_pattern(d),
            Map => self.map_pattern(d),
            Fun => self.bind(Fun),
            Any => {
                let t = TYPES[self.choices.below(TYPES.len() - 1)];
                // The same as a whole and in parts, at times.
                match self.choices.one_in(5) {
                    true => {
                        let whole = self.bind(Any);
                        format!("{whole} = {}", self.pattern(t, d))
                    }
                    false => self.pattern(t, d),
                }
            }
        }
    }

    /// A pattern for a list of integers (`Ints`) or of anything.
    fn list_pattern(&mut self, t: Type, d: usize) -> String {
        match t {
            Ints => match self.choices.below(4) {
                0 => format!("[{} | {}]", self.pattern(Int, d), self.pattern(Ints, d)),
                1 => "[]".into(),
                2 => format!(
                    "[{}, {}, {}]",
                    self.pattern(Int, d),
                    self.pattern(Int, d),
                    self.pattern(Int, d)
                ),
                _ => format!("\"ab\" ++ {}", self.pattern(Ints, 0)),
            },
            _ => match self.choices.below(3) {
                0 => format!("[{} | {}]", self.pattern(Any, d), self.pattern(List, d)),
                1 => "[]".into(),
                _ => format!("[{}, {}]", self.pattern(Any, d), self.pattern(Any, d)),
            },
        }
    }

    fn tuple_pattern(&mut self, d: usize) -> String {
        match self.choices.below(4) {
            0 => format!("{{{}}}", self.pattern(Any, d)),
            1 => format!("{{{}, {}}}", self.pattern(Any, d), self.pattern(Any, d)),
            2 => format!("{{a, {}}}", self.pattern(Int, d)),
            _ => format!(
                "{{{}, {}, {}}}",
                self.pattern(Int, d),
                self.pattern(Any, d),
                self.pattern(Bin, d)
            ),
        }
    }

    fn record_pattern(&mut self, d: usize) -> String {
        let field = self.choices.of(&["a", "b", "c"]);
        match self.choices.below(2) {
            0 => format!("#r{{{field} = {}}}", self.pattern(Any, d)),
            _ => {
                format!("#r{{a = {}, c = {}}}", self.pattern(Int, d), self.pattern(Any, d))
            }
        }
    }

    fn map_pattern(&mut self, d: usize) -> String {
        let key = self.choices.of(&KEYS);
        match self.choices.below(4) {
            0 => format!("#{{{key} := {}}}", self.pattern(Any, d)),
            1 => "#{}".into(),
            2 => {
                let other = self.choices.of(&KEYS);
                let value = self.pattern(Any, d);
                format!("#{{{key} := {value}, {other} := {}}}", self.pattern(Int, d))
            }
            _ => {
                // Keys must be bound before.
                let before = self.pattern_from.unwrap_or(0);
                let inner = self.variables.split_off(before);
                let key = self.variable(Any).unwrap_or_else(|| "a".into());
                self.variables.extend(inner);
                format!("#{{{key} := {}}}", self.pattern(Any, d))
            }
        }
    }

    /// A guard with the word before it, at times.
    pub(super) fn when(&mut self) -> String {
        match self.choices.below(3) {
            2 => format!(" when {}", self.guard()),
            _ => String::new(),
        }
    }

    /// A guard.
    pub(super) fn guard(&mut self) -> String {
        let one = self.test();
        match self.choices.below(6) {
            0..4 => one,
            4 => format!("{one}, {}", self.test()),
            _ => format!(
                "({one}) {} ({})",
                self.choices.of(&["orelse", "andalso", "or", "xor"]),
                self.test()
            ),
        }
    }

    fn test(&mut self) -> String {
        if let Some(test) = self.recent_test() {
            return test;
        }
        let t = self.any_type();
        match self.choices.below(9) {
            0 => "true".into(),
            1 => format!(
                "{} {} {}",
                self.leaf_of_guard(t),
                self.choices.of(&COMPARISONS),
                self.leaf_of_guard(t)
            ),
            2 => format!("{}({})", self.choices.of(&IS), self.leaf_of_guard(t)),
            3 => format!(
                "{} {} {}",
                self.simple(Int),
                self.choices.of(&COMPARISONS),
                self.simple(Int)
            ),
            4 => format!(
                "{} {} {}",
                self.simple(Float),
                self.choices.of(&COMPARISONS),
                self.leaf_of_guard(Int)
            ),
            5 => format!("not {}({})", self.choices.of(&IS), self.leaf_of_guard(t)),
            6 => format!("is_map_key({}, {})", self.choices.of(&KEYS), self.bound(Map)),
            7 => format!(
                "{} {} {}",
                self.leaf_of_guard(Any),
                self.choices.of(&COMPARISONS),
                self.leaf_of_guard(Any)
            ),
            _ => {
                let size = self.below_size();
                format!("is_function({}, {size})", self.bound(Any))
            }
        }
    }

    fn below_size(&mut self) -> usize {
        self.choices.below(3)
    }

    /// A variable of a type, or something simple where there is none.
    fn bound(&mut self, t: Type) -> String {
        self.variable(t).unwrap_or_else(|| "[]".into())
    }

    /// A number that guards may compute.
    fn simple(&mut self, t: Type) -> String {
        if t == Float {
            return match self.choices.below(4) {
                0..2 => self.leaf_of_guard(Float),
                2 => format!("({} * {})", self.leaf_of_guard(Float), self.leaf_of_guard(Float)),
                _ => format!("({} / {})", self.leaf_of_guard(Int), self.leaf_of_guard(Float)),
            };
        }
        match self.choices.below(12) {
            0..2 => self.leaf_of_guard(Int),
            n @ 2..6 => {
                let operator = ["+", "-", "band", "rem"][n - 2];
                format!("({} {operator} {})", self.leaf_of_guard(Int), self.leaf_of_guard(Int))
            }
            6 => format!("length({})", self.bound(List)),
            7 => format!("tuple_size({})", self.bound(Tuple)),
            8 => format!("byte_size({})", self.bound(Bits)),
            9 => format!("map_get({}, {})", self.choices.of(&KEYS), self.bound(Map)),
            10 => format!("element({}, {})", self.leaf_of_guard(Int), self.bound(Tuple)),
            _ => format!("trunc({})", self.leaf_of_guard(Float)),
        }
    }

    fn leaf_of_guard(&mut self, t: Type) -> String {
        match self.choices.below(3) {
            0 => None,
            _ => self.variable(t),
        }
        .unwrap_or_else(|| self.constant(t, true))
    }
}

const IS: [&str; 14] = [
    "is_integer",
    "is_atom",
    "is_list",
    "is_tuple",
    "is_map",
    "is_float",
    "is_number",
    "is_binary",
    "is_bitstring",
    "is_boolean",
    "is_function",
    "is_pid",
    "is_reference",
    "is_port",
];
