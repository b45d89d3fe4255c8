//! The literal area: terms outside all heaps, shared by all processes, known by their address.
//!
//! One range of addresses is reserved at start, so that "is this a literal" is one comparison.
//! Memory is taken from it page by page and never given back while terms in it may be referred to.

use crate::Word;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

const RESERVED_BYTES: usize = 32 << 30;

static BASE: AtomicUsize = AtomicUsize::new(0);
static USED: AtomicUsize = AtomicUsize::new(0);

struct Area {
    next: usize,
    end: usize,
}

fn area() -> &'static Mutex<Area> {
    static AREA: OnceLock<Mutex<Area>> = OnceLock::new();
    AREA.get_or_init(|| {
        // SAFETY: an anonymous private mapping at an address of the kernel's choice.
        let p = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                RESERVED_BYTES,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        assert!(
            p != libc::MAP_FAILED,
            "cannot reserve {RESERVED_BYTES} bytes of addresses for literals"
        );
        BASE.store(p as usize, Ordering::Release);
        Mutex::new(Area { next: p as usize, end: p as usize + RESERVED_BYTES })
    })
}

/// Whether the pointer word refers to a literal.
#[inline(always)]
pub fn is_literal(w: Word) -> bool {
    (w as usize).wrapping_sub(BASE.load(Ordering::Relaxed)) < RESERVED_BYTES
}

/// Takes `words` words of the area. They are never freed.
pub fn allocate(words: usize) -> *mut Word {
    let mut area = area().lock().expect("literal area");
    let p = area.next;
    area.next += words * 8;
    assert!(area.next <= area.end, "literal area: {RESERVED_BYTES} bytes are used up");
    USED.fetch_add(words * 8, Ordering::Relaxed);
    p as *mut Word
}

/// Bytes in use.
pub fn used_bytes() -> usize {
    USED.load(Ordering::Relaxed)
}
