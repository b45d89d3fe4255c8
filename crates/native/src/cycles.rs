//! Functions that call each other last in a cycle, as the states of a scanner do.
//!
//! To whom one of them is called from outside, they are one loop: the others are written once more
//! in the function of LLVM where it begins, so that what one leaves in registers or unboxed, the
//! position in a bit string say, the next finds there. Each has its own function as well, in which
//! a process goes on that was scheduled out there.

use crate::flow::{Flow, number};
use beamfile::{BeamFile, Function, Op};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use std::collections::{BTreeSet, HashMap};

/// Instructions of a cycle that is written as one loop, at most.
const LARGEST: usize = 150;

/// Instructions that are written once more for one cycle, at most, where it is entered by several
/// functions.
const COPIES: usize = 2 * LARGEST;

/// For functions by which a cycle is entered: the functions of that, with itself, in order.
pub fn of(
    file: &BeamFile,
    by_label: &HashMap<u32, u32>,
    flows: &[Option<Flow>],
) -> HashMap<u32, Vec<u32>> {
    let edges = (0..).zip(flows).flat_map(|(f, flow)| {
        let next =
            flow.as_ref().map_or_else(BTreeSet::new, |flow| called_last(file, by_label, f, flow));
        next.into_iter().map(move |g| (f, g))
    });
    let graph: DiGraph<(), (), u32> = DiGraph::from_edges(edges);
    let mut entered = HashMap::new();
    let mut called = None;
    for cycle in tarjan_scc(&graph) {
        let mut cycle: Vec<u32> = cycle.iter().map(|f| f.index() as u32).collect();
        cycle.sort_unstable();
        let function = |f: u32| &file.code.functions[f as usize];
        let length = |f: u32| (function(f).end - function(f).start) as usize;
        let size: usize = cycle.iter().map(|&f| length(f)).sum();
        let (from, to) = (cycle[0], cycle[cycle.len() - 1]);
        let spread = (function(to).end - function(from).start) as usize;
        if cycle.len() < 2 || size > LARGEST || spread > 4 * LARGEST {
            continue;
        }
        let called = called.get_or_insert_with(|| callers(file, by_label));
        let is_entered = |&&f: &&u32| {
            called[f as usize].iter().any(|&(by, last)| !last || !cycle.contains(&by))
                || is_exported(file, function(f))
        };
        for &f in cycle.iter().filter(is_entered).take((COPIES / size).max(1)) {
            entered.insert(f, cycle.clone());
        }
    }
    entered
}

fn is_exported(file: &BeamFile, f: &Function) -> bool {
    file.exports.iter().any(|e| e.label == f.entry_label)
}

/// The functions that a function calls last before it has called anything that returns: elsewhere
/// they would not be in the same function of LLVM.
fn called_last(
    file: &BeamFile,
    by_label: &HashMap<u32, u32>,
    f: u32,
    flow: &Flow,
) -> BTreeSet<u32> {
    let reached = file.code.entry(f).map_or_else(BTreeSet::new, |entry| flow.reached(file, entry));
    let instrs = reached.iter().map(|&at| &file.code.instrs[at]);
    let calls = instrs.filter(|i| matches!(i.op, Op::CallOnly | Op::CallLast));
    calls.filter_map(|i| by_label.get(&(number(&i.args()[1]) as u32)).copied()).collect()
}

/// For each function by which others it is called, or made a fun of, and whether each time as the
/// last thing.
fn callers(file: &BeamFile, by_label: &HashMap<u32, u32>) -> Vec<BTreeSet<(u32, bool)>> {
    let mut all = vec![BTreeSet::new(); file.code.functions.len()];
    for (by, f) in (0..).zip(&file.code.functions) {
        for i in &file.code.instrs[f.start as usize..f.end as usize] {
            let last = matches!(i.op, Op::CallOnly | Op::CallLast);
            if !last && i.op != Op::Call {
                continue;
            }
            if let Some(&to) = by_label.get(&(number(&i.args()[1]) as u32)) {
                all[to as usize].insert((by, last));
            }
        }
    }
    for fun in &file.lambdas {
        if let Some(&to) = by_label.get(&fun.label) {
            all[to as usize].insert((to, false));
        }
    }
    all
}
