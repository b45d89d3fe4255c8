//! `maser native`: native code ahead of time. The compiler is a program of its own; this one tells
//! it what to compile, a module a process, so that nothing that happens to one of them harms the
//! others.

use crate::progress::Progress;
use crate::stays::Summary;
mod show;

use crate::{Result, emulator, otp};
use native_abi::cache::{self, Store};
use native_abi::image::Image;
use native_abi::profile::Profile;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::Instant;
use trust::Make;

const HELP: &str = "\
maser native build [--otp] [PATH...]   compile .beam files, and those in directories, to
                                       native code, unless it is there already; --otp: all
                                       of the installed OTP
maser native ship PATH...              put the native code of .beam files beside them, for
                                       machines with such a processor and no compiler
maser native show M:F/A [--in DIR...] [--html FILE]
                                       what becomes of a function: its Erlang source, BEAM
                                       code, what the compiler finds out about it, what LLVM
                                       makes of it, machine code
maser native status                    say what is compiled, with what, and by which profiles
maser native clear                     remove all native code and profiles from the cache

Modules are found by their contents when they are loaded, wherever they are then.
";

/// The compiler's name, beside the launcher.
const COMPILER: &str = "maser-native";

/// Runs `maser native ARGS`, for the release of the OTP that there is.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    if let Ok(otp) = otp::locate() {
        release::choose(otp.release as u8);
    }
    let (word, rest) = match args.split_first() {
        Some((word, rest)) => (word.to_str(), rest),
        None => (Some("help"), args),
    };
    match (word, rest) {
        (Some("build"), [_, ..]) => build(rest),
        (Some("ship"), [_, ..]) => ship(rest),
        (Some("show"), [_, ..]) => show::main(rest),
        (Some("status"), []) => status(),
        (Some("clear"), []) => clear(),
        (Some("help"), []) => {
            print!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        _ => Err(format!("native: what is to be done?\n{HELP}")),
    }
}

/// The cache.
fn store() -> Result<Store> {
    match Store::usual(Make::Yes) {
        Ok(Some(store)) => Ok(store),
        Ok(None) => Err(format!("native: there is no cache: {} is off", cache::VARIABLE)),
        Err(why) => Err(format!("native: {why}")),
    }
}

/// The images in a directory with their sizes.
fn images(directory: &Path) -> Vec<(PathBuf, u64)> {
    files(directory, "native")
}

fn files(directory: &Path, extension: &str) -> Vec<(PathBuf, u64)> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let file = |e: fs::DirEntry| Some((e.path(), e.metadata().ok()?.len()));
    let of_kind = |p: &Path| p.extension().is_some_and(|e| e == extension);
    entries.filter_map(file).filter(|(p, _)| of_kind(p)).collect()
}

/// The MD5 of the module whose file in the cache this is, by the file's name.
fn md5_of(file: &Path) -> Option<[u8; 16]> {
    let name = file.file_stem()?.to_str()?;
    let mut md5 = [0; 16];
    for (n, byte) in md5.iter_mut().enumerate() {
        *byte = u8::from_str_radix(name.get(2 * n..2 * n + 2)?, 16).ok()?;
    }
    Some(md5)
}

/// The profiles in the cache.
fn profiles(store: &Store) -> Vec<Profile> {
    let all = files(&store.profiles_path(), "profile").into_iter();
    all.filter_map(|(p, _)| store.profile(&md5_of(&p)?).ok().flatten()).collect()
}

/// So many names of modules with profiles are said.
const NAMED: usize = 8;

/// A line on the modules that have profiles, those first that did the most.
fn profiled(store: &Store) -> Option<String> {
    let mut all = profiles(store);
    if all.is_empty() {
        return None;
    }
    all.sort_by_key(|p| (std::cmp::Reverse(p.total()), p.module.clone()));
    let compiled = |p: &&Profile| store.image_path(&p.md5, Some(p.digest())).is_file();
    let done = all.iter().filter(compiled).count();
    let names: Vec<&str> = all.iter().take(NAMED).map(|p| p.module.as_str()).collect();
    let more = if all.len() > NAMED { ", ..." } else { "" };
    Some(format!(
        "profiles of {} modules, {done} compiled by them: {}{more}",
        all.len(),
        names.join(", ")
    ))
}

/// As [`images`], of all kinds of emulators and processors.
fn all_images(root: &Path) -> Vec<(PathBuf, u64)> {
    let kinds = fs::read_dir(root).into_iter().flatten().flatten();
    kinds.flat_map(|kind| images(&kind.path())).collect()
}

fn megabytes(images: &[(PathBuf, u64)]) -> f64 {
    images.iter().map(|i| i.1).sum::<u64>() as f64 / f64::from(1 << 20)
}

fn status() -> Result<ExitCode> {
    state()?.iter().for_each(|line| println!("{line}"));
    Ok(ExitCode::SUCCESS)
}

/// Lines on what is in the cache, and on the compiler.
pub(crate) fn state() -> Result<Vec<String>> {
    let mut lines = Vec::new();
    let store = store()?;
    let own = store.own_path();
    let (images, all) = (images(&own), all_images(store.path()));
    let size = megabytes(&images);
    lines.push(format!("{} modules, {size:.1} MB, in {}", images.len(), own.display()));
    if all.len() > images.len() {
        let others = all.len() - images.len();
        lines.push(format!(
            "{others} modules of other versions or processors; {:.1} MB in all",
            megabytes(&all)
        ));
    }
    if !images.is_empty() {
        let whole = images.iter().filter_map(|(p, _)| {
            let digest =
                p.file_stem()?.to_str()?.split_once('-').map(|d| u64::from_str_radix(d.1, 16));
            store.image(&md5_of(p)?, digest.transpose().ok()?).ok().flatten()
        });
        lines.push(summary(whole).to_string());
    }
    lines.extend(profiled(&store));
    lines.push(format!("at most {} MB are kept ({})", cache::limit() >> 20, cache::LIMIT));
    lines.push(match compiler() {
        Ok(file) => format!("compiler: {}", file.display()),
        Err(_) => "no compiler: the emulator uses what is there (make native builds one)".into(),
    });
    Ok(lines)
}

/// How often emulators have counted what modules do.
pub(crate) fn profiled_runs() -> Result<u64> {
    Ok(profiles(&store()?).iter().map(|p| u64::from(p.runs)).sum())
}

fn clear() -> Result<ExitCode> {
    let store = store()?;
    let profiles = files(&store.profiles_path(), "profile");
    for (image, _) in all_images(store.path()).into_iter().chain(profiles) {
        fs::remove_file(&image).map_err(|e| format!("{}: {e}", image.display()))?;
    }
    store.forget_key();
    println!("0 modules in {}", store.own_path().display());
    Ok(ExitCode::SUCCESS)
}

/// The compiler, if it is installed.
pub(crate) fn compiler() -> Result<PathBuf> {
    let own = trust::program().map_err(|e| format!("cannot find this program: {e}"))?;
    let file = own.with_file_name(COMPILER);
    if !otp::is_executable(&file) {
        return Err(format!(
            "native: no compiler: {} is missing (make native builds it; it needs LLVM)",
            file.display()
        ));
    }
    trust::beside(Path::new(COMPILER)).map_err(|why| format!("native: no compiler: {why}"))
}

/// A command of the compiler or the emulator, which is told of the release.
fn for_release(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env(release::VARIABLE, release::number().to_string());
    command
}

/// Fails if the emulator would not take what this compiler makes: they have to be of one build.
pub(crate) fn fits(compiler: &Path) -> Result<()> {
    for program in [&emulator::locate()?, compiler] {
        let said = for_release(program).arg("--kind").stdin(Stdio::null()).output();
        let Ok(said) = said else { continue };
        let kind = String::from_utf8_lossy(&said.stdout).trim().to_string();
        let is_one = kind.len() == 16 && kind.bytes().all(|b| b.is_ascii_hexdigit());
        if is_one && kind != cache::kind() {
            return Err(format!(
                "native: {} is of another build than this program: native code would be made, and \
                 not used (make native builds all that belong together)",
                program.display()
            ));
        }
    }
    Ok(())
}

/// The .beam files that a path stands for.
fn beams(path: &Path) -> Result<Vec<PathBuf>> {
    let failed = |e: std::io::Error| format!("native: {}: {e}", path.display());
    if !fs::metadata(path).map_err(failed)?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut all = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)?.flatten() {
        let inner = entry.path();
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            all.extend(beams(&inner)?);
        } else if inner.extension().is_some_and(|e| e == "beam") {
            all.push(inner);
        }
    }
    Ok(all)
}

fn all_beams(what: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in what {
        files.extend(beams(path)?);
    }
    files.sort();
    Ok(files)
}

/// The directories with OTP's modules.
pub(crate) fn otp_directories() -> Result<Vec<PathBuf>> {
    let lib = otp::locate()?.root.join("lib");
    let applications = fs::read_dir(&lib).into_iter().flatten().flatten();
    Ok(applications.map(|a| a.path().join("ebin")).filter(|d| d.is_dir()).collect())
}

fn build(what: &[OsString]) -> Result<ExitCode> {
    let mut files = Vec::new();
    for word in what {
        match word.to_str() {
            Some("--otp") => files.extend(otp_directories()?),
            Some(option) if option.starts_with('-') => {
                return Err(format!("native: no such option: {option}"));
            }
            _ => files.push(word.into()),
        }
    }
    compile(&files)
}

/// The image that a .beam file has in the cache.
fn image_of(store: &Store, beam: &Path) -> Option<Image> {
    let md5 = beamfile::module_md5(&fs::read(beam).ok()?)?;
    store.image(&md5, store.digest(&md5).ok().flatten()).ok().flatten()
}

/// Sums of the functions and instructions that these images leave to the base tier.
fn summary(images: impl Iterator<Item = Image>) -> Summary {
    let mut summary = Summary::default();
    images.for_each(|image| summary.add(&image));
    summary
}

/// Compiles .beam files, and those in directories, that have no native code yet.
pub(crate) fn compile(what: &[PathBuf]) -> Result<ExitCode> {
    let (compiler, store) = (compiler()?, store()?);
    fits(&compiler)?;
    let files = all_beams(what)?;
    let number = files.len();
    let missing = |file: &&PathBuf| image_of(&store, file).is_none();
    let to_do: VecDeque<PathBuf> = files.iter().filter(missing).cloned().collect();
    let begun = Instant::now();
    let progress = Files::new(to_do.len());
    let queue = Mutex::new(to_do);
    let failed = Mutex::new(0);
    // The lock is not held while a file is compiled.
    let next = || queue.lock().expect("files").pop_front();
    let work = || {
        while let Some(file) = next() {
            progress.show(&file);
            let done = for_release(&compiler).arg(&file).stdin(Stdio::null()).output();
            let said = match &done {
                Ok(end) => [&end.stdout[..], &end.stderr].concat(),
                Err(e) => e.to_string().into_bytes(),
            };
            progress.say(&String::from_utf8_lossy(&said));
            if !done.is_ok_and(|end| end.status.success()) {
                progress.say(&format!("maser native: {} stays in the base tier\n", file.display()));
                *failed.lock().expect("failures") += 1;
            }
        }
    };
    let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|s| (0..jobs).for_each(|_| drop(s.spawn(work))));
    progress.say("");
    let failed = *failed.lock().expect("failures");
    let new = progress.number - failed;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{number} files, {new} new images in {seconds:.1} s");
    println!("{}", summary(files.iter().filter_map(|f| image_of(&store, f))));
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Says which files are compiled.
struct Files {
    number: usize,
    begun: Mutex<usize>,
    line: Progress,
}

impl Files {
    fn new(number: usize) -> Files {
        Files { number, begun: Mutex::new(0), line: Progress::new() }
    }

    /// A file is next.
    fn show(&self, file: &Path) {
        let mut begun = self.begun.lock().expect("progress");
        *begun += 1;
        let name = file.file_stem().map(OsStr::to_string_lossy).unwrap_or_default();
        let part = *begun as f64 / self.number.max(1) as f64;
        self.line.show(part, &format!("{}/{} {name}", *begun, self.number));
    }

    /// Writes lines in its place.
    fn say(&self, text: &str) {
        let _one_at_a_time = self.begun.lock().expect("progress");
        self.line.say(text);
    }
}

/// Writes a file for all who may read what is beside it, so that they see all of it or nothing.
fn put_beside(to: &Path, bytes: &[u8]) -> io::Result<()> {
    let making = to.with_extension(format!("tmp-{}", std::process::id()));
    // One that has been left by another program of this number would be somebody else's.
    let _ = fs::remove_file(&making);
    let new = fs::File::create_new(&making).and_then(|mut file| file.write_all(bytes));
    let written = new.and_then(|()| fs::rename(&making, to));
    if written.is_err() {
        let _ = fs::remove_file(&making);
    }
    written
}

/// Puts images beside .beam files.
fn ship(what: &[OsString]) -> Result<ExitCode> {
    let store = store()?;
    let paths: Vec<PathBuf> = what.iter().map(PathBuf::from).collect();
    let (mut shipped, mut missing) = (0, 0);
    for beam in all_beams(&paths)? {
        match image_of(&store, &beam) {
            Some(image) => {
                let to = cache::shipped(&beam);
                put_beside(&to, &image.to_bytes()).map_err(|e| format!("{}: {e}", to.display()))?;
                shipped += 1;
            }
            None => missing += 1,
        }
    }
    println!("{shipped} images put beside their .beam files");
    if missing == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("maser native: {missing} modules have no native code yet: maser native build");
    Ok(ExitCode::FAILURE)
}
