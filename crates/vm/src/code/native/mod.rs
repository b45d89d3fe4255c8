//! Native code of modules: found in the cache when a module is loaded, or made while it runs, put
//! into memory, and called in place of base-tier code.
//!
//! For each compiled function there is a piece of base-tier code that enters it; calls are pointed
//! at that, as a breakpoint does. So a caller need not know which tier a function is in.

pub mod cache;
pub mod compiler;
mod memory;
pub mod perf;
pub mod profile;
mod program;
mod store;
pub mod templates;

use super::records::RecordKind;
use super::{CHANGE, FunctionInfo, Instance, stubs};
use crate::log::log_from_emulator;
use crate::{bif, code, system};
use beamfile::BeamFile;
use memory::Memory;
use native_abi::ENTER;
use native_abi::image::{Image, Slot};
use native_abi::stays::Stays;
use probes::{fire, text};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use term::literal::Area;
use term::{Atom, Export, FunEntry, Mfa, Term, etf, map};

pub use crate::system::NativeMode as Mode;

impl Mode {
    /// The mode that the command line says; `Off` where native code cannot be executed.
    pub fn now() -> Mode {
        match system::config().native {
            mode @ (Mode::Off | Mode::Profile) => mode,
            _ if !memory::may_make_code() => Mode::Off,
            mode => mode,
        }
    }
}

/// The sources that are kept of a module that may be compiled later.
pub struct Kept(Mutex<Option<Sources>>);

/// The parts of its file that matter, and its literals.
#[derive(Clone)]
struct Sources {
    bytes: Arc<[u8]>,
    literals: Arc<[Term<'static>]>,
    attach: Attach,
}

/// Puts native code into memory for a module that is loaded already: its file and literals, as they
/// have been kept, and the image. Or why it does not fit.
type Attach = fn(&Instance, (&BeamFile, &[Term<'static>]), &Image, Tier) -> Result<Native, String>;

impl Kept {
    /// Nothing but literals, and the loader's function.
    pub(super) fn new(literals: Arc<[Term<'static>]>, attach: Attach) -> Kept {
        Kept(Mutex::new(Some(Sources { bytes: Arc::new([]), literals, attach })))
    }

    /// Keeps the file, if it is to be compiled; nothing otherwise.
    pub(super) fn keep(&self, instance: &Instance, bytes: &[u8]) {
        let wanted = instance.native.compiled().is_none()
            && (program::program().is_some() || templates::are_made());
        let bytes = wanted.then(|| beamfile::essential(bytes)).flatten();
        let mut kept = self.0.lock().expect("sources");
        *kept = kept.take().zip(bytes).map(|(s, bytes)| Sources { bytes: bytes.into(), ..s });
    }

    fn get(&self) -> Option<Sources> {
        self.0.lock().expect("sources").clone()
    }

    fn forget(&self) {
        *self.0.lock().expect("sources") = None;
    }
}

/// The native code of a module: of the template tier, of LLVM, or both.
#[derive(Default)]
pub struct Tiers {
    template: OnceLock<Native>,
    /// Templates have been tried: nothing is tried again if they did not fit.
    tried: AtomicBool,
    compiled: OnceLock<Native>,
}

impl Tiers {
    /// With this of LLVM, if there is some.
    pub(super) fn new(compiled: Option<Native>) -> Tiers {
        Tiers { compiled: compiled.map(OnceLock::from).unwrap_or_default(), ..Tiers::default() }
    }

    /// The code that LLVM has made.
    pub fn compiled(&self) -> Option<&Native> {
        self.compiled.get()
    }

    /// Whether there is neither, and nobody has tried to make a template: from now on somebody has.
    fn wants_template(&self) -> bool {
        self.best().is_none() && !self.tried.swap(true, Ordering::Relaxed)
    }

    /// The code that calls go to, if they go to native code.
    pub(super) fn best(&self) -> Option<&Native> {
        self.compiled.get().or_else(|| self.template.get())
    }

    /// All there is.
    pub(super) fn all(&self) -> impl Iterator<Item = &Native> {
        self.compiled.get().into_iter().chain(self.template.get())
    }
}

/// Which of both native code is of. The number says whose instructions that enter it come first.
#[derive(Copy, Clone, PartialEq)]
pub(super) enum Tier {
    Template = 0,
    Compiled = 1,
}

/// Number of tiers.
pub(super) const TIERS: usize = 2;
/// Words of the instruction that enters native code.
pub(super) const ENTER_WORDS: usize = 2;

/// Native code of a module in memory.
pub struct Native {
    memory: Memory,
    functions: Vec<Place>,
    /// The slots that say where calls within the module go.
    targets: Vec<Target>,
    /// Calls go to native code. Changed under the lock on changes of code.
    used: AtomicBool,
    /// Bytes of code, functions that stay in the base tier, milliseconds of compilation.
    size: usize,
    left: Vec<u32>,
    milliseconds: u32,
    /// Of each function its bytes, and what it leaves to the base tier.
    sizes: Box<[u32]>,
    stays: Box<[Stays]>,
    /// The memory of large integers to which the code refers, if it has been added later.
    pub(super) integers: Area,
}

/// The facts about a module's native code.
pub struct Info<'a> {
    /// Whether calls go to it.
    pub used: bool,
    /// Its bytes.
    pub size: usize,
    /// How long it took to compile, in milliseconds.
    pub milliseconds: u32,
    /// The numbers of the functions that have none.
    pub left: &'a [u32],
    /// The bytes of each function.
    pub sizes: &'a [u32],
    /// The work that each function with native code leaves to the base tier.
    pub stays: &'a [Stays],
    /// The numbers of the functions whose native code is never called, as built-ins stand in front
    /// of them.
    pub built_in: Vec<u32>,
}

/// A function with native code.
struct Place {
    mfa: Mfa,
    /// Its entry in the base tier, or what stands for it there. Changed under the lock on changes
    /// of code, as is `used`.
    base: AtomicPtr<u64>,
    /// The instruction that enters native code.
    enter: *const u64,
    /// The address that it enters, while this code is what calls go to.
    entry: u64,
    /// Whether it is called at all: a built-in may stand in front of it, or a library have it.
    used: AtomicBool,
}

impl Place {
    fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }
}

/// A slot that says where calls of a function go.
struct Target {
    function: usize,
    slot: usize,
    /// The slot has the function's address in the base tier; otherwise the cost of a call.
    base: bool,
}

// SAFETY: the raw pointers in `functions` are why it is not `Send` by itself. They are addresses in
// the base-tier code of the instance that owns this value, and nothing is read or written through
// them here.
unsafe impl Send for Native {}
// SAFETY: the raw pointers in `functions` do not change and are not followed here. Slots, and the
// one other field that changes, are read and written by atomic accesses.
unsafe impl Sync for Native {}

/// The parts of a loaded module with which an image is put into memory.
pub(super) struct Source<'a> {
    pub file: &'a BeamFile,
    pub atoms: &'a [Atom],
    pub literals: &'a [Term<'static>],
    pub records: &'a [RecordKind],
    /// The memory in which the literals lie.
    pub area: &'a mut Area,
    pub funs: &'a [&'static FunEntry],
    pub functions: &'a [FunctionInfo],
    /// Where generic instructions are in base-tier code.
    pub positions: &'a [u32],
    /// Base-tier code.
    pub code: &'a [AtomicU64],
    /// Where in it there is room for the instructions that enter native code.
    pub enter: u32,
    /// The tier that the code is of.
    pub tier: Tier,
}

impl Source<'_> {
    /// Puts an image into memory; else says what of it does not fit the file.
    pub fn prepare(mut self, image: &Image) -> Result<Native, String> {
        let memory = Memory::new(image)?;
        if image.functions.len() != self.functions.len() {
            return Err("the number of functions".into());
        }
        let mut functions = Vec::new();
        for (i, (f, info)) in image.functions.iter().zip(self.functions).enumerate() {
            let number = self.functions.len() * self.tier as usize + i;
            let at = self.enter as usize + ENTER_WORDS * number;
            functions.push(Place {
                entry: memory.address(f.entry) as u64,
                mfa: info.mfa,
                base: AtomicPtr::new(self.place(info.entry).cast_mut()),
                enter: self.place(at as u32),
                used: AtomicBool::new(
                    stubs::built_in_code(info.mfa).is_none() && !image.left.contains(&f.index),
                ),
            });
        }
        if let Some(f) = functions.first() {
            let (at, size) = (memory.address(0), image.code.len());
            fire!(maser::native__load, text!("{}", f.mfa.module), at, size);
        }
        perf::tell(memory.address(0), image, &functions);
        let mut targets = Vec::new();
        for (i, slot) in image.slots.iter().enumerate() {
            let word = match *slot {
                Slot::Cost(n) | Slot::Entry(n) if (n as usize) < functions.len() => {
                    let base = matches!(slot, Slot::Entry(_));
                    targets.push(Target { function: n as usize, slot: i, base });
                    0
                }
                _ => self.word(slot).ok_or_else(|| format!("{slot:?}"))?,
            };
            memory.slot(i).store(word, Ordering::Relaxed);
        }
        let native = Native {
            memory,
            functions,
            targets,
            used: AtomicBool::new(false),
            size: image.code.len(),
            left: image.left.clone(),
            milliseconds: image.milliseconds,
            sizes: image.sizes().into(),
            stays: image.stays.clone().into(),
            integers: Area::default(),
        };
        native.point(false);
        Ok(native)
    }

    /// The word of a slot that never changes; None if the module does not have what the slot names.
    fn word(&mut self, slot: &Slot) -> Option<u64> {
        Some(match *slot {
            Slot::Atom(n) => Term::atom(*self.atoms.get(n as usize)?).word(),
            Slot::Literal(n) => self.literals.get(n as usize)?.word(),
            Slot::Record(n) => self.records.get(n as usize)?.definition.term().word(),
            Slot::Constant(ref bytes) => etf::decode_literal(bytes, self.area).ok()?.word(),
            Slot::Place(ref keys) => self.place_of_value(keys)?,
            Slot::Import(n) => std::ptr::from_ref(Export::get(self.import(n)?)) as u64,
            Slot::Bif(n) => std::ptr::from_ref(bif::find(self.import(n)?)?) as u64,
            Slot::Fun(n) => std::ptr::from_ref(*self.funs.get(n as usize)?) as u64,
            Slot::Pc(n) => match *self.positions.get(n as usize)? {
                u32::MAX => return None,
                at => self.place(at) as u64,
            },
            Slot::Cost(_) | Slot::Entry(_) => return None,
        })
    }

    /// Where small maps with the atoms of these numbers as keys have the value of the first one.
    fn place_of_value(&self, keys: &[u32]) -> Option<u64> {
        let atom = |n: &u32| self.atoms.get(*n as usize).map(|a| Term::atom(*a));
        let first = atom(keys.first()?)?;
        let mut place = map::VALUES;
        for key in keys {
            place += usize::from(map::key_order(atom(key)?, first).is_lt());
        }
        Some(place as u64)
    }

    /// An address in base-tier code.
    fn place(&self, at: u32) -> *const u64 {
        self.code.as_ptr().cast::<u64>().wrapping_add(at as usize)
    }

    fn import(&self, number: u32) -> Option<Mfa> {
        let i = self.file.imports.get(number as usize)?;
        let name = |n: u32| self.atoms.get(n as usize).copied();
        Some(Mfa::new(name(i.module)?, name(i.function)?, i.arity as u8))
    }
}

impl Native {
    /// The address in base-tier code that calls of a function go to, with native code in use or
    /// not.
    fn base(&self, function: usize, native: bool) -> *const u64 {
        let f = &self.functions[function];
        if native && f.is_used() { f.enter } else { f.base.load(Ordering::Relaxed) }
    }

    /// Points calls between native functions at native code, or all of them out of it.
    fn point(&self, native: bool) {
        for t in &self.targets {
            let f = &self.functions[t.function];
            let word = match (t.base, native && f.is_used()) {
                (true, _) => self.base(t.function, native) as u64,
                (false, true) => 1,
                (false, false) => native_abi::TOO_MANY,
            };
            self.memory.slot(t.slot).store(word, Ordering::Release);
        }
    }

    /// A library has a function from now on: calls go to its stub. The caller holds the lock on
    /// changes of code, and has calls go to the base tier.
    pub(super) fn replace(&self, function: usize, stub: *const u64) {
        let place = &self.functions[function];
        place.used.store(false, Ordering::Relaxed);
        place.base.store(stub.cast_mut(), Ordering::Relaxed);
        self.point(false);
    }

    /// Makes calls from native code to one address of the base tier go to another.
    pub(super) fn redirect(&self, (from, to): (*const u64, *const u64)) {
        for t in self.targets.iter().filter(|t| t.base) {
            let slot = self.memory.slot(t.slot);
            if slot.load(Ordering::Relaxed) == from as u64 {
                slot.store(to as u64, Ordering::Release);
            }
        }
    }

    /// Whether calls go to native code.
    pub(super) fn is_installed(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    /// Writes the instructions that enter this code. They are nobody else's, and nothing leads to
    /// them before they are written for the first time.
    fn occupy(&self, instance: &Instance) {
        for place in &self.functions {
            let at = (place.enter.addr() - instance.range().start) / size_of::<u64>();
            let word = ENTER | u64::from(place.mfa.arity) << 16;
            // Words that are right already may be read at this moment.
            for (at, word) in [(at + 1, place.entry), (at, word)] {
                if instance.code[at].load(Ordering::Relaxed) != word {
                    instance.code[at].store(word, Ordering::Release);
                }
            }
        }
    }

    /// Changes where calls go, for the current code of a module.
    /// Gives whether they went to native code before.
    fn switch(&self, instance: &Instance, native: bool) -> bool {
        let before = self.used.swap(native, Ordering::Relaxed);
        if before == native {
            return before;
        }
        if native {
            self.occupy(instance);
        }
        self.point(native);
        let used = || (0..self.functions.len()).filter(|&i| self.functions[i].is_used());
        let change = |i| (self.base(i, !native), self.base(i, native));
        // Functions lie in their order, and so do the instructions that enter them.
        let changes: Vec<_> = used().map(change).collect();
        debug_assert!(changes.is_sorted());
        instance.redirect_all(&changes);
        for i in used() {
            instance.redirect_export(self.functions[i].mfa, change(i));
        }
        before
    }
}

/// Says, the first time, that an image is not for the code that has been loaded.
pub(super) fn does_not_fit(module: Atom, why: &str) {
    static SAID: std::sync::Once = std::sync::Once::new();
    SAID.call_once(|| {
        log_from_emulator("Native code of ~ts does not fit: ~ts~n", |heap| {
            vec![Term::atom(module), heap.string(why)]
        });
    });
}

/// The facts about a module's native code; None if it has none.
pub fn info(instance: &Instance) -> Option<Info<'_>> {
    let native = instance.native.compiled()?;
    Some(Info {
        used: native.is_installed(),
        size: native.size,
        milliseconds: native.milliseconds,
        left: &native.left,
        sizes: &native.sizes,
        stays: &native.stays,
        built_in: (0..)
            .zip(&native.functions)
            .filter(|(i, f)| !f.is_used() && !native.left.contains(i))
            .map(|(i, _)| i)
            .collect(),
    })
}

/// Bytes of a module's native code: of the template tier, and of LLVM's.
pub fn sizes(instance: &Instance) -> [Option<usize>; TIERS] {
    let Tiers { template, compiled, .. } = &instance.native;
    [template, compiled].map(|native| native.get().map(|native| native.size))
}

/// Verifies a file's code, unless that was done when an image of it was made.
pub(super) fn verify(file: &mut BeamFile, image: Option<&Image>) -> Result<(), beamfile::Error> {
    match image {
        Some(image) if beamfile::verified(file, &image.checks) => Ok(()),
        _ => beamfile::verify(file),
    }
}

/// Gives a loaded module the native code that LLVM has made of its file. False if that does not
/// fit.
fn attach_compiled(instance: &Arc<Instance>, image: &Image) -> bool {
    let Some(sources) = instance.source.get() else {
        return instance.native.compiled().is_some();
    };
    let Ok(mut file) = beamfile::read(&sources.bytes) else { return false };
    if verify(&mut file, Some(image)).is_err() {
        return false;
    }
    attach(instance, (&file, &sources), image, Tier::Compiled)
        .inspect_err(|why| does_not_fit(instance.module, why))
        .is_ok()
}

/// Gives a loaded module its native code, which was made of this file. Or says why that does not
/// fit.
fn attach(
    instance: &Arc<Instance>,
    (file, sources): (&BeamFile, &Sources),
    image: &Image,
    tier: Tier,
) -> Result<(), String> {
    let native = (sources.attach)(instance, (file, &sources.literals), image, tier)?;
    let _change = CHANGE.lock().expect("code change");
    for (i, f) in instance.functions.iter().enumerate() {
        if let Some(stub) = instance.stubs.of(f.entry) {
            native.replace(i, stub);
        }
    }
    // Code of the other tier that is called is not any more. A return into it goes on there.
    remove(instance);
    let place = match tier {
        Tier::Template => &instance.native.template,
        Tier::Compiled => {
            instance.source.forget();
            &instance.native.compiled
        }
    };
    let _ = place.set(native);
    // Code that is being loaded is not called yet, and code that has been replaced not any more.
    if code::current(instance.module).is_some_and(|now| Arc::ptr_eq(&now, instance)) {
        install(instance);
    }
    Ok(())
}

/// Makes calls go to the native code of a module, unless there are breakpoints. The caller holds
/// the lock on changes of code.
pub(crate) fn install(instance: &Instance) {
    if let Some(native) = instance.native.best()
        && instance.breakpoints.load(Ordering::Relaxed) == 0
    {
        native.switch(instance, true);
    }
}

/// Makes calls go to the base tier again; gives whether they went to native code. The caller holds
/// the lock on changes of code.
pub(crate) fn remove(instance: &Instance) -> bool {
    // Each is switched, and only one of them can have been in use.
    let used = instance.native.all().filter(|native| native.switch(instance, false));
    used.count() != 0
}
