//! Built-ins of the module `maser`: native code, with the compile option `native`, and tunables.

use crate::args;
use beamfile::Op;
use std::sync::Arc;
use term::{Heap, Term, View, am, atom, map};
use tune::Tune;
use vm::bif::{BifResult, BifRow, Exception, dirty_io, row};
use vm::code::native::compiler::{self, Failure};
use vm::code::native::{self, Mode};
use vm::code::{self, Instance};
use vm::process::Running;
use vm::sched;

/// Rows of the table.
pub const ROWS: &[BifRow] = &[
    dirty_io("maser", "native_1", 1, native_1),
    row("maser", "native_info", 1, native_info_1),
    row("maser", "tunables", 0, tunables_0),
    row("maser", "set_tunable", 2, set_tunable_2),
];

/// `maser:tunables()`: `[{Name, #{value, default, range, unit, doc}}]`.
fn tunables_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let number = |n: u32| Term::small(n.into());
    let rows = tune::ALL.iter().map(|&which| {
        let row = which.row();
        let pairs = [
            (atom!("default"), number(row.default)),
            (atom!("doc"), heap.binary(row.doc.as_bytes())),
            (atom!("range"), heap.tuple(&[number(row.least), number(row.most)])),
            (atom!("unit"), heap.binary(row.unit.as_bytes())),
            (atom!("value"), number(tune::get(which))),
        ];
        let pairs = pairs.map(|(key, value)| (Term::atom(key), value));
        heap.tuple(&[Term::atom(term::Atom::new(row.name)), map::from_pairs(heap, &pairs)])
    });
    Ok(heap.list(&rows.collect::<Vec<_>>()))
}

/// `maser:set_tunable(Name, Value)`: the old value.
fn set_tunable_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let which = Tune::named(args::atom(args[0])?.name()).ok_or(Exception::BADARG)?;
    let value = args[1].as_u64().and_then(|v| v.try_into().ok()).ok_or(Exception::BADARG)?;
    let old = tune::set(which, value).map_err(|_| Exception::BADARG)?;
    if which == Tune::ScheduleSeed {
        sched::seed(p, value);
    }
    Ok(Term::small(old.into()))
}

/// `maser:native_1(Module)`: compiles a loaded module now; `ok` when calls go to its native code,
/// or `{error, Why}`.
fn native_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    let heap = p.heap();
    let done = match code::current(module) {
        Some(instance) => compiler::compile(&instance),
        None => {
            let why = Term::atom(atom!("not_loaded"));
            return Ok(heap.tuple(&[Term::atom(am::ERROR), why]));
        }
    };
    Ok(match done {
        Ok(()) => Term::OK,
        Err(why) => heap.tuple(&[Term::atom(am::ERROR), reason(heap, &why)]),
    })
}

fn reason<'h>(heap: &'h Heap, why: &Failure) -> Term<'h> {
    match why {
        Failure::NoCompiler => Term::atom(atom!("no_compiler")),
        Failure::Failed(why) => heap.string(why),
    }
}

/// `maser:native_info(Module)`: what is known of a module's native code.
fn native_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let instance = code::current(args::atom(args[0])?).ok_or(Exception::BADARG)?;
    let heap = p.heap();
    let pair = |key: &str, value: Term<'h>| heap.tuple(&[Term::atom(term::Atom::new(key)), value]);
    let number = |n: usize| Term::small(n as i64);
    let functions = instance.functions.len();
    let mut all = Vec::new();
    match native::info(&instance) {
        None => {
            all.push(pair("native", Term::FALSE));
            all.push(pair("functions", number(functions)));
        }
        Some(info) => {
            let left = info.left.iter().filter_map(|&n| instance.functions.get(n as usize));
            let name = |f: &code::FunctionInfo| {
                let arity = Term::small(f.mfa.arity.into());
                let why = Term::atom(atom!("high_register"));
                heap.tuple(&[heap.tuple(&[Term::atom(f.mfa.function), arity]), why])
            };
            let left: Vec<_> = left.map(name).collect();
            all.push(pair("native", Term::bool(info.used)));
            all.push(pair("functions", number(functions)));
            all.push(pair("native_functions", number(functions - left.len())));
            all.push(pair("built_in_functions", number(info.built_in.len())));
            all.push(pair("interpreted", heap.list(&left)));
            all.push(pair("code_size", number(info.size)));
            all.push(pair("compile_time", Term::small(info.milliseconds.into())));
            let each = (0..).zip(&instance.functions).map(|(n, f)| function(heap, &info, n, f));
            all.push(pair("details", heap.list(&each.collect::<Vec<_>>())));
        }
    }
    Ok(heap.list(&all))
}

/// `{{Name, Arity}, [{native, _}, {code_size, _}, {interpreted, [{Instruction, Count, Why}]}]}`.
fn function<'h>(
    heap: &'h Heap,
    info: &native::Info,
    number: u32,
    f: &code::FunctionInfo,
) -> Term<'h> {
    let name = |name: &str| Term::atom(term::Atom::new(name));
    let how = match (info.left.contains(&number), info.built_in.contains(&number)) {
        (true, _) => Term::FALSE,
        (_, true) => name("built_in"),
        _ => Term::TRUE,
    };
    let size = info.sizes.get(number as usize).copied().unwrap_or(0);
    let stays = info.stays.iter().filter(|s| s.function == number).map(|s| {
        let op = Op::from_u8(s.op).map_or("unknown", Op::name);
        heap.tuple(&[name(op), Term::small(s.count.into()), name(s.why.atom())])
    });
    let stays = heap.list(&stays.collect::<Vec<_>>());
    let pair = |key: &str, value| heap.tuple(&[name(key), value]);
    let all = [
        pair("native", how),
        pair("code_size", Term::small(size.into())),
        pair("interpreted", stays),
    ];
    let mfa = heap.tuple(&[Term::atom(f.mfa.function), Term::small(f.mfa.arity.into())]);
    heap.tuple(&[mfa, heap.list(&all)])
}

/// Compiles a module that is being loaded if its compile options say so. On a dirty scheduler.
pub fn before_first_call(instance: &Arc<Instance>) {
    native::templates::before_first_call(instance);
    if !matches!(Mode::now(), Mode::Auto | Mode::All) || !is_wanted(instance.compile) {
        return;
    }
    if let Err(Failure::Failed(why)) = compiler::compile(instance) {
        compiler::say_once(instance.module, &why);
    }
}

/// Whether `native` is among the compile options in what `module_info(compile)` gives.
fn is_wanted(info: Term<'static>) -> bool {
    let options = elements(info).into_iter().find_map(|t| match t.view() {
        View::Tuple([key, value]) if key.as_atom() == Some(atom!("options")) => Some(*value),
        _ => None,
    });
    let is_native = |t: &Term<'_>| t.as_atom() == Some(atom!("native"));
    options.is_some_and(|options| elements(options).iter().any(is_native))
}

fn elements(t: Term<'static>) -> Vec<Term<'static>> {
    args::list(t).unwrap_or_default()
}
