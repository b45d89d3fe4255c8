//! Loops: each has to contain something that counts reductions or waits, so that a process that
//! executes it can be stopped.

use super::Verifier;
use crate::error::Error;
use crate::model::{Arg, Code, Instr};
use crate::op::Op;

/// Whether an instruction lets others run when it is time.
fn counts(op: Op) -> bool {
    matches!(
        op,
        Op::LoopRecEnd
            | Op::Wait
            | Op::WaitTimeout
            | Op::Call
            | Op::CallExt
            | Op::CallFun
            | Op::CallFun2
            | Op::Apply
    )
}

/// Where control may be after an instruction, but for exceptions of others than catches.
fn next(code: &Code, at: usize) -> impl Iterator<Item = usize> {
    let instr: &Instr = &code.instrs[at];
    let jumps = !matches!(
        instr.op,
        Op::CallLast | Op::CallOnly | Op::RecvMark | Op::RecvSet | Op::IntCodeEnd
    );
    let args = if jumps && !counts(instr.op) { instr.args() } else { &[] };
    let labels = args.iter().flat_map(Arg::labels);
    let behind = (instr.op.falls_through() && !counts(instr.op)).then_some(at + 1);
    labels.map(|label| code.labels[label as usize] as usize).chain(behind)
}

impl Verifier<'_> {
    /// Looks for a loop without anything that counts, in a function with jumps back.
    pub(super) fn loops(&mut self) -> Result<(), Error> {
        let (start, end) = (self.function.start as usize, self.function.end as usize);
        let mut back = std::mem::take(&mut self.back);
        back.sort_unstable();
        back.dedup();
        // 0 not seen, 1 on the way, 2 done.
        let mut seen = vec![0u8; end - start];
        let mut way: Vec<(usize, Vec<usize>)> = Vec::new();
        let after = |at: usize| -> Vec<usize> {
            let from = back.partition_point(|b| (b.0 as usize) < at);
            let raised = back[from..].iter().take_while(|b| b.0 as usize == at);
            let raised = raised.map(|b| self.code.labels[b.1 as usize] as usize);
            next(self.code, at).chain(raised).filter(|n| (start..end).contains(n)).collect()
        };
        let mut found = None;
        for &(_, label) in &back {
            let root = self.code.labels[label as usize] as usize;
            if seen[root - start] != 0 {
                continue;
            }
            seen[root - start] = 1;
            way.push((root, after(root)));
            while let Some((at, rest)) = way.last_mut() {
                match rest.pop() {
                    Some(next) if seen[next - start] == 0 => {
                        seen[next - start] = 1;
                        way.push((next, after(next)));
                    }
                    Some(next) if seen[next - start] == 1 => {
                        found = Some(*at);
                        way.clear();
                    }
                    Some(_) => {}
                    None => {
                        seen[*at - start] = 2;
                        way.pop();
                    }
                }
            }
            if let Some(at) = found {
                self.at = at;
                return Err(self.error("a loop in which nothing counts reductions".into()));
            }
        }
        Ok(())
    }
}
