//! The native records that a module defines, which stand in the chunk `Recs` (OTP 29).

use crate::code;
use crate::container::Chunks;
use crate::error::Error;
use crate::model::{Arg, BeamFile, Record};

/// Reads `Recs`, which a module without native records does not have. The tables that constants
/// index have been read.
pub(crate) fn records(chunks: &Chunks, file: &BeamFile) -> Result<Vec<Record>, Error> {
    if chunks.get(b"Recs").is_none_or(<[u8]>::is_empty) {
        return Ok(Vec::new());
    }
    let mut reader = chunks.reader(b"Recs")?;
    let version = reader.u32()?;
    if version != 0 {
        return Err(reader.malformed(format!("definitions of records of version {version}")));
    }
    let at = reader.at();
    let count = reader.u32()?;
    let all_fields = reader.u32()?;
    // A label that nothing needs, a name, a flag and a list.
    let count = reader.check_count(at, count, 4)?;
    let mut records = Vec::with_capacity(count);
    for _ in 0..count {
        let at = reader.at();
        let bad = |what: &str| Error::Malformed { at, what: what.into() };
        let mut operand = || code::constant(&mut reader, file);
        let parts = [operand()?, operand()?, operand()?, operand()?];
        let [Arg::F(0), Arg::Atom(name), Arg::Atom(exported), Arg::List(fields)] = parts else {
            return Err(bad("no definition of a record"));
        };
        let is_exported = match file.atom(exported) {
            "true" => true,
            "false" => false,
            _ => return Err(bad("a record is exported or not")),
        };
        let fields = fields.chunks(2).map(field).collect::<Option<Vec<_>>>();
        let fields = fields.ok_or_else(|| bad("not fields and constants"))?;
        let mut names: Vec<u32> = fields.iter().map(|field| field.0).collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(bad("a record with two fields of one name"));
        }
        if records.iter().any(|other: &Record| other.name == name) {
            return Err(bad("two records of one name"));
        }
        records.push(Record { name, is_exported, fields });
    }
    if !reader.is_empty() {
        return Err(reader.malformed("bytes after the last record"));
    }
    if records.iter().map(|record| record.fields.len()).sum::<usize>() != all_fields as usize {
        return Err(Error::Malformed { at, what: "another number of fields in all".into() });
    }
    Ok(records)
}

/// A field with its constant, which is 0 without a kind if there is none.
fn field(pair: &[Arg]) -> Option<(u32, Option<Arg>)> {
    let [Arg::Atom(name), constant] = pair else { return None };
    let is_constant = matches!(
        constant,
        Arg::I(_) | Arg::BigI(_) | Arg::Char(_) | Arg::Atom(_) | Arg::Nil | Arg::Literal(_)
    );
    match constant {
        Arg::U(0) => Some((*name, None)),
        constant if is_constant => Some((*name, Some(constant.clone()))),
        _ => None,
    }
}
