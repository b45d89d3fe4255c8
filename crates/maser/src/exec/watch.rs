//! Watches, for a command that cannot be given a view of its own, whether it starts a node that is
//! not Maser, and tells of the first one.
//!
//! A process beside the command waits for the stock emulators' files to be opened (inotify), looks
//! then which process runs one of them and whether that process comes from the command, and ends
//! with the command at the latest.

use crate::within::Programs;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::fs;
use std::io::{self, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A variable that a command's processes have: the number of the command's own.
pub const COMMAND: &str = "MASER_EXEC";

/// A process that has opened an emulator's file executes it soon, or has opened it for something
/// else: so many times it is looked for.
const LOOKS: u32 = 30;
/// Milliseconds between two looks.
const BETWEEN: i64 = 10;

/// Starts the watch over these emulators. `advice` ends its message.
pub fn begin(programs: &[Programs], advice: &str) -> io::Result<()> {
    let command = rustix::process::getpid();
    let opened = inotify::init(CreateFlags::CLOEXEC)?;
    for programs in programs {
        inotify::add_watch(&opened, programs.bindir.join("beam.smp"), WatchFlags::OPEN)?;
    }
    let ends = pidfd_open(command, PidfdFlags::empty())?;
    // SAFETY: this program has one thread, so the child may do all that its parent may.
    match unsafe { libc::fork() } {
        -1 => return Err(io::Error::last_os_error()),
        0 => {}
        child => {
            // SAFETY: waits for a child of this process, without asking for its status.
            unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
            return Ok(());
        }
    }
    // The grandchild is no child of the command, which would wonder at it, and gets no signals of
    // the command's terminal.
    // SAFETY: it changes nothing in memory.
    unsafe { libc::setsid() };
    // SAFETY: one thread still.
    if unsafe { libc::fork() } == 0 {
        // SAFETY: descriptors of the command's, which this process does not use.
        unsafe { (libc::close(0), libc::close(1)) };
        watch(programs, command, &opened, &ends, advice);
    }
    // SAFETY: nothing of this process has to be done at its end.
    unsafe { libc::_exit(0) }
}

fn watch(programs: &[Programs], command: Pid, opened: &OwnedFd, ends: &OwnedFd, advice: &str) {
    loop {
        let mut waits = [PollFd::new(opened, PollFlags::IN), PollFd::new(ends, PollFlags::IN)];
        if poll(&mut waits, None).is_err() {
            continue;
        }
        let has_ended = !waits[1].revents().is_empty();
        if !waits[0].revents().is_empty() {
            take_all(opened);
            for _ in 0..LOOKS {
                if let Some((pid, programs)) = stranger(programs, command) {
                    let name = programs.name();
                    let mut out = io::stderr();
                    let _ = writeln!(out, "maser: process {pid} is not Maser but {name}: {advice}");
                    return;
                }
                let pause = Timespec { tv_sec: 0, tv_nsec: BETWEEN * 1_000_000 };
                let _ = poll(&mut [], Some(&pause));
            }
        }
        if has_ended {
            return;
        }
    }
}

/// Takes what is there to be read: one look answers all of it.
fn take_all(opened: &OwnedFd) {
    let mut room = [MaybeUninit::uninit(); 4096];
    let mut events = inotify::Reader::new(opened, &mut room);
    while events.next().is_ok() && !events.is_buffer_empty() {}
}

/// A process that comes from the command and runs one of these emulators.
fn stranger(programs: &[Programs], command: Pid) -> Option<(i32, &Programs)> {
    let identity = |file: &Path| fs::metadata(file).map(|m| (m.dev(), m.ino())).ok();
    let entries = fs::read_dir("/proc").ok()?.flatten();
    let mut pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.find_map(|pid| {
        let runs = identity(Path::new(&format!("/proc/{pid}/exe")))?;
        let of = programs.iter().find(|p| identity(&p.bindir.join("beam.smp")) == Some(runs))?;
        comes_from(pid, command).then_some((pid, of))
    })
}

/// Whether a process descends from the command, or has its variables.
fn comes_from(pid: i32, command: Pid) -> bool {
    let command = command.as_raw_nonzero().get();
    let named = format!("{COMMAND}={command}");
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    if environment.split(|byte| *byte == 0).any(|variable| variable == named.as_bytes()) {
        return true;
    }
    let mut at = pid;
    while at > 1 {
        if at == command {
            return true;
        }
        at = parent(at).unwrap_or(0);
    }
    false
}

/// The number of a process's parent: the second word behind the name in parentheses.
fn parent(pid: i32) -> Option<i32> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    String::from_utf8_lossy(&stat).rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
