//! Gives inputs to targets: those of the corpus, what a target makes, and mutations of what has
//! reached new code. A target runs in a process of its own, so that whatever happens to that is
//! noticed, and its last input is known.

use crate::coverage::Seen;
use crate::mutate::mutate;
use crate::random::Random;
use crate::targets::{TARGETS, Target, find};
use crate::{Result, corpus};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

/// Inputs that a process takes: what they leave behind, such as atoms, goes with it.
const INPUTS: usize = 300_000;
/// How long a target may work on one input.
const PATIENCE: Duration = Duration::from_secs(30);
/// The exit status of a process that has left what its target did not survive.
const FOUND: i32 = 77;
/// Findings of a target in one run, after which it is left alone.
const FINDINGS: usize = 5;

/// Prints the targets.
pub fn list() -> Result<ExitCode> {
    TARGETS.iter().for_each(|t| println!("{:12} {}", t.name, t.about));
    Ok(ExitCode::SUCCESS)
}

fn target(name: &str) -> Result<&'static Target> {
    find(name).ok_or_else(|| {
        let names: Vec<_> = TARGETS.iter().map(|t| t.name).collect();
        format!("no target {name}; there are {}", names.join(", "))
    })
}

/// The options of `fuzz run`.
#[derive(Clone)]
struct Run {
    seconds: u64,
    seed: u64,
    corpus: Option<PathBuf>,
    findings: PathBuf,
}

/// Runs targets, each for its share of the time.
pub fn run(args: &[String]) -> Result<ExitCode> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let mut run =
        Run { seconds: 60, seed: now.as_secs(), corpus: None, findings: "fuzz-findings".into() };
    let mut targets = Vec::new();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |v: &String| v.parse::<u64>().map_err(|_| format!("{word} needs a number"));
        match word.as_str() {
            "--seconds" => run.seconds = number(value()?)?,
            "--seed" => run.seed = number(value()?)?,
            "--corpus" => run.corpus = Some(value()?.into()),
            "--findings" => run.findings = value()?.into(),
            name => targets.push(target(name)?),
        }
    }
    if targets.is_empty() {
        targets = TARGETS.iter().collect();
    }
    fs::create_dir_all(&run.findings).map_err(|e| format!("{}: {e}", run.findings.display()))?;
    let jobs = std::thread::available_parallelism().map_or(1, |n| n.get()).min(targets.len());
    let share = Duration::from_secs(run.seconds) * jobs as u32 / targets.len() as u32;
    let queue: Mutex<VecDeque<&Target>> = Mutex::new(targets.into());
    let findings = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some(target) = queue.lock().expect("targets").pop_front() else { return };
            let found = guard(target, &run, share);
            findings.lock().expect("findings").extend(found);
        }
    };
    std::thread::scope(|s| (0..jobs).for_each(|_| drop(s.spawn(work))));
    let findings = findings.into_inner().expect("findings");
    findings.iter().for_each(|f| println!("{f}"));
    println!("fuzz: {} findings, seed {}", findings.len(), run.seed);
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a target in processes of its own, as long as there is time: what it did not survive.
fn guard(target: &Target, run: &Run, share: Duration) -> Vec<String> {
    let begun = Instant::now();
    let mut found = Vec::new();
    let mut inputs = 0;
    let current = std::env::temp_dir().join(format!("fuzz-{}-{}", std::process::id(), target.name));
    for round in 0.. {
        let left = share.saturating_sub(begun.elapsed());
        if left.as_millis() < 200 || found.len() >= FINDINGS {
            break;
        }
        match process(target, run, run.seed.wrapping_add(round), left, &current) {
            Ok(n) => inputs += n,
            Err(why) => found.push(finding(target, run, &current, &why)),
        }
    }
    let _ = fs::remove_file(&current);
    println!("{:12} {inputs} inputs, {:.0} s", target.name, begun.elapsed().as_secs_f64());
    found
}

/// One process: how many inputs it took, or what happened to it.
fn process(target: &Target, run: &Run, seed: u64, left: Duration, current: &Path) -> Result<usize> {
    let mut command = Command::new(std::env::current_exe().map_err(|e| e.to_string())?);
    command.args(["work", target.name, &left.as_millis().to_string(), &seed.to_string()]);
    command.arg(current).args(&run.corpus);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("cannot start: {e}"))?;
    let begun = Instant::now();
    let mut hung = false;
    while matches!(child.try_wait(), Ok(None)) {
        let changed = fs::metadata(current).and_then(|m| m.modified()).ok();
        let idle = changed.and_then(|t| t.elapsed().ok()).unwrap_or_default();
        if idle.min(begun.elapsed()) > PATIENCE {
            hung = child.kill().is_ok();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let done = child.wait_with_output().map_err(|e| e.to_string())?;
    match (hung, String::from_utf8_lossy(&done.stdout).trim().parse()) {
        (true, _) => Err(format!("it works on one input for {} s", PATIENCE.as_secs())),
        (_, Ok(n)) if done.status.success() => Ok(n),
        _ if done.status.code() == Some(FOUND) => Err("it panics".into()),
        _ => Err(done.status.to_string()),
    }
}

/// Keeps the input at which a process ended.
fn finding(target: &Target, run: &Run, current: &Path, why: &str) -> String {
    let bytes = read_current(current).unwrap_or_default();
    let file = run.findings.join(format!("{}-{:016x}", target.name, corpus::hash(&bytes)));
    match fs::write(&file, &bytes) {
        Ok(()) => format!(
            "finding of {}: {why}: {} bytes in {}\n  again: scripts/fuzz replay {} {}",
            target.name,
            bytes.len(),
            file.display(),
            target.name,
            file.display()
        ),
        Err(e) => format!("finding of {}: {why}; {}: {e}", target.name, file.display()),
    }
}

/// A file with the input that a target works on, and its length in front.
fn write_current(file: &File, buffer: &mut Vec<u8>, input: &[u8]) {
    buffer.clear();
    buffer.extend((input.len() as u32).to_le_bytes());
    buffer.extend_from_slice(input);
    // Without it findings are lost, nothing else.
    let _ = file.write_all_at(buffer, 0);
}

fn read_current(file: &Path) -> Option<Vec<u8>> {
    let bytes = fs::read(file).ok()?;
    let (size, rest) = bytes.split_first_chunk()?;
    rest.get(..u32::from_le_bytes(*size) as usize).map(<[u8]>::to_vec)
}

/// A process that `run` starts, from its arguments: target, milliseconds, seed, file for the
/// current input, and a directory with more of the corpus.
pub fn work(args: &[String]) -> Result<ExitCode> {
    let [name, milliseconds, seed, current, more @ ..] = args else {
        return Err("work: TARGET MILLISECONDS SEED FILE [CORPUS]".into());
    };
    let target = target(name)?;
    let number = |v: &String| v.parse::<u64>().map_err(|_| format!("{v} is no number"));
    let end = Instant::now() + Duration::from_millis(number(milliseconds)?);
    let mut random = Random::new(number(seed)?);
    let file = File::create(current).map_err(|e| format!("{current}: {e}"))?;
    let kept = more.first().map(|dir| Path::new(dir).join(name));
    let mut pool = corpus::inputs(name)?;
    if let Some(dir) = &kept {
        fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        pool.extend(corpus::files(dir)?.into_iter().map(|(_, bytes)| bytes));
    }
    let (mut seen, mut buffer, mut inputs) = (Seen::default(), Vec::new(), 0);
    let guided = Seen::is_known();
    let mut give = |input: &[u8]| {
        write_current(&file, &mut buffer, input);
        if catch_unwind(|| (target.run)(input)).is_err() {
            std::process::exit(FOUND);
        }
        seen.update()
    };
    for input in &pool {
        give(input);
        inputs += 1;
    }
    while inputs < INPUTS && (inputs % 16 != 0 || Instant::now() < end) {
        let mut input = match pool.len() {
            n if n > 0 && !random.once_in(4) => {
                // Inputs that were found last are looked at more often.
                let recent = if random.once_in(3) { n.min(20) } else { n };
                pool[n - 1 - random.below(recent)].clone()
            }
            _ => (target.make)(&mut random),
        };
        if !random.once_in(8) {
            mutate(&mut input, &pool, &mut random);
        }
        inputs += 1;
        if give(&input) && guided {
            if let Some(dir) = &kept {
                // Not kept, it is found again.
                let _ = fs::write(dir.join(format!("{:016x}", corpus::hash(&input))), &input);
            }
            pool.push(input);
        }
    }
    println!("{inputs}");
    Ok(ExitCode::SUCCESS)
}

/// Gives files to a target, in this process.
pub fn replay(args: &[String]) -> Result<ExitCode> {
    let [name, files @ ..] = args else { return Err("replay: TARGET FILE...".into()) };
    let target = target(name)?;
    for file in files {
        let bytes = fs::read(file).map_err(|e| format!("{file}: {e}"))?;
        println!("{file}: {} bytes", bytes.len());
        (target.run)(&bytes);
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes inputs that a target makes itself: how a corpus begins.
pub fn made(args: &[String]) -> Result<ExitCode> {
    let [name, dir, n] = args else { return Err("made: TARGET DIR N".into()) };
    let target = target(name)?;
    let n: usize = n.parse().map_err(|_| format!("{n} is no number"))?;
    fs::create_dir_all(dir).map_err(|e| format!("{dir}: {e}"))?;
    let mut random = Random::new(1);
    for _ in 0..n {
        let input = (target.make)(&mut random);
        let file = Path::new(dir).join(format!("{:016x}", corpus::hash(&input)));
        fs::write(&file, &input).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Copies the inputs of a directory that reach code that no smaller one reaches.
pub fn minimise(args: &[String]) -> Result<ExitCode> {
    let [name, from, to] = args else { return Err("minimise: TARGET FROM TO".into()) };
    let target = target(name)?;
    if !Seen::is_known() {
        return Err("this build does not tell what is reached: scripts/fuzz makes one".into());
    }
    let mut all: Vec<Vec<u8>> = corpus::files(Path::new(from))?.into_iter().map(|f| f.1).collect();
    all.sort_by_key(Vec::len);
    let (mut seen, mut kept) = (Seen::default(), 0);
    fs::create_dir_all(to).map_err(|e| format!("{to}: {e}"))?;
    for input in all {
        (target.run)(&input);
        // Often or seldom makes no difference here: only places count.
        let before = seen.places();
        seen.update();
        if seen.places() > before {
            kept += 1;
            let file = Path::new(to).join(format!("{:016x}", corpus::hash(&input)));
            fs::write(&file, &input).map_err(|e| format!("{}: {e}", file.display()))?;
        }
    }
    println!("{name}: {kept} inputs, {} places", seen.places());
    Ok(ExitCode::SUCCESS)
}
