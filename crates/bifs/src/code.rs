//! Built-ins of the code server: loading, purging, asking about modules.

use crate::{args, native};
use release::Difference;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use term::print::display;
use term::{Atom, Export, Heap, Mfa, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, dirty_cpu, row};
use vm::code::{self, Instance};
use vm::process::Running;
use vm::{finalizer, system};

/// The modules of OTP whose libraries are part of every emulator.
const NIF_MODULES: &[&str] = &[
    "erl_tracer",
    "prim_buffer",
    "prim_file",
    "prim_net",
    "prim_socket",
    "prim_tty",
    "zlib",
    "zstd",
];

/// Rows of the table.
pub const ROWS: &[BifRow] = &[
    row("code", "coverage_support", 0, coverage_support_0).since(27),
    row("code", "get_coverage_mode", 0, get_coverage_mode_0).since(27),
    row("code", "get_coverage_mode", 1, none_of_module).since(27),
    row("code", "get_coverage", 2, no_coverage).since(27),
    row("code", "reset_coverage", 1, no_coverage).since(27),
    row("code", "set_coverage_mode", 1, no_coverage).since(27),
    row("code", "get_debug_info", 1, none_of_module).since(28),
    row("erl_debugger", "supported", 0, coverage_support_0).since(28),
    dirty_cpu("erts_internal", "prepare_loading", 2, prepare_loading),
    row("erlang", "has_prepared_code_on_load", 1, has_prepared_code_on_load),
    row("erlang", "finish_loading", 1, finish_loading),
    row("erlang", "call_on_load_function", 1, call_on_load_function),
    row("erlang", "finish_after_on_load", 2, finish_after_on_load),
    row("erlang", "module_loaded", 1, module_loaded),
    row("erlang", "loaded", 0, loaded),
    row("erlang", "pre_loaded", 0, pre_loaded),
    row("erlang", "check_old_code", 1, check_old_code),
    row("erlang", "delete_module", 1, delete_module),
    row("erts_internal", "purge_module", 2, purge_module),
    row("erts_code_purger", "pending_purge_lambda", 3, pending_purge_lambda),
    row("erlang", "get_module_info", 1, get_module_info_1),
    row("erlang", "get_module_info", 2, get_module_info_2),
    row("erlang", "function_exported", 3, function_exported),
    row("erlang", "is_builtin", 3, is_builtin),
    row("erts_internal", "beamfile_chunk", 2, beamfile_chunk),
    row("erts_internal", "beamfile_module_md5", 1, beamfile_module_md5),
    row("erts_internal", "check_process_code", 1, check_process_code),
];

/// Code that has been prepared and waits to be made current.
struct Prepared {
    instance: Mutex<Option<Arc<Instance>>>,
    /// Others have had a turn since it was to be made current.
    waited: AtomicBool,
}

fn prepared(t: Term<'_>) -> Result<Arc<Prepared>, Exception<'static>> {
    let magic = t.as_ref().and_then(|r| r.magic()).ok_or(Exception::BADARG)?;
    magic.downcast().map_err(|_| Exception::BADARG)
}

fn error<'h>(heap: &'h Heap, reason: Atom) -> Term<'h> {
    heap.tuple(&[Term::atom(am::ERROR), Term::atom(reason)])
}

fn prepare_loading<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    let bytes = args::binary(args[1])?;
    let heap = p.heap();
    match code::loader::load(&bytes) {
        Ok(instance) if instance.module == module => {
            let instance = Arc::new(instance);
            native::before_first_call(&instance);
            let instance = Mutex::new(Some(instance));
            let prepared = Prepared { instance, waited: AtomicBool::new(false) };
            Ok(heap.magic_ref(system::new_ref(), Arc::new(prepared)))
        }
        Ok(instance) => {
            let why =
                format!("module name in object code is {}", display(Term::atom(instance.module)));
            Ok(not_loaded(p, module, &why))
        }
        Err(why) => Ok(not_loaded(p, module, &why.to_string())),
    }
}

/// Logs why a module is not loaded.
fn not_loaded<'h>(p: &Running<'h>, module: Atom, why: &str) -> Term<'h> {
    let text = format!("Error loading module {}:\n  {why}\n", display(Term::atom(module)));
    vm::log::log_of_process(p, text.as_bytes());
    error(p.heap(), am::BADFILE)
}

fn has_prepared_code_on_load<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let prepared = prepared(args[0])?;
    let instance = prepared.instance.lock().expect("prepared code");
    let instance = instance.as_ref().ok_or(Exception::BADARG)?;
    Ok(Term::bool(instance.on_load.is_some()))
}

fn finish_loading<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let _change = code::change(args)?;
    let heap = p.heap();
    let mut all = Vec::new();
    for t in args::list(args[0])? {
        all.push(prepared(t)?);
    }
    // Whom this process has just made executes the code of before, as on stock, where a process
    // that loads code waits for all schedulers.
    let waited = |prepared: &Arc<Prepared>| prepared.waited.swap(true, Ordering::Relaxed);
    if all.iter().filter(|prepared| !waited(prepared)).count() > 0 {
        return Err(Exception::yield_with(args.to_vec()));
    }
    let mut instances = Vec::new();
    for prepared in &all {
        let instance = prepared.instance.lock().expect("prepared code").clone();
        instances.push(instance.ok_or(Exception::BADARG)?);
    }
    // Nothing of several modules may be current before all of it is, so none can run code first.
    if instances.len() > 1 && instances.iter().any(|i| i.on_load.is_some()) {
        return Err(Exception::SYSTEM_LIMIT);
    }
    // Modules that are refused are told from the last to the first.
    let refuse = |why: Atom, which: &dyn Fn(usize, Atom) -> bool| {
        let modules: Vec<_> = (0..instances.len())
            .rev()
            .filter(|&at| which(at, instances[at].module))
            .map(|at| Term::atom(instances[at].module))
            .collect();
        (!modules.is_empty()).then(|| heap.tuple(&[Term::atom(why), heap.list(&modules)]))
    };
    let refused = refuse(am::DUPLICATED, &|at, module| {
        instances[..at].iter().any(|earlier| earlier.module == module)
    })
    .or_else(|| {
        refuse(am::NOT_PURGED, &|_, module| {
            code::old(module).is_some() && code::current(module).is_some()
        })
    });
    if let Some(t) = refused {
        return Ok(t);
    }
    let on_load = refuse(am::ON_LOAD, &|at, _| instances[at].on_load.is_some());
    for prepared in &all {
        *prepared.instance.lock().expect("prepared code") = None;
    }
    for instance in instances {
        if instance.on_load.is_some() {
            code::add_on_load(instance);
        } else {
            code::make_current(instance);
        }
    }
    Ok(on_load.unwrap_or(Term::OK))
}

fn call_on_load_function<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    let instance = code::with_module(module, |m| m.on_load.clone()).ok_or(Exception::BADARG)?;
    let offset = instance.on_load.ok_or(Exception::BADARG)?;
    Err(Exception::trap(code::hidden_export(&instance, offset), Vec::new()))
}

fn finish_after_on_load<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    let keep = args[1].as_bool().ok_or(Exception::BADARG)?;
    let _change = code::change(args)?;
    let instance = code::with_module(module, |m| match keep {
        true => m.on_load.take(),
        // It is purged next: processes may be executing it.
        false => m.on_load.clone(),
    });
    let instance = instance.ok_or(Exception::BADARG)?;
    if keep {
        code::make_current(instance);
    }
    Ok(Term::TRUE)
}

fn module_loaded<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(code::current(args::atom(args[0])?).is_some()))
}

fn atoms<'h>(p: &Running<'h>, names: Vec<Atom>) -> Term<'h> {
    p.heap().list_from_rev(names.into_iter().map(|name| -> Term<'h> { Term::atom(name) }))
}

fn loaded<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(atoms(p, code::all_loaded()))
}

fn pre_loaded<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(atoms(p, code::preloaded()))
}

fn check_old_code<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(code::old(args::atom(args[0])?).is_some()))
}

fn delete_module<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    let _change = code::change(args)?;
    if !code::is_known(module) {
        return Ok(Term::UNDEFINED);
    }
    if code::old(module).is_some() {
        let name = display(Term::atom(module));
        let text = format!("Module {name} must be purged before deleting\n");
        vm::log::log_of_process(p, text.as_bytes());
        return args::badarg();
    }
    // There may be nothing to delete any more.
    code::delete(module);
    Ok(Term::TRUE)
}

fn purge_module<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let result = purge(args);
    // Libraries of code that has gone are told before this returns.
    finalizer::run();
    result
}

fn purge<'h>(args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    let _change = code::change(args)?;
    match args::atom(args[1])?.name() {
        "prepare" => Ok(Term::bool(code::prepare_purge(module, false))),
        "prepare_on_load" => Ok(Term::bool(code::prepare_purge(module, true))),
        "complete" if code::end_purge(module, true) => Ok(Term::TRUE),
        "abort" if code::end_purge(module, false) => Ok(Term::FALSE),
        _ => args::badarg(),
    }
}

/// Where calls of funs end up whose code is being purged: they wait until that is over.
fn pending_purge_lambda<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let fun = args[1].as_fun().ok_or(Exception::BADARG)?;
    if code::wait_for_purge(p, fun.entry) {
        return Err(Exception::yield_with(args.to_vec()));
    }
    let apply = Export::get(Mfa::new(am::ERLANG, am::APPLY, 2));
    Err(Exception::trap(apply, args[1..].to_vec()))
}

fn functions<'h>(heap: &'h Heap, names: impl Iterator<Item = (Atom, u8)>) -> Term<'h> {
    let one =
        |(name, arity): (Atom, u8)| heap.tuple(&[Term::atom(name), Term::small(i64::from(arity))]);
    let all: Vec<_> = names.map(one).collect();
    heap.list(&all)
}

fn module_info<'h>(
    heap: &'h Heap,
    instance: &Instance,
    item: Atom,
) -> Result<Term<'h>, Exception<'h>> {
    Ok(match item.name() {
        "module" => Term::atom(instance.module),
        "exports" => {
            // The last entry of the export table first: programs see their test cases in this
            // order.
            let mut all: Vec<_> = instance.exports.iter().map(|e| (e.0, e.1)).collect();
            let mfa = |f: &(Atom, u8)| Mfa::new(instance.module, f.0, f.1);
            all.sort_by_cached_key(|f| Reverse(Export::get(mfa(f)).number));
            functions(heap, all.into_iter())
        }
        "functions" => {
            functions(heap, instance.functions.iter().map(|f| (f.mfa.function, f.mfa.arity)))
        }
        "attributes" => heap.copy_in(instance.attributes),
        "compile" => heap.copy_in(instance.compile),
        "md5" => heap.binary(&instance.md5),
        "native" => Term::bool(code::native::info(instance).is_some_and(|n| n.used)),
        "native_addresses" => Term::NIL,
        "nifs" => {
            // These are built in.
            let own = |b: &&vm::bif::Bif| b.mfa.module == instance.module && !b.is_shortcut();
            let all = vm::bif::all().iter().filter(own).map(|b| b.mfa);
            let rows = all.filter(|mfa| is_nif_in_otp(*mfa));
            let replaced = instance.stubs.replaced();
            functions(heap, rows.chain(replaced).map(|mfa| (mfa.function, mfa.arity)))
        }
        _ => return args::badarg(),
    })
}

fn get_module_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    let instance = code::current(module).ok_or(Exception::BADARG)?;
    let heap = p.heap();
    let mut all = Vec::new();
    for item in ["module", "exports", "attributes", "compile", "md5"] {
        let item = Atom::new(item);
        all.push(heap.tuple(&[Term::atom(item), module_info(heap, &instance, item)?]));
    }
    Ok(heap.list(&all))
}

fn get_module_info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    let instance = code::current(module).ok_or(Exception::BADARG)?;
    module_info(p.heap(), &instance, args::atom(args[1])?)
}

fn mfa<'h>(args: &[Term<'h>]) -> Result<Option<Mfa>, Exception<'h>> {
    let (module, function) = (args::atom(args[0])?, args::atom(args[1])?);
    let arity = args[2].as_i64().ok_or(Exception::BADARG)?;
    Ok(u8::try_from(arity).ok().map(|arity| Mfa::new(module, function, arity)))
}

fn function_exported<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(mfa) = mfa(args)? else { return Ok(Term::FALSE) };
    Ok(Term::bool(Export::find(mfa).is_some_and(code::is_defined)))
}

fn is_builtin<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(mfa) = mfa(args)? else { return Ok(Term::FALSE) };
    let instruction = mfa == Mfa::new(am::ERLANG, atom!("yield"), 0);
    Ok(Term::bool(instruction || code::is_built_in(mfa) && is_built_in_otp(mfa)))
}

/// Whether a built-in is a function of one of OTP's own libraries there.
fn is_nif_in_otp(mfa: Mfa) -> bool {
    let name = mfa.function.name();
    let names = mfa.module.name() == "prim_file"
        && (name == "is_translatable" || name.starts_with("internal_n"));
    NIF_MODULES.contains(&mfa.module.name()) && !names
}

/// Whether a built-in is one of OTP too; there these are NIFs, Erlang code or not at all.
pub(crate) fn is_built_in_otp(mfa: Mfa) -> bool {
    let (module, function) = (mfa.module.name(), mfa.function.name());
    if matches!((module, function), ("erlang", "binary_to_integer" | "list_to_integer")) {
        return !Difference::ErlangIntegers.is_on();
    }
    !is_nif_in_otp(mfa)
        && !matches!(
            (module, function, mfa.arity),
            ("maser" | "maser_tracer", ..)
                | ("erlang", "alias" | "hibernate" | "yield", 0)
                | ("erlang", "bif_return_trap", 1)
                | ("erlang", "garbage_collect_message_area", 0)
                | ("erts_code_purger", "pending_purge_lambda", 3)
                | ("erts_internal", "iolist_size_continue", 2)
                | ("re", "internal_run", 5)
        )
}

fn beamfile_chunk<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bytes = args::binary(args[0])?;
    let name = args::bytes_of_list(args[1])?;
    let name: [u8; 4] = name.try_into().map_err(|_| Exception::BADARG)?;
    Ok(beamfile::raw_chunk(&bytes, &name).map_or(Term::UNDEFINED, |data| p.heap().binary(&data)))
}

fn beamfile_module_md5<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bytes = args::binary(args[0])?;
    Ok(beamfile::module_md5(&bytes).map_or(Term::UNDEFINED, |md5| p.heap().binary(&md5)))
}

fn check_process_code<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let module = args::atom(args[0])?;
    Ok(Term::bool(vm::interp::uses_old_code(p, module)))
}

/// No code counts by itself how often it is executed, nor can a debugger stop it.
fn coverage_support_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::FALSE)
}

fn get_coverage_mode_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::atom(am::NONE))
}

/// `none` of a module: its code counts nothing, and values of its variables are not known.
fn none_of_module<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match code::current(args[0].as_atom().ok_or(Exception::BADARG)?) {
        Some(_) => Ok(Term::atom(am::NONE)),
        None => Err(Exception::BADARG),
    }
}

fn no_coverage<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Err(Exception::BADARG)
}
