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
