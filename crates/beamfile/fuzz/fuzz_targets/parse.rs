//! Whatever the bytes are, reading them as a .beam file ends in a module or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = beamfile::parse(bytes) {
        let _ = beamfile::disasm::module(&file);
    }
});
