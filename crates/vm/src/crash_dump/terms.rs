//! Terms as a dump has them: what takes no room on a heap stands for itself, an object is named by
//! its address (`H7F8BFEF549A8`) and has a line of its own. For example, `[a|{1}]` is the lines
//! `7F10:lA1:a|H7F28` and `7F28:t1:I1`.
//!
//! The format is that of the chapter "How to Interpret the Erlang Crash Dumps" of OTP's manual, as
//! `crashdump_viewer` reads it.

use std::collections::HashSet;
use std::fmt::{self, Write};
use std::mem::take;
use term::etf::{self, EncodeOptions};
use term::literal::is_literal;
use term::walk::Seen;
use term::word::{address, is_pointer};
use term::{Bits, Fun, OwnedTerm, RefBin, Term, View, Word, map, print};

/// An object that is written in external format takes at most so many bytes of that. A fun is
/// written without the values of its free variables if it would take more.
const EXTERNAL_BYTES_MAX: usize = 1 << 10;

/// Literals and binaries, which processes and persistent terms share: each is described once, at
/// the end.
#[derive(Default)]
pub(super) struct Shared {
    literals: Vec<Term<'static>>,
    seen_literals: Seen,
    binaries: Vec<RefBin>,
    seen_binaries: HashSet<usize>,
}

impl Shared {
    fn refer_to_literal(&mut self, t: Term<'_>) {
        if self.seen_literals.is_new(t) {
            // SAFETY: literals are freed only when no process refers to them any more. A dump is
            // made while those stand still that refer to this one.
            self.literals.push(unsafe { Term::from_word(t.word()) });
        }
    }

    /// The number of a binary outside the heaps.
    fn refer_to_binary(&mut self, bin: RefBin) -> usize {
        let number = bin.data().addr();
        if self.seen_binaries.insert(number) {
            self.binaries.push(bin);
        }
        number
    }

    /// The sections of the literals that have been referred to, with all that they refer to, and of
    /// binaries.
    pub fn describe(mut self, out: &mut impl Write) -> fmt::Result {
        writeln!(out, "=literals")?;
        let (seen, rest) = (take(&mut self.seen_literals), take(&mut self.literals));
        let mut objects = Objects::new(&mut self);
        (objects.seen, objects.rest, objects.are_literals) = (seen, rest, true);
        objects.describe(out)?;
        for bin in &self.binaries {
            let (number, bytes) = (bin.data().addr(), bin.bytes());
            write!(out, "=binary:{number:X}\n{:X}:", bytes.len())?;
            base64(out, bytes)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Objects to be described: those of a process, or literals.
pub(super) struct Objects<'h, 's> {
    seen: Seen,
    rest: Vec<Term<'h>>,
    are_literals: bool,
    /// Lines of pairs that are no objects anywhere, and the number of the next: an address at which
    /// nothing can be.
    pairs: String,
    next_pair: usize,
    shared: &'s mut Shared,
}

impl<'h, 's> Objects<'h, 's> {
    /// An empty set, for a process's objects.
    pub fn new(shared: &'s mut Shared) -> Objects<'h, 's> {
        Objects {
            seen: Seen::default(),
            rest: Vec::new(),
            are_literals: false,
            pairs: String::new(),
            next_pair: size_of::<Word>(),
            shared,
        }
    }

    /// Writes the name of a tuple of two that is to be described as if it were an object.
    pub fn pair(&mut self, out: &mut impl Write, a: Term<'h>, b: Term<'h>) -> fmt::Result {
        let number = self.next_pair;
        self.next_pair += size_of::<Word>();
        write!(out, "H{number:X}")?;
        let mut pairs = take(&mut self.pairs);
        write!(pairs, "{number:X}:t2:")?;
        self.names(&mut pairs, &[a, b])?;
        pairs.push('\n');
        self.pairs = pairs;
        Ok(())
    }

    /// Writes a term, and remembers the object, if it is one.
    pub fn name(&mut self, out: &mut impl Write, t: Term<'h>) -> fmt::Result {
        if is_pointer(t.word()) {
            if !self.are_literals && is_literal(t.word()) {
                self.shared.refer_to_literal(t);
            } else if self.seen.is_new(t) {
                self.rest.push(t);
            }
            return write!(out, "H{:X}", address(t.word()).addr());
        }
        match t.view() {
            View::Small(n) => write!(out, "I{n}"),
            View::Atom(a) => {
                let name = a.to_string();
                write!(out, "A{:X}:{name}", name.len())
            }
            View::Pid(_) => write!(out, "P{}", print::display(t)),
            View::Port(n) => write!(out, "p<0.{n}>"),
            _ => write!(out, "N"),
        }
    }

    fn names(&mut self, out: &mut impl Write, terms: &[Term<'h>]) -> fmt::Result {
        for (i, &t) in terms.iter().enumerate() {
            if i > 0 {
                out.write_char(',')?;
            }
            self.name(out, t)?;
        }
        Ok(())
    }

    /// The lines of all objects that have been named, and of those that they refer to.
    pub fn describe(mut self, out: &mut impl Write) -> fmt::Result {
        out.write_str(&self.pairs)?;
        while let Some(t) = self.rest.pop() {
            write!(out, "{:X}:", address(t.word()).addr())?;
            self.object(out, t)?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn object(&mut self, out: &mut impl Write, t: Term<'h>) -> fmt::Result {
        match t.view() {
            View::Cons(head, tail) => {
                write!(out, "l")?;
                self.name(out, head)?;
                write!(out, "|")?;
                self.name(out, tail)
            }
            View::Tuple(elements) => {
                write!(out, "t{:X}:", elements.len())?;
                self.names(out, elements)
            }
            View::Float(_) => {
                let text = print::display(t).to_string();
                write!(out, "F{:X}:{text}", text.len())
            }
            View::Big(big) => integer(out, t, big.limbs, big.negative),
            View::Bits(bits) => self.bits(out, t, bits),
            View::FlatMap(keys, values) => {
                write!(out, "Mf{:X}:", keys.len())?;
                self.name(out, map::keys_tuple(t).unwrap_or(Term::NIL))?;
                write!(out, ":")?;
                self.names(out, values)
            }
            View::HashMap(_) => {
                let children = map::node_children(t).unwrap_or_default();
                if map::is_trie(t) {
                    write!(out, "Mh{:X}:", map::size(t))?;
                } else {
                    write!(out, "Mn")?;
                }
                write!(out, "{:X}:", children.len())?;
                self.names(out, children)
            }
            View::ExternalPid(..) => write!(out, "P{}", print::display(t)),
            View::Fun(fun) => self.fun(out, t, fun),
            _ => external(out, t),
        }
    }

    fn bits(&mut self, out: &mut impl Write, t: Term<'h>, bits: Bits<'h>) -> fmt::Result {
        let is_whole = bits.bit_len().is_multiple_of(8) && bits.bit_offset().is_multiple_of(8);
        if !is_whole && bits.bit_len() / 8 < EXTERNAL_BYTES_MAX {
            return external(out, t);
        }
        let (from, bytes) = (bits.bit_offset() / 8, bits.span());
        match t.as_ref_bin() {
            Some(bin) => {
                let number = self.shared.refer_to_binary(bin);
                write!(out, "Yc{number:X}:{from:X}:{:X}", bytes.len())
            }
            None => {
                write!(out, "Yh{:X}:", bytes.len())?;
                base64(out, bytes)
            }
        }
    }

    fn fun(&mut self, out: &mut impl Write, t: Term<'h>, fun: Fun<'h>) -> fmt::Result {
        let size = etf::encoded_size(t, EncodeOptions::default());
        if size.is_ok_and(|n| n <= EXTERNAL_BYTES_MAX) {
            return external(out, t);
        }
        let without = OwnedTerm::build(|heap| {
            let free = vec![Term::NIL; fun.free.len()];
            heap.fun(fun.entry, heap.copy_in(fun.creator), &free)
        });
        external(out, without.term())
    }
}

/// An integer that takes many digits is written with those that are there.
fn integer(out: &mut impl Write, t: Term<'_>, limbs: &[u64], negative: bool) -> fmt::Result {
    const DECIMAL_LIMBS_MAX: usize = 64;
    let Some((top, rest)) = limbs.split_last().filter(|_| limbs.len() > DECIMAL_LIMBS_MAX) else {
        return write!(out, "B{}", print::display(t));
    };
    write!(out, "B{}16#{top:X}", if negative { "-" } else { "" })?;
    rest.iter().rev().try_for_each(|limb| write!(out, "{limb:016X}"))
}

fn external(out: &mut impl Write, t: Term<'_>) -> fmt::Result {
    let bytes = etf::encode(t, EncodeOptions::default()).unwrap_or_default();
    write!(out, "E{:X}:", bytes.len())?;
    base64(out, &bytes)
}

/// Writes bytes as text.
pub(super) fn base64(out: &mut impl Write, bytes: &[u8]) -> fmt::Result {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0u32, |w, b| w << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i)) as usize & 63];
            out.write_char(if i <= chunk.len() { char::from(digit) } else { '=' })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Objects, Shared, base64};
    use term::{Heap, Term, atom};

    #[test]
    fn base64_has_its_padding() {
        for (bytes, text) in
            [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("abcd", "YWJjZA==")]
        {
            let mut out = String::new();
            base64(&mut out, bytes.as_bytes()).expect("a text takes all");
            assert_eq!(out, text);
        }
    }

    #[test]
    fn an_object_has_one_line_however_often_it_is_named() {
        let heap = Heap::new(1 << 10);
        let tuple = heap.tuple(&[Term::small(-1), Term::atom(atom!("a")), Term::NIL]);
        let list = heap.list(&[tuple, tuple]);
        let (mut shared, mut out) = (Shared::default(), String::new());
        let mut objects = Objects::new(&mut shared);
        for t in [list, tuple, Term::NIL] {
            objects.name(&mut out, t).expect("a text takes all");
            out.push('\n');
        }
        objects.describe(&mut out).expect("a text takes all");
        let lines: Vec<_> = out.lines().collect();
        assert_eq!((lines.len(), lines[2]), (6, "N"));
        assert_eq!(lines.iter().filter(|l| l.ends_with(":t3:I-1,A1:a,N")).count(), 1);
    }
}
