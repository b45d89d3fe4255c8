//! Packets in a stream of bytes: how long one is, what is in it; `erlang:decode_packet/3`.
//!
//! Sockets frame what they receive with the same functions.

pub mod http;

use crate::args::badarg;
use crate::external::bad_option;
use crate::iolist::pay_bytes;
use std::ops::Range;
use term::{Atom, Heap, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[row("erlang", "decode_packet", 3, decode_packet_3)];

/// How bytes are cut into packets.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// No packets: the bytes that there are.
    Raw,
    /// A length of 1, 2 or 4 bytes in front.
    Length(u8),
    /// ASN.1 BER: tag and length.
    Asn1,
    /// Sun RPC records.
    SunRm,
    /// CORBA messages.
    Cdr,
    /// Fast CGI records.
    Fcgi,
    /// Up to this byte.
    Line(u8),
    /// TPKT (RFC 1006).
    Tpkt,
    /// A request's or response's first line (and, in a socket, the headers after it); texts as
    /// binaries?
    Http(bool),
    /// A header line; texts as binaries?
    HttpHeader(bool),
    /// TLS records.
    SslTls,
}

impl Kind {
    /// The kind that an option names.
    pub fn of_option(t: Term<'_>) -> Option<Kind> {
        Some(match t.view() {
            View::Small(0) => Kind::Raw,
            View::Small(n @ (1 | 2 | 4)) => Kind::Length(n as u8),
            View::Atom(name) => match name.name() {
                "raw" => Kind::Raw,
                "asn1" => Kind::Asn1,
                "sunrm" => Kind::SunRm,
                "cdr" => Kind::Cdr,
                "fcgi" => Kind::Fcgi,
                "line" => Kind::Line(b'\n'),
                "tpkt" => Kind::Tpkt,
                "http" => Kind::Http(false),
                "http_bin" => Kind::Http(true),
                "httph" => Kind::HttpHeader(false),
                "httph_bin" => Kind::HttpHeader(true),
                "ssl_tls" => Kind::SslTls,
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// Limits on packets; 0 is none.
#[derive(Copy, Clone, Default, Debug)]
pub struct Limits {
    /// Longest packet: longer ones are invalid.
    pub size: u32,
    /// Longest line: longer ones come in pieces.
    pub line: u32,
}

/// How long the first packet is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Length {
    /// So many bytes, of which not all need be there.
    Known(usize),
    /// More bytes are needed to tell.
    More,
    /// This is no packet, or it is too long.
    Invalid,
}

fn big_endian(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |n, &b| n << 8 | u32::from(b))
}

/// The length of the packet that `bytes` begin with. `in_headers` tells of HTTP whether headers are
/// next.
pub fn length(kind: Kind, bytes: &[u8], limits: Limits, in_headers: bool) -> Length {
    match frame(kind, bytes, limits, in_headers) {
        Ok(Frame::Whole(n)) => Length::Known(n),
        Ok(Frame::Counted { header, body }) => {
            // Together they have to fit into a C int.
            let total = (header as u32).wrapping_add(body) as i32;
            if limits.size != 0 && body > limits.size || total < header as i32 {
                Length::Invalid
            } else {
                Length::Known(total as usize)
            }
        }
        Err(Length::Known(n)) => Length::Known(n),
        Err(other) => other,
    }
}

enum Frame {
    /// The packet has so many bytes.
    Whole(usize),
    /// It has a header, which says how much follows.
    Counted { header: usize, body: u32 },
}

fn frame(kind: Kind, bytes: &[u8], limits: Limits, in_headers: bool) -> Result<Frame, Length> {
    let head = |n: usize| bytes.get(..n).ok_or(Length::More);
    let counted = |header: usize, body: u32| Ok(Frame::Counted { header, body });
    match kind {
        Kind::Raw if bytes.is_empty() => Err(Length::More),
        Kind::Raw => Ok(Frame::Whole(bytes.len())),
        Kind::Length(n) => counted(usize::from(n), big_endian(head(usize::from(n))?)),
        Kind::SunRm => counted(4, big_endian(head(4)?) & 0x7fff_ffff),
        Kind::Line(end) => line(bytes, end, limits),
        Kind::Asn1 => asn1(bytes),
        Kind::Cdr => {
            let head = head(12)?;
            if !head.starts_with(b"GIOP") {
                return Err(Length::Invalid);
            }
            let size = big_endian(&head[8..]);
            counted(12, if head[6] & 1 == 1 { size.swap_bytes() } else { size })
        }
        Kind::Fcgi => {
            let head = head(8)?;
            if head[0] != 1 {
                return Err(Length::Invalid);
            }
            counted(8, big_endian(&head[4..6]) + u32::from(head[6]))
        }
        Kind::Tpkt => {
            let head = head(4)?;
            if head[0] != 3 {
                return Err(Length::Invalid);
            }
            counted(4, big_endian(&head[2..]).wrapping_sub(4))
        }
        Kind::Http(_) => http::length(bytes, limits, in_headers).map(Frame::Whole),
        Kind::HttpHeader(_) => http::length(bytes, limits, true).map(Frame::Whole),
        Kind::SslTls => {
            let head = head(5)?;
            if is_ssl2_hello(head) {
                counted(5, (big_endian(&head[..2]) & 0x7fff).wrapping_sub(3))
            } else {
                counted(5, big_endian(&head[3..]))
            }
        }
    }
}

/// How many more bytes there have to be at least before more can be told of the length of a packet
/// than that it is not known by the `have` that are there.
pub fn missing(kind: Kind, have: usize) -> usize {
    let header = match kind {
        Kind::Length(n) => usize::from(n),
        Kind::Asn1 => 2,
        Kind::SunRm | Kind::Tpkt => 4,
        Kind::SslTls => 5,
        Kind::Fcgi => 8,
        Kind::Cdr => 12,
        Kind::Raw | Kind::Line(_) | Kind::Http(_) | Kind::HttpHeader(_) => 1,
    };
    header.saturating_sub(have).max(1)
}

/// A client's first message in the form of SSL 2, which has a header of its own.
fn is_ssl2_hello(bytes: &[u8]) -> bool {
    bytes[0] & 0x80 != 0 && bytes[2] == 1
}

fn line(bytes: &[u8], end: u8, limits: Limits) -> Result<Frame, Length> {
    let (size, cut) = (limits.size as usize, limits.line as usize);
    match memchr::memchr(end, bytes) {
        None if size != 0 && bytes.len() > size => Err(Length::Invalid),
        None if cut != 0 && bytes.len() >= cut => Ok(Frame::Whole(cut)),
        None => Err(Length::More),
        Some(at) if size != 0 && at + 1 > size => Err(Length::Invalid),
        Some(at) if cut != 0 && at + 1 > cut => Ok(Frame::Whole(cut)),
        Some(at) => Ok(Frame::Whole(at + 1)),
    }
}

fn asn1(bytes: &[u8]) -> Result<Frame, Length> {
    let (tag, mut rest) = bytes.split_first().ok_or(Length::More)?;
    if tag & 0x1f == 0x1f {
        // The tag goes on up to a byte without the top bit.
        let more = rest.iter().take_while(|&&b| b & 0x80 != 0).count();
        rest = rest.get(more + 1..).ok_or(Length::More)?;
    }
    let (first, rest) = rest.split_first().ok_or(Length::More)?;
    let here = bytes.len() - rest.len();
    let n = usize::from(first & 0x7f);
    if first & 0x80 == 0 {
        return Ok(Frame::Counted { header: here, body: n as u32 });
    }
    let length = rest.get(..n).ok_or(Length::More)?;
    if n > 4 {
        return Err(Length::Invalid);
    }
    Ok(Frame::Counted { header: here + n, body: big_endian(length) })
}

/// Which part of a packet is handed on, when it is not taken apart.
pub fn body(kind: Kind, packet: &[u8]) -> Range<usize> {
    match kind {
        Kind::Length(n) => usize::from(n)..packet.len(),
        Kind::Fcgi => 0..packet.len().saturating_sub(usize::from(packet[6])),
        _ => 0..packet.len(),
    }
}

/// The term that a packet of a protocol is taken apart to; nothing for kinds that are handed on as
/// bytes. `source` is where a TLS record says it is from; `text` makes the term of a text in the
/// packet; `in_headers` goes from line to line of HTTP.
pub fn parsed<'h>(
    heap: &'h Heap,
    kind: Kind,
    packet: &[u8],
    source: Term<'h>,
    in_headers: &mut bool,
    text: &dyn Fn(&[u8]) -> Term<'h>,
) -> Option<Term<'h>> {
    match kind {
        Kind::Http(_) | Kind::HttpHeader(_) => {
            *in_headers |= matches!(kind, Kind::HttpHeader(_));
            Some(http::parsed(heap, packet, in_headers, text))
        }
        Kind::SslTls => Some(tls_record(heap, packet, source)),
        _ => None,
    }
}

/// `{ssl_tls, Source, ContentType, {Major, Minor}, Data}`.
fn tls_record<'h>(heap: &'h Heap, packet: &[u8], source: Term<'h>) -> Term<'h> {
    let (kind, version, data) = if is_ssl2_hello(packet) {
        let data = &packet[3..];
        let length = (data.len() as u32).to_be_bytes();
        (22, &packet[3..5], [&[1], &length[1..], data].concat())
    } else {
        (packet[0], &packet[1..3], packet[5..].to_vec())
    };
    let small = |b: u8| Term::small(i64::from(b));
    heap.tuple(&[
        Term::atom(atom!("ssl_tls")),
        source,
        small(kind),
        heap.tuple(&[small(version[0]), small(version[1])]),
        heap.binary(&data),
    ])
}

/// From this length on, texts as binaries share the bytes of the packet.
const SHARED: usize = 65;

fn decode_packet_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let mut kind = Kind::of_option(args[0]).ok_or_else(bad_option)?;
    let bits = args[1].as_bits().ok_or(Exception::BADARG)?;
    let mut limits = Limits::default();
    for option in args[2].to_vec().ok_or(Exception::BADARG)? {
        let &[name, value] = option.as_tuple_of::<2>().ok_or(Exception::BADARG)?;
        let value = value.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or(Exception::BADARG)?;
        match name.as_atom().map(Atom::name) {
            Some("packet_size") => limits.size = value,
            Some("line_length") => limits.line = value,
            Some("line_delimiter") if matches!(kind, Kind::Line(_)) && value <= 255 => {
                kind = Kind::Line(value as u8);
            }
            _ => return badarg(),
        }
    }
    let all = bits.bytes();
    let bytes = &all[..bits.bit_len() / 8];
    let more = |n: Option<usize>| {
        let n = n.map_or(Term::UNDEFINED, |n| Term::small(n as i64));
        heap.tuple(&[Term::atom(atom!("more")), n])
    };
    let mut in_headers = matches!(kind, Kind::HttpHeader(_));
    let len = match length(kind, bytes, limits, in_headers) {
        Length::Known(n) if n > 0 && n <= bytes.len() => n,
        Length::Known(0) | Length::More => return Ok(more(None)),
        Length::Known(n) => return Ok(more(Some(n))),
        Length::Invalid => {
            return Ok(heap.tuple(&[Term::atom(am::ERROR), Term::atom(atom!("invalid"))]));
        }
    };
    pay_bytes(p, len);
    let packet = &bytes[..len];
    let shared = |from: usize, len: usize| heap.sub_bits(args[1], from * 8, len * 8);
    let text = |text: &[u8]| match kind {
        Kind::Http(true) | Kind::HttpHeader(true) => {
            let from = (text.as_ptr() as usize).wrapping_sub(packet.as_ptr() as usize);
            let within = from.checked_add(text.len()).is_some_and(|end| end <= packet.len());
            if text.len() >= SHARED && within {
                shared(from, text.len())
            } else {
                heap.binary(text)
            }
        }
        _ => heap.byte_list(text),
    };
    let result =
        parsed(heap, kind, packet, Term::NIL, &mut in_headers, &text).unwrap_or_else(|| {
            let body = body(kind, packet);
            shared(body.start, body.len())
        });
    // Bits that are no whole byte stay with the rest.
    let rest = heap.sub_bits(args[1], len * 8, bits.bit_len() - len * 8);
    Ok(heap.tuple(&[Term::OK, result, rest]))
}
