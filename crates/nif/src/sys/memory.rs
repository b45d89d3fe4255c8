//! Memory that C code takes and gives back: the C library's, whose blocks fit all types and may be
//! freed on any thread.

use crate::ffi::Opaque;
use crate::table::{Row, row};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(driver_alloc, "void*(ErlDrvSizeT size)", "1.0", "Takes memory."),
    row!(driver_free, "void(void *ptr)", "1.0", "Gives memory back."),
    row!(
        driver_realloc,
        "void*(void *ptr, ErlDrvSizeT size)",
        "1.0",
        "Makes memory larger or smaller."
    ),
    row!(enif_alloc, "void*(size_t size)", "0.1", "Takes memory."),
    row!(enif_free, "void(void* ptr)", "0.1", "Gives memory back."),
    row!(enif_realloc, "void*(void* ptr, size_t size)", "1.0", "Makes memory larger or smaller."),
];

/// Memory of at least so many bytes, for all types; null if there is none. No bytes are memory,
/// too.
fn alloc(size: usize) -> Opaque {
    // SAFETY: the call takes a number.
    unsafe { libc::malloc(size.max(1)) }
}

/// The same bytes in memory of another size; null if there is none, and then the old memory stays.
fn realloc(memory: Opaque, size: usize) -> Opaque {
    // SAFETY: C code passes null or memory of `alloc`, which it has not given back.
    unsafe { libc::realloc(memory, size.max(1)) }
}

/// Gives memory back; nothing of it for null.
fn free(memory: Opaque) {
    // SAFETY: C code passes null or memory of `alloc`, which it has not given back and does not use
    // again.
    unsafe { libc::free(memory) }
}

super::both! {
    /// Takes memory of so many bytes, aligned for all types. Null if there is none.
    fn enif_alloc, driver_alloc(size: usize) -> Opaque { alloc(size) }
}
super::both! {
    /// Makes memory larger or smaller; it may move. Null takes new memory. Gives null, and leaves
    /// the memory as it is, if there is none.
    fn enif_realloc, driver_realloc(memory: Opaque, size: usize) -> Opaque { realloc(memory, size) }
}
super::both! {
    /// Gives memory back. Null is allowed.
    fn enif_free, driver_free(memory: Opaque) { free(memory) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_aligned_and_keeps_its_bytes() {
        for size in [0, 1, 8, 24, 100, 5000] {
            let p = enif_alloc(size);
            assert!(!p.is_null() && (p as usize).is_multiple_of(16), "{size}: {p:?}");
            // SAFETY: the memory has so many bytes.
            unsafe { p.cast::<u8>().write_bytes(0x5a, size) };
            let q = driver_realloc(p, 3 * size + 1);
            // SAFETY: the bytes have been written, and kept.
            let bytes = unsafe { std::slice::from_raw_parts(q.cast::<u8>(), size) };
            assert!(bytes.iter().all(|&b| b == 0x5a), "{size}");
            driver_free(q);
        }
        enif_free(std::ptr::null_mut());
        let fresh = enif_realloc(std::ptr::null_mut(), 10);
        assert!(!fresh.is_null());
        enif_free(fresh);
    }

    #[test]
    fn too_much_memory_is_refused_and_the_old_stays() {
        assert!(enif_alloc(isize::MAX as usize).is_null());
        let p = enif_alloc(1);
        // SAFETY: the memory has one byte.
        unsafe { p.cast::<u8>().write(7) };
        assert!(enif_realloc(p, isize::MAX as usize).is_null());
        // SAFETY: the memory has not moved, as there was no other.
        assert_eq!(unsafe { p.cast::<u8>().read() }, 7);
        enif_free(p);
    }
}
