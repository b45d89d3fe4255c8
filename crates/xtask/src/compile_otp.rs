//! Compiles OTP's own applications on stock and on Maser: the .beam files must be the same bytes.

use crate::{Result, emulator};
use maser::otp::{self, Otp};
use maser::{exec, shadow};
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// How many modules one erlc compiles.
const BATCH: usize = 8;
const APPS: &[&str] = &["stdlib", "kernel", "compiler"];

struct Options {
    apps: Vec<String>,
    only: Vec<String>,
    jobs: usize,
}

/// One module and where its two results go.
struct Module {
    app: String,
    name: String,
    source: PathBuf,
    includes: Vec<PathBuf>,
    /// The application's version, which its build defines for it.
    version: String,
    stock: PathBuf,
    ours: PathBuf,
}

/// An erlc and the environment in which it finds its emulator.
struct Erlc {
    program: PathBuf,
    environment: Vec<(&'static str, std::ffi::OsString)>,
}

/// Compiles what stock has not compiled before, then everything on Maser, and compares.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    let options = parse(args)?;
    let otp = otp::locate()?;
    let (file, shadow) = emulator::shadow(&otp)?;
    let cache = shadow::cache_dir()?.join("compile-otp");
    let ours = cache.join(format!("maser-{}", std::process::id()));
    let stock = cache.join(format!("stock-{}", otp.version));
    let modules = modules(&otp, &options, &stock, &ours)?;
    if modules.is_empty() {
        return Err(format!(
            "no sources of {} below {} (Debian: erlang-src)",
            options.apps.join(", "),
            otp.root.join("lib").display()
        ));
    }
    for dir in modules.iter().flat_map(|m| [m.stock.parent(), m.ours.parent()]).flatten() {
        fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    }
    let erl = otp.command("erl").into_os_string();
    let stock_erlc =
        Erlc { program: otp.command("erlc"), environment: vec![("ERLC_EMULATOR", erl)] };
    let our_erlc =
        Erlc { program: shadow.commands().join("erlc"), environment: exec::environment(&shadow) };
    println!("{} modules; {} against OTP {}", modules.len(), file.display(), otp.version);

    let fresh: Vec<&Module> = modules.iter().filter(|m| !m.stock.exists()).collect();
    let stock_time = compile(&stock_erlc, &fresh, |m| &m.stock, options.jobs);
    let wanted: Vec<&Module> = modules.iter().filter(|m| m.stock.exists()).collect();
    let our_time = compile(&our_erlc, &wanted, |m| &m.ours, options.jobs);
    let code = verdict(&our_erlc, &modules, fresh.len(), stock_time, our_time);
    let _ = fs::remove_dir_all(&ours);
    Ok(code)
}

fn verdict(
    erlc: &Erlc,
    modules: &[Module],
    fresh: usize,
    stock_time: f64,
    our_time: f64,
) -> ExitCode {
    let (mut same, mut bad, mut without) = (0, 0, 0);
    for module in modules {
        let name = format!("{}/{}", module.app, module.name);
        let Ok(expected) = fs::read(&module.stock) else {
            println!("no comparison: {name} does not compile on stock");
            without += 1;
            continue;
        };
        match fs::read(&module.ours) {
            Ok(got) if got == expected => same += 1,
            Ok(got) => {
                bad += 1;
                println!("DIFFERS: {name}: {} bytes, stock has {}", got.len(), expected.len());
            }
            Err(_) => {
                bad += 1;
                let said = one(erlc, module);
                println!("FAILED: {name}: {said}");
            }
        }
    }
    println!("stock compiled {fresh} modules in {stock_time:.1} s, maser all in {our_time:.1} s");
    println!("{same} the same bytes, {bad} not, {without} not compared");
    if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn parse(args: &[String]) -> Result<Options> {
    let jobs = std::thread::available_parallelism().map_or(2, |n| n.get());
    let mut options = Options { apps: Vec::new(), only: Vec::new(), jobs };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("compile-otp: {word} needs a value"))?;
        match word.as_str() {
            "--app" => options.apps.push(value.clone()),
            "--only" => options.only.push(value.clone()),
            "--jobs" => {
                options.jobs =
                    value.parse().map_err(|_| "compile-otp: --jobs needs a number".to_string())?;
            }
            _ => return Err(format!("compile-otp: unknown option {word}")),
        }
    }
    if options.apps.is_empty() {
        options.apps = APPS.iter().map(|a| a.to_string()).collect();
    }
    Ok(options)
}

/// The modules whose sources are installed.
fn modules(otp: &Otp, options: &Options, stock: &Path, ours: &Path) -> Result<Vec<Module>> {
    let lib = otp.root.join("lib");
    let mut modules = Vec::new();
    for app in &options.apps {
        let dir = application(&lib, app)
            .ok_or_else(|| format!("no application {app} in {}", lib.display()))?;
        let directory = dir.file_name().unwrap_or_default().to_string_lossy();
        let version = directory.rsplit('-').next().unwrap_or_default().to_string();
        let mut sources = Vec::new();
        crate::conformance::files(&dir.join("src"), "erl", &mut sources);
        for source in sources {
            let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let wanted = options.only.is_empty()
                || options.only.iter().any(|only| name.contains(only.as_str()));
            if wanted {
                modules.push(Module {
                    app: app.clone(),
                    includes: includes(&lib, &dir, &source),
                    version: version.clone(),
                    stock: stock.join(app).join(format!("{name}.beam")),
                    ours: ours.join(app).join(format!("{name}.beam")),
                    name,
                    source,
                });
            }
        }
    }
    Ok(modules)
}

/// The directory of an installed application.
fn application(lib: &Path, app: &str) -> Option<PathBuf> {
    let prefix = format!("{app}-");
    let entries = fs::read_dir(lib).ok()?.flatten();
    let mut found: Vec<PathBuf> = entries
        .filter(|e| {
            let name = e.file_name().to_string_lossy().into_owned();
            let version = name.strip_prefix(&prefix);
            version.is_some_and(|v| v.starts_with(|c: char| c.is_ascii_digit()))
        })
        .map(|e| e.path())
        .collect();
    found.sort();
    found.pop()
}

/// Where a source looks for its headers: OTP's own makefiles say the same. Debian's package of
/// sources lacks a header of `kernel`, which a whole source has.
fn includes(lib: &Path, dir: &Path, source: &Path) -> Vec<PathBuf> {
    let mut paths = vec![dir.join("include"), dir.join("src")];
    paths.extend(source.parent().map(Path::to_path_buf));
    for (app, sub) in [("kernel", "include"), ("kernel", "src"), ("stdlib", "include")] {
        paths.extend(application(lib, app).map(|d| d.join(sub)));
    }
    if let Some(whole) = std::env::var_os("MASER_OTP_SOURCE") {
        paths.push(Path::new(&whole).join("lib/kernel/src"));
    }
    paths
}

/// Compiles modules in batches, several at a time; gives the seconds that it took.
fn compile(
    erlc: &Erlc,
    modules: &[&Module],
    output: impl Fn(&Module) -> &PathBuf + Sync,
    jobs: usize,
) -> f64 {
    let begun = Instant::now();
    // Modules of one directory share their flags.
    let mut batches: VecDeque<Vec<&Module>> = VecDeque::new();
    for module in modules {
        match batches.back_mut() {
            Some(batch)
                if batch.len() < BATCH
                    && batch[0].includes == module.includes
                    && batch[0].app == module.app =>
            {
                batch.push(module);
            }
            _ => batches.push_back(vec![module]),
        }
    }
    let batches = Mutex::new(batches);
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let next = batches.lock().expect("no worker panics").pop_front();
                    let Some(batch) = next else { return };
                    let _ = start(erlc, &batch, &output);
                    // erlc stops at the first module that fails: the rest have a try of their own.
                    for module in batch.iter().filter(|m| !output(m).exists()) {
                        let _ = start(erlc, &[module], &output);
                    }
                }
            });
        }
    });
    begun.elapsed().as_secs_f64()
}

fn start<'a>(
    erlc: &Erlc,
    batch: &[&'a Module],
    output: &impl Fn(&'a Module) -> &'a PathBuf,
) -> Result<String> {
    let first = batch[0];
    let mut command = Command::new(&erlc.program);
    command.args(["+deterministic", "+debug_info", "+nowarnings", "-W0"]);
    command.arg("-o").arg(output(first).parent().unwrap_or(Path::new(".")));
    command.arg(format!("-DCOMPILER_VSN=\"{}\"", first.version));
    for include in &first.includes {
        command.arg("-I").arg(include);
    }
    command.args(batch.iter().map(|m| &m.source));
    command.envs(erlc.environment.iter().map(|(k, v)| (*k, v)));
    command.env("ERL_CRASH_DUMP", "/dev/null").stdin(Stdio::null());
    let out = command.output().map_err(|e| format!("{}: {e}", erlc.program.display()))?;
    let text = [out.stdout, out.stderr].concat();
    Ok(format!("{}: {}", out.status, String::from_utf8_lossy(&text).trim()))
}

/// Compiles one module again, for what the compiler says.
fn one(erlc: &Erlc, module: &Module) -> String {
    let said = start(erlc, &[module], &|m: &Module| &m.ours).unwrap_or_else(|why| why);
    said.lines().take(6).collect::<Vec<_>>().join("\n    ")
}
