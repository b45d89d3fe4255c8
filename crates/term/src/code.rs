//! What a fun on a heap refers to: exports and lambdas, interned for the life of the system.

use crate::Atom;
use std::collections::HashMap;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{OnceLock, RwLock};

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
pub struct Export {
    /// Whose entry it is.
    pub mfa: Mfa,
    /// How many entries were made before it.
    pub number: usize,
    /// Where a call goes: an address in base-tier code, never null once the code server has run.
    pub code: AtomicPtr<u64>,
    /// The two-instruction stub that `code` points to while no code is loaded; owned by the code
    /// server.
    pub stub: AtomicPtr<u64>,
}

/// A lambda of a module: what `make_fun` refers to. Entries are never freed.
pub struct FunEntry {
    /// The module that has the fun.
    pub module: Atom,
    /// Number of the fun in the module.
    pub index: u32,
    /// `uniq` of the fun in the old form (27 bits).
    pub old_uniq: u32,
    /// MD5 of the module.
    pub uniq: [u8; 16],
    /// Number of arguments of a call, without free variables.
    pub arity: u8,
    /// Number of free variables.
    pub num_free: u32,
    /// Function that implements it (its arity is `arity + num_free`).
    pub function: Atom,
    /// Where a call goes; the code server points it at a stub when the module is not loaded.
    pub code: AtomicPtr<u64>,
}

/// All that says which fun it is. Arity and number of free variables belong to it, so that what a
/// program reads from outside cannot give a fun of a module numbers other than those of its code.
type FunKey = (Atom, u32, u32, [u8; 16], u8, u32);

#[derive(Default)]
struct Tables {
    exports: RwLock<HashMap<Mfa, &'static Export>>,
    funs: RwLock<HashMap<FunKey, &'static FunEntry>>,
    unloaded_fun: AtomicPtr<u64>,
    new_export: OnceLock<fn(&'static Export)>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(Tables::default)
}

/// Sets what the code server does to prepare each new export (give it a stub), and the address that
/// funs of unloaded modules get. To be called once, before any export is made.
pub fn set_code_server(new_export: fn(&'static Export), unloaded_fun: *mut u64) {
    let _ = tables().new_export.set(new_export);
    tables().unloaded_fun.store(unloaded_fun, Ordering::Release);
}

impl Export {
    /// The entry of a function, made if it is new.
    pub fn get(mfa: Mfa) -> &'static Export {
        if let Some(e) = Export::find(mfa) {
            return e;
        }
        let mut map = tables().exports.write().expect("export table");
        if let Some(e) = map.get(&mfa) {
            return e;
        }
        let export: &'static Export = Box::leak(Box::new(Export {
            mfa,
            number: map.len(),
            code: AtomicPtr::default(),
            stub: AtomicPtr::default(),
        }));
        if let Some(prepare) = tables().new_export.get() {
            prepare(export);
        }
        map.insert(mfa, export);
        export
    }

    /// The entry of a function, if there is one.
    pub fn find(mfa: Mfa) -> Option<&'static Export> {
        tables().exports.read().expect("export table").get(&mfa).copied()
    }

    /// All entries.
    pub fn all() -> Vec<&'static Export> {
        tables().exports.read().expect("export table").values().copied().collect()
    }
}

impl FunEntry {
    /// The entry of a lambda, if there is one.
    pub fn find(
        module: Atom,
        index: u32,
        old_uniq: u32,
        uniq: [u8; 16],
        arity: u8,
        num_free: u32,
    ) -> Option<&'static FunEntry> {
        let key = (module, index, old_uniq, uniq, arity, num_free);
        tables().funs.read().expect("fun table").get(&key).copied()
    }

    /// The entry of a lambda, made if it is new (then it goes to the stub for unloaded funs).
    pub fn get(
        module: Atom,
        index: u32,
        old_uniq: u32,
        uniq: [u8; 16],
        arity: u8,
        num_free: u32,
        function: Atom,
    ) -> &'static FunEntry {
        let key = (module, index, old_uniq, uniq, arity, num_free);
        if let Some(e) = FunEntry::find(module, index, old_uniq, uniq, arity, num_free) {
            return e;
        }
        let mut map = tables().funs.write().expect("fun table");
        map.entry(key).or_insert_with(|| {
            Box::leak(Box::new(FunEntry {
                module,
                index,
                old_uniq,
                uniq,
                arity,
                num_free,
                function,
                code: AtomicPtr::new(tables().unloaded_fun.load(Ordering::Acquire)),
            }))
        })
    }

    /// Whether the module with the code of this fun is loaded.
    pub fn is_loaded(&self) -> bool {
        self.code.load(Ordering::Acquire) != tables().unloaded_fun.load(Ordering::Acquire)
    }

    /// Points the fun at the stub for unloaded funs.
    pub fn unload(&self) {
        self.code.store(tables().unloaded_fun.load(Ordering::Acquire), Ordering::Release);
    }
}
