//! `printf` that knows terms (`%T`), as stock's emulator prints.
//!
//! It is not quite C's: `%g` chooses between the forms of `%f` and `%e`, `%p` is of full width,
//! floats are never padded with zeros, and what is no conversion is left out. For example, `%g` of
//! 1.5 is `1.500000`. Conversions that C has and stock does not know (`%zu`, `%F`, `%a`) are C's.
//! Stock counts no characters of a term when it puts blanks before it, or when the buffer is full;
//! here they are counted, so that `%3T` of `a` is two blanks and an `a`.

use crate::ffi::{Buffer, NifTerm, Opaque, Text};
use std::ffi::{CString, c_char, c_int};
use std::mem::MaybeUninit;
use term::print;

/// Arguments of C code's that have not been taken yet.
#[repr(C)]
pub struct Arguments([u8; 0]);

// SAFETY: the functions are those of `c/variadic.c`, and take and give what is said here. They take
// the next argument as the type that the format gives it; by passing the format C code says so.
unsafe extern "C" {
    safe fn nif_next_integer(arguments: &mut Arguments, is_long: c_int) -> i64;
    safe fn nif_next_double(arguments: &mut Arguments) -> f64;
    safe fn nif_next_pointer(arguments: &mut Arguments) -> Option<Text>;
    safe fn nif_next_term(arguments: &mut Arguments) -> NifTerm;
    safe fn nif_store_count(arguments: &mut Arguments, bytes: c_int, count: c_int);
    safe fn nif_write(file: Opaque, text: *const u8, size: usize) -> c_int;
}

/// Prints to a buffer that has room for `size` bytes, and ends with a zero. Gives how many bytes it
/// would have been with enough room; `-EINVAL` if there is no room or the format has something that
/// cannot be printed.
#[unsafe(no_mangle)]
extern "C" fn nif_print_to_buffer(
    buffer: Buffer,
    size: usize,
    format: Text,
    arguments: &mut Arguments,
) -> c_int {
    let room = buffer.of_len(size);
    let Some(most) = size.checked_sub(1) else { return -libc::EINVAL };
    let (text, result) = printed(format, arguments);
    let text = if result < 0 { &[] } else { &text[..text.len().min(most)] };
    for (to, &byte) in room.iter_mut().zip(text.iter().chain([&0])) {
        *to = MaybeUninit::new(byte);
    }
    result
}

/// Prints to a file. Gives the number of bytes, or less than 0 if that fails.
#[unsafe(no_mangle)]
extern "C" fn nif_print_to_file(file: Opaque, format: Text, arguments: &mut Arguments) -> c_int {
    let (text, result) = printed(format, arguments);
    match nif_write(file, text.as_ptr(), text.len()) {
        0 => result,
        error => -error,
    }
}

/// The text, and its length; or the text before what cannot be printed, and `-EINVAL`.
fn printed(format: Text, arguments: &mut Arguments) -> (Vec<u8>, c_int) {
    let mut printer = Printer { text: Vec::new(), arguments };
    let done = printer.format(format.bytes());
    let len = c_int::try_from(printer.text.len()).unwrap_or(c_int::MAX);
    (printer.text, if done.is_some() { len } else { -libc::EINVAL })
}

/// A conversion: what stands between `%` and its letter.
#[derive(Copy, Clone, Default)]
struct Conversion {
    /// `#`.
    alternate: bool,
    /// `0`.
    zeros: bool,
    /// `-`.
    left: bool,
    /// The space.
    blank: bool,
    /// `+`.
    plus: bool,
    /// The least width.
    width: Option<usize>,
    precision: Option<usize>,
    /// Bytes of an integer.
    bytes: usize,
    /// `L`.
    long_double: bool,
}

impl Conversion {
    fn flag(&mut self, c: u8) -> bool {
        match c {
            b'#' => self.alternate = true,
            b'0' => self.zeros = true,
            b'-' => self.left = true,
            b' ' => self.blank = true,
            b'+' => self.plus = true,
            // Digits in groups, or those of the locale, are not made.
            b'\'' | b'I' => {}
            _ => return false,
        }
        true
    }
}

/// The digits at the start of a format, as a number, and what follows them.
fn number(format: &[u8]) -> (usize, &[u8]) {
    let digits = format.iter().take_while(|c| c.is_ascii_digit()).count();
    let (digits, rest) = format.split_at(digits);
    let add = |n: usize, c: &u8| n.saturating_mul(10).saturating_add(usize::from(c - b'0'));
    (digits.iter().fold(0, add).min(c_int::MAX as usize), rest)
}

/// The size of an integer's type at the start of a format, and what follows it. The `b` with a
/// number of bits, `p` or `e` is stock's.
fn size<'f>(format: &'f [u8], conversion: &mut Conversion) -> &'f [u8] {
    let (bytes, rest) = match format {
        [b'h', b'h', rest @ ..] => (1, rest),
        [b'h', rest @ ..] => (2, rest),
        [b'l', b'l', rest @ ..] | [b'l' | b'j' | b'z' | b't', rest @ ..] => (8, rest),
        [b'b', b'p' | b'e', rest @ ..] => (8, rest),
        [b'b', rest @ ..] => {
            let (bits, rest) = number(rest);
            (bits / 8, rest)
        }
        [b'L', rest @ ..] => {
            conversion.long_double = true;
            (4, rest)
        }
        rest => (4, rest),
    };
    conversion.bytes = bytes;
    rest
}

struct Printer<'a> {
    text: Vec<u8>,
    arguments: &'a mut Arguments,
}

impl Printer<'_> {
    /// Prints all; none if something cannot be printed.
    fn format(&mut self, mut format: &[u8]) -> Option<()> {
        while let Some(at) = format.iter().position(|&c| c == b'%') {
            self.text.extend_from_slice(&format[..at]);
            let (conversion, rest) = self.conversion(&format[at + 1..]);
            let Some((&letter, rest)) = rest.split_first() else { return Some(()) };
            format = rest;
            if !self.convert(letter, conversion)? {
                // No conversion: it is left out, and its letter printed.
                self.text.push(letter);
            }
        }
        self.text.extend_from_slice(format);
        Some(())
    }

    /// The part of a conversion before its letter, and the rest of the format.
    fn conversion<'f>(&mut self, mut format: &'f [u8]) -> (Conversion, &'f [u8]) {
        let mut conversion = Conversion::default();
        while let [c, rest @ ..] = format
            && conversion.flag(*c)
        {
            format = rest;
        }
        match format {
            [b'*', rest @ ..] => {
                conversion.width = self.asterisk();
                format = rest;
            }
            [b'0'..=b'9', ..] => {
                let (width, rest) = number(format);
                (conversion.width, format) = (Some(width), rest);
            }
            _ => {}
        }
        match format {
            [b'.', b'*', rest @ ..] => {
                conversion.precision = self.asterisk();
                format = rest;
            }
            [b'.', b'0'..=b'9', ..] => {
                let (precision, rest) = number(&format[1..]);
                (conversion.precision, format) = (Some(precision), rest);
            }
            [b'.', rest @ ..] => format = rest,
            _ => {}
        }
        format = size(format, &mut conversion);
        (conversion, format)
    }

    /// A width or precision that is an argument; none if it is negative.
    fn asterisk(&mut self) -> Option<usize> {
        usize::try_from(nif_next_integer(self.arguments, 0)).ok()
    }

    /// Prints one argument. False if the letter is none of a conversion, none if the argument
    /// cannot be printed.
    fn convert(&mut self, letter: u8, c: Conversion) -> Option<bool> {
        match letter {
            b'd' | b'i' => {
                let n = self.signed(c.bytes)?;
                self.integer(b'd', n < 0, n.unsigned_abs(), c);
            }
            b'o' | b'u' | b'x' | b'X' => {
                let n = self.unsigned(c.bytes)?;
                self.integer(letter, false, n, c);
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                if c.long_double {
                    return None;
                }
                let n = nif_next_double(self.arguments);
                self.double(letter, n, c);
            }
            b'c' => {
                let byte = [nif_next_integer(self.arguments, 0) as u8];
                let shown = if c.precision == Some(0) { &byte[..0] } else { &byte };
                self.field(shown, c);
            }
            b's' => {
                let bytes = match (nif_next_pointer(self.arguments), c.precision) {
                    (None, _) => b"(null)",
                    (Some(text), None) => text.bytes(),
                    (Some(text), Some(n)) => text.first_bytes(n),
                };
                self.field(bytes, c);
            }
            b'p' => {
                let n = nif_next_integer(self.arguments, 1) as u64;
                let (width, precision) = (c.width.or(Some(16)), c.precision.or(Some(16)));
                let c = Conversion {
                    alternate: true,
                    zeros: true,
                    width,
                    precision,
                    ..Conversion::default()
                };
                self.integer(b'x', false, n, c);
            }
            b'n' => nif_store_count(self.arguments, c.bytes as c_int, self.text.len() as c_int),
            b'T' => {
                let t = nif_next_term(self.arguments);
                self.term(t, c);
            }
            b'%' => self.text.push(b'%'),
            _ => return Some(false),
        }
        Some(true)
    }

    /// A signed integer of so many bytes; none if there is no such type.
    fn signed(&mut self, bytes: usize) -> Option<i64> {
        let n = nif_next_integer(self.arguments, c_int::from(bytes == 8));
        Some(match bytes {
            1 => i64::from(n as i8),
            2 => i64::from(n as i16),
            4 => i64::from(n as i32),
            8 => n,
            _ => return None,
        })
    }

    /// An unsigned integer of so many bytes; none if there is no such type.
    fn unsigned(&mut self, bytes: usize) -> Option<u64> {
        let n = nif_next_integer(self.arguments, c_int::from(bytes == 8)) as u64;
        Some(match bytes {
            1 => u64::from(n as u8),
            2 => u64::from(n as u16),
            4 => u64::from(n as u32),
            8 => n,
            _ => return None,
        })
    }

    /// Text in a field: blanks before it, or behind.
    fn field(&mut self, bytes: &[u8], c: Conversion) {
        let blanks = c.width.unwrap_or(0).saturating_sub(bytes.len());
        let (before, behind) = if c.left { (0, blanks) } else { (blanks, 0) };
        self.repeat(b' ', before);
        self.text.extend_from_slice(bytes);
        self.repeat(b' ', behind);
    }

    fn repeat(&mut self, byte: u8, n: usize) {
        self.text.resize(self.text.len() + n, byte);
    }

    /// An integer: sign or mark of the base, zeros up to the precision, digits.
    fn integer(&mut self, letter: u8, negative: bool, n: u64, c: Conversion) {
        let digits = match letter {
            _ if n == 0 && c.precision == Some(0) => String::new(),
            b'o' => format!("{n:o}"),
            b'x' => format!("{n:x}"),
            b'X' => format!("{n:X}"),
            _ => n.to_string(),
        };
        let mut precision = c.precision;
        let mark = match letter {
            b'd' if negative => "-",
            b'd' if c.plus => "+",
            b'd' if c.blank => " ",
            b'x' if c.alternate => "0x",
            b'X' if c.alternate => "0X",
            b'o' if c.alternate => {
                precision = precision.map(|p| if p > 1 { p - 1 } else { p });
                "0"
            }
            _ => "",
        };
        let mut zeros = precision.unwrap_or(0).saturating_sub(digits.len());
        if c.zeros && !c.left && precision.is_none() {
            zeros = c.width.unwrap_or(0).saturating_sub(mark.len() + digits.len());
        }
        self.field(format!("{mark}{}{digits}", "0".repeat(zeros)).as_bytes(), c);
    }

    /// A float, as the C library prints it.
    fn double(&mut self, letter: u8, n: f64, c: Conversion) {
        let mut precision = c.precision.unwrap_or(6);
        let mut form = letter;
        if matches!(letter, b'g' | b'G') {
            let exponent = if n == 0.0 { 0.0 } else { n.abs().log10() };
            if exponent < -4.0 || exponent as i32 as i64 >= precision as i64 {
                form = if letter == b'g' { b'e' } else { b'E' };
                precision = precision.saturating_sub(1).max(1);
            } else {
                form = b'f';
            }
        }
        let mut format = b"%".to_vec();
        let flags = [(c.alternate, b'#'), (c.plus, b'+'), (c.blank && !c.plus, b' ')];
        format.extend(flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag));
        // A number in base 16 is exact without a precision.
        let exact = matches!(letter, b'a' | b'A') && c.precision.is_none();
        format.extend_from_slice(if exact { b"" } else { b".*" });
        format.push(form);
        let format = CString::new(format).unwrap_or_default();
        let precision = if exact { None } else { Some(precision as c_int) };
        let text = libc_double(&format, precision, n);
        self.field(&text, c);
    }

    /// A term: about as many parts and characters of it as the precision says.
    fn term(&mut self, t: NifTerm, c: Conversion) {
        let limit = match c.precision {
            None => 100_000,
            Some(n) if n == c_int::MAX as usize => usize::MAX,
            Some(n) => n,
        };
        let text = if t.is_none() {
            b"<TNV>".to_vec()
        } else {
            print::display_bytes_bounded(t.get(), limit)
        };
        self.field(&text, c);
    }
}

/// The text that the C library makes of a float.
fn libc_double(format: &CString, precision: Option<c_int>, n: f64) -> Vec<u8> {
    let print = |to: *mut c_char, room: usize| {
        // SAFETY: the format has been made for a float alone, or for a precision and a float, which
        // are passed; the room is there.
        let len = unsafe {
            match precision {
                Some(precision) => libc::snprintf(to, room, format.as_ptr(), precision, n),
                None => libc::snprintf(to, room, format.as_ptr(), n),
            }
        };
        usize::try_from(len).unwrap_or(0)
    };
    let len = print(std::ptr::null_mut(), 0);
    let mut text = vec![0; len + 1];
    print(text.as_mut_ptr().cast(), len + 1);
    text.truncate(len);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::{Env, Kind};
    use term::{Heap, Term};

    unsafe extern "C" {
        fn enif_snprintf(buffer: *mut c_char, size: usize, format: *const c_char, ...) -> c_int;
    }

    /// The text that C code prints, and the result.
    macro_rules! prints {
        ($size:expr, $format:literal $(, $argument:expr)*) => {{
            let mut buffer = [b'#'; 64];
            let format: &std::ffi::CStr = $format;
            // SAFETY: the buffer has so much room, and the arguments are what the format says.
            let n = unsafe {
                enif_snprintf(buffer.as_mut_ptr().cast(), $size, format.as_ptr() $(, $argument)*)
            };
            let text = std::ffi::CStr::from_bytes_until_nul(&buffer);
            let text = text.map(|t| t.to_str().unwrap().to_owned());
            (n, text.unwrap_or_default())
        }};
    }

    fn given(n: c_int, text: &str) -> (c_int, String) {
        (n, text.to_owned())
    }

    #[test]
    fn terms_are_counted_before_and_behind_blanks() {
        let env = Env::with_heap(Kind::Independent, None);
        let list = env.give(|heap| heap.list(&[Term::small(1), Term::small(2)])).word();
        assert_eq!(prints!(64, c"[%8T]", list), given(10, "[   [1,2]]"));
        assert_eq!(prints!(64, c"[%-8T]", list), given(10, "[[1,2]   ]"));
        assert_eq!(prints!(64, c"[%*.*T]", 9, 2, list), given(11, "[  [1,... ]"));
        assert_eq!(prints!(5, c"[%T]", list), given(7, "[[1,"));
        assert_eq!(prints!(64, c"%T", NifTerm::NONE.word()), given(5, "<TNV>"));
    }

    #[test]
    fn conversions_of_c_that_stock_has_not() {
        assert_eq!(
            prints!(64, c"%zu %zd", usize::MAX, -1isize),
            given(23, "18446744073709551615 -1")
        );
        assert_eq!(prints!(64, c"%jd %td", i64::MIN, 5i64), given(22, "-9223372036854775808 5"));
        assert_eq!(prints!(64, c"%F %a", 1.5, 1.0), given(15, "1.500000 0x1p+0"));
        assert_eq!(prints!(64, c"%s", std::ptr::null::<c_char>()), given(6, "(null)"));
    }

    #[test]
    fn what_cannot_be_printed_leaves_the_buffer_empty() {
        assert_eq!(prints!(64, c"abc %Lf", 1.0), given(-libc::EINVAL, ""));
        assert_eq!(prints!(64, c"abc %b7d", 1), given(-libc::EINVAL, ""));
        assert_eq!(prints!(0, c"abc").0, -libc::EINVAL);
        assert_eq!(prints!(1, c"abc"), given(3, ""));
    }

    #[test]
    fn texts_need_no_zero_within_their_precision() {
        let bytes = *b"abcdef";
        assert_eq!(
            prints!(64, c"%.6s|%.3s", bytes.as_ptr(), bytes.as_ptr()),
            given(10, "abcdef|abc")
        );
        let heap = Heap::new(0);
        let text = heap.string("é").word();
        let mut buffer = [0u8; 8];
        // SAFETY: the buffer has so much room, and the argument is a term.
        let n = unsafe { enif_snprintf(buffer.as_mut_ptr().cast(), 8, c"%T".as_ptr(), text) };
        assert_eq!((n, &buffer[..4]), (3, &b"\"\xe9\"\0"[..]));
    }
}
