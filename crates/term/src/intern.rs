//! A table of things that are never forgotten, found by hash: reading takes no lock.

use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

/// An entry of such a table.
pub(crate) trait Interned: Sync + 'static {
    /// The hash of what the entry is found by; [`Table::find`] gets the same one.
    fn hash(&self) -> u64;
}

/// Open addressing over pointers to entries that live for ever. One that has grown too small stays
/// where it is, for readers: together they are no larger than the newest.
struct Slots<T: 'static> {
    mask: usize,
    slots: Box<[AtomicPtr<T>]>,
}

/// A table of entries.
pub(crate) struct Table<T: 'static> {
    newest: AtomicPtr<Slots<T>>,
    /// In the order in which they were made; the lock of those that add.
    entries: Mutex<Vec<&'static T>>,
}

impl<T: Interned> Slots<T> {
    fn with_capacity(n: usize) -> &'static Slots<T> {
        let slots = (0..n).map(|_| AtomicPtr::default()).collect();
        Box::leak(Box::new(Slots { mask: n - 1, slots }))
    }

    fn find(&self, hash: u64, is: impl Fn(&T) -> bool) -> Option<&'static T> {
        let mut i = hash as usize;
        loop {
            let p = self.slots[i & self.mask].load(Ordering::Acquire);
            // SAFETY: slots hold null, or entries that live for ever.
            let entry = unsafe { p.cast_const().as_ref() }?;
            if is(entry) {
                return Some(entry);
            }
            i += 1;
        }
    }

    /// Only for the holder of the table's lock, and when there is a free slot.
    fn add(&self, entry: &'static T) {
        let mut i = entry.hash() as usize;
        while !self.slots[i & self.mask].load(Ordering::Relaxed).is_null() {
            i += 1;
        }
        self.slots[i & self.mask].store(ptr::from_ref(entry).cast_mut(), Ordering::Release);
    }
}

impl<T: Interned> Table<T> {
    pub const fn new() -> Table<T> {
        Table { newest: AtomicPtr::new(ptr::null_mut()), entries: Mutex::new(Vec::new()) }
    }

    /// The entry with this hash which `is` the one.
    #[inline]
    pub fn find(&self, hash: u64, is: impl Fn(&T) -> bool) -> Option<&'static T> {
        // SAFETY: null, or leaked.
        let slots = unsafe { self.newest.load(Ordering::Acquire).cast_const().as_ref() }?;
        slots.find(hash, is)
    }

    /// The same; if there is none, `make` makes it, from the number of entries before it.
    pub fn find_or_add(
        &self,
        hash: u64,
        is: impl Fn(&T) -> bool,
        make: impl FnOnce(usize) -> &'static T,
    ) -> &'static T {
        if let Some(entry) = self.find(hash, &is) {
            return entry;
        }
        let mut entries = self.entries.lock().expect("intern table");
        if let Some(entry) = self.find(hash, is) {
            return entry;
        }
        let entry = make(entries.len());
        debug_assert!(entry.hash() == hash);
        entries.push(entry);
        // SAFETY: null, or a table that was leaked when it became the newest: it is never freed.
        let slots = unsafe { self.newest.load(Ordering::Acquire).cast_const().as_ref() };
        match slots {
            Some(slots) if entries.len() <= slots.mask / 2 => slots.add(entry),
            _ => {
                let larger =
                    Slots::<T>::with_capacity(4 * entries.len().next_power_of_two().max(256));
                entries.iter().for_each(|&e| larger.add(e));
                self.newest.store(ptr::from_ref(larger).cast_mut(), Ordering::Release);
            }
        }
        entry
    }

    /// All entries, in the order in which they were made.
    pub fn all(&self) -> Vec<&'static T> {
        self.entries.lock().expect("intern table").clone()
    }
}

/// Mixes numbers into a hash, all bits of which depend on all of them.
#[inline]
pub(crate) fn mix(numbers: [u64; 2]) -> u64 {
    let product = u128::from(numbers[0] ^ 0x9e37_79b9_7f4a_7c15)
        * u128::from(numbers[1] ^ 0xd1b5_4a32_d192_ed03);
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Number(u64);

    impl Interned for Number {
        fn hash(&self) -> u64 {
            // Few different ones, so that many entries share a place.
            self.0 % 97
        }
    }

    /// Threads that ask for a number at the same time get the same entry; each is made once.
    #[test]
    fn each_is_made_once() {
        static TABLE: Table<Number> = Table::new();
        let get =
            |n: u64| TABLE.find_or_add(n % 97, |e| e.0 == n, |_| Box::leak(Box::new(Number(n))));
        assert!(TABLE.find(5, |e| e.0 == 5).is_none());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for n in 0..2000 {
                        assert!(ptr::eq(get(n), get(n)));
                        assert_eq!(get(n).0, n);
                    }
                });
            }
        });
        let mut all: Vec<u64> = TABLE.all().iter().map(|e| e.0).collect();
        all.sort_unstable();
        assert_eq!(all, (0..2000).collect::<Vec<_>>());
    }
}
