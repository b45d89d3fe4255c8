//! The installations of OTP on this machine, and whether they are whole.

use crate::otp::{self, Otp};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Roots where installations usually are.
const USUAL: &[&str] = &["/usr/lib/erlang", "/usr/lib64/erlang", "/usr/local/lib/erlang"];

/// The root directories of all installations that are found, each once: the one that is used, those
/// of `erl` on PATH, the usual ones, those that `scripts/otp-roots` has fetched, and those of kerl,
/// asdf and mise.
pub fn all(used: Option<&Path>) -> Vec<PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let mut found: Vec<PathBuf> = used.map(Path::to_path_buf).into_iter().collect();
    found.extend(otp::on_path());
    found.extend(USUAL.iter().map(PathBuf::from));
    let of = |variable: &str, usual: &str| {
        let told = env::var_os(variable).map(PathBuf::from).filter(|dir| dir.is_absolute());
        told.or_else(|| home.as_ref().map(|home| home.join(usual)))
    };
    let inside = |dir: Option<PathBuf>, below: &str| {
        let entries = dir.and_then(|dir| fs::read_dir(dir).ok()).into_iter().flatten().flatten();
        let mut roots: Vec<PathBuf> = entries.map(|e| e.path().join(below)).collect();
        roots.sort();
        roots
    };
    let cache = of("XDG_CACHE_HOME", ".cache").map(|dir| dir.join("maser/otp-roots"));
    found.extend(inside(cache, "usr/lib/erlang"));
    found.extend(kerl(of("KERL_BASE_DIR", ".kerl")));
    let asdf = of("ASDF_DATA_DIR", ".asdf").map(|dir| dir.join("installs/erlang"));
    let mise = of("MISE_DATA_DIR", ".local/share/mise").map(|dir| dir.join("installs/erlang"));
    for dir in [asdf, mise] {
        for version in inside(dir, "") {
            // asdf's are as `make install` leaves them, or below `lib/erlang`.
            found.extend([version.join("lib/erlang"), version]);
        }
    }
    let mut seen = BTreeSet::new();
    found
        .into_iter()
        .filter_map(|root| fs::canonicalize(root).ok())
        .filter(|root| root.join("releases").is_dir() && seen.insert(root.clone()))
        .collect()
}

/// The installations that kerl has made: it keeps a list of them.
fn kerl(base: Option<PathBuf>) -> Vec<PathBuf> {
    let list = base.and_then(|base| fs::read_to_string(base.join("otp_installations")).ok());
    let list = list.unwrap_or_default();
    let roots = list.lines().filter_map(|line| line.split_once(' '));
    roots.map(|(_, root)| PathBuf::from(root.trim())).collect()
}

/// The parts that an installation lacks: none if it is whole.
pub fn lacks(otp: &Otp) -> Vec<String> {
    let mut lacks = Vec::new();
    let erts = format!("erts-{}", otp.erts);
    let files = [
        "bin/start.boot".to_string(),
        "bin/start_clean.boot".to_string(),
        format!("lib/{erts}/ebin/init.beam"),
        format!("{erts}/bin/epmd"),
        format!("{erts}/bin/heart"),
        format!("{erts}/bin/inet_gethost"),
    ];
    lacks.extend(files.into_iter().filter(|file| !otp.root.join(file).exists()));
    for application in ["kernel", "stdlib"] {
        if otp.code_of(application).is_empty() {
            lacks.push(format!("lib/{application}-*"));
        }
    }
    let libraries = fs::read_dir(otp.root.join("lib")).into_iter().flatten().flatten();
    let mut libraries: Vec<PathBuf> = libraries.map(|library| library.path()).collect();
    libraries.sort();
    lacks.extend(libraries.iter().filter_map(|library| lacking(library)));
    lacks
}

/// The modules that an application names and does not have, in short.
fn lacking(library: &Path) -> Option<String> {
    let directory = library.file_name()?.to_str()?;
    let name = directory.split('-').next()?;
    let ebin = library.join("ebin");
    let text = fs::read_to_string(ebin.join(format!("{name}.app"))).ok()?;
    let modules = modules(&text);
    let missing: Vec<String> =
        modules.into_iter().filter(|m| !ebin.join(format!("{m}.beam")).exists()).collect();
    let file = format!("lib/{directory}/ebin/{}.beam", missing.first()?);
    Some(match missing.len() - 1 {
        0 => file,
        others => format!("{file} and {others} more modules of it"),
    })
}

/// The names of the modules in the text of an `.app` file.
fn modules(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter_map(|line| line.split('%').next()).collect();
    let text = lines.join(" ");
    let list = text.split_once("{modules").and_then(|(_, rest)| rest.split_once('['));
    let list = list.and_then(|(_, rest)| rest.split(']').next()).unwrap_or_default();
    let names = list.split(',').map(|name| name.trim().trim_matches('\'').to_string());
    names.filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_of_an_application() {
        let text =
            "{application, x,\n [{vsn, \"1\"},\n  {modules, [a, 'b',\n% no\n   c]},\n {y, [z]}]}.";
        assert_eq!(modules(text), ["a", "b", "c"]);
        assert_eq!(modules("{application, x, [{modules, []}, {y, [z]}]}."), [""; 0]);
        assert_eq!(modules("{application, x, []}."), [""; 0]);
    }

    #[test]
    fn what_is_missing_is_named() {
        let dir = trust::Scratch::new("roots").unwrap();
        let root = dir.path().to_path_buf();
        let otp = Otp { root, release: 25, version: "25.1".into(), erts: "13.1".into() };
        let has = |file: &str, text: &str| {
            let file = dir.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        for file in ["bin/start.boot", "bin/start_clean.boot", "lib/erts-13.1/ebin/init.beam"] {
            has(file, "");
        }
        for program in ["epmd", "heart", "inet_gethost"] {
            has(&format!("erts-13.1/bin/{program}"), "");
        }
        has("lib/stdlib-4/ebin/stdlib.app", "{application, stdlib, [{modules, [lists]}]}.");
        has("lib/stdlib-4/ebin/lists.beam", "");
        assert_eq!(lacks(&otp), ["lib/kernel-*"]);
        has("lib/kernel-8/ebin/kernel.app", "{application, kernel, [{modules, [code, file]}]}.");
        fs::remove_file(dir.path().join("bin/start.boot")).unwrap();
        assert_eq!(
            lacks(&otp),
            ["bin/start.boot", "lib/kernel-8/ebin/code.beam and 1 more modules of it"]
        );
    }
}
