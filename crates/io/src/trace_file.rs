//! The driver `trace_file_drv`: messages of tracers in a file, or in several that take turns.
//!
//! `dbg` opens it with the command `trace_file_drv n NAME`, or for files in turn with
//! `trace_file_drv w SIZE COUNT TIME AT n NAME`, where a number stands in the name from its byte AT
//! on. Output is written behind a 0 and its length. Writing does not wait for another thread:
//! whoever has had the port flushed, or has seen it end, reads the file.

use crate::inet::timer::{self, Timer};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use vm::errno;
use vm::port::open::{OpenError, Options, Target};
use vm::port::{BadArg, Core, Driver, IoData, Reply};

/// The name of the driver.
pub const NAME: &str = "trace_file_drv";
/// `port_control/3`: write what is kept.
const FLUSH: u32 = b'f' as u32;
/// So much is kept before it is written.
const KEPT: usize = 64 * 1024;

struct TraceFile {
    /// None after an error.
    file: Option<File>,
    buffer: Vec<u8>,
    turns: Option<Turns>,
    timer: Option<Timer>,
}

/// Files that take turns.
struct Turns {
    front: Vec<u8>,
    tail: Vec<u8>,
    /// The next file is begun when this one has so many bytes, if time does not say it.
    size: u64,
    /// How many files there are; they have numbers up to this.
    count: u32,
    /// Milliseconds for each file; 0 if its size says when it is full.
    time: u32,
    current: u32,
    oldest: u32,
    /// So many files more until the oldest goes.
    left: u32,
    /// Bytes of the current one.
    len: u64,
}

impl Turns {
    fn path(&self, number: u32) -> PathBuf {
        let number = number.to_string().into_bytes();
        let name = [&self.front[..], &number, &self.tail].concat();
        PathBuf::from(OsStr::from_bytes(&name))
    }

    fn after(&self, number: u32) -> u32 {
        if number >= self.count { 0 } else { number + 1 }
    }
}

fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o777).open(path)
}

/// The number in front, and what follows the spaces behind it.
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let number = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    Some((number, text[digits..].trim_ascii_start()))
}

/// Reads a command: how files take turns, if they do, and the name.
fn parse(command: &[u8]) -> Option<(Option<Turns>, &[u8])> {
    let mut rest = command.strip_prefix(NAME.as_bytes())?.trim_ascii_start();
    let mut numbers = None;
    if let Some(after) = rest.strip_prefix(b"w ") {
        let (size, after) = number(after.trim_ascii_start())?;
        let (count, after) = number(after)?;
        let (time, after) = number(after)?;
        let (at, after) = number(after)?;
        (numbers, rest) = (Some((size, count, time, at as usize)), after);
    }
    let name = rest.strip_prefix(b"n ")?;
    let name = name.split(|&b| b == 0).next().unwrap_or_default();
    let at = numbers.map_or(0, |n| n.3);
    if at >= name.len() {
        return None;
    }
    let turns = numbers.map(|(size, count, time, at)| Turns {
        front: name[..at].to_vec(),
        tail: name[at..].to_vec(),
        size: size.into(),
        count,
        time,
        current: 0,
        oldest: 0,
        left: count,
        len: 0,
    });
    Some((turns, name))
}

/// Makes an instance.
pub fn open(_: &mut Core, target: &Target, _: &Options) -> Result<Box<dyn Driver>, OpenError> {
    let Target::Driver(_, command) = target else { return Err(OpenError::BadArg) };
    let (turns, name) = parse(command).ok_or(OpenError::BadArg)?;
    let path = match &turns {
        Some(turns) => turns.path(0),
        None => PathBuf::from(OsStr::from_bytes(name)),
    };
    let file = create(&path).map_err(|e| OpenError::Errno(errno::number(&e)))?;
    Ok(Box::new(TraceFile { file: Some(file), buffer: Vec::new(), turns, timer: None }))
}

impl TraceFile {
    fn flush(&mut self) -> io::Result<()> {
        let buffer = std::mem::take(&mut self.buffer);
        match &mut self.file {
            Some(file) => file.write_all(&buffer),
            None => Ok(()),
        }
    }

    fn add(&mut self, data: &IoData<'_>) -> io::Result<()> {
        self.buffer.push(0);
        self.buffer.extend_from_slice(&(data.len() as u32).to_be_bytes());
        for bytes in data.slices() {
            self.buffer.extend_from_slice(bytes);
        }
        if self.buffer.len() >= KEPT {
            self.flush()?;
        }
        if let Some(turns) = &mut self.turns {
            turns.len += data.len() as u64 + 5;
            if turns.time == 0 && turns.len >= turns.size {
                self.next_file()?;
            }
        }
        Ok(())
    }

    fn next_file(&mut self) -> io::Result<()> {
        self.flush()?;
        let Some(turns) = &mut self.turns else { return Ok(()) };
        turns.len = 0;
        turns.left = turns.left.saturating_sub(1);
        if turns.left == 0 {
            // Somebody may have deleted it already.
            let _ = std::fs::remove_file(turns.path(turns.oldest));
            turns.oldest = turns.after(turns.oldest);
        }
        turns.current = turns.after(turns.current);
        let path = turns.path(turns.current);
        self.file = None;
        self.file = Some(create(&path)?);
        Ok(())
    }

    fn start_timer(&mut self, core: &Core) {
        let Some(time) = self.turns.as_ref().map(|t| t.time).filter(|&time| time != 0) else {
            return;
        };
        self.timer = Some(timer::after(core, time, |driver: &mut TraceFile, core| {
            match driver.next_file() {
                Ok(()) => driver.start_timer(core),
                Err(e) => core.fail_errno(errno::number(&e)),
            }
        }));
    }
}

impl Driver for TraceFile {
    fn name(&self) -> &'static str {
        NAME
    }

    fn locks_each_port(&self) -> bool {
        false
    }

    fn takes_pieces(&self) -> bool {
        true
    }

    fn start(&mut self, core: &mut Core) {
        self.start_timer(core);
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        if let Err(e) = self.add(data) {
            core.fail_errno(errno::number(&e));
        }
    }

    fn control(&mut self, core: &mut Core, op: u32, _: &[u8]) -> Result<Reply, BadArg> {
        if op != FLUSH {
            return Err(BadArg);
        }
        if let Err(e) = TraceFile::flush(self) {
            core.fail_errno(errno::number(&e));
        }
        Ok(Reply::List(vec![0]))
    }

    fn queued(&self) -> usize {
        self.buffer.len()
    }

    fn closing(&mut self, _: &mut Core) {
        // It ends already: there is nobody to be told of an error.
        let _ = TraceFile::flush(self);
    }

    fn stop(&mut self, core: &mut Core) {
        self.closing(core);
    }
}
