//! The meaning of erl's words: flags of the emulator, arguments of the system, and what is for the
//! launcher itself.

use super::words::START;
use super::{Fault, Origin, Variables, word};
use flags::Behind;
use release::Difference;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The flavor that is meant if none is said.
const FLAVOR: &str = "smp";

/// The thing to be done, with everything that belongs to it.
#[derive(Debug, PartialEq, Eq)]
pub enum Plan {
    /// This text is printed.
    Print(Vec<u8>),
    /// A page of the manual is shown: words for `man`, and variables.
    Manual(Vec<OsString>, Vec<(OsString, OsString)>),
    /// An emulator is started.
    Start(Start),
}

/// An emulator to start.
#[derive(Debug, PartialEq, Eq)]
pub struct Start {
    /// The program.
    pub program: PathBuf,
    /// Its arguments; the first is its name.
    pub argv: Vec<OsString>,
    /// Variables that it gets; a later one counts.
    pub env: Vec<(OsString, OsString)>,
    /// The daemon that knows nodes by their names is started first.
    pub epmd: Option<Epmd>,
    /// The emulator runs in the background.
    pub detached: bool,
    /// Text to print, and then: nothing more, or the start.
    pub told: Option<(Vec<u8>, bool)>,
    /// The user has asked for another emulator than the usual one.
    pub special: bool,
}

/// How to start the daemon.
#[derive(Debug, PartialEq, Eq)]
pub enum Epmd {
    /// The installation's own program.
    Program(PathBuf),
    /// A command for the shell.
    Command(OsString),
}

/// A command line while it is read.
#[derive(Default)]
struct Line {
    flags: Vec<OsString>,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    epmd: Option<OsString>,
    is_named: bool,
    starts_epmd: bool,
    no_epmd: bool,
    has_protocol: bool,
    detached: bool,
    tells_detached: bool,
    told: Option<Told>,
    verbose: bool,
}

/// The text that is printed instead of a start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Words,
    Quoted,
}

/// The words that are still to be read.
struct Rest<'a> {
    words: &'a [OsString],
    at: usize,
}

impl<'a> Rest<'a> {
    fn next(&mut self) -> Option<&'a OsStr> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    fn peek(&self) -> Option<&'a OsStr> {
        self.words.get(self.at).map(OsString::as_os_str)
    }

    /// The word that has to follow a flag.
    fn value(&mut self, flag: &OsStr) -> Result<&'a OsStr, Fault> {
        match self.peek() {
            None => Err(Fault::missing(flag)),
            Some(end) if end == "--" => Err(Fault::missing(flag)),
            Some(word) => {
                self.at += 1;
                Ok(word)
            }
        }
    }
}

/// The emulator that words ask for: its type and flavor.
#[derive(Default)]
struct Kind<'a> {
    kind: Option<&'a OsStr>,
    flavor: Option<&'a OsStr>,
}

impl<'a> Kind<'a> {
    fn of(words: &'a [OsString]) -> Result<Kind<'a>, Fault> {
        let no_smp = || Fault::told("Argument '-smp disable' not supported. Use \"+S 1\" instead.");
        let mut found = Kind::default();
        let mut rest = Rest { words, at: 0 };
        while let Some(word) = rest.next() {
            match word.as_bytes() {
                b"-extra" => break,
                _ if word == START => break,
                b"-smpdisable" => return Err(no_smp()),
                b"-smp" => match rest.peek().map(OsStr::as_bytes) {
                    Some(b"disable") => return Err(no_smp()),
                    Some(b"auto" | b"enable") => rest.at += 1,
                    _ => {}
                },
                b"-emu_type" => found.kind = Some(rest.value(word)?),
                b"-emu_flavor" => found.flavor = Some(rest.value(word)?),
                _ => {}
            }
        }
        Ok(found)
    }

    /// The file's name of this emulator.
    fn name(&self, emu: &OsStr) -> OsString {
        let mut name = emu.to_os_string();
        let kind = self.kind.filter(|kind| *kind != "opt");
        for part in kind.into_iter().chain([self.flavor.unwrap_or(OsStr::new(FLAVOR))]) {
            name.push(".");
            name.push(part);
        }
        name
    }

    fn is_special(&self) -> bool {
        self.kind.is_some() || self.flavor.is_some_and(|flavor| flavor != FLAVOR)
    }
}

/// Reads a command line.
pub fn read(origin: &Origin, words: &[OsString], variables: Variables<'_>) -> Result<Plan, Fault> {
    let kind = Kind::of(words)?;
    let name = kind.name(&origin.emu);
    let mut line = Line {
        starts_epmd: true,
        tells_detached: Difference::DetachedTold.is_on_in(origin.release),
        ..Line::default()
    };
    line.env.push(("PATH".into(), path(origin, variables("PATH"))));
    for (flag, variable) in [("-home", "HOME"), ("-epmd_port", "ERL_EPMD_PORT")] {
        if let Some(value) = variables(variable) {
            line.args.extend([flag.into(), value]);
        }
    }
    line.args.push("--".into());
    let mut rest = Rest { words, at: 0 };
    while let Some(word) = rest.next() {
        match word.as_bytes() {
            b"-extra" => {
                line.args.extend(rest.words[rest.at - 1..].iter().cloned());
                break;
            }
            _ if word == START => {
                line.args(&["-noshell", "-S"]);
                line.args.extend(rest.words[rest.at..].iter().cloned());
                break;
            }
            b"-make" => {
                line.args(&["-noshell", "-noinput", "-s", "make", "all_or_nothing"]);
                line.args(&["-s", "erlang", "halt"]);
                line.flags.push("-B".into());
                break;
            }
            b"-man" => {
                line.env.push(manual(Path::new(&origin.root)));
                let words = rest.words[rest.at..].iter();
                let ends = Difference::SourcesEnd.is_on_in(origin.release);
                let words = words.take_while(|word| !ends || *word != "--").cloned();
                return Ok(Plan::Manual(words.collect(), line.env));
            }
            b"-emu_name_exit" => return Ok(Plan::Print([name.as_bytes(), b"\n"].concat())),
            [b'+', flag @ ..] => line.flag(word, flag, &mut rest)?,
            [b'-', ..] => line.option(word, &mut rest)?,
            _ => line.args.push(word.to_os_string()),
        }
    }
    if line.no_epmd && !line.has_protocol {
        return Err(Fault::told(
            "erlexec: Missing -proto_dist option, expected when using -no_epmd.",
        ));
    }
    let mut start = line.start(origin, origin.emulators.join(name), variables("ESCRIPT_NAME"));
    start.special = kind.is_special();
    Ok(Plan::Start(start))
}

/// Where `man` is to look: in the installation, if it has pages, or in those sections of the
/// system's.
fn manual(root: &Path) -> (OsString, OsString) {
    let pages = root.join("man");
    match pages.is_dir() {
        true => ("MANPATH".into(), pages.into_os_string()),
        false => ("MANSECT".into(), "3erl:1:5:7".into()),
    }
}

/// PATH with the programs of the installation in front, each directory once.
fn path(origin: &Origin, old: Option<OsString>) -> OsString {
    let (bindir, root) = (origin.bindir.as_bytes(), origin.root.as_bytes());
    let has = |text: &[u8], part: &[u8]| part.is_empty() || find(text, part).is_some();
    let mut path = [bindir, b":"].concat();
    match old {
        // No colon at the end, in any release: the current directory is not searched.
        None => path.extend_from_slice(&[root, b"/bin"].concat()),
        Some(old) if !has(old.as_bytes(), root) => {
            path.extend_from_slice(&[root, b"/bin:", old.as_bytes()].concat());
        }
        Some(old) if Difference::PathOnce.is_on_in(origin.release) => {
            let others = old.as_bytes().split(|&byte| byte == b':').filter(|dir| *dir != bindir);
            path.extend_from_slice(&others.collect::<Vec<_>>().join(&b':'));
        }
        Some(old) => {
            let front = path.clone();
            let mut rest = old.as_bytes();
            while let Some(at) = find(rest, &front) {
                path.extend_from_slice(&rest[..at]);
                rest = &rest[at + front.len()..];
            }
            path.extend_from_slice(rest);
        }
    }
    match &origin.front {
        Some(front) => word([front.as_os_str().as_bytes(), b":", &path].concat()),
        None => word(path),
    }
}

/// Where `part` begins in `text`.
fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len().max(1)).position(|window| window == part)
}

impl Line {
    fn args(&mut self, words: &[&str]) {
        self.args.extend(words.iter().map(OsString::from));
    }

    /// A flag of the emulator, and its value if that is the next word.
    fn flag(&mut self, word: &OsStr, flag: &[u8], rest: &mut Rest<'_>) -> Result<(), Fault> {
        let name = String::from_utf8_lossy(flag);
        let ours = super::word([&b"-"[..], flag].concat());
        let next = rest.peek().map(OsStr::as_bytes);
        let takes = match flags::behind(&name) {
            // By now stock has made another sign of this one's.
            Behind::Refused if flag.starts_with(b"B") => return Err(Fault::missing(&ours)),
            Behind::Refused => return Err(Fault::missing(word)),
            Behind::Other => false,
            Behind::Value if next.is_none_or(|next| next == b"--") => {
                return Err(Fault::missing(word));
            }
            Behind::Value => true,
            Behind::OwnValue => {
                next.is_some_and(|next| !next.starts_with(b"-") && !next.starts_with(b"+"))
            }
            Behind::OneOf(words) => {
                next.is_some_and(|next| words.iter().any(|word| word.as_bytes() == next))
            }
        };
        self.flags.push(ours);
        if takes {
            self.flags.extend(rest.next().map(OsStr::to_os_string));
        }
        Ok(())
    }

    /// A word that begins with `-`: for the launcher, the system, or both.
    fn option(&mut self, option: &OsStr, rest: &mut Rest<'_>) -> Result<(), Fault> {
        match option.as_bytes() {
            b"-compile" => {
                self.args(&["-noshell", "-noinput", "-s", "c", "lc_batch"]);
                self.flags.push("-B".into());
            }
            b"-detached" => {
                self.detached = true;
                if self.tells_detached {
                    self.args(&["-detached"]);
                }
                self.args(&["-noshell", "-noinput"]);
            }
            b"-noinput" => self.args(&["-noshell", "-noinput"]),
            b"-configfd" => {
                let value = rest.value(option)?;
                rest.at -= 1;
                if value == "0" {
                    self.args(&["-noshell", "-noinput"]);
                }
                self.args.push(option.to_os_string());
            }
            b"-version" => self.flags.push("-V".into()),
            b"-emu_args" => self.verbose = true,
            b"-emu_args_exit" => self.tell(Told::Words),
            b"-emu_qouted_cmd_exit" => self.tell(Told::Quoted),
            b"-keep_window" => {}
            b"-env" => {
                let name = rest.value(option)?;
                let value = rest.value(option)?;
                self.set(name, value);
            }
            b"-epmd" => self.epmd = Some(rest.value(option)?.to_os_string()),
            _ => return self.for_system(option, rest),
        }
        Ok(())
    }

    /// An option that the system gets, which may say something to the launcher as well.
    fn for_system(&mut self, option: &OsStr, rest: &mut Rest<'_>) -> Result<(), Fault> {
        self.args.push(option.to_os_string());
        let value = match option.as_bytes() {
            b"-name" | b"-sname" | b"-proto_dist" | b"-start_epmd" => rest.value(option)?,
            b"-no_epmd" => {
                self.no_epmd = true;
                self.starts_epmd = false;
                return Ok(());
            }
            _ => return Ok(()),
        };
        match (option.as_bytes(), value.as_bytes()) {
            (b"-proto_dist", _) => self.has_protocol = true,
            (b"-start_epmd", b"true") => self.starts_epmd = true,
            (b"-start_epmd", b"false") => self.starts_epmd = false,
            (b"-start_epmd", _) => {
                return Err(Fault::told("Expected boolean argument for '-start_epmd'."));
            }
            _ => self.is_named = true,
        }
        self.args.push(value.to_os_string());
        Ok(())
    }

    /// Of several, the one that prints with quotes counts.
    fn tell(&mut self, told: Told) {
        if self.told != Some(Told::Quoted) {
            self.told = Some(told);
        }
    }

    /// A variable; its name ends at the first `=`.
    fn set(&mut self, name: &OsStr, value: &OsStr) {
        let whole = [name.as_bytes(), b"=", value.as_bytes()].concat();
        let end = find(&whole, b"=").unwrap_or(whole.len());
        let value = whole.get(end + 1..).unwrap_or_default().to_vec();
        self.env.push((word(&whole[..end]), word(value)));
    }

    /// The start of `program` as everything says that has been read.
    fn start(self, origin: &Origin, program: PathBuf, script: Option<OsString>) -> Start {
        let shown = program.as_os_str().as_bytes().to_vec();
        let mut argv = vec![script.unwrap_or_else(|| program.clone().into_os_string())];
        argv.extend(self.flags);
        argv.extend(["--".into(), "-root".into(), origin.root.clone()]);
        argv.extend(["-bindir".into(), origin.bindir.clone()]);
        argv.extend(["-progname".into(), origin.progname.clone(), "--".into()]);
        argv.extend(self.args);
        let each = |before: &[u8], after: &[u8], words: &[OsString]| -> Vec<u8> {
            words.iter().flat_map(|word| [before, word.as_bytes(), after].concat()).collect()
        };
        let told = match self.told {
            Some(Told::Words) => Some((each(b"", b"\n", &argv[1..]), false)),
            Some(Told::Quoted) => {
                let program = [&b"\""[..], &shown, b"\" "].concat();
                Some(([program, each(b"\"", b"\" ", &argv[1..]), b"\n".to_vec()].concat(), false))
            }
            None if self.verbose => {
                let words = each(b" ", b"", &argv);
                Some(([&b"Executing: "[..], &shown, &words, b"\n\n"].concat(), true))
            }
            None => None,
        };
        let own = || Epmd::Program(Path::new(&origin.bindir).join("epmd"));
        let epmd =
            (self.is_named && self.starts_epmd).then(|| self.epmd.map_or_else(own, Epmd::Command));
        let mut env: Vec<(OsString, OsString)> =
            origin.env.iter().map(|(name, value)| (name.into(), value.clone())).collect();
        env.extend(self.env);
        Start { program, argv, env, epmd, detached: self.detached, told, special: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin {
        Origin {
            root: "/otp".into(),
            bindir: "/otp/erts-1/bin".into(),
            emulators: "/otp/erts-1/bin".into(),
            emu: "beam".into(),
            progname: "erl".into(),
            release: 25,
            front: None,
            env: Vec::new(),
        }
    }

    fn plan(line: &str, variables: &[(&str, &str)]) -> Result<Plan, Fault> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        read(&origin(), &words, &|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        })
    }

    fn start(line: &str, variables: &[(&str, &str)]) -> Start {
        match plan(line, variables) {
            Ok(Plan::Start(start)) => start,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// The table of what stock does too is `tests/cli/command_lines.cases`.
    #[test]
    fn flags_of_ones_own_may_have_their_value_behind_them() {
        let flags = |line: &str| start(line, &[]).argv[1..].join(OsStr::new(" "));
        let rest = "-- -root /otp -bindir /otp/erts-1/bin -progname erl -- --";
        assert_eq!(flags("+native off x"), OsString::from(format!("-native off {rest} x")));
        assert_eq!(flags("+nativeoff x"), OsString::from(format!("-nativeoff {rest} x")));
        assert_eq!(flags("+native -x"), OsString::from(format!("-native {rest} -x")));
    }

    #[test]
    fn the_emulators_name_is_that_of_a_script() {
        assert_eq!(start("-x", &[("ESCRIPT_NAME", "/a/b")]).argv[0], "/a/b");
        assert_eq!(start("-x", &[]).argv[0], "/otp/erts-1/bin/beam.smp");
        let told = start("-emu_args", &[]).told.unwrap();
        assert!(told.1 && told.0.starts_with(b"Executing: /otp/erts-1/bin/beam.smp /otp/erts-1"));
    }

    #[test]
    fn path_has_each_directory_once() {
        let path = |old: Option<&str>, front: Option<PathBuf>| {
            path(&Origin { front, ..origin() }, old.map(OsString::from)).into_string().unwrap()
        };
        assert_eq!(path(None, None), "/otp/erts-1/bin:/otp/bin");
        assert_eq!(path(Some(""), None), "/otp/erts-1/bin:/otp/bin:");
        assert_eq!(
            path(Some("/a:/otp/erts-1/bin:/otp/bin:/otp/erts-1/bin"), None),
            "/otp/erts-1/bin:/a:/otp/bin:/otp/erts-1/bin"
        );
        assert_eq!(path(Some("/a"), Some("/f".into())), "/f:/otp/erts-1/bin:/otp/bin:/a");
    }
}
