//! I/O queues and vectors: bytes in pieces, for `writev`, that stay where they are.
//!
//! A vector is made of a list of binaries; a queue holds pieces until they have been written. For
//! example, a NIF inspects an iovec, puts it into its queue, passes what `enif_ioq_peek` gives to
//! `writev`, and takes out by `enif_ioq_deq` as much as has been written. A piece is a part of a
//! counted binary. Bytes that are in none, on a heap or between the bytes of others, are copied to
//! one.

use crate::abi::{IOVEC_SIZE, IoVec, NifBinary, NifIoVec};
use crate::env::Env;
use crate::ffi::{NifTerm, Out};
use crate::table::{Row, row};
use release::Difference;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use term::{Bits, RefBin, Term};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(enif_free_iovec, "void(ErlNifIOVec *iov)", "2.13", "Frees an I/O vector."),
    row!(
        enif_inspect_iovec,
        "int(ErlNifEnv *env, size_t max_length, ERL_NIF_TERM iovec_term, ERL_NIF_TERM *tail, ErlNifIOVec **iovec)",
        "2.13",
        "Makes an I/O vector of a list of binaries."
    ),
    row!(enif_ioq_create, "ErlNifIOQueue*(ErlNifIOQueueOpts opts)", "2.13", "Makes an I/O queue."),
    row!(
        enif_ioq_deq,
        "int(ErlNifIOQueue *q, size_t count, size_t *size)",
        "2.13",
        "Takes bytes out of a queue."
    ),
    row!(enif_ioq_destroy, "void(ErlNifIOQueue *q)", "2.13", "Removes an I/O queue."),
    row!(
        enif_ioq_enq_binary,
        "int(ErlNifIOQueue *q, ErlNifBinary *bin, size_t skip)",
        "2.13",
        "Puts a binary into a queue."
    ),
    row!(
        enif_ioq_enqv,
        "int(ErlNifIOQueue *q, ErlNifIOVec *iov, size_t skip)",
        "2.13",
        "Puts an I/O vector into a queue."
    ),
    row!(
        enif_ioq_peek,
        "SysIOVec*(ErlNifIOQueue *q, int *iovlen)",
        "2.13",
        "Gives the pieces in a queue."
    ),
    row!(
        enif_ioq_peek_head,
        "int(ErlNifEnv *env, ErlNifIOQueue *q, size_t *size, ERL_NIF_TERM *head)",
        "2.14",
        "Makes a binary of the first piece in a queue."
    ),
    row!(
        enif_ioq_size,
        "size_t(ErlNifIOQueue *q)",
        "2.13",
        "Gives the number of bytes in a queue."
    ),
];

/// `ErlNifIOQueue`.
#[derive(Default)]
pub struct IoQueue {
    /// Pieces; those before `first` have been taken out.
    pieces: Vec<IoVec>,
    /// The binaries that the pieces are parts of.
    bins: Vec<Option<RefBin>>,
    first: usize,
    /// Bytes in all.
    size: usize,
}

impl IoQueue {
    /// Adds the bytes of a piece, but for the first so many.
    fn push(&mut self, piece: IoVec, skip: usize, bin: RefBin) {
        if self.first > 32 && self.first > self.pieces.len() / 2 {
            self.pieces.drain(..self.first);
            self.bins.drain(..self.first);
            self.first = 0;
        }
        let piece = IoVec { base: piece.base.wrapping_add(skip), len: piece.len - skip };
        self.size += piece.len;
        self.pieces.push(piece);
        self.bins.push(Some(bin));
    }

    /// Takes out so many bytes, which are there.
    fn take(&mut self, mut n: usize) {
        self.size -= n;
        while n > 0 {
            let piece = &mut self.pieces[self.first];
            if n < piece.len {
                *piece = IoVec { base: piece.base.wrapping_add(n), len: piece.len - n };
                return;
            }
            n -= piece.len;
            self.bins[self.first] = None;
            self.first += 1;
        }
        if self.first == self.pieces.len() {
            self.pieces.clear();
            self.bins.clear();
            self.first = 0;
        }
    }
}

/// Makes a queue; null if `opts` is not 1, `ERL_NIF_IOQ_NORMAL`.
#[unsafe(no_mangle)]
pub extern "C" fn enif_ioq_create(opts: c_int) -> Option<Box<IoQueue>> {
    (opts == 1).then(Box::default)
}

/// Removes a queue and what is in it.
#[unsafe(no_mangle)]
pub extern "C" fn enif_ioq_destroy(_queue: Box<IoQueue>) {}

/// Puts the bytes of a binary, but for the first so many, into a queue: 1, or 0 if there are not so
/// many. The binary belongs to C code no more in either case.
#[unsafe(no_mangle)]
pub extern "C" fn enif_ioq_enq_binary(
    queue: &mut IoQueue,
    bin: &mut NifBinary,
    skip: usize,
) -> c_int {
    let piece = IoVec { base: bin.data, len: bin.size };
    let owned = bin.take_filled();
    if skip < piece.len {
        match owned {
            Some(owned) => queue.push(piece, skip, owned),
            None => queue.push_copy(piece, skip),
        }
    }
    c_int::from(skip <= piece.len)
}

/// Puts the bytes of a vector, but for the first so many, into a queue: 1, or 0 if there are not so
/// many.
#[unsafe(no_mangle)]
pub extern "C" fn enif_ioq_enqv(queue: &mut IoQueue, vector: &NifIoVec, skip: usize) -> c_int {
    if skip > vector.size {
        return 0;
    }
    let mut skip = skip;
    for (piece, bin) in vector.pieces() {
        if skip >= piece.len {
            skip -= piece.len;
            continue;
        }
        match bin {
            Some(bin) => queue.push(piece, skip, bin),
            None => queue.push_copy(piece, skip),
        }
        skip = 0;
    }
    1
}

/// Gives the number of bytes in a queue.
#[unsafe(no_mangle)]
pub extern "C" fn enif_ioq_size(queue: &IoQueue) -> usize {
    queue.size
}

/// Takes bytes out of a queue: 1, and `size`, which may be null, becomes the number of those left;
/// 0 if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn enif_ioq_deq(
    queue: &mut IoQueue,
    count: usize,
    size: Option<Out<usize>>,
) -> c_int {
    if count > queue.size {
        return 0;
    }
    queue.take(count);
    if let Some(mut size) = size {
        size.set(queue.size);
    }
    1
}

/// Gives the pieces in a queue and their number, to be read until the queue changes; null if there
/// are none.
#[unsafe(no_mangle)]
pub extern "C" fn enif_ioq_peek(queue: Option<&mut IoQueue>, mut len: Out<c_int>) -> *mut IoVec {
    let Some(queue) = queue else {
        len.set(-1);
        return ptr::null_mut();
    };
    let pieces = &mut queue.pieces[queue.first..];
    len.set(c_int::try_from(pieces.len()).unwrap_or(c_int::MAX));
    if pieces.is_empty() { ptr::null_mut() } else { pieces.as_mut_ptr() }
}

/// Makes a binary of the first piece in a queue, which stays there: 1, or 0 if the queue is empty.
/// `size` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn enif_ioq_peek_head(
    env: &Env,
    queue: &IoQueue,
    size: Option<Out<usize>>,
    mut head: Out<NifTerm>,
) -> c_int {
    let Some(piece) = queue.pieces.get(queue.first) else { return 0 };
    let bin = queue.bins[queue.first].as_ref().expect("the binary of a piece");
    if let Some(mut size) = size {
        size.set(piece.len);
    }
    let from = piece.base as usize - bin.data() as usize;
    head.set(env.give(|heap| {
        if piece.len <= term::heap::HEAP_BIN_MAX {
            return heap.binary(&bin.bytes()[from..from + piece.len]);
        }
        let whole = heap.binary_from(bin.clone(), from + piece.len);
        if from == 0 { whole } else { heap.sub_bits(whole, 8 * from, 8 * piece.len) }
    }));
    1
}

/// The vector's structure is C code's.
const PREALLOCATED: c_int = 1;
/// The vector's memory is an environment's.
const OF_ENVIRONMENT: c_int = 2;

/// A vector with all that belongs to it, at the address that C code gets.
#[repr(C)]
struct Owned {
    vector: NifIoVec,
    pieces: Vec<IoVec>,
    bins: Vec<*mut c_void>,
}

/// The bits of a binary, and its bytes with the counted binary that they lie in, if they do.
type Found<'t> = (Bits<'t>, Option<(&'t [u8], RefBin)>);

/// The pieces of a list of binaries, with the binaries.
#[derive(Default)]
struct Pieces {
    pieces: Vec<IoVec>,
    bins: Vec<RefBin>,
    size: usize,
}

impl Pieces {
    fn push(&mut self, bytes: &[u8], bin: RefBin) {
        self.pieces.push(IoVec { base: bytes.as_ptr().cast_mut(), len: bytes.len() });
        self.bins.push(bin);
        self.size += bytes.len();
    }

    /// The pieces of at most `most` of a list's binaries, at least one, and what follows them. None
    /// if something else is in the list.
    fn of(list: Term<'_>, most: usize) -> Option<(Pieces, Term<'_>)> {
        let (mut rest, mut all, mut taken, mut copied) = (list, Vec::new(), 0, 0);
        while let Some((head, tail)) = rest.as_cons() {
            let bits = head.as_bits()?;
            let passed_over = bits.bit_len() < 8 && Difference::PartialBytes.is_on();
            if !bits.bit_len().is_multiple_of(8) && !passed_over {
                return None;
            }
            if bits.bit_len() >= 8 {
                let lies_in = bits.aligned().and_then(|bytes| Some((bytes, head.as_ref_bin()?)));
                if lies_in.is_none() {
                    copied += bits.bit_len() / 8;
                }
                all.push((bits, lies_in));
            }
            (rest, taken) = (tail, taken + 1);
            if taken >= most {
                break;
            }
        }
        if !rest.is_nil() && !rest.is_cons() {
            return None;
        }
        Some((Pieces::copying(all, copied), rest))
    }

    /// Pieces of what lies in a binary, or in a common copy of so many bytes.
    fn copying(all: Vec<Found<'_>>, copied: usize) -> Pieces {
        let mut bytes = Vec::with_capacity(copied);
        for (bits, lies_in) in &all {
            if lies_in.is_none() {
                bytes.extend_from_slice(&bits.bytes());
            }
        }
        let copies = RefBin::from_slice(&bytes);
        let (mut pieces, mut at) = (Pieces::default(), 0);
        for (bits, lies_in) in all {
            if let Some((bytes, bin)) = lies_in {
                pieces.push(bytes, bin);
            } else {
                let len = bits.bit_len() / 8;
                pieces.push(&copies.bytes()[at..at + len], copies.clone());
                at += len;
            }
        }
        pieces
    }
}

/// Makes a vector of at most `most` of the binaries in a list; `tail` becomes the rest of the list.
/// 1, or 0 if something else is in the list. `vector` is the address of a structure of C code's,
/// which is used if the pieces are few, or null; it becomes the address of the vector. With an
/// environment all lasts as long as that, and is not freed; without, `enif_free_iovec` frees it.
#[unsafe(no_mangle)]
pub extern "C" fn enif_inspect_iovec(
    env: Option<&mut Env>,
    most: usize,
    list: NifTerm,
    mut tail: Out<NifTerm>,
    vector: &mut Option<NonNull<MaybeUninit<NifIoVec>>>,
) -> c_int {
    let list = env.as_deref().map_or_else(|| list.get(), |env| list.of_env(env));
    let Some((pieces, rest)) = Pieces::of(list, most) else { return 0 };
    tail.set(NifTerm::of(rest));
    let lent = vector.filter(|_| pieces.pieces.len() < IOVEC_SIZE);
    *vector = Some(pieces.into_vector(env, lent));
    1
}

impl IoQueue {
    /// Adds a copy of the bytes of a piece that is in no counted binary, but for the first so many.
    fn push_copy(&mut self, piece: IoVec, skip: usize) {
        let bin = RefBin::from_slice(&piece.bytes()[skip..]);
        let piece = IoVec { base: bin.data(), len: piece.len - skip };
        self.push(piece, 0, bin);
    }
}

impl IoVec {
    fn bytes(&self) -> &[u8] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: C code passes pieces of so many bytes, which do not change while they are in use.
        unsafe { std::slice::from_raw_parts(self.base, self.len) }
    }
}

impl NifIoVec {
    /// The pieces, each with a reference of its own to the binary that it is a part of, if it is a
    /// part of one.
    fn pieces(&self) -> impl Iterator<Item = (IoVec, Option<RefBin>)> {
        let n = usize::try_from(self.count).unwrap_or(0);
        (0..n).map(|i| {
            // SAFETY: both arrays have as many elements as the vector says. A binary that is not
            // null comes from `RefBin::into_raw`, or is as good, and lives as long as the vector.
            unsafe {
                let bin = NonNull::new(*self.ref_bins.add(i));
                let bin = bin.map(|bin| RefBin::with_raw(bin.as_ptr().cast(), RefBin::clone));
                (*self.iov.add(i), bin)
            }
        })
    }
}

impl Pieces {
    /// Makes it a vector: in a structure of C code's, or in memory of an environment's or its own.
    fn into_vector(
        self,
        env: Option<&mut Env>,
        lent: Option<NonNull<MaybeUninit<NifIoVec>>>,
    ) -> NonNull<MaybeUninit<NifIoVec>> {
        let Pieces { pieces, bins, size } = self;
        let place = if lent.is_some() { PREALLOCATED } else { 0 };
        let owner = if env.is_some() { OF_ENVIRONMENT } else { 0 };
        let nothing = IoVec { base: ptr::null_mut(), len: 0 };
        let vector = NifIoVec {
            count: c_int::try_from(pieces.len()).unwrap_or(c_int::MAX),
            size,
            iov: ptr::null_mut(),
            ref_bins: ptr::null_mut(),
            flags: place | owner,
            small_iov: [nothing; IOVEC_SIZE],
            small_ref_bins: [ptr::null_mut(); IOVEC_SIZE],
        };
        let counted = |bins: Vec<RefBin>| bins.into_iter().map(|b| b.into_raw().cast()).collect();
        let head = |bin: &RefBin| bin.data().wrapping_sub(RefBin::DATA).cast();
        let Some(env) = env else {
            return place_vector(vector, pieces, counted(bins), lent, |owned| {
                Box::leak(owned).into()
            });
        };
        let heads = bins.iter().map(head).collect();
        env.keep(Box::new(bins));
        place_vector(vector, pieces, heads, lent, |owned| env.keep(owned).into())
    }
}

/// Puts a vector where it is to be.
fn place_vector(
    mut vector: NifIoVec,
    pieces: Vec<IoVec>,
    bins: Vec<*mut c_void>,
    lent: Option<NonNull<MaybeUninit<NifIoVec>>>,
    keep: impl FnOnce(Box<Owned>) -> NonNull<Owned>,
) -> NonNull<MaybeUninit<NifIoVec>> {
    let Some(lent) = lent else {
        let mut owned = Box::new(Owned { vector, pieces, bins });
        owned.vector.iov = owned.pieces.as_mut_ptr();
        owned.vector.ref_bins = owned.bins.as_mut_ptr();
        return keep(owned).cast();
    };
    vector.small_iov[..pieces.len()].copy_from_slice(&pieces);
    vector.small_ref_bins[..bins.len()].copy_from_slice(&bins);
    let to = lent.cast::<NifIoVec>().as_ptr();
    // SAFETY: C code passes the address of a structure of its own, which stays where it is as long
    // as the vector is used.
    unsafe {
        to.write(vector);
        (*to).iov = (&raw mut (*to).small_iov).cast();
        (*to).ref_bins = (&raw mut (*to).small_ref_bins).cast();
    }
    lent
}

/// Frees a vector that has been made without an environment: its memory, if the structure is not C
/// code's, and its references to binaries.
#[unsafe(no_mangle)]
pub extern "C" fn enif_free_iovec(vector: NonNull<NifIoVec>) {
    // SAFETY: C code passes a vector that it has not freed, and does not use it again.
    let (flags, bins) = unsafe {
        let vector = vector.as_ref();
        (vector.flags, vector.pieces().map(|(_, bin)| bin).collect::<Vec<_>>())
    };
    if flags & OF_ENVIRONMENT != 0 {
        return;
    }
    for bin in bins.into_iter().flatten() {
        // SAFETY: the vector has a counted reference, by `into_raw`, that nothing uses any more;
        // the other is dropped with `bin`.
        drop(unsafe { RefBin::from_raw(bin.data().wrapping_sub(RefBin::DATA)) });
    }
    if flags & PREALLOCATED == 0 {
        // SAFETY: a vector without these flags has been leaked by `into_vector` as the first field
        // of an `Owned`.
        drop(unsafe { Box::from_raw(vector.cast::<Owned>().as_ptr()) });
    }
}
