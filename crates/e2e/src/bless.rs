//! `BLESS=1`: writes the expected outputs anew, from the stock emulator. `BLESS=maser`: from Maser,
//! those of programs that run on Maser only.

use crate::programs::Program;
use crate::{Plan, Result, cli, compile, programs};
use std::fs;
use std::process::ExitCode;

/// The emulator from which `BLESS` takes expected outputs.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Bless {
    Stock,
    Maser,
}

impl Bless {
    pub(crate) fn asked() -> Option<Bless> {
        match std::env::var("BLESS").ok()?.as_str() {
            "1" => Some(Bless::Stock),
            "maser" => Some(Bless::Maser),
            _ => None,
        }
    }
}

/// Writes a program's output: of another release than the oldest only where it differs from what
/// is expected of the one before it. So releases are blessed one after another, the oldest first.
fn keep(program: &Program, release: u32, text: &str) -> Result<()> {
    let file = match release == program.oldest {
        true => program.expected_file(),
        false => {
            let own = program.expected_of(release);
            if program.expected(release - 1) == text {
                let _ = fs::remove_file(own);
                return Ok(());
            }
            own
        }
    };
    fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))
}

/// Runs the wanted programs and keeps their outputs.
pub(crate) fn run(plan: &Plan, bless: Bless) -> Result<ExitCode> {
    let mut wanted = programs::find(plan)?;
    let release = plan.target.otp.release;
    wanted.retain(|p| match bless {
        Bless::Maser => p.maser_only,
        Bless::Stock => !p.maser_only && p.is_stocks,
    });
    let ebin = plan.scratch.join("ebin");
    fs::create_dir_all(&ebin).map_err(|e| e.to_string())?;
    let sources: Vec<_> = wanted.iter().map(|p| p.source.clone()).collect();
    compile::all(&plan.target.otp, &plan.tests, &sources, &ebin)?;
    let suspicious = std::sync::atomic::AtomicUsize::new(0);
    programs::outputs(plan, &ebin, &wanted, &|program, got, ms| {
        let complain = |why: &str| {
            suspicious.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            println!("{}: {why}", program.name);
        };
        match got {
            Ok(text) => {
                if ms > 2000 {
                    complain(&format!("takes {ms} ms on stock: too slow for a test"));
                }
                if text.contains("test failed:") || text.contains("test ran out of time") {
                    complain(&text.chars().take(3000).collect::<String>());
                }
                if let Err(why) = keep(program, release, &text) {
                    complain(&why);
                }
            }
            Err(why) => complain(&why),
        }
    });
    // Scripts bring their own emulator, so they are blessed from stock only.
    let scripts = if bless == Bless::Stock { cli::find(plan)? } else { Vec::new() };
    for script in scripts {
        let text = cli::output(plan, &script)?;
        fs::write(script.source.with_extension("out"), text).map_err(|e| e.to_string())?;
    }
    println!("{} programs blessed from {}", wanted.len(), plan.target.described());
    let bad = suspicious.into_inner() > 0;
    Ok(if bad { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
