//! Heaps, copying and collecting: random graphs keep their contents, what they own is freed once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use term::gc::Roots;
use term::heap::Magic;
use term::literal::Area;
use term::{
    Atom, Definition, Export, FunEntry, Heap, Mfa, OldFun, OwnedTerm, RefBin, Term, compare, copy,
    hash, map, print,
};
use tune::Tune;

/// A generator of numbers that needs no crate.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A heap with words for roots, and of each root a copy elsewhere that says what it should be.
struct World {
    heap: Heap,
    roots: Vec<u64>,
    models: Vec<OwnedTerm>,
    random: Random,
    bins: Vec<RefBin>,
    made: usize,
    dropped: Arc<AtomicUsize>,
}

const SLOTS: usize = 24;

impl World {
    fn new(seed: u64, words: usize) -> World {
        let mut heap = Heap::new(words);
        heap.set_fullsweep_after(if seed.is_multiple_of(3) { 5 } else { 65535 });
        World {
            heap,
            roots: vec![Term::NIL.word(); SLOTS],
            models: (0..SLOTS).map(|_| OwnedTerm::from(Term::NIL)).collect(),
            random: Random(seed),
            bins: Vec::new(),
            made: 0,
            dropped: Arc::default(),
        }
    }

    fn root(&self, i: usize) -> Term<'_> {
        // SAFETY: the words are terms of `heap`, updated by each collection.
        unsafe { Term::from_word(self.roots[i]) }
    }

    /// A new term, made of the roots.
    fn build(&mut self) -> (u64, OwnedTerm) {
        let picks: Vec<usize> = (0..3).map(|_| self.random.below(SLOTS)).collect();
        let [i, kind, size] = [1000, 20, 200].map(|n| self.random.below(n));
        let numbers = [i as u32, size as u32, kind as u32];
        let mut magic: Option<Magic> = None;
        if kind == 8 {
            self.made += 1;
            magic = Some(Arc::new(Counted(self.dropped.clone())));
        }
        let heap = &self.heap;
        let [a, b, c] = [0, 1, 2].map(|k| {
            let t = self.root(picks[k]);
            // Sharing would make the models grow without limit.
            if copy::size_of_term(t) < 300 { t } else { Term::small(k as i64) }
        });
        let t = match kind {
            0 => Term::small(i as i64),
            1 => heap.float(i as f64 / 7.0),
            2 => heap.big(i % 2 == 0, &vec![i as u64 + 1; 1 + size % 5]),
            3 => heap.cons(a, b),
            4 => heap.tuple(&[a, b, c]),
            5 => heap.binary(&vec![i as u8; size]),
            6 => {
                let bin = heap.binary(&vec![i as u8; size + 1]);
                heap.sub_bits(bin, i % 8, (size + 1) * 8 - 8)
            }
            7 => heap.reference(numbers),
            8 => heap.magic_ref(numbers, magic.expect("made above")),
            9 => map::from_pairs(heap, &[(a, b), (Term::small(1), c)]),
            10 => {
                let pairs: Vec<_> =
                    (0..size).map(|k| (Term::small((k * i) as i64), Term::small(3))).collect();
                map::from_pairs(heap, &pairs)
            }
            11 => {
                let entry = FunEntry::get(
                    Atom::new("m"),
                    1,
                    OldFun { index: 1, uniq: 2 },
                    [3; 16],
                    1,
                    3,
                    Atom::new("f"),
                );
                heap.fun(entry, Term::pid(5), &[a, b, c])
            }
            12 => heap.export_fun(Export::get(Mfa::new(Atom::new("m"), Atom::new("f"), 1))),
            13 => heap.list(&vec![a; size % 7]),
            14 => heap.adopt(OwnedTerm::new(heap.tuple(&[a, b]))),
            15 => heap.copy_in(OwnedTerm::new(heap.cons(b, c)).term()),
            18 => {
                let name = Atom::new(["r", "s", "t"][size % 3]);
                let fields = [0, 1, 2].map(|n| Atom::new(&format!("f{}", (n + i) % 7)));
                let made = Definition::new(heap, Atom::new("m"), name, i % 2 == 0, &fields);
                heap.record(made.expect("a definition"), &[a, b, c])
            }
            19 => match a.as_record() {
                Some((definition, _)) => heap.record(definition, &[c, b, a]),
                None => a,
            },
            16 => match self.bins.get(size % 20) {
                Some(bin) => heap.binary_from(bin.clone(), size % 20),
                None => heap.external_pid(term::node::Node::get(Atom::new("n@h"), 1), 2, 3),
            },
            _ => heap.alias_ref(numbers, Some(Term::pid(i as u64))),
        };
        (t.word(), OwnedTerm::new(t))
    }

    fn check(&self) {
        for (i, model) in self.models.iter().enumerate() {
            let t = self.root(i);
            assert!(compare::exactly_equal(t, model.term()), "root {i} is {t:?}, not {model:?}");
            assert_eq!(hash::internal(t), hash::internal(model.term()));
            if let (Some(a), Some(b)) = (t.as_ref(), model.term().as_ref()) {
                assert_eq!(a.alias_pid(), b.alias_pid());
                assert_eq!(a.magic().map(|m| Arc::as_ptr(&m)), b.magic().map(|m| Arc::as_ptr(&m)));
            }
        }
    }

    fn collect(&mut self, major: bool) {
        let need = self.random.below(100);
        // SAFETY: the roots are all references into the heap; there is no stack.
        unsafe { self.heap.collect(need, &[Roots::of(&mut self.roots)], major) };
        let sizes = self.heap.sizes();
        assert!(sizes.block - sizes.used >= need);
        assert_eq!(sizes.fragments, 0);
        self.check();
    }

    fn run(&mut self, steps: usize) {
        for step in 0..steps {
            if self.bins.len() < 20 {
                self.bins.push(RefBin::from_slice(&[step as u8; 20]));
            }
            let slot = self.random.below(SLOTS);
            let (word, model) = self.build();
            self.roots[slot] = word;
            self.models[slot] = model;
            match self.random.below(40) {
                0 => self.collect(true),
                1..=4 => self.collect(false),
                5 => {
                    let slot = self.random.below(SLOTS);
                    self.roots[slot] = Term::NIL.word();
                    self.models[slot] = OwnedTerm::from(Term::NIL);
                }
                _ => {}
            }
        }
        self.check();
    }
}

#[test]
fn random_graphs_survive_collections_and_own_things_once() {
    // So small a one, that what matures in place is among what is tried.
    tune::set(Tune::MatureInPlace, 64).expect("it may be as small");
    for seed in 0..40 {
        let words = [0, 64, 1 << 12][seed % 3];
        let mut world = World::new(seed as u64 + 1, words);
        world.run(2000);
        let World { heap, models, bins, made, dropped, .. } = world;
        drop(heap);
        drop(models);
        assert_eq!(dropped.load(Ordering::Relaxed), made, "magic objects of seed {seed}");
        for bin in &bins {
            assert_eq!(bin.ref_count(), 1, "binaries of seed {seed}");
        }
    }
}

#[test]
fn collections_free_what_is_unreachable() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let bin = RefBin::from_slice(&[1; 100]);
    let mut heap = Heap::new(128);
    let mut roots = [0; 1];
    for round in 0..10 {
        let magic = heap.magic_ref([1, 2, 3], Arc::new(Counted(dropped.clone())));
        let binary = heap.binary_from(bin.clone(), 100);
        roots[0] = heap.tuple(&[magic, binary]).word();
        heap.collect_roots(0, &mut roots);
        // An object that has survived once matures and may stay until a major collection.
        assert!(dropped.load(Ordering::Relaxed) <= round);
    }
    // SAFETY: the only root is in `roots`.
    unsafe { heap.collect(0, &[Roots::of(&mut roots)], true) };
    assert_eq!(dropped.load(Ordering::Relaxed), 9);
    assert_eq!(bin.ref_count(), 2);
    // SAFETY: nothing is referred to any more.
    unsafe { heap.collect(0, &[], true) };
    assert_eq!(dropped.load(Ordering::Relaxed), 10);
    assert_eq!(bin.ref_count(), 1);
    assert_eq!(heap.sizes().used, 0);
}

#[test]
fn a_block_full_of_survivors_becomes_the_old_one() {
    let [kept, dropped, new] = [1, 2, 3].map(|byte| RefBin::from_slice(&[byte; 100]));
    let mut heap = Heap::new(30_000);
    let list = heap.list(&[Term::small(7); 10_000]);
    let mut roots = [heap.binary_from(dropped.clone(), 100).word(), 0];
    roots[1] = heap.cons(heap.binary_from(kept.clone(), 100), list).word();
    heap.collect_roots(0, &mut roots);
    let before = (heap.sizes().block, roots[1]);

    roots[0] = heap.binary_from(new.clone(), 100).word();
    heap.collect_roots(0, &mut roots);
    let sizes = heap.sizes();
    assert_eq!((sizes.old_block, roots[1]), before, "nothing is copied");
    assert!(sizes.old_used > 20_000 && sizes.used < 10);
    // Objects that have died in it stay until everything is collected.
    assert_eq!([&kept, &dropped, &new].map(RefBin::ref_count), [2, 2, 2]);

    heap.collect_roots(0, &mut roots);
    assert_eq!([&kept, &dropped, &new].map(RefBin::ref_count), [2, 2, 2]);
    assert_eq!(heap.sizes().used, 0, "it matures in the old block's room");
    // SAFETY: the references to the heap are in `roots`.
    unsafe { heap.collect(0, &[Roots::of(&mut roots)], true) };
    assert_eq!([&kept, &dropped, &new].map(RefBin::ref_count), [2, 1, 2]);
    // SAFETY: nothing is referred to any more.
    unsafe { heap.collect(0, &[], true) };
    assert_eq!([&kept, &dropped, &new].map(RefBin::ref_count), [1, 1, 1]);
}

#[test]
fn what_grows_and_stays_is_copied_once() {
    let mut heap = Heap::new(1000);
    let mut roots = [Term::NIL.word()];
    for round in 0..200_000 {
        if heap.stack() as usize - heap.top() as usize <= 16 {
            heap.collect_roots(2, &mut roots);
        }
        // SAFETY: a list of this heap.
        let list = unsafe { Term::from_word(roots[0]) };
        roots[0] = heap.cons(Term::small(round), list).word();
    }
    let before = heap.sizes();
    assert!(before.old_used > 200_000, "{before:?}");
    assert!(before.old_block < 2 * before.old_used, "little of the blocks is empty: {before:?}");
    // SAFETY: the only reference into the heap is in `roots`.
    unsafe { heap.collect(0, &[Roots::of(&mut roots)], true) };
    assert_eq!(heap.sizes().used, 400_000);
    // SAFETY: the root was collected last by the call above, which left a list of this heap in it.
    let mut rest = unsafe { Term::from_word(roots[0]) };
    for round in (0..200_000).rev() {
        let (head, tail) = rest.as_cons().expect("a cell");
        assert_eq!(head.as_small(), Some(round));
        rest = tail;
    }
}

#[test]
fn the_stack_moves_with_the_block_and_is_a_root() {
    let mut heap = Heap::new(256);
    let words = [heap.tuple(&[Term::small(1)]).word(), Term::OK.word(), 0x1234_5678];
    let stack = heap.stack_end().wrapping_sub(words.len());
    // SAFETY: three words that are inside of the block, above the top, and hold terms or a raw
    // address.
    unsafe {
        std::ptr::copy_nonoverlapping(words.as_ptr(), stack, words.len());
        heap.set_stack(stack);
    }
    for i in 0..50 {
        // SAFETY: the stack holds all that is referred to.
        unsafe { heap.collect(i * 10, &[], i % 7 == 6) };
        assert_eq!(heap.sizes().stack, 3);
        // SAFETY: the stack's words are terms of the heap.
        let terms: [Term<'_>; 2] = [0, 1].map(|k| unsafe { Term::from_word(*heap.stack().add(k)) });
        assert_eq!(print::display(terms[0]), "{1}");
        assert!(terms[1].same(Term::OK));
        // SAFETY: within the stack.
        assert_eq!(unsafe { *heap.stack().add(2) }, 0x1234_5678);
        heap.tuple(&[Term::small(2), Term::small(3)]);
    }
}

/// The first four bytes that a match context on the stack matches, by its word that says where.
fn matched(heap: &Heap, slot: usize) -> [u8; 4] {
    // SAFETY: the slot holds a context, of five words; its original has four bytes at least.
    unsafe {
        let context = (*heap.stack().add(slot) & !7) as *const u64;
        *(*context.add(4) as *const [u8; 4])
    }
}

#[test]
fn busy_heaps_keep_their_block_and_what_lives_in_it() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let bin = RefBin::from_slice(&[8; 100]);
    let mut heap = Heap::new(1 << 14);
    let words = [Term::NIL.word(); 3];
    let stack = heap.stack_end().wrapping_sub(words.len());
    // SAFETY: three words inside of the block, above the top, that hold terms.
    unsafe {
        std::ptr::copy_nonoverlapping(words.as_ptr(), stack, words.len());
        heap.set_stack(stack);
    }
    let mut kept = 0;
    for round in 0..200 {
        heap.collects_in(0);
        let small = heap.match_context(heap.binary(&[round as u8; 9]), 0, 72);
        let large = heap.match_context(heap.binary_from(bin.clone(), 100), 0, 800);
        let magic = heap.magic_ref([1, 2, 3], Arc::new(Counted(dropped.clone())));
        let list: Vec<Term<'_>> = (0..40).map(|i| heap.float(f64::from(i))).collect();
        let term = heap.tuple(&[heap.list(&list), magic, heap.binary(&[3; 5])]);
        let model = OwnedTerm::new(term);
        let stack = heap.stack();
        // SAFETY: the stack has three words.
        unsafe {
            stack.write(small.word());
            stack.add(1).write(large.word());
            stack.add(2).write(term.word());
        }
        while heap.sizes().block - heap.sizes().used > 200 {
            heap.cons(Term::OK, Term::NIL);
        }
        // The second time it is what has survived once that matures.
        for _ in 0..2 {
            let stack = heap.stack();
            // SAFETY: the stack holds all that is referred to.
            unsafe { heap.collect(100, &[], false) };
            kept += usize::from(heap.stack() == stack);
            let sizes = heap.sizes();
            assert!(sizes.block - sizes.used - sizes.stack >= 100);
            assert_eq!(matched(&heap, 0), [round as u8; 4]);
            assert_eq!(matched(&heap, 1), [8; 4]);
            // SAFETY: the stack's words are terms of the heap.
            let term = unsafe { Term::from_word(*heap.stack().add(2)) };
            assert!(compare::exactly_equal(term, model.term()));
        }
    }
    assert!(kept > if cfg!(feature = "poison") { 150 } else { 300 }, "only {kept} times");
    // SAFETY: nothing is referred to any more.
    unsafe {
        heap.set_stack(heap.stack_end());
        heap.collect(0, &[], true);
    }
    assert_eq!(dropped.load(Ordering::Relaxed), 200);
    assert_eq!(bin.ref_count(), 1);
}

#[test]
fn deep_terms_copy_collect_and_drop_without_native_stack() {
    let mut heap = Heap::new(0);
    let mut t = Term::NIL;
    for i in 0..400_000 {
        t = heap.tuple(&[heap.cons(Term::small(i), t)]);
    }
    let owned = OwnedTerm::new(t);
    assert_eq!(owned.words(), 4 * 400_000);
    let mut roots = [t.word()];
    for major in [false, false, true] {
        // SAFETY: the only root is in `roots`.
        unsafe { heap.collect(0, &[Roots::of(&mut roots)], major) };
    }
    // SAFETY: the root was updated.
    let t = unsafe { Term::from_word(roots[0]) };
    assert!(compare::exactly_equal(t, owned.term()));
    let adopted = heap.adopt(owned);
    assert!(compare::exactly_equal(t, adopted));
}

#[test]
fn literals_are_shared_not_copied() {
    let mut heap = Heap::new(64);
    let mut area = Area::default();
    let literal = area.copy(heap.tuple(&[Term::OK, heap.binary(&[7; 200])]));
    let t = heap.cons(literal, Term::NIL);
    assert_eq!(copy::size_of_term(t), 2);
    assert_eq!(copy::flat_size(t), 2 + 3 + 4);
    let message = OwnedTerm::message(t);
    assert!(message.term().as_cons().expect("a list").0.same(literal));
    assert_eq!((message.words(), OwnedTerm::new(t).words()), (2, copy::flat_size(t)));
    let mut roots = [t.word()];
    heap.collect_roots(0, &mut roots);
    // SAFETY: the root was updated.
    let t: Term<'_> = unsafe { Term::from_word(roots[0]) };
    assert!(t.as_cons().expect("a list").0.same(literal));
    assert!(literal.to_static().is_none() && t.to_static().is_none());
}

#[test]
fn integers_computed_in_place_give_back_what_they_do_not_need() {
    for words in [0, 1 << 10] {
        let heap = Heap::new(words);
        let mut kept = Vec::new();
        for n in 1..60 {
            let t = heap.big_in_place(n, |limbs| {
                limbs[0] = 1;
                limbs[n / 2] += 6;
                n % 2 == 0
            });
            let mut limbs = vec![0; n / 2 + 1];
            limbs[0] = 1;
            limbs[n / 2] += 6;
            kept.push((t, heap.big(n % 2 == 0, &limbs)));
        }
        assert_eq!(kept[0].0.as_small(), Some(7));
        for (computed, given) in kept {
            assert!(compare::exactly_equal(computed, given), "{computed} is not {given}");
        }
    }
}

#[test]
fn binaries_that_are_filled_step_by_step() {
    let mut bin = RefBin::with_room(4).expect("memory");
    bin.extend(b"ab");
    assert!(bin.grow(4) && bin.grow(3), "there is room already");
    bin.extend(b"cd");
    assert!(bin.grow(100_000));
    assert_eq!((bin.bytes(), bin.capacity()), (&b"abcd"[..], 100_000));
    let n = bin.room().len();
    assert_eq!(n, 99_996);
    bin.room()[..n].fill(std::mem::MaybeUninit::new(7));
    // SAFETY: just written.
    unsafe { bin.now_used(n) };
    assert!(bin.room().is_empty() && bin.bytes()[99_999] == 7);
    assert!(!bin.grow(usize::MAX) && RefBin::with_room(usize::MAX).is_none());
    assert!(bin.resize(200_000));
    assert_eq!((bin.bytes().len(), bin.capacity()), (100_000, 200_000));
    assert!(bin.resize(3) && bin.room().is_empty() && !bin.resize(usize::MAX));
    assert_eq!((bin.bytes(), bin.capacity()), (&b"abc"[..], 3));
    assert!(bin.resize(0) && bin.bytes().is_empty());
}

/// A heap that becomes part of another takes along what its objects own, and that is freed once.
#[test]
fn a_whole_heap_is_adopted() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let mut heap = Heap::new(100);
    let own = heap.string("what was there before");
    let bin = RefBin::from_slice(&[7; 1000]);
    let elsewhere = Heap::new(0);
    let other = elsewhere.tuple(&[
        elsewhere.string("from elsewhere"),
        elsewhere.binary_from(bin.clone(), 1000),
        elsewhere.magic_ref([1, 2, 3], Arc::new(Counted(dropped.clone()))),
        elsewhere.byte_list(&[9; 2000]),
    ]);
    let mut words = [own.word(), other.word()];
    let text = print::display(other);
    let bytes = elsewhere.sizes().binary_bytes;
    assert!(bytes >= 1000, "{bytes}");
    heap.adopt_all(elsewhere);
    assert_eq!(heap.sizes().binary_bytes, bytes);
    for _ in 0..2 {
        let roots = [Roots::of(&mut words)];
        // SAFETY: the words are all roots, and terms of this heap.
        unsafe { heap.collect(10, &roots, true) };
        // SAFETY: updated by the collection.
        let terms = words.map(|w| print::display(unsafe { Term::from_word(w) }));
        assert_eq!(terms, ["\"what was there before\"".to_owned(), text.clone()]);
    }
    assert_eq!(dropped.load(Ordering::Relaxed), 0);
    drop(heap);
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
}

#[test]
fn heaps_with_little_that_lives_stay_small() {
    let mut heap = Heap::new(256);
    let mut roots = [Term::NIL.word()];
    for round in 0..1000 {
        // Messages from others come in fragments; nothing but the last lives.
        for _ in 0..2 {
            let sent = OwnedTerm::build(|h| h.list(&[Term::small(round); 2000]));
            roots[0] = heap.adopt(sent).word();
        }
        while heap.stack() as usize - heap.top() as usize >= 16 {
            heap.cons(Term::NIL, Term::NIL);
        }
        heap.collect_roots(100, &mut roots);
        assert!(heap.sizes().block < 100_000, "{} words after {round}", heap.sizes().block);
    }
}

#[test]
fn dead_binaries_do_not_stay_in_the_old_generation() {
    let mut heap = Heap::new(4096);
    let bins: Vec<_> = (0..200).map(|_| RefBin::from_slice(&[1; 100_000])).collect();
    let mut roots = [Term::NIL.word(); 8];
    for (i, bin) in bins.iter().enumerate() {
        // Each lives long enough to mature.
        roots[i % 8] = heap.binary_from(bin.clone(), 100_000).word();
        heap.collect_roots(0, &mut roots);
    }
    let kept = bins.iter().filter(|b| b.ref_count() > 1).count();
    assert!(kept < 40, "{kept} binaries are kept");
}
