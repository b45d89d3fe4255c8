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
    /// one. A carriage return before the newline belongs to that.
    fn feed(&mut self, mut bytes: &[u8], mut out: impl FnMut(&[u8], bool)) {
        while let Some(n) = bytes.iter().position(|&b| b == b'\n') {
            let (line, rest) = (&bytes[..n], &bytes[n + 1..]);
            if self.pending.is_empty() {
                tell_line(line, self.limit, &mut out);
            } else {
                self.pending.extend_from_slice(line);
                tell_line(&self.pending, self.limit, &mut out);
                self.pending.clear();
            }
            bytes = rest;
        }
        self.pending.extend_from_slice(bytes);
        let mut told = 0;
        while is_full(&self.pending[told..], self.limit) {
            out(&self.pending[told..told + self.limit], false);
            told += self.limit;
        }
        self.pending.drain(..told);
    }

    /// Gives up what is held back, in parts that are not too long.
    fn flush(&mut self, mut out: impl FnMut(&[u8])) {
        self.pending.chunks(self.limit).for_each(&mut out);
        self.pending.clear();
    }
}

/// A line that has its end, which is not in it.
fn tell_line(line: &[u8], limit: usize, out: &mut impl FnMut(&[u8], bool)) {
    let mut line = line.strip_suffix(b"\r").unwrap_or(line);
    while line.len() > limit {
        let (part, rest) = line.split_at(limit);
        out(part, false);
        line = rest;
    }
    out(line, true);
}

/// Whether the beginning of a line is known to be more than a whole line may be: a carriage return
/// may turn out to be a part of its end.
fn is_full(line: &[u8], limit: usize) -> bool {
    line.len() > limit + 1 || line.get(limit).is_some_and(|&b| b != b'\r')
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
        if let Some(mut line) = self.line.take() {
            line.flush(|rest| self.send_line(rest, false));
            self.line = Some(line);
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
        buffer.flush(|l| got.push((String::from_utf8(l.to_vec()).expect("text"), false)));
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

    #[test]
    fn lines_that_end_as_on_other_systems() {
        check(10, &["ab\r\n\r\n\r\r\n"], &[("ab", true), ("", true), ("\r", true)]);
        check(3, &["abc\r\nd"], &[("abc", true), ("d", false)]);
        check(3, &["abc\r", "\nd"], &[("abc", true), ("d", false)]);
        check(3, &["abc", "\r", "\n"], &[("abc", true)]);
        check(3, &["abc\r", "x\n"], &[("abc", false), ("\rx", true)]);
        check(3, &["abc\r\r", "\n"], &[("abc", false), ("\r", true)]);
        check(3, &["abcdef\r", "\n"], &[("abc", false), ("def", true)]);
        check(3, &["abc\r"], &[("abc", false), ("\r", false)]);
    }
}
