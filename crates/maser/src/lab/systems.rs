//! `maser lab systems`: whole systems as people run them, on stock and on Maser, under load.
//!
//! A script for each system (`labs/systems`) starts it, drives it by clients that run on stock on
//! both sides, and checks the answers. The lab reads from `/proc` what the system's processes use.
//! Maser has a cache of its own for native code: empty for the first run, which is told apart as
//! cold, and kept for the others. Maser's own figures are of runs after the system has settled: no
//! more code becomes native.

use super::Options;
use super::run::{found, resident, scratch, without_own_flags};
use crate::Result;
use crate::median::median;
use crate::otp::Otp;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Scripts, and the programs that they use.
const FILES: &[(&str, &str)] = &[
    ("common.sh", include_str!("../../../../labs/systems/common.sh")),
    ("rabbitmq.sh", include_str!("../../../../labs/systems/rabbitmq.sh")),
    ("sys_rabbit.erl", include_str!("../../../../labs/systems/sys_rabbit.erl")),
    ("cowboy.sh", include_str!("../../../../labs/systems/cowboy.sh")),
    ("sys_cowboy.erl", include_str!("../../../../labs/systems/sys_cowboy.erl")),
    ("yaws.sh", include_str!("../../../../labs/systems/yaws.sh")),
    ("mnesia.sh", include_str!("../../../../labs/systems/mnesia.sh")),
    ("sys_mnesia.erl", include_str!("../../../../labs/systems/sys_mnesia.erl")),
    ("elixir.sh", include_str!("../../../../labs/systems/elixir.sh")),
    ("dialyzer.sh", include_str!("../../../../labs/systems/dialyzer.sh")),
];

/// A system under one kind of load.
struct System {
    name: &'static str,
    script: &'static str,
    mode: &'static str,
    /// Commands that have to be installed.
    needs: &'static [&'static str],
    /// Seconds of load; 0 where the load is one piece of work.
    seconds: u64,
}

const SYSTEMS: &[System] = &[
    System::new("rabbitmq classic", "rabbitmq.sh", "classic", &[], 20),
    System::new("rabbitmq quorum", "rabbitmq.sh", "quorum", &[], 20),
    System::new("rabbitmq tls", "rabbitmq.sh", "tls", &["openssl"], 20),
    System::new("cowboy http", "cowboy.sh", "http", &["h2load"], 15),
    System::new("cowboy http2 tls", "cowboy.sh", "http2", &["h2load", "openssl"], 15),
    System::new("yaws http", "yaws.sh", "http", &["yaws", "h2load"], 15),
    System::new("yaws tls", "yaws.sh", "tls", &["yaws", "h2load", "openssl"], 15),
    System::new("mnesia three nodes", "mnesia.sh", "", &[], 15),
    System::new("elixir mix", "elixir.sh", "", &[], 0),
    System::new("dialyzer", "dialyzer.sh", "", &["dialyzer"], 0),
];

impl System {
    const fn new(
        name: &'static str,
        script: &'static str,
        mode: &'static str,
        needs: &'static [&'static str],
        seconds: u64,
    ) -> System {
        System { name, script, mode, needs, seconds }
    }
}

/// The figures of one run.
#[derive(Clone, Debug, Default)]
struct Figures {
    /// Seconds until it served.
    start: f64,
    /// Requests that were answered, and the seconds of the load.
    requests: f64,
    seconds: f64,
    /// Seconds of processor time during the load.
    cpu: f64,
    /// The most resident bytes during the load.
    resident: f64,
    /// Microseconds that a request took: the middle, 99 and 99.9 of a hundred.
    latency: Option<[f64; 3]>,
}

impl Figures {
    fn cpu_us(&self) -> f64 {
        self.cpu * 1e6 / self.requests.max(1.0)
    }

    fn json(&self) -> String {
        let latency = self.latency.map_or("null".into(), |[a, b, c]| format!("[{a}, {b}, {c}]"));
        format!(
            "{{\"start_s\": {:.3}, \"requests\": {:.0}, \"seconds\": {:.3}, \"cpu_us\": {:.3}, \
             \"resident_mb\": {:.1}, \"latency_us\": {latency}}}",
            self.start,
            self.requests,
            self.seconds,
            self.cpu_us(),
            self.resident / 1e6
        )
    }
}

/// The runs of a system on one side.
pub(super) struct Side {
    name: &'static str,
    runs: Vec<Figures>,
    failure: Option<String>,
}

/// A system and its sides.
pub(super) struct Measured {
    sides: Vec<Side>,
}

impl Measured {
    /// Whether nothing has failed.
    pub(super) fn right(&self) -> bool {
        self.sides.iter().all(|side| side.failure.is_none())
    }
}

/// Runs the lab and prints what has come out.
pub(super) fn run(otp: &Otp, options: &Options) -> Result<Vec<Measured>> {
    let dir = scratch()?;
    for (name, text) in FILES {
        fs::write(dir.path().join(name), text).map_err(|e| format!("{name}: {e}"))?;
    }
    let mut all = Vec::new();
    let mut rows = Vec::new();
    for system in SYSTEMS {
        if !options.only.is_empty() && !options.only.iter().any(|o| system.name.contains(o)) {
            continue;
        }
        if let Some(command) = system.needs.iter().find(|command| !found(command)) {
            println!("{}: left out, {command} is not installed", system.name);
            continue;
        }
        let measured = measure(otp, options, system, dir.path())?;
        print(system, &measured);
        rows.extend(measured.sides.iter().map(|side| {
            let runs: Vec<String> = side.runs.iter().map(Figures::json).collect();
            let (name, runs) = (system.name, runs.join(", "));
            format!("{{\"system\": \"{name}\", \"side\": \"{}\", \"runs\": [{runs}]}}", side.name)
        }));
        all.push(measured);
    }
    if let Some(file) = &options.json {
        let text =
            format!("{{\"lab\": \"systems\", \"systems\": [\n  {}\n]}}\n", rows.join(",\n  "));
        fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    match all.is_empty() {
        true => Err("no system fits --only".into()),
        false => Ok(all),
    }
}

/// So many runs at most are waited for until a system has settled.
const SETTLING: usize = 12;
/// A settling run lasts so many times as long as the others: beside a full load the compiler takes
/// longer for a module than a short run lasts, and ends with its emulator.
const LONGER: u64 = 5;

/// Runs a system on its sides in turns: stock, and Maser cold, unmeasured until it has settled, and
/// then.
fn measure(otp: &Otp, options: &Options, system: &System, lab: &Path) -> Result<Measured> {
    let images = scratch()?;
    let launcher = trust::program().map_err(|e| format!("cannot find this program: {e}"))?;
    let under = format!("{} exec", launcher.display());
    let side = |name| Side { name, runs: Vec::new(), failure: None };
    let (mut stock, mut cold, mut warm) = (side("stock"), side("cold"), side("maser"));
    let runner = Runner { under, otp, options, system, lab, images: images.path() };
    for round in 0..options.runs {
        let part = round as f64 / options.runs as f64;
        let show = |name: &str| options.progress(part, system.name.to_string()).show(name);
        if options.stock {
            show("stock");
            runner.turn("", &mut stock);
        }
        if options.maser {
            if round == 0 {
                show("cold");
                runner.turn(&runner.under, &mut cold);
                runner.settle(show);
            }
            show("maser");
            runner.turn(&runner.under, &mut warm);
        }
    }
    let mut sides = vec![stock, warm, cold];
    sides.retain(|side| !side.runs.is_empty() || side.failure.is_some());
    Ok(Measured { sides })
}

/// How many files there are in a directory and below.
fn files(dir: &Path) -> usize {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| 1 + files(&entry.path())).sum()
}

struct Runner<'a> {
    /// The command under which Maser's side runs.
    under: String,
    otp: &'a Otp,
    options: &'a Options,
    system: &'a System,
    lab: &'a Path,
    images: &'a Path,
}

impl Runner<'_> {
    /// Runs the system again and again until a run adds no native code, or some are over.
    fn settle(&self, show: impl Fn(&str)) {
        if self.options.quick {
            return;
        }
        for _ in 0..SETTLING {
            let before = files(self.images);
            show("settling");
            if self.once(&self.under, LONGER).is_err() || files(self.images) == before {
                return;
            }
        }
    }

    fn turn(&self, under: &str, side: &mut Side) {
        match self.once(under, 1) {
            Ok(figures) => side.runs.push(figures),
            Err(why) => side.failure = Some(why),
        }
    }

    /// Runs the system once, so many times as long as is said.
    fn once(&self, under: &str, times: u64) -> Result<Figures> {
        let work = scratch()?;
        let size = self.options.sized(self.system.seconds, self.system.seconds.min(2)) * times;
        let packages = crate::shadow::cache_dir()?.join("lab-systems");
        fs::create_dir_all(&packages).map_err(|e| format!("{}: {e}", packages.display()))?;
        let said = fs::File::create(work.path().join("said")).map_err(|e| e.to_string())?;
        let mut command = Command::new("bash");
        command
            .arg(self.lab.join(self.system.script))
            .current_dir(work.path())
            .env("UNDER", under)
            .env("STOCK", self.otp.command("erl"))
            .env("SIZE", size.to_string())
            .env("PORT", free_ports()?.to_string())
            .env("PACKAGES", packages)
            .env("MODE", self.system.mode)
            .env("LAB", self.lab)
            .env(native_abi::cache::VARIABLE, self.images)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(said)
            .process_group(0);
        without_own_flags(&mut command);
        let limit = Duration::from_secs(900 + 3 * size);
        let read = follow(command.spawn().map_err(|e| format!("bash: {e}"))?, limit);
        read.map_err(|why| {
            let said = fs::read_to_string(work.path().join("said")).unwrap_or_default();
            let last: Vec<&str> = said.lines().rev().take(5).collect();
            let last: Vec<&str> = last.into_iter().rev().collect();
            format!("{why} {}", last.join(" | ")).trim_end().to_string()
        })
    }
}

/// The first of ten ports that are free now, below those that the system gives out by itself.
fn free_ports() -> Result<u16> {
    let free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let first = 10_000 + (std::process::id() % 1000) as u16 * 20;
    let starts = (first..32_000).step_by(20).chain((10_000..first).step_by(20));
    let mut found = starts.filter(|start| (*start..start + 10).all(|port| free(&port)));
    found.next().ok_or_else(|| "no ten ports are free".into())
}

/// Reads what a script says, and meanwhile what its system uses.
fn follow(mut child: Child, limit: Duration) -> Result<Figures> {
    let begun = Instant::now();
    let watch = Watch { script: child.id(), ..Watch::default() };
    let stdout = child.stdout.take().map(BufReader::new);
    let mut figures = Figures::default();
    let mut is_whole = false;
    let mut load = None;
    std::thread::scope(|scope| {
        scope.spawn(|| watch.follow(limit));
        for line in stdout.into_iter().flat_map(BufRead::lines).map_while(|line| line.ok()) {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |i: usize| words.get(i).and_then(|w| w.parse::<f64>().ok());
            match words[0] {
                "pid" => watch.add(number(1).unwrap_or(0.0) as u32),
                "ready" => figures.start = begun.elapsed().as_secs_f64(),
                "begin" => {
                    watch.peak.store(0, Ordering::Relaxed);
                    load = Some((Instant::now(), watch.cpu()));
                }
                "end" => {
                    if let Some((since, before)) = load {
                        figures.seconds = since.elapsed().as_secs_f64();
                        figures.cpu = watch.cpu() - before;
                        figures.requests = number(1).unwrap_or(0.0);
                        watch.look();
                        figures.resident = watch.peak.load(Ordering::Relaxed) as f64;
                        is_whole = figures.requests > 0.0;
                    }
                }
                "latency" => {
                    let three = [number(1), number(2), number(3)];
                    figures.latency = three
                        .iter()
                        .copied()
                        .collect::<Option<Vec<f64>>>()
                        .map(|t| [t[0], t[1], t[2]]);
                }
                _ => {}
            }
        }
        watch.done.store(true, Ordering::Relaxed);
    });
    let status = child.wait().map_err(|e| e.to_string())?;
    // All that a script has left behind goes with it.
    // SAFETY: a signal to the group of a child, whose number was the group's.
    unsafe { libc::kill(-(watch.script as i32), libc::SIGKILL) };
    match status.success() && is_whole {
        true => Ok(figures),
        false => Err(format!("the script ended ({status})")),
    }
}

/// Reads what processes use.
#[derive(Default)]
struct Watch {
    script: u32,
    /// The system's processes; where there are none, it is all that the script starts.
    pids: Mutex<Vec<u32>>,
    peak: AtomicU64,
    done: AtomicBool,
}

impl Watch {
    fn add(&self, pid: u32) {
        self.pids.lock().expect("no holder panics").push(pid);
    }

    /// The system's processes, and their descendants.
    fn processes(&self) -> Vec<u32> {
        let mut all = self.pids.lock().expect("no holder panics").clone();
        if all.is_empty() {
            all.push(self.script);
        }
        let mut at = 0;
        while let Some(&pid) = all.get(at) {
            let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
            for thread in threads {
                let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
                all.extend(text.split_whitespace().filter_map(|n| n.parse::<u32>().ok()));
            }
            at += 1;
        }
        all
    }

    /// Seconds of processor time so far, with that of descendants that have ended.
    fn cpu(&self) -> f64 {
        let of = |pid: &u32| -> f64 {
            let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let behind_name = text.rsplit(')').next().unwrap_or_default();
            let ticks = behind_name.split_whitespace().skip(11).take(4);
            ticks.filter_map(|t| t.parse::<f64>().ok()).sum()
        };
        // SAFETY: asks for a number.
        let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64;
        self.processes().iter().map(of).sum::<f64>() / per_second
    }

    fn look(&self) {
        let all = self.processes().into_iter().map(resident).sum();
        self.peak.fetch_max(all, Ordering::Relaxed);
    }

    fn follow(&self, limit: Duration) {
        let begun = Instant::now();
        while !self.done.load(Ordering::Relaxed) {
            self.look();
            if begun.elapsed() > limit {
                // SAFETY: a signal to the group of the script, which has not been waited for.
                unsafe { libc::kill(-(self.script as i32), libc::SIGKILL) };
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

fn print(system: &System, measured: &Measured) {
    println!("{}", system.name);
    let middle = |side: &Side, figure: fn(&Figures) -> f64| median(side.runs.iter().map(figure));
    let stock = measured.sides.iter().find(|side| side.name == "stock" && !side.runs.is_empty());
    for side in &measured.sides {
        if let Some(why) = &side.failure {
            println!("  {:<6} {why}", side.name);
        }
        if side.runs.is_empty() {
            continue;
        }
        let of_stock = |figure: fn(&Figures) -> f64| match stock {
            Some(stock) if side.name != "stock" => {
                format!("({:.2})", middle(side, figure) / middle(stock, figure))
            }
            _ => String::new(),
        };
        let start: fn(&Figures) -> f64 = |f| f.start;
        let resident: fn(&Figures) -> f64 = |f| f.resident;
        let cpu: fn(&Figures) -> f64 = Figures::cpu_us;
        let rate: fn(&Figures) -> f64 = |f| f.requests / f.seconds;
        println!(
            "  {:<6} start {:>6.2} s {:<7} {:>9.0} requests/s {:<7} {:>9.1} us of processor each \
             {:<7} {:>6.0} MB {:<7}",
            side.name,
            middle(side, start),
            of_stock(start),
            middle(side, rate),
            of_stock(rate),
            middle(side, cpu),
            of_stock(cpu),
            middle(side, resident) / 1e6,
            of_stock(resident),
        );
        if side.runs.iter().all(|f| f.latency.is_some()) {
            let at = |i: usize| median(side.runs.iter().filter_map(|f| Some(f.latency?[i] / 1e3)));
            println!(
                "  {:<6} took {:.2} ms in the middle, {:.2} of 99, {:.2} of 99.9 in a hundred",
                "",
                at(0),
                at(1),
                at(2)
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_has_its_script() {
        for system in SYSTEMS {
            assert!(FILES.iter().any(|(name, _)| *name == system.script), "{}", system.name);
        }
    }

    #[test]
    fn what_a_script_says_is_read() {
        let script = "echo pid $$; echo ready; echo begin; i=0
            while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo end 100; echo latency 1 2 3";
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(Stdio::piped()).process_group(0);
        let figures = follow(command.spawn().unwrap(), Duration::from_secs(60)).unwrap();
        assert_eq!((figures.requests, figures.latency), (100.0, Some([1.0, 2.0, 3.0])));
        // Its memory is seen only as long as it lives.
        assert!(figures.seconds > 0.0);
        let mut command = Command::new("sh");
        command.args(["-c", "echo begin"]).stdout(Stdio::piped()).process_group(0);
        assert!(follow(command.spawn().unwrap(), Duration::from_secs(60)).is_err());
    }
}
