//! Identities of this node in external terms, once the node has a name.

use term::etf::{DecodeOptions, EncodeOptions, MAGIC_REF, decode, encode};
use term::{Atom, Heap, Term, View, atom, compare, node};

fn form(t: Term<'_>) -> Vec<u8> {
    encode(t, EncodeOptions::default()).expect("small enough")
}

#[test]
fn identities_of_this_node_are_local_again() {
    let heap = Heap::new(0);
    let name: Atom = atom!("here@host");
    let largest = (1 << 58) - 1;
    let locals = || {
        let alias = heap.alias_ref([1, 2, 3], Some(Term::pid(7)));
        [Term::pid(5), Term::pid(largest), Term::port(6), Term::port((1 << 28) - 1), alias]
    };
    let undistributed = locals().map(form);
    node::set_this_node(name, 77);
    let t = heap.tuple(&locals());
    let back = decode(&heap, &form(t), DecodeOptions::default()).expect("a tuple");
    assert!(compare::exactly_equal(back, t));
    let elements = back.as_tuple().expect("a tuple");
    assert_eq!(elements[1].as_pid(), Some(largest));
    assert_eq!(elements[3].as_port(), Some((1 << 28) - 1));
    assert!(elements[4].as_ref().is_some());

    // Of the node without a name, and of an earlier incarnation: from elsewhere.
    for form in undistributed {
        let t = decode(&heap, &form, DecodeOptions::default()).expect("a term");
        assert!(!t.is_immediate() && t.as_ref().is_none());
    }
    let mut old = form(Term::pid(5));
    *old.last_mut().expect("the creation") = 76;
    let t = decode(&heap, &old, DecodeOptions::default()).expect("a pid");
    assert!(matches!(t.view(), View::ExternalPid(node, 5, 0) if node.name == name));
    assert_eq!(form(t), old);

    // Numbers that no local identity has.
    for bad in [
        b"\x83\x58\x77\x09here@host\x10\0\0\0\0\0\0\0\0\0\0\x4d".as_slice(),
        b"\x83\x58\x77\x09here@host\0\0\0\0\x40\0\0\0\0\0\0\x4d",
        b"\x83\x78\x77\x09here@host\x04\0\0\0\0\0\0\0\0\0\0\x4d",
        b"\x83\x5a\0\x04\x77\x09here@host\0\0\0\x4d\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ] {
        assert!(decode(&heap, bad, DecodeOptions::default()).is_err());
    }

    // References that stand for Rust objects are found again by whoever keeps them.
    let plain = heap.reference([8, 9, 10]);
    let found = |t: Term<'_>| {
        let t = decode(&heap, &form(t), DecodeOptions::default()).expect("a reference");
        t.as_ref().expect("a local one").magic()
    };
    assert!(found(plain).is_none());
    MAGIC_REF
        .set(|heap, n| (n == [8, 9, 10]).then(|| heap.magic_ref(n, std::sync::Arc::new(42))))
        .expect("the only one to set it");
    assert!(found(plain).expect("an object").is::<i32>());
    assert!(found(heap.reference([8, 9, 11])).is_none());
}
