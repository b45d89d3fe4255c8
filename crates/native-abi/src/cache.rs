//! Where images are kept: one file for each module, named by its MD5, in a directory for each kind
//! of emulator and processor.
//!
//! Beside these directories there is one with profiles, which are of no kind. The image that has
//! been made by a profile has its digest in its name: it is found while the profile is as it was,
//! and goes when there is one by another.
//!
//! Files appear by being renamed, so whoever finds one finds all of it. Those that have not been
//! used for the longest time are removed when there is too much.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Says where images are kept in place of the usual directory; `off` for nowhere.
pub const VARIABLE: &str = "MASER_NATIVE";
/// Says what the emulator does about native code: `off`, `cache`, `auto`, `all` or `profile`.
pub const MODE: &str = "MASER_NATIVE_MODE";
/// Says how many megabytes of images are kept.
pub const LIMIT: &str = "MASER_NATIVE_LIMIT";
/// How many are, if nothing is said.
const USUAL_LIMIT: u64 = 1024;
/// After how long a file that is used is marked as used again.
const FRESH: Duration = Duration::from_secs(3600);
/// After how long a file that somebody was writing is left over.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The directory of all images; None if there are to be none.
pub fn root() -> Option<PathBuf> {
    let set = std::env::var_os(VARIABLE).filter(|v| !v.is_empty());
    if set.as_ref().is_some_and(|v| v == "off") {
        return None;
    }
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    set.map(PathBuf::from)
        .or_else(|| absolute("XDG_CACHE_HOME").map(|dir| dir.join("maser/native")))
        .or_else(|| absolute("HOME").map(|dir| dir.join(".cache/maser/native")))
}

/// The directory of images for this emulator on this processor; None if there are to be none.
pub fn directory() -> Option<PathBuf> {
    Some(root()?.join(kind()))
}

/// What names images for this emulator on this processor.
pub fn kind() -> String {
    format!("{:016x}", crate::fingerprint())
}

/// The file of a module's image in a directory.
pub fn file(directory: &Path, md5: &[u8; 16]) -> PathBuf {
    let hex: String = md5.iter().map(|b| format!("{b:02x}")).collect();
    directory.join(hex + ".native")
}

/// The directory of profiles, in that of all images.
pub fn profiles(root: &Path) -> PathBuf {
    root.join("profiles")
}

/// The file of a module's profile.
pub fn profile(root: &Path, md5: &[u8; 16]) -> PathBuf {
    file(&profiles(root), md5).with_extension("profile")
}

/// The file of a module's image by the profile with this digest, if there is one.
pub fn file_by(directory: &Path, md5: &[u8; 16], digest: Option<u64>) -> PathBuf {
    let plain = file(directory, md5);
    let Some(digest) = digest else { return plain };
    let stem = plain.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    plain.with_file_name(format!("{stem}-{digest:016x}.native"))
}

/// Removes what has been made of the same module by other profiles than the image in this file,
/// which is by the one that counts now.
pub fn remove_outdated(made: &Path) {
    let by_profile = made.file_name().and_then(|n| n.to_str()).and_then(|n| n.split_once('-'));
    let (Some((md5, _)), Some(directory)) = (by_profile, made.parent()) else { return };
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let of = name.to_str().and_then(|n| n.strip_suffix(".native")?.split_once('-'));
        if of.is_some_and(|of| of.0 == md5) && entry.path() != made {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The file of a module's image beside its .beam file.
pub fn shipped(beam: &Path) -> PathBuf {
    beam.with_extension(format!("{}.native", kind()))
}

/// Writes a file so that others see all of it or nothing.
pub fn write(to: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(directory) = to.parent() {
        fs::create_dir_all(directory)?;
    }
    let making = to.with_extension(format!("tmp-{}", std::process::id()));
    let written = fs::write(&making, bytes).and_then(|()| fs::rename(&making, to));
    if written.is_err() {
        let _ = fs::remove_file(&making);
    }
    written
}

/// Marks an image as used.
pub fn touch(file: &File) {
    let age = file.metadata().and_then(|m| m.modified()).ok().and_then(|t| t.elapsed().ok());
    if age.is_some_and(|age| age > FRESH) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// How many bytes of images are kept.
pub fn limit() -> u64 {
    let set = std::env::var(LIMIT).ok().and_then(|v| v.parse().ok());
    set.unwrap_or(USUAL_LIMIT) << 20
}

/// The images and profiles below a directory: when each was used, its size, its file. And what
/// somebody has not finished writing.
fn all(root: &Path) -> (Vec<(SystemTime, u64, PathBuf)>, Vec<PathBuf>) {
    let (mut images, mut abandoned) = (Vec::new(), Vec::new());
    for directory in fs::read_dir(root).into_iter().flatten().flatten() {
        for entry in fs::read_dir(directory.path()).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let path = entry.path();
            match path.extension().and_then(|e| e.to_str()) {
                Some("native" | "profile") => images.push((used, metadata.len(), path)),
                Some(e) if e.starts_with("tmp-") && used.elapsed().is_ok_and(|t| t > ABANDONED) => {
                    abandoned.push(path);
                }
                _ => {}
            }
        }
    }
    (images, abandoned)
}

/// Removes what has not been used for the longest time until what is left takes at most so many
/// bytes; not `keep`, which has just been made.
pub fn trim(root: &Path, limit: u64, keep: &Path) {
    let (mut images, abandoned) = all(root);
    for file in abandoned {
        let _ = fs::remove_file(file);
    }
    let mut size: u64 = images.iter().map(|i| i.1).sum();
    images.sort();
    for (_, bytes, file) in images {
        if size <= limit {
            return;
        }
        // Somebody else may be removing files just now: then the sum is too large, and a few more
        // go than have to.
        if file != keep && fs::remove_file(file).is_ok() {
            size -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_profile_goes() {
        let root = std::env::temp_dir().join(format!("maser-outdated-{}", std::process::id()));
        let files = [(7, None), (7, Some(1)), (7, Some(2)), (8, Some(1))];
        let files = files.map(|(md5, digest)| file_by(&root, &[md5; 16], digest));
        for file in &files {
            write(file, &[]).unwrap();
        }
        let left = || files.each_ref().map(|f| f.exists());
        remove_outdated(&files[0]);
        assert_eq!(left(), [true; 4]);
        remove_outdated(&files[2]);
        assert_eq!(left(), [true, false, true, true]);
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn the_oldest_goes_first() {
        let root = std::env::temp_dir().join(format!("maser-cache-test-{}", std::process::id()));
        let name = |i: u8| file(&root.join("kind"), &[i; 16]);
        for i in 0..4 {
            write(&name(i), &[0; 1000]).unwrap();
            let then = SystemTime::now() - Duration::from_secs(4 * 3600 * u64::from(4 - i));
            File::options().write(true).open(name(i)).unwrap().set_modified(then).unwrap();
        }
        touch(&File::open(name(0)).unwrap());
        trim(&root, 3000, &name(3));
        let left = || (0..4).filter(|&i| name(i).exists()).collect::<Vec<_>>();
        assert_eq!(left(), [0, 2, 3]);
        trim(&root, 1500, &name(2));
        assert_eq!(left(), [2]);
        trim(&root, 0, &name(2));
        assert_eq!(left(), [2]);
        fs::remove_dir_all(&root).unwrap();
    }
}
