//! Terms as text against what stock's `erlang:display/1` prints.

mod common;

use common::read;
use term::{Atom, Export, FunEntry, Heap, Mfa, OldFun, Term, print};

#[test]
fn terms_print_as_by_erlang_display() {
    let heap = Heap::new(1 << 12);
    let mut count = 0;
    for line in include_bytes!("displays.txt").split(|&b| b == b'\n').filter(|l| !l.is_empty()) {
        let at = line.iter().position(|&b| b == b'\t').expect("a tab");
        let text = std::str::from_utf8(&line[..at]).expect("UTF-8");
        let expected = line[at + 1..].strip_suffix(b"\r").expect("display ends lines with both");
        let t = read(&heap, text);
        let got = print::display_bytes(t);
        assert!(got == expected, "{text}: {}", String::from_utf8_lossy(&got));
        count += 1;
    }
    assert!(count > 50);
}

#[test]
fn terms_without_syntax_print_as_in_otp() {
    let heap = Heap::new(64);
    let check = |t: Term<'_>, text: &str| assert_eq!(print::display(t), text);
    check(Term::pid(80), "<0.80.0>");
    check(Term::port(7), "#Port<0.7>");
    check(heap.reference([1, 2, 3]), "#Ref<0.3.2.1>");
    let module = Atom::new("my mod");
    let entry = FunEntry::get(
        module,
        3,
        OldFun { index: 3, uniq: 99 },
        [0; 16],
        1,
        0,
        Atom::new("-f/0-fun-0-"),
    );
    check(heap.fun(entry, Term::pid(1), &[]), "#Fun<my mod.3.99>");
    let export = Export::get(Mfa::new(Atom::new("lists"), Atom::new("Map"), 2));
    check(heap.export_fun(export), "fun lists:'Map'/2");
}

#[test]
fn limited_text_stops_early() {
    let heap = Heap::new(1 << 12);
    let numbers: Vec<_> = (1000..2000).map(Term::small).collect();
    assert_eq!(print::display_bounded(heap.list(&numbers), 4), "[1000,1001,1002,... ");
    let mut deep = Term::NIL;
    for _ in 0..500_000 {
        deep = heap.tuple(&[deep]);
    }
    assert_eq!(print::display(deep).len(), 1_000_002);
    assert_eq!(format!("{deep:?}").len(), 10_000 + 4);
}
