//! Maps: small ones are looked into and changed here if the key is an immediate, or if
//! their shape is known.

use crate::flow;
use crate::ir::{Body, HEAP};
use crate::operands::is_immediate;
use crate::operands::list;
use crate::shapes;
use beamfile::{Arg, Instr, Op};
use native_abi::image::Slot;
use native_abi::{NOT_FOUND, Registers};
use release::Difference;
use std::mem::offset_of;
use term::word::*;
use term::{Term, map};

/// Where in a flat map the key's tuple is, and its first value.
const KEYS: u64 = 1;
const VALUES: u64 = map::VALUES as u64;

/// Keys that one instruction looks for here, at most.
const MANY: usize = 4;

/// The words that changing a map takes at most.
const ROOM: u64 = 2 * (2 + map::FLAT_MAX as u64);

impl Body<'_> {
    /// The place, from 1, of an immediate key in a flat map with this header; goes to a block if it
    /// is not there.
    fn place(&mut self, map: &str, head: &str, key: &str, none: &str) -> String {
        let keys = self.element(map, TAG_BOXED, KEYS);
        let end = self.value(&format!("lshr i64 {head}, 8"));
        let (turn, look, next, found) = (self.name(), self.name(), self.name(), self.name());
        let (i, following) = self.count(&turn, &next);
        let over = self.value(&format!("icmp uge i64 {i}, {end}"));
        self.branch(&over, none, &look, None);
        self.begin(&look);
        let k = self.word_at(&keys, &i, 0);
        let k = self.value(&format!("load i64, ptr {k}, align 8, {HEAP}"));
        let same = self.value(&format!("icmp eq i64 {k}, {key}"));
        self.branch(&same, &found, &next, None);
        self.begin(&next);
        self.line(&format!("{following} = add i64 {i}, 1"));
        self.line(&format!("br label %{turn}"));
        self.begin(&found);
        i
    }

    /// Begins a loop's first block, to which its last one returns: a number, 1 at first, and the
    /// name of the next one.
    fn count(&mut self, first: &str, last: &str) -> (String, String) {
        let before = self.name();
        self.line(&format!("br label %{before}"));
        self.begin(&before);
        self.line(&format!("br label %{first}"));
        self.begin(first);
        let following = format!("%n{last}");
        let i = self.value(&format!("phi i64 [ 1, %{before} ], [ {following}, %{last} ]"));
        (i, following)
    }

    /// The address of the word `i + more` of a boxed object.
    pub(crate) fn word_at(&mut self, object: &str, i: &str, more: u64) -> String {
        let p = self.value(&format!("inttoptr i64 {object} to ptr"));
        let p = self.value(&format!("getelementptr i64, ptr {p}, i64 {i}"));
        let offset = 8 * more as i64 - TAG_BOXED as i64;
        self.value(&format!("getelementptr i8, ptr {p}, i64 {offset}"))
    }

    /// Whether a header is that of a flat map.
    fn is_flat(&mut self, head: &str) -> String {
        let kind = self.and(head, 0xff);
        self.is(&kind, header(Kind::FlatMap, 0))
    }

    /// The value of a key in a map; goes to the label if there is none.
    fn map_get(&mut self, from: &str, key: &Arg, fail: &Arg) -> String {
        let k = self.source(key);
        let (flat, large, none, join) = (self.name(), self.name(), self.name(), self.name());
        self.if_immediate(key, &k, &large);
        let head = self.element(from, TAG_BOXED, 0);
        let is_flat = self.is_flat(&head);
        self.branch(&is_flat, &flat, &large, None);
        self.begin(&flat);
        let i = self.place(from, &head, &k, &none);
        let p = self.word_at(from, &i, VALUES - 1);
        let u = self.value(&format!("load i64, ptr {p}, align 8, {HEAP}"));
        let found = self.join(&join);
        self.begin(&none);
        self.test("false", fail);
        self.line("unreachable");
        self.begin(&large);
        let v = self.map_get_any(from, &k, fail);
        let other = self.join(&join);
        self.begin(&join);
        self.value(&format!("phi i64 [ {u}, %{found} ], [ {v}, %{other} ]"))
    }

    /// Goes on if a key is an immediate, else to a block.
    fn if_immediate(&mut self, key: &Arg, k: &str, other: &str) {
        if is_immediate(key) {
            return;
        }
        // Of the tags of words that are not small, only those of pointers have no third bit.
        let tag = self.and(k, TAG_IMM);
        let pointer = self.is(&tag, TAG_LIST);
        let next = self.name();
        self.branch(&pointer, other, &next, None);
        self.begin(&next);
    }

    fn map_get_any(&mut self, from: &str, key: &str, fail: &Arg) -> String {
        let f = self.get_field(offset_of!(Registers, map_get), "ptr");
        let v = self.value(&format!("call preserve_mostcc i64 {f}(i64 {from}, i64 {key}) #0"));
        let found = self.value(&format!("icmp ne i64 {v}, {NOT_FOUND}"));
        self.test(&found, fail);
        v
    }

    /// Writes an instruction that adds or changes one association.
    pub(crate) fn map_put(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        if self.new_map(at, i) {
            return;
        }
        self.reserve(at, ROOM);
        let (key, value) = (&list(&a[4])[0], &list(&a[4])[1]);
        let (from, k, value) = (self.source(&a[1]), self.source(key), self.source(value));
        let join = self.name();
        let head = self.header_or_zero(&from);
        let is_flat = self.is_flat(&head);
        self.put_in_shape(i, &from, &is_flat, &join);
        self.put_in_flat(i, (&from, &head, &is_flat), &join);
        let exact = u8::from(i.op == Op::PutMapExact).to_string();
        let helper = offset_of!(Registers, map_put);
        let made = self.make(helper, &[&from, &k, &value, &exact]);
        self.keep(at, &made, &a[2]);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// Writes an instruction that makes a new map of a shape; false if it does not.
    fn new_map(&mut self, at: usize, i: &Instr) -> bool {
        let Some(shape) = shapes::made(self.file, i) else { return false };
        self.reserve(at, 2 + shape.len() as u64);
        let made = self.in_shape(i, &shape, |_, key| unreachable!("{key} is among the new keys"));
        self.set(&i.args()[2], &made);
        true
    }

    /// Makes a map of a shape of what an instruction puts into it and the values of other keys. The
    /// words have been reserved.
    fn in_shape(
        &mut self,
        i: &Instr,
        shape: &[&str],
        other: impl Fn(&mut Self, &str) -> String,
    ) -> String {
        let pairs = list(&i.args()[4]);
        let put = shapes::keys(self.file, pairs).expect("atoms");
        let keys = self.keys_of(shape);
        self.put(0, &header(Kind::FlatMap, 1 + shape.len()).to_string());
        self.put(KEYS, &keys);
        for key in shape {
            let v = match put.iter().position(|k| k == key) {
                Some(n) => self.source(&pairs[2 * n + 1]),
                None => other(self, key),
            };
            let place = self.place_in(shape, key);
            self.put(place, &v);
        }
        self.take(2 + shape.len() as u64, TAG_BOXED)
    }

    /// The tuple of keys that maps of a shape share.
    fn keys_of(&mut self, shape: &[&str]) -> String {
        let like = self.constant(Slot::Constant(shapes::constant(shape).into()));
        self.element(&like, TAG_BOXED, KEYS)
    }

    /// Where a flat map with this tuple of keys has one of these shapes, what `then` writes for it,
    /// and goes to `join`. It goes on for all other maps.
    fn if_shape<S>(
        &mut self,
        keys: &str,
        shapes: &[S],
        join: &str,
        shape: impl Fn(&S) -> &[&str],
        mut then: impl FnMut(&mut Self, &S),
    ) {
        for s in shapes {
            let its = self.keys_of(shape(s));
            let same = self.value(&format!("icmp eq i64 {keys}, {its}"));
            let (yes, no) = (self.name(), self.name());
            self.branch(&same, &yes, &no, None);
            self.begin(&yes);
            then(self, s);
            self.line(&format!("br label %{join}"));
            self.begin(&no);
        }
    }

    /// Adds or changes associations of a map with this header where its shape is one that is known,
    /// and goes to `join`.
    fn put_in_shape(&mut self, i: &Instr, from: &str, is_flat: &str, join: &str) {
        let a = i.args();
        let Some(put) = shapes::keys(self.file, list(&a[4])) else { return };
        let shapes: Vec<_> = match i.op {
            Op::PutMapExact => {
                self.shapes.having(&put).into_iter().map(|s| (s.clone(), s)).collect()
            }
            _ => self.shapes.getting(&put),
        };
        if shapes.is_empty() {
            return;
        }
        let (flat, any) = (self.name(), self.name());
        self.branch(is_flat, &flat, &any, None);
        self.begin(&flat);
        let keys = self.element(from, TAG_BOXED, KEYS);
        self.if_shape(
            &keys,
            &shapes,
            join,
            |s| &s.0,
            |b, (before, after)| {
                let made = b.in_shape(i, after, |b, key| b.value_of(from, before, key));
                b.set(&a[2], &made);
            },
        );
        self.line(&format!("br label %{any}"));
        self.begin(&any);
    }

    /// The value of a key in a map of a shape that has it.
    fn value_of(&mut self, from: &str, shape: &[&str], key: &str) -> String {
        let place = self.place_in(shape, key);
        let p = self.word_at(from, &place, 0);
        self.value(&format!("load i64, ptr {p}, align 8, {HEAP}"))
    }

    /// Where maps of a shape have the value of one of its keys: where these are in the order of
    /// their atoms' numbers the emulator knows it, and says so in a slot.
    fn place_in(&mut self, shape: &[&str], key: &str) -> String {
        let n = shape.binary_search(&key).expect("a key of the shape");
        if !Difference::AtomKeys.is_on() {
            return (VALUES + n as u64).to_string();
        }
        let keys = shapes::numbers(self.file, shape, n).expect("atoms of the file");
        self.constant(Slot::Place(keys))
    }

    /// Writes an instruction that adds or changes several.
    pub(crate) fn map_put_many(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        if self.new_map(at, i) {
            return;
        }
        self.reserve(at, ROOM);
        let join = self.name();
        let from = self.source(&a[1]);
        let head = self.header_or_zero(&from);
        let is_flat = self.is_flat(&head);
        self.put_in_shape(i, &from, &is_flat, &join);
        self.put_in_flat(i, (&from, &head, &is_flat), &join);
        let read = list(&a[4]).iter().chain([&a[1]]).map(flow::bit).fold(0, |u, v| u | v);
        self.spill(read);
        let pc = self.constant(Slot::Pc(at as u32));
        let made = self.make(offset_of!(Registers, map_put_many), &[&pc]);
        self.keep(at, &made, &a[2]);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// Changes the values of a few keys of a flat map that has them, and goes to `join`; goes on
    /// for all others. The keys are looked for first, since all are changed or none.
    fn put_in_flat(&mut self, i: &Instr, (from, head, is_flat): (&str, &str, &str), join: &str) {
        let pairs = list(&i.args()[4]);
        if pairs.len() > 2 * MANY {
            return;
        }
        let (flat, any) = (self.name(), self.name());
        self.branch(is_flat, &flat, &any, None);
        self.begin(&flat);
        let mut places = Vec::new();
        for pair in pairs.chunks(2) {
            let key = self.source(&pair[0]);
            self.if_immediate(&pair[0], &key, &any);
            let place = self.place(from, head, &key, &any);
            let place = self.value(&format!("add i64 {place}, {}", VALUES - 1));
            places.push((place, self.source(&pair[1])));
        }
        let made = self.changed(from, head, (&places[0].0, &places[0].1), &any);
        for (place, value) in &places[1..] {
            let p = self.word_at(&made, place, 0);
            self.line(&format!("store i64 {value}, ptr {p}, align 8, {HEAP}"));
        }
        self.set(&i.args()[2], &made);
        self.line(&format!("br label %{join}"));
        self.begin(&any);
    }

    /// A copy of an object of terms with another word at a place; goes to a block if there is no
    /// room.
    pub(crate) fn changed(
        &mut self,
        from: &str,
        head: &str,
        (place, value): (&str, &str),
        no_room: &str,
    ) -> String {
        let words = self.value(&format!("lshr i64 {head}, 8"));
        let (e, h) = (self.value("load ptr, ptr %E"), self.value("load ptr, ptr %H"));
        let e = self.value(&format!("ptrtoint ptr {e} to i64"));
        let to = self.value(&format!("ptrtoint ptr {h} to i64"));
        let free = self.value(&format!("sub i64 {e}, {to}"));
        let free = self.value(&format!("lshr i64 {free}, 3"));
        let full = self.value(&format!("icmp ule i64 {free}, {words}"));
        self.go_if(&full, no_room);
        self.line(&format!("store i64 {head}, ptr {h}, align 8, {HEAP}"));
        let (turn, done) = (self.name(), self.name());
        let (i, following) = self.count(&turn, &turn);
        let p = self.word_at(from, &i, 0);
        let w = self.value(&format!("load i64, ptr {p}, align 8, {HEAP}"));
        let q = self.value(&format!("getelementptr i64, ptr {h}, i64 {i}"));
        self.line(&format!("store i64 {w}, ptr {q}, align 8, {HEAP}"));
        self.line(&format!("{following} = add i64 {i}, 1"));
        let over = self.value(&format!("icmp ugt i64 {following}, {words}"));
        self.branch(&over, &done, &turn, None);
        self.begin(&done);
        let q = self.value(&format!("getelementptr i64, ptr {h}, i64 {place}"));
        self.line(&format!("store i64 {value}, ptr {q}, align 8, {HEAP}"));
        let top = self.value(&format!("getelementptr i64, ptr {h}, i64 {words}"));
        let top = self.value(&format!("getelementptr i64, ptr {top}, i64 1"));
        self.line(&format!("store ptr {top}, ptr %H"));
        self.value(&format!("or disjoint i64 {to}, {TAG_BOXED}"))
    }

    /// `map_get/2` or `is_map_key/2`.
    pub(crate) fn map_bif(
        &mut self,
        at: usize,
        i: &Instr,
        is_test: bool,
        [key, from]: [&Arg; 2],
        dst: &Arg,
    ) {
        let (k, v) = (self.source(key), self.source(from));
        let (slow, join) = (self.name(), self.name());
        let head = self.header_or_zero(&v);
        let flat = self.is_flat(&head);
        let kind = self.and(&head, 0xff);
        let large = self.is(&kind, header(Kind::HashMap, 0));
        let is_map = self.value(&format!("or i1 {flat}, {large}"));
        let other = self.value(&format!("xor i1 {is_map}, true"));
        self.go_if(&other, &slow);
        if !is_test {
            let (simple, any) = (self.name(), self.name());
            self.branch(&flat, &simple, &any, None);
            self.begin(&simple);
            self.if_immediate(key, &k, &any);
            let place = self.place(&v, &head, &k, &slow);
            let p = self.word_at(&v, &place, VALUES - 1);
            let u = self.value(&format!("load i64, ptr {p}, align 8, {HEAP}"));
            self.set(dst, &u);
            self.line(&format!("br label %{join}"));
            self.begin(&any);
        }
        let f = self.get_field(offset_of!(Registers, map_get), "ptr");
        let u = self.value(&format!("call preserve_mostcc i64 {f}(i64 {v}, i64 {k}) #0"));
        let found = self.was_made(&u);
        if is_test {
            let (yes, no) = (Term::TRUE.word(), Term::FALSE.word());
            let u = self.value(&format!("select i1 {found}, i64 {yes}, i64 {no}"));
            self.set(dst, &u);
        } else {
            let found_it = self.name();
            self.branch(&found, &found_it, &slow, None);
            self.begin(&found_it);
            self.set(dst, &u);
        }
        self.line(&format!("br label %{join}"));
        self.begin(&slow);
        self.call_bif(at, i);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// Writes an instruction that takes values out of a map.
    pub(crate) fn map_elements(&mut self, i: &Instr) {
        let from = self.source(&i.args()[1]);
        let pairs = list(&i.args()[2]);
        let join = self.name();
        if let Some(wanted) = shapes::keys(self.file, pairs) {
            let shapes = self.shapes.having(&wanted);
            // Of a large map it is a small integer.
            let keys = self.element(&from, TAG_BOXED, KEYS);
            self.if_shape(
                &keys,
                &shapes,
                &join,
                |s| s,
                |b, shape| {
                    let values: Vec<_> =
                        wanted.iter().map(|key| b.value_of(&from, shape, key)).collect();
                    for (pair, v) in pairs.chunks(2).zip(&values) {
                        b.set(&pair[1], v);
                    }
                },
            );
        }
        for pair in pairs.chunks(2) {
            let v = self.map_get(&from, &pair[0], &i.args()[0]);
            self.set(&pair[1], &v);
        }
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// Writes a test for keys.
    pub(crate) fn has_keys(&mut self, i: &Instr) {
        let from = self.source(&i.args()[1]);
        for key in list(&i.args()[2]) {
            self.map_get(&from, key, &i.args()[0]);
        }
    }
}
