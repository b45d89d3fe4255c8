//! The IFF container: whole-file compression, the form header, the list of chunks.

use std::borrow::Cow;
use std::io::Read;

use flate2::bufread::GzDecoder;

use crate::error::{ChunkName, Error, Place};
use crate::reader::Reader;

/// The largest file, and the largest literal table, in bytes after decompression.
pub const MAX_SIZE: usize = 256 << 20;

const FORM: [u8; 4] = *b"FOR1";
/// The chunks that [`crate::BeamFile`] has a field for.
const KNOWN: [&[u8; 4]; 14] = [
    b"AtU8", b"Atom", b"Code", b"StrT", b"ImpT", b"ExpT", b"LocT", b"FunT", b"LitT", b"Line",
    b"Type", b"Attr", b"CInf", b"Recs",
];

/// True if the bytes start as a .beam file does, compressed or not.
pub fn is_beam(bytes: &[u8]) -> bool {
    bytes.starts_with(&FORM) || is_gzip(bytes)
}

fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Undoes the compression of a whole file, if there is one.
pub(crate) fn decompress(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Error> {
    if !is_gzip(bytes) {
        return Ok(Cow::Borrowed(bytes));
    }
    let at = Place { chunk: ChunkName(FORM), offset: 0 };
    let mut out = Vec::new();
    let read = GzDecoder::new(bytes).take(MAX_SIZE as u64 + 1).read_to_end(&mut out);
    match read {
        Ok(_) if out.len() > MAX_SIZE => {
            Err(Error::Decompress { at, what: format!("more than {MAX_SIZE} bytes") })
        }
        Ok(_) => Ok(Cow::Owned(out)),
        Err(error) => Err(Error::Decompress { at, what: error.to_string() }),
    }
}

/// The chunks of a file, in its order.
pub(crate) struct Chunks<'a> {
    all: Vec<(ChunkName, &'a [u8])>,
}

impl<'a> Chunks<'a> {
    /// The data of a chunk. Of several with the same name the last counts, as for OTP's loader.
    pub fn get(&self, name: &[u8; 4]) -> Option<&'a [u8]> {
        let found = self.all.iter().rev().find(|(n, _)| n.0 == *name);
        found.map(|(_, data)| *data)
    }

    /// A reader for a chunk that must be there.
    pub fn reader(&self, name: &[u8; 4]) -> Result<Reader<'a>, Error> {
        let data = self.get(name).ok_or(Error::MissingChunk(ChunkName(*name)))?;
        Ok(Reader::new(*name, data))
    }

    /// A file with only the chunks that are read here, or that the MD5 is of.
    pub fn known(&self) -> Vec<u8> {
        let mut out = [FORM, [0; 4], *b"BEAM"].concat();
        let wanted = |name: &ChunkName| KNOWN.contains(&&name.0) || name.0 == *b"Meta";
        for (name, data) in self.all.iter().filter(|(name, _)| wanted(name)) {
            out.extend(name.0);
            out.extend((data.len() as u32).to_be_bytes());
            out.extend(*data);
            out.resize(out.len().next_multiple_of(4), 0);
        }
        let size = out.len() as u32 - 8;
        out[4..8].copy_from_slice(&size.to_be_bytes());
        out
    }

    /// Copies of the chunks that nothing here reads.
    pub fn others(&self) -> Vec<(ChunkName, Vec<u8>)> {
        let other = |(name, _): &&(ChunkName, &[u8])| !KNOWN.contains(&&name.0);
        self.all.iter().filter(other).map(|(name, data)| (*name, data.to_vec())).collect()
    }
}

/// Splits a file into its chunks.
pub(crate) fn chunks(file: &[u8]) -> Result<Chunks<'_>, Error> {
    let mut outer = Reader::new(FORM, file);
    if !file.starts_with(&FORM) || file.get(8..12).is_some_and(|kind| kind != b"BEAM") {
        return Err(Error::NotABeamFile);
    }
    outer.bytes(4)?;
    let size = outer.u32()? as usize;
    // Bytes after the form are ignored, as OTP does.
    let end = outer.pos().saturating_add(size);
    if outer.remaining() < size {
        return Err(Error::Truncated { at: outer.at(), need: size });
    }
    let mut reader = Reader::new(FORM, &file[..end]);
    reader.bytes(12)?;
    let mut all = Vec::new();
    while !reader.is_empty() {
        let mut name = [0; 4];
        name.copy_from_slice(reader.bytes(4)?);
        let size = reader.u32()? as usize;
        let data = reader.bytes(size)?;
        reader.bytes(size.next_multiple_of(4) - size)?;
        all.push((ChunkName(name), data));
    }
    Ok(Chunks { all })
}
