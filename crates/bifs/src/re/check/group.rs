//! Items that begin with a parenthesis.

use super::tree::{Call, Kind, What};
use super::{Event, NAME, Parsed, Parser, is_letter, is_word};

/// Verbs, with whether they stand alone and whether they take an argument.
const VERBS: &[(&[u8], bool, bool)] = &[
    (b"", false, true),
    (b"MARK", false, true),
    (b"ACCEPT", true, false),
    (b"COMMIT", true, false),
    (b"F", true, false),
    (b"FAIL", true, false),
    (b"PRUNE", true, true),
    (b"SKIP", true, true),
    (b"THEN", true, true),
];

impl<'p> Parser<'p> {
    pub(super) fn parenthesis(&mut self) -> Parsed {
        self.at += 1;
        let next = self.byte(self.at + 1);
        match self.byte(self.at) {
            b'*' if next == b':' || is_letter(next) => self.verb(),
            b'?' => self.extended_group(),
            _ if self.flags.plain_groups => self.enter(Kind::Plain, 0, self.flags, false),
            _ => self.numbered(),
        }
    }

    fn numbered(&mut self) -> Parsed {
        self.count += 1;
        self.enter(Kind::Plain, self.count, self.flags, false)
    }

    /// `(*VERB:ARGUMENT)`, from the star.
    fn verb(&mut self) -> Parsed {
        self.at += 1;
        let name = self.skip(is_letter);
        let mut argument = 0;
        if self.byte(self.at) == b':' {
            self.at += 1;
            argument = self.skip(|b| b != b')').len();
            if argument > 255 {
                return self.fault(75);
            }
        }
        if self.byte(self.at) != b')' {
            return self.fault(60);
        }
        let Some((_, alone, takes)) = VERBS.iter().find(|(verb, ..)| *verb == name) else {
            return self.fault(60);
        };
        if argument == 0 && !alone {
            return self.fault(66);
        }
        if argument > 0 && !takes {
            return self.fault(59);
        }
        self.push_single(if name == b"ACCEPT" { What::Accept } else { What::Nothing });
        self.at += 1;
        Ok(())
    }

    /// The rest of a group behind a question mark, which is here.
    fn extended_group(&mut self) -> Parsed {
        self.at += 1;
        let flags = self.flags;
        let (c, next) = (self.byte(self.at), self.byte(self.at + 1));
        let (kind, length) = match c {
            b'|' | b':' | b'>' => (Kind::Plain, 1),
            b'=' => (Kind::Assertion { behind: false }, 1),
            b'!' => {
                self.at += 1;
                let behind = self.byte(self.at + 1);
                let repeated = matches!(behind, b'*' | b'+' | b'?')
                    || (behind == b'{' && self.is_counted(self.at + 2));
                if self.byte(self.at) == b')' && !repeated {
                    self.push_single(What::Nothing);
                    self.at += 1;
                    return Ok(());
                }
                (Kind::Assertion { behind: false }, 0)
            }
            b'<' if matches!(next, b'=' | b'!') => (Kind::Assertion { behind: true }, 2),
            b'<' if !is_word(next) => {
                self.at += 1;
                return self.fault(24);
            }
            b'<' | b'\'' => return self.named(),
            b'P' => {
                self.at += 1;
                return match self.byte(self.at) {
                    b'=' => self.by_name(b')', false),
                    b'>' => self.by_name(b')', true),
                    b'<' => self.named(),
                    _ => self.fault(41),
                };
            }
            b'&' => return self.by_name(b')', true),
            b'(' => return self.conditional(),
            b'C' => return self.callout(),
            b'R' => {
                self.at += 1;
                if self.byte(self.at) != b')' {
                    return self.fault(29);
                }
                self.call(0, None);
                self.at += 1;
                return Ok(());
            }
            b'-' | b'+' | b'0'..=b'9' => return self.by_number(b')'),
            _ => return self.options(),
        };
        self.at += length;
        self.enter(kind, 0, flags, c == b'|')
    }

    fn callout(&mut self) -> Parsed {
        self.at += 1;
        self.number_up_to(255, 38)?;
        if self.byte(self.at) != b')' {
            return self.fault(39);
        }
        self.push_single(What::Nothing);
        self.at += 1;
        Ok(())
    }

    /// `(?imsx-imsx)`, `(?imsx-imsx:…)`.
    fn options(&mut self) -> Parsed {
        let (mut set, mut flags) = (true, self.flags);
        let mut cleared = Vec::new();
        loop {
            match self.byte(self.at) {
                b')' | b':' => break,
                b'-' => set = false,
                c @ (b'J' | b'x' | b'X') if set => *flags.of(c) = true,
                c @ (b'J' | b'x' | b'X') => cleared.push(c),
                b'i' | b'm' | b's' | b'U' => {}
                _ => return self.fault(12),
            }
            self.at += 1;
        }
        cleared.into_iter().for_each(|c| *flags.of(c) = false);
        if self.byte(self.at) == b':' {
            self.at += 1;
            return self.enter(Kind::Plain, 0, flags, false);
        }
        self.flags = flags;
        self.here().repeatable = false;
        self.at += 1;
        Ok(())
    }

    /// A name, behind the byte that is here.
    fn name(&mut self) -> Parsed<&'p [u8]> {
        self.at += 1;
        if self.byte(self.at).is_ascii_digit() {
            return self.fault(84);
        }
        Ok(self.skip(is_word))
    }

    /// `(?<name>…`, from the byte in front of the name.
    fn named(&mut self) -> Parsed {
        let end = self.terminator();
        let name = self.name()?;
        if self.byte(self.at) != end {
            return self.fault(42);
        }
        if name.len() > NAME {
            return self.fault(48);
        }
        let number = self.count + 1;
        let mut known = false;
        for (other, n) in &self.names {
            match (*other == name, *n == number) {
                (true, true) => {
                    known = true;
                    break;
                }
                (true, false) if !self.flags.same_names => return self.fault(43),
                (false, true) => return self.fault(65),
                _ => {}
            }
        }
        if !known {
            self.names.push((name, number));
        }
        self.at += 1;
        self.numbered()
    }

    /// A reference or a call by name, from the byte in front of the name.
    pub(super) fn by_name(&mut self, end: u8, call: bool) -> Parsed {
        let name = self.name()?;
        if name.is_empty() {
            return self.fault(62);
        }
        if self.byte(self.at) != end {
            return self.fault(42);
        }
        if name.len() > NAME {
            return self.fault(48);
        }
        if call {
            self.call(0, Some(name));
        } else {
            self.events.push(Event::Name(name, self.at));
            self.push(What::Reference);
        }
        self.at += 1;
        Ok(())
    }

    /// A call by number, from its sign or first digit.
    pub(super) fn by_number(&mut self, end: u8) -> Parsed {
        let sign = self.byte(self.at);
        if sign == b'-' && !self.byte(self.at + 1).is_ascii_digit() {
            return self.options();
        }
        if matches!(sign, b'+' | b'-') {
            self.at += 1;
            if sign == b'+' && !self.byte(self.at).is_ascii_digit() {
                return self.fault(63);
            }
        }
        let n = self.number()?;
        if self.byte(self.at) != end {
            return self.fault(29);
        }
        let count = i64::from(self.count);
        let n = match sign {
            b'+' | b'-' if n == 0 => return self.fault(58),
            b'-' if count < n => return self.fault(15),
            b'-' => count - n + 1,
            b'+' => count + n,
            _ => n,
        };
        self.call(n as u32, None);
        self.at += 1;
        Ok(())
    }

    fn call(&mut self, number: u32, name: Option<&'p [u8]>) {
        let place = self.place();
        let call = self.calls.len();
        self.calls.push(Call { number, name, place, at: self.at });
        self.events.push(Event::Call(call));
        self.push(What::Call(call));
    }

    /// `(?(…`, from the second parenthesis.
    fn conditional(&mut self) -> Parsed {
        let mut assertion = self.at;
        if self.starts(self.at, b"(?C") {
            let digits = self.pattern[self.at + 3..].iter().take_while(|b| b.is_ascii_digit());
            let end = self.at + 3 + digits.count();
            if self.byte(end) == b')' {
                assertion = end + 1;
            }
            if self.byte(assertion) != b'(' {
                return self.fault(28);
            }
        }
        let begins = [&b"?="[..], b"?!", b"?<=", b"?<!"];
        if begins.iter().any(|begin| self.starts(assertion + 1, begin)) {
            self.condition = true;
            return self.enter(Kind::Condition { define: false }, 0, self.flags, false);
        }
        self.at += 1;
        let (mut end, mut sign) = (None, None);
        match self.byte(self.at) {
            b'R' if self.byte(self.at + 1) == b'&' => {
                self.at += 2;
                end = Some(0);
            }
            b'<' | b'\'' => {
                end = Some(self.terminator());
                self.at += 1;
            }
            c @ (b'-' | b'+') => {
                sign = Some(c);
                self.at += 1;
            }
            c if c.is_ascii_digit() => sign = Some(0),
            _ => {}
        }
        let test = match sign {
            Some(_) => Err(self.number()?),
            None if self.byte(self.at).is_ascii_digit() => return self.fault(84),
            None if !is_word(self.byte(self.at)) => return self.fault(28),
            None => Ok(self.skip(is_word)),
        };
        if let Some(end) = end.filter(|end| *end != 0) {
            if self.byte(self.at) != end {
                return self.fault(26);
            }
            self.at += 1;
        }
        if self.byte(self.at) != b')' {
            return self.fault(26);
        }
        self.at += 1;
        let count = i64::from(self.count);
        let at = self.at;
        let define = end.is_none() && test == Ok(&b"DEFINE"[..]);
        self.events.push(match test {
            Err(written) => {
                let group = match sign {
                    Some(b'-') => count - written + 1,
                    Some(b'+') => count + written,
                    _ => written,
                };
                Event::Number { written, group, at }
            }
            Ok(name) => Event::Condition { name, plain: end.is_none(), at },
        });
        self.enter(Kind::Condition { define }, 0, self.flags, false)
    }
}

impl super::Flags {
    /// The flag of a letter.
    fn of(&mut self, letter: u8) -> &mut bool {
        match letter {
            b'J' => &mut self.same_names,
            b'x' => &mut self.extended,
            _ => &mut self.strict,
        }
    }
}
