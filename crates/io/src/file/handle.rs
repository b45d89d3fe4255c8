//! Open files: magic references to descriptors, closed with their owner at the latest.

use super::system::info_term;
use super::{check, error_term, ok_or_error, with_path};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Weak};
use term::{RefBin, Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::errno;
use vm::port::queue::write_vectored;
use vm::process::{Process, Running};
use vm::process_table;
use vm::system::new_ref;

/// Most binaries that one call writes.
const MOST_PIECES: usize = 64;
/// A result that leaves more than this of its buffer empty is copied.
const WASTE: usize = 4096;

/// An open file.
pub struct File {
    /// Locked by whoever uses it, which may block.
    fd: Mutex<Option<OwnedFd>>,
    /// It is to be closed by whoever has locked it.
    doomed: AtomicBool,
}

impl File {
    /// Closes it without waiting: now, or when the call ends that uses it.
    fn doom(&self) {
        self.doomed.store(true, Ordering::SeqCst);
        if let Ok(mut fd) = self.fd.try_lock() {
            fd.take();
        }
    }
}

/// Files by their owner, closed when it goes.
static OWNERS: LazyLock<Mutex<HashMap<u64, Vec<Weak<File>>>>> = LazyLock::new(Mutex::default);

/// Closes the files of a process that goes.
pub fn owner_gone(p: &Running<'_>) {
    if !p.state.bits().has_files() {
        return;
    }
    let files = OWNERS.lock().expect("files").remove(&p.id);
    files.into_iter().flatten().filter_map(|f| f.upgrade()).for_each(|file| file.doom());
}

fn own<'h>(p: &Running<'h>, fd: OwnedFd) -> Term<'h> {
    let file = Arc::new(File { fd: Mutex::new(Some(fd)), doomed: AtomicBool::new(false) });
    {
        // Under this lock, so that an owner that goes either finds the file or is seen to go.
        let mut owners = OWNERS.lock().expect("files");
        let note = |owner: &Process| owner.state.get_files();
        let stays = process_table::with_process(p.id, note).is_some_and(|s| !s.is_exiting());
        if stays {
            let files = owners.entry(p.id).or_default();
            if files.len() >= 8 && files.len().is_power_of_two() {
                files.retain(|f| f.strong_count() != 0);
            }
            files.push(Arc::downgrade(&file));
        }
    }
    let reference = p.heap().magic_ref(new_ref(), file);
    p.heap().tuple(&[Term::OK, reference])
}

fn disown(p: &Running<'_>, file: &Arc<File>) {
    let mut owners = OWNERS.lock().expect("files");
    if let Some(files) = owners.get_mut(&p.id) {
        files.retain(|f| !std::ptr::eq(f.as_ptr(), Arc::as_ptr(file)));
        if files.is_empty() {
            owners.remove(&p.id);
        }
    }
}

fn file<'h>(t: Term<'h>) -> Result<Arc<File>, Exception<'h>> {
    let magic = t.as_ref().and_then(|r| r.magic()).ok_or(Exception::BADARG)?;
    magic.downcast::<File>().map_err(|_| Exception::BADARG)
}

/// A copy of the descriptor of an open file, for `sendfile`; None if the term is no file.
pub fn duplicate(t: Term<'_>) -> Option<io::Result<OwnedFd>> {
    let file = file(t).ok()?;
    let guard = file.fd.lock().expect("file");
    let closed = || io::Error::from_raw_os_error(libc::EINVAL);
    Some(guard.as_ref().ok_or_else(closed).and_then(OwnedFd::try_clone))
}

/// Runs `f` with the descriptor; `{error, einval}` if it is closed.
fn with_fd<'h>(
    p: &Running<'h>,
    t: Term<'h>,
    f: impl FnOnce(RawFd) -> BifResult<'h>,
) -> BifResult<'h> {
    let file = file(t)?;
    let guard = file.fd.lock().expect("file");
    let result = match &*guard {
        Some(fd) => f(fd.as_raw_fd()),
        None => Ok(error_term(p, libc::EINVAL)),
    };
    drop(guard);
    if file.doomed.load(Ordering::SeqCst) {
        file.doom();
    }
    result
}

fn open_flags(modes: Term<'_>) -> (i32, bool) {
    let (mut read, mut write, mut flags) = (false, false, 0);
    let (mut any_type, mut directory, mut append) = (false, false, false);
    for mode in modes.list() {
        match mode.as_atom().map_or("", |a| a.name()) {
            "read" => read = true,
            "write" => write = true,
            "exclusive" => {
                flags |= libc::O_EXCL;
                write = true;
            }
            "append" => {
                append = true;
                write = true;
            }
            "sync" => flags |= libc::O_SYNC,
            "skip_type_check" => any_type = true,
            "directory" => directory = true,
            // Others are the business of the layers above.
            _ => {}
        }
    }
    flags |= match (read, write) {
        (_, false) => libc::O_RDONLY,
        (false, true) if append => libc::O_WRONLY | libc::O_CREAT,
        (false, true) => libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC,
        (true, true) => libc::O_RDWR | libc::O_CREAT,
    };
    if append {
        flags |= libc::O_APPEND;
    }
    if directory {
        flags |= libc::O_DIRECTORY;
    }
    (flags | libc::O_CLOEXEC, any_type || directory)
}

fn open(path: &std::ffi::CStr, flags: i32, any_type: bool) -> io::Result<OwnedFd> {
    let fd = loop {
        // SAFETY: the path is a string with a 0 at its end.
        let fd = unsafe { libc::open(path.as_ptr(), flags, 0o666) };
        if fd >= 0 {
            // SAFETY: just opened, and nobody else's.
            break unsafe { OwnedFd::from_raw_fd(fd) };
        }
        let e = io::Error::last_os_error();
        if e.kind() != io::ErrorKind::Interrupted {
            return Err(e);
        }
    };
    if !any_type && stat(fd.as_raw_fd()).is_ok_and(|s| s.st_mode & libc::S_IFMT == libc::S_IFDIR) {
        return Err(io::Error::from_raw_os_error(libc::EISDIR));
    }
    Ok(fd)
}

fn stat(fd: RawFd) -> io::Result<libc::stat> {
    let mut s = std::mem::MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: there is room for what `fstat` writes.
    check(unsafe { libc::fstat(fd, s.as_mut_ptr()) })?;
    // SAFETY: it is written, or zeros, which are valid.
    Ok(unsafe { s.assume_init() })
}

/// `open_nif(Path, Modes)`.
pub(super) fn open_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[1].is_cons() && !args[1].is_nil() {
        return Err(Exception::BADARG);
    }
    let (flags, any_type) = open_flags(args[1]);
    Ok(with_path(p, args[0], |path| match open(path, flags, any_type) {
        Ok(fd) => own(p, fd),
        Err(e) => error_term(p, errno::number(&e)),
    }))
}

/// `file_desc_to_ref_nif(Fd)`.
pub(super) fn file_desc_to_ref_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let fd = args[0].as_small().and_then(|n| RawFd::try_from(n).ok()).ok_or(Exception::BADARG)?;
    // SAFETY: only asks about the descriptor.
    if fd < 0 || unsafe { libc::fcntl(fd, libc::F_GETFL) } < 0 {
        return Ok(error_term(p, libc::EBADF));
    }
    // SAFETY: the caller says that the descriptor is open and to be ours.
    Ok(own(p, unsafe { OwnedFd::from_raw_fd(fd) }))
}

/// `close_nif(File)`.
pub(super) fn close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let file = file(args[0])?;
    let fd = file.fd.lock().expect("file").take();
    let Some(fd) = fd else { return Ok(error_term(p, libc::EINVAL)) };
    disown(p, &file);
    // SAFETY: the descriptor is ours and given up here; not `drop`, so that errors are seen.
    let result = check(unsafe { libc::close(std::os::fd::IntoRawFd::into_raw_fd(fd)) });
    Ok(ok_or_error(p, result))
}

/// `delayed_close_nif(File)`.
pub(super) fn delayed_close_1<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    file(args[0])?.doom();
    Ok(Term::OK)
}

/// Reads until `buffer` is full or the file ends; `offset` is where, or None for the file's
/// position.
fn read_full(fd: RawFd, buffer: &mut [u8], offset: Option<i64>) -> io::Result<usize> {
    let mut done = 0;
    while done < buffer.len() {
        let rest = &mut buffer[done..];
        // SAFETY: the buffer is ours to be written to.
        let n = unsafe {
            match offset {
                None => libc::read(fd, rest.as_mut_ptr().cast(), rest.len()),
                Some(o) => libc::pread(
                    fd,
                    rest.as_mut_ptr().cast(),
                    rest.len(),
                    o.saturating_add(done as i64),
                ),
            }
        };
        match n {
            0 => break,
            n if n > 0 => done += n as usize,
            _ => {
                let e = io::Error::last_os_error();
                if e.kind() != io::ErrorKind::Interrupted {
                    return Err(e);
                }
            }
        }
    }
    Ok(done)
}

/// A binary of the first `len` bytes.
fn binary<'h>(p: &Running<'h>, mut bin: RefBin, len: usize) -> Term<'h> {
    if len <= term::heap::HEAP_BIN_MAX || bin.capacity() - len > WASTE.max(len / 4) {
        return p.heap().binary(&bin.bytes_mut()[..len]);
    }
    p.heap().binary_from(bin, len)
}

/// The most that one read may ask for.
const LARGEST: i64 = 1 << 40;

fn read_at<'h>(p: &Running<'h>, fd: RawFd, size: i64, offset: Option<i64>) -> Term<'h> {
    if size >= LARGEST {
        return error_term(p, libc::ENOMEM);
    }
    let mut bin = RefBin::zeroed(size as usize, size as usize);
    match read_full(fd, bin.bytes_mut(), offset) {
        Ok(0) => Term::atom(am::EOF),
        Ok(n) => p.heap().tuple(&[Term::OK, binary(p, bin, n)]),
        Err(e) => error_term(p, errno::number(&e)),
    }
}

/// `read_nif(File, Size)`.
pub(super) fn read_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[1].is_number() {
        return Err(Exception::BADARG);
    }
    with_fd(p, args[0], |fd| {
        let Some(size) = args[1].as_i64().filter(|&n| n >= 0) else {
            return Ok(error_term(p, libc::EINVAL));
        };
        Ok(read_at(p, fd, size, None))
    })
}

/// `pread_nif(File, Offset, Size)`.
pub(super) fn pread_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[1].is_number() || !args[2].is_number() {
        return Err(Exception::BADARG);
    }
    with_fd(p, args[0], |fd| match (args[1].as_i64(), args[2].as_i64()) {
        (Some(offset @ 0..), Some(size @ 0..)) => Ok(read_at(p, fd, size, Some(offset))),
        _ => Ok(error_term(p, libc::EINVAL)),
    })
}

/// The bytes of binaries.
type Pieces<'h> = Vec<Cow<'h, [u8]>>;

/// The first binaries of a list of binaries, and the rest of it.
fn pieces<'h>(list: Term<'h>) -> Result<(Pieces<'h>, Term<'h>), Exception<'h>> {
    let mut list = list.list();
    let mut pieces = Vec::new();
    while pieces.len() < MOST_PIECES {
        match list.next() {
            Some(t) => pieces.push(t.as_binary().ok_or(Exception::BADARG)?),
            None if list.tail().is_nil() => break,
            None => return Err(Exception::BADARG),
        }
    }
    Ok((pieces, list.tail()))
}

/// Writes all pieces; gives how many bytes they are.
fn write_all(fd: RawFd, pieces: &[Cow<'_, [u8]>], offset: Option<i64>) -> io::Result<usize> {
    let total = pieces.iter().map(|b| b.len()).sum();
    if let Some(offset) = offset {
        let mut at = offset;
        for mut rest in pieces.iter().map(|b| &b[..]) {
            while !rest.is_empty() {
                // SAFETY: the bytes live.
                let n = unsafe { libc::pwrite(fd, rest.as_ptr().cast(), rest.len(), at) };
                if n < 0 {
                    let e = io::Error::last_os_error();
                    if e.kind() == io::ErrorKind::Interrupted {
                        continue;
                    }
                    return Err(e);
                }
                rest = &rest[n as usize..];
                at += n as i64;
            }
        }
        return Ok(total);
    }
    let mut slices: Vec<_> = pieces.iter().map(|b| IoSlice::new(b)).collect();
    let mut slices = &mut slices[..];
    IoSlice::advance_slices(&mut slices, 0);
    while !slices.is_empty() {
        let n = write_vectored(fd, slices)?;
        IoSlice::advance_slices(&mut slices, n);
    }
    Ok(total)
}

/// `write_nif(File, Binaries)`.
pub(super) fn write_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (pieces, rest) = pieces(args[1])?;
    with_fd(p, args[0], |fd| {
        Ok(match write_all(fd, &pieces, None) {
            Err(e) => error_term(p, errno::number(&e)),
            Ok(_) if rest.is_nil() => Term::OK,
            Ok(_) => p.heap().tuple(&[Term::atom(atom!("continue")), rest]),
        })
    })
}

/// `pwrite_nif(File, Offset, Binaries)`.
pub(super) fn pwrite_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[1].is_number() {
        return Err(Exception::BADARG);
    }
    let (pieces, rest) = pieces(args[2])?;
    with_fd(p, args[0], |fd| {
        let Some(offset) = args[1].as_i64().filter(|&n| n >= 0) else {
            return Ok(error_term(p, libc::EINVAL));
        };
        Ok(match write_all(fd, &pieces, Some(offset)) {
            Err(e) => error_term(p, errno::number(&e)),
            Ok(_) if rest.is_nil() => Term::OK,
            Ok(n) => {
                p.heap().tuple(&[Term::atom(atom!("continue")), p.heap().integer(n as i64), rest])
            }
        })
    })
}

/// `seek_nif(File, Mark, Offset)`.
pub(super) fn seek_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let offset = args[2].as_i64().ok_or(Exception::BADARG)?;
    let whence = match args[1].as_atom().map_or("", |a| a.name()) {
        "bof" => libc::SEEK_SET,
        "cur" => libc::SEEK_CUR,
        "eof" => libc::SEEK_END,
        _ => return Err(Exception::BADARG),
    };
    with_fd(p, args[0], |fd| {
        // A start before the file's is refused even where the device would wrap around.
        if whence == libc::SEEK_SET && offset < 0 {
            return Ok(error_term(p, libc::EINVAL));
        }
        // SAFETY: no memory is passed.
        let position = unsafe { libc::lseek(fd, offset, whence) };
        Ok(if position < 0 {
            error_term(p, errno::number(&io::Error::last_os_error()))
        } else {
            p.heap().tuple(&[Term::OK, p.heap().integer(position)])
        })
    })
}

/// `sync_nif(File, DataOnly)`.
pub(super) fn sync_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let data_only = args[1].as_small().ok_or(Exception::BADARG)? != 0;
    with_fd(p, args[0], |fd| {
        // SAFETY: no memory is passed.
        let result = unsafe { if data_only { libc::fdatasync(fd) } else { libc::fsync(fd) } };
        Ok(ok_or_error(p, check(result)))
    })
}

/// `truncate_nif(File)`: at the file's position.
pub(super) fn truncate_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with_fd(p, args[0], |fd| {
        // SAFETY: no memory is passed.
        let result = unsafe {
            match libc::lseek(fd, 0, libc::SEEK_CUR) {
                at if at < 0 => -1,
                at => libc::ftruncate(fd, at),
            }
        };
        Ok(ok_or_error(p, check(result)))
    })
}

/// `allocate_nif(File, Offset, Length)`.
pub(super) fn allocate_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (Some(offset), Some(length)) = (args[1].as_i64(), args[2].as_i64()) else {
        return Err(Exception::BADARG);
    };
    if offset < 0 || length < 0 {
        return Err(Exception::BADARG);
    }
    with_fd(p, args[0], |fd| {
        // SAFETY: no memory is passed.
        let mut result = check(unsafe { libc::fallocate(fd, 0, offset, length) });
        if result.is_err() {
            // SAFETY: no memory is passed. Unlike the call before, this one gives the error's
            // number.
            result = match unsafe { libc::posix_fallocate(fd, offset, length) } {
                0 => Ok(()),
                n => Err(io::Error::from_raw_os_error(n)),
            };
        }
        Ok(ok_or_error(p, result))
    })
}

/// `advise_nif(File, Offset, Length, Advice)`.
pub(super) fn advise_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (Some(offset), Some(length)) = (args[1].as_i64(), args[2].as_i64()) else {
        return Err(Exception::BADARG);
    };
    let advice = match args[3].as_atom().map_or("", |a| a.name()) {
        "normal" => libc::POSIX_FADV_NORMAL,
        "random" => libc::POSIX_FADV_RANDOM,
        "sequential" => libc::POSIX_FADV_SEQUENTIAL,
        "will_need" => libc::POSIX_FADV_WILLNEED,
        "dont_need" => libc::POSIX_FADV_DONTNEED,
        "no_reuse" => libc::POSIX_FADV_NOREUSE,
        _ => return with_fd(p, args[0], |_| Ok(error_term(p, libc::EINVAL))),
    };
    with_fd(p, args[0], |fd| {
        // Errors come as positive numbers, which OTP does not look at.
        // SAFETY: no memory is passed.
        let result = unsafe { libc::posix_fadvise(fd, offset, length, advice) };
        Ok(ok_or_error(p, check(result)))
    })
}

/// `read_handle_info_nif(File)`.
pub(super) fn read_handle_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with_fd(p, args[0], |fd| {
        Ok(match stat(fd) {
            Ok(s) => info_term(p, &s, access_of(&s)),
            Err(e) => error_term(p, errno::number(&e)),
        })
    })
}

/// Read and write access by the permission bits alone.
fn access_of(s: &libc::stat) -> (bool, bool) {
    // SAFETY: asks for numbers only.
    let (uid, gid) = unsafe { (libc::geteuid(), libc::getegid()) };
    let bits = match (uid, gid) {
        (0, _) => return (true, true),
        (u, _) if u == s.st_uid => s.st_mode >> 6,
        (_, g) if g == s.st_gid => s.st_mode >> 3,
        _ => s.st_mode,
    };
    (bits & 4 != 0, bits & 2 != 0)
}

/// `ipread_s32bu_p32bu_nif(File, Offset, MaxSize)`: follows a pointer of size and place.
pub(super) fn ipread_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[1].is_number() || !args[2].is_number() {
        return Err(Exception::BADARG);
    }
    with_fd(p, args[0], |fd| {
        let (Some(offset @ 0..), Some(max)) = (args[1].as_i64(), args[2].as_i64()) else {
            return Ok(error_term(p, libc::EINVAL));
        };
        if max >= 1 << 31 {
            return Ok(error_term(p, libc::EINVAL));
        }
        let mut pointer = [0; 8];
        match read_full(fd, &mut pointer, Some(offset)) {
            Ok(8) => {}
            Ok(_) => return Ok(Term::atom(am::EOF)),
            Err(e) => return Ok(error_term(p, errno::number(&e))),
        }
        let number = |b: &[u8]| i64::from(u32::from_be_bytes(b.try_into().expect("four bytes")));
        let (size, place) = (number(&pointer[..4]), number(&pointer[4..]));
        if size > max {
            return Ok(Term::atom(am::EOF));
        }
        let mut bin = RefBin::zeroed(size as usize, size as usize);
        let data = match read_full(fd, bin.bytes_mut(), Some(place)) {
            Ok(0) => Term::atom(am::EOF),
            Ok(n) => binary(p, bin, n),
            Err(e) => return Ok(error_term(p, errno::number(&e))),
        };
        let found = p.heap().tuple(&[Term::small(size), Term::small(place), data]);
        Ok(p.heap().tuple(&[Term::OK, found]))
    })
}

/// `read_file_nif(Path)`: all of it.
pub(super) fn read_file_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(with_path(p, args[0], |path| match read_all(path) {
        Ok((bin, len, base)) => {
            if let Some(base) = base {
                vm::code::native::cache::file_read(path.to_bytes(), base);
            }
            p.heap().tuple(&[Term::OK, binary(p, bin, len)])
        }
        Err(e) => error_term(p, errno::number(&e)),
    }))
}

/// The contents of a file, their length, and who can change the file.
fn read_all(path: &std::ffi::CStr) -> io::Result<(RefBin, usize, Option<trust::Base>)> {
    let fd = open(path, libc::O_RDONLY | libc::O_CLOEXEC, false)?;
    let fd = fd.as_raw_fd();
    let stat = stat(fd).ok();
    let base = stat.map(|s| trust::Base::new(s.st_uid, s.st_mode));
    let size = stat.map_or(0, |s| s.st_size).max(0) as usize;
    if size > 0 {
        let mut bin = RefBin::zeroed(size, size);
        let len = read_full(fd, bin.bytes_mut(), None)?;
        return Ok((bin, len, base));
    }
    // Devices and /proc do not tell their size.
    let mut all = vec![0; 16 << 10];
    let mut len = 0;
    loop {
        let n = read_full(fd, &mut all[len..], None)?;
        len += n;
        if len < all.len() {
            break;
        }
        all.resize(len * 2, 0);
    }
    Ok((RefBin::from_slice(&all[..len]), len, base))
}

/// `get_handle_nif(File)`: the descriptor's number as bytes.
pub(super) fn get_handle_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with_fd(p, args[0], |fd| Ok(p.heap().binary(&fd.to_ne_bytes())))
}
