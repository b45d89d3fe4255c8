//! Sorted tables for ordered_set, to be used under their lock.
//!
//! The objects stand in order in chunks of bounded size: a binary search over the chunks, then one
//! within. A traversal remembers the last key, so that it does not matter what happens to the table
//! meanwhile.

use std::cmp::Ordering;
use term::{OwnedTerm, Term, Word, compare};

/// Objects in a chunk before it is split.
const CHUNK: usize = 128;

struct Entry {
    /// The key, which is part of `object`.
    key: Word,
    object: OwnedTerm,
}

impl Entry {
    fn new(object: OwnedTerm, keypos: usize) -> Entry {
        let key = object.term().as_tuple().expect("an object is a tuple")[keypos].word();
        Entry { key, object }
    }

    fn key(&self) -> Term<'_> {
        // SAFETY: part of `object`, or immediate; they change together.
        unsafe { Term::from_word(self.key) }
    }
}

/// A place: chunk, and index within. Good until the table changes.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place(usize, usize);

/// A sorted table.
#[derive(Default)]
pub struct Tree {
    /// None is empty.
    chunks: Vec<Vec<Entry>>,
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

    /// Words of memory, about: what the objects take, whatever has been there before.
    pub fn words(&self) -> usize {
        self.words + self.len * (size_of::<Entry>() / 8 + 4)
    }

    /// The first place whose key `cmp` does not call less than what is sought; `cmp` gives the
    /// order of a key with respect to that.
    pub fn lower_bound(&self, mut cmp: impl FnMut(Term<'_>) -> Ordering) -> Place {
        let chunk = self.chunks.partition_point(|c| cmp(c[0].key()) == Ordering::Less);
        if chunk == 0 {
            return Place(0, 0);
        }
        let c = &self.chunks[chunk - 1];
        let i = c.partition_point(|e| cmp(e.key()) == Ordering::Less);
        if i == c.len() { Place(chunk, 0) } else { Place(chunk - 1, i) }
    }

    /// The place of a key, or where it would be.
    pub fn find(&self, key: Term<'_>) -> Result<Place, Place> {
        let at = self.lower_bound(|k| compare::compare(k, key));
        match self.get(at) {
            Some((k, _)) if compare::compare(k, key) == Ordering::Equal => Ok(at),
            _ => Err(at),
        }
    }

    /// Key and object at a place.
    #[inline]
    pub fn get(&self, at: Place) -> Option<(Term<'_>, &OwnedTerm)> {
        let e = self.chunks.get(at.0)?.get(at.1)?;
        Some((e.key(), &e.object))
    }

    /// The object at a place that has one, to change elements other than the key in place.
    pub fn object_mut(&mut self, at: Place) -> &mut OwnedTerm {
        &mut self.chunks[at.0][at.1].object
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
    pub fn replace(&mut self, at: Place, object: OwnedTerm, keypos: usize) {
        let place = &mut self.chunks[at.0][at.1];
        self.words = self.words + object.words() - place.object.words();
        *place = Entry::new(object, keypos);
    }

    /// Adds an object at the place where [`Tree::find`] said that it would be.
    pub fn insert(&mut self, at: Place, object: OwnedTerm, keypos: usize) {
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
            self.chunks.push(vec![entry]);
        } else if self.chunks[c].len() < CHUNK {
            self.chunks[c].insert(i, entry);
        } else if c + 1 == last && i == CHUNK {
            // Keys that come in order fill their chunks.
            let mut chunk = Vec::with_capacity(CHUNK);
            chunk.push(entry);
            self.chunks.push(chunk);
        } else {
            let mut upper = Vec::with_capacity(CHUNK);
            upper.extend(self.chunks[c].drain(CHUNK / 2..));
            if i <= CHUNK / 2 {
                self.chunks[c].insert(i, entry);
            } else {
                upper.insert(i - CHUNK / 2, entry);
            }
            self.chunks.insert(c + 1, upper);
        }
    }

    /// Removes the object at a place.
    pub fn remove(&mut self, at: Place) -> OwnedTerm {
        let chunk = &mut self.chunks[at.0];
        let entry = chunk.remove(at.1);
        if chunk.is_empty() {
            self.chunks.remove(at.0);
        } else if chunk.len() < CHUNK / 4 && at.0 + 1 < self.chunks.len() {
            // Neighbours that have become small go together.
            if self.chunks[at.0].len() + self.chunks[at.0 + 1].len() <= CHUNK / 2 {
                let upper = self.chunks.remove(at.0 + 1);
                self.chunks[at.0].extend(upper);
            }
        }
        self.len -= 1;
        self.words -= entry.object.words();
        entry.object
    }
}

impl Tree {
    /// The place of what came after an object that has been removed from `at`.
    pub fn settle(&self, at: Place) -> Place {
        match self.chunks.get(at.0) {
            Some(c) if at.1 >= c.len() => Place(at.0 + 1, 0),
            _ => at,
        }
    }
}
