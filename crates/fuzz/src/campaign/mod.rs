//! Runs generated inputs on the stock emulator and on Maser, and compares what they give; or only
//! looks whether Maser's own functions survive them.

mod excuse;
mod side;

use crate::random::Random;
use crate::{Result, terms, texts};
use excuse::excuse;
use side::{Place, Side};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Inputs for one start of an emulator: fewer than would fill its table of atoms.
const BATCH: usize = 50_000;
/// Differences that are shown.
const SHOWN: usize = 40;

/// A kind of input.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// External terms, most of them damaged.
    Terms,
    /// Calls of functions that read packets and texts.
    Texts,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Terms => "terms",
            Kind::Texts => "texts",
        }
    }

    /// The input of a number.
    pub fn input(self, random: &mut Random) -> Vec<u8> {
        match self {
            Kind::Terms => terms::any(random),
            Kind::Texts => texts::call(random),
        }
    }
}

/// The extent of a campaign.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many inputs.
    pub count: usize,
    /// Of the first batch; the next have the next seeds.
    pub seed: u64,
    /// Whether both emulators get them.
    pub differential: bool,
    /// Where inputs that differ are left.
    pub keep: Option<PathBuf>,
}

fn batch(kind: Kind, seed: u64, size: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    (0..size).map(|_| kind.input(&mut random)).collect()
}

/// Runs a campaign; fails if something differs or does not survive.
pub fn run(kind: Kind, options: &Options) -> Result<ExitCode> {
    let begun = Instant::now();
    let batches = (0..options.count.div_ceil(BATCH)).map(|i| {
        let size = BATCH.min(options.count - i * BATCH);
        (options.seed + i as u64, size)
    });
    let failed = match options.differential {
        true => differential(kind, options, batches)?,
        false => survive(kind, batches)?,
    };
    println!(
        "{} {} from seed {}{}: {failed} to look at ({:.0} s)",
        options.count,
        kind.name(),
        options.seed,
        if options.differential { ", on both emulators" } else { "" },
        begun.elapsed().as_secs_f64()
    );
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Gives each batch to a process of its own, so that atoms are forgotten and a crash ends a batch
/// only.
fn survive(kind: Kind, batches: impl Iterator<Item = (u64, usize)>) -> Result<usize> {
    let program = std::env::current_exe().map_err(|e| format!("cannot find this program: {e}"))?;
    let (mut failed, mut good) = (0, 0);
    for (seed, size) in batches {
        let words = ["survive", kind.name(), &seed.to_string(), &size.to_string()];
        let done = Command::new(&program).args(words).output();
        let done = done.map_err(|e| format!("{}: {e}", program.display()))?;
        match String::from_utf8_lossy(&done.stdout).trim().parse::<usize>() {
            Ok(n) if done.status.success() => good += n,
            _ => {
                failed += 1;
                let why = String::from_utf8_lossy(&done.stderr);
                println!("seed {seed}, {size} {}: {}\n{why}", kind.name(), done.status);
            }
        }
    }
    println!("{good} were terms");
    Ok(failed)
}

/// One batch of it, in this process: the number of those that are terms.
pub fn survive_batch(kind: Kind, seed: u64, size: usize) -> usize {
    let good = |input: &Vec<u8>| match kind {
        Kind::Terms => crate::targets::term::survives(input),
        Kind::Texts => crate::targets::calls::survives(input),
    };
    batch(kind, seed, size).iter().filter(|input| good(input)).count()
}

/// An input with what the emulators gave.
struct Difference {
    input: Vec<u8>,
    stock: String,
    ours: String,
}

fn differential(
    kind: Kind,
    options: &Options,
    batches: impl Iterator<Item = (u64, usize)>,
) -> Result<usize> {
    let place = Place::new()?;
    let mut differences = Vec::new();
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for (seed, size) in batches {
        let begun = Instant::now();
        let inputs = batch(kind, seed, size);
        let (stock, ours) = std::thread::scope(|s| {
            let stock = s.spawn(|| place.digests(Side::Stock, kind.name(), &inputs));
            let ours = place.digests(Side::Maser, kind.name(), &inputs);
            (stock.join().expect("no panic"), ours)
        });
        let (stock, ours) = (stock?, ours?);
        let mut differing = Vec::new();
        for (input, (stock, ours)) in inputs.into_iter().zip(stock.into_iter().zip(ours)) {
            if stock == ours {
                continue;
            }
            // An input that brings stock down says nothing, unless it brings down Maser.
            match (stock, ours) {
                (None, Some(_)) => {
                    println!("stock crashes: {}", described(kind, &input));
                    *counts.entry("stock crashed").or_default() += 1;
                }
                _ => differing.push(input),
            }
        }
        for difference in place.shown(kind.name(), differing)? {
            let alone =
                (difference.stock == difference.ours).then_some("the same when asked alone");
            match alone.or_else(|| excuse(kind, &difference)) {
                Some(why) => *counts.entry(why).or_default() += 1,
                None => differences.push(difference),
            }
        }
        let seconds = begun.elapsed().as_secs();
        println!(
            "seed {seed}: {size} {}, {} differ so far ({seconds} s)",
            kind.name(),
            differences.len()
        );
    }
    counts.iter().for_each(|(why, n)| println!("{n} left out: {why}"));
    if let Some(dir) = &options.keep {
        std::fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        for (i, d) in differences.iter().enumerate() {
            let file = dir.join(format!("{}-{i}", kind.name()));
            std::fs::write(&file, &d.input).map_err(|e| format!("{}: {e}", file.display()))?;
        }
    }
    for d in differences.iter().take(SHOWN) {
        println!("\n{}\n  stock: {}\n  maser: {}", described(kind, &d.input), d.stock, d.ours);
    }
    Ok(differences.len())
}

/// An input as somebody would type it.
fn described(kind: Kind, input: &[u8]) -> String {
    let heap = term::Heap::new(0);
    let decoded = term::etf::decode(&heap, input, term::etf::DecodeOptions::default());
    match (kind, decoded) {
        (Kind::Texts, Ok(t)) => term::print::display(t),
        _ => format!("<<{}>>", input.iter().map(u8::to_string).collect::<Vec<_>>().join(",")),
    }
}
