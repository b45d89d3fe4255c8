//! Checks, in test builds, that all objects of a heap are what the rest of the emulator takes them
//! for.
//!
//! A collection leaves the young block without gaps, so one pass over its words sees each object:
//! a header begins an object of known size, and every other word is one of a cons cell's two. The
//! cost is one look at each word that the collection has just copied.

use super::{Heap, off_heap_link, words_between};
use crate::gc::Roots;
use crate::literal_space;
use crate::refbin::RefBin;
use crate::term::record::DEFINITION_HEAD;
use crate::word::*;

impl Heap {
    /// Panics, with what is wrong, unless the stack, the roots and all objects of the young block
    /// are valid: right after a collection.
    ///
    /// # Safety
    /// As for [`Heap::collect`]; there are no fragments.
    pub(crate) unsafe fn check(&self, roots: &[Roots]) {
        let stack_words = words_between(self.limit.get(), self.end.get());
        let stack = Roots { start: self.limit.get(), len: stack_words };
        for run in roots.iter().chain([&stack]) {
            for i in 0..run.len {
                // SAFETY: roots are words that may be read.
                let word = unsafe { *run.start.add(i) };
                if is_pointer(word) {
                    self.check_word(word, run.start);
                }
            }
        }
        let (mut at, top) = (self.start.get(), self.top.get());
        while at < top {
            // SAFETY: a word of an object of the young block.
            let word = unsafe { *at };
            let words = match is_header(word) {
                // SAFETY: the header of an object, as the words before it have been passed over.
                true => unsafe { self.check_object(at) },
                false => {
                    self.check_word(word, at);
                    1
                }
            };
            at = at.wrapping_add(words);
        }
        assert!(at == top, "an object at {at:?} ends beyond its heap's {top:?}");
        self.check_off_heap();
    }

    /// Checks that a word within `object` is a term whose object is this heap's, or a literal.
    fn check_word(&self, word: Word, object: *mut Word) {
        if !is_pointer(word) {
            assert!(!is_header(word), "{word:#x} in the object at {object:?} is no term");
            return;
        }
        let to = address(word);
        let young = (self.start.get()..self.top.get()).contains(&to);
        assert!(
            young || literal_space::is_literal(word) || self.is_old(to),
            "{word:#x} in the object at {object:?} refers to no part of the heap"
        );
        // SAFETY: an address in a block of the heap or in an area of literals.
        let first = unsafe { *to };
        assert!(
            is_header(first) == is_boxed(word),
            "{word:#x} in the object at {object:?} refers to {first:#x}"
        );
    }

    /// Checks an object of the young block; gives its words, header included.
    ///
    /// # Safety
    /// `at` is where an object of the young block begins that has a header.
    unsafe fn check_object(&self, at: *mut Word) -> usize {
        // SAFETY: the caller's object.
        let head = unsafe { *at };
        let (kind, n) = (header_kind(head), header_size(head));
        let room = words_between(at, self.top.get());
        assert!(n < room, "the object {head:#x} at {at:?} is larger than its heap");
        // SAFETY: the words of the object, which lie within the heap.
        let words = unsafe { std::slice::from_raw_parts(at.add(1), n) };
        let sound = match kind {
            Kind::PosBig | Kind::NegBig => is_normal_big(kind, words),
            Kind::Float => n == 1 && f64::from_bits(words[0]).is_finite(),
            Kind::HeapBin => n > 0 && words[0] as usize / 2 <= (n - 1) * 8,
            Kind::RefcBin => {
                // SAFETY: such an object owns the binary that its second word points to.
                n == 3 && words[0] as usize / 2 <= unsafe { bytes_in_use(words[1]) }
            }
            Kind::SubBits => {
                n == 3
                    && self.has_bits(words[0], (words[1] as usize >> 1) + (words[2] as usize >> 1))
            }
            Kind::MatchCtx => {
                n == 4 && words[1] <= words[2] && self.has_bits(words[0], words[2] as usize >> 1)
            }
            Kind::FlatMap => n > 0 && self.has_elements(words[0], n - 1),
            Kind::Record => n > 0 && self.has_elements(words[0], DEFINITION_HEAD + n - 1),
            Kind::HashMap => n > 2 && (words[1] >> 1).count_ones() as usize == n - 2,
            Kind::HashNode => n > 1 && (words[0] >> 1).count_ones() as usize == n - 1,
            Kind::Fun => n >= 2 && words[0] != 0,
            Kind::Export => n == 1 && words[0] != 0,
            Kind::Ref => n == 3,
            Kind::MagicRef => n == 7,
            Kind::ExtPid | Kind::ExtPort => n == 2,
            Kind::ExtRef => n > 2,
            Kind::Tuple | Kind::Filler => true,
            Kind::None | Kind::Moved => false,
        };
        assert!(sound, "the object {head:#x} ({kind:?}) at {at:?} is damaged: {words:x?}");
        if !kind.is_raw() {
            words.iter().for_each(|&word| self.check_word(word, at));
        }
        n + 1
    }

    /// Whether a word is a binary, none of another, with so many bits.
    fn has_bits(&self, word: Word, bits: usize) -> bool {
        if !is_boxed(word) {
            return false;
        }
        let at = address(word);
        // SAFETY: a boxed word within an object that is checked: its first word is a header.
        let bytes = match header_kind(unsafe { *at }) {
            // SAFETY: a size follows the header.
            Kind::HeapBin => unsafe { *at.add(1) as usize / 2 },
            // Bits that have been appended to a binary are no part of older objects that refer to
            // it.
            // SAFETY: such an object owns the binary that its second word points to.
            Kind::RefcBin => unsafe { bytes_in_use(*at.add(2)) },
            _ => return false,
        };
        bits <= bytes * 8
    }

    /// Whether a word is a tuple of this size.
    fn has_elements(&self, word: Word, size: usize) -> bool {
        // SAFETY: a boxed word within an object that is checked: its first word is a header.
        is_boxed(word) && unsafe { *address(word) } == header(Kind::Tuple, size)
    }

    /// Checks that what the list of off-heap objects names is such.
    fn check_off_heap(&self) {
        let mut object = self.off_heap.get();
        while !object.is_null() {
            // SAFETY: objects of the list are live, with a link in their last word.
            let (head, next) = unsafe { (*object, *off_heap_link(object)) };
            let kind = header_kind(head);
            assert!(
                is_header(head) && matches!(kind, Kind::RefcBin | Kind::MagicRef),
                "{head:#x} at {object:?} is no off-heap object"
            );
            object = next as *mut Word;
        }
    }
}

/// Bytes in use of the binary that an object owns.
///
/// # Safety
/// `owned` is the word of a live `RefcBin` that points to its binary.
unsafe fn bytes_in_use(owned: Word) -> usize {
    // SAFETY: the caller's binary, which its object keeps alive.
    unsafe { RefBin::with_raw(owned as *mut u8, |binary| binary.bytes().len()) }
}

/// Whether these limbs are an integer outside of the small range, without zeros before it.
fn is_normal_big(kind: Kind, limbs: &[u64]) -> bool {
    match *limbs {
        [] => false,
        [one] if kind == Kind::PosBig => one > SMALL_MAX as u64,
        [one] => one > SMALL_MIN.unsigned_abs(),
        [.., last] => last != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Term;

    /// A heap with a tuple in it, right after a collection, and that tuple's address.
    fn collected() -> (Heap, Vec<Word>) {
        let mut heap = Heap::new(64);
        let word = {
            let inner = heap.tuple(&[Term::small(1)]);
            let bits = heap.sub_bits(heap.binary(&[7; 20]), 3, 50);
            heap.tuple(&[inner, heap.cons(bits, Term::NIL), heap.float(1.5)]).word()
        };
        let mut roots = vec![word];
        heap.collect_roots(0, &mut roots);
        (heap, roots)
    }

    /// Damages the tuple's word `at` and says what the check says.
    fn said(at: usize, word: impl Fn(&Heap, Word) -> Word) -> String {
        let (heap, mut roots) = collected();
        let tuple = address(roots[0]);
        // SAFETY: a word of the tuple; the damaged heap is only looked at.
        unsafe { tuple.add(at).write(word(&heap, *tuple.add(at))) };
        let roots = Roots::of(&mut roots);
        // SAFETY: what the roots refer to lies within the heap.
        let checked = std::panic::AssertUnwindSafe(|| unsafe { heap.check(&[roots]) });
        let panic = std::panic::catch_unwind(checked).expect_err("damage is noticed");
        // The headers stay as they are, and what is freed is the heap's memory as a whole.
        panic.downcast_ref::<String>().cloned().unwrap_or_default()
    }

    #[test]
    fn damage_is_noticed() {
        let foreign = Heap::new(8);
        let foreign = foreign.tuple(&[]).word();
        assert!(said(1, |_, _| foreign).contains("refers to no part of the heap"));
        assert!(said(2, |_, list| (list & !TAG_MASK) | TAG_BOXED).contains("refers to"));
        assert!(
            said(1, |_, _| MOVED).contains("damaged") || said(1, |_, _| MOVED).contains("no term")
        );
        assert!(said(0, |_, _| header(Kind::Tuple, 1 << 20)).contains("larger than its heap"));
        assert!(said(0, |_, _| header(Kind::FlatMap, 3)).contains("damaged"));
        assert!(said(0, |_, _| header(Kind::Float, 3)).contains("damaged"));
    }

    #[test]
    fn sound_heaps_pass() {
        let (heap, mut roots) = collected();
        let roots = Roots::of(&mut roots);
        // SAFETY: the roots of the collection.
        unsafe { heap.check(&[roots]) };
    }
}
