//! The tables around the code: atoms, imports, exports, funs, literals, lines; and the MD5.

use std::io::Read;

use flate2::bufread::ZlibDecoder;
use md5::{Digest, Md5};

use crate::container::{Chunks, MAX_SIZE};
use crate::error::{ChunkName, Error};
use crate::model::{Export, Import, Lambda, LineItem, LineTable};
use crate::reader::{Reader, TAG_A, TAG_I};

/// The most arguments that a function can have.
pub(crate) const MAX_ARITY: u32 = 255;
/// The most characters that an atom can have.
const MAX_ATOM_CHARACTERS: usize = 255;

/// Reads the atoms, from `AtU8` or from the `Atom` chunk of old compilers.
pub(crate) fn atoms(chunks: &Chunks) -> Result<Vec<String>, Error> {
    let (mut reader, latin1) = match chunks.get(b"AtU8") {
        Some(data) => (Reader::new(*b"AtU8", data), false),
        None => match chunks.get(b"Atom") {
            Some(data) => (Reader::new(*b"Atom", data), true),
            None => return Err(Error::MissingChunk(ChunkName(*b"AtU8"))),
        },
    };
    let at = reader.at();
    let count = reader.u32()? as i32;
    // From OTP 28 on the count is negative and the lengths are compact numbers, so that an atom
    // can be longer than 255 bytes.
    let long = count < 0 && !latin1;
    let count =
        reader.check_count(at, if long { count.unsigned_abs() } else { count as u32 }, 1)?;
    if count == 0 {
        return Err(reader.malformed("no atoms: the module has no name"));
    }
    let mut atoms = Vec::with_capacity(count + 1);
    atoms.push(String::new());
    for _ in 0..count {
        let at = reader.at();
        let len = match long {
            true => reader.tagged_u32("atom length")? as usize,
            false => usize::from(reader.u8()?),
        };
        let bytes = reader.bytes(len)?;
        let text = if latin1 {
            bytes.iter().map(|&b| char::from(b)).collect()
        } else {
            let text = std::str::from_utf8(bytes);
            text.map_err(|_| Error::Malformed { at, what: "atom is not UTF-8".into() })?.to_owned()
        };
        if text.chars().count() > MAX_ATOM_CHARACTERS {
            return Err(Error::Malformed { at, what: "atom of more than 255 characters".into() });
        }
        atoms.push(text);
    }
    Ok(atoms)
}

/// Reads an atom index that must be a real atom.
fn atom(reader: &mut Reader, atom_count: usize) -> Result<u32, Error> {
    let at = reader.at();
    let index = reader.u32()?;
    if index == 0 || index as usize >= atom_count {
        return Err(Error::Malformed { at, what: format!("no atom {index}") });
    }
    Ok(index)
}

fn arity(reader: &mut Reader) -> Result<u32, Error> {
    let at = reader.at();
    let arity = reader.u32()?;
    if arity > MAX_ARITY {
        return Err(Error::Malformed { at, what: format!("arity {arity}") });
    }
    Ok(arity)
}

/// Reads `ImpT`.
pub(crate) fn imports(chunks: &Chunks, atom_count: usize) -> Result<Vec<Import>, Error> {
    let mut reader = chunks.reader(b"ImpT")?;
    let count = reader.count(12)?;
    let mut imports = Vec::with_capacity(count);
    for _ in 0..count {
        imports.push(Import {
            module: atom(&mut reader, atom_count)?,
            function: atom(&mut reader, atom_count)?,
            arity: arity(&mut reader)?,
        });
    }
    Ok(imports)
}

/// Reads `ExpT` or `LocT`.
pub(crate) fn exports(
    chunks: &Chunks,
    name: &[u8; 4],
    atom_count: usize,
) -> Result<Vec<Export>, Error> {
    let mut reader = chunks.reader(name)?;
    let count = reader.count(12)?;
    let mut exports = Vec::with_capacity(count);
    for _ in 0..count {
        exports.push(Export {
            function: atom(&mut reader, atom_count)?,
            arity: arity(&mut reader)?,
            label: reader.u32()?,
        });
    }
    Ok(exports)
}

/// Reads `FunT`, which a module without funs does not have.
pub(crate) fn lambdas(chunks: &Chunks, atom_count: usize) -> Result<Vec<Lambda>, Error> {
    if chunks.get(b"FunT").is_none_or(<[u8]>::is_empty) {
        return Ok(Vec::new());
    }
    let mut reader = chunks.reader(b"FunT")?;
    let count = reader.count(24)?;
    let mut lambdas = Vec::with_capacity(count);
    for _ in 0..count {
        let at = reader.at();
        let lambda = Lambda {
            function: atom(&mut reader, atom_count)?,
            arity: arity(&mut reader)?,
            label: reader.u32()?,
            index: reader.u32()?,
            num_free: reader.u32()?,
            old_uniq: reader.u32()?,
        };
        if lambda.num_free > lambda.arity {
            let what = format!("fun of {} free variables, arity {}", lambda.num_free, lambda.arity);
            return Err(Error::Malformed { at, what });
        }
        lambdas.push(lambda);
    }
    if !reader.is_empty() {
        return Err(reader.malformed("bytes after the last fun"));
    }
    Ok(lambdas)
}

/// Reads `LitT`, which a module without literals does not have.
pub(crate) fn literals(chunks: &Chunks) -> Result<Vec<Vec<u8>>, Error> {
    if chunks.get(b"LitT").is_none_or(<[u8]>::is_empty) {
        return Ok(Vec::new());
    }
    let mut reader = chunks.reader(b"LitT")?;
    let size = reader.u32()? as usize;
    // From OTP 28 on a size of zero says that the table is not compressed.
    if size == 0 {
        let data = reader.rest();
        return literal_table(Reader::new(*b"LitT", data));
    }
    let at = reader.at();
    let bad = |what: String| Error::Decompress { at, what };
    if size > MAX_SIZE {
        return Err(bad(format!("literal table of {size} bytes")));
    }
    // The table grows with what really comes out, and never beyond what the file declares.
    let mut table = Vec::new();
    let decoder = ZlibDecoder::new(reader.rest());
    decoder.take(size as u64 + 1).read_to_end(&mut table).map_err(|e| bad(e.to_string()))?;
    if table.len() != size {
        return Err(bad(format!("{size} bytes declared, others found")));
    }
    literal_table(Reader::new(*b"LitT", &table))
}

fn literal_table(mut reader: Reader) -> Result<Vec<Vec<u8>>, Error> {
    const VERSION: u8 = 131;
    let count = reader.count(5)?;
    let mut literals = Vec::with_capacity(count);
    for _ in 0..count {
        let len = reader.u32()? as usize;
        let at = reader.at();
        let term = reader.bytes(len)?;
        if term.len() < 2 || term[0] != VERSION {
            return Err(Error::Malformed { at, what: "literal is no external term".into() });
        }
        literals.push(term.to_vec());
    }
    Ok(literals)
}

/// Stands for a place that is not known.
const NO_LINE: LineItem = LineItem { file: 0, line: 0 };

/// From this line on places are not known.
const LINE_MAX: u32 = (1 << 24) - 1;

/// Reads `Line`, which may have been stripped.
pub(crate) fn lines(chunks: &Chunks, module: &str) -> Result<LineTable, Error> {
    let mut table = LineTable {
        items: vec![NO_LINE],
        files: vec![format!("{module}.erl")],
        flags: 0,
        present: false,
    };
    if chunks.get(b"Line").is_none_or(<[u8]>::is_empty) {
        return Ok(table);
    }
    let mut reader = chunks.reader(b"Line")?;
    let version = reader.u32()?;
    if version != 0 {
        return Ok(table);
    }
    table.flags = reader.u32()?;
    let _instruction_count = reader.u32()?;
    let at = reader.at();
    let item_count = reader.u32()?;
    let file_count = reader.u32()?;
    let item_count = reader.check_count(at, item_count, 1)?;
    let file_count = reader.check_count(at, file_count, 2)?;
    table.items.reserve_exact(item_count);
    let mut file = 0;
    while table.items.len() <= item_count {
        let at = reader.at();
        let item = reader.tagged()?;
        let value = item.number.to_u64().and_then(|n| u32::try_from(n).ok());
        match (item.tag, value) {
            (TAG_A, Some(index)) if index as usize <= file_count => file = index,
            (TAG_I, Some(line)) if item.number.to_i64().is_some_and(|n| n >= 0) => {
                // OTP has 24 bits for a line and shows none that is longer.
                let known = line < LINE_MAX;
                table.items.push(if known { LineItem { file, line } } else { NO_LINE });
            }
            _ => return Err(Error::Malformed { at, what: "bad line item".into() }),
        }
    }
    for _ in 0..file_count {
        let len = usize::from(reader.u16()?);
        let at = reader.at();
        let name = std::str::from_utf8(reader.bytes(len)?);
        let name =
            name.map_err(|_| Error::Malformed { at, what: "file name is not UTF-8".into() })?;
        // An empty name stands for the module's own file.
        let name = if name.is_empty() { &table.files[0] } else { name };
        let name = name.to_owned();
        table.files.push(name);
    }
    table.present = true;
    Ok(table)
}

/// The MD5 of the essential chunks in their fixed order.
pub(crate) fn md5(chunks: &Chunks) -> [u8; 16] {
    const ESSENTIAL: [&[u8; 4]; 10] =
        [b"Atom", b"AtU8", b"Code", b"StrT", b"ImpT", b"ExpT", b"FunT", b"LitT", b"Meta", b"Recs"];
    let mut md5 = Md5::new();
    for name in ESSENTIAL {
        let Some(data) = chunks.get(name) else { continue };
        if name != b"FunT" || data.len() < 4 {
            md5.update(data);
            continue;
        }
        // The last word of each fun comes from the MD5 itself, so it counts as zero.
        md5.update(&data[..4]);
        let mut funs = data[4..].chunks_exact(24);
        for fun in &mut funs {
            md5.update(&fun[..20]);
            md5.update([0; 4]);
        }
        md5.update(funs.remainder());
    }
    md5.finalize().into()
}
