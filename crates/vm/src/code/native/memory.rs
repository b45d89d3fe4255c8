//! Memory for native code: regions of the size of huge pages, each with one for the slots of its
//! images at a fixed distance. Code is mapped to be executed and read, slots to be read and
//! written. Code is written through a second mapping, which is there only for that time. So each
//! region has the same rights everywhere and can be on huge pages.

use super::store;
use crate::barrier::membarrier;
use crate::system::{self, HugeCode};
use hugetext::{HUGE, PAGE, Range, memory};
use native_abi::image::{Image, TABLE};
use std::ops;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr::null_mut;
use std::sync::atomic::AtomicU64;

use std::sync::{LazyLock, Mutex, Once};

/// Memory for the code of an image, and its slots at a distance of [`TABLE`].
pub(super) struct Memory {
    at: usize,
    slots: usize,
    size: usize,
}

impl Memory {
    /// Memory with the code of an image, and room for its slots. Or why there is none.
    pub fn new(image: &Image) -> Result<Memory, String> {
        let slots = image.slots.len();
        let size = image.code.len().max(slots * 8).next_multiple_of(PAGE).max(PAGE);
        if size > TABLE {
            return Err(format!("it takes {size} bytes, more than {TABLE}"));
        }
        let place = REGIONS.lock().expect("regions").take(size).ok_or("there is no memory")?;
        let memory = Memory { at: place.at, slots, size };
        // SAFETY: `take` has given these pages to this call alone, and no code in them is called
        // before it returns. The code fits into them, as `size` is at least its length.
        let written = unsafe {
            place.writing(|to| {
                to.copy_from_nonoverlapping(image.code.as_ptr(), image.code.len());
            })
        };
        if place.reused {
            forget_instructions();
        }
        if written { Ok(memory) } else { Err("there is no memory".into()) }
    }

    /// A slot.
    pub fn slot(&self, i: usize) -> &AtomicU64 {
        assert!(i < self.slots, "no such slot");
        // SAFETY: the slot lies among those of this image, in memory that is aligned, is only
        // accessed by atomic operations, and is given back when this value is dropped.
        unsafe { &*std::ptr::with_exposed_provenance(self.at + TABLE + 8 * i) }
    }

    /// Where something in the code is executed.
    pub fn address(&self, offset: u32) -> usize {
        self.at + offset as usize
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let (at, size) = (self.at, self.size);
        // No process executes code that has been purged, but for one that has just ended and is
        // still on its way out of it. It is within a slice, and its scheduler is pinned as long.
        let guard = crossbeam_epoch::pin();
        guard.defer(move || REGIONS.lock().expect("regions").give_back(at, size));
        guard.flush();
    }
}

/// Pages of a region that have been taken.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    /// Other code has been in them before.
    reused: bool,
    /// The code of the region that they are in.
    region: Range,
    /// The file that this is of.
    file: Option<RawFd>,
}

impl Place {
    /// Gives `write` an address through which what is there can be written, and which is gone
    /// afterwards; false if there is none.
    ///
    /// # Safety
    /// The pages belong to the caller, and what is there may change.
    unsafe fn writing(&self, write: impl FnOnce(*mut u8)) -> bool {
        let (at, size) = (self.region.from as *mut libc::c_void, self.region.size());
        // SAFETY: the new mapping is this function's own, and ends with it. It can be executed at
        // no time when it can be written. A shared mapping that is moved as one of size 0 stays
        // where it was as well. `write` gets an address within the new mapping, for pages that
        // belong to the caller, which allows that they change. Programs that are started meanwhile
        // do not get the mapping.
        unsafe {
            let second = match self.file {
                Some(file) => libc::mmap(null_mut(), size, READ_WRITE, libc::MAP_SHARED, file, 0),
                None => libc::mremap(at, 0, size, libc::MREMAP_MAYMOVE),
            };
            if second == libc::MAP_FAILED {
                return false;
            }
            let can_be_written = libc::mprotect(second, size, READ_WRITE) == 0
                && libc::madvise(second, size, libc::MADV_DONTFORK) == 0;
            if can_be_written {
                write(second.byte_add(self.at - self.region.from).cast());
            }
            libc::munmap(second, size);
            can_be_written
        }
    }
}

const REFUSED: &str = "no native code: this system refuses to execute what has been written";

/// Whether memory that has been written may be executed later: where the system is told to refuse
/// that (`MemoryDenyWriteExecute` of systemd, `prctl(PR_SET_MDWE)`), there is no native code.
pub(super) fn may_make_code() -> bool {
    static MAY: LazyLock<bool> = LazyLock::new(|| {
        // SAFETY: the page is a new one, which nobody else knows of, and ends here.
        let may = unsafe {
            let private = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let page = libc::mmap(null_mut(), PAGE, READ_WRITE, private, -1, 0);
            if page == libc::MAP_FAILED {
                return true;
            }
            let may = libc::mprotect(page, PAGE, libc::PROT_READ | libc::PROT_EXEC) == 0;
            libc::munmap(page, PAGE);
            may
        };
        if !may {
            system::say(REFUSED);
        }
        may
    });
    *MAY
}

/// Has all processors forget instructions that they have read ahead: new code has been written to
/// where other code was.
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
    /// Takes so many bytes: whole pages, at most [`TABLE`].
    fn take(&mut self, size: usize) -> Option<Place> {
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
        let whole = Range { from: region.at, to: region.at + region.size() };
        let file = region.file.as_ref().map(AsRawFd::as_raw_fd);
        Some(Place { at: region.at + first * PAGE, reused, region: whole, file })
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

/// The state of a page of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    New,
    Used,
    Free,
}

/// Some huge pages' worth of addresses for code, and as many for slots.
struct Region {
    at: usize,
    /// The file of the code, if it is in huge pages that have been set aside: they cannot be mapped
    /// a second time otherwise. Such a file can be written through mappings only.
    file: Option<OwnedFd>,
    pages: Vec<Page>,
    used: usize,
}

impl Region {
    fn new(size: usize) -> Option<Region> {
        let huge = system::config().huge_code;
        let at = addresses(size)?;
        let file = (huge == HugeCode::All).then(|| put_file(at, size)).flatten();
        let reserved = file.is_some();
        let region = Region { at, file, pages: vec![Page::New; size / PAGE], used: 0 };
        if !(reserved || put_anonymous(at, size)) || !put_slots(at + TABLE, size) {
            return None;
        }
        if huge != HugeCode::Off && !reserved {
            region.make_huge();
        }
        if huge == HugeCode::All {
            let _ = memory::advise_within(Range { from: at + TABLE, to: at + TABLE + size });
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

    /// Asks the kernel for huge pages, while nothing is there: pages that came there first would
    /// have to be copied, and each would be a fault.
    fn make_huge(&self) {
        let code = Range { from: self.at, to: self.at + self.size() };
        // SAFETY: the region is mapped at these addresses, shared and readable, and nobody knows of
        // it so far.
        let huge = unsafe { memory::collapse_new(code) };
        if !huge && system::config().huge_code == HugeCode::All {
            none_free();
        }
    }
}

/// Says, the first time, that there are no huge pages.
fn none_free() {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        store::log(&"No huge page is free for native code");
    });
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the region's addresses are mapped for it alone. No page of it is in use: all have
        // been given back, or none has been taken.
        unsafe {
            libc::munmap(self.at as *mut libc::c_void, self.size());
            libc::munmap((self.at + TABLE) as *mut libc::c_void, self.size());
        }
    }
}

const READ_WRITE: libc::c_int = libc::PROT_READ | libc::PROT_WRITE;
const EXECUTE: libc::c_int = libc::PROT_READ | libc::PROT_EXEC;

/// Addresses for a region, where nothing may be read or written so far, from a multiple of the size
/// of huge pages on: `size` for code, and as many at a distance of [`TABLE`] for slots.
fn addresses(size: usize) -> Option<usize> {
    let whole = TABLE + size;
    // SAFETY: the addresses are new, so that nobody uses any of them. Addresses before, behind and
    // between the parts that are asked for are given back.
    unsafe {
        let private = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let all = libc::mmap(null_mut(), whole + HUGE, libc::PROT_NONE, private, -1, 0);
        if all == libc::MAP_FAILED {
            return None;
        }
        let end = all as usize + whole + HUGE;
        let from = (all as usize).next_multiple_of(HUGE);
        let give_back = |from: usize, to: usize| {
            if from < to {
                libc::munmap(from as *mut libc::c_void, to - from);
            }
        };
        give_back(all as usize, from);
        give_back(from + size, from + TABLE);
        give_back(from + whole, end);
        Some(from)
    }
}

/// Puts memory without a name for code where a region has its addresses: perf looks its functions
/// up in the map that we write. It is mapped as shared only so that it can be mapped twice.
fn put_anonymous(at: usize, size: usize) -> bool {
    let how = libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
    // SAFETY: the addresses are the region's, and nothing is there.
    unsafe { libc::mmap(at as *mut libc::c_void, size, EXECUTE, how, -1, 0) != libc::MAP_FAILED }
}

/// Puts huge pages that have been set aside there for code; gives their file.
fn put_file(at: usize, size: usize) -> Option<OwnedFd> {
    let how = libc::MAP_SHARED | libc::MAP_FIXED;
    let flags = libc::MFD_HUGETLB | libc::MFD_HUGE_2MB | libc::MFD_CLOEXEC;
    // SAFETY: a new file of that size, whose memory is there before it is used: the lack of huge
    // pages would be noticed by a signal. The addresses are the region's, and nothing is there.
    unsafe {
        let file = libc::memfd_create(c"native".as_ptr(), flags);
        if file < 0 {
            return None;
        }
        let file = OwnedFd::from_raw_fd(file);
        let fd = file.as_raw_fd();
        let there = libc::ftruncate(fd, size as i64) == 0
            && libc::fallocate(fd, 0, 0, size as i64) == 0
            && libc::mmap(at as *mut libc::c_void, size, EXECUTE, how, fd, 0) != libc::MAP_FAILED;
        there.then_some(file)
    }
}

/// Puts memory for slots where a region has its addresses for them.
fn put_slots(at: usize, size: usize) -> bool {
    // SAFETY: the addresses are the region's, and nothing is there.
    unsafe { libc::mprotect(at as *mut libc::c_void, size, READ_WRITE) == 0 }
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
        let _writes = WRITES.lock().unwrap();
        let memory = Memory::new(&image(100, 600)).expect("memory");
        memory.slot(599).store(7, Ordering::Relaxed);
        // SAFETY: the code there returns at once. The slot is one of the image's, and has been
        // written.
        unsafe {
            let code: extern "C" fn() = std::mem::transmute(memory.address(99));
            code();
            let slot = (memory.at + TABLE + 8 * 599) as *const u64;
            assert_eq!(slot.read_volatile(), 7);
        }
    }

    #[test]
    fn regions_are_filled_and_given_up() {
        let mut regions = Regions(Vec::new());
        let Place { at: a, reused, .. } = regions.take(3 * PAGE).unwrap();
        assert!(a.is_multiple_of(HUGE) && !reused);
        let b = regions.take(HUGE - 4 * PAGE).unwrap().at;
        assert_eq!(b, a + 3 * PAGE);
        // There is one page left.
        let c = regions.take(2 * PAGE).unwrap().at;
        assert!(c.is_multiple_of(HUGE) && c != a);
        assert_eq!(regions.take(PAGE).unwrap().at, a + HUGE - PAGE);
        regions.give_back(a, 3 * PAGE);
        assert!(matches!(regions.take(2 * PAGE), Some(p) if p.at == a && p.reused));
        regions.give_back(c, 2 * PAGE);
        assert_eq!(regions.0.len(), 1);
        // Code that is larger than a huge page has several.
        let d = regions.take(HUGE + PAGE).unwrap().at;
        assert!(d.is_multiple_of(HUGE) && regions.0[1].size() == 2 * HUGE);
    }

    /// Held by a test that writes code, or that looks whether code can be written.
    static WRITES: Mutex<()> = Mutex::new(());

    /// A mapping of this process.
    struct Mapping {
        at: ops::Range<usize>,
        rights: String,
        /// Device and inode.
        file: (String, String),
    }

    fn mappings() -> Vec<Mapping> {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let line = |l: &str| {
            let f: Vec<&str> = l.split_ascii_whitespace().collect();
            let (from, to) = f[0].split_once('-').unwrap();
            let hex = |s| usize::from_str_radix(s, 16).unwrap();
            let file = (f[3].to_owned(), f[4].to_owned());
            Mapping { at: hex(from)..hex(to), rights: f[1].to_owned(), file }
        };
        maps.lines().map(line).collect()
    }

    /// No mapping can be both written and executed.
    fn look() -> Vec<Mapping> {
        let all = mappings();
        let both = |m: &&Mapping| m.rights.contains('w') && m.rights.contains('x');
        assert_eq!(all.iter().filter(both).count(), 0);
        all
    }

    /// Nor can what is executed be written through another mapping, while nobody writes code.
    fn look_idle() {
        let all = look();
        for code in all.iter().filter(|m| m.rights == "r-xs") {
            let same = all.iter().filter(|m| m.file == code.file);
            assert!(same.into_iter().all(|m| m.rights == "r-xs"), "{:x?}", code.at);
        }
    }

    #[test]
    fn nothing_that_is_executed_can_be_written() {
        let _writes = WRITES.lock().unwrap();
        let first = Memory::new(&image(100, 600)).expect("memory");
        let second = Memory::new(&image(3 << 20, 10)).expect("memory");
        look_idle();
        let place = |at: usize| mappings().into_iter().find(|m| m.at.contains(&at)).unwrap();
        assert_eq!(place(first.address(0)).rights, "r-xs");
        assert_eq!(place(second.address((3 << 20) - 1)).rights, "r-xs");
        assert_eq!(place(first.address(0) + TABLE).rights, "rw-p");
        drop(first);
        let third = Memory::new(&image(200, 1)).expect("memory");
        look_idle();
        drop((second, third));
        look_idle();
    }

    #[test]
    fn nothing_is_written_and_executed_at_once_meanwhile() {
        let _writes = WRITES.lock().unwrap();
        let ends = AtomicU64::new(2);
        std::thread::scope(|s| {
            for _ in 0..2 {
                s.spawn(|| {
                    for i in 0..200 {
                        let memory = Memory::new(&image(1 + i * 5000, i)).expect("memory");
                        // SAFETY: the code there is a return.
                        unsafe {
                            let at = memory.address(i as u32 * 5000);
                            std::mem::transmute::<usize, extern "C" fn()>(at)();
                        }
                    }
                    ends.fetch_sub(1, Ordering::Relaxed);
                });
            }
            while ends.load(Ordering::Relaxed) > 0 {
                look();
            }
        });
        look_idle();
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let _writes = WRITES.lock().unwrap();
        let why = |code, slots| Memory::new(&image(code, slots)).err();
        let more = Some("it takes 33558528 bytes, more than 33554432".to_owned());
        assert_eq!(why(TABLE + 1, 1), more);
        assert_eq!(why(1, TABLE / 8 + 1), more);
        let largest = Memory::new(&image(TABLE, TABLE / 8)).expect("memory");
        largest.slot(0).store(1, Ordering::Relaxed);
        largest.slot(TABLE / 8 - 1).store(1, Ordering::Relaxed);
        // SAFETY: the last byte of the code is there, which is a return.
        unsafe {
            let at = largest.address(TABLE as u32 - 1);
            std::mem::transmute::<usize, extern "C" fn()>(at)();
        }
    }
}
