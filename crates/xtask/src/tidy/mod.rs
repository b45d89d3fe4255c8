//! The house rules that a program can check; also runs as a test.

mod functions;
mod imports;
mod prose;
mod tokens;

use crate::{Result, dependencies, root};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Longest line of Rust code.
const LINE_MAX: usize = 100;
/// Longest file: beyond it, it is a folder that is missing.
const FILE_LINES_MAX: usize = 1000;

/// Files that are longer for a reason.
const LONG_FILES: &[(&str, &str)] = &[(
    "crates/vm/src/interp/execute.rs",
    "one loop: its state lives in machine registers, which a division would spill at each call",
)];

/// Files with lines that cannot be shorter.
const WIDE_FILES: &[(&str, &str)] = &[
    ("crates/beamfile/src/op.rs", "the pattern of one row of the opcode table"),
    ("crates/term/tests/etf_mutation.rs", "Erlang programs"),
    ("crates/term/tests/numbers.rs", "Erlang programs"),
];

/// Texts that must not be left in code, split so that this file does not contain them.
const LEFTOVERS: &[(&str, &str)] =
    &[("todo", "!("), ("unimplemented", "!("), ("dbg", "!("), ("<<<<", "<<< "), (">>>>", ">>> ")];

/// Endings of the files that hold text of ours.
const TEXTS: &[&str] = &["rs", "toml", "md", "erl", "xrl", "sh", "tmux", "txt", "yml", "out"];

/// Prints what is against the rules; with `--wrap` breaks comments that are too long first.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    if args.iter().any(|a| a == "--wrap") {
        wrap(&root())?;
    }
    if let Some(at) = args.iter().position(|a| a == "--imports") {
        let wanted = args.get(at + 1).ok_or("--imports CRATE or --imports CRATE/MODULE")?;
        imports::print(&root(), wanted)?;
        return Ok(ExitCode::SUCCESS);
    }
    let findings = findings(&root())?;
    for finding in &findings {
        println!("{finding}");
    }
    for double in dependencies::doubles(&root())? {
        println!("Cargo.lock: several versions of {double} (no finding)");
    }
    println!("tidy: {} findings", findings.len());
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Breaks the comments that rustfmt leaves too long.
fn wrap(root: &Path) -> Result<()> {
    let mut files = Vec::new();
    walk(root, &mut files)?;
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let wrapped = wrapped(&text);
        if wrapped != text {
            std::fs::write(file, wrapped).map_err(|e| format!("{}: {e}", file.display()))?;
        }
    }
    Ok(())
}

/// The text with its long comment lines broken; what is left over joins the line below.
fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut carried: Option<(String, String)> = None;
    for line in text.lines() {
        let mut line = line.to_string();
        if let Some((prefix, words)) = carried.take() {
            match line.strip_prefix(&prefix).filter(|content| goes_on(content)) {
                Some(content) => line = format!("{prefix}{words} {}", content.trim_start()),
                None => {
                    out.push_str(&format!("{prefix}{words}\n"));
                }
            }
        }
        // A remainder may be long enough to be broken again.
        while let Some((first, prefix, rest)) = broken(&line) {
            out.push_str(&format!("{first}\n"));
            if rest.chars().count() + prefix.chars().count() <= LINE_MAX {
                carried = Some((prefix, rest));
                break;
            }
            line = format!("{prefix}{rest}");
        }
        if carried.is_none() {
            out.push_str(&format!("{line}\n"));
        }
    }
    if let Some((prefix, words)) = carried {
        out.push_str(&format!("{prefix}{words}\n"));
    }
    out
}

/// Whether a comment line continues the sentence above it.
fn goes_on(content: &str) -> bool {
    let first = content.trim_start().chars().next();
    first.is_some_and(|c| !matches!(c, '-' | '*' | '|' | '#' | '`' | '0'..='9' | '['))
        && !content.starts_with("    ")
}

/// The part of a long comment line that fits, what the next line begins with, and the rest.
fn broken(line: &str) -> Option<(String, String, String)> {
    let indent = line.len() - line.trim_start().len();
    let marker = ["/// ", "//! ", "// "].into_iter().find(|m| line[indent..].starts_with(m))?;
    if line.chars().count() <= LINE_MAX {
        return None;
    }
    let content = &line[indent + marker.len()..];
    // A row of a table stays one line.
    if content.trim_start().starts_with('|') {
        return None;
    }
    let deeper = content.len() - content.trim_start().len();
    let bullet = content.trim_start().starts_with("- ") || content.trim_start().starts_with("* ");
    let inner = " ".repeat(deeper + if bullet { 2 } else { 0 });
    let fits = line.char_indices().nth(LINE_MAX).map(|(at, _)| at)?;
    let start = indent + marker.len() + deeper;
    let at = start + line.get(start..=fits)?.rfind(' ')?;
    let prefix = format!("{}{inner}", &line[..indent + marker.len()]);
    Some((line[..at].trim_end().to_string(), prefix, line[at + 1..].to_string()))
}

/// Everything that is against the rules.
fn findings(root: &Path) -> Result<Vec<String>> {
    let mut found = in_files(root)?;
    crates_in_the_map(root, &mut found)?;
    imports::findings(root, &mut found)?;
    found.extend(dependencies::findings(root)?);
    found.sort();
    Ok(found)
}

/// The findings in single files.
fn in_files(root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    walk(root, &mut files)?;
    let (mut found, mut long) = (Vec::new(), Vec::new());
    for file in &files {
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let ending = file.extension().map(|e| e.to_string_lossy().into_owned());
        match ending.as_deref() {
            Some("rs") => {
                rust_file(&name, &text, &mut found);
                functions::rust_file(&name, &text, &mut found, &mut long);
                prose::rust_file(&name, &text, &mut found);
            }
            Some("md") => prose::document(&name, &text, &mut found),
            Some("toml" | "sh" | "yml") | None => prose::script(&name, &text, &mut found),
            _ => {}
        }
        if name.ends_with("Cargo.toml") {
            manifest(&name, &text, &mut found);
        }
        any_file(&name, &text, &mut found);
    }
    functions::compare(&long, &mut found);
    Ok(found)
}

/// All files of ours below `dir`, without what is built.
fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let kind = entry.file_type().map_err(|e| e.to_string())?;
        if kind.is_dir() {
            // .ci and .cargo are ours, .git is not; fuzzers keep their finds beside them.
            let skipped = name.starts_with("target") || name == ".git";
            if !skipped && name != "corpus" && name != "artifacts" {
                walk(&path, files)?;
            }
        } else if kind.is_file() {
            let ending = path.extension().map(|e| e.to_string_lossy().into_owned());
            let text = ending.as_deref().is_none_or(|e| TEXTS.contains(&e));
            if text && name != "Cargo.lock" && name != ".git" {
                files.push(path);
            }
        }
    }
    Ok(())
}

fn rust_file(name: &str, text: &str, found: &mut Vec<String>) {
    if !text.starts_with("//! ") {
        found.push(format!("{name}:1: a module begins with //! and what it is for"));
    }
    let lines = text.lines().count();
    if lines > FILE_LINES_MAX && LONG_FILES.iter().all(|(long, _)| *long != name) {
        found.push(format!("{name}: {lines} lines: divide it (at most {FILE_LINES_MAX})"));
    }
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        // Strings and addresses cannot be broken.
        let wide = WIDE_FILES.iter().any(|(file, _)| *file == name);
        let breakable = !wide && !line.contains('"') && !line.contains("://");
        if line.chars().count() > LINE_MAX && breakable {
            found.push(format!("{name}:{number}: longer than {LINE_MAX} columns"));
        }
        for (word, rest) in LEFTOVERS {
            let whole = format!("{word}{rest}");
            let commented = line.trim_start().starts_with("//");
            if line.contains(&whole) && !commented {
                found.push(format!("{name}:{number}: {whole} is left in"));
            }
        }
    }
}

fn any_file(name: &str, text: &str, found: &mut Vec<String>) {
    // Places and tools of one machine mean nothing on another.
    let places = [concat!("/wo", "rk/"), concat!("HELP", "ERS.md")];
    for (number, line) in text.lines().enumerate() {
        if places.iter().any(|place| line.contains(place)) {
            found.push(format!("{name}:{}: names a place of one machine", number + 1));
        }
    }
}

/// Every dependency from outside says in a comment why it is there.
fn manifest(name: &str, text: &str, found: &mut Vec<String>) {
    let (mut in_dependencies, mut commented) = (false, false);
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(section) = line.strip_prefix('[') {
            in_dependencies = section.trim_end_matches(']').ends_with("dependencies");
        } else if line.starts_with('#') {
            commented = true;
            continue;
        } else if in_dependencies && line.contains('=') {
            let ours = line.contains("path =") || line.contains("workspace = true");
            let ours = ours || line.contains(".workspace");
            if !ours && !commented && !line.contains('#') {
                found.push(format!("{name}:{}: say why this dependency is there", number + 1));
            }
        }
        commented = false;
    }
}

/// Every crate has its place in docs/architecture.md.
fn crates_in_the_map(root: &Path, found: &mut Vec<String>) -> Result<()> {
    let Ok(map) = std::fs::read_to_string(root.join("docs/architecture.md")) else {
        return Ok(());
    };
    let crates = root.join("crates");
    let entries = std::fs::read_dir(&crates).map_err(|e| format!("{}: {e}", crates.display()))?;
    for entry in entries.flatten().filter(|e| e.path().join("Cargo.toml").exists()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !map.contains(&format!("`{name}`")) && !map.contains(&format!("crates/{name}")) {
            found.push(format!("docs/architecture.md: does not mention the crate {name}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        let findings = findings(&root()).unwrap();
        assert!(findings.is_empty(), "\n{}", findings.join("\n"));
    }

    fn check_rust(text: &str) -> usize {
        let mut found = Vec::new();
        rust_file("x.rs", text, &mut found);
        found.len()
    }

    #[test]
    fn rules_for_rust_files() {
        assert_eq!(check_rust("//! For a test.\nfn f() {}\n"), 0);
        assert_eq!(check_rust("fn f() {}\n"), 1);
        assert_eq!(check_rust(&format!("//! x\n// {}\n", "y".repeat(100))), 1);
        assert_eq!(check_rust(&format!("//! x\nlet s = \"{}\";\n", "y".repeat(100))), 0);
        assert_eq!(check_rust(&format!("//! x\nfn f() {{ {}!() }}\n", "todo")), 1);
        assert_eq!(check_rust(&format!("//! x\n{}", "\n".repeat(1001))), 1);
    }

    #[test]
    fn long_comments_are_broken_between_words() {
        assert_eq!(wrapped("// short\n"), "// short\n");
        let long = format!("    /// {}\n    /// tail.\n", "word ".repeat(30).trim_end());
        let text = wrapped(&long);
        assert!(text.lines().all(|l| l.len() <= LINE_MAX && l.starts_with("    /// word")));
        assert_eq!((text.matches("word").count(), text.lines().count()), (30, 2));
        assert!(text.ends_with(" tail.\n"));
        let bullets = format!("//! - {}\n//! - x\n", "item ".repeat(30).trim_end());
        assert_eq!(wrapped(&bullets).lines().filter(|l| l.starts_with("//!   item")).count(), 1);
        let code = format!("let x = {};\n", "1 + ".repeat(40));
        assert_eq!(wrapped(&code), code);
    }

    #[test]
    fn dependencies_need_a_reason() {
        let mut found = Vec::new();
        manifest("a", "[dependencies]\nlibc = \"1\"\nterm = { workspace = true }\n", &mut found);
        manifest("b", "[dependencies]\n# why\nlibc = \"1\"\n[lib]\nx = 1\n", &mut found);
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
