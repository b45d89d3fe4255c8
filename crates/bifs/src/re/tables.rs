//! The classes and cases of characters below 256, for patterns without Unicode properties: ISO
//! 8859-1, as in OTP.

/// Bytes of the tables: lower case, other case, classes, types.
const LENGTH: usize = 256 + 256 + CLASSES * 32 + 256;
const CLASSES: usize = 10;

/// The library's tables.
pub static LATIN1: [u8; LENGTH] = tables();

const fn is_upper(c: u8) -> bool {
    matches!(c, b'A'..=b'Z' | 192..=214 | 216..=222)
}

const fn is_lower(c: u8) -> bool {
    matches!(c, b'a'..=b'z' | 170 | 181 | 186 | 223..=246 | 248..=255)
}

pub(super) const fn is_letter(c: u8) -> bool {
    is_upper(c) || is_lower(c)
}

pub(super) const fn is_word(c: u8) -> bool {
    is_letter(c) || c.is_ascii_digit() || c == b'_'
}

pub(super) const fn is_space(c: u8) -> bool {
    matches!(c, 9..=13 | b' ')
}

const fn is_control(c: u8) -> bool {
    matches!(c, 0..=31 | 127..=159)
}

const fn is_graph(c: u8) -> bool {
    !is_control(c) && c != b' '
}

/// The classes in the order in which the library has them.
const fn is_in_class(class: usize, c: u8) -> bool {
    match class {
        0 => is_space(c),
        1 => c.is_ascii_hexdigit(),
        2 => c.is_ascii_digit(),
        3 => is_upper(c),
        4 => is_lower(c),
        5 => is_word(c),
        6 => is_graph(c),
        7 => !is_control(c),
        8 => is_graph(c) && !is_letter(c) && !c.is_ascii_digit(),
        _ => is_control(c),
    }
}

/// The letter in lower case, and in the other case: 32 apart, where it has both.
const fn cases(c: u8) -> (u8, u8) {
    if is_upper(c) {
        (c + 32, c + 32)
    } else if is_lower(c) && is_upper(c.wrapping_sub(32)) {
        (c, c - 32)
    } else {
        (c, c)
    }
}

const fn tables() -> [u8; LENGTH] {
    let mut t = [0; LENGTH];
    let mut i = 0;
    while i < 256 {
        let c = i as u8;
        (t[i], t[256 + i]) = cases(c);
        let mut class = 0;
        while class < CLASSES {
            if is_in_class(class, c) {
                t[512 + class * 32 + i / 8] |= 1 << (i % 8);
            }
            class += 1;
        }
        t[512 + CLASSES * 32 + i] = is_space(c) as u8
            | (is_letter(c) as u8) << 1
            | (is_lower(c) as u8) << 2
            | (c.is_ascii_digit() as u8) << 3
            | (is_word(c) as u8) << 4;
        i += 1;
    }
    t
}
