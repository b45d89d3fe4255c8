//! Verifies code: that whatever its instructions take on trust is so, whichever way leads to them.
//!
//! Each function is passed through once in the order of its code, with what is known of its
//! registers, frame, heap and catches in one [`State`]; where ways meet, only what holds for each
//! of them is known. A jump backward may make known less of what has been seen: that part is passed
//! through again, and code for which this takes too often is refused.
//!
//! A fact that cannot hold is an error. A fact that may hold is a [`Check`]: a test that has to be
//! made before the instruction is executed. Compilers know types of arguments from whole modules,
//! and files do not tell these; so code that nobody has altered has such instructions, too.

mod bifs;
mod binary;
mod instr;
mod kept;
mod kinds;
mod loops;
mod registers;
mod state;

use crate::error::Error;
use crate::model::{Arg, BeamFile, Check, Code, Function, Need};
use crate::op::Op;
use bifs::Bif;
pub use kept::{checks_to_bytes, verified};
use kinds::Ty;
use state::{Catches, Labels, State};

/// Passes through code per instruction of it, at most, before it is refused. Of what compilers have
/// made none takes as many as two.
const MOST_PASSES: usize = 8;
/// Registers remembered at the labels of a function, at most, each label counted as four more:
/// 128 MB of them.
const MOST_REMEMBERED: usize = 32 << 20;

/// Verifies the code of a file; gives the tests that it needs, in its order.
pub(crate) fn verify(file: &BeamFile) -> Result<Vec<Check>, Error> {
    lambdas(file)?;
    let mut verifier = Verifier::new(file);
    file.code.functions.iter().try_for_each(|f| verifier.function(f))?;
    Ok(verifier.checks)
}

/// Each fun has an index of its own: the emulator finds it by that.
fn lambdas(file: &BeamFile) -> Result<(), Error> {
    let mut indexes: Vec<u32> = file.lambdas.iter().map(|l| l.index).collect();
    indexes.sort_unstable();
    match indexes.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Error::Table { what: format!("two funs have the index {}", pair[0]) }),
        None => Ok(()),
    }
}

/// Why an instruction is refused. Two words, so that results of most functions are in registers.
type Bad = Box<str>;
type Result_<T> = Result<T, Bad>;

const NOT_SEEN: u32 = u32::MAX;

struct Verifier<'a> {
    file: &'a BeamFile,
    code: &'a Code,
    /// The built-ins among the imports.
    imports: Vec<Bif>,
    checks: Vec<Check>,

    // The function.
    function: Function,
    /// For each label of the module its index in `labels`.
    at_label: Vec<u32>,
    labels: Labels,
    catches: Catches,
    /// Labels to pass through again from.
    again: Vec<u32>,
    /// Jumps back, and exceptions that do: from which instruction to which label.
    back: Vec<(u32, u32)>,
    /// Instructions with a demand that cannot hold, as far as is known yet.
    doubts: Vec<(u32, Bad)>,
    passes_left: usize,

    // The place.
    now: State,
    /// Room for the state at a handler.
    there: State,
    live: bool,
    at: usize,
    /// Whether this is not the first pass.
    once_more: bool,
}

impl<'a> Verifier<'a> {
    fn new(file: &'a BeamFile) -> Self {
        Verifier {
            file,
            code: &file.code,
            imports: file.imports.iter().map(|i| Bif::of(file, i)).collect(),
            checks: Vec::new(),
            function: Function {
                name: 0,
                arity: 0,
                info_label: 0,
                entry_label: 0,
                start: 0,
                func_info: 0,
                end: 0,
            },
            at_label: vec![NOT_SEEN; file.code.labels.len()],
            labels: Labels::default(),
            catches: Catches::default(),
            again: Vec::new(),
            back: Vec::new(),
            doubts: Vec::new(),
            passes_left: 0,
            now: State::default(),
            there: State::default(),
            live: false,
            at: 0,
            once_more: false,
        }
    }

    fn function(&mut self, function: &Function) -> Result<(), Error> {
        self.function = *function;
        self.passes_left = (function.end - function.start) as usize * MOST_PASSES + 64;
        self.catches.clear();
        self.back.clear();
        self.again.clear();
        let first_check = self.checks.len();
        self.once_more = false;
        self.enter();
        self.live = false;
        self.pass(function.start as usize)?;
        self.once_more = true;
        while let Some(label) = self.again.pop() {
            let index = self.at_label[label as usize] as usize;
            if self.labels.set_done(index, true) {
                continue;
            }
            self.labels.recall(index, &mut self.now);
            self.live = true;
            self.at = self.code.labels[label as usize] as usize;
            let from = self.at + 1;
            self.pass(from)?;
        }
        if let Some((at, what)) = self.doubts.first() {
            self.at = *at as usize;
            return Err(self.error(what.clone()));
        }
        if !self.back.is_empty() {
            self.loops()?;
        }
        if self.once_more {
            let checks = &mut self.checks[first_check..];
            checks.sort_by_key(|c| (c.at, c.operand));
        }
        self.merge_checks(first_check);
        self.labels.clear(|label| self.at_label[label as usize] = NOT_SEEN);
        Ok(())
    }

    /// Of several tests of an operand, which later passes have asked for, the one that says more.
    fn merge_checks(&mut self, first: usize) {
        let tail = self.checks.split_off(first);
        for check in tail {
            match self.checks[first..].last_mut() {
                Some(last) if (last.at, last.operand) == (check.at, check.operand) => {
                    if let (Need::Tuple(a), Need::Tuple(b)) = (last.need, check.need) {
                        last.need = Need::Tuple(a.max(b));
                    }
                }
                _ => self.checks.push(check),
            }
        }
    }

    /// Goes through the code from an instruction on, as long as it is reached (or, the first time,
    /// to the end of the function).
    fn pass(&mut self, from: usize) -> Result<(), Error> {
        let (code, end) = (self.code, self.function.end as usize);
        self.at = from;
        while self.at < end {
            let instr = &code.instrs[self.at];
            if let (Op::Label, [Arg::U(label)]) = (instr.op, instr.args()) {
                if !self.label(*label as u32).map_err(|what| self.error(what))? {
                    return Ok(());
                }
            } else if self.live {
                self.passes_left -= 1;
                if self.passes_left == 0 {
                    return Err(self.error("the code is too tangled to be verified".into()));
                }
                self.instruction(instr).map_err(|what| self.error(what))?;
                if self.once_more && !self.live {
                    return Ok(());
                }
            } else if instr.op == Op::FuncInfo {
                // Only calls come here from outside.
                self.enter();
            }
            self.at += 1;
        }
        if self.live {
            self.at = end - 1;
            return Err(self.error("the code goes on behind the function".into()));
        }
        Ok(())
    }

    /// Sets the knowledge where a function is entered.
    fn enter(&mut self) {
        self.live = true;
        self.now.clear();
        self.now.x.resize(self.function.arity as usize, Ty::ANY);
    }

    /// At a label; whether to go on.
    fn label(&mut self, label: u32) -> Result_<bool> {
        let index = self.at_label[label as usize];
        if index == NOT_SEEN {
            // Nothing has come here by a jump. Jumps back may yet.
            if self.live {
                let index = self.remember(label)?;
                self.labels.set_done(index, true);
            }
            return Ok(true);
        }
        let index = index as usize;
        let changed = self.live && self.labels.meet(index, &self.now, &mut self.catches)?.0;
        let done = self.labels.set_done(index, true);
        if self.live && self.once_more && done && !changed {
            self.live = false;
            return Ok(false);
        }
        self.labels.recall(index, &mut self.now);
        self.live = true;
        Ok(true)
    }

    /// Remembers the state for a label that has none.
    fn remember(&mut self, label: u32) -> Result_<usize> {
        let index = self.labels.remember(label, &self.now, MOST_REMEMBERED);
        let index = index.ok_or("the function has too many labels")?;
        self.at_label[label as usize] = index as u32;
        Ok(index)
    }

    /// The state goes to a label, too.
    fn goes_to(&mut self, label: u32) -> Result_<()> {
        let to = self.code.labels[label as usize] as usize;
        if to <= self.at && !self.counts() && label != self.function.info_label {
            self.back.push((self.at as u32, label));
        }
        self.arrives(label)
    }

    fn arrives(&mut self, label: u32) -> Result_<()> {
        if label == self.function.info_label {
            return self.fails_clause();
        }
        let index = self.at_label[label as usize];
        if index == NOT_SEEN {
            self.remember(label)?;
            let to = self.code.labels[label as usize] as usize;
            if to <= self.at || self.once_more {
                self.again.push(label);
            }
            return Ok(());
        }
        let index = index as usize;
        let (changed, done) = self.labels.meet(index, &self.now, &mut self.catches)?;
        if changed && (done || self.once_more) {
            self.labels.set_done(index, false);
            self.again.push(label);
        }
        Ok(())
    }

    /// Whether the instruction counts reductions or waits wherever it jumps.
    fn counts(&self) -> bool {
        matches!(self.code.instrs[self.at].op, Op::LoopRecEnd | Op::Wait | Op::WaitTimeout)
    }

    fn error(&self, what: Bad) -> Error {
        let f = &self.function;
        let op = self.code.instrs.get(self.at).map_or("", |i| i.op.name());
        Error::Unsound {
            function: format!("{}:{}/{}", self.file.module, self.file.atom(f.name), f.arity),
            number: self.at.saturating_sub(f.start as usize) + 1,
            op,
            what: what.into(),
        }
    }
}
