//! Memory for native code: regions of the size of huge pages, each mapped twice, once to be
//! executed and read, once to be written. So a region has the same rights everywhere and can be on
//! a huge page, though each image has slots that change behind its code.

use crate::barrier::membarrier;
use crate::interp::log_from_emulator;
use crate::system::{self, HugeCode};
use hugetext::{HUGE, PAGE, Range, memory};
use native_abi::image::Image;
use std::ops;
use std::ptr::null_mut;
use std::sync::atomic::AtomicU64;

use std::sync::{LazyLock, Mutex, Once};

/// Memory for the code of an image, and behind it its slots.
pub(super) struct Memory {
    /// Where it is executed and read.
    at: usize,
    /// The same, where it is written.
    write: usize,
    table: usize,
    size: usize,
}

impl Memory {
    /// Memory with the code of an image, and room for its slots.
    pub fn new(image: &Image) -> Option<Memory> {
        let table = image.table();
        let size = (table + image.slots.len() * 8).next_multiple_of(PAGE).max(PAGE);
        let (at, write, reused) = REGIONS.lock().expect("regions").take(size)?;
        let memory = Memory { at, write, table, size };
        // SAFETY: the code fits into the part before the table, which nobody else has or reads.
        unsafe {
            let to = std::ptr::with_exposed_provenance_mut::<u8>(write);
            to.copy_from_nonoverlapping(image.code.as_ptr(), image.code.len());
        }
        if reused {
            forget_instructions();
        }
        Some(memory)
    }

    /// A slot.
    pub fn slot(&self, i: usize) -> &AtomicU64 {
        assert!(self.table + 8 * (i + 1) <= self.size, "no such slot");
        // SAFETY: it lies in the table, which is aligned, only accessed so, and stays as long as
        // this.
        unsafe { &*std::ptr::with_exposed_provenance(self.write + self.table + 8 * i) }
    }

    /// Where something in the code is executed.
    pub fn address(&self, offset: u32) -> usize {
        self.at + offset as usize
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let (at, size) = (self.at, self.size);
        // Nobody executes code that has been purged, but for one who has just ended and is still on
        // the way out of it: within a slice, and for that long its scheduler is pinned.
        let guard = crossbeam_epoch::pin();
        guard.defer(move || REGIONS.lock().expect("regions").give_back(at, size));
        guard.flush();
    }
}

/// Whoever executes what has been written to where other code was must not have read that ahead.
fn forget_instructions() {
    static REGISTERED: LazyLock<bool> =
        LazyLock::new(|| membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE));
    // Kernels that know of no such barrier have processors that need none for code that is
    // published through memory: each of them notices writes to what it has read ahead.
    let _ = *REGISTERED && membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
}

static REGIONS: Mutex<Regions> = Mutex::new(Regions(Vec::new()));

/// All regions.
struct Regions(Vec<Region>);

impl Regions {
    /// So many bytes, whole pages: where they are executed and where they are written, and whether
    /// somebody has had them before.
    fn take(&mut self, size: usize) -> Option<(usize, usize, bool)> {
        let pages = size / PAGE;
        let found = self.0.iter_mut().find_map(|r| Some((r.room(pages)?, r)));
        let (first, region) = match found {
            Some(found) => found,
            None => {
                self.0.push(Region::new(size.next_multiple_of(HUGE))?);
                (0, self.0.last_mut()?)
            }
        };
        let reused = region.take(first..first + pages);
        Some((region.at + first * PAGE, region.write + first * PAGE, reused))
    }

    fn give_back(&mut self, at: usize, size: usize) {
        let i = self.0.iter().position(|r| (r.at..r.at + r.size()).contains(&at));
        let i = i.expect("memory is given back to where it was taken");
        let first = (at - self.0[i].at) / PAGE;
        self.0[i].give_back(first..first + size / PAGE);
        if self.0[i].used == 0 {
            self.0.swap_remove(i);
        }
    }
}

/// What a page of a region is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    New,
    Used,
    Free,
}

/// Some huge pages' worth of addresses.
struct Region {
    at: usize,
    write: usize,
    pages: Vec<Page>,
    used: usize,
}

impl Region {
    fn new(size: usize) -> Option<Region> {
        let all = system::config().huge_code == HugeCode::All;
        let reserved = all.then(|| from_file(size, libc::MFD_HUGETLB | libc::MFD_HUGE_2MB));
        let (at, write, settled) = match reserved.flatten() {
            Some((at, write)) => (at, write, true),
            None => {
                let (at, write) = anonymous(size).or_else(|| from_file(size, 0))?;
                (at, write, false)
            }
        };
        let pages = vec![Page::New; size / PAGE];
        let region = Region { at, write, pages, used: 0 };
        if system::config().huge_code != HugeCode::Off && !settled {
            region.make_huge();
        }
        Some(region)
    }

    fn size(&self) -> usize {
        self.pages.len() * PAGE
    }

    /// The first of so many pages that nobody has.
    fn room(&self, pages: usize) -> Option<usize> {
        let mut run = 0;
        for (i, &page) in self.pages.iter().enumerate() {
            run = if page == Page::Used { 0 } else { run + 1 };
            if run == pages {
                return Some(i + 1 - pages);
            }
        }
        None
    }

    fn take(&mut self, pages: ops::Range<usize>) -> bool {
        self.used += pages.len();
        let reused = self.pages[pages.clone()].contains(&Page::Free);
        self.pages[pages].fill(Page::Used);
        reused
    }

    fn give_back(&mut self, pages: ops::Range<usize>) {
        self.used -= pages.len();
        self.pages[pages].fill(Page::Free);
    }

    /// Asks the kernel for huge pages, while there is nothing: what came there later would have to
    /// be copied, and each page of it would be a fault, at each of its two places.
    fn make_huge(&self) {
        let range = |at: usize| Range { from: at, to: at + self.size() };
        // SAFETY: it is mapped there to be written, and nobody knows of it so far.
        let huge = unsafe { memory::collapse_new(range(self.write)) };
        if huge {
            memory::collapse(range(self.at));
        } else if system::config().huge_code == HugeCode::All {
            none_free();
        }
    }
}

/// Says, the first time, that there are no huge pages.
fn none_free() {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        log_from_emulator("No huge page is free for native code~n", |_| Vec::new());
    });
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: all of it has been given back.
        unsafe {
            libc::munmap(self.at as *mut libc::c_void, self.size());
            libc::munmap(self.write as *mut libc::c_void, self.size());
        }
    }
}

const READ_WRITE: libc::c_int = libc::PROT_READ | libc::PROT_WRITE;

/// Addresses for a region, where nothing is so far, and what is asked to put it there.
fn at_aligned(
    size: usize,
    put: impl FnOnce(*mut libc::c_void) -> *mut libc::c_void,
) -> Option<usize> {
    // SAFETY: new addresses; what is put there takes their place, and the rest is given back.
    unsafe {
        let private = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let all = libc::mmap(null_mut(), size + HUGE, libc::PROT_NONE, private, -1, 0);
        if all == libc::MAP_FAILED {
            return None;
        }
        let from = (all as usize).next_multiple_of(HUGE);
        let before = from - all as usize;
        if put(from as *mut libc::c_void) == libc::MAP_FAILED {
            libc::munmap(all, size + HUGE);
            return None;
        }
        if before > 0 {
            libc::munmap(all, before);
        }
        if before < HUGE {
            libc::munmap((from + size) as *mut libc::c_void, HUGE - before);
        }
        Some(from)
    }
}

/// Memory without a name, where it is executed and where it is written: perf looks its functions
/// up in the map that we write.
fn anonymous(size: usize) -> Option<(usize, usize)> {
    let shared = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    // SAFETY: new memory; of size 0, what is moved stays where it was as well.
    unsafe {
        let fixed = shared | libc::MAP_FIXED;
        let write = at_aligned(size, |at| libc::mmap(at, size, READ_WRITE, fixed, -1, 0))?;
        let write = write as *mut libc::c_void;
        let how = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
        let executed = at_aligned(size, |at| {
            let again = libc::mremap(write, 0, size, how, at);
            match libc::mprotect(again, size, libc::PROT_READ | libc::PROT_EXEC) {
                0 => again,
                _ => libc::MAP_FAILED,
            }
        });
        if executed.is_none() {
            libc::munmap(write, size);
        }
        Some((executed?, write as usize))
    }
}

/// The same of a file in memory, which may be of reserved huge pages.
fn from_file(size: usize, flags: libc::c_uint) -> Option<(usize, usize)> {
    let how = libc::MAP_SHARED | libc::MAP_FIXED;
    // SAFETY: a new file of that size, whose memory is there before it is used: the lack of huge
    // pages would be noticed by a signal.
    unsafe {
        let file = libc::memfd_create(c"native".as_ptr(), flags | libc::MFD_CLOEXEC);
        if file < 0 {
            return None;
        }
        let there = libc::ftruncate(file, size as i64) == 0
            && (flags == 0 || libc::fallocate(file, 0, 0, size as i64) == 0);
        let place = |rights| at_aligned(size, |at| libc::mmap(at, size, rights, how, file, 0));
        let write = if there { place(READ_WRITE) } else { None };
        let executed = write.and_then(|_| place(libc::PROT_READ | libc::PROT_EXEC));
        if let (Some(write), None) = (write, executed) {
            libc::munmap(write as *mut libc::c_void, size);
        }
        libc::close(file);
        executed.zip(write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use native_abi::image::Slot;
    use std::sync::atomic::Ordering;

    fn image(code: usize, slots: usize) -> Image {
        // A return at each byte.
        Image {
            code: vec![0xc3; code].into(),
            slots: vec![Slot::Atom(0); slots],
            ..Image::default()
        }
    }

    #[test]
    fn code_is_executed_where_it_is_not_written() {
        let memory = Memory::new(&image(100, 600)).expect("memory");
        memory.slot(599).store(7, Ordering::Relaxed);
        // SAFETY: what is there returns at once; the slots are behind it.
        unsafe {
            let code: extern "C" fn() = std::mem::transmute(memory.address(99));
            code();
            let slot = (memory.at + memory.table + 8 * 599) as *const u64;
            assert_eq!(slot.read_volatile(), 7);
        }
    }

    #[test]
    fn regions_are_filled_and_given_up() {
        let mut regions = Regions(Vec::new());
        let (a, _, reused) = regions.take(3 * PAGE).unwrap();
        assert!(a.is_multiple_of(HUGE) && !reused);
        let (b, ..) = regions.take(HUGE - 4 * PAGE).unwrap();
        assert_eq!(b, a + 3 * PAGE);
        // There is one page left.
        let (c, ..) = regions.take(2 * PAGE).unwrap();
        assert!(c.is_multiple_of(HUGE) && c != a);
        assert_eq!(regions.take(PAGE).unwrap().0, a + HUGE - PAGE);
        regions.give_back(a, 3 * PAGE);
        assert_eq!(regions.take(2 * PAGE), Some((a, regions.0[0].write, true)));
        regions.give_back(c, 2 * PAGE);
        assert_eq!(regions.0.len(), 1);
        // What is larger than a huge page has several.
        let (d, ..) = regions.take(HUGE + PAGE).unwrap();
        assert!(d.is_multiple_of(HUGE) && regions.0[1].size() == 2 * HUGE);
    }

    #[test]
    fn files_do_as_well() {
        let (executed, write) = from_file(HUGE, 0).expect("memory");
        // SAFETY: it is ours, and what is executed returns at once.
        unsafe {
            (write as *mut u8).write_volatile(0xc3);
            let code: extern "C" fn() = std::mem::transmute(executed);
            code();
            libc::munmap(executed as *mut libc::c_void, HUGE);
            libc::munmap(write as *mut libc::c_void, HUGE);
        }
    }
}
