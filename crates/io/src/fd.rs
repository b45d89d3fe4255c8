//! The driver behind `{fd, In, Out}`: descriptors that the emulator was started with.

use crate::blocking::{Reader, Writer, is_open};
use crate::packet::{self, Framer};
use crate::spawn::{HIGH, READ_SIZE};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;
use vm::errno;
use vm::port::open::{OpenError, Options, Target};
use vm::port::{BadArg, Core, Driver, IoData, Reply, watch, with_driver};

/// `port_control/3`: the size of the window; the same as the terminal's driver has.
const GET_WINDOW_SIZE: u32 = 0x018b_0900 + 100;

struct Fd {
    /// The file that was opened for this port, if it was.
    file: Option<std::fs::File>,
    reader: Option<Reader>,
    writer: Option<Writer>,
    framer: Framer,
    packet: u8,
    limits: (usize, usize),
}

/// Makes an instance for a file or device by its name.
pub fn open_path(
    core: &mut Core,
    target: &Target,
    o: &Options,
) -> Result<Box<dyn Driver>, OpenError> {
    let Target::Path(path) = target else { return Err(OpenError::BadArg) };
    let path = std::path::Path::new(std::ffi::OsStr::from_bytes(path));
    let file = std::fs::OpenOptions::new()
        .read(o.input)
        .write(o.output)
        .create(o.output)
        .truncate(o.output && !o.input)
        .open(path)
        .map_err(|_| OpenError::Errno(libc::EINVAL))?;
    let fd = file.as_raw_fd();
    instance(core, (fd, fd), Some(file), o)
}

/// Makes an instance.
pub fn open(core: &mut Core, target: &Target, o: &Options) -> Result<Box<dyn Driver>, OpenError> {
    let &Target::Fds(input, output) = target else { return Err(OpenError::BadArg) };
    instance(core, (input, output), None, o)
}

fn instance(
    core: &mut Core,
    (input, output): (RawFd, RawFd),
    file: Option<std::fs::File>,
    o: &Options,
) -> Result<Box<dyn Driver>, OpenError> {
    if (o.input && !is_open(input)) || (o.output && !is_open(output)) {
        return Err(OpenError::Errno(libc::EBADF));
    }
    let reader = o.input.then(|| Reader::new(input, READ_SIZE)).transpose();
    let port = core.id;
    let wrote = move |result: std::io::Result<usize>| {
        with_driver(port, |d: &mut Fd, core| {
            watch::done_by_thread(core);
            match result {
                Ok(left) if left <= d.limits.0 => core.set_busy(false),
                Ok(_) => {}
                Err(e) => core.fail_errno(errno::number(&e)),
            }
        });
    };
    Ok(Box::new(Fd {
        file,
        reader: reader.map_err(|e| OpenError::Errno(errno::number(&e)))?,
        writer: o.output.then(|| Writer::new(output, Arc::new(wrote))),
        framer: Framer::new(o.packet),
        packet: o.packet,
        limits: o.busy_limits.unwrap_or((HIGH / 2, HIGH)),
    }))
}

impl Driver for Fd {
    fn name(&self) -> &'static str {
        if self.file.is_some() { "vanilla" } else { "fd" }
    }

    fn locks_each_port(&self) -> bool {
        false
    }

    fn takes_pieces(&self) -> bool {
        self.file.is_none()
    }

    fn start(&mut self, core: &mut Core) {
        let port = core.id;
        let Some(reader) = &self.reader else { return };
        reader.start(move |result| {
            let on = with_driver(port, |d: &mut Fd, core| {
                let _turn = watch::input(core);
                match result {
                    Ok([]) => {
                        d.reader = None;
                        core.eof();
                    }
                    Ok(bytes) => d.framer.feed(bytes, |packet| core.deliver(packet)),
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
        let header = packet::header(self.packet, data.len());
        let (Some((header, from)), Some(writer)) = (header, &mut self.writer) else {
            return core.fail_errno(libc::EINVAL);
        };
        match writer.write(&header[from..], data) {
            Ok(queued) if queued >= self.limits.1 => core.set_busy(true),
            Ok(_) => {}
            Err(e) => core.fail_errno(errno::number(&e)),
        }
    }

    fn control(&mut self, _core: &mut Core, op: u32, _data: &[u8]) -> Result<Reply, BadArg> {
        let Some(writer) = self.writer.as_ref().filter(|_| op == GET_WINDOW_SIZE) else {
            return Err(BadArg);
        };
        let (columns, rows) = crate::tty::window_size(writer.fd()).ok_or(BadArg)?;
        Ok(Reply::List([columns.to_ne_bytes(), rows.to_ne_bytes()].concat()))
    }

    fn queued(&self) -> usize {
        self.writer.as_ref().map_or(0, Writer::queued)
    }

    fn closing(&mut self, _core: &mut Core) {
        self.reader = None;
    }
}
