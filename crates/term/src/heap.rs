//! A heap: a block that terms are built in, with fragments for what does not fit.
//!
//! ```text
//! young block   start ──objects──► top ……free…… limit ◄──stack── end
//! old blocks    what survived two collections
//! fragments     built or received while the young block was full; emptied at the next collection
//! ```
//! Allocating takes `&self` and never collects; see the crate's first page.

mod binaries;
#[cfg(feature = "poison")]
mod check;
pub mod copy;
mod filling;
pub mod gc;
pub(crate) mod lists;
mod old;

pub use crate::term::Magic;
pub use filling::Filling;
pub use lists::Appending;
pub(crate) use old::RECORD;

use crate::gc::Pace;
use crate::memory::{self, Purpose};
use crate::refbin::RefBin;
use crate::term::Term;
use crate::word::*;
use crate::{Export, FunEntry, OwnedTerm};
use std::alloc::Layout;
#[cfg(not(feature = "poison"))]
use std::alloc::dealloc;
use std::any::TypeId;
use std::cell::Cell;
use std::ptr::{self, NonNull};
use tune::Tune;

/// Largest binary, in bytes, that is put on the heap itself.
pub const HEAP_BIN_MAX: usize = 64;

/// An additional block of a heap; the words follow in the same allocation.
#[repr(C)]
pub(crate) struct Frag {
    pub(crate) next: *mut Frag,
    /// Words there is room for.
    pub(crate) size: usize,
    /// First of the list of objects in it that own something outside the heap.
    pub(crate) off_heap: *mut Word,
}

impl Frag {
    fn layout(words: usize) -> Layout {
        Layout::from_size_align(size_of::<Frag>() + words * 8, 8).expect("size of a fragment")
    }

    pub(crate) fn new(words: usize) -> *mut Frag {
        let layout = Frag::layout(words);
        let p = memory::allocate(Purpose::HeapFragment, layout).as_ptr().cast::<Frag>();
        // SAFETY: fresh memory of the right layout.
        unsafe { p.write(Frag { next: ptr::null_mut(), size: words, off_heap: ptr::null_mut() }) };
        p
    }

    /// # Safety
    /// `frag` comes from [`Frag::new`].
    pub(crate) unsafe fn words(frag: *mut Frag) -> *mut Word {
        // SAFETY: the words follow the head.
        unsafe { frag.add(1).cast() }
    }

    /// # Safety
    /// `frag` comes from [`Frag::new`] and nothing refers to it any more.
    pub(crate) unsafe fn free(frag: *mut Frag) {
        // SAFETY: same layout as in `new`; the words are the fragment's own.
        unsafe {
            let size = (*frag).size;
            #[cfg(feature = "poison")]
            crate::poison::fill(Frag::words(frag), size);
            release(frag.cast(), Frag::layout(size));
        }
    }
}

/// A block of words; null when it has none.
pub(crate) fn allocate_block(words: usize) -> *mut Word {
    if words == 0 {
        return ptr::null_mut();
    }
    let layout = Layout::array::<Word>(words).expect("size of a heap");
    memory::allocate(Purpose::Heap, layout).as_ptr().cast()
}

/// # Safety
/// `start..end` comes from [`allocate_block`].
pub(crate) unsafe fn free_block(start: *mut Word, end: *mut Word) {
    if !start.is_null() {
        let words = words_between(start, end);
        // SAFETY: same layout as in `allocate_block`; the words are the block.
        unsafe {
            #[cfg(feature = "poison")]
            crate::poison::fill(start, words);
            release(start.cast(), Layout::array::<Word>(words).expect("size"));
        }
    }
}

/// Copies words to where there are none of them. Most objects have a few, which have often just
/// been written one by one: one by one they are read fastest, and without a call.
///
/// # Safety
/// As for [`ptr::copy_nonoverlapping`].
#[inline(always)]
pub unsafe fn copy_words(from: *const Word, to: *mut Word, n: usize) {
    const FEW: usize = 12;
    // SAFETY: the caller has `n` words to read at `from` and room for them at `to`, which does not
    // overlap. Volatile only keeps the compiler from making a call of it again.
    unsafe {
        if n <= FEW {
            for i in 0..n {
                to.add(i).write_volatile(from.add(i).read_volatile());
            }
        } else {
            ptr::copy_nonoverlapping(from, to, n);
        }
    }
}

/// # Safety
/// As for `dealloc`.
#[inline(always)]
pub(crate) unsafe fn release(p: *mut u8, layout: Layout) {
    // SAFETY: passed on.
    #[cfg(not(feature = "poison"))]
    unsafe {
        dealloc(p, layout);
    }
    // SAFETY: passed on.
    #[cfg(feature = "poison")]
    unsafe {
        crate::poison::release(p, layout);
    }
}

#[inline(always)]
pub(crate) fn words_between(from: *mut Word, to: *mut Word) -> usize {
    (to as usize - from as usize) / 8
}

/// Gives up what an off-heap object owns.
///
/// # Safety
/// `object` is a live object of an off-heap list, which nothing refers to any more.
pub(crate) unsafe fn release_off_heap(object: *mut Word) {
    // SAFETY: `RefcBin` owns what its word 2 points to, `MagicRef` what is at its word 3.
    unsafe {
        match header_kind(*object) {
            Kind::RefcBin => drop(RefBin::from_raw(*object.add(2) as *mut u8)),
            Kind::MagicRef => drop(object.add(3).cast::<Magic>().read()),
            kind => unreachable!("off-heap object of kind {kind:?}"),
        }
    }
}

/// Bytes that an off-heap object keeps from being freed, as far as collections care.
///
/// # Safety
/// `object` is a live object of an off-heap list.
pub(crate) unsafe fn bytes_of(object: *mut Word) -> usize {
    // SAFETY: the word after a `RefcBin`'s header is its size.
    unsafe {
        match header_kind(*object) {
            Kind::RefcBin => small_value(*object.add(1)) as usize,
            _ => 64,
        }
    }
}

/// The place of the link to the next object in an off-heap list.
///
/// # Safety
/// `object` is an object of an off-heap list.
pub(crate) unsafe fn off_heap_link(object: *mut Word) -> *mut Word {
    // SAFETY: the last word of such an object is the link.
    unsafe { object.add(header_size(*object)) }
}

/// Notes in a match context where its original's bytes are.
///
/// # Safety
/// `context` is a match context whose original is where its word says.
#[inline]
pub(crate) unsafe fn point_to_bytes(context: *mut Word) {
    // SAFETY: the context's word refers to its original, so the bytes are where they will be.
    unsafe { point_to_bytes_of(context, address(*context.add(1))) };
}

/// As [`point_to_bytes`], of an original that will be where the context's word says.
///
/// # Safety
/// `context` is a match context; `now` is its original.
#[inline]
pub(crate) unsafe fn point_to_bytes_of(context: *mut Word, now: *mut Word) {
    // SAFETY: originals are `HeapBin`s, with bytes after two words, or `RefcBin`s, which keep their
    // binary alive.
    unsafe {
        let bytes = match header_kind(*now) {
            Kind::HeapBin => address(*context.add(1)).wrapping_add(2).cast(),
            _ => RefBin::with_raw(*now.add(2) as *mut u8, RefBin::data),
        };
        context.add(4).write(bytes as Word);
    }
}

/// A heap, with its stack if it is a process's.
#[repr(C)]
pub struct Heap {
    // First what changes seldom: in a process it stands in a cache line that others read. Of the
    // old blocks, the newest.
    pub(crate) old_start: *mut Word,
    pub(crate) old_end: *mut Word,
    // Not beside the limit: built-ins that native code calls write both, one after the other, and
    // what reads both in one piece soon afterwards waits until they are in the cache.
    pub(crate) top: Cell<*mut Word>,
    pub(crate) start: Cell<*mut Word>,
    pub(crate) limit: Cell<*mut Word>,
    pub(crate) end: Cell<*mut Word>,
    pub(crate) high_water: Cell<*mut Word>,
    pub(crate) frag_top: Cell<*mut Word>,
    pub(crate) frag_limit: Cell<*mut Word>,
    pub(crate) frags: Cell<*mut Frag>,
    pub(crate) frag_words: Cell<usize>,
    pub(crate) off_heap: Cell<*mut Word>,
    /// Bytes of off-heap binaries that the objects in `off_heap` refer to.
    pub(crate) virtual_bytes: Cell<usize>,
    pub(crate) old_top: *mut Word,
    pub(crate) old_off_heap: *mut Word,
    /// Words the next young block should have.
    pub(crate) target: usize,
    pub(crate) min_words: u32,
    pub(crate) minor_count: u32,
    pub(crate) fullsweep_after: u32,
    /// Kilobytes of off-heap binaries in the old generation, as far as collections care, and how
    /// many make the next one a major one.
    pub(crate) old_kb: u32,
    pub(crate) old_kb_limit: u32,
    /// The next collection must be a major one: what is old may refer to what is young.
    pub(crate) major_next: Cell<bool>,
    /// The slice of the last collection.
    pub(crate) slice: u8,
    /// How many there were since the owner has waited or been asked to collect.
    pub(crate) unbroken: Cell<u8>,
    /// How many there were in it, and the room that its owner gets as it collects often.
    pub(crate) pace: Pace,
}

// SAFETY: a heap owns all it points to; what is shared (binaries, magic objects) is Send and Sync.
unsafe impl Send for Heap {}

impl Heap {
    /// A heap with room for `words` words before it needs fragments; 0 is allowed.
    #[inline(always)]
    pub fn new(words: usize) -> Heap {
        let start = allocate_block(words);
        let end = start.wrapping_add(words);
        Heap {
            start: Cell::new(start),
            top: Cell::new(start),
            limit: Cell::new(end),
            end: Cell::new(end),
            high_water: Cell::new(start),
            frag_top: Cell::default(),
            frag_limit: Cell::default(),
            frags: Cell::default(),
            frag_words: Cell::new(0),
            off_heap: Cell::default(),
            virtual_bytes: Cell::new(0),
            old_start: ptr::null_mut(),
            old_top: ptr::null_mut(),
            old_end: ptr::null_mut(),
            old_off_heap: ptr::null_mut(),
            target: words,
            min_words: words as u32,
            minor_count: 0,
            fullsweep_after: 65535,
            old_kb: 0,
            old_kb_limit: tune::get(Tune::OldBinaries),
            major_next: Cell::new(false),
            slice: 0,
            unbroken: Cell::new(0),
            pace: Pace::default(),
        }
    }

    /// Takes `n` words; never collects. The caller must fill all of them before anything else looks
    /// at the heap.
    #[inline(always)]
    pub fn alloc(&self, n: usize) -> *mut Word {
        let p = self.top.get();
        if self.has_room(n) {
            self.top.set(p.wrapping_add(n));
            p
        } else {
            self.alloc_in_fragment(n)
        }
    }

    /// Whether so many words are free in the young block.
    #[inline(always)]
    pub fn has_room(&self, n: usize) -> bool {
        (self.limit.get() as usize).wrapping_sub(self.top.get() as usize) >= n * 8
    }

    /// Words that are free in the young block.
    #[inline(always)]
    pub fn room(&self) -> usize {
        words_between(self.top.get(), self.limit.get())
    }

    /// As [`Heap::alloc`], but not what is free in the young block. A library that makes many terms
    /// in a call comes here often: only a new fragment needs registers that are to be saved.
    #[cold]
    pub fn alloc_in_fragment(&self, n: usize) -> *mut Word {
        let p = self.frag_top.get();
        if !p.is_null() && self.frag_limit.get() as usize - p as usize >= n * 8 {
            self.frag_top.set(p.wrapping_add(n));
            return p;
        }
        self.alloc_in_new_fragment(n)
    }

    #[cold]
    #[inline(never)]
    fn alloc_in_new_fragment(&self, n: usize) -> *mut Word {
        // The rest of the last one is not used any more.
        let unused = words_between(self.frag_top.get(), self.frag_limit.get());
        let size = n.max(64).max(self.frag_words.get().min(1 << 17));
        let frag = Frag::new(size);
        // SAFETY: just made.
        let p = unsafe {
            (*frag).next = self.frags.get();
            Frag::words(frag)
        };
        self.frags.set(frag);
        self.frag_words.set(self.frag_words.get() - unused + size);
        self.frag_top.set(p.wrapping_add(n));
        self.frag_limit.set(p.wrapping_add(size));
        p
    }

    /// Takes `n` words as [`Heap::alloc`], as a slice of zeros.
    #[allow(clippy::mut_from_ref)] // Fresh memory at each call: no two results overlap.
    fn object(&self, header_word: Word) -> &mut [Word] {
        let n = header_size(header_word);
        let p = self.alloc(n + 1);
        // SAFETY: `alloc` gives n + 1 words that nobody else knows of.
        let words = unsafe {
            p.write_bytes(0, n + 1);
            std::slice::from_raw_parts_mut(p, n + 1)
        };
        words[0] = header_word;
        words
    }

    #[inline(always)]
    fn boxed<'h>(p: *mut Word) -> Term<'h> {
        // SAFETY: callers pass the address of an object that they have just filled in.
        unsafe { Term::from_word(p as Word | TAG_BOXED) }
    }

    /// `[head|tail]`.
    #[inline(always)]
    pub fn cons<'h>(&'h self, head: Term<'h>, tail: Term<'h>) -> Term<'h> {
        let p = self.alloc(2);
        // SAFETY: two fresh words.
        unsafe {
            p.write(head.word());
            p.add(1).write(tail.word());
            Term::from_word(p as Word | TAG_LIST)
        }
    }

    /// A tuple of the elements.
    pub fn tuple<'h>(&'h self, elements: &[Term<'h>]) -> Term<'h> {
        let (t, place) = self.tuple_to_fill(elements.len());
        // SAFETY: fresh words, as many as elements; `Term` is a word.
        unsafe { copy_words(elements.as_ptr().cast(), place.as_ptr().cast(), elements.len()) };
        t
    }

    /// A tuple of so many elements, which are the first that come; `[]` where there are fewer.
    #[inline]
    pub fn tuple_of<'h>(&'h self, n: usize, elements: impl Iterator<Item = Term<'h>>) -> Term<'h> {
        self.node_of(Kind::Tuple, n, elements)
    }

    /// A tuple of so many elements, and where they are: the caller must write all of them before
    /// anything else looks at the heap.
    #[inline]
    pub fn tuple_to_fill<'h>(&'h self, n: usize) -> (Term<'h>, NonNull<Term<'h>>) {
        let p = self.alloc(n + 1);
        // SAFETY: fresh words, one more than elements; `Term` is a word.
        unsafe {
            p.write(header(Kind::Tuple, n));
            (Heap::boxed(p), NonNull::new_unchecked(p.add(1).cast()))
        }
    }

    /// A tuple of the elements, with another one in the place `at`.
    pub fn tuple_with<'h>(&'h self, elements: &[Term<'h>], at: usize, value: Term<'h>) -> Term<'h> {
        assert!(at < elements.len());
        let t = self.tuple(elements);
        // SAFETY: a fresh tuple, which nothing else refers to yet; the place is within it.
        unsafe { address(t.word()).add(1 + at).write(value.word()) };
        t
    }

    /// A float. It must be finite: Erlang has no infinities and no NaN.
    #[inline]
    pub fn float<'h>(&'h self, f: f64) -> Term<'h> {
        debug_assert!(f.is_finite());
        let p = self.alloc(2);
        // SAFETY: two fresh words.
        unsafe {
            p.write(header(Kind::Float, 1));
            p.add(1).write(f.to_bits());
        }
        Heap::boxed(p)
    }

    /// An integer, small or big.
    #[inline]
    pub fn integer<'h>(&'h self, i: i64) -> Term<'h> {
        match Term::try_small(i) {
            Some(t) => t,
            None => self.big(i < 0, &[i.unsigned_abs()]),
        }
    }

    /// An integer, small or big.
    pub fn unsigned<'h>(&'h self, i: u64) -> Term<'h> {
        self.big(false, &[i])
    }

    /// An integer, small or big.
    pub fn integer128<'h>(&'h self, i: i128) -> Term<'h> {
        let u = i.unsigned_abs();
        self.big(i < 0, &[u as u64, (u >> 64) as u64])
    }

    /// An integer of sign and magnitude (limbs least significant first, leading zeros allowed);
    /// small if it fits.
    pub fn big<'h>(&'h self, negative: bool, limbs: &[u64]) -> Term<'h> {
        let n = limbs.iter().rposition(|&l| l != 0).map_or(0, |i| i + 1);
        let limbs = &limbs[..n];
        match *limbs {
            [] => return Term::small(0),
            [l] if !negative && l <= SMALL_MAX as u64 => return Term::small(l as i64),
            [l] if negative && l <= SMALL_MIN.unsigned_abs() => {
                return Term::small((l as i64).wrapping_neg());
            }
            _ => {}
        }
        let kind = if negative { Kind::NegBig } else { Kind::PosBig };
        let words = self.object(header(kind, n));
        words[1..].copy_from_slice(limbs);
        Heap::boxed(words.as_mut_ptr())
    }

    /// An integer of at most `n` limbs that `fill` computes in place: it gets zeros and says
    /// whether the integer is negative.
    pub fn big_in_place<'h>(&'h self, n: usize, fill: impl FnOnce(&mut [u64]) -> bool) -> Term<'h> {
        let words = self.object(header(Kind::PosBig, n));
        let p = words.as_mut_ptr();
        let end = p.wrapping_add(n + 1);
        let limbs = &mut words[1..];
        let negative = fill(limbs);
        let used = limbs.iter().rposition(|&l| l != 0).map_or(0, |i| i + 1);
        let kept = match limbs[..used] {
            [] => Ok(0),
            [l] if !negative && l <= SMALL_MAX as u64 => Ok(l as i64),
            [l] if negative && l <= SMALL_MIN.unsigned_abs() => Ok((l as i64).wrapping_neg()),
            _ => Err(header(if negative { Kind::NegBig } else { Kind::PosBig }, used)),
        };
        match kept {
            Ok(small) => {
                self.give_back(p, end);
                Term::small(small)
            }
            Err(header) => {
                words[0] = header;
                self.give_back(p.wrapping_add(used + 1), end);
                Heap::boxed(p)
            }
        }
    }

    /// Makes the words `from..to`, the end of what an allocation gave, free again.
    fn give_back(&self, from: *mut Word, to: *mut Word) {
        if self.top.get() == to {
            self.top.set(from);
        } else if self.frag_top.get() == to {
            self.frag_top.set(from);
        } else if from != to {
            // SAFETY: at least one word, which the caller has just taken and nothing refers to.
            unsafe { from.write(header(Kind::Filler, words_between(from, to) - 1)) };
        }
    }

    /// A fun with its free variables; `creator` is the pid that made it.
    pub fn fun<'h>(
        &'h self,
        entry: &'static FunEntry,
        creator: Term<'h>,
        free: &[Term<'h>],
    ) -> Term<'h> {
        let words = self.object(header(Kind::Fun, 2 + free.len()));
        words[1] = ptr::from_ref(entry) as Word;
        words[2] = creator.word();
        for (slot, t) in words[3..].iter_mut().zip(free) {
            *slot = t.word();
        }
        Heap::boxed(words.as_mut_ptr())
    }

    /// `fun M:F/A`.
    pub fn export_fun<'h>(&'h self, export: &'static Export) -> Term<'h> {
        let words = self.object(header(Kind::Export, 1));
        words[1] = ptr::from_ref(export) as Word;
        Heap::boxed(words.as_mut_ptr())
    }

    /// A local reference of three numbers.
    pub fn reference<'h>(&'h self, n: [u32; 3]) -> Term<'h> {
        self.alias_ref(n, None)
    }

    /// A local reference which, as an alias, stands for a pid.
    pub fn alias_ref<'h>(&'h self, n: [u32; 3], pid: Option<Term<'h>>) -> Term<'h> {
        let words = self.object(header(Kind::Ref, 3));
        words[1] = u64::from(n[0]) | u64::from(n[1]) << 32;
        words[2] = u64::from(n[2]);
        words[3] = pid.map_or(0, Term::word);
        Heap::boxed(words.as_mut_ptr())
    }

    /// A local reference that keeps a Rust object alive as long as it is anywhere in the system.
    pub fn magic_ref<'h>(&'h self, n: [u32; 3], magic: Magic) -> Term<'h> {
        const {
            assert!(size_of::<Magic>() == 16 && align_of::<Magic>() <= 8);
            assert!(size_of::<TypeId>() == 16 && align_of::<TypeId>() <= 8);
        }
        let p = self.alloc(8);
        // SAFETY: eight fresh words, which take over the object's pointer.
        unsafe {
            p.write(header(Kind::MagicRef, 7));
            p.add(5).cast::<TypeId>().write((*magic).type_id());
            p.add(1).write(u64::from(n[0]) | u64::from(n[1]) << 32);
            p.add(2).write(u64::from(n[2]));
            p.add(3).cast::<Magic>().write(magic);
            self.link_off_heap(p, 64);
        }
        Heap::boxed(p)
    }

    /// A pid of another node.
    pub fn external_pid<'h>(
        &'h self,
        node: &'static crate::node::Node,
        id: u32,
        serial: u32,
    ) -> Term<'h> {
        self.raw_object(
            Kind::ExtPid,
            &[ptr::from_ref(node) as Word, u64::from(id) | u64::from(serial) << 32],
        )
    }

    /// A port of another node.
    pub fn external_port<'h>(&'h self, node: &'static crate::node::Node, id: u64) -> Term<'h> {
        self.raw_object(Kind::ExtPort, &[ptr::from_ref(node) as Word, id])
    }

    /// A reference of another node.
    pub fn external_ref<'h>(
        &'h self,
        node: &'static crate::node::Node,
        numbers: &[u32],
    ) -> Term<'h> {
        let mut words = vec![ptr::from_ref(node) as Word, numbers.len() as Word];
        words.extend(
            numbers
                .chunks(2)
                .map(|c| u64::from(c[0]) | c.get(1).map_or(0, |&n| u64::from(n) << 32)),
        );
        self.raw_object(Kind::ExtRef, &words)
    }

    fn raw_object<'h>(&'h self, kind: Kind, content: &[Word]) -> Term<'h> {
        debug_assert!(kind.is_raw());
        let words = self.object(header(kind, content.len()));
        words[1..].copy_from_slice(content);
        Heap::boxed(words.as_mut_ptr())
    }

    /// An object of terms of any kind that is not raw: tuples, map nodes.
    pub fn node<'h>(&'h self, kind: Kind, content: &[Term<'h>]) -> Term<'h> {
        debug_assert!(!kind.is_raw());
        let p = self.alloc(content.len() + 1);
        // SAFETY: fresh words, one more than elements; `Term` is a word.
        unsafe {
            p.write(header(kind, content.len()));
            copy_words(content.as_ptr().cast(), p.add(1), content.len());
        }
        Heap::boxed(p)
    }

    /// As [`Heap::node`], with word `i` of the content replaced.
    #[inline]
    pub fn node_replacing<'h>(
        &'h self,
        kind: Kind,
        content: &[Term<'h>],
        i: usize,
        t: Term<'h>,
    ) -> Term<'h> {
        debug_assert!(!kind.is_raw());
        assert!(i < content.len());
        let p = self.alloc(content.len() + 1);
        // SAFETY: fresh words, one more than the content, which `i` is within; `Term` is a word.
        unsafe {
            p.write(header(kind, content.len()));
            copy_words(content.as_ptr().cast(), p.add(1), content.len());
            p.add(1 + i).write(t.word());
        }
        Heap::boxed(p)
    }

    /// As [`Heap::node`], with the content in parts.
    #[inline]
    pub fn node_of_parts<'h, const N: usize>(
        &'h self,
        kind: Kind,
        parts: [&[Term<'h>]; N],
    ) -> Term<'h> {
        debug_assert!(!kind.is_raw());
        let n = parts.iter().map(|part| part.len()).sum();
        let p = self.alloc(n + 1);
        // SAFETY: fresh words, one more than there are in all parts; `Term` is a word.
        unsafe {
            p.write(header(kind, n));
            let mut words = p.add(1);
            for part in parts {
                copy_words(part.as_ptr().cast(), words, part.len());
                words = words.add(part.len());
            }
        }
        Heap::boxed(p)
    }

    /// An object of `n` elements, which are the first that come; nil where there are fewer.
    #[inline]
    pub(crate) fn node_of<'h>(
        &'h self,
        kind: Kind,
        n: usize,
        mut elements: impl Iterator<Item = Term<'h>>,
    ) -> Term<'h> {
        debug_assert!(!kind.is_raw());
        let p = self.alloc(n + 1);
        // SAFETY: fresh words, one more than there are elements.
        unsafe {
            p.write(header(kind, n));
            for i in 1..1 + n {
                p.add(i).write(elements.next().unwrap_or(Term::NIL).word());
            }
        }
        Heap::boxed(p)
    }

    /// A copy, on this heap, of a term that lives elsewhere.
    pub fn copy_in<'h>(&'h self, t: Term<'_>) -> Term<'h> {
        crate::copy::copy_to_heap(t, self)
    }

    /// As [`Heap::copy_in`], with copies of the literals in it: for a heap that is no process's.
    pub fn copy_whole_in<'h>(&'h self, t: Term<'_>) -> Term<'h> {
        crate::copy::copy_whole_to_heap(t, self)
    }

    /// Makes the blocks of an owned term part of this heap: no copying.
    pub fn adopt<'h>(&'h self, owned: OwnedTerm) -> Term<'h> {
        let (root, frag) = owned.into_parts();
        if let Some(frag) = frag {
            // SAFETY: the fragment is ours alone now.
            unsafe {
                let mut last = (*frag).off_heap;
                if !last.is_null() {
                    // Binaries that come with messages are a reason to collect, too.
                    let mut bytes = bytes_of(last);
                    while *off_heap_link(last) != 0 {
                        last = *off_heap_link(last) as *mut Word;
                        bytes += bytes_of(last);
                    }
                    self.virtual_bytes.set(self.virtual_bytes.get() + bytes);
                    *off_heap_link(last) = self.off_heap.get() as Word;
                    self.off_heap.set((*frag).off_heap);
                    (*frag).off_heap = ptr::null_mut();
                }
                (*frag).next = self.frags.get();
                self.frags.set(frag);
                self.frag_words.set(self.frag_words.get() + (*frag).size);
            }
        }
        // SAFETY: all that the root refers to is part of this heap now.
        unsafe { Term::from_word(root) }
    }

    /// Makes all of another heap, one without a block (of [`Heap::new`] with 0), part of this one.
    /// The objects to which its terms refer are on this heap from then on.
    pub fn adopt_all(&self, other: Heap) {
        assert!(other.start.get().is_null() && other.old_start.is_null(), "a heap with a block");
        let frags = other.frags.take();
        // SAFETY: the fragments and objects are ours alone now, and end up on this heap's lists.
        unsafe {
            let objects = other.off_heap.take();
            if !objects.is_null() {
                let mut last = objects;
                while *off_heap_link(last) != 0 {
                    last = *off_heap_link(last) as *mut Word;
                }
                *off_heap_link(last) = self.off_heap.get() as Word;
                self.off_heap.set(objects);
            }
            if !frags.is_null() {
                let mut last = frags;
                while !(*last).next.is_null() {
                    last = (*last).next;
                }
                (*last).next = self.frags.get();
                self.frags.set(frags);
            }
        }
        self.frag_words.set(self.frag_words.get() + other.frag_words.take());
        self.virtual_bytes.set(self.virtual_bytes.get() + other.virtual_bytes.take());
    }

    /// Whether an object of this heap is at an address. It looks through all blocks and fragments:
    /// for checks only.
    pub fn has(&self, object: *const Word) -> bool {
        let object = object.cast_mut();
        if (self.start.get()..self.top.get()).contains(&object) || self.is_old(object) {
            return true;
        }
        let mut frag = self.frags.get();
        while !frag.is_null() {
            // SAFETY: the fragments of a heap are its own, and each has the next one.
            let (words, size, next) = unsafe { (Frag::words(frag), (*frag).size, (*frag).next) };
            if (words..words.wrapping_add(size)).contains(&object) {
                return true;
            }
            frag = next;
        }
        false
    }

    /// Words in fragments; they count towards the next collection.
    pub fn fragment_words(&self) -> usize {
        self.frag_words.get()
    }

    /// Whether so much lies in fragments or off-heap binaries that it is time to collect.
    #[inline(always)]
    pub fn wants_collection(&self) -> bool {
        (self.frag_words.get() != 0 || self.virtual_bytes.get() > (1 << 19))
            && self.wants_collection_now()
    }

    #[cold]
    fn wants_collection_now(&self) -> bool {
        let words = words_between(self.start.get(), self.end.get());
        self.frag_words.get() > words.max(256) / 2
            || self.virtual_bytes.get() > (1 << 19).max(words * 32)
    }

    /// First free word of the young block (for the interpreter, which keeps it in a register).
    #[inline(always)]
    pub fn top(&self) -> *mut Word {
        self.top.get()
    }

    /// Sets what [`Heap::top`] gives.
    ///
    /// # Safety
    /// All words below it in the block are whole objects.
    #[inline(always)]
    pub unsafe fn set_top(&self, top: *mut Word) {
        self.top.set(top);
    }

    /// The stack pointer, which limits the heap.
    #[inline(always)]
    pub fn stack(&self) -> *mut Word {
        self.limit.get()
    }

    /// Sets what [`Heap::stack`] gives.
    ///
    /// # Safety
    /// From there to [`Heap::stack_end`] every word is a term, a small or an aligned address.
    #[inline(always)]
    pub unsafe fn set_stack(&self, stack: *mut Word) {
        self.limit.set(stack);
    }

    /// End of the block, where the stack begins.
    #[inline(always)]
    pub fn stack_end(&self) -> *mut Word {
        self.end.get()
    }

    /// Where [`Heap::stack_end`] stands: for native code, which reads it after collections.
    pub fn stack_end_place(&self) -> *const *mut Word {
        self.end.as_ptr()
    }

    /// Words of the young block (heap, free room and stack), of the objects in it, of the old
    /// blocks, of the objects in those, and of fragments.
    pub fn sizes(&self) -> HeapSizes {
        HeapSizes {
            block: words_between(self.start.get(), self.end.get()),
            used: words_between(self.start.get(), self.top.get()),
            stack: words_between(self.limit.get(), self.end.get()),
            old_block: self.old_size(),
            old_used: self.old_used(),
            fragments: self.frag_words.get(),
            binary_bytes: self.virtual_bytes.get(),
            minor_collections: self.minor_count as usize,
        }
    }

    /// Words of all objects in the young block and in fragments.
    pub fn allocated_words(&self) -> usize {
        let free = words_between(self.frag_top.get(), self.frag_limit.get());
        words_between(self.start.get(), self.top.get()) + self.frag_words.get() - free
    }

    /// Words in the young block up to `top` and from `stack` on.
    pub fn words_in_use(&self, top: *mut Word, stack: *mut Word) -> usize {
        words_between(self.start.get(), top) + words_between(stack, self.end.get())
    }

    /// After how many minor collections a major one is due.
    pub fn set_fullsweep_after(&mut self, n: u32) {
        self.fullsweep_after = n;
    }

    /// The least number of words that the young block may shrink to.
    pub fn set_min_words(&mut self, n: u32) {
        self.min_words = n;
    }

    /// Bytes and reference count of each off-heap binary, with its address, the newest first.
    pub fn off_heap_binaries(&self) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        for list in [self.off_heap.get(), self.old_off_heap] {
            let mut object = list;
            while !object.is_null() {
                // SAFETY: the lists link live objects.
                unsafe {
                    if header_kind(*object) == Kind::RefcBin {
                        let p = *object.add(2) as *mut u8;
                        RefBin::with_raw(p, |b| {
                            found.push((p as usize, b.bytes().len(), b.ref_count()))
                        });
                    }
                    object = *off_heap_link(object) as *mut Word;
                }
            }
        }
        found
    }
}

/// The figures of [`Heap::sizes`], in words unless said otherwise.
#[derive(Copy, Clone, Debug, Default)]
pub struct HeapSizes {
    /// Young block, all of it.
    pub block: usize,
    /// Objects in the young block.
    pub used: usize,
    /// Stack.
    pub stack: usize,
    /// Old blocks, all of them.
    pub old_block: usize,
    /// Objects in the old blocks.
    pub old_used: usize,
    /// Fragments.
    pub fragments: usize,
    /// Bytes of off-heap binaries since the last collection.
    pub binary_bytes: usize,
    /// Minor collections since the last major one.
    pub minor_collections: usize,
}

impl Drop for Heap {
    fn drop(&mut self) {
        // SAFETY: nothing can refer to the heap's objects any more: terms borrow the heap.
        unsafe {
            for list in [self.off_heap.get(), self.old_off_heap] {
                let mut object = list;
                while !object.is_null() {
                    let next = *off_heap_link(object) as *mut Word;
                    release_off_heap(object);
                    object = next;
                }
            }
            free_block(self.start.get(), self.end.get());
            self.free_old();
            let mut frag = self.frags.get();
            while !frag.is_null() {
                let next = (*frag).next;
                Frag::free(frag);
                frag = next;
            }
        }
    }
}
