//! Places that are trusted and places that are not. Only root can make files of another user: other
//! users leave out the cases that need such files.

use std::fs::{self, Permissions};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use trust::{Base, Dir, Key, Make, Scratch, Why};

/// The user `nobody`.
const STRANGER: u32 = 65534;

fn scratch() -> Scratch {
    Scratch::new("trust-test").unwrap()
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn make(path: PathBuf) -> PathBuf {
    fs::DirBuilder::new().mode(0o755).create(&path).unwrap();
    path
}

/// The reason why a directory is not trusted; its path is told as it is.
fn wrong(path: &Path) -> Option<(PathBuf, Why)> {
    Dir::open(path, Make::No).err().map(|d| (d.path, d.why))
}

#[test]
fn what_is_missing_is_made_for_its_user_only() {
    let scratch = scratch();
    let path = scratch.path().join("a/b/c");
    assert!(Dir::open(&path, Make::No).unwrap_err().is_missing());
    let dir = Dir::open(&path, Make::Yes).unwrap();
    assert_eq!(dir.path(), path);
    for made in ["a", "a/b", "a/b/c"] {
        assert_eq!(fs::metadata(scratch.path().join(made)).unwrap().mode() & 0o777, 0o700);
    }
    dir.write("file", b"text").unwrap();
    assert_eq!(fs::metadata(path.join("file")).unwrap().mode() & 0o777, 0o600);
    assert_eq!(dir.file("file").unwrap().read(10).unwrap(), b"text");
    assert_eq!(dir.file("file").unwrap().read(3).unwrap_err().why, Why::Length);
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    assert!(!dir.is_gone());
    fs::remove_dir_all(&path).unwrap();
    assert!(dir.is_gone());
}

#[test]
fn relative_paths_are_refused() {
    assert_eq!(wrong(Path::new("target")).unwrap().1, Why::Relative);
    let dir = Dir::open(scratch().path(), Make::No).unwrap();
    assert_eq!(dir.enter(Path::new("/tmp"), Make::No).unwrap_err().why, Why::Relative);
}

#[test]
fn nobody_else_may_write_on_the_way() {
    let scratch = scratch();
    let a = make(scratch.path().join("a"));
    let b = make(a.join("b"));
    for dir in [&a, &b] {
        for bits in [0o777, 0o775, 0o757] {
            if bits == 0o775 && !is_root() {
                // Users may be alone in their groups.
                continue;
            }
            mode(dir, bits);
            assert_eq!(wrong(&b), Some((dir.clone(), Why::Writable(bits))));
        }
        mode(dir, 0o755);
        assert_eq!(wrong(&b), None);
    }
    // As `/tmp`: on the way, not at its end.
    mode(&a, 0o1777);
    assert_eq!(wrong(&b), None);
    assert_eq!(wrong(&a), Some((a.clone(), Why::Writable(0o1777))));
    assert!(Dir::open(&a.join("new"), Make::Yes).is_ok());
}

#[test]
fn directories_of_other_users_are_refused() {
    if !is_root() {
        return;
    }
    let scratch = scratch();
    let a = make(scratch.path().join("a"));
    let b = make(a.join("b"));
    for dir in [&a, &b] {
        chown(dir, Some(STRANGER), None).unwrap();
        assert_eq!(wrong(&b), Some((dir.clone(), Why::Owner(STRANGER))));
        chown(dir, Some(0), None).unwrap();
    }
    // A directory of another user in a sticky directory.
    mode(&a, 0o1777);
    chown(&b, Some(STRANGER), None).unwrap();
    assert_eq!(wrong(&b), Some((b.clone(), Why::Owner(STRANGER))));
    assert_eq!(Dir::open(&b, Make::Yes).unwrap_err().why, Why::Owner(STRANGER));
}

#[test]
fn links_are_followed_where_nobody_else_makes_them() {
    let scratch = scratch();
    let real = make(scratch.path().join("real"));
    let inner = make(real.join("inner"));
    let top = make(scratch.path().join("top"));
    symlink(&real, top.join("absolute")).unwrap();
    symlink("../real", top.join("relative")).unwrap();
    for name in ["absolute", "relative"] {
        let dir = Dir::open(&top.join(name).join("inner"), Make::No).unwrap();
        assert_eq!(dir.path(), inner);
    }
    // Below a directory that is open there are none.
    let open = Dir::open(&top, Make::No).unwrap();
    assert_eq!(open.sub("absolute", Make::Yes).unwrap_err().why, Why::Link);
    // Where all may make links they may be other names of ours.
    mode(&top, 0o1777);
    assert_eq!(wrong(&top.join("absolute/inner")).unwrap().1, Why::Link);
    mode(&top, 0o755);
    // Where it leads has to pass as well.
    mode(&real, 0o777);
    assert_eq!(wrong(&top.join("absolute/inner")), Some((real.clone(), Why::Writable(0o777))));
    mode(&real, 0o755);
    symlink("loop", top.join("loop")).unwrap();
    assert_eq!(wrong(&top.join("loop")).unwrap().1, Why::System(libc::ELOOP));
    symlink("nowhere", top.join("dangling")).unwrap();
    assert!(Dir::open(&top.join("dangling"), Make::No).unwrap_err().is_missing());
    if is_root() {
        std::os::unix::fs::lchown(top.join("absolute"), Some(STRANGER), None).unwrap();
        assert_eq!(wrong(&top.join("absolute")).unwrap().1, Why::Owner(STRANGER));
    }
}

#[test]
fn files_are_looked_at() {
    let scratch = scratch();
    let dir = Dir::open(scratch.path(), Make::No).unwrap();
    let at = |name: &str| scratch.path().join(name);
    let why = |name: &str| dir.file(name).err().map(|d| d.why);
    fs::write(at("file"), "text").unwrap();
    mode(&at("file"), 0o644);
    assert_eq!(why("file"), None);
    for bits in [0o664, 0o646] {
        mode(&at("file"), bits);
        assert_eq!(why("file"), Some(Why::Writable(bits)));
    }
    mode(&at("file"), 0o644);
    symlink("file", at("link")).unwrap();
    assert_eq!(why("link"), Some(Why::Link));
    fs::create_dir(at("dir")).unwrap();
    assert_eq!(why("dir"), Some(Why::NotFile));
    let fifo = std::process::Command::new("mkfifo").arg(at("fifo")).status();
    assert!(fifo.unwrap().success());
    assert_eq!(why("fifo"), Some(Why::NotFile));
    assert!(dir.file("none").unwrap_err().is_missing());
    // Another name of a file of ours: nobody else has made it here.
    fs::hard_link(at("file"), at("name")).unwrap();
    assert_eq!(why("name"), None);
    if is_root() {
        chown(at("file"), Some(STRANGER), None).unwrap();
        assert_eq!(why("file"), Some(Why::Owner(STRANGER)));
        assert_eq!(why("name"), Some(Why::Owner(STRANGER)));
    }
}

#[test]
fn a_key_is_made_once_and_secret() {
    let scratch = scratch();
    let dir = Dir::open(scratch.path(), Make::No).unwrap();
    assert!(Key::of(&dir, Make::No).unwrap_err().is_missing());
    let keys: Vec<Key> = std::thread::scope(|s| {
        let all: Vec<_> = (0..8).map(|_| s.spawn(|| Key::of(&dir, Make::Yes).unwrap())).collect();
        all.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(keys.iter().all(|key| *key == keys[0]));
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    let file = scratch.path().join("key");
    assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
    let tag = keys[0].tag("name", &[b"some", b"thing"]);
    assert!(keys[0].is_tag(&tag, "name", &[b"some", b"thing"]));
    assert!(!keys[0].is_tag(&tag, "other", &[b"some", b"thing"]));
    // The tag of two parts depends on where the first one ends.
    assert!(!keys[0].is_tag(&tag, "name", &[b"somet", b"hing"]));
    // One that others may read is none.
    mode(&file, 0o644);
    assert_eq!(Key::of(&dir, Make::Yes).unwrap_err().why, Why::Readable(0o644));
    mode(&file, 0o600);
    fs::write(&file, "short").unwrap();
    assert_eq!(Key::of(&dir, Make::Yes).unwrap_err().why, Why::Length);
    assert!(Key::remove(&dir));
    assert!(Key::of(&dir, Make::Yes).unwrap() != keys[0]);
    if is_root() {
        chown(&file, Some(STRANGER), None).unwrap();
        assert_eq!(Key::of(&dir, Make::Yes).unwrap_err().why, Why::Owner(STRANGER));
    }
}

#[test]
fn a_neighbour_is_no_more_open_than_what_it_belongs_to() {
    let scratch = scratch();
    let me = fs::metadata("/proc/self").unwrap().uid();
    let file = scratch.path().join("file");
    fs::write(&file, "text").unwrap();
    mode(&file, 0o664);
    let why = |base| trust::neighbour(&file, base).err().map(|d| d.why);
    assert_eq!(why(Base::new(me, 0o644)), Some(Why::Writable(0o664)));
    assert_eq!(why(Base::new(me, 0o664)), None);
    // Where others may make names a file may have got one that its user knows nothing of.
    fs::hard_link(&file, scratch.path().join("other")).unwrap();
    assert_eq!(why(Base::new(me, 0o664)), None);
    mode(scratch.path(), 0o1777);
    assert_eq!(why(Base::new(me, 0o664)), Some(Why::Names));
    fs::remove_file(scratch.path().join("other")).unwrap();
    assert_eq!(why(Base::new(me, 0o664)), None);
    let link = scratch.path().join("link");
    symlink("file", &link).unwrap();
    assert_eq!(trust::neighbour(&link, Base::new(me, 0o664)).unwrap_err().why, Why::Link);
    if is_root() {
        chown(&file, Some(STRANGER), None).unwrap();
        assert_eq!(why(Base::new(0, 0o664)), Some(Why::Owner(STRANGER)));
        assert_eq!(why(Base::new(STRANGER, 0o664)), None);
    }
}

#[test]
fn what_the_user_names_not_everybody_may_change() {
    let scratch = scratch();
    let dir = make(scratch.path().join("dir"));
    let file = dir.join("file");
    fs::write(&file, "text").unwrap();
    let why = || trust::named(&file).err().map(|d| (d.path, d.why));
    assert_eq!(why(), None);
    mode(&dir, 0o777);
    assert_eq!(why(), Some((dir.clone(), Why::Writable(0o777))));
    mode(&dir, 0o1777);
    assert_eq!(why(), None);
    mode(&file, 0o666);
    assert_eq!(why(), Some((file.clone(), Why::Writable(0o666))));
    mode(&file, 0o644);
    if is_root() {
        chown(&file, Some(STRANGER), None).unwrap();
        assert_eq!(why(), Some((file.clone(), Why::Owner(STRANGER))));
        // Where not everybody may put files it is the user's choice.
        mode(&dir, 0o755);
        assert_eq!(why(), None);
    }
}

#[test]
fn a_fresh_file_is_nobodys_before() {
    let scratch = scratch();
    let path = scratch.path().join("file");
    drop(trust::fresh(&path).unwrap());
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    // One of ours goes, and its other names keep what it was.
    fs::write(&path, "old").unwrap();
    let other = scratch.path().join("other");
    fs::hard_link(&path, &other).unwrap();
    drop(trust::fresh(&path).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), "");
    assert_eq!(fs::read_to_string(&other).unwrap(), "old");
    fs::remove_file(&path).unwrap();
    symlink(&other, &path).unwrap();
    assert_eq!(trust::fresh(&path).unwrap_err().why, Why::Link);
    assert_eq!(fs::read_to_string(&other).unwrap(), "old");
    if is_root() {
        fs::remove_file(&path).unwrap();
        fs::write(&path, "theirs").unwrap();
        chown(&path, Some(STRANGER), None).unwrap();
        assert_eq!(trust::fresh(&path).unwrap_err().why, Why::Owner(STRANGER));
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    }
}

/// Somebody who may write where a link and a directory lie puts others in their places again and
/// again: what is read is never what lies in those.
#[test]
fn what_is_swapped_meanwhile_is_never_read() {
    if !is_root() {
        return;
    }
    let scratch = scratch();
    let open = make(scratch.path().join("open"));
    let ours = make(scratch.path().join("ours"));
    let theirs = make(scratch.path().join("theirs"));
    for (dir, text) in [(&ours, "ours"), (&theirs, "theirs")] {
        fs::write(dir.join("file"), text).unwrap();
    }
    chown(&theirs, Some(STRANGER), None).unwrap();
    chown(theirs.join("file"), Some(STRANGER), None).unwrap();
    mode(&open, 0o1777);
    let done = AtomicBool::new(false);
    let (mut read, mut refused) = (0, 0);
    std::thread::scope(|s| {
        s.spawn(|| {
            let at = open.join("cache");
            while !done.load(Ordering::Relaxed) {
                for dir in [&ours, &theirs] {
                    fs::rename(dir, &at).unwrap();
                    fs::rename(&at, dir).unwrap();
                }
                symlink(&theirs, &at).unwrap();
                fs::remove_file(&at).unwrap();
            }
        });
        for _ in 0..20_000 {
            let dir = Dir::open(&open.join("cache"), Make::No);
            match dir.and_then(|dir| dir.file("file")).and_then(|file| file.read(100)) {
                Ok(text) => {
                    assert_eq!(text, b"ours");
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}
