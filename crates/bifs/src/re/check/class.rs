//! Character classes.

use super::escape::Escape;
use super::tree::{Group, Kind, What};
use super::{Event, Parsed, Parser};

const CLASSES: &[&[u8]] = &[
    b"alpha", b"lower", b"upper", b"alnum", b"ascii", b"blank", b"cntrl", b"digit", b"graph",
    b"print", b"punct", b"space", b"word", b"xdigit",
];

impl Parser<'_> {
    /// Where a class in brackets with colons, dots or equals signs ends, if one begins here.
    fn named_class(&self, at: usize) -> Option<usize> {
        let sign = self.byte(at + 1);
        if self.byte(at) != b'[' || !matches!(sign, b':' | b'.' | b'=') {
            return None;
        }
        let mut i = at + 2;
        loop {
            match (self.byte(i), self.byte(i + 1)) {
                (0, _) | (b']', _) => return None,
                (b'\\', b']' | b'\\') => i += 1,
                (b'[', next) if next == sign => return None,
                (b, b']') if b == sign => return Some(i),
                _ => {}
            }
            i += 1;
        }
    }

    /// A class, or the beginning or end of a word written as one.
    pub(super) fn class(&mut self) -> Parsed {
        if self.starts(self.at, b"[[:<:]]") || self.starts(self.at, b"[[:>:]]") {
            let (group, outer) = (self.groups.len(), Some(self.place()));
            let kind = Kind::Assertion { behind: false };
            self.groups.push(Group { kind, number: 0, outer, branches: vec![Vec::new()] });
            self.events.extend([Event::Enter(group), Event::Leave(group, self.at)]);
            self.push(What::Group(group));
            self.at += 7;
            return Ok(());
        }
        if self.named_class(self.at).is_some() {
            return self.fault(if self.byte(self.at + 1) == b':' { 13 } else { 31 });
        }
        let mut negated = false;
        loop {
            self.at += 1;
            match self.byte(self.at) {
                b'\\' if self.byte(self.at + 1) == b'E' => self.at += 1,
                b'\\' if self.starts(self.at + 1, b"Q\\E") => self.at += 3,
                b'^' if !negated => negated = true,
                _ => break,
            }
        }
        let mut quoted = false;
        // A bracket that comes first stands for itself.
        while self.byte(self.at) != 0 {
            self.class_item(&mut quoted)?;
            self.at += 1;
            if self.byte(self.at) == b']' && !quoted {
                self.at += 1;
                self.push(What::One);
                return Ok(());
            }
        }
        self.fault(6)
    }

    /// The character here; stops at its last byte.
    fn character(&mut self) -> u32 {
        let (from, n) = (self.at, self.length(self.at));
        self.at += n - 1;
        let bytes = &self.pattern[from..(from + n).min(self.pattern.len())];
        match std::str::from_utf8(bytes) {
            Ok(text) if self.utf => text.chars().next().map_or(0, u32::from),
            _ => self.byte(from).into(),
        }
    }

    /// An item of a class; stops at its last byte.
    fn class_item(&mut self, quoted: &mut bool) -> Parsed {
        let mut c = self.character();
        if *quoted {
            if self.starts(self.at, b"\\E") {
                *quoted = false;
                self.at += 1;
                return Ok(());
            }
        } else if let Some(end) = self.named_class(self.at) {
            if self.byte(self.at + 1) != b':' {
                return self.fault(31);
            }
            self.at += 2;
            if self.byte(self.at) == b'^' {
                self.at += 1;
            }
            let name = self.pattern.get(self.at..end).unwrap_or_default();
            if !CLASSES.contains(&name) {
                return self.fault(30);
            }
            self.at = end + 1;
            return Ok(());
        } else if c == u32::from(b'\\') {
            match self.escape(true)? {
                Escape::Char(value) => c = value,
                Escape::Special(b'b') => c = 8,
                Escape::Special(b'N') => return self.fault(71),
                Escape::Special(b'Q') => {
                    if self.starts(self.at + 1, b"\\E") {
                        self.at += 2;
                    } else {
                        *quoted = true;
                    }
                    return Ok(());
                }
                Escape::Special(b'p' | b'P') => return self.property(),
                Escape::Special(
                    b'E' | b'd' | b'D' | b'w' | b'W' | b's' | b'S' | b'h' | b'H' | b'v' | b'V',
                ) => return Ok(()),
                _ if self.flags.strict => return self.fault(7),
                _ => c = self.byte(self.at).into(),
            }
        }
        while self.starts(self.at + 1, b"\\E") {
            *quoted = false;
            self.at += 2;
        }
        if *quoted || self.byte(self.at + 1) != b'-' {
            return Ok(());
        }
        self.range(c, quoted)
    }

    /// Perhaps a range from `first`, at whose last byte this begins.
    fn range(&mut self, first: u32, quoted: &mut bool) -> Parsed {
        let before = self.at;
        self.at += 2;
        while self.starts(self.at, b"\\E") {
            self.at += 2;
        }
        while self.starts(self.at, b"\\Q") {
            self.at += 2;
            if self.starts(self.at, b"\\E") {
                self.at += 2;
                continue;
            }
            *quoted = true;
            break;
        }
        let next = self.byte(self.at);
        if next == 0 || (!*quoted && next == b']') {
            self.at = before;
            return Ok(());
        }
        let mut last = self.character();
        if !*quoted {
            if next == b'\\' {
                last = match self.escape(true)? {
                    Escape::Char(value) => value,
                    Escape::Special(b'b') => 8,
                    _ => return self.fault(83),
                };
            } else if self.named_class(self.at).is_some() {
                return self.fault(83);
            }
        }
        if last < first { self.fault(8) } else { Ok(()) }
    }
}
