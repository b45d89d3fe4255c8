//! Terms as short texts, in a time that the text's length limits: a process waits meanwhile.

use term::{Term, View, map, print};

/// How deep terms within terms are told.
const DEPTH_MOST: usize = 16;
/// Words of a large integer that is written out.
const LIMBS_MOST: usize = 8;

/// A term in some `room` characters at most; `…` stands for what is left out.
pub fn short(t: Term<'_>, room: usize) -> String {
    let mut text = Short { out: String::new(), room };
    text.term(t, 0);
    text.out
}

struct Short {
    out: String,
    room: usize,
}

impl Short {
    fn is_full(&self) -> bool {
        self.out.len() >= self.room
    }

    fn rest(&mut self) {
        if !self.out.ends_with('…') {
            self.out.push('…');
        }
    }

    /// Writes terms with commas between; says whether there was room for all.
    fn all<'t>(&mut self, terms: impl Iterator<Item = Term<'t>>, depth: usize) -> bool {
        for (i, t) in terms.enumerate() {
            if self.is_full() {
                self.rest();
                return false;
            }
            if i != 0 {
                self.out.push(',');
            }
            self.term(t, depth);
        }
        true
    }

    fn term(&mut self, t: Term<'_>, depth: usize) {
        if self.is_full() || depth > DEPTH_MOST {
            return self.rest();
        }
        match t.view() {
            View::Cons(..) => self.list(t, depth + 1),
            View::Tuple(elements) => {
                self.out.push('{');
                self.all(elements.iter().copied(), depth + 1);
                self.out.push('}');
            }
            View::FlatMap(keys, values) => {
                self.out += "#{";
                for (i, (&key, &value)) in keys.iter().zip(values).enumerate() {
                    if self.is_full() {
                        self.rest();
                        break;
                    }
                    self.out += if i == 0 { "" } else { "," };
                    self.term(key, depth + 1);
                    self.out += " => ";
                    self.term(value, depth + 1);
                }
                self.out.push('}');
            }
            View::HashMap(_) => self.out += &format!("#{{… {} keys}}", map::size(t)),
            View::Record(_, values) => {
                self.out += "#record{";
                self.all(values.iter().copied(), depth + 1);
                self.out.push('}');
            }
            View::Big(big) if big.limbs.len() > LIMBS_MOST => {
                self.out += &format!("#Integer<{} bits>", big.limbs.len() * 64);
            }
            View::Bits(bits) => {
                let length = bits.bit_len();
                let some = bits.part(0, length.min(self.room.saturating_mul(8)) / 8 * 8);
                self.bytes(&some.bytes(), length);
            }
            _ => self.out += &print::display(t),
        }
    }

    fn list(&mut self, t: Term<'_>, depth: usize) {
        let room = self.room.saturating_sub(self.out.len());
        let mut list = t.list();
        let text: Option<String> = list.by_ref().take(room).map(character).collect();
        let is_whole = list.next().is_none() && list.tail().is_nil();
        if let Some(text) = text.filter(|text| is_whole || text.chars().count() == room) {
            self.out += &format!("{text:?}");
            if !is_whole {
                self.rest();
            }
            return;
        }
        self.out.push('[');
        let mut list = t.list();
        if self.all(list.by_ref(), depth) && !list.tail().is_nil() {
            self.out.push('|');
            self.term(list.tail(), depth);
        }
        self.out.push(']');
    }

    /// The first bytes of a bit string of so many bits.
    fn bytes(&mut self, bytes: &[u8], bits: usize) {
        let is_whole = bytes.len() * 8 == bits;
        let valid = match std::str::from_utf8(bytes) {
            Ok(text) => Some(text),
            Err(e) if !is_whole && e.error_len().is_none() => {
                std::str::from_utf8(&bytes[..e.valid_up_to()]).ok()
            }
            Err(_) => None,
        };
        self.out += "<<";
        match valid.filter(|text| !text.is_empty() && text.chars().all(is_printable)) {
            Some(text) => self.out += &format!("{text:?}"),
            None => {
                let numbers: Vec<_> =
                    bytes.iter().take(self.room / 4).map(|b| b.to_string()).collect();
                self.out += &numbers.join(",");
            }
        }
        if !is_whole {
            self.out += &format!("… {} bytes", bits.div_ceil(8));
        }
        self.out += ">>";
    }
}

fn is_printable(c: char) -> bool {
    !c.is_control() || matches!(c, '\n' | '\r' | '\t')
}

fn character(t: Term<'_>) -> Option<char> {
    let c = u32::try_from(t.as_small()?).ok().and_then(char::from_u32)?;
    is_printable(c).then_some(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Heap;

    #[test]
    fn texts_are_short() {
        let heap = Heap::new(100_000);
        let numbers: Vec<_> = (0..10_000).map(Term::small).collect();
        let text = short(heap.list(&numbers), 40);
        assert!(text.starts_with("[0,1,2,3,") && text.ends_with("…]"), "{text}");
        assert!(text.len() < 60, "{text}");
        let long = heap.string(&"a".repeat(5_000));
        assert_eq!(short(long, 10), "\"aaaaaaaaaa\"…");
        assert_eq!(short(heap.string("abc"), 10), "\"abc\"");
        let pair = heap.tuple(&[Term::TRUE, heap.binary(b"text"), Term::NIL]);
        assert_eq!(short(pair, 40), "{true,<<\"text\">>,[]}");
        assert_eq!(short(heap.binary(&[0, 255]), 40), "<<0,255>>");
        assert_eq!(short(heap.binary(&[b'x'; 100]), 4), "<<\"xxxx\"… 100 bytes>>");
        let improper = heap.cons(Term::small(0), Term::small(2));
        assert_eq!(short(improper, 40), "[0|2]");
    }

    #[test]
    fn deep_terms_end() {
        let heap = Heap::new(100_000);
        let deep = (0..10_000).fold(Term::NIL, |t, _| heap.tuple(&[t]));
        let text = short(deep, 1_000);
        assert!(text.len() < 100 && text.contains('…'), "{text}");
    }
}
