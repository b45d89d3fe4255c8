//! File names and other strings for the operating system: from terms to bytes and back.

use term::{Heap, Term, View};

/// The bytes of a name: a binary as it is, a list (which may be deep) of characters in the encoding
/// of file names, an atom if allowed. None if it is none of these, or a list has a character 0 or
/// one that the encoding lacks.
pub fn to_native(t: Term<'_>, allow_atom: bool) -> Option<Vec<u8>> {
    if let Some(atom) = t.as_atom() {
        let name = atom.name();
        return (allow_atom && !name.contains('\0')).then(|| encode_all(name)).flatten();
    }
    if let Some(bytes) = t.as_binary() {
        return Some(bytes.into_owned());
    }
    if !t.is_cons() && !t.is_nil() {
        return None;
    }
    let mut bytes = Vec::new();
    let mut rest = vec![t];
    while let Some(mut t) = rest.pop() {
        loop {
            match t.view() {
                View::Nil => break,
                View::Cons(head, tail) => match head.view() {
                    View::Small(c) => {
                        encode(u32::try_from(c).ok()?, &mut bytes)?;
                        t = tail;
                    }
                    View::Nil => t = tail,
                    View::Cons(..) => {
                        rest.push(tail);
                        t = head;
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
    }
    Some(bytes)
}

/// The bytes of a list, which may be deep, of characters, as [`to_native`] makes them.
pub fn list_to_native(t: Term<'_>) -> Option<Vec<u8>> {
    if t.is_cons() || t.is_nil() { to_native(t, false) } else { None }
}

fn utf8() -> bool {
    crate::system::config().file_names_utf8
}

fn encode(c: u32, bytes: &mut Vec<u8>) -> Option<()> {
    if c == 0 {
        return None;
    }
    if utf8() {
        let c = char::from_u32(c)?;
        bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        bytes.push(u8::try_from(c).ok()?);
    }
    Some(())
}

fn encode_all(s: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(s.len());
    for c in s.chars() {
        encode(c as u32, &mut bytes)?;
    }
    Some(bytes)
}

/// The list of characters of a name from the operating system; None if it is not in the encoding of
/// file names.
pub fn from_native<'h>(heap: &'h Heap, bytes: &[u8]) -> Option<Term<'h>> {
    if utf8() {
        std::str::from_utf8(bytes).ok().map(|s| heap.string(s))
    } else {
        Some(heap.byte_list(bytes))
    }
}

/// Whether [`from_native`] gives something.
pub fn is_translatable(bytes: &[u8]) -> bool {
    !utf8() || std::str::from_utf8(bytes).is_ok()
}
