//! Libraries that the emulator opens find the functions of their interface in it, and nothing else
//! of it.

use std::collections::BTreeSet;
use std::process::Command;

const EMULATOR: &str = env!("CARGO_BIN_EXE_maser-emu");

/// The last or first word of each line that a command prints.
fn words(command: &mut Command, pick: impl Fn(&str) -> Option<&str>) -> BTreeSet<String> {
    let out = command.output().expect("the command runs");
    assert!(out.status.success(), "{command:?}: {}", String::from_utf8_lossy(&out.stderr));
    let text = String::from_utf8(out.stdout).expect("UTF-8");
    text.lines().filter_map(|line| pick(line).map(str::to_owned)).collect()
}

#[test]
fn the_table_is_exported_and_nothing_else() {
    let mut list = Command::new(EMULATOR);
    let table = words(list.arg("--list-nif-functions"), |line| line.split('\t').next());
    let mut nm = Command::new("nm");
    let exported =
        words(nm.args(["-D", "--defined-only", EMULATOR]), |line| line.split(' ').next_back());
    assert!(table.contains("enif_thread_type"), "{table:?}");
    let hidden: Vec<_> = table.difference(&exported).collect();
    let more: Vec<_> = exported.difference(&table).collect();
    assert!(
        hidden.is_empty() && more.is_empty(),
        "not exported: {hidden:?}; beside the table: {more:?}"
    );
}
