//! Where images are kept: one file for each module, named by its MD5, in a directory for each kind
//! of emulator and processor.
//!
//! Beside these directories there is one with profiles, which are of no kind. The image that has
//! been made by a profile has its digest in its name: it is found while the profile is as it was,
//! and goes when there is one by another.
//!
//! Files appear by being renamed, so a reader finds all of a file or nothing. Images that have not
//! been used for the longest time are removed when there is too much.
//!
//! All of it is the user's own: nobody else can change anything there ([`trust`]), and images have
//! tags made with the key that lies there, too.

use crate::image::{self, Image, Proof};
use crate::profile::{self, Profile};
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, SystemTime};
use trust::{Base, Dir, Distrust, Key, Make};

/// Says where images are kept in place of the usual directory, by an absolute path; `off` for
/// nowhere.
pub const VARIABLE: &str = "MASER_NATIVE";
/// Says what the emulator does about native code: `off`, `templates`, `cache`, `auto`, `all` or
/// `profile`.
pub const MODE: &str = "MASER_NATIVE_MODE";
/// Says how many megabytes of images are kept.
pub const LIMIT: &str = "MASER_NATIVE_LIMIT";
/// How many are, if nothing is said.
const USUAL_LIMIT: u64 = 1024;
/// After how long a file that is used is marked as used again.
const FRESH: Duration = Duration::from_secs(3600);
/// After how long a file that somebody was writing is left over.
const ABANDONED: Duration = Duration::from_secs(3600);
/// Larger files are no images.
const LARGEST: u64 = 1 << 30;
/// The directory of profiles, in that of all images.
const PROFILES: &str = "profiles";

/// The name of the directory of images for this emulator on this processor.
pub fn kind() -> String {
    format!("{:016x}", crate::fingerprint())
}

fn hex(md5: &[u8; 16]) -> String {
    md5.iter().map(|b| format!("{b:02x}")).collect()
}

/// The file of a module's image by the profile with this digest, if there is one.
fn name(md5: &[u8; 16], digest: Option<u64>) -> String {
    match digest {
        Some(digest) => format!("{}-{digest:016x}.native", hex(md5)),
        None => hex(md5) + ".native",
    }
}

fn profile_name(md5: &[u8; 16]) -> String {
    hex(md5) + ".profile"
}

/// Whether there are to be images.
pub fn is_off() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|v| v == "off")
}

/// An image or a profile that is there and cannot be used, or a place that cannot.
#[derive(Clone, Debug)]
pub enum Unusable {
    /// Others may have a hand in it. It is left alone.
    Distrust(Distrust),
    /// There is no place for images: neither home nor [`VARIABLE`].
    Nowhere,
    /// An image, what is wrong with it, and whether it has been removed.
    Image(PathBuf, image::Error, bool),
    /// A profile, and what is wrong with it.
    Profile(PathBuf, image::Error),
}

impl From<Distrust> for Unusable {
    fn from(d: Distrust) -> Unusable {
        Unusable::Distrust(d)
    }
}

impl Unusable {
    /// Whether it is there, and is not used. Otherwise the system does not give it.
    pub fn is_refusal(&self) -> bool {
        match self {
            Unusable::Distrust(d) => d.is_refusal(),
            Unusable::Nowhere => false,
            Unusable::Image(..) | Unusable::Profile(..) => true,
        }
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Distrust(d) => write!(f, "Native code is not used: {d}"),
            Unusable::Nowhere => {
                write!(f, "Native code is not kept: there is no home directory, and no {VARIABLE}")
            }
            Unusable::Image(path, why, removed) => {
                let done = if *removed { ", and has been removed" } else { "" };
                write!(f, "Native code in {} is not used: {why}{done}", path.display())
            }
            Unusable::Profile(path, why) => {
                write!(f, "A profile in {} is not used: {why}", path.display())
            }
        }
    }
}

/// The directory of all images.
#[derive(Debug)]
pub struct Store {
    root: Dir,
    /// The images for this emulator on this processor.
    own: OnceLock<Dir>,
    profiles: OnceLock<Dir>,
    key: Mutex<Option<Key>>,
}

impl Store {
    /// The store that the environment names, or else in the user's cache; None if there is to be
    /// none.
    pub fn usual(make: Make) -> Result<Option<Store>, Unusable> {
        let root = match std::env::var_os(VARIABLE).filter(|v| !v.is_empty()) {
            Some(off) if off == "off" => return Ok(None),
            Some(set) => Dir::open(Path::new(&set), make)?,
            None => match trust::cache() {
                Ok(cache) => cache.sub("native", make)?,
                Err(refused) => {
                    let said = refused.into_iter().find(Distrust::is_refusal);
                    return Err(said.map_or(Unusable::Nowhere, Unusable::Distrust));
                }
            },
        };
        Ok(Some(Store::at(root)))
    }

    /// In this directory.
    pub fn at(root: Dir) -> Store {
        let (own, profiles, key) = (OnceLock::new(), OnceLock::new(), Mutex::new(None));
        Store { root, own, profiles, key }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.root.path()
    }

    /// Where the images for this emulator on this processor are, or would be.
    pub fn own_path(&self) -> PathBuf {
        self.path().join(kind())
    }

    /// Whether it has been removed, so that it is another one that is found now.
    pub fn is_gone(&self) -> bool {
        [Some(&self.root), self.own.get(), self.profiles.get()]
            .into_iter()
            .flatten()
            .any(Dir::is_gone)
    }

    /// A directory in it; None if there is none.
    fn inner<'a>(
        &self,
        known: &'a OnceLock<Dir>,
        name: &str,
        make: Make,
    ) -> Result<Option<&'a Dir>, Distrust> {
        if let Some(dir) = known.get() {
            return Ok(Some(dir));
        }
        match self.root.sub(name, make) {
            Ok(dir) => Ok(Some(known.get_or_init(|| dir))),
            Err(none) if none.is_missing() && make == Make::No => Ok(None),
            Err(refused) => Err(refused),
        }
    }

    fn own(&self, make: Make) -> Result<Option<&Dir>, Distrust> {
        self.inner(&self.own, &kind(), make)
    }

    fn profiles(&self, make: Make) -> Result<Option<&Dir>, Distrust> {
        self.inner(&self.profiles, PROFILES, make)
    }

    /// The key, read once.
    fn key(&self, make: Make) -> Result<Option<Key>, Distrust> {
        let mut key = self.key.lock().expect("the key");
        if key.is_none() {
            match Key::of(&self.root, make) {
                Ok(read) => *key = Some(read),
                Err(none) if none.is_missing() && make == Make::No => {}
                Err(refused) => return Err(refused),
            }
        }
        Ok(key.clone())
    }

    /// The image of a module, by the profile with this digest if one is given; None if there is
    /// none. One that is damaged, or was not made here, is removed.
    pub fn image(&self, md5: &[u8; 16], digest: Option<u64>) -> Result<Option<Image>, Unusable> {
        let Some(dir) = self.own(Make::No)? else { return Ok(None) };
        let name = name(md5, digest);
        let file = match dir.file(&name) {
            Ok(file) => file,
            Err(none) if none.is_missing() => return Ok(None),
            Err(refused) => return Err(refused.into()),
        };
        let bytes = file.read(LARGEST)?;
        let read = |bytes: Vec<u8>| match self.key(Make::No)? {
            Some(key) => Ok(Image::parse(bytes, Proof::Key(&key, &name))),
            None => Ok::<_, Distrust>(Err(image::Error::Foreign)),
        };
        let mut image = read(bytes)?;
        if image == Err(image::Error::Foreign) && self.key_has_changed() {
            image = read(file.again(LARGEST)?)?;
        }
        match image {
            Ok(image) if image.md5 == *md5 => {
                touch(file.file());
                Ok(Some(image))
            }
            wrong => {
                let why = wrong.err().unwrap_or(image::Error::Damaged);
                let path = dir.path().join(&name);
                let removed = dir.remove(&name);
                Err(Unusable::Image(path, why, removed))
            }
        }
    }

    /// Whether the key that has been read is not the one that is there now, which is read next.
    fn key_has_changed(&self) -> bool {
        let old = self.key.lock().expect("the key").take();
        self.key(Make::No).is_ok_and(|new| new != old)
    }

    /// Puts the image of a module into it, which is by the profile with this digest if one is
    /// given, in place of those by others, and makes room for it.
    pub fn put(&self, image: &Image, digest: Option<u64>) -> Result<(), Distrust> {
        let (own, key) = (self.own(Make::Yes)?, self.key(Make::Yes)?);
        let (own, key) = own.zip(key).expect("they are made");
        let name = name(&image.md5, digest);
        own.write(&name, &image.to_bytes_for(&key, &name))?;
        let made = own.path().join(&name);
        if digest.is_some() {
            remove_outdated(&made);
        }
        trim(self.path(), limit(), &made);
        Ok(())
    }

    /// Where the image of a module is, or would be.
    pub fn image_path(&self, md5: &[u8; 16], digest: Option<u64>) -> PathBuf {
        self.own_path().join(name(md5, digest))
    }

    /// Whether there are profiles.
    pub fn has_profiles(&self) -> Result<bool, Distrust> {
        Ok(self.profiles(Make::No)?.is_some())
    }

    /// Where profiles are, or would be.
    pub fn profiles_path(&self) -> PathBuf {
        self.path().join(PROFILES)
    }

    /// The bytes of a module's profile; None if it has none.
    fn profile_bytes(&self, md5: &[u8; 16]) -> Result<Option<Vec<u8>>, Distrust> {
        let Some(dir) = self.profiles(Make::No)? else { return Ok(None) };
        match dir.file(profile_name(md5)) {
            Ok(file) => file.read(profile::LARGEST).map(Some),
            Err(none) if none.is_missing() => Ok(None),
            Err(refused) => Err(refused),
        }
    }

    /// The profile of a module; None if it has none.
    pub fn profile(&self, md5: &[u8; 16]) -> Result<Option<Profile>, Unusable> {
        let Some(bytes) = self.profile_bytes(md5)? else { return Ok(None) };
        let profile = Profile::parse(&bytes).map_err(|why| self.bad_profile(md5, why))?;
        match profile.md5 == *md5 {
            true => Ok(Some(profile)),
            false => Err(self.bad_profile(md5, image::Error::Damaged)),
        }
    }

    /// [`Profile::digest`] of a module's profile. Nothing is kept of the counts, for this is asked
    /// whenever a module is loaded.
    pub fn digest(&self, md5: &[u8; 16]) -> Result<Option<u64>, Unusable> {
        let Some(bytes) = self.profile_bytes(md5)? else { return Ok(None) };
        profile::digest_of(&bytes, md5).map(Some).map_err(|why| self.bad_profile(md5, why))
    }

    fn bad_profile(&self, md5: &[u8; 16], why: image::Error) -> Unusable {
        Unusable::Profile(self.profiles_path().join(profile_name(md5)), why)
    }

    /// Changes profiles, while nobody else does.
    pub fn change_profiles(
        &self,
        change: impl FnOnce(&dyn Fn(&Profile) -> Result<(), Distrust>) -> Result<(), Distrust>,
    ) -> Result<(), Distrust> {
        let dir = self.profiles(Make::Yes)?.expect("it is made");
        let _lock = dir.lock("lock")?;
        let last = Mutex::new(None);
        change(&|profile| {
            let name = profile_name(&profile.md5);
            dir.write(&name, &profile.to_bytes())?;
            *last.lock().expect("a name") = Some(dir.path().join(name));
            Ok(())
        })?;
        if let Some(last) = last.into_inner().expect("a name") {
            trim(self.path(), limit(), &last);
        }
        Ok(())
    }

    /// Forgets the key: images that it was made for are none any more.
    pub fn forget_key(&self) {
        Key::remove(&self.root);
    }
}

/// Removes what has been made of the same module by other profiles than the image in this file,
/// which is by the one that counts now.
fn remove_outdated(made: &Path) {
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

/// The image of a module beside its .beam file, if there is one. It is believed for its place:
/// nobody may change it who cannot change the .beam file, of which `base` tells that.
pub fn beside(beam: &Path, base: Base, md5: &[u8; 16]) -> Result<Option<Image>, Unusable> {
    let path = shipped(beam);
    let file = match trust::neighbour(&path, base) {
        Ok(file) => file,
        Err(none) if none.is_missing() => return Ok(None),
        Err(refused) => return Err(refused.into()),
    };
    match Image::parse(file.read(LARGEST)?, Proof::Place) {
        // One of another module is left from before the .beam file was compiled again.
        Ok(image) => Ok((image.md5 == *md5).then_some(image)),
        Err(why) => Err(Unusable::Image(path, why, false)),
    }
}

/// Marks an image as used.
fn touch(file: &File) {
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
fn trim(root: &Path, limit: u64, keep: &Path) {
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
    use trust::Scratch;

    fn store() -> (Scratch, Store) {
        let scratch = Scratch::new("store-test").unwrap();
        let store = Store::at(Dir::open(scratch.path(), Make::No).unwrap());
        (scratch, store)
    }

    fn image(md5: u8) -> Image {
        Image { md5: [md5; 16], code: vec![0; 1000].into(), ..Image::default() }
    }

    #[test]
    fn an_older_profile_goes() {
        let (_scratch, store) = store();
        let all = [(7, None), (7, Some(1)), (8, Some(1))];
        for (md5, digest) in all {
            store.put(&image(md5), digest).unwrap();
        }
        let left = || all.map(|(md5, digest)| store.image(&[md5; 16], digest).unwrap().is_some());
        assert_eq!(left(), [true; 3]);
        store.put(&image(7), Some(2)).unwrap();
        assert_eq!(left(), [true, false, true]);
        store.put(&image(7), None).unwrap();
        assert_eq!(store.image(&[7; 16], Some(2)).unwrap(), Some(image(7)));
    }

    #[test]
    fn the_oldest_goes_first() {
        let (_scratch, store) = store();
        let file = |i: u8| store.image_path(&[i; 16], None);
        for i in 0..4 {
            store.put(&image(i), None).unwrap();
            let then = SystemTime::now() - Duration::from_secs(4 * 3600 * u64::from(4 - i));
            File::options().write(true).open(file(i)).unwrap().set_modified(then).unwrap();
        }
        assert!(store.image(&[0; 16], None).unwrap().is_some());
        let size = fs::metadata(file(0)).unwrap().len();
        trim(store.path(), 3 * size, &file(3));
        let left = || (0..4).filter(|&i| file(i).exists()).collect::<Vec<_>>();
        assert_eq!(left(), [0, 2, 3]);
        trim(store.path(), size * 3 / 2, &file(2));
        assert_eq!(left(), [2]);
        trim(store.path(), 0, &file(2));
        assert_eq!(left(), [2]);
    }

    #[test]
    fn what_was_not_made_here_goes() {
        let ((_first, ours), (_second, theirs)) = (store(), store());
        ours.put(&image(1), None).unwrap();
        theirs.put(&image(1), None).unwrap();
        let swap = |from: PathBuf, to: PathBuf| fs::copy(from, to).map(|_| ()).unwrap();
        // Of another cache, and of another module here.
        swap(theirs.image_path(&[1; 16], None), ours.image_path(&[1; 16], None));
        let why = ours.image(&[1; 16], None).unwrap_err();
        assert!(matches!(why, Unusable::Image(_, image::Error::Foreign, true)), "{why}");
        assert_eq!(ours.image(&[1; 16], None).unwrap(), None);
        ours.put(&image(1), None).unwrap();
        swap(ours.image_path(&[1; 16], None), ours.image_path(&[2; 16], None));
        let why = ours.image(&[2; 16], None).unwrap_err();
        assert!(matches!(why, Unusable::Image(_, image::Error::Foreign, true)), "{why}");
        assert!(ours.image(&[1; 16], None).unwrap().is_some());
    }

    #[test]
    fn a_new_key_is_noticed() {
        let (scratch, store) = store();
        store.put(&image(1), None).unwrap();
        let other = Store::at(Dir::open(scratch.path(), Make::No).unwrap());
        assert!(other.image(&[1; 16], None).unwrap().is_some());
        store.forget_key();
        let third = Store::at(Dir::open(scratch.path(), Make::No).unwrap());
        third.put(&image(1), None).unwrap();
        assert!(other.image(&[1; 16], None).unwrap().is_some());
        assert!(store.image(&[1; 16], None).unwrap().is_some());
    }
}
