//! The functions of `prim_file` that take names: information, directories, links.

use super::{check, error_term, ok_or_error, with_path};
use std::ffi::CStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use term::{Term, atom};
use vm::bif::{BifResult, Exception};
use vm::errno;
use vm::process::Running;

fn one_path<'h>(
    p: &Running<'h>,
    path: Term<'h>,
    f: impl FnOnce(&CStr) -> io::Result<()>,
) -> BifResult<'h> {
    Ok(with_path(p, path, |path| ok_or_error(p, f(path))))
}

fn two_paths<'h>(
    p: &Running<'h>,
    args: &[Term<'h>],
    f: impl FnOnce(&CStr, &CStr) -> io::Result<()>,
) -> BifResult<'h> {
    let to = args[1];
    Ok(with_path(p, args[0], |from| with_path(p, to, |to| ok_or_error(p, f(from, to)))))
}

fn instead<T>(result: io::Result<T>, of: i32, this: i32) -> io::Result<T> {
    result.map_err(|e| match e.raw_os_error() {
        Some(n) if n == of => io::Error::from_raw_os_error(this),
        _ => e,
    })
}

/// `make_hard_link_nif(Existing, New)`.
pub(super) fn make_hard_link_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // SAFETY: both paths are `CStr`s, so each ends with a 0; the call keeps no pointer.
    two_paths(p, args, |from, to| check(unsafe { libc::link(from.as_ptr(), to.as_ptr()) }))
}

/// `make_soft_link_nif(Existing, New)`.
pub(super) fn make_soft_link_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // SAFETY: both paths are `CStr`s, so each ends with a 0; the call keeps no pointer.
    two_paths(p, args, |from, to| check(unsafe { libc::symlink(from.as_ptr(), to.as_ptr()) }))
}

/// `rename_nif(From, To)`.
pub(super) fn rename_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    two_paths(p, args, |from, to| {
        // SAFETY: both paths are `CStr`s, so each ends with a 0; the call keeps no pointer.
        let result = check(unsafe { libc::rename(from.as_ptr(), to.as_ptr()) });
        let result = instead(result, libc::ENOTEMPTY, libc::EEXIST);
        match result {
            Err(e) if from == c"/" && e.raw_os_error() != Some(libc::EEXIST) => {
                Err(io::Error::from_raw_os_error(libc::EINVAL))
            }
            result => result,
        }
    })
}

/// `#file_info{}` with raw times.
pub(super) fn info_term<'h>(
    p: &Running<'h>,
    s: &libc::stat,
    (read, write): (bool, bool),
) -> Term<'h> {
    let kind = match s.st_mode & libc::S_IFMT {
        libc::S_IFCHR | libc::S_IFBLK => atom!("device"),
        libc::S_IFDIR => atom!("directory"),
        libc::S_IFREG => atom!("regular"),
        libc::S_IFLNK => atom!("symlink"),
        _ => atom!("other"),
    };
    let access = match (read, write) {
        (true, true) => atom!("read_write"),
        (true, false) => atom!("read"),
        (false, true) => atom!("write"),
        (false, false) => atom!("none"),
    };
    let heap = p.heap();
    // The record's fields of 32 bits are cut to that, as OTP does.
    let n = |i: u64| Term::small(i64::from(i as u32));
    heap.tuple(&[
        Term::atom(atom!("file_info")),
        heap.integer(s.st_size),
        Term::atom(kind),
        Term::atom(access),
        heap.integer(s.st_atime),
        heap.integer(s.st_mtime),
        heap.integer(s.st_ctime),
        n(u64::from(s.st_mode)),
        n(s.st_nlink),
        n(s.st_dev),
        n(s.st_rdev),
        n(s.st_ino),
        n(u64::from(s.st_uid)),
        n(u64::from(s.st_gid)),
    ])
}

fn stat(path: &CStr, follow: bool) -> io::Result<libc::stat> {
    let mut s = std::mem::MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: there is room for what the calls write.
    check(unsafe {
        if follow {
            libc::stat(path.as_ptr(), s.as_mut_ptr())
        } else {
            libc::lstat(path.as_ptr(), s.as_mut_ptr())
        }
    })?;
    // SAFETY: it is written, or zeros, which are valid.
    Ok(unsafe { s.assume_init() })
}

/// `read_info_nif(Path, FollowLinks)`.
pub(super) fn read_info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let follow = args[1].as_small().ok_or(Exception::BADARG)? != 0;
    Ok(with_path(p, args[0], |path| match stat(path, follow) {
        Err(e) => error_term(p, errno::number(&e)),
        Ok(s) => {
            // SAFETY: the path is a `CStr`, so it ends with a 0; the call keeps no pointer.
            let may = |how| unsafe { libc::access(path.as_ptr(), how) } == 0;
            info_term(p, &s, (may(libc::R_OK), may(libc::W_OK)))
        }
    }))
}

/// `set_permissions_nif(Path, Mode)`.
pub(super) fn set_permissions_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mode = args[1].as_u64().and_then(|n| u32::try_from(n).ok()).ok_or(Exception::BADARG)?;
    one_path(p, args[0], |path| {
        let mode = mode & 0o6777;
        // SAFETY: the path is a `CStr`, so it ends with a 0; the call keeps no pointer.
        if check(unsafe { libc::chmod(path.as_ptr(), mode) }).is_ok() {
            return Ok(());
        }
        // SAFETY: the path is a `CStr`, so it ends with a 0; the call keeps no pointer.
        check(unsafe { libc::chmod(path.as_ptr(), mode & 0o777) })
    })
}

/// `set_owner_nif(Path, Uid, Gid)`: -1 leaves one as it is.
pub(super) fn set_owner_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let id = |t: Term<'_>| t.as_small().and_then(|n| i32::try_from(n).ok());
    let (Some(uid), Some(gid)) = (id(args[1]), id(args[2])) else { return Err(Exception::BADARG) };
    one_path(p, args[0], |path| {
        // SAFETY: the path is a `CStr`, so it ends with a 0; the call keeps no pointer.
        check(unsafe { libc::chown(path.as_ptr(), uid as u32, gid as u32) })
    })
}

/// `set_time_nif(Path, Access, Modification, Creation)`: the last is ignored.
pub(super) fn set_time_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (Some(a), Some(m), Some(_)) = (args[1].as_i64(), args[2].as_i64(), args[3].as_i64()) else {
        return Err(Exception::BADARG);
    };
    one_path(p, args[0], |path| {
        let time = |t| libc::timespec { tv_sec: t, tv_nsec: 0 };
        let times = [time(a), time(m)];
        // SAFETY: the path is a `CStr`, so it ends with a 0; the call reads two times, which
        // `times` has.
        check(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), times.as_ptr(), 0) })
    })
}

fn path_result<'h>(p: &Running<'h>, result: io::Result<std::path::PathBuf>) -> Term<'h> {
    match result {
        Ok(path) => {
            let name = p.heap().binary(path.as_os_str().as_bytes());
            p.heap().tuple(&[Term::OK, name])
        }
        Err(e) => error_term(p, errno::number(&e)),
    }
}

fn std_path(path: &CStr) -> &std::path::Path {
    std::path::Path::new(std::ffi::OsStr::from_bytes(path.to_bytes()))
}

/// `read_link_nif(Path)`.
pub(super) fn read_link_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(with_path(p, args[0], |path| path_result(p, std::fs::read_link(std_path(path)))))
}

/// `list_dir_nif(Path)`: the names, in the reverse of the system's order.
pub(super) fn list_dir_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(with_path(p, args[0], |path| {
        let entries = match std::fs::read_dir(std_path(path)) {
            Ok(entries) => entries,
            Err(e) => return error_term(p, errno::number(&e)),
        };
        let heap = p.heap();
        let names = entries
            .map_while(Result::ok)
            .fold(Term::NIL, |list, e| heap.cons(heap.binary(e.file_name().as_bytes()), list));
        heap.tuple(&[Term::OK, names])
    }))
}

/// `make_dir_nif(Path)`.
pub(super) fn make_dir_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // SAFETY: the path is a `CStr`, so it ends with a 0; the call keeps no pointer.
    one_path(p, args[0], |path| check(unsafe { libc::mkdir(path.as_ptr(), 0o777) }))
}

/// `del_file_nif(Path)`.
pub(super) fn del_file_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    one_path(p, args[0], |path| {
        // SAFETY: the path is a `CStr`, so it ends with a 0; the call keeps no pointer.
        let result = check(unsafe { libc::unlink(path.as_ptr()) });
        instead(result, libc::EISDIR, libc::EPERM)
    })
}

/// `del_dir_nif(Path)`.
pub(super) fn del_dir_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    one_path(p, args[0], |path| {
        // SAFETY: the path is a `CStr`, so it ends with a 0; the call keeps no pointer.
        let result = check(unsafe { libc::rmdir(path.as_ptr()) });
        let result = instead(result, libc::ENOTEMPTY, libc::EEXIST);
        if result.as_ref().is_err_and(|e| e.raw_os_error() == Some(libc::EEXIST))
            && let (Ok(a), Ok(b)) = (stat(path, true), stat(c".", true))
            && (a.st_ino, a.st_dev) == (b.st_ino, b.st_dev)
        {
            return Err(io::Error::from_raw_os_error(libc::EINVAL));
        }
        result
    })
}

/// `get_device_cwd_nif(Device)`: there are no devices with directories of their own.
pub(super) fn get_device_cwd_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    args[0].as_small().ok_or(Exception::BADARG)?;
    Ok(error_term(p, libc::ENOTSUP))
}

/// `set_cwd_nif(Path)`.
pub(super) fn set_cwd_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // SAFETY: the path is a `CStr`, so it ends with a 0; the call keeps no pointer.
    one_path(p, args[0], |path| check(unsafe { libc::chdir(path.as_ptr()) }))
}

/// `get_cwd_nif()`.
pub(super) fn get_cwd_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    Ok(path_result(p, std::env::current_dir()))
}

/// `altname_nif(Path)`: there are no short names.
pub(super) fn altname_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(with_path(p, args[0], |_| error_term(p, libc::ENOTSUP)))
}
