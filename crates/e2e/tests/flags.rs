//! Compares with the stock emulator which flags are taken, in which forms, with which values, and
//! what the system tells of them. The cases are made of the table of flags.
//!
//! `FLAGS=all` runs each value alone, in each form: some minutes. Without it, values that are taken
//! share a start, and of those that are not each flag has two, and none at all.

use flags::{FLAGS, Form, Kind, Row};
use maser::{emulator, otp, shadow};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Flags of newer releases, or of older ones; the stock emulator of OTP 25 refuses them.
const NOT_IN_25: &[&str] = &["JMsingle", "JPperfdirectory", "hmaxib", "pad", "zhft"];
/// Flags that end the emulator at once or on which others depend: these have lines of their own.
const APART: &[&str] = &["V", "sct", "ssrct"];

/// A program that shows what a system tells of the flags that it has been given.
const PROBE: &str = "
    Info = fun(K) -> {K, try erlang:system_info(K) catch error:_ -> none end} end,
    T = ets:new(t, []),
    io:format(\"~p~n\", [{[Info(K) || K <- [schedulers, schedulers_online, dirty_cpu_schedulers,
        dirty_cpu_schedulers_online, dirty_io_schedulers, process_limit, port_limit, atom_limit,
        ets_limit, thread_pool_size, time_correction, time_warp_mode, time_offset, break_ignored,
        dist_buf_busy_limit, delayed_node_table_gc, outstanding_system_requests_limit,
        min_heap_size, min_bin_vheap_size, max_heap_size, message_queue_data, fullsweep_after,
        modified_timing_level, compat_rel, port_parallelism, scheduler_bind_type,
        ets_always_compress, async_dist]],
        file:native_name_encoding(), io:printable_range(), error_logger:warning_map(),
        ets:info(T, compressed), process_flag(message_queue_data, off_heap),
        init:get_plain_arguments(), init:get_argument(given)}]),
    halt(0).";

/// An `erl`.
struct Side {
    name: &'static str,
    erl: PathBuf,
}

impl Side {
    /// Runs it; `words` are its arguments.
    fn run(&self, dir: &Path, env: &[(&str, &str)], words: &[&str]) -> Output {
        Command::new("timeout")
            .arg("-k1")
            .arg("60")
            .arg(&self.erl)
            .args(words)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", dir)
            .env("XDG_CACHE_HOME", shadow::cache_dir().expect("a cache").parent().unwrap_or(dir))
            .env("LC_ALL", "C.UTF-8")
            .env("ERL_CRASH_DUMP", "/dev/null")
            .env("MASER_NATIVE", "off")
            .envs(env.iter().copied())
            .current_dir(dir)
            .stdin(Stdio::null())
            .output()
            .expect("timeout runs")
    }

    /// How `flags` end: the status, what the system tells of them, and why it was not started.
    fn told(&self, dir: &Path, env: &[(&str, &str)], flags: &[&str]) -> Told {
        let mut words = flags.to_vec();
        words.extend(["-noshell", "-eval", PROBE]);
        let output = self.run(dir, env, &words);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Told {
            status: output.status.code(),
            lines: text(&output.stdout).lines().map(|line| line.trim().to_owned()).collect(),
            why: text(&output.stderr).lines().next().unwrap_or_default().to_owned(),
        }
    }
}

struct Told {
    status: Option<i32>,
    lines: Vec<String>,
    why: String,
}

struct Bench {
    stock: Side,
    emulator: Side,
    launcher: Side,
    dir: PathBuf,
    /// It, which goes at the end.
    _scratch: trust::Scratch,
    wrong: Mutex<Vec<String>>,
}

impl Bench {
    fn new() -> Bench {
        let otp = otp::locate().expect("OTP");
        let own = std::env::current_exe().expect("this program");
        let beside = own.ancestors().nth(2).expect("a target directory");
        let emulator = match std::env::var_os("MASER_EMU") {
            Some(_) => emulator::locate().expect("MASER_EMU"),
            None => beside.join(emulator::NAME),
        };
        assert!(emulator.exists(), "build the workspace with the same profile first");
        let shadow = shadow::prepare(&otp, &emulator).expect("a shadow");
        let scratch = trust::Scratch::new("flags").expect("a directory");
        let dir = scratch.path().to_path_buf();
        Bench {
            stock: Side { name: "stock", erl: otp.command("erl") },
            emulator: Side { name: "maser", erl: shadow.commands().join("erl") },
            launcher: Side { name: "launcher", erl: beside.join("maser") },
            dir,
            _scratch: scratch,
            wrong: Mutex::new(Vec::new()),
        }
    }

    /// Does `each` for all cases, several at a time.
    fn all<T: Sync>(&self, cases: &[T], each: impl Fn(&T) -> Option<String> + Sync) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        self.wrong.lock().expect("findings").extend(each(case));
                    }
                });
            }
        });
    }

    /// A line if the two emulators do not agree about `flags`.
    fn differs(&self, env: &[(&str, &str)], flags: &[&str]) -> Option<String> {
        let stock = self.stock.told(&self.dir, env, flags);
        let ours = self.emulator.told(&self.dir, env, flags);
        let mut finding = String::new();
        if stock.status != ours.status {
            finding = format!(
                "stock {:?} {}, maser {:?} {}",
                stock.status, stock.why, ours.status, ours.why
            );
        } else if stock.lines != ours.lines {
            let only = |a: &[String], b: &[String]| -> String {
                a.iter().filter(|line| !b.contains(line)).cloned().collect::<Vec<_>>().join(" ")
            };
            let (a, b) = (only(&stock.lines, &ours.lines), only(&ours.lines, &stock.lines));
            finding = format!("stock {a}, maser {b}");
        }
        (!finding.is_empty()).then(|| format!("{finding}: {env:?} {}", flags.join(" ")))
    }

    /// A line if `flags`, which the table refuses, are taken anywhere.
    fn taken(&self, flags: &[String]) -> Option<String> {
        let mut words: Vec<&str> = vec!["-noshell", "-eval", "halt(0)."];
        words.extend(flags.iter().map(String::as_str));
        let status = |side: &Side| side.run(&self.dir, &[], &words).status.code();
        for side in [&self.stock, &self.emulator, &self.launcher] {
            let status = status(side);
            if status != Some(1) {
                return Some(format!("{}: {} gives {status:?}", flags.join(" "), side.name));
            }
        }
        None
    }

    #[track_caller]
    fn close(self) {
        let wrong = self.wrong.into_inner().expect("findings");
        assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// Values that a flag takes. Ends of ranges that cost much to start with are left out.
fn good(row: &Row) -> Vec<String> {
    let some: &[&str] = match row.name {
        "A" => &["0", "7", "x"],
        "P" | "Q" => &["1024", "5000", "2000x", "legacy"],
        "R" => &["25", "23"],
        "S" => &["2:1", "3", ":1", "0", "-1", "4:4x"],
        "SP" => &["50", "200:50", ":50", "0"],
        "SDcpu" => &["1", "1:1", ":1", "0"],
        "SDPcpu" => &["50", "100:50", "0"],
        "SDio" => &["1", "3"],
        "i" => &["init"],
        "t" => &["100000", "2000000"],
        "h" | "hms" => &["1", "1000", "70000"],
        "hmbs" => &["1", "99999"],
        "hmax" => &["0", "50000000", "x"],
        "sss" | "sssdcpu" | "sssdio" => &["40", "128"],
        "a" => &["16", "64"],
        "T" => &["0", "1"],
        "JPperf" | "JDdump" => &["false"],
        "W" => &["i", "warning", "e"],
        "IOt" => &["1", "2"],
        "IOp" => &["1"],
        "K" | "secio" => &["true", "false", "x"],
        "zosrl" => &["1", "77"],
        "zdntgc" => &["0", "infinity"],
        "ec" => &[""],
        _ => &[],
    };
    if !some.is_empty() {
        return some.iter().map(|&s| s.to_owned()).collect();
    }
    let words = |all: &[&str]| all.iter().map(|&s| s.to_owned()).collect();
    match row.kind {
        Kind::Number { least, most, .. } | Kind::NumberOr { least, most, .. } => {
            vec![least.to_string(), (least + 7).min(most).to_string()]
        }
        Kind::Bool => words(&["true", "false"]),
        Kind::OneOf(all) | Kind::Optional(all) => words(all),
        Kind::Initial(letters) => letters.chars().map(String::from).collect(),
        Kind::FileNames => words(&["l", "u", "uw", "ui", "ue", "a", "ai", "uex"]),
        Kind::Any => words(&["", "x"]),
        Kind::None | Kind::Pair | Kind::Tunable | Kind::Endpoint => Vec::new(),
    }
}

/// Values that no flag of this kind takes.
fn bad(row: &Row) -> Vec<String> {
    let words = |all: &[&str]| all.iter().map(|&s| s.to_owned()).collect();
    match row.kind {
        Kind::Number { least, most, words_are_0 } => {
            let mut all = vec![(least - 1).to_string()];
            if most < i64::from(i32::MAX) {
                all.push((most + 1).to_string());
            }
            if !words_are_0 || least > 0 {
                all.push("x".to_owned());
            }
            all
        }
        Kind::NumberOr { least, most, .. } => {
            vec![(least - 1).to_string(), (most + 1).to_string(), "x".to_owned()]
        }
        Kind::Bool | Kind::OneOf(_) | Kind::Initial(_) | Kind::FileNames => words(&["zz", "0"]),
        Kind::Optional(_) => words(&["zz"]),
        Kind::Pair => words(&["x", "-99999", "99999:99999", "2:x"]),
        Kind::None | Kind::Any | Kind::Tunable | Kind::Endpoint => Vec::new(),
    }
}

/// A flag with a value in both forms.
fn forms(row: &Row, value: &str) -> Vec<Vec<String>> {
    let attached = vec![format!("+{}{value}", row.name)];
    match (row.form, value) {
        (Form::Alone, _) | (_, "") => vec![attached],
        _ => vec![attached, vec![format!("+{}", row.name), value.to_owned()]],
    }
}

/// Whether the table takes a flag that stands so on `erl`'s command line.
fn table_takes(words: &[String]) -> bool {
    let flag = words[0].strip_prefix('+').expect("a flag");
    match flags::read(flag, words.get(1).map(String::as_str)) {
        Ok((_, used)) => used == (words.len() == 2),
        Err(_) => false,
    }
}

fn rows() -> impl Iterator<Item = &'static Row> {
    FLAGS
        .iter()
        .filter(|row| !row.own && !NOT_IN_25.contains(&row.name) && !APART.contains(&row.name))
}

fn everything() -> bool {
    std::env::var("FLAGS").is_ok_and(|what| what == "all")
}

#[test]
fn what_is_taken_and_what_the_system_tells() {
    let bench = Bench::new();
    let all: Vec<Vec<Vec<String>>> = rows()
        .map(|row| {
            let words = good(row).into_iter().flat_map(|value| forms(row, &value));
            words.filter(|words| table_takes(words)).collect()
        })
        .collect();
    let mut starts: Vec<Vec<String>> = Vec::new();
    if everything() {
        starts.extend(all.iter().flatten().cloned());
    }
    let most = all.iter().map(Vec::len).max().unwrap_or(0);
    for i in 0..most {
        // Each flag's i-th; those that have fewer begin again.
        let line = all.iter().filter(|one| !one.is_empty()).flat_map(|one| &one[i % one.len()]);
        starts.push(line.cloned().collect());
    }
    bench.all(&starts, |words| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        bench.differs(&[], &words)
    });
    bench.close();
}

#[test]
fn what_is_refused() {
    let bench = Bench::new();
    let mut cases: Vec<Vec<String>> = Vec::new();
    for row in rows() {
        let values: Vec<String> = bad(row).into_iter().chain(good(row)).collect();
        let words = values.iter().flat_map(|value| forms(row, value));
        let refused: Vec<Vec<String>> = words.filter(|words| !table_takes(words)).collect();
        let few = if everything() { refused.len() } else { 1 };
        // Some from the beginning and some from the end.
        cases.extend(refused.iter().take(few).cloned());
        cases.extend(refused.iter().skip(few).next_back().cloned());
        if matches!(row.form, Form::Either | Form::Next | Form::Attached) {
            cases.push(vec![format!("+{}", row.name)]);
        }
    }
    for word in ["+", "+Zoo", "+x", "+l", "+swx", "+zzz", "+hx", "+Q", "+Bx", "+MBas"] {
        cases.push(vec![word.to_owned()]);
    }
    for word in
        ["+MBasworst", "+MBlmbcsx", "+MTe", "+MTas", "+Mea", "+MQas", "+MIt", "+MTacul", "+MBcp"]
    {
        cases.push(vec![word.to_owned(), "worst".to_owned()]);
    }
    cases.push(vec!["+IOp".to_owned(), "2".to_owned()]);
    bench.all(&cases, |words| bench.taken(words));
    bench.close();
}

#[test]
fn repeated_and_from_everywhere() {
    let bench = Bench::new();
    let file = |name: &str, text: &str| {
        std::fs::write(bench.dir.join(name), text).expect("a file of arguments");
    };
    file(
        "vm.args",
        "# a comment\n+S 2:1 # another\n  +P\n5000\n-given 'a b' \"c\"\\ d\n-args_file inner\n-extra x\n",
    );
    file("inner", "+pc unicode\n-given in#ner\n");
    let lines: &[(&[(&str, &str)], &str)] = &[
        (&[], "+S 4 +S 2"),
        (&[], "+S 4:4 +S 3"),
        (&[], "+SP 50 +S 4:4 +SDcpu 4:2 +SDPcpu 50"),
        (&[], "+P 2000 +P5000 +Q 2000 +Q5000"),
        (&[], "+c false +c true +c +pc unicode +pc latin1"),
        (&[], "+B i -noinput +B c +B"),
        (&[], "+B i +fnl +fnue +A 3 +A5"),
        (&[], "+C multi_time_warp +C no_time_warp +hmqd off_heap +hmqdon_heap"),
        (&[], "+hmax 50000 +hms 300 +hmaxk false +hmaxel false +We +Wi"),
        (&[], "+MBas aobf +MHlmbcs 5120 +Mea max +Muramv true +Mulmbcs 5120 +MMscs 100 +Mdai max"),
        (&[], "-given 1 +S 1 2 -- 3 -given 4 +P 5000 5 -extra +S 3"),
        (&[], "-smp enable -smpauto -hidden -mode interactive -emu_type opt -boot start_clean"),
        (&[], "-smp disable"),
        // RabbitMQ's.
        (&[], "+W w +MBas ageffcbf +MHas ageffcbf +MBlmbcs 512 +MHlmbcs 512 +MMmcs 30 +pc unicode"),
        (&[], "+P 1048576 +t 5000000 +stbt db +zdbbl 128000 +sbwt none +sbwtdcpu none +B i"),
        // A release's.
        (
            &[],
            "-mode embedded -setcookie x -heart_none +C multi_time_warp +sbwt none +A 64 -extra --x",
        ),
        (&[], "+sct L0-1c0-1 +sbt ns"),
        (&[], "+sbt ns +sct L0-1c0-1"),
        (&[], "+sctL0c0 +stbt db +ssrct"),
        (&[], "+ssrct +stbt db"),
        (&[], "+ssrctx +sbtu"),
        (&[], "+sct L0-1c0"),
        (&[], "+sct x"),
        (&[], "+V"),
        (
            &[],
            "-env ERL_FULLSWEEP_AFTER 5 -env ERL_THREAD_POOL_SIZE 9 -env ERL_MAX_ETS_TABLES 9000",
        ),
        (&[], "-args_file vm.args -given last"),
        (&[], "-args_file nosuch"),
        (&[("ERL_AFLAGS", "+S 1 -given a"), ("ERL_ZFLAGS", "+A 5 -given z")], "+S 2 -given c"),
        (&[("ERL_FLAGS", "+S 1 '-given' \"f g\" -extra q")], "+S 2 -given c -extra r"),
        (&[("ERL_OTP25_FLAGS", "+B i +pc unicode"), ("ERL_FLAGS", "-args_file vm.args")], ""),
        (&[("ERL_FLAGS", "+P none")], ""),
        (&[("ERL_MAX_ETS_TABLES", "none"), ("ERL_THREAD_POOL_SIZE", "5000")], "+e 0"),
    ];
    bench
        .all(lines, |(env, line)| bench.differs(env, &line.split_whitespace().collect::<Vec<_>>()));
    bench.close();
}
