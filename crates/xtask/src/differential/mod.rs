//! Runs generated programs on stock OTP, in the base tier, as machine code of both kinds, and
//! compares what they give.
//!
//! A program is a module, made of a sequence of choices, which its seed gives. Programs that differ
//! are made smaller by leaving out choices and taking simpler ones, as long as they still differ.

mod bits;
mod choices;
mod expressions;
mod processes;
mod program;
mod recent;
mod shrink;

use crate::{Result, emulator};
use choices::Choices;
use maser::otp::{self, Otp};
use maser::{exec, shadow};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use trust::Scratch;

const DRIVER: &str = include_str!("differential.erl");
/// Programs that are compiled and run together.
const BATCH: usize = 100;
/// How long an emulator may say nothing.
const PATIENCE: Duration = Duration::from_secs(40);
/// How long stock may compile the programs of a batch: its compiler does not end for some.
const COMPILING: Duration = Duration::from_secs(300);
/// The result of a program that does not end.
const NO_END: &str = "time is over";
/// The place of "native or not" in results of an emulator that has crashed.
const CRASH: &str = "crash";

struct Options {
    seed: u64,
    programs: usize,
    seconds: u64,
    native: bool,
    shrink: bool,
    print: bool,
    keep: Option<PathBuf>,
    /// The OTP, if another than that on PATH.
    root: Option<PathBuf>,
}

impl Options {
    fn otp(&self) -> Result<Otp> {
        match &self.root {
            Some(root) => otp::at_root(root),
            None => otp::locate(),
        }
    }
}

/// One emulator with one way to run code.
struct Side {
    name: &'static str,
    erl: PathBuf,
    environment: Vec<(&'static str, OsString)>,
}

/// Runs what the arguments say.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    let options = parse(args)?;
    if options.print {
        let release = options.otp()?.release;
        print!("{}", program::text("m_0", release, Choices::random(options.seed)).0);
        return Ok(ExitCode::SUCCESS);
    }
    let place = Place::new(&options)?;
    let begun = Instant::now();
    let (mut number, mut differing) = (0, 0);
    let mut counts = Counts::default();
    while number < options.programs && begun.elapsed().as_secs() < options.seconds {
        let size = BATCH.min(options.programs - number);
        let seeds: Vec<u64> = (0..size as u64).map(|i| options.seed + number as u64 + i).collect();
        let sources = seeds.iter().map(|s| program::text("?", place.release, Choices::random(*s)));
        let (texts, choices): (Vec<_>, Vec<_>) = sources.unzip();
        let verdicts = place.verdicts(&texts, &mut counts)?;
        for ((verdict, choices), seed) in verdicts.into_iter().zip(choices).zip(seeds) {
            let Some(verdict) = verdict else { continue };
            differing += 1;
            println!("\nseed {seed}:\n{verdict}");
            if options.shrink {
                let differ = |texts: &[String]| place.verdicts(texts, &mut Counts::default());
                match shrink::smallest(place.release, choices.made(), differ)? {
                    Some((text, verdict)) => println!("{text}\n{verdict}"),
                    None => println!("it does not differ any more"),
                }
            }
        }
        number += size;
    }
    println!(
        "{number} programs from seed {}: {differing} differ; {} do not compile, {} do not end \
         ({:.0} s)",
        options.seed,
        counts.invalid,
        counts.endless,
        begun.elapsed().as_secs_f64()
    );
    Ok(if differing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn parse(args: &[String]) -> Result<Options> {
    let mut options = Options {
        seed: 1,
        programs: 1000,
        seconds: u64::MAX,
        native: true,
        shrink: true,
        print: false,
        keep: None,
        root: None,
    };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value =
            || words.next().cloned().ok_or_else(|| format!("differential: {word} needs a value"));
        let number = |v: String| v.parse::<u64>().map_err(|_| format!("{word} needs a number"));
        match word.as_str() {
            "--seed" => options.seed = number(value()?)?,
            "--programs" => options.programs = number(value()?)? as usize,
            "--seconds" => options.seconds = number(value()?)?,
            "--keep" => options.keep = Some(value()?.into()),
            "--root" => options.root = Some(value()?.into()),
            "--base" => options.native = false,
            "--no-shrink" => options.shrink = false,
            "--print" => options.print = true,
            _ => return Err(format!("differential: what is {word}?")),
        }
    }
    Ok(options)
}

#[derive(Default)]
struct Counts {
    invalid: usize,
    endless: usize,
}

/// By program: its result, and whether it was native code.
type Results = BTreeMap<String, (String, String)>;

/// Where programs are, and what runs them.
struct Place {
    dir: PathBuf,
    /// It, if it goes at the end.
    _scratch: Option<Scratch>,
    stock: Side,
    others: Vec<Side>,
    /// The release of both.
    release: u32,
    compiler: Option<PathBuf>,
    jobs: usize,
}

impl Place {
    fn new(options: &Options) -> Result<Place> {
        let otp = options.otp()?;
        let (dir, scratch) = match &options.keep {
            Some(dir) => (std::path::absolute(dir).map_err(|e| e.to_string())?, None),
            None => {
                let scratch = Scratch::new("differential").map_err(|e| e.to_string())?;
                (scratch.path().to_path_buf(), Some(scratch))
            }
        };
        let file = emulator::locate()?;
        let shadow = shadow::prepare(&otp, &file)?;
        let images = dir.join("native");
        let ours = |name, native: &str| {
            let mut environment = exec::environment(&shadow);
            environment.push((native_abi::cache::VARIABLE, images.clone().into()));
            environment.push((native_abi::cache::MODE, native.into()));
            Side { name, erl: shadow.commands().join("erl"), environment }
        };
        let mut templates = ours("templates", "templates");
        templates.environment.push(("MASER_TUNE", "templates=2".into()));
        let mut others = vec![ours("base", "off"), templates];
        let mut compiler = None;
        if options.native {
            others.push(ours("native", "cache"));
            compiler = Some(file.with_file_name("maser-native"));
        }
        let stock = Side { name: "stock", erl: otp.command("erl"), environment: Vec::new() };
        let jobs = std::thread::available_parallelism().map_or(2, |n| n.get());
        let release = otp.release;
        let place = Place { dir, _scratch: scratch, stock, others, release, compiler, jobs };
        fs::create_dir_all(place.ebin()).map_err(|e| e.to_string())?;
        let driver = place.dir.join("differential.erl");
        fs::write(&driver, DRIVER).map_err(|e| e.to_string())?;
        let mut erlc = Command::new(otp.command("erlc"));
        erlc.arg("-o").arg(place.ebin()).arg(driver).env("ERLC_EMULATOR", &place.stock.erl);
        match erlc.output() {
            Ok(done) if done.status.success() => Ok(place),
            Ok(done) => Err(String::from_utf8_lossy(&done.stdout).into_owned()),
            Err(e) => Err(format!("erlc: {e}")),
        }
    }

    fn ebin(&self) -> PathBuf {
        self.dir.join("ebin")
    }

    fn beam(&self, module: &str) -> PathBuf {
        self.ebin().join(format!("{module}.beam"))
    }

    /// How the sides differ, for each program with its module's name as `?`.
    fn verdicts(&self, texts: &[String], counts: &mut Counts) -> Result<Vec<Option<String>>> {
        let names: Vec<String> = (0..texts.len()).map(|i| format!("m_{i}")).collect();
        let mut sources = Vec::new();
        for (name, text) in names.iter().zip(texts) {
            let _ = fs::remove_file(self.beam(name));
            let source = self.dir.join(format!("{name}.erl"));
            let text = text.replacen("-module(?)", &format!("-module({name})"), 1);
            fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
            sources.push(source);
        }
        let mut compile = self.start(&self.stock, "compile", &self.ebin(), sources.iter())?;
        ended_within(&mut compile, COMPILING);
        let valid: Vec<&String> = names.iter().filter(|n| self.beam(n).exists()).collect();
        counts.invalid += names.len() - valid.len();

        let expected = self.results(&self.stock, &valid)?;
        let mut verdicts: BTreeMap<&String, String> = BTreeMap::new();
        // A program that brings stock down says nothing.
        let ends = |n: &&&String| {
            expected.get(n.as_str()).is_some_and(|(text, how)| text != NO_END && how != CRASH)
        };
        let ending: Vec<&String> = valid.iter().filter(ends).copied().collect();
        counts.endless += valid.len() - ending.len();
        if self.compiler.is_some() {
            for (name, why) in self.compile_native(&ending) {
                verdicts.insert(name, why);
            }
        }
        let mut agreed: BTreeMap<&String, String> = BTreeMap::new();
        for side in &self.others {
            let given = self.results(side, &ending)?;
            for name in &ending {
                let stock = &expected[name.as_str()].0;
                let (text, native) = &given[name.as_str()];
                // Stock has the line before, at times, for what has none of its own. But both tiers
                // have to agree.
                let nearly = without_lines(text) == without_lines(stock)
                    && *text == *agreed.entry(name).or_insert_with(|| text.clone());
                let as_meant = *native == (side.name == "native").to_string();
                if !nearly || !as_meant && native != CRASH {
                    let what = difference(stock, text, side.name);
                    let note = if as_meant { "" } else { " (native code is not as meant)" };
                    verdicts.entry(name).or_default().push_str(&format!("{what}{note}\n"));
                }
            }
        }
        Ok(names.iter().map(|n| verdicts.remove(n)).collect())
    }

    /// Starts an emulator with a function of the driver.
    fn start<'a>(
        &self,
        side: &Side,
        function: &str,
        first: &Path,
        words: impl Iterator<Item = &'a (impl AsRef<std::ffi::OsStr> + 'a)>,
    ) -> Result<Child> {
        let mut command = Command::new(&side.erl);
        command.args(["-noshell", "-noinput", "-pa"]).arg(self.ebin());
        command.args(["-run", "differential", function]).arg(first).args(words);
        command.envs(side.environment.iter().map(|(k, v)| (*k, v)));
        command.env("ERL_CRASH_DUMP", "/dev/null").stdin(Stdio::null());
        command.current_dir(&self.dir);
        command.spawn().map_err(|e| format!("{}: {e}", side.erl.display()))
    }

    /// The results of programs; the emulator is started again behind a program that ends it.
    fn results(&self, side: &Side, names: &[&String]) -> Result<Results> {
        let mut results = Results::new();
        let file = self.dir.join(format!("results-{}", side.name));
        loop {
            let left: Vec<&&String> =
                names.iter().filter(|n| !results.contains_key(n.as_str())).collect();
            if left.is_empty() {
                return Ok(results);
            }
            fs::write(&file, "").map_err(|e| e.to_string())?;
            let mut child = self.start(
                side,
                "main",
                &file,
                left.iter().map(|n| n.as_str()).collect::<Vec<_>>().iter(),
            )?;
            let hung = watch(&mut child, &file);
            let end = child.wait().map_err(|e| e.to_string())?;
            let bytes = fs::read(&file).map_err(|e| e.to_string())?;
            let text = String::from_utf8_lossy(&bytes);
            let mut current = None;
            let before = results.len();
            for line in text.lines() {
                match line.splitn(4, '\t').collect::<Vec<_>>()[..] {
                    ["begin", name] => current = Some(name.to_string()),
                    ["end", name, native, result] => {
                        current = None;
                        results.insert(name.into(), (result.into(), native.into()));
                    }
                    _ => {}
                }
            }
            if let Some(name) = current {
                let why = if hung { "hang".to_string() } else { format!("crash: {end}") };
                results.insert(name, (why, CRASH.into()));
            }
            if results.len() == before {
                return Err(format!("{} runs nothing: {end}", side.name));
            }
        }
    }

    /// Makes native code; what cannot be compiled, and why.
    fn compile_native<'a>(&self, names: &[&'a String]) -> Vec<(&'a String, String)> {
        let Some(compiler) = &self.compiler else { return Vec::new() };
        let images = self.dir.join("native");
        let _ = fs::remove_dir_all(&images);
        let queue: Mutex<VecDeque<&[&String]>> = Mutex::new(names.chunks(10).collect());
        let failed = Mutex::new(Vec::new());
        let compile = |names: &[&String]| {
            let mut command = Command::new(compiler);
            command.args(names.iter().map(|n| self.beam(n)));
            command.env(native_abi::cache::VARIABLE, &images).stdin(Stdio::null());
            command.env(release::VARIABLE, self.release.to_string());
            let done = command.output();
            match done {
                Ok(done) if done.status.success() => Ok(()),
                Ok(done) => Err(format!(
                    "maser-native: {}: {}",
                    done.status,
                    String::from_utf8_lossy(&done.stderr)
                )),
                Err(e) => Err(format!("{}: {e}", compiler.display())),
            }
        };
        let work = || {
            loop {
                let Some(some) = queue.lock().expect("names").pop_front() else { return };
                if compile(some).is_err() {
                    for &one in some {
                        if let Err(why) = compile(&[one]) {
                            failed.lock().expect("names").push((one, why));
                        }
                    }
                }
            }
        };
        std::thread::scope(|s| (0..self.jobs).for_each(|_| drop(s.spawn(work))));
        let failed = failed.into_inner().expect("names");
        names
            .iter()
            .filter_map(|n| {
                let at = failed.iter().find(|(f, _)| f == n)?;
                Some((*n, at.1.clone()))
            })
            .collect()
    }
}

/// Waits for an emulator's end as long as its results grow; ends it otherwise.
fn watch(child: &mut Child, results: &Path) -> bool {
    let (mut size, mut since) = (0, Instant::now());
    loop {
        if !matches!(child.try_wait(), Ok(None)) {
            return false;
        }
        let now = fs::metadata(results).map_or(0, |m| m.len());
        if now != size {
            (size, since) = (now, Instant::now());
        }
        if since.elapsed() > PATIENCE {
            let _ = child.kill();
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits for an emulator's end, or ends it when the time is over.
fn ended_within(child: &mut Child, limit: Duration) {
    let begun = Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        if begun.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A result but for the numbers of lines in stack traces, which may be missing.
fn without_lines(text: &str) -> String {
    let mut parts = text.split("{line,");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |all, part| {
        let known = part.trim_start_matches(|c: char| c.is_ascii_digit());
        all + known.strip_prefix("none").unwrap_or(known)
    })
}

/// Where two texts begin to differ.
fn difference(stock: &str, other: &str, name: &str) -> String {
    let same = stock.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let bytes = &text.as_bytes()[same.saturating_sub(60).min(text.len())..];
        String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned()
    };
    format!("  stock:  {}\n  {name}: {}", part(stock), part(other))
}
