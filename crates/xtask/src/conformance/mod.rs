//! Runs OTP's own test suites on both emulators and tells where they differ.
//!
//! The suites are not part of the project: the source package of the installed OTP is fetched
//! into a cache directory outside the repository and its suites are compiled by stock OTP. They
//! run without the common_test application, in `conformance/conformance.erl`, or with it, in
//! `conformance/conformance_ct.erl`.

mod fast;
mod hour;
mod programs;
mod record;
mod report;
mod source;

use crate::{Result, emulator, root};
use fast::Times;
use maser::otp::{self, Otp};
use maser::shadow::Readers;
use maser::{exec, shadow};
use record::Record;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use trust::{Dir, Make};

/// How often a suite is continued after a crash or hang of the emulator.
const ATTEMPTS: usize = 30;
/// The cookie of all nodes of a run.
const COOKIE: &str = "conformance";
/// Applications whose suites ask where the application itself is, or make archives of it: the
/// directory of the suites must not have its name, or it is found instead.
const BESIDE: [&str; 3] = ["kernel", "mnesia", "common_test"];
/// Seconds for one case, unless more are asked for.
const CASE_LIMIT_S: u64 = 60;

struct Options {
    targets: Vec<String>,
    stock: bool,
    maser: bool,
    native: bool,
    record: bool,
    /// Stock's times are recorded, too.
    record_times: bool,
    case_limit_s: u64,
    suite_limit_s: u64,
    /// A name for the results of another build than the usual one.
    label: String,
    /// Stock's times, if only the faster half of the cases is to be run.
    times: Option<Times>,
    /// OTP's own common test runs the suites.
    common_test: bool,
}

/// A suite to run, or one case of it.
struct Target {
    app: String,
    suite: String,
    case: String,
}

impl Target {
    /// The suite's name in the record.
    fn path(&self) -> String {
        format!("{}/{}", self.app, self.suite.trim_end_matches("_SUITE"))
    }
}

/// An erl and the environment of the nodes that it starts.
struct Side {
    name: String,
    /// Its column in the record.
    column: usize,
    erl: PathBuf,
    environment: Vec<(&'static str, OsString)>,
    /// OTP's own common test runs its suites.
    common_test: bool,
}

/// How a case ended.
#[derive(Clone, Default)]
struct Outcome {
    /// One of `KINDS`.
    kind: String,
    /// The words of whoever ended it, unless it is ok.
    why: String,
    /// How long it took, if it came to its end.
    ms: Option<u64>,
}

impl Outcome {
    /// A case that took no time that is known.
    fn new(kind: &str, why: String) -> Outcome {
        Outcome { kind: kind.to_string(), why, ms: None }
    }
}

/// How the cases of a suite ended.
type Results = BTreeMap<String, Outcome>;

pub(crate) use hour::run as hour;

/// Does what the arguments say: usually, to run the suites that they name.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    match args {
        [word] if word == "report" => report::write().map(|()| ExitCode::SUCCESS),
        [word] if word == "fetch" => {
            let otp = otp::locate()?;
            println!("{}", Place::new(&otp)?.source(&otp)?.display());
            Ok(ExitCode::SUCCESS)
        }
        [word, column, file] if word == "import" => import(column, Path::new(file)),
        _ => suites(&parse(args)?),
    }
}

/// Takes over times, or results for a column of the record.
fn import(column: &str, file: &Path) -> Result<ExitCode> {
    let mut record = Record::read(otp::locate()?.release);
    if column == "times" {
        let cases = Times::import(&record, file)?;
        println!("the times of {cases} cases taken over");
    } else {
        let cases = record.import(record::column(column)?, file)?;
        record.write()?;
        println!("{cases} cases taken over");
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the suites on each side, and compares their results.
fn suites(options: &Options) -> Result<ExitCode> {
    let otp = otp::locate()?;
    let place = Place::new(&otp)?;
    let sides = sides(options, &otp, &place)?;
    place.build_harness(&otp)?;
    let targets = targets(options, &otp, &place)?;
    place.give_away();

    println!("{:<34} {:>6}  {}", "suite", "cases", heads(&sides));
    let (mut differing, mut lost, mut totals) = (Vec::new(), Vec::new(), Totals::new());
    for target in &targets {
        let path = target.path();
        let record = Record::read(otp.release);
        let results: Vec<Results> = sides
            .iter()
            .map(|side| {
                let times = options.times.as_ref();
                let passed_over = times.map(|t| t.slower(&path, side.column, &record));
                place.suite(side, target, options, &passed_over.unwrap_or_default())
            })
            .collect::<Result<_>>()?;
        println!("{}", line(&path, &sides, &results, &mut totals));
        for (side, results) in sides.iter().zip(&results) {
            let missed = record.lost(&path, side.column, results);
            lost.extend(missed.into_iter().map(|line| format!("{}: {line}", side.name)));
            if options.record {
                // Other runs may have recorded theirs meanwhile.
                let mut record = Record::read(otp.release);
                record.take(&path, side.column, results);
                record.write()?;
            }
            if options.record_times && side.column == 0 {
                let mut times = Times::read()?;
                times.take(&path, results);
                times.write()?;
            }
        }
        differing.extend(differences(target, &sides, &results));
    }
    for side in &sides {
        let count = |kind| totals.get(&(side.name.clone(), kind)).unwrap_or(&0);
        let counts: Vec<String> = KINDS.iter().map(|k| format!("{} {k}", count(*k))).collect();
        println!("{}: {}", side.name, counts.join(", "));
    }
    list("ok on stock, not on maser:", &differing);
    list("ok when it was recorded, not now:", &lost);
    let fine = if options.stock { differing.is_empty() } else { lost.is_empty() };
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Cases by side and kind.
type Totals = BTreeMap<(String, &'static str), usize>;

/// The emulators that run each suite.
fn sides(options: &Options, otp: &Otp, place: &Place) -> Result<Vec<Side>> {
    let mut sides = Vec::new();
    let common_test = options.common_test;
    if options.stock {
        let (name, erl) = ("stock".to_string(), otp.command("erl"));
        sides.push(Side { name, column: 0, erl, environment: Vec::new(), common_test });
    }
    if !options.maser && !options.native {
        return Ok(sides);
    }
    let (erl, environment) = place.maser(otp, &options.label)?;
    let mode = |mode: &str| {
        let native = place.dir.join("native").into_os_string();
        let words = [("MASER_NATIVE", native), ("MASER_NATIVE_MODE", mode.into())];
        environment.iter().cloned().chain(words).collect()
    };
    if options.maser {
        let (name, erl) = (options.label.clone(), erl.clone());
        sides.push(Side { name, column: 1, erl, environment: mode("auto"), common_test });
    }
    if options.native {
        let name = "native".to_string();
        sides.push(Side { name, column: 2, erl, environment: mode("all"), common_test });
    }
    Ok(sides)
}

/// The suites and cases that the options name, compiled.
fn targets(options: &Options, otp: &Otp, place: &Place) -> Result<Vec<Target>> {
    let mut targets = Vec::new();
    for name in &options.targets {
        let app = name.split(['/', ':']).next().unwrap_or(name);
        place.build_suites(otp, app)?;
        let suites = place.expand(name)?.into_iter();
        targets.extend(suites.filter(|t| options.times.as_ref().is_none_or(|o| o.has(&t.path()))));
        if options.native {
            place.compile(otp, app)?;
        }
    }
    Ok(targets)
}

/// A suite's line of the table, whose numbers are added to the totals.
fn line(path: &str, sides: &[Side], results: &[Results], totals: &mut Totals) -> String {
    let names: BTreeSet<&String> = results.iter().flat_map(BTreeMap::keys).collect();
    let mut line = format!("{path:<34} {:>6} ", names.len());
    for (side, results) in sides.iter().zip(results) {
        for kind in KINDS {
            let count = results.values().filter(|o| o.kind == kind).count();
            line.push_str(&format!(" {count:>6}"));
            *totals.entry((side.name.clone(), kind)).or_insert(0) += count;
        }
        line.push_str("  ");
    }
    line
}

/// Prints lines below a title, if there are any.
fn list(title: &str, lines: &[String]) {
    if !lines.is_empty() {
        println!("\n{title}");
    }
    lines.iter().for_each(|line| println!("{line}"));
}

const KINDS: [&str; 5] = ["ok", "failed", "skipped", "crash", "hang"];

fn heads(sides: &[Side]) -> String {
    let head = |side: &Side| {
        let kinds: Vec<String> =
            KINDS.iter().map(|k| format!("{:>6}", &k[..k.len().min(6)])).collect();
        format!("{} ({})", kinds.join(" "), side.name)
    };
    sides.iter().map(head).collect::<Vec<_>>().join("  ")
}

/// The cases that are ok on the first side and not on another; what fails on a single side.
fn differences(target: &Target, sides: &[Side], results: &[Results]) -> Vec<String> {
    let Some((first, others)) = results.split_first().filter(|(_, others)| !others.is_empty())
    else {
        let failed =
            results.iter().flatten().filter(|(_, o)| o.kind != "ok" && o.kind != "skipped");
        return failed
            .map(|(n, o)| format!("{}:{n}\t{}\t{}", target.suite, o.kind, o.why))
            .collect();
    };
    let absent = Outcome::new("not run", String::new());
    let mut bad = Vec::new();
    for name in first.iter().filter(|(_, o)| o.kind == "ok").map(|(name, _)| name) {
        for (side, results) in sides[1..].iter().zip(others) {
            let Outcome { kind, why, .. } = results.get(name).unwrap_or(&absent);
            if kind != "ok" {
                bad.push(format!("{}: {}:{name}\t{kind}\t{why}", side.name, target.suite));
            }
        }
    }
    bad
}

/// Maser's name in the record unless a run has a name of its own.
const USUAL: &str = "maser";

fn parse(args: &[String]) -> Result<Options> {
    let mut options = Options {
        targets: Vec::new(),
        stock: true,
        maser: true,
        native: false,
        record: false,
        record_times: false,
        case_limit_s: CASE_LIMIT_S,
        suite_limit_s: 1800,
        label: USUAL.to_string(),
        common_test: false,
        times: None,
    };
    let mut slower = 1;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("conformance: {word} needs a value"));
        match word.as_str() {
            "--emu" => match value()?.as_str() {
                "stock" => options.maser = false,
                "maser" => options.stock = false,
                "native" => (options.stock, options.maser, options.native) = (false, false, true),
                "both" => {}
                other => return Err(format!("conformance: --emu {other}?")),
            },
            "--native" => options.native = true,
            "--ct" => options.common_test = true,
            "--record" => options.record = true,
            "--times" => options.record_times = true,
            "--label" => options.label = value()?.clone(),
            "--fast-half" => options.times = Some(Times::read()?),
            "--slower" => {
                slower = value()?.parse().map_err(|_| "conformance: --slower needs a number")?;
            }
            "--case-limit" | "--suite-limit" => {
                let seconds =
                    value()?.parse().map_err(|_| format!("conformance: {word} needs seconds"))?;
                let limit = if word == "--case-limit" {
                    &mut options.case_limit_s
                } else {
                    &mut options.suite_limit_s
                };
                *limit = seconds;
            }
            _ if word.starts_with('-') => return Err(format!("conformance: what is {word}?")),
            _ => options.targets.push(word.clone()),
        }
    }
    if options.targets.is_empty() {
        return Err("conformance: which application or suite?".into());
    }
    if options.record && options.label != USUAL {
        return Err("conformance: only what the usual build gives is recorded".into());
    }
    options.case_limit_s *= slower;
    options.suite_limit_s *= slower;
    Ok(options)
}

/// The directory of all that a run needs.
struct Place {
    dir: PathBuf,
    /// Root gives its rights away: some suites write into the installed OTP when they can.
    as_nobody: bool,
}

impl Place {
    fn new(otp: &Otp) -> Result<Place> {
        let as_nobody = fs::metadata("/proc/self").is_ok_and(|m| m.uid() == 0);
        // Root's own cache is closed to others. A user who works on the runner has a place of its
        // own.
        let base = match std::env::var_os("MASER_CONFORMANCE") {
            Some(dir) => PathBuf::from(dir),
            None if as_nobody => PathBuf::from("/var/tmp/maser"),
            None => shadow::cache_dir()?,
        };
        let base = std::path::absolute(&base).map_err(|e| format!("{}: {e}", base.display()))?;
        // Root runs programs from this place, so nobody else may have prepared it.
        let base = Dir::open(&base, Make::Yes).map_err(|why| format!("conformance: {why}"))?;
        if as_nobody {
            fs::set_permissions(base.path(), fs::Permissions::from_mode(0o755))
                .map_err(|e| format!("{}: {e}", base.path().display()))?;
        }
        let dir = base.path().join(format!("conformance-{}", otp.version));
        fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        Ok(Place { dir, as_nobody })
    }

    /// Maser beside the suites, where whoever runs them can read it: its erl and the environment.
    fn maser(&self, otp: &Otp, label: &str) -> Result<(PathBuf, Vec<(&'static str, OsString)>)> {
        let file = emulator::locate()?;
        // Builds that run at the same time are not in each other's way.
        let dir =
            if label == USUAL { self.dir.clone() } else { self.dir.join("builds").join(label) };
        fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        let copied = |name: &str| {
            let fresh = dir.join(format!("{name}.{}", std::process::id()));
            let copy = dir.join(name);
            fs::copy(file.with_file_name(name), &fresh)
                .and_then(|_| fs::rename(&fresh, &copy))
                .map_err(|e| format!("{}: {e}", copy.display()))
        };
        copied(maser::emulator::NAME)?;
        // Nodes start each other by it.
        copied("maser")?;
        // Maser's own modules lie beside it: tracers that are modules want one of them.
        let library = file.with_file_name("lib");
        if library.is_dir() {
            finished(Command::new("cp").arg("-rT").arg(&library).arg(dir.join("lib")))?;
        }
        let place = Dir::open(&dir, Make::No).map_err(|why| format!("conformance: {why}"))?;
        let emulator = place.path().join(maser::emulator::NAME);
        let shadow = shadow::prepare_in(&place, otp, &emulator, Readers::All)
            .map_err(|why| format!("conformance: {why}"))?;
        Ok((shadow.commands().join("erl"), exec::environment(&shadow)))
    }

    /// Native code for what an application's suites run: OTP's lowest applications and the
    /// suites themselves. Code that is there already is not made again.
    fn compile(&self, otp: &Otp, app: &str) -> Result<()> {
        let launcher = emulator::locate()?.with_file_name("maser");
        println!("compiling to native code what the suites of {app} run");
        let library = otp.root.join("lib");
        let mut command = Command::new(&launcher);
        let native = self.dir.join("native");
        // A cache is one user's: root's while it is made, then of who runs the suites.
        self.give(&native, "0:0");
        command.env("MASER_NATIVE", &native).args(["native", "build"]);
        for entry in fs::read_dir(&library).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if ["erts-", "kernel-", "stdlib-", "compiler-"].iter().any(|a| name.starts_with(a)) {
                command.arg(entry.path().join("ebin"));
            }
        }
        // A module that the compiler refuses stays in the base tier, and the suites say so.
        let _ = command.arg(self.tests(app)).arg(self.ebin()).status();
        self.give(&native, "65534:65534");
        Ok(())
    }

    fn ebin(&self) -> PathBuf {
        self.dir.join("ebin")
    }

    fn tests(&self, app: &str) -> PathBuf {
        let tests = self.dir.join("tests");
        if BESIDE.contains(&app) { tests.join(format!("{app}_test")) } else { tests.join(app) }
    }

    /// The stock tools, with nothing of the outside in their way.
    fn stock(&self, otp: &Otp, tool: &str) -> Command {
        let mut command = Command::new(otp.command(tool));
        command.env("ERLC_EMULATOR", otp.command("erl")).stdin(Stdio::null());
        command
    }

    fn build_harness(&self, otp: &Otp) -> Result<()> {
        let ebin = self.ebin();
        fs::create_dir_all(&ebin).map_err(|e| format!("{}: {e}", ebin.display()))?;
        let mut sources = Vec::new();
        files(&root().join("conformance"), "erl", &mut sources);
        // Others that run at the same time find each module whole.
        let fresh = self.dir.join(format!("ebin.{}", std::process::id()));
        fs::create_dir_all(&fresh).map_err(|e| format!("{}: {e}", fresh.display()))?;
        let mut erlc = self.stock(otp, "erlc");
        finished(erlc.arg("-W0").arg("-o").arg(&fresh).args(sources))?;
        let mut modules = Vec::new();
        files(&fresh, "beam", &mut modules);
        for module in modules {
            let place = ebin.join(module.file_name().unwrap_or_default());
            fs::rename(&module, &place).map_err(|e| format!("{}: {e}", place.display()))?;
        }
        fs::remove_dir(&fresh).map_err(|e| format!("{}: {e}", fresh.display()))
    }

    /// Compiles an application's suites, once.
    fn build_suites(&self, otp: &Otp, app: &str) -> Result<()> {
        let tests = self.tests(app);
        let stamp = tests.join(".built");
        if !stamp.exists() {
            self.build_suites_anew(otp, app, &tests, &stamp)?;
        }
        self.build_programs(otp, app);
        // In the path of code the directory may take the place of the application of its name,
        // whose header files and libraries are then looked for there.
        let ebin = otp.code_of(app).into_iter().next();
        let Some(own) = ebin.as_ref().and_then(|ebin| ebin.parent()) else { return Ok(()) };
        for name in ["include", "priv"] {
            let (dir, place) = (own.join(name), tests.join(name));
            if dir.is_dir() && !place.exists() {
                std::os::unix::fs::symlink(dir, &place)
                    .map_err(|e| format!("{}: {e}", place.display()))?;
            }
        }
        Ok(())
    }

    fn build_suites_anew(&self, otp: &Otp, app: &str, tests: &Path, stamp: &Path) -> Result<()> {
        let source = self.source(otp)?;
        let from = match app {
            "emulator" => source.join("erts/emulator/test"),
            "system" => source.join("erts/test"),
            _ => source.join("lib").join(app).join("test"),
        };
        if !from.is_dir() {
            return Err(format!("OTP has no test suites of {app}"));
        }
        println!("compiling the suites of {app}");
        let _ = fs::remove_dir_all(tests);
        fs::create_dir_all(tests.parent().unwrap_or(tests)).map_err(|e| e.to_string())?;
        finished(Command::new("cp").arg("-r").arg(&from).arg(tests))?;
        for (wanted, file) in EXTRA_FILES.iter().filter(|(a, _)| *a == app) {
            let _ = fs::copy(source.join(file), self.tests(wanted).join(base(file)));
        }
        for (suite, kind) in VARIANTS.iter().filter(|_| app == "emulator") {
            let (plain, own) = (format!("{suite}_SUITE"), format!("{suite}_{kind}_SUITE"));
            let file = tests.join(format!("{plain}.erl"));
            let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let text = text.replacen(&format!("-module({plain})"), &format!("-module({own})"), 1);
            let file = tests.join(format!("{own}.erl"));
            fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        if app == "compiler" {
            // Its suites compile themselves with the compiler's sources, which need not be
            // installed. The directory of the suites has that application's name, so that they
            // are looked for there.
            let place = tests.join("src");
            std::os::unix::fs::symlink(source.join("lib/compiler/src"), &place)
                .map_err(|e| format!("{}: {e}", place.display()))?;
        }
        let mut erl = self.stock(otp, "erl");
        erl.args(["-noshell", "-pa"]).arg(self.ebin());
        erl.args(["-run", "conformance", "build"]).arg(tests).arg(source.join("lib"));
        // Header files of an application for its own modules are not installed with it.
        erl.arg(source.join("lib").join(app).join("src"));
        // Header files that were made when OTP was built lie in the installed application only.
        for ebin in otp.code_of("public_key") {
            erl.arg(ebin.with_file_name("include"));
        }
        finished(&mut erl)?;
        fs::write(stamp, "").map_err(|e| e.to_string())
    }

    /// The suites that a word of the command line names.
    fn expand(&self, name: &str) -> Result<Vec<Target>> {
        let (path, case) = name.split_once(':').unwrap_or((name, "all"));
        let (app, suite) = path.split_once('/').unwrap_or((path, ""));
        let mut beams = Vec::new();
        files(&self.tests(app), "beam", &mut beams);
        let wanted = if suite.is_empty() || suite.ends_with("_SUITE") {
            suite.to_string()
        } else {
            format!("{suite}_SUITE")
        };
        let suites: Vec<Target> = beams
            .iter()
            .filter(|beam| beam.parent() == Some(&self.tests(app)))
            .filter_map(|beam| Some(beam.file_stem()?.to_string_lossy().into_owned()))
            .filter(|stem| stem.ends_with("_SUITE") && (wanted.is_empty() || *stem == wanted))
            .map(|suite| Target { app: app.into(), suite, case: case.into() })
            .collect();
        if suites.is_empty() {
            return Err(format!("no suite {name} (or it does not compile)"));
        }
        Ok(suites)
    }

    /// Makes a directory somebody's, if root does this for others.
    fn give(&self, directory: &Path, owner: &str) {
        if self.as_nobody && directory.is_dir() {
            let _ = Command::new("chown").args(["-Rh", owner]).arg(directory).status();
        }
    }

    /// Lets the user that runs the suites write where they are.
    fn give_away(&self) {
        self.give(&self.dir.join("tests"), "65534:65534");
        self.give(&self.labs(), "65534:65534");
    }

    /// The directory of a suite's run. Applications have suites of the same name, which may run at
    /// the same time.
    fn work(&self, side: &Side, target: &Target) -> PathBuf {
        self.dir.join("runs").join(&side.name).join(&target.app).join(&target.suite)
    }

    /// Runs one suite, continuing after the cases that bring the emulator down, without those
    /// that are to be passed over.
    fn suite(
        &self,
        side: &Side,
        target: &Target,
        options: &Options,
        passed_over: &[String],
    ) -> Result<Results> {
        let work = self.work(side, target);
        let _ = fs::remove_dir_all(&work);
        make_home(&work)?;
        let (lines, done) = (work.join("results"), work.join("done"));
        let mut results = Results::new();
        let end = Instant::now() + Duration::from_secs(options.suite_limit_s);
        for attempt in 0..ATTEMPTS {
            let names: Vec<&str> = results.keys().chain(passed_over).map(String::as_str).collect();
            fs::write(&done, names.join("\n")).map_err(|e| e.to_string())?;
            fs::write(&lines, "").map_err(|e| e.to_string())?;
            if self.as_nobody {
                let _ = Command::new("chown").args(["-R", "65534:65534"]).arg(&work).status();
            }
            let log = work.join(format!("log.{attempt}"));
            let mut child = self.start(side, target, &work, &log, options.case_limit_s, None)?;
            // Some cases may take five minutes, because they ask for it.
            let patience = Duration::from_secs((options.case_limit_s * 2).max(300) + 20);
            let hung = watch(&mut child, &lines, patience, end);
            end_group(child.id());
            let _ = child.wait();
            let (finished, current) = collect(&lines, &mut results);
            if finished {
                break;
            }
            if Instant::now() >= end {
                println!("{}: no more cases after {} s", target.suite, options.suite_limit_s);
                break;
            }
            let why = last_words(&log);
            let kind = if hung { "hang" } else { "crash" };
            let culprit = current.unwrap_or_else(|| "(suite)".to_string());
            let stuck = culprit == "(suite)";
            results.insert(culprit, Outcome::new(kind, why));
            if stuck || target.case != "all" {
                break;
            }
        }
        Ok(results)
    }

    /// The side's emulator with the harness, and nothing of the outside in its way.
    fn erl(&self, side: &Side) -> Command {
        let mut command = if self.as_nobody {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&side.erl);
            command
        } else {
            Command::new(&side.erl)
        };
        // The harness has modules in place of common test's own.
        let path = if side.common_test { "-pz" } else { "-pa" };
        command
            .args(["-noshell", path])
            .arg(self.ebin())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .envs(side.environment.iter().map(|(k, v)| (*k, v)))
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm")
            .env("TZ", "Europe/Stockholm")
            // Clients of ssh log in under the name of who started them.
            .env("LOGNAME", "conformance");
        command
    }

    /// Whether this machine lets a node have a name. Cases that want other nodes fail where it does
    /// not.
    fn can_be_named(&self, side: &Side) -> bool {
        static CAN: OnceLock<bool> = OnceLock::new();
        *CAN.get_or_init(|| {
            let mut command = self.erl(side);
            command.args(["-noinput", "-setcookie", COOKIE, "-sname", "probe"]);
            command.args(["-eval", "halt()."]).env("HOME", "/tmp").current_dir("/tmp");
            let named = finished(&mut command);
            if let Err(why) = &named {
                eprintln!("conformance: no node can be named here: {why}");
            }
            named.is_ok()
        })
    }

    fn start(
        &self,
        side: &Side,
        target: &Target,
        work: &Path,
        log: &Path,
        case_limit_s: u64,
        again_for: Option<u64>,
    ) -> Result<Child> {
        static NODES: AtomicU32 = AtomicU32::new(0);
        let node = NODES.fetch_add(1, Ordering::Relaxed);
        let name = format!("conformance-{}-{node}", std::process::id());
        let mut command = self.erl(side);
        if self.can_be_named(side) {
            command.args(["-setcookie", COOKIE, "-sname"]).arg(name);
        }
        command.args(["-enable-feature", "maybe_expr", "-run"]);
        match again_for {
            Some(seconds) => command.args(["hour", "suite"]).arg(seconds.to_string()),
            None if side.common_test => command.args(["conformance_ct", "main"]),
            None => command.args(["conformance", "main"]),
        };
        command.arg(&target.suite);
        command.arg(self.tests(&target.app)).arg(work).arg(work.join("results"));
        command.arg(work.join("done")).arg(&target.case);
        command.env("CONFORMANCE_CASE_MS", (case_limit_s * 1000).to_string());
        spawn(command.current_dir(self.tests(&target.app)), work, log)
    }
}

/// The home of a run's nodes, with their cookie: some are started without having it told.
fn make_home(work: &Path) -> Result<()> {
    let home = work.join("home");
    let cookie = home.join(".erlang.cookie");
    fs::create_dir_all(&home)
        .and_then(|()| fs::write(&cookie, COOKIE))
        .and_then(|()| fs::set_permissions(&cookie, fs::Permissions::from_mode(0o400)))
        .map_err(|e| format!("{}: {e}", home.display()))
}

/// Starts an emulator of its own group, with its home and its crash dump in its work directory.
fn spawn(command: &mut Command, work: &Path, log: &Path) -> Result<Child> {
    let file = fs::File::create(log).map_err(|e| format!("{}: {e}", log.display()))?;
    let errors = file.try_clone().map_err(|e| e.to_string())?;
    command
        .env("HOME", work.join("home"))
        .env("ERL_CRASH_DUMP", work.join("erl_crash.dump"))
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(errors)
        .process_group(0);
    let started = command.spawn();
    started.map_err(|e| format!("{}: {e}", command.get_program().display()))
}

/// Files of other places that some suites read.
const EXTRA_FILES: &[(&str, &str)] = &[
    ("emulator", "lib/kernel/examples/gen_tcp_dist/src/gen_tcp_dist.erl"),
    ("kernel", "lib/kernel/examples/gen_tcp_dist/src/gen_tcp_dist.erl"),
    ("kernel", "lib/stdlib/test/error_info_lib.erl"),
    ("stdlib", "erts/emulator/test/erts_test_utils.erl"),
    ("stdlib", "lib/kernel/test/rtnode.erl"),
    ("stdlib", "lib/sasl/test/otp_vsns.erl"),
];

/// Suites of the emulator that are also run under another name, as OTP does: compiled without what
/// makes code better, or as a module that asks for native code.
const VARIANTS: &[(&str, &str)] = &[
    ("bs_bincomp", "no_opt"),
    ("bs_bit_binaries", "no_opt"),
    ("bs_construct", "no_opt"),
    ("bs_match_bin", "no_opt"),
    ("bs_match_int", "no_opt"),
    ("bs_match_misc", "no_opt"),
    ("bs_match_tail", "no_opt"),
    ("bs_utf", "no_opt"),
    ("guard", "no_opt"),
    ("hibernate", "native"),
    ("map", "no_opt"),
];

fn base(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// Waits for the end of the run, at most until `end`, as long as the results grow; says whether
/// they stopped growing.
fn watch(child: &mut Child, lines: &Path, patience: Duration, end: Instant) -> bool {
    let (mut size, mut since) = (0, Instant::now());
    loop {
        if let Ok(Some(_)) = child.try_wait() {
            return false;
        }
        let now = fs::metadata(lines).map(|m| m.len()).unwrap_or(0);
        if now != size {
            (size, since) = (now, Instant::now());
        }
        if since.elapsed() > patience || Instant::now() >= end {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Takes over the lines of one run; whether it finished, and which case was under way.
fn collect(lines: &Path, results: &mut Results) -> (bool, Option<String>) {
    let text =
        fs::read(lines).map(|b| String::from_utf8_lossy(&b).into_owned()).unwrap_or_default();
    let (mut finished, mut current) = (false, None);
    for line in text.lines() {
        let fields: Vec<&str> = line.splitn(5, '\t').collect();
        match fields[..] {
            ["begin", name] => current = Some(name.to_string()),
            ["end", name, kind, ms, why] => {
                current = None;
                let outcome =
                    Outcome { ms: ms.parse().ok(), ..Outcome::new(kind, why.to_string()) };
                results.insert(name.to_string(), outcome);
            }
            ["suite", "finished"] => finished = true,
            ["suite", "failed", ..] => {
                finished = true;
                let why = fields[2..].join(" ");
                results.insert("(suite)".to_string(), Outcome::new("failed", why));
            }
            _ => {}
        }
    }
    (finished, current)
}

fn last_words(log: &Path) -> String {
    let text = fs::read(log).map(|b| String::from_utf8_lossy(&b).into_owned()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    let tail = lines[lines.len().saturating_sub(2)..].join(" | ");
    tail.chars().take(300).collect()
}

/// Ends what is left of a process group that this program has made.
fn end_group(leader: u32) {
    let group = format!("-{leader}");
    let mut kill = Command::new("kill");
    let _ = kill.args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
}

/// Runs a command to its end; what it said, if it failed.
fn finished(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let out = command.output().map_err(|e| format!("{program}: {e}"))?;
    if out.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).trim().to_string();
    Err(format!("{program}: {}: {said}", out.status))
}

/// All files with this ending below `dir`, in order.
pub(crate) fn files(dir: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_of_the_same_name_run_in_different_directories() {
        let place = Place { dir: PathBuf::from("/conformance"), as_nobody: false };
        let (name, erl, environment) = ("maser".to_string(), PathBuf::new(), Vec::new());
        let side = Side { name, column: 1, erl, environment, common_test: false };
        let work = |app: &str| {
            let (suite, case) = ("map_SUITE".to_string(), "all".to_string());
            place.work(&side, &Target { app: app.to_string(), suite, case })
        };
        assert_ne!(work("compiler"), work("emulator"));
        assert!(work("compiler").ends_with("maser/compiler/map_SUITE"));
    }
}
