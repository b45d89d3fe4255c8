//! Huge pages from the kernel.

use crate::{HUGE, Range, Way, smaps};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr::null_mut;

/// `MADV_POPULATE_READ`, `MADV_POPULATE_WRITE` (Linux 5.14) and `MADV_COLLAPSE` (6.1).
const POPULATE_READ: i32 = 22;
const POPULATE_WRITE: i32 = 23;
const COLLAPSE: i32 = 25;

/// Gives the kernel advice on addresses.
///
/// # Safety
/// It must not be advice that changes what the memory has.
unsafe fn advise(at: Range, advice: i32) -> io::Result<()> {
    // SAFETY: the caller's word.
    match unsafe { libc::madvise(at.from as *mut libc::c_void, at.size(), advice) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Makes the memory of mappings huge, whatever it is in: whole huge pages of it. False if the
/// kernel cannot, or has none.
pub fn collapse(at: Range) -> bool {
    assert!(at.from.is_multiple_of(HUGE) && at.to.is_multiple_of(HUGE), "whole huge pages");
    // SAFETY: none of these changes what is in memory.
    let collapsed = unsafe {
        let _ = advise(at, libc::MADV_HUGEPAGE);
        let _ = advise(at, POPULATE_READ);
        advise(at, COLLAPSE)
    };
    collapsed.is_ok()
}

/// Has the kernel use huge pages, as they are written, for the whole ones within some memory. The
/// result is the part that these take up, if there are any.
pub fn advise_within(at: Range) -> Option<Range> {
    let (from, to) = (at.from.next_multiple_of(HUGE), at.to / HUGE * HUGE);
    let whole = (from < to).then_some(Range { from, to })?;
    // SAFETY: it does not change what is in memory; where it cannot be done nothing is lost.
    let _ = unsafe { advise(whole, libc::MADV_HUGEPAGE) };
    Some(whole)
}

/// Makes new memory of shared mappings huge before anything is in it: it is not copied then. False
/// if the kernel cannot, or has none.
///
/// # Safety
/// All of it is mapped and can be read.
pub unsafe fn collapse_new(at: Range) -> bool {
    assert!(at.from.is_multiple_of(HUGE) && at.to.is_multiple_of(HUGE), "whole huge pages");
    // The kernel does nothing for what has no page at all.
    for page in (at.from..at.to).step_by(HUGE) {
        // SAFETY: the caller's word.
        unsafe { std::ptr::with_exposed_provenance::<u8>(page).read_volatile() };
    }
    // SAFETY: neither changes what is in memory.
    unsafe {
        let _ = advise(at, libc::MADV_HUGEPAGE);
        advise(at, COLLAPSE).is_ok()
    }
}

/// The argument of `PAGEMAP_SCAN` (Linux 6.7): `struct pm_scan_arg`.
#[repr(C)]
#[derive(Default)]
struct Scan {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walk_end: u64,
    vec: u64,
    vec_len: u64,
    max_pages: u64,
    inverted: u64,
    mask: u64,
    any_of: u64,
    returned: u64,
}

/// Whether all of some addresses is on huge pages. False on kernels that do not tell it of single
/// pages.
pub fn is_huge(at: Range) -> bool {
    const PAGEMAP_SCAN: libc::c_ulong = 0xc060_6610;
    const IS_HUGE: u64 = 1 << 6;
    let Ok(file) = File::open("/proc/self/pagemap") else { return false };
    // `struct page_region`: from, to, what it is.
    let mut region = [0u64; 3];
    let mut scan = Scan {
        size: size_of::<Scan>() as u64,
        start: at.from as u64,
        end: at.to as u64,
        vec: region.as_mut_ptr() as u64,
        vec_len: 1,
        mask: IS_HUGE,
        returned: IS_HUGE,
        ..Scan::default()
    };
    // SAFETY: the kernel reads and writes the structure, and at most one region.
    let regions = unsafe { libc::ioctl(file.as_raw_fd(), PAGEMAP_SCAN, &raw mut scan) };
    regions == 1 && (region[0], region[1]) == (at.from as u64, at.to as u64)
}

/// New memory for one huge page, to be written: of those set aside, or a transparent one.
pub(crate) fn page() -> Option<(*mut u8, Way)> {
    reserved().map(|p| (p, Way::Reserved)).or_else(|| Some((transparent()?, Way::Transparent)))
}

fn reserved() -> Option<*mut u8> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_HUGETLB | libc::MAP_HUGE_2MB;
    let rights = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: new memory, and given back if it cannot be had; without asking for the page now, its
    // lack might be noticed at the first write only, by a signal.
    unsafe {
        let at = libc::mmap(null_mut(), HUGE, rights, flags, -1, 0);
        if at == libc::MAP_FAILED {
            return None;
        }
        let range = Range { from: at as usize, to: at as usize + HUGE };
        match advise(range, POPULATE_WRITE) {
            // Older kernels do not know of it.
            Err(e) if e.raw_os_error() != Some(libc::EINVAL) => {
                give_back(at.cast());
                None
            }
            _ => Some(at.cast()),
        }
    }
}

fn transparent() -> Option<*mut u8> {
    let at = aligned(HUGE)?;
    let range = Range { from: at as usize, to: at as usize + HUGE };
    // SAFETY: as it is new, nothing that it has can change.
    let huge = unsafe {
        at.write_volatile(0);
        advise(range, libc::MADV_HUGEPAGE).is_ok() && {
            let _ = advise(range, POPULATE_WRITE);
            advise(range, COLLAPSE).is_ok() || is_huge(range)
        }
    };
    if !huge {
        give_back(at);
    }
    huge.then_some(at)
}

/// New memory whose address is a multiple of the size of huge pages.
fn aligned(size: usize) -> Option<*mut u8> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    let rights = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: new memory, of which the parts before and behind what is aligned are given back.
    unsafe {
        let all = libc::mmap(null_mut(), size + HUGE, rights, flags, -1, 0);
        if all == libc::MAP_FAILED {
            return None;
        }
        let from = (all as usize).next_multiple_of(HUGE);
        let before = from - all as usize;
        if before > 0 {
            libc::munmap(all, before);
        }
        if before < HUGE {
            libc::munmap((from + size) as *mut libc::c_void, HUGE - before);
        }
        Some(from as *mut u8)
    }
}

/// Gives a page of [`page`] back.
pub(crate) fn give_back(at: *mut u8) {
    // SAFETY: the caller has it from here and uses it no more.
    unsafe { libc::munmap(at.cast(), HUGE) };
}

/// Memory for what a program allocates, so many bytes, a multiple of [`HUGE`], which the kernel is
/// to keep in huge pages as it comes into use.
pub fn for_heaps(size: usize) -> Option<*mut u8> {
    let at = aligned(size)?;
    let range = Range { from: at as usize, to: at as usize + size };
    // SAFETY: it is new.
    let advised = unsafe { advise(range, libc::MADV_HUGEPAGE) };
    if advised.is_err() {
        // SAFETY: nobody has it.
        unsafe { libc::munmap(at.cast(), size) };
        return None;
    }
    Some(at)
}

/// Has the kernel keep a mapping in huge pages as it comes into use: the one that an address lies
/// in.
pub fn advise_mapping(of: usize) -> bool {
    let all = smaps::mappings("self").unwrap_or_default();
    let found = all.iter().find(|m| (m.from..m.to).contains(&of));
    // SAFETY: this changes nothing that is in memory.
    found.is_some_and(|m| unsafe { advise(m.range(), libc::MADV_HUGEPAGE).is_ok() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_aligned_and_can_be_written() {
        let Some((at, _)) = page() else {
            return; // The kernel has none.
        };
        assert!((at as usize).is_multiple_of(HUGE));
        // SAFETY: it is ours.
        unsafe { at.add(HUGE - 1).write(7) };
        give_back(at);
        let heaps = for_heaps(4 * HUGE).expect("address space");
        assert!((heaps as usize).is_multiple_of(HUGE));
    }
}
