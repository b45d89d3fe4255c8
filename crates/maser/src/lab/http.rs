//! `maser lab http`: what a short HTTP connection costs a server, in processor time.
//!
//! The same server in Erlang on each emulator, and the least that does it in C, each on a processor
//! of its own, under the load of ApacheBench on another. ApacheBench is slower than the servers, so
//! what is compared is the processor time that a server has used for each request.

use super::run::done;
use super::{Emulator, Options};
use crate::Result;
use crate::median::median;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// One scheduler of two, as the experiment had it, and its other flags.
const FLAGS: &str = "+K true +h 99999 +P 99999 -smp enable +S 2:1";

/// Clients at a time, requests, and requests of a trial.
const LOADS: [(u32, u32, u32); 2] = [(60, 100_000, 2_000), (1_000, 100_000, 2_000)];

/// The figures of one run of ApacheBench.
pub(super) struct Figures {
    pub per_second: f64,
    user_us: f64,
    system_us: f64,
    /// With those that have not been answered.
    failed: u32,
}

impl Figures {
    /// Microseconds for a request.
    pub fn cpu_us(&self) -> f64 {
        self.user_us + self.system_us
    }
}

/// A server to be measured.
pub(super) struct Contender<'a> {
    pub name: &'a str,
    pub command: Vec<String>,
}

/// The measurements of the servers under one load.
pub(super) struct Load {
    pub clients: u32,
    pub requests: u32,
    /// The server's name, and its runs.
    pub servers: Vec<(String, Vec<Figures>)>,
}

impl Load {
    /// How many requests were not answered.
    pub fn failed(&self) -> u32 {
        self.servers.iter().map(|(_, runs)| failed(runs)).sum()
    }
}

pub(super) fn failed(runs: &[Figures]) -> u32 {
    runs.iter().map(|r| r.failed).sum()
}

/// Runs the lab and prints what has come out.
pub(super) fn run(emulators: &[Emulator], options: &Options, dir: &Path) -> Result<Vec<Load>> {
    build(dir)?;
    let mut contenders: Vec<Contender> = emulators
        .iter()
        .map(|e| {
            let erl = vec![e.erl.display().to_string()];
            Contender { name: e.name, command: [erl, arguments(dir)].concat() }
        })
        .collect();
    let c = dir.join("lab_http_c").display().to_string();
    contenders.push(Contender { name: "C", command: vec![c] });
    let mut loads = Vec::new();
    let mut rows = Vec::new();
    for (at, (clients, full, quick)) in LOADS.into_iter().enumerate() {
        let requests = options.sized(full.into(), quick.into()) as u32;
        let rounds = options.rounds((LOADS.len() - at) as f64);
        let mut runs: Vec<Vec<Figures>> = contenders.iter().map(|_| Vec::new()).collect();
        for round in (0..options.runs).take_while(|&done| rounds.another(done)) {
            let part = (at as f64 + round as f64 / options.runs as f64) / LOADS.len() as f64;
            for (contender, runs) in contenders.iter().zip(&mut runs) {
                let progress = options.progress(part, format!("http, {clients} clients"));
                progress.show(contender.name);
                runs.push(measure(contender, clients, requests, dir)?);
            }
        }
        println!("{clients} clients, {requests} requests");
        let medians: Vec<f64> =
            runs.iter().map(|r| median(r.iter().map(Figures::cpu_us))).collect();
        let of = |name: &str| {
            contenders.iter().position(|c| c.name == name).map_or(f64::NAN, |i| medians[i])
        };
        for ((contender, runs), &cpu) in contenders.iter().zip(&runs).zip(&medians) {
            let failed = failed(runs);
            let middle = |figure: fn(&Figures) -> f64| median(runs.iter().map(figure));
            println!(
                "  {:<6} {:>6.1} us/request ({:>5.1} user, {:>5.1} system)  {:>5.2} of stock  \
                 {:>5.2} of C  {:>7.0} requests/s  {failed} failed",
                contender.name,
                cpu,
                middle(|r| r.user_us),
                middle(|r| r.system_us),
                cpu / of("stock"),
                cpu / of("C"),
                middle(|r| r.per_second),
            );
            rows.push(json(contender.name, clients, requests, runs));
        }
        let names = contenders.iter().map(|c| c.name.to_string());
        loads.push(Load { clients, requests, servers: names.zip(runs).collect() });
    }
    if let Some(file) = &options.json {
        let text = format!("{{\"lab\": \"http\", \"runs\": [\n  {}\n]}}\n", rows.join(",\n  "));
        fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(loads)
}

fn json(name: &str, clients: u32, requests: u32, runs: &[Figures]) -> String {
    let runs: Vec<String> = runs
        .iter()
        .map(|r| {
            format!(
                "{{\"user_us\": {:.2}, \"system_us\": {:.2}, \"per_second\": {:.0}, \"failed\": {}}}",
                r.user_us, r.system_us, r.per_second, r.failed
            )
        })
        .collect();
    format!(
        "{{\"server\": \"{name}\", \"clients\": {clients}, \"requests\": {requests}, \
         \"measured\": [{}]}}",
        runs.join(", ")
    )
}

/// The server in Erlang: what stands behind `erl`.
pub(super) fn arguments(dir: &Path) -> Vec<String> {
    let mut words: Vec<String> = FLAGS.split(' ').map(String::from).collect();
    words.extend(["-noshell", "-pa"].map(String::from));
    words.push(dir.display().to_string());
    words.extend(["-run", "lab_http", "main"].map(String::from));
    words
}

/// Makes the server in C.
fn build(dir: &Path) -> Result<()> {
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-o", "lab_http_c", "lab_http.c"]);
    done(cc.current_dir(dir), "cc (package gcc)")
}

/// A command bound to one processor, if there are several.
fn bound(processor: u32, words: &[String]) -> Command {
    let several = std::thread::available_parallelism().is_ok_and(|n| n.get() > 1);
    let mut command = Command::new(if several { "taskset" } else { &words[0] });
    if several {
        command.args(["-c", &processor.to_string(), &words[0]]);
    }
    command.args(&words[1..]);
    command
}

/// A running server, which ends with its input.
struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    port: String,
}

/// How long a server may take to end.
const END_MS: i32 = 10_000;

impl Drop for Server {
    /// Lets it end in order, for an emulator that counts what it executes writes that down then.
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let fd = self.output.get_ref().as_raw_fd();
        let mut hangup = libc::pollfd { fd, events: 0, revents: 0 };
        // SAFETY: one descriptor, which is open as long as `output`.
        unsafe { libc::poll(&mut hangup, 1, END_MS) };
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(contender: &Contender, dir: &Path) -> Result<Server> {
        let mut child = bound(0, &contender.command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .env("ERL_CRASH_DUMP", "/dev/null")
            .env_remove("ERL_FLAGS")
            .env_remove("ERL_AFLAGS")
            .env_remove("ERL_ZFLAGS")
            .current_dir(dir)
            .spawn()
            .map_err(|e| format!("{}: {e}", contender.name))?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut server = Server { child, output, port: String::new() };
        let mut lines = (&mut server.output).lines().map_while(|l| l.ok());
        server.port = lines
            .find_map(|l| l.strip_prefix("port ").map(String::from))
            .ok_or_else(|| format!("{}: the server has not started", contender.name))?;
        Ok(server)
    }

    /// The figures for so many requests, each with a connection, from so many clients at a time.
    fn load(&self, clients: u32, requests: u32) -> Result<Figures> {
        let url = format!("http://127.0.0.1:{}/", self.port);
        let (n, c) = (requests.to_string(), clients.to_string());
        let words = ["ab", "-q", "-n", &n, "-c", &c, &url].map(String::from);
        let before = self.used();
        let out = bound(1, &words).output().map_err(|e| format!("ab: {e}"))?;
        let after = self.used();
        let text = String::from_utf8_lossy(&out.stdout);
        let number = |label: &str| -> f64 {
            let line = text.lines().find_map(|l| l.strip_prefix(label));
            line.and_then(|l| l.split_whitespace().next())
                .and_then(|n| n.parse().ok())
                .unwrap_or(0.0)
        };
        let total = (after.nanoseconds - before.nanoseconds) / 1e3 / f64::from(requests);
        let user = after.user_ticks - before.user_ticks;
        let system = after.system_ticks - before.system_ticks;
        let user_us = total * user / (user + system).max(1.0);
        let complete = number("Complete requests:") as u32;
        Ok(Figures {
            per_second: number("Requests per second:"),
            user_us,
            system_us: total - user_us,
            failed: number("Failed requests:") as u32 + requests.saturating_sub(complete),
        })
    }

    /// Processor time of all its threads so far in nanoseconds, and which part of it is the
    /// kernel's: that is known in clock ticks only.
    fn used(&self) -> Used {
        let dir = format!("/proc/{}", self.child.id());
        let text = fs::read_to_string(format!("{dir}/stat")).unwrap_or_default();
        // The name, in parentheses, may have spaces.
        let fields = text.rsplit(')').next().unwrap_or_default();
        let field = |n| fields.split_whitespace().nth(n).and_then(|t| t.parse().ok());
        let tasks = fs::read_dir(format!("{dir}/task")).into_iter().flatten().flatten();
        let of_task = |path: PathBuf| -> f64 {
            let text = fs::read_to_string(path.join("schedstat")).unwrap_or_default();
            text.split_whitespace().next().and_then(|t| t.parse().ok()).unwrap_or(0.0)
        };
        Used {
            nanoseconds: tasks.map(|t| of_task(t.path())).sum(),
            user_ticks: field(11).unwrap_or(0.0),
            system_ticks: field(12).unwrap_or(0.0),
        }
    }
}

struct Used {
    nanoseconds: f64,
    user_ticks: f64,
    system_ticks: f64,
}

/// Runs a server under load.
fn measure(contender: &Contender, clients: u32, requests: u32, dir: &Path) -> Result<Figures> {
    let server = Server::start(contender, dir)?;
    // The cost of the first connections belongs to the start.
    server.load(clients, (requests / 5).max(clients))?;
    server.load(clients, requests)
}

/// So often each of two servers has its turn.
const TURNS: u32 = 10;

/// Runs two servers, under load in turns, so that whatever else the machine does at the time it
/// does to both: microseconds of processor time for a request to each.
pub(super) fn measure_both(
    both: [&Contender; 2],
    clients: u32,
    requests: u32,
    dir: &Path,
) -> Result<(f64, f64)> {
    let servers = [Server::start(both[0], dir)?, Server::start(both[1], dir)?];
    for server in &servers {
        server.load(clients, (requests / 5).max(clients))?;
    }
    let mut used = [0.0, 0.0];
    for turn in 0..TURNS {
        let first = turn as usize % 2;
        for i in [first, 1 - first] {
            let figures = servers[i].load(clients, (requests / TURNS).max(clients))?;
            match figures.failed {
                0 => used[i] += figures.cpu_us() / f64::from(TURNS),
                n => return Err(format!("{}: {n} requests have failed", both[i].name)),
            }
        }
    }
    Ok((used[0], used[1]))
}
