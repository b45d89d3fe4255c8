//! The external term format: `term_to_binary` and its relatives.

use crate::args::{badarg, binary};
use crate::iolist::pay_bytes;
use term::etf::{self, DecodeOptions, EncodeOptions, Part};
use term::{RefBin, Term, atom};
use vm::bif::{BifResult, BifRow, Exception, Other, row};
use vm::process::Process;

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
    Some(options)
}

fn encoded<'h>(p: &'h Process, t: Term<'h>, options: EncodeOptions) -> BifResult<'h> {
    let bytes = etf::encode(t, options);
    pay_bytes(p, bytes.len());
    Ok(p.heap().binary(&bytes))
}

fn term_to_binary_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    encoded(p, args[0], EncodeOptions::default())
}

fn term_to_binary_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    encoded(p, args[0], encode_options(args[1]).ok_or_else(bad_option)?)
}

fn in_parts<'h>(p: &'h Process, t: Term<'h>, options: EncodeOptions) -> BifResult<'h> {
    let heap = p.heap();
    let part = |part: Part| match part {
        Part::Bytes(bytes) => {
            pay_bytes(p, bytes.len());
            let len = bytes.len();
            heap.binary_from(RefBin::from_slice(&bytes), len)
        }
        Part::Shared(bin, from, len) => {
            let all = bin.bytes().len();
            heap.sub_bits(heap.binary_from(bin, all), from * 8, len * 8)
        }
    };
    let parts: Vec<_> = etf::encode_to_parts(t, options).into_iter().map(part).collect();
    Ok(heap.list(&parts))
}

fn term_to_iovec_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    in_parts(p, args[0], EncodeOptions::default())
}

fn term_to_iovec_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    in_parts(p, args[0], encode_options(args[1]).ok_or_else(bad_option)?)
}

fn binary_to_term_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let bytes = binary(args[0])?;
    pay_bytes(p, bytes.len());
    etf::decode(p.heap(), &bytes, DecodeOptions::default()).or(badarg())
}

fn binary_to_term_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let (mut options, mut with_used) = (DecodeOptions::default(), false);
    for option in args[1].to_vec().ok_or_else(bad_option)? {
        match option.as_atom().ok_or_else(bad_option)?.name() {
            "safe" => options.safe = true,
            "used" => with_used = true,
            _ => return Err(bad_option()),
        }
    }
    let bytes = binary(args[0])?;
    pay_bytes(p, bytes.len());
    let (t, used) = etf::decode_used(p.heap(), &bytes, options).or(badarg())?;
    Ok(if with_used { p.heap().tuple(&[t, Term::small(used as i64)]) } else { t })
}

fn external_size_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let size = etf::encoded_size(args[0], EncodeOptions::default());
    pay_bytes(p, size);
    Ok(Term::small(size as i64))
}

fn external_size_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let mut options = EncodeOptions::default();
    for option in args[1].to_vec().ok_or(Exception::BADARG)? {
        let [name, value] = option.as_tuple_of::<2>().ok_or(Exception::BADARG)?;
        match (name.is(atom!("minor_version")), value.as_small()) {
            (true, Some(n @ 0..=1)) => options.minor_version = n as u8,
            _ => return badarg(),
        }
    }
    let size = etf::encoded_size(args[0], options);
    pay_bytes(p, size);
    Ok(Term::small(size as i64))
}
