//! The compiler's program.

use super::{Mode, store};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The compiler's name, beside the emulator.
pub(super) const PROGRAM: &str = "maser-native";

/// The compiler's file, if it is installed and there is a place for what it makes.
pub fn program() -> Option<&'static Path> {
    static FILE: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        if !store::may_keep() {
            return None;
        }
        match trust::beside(Path::new(PROGRAM)) {
            Ok(file) => file.is_file().then_some(file),
            Err(refused) => {
                if refused.is_refusal() {
                    store::log(&format_args!("Nothing is compiled to native code: {refused}"));
                }
                None
            }
        }
    });
    match Mode::now() {
        Mode::Off | Mode::Templates | Mode::Cache | Mode::Profile => None,
        Mode::Auto | Mode::All => FILE.as_deref(),
    }
}
