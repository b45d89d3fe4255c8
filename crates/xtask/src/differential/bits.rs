//! Bit strings: made and taken apart.

use super::program::{Program, Type};
use Type::*;

const ENDIANS: [&str; 4] = ["", "-little", "-native", "-big"];

impl Program {
    /// An expression that makes a bit string; of whole bytes if `whole`.
    pub(super) fn construction(&mut self, whole: bool, depth: usize) -> String {
        let segments: Vec<String> =
            (0..self.choices.below(4)).map(|_| self.segment(whole, depth)).collect();
        format!("<<{}>>", segments.join(", "))
    }

    fn segment(&mut self, whole: bool, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.choices.below(10) {
            0 => format!("({}):8", self.expression(Int, d)),
            1 => {
                let sizes: &[&str] = match whole {
                    true => &["16", "24", "32", "64", "72", "0", "128"],
                    false => &["1", "7", "13", "59", "60", "63", "65", "3"],
                };
                let (size, endian) = (self.choices.of(sizes), self.choices.of(&ENDIANS));
                format!("({}):{size}/integer{endian}", self.expression(Int, d))
            }
            2 => {
                let (value, size) = (self.expression(Int, d), self.expression(Int, 1));
                let unit = if whole { "-unit:8" } else { "" };
                format!("({value}):(({size}) rem 20)/integer{unit}")
            }
            3 => {
                let (size, endian) =
                    (self.choices.of(&["64", "32", "16"]), self.choices.of(&ENDIANS));
                let t = if self.choices.one_in(4) { Int } else { Float };
                format!("({}):{size}/float{endian}", self.expression(t, d))
            }
            4 => format!("({})/binary", self.expression(Bin, d)),
            5 if whole => format!("({})/binary", self.expression(Bin, d)),
            5 => format!("({})/bits", self.expression(Bits, d)),
            6 => {
                let (value, size) = (self.expression(Bin, d), self.expression(Int, 1));
                format!("({value}):(({size}) band 3)/binary")
            }
            7 => {
                let form = self.choices.of(&["utf8", "utf16", "utf32", "utf16-little"]);
                let value = match self.choices.below(3) {
                    0 => self.choices.of(&["$a", "16#e5", "16#20ac", "16#1f600", "16#d800"]).into(),
                    _ => self.expression(Int, d),
                };
                format!("({value})/{form}")
            }
            8 => "\"abc\"".into(),
            _ => {
                let (v, t) = (self.expression(Int, d), self.expression(Ints, d));
                format!("(<< <<(({v}) + X)>> || X <- {t} >>)/binary")
            }
        }
    }

    /// Some segments of a pattern, and their variables.
    pub(super) fn segment_patterns(&mut self, least: usize) -> String {
        let mut known: Vec<String> = Vec::new();
        let mut all = Vec::new();
        for _ in 0..least + self.choices.below(3) {
            all.push(self.segment_pattern(&mut known));
        }
        all.join(", ")
    }

    fn segment_pattern(&mut self, known: &mut Vec<String>) -> String {
        match self.choices.below(11) {
            0 => {
                let name = self.bind(Int);
                known.push(name.clone());
                format!("{name}:8")
            }
            1 => {
                let size = self
                    .choices
                    .of(&["16", "1", "4", "7", "12", "32", "60", "64", "65", "80", "0"]);
                let (sign, endian) = (self.choices.of(&["", "-signed"]), self.choices.of(&ENDIANS));
                let name = self.bind(Int);
                if size.len() == 1 {
                    known.push(name.clone());
                }
                format!("{name}:{size}/integer{sign}{endian}")
            }
            2 => {
                let size = known.last().cloned().unwrap_or_else(|| "5".into());
                let (sign, name) = (self.choices.of(&["", "-signed"]), self.bind(Int));
                format!("{name}:{size}/integer{sign}")
            }
            3 => {
                let (size, endian) =
                    (self.choices.of(&["64", "32", "16"]), self.choices.of(&ENDIANS));
                let name = self.bind(Float);
                format!("{name}:{size}/float{endian}")
            }
            4 => {
                let size = known.last().cloned().unwrap_or_else(|| "2".into());
                let name = self.bind(Bin);
                format!("{name}:{size}/binary")
            }
            5 => {
                let size = self.choices.of(&["9", "3", "16"]);
                let name = self.bind(Bits);
                format!("{name}:{size}/bits")
            }
            6 => {
                let form = self.choices.of(&["utf8", "utf16", "utf32"]);
                let name = self.bind(Int);
                format!("{name}/{form}")
            }
            7 => self.choices.of(&["1:1", "\"a\"", "0:4", "_:3", "97", "255:16", "_/utf8"]).into(),
            8 => match self.variable(Int) {
                Some(v) => format!("{v}:8"),
                None => "_:8".into(),
            },
            9 => {
                let size = known.last().cloned().unwrap_or_else(|| "1".into());
                format!("_:({size} * 2)/bits")
            }
            _ => {
                let name = self.bind(Int);
                format!("{name}:16/little-signed")
            }
        }
    }

    /// A pattern of a bit string.
    pub(super) fn bits_pattern(&mut self, whole: bool) -> String {
        let segments = self.segment_patterns(0);
        let comma = if segments.is_empty() { "" } else { ", " };
        match self.choices.below(4) {
            0 | 1 => {
                let (t, kind) = if whole { (Bin, "binary") } else { (Bits, "bits") };
                let name = self.bind(t);
                format!("<<{segments}{comma}{name}/{kind}>>")
            }
            2 => format!("<<{segments}{comma}_/bits>>"),
            _ => format!("<<{segments}>>"),
        }
    }
}
