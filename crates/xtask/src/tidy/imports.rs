//! Which modules of a crate name which, and the cycles among them.
//!
//! A module names another by a path in a `use` declaration, in an expression or in a macro. The
//! paths are resolved as the compiler does it, by `crate`, `super`, `self`, by what the module has
//! imported and by its child modules; re-exports lead to the module that has the item. Two folders
//! down, `a::b::c` and `a::d` are compared as `a::b` and `a::d`. A folder's own `mod.rs` (for a
//! crate its `lib.rs`) stands above the modules in it and is no node beside them. Tests are left
//! out.

use super::tokens::{self, Path as Names};
use crate::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Re-exports that are followed before a path counts as endless.
const HOPS_MAX: usize = 16;

/// The modules of a crate, by their paths from its root (which is the empty path).
#[derive(Default)]
pub(super) struct Modules {
    modules: BTreeMap<Names, Module>,
}

#[derive(Default)]
struct Module {
    /// Names that `use` declarations bring in, and for what.
    imported: BTreeMap<String, Names>,
    /// Modules all of whose names are brought in.
    globs: Vec<Names>,
    /// Paths as they are written, and how often.
    named: BTreeMap<Names, usize>,
}

/// For each pair of modules that are beside each other: the items of the second that the first
/// names, and how often.
type Graph = BTreeMap<(String, String), BTreeMap<String, usize>>;

/// The circles among the modules of every folder.
pub(super) fn findings(root: &Path, found: &mut Vec<String>) -> Result<()> {
    for (name, src) in crates(root)? {
        let modules = Modules::read(&src)?;
        for folder in modules.folders() {
            let place = place(&name, &folder);
            for circle in components(&modules.graph(&folder)) {
                let names = circle.into_iter().collect::<Vec<_>>().join(", ");
                found.push(format!(
                    "{place}: {names} import each other in a circle \
                     (cargo xtask tidy --imports {place} shows why)"
                ));
            }
        }
    }
    Ok(())
}

/// The circles among the modules of a crate (`vm`) or of one of its folders (`vm/sched`), with the
/// items by which each import comes about.
pub(super) fn print(root: &Path, wanted: &str) -> Result<()> {
    let (name, folder) = wanted.split_once('/').unwrap_or((wanted, ""));
    let folder: Names = folder.split('/').filter(|s| !s.is_empty()).map(String::from).collect();
    let crates = crates(root)?;
    let src = crates.get(name).ok_or_else(|| format!("there is no crate {name}"))?;
    let modules = Modules::read(src)?;
    if !modules.folders().contains(&folder) {
        return Err(format!("{wanted} has no modules"));
    }
    print!("{}", described(&modules.graph(&folder)));
    Ok(())
}

/// The components with more than one module, and the imports within each.
fn described(graph: &Graph) -> String {
    let mut out = String::new();
    let components = components(graph);
    for component in &components {
        let names: Vec<&str> = component.iter().map(String::as_str).collect();
        let _ = writeln!(out, "{} in a circle: {}\n", names.len(), names.join(", "));
        for from in component {
            for to in component {
                let Some(items) = graph.get(&(from.clone(), to.clone())) else { continue };
                let items: Vec<String> =
                    items.iter().map(|(item, n)| format!("{item} ({n})")).collect();
                let _ = writeln!(out, "{from} -> {to}: {}", items.join(", "));
            }
            out.push('\n');
        }
    }
    if components.is_empty() {
        out.push_str("no circle\n");
    }
    out
}

fn place(name: &str, folder: &Names) -> String {
    std::iter::once(name).chain(folder.iter().map(String::as_str)).collect::<Vec<_>>().join("/")
}

/// The crates by name, each with its folder of sources.
fn crates(root: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    let mut files = Vec::new();
    super::walk(&root.join("crates"), &mut files)?;
    for manifest in files.iter().filter(|f| f.ends_with("Cargo.toml")) {
        let Some(folder) = manifest.parent() else { continue };
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let src = folder.join("src");
        if src.is_dir() {
            found.insert(name, src);
        }
    }
    Ok(found)
}

impl Modules {
    fn read(src: &Path) -> Result<Modules> {
        let mut files = Vec::new();
        super::walk(src, &mut files)?;
        let library = src.join("lib.rs").exists();
        let mut modules = Modules::default();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
            let relative = file.strip_prefix(src).unwrap_or(file);
            let main = relative == Path::new("main.rs") && library;
            if main || relative.starts_with("bin") {
                continue;
            }
            let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
            modules.add(module_path(relative), &text)?;
        }
        modules.drop_tests();
        Ok(modules)
    }

    fn add(&mut self, path: Names, text: &str) -> Result<()> {
        let source = tokens::read(text).map_err(|e| format!("{}: {e}", path.join("::")))?;
        for part in source {
            let path: Names = path.iter().chain(&part.inside).cloned().collect();
            let module = self.modules.entry(path.clone()).or_default();
            for (name, target) in part.imports {
                match name.as_str() {
                    "*" => module.globs.push(target.clone()),
                    "_" => {}
                    _ => drop(module.imported.insert(name, target.clone())),
                }
                *module.named.entry(target).or_default() += 1;
            }
            for named in part.paths {
                *module.named.entry(named).or_default() += 1;
            }
            for test in part.test_modules {
                let test = path.iter().cloned().chain([test]).collect();
                self.modules.entry(test).or_default().named.insert(vec![TEST.into()], 1);
            }
        }
        Ok(())
    }

    /// Forgets the modules that are only there in tests, with those below them.
    fn drop_tests(&mut self) {
        let is_test = |m: &Module| m.named.contains_key(&vec![TEST.to_string()]);
        let tests: Vec<Names> =
            self.modules.iter().filter(|(_, m)| is_test(m)).map(|(path, _)| path.clone()).collect();
        self.modules.retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
    }

    /// The paths of modules that have modules in them.
    fn folders(&self) -> BTreeSet<Names> {
        let parents = self.modules.keys().filter_map(|path| path.split_last());
        parents.map(|(_, parent)| parent.to_vec()).collect()
    }

    /// Which of the modules in `folder` name which.
    fn graph(&self, folder: &Names) -> Graph {
        let mut graph = Graph::new();
        for (path, module) in &self.modules {
            let Some(from) = child_of(folder, path) else { continue };
            for (named, times) in &module.named {
                let Some((inside, item)) = self.resolve(path, named) else { continue };
                let Some(to) = child_of(folder, &inside).filter(|to| *to != from) else { continue };
                let whole: Names = inside[folder.len()..].iter().cloned().chain(item).collect();
                let items = graph.entry((from.clone(), to)).or_default();
                *items.entry(whole.join("::")).or_default() += times;
            }
        }
        graph
    }

    /// The module that a path written in `from` leads to, and the item's name in it.
    fn resolve(&self, from: &Names, path: &Names) -> Option<(Names, Option<String>)> {
        self.resolve_within(from, path, HOPS_MAX)
    }

    fn resolve_within(
        &self,
        from: &Names,
        path: &Names,
        hops: usize,
    ) -> Option<(Names, Option<String>)> {
        let hops = hops.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.descend(Names::new(), rest, hops),
            "self" => self.descend(from.clone(), rest, hops),
            "super" => {
                let mut at = from.split_last()?.1.to_vec();
                let mut rest = rest;
                while rest.first().is_some_and(|r| r == "super") {
                    at.pop()?;
                    rest = &rest[1..];
                }
                self.descend(at, rest, hops)
            }
            // A declaration that imports what has its own name, as `use term::term`.
            _ if self.target(from, first).is_some_and(|t| t.first() == Some(first)) => {
                let child = self.has_child(from, first);
                child.then(|| self.descend(from.clone(), path, hops)).flatten()
            }
            _ if self.has_child(from, first) || self.target(from, first).is_some() => {
                self.descend(from.clone(), path, hops)
            }
            _ => {
                let globs = &self.modules.get(from)?.globs;
                // Names brought in by `*` lead to no further such declarations.
                let by_globs = globs.contains(path);
                globs.iter().filter(|_| !by_globs).find_map(|glob| {
                    let (module, item) = self.resolve_within(from, glob, hops)?;
                    let known =
                        self.has_child(&module, first) || self.target(&module, first).is_some();
                    (item.is_none() && module != *from && known)
                        .then(|| self.descend(module, path, hops))
                        .flatten()
                })
            }
        }
    }

    /// Goes down from a module along a path, and by re-exports elsewhere.
    fn descend(
        &self,
        mut at: Names,
        path: &[String],
        hops: usize,
    ) -> Option<(Names, Option<String>)> {
        let mut rest = path;
        while let Some((next, after)) = rest.split_first() {
            if self.has_child(&at, next) {
                at.push(next.clone());
                rest = after;
                continue;
            }
            if let Some(target) = self.target(&at, next) {
                let whole: Names = target.iter().chain(after).cloned().collect();
                return self.resolve_within(&at, &whole, hops);
            }
            return Some((at, Some(next.clone()).filter(|n| n != "*" && n != "self")));
        }
        Some((at, None))
    }

    fn has_child(&self, module: &Names, name: &str) -> bool {
        let path: Names = module.iter().cloned().chain([name.to_string()]).collect();
        self.modules.contains_key(&path)
    }

    fn target(&self, module: &Names, name: &str) -> Option<&Names> {
        self.modules.get(module)?.imported.get(name)
    }
}

/// Marks a module that tests alone have.
const TEST: &str = "#[cfg(test)]";

/// A file's module: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_path(file: &Path) -> Names {
    let mut path: Names =
        file.with_extension("").iter().map(|p| p.to_string_lossy().into_owned()).collect();
    let root = path.len() == 1 && matches!(path[0].as_str(), "lib" | "main");
    if root || path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    path
}

/// The module directly in `folder` that is `path` or has it in it.
fn child_of(folder: &Names, path: &Names) -> Option<String> {
    path.strip_prefix(folder.as_slice())?.first().cloned()
}

/// The sets of more than one module in which each leads to each.
fn components(graph: &Graph) -> Vec<BTreeSet<String>> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in graph.keys() {
        next.entry(from).or_default().insert(to);
    }
    let reached = |start| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(at) = open.pop() {
            let unseen = next.get(at).into_iter().flatten().filter(|to| seen.insert(**to));
            open.extend(unseen);
        }
        seen
    };
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        next.keys().map(|start| (*start, reached(*start))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (start, seen) in reach.iter().filter(|(start, seen)| seen.contains(*start)) {
        if found.iter().any(|set| set.contains(*start)) {
            continue;
        }
        let back = |to: &&&str| reach.get(**to).is_some_and(|from| from.contains(start));
        found.push(seen.iter().filter(back).map(|s| s.to_string()).collect());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(files: &[(&str, &str)]) -> Modules {
        let mut modules = Modules::default();
        for (file, text) in files {
            modules.add(module_path(Path::new(file)), text).unwrap();
        }
        modules.drop_tests();
        modules
    }

    fn circles(files: &[(&str, &str)], folder: &str) -> Vec<String> {
        let folder = folder.split('/').filter(|s| !s.is_empty()).map(String::from).collect();
        let components = components(&modules(files).graph(&folder));
        let joined = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(" ");
        components.iter().map(joined).collect()
    }

    #[test]
    fn circles_are_found_however_a_module_is_named() {
        let root = ("lib.rs", "mod a; mod b; mod c; pub use b::Shown;");
        for text in [
            "use crate::b;",
            "use crate::{b::Item, c};",
            "use super::b::Item as Other;",
            "fn f() { crate::b::g() }",
            "fn f() { println!(\"{}\", super::b::g()) }",
            "macro_rules! m { () => { $crate::b::g() } }",
            "use crate::Shown;",
            "use super::*; fn f() { b::g() }",
            "mod inner { use crate::b; }",
        ] {
            let files = [root, ("a.rs", text), ("b/mod.rs", "use crate::a;"), ("c.rs", "")];
            assert_eq!(circles(&files, ""), ["a b"], "{text}");
        }
    }

    #[test]
    fn no_circle_where_there_is_none() {
        let root = ("lib.rs", "mod a; mod b;");
        for text in [
            "use std::b;",
            "use ::b::c;",
            "#[cfg(test)] mod tests { use crate::b; }",
            "#[cfg(all(test, unix))] use crate::b; fn f() {}",
            "// use crate::b;",
            "fn f() { \"crate::b::g\"; }",
            "fn f() { x.b::<u8>(); enum_of::b::c(); }",
        ] {
            let files = [root, ("a.rs", text), ("b.rs", "use crate::a;")];
            assert_eq!(circles(&files, ""), [""; 0], "{text}");
        }
    }

    #[test]
    fn folders_have_their_own_circles() {
        let files = [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; mod c; mod d; use b::Top;"),
            ("a/b.rs", "use super::c; fn f() { c::g() }"),
            ("a/c.rs", "fn f(x: super::d::X) {}"),
            ("a/d.rs", "use crate::a::Top;"),
        ];
        assert_eq!(circles(&files, ""), [""; 0]);
        assert_eq!(circles(&files, "a"), ["b c d"]);
        let graph = modules(&files).graph(&vec!["a".into()]);
        assert!(described(&graph).contains("d -> b: b::Top (1)\n"), "{}", described(&graph));
    }
}
