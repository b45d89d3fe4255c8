//! Functions of libraries in place of functions of a module.
//!
//! Each has a stub, one instruction that calls it as a built-in. Calls of the module's function are
//! pointed at the stub, as a breakpoint does; nothing is changed in the function itself. A stub is
//! known by its address as the function that it stands for, so that stack traces name that, and the
//! module is in use while a process waits in the stub. For example, while `crypto:hash_nif/2` is
//! executed by a dirty scheduler, its process stands at the stub of that function.

use super::{CHANGES, Instance, RANGES, Range, native};
use crate::bif::{Bif, BifKind, Foreign};
use crate::code::ops::Op;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex};
use term::{Export, Mfa};

/// The stubs of a module, which live as long as its code.
#[derive(Default)]
pub struct Stubs(Mutex<Vec<Stub>>);

/// A stub.
struct Stub {
    code: Box<[u64; Stub::WORDS]>,
    /// The built-in that the code calls.
    bif: Box<Bif>,
    /// By which it is called, if that is not by calls of a function.
    export: Option<Box<Export>>,
    /// Of the function that it stands for: where it begins.
    entry: u32,
    /// The function of the library.
    key: (usize, usize, BifKind),
}

impl Stub {
    const WORDS: usize = 2;

    fn new(mfa: Mfa, arity: usize, foreign: Arc<Foreign>, kind: BifKind, entry: u32) -> Stub {
        let key = (foreign.address as usize, arity, kind);
        let bif = Box::new(Bif::foreign(mfa, foreign, kind));
        let instruction = Op::CallBifOnly as u64 | (arity as u64) << 16;
        let code = Box::new([instruction, std::ptr::from_ref(&*bif) as u64]);
        Stub { code, bif, export: None, entry, key }
    }

    fn end(&self) -> usize {
        self.code.as_ptr_range().end as usize
    }
}

/// A function of a library that is to stand for one of a module.
pub struct Replacement {
    /// The number of the function in [`Instance::functions`].
    pub function: usize,
    /// The function of the library.
    pub foreign: Arc<Foreign>,
    /// Where it runs.
    pub kind: BifKind,
}

/// Puts functions of a library in place of functions of a module, once for each code of it. The
/// caller holds the lock on changes of code.
pub fn replace(instance: &Arc<Instance>, replacements: Vec<Replacement>) {
    let was_native = native::remove(instance);
    for r in replacements {
        let f = instance.functions[r.function];
        let stub = Stub::new(f.mfa, usize::from(f.mfa.arity), r.foreign, r.kind, f.entry);
        add_range(instance, &stub);
        let change = (instance.address(f.entry), stub.code.as_ptr());
        instance.stubs.0.lock().expect("stubs").push(stub);
        for native in instance.native.all() {
            native.replace(r.function, change.1);
        }
        instance.redirect_export(f.mfa, change);
        instance.redirect_local(change);
    }
    super::tell_replaced(instance);
    // Code whose `on_load` function is running gets its native code when it is called at all.
    if was_native {
        native::install(instance);
    }
}

/// An export by which a function of a library is called that goes on in place of the module's
/// function `mfa`, with `arity` arguments: that at `address`, which `make` describes. None if there
/// is no such function.
pub fn export_of(
    instance: &Arc<Instance>,
    mfa: Mfa,
    arity: usize,
    address: usize,
    kind: BifKind,
    make: impl FnOnce() -> Foreign,
) -> Option<&'static Export> {
    let entry = instance.functions.iter().find(|f| f.mfa == mfa)?.entry;
    let key = (address, arity, kind);
    let mut stubs = instance.stubs.0.lock().expect("stubs");
    let known = stubs.iter().position(|s| s.key == key && s.entry == entry && s.export.is_some());
    let at = known.unwrap_or_else(|| {
        let mut stub = Stub::new(mfa, arity, Arc::new(make()), kind, entry);
        let code = AtomicPtr::new(stub.code.as_mut_ptr());
        let stub_of = Default::default();
        stub.export = Some(Box::new(Export { number: usize::MAX, mfa, code, stub: stub_of }));
        add_range(instance, &stub);
        stubs.push(stub);
        stubs.len() - 1
    });
    let export: *const Export = &raw const **stubs[at].export.as_ref()?;
    // SAFETY: a stub is never moved or freed before its module's code is, which stays as long as a
    // process stands in one of its stubs: this one does, and calls the export at once.
    Some(unsafe { &*export })
}

fn add_range(instance: &Arc<Instance>, stub: &Stub) {
    let start = stub.code.as_ptr() as usize;
    let range = Range { start, instance: instance.clone(), entry: Some(stub.entry) };
    RANGES.write().expect("code ranges").insert(stub.end(), range);
    CHANGES.fetch_add(1, Ordering::Release);
}

impl Stubs {
    /// The addresses at which stubs end.
    pub(super) fn ends(&self) -> Vec<usize> {
        self.0.lock().expect("stubs").iter().map(Stub::end).collect()
    }

    /// Where calls of the function go that begins at this offset, if a library has it.
    pub(crate) fn of(&self, entry: u32) -> Option<*const u64> {
        let stubs = self.0.lock().expect("stubs");
        let stub = stubs.iter().find(|s| s.entry == entry && s.export.is_none())?;
        Some(stub.code.as_ptr())
    }

    /// The functions that a library has.
    pub fn replaced(&self) -> Vec<Mfa> {
        let stubs = self.0.lock().expect("stubs");
        stubs.iter().filter(|s| s.export.is_none()).map(|s| s.bif.mfa).collect()
    }
}
