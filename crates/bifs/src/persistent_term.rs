//! Built-ins of the module `persistent_term`: terms that all processes read without copying or
//! locking.
//!
//! Keys and values are literals, in an area for each pair. A pair that is erased or replaced is
//! freed when no process has any more of it.

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use term::literal::Area;
use term::{OwnedTerm, Term, Word, am, atom, compare, hash, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

/// Rows of the table of built-ins.
pub const ROWS: &[BifRow] = &[
    row("persistent_term", "get", 0, get_0),
    row("persistent_term", "get", 1, get_1),
    row("persistent_term", "get", 2, get_2),
    row("persistent_term", "put", 2, put_2),
    row("persistent_term", "put_new", 2, put_new_2).since(29),
    row("persistent_term", "erase", 1, erase_1),
    row("persistent_term", "info", 0, info_0),
    row("erts_internal", "erase_persistent_terms", 0, erase_persistent_terms_0),
];

/// A key with its value, both literals or immediates; never changed.
struct Pair {
    key: Word,
    value: Word,
    /// Words that both take, with what goes with a pair.
    words: usize,
    /// The memory in which both lie; taken out when the pair is given up.
    area: Mutex<Option<Area>>,
}

/// Stands in a slot whose key was erased, so that keys of other slots behind it are found.
static ERASED: Pair = Pair {
    key: term::word::NON_VALUE,
    value: term::word::NON_VALUE,
    words: 0,
    area: Mutex::new(None),
};

impl Pair {
    fn is_erased(&self) -> bool {
        std::ptr::eq(self, &ERASED)
    }

    fn key(&self) -> Term<'static> {
        // SAFETY: literals and immediates are good for whoever runs a process.
        unsafe { Term::from_word(self.key) }
    }

    fn value(&self) -> Term<'static> {
        // SAFETY: the word is a literal in the pair's area or an immediate. The area lives as long
        // as any process may have the value (see `Area`), and whoever has the pair runs a process.
        unsafe { Term::from_word(self.value) }
    }
}

/// A power of two of slots, open addressing. A reader finds a pair as it was or as it has become;
/// when there are too many, a new table takes its place.
struct Table {
    slots: Box<[AtomicPtr<Pair>]>,
    /// Keys.
    count: AtomicUsize,
    /// Slots that have a key or had one.
    used: AtomicUsize,
    words: AtomicUsize,
}

static TABLE: AtomicPtr<Table> = AtomicPtr::new(std::ptr::null_mut());
static WRITING: Mutex<()> = Mutex::new(());

impl Table {
    fn with_room(n: usize) -> Table {
        let slots = (n * 2).next_power_of_two().max(64);
        Table {
            slots: (0..slots).map(|_| AtomicPtr::default()).collect(),
            count: AtomicUsize::new(0),
            used: AtomicUsize::new(0),
            words: AtomicUsize::new(0),
        }
    }

    fn pair(&self, i: usize) -> Option<&'static Pair> {
        // SAFETY: pairs are freed with their literals, so whoever runs a process may have one.
        unsafe { self.slots[i].load(Ordering::Acquire).as_ref() }
    }

    /// The slot of a key with its pair, or the free slot where it would be. The pair is what was
    /// there when it was looked at: others may have erased or replaced it since.
    fn slot(&self, key: Term<'_>) -> (usize, Option<&'static Pair>) {
        let mask = self.slots.len() - 1;
        let mut i = hash::internal(key) as usize & mask;
        while let Some(pair) = self.pair(i) {
            if !pair.is_erased() && compare::exactly_equal(pair.key(), key) {
                return (i, Some(pair));
            }
            i = (i + 1) & mask;
        }
        (i, None)
    }

    fn find(&self, key: Term<'_>) -> Option<&'static Pair> {
        self.slot(key).1
    }

    fn pairs(&self) -> impl Iterator<Item = &'static Pair> {
        (0..self.slots.len()).filter_map(|i| self.pair(i)).filter(|pair| !pair.is_erased())
    }

    /// Adds a pair, or puts it in the place of that of the same key. There must be room.
    fn put(&self, pair: &'static Pair) {
        let (i, old) = self.slot(pair.key());
        match old {
            Some(old) => drop(self.words.fetch_sub(old.words, Ordering::Relaxed)),
            None => {
                self.count.fetch_add(1, Ordering::Relaxed);
                self.used.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.words.fetch_add(pair.words, Ordering::Relaxed);
        self.slots[i].store(std::ptr::from_ref(pair).cast_mut(), Ordering::Release);
    }

    /// Erases a key; gives its pair if it was there.
    fn erase(&self, key: Term<'_>) -> Option<&'static Pair> {
        let (i, pair) = self.slot(key);
        let pair = pair?;
        self.count.fetch_sub(1, Ordering::Relaxed);
        self.words.fetch_sub(pair.words, Ordering::Relaxed);
        self.slots[i].store(std::ptr::from_ref(&ERASED).cast_mut(), Ordering::Release);
        Some(pair)
    }

    fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) * 2 >= self.slots.len()
    }
}

/// Runs `f` on the table.
fn read<R>(f: impl FnOnce(Option<&Table>) -> R) -> R {
    let _guard = vm::ets::pin();
    // SAFETY: a table that has been replaced is dropped only after all guards of that time are
    // gone.
    f(unsafe { TABLE.load(Ordering::Acquire).as_ref() })
}

/// Puts a table of these pairs, with room for more, in place of the present one.
fn replace(pairs: &[&'static Pair]) {
    let guard = vm::ets::pin();
    let new = Table::with_room(pairs.len() * 2);
    pairs.iter().for_each(|pair| new.put(pair));
    let old = TABLE.swap(Box::into_raw(Box::new(new)), Ordering::AcqRel);
    if !old.is_null() {
        // SAFETY: it came from a box, and nobody finds it any more.
        unsafe { guard.defer_unchecked(move || drop(Box::from_raw(old))) };
    }
}

/// Calls `f` with each key and its value.
pub fn each(f: &mut dyn FnMut(Term<'static>, Term<'static>)) {
    all().into_iter().for_each(|pair| f(pair.key(), pair.value()));
}

fn all() -> Vec<&'static Pair> {
    read(|t| t.map_or(Vec::new(), |t| t.pairs().collect()))
}

/// Gives up a pair that is in no table any more.
fn give_up(pair: &'static Pair) {
    let area = pair.area.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut area = area.expect("a pair that is given up once");
    // SAFETY: it came from a box; it is freed when no process can have it any more.
    area.keep(unsafe { Box::from_raw(std::ptr::from_ref(pair).cast_mut()) });
}

/// `persistent_term:get/1`
pub fn get_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    find(args[0]).ok_or(Exception::BADARG)
}

/// The value of a key.
fn find(key: Term<'_>) -> Option<Term<'static>> {
    read(|t| t.and_then(|t| t.find(key)).map(Pair::value))
}

/// Whether this node gets a name from the first one with which it is connected: `erts_internal`
/// notes it here.
pub fn is_to_be_named() -> bool {
    let names = [atom!("erts_internal"), atom!("dynamic_node_name")].map(Term::atom);
    let key = OwnedTerm::build(|heap| heap.tuple(&names));
    find(key.term()).is_some_and(|t| t.is(am::TRUE))
}

/// `persistent_term:get/2`
pub fn get_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(find(args[0]).unwrap_or(args[1]))
}

/// `persistent_term:put/2`
pub fn put_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    put(args, true)
}

/// `persistent_term:put_new/2`
pub fn put_new_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    put(args, false)
}

/// Gives a key a value; another than it has only if that is to be `changed`.
fn put<'h>(args: &[Term<'h>], changed: bool) -> BifResult<'h> {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let old = read(|t| t.and_then(|t| t.find(args[0])));
    if let Some(old) = old {
        if compare::exactly_equal(old.value(), args[1]) {
            return Ok(Term::OK);
        }
        if !changed {
            return Err(Exception::BADARG);
        }
    }
    let mut area = Area::default();
    let (key, value) = (area.copy_shared(args[0]).word(), area.copy_shared(args[1]).word());
    let words = 6 + area.words();
    let pair = Box::leak(Box::new(Pair { key, value, words, area: Mutex::new(Some(area)) }));
    if read(|t| t.is_none_or(Table::is_full)) {
        replace(&all());
    }
    read(|t| t.expect("a table, as just made").put(pair));
    old.into_iter().for_each(give_up);
    Ok(Term::OK)
}

/// `persistent_term:erase/1`
pub fn erase_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let erased = read(|t| t.and_then(|t| t.erase(args[0])));
    erased.into_iter().for_each(give_up);
    Ok(Term::bool(erased.is_some()))
}

/// `erts_internal:erase_persistent_terms/0`
pub fn erase_persistent_terms_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let all = all();
    replace(&[]);
    all.into_iter().for_each(give_up);
    Ok(Term::OK)
}

/// `persistent_term:get/0`
pub fn get_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let pairs = all();
    p.bump_reductions(pairs.len() / 8);
    Ok(heap.list_from_rev(pairs.iter().map(|pair| heap.tuple(&[pair.key(), pair.value()]))))
}

/// How many persistent terms there are, and the words that they take.
pub fn figures() -> (usize, usize) {
    read(|t| match t {
        Some(t) => {
            // Of what there is, whatever has been there before.
            let words = t.words.load(Ordering::Relaxed) + 8;
            (t.count.load(Ordering::Relaxed), words)
        }
        None => (0, 8),
    })
}

/// `persistent_term:info/0`
pub fn info_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let (count, words) = figures();
    Ok(map::from_pairs(
        p.heap(),
        &[
            (Term::atom(atom!("count")), Term::small(count as i64)),
            (Term::atom(atom!("memory")), Term::small(words as i64 * 8)),
        ],
    ))
}
