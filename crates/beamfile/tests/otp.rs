//! Every .beam file of the installed OTP parses, and means what stock OTP says of it.

mod common;

use std::fmt::Write;
use std::process::Command;

use beamfile::{Arg, BeamFile, Op, parse};
use common::otp_files;

#[test]
fn every_module_parses() {
    let files = otp_files();
    let mut bad = Vec::new();
    let mut instrs = 0;
    for path in &files {
        match parse(&std::fs::read(path).unwrap()) {
            Ok(file) => {
                instrs += file.code.instrs.len();
                let name = path.file_stem().unwrap().to_str().unwrap();
                assert_eq!(file.module, name);
                assert!(beamfile::disasm::module(&file).contains("function module_info/0"));
            }
            Err(error) => bad.push(format!("{}: {error}", path.display())),
        }
    }
    println!("{} modules, {instrs} instructions", files.len());
    assert!(bad.is_empty(), "{} of {}:\n{}", bad.len(), files.len(), bad.join("\n"));
}

/// Runs an escript-less Erlang program with stock OTP; None if there is none.
fn erl(dir: &std::path::Path, program: &str) -> Option<String> {
    let run = Command::new("erl")
        .args(["-boot", "start_clean", "-noinput", "-mode", "minimal", "-eval", program])
        .current_dir(dir)
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: no erl");
        return None;
    };
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{text}");
    Some(text)
}

/// The facts of a module that both sides tell, in a line.
fn summary(file: &BeamFile) -> String {
    let mut out = String::new();
    for byte in file.md5 {
        write!(out, "{byte:02x}").unwrap();
    }
    let functions = file.code.functions.len();
    assert_eq!(file.exports.len() + file.locals.len(), functions);
    write!(out, " {functions} {} {}", file.atoms.len() - 1, file.imports.len()).unwrap();
    out
}

#[test]
fn stock_agrees() {
    let files = otp_files();
    if files.is_empty() {
        return;
    }
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("beamfile-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let names: Vec<_> = files.iter().map(|p| format!("{}\n", p.display())).collect();
    std::fs::write(dir.join("files"), names.concat()).unwrap();
    let program = r#"
        {ok, Names} = file:read_file("files"),
        [begin
             File = binary_to_list(Name),
             {ok, {M, MD5}} = beam_lib:md5(File),
             {ok, {M, [{exports, E}, {locals, L}, {atoms, A}, {imports, I}]}} =
                 beam_lib:chunks(File, [exports, locals, atoms, imports]),
             io:format("~s ~b ~b ~b~n", [[io_lib:format("~2.16.0b", [B]) || <<B>> <= MD5],
                 length(E) + length(L), length(A), length(I)])
         end || Name <- binary:split(Names, <<"\n">>, [global, trim])],
        halt().
    "#;
    let Some(answer) = erl(&dir, program) else { return };
    let answers: Vec<_> = answer.lines().collect();
    assert_eq!(answers.len(), files.len());
    for (path, answer) in files.iter().zip(answers) {
        let file = parse(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(summary(&file), answer, "{}", path.display());
    }
    std::fs::remove_dir_all(&dir).unwrap();
}

/// Some modules, instruction by instruction, against stock's disassembler.
#[test]
fn instructions_agree() {
    let files: Vec<_> = otp_files().into_iter().step_by(60).collect();
    if files.is_empty() {
        return;
    }
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("beamfile-i-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let names: Vec<_> = files.iter().map(|p| format!("{}\n", p.display())).collect();
    std::fs::write(dir.join("files"), names.concat()).unwrap();
    // The instructions' names and integers: what both show alike (stock moves lines and labels).
    let program = r#"
        Name = fun N(test) -> test; N(I) when is_atom(I) -> I;
                   N({test, T, _, _}) -> T; N({test, T, _, _, _}) -> T;
                   N({test, T, _, _, _, _}) -> T;
                   N({bif, fadd, _, _, _}) -> fadd;
                   N({bif, _, _, As, _}) -> list_to_atom("bif" ++ integer_to_list(length(As)));
                   N({gc_bif, _, _, _, As, _}) ->
                       list_to_atom("gc_bif" ++ integer_to_list(length(As)));
                   N({arithfbif, F, _, _, _}) -> F;
                   N(I) -> element(1, I) end,
        Ints = fun F({integer, N}) -> [N]; F({literal, _}) -> [];
                   F(T) when is_tuple(T) -> F(tuple_to_list(T));
                   F([H|T]) -> F(H) ++ F(T); F(_) -> [] end,
        {ok, Names} = file:read_file("files"),
        [begin
             {beam_file, _, _, _, _, Fs} = beam_disasm:file(binary_to_list(File)),
             [begin
                  Sum = lists:sum([N || I <- Is, Name(I) =/= bs_create_bin, N <- Ints(I)]),
                  Ops = lists:sort([atom_to_list(Name(I)) || I <- Is]),
                  io:format("~w ~b ~s ~b~n", [F, A, lists:join(" ", Ops), Sum])
              end || {function, F, A, _, Is} <- Fs]
         end || File <- binary:split(Names, <<"\n">>, [global, trim])],
        halt().
    "#;
    let Some(answer) = erl(&dir, program) else { return };
    let mut answers = answer.lines();
    for path in &files {
        let file = parse(&std::fs::read(path).unwrap()).unwrap();
        for function in &file.code.functions {
            let body = &file.code.instrs[function.start as usize..function.end as usize];
            let mut ours: Vec<_> = body.iter().map(|instr| instr.op.name()).collect();
            ours.sort();
            // Stock turns the sizes of string segments into the strings.
            let counted = body.iter().filter(|instr| instr.op != Op::BsCreateBin);
            let sum: i128 = counted.flat_map(|instr| instr.args()).map(ints).sum();
            let answer = answers.next().unwrap();
            let (_, theirs) = answer.split_once(&format!(" {} ", function.arity)).unwrap();
            assert_eq!(format!("{} {sum}", ours.join(" ")), theirs, "{}", path.display());
            assert!(body.iter().all(|instr| instr.op != Op::IntCodeEnd));
        }
    }
    assert_eq!(answers.next(), None);
    std::fs::remove_dir_all(&dir).unwrap();
}

/// The sum of an operand's integers.
fn ints(arg: &Arg) -> i128 {
    match arg {
        Arg::I(n) => i128::from(*n),
        Arg::BigI(big) => {
            let value = big.magnitude.iter().rev().fold(0, |n: i128, b| n << 8 | i128::from(*b));
            if big.negative { -value } else { value }
        }
        Arg::List(list) => list.iter().map(ints).sum(),
        _ => 0,
    }
}
