//! The modes of the terminal: raw while the shell edits lines, as they were when the emulator ends,
//! stops for the break menu, or is stopped itself.

use std::os::fd::RawFd;
use std::sync::atomic::{AtomicPtr, Ordering};
use vm::system::BreakMode;

const TERMINAL: RawFd = 0;

/// The modes that the terminal had before the driver; null when there is nothing to give back.
/// Atomic, so that handlers of signals can read it; what it points to lives for ever.
static ORIGINAL: AtomicPtr<libc::termios> = AtomicPtr::new(std::ptr::null_mut());
/// The modes that it has for the driver.
static RAW: AtomicPtr<libc::termios> = AtomicPtr::new(std::ptr::null_mut());

fn load(from: &AtomicPtr<libc::termios>) -> Option<&'static libc::termios> {
    // SAFETY: null, or leaked by `Raw::set`.
    unsafe { from.load(Ordering::Acquire).as_ref() }
}

/// Whether a descriptor is a terminal.
pub fn is_terminal(fd: RawFd) -> bool {
    // SAFETY: only asks about the descriptor.
    unsafe { libc::isatty(fd) == 1 }
}

/// Columns and rows of a terminal; None if it is none.
pub fn window_size(fd: RawFd) -> Option<(u32, u32)> {
    // SAFETY: there is room for the size; zeros are valid.
    unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        if libc::ioctl(fd, libc::TIOCGWINSZ, &raw mut size) < 0 {
            return None;
        }
        let or = |n: u16, default| if n == 0 { default } else { u32::from(n) };
        Some((or(size.ws_col, 80), or(size.ws_row, 24)))
    }
}

/// Whether the terminal can move its cursor, as far as its name tells.
pub fn can_edit() -> bool {
    let Some(name) = std::env::var("TERM").ok().filter(|t| !t.is_empty()) else { return false };
    const CANNOT: [&str; 6] = ["dumb", "unknown", "emacs", "network", "dialup", "switch"];
    const CAN: [&str; 16] = [
        "xterm",
        "screen",
        "tmux",
        "linux",
        "vt1",
        "vt2",
        "rxvt",
        "ansi",
        "konsole",
        "gnome",
        "putty",
        "alacritty",
        "kitty",
        "foot",
        "st-",
        "cygwin",
    ];
    if CANNOT.contains(&name.as_str()) {
        return false;
    }
    let first = name.chars().next().unwrap_or('?');
    CAN.iter().any(|p| name.starts_with(p))
        || ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
            .iter()
            .any(|d| std::path::Path::new(d).join(first.to_string()).join(&name).exists())
}

/// Whether the locale's characters are those of UTF-8.
pub fn locale_is_utf8() -> bool {
    // SAFETY: called once, when the first terminal is opened; nothing else of the emulator asks the
    // locale. The strings belong to the C library and are valid until the locale is set again.
    unsafe {
        if libc::setlocale(libc::LC_CTYPE, c"".as_ptr()).is_null() {
            return false;
        }
        let name = libc::nl_langinfo(libc::CODESET);
        !name.is_null() && std::ffi::CStr::from_ptr(name).to_bytes() == b"UTF-8"
    }
}

/// The modes that the driver's arguments ask for: 1 on, -1 off, 0 as it is.
#[derive(Default)]
pub struct Wanted {
    canonical: i8,
    echo: i8,
    signals: i8,
}

impl Wanted {
    /// From a command such as `tty_sl -c -e`.
    pub fn parse(command: &[u8]) -> Wanted {
        let mut wanted = Wanted::default();
        for argument in command.split(|&b| b == b' ').skip(1) {
            let (on, what) = match *argument {
                [b'+', what, ..] => (1, what),
                [b'-', what, ..] => (-1, what),
                _ => continue,
            };
            match what {
                b'c' => wanted.canonical = on,
                b'e' => wanted.echo = on,
                b's' => wanted.signals = on,
                _ => {}
            }
        }
        wanted
    }
}

impl Wanted {
    /// Lines or single characters, with or without echo.
    pub fn of(lines: bool, echo: bool) -> Wanted {
        let sign = |on| if on { 1 } else { -1 };
        Wanted { canonical: sign(lines), echo: sign(echo), signals: 0 }
    }
}

fn get() -> Option<libc::termios> {
    let mut modes = std::mem::MaybeUninit::<libc::termios>::zeroed();
    // SAFETY: there is room for the modes; they are used only if they have been written.
    unsafe { (libc::tcgetattr(TERMINAL, modes.as_mut_ptr()) == 0).then(|| modes.assume_init()) }
}

fn set(modes: &libc::termios) -> bool {
    // A program in the background would be stopped for it.
    // SAFETY: the modes are valid; the signal set and the old one are ours.
    unsafe {
        let mut block = std::mem::zeroed();
        let mut old = std::mem::zeroed();
        libc::sigemptyset(&raw mut block);
        libc::sigaddset(&raw mut block, libc::SIGTTOU);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const block, &raw mut old);
        let done = libc::tcsetattr(TERMINAL, libc::TCSANOW, modes) == 0;
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, std::ptr::null_mut());
        done
    }
}

/// The terminal's modes are those of the driver while this lives.
pub struct Raw;

impl Raw {
    /// Sets them; None if that fails.
    pub fn set(wanted: &Wanted) -> Option<Raw> {
        let original = get()?;
        let mut raw = original;
        raw.c_iflag &= !libc::ISTRIP;
        match wanted.canonical {
            1 => {
                raw.c_iflag |= libc::ICRNL;
                raw.c_lflag |= libc::ICANON;
                raw.c_oflag |= libc::OPOST;
            }
            -1 => {
                raw.c_iflag &= !libc::ICRNL;
                raw.c_lflag &= !libc::ICANON;
                raw.c_oflag &= !libc::OPOST;
                raw.c_cc[libc::VMIN] = 1;
                raw.c_cc[libc::VTIME] = 0;
            }
            _ => {}
        }
        match wanted.echo {
            1 => raw.c_lflag |= libc::ECHO,
            -1 => raw.c_lflag &= !libc::ECHO,
            _ => {}
        }
        let input = libc::BRKINT | libc::IGNPAR | libc::ICRNL | libc::IXON | libc::IXANY;
        let local = libc::ISIG | libc::IEXTEN;
        match wanted.signals {
            1 => {
                raw.c_iflag |= input;
                raw.c_lflag |= local;
            }
            -1 => {
                raw.c_iflag &= !input;
                raw.c_lflag &= !local;
            }
            _ => {}
        }
        if vm::system::config().break_mode == BreakMode::Cooked {
            // Ctrl-C is a character, which interrupts the shell's current job.
            raw.c_cc[libc::VINTR] = 0;
        }
        if !set(&raw) {
            return None;
        }
        ORIGINAL.store(Box::leak(Box::new(original)), Ordering::Release);
        RAW.store(Box::leak(Box::new(raw)), Ordering::Release);
        watch_continue(on_continue as *const () as libc::sighandler_t);
        Some(Raw)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back as it was. May be called at any time, more than once, and in a handler
/// of a signal.
pub fn restore() {
    let original = ORIGINAL.swap(std::ptr::null_mut(), Ordering::AcqRel);
    RAW.store(std::ptr::null_mut(), Ordering::Release);
    // SAFETY: null, or leaked by `Raw::set`.
    if let Some(original) = unsafe { original.as_ref() } {
        set(original);
        watch_continue(libc::SIG_DFL);
    }
}

/// After the emulator has been stopped and goes on: whatever stopped it has set modes of its own.
extern "C" fn on_continue(_: i32) {
    resumed();
}

fn watch_continue(action: libc::sighandler_t) {
    // SAFETY: a structure of integers and a mask, all zeros being valid; the handler calls nothing
    // that a handler may not call.
    unsafe {
        let mut s: libc::sigaction = std::mem::zeroed();
        s.sa_sigaction = action;
        s.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGCONT, &raw const s, std::ptr::null_mut());
    }
}

/// Sets the modes of the driver again, if it has any.
pub fn resumed() {
    if let Some(raw) = load(&RAW) {
        set(raw);
    }
}

/// The terminal has its own modes while this lives.
pub struct Cooked;

/// Gives the terminal its own modes for a while.
pub fn cook() -> Cooked {
    if let Some(original) = load(&ORIGINAL) {
        set(original);
    }
    Cooked
}

impl Drop for Cooked {
    fn drop(&mut self) {
        resumed();
    }
}
