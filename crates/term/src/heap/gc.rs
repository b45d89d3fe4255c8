//! The collector: generational, copying, told the roots by its caller.
//!
//! It copies depth first, so that what a term consists of lies together afterwards, in the order in
//! which programs look at it; breadth first would put it as far apart as the heap is large.
//!
//! A minor collection copies what lives in the young block and the fragments: objects below the
//! high-water mark (they survived one collection) to an old block, the rest to a new young block.
//! A major collection copies everything to a new young block. The stack moves with the young block.
//!
//! A young block of which much is mature becomes an old one as it is, if the newest of those has
//! no room for that, and only what is new is copied: nothing that is mature refers to it. So what
//! grows and stays is copied once: when a block is full, to one that it fills, which is an old one
//! soon. A major collection is due when the old generation has grown by as much as heaps grow.
//!
//! A busy process, of whose young block little survives, keeps that: what lives in it is copied
//! aside and then to its beginning. So the process goes on in memory that is in the cache, and its
//! stack, which may be most of what it has, stays where it is.

use crate::heap::*;
use crate::literal_space;
use crate::word::*;
use smallvec::SmallVec;
use std::cell::Cell;
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

thread_local! {
    /// Where what lives in a block is until it comes back. Little does, so the first pages are used
    /// again and again and the others hardly ever.
    static ASIDE: Cell<Vec<Word>> = const { Cell::new(Vec::new()) };
}

/// Where objects are copied to.
struct Space {
    start: *mut Word,
    top: *mut Word,
    end: *mut Word,
    /// Bytes from where they are copied to where they will be.
    shift: usize,
}

impl Space {
    /// A space of `words` words in which objects stay.
    fn new(start: *mut Word, words: usize) -> Space {
        Space { start, top: start, end: start.wrapping_add(words), shift: 0 }
    }

    /// Where an object is until the collection is over; `p` is where it will be then.
    fn place(&self, p: *mut Word) -> *mut Word {
        let now = p.wrapping_byte_sub(self.shift);
        if (self.start..self.end).contains(&now) { now } else { p }
    }
}

/// The generations that a collection copies, and where to.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Way {
    /// Copies all generations to a new young block.
    All,
    /// Copies the young generation to a new block.
    Young,
    /// Copies what is young to the beginning of its block.
    Within,
    /// Copies what is new to a new block; what is mature stays in the block, which becomes an old
    /// one.
    InPlace,
}

/// Words, from the first to behind the last, that a copied object refers to others with.
type Run = (*mut Word, *mut Word);

struct Copier<'a> {
    heap: &'a Heap,
    /// The runs that remain to be looked at, of objects whose parts are being copied.
    pending: SmallVec<[Run; 32]>,
    young: Space,
    /// Where mature objects go; in a major collection nothing is mature.
    old: Space,
    mature_start: usize,
    mature_bytes: usize,
    /// The bounds of the young block, from which objects are copied, and the others that are
    /// copied.
    from_start: usize,
    from_bytes: usize,
    besides: Besides,
}

/// Objects that are copied beside those of the young block.
#[derive(Copy, Clone)]
enum Besides {
    Nothing,
    Fragments,
    /// Fragments and old objects.
    All,
}

impl Copier<'_> {
    /// Copies what roots refer to, with all that this refers to. Most words of a stack refer to
    /// nothing: deep ones are full of return addresses.
    ///
    /// # Safety
    /// As for [`Copier::follow`], of each word.
    #[inline(always)]
    unsafe fn follow_all(&mut self, roots: Roots) {
        for i in 0..roots.len {
            // SAFETY: the slot is one of the roots, which hold terms of this heap or words that are
            // no pointers; both spaces have room for everything that lives.
            unsafe {
                let slot = roots.start.add(i);
                if is_pointer(*slot) {
                    self.follow(slot);
                }
            }
        }
    }

    /// Copies what a word refers to, with all that this refers to.
    ///
    /// # Safety
    /// `slot` holds a term of this heap; `young` and `old` have room for what lives.
    unsafe fn follow(&mut self, slot: *mut Word) {
        // SAFETY: the caller's slot holds a term; the words of a copied object from `at` to `end`
        // hold terms too, as those of its original did. The spaces have room for each object once.
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
        // SAFETY: the slot holds a term of this heap, so a pointer in it leads to an object, or to
        // the address of its copy if there is one; the spaces have room for everything that lives.
        unsafe {
            let w = *slot;
            if !is_pointer(w) {
                return None;
            }
            let from = address(w);
            let at = from as usize;
            if at.wrapping_sub(self.from_start) >= self.from_bytes && !self.is_besides(w) {
                return None;
            }
            debug_assert!(self.is_ours(from), "word {w:#x} points to no part of this heap");
            let head = *from;
            if is_list(w) {
                if head == MOVED {
                    *slot = *from.add(1);
                    return None;
                }
                let (to, new) = self.take(at, 2);
                to.write(head);
                to.add(1).write(*from.add(1));
                let new = new | TAG_LIST;
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
                let (to, new) = self.take(at, n);
                copy_words(from, to, n);
                let new = new | TAG_BOXED;
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

    /// Whether what a word refers to, which is not to be copied from the young block, is to be
    /// copied from elsewhere.
    #[inline(always)]
    fn is_besides(&self, w: Word) -> bool {
        match self.besides {
            Besides::Nothing => false,
            Besides::Fragments => !literal_space::is_literal(w) && !self.heap.is_old(address(w)),
            Besides::All => !literal_space::is_literal(w),
        }
    }

    /// Copies what a match context matches, which refers to nothing else.
    ///
    /// # Safety
    /// A context that has been copied; and as for [`Copier::follow`].
    #[inline(never)]
    unsafe fn context(&mut self, context: *mut Word) {
        // SAFETY: the caller's context has been copied; its first word refers to its original,
        // which `forward` copies, and there is room for that as for everything that lives.
        unsafe {
            self.forward(context.add(1));
            let original = address(*context.add(1));
            point_to_bytes_of(context, self.young.place(original));
        }
    }

    /// Room for a copy of the object at `from`, and the address that it will have.
    #[inline(always)]
    fn take(&mut self, from: usize, n: usize) -> (*mut Word, Word) {
        let space = if from.wrapping_sub(self.mature_start) < self.mature_bytes {
            &mut self.old
        } else {
            &mut self.young
        };
        let p = space.top;
        space.top = p.wrapping_add(n);
        debug_assert!(space.top <= space.end, "collector ran out of room");
        (p, p.wrapping_byte_add(space.shift) as Word)
    }

    fn is_ours(&self, p: *mut Word) -> bool {
        let within = |from: *mut Word, to: *mut Word| p >= from && p < to;
        if within(self.heap.start.get(), self.heap.top.get()) || self.heap.is_old(p) {
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

/// Words that a new young block gets when `live` words are needed at once. A busy process gets
/// more, as far as that stays in the cache: a collection's cost is the copying, and such a process
/// collects often. It gets no more if a nursery is as large: that is in the cache next to the
/// processor.
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
        let due = self.minor_count >= self.fullsweep_after;
        let much = self.old_limit().is_some_and(|limit| self.old_used() + self.mature() > limit);
        let bytes = self.old_kb > self.old_kb_limit;
        wanted || self.major_next.get() || due || much || bytes
    }

    /// Collects; afterwards `need` words are free in the young block. With `major`, the old
    /// generation too.
    ///
    /// # Safety
    /// `roots` and the stack hold all references into this heap that will be used again, each a
    /// valid term.
    pub unsafe fn collect(&mut self, need: usize, roots: &[Roots], major: bool) {
        let major = self.collects_all(major);
        self.major_next.set(false);
        let way = match major {
            true => Way::All,
            false if self.keeps_block() => Way::Within,
            false if self.matures_in_place() => Way::InPlace,
            false => Way::Young,
        };
        // SAFETY: passed on.
        unsafe { self.collect_generation(need, roots, way) };
        if way == Way::Within && words_between(self.top.get(), self.limit.get()) < need {
            // SAFETY: the roots have been updated.
            unsafe { self.collect_again(need, roots) };
        }
        // The new block had to have room for all that might have lived. If hardly anything does, it
        // must not stay so large, or the next one would be larger still: fragments of half a
        // block's size are added at each collection. It shrinks step by step, as what it has grown
        // for may come again.
        let block = words_between(self.start.get(), self.end.get());
        // A process with many old objects may make many new ones before another look is worth it.
        let old = self.old_used();
        let enough =
            self.target.max(tune::size(Tune::ShrinkAbove)).max(old / 4).max(self.nursery());
        let used = self.words_in_use(self.top.get(), self.limit.get());
        if block > 4 * enough && block > 2 * (used + need) {
            self.target = self.target.max(if major { 0 } else { block / 4 });
            // SAFETY: the roots have been updated.
            unsafe { self.collect_again(need, roots) };
        }
        // SAFETY: the roots have been updated, and the fragments emptied.
        #[cfg(feature = "poison")]
        unsafe {
            self.check(roots);
        }
    }

    /// Collects once more, for a block of another size; nothing matures by it.
    ///
    /// # Safety
    /// As for [`Heap::collect`].
    unsafe fn collect_again(&mut self, need: usize, roots: &[Roots]) {
        let count = self.minor_count;
        self.high_water.set(self.start.get());
        // SAFETY: passed on.
        unsafe { self.collect_generation(need, roots, Way::Young) };
        self.minor_count = count;
    }

    /// Whether a minor collection is to keep the young block: little of it survived the last time,
    /// and it is about as large as it should be.
    fn keeps_block(&self) -> bool {
        let block = words_between(self.start.get(), self.end.get());
        let stack = words_between(self.limit.get(), self.end.get());
        let wanted = self.target.max(self.min_words as usize).max(self.nursery());
        // In builds that look for references to what has moved, only every other time: they find
        // none into a block that is kept.
        let looked_for = cfg!(feature = "poison") && self.minor_count.is_multiple_of(2);
        // Two as large as this do not fit the cache. When all that survived has just become old, it
        // is not known how much does.
        let large = block >= tune::size(Tune::LargeHeap) / 4;
        !looked_for
            && (self.is_busy() || large && !self.is_old_block_new() || cfg!(feature = "poison"))
            && self.mature() * 8 <= block
            && wanted <= block + block / 4
            && self.may_live() + stack <= block.min(tune::size(Tune::LargeHeap))
    }

    /// Whether a minor collection is to make the young block an old one: much of what is in it has
    /// survived a collection, and would be copied to another block to be where it is.
    fn matures_in_place(&self) -> bool {
        let mature = self.mature();
        let block = words_between(self.start.get(), self.end.get());
        let least = if cfg!(feature = "poison") { 1 } else { tune::size(Tune::MatureInPlace) };
        // The first one is large anyway, so that it has room for what comes.
        let part = if self.old_start.is_null() { 4 } else { 2 };
        mature > self.old_room()
            && mature >= least
            && mature * part >= block
            && mature >= self.old_used() / 32
            && words_between(self.top.get(), self.end.get()) >= RECORD
    }

    /// Makes room in the old generation for what is mature.
    ///
    /// # Safety
    /// In place: the stack has been copied, and what is behind the high-water mark will be.
    unsafe fn prepare_old(&mut self, mature: usize, way: Way) {
        let wanted = block_words(mature, 0, false);
        let limit = self.old_limit().unwrap_or(wanted);
        if way == Way::InPlace {
            let top = self.high_water.get();
            // SAFETY: the block is the heap's own, and ends with the young generation here. The
            // objects up to the high-water mark stay; those behind it are copied before the
            // collection ends. The record takes the place of the stack, which the caller has
            // copied, or of nothing.
            unsafe { self.take_old_block(self.start.get(), top, self.end.get(), limit) };
        } else if mature > self.old_room() {
            // Not small ones, or there would be many.
            let used = self.old_used();
            let words = wanted.max(used / 4).min(limit.saturating_sub(used)).max(mature);
            self.new_old_block(words, limit);
        }
    }

    /// Words of the young block that have survived a collection.
    fn mature(&self) -> usize {
        words_between(self.start.get(), self.high_water.get())
    }

    /// Words of the young generation, without the stack.
    fn may_live(&self) -> usize {
        words_between(self.start.get(), self.top.get()) + self.frag_words.get()
    }

    fn is_busy(&self) -> bool {
        self.unbroken.get() >= tune::get(Tune::BusyAfter) as u8
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
        unsafe { self.collect_generation(0, roots, Way::All) };
        self.min_words = min_words;
    }

    unsafe fn collect_generation(&mut self, need: usize, roots: &[Roots], way: Way) {
        let major = way == Way::All;
        let stack_words = words_between(self.limit.get(), self.end.get());
        let mature = self.mature();
        let old_used = if major { self.old_used() } else { 0 };
        let young_words = self.may_live();
        // Words made since the last collection, at most.
        let new = young_words - mature;
        let may_live = match way {
            Way::All => young_words + old_used,
            Way::InPlace => new,
            Way::Young | Way::Within => young_words,
        };
        let (young, stack, aside) = self.new_young(way, may_live, new, need);

        // In a block that stays, what is mature does.
        let from = if way == Way::InPlace { self.high_water.get() } else { self.start.get() };
        if !major && mature > 0 {
            // SAFETY: what lives is copied below, the stack has been above.
            unsafe { self.prepare_old(mature, way) };
        }
        let mut copier = Copier {
            heap: self,
            pending: SmallVec::new(),
            young,
            old: Space::new(self.old_top, self.old_room()),
            mature_start: self.start.get() as usize,
            mature_bytes: if major { 0 } else { mature * 8 },
            from_start: from as usize,
            from_bytes: words_between(from, self.top.get()) * 8,
            besides: match way {
                Way::All => Besides::All,
                _ if self.frags.get().is_null() => Besides::Nothing,
                _ => Besides::Fragments,
            },
        };
        // SAFETY: the caller's roots hold terms of this heap, and the stack has just been copied
        // with its terms; `young` has room for everything that may live, and the old block for all
        // of the mature objects.
        unsafe {
            copier.follow_all(Roots { start: stack, len: stack_words });
            roots.iter().for_each(|&some| copier.follow_all(some));
            let Copier { young, old, .. } = copier;
            let copied = words_between(young.start, young.top);
            probes::fire!(move maser::gc__copied, copied, major);
            self.sweep_off_heap(&young, major);
            probes::fire!(move maser::gc__swept, major);

            let mut frag = self.frags.get();
            while !frag.is_null() {
                let next = (*frag).next;
                Frag::free(frag);
                frag = next;
            }
            if major {
                self.free_old();
            } else {
                self.old_top = old.top;
            }
            self.replace_young(way, young, stack, aside);
        }
        self.frags.set(ptr::null_mut());
        self.frag_top.set(ptr::null_mut());
        self.frag_limit.set(ptr::null_mut());
        self.frag_words.set(0);
        self.minor_count = if major { 0 } else { self.minor_count + 1 };
        self.choose_target(old_used, new, stack_words, need, major);
    }

    /// Where young objects are copied to, and the stack, which is copied there; for a copy within
    /// the block a piece of memory that is taken back afterwards.
    #[inline(always)]
    fn new_young(
        &self,
        way: Way,
        may_live: usize,
        new: usize,
        need: usize,
    ) -> (Space, *mut Word, Vec<Word>) {
        if way == Way::Within {
            let mut aside = ASIDE.take();
            aside.reserve(may_live);
            let now = aside.as_mut_ptr();
            let shift = (self.start.get() as usize).wrapping_sub(now as usize);
            let young = Space { shift, ..Space::new(now, may_live) };
            return (young, self.limit.get(), aside);
        }
        let stack_words = words_between(self.limit.get(), self.end.get());
        let bound = may_live + stack_words + need;
        // If little was new, what lives fills a block, which is an old one from the next
        // collection on; the young one after that has the size that is wanted.
        let fills =
            way == Way::All && may_live >= tune::size(Tune::MatureInPlace) && new * 2 <= may_live;
        let wanted = if fills { 0 } else { self.target };
        let size = bound.max(wanted).max(self.min_words as usize).max(self.nursery());
        let young = Space::new(allocate_block(size), size);
        let stack = young.end.wrapping_sub(stack_words);
        // SAFETY: the new block has room for it.
        unsafe { ptr::copy_nonoverlapping(self.limit.get(), stack, stack_words) };
        (young, stack, Vec::new())
    }

    /// Has the objects copied to `young` take the place of the young generation.
    ///
    /// # Safety
    /// They are all that lives of it, and nothing refers to the originals any more.
    #[inline(always)]
    unsafe fn replace_young(&mut self, way: Way, young: Space, stack: *mut Word, aside: Vec<Word>) {
        let copied = words_between(young.start, young.top);
        // SAFETY: within the block there is room for the copied objects, which are part of the
        // objects that were there; a block that is freed is the heap's own, and the caller knows
        // that nobody needs it.
        unsafe {
            if way == Way::Within {
                ptr::copy_nonoverlapping(young.start, self.start.get(), copied);
                ASIDE.set(aside);
                self.top.set(self.start.get().add(copied));
                #[cfg(feature = "poison")]
                crate::poison::fill(self.top.get(), words_between(self.top.get(), stack));
            } else {
                if way == Way::InPlace {
                    #[cfg(feature = "poison")]
                    crate::poison::fill(self.old_top, self.old_room());
                } else {
                    free_block(self.start.get(), self.end.get());
                }
                self.start.set(young.start);
                self.top.set(young.top);
                self.end.set(young.end);
                self.limit.set(stack);
            }
        }
        self.high_water.set(self.top.get());
    }

    /// Chooses the size of the next young block by the objects that were found alive, of which the
    /// young ones made since the collection before are `new` words at most.
    #[inline(always)]
    fn choose_target(
        &mut self,
        old_used: usize,
        new: usize,
        stack_words: usize,
        need: usize,
        major: bool,
    ) {
        let live = words_between(self.start.get(), self.top.get()) + stack_words + need;
        if major {
            // Collections that copy much must free much.
            let kb = u32::try_from(live >> 7).unwrap_or(u32::MAX);
            self.old_kb_limit = self.old_kb_limit.max(kb);
        }
        // The size of the old objects is no measure for the objects that are going to be made; the
        // size of those made until now is, a bit.
        let (live, least) = match old_used > 0 {
            true => (live.min(new + stack_words + need), self.target / 4),
            false => (live, 0),
        };
        self.target = block_words(live, self.min_words as usize, self.is_busy()).max(least);
    }

    /// Keeps, in new lists and in the order they had, the off-heap objects that were copied, and
    /// releases what the others own.
    ///
    /// # Safety
    /// The copying is done, to `to` of what is young, and the old memory is still there.
    unsafe fn sweep_off_heap(&mut self, to: &Space, major: bool) {
        let (mut young, mut old) = (ptr::null_mut(), ptr::null_mut());
        // Where the next object of each list is to be linked.
        let (mut young_end, mut old_end): (*mut *mut Word, *mut *mut Word) =
            (&raw mut young, &raw mut old);
        let (mut bytes, mut old_bytes) = (0, 0);
        let old_block = self.old_start as usize..self.old_end as usize;
        let was_old = self.old_start..self.old_top;
        let lists = [self.off_heap.get(), if major { self.old_off_heap } else { ptr::null_mut() }];
        for list in lists {
            let mut object = list;
            while !object.is_null() {
                // SAFETY: objects of the lists are live, or copied with a forwarding pointer for a
                // header.
                unsafe {
                    let head = *object;
                    // A young object that lies in the old block has become old where it is.
                    let stays = !major && was_old.contains(&object);
                    if is_header(head) && !stays {
                        let next = *off_heap_link(object) as *mut Word;
                        release_off_heap(object);
                        object = next;
                        continue;
                    }
                    let new = if stays { object } else { address(head) };
                    let now = to.place(new);
                    let link = off_heap_link(now).cast::<*mut Word>();
                    object = *link;
                    let size = match header_kind(*now) {
                        Kind::RefcBin => small_value(*now.add(1)) as usize,
                        _ => 0,
                    };
                    if !major && old_block.contains(&(new as usize)) {
                        *old_end = new;
                        old_end = link;
                        old_bytes += size;
                    } else {
                        *young_end = new;
                        young_end = link;
                        bytes += size;
                    }
                }
            }
        }
        // SAFETY: the ends are in the copies, or are `young` and `old` themselves.
        unsafe {
            *young_end = ptr::null_mut();
            *old_end = if major { ptr::null_mut() } else { self.old_off_heap };
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
