//! Sequences of calls of built-ins against what the stock emulator gives: see `scripts.escript`.

use std::path::Path;
use term::etf::{DecodeOptions, decode};
use term::{Atom, Mfa, Term, am, compare, print};
use vm::bif::{self, BifResult, Exception, Other};
use vm::process::{Process, Running};

fn from_hex(text: &str) -> Vec<u8> {
    let digit = |c: u8| (c as char).to_digit(16).expect("a hexadecimal digit") as u8;
    text.as_bytes().chunks(2).map(|c| digit(c[0]) << 4 | digit(c[1])).collect()
}

/// Calls a built-in, or what `ets.erl` has in Erlang.
fn call<'h>(p: &mut Running<'h>, m: Atom, f: Atom, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let undefined = Term::UNDEFINED;
    let (f, args): (&str, Vec<Term<'h>>) = match (m.name(), f.name(), args) {
        ("ets", "delete_all_objects", [t]) => {
            call(p, m, Atom::new("internal_delete_all"), &[*t, undefined])?;
            return Ok(Term::TRUE);
        }
        ("ets", "select_delete", [t, ms]) => ("internal_select_delete", vec![*t, *ms]),
        ("ets", "match_spec_run", [list, ms]) => {
            let r = call(p, m, Atom::new("match_spec_run_r"), &[*list, *ms, Term::NIL])?;
            let mut all = r.to_vec().expect("a list");
            all.reverse();
            return Ok(heap.list(&all));
        }
        (_, f, args) => (f, args.to_vec()),
    };
    let mfa = Mfa::new(m, Atom::new(f), args.len() as u8);
    let bif = bif::find(mfa).unwrap_or_else(|| panic!("no {mfa}"));
    let mut args = args;
    loop {
        match bif.call(p, &args) {
            Err(Exception::Other(other)) => match *other {
                // Another turn.
                Other::Yield(more) => args = more,
                other => return Err(Exception::Other(Box::new(other))),
            },
            result => return result,
        }
        p.own().reductions_left = 4000;
    }
}

/// The result without what differs from run to run, and what stands for it in later arguments.
fn normal<'h>(p: &mut Running<'h>, t: Term<'h>, sort: bool) -> (Term<'h>, Term<'h>) {
    let heap = p.heap();
    let sorted = |t: Term<'h>| match t.to_vec() {
        Some(mut all) if sort => {
            all.sort_by(|&a, &b| compare::compare(a, b));
            heap.list(&all)
        }
        _ => t,
    };
    if t.is_reference() {
        return (Term::atom(Atom::new("reference")), t);
    }
    match t.as_tuple() {
        Some(&[list, rest]) if list.is_cons() || list.is_nil() => {
            let shown = if rest.is_tuple() { Term::atom(Atom::new("continuation")) } else { rest };
            (heap.tuple(&[sorted(list), shown]), rest)
        }
        _ => (sorted(t), t),
    }
}

fn check(name: &str) {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| bifs::register(&[]));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/scripts/{name}.expected"));
    let table = std::fs::read_to_string(&path).expect("table of scripts");
    let mut wrong = Vec::new();
    for line in table.lines() {
        let (hex, _) = line.split_once(' ').expect("a script");
        let mut p = Process::for_test();
        let p = &mut p.running();
        let heap = p.heap();
        let row = decode(heap, &from_hex(hex), DecodeOptions::default()).expect("a term");
        let &[steps, outcomes] = row.as_tuple_of::<2>().expect("a row");
        let mut results: Vec<Term<'_>> = Vec::new();
        for (step, expected) in steps.list().zip(outcomes.list()) {
            let parts = step.as_tuple().expect("a step");
            let (sort, parts) = if parts.len() == 4 { (true, &parts[1..]) } else { (false, parts) };
            let (m, f) = (parts[0].as_atom().unwrap(), parts[1].as_atom().unwrap());
            let args: Vec<_> = parts[2]
                .to_vec()
                .unwrap()
                .into_iter()
                .map(|a| match a.as_tuple() {
                    Some([tag, n]) if tag.is(Atom::new("result")) => {
                        results[n.as_small().unwrap() as usize - 1]
                    }
                    _ => a,
                })
                .collect();
            let error = |t, why| heap.tuple(&[Term::atom(am::ERROR), t, why]);
            let none = Term::atom(am::NONE);
            let (got, result) = match call(p, m, f, &args) {
                Ok(t) => {
                    let (shown, kept) = normal(p, t, sort);
                    (heap.tuple(&[Term::OK, shown]), kept)
                }
                Err(Exception::Error(t)) => (error(t, none), none),
                Err(Exception::Other(other)) => match *other {
                    Other::ErrorCause(t, why) => (error(t, why), none),
                    _ => (Term::atom(Atom::new("another exception")), none),
                },
                Err(_) => (Term::atom(Atom::new("another exception")), none),
            };
            results.push(result);
            if !compare::exactly_equal(got, expected) {
                let (step, got) = (print::display(step), print::display(got));
                wrong.push(format!("{step}\n    is {got}\n    not {}", print::display(expected)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn ets() {
    check("ets");
}

#[test]
fn atomics() {
    check("atomics");
}

#[test]
fn persistent_term() {
    check("persistent_term");
}

/// A list whose head and tail are the same list, and so on 60 levels down, is stored as it is.
#[test]
fn persistent_terms_share() {
    let mut p = Process::for_test();
    let p = &mut p.running();
    let heap = p.heap();
    let shared = (0..60).fold(Term::NIL, |t, _| heap.cons(t, t));
    let mut area = term::literal::Area::default();
    let stored = area.copy_shared(shared);
    let (mut t, mut depth) = (stored, 0);
    while let Some((head, tail)) = t.as_cons() {
        assert!(head.same(tail));
        (t, depth) = (tail, depth + 1);
    }
    assert_eq!(depth, 60);
}
