//! The emulator's command line, as the launcher composes it: `[-flags] -- arguments of init`.

use flags::{Setting, Value};
use native_abi::cache::MODE;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::os::unix::ffi::OsStringExt;
use tune::Tune;
use vm::code::native::Mode;
use vm::code::native::compiler::TIMEOUT;
use vm::processors::Processors;
use vm::spawn::next_heap_size;
use vm::system::Warp;
use vm::system::{BreakMode, Config, HugeCode};
use vm::topology::{self, Spread};

/// The variable with tunables: `NAME=VALUE,NAME=VALUE`.
const TUNE: &str = "MASER_TUNE";

/// The meaning of the command line.
#[derive(Debug)]
pub struct Invocation {
    /// How the emulator is to run.
    pub config: Config,
    /// The module that starts the system (`+i`).
    pub init_module: String,
    /// How many schedulers of each kind are asked for.
    threads: Threads,
    /// The options of new processes that do not say otherwise.
    pub processes: ProcessDefaults,
    /// Tunables and their values, in this order (`+tune`).
    pub tune: Vec<(Tune, u32)>,
    /// Where the dash listens, if it is wanted (`+dash`).
    pub dash: Option<SocketAddr>,
    /// Memory for processes is on huge pages.
    pub huge_heaps: bool,
    /// Print the version and end (`+V`).
    pub print_version: bool,
    /// Sets of descriptors and threads that poll them (`+IOp`, `+IOt`): only checked.
    poll: (i64, i64),
    /// Lines that are to be told before the system starts.
    pub told: Vec<String>,
}

/// Schedulers: how many there are, and how many of them are online; and of both what percentage
/// there is to be.
#[derive(Debug, Clone, Copy)]
struct Threads {
    processors: (i64, i64),
    normal: (i64, i64),
    normal_percent: (i64, i64),
    dirty: (i64, i64),
    dirty_percent: (i64, i64),
}

/// The greatest number of schedulers of a kind.
const SCHEDULERS_MOST: i64 = 1024;

impl Threads {
    fn of(processors: &Processors) -> Threads {
        let both = (processors.configured as i64, processors.for_schedulers() as i64);
        let percent = (100, 100);
        Threads {
            processors: both,
            normal: both,
            normal_percent: percent,
            dirty: both,
            dirty_percent: percent,
        }
    }

    /// Schedulers and how many are online, as `setting` says: numbers from 0 downwards are that
    /// many fewer than there are processors.
    fn counted(&self, setting: &Setting, now: (i64, i64)) -> Result<(i64, i64), String> {
        let Value::Pair(all, online) = setting.value else { return Ok(now) };
        let (all, online) = match (all, online) {
            (Some(all), Some(online)) => (all, online),
            (Some(all), None) => (all, all.min(now.1)),
            (None, online) => (self.processors.0, online.unwrap_or(now.1)),
        };
        let from = |n: i64, processors: i64| if n > 0 { n } else { n.saturating_add(processors) };
        let both = (from(all, self.processors.0), from(online, self.processors.1));
        let name = setting.name;
        if !(1..=SCHEDULERS_MOST).contains(&both.0) {
            return Err(format!(
                "bad value of +{name}: from 1 to {SCHEDULERS_MOST} schedulers are possible, not {}",
                both.0
            ));
        }
        if !(1..=both.0).contains(&both.1) {
            return Err(format!(
                "bad value of +{name}: of {} schedulers, {} cannot be online",
                both.0, both.1
            ));
        }
        Ok(both)
    }

    fn percentages(setting: &Setting) -> Result<(i64, i64), String> {
        let (all, online) = match setting.value {
            Value::Pair(Some(all), Some(online)) => (all, online),
            Value::Pair(Some(all), None) => (all, all.min(100)),
            Value::Pair(None, Some(online)) => (100, online),
            _ => (100, 100),
        };
        let range = 0..=i64::from(i32::MAX);
        if range.contains(&all) && range.contains(&online) {
            Ok((all, online))
        } else {
            Err(format!("bad value of +{}: a percentage is wanted", setting.name))
        }
    }

    /// The numbers of schedulers and of dirty CPU schedulers, each with those online.
    fn resolved(&self) -> Result<[(usize, usize); 2], String> {
        let of = |(all, online): (i64, i64), (of_all, of_online): (i64, i64)| {
            (
                (all.saturating_mul(of_all) / 100).max(1),
                (online.saturating_mul(of_online) / 100).max(1),
            )
        };
        let normal = of(self.normal, self.normal_percent);
        if normal.0 > SCHEDULERS_MOST || normal.1 > normal.0 {
            return Err(format!(
                "bad value of +SP: it asks for {} schedulers, {} of them online",
                normal.0, normal.1
            ));
        }
        let dirty = of(self.dirty, self.dirty_percent);
        let size = |(all, online): (i64, i64)| (all as usize, online as usize);
        Ok([size(normal), size((dirty.0.min(normal.0), dirty.1.min(normal.1)))])
    }
}

/// Flags that are no part of [`Config`]: what holds for new processes.
#[derive(Debug, Default, Clone, Copy)]
pub struct ProcessDefaults {
    /// `+hmax`.
    pub max_words: Option<usize>,
    /// `+hmaxk`.
    pub max_kill: Option<bool>,
    /// `+hmaxel`.
    pub max_log: Option<bool>,
    /// `+hmqd off_heap`.
    pub off_heap_messages: bool,
    /// `+pad true`.
    pub async_dist: bool,
}

/// The least limit of the number of ETS tables.
const ETS_TABLES: usize = 8192;

/// Variables of the environment that stand for flags.
const VARIABLES: &[(&str, &str)] = &[
    (MODE, "native"),
    ("MASER_HUGE_CODE_PAGES", "huge_code_pages"),
    ("MASER_HUGE_HEAPS", "huge_heaps"),
];

/// Reads the command line without the program's name. An error is one line for the user.
pub fn parse(args: &[OsString]) -> Result<Invocation, String> {
    let mut inv = Invocation {
        config: Config::default(),
        init_module: "init".to_owned(),
        threads: Threads::of(&Processors::look()),
        processes: ProcessDefaults::default(),
        tune: Vec::new(),
        dash: None,
        huge_heaps: false,
        print_version: false,
        poll: (1, 1),
        told: Vec::new(),
    };
    inv.config.file_names_utf8 = locale_is_utf8();
    inv.config.native = Mode::Auto;
    environment(&mut inv)?;
    let end = end_of_flags(args);
    let words: Vec<_> = args[..end].iter().map(|arg| arg.to_string_lossy()).collect();
    // The kernel is not asked where processors are if that is said anywhere.
    inv.config.read_topology =
        !words.iter().any(|word| word.starts_with("-ssrct") || word.starts_with("-sct"));
    let mut i = 0;
    while i < words.len() {
        let Some(flag) = words[i].strip_prefix('-') else {
            return Err(format!("unexpected argument {} before --", words[i]));
        };
        let (setting, used) = flags::read(flag, words.get(i + 1).map(|word| &**word))?;
        apply(&mut inv, &setting)?;
        i += 1 + usize::from(used);
    }
    if inv.poll.0 > inv.poll.1 {
        return Err(format!(
            "+IOp {} asks for more sets of descriptors than there are threads (+IOt {})",
            inv.poll.0, inv.poll.1
        ));
    }
    let init_args = args.get(end + 1..).unwrap_or_default();
    inv.config.init_args = init_args.iter().map(|arg| arg.clone().into_vec()).collect();
    (inv.config.root, inv.config.bindir) = place(args);
    if let Some(name) = after(args, "-progname") {
        inv.config.progname = name;
    }
    let [normal, dirty] = inv.threads.resolved()?;
    let c = &mut inv.config;
    (c.schedulers, c.schedulers_online) = normal;
    (c.dirty_cpu, c.dirty_cpu_online) = dirty;
    Ok(inv)
}

fn end_of_flags(args: &[OsString]) -> usize {
    args.iter().position(|arg| arg == "--").unwrap_or(args.len())
}

/// The word behind a name among the arguments of init.
fn after(args: &[OsString], name: &str) -> Option<String> {
    let mut words = args.iter().skip(end_of_flags(args)).skip_while(|word| *word != name);
    words.nth(1).map(|word| word.to_string_lossy().into_owned())
}

/// The root of the OTP to be run, and the directory of its programs: empty if nothing says it.
pub fn place(args: &[OsString]) -> (String, String) {
    let of = |name: &str, variable: &str| {
        after(args, name).or_else(|| std::env::var(variable).ok()).unwrap_or_default()
    };
    (of("-root", "ROOTDIR"), of("-bindir", "BINDIR"))
}

/// Applies the flags in variables of the environment, before those of the command line.
fn environment(inv: &mut Invocation) -> Result<(), String> {
    for &(variable, flag) in VARIABLES {
        if let Ok(value) = std::env::var(variable)
            && !value.is_empty()
        {
            let setting = flags::check_value(flag, &value)
                .map_err(|wanted| format!("bad value {value} of {variable}: {wanted}"))?;
            apply(inv, &setting)?;
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
    let number = |name: &str| std::env::var(name).ok().map(|n| flags::number(&n));
    let tables = number("ERL_MAX_ETS_TABLES").unwrap_or(0);
    inv.config.ets_limit = usize::try_from(tables).unwrap_or(0).max(ETS_TABLES);
    if let Some(ports) = number("ERL_MAX_PORTS") {
        inv.config.max_ports = (ports.clamp(1024, 134_217_727) as usize).next_power_of_two();
    }
    if let Some(n) = number("ERL_FULLSWEEP_AFTER") {
        inv.config.fullsweep_after = u32::from(n as u16);
    }
    if let Some(n) = number("ERL_THREAD_POOL_SIZE") {
        inv.config.async_threads = n.clamp(1, 1024) as usize;
    }
    Ok(())
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

fn apply(inv: &mut Invocation, setting: &Setting) -> Result<(), String> {
    let c = &mut inv.config;
    let threads = &mut inv.threads;
    let (word, n) = (setting.word(), setting.number() as usize);
    match setting.name {
        "S" => threads.normal = threads.counted(setting, threads.normal)?,
        "SP" => threads.normal_percent = Threads::percentages(setting)?,
        "SDcpu" => threads.dirty = threads.counted(setting, threads.dirty)?,
        "SDPcpu" => threads.dirty_percent = Threads::percentages(setting)?,
        "SDio" => c.dirty_io = n,
        "IOp" => inv.poll.0 = setting.number(),
        "IOt" => inv.poll.1 = setting.number(),
        "P" if n > 0 => c.max_processes = n.next_power_of_two(),
        "Q" if n > 0 => c.max_ports = n.next_power_of_two(),
        "A" => c.async_threads = n.max(1),
        "B" => c.break_mode = break_mode(c.break_mode, word),
        "C" => c.time_warp_mode = Warp::named(word).unwrap_or_default(),
        "c" => c.time_correction = setting.is_true(),
        "H" => inv.told.push("the flag +H was removed long ago".to_owned()),
        "R" => c.compatible_with = Some(setting.number()),
        "T" => c.modified_timing = Some(n as u8),
        "W" => c.warnings = word.chars().next().unwrap_or('w'),
        "fn" => file_names(c, word.as_bytes()),
        "hms" | "h" => c.min_heap_words = next_heap_size(n),
        "hmbs" => c.min_bin_vheap_words = next_heap_size(n),
        "hmax" => inv.processes.max_words = Some(n),
        "hmaxk" => inv.processes.max_kill = Some(setting.is_true()),
        "hmaxel" => inv.processes.max_log = Some(setting.is_true()),
        "hmqd" => inv.processes.off_heap_messages = word == "off_heap",
        "pad" => inv.processes.async_dist = setting.is_true(),
        "pc" => c.printable_unicode = word == "unicode",
        "sbt" | "stbt" => bind(c, setting)?,
        "spp" => c.port_parallelism = setting.is_true(),
        "sct" => {
            let places = topology::parse(word);
            c.topology = Some(places.map_err(|why| format!("bad value {word} of +sct: {why}"))?);
        }
        "t" => c.atom_limit = n,
        "e" => c.ets_limit = n.max(ETS_TABLES),
        "ec" => c.ets_compressed = true,
        "i" => inv.init_module = word.to_owned(),
        "zdbbl" => c.dist_buf_busy_limit = n,
        "zdntgc" => c.delayed_node_gc_s = (word != "infinity").then_some(n as u32),
        "zhft" => {
            let limit = std::time::Duration::from_millis(n as u64);
            c.halt_flush_timeout = (word != "infinity").then_some(limit);
        }
        "zosrl" => c.outstanding_requests = Some(n as u32),
        "dash" => inv.dash = flags::endpoint(word),
        "native" => c.native = native(word),
        "huge_code_pages" => c.huge_code = huge_code(word),
        "nif_check" => c.nif_check = setting.is_true(),
        "huge_heaps" => inv.huge_heaps = setting.is_true(),
        "JPperf" => {
            c.perf.map = matches!(word, "true" | "map");
            c.perf.dump = matches!(word, "true" | "dump");
        }
        "tune" => inv.tune.push(tune::parse(word)?),
        "V" => inv.print_version = true,
        "v" => inv.told.push("the flag +v has no effect here".to_owned()),
        "d" => c.crash_dump_on_error = false,
        // The rest tunes what this emulator does otherwise or not at all; it has been checked.
        _ => {}
    }
    Ok(())
}

/// The mode of the break signal when a flag asks for one (`+B`): the first of these, in this order,
/// that was ever asked for.
fn break_mode(so_far: BreakMode, word: &str) -> BreakMode {
    let order = [BreakMode::Ignored, BreakMode::Cooked, BreakMode::Disabled, BreakMode::Menu];
    let asked = match word {
        "i" => BreakMode::Ignored,
        "c" => BreakMode::Cooked,
        _ => BreakMode::Disabled,
    };
    order.into_iter().find(|&mode| mode == asked || mode == so_far).unwrap_or(asked)
}

/// Encoding of file names (`+fn`): the first letter says which, the second what is done about names
/// that have another.
fn file_names(c: &mut Config, letters: &[u8]) {
    c.file_names_utf8 = match letters[0] {
        b'l' => false,
        b'u' => true,
        _ => locale_is_utf8(),
    };
    c.bad_file_names = match letters.get(1) {
        Some(b'i') => "ignore",
        Some(b'e') => "error",
        _ => "warning",
    };
}

/// Binding of schedulers to processors (`+sbt`; `+stbt` tries it only).
fn bind(c: &mut Config, setting: &Setting) -> Result<(), String> {
    let word = setting.word();
    let spread = Spread::of_flag(word).unwrap_or(Spread::Unbound);
    let unknown = !c.read_topology && c.topology.is_none();
    if spread == Spread::Unbound || !unknown {
        c.spread = spread;
    } else if setting.name == "sbt" {
        return Err(format!("+sbt {word}: no processor topology is available"));
    }
    Ok(())
}

fn native(word: &str) -> Mode {
    match word {
        "off" => Mode::Off,
        "templates" => Mode::Templates,
        "cache" => Mode::Cache,
        "all" => Mode::All,
        "profile" => Mode::Profile,
        _ => Mode::Auto,
    }
}

fn huge_code(word: &str) -> HugeCode {
    match word {
        "true" => HugeCode::All,
        "false" => HugeCode::Off,
        _ => HugeCode::Auto,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Invocation, String> {
        let args: Vec<OsString> = line.split_ascii_whitespace().map(OsString::from).collect();
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
        assert_eq!(c.min_heap_words, 1598);
        assert_eq!((c.root.as_str(), c.bindir.as_str()), ("/r", "/b"));
        assert_eq!(c.init_args.len(), 13);
        assert_eq!(c.init_args[0], b"-root");
    }

    #[test]
    fn old_flags_of_labs() {
        let inv = parsed("-K true -h 99999 -P 99999 -S 2:1 --").unwrap();
        assert_eq!(inv.config.min_heap_words, 121_536);
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
        assert!(parsed("-SDPcpu 2147483647 --").is_ok());
        assert!(parsed("-SDPcpu 2147483648 --").is_err());
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
        check_error("-tune spin_time --", "bad value spin_time of +tune: ");
        check_error("-tune spin_time=x --", "spin_time is from 0 to 100000 microseconds, not x");
    }

    #[test]
    fn dash() {
        let dash = |line: &str| parsed(line).unwrap().dash.map(|address| address.to_string());
        assert_eq!(dash("--"), None);
        assert_eq!(dash("-dash 127.0.0.1:9090 --").unwrap(), "127.0.0.1:9090");
        assert_eq!(dash("-dash[::1]:0 --").unwrap(), "[::1]:0");
        assert_eq!(dash("-dash 8000 --").unwrap(), "127.0.0.1:8000");
        assert_eq!(dash("-dash localhost:1 --").unwrap(), "127.0.0.1:1");
        check_error("-dash example.org:80 --", "bad value example.org:80 of +dash: an address");
        check_error("-dash 70000 --", "as in 127.0.0.1:9090");
        check_error("-dash --", "+dash needs a value");
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
    fn breaks() {
        let mode = |line: &str| parsed(line).unwrap().config.break_mode;
        assert_eq!(mode("-B i --"), BreakMode::Ignored);
        assert_eq!(mode("-Bi -B c -B --"), BreakMode::Ignored);
        assert_eq!(mode("-B -B c --"), BreakMode::Cooked);
        assert_eq!(mode("-Bd --"), BreakMode::Disabled);
    }

    #[test]
    fn topology() {
        assert_eq!(parsed("-sbt ns --").unwrap().config.spread, Spread::No);
        check_error("-sbt ns -ssrct --", "no processor topology");
        check_error("-sbt ns -sct L0 --", "no processor topology");
        assert_eq!(parsed("-sct L0 -sbt ns --").unwrap().config.spread, Spread::No);
        assert_eq!(parsed("-stbt ns -ssrct --").unwrap().config.spread, Spread::Unbound);
    }

    #[test]
    fn refused() {
        check_error("-S 2:3 --", "of 2 schedulers, 3 cannot be online");
        check_error("-S 1025 --", "from 1 to 1024 schedulers");
        check_error("-SP -5 --", "a percentage is wanted");
        check_error("-SP 100:300 --", "bad value of +SP");
        check_error("-zz --", "unknown emulator flag +zz");
        check_error("-P -S 1 --", "bad value -S of +P");
        check_error("-P --", "+P needs a value");
        check_error("-P", "+P needs a value");
        check_error("-IOp 2 --", "+IOp 2");
        check_error("stray --", "stray");
    }
}
