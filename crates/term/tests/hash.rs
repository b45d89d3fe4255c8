//! Hashes of terms against values from the stock emulator.

mod common;

use common::read;
use term::{Heap, hash};

#[test]
fn portable_hashes_are_those_of_stock() {
    let heap = Heap::new(1 << 16);
    let mut count = 0;
    for line in include_str!("hashes.txt").lines() {
        let mut fields = line.rsplitn(3, ' ');
        let mut number = || fields.next().expect("a field");
        let old: u64 = number().parse().expect("phash");
        let new: u32 = number().parse().expect("phash2");
        let t = read(&heap, number());
        assert_eq!(hash::portable(t), new, "phash2 of {line}");
        assert_eq!(hash::phash(t, 1 << 32), old, "phash of {line}");
        count += 1;
    }
    assert!(count > 30);
}

#[test]
fn equal_terms_hash_alike_wherever_they_lie() {
    let heap = Heap::new(1 << 12);
    for text in [
        "",
        "a",
        "some words",
        "more than sixty-four bytes, so that it lies outside the heap: ....",
    ] {
        let whole = heap.binary(text.as_bytes());
        let long = heap.binary(format!("x{text}y").as_bytes());
        let part = heap.sub_bits(long, 8, 8 * text.len());
        // The same bits, but for where they begin.
        let shifted: Vec<u8> = (0..=text.len())
            .map(|i| {
                let byte = |i: usize| text.as_bytes().get(i).copied().unwrap_or(0);
                let before = if i == 0 { 0 } else { byte(i - 1) };
                before << 4 | byte(i) >> 4
            })
            .collect();
        let odd = heap.sub_bits(heap.binary(&shifted), 4, 8 * text.len());
        for same in [part, odd] {
            assert!(term::compare::exactly_equal(whole, same), "{text:?}");
            assert_eq!(hash::internal(whole), hash::internal(same), "{text:?}");
            let (one, two) = (heap.tuple(&[whole]), heap.tuple(&[same]));
            assert_eq!(hash::internal(one), hash::internal(two), "{text:?}");
        }
    }
    let tuple_of = |texts: [&str; 2]| heap.tuple(&texts.map(|text| read(&heap, text)));
    assert_eq!(
        hash::internal(tuple_of(["\"text\"", "[1,[2]]"])),
        hash::internal(tuple_of(["[116,101,120,116]", "[1|[[2]]]"])),
    );
}
