//! Funs: what they are and where they come from.

use crate::args::{atom, badarg, small};
use crate::references;
use release::Difference;
use term::code::FunCode;
use term::{Export, FunEntry, Mfa, Term, View, atom};
use vm::bif::{BifResult, BifRow, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "fun_info", 2, fun_info_2),
    row("erlang", "fun_info_mfa", 1, fun_info_mfa_1),
    row("erlang", "make_fun", 3, make_fun_3),
];

/// The function behind a fun; `[]` when the fun's module is not loaded (any more), or is being
/// purged.
fn function_name(entry: &FunEntry) -> Term<'static> {
    match entry.code() {
        FunCode::At(_) => Term::atom(entry.function),
        FunCode::Unloaded | FunCode::Purging => Term::NIL,
    }
}

fn fun_info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let (local, export) = match args[0].view() {
        View::Fun(f) => (Some(f), None),
        View::Export(e) => (None, Some(e)),
        _ => return badarg(),
    };
    let of_local = |value: Option<Term<'h>>| value.unwrap_or(Term::UNDEFINED);
    let entry = local.map(|f| f.entry);
    let what = atom(args[1])?;
    let value = match what.name() {
        "type" => Term::atom(if local.is_some() { atom!("local") } else { atom!("external") }),
        "module" => Term::atom(entry.map_or_else(|| export.unwrap().mfa.module, |e| e.module)),
        "name" => entry.map_or_else(|| Term::atom(export.unwrap().mfa.function), function_name),
        "arity" => {
            let arity = entry.map_or_else(|| export.unwrap().mfa.arity, |e| e.arity);
            Term::small(i64::from(arity))
        }
        "env" => local.map_or(Term::NIL, |f| heap.list(f.free)),
        "pid" => of_local(local.map(|f| match Difference::FunCreators.is_on() {
            true => f.creator,
            false => Term::pid(0),
        })),
        "new_index" => of_local(entry.map(|e| Term::small(i64::from(e.index)))),
        "index" => of_local(entry.map(|e| Term::small(i64::from(e.old.index)))),
        "uniq" => of_local(entry.map(|e| Term::small(i64::from(e.old.uniq)))),
        "new_uniq" => of_local(entry.map(|e| heap.binary(&e.uniq))),
        // They are not counted but for those who ask.
        "refc" => {
            of_local(entry.map(|entry| Term::small(references::of_fun(p, args, entry) as i64)))
        }
        _ => return badarg(),
    };
    Ok(heap.tuple(&[args[1], value]))
}

fn fun_info_mfa_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (module, name, arity) = match args[0].view() {
        View::Fun(f) => (f.entry.module, function_name(f.entry), f.entry.arity),
        View::Export(e) => (e.mfa.module, Term::atom(e.mfa.function), e.mfa.arity),
        _ => return badarg(),
    };
    Ok(p.heap().tuple(&[Term::atom(module), name, Term::small(i64::from(arity))]))
}

fn make_fun_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (module, function) = (atom(args[0])?, atom(args[1])?);
    let Ok(arity) = u8::try_from(small(args[2])?) else { return badarg() };
    Ok(p.heap().export_fun(Export::get(Mfa::new(module, function, arity))))
}
