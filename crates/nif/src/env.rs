//! Environments: where C code makes terms, and what it may do there.
//!
//! | kind | made for | its terms live | its heap |
//! |---|---|---|---|
//! | call | a NIF, for a process | to the end of the call | the process's |
//! | dirty call | the same, on a dirty scheduler | to the end of the call | its own |
//! | callback | destructors, `down`, `stop` | to the end of the callback | its own |
//! | independent | `enif_alloc_env` | until it is cleared or freed | its own |
//!
//! The arguments of a dirty call are on the process's heap, which the process lends.
//!
//! For example, `enif_make_int(env, 1 << 40)` makes a number on the heap of `env`; on a process's
//! heap it is where built-ins make their results, and nothing is copied when the NIF returns it.

use crate::check::{self, Checked};
use crate::ffi::NifTerm;
use crate::open::Library;
use smallvec::SmallVec;
use std::arch::{asm, naked_asm};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::{self, NonNull};
use term::{Heap, Term, Word};
use vm::bif::{BifKind, Foreign};
use vm::faults::Called;
use vm::process::Running;

/// The purpose of an environment.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A call of a NIF, on a scheduler.
    Call,
    /// A call of a NIF, on a dirty scheduler.
    DirtyCall,
    /// A callback of the library.
    Callback,
    /// `enif_alloc_env`.
    Independent,
}

/// The function that goes on with a NIF's work.
pub(crate) struct Scheduled {
    /// The address of the NIF.
    pub(crate) function: *const c_void,
    /// Where it runs.
    pub(crate) kind: BifKind,
    /// Terms of the environment.
    pub(crate) args: Vec<Word>,
}

impl Rest {
    /// Of an environment whose use is looked at.
    #[cold]
    fn checked(of_thread: bool) -> Box<Rest> {
        Box::new(Rest { checked: Some(Checked::new(of_thread)), ..Rest::default() })
    }
}

impl NifTerm {
    /// The term, which C code says belongs to this environment.
    #[inline]
    pub fn of_env<'e>(self, env: &Env) -> Term<'e> {
        env.check(self);
        // SAFETY: C code gives a term of an environment together with that environment only, and
        // does not use it beyond the environment's end; that is the contract of `erl_nif.h`. The
        // heap of the environment keeps the term until then. Values of this type come from C code
        // or from `of`.
        unsafe { Term::from_word(self.word()) }
    }

    /// Terms, which C code says belong to this environment.
    #[inline]
    pub fn all_of_env<'e>(terms: &[NifTerm], env: &Env) -> SmallVec<[Term<'e>; 16]> {
        terms.iter().map(|t| t.of_env(env)).collect()
    }
}

/// Looks at the use of a term with an environment, if that is wanted.
#[inline(always)]
pub(crate) fn check_term(env: Option<&Env>, t: NifTerm) {
    if check::is_on() {
        look_apart(env, t);
    }
}

/// Calls `look` by a way that keeps all registers. Functions of the interface are short, and this
/// is the only call in many of them: else each would save registers at its beginning, for a call
/// that it does not make.
#[cold]
#[inline(always)]
fn look_apart(env: Option<&Env>, t: NifTerm) {
    let env = env.map_or(ptr::null(), ptr::from_ref);
    // SAFETY: the function takes these arguments in these registers, keeps all registers but the
    // flags, and uses the stack as calls do.
    unsafe {
        asm!("call {look}", look = sym look_keeping_registers, in("rdi") env, in("rsi") t.raw());
    }
}

#[unsafe(naked)]
unsafe extern "C" fn look_keeping_registers() {
    naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "push r11",
        "sub rsp, 528",
        "and rsp, -64",
        "fxsave64 [rsp]",
        "call {look}",
        "fxrstor64 [rsp]",
        "lea rsp, [rbp - 72]",
        "pop r11",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        "pop rbp",
        "ret",
        look = sym look,
    )
}

extern "C" fn look(env: Option<&Env>, t: NifTerm) {
    if let Some((env, checked)) = env.and_then(|env| Some((env, env.checked()?))) {
        checked.look(|| env.has(t), t);
    }
}

/// `ErlNifEnv`. C code knows only its address.
pub struct Env {
    /// The call that it is of: nothing in callbacks and independent environments.
    called: Called,
    /// Where terms are made: the process's heap, or that of `rest`.
    heap: NonNull<Heap>,
    /// The process that is running the call; none in callbacks and independent environments.
    running: Option<NonNull<Running<'static>>>,
    /// The reason of the exception that has been raised.
    exception: Cell<NifTerm>,
    /// The parts that most calls do without: one word to make, and one to look at in the end.
    rest: Option<Box<Rest>>,
    kind: Kind,
}

/// The parts of an environment that most calls do without.
#[derive(Default)]
pub(crate) struct Rest {
    /// The heap that is its own.
    own: Option<Heap>,
    /// The library whose code has the environment, if that is of no call.
    library: Option<NonNull<Library>>,
    /// The function that goes on with the work.
    pub(crate) scheduled: Option<Scheduled>,
    /// Memory that is freed with the environment.
    temporaries: Vec<Box<dyn std::any::Any>>,
    /// The facts about it that are checked, if it is looked what libraries do.
    checked: Option<Checked>,
    /// The resource types that are being opened, while the library is being loaded.
    pub(crate) opening: Option<NonNull<c_void>>,
}

impl Env {
    /// The environment of a call of a library's function by a process, on a scheduler or a dirty
    /// scheduler's stand-in.
    #[inline(always)]
    pub(crate) fn of_call(kind: Kind, p: &mut Running<'_>, foreign: &Foreign) -> Env {
        let called = Called::Function { foreign, process: p.id };
        Env::of_process(kind, p, called)
    }

    #[inline(always)]
    fn of_process(kind: Kind, p: &mut Running<'_>, called: Called) -> Env {
        let heap = NonNull::from(p.heap());
        let rest = if check::is_on() { Some(Rest::checked(true)) } else { None };
        let running = Some(NonNull::from(p).cast());
        Env { called, heap, running, exception: Cell::new(NifTerm::NONE), rest, kind }
    }

    /// The environment of a process's call of the callbacks by which a library begins.
    pub(crate) fn of_load(p: &mut Running<'_>, library: &Library, opening: NonNull<c_void>) -> Env {
        let mut env = Env::of_process(Kind::Call, p, Called::Nothing);
        let rest = env.rest();
        rest.library = Some(NonNull::from(library));
        rest.opening = Some(opening);
        env
    }

    /// An environment with a heap of its own.
    pub(crate) fn with_heap(kind: Kind, library: Option<&Library>) -> Env {
        let mut rest = Box::<Rest>::default();
        if check::is_on() {
            rest = Rest::checked(kind != Kind::Independent);
        }
        rest.library = library.map(NonNull::from);
        let heap = NonNull::from(&*rest.own.insert(Heap::new(0)));
        Env {
            called: Called::Nothing,
            heap,
            running: None,
            exception: Cell::new(NifTerm::NONE),
            rest: Some(rest),
            kind,
        }
    }

    /// The parts that most calls do without.
    pub(crate) fn rest(&mut self) -> &mut Rest {
        self.rest.get_or_insert_default()
    }

    /// The function that is to go on with the work, once.
    pub(crate) fn take_scheduled(&mut self) -> Option<Scheduled> {
        self.rest.as_mut()?.scheduled.take()
    }

    /// The resource types that are being opened, while the library is being loaded.
    pub(crate) fn opening(&self) -> Option<NonNull<c_void>> {
        self.rest.as_ref()?.opening
    }

    /// The call that it is of.
    #[inline]
    pub(crate) fn called(&self) -> *const Called {
        &raw const self.called
    }

    /// The facts about it that are checked, if it is looked what libraries do.
    #[inline]
    pub(crate) fn checked(&self) -> Option<&Checked> {
        self.rest.as_ref()?.checked.as_ref()
    }

    /// Whether an environment that has ended is to stay where it is, so that its use is noticed, if
    /// it is looked what libraries do.
    pub(crate) fn is_kept(&mut self) -> bool {
        let Some(checked) = self.checked() else { return false };
        checked.end();
        self.clear();
        true
    }

    /// Ends an environment that has memory of its own. It is kept for a while if it is looked what
    /// libraries do, so that its use is noticed.
    pub(crate) fn end(self: Box<Env>) {
        if let Some(checked) = self.checked() {
            checked.end();
            check::keep(self);
        }
    }

    /// The purpose that it has been made for.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Where its terms are made.
    #[inline]
    pub fn heap<'e>(&self) -> &'e Heap {
        // SAFETY: the heap is the process's, which runs the call that the environment is of, or the
        // environment's own. C code does not use terms beyond the environment's end, so what is
        // made of the reference is not used then.
        unsafe { self.heap.as_ref() }
    }

    /// A term that has been made in it, for C code.
    #[inline]
    pub fn give(&self, make: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) -> NifTerm {
        NifTerm::of(make(self.heap()))
    }

    /// Whether a function may make an object of so many words in the usual way: nobody looks what
    /// libraries do, and the words are free in the young block. Everything else is for a function
    /// apart, as is what it would have to save registers for.
    #[inline(always)]
    pub fn is_usual(&self, words: usize) -> bool {
        !check::is_on() && self.heap().has_room(words)
    }

    /// An object that has been made in it, for C code.
    #[inline(always)]
    pub fn give_object(&self, make: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) -> NifTerm {
        NifTerm::of_pointer(make(self.heap()))
    }

    /// A copy of a term of anywhere else. On a heap that is no process's it refers to no literals,
    /// which a purge may free.
    pub fn copy<'e>(&self, t: Term<'_>) -> Term<'e> {
        match self.kind {
            Kind::Call | Kind::DirtyCall => self.heap().copy_in(t),
            Kind::Callback | Kind::Independent => self.heap().copy_whole_in(t),
        }
    }

    /// The process that is running the call.
    pub fn running(&mut self) -> Option<&mut Running<'static>> {
        // SAFETY: the call lends its process for as long as the environment lives, and the mutable
        // borrow of the environment keeps it the only use.
        self.running.map(|mut p| unsafe { p.as_mut() })
    }

    /// The payload of the pid of the process that is running the call.
    pub fn pid(&self) -> Option<u64> {
        // SAFETY: the call lends its process for as long as the environment lives; only its number
        // is read.
        self.running.map(|p| unsafe { p.as_ref() }.id)
    }

    /// The library whose code has the environment.
    pub fn library(&self) -> Option<&Library> {
        // SAFETY: a library stays until no code of it runs, and its code has the environment. The
        // function of a call stays during the call.
        unsafe {
            match self.called {
                Called::Function { foreign, .. } => Some(Library::of(&*foreign)),
                _ => Some(self.rest.as_ref()?.library?.as_ref()),
            }
        }
    }

    /// Raises an exception when the call ends.
    pub fn raise(&self, reason: Term<'_>) -> NifTerm {
        self.exception.set(NifTerm::of(reason));
        NifTerm::NONE
    }

    /// The reason of the exception that has been raised.
    pub fn exception(&self) -> Option<NifTerm> {
        Some(self.exception.get()).filter(|t| !t.is_none())
    }

    /// Whether nothing has happened in the call but that it has made terms.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.exception.get().is_none() && self.rest.is_none()
    }

    /// Keeps memory until the environment ends; gives its address.
    pub fn keep<T: 'static>(&mut self, value: Box<T>) -> &mut T {
        let temporaries = &mut self.rest().temporaries;
        temporaries.push(value);
        let last = temporaries.last_mut().expect("just pushed");
        last.downcast_mut().expect("of this type")
    }

    /// Looks whether a term belongs to this environment, if `+nif_check true`.
    #[inline(always)]
    pub(crate) fn check(&self, t: NifTerm) {
        check_term(Some(self), t);
    }

    /// The term is one of this environment's: on its heap, or of no heap.
    pub(crate) fn has(&self, t: NifTerm) -> bool {
        let w = t.word();
        !term::word::is_pointer(w)
            || term::literal::is_literal(w)
            || self.heap().has(term::word::address(w))
            // The arguments of a dirty call are on the heap that the process has lent.
            || self.kind == Kind::DirtyCall
    }

    /// Takes the heap that is its own, with all terms; an empty one remains.
    pub(crate) fn take_heap(&mut self) -> Option<Heap> {
        let own = self.rest.as_mut()?.own.as_mut()?;
        Some(std::mem::replace(own, Heap::new(0)))
    }

    /// Ends all its terms; only of an independent environment.
    pub(crate) fn clear(&mut self) {
        self.take_heap();
        self.rest().temporaries.clear();
        self.exception.set(NifTerm::NONE);
    }
}
