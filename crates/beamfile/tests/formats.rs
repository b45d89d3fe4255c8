//! Hand-made files: the formats of every release, what is refused, and the listing.

mod common;

use beamfile::{Arg, Error, Frame, Op, TypeEntry, read as parse};
use common::*;
use std::io::Write;

fn refused(b: &Builder) -> String {
    match parse(&b.build()) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    }
}

/// A module with one function whose body is given.
fn one(body: impl FnOnce(&mut Builder, i128, i128)) -> Builder {
    let mut b = Builder::new("m");
    let (info, entry) = b.function("f", 1);
    body(&mut b, info, entry);
    b.op(Op::Return, &[]);
    b
}

#[test]
fn listing() {
    let file = parse(&sample().build()).unwrap();
    let listing = beamfile::disasm::module(&file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write("tests/sample.lst", &listing).unwrap();
    }
    assert_eq!(listing, include_str!("sample.lst"));
    assert_eq!(file.module, "sample");
    assert_eq!(file.literals[1], b"\x83\x6b\0\x02hi");
    assert_eq!(file.chunk(b"Docs"), Some(&b"d"[..]));
    assert_eq!(file.chunk(b"Dbgi"), None);
    assert_eq!(file.lambdas[0].old_uniq, 99);
    let records: Vec<_> = file.records.iter().map(|r| (file.atom(r.name), r.is_exported)).collect();
    assert_eq!(records, [("ok", true), ("string", false)]);
    let [(ok, five), (string, none)] = &file.records[0].fields[..] else { panic!("two fields") };
    assert_eq!(
        (file.atom(*ok), five, file.atom(*string), none),
        ("ok", &Some(Arg::I(5)), "string", &None)
    );
    assert_eq!(file.lines.files, ["sample.erl", "x.hrl"]);
    let lines: Vec<_> = (0..4).map(|n| file.lines.get(n).map(|l| (l.file, l.line))).collect();
    assert_eq!(lines, [None, Some((0, 7)), Some((1, 70_000)), None]);
    let any = TypeEntry::ANY;
    let int = TypeEntry { kinds: TypeEntry::INTEGER, min: Some(-1), max: Some(9), unit: 1 };
    let bits = TypeEntry { kinds: TypeEntry::BITSTRING, min: None, max: None, unit: 8 };
    assert_eq!(file.types, [any, int, bits]);
}

/// Code that is reached with frames of several sizes is there once for each, at the end of the
/// function.
#[test]
fn one_frame_everywhere() {
    let file = parse(
        &one(|b, info, _| {
            let (failed, raise, end) = (b.label(), b.label(), b.label());
            let exit = b.import("erlang", "exit", 1);
            b.op(Op::IsList, &[f(info), x(0)]);
            b.op(Op::Allocate, &[u(5), u(1)]).op(Op::IsMap, &[f(failed), x(0)]);
            b.op(Op::Trim, &[u(2), u(3)]).op(Op::IsAtom, &[f(failed), x(0)]);
            b.op(Op::IsTuple, &[f(raise), x(0)]).op(Op::Jump, &[f(end)]);
            b.place(failed).op(Op::Move, &[x(0), x(1)]);
            b.place(raise).op(Op::IsNil, &[f(failed), x(1)]);
            b.op(Op::CallExt, &[u(1), u(exit)]);
            b.place(end).op(Op::Deallocate, &[u(3)]);
        })
        .build(),
    );
    let file = file.unwrap();
    let listing = beamfile::disasm::module(&file);
    let body = listing.split_once("func_info m, f, 1\n").unwrap().1;
    assert_eq!(
        body,
        "\
L2:
    is_list L1, x0
    allocate 5, 1
    is_map L3, x0
    trim 2, 3
    is_atom L6, x0
    is_tuple L4, x0
    jump L5
L3:
    move x0, x1
    jump L7
L4:
    is_nil L6, x1
    call_ext 1, erlang:exit/1
L5:
    deallocate 3
    return
L7:
    is_nil L3, x1
    call_ext 1, erlang:exit/1
L6:
    move x0, x1
    jump L4
"
    );
    assert_eq!(file.code.label_count, 8);
    assert_eq!(file.code.frames.len(), file.code.instrs.len());
    let at = |label| file.code.frames[file.code.label(label).unwrap()];
    let slots = (3..8).map(at).collect::<Vec<_>>();
    assert_eq!(slots, [5, 3, 3, 3, 5].map(Frame::Slots));
    assert_eq!([at(1), at(2)], [Frame::None; 2]);
}

#[test]
fn frames_without_end() {
    let many = one(|b, _, _| {
        let labels: Vec<_> = (0..60).map(|_| b.label()).collect();
        for (n, &label) in labels.iter().enumerate() {
            b.op(Op::Trim, &[u(0), u(n as i128)]);
            for &l in &labels {
                b.op(Op::IsMap, &[f(l), x(0)]);
            }
            b.place(label);
        }
    });
    assert!(refused(&many).contains("frames of too many sizes"));
    let large = one(|b, _, _| {
        b.op(Op::Allocate, &[u(1025), u(1)]);
    });
    assert!(refused(&large).contains("1025 stack slots"), "{}", refused(&large));
}

#[test]
fn old_uniq_does_not_count_for_the_md5() {
    let (mut b, file) = (sample(), parse(&sample().build()).unwrap());
    b.lambdas[0][5] = 1;
    assert_eq!(parse(&b.build()).unwrap().md5, file.md5);
    b.lambdas[0][3] = 1;
    assert_ne!(parse(&b.build()).unwrap().md5, file.md5);
    let mut b = sample();
    b.raw(b"Meta", b"x");
    assert_ne!(parse(&b.build()).unwrap().md5, file.md5);
}

#[test]
fn atom_tables() {
    let long = "å".repeat(200);
    let mut b = one(|_, _, _| {});
    b.atoms.push(long.clone());
    b.long_atoms = true;
    assert_eq!(parse(&b.build()).unwrap().atoms[3], long);
    b.atoms.push("å".repeat(256));
    assert!(refused(&b).contains("more than 255 characters"));

    let mut b = one(|_, _, _| {});
    b.raw(b"AtU8", b"\0\0\0\x02\x01m\x01\xe5");
    assert!(refused(&b).contains("atom is not UTF-8 (chunk AtU8, offset 6)"));

    // The chunk of compilers before OTP 20.
    let mut b = one(|_, _, _| {});
    b.raw(b"Atom", b"\0\0\0\x02\x01m\x01\xe5");
    let file = b.build();
    let at = file.windows(4).position(|w| w == b"AtU8").unwrap();
    let file = [&file[..at], b"none", &file[at + 4..]].concat();
    assert_eq!(parse(&file).unwrap().atoms, ["", "m", "å"]);
}

#[test]
fn literal_tables() {
    let table = &literals(&[b"\x83a\x01"])[4..];
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(table).unwrap();
    let zlib = zlib.finish().unwrap();
    let with_size = |size: usize| [&(size as u32).to_be_bytes()[..], &zlib].concat();
    let mut b = one(|b, _, _| {
        b.op(Op::Move, &[lit(0), x(0)]);
    });
    b.raw(b"LitT", &with_size(table.len()));
    assert_eq!(parse(&b.build()).unwrap().literals, [b"\x83a\x01"]);
    for size in [table.len() - 1, table.len() + 1, u32::MAX as usize] {
        b.raw(b"LitT", &with_size(size));
        assert!(refused(&b).contains("cannot decompress (chunk LitT"), "{size}");
    }
    b.raw(b"LitT", &literals(&[]));
    assert!(refused(&b).contains("no such literal"));
    b.raw(b"LitT", &literals(&[b"\x82a\x01"]));
    assert!(refused(&b).contains("no external term"));
}

#[test]
fn type_tables() {
    let any1 = [&[0x1f, 0xff][..], &0i64.to_be_bytes(), &(-1i64).to_be_bytes()].concat();
    let entry1 = [&[0x00, 0x44][..], &1i64.to_be_bytes(), &2i64.to_be_bytes()].concat();
    let entry2 = [&[0xa0, 0x42][..], &1i64.to_be_bytes(), &[15]].concat();
    let kinds = TypeEntry::BITSTRING | TypeEntry::INTEGER;
    let table = |version: u32, entries: &[&[u8]]| {
        let head = [version.to_be_bytes(), (entries.len() as u32).to_be_bytes()].concat();
        let mut b = one(|b, _, _| {
            b.op(Op::Move, &[typed(x(0), 1), x(0)]);
        });
        b.raw(b"Type", &[head, entries.concat()].concat());
        b
    };
    let types = |b: Builder| parse(&b.build()).unwrap().types;
    // OTP 25: every entry has a range, empty if unknown; a match context is its own kind.
    let ranged = TypeEntry { kinds, min: Some(1), max: Some(2), unit: 1 };
    assert_eq!(types(table(1, &[&any1, &entry1])), [TypeEntry::ANY, ranged]);
    // OTP 26: flags say what there is.
    let unit = TypeEntry { kinds, min: Some(1), max: None, unit: 16 };
    assert_eq!(types(table(2, &[b"\x1f\xff", &entry2])), [TypeEntry::ANY, unit]);
    // OTP 27: no match contexts.
    assert_eq!(types(table(3, &[b"\x0f\xff", b"\0\x04"]))[1].kinds, TypeEntry::CONS);
    // OTP 29: native records.
    assert_eq!(types(table(4, &[b"\x1f\xff", b"\x10\0"]))[1].kinds, TypeEntry::RECORD);
    // A later version means nothing: typed registers are plain ones.
    let file = parse(&table(5, &[b"?"]).build()).unwrap();
    assert!(file.types.is_empty());
    assert_eq!(file.code.instrs[3].args[0], Arg::X(0));

    assert!(refused(&table(4, &[b"\x1f\xff"])).contains("no such type"));
    assert!(refused(&table(4, &[b"\0\x01", b"\0\x01"])).contains("first type"));
    assert!(refused(&table(4, &[])).contains("without the first type"));
}

#[test]
fn compressed_files() {
    let plain = sample().build();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(&plain).unwrap();
    let gzip = gzip.finish().unwrap();
    assert_eq!(parse(&gzip).unwrap().md5, parse(&plain).unwrap().md5);
    assert!(matches!(parse(&gzip[..gzip.len() / 2]), Err(Error::Decompress { .. })));
    // Zeros compress a thousandfold; what comes out is no BEAM file and stays within the limit.
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..=beamfile::MAX_SIZE >> 20 {
        bomb.write_all(&[0; 1 << 20]).unwrap();
    }
    assert!(matches!(parse(&bomb.finish().unwrap()), Err(Error::Decompress { .. })));
}

#[test]
fn containers() {
    assert_eq!(parse(b"").unwrap_err(), Error::NotABeamFile);
    assert_eq!(parse(b"#!/bin/sh\n").unwrap_err(), Error::NotABeamFile);
    assert_eq!(parse(b"FOR1\0\0\0\x04AIFF").unwrap_err(), Error::NotABeamFile);
    let mut file = sample().build();
    file.extend(b"what follows the form is ignored");
    parse(&file).unwrap();
    for missing in [b"AtU8", b"Code", b"ImpT", b"ExpT"] {
        let mut file = sample().build();
        let at = file.windows(4).position(|w| w == missing).unwrap();
        file[at..at + 4].copy_from_slice(b"none");
        let message = parse(&file).unwrap_err().to_string();
        assert_eq!(message, format!("missing chunk {}", missing.escape_ascii()));
    }
}

#[test]
fn integers() {
    let numbers = [0, 15, 16, 2047, 2048, -1, -32768, -32769, 1 << 62, i128::from(i64::MIN)];
    let big = [1 << 63, -(1 << 63) - 1, 1 << 64, -(1 << 64), (1 << 100) + 255, i128::MIN];
    for n in numbers.into_iter().chain(big) {
        let b = one(|b, _, _| {
            b.op(Op::Move, &[i(n), x(0)]);
        });
        let file = parse(&b.build()).unwrap();
        let value = match &file.code.instrs[3].args[0] {
            Arg::I(value) => i128::from(*value),
            Arg::BigI(big) => {
                assert!(i64::try_from(n).is_err());
                let mut bytes = [0; 16];
                bytes[..big.magnitude.len()].copy_from_slice(&big.magnitude);
                let value = u128::from_le_bytes(bytes) as i128;
                if big.negative { value.wrapping_neg() } else { value }
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(value, n);
    }
    // A size that nothing can have.
    let b = one(|b, info, _| {
        b.op(Op::TestArity, &[f(info), x(0), u(1 << 90)]);
    });
    assert_eq!(parse(&b.build()).unwrap().code.instrs[3].args[2], Arg::U(u64::MAX));
}

/// A module must be refused with this in the message.
fn check(message: &str, body: &dyn Fn(&mut Builder, i128, i128)) {
    let text = refused(&one(body));
    assert!(text.contains(message), "{text:?} does not say {message:?}");
}

fn op(b: &mut Builder, op: Op, operands: &[Operand]) {
    b.op(op, operands);
}

#[test]
fn bad_operands() {
    check("move, operand 2: I(1) is no Dst (chunk Code, offset 28)", &|b, _, _| {
        op(b, Op::Move, &[x(0), i(1)])
    });
    check("no such X register", &|b, _, _| op(b, Op::Move, &[x(1024), x(0)]));
    check("no such Y register", &|b, _, _| op(b, Op::Move, &[y(1024), x(0)]));
    check("no such floating-point register", &|b, _, _| op(b, Op::Fmove, &[x(0), fr(9999)]));
    check("no such atom", &|b, _, _| op(b, Op::Move, &[a(3), x(0)]));
    check("no such literal", &|b, _, _| op(b, Op::Move, &[lit(0), x(0)]));
    check("no such label", &|b, _, _| op(b, Op::Jump, &[f(3)]));
    check("label 3 is not defined", &|b, _, _| {
        b.label();
        op(b, Op::Jump, &[f(3)])
    });
    check("F(0) is no Target", &|b, _, _| op(b, Op::Jump, &[f(0)]));
    check("label defined twice", &|b, info, _| {
        b.place(info);
    });
    check("U(0) is no LabelDef", &|b, _, _| {
        b.place(0);
    });
    check("no label 3", &|b, _, _| {
        b.place(3);
    });
    check("label 1 is no such function", &|b, info, _| op(b, Op::CallOnly, &[u(1), f(info)]));
    check("label 2 is no such function", &|b, _, entry| op(b, Op::CallOnly, &[u(2), f(entry)]));
    check("label 4 is in another function", &|b, _, _| {
        op(b, Op::Jump, &[f(4)]);
        b.function("g", 0);
    });
    check("no import 0", &|b, _, _| op(b, Op::CallExt, &[u(0), u(0)]));
    check("not the arity of the function called", &|b, _, _| {
        let import = b.import("m", "f", 2);
        op(b, Op::CallExt, &[u(1), u(import)])
    });
    check("bif1, operand 2: wrong arity", &|b, _, _| {
        let import = b.import("erlang", "+", 2);
        op(b, Op::Bif1, &[f(0), u(import), x(0), x(0)])
    });
    check("no lambda 0", &|b, _, _| op(b, Op::MakeFun3, &[u(0), x(0), list(&[])]));
}

#[test]
fn bad_lists_and_numbers() {
    check("256 arguments", &|b, _, _| op(b, Op::CallFun, &[u(256)]));
    check("live registers", &|b, _, _| op(b, Op::Allocate, &[u(0), u(1025)]));
    check("beyond the string table", &|b, _, _| {
        op(b, Op::BsMatchString, &[f(0), x(0), u(1), u(0)])
    });
    check("incomplete list", &|b, info, _| op(b, Op::SelectVal, &[x(0), f(info), list(&[i(1)])]));
    check("not a value and a label", &|b, info, _| {
        op(b, Op::SelectVal, &[x(0), f(info), list(&[i(1), i(1)])])
    });
    check("list in a list", &|b, _, _| op(b, Op::PutTuple2, &[x(0), list(&[list(&[])])]));
    check("table of 4000 entries in", &|b, _, _| {
        op(b, Op::PutTuple2, &[x(0), [tagged(7, 1), u(4000)].concat()])
    });
    check("segment without a type", &|b, _, _| {
        let segment = list(&[u(0), u(0), u(0), u(0), u(0), u(0)]);
        op(b, Op::BsCreateBin, &[f(0), u(0), u(0), u(8), x(0), segment])
    });
    check("not positions and values", &|b, _, _| {
        op(b, Op::UpdateRecord, &[a(1), u(2), x(0), x(0), list(&[u(3), x(0)])])
    });
    check("bad command", &|b, info, _| {
        let command = a(b.atom("get_tail"));
        op(b, Op::BsMatch, &[f(info), x(0), list(&[command, u(1), u(8)])])
    });
    check("bad allocation kind", &|b, _, _| op(b, Op::TestHeap, &[alloc(&[(3, 1)]), u(0)]));
    check("unknown extended operand", &|b, _, _| op(b, Op::Move, &[tagged(7, 6), x(0)]));
    check("obsolete instruction put_tuple", &|b, _, _| op(b, Op::PutTuple, &[u(1), x(0)]));
    check("unknown opcode 255", &|b, _, _| b.code.push(255));
}

#[test]
fn bad_functions_and_tables() {
    check("function of another module", &|b, _, _| {
        b.place(3).op(Op::FuncInfo, &[a(2), a(2), u(0)]);
        b.place(4);
        b.labels += 2;
    });
    check("func_info without a label", &|b, _, _| {
        b.op(Op::Return, &[]).op(Op::FuncInfo, &[a(1), a(2), u(0)]);
    });
    check("function without an entry label", &|b, _, _| {
        b.label();
        b.place(3).op(Op::FuncInfo, &[a(1), a(2), u(0)]);
    });
    check("1 functions, 2 declared", &|b, _, _| b.functions += 1);
    check("names a function that is not in the code (chunk ExpT, offset 16)", &|b, _, _| {
        b.exports.push([1, 1, 2])
    });
    check("names a function that is not in the code (chunk FunT, offset 4)", &|b, _, _| {
        b.lambdas.push([1, 1, 2, 0, 0, 0])
    });
    check("no atom 0", &|b, _, _| b.imports.push([0, 1, 1]));
    check("arity 256", &|b, _, _| b.imports.push([1, 1, 256]));
    check("bytes after the end of the code", &|b, _, _| op(b, Op::IntCodeEnd, &[]));
}

#[test]
fn too_new() {
    let mut file = sample().build();
    let at = file.windows(4).position(|w| w == b"Code").unwrap() + 8;
    file[at + 8..at + 12].copy_from_slice(&999u32.to_be_bytes());
    assert_eq!(parse(&file).unwrap_err(), Error::TooNew { opcode_max: 999, supported: Op::MAX });
}

/// A chunk of native records is refused with what is wrong with it.
#[test]
fn bad_records() {
    fn chunk(what: &str, head: [u32; 3], rest: &[Operand]) {
        let mut b = one(|_, _, _| {});
        let (_, _) = (b.atom("true"), b.atom("rec"));
        b.raw(b"Recs", &[head.map(u32::to_be_bytes).concat(), rest.concat()].concat());
        let said = parse(&b.build()).unwrap_err().to_string();
        assert!(said.contains(what), "{said}, not {what}");
    }
    let yes = one(|_, _, _| {}).atom("true");
    let (yes, name) = (a(yes), a(1));
    let field = |n| list(&[a(1), n, a(2), i(1)]);
    chunk("version 1", [1, 0, 0], &[]);
    chunk("table of 9 entries", [0, 9, 0], &[f(0)]);
    chunk("truncated", [0, 1, 0], &[f(0), name.clone(), yes.clone(), vec![10]]);
    chunk("no definition of a record", [0, 1, 0], &[f(0), x(0), yes.clone(), list(&[])]);
    chunk("exported or not", [0, 1, 0], &[f(0), name.clone(), name.clone(), list(&[])]);
    chunk("not fields and constants", [0, 1, 2], &[f(0), name.clone(), yes.clone(), field(x(0))]);
    chunk("not fields and constants", [0, 1, 2], &[f(0), name.clone(), yes.clone(), field(u(1))]);
    let twice = list(&[a(1), i(1), a(1), i(1)]);
    chunk("two fields of one name", [0, 1, 2], &[f(0), name.clone(), yes.clone(), twice]);
    let empty = [f(0), name.clone(), yes.clone(), list(&[])];
    chunk("two records of one name", [0, 2, 0], &[empty.clone(), empty.clone()].concat());
    chunk("number of fields", [0, 1, 1], &empty);
    chunk("bytes after", [0, 1, 0], &[&empty[..], &[u(0)]].concat());
}
