//! Builds what suites keep beside them in C and Erlang: programs for ports, drivers, NIF libraries.
//!
//! `SUITE_data/Makefile.src` has words as `@CC@`, which OTP's test server replaces by what its
//! `configure` has found; the same words are replaced here for this machine.

use super::{Place, files, finished};
use crate::root;
use maser::otp::Otp;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::available_parallelism;

/// Stands in a directory whose Makefile has been run to its end.
const STAMP: &str = ".made";

/// The definitions of `configure` that a suite asks for.
const DEFINES: &str = "-DHAVE_STRERROR=1 -DHAVE_VSNPRINTF=1 -DHAVE_ISFINITE=1 -DHAVE_UNISTD_H=1 \
                       -DHAVE_POLL_H=1 -DHAVE_LINUX_TCP_H=1 -DHAVE_SANE_LINUX_TCP_H=1";

/// Words of a `Makefile.src` and what they stand for.
type Words = Vec<(&'static str, String)>;

impl Place {
    /// Runs the Makefiles of an application's suites that have not been run to their end yet. Cases
    /// that want what cannot be built miss it.
    pub(super) fn build_programs(&self, otp: &Otp, app: &str) {
        let mut makefiles = Vec::new();
        files(&self.tests(app), "src", &mut makefiles);
        makefiles.retain(|file| file.file_name().is_some_and(|name| name == "Makefile.src"));
        // The directory that others of its application need comes first.
        makefiles.sort_by_key(|file| !file.to_string_lossy().contains("/all_SUITE_data/"));
        if makefiles.iter().all(|file| file.with_file_name(STAMP).exists()) {
            return;
        }
        let library = self.library_of_nodes(otp).unwrap_or_else(|why| {
            println!("erl_interface: {why}");
            PathBuf::new()
        });
        for file in makefiles {
            let Some(dir) = file.parent().filter(|dir| !dir.join(STAMP).exists()) else { continue };
            match self.make(otp, &library, dir, &file) {
                Ok(()) => {
                    let _ = fs::write(dir.join(STAMP), "");
                }
                Err(why) => println!("{}: {why}", file.display()),
            }
        }
    }

    /// Runs `Makefile.first`, where there is one, and what `Makefile.src` becomes.
    fn make(&self, otp: &Otp, library: &Path, dir: &Path, source: &Path) -> Result<(), String> {
        let text = fs::read_to_string(source).map_err(|e| e.to_string())?;
        let file = dir.join("Makefile");
        fs::write(&file, expanded(&text, &words(otp, library))).map_err(|e| e.to_string())?;
        if dir.join("Makefile.first").exists() {
            finished(self.stock_make(otp).current_dir(dir).args(["-f", "Makefile.first"]))?;
        }
        finished(self.stock_make(otp).current_dir(dir).args(["-k", "-f", "Makefile"]))
    }

    /// A copy of `libei.a` that asks for functions by the names that each C library has: that of a
    /// newer distribution asks for those that only its own C library has.
    fn library_of_nodes(&self, otp: &Otp) -> Result<PathBuf, String> {
        let copy = self.dir.join("libei.a");
        let mut objcopy = Command::new("objcopy");
        for name in ["strtol", "strtoul", "sscanf"] {
            objcopy.arg(format!("--redefine-sym=__isoc23_{name}={name}"));
        }
        finished(objcopy.arg(of_nodes(otp).join("lib/libei.a")).arg(&copy))?;
        Ok(copy)
    }

    /// `make`, which finds the stock tools first.
    fn stock_make(&self, otp: &Otp) -> Command {
        let mut command = Command::new("make");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let tools = [otp.root.join("bin")].into_iter().chain(std::env::split_paths(&path));
        let jobs = available_parallelism().map_or(1, |n| n.get());
        command
            .env("PATH", std::env::join_paths(tools).unwrap_or(path.clone()))
            .env("ERLC_EMULATOR", otp.command("erl"))
            .env_remove("MAKEFLAGS")
            .stdin(std::process::Stdio::null())
            .arg(format!("-j{jobs}"));
        command
    }
}

/// The directory of the application for nodes in C.
fn of_nodes(otp: &Otp) -> PathBuf {
    let ebin = otp.code_of("erl_interface").into_iter().next().unwrap_or_default();
    ebin.parent().unwrap_or(Path::new("erl_interface")).to_path_buf()
}

/// The words of a `Makefile.src` and their values on this machine, with a library for nodes in C.
fn words(otp: &Otp, library: &Path) -> Words {
    let flags = "-g -O2 -w -D_THREAD_SAFE -D_REENTRANT";
    let shown = |path: PathBuf| path.display().to_string();
    let erts = otp.erts_dir();
    let include = otp.root.join("usr/include");
    let ei = of_nodes(otp);
    let internal = erts.join("include/internal");
    // In place of the headers of the inside of stock's emulator.
    let inside = root().join("conformance/include");
    // Only some distributions install that of erl_interface.
    let installed = Some(ei.join("src/eidefs.mk")).filter(|file| file.exists());
    let definitions = installed.unwrap_or_else(|| inside.join("eidefs.mk"));
    let mut words: Words = [
        ("CC", "cc"),
        ("LD", "$(CC) $(CFLAGS)"),
        ("CFLAGS", flags),
        ("EI_CFLAGS", flags),
        ("ERTS_CFLAGS", flags),
        ("DEFS", DEFINES),
        ("LIBS", "-lm"),
        ("ERTS_LIBS", "-lm"),
        ("CROSSLDFLAGS", ""),
        ("SHLIB_LD", "cc"),
        ("SHLIB_LDFLAGS", "-shared"),
        ("SHLIB_LDLIBS", ""),
        ("dll", ".so"),
        ("obj", ".o"),
        ("exe", ""),
        ("EMULATOR", "beam"),
        ("DS", "/"),
        ("PS", ":"),
        ("WSL", ""),
        ("make_command", "make"),
        ("erl_interface_sock_libs", ""),
        ("erl_interface_threadlib", "-lpthread"),
    ]
    .map(|(word, value)| (word, value.to_string()))
    .to_vec();
    words.extend([
        ("SHLIB_CFLAGS", format!("-fPIC {flags}")),
        ("erl_name", shown(otp.command("erl"))),
        ("erl_include", shown(include)),
        ("erl_interface_include", shown(ei.join("include"))),
        ("erl_interface_mk_include", shown(definitions)),
        ("erl_interface_libpath", shown(ei.join("lib"))),
        ("erl_interface_eilib", shown(library.to_path_buf())),
        ("erl_interface_eilib_drv", shown(library.to_path_buf())),
        ("erts_lib_include", shown(erts.join("include"))),
        ("erts_lib_include_generated", shown(erts.join("include"))),
        ("erts_lib_include_internal", shown(inside.clone())),
        ("erts_lib_include_internal_generated", shown(inside)),
        ("erts_lib_path", shown(erts.join("lib"))),
        ("erts_lib_internal_path", shown(erts.join("lib/internal"))),
        ("erts_lib_make_ethread", shown(internal.join("ethread.mk"))),
        ("erts_lib_make_internal", shown(internal.join("erts_internal.mk"))),
    ]);
    // A rule for libraries of one source each.
    let rules = "\
.SUFFIXES:
.SUFFIXES: @dll@ @obj@ .c

.c@dll@:
\t@CC@ -c @SHLIB_CFLAGS@ $(SHLIB_EXTRA_CFLAGS) -I@erl_include@ @DEFS@ $< -o $*@obj@
\t@SHLIB_LD@ @CROSSLDFLAGS@ @SHLIB_LDFLAGS@ $(SHLIB_EXTRA_LDFLAGS) -o $@ $*@obj@ \\
\t\t@SHLIB_LDLIBS@ $(SHLIB_EXTRA_LDLIBS)
";
    words.push(("SHLIB_RULES", expanded(rules, &words)));
    words
}

/// The text with each `@WORD@` replaced; what is no word of the table stays.
fn expanded(text: &str, words: &Words) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        result.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let name = rest.split('@').next().unwrap_or_default();
        match words.iter().find(|(word, _)| *word == name) {
            Some((_, value)) if rest.len() > name.len() => {
                result.push_str(value);
                rest = &rest[name.len() + 1..];
            }
            _ => result.push('@'),
        }
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_and_all_else_stays() {
        let words = vec![("dll", ".so".to_string()), ("exe", String::new())];
        let text = "all: a@dll@ b@exe@\n\t@echo $@ @none@ @dll";
        assert_eq!(expanded(text, &words), "all: a.so b\n\t@echo $@ @none@ @dll");
    }
}
