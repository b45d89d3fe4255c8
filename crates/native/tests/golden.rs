//! The compiler's text for LLVM, before that optimises it, for small modules: `golden/*.erl`, each
//! compared with the file of that name with `.ll`. `BLESS=1` writes these anew.
//!
//! Places in tables are written by their names, so that only what means something else differs.

use beamfile::{Arg, BeamFile, Op};
use native::ir;
use native_abi::Registers;
use native_abi::profile::{FLOAT, OTHER, Profile, SMALL, What};
use std::mem::offset_of;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles the module of a source with the installed OTP's compiler.
fn beam(source: &Path, otp: &maser::otp::Otp) -> Vec<u8> {
    let name = source.file_stem().expect("a name").to_string_lossy().into_owned();
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("maser-golden-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    let mut erlc = Command::new(otp.command("erlc"));
    let done = erlc.arg("-o").arg(&dir).arg(source).output().expect("erlc");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    let bytes = std::fs::read(dir.join(format!("{name}.beam"))).expect("a .beam file");
    std::fs::remove_dir_all(&dir).expect("the directory");
    bytes
}

macro_rules! fields {
    ($($name:ident)*) => {
        [$((stringify!($name), offset_of!(Registers, $name))),*]
    };
}

/// The name of the field of the registers at an offset.
fn field(at: usize) -> String {
    let mut fields = fields! {
        stack heap reductions pc exit arity step fun compare equal exactly_equal map_get bif map_put
        match_integer match_binary match_tail call_bif more_handlers handlers stack_end resume
        append append_bits create writable stacktrace map_put_many message next_message arrived
        marker take_message begin_wait end_wait send match_bits room match_character collect
        literals pid machine process f x
    };
    fields.sort_by_key(|f| f.1);
    let (name, start) = fields.into_iter().rfind(|f| f.1 <= at).expect("a field");
    match at - start {
        0 if !matches!(name, "x" | "f") => name.into(),
        more if matches!(name, "x" | "f") => format!("{name}{}", more / 8),
        // One that has no name here.
        more => format!("{name}+{more}"),
    }
}

/// A line with names in place of offsets.
fn named(line: &str, module: &ir::Module) -> String {
    let number = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    let replaced = |mark: &str, name: &dyn Fn(usize) -> String| {
        let (before, rest) = line.split_once(mark)?;
        let n: usize = number(rest)?;
        let rest = &rest[n.to_string().len()..];
        Some(format!("{before}{mark}{}{rest}", name(n)))
    };
    replaced("ptr %r, i64 ", &field)
        .or_else(|| replaced("ptr @T, i64 ", &|n| format!("{:?}", module.slots[n])))
        .unwrap_or_else(|| line.to_owned())
}

/// A profile as if each label had been reached more often than the one before it, three of four
/// tests had been passed, and what is multiplied, added or compared had been floats.
fn profile(file: &BeamFile) -> Profile {
    let mut profile = Profile { md5: file.md5, ..Profile::default() };
    let mut times = 0;
    for (at, instr) in (0..).zip(&file.code.instrs) {
        if instr.op == Op::Label {
            times += 100;
        }
        profile.add(at, What::Reached, times);
        profile.add(at, What::Passed, times / 4 * 3);
        let kinds = match (instr.op, instr.args()) {
            (Op::IsLt | Op::IsGe, _) => FLOAT | FLOAT << 3,
            (Op::GcBif2, [_, _, Arg::U(import), ..]) => {
                match file.atom(file.imports[*import as usize].function) {
                    "*" | "+" => FLOAT | FLOAT << 3,
                    _ => SMALL | (SMALL | OTHER) << 3,
                }
            }
            _ => 0,
        };
        profile.add(at, What::Kinds, kinds);
    }
    profile
}

/// The functions of a module but for what all modules have.
fn listing(bytes: &[u8], is_counted: bool) -> String {
    let file = beamfile::parse(bytes).expect("a .beam file");
    let profile = is_counted.then(|| profile(&file));
    let module = ir::module_by(&file, profile.as_ref());
    native::llvm::object(&module.text).expect("what LLVM accepts");
    let own = file.code.functions.iter().filter(|f| file.atom(f.name) != "module_info");
    let end = own.map(|f| f.end).max().expect("functions");
    let mut out = String::new();
    let mut wanted = false;
    for line in module.text.lines() {
        if let Some(symbol) = line.strip_prefix("define ").and_then(|l| l.split(['@', '(']).nth(1))
        {
            let owner = native::link::owner(&file, symbol);
            let f = owner.map(|owner| &file.code.functions[owner as usize]);
            wanted = f.is_some_and(|f| f.end <= end) && !symbol.ends_with(".leave");
            if let Some(f) = f.filter(|_| wanted) {
                let name = format!("{}/{}", file.atom(f.name), f.arity);
                out += &format!("\n; {name}\n");
            }
        }
        if wanted {
            out += &named(line, &module);
            out += "\n";
        }
        wanted &= line != "}";
    }
    if is_counted {
        out += "\n";
        module.text.lines().filter(|l| l.starts_with("!1") && l.contains("weights")).for_each(
            |l| {
                out += l;
                out += "\n";
            },
        );
    }
    out
}

fn check(name: &str) {
    let Ok(otp) = maser::otp::locate() else { return eprintln!("no erlc: {name} is not checked") };
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let source = directory.join(format!("{name}.erl"));
    let golden = directory.join(format!("{name}.ll"));
    let about = std::fs::read_to_string(&source).expect("a source");
    let about = about.lines().next().unwrap_or_default().trim_start_matches('%');
    let now = format!(";{about}\n{}", listing(&beam(&source, &otp), name == "counted"));
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(&golden, now).expect("a file to write");
    }
    let then = std::fs::read_to_string(&golden).unwrap_or_default();
    let differs = now.lines().zip(then.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or(now.lines().count().min(then.lines().count()));
    let shown = |text: &str| text.lines().skip(line).take(3).collect::<Vec<_>>().join("\n  ");
    assert!(
        now == then,
        "{name}.ll, line {}:\n  {}\nis now\n  {}\n(BLESS=1 writes it anew)",
        line + 1,
        shown(&then),
        shown(&now)
    );
}

macro_rules! checks {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*
    };
}

checks! {
    arith compare floats tuples match_bits build_bits maps_of_atoms receives catches calls loops
    cycles chains heads funs selects fun_calls counted typed
}
