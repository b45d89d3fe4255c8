//! The collector: generational, copying, told the roots by its caller.
//!
//! It copies depth first, so that what a term consists of lies together afterwards, in the order in
//! which programs look at it; breadth first would put it as far apart as the heap is large.
//!
//! A minor collection copies what lives in the young block and the fragments: objects below the
//! high-water mark (they survived one collection) to the old block, the rest to a new young block.
//! A major collection copies everything to a new young block. The stack moves with the young block.

use crate::heap::*;
use crate::literal;
use crate::word::*;
use smallvec::SmallVec;
use std::ptr;
use tune::Tune;

/// A run of words that are roots: registers, a process dictionary, a message's root.
#[derive(Copy, Clone, Debug)]
pub struct Roots {
    /// First word.
    pub start: *mut Word,
    /// Number of words.
    pub len: usize,
}

impl Roots {
    /// The words of a slice.
    pub fn of(words: &mut [Word]) -> Roots {
        Roots { start: words.as_mut_ptr(), len: words.len() }
    }
}

/// The binary logarithms of the words of the smallest nursery and of the largest. Two of the latter
/// lie in the cache next to the processor, or almost.
fn nurseries() -> (u8, u8) {
    let bits = |which| tune::get(which).ilog2() as u8;
    (bits(Tune::NurseryLeast), bits(Tune::NurseryMost))
}

/// The binary logarithm of the words of a nursery, 0 for none, in the low four bits, and above them
/// how often its owner has collected in a slice. A process has room for no more.
#[derive(Copy, Clone, Default)]
pub(crate) struct Pace(u8);

impl Pace {
    fn new(nursery: u8, times: u8) -> Pace {
        Pace(nursery | times << 4)
    }

    fn nursery(self) -> u8 {
        self.0 & 15
    }

    fn times(self) -> u8 {
        self.0 >> 4
    }
}

struct Space {
    start: *mut Word,
    top: *mut Word,
    end: *mut Word,
}

/// Words, from the first to behind the last, that a copied object refers to others with.
type Run = (*mut Word, *mut Word);

struct Copier<'a> {
    heap: &'a Heap,
    /// What remains to be looked at of objects whose parts are being copied.
    pending: SmallVec<[Run; 32]>,
    young: Space,
    /// Where mature objects go; in a major collection nothing is mature.
    old: Space,
    mature_start: usize,
    mature_bytes: usize,
    /// The old block before this collection: not looked at in a minor one.
    kept_start: usize,
    kept_bytes: usize,
}

impl Copier<'_> {
    /// Copies what a word refers to, with all that this refers to.
    ///
    /// # Safety
    /// `slot` holds a term of this heap; `young` and `old` have room for what lives.
    unsafe fn follow(&mut self, slot: *mut Word) {
        // SAFETY: as promised; so do the words of copied objects.
        unsafe {
            let (mut at, mut end) = (slot, slot.add(1));
            loop {
                let parts = self.forward(at);
                at = at.add(1);
                if let Some(parts) = parts {
                    if at < end {
                        self.pending.push((at, end));
                    }
                    (at, end) = parts;
                }
                while at == end {
                    let Some(run) = self.pending.pop() else { return };
                    (at, end) = run;
                }
            }
        }
    }

    /// Copies the object that a word refers to, if that is not done; its words if so, those that
    /// may refer to others.
    ///
    /// # Safety
    /// As for [`Copier::follow`].
    #[inline(always)]
    unsafe fn forward(&mut self, slot: *mut Word) -> Option<Run> {
        // SAFETY: as promised.
        unsafe {
            let w = *slot;
            if !is_pointer(w) {
                return None;
            }
            let from = address(w);
            let at = from as usize;
            if at.wrapping_sub(self.kept_start) < self.kept_bytes || literal::is_literal(w) {
                return None;
            }
            debug_assert!(self.is_ours(from), "word {w:#x} points to no part of this heap");
            let head = *from;
            if is_list(w) {
                if head == MOVED {
                    *slot = *from.add(1);
                    return None;
                }
                let to = self.take(at, 2);
                to.write(head);
                to.add(1).write(*from.add(1));
                let new = to as Word | TAG_LIST;
                from.write(MOVED);
                from.add(1).write(new);
                *slot = new;
                let first = if is_pointer(head) { to } else { to.add(1) };
                Some((first, to.add(2)))
            } else {
                if !is_header(head) {
                    *slot = head;
                    return None;
                }
                let n = header_size(head) + 1;
                let to = self.take(at, n);
                copy_words(from, to, n);
                let new = to as Word | TAG_BOXED;
                from.write(new);
                *slot = new;
                let kind = header_kind_bits(head);
                if is_raw_bits(kind) {
                    return None;
                }
                if kind == Kind::MatchCtx as u8 {
                    self.context(to);
                    return None;
                }
                Some((to.add(1), to.add(n)))
            }
        }
    }

    /// Copies what a match context matches, which refers to nothing else.
    ///
    /// # Safety
    /// A context that has been copied; and as for [`Copier::follow`].
    #[inline(never)]
    unsafe fn context(&mut self, context: *mut Word) {
        // SAFETY: as promised.
        unsafe {
            self.forward(context.add(1));
            point_to_bytes(context);
        }
    }

    #[inline(always)]
    fn take(&mut self, from: usize, n: usize) -> *mut Word {
        let space = if from.wrapping_sub(self.mature_start) < self.mature_bytes {
            &mut self.old
        } else {
            &mut self.young
        };
        let p = space.top;
        space.top = p.wrapping_add(n);
        debug_assert!(space.top <= space.end, "collector ran out of room");
        p
    }

    fn is_ours(&self, p: *mut Word) -> bool {
        let within = |from: *mut Word, to: *mut Word| p >= from && p < to;
        if within(self.heap.start.get(), self.heap.top.get())
            || within(self.heap.old_start, self.heap.old_top)
        {
            return true;
        }
        let mut frag = self.heap.frags.get();
        while !frag.is_null() {
            // SAFETY: the heap's list of fragments is intact during a collection.
            unsafe {
                let words = Frag::words(frag);
                if within(words, words.add((*frag).size)) {
                    return true;
                }
                frag = (*frag).next;
            }
        }
        false
    }
}

/// Words that a new young block gets when `live` words are needed at once. Who is busy gets more,
/// as far as that stays in the cache: collections cost by what they copy, and he does little else.
/// Not if a nursery is as large: that is in the cache next to the processor.
fn block_words(live: usize, min: usize, busy: bool) -> usize {
    let most = tune::size(Tune::LargeHeap);
    let percent = if live >= most { Tune::LargeHeapGrowth } else { Tune::HeapGrowth };
    let grown = |percent| live * tune::size(percent) / 100;
    let mut wanted = grown(percent).max(min);
    if busy && live >= tune::size(Tune::NurseryMost) / 4 {
        wanted = wanted.max(grown(Tune::BusyHeapGrowth).min(most));
    }
    // Sizes in steps of a quarter of a power of two, so that blocks are reused by the allocator.
    let step = (wanted.next_power_of_two() / 8).max(8);
    wanted.next_multiple_of(step)
}

impl Heap {
    /// Collects, with these words as roots beside the stack; afterwards `need` words are free in
    /// the young block. Words of `roots` are updated.
    pub fn collect_roots(&mut self, need: usize, roots: &mut [Word]) {
        // SAFETY: a slice of words; the caller of a safe function got them from terms of this heap.
        unsafe { self.collect(need, &[Roots::of(roots)], false) };
    }

    /// Notes that the owner is going to collect in a slice with this number. To collect costs the
    /// same whether much has been made since or little: who does so again and again in one slice
    /// gets more room, until it does so once in a slice only.
    pub fn collects_in(&mut self, slice: u8) {
        self.unbroken.set(self.unbroken.get().saturating_add(1));
        let (nursery, times) = (self.pace.nursery(), self.pace.times());
        let (least, most) = nurseries();
        self.pace = if self.slice != slice {
            let less = if nursery <= least { 0 } else { nursery - 1 };
            Pace::new(if times <= 1 { less } else { nursery }, 1)
        } else if times < tune::get(Tune::NurseryAfter) as u8 {
            Pace::new(nursery, times + 1)
        } else {
            Pace::new((nursery + 1).max(least).min(most), times)
        };
        self.slice = slice;
    }

    /// Notes that the owner waits for something, or collects only because somebody asks for it.
    pub fn rests(&self) {
        self.unbroken.set(0);
    }

    fn nursery(&self) -> usize {
        match self.pace.nursery() {
            0 => 0,
            bits => 1 << bits,
        }
    }

    /// Whether the next collection is one of all, if one of all is wanted or not.
    pub fn collects_all(&self, wanted: bool) -> bool {
        let mature = words_between(self.start.get(), self.high_water.get());
        let old_free = words_between(self.old_top, self.old_end);
        let due = self.minor_count >= self.fullsweep_after;
        let no_room = !self.old_start.is_null() && old_free < mature;
        let bytes = self.old_kb > self.old_kb_limit;
        wanted || self.major_next || due || no_room || bytes
    }

    /// Collects; afterwards `need` words are free in the young block. With `major`, the old
    /// generation too.
    ///
    /// # Safety
    /// `roots` and the stack hold all references into this heap that will be used again, each a
    /// valid term.
    pub unsafe fn collect(&mut self, need: usize, roots: &[Roots], major: bool) {
        let major = self.collects_all(major);
        self.major_next = false;
        // SAFETY: passed on.
        unsafe { self.collect_generation(need, roots, major) };
        // The new block had to have room for all that might have lived. If hardly anything does, it
        // must not stay so large, or the next one would be larger still: fragments of half a
        // block's size are added at each collection. It shrinks step by step, as what it has grown
        // for may come again.
        let block = words_between(self.start.get(), self.end.get());
        // Who has much that is old may make much that is new before it is worth another look.
        let old = words_between(self.old_start, self.old_top);
        let enough =
            self.target.max(tune::size(Tune::ShrinkAbove)).max(old / 4).max(self.nursery());
        if block > 4 * enough {
            self.target = self.target.max(if major { 0 } else { block / 4 });
            let count = self.minor_count;
            // Nothing matures by it.
            self.high_water.set(self.start.get());
            // SAFETY: the roots have been updated.
            unsafe { self.collect_generation(need, roots, false) };
            self.minor_count = count;
        }
    }

    /// After a major collection: leaves the owner, who will sleep long, what it has and no more.
    ///
    /// # Safety
    /// As for [`Heap::collect`].
    pub unsafe fn fit(&mut self, roots: &[Roots]) {
        let min_words = std::mem::take(&mut self.min_words);
        (self.target, self.pace) = (0, Pace::default());
        self.rests();
        // SAFETY: passed on.
        unsafe { self.collect_generation(0, roots, true) };
        self.min_words = min_words;
    }

    unsafe fn collect_generation(&mut self, need: usize, roots: &[Roots], major: bool) {
        let stack_words = words_between(self.limit.get(), self.end.get());
        let used = words_between(self.start.get(), self.top.get());
        let mature = words_between(self.start.get(), self.high_water.get());
        let old_used = words_between(self.old_start, self.old_top);
        let bound =
            used + self.frag_words.get() + if major { old_used } else { 0 } + stack_words + need;
        let size = bound.max(self.target).max(self.min_words as usize).max(self.nursery());
        let start = allocate_block(size);
        let young = Space { start, top: start, end: start.wrapping_add(size) };

        if !major && self.old_start.is_null() && mature > 0 {
            let words = block_words(mature, 0, false);
            self.old_start = allocate_block(words);
            self.old_top = self.old_start;
            self.old_end = self.old_start.wrapping_add(words);
        }
        let kept = if major { 0 } else { words_between(self.old_start, self.old_end) * 8 };
        let mut copier = Copier {
            heap: self,
            pending: SmallVec::new(),
            young,
            old: Space { start: self.old_top, top: self.old_top, end: self.old_end },
            mature_start: self.start.get() as usize,
            mature_bytes: if major { 0 } else { mature * 8 },
            kept_start: self.old_start as usize,
            kept_bytes: kept,
        };
        // SAFETY: the roots are as promised; `young` has room for everything that may live, and the
        // old block for all of the mature objects.
        unsafe {
            let stack = copier.young.end.wrapping_sub(stack_words);
            ptr::copy_nonoverlapping(self.limit.get(), stack, stack_words);
            for i in 0..stack_words {
                copier.follow(stack.add(i));
            }
            for r in roots {
                for i in 0..r.len {
                    copier.follow(r.start.add(i));
                }
            }
            let (young_start, young_top, young_end) =
                (copier.young.start, copier.young.top, copier.young.end);
            let old_top = copier.old.top;
            let copied = words_between(young_start, young_top);
            probes::fire!(move maser::gc__copied, copied, major);
            self.sweep_off_heap(major);
            probes::fire!(move maser::gc__swept, major);

            free_block(self.start.get(), self.end.get());
            let mut frag = self.frags.get();
            while !frag.is_null() {
                let next = (*frag).next;
                Frag::free(frag);
                frag = next;
            }
            if major {
                free_block(self.old_start, self.old_end);
                (self.old_start, self.old_top, self.old_end) =
                    (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
            } else {
                self.old_top = old_top;
            }
            self.start.set(young_start);
            self.top.set(young_top);
            self.high_water.set(young_top);
            self.end.set(young_end);
            self.limit.set(stack);
        }
        self.frags.set(ptr::null_mut());
        self.frag_top.set(ptr::null_mut());
        self.frag_limit.set(ptr::null_mut());
        self.frag_words.set(0);
        self.minor_count = if major { 0 } else { self.minor_count + 1 };
        let live = words_between(self.start.get(), self.top.get()) + stack_words + need;
        if major {
            // Collections that copy much must free much.
            let kb = u32::try_from(live >> 7).unwrap_or(u32::MAX);
            self.old_kb_limit = self.old_kb_limit.max(kb);
        }
        let busy = self.unbroken.get() >= tune::get(Tune::BusyAfter) as u8;
        self.target = block_words(live, self.min_words as usize, busy);
    }

    /// Keeps, in new lists, the off-heap objects that were copied, and releases what the others
    /// own.
    ///
    /// # Safety
    /// The copying is done and the old memory is still there.
    unsafe fn sweep_off_heap(&mut self, major: bool) {
        let mut young = ptr::null_mut();
        let (mut bytes, mut old_bytes) = (0, 0);
        let mut old = if major { ptr::null_mut() } else { self.old_off_heap };
        let old_block = self.old_start as usize..self.old_end as usize;
        let lists = [self.off_heap.get(), if major { self.old_off_heap } else { ptr::null_mut() }];
        for list in lists {
            let mut object = list;
            while !object.is_null() {
                // SAFETY: objects of the lists are live, or copied with a forwarding pointer for a
                // header.
                unsafe {
                    let head = *object;
                    if is_header(head) {
                        let next = *off_heap_link(object) as *mut Word;
                        release_off_heap(object);
                        object = next;
                        continue;
                    }
                    let new = address(head);
                    let link = off_heap_link(new);
                    object = *link as *mut Word;
                    let size = match header_kind(*new) {
                        Kind::RefcBin => small_value(*new.add(1)) as usize,
                        _ => 0,
                    };
                    if !major && old_block.contains(&(new as usize)) {
                        *link = old as Word;
                        old = new;
                        old_bytes += size;
                    } else {
                        *link = young as Word;
                        young = new;
                        bytes += size;
                    }
                }
            }
        }
        self.off_heap.set(young);
        self.old_off_heap = old;
        let kb = |bytes: usize| u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        if major {
            // They mature; as much again may go with them before it is time to look.
            (self.old_kb, self.old_kb_limit) =
                (0, kb(bytes).saturating_mul(2).max(tune::get(Tune::OldBinaries)));
        } else {
            self.old_kb = self.old_kb.saturating_add(kb(old_bytes));
        }
        // Only what comes on top of the survivors is a reason to collect again soon.
        self.virtual_bytes.set(bytes / 4);
    }
}
