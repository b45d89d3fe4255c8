//! Built-ins: their functions, the ways in which they fail, and the table of all of them.

pub use crate::exception::{BifResult, Exception, Other};

use crate::process::Running;
use hashbrown::HashMap;
use release::Span;
use std::any::Any;
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use term::{Atom, Mfa, Term, am, atom};

/// A built-in. It never collects: all terms stay valid to its end. Its arguments are in the X
/// registers.
pub type BifFn = for<'h> fn(&mut Running<'h>, &[Term<'h>]) -> BifResult<'h>;

/// Where a built-in runs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BifKind {
    /// On the scheduler.
    Normal,
    /// On the scheduler, and allowed in guards.
    Guard,
    /// May block on files or devices: on a dirty I/O scheduler.
    DirtyIo,
    /// May compute for long: on a dirty CPU scheduler.
    DirtyCpu,
    /// It has a breakpoint, where to go instead.
    Traced,
    /// On the scheduler, in front of the function that its module has: it does what is common and
    /// leaves the rest to that ([`Exception::original`]).
    Shortcut,
}

/// The part of a built-in that is not the emulator's: a C function of a library, and how it is
/// called.
pub struct Foreign {
    /// The function that it stands for.
    pub mfa: Mfa,
    /// It goes on with a call of that function, whose arguments follow its own: stack traces show
    /// them.
    pub continues: bool,
    /// Calls it, for a process or for its stand-in on a dirty scheduler.
    pub call: for<'h> fn(&Foreign, &mut Running<'h>, &[Term<'h>]) -> BifResult<'h>,
    /// The address of the C function.
    pub address: *const c_void,
    /// How long its calls on dirty schedulers have taken lately.
    pub usual: Usual,
    /// The library, which stays as long as this refers to it.
    pub library: Arc<dyn Any + Send + Sync>,
}

/// A memory of how long something takes.
#[derive(Debug)]
pub struct Usual(AtomicU64);

impl Default for Usual {
    /// Nothing is known: it may take long.
    fn default() -> Usual {
        Usual(AtomicU64::new(u64::MAX))
    }
}

impl Usual {
    /// It has taken so many nanoseconds. A longer time than usual is believed at once, a shorter
    /// one in steps of a quarter.
    pub(crate) fn took(&self, ns: u64) {
        let before = self.0.load(Ordering::Relaxed);
        let now = if ns >= before || before == u64::MAX { ns } else { before / 4 * 3 + ns / 4 };
        self.0.store(now, Ordering::Relaxed);
    }

    /// Whether it has taken less than this.
    pub(crate) fn is_below(&self, ns: u64) -> bool {
        self.0.load(Ordering::Relaxed) < ns
    }
}

// SAFETY: `address` is why it is not `Send` by itself. It is the address of code, no thread's
// property.
unsafe impl Send for Foreign {}
// SAFETY: `address` is why it is not `Sync` by itself. It does not change and nothing is read
// through it.
unsafe impl Sync for Foreign {}

/// The code of a built-in.
enum Code {
    Rust(BifFn),
    Foreign(Arc<Foreign>),
}

impl Clone for Code {
    fn clone(&self) -> Code {
        match self {
            Code::Rust(f) => Code::Rust(*f),
            Code::Foreign(f) => Code::Foreign(f.clone()),
        }
    }
}

/// A row of the table.
pub struct BifRow {
    /// Module.
    pub module: &'static str,
    /// Function.
    pub function: &'static str,
    /// Number of arguments.
    pub arity: u8,
    /// The function in Rust.
    pub f: BifFn,
    /// Where it runs.
    pub kind: BifKind,
    /// The releases that have it. In others the function of its module runs, if there is one.
    pub span: Span,
}

impl BifRow {
    /// The same, but in releases from this one on.
    pub const fn since(self, release: u8) -> BifRow {
        BifRow { span: Span { since: release, ..self.span }, ..self }
    }

    /// The same, but in releases up to this one.
    pub const fn until(self, release: u8) -> BifRow {
        BifRow { span: Span { until: release, ..self.span }, ..self }
    }
}

const fn of_kind(
    kind: BifKind,
    module: &'static str,
    function: &'static str,
    arity: u8,
    f: BifFn,
) -> BifRow {
    BifRow { module, function, arity, f, kind, span: Span::ALL }
}

/// A row for `function`, on the scheduler.
pub const fn row(module: &'static str, function: &'static str, arity: u8, f: BifFn) -> BifRow {
    of_kind(BifKind::Normal, module, function, arity, f)
}

/// A row for `function`, allowed in guards.
pub const fn guard(module: &'static str, function: &'static str, arity: u8, f: BifFn) -> BifRow {
    of_kind(BifKind::Guard, module, function, arity, f)
}

/// A row for a shortcut in front of `function`.
pub const fn shortcut(module: &'static str, function: &'static str, arity: u8, f: BifFn) -> BifRow {
    of_kind(BifKind::Shortcut, module, function, arity, f)
}

/// A row for `function`, on a dirty I/O scheduler.
pub const fn dirty_io(module: &'static str, function: &'static str, arity: u8, f: BifFn) -> BifRow {
    of_kind(BifKind::DirtyIo, module, function, arity, f)
}

/// A row for `function`, on a dirty CPU scheduler.
pub const fn dirty_cpu(
    module: &'static str,
    function: &'static str,
    arity: u8,
    f: BifFn,
) -> BifRow {
    of_kind(BifKind::DirtyCpu, module, function, arity, f)
}

/// A built-in in the table.
#[repr(C)]
pub struct Bif {
    /// Where it runs, or that it is traced. Native code knows where this stands.
    pub(crate) kind: AtomicU8,
    /// Where it runs, traced or not.
    pub(crate) real_kind: BifKind,
    /// It is called by the code of a breakpoint.
    pub(crate) behind_breakpoint: bool,
    /// Its name.
    pub mfa: Mfa,
    code: Code,
    /// Its breakpoint's code, if it is traced.
    pub(crate) breakpoint: AtomicPtr<u64>,
}

const _: () = assert!(
    BifKind::Normal as u8 <= native_abi::USUAL_BIF
        && BifKind::Guard as u8 <= native_abi::USUAL_BIF
        && BifKind::Traced as u8 > native_abi::USUAL_BIF
        && std::mem::offset_of!(Bif, kind) == 0
);

impl Bif {
    fn new(mfa: Mfa, code: Code, kind: BifKind) -> Bif {
        let breakpoint = AtomicPtr::default();
        Bif {
            mfa,
            code,
            real_kind: kind,
            kind: AtomicU8::new(kind as u8),
            behind_breakpoint: false,
            breakpoint,
        }
    }

    /// A function of a library, in place of one of a module.
    pub(crate) fn foreign(mfa: Mfa, foreign: Arc<Foreign>, kind: BifKind) -> Bif {
        Bif::new(mfa, Code::Foreign(foreign), kind)
    }

    /// The function of a library that it is, if it is one.
    pub fn as_foreign(&self) -> Option<&Arc<Foreign>> {
        match &self.code {
            Code::Foreign(foreign) => Some(foreign),
            Code::Rust(_) => None,
        }
    }

    /// The built-in as the table has it, without a mark: for the code of its breakpoint.
    pub(crate) fn unmarked(&self) -> Bif {
        Bif { behind_breakpoint: true, ..Bif::new(self.mfa, self.code.clone(), self.real_kind) }
    }

    /// Calls it for a process that runs.
    #[inline(always)]
    pub fn call<'h>(&self, p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
        match &self.code {
            Code::Rust(f) => f(p, args),
            Code::Foreign(f) => (f.call)(f, p, args),
        }
    }

    /// Whether it exists to raise an exception.
    pub fn is_raiser(&self) -> bool {
        let Mfa { module, function, arity } = self.mfa;
        module == am::ERLANG
            && match arity {
                1 => matches!(function, am::ERROR | am::EXIT | am::THROW),
                2 => function == am::ERROR,
                3 => function == am::ERROR || function == atom!("raise"),
                _ => false,
            }
    }

    /// Whether it only stands in front of the function that its module has.
    pub fn is_shortcut(&self) -> bool {
        self.real_kind == BifKind::Shortcut
    }

    /// Whether it is allowed in guards, so that it neither waits nor collects.
    pub fn is_for_guards(&self) -> bool {
        self.real_kind == BifKind::Guard
    }

    /// Where it runs just now.
    #[inline(always)]
    pub(crate) fn kind(&self) -> BifKind {
        match self.kind.load(Ordering::Acquire) {
            0 => BifKind::Normal,
            1 => BifKind::Guard,
            2 => BifKind::DirtyIo,
            3 => BifKind::DirtyCpu,
            4 => BifKind::Traced,
            _ => BifKind::Shortcut,
        }
    }
}

struct Table {
    bifs: Vec<Bif>,
    by_name: HashMap<Mfa, usize>,
}

static TABLE: OnceLock<Table> = OnceLock::new();

/// Fills the table with the rows of the release that is run; to be called once, before any module
/// is loaded.
pub fn register(slices: &[&[BifRow]]) {
    let mut table = Table { bifs: Vec::new(), by_name: HashMap::new() };
    let here = |r: &&BifRow| r.span.has(release::number());
    for r in slices.iter().flat_map(|s| s.iter()).filter(here) {
        let mfa = Mfa::new(Atom::new(r.module), Atom::new(r.function), r.arity);
        let index = table.bifs.len();
        assert!(
            table.by_name.insert(mfa, index).is_none(),
            "built-in {mfa} stands twice in the table"
        );
        table.bifs.push(Bif::new(mfa, Code::Rust(r.f), r.kind));
    }
    assert!(TABLE.set(table).is_ok(), "the table of built-ins is filled twice");
}

/// All built-ins.
pub fn all() -> &'static [Bif] {
    TABLE.get().map_or(&[], |t| &t.bifs)
}

/// The built-in of this name.
pub fn find(mfa: Mfa) -> Option<&'static Bif> {
    let table = TABLE.get()?;
    table.by_name.get(&mfa).map(|&i| &table.bifs[i])
}
