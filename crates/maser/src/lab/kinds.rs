//! The labs, of whatever kind: what there is, what each needs, and how it is run.

use super::http::Load;
use super::pairs::Measured;
use super::run::{self, Results, found};
use super::spec::{self, Lab, Reference};
use super::{Emulator, Options, emulators, http, huge, json, pgo, systems, table};
use crate::otp::Otp;
use crate::{Result, native};
use std::path::Path;

const HUGE: &str = "code on pages of 2 MB or not: Maser, stock and php, CPU-bound and as servers";
const PGO: &str = "the emulator as make native builds it, and as make prof-use does by a profile";
const SYSTEMS: &str = "RabbitMQ, Cowboy, Yaws, mnesia, mix, dialyzer under load: what they use";
const HTTP: &str = "processor time of an HTTP server for each short connection, under ApacheBench";

/// An experiment of any kind.
pub(super) enum Kind {
    Cases(Box<Lab>),
    Http,
    HugePages,
    Pgo,
    Systems,
}

impl Kind {
    /// All of them, in the order in which they are listed.
    pub(super) fn all() -> Vec<Kind> {
        let cases = spec::all().into_iter().map(|lab| Kind::Cases(Box::new(lab)));
        cases.chain([Kind::Http, Kind::HugePages, Kind::Pgo, Kind::Systems]).collect()
    }

    /// Its name, and what it is about.
    pub(super) fn name(&self) -> (&'static str, &'static str) {
        match self {
            Kind::Cases(lab) => (lab.name, lab.about),
            Kind::Http => ("http", HTTP),
            Kind::HugePages => ("huge-pages", HUGE),
            Kind::Pgo => ("pgo", PGO),
            Kind::Systems => ("systems", SYSTEMS),
        }
    }

    /// Which part of the time it is to have, compared with others.
    pub(super) fn weight(&self) -> f64 {
        match self {
            Kind::Cases(lab) => {
                let cases: usize = lab.groups.iter().map(|g| g.cases.len()).sum();
                10.0 + cases as f64
            }
            _ => 40.0,
        }
    }

    /// How often each side is run. The sides of pairs differ by little.
    pub(super) fn runs(&self, options: &Options) -> usize {
        let usual = match self {
            _ if options.quick => 1,
            Kind::HugePages | Kind::Pgo => 15,
            _ if options.lab == "all" => 5,
            _ => 3,
        };
        options.asked.unwrap_or(usual)
    }

    /// A message about a program that the lab needs and that is not there.
    pub(super) fn missing(&self, otp: &Otp) -> Option<String> {
        let needs = |program: &str, package: &str| {
            (!found(program)).then(|| format!("{program} is missing (package {package})"))
        };
        match self {
            Kind::Cases(lab) => {
                let compiler = lab.reference == Some(Reference::BaseTier);
                let native = compiler.then(|| native::compiler().err()).flatten();
                let header = otp.root.join("usr/include/ei.h");
                let in_c = !lab.c.is_empty() || !lab.libraries.is_empty();
                let ei = (in_c && !header.exists())
                    .then(|| format!("{} is missing (package erlang-dev)", header.display()));
                let cc = in_c.then(|| needs("cc", "gcc")).flatten();
                let asn1 = lab.asn1.is_some().then(|| needs("asn1c", "asn1c")).flatten();
                native.or(ei).or(cc).or(asn1)
            }
            Kind::Http => needs("ab", "apache2-utils").or_else(|| needs("cc", "gcc")),
            Kind::HugePages => needs("ab", "apache2-utils"),
            Kind::Pgo => needs("ab", "apache2-utils").or_else(|| crate::pgo::profiled().err()),
            // Systems that lack something are left out.
            Kind::Systems => None,
        }
    }

    /// Runs it in a directory with all the labs' programs, and prints what has come out.
    pub(super) fn run(&self, otp: &Otp, options: &mut Options, dir: &Path) -> Result<Outcome> {
        Ok(match self {
            Kind::Cases(lab) => {
                options.native |= lab.reference == Some(Reference::BaseTier);
                let emulators = emulators(otp, lab.reference, options)?;
                let results = run::lab(otp, lab, &emulators, options, dir)?;
                if results.is_empty() {
                    return Err(format!("no case of {} fits --only", lab.name));
                }
                table::print(lab, &results, &emulators);
                json::write(lab, otp, &results, &emulators, options)?;
                Outcome::Cases(emulators, results)
            }
            Kind::Http => Outcome::Loads(http::run(&emulators(otp, None, options)?, options, dir)?),
            Kind::HugePages => {
                Outcome::Pairs(huge::run(otp, &emulators(otp, None, options)?, options, dir)?)
            }
            Kind::Pgo => Outcome::Pairs(pgo::run(otp, options, dir)?),
            Kind::Systems => Outcome::Systems(systems::run(otp, options)?),
        })
    }
}

/// The measurements of a lab.
pub(super) enum Outcome {
    Cases(Vec<Emulator>, Vec<Results>),
    Loads(Vec<Load>),
    Pairs(Vec<Measured>),
    Systems(Vec<systems::Measured>),
}

impl Outcome {
    /// Whether nothing has failed.
    pub(super) fn right(&self) -> bool {
        match self {
            Outcome::Cases(_, results) => results.iter().all(Results::right),
            Outcome::Loads(loads) => loads.iter().all(|load| load.failed() == 0),
            Outcome::Pairs(_) => true,
            Outcome::Systems(all) => all.iter().all(systems::Measured::right),
        }
    }
}
