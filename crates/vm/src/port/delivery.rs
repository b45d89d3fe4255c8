//! Input on its way to the owner: `{Port, {data, Data}}`, as list or binary, whole or in lines.

use super::Core;
use term::{Heap, Term, am};

/// Input that has not made a whole line yet.
pub struct LineBuffer {
    /// Longest line that is delivered in one piece.
    pub limit: usize,
    pending: Vec<u8>,
}

impl LineBuffer {
    /// For lines of at most `limit` bytes.
    pub fn new(limit: usize) -> LineBuffer {
        LineBuffer { limit, pending: Vec::new() }
    }

    /// Bytes held back.
    pub fn len(&self) -> usize {
        self.pending.len()
    }

    /// Whether nothing is held back.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Adds input and calls `out` with each line (true: it was ended by a newline) or full part of
    /// one.
    fn feed(&mut self, mut bytes: &[u8], mut out: impl FnMut(&[u8], bool)) {
        loop {
            let room = self.limit - self.pending.len();
            let newline = bytes.iter().take(room + 1).position(|&b| b == b'\n');
            match newline {
                Some(n) => {
                    let rest = &bytes[n + 1..];
                    if self.pending.is_empty() {
                        out(&bytes[..n], true);
                    } else {
                        self.pending.extend_from_slice(&bytes[..n]);
                        out(&self.pending, true);
                        self.pending.clear();
                    }
                    bytes = rest;
                }
                None if bytes.len() > room => {
                    // A full part is told as soon as it is known not to be the whole line.
                    self.pending.extend_from_slice(&bytes[..room]);
                    out(&self.pending, false);
                    self.pending.clear();
                    bytes = &bytes[room..];
                }
                None => {
                    self.pending.extend_from_slice(bytes);
                    return;
                }
            }
        }
    }
}

/// Bytes as the port's options want them.
pub(super) fn data_term<'h>(heap: &'h Heap, bytes: &[u8], binary: bool) -> Term<'h> {
    if binary { heap.binary(bytes) } else { heap.byte_list(bytes) }
}

impl Core {
    /// Delivers input to the owner.
    pub fn deliver(&mut self, bytes: &[u8]) {
        self.count_input(bytes.len());
        if self.closing {
            return;
        }
        match self.line.take() {
            None => self.send_data(|heap, core| data_term(heap, bytes, core.binary)),
            Some(mut line) => {
                line.feed(bytes, |line, eol| self.send_line(line, eol));
                self.line = Some(line);
            }
        }
    }

    /// Delivers bytes in front, as a list, of other bytes (or of nothing) in the port's form.
    pub fn deliver_with_header(&mut self, header: &[u8], bytes: Option<&[u8]>) {
        self.count_input(header.len() + bytes.map_or(0, <[u8]>::len));
        self.send_data(|heap, core| {
            let tail = bytes.map_or(Term::NIL, |b| data_term(heap, b, core.binary));
            let header: Vec<_> = header.iter().map(|&b| Term::small(i64::from(b))).collect();
            heap.list_with_tail(&header, tail)
        });
    }

    /// Counts bytes for the owner.
    pub fn count_input(&mut self, bytes: usize) {
        self.input += bytes as u64;
        crate::statistics::input(bytes as u64);
    }

    /// Delivers the lines of input, each with bytes in front, as a list. The port is one that has
    /// lines.
    pub fn deliver_lines(&mut self, header: &[u8], bytes: &[u8]) {
        let Some(mut line) = self.line.take() else { return };
        line.feed(bytes, |line, eol| {
            self.send_data(|heap, core| {
                let tag = Term::atom(if eol { am::EOL } else { am::NOEOL });
                let data = data_term(heap, line, core.binary);
                let header: Vec<_> = header.iter().map(|&b| Term::small(i64::from(b))).collect();
                heap.tuple(&[tag, heap.list_with_tail(&header, data)])
            });
        });
        self.line = Some(line);
    }

    fn send_data(&self, make: impl for<'h> FnOnce(&'h Heap, &Core) -> Term<'h>) {
        self.message(|heap| {
            let data = make(heap, self);
            heap.tuple(&[Term::atom(am::DATA), data])
        });
    }

    fn send_line(&self, line: &[u8], eol: bool) {
        self.send_data(|heap, core| {
            let tag = Term::atom(if eol { am::EOL } else { am::NOEOL });
            heap.tuple(&[tag, data_term(heap, line, core.binary)])
        });
    }

    /// Delivers an incomplete last line.
    pub fn flush_line(&mut self) {
        if let Some(line) = &mut self.line
            && !line.pending.is_empty()
        {
            let rest = std::mem::take(&mut line.pending);
            self.send_line(&rest, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(limit: usize, input: &[&str], expected: &[(&str, bool)]) {
        let mut buffer = LineBuffer::new(limit);
        let mut got = Vec::new();
        for i in input {
            buffer.feed(i.as_bytes(), |l, eol| {
                got.push((String::from_utf8(l.to_vec()).expect("text"), eol));
            });
        }
        if !buffer.is_empty() {
            got.push((String::from_utf8(buffer.pending.clone()).expect("text"), false));
        }
        let expected: Vec<_> = expected.iter().map(|(l, e)| ((*l).to_owned(), *e)).collect();
        assert_eq!(got, expected, "lines of at most {limit} in {input:?}");
    }

    #[test]
    fn lines() {
        check(10, &["ab\ncd\n"], &[("ab", true), ("cd", true)]);
        check(10, &["a", "b\nc", "d"], &[("ab", true), ("cd", false)]);
        check(3, &["abc\n"], &[("abc", true)]);
        check(3, &["abcd\n"], &[("abc", false), ("d", true)]);
        check(3, &["abc", "\n\n"], &[("abc", true), ("", true)]);
        check(3, &["abcdefg"], &[("abc", false), ("def", false), ("g", false)]);
    }
}
