//! The installed OTP: where its preloaded modules are, and which release it is.

use std::fs;
use std::path::{Path, PathBuf};

/// The parts of OTP that an emulator needs.
#[derive(Debug)]
pub struct Installed {
    /// Directory with the preloaded modules.
    pub ebin: PathBuf,
    /// Version of erts, such as `13.1.5`.
    pub erts: String,
    /// Release, such as 25.
    pub release: u8,
}

/// Looks for OTP under its root; `bindir` says which version of erts if there are several. Releases
/// that bring their own erts do not bring its modules, for stock has them in its program: Maser has
/// them beside its own then, where `maser exec` and `maser use` put them.
pub fn find(root: &str, bindir: &str) -> Result<Installed, String> {
    if root.is_empty() {
        return Err("no -root among the arguments, and ROOTDIR is not set".to_owned());
    }
    let named = bindir.split('/').rev().find_map(|part| part.strip_prefix("erts-"));
    let (ebin, erts) = match named.and_then(|version| beside(Path::new(root), version)) {
        Some(found) => found,
        None => below(root, named)?,
    };
    let release = release_of(&erts)?;
    Ok(Installed { ebin, erts, release })
}

/// The modules of this version that are beside the program, if the root has none.
fn beside(root: &Path, version: &str) -> Option<(PathBuf, String)> {
    let inside = format!("erts-{version}/ebin");
    if root.join("lib").join(&inside).join(INIT).exists() {
        return None;
    }
    let ebin = trust::beside(Path::new(&inside)).ok()?;
    ebin.join(INIT).exists().then(|| (ebin, version.to_owned()))
}

/// The modules below the root: of the version that is named, of the one that is started by default,
/// or of the newest.
fn below(root: &str, named: Option<&str>) -> Result<(PathBuf, String), String> {
    let lib = Path::new(root).join("lib");
    let mut found: Vec<String> = fs::read_dir(&lib)
        .map_err(|e| format!("cannot read {}: {e}", lib.display()))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_prefix("erts-").map(str::to_owned))
        .filter(|version| lib.join(format!("erts-{version}/ebin")).join(INIT).exists())
        .collect();
    found.sort_by_key(|version| numbers(version));
    let wanted = started_by_default(root);
    let erts = found
        .iter()
        .find(|v| Some(v.as_str()) == named)
        .or_else(|| found.iter().find(|v| wanted.as_ref() == Some(v)))
        .or(found.last())
        .cloned()
        .ok_or_else(|| {
            format!(
                "no preloaded modules in {}/erts-*/ebin: a release that brings its own erts is \
                 started by maser exec, or has Maser by maser use",
                lib.display()
            )
        })?;
    Ok((lib.join(format!("erts-{erts}/ebin")), erts))
}

/// The preloaded module by which a directory of them is known.
const INIT: &str = "init.beam";

fn numbers(version: &str) -> Vec<u32> {
    version.split('.').map(|n| n.parse().unwrap_or(0)).collect()
}

/// The version of erts that `releases/start_erl.data` names.
fn started_by_default(root: &str) -> Option<String> {
    let data = fs::read_to_string(Path::new(root).join("releases/start_erl.data")).ok()?;
    data.split_ascii_whitespace().next().map(str::to_owned)
}

/// The release that has this version of erts. An error if it is none that is served.
fn release_of(erts: &str) -> Result<u8, String> {
    let number = release::of_erts(erts);
    let (oldest, newest) = (release::OLDEST, release::NEWEST);
    let served = u8::try_from(number).ok().filter(|n| release::served().contains(n));
    served.ok_or_else(|| format!("erts-{erts} is of OTP {number}: {oldest} to {newest} are served"))
}

/// Checks that a release can do as another one (`+R`): as itself, and as the two before.
pub fn check_compatible(with: Option<i64>, release: u8) -> Result<(), String> {
    let (Some(with), own) = (with, i64::from(release)) else { return Ok(()) };
    match (own - 2..=own).contains(&with) {
        true => Ok(()),
        false => {
            Err(format!("bad value {with} of +R: a number from {} to {own} is wanted", own - 2))
        }
    }
}

/// Preloaded modules, in the order in which they are loaded.
const PRELOADED: &[&str] = &[
    "erts_code_purger",
    "erl_init",
    "init",
    "prim_buffer",
    "prim_eval",
    "prim_inet",
    "prim_file",
    "zlib",
    "socket_registry",
    "prim_socket",
    "prim_net",
    "prim_zip",
    "erl_prim_loader",
    "erlang",
    "erts_internal",
    "erl_tracer",
    "erts_literal_area_collector",
    "erts_trace_cleaner",
    "erts_dirty_process_signal_handler",
    "atomics",
    "counters",
    "persistent_term",
];

/// The preloaded modules' files.
pub fn preloaded(ebin: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let cannot = |e: std::io::Error| format!("cannot read {}: {e}", ebin.display());
    let mut files: Vec<PathBuf> = fs::read_dir(ebin)
        .map_err(cannot)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "beam"))
        .collect();
    // As stock does: atoms get their numbers in this order.
    let place = |file: &PathBuf| {
        let name = file.file_stem().and_then(|name| name.to_str());
        PRELOADED.iter().position(|&module| name == Some(module)).unwrap_or(PRELOADED.len())
    };
    files.sort_by_key(|file| (place(file), file.clone()));
    files
        .into_iter()
        .map(|path| {
            let bytes = fs::read(&path).map_err(|e| format!("cannot read {}: {e}", path.display()));
            Ok((path, bytes?))
        })
        .collect()
}
