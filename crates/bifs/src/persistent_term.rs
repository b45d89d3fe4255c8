//! Built-ins of the module `persistent_term`: terms that all processes read without copying or locking.
//!
//! Keys and values are literals, which live for ever: what is erased is not given back.

use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};
use term::{Term, Word, atom, compare, copy, hash, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Process;

/// Rows of the table of built-ins.
pub const ROWS: &[BifRow] = &[
    row("persistent_term", "get", 0, get_0),
    row("persistent_term", "get", 1, get_1),
    row("persistent_term", "get", 2, get_2),
    row("persistent_term", "put", 2, put_2),
    row("persistent_term", "erase", 1, erase_1),
    row("persistent_term", "info", 0, info_0),
    row("erts_internal", "erase_persistent_terms", 0, erase_persistent_terms_0),
];

/// A key with its value, both literals or immediates; never changed.
#[derive(Copy, Clone)]
struct Pair {
    key: Word,
    value: Word,
}

impl Pair {
    fn key(&self) -> Term<'static> {
        // SAFETY: literals and immediates are good for ever.
        unsafe { Term::from_word(self.key) }
    }

    fn value(&self) -> Term<'static> {
        // SAFETY: as above.
        unsafe { Term::from_word(self.value) }
    }
}

/// The table as readers see it: a power of two of slots, open addressing. Replaced as a whole.
struct Table {
    slots: Box<[Option<Pair>]>,
    count: usize,
    words: usize,
}

static TABLE: AtomicPtr<Table> = AtomicPtr::new(std::ptr::null_mut());
static WRITING: Mutex<()> = Mutex::new(());

impl Table {
    fn with_room(n: usize) -> Table {
        Table { slots: vec![None; (n * 2).next_power_of_two()].into(), count: 0, words: 0 }
    }

    fn find(&self, key: Term<'_>) -> Option<&Pair> {
        let mask = self.slots.len() - 1;
        let mut i = hash::internal(key) as usize & mask;
        while let Some(pair) = &self.slots[i] {
            if compare::exactly_equal(pair.key(), key) {
                return Some(pair);
            }
            i = (i + 1) & mask;
        }
        None
    }

    fn add(&mut self, pair: Pair) {
        let mask = self.slots.len() - 1;
        let mut i = hash::internal(pair.key()) as usize & mask;
        while self.slots[i].is_some() {
            i = (i + 1) & mask;
        }
        self.slots[i] = Some(pair);
        self.count += 1;
        self.words += 6 + copy::flat_size(pair.key()) + copy::flat_size(pair.value());
    }
}

/// Runs `f` on the table.
fn read<R>(f: impl FnOnce(Option<&Table>) -> R) -> R {
    let _guard = vm::ets::pin();
    // SAFETY: a table that has been replaced is dropped only after all guards of that time are gone.
    f(unsafe { TABLE.load(Ordering::Acquire).as_ref() })
}

/// Puts another table in place of the present one: its pairs other than that of `key`, and `more`.
fn replace(key: Option<Term<'_>>, more: Option<Pair>) {
    let guard = vm::ets::pin();
    let old = TABLE.load(Ordering::Acquire);
    // SAFETY: only the holder of `WRITING` replaces tables, and that is the caller.
    let pairs: Vec<Pair> = match unsafe { old.as_ref() } {
        Some(t) => t.slots.iter().flatten().copied().collect(),
        None => Vec::new(),
    };
    let mut new = Table::with_room(pairs.len() + 2);
    for pair in pairs {
        if key.is_some_and(|k| !compare::exactly_equal(k, pair.key())) {
            new.add(pair);
        }
    }
    more.into_iter().for_each(|pair| new.add(pair));
    TABLE.store(Box::into_raw(Box::new(new)), Ordering::Release);
    if !old.is_null() {
        // SAFETY: it came from a box, and nobody finds it any more.
        unsafe { guard.defer_unchecked(move || drop(Box::from_raw(old))) };
    }
}

/// A copy of the term for ever.
fn for_ever(t: Term<'_>) -> Word {
    match t.to_static() {
        Some(t) => t.word(),
        None => copy::copy_to_literals(t).word(),
    }
}

/// `persistent_term:get/1`
pub fn get_1<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    read(|t| t.and_then(|t| t.find(args[0])).map(Pair::value)).ok_or(Exception::BADARG)
}

/// `persistent_term:get/2`
pub fn get_2<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(read(|t| t.and_then(|t| t.find(args[0])).map(Pair::value)).unwrap_or(args[1]))
}

/// `persistent_term:put/2`
pub fn put_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let old = read(|t| t.and_then(|t| t.find(args[0])).copied());
    if old.is_some_and(|old| compare::exactly_equal(old.value(), args[1])) {
        return Ok(Term::OK);
    }
    let key = old.map_or_else(|| for_ever(args[0]), |old| old.key);
    replace(Some(args[0]), Some(Pair { key, value: for_ever(args[1]) }));
    p.bump_reductions(read(|t| t.map_or(0, |t| t.count)) / 8);
    Ok(Term::OK)
}

/// `persistent_term:erase/1`
pub fn erase_1<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let there = read(|t| t.is_some_and(|t| t.find(args[0]).is_some()));
    if there {
        replace(Some(args[0]), None);
    }
    Ok(Term::bool(there))
}

/// `erts_internal:erase_persistent_terms/0`
pub fn erase_persistent_terms_0<'h>(_: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    replace(None, None);
    Ok(Term::OK)
}

/// `persistent_term:get/0`
pub fn get_0<'h>(p: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    let pairs: Vec<Pair> =
        read(|t| t.map_or(Vec::new(), |t| t.slots.iter().flatten().copied().collect()));
    let heap = p.heap();
    Ok(heap.list_from_rev(pairs.iter().map(|pair| heap.tuple(&[pair.key(), pair.value()]))))
}

/// `persistent_term:info/0`
pub fn info_0<'h>(p: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    let (count, words) = read(|t| t.map_or((0, 8), |t| (t.count, t.words + t.slots.len() + 8)));
    Ok(map::from_pairs(
        p.heap(),
        &[
            (Term::atom(atom!("count")), Term::small(count as i64)),
            (Term::atom(atom!("memory")), Term::small(words as i64 * 8)),
        ],
    ))
}
