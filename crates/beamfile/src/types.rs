//! The type table: what the compiler knows of the values in typed registers.

use crate::container::Chunks;
use crate::error::Error;
use crate::reader::Reader;

/// A type: the kinds of term that a value may be, and bounds on it.
///
/// The table has changed in nearly every release; here all of them become the set of OTP 29.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeEntry {
    /// A set of the kinds below.
    pub kinds: u16,
    /// If an integer (or number), it is at least this.
    pub min: Option<i64>,
    /// If an integer (or number), it is at most this.
    pub max: Option<i64>,
    /// If a bitstring, its size is a multiple of this (1 to 256).
    pub unit: u16,
}

impl TypeEntry {
    /// An atom.
    pub const ATOM: u16 = 1 << 0;
    /// A bitstring (or a match context).
    pub const BITSTRING: u16 = 1 << 1;
    /// A cons cell.
    pub const CONS: u16 = 1 << 2;
    /// A float.
    pub const FLOAT: u16 = 1 << 3;
    /// A fun.
    pub const FUN: u16 = 1 << 4;
    /// An integer.
    pub const INTEGER: u16 = 1 << 5;
    /// A map.
    pub const MAP: u16 = 1 << 6;
    /// The empty list.
    pub const NIL: u16 = 1 << 7;
    /// A pid.
    pub const PID: u16 = 1 << 8;
    /// A port.
    pub const PORT: u16 = 1 << 9;
    /// A reference.
    pub const REFERENCE: u16 = 1 << 10;
    /// A tuple.
    pub const TUPLE: u16 = 1 << 11;
    /// A native record.
    pub const RECORD: u16 = 1 << 12;
    /// Every kind.
    pub const ANY_KIND: u16 = (1 << 13) - 1;
    /// A type of which nothing is known.
    pub const ANY: TypeEntry =
        TypeEntry { kinds: TypeEntry::ANY_KIND, min: None, max: None, unit: 1 };

    /// True if the value can only be of the kinds in `kinds`.
    pub fn only(&self, kinds: u16) -> bool {
        self.kinds & !kinds == 0
    }

    /// True if the value may be of one of the kinds in `kinds`.
    pub fn maybe(&self, kinds: u16) -> bool {
        self.kinds & kinds != 0
    }
}

/// How many kinds a version of the table has. The flags for what follows come after them.
fn kind_count(version: u32) -> Option<u32> {
    match version {
        // OTP 25 and 26 tell match contexts from bitstrings.
        1 | 2 => Some(13),
        // OTP 27 and 28.
        3 => Some(12),
        // OTP 29 adds native records.
        4 => Some(13),
        _ => None,
    }
}

/// Reads `Type`. A missing table and one of a version that is not known are empty: types are
/// only hints.
pub(crate) fn types(chunks: &Chunks) -> Result<Vec<TypeEntry>, Error> {
    if chunks.get(b"Type").is_none_or(<[u8]>::is_empty) {
        return Ok(Vec::new());
    }
    let mut reader = chunks.reader(b"Type")?;
    let version = reader.u32()?;
    let Some(kind_count) = kind_count(version) else { return Ok(Vec::new()) };
    let count = reader.count(if version == 1 { 18 } else { 2 })?;
    if count == 0 {
        return Err(reader.malformed("type table without the first type"));
    }
    let mut types = Vec::with_capacity(count);
    for _ in 0..count {
        types.push(entry(&mut reader, version, kind_count)?);
    }
    let first = types[0];
    if first.min.is_some() || first.max.is_some() || first.kinds != TypeEntry::ANY_KIND {
        return Err(reader.malformed("the first type is not the type of all terms"));
    }
    Ok(types)
}

fn entry(reader: &mut Reader, version: u32, kind_count: u32) -> Result<TypeEntry, Error> {
    let at = reader.at();
    let bits = reader.u16()?;
    let raw = bits & ((1 << kind_count) - 1);
    let flag = |n: u32| version > 1 && u32::from(bits) & (1 << (kind_count + n)) != 0;
    let (mut min, mut max, mut unit) = (None, None, 1);
    if version == 1 {
        let (low, high) = (reader.i64()?, reader.i64()?);
        if low <= high {
            (min, max) = (Some(low), Some(high));
        }
    }
    if flag(0) {
        min = Some(reader.i64()?);
    }
    if flag(1) {
        max = Some(reader.i64()?);
    }
    if flag(2) {
        unit = u16::from(reader.u8()?) + 1;
    }
    let mut kinds = match version {
        // The third kind was the match context.
        1 | 2 => raw & 1 | u16::from(raw & 0b110 != 0) << 1 | (raw >> 3) << 2,
        _ => raw,
    };
    // A type of all terms includes the kinds that came later.
    if raw == (1 << kind_count) - 1 {
        kinds = TypeEntry::ANY_KIND;
    }
    if kinds == 0 {
        return Err(crate::Error::Malformed { at, what: "type without values".into() });
    }
    if let (Some(low), Some(high)) = (min, max)
        && low > high
    {
        return Err(Error::Malformed { at, what: "type with an empty range".into() });
    }
    Ok(TypeEntry { kinds, min, max, unit })
}
