//! Copies of small terms: one walk, breadth first, in which the copy itself says what is still to
//! be copied (Cheney, "A nonrecursive list compacting algorithm", 1970).

use super::{NO_MEMORY, OwnedTerm};
use crate::heap::{Frag, copy_words, words_between};
use crate::literal;
use crate::term::Term;
use crate::word::*;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

/// Words that a small term takes at most.
pub(super) const MOST: usize = 64;

/// A bit for each kind of object that is copied as it is, but for the terms in it.
const PLAIN: u32 = {
    let kinds = [
        Kind::Tuple,
        Kind::PosBig,
        Kind::NegBig,
        Kind::Float,
        Kind::Fun,
        Kind::Export,
        Kind::HeapBin,
        Kind::SubBits,
        Kind::FlatMap,
        Kind::HashMap,
        Kind::HashNode,
        Kind::Ref,
        Kind::ExtPid,
        Kind::ExtPort,
        Kind::ExtRef,
    ];
    let (mut bits, mut i) = (0, 0);
    while i < kinds.len() {
        bits |= 1 << kinds[i] as u32;
        i += 1;
    }
    bits
};

/// A copy with memory of its own, which shares literals. None if the term is not small.
#[inline]
pub(super) fn owned(t: Term<'_>) -> Option<OwnedTerm> {
    let mut place = [MaybeUninit::<Word>::uninit(); MOST];
    let here: *mut Word = place.as_mut_ptr().cast();
    // SAFETY: so much room is there.
    let (root, words) = unsafe { copy(t.word(), here, MOST)? };
    if words == 0 {
        return Some(OwnedTerm { root, frag: NO_MEMORY });
    }
    probes::fire!(move erlang::copy__struct, words);
    let frag = Frag::new(words);
    // SAFETY: the fragment has as many words as have been written here.
    unsafe {
        let there = Frag::words(frag);
        let root = move_copy(here, there, words, root);
        Some(OwnedTerm { root, frag: NonNull::new_unchecked(frag) })
    }
}

/// Copies a term to `to`; gives its new root, and the words that have been used. None if there are
/// not enough, or if it refers to something outside heaps.
///
/// # Safety
/// There is room for `room` words.
#[inline]
pub(super) unsafe fn copy(root: Word, to: *mut Word, room: usize) -> Option<(Word, usize)> {
    if !needs(root) {
        return Some((root, 0));
    }
    // SAFETY: pointers in terms refer to live objects; what is written has been found to fit.
    unsafe {
        let end = to.add(room);
        let mut top = to;
        let root = object(root, &mut top, end)?;
        let mut at = to;
        while at < top {
            let w = *at;
            if needs(w) {
                at.write(object(w, &mut top, end)?);
            }
            at = behind(at, w);
        }
        Some((root, words_between(to, top)))
    }
}

#[inline(always)]
fn needs(w: Word) -> bool {
    is_pointer(w) && !literal::is_literal(w)
}

/// Where the next word is that may be a term, in words that objects fill.
///
/// # Safety
/// An object's word is at `at`, the first one if it is raw.
#[inline(always)]
unsafe fn behind(at: *mut Word, w: Word) -> *mut Word {
    let raw = is_header(w) && is_raw_bits(header_kind_bits(w));
    // SAFETY: the object's words lie there.
    unsafe { at.add(if raw { 1 + header_size(w) } else { 1 }) }
}

/// Copies the words of one object to `top`.
///
/// # Safety
/// The word points to a live object; there is room up to `end`.
#[inline(always)]
unsafe fn object(w: Word, top: &mut *mut Word, end: *mut Word) -> Option<Word> {
    // SAFETY: as promised.
    unsafe {
        let (from, at) = (address(w), *top);
        let words = match is_list(w) {
            true => 2,
            false if PLAIN >> header_kind_bits(*from) & 1 == 0 => return None,
            false => 1 + header_size(*from),
        };
        if words_between(at, end) < words {
            return None;
        }
        copy_words(from, at, words);
        *top = at.add(words);
        Some(at as Word | w & TAG_MASK)
    }
}

/// Moves a copy with all that it consists of; gives its new root.
///
/// # Safety
/// [`copy`] has made it at `from`, with so many words; there is as much room at `to`.
#[inline(always)]
unsafe fn move_copy(from: *mut Word, to: *mut Word, words: usize, root: Word) -> Word {
    let moved = |w: Word| match is_pointer(w) && (w as usize).wrapping_sub(from as usize) < MOST * 8
    {
        true => w - from as Word + to as Word,
        false => w,
    };
    // SAFETY: as promised.
    unsafe {
        copy_words(from, to, words);
        let (mut at, end) = (to, to.add(words));
        while at < end {
            let w = *at;
            at.write(moved(w));
            at = behind(at, w);
        }
    }
    moved(root)
}
