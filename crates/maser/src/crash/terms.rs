//! The terms of a dump as text: heaps are lines `ADDRESS:object`, in which a term that is no object
//! stands itself, and `H` and an address for one that is.

use super::external;
use super::page::{Page, atom, base64, bytes, float};
use std::collections::HashMap;

/// Terms within terms: deeper ones are left out.
const DEPTH_MAX: usize = 24;

/// So many elements of a list are looked at.
const LIST_MAX: usize = 10_000;

/// The objects of a heap, by address.
#[derive(Default)]
pub struct Heap {
    text: Vec<u8>,
    places: HashMap<u64, (u32, u32)>,
    /// It did not fit into the room.
    pub cut: bool,
}

impl Heap {
    /// Adds a line, if there is room for it.
    pub fn add(&mut self, line: &[u8], room: usize) {
        let Some(colon) = line.iter().position(|b| *b == b':') else { return };
        let Some(address) = hex(&line[..colon]) else { return };
        if self.text.len() + line.len() > room.min(u32::MAX as usize) {
            self.cut = true;
            return;
        }
        let object = &line[colon + 1..];
        self.places.insert(address, (self.text.len() as u32, object.len() as u32));
        self.text.extend_from_slice(object);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.text.clear();
        match self.places.capacity() > 1024 {
            // To clear it takes as long as it is large.
            true => self.places = HashMap::new(),
            false => self.places.clear(),
        }
        self.cut = false;
    }

    fn object(&self, address: u64) -> Option<&[u8]> {
        let (from, length) = *self.places.get(&address)?;
        Some(&self.text[from as usize..][..length as usize])
    }

    /// The addresses of large binaries that objects here refer to.
    pub fn binaries(&self) -> impl Iterator<Item = u64> {
        self.places.values().filter_map(|(from, length)| {
            let object = &self.text[*from as usize..][..*length as usize];
            let mut rest = object.strip_prefix(b"Yc").or_else(|| object.strip_prefix(b"Ys"))?;
            number(&mut rest)
        })
    }
}

/// Heaps that terms may refer to, and the beginnings of large binaries by address.
pub struct Terms<'a> {
    pub heaps: &'a [&'a Heap],
    pub binaries: &'a HashMap<u64, Vec<u8>>,
}

/// The whole of a text that is a number in base 16.
pub fn hex(text: &[u8]) -> Option<u64> {
    let mut rest = text;
    number(&mut rest).filter(|_| rest.is_empty())
}

/// A number in base 16 at the beginning of a text, which it takes away.
fn number(text: &mut &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|b| b.is_ascii_hexdigit()).count();
    let (own, rest) = text.split_at(digits);
    *text = rest;
    u64::from_str_radix(std::str::from_utf8(own).ok()?, 16).ok()
}

/// A number, and the character behind it.
fn number_then(text: &mut &[u8], then: u8) -> Option<u64> {
    let n = number(text)?;
    *text = text.strip_prefix(&[then])?;
    Some(n)
}

/// Everything up to a character, which is taken away, too.
fn until<'a>(text: &mut &'a [u8], end: u8) -> Option<&'a [u8]> {
    let at = text.iter().position(|b| *b == end)?;
    let own = &text[..=at];
    *text = &text[at + 1..];
    Some(own)
}

impl<'a> Terms<'a> {
    /// The text of a term.
    pub fn show(&self, mut term: &[u8], room: usize) -> String {
        let mut page = Page::new(room);
        if self.value(&mut term, &mut page, 0).is_none() {
            page.push("...");
        }
        page.text
    }

    /// The values of a tuple that a term refers to, each as it stands in the dump.
    pub fn tuple(&self, term: &'a [u8]) -> Option<Vec<&'a [u8]>> {
        let mut object = self.pointed(term)?.strip_prefix(b"t")?;
        let count = number_then(&mut object, b':')?;
        let mut all = Vec::new();
        for _ in 0..count.min(64) {
            all.push(split(&mut object)?);
            object = object.strip_prefix(b",").unwrap_or(object);
        }
        Some(all)
    }

    fn pointed(&self, term: &[u8]) -> Option<&'a [u8]> {
        let address = hex(term.strip_prefix(b"H")?)?;
        self.object(address)
    }

    fn object(&self, address: u64) -> Option<&'a [u8]> {
        self.heaps.iter().find_map(|heap| heap.object(address))
    }

    /// Writes the term that begins a text, and takes it away.
    fn value(&self, text: &mut &[u8], page: &mut Page, depth: usize) -> Option<()> {
        let own = split(text)?;
        match own.split_first()? {
            (b'H', address) => match hex(address).and_then(|at| self.object(at)) {
                Some(_) if depth >= DEPTH_MAX || page.is_full() => page.push("..."),
                Some(object) => self.whole(object, page, depth + 1)?,
                None => page.push("#not-in-dump"),
            },
            (b'N', _) => page.push("[]"),
            (b'A', _) => atom(atom_text(own)?, page),
            (b'S', rest) => page.push(super::read::text(rest).trim()),
            (b'D', _) => page.push("#not-decoded-yet"),
            (_, rest) => page.push(&super::read::text(rest)),
        }
        Some(())
    }

    fn whole(&self, object: &'a [u8], page: &mut Page, depth: usize) -> Option<()> {
        let (kind, mut rest) = object.split_first()?;
        match kind {
            b'l' => return self.list(rest, page, depth),
            b't' => {
                let count = number_then(&mut rest, b':')?;
                page.push("{");
                self.elements(&mut rest, count, page, depth)?;
                page.push("}");
            }
            b'F' => {
                number_then(&mut rest, b':')?;
                let n: f64 = std::str::from_utf8(rest).ok()?.trim().parse().ok()?;
                page.push(&float(n));
            }
            b'B' | b'P' | b'p' => page.push(&super::read::text(rest)),
            b'E' => {
                number_then(&mut rest, b':')?;
                external::write(&base64(rest, rest.len()), page);
            }
            b'Y' => return self.binary(rest, page),
            b'M' => return self.map(rest, page, depth),
            b'R' => page.push("#Ref<of a function>"),
            _ => page.push("#unknown"),
        }
        Some(())
    }

    fn elements(&self, rest: &mut &[u8], count: u64, page: &mut Page, depth: usize) -> Option<()> {
        for at in 0..count {
            if at > 0 {
                page.push(",");
                *rest = rest.strip_prefix(b",").unwrap_or(rest);
            }
            if page.is_full() {
                page.push("...");
                return Some(());
            }
            self.value(rest, page, depth)?;
        }
        Some(())
    }

    fn list(&self, first: &'a [u8], page: &mut Page, depth: usize) -> Option<()> {
        let mut elements = Vec::new();
        let mut cell = first;
        let tail = loop {
            elements.push(split(&mut cell)?);
            let tail = cell.strip_prefix(b"|")?;
            match self.pointed(tail) {
                Some([b'l', next @ ..]) if elements.len() < LIST_MAX => cell = next,
                _ => break tail,
            }
        };
        let mut chars = String::new();
        let is_text = tail == b"N" && elements.iter().all(|e| printed(e, &mut chars));
        if is_text {
            page.push(&format!("{chars:?}"));
            return Some(());
        }
        page.push("[");
        for (at, mut element) in elements.into_iter().enumerate() {
            if at > 0 {
                page.push(",");
            }
            if page.is_full() {
                break;
            }
            self.value(&mut element, page, depth)?;
        }
        if tail != b"N" {
            page.push("|");
            match self.pointed(tail) {
                Some([b'l', ..]) => page.push("..."),
                _ => self.value(&mut &*tail, page, depth)?,
            }
        }
        page.push("]");
        Some(())
    }

    fn binary(&self, rest: &[u8], page: &mut Page) -> Option<()> {
        let (kind, mut rest) = rest.split_first()?;
        if *kind == b'h' {
            let size = number_then(&mut rest, b':')?;
            bytes(&base64(rest, 1024), size, page);
            return Some(());
        }
        let address = number_then(&mut rest, b':')?;
        let offset = usize::try_from(number_then(&mut rest, b':')?).ok()?;
        let size = number(&mut rest)?;
        let inside = match self.object(address) {
            Some([b'Y', b'h', of @ ..]) => {
                let mut of = of;
                number_then(&mut of, b':')?;
                base64(of, usize::MAX)
            }
            _ => self.binaries.get(&address).cloned().unwrap_or_default(),
        };
        let part = inside.get(offset..).unwrap_or_default();
        bytes(&part[..part.len().min(size as usize)], size, page);
        Some(())
    }

    fn map(&self, rest: &'a [u8], page: &mut Page, depth: usize) -> Option<()> {
        let (kind, mut rest) = rest.split_first()?;
        let size = number_then(&mut rest, b':')?;
        if *kind != b'f' {
            if *kind == b'h' {
                number_then(&mut rest, b':')?;
            }
            page.push("#{");
            self.nodes(rest, page, depth, &mut true);
            page.push("}");
            return Some(());
        }
        let keys = self.tuple(split(&mut rest)?).unwrap_or_default();
        rest = rest.strip_prefix(b":")?;
        page.push("#{");
        for at in 0..size as usize {
            if at > 0 {
                page.push(",");
                rest = rest.strip_prefix(b",").unwrap_or(rest);
            }
            if page.is_full() {
                page.push("...");
                break;
            }
            match keys.get(at) {
                Some(key) => self.value(&mut &**key, page, depth)?,
                None => page.push("..."),
            }
            page.push(" => ");
            self.value(&mut rest, page, depth)?;
        }
        page.push("}");
        Some(())
    }

    /// Writes the pairs below a node of a large map: cells are pairs, others are nodes.
    fn nodes(&self, mut rest: &'a [u8], page: &mut Page, depth: usize, first: &mut bool) {
        while let Some(own) = split(&mut rest) {
            rest = rest.strip_prefix(b",").unwrap_or(rest);
            page.step();
            if page.is_full() || depth >= DEPTH_MAX {
                return page.push("...");
            }
            match self.pointed(own) {
                Some([b'l', pair @ ..]) => {
                    if !std::mem::take(first) {
                        page.push(",");
                    }
                    let mut pair = pair;
                    let _ = self.value(&mut pair, page, depth + 1);
                    page.push(" => ");
                    pair = pair.strip_prefix(b"|").unwrap_or(pair);
                    let _ = self.value(&mut pair, page, depth + 1);
                }
                Some([b'M', b'n', node @ ..] | [b't', node @ ..]) => {
                    let mut node = node;
                    if number_then(&mut node, b':').is_some() {
                        self.nodes(node, page, depth + 1, first);
                    }
                }
                _ => page.push("..."),
            }
        }
    }
}

/// Takes the term away that begins a text; it is not looked into.
pub fn split<'a>(text: &mut &'a [u8]) -> Option<&'a [u8]> {
    let all = *text;
    let (kind, mut rest) = all.split_first()?;
    match kind {
        b'A' => {
            let size = usize::try_from(number_then(&mut rest, b':')?).ok()?;
            rest = rest.get(size..)?;
        }
        b'H' => {
            number(&mut rest)?;
        }
        b'P' | b'p' => {
            until(&mut rest, b'>')?;
        }
        b'I' => {
            let digits = rest.iter().take_while(|b| b.is_ascii_digit() || **b == b'-').count();
            rest = &rest[digits..];
        }
        b'N' => {}
        // To the end of the line.
        b'S' | b'D' => rest = &[],
        _ => return None,
    }
    *text = rest;
    Some(&all[..all.len() - rest.len()])
}

/// The name in `A5:hello`.
pub fn atom_text(term: &[u8]) -> Option<&[u8]> {
    let mut rest = term.strip_prefix(b"A")?;
    number_then(&mut rest, b':')?;
    Some(rest)
}

/// Whether an element is a character that can be printed, which is added to a text.
fn printed(element: &[u8], chars: &mut String) -> bool {
    let digits = element.strip_prefix(b"I").and_then(|n| std::str::from_utf8(n).ok());
    let c = digits.and_then(|n| n.parse::<u32>().ok()).and_then(char::from_u32);
    match c {
        Some(c) if (c >= ' ' && !c.is_control()) || matches!(c, '\n' | '\t' | '\r') => {
            chars.push(c);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &[&str], term: &str) -> String {
        let mut heap = Heap::default();
        lines.iter().for_each(|line| heap.add(line.as_bytes(), 1 << 20));
        let binaries = HashMap::from([(0xB0, b"a large binary".to_vec())]);
        Terms { heaps: &[&heap], binaries: &binaries }.show(term.as_bytes(), 400)
    }

    #[test]
    fn all_kinds() {
        for (line, text) in [
            ("l I1|N", "[1]"),
            ("lI104|H20", "[104|#not-in-dump]"),
            ("t3:A1:n,I-7,P<0.83.0>", "{n,-7,<0.83.0>}"),
            ("t2:A3:A,b,p#Port<0.3>", "{'A,b',#Port<0.3>}"),
            ("t0:", "{}"),
            ("F1A:1.50000000000000000000e+00", "1.5"),
            ("F1A:1.00000000000000000000e-16", "1.0e-16"),
            ("B1152921504606846976", "1152921504606846976"),
            ("Yh5:aGVsbG8=", "<<\"hello\">>"),
            ("Yh2:AAE=", "<<0,1>>"),
            ("YcB0:2:5", "<<\"large\">>"),
            ("YcB1:2:186A0", "<<... 100000 bytes>>"),
            ("E9:g3cFaGVsbG8=", "hello"),
            ("Mn0:", "#{}"),
            ("Q", "#unknown"),
            ("t3:I1,", "{1,..."),
        ] {
            let line = format!("10:{}", line.replace("l I", "lI"));
            assert_eq!(shown(&[&line], "H10"), text, "{line}");
        }
        assert_eq!(shown(&[], "SCatch 0x7 (m:f/1 + 8)"), "Catch 0x7 (m:f/1 + 8)");
        assert_eq!(shown(&[], ""), "...");
    }

    #[test]
    fn lists_and_maps() {
        let list = ["10:lI104|H20", "20:lI105|N"];
        assert_eq!(shown(&list, "H10"), "\"hi\"");
        let flat = ["10:Mf2:H20:I1,H30", "20:t2:A1:a,A1:b", "30:t1:I2"];
        assert_eq!(shown(&flat, "H10"), "#{a => 1,b => {2}}");
        let large = ["10:Mh2:2:H20,H30", "20:lA1:k|I1", "30:Mn1:H40", "40:lA1:l|I2"];
        assert_eq!(shown(&large, "H10"), "#{k => 1,l => 2}");
    }

    #[test]
    fn rings_and_deep_terms_end() {
        assert!(shown(&["10:lI1|H10"], "H10").len() < 1000);
        assert!(shown(&["10:t1:H10"], "H10").contains("..."));
        assert!(shown(&["10:t2:H10,H10"], "H10").len() < 1000);
        assert!(shown(&["10:Mh1:1:H10"], "H10").contains("..."));
        assert!(shown(&["10:Mn2:H10,H10"], "H10").len() < 1000);
        let wide =
            |at: u32| format!("{at:x}:Mn100:{}", vec![format!("H{:x}", at + 1); 256].join(","));
        let empty: Vec<String> = (16..32).map(wide).chain(["20:Mn0:".to_string()]).collect();
        let empty: Vec<&str> = empty.iter().map(String::as_str).collect();
        assert!(shown(&empty, "H10").len() < 1000);
    }
}
