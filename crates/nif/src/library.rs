//! Libraries with NIFs: loading, calling their functions, unloading.
//!
//! A library belongs to the code of a module that has loaded it. It stays as long as anything may
//! run its code: the module's code, a call on a dirty scheduler, a resource with callbacks. Then
//! its `unload` is called and it is closed. For example, a module's old code is purged while a
//! resource of it lives: the library is closed when the resource's destructor has been called.

use crate::abi::{NifEntry, NifFunc, NifFunction};
use crate::check;
use crate::env::{Env, Kind, Scheduled};
use crate::ffi::{NifTerm, Opaque};
use crate::halt;
use crate::open::{Library, Options};
use crate::resource::Opening;
use crate::schedule::kind_of_flags;
use crate::sys::dynamic::{last_error, opened};
use crate::table::{Row, row};
use crate::version;
use smallvec::SmallVec;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use term::{Atom, Heap, Mfa, Term, am};
use vm::bif::{BifKind, BifResult, BifRow, Exception, Foreign, Usual, row as bif_row};
use vm::code::foreign::{self, Replacement};
use vm::code::{self, Instance};
use vm::process::Running;
use vm::{filename, finalizer};

/// Built-ins of this file.
pub const BIFS: &[BifRow] = &[bif_row("erlang", "load_nif", 2, load_nif_2)];

/// Rows of this file.
pub const ROWS: &[Row] =
    &[row!(enif_priv_data, "void*(ErlNifEnv*)", "0.1", "The private data of the library.")];

/// Ends a library to which nothing refers any more: calls its `unload`, and closes it.
fn end(library: &mut Library) {
    let closing = Closing(std::mem::take(library.handle.get_mut()));
    if library.loaded.get().is_none() {
        // It has said no when it was loaded, and is closed before it may be loaded again.
        return;
    }
    let ended = Library {
        module: library.module,
        path: std::mem::take(&mut library.path),
        handle: AtomicPtr::default(),
        priv_data: AtomicPtr::new(library.priv_data()),
        end: OnceLock::new(),
        unload: library.unload,
        instance: OnceLock::new(),
        options: Options::default(),
        loaded: OnceLock::new(),
    };
    // Its last user may have locks or a heap in hand.
    finalizer::later(Box::new(move || {
        if !ended.unload.is_null() {
            // SAFETY: `load` has put the address of the `unload` there by which the library wants
            // to be told of its end, which is such a function.
            let unload: Unload = unsafe { std::mem::transmute(ended.unload) };
            // `unload` may still ask for its private data.
            let mut env = Env::with_heap(Kind::Callback, Some(&ended));
            ended.within("unload", || {
                // SAFETY: the library is open still, and wants this function to be called with an
                // environment and its private data.
                unsafe { unload(&mut env, ended.priv_data()) };
            });
        }
        drop(closing);
    }));
}

type Unload = unsafe extern "C" fn(*mut Env, *mut c_void);

/// The handle of an open library, which is closed with it.
struct Closing(*mut c_void);

// SAFETY: the handle of a library is no thread's property.
unsafe impl Send for Closing {}

impl Drop for Closing {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: the handle is of a library that has been opened and is not used any more.
            unsafe { libc::dlclose(self.0) };
        }
    }
}

/// Opens the library that belongs to the calling module, and puts its functions in place of the
/// module's.
fn load_nif_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let caller = code::find(p.own_ref().pc).map(|found| found.0);
    let caller = caller.or_else(|| vm::interp::caller_of_load_nif(p));
    // A call whose function is found at run time stands in the function's own module.
    let Some(instance) = caller.filter(|instance| instance.module != am::ERLANG) else {
        return refused(
            p.heap(),
            "bad_lib",
            "load_nif/2 must be explicitly called from the NIF module. It cannot be called \
             through apply/3.",
        );
    };
    let name = filename::to_native(args[0], false).ok_or(Exception::BADARG)?;
    let module = instance.module;
    let is_built_in = |b: &vm::bif::Bif| b.mfa.module == module && !b.is_shortcut();
    if code::preloaded().contains(&module) || vm::bif::all().iter().any(is_built_in) {
        return Ok(Term::OK);
    }
    let _change = code::change(args)?;
    match load(p, &instance, &name, args[1]) {
        Ok(()) => Ok(Term::OK),
        Err(Refused(tag, text)) => refused(p.heap(), tag, &text),
    }
}

/// The reason why a library is not loaded: an atom and a text.
struct Refused(&'static str, String);

fn refused<'h>(heap: &'h Heap, tag: &'static str, text: &str) -> BifResult<'h> {
    let reason = heap.tuple(&[Term::atom(Atom::new(tag)), heap.string(text)]);
    Ok(heap.tuple(&[Term::atom(am::ERROR), reason]))
}

fn bad_lib<T>(text: String) -> Result<T, Refused> {
    Err(Refused("bad_lib", text))
}

fn load(
    p: &mut Running<'_>,
    instance: &Arc<Instance>,
    name: &[u8],
    info: Term<'_>,
) -> Result<(), Refused> {
    let module = instance.module;
    let is =
        |other: &Option<Arc<Instance>>| other.as_ref().is_some_and(|o| Arc::ptr_eq(o, instance));
    let (current, old, loading) =
        code::with_module(module, |m| (m.current.clone(), m.old.clone(), m.on_load.clone()));
    if is(&old) {
        let text = format!("Calling load_nif from old module '{}' not allowed", display(module));
        return Err(Refused("old_code", text));
    }
    if instance.library.get().is_some() {
        let text = "NIF library already loaded (reload disallowed since OTP 20).";
        return Err(Refused("reload", text.into()));
    }
    let previous = if is(&loading) && current.is_some() { current } else { old };
    let previous = previous.and_then(|i| i.library.get()?.clone().downcast::<Library>().ok());

    vm::faults::faults_in_libraries();
    check::begin();
    let path = path_of(name);
    let opened = open(&path)?;
    let init = init_of(opened.0)?;
    vm::system::taint(module);
    let entry = entry_of(init, module)?;
    let functions = functions_of(instance, &entry)?;
    let library = Arc::new(Library {
        module,
        path,
        handle: AtomicPtr::new(opened.0),
        priv_data: AtomicPtr::default(),
        end: OnceLock::from(end as fn(&mut Library)),
        unload: entry.unload.map_or(std::ptr::null(), |f| f as *const c_void),
        instance: OnceLock::from(Arc::downgrade(instance)),
        options: Options::default(),
        loaded: OnceLock::new(),
    });
    std::mem::forget(opened);
    let mut opening = Opening::new(library.clone());
    call_load(p, &library, previous.as_deref(), &entry, info, &mut opening)?;
    let _ = library.loaded.set(());
    halt::loaded(&library);
    opening.commit();
    let keeps: Arc<dyn std::any::Any + Send + Sync> = library.clone();
    let _ = instance.library.set(keeps);
    foreign::replace(instance, functions.into_iter().map(|f| f.of(&library)).collect());
    Ok(())
}

/// Its `load`, or its `upgrade` if there is older code with a library.
fn call_load(
    p: &mut Running<'_>,
    library: &Library,
    previous: Option<&Library>,
    entry: &NifEntry,
    info: Term<'_>,
    opening: &mut Opening,
) -> Result<(), Refused> {
    // The functions may ask for the data as soon as they have put it there.
    let data = library.priv_data.as_ptr();
    let mut env = Env::of_load(p, library, NonNull::from(opening).cast());
    let info = NifTerm::of(info);
    let result = match (previous, entry.upgrade, entry.load) {
        (Some(previous), Some(upgrade), _) => {
            let old = previous.priv_data();
            // SAFETY: the library says that this function is to be called so. The environment and
            // both places live during the call.
            let result = library.within("upgrade", || unsafe {
                upgrade(&mut env, data, previous.priv_data.as_ptr(), info)
            });
            if result != 0 {
                previous.priv_data.store(old, Ordering::Release);
            }
            ("upgrade", "upgrade", result)
        }
        (Some(_), None, _) => {
            return Err(Refused("upgrade", "Upgrade not supported by this NIF library.".into()));
        }
        (None, _, Some(load)) => {
            let result = library.within("load", || {
                // SAFETY: the library says that this function is to be called so. The environment
                // and the place live during the call.
                unsafe { load(&mut env, data, info) }
            });
            ("load", "load", result)
        }
        (None, _, None) => return Ok(()),
    };
    match result {
        (_, _, 0) => Ok(()),
        (tag, what, n) => Err(Refused(tag, format!("Library {what}-call unsuccessful ({n})."))),
    }
}

fn display(name: Atom) -> String {
    term::print::display(Term::atom(name))
}

/// The file of a library: the name that it is loaded by has no ending.
fn path_of(name: &[u8]) -> CString {
    let bytes = name.iter().copied().chain(*b".so").filter(|&b| b != 0).collect::<Vec<_>>();
    CString::new(bytes).expect("no zeros")
}

/// The text that `dlerror` gives.
fn why() -> String {
    last_error(c"").to_string_lossy().into_owned()
}

/// # Safety
/// A string of C.
unsafe fn lossy(text: *const c_char) -> String {
    // SAFETY: the caller says that it is a string.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

fn open(path: &CStr) -> Result<Closing, Refused> {
    let shown = || format!("{}, called by dlopen", path.to_string_lossy());
    let handle = vm::faults::within_callback(&shown, || opened(path));
    if !handle.is_null() {
        return Ok(Closing(handle));
    }
    let (why, path) = (why(), path.to_string_lossy());
    let name = path.strip_suffix(".so").unwrap_or(&path);
    let text = match why.contains(name) {
        true => format!("Failed to load NIF library: '{why}'"),
        false => format!("Failed to load NIF library {name}: '{why}'"),
    };
    Err(Refused("load_failed", text))
}

/// The function by which a library says what it is.
type Init = unsafe extern "C" fn() -> *const NifEntry;

fn init_of(handle: *mut c_void) -> Result<Init, Refused> {
    // SAFETY: the library is open and the name is a string.
    let init = unsafe { libc::dlsym(handle, c"nif_init".as_ptr()) };
    if init.is_null() {
        return bad_lib(format!("Failed to find library init function: '{}'", why()));
    }
    // SAFETY: `nif_init` is such a function in every library with NIFs; that is the contract of
    // `ERL_NIF_INIT`.
    Ok(unsafe { std::mem::transmute::<*mut c_void, Init>(init) })
}

/// The structure by which the library describes itself; fields that its version does not have are
/// as if it had said nothing.
fn entry_of(init: Init, module: Atom) -> Result<NifEntry, Refused> {
    let shown = || format!("{}, called as nif_init", vm::faults::library_at(init as usize));
    vm::faults::library_loaded(init as usize);
    // SAFETY: it takes no arguments.
    let entry = vm::faults::within_callback(&shown, || unsafe { init() });
    if entry.is_null() {
        return bad_lib("Library init-call unsuccessful".into());
    }
    // SAFETY: the structure of a library of any version begins with what is read here first, and
    // has each further field from the version on that is compared before it is read. The strings in
    // it are constants of the library, or null.
    unsafe {
        let (major, minor) = ((*entry).major, (*entry).minor);
        let least = |m: c_int, n: c_int| (major, minor) >= (m, n);
        let min_erts = if least(2, 14) { (*entry).min_erts } else { std::ptr::null() };
        let (our_major, our_minor) = version::nif();
        if (major, minor) > (our_major, our_minor) {
            let needs = if min_erts.is_null() { "(null)".into() } else { lossy(min_erts) };
            return bad_lib(format!(
                "That '{}' NIF library needs {needs} or newer. Either try to recompile the NIF lib \
                 or use a newer erts runtime.",
                display(module)
            ));
        }
        if major < 2 || (major, minor) == (2, 5) {
            return bad_lib(format!(
                "That old NIF library ({major}.{minor}) is not compatible with this erts runtime \
                 ({our_major}.{our_minor}). Try recompile the NIF lib."
            ));
        }
        if least(2, 1) && lossy((*entry).vm_variant) != "beam.vanilla" {
            let variant = lossy((*entry).vm_variant);
            return bad_lib(format!(
                "Library ({variant}) not compiled for this vm variant (beam.vanilla)."
            ));
        }
        let name = CStr::from_ptr((*entry).name).to_bytes();
        if latin1(name) != module.name() {
            return bad_lib(format!(
                "Library module name '{}' does not match calling module '{}'",
                String::from_utf8_lossy(name),
                display(module)
            ));
        }
        Ok(NifEntry {
            major,
            minor,
            name: (*entry).name,
            num_of_funcs: (*entry).num_of_funcs,
            funcs: (*entry).funcs,
            load: (*entry).load,
            reload: std::ptr::null(),
            upgrade: (*entry).upgrade,
            unload: (*entry).unload,
            vm_variant: std::ptr::null(),
            options: if least(2, 7) { (*entry).options } else { 0 },
            sizeof_resource_type_init: 0,
            min_erts,
        })
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| char::from(b)).collect()
}

/// A function of a library, and the number of the module's function that it replaces.
struct Function {
    function: usize,
    mfa: Mfa,
    address: NifFunction,
    kind: BifKind,
}

impl Function {
    fn of(self, library: &Arc<Library>) -> Replacement {
        let foreign = foreign(self.mfa, self.address, self.kind, library.clone());
        Replacement { function: self.function, foreign: Arc::new(foreign), kind: self.kind }
    }
}

fn foreign(mfa: Mfa, address: NifFunction, kind: BifKind, library: Arc<Library>) -> Foreign {
    // A usual call pays nothing for what few libraries want.
    let call = match kind {
        BifKind::Normal if library.options.delays.load(Ordering::Relaxed) => call_counted,
        BifKind::Normal => call_here,
        _ => call_dirty,
    };
    Foreign {
        mfa,
        continues: false,
        call,
        address: address as *const c_void,
        usual: Usual::default(),
        library,
    }
}

/// The functions of a library, in the order of its table.
fn functions_of(instance: &Instance, entry: &NifEntry) -> Result<Vec<Function>, Refused> {
    let module = display(instance.module);
    let mut all: Vec<Function> = Vec::new();
    for i in 0..usize::try_from(entry.num_of_funcs).unwrap_or(0) {
        let f = nth_function(entry, i);
        // SAFETY: the name of a function is a string of the library's.
        let name = latin1(unsafe { CStr::from_ptr(f.name) }.to_bytes());
        let shown = format!("{module}:{name}/{}", f.arity);
        let is = |mfa: Mfa| mfa.function.name() == name && u32::from(mfa.arity) == f.arity;
        let found = instance.functions.iter().position(|info| is(info.mfa));
        let (Some(function), Some(address)) = (found, f.function) else {
            return bad_lib(format!("Function not found {shown}"));
        };
        let mfa = instance.functions[function].mfa;
        if !instance.replaceable.is_empty() && !instance.replaceable.contains(&mfa) {
            return bad_lib(format!("Function not declared as nif {shown}"));
        }
        let Some(kind) = kind_of_flags(f.flags) else {
            return bad_lib(format!(
                "Illegal flags field value {} for NIF {shown}",
                f.flags as i32
            ));
        };
        if all.iter().any(|other| other.function == function) {
            return bad_lib(format!("Duplicate NIF entry for {shown}"));
        }
        all.push(Function { function, mfa, address, kind });
    }
    Ok(all)
}

/// A row of the library's table. Rows have flags from version 2.7 on, whatever the options are:
/// those of rustler are 0.
fn nth_function(entry: &NifEntry, i: usize) -> NifFunc {
    let with_flags = (entry.major, entry.minor) >= (2, 7);
    // SAFETY: the library has a table of so many rows, and says by its version how long a row is.
    // Only what there is of one is read.
    unsafe {
        if with_flags {
            *entry.funcs.add(i)
        } else {
            #[repr(C)]
            struct Short {
                name: *const c_char,
                arity: u32,
                function: Option<NifFunction>,
            }
            let short = &*entry.funcs.cast::<Short>().add(i);
            NifFunc { name: short.name, arity: short.arity, function: short.function, flags: 0 }
        }
    }
}

fn call_here<'h>(foreign: &Foreign, p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    call(Kind::Call, foreign, p, args)
}

fn call_counted<'h>(foreign: &Foreign, p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let _call = Library::of(foreign).options.call();
    call(Kind::Call, foreign, p, args)
}

fn call_dirty<'h>(foreign: &Foreign, p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let _call = Library::of(foreign).options.call();
    call(Kind::DirtyCall, foreign, p, args)
}

#[inline(always)]
fn call<'h>(
    kind: Kind,
    foreign: &Foreign,
    p: &mut Running<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let mut env = Env::of_call(kind, p, foreign);
    if check::is_on() {
        return call_checked(env, foreign, args);
    }
    let result = invoke(&mut env, foreign, args);
    if env.is_plain() && !result.is_none() {
        return Ok(result.of_env(&env));
    }
    finish(foreign, &mut env, result, args)
}

/// As `call`, where it is looked what the library does: its environment is kept for a while.
#[cold]
fn call_checked<'h>(env: Env, foreign: &Foreign, args: &[Term<'h>]) -> BifResult<'h> {
    let mut env = Box::new(env);
    let result = invoke(&mut env, foreign, args);
    if !result.is_none() {
        // A wrong result is told as the function's fault, too.
        // SAFETY: the environment and the function stay during the check.
        unsafe { vm::faults::within_library(env.called(), || env.check(result)) };
    }
    let ended = finish(foreign, &mut env, result, args);
    env.end();
    ended
}

/// Calls the function with the arguments that are its own.
#[inline(always)]
fn invoke(env: &mut Env, foreign: &Foreign, args: &[Term<'_>]) -> NifTerm {
    let others = if foreign.continues { usize::from(foreign.mfa.arity) } else { 0 };
    let n = (args.len() - others) as c_int;
    // SAFETY: the address is that of a NIF: `foreign` above takes no other.
    let function: NifFunction = unsafe { std::mem::transmute(foreign.address) };
    let words = args.as_ptr().cast();
    match NifTerm::are_alike(args) {
        true => run(env, function, n, words),
        false => run_with_own_words(env, function, n, args),
    }
}

/// As [`run`], with arguments of which some are other words for C code.
#[cold]
#[inline(never)]
fn run_with_own_words(
    env: &mut Env,
    function: NifFunction,
    n: c_int,
    args: &[Term<'_>],
) -> NifTerm {
    let words: SmallVec<[NifTerm; 16]> = args.iter().map(|&t| NifTerm::of(t)).collect();
    run(env, function, n, words.as_ptr())
}

#[inline(always)]
fn run(env: &mut Env, function: NifFunction, n: c_int, words: *const NifTerm) -> NifTerm {
    // SAFETY: the library has this function for calls with so many arguments. It stays during the
    // call, as do environment and arguments. Its code is trusted with them, as that of every
    // library in C that a program loads.
    unsafe { vm::faults::within_library(env.called(), || function(env, n, words)) }
}

/// The end of a call that has raised an exception, goes on elsewhere, or has used memory of its
/// environment's.
#[cold]
fn finish<'h>(
    foreign: &Foreign,
    env: &mut Env,
    result: NifTerm,
    args: &[Term<'h>],
) -> BifResult<'h> {
    if let Some(reason) = env.exception() {
        return Err(Exception::Error(reason.of_env(env)));
    }
    if let Some(scheduled) = env.take_scheduled() {
        return Err(go_on(foreign, scheduled, args));
    }
    if result.is_none() {
        return Err(Exception::BADARG);
    }
    Ok(result.of_env(env))
}

/// Goes on with another function of the library.
fn go_on<'h>(foreign: &Foreign, scheduled: Scheduled, call: &[Term<'h>]) -> Exception<'h> {
    let Scheduled { function, kind, args } = scheduled;
    // SAFETY: `enif_schedule_nif` has put the address of a NIF there.
    let function: NifFunction = unsafe { std::mem::transmute(function) };
    let instance = Library::of(foreign).instance.get().and_then(Weak::upgrade);
    let Some(instance) = instance else { return Exception::Error(Term::atom(am::UNDEF)) };
    let library = foreign.library.clone();
    let make = || {
        let library = library.downcast::<Library>().expect("a library");
        Foreign { continues: true, ..self::foreign(foreign.mfa, function, kind, library) }
    };
    // The arguments of the call that began follow.
    let began = &call[call.len() - usize::from(foreign.mfa.arity)..];
    // SAFETY: the NIF has given these words as terms of its environment, which is the process's or
    // its stand-in's, so they live as long as the result of the call.
    let own = args.iter().map(|&w| unsafe { Term::from_word(w) });
    let args: Vec<Term<'h>> = own.chain(began.iter().copied()).collect();
    let address = function as usize;
    match foreign::export_of(&instance, foreign.mfa, args.len(), address, kind, make) {
        Some(export) => Exception::trap(export, args),
        None => Exception::Error(Term::atom(am::UNDEF)),
    }
}

/// The private data of the library whose code has the environment; null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn enif_priv_data(env: &Env) -> Opaque {
    env.library().map_or(std::ptr::null_mut(), Library::priv_data)
}
