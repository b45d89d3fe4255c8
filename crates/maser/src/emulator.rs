//! Finds the emulator's program file.

use crate::{Result, otp};
use std::path::{Path, PathBuf};

/// The file's name, beside the launcher.
pub const NAME: &str = "maser-emu";

/// The emulator to use: `MASER_EMU`, or else `maser-emu` beside this program.
pub fn locate() -> Result<PathBuf> {
    if let Some(file) = std::env::var_os("MASER_EMU").filter(|f| !f.is_empty()) {
        let file = PathBuf::from(file);
        if !file.is_absolute() {
            return Err(format!("MASER_EMU is {}, not an absolute path", file.display()));
        }
        return checked(&file);
    }
    let own = std::env::current_exe().map_err(|e| format!("cannot find this program: {e}"))?;
    // Through a symbolic link in some bin directory the emulator is beside the link's target.
    let own = std::fs::canonicalize(&own).unwrap_or(own);
    checked(&own.with_file_name(NAME))
}

fn checked(file: &Path) -> Result<PathBuf> {
    if !otp::is_executable(file) {
        return Err(format!("no emulator: {} is not an executable file", file.display()));
    }
    std::fs::canonicalize(file).map_err(|e| format!("{}: {e}", file.display()))
}
