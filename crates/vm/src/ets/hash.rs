//! Hash tables for set, bag and duplicate_bag: one shard, to be used under its lock.
//!
//! The keys stand in a slab, in which a key keeps its place until it is deleted. So a traversal is
//! a walk over places: it needs no more state than a number, whatever happens to the table
//! meanwhile. The hash part is linear: buckets are split one at a time, so that no insertion pays
//! for a whole table.

use std::sync::atomic::{AtomicU32, Ordering};
use term::{OwnedTerm, Term, Word, compare};

const SEGMENT_BITS: u32 = 10;
const SEGMENT: usize = 1 << SEGMENT_BITS;
const NONE: u32 = u32::MAX;
const MIN_BUCKETS: usize = 8;

/// What a place of the slab holds.
enum Slot {
    /// Nothing; the entry's `next` links the free places.
    Free,
    /// The object of the key.
    One(OwnedTerm),
    /// The objects of the key, oldest first; never empty.
    Many(Vec<OwnedTerm>),
    /// The key was deleted while the table was fixed: an object that still has the key.
    Dead(OwnedTerm),
}

struct Entry {
    hash: u32,
    next: u32,
    /// The key, which is part of the first object in `slot`.
    key: Word,
    slot: Slot,
}

impl Entry {
    fn key(&self) -> Term<'_> {
        // SAFETY: part of an object in `slot`, or immediate; `slot` and `key` change together.
        unsafe { Term::from_word(self.key) }
    }

    fn is(&self, hash: u32, key: Term<'_>) -> bool {
        self.hash == hash && compare::exactly_equal(self.key(), key)
    }
}

/// The word of the key of an object. It stays good as long as the object, wherever that is moved.
fn key_word(object: &OwnedTerm, keypos: usize) -> Word {
    object.term().as_tuple().expect("an object is a tuple")[keypos].word()
}

/// A hash table.
pub struct Shard {
    segments: Vec<Vec<Entry>>,
    used: u32,
    free: u32,
    buckets: Vec<u32>,
    /// Keys in chains, dead ones too.
    chained: usize,
    objects: usize,
    words: usize,
    dead: Vec<u32>,
    /// No key stands before this place.
    first: AtomicU32,
}

impl Default for Shard {
    fn default() -> Shard {
        Shard {
            segments: Vec::new(),
            used: 0,
            free: NONE,
            buckets: Vec::new(),
            chained: 0,
            objects: 0,
            words: 0,
            dead: Vec::new(),
            first: AtomicU32::new(0),
        }
    }
}

impl Shard {
    /// Number of objects.
    pub fn len(&self) -> usize {
        self.objects
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.objects == 0
    }

    /// Words of memory, about: what the objects take, whatever has been there before.
    pub fn words(&self) -> usize {
        self.words + self.objects * (size_of::<Entry>() / 8 + 4)
    }

    fn entry(&self, at: u32) -> &Entry {
        &self.segments[(at >> SEGMENT_BITS) as usize][at as usize & (SEGMENT - 1)]
    }

    fn entry_mut(&mut self, at: u32) -> &mut Entry {
        &mut self.segments[(at >> SEGMENT_BITS) as usize][at as usize & (SEGMENT - 1)]
    }

    fn bucket(&self, hash: u32) -> usize {
        let mask = self.buckets.len().next_power_of_two() - 1;
        let b = hash as usize & mask;
        if b < self.buckets.len() { b } else { b & mask >> 1 }
    }

    /// The place of a key, alive or dead.
    fn find_any(&self, hash: u32, key: Term<'_>) -> Option<u32> {
        if self.buckets.is_empty() {
            return None;
        }
        let mut at = self.buckets[self.bucket(hash)];
        while at != NONE {
            let e = self.entry(at);
            if e.is(hash, key) {
                return Some(at);
            }
            at = e.next;
        }
        None
    }

    /// The place of a key.
    #[inline]
    pub fn find(&self, hash: u32, key: Term<'_>) -> Option<u32> {
        self.find_any(hash, key).filter(|&at| self.is_live(at))
    }

    fn is_live(&self, at: u32) -> bool {
        matches!(self.entry(at).slot, Slot::One(_) | Slot::Many(_))
    }

    /// The objects at a place; none if there are none any more.
    #[inline]
    pub fn objects(&self, at: u32) -> &[OwnedTerm] {
        match &self.entry(at).slot {
            Slot::One(o) => std::slice::from_ref(o),
            Slot::Many(v) => v,
            Slot::Free | Slot::Dead(_) => &[],
        }
    }

    /// As [`Shard::objects`], or one that was deleted and whose memory is kept.
    pub fn raw_objects(&self, at: u32) -> &[OwnedTerm] {
        match &self.entry(at).slot {
            Slot::Dead(o) => std::slice::from_ref(o),
            _ => self.objects(at),
        }
    }

    /// The first place at or after `at` that has a key, deleted or not.
    pub fn next_used(&self, at: u32) -> Option<u32> {
        (at..self.used).find(|&i| !matches!(self.entry(i).slot, Slot::Free))
    }

    /// The key at a place that has objects.
    pub fn key(&self, at: u32) -> Term<'_> {
        self.entry(at).key()
    }

    /// Number of buckets.
    pub fn buckets(&self) -> usize {
        self.buckets.len()
    }

    /// The objects of each key in a bucket.
    pub fn in_bucket(&self, bucket: usize) -> impl Iterator<Item = &[OwnedTerm]> {
        let mut at = self.buckets[bucket];
        std::iter::from_fn(move || {
            (at != NONE).then(|| {
                let objects = self.objects(at);
                at = self.entry(at).next;
                objects
            })
        })
    }

    /// The first place at or after `at` that has objects.
    pub fn next_live(&self, at: u32) -> Option<u32> {
        let first = self.first.load(Ordering::Relaxed);
        let found = (at.max(first)..self.used).find(|&i| self.is_live(i));
        if at <= first {
            // Nobody inserts meanwhile: that needs the lock alone.
            self.first.store(found.unwrap_or(self.used), Ordering::Relaxed);
        }
        found
    }

    /// The place of a key that may have been deleted since the table was fixed.
    pub fn place_of(&self, hash: u32, key: Term<'_>) -> Option<u32> {
        self.find_any(hash, key)
    }

    /// Adds an object whose key is not there.
    pub fn insert_new(&mut self, hash: u32, object: OwnedTerm, keypos: usize) -> u32 {
        let key = key_word(&object, keypos);
        self.words += object.words();
        self.objects += 1;
        // A dead entry of the key comes to life again.
        // SAFETY: a part of `object`, which is alive.
        if let Some(at) = self.find_any(hash, unsafe { Term::from_word(key) }) {
            let e = self.entry_mut(at);
            e.slot = Slot::One(object);
            e.key = key;
            self.first.fetch_min(at, Ordering::Relaxed);
            return at;
        }
        self.grow();
        let bucket = self.bucket(hash);
        let entry = Entry { hash, next: self.buckets[bucket], key, slot: Slot::One(object) };
        let at = if self.free != NONE {
            let at = self.free;
            self.free = self.entry(at).next;
            *self.entry_mut(at) = entry;
            at
        } else {
            let at = self.used;
            assert!(at != NONE, "an ETS table has too many keys");
            if (at as usize).is_multiple_of(SEGMENT) {
                // Tables are often small: only those that fill a segment get whole ones.
                self.segments.push(Vec::with_capacity(if at == 0 { 4 } else { SEGMENT }));
            }
            self.segments.last_mut().expect("a segment").push(entry);
            self.used += 1;
            at
        };
        self.buckets[bucket] = at;
        self.first.fetch_min(at, Ordering::Relaxed);
        at
    }

    fn grow(&mut self) {
        self.chained += 1;
        let n = self.buckets.len();
        if n < MIN_BUCKETS {
            self.buckets = vec![NONE; MIN_BUCKETS];
            return;
        }
        if self.chained <= n {
            return;
        }
        // Bucket n takes what it should from the one that it is split from.
        let half = n.next_power_of_two() >> usize::from(!n.is_power_of_two());
        self.buckets.push(NONE);
        let mut at = std::mem::replace(&mut self.buckets[n - half], NONE);
        while at != NONE {
            let bucket = self.bucket(self.entry(at).hash);
            let head = self.buckets[bucket];
            let next = std::mem::replace(&mut self.entry_mut(at).next, head);
            self.buckets[bucket] = at;
            at = next;
        }
    }

    fn shrink(&mut self) {
        self.chained -= 1;
        let n = self.buckets.len();
        if n <= MIN_BUCKETS || self.chained * 2 >= n {
            return;
        }
        let mut at = self.buckets.pop().expect("a bucket");
        let half = (n - 1).next_power_of_two() >> usize::from(!(n - 1).is_power_of_two());
        while at != NONE {
            let head = self.buckets[n - 1 - half];
            let next = std::mem::replace(&mut self.entry_mut(at).next, head);
            self.buckets[n - 1 - half] = at;
            at = next;
        }
    }

    /// Replaces all objects of a key by one, which it gives back if it was one.
    pub fn replace(&mut self, at: u32, object: OwnedTerm, keypos: usize) {
        let key = key_word(&object, keypos);
        self.words += object.words();
        let e = self.entry_mut(at);
        e.key = key;
        let old = std::mem::replace(&mut e.slot, Slot::One(object));
        self.forget(old);
        self.objects += 1;
    }

    /// Adds an object to those of its key.
    pub fn add(&mut self, at: u32, object: OwnedTerm) {
        self.words += object.words();
        self.objects += 1;
        let e = self.entry_mut(at);
        e.slot = match std::mem::replace(&mut e.slot, Slot::Free) {
            Slot::One(first) => Slot::Many(vec![first, object]),
            Slot::Many(mut all) => {
                all.push(object);
                Slot::Many(all)
            }
            Slot::Free | Slot::Dead(_) => unreachable!("an object added to a key without objects"),
        };
    }

    /// Replaces object `i` of a key by one with the same key.
    pub fn replace_one(&mut self, at: u32, i: usize, object: OwnedTerm, keypos: usize) {
        let new = object.words();
        let key = key_word(&object, keypos);
        let e = self.entry_mut(at);
        let place = match &mut e.slot {
            Slot::One(o) => o,
            Slot::Many(all) => &mut all[i],
            Slot::Free | Slot::Dead(_) => unreachable!("replaced an object that is not there"),
        };
        let old = place.words();
        *place = object;
        if i == 0 {
            e.key = key;
        }
        self.words = self.words + new - old;
    }

    /// The one object of a key, to change elements other than the key in place.
    pub fn object_mut(&mut self, at: u32) -> &mut OwnedTerm {
        match &mut self.entry_mut(at).slot {
            Slot::One(o) => o,
            Slot::Many(all) => &mut all[0],
            Slot::Free | Slot::Dead(_) => unreachable!("changed an object that is not there"),
        }
    }

    fn forget(&mut self, old: Slot) {
        match old {
            Slot::One(o) => {
                self.objects -= 1;
                self.words -= o.words();
            }
            Slot::Many(all) => {
                self.objects -= all.len();
                self.words -= all.iter().map(OwnedTerm::words).sum::<usize>();
            }
            Slot::Free | Slot::Dead(_) => {}
        }
    }

    /// Removes the objects of a key for which `which` says so; gives their number. The key's place
    /// stays as long as the table is fixed.
    pub fn remove_if(
        &mut self,
        at: u32,
        fixed: bool,
        keypos: usize,
        mut which: impl FnMut(&OwnedTerm) -> bool,
    ) -> usize {
        let (removed, freed) = match &mut self.entry_mut(at).slot {
            Slot::One(o) => (usize::from(which(o)), o.words()),
            Slot::Many(all) => {
                let doomed: Vec<bool> = all.iter().map(&mut which).collect();
                let n = doomed.iter().filter(|&&d| d).count();
                if n == all.len() || n == 0 {
                    (n, all.iter().map(OwnedTerm::words).sum())
                } else {
                    let mut doomed = doomed.into_iter();
                    let mut freed = 0;
                    all.retain(|o| {
                        let gone = doomed.next() == Some(true);
                        freed += if gone { o.words() } else { 0 };
                        !gone
                    });
                    let key = key_word(&all[0], keypos);
                    self.entry_mut(at).key = key;
                    self.objects -= n;
                    self.words -= freed;
                    return n;
                }
            }
            Slot::Free | Slot::Dead(_) => return 0,
        };
        if removed != 0 {
            self.objects -= removed;
            self.words -= freed;
            self.drop_key(at, fixed);
        }
        removed
    }

    /// Removes a key with all its objects.
    pub fn remove(&mut self, at: u32, fixed: bool) {
        let (n, words) = {
            let all = self.objects(at);
            (all.len(), all.iter().map(OwnedTerm::words).sum::<usize>())
        };
        self.objects -= n;
        self.words -= words;
        self.drop_key(at, fixed);
    }

    fn drop_key(&mut self, at: u32, fixed: bool) {
        if fixed {
            let e = self.entry_mut(at);
            e.slot = match std::mem::replace(&mut e.slot, Slot::Free) {
                Slot::One(o) => Slot::Dead(o),
                // The key is part of the first.
                Slot::Many(mut all) => Slot::Dead(all.swap_remove(0)),
                other => other,
            };
            self.dead.push(at);
        } else {
            self.unlink(at);
        }
    }

    fn unlink(&mut self, at: u32) {
        let (hash, next) = (self.entry(at).hash, self.entry(at).next);
        let bucket = self.bucket(hash);
        if self.buckets[bucket] == at {
            self.buckets[bucket] = next;
        } else {
            let mut before = self.buckets[bucket];
            while self.entry(before).next != at {
                before = self.entry(before).next;
            }
            self.entry_mut(before).next = next;
        }
        let free = self.free;
        let e = self.entry_mut(at);
        e.slot = Slot::Free;
        e.key = term::word::NIL;
        e.next = free;
        self.free = at;
        self.shrink();
        if self.chained == 0 {
            self.reset();
        }
    }

    fn reset(&mut self) {
        *self = Shard::default();
    }

    /// Frees the places of keys that were deleted while the table was fixed.
    pub fn purge(&mut self) {
        for at in std::mem::take(&mut self.dead) {
            if at < self.used && matches!(self.entry(at).slot, Slot::Dead(_)) {
                self.unlink(at);
            }
        }
    }

    /// Removes everything; gives the number of objects and what was removed, to be freed at
    /// leisure.
    pub fn clear(&mut self, fixed: bool) -> (usize, Option<Box<Shard>>) {
        let n = self.objects;
        if !fixed {
            return (n, Some(Box::new(std::mem::take(self))));
        }
        for at in 0..self.used {
            if self.is_live(at) {
                self.remove(at, true);
            }
        }
        (n, None)
    }

    /// Lengths of the chains: number of buckets, and for `ets:info(_, stats)` the shortest and
    /// longest.
    pub fn stats(&self) -> (usize, usize, usize, f64) {
        let n = self.buckets.len().max(1);
        let (mut min, mut max, mut squares) = (usize::MAX, 0, 0.0);
        for &head in &self.buckets {
            let (mut at, mut len) = (head, 0);
            while at != NONE {
                len += self.objects(at).len();
                at = self.entry(at).next;
            }
            (min, max) = (min.min(len), max.max(len));
            squares += (len * len) as f64;
        }
        (n, if min == usize::MAX { 0 } else { min }, max, squares)
    }

    /// Deleted keys whose places are kept.
    pub fn kept(&self) -> usize {
        self.dead.len()
    }
}
