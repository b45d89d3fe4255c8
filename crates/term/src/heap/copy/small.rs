//! Copies of small terms: one walk, depth first, in which each word is read once. They are so small
//! that it may call itself for what a term consists of.

use super::{NO_MEMORY, OwnedTerm};
use crate::heap::{Frag, copy_words, words_between};
use crate::literal_space;
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
        Kind::Record,
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
/// There is room for `room` words, [`MOST`] at most.
#[inline]
pub(super) unsafe fn copy(root: Word, to: *mut Word, room: usize) -> Option<(Word, usize)> {
    debug_assert!(room <= MOST);
    if !needs(root) {
        return Some((root, 0));
    }
    // SAFETY: pointers in terms refer to live objects; what is written has been found to fit.
    unsafe {
        let mut top = to;
        let root = object(root, &mut top, to.add(room))?;
        Some((root, words_between(to, top)))
    }
}

#[inline(always)]
fn needs(w: Word) -> bool {
    is_pointer(w) && !literal_space::is_literal(w)
}

/// Copies an object with all that it consists of to `top`, each behind what refers to it. There is
/// room for [`MOST`] words, each object takes some: so it does not call itself more often.
///
/// # Safety
/// The word points to a live object; there is room up to `end`.
unsafe fn object(w: Word, top: &mut *mut Word, end: *mut Word) -> Option<Word> {
    // SAFETY: the word points to a live object, whose header tells how many words it has; before
    // they are copied it is looked whether there is room up to `end`.
    unsafe {
        if is_list(w) {
            return list(w, top, end);
        }
        let (from, at) = (address(w), *top);
        let header = *from;
        if PLAIN >> header_kind_bits(header) & 1 == 0 {
            return None;
        }
        let words = 1 + header_size(header);
        if words_between(at, end) < words {
            return None;
        }
        *top = at.add(words);
        if is_raw_bits(header_kind_bits(header)) {
            copy_words(from, at, words);
        } else {
            at.write(header);
            for i in 1..words {
                let part = *from.add(i);
                let part = if needs(part) { object(part, top, end)? } else { part };
                at.add(i).write(part);
            }
        }
        Some(at as Word | w & TAG_MASK)
    }
}

/// As [`object`], for a list.
///
/// # Safety
/// As there.
unsafe fn list(mut w: Word, top: &mut *mut Word, end: *mut Word) -> Option<Word> {
    let root = *top as Word | w & TAG_MASK;
    // SAFETY: the word points to a live cell, and so does each tail that is a list; before a cell
    // is copied it is looked whether there is room for it up to `end`.
    unsafe {
        loop {
            let (from, at) = (address(w), *top);
            if words_between(at, end) < 2 {
                return None;
            }
            *top = at.add(2);
            let (head, tail) = (*from, *from.add(1));
            at.write(if needs(head) { object(head, top, end)? } else { head });
            let more = needs(tail);
            if !more || !is_list(tail) {
                at.add(1).write(if more { object(tail, top, end)? } else { tail });
                return Some(root);
            }
            // The next cell comes right here.
            at.add(1).write(*top as Word | tail & TAG_MASK);
            w = tail;
        }
    }
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
    // SAFETY: `words` words can be read at `from`, where the copy has been made, and written at
    // `to`; they are whole objects, whose headers tell how many words are to be changed.
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
