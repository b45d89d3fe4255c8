//! Finds the emulator's program file.

use crate::{Result, otp};
use std::path::{Path, PathBuf};

pub use crate::otp::EMULATOR as NAME;

/// The launcher's name.
pub const LAUNCHER: &str = "maser";

/// The emulator to use: `MASER_EMU`, or else `maser-emu` beside this program.
pub fn locate() -> Result<PathBuf> {
    if let Some(file) = std::env::var_os("MASER_EMU").filter(|f| !f.is_empty()) {
        let file = PathBuf::from(file);
        if !file.is_absolute() {
            return Err(format!("MASER_EMU is {}, not an absolute path", file.display()));
        }
        let found = checked(&file)?;
        trust::named(&found).map_err(|why| format!("MASER_EMU is {}: {why}", file.display()))?;
        return Ok(found);
    }
    // Through a symbolic link in some bin directory the emulator is beside the link's target.
    let own = trust::program().map_err(|e| format!("cannot find this program: {e}"))?;
    let found = checked(&own.with_file_name(NAME))?;
    trust::beside(Path::new(NAME)).map_err(|why| format!("no emulator: {why}"))?;
    Ok(found)
}

/// The launcher by which nodes start each other: the one beside the emulator or beside this
/// program, if nobody else can change it. A program that is no launcher must not be taken for one:
/// started by its name it would start itself.
pub fn launcher(emulator: &Path) -> Option<PathBuf> {
    let given = emulator.with_file_name(LAUNCHER);
    if otp::is_executable(&given) && trust::named(&given).is_ok() {
        return Some(given);
    }
    trust::beside(Path::new(LAUNCHER)).ok().filter(|beside| otp::is_executable(beside))
}

/// The directory of Maser's own Erlang modules, if they have been compiled: beside this program.
pub fn own_modules() -> Option<PathBuf> {
    match trust::beside(Path::new("lib/maser/ebin")) {
        Ok(ebin) => ebin.is_dir().then_some(ebin),
        Err(why) => {
            if why.is_refusal() {
                eprintln!("maser: its own modules are not used: {why}");
            }
            None
        }
    }
}

fn checked(file: &Path) -> Result<PathBuf> {
    if !otp::is_executable(file) {
        return Err(format!("no emulator: {} is not an executable file", file.display()));
    }
    std::fs::canonicalize(file).map_err(|e| format!("{}: {e}", file.display()))
}
