//! Compares the table with the headers of the installed OTP: which functions there are, and what
//! they take and give.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Functions of newer headers, with the first version that has them.
const NEWER: &[(&str, &str)] = &[
    ("enif_get_atom_cache_index", "2.18"),
    ("enif_get_string_length", "2.17"),
    ("enif_make_new_atom", "2.17"),
    ("enif_make_new_atom_len", "2.17"),
    ("enif_max_atom_cache_index", "2.18"),
    ("enif_set_option", "2.17"),
    ("enif_term_size", "2.18"),
];

/// Functions that the headers declare and no emulator has.
const NOWHERE: &[&str] = &["dtrace_drvport_str"];

/// A header without comments and line ends within declarations.
fn header(name: &str) -> Option<String> {
    let root = std::env::var("MASER_OTP_ROOT").unwrap_or_else(|_| "/usr/lib/erlang".to_owned());
    let path = PathBuf::from(root).join("usr/include").join(name);
    let mut text = std::fs::read_to_string(path).ok()?;
    while let Some(from) = text.find("/*") {
        let to = text[from..].find("*/")? + from + 2;
        text.replace_range(from..to, " ");
    }
    Some(text)
}

/// Without blanks, and the last blank of a type that stands before its name.
fn plain(signature: &str) -> String {
    signature.split_whitespace().collect()
}

/// The text up to the bracket that closes the one that it begins with.
fn bracketed(text: &str) -> &str {
    let mut depth = 0;
    let end = text.char_indices().find(|&(_, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    &text[..end.map_or(text.len(), |(at, _)| at + 1)]
}

/// The functions of `erl_nif_api_funcs.h`: `ERL_NIF_API_FUNC_DECL(void*,enif_alloc,(size_t size)
/// …);`.
fn of_nifs(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    // The rest is for Windows, or the same once more.
    let text = text.split("#ifdef ERL_NIF_API_FUNC_MACRO").next().unwrap_or_default();
    // Where a long has 8 bytes these are names for functions of longs.
    let (before, behind) = text.split_once("#if SIZEOF_LONG != 8").expect("64-bit integers");
    let behind = behind.split_once("#endif").map_or("", |(_, behind)| behind);
    for line in [before, behind].concat().lines() {
        let Some(line) = line.trim().strip_prefix("ERL_NIF_API_FUNC_DECL(") else { continue };
        let (gives, line) = line.split_once(',').expect("a result");
        let (name, takes) = line.split_once(',').expect("a name");
        found.insert(name.trim().to_owned(), plain(&[gives, bracketed(takes.trim())].concat()));
    }
    found
}

/// The functions and variables of `erl_driver.h`: `EXTERN void driver_free(void *ptr);`.
fn of_drivers(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let declared =
        |d: &&str| d.contains("EXTERN ") || d.contains("extern ") || d.contains("dtrace");
    for declaration in text.split(';').filter(declared) {
        let declaration = declaration.rsplit("EXTERN ").next().unwrap_or_default();
        let declaration = declaration.rsplit("extern ").next().unwrap_or_default();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (head, takes) = match declaration.find('(') {
            Some(at) => (&declaration[..at], bracketed(&declaration[at..])),
            None => (declaration, ""),
        };
        let head = head.trim_end();
        let from = head.rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
        let (gives, name) = head.split_at(from);
        let gives = gives.rsplit(['#', '\n']).next().unwrap_or_default();
        if name.starts_with(|c: char| c.is_ascii_lowercase()) {
            found.insert(name.to_owned(), plain(&[gives, takes].concat()));
        }
    }
    found
}

/// All that the headers declare; none without OTP's headers.
fn declared() -> Option<BTreeMap<String, String>> {
    let mut all = of_nifs(&header("erl_nif_api_funcs.h")?);
    all.append(&mut of_drivers(&header("erl_driver.h")?));
    all.retain(|name, _| !NOWHERE.contains(&name.as_str()));
    Some(all)
}

#[test]
fn the_headers_are_read() {
    let Some(all) = declared() else { return eprintln!("skipped: no headers of OTP") };
    let signature = |name: &str| all.get(name).map(String::as_str);
    assert_eq!(signature("enif_alloc"), Some("void*(size_tsize)"));
    assert_eq!(signature("enif_thread_type"), Some("int(void)"));
    assert_eq!(signature("driver_alloc_binary"), Some("ErlDrvBinary*(ErlDrvSizeTsize)"));
    assert_eq!(signature("driver_term_nil"), Some("constErlDrvTermData"));
    assert_eq!(signature("null_func"), Some("int(void)"));
    assert_eq!(signature("enif_get_int64"), None);
    assert!(all.len() > 270, "{}", all.len());
}

#[test]
fn the_table_has_all_that_the_headers_declare() {
    let Some(declared) = declared() else { return eprintln!("skipped: no headers of OTP") };
    let table: BTreeSet<&str> = nif::table::all().map(|row| row.name).collect();
    let missing: Vec<_> = declared.keys().filter(|name| !table.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
    let newer: BTreeSet<&str> = NEWER.iter().map(|&(name, _)| name).collect();
    let more: Vec<_> = table
        .iter()
        .filter(|&&name| !declared.contains_key(name) && !newer.contains(name))
        .collect();
    assert!(more.is_empty(), "in no header: {more:?}");
    assert!(newer.is_subset(&table), "{newer:?}");
}

#[test]
fn signatures_are_those_of_the_headers() {
    let Some(declared) = declared() else { return eprintln!("skipped: no headers of OTP") };
    let other: Vec<String> = nif::table::all()
        .filter_map(|row| {
            let header = declared.get(row.name)?;
            (plain(row.signature) != *header)
                .then(|| format!("{}: {} is {header} in the header", row.name, row.signature))
        })
        .collect();
    assert!(other.is_empty(), "{}", other.join("\n"));
}

#[test]
fn each_function_is_there_once_with_its_version() {
    let mut names = BTreeSet::new();
    for row in nif::table::all() {
        assert!(names.insert(row.name), "{} twice", row.name);
        assert!(!row.address.0.is_null() && nif::table::find(row.name) == Some(row.address.0));
        assert!(row.what.ends_with('.') && row.what.len() > 4, "{}: {}", row.name, row.what);
        let version: Vec<u32> = row.since.split('.').filter_map(|n| n.parse().ok()).collect();
        let newest = if row.name.starts_with("enif_") { vec![2, 18] } else { vec![3, 3] };
        assert!(version.len() == 2 && version <= newest, "{}: {}", row.name, row.since);
    }
    for &(name, since) in NEWER {
        let row = nif::table::all().find(|row| row.name == name);
        assert_eq!(row.map(|row| row.since), Some(since), "{name}");
    }
}
