//! Ctrl-C: the break menu.

use crate::{blocking, tty};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use vm::port::queue::read;
use vm::system::{self, BreakMode};
use vm::{code, crash_dump, os_signal, port, process_report, registry};

const HELP: &str = "BREAK: (a)bort (A)bort with dump (c)ontinue (p)roc info (i)nfo\n       \
                    (l)oaded (v)ersion (k)ill (D)b-tables (d)istribution\n";

/// Sets what an interrupt does, as the `+B` flag says; once, at start.
pub fn init() {
    use os_signal::Disposition::{Handle, Ignore};
    match system::config().break_mode {
        // All that a terminal sends for a key.
        BreakMode::Ignored => {
            for signal in [libc::SIGINT, libc::SIGQUIT, libc::SIGTSTP] {
                let _ = os_signal::set(signal, Ignore);
            }
        }
        BreakMode::Disabled => {
            let _ = os_signal::set(libc::SIGINT, os_signal::Disposition::Default);
        }
        BreakMode::Menu | BreakMode::Cooked => {
            let _ = os_signal::set(libc::SIGQUIT, Handle);
            os_signal::on_interrupt(interrupted);
        }
    }
}

/// The menu is on the screen.
static OPEN: AtomicBool = AtomicBool::new(false);

fn interrupted(_: i32) {
    // A second Ctrl-C, in the menu, ends the emulator.
    if OPEN.swap(true, Ordering::AcqRel) {
        system::halt(0, false);
    }
    let menu = || {
        let (input, modes) = (blocking::pause_readers(), tty::cook());
        menu();
        drop((modes, input));
        OPEN.store(false, Ordering::Release);
    };
    // Another thread, for this one has to see the second Ctrl-C.
    if std::thread::Builder::new().name("break".into()).spawn(menu).is_err() {
        system::halt(1, false);
    }
}

fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// The first character of a line; None at the end of input.
fn key() -> Option<u8> {
    let mut line = [0; 64];
    match read(0, &mut line) {
        Ok(n) if n > 0 => Some(line[0]),
        _ => None,
    }
}

fn menu() {
    print(&format!("\n{HELP}"));
    loop {
        let Some(key) = key() else { system::halt(0, false) };
        match key {
            b'a' | b'q' | b'*' => system::halt(0, false),
            b'A' => {
                crash_dump::write("Crash dump requested by user", None);
                system::halt(1, false);
            }
            b'c' | b'm' => return,
            b'p' => return print(&process_report::all(None)),
            b'i' => return print(&crash_dump::info_text()),
            b'o' => return print(&ports_text()),
            b'l' => return print(&loaded_text()),
            b'v' => {
                let version = &system::config().erts_version;
                return print(&format!("Erlang (BEAM) emulator version {version}\n"));
            }
            b'd' => return print(&distribution_text()),
            b'D' => return print(&tables_text()),
            b'k' => return print("Killing processes from here is not supported.\n"),
            b'\n' => {}
            other => print(&format!(
                "Invalid option '{}'. Please enter one of the following:\n{HELP}",
                other as char
            )),
        }
    }
}

fn ports_text() -> String {
    port::all_ids()
        .into_iter()
        .filter_map(port::lookup)
        .map(|p| {
            let name = registry::name_of(vm::peer::Peer::port(p.id));
            let name = name.map_or(String::new(), |n| format!(" {n}"));
            format!("#Port<0.{}>{name}: {}\n", p.id, String::from_utf8_lossy(&p.name()))
        })
        .collect()
}

fn loaded_text() -> String {
    let mut names: Vec<String> = code::all_loaded().iter().map(|m| m.to_string()).collect();
    names.sort();
    names.join("\n") + "\n"
}

fn distribution_text() -> String {
    if term::node::this_creation() == 0 {
        return "not alive\n".to_owned();
    }
    format!("=node:{}\n", term::node::this_node())
}

fn tables_text() -> String {
    "Tables are listed by ets:i().\n".to_owned()
}
