//! Literals are freed when nobody can have them any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use term::gc::Roots;
use term::heap::Magic;
use term::literal::{self, Area, Retired};
use term::{Heap, OwnedTerm, Term, compare};

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// One test, as a retirement is a thing of the whole program.
#[test]
fn what_is_retired_is_left_and_freed() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let scratch = Heap::new(0);
    let magic: Magic = Arc::new(Counted(dropped.clone()));
    let shared = scratch.list(&[scratch.binary(&[7; 300]), scratch.magic_ref([1, 2, 3], magic)]);
    let value = scratch.tuple(&[shared, shared, scratch.float(1.5), scratch.string("text")]);
    let before = literal::used_bytes();
    let (mut area, mut other) = (Area::default(), Area::default());
    let (literal, stays) = (area.copy_shared(value), other.copy(value));
    let expected = OwnedTerm::new(value);
    drop(scratch);

    let mut heap = Heap::new(256);
    let mut roots = [heap.cons(literal, heap.tuple(&[stays, literal])).word()];
    heap.collect_roots(0, &mut roots);
    heap.collect_roots(0, &mut roots);
    // SAFETY: the roots are updated by each collection.
    let term = |roots: &[u64; 1]| unsafe { Term::<'static>::from_word(roots[0]) };
    let mut message = OwnedTerm::message(term(&roots));
    assert_eq!(message.words(), 2 + 3);
    let kept = OwnedTerm::new(literal);

    assert!(!literal::begin_retiring());
    drop(area);
    assert!(literal::begin_retiring());
    assert!(Retired::now().has(literal.word()) && !Retired::now().has(stays.word()));
    assert!(OwnedTerm::message(term(&roots)).words() > 2 + 3);
    assert!(heap.copy_in(stays).same(stays) && !heap.copy_in(literal).same(literal));
    // Bytes of a binary may be any word: also one of the range's end, where nothing is yet.
    let end = literal::start() + literal::reserved_bytes() as u64;
    let bytes: Vec<u8> = (1..9).flat_map(|n| (end - 8 * n + 3).to_ne_bytes()).collect();
    let mut bare = Heap::new(0);
    bare.binary(&bytes);
    // SAFETY: nothing refers to what is on it.
    unsafe { bare.leave_retired(&[]) };
    // SAFETY: the roots are all that there is.
    unsafe { heap.leave_retired(&[Roots::of(&mut roots)]) };
    message.leave_retired();
    literal::end_retiring();

    fn check<'t>(t: Term<'t>, stays: Term<'_>, expected: &OwnedTerm) -> (Term<'t>, Term<'t>) {
        let (head, tail) = t.as_cons().expect("a list");
        let &[a, b] = tail.as_tuple_of().expect("a pair");
        [head, a, b].iter().for_each(|t| assert!(compare::exactly_equal(*t, expected.term())));
        assert!(a.same(stays));
        (head, b)
    }
    let (head, b) = check(term(&roots), stays, &expected);
    assert!(head.same(b), "copied twice");
    let &[first, second, ..] = head.as_tuple().expect("a tuple") else { panic!("elements") };
    assert!(first.same(second), "copied twice");
    check(message.term(), stays, &expected);
    for _ in 0..3 {
        heap.collect_roots(0, &mut roots);
        check(term(&roots), stays, &expected);
    }
    assert!(compare::exactly_equal(kept.term(), expected.term()));
    drop((heap, message, kept, expected));
    assert_eq!(dropped.load(Ordering::SeqCst), 0);
    drop(other);
    assert!(literal::begin_retiring());
    literal::end_retiring();
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
    assert_eq!(literal::used_bytes(), before);
    given_back();
}

/// Space that is given back is used again, in any order.
fn given_back() {
    let before = literal::used_bytes();
    let sizes = [1, 3000, 40, 40, 700, 5, 100_000, 9];
    for round in 0..50 {
        let mut areas: Vec<Area> = Vec::new();
        for (i, n) in sizes.iter().enumerate() {
            let heap = Heap::new(0);
            let mut area = Area::default();
            let text = heap.byte_list(&vec![i as u8; *n]);
            assert!(compare::exactly_equal(area.copy(text), text));
            areas.push(area);
            if (i + round) % 3 == 0 {
                areas.swap_remove(round % areas.len());
            }
        }
        drop(areas);
        assert!(literal::begin_retiring());
        literal::end_retiring();
        assert_eq!(literal::used_bytes(), before);
    }
}
