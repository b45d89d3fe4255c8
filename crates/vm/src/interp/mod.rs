//! The base tier: executes the instructions that the loader makes.

use crate::bif::BifKind;
use crate::process::Process;

/// How a slice of execution ended.
pub enum Outcome {
    /// Reductions used up: others first.
    Yield,
    /// Nothing to do until a signal arrives.
    Wait,
    /// The process is finished.
    Exited,
    /// A built-in is to be executed by a dirty scheduler.
    Dirty(BifKind),
}

/// What one scheduler executes with: its X registers.
pub struct Machine {
    number: u32,
}

impl Machine {
    /// For the scheduler of this number.
    pub fn new(number: u32) -> Machine {
        Machine { number }
    }

    /// The scheduler's number.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Executes the process until it has to stop.
    pub fn execute(&mut self, _p: &Process) -> Outcome {
        Outcome::Exited
    }

    /// Ends the process for the reason in `exit_reason`.
    pub fn exit(&mut self, _p: &Process) {}
}

/// Executes the dirty built-in that a process waits for.
pub fn execute_dirty(_p: &Process) {}
