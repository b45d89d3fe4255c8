//! Writes terms in the external format, without building them.

/// An atom.
pub fn atom(name: &str) -> Vec<u8> {
    match name.len() {
        n @ 0..256 => [&[119, n as u8], name.as_bytes()].concat(),
        n => [&[118, (n >> 8) as u8, n as u8], name.as_bytes()].concat(),
    }
}

/// An integer.
pub fn int(i: i64) -> Vec<u8> {
    match (u8::try_from(i), i32::try_from(i)) {
        (Ok(byte), _) => vec![97, byte],
        (_, Ok(i)) => [&[98], &i.to_be_bytes()[..]].concat(),
        _ => [&[110, 8, u8::from(i < 0)], &i.unsigned_abs().to_le_bytes()[..]].concat(),
    }
}

/// A float, which has to be finite.
pub fn float(f: f64) -> Vec<u8> {
    [&[70], &f.to_be_bytes()[..]].concat()
}

/// A binary.
pub fn binary(bytes: &[u8]) -> Vec<u8> {
    [&[109], &(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

/// A tuple of at most 255 elements.
pub fn tuple(elements: &[Vec<u8>]) -> Vec<u8> {
    [vec![104, elements.len() as u8], elements.concat()].concat()
}

/// A list.
pub fn list(elements: &[Vec<u8>]) -> Vec<u8> {
    improper(elements, &[106])
}

/// A list of some elements and a tail.
pub fn improper(elements: &[Vec<u8>], tail: &[u8]) -> Vec<u8> {
    if elements.is_empty() {
        return tail.to_vec();
    }
    [&[108], &(elements.len() as u32).to_be_bytes()[..], &elements.concat(), tail].concat()
}

/// A list of bytes.
pub fn bytes(bytes: &[u8]) -> Vec<u8> {
    list(&bytes.iter().map(|&b| int(i64::from(b))).collect::<Vec<_>>())
}

/// The whole of it, with the version in front.
pub fn whole(t: &[u8]) -> Vec<u8> {
    [&[131], t].concat()
}
