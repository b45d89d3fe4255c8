//! The process dictionary: a hash table whose words are roots of the process's collections.

use hashbrown::HashTable;
use term::gc::Roots;
use term::{Term, Word, compare, hash};

/// Keys and values of one process. The terms live on that process's heap.
#[derive(Default)]
pub struct Dictionary(
    /// None until there is something in it: most processes have nothing.
    Option<Box<HashTable<[Word; 2]>>>,
);

fn hash_of(key: Word) -> u64 {
    // SAFETY: all words in a dictionary are terms of its process's heap, or literals: `put` takes
    // terms, and collections change the words as roots.
    hash::internal(unsafe { Term::from_word(key) })
}

fn is(key: Term<'_>, word: Word) -> bool {
    // SAFETY: `word` is a key of a dictionary. `put` was given it as a term, and each collection
    // has changed it as a root since.
    compare::exactly_equal(key, unsafe { Term::from_word(word) })
}

impl Dictionary {
    /// The value of a key.
    pub fn get(&self, key: Term<'_>) -> Option<Word> {
        self.0.as_ref()?.find(hash_of(key.word()), |e| is(key, e[0])).map(|e| e[1])
    }

    /// Sets the value of a key and gives the old one.
    pub fn put(&mut self, key: Term<'_>, value: Term<'_>) -> Option<Word> {
        let table = self.0.get_or_insert_default();
        match table.find_mut(hash_of(key.word()), |e| is(key, e[0])) {
            Some(e) => Some(std::mem::replace(&mut e[1], value.word())),
            None => {
                let entry = [key.word(), value.word()];
                table.insert_unique(hash_of(entry[0]), entry, |e| hash_of(e[0]));
                None
            }
        }
    }

    /// Removes a key and gives its value.
    pub fn erase(&mut self, key: Term<'_>) -> Option<Word> {
        let entry = self.0.as_mut()?.find_entry(hash_of(key.word()), |e| is(key, e[0])).ok()?;
        Some(entry.remove().0[1])
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.0 = None;
    }

    /// Keys and values.
    pub fn iter(&self) -> impl Iterator<Item = [Word; 2]> {
        self.0.iter().flat_map(|table| table.iter().copied())
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |table| table.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the words to the roots of a collection.
    pub fn add_roots(&mut self, roots: &mut Vec<Roots>) {
        if let Some(table) = &mut self.0 {
            roots.extend(table.iter_mut().map(|e| Roots::of(e)));
        }
    }
}
