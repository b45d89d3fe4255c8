//! Lines of HTTP: requests, responses, headers.

use super::{Length, Limits};
use release::Difference;
use std::sync::OnceLock;
use term::{Atom, Heap, Term, atom};

/// Header names that come as atoms, with numbers from 1.
const HEADERS: &[&str] = &[
    "Cache-Control",
    "Connection",
    "Date",
    "Pragma",
    "Transfer-Encoding",
    "Upgrade",
    "Via",
    "Accept",
    "Accept-Charset",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "From",
    "Host",
    "If-Modified-Since",
    "If-Match",
    "If-None-Match",
    "If-Range",
    "If-Unmodified-Since",
    "Max-Forwards",
    "Proxy-Authorization",
    "Range",
    "Referer",
    "User-Agent",
    "Age",
    "Location",
    "Proxy-Authenticate",
    "Public",
    "Retry-After",
    "Server",
    "Vary",
    "Warning",
    "Www-Authenticate",
    "Allow",
    "Content-Base",
    "Content-Encoding",
    "Content-Language",
    "Content-Length",
    "Content-Location",
    "Content-Md5",
    "Content-Range",
    "Content-Type",
    "Etag",
    "Expires",
    "Last-Modified",
    "Accept-Ranges",
    "Set-Cookie",
    "Set-Cookie2",
    "X-Forwarded-For",
    "Cookie",
    "Keep-Alive",
    "Proxy-Connection",
];

/// Methods that come as atoms.
const METHODS: &[&str] = &["OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE"];

/// Longest header name that is brought into its usual form.
const MAX_NAME: usize = 50;

fn is_space(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

/// Whether a byte may be part of a name.
fn is_token(b: u8) -> bool {
    TOKEN[usize::from(b)]
}

static TOKEN: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 33;
    while b < 128 {
        table[b] = true;
        b += 1;
    }
    let separators = b"()<>@,;:\\\"/[]?={}";
    let mut i = 0;
    while i < separators.len() {
        table[separators[i] as usize] = false;
        i += 1;
    }
    table
};

/// The length of the line that `bytes` begin with, with the lines that continue a header.
pub(super) fn length(bytes: &[u8], limits: Limits, in_headers: bool) -> Result<usize, Length> {
    if bytes == b"\n" || bytes == b"\r\n" {
        return Ok(bytes.len());
    }
    // The longest line is taken for the longest packet when that is not set: old programs count on
    // it.
    let max = if limits.size != 0 { limits.size } else { limits.line } as usize;
    let mut from = 0;
    loop {
        let Some(end) = memchr::memchr(b'\n', &bytes[from..]) else {
            return Err(if max != 0 && bytes.len() >= max {
                Length::Invalid
            } else {
                Length::More
            });
        };
        let len = from + end + 1;
        let too_long = max != 0 && len > max;
        if in_headers {
            match bytes.get(len) {
                // The header goes on in the next line.
                Some(&b) if is_space(b) && len > 2 => {
                    from = len;
                    continue;
                }
                None if !too_long => return Err(Length::More),
                _ => {}
            }
        }
        return if too_long { Err(Length::Invalid) } else { Ok(len) };
    }
}

/// The target of a request.
enum Uri<'b> {
    Star,
    Path(&'b [u8]),
    /// Is it secure? Host, port, path.
    Absolute(bool, &'b [u8], i32, &'b [u8]),
    Scheme(&'b [u8], &'b [u8]),
    Other(&'b [u8]),
}

/// A line.
enum Line<'b> {
    Response { version: (i32, i32), status: i32, phrase: &'b [u8] },
    Request { method: &'b [u8], uri: Uri<'b>, version: (i32, i32) },
    Header { name: &'b [u8], value: &'b [u8] },
    End,
}

/// The rest of a line.
struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    fn take_while(&mut self, f: impl Fn(u8) -> bool) -> &'b [u8] {
        let n = self.0.iter().take_while(|&&b| f(b)).count();
        let (taken, rest) = self.0.split_at(n);
        self.0 = rest;
        taken
    }

    /// A number of one digit or more.
    fn number(&mut self) -> Option<i32> {
        let digits = self.take_while(|b| b.is_ascii_digit());
        (!digits.is_empty()).then(|| number(digits))
    }

    /// `Major.Minor`.
    fn version(&mut self) -> Option<(i32, i32)> {
        let major = self.number()?;
        self.0 = self.0.strip_prefix(b".")?;
        Some((major, self.number()?))
    }
}

/// Digits as a number that wraps around, as C's does.
fn number(digits: &[u8]) -> i32 {
    digits.iter().fold(0i32, |n, d| n.wrapping_mul(10).wrapping_add(i32::from(d - b'0')))
}

fn response(line: &[u8]) -> Option<Line<'_>> {
    let mut rest = Rest(&line[5..]);
    let version = rest.version()?;
    if rest.take_while(is_space).is_empty() {
        return None;
    }
    let status = number(rest.take_while(|b| b.is_ascii_digit()));
    if rest.take_while(is_space).is_empty() && !rest.0.is_empty() {
        return None;
    }
    Some(Line::Response { version, status, phrase: rest.0 })
}

fn request(line: &[u8]) -> Option<Line<'_>> {
    let mut rest = Rest(line);
    let method = rest.take_while(is_token);
    if method.is_empty() || rest.take_while(is_space).is_empty() {
        return None;
    }
    let uri = rest.take_while(|b| !is_space(b));
    if uri.is_empty() {
        return None;
    }
    rest.take_while(is_space);
    if rest.0.is_empty() {
        // A request in the form of HTTP 0.9.
        return Some(Line::Request { method, uri: parse_uri(uri), version: (0, 9) });
    }
    if rest.0.len() < 8 {
        return None;
    }
    rest.0 = rest.0.strip_prefix(b"HTTP/")?;
    let version = rest.version()?;
    Some(Line::Request { method, uri: parse_uri(uri), version })
}

fn parse_uri(uri: &[u8]) -> Uri<'_> {
    let has_prefix = |p: &[u8]| uri.get(..p.len()).is_some_and(|u| u.eq_ignore_ascii_case(p));
    match uri {
        b"*" => Uri::Star,
        [] | [_] | [b'/', ..] => Uri::Path(uri),
        _ if has_prefix(b"http://") => absolute(false, &uri[7..]),
        _ if has_prefix(b"https://") => absolute(true, &uri[8..]),
        _ => match uri.iter().position(|&b| b == b':') {
            Some(at) => Uri::Scheme(&uri[..at], &uri[at + 1..]),
            None => Uri::Other(uri),
        },
    }
}

/// The address in brackets with which a place begins, and the port behind it.
fn bracketed(place: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = place.iter().position(|&b| b == b']').filter(|_| place[0] == b'[')?;
    let (host, rest) = place.split_at(end + 1);
    Some((host, rest.strip_prefix(b":").unwrap_or(b"")))
}

fn absolute(secure: bool, uri: &[u8]) -> Uri<'_> {
    let (place, path) = match uri.iter().position(|&b| b == b'/') {
        Some(at) => uri.split_at(at),
        None => (uri, &b"/"[..]),
    };
    let in_brackets =
        Some(place).filter(|_| Difference::BracketedHosts.is_on()).and_then(bracketed);
    let (host, port) = match place.iter().position(|&b| b == b':') {
        None => (place, &b""[..]),
        Some(at) => in_brackets.unwrap_or((&place[..at], &place[at + 1..])),
    };
    let port = if port.iter().all(u8::is_ascii_digit) { number(port) } else { 0 };
    Uri::Absolute(secure, host, port, path)
}

fn header(line: &[u8]) -> Option<Line<'_>> {
    let mut rest = Rest(line);
    let name = rest.take_while(is_token);
    rest.0 = rest.0.strip_prefix(b":")?;
    rest.take_while(is_space);
    Some(Line::Header { name, value: rest.0 })
}

fn parse<'b>(packet: &'b [u8], in_headers: &mut bool) -> Option<Line<'b>> {
    let line = match packet {
        [line @ .., b'\r', _] => line,
        [line @ .., b'\n'] => line,
        line => line,
    };
    if *in_headers {
        if line.is_empty() {
            *in_headers = false;
            return Some(Line::End);
        }
        return header(line);
    }
    let first = if line.starts_with(b"HTTP/") { response(line) } else { request(line) };
    *in_headers = first.is_some();
    first
}

/// A header's name in its usual form: the first letter of each word in upper case, the others in
/// lower. A word begins after a `-`, but not after one that itself is where a word would begin.
fn usual_form(name: &[u8]) -> Vec<u8> {
    let mut upper = true;
    name.iter()
        .map(|&b| {
            let b = if upper { b.to_ascii_uppercase() } else { b.to_ascii_lowercase() };
            upper = !upper && b == b'-';
            b
        })
        .collect()
}

/// Names that come as atoms, looked up once.
struct Known {
    names: &'static [&'static str],
    atoms: OnceLock<Vec<Atom>>,
}

static KNOWN_HEADERS: Known = Known { names: HEADERS, atoms: OnceLock::new() };
static KNOWN_METHODS: Known = Known { names: METHODS, atoms: OnceLock::new() };

impl Known {
    /// The number of a name, from 1, and its atom, if it is one of these.
    fn find(&self, name: &[u8]) -> Option<(usize, Term<'static>)> {
        let at = self.names.iter().position(|known| known.as_bytes() == name)?;
        let atoms = self.atoms.get_or_init(|| self.names.iter().map(|n| Atom::new(n)).collect());
        Some((at + 1, Term::atom(atoms[at])))
    }
}

/// The term of a line: `{http_request, …}`, `{http_response, …}`, `{http_header, …}`, `http_eoh` or
/// `{http_error, Line}`. `in_headers` is what the line is to be, and becomes what the next one is.
pub(super) fn parsed<'h>(
    heap: &'h Heap,
    packet: &[u8],
    in_headers: &mut bool,
    text: &dyn Fn(&[u8]) -> Term<'h>,
) -> Term<'h> {
    let small = |n: i32| Term::small(i64::from(n));
    let pair = |(a, b): (i32, i32)| heap.tuple(&[small(a), small(b)]);
    match parse(packet, in_headers) {
        None => heap.tuple(&[Term::atom(atom!("http_error")), text(packet)]),
        Some(Line::End) => Term::atom(atom!("http_eoh")),
        Some(Line::Response { version, status, phrase }) => heap.tuple(&[
            Term::atom(atom!("http_response")),
            pair(version),
            small(status),
            text(phrase),
        ]),
        Some(Line::Request { method, uri, version }) => {
            let method = KNOWN_METHODS.find(method).map_or_else(|| text(method), |(_, atom)| atom);
            let request = Term::atom(atom!("http_request"));
            heap.tuple(&[request, method, uri_term(heap, &uri, text), pair(version)])
        }
        Some(Line::Header { name, value }) => {
            let usual = if name.len() <= MAX_NAME { usual_form(name) } else { name.to_vec() };
            let (number, field) = KNOWN_HEADERS
                .find(&usual)
                .filter(|_| name.len() <= MAX_NAME)
                .unwrap_or_else(|| (0, text(&usual)));
            let number = Term::small(number as i64);
            let header = Term::atom(atom!("http_header"));
            heap.tuple(&[header, number, field, text(name), text(value)])
        }
    }
}

fn uri_term<'h>(heap: &'h Heap, uri: &Uri<'_>, text: &dyn Fn(&[u8]) -> Term<'h>) -> Term<'h> {
    match *uri {
        Uri::Star => Term::atom(atom!("*")),
        Uri::Path(path) => heap.tuple(&[Term::atom(atom!("abs_path")), text(path)]),
        Uri::Absolute(secure, host, port, path) => heap.tuple(&[
            Term::atom(atom!("absoluteURI")),
            Term::atom(if secure { atom!("https") } else { atom!("http") }),
            text(host),
            if port == 0 { Term::UNDEFINED } else { Term::small(i64::from(port)) },
            text(path),
        ]),
        Uri::Scheme(scheme, rest) => {
            heap.tuple(&[Term::atom(atom!("scheme")), text(scheme), text(rest)])
        }
        Uri::Other(all) => text(all),
    }
}
