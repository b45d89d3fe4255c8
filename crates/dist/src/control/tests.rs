//! Each row of the table is read, written again, and damaged in each of its fields.

use super::*;
use term::compare;
use term::node::Node;
use term::{Atom, atom};

/// Terms that are of a kind, and terms that are not.
fn samples<'h>(heap: &'h Heap, kind: Kind) -> (Vec<Term<'h>>, Vec<Term<'h>>) {
    let node = Node::get(atom!("far@away"), 7);
    let pids = [Term::pid(5), heap.external_pid(node, 1, 2)];
    let refs = [heap.reference([1, 2, 3]), heap.external_ref(node, &[1, 2, 3, 4, 5])];
    let (name, small) = (Term::atom(atom!("name")), Term::small(1));
    let mfa = |arity| heap.tuple(&[name, name, Term::small(arity)]);
    let token = |from| heap.tuple(&[small, Term::NIL, small, from, small]);
    let (below, huge) = (Term::small(-1), heap.big(false, &[0, 1]));
    let largest = heap.unsigned(u64::MAX);
    match kind {
        Kind::Pid => (pids.to_vec(), vec![name, small, refs[0], Term::port(1)]),
        Kind::Ref => (refs.to_vec(), vec![name, small, pids[0]]),
        Kind::Atom => (vec![name], vec![pids[0], refs[0], small, heap.tuple(&[name])]),
        Kind::Process => (vec![name, pids[0], pids[1]], vec![refs[0], small]),
        Kind::Receiver => (vec![name, pids[0], refs[1]], vec![small, Term::NIL]),
        Kind::Mfa => (vec![mfa(0), mfa(300)], vec![mfa(-1), name, heap.tuple(&[name, name])]),
        Kind::Id => (vec![small, largest], vec![Term::small(0), below, huge, name]),
        Kind::IdBack => (vec![Term::small(0), largest], vec![below, huge, name]),
        Kind::Bits => {
            let end = Term::small(BITS_END);
            (vec![Term::small(0), Term::small(BITS_END - 1)], vec![end, below, huge, name])
        }
        Kind::Token => {
            let good = vec![token(pids[1]), token(name), token(Term::port(1))];
            (good, vec![Term::NIL, token(small), heap.tuple(&[name; 5]), mfa(1)])
        }
        Kind::Any => (vec![small, name, huge], vec![]),
        Kind::Unused => (vec![Term::atom(am::EMPTY)], vec![]),
    }
}

/// A control message of a row, with one field given.
fn message<'h>(heap: &'h Heap, op: &Op, given: Option<(usize, Term<'h>)>) -> Term<'h> {
    let mut elements = vec![Term::small(i64::from(op.number))];
    for (i, &(_, kind)) in op.fields.iter().enumerate() {
        elements.push(match given {
            Some((at, t)) if at == i => t,
            _ => samples(heap, kind).0[0],
        });
    }
    // The flags say what the others are.
    if op.number == 37 {
        let to = elements[3];
        let of_receiver = match (to.is_reference(), to.as_atom()) {
            (true, _) => altact::ALIAS,
            (_, Some(_)) => altact::NAME,
            _ => 0,
        };
        let token = if op.fields.len() == 4 { altact::TOKEN } else { 0 };
        if !matches!(given, Some((0, _))) {
            elements[1] = Term::small(i64::from(of_receiver | token | altact::PRIO));
        }
    }
    heap.tuple(&elements)
}

#[test]
fn rows_are_in_order_with_an_arity_each() {
    for pair in OPS.windows(2) {
        let of = |op: &Op| (op.number, op.arity());
        assert!(of(&pair[0]) < of(&pair[1]), "{}", pair[1].name);
    }
    for op in OPS {
        assert!(usize::from(op.number) < NUMBERS_END && op.arity() <= 7, "{}", op.name);
        // Operations with a token have one more element than the same without, and the same else.
        if let Some(name) = op.name.strip_suffix("_TT") {
            let plain = OPS.iter().find(|op| op.name == name).expect("the same without a token");
            assert_eq!(op.arity(), plain.arity() + 1);
            assert_eq!((op.payload, op.flags), (plain.payload, plain.flags));
        }
        assert!(Flags::DEFAULT.contains(op.flags), "{}", op.name);
    }
}

#[test]
fn control_messages_come_back() {
    let heap = Heap::new(0);
    for op in OPS {
        for (i, &(_, kind)) in op.fields.iter().enumerate() {
            for good in samples(&heap, kind).0 {
                if (op.number, i) == (37, 0) {
                    continue;
                }
                let t = message(&heap, op, Some((i, good)));
                let control = parse(t).unwrap_or_else(|e| panic!("{}: {e}", op.name));
                assert_eq!(control.op(), op);
                assert!(compare::exactly_equal(control.build(&heap), t), "{}", op.name);
            }
        }
    }
}

/// Fields that nobody looks at may be anything, as cookies once were.
#[test]
fn unused_fields_are_not_looked_at() {
    let heap = Heap::new(0);
    let cookie = Term::atom(atom!("cookie"));
    let pid = Term::pid(5);
    let t = heap.tuple(&[Term::small(2), cookie, pid]);
    assert!(matches!(parse(t), Ok(Control::Send { to, token: None }) if to.is_pid()));
    let t = heap.tuple(&[Term::small(6), pid, cookie, Term::atom(atom!("name"))]);
    assert!(matches!(parse(t), Ok(Control::RegSend { from, .. }) if from.is_pid()));
}

#[test]
fn fields_that_are_something_else_are_named() {
    let heap = Heap::new(0);
    for op in OPS {
        for (i, &(field, kind)) in op.fields.iter().enumerate() {
            for bad in samples(&heap, kind).1 {
                let e = parse(message(&heap, op, Some((i, bad)))).expect_err("a fault");
                assert_eq!(e, ControlError::Field { op, field, expected: kind.expected() });
                let text = e.to_string();
                assert!(text.starts_with(op.name) && text.contains(field), "{text}");
            }
        }
    }
}

#[test]
fn other_numbers_of_elements_are_errors() {
    let heap = Heap::new(0);
    for op in OPS {
        for arity in 1..10 {
            let mut elements = message(&heap, op, None).as_tuple().expect("a tuple").to_vec();
            elements.resize(arity, Term::NIL);
            let right = OPS.iter().any(|o| o.number == op.number && o.arity() == arity);
            match parse(heap.tuple(&elements)) {
                Err(ControlError::Arity { op: o, arity: got }) if !right => {
                    assert_eq!((o.number, got), (op.number, arity));
                }
                other => assert!(right, "{} with {arity}: {other:?}", op.name),
            }
        }
    }
}

#[test]
fn what_is_no_control_message_is_an_error() {
    let heap = Heap::new(0);
    for t in [Term::NIL, heap.tuple(&[]), heap.tuple(&[Term::NIL]), Term::small(1)] {
        assert_eq!(parse(t).expect_err("a fault"), ControlError::Form);
    }
    for n in [i64::from(i16::MIN), -1, 0, 5, 9, 10, 11, 14, 15, 17, 38, 39, 255, 257, 1 << 40] {
        let t = heap.tuple(&[Term::small(n), Term::pid(1), Term::pid(2)]);
        assert_eq!(parse(t).expect_err("a fault"), ControlError::Unknown(n));
    }
    assert_eq!(ControlError::Unknown(5).to_string(), "unknown operation 5");
}

#[test]
fn flags_say_what_the_receiver_is() {
    let heap = Heap::new(0);
    let (pid, reference) = (Term::pid(1), heap.reference([1, 2, 3]));
    let name = Term::atom(Atom::new("name"));
    let token = samples(&heap, Kind::Token).0[0];
    let send = |flags: u32, to, token: Option<Term<'_>>| {
        let head = [Term::small(37), Term::small(i64::from(flags)), pid, to];
        parse(heap.tuple(&head.into_iter().chain(token).collect::<Vec<_>>())).is_ok()
    };
    let kinds = [(0, pid), (altact::ALIAS, reference), (altact::NAME, name)];
    for (flags, _) in kinds {
        for (own, to) in kinds {
            assert_eq!(send(flags | altact::EXIT, to, None), flags == own);
        }
        assert!(!send(altact::ALIAS | altact::NAME, kinds[0].1, None));
    }
    assert!(send(altact::TOKEN, pid, Some(token)) && !send(altact::TOKEN, pid, None));
    assert!(!send(0, pid, Some(token)));
}
