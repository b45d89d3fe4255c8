//! `maser lab http`: what a short HTTP connection costs a server, in processor time.
//!
//! The same server in Erlang on each emulator, and the least that does it in C, each on a processor
//! of its own, under the load of ApacheBench on another. ApacheBench is slower than the servers, so
//! what is compared is the processor time that a server has used for each request.

use super::run::done;
use super::{Emulator, Options};
use crate::Result;
use crate::otp::Otp;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const SERVER: &str = include_str!("../../../../labs/lab_http.erl");
const C_SERVER: &str = include_str!("../../../../labs/lab_http.c");

/// One scheduler of two, as the experiment had it, and its other flags.
const FLAGS: &str = "+K true +h 99999 +P 99999 -smp enable +S 2:1";

/// Clients at a time, requests, and requests of a trial.
const LOADS: [(u32, u32, u32); 2] = [(60, 100_000, 2_000), (1_000, 100_000, 2_000)];

/// What one run of ApacheBench has shown.
pub(super) struct Figures {
    pub per_second: f64,
    user_us: f64,
    system_us: f64,
    complete: u32,
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

/// What was measured of the servers under one load.
pub(super) struct Load {
    pub clients: u32,
    pub requests: u32,
    /// The server's name, and its runs.
    pub servers: Vec<(String, Vec<Figures>)>,
}

impl Load {
    /// How many requests were not answered.
    pub fn failed(&self) -> u32 {
        self.servers.iter().map(|(_, runs)| failed(runs, self.requests)).sum()
    }
}

pub(super) fn failed(runs: &[Figures], requests: u32) -> u32 {
    runs.iter().map(|r| r.failed + requests.saturating_sub(r.complete)).sum()
}

/// Runs the lab and prints what has come out.
pub(super) fn run(
    otp: &Otp,
    emulators: &[Emulator],
    options: &Options,
    dir: &Path,
) -> Result<Vec<Load>> {
    build(otp, dir)?;
    let mut contenders: Vec<Contender> = emulators
        .iter()
        .map(|e| Contender { name: e.name, command: erlang(&e.erl.display().to_string(), dir) })
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
        let medians: Vec<f64> = runs.iter().map(|r| median(r, Figures::cpu_us)).collect();
        let of = |name: &str| {
            contenders.iter().position(|c| c.name == name).map_or(f64::NAN, |i| medians[i])
        };
        for ((contender, runs), &cpu) in contenders.iter().zip(&runs).zip(&medians) {
            let failed = failed(runs, requests);
            println!(
                "  {:<6} {:>6.1} us/request ({:>5.1} user, {:>5.1} system)  {:>5.2} of stock  \
                 {:>5.2} of C  {:>7.0} requests/s  {failed} failed",
                contender.name,
                cpu,
                median(runs, |r| r.user_us),
                median(runs, |r| r.system_us),
                cpu / of("stock"),
                cpu / of("C"),
                median(runs, |r| r.per_second),
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

fn median(runs: &[Figures], figure: impl Fn(&Figures) -> f64) -> f64 {
    let mut all: Vec<f64> = runs.iter().map(figure).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
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

/// The server in Erlang: its command.
pub(super) fn erlang(erl: &str, dir: &Path) -> Vec<String> {
    let mut command = vec![erl.to_owned()];
    command.extend(FLAGS.split(' ').map(String::from));
    command.extend(["-noshell", "-pa"].map(String::from));
    command.push(dir.display().to_string());
    command.extend(["-run", "lab_http", "main"].map(String::from));
    command
}

/// Makes the servers.
pub(super) fn build(otp: &Otp, dir: &Path) -> Result<()> {
    let write = |name: &str, text: &str| {
        fs::write(dir.join(name), text).map_err(|e| format!("{name}: {e}"))
    };
    write("lab_http.erl", SERVER)?;
    write("lab_http.c", C_SERVER)?;
    let mut erlc = Command::new(otp.command("erlc"));
    erlc.arg("lab_http.erl").env("ERLC_EMULATOR", otp.command("erl"));
    done(erlc.current_dir(dir), "erlc")?;
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-o", "lab_http_c", "lab_http.c"]);
    done(cc.current_dir(dir), "cc (package gcc)")?;
    done(Command::new("ab").arg("-V"), "ab (package apache2-utils)")
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
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    /// Processor time of all its threads so far in nanoseconds, and which part of it is the
    /// kernel's: that is known in clock ticks only.
    fn used(&self) -> Used {
        let dir = format!("/proc/{}", self.0.id());
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
pub(super) fn measure(
    contender: &Contender,
    clients: u32,
    requests: u32,
    dir: &Path,
) -> Result<Figures> {
    let child = bound(0, &contender.command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .env("ERL_CRASH_DUMP", "/dev/null")
        .env_remove("ERL_FLAGS")
        .env_remove("ERL_AFLAGS")
        .env_remove("ERL_ZFLAGS")
        .current_dir(dir)
        .spawn()
        .map_err(|e| format!("{}: {e}", contender.name))?;
    let mut server = Server(child);
    let mut lines = BufReader::new(server.0.stdout.take().ok_or("no output")?).lines();
    let port = lines
        .by_ref()
        .map_while(|l| l.ok())
        .find_map(|l| l.strip_prefix("port ").map(String::from))
        .ok_or_else(|| format!("{}: the server has not started", contender.name))?;
    let load = |requests: u32| -> Result<String> {
        let (requests, clients) = (requests.to_string(), clients.to_string());
        let url = format!("http://127.0.0.1:{port}/");
        let words = ["ab", "-q", "-n", &requests, "-c", &clients, &url].map(String::from);
        let out = bound(1, &words).output().map_err(|e| format!("ab: {e}"))?;
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    };
    // What the first connections cost is the start's.
    load((requests / 5).max(clients))?;
    let before = server.used();
    let text = load(requests)?;
    let after = server.used();
    let number = |label: &str| -> f64 {
        let line = text.lines().find_map(|l| l.strip_prefix(label));
        line.and_then(|l| l.split_whitespace().next()).and_then(|n| n.parse().ok()).unwrap_or(0.0)
    };
    let total = (after.nanoseconds - before.nanoseconds) / 1e3 / f64::from(requests);
    let user = after.user_ticks - before.user_ticks;
    let system = after.system_ticks - before.system_ticks;
    let user_us = total * user / (user + system).max(1.0);
    Ok(Figures {
        per_second: number("Requests per second:"),
        user_us,
        system_us: total - user_us,
        complete: number("Complete requests:") as u32,
        failed: number("Failed requests:") as u32,
    })
}
