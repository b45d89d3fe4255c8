//! Terms in the external format, as dumps have references, functions and identifiers of other
//! nodes.

use super::page::{Page, atom, bytes, float};

/// Terms within terms: deeper ones are left out.
const DEPTH_MAX: usize = 32;

/// Writes a term; `...` for what is cut off or not known.
pub fn write(mut input: &[u8], page: &mut Page) {
    if input.first() == Some(&131) {
        input = &input[1..];
    }
    if term(&mut input, page, 0).is_none() {
        page.push("...");
    }
}

fn take<'a>(input: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (part, rest) = input.split_at_checked(length)?;
    *input = rest;
    Some(part)
}

fn unsigned(input: &mut &[u8], length: usize) -> Option<u64> {
    Some(take(input, length)?.iter().fold(0, |n, b| (n << 8) | u64::from(*b)))
}

fn length(input: &mut &[u8], bytes: usize) -> Option<usize> {
    usize::try_from(unsigned(input, bytes)?).ok()
}

fn term(input: &mut &[u8], page: &mut Page, depth: usize) -> Option<()> {
    if depth > DEPTH_MAX || page.is_full() {
        return None;
    }
    let tag = take(input, 1)?[0];
    match tag {
        b'a' => page.push(&unsigned(input, 1)?.to_string()),
        b'b' => {
            let n = i32::from_be_bytes(take(input, 4)?.try_into().ok()?);
            page.push(&n.to_string());
        }
        b'F' => {
            let n = f64::from_be_bytes(take(input, 8)?.try_into().ok()?);
            page.push(&float(n));
        }
        b'd' | b's' | b'w' | b'v' => atom(name(tag, input)?, page),
        b'j' => page.push("[]"),
        b'k' => {
            let size = length(input, 2)?;
            page.push(&format!("{:?}", String::from_utf8_lossy(take(input, size)?)));
        }
        b'm' => {
            let size = length(input, 4)?;
            bytes(take(input, size)?, size as u64, page);
        }
        b'h' | b'i' => {
            let size = length(input, if tag == b'h' { 1 } else { 4 })?;
            page.push("{");
            elements(input, size, page, depth)?;
            page.push("}");
        }
        b'l' => {
            let size = length(input, 4)?;
            page.push("[");
            elements(input, size, page, depth)?;
            match input.first() {
                Some(b'j') => *input = &input[1..],
                _ => {
                    page.push("|");
                    term(input, page, depth + 1)?;
                }
            }
            page.push("]");
        }
        _ => identifier(tag, input, page, depth)?,
    }
    Some(())
}

fn elements(input: &mut &[u8], count: usize, page: &mut Page, depth: usize) -> Option<()> {
    for at in 0..count {
        if at > 0 {
            page.push(",");
        }
        term(input, page, depth + 1)?;
    }
    Some(())
}

fn name<'a>(tag: u8, input: &mut &'a [u8]) -> Option<&'a [u8]> {
    let size = length(input, if matches!(tag, b's' | b'w') { 1 } else { 2 })?;
    take(input, size)
}

fn node<'a>(input: &mut &'a [u8]) -> Option<&'a [u8]> {
    let tag = take(input, 1)?[0];
    if !matches!(tag, b'd' | b's' | b'w' | b'v') {
        return None;
    }
    name(tag, input)
}

/// References, ports and processes, each with the name of its node, and functions.
fn identifier(tag: u8, input: &mut &[u8], page: &mut Page, depth: usize) -> Option<()> {
    let place = |node: &[u8]| format!("@{}", String::from_utf8_lossy(node));
    match tag {
        b'Z' | b'r' => {
            let words = length(input, 2)?;
            let node = node(input)?;
            take(input, if tag == b'Z' { 4 } else { 1 })?;
            let mut all = Vec::new();
            for _ in 0..words.min(5) {
                all.push(unsigned(input, 4)?.to_string());
            }
            all.reverse();
            page.push(&format!("#Ref<{}{}>", all.join("."), place(node)));
        }
        b'X' | b'g' => {
            let node = node(input)?;
            let (number, serial) = (unsigned(input, 4)?, unsigned(input, 4)?);
            take(input, if tag == b'X' { 4 } else { 1 })?;
            page.push(&format!("<{number}.{serial}{}>", place(node)));
        }
        b'Y' | b'x' | b'f' => {
            let node = node(input)?;
            let number = unsigned(input, if tag == b'x' { 8 } else { 4 })?;
            take(input, if tag == b'f' { 1 } else { 4 })?;
            page.push(&format!("#Port<{number}{}>", place(node)));
        }
        b'q' => {
            page.push("fun ");
            term(input, page, depth + 1)?;
            page.push(":");
            term(input, page, depth + 1)?;
            page.push("/");
            term(input, page, depth + 1)?;
        }
        b'p' => {
            // Size, arity, digest of the module; its number and that of values follow.
            take(input, 4 + 1 + 16)?;
            let (index, _) = (unsigned(input, 4)?, unsigned(input, 4)?);
            page.push("#Fun<");
            term(input, page, depth + 1)?;
            page.push(&format!(".{index}>"));
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> String {
        let mut page = Page::new(1000);
        write(bytes, &mut page);
        page.text
    }

    #[test]
    fn terms() {
        let a = |name: &str| [b"w", &[name.len() as u8][..], name.as_bytes()].concat();
        let call = [&b"\x83q"[..], &a("erlang"), &a("x y"), b"a\x02"].concat();
        assert_eq!(shown(&call), "fun erlang:'x y'/2");
        let reference = [&b"\x83Z\0\x02"[..], &a("n@h"), &[0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 9]];
        assert_eq!(shown(&reference.concat()), "#Ref<9.7@n@h>");
        let process = [&b"\x83X"[..], &a("n@h"), &[0, 0, 0, 61, 0, 0, 0, 2, 0, 0, 0, 0]];
        assert_eq!(shown(&process.concat()), "<61.2@n@h>");
        assert_eq!(shown(b"\x83h\x02a\x07l\0\0\0\x01b\xff\xff\xff\xffj"), "{7,[-1]}");
        assert_eq!(shown(b"\x83h\x02a\x07"), "{7,...");
        assert_eq!(shown(b""), "...");
    }

    #[test]
    fn deep_terms_end() {
        let deep = [&b"\x83"[..], &b"h\x01".repeat(100_000)].concat();
        assert!(shown(&deep).ends_with("..."));
    }
}
