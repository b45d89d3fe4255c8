//! The beginnings of functions that call themselves and go on afterwards, as those on trees do.
//!
//! Of such calls half or more find at once that there is nothing to do. So the tests that a
//! function begins with are written where it calls itself, too: what returns behind them goes on
//! behind the call without having gone anywhere, and what does not jumps behind them.

use super::{Flow, IN_REGISTERS, calls, first, next};
use beamfile::{Arg, BeamFile, Instr, Op};
use std::collections::BTreeSet;

/// Instructions of a beginning, at most.
const LARGEST: usize = 12;

/// Places at which a beginning goes on with the rest, at most.
const MOST_ENDS: usize = 2;

/// Where the beginning of a function ends that is worth it to be written at calls: the instructions
/// behind it, by their indexes in the file.
pub fn ends(file: &BeamFile, function: u32, flow: &Flow) -> Option<BTreeSet<usize>> {
    let f = &file.code.functions[function as usize];
    let entry = file.code.entry(function)?;
    let instrs = &file.code.instrs[f.start as usize..f.end as usize];
    if !instrs.iter().any(|i| calls(i, f)) || first(f.arity.into()) & !IN_REGISTERS != 0 {
        return None;
    }
    let called = |at: &usize| matches!(file.code.instrs[*at].op, Op::CallOnly | Op::CallLast);
    if flow.reached(file, entry).iter().any(called) {
        // A loop must stay one.
        return None;
    }
    let (mut todo, mut seen, mut ends) = (vec![entry], BTreeSet::new(), BTreeSet::new());
    let mut returns = false;
    while let Some(at) = todo.pop() {
        let i = &file.code.instrs[at];
        if !is_simple(i) || at != entry && flow.roots.contains(&at) {
            ends.insert(at);
            continue;
        }
        if !seen.insert(at) {
            continue;
        }
        returns |= i.op == Op::Return;
        todo.extend(next(file, at));
    }
    let in_registers = ends.iter().all(|&at| flow.live(at) & !IN_REGISTERS == 0);
    let short = seen.len() <= LARGEST && ends.len() <= MOST_ENDS;
    (returns && in_registers && short).then_some(ends)
}

/// Whether an instruction only tests, or moves what is in X registers.
fn is_simple(i: &Instr) -> bool {
    let moves = || i.args().iter().all(|a| !matches!(a, Arg::Y(_) | Arg::TypedY(..)));
    match i.op {
        Op::Label | Op::Line | Op::Jump | Op::Return | Op::SelectVal | Op::SelectTupleArity => true,
        Op::IsLt | Op::IsGe | Op::IsEq | Op::IsNe | Op::IsEqExact | Op::IsNeExact => true,
        Op::IsInteger | Op::IsAtom | Op::IsNil | Op::IsNonemptyList | Op::IsTuple => true,
        Op::TestArity | Op::IsTaggedTuple => true,
        Op::Move => moves(),
        _ => false,
    }
}
