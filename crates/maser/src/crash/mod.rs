//! `maser crash`: what a crash dump says, of either emulator.

mod external;
mod gather;
mod json;
mod page;
mod process;
mod read;
mod show;
mod slogan;
mod summary;
mod terms;

use crate::Result;
use gather::{Dump, Gather, Pid};
use std::ffi::{OsStr, OsString};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
maser crash [FILE]                       what a crash dump says, in about 60 lines; without a
                                         file $ERL_CRASH_DUMP, or erl_crash.dump here
maser crash FILE --all                   the same, with all processes, tables and ports
maser crash FILE --process PID [--all]   one process: state, stack with its values, dictionary,
                                         mailbox; with --all long ones whole
maser crash FILE --json [--all]          the summary for other programs
  FILE may be compressed with gzip; - is the input. Dumps of OTP 25 to 29, stock's or Maser's.
";

/// So many rows has each list, if not all are wanted.
const ROWS: usize = 5;

/// A request on the command line.
#[derive(Debug, Default, PartialEq)]
struct Request {
    file: Option<PathBuf>,
    all: bool,
    json: bool,
    process: Option<Pid>,
}

/// Does what the arguments say.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    if let [one] = args
        && (one == "help" || one == "--help")
    {
        print!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    }
    let request = asked(args)?;
    let file = match &request.file {
        Some(file) => file.clone(),
        None => left_here().ok_or("crash: no erl_crash.dump here; `maser crash help`")?,
    };
    let name = file.display().to_string();
    let wrong = |e: std::io::Error| format!("{name}: {e}");
    let mut input = read::open(&file).map_err(wrong)?;
    let text = match request.process {
        Some(pid) => one(&mut *input, pid, request.all)
            .map_err(wrong)?
            .ok_or_else(|| format!("{name}: it has no process {pid}"))?,
        None => {
            let dump = gathered(&mut *input).map_err(wrong)?;
            whole(&dump, &name, &request)
        }
    };
    print!("{text}");
    Ok(ExitCode::SUCCESS)
}

fn asked(args: &[OsString]) -> Result<Request> {
    let mut request = Request::default();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--all") => request.all = true,
            Some("--json") => request.json = true,
            Some("--process") => {
                let pid = words.next().and_then(|w| w.to_str()).unwrap_or_default();
                let parsed = Pid::parse(pid.as_bytes());
                let wrong =
                    || format!("crash: {pid:?} is not the number of a process, as <0.90.0>");
                request.process = Some(parsed.ok_or_else(wrong)?);
            }
            Some(flag) if flag.starts_with("--") => {
                return Err(format!("crash: {flag} is not --all, --json or --process"));
            }
            _ if request.file.is_some() => return Err("crash: one file is wanted".into()),
            _ => request.file = Some(word.into()),
        }
    }
    if request.json && request.process.is_some() {
        return Err("crash: --json is for the summary, not for a process".into());
    }
    Ok(request)
}

/// The dump that an emulator which is started here would have left.
pub(crate) fn left_here() -> Option<PathBuf> {
    let named = std::env::var_os("ERL_CRASH_DUMP").filter(|name| !name.is_empty());
    let file = PathBuf::from(named.unwrap_or_else(|| "erl_crash.dump".into()));
    file.is_file().then_some(file)
}

fn gathered(input: &mut dyn BufRead) -> std::io::Result<Dump> {
    let mut gather = Gather::default();
    let extent = read::all(input, &mut gather)?;
    Ok(gather.done(extent))
}

fn one(input: &mut dyn BufRead, pid: Pid, all: bool) -> std::io::Result<Option<String>> {
    let mut whole = process::Whole::of(pid);
    let extent = read::all(input, &mut whole)?;
    Ok(whole.text(&extent, all))
}

fn whole(dump: &Dump, name: &str, request: &Request) -> String {
    let summary = summary::of(dump, if request.all { usize::MAX } else { ROWS });
    match request.json {
        true => json::text(&summary),
        false => show::text(&summary, name, request.all),
    }
}

/// The summary of a file as text, with its name but not its place. Without `whole_texts`, it has
/// nothing that programs have written: numbers, and names of functions, processes and tables only.
pub(crate) fn summarised(file: &Path, whole_texts: bool) -> Result<String> {
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or("erl_crash.dump");
    let wrong = |e: std::io::Error| format!("{name}: {e}");
    let mut dump = gathered(&mut *read::open(file).map_err(wrong)?).map_err(wrong)?;
    if !whole_texts {
        dump.forget_texts();
    }
    Ok(whole(&dump, name, &Request::default()))
}

/// Makes everything of a dump in memory that can be made of it: for tests that give it what nobody
/// meant.
pub fn everything(dump: &[u8]) {
    let Ok(all) = gathered(&mut &*dump) else { return };
    for request in [(false, false), (true, false), (true, true)] {
        let (all_rows, json) = request;
        let request = Request { all: all_rows, json, ..Request::default() };
        let text = whole(&all, "dump", &request);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
    }
    for process in all.processes.iter().take(2) {
        let text = one(&mut &*dump, process.id, false).ok().flatten();
        assert!(text.is_some());
    }
}
