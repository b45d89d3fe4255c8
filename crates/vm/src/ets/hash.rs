//! Hash tables for set, bag and duplicate_bag: one shard, to be used under its lock.
//!
//! Keys have places in a slab, which they keep until they are deleted. So a traversal is a walk
//! over places: it needs no more state than a number, whatever happens to the table meanwhile.
//! Looking up a key does not touch the slab: see [`Index`].

use super::index::{DEAD, Index, SEVERAL, address};
use super::{Watch, retire};
use crate::lock::{Lock, Reading, Writing};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use term::{Row, Term, compare};

const SEGMENT_BITS: u32 = 10;
const SEGMENT: usize = 1 << SEGMENT_BITS;
const NONE: u32 = u32::MAX;
/// The place has no key; the bits above are the number of the next such place.
const FREE: u64 = 4;
/// How many rows ahead of a traversal are fetched.
const AHEAD: usize = 8;

/// The objects of a key in a bag, oldest first, if there are more than one.
struct Several {
    hash: u32,
    place: u32,
    rows: Vec<Row>,
}

/// The slab of a shard.
pub struct Slab {
    /// Addresses of rows or [`Several`], with the index's bits.
    places: Vec<Vec<u64>>,
    used: u32,
    free: u32,
    /// Keys in the index, dead ones too.
    keys: usize,
    dead: Vec<u32>,
    /// No key that has objects stands before this place.
    first: AtomicU32,
}

impl Default for Slab {
    fn default() -> Slab {
        let (places, dead) = (Vec::new(), Vec::new());
        Slab { places, used: 0, free: NONE, keys: 0, dead, first: AtomicU32::new(0) }
    }
}

impl Slab {
    #[inline(always)]
    fn word(&self, at: u32) -> u64 {
        self.places[(at >> SEGMENT_BITS) as usize][at as usize & (SEGMENT - 1)]
    }

    #[inline(always)]
    fn set(&mut self, at: u32, word: u64) {
        self.places[(at >> SEGMENT_BITS) as usize][at as usize & (SEGMENT - 1)] = word;
    }
}

/// A hash table, or a part of one.
pub struct Shard {
    index: Index,
    /// Number of objects, and words that they take; written under the lock.
    objects: AtomicUsize,
    words: AtomicUsize,
    keypos: usize,
    /// Whether rows may be looked at without the lock.
    watched: bool,
    slab: Lock<Slab>,
}

/// A shard to be read or written.
pub struct Locked<'a, S> {
    shard: &'a Shard,
    slab: S,
}

/// A shard to be read.
pub type ReadShard<'a> = Locked<'a, Reading<'a, Slab>>;
/// A shard to be written.
pub type WriteShard<'a> = Locked<'a, Writing<'a, Slab>>;

/// A row that has been found without a lock. It is not freed as long as the `Watch` lives.
pub struct Held<'g>(ManuallyDrop<Row>, PhantomData<&'g Watch>);

impl Deref for Held<'_> {
    type Target = Row;

    #[inline(always)]
    fn deref(&self) -> &Row {
        &self.0
    }
}

/// The row at the address in a slot, to be looked at.
///
/// # Safety
/// The slot has the address of a row, which is not freed as long as the value is used.
#[inline(always)]
unsafe fn row_at(word: u64) -> ManuallyDrop<Row> {
    // SAFETY: the caller says that it is the address of a row that lives. The row is not dropped
    // here, so that its owner, the slab, stays the only one.
    ManuallyDrop::new(unsafe { Row::from_raw(address(word)) })
}

/// The rows at the address in a slot that has no bits of a hash.
///
/// # Safety
/// The slot has the address of a row or of a [`Several`], which is neither freed nor changed as
/// long as the value is used.
#[inline(always)]
unsafe fn rows_at(word: &u64) -> &[Row] {
    if *word & SEVERAL != 0 {
        // SAFETY: the slot's bit says that this is the address of a `Several`, and the caller that
        // it lives.
        return unsafe { &(*address(*word).cast::<Several>()).rows };
    }
    debug_assert!(*word == address(*word) as u64);
    // SAFETY: a `Row` is nothing but its address (`repr(transparent)`), and this word is the
    // address of a row, without any bits beside it.
    unsafe { std::slice::from_ref(&*std::ptr::from_ref(word).cast::<Row>()) }
}

/// The first row at the address in a slot, which has the key.
///
/// # Safety
/// The slot has the address of a row or of a [`Several`], which is not freed as long as the value
/// is used.
#[inline(always)]
unsafe fn key_row(word: u64) -> ManuallyDrop<Row> {
    // SAFETY: the slot's bit tells a row from a `Several`, and the caller says that it lives. A
    // `Several` has one row at least.
    unsafe {
        match word & SEVERAL {
            0 => row_at(word),
            _ => std::ptr::read((*address(word).cast::<Several>()).rows.as_ptr().cast()),
        }
    }
}

/// Hash and place of the key whose row or rows are at the address in a slot.
///
/// # Safety
/// The slot has the address of a row or of a [`Several`], which is not freed meanwhile.
#[inline(always)]
unsafe fn noted(word: u64) -> (u32, u32) {
    // SAFETY: the slot's bit tells a row from a `Several`, and the caller says that it lives.
    unsafe {
        if word & SEVERAL != 0 {
            let several = &*address(word).cast::<Several>();
            return (several.hash, several.place);
        }
        let row = row_at(word);
        (row.hash(), row.place())
    }
}

/// Frees the row or rows at the address in a slot.
///
/// # Safety
/// The slot has the address of a row or of a [`Several`] that was the slab's, and nobody refers to
/// it any more.
unsafe fn free(word: u64) {
    // SAFETY: `into_raw` has made both addresses, and the slot's bit tells of what. The caller says
    // that this is the last reference, so it becomes the owner.
    unsafe {
        match word & SEVERAL {
            0 => drop(Row::from_raw(address(word))),
            _ => drop(Box::from_raw(address(word).cast::<Several>())),
        }
    }
}

fn hash_of(word: u64) -> u32 {
    // SAFETY: callers pass words of the index or the slab, under the lock: their rows are not freed
    // before they are taken out.
    unsafe { noted(word).0 }
}

impl Shard {
    /// An empty one. If rows are watched, they may be looked at without the lock.
    pub fn new(keypos: usize, shared: bool, watched: bool) -> Shard {
        let watched = watched && shared;
        Shard {
            index: Index::new(watched),
            objects: AtomicUsize::new(0),
            words: AtomicUsize::new(0),
            keypos,
            watched,
            // SAFETY: not shared means that there is one scheduler, and tables are used by that.
            slab: unsafe { Lock::new(Slab::default(), shared) },
        }
    }

    /// To be read.
    #[inline]
    pub fn read(&self) -> ReadShard<'_> {
        Locked { shard: self, slab: self.slab.read() }
    }

    /// To be written.
    #[inline]
    pub fn write(&self) -> WriteShard<'_> {
        Locked { shard: self, slab: self.slab.write() }
    }

    /// Number of objects.
    #[inline]
    pub fn len(&self) -> usize {
        self.objects.load(Ordering::Relaxed)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Words of memory that the objects take, about; memory left from objects before does not
    /// count.
    pub fn words(&self) -> usize {
        self.words.load(Ordering::Relaxed) + self.len() * 6
    }

    #[inline(always)]
    fn is(&self, word: u64, hash: u32, key: Term<'_>) -> bool {
        // SAFETY: the word is from the index. Its rows are freed only after they have been taken
        // out, and not while the caller holds the lock or a `Watch`.
        let row = unsafe { key_row(word) };
        let own = row.element(self.keypos);
        own.same(key)
            || !key.is_immediate()
                && (word & SEVERAL != 0 || row.hash() == hash)
                && compare::exactly_equal(own, key)
    }

    /// The one row of a key, of a table of sets, without taking the lock; `whole` if all of it is
    /// needed, so that its memory is fetched at once.
    #[inline]
    pub fn get<'g>(
        &self,
        (hash, key): (u32, Term<'_>),
        whole: bool,
        _: &'g Watch,
    ) -> Option<Held<'g>> {
        let found = self.index.find_unlocked(hash, |w| {
            if whole {
                Row::prefetch(address(w));
            }
            w & DEAD == 0 && self.is(w, hash, key)
        })?;
        // SAFETY: the word was in the index under the `Watch`, so the row is not freed as long as
        // that lives, and `Held` does not outlive it. Tables of sets have no `Several`.
        Some(Held(unsafe { row_at(found) }, PhantomData))
    }

    fn count(&self, objects: isize, words: isize) {
        let add = |counter: &AtomicUsize, n: isize| {
            let old = counter.load(Ordering::Relaxed);
            counter.store(old.wrapping_add_signed(n), Ordering::Relaxed);
        };
        add(&self.objects, objects);
        add(&self.words, words);
    }

    fn gone(&self, row: Row) {
        if self.watched {
            retire::row(row);
        }
    }
}

impl Drop for Shard {
    fn drop(&mut self) {
        drop(Garbage(std::mem::take(&mut *self.slab.write()).places));
    }
}

/// Rows of a table, to be freed.
#[derive(Default)]
pub struct Garbage(Vec<Vec<u64>>);

impl Drop for Garbage {
    fn drop(&mut self) {
        for &word in self.0.iter().flatten() {
            if word & FREE == 0 {
                // SAFETY: the slab has been taken from its shard and the index emptied, so nobody
                // finds the rows any more. They are freed when no lookup from before has them,
                // either.
                unsafe { free(word) };
            }
        }
    }
}

impl<S: Deref<Target = Slab>> Locked<'_, S> {
    /// The place of a key, alive or dead.
    #[inline(always)]
    fn find_word(&self, hash: u32, key: Term<'_>) -> Option<u64> {
        self.shard.index.find(hash, |w| self.shard.is(w, hash, key))
    }

    /// The place of a key.
    #[inline]
    pub fn find(&self, hash: u32, key: Term<'_>) -> Option<u32> {
        let word = self.find_word(hash, key).filter(|w| w & DEAD == 0)?;
        // SAFETY: the word is from the index, and its rows live as long as the lock is held.
        Some(unsafe { noted(word).1 })
    }

    fn is_live(&self, at: u32) -> bool {
        self.slab.word(at) & (FREE | DEAD) == 0
    }

    fn word(&self, at: u32) -> &u64 {
        &self.slab.places[(at >> SEGMENT_BITS) as usize][at as usize & (SEGMENT - 1)]
    }

    /// The objects at a place; none if there are none any more.
    #[inline]
    pub fn objects(&self, at: u32) -> &[Row] {
        let word = self.word(at);
        if *word & (FREE | DEAD) != 0 {
            return &[];
        }
        // SAFETY: the place is in use, so it has the address of a row or of a `Several`, without
        // bits of a hash. `&self` holds the lock as long as the slice lives, so that is neither
        // freed nor changed.
        unsafe { rows_at(word) }
    }

    /// Runs `f` on the objects of a key that is there, or on one that was deleted and whose memory
    /// is kept.
    pub fn with_raw<R>(&self, hash: u32, key: Term<'_>, f: impl FnOnce(&[Row]) -> R) -> R {
        match self.find_word(hash, key) {
            Some(word) => {
                let word = word & (!0 >> 16) & !DEAD;
                // SAFETY: the word is from the index, and its bits other than `SEVERAL` have been
                // cleared. Its rows are neither freed nor changed while `f` runs: the lock is held.
                f(unsafe { rows_at(&word) })
            }
            None => f(&[]),
        }
    }

    /// Runs `f` on the objects of a key.
    #[inline]
    pub fn with<R>(&self, hash: u32, key: Term<'_>, f: impl FnOnce(&[Row]) -> R) -> R {
        match self.find_word(hash, key).filter(|w| w & DEAD == 0) {
            Some(word) => {
                let word = word & (!0 >> 16);
                // SAFETY: the word is from the index, is not dead, and has no bits of the hash any
                // more. Its rows are neither freed nor changed while `f` runs: the lock is held.
                f(unsafe { rows_at(&word) })
            }
            None => f(&[]),
        }
    }

    /// The first place at or after `at` that has a key, deleted or not.
    pub fn next_used(&self, at: u32) -> Option<u32> {
        (at..self.slab.used).find(|&i| self.slab.word(i) & FREE == 0)
    }

    /// The key at a place that has objects, or had them.
    pub fn key(&self, at: u32) -> Term<'_> {
        // SAFETY: callers pass a place that has a key, and so the address of its rows. They live as
        // long as the lock is held, and the term, which borrows `self`, does not outlive that.
        unsafe {
            let row = key_row(self.slab.word(at));
            Term::from_word(row.element(self.shard.keypos).word())
        }
    }

    /// Number of buckets.
    pub fn buckets(&self) -> usize {
        self.shard.index.buckets() as usize
    }

    /// Runs `f` on the objects of each key in a bucket.
    pub fn in_bucket(&self, bucket: usize, mut f: impl FnMut(&[Row])) {
        for word in self.shard.index.in_bucket(bucket as u32).filter(|w| w & DEAD == 0) {
            let word = word & (!0 >> 16);
            // SAFETY: the word is from the index, is not dead, and has no bits of the hash any
            // more. Its rows are neither freed nor changed while `f` runs: the lock is held.
            f(unsafe { rows_at(&word) });
        }
    }

    /// The first place at or after `at` that has objects.
    #[inline]
    pub fn next_live(&self, at: u32) -> Option<u32> {
        let slab = &*self.slab;
        let first = slab.first.load(Ordering::Relaxed);
        let found = (at.max(first)..slab.used).find(|&i| self.is_live(i));
        if at <= first {
            // Nobody inserts meanwhile: that needs the lock alone.
            slab.first.store(found.unwrap_or(slab.used), Ordering::Relaxed);
        }
        found
    }

    /// Asks for the memory of a place to be fetched that a traversal will come to soon.
    #[inline(always)]
    pub fn fetch_ahead(&self, at: u32) {
        let at = at as usize + AHEAD;
        let word = self.slab.places.get(at >> SEGMENT_BITS);
        if let Some(word) = word.and_then(|s| s.get(at & (SEGMENT - 1))) {
            Row::prefetch(address(*word));
        }
    }

    /// As [`Locked::fetch_ahead`], for keys that will be looked up: their buckets are fetched, too.
    pub fn fetch_keys_ahead(&self, at: u32) {
        self.fetch_ahead(at);
        let nearer = at.saturating_add(AHEAD as u32 / 2);
        if nearer < self.slab.used && self.slab.word(nearer) & (FREE | SEVERAL) == 0 {
            self.shard.index.fetch(hash_of(self.slab.word(nearer)));
        }
    }

    /// The place of a key that may have been deleted since the table was fixed.
    pub fn place_of(&self, hash: u32, key: Term<'_>) -> Option<u32> {
        // SAFETY: the word is from the index, and its rows live as long as the lock is held.
        self.find_word(hash, key).map(|word| unsafe { noted(word).1 })
    }

    /// Lengths of the chains: number of buckets, and for `ets:info(_, stats)` the shortest and
    /// longest.
    pub fn stats(&self) -> (usize, usize, usize, f64) {
        let n = self.buckets();
        let (mut min, mut max, mut squares) = (usize::MAX, 0, 0.0);
        for bucket in 0..n {
            let mut len = 0;
            self.in_bucket(bucket, |objects| len += objects.len());
            (min, max) = (min.min(len), max.max(len));
            squares += (len * len) as f64;
        }
        (n.max(1), if min == usize::MAX { 0 } else { min }, max, squares)
    }

    /// Deleted keys whose places are kept.
    pub fn kept(&self) -> usize {
        self.slab.dead.len()
    }
}

impl<S: DerefMut<Target = Slab>> Locked<'_, S> {
    /// Adds an object whose key is not there.
    #[inline]
    pub fn insert_new(&mut self, hash: u32, mut row: Row) {
        self.shard.count(1, row.words() as isize);
        let shard = self.shard;
        let dead = if self.slab.dead.is_empty() {
            None
        } else {
            self.find_word(hash, row.element(shard.keypos))
        };
        if let Some(old) = dead {
            // A dead key comes to life again.
            // SAFETY: the word is from the index; its rows live, as they are replaced only below.
            let at = unsafe { noted(old).1 };
            row.note(hash, at);
            self.put(at, hash, old, row);
            self.slab.first.fetch_min(at, Ordering::Relaxed);
            return;
        }
        let slab = &mut *self.slab;
        slab.keys += 1;
        shard.index.grow(slab.keys, hash_of);
        let at = if slab.free != NONE {
            let at = slab.free;
            slab.free = (slab.word(at) >> 3) as u32;
            at
        } else {
            let at = slab.used;
            assert!(at != NONE, "an ETS table has too many keys");
            if (at as usize).is_multiple_of(SEGMENT) {
                // Tables are often small: only a table that fills a segment gets whole ones.
                slab.places.push(Vec::with_capacity(if at == 0 { 4 } else { SEGMENT }));
            }
            slab.places.last_mut().expect("a segment").push(FREE);
            slab.used += 1;
            at
        };
        row.note(hash, at);
        let word = row.into_raw() as u64;
        slab.set(at, word);
        shard.index.add(hash, word);
        let first = *slab.first.get_mut();
        *slab.first.get_mut() = first.min(at);
    }

    /// Puts a row in the place of the old row or rows, in slab and index, and frees those.
    fn put(&mut self, at: u32, hash: u32, old: u64, row: Row) {
        let word = row.into_raw() as u64;
        self.slab.set(at, word);
        self.shard.index.replace(hash, address(old), word);
        self.release(old);
    }

    fn release(&self, old: u64) {
        // SAFETY: the address has been taken out of slab and index, so nobody finds it any more.
        // Where lookups go without the lock, a row may have been found before: `gone` frees it
        // later. A `Several` is only in tables of bags, which are looked at under the lock.
        unsafe {
            match old & SEVERAL == 0 && self.shard.watched {
                true => self.shard.gone(Row::from_raw(address(old))),
                false => free(old),
            }
        }
    }

    /// Replaces all objects of a key by one.
    #[inline]
    pub fn replace(&mut self, at: u32, mut row: Row) {
        let old = self.slab.word(at);
        // SAFETY: the word is from a place of the slab that has objects, which live: the lock is
        // held.
        let hash = unsafe { noted(old).0 };
        let (n, words) = self.sum(at);
        self.shard.count(1 - n as isize, row.words() as isize - words as isize);
        row.note(hash, at);
        self.put(at, hash, old, row);
    }

    /// Puts a copy of a tuple in the place of the one object of a key, if that can be done in its
    /// memory.
    #[inline]
    pub fn overwrite(&mut self, at: u32, tuple: Term<'_>) -> bool {
        if self.shard.watched {
            return false;
        }
        // SAFETY: callers pass a place of a table of sets that has an object: the address of a row.
        // It is not looked at without the lock, as checked, and the lock is held to write.
        unsafe { row_at(self.slab.word(at)) }.overwrite(tuple)
    }

    fn sum(&self, at: u32) -> (usize, usize) {
        let all = self.objects(at);
        (all.len(), all.iter().map(Row::words).sum())
    }

    fn several(&mut self, at: u32) -> Option<&mut Several> {
        let word = self.slab.word(at);
        // SAFETY: the bit says that this is the address of a `Several`. `&mut self` holds the lock
        // to write as long as the reference lives, so nobody else refers to it.
        (word & SEVERAL != 0).then(|| unsafe { &mut *address(word).cast::<Several>() })
    }

    /// Adds an object to a key that has one already, or several.
    pub fn add(&mut self, at: u32, row: Row) {
        self.shard.count(1, row.words() as isize);
        if let Some(several) = self.several(at) {
            return several.rows.push(row);
        }
        let old = self.slab.word(at);
        // SAFETY: the word is from a place of the slab that has one object: the address of a row.
        // The list becomes its owner, and takes its place in slab and index below.
        let (hash, first) = unsafe { (noted(old).0, Row::from_raw(address(old))) };
        let several = Box::new(Several { hash, place: at, rows: vec![first, row] });
        let word = Box::into_raw(several) as u64 | SEVERAL;
        self.slab.set(at, word);
        self.shard.index.replace(hash, address(old), word);
    }

    /// Replaces object `i` of a key by one with the same key.
    pub fn replace_one(&mut self, at: u32, i: usize, mut row: Row) {
        let new = row.words() as isize;
        let Some(several) = self.several(at) else { return self.replace(at, row) };
        row.note(several.hash, at);
        let old = std::mem::replace(&mut several.rows[i], row);
        self.shard.count(0, new - old.words() as isize);
    }

    /// Removes the objects of a key for which `which` says so; gives their number. The key's place
    /// stays as long as the table is fixed.
    pub fn remove_if(
        &mut self,
        at: u32,
        fixed: bool,
        mut which: impl FnMut(&Row) -> bool,
    ) -> usize {
        let doomed: Vec<bool> = self.objects(at).iter().map(&mut which).collect();
        let n = doomed.iter().filter(|&&d| d).count();
        if n == doomed.len() || n == 0 {
            if n != 0 {
                self.remove(at, fixed);
            }
            return n;
        }
        let several = self.several(at).expect("some of several objects");
        let (mut doomed, mut freed) = (doomed.into_iter(), 0);
        several.rows.retain(|o| {
            let gone = doomed.next() == Some(true);
            freed += if gone { o.words() } else { 0 };
            !gone
        });
        self.shard.count(-(n as isize), -(freed as isize));
        n
    }

    /// Removes a key with all its objects.
    #[inline]
    pub fn remove(&mut self, at: u32, fixed: bool) {
        let (n, words) = self.sum(at);
        self.shard.count(-(n as isize), -(words as isize));
        let old = self.slab.word(at);
        if !fixed {
            return self.unlink(at, old);
        }
        // SAFETY: the word is from a place of the slab that has objects, which live: the lock is
        // held.
        let hash = unsafe { noted(old).0 };
        let word = match self.several(at) {
            None => old,
            Some(several) => {
                let mut first = several.rows.swap_remove(0);
                first.note(hash, at);
                first.into_raw() as u64
            }
        };
        self.slab.set(at, word | DEAD);
        self.shard.index.replace(hash, address(old), word | DEAD);
        if word != old {
            self.release(old);
        }
        self.slab.dead.push(at);
    }

    fn unlink(&mut self, at: u32, old: u64) {
        // SAFETY: the word is from a place of the slab that has a key, whose rows are freed only
        // below.
        let hash = unsafe { noted(old).0 };
        self.shard.index.remove(hash, address(old));
        let slab = &mut *self.slab;
        slab.set(at, u64::from(slab.free) << 3 | FREE);
        slab.free = at;
        slab.keys -= 1;
        let keys = slab.keys;
        self.release(old);
        if keys == 0 {
            *self.slab = Slab::default();
            self.shard.index.clear();
        } else {
            self.shard.index.shrink(keys, hash_of);
        }
    }

    /// Frees the places of keys that were deleted while the table was fixed.
    pub fn purge(&mut self) {
        for at in std::mem::take(&mut self.slab.dead) {
            // The slab has been replaced by a new one if its last key has been deleted.
            if at < self.slab.used && self.slab.word(at) & (FREE | DEAD) == DEAD {
                self.unlink(at, self.slab.word(at));
            }
        }
    }

    fn take(&mut self) -> Garbage {
        let slab = std::mem::take(&mut *self.slab);
        self.shard.index.clear();
        self.shard.objects.store(0, Ordering::Relaxed);
        self.shard.words.store(0, Ordering::Relaxed);
        Garbage(slab.places)
    }

    /// Removes everything; gives the number of objects, and the rows that were removed, to be freed
    /// at leisure, when no lookup sees them any more.
    pub fn clear(&mut self, fixed: bool) -> (usize, Garbage) {
        let n = self.shard.len();
        if !fixed {
            return (n, self.take());
        }
        for at in 0..self.slab.used {
            if self.is_live(at) {
                self.remove(at, true);
            }
        }
        (n, Garbage::default())
    }
}
