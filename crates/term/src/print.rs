//! Terms as text, as `erlang:display/1` and OTP's crash reports print them.

use crate::map_words::node_bitmap;
use crate::term::{Bits, Term, View};
use crate::{Atom, Definition, Mfa, integer_text, map, node};
use release::Difference;
use std::fmt::{self, Write};

/// The text of a term.
pub fn display(t: Term<'_>) -> String {
    let mut text = String::new();
    let _ = write_term(&mut text, t, usize::MAX);
    text
}

/// The output of `erlang:display/1`: as [`display`], but characters of strings are single bytes.
pub fn display_bytes(t: Term<'_>) -> Vec<u8> {
    display_bytes_bounded(t, usize::MAX)
}

/// As [`display_bytes`], cut off as by [`display_bounded`].
pub fn display_bytes_bounded(t: Term<'_>, limit: usize) -> Vec<u8> {
    let mut sink = Bytes(Vec::new());
    let _ = Printer::new(&mut sink, limit).finish(t);
    sink.0
}

/// Where text goes. Strings consist of Latin-1 characters, which OTP writes as bytes.
trait Sink: Write {
    fn latin1(&mut self, byte: u8) -> fmt::Result;
}

struct Text<'o>(&'o mut dyn Write);

impl Write for Text<'_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.0.write_str(s)
    }
}

impl Sink for Text<'_> {
    fn latin1(&mut self, byte: u8) -> fmt::Result {
        self.0.write_char(char::from(byte))
    }
}

struct Bytes(Vec<u8>);

impl Write for Bytes {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.0.extend_from_slice(s.as_bytes());
        Ok(())
    }
}

impl Sink for Bytes {
    fn latin1(&mut self, byte: u8) -> fmt::Result {
        self.0.push(byte);
        Ok(())
    }
}

/// The text of a term, cut off (with `... ` at the end) where it has `limit` parts and characters,
/// as OTP counts them.
pub fn display_bounded(t: Term<'_>, limit: usize) -> String {
    let mut text = String::new();
    let _ = write_term(&mut text, t, limit);
    text
}

/// Something to write between terms, or a term.
enum Item<'t> {
    Text(&'static str),
    Term(Term<'t>),
    /// Elements of a tuple, with a comma before each.
    Elements(&'t [Term<'t>]),
    /// The tail of a list.
    Tail(Term<'t>),
    Entries(&'t [Term<'t>], &'t [Term<'t>]),
    /// Children of a hash map's node, with a comma before each.
    Children(&'t [Term<'t>]),
}

/// Writes a term; where it has `limit` parts and characters `... ` follows, and no more.
pub fn write_term(out: &mut dyn Write, t: Term<'_>, limit: usize) -> fmt::Result {
    Printer::new(&mut Text(out), limit).finish(t)
}

enum Stop {
    Limit,
    Error,
}

impl From<fmt::Error> for Stop {
    fn from(_: fmt::Error) -> Stop {
        Stop::Error
    }
}

struct Printer<'o> {
    out: &'o mut dyn Sink,
    /// Parts and characters that may still be written. It is counted as OTP does: what is written
    /// as a whole may take it below 0, and where it ends at 0 that is told, too.
    left: i64,
}

impl<'o> Printer<'o> {
    fn new(out: &'o mut dyn Sink, limit: usize) -> Printer<'o> {
        Printer { out, left: i64::try_from(limit).unwrap_or(i64::MAX) }
    }

    fn finish(&mut self, t: Term<'_>) -> fmt::Result {
        if let Err(Stop::Error) = self.term(t) {
            return Err(fmt::Error);
        }
        if self.left <= 0 { self.out.write_str("... ") } else { Ok(()) }
    }

    /// Counts a part, if there may be one.
    fn count(&mut self) -> Result<(), Stop> {
        self.left -= 1;
        if self.left < 0 { Err(Stop::Limit) } else { Ok(()) }
    }

    fn term(&mut self, t: Term<'_>) -> Result<(), Stop> {
        let mut stack = vec![Item::Term(t)];
        while let Some(item) = stack.pop() {
            match item {
                Item::Text(text) => self.out.write_str(text)?,
                Item::Term(t) => {
                    self.count()?;
                    self.one(t, &mut stack)?;
                }
                Item::Elements([]) | Item::Children([]) | Item::Entries([], _) => {}
                Item::Elements([t, rest @ ..]) => {
                    self.out.write_char(',')?;
                    stack.extend([Item::Elements(rest), Item::Term(*t)]);
                }
                Item::Children([t, rest @ ..]) => {
                    self.out.write_char(',')?;
                    stack.extend([Item::Children(rest), Item::Term(*t)]);
                }
                Item::Entries(keys, values) => {
                    self.out.write_char(',')?;
                    entry(&mut stack, keys, values);
                }
                Item::Tail(t) => match t.as_cons() {
                    Some((head, tail)) => {
                        self.out.write_char(',')?;
                        stack.extend([Item::Tail(tail), Item::Term(head)]);
                    }
                    None if t.is_nil() => self.out.write_char(']')?,
                    None => {
                        self.out.write_char('|')?;
                        stack.extend([Item::Text("]"), Item::Term(t)]);
                    }
                },
            }
        }
        Ok(())
    }

    fn one<'t>(&mut self, t: Term<'t>, stack: &mut Vec<Item<'t>>) -> Result<(), Stop> {
        let channel = |name: Atom| if name == node::this_node() { 0 } else { name.index() };
        match t.view() {
            View::Small(i) => write!(self.out, "{i}")?,
            View::Big(_) => self.out.write_str(&integer_text::to_text(t, 10))?,
            View::Float(f) => {
                let text = crate::float::scientific(f, 6).unwrap_or_default();
                self.out.write_str(&text)?;
            }
            View::Atom(a) => {
                self.left -= a.name().len() as i64;
                self.atom(a)?;
                if self.left <= 0 {
                    return Err(Stop::Limit);
                }
            }
            View::Nil => self.out.write_str("[]")?,
            View::Cons(head, tail) => {
                if is_printable(t) {
                    return self.string(t);
                }
                self.out.write_char('[')?;
                stack.extend([Item::Tail(tail), Item::Term(head)]);
            }
            View::Tuple(elements) => {
                self.out.write_char('{')?;
                stack.push(Item::Text("}"));
                if let [first, rest @ ..] = elements {
                    stack.extend([Item::Elements(rest), Item::Term(*first)]);
                }
            }
            View::Bits(bits) => self.bits(bits)?,
            View::FlatMap(keys, values) => {
                self.out.write_str("#{")?;
                stack.push(Item::Text("}"));
                if !keys.is_empty() {
                    entry(stack, keys, values);
                }
            }
            View::Record(definition, values) => self.record(definition, values, stack)?,
            View::HashMap(map) if Difference::PlainMaps.is_on() => self.large_map(map, stack)?,
            View::HashMap(map) => self.node(map, stack)?,
            View::Fun(f) => {
                let (index, uniq) = (f.entry.old.index, f.entry.old.uniq);
                write!(self.out, "#Fun<{}.{index}.{uniq}>", f.entry.module.name())?;
            }
            View::Export(e) => self.export(e.mfa)?,
            View::Pid(n) => write!(self.out, "<0.{}.{}>", n & 0x0fff_ffff, n >> 28)?,
            View::ExternalPid(node, id, serial) => {
                write!(self.out, "<{}.{id}.{serial}>", channel(node.name))?;
            }
            View::Port(n) => write!(self.out, "#Port<0.{n}>")?,
            View::ExternalPort(node, n) => {
                write!(self.out, "#Port<{}.{n}>", channel(node.name))?;
            }
            View::Ref(_) => self.reference(t, 0)?,
            View::ExternalRef(node) => self.reference(t, channel(node.name))?,
            View::None => write!(self.out, "<unknown:{:#x}>", t.word())?,
        }
        Ok(())
    }

    /// A hash map, as small ones are written.
    fn large_map<'t>(&mut self, map: Term<'t>, stack: &mut Vec<Item<'t>>) -> Result<(), Stop> {
        self.out.write_str("#{")?;
        stack.push(Item::Text("}"));
        let most = usize::try_from(self.left).unwrap_or(0).saturating_add(1);
        let entries: Vec<_> = map::Iter::new(map).take(most).collect();
        for (number, (key, value)) in entries.into_iter().enumerate().rev() {
            stack.extend([Item::Term(value), Item::Text("=>"), Item::Term(key)]);
            if number > 0 {
                stack.push(Item::Text(","));
            }
        }
        Ok(())
    }

    /// A native record, the fields with older names first.
    fn record<'t>(
        &mut self,
        definition: Definition<'t>,
        values: &'t [Term<'t>],
        stack: &mut Vec<Item<'t>>,
    ) -> Result<(), Stop> {
        let (module, name) = (definition.module(), definition.name());
        self.left -= (module.name().len() + name.name().len()) as i64;
        self.out.write_char('#')?;
        self.atom(module)?;
        self.out.write_char(':')?;
        self.atom(name)?;
        self.out.write_char('{')?;
        stack.push(Item::Text("}"));
        let fields = definition.fields();
        for (number, place) in definition.by_age().enumerate().rev() {
            stack.extend([Item::Term(values[place]), Item::Text("="), Item::Term(fields[place])]);
            if number > 0 {
                stack.push(Item::Text(","));
            }
        }
        Ok(())
    }

    /// A hash map, or a node of one.
    fn node<'t>(&mut self, map: Term<'t>, stack: &mut Vec<Item<'t>>) -> Result<(), Stop> {
        let (bitmap, children) = node_bitmap(map).unwrap_or((0, &[]));
        let mark = if map.is_map() { "#" } else { "" };
        write!(self.out, "{mark}<{bitmap:x}>{{")?;
        stack.push(Item::Text("}"));
        if let [first, rest @ ..] = children {
            stack.extend([Item::Children(rest), Item::Term(*first)]);
        }
        Ok(())
    }

    fn export(&mut self, mfa: Mfa) -> Result<(), Stop> {
        self.left -= (mfa.module.name().len() + mfa.function.name().len()) as i64;
        self.out.write_str("fun ")?;
        self.atom(mfa.module)?;
        self.out.write_char(':')?;
        self.atom(mfa.function)?;
        Ok(write!(self.out, "/{}", mfa.arity)?)
    }

    fn reference(&mut self, t: Term<'_>, first: u32) -> Result<(), Stop> {
        write!(self.out, "#Ref<{first}")?;
        for n in t.ref_numbers().unwrap_or_default().iter().rev() {
            write!(self.out, ".{n}")?;
        }
        Ok(self.out.write_char('>')?)
    }

    fn string(&mut self, t: Term<'_>) -> Result<(), Stop> {
        self.out.write_char('"')?;
        for c in t.list() {
            self.count()?;
            match c.as_small() {
                Some(0x0a) => self.out.write_str("\\n")?,
                Some(0x22) => self.out.write_str("\\\"")?,
                c => self.out.latin1(c.unwrap_or(0) as u8)?,
            }
        }
        Ok(self.out.write_char('"')?)
    }

    fn bits(&mut self, bits: Bits<'_>) -> Result<(), Stop> {
        let bytes = bits.bytes();
        let (whole, rest) = bytes.split_at(bits.bit_len() / 8);
        let printable = |b: &u8| (b' '..127).contains(b);
        if rest.is_empty() && !whole.is_empty() && whole.iter().all(printable) {
            self.out.write_str("<<\"")?;
            for &b in whole {
                if b == b'"' {
                    self.out.write_char('\\')?;
                }
                self.out.write_char(char::from(b))?;
                self.count()?;
            }
            return Ok(self.out.write_str("\">>")?);
        }
        self.out.write_str("<<")?;
        for (i, b) in whole.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(self.out, "{comma}{b}")?;
            self.count()?;
        }
        if let [last, ..] = rest {
            let comma = if whole.is_empty() { "" } else { "," };
            let size = bits.bit_len() % 8;
            write!(self.out, "{comma}{}:{size}", last >> (8 - size))?;
        }
        Ok(self.out.write_str(">>")?)
    }

    fn atom(&mut self, a: Atom) -> Result<(), Stop> {
        Ok(write_atom(self.out, a)?)
    }
}

fn entry<'t>(stack: &mut Vec<Item<'t>>, keys: &'t [Term<'t>], values: &'t [Term<'t>]) {
    let rest = Item::Entries(&keys[1..], &values[1..]);
    stack.extend([rest, Item::Term(values[0]), Item::Text("=>"), Item::Term(keys[0])]);
}

/// Whether a list is a string that prints as one: Latin-1 without control characters.
fn is_printable(t: Term<'_>) -> bool {
    let mut list = t.list();
    let printable = list
        .by_ref()
        .all(|c| matches!(c.as_small(), Some(0x20..=0x7e | 0xa0..=0xff | 0x09 | 0x0a | 0x0d)));
    printable && list.tail().is_nil()
}

/// Whether an atom is written without quotes, as far as Latin-1 goes. Letters up to U+07FF count
/// after the first place as they do in OTP, which looks at two bytes at most.
fn is_plain(name: &str) -> bool {
    let letter = |c: char| matches!(c, 'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ');
    let upper = |c: char| matches!(c, 'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ');
    let mut chars = name.chars();
    chars.next().is_some_and(letter)
        && chars.all(|c| letter(c) || upper(c) || c.is_ascii_digit() || c == '_')
}

/// Writes an atom, in quotes if it needs them.
pub fn write_atom(out: &mut dyn Write, a: Atom) -> fmt::Result {
    let name = a.name();
    if is_plain(name) {
        return out.write_str(name);
    }
    out.write_char('\'')?;
    for c in name.chars() {
        match c {
            '\'' => out.write_str("\\'")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\x0c' => out.write_str("\\f")?,
            '\t' => out.write_str("\\t")?,
            '\r' => out.write_str("\\r")?,
            '\x08' => out.write_str("\\b")?,
            '\x0b' => out.write_str("\\v")?,
            '\0'..='\x1f' | '\u{80}'..='\u{9f}' => write!(out, "\\{:03o}", c as u32)?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('\'')
}

impl fmt::Debug for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_term(f, *self, 10_000)
    }
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_term(f, *self, usize::MAX)
    }
}
