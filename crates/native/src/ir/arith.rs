//! Numbers: comparisons, built-ins of guards and arithmetic, floats.

use crate::ir::Body;
use crate::ir::floats::INFINITE;
use crate::operands::{is_small_constant, known};
use beamfile::{Arg, Instr};
use native_abi::Registers;
use native_abi::image::Slot;
use std::mem::offset_of;
use template::arith::parts;
use term::Term;
use term::word::*;

/// Words for a number that is no small integer, as most of them are.
const NUMBER_WORDS: u64 = 8;

impl Body<'_> {
    /// A result that is a small integer if these operands are: where only the file says that they
    /// are, it becomes one in any case, since another word could be taken for a pointer.
    fn small_if(&mut self, w: &str, operands: &[&Arg]) -> String {
        match operands.iter().any(|a| known(a).is_none() && self.is_small(a)) {
            true => self.and(w, !1),
            false => w.to_owned(),
        }
    }

    /// Whether both are small integers, as far as that is not known.
    pub(crate) fn both_small(&mut self, (u, x): (&str, &Arg), (v, y): (&str, &Arg)) -> String {
        let all = match (self.is_small(x), self.is_small(y)) {
            (true, true) => return "true".into(),
            (true, false) => v.to_owned(),
            (false, true) => u.to_owned(),
            (false, false) => self.value(&format!("or i64 {u}, {v}")),
        };
        let low = self.and(&all, 1);
        self.is(&low, 0)
    }

    /// Goes to one block if `<`, `>=`, `==` or `/=` holds of two values, else to the other.
    pub(crate) fn compare_to(&mut self, x: &Arg, y: &Arg, how: &str, yes: &str, no: &str) {
        let ordered = match how {
            "slt" => "olt",
            "sge" => "oge",
            "eq" => "oeq",
            _ => "une",
        };
        let (u, v) = match self.had_floats(self.at) {
            true => self.counted_comparison((x, y), ordered, (yes, no)),
            false => (self.source(x), self.source(y)),
        };
        let small = self.both_small((&u, x), (&v, y));
        let (quick, slow) = (self.name(), self.name());
        self.branch(&small, &quick, &slow, Some(true));
        self.begin(&quick);
        let fast = self.value(&format!("icmp {how} i64 {u}, {v}"));
        self.branch_as_counted(&fast, yes, no);
        self.begin(&slow);
        if self.is_integer(x) || self.is_integer(y) {
            return self.compare_terms((&u, &v), how, (yes, no));
        }
        // Two floats are compared at once, too.
        let (heads, floats, other) = (self.header_or_zero(&u), self.name(), self.name());
        let second = self.header_or_zero(&v);
        let float = header(Kind::Float, 1);
        let (one, two) = (self.is(&heads, float), self.is(&second, float));
        let both = self.value(&format!("and i1 {one}, {two}"));
        self.branch(&both, &floats, &other, None);
        self.begin(&floats);
        let (d, f) = (self.float_of(&u), self.float_of(&v));
        let float = self.value(&format!("fcmp {ordered} double {d}, {f}"));
        self.branch_as_counted(&float, yes, no);
        self.begin(&other);
        self.compare_terms((&u, &v), how, (yes, no));
    }

    /// The same for what is neither two small integers nor two floats.
    fn compare_terms(&mut self, (u, v): (&str, &str), how: &str, (yes, no): (&str, &str)) {
        let compared = if matches!(how, "eq" | "ne") {
            let f = self.get_field(offset_of!(Registers, equal), "ptr");
            let same = self.value(&format!("call preserve_mostcc i8 {f}(i64 {u}, i64 {v}) #1"));
            let how = if how == "eq" { "ne" } else { "eq" };
            self.value(&format!("icmp {how} i8 {same}, 0"))
        } else {
            let f = self.get_field(offset_of!(Registers, compare), "ptr");
            let order = self.value(&format!("call preserve_mostcc i64 {f}(i64 {u}, i64 {v}) #1"));
            self.value(&format!("icmp {how} i64 {order}, 0"))
        };
        self.branch_as_counted(&compared, yes, no);
    }

    pub(crate) fn exactly_equal(&mut self, x: &Arg, y: &Arg) -> String {
        let (u, v) = (self.source(x), self.source(y));
        let same = self.value(&format!("icmp eq i64 {u}, {v}"));
        if self.is_one_word(x) || self.is_one_word(y) {
            return same;
        }
        // Only two pointers of the same kind can be the same in another way.
        let from = self.name();
        self.line(&format!("br label %{from}"));
        self.begin(&from);
        let (pointers, deep, join) = (self.name(), self.name(), self.name());
        self.branch(&same, &join, &pointers, None);
        self.begin(&pointers);
        let tags = self.value(&format!("xor i64 {u}, {v}"));
        let tags = self.and(&tags, TAG_MASK);
        let alike = self.is(&tags, 0);
        let tag = self.and(&u, 0b101);
        let pointer = self.is(&tag, 1);
        let both = self.value(&format!("and i1 {alike}, {pointer}"));
        self.branch(&both, &deep, &join, None);
        self.begin(&deep);
        let f = self.get_field(offset_of!(Registers, exactly_equal), "ptr");
        let equal = self.value(&format!("call preserve_mostcc i8 {f}(i64 {u}, i64 {v}) #1"));
        let equal = self.value(&format!("icmp ne i8 {equal}, 0"));
        self.line(&format!("br label %{join}"));
        self.begin(&join);
        self.value(&format!(
            "phi i1 [ true, %{from} ], [ false, %{pointers} ], [ {equal}, %{deep} ]"
        ))
    }

    pub(crate) fn bif(&mut self, at: usize, i: &Instr) {
        let (_, number, args, dst) = parts(i);
        let import = self.file.imports[number as usize];
        if self.file.atom(import.module) != "erlang" {
            return self.call_bif(at, i);
        }
        let file = self.file;
        match (file.atom(import.function), args) {
            ("self", []) => {
                let pid = self.get_field(offset_of!(Registers, pid), "i64");
                self.set(dst, &pid);
            }
            ("hd", [list]) => self.part_of_list(at, list, 0, dst),
            ("tl", [list]) => self.part_of_list(at, list, 1, dst),
            ("tuple_size", [tuple]) => self.tuple_size(at, tuple, dst),
            ("element", [n, tuple]) if is_small_constant(n) => {
                self.known_element(at, n, tuple, dst);
            }
            ("element", [n, tuple]) => self.some_element(at, n, tuple, dst),
            ("map_get" | "is_map_key", [key, map]) => {
                let is_test = file.atom(import.function) == "is_map_key";
                self.map_bif(at, i, is_test, [key, map], dst);
            }
            ("byte_size" | "bit_size" | "map_size", [x]) => {
                let name = file.atom(import.function);
                self.size(at, i, name, x, dst);
            }
            ("+", [x, y]) => self.checked(at, i, "sadd", (x, y), dst),
            ("-", [x, y]) => self.checked(at, i, "ssub", (x, y), dst),
            ("*", [x, y]) => self.checked(at, i, "smul", (x, y), dst),
            ("/", [x, y]) => self.division(at, i, (x, y), dst),
            ("abs", [x]) => self.absolute(at, x, dst),
            ("-", [x]) => self.negated(at, x, dst),
            ("bnot", [x]) => self.bitwise_not(at, x, dst),
            ("trunc" | "round" | "floor" | "ceil", [x]) => {
                self.rounded(at, file.atom(import.function), x, dst);
            }
            ("length", [list]) => self.length(at, i, list, dst),
            ("band", [x, y]) => self.bitwise(at, "and", x, y, dst),
            ("bor", [x, y]) => self.bitwise(at, "or", x, y, dst),
            ("bxor", [x, y]) => self.bitwise(at, "xor", x, y, dst),
            ("bsr", [x, y]) if known(y).is_some_and(|w| is_small(w) && w >> 1 < 62) => {
                self.shift_right(at, x, y, dst);
            }
            ("bsl", [x, y]) if known(y).is_some_and(|w| is_small(w) && w >> 1 < 62) => {
                self.shift_left(at, x, y, dst);
            }
            ("div", [x, y]) => self.integer_division(at, "sdiv", x, y, dst),
            ("rem", [x, y]) => self.integer_division(at, "srem", x, y, dst),
            ("=:=" | "=/=", [x, y]) => {
                let same = self.exactly_equal(x, y);
                let (t, f) = (Term::TRUE.word(), Term::FALSE.word());
                let (yes, no) = if file.atom(import.function) == "=:=" { (t, f) } else { (f, t) };
                let v = self.value(&format!("select i1 {same}, i64 {yes}, i64 {no}"));
                self.set(dst, &v);
            }
            ("<" | ">=" | "==" | "/=", [x, y]) => {
                let how = match file.atom(import.function) {
                    "<" => "slt",
                    ">=" => "sge",
                    "==" => "eq",
                    _ => "ne",
                };
                self.boolean(x, y, how, dst);
            }
            (">", [x, y]) => self.boolean(y, x, "slt", dst),
            ("=<", [x, y]) => self.boolean(y, x, "sge", dst),
            _ => self.call_bif(at, i),
        }
    }

    /// The head (0) or tail (1) of a list.
    fn part_of_list(&mut self, at: usize, list: &Arg, n: u64, dst: &Arg) {
        let v = self.source(list);
        let tag = self.and(&v, TAG_MASK);
        let wrong = self.value(&format!("icmp ne i64 {tag}, {TAG_LIST}"));
        self.unless(&wrong, at, |b| {
            let part = b.element(&v, TAG_LIST, n);
            b.set(dst, &part);
        });
    }

    /// The number of elements of a tuple.
    fn tuple_size(&mut self, at: usize, tuple: &Arg, dst: &Arg) {
        let v = self.source(tuple);
        let head = self.header_or_zero(&v);
        let low = self.and(&head, 0xff);
        let wrong = self.value(&format!("icmp ne i64 {low}, {}", header(Kind::Tuple, 0)));
        self.unless(&wrong, at, |b| {
            let n = b.value(&format!("lshr i64 {head}, 8"));
            let n = b.value(&format!("shl i64 {n}, 1"));
            b.set(dst, &n);
        });
    }

    /// An element whose number is known.
    fn known_element(&mut self, at: usize, n: &Arg, tuple: &Arg, dst: &Arg) {
        let Some(n) = known(n).map(|w| w >> 1).filter(|&n| n > 0 && n < 1 << 20) else {
            return self.step(at);
        };
        let v = self.source(tuple);
        let head = self.header_or_zero(&v);
        let low = self.and(&head, 0xff);
        let other = self.value(&format!("icmp ne i64 {low}, {}", header(Kind::Tuple, 0)));
        let short = self.value(&format!("icmp ult i64 {head}, {}", n << 8));
        let wrong = self.value(&format!("or i1 {other}, {short}"));
        self.unless(&wrong, at, |b| {
            let element = b.element(&v, TAG_BOXED, n);
            b.set(dst, &element);
        });
    }

    /// A quotient of floats; other numbers are divided aside.
    fn division(&mut self, at: usize, i: &Instr, (x, y): (&Arg, &Arg), dst: &Arg) {
        let again = self.anew();
        let (u, v) = (self.source(x), self.source(y));
        let (slow, join) = (self.name(), self.name());
        self.floats("fdiv", (&u, &v), &slow, dst);
        self.line(&format!("br label %{join}"));
        self.number_aside((&slow, &join), at, i, &again);
        self.begin(&join);
    }

    /// A small integer with the other sign.
    fn negated(&mut self, at: usize, x: &Arg, dst: &Arg) {
        self.but_least(at, x, dst, |b, v| b.value(&format!("sub i64 0, {v}")));
    }

    /// The word that `make` makes of a small integer other than the least, whose negative is none.
    fn but_least(
        &mut self,
        at: usize,
        x: &Arg,
        dst: &Arg,
        make: impl FnOnce(&mut Self, &str) -> String,
    ) {
        let v = self.source(x);
        let low = self.and(&v, 1);
        let other = self.value(&format!("icmp ne i64 {low}, 0"));
        let least = self.is(&v, SMALL_MIN.wrapping_mul(2) as Word);
        let wrong = self.value(&format!("or i1 {other}, {least}"));
        self.unless(&wrong, at, |b| {
            let w = make(b, &v);
            b.set(dst, &w);
        });
    }

    /// `bnot` of a small integer.
    fn bitwise_not(&mut self, at: usize, x: &Arg, dst: &Arg) {
        let v = self.source(x);
        let low = self.and(&v, 1);
        let other = self.value(&format!("icmp ne i64 {low}, 0"));
        self.unless(&other, at, |b| {
            let w = b.value(&format!("xor i64 {v}, -2"));
            b.set(dst, &w);
        });
    }

    /// `trunc`, `round`, `floor` or `ceil` of a float that is no larger than a small integer.
    /// Conversion cuts towards zero; the others correct that.
    fn rounded(&mut self, at: usize, how: &str, x: &Arg, dst: &Arg) {
        /// 2 to the power of 58 as a float: what is less, and more than its negative, is small.
        const BOUND: &str = "0x4390000000000000";
        let v = self.source(x);
        let (slow, join) = (self.name(), self.name());
        let head = self.header_or_zero(&v);
        let float = self.is(&head, header(Kind::Float, 1));
        let other = self.value(&format!("xor i1 {float}, true"));
        self.go_if(&other, &slow);
        let d = self.float_of(&v);
        let below = self.value(&format!("fcmp olt double {d}, {BOUND}"));
        let negative = self.value(&format!("fneg double {d}"));
        let above = self.value(&format!("fcmp olt double {negative}, {BOUND}"));
        let fits = self.value(&format!("and i1 {below}, {above}"));
        let large = self.value(&format!("xor i1 {fits}, true"));
        self.go_if(&large, &slow);
        let n = self.value(&format!("fptosi double {d} to i64"));
        let whole = self.value(&format!("sitofp i64 {n} to double"));
        let cut = self.value(&format!("fsub double {d}, {whole}"));
        let when = |b: &mut Self, test: &str, limit: &str| {
            let holds = b.value(&format!("fcmp {test} double {cut}, {limit}"));
            b.value(&format!("zext i1 {holds} to i64"))
        };
        let (more, less) = match how {
            "round" => (when(self, "oge", "0.5"), when(self, "ole", "-0.5")),
            "floor" => ("0".to_owned(), when(self, "olt", "0.0")),
            "ceil" => (when(self, "ogt", "0.0"), "0".to_owned()),
            _ => ("0".to_owned(), "0".to_owned()),
        };
        let n = self.value(&format!("add i64 {n}, {more}"));
        let n = self.value(&format!("sub i64 {n}, {less}"));
        let w = self.value(&format!("shl i64 {n}, 1"));
        self.set(dst, &w);
        self.line(&format!("br label %{join}"));
        self.aside(&slow, &join, at);
        self.begin(&join);
    }

    /// The length of a list that is short; of others the emulator's.
    fn length(&mut self, at: usize, i: &Instr, list: &Arg, dst: &Arg) {
        /// Cells that are counted at most.
        const FEW: i64 = 64;
        let v = self.source(list);
        let names = [0; 7].map(|_| self.name());
        let [before, turn, cell, end, short, other, join] = &names;
        let (rest, n) = (format!("%rest{turn}"), format!("%n{turn}"));
        self.line(&format!("br label %{before}"));
        self.begin(before);
        self.line(&format!("br label %{turn}"));
        self.begin(turn);
        self.line(&format!("{rest} = phi i64 [ {v}, %{before} ], [ {rest}t, %{cell} ]"));
        self.line(&format!("{n} = phi i64 [ 0, %{before} ], [ {n}t, %{cell} ]"));
        let tag = self.and(&rest, TAG_MASK);
        let is_list = self.is(&tag, TAG_LIST);
        self.branch(&is_list, cell, end, None);
        self.begin(cell);
        let tail = self.element(&rest, TAG_LIST, 1);
        self.line(&format!("{rest}t = or i64 {tail}, 0"));
        self.line(&format!("{n}t = add i64 {n}, {}", small(1)));
        let many = self.is(&n, small(FEW));
        self.branch(&many, other, turn, None);
        self.begin(end);
        let proper = self.is(&rest, Term::NIL.word());
        self.branch(&proper, short, other, None);
        self.begin(short);
        self.set(dst, &n);
        self.line(&format!("br label %{join}"));
        self.begin(other);
        self.call_bif(at, i);
        self.line(&format!("br label %{join}"));
        self.begin(join);
    }

    /// The absolute value of a small integer.
    fn absolute(&mut self, at: usize, x: &Arg, dst: &Arg) {
        self.but_least(at, x, dst, |b, v| {
            let negative = b.value(&format!("icmp slt i64 {v}, 0"));
            let minus = b.value(&format!("sub i64 0, {v}"));
            b.value(&format!("select i1 {negative}, i64 {minus}, i64 {v}"))
        });
    }

    /// An operation of LLVM on the bits of small integers.
    fn bitwise(&mut self, at: usize, op: &str, x: &Arg, y: &Arg, dst: &Arg) {
        let (u, v) = (self.source(x), self.source(y));
        let small = self.both_small((&u, x), (&v, y));
        let wrong = self.value(&format!("xor i1 {small}, true"));
        self.unless(&wrong, at, |b| {
            let w = b.value(&format!("{op} i64 {u}, {v}"));
            let w = b.small_if(&w, &[x, y]);
            b.set(dst, &w);
        });
    }

    /// A shift to the right by a known number of bits.
    fn shift_right(&mut self, at: usize, x: &Arg, y: &Arg, dst: &Arg) {
        let n = known(y).unwrap_or(0) >> 1;
        let u = self.source(x);
        let small = self.both_small((&u, x), ("0", y));
        let wrong = self.value(&format!("xor i1 {small}, true"));
        self.unless(&wrong, at, |b| {
            let w = b.value(&format!("ashr i64 {u}, {n}"));
            let w = b.and(&w, !1);
            b.set(dst, &w);
        });
    }

    /// A shift to the left by a known number of bits.
    fn shift_left(&mut self, at: usize, x: &Arg, y: &Arg, dst: &Arg) {
        let n = known(y).unwrap_or(0) >> 1;
        let u = self.source(x);
        let small = self.both_small((&u, x), ("0", y));
        let shifted = self.value(&format!("shl i64 {u}, {n}"));
        let back = self.value(&format!("ashr i64 {shifted}, {n}"));
        let big = self.value(&format!("xor i1 {small}, true"));
        let lost = self.value(&format!("icmp ne i64 {back}, {u}"));
        let wrong = self.value(&format!("or i1 {big}, {lost}"));
        self.unless(&wrong, at, |b| {
            let w = b.small_if(&shifted, &[x]);
            b.set(dst, &w);
        });
    }

    /// Quotient or remainder (an operation of LLVM) of small integers.
    fn integer_division(&mut self, at: usize, op: &str, x: &Arg, y: &Arg, dst: &Arg) {
        let (u, v) = (self.source(x), self.source(y));
        let small = self.both_small((&u, x), (&v, y));
        let mut wrong = self.value(&format!("xor i1 {small}, true"));
        let divisor = self.and(&v, !1);
        for bad in [0, (-2_i64) as Word] {
            let is = self.is(&divisor, bad);
            wrong = self.value(&format!("or i1 {wrong}, {is}"));
        }
        self.unless(&wrong, at, |b| {
            let (u, v) =
                (b.value(&format!("ashr i64 {u}, 1")), b.value(&format!("ashr i64 {v}, 1")));
            let w = b.value(&format!("{op} i64 {u}, {v}"));
            let w = b.value(&format!("shl i64 {w}, 1"));
            b.set(dst, &w);
        });
    }

    /// Calls a built-in of guards. If it fails, the interpreter calls it once more, to say how.
    pub(crate) fn call_bif(&mut self, at: usize, i: &Instr) {
        let (fail, import, args, dst) = parts(i);
        let bif = self.constant(Slot::Bif(import));
        let mut values = vec![bif];
        for x in args {
            values.push(self.source(x));
        }
        values.resize(4, "0".into());
        let n = self.value("load i64, ptr %N");
        self.set_field(offset_of!(Registers, reductions), "i64", &n);
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let made = self.make(offset_of!(Registers, bif), &values);
        let n = self.get_field(offset_of!(Registers, reductions), "i64");
        self.line(&format!("store i64 {n}, ptr %N"));
        let keep = |b: &mut Self| match fail {
            Some(label @ Arg::F(1..)) => {
                let right = b.was_made(&made);
                b.test(&right, label);
                b.set(dst, &made);
            }
            _ => b.keep(at, &made, dst),
        };
        let name = self.file.imports[import as usize].function;
        if self.file.atom(name) == "length" {
            // The interpreter begins again, and gives others a turn.
            let more = self.is(&made, native_abi::UNFINISHED);
            self.unless(&more, at, keep);
        } else {
            keep(self);
        }
    }

    /// The atom that says whether a comparison holds.
    pub(crate) fn boolean(&mut self, x: &Arg, y: &Arg, how: &str, dst: &Arg) {
        let (yes, no, join) = (self.name(), self.name(), self.name());
        self.compare_to(x, y, how, &yes, &no);
        for (block, atom) in [(&yes, Term::TRUE), (&no, Term::FALSE)] {
            self.begin(block);
            self.set(dst, &atom.word().to_string());
            self.line(&format!("br label %{join}"));
        }
        self.begin(&join);
    }

    /// Writes, behind the rest, a block in which the emulator makes a number. If the heap is full,
    /// which may be why the block is reached, it is collected, and the instruction begins anew.
    fn number_aside(&mut self, (name, join): (&str, &str), at: usize, i: &Instr, again: &str) {
        self.rare(name, |b| {
            let (full, on) = (b.name(), b.name());
            let lacks = b.lacks(NUMBER_WORDS);
            b.branch(&lacks, &full, &on, None);
            b.begin(&full);
            b.collect(at, NUMBER_WORDS);
            b.line(&format!("br label %{again}"));
            b.begin(&on);
            b.call_bif(at, i);
            b.line(&format!("br label %{join}"));
        });
    }

    /// Addition, subtraction or multiplication: of small integers, or of two floats.
    pub(crate) fn checked(
        &mut self,
        at: usize,
        i: &Instr,
        op: &str,
        (x, y): (&Arg, &Arg),
        dst: &Arg,
    ) {
        // Numbers that fill the heap are rare where one operand is known.
        let integers = self.is_integer(x) || self.is_integer(y);
        let known = known(x).or(known(y)).is_some() || self.is_small(x) && self.is_small(y);
        let again = if known { None } else { Some(self.anew()) };
        let (u, v) = (self.source(x), self.source(y));
        if self.stays_small(op, x, y) {
            let w = if op == "smul" { self.value(&format!("ashr i64 {u}, 1")) } else { u };
            let w = self.value(&format!("{} i64 {w}, {v}", op.replacen('s', "", 1)));
            let w = self.small_if(&w, &[x, y]);
            return self.set(dst, &w);
        }
        let small = self.both_small((&u, x), (&v, y));
        let (smalls, others, slow, join) = (self.name(), self.name(), self.name(), self.name());
        self.branch(&small, &smalls, &others, Some(true));
        self.begin(&smalls);
        let w = if op == "smul" { self.value(&format!("ashr i64 {u}, 1")) } else { u.clone() };
        let both = self
            .value(&format!("call {{ i64, i1 }} @llvm.{op}.with.overflow.i64(i64 {w}, i64 {v})"));
        let w = self.value(&format!("extractvalue {{ i64, i1 }} {both}, 0"));
        let over = self.value(&format!("extractvalue {{ i64, i1 }} {both}, 1"));
        let fits = self.name();
        self.branch(&over, &slow, &fits, Some(false));
        self.begin(&fits);
        let w = self.small_if(&w, &[x, y]);
        self.set(dst, &w);
        self.line(&format!("br label %{join}"));
        self.begin(&others);
        if integers {
            self.line(&format!("br label %{slow}"));
        } else {
            self.floats(&op.replacen('s', "f", 1), (&u, &v), &slow, dst);
            self.line(&format!("br label %{join}"));
        }
        match again {
            Some(again) => self.number_aside((&slow, &join), at, i, &again),
            None => self.aside(&slow, &join, at),
        }
        self.begin(&join);
    }

    /// An operation of two floats, whose result is boxed; goes to `slow` if they are none, or if it
    /// is none.
    pub(crate) fn floats(&mut self, op: &str, (u, v): (&str, &str), slow: &str, dst: &Arg) {
        let float = header(Kind::Float, 1);
        let heads = (self.header_or_zero(u), self.header_or_zero(v));
        let (one, two) = (self.is(&heads.0, float), self.is(&heads.1, float));
        let both = self.value(&format!("and i1 {one}, {two}"));
        let full = self.lacks(2);
        let room = self.value(&format!("xor i1 {full}, true"));
        let both = self.value(&format!("and i1 {both}, {room}"));
        let right = self.name();
        self.branch(&both, &right, slow, None);
        self.begin(&right);
        let (d, f) = (self.float_of(u), self.float_of(v));
        let d = self.value(&format!("{op} double {d}, {f}"));
        let bits = self.value(&format!("bitcast double {d} to i64"));
        let exponent = self.and(&bits, INFINITE);
        let infinite = self.is(&exponent, INFINITE);
        let finite = self.name();
        self.branch(&infinite, slow, &finite, Some(false));
        self.begin(&finite);
        let boxed = self.float_on_heap(&bits);
        self.set(dst, &boxed);
    }
}
