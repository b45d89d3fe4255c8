//! The emulator's command line, as `erlexec` composes it: `[-flags] -- arguments of init`.

use native_abi::cache::MODE;
use tune::Tune;
use vm::code::native::Mode;
use vm::code::native::compiler::TIMEOUT;
use vm::sched::topology::{self, Spread};
use vm::system::{BreakMode, Config, HugeCode};

/// The variable with tunables: `NAME=VALUE,NAME=VALUE`.
const TUNE: &str = "MASER_TUNE";

/// What the command line asks for.
#[derive(Debug)]
pub struct Invocation {
    /// How the emulator is to run.
    pub config: Config,
    /// The module that starts the system (`+i`).
    pub init_module: String,
    /// How many schedulers of each kind are asked for.
    schedulers: Threads,
    dirty_cpu: Threads,
    /// What new processes get that say nothing else.
    pub heap: HeapDefaults,
    /// Tunables and their values, in this order (`+tune`).
    pub tune: Vec<(Tune, u32)>,
    /// Memory for processes is on huge pages.
    pub huge_heaps: bool,
    /// Print the version and end (`+V`).
    pub print_version: bool,
}

/// Threads of a kind, and how many of them are online: numbers, and percentages of these or of what
/// there is without them, in whichever order they are given.
#[derive(Debug, Default, Clone, Copy)]
struct Threads {
    numbers: Option<(usize, usize)>,
    percent: Option<(usize, usize)>,
}

impl Threads {
    fn counts(self, otherwise: (usize, usize)) -> (usize, usize) {
        let (all, online) = self.numbers.unwrap_or(otherwise);
        let (of_all, of_online) = self.percent.unwrap_or((100, 100));
        let all = (all * of_all / 100).clamp(1, 1024);
        (all, (online * of_online / 100).clamp(1, all))
    }
}

/// Flags that are no part of [`Config`].
#[derive(Debug, Default, Clone, Copy)]
pub struct HeapDefaults {
    /// `+hmax`.
    pub max_words: Option<usize>,
    /// `+hmaxk`.
    pub max_kill: Option<bool>,
    /// `+hmaxel`.
    pub max_log: Option<bool>,
    /// `+hmqd off_heap`.
    pub off_heap_messages: bool,
}

/// What a flag's value must be.
#[derive(Copy, Clone)]
enum Value {
    /// There is none.
    None,
    /// Anything.
    Any,
    /// A number in this range.
    Number(usize, usize),
    /// `true` or `false`.
    Bool,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// `NAME=VALUE` of a tunable.
    Tunable,
    /// Two numbers `n1:n2`, each from 1 (or 0, or negative, for schedulers) and either left out.
    Pair,
}

const THRESHOLDS: Value = Value::OneOf(&["very_low", "low", "medium", "high", "very_high"]);
const BUSY_WAITS: Value =
    Value::OneOf(&["none", "very_short", "short", "medium", "long", "very_long"]);
const BIND_TYPES: Value = Value::OneOf(&[
    "u",
    "ns",
    "ts",
    "ps",
    "s",
    "nnts",
    "nnps",
    "tnnps",
    "db",
    "spread",
    "no_spread",
    "unbound",
    "default_bind",
]);
const NATIVE: Value = Value::OneOf(&["off", "cache", "auto", "all", "profile"]);
const HUGE_CODE: Value = Value::OneOf(&["true", "false", "auto"]);
const STACK_SIZE: Value = Value::Number(20, 8192);

/// All flags with what their values must be, longer names before their beginnings.
const FLAGS: &[(&str, Value)] = &[
    ("JPperf", Value::OneOf(&["true", "false", "map", "dump"])),
    ("JDdump", Value::Bool),
    ("SDPcpu", Value::Pair),
    ("SDcpu", Value::Pair),
    ("SDio", Value::Number(1, 1024)),
    ("SP", Value::Pair),
    ("S", Value::Pair),
    ("IOPp", Value::Number(1, 100)),
    ("IOPt", Value::Number(1, 100)),
    ("IOp", Value::Number(1, 1024)),
    ("IOt", Value::Number(1, 1024)),
    ("IOs", Value::Bool),
    ("dcg", Value::Number(0, 256)),
    ("huge_code_pages", HUGE_CODE),
    ("huge_heaps", Value::Bool),
    ("hmaxel", Value::Bool),
    ("hmaxk", Value::Bool),
    ("hmax", Value::Number(0, HEAP_MAX)),
    ("hmbs", Value::Number(0, HEAP_MAX)),
    ("hmqd", Value::OneOf(&["on_heap", "off_heap"])),
    ("hms", Value::Number(0, HEAP_MAX)),
    ("hpds", Value::Number(1, 65_536)),
    ("h", Value::Number(0, HEAP_MAX)),
    ("pad", Value::Bool),
    ("pc", Value::OneOf(&["latin1", "unicode"])),
    ("rg", Value::Number(0, 1024)),
    ("sbwtdcpu", BUSY_WAITS),
    ("sbwtdio", BUSY_WAITS),
    ("sbwt", BUSY_WAITS),
    ("sbt", BIND_TYPES),
    ("scl", Value::Bool),
    ("sct", Value::Any),
    ("secio", Value::Bool),
    ("sfwi", Value::Number(0, HEAP_MAX)),
    ("spp", Value::Bool),
    ("ssrct", Value::None),
    ("sssdcpu", STACK_SIZE),
    ("sssdio", STACK_SIZE),
    ("sss", STACK_SIZE),
    ("stbt", BIND_TYPES),
    ("sub", Value::Bool),
    ("swct", Value::OneOf(&["very_lazy", "lazy", "medium", "eager", "very_eager"])),
    ("sws", Value::OneOf(&["default", "legacy", "proposal"])),
    ("swtdcpu", THRESHOLDS),
    ("swtdio", THRESHOLDS),
    ("swt", THRESHOLDS),
    ("zdbbl", Value::Number(1, 2_097_151)),
    ("zdntgc", Value::Any),
    ("zebwt", BUSY_WAITS),
    ("zhft", Value::Number(0, HEAP_MAX)),
    ("zosrl", Value::Number(1, 134_217_727)),
    ("ec", Value::None),
    ("A", Value::Number(0, 1024)),
    ("C", Value::OneOf(&["no_time_warp", "single_time_warp", "multi_time_warp"])),
    ("K", Value::Bool),
    ("L", Value::None),
    ("P", Value::Number(1024, 134_217_727)),
    ("Q", Value::Number(1024, 134_217_727)),
    ("R", Value::Number(1, 99)),
    ("T", Value::Number(0, 9)),
    ("V", Value::None),
    ("a", Value::Number(16, 8192)),
    ("c", Value::Bool),
    ("d", Value::None),
    ("e", Value::Number(1, HEAP_MAX)),
    ("i", Value::Any),
    ("l", Value::None),
    ("native", NATIVE),
    ("n", Value::Any),
    ("r", Value::None),
    ("tune", Value::Tunable),
    ("t", Value::Number(8192, 2_147_483_647)),
    ("v", Value::None),
    ("x", Value::None),
];

/// What the limit of the number of ETS tables is at least.
const ETS_TABLES: usize = 8192;

/// Variables of the environment that stand for flags.
const VARIABLES: &[(&str, &str, Value)] = &[
    (MODE, "native", NATIVE),
    ("MASER_HUGE_CODE_PAGES", "huge_code_pages", HUGE_CODE),
    ("MASER_HUGE_HEAPS", "huge_heaps", Value::Bool),
];

const HEAP_MAX: usize = 1 << 40;

/// Values of switches of OTP's allocators that are no numbers: they may stand right behind the
/// switch.
const ALLOCATOR_WORDS: &[&str] =
    &["true", "false", "min", "max", "config", "bf", "gf", "asaf", "aoff", "cbf", "code", "any"];

/// Reads the command line without the program's name. An error is one line for the user.
pub fn parse(args: &[String]) -> Result<Invocation, String> {
    let mut inv = Invocation {
        config: Config::default(),
        init_module: "init".to_owned(),
        schedulers: Threads::default(),
        dirty_cpu: Threads::default(),
        heap: HeapDefaults::default(),
        tune: Vec::new(),
        huge_heaps: false,
        print_version: false,
    };
    inv.config.file_names_utf8 = locale_is_utf8();
    inv.config.native = Mode::Auto;
    for &(variable, flag, kind) in VARIABLES {
        if let Ok(value) = std::env::var(variable)
            && !value.is_empty()
        {
            let wrong = |e: String| e.replace(&format!("+{flag}"), variable);
            check(flag, kind, &value).map_err(wrong)?;
            apply(&mut inv, flag, &value)?;
        }
    }
    if let Ok(settings) = std::env::var(TUNE) {
        for setting in settings.split([',', ' ']).filter(|s| !s.is_empty()) {
            inv.tune.push(tune::parse(setting).map_err(|why| format!("{TUNE}: {why}"))?);
        }
    }
    let seconds = std::env::var(TIMEOUT).ok();
    if let Some((which, n)) = seconds.and_then(|n| tune::parse(&format!("native_timeout={n}")).ok())
    {
        inv.tune.insert(0, (which, n));
    }
    // As OTP does, for what is no number, too.
    let tables = std::env::var("ERL_MAX_ETS_TABLES").ok().and_then(|n| n.parse().ok());
    inv.config.ets_limit = tables.unwrap_or(0).max(ETS_TABLES);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if arg == "--" {
            break;
        }
        let Some(flag) = arg.strip_prefix('-').or_else(|| arg.strip_prefix('+')) else {
            return Err(format!("unexpected argument {arg} before --"));
        };
        one_flag(&mut inv, flag, &mut rest)?;
    }
    inv.config.init_args = rest.map(|a| a.as_bytes().to_vec()).collect();
    let init_args: Vec<&str> =
        inv.config.init_args.iter().map(|a| std::str::from_utf8(a).unwrap_or_default()).collect();
    let after = |name: &str| {
        let i = init_args.iter().position(|&a| a == name)?;
        init_args.get(i + 1).map(|s| (*s).to_owned())
    };
    let env = |name: &str| std::env::var(name).ok();
    inv.config.root = after("-root").or_else(|| env("ROOTDIR")).unwrap_or_default();
    inv.config.bindir = after("-bindir").or_else(|| env("BINDIR")).unwrap_or_default();
    if let Some(name) = after("-progname") {
        inv.config.progname = name;
    }
    let (schedulers, dirty) = (inv.schedulers, inv.dirty_cpu);
    let c = &mut inv.config;
    let (all, online) = schedulers.counts((c.schedulers, c.schedulers_online));
    (c.schedulers, c.schedulers_online) = (all, online);
    let (dirty, dirty_online) = dirty.counts((c.dirty_cpu, c.dirty_cpu_online));
    (c.dirty_cpu, c.dirty_cpu_online) = (dirty.min(all), dirty_online.min(online));
    Ok(inv)
}

/// Whether file names are UTF-8 if nothing is said: on Linux when the locale says so.
fn locale_is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    // SAFETY: asks libc for the code set of the locale that it has just been told to use.
    let codeset = unsafe {
        libc::setlocale(libc::LC_CTYPE, c"".as_ptr());
        std::ffi::CStr::from_ptr(libc::nl_langinfo(libc::CODESET)).to_string_lossy().into_owned()
    };
    let utf8 = |s: &str| s.to_ascii_uppercase().replace('-', "").contains("UTF8");
    utf8(&codeset) || set.is_some_and(|value| utf8(&value) && codeset.is_empty())
}

fn one_flag<'a>(
    inv: &mut Invocation,
    flag: &'a str,
    rest: &mut impl Iterator<Item = &'a String>,
) -> Result<(), String> {
    // These three take what follows in the same word.
    if let Some(sub) = flag.strip_prefix('B') {
        return break_mode(inv, sub, flag);
    }
    if let Some(sub) = flag.strip_prefix('W') {
        let sub = if sub.is_empty() { rest.next().map_or("", |s| s.as_str()) } else { sub };
        inv.config.warnings = match sub {
            "w" | "i" | "e" => sub.as_bytes()[0] as char,
            _ => return Err(format!("bad value {sub} of +W: use w, i or e")),
        };
        return Ok(());
    }
    if let Some(sub) = flag.strip_prefix("fn") {
        inv.config.file_names_utf8 = match sub.as_bytes() {
            [b'l'] => false,
            [b'u'] | [b'u', b'w' | b'i' | b'e'] => true,
            [b'a'] | [b'a', b'w' | b'i' | b'e'] => locale_is_utf8(),
            _ => return Err(format!("bad flag +{flag}: use +fnl, +fnu or +fna")),
        };
        inv.config.bad_file_names = match sub.as_bytes().get(1) {
            Some(b'i') => "ignore",
            Some(b'e') => "error",
            _ => "warning",
        };
        return Ok(());
    }
    // Switches of OTP's allocators: ours has none, they are read and have no effect.
    if let Some(sub) = flag.strip_prefix('M') {
        let number = sub.find(|c: char| c.is_ascii_digit()).is_some();
        let word = ALLOCATOR_WORDS.iter().any(|word| sub.ends_with(word));
        if !number && !word && sub != "Ym" && !sub.ends_with("lim") {
            rest.next();
        }
        return Ok(());
    }
    let Some((name, kind)) = FLAGS.iter().find(|(name, _)| flag.starts_with(name)) else {
        return Err(format!("unknown flag +{flag}"));
    };
    let attached = &flag[name.len()..];
    let value = match kind {
        Value::None if attached.is_empty() => "",
        Value::None if *name == "v" => "",
        Value::None => return Err(format!("unknown flag +{flag}")),
        Value::Bool if attached.is_empty() && *name == "c" => {
            // `+c` alone, as before it took a value, leaves the next word alone unless it is a
            // value.
            return time_correction(rest);
        }
        _ if attached.is_empty() => {
            rest.next().map(String::as_str).ok_or_else(|| format!("+{name} needs a value"))?
        }
        _ => attached,
    };
    check(name, *kind, value)?;
    apply(inv, name, value)
}

fn time_correction<'a>(rest: &mut impl Iterator<Item = &'a String>) -> Result<(), String> {
    match rest.next().map(String::as_str) {
        Some("true" | "false") => Ok(()),
        other => Err(format!("bad value {} of +c: use true or false", other.unwrap_or(""))),
    }
}

fn break_mode(inv: &mut Invocation, sub: &str, flag: &str) -> Result<(), String> {
    inv.config.break_mode = match sub {
        "" | "d" => BreakMode::Disabled,
        "i" => BreakMode::Ignored,
        "c" => BreakMode::Cooked,
        _ => return Err(format!("bad flag +{flag}: use +B, +Bc, +Bd or +Bi")),
    };
    Ok(())
}

fn number(s: &str) -> Option<usize> {
    s.parse().ok()
}

/// `n1:n2`, each possibly left out or below zero.
fn two(s: &str) -> Option<(Option<i64>, Option<i64>)> {
    let part = |s: &str| if s.is_empty() { Some(None) } else { s.parse().ok().map(Some) };
    match s.split_once(':') {
        Some((a, b)) => Some((part(a)?, part(b)?)),
        None => Some((part(s)?, None)),
    }
}

fn check(name: &str, kind: Value, value: &str) -> Result<(), String> {
    let bad = |what: String| Err(format!("bad value {value} of +{name}: {what}"));
    match kind {
        Value::None | Value::Any => Ok(()),
        Value::Number(least, most) => match number(value) {
            Some(n) if (least..=most).contains(&n) => Ok(()),
            _ => bad(format!("a number from {least} to {most} is wanted")),
        },
        Value::Bool if matches!(value, "true" | "false") => Ok(()),
        Value::Bool => bad("true or false is wanted".to_owned()),
        Value::OneOf(values) if values.contains(&value) => Ok(()),
        Value::OneOf(values) => bad(format!("one of {} is wanted", values.join(", "))),
        Value::Tunable => tune::parse(value).map(drop).map_err(|why| format!("+tune {why}")),
        Value::Pair if two(value).is_some() => Ok(()),
        Value::Pair => bad("one or two numbers are wanted, as in 4 or 4:2".to_owned()),
    }
}

fn processors() -> i64 {
    std::thread::available_parallelism().map_or(1, |n| n.get() as i64)
}

/// A number of schedulers: as said; below zero, that many fewer than the default; 0, the default.
fn schedulers(n: Option<i64>, default: i64) -> i64 {
    match n {
        None | Some(0) => default,
        Some(n) if n < 0 => (default + n).max(1),
        Some(n) => n,
    }
}

fn scheduler_pair(name: &str, value: &str) -> Result<(usize, usize), String> {
    let (total, online) = two(value).unwrap_or((None, None));
    let total_wanted = schedulers(total, processors());
    let online = match online {
        None if total.is_some_and(|t| t > 0) => total_wanted,
        online => schedulers(online, processors().min(total_wanted)),
    };
    if !(1..=1024).contains(&total_wanted) || !(1..=1024).contains(&online) {
        return Err(format!(
            "bad value {value} of +{name}: from 1 to 1024 schedulers are possible"
        ));
    }
    if online > total_wanted {
        return Err(format!("bad value {value} of +{name}: more schedulers online than there are"));
    }
    Ok((total_wanted as usize, online as usize))
}

fn percentages(name: &str, value: &str) -> Result<(usize, usize), String> {
    let (total, online) = two(value).unwrap_or((None, None));
    let valid = |p: Option<i64>| p.is_none_or(|p| (1..=6_400).contains(&p));
    if !valid(total) || !valid(online) {
        return Err(format!("bad value {value} of +{name}: a percentage is wanted"));
    }
    let of = |percent: Option<i64>| percent.unwrap_or(100) as usize;
    Ok((of(total), of(online)))
}

fn apply(inv: &mut Invocation, name: &str, value: &str) -> Result<(), String> {
    let c = &mut inv.config;
    let n = number(value).unwrap_or(0);
    match name {
        "S" => inv.schedulers.numbers = Some(scheduler_pair(name, value)?),
        "SP" => inv.schedulers.percent = Some(percentages(name, value)?),
        "SDcpu" => inv.dirty_cpu.numbers = Some(scheduler_pair(name, value)?),
        "SDPcpu" => inv.dirty_cpu.percent = Some(percentages(name, value)?),
        "SDio" => c.dirty_io = n,
        "P" => c.max_processes = n.next_power_of_two(),
        "Q" => c.max_ports = n.next_power_of_two(),
        "A" => c.async_threads = n.max(1),
        "C" => c.time_warp_mode = value.to_owned(),
        "hms" | "h" => c.min_heap_words = n.max(233),
        "hmbs" => c.min_bin_vheap_words = n,
        "hmax" => inv.heap.max_words = Some(n),
        "hmaxk" => inv.heap.max_kill = Some(value == "true"),
        "hmaxel" => inv.heap.max_log = Some(value == "true"),
        "hmqd" => inv.heap.off_heap_messages = value == "off_heap",
        "pc" => c.printable_unicode = value == "unicode",
        "sbt" | "stbt" => {
            let spread = Spread::of_flag(value).or_else(|| Spread::named(value));
            c.spread = spread.unwrap_or(Spread::Unbound);
        }
        "ssrct" => c.read_topology = false,
        "sct" => {
            let places = topology::parse(value);
            c.topology = Some(places.map_err(|why| format!("bad value {value} of +sct: {why}"))?);
        }
        "t" => c.atom_limit = n,
        "e" => c.ets_limit = n.max(ETS_TABLES),
        "i" => inv.init_module = value.to_owned(),
        "zdbbl" => c.dist_buf_busy_limit = n,
        "native" => {
            c.native = match value {
                "off" => Mode::Off,
                "cache" => Mode::Cache,
                "all" => Mode::All,
                "profile" => Mode::Profile,
                _ => Mode::Auto,
            };
        }
        "huge_code_pages" => {
            c.huge_code = match value {
                "true" => HugeCode::All,
                "false" => HugeCode::Off,
                _ => HugeCode::Auto,
            };
        }
        "huge_heaps" => inv.huge_heaps = value == "true",
        "JPperf" => {
            c.perf.map = matches!(value, "true" | "map");
            c.perf.dump = matches!(value, "true" | "dump");
        }
        "tune" => inv.tune.push(tune::parse(value)?),
        "V" => inv.print_version = true,
        "d" => c.crash_dump_on_error = false,
        // The rest tunes what this emulator does otherwise or not at all; it has been checked.
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Invocation, String> {
        let args: Vec<String> = line.split_ascii_whitespace().map(str::to_owned).collect();
        parse(&args)
    }

    #[track_caller]
    fn check_error(line: &str, part: &str) {
        let error = parsed(line).expect_err("a bad flag");
        assert!(error.contains(part), "{error}");
        assert!(!error.contains('\n'));
    }

    #[test]
    fn whole_line() {
        let line = "-S 4:2 -P 99999 -pc unicode -sbwt none -A5 -Bi -hms 1000 -- -root /r -bindir /b \
                    -progname erl -- -home /h -- -noshell -eval halt().";
        let inv = parsed(line).unwrap();
        let c = &inv.config;
        assert_eq!((c.schedulers, c.schedulers_online), (4, 2));
        assert_eq!(c.max_processes, 131_072);
        assert!(c.printable_unicode);
        assert_eq!(c.async_threads, 5);
        assert_eq!(c.break_mode, BreakMode::Ignored);
        assert_eq!(c.min_heap_words, 1000);
        assert_eq!((c.root.as_str(), c.bindir.as_str()), ("/r", "/b"));
        assert_eq!(c.init_args.len(), 13);
        assert_eq!(c.init_args[0], b"-root");
    }

    #[test]
    fn old_flags_of_labs() {
        let inv = parsed("-K true -h 99999 -P 99999 -S 2:1 --").unwrap();
        assert_eq!(inv.config.min_heap_words, 99_999);
        assert_eq!((inv.config.schedulers, inv.config.schedulers_online), (2, 1));
    }

    #[test]
    fn percentages_are_of_the_numbers() {
        for line in ["-S 8:8 -SP50:25 --", "-SP 50:25 -S 8:8 --"] {
            let c = parsed(line).unwrap().config;
            assert_eq!((c.schedulers, c.schedulers_online), (4, 2));
        }
        let c = parsed("-SP 25:25 -SP 100:50 -S 4:4 -SDcpu 4:4 -SDPcpu 50:25 --").unwrap().config;
        assert_eq!((c.schedulers, c.schedulers_online), (4, 2));
        assert_eq!((c.dirty_cpu, c.dirty_cpu_online), (2, 1));
    }

    #[test]
    fn allocator_switches_are_read_over() {
        let inv = parsed("-MBas aobf -MHlmbcs 5120 -Mea min -S 1 -- x").unwrap();
        assert_eq!(inv.config.schedulers, 1);
        let inv = parsed("-Meamax -MBasageffcbf -Muramvtrue -S 2 -- x").unwrap();
        assert_eq!(inv.config.schedulers, 2);
    }

    #[test]
    fn native_code() {
        let mode = |line: &str| parsed(line).unwrap().config.native;
        assert_eq!(mode("-native all --"), Mode::All);
        assert_eq!(mode("-nativeoff --"), Mode::Off);
        assert_eq!(mode("-native profile --"), Mode::Profile);
    }

    #[test]
    fn tunables() {
        let inv =
            parsed("-tune spin_time=0 -tunemove_most=7 -tune spin_time=9 -t 9000 --").unwrap();
        let wanted = [(Tune::SpinTime, 0), (Tune::MoveMost, 7), (Tune::SpinTime, 9)];
        assert_eq!(inv.tune, wanted);
        assert_eq!(inv.config.atom_limit, 9000);
        check_error("-tune spin_time --", "+tune spin_time: NAME=VALUE is wanted");
        check_error(
            "-tune spin_time=x --",
            "+tune spin_time is from 0 to 100000 microseconds, not x",
        );
    }

    #[test]
    fn huge_pages() {
        let inv = parsed("-huge_code_pagestrue -huge_heaps true --").unwrap();
        assert_eq!((inv.config.huge_code, inv.huge_heaps), (HugeCode::All, true));
        assert_eq!(parsed("-huge_code_pages false --").unwrap().config.huge_code, HugeCode::Off);
        assert_eq!(parsed("--").unwrap().config.huge_code, HugeCode::Auto);
        check_error("-huge_code_pages yes --", "one of true, false, auto");
    }

    #[test]
    fn refused() {
        check_error("-S foo --", "bad value foo of +S");
        check_error("-S 2:3 --", "more schedulers online");
        check_error("-P 5 --", "from 1024");
        check_error("-zz --", "unknown flag +zz");
        check_error("-sbt wrong --", "+sbt");
        check_error("-c foo --", "+c");
        check_error("-fnx --", "+fnx");
        check_error("-Bx --", "+Bx");
        check_error(
            "-native never --",
            "bad value never of +native: one of off, cache, auto, all, profile",
        );
        check_error("-P", "needs a value");
        check_error("stray --", "stray");
    }
}
