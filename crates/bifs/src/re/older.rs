//! Patterns as OTP's library reads them, which is an older one: written so that the newer one takes
//! them for the same.

use release::Difference;
use std::ops::Range;

/// The name that stands for one of no characters.
pub const NO_NAME: &[u8; 32] = b"A_group_whose_name_is_empty_____";

/// A pattern that may have been rewritten.
pub struct Text {
    bytes: Vec<u8>,
    /// For each byte, and for the end, where it is in the pattern.
    places: Vec<usize>,
}

impl Text {
    /// A pattern as it is.
    pub fn new(pattern: &[u8]) -> Text {
        Text { bytes: pattern.to_vec(), places: (0..=pattern.len()).collect() }
    }

    /// The pattern as it is to be compiled.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Puts other bytes in place of some.
    pub fn splice(&mut self, range: Range<usize>, with: &[u8]) {
        let place = self.places[range.start];
        self.bytes.splice(range.clone(), with.iter().copied());
        self.places.splice(range, with.iter().map(|_| place));
    }

    /// Where in the pattern the byte of this number is.
    pub fn place(&self, at: usize) -> usize {
        self.places[at.min(self.bytes.len())]
    }
}

/// A pattern up to its first 0: OTP's library takes it for the end, if it is the older one.
pub fn up_to_zero(pattern: &[u8]) -> &[u8] {
    if Difference::NewPatterns.is_on() {
        return pattern;
    }
    &pattern[..memchr::memchr(0, pattern).unwrap_or(pattern.len())]
}

/// The pattern with what the newer library takes for something else than it was.
/// `utf` says whether it is UTF-8.
pub fn read(pattern: &[u8], utf: bool) -> Text {
    let mut text = Text::new(pattern);
    // All of this begins so.
    if !pattern.iter().any(|b| matches!(b, b'{' | b'(' | 0x80..)) {
        return text;
    }
    let mut i = 0;
    while let Some(&b) = text.bytes.get(i) {
        let rest = &text.bytes[i + 1..];
        i += match b {
            b'\\' => escape(rest),
            b'[' => class(rest),
            b'(' if rest.starts_with(b"?#") => up_to(rest, b")"),
            b'(' if rest.starts_with(b"*") => up_to(rest, b")"),
            b'(' if rest.starts_with(b"?P<>") || rest.starts_with(b"?''") => {
                let begin = if rest[1] == b'P' { 3 } else { 2 };
                text.splice(i + 1 + begin..i + 1 + begin, NO_NAME);
                begin + NO_NAME.len()
            }
            b'(' if rest.starts_with(b"?") => {
                // An option about escapes that mean nothing: those that are errors have been told.
                let options = rest[1..].iter().take_while(|b| b"imsxJUX-".contains(b)).count();
                if matches!(rest.get(1 + options), Some(b')' | b':')) {
                    for at in (i + 2..i + 2 + options).rev() {
                        if text.bytes[at] == b'X' {
                            text.splice(at..at + 1, b"");
                        }
                    }
                }
                1
            }
            // No white space, as it is to the newer library where such is skipped.
            0x80.. if is_newer_space(&text.bytes[i..], utf) => {
                text.splice(i..i, b"\\");
                1
            }
            b'{' if !is_quantifier(rest) => {
                text.splice(i..i, b"\\");
                1
            }
            _ => 0,
        };
        i += 1;
    }
    text
}

/// How many bytes there are up to the end of what ends so.
fn up_to(rest: &[u8], end: &[u8]) -> usize {
    memchr::memmem::find(rest, end).map_or(rest.len(), |n| n + end.len())
}

/// Whether a character that is none of ASCII comes first that the newer library skips in extended
/// patterns.
fn is_newer_space(bytes: &[u8], utf: bool) -> bool {
    const SPACES: [&str; 5] = ["\u{85}", "\u{200e}", "\u{200f}", "\u{2028}", "\u{2029}"];
    match utf {
        true => SPACES.iter().any(|space| bytes.starts_with(space.as_bytes())),
        false => bytes.starts_with(b"\x85"),
    }
}

/// Bytes of an escape behind its backslash.
fn escape(rest: &[u8]) -> usize {
    match rest {
        [b'c', _, ..] => 2,
        [b'Q', ..] => up_to(rest, b"\\E"),
        [b'x' | b'p' | b'P' | b'g' | b'k' | b'o' | b'N', b'{', ..] => up_to(rest, b"}"),
        _ => 1,
    }
}

/// Bytes of a class behind its bracket.
fn class(rest: &[u8]) -> usize {
    let mut i = usize::from(rest.starts_with(b"^"));
    // The first one stands for itself.
    i += usize::from(rest.get(i) == Some(&b']'));
    while let Some(&b) = rest.get(i) {
        match b {
            b']' => return i + 1,
            b'\\' => i += escape(&rest[i + 1..]),
            b'[' if matches!(rest.get(i + 1), Some(b':' | b'.' | b'=')) => {
                let end = [rest[i + 1], b']'];
                let name =
                    rest[i + 2..].iter().take_while(|b| b.is_ascii_alphabetic() || **b == b'^');
                let n = name.count();
                if rest[i + 2 + n..].starts_with(&end) {
                    i += n + 3;
                }
            }
            _ => {}
        }
        i += 1;
    }
    rest.len()
}

/// Whether what stands behind a brace makes it a number of times.
pub fn is_quantifier(rest: &[u8]) -> bool {
    let digits = |s: &[u8]| s.iter().take_while(|b| b.is_ascii_digit()).count();
    let least = digits(rest);
    if least == 0 {
        return false;
    }
    match &rest[least..] {
        [b'}', ..] => true,
        [b',', most @ ..] => most.get(digits(most)) == Some(&b'}'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, expected: &str) {
        let text = read(pattern.as_bytes(), true);
        assert_eq!(String::from_utf8_lossy(text.bytes()), expected, "{pattern}");
    }

    #[test]
    fn braces() {
        for same in
            ["a{2}", "a{2,}", "a{2,3}", "\\x{41}", "[{,3}]", "[]{]", "\\Q{,\\E", "(?#{)", "(*FOO{)"]
        {
            check(same, same);
        }
        check("a{,3}", "a\\{,3}");
        check("a{ 2}", "a\\{ 2}");
        check("{", "\\{");
        check("\\{{x}", "\\{\\{x}");
        check("\\c{,3}", "\\c{,3}");
        check("[[:alpha:]{]{,2}", "[[:alpha:]{]\\{,2}");
    }

    #[test]
    fn names() {
        check("a(?P<>b)", "a(?P<A_group_whose_name_is_empty_____>b)");
        check("(?''{)", "(?'A_group_whose_name_is_empty_____'\\{)");
        check("(?P<n>b)", "(?P<n>b)");
    }

    #[test]
    fn white_space() {
        check("a\u{85}\u{a0}\u{2028}[\u{85}]", "a\\\u{85}\u{a0}\\\u{2028}[\u{85}]");
        assert_eq!(read(b"\xc2\x85", false).bytes(), b"\xc2\\\x85");
    }

    #[test]
    fn strict_escapes() {
        check("(?X)a(?i-X:b)(?XX)", "(?)a(?i-:b)(?)");
        check("(?<X>a)(?=X)", "(?<X>a)(?=X)");
    }

    #[test]
    fn places_are_those_of_the_pattern() {
        let mut text = read(b"a{,b{c", false);
        assert_eq!(text.bytes(), b"a\\{,b\\{c");
        assert_eq!([1, 2, 3, 5, 7, 8].map(|i| text.place(i)), [1, 1, 2, 4, 5, 6]);
        text.splice(1..3, b"");
        assert_eq!([1, 9].map(|i| text.place(i)), [2, 6]);
    }
}
