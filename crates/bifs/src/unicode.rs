//! `unicode`: characters in lists and binaries, to UTF-8 and to lists of code points.

use crate::args::badarg;
use crate::iolist::pay_bytes;
use term::{Atom, Bits, Export, Heap, Mfa, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Process;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("unicode", "bin_is_7bit", 1, bin_is_7bit_1),
    row("unicode", "characters_to_binary", 2, characters_to_binary_2),
    row("unicode", "characters_to_list", 2, characters_to_list_2),
    row("io", "printable_range", 0, printable_range_0),
    row("net_kernel", "dflag_unicode_io", 1, dflag_unicode_io_1),
];

fn printable_range_0<'h>(_: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    let unicode = vm::system::config().printable_unicode;
    Ok(Term::atom(if unicode { atom!("unicode") } else { atom!("latin1") }))
}

/// Whether a pid's node takes Unicode in the I/O protocol: all nodes that can be met do.
fn dflag_unicode_io_1<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_pid() { Ok(Term::TRUE) } else { badarg() }
}

fn bin_is_7bit_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(args[0].as_binary().is_some_and(|bytes| {
        pay_bytes(p, bytes.len());
        bytes.is_ascii()
    })))
}

/// How characters end.
enum End<'h> {
    /// All of them are fine.
    Whole,
    /// What is left begins with something that is no character.
    Error(Term<'h>),
    /// The bytes that are left may be the start of a character.
    Incomplete(Term<'h>),
}

/// Why going through characters stops.
enum Stop<'h> {
    /// Here is something that is no character.
    Rest(Term<'h>),
    /// Here is something that has no business there.
    BadType,
}

/// The number of bytes of the character that begins with this byte; none do with some.
fn utf8_length(first: u8) -> Option<usize> {
    match first {
        0..=0x7f => Some(1),
        0xc0..=0xdf => Some(2),
        0xe0..=0xef => Some(3),
        0xf0..=0xf7 => Some(4),
        _ => None,
    }
}

/// Whether these bytes, too few for a character, could be the beginning of one.
fn may_go_on(bytes: &[u8]) -> bool {
    bytes[1..].iter().all(|b| b & 0xc0 == 0x80)
}

struct Converter<'h> {
    heap: &'h Heap,
    latin1: bool,
    /// What has been converted, in UTF-8.
    text: Vec<u8>,
    /// Bytes of a character whose end has to be in the next binary.
    begun: Vec<u8>,
}

impl<'h> Converter<'h> {
    fn new(heap: &'h Heap, latin1: bool) -> Converter<'h> {
        Converter { heap, latin1, text: Vec::new(), begun: Vec::new() }
    }

    fn push(&mut self, code: i64) -> Option<()> {
        if code > 255 && self.latin1 {
            return None;
        }
        let c = char::from_u32(u32::try_from(code).ok()?)?;
        self.text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        Some(())
    }

    /// The bytes of a binary; the error is what is left of it.
    fn binary(&mut self, t: Term<'h>, bits: Bits<'h>) -> Result<(), Stop<'h>> {
        if !bits.bit_len().is_multiple_of(8) {
            return Err(Stop::BadType);
        }
        let bytes = bits.bytes();
        if self.latin1 {
            for &b in bytes.iter() {
                self.push(i64::from(b));
            }
            return Ok(());
        }
        let mut from = 0;
        if let Some(&first) = self.begun.first() {
            let missing = utf8_length(first).unwrap_or(0) - self.begun.len();
            if bytes.len() < missing {
                self.begun.extend_from_slice(&bytes);
                return Ok(());
            }
            let character = [&self.begun[..], &bytes[..missing]].concat();
            if std::str::from_utf8(&character).is_err() {
                return Err(Stop::Rest(t));
            }
            self.text.extend_from_slice(&character);
            self.begun.clear();
            from = missing;
        }
        let rest = &bytes[from..];
        let valid = match std::str::from_utf8(rest) {
            Ok(_) => rest.len(),
            Err(e) => e.valid_up_to(),
        };
        self.text.extend_from_slice(&rest[..valid]);
        let rest = &rest[valid..];
        match rest.first() {
            None => Ok(()),
            Some(&first) if utf8_length(first).is_some_and(|n| n > rest.len()) => {
                self.begun = rest.to_vec();
                Ok(())
            }
            Some(_) => {
                let at = (from + valid) * 8;
                Err(Stop::Rest(self.heap.sub_bits(t, at, bits.bit_len() - at)))
            }
        }
    }

    /// All characters of a binary or a list.
    fn all(&mut self, t: Term<'h>) -> Result<(), Stop<'h>> {
        let mut tails = Vec::new();
        let mut at = t;
        let stopped = 'stopped: loop {
            while let Some((head, tail)) = at.as_cons() {
                match head.view() {
                    View::Small(code) => {
                        if !self.begun.is_empty() || self.push(code).is_none() {
                            break 'stopped at;
                        }
                        at = tail;
                    }
                    View::Nil => at = tail,
                    View::Cons(..) => {
                        tails.push(tail);
                        at = head;
                    }
                    View::Bits(bits) => match self.binary(head, bits) {
                        Ok(()) => at = tail,
                        Err(Stop::Rest(rest)) => break 'stopped self.heap.cons(rest, tail),
                        bad => return bad,
                    },
                    View::Big(_) => break 'stopped at,
                    _ => return Err(Stop::BadType),
                }
            }
            if let Some(bits) = at.as_bits() {
                match self.binary(at, bits) {
                    Err(Stop::Rest(rest)) => break 'stopped rest,
                    other => other?,
                }
            } else if !at.is_nil() {
                return Err(Stop::BadType);
            }
            match tails.pop() {
                Some(tail) => at = tail,
                None => return Ok(()),
            }
        };
        let rest = tails.into_iter().rev().fold(stopped, |rest, tail| self.heap.cons(rest, tail));
        Err(Stop::Rest(rest))
    }

    /// Converts all and says how it ended.
    fn run<'e>(&mut self, t: Term<'h>) -> Result<End<'h>, Exception<'e>> {
        let begun = |c: &Converter<'h>| c.heap.binary(&c.begun);
        match self.all(t) {
            Ok(()) if self.begun.is_empty() => Ok(End::Whole),
            Ok(()) if may_go_on(&self.begun) => Ok(End::Incomplete(begun(self))),
            Ok(()) => Ok(End::Error(begun(self))),
            Err(Stop::Rest(_)) if !is_well_typed(t) => badarg(),
            Err(Stop::Rest(rest)) if self.begun.is_empty() => Ok(End::Error(rest)),
            Err(Stop::Rest(rest)) => Ok(End::Error(self.heap.list(&[begun(self), rest]))),
            Err(Stop::BadType) => badarg(),
        }
    }
}

/// Whether there is nothing but integers, binaries and lists, at least up to an integer that is too
/// large to be any character.
fn is_well_typed(t: Term<'_>) -> bool {
    let is_binary = |t: Term<'_>| t.as_bits().is_some_and(|b| b.bit_len().is_multiple_of(8));
    let mut tails = vec![t];
    while let Some(mut at) = tails.pop() {
        while let Some((head, tail)) = at.as_cons() {
            if head.is_cons() {
                tails.push(tail);
                at = head;
                continue;
            }
            if matches!(head.view(), View::Big(_)) {
                return true;
            }
            if head.as_small().is_none() && !head.is_nil() && !is_binary(head) {
                return false;
            }
            at = tail;
        }
        if !at.is_nil() && !is_binary(at) {
            return false;
        }
    }
    true
}

/// Whether the encoding is latin1; others than that and UTF-8 are converted in Erlang, by
/// `function`.
fn is_latin1<'h>(function: &str, args: &[Term<'h>]) -> Result<bool, Exception<'h>> {
    match args[1].as_atom().map(Atom::name) {
        Some("latin1") => Ok(true),
        Some("unicode" | "utf8") => Ok(false),
        _ => {
            let mfa = Mfa::new(atom!("unicode"), Atom::new(function), 2);
            Err(Exception::trap(Export::get(mfa), args.to_vec()))
        }
    }
}

fn ended<'h>(heap: &'h Heap, converted: Term<'h>, end: End<'h>) -> Term<'h> {
    match end {
        End::Whole => converted,
        End::Error(rest) => heap.tuple(&[Term::atom(am::ERROR), converted, rest]),
        End::Incomplete(rest) => heap.tuple(&[Term::atom(atom!("incomplete")), converted, rest]),
    }
}

fn characters_to_binary_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let latin1 = is_latin1("characters_to_binary_int", args)?;
    // A binary alone in a list is as one without.
    let t = match args[0].as_cons() {
        Some((head, tail)) if tail.is_nil() && head.as_bits().is_some() => head,
        _ => args[0],
    };
    if let Some(bytes) = t.as_binary() {
        let same = if latin1 { bytes.is_ascii() } else { std::str::from_utf8(&bytes).is_ok() };
        if same {
            pay_bytes(p, bytes.len());
            return Ok(t);
        }
    }
    let mut converter = Converter::new(p.heap(), latin1);
    let end = converter.run(t)?;
    p.bump_reductions(converter.text.len() / 32);
    Ok(ended(p.heap(), p.heap().binary(&converter.text), end))
}

fn characters_to_list_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let latin1 = is_latin1("characters_to_list_int", args)?;
    let mut converter = Converter::new(heap, latin1);
    let end = converter.run(args[0])?;
    p.bump_reductions(converter.text.len() / 16);
    let text = String::from_utf8(converter.text).expect("what was converted is UTF-8");
    Ok(ended(heap, heap.string(&text), end))
}
