//! Heads of requests, and answers. Requests have no bodies: nothing is sent here but questions.

use std::borrow::Cow;
use std::io::{self, Write};

/// The longest head, in bytes.
pub const HEAD_MOST: usize = 16 << 10;
/// Header lines of a request at most.
const HEADERS_MOST: usize = 64;

/// A request, as far as it matters.
#[derive(Default, Debug)]
pub struct Request {
    /// `GET`, `HEAD`, or another one.
    pub method: String,
    /// The path, as it was sent.
    pub path: String,
    /// The parameters behind it.
    parameters: Vec<(String, String)>,
    /// The header `Host`, if there is exactly one.
    pub host: Option<String>,
    /// `Authorization`.
    pub authorization: Option<String>,
    /// `Accept`.
    pub accept: String,
    /// The lines of `Cookie`.
    pub cookies: Vec<String>,
    /// The connection ends with the answer.
    pub closes: bool,
    /// It has a body, which nobody reads.
    pub has_body: bool,
}

impl Request {
    /// The request that begins with these bytes, and how many of them it is; None if there have to
    /// be more. An error is a reason to refuse.
    pub fn parse(bytes: &[u8]) -> Result<Option<(Request, usize)>, &'static str> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS_MOST];
        let mut parsed = httparse::Request::new(&mut headers);
        let length = match parsed.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(_) => return Err("this is no request"),
        };
        let target = parsed.path.unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut request = Request {
            method: parsed.method.unwrap_or_default().to_owned(),
            path: path.to_owned(),
            parameters: parameters(query),
            closes: parsed.version != Some(1),
            ..Request::default()
        };
        let mut hosts = 0;
        for header in parsed.headers.iter() {
            let value = String::from_utf8_lossy(header.value).trim().to_owned();
            match header.name.to_ascii_lowercase().as_str() {
                "host" => {
                    hosts += 1;
                    request.host = Some(value).filter(|_| hosts == 1);
                }
                "authorization" => request.authorization = Some(value),
                "accept" => request.accept = value,
                "cookie" => request.cookies.push(value),
                "connection" => request.closes |= value.eq_ignore_ascii_case("close"),
                "content-length" => request.has_body |= value != "0",
                "transfer-encoding" => request.has_body = true,
                _ => {}
            }
        }
        Ok(Some((request, length)))
    }

    /// The value of a parameter.
    pub fn query(&self, name: &str) -> Option<Cow<'_, str>> {
        self.parameters.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str().into())
    }

    /// How many rows are wanted: the parameter `limit`.
    pub fn limit(&self) -> usize {
        const USUAL: usize = 100;
        let number = self.query("limit").and_then(|n| n.parse().ok());
        number.unwrap_or(USUAL).clamp(1, 1000)
    }

    /// The address without a parameter: path and what else there is.
    pub fn without(&self, name: &str) -> String {
        let rest = self.parameters.iter().filter(|(n, _)| n != name);
        let rest: Vec<_> = rest.map(|(n, v)| format!("{}={}", quoted(n), quoted(v))).collect();
        // More than one slash at the begin would lead to another machine.
        let path = format!("/{}", self.path.trim_start_matches('/'));
        if rest.is_empty() { path } else { format!("{path}?{}", rest.join("&")) }
    }
}

fn parameters(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (unquoted(name), unquoted(value))
        })
        .collect()
}

/// A text with `%41` as `A`, and `+` as a space.
pub fn unquoted(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let digits = more.get(..2).and_then(|d| std::str::from_utf8(d).ok());
        let code = digits.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        match (first, code.and_then(|code| u8::from_str_radix(code, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            (b'+', _) => {
                bytes.push(b' ');
                rest = more;
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn quoted(text: &str) -> String {
    let byte = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
            char::from(b).to_string()
        }
        _ => format!("%{b:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// An answer.
pub struct Answer {
    /// The status, with its words.
    pub status: &'static str,
    /// The type of the body.
    pub kind: &'static str,
    /// Further headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Cow<'static, [u8]>,
}

/// Headers of all answers: nothing is kept, shown elsewhere, or read by pages of others, and the
/// page has nothing from elsewhere.
const ALWAYS: &str = "Cache-Control: no-store\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
    connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'\r\n";

impl Answer {
    /// 200.
    pub fn ok(kind: &'static str, body: impl Into<Cow<'static, [u8]>>) -> Answer {
        Answer { status: "200 OK", kind, headers: Vec::new(), body: body.into() }
    }

    /// A line of text that says what is wrong.
    pub fn refusal(status: &'static str, text: &str) -> Answer {
        let body = format!("{text}\n").into_bytes().into();
        Answer { status, kind: TEXT, headers: Vec::new(), body }
    }

    /// Sends it; without the body to `HEAD`.
    pub fn send(&self, out: &mut impl Write, head_only: bool, closes: bool) -> io::Result<()> {
        let mut all = self.head(closes);
        all += &format!("Content-Length: {}\r\n\r\n", self.body.len());
        let mut all = all.into_bytes();
        if !head_only {
            all.extend_from_slice(&self.body);
        }
        out.write_all(&all)
    }

    /// The head, but for its end and the length of the body.
    pub fn head(&self, closes: bool) -> String {
        let mut head =
            format!("HTTP/1.1 {}\r\nContent-Type: {}\r\n{ALWAYS}", self.status, self.kind);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head + if closes { "Connection: close\r\n" } else { "" }
    }
}

/// The type of texts.
pub const TEXT: &str = "text/plain; charset=utf-8";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_taken_apart() {
        let bytes = b"GET /api/processes?sort=memory&filter=a%20b%2Bc&x HTTP/1.1\r\nHost: h\r\n\
                      Cookie: a=b\r\nCONNECTION: Close\r\n\r\nGET";
        let (request, length) = Request::parse(bytes).unwrap().unwrap();
        assert_eq!(length, bytes.len() - 3);
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/api/processes"));
        assert_eq!(request.query("filter").unwrap(), "a b+c");
        assert_eq!(request.query("x").unwrap(), "");
        assert!(request.query("y").is_none() && request.closes && !request.has_body);
        assert_eq!(request.without("sort"), "/api/processes?filter=a%20b%2Bc&x=");
        assert!(Request::parse(&bytes[..40]).unwrap().is_none());
        assert!(Request::parse(b"nonsense\r\n\r\n").is_err());
        let two = b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n";
        assert!(Request::parse(two).unwrap().unwrap().0.host.is_none());
    }

    #[test]
    fn no_address_leads_elsewhere() {
        let request = Request { path: "//evil.example/".to_owned(), ..Request::default() };
        assert_eq!(request.without("token"), "/evil.example/");
    }

    #[test]
    fn texts_with_percent_signs() {
        assert_eq!(unquoted("%41%zz%4"), "A%zz%4");
        assert_eq!(unquoted("%e2%82%ac%ff"), "\u{20ac}\u{fffd}");
        assert_eq!(unquoted("a+b%é"), "a b%é");
    }
}
