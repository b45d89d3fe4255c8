//! Bit strings on a heap, or counted, and match contexts.

use super::*;

/// Copies few bytes, without a call: the last ones overlap those before them.
///
/// # Safety
/// As for [`ptr::copy_nonoverlapping`].
#[inline(always)]
unsafe fn copy_few(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: the caller has `n` bytes to read, and room for them, which do not overlap. Each piece
    // is within them.
    unsafe {
        match n {
            17.. => {
                for at in (0..n - 16).step_by(16) {
                    to.add(at).copy_from_nonoverlapping(from.add(at), 16);
                }
                to.add(n - 16).copy_from_nonoverlapping(from.add(n - 16), 16);
            }
            8..=16 => {
                let (first, last) = (from.cast::<u64>(), from.add(n - 8).cast::<u64>());
                let (first, last) = (first.read_unaligned(), last.read_unaligned());
                to.cast::<u64>().write_unaligned(first);
                to.add(n - 8).cast::<u64>().write_unaligned(last);
            }
            4..8 => {
                let (first, last) = (from.cast::<u32>(), from.add(n - 4).cast::<u32>());
                let (first, last) = (first.read_unaligned(), last.read_unaligned());
                to.cast::<u32>().write_unaligned(first);
                to.add(n - 4).cast::<u32>().write_unaligned(last);
            }
            0 => {}
            1..4 => {
                let (first, middle, last) = (*from, *from.add(n / 2), *from.add(n - 1));
                to.write(first);
                to.add(n / 2).write(middle);
                to.add(n - 1).write(last);
            }
        }
    }
}

impl Heap {
    /// A binary with these bytes.
    #[inline]
    pub fn binary<'h>(&'h self, bytes: &[u8]) -> Term<'h> {
        if bytes.len() > HEAP_BIN_MAX {
            return self.large_binary(bytes);
        }
        let (t, place) = self.heap_binary_to_fill(bytes.len());
        // SAFETY: fresh memory with room for so many bytes.
        unsafe { copy_few(bytes.as_ptr(), place.as_ptr(), bytes.len()) };
        t
    }

    #[inline(never)]
    fn large_binary<'h>(&'h self, bytes: &[u8]) -> Term<'h> {
        self.binary_from(RefBin::from_slice(bytes), bytes.len())
    }

    /// A binary on the heap itself, of `len` bytes, filled in by `fill` (it gets zeros).
    pub fn heap_binary<'h>(&'h self, len: usize, fill: impl FnOnce(&mut [u8])) -> Term<'h> {
        let words = self.object(header(Kind::HeapBin, 1 + len.div_ceil(8)));
        words[1] = small(len as i64);
        let p = words.as_mut_ptr();
        // SAFETY: the words after the size are `len` bytes or more, and ours.
        fill(unsafe { std::slice::from_raw_parts_mut(p.add(2).cast::<u8>(), len) });
        Heap::boxed(p)
    }

    /// A binary on the heap, of `len` bytes (64 at most), and where they are: the caller must fill
    /// all of them before anything else looks at them.
    #[inline]
    pub fn heap_binary_to_fill<'h>(&'h self, len: usize) -> (Term<'h>, NonNull<u8>) {
        assert!(len <= HEAP_BIN_MAX);
        let words = len.div_ceil(8);
        let p = self.alloc(2 + words);
        // SAFETY: fresh words: the header, the size, and as many as the bytes take. The last one
        // may have more bytes than there are, so all of it is written.
        unsafe {
            p.write(header(Kind::HeapBin, 1 + words));
            p.add(1 + words).write(0);
            p.add(1).write(small(len as i64));
            (Heap::boxed(p), NonNull::new_unchecked(p.add(2).cast()))
        }
    }

    /// A binary of the first `len` bytes in use of a [`RefBin`].
    pub fn binary_from<'h>(&'h self, bin: RefBin, len: usize) -> Term<'h> {
        assert!(len <= bin.bytes().len());
        let bytes = bin.capacity();
        let p = self.alloc(4);
        // SAFETY: four fresh words; the object takes over the reference.
        unsafe {
            p.write(header(Kind::RefcBin, 3));
            p.add(1).write(small(len as i64));
            p.add(2).write(bin.into_raw() as Word);
            self.link_off_heap(p, bytes);
        }
        Heap::boxed(p)
    }

    /// The `len` bytes from `from` on of a [`RefBin`]; shares them. Panics if they are not within
    /// it.
    pub fn part_of<'h>(&'h self, bin: RefBin, from: usize, len: usize) -> Term<'h> {
        let all = bin.bytes().len();
        self.sub_bits(self.binary_from(bin, all), 8 * from, 8 * len)
    }

    /// # Safety
    /// `object` is a fresh off-heap object with its link still to be written.
    pub(crate) unsafe fn link_off_heap(&self, object: *mut Word, bytes: usize) {
        // SAFETY: the object is fresh, so nothing else reads its word for the link, which may be
        // written.
        unsafe { off_heap_link(object).write(self.off_heap.get() as Word) };
        self.off_heap.set(object);
        self.virtual_bytes.set(self.virtual_bytes.get() + bytes);
    }

    /// A bit string of these bits: `bit_len` bits from the start of `bytes`. Unused bits at the end
    /// are cleared.
    pub fn bits<'h>(&'h self, bytes: &[u8], bit_len: usize) -> Term<'h> {
        let bytes = &bytes[..bit_len.div_ceil(8)];
        let whole = self.binary(bytes);
        if bit_len.is_multiple_of(8) { whole } else { self.sub_bits(whole, 0, bit_len) }
    }

    /// Lets the object of a binary refer to another [`RefBin`], which begins with all bits that
    /// are in use of the old one. The old one stays until the next collection, which is one of the
    /// whole heap, so that all match contexts are told.
    ///
    /// # Safety
    /// `object` is a `RefcBin` of this heap, and the calling thread is the process's.
    pub unsafe fn exchange(&self, object: Term<'_>, bin: RefBin) {
        debug_assert_eq!(object.boxed_kind(), Some(Kind::RefcBin));
        let bytes = self.virtual_bytes.get() + bin.capacity();
        // SAFETY: the word of such an object is a reference, which it owns. The old one gets an
        // object of its own, and the new one is the object's.
        let old = unsafe {
            let place = address(object.word()).add(2);
            let old = RefBin::from_raw(*place as *mut u8);
            assert!(old.used() <= bin.used(), "terms of the binary would end outside of it");
            place.write(bin.into_raw() as Word);
            old
        };
        self.virtual_bytes.set(bytes);
        self.binary_from(old, 0);
        self.major_next.set(true);
    }

    /// Sets how many bits a part of a binary has.
    ///
    /// # Safety
    /// `part` is a `SubBits` of this heap whose binary has so many bits behind the part's first,
    /// and the calling thread is the process's.
    pub unsafe fn grow_part(&self, part: Term<'_>, bit_len: usize) {
        debug_assert_eq!(part.boxed_kind(), Some(Kind::SubBits));
        // SAFETY: the word of such an object; only the process knows of it.
        unsafe { address(part.word()).add(3).write(small(bit_len as i64)) }
    }

    /// The `bit_len` bits of `original` (a bit string) from `bit_offset`; shares its bytes.
    /// Panics if they are not within it.
    pub fn sub_bits<'h>(
        &'h self,
        original: Term<'h>,
        bit_offset: usize,
        bit_len: usize,
    ) -> Term<'h> {
        let bits = original.as_bits().expect("sub_bits of no bit string");
        assert!(bit_offset + bit_len <= bits.bit_len(), "bits outside of the original");
        let (base, offset) = (bits.original(), bits.bit_offset() + bit_offset);
        if offset == 0 && bit_len == base.as_bits().expect("a binary").bit_len() {
            return base;
        }
        self.sub_object(base, offset, bit_len)
    }

    /// Bits of `base`, which must be a `HeapBin` or `RefcBin`, as an object of their own.
    pub fn sub_object<'h>(&'h self, base: Term<'h>, offset: usize, bit_len: usize) -> Term<'h> {
        debug_assert!(matches!(base.boxed_kind(), Some(Kind::HeapBin | Kind::RefcBin)));
        let p = self.alloc(4);
        // SAFETY: four fresh words.
        unsafe {
            p.write(header(Kind::SubBits, 3));
            p.add(1).write(base.word());
            p.add(2).write(small(offset as i64));
            p.add(3).write(small(bit_len as i64));
        }
        Heap::boxed(p)
    }

    /// A match context over `base`, which must be a `HeapBin` or `RefcBin`.
    pub fn match_context<'h>(&'h self, base: Term<'h>, offset: usize, end: usize) -> Term<'h> {
        debug_assert!(matches!(base.boxed_kind(), Some(Kind::HeapBin | Kind::RefcBin)));
        let p = self.alloc(5);
        // SAFETY: five fresh words.
        unsafe {
            p.write(header(Kind::MatchCtx, 4));
            p.add(1).write(base.word());
            p.add(2).write(small(offset as i64));
            p.add(3).write(small(end as i64));
            point_to_bytes(p);
        }
        Heap::boxed(p)
    }
}
