//! The external term format: `term_to_binary` and its relatives.

use crate::args::{badarg, binary};
use crate::iolist::pay_bytes;
use crate::turns::{InHand, pause, resumed};
use release::Difference;
use std::borrow::Cow;
use std::cell::RefCell;
use term::etf::{
    self, DecodeOptions, Decoding, EncodeOptions, Encoding, EncodingParts, Part, TooLarge,
};
use term::{RefBin, Term, atom};
use vm::bif::{BifResult, BifRow, Exception, Other, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "term_to_binary", 1, term_to_binary_1),
    row("erlang", "term_to_binary", 2, term_to_binary_2),
    row("erlang", "term_to_iovec", 1, term_to_iovec_1),
    row("erlang", "term_to_iovec", 2, term_to_iovec_2),
    row("erlang", "binary_to_term", 1, binary_to_term_1),
    row("erlang", "binary_to_term", 2, binary_to_term_2),
    row("erlang", "external_size", 1, external_size_1),
    row("erlang", "external_size", 2, external_size_2),
];

/// zlib's own choice of a level.
const DEFAULT_LEVEL: u32 = 6;

/// `badarg` because of an option.
pub(crate) fn bad_option<'h>() -> Exception<'h> {
    let (reason, cause) = (Term::atom(term::am::BADARG), Term::atom(atom!("badopt")));
    Exception::Other(Box::new(Other::ErrorCause(reason, cause)))
}

/// The options of `term_to_binary/2`; `None` if there is another among them.
fn encode_options(t: Term<'_>) -> Option<EncodeOptions> {
    let mut options = EncodeOptions::default();
    for option in t.to_vec()? {
        if let Some(name) = option.as_atom() {
            match name.name() {
                "compressed" => options.compressed = DEFAULT_LEVEL,
                "deterministic" => options.deterministic = true,
                "local" if Difference::LocalTerms.is_on() => options.local = true,
                _ => return None,
            }
            continue;
        }
        let [name, value] = option.as_tuple_of::<2>()?;
        match (name.as_atom()?.name(), value.as_small()?) {
            ("minor_version", n @ 0..=2) => options.minor_version = n as u8,
            ("compressed", n @ 0..=9) => options.compressed = n as u32,
            _ => return None,
        }
    }
    (!(options.local && options.deterministic)).then_some(options)
}

/// The format has no form for a term.
fn too_large<'h>(TooLarge: TooLarge) -> Exception<'h> {
    Exception::SYSTEM_LIMIT
}

/// Bytes that are written or read in a turn.
const TURN: usize = BYTES_PER_REDUCTION * tune::SLICE as usize;

/// Bytes that one reduction pays for.
const BYTES_PER_REDUCTION: usize = 100;

/// Counts the work on this many bytes of the last turn, or the only one.
fn pay(p: &mut Running<'_>, bytes: usize) {
    if bytes >= BYTES_PER_REDUCTION {
        p.bump_reductions(bytes / BYTES_PER_REDUCTION);
    }
}

struct Encodings;

// SAFETY: only terms that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Encodings {
    type Of<'h> = Encoding<'h>;
}

thread_local! {
    /// Memory for the next term to be written.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The most bytes of it that are kept.
const ROOM_MAX: usize = 1 << 16;

/// Writes for the first turn.
#[inline]
fn encode<'h>(p: &mut Running<'h>, options: EncodeOptions, args: &[Term<'h>]) -> BifResult<'h> {
    ROOM.with_borrow_mut(|room| {
        let heap = p.heap();
        room.clear();
        match Encoding::all_or_begin(args[0], options, room, TURN).map_err(too_large)? {
            None => {
                pay(p, room.len());
                let t = heap.binary(room);
                if room.capacity() > ROOM_MAX {
                    *room = Vec::new();
                }
                Ok(t)
            }
            Some(encoding) => Err(pause::<Encodings>(p, encoding, args)),
        }
    })
}

/// Writes for another turn; `args` are those of the first call.
#[cold]
fn go_on_encoding<'h>(
    p: &mut Running<'h>,
    mut encoding: Encoding<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let before = encoding.written();
    if !encoding.go_on(TURN).map_err(too_large)? {
        return Err(pause::<Encodings>(p, encoding, args));
    }
    pay(p, encoding.written() - before);
    Ok(p.heap().binary(&encoding.done()))
}

fn term_to_binary_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(encoding) = resumed::<Encodings>(p) {
        return go_on_encoding(p, encoding, args);
    }
    encode(p, EncodeOptions::default(), args)
}

fn term_to_binary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(encoding) = resumed::<Encodings>(p) {
        return go_on_encoding(p, encoding, args);
    }
    encode(p, encode_options(args[1]).ok_or_else(bad_option)?, args)
}

/// The state of `term_to_iovec` between turns.
enum Vectored<'h> {
    Parts(EncodingParts<'h>),
    /// Compressed, it is one part.
    Whole(Encoding<'h>),
}

struct Vectoreds;

// SAFETY: only terms that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Vectoreds {
    type Of<'h> = Vectored<'h>;
}

fn in_parts<'h>(
    p: &mut Running<'h>,
    options: impl FnOnce() -> Result<EncodeOptions, Exception<'h>>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let heap = p.heap();
    let mut work = match resumed::<Vectoreds>(p) {
        Some(goes_on) => goes_on,
        None => match options()? {
            o if o.compressed > 0 => Vectored::Whole(Encoding::new(args[0], o)),
            o => Vectored::Parts(EncodingParts::new(args[0], o)),
        },
    };
    let done = match &mut work {
        Vectored::Parts(encoding) => encoding.go_on(TURN),
        Vectored::Whole(encoding) => encoding.go_on(TURN),
    };
    let done = done.map_err(too_large)?;
    if !done {
        return Err(pause::<Vectoreds>(p, work, args));
    }
    let parts = match work {
        Vectored::Parts(encoding) => encoding.done(),
        Vectored::Whole(encoding) => vec![Part::Bytes(encoding.done())],
    };
    let part = |part: Part| match part {
        Part::Bytes(bytes) => {
            pay_bytes(p, bytes.len());
            let len = bytes.len();
            heap.binary_from(RefBin::from_slice(&bytes), len)
        }
        Part::Shared(bin, from, len) => heap.part_of(bin, from, len),
    };
    let parts: Vec<_> = parts.into_iter().map(part).collect();
    Ok(heap.list(&parts))
}

fn term_to_iovec_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    in_parts(p, || Ok(EncodeOptions::default()), args)
}

fn term_to_iovec_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    in_parts(p, || encode_options(args[1]).ok_or_else(bad_option), args)
}

/// The state of `binary_to_term` between turns.
struct Reading<'h> {
    bytes: Cow<'h, [u8]>,
    decoding: Decoding<'h>,
    options: DecodeOptions<'static>,
    /// Whether the number of bytes is asked for.
    with_used: bool,
}

struct Readings;

// SAFETY: only terms and bytes that it refers to depend on the lifetime; bytes on the heap stay
// where they are as terms do, and others are kept by their binary, which is an argument.
unsafe impl InHand for Readings {
    type Of<'h> = Reading<'h>;
}

/// Reads for a turn; `args` are those of the first call.
#[inline(never)]
fn go_on_reading<'h>(
    p: &mut Running<'h>,
    mut reading: Reading<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let Reading { bytes, decoding, options, with_used } = &mut reading;
    let before = decoding.work();
    match decoding.go_on(p.heap(), bytes, *options, TURN) {
        Ok(None) => Err(pause::<Readings>(p, reading, args)),
        Ok(Some((t, used))) => {
            pay(p, decoding.work() - before);
            let both = || p.heap().tuple(&[t, Term::small(used as i64)]);
            Ok(if *with_used { both() } else { t })
        }
        Err(_) => Err(Exception::BADARG),
    }
}

/// Reads a binary for the first turn, or as a whole if it is short.
#[inline(always)]
fn read<'h>(
    p: &mut Running<'h>,
    options: DecodeOptions<'static>,
    with_used: bool,
    args: &[Term<'h>],
) -> BifResult<'h> {
    if let Some(bytes) = args[0].whole_bytes()
        && bytes.len() <= TURN / 2
        && bytes.get(1) != Some(&etf::COMPRESSED)
    {
        let (t, used) = etf::decode_used(p.heap(), bytes, options).or(badarg())?;
        pay(p, used);
        return Ok(if with_used { p.heap().tuple(&[t, Term::small(used as i64)]) } else { t });
    }
    let bytes = binary(args[0])?;
    let decoding = Decoding::new(&bytes).or(badarg())?;
    go_on_reading(p, Reading { bytes, decoding, options, with_used }, args)
}

fn binary_to_term_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(reading) = resumed::<Readings>(p) {
        return go_on_reading(p, reading, args);
    }
    read(p, DecodeOptions::default(), false, args)
}

fn binary_to_term_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(reading) = resumed::<Readings>(p) {
        return go_on_reading(p, reading, args);
    }
    let (mut options, mut with_used) = (DecodeOptions::default(), false);
    for option in args[1].to_vec().ok_or_else(bad_option)? {
        match option.as_atom().ok_or_else(bad_option)?.name() {
            "safe" => options.safe = true,
            "used" => with_used = true,
            _ => return Err(bad_option()),
        }
    }
    read(p, options, with_used, args)
}

fn external_size_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let size = etf::encoded_size(args[0], EncodeOptions::default()).map_err(too_large)?;
    pay_bytes(p, size);
    Ok(Term::small(size as i64))
}

fn external_size_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mut options = EncodeOptions::default();
    for option in args[1].to_vec().ok_or(Exception::BADARG)? {
        let [name, value] = option.as_tuple_of::<2>().ok_or(Exception::BADARG)?;
        match (name.is(atom!("minor_version")), value.as_small()) {
            (true, Some(n @ 0..=1)) => options.minor_version = n as u8,
            _ => return badarg(),
        }
    }
    let size = etf::encoded_size(args[0], options).map_err(too_large)?;
    pay_bytes(p, size);
    Ok(Term::small(size as i64))
}
