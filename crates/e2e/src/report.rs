//! Counts outcomes, tells failures as they come, and closes with one line.

use crate::Outcome;
use crate::known::Known;
use std::process::ExitCode;

/// The results of the tests that have run so far.
pub(crate) struct Report {
    known: Known,
    names: Vec<String>,
    passed: usize,
    known_failed: Vec<String>,
    fixed: Vec<String>,
    failed: Vec<String>,
    verbose: bool,
}

impl Report {
    pub(crate) fn new(known: Known) -> Report {
        Report {
            known,
            names: Vec::new(),
            passed: 0,
            known_failed: Vec::new(),
            fixed: Vec::new(),
            failed: Vec::new(),
            verbose: std::env::var_os("E2E_VERBOSE").is_some(),
        }
    }

    pub(crate) fn add(&mut self, outcome: Outcome) {
        let Outcome { name, failure, ms } = outcome;
        let listed = self.known.contains(&name);
        match failure {
            None => {
                self.passed += 1;
                if listed {
                    self.fixed.push(name.clone());
                }
                if self.verbose {
                    println!("ok      {name} ({ms} ms)");
                }
            }
            Some(why) if listed => {
                if self.verbose {
                    println!("known   {name} ({ms} ms)\n{}", indented(&why));
                }
                self.known_failed.push(name.clone());
            }
            Some(why) => {
                println!("FAILED  {name} ({ms} ms)\n{}", indented(&why));
                self.failed.push(name.clone());
            }
        }
        self.names.push(name);
    }

    /// Prints the closing lines; failure if a test failed that is not on the list.
    pub(crate) fn close(self) -> ExitCode {
        for name in &self.fixed {
            println!("e2e: {name} passes: take it off tests/known-failures.txt");
        }
        if std::env::args().len() == 1 {
            for entry in self.known.stale(&self.names) {
                println!("e2e: tests/known-failures.txt names {entry}, which is no test");
            }
        }
        if !self.failed.is_empty() {
            println!("\nfailed: {}", self.failed.join(" "));
        }
        println!(
            "\ntest result: {}. {} passed; {} failed; {} known to fail",
            if self.failed.is_empty() { "ok" } else { "FAILED" },
            self.passed,
            self.failed.len(),
            self.known_failed.len(),
        );
        if self.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("        {line}\n")).collect()
}
