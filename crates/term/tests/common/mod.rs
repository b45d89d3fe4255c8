//! Tools that the tests of terms share: reading terms from Erlang text, and asking the stock
//! emulator.

#![allow(dead_code)]

use std::process::Command;
use term::word::Kind;
use term::{Atom, Heap, Term, compare};

/// The term of a text in Erlang's syntax (numbers, atoms, strings, lists, tuples, bit strings,
/// small maps). Panics if it is anything else.
pub fn read<'h>(heap: &'h Heap, text: &str) -> Term<'h> {
    let mut reader = Reader { heap, text: text.as_bytes(), at: 0 };
    let t = reader.term();
    reader.space();
    assert!(reader.at == text.len(), "{text}: more text after {}", reader.at);
    t
}

struct Reader<'h, 's> {
    heap: &'h Heap,
    text: &'s [u8],
    at: usize,
}

impl<'h> Reader<'h, '_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn space(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    fn accept(&mut self, s: &str) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(s.as_bytes());
        if found {
            self.at += s.len();
        }
        found
    }

    fn expect(&mut self, s: &str) {
        let text = String::from_utf8_lossy(self.text);
        assert!(self.accept(s), "{s} expected at {} of {text}", self.at);
    }

    fn while_(&mut self, test: impl Fn(u8) -> bool) -> String {
        let from = self.at;
        while self.at < self.text.len() && test(self.peek()) {
            self.at += 1;
        }
        String::from_utf8(self.text[from..self.at].to_vec()).expect("UTF-8")
    }

    fn quoted(&mut self, quote: u8) -> String {
        self.at += 1;
        let mut bytes = Vec::new();
        while self.peek() != quote {
            if self.peek() != b'\\' {
                bytes.push(self.peek());
                self.at += 1;
                continue;
            }
            self.at += 1;
            let c = match self.peek() {
                b'n' => '\n',
                b't' => '\t',
                b'e' => '\x1b',
                b'd' => '\x7f',
                b'0'..=b'7' => {
                    let digits = self.while_(|c| c.is_ascii_digit());
                    self.at -= 1;
                    let code = u32::from_str_radix(&digits, 8).expect("octal digits");
                    char::from_u32(code).expect("a character")
                }
                c => char::from(c),
            };
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8(bytes).expect("UTF-8")
    }

    fn sequence(&mut self, end: &str) -> Vec<Term<'h>> {
        let mut elements = Vec::new();
        if self.accept(end) {
            return elements;
        }
        loop {
            elements.push(self.term());
            if self.accept(end) {
                return elements;
            }
            self.expect(",");
        }
    }

    fn number(&mut self) -> Term<'h> {
        let from = self.at;
        self.accept("-");
        self.while_(|c| c.is_ascii_digit());
        if self.peek() == b'.' {
            self.while_(|c| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'-' | b'+'));
            let text = std::str::from_utf8(&self.text[from..self.at]).expect("UTF-8");
            return self.heap.float(text.parse().expect("a float"));
        }
        let text = std::str::from_utf8(&self.text[from..self.at]).expect("UTF-8");
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let mut limbs = vec![0_u64];
        for d in digits.bytes() {
            let mut carry = u128::from(d - b'0');
            for l in &mut limbs {
                carry += u128::from(*l) * 10;
                *l = carry as u64;
                carry >>= 64;
            }
            if carry != 0 {
                limbs.push(carry as u64);
            }
        }
        self.heap.big(negative, &limbs)
    }

    fn map(&mut self) -> Term<'h> {
        self.expect("#{");
        let mut entries = Vec::new();
        while !self.accept("}") {
            let key = self.term();
            self.expect("=>");
            entries.push((key, self.term()));
            self.accept(",");
        }
        entries.sort_by(|a, b| compare::compare_exact(a.0, b.0));
        let keys: Vec<_> = entries.iter().map(|e| e.0).collect();
        let mut content = vec![self.heap.tuple(&keys)];
        content.extend(entries.iter().map(|e| e.1));
        self.heap.node(Kind::FlatMap, &content)
    }

    fn bits(&mut self) -> Term<'h> {
        self.expect("<<");
        if self.peek() == b'"' {
            let s = self.quoted(b'"');
            self.expect(">>");
            return self.heap.binary(s.as_bytes());
        }
        let (mut bytes, mut bits) = (Vec::new(), 0);
        while !self.accept(">>") {
            let byte: u8 = self.while_(|c| c.is_ascii_digit()).parse().expect("a byte");
            let size: u32 = if self.accept(":") {
                self.while_(|c| c.is_ascii_digit()).parse().expect("a size")
            } else {
                8
            };
            bytes.push(byte << (8 - size));
            bits += size as usize;
            self.accept(",");
        }
        self.heap.bits(&bytes, bits)
    }

    fn term(&mut self) -> Term<'h> {
        self.space();
        match self.peek() {
            b'-' | b'0'..=b'9' => self.number(),
            b'a'..=b'z' | 0x80.. => {
                let name = self
                    .while_(|c| c.is_ascii_alphanumeric() || c >= 0x80 || matches!(c, b'_' | b'@'));
                Term::atom(Atom::new(&name))
            }
            b'\'' => Term::atom(Atom::new(&self.quoted(b'\''))),
            b'"' => {
                let s = self.quoted(b'"');
                let chars: Vec<_> = s.chars().map(|c| Term::small(c as i64)).collect();
                self.heap.list(&chars)
            }
            b'{' => {
                self.at += 1;
                let elements = self.sequence("}");
                self.heap.tuple(&elements)
            }
            b'[' => {
                self.at += 1;
                let (mut elements, mut tail) = (Vec::new(), Term::NIL);
                while !self.accept("]") {
                    elements.push(self.term());
                    if self.accept("|") {
                        tail = self.term();
                    }
                    self.accept(",");
                }
                elements.iter().rev().fold(tail, |tail, &e| self.heap.cons(e, tail))
            }
            b'#' => self.map(),
            b'<' => self.bits(),
            c => panic!("unexpected {:?} at {}", c as char, self.at),
        }
    }
}

/// The output of the stock emulator when it evaluates an expression; nothing if it is not
/// installed.
pub fn stock(eval: &str) -> Option<String> {
    let command = ["-noshell", "-boot", "no_dot_erlang", "-eval"];
    match Command::new("erl").args(command).arg(eval).output() {
        Ok(out) => {
            let error = String::from_utf8_lossy(&out.stderr);
            assert!(out.status.success(), "erl failed: {error} on {eval}");
            Some(String::from_utf8_lossy(&out.stdout).into_owned())
        }
        Err(error) => {
            eprintln!("skipped: no erl to compare with ({error})");
            None
        }
    }
}
