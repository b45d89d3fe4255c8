//! Compiling modules while they run: a thread that has `maser-native` make images, one at a time,
//! of what it is asked for and of the modules in which most slices end.
//!
//! The compiler is a process of its own, with little priority if nobody waits for it. If it fails,
//! or is not installed, the emulator goes on with the base tier.

use super::program::{PROGRAM, program};
use super::{Instance, Mode, attach_compiled, cache, store, templates};
use crate::code;
use crate::log::log_from_emulator;
use crate::{children, system};
use probes::{fire, text};
use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::FromRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, LazyLock, Mutex, mpsc};
use std::time::{Duration, Instant};
use tune::Tune;

/// Says after how many seconds a compiler is given up.
pub const TIMEOUT: &str = "MASER_NATIVE_TIMEOUT";
/// How many of the slices that were used up are looked at.
const SAMPLES: usize = 64;
/// How many samples wait to be looked at, at most.
const WAITING: usize = 16 * SAMPLES;

/// Where slices of a scheduler have ended because they were used up.
pub struct Samples {
    at: [usize; SAMPLES],
    seen: u32,
    /// How many are still to come before they are looked at.
    left: u32,
    /// Of which modules there are to be templates.
    fresh: templates::Places,
}

impl Samples {
    /// None so far.
    pub fn new() -> Samples {
        Samples {
            at: [0; SAMPLES],
            seen: 0,
            left: tune::get(Tune::NativePeriod),
            fresh: templates::Places::default(),
        }
    }

    /// Adds one.
    #[inline]
    pub fn add(&mut self, pc: *const u64) {
        self.passed(pc);
        self.at[self.seen as usize % SAMPLES] = pc as usize;
        self.seen = self.seen.wrapping_add(1);
        self.left -= 1;
        if self.left == 0 {
            self.left = tune::get(Tune::NativePeriod);
            self.hand_over();
        }
    }

    /// A process is somewhere in code, now and then.
    #[inline]
    pub fn passed(&mut self, pc: *const u64) {
        self.fresh.add(pc as usize);
    }

    #[cold]
    fn hand_over(&self) {
        let grace_ns = u64::from(tune::get(Tune::NativeGrace)) * 1_000_000;
        if program().is_none() || system::monotonic_ns() < grace_ns {
            return;
        }
        with_work(|work| {
            if work.samples.len() < WAITING {
                work.samples.extend(self.at);
            }
        });
    }
}

impl Default for Samples {
    fn default() -> Self {
        Samples::new()
    }
}

/// Why a module cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no compiler, or it is not to be used.
    NoCompiler,
    /// It failed, for this reason.
    Failed(String),
}

struct Request {
    instance: Arc<Instance>,
    answer: mpsc::Sender<Result<(), Failure>>,
}

#[derive(Default)]
struct Work {
    requests: VecDeque<Request>,
    samples: Vec<usize>,
    /// Modules that have been loaded and are to be compiled without being hot.
    loaded: VecDeque<Arc<Instance>>,
    started: bool,
}

static WORK: LazyLock<Mutex<Work>> = LazyLock::new(Mutex::default);
static ARRIVED: Condvar = Condvar::new();

/// Changes what there is to do, and has it done.
fn with_work(change: impl FnOnce(&mut Work)) {
    let mut work = WORK.lock().expect("native code");
    change(&mut work);
    if !work.started {
        work.started = true;
        let thread = std::thread::Builder::new().name("native_code".into());
        if thread.spawn(run).is_err() {
            // The requests are dropped. Each caller that waits for an answer sees that, as a
            // failure.
            *work = Work::default();
        }
    }
    ARRIVED.notify_one();
}

/// How many modules are known to wait for the compiler; None if that cannot be looked at just now.
pub fn waiting() -> Option<usize> {
    WORK.try_lock().ok().map(|work| work.requests.len() + work.loaded.len())
}

/// Compiles a module that is loaded, or is being loaded, and waits for it. Not to be called by a
/// scheduler.
pub fn compile(instance: &Arc<Instance>) -> Result<(), Failure> {
    if instance.native.compiled().is_some() {
        return Ok(());
    }
    if program().is_none() {
        return Err(Failure::NoCompiler);
    }
    let (answer, wait) = mpsc::channel();
    with_work(|work| work.requests.push_back(Request { instance: instance.clone(), answer }));
    wait.recv().unwrap_or_else(|_| Err(Failure::Failed("there is no thread for it".into())))
}

/// A module has become current.
pub(in crate::code) fn loaded(instance: &Arc<Instance>) {
    templates::loaded();
    if Mode::now() == Mode::All && instance.native.compiled().is_none() && program().is_some() {
        with_work(|work| work.loaded.push_back(instance.clone()));
    }
}

/// Says, the first time, that a module could not be compiled.
pub fn say_once(module: term::Atom, why: &str) {
    static SAID: std::sync::Once = std::sync::Once::new();
    SAID.call_once(|| {
        log_from_emulator("~ts cannot be compiled to native code: ~ts~n", |heap| {
            vec![term::Term::atom(module), heap.string(why)]
        });
    });
}

/// The thread's state.
#[derive(Default)]
struct State {
    /// Points of modules that have no native code, by the address of their code.
    points: HashMap<usize, (Arc<Instance>, u32)>,
    /// Failures in a row.
    failures: u32,
}

enum Job {
    Asked(Request),
    Own(Arc<Instance>),
}

fn run() {
    crate::sched::binding::free();
    let mut state = State::default();
    loop {
        match state.next() {
            Job::Asked(Request { instance, answer }) => {
                // Nobody may be waiting any more.
                let _ = answer.send(make(&instance, "--helper").map_err(Failure::Failed));
            }
            Job::Own(instance) => match make(&instance, "--background") {
                Ok(()) => state.failures = 0,
                Err(why) => {
                    say_once(instance.module, &why);
                    state.failures += 1;
                }
            },
        }
    }
}

impl State {
    /// Waits until there is something to do.
    fn next(&mut self) -> Job {
        let mut work = WORK.lock().expect("native code");
        loop {
            if let Some(request) = work.requests.pop_front() {
                return Job::Asked(request);
            }
            let samples = std::mem::take(&mut work.samples);
            drop(work);
            self.judge(&samples);
            if let Some(instance) = self.hottest() {
                return Job::Own(instance);
            }
            work = WORK.lock().expect("native code");
            if self.failures < tune::get(Tune::NativePatience)
                && let Some(instance) = work.loaded.pop_front()
            {
                return Job::Own(instance);
            }
            if work.requests.is_empty() && work.samples.is_empty() {
                work = ARRIVED.wait(work).expect("native code");
            }
        }
    }

    /// Gives points to the modules in which slices have ended. Older points count less and less, so
    /// a module that gets none is forgotten.
    fn judge(&mut self, samples: &[usize]) {
        if samples.is_empty() || self.failures >= tune::get(Tune::NativePatience) {
            return;
        }
        self.points.retain(|_, (_, points)| {
            *points /= 2;
            *points > 0
        });
        for &pc in samples {
            if let Some((instance, _)) = code::find(pc as *const u64)
                && instance.native.compiled().is_none()
                && instance.source.get().is_some()
            {
                let at = instance.range().start;
                self.points.entry(at).or_insert((instance, 0)).1 += 1;
            }
        }
    }

    /// The module with the most points, if they are enough.
    fn hottest(&mut self) -> Option<Arc<Instance>> {
        let enough = tune::get(Tune::NativeHot);
        let (&at, _) =
            self.points.iter().max_by_key(|(_, p)| p.1).filter(|(_, p)| p.1 >= enough)?;
        self.points.remove(&at).map(|p| p.0)
    }
}

/// Gives a module native code: the cache's, if another emulator has put it there meanwhile, or new.
fn make(instance: &Arc<Instance>, how: &str) -> Result<(), String> {
    let Some(sources) = instance.source.get() else {
        return match instance.native.compiled() {
            Some(_) => Ok(()),
            None => Err("it cannot be compiled".into()),
        };
    };
    let image = match cache::in_cache(&instance.md5) {
        Some(image) => image,
        None => match watched(instance, &sources.bytes, how) {
            Ok(()) => cache::in_cache(&instance.md5)
                .ok_or_else(|| format!("{PROGRAM} made nothing that fits this emulator")),
            Err(why) => Err(why),
        }
        .inspect_err(|_| instance.source.forget())?,
    };
    if attach_compiled(instance, &image) {
        return Ok(());
    }
    instance.source.forget();
    Err("its native code does not fit".into())
}

/// As [`compiled`], for those who watch.
fn watched(instance: &Instance, bytes: &[u8], how: &str) -> Result<(), String> {
    fire!(maser::native__compile__start, text!("{}", instance.module));
    let done = compiled(bytes, how);
    fire!(maser::native__compile__end, text!("{}", instance.module), done.is_ok());
    done
}

/// Has the compiler make the image of a file.
fn compiled(bytes: &[u8], how: &str) -> Result<(), String> {
    let program = program().ok_or("there is no compiler")?;
    let cannot = |e: io::Error| format!("{PROGRAM} cannot be started: {e}");
    let (mut input, mut said) = (memory().map_err(cannot)?, memory().map_err(cannot)?);
    input.write_all(bytes).and_then(|()| input.seek(SeekFrom::Start(0))).map_err(cannot)?;
    let mut command = Command::new(program);
    // A group of its own: Ctrl-C is for the emulator.
    command.arg(how).process_group(0).current_dir("/");
    command.stdin(input).stdout(Stdio::null()).stderr(said.try_clone().map_err(cannot)?);
    command.env(release::VARIABLE, release::number().to_string());
    if let Some(store) = store::store() {
        command.env(native_abi::cache::VARIABLE, store.path());
    }
    let (pid, mut child) =
        children::start_child(|| command.spawn().map(|child| (child.id().cast_signed(), child)))
            .map_err(cannot)?;
    let timeout = Duration::from_secs(tune::get(Tune::NativeTimeout).into());
    let in_time = wait(&mut child, timeout);
    if in_time.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    children::child_ended(pid);
    let Some(status) = in_time else {
        return Err(format!("{PROGRAM} was not ready after {} seconds", timeout.as_secs()));
    };
    if status.success() {
        return Ok(());
    }
    let mut text = String::new();
    let _ = said.seek(SeekFrom::Start(0)).and_then(|_| said.read_to_string(&mut text));
    match (text.lines().next(), status.signal()) {
        (_, Some(signal)) => Err(format!("{PROGRAM} was ended by signal {signal}")),
        (Some(line), None) => Err(line.to_owned()),
        (None, None) => Err(format!("{PROGRAM} failed: {status}")),
    }
}

/// Waits for a child's end, looking less and less often.
fn wait(child: &mut Child, timeout: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Err(_) => return None,
            Ok(None) if begun.elapsed() > timeout => return None,
            Ok(None) => std::thread::sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// A file without a name.
fn memory() -> io::Result<File> {
    // SAFETY: the name ends with 0, and is only read. The descriptor is new and nobody else's.
    unsafe {
        match libc::memfd_create(c"maser-native".as_ptr(), libc::MFD_CLOEXEC) {
            -1 => Err(io::Error::last_os_error()),
            fd => Ok(File::from_raw_fd(fd)),
        }
    }
}
