//! Sorted tables for ordered_set, to be used under their lock.
//!
//! The objects stand in order in chunks of bounded size: a binary search over the chunks, then one
//! within. A traversal remembers the last key, so that it does not matter what happens to the table
//! meanwhile.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use term::{Row, Term, Word, compare};

/// Objects in a chunk before it is split. Tests have many chunks of few.
const CHUNK: usize = if cfg!(feature = "testing") { 8 } else { 128 };
/// How many rows ahead of a traversal are fetched.
const AHEAD: usize = 8;

struct Entry {
    /// The key, which is part of `object`.
    key: Word,
    object: Row,
}

impl Entry {
    fn new(object: Row, keypos: usize) -> Entry {
        let key = object.element(keypos).word();
        Entry { key, object }
    }

    fn key(&self) -> Term<'_> {
        // SAFETY: the key is immediate or part of `object`, which is borrowed as long as the term
        // is. The two change together.
        unsafe { Term::from_word(self.key) }
    }
}

/// Objects in order; never none.
type Chunk = Vec<Entry>;

/// How many entries at the front of a chunk there are for which `is` says true. Of the two entries
/// that may be asked about next both are fetched meanwhile, as a search mostly waits for memory.
#[inline(always)]
fn partition(chunk: &[Entry], mut is: impl FnMut(&Entry) -> bool) -> usize {
    let fetch = |i: usize| term::row::prefetch(chunk.as_ptr().wrapping_add(i).cast());
    let (mut first, mut n) = (0, chunk.len());
    while n > 1 {
        let half = n / 2;
        let next = ((n - half) / 2).saturating_sub(1);
        fetch(first + next);
        fetch(first + half + next);
        if is(&chunk[first + half - 1]) {
            first += half;
        }
        n -= half;
    }
    first + usize::from(n == 1 && is(&chunk[first]))
}

/// A place: chunk, and index within. Good until the table changes.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place(usize, usize);

/// A sorted table.
#[derive(Default)]
pub struct Tree {
    /// The first key of each chunk, side by side, to be searched first.
    firsts: Vec<Word>,
    chunks: Vec<Chunk>,
    /// The chunk in which a key was found last.
    last: AtomicU32,
    len: usize,
    words: usize,
}

impl Tree {
    /// Number of objects.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Words of memory that the objects take, about; memory left from objects before does not
    /// count.
    pub fn words(&self) -> usize {
        self.words + self.len * (size_of::<Entry>() / 8 + 4)
    }

    /// The first place whose key `cmp` does not call less than what is sought; `cmp` gives the
    /// order of a key with respect to that.
    #[inline(always)]
    pub fn lower_bound(&self, mut cmp: impl FnMut(Term<'_>) -> Ordering) -> Place {
        // SAFETY: keys of objects that are in the chunks.
        let key = |w: &Word| unsafe { Term::from_word(*w) };
        let chunk = self.firsts.partition_point(|w| cmp(key(w)) == Ordering::Less);
        if chunk == 0 {
            return Place(0, 0);
        }
        let c = &self.chunks[chunk - 1];
        let i = partition(c, |e| cmp(e.key()) == Ordering::Less);
        if i == c.len() { Place(chunk, 0) } else { Place(chunk - 1, i) }
    }

    /// The place of a key, or where it would be.
    #[inline]
    pub fn find(&self, key: Term<'_>) -> Result<Place, Place> {
        // SAFETY: keys of objects that are in the chunks.
        let order = |w: Word| compare::compare(unsafe { Term::from_word(w) }, key);
        let at = match key.as_small() {
            // Words of small integers have their order.
            Some(_) => self.locate(|w| match w & 1 {
                0 => (w as i64) < key.word() as i64,
                _ => order(w) == Ordering::Less,
            }),
            None => self.locate(|w| order(w) == Ordering::Less),
        };
        match self.get(at) {
            Some((k, _)) if k.same(key) || order(k.word()) == Ordering::Equal => Ok(at),
            _ => Err(at),
        }
    }

    /// The first place whose key is not less than what is sought.
    #[inline(always)]
    fn locate(&self, less: impl Fn(Word) -> bool) -> Place {
        let n = self.firsts.len();
        // A process that goes through a table in order stays in a chunk for a while.
        let last = self.last.load(Relaxed) as usize;
        let is_there =
            last < n && less(self.firsts[last]) && (last + 1 == n || !less(self.firsts[last + 1]));
        let chunk = if is_there {
            last
        } else {
            let behind = self.firsts.partition_point(|&w| less(w));
            if behind == 0 {
                return Place(0, 0);
            }
            self.last.store(behind as u32 - 1, Relaxed);
            behind - 1
        };
        let c = &self.chunks[chunk];
        let i = partition(c, |e| less(e.key));
        if i == c.len() { Place(chunk + 1, 0) } else { Place(chunk, i) }
    }

    /// Key and object at a place.
    #[inline]
    pub fn get(&self, at: Place) -> Option<(Term<'_>, &Row)> {
        let e = self.chunks.get(at.0)?.get(at.1)?;
        Some((e.key(), &e.object))
    }

    /// The object at a place that has one.
    pub fn object(&self, at: Place) -> &Row {
        &self.chunks[at.0][at.1].object
    }

    /// The first place.
    pub fn first(&self) -> Place {
        Place(0, 0)
    }

    /// The place after the last.
    pub fn end(&self) -> Place {
        Place(self.chunks.len(), 0)
    }

    /// The place after.
    #[inline]
    pub fn after(&self, at: Place) -> Place {
        match self.chunks.get(at.0) {
            Some(c) if at.1 + 1 < c.len() => Place(at.0, at.1 + 1),
            Some(_) => Place(at.0 + 1, 0),
            None => at,
        }
    }

    /// Asks for the memory of the object a few places further, or before, to be fetched.
    #[inline(always)]
    pub fn fetch_ahead(&self, at: Place, reverse: bool) {
        let Some(chunk) = self.chunks.get(at.0) else { return };
        let i = if reverse { at.1.wrapping_sub(AHEAD) } else { at.1 + AHEAD };
        if let Some(e) = chunk.get(i) {
            e.object.fetch();
        }
    }

    /// The place before, if there is one.
    #[inline]
    pub fn before(&self, at: Place) -> Option<Place> {
        match at {
            Place(0, 0) => None,
            Place(c, 0) => Some(Place(c - 1, self.chunks[c - 1].len() - 1)),
            Place(c, i) => Some(Place(c, i - 1)),
        }
    }

    /// The place of the `n`th object, counted from 0.
    pub fn nth(&self, mut n: usize) -> Place {
        for (i, c) in self.chunks.iter().enumerate() {
            if n < c.len() {
                return Place(i, n);
            }
            n -= c.len();
        }
        self.end()
    }

    /// Replaces the object at a place.
    pub fn replace(&mut self, at: Place, object: Row, keypos: usize) {
        let place = &mut self.chunks[at.0][at.1];
        self.words = self.words + object.words() - place.object.words();
        *place = Entry::new(object, keypos);
        self.note(at.0);
    }

    /// Puts a copy of a tuple in the place of an object, if that can be done in its memory.
    pub fn overwrite(&mut self, at: Place, tuple: Term<'_>, keypos: usize) -> bool {
        let entry = &mut self.chunks[at.0][at.1];
        if !entry.object.overwrite(tuple) {
            return false;
        }
        entry.key = entry.object.element(keypos).word();
        self.note(at.0);
        true
    }

    /// Notes the first key of a chunk, which may be another one now.
    fn note(&mut self, chunk: usize) {
        self.firsts[chunk] = self.chunks[chunk][0].key;
    }

    fn insert_chunk(&mut self, at: usize, chunk: Chunk) {
        self.firsts.insert(at, chunk[0].key);
        self.chunks.insert(at, chunk);
    }

    fn remove_chunk(&mut self, at: usize) -> Chunk {
        self.firsts.remove(at);
        self.chunks.remove(at)
    }

    /// Takes the upper half away, by chunks; None if there is but one.
    pub fn divide(&mut self) -> Option<Tree> {
        let half = self.chunks.len() / 2;
        if half == 0 {
            return None;
        }
        let (firsts, chunks) = (self.firsts.split_off(half), self.chunks.split_off(half));
        let objects = || chunks.iter().flatten();
        let words = objects().map(|e| e.object.words()).sum();
        let upper = Tree { len: objects().count(), words, firsts, chunks, last: AtomicU32::new(0) };
        self.len -= upper.len;
        self.words -= upper.words;
        Some(upper)
    }

    /// Adds an object at the place where [`Tree::find`] said that it would be.
    pub fn insert(&mut self, at: Place, object: Row, keypos: usize) {
        self.len += 1;
        self.words += object.words();
        let entry = Entry::new(object, keypos);
        let last = self.chunks.len();
        // The place at the start of a chunk is also the one at the end of the chunk before.
        let Place(c, i) = match at {
            Place(c, 0) if c > 0 => Place(c - 1, self.chunks[c - 1].len()),
            other => other,
        };
        if last == 0 {
            self.insert_chunk(0, vec![entry]);
        } else if self.chunks[c].len() < CHUNK {
            self.chunks[c].insert(i, entry);
            self.note(c);
        } else if c + 1 == last && i == CHUNK || c == 0 && i == 0 {
            // Keys that come in order, or against it, fill their chunks.
            let mut chunk = Vec::with_capacity(CHUNK);
            chunk.push(entry);
            self.insert_chunk(if i == 0 { 0 } else { last }, chunk);
        } else {
            let mut upper = Vec::with_capacity(CHUNK);
            upper.extend(self.chunks[c].drain(CHUNK / 2..));
            if i <= CHUNK / 2 {
                self.chunks[c].insert(i, entry);
            } else {
                upper.insert(i - CHUNK / 2, entry);
            }
            self.note(c);
            self.insert_chunk(c + 1, upper);
        }
    }

    /// Removes the object at a place.
    pub fn remove(&mut self, at: Place) -> Row {
        let chunk = &mut self.chunks[at.0];
        let entry = chunk.remove(at.1);
        if chunk.is_empty() {
            self.remove_chunk(at.0);
        } else {
            self.note(at.0);
            let next = self.chunks.get(at.0 + 1).map_or(CHUNK, Vec::len);
            // Neighbours that have become small go together.
            if self.chunks[at.0].len() < CHUNK / 4 && self.chunks[at.0].len() + next <= CHUNK / 2 {
                let upper = self.remove_chunk(at.0 + 1);
                self.chunks[at.0].extend(upper);
            }
        }
        self.len -= 1;
        self.words -= entry.object.words();
        entry.object
    }
}

impl Tree {
    /// The place of the object that came after one that has been removed from `at`.
    pub fn settle(&self, at: Place) -> Place {
        match self.chunks.get(at.0) {
            Some(c) if at.1 >= c.len() => Place(at.0 + 1, 0),
            _ => at,
        }
    }
}
