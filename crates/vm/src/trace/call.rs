//! Functions and calls as trace messages have them.

use term::{Heap, Mfa, Term};

/// `{M, F, A}`.
pub fn mfa_term(heap: &Heap, mfa: Mfa) -> Term<'_> {
    let arity = Term::small(mfa.arity.into());
    heap.tuple(&[Term::atom(mfa.module), Term::atom(mfa.function), arity])
}

/// The call with which a new process begins.
#[derive(Copy, Clone)]
pub(crate) struct FirstCall<'a, 'h> {
    pub mfa: Mfa,
    pub args: &'a [Term<'h>],
    /// It has been made by `spawn_request`, and is told to be called by another function then.
    pub by_request: bool,
}

impl FirstCall<'_, '_> {
    /// The function and the list of its arguments, as they are told.
    pub fn told<'x>(&self, heap: &'x Heap) -> (Mfa, Term<'x>) {
        let args: Vec<_> = self.args.iter().map(|&a| heap.copy_in(a)).collect();
        let args = heap.list(&args);
        if !self.by_request {
            return (self.mfa, args);
        }
        let Mfa { module, function, .. } = self.mfa;
        let call = heap.tuple(&[Term::atom(module), Term::atom(function), args]);
        let init = Mfa::new(term::atom!("erts_internal"), term::atom!("spawn_init"), 1);
        (init, heap.list(&[call]))
    }
}
