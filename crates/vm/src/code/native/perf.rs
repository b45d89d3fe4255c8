//! Telling `perf` where native code is: `/tmp/perf-PID.map`, names of addresses, to be used on this
//! machine; and `/tmp/jit-PID.dump`, which has the code as well, for `perf inject --jit`.

use super::{Image, Place, store};
use crate::system;
use crate::system::PerfFiles;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::{LazyLock, Mutex};
use trust::Distrust;

struct Files {
    map: Option<File>,
    dump: Option<File>,
    /// Pieces of code in the dump so far.
    pieces: u64,
}

static FILES: LazyLock<Mutex<Files>> = LazyLock::new(|| {
    let wanted = system::config().perf;
    let pid = std::process::id();
    let map = || OWN.lock().expect("perf").take().or_else(|| made(create_map()));
    let dump = || made(begin_dump(Path::new(&format!("/tmp/jit-{pid}.dump"))));
    let (map, dump) = (wanted.map.then(map).flatten(), wanted.dump.then(dump).flatten());
    Mutex::new(Files { map, dump, pieces: 0 })
});

/// The map in which the emulator's own code is.
static OWN: Mutex<Option<File>> = Mutex::new(None);

/// A file that cannot be made is one that perf does not find: nothing else depends on it.
fn made(file: Result<File, Distrust>) -> Option<File> {
    file.map_err(|why| store::log(&format_args!("perf does not see native code: {why}"))).ok()
}

/// The map, without what another process of this number has left.
fn create_map() -> Result<File, Distrust> {
    trust::fresh(Path::new(&format!("/tmp/perf-{}.map", std::process::id())))
}

/// Begins the map with what is known of the emulator's own code.
pub fn begin_map(lines: &str) -> io::Result<()> {
    let mut file = create_map()?;
    file.write_all(lines.as_bytes())?;
    *OWN.lock().expect("perf") = Some(file);
    Ok(())
}

/// The numbers of the dump's format.
mod jit {
    pub const MAGIC: u32 = 0x4a69_5444;
    pub const VERSION: u32 = 1;
    pub const HEADER: u32 = 40;
    pub const X86_64: u32 = 62;
    pub const CODE_LOAD: u32 = 0;
    /// Bytes of a record before the name.
    pub const LOAD: usize = 56;
}

fn now() -> u64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to `t` alone.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut t) };
    t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64
}

fn begin_dump(path: &Path) -> Result<File, Distrust> {
    let mut file = trust::fresh(path)?;
    let mut header = Vec::new();
    for word in [jit::MAGIC, jit::VERSION, jit::HEADER, jit::X86_64, 0, std::process::id()] {
        header.extend(word.to_le_bytes());
    }
    header.extend(now().to_le_bytes());
    header.extend(0u64.to_le_bytes());
    // Where the disk is full perf has nothing to read.
    let _ = file.write_all(&header);
    // perf learns of the file by seeing it mapped as code.
    let (how, private) = (libc::PROT_READ | libc::PROT_EXEC, libc::MAP_PRIVATE);
    let size = hugetext::PAGE;
    // SAFETY: the mapping is a new one at an address of the kernel's choice, and nobody accesses
    // it.
    unsafe { libc::mmap(std::ptr::null_mut(), size, how, private, file.as_raw_fd(), 0) };
    Ok(file)
}

/// Tells where the functions of an image are that has been put to this address.
pub(super) fn tell(base: usize, image: &Image, functions: &[Place]) {
    if system::config().perf == PerfFiles::default() {
        return;
    }
    let mut files = FILES.lock().expect("perf");
    let mut map = String::new();
    let mut dump = Vec::new();
    let mut pieces = image.owners.iter().peekable();
    while let Some(&(from, owner)) = pieces.next() {
        while pieces.next_if(|next| next.1 == owner).is_some() {}
        let to = pieces.peek().map_or(image.code.len(), |next| next.0 as usize);
        let (from, name) = (from as usize, format!("${}", functions[owner as usize].mfa));
        map += &format!("{:x} {:x} {name}\n", base + from, to - from);
        let code = &image.code[from..to];
        let size = (jit::LOAD + name.len() + 1 + code.len()) as u32;
        for word in [jit::CODE_LOAD, size] {
            dump.extend(word.to_le_bytes());
        }
        dump.extend(now().to_le_bytes());
        for word in [std::process::id(), std::process::id()] {
            dump.extend(word.to_le_bytes());
        }
        for word in [base + from, base + from, code.len(), files.pieces as usize] {
            dump.extend((word as u64).to_le_bytes());
        }
        dump.extend(name.as_bytes());
        dump.push(0);
        dump.extend(code);
        files.pieces += 1;
    }
    if let Some(file) = &mut files.map {
        let _ = file.write_all(map.as_bytes());
    }
    if let Some(file) = &mut files.dump {
        let _ = file.write_all(&dump);
    }
}
