//! Binaries: their bytes for C code, and memory of C code's that becomes a binary.
//!
//! An [`NifBinary`] that `enif_alloc_binary` has filled owns a counted binary. None of its bytes
//! count as in use as long as C code may write them; when it becomes a term, all do. For example,
//! of `enif_alloc_binary(100, &b)` and `enif_make_binary(env, &b)` no byte is copied. One that
//! `enif_inspect_binary` has filled owns nothing: its bytes are those of the term.

use super::term;
use crate::abi::NifBinary;
use crate::env::Env;
use crate::ffi::{NifTerm, Out};
use crate::table::{Row, row};
use bifs::iolist::iolist_to_vec;
use release::Difference;
use std::ffi::c_int;
use std::ptr::{self, NonNull};
use term::heap::HEAP_BIN_MAX;
use term::{RefBin, Term};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_alloc_binary,
        "int(size_t size, ErlNifBinary* bin)",
        "0.1",
        "Allocates memory that may become a binary."
    ),
    row!(
        enif_inspect_binary,
        "int(ErlNifEnv*, ERL_NIF_TERM bin_term, ErlNifBinary* bin)",
        "0.1",
        "Gives the bytes of a binary."
    ),
    row!(
        enif_inspect_iolist_as_binary,
        "int(ErlNifEnv*, ERL_NIF_TERM term, ErlNifBinary* bin)",
        "1.0",
        "Gives the bytes of an iolist in one piece."
    ),
    row!(
        enif_make_binary,
        "ERL_NIF_TERM(ErlNifEnv* env, ErlNifBinary* bin)",
        "0.1",
        "Makes a binary of memory that C code owns."
    ),
    row!(
        enif_make_new_binary,
        "unsigned char*(ErlNifEnv*,size_t size,ERL_NIF_TERM* termp)",
        "2.0",
        "Makes a binary that C code fills."
    ),
    row!(
        enif_make_sub_binary,
        "ERL_NIF_TERM(ErlNifEnv*, ERL_NIF_TERM bin_term, size_t pos, size_t size)",
        "1.0",
        "Makes a part of a binary."
    ),
    row!(
        enif_realloc_binary,
        "int(ErlNifBinary* bin, size_t size)",
        "0.1",
        "Changes the size of memory that may become a binary."
    ),
    row!(enif_release_binary, "void(ErlNifBinary* bin)", "0.1", "Frees memory that C code owns."),
];

/// Whether nothing else refers to the bytes, so that they may change.
fn sole(bin: &RefBin) -> bool {
    bin.ref_count() == 1 && bin.owner().is_none()
}

impl NifBinary {
    /// A structure that owns a counted binary, whose first `size` bytes are C code's.
    pub(crate) fn owning(bin: RefBin, size: usize) -> NifBinary {
        let data = bin.data();
        NifBinary { size, data, ref_bin: bin.into_raw().cast() }
    }

    /// A structure for bytes that something else owns, for C code to read.
    pub(crate) fn lent(bytes: &[u8]) -> NifBinary {
        let (size, data) = (bytes.len(), bytes.as_ptr().cast_mut());
        NifBinary { size, data, ref_bin: ptr::null_mut() }
    }

    /// The counted binary that the structure owns, which it owns no more.
    fn take(&mut self) -> Option<RefBin> {
        let owned = NonNull::new(std::mem::replace(&mut self.ref_bin, ptr::null_mut()))?;
        // SAFETY: C code passes a structure that a function of this file has filled, and does not
        // change this field: it comes from `RefBin::into_raw`, and nothing uses it any more.
        Some(unsafe { RefBin::from_raw(owned.as_ptr().cast()) })
    }

    /// The counted binary that the structure owns, which it owns no more, for reading: all of its
    /// bytes are in use.
    pub(crate) fn take_filled(&mut self) -> Option<RefBin> {
        let mut bin = self.take()?;
        // A binary that somebody else has, too, has been filled before they got it.
        if sole(&bin) {
            let rest = bin.room().len();
            // SAFETY: C code has had the address of these bytes, to write all of them. Bytes that
            // it has not written are those that somebody else has left there.
            unsafe { bin.now_used(rest) };
        }
        Some(bin)
    }

    /// The bytes, as C code says.
    pub(crate) fn bytes(&self) -> &[u8] {
        if self.size == 0 {
            return &[];
        }
        // SAFETY: C code passes a structure with the address of as many bytes, which do not change
        // during the call.
        unsafe { std::slice::from_raw_parts(self.data, self.size) }
    }
}

/// The bytes of a binary, for reading; copied to memory of the environment's if they do not begin
/// at a whole byte. None if it is no binary.
#[inline(always)]
fn inspect(env: &mut Env, t: Term<'_>) -> Option<NifBinary> {
    match t.whole_bytes() {
        Some(bytes) => Some(NifBinary::lent(bytes)),
        None => inspect_part(env, t),
    }
}

/// As `inspect`, of a part of a binary.
#[cold]
fn inspect_part(env: &mut Env, t: Term<'_>) -> Option<NifBinary> {
    let bits = t.as_bits().filter(|bits| bits.bit_len().is_multiple_of(8))?;
    Some(match bits.aligned() {
        Some(bytes) => NifBinary::lent(bytes),
        None => NifBinary::lent(env.keep(Box::new(bits.bytes().into_owned()))),
    })
}

/// The bytes of a binary, for reading as long as the term lives and the environment. 0 if it is no
/// binary.
#[unsafe(no_mangle)]
pub extern "C" fn enif_inspect_binary(env: &mut Env, t: NifTerm, place: Out<NifBinary>) -> c_int {
    let t = t.of_env(env);
    super::fill(place, inspect(env, t))
}

/// The bytes of an iolist in one piece, for reading as long as the environment lives. 0 if it is no
/// iolist.
#[unsafe(no_mangle)]
pub extern "C" fn enif_inspect_iolist_as_binary(
    env: &mut Env,
    t: NifTerm,
    place: Out<NifBinary>,
) -> c_int {
    let t: Term<'_> = t.of_env(env);
    let found = match t.is_bitstring() {
        true => inspect(env, t),
        false => iolist_to_vec(t).map(|bytes| NifBinary::lent(env.keep(Box::new(bytes)))),
    };
    super::fill(place, found)
}

/// Memory of this size, which `enif_release_binary` frees or `enif_make_binary` makes a term. 0 if
/// there is not so much.
#[unsafe(no_mangle)]
pub extern "C" fn enif_alloc_binary(size: usize, place: Out<NifBinary>) -> c_int {
    super::fill(place, RefBin::with_room(size).map(|bin| NifBinary::owning(bin, size)))
}

/// Makes memory larger or smaller, with the bytes that it has; the bytes of a term are copied to
/// memory of C code's. 0 if there is not so much memory: then nothing has happened.
#[unsafe(no_mangle)]
pub extern "C" fn enif_realloc_binary(binary: &mut NifBinary, size: usize) -> c_int {
    // A counted binary that has become part of something else, too, stays where it is.
    if let Some(mut bin) = binary.take() {
        if sole(&bin) {
            let done = bin.resize(size);
            let now = if done { size } else { binary.size };
            *binary = NifBinary::owning(bin, now);
            return c_int::from(done);
        }
        *binary = NifBinary::owning(bin, binary.size);
    }
    let Some(mut copy) = RefBin::with_room(size) else { return 0 };
    let bytes = binary.bytes();
    let kept = &bytes[..size.min(bytes.len())];
    copy.extend(kept);
    drop(binary.take());
    *binary = NifBinary::owning(copy, size);
    1
}

/// Frees memory that C code owns.
#[unsafe(no_mangle)]
pub extern "C" fn enif_release_binary(binary: &mut NifBinary) {
    drop(binary.take());
}

/// A binary of the bytes, which may be read until the environment ends and which C code owns no
/// more.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_binary(env: &Env, binary: &mut NifBinary) -> NifTerm {
    let Some(bin) = binary.take_filled() else {
        return env.give(|heap| heap.binary(binary.bytes()));
    };
    let all = bin.bytes().len();
    let len = binary.size.min(all);
    if binary.size > HEAP_BIN_MAX {
        let told = if Difference::WholeBinaries.is_on() { all } else { len };
        return env.give(|heap| heap.binary_from(bin, told));
    }
    // C code may go on reading the bytes where they are: a term that is garbage keeps them.
    env.give(|heap| {
        let small = heap.binary(&bin.bytes()[..len]);
        heap.binary_from(bin, all);
        small
    })
}

/// A binary of this size, and where its bytes are, for C code to write before anything else looks
/// at it.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_new_binary(env: &Env, size: usize, mut place: Out<NifTerm>) -> *mut u8 {
    if size <= HEAP_BIN_MAX {
        let (t, data) = env.heap().heap_binary_to_fill(size);
        place.set(NifTerm::of(t));
        return data.as_ptr();
    }
    // SAFETY: the bytes are those that C code writes; until then they are what somebody else has
    // left there.
    let bin = unsafe { RefBin::unwritten(size) };
    let data = bin.data();
    place.set(env.give(|heap| heap.binary_from(bin, size)));
    data
}

/// A part of a binary, which shares its bytes. Raises `badarg` if it is no bit string or has not so
/// many whole bytes.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_sub_binary(
    env: &Env,
    t: NifTerm,
    position: usize,
    size: usize,
) -> NifTerm {
    let whole = term(Some(env), t).as_bits().map_or(0, |bits| bits.bit_len() / 8);
    let within = position.checked_add(size).is_some_and(|end| end <= whole);
    match within && term(Some(env), t).is_bitstring() {
        true => env.give(|heap| heap.sub_bits(t.of_env(env), position * 8, size * 8)),
        false => super::badarg(Some(env)),
    }
}
