//! The targets of funs on heaps: exports and lambdas, interned for the life of the system.

use crate::Atom;
use crate::intern::{Interned, Table, mix};
use release::Difference;
use std::mem::offset_of;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Module, function, arity.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mfa {
    /// The module.
    pub module: Atom,
    /// The function.
    pub function: Atom,
    /// The number of arguments, at most 255.
    pub arity: u8,
}

impl Mfa {
    /// `module:function/arity`.
    pub const fn new(module: Atom, function: Atom, arity: u8) -> Mfa {
        Mfa { module, function, arity }
    }
}

impl std::fmt::Display for Mfa {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}/{}", self.module, self.function, self.arity)
    }
}

/// An entry of the export table. Calls between modules go through `code`. Entries are never freed.
#[repr(C)]
pub struct Export {
    /// The function whose entry it is.
    pub mfa: Mfa,
    /// How many entries were made before it.
    pub number: usize,
    /// Where a call goes: an address in base-tier code, never null once the code server has run.
    pub code: AtomicPtr<u64>,
    /// The two-instruction stub that `code` points to while no code is loaded; owned by the code
    /// server.
    pub stub: AtomicPtr<u64>,
}

/// A lambda of a module: what `make_fun` refers to. Entries are never freed. Native code reads
/// them.
#[repr(C)]
pub struct FunEntry {
    /// The module that has the fun.
    pub module: Atom,
    /// Number of the fun in the module.
    pub index: u32,
    /// Its numbers in the old form.
    pub old: OldFun,
    /// MD5 of the module.
    pub uniq: [u8; 16],
    /// Number of arguments of a call, without free variables.
    pub arity: u8,
    /// Number of free variables.
    pub num_free: u32,
    /// Function that implements it (its arity is `arity + num_free`).
    pub function: Atom,
    code: AtomicPtr<u64>,
}

/// Where a call of a fun goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FunCode {
    /// To this address.
    At(*const u64),
    /// The module with its code is not loaded.
    Unloaded,
    /// Its code is being purged: a call has to wait until that is done or given up.
    Purging,
}

/// Their addresses stand for the two states in which a fun has no code that may be called. They are
/// no instructions: native code looks whether they are the one that enters it.
static NO_CODE: [u64; 2] = [u64::MAX; 2];

impl FunCode {
    fn pointer(self) -> *mut u64 {
        match self {
            FunCode::At(code) => code.cast_mut(),
            FunCode::Unloaded => (&raw const NO_CODE[0]).cast_mut(),
            FunCode::Purging => (&raw const NO_CODE[1]).cast_mut(),
        }
    }
}

/// All that says which fun it is. Arity and number of free variables belong to it, so that what a
/// program reads from outside cannot give a fun of a module numbers other than those of its code.
/// Numbers of a fun as they were before modules had an MD5.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OldFun {
    /// Number in the module: what compilers write is the other number once more.
    pub index: u32,
    /// A hash of 27 bits.
    pub uniq: u32,
}

type FunKey = (Atom, u32, OldFun, [u8; 16], u8, u32);

static EXPORTS: Table<Export> = Table::new();
static FUNS: Table<FunEntry> = Table::new();
static NEW_EXPORT: OnceLock<fn(&'static Export)> = OnceLock::new();

impl Interned for Export {
    fn hash(&self) -> u64 {
        hash_of(self.mfa)
    }
}

#[inline]
fn hash_of(mfa: Mfa) -> u64 {
    let function = u64::from(mfa.function.index()) << 8 | u64::from(mfa.arity);
    mix([u64::from(mfa.module.index()), function])
}

impl FunEntry {
    /// All entries.
    pub fn all() -> Vec<&'static FunEntry> {
        FUNS.all()
    }

    /// Where, in bytes, native code finds the number of arguments.
    pub const ARITY: usize = offset_of!(FunEntry, arity);
    /// Where it finds the address of the code: it is called only if the first word there says
    /// that it enters native code.
    pub const CODE: usize = offset_of!(FunEntry, code);
}

impl Interned for FunEntry {
    fn hash(&self) -> u64 {
        hash_of_fun(&self.key())
    }
}

fn hash_of_fun(key: &FunKey) -> u64 {
    let uniq = u64::from_le_bytes(key.3[..8].try_into().expect("8 bytes"));
    mix([u64::from(key.0.index()) << 32 | u64::from(key.1), uniq ^ u64::from(key.2.uniq)])
}

/// As much of the old numbers as tells funs apart.
fn told_apart(old: OldFun) -> OldFun {
    match Difference::OldFunNumbers.value() {
        2 => old,
        1 => OldFun { index: 0, ..old },
        _ => OldFun { index: 0, uniq: 0 },
    }
}

/// Sets what the code server does to prepare each new export (give it a stub). To be called once,
/// before any export is made.
pub fn set_code_server(new_export: fn(&'static Export)) {
    let _ = NEW_EXPORT.set(new_export);
}

impl Export {
    /// The entry of a function, made if it is new.
    pub fn get(mfa: Mfa) -> &'static Export {
        let make = |number| {
            let export: &'static Export = Box::leak(Box::new(Export {
                mfa,
                number,
                code: AtomicPtr::default(),
                stub: AtomicPtr::default(),
            }));
            if let Some(prepare) = NEW_EXPORT.get() {
                prepare(export);
            }
            export
        };
        EXPORTS.find_or_add(hash_of(mfa), |e| e.mfa == mfa, make)
    }

    /// The entry of a function, if there is one.
    #[inline]
    pub fn find(mfa: Mfa) -> Option<&'static Export> {
        EXPORTS.find(hash_of(mfa), |e| e.mfa == mfa)
    }

    /// All entries.
    pub fn all() -> Vec<&'static Export> {
        EXPORTS.all()
    }
}

impl FunEntry {
    /// The entry of a lambda, if there is one.
    pub fn find(
        module: Atom,
        index: u32,
        old: OldFun,
        uniq: [u8; 16],
        arity: u8,
        num_free: u32,
    ) -> Option<&'static FunEntry> {
        let key = (module, index, told_apart(old), uniq, arity, num_free);
        FUNS.find(hash_of_fun(&key), |e| e.key() == key)
    }

    fn key(&self) -> FunKey {
        let old = told_apart(self.old);
        (self.module, self.index, old, self.uniq, self.arity, self.num_free)
    }

    /// The entry of a lambda, made if it is new (then its module is not loaded).
    pub fn get(
        module: Atom,
        index: u32,
        old: OldFun,
        uniq: [u8; 16],
        arity: u8,
        num_free: u32,
        function: Atom,
    ) -> &'static FunEntry {
        let key = (module, index, told_apart(old), uniq, arity, num_free);
        let make = |_| -> &'static FunEntry {
            Box::leak(Box::new(FunEntry {
                module,
                index,
                old,
                uniq,
                arity,
                num_free,
                function,
                code: AtomicPtr::new(FunCode::Unloaded.pointer()),
            }))
        };
        FUNS.find_or_add(hash_of_fun(&key), |e| e.key() == key, make)
    }

    /// Where a call goes just now.
    #[inline(always)]
    pub fn code(&self) -> FunCode {
        let code = self.code.load(Ordering::Acquire);
        match code.addr().wrapping_sub((&raw const NO_CODE).addr()) {
            0 => FunCode::Unloaded,
            8 => FunCode::Purging,
            _ => FunCode::At(code),
        }
    }

    /// Whether the module with the code of this fun is loaded.
    pub fn is_loaded(&self) -> bool {
        self.code() != FunCode::Unloaded
    }

    /// Sets where calls go; for the code server.
    pub fn set_code(&self, code: FunCode) {
        self.code.store(code.pointer(), Ordering::Release);
    }
}
