//! The code server: modules, their code, and what is known of an address in it.

mod emit;
pub mod foreign;
pub mod loader;
pub mod native;
pub mod ops;
pub mod records;
mod stubs;

pub use stubs::{is_built_in, is_defined, is_special, normal_exit, start_address, traced_return};

use crate::bif::Bif;
use crate::code::ops::Op;
use crate::exception::Exception;
use crate::hook::Hook;
use crate::process::Running;
use crate::signal;

use hashbrown::HashMap;
use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, RwLock};
use term::code::FunCode;
use term::literal::Area;
use term::{Atom, Export, FunEntry, Mfa, Term};

/// A function in loaded code.
#[derive(Copy, Clone, Debug)]
pub struct FunctionInfo {
    /// Offset of its `FuncInfo`, in words.
    pub start: u32,
    /// Offset of its entry.
    pub entry: u32,
    /// Its name.
    pub mfa: Mfa,
}

/// The code of a module, loaded once. Its memory stays where it is until it is dropped.
pub struct Instance {
    /// The module.
    pub module: Atom,
    /// The instructions. Only the targets of calls change, when a breakpoint comes or goes.
    pub code: Box<[AtomicU64]>,
    /// Offsets of the words that are targets of calls within the module.
    pub calls: Vec<u32>,
    /// Functions by offset.
    pub functions: Vec<FunctionInfo>,
    /// Sizes of frames.
    pub frames: Frames,
    /// `(offset, file, line)`: from this offset on.
    pub lines: Vec<(u32, u32, u32)>,
    /// Source files.
    pub files: Vec<String>,
    /// Exported functions: name, arity, offset of the entry.
    pub exports: Vec<(Atom, u8, u32)>,
    /// Funs, with the offset of the code of each.
    pub funs: Vec<(&'static FunEntry, u32)>,
    /// Offset of the `on_load` function.
    pub on_load: Option<u32>,
    /// MD5 of the file.
    pub md5: [u8; 16],
    /// `module_info(attributes)`.
    pub attributes: Term<'static>,
    /// `module_info(compile)`.
    pub compile: Term<'static>,
    /// The native records that it defines; instructions point to them.
    pub records: Box<[records::RecordKind]>,
    /// Kept alive because instructions point into them.
    pub strings: Box<[u8]>,
    /// The memory in which its literals lie.
    pub literals: Area,
    /// Its native code.
    pub native: native::Tiers,
    /// The sources of native code; nothing if there is some, or cannot be.
    pub source: native::Kept,
    /// How many of its functions have breakpoints: while there are any, all calls go to the base
    /// tier.
    pub breakpoints: AtomicUsize,
    /// Offset of the instructions that enter native code, one for each function and tier.
    pub enter: u32,
    /// The functions that a library may have; all if it names none. Compilers of OTP 25 and newer
    /// name all, or those of the attribute `-nifs`.
    pub replaceable: Vec<Mfa>,
    /// The stubs of its functions that a library has.
    pub stubs: foreign::Stubs,
    /// The library, if it has been loaded: kept as long as the code is.
    pub library: OnceLock<Arc<dyn Any + Send + Sync>>,
}

/// The sizes of the frames that code has at its offsets.
pub struct Frames {
    /// `(offset, words)`: from this offset on, the frame has so many words, control words
    /// included; 0 for none.
    changes: Box<[(u32, u32)]>,
    /// For each 64 words of code the number of changes before the first one of them, so that a
    /// size is found in a step or two: every exception asks for some.
    before: Box<[u32]>,
}

impl Frames {
    /// From the changes in the order of their offsets.
    pub fn new(changes: Vec<(u32, u32)>) -> Frames {
        let last = changes.last().map_or(0, |c| c.0);
        let before = (0..=last / 64).map(|k| changes.partition_point(|c| c.0 < 64 * k) as u32);
        Frames { before: before.collect(), changes: changes.into_boxed_slice() }
    }

    fn at(&self, offset: u32) -> usize {
        let k = (offset as usize / 64).min(self.before.len() - 1);
        let mut i = self.before[k] as usize;
        while self.changes.get(i).is_some_and(|c| c.0 <= offset) {
            i += 1;
        }
        i.checked_sub(1).map_or(0, |i| self.changes[i].1 as usize)
    }
}

impl Instance {
    /// Address of an offset.
    pub fn address(&self, offset: u32) -> *const u64 {
        self.code.as_ptr().cast::<u64>().wrapping_add(offset as usize)
    }

    /// The addresses of its code.
    pub fn range(&self) -> std::ops::Range<usize> {
        let range = self.code.as_ptr_range();
        range.start as usize..range.end as usize
    }

    /// The offset itself. For that of an instruction that enters native code, the offset of its
    /// function's entry.
    fn settled(&self, offset: u32) -> u32 {
        match offset.checked_sub(self.enter) {
            // Each tier has one for each function.
            Some(n) => {
                let number = n as usize / native::ENTER_WORDS % self.functions.len();
                self.functions[number].entry
            }
            None => offset,
        }
    }

    /// Makes calls within the module that go to one address go to another.
    pub(crate) fn redirect_local(&self, (from, to): (*const u64, *const u64)) {
        for &at in &self.calls {
            let word = &self.code[at as usize];
            if word.load(Ordering::Relaxed) == from as u64 {
                word.store(to as u64, Ordering::Release);
            }
        }
        for native in self.native.all() {
            native.redirect((from, to));
        }
        change_funs(self, |_| FunCode::At(from), |_| FunCode::At(to));
    }

    /// Makes calls within the module that go to some addresses go to others; the changes are in
    /// the order of where calls have gone so far.
    pub(crate) fn redirect_all(&self, changes: &[(*const u64, *const u64)]) {
        let changed = |from| {
            let found = changes.binary_search_by_key(&from, |change| change.0);
            found.map(|i| changes[i].1)
        };
        for &at in &self.calls {
            let word = &self.code[at as usize];
            if let Ok(to) = changed(word.load(Ordering::Relaxed) as *const u64) {
                word.store(to as u64, Ordering::Release);
            }
        }
        for &(entry, _) in &self.funs {
            if let FunCode::At(from) = entry.code()
                && let Ok(to) = changed(from)
            {
                entry.set_code(FunCode::At(to));
            }
        }
    }

    /// Makes calls from elsewhere that go to one address go to another.
    pub(crate) fn redirect_export(&self, mfa: Mfa, (from, to): (*const u64, *const u64)) {
        if let Some(export) = Export::find(mfa) {
            let (from, to) = (from.cast_mut(), to.cast_mut());
            let _ = export.code.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed);
        }
    }

    /// The function that an offset lies in.
    pub fn function_at(&self, offset: u32) -> Option<&FunctionInfo> {
        let i = self.functions.partition_point(|f| f.start <= offset);
        self.functions.get(i.checked_sub(1)?)
    }

    /// Words of the frame that code at this offset has; 0 for none.
    pub fn frame_at(&self, offset: u32) -> usize {
        self.frames.at(offset)
    }

    /// Source file and line at this offset.
    pub fn line_at(&self, offset: u32) -> Option<(&str, u32)> {
        let i = self.lines.partition_point(|l| l.0 <= offset).checked_sub(1)?;
        let (at, file, line) = self.lines[i];
        if line == 0 || at < self.function_at(offset)?.start {
            return None;
        }
        Some((self.files.get(file as usize)?, line))
    }
}

/// A module: its current code and its old code.
#[derive(Default)]
pub struct Module {
    /// The code that calls go to.
    pub current: Option<Arc<Instance>>,
    /// Replaced code that processes may still run.
    pub old: Option<Arc<Instance>>,
    /// Code whose `on_load` function has not answered yet, or has failed.
    pub on_load: Option<Arc<Instance>>,
    /// Whether there has ever been code of it.
    pub known: bool,
    /// The code that is being purged: `old`, or code whose `on_load` function has failed.
    pub purging: Option<Arc<Instance>>,
}

static MODULES: LazyLock<RwLock<HashMap<Atom, Module>>> = LazyLock::new(RwLock::default);
/// A piece of code.
struct Range {
    /// Its first address.
    start: usize,
    /// The module that it belongs to.
    instance: Arc<Instance>,
    /// The entry of the function that it stands for, of a stub.
    entry: Option<u32>,
}

/// All code, by the addresses at which it ends.
static RANGES: LazyLock<RwLock<BTreeMap<usize, Range>>> = LazyLock::new(RwLock::default);
/// Serialises changes of code.
pub static CHANGE: Mutex<()> = Mutex::new(());
/// A program has asked that nobody else changes code for a while.
static CHANGES_HELD_BACK: AtomicBool = AtomicBool::new(false);

/// The right to change code, for a built-in with these arguments. While changes are held back it
/// gives others a turn, and begins again.
pub fn change<'h>(args: &[Term<'h>]) -> Result<MutexGuard<'static, ()>, Exception<'h>> {
    let right = CHANGE.lock().expect("code change");
    match CHANGES_HELD_BACK.load(Ordering::Relaxed) {
        true => Err(Exception::yield_with(args.to_vec())),
        false => Ok(right),
    }
}

/// Holds changes of code by built-ins back, or lets them go on.
pub fn hold_changes_back(on: bool) {
    let _change = CHANGE.lock().expect("code change");
    CHANGES_HELD_BACK.store(on, Ordering::Relaxed);
}

/// Runs `f` on a module's entry, made if there is none.
pub fn with_module<R>(module: Atom, f: impl FnOnce(&mut Module) -> R) -> R {
    f(MODULES.write().expect("modules").entry(module).or_default())
}

/// The current code of a module.
pub fn current(module: Atom) -> Option<Arc<Instance>> {
    MODULES.read().expect("modules").get(&module)?.current.clone()
}

/// The old code of a module.
pub fn old(module: Atom) -> Option<Arc<Instance>> {
    MODULES.read().expect("modules").get(&module)?.old.clone()
}

/// The modules with current code.
pub fn all_loaded() -> Vec<Atom> {
    let modules = MODULES.read().expect("modules");
    modules.iter().filter(|(_, m)| m.current.is_some()).map(|(&name, _)| name).collect()
}

/// The modules with current or old code.
pub fn all_known() -> Vec<Atom> {
    let modules = MODULES.read().expect("modules");
    let known = |m: &Module| m.current.is_some() || m.old.is_some();
    modules.iter().filter(|(_, m)| known(m)).map(|(&name, _)| name).collect()
}

/// Bytes that code takes.
#[derive(Copy, Clone, Default, Debug)]
pub struct Memory {
    /// Current code, and code that is being loaded.
    pub current: usize,
    /// Old code.
    pub old: usize,
}

impl Instance {
    /// Bytes that it takes, without native code.
    pub fn bytes(&self) -> usize {
        let words = self.code.len() + self.literals.words();
        let tables = size_of_val(&*self.functions)
            + size_of_val(&*self.lines)
            + size_of_val(&*self.exports)
            + size_of_val(&*self.funs)
            + size_of_val(&*self.calls);
        words * 8 + tables + self.strings.len()
    }
}

/// Bytes that all code takes.
pub fn memory() -> Memory {
    let modules = MODULES.read().expect("modules");
    let of = |instance: &Option<Arc<Instance>>| instance.as_ref().map_or(0, |i| i.bytes());
    modules.values().fold(Memory::default(), |sum, m| Memory {
        current: sum.current + of(&m.current) + of(&m.on_load),
        old: sum.old + of(&m.old),
    })
}

/// Whether there is code of a module, or has been.
pub fn is_known(module: Atom) -> bool {
    MODULES.read().expect("modules").get(&module).is_some_and(|m| m.known)
}

/// The code that an address lies in, with the offset in it.
pub fn find(address: *const u64) -> Option<(Arc<Instance>, u32)> {
    let ranges = RANGES.read().expect("code ranges");
    let (_, range) = ranges.range(address as usize + 1..).next()?;
    let offset = (address as usize).checked_sub(range.start)? / 8;
    let offset = range.entry.unwrap_or_else(|| range.instance.settled(offset as u32));
    Some((range.instance.clone(), offset))
}

/// The base-tier code of the function whose native code the instruction at this address enters.
pub(crate) fn behind_native(pc: *const u64) -> *const u64 {
    let (instance, entry) = find(pc).expect("code of a module");
    instance.address(entry)
}

/// How often ranges have changed.
static CHANGES: AtomicU64 = AtomicU64::new(0);

/// How often code has come or gone: what is remembered of addresses holds until that changes.
pub fn range_changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// Sizes of frames that have been looked up, each at a place that its address says.
pub struct KnownFrames {
    /// The number of changes of code that the sizes are of.
    changes: Cell<u64>,
    known: [Cell<(*const u64, Option<u32>)>; KnownFrames::SIZE],
}

impl KnownFrames {
    const SIZE: usize = 256;

    /// Words of the frame that code at an address has; None if it is no module's.
    #[inline]
    pub fn words(&self, address: *const u64) -> Option<usize> {
        // Instructions begin at whole words: the lowest bits of an address say nothing.
        let place = (address as usize).div_ceil(8);
        let slot = &self.known[(place ^ place >> 8) % KnownFrames::SIZE];
        let (at, mut words) = slot.get();
        if at != address {
            words = find(address).map(|(instance, offset)| instance.frame_at(offset) as u32);
            slot.set((address, words));
        }
        words.map(|w| w as usize)
    }
}

thread_local! {
    static KNOWN_FRAMES: KnownFrames = const {
        KnownFrames {
            changes: Cell::new(0),
            known: [const { Cell::new((std::ptr::null(), None)) }; KnownFrames::SIZE],
        }
    };
}

/// Gives access to the sizes of frames. The same few places are asked for again and again, by
/// exceptions.
pub fn with_known_frames<R>(f: impl FnOnce(&KnownFrames) -> R) -> R {
    KNOWN_FRAMES.with(|frames| {
        let changes = range_changes();
        if frames.changes.replace(changes) != changes {
            frames.known.iter().for_each(|k| k.set((std::ptr::null(), None)));
        }
        f(frames)
    })
}

/// The function that an address lies in.
pub fn function_at(address: *const u64) -> Option<Mfa> {
    let (instance, offset) = find(address)?;
    instance.function_at(offset).map(|f| f.mfa)
}

/// Whether the stub of a function that a library has is at an address.
pub(crate) fn is_stub(address: *const u64) -> bool {
    let ranges = RANGES.read().expect("code ranges");
    let range = ranges.range(address as usize + 1..).next();
    range.is_some_and(|(_, r)| r.entry.is_some() && r.start <= address as usize)
}

/// Whether a function begins at an address.
pub fn is_entry(address: *const u64) -> bool {
    find(address).is_some_and(|(instance, offset)| {
        instance.function_at(offset).is_some_and(|f| f.entry == offset)
    })
}

/// The built-in that the instruction at an address calls: a process that goes on there has not
/// finished with it.
///
/// # Safety
/// An instruction is there, of a module or of the code that no module has.
pub unsafe fn built_in_at(address: *const u64) -> Option<Mfa> {
    // SAFETY: the caller promises that an instruction is there. Its first word says whether it is
    // one that calls a built-in. The second word of such an instruction is the address of the
    // built-in, which lives for ever.
    unsafe {
        let calls = Op::calls_built_in(*address as u16);
        calls.then(|| (*(*address.add(1) as *const Bif)).mfa)
    }
}

/// Makes the code of an instance known by its addresses, so that stack traces find it.
pub fn add_range(instance: &Arc<Instance>) {
    let std::ops::Range { start, end } = instance.range();
    let mut ranges = RANGES.write().expect("code ranges");
    ranges.insert(end, Range { start, instance: instance.clone(), entry: None });
    CHANGES.fetch_add(1, Ordering::Release);
}

fn remove_range(instance: &Arc<Instance>) {
    let end = instance.range().end;
    let mut ranges = RANGES.write().expect("code ranges");
    ranges.remove(&end);
    for end in instance.stubs.ends() {
        ranges.remove(&end);
    }
    CHANGES.fetch_add(1, Ordering::Release);
}

/// Functions of a module above that are told of modules. The caller holds [`CHANGE`].
#[derive(Copy, Clone)]
pub(crate) struct Observer {
    /// A module has been loaded and is current.
    pub loaded: fn(&Instance),
    /// A module is not current any more.
    pub gone: fn(&Instance),
    /// A library has functions of a module from now on.
    pub replaced: fn(&Instance),
}

static OBSERVER: Hook<Observer> = Hook::new();

/// Sets the functions that are told of modules. Once, at start.
pub(crate) fn set_observer(observer: Observer) {
    OBSERVER.set(observer);
}

fn tell_loaded(instance: &Instance) {
    if let Some(observer) = OBSERVER.get() {
        (observer.loaded)(instance);
    }
}

fn tell_replaced(instance: &Instance) {
    if let Some(observer) = OBSERVER.get() {
        (observer.replaced)(instance);
    }
}

fn tell_gone(instance: &Instance) {
    if let Some(observer) = OBSERVER.get() {
        (observer.gone)(instance);
    }
}

/// Makes an instance the current code of its module; the code that was current becomes old. The
/// caller holds [`CHANGE`] and has made sure that there is no old code.
pub fn make_current(instance: Arc<Instance>) {
    add_range(&instance);
    if let Some(previous) = current(instance.module) {
        tell_gone(&previous);
    }
    let previous = with_module(instance.module, |m| {
        m.known = true;
        let previous = m.current.replace(instance.clone());
        if previous.is_some() {
            m.old = previous.clone();
        }
        previous
    });
    set_funs(&instance);
    // Its exports are pointed at the base tier first, and then at its native code.
    debug_assert!(instance.native.all().all(|native| !native.is_installed()));
    for &(function, arity, offset) in &instance.exports {
        let export = Export::get(Mfa::new(instance.module, function, arity));
        let code = instance.stubs.of(offset).unwrap_or_else(|| instance.address(offset));
        export.code.store(code.cast_mut(), Ordering::Release);
    }
    native::install(&instance);
    if let Some(previous) = previous {
        for &(function, arity, _) in &previous.exports {
            if !instance.exports.iter().any(|e| e.0 == function && e.1 == arity) {
                stubs::reset(Export::get(Mfa::new(instance.module, function, arity)));
            }
        }
    }
    tell_loaded(&instance);
    native::compiler::loaded(&instance);
}

/// Takes code that has an `on_load` function, which is to decide whether it becomes current. The
/// current code has no breakpoints any more. The caller holds [`CHANGE`].
pub fn add_on_load(instance: Arc<Instance>) {
    if let Some(current) = current(instance.module) {
        tell_gone(&current);
    }
    add_range(&instance);
    set_funs(&instance);
    with_module(instance.module, |m| {
        m.known = true;
        m.on_load = Some(instance.clone());
    });
}

/// Makes the current code of a module old: calls to it are undefined from now on.
/// The caller holds [`CHANGE`] and has made sure that there is no old code.
pub fn delete(module: Atom) -> bool {
    if let Some(current) = current(module) {
        tell_gone(&current);
    }
    let current = with_module(module, |m| {
        let current = m.current.take();
        m.old = current.clone();
        current
    });
    let Some(current) = current else { return false };
    for &(function, arity, _) in &current.exports {
        stubs::reset(Export::get(Mfa::new(module, function, arity)));
    }
    true
}

/// Makes all funs of an instance go to its code.
pub fn set_funs(instance: &Instance) {
    for &(entry, offset) in &instance.funs {
        entry.set_code(FunCode::At(instance.address(offset)));
    }
}

/// The suspender of processes that wait until a purge is over: no pid's number.
const PURGER: u64 = u64::MAX;
/// The processes that wait until a purge is over.
static WAITING: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// Points those funs of an instance that go to `from` now to `to`. Other funs of it go elsewhere,
/// as their module has been loaded again from the same file.
fn change_funs(instance: &Instance, from: impl Fn(u32) -> FunCode, to: impl Fn(u32) -> FunCode) {
    for &(entry, offset) in &instance.funs {
        if entry.code() == from(offset) {
            entry.set_code(to(offset));
        }
    }
}

/// Begins to purge the old code of a module, or that whose `on_load` function has failed: from now
/// on nobody gets into it, but through return addresses. False if there is none. The caller holds
/// [`CHANGE`].
pub fn prepare_purge(module: Atom, on_load: bool) -> bool {
    let purging = with_module(module, |m| {
        let instance = if on_load { m.on_load.take() } else { None };
        m.purging = instance.or_else(|| m.old.clone());
        m.purging.clone()
    });
    let Some(instance) = purging else { return false };
    native::remove(&instance);
    change_funs(&instance, |at| FunCode::At(instance.address(at)), |_| FunCode::Purging);
    true
}

/// Ends a purge: forgets the code, if nobody executes it any more, or leaves it as it was. False if
/// none was begun. The caller holds [`CHANGE`].
pub fn end_purge(module: Atom, forget: bool) -> bool {
    let purging = with_module(module, |m| {
        let instance = m.purging.take();
        if forget && instance.is_some() {
            m.old.take_if(|old| instance.as_ref().is_some_and(|i| Arc::ptr_eq(i, old)));
        }
        instance
    });
    let Some(instance) = purging else { return false };
    let to = |at| if forget { FunCode::Unloaded } else { FunCode::At(instance.address(at)) };
    change_funs(&instance, |_| FunCode::Purging, to);
    if forget {
        remove_range(&instance);
    } else {
        native::install(&instance);
    }
    for pid in std::mem::take(&mut *WAITING.lock().expect("waiting for a purge")) {
        signal::resume_for(pid, PURGER, 1);
    }
    true
}

/// Suspends a process until the purge is over that keeps it from calling a fun; false if it may
/// call it now. On its own thread.
pub fn wait_for_purge(p: &mut Running<'_>, fun: &FunEntry) -> bool {
    let mut waiting = WAITING.lock().expect("waiting for a purge");
    if fun.code() != FunCode::Purging {
        return false;
    }
    waiting.push(p.id);
    p.extra().suspended_by.push((PURGER, 1));
    signal::suspend_self(p);
    true
}

/// The code of a module that is being purged, or would be.
pub fn purging(module: Atom) -> Option<Arc<Instance>> {
    let modules = MODULES.read().expect("modules");
    let module = modules.get(&module)?;
    module.purging.as_ref().or(module.old.as_ref()).cloned()
}

/// An export that nobody finds, for a call of code that is not current yet.
pub fn hidden_export(instance: &Instance, offset: u32) -> &'static Export {
    let mfa = instance
        .function_at(offset)
        .map_or(Mfa::new(instance.module, term::am::ON_LOAD, 0), |f| f.mfa);
    Box::leak(Box::new(Export {
        number: usize::MAX,
        mfa,
        code: std::sync::atomic::AtomicPtr::new(instance.address(offset).cast_mut()),
        stub: Default::default(),
    }))
}

static PRELOADED: Mutex<Vec<Atom>> = Mutex::new(Vec::new());

/// The modules loaded at start.
pub fn preloaded() -> Vec<Atom> {
    PRELOADED.lock().expect("preloaded modules").clone()
}

/// Prepares the code server: to be called once, after [`crate::bif::register`].
pub fn init() {
    stubs::init();
}

/// Loads a module at start, before any process runs.
pub fn load_preloaded(bytes: &[u8]) -> Result<Atom, loader::LoadError> {
    let mut instance = loader::load(bytes)?;
    // As on stock, functions of preloaded modules have no lines in stack traces.
    instance.lines = Vec::new();
    let instance = Arc::new(instance);
    let module = instance.module;
    make_current(instance);
    PRELOADED.lock().expect("preloaded modules").push(module);
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::Frames;

    #[test]
    fn sizes_of_frames() {
        let changes = vec![(3, 2), (5, 0), (63, 4), (64, 0), (700, 9)];
        let frames = Frames::new(changes.clone());
        for offset in 0..1000 {
            let last = changes.iter().rfind(|c| c.0 <= offset);
            assert_eq!(frames.at(offset), last.map_or(0, |c| c.1 as usize), "at {offset}");
        }
        assert_eq!(Frames::new(Vec::new()).at(77), 0);
    }
}
