//! The types of what C code passes and gets: each stands for a promise of `erl_nif.h`.
//!
//! A function of the interface is an ordinary safe function whose parameters have these types. Only
//! C code, and unsafe code, can make values of them, so the promise that goes with a type is C's,
//! and the argument why it may be relied upon stands here once. For example, `enif_get_int` takes
//! an [`Out<c_int>`], which it can set and cannot read.

use std::ffi::{CStr, c_char, c_void};
use std::ptr::{self, NonNull};
use term::{Term, Word};

/// `ERL_NIF_TERM`: a term, as C code has it. C code takes 0 for no term, as it is on stock, so the
/// words of the integer 0 and of no term, which Erlang's registers have the other way round, change
/// places at the border. All other terms are the same word on both sides.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct NifTerm(Word);

/// The integer 0, as C code has it.
const ZERO: Word = term::word::NON_VALUE;
/// The number that `variadic.c` knows.
const _: () = assert!(ZERO == 0xf7);

impl NifTerm {
    /// No term: the result of a function that has raised an exception.
    pub const NONE: NifTerm = NifTerm(0);

    /// A term, for C code.
    #[inline]
    pub fn of(t: Term<'_>) -> NifTerm {
        match t.word() {
            0 => NifTerm(ZERO),
            term::word::NON_VALUE => NifTerm::NONE,
            word => NifTerm(word),
        }
    }

    /// The word in Erlang's registers. Memory that C code has set to zeros has integers 0.
    #[inline]
    pub fn word(self) -> Word {
        if self.0 == ZERO { 0 } else { self.0 }
    }

    /// The word that C code has.
    pub fn raw(self) -> Word {
        self.0
    }

    /// Whether it is [`NifTerm::NONE`].
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The term, which C code passes without its environment.
    #[inline]
    pub fn get<'e>(self) -> Term<'e> {
        // SAFETY: C code passes only terms of environments that have not ended; that is the
        // contract of `erl_nif.h`. Nothing collects during the call.
        unsafe { Term::from_word(self.word()) }
    }

    /// The value, if it is a small integer. The other word for 0 is none, and is left to [`get`].
    ///
    /// [`get`]: NifTerm::get
    #[inline(always)]
    pub fn small(self) -> Option<i64> {
        if term::word::is_small(self.0) { Some(term::word::small_value(self.0)) } else { None }
    }

    /// Head and tail, if it is a list cell. Neither word for 0 has the tag of one, so the way to
    /// the cell is one load, for which the next call of a loop waits.
    #[inline(always)]
    pub fn cell<'e>(self) -> Option<(Term<'e>, Term<'e>)> {
        if term::word::is_list(self.0) { self.get().as_cons() } else { None }
    }

    /// A value, as the parts of lists and tuples are.
    #[inline(always)]
    pub fn of_value(t: Term<'_>) -> NifTerm {
        debug_assert_ne!(t.word(), term::word::NON_VALUE);
        NifTerm(if t.word() == 0 { ZERO } else { t.word() })
    }

    /// A list cell, or a pointer to an object: neither word for 0, and no value that is none.
    #[inline(always)]
    pub fn of_pointer(t: Term<'_>) -> NifTerm {
        debug_assert!(term::word::is_pointer(t.word()));
        NifTerm(t.word())
    }

    /// Whether C code may read these terms where they are: none has another word for it.
    #[inline(always)]
    pub fn are_alike(terms: &[Term<'_>]) -> bool {
        terms.iter().all(|t| t.word() != 0)
    }
}

/// A place that C code wants to be filled.
#[repr(transparent)]
pub struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// Fills it.
    #[inline]
    pub fn set(&mut self, value: T) {
        // SAFETY: C code passes the address of a variable of this type, which is its own during the
        // call.
        unsafe { self.0.as_ptr().write(value) }
    }

    /// Fills so many bytes of it: C code knows a shorter form of the type.
    pub fn set_first(&mut self, value: &T, bytes: usize) {
        let bytes = bytes.min(size_of::<T>());
        // SAFETY: C code passes the address of a variable with so many bytes, which is its own
        // during the call.
        unsafe {
            self.0
                .as_ptr()
                .cast::<u8>()
                .copy_from_nonoverlapping(ptr::from_ref(value).cast(), bytes)
        }
    }

    /// The address.
    pub fn address(&self) -> *mut T {
        self.0.as_ptr()
    }
}

/// An array of values that C code passes, or the address of one value; null if there are none.
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct Array<T>(*const T);

impl<T> Array<T> {
    /// None.
    pub const NULL: Array<T> = Array(std::ptr::null());

    /// Whether the address is null.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The address.
    pub fn address(self) -> *const T {
        self.0
    }

    /// The values, `n` of them according to C code.
    #[inline]
    pub fn of_len<'a>(self, n: usize) -> &'a [T] {
        if n == 0 {
            return &[];
        }
        // SAFETY: C code passes an array of so many values, which it does not change during the
        // call. Where there are none it may pass null, which is not looked at.
        unsafe { std::slice::from_raw_parts(self.0, n) }
    }
}

/// A string of C: bytes up to a zero.
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct Text(NonNull<c_char>);

impl Text {
    /// Its bytes, without the zero.
    pub fn bytes<'a>(self) -> &'a [u8] {
        // SAFETY: C code passes a string that ends with a zero and does not change during the call.
        unsafe { CStr::from_ptr(self.0.as_ptr()).to_bytes() }
    }

    /// The string as C has it.
    pub fn c_str<'a>(self) -> &'a CStr {
        // SAFETY: C code passes a string that ends with a zero and does not change during the call.
        unsafe { CStr::from_ptr(self.0.as_ptr()) }
    }

    /// Its bytes, without the zero, or the first `n` of them: then it needs no zero.
    pub fn first_bytes<'a>(self, n: usize) -> &'a [u8] {
        // SAFETY: C code passes a string that ends with a zero or has `n` bytes, and does not
        // change during the call.
        unsafe {
            let len = libc::strnlen(self.0.as_ptr(), n);
            std::slice::from_raw_parts(self.0.as_ptr().cast(), len)
        }
    }
}

/// A buffer of C code's that is to be filled.
#[repr(transparent)]
pub struct Buffer(*mut c_char);

impl Buffer {
    /// The buffer, which has room for `n` bytes according to C code.
    pub fn of_len<'a>(self, n: usize) -> &'a mut [std::mem::MaybeUninit<u8>] {
        if n == 0 {
            return &mut [];
        }
        // SAFETY: C code passes a buffer with so much room, which is its own during the call.
        unsafe { std::slice::from_raw_parts_mut(self.0.cast(), n) }
    }
}

/// An address of C code's that is only kept and given back.
pub type Opaque = *mut c_void;

/// Values as C code passes them, for tests.
#[cfg(test)]
mod passed {
    use super::*;

    impl<T> Out<T> {
        pub(crate) fn to(place: &mut T) -> Out<T> {
            Out(NonNull::from(place))
        }
    }

    impl<T> Array<T> {
        pub(crate) fn from(values: &[T]) -> Array<T> {
            Array(values.as_ptr())
        }
    }

    impl Text {
        pub(crate) fn from(text: &'static CStr) -> Text {
            Text(NonNull::new(text.as_ptr().cast_mut()).expect("an address"))
        }
    }

    impl Buffer {
        pub(crate) fn to(bytes: &mut [u8]) -> Buffer {
            Buffer(bytes.as_mut_ptr().cast())
        }
    }
}
