//! Where images are kept: one file for each module, named by its MD5, in a directory for each kind
//! of emulator and processor.

use std::path::{Path, PathBuf};

/// Says where images are kept in place of the usual directory; `off` for nowhere.
pub const VARIABLE: &str = "MASER_NATIVE";

/// The directory of images for this emulator on this processor; None if there are to be none.
pub fn directory() -> Option<PathBuf> {
    let set = std::env::var_os(VARIABLE).filter(|v| !v.is_empty());
    if set.as_ref().is_some_and(|v| v == "off") {
        return None;
    }
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let root = set
        .map(PathBuf::from)
        .or_else(|| absolute("XDG_CACHE_HOME").map(|dir| dir.join("maser/native")))
        .or_else(|| absolute("HOME").map(|dir| dir.join(".cache/maser/native")))?;
    Some(root.join(format!("{:016x}", crate::fingerprint())))
}

/// The file of a module's image in a directory.
pub fn file(directory: &Path, md5: &[u8; 16]) -> PathBuf {
    let hex: String = md5.iter().map(|b| format!("{b:02x}")).collect();
    directory.join(hex + ".native")
}
