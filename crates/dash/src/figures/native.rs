//! Native code: which modules have it, from which tier, and how many wait for the compiler.

use serde::Serialize;
use term::Atom;
use vm::code::native::{self, Mode, compiler};
use vm::code::{self, Instance};

/// Native code.
#[derive(Serialize, Debug)]
pub struct Native {
    /// When modules are compiled: the flag `+native`.
    pub mode: &'static str,
    /// Modules that are loaded.
    pub modules: usize,
    /// Modules whose calls go to code of LLVM's.
    pub compiled: usize,
    /// Modules whose calls go to code of the template tier.
    pub templates: usize,
    /// Bytes of native code.
    pub bytes: u64,
    /// Modules that are known to wait for the compiler; none if that cannot be told just now.
    pub waiting: Option<usize>,
    /// All modules.
    pub rows: Vec<Row>,
}

/// A module.
#[derive(Serialize, Debug)]
pub struct Row {
    /// Its name.
    pub module: String,
    /// `compiled`, `template`, or `base` for the base tier.
    pub tier: &'static str,
    /// Bytes of its base-tier code, literals and tables.
    pub base_bytes: usize,
    /// Bytes of its native code.
    pub native_bytes: usize,
    /// Its functions.
    pub functions: usize,
    /// Functions that have no native code in a compiled module.
    pub left: Option<usize>,
    /// Milliseconds that LLVM took.
    pub compile_ms: Option<u32>,
}

/// All modules.
pub fn now() -> Native {
    let mut names = code::all_loaded();
    names.sort_by_key(|name| name.name());
    let found = names.into_iter().filter_map(|name| Some((name, code::current(name)?)));
    let rows: Vec<Row> = found.map(|(name, instance)| row(name, &instance)).collect();
    let of_tier = |tier: &str| rows.iter().filter(|row| row.tier == tier).count();
    Native {
        mode: match Mode::now() {
            Mode::Off => "off",
            Mode::Templates => "templates",
            Mode::Cache => "cache",
            Mode::Auto => "auto",
            Mode::All => "all",
            Mode::Profile => "profile",
        },
        modules: rows.len(),
        compiled: of_tier("compiled"),
        templates: of_tier("template"),
        bytes: rows.iter().map(|row| row.native_bytes as u64).sum(),
        waiting: compiler::waiting(),
        rows,
    }
}

fn row(name: Atom, instance: &Instance) -> Row {
    let [template, compiled] = native::sizes(instance);
    let info = native::info(instance);
    Row {
        module: name.name().to_owned(),
        tier: match (compiled, template) {
            (Some(_), _) => "compiled",
            (None, Some(_)) => "template",
            (None, None) => "base",
        },
        base_bytes: instance.bytes(),
        native_bytes: template.unwrap_or(0) + compiled.unwrap_or(0),
        functions: instance.functions.len(),
        left: info.as_ref().map(|info| info.left.len()),
        compile_ms: info.map(|info| info.milliseconds),
    }
}
