//! Writes .beam files: the other way round from `beamfile`.

use beamfile::{AllocKind, Arg, BeamFile, Instr};

/// A number with a tag, as the code chunk has them.
fn tagged(tag: u8, n: i128, out: &mut Vec<u8>) {
    if (0..16).contains(&n) {
        return out.push((n as u8) << 4 | tag);
    }
    if (0..0x800).contains(&n) {
        return out.extend([((n >> 3) as u8) & 0xe0 | 0x08 | tag, n as u8]);
    }
    let all = n.to_be_bytes();
    let fill = if n < 0 { 0xff } else { 0 };
    let mut bytes = &all[..];
    while bytes.len() > 2 && bytes[0] == fill && (bytes[1] ^ fill) & 0x80 == 0 {
        bytes = &bytes[1..];
    }
    big(tag, bytes, out);
}

fn big(tag: u8, bytes: &[u8], out: &mut Vec<u8>) {
    match bytes.len() {
        len @ 2..=8 => out.push(((len - 2) as u8) << 5 | 0x18 | tag),
        len => {
            out.push(0xf8 | tag);
            tagged(0, len as i128 - 9, out);
        }
    }
    out.extend_from_slice(bytes);
}

fn operand(arg: &Arg, out: &mut Vec<u8>) {
    let extended = |kind: i128, out: &mut Vec<u8>| tagged(7, kind, out);
    match arg {
        Arg::U(n) => tagged(0, i128::from(*n), out),
        Arg::I(n) => tagged(1, i128::from(*n), out),
        Arg::BigI(n) => {
            let mut bytes: Vec<u8> = n.magnitude.iter().rev().copied().collect();
            bytes.insert(0, 0);
            bytes.splice(0..0, std::iter::repeat_n(0, 9usize.saturating_sub(bytes.len())));
            if n.negative {
                let mut carry = true;
                for byte in bytes.iter_mut().rev() {
                    let (value, over) = (!*byte).overflowing_add(u8::from(carry));
                    (*byte, carry) = (value, over);
                }
            }
            big(1, &bytes, out);
        }
        Arg::Atom(n) => tagged(2, i128::from(*n), out),
        Arg::Nil => tagged(2, 0, out),
        Arg::X(n) => tagged(3, i128::from(*n), out),
        Arg::Y(n) => tagged(4, i128::from(*n), out),
        Arg::TypedX(n, ty) | Arg::TypedY(n, ty) => {
            extended(5, out);
            let tag = if matches!(arg, Arg::TypedX(..)) { 3 } else { 4 };
            tagged(tag, i128::from(*n), out);
            tagged(0, i128::from(*ty), out);
        }
        Arg::F(n) => tagged(5, i128::from(*n), out),
        Arg::Char(n) => tagged(6, i128::from(*n), out),
        Arg::List(list) => {
            extended(1, out);
            tagged(0, list.len() as i128, out);
            list.iter().for_each(|arg| operand(arg, out));
        }
        Arg::Fr(n) => {
            extended(2, out);
            tagged(0, i128::from(*n), out);
        }
        Arg::Alloc(kinds) => {
            extended(3, out);
            tagged(0, kinds.len() as i128, out);
            for (kind, n) in kinds {
                let kind = match kind {
                    AllocKind::Words => 0,
                    AllocKind::Floats => 1,
                    AllocKind::Funs => 2,
                };
                tagged(0, kind, out);
                tagged(0, i128::from(*n), out);
            }
        }
        Arg::Literal(n) => {
            extended(4, out);
            tagged(0, i128::from(*n), out);
        }
    }
}

/// The code chunk's instructions.
pub(super) fn code(instrs: &[Instr]) -> Vec<u8> {
    let mut out = Vec::with_capacity(instrs.len() * 6);
    for instr in instrs {
        out.push(instr.op as u8);
        instr.args.iter().for_each(|arg| operand(arg, &mut out));
    }
    out
}

/// The head of the code chunk.
pub(super) fn head(file: &BeamFile, labels: u32) -> Vec<u8> {
    let code = &file.code;
    let max = u32::from(beamfile::Op::MAX);
    [16, 0, max, labels, code.function_count].iter().flat_map(|n: &u32| n.to_be_bytes()).collect()
}

/// The atoms, the first of another name.
pub(super) fn atoms(file: &BeamFile, module: &str) -> Vec<u8> {
    let mut out = (file.atoms.len() as u32 - 1).to_be_bytes().to_vec();
    for (i, atom) in file.atoms.iter().enumerate().skip(1) {
        let atom = if i == 1 { module } else { atom };
        out.push(atom.len() as u8);
        out.extend(atom.as_bytes());
    }
    out
}

/// The literals, not compressed.
pub(super) fn literals(literals: &[Vec<u8>]) -> Vec<u8> {
    let mut out = [0, literals.len() as u32].map(u32::to_be_bytes).concat();
    for literal in literals {
        out.extend((literal.len() as u32).to_be_bytes());
        out.extend(literal);
    }
    out
}

/// A file of chunks.
pub(super) fn file(chunks: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut out = b"FOR1\0\0\0\0BEAM".to_vec();
    for (name, data) in chunks {
        out.extend(name);
        out.extend((data.len() as u32).to_be_bytes());
        out.extend(data);
        out.resize(out.len().next_multiple_of(4), 0);
    }
    let size = (out.len() as u32 - 8).to_be_bytes();
    out[4..8].copy_from_slice(&size);
    out
}

/// The chunks of a file that is in order.
pub(super) fn chunks(bytes: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let mut rest = bytes.get(12..).unwrap_or_default();
    let mut found = Vec::new();
    while let Some((head, data)) = rest.split_at_checked(8) {
        let name = [head[0], head[1], head[2], head[3]];
        let size = u32::from_be_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let Some(chunk) = data.get(..size) else { break };
        found.push((name, chunk.to_vec()));
        rest = data.get(size.next_multiple_of(4)..).unwrap_or_default();
    }
    found
}
