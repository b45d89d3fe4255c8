//! Compiles a lab's programs and runs its cases, reading times and memory while they run.

use super::progress::Part;
use super::spec::{Asn1, Case, Group, Lab, SOURCES};
use super::{Emulator, Options};
use crate::Result;
use crate::otp::{self, Otp};
use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No case takes longer on any emulator worth measuring, beyond the time that it is given.
const CASE_LIMIT: Duration = Duration::from_secs(900);

/// So often it is looked what functions run, in milliseconds.
pub(crate) const SAMPLED_MS: &str = "2";

/// One case on all emulators.
pub(crate) struct Results {
    pub group: String,
    pub case: String,
    pub size: u64,
    /// Whether its time is not a measurement.
    pub check: bool,
    pub sides: Vec<Side>,
}

impl Results {
    fn new(group: &Group, case: &Case, options: &Options, sides: usize) -> Results {
        Results {
            group: group.label.clone(),
            case: case.name.to_string(),
            size: options.sized(case.size, case.quick),
            check: case.check,
            sides: vec![Side::default(); sides],
        }
    }

    pub(crate) fn right(&self) -> bool {
        self.sides.iter().all(|s| s.failure.is_none() && !s.micros.is_empty())
    }
}

/// One case on one emulator.
#[derive(Default, Clone)]
pub(crate) struct Side {
    pub micros: Vec<u64>,
    /// The most resident memory seen while it ran, in bytes, and the memory at its marks.
    pub peak: u64,
    pub marks: Vec<(String, u64)>,
    /// Remarks about the case that the program itself has made.
    pub notes: Vec<String>,
    pub failure: Option<String>,
    /// Stacks that were seen running, and how often, if that was looked for.
    pub stacks: Vec<(String, u64)>,
}

/// Makes the native code that is to be used, if any is: of the labs' programs and, if there is time
/// for it, of applications.
pub(super) fn make_native(
    otp: &Otp,
    applications: &[&str],
    options: &Options,
    dir: &Path,
) -> Result<()> {
    if !options.native {
        return Ok(());
    }
    let mut what = vec![dir.to_path_buf()];
    if !options.budgeted() {
        what.extend(applications.iter().flat_map(|name| otp.code_of(name)));
    }
    crate::native::compile(&what).map(|_| ())
}

/// Runs the wanted cases of `lab`, the emulators taking turns, in a directory with the programs.
pub(crate) fn lab(
    otp: &Otp,
    lab: &Lab,
    emulators: &[Emulator],
    options: &Options,
    dir: &Path,
) -> Result<Vec<Results>> {
    if !lab.makes_native {
        make_native(otp, lab.applications, options, dir)?;
    }
    compile_others(otp, dir, lab)?;
    let wanted_of =
        |group: &'_ Group| group.cases.iter().filter(|c| options.wants(group, c)).count();
    let mut to_come: usize = lab.groups.iter().map(wanted_of).sum();
    let mut all = Vec::new();
    for (at, group) in lab.groups.iter().enumerate() {
        let wanted: Vec<&Case> = group.cases.iter().filter(|c| options.wants(group, c)).collect();
        let rounds = options.rounds(to_come as f64 / wanted.len() as f64);
        to_come -= wanted.len();
        let mut results: Vec<Results> =
            wanted.iter().map(|case| Results::new(group, case, options, emulators.len())).collect();
        for round in
            (0..options.runs).take_while(|&done| !wanted.is_empty() && rounds.another(done))
        {
            for (nth, emulator) in emulators.iter().enumerate() {
                let turns = round * emulators.len() + nth;
                let part = turns as f64 / (options.runs * emulators.len()) as f64;
                let progress = options.progress(
                    (at as f64 + part) / lab.groups.len() as f64,
                    format!(
                        "{} {} {}/{} {}",
                        lab.name,
                        group.label,
                        round + 1,
                        options.runs,
                        emulator.name
                    ),
                );
                let todo: VecDeque<usize> =
                    (0..wanted.len()).filter(|i| round < wanted[*i].runs_max).collect();
                let runner = Runner { dir, lab, group, emulator, options, progress, sample: false };
                runner.cases(todo, nth, &mut results)?;
            }
        }
        all.append(&mut results);
    }
    Ok(all)
}

/// Runs each case once more on one emulator and looks what functions run: the stacks, outermost
/// function first with the case before it, and how often each was seen.
pub(crate) fn stacks(
    lab: &Lab,
    emulator: &Emulator,
    options: &Options,
    dir: &Path,
) -> Result<Vec<(String, u64)>> {
    let mut seen = Vec::new();
    let mut all = Vec::new();
    for group in &lab.groups {
        let new = |c: &&Case| !seen.contains(&c.name) && c.runs_max > 1 && options.wants(group, c);
        let mut cases: Vec<&Case> = group.cases.iter().filter(new).collect();
        cases.dedup_by_key(|c| c.name);
        seen.extend(cases.iter().map(|c| c.name));
        let mut results: Vec<Results> =
            cases.iter().map(|case| Results::new(group, case, options, 1)).collect();
        let progress = options.progress(1.0, format!("{} {} stacks", lab.name, group.label));
        let runner = Runner { dir, lab, group, emulator, options, progress, sample: true };
        runner.cases((0..cases.len()).collect(), 0, &mut results)?;
        for result in results {
            let stacks = result.sides.into_iter().flat_map(|side| side.stacks);
            all.extend(stacks.map(|(stack, count)| (format!("{};{stack}", result.case), count)));
        }
    }
    Ok(all)
}

impl Options {
    pub(crate) fn wants(&self, group: &Group, case: &Case) -> bool {
        // As in the table, and without its colon.
        let names = [
            format!("{}: {} {}", group.label, case.name, case.size),
            format!("{} {} {}", group.label, case.name, case.size),
        ];
        let wanted = |only: &String| names.iter().any(|name| name.contains(only.as_str()));
        self.only.is_empty() || self.only.iter().any(wanted)
    }
}

/// Whether a program is on the path.
pub(super) fn found(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| otp::is_executable(&dir.join(program)))
}

/// A temporary directory, removed at the end.
pub(crate) fn scratch() -> Result<trust::Scratch> {
    trust::Scratch::new("lab").map_err(|e| format!("no temporary directory: {e}"))
}

/// Writes the programs out and compiles them with the stock compiler.
pub(crate) fn compile(otp: &Otp, dir: &Path) -> Result<()> {
    let erlc = |files: &[String]| {
        let mut erlc = Command::new(otp.command("erlc"));
        erlc.args(files).env("ERLC_EMULATOR", otp.command("erl"));
        done(erlc.current_dir(dir), "erlc")
    };
    let mut sources = Vec::new();
    for (name, text) in SOURCES {
        fs::write(dir.join(name), text).map_err(|e| format!("{name}: {e}"))?;
        if let Some(module) = name.strip_suffix(".xrl") {
            erlc(&[name.to_string()])?;
            sources.push(format!("{module}.erl"));
        } else if name.ends_with(".erl") {
            sources.push(name.to_string());
        }
    }
    erlc(&sources)
}

/// Compiles what a lab needs besides programs in Erlang.
pub(super) fn compile_others(otp: &Otp, dir: &Path, lab: &Lab) -> Result<()> {
    lab.libraries.iter().try_for_each(|library| compile_library(otp, dir, library))?;
    lab.c.iter().try_for_each(|program| compile_c(otp, dir, program))?;
    lab.asn1.iter().try_for_each(|asn1| compile_asn1(otp, dir, asn1))
}

/// Compiles a program in C, with OTP's library for external terms.
fn compile_c(otp: &Otp, dir: &Path, program: &str) -> Result<()> {
    let (include, library) = (otp.root.join("usr/include"), otp.root.join("usr/lib"));
    if !include.join("ei.h").exists() {
        return Err(format!("{} is missing: install erlang-dev", include.join("ei.h").display()));
    }
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-o", program, &format!("{program}.c"), "-I"]).arg(include);
    cc.arg("-L").arg(library).args(["-lei", "-lpthread"]);
    done(cc.current_dir(dir), "cc (package gcc)")
}

/// Makes the two sides of a lab in ASN.1: modules by OTP's compiler, a program by `asn1c`.
fn compile_asn1(otp: &Otp, dir: &Path, asn1: &Asn1) -> Result<()> {
    for (file, rules) in asn1.modules {
        let mut erlc = Command::new(otp.command("erlc"));
        erlc.arg(format!("-b{rules}")).arg(file).env("ERLC_EMULATOR", otp.command("erl"));
        done(erlc.current_dir(dir), "erlc")?;
    }
    // It writes files of many names.
    let made = dir.join("asn1c");
    fs::create_dir_all(&made).map_err(|e| format!("{}: {e}", made.display()))?;
    let mut asn1c = Command::new("asn1c");
    asn1c.args(["-fcompound-names", "-gen-PER"]).arg(Path::new("..").join(asn1.types));
    done(asn1c.current_dir(&made), "asn1c (package asn1c)")?;
    let mut sources = vec![dir.join(format!("{}.c", asn1.program))];
    for entry in fs::read_dir(&made).into_iter().flatten().flatten() {
        // An example of a program.
        let is_source = entry.path().extension().is_some_and(|e| e == "c");
        if is_source && entry.file_name() != "converter-sample.c" {
            sources.push(entry.path());
        }
    }
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-w", "-I"]).arg(&made).args(["-o", asn1.program]).args(sources);
    done(cc.current_dir(dir), "cc (package gcc)")
}

/// Compiles a library with NIFs.
fn compile_library(otp: &Otp, dir: &Path, name: &str) -> Result<()> {
    let include = otp.root.join("usr/include");
    if !include.join("erl_nif.h").exists() {
        return Err(format!(
            "{} is missing: install erlang-dev",
            include.join("erl_nif.h").display()
        ));
    }
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-fPIC", "-shared", "-o", &format!("{name}.so"), &format!("{name}.c"), "-I"]);
    done(cc.arg(include).current_dir(dir), "cc (package gcc)")
}

/// Runs a command to its end; what it says is the error if it fails.
pub(super) fn done(command: &mut Command, what: &str) -> Result<()> {
    let out = command.output().map_err(|e| format!("{what}: {e}"))?;
    if !out.status.success() {
        let text = [out.stdout, out.stderr].concat();
        return Err(format!("{what}: {}", String::from_utf8_lossy(&text)));
    }
    Ok(())
}

/// The environment in which one emulator runs some cases.
struct Runner<'a> {
    dir: &'a Path,
    lab: &'a Lab,
    group: &'a Group,
    emulator: &'a Emulator,
    options: &'a Options,
    progress: Part,
    /// Whether it is looked what functions run; times are not measured then.
    sample: bool,
}

impl Runner<'_> {
    /// Runs cases until none is left; one that brings the emulator down is passed over.
    fn cases(&self, mut todo: VecDeque<usize>, side: usize, results: &mut [Results]) -> Result<()> {
        while !todo.is_empty() {
            let why = self.session(&mut todo, side, results)?;
            if let Some(culprit) = todo.pop_front() {
                results[culprit].sides[side].failure = Some(why);
            }
        }
        Ok(())
    }

    /// One emulator's life; says how it ended.
    fn session(
        &self,
        todo: &mut VecDeque<usize>,
        side: usize,
        results: &mut [Results],
    ) -> Result<String> {
        let mut child = self.command(todo, results).spawn().map_err(|e| {
            let program = self.group.prefix.first().map_or("erl", String::as_str);
            format!("cannot start {program}: {e}")
        })?;
        let given = todo.iter().map(|i| results[*i].size).max().filter(|_| self.lab.timed);
        let limit = CASE_LIMIT + Duration::from_secs(given.unwrap_or(0));
        let watch = Watch::new(child.id(), limit);
        let stdout = child.stdout.take().map(BufReader::new);
        let mut last = String::new();
        std::thread::scope(|scope| {
            scope.spawn(|| watch.follow());
            for line in stdout.into_iter().flat_map(BufRead::lines).map_while(|l| l.ok()) {
                let Some(event) = line.strip_prefix("maser-lab ") else {
                    last = line;
                    continue;
                };
                let Some(&current) = todo.front() else { break };
                if self.event(event, &mut results[current].sides[side], &watch) {
                    todo.pop_front();
                }
            }
            watch.stop();
        });
        let status = reaped(&mut child);
        Ok(if watch.timed_out() {
            format!("no result in {} s", limit.as_secs())
        } else {
            format!("the emulator ended ({status}) {last}").trim_end().to_string()
        })
    }

    /// Takes a line of the running program for the current case; whether the case ends with it.
    fn event(&self, event: &str, result: &mut Side, watch: &Watch) -> bool {
        let words: Vec<&str> = event.splitn(3, ' ').collect();
        let (name, rest) = (words.get(1).copied(), words.get(2).copied());
        match words[0] {
            "begin" => {
                self.progress.show(name.unwrap_or_default());
                watch.begin();
            }
            "mark" => {
                let label = name.unwrap_or_default().to_string();
                result.marks.push((label, watch.resident()));
            }
            "note" => {
                let text = [name, rest].map(|w| w.unwrap_or_default()).join(" ");
                result.notes.push(text.trim_end().to_string());
            }
            "stack" => {
                if let (Some(Ok(count)), Some(stack)) = (name.map(str::parse), rest) {
                    result.stacks.push((stack.to_string(), count));
                }
            }
            "time" => {
                let mut times = rest.unwrap_or_default().split(' ').map(str::parse);
                let mut next = || times.next().and_then(std::result::Result::ok);
                let (clock, cpu) = (next().unwrap_or(0), next());
                // Programs in C do not say what they have used.
                let cpu = cpu.unwrap_or_else(|| watch.cpu_micros());
                let micros = if self.options.cpu { cpu } else { clock };
                result.micros.push(micros);
                result.peak = result.peak.max(watch.peak());
                return true;
            }
            _ => {
                result.failure = Some(event.to_string());
                return true;
            }
        }
        false
    }

    fn command(&self, todo: &VecDeque<usize>, results: &[Results]) -> Command {
        let mut words: Vec<&std::ffi::OsStr> =
            self.group.prefix.iter().map(|w| w.as_ref()).collect();
        // An `erl` is found by its whole path, a program of the lab in the lab's directory.
        let program = self.dir.join(&self.emulator.erl);
        words.push(program.as_os_str());
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(&self.group.flags);
        if !self.emulator.is_program {
            command.args(["-noshell", "-pa"]).arg(self.dir);
            if self.sample {
                command.args(["-sample", SAMPLED_MS]);
            }
            command.args(["-run", "maser_lab", "main", self.lab.module]);
        }
        command.args(todo.iter().map(|i| format!("{}:{}", results[*i].case, results[*i].size)));
        without_own_flags(&mut command);
        command.env("ERL_CRASH_DUMP", "/dev/null");
        // A lab may start nodes of both sides.
        command.env("LAB_SELF", &program);
        if let Ok(otp) = crate::otp::locate() {
            command.env("LAB_STOCK", otp.command("erl"));
        }
        if self.lab.cold {
            // Of an emulator before this one nothing is left.
            let images = self.dir.join("images");
            let _ = fs::remove_dir_all(&images);
            command.env(native_abi::cache::VARIABLE, images);
            command.env(native_abi::cache::MODE, "auto");
        } else if self.options.native && !self.emulator.native {
            command.env(native_abi::cache::MODE, "off");
        } else if !self.options.native {
            command.env(native_abi::cache::VARIABLE, "off");
        } else if self.lab.makes_native {
            command.env(native_abi::cache::VARIABLE, self.dir.join("images"));
            command.env(native_abi::cache::MODE, "auto");
        } else {
            // Code that is there is used, and none that happens to be made meanwhile.
            command.env(native_abi::cache::MODE, "cache");
        }
        // Files that programs write go with the directory.
        command.current_dir(self.dir);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }
}

/// Takes variables away that would change what an emulator does.
pub(super) fn without_own_flags(command: &mut Command) {
    for name in ["ERL_FLAGS", "ERL_AFLAGS", "ERL_ZFLAGS", "ERL_LIBS"] {
        command.env_remove(name);
    }
}

fn reaped(child: &mut Child) -> String {
    match child.wait() {
        Ok(status) => status.to_string(),
        Err(e) => e.to_string(),
    }
}

/// Reads the memory of a running emulator, and ends it if a case takes too long.
struct Watch {
    pid: u32,
    limit: Duration,
    peak: AtomicU64,
    /// When the case began, and how much processor time had been used by then.
    begun: std::sync::Mutex<(Instant, u64)>,
    done: AtomicBool,
    late: AtomicBool,
}

impl Watch {
    fn new(pid: u32, limit: Duration) -> Watch {
        Watch {
            pid,
            limit,
            peak: AtomicU64::new(0),
            begun: std::sync::Mutex::new((Instant::now(), 0)),
            done: AtomicBool::new(false),
            late: AtomicBool::new(false),
        }
    }

    fn follow(&self) {
        while !self.done.load(Ordering::Relaxed) {
            self.peak.fetch_max(self.resident(), Ordering::Relaxed);
            let begun = self.begun.lock().expect("no holder panics").0;
            if begun.elapsed() > self.limit && !self.late.swap(true, Ordering::Relaxed) {
                let _ = Command::new("kill").args(["-KILL", &self.pid.to_string()]).status();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// A new case begins: the peak is counted from here.
    fn begin(&self) {
        *self.begun.lock().expect("no holder panics") = (Instant::now(), self.used_micros());
        self.peak.store(self.resident(), Ordering::Relaxed);
    }

    fn peak(&self) -> u64 {
        self.peak.fetch_max(self.resident(), Ordering::Relaxed).max(self.resident())
    }

    /// The processor time of the case so far.
    fn cpu_micros(&self) -> u64 {
        let before = self.begun.lock().expect("no holder panics").1;
        self.used_micros().saturating_sub(before)
    }

    /// The processor time that the emulator's threads have used.
    fn used_micros(&self) -> u64 {
        let threads = fs::read_dir(format!("/proc/{}/task", self.pid));
        let nanos = |thread: fs::DirEntry| -> u64 {
            let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
            text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
        };
        threads.into_iter().flatten().flatten().map(nanos).sum::<u64>() / 1000
    }

    fn stop(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    fn timed_out(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }

    /// The resident memory now, in bytes.
    fn resident(&self) -> u64 {
        resident(self.pid)
    }
}

/// The resident memory of a process now, in bytes; 0 if there is no such process.
pub(super) fn resident(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let kib = line.and_then(|l| l.split_whitespace().next()).and_then(|n| n.parse().ok());
    kib.unwrap_or(0_u64) * 1024
}
