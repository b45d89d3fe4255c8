//! From the hash of a key to its rows: buckets of one cache line each.
//!
//! A slot has the address of a row and 15 bits of its hash, so that a look at one line, and then at
//! the row itself, is all that a lookup costs. The hash table is linear: buckets are split one at a
//! time, so that no insertion pays for a whole table, and those that are there never move.
//!
//! An index is changed under the lock of its shard. A lookup needs no lock: slots are atomics, and
//! rows and lines that are taken out are freed only when no lookup can see them any more
//! ([`super::retire`]). A lookup may miss a key that is just being moved to another bucket. The
//! version is odd then, or has changed, and a lookup that has found nothing begins again.

use super::retire;
use std::alloc::{Layout, dealloc};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering, fence};
use term::Row;
use term::memory::{self, Purpose};

const SLOTS: usize = 7;
/// Enough for 2^27 buckets.
const SEGMENTS: usize = 28;
/// Keys in two buckets, on average: when there are more, another bucket is made.
const MANY: usize = 7;
/// Keys in two buckets, on average: when there are fewer, a bucket is given up.
const FEW: usize = 3;
/// The least number of buckets of an index that has keys: few, so that small tables stay small,
/// and more than one, so that not all keys share it.
const LEAST: u32 = 4;

/// The slot's rows are several: it is the address of a `Several`, not of a row.
pub(super) const SEVERAL: u64 = 1;
/// The slot's key has been deleted while the table was fixed.
pub(super) const DEAD: u64 = 2;
const ADDRESS: u64 = (1 << 48) - 8;

/// The address in a slot of an index or a place of a slab, without the bits beside it.
#[inline(always)]
pub(super) fn address(slot: u64) -> *mut u8 {
    (slot & ADDRESS) as *mut u8
}

/// The bits of a hash that a slot has; they are not 0, so that no slot in use looks empty.
#[inline(always)]
fn tag(hash: u32) -> u64 {
    u64::from(hash >> 16 | 1) << 48
}

#[repr(C, align(64))]
struct Line {
    slots: [AtomicU64; SLOTS],
    /// Another line, where one is not enough.
    more: AtomicPtr<Line>,
}

impl Line {
    /// A bit for each slot that has this tag. All slots are compared at once, as it cannot be
    /// predicted which of them has the tag. Other threads may change slots meanwhile.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn tagged(&self, wanted: u64) -> u32 {
        use std::arch::{asm, x86_64::*};
        // SAFETY: `self` is a line of 64 bytes, aligned to 64, so the four loads of 16 bytes stay
        // within it and are aligned. Each slot is an aligned half of one load, which the processor
        // reads as a whole, as it would an atomic.
        unsafe {
            let tag = _mm_set1_epi16(wanted as i16);
            let (mut a, mut b, mut c, mut d) = (tag, tag, tag, tag);
            asm!(
                "pcmpeqw {a}, [{line}]",
                "pcmpeqw {b}, [{line} + 16]",
                "pcmpeqw {c}, [{line} + 32]",
                "pcmpeqw {d}, [{line} + 48]",
                a = inout(xmm_reg) a, b = inout(xmm_reg) b,
                c = inout(xmm_reg) c, d = inout(xmm_reg) d,
                line = in(reg) self, options(readonly, nostack, preserves_flags)
            );
            // The tag is the uppermost quarter of each slot, and so in its upper half.
            let four = |a, b| {
                let upper =
                    _mm_shuffle_ps::<0b11_01_11_01>(_mm_castsi128_ps(a), _mm_castsi128_ps(b));
                _mm_movemask_ps(upper) as u32
            };
            (four(a, b) | four(c, d) << 4) & ((1 << SLOTS) - 1)
        }
    }

    /// A bit for each slot that has this tag.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    fn tagged(&self, wanted: u64) -> u32 {
        let tags = self.slots.iter().map(|slot| slot.load(Ordering::Relaxed) >> 48);
        tags.enumerate().fold(0, |bits, (i, tag)| bits | u32::from(tag == wanted) << i)
    }
}

type Directory = [AtomicPtr<Line>; SEGMENTS];

/// The buckets of a shard.
pub(super) struct Index {
    /// Odd while keys are moved, and changes with it.
    version: AtomicU32,
    /// How many buckets there are: a [`shape`].
    shape: AtomicU64,
    /// The first segment has one bucket, each further one as many as all before it together.
    segments: AtomicPtr<Directory>,
    /// Whether other threads may be looking without the lock.
    shared: bool,
}

fn allocate(lines: usize) -> *mut Line {
    let layout = Layout::array::<Line>(lines).expect("size of an index");
    memory::allocate_zeroed(Purpose::Table, layout).as_ptr().cast()
}

/// Lines that are to be freed.
struct Lines(*mut Line, usize);

// SAFETY: the lines have been taken out of their index, nothing in them is used any more, and they
// may be freed on any thread.
unsafe impl Send for Lines {}

impl Drop for Lines {
    fn drop(&mut self) {
        // SAFETY: `allocate` has made them, with this number and so this layout; they have been
        // taken out of their index, and no lookup sees them any more.
        unsafe { dealloc(self.0.cast(), Layout::array::<Line>(self.1).expect("size")) };
    }
}

/// The buckets that an index had, to be freed when no lookup sees them any more.
pub(super) struct Garbage {
    _lines: Vec<Lines>,
    _segments: Option<Box<Directory>>,
}

/// Segment of a bucket, and where it is in it.
#[inline(always)]
fn place(bucket: u32) -> (usize, usize) {
    // One more than the logarithm of the bucket, and 0 for that of 0.
    let segment = (2 * bucket + 1).ilog2() as usize;
    (segment, bucket as usize - (1_usize << segment >> 1))
}

fn segment_len(segment: usize) -> usize {
    (1_usize << segment >> 1).max(1)
}

/// For `n` buckets: their number, and above it a mask for the bits of a hash that tell them apart.
/// A lookup needs both, and to make the mask takes as long as to compare all slots of a line.
fn shape(n: u32) -> u64 {
    u64::from(n) | u64::from(n.next_power_of_two() - 1) << 32
}

/// The bucket of a hash in an index of this shape.
#[inline(always)]
fn bucket(hash: u32, shape: u64) -> u32 {
    let (n, mask) = (shape as u32, (shape >> 32) as u32);
    let b = hash & mask;
    if b < n { b } else { b & mask >> 1 }
}

impl Index {
    pub fn new(shared: bool) -> Index {
        Index {
            version: AtomicU32::new(0),
            shape: AtomicU64::new(shape(0)),
            segments: AtomicPtr::default(),
            shared,
        }
    }

    /// Number of buckets.
    pub fn buckets(&self) -> u32 {
        self.shape.load(Ordering::Relaxed) as u32
    }

    #[inline(always)]
    fn first(&self, bucket: u32) -> *const Line {
        let (segment, at) = place(bucket);
        // SAFETY: directory and segments are freed only by `take`. The caller holds the shard's
        // lock, or a `Watch`, for which `clear` waits before it frees. A segment is entered with
        // all its lines, so the one at `at` is there.
        unsafe {
            match self.segments.load(Ordering::Acquire).as_ref() {
                Some(all) => match all[segment].load(Ordering::Acquire) {
                    lines if lines.is_null() => ptr::null(),
                    lines => lines.add(at),
                },
                None => ptr::null(),
            }
        }
    }

    /// The first slot with the tag of a hash of which `is` says that it is the one.
    #[inline(always)]
    pub fn find(&self, hash: u32, mut is: impl FnMut(u64) -> bool) -> Option<u64> {
        let shape = self.shape.load(Ordering::Acquire);
        if shape == 0 {
            return None;
        }
        // SAFETY: null or a line of the bucket. Lines are freed only by `take`, for which the
        // caller's lock or `Watch` stands in the way.
        let mut line = unsafe { self.first(bucket(hash, shape)).as_ref() };
        let wanted = tag(hash) >> 48;
        while let Some(l) = line {
            let mut candidates = l.tagged(wanted);
            while candidates != 0 {
                let slot = l.slots[candidates.trailing_zeros() as usize].load(Ordering::Acquire);
                // Another thread may have changed the slot since the tags were compared.
                if slot >> 48 == wanted && is(slot) {
                    return Some(slot);
                }
                candidates &= candidates - 1;
            }
            // SAFETY: `more` is null or a line that `add` has made whole before it stored it; it is
            // freed together with the line before.
            line = unsafe { l.more.load(Ordering::Acquire).as_ref() };
        }
        None
    }

    /// Asks for the memory of the bucket of a hash to be fetched.
    pub fn fetch(&self, hash: u32) {
        let shape = self.shape.load(Ordering::Relaxed);
        if shape != 0 {
            Row::prefetch(self.first(bucket(hash, shape)).cast());
        }
    }

    /// As [`Index::find`], for a caller with a `Watch` instead of the lock.
    #[inline(always)]
    pub fn find_unlocked(&self, hash: u32, mut is: impl FnMut(u64) -> bool) -> Option<u64> {
        loop {
            let version = self.version.load(Ordering::Acquire);
            if let Some(slot) = self.find(hash, &mut is) {
                return Some(slot);
            }
            fence(Ordering::Acquire);
            if version & 1 == 0 && self.version.load(Ordering::Relaxed) == version {
                return None;
            }
            std::hint::spin_loop();
        }
    }

    /// The first line of a hash, for a caller that holds the lock.
    fn home(&self, hash: u32) -> *const Line {
        self.first(bucket(hash, self.shape.load(Ordering::Relaxed)))
    }

    /// The slot that has an address, for a caller that holds the lock to write.
    fn slot_of(&self, hash: u32, address_of: *mut u8) -> &AtomicU64 {
        // SAFETY: null or a line of the bucket; lines are freed only under the lock, which the
        // caller holds.
        let mut line = unsafe { self.home(hash).as_ref() };
        while let Some(l) = line {
            for slot in &l.slots {
                if address(slot.load(Ordering::Relaxed)) == address_of {
                    return slot;
                }
            }
            // SAFETY: null or a line that `add` has put here, which is freed together with the line
            // before.
            line = unsafe { l.more.load(Ordering::Relaxed).as_ref() };
        }
        unreachable!("each key of a table has a slot")
    }

    /// Puts another address, with its bits, into the slot that has the old one.
    pub fn replace(&self, hash: u32, old: *mut u8, new: u64) {
        self.slot_of(hash, old).store(new | tag(hash), Ordering::Release);
    }

    /// Empties the slot that has an address.
    pub fn remove(&self, hash: u32, old: *mut u8) {
        self.slot_of(hash, old).store(0, Ordering::Release);
    }

    /// Puts an address, with its bits, into a slot of a key that has none yet.
    pub fn add(&self, hash: u32, new: u64) {
        let mut line = self.home(hash);
        // SAFETY: `grow` has been called, so the bucket is there and its line is not null. Lines
        // are freed only under the lock, which the caller holds to write; nobody else adds lines.
        // Others read the slots, which are atomics.
        unsafe {
            loop {
                for slot in &(*line).slots {
                    if slot.load(Ordering::Relaxed) == 0 {
                        return slot.store(new | tag(hash), Ordering::Release);
                    }
                }
                let mut next = (*line).more.load(Ordering::Relaxed);
                if next.is_null() {
                    next = allocate(1);
                    (*line).more.store(next, Ordering::Release);
                }
                line = next;
            }
        }
    }

    /// Tells lookups without the lock that keys begin or end to be moved.
    fn moving(&self, on: bool) {
        let version = self.version.load(Ordering::Relaxed);
        debug_assert!((version & 1 == 0) == on);
        if on {
            self.version.store(version + 1, Ordering::Relaxed);
            fence(Ordering::Release);
        } else {
            self.version.store(version.wrapping_add(1), Ordering::Release);
        }
    }

    /// Makes room for this number of keys, of which one is new. `hash_of` gives the hash of a slot.
    pub fn grow(&self, keys: usize, hash_of: impl Fn(u64) -> u32) {
        let n = self.buckets();
        if n != 0 && keys * 2 <= n as usize * MANY {
            return;
        }
        if n == 0 {
            (0..LEAST).for_each(|bucket| self.make_room(bucket));
            return self.shape.store(shape(LEAST), Ordering::Release);
        }
        self.make_room(n);
        // Bucket `n` takes its keys from the bucket that it is split from.
        let half = n.next_power_of_two() >> u32::from(!n.is_power_of_two());
        self.moving(true);
        let now = shape(n + 1);
        self.shape.store(now, Ordering::Release);
        self.redistribute(n - half, |slot| bucket(hash_of(slot), now) != n - half, &hash_of);
        self.moving(false);
    }

    /// Makes the segment that a bucket is the first of.
    fn make_room(&self, bucket: u32) {
        let (segment, at) = place(bucket);
        if at != 0 {
            return;
        }
        assert!(segment < SEGMENTS, "an ETS table has too many keys");
        let mut all = self.segments.load(Ordering::Relaxed);
        if all.is_null() {
            all = Box::into_raw(Box::new([const { AtomicPtr::new(ptr::null_mut()) }; SEGMENTS]));
            self.segments.store(all, Ordering::Release);
        }
        // SAFETY: the directory has been made just now or before; it is freed only under the lock,
        // which the caller holds to write.
        let place = unsafe { &(&(*all))[segment] };
        if place.load(Ordering::Relaxed).is_null() {
            place.store(allocate(segment_len(segment)), Ordering::Release);
        }
    }

    /// Gives up a bucket if there are more than enough for this number of keys.
    pub fn shrink(&self, keys: usize, hash_of: impl Fn(u64) -> u32) {
        let n = self.buckets();
        if n <= LEAST || keys * 2 >= n as usize * FEW {
            return;
        }
        self.moving(true);
        self.shape.store(shape(n - 1), Ordering::Release);
        self.redistribute(n - 1, |_| true, hash_of);
        self.moving(false);
    }

    /// Moves those slots of a bucket for which `goes` says so to where they belong now.
    fn redistribute(&self, from: u32, goes: impl Fn(u64) -> bool, hash_of: impl Fn(u64) -> u32) {
        // SAFETY: null or a line of the bucket; lines are freed only under the lock, which the
        // caller holds to write.
        let mut line = unsafe { self.first(from).as_ref() };
        while let Some(l) = line {
            for place in &l.slots {
                let slot = place.load(Ordering::Relaxed);
                if slot != 0 && goes(slot) {
                    place.store(0, Ordering::Release);
                    self.add(hash_of(slot), slot & (ADDRESS | SEVERAL | DEAD));
                }
            }
            // SAFETY: null or a line that `add` has put here, which is freed together with the line
            // before.
            line = unsafe { l.more.load(Ordering::Relaxed).as_ref() };
        }
    }

    /// The slots of a bucket that are in use, for a caller that holds the lock.
    pub fn in_bucket(&self, bucket: u32) -> impl Iterator<Item = u64> {
        // SAFETY: null or a line of the bucket; lines are freed only under the lock, which the
        // caller holds while it uses the iterator.
        let mut line = unsafe { self.first(bucket).as_ref() };
        std::iter::from_fn(move || {
            let l = line?;
            // SAFETY: null or a line that `add` has put here, which is freed together with the line
            // before.
            line = unsafe { l.more.load(Ordering::Relaxed).as_ref() };
            Some(l)
        })
        .flat_map(|l| l.slots.iter().map(|s| s.load(Ordering::Relaxed)).filter(|&s| s != 0))
    }

    /// Forgets all keys, for a caller that holds the lock to write.
    pub fn clear(&self) {
        if self.buckets() == 0 {
            return;
        }
        self.moving(true);
        let garbage = self.take();
        self.moving(false);
        if self.shared {
            retire::later(move || drop(garbage));
        }
    }

    fn take(&self) -> Garbage {
        self.shape.store(shape(0), Ordering::Release);
        let all = self.segments.swap(ptr::null_mut(), Ordering::AcqRel);
        let mut lines = Vec::new();
        // SAFETY: `make_room` has made it from a box; the index has it no more, and the box is
        // freed only when `Garbage` is.
        let segments = (!all.is_null()).then(|| unsafe { Box::from_raw(all) });
        for (i, segment) in segments.iter().flat_map(|s| s.iter()).enumerate() {
            let first = segment.load(Ordering::Relaxed);
            if first.is_null() {
                continue;
            }
            for at in 0..segment_len(i) {
                // SAFETY: a segment has so many lines, and none has been freed yet.
                let mut more = unsafe { (*first.add(at)).more.load(Ordering::Relaxed) };
                while !more.is_null() {
                    lines.push(Lines(more, 1));
                    // SAFETY: a line that `add` has made; `lines` frees it, but not before all have
                    // been gathered.
                    more = unsafe { (*more).more.load(Ordering::Relaxed) };
                }
            }
            lines.push(Lines(first, segment_len(i)));
        }
        Garbage { _lines: lines, _segments: segments }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        drop(self.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_found_by_their_tags() {
        let tags = [1, 0xffff, 0x8001, 3, 0x7fff, 0x8001, 1];
        let line = Line {
            // The bits below the tag look like tags, too.
            slots: tags.map(|tag: u64| AtomicU64::new(tag << 48 | 0x8001_0003_0008)),
            more: AtomicPtr::new(ptr::without_provenance_mut(1 << 48 | 8)),
        };
        for wanted in [1, 3, 8, 0x7fff, 0x8001, 0x8003, 0xffff] {
            let bits = tags.iter().enumerate().map(|(i, &tag)| u32::from(tag == wanted) << i);
            assert_eq!(line.tagged(wanted), bits.sum(), "{wanted:x}");
        }
    }
}
