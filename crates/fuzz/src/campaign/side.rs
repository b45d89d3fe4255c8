//! The two emulators: gives inputs to each and takes what they make of them, however often they
//! have to be started again.

use super::Difference;
use crate::Result;
use maser::{emulator, exec, otp, shadow};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const DRIVER: &str = include_str!("driver.erl");
/// Results that are written together, as long as nothing crashes.
const CHUNK: usize = 64;
/// How long an emulator may run without writing anything: time of a processor, so that a busy
/// machine makes nothing look as if it hung.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long one may write nothing that does not run either.
const PATIENCE_ASLEEP: Duration = Duration::from_secs(90);
/// Bytes of one result.
const DIGEST: usize = 16;

/// An emulator.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Stock,
    Maser,
}

type Digest = Option<[u8; DIGEST]>;

/// A directory for files, and what starts the emulators.
pub(super) struct Place {
    dir: PathBuf,
    stock: PathBuf,
    maser: PathBuf,
    environment: Vec<(&'static str, OsString)>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

impl Place {
    pub(super) fn new() -> Result<Place> {
        let otp = otp::locate()?;
        let shadow = shadow::prepare(&otp, &emulator::locate()?)?;
        let dir = std::env::temp_dir().join(format!("maser-fuzz-{}", std::process::id()));
        fs::create_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        let place = Place {
            dir,
            stock: otp.command("erl"),
            maser: shadow.commands().join("erl"),
            environment: exec::environment(&shadow),
        };
        let source = place.dir.join("fuzz_driver.erl");
        fs::write(&source, DRIVER).map_err(|e| format!("{}: {e}", source.display()))?;
        let mut erlc = Command::new(otp.command("erlc"));
        erlc.arg("-o").arg(&place.dir).arg(&source).env("ERLC_EMULATOR", &place.stock);
        match erlc.output() {
            Ok(done) if done.status.success() => Ok(place),
            Ok(done) => Err(String::from_utf8_lossy(&done.stdout).into_owned()),
            Err(e) => Err(format!("erlc: {e}")),
        }
    }

    fn file(&self, side: Side, what: &str) -> PathBuf {
        self.dir.join(format!("{side:?}-{what}"))
    }

    fn start(&self, side: Side, words: &[&str]) -> Result<Child> {
        let program = if side == Side::Stock { &self.stock } else { &self.maser };
        let mut command = Command::new(program);
        command.args(["-noshell", "-noinput", "-boot", "no_dot_erlang", "-pa"]).arg(&self.dir);
        command.args(["-run", "fuzz_driver", "main"]).args(words);
        if side == Side::Maser {
            command.envs(self.environment.iter().map(|(k, v)| (*k, v)));
        }
        command.env("ERL_CRASH_DUMP", "/dev/null").env("ERL_CRASH_DUMP_SECONDS", "0");
        command.current_dir(&self.dir).stdin(Stdio::null());
        // Nothing that the emulator prints is needed: a crash shows in the digests that are
        // missing.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|e| format!("{}: {e}", program.display()))
    }

    /// Has results of `how` written for inputs from `from` on; gives them to `take`, which says how
    /// many there are; `crashed` is called for those that bring down the emulator.
    fn drive(
        &self,
        side: Side,
        (kind, how): (&str, &str),
        inputs: &[Vec<u8>],
        mut take: impl FnMut(&[u8]) -> usize,
        mut crashed: impl FnMut(),
    ) -> Result<()> {
        let (input, output) = (self.file(side, "in"), self.file(side, "out"));
        let bytes: Vec<u8> = inputs
            .iter()
            .flat_map(|i| (i.len() as u32).to_be_bytes().into_iter().chain(i.iter().copied()))
            .collect();
        fs::write(&input, bytes).map_err(|e| format!("{}: {e}", input.display()))?;
        let path = |p: &Path| p.display().to_string();
        let (mut from, mut careful, mut idle) = (0, 0, 0);
        while from < inputs.len() {
            fs::write(&output, "").map_err(|e| format!("{}: {e}", output.display()))?;
            let chunk = if careful > 0 { 1 } else { CHUNK };
            let count =
                if careful > 0 { CHUNK.min(inputs.len() - from) } else { inputs.len() - from };
            let numbers = [from, count, chunk].map(|n| n.to_string());
            let [from_word, count_word, chunk_word] = &numbers;
            let words =
                [kind, how, &path(&input), &path(&output), from_word, count_word, chunk_word];
            let mut child = self.start(side, &words)?;
            watch(&mut child, &output);
            child.wait().map_err(|e| e.to_string())?;
            let n = take(&fs::read(&output).map_err(|e| format!("{}: {e}", output.display()))?);
            from += n;
            match (n == count, careful > 0) {
                (true, _) => careful = 0,
                (false, false) => careful = 1,
                (false, true) => {
                    crashed();
                    from += 1;
                    careful = 0;
                }
            }
            idle = if n == 0 { idle + 1 } else { 0 };
            if idle > 20 {
                return Err(format!("{side:?} runs nothing"));
            }
        }
        Ok(())
    }

    /// An emulator's digest of each input; nothing for inputs that bring it down.
    pub(super) fn digests(
        &self,
        side: Side,
        kind: &str,
        inputs: &[Vec<u8>],
    ) -> Result<Vec<Digest>> {
        let digests = std::cell::RefCell::new(Vec::with_capacity(inputs.len()));
        let take = |bytes: &[u8]| {
            let (whole, _) = bytes.as_chunks::<DIGEST>();
            digests.borrow_mut().extend(whole.iter().map(|d| Some(*d)));
            whole.len()
        };
        self.drive(side, (kind, "digest"), inputs, take, || digests.borrow_mut().push(None))?;
        Ok(digests.into_inner())
    }

    fn texts(&self, side: Side, kind: &str, inputs: &[Vec<u8>]) -> Result<Vec<String>> {
        let texts = std::cell::RefCell::new(Vec::new());
        let take = |mut bytes: &[u8]| {
            let before = texts.borrow().len();
            while let Some((size, rest)) = bytes.split_first_chunk() {
                let Some((text, rest)) = rest.split_at_checked(u32::from_be_bytes(*size) as usize)
                else {
                    break;
                };
                texts.borrow_mut().push(String::from_utf8_lossy(text).into_owned());
                bytes = rest;
            }
            texts.borrow().len() - before
        };
        let crash = || texts.borrow_mut().push("crash".into());
        self.drive(side, (kind, "show"), inputs, take, crash)?;
        Ok(texts.into_inner())
    }

    /// The inputs with what each emulator makes of them, for people to read.
    pub(super) fn shown(&self, kind: &str, inputs: Vec<Vec<u8>>) -> Result<Vec<Difference>> {
        let stock = self.texts(Side::Stock, kind, &inputs)?;
        let ours = self.texts(Side::Maser, kind, &inputs)?;
        let all = inputs.into_iter().zip(stock.into_iter().zip(ours));
        Ok(all.map(|(input, (stock, ours))| Difference { input, stock, ours }).collect())
    }
}

/// The time of processors that a process has had.
fn time_run(process: u32) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, which may have spaces in it, ends with the last parenthesis.
    let (_, rest) = text.rsplit_once(')')?;
    let ticks = rest.split_whitespace().skip(11).take(2).map(|n| n.parse::<u64>().ok());
    let ticks = ticks.sum::<Option<u64>>()?;
    // SAFETY: it looks up a constant of the system.
    let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1) as f64;
    Some(Duration::from_secs_f64(ticks as f64 / per_second))
}

/// Waits for an emulator's end as long as its results grow; ends it otherwise.
fn watch(child: &mut Child, results: &Path) {
    let run = |child: &Child| time_run(child.id()).unwrap_or_default();
    let (mut size, mut since, mut had) = (0, Instant::now(), run(child));
    while matches!(child.try_wait(), Ok(None)) {
        let now = fs::metadata(results).map_or(0, |m| m.len());
        if now != size {
            (size, since, had) = (now, Instant::now(), run(child));
        }
        let hangs = since.elapsed() > PATIENCE && run(child).saturating_sub(had) > PATIENCE;
        if hangs || since.elapsed() > PATIENCE_ASLEEP {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
