//! `cargo xtask mutants`: loads altered modules into running emulators and calls what they export.
//! Nothing may crash or hang.

mod change;
mod encode;

use crate::{Result, emulator, verify};
use change::{Module, Random};
use maser::otp;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const DRIVER: &str = include_str!("mutants.erl");
/// Mutants that one emulator gets at a time.
const BATCH: u64 = 1000;
/// Mutants that it has loaded at the same time.
const SLOTS: u64 = 8;
/// How many mutants there are between two prints of the counts, which a campaign that is cut short
/// has told then.
const TOLD_EACH: u64 = 50_000;
/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(60);
/// The number of a mutant that there is not: it takes the place of one in a batch.
const FILLER: u64 = u64::MAX >> 1;
/// The user who runs altered code, where that can be chosen.
const NOBODY: u32 = 65534;
/// Applications whose functions may be called with any arguments by somebody without rights.
const HARMLESS: &[&str] = &[
    "stdlib",
    "compiler",
    "syntax_tools",
    "parsetools",
    "asn1",
    "xmerl",
    "snmp",
    "megaco",
    "public_key",
    "ssl",
    "inets",
    "mnesia",
    "edoc",
    "eunit",
    "diameter",
    "eldap",
    "tools",
    "dialyzer",
    "ssh",
    "crypto",
    "ftp",
    "reltool",
    "wx",
    "debugger",
    "observer",
];

struct Options {
    modules: usize,
    count: u64,
    seed: u64,
    from: u64,
    seconds: u64,
    jobs: usize,
    native: bool,
    keep: PathBuf,
    paths: Vec<String>,
}

/// Runs the chore.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    let options = parse(args)?;
    let modules = modules(&options)?;
    let begun = Instant::now();
    let work = Work { options: &options, modules: &modules, begun };
    let state = Mutex::new(Sums { next: options.from, ..Sums::default() });
    std::thread::scope(|scope| {
        let job = || work.job(&state);
        let jobs: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(job)).collect();
        jobs.into_iter().try_for_each(|job| job.join().map_err(|_| "a job panicked")?)
    })?;
    let sums = state.into_inner().map_err(|e| e.to_string())?;
    work.tell(&sums);
    let Sums { counts, bad, .. } = sums;
    if !counts.contains_key(if options.native { "native" } else { "ran" }) {
        return Err("no altered module has run: does the emulator start?".into());
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The state that all jobs share.
struct Work<'a> {
    options: &'a Options,
    modules: &'a [Module],
    begun: Instant,
}

/// Counts of the work done, and the number of the next mutant.
#[derive(Default)]
struct Sums {
    next: u64,
    counts: BTreeMap<String, u64>,
    bad: u64,
    /// How often the counts have been told.
    told: u64,
}

impl Work<'_> {
    /// Takes one batch after the other.
    fn job(&self, state: &Mutex<Sums>) -> Result<()> {
        let Work { options, modules, begun } = *self;
        let place = Place::new(options)?;
        let end = options.from.saturating_add(options.count);
        let sums = || state.lock().map_err(|e| e.to_string());
        while begun.elapsed().as_secs() < options.seconds {
            let numbers: Vec<u64> = {
                let next = &mut sums()?.next;
                let from = *next;
                *next = end.min(from + BATCH);
                (from..*next).collect()
            };
            if numbers.is_empty() {
                break;
            }
            for (number, mut what) in place.batch(modules, &numbers, options)? {
                let mut sums = sums()?;
                let module = &modules[(number % modules.len() as u64) as usize];
                if what.starts_with("ended") {
                    // Some modules have functions for that.
                    what = format!("{what} ({})", module.name);
                }
                if what.starts_with("crash") || what.starts_with("hang") {
                    sums.bad += 1;
                    let name = format!("mutant-{}-{number}.beam", options.seed);
                    let file = options.keep.join(name);
                    fs::write(&file, mutant(modules, number, options))
                        .map_err(|e| e.to_string())?;
                    println!("{number} of {}: {what}, kept as {}", module.name, file.display());
                }
                *sums.counts.entry(what).or_default() += 1;
            }
            let mut sums = sums()?;
            let times = sums.counts.values().sum::<u64>() / TOLD_EACH;
            if times > sums.told {
                sums.told = times;
                self.tell(&sums);
            }
        }
        Ok(())
    }

    /// Prints the counts.
    fn tell(&self, sums: &Sums) {
        let done: u64 = sums.counts.values().sum();
        let seconds = self.begun.elapsed().as_secs_f64();
        println!(
            "{done} mutants of {} modules from seed {} ({seconds:.0} s, {:.0} a second)",
            self.modules.len(),
            self.options.seed,
            done as f64 / seconds
        );
        for (what, count) in &sums.counts {
            println!("  {count:8} {what}");
        }
    }
}

fn parse(args: &[String]) -> Result<Options> {
    let mut options = Options {
        modules: 250,
        count: 10_000,
        seed: 1,
        from: 0,
        seconds: u64::MAX,
        jobs: 1,
        native: false,
        keep: std::env::temp_dir(),
        paths: Vec::new(),
    };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        let number =
            |text: &String| text.parse::<u64>().map_err(|_| format!("{text} is no number"));
        match word.as_str() {
            "--modules" => options.modules = number(value()?)? as usize,
            "--count" => options.count = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--from" => options.from = number(value()?)?,
            "--seconds" => options.seconds = number(value()?)?,
            "--jobs" => options.jobs = number(value()?)? as usize,
            "--native" => options.native = true,
            "--keep" => options.keep = value()?.into(),
            path if !path.starts_with("--") => options.paths.push(word.clone()),
            other => return Err(format!("{other} is no option of mutants")),
        }
    }
    Ok(options)
}

/// As many modules as are wanted, from all the applications.
fn modules(options: &Options) -> Result<Vec<Module>> {
    let mut files = Vec::new();
    if options.paths.is_empty() {
        let otp = otp::locate()?;
        let lib = otp.root.join("lib");
        for entry in fs::read_dir(&lib).map_err(|e| format!("{}: {e}", lib.display()))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let application = name.split('-').next().unwrap_or_default();
            if HARMLESS.contains(&application) {
                verify::find(&entry.path(), &mut files)?;
            }
        }
    }
    for path in &options.paths {
        verify::find(Path::new(path), &mut files)?;
    }
    files.sort();
    // From all over, and no more is read than has to be.
    let step = (files.len() / options.modules.max(1)).max(1);
    let all = (0..step).flat_map(|from| files.iter().skip(from).step_by(step));
    let most = if options.native { 1500 } else { 8000 };
    let chosen =
        all.filter_map(|f| Module::of(&fs::read(f).ok()?, most)).take(options.modules.max(1));
    let chosen: Vec<Module> = chosen.collect();
    match chosen.is_empty() {
        true => Err("there are no modules".into()),
        false => Ok(chosen),
    }
}

/// The mutant of this number.
fn mutant(modules: &[Module], number: u64, options: &Options) -> Vec<u8> {
    let module = &modules[(number % modules.len() as u64) as usize];
    let mut random = Random::new(options.seed << 40 ^ number);
    module.mutant(&format!("mutant_{}", number % SLOTS + 1), &mut random)
}

/// A directory with one, `work`, in which altered code may do what it likes.
struct Place {
    dir: PathBuf,
    /// The driver, compiled.
    driver: Vec<u8>,
    /// It, which goes at the end.
    _scratch: trust::Scratch,
    emulator: PathBuf,
    launcher: PathBuf,
}

impl Place {
    fn new(options: &Options) -> Result<Place> {
        let scratch = trust::Scratch::new("mutants").map_err(|e| e.to_string())?;
        let dir = scratch.path().to_path_buf();
        let launcher = std::env::current_exe().map_err(|e| e.to_string())?.with_file_name("maser");
        let bad = |e: std::io::Error| format!("{}: {e}", dir.display());
        fs::create_dir_all(&options.keep)
            .map_err(|e| format!("{}: {e}", options.keep.display()))?;
        fs::write(dir.join("mutants.erl"), DRIVER).map_err(bad)?;
        let otp = otp::locate()?;
        let erlc = Command::new(otp.command("erlc")).current_dir(&dir).arg("mutants.erl").status();
        if !erlc.map_err(|e| format!("erlc: {e}"))?.success() {
            return Err("the driver does not compile".into());
        }
        let driver = fs::read(dir.join("mutants.beam")).map_err(bad)?;
        // Only the directory in it is of who runs altered code; but that has to be found.
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o711)).map_err(bad)?;
        let emulator = emulator::locate()?;
        Ok(Place { dir, driver, _scratch: scratch, emulator, launcher })
    }

    /// Makes everything new that altered code may have changed.
    fn renew(&self) -> std::io::Result<()> {
        let work = self.dir.join("work");
        if work.exists() {
            fs::remove_dir_all(&work)?;
        }
        fs::create_dir(&work)?;
        fs::write(self.dir.join("mutants.beam"), &self.driver)?;
        fs::set_permissions(self.dir.join("mutants.beam"), fs::Permissions::from_mode(0o644))?;
        for file in ["progress", "results"] {
            fs::write(self.dir.join(file), "")?;
        }
        for name in ["work", "progress", "results"] {
            // A user other than root keeps the files as their own.
            let _ = chown(self.dir.join(name), Some(NOBODY), Some(NOBODY));
        }
        Ok(())
    }

    /// The fate of each of these mutants.
    fn batch(
        &self,
        modules: &[Module],
        numbers: &[u64],
        options: &Options,
    ) -> Result<Vec<(u64, String)>> {
        let mut results = Vec::new();
        let mut todo = vec![numbers.to_vec()];
        let mut alone = Vec::new();
        while let Some(mut left) = todo.pop() {
            let (done, suspects, _) = self.emulate(modules, &left, options)?;
            left.retain(|n| done.iter().all(|(d, _)| d != n) && !suspects.contains(n));
            if suspects.is_empty() && done.is_empty() && left.len() > 1 {
                // Nothing tells which of them it was.
                todo.push(left.split_off(left.len() / 2));
            }
            if !left.is_empty() {
                todo.push(left);
            }
            results.extend(done);
            alone.extend(suspects);
        }
        for number in alone {
            let (done, suspects, how) = self.emulate(modules, &[number], options)?;
            results.extend(done);
            results.extend(suspects.iter().map(|&n| (n, how.clone())));
        }
        Ok(results)
    }

    /// Runs mutants in one emulator: what has become of those that are done, which were being
    /// executed when it ended, and how it did.
    #[allow(clippy::type_complexity)]
    fn emulate(
        &self,
        modules: &[Module],
        numbers: &[u64],
        options: &Options,
    ) -> Result<(Vec<(u64, String)>, Vec<u64>, String)> {
        let bad = |e: std::io::Error| format!("{}: {e}", self.dir.display());
        let [batch, progress, results] = ["batch", "progress", "results"].map(|n| self.dir.join(n));
        let order = slotted(numbers);
        let mut bytes = Vec::new();
        for &number in &order {
            let file = match number == FILLER {
                true => Vec::new(),
                false => mutant(modules, number, options),
            };
            bytes.extend(number.to_be_bytes());
            bytes.extend((file.len() as u32).to_be_bytes());
            bytes.extend(file);
        }
        fs::write(&batch, bytes).map_err(bad)?;
        fs::set_permissions(&batch, fs::Permissions::from_mode(0o644)).map_err(bad)?;
        self.renew().map_err(bad)?;
        let mut child = self.start(options)?;
        let hung = watch(&mut child, &progress, &results, order.len());
        let status = child.wait().map_err(bad)?;
        let text = fs::read_to_string(&results).unwrap_or_default();
        let done = text.lines().filter_map(|line| {
            let (what, number) = line.split_once(' ')?;
            let number = number.parse().ok()?;
            (number != FILLER).then(|| (number, what.to_string()))
        });
        let done: Vec<_> = done.collect();
        let how = self.ended(hung, status);
        if how == "end" && done.len() == numbers.len() {
            return Ok((done, Vec::new(), how));
        }
        let now = fs::read(&progress).unwrap_or_default();
        let now = now
            .chunks_exact(8)
            .filter_map(|b| u64::from_be_bytes(b.try_into().ok()?).checked_sub(1));
        let mut suspects: Vec<u64> = now.filter(|n| numbers.contains(n)).collect();
        if numbers.len() == 1 && suspects.is_empty() {
            suspects = numbers.to_vec();
        }
        suspects.retain(|n| done.iter().all(|(d, _)| d != n));
        Ok((done, suspects, how))
    }

    /// How an emulator ended, in words.
    fn ended(&self, hung: bool, status: ExitStatus) -> String {
        match (hung, status.code(), status.signal()) {
            (true, ..) => "hang: the emulator does nothing".into(),
            (_, Some(0), _) => "end".to_string(),
            (_, Some(77), _) => "ended the driver".into(),
            (_, Some(78), _) => "hang: a process cannot be killed".into(),
            (_, Some(134), _) | (_, _, Some(_)) => format!("crash: {status}"),
            (_, Some(1), _) if self.said().contains("annot allocate") => "out of memory".into(),
            (_, Some(code), _) if self.said().contains("panicked") => {
                format!("crash: panic, {code}")
            }
            (_, code, _) => {
                let said = self.said();
                let said = said.lines().next().unwrap_or_default().chars();
                let said: String = said.filter(|c| !c.is_ascii_digit()).take(60).collect();
                format!("ended the emulator with {}: {said}", code.unwrap_or_default())
            }
        }
    }

    fn said(&self) -> String {
        fs::read(self.dir.join("said"))
            .map(|b| String::from_utf8_lossy(&b).into())
            .unwrap_or_default()
    }

    fn start(&self, options: &Options) -> Result<Child> {
        let said = fs::File::create(self.dir.join("said")).map_err(|e| e.to_string())?;
        let mut command = Command::new(&self.launcher);
        command.args(["+native", if options.native { "auto" } else { "off" }]);
        command
            .args(["+S", "1:1", "+P", "16384", "-noshell", "-noinput", "-mode", "minimal", "-pa"])
            .arg(&self.dir);
        command.args(["-run", "mutants", "main"]);
        command.args(["batch", "progress", "results"].map(|file| self.dir.join(file)));
        command.arg(if options.native { "native" } else { "base" });
        let work = self.dir.join("work");
        command.env("MASER_EMU", &self.emulator).env("HOME", &work).env("XDG_CACHE_HOME", &work);
        command.env("ERL_CRASH_DUMP", "/dev/null").env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
        command.current_dir(&work).process_group(0);
        if fs::metadata("/proc/self").is_ok_and(|m| std::os::unix::fs::MetadataExt::uid(&m) == 0) {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.spawn().map_err(|e| format!("{}: {e}", self.launcher.display()))
    }
}

/// The mutants in an order by which each gets the slot that its number says: a slot takes every
/// so many of a batch. Fillers take the places between.
fn slotted(numbers: &[u64]) -> Vec<u64> {
    if let [number] = numbers {
        let mut order = vec![FILLER; (number % SLOTS) as usize];
        order.push(*number);
        return order;
    }
    let mut slots: Vec<Vec<u64>> = vec![Vec::new(); SLOTS as usize];
    numbers.iter().for_each(|n| slots[(n % SLOTS) as usize].push(*n));
    let most = slots.iter().map(Vec::len).max().unwrap_or(0);
    (0..most).flat_map(|i| slots.iter().map(move |s| s.get(i).copied().unwrap_or(FILLER))).collect()
}

/// Waits for the end of an emulator, or ends it if nothing happens for too long: whether it did.
fn watch(child: &mut Child, progress: &Path, results: &Path, mutants: usize) -> bool {
    let kill = |child: &Child| {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    };
    let all =
        || fs::read(results).is_ok_and(|b| b.iter().filter(|c| **c == b'\n').count() >= mutants);
    let state = || (fs::read(progress).ok(), fs::metadata(results).map(|m| m.len()).ok());
    let (mut last, mut since) = (state(), Instant::now());
    loop {
        if matches!(child.try_wait(), Ok(Some(_)) | Err(_)) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
        let now = state();
        if now != last {
            (last, since) = (now, Instant::now());
        }
        // All is done, but nobody is left who would end it.
        if since.elapsed() > PATIENCE / 12 && all() {
            kill(child);
            return false;
        }
        if since.elapsed() > PATIENCE {
            kill(child);
            return true;
        }
    }
}
