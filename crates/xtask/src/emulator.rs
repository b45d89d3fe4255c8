//! Finds the emulator that a chore tries: the one asked for, or the newest that was built.

use crate::Result;
use maser::otp::{self, Otp};
use maser::shadow::{self, Shadow};
use std::path::PathBuf;
use std::time::SystemTime;

/// `MASER_EMU`, or the newest maser-emu among the profiles of cargo's target directory.
pub(crate) fn locate() -> Result<PathBuf> {
    if std::env::var_os("MASER_EMU").is_some() {
        return maser::emulator::locate();
    }
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let target = own.ancestors().nth(2).ok_or("this program is not in a cargo target")?;
    let built = |profile: &str| {
        let file = target.join(profile).join(maser::emulator::NAME);
        let time = std::fs::metadata(&file).and_then(|m| m.modified()).ok()?;
        otp::is_executable(&file).then_some((time, file))
    };
    let newest: Option<(SystemTime, PathBuf)> =
        ["release", "checked", "debug"].iter().filter_map(|p| built(p)).max();
    newest.map(|(_, file)| file).ok_or_else(|| {
        format!("no emulator built in {}; build one or set MASER_EMU", target.display())
    })
}

/// The installed OTP with that emulator.
pub(crate) fn shadow(otp: &Otp) -> Result<(PathBuf, Shadow)> {
    let file = locate()?;
    let shadow = shadow::prepare(otp, &file)?;
    Ok((file, shadow))
}
