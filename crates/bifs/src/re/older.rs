//! Patterns as OTP's library reads them, which is an older one: written so that the newer one takes
//! them for the same.

use super::pcre::CompileError;
use std::ops::Range;

/// The library's number of "unrecognized character after (? or (?-".
const UNKNOWN_OPTION: i32 = 111;

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

    /// What is to be compiled.
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

/// A pattern up to its first 0: OTP's library takes it for the end.
pub fn up_to_zero(pattern: &[u8]) -> &[u8] {
    &pattern[..memchr::memchr(0, pattern).unwrap_or(pattern.len())]
}

/// The pattern with what the newer library takes for more than it was, and the first thing that was
/// an error and is none any more.
pub fn read(pattern: &[u8]) -> (Text, Option<CompileError>) {
    let mut text = Text::new(pattern);
    // All of this begins so.
    if !pattern.iter().any(|b| matches!(b, b'{' | b'(')) {
        return (text, None);
    }
    let (mut i, mut error) = (0, None);
    while let Some(&b) = text.bytes.get(i) {
        let rest = &text.bytes[i + 1..];
        i += match b {
            b'\\' => escape(rest),
            b'[' => class(rest),
            b'(' if rest.starts_with(b"?#") => up_to(rest, b")"),
            b'(' if rest.starts_with(b"*") => up_to(rest, b")"),
            b'(' if rest.starts_with(b"?") => match unknown_option(&rest[1..]) {
                Some(n) if error.is_none() => {
                    let offset = text.place(i + 2 + n);
                    let text = "unrecognized character after (? or (?-".to_string();
                    error = Some(CompileError { code: UNKNOWN_OPTION, text, offset });
                    1
                }
                _ => 1,
            },
            b'{' if !is_quantifier(rest) => {
                text.splice(i..i, b"\\");
                1
            }
            _ => 0,
        };
        i += 1;
    }
    (text, error)
}

/// How many bytes there are up to the end of what ends so.
fn up_to(rest: &[u8], end: &[u8]) -> usize {
    memchr::memmem::find(rest, end).map_or(rest.len(), |n| n + end.len())
}

/// Bytes of an escape behind its backslash.
fn escape(rest: &[u8]) -> usize {
    match rest {
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
fn is_quantifier(rest: &[u8]) -> bool {
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

/// Which of the bytes behind `(?` is no option, if these are options.
fn unknown_option(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'-', b'0'..=b'9', ..] => return None,
        [b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'^' | b'*', ..] => {}
        _ => return None,
    }
    if matches!(rest[0], b'P' | b'R' | b'C') {
        return None;
    }
    let end = rest.iter().position(|b| matches!(b, b')' | b':')).unwrap_or(rest.len());
    let unknown = rest[..end].iter().position(|b| !b"imsxJUX-".contains(b));
    // The end is no option either.
    unknown.or((end == rest.len()).then_some(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, expected: &str) {
        let (text, error) = read(pattern.as_bytes());
        assert!(error.is_none(), "{pattern}");
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
        check("[[:alpha:]{]{,2}", "[[:alpha:]{]\\{,2}");
    }

    #[test]
    fn options() {
        for (pattern, offset) in
            [("(?n)a)", 2), ("(?i-n:a)", 4), ("a(?^)", 3), ("(?*a)", 2), ("(?i", 3)]
        {
            let (_, error) = read(pattern.as_bytes());
            assert_eq!(error.map(|e| e.offset), Some(offset), "{pattern}");
        }
        for none in ["(?i)", "(?i-x:a)", "(?P<n>a)", "(?R)", "(?C1)", "(?-1)", "(?=a)", "[(?n)]"] {
            assert!(read(none.as_bytes()).1.is_none(), "{none}");
        }
    }

    #[test]
    fn places_are_those_of_the_pattern() {
        let (mut text, _) = read(b"a{,b{c");
        assert_eq!(text.bytes(), b"a\\{,b\\{c");
        assert_eq!([1, 2, 3, 5, 7, 8].map(|i| text.place(i)), [1, 1, 2, 4, 5, 6]);
        text.splice(1..3, b"");
        assert_eq!([1, 9].map(|i| text.place(i)), [2, 6]);
    }
}
