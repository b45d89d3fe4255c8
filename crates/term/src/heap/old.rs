//! The old generation: blocks of mature objects. The newest one has room for more; the others stay
//! as they are until everything is collected.
//!
//! A block's record stands in its last words, as most heaps are small and have none.

use super::{Heap, allocate_block, free_block, words_between};
use crate::word::*;
use std::ptr;

/// The record at the end of a block.
#[repr(C)]
struct Record {
    /// The record of the block that was the newest before.
    next: *mut Record,
    /// Where the block begins and where its objects end; of the newest one the heap knows it.
    start: *mut Word,
    top: *mut Word,
    /// Words that may mature before a major collection is due.
    limit: usize,
    /// How many minor collections there had been.
    taken_at: usize,
}

/// Its size in words.
pub(crate) const RECORD: usize = size_of::<Record>() / size_of::<Word>();

impl Heap {
    /// The newest block's record.
    fn newest(&self) -> Option<&Record> {
        // SAFETY: a block's record is there as long as the block; an old block ends with it.
        (!self.old_start.is_null()).then(|| unsafe { &*self.old_end.cast::<Record>() })
    }

    /// Where each block begins, where its objects and where its room ends; the newest is the first.
    fn old_blocks(&self) -> impl Iterator<Item = (*mut Word, *mut Word, *mut Word)> {
        let newest = self.newest().map(|_| (self.old_start, self.old_top, self.old_end));
        let mut rest = self.newest().map_or(ptr::null_mut(), |record| record.next);
        newest.into_iter().chain(std::iter::from_fn(move || {
            if rest.is_null() {
                return None;
            }
            // SAFETY: the link in a newer block's record leads to the record of an older one, which
            // is there until `free_old` frees all blocks or a collection replaces them; both borrow
            // the heap mutably.
            let Record { next, start, top, .. } = unsafe { rest.read() };
            Some((start, top, std::mem::replace(&mut rest, next).cast()))
        }))
    }

    /// Where the objects of each block begin and end, the newest block's first.
    pub(crate) fn old_objects(&self) -> impl Iterator<Item = (*mut Word, *mut Word)> {
        self.old_blocks().map(|(start, top, _)| (start, top))
    }

    /// Words of the objects in all blocks.
    pub(crate) fn old_used(&self) -> usize {
        self.old_objects().map(|(start, top)| words_between(start, top)).sum()
    }

    /// Words of all blocks.
    pub(crate) fn old_size(&self) -> usize {
        self.old_blocks().map(|(start, _, end)| words_between(start, end) + RECORD).sum()
    }

    /// Words that can mature without another block.
    pub(crate) fn old_room(&self) -> usize {
        words_between(self.old_top, self.old_end)
    }

    /// How many words there may be before a major collection is due; none if there is no block.
    pub(crate) fn old_limit(&self) -> Option<usize> {
        self.newest().map(|record| record.limit)
    }

    /// Whether the newest block is new since the last collection.
    pub(crate) fn is_old_block_new(&self) -> bool {
        self.newest().is_some_and(|record| record.taken_at == self.minor_count as usize)
    }

    /// Whether an object lies in one of the blocks.
    pub(crate) fn is_old(&self, object: *mut Word) -> bool {
        self.old_objects().any(|(start, top)| (start..top).contains(&object))
    }

    /// Makes a block for `words` words the newest one.
    pub(crate) fn new_old_block(&mut self, words: usize, limit: usize) {
        let start = allocate_block(words + RECORD);
        // SAFETY: it has room for the record, and no objects yet.
        unsafe { self.take_old_block(start, start, start.wrapping_add(words + RECORD), limit) };
    }

    /// Makes a block the newest one, in a minor collection.
    ///
    /// # Safety
    /// `start..end` comes from [`allocate_block`] and is the old generation's from here. Up to
    /// `top` are objects; what is behind that is needed until the end of the collection at most,
    /// and what is in the last words, where the record goes, is not.
    pub(crate) unsafe fn take_old_block(
        &mut self,
        start: *mut Word,
        top: *mut Word,
        end: *mut Word,
        limit: usize,
    ) {
        let mut next = ptr::null_mut();
        if !self.old_start.is_null() {
            next = self.old_end.cast::<Record>();
            // SAFETY: the record of the block that was the newest until now.
            unsafe { ((*next).start, (*next).top) = (self.old_start, self.old_top) };
        }
        (self.old_start, self.old_top) = (start, top);
        self.old_end = end.wrapping_sub(RECORD);
        let taken_at = self.minor_count as usize + 1;
        // SAFETY: the record takes the last words of the caller's block, which nothing else needs.
        unsafe {
            self.old_end.cast::<Record>().write(Record { next, start, top, limit, taken_at });
        }
        debug_assert!(self.old_blocks().count() < 256, "each is a part of what was there before");
    }

    /// Frees all blocks.
    ///
    /// # Safety
    /// Nothing refers to their objects any more.
    pub(crate) unsafe fn free_old(&mut self) {
        // The iterator has read a block's record before it gives the block, which may be freed
        // then.
        for (start, _, end) in self.old_blocks() {
            // SAFETY: the blocks are the heap's own.
            unsafe { free_block(start, end.wrapping_add(RECORD)) };
        }
        (self.old_start, self.old_top, self.old_end) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
    }
}
