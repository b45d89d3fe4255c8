//! Code that no module has: that of exports whose module is not loaded, of built-ins, and of
//! special functions.

use crate::bif::{self, Bif};
use crate::code::ops::Op;
use std::sync::LazyLock;
use std::sync::atomic::Ordering;
use term::{Export, Mfa, atom};

fn leak(code: Vec<u64>) -> *mut u64 {
    Box::leak(code.into_boxed_slice()).as_mut_ptr()
}

static NORMAL_EXIT: LazyLock<usize> = LazyLock::new(|| leak(vec![Op::NormalExit as u64]) as usize);
static TRACED_RETURN: LazyLock<usize> =
    LazyLock::new(|| leak(vec![Op::TracedReturn as u64]) as usize);

/// The address to which the first function of a process returns.
pub fn normal_exit() -> *const u64 {
    *NORMAL_EXIT as *const u64
}

/// The address to which a function returns whose return is traced.
pub fn traced_return() -> *const u64 {
    *TRACED_RETURN as *const u64
}

/// Whether the interpreter itself implements this function.
pub fn is_special(mfa: Mfa) -> bool {
    special(mfa).is_some()
}

/// The instruction of a function that the emulator implements in the interpreter itself.
pub(super) fn special(mfa: Mfa) -> Option<u64> {
    if mfa.module != atom!("erlang") {
        return None;
    }
    let tail = 1 << 32;
    match (mfa.function.name(), mfa.arity) {
        ("apply", 3) => Some(Op::ApplyList as u64 | tail),
        ("apply", 2) => Some(Op::ApplyFunList as u64 | tail),
        ("hibernate", 3) => Some(Op::Hibernate as u64),
        _ => None,
    }
}

/// The code of a function that is built in.
pub(super) fn built_in_code(mfa: Mfa) -> Option<Vec<u64>> {
    if let Some(instruction) = special(mfa) {
        return Some(vec![instruction]);
    }
    let bif = bif::find(mfa)?;
    Some(vec![
        Op::CallBifOnly as u64 | u64::from(mfa.arity) << 16,
        std::ptr::from_ref::<Bif>(bif) as u64,
    ])
}

fn prepare(export: &'static Export) {
    let code = built_in_code(export.mfa).filter(|_| is_built_in(export.mfa)).unwrap_or_else(|| {
        let arity = u64::from(export.mfa.arity);
        vec![Op::CallErrorHandler as u64 | arity << 16, std::ptr::from_ref(export) as u64]
    });
    let stub = leak(code);
    export.stub.store(stub, Ordering::Release);
    export.code.store(stub, Ordering::Release);
}

/// Points an export at its stub: its module has no code.
pub(super) fn reset(export: &'static Export) {
    export.code.store(export.stub.load(Ordering::Acquire), Ordering::Release);
}

/// Whether an export has code of a module or is built in.
pub fn is_defined(export: &Export) -> bool {
    export.code.load(Ordering::Acquire) != export.stub.load(Ordering::Acquire)
        || is_built_in(export.mfa)
}

/// Whether a function is built in; one with a shortcut is not.
pub fn is_built_in(mfa: Mfa) -> bool {
    special(mfa).is_some() || bif::find(mfa).is_some_and(|b| !b.is_shortcut())
}

pub(super) fn init() {
    term::code::set_code_server(prepare);
    for bif in bif::all() {
        Export::get(bif.mfa);
    }
    for arity in [2, 3] {
        Export::get(Mfa::new(atom!("erlang"), atom!("apply"), arity));
    }
    Export::get(Mfa::new(atom!("erlang"), atom!("hibernate"), 3));
}

/// Where a call of a function goes just now.
pub fn start_address(mfa: Mfa) -> *const u64 {
    Export::get(mfa).code.load(Ordering::Acquire)
}
