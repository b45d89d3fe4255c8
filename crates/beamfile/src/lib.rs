//! Reads .beam files: container, chunks, generic opcodes. Knows nothing of the runtime.
//!
//! [`parse`] takes the bytes of a .beam file of OTP 25 to 29 and gives a [`BeamFile`] in which
//! every index has been checked: atoms, literals, imports, lambdas, labels, string offsets and
//! register numbers are in range, every label that is used is defined exactly once, and each
//! operand is of the kind that its instruction's entry in [`OPS`] says. A corrupt or foreign file
//! gives an [`Error`], never a panic.
//!
//! Then the code is verified (`verify/`): registers are set before they are read, frames, catches
//! and the heap that is reserved are as the instructions need them, and what they take for granted
//! of a value is known, or is to be tested by whoever executes them ([`Code::checks`]).
#![forbid(unsafe_code)]

mod code;
mod construct;
mod container;
pub mod disasm;
mod error;
mod ext;
mod frames;
mod link;
mod model;
mod op;
mod reader;
mod records;
mod tables;
mod types;
mod verify;

pub use construct::NOT_COLLECTING;
pub use container::{MAX_SIZE, is_beam};
pub use error::{ChunkName, Error, Place};
pub use model::*;
pub use op::{Kind, OPS, Op, OpInfo};
pub use types::TypeEntry;
pub use verify::{checks_to_bytes, verified};

/// Reads a .beam file (compressed as a whole or not), checks it and verifies its code.
pub fn parse(bytes: &[u8]) -> Result<BeamFile, Error> {
    let mut file = read(bytes)?;
    verify(&mut file)?;
    Ok(file)
}

/// Verifies the code of a file that has been read: the second half of [`parse`].
pub fn verify(file: &mut BeamFile) -> Result<(), Error> {
    file.code.checks = verify::verify(file)?;
    Ok(())
}

/// Reads a .beam file without verifying its code: for those who do not execute it.
pub fn read(bytes: &[u8]) -> Result<BeamFile, Error> {
    let whole = container::decompress(bytes)?;
    let chunks = container::chunks(&whole)?;
    let atoms = tables::atoms(&chunks)?;
    let mut strings = chunks.get(b"StrT").unwrap_or_default().to_vec();
    strings.shrink_to_fit();
    let mut file = BeamFile {
        module: atoms[1].clone(),
        md5: tables::md5(&chunks),
        imports: tables::imports(&chunks, atoms.len())?,
        exports: tables::exports(&chunks, b"ExpT", atoms.len())?,
        locals: match chunks.get(b"LocT") {
            Some(_) => tables::exports(&chunks, b"LocT", atoms.len())?,
            None => Vec::new(),
        },
        lambdas: tables::lambdas(&chunks, atoms.len())?,
        literals: tables::literals(&chunks)?,
        strings,
        lines: tables::lines(&chunks, &atoms[1])?,
        types: types::types(&chunks)?,
        attributes: chunks.get(b"Attr").unwrap_or_default().to_vec(),
        compile_info: chunks.get(b"CInf").unwrap_or_default().to_vec(),
        records: Vec::new(),
        code: Code::default(),
        chunks: chunks.others(),
        atoms,
    };
    let data = chunks.get(b"Code").ok_or(Error::MissingChunk(ChunkName(*b"Code")))?;
    file.records = records::records(&chunks, &file)?;
    let (mut code, mut offsets) = code::decode(data, &file)?;
    construct::rewrite(&mut file, &mut code, &mut offsets);
    file.code = code;
    link::link(&mut file, &offsets)?;
    Ok(file)
}

/// The raw data of a chunk, without looking at the others; None if the file is damaged or has no
/// such chunk.
pub fn raw_chunk(bytes: &[u8], name: &[u8; 4]) -> Option<Vec<u8>> {
    let whole = container::decompress(bytes).ok()?;
    let chunks = container::chunks(&whole).ok()?;
    chunks.get(name).map(<[u8]>::to_vec)
}

/// The file without what is not needed to load it: debug information, documentation. None if it is
/// damaged.
pub fn essential(bytes: &[u8]) -> Option<Vec<u8>> {
    let whole = container::decompress(bytes).ok()?;
    Some(container::chunks(&whole).ok()?.known())
}

/// The MD5 of a module's essential chunks; None if the file is damaged.
pub fn module_md5(bytes: &[u8]) -> Option<[u8; 16]> {
    let whole = container::decompress(bytes).ok()?;
    let chunks = container::chunks(&whole).ok()?;
    chunks.get(b"Code").map(|_| tables::md5(&chunks))
}
