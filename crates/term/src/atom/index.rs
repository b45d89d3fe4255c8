//! From names to atoms: a table that only grows, and is read without a lock.

use super::{Atom, PREFIX, entry};
use std::hash::{BuildHasher, RandomState};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Open addressing, at most half of the places taken. A table that has grown too small stays where
/// it is, for readers: all old ones together are no larger than the newest.
struct Slots {
    mask: usize,
    /// In each 0, or the upper half of a name's hash, and the number of its atom, plus one.
    slots: Box<[AtomicU64]>,
}

/// The atoms by their names.
pub(super) struct ByName {
    newest: AtomicPtr<Slots>,
    /// Drawn at the start, so that nobody knows names whose hashes are the same.
    seed: u64,
}

/// Places of the first table: enough for OTP's own atoms.
const FIRST: usize = 1 << 15;

/// Mixes two numbers; all bits depend on all of theirs.
#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Slots {
    fn new(n: usize) -> *mut Slots {
        let slots = (0..n).map(|_| AtomicU64::new(0)).collect();
        ptr::from_ref(Box::leak(Box::new(Slots { mask: n - 1, slots }))).cast_mut()
    }

    /// Puts an atom, of which there is none yet, where there is room; only for who may add.
    fn put(&self, atom: Atom, hash: u64) {
        let mut i = hash as usize;
        while self.slots[i & self.mask].load(Ordering::Relaxed) != 0 {
            i = i.wrapping_add(1);
        }
        let value = hash & !0xffff_ffff | u64::from(atom.0 + 1);
        self.slots[i & self.mask].store(value, Ordering::Release);
    }
}

impl ByName {
    /// Bytes that an atom takes, about.
    pub(super) const EACH: usize = 4 * size_of::<AtomicU64>();

    pub(super) fn new() -> ByName {
        let seed = RandomState::new().hash_one(0_u8);
        ByName { newest: AtomicPtr::new(Slots::new(FIRST)), seed }
    }

    #[inline(always)]
    fn hash(&self, name: &[u8], prefix: u64) -> u64 {
        let mut hash = mix(prefix ^ self.seed, 0x9e37_79b9_7f4a_7c15 ^ name.len() as u64);
        if let (PREFIX.., Some(last)) = (name.len(), name.last_chunk()) {
            // The last bytes overlap those before them.
            for bytes in name[PREFIX..].chunks_exact(PREFIX) {
                hash = mix(hash ^ super::prefix(bytes), 0xd1b5_4a32_d192_ed03);
            }
            hash = mix(hash ^ u64::from_le_bytes(*last), 0xd1b5_4a32_d192_ed03);
        }
        hash
    }

    /// The atom of a name, whose first bytes are at hand.
    #[inline]
    pub(super) fn find(&self, name: &[u8], prefix: u64) -> Option<Atom> {
        let hash = self.hash(name, prefix);
        // SAFETY: tables are never freed.
        let table = unsafe { &*self.newest.load(Ordering::Acquire) };
        let mut i = hash as usize;
        loop {
            // Stored after the entry had been written.
            let slot = table.slots[i & table.mask].load(Ordering::Acquire);
            if slot == 0 {
                return None;
            }
            if (slot ^ hash) >> 32 == 0 {
                let atom = Atom(slot as u32 - 1);
                let entry = entry(atom);
                if entry.prefix == prefix
                    && entry.name.len() == name.len()
                    && (name.len() <= PREFIX || entry.name.as_bytes() == name)
                {
                    return Some(atom);
                }
            }
            i = i.wrapping_add(1);
        }
    }

    /// Adds an atom that is not there, and whose entry has been written; only for the one who may
    /// add.
    pub(super) fn add(&self, atom: Atom) {
        // SAFETY: tables are never freed.
        let table = unsafe { &*self.newest.load(Ordering::Acquire) };
        let hash = |atom| self.hash(entry(atom).name.as_bytes(), entry(atom).prefix);
        // Atoms have been added in the order of their numbers.
        if atom.0 as usize >= table.slots.len() / 2 {
            let larger = Slots::new(2 * table.slots.len());
            // SAFETY: just made.
            let slots = unsafe { &*larger };
            (0..=atom.0).map(Atom).for_each(|atom| slots.put(atom, hash(atom)));
            self.newest.store(larger, Ordering::Release);
            return;
        }
        table.put(atom, hash(atom));
    }
}
