//! Prints external terms for the listing: shortened, and whatever the bytes are.

use std::fmt::{self, Write};

/// Where a printed term is cut off.
const MAX_CHARS: usize = 240;
/// How deep a term may be before it is cut off.
const MAX_DEPTH: usize = 60;

/// A term that is not complete yet.
struct Open {
    kind: Kind,
    /// Elements that are still to come; for a list this includes the tail.
    left: usize,
    any: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Tuple,
    List,
    /// Keys and values in turn.
    Map,
    /// `fun M:F/A`: its three parts.
    Fun(u8),
}

/// Prints the external term (with its version byte) as Erlang source, or `?` where that fails.
pub(crate) fn print(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut input = Input(bytes.get(1..).unwrap_or_default());
    if print_term(&mut input, &mut out).is_none() {
        out.push('?');
    }
    if out.chars().nth(MAX_CHARS).is_some() {
        out = out.chars().take(MAX_CHARS).chain("...".chars()).collect();
    }
    out
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }

    /// A big-endian number of `n` bytes.
    fn number(&mut self, n: usize) -> Option<usize> {
        Some(self.take(n)?.iter().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }
}

fn print_term(input: &mut Input, out: &mut String) -> Option<()> {
    let mut open: Vec<Open> = Vec::new();
    loop {
        if out.len() > 4 * MAX_CHARS || open.len() > MAX_DEPTH {
            out.push_str("...");
            return Some(());
        }
        if let Some(new) = print_head(input, out)? {
            open.push(new);
        }
        // Close what is complete, then say what goes before the next element.
        loop {
            let Some(top) = open.last_mut() else { return Some(()) };
            let tail = top.kind == Kind::List && top.left == 1;
            if tail && input.0.first() == Some(&106) {
                input.take(1)?;
                top.left = 0;
            }
            if top.left > 0 {
                out.push_str(match top.kind {
                    _ if !top.any => "",
                    Kind::List if tail => "|",
                    Kind::Map if top.left % 2 == 1 => " => ",
                    Kind::Fun(2) => ":",
                    Kind::Fun(_) => "/",
                    _ => ", ",
                });
                if let Kind::Fun(left) = &mut top.kind {
                    *left -= 1;
                }
                top.left -= 1;
                top.any = true;
                break;
            }
            out.push_str(match top.kind {
                Kind::Tuple | Kind::Map => "}",
                Kind::List => "]",
                Kind::Fun(_) => "",
            });
            open.pop();
        }
    }
}

/// Prints a whole simple term, or the start of a compound one.
fn print_head(input: &mut Input, out: &mut String) -> Option<Option<Open>> {
    let tag = input.number(1)?;
    let start = |out: &mut String, text: &str, kind, left| {
        out.push_str(text);
        Some(Some(Open { kind, left, any: false }))
    };
    match tag {
        97 => write!(out, "{}", input.number(1)?).ok()?,
        98 => write!(out, "{}", input.number(4)? as u32 as i32).ok()?,
        70 => {
            let bits = input.take(8)?.try_into().ok()?;
            write!(out, "{:?}", f64::from_be_bytes(bits)).ok()?;
        }
        110 | 111 => {
            let len = input.number(if tag == 110 { 1 } else { 4 })?;
            let negative = input.number(1)? != 0;
            out.push_str(if negative { "-16#" } else { "16#" });
            for byte in input.take(len)?.iter().rev().take(MAX_CHARS) {
                write!(out, "{byte:02X}").ok()?;
            }
        }
        100 | 115 | 118 | 119 => {
            let len = input.number(if tag == 100 || tag == 118 { 2 } else { 1 })?;
            let bytes = input.take(len)?;
            let latin1 = || bytes.iter().map(|&b| char::from(b)).collect();
            let name = match tag {
                100 | 115 => latin1(),
                _ => String::from_utf8_lossy(bytes).into_owned(),
            };
            write!(out, "{}", Atom(&name)).ok()?;
        }
        106 => out.push_str("[]"),
        107 => {
            let len = input.number(2)?;
            string(out, input.take(len)?)?;
        }
        109 => {
            let len = input.number(4)?;
            binary(out, input.take(len)?, 8)?;
        }
        77 => {
            let (len, bits) = (input.number(4)?, input.number(1)?);
            binary(out, input.take(len)?, bits)?;
        }
        104 => return input.number(1).and_then(|n| start(out, "{", Kind::Tuple, n)),
        105 => return input.number(4).and_then(|n| start(out, "{", Kind::Tuple, n)),
        108 => return input.number(4).and_then(|n| start(out, "[", Kind::List, n + 1)),
        116 => return input.number(4).and_then(|n| start(out, "#{", Kind::Map, 2 * n)),
        113 => return start(out, "fun ", Kind::Fun(3), 3),
        _ => return None,
    }
    Some(None)
}

/// A list of bytes: as text if it is text.
fn string(out: &mut String, bytes: &[u8]) -> Option<()> {
    if bytes.iter().all(|&b| b == b'\n' || (b' '..=b'~').contains(&b)) {
        return write!(out, "\"{}\"", bytes.escape_ascii()).ok();
    }
    out.push('[');
    for (i, byte) in bytes.iter().take(MAX_CHARS).enumerate() {
        write!(out, "{}{byte}", if i > 0 { ", " } else { "" }).ok()?;
    }
    out.push(']');
    Some(())
}

/// A bitstring with so many bits of its last byte in use.
fn binary(out: &mut String, bytes: &[u8], bits: usize) -> Option<()> {
    if bits == 8 && bytes.iter().all(|&b| b == b'\n' || (b' '..=b'~').contains(&b)) {
        return write!(out, "<<\"{}\">>", bytes.escape_ascii()).ok();
    }
    out.push_str("<<");
    for (i, byte) in bytes.iter().take(MAX_CHARS).enumerate() {
        write!(out, "{}{byte}", if i > 0 { ", " } else { "" }).ok()?;
    }
    if bits != 8 {
        write!(out, " ({bits} bits of the last)").ok()?;
    }
    out.push_str(">>");
    Some(())
}

/// An atom as Erlang source has it.
pub(crate) struct Atom<'a>(pub &'a str);

impl fmt::Display for Atom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.0 == "[]"
            || self.0.starts_with(|c: char| c.is_ascii_lowercase())
                && self.0.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '@');
        if plain {
            return f.write_str(self.0);
        }
        f.write_char('\'')?;
        for c in self.0.chars() {
            match c {
                '\'' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                c if c.is_control() => write!(f, "\\x{{{:X}}}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('\'')
    }
}

#[cfg(test)]
mod tests {
    use super::print;

    #[test]
    fn terms() {
        let check = |bytes: &[u8], text: &str| assert_eq!(print(bytes), text);
        check(b"\x83a\x05", "5");
        check(b"\x83b\xff\xff\xff\xfe", "-2");
        check(b"\x83n\x02\x01\x01\x02", "-16#0201");
        check(b"\x83F\x3f\xf8\0\0\0\0\0\0", "1.5");
        check(b"\x83w\x02oka", "ok");
        check(b"\x83d\0\x02O'", "'O\\''");
        check(b"\x83k\0\x03a\"\n", "\"a\\\"\\n\"");
        check(b"\x83k\0\x02\x01\x02", "[1, 2]");
        check(b"\x83h\x02jh\0", "{[], {}}");
        check(b"\x83l\0\0\0\x02a\x01a\x02j", "[1, 2]");
        check(b"\x83l\0\0\0\x01a\x01a\x02", "[1|2]");
        check(b"\x83l\0\0\0\x01l\0\0\0\x01a\x01jj", "[[1]]");
        check(b"\x83t\0\0\0\x02a\x01ja\x02h\0", "#{1 => [], 2 => {}}");
        check(b"\x83qw\x01mw\x01fa\x02", "fun m:f/2");
        check(b"\x83m\0\0\0\x02ok", "<<\"ok\">>");
        check(b"\x83M\0\0\0\x01\x03\xa0", "<<160 (3 bits of the last)>>");
        for bad in [&b"\x83"[..], b"", b"\x83h\x01", b"\x83P\0\0", b"\x83l\0\0\0\x01"] {
            assert!(print(bad).ends_with('?'), "{bad:?}");
        }
        let deep = [b"\x83".to_vec(), b"h\x01".repeat(100_000), b"j".to_vec()].concat();
        assert!(print(&deep).ends_with("..."));
        let long = [b"\x83m\0\0\x0f\xa0".to_vec(), vec![b'x'; 4000]].concat();
        assert!(print(&long).len() < 300);
    }
}
