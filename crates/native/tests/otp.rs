//! Modules of the installed OTP are compiled, and the images are whole.

use native_abi::image::{Image, Proof, Slot};
use std::path::PathBuf;

fn beam(name: &str) -> Vec<u8> {
    let lib = maser::otp::locate().expect("an OTP").root.join("lib");
    let is_stdlib =
        |p: &PathBuf| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("stdlib-"));
    let entries = std::fs::read_dir(&lib).expect("applications").flatten().map(|e| e.path());
    let stdlib = entries.filter(is_stdlib).max().expect("stdlib");
    std::fs::read(stdlib.join(format!("ebin/{name}.beam"))).expect("a module")
}

fn check(name: &str) {
    let file = beamfile::parse(&beam(name)).expect("a .beam file");
    let module = native::ir::module(&file);
    assert_eq!(module.left, Vec::<u32>::new(), "{name}: all functions are compiled");
    let object = native::llvm::object(&module.text).expect("an object");
    let image = native::link::image(&object, &file, module).expect("an image");
    assert_eq!(image.functions.len(), file.code.functions.len());
    assert!(image.functions.iter().all(|f| (f.entry as usize) < image.code.len()));
    let instructions = file.code.instrs.len() as u32;
    assert!(image.slots.iter().all(|s| !matches!(s, Slot::Pc(n) if *n >= instructions)));
    assert_eq!(Image::parse(image.to_bytes(), Proof::Place), Ok(image));
}

#[test]
fn calls_lists_and_tuples() {
    check("gb_trees");
}

#[test]
fn binaries() {
    check("base64");
}

#[test]
fn receives_and_exceptions() {
    check("gen");
}

#[test]
fn floats() {
    check("rand");
}
