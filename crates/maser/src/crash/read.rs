//! Reads a crash dump line by line: how large the file is does not matter, nor what is in it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The beginning of every dump; its version follows.
pub const FIRST: &[u8] = b"=erl_crash_dump:";

/// So much of a line is kept; the rest of a longer one is passed over.
const LINE_MAX: usize = 1 << 20;

/// So much of a text in it is kept: names, slogans, functions.
pub const TEXT_MAX: usize = 4096;

/// The receiver of what a dump says.
pub trait Visitor {
    /// A section begins: `=name:id`.
    fn section(&mut self, name: &[u8], id: &[u8]);
    /// A line within it.
    fn line(&mut self, line: &[u8]);
}

/// How much of a dump there is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extent {
    /// How many bytes it has, uncompressed.
    pub bytes: u64,
    /// It has its end.
    pub whole: bool,
    /// The last section that begins in it, without its `=`.
    pub last: String,
}

/// Opens a file, which may be compressed with gzip; `-` is the input.
pub fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    let raw: Box<dyn Read> = match file.as_os_str() == "-" {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(file)?),
    };
    let mut input = BufReader::with_capacity(1 << 18, raw);
    Ok(match input.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        true => {
            let text = flate2::bufread::MultiGzDecoder::new(input);
            Box::new(BufReader::with_capacity(1 << 18, text))
        }
        false => Box::new(input),
    })
}

/// Gives all sections and lines of a dump to a visitor. A compressed file that is cut off is a dump
/// that is cut off; a file that is no dump is an error.
pub fn all(input: &mut dyn BufRead, visitor: &mut dyn Visitor) -> io::Result<Extent> {
    let mut extent = Extent::default();
    let mut line = Vec::new();
    loop {
        let begin = extent.bytes == 0;
        match next(input, &mut line) {
            Ok(0) if !begin => return Ok(extent),
            Ok(read) => extent.bytes += read,
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof && !begin => return Ok(extent),
            Err(e) => return Err(e),
        }
        if begin && !line.starts_with(FIRST) {
            return Err(io::Error::other("it is no crash dump: its first line does not say so"));
        }
        let Some(head) = line.strip_prefix(b"=") else {
            visitor.line(&line);
            continue;
        };
        let colon = head.iter().position(|b| *b == b':').unwrap_or(head.len());
        let (name, id) = (&head[..colon], head.get(colon + 1..).unwrap_or_default());
        if name == b"end" {
            extent.whole = true;
            return Ok(extent);
        }
        extent.last.clear();
        extent.last.push_str(&text(head));
        visitor.section(name, id);
    }
}

/// Reads a line without its end; gives how many bytes it took, 0 at the end of the input.
fn next(input: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    line.clear();
    let mut taken = 0;
    loop {
        let (part, ended) = {
            let there = match input.fill_buf() {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                there => there?,
            };
            let end = there.iter().position(|b| *b == b'\n');
            let part = end.unwrap_or(there.len());
            let room = LINE_MAX - line.len();
            line.extend_from_slice(&there[..part.min(room)]);
            (part + usize::from(end.is_some()), end.is_some() || there.is_empty())
        };
        input.consume(part);
        taken += part as u64;
        if ended {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Ok(taken);
        }
    }
}

/// The text of bytes, not too much of it; what a terminal would obey is left out.
pub fn text(bytes: &[u8]) -> String {
    let cut = &bytes[..bytes.len().min(TEXT_MAX)];
    let text = String::from_utf8_lossy(cut);
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The parts of a line `Key: value`.
pub fn pair(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = line.iter().position(|b| *b == b':')?;
    Some((&line[..colon], line[colon + 1..].trim_ascii()))
}

/// A number at the beginning of a value; 0 if there is none.
pub fn number(value: &[u8]) -> u64 {
    let digits = value.iter().take_while(|b| b.is_ascii_digit());
    digits.fold(0u64, |n, b| n.saturating_mul(10).saturating_add(u64::from(b - b'0')))
}

/// The name of a function in `0x00007f2c1bb9a094 (timer:sleep/1 + 452)`; nothing if it says none.
pub fn function(value: &[u8]) -> &[u8] {
    let from = value.iter().position(|b| *b == b'(').map_or(value.len(), |at| at + 1);
    let inner = value[from..].strip_suffix(b")").unwrap_or(&value[from..]);
    let plus = inner.windows(3).rposition(|w| w == b" + ").unwrap_or(inner.len());
    &inner[..plus]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Seen(Vec<String>);

    impl Visitor for Seen {
        fn section(&mut self, name: &[u8], id: &[u8]) {
            self.0.push(format!("{}|{}", text(name), text(id)));
        }
        fn line(&mut self, line: &[u8]) {
            self.0.push(text(line));
        }
    }

    fn read(bytes: &[u8]) -> io::Result<(Vec<String>, Extent)> {
        let mut seen = Seen::default();
        let extent = all(&mut &*bytes, &mut seen)?;
        Ok((seen.0, extent))
    }

    #[test]
    fn sections_and_lines() {
        let (seen, extent) = read(b"=erl_crash_dump:0.5\nA: b\n=proc:<0.1.0>\n=end\nno").unwrap();
        assert_eq!(seen, ["erl_crash_dump|0.5", "A: b", "proc|<0.1.0>"]);
        assert_eq!(extent, Extent { bytes: 44, whole: true, last: "proc:<0.1.0>".into() });
        let (_, extent) = read(b"=erl_crash_dump:0.5\n=proc:<0.").unwrap();
        assert_eq!((extent.whole, extent.last.as_str()), (false, "proc:<0."));
    }

    #[test]
    fn other_files_are_refused() {
        for bytes in [&b""[..], b"\n", b"#!/bin/sh\n", b"=proc:<0.1.0>\n"] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn long_lines_are_cut() {
        let mut bytes = b"=erl_crash_dump:0.5\n".to_vec();
        bytes.resize(bytes.len() + 3 * LINE_MAX, b'x');
        bytes.extend(b"\nnext");
        let mut lengths = Lengths(Vec::new());
        all(&mut BufReader::with_capacity(1000, &bytes[..]), &mut lengths).unwrap();
        assert_eq!(lengths.0, [LINE_MAX, 4]);
    }

    struct Lengths(Vec<usize>);

    impl Visitor for Lengths {
        fn section(&mut self, _: &[u8], _: &[u8]) {}
        fn line(&mut self, line: &[u8]) {
            self.0.push(line.len());
        }
    }

    #[test]
    fn parts_of_lines() {
        assert_eq!(function(b"0x00007f2c (timer:sleep/1 + 452)"), b"timer:sleep/1");
        assert_eq!(function(b"0x0 (m:'a + b'/1 + 8)"), b"m:'a + b'/1");
        assert_eq!(function(b"0x0 (unknown function)"), b"unknown function");
        assert_eq!(function(b"0x0"), b"");
        assert_eq!(pair(b"State: Waiting"), Some((&b"State"[..], &b"Waiting"[..])));
        assert_eq!(number(b"99999999999999999999999"), u64::MAX);
        assert_eq!(text(b"a\x1b[31mb"), "a [31mb");
    }
}
