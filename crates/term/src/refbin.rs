//! Binaries outside the heaps: counted, shared between processes, growing in place at their end.

mod thread;

pub use thread::{give_back, keep};

use crate::memory::{self, Purpose};
use std::alloc::{Layout, alloc, dealloc, realloc};
use std::any::Any;
use std::mem::{MaybeUninit, offset_of};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A counted reference to bytes that many terms may share.
///
/// Bits below `used` never change once a term can see them. A thread that appends at exactly `used`
/// claims the space behind it with one compare-and-swap ([`RefBin::append`]) and alone writes
/// there, so that building a binary by appending is linear and needs no "writable" state.
pub struct RefBin(NonNull<Head>);

#[repr(C)]
struct Head {
    count: AtomicUsize,
    /// Bits, not bytes: bit strings may grow in the middle of a byte.
    used: AtomicUsize,
    capacity: usize,
}

// SAFETY: the count is atomic; bytes that are visible do not change (see the type's comment).
unsafe impl Send for RefBin {}
// SAFETY: shared references read the atomic count and length, and bytes that do not change; a
// writer first claims its bytes with a compare-and-swap.
unsafe impl Sync for RefBin {}

/// Bytes behind the capacity. Some libraries write a zero behind the bytes of a binary that they
/// have allocated, which OTP's emulator has as much room for.
const PAD: usize = 7;

/// Bytes that a binary of this capacity needs at least.
fn needed(capacity: usize) -> usize {
    size_of::<Head>() + PAD + capacity
}

/// No binary is larger, in bytes: an allocation is of less than half of all addresses.
const LARGEST: usize = isize::MAX as usize - (size_of::<Head>() + 2 * PAD);

/// Fresh memory for a binary of this capacity. Ends the emulator if there is none.
fn fresh(capacity: usize) -> NonNull<Head> {
    let bytes = needed(capacity);
    thread::kept(bytes)
        .unwrap_or_else(|| memory::allocate(Purpose::Binary, thread::layout(bytes)))
        .cast()
}

/// Set in the number of references to a binary that has an owner, whose reference follows the
/// bytes: such a binary never grows, and whoever asks for its only reference has not got it.
const OWNED: usize = 1 << 62;

/// A thing that a binary keeps alive.
pub type Owner = Arc<dyn Any + Send + Sync>;

/// Where in the memory of a binary of so many bytes its owner's reference is.
fn owner_offset(len: usize) -> usize {
    (size_of::<Head>() + len).next_multiple_of(align_of::<Owner>())
}

fn owned_layout(len: usize) -> Layout {
    Layout::from_size_align(owner_offset(len) + size_of::<Owner>(), 8).expect("size of a binary")
}

impl std::fmt::Debug for RefBin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RefBin({} bytes)", self.bytes().len())
    }
}

impl RefBin {
    /// A copy of the bytes, which keeps its owner alive as long as there is a reference to it.
    pub fn with_owner(bytes: &[u8], owner: Owner) -> RefBin {
        let p = memory::allocate(Purpose::Binary, owned_layout(bytes.len())).cast::<Head>();
        thread::count(bytes.len() as isize);
        let (count, used) = (AtomicUsize::new(1 | OWNED), AtomicUsize::new(bytes.len() * 8));
        // SAFETY: fresh memory of the layout that has room for the head, the bytes, and the owner
        // behind them.
        unsafe {
            p.as_ptr().write(Head { count, used, capacity: bytes.len() });
            let data = p.as_ptr().add(1).cast::<u8>();
            data.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            p.as_ptr().cast::<u8>().add(owner_offset(bytes.len())).cast::<Owner>().write(owner);
        }
        RefBin(p)
    }

    /// The thing that it keeps alive, if it has an owner.
    pub fn owner(&self) -> Option<&Owner> {
        let head = self.head();
        let owned = head.count.load(Ordering::Relaxed) & OWNED != 0;
        // SAFETY: `with_owner` has put the reference there, which stays as long as the binary.
        owned.then(|| unsafe {
            &*self.0.as_ptr().cast::<u8>().add(owner_offset(head.capacity)).cast::<Owner>()
        })
    }

    /// Distances from the pointer that [`RefBin`] is: of the number of references, of the number of
    /// bits in use, of the capacity in bytes, and of the bytes.
    pub const COUNT: usize = offset_of!(Head, count);
    /// As above.
    pub const USED: usize = offset_of!(Head, used);
    /// As above.
    pub const CAPACITY: usize = offset_of!(Head, capacity);
    /// As above.
    pub const DATA: usize = size_of::<Head>();

    /// Room for `capacity` bytes, of which `used` are to be written by the caller through
    /// [`RefBin::bytes_mut`] before the binary is shared; they start as zeros.
    pub fn zeroed(used: usize, capacity: usize) -> RefBin {
        assert!(used <= capacity);
        let p = fresh(capacity);
        // SAFETY: fresh memory for such a binary.
        unsafe {
            p.as_ptr().add(1).cast::<u8>().write_bytes(0, used);
            RefBin::init(p, used, capacity)
        }
    }

    /// So many bytes, all in use, for C code that is to fill them in.
    ///
    /// # Safety
    /// Nobody looks at a byte before that has been written.
    pub unsafe fn unwritten(size: usize) -> RefBin {
        // SAFETY: fresh memory for such a binary, whose bytes the caller has written.
        unsafe { RefBin::init(fresh(size), size, size) }
    }

    /// # Safety
    /// `p` is fresh memory for a binary of this capacity, `used` bytes of which are initialised.
    unsafe fn init(p: NonNull<Head>, used: usize, capacity: usize) -> RefBin {
        thread::count(capacity as isize);
        let (count, used) = (AtomicUsize::new(1), AtomicUsize::new(used * 8));
        // SAFETY: the caller's memory begins with room for a head, and nothing else refers to it.
        unsafe { p.as_ptr().write(Head { count, used, capacity }) };
        RefBin(p)
    }

    /// As [`RefBin::zeroed`], with `bits` bits in use.
    pub fn with_bits(bits: usize, capacity: usize) -> RefBin {
        let b = RefBin::zeroed(bits.div_ceil(8), capacity);
        b.head().used.store(bits, Ordering::Relaxed);
        b
    }

    /// A copy of the bytes.
    pub fn from_slice(bytes: &[u8]) -> RefBin {
        let mut b = RefBin::zeroed(0, bytes.len());
        b.extend(bytes);
        b
    }

    /// Room for that many bytes, none of which is in use; None if there is not so much memory.
    pub fn with_room(capacity: usize) -> Option<RefBin> {
        if capacity > LARGEST {
            return None;
        }
        let bytes = needed(capacity);
        // SAFETY: the layout is not of size 0.
        let allocate = || memory::may_fail(|| unsafe { alloc(thread::layout(bytes)) });
        let p = thread::kept(bytes).or_else(|| NonNull::new(allocate()))?;
        // SAFETY: fresh memory for such a binary.
        Some(unsafe { RefBin::init(p.cast(), 0, capacity) })
    }

    /// So many bytes, all in use, for C code to fill in before it shows them; None if there is not
    /// so much memory. They start as zeros.
    pub fn for_c(size: usize) -> Option<RefBin> {
        let mut bin = RefBin::with_room(size)?;
        let room = bin.room();
        room.fill(MaybeUninit::zeroed());
        // SAFETY: they have just been written.
        unsafe { bin.now_used(size) };
        Some(bin)
    }

    /// Gives up the reference; how many are left.
    pub fn release(self) -> usize {
        // With others' references it may be that another number is true by now, as with any count.
        let others = self.ref_count() - 1;
        drop(self);
        others
    }

    /// Adds bytes behind those in use. Panics if the binary is shared already, or too small.
    pub fn extend(&mut self, bytes: &[u8]) {
        let room = self.room();
        assert!(bytes.len() <= room.len(), "no room in a binary");
        let to = room.as_mut_ptr().cast::<u8>();
        // SAFETY: there is so much room, to which nothing else refers, and it is written then.
        unsafe {
            to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            self.now_used(bytes.len());
        }
    }

    /// The space behind the bytes in use. Panics if the binary is shared already.
    pub fn room(&mut self) -> &mut [MaybeUninit<u8>] {
        assert!(self.head().count.load(Ordering::Acquire) == 1, "writing to a shared binary");
        let used = self.used_bytes();
        // SAFETY: within the allocation; we hold the only reference, and it is borrowed mutably.
        unsafe {
            std::slice::from_raw_parts_mut(self.data().add(used).cast(), self.capacity() - used)
        }
    }

    /// The first `n` bytes of [`RefBin::room`] are in use from now on.
    ///
    /// # Safety
    /// They have been written.
    pub unsafe fn now_used(&mut self, n: usize) {
        assert!(n <= self.capacity() - self.used_bytes());
        self.head().used.fetch_add(n * 8, Ordering::Release);
    }

    /// Makes room for that many bytes altogether; false if there is not so much memory. Panics if
    /// the binary is shared already.
    pub fn grow(&mut self, capacity: usize) -> bool {
        assert!(self.head().count.load(Ordering::Acquire) == 1, "moving a shared binary");
        capacity <= self.capacity() || self.resize(capacity)
    }

    /// Makes room for exactly that many bytes, with those in use as far as they fit; false, with
    /// nothing changed, if there is not so much memory. Panics if the binary is shared already.
    pub fn resize(&mut self, capacity: usize) -> bool {
        assert!(self.head().count.load(Ordering::Acquire) == 1, "moving a shared binary");
        let old = self.capacity();
        if capacity > LARGEST {
            return false;
        }
        let (layout, new) = (thread::layout(needed(old)), thread::layout(needed(capacity)).size());
        // SAFETY: allocated with this layout; the new size is not 0, and not too large.
        let p = memory::may_fail(|| unsafe { realloc(self.0.as_ptr().cast(), layout, new) });
        let Some(p) = NonNull::new(p.cast::<Head>()) else { return false };
        self.0 = p;
        // SAFETY: moved there as it was; nobody else has a reference.
        unsafe { (*p.as_ptr()).capacity = capacity };
        self.head().used.fetch_min(capacity * 8, Ordering::Relaxed);
        thread::count(capacity as isize - old as isize);
        true
    }

    #[inline(always)]
    fn head(&self) -> &Head {
        // SAFETY: alive while a counted reference is.
        unsafe { self.0.as_ref() }
    }

    /// Address of the first byte; stable for the life of the binary.
    #[inline(always)]
    pub fn data(&self) -> *mut u8 {
        // SAFETY: the bytes follow the head in the same allocation.
        unsafe { self.0.as_ptr().add(1).cast::<u8>() }
    }

    fn used_bytes(&self) -> usize {
        self.head().used.load(Ordering::Acquire).div_ceil(8)
    }

    /// The bytes in use.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: `used` bytes are initialised and do not change.
        unsafe { std::slice::from_raw_parts(self.data(), self.used_bytes()) }
    }

    /// How many bits are in use.
    pub fn used(&self) -> usize {
        self.head().used.load(Ordering::Acquire)
    }

    /// The bytes in use, for filling in. Panics if the binary is shared already.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        assert!(self.head().count.load(Ordering::Acquire) == 1, "writing to a shared binary");
        // SAFETY: we hold the only reference, and it is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.data(), self.used_bytes()) }
    }

    /// Claims `n` bits behind the first `end`: possible if `end` is where the used part ends and
    /// there is room. The claimer alone may then write the bits `end..end + n` (they are not
    /// initialised).
    fn claim(&self, end: usize, n: usize) -> bool {
        let used = &self.head().used;
        (end + n).div_ceil(8) <= self.head().capacity
            && used.compare_exchange(end, end + n, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// Appends `n` bits behind the first `end`, if that is where the used part ends and there is
    /// room: `fill` writes them to a slice (of zeros, but for its first bits) from the given
    /// bit on. Nothing is appended if `fill` fails. Gives `None`, and does not call `fill`, if
    /// appending is not possible.
    ///
    /// In the middle of a byte only a binary with no other reference can grow, as readers of the
    /// byte's first bits must not see it being written.
    ///
    /// # Safety
    /// If `end` is no multiple of 8, no other thread has access to this very reference; `fill`
    /// keeps no slices of this binary's bytes.
    pub unsafe fn append<E>(
        &self,
        end: usize,
        n: usize,
        fill: impl FnOnce(&mut [u8], usize) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        let shift = end % 8;
        if shift != 0 && self.head().count.load(Ordering::Acquire) != 1 || !self.claim(end, n) {
            return None;
        }
        let len = (shift + n).div_ceil(8);
        // SAFETY: within the capacity, as `claim` has checked.
        let to = unsafe { self.data().add(end / 8) };
        let result = if shift == 0 {
            // SAFETY: these bytes are ours alone, and no term's.
            let bytes = unsafe {
                to.write_bytes(0, len);
                std::slice::from_raw_parts_mut(to, len)
            };
            fill(bytes, 0)
        } else {
            self.append_in_byte(to, shift, len, fill)
        };
        if result.is_err() {
            // Nobody can have appended behind bits that no term has.
            self.head().used.store(end, Ordering::Release);
        }
        Some(result)
    }

    /// Appends the low `n` bits (64 at most) of a value behind the first `end` bits, if that is
    /// where the used part ends and there is room; else false.
    ///
    /// # Safety
    /// No other thread has access to this very reference.
    #[inline]
    pub unsafe fn append_value(&self, end: usize, value: u64, n: usize) -> bool {
        let (shift, head) = (end % 8, self.head());
        // With one reference nobody else can claim anything.
        let claimed = if head.count.load(Ordering::Acquire) == 1 {
            let fits =
                (end + n).div_ceil(8) <= head.capacity && head.used.load(Ordering::Relaxed) == end;
            if fits {
                head.used.store(end + n, Ordering::Release);
            }
            fits
        } else {
            shift == 0 && self.claim(end, n)
        };
        if !claimed || n == 0 {
            return claimed;
        }
        let top = value << (64 - n);
        // SAFETY: the bits from `end` on are ours alone, and those before it in the same byte are
        // initialised; there is room for all that is written, as has been checked.
        unsafe {
            let to = self.data().add(end / 8);
            let first = if shift == 0 { 0 } else { *to & !(0xff >> shift) };
            let bytes = (top >> shift | u64::from(first) << 56).to_be_bytes();
            let len = (shift + n).div_ceil(8);
            match len {
                1 => *to = bytes[0],
                2 => to.copy_from_nonoverlapping(bytes.as_ptr(), 2),
                3..=8 => to.copy_from_nonoverlapping(bytes.as_ptr(), len),
                _ => {
                    to.copy_from_nonoverlapping(bytes.as_ptr(), 8);
                    *to.add(8) = (top << (8 - shift)) as u8;
                }
            }
        }
        true
    }

    /// Fills a copy, as `fill` may read the first byte's first bits as part of other terms.
    fn append_in_byte<E>(
        &self,
        to: *mut u8,
        shift: usize,
        len: usize,
        fill: impl FnOnce(&mut [u8], usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut few, mut many) = ([0; 32], Vec::new());
        let bytes = if len <= few.len() {
            &mut few[..len]
        } else {
            many.resize(len, 0);
            &mut many[..]
        };
        // SAFETY: the first byte has used bits, so that it is initialised; `append` has seen that
        // only its thread has access, and that there is room for `len` bytes.
        unsafe {
            bytes[0] = *to & !(0xff >> shift);
            fill(bytes, shift)?;
            to.copy_from_nonoverlapping(bytes.as_ptr(), len);
        }
        Ok(())
    }

    /// Bytes there is room for.
    pub fn capacity(&self) -> usize {
        self.head().capacity
    }

    /// Puts the capacity back, where C code has written a smaller number there, if there is no
    /// other reference.
    pub fn whole(mut self) -> RefBin {
        let used = self.used_bytes();
        if self.capacity() < used && self.ref_count() == 1 {
            // SAFETY: there is no other reference. There is room for what is used.
            unsafe { self.0.as_mut().capacity = used };
        }
        self
    }

    /// The number of references.
    pub fn ref_count(&self) -> usize {
        self.head().count.load(Ordering::Relaxed) & !OWNED
    }

    /// Hands the reference over to a word on a heap.
    pub fn into_raw(self) -> *mut u8 {
        let p = self.0.as_ptr().cast();
        std::mem::forget(self);
        p
    }

    /// Takes back what [`RefBin::into_raw`] gave.
    ///
    /// # Safety
    /// `p` must come from `into_raw`, and that reference must not be used again.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut u8) -> RefBin {
        // SAFETY: not null, as `into_raw` gave it.
        RefBin(unsafe { NonNull::new_unchecked(p.cast()) })
    }

    /// Runs `f` on the binary behind a raw pointer without taking the reference.
    ///
    /// # Safety
    /// `p` must come from `into_raw` and its reference must be alive during the call.
    #[inline(always)]
    pub unsafe fn with_raw<R>(p: *mut u8, f: impl FnOnce(&RefBin) -> R) -> R {
        // SAFETY: the caller's reference came from `into_raw` and is alive; ManuallyDrop keeps the
        // count as it is.
        let b = std::mem::ManuallyDrop::new(unsafe { RefBin::from_raw(p) });
        f(&b)
    }

    /// Bytes of all such binaries (for `erlang:memory(binary)`).
    pub fn total_bytes() -> usize {
        thread::total()
    }
}

impl Clone for RefBin {
    fn clone(&self) -> RefBin {
        self.head().count.fetch_add(1, Ordering::Relaxed);
        RefBin(self.0)
    }
}

impl Drop for RefBin {
    fn drop(&mut self) {
        // Another reference can be taken only from one that there is, so the only one stays the
        // only one. Most binaries have only one, which spares an atomic instruction.
        let mut count = self.head().count.load(Ordering::Acquire);
        if count & !OWNED != 1 {
            count = self.head().count.fetch_sub(1, Ordering::Release);
            if count & !OWNED != 1 {
                // Another owner may free the memory from here on: nothing of it is read any more.
                return;
            }
            // The other owners' accesses, before they gave up their references, come before the
            // following lines. (A load and no fence: thread sanitizer knows nothing of fences.)
            self.head().count.load(Ordering::Acquire);
        }
        let capacity = self.head().capacity;
        thread::count(-(capacity as isize));
        if count & OWNED != 0 {
            // SAFETY: the last reference is gone, and the binary has an owner, so that it has
            // this layout with the owner's reference in its place.
            unsafe {
                let p = self.0.as_ptr().cast::<u8>();
                drop(p.add(owner_offset(capacity)).cast::<Owner>().read());
                dealloc(p, owned_layout(capacity));
            }
            return;
        }
        // SAFETY: the last reference is gone; the memory came for a binary of this capacity.
        unsafe { thread::free(self.0.cast(), needed(capacity)) };
    }
}
