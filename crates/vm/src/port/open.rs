//! `open_port/2`: its options, and the drivers that there are.

pub use super::driver::OpenError;
use super::{Core, Driver, Kind, LineBuffer};
use crate::{environment, filename};
use release::Difference;
use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};
use term::{Term, View, am, atom};

/// The program, driver or descriptors that are to be opened.
#[derive(Clone, Debug)]
pub enum Target {
    /// A command for the shell.
    Command(Vec<u8>),
    /// A program's file.
    Executable(Vec<u8>),
    /// A driver: its name, and the whole command.
    Driver(String, Vec<u8>),
    /// Open descriptors: input, output.
    Fds(i32, i32),
    /// A file or device by its name (undocumented, old).
    Path(Vec<u8>),
}

/// The options of `open_port/2`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `{packet, N}`; 0 for a stream.
    pub packet: u8,
    /// `{line, L}`; 0 for none.
    pub line: usize,
    /// `{cd, Dir}`.
    pub cd: Option<Vec<u8>>,
    /// `{env, Env}` on top of the emulator's; None when not given.
    pub env: Option<BTreeMap<Vec<u8>, Vec<u8>>>,
    /// `{args, Args}`.
    pub args: Option<Vec<Vec<u8>>>,
    /// `{arg0, Arg}`.
    pub arg0: Option<Vec<u8>>,
    /// `exit_status`.
    pub exit_status: bool,
    /// `nouse_stdio`.
    pub nouse_stdio: bool,
    /// `stderr_to_stdout`.
    pub stderr_to_stdout: bool,
    /// `in`.
    pub input: bool,
    /// `out`.
    pub output: bool,
    /// `binary`.
    pub binary: bool,
    /// `eof`.
    pub eof: bool,
    /// `{parallelism, true}`.
    pub parallelism: bool,
    /// Queued bytes from which on the port is busy, and at which it is not any more.
    pub busy_limits: Option<(usize, usize)>,
    /// Limits of the commands that wait ([`Core::commands`]).
    pub msgq_limits: Option<(usize, usize)>,
}

impl Options {
    /// From the second argument of `open_port/2`.
    pub fn parse(settings: Term<'_>) -> Result<Options, OpenError> {
        let mut o = Options::default();
        let mut read_write = (false, false);
        let mut list = settings.list();
        for setting in list.by_ref() {
            if let Some([tag, value]) = setting.as_tuple_of() {
                o.setting(tag.as_atom().map_or("", |a| a.name()), *value)
                    .ok_or(OpenError::BadOption)?;
                continue;
            }
            match setting.as_atom().map_or("", |a| a.name()) {
                "stream" => o.packet = 0,
                "use_stdio" => o.nouse_stdio = false,
                "nouse_stdio" => o.nouse_stdio = true,
                "stderr_to_stdout" => o.stderr_to_stdout = true,
                "line" => o.line = 512,
                "binary" => o.binary = true,
                "in" => read_write.0 = true,
                "out" => read_write.1 = true,
                "eof" => o.eof = true,
                "exit_status" => o.exit_status = true,
                "hide" | "overlapped_io" => {}
                _ => return Err(OpenError::BadOption),
            }
        }
        if !list.tail().is_nil() {
            return Err(OpenError::BadOption);
        }
        (o.input, o.output) = if read_write == (false, false) { (true, true) } else { read_write };
        if (o.line != 0 && o.packet != 0) || (o.stderr_to_stdout && o.nouse_stdio) {
            return Err(OpenError::BadOption);
        }
        Ok(o)
    }

    fn setting(&mut self, tag: &str, value: Term<'_>) -> Option<()> {
        match tag {
            "packet" => {
                self.packet =
                    u8::try_from(value.as_small()?).ok().filter(|n| [1, 2, 4].contains(n))?;
            }
            "line" => {
                self.line = usize::try_from(value.as_small()?).ok().filter(|&n| n > 0)?;
            }
            "cd" => self.cd = Some(filename::to_native(value, false)?),
            "env" => self.env = Some(environment_of(value)?),
            "args" => {
                self.args = Some(
                    value
                        .to_vec()?
                        .into_iter()
                        .map(|a| filename::to_native(a, true))
                        .collect::<Option<_>>()?,
                );
            }
            "arg0" => self.arg0 = Some(filename::to_native(value, true)?),
            "parallelism" => self.parallelism = value.as_bool()?,
            "busy_limits_port" => self.busy_limits = Some(limits(value)?),
            "busy_limits_msgq" => self.msgq_limits = Some(limits(value)?),
            _ => return None,
        }
        Some(())
    }

    /// Sets what the options say about delivery, which is the port's business.
    pub fn apply(&self, core: &mut Core) {
        core.binary = self.binary;
        core.soft_eof = self.eof;
        core.parallelism = self.parallelism;
        if let Some(limits) = self.msgq_limits {
            core.commands.set_limits(limits);
        }
        core.line = (self.line != 0).then(|| LineBuffer::new(self.line));
    }
}

/// `{Low, High}` or `disabled`.
fn limits(t: Term<'_>) -> Option<(usize, usize)> {
    if t.is(atom!("disabled")) {
        return Some((usize::MAX, usize::MAX));
    }
    let [low, high] = t.as_tuple_of()?;
    let limit = |t: Term<'_>| t.as_usize().filter(|n| (1..usize::MAX).contains(n));
    let (low, high) = (limit(*low)?, limit(*high)?);
    Some((low.min(high), high))
}

/// The emulator's environment with the changes of `{env, …}`.
fn environment_of(changes: Term<'_>) -> Option<BTreeMap<Vec<u8>, Vec<u8>>> {
    let mut env = environment::all();
    for pair in changes.to_vec()? {
        let [name, value] = pair.as_tuple_of()?;
        let name = filename::list_to_native(*name)?;
        if !environment::is_name(&name) {
            return None;
        }
        if value.is(am::FALSE) || value.is_nil() {
            env.remove(&name);
        } else {
            let value = filename::list_to_native(*value)?;
            if value.contains(&0) {
                return None;
            }
            env.insert(name, value);
        }
    }
    Some(env)
}

/// A driver's instance, or why there is none.
type Made = Result<Box<dyn Driver>, OpenError>;
/// Makes a driver's instance for a port.
pub type Maker = Arc<dyn Fn(&mut Core, &Target, &Options) -> Made + Send + Sync>;

/// The drivers, by name. `spawn`, `fd` and `vanilla` are those behind `{spawn, …}`, `{fd, …}` and a
/// path.
static DRIVERS: RwLock<Vec<(String, Maker)>> = RwLock::new(Vec::new());

/// Adds a driver; at start.
pub fn register_driver(
    name: &'static str,
    make: impl Fn(&mut Core, &Target, &Options) -> Made + Send + Sync + 'static,
) {
    probes::fire!(erlang::driver__init, probes::text!("{name}"), 0, 0, 0);
    add_driver(name, Arc::new(make));
}

/// Adds a driver.
pub fn add_driver(name: &str, maker: Maker) {
    DRIVERS.write().expect("drivers").push((name.to_owned(), maker));
}

/// Takes back what [`add_driver`] has added last by this name.
pub fn remove_driver(name: &str) {
    let mut drivers = DRIVERS.write().expect("drivers");
    if let Some(i) = drivers.iter().rposition(|d| d.0 == name) {
        drivers.remove(i);
    }
}

/// The driver of this name: the one that has been added last.
pub fn find_driver(name: &str) -> Option<Maker> {
    DRIVERS.read().expect("drivers").iter().rev().find(|d| d.0 == name).map(|d| d.1.clone())
}

/// Names of the drivers that a program may open by name.
pub fn driver_names() -> Vec<String> {
    DRIVERS.read().expect("drivers").iter().map(|d| d.0.clone()).collect()
}

fn target(name: Term<'_>) -> Result<Target, OpenError> {
    let bad = OpenError::BadArg;
    if name.as_atom().is_some() || name.is_cons() {
        if !Difference::PathPorts.is_on() {
            return Err(bad);
        }
        return filename::to_native(name, true).map(Target::Path).ok_or(bad);
    }
    match name.view() {
        View::Tuple([kind, command]) => {
            let command = filename::to_native(*command, true).ok_or(OpenError::BadArg)?;
            let kind = kind.as_atom().ok_or(OpenError::BadArg)?.name();
            let by_name = || {
                let first = command.split(|b| *b == b' ').next().unwrap_or_default();
                Target::Driver(String::from_utf8_lossy(first).into_owned(), command.clone())
            };
            match kind {
                "spawn" if command.is_empty() => Err(bad),
                "spawn" if is_driver(&command) => Ok(by_name()),
                "spawn" => Ok(Target::Command(command)),
                "spawn_driver" => Ok(by_name()),
                "spawn_executable" => Ok(Target::Executable(command)),
                _ => Err(bad),
            }
        }
        View::Tuple([kind, input, output]) if kind.is(atom!("fd")) => {
            let fd = |t: Term<'_>| t.as_small().and_then(|i| i32::try_from(i).ok());
            Ok(Target::Fds(fd(*input).ok_or(OpenError::BadArg)?, fd(*output).ok_or(bad)?))
        }
        _ => Err(bad),
    }
}

/// Whether the first word of a command names a driver.
fn is_driver(command: &[u8]) -> bool {
    let first = command.split(|b| *b == b' ').next().unwrap_or_default();
    let name = std::str::from_utf8(first).unwrap_or_default();
    !["spawn", "fd", "vanilla"].contains(&name) && find_driver(name).is_some()
}

/// Opens a port for a process, which is to be linked to it by the caller.
pub fn open(owner: u64, name: Term<'_>, settings: Term<'_>) -> Result<super::Opened, OpenError> {
    let options = Options::parse(settings)?;
    let target = target(name)?;
    let executable = matches!(target, Target::Executable(_));
    if !executable && (options.args.is_some() || options.arg0.is_some()) {
        return Err(OpenError::BadArg);
    }
    let spawns = executable || matches!(target, Target::Command(_));
    if !spawns && options.exit_status && !matches!(target, Target::Driver(..)) {
        return Err(OpenError::BadArg);
    }
    let (driver, port_name) = match &target {
        Target::Command(c) | Target::Executable(c) => ("spawn", c.clone()),
        Target::Driver(name, command) => (name.as_str(), command.clone()),
        Target::Fds(i, o) => ("fd", format!("{i}/{o}").into_bytes()),
        Target::Path(p) => ("vanilla", p.clone()),
    };
    let maker = find_driver(driver).ok_or(OpenError::NoDriver)?;
    super::create_with(&port_name, owner, Term::UNDEFINED, |core| {
        options.apply(core);
        core.kind = match target {
            Target::Command(_) | Target::Executable(_) => Kind::Program,
            Target::Driver(..) => Kind::Driver,
            Target::Fds(..) => Kind::Descriptors,
            Target::Path(_) => Kind::File,
        };
        maker(core, &target, &options)
    })
}
