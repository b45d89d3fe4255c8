//! Items that begin with a backslash.

use super::tree::What;
use super::{Parsed, Parser};

/// The meaning of an escape.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Escape {
    /// A character.
    Char(u32),
    /// The class, place or boundary that this letter stands for.
    Special(u8),
    /// The text that a group has matched.
    Back(u32),
}

/// Names of properties.
const PROPERTIES: &str = " Any Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali \
    Bopomofo Brahmi Braille Buginese Buhid C Canadian_Aboriginal Carian Caucasian_Albanian Cc Cf \
    Chakma Cham Cherokee Cn Co Common Coptic Cs Cuneiform Cypriot Cyrillic Deseret Devanagari \
    Duployan Egyptian_Hieroglyphs Elbasan Ethiopic Georgian Glagolitic Gothic Grantha Greek \
    Gujarati Gurmukhi Han Hangul Hanunoo Hebrew Hiragana Imperial_Aramaic Inherited \
    Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kayah_Li \
    Kharoshthi Khmer Khojki Khudawadi L L& Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Ll Lm Lo \
    Lt Lu Lycian Lydian M Mahajani Malayalam Mandaic Manichaean Mc Me Meetei_Mayek Mende_Kikakui \
    Meroitic_Cursive Meroitic_Hieroglyphs Miao Mn Modi Mongolian Mro Myanmar N Nabataean Nd \
    New_Tai_Lue Nko Nl No Ogham Ol_Chiki Old_Italic Old_North_Arabian Old_Permic Old_Persian \
    Old_South_Arabian Old_Turkic Oriya Osmanya P Pahawh_Hmong Palmyrene Pau_Cin_Hau Pc Pd Pe Pf \
    Phags_Pa Phoenician Pi Po Ps Psalter_Pahlavi Rejang Runic S Samaritan Saurashtra Sc Sharada \
    Shavian Siddham Sinhala Sk Sm So Sora_Sompeng Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa \
    Tai_Le Tai_Tham Tai_Viet Takri Tamil Telugu Thaana Thai Tibetan Tifinagh Tirhuta Ugaritic Vai \
    Warang_Citi Xan Xps Xsp Xuc Xwd Yi Z Zl Zp Zs ";
/// Bytes of the longest name that is read.
const LONGEST: usize = 31;

impl Parser<'_> {
    /// Outside of classes.
    pub(super) fn backslash(&mut self) -> Parsed {
        match self.escape(false)? {
            Escape::Char(_) => self.push(What::One),
            Escape::Back(n) => {
                self.back = self.back.max(n);
                self.push(What::Reference);
            }
            Escape::Special(b'g') => return self.escaped_call(),
            Escape::Special(b'k') => {
                if !matches!(self.byte(self.at + 1), b'<' | b'\'' | b'{') {
                    return self.fault(69);
                }
                self.at += 1;
                let end = self.terminator();
                return self.by_name(end, false);
            }
            Escape::Special(b'p' | b'P') => {
                self.property()?;
                self.push(What::One);
            }
            Escape::Special(b'A' | b'G' | b'K' | b'B' | b'b' | b'Z' | b'z') => {
                self.push_single(What::Nothing);
            }
            Escape::Special(b'R' | b'X') => self.push(What::Sequence),
            Escape::Special(b'C') if self.utf => self.push(What::Byte),
            Escape::Special(_) => self.push(What::One),
        }
        self.at += 1;
        Ok(())
    }

    /// The byte that ends a name which begins behind the byte here.
    pub(super) fn terminator(&self) -> u8 {
        match self.byte(self.at) {
            b'<' => b'>',
            b'{' => b'}',
            other => other,
        }
    }

    /// `\g<…>`, `\g'…'`.
    fn escaped_call(&mut self) -> Parsed {
        self.at += 1;
        let end = self.terminator();
        let first = self.byte(self.at + 1);
        if !matches!(first, b'+' | b'-') && !first.is_ascii_digit() {
            return self.by_name(end, true);
        }
        let digits = self.pattern[self.at + 2..].iter().take_while(|b| b.is_ascii_digit()).count();
        if self.byte(self.at + 2 + digits) != end {
            return self.fault(57);
        }
        self.at += 1;
        self.by_number(end)
    }

    /// Reads an escape from its backslash up to its last byte.
    pub(super) fn escape(&mut self, in_class: bool) -> Parsed<Escape> {
        let at = self.at + 1;
        self.at += self.length(at);
        let c = self.byte(at);
        Ok(match c {
            0 => return self.fault(1),
            b'a' => Escape::Char(7),
            b'e' => Escape::Char(27),
            b'f' => Escape::Char(12),
            b'n' => Escape::Char(10),
            b'r' => Escape::Char(13),
            b't' => Escape::Char(9),
            b'N' if self.byte(self.at + 1) == b'{' && !self.is_counted(self.at + 2) => {
                return self.fault(37);
            }
            b'A' | b'B' | b'C' | b'D' | b'E' | b'G' | b'H' | b'K' | b'N' | b'P' | b'Q' | b'R'
            | b'S' | b'V' | b'W' | b'X' | b'Z' | b'b' | b'd' | b'h' | b'k' | b'p' | b's' | b'v'
            | b'w' | b'z' => Escape::Special(c),
            b'l' | b'L' | b'u' | b'U' => return self.fault(37),
            b'g' if in_class => Escape::Char(c.into()),
            b'g' => return self.group_reference(),
            b'1'..=b'9' => return self.digits(in_class),
            b'0' => return self.octal(),
            b'o' => return self.braced_octal(),
            b'x' => return self.hexadecimal(),
            b'c' => {
                self.at += 1;
                match self.byte(self.at) {
                    0 => return self.fault(2),
                    128.. => return self.fault(68),
                    c => Escape::Char(u32::from(c.to_ascii_uppercase() ^ 0x40)),
                }
            }
            _ if c.is_ascii_alphanumeric() && self.flags.strict => return self.fault(3),
            _ => {
                let bytes = &self.pattern[at..=self.at.min(self.pattern.len() - 1)];
                let text = std::str::from_utf8(bytes).ok().filter(|_| self.utf);
                let first = text.and_then(|text| text.chars().next());
                Escape::Char(first.map_or(c.into(), u32::from))
            }
        })
    }

    /// `\g`, not of a call.
    fn group_reference(&mut self) -> Parsed<Escape> {
        let next = self.byte(self.at + 1);
        if matches!(next, b'<' | b'\'') {
            return Ok(Escape::Special(b'g'));
        }
        let braced = next == b'{';
        if braced {
            let inside = self.pattern.get(self.at + 2..).unwrap_or_default();
            let end = inside.iter().find(|b| **b != b'-' && !b.is_ascii_digit());
            if end.is_some_and(|b| *b != b'}') {
                return Ok(Escape::Special(b'k'));
            }
            self.at += 1;
        }
        let negated = self.byte(self.at + 1) == b'-';
        self.at += 1 + usize::from(negated);
        // A number that is too large is noticed at its last digit.
        let n = self.number().map_err(|fault| super::Fault { at: fault.at - 1, ..fault })?;
        self.at -= 1;
        if braced {
            self.at += 1;
            if self.byte(self.at) != b'}' {
                return self.fault(57);
            }
        }
        let count = i64::from(self.count);
        match (n, negated) {
            (0, _) => self.fault(58),
            (n, true) if n > count => self.fault(15),
            (n, true) => Ok(Escape::Back((count - (n - 1)) as u32)),
            (n, false) => Ok(Escape::Back(n as u32)),
        }
    }

    /// A number of a group, or of a character in octal digits.
    fn digits(&mut self, in_class: bool) -> Parsed<Escape> {
        if !in_class {
            let first = self.at;
            let n = self.number().map_err(|fault| super::Fault { at: fault.at - 1, ..fault })?;
            self.at -= 1;
            if n < 8 || n <= i64::from(self.count) {
                return Ok(Escape::Back(n as u32));
            }
            self.at = first;
        }
        match self.byte(self.at) {
            c @ (b'8' | b'9') => Ok(Escape::Char(c.into())),
            _ => self.octal(),
        }
    }

    /// Up to three octal digits, the first of which is here.
    fn octal(&mut self) -> Parsed<Escape> {
        let mut c = u32::from(self.byte(self.at) - b'0');
        for _ in 0..2 {
            let next = self.byte(self.at + 1);
            if !matches!(next, b'0'..=b'7') {
                break;
            }
            c = c * 8 + u32::from(next - b'0');
            self.at += 1;
        }
        if !self.utf && c > 0xff { self.fault(51) } else { Ok(Escape::Char(c)) }
    }

    /// `{…}` in digits of a base; stops at the brace. `wrong` is what another character is.
    fn braced(&mut self, base: u32, wrong: u8) -> Parsed<Escape> {
        let most = if self.utf { 0x10_ffff } else { 0xff };
        let (mut c, mut large) = (0_u32, false);
        while let Some(digit) = char::from(self.byte(self.at)).to_digit(base) {
            self.at += 1;
            if !large {
                c = c * base + digit;
                large = c > most;
            }
        }
        match self.byte(self.at) {
            _ if large => self.fault(34),
            b'}' if self.utf && matches!(c, 0xd800..=0xdfff) => self.fault(73),
            b'}' => Ok(Escape::Char(c)),
            _ => self.fault(wrong),
        }
    }

    fn braced_octal(&mut self) -> Parsed<Escape> {
        if self.byte(self.at + 1) != b'{' {
            return self.fault(81);
        }
        if self.byte(self.at + 2) == b'}' {
            return self.fault(86);
        }
        self.at += 2;
        self.braced(8, 80)
    }

    fn hexadecimal(&mut self) -> Parsed<Escape> {
        if self.byte(self.at + 1) == b'{' {
            self.at += 2;
            if self.byte(self.at) == b'}' {
                return self.fault(86);
            }
            return self.braced(16, 79);
        }
        let mut c = 0;
        for _ in 0..2 {
            let Some(digit) = char::from(self.byte(self.at + 1)).to_digit(16) else { break };
            c = c * 16 + digit;
            self.at += 1;
        }
        Ok(Escape::Char(c))
    }

    /// The name of a property; stops at its last byte.
    pub(super) fn property(&mut self) -> Parsed {
        self.at += 1;
        let from = self.at;
        let name = match self.byte(self.at) {
            0 => return self.fault(46),
            b'{' => {
                if self.byte(self.at + 1) == b'^' {
                    self.at += 1;
                }
                let from = self.at + 1;
                for _ in 0..LONGEST {
                    self.at += 1;
                    if matches!(self.byte(self.at), 0 | b'}') {
                        break;
                    }
                }
                if self.byte(self.at) != b'}' {
                    return self.fault(46);
                }
                &self.pattern[from..self.at]
            }
            _ => &self.pattern[from..=from],
        };
        let known = std::str::from_utf8(name).is_ok_and(|name| {
            !name.is_empty() && !name.contains(' ') && PROPERTIES.contains(&format!(" {name} "))
        });
        if known { Ok(()) } else { self.fault(47) }
    }
}
