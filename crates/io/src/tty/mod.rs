//! The driver `tty_sl`: a terminal with line editing, as the shell of OTP 25 uses it.

pub mod line;
pub mod modes;

pub use modes::{Cooked, cook, is_terminal, restore, window_size};

use crate::blocking::{Reader, Writer};
use line::Line;
use std::os::fd::RawFd;
use std::sync::Arc;
use term::Term;
use vm::errno;
use vm::port::open::{OpenError, Options, Target};
use vm::port::{BadArg, Core, Driver, IoData, Reply, watch, with_driver};

/// The number that `user_drv` adds to its requests.
const MAGIC: u32 = 0x018b_0900;
/// Queued bytes from which on an acknowledgement waits until they are written.
const LATE: usize = 1024;
const INPUT: RawFd = 0;
const OUTPUT: RawFd = 1;

struct Tty {
    reader: Option<Reader>,
    writer: Writer,
    line: Line,
    /// Bytes of a character that has not come whole.
    partial: Vec<u8>,
    /// `{Port, ok}` is to be sent when less is queued.
    owes_ok: bool,
    _raw: modes::Raw,
}

/// Makes an instance, if input and output are a terminal that can move its cursor.
pub fn open(core: &mut Core, target: &Target, _o: &Options) -> Result<Box<dyn Driver>, OpenError> {
    let Target::Driver(_, command) = target else { return Err(OpenError::BadArg) };
    let refused = || OpenError::Errno(libc::EINVAL);
    if !modes::is_terminal(INPUT) || !modes::is_terminal(OUTPUT) || !modes::can_edit() {
        return Err(refused());
    }
    let raw = modes::Raw::set(&modes::Wanted::parse(command)).ok_or_else(refused)?;
    let port = core.id;
    let wrote = move |result: std::io::Result<usize>| {
        with_driver(port, |d: &mut Tty, core| {
            let _turn = watch::room(core);
            match result {
                Ok(left) => d.acknowledge(core, left),
                Err(e) => core.fail_errno(errno::number(&e)),
            }
        });
    };
    Ok(Box::new(Tty {
        reader: Some(Reader::new(INPUT, 1024).map_err(|e| OpenError::Errno(errno::number(&e)))?),
        writer: Writer::new(OUTPUT, Arc::new(wrote)),
        line: Line::new(modes::locale_is_utf8()),
        partial: Vec::new(),
        owes_ok: false,
        _raw: raw,
    }))
}

impl Tty {
    fn acknowledge(&mut self, core: &mut Core, queued: usize) {
        if self.owes_ok && queued <= LATE {
            self.owes_ok = false;
            core.message(|_| Term::OK);
        }
    }

    fn got(&mut self, core: &mut Core, bytes: &[u8]) {
        if !self.line.utf8() {
            return core.deliver(latin1_to_utf8(bytes).as_bytes());
        }
        self.partial.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.partial) {
            Ok(_) => self.partial.len(),
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            Err(_) => {
                // It is no terminal of UTF-8 after all.
                self.line.set_utf8(false);
                let all = std::mem::take(&mut self.partial);
                return core.deliver(latin1_to_utf8(&all).as_bytes());
            }
        };
        if whole != 0 {
            let text: Vec<u8> = self.partial.drain(..whole).collect();
            core.deliver(&text);
        }
    }
}

fn latin1_to_utf8(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| b as char).collect()
}

/// Commands of `user_drv`.
mod op {
    pub const PUT: u8 = 0;
    pub const MOVE: u8 = 1;
    pub const INSERT: u8 = 2;
    pub const DELETE: u8 = 3;
    pub const BEEP: u8 = 4;
    pub const PUT_SYNC: u8 = 5;
}

impl Driver for Tty {
    fn name(&self) -> &'static str {
        "tty_sl"
    }

    fn start(&mut self, core: &mut Core) {
        let port = core.id;
        let Some(reader) = &self.reader else { return };
        reader.start(move |result| {
            let on = with_driver(port, |d: &mut Tty, core| {
                let _turn = watch::input(core);
                match result {
                    Ok([]) => {
                        d.reader = None;
                        core.eof();
                    }
                    Ok(bytes) => d.got(core, bytes),
                    Err(e) => {
                        d.reader = None;
                        core.fail_errno(errno::number(&e));
                    }
                }
            });
            on.is_some()
        });
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        let data = data.flat();
        let Some((&command, rest)) = data.split_first() else { return };
        let number = || match *rest {
            [a, b, ..] => isize::from(i16::from_be_bytes([a, b])),
            _ => 0,
        };
        let columns = window_size(OUTPUT).map_or(80, |(columns, _)| columns as usize);
        self.line.set_columns(columns);
        match command {
            op::PUT | op::PUT_SYNC => self.line.put(rest),
            op::MOVE => self.line.step(number()),
            op::INSERT => self.line.insert(rest),
            op::DELETE => self.line.delete(number()),
            op::BEEP => self.line.beep(),
            _ => {}
        }
        let out = self.line.take_output();
        match self.writer.write(&[], &IoData::of(&out)) {
            Ok(queued) => {
                if command == op::PUT_SYNC {
                    self.owes_ok = true;
                    self.acknowledge(core, queued);
                }
            }
            Err(e) => core.fail_errno(errno::number(&e)),
        }
    }

    fn control(&mut self, _core: &mut Core, op: u32, data: &[u8]) -> Result<Reply, BadArg> {
        let state = |utf8: bool| Ok(Reply::List(vec![u8::from(utf8)]));
        match op.wrapping_sub(MAGIC) {
            100 => {
                let (columns, rows) = window_size(OUTPUT).unwrap_or((80, 24));
                Ok(Reply::List([columns.to_ne_bytes(), rows.to_ne_bytes()].concat()))
            }
            101 => state(self.line.utf8()),
            102 => {
                let old = self.line.utf8();
                if let Some(&new) = data.first() {
                    self.line.set_utf8(new != 0);
                }
                state(old)
            }
            _ => Err(BadArg),
        }
    }

    fn queued(&self) -> usize {
        self.writer.queued()
    }

    fn closing(&mut self, _core: &mut Core) {
        self.reader = None;
    }
}
