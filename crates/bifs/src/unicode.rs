//! `unicode`: characters in lists and binaries, to UTF-8 and to lists of code points.

use crate::args::badarg;
use crate::iolist::pay_bytes;
use crate::turns::{InHand, pause, resumed};
use term::{Atom, Bits, Export, Heap, Mfa, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("unicode", "bin_is_7bit", 1, bin_is_7bit_1),
    row("unicode", "characters_to_binary", 2, characters_to_binary_2),
    row("unicode", "characters_to_list", 2, characters_to_list_2),
    row("io", "printable_range", 0, printable_range_0),
    row("net_kernel", "dflag_unicode_io", 1, dflag_unicode_io_1),
];

fn printable_range_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let unicode = vm::system::config().printable_unicode;
    Ok(Term::atom(if unicode { atom!("unicode") } else { atom!("latin1") }))
}

/// Whether a pid's node takes Unicode in the I/O protocol: all nodes that can be met do.
fn dflag_unicode_io_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_pid() { Ok(Term::TRUE) } else { badarg() }
}

fn bin_is_7bit_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(args[0].as_binary().is_some_and(|bytes| {
        pay_bytes(p, bytes.len());
        bytes.is_ascii()
    })))
}

/// How characters end.
enum End<'h> {
    /// All of them are fine.
    Whole,
    /// The rest begins with something that is no character.
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

/// Elements of lists, or bytes of binaries in latin1, that a turn deals with.
const TURN: usize = 32 * tune::SLICE as usize;

/// Bytes of text that become characters in a list in a turn.
const LISTED: usize = 16 * tune::SLICE as usize;

struct Converter<'h> {
    /// All that is to be converted.
    whole: Term<'h>,
    /// The rest of the list that is being converted, and of those that it is in.
    at: Term<'h>,
    tails: Vec<Term<'h>>,
    latin1: bool,
    /// The text that has been converted, in UTF-8.
    text: Vec<u8>,
    /// Bytes of a character whose end has to be in the next binary.
    begun: Vec<u8>,
}

struct Conversions;

// SAFETY: only terms that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Conversions {
    type Of<'h> = Converter<'h>;
}

impl<'h> Converter<'h> {
    fn new(t: Term<'h>, latin1: bool) -> Converter<'h> {
        let (tails, text, begun) = Default::default();
        Converter { whole: t, at: t, tails, latin1, text, begun }
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
    fn binary(&mut self, heap: &'h Heap, t: Term<'h>, bits: Bits<'h>) -> Result<(), Stop<'h>> {
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
                Err(Stop::Rest(heap.sub_bits(t, at, bits.bit_len() - at)))
            }
        }
    }

    /// Converts the characters of a turn; whether these were all.
    fn turn(&mut self, heap: &'h Heap) -> Result<bool, Stop<'h>> {
        let mut tails = std::mem::take(&mut self.tails);
        let (mut at, mut done) = (self.at, 0);
        let stopped = 'stopped: loop {
            while let Some((head, tail)) = at.as_cons() {
                done += 1;
                if done > TURN {
                    (self.at, self.tails) = (at, tails);
                    return Ok(false);
                }
                match head.view() {
                    View::Bits(bits) if self.latin1 && bits.bit_len() > 8 * TURN => {
                        // A part of it for now.
                        let part = |from, len| heap.sub_bits(head, from, len);
                        let rest = heap.cons(part(8 * TURN, bits.bit_len() - 8 * TURN), tail);
                        at = heap.cons(part(0, 8 * TURN), rest);
                    }
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
                    View::Bits(bits) => match self.binary(heap, head, bits) {
                        Ok(()) => {
                            at = tail;
                            done += if self.latin1 { bits.bit_len() / 8 } else { 0 };
                        }
                        Err(Stop::Rest(rest)) => break 'stopped heap.cons(rest, tail),
                        Err(bad) => return Err(bad),
                    },
                    View::Big(_) => break 'stopped at,
                    _ => return Err(Stop::BadType),
                }
            }
            if let Some(bits) = at.as_bits() {
                match self.binary(heap, at, bits) {
                    Err(Stop::Rest(rest)) => break 'stopped rest,
                    other => other?,
                }
            } else if !at.is_nil() {
                return Err(Stop::BadType);
            }
            match tails.pop() {
                Some(tail) => at = tail,
                None => return Ok(true),
            }
        };
        let rest = tails.into_iter().rev().fold(stopped, |rest, tail| heap.cons(rest, tail));
        Err(Stop::Rest(rest))
    }

    /// Converts all, in several turns if it is much, and says how it ended, with the text. `args`
    /// are those of the first call.
    fn run(
        mut self,
        p: &mut Running<'h>,
        args: &[Term<'h>],
    ) -> Result<(Vec<u8>, End<'h>), Exception<'h>> {
        let (heap, before) = (p.heap(), self.text.len());
        let end = match self.turn(heap) {
            Ok(false) => return Err(pause::<Conversions>(p, self, args)),
            Ok(true) if self.begun.is_empty() => End::Whole,
            Ok(true) if may_go_on(&self.begun) => End::Incomplete(heap.binary(&self.begun)),
            Ok(true) => End::Error(heap.binary(&self.begun)),
            Err(Stop::Rest(_)) if !is_well_typed(self.whole) => return Err(Exception::BADARG),
            Err(Stop::Rest(rest)) if self.begun.is_empty() => End::Error(rest),
            Err(Stop::Rest(rest)) => End::Error(heap.list(&[heap.binary(&self.begun), rest])),
            Err(Stop::BadType) => return Err(Exception::BADARG),
        };
        p.bump_reductions((self.text.len() - before) / 32);
        Ok((self.text, end))
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
    match args[1].as_atom() {
        Some(am::LATIN1) => Ok(true),
        Some(am::UNICODE | am::UTF8) => Ok(false),
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

fn characters_to_binary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(converter) = resumed::<Conversions>(p) {
        return binary_of(p, converter, args);
    }
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
    binary_of(p, Converter::new(in_a_list(p, t, latin1), latin1), args)
}

fn binary_of<'h>(
    p: &mut Running<'h>,
    converter: Converter<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let (text, end) = converter.run(p, args)?;
    Ok(ended(p.heap(), p.heap().binary(&text), end))
}

fn characters_to_list_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(listing) = resumed::<Listings>(p) {
        return go_on_listing(p, listing, args);
    }
    if let Some(converter) = resumed::<Conversions>(p) {
        return list_of(p, converter, args);
    }
    let latin1 = is_latin1("characters_to_list_int", args)?;
    if let Some(bytes) = args[0].whole_bytes()
        && !latin1
        && bytes.len() <= LISTED
        && let Some(list) = p.heap().utf8_list(bytes)
    {
        p.bump_reductions(bytes.len() / 32);
        return Ok(list);
    }
    list_of(p, Converter::new(in_a_list(p, args[0], latin1), latin1), args)
}

/// A binary that is too large for a turn as the element of a list, of which parts can be left.
fn in_a_list<'h>(p: &Running<'h>, t: Term<'h>, latin1: bool) -> Term<'h> {
    match t.as_bits() {
        Some(bits) if latin1 && bits.bit_len() > 8 * TURN => p.heap().list(&[t]),
        _ => t,
    }
}

fn list_of<'h>(p: &mut Running<'h>, converter: Converter<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let (text, end) = converter.run(p, args)?;
    let text = String::from_utf8(text).expect("what was converted is UTF-8");
    if text.len() > LISTED {
        return go_on_listing(p, Listing { text, list: Term::NIL, end }, args);
    }
    p.bump_reductions(text.len() / 32);
    Ok(ended(heap, heap.string(&text), end))
}

/// Text that is made a list, from its end on: what is left, the list so far, and how it ended.
struct Listing<'h> {
    text: String,
    list: Term<'h>,
    end: End<'h>,
}

struct Listings;

// SAFETY: only terms that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Listings {
    type Of<'h> = Listing<'h>;
}

fn go_on_listing<'h>(
    p: &mut Running<'h>,
    mut listing: Listing<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let (heap, text) = (p.heap(), &mut listing.text);
    let from = text.len().saturating_sub(LISTED);
    let from = (from..).find(|&at| text.is_char_boundary(at)).expect("the end of the text");
    let characters = text[from..].chars().rev();
    listing.list = characters.fold(listing.list, |l, c| heap.cons(Term::small(c as i64), l));
    text.truncate(from);
    if from > 0 {
        return Err(pause::<Listings>(p, listing, args));
    }
    Ok(ended(heap, listing.list, listing.end))
}
