//! Whatever is asked of a terminal, the line that it shows stays in order.

use crate::random::Random;
use io::tty::line::Line;

/// The longest text of one request.
const LONGEST: usize = 40;

/// The width and the encoding, then requests: what, and a number, or a text with its length.
pub fn run(bytes: &[u8]) {
    let [columns, utf8, rest @ ..] = bytes else { return };
    let mut line = Line::new(utf8 & 1 == 1);
    line.set_columns(usize::from(*columns));
    let mut rest = rest;
    while let [what, low, more @ ..] = rest {
        let n = usize::from(*low).min(LONGEST).min(more.len());
        rest = match what % 7 {
            0 => {
                line.put(&more[..n]);
                &more[n..]
            }
            1 => {
                line.insert(&more[..n]);
                &more[n..]
            }
            2 => {
                line.step(isize::from(*low as i8));
                more
            }
            3 => {
                line.delete(isize::from(*low as i8));
                more
            }
            4 => {
                line.set_columns(usize::from(*low));
                more
            }
            5 => {
                line.step(isize::MIN >> (low % 64));
                more
            }
            _ => {
                line.delete(isize::MAX >> (low % 64));
                more
            }
        };
        let _ = line.take_output();
    }
}

/// Requests of an editor with few columns.
pub fn make(random: &mut Random) -> Vec<u8> {
    const TEXTS: [&str; 10] =
        ["a", "abc ", "\t", "\n", "\u{1b}[31m", "\u{1b}", "é", "あ", "\x01", "\u{301}"];
    let mut bytes = vec![1 + random.below(20) as u8, random.byte()];
    for _ in 0..random.small(12) {
        let what = random.below(7) as u8;
        bytes.push(what);
        if what < 2 {
            let text: String = (0..random.small(5)).map(|_| random.one(&TEXTS)).collect();
            bytes.push(text.len() as u8);
            bytes.extend(text.into_bytes());
        } else {
            bytes.push(random.below(24) as u8);
        }
    }
    bytes
}
