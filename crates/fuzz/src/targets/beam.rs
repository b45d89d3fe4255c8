//! Whatever the bytes are, reading them as a .beam file ends in a module or an error.

use crate::random::Random;
use crate::terms::damage;

/// Reads a file, in whole and in parts.
pub fn run(bytes: &[u8]) {
    let _ = beamfile::is_beam(bytes);
    let _ = beamfile::raw_chunk(bytes, b"Docs");
    let _ = beamfile::module_md5(bytes);
    let parsed = beamfile::parse(bytes);
    if let Ok(file) = &parsed {
        let _ = beamfile::disasm::module(file);
    }
    if let Some(essential) = beamfile::essential(bytes) {
        assert!(parsed.is_err() || beamfile::parse(&essential).is_ok());
    }
}

/// Chunks of the right names with damaged content.
pub fn make(random: &mut Random) -> Vec<u8> {
    let mut chunks = b"BEAM".to_vec();
    let names = ["AtU8", "Code", "ImpT", "ExpT", "StrT", "FunT", "LitT", "Line", "Type", "Meta"];
    for name in names {
        let content: Vec<u8> = match name {
            "AtU8" => b"\0\0\0\x02\x01m\x01f".to_vec(),
            "Code" => b"\0\0\0\x10\0\0\0\0\0\0\0\xb7\0\0\0\x03\0\0\0\x01\x01\x10\x02\x12\x22\0\x01\x20\x13\x03".to_vec(),
            "ExpT" => b"\0\0\0\x01\0\0\0\x02\0\0\0\0\0\0\0\x02".to_vec(),
            "Line" => b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec(),
            _ => vec![0; 4],
        };
        let mut content = content;
        if random.once_in(5) {
            let other = random.bytes(8);
            damage(&mut content, &other, random);
        }
        chunks.extend_from_slice(name.as_bytes());
        chunks.extend_from_slice(&(content.len() as u32).to_be_bytes());
        chunks.extend_from_slice(&content);
        chunks.resize(chunks.len().next_multiple_of(4), 0);
    }
    [b"FOR1", &(chunks.len() as u32).to_be_bytes()[..], &chunks].concat()
}
