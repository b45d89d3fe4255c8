//! The line being edited: what of it the terminal shows where, and the bytes that change that.
//!
//! The terminal is assumed to understand the cursor movements of ANSI and to stay in the last
//! column after a character there (as practically all do).

/// Text behind so many characters of a line begins a new one.
const LONGEST: usize = 1 << 16;

/// One logical character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    /// Shown as it is.
    Plain(char),
    /// Shown as `^X`.
    Control(u8),
    /// Not in the terminal's character set: shown as a backslash and a number.
    Escaped(char),
    /// A tab of this width.
    Tab(u8),
    /// The start of an escape sequence for the terminal.
    Escape,
}

unsafe extern "C" {
    /// The columns that a character takes, by the locale; -1 for one that is not printed.
    pub safe fn wcwidth(c: libc::wchar_t) -> libc::c_int;
}

impl Cell {
    fn width(self) -> usize {
        match self {
            Cell::Plain(c) if c.is_ascii() => 1,
            // A character that the locale does not know counts as one column.
            Cell::Plain(c) => usize::try_from(wcwidth(c as libc::wchar_t)).unwrap_or(1),
            Cell::Control(_) => 2,
            Cell::Escaped(c) => escaped(c).len(),
            Cell::Tab(n) => n as usize,
            Cell::Escape => 0,
        }
    }
}

/// `\ooo` or `\x{hh}`.
fn escaped(c: char) -> String {
    let n = c as u32;
    if n < 0o1000 { format!("\\{n:03o}") } else { format!("\\x{{{n:X}}}") }
}

/// The line: cells, cursor, and output that has not been taken.
pub struct Line {
    cells: Vec<Cell>,
    cursor: usize,
    columns: usize,
    utf8: bool,
    out: Vec<u8>,
}

impl Line {
    /// An empty line of a terminal with or without UTF-8.
    pub fn new(utf8: bool) -> Line {
        Line { cells: Vec::new(), cursor: 0, columns: 80, utf8, out: Vec::new() }
    }

    /// Whether the terminal understands UTF-8.
    pub fn utf8(&self) -> bool {
        self.utf8
    }

    /// Sets whether the terminal understands UTF-8.
    pub fn set_utf8(&mut self, utf8: bool) {
        self.utf8 = utf8;
    }

    /// Sets the width of the terminal.
    pub fn set_columns(&mut self, columns: usize) {
        self.columns = columns.max(1);
    }

    /// Takes what is to be written to the terminal.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Rings.
    pub fn beep(&mut self) {
        self.out.push(7);
    }

    /// The cell of a character that is to stand behind the first `n` cells.
    fn cell(&self, c: char, n: usize) -> Cell {
        match c {
            ' '..='~' => Cell::Plain(c),
            '\t' => Cell::Tab(8 - (self.column(n) % 8) as u8),
            '\x1b' => Cell::Escape,
            '\0'..='\x7f' => Cell::Control(c as u8),
            _ if self.utf8 || ('\u{a0}'..='\u{ff}').contains(&c) => Cell::Plain(c),
            _ => Cell::Escaped(c),
        }
    }

    /// Puts characters in place of those at the cursor; a newline ends the line.
    pub fn put(&mut self, text: &[u8]) {
        if self.cursor > LONGEST {
            self.end_line(b"\r\n");
        }
        let mut from = self.cursor;
        for c in characters(text) {
            if c == '\n' || c == '\r' {
                self.write(from, self.cursor, true);
                self.end_line(if c == '\n' { b"\r\n" } else { b"\r" });
                from = 0;
                continue;
            }
            let cell = self.cell(c, self.cursor);
            match self.cells.get_mut(self.cursor) {
                Some(old) => *old = cell,
                None => self.cells.push(cell),
            }
            self.cursor += 1;
        }
        self.write(from, self.cursor, false);
    }

    fn end_line(&mut self, end: &[u8]) {
        self.out.extend_from_slice(end);
        self.cells.drain(..self.cursor);
        self.cursor = 0;
    }

    /// Inserts characters at the cursor.
    pub fn insert(&mut self, text: &[u8]) {
        let from = self.cursor;
        let tail = self.cells.split_off(from);
        for c in characters(text) {
            let cell = self.cell(c, self.cells.len());
            self.cells.push(cell);
        }
        self.cursor = self.cells.len();
        self.cells.extend(tail);
        self.write(from, self.cells.len(), false);
        self.go(self.cells.len(), self.cursor);
    }

    /// Moves the cursor by so many characters.
    pub fn step(&mut self, n: isize) {
        let to = self.cursor.saturating_add_signed(n).min(self.cells.len());
        self.go(self.cursor, to);
        self.cursor = to;
    }

    /// Deletes so many characters after the cursor, or before it if `n` is below 0.
    pub fn delete(&mut self, n: isize) {
        let other = self.cursor.saturating_add_signed(n).min(self.cells.len());
        let (from, to) = (self.cursor.min(other), self.cursor.max(other));
        let gone = self.column(to) - self.column(from);
        self.go(self.cursor, from);
        self.cursor = from;
        self.cells.drain(from..to);
        self.write(from, self.cells.len(), false);
        self.out.extend(std::iter::repeat_n(b' ', gone));
        let end = self.column(self.cells.len()) + gone;
        if gone > 0 && end.is_multiple_of(self.columns) {
            self.out.extend_from_slice(b" \x08");
        }
        self.go_columns(end, self.column(from));
    }

    /// How many columns the first `n` cells take, terminal's escape sequences being none.
    fn column(&self, n: usize) -> usize {
        let (mut column, mut i) = (0, 0);
        while i < n.min(self.cells.len()) {
            if self.cells[i] == Cell::Escape {
                i += escape_length(&self.cells[i..]);
            } else {
                column += self.cells[i].width();
                i += 1;
            }
        }
        column + n.saturating_sub(self.cells.len())
    }

    /// Shows some of the cells, from where the cursor is.
    fn write(&mut self, from: usize, to: usize, newline_follows: bool) {
        if from == to {
            return;
        }
        let mut last = Vec::new();
        for &cell in &self.cells[from..to] {
            last.clear();
            match cell {
                Cell::Plain(c) if self.utf8 => {
                    last.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Cell::Plain(c) => last.push(c as u8),
                Cell::Control(c) => last.extend_from_slice(&[b'^', c ^ 0x40]),
                Cell::Escaped(c) => last.extend_from_slice(escaped(c).as_bytes()),
                Cell::Tab(n) => last.resize(n as usize, b' '),
                Cell::Escape => last.push(0x1b),
            }
            self.out.extend_from_slice(&last);
        }
        let column = self.column(to);
        if newline_follows || column == 0 || !column.is_multiple_of(self.columns) {
            return;
        }
        // The cursor hangs in the last column: another character takes it to the next line.
        match self.cells.get(to).copied() {
            Some(Cell::Plain(c)) if c.is_ascii() => self.out.push(c as u8),
            _ => self.out.push(b' '),
        }
        self.out.push(8);
    }

    fn go(&mut self, from: usize, to: usize) {
        self.go_columns(self.column(from), self.column(to));
    }

    fn go_columns(&mut self, from: usize, to: usize) {
        let (from_row, to_row) = (from / self.columns, to / self.columns);
        let (from, to) = (from % self.columns, to % self.columns);
        for _ in from_row..to_row {
            self.out.push(b'\n');
        }
        for _ in to_row..from_row {
            self.out.extend_from_slice(b"\x1b[A");
        }
        for _ in from..to {
            self.out.extend_from_slice(b"\x1b[C");
        }
        for _ in to..from {
            self.out.push(8);
        }
    }
}

/// Cells of an escape sequence that sets colours, or of what looks like one.
fn escape_length(cells: &[Cell]) -> usize {
    match cells {
        [_] => 1,
        [_, Cell::Plain('['), rest @ ..] => {
            let parameters =
                rest.iter().take_while(|c| matches!(c, Cell::Plain('0'..='9' | ';'))).count();
            (2 + parameters + 1).min(cells.len())
        }
        _ => 2,
    }
}

/// The characters of UTF-8; bytes that are none stand for themselves.
fn characters(text: &[u8]) -> Vec<char> {
    let mut found = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        found.extend(chunk.valid().chars());
        found.extend(chunk.invalid().iter().map(|&b| b as char));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs steps on a line of 10 columns and compares the output of the last.
    fn check(steps: &[&dyn Fn(&mut Line)], expected: &str) {
        let mut line = Line::new(true);
        line.set_columns(10);
        let mut out = Vec::new();
        for step in steps {
            line.take_output();
            step(&mut line);
            out = line.take_output();
        }
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn editing() {
        check(&[&|l| l.put(b"abc")], "abc");
        check(&[&|l| l.put(b"abc\nde\n")], "abc\r\nde\r\n");
        check(&[&|l| l.put(b"abc"), &|l| l.step(-2)], "\x08\x08");
        check(&[&|l| l.put(b"abc"), &|l| l.step(-9)], "\x08\x08\x08");
        check(&[&|l| l.put(b"abc"), &|l| l.step(-2), &|l| l.insert(b"X")], "Xbc\x08\x08");
        check(&[&|l| l.put(b"abc"), &|l| l.delete(-1)], "\x08 \x08");
        check(&[&|l| l.put(b"abc"), &|l| l.step(-2), &|l| l.delete(1)], "c \x08\x08");
        check(&[&|l| l.put(b"\x01")], "^A");
        check(&[&|l| l.put(b"a\tb")], "a       b");
        check(&[&|l| l.put("åäö".as_bytes()), &|l| l.delete(-2)], "\x08\x08  \x08\x08");
        check(&[&|l| l.put(b"\x1b[31mred\x1b[0m"), &|l| l.step(-5)], "\x08");
    }

    #[test]
    fn several_rows() {
        check(&[&|l| l.put(b"0123456789")], "0123456789 \x08");
        check(&[&|l| l.put(b"0123456789\n")], "0123456789\r\n");
        check(
            &[&|l| l.put(b"0123456789ab"), &|l| l.step(-3)],
            "\x1b[A\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C",
        );
        check(
            &[&|l| l.put(b"0123456789ab"), &|l| l.step(-4), &|l| l.step(4)],
            "\n\x08\x08\x08\x08\x08\x08",
        );
    }
}
