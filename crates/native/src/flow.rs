//! How control and registers flow through a function: which X registers are live where, and which
//! parts of it become native functions of their own.

pub(crate) mod contexts;
pub(crate) mod counted;
pub(crate) mod heads;
pub(crate) mod unboxed;

pub use crate::operands::number;
use beamfile::{Arg, BeamFile, Function, Instr, Kind, Op};
use native_abi::PASSED;
use native_abi::profile::Profile;
use std::collections::BTreeSet;
use unboxed::Unboxed;

/// A set of X registers, or of floating-point registers, below 64.
pub type Regs = u64;

/// The registers that tell of a failure where it is handled.
pub const EXCEPTION: Regs = 0b1111;

/// The facts about a function.
pub struct Flow {
    /// Index of its first instruction in the file.
    pub start: usize,
    /// The registers that are live before each instruction.
    pub live: Vec<Regs>,
    /// Whether before each instruction the control words of the frame may be what the memory held
    /// before: nobody has called from it yet.
    pub stale: Vec<bool>,
    /// All registers that appear.
    pub used: Regs,
    /// The floating-point registers that are live before each instruction.
    pub live_floats: Vec<Regs>,
    /// All floating-point registers that appear.
    pub floats: Regs,
    /// The X registers that may hold something that is no term yet.
    pub unboxed: Unboxed,
    /// The functions whose calls as the last thing are jumps: this one, and those of its cycle.
    pub repeated: BTreeSet<u32>,
    /// The instructions, by their indexes in the file, at which native functions begin.
    pub roots: BTreeSet<usize>,
    /// Whether what the function begins with is written where it calls itself: see
    /// [`heads`].
    pub heads: bool,
}

/// A function of whose registers or labels something is not understood has none.
pub fn of(
    file: &BeamFile,
    function: u32,
    is_built_in: &dyn Fn(u32) -> bool,
    profile: Option<&Profile>,
) -> Option<Flow> {
    let f = &file.code.functions[function as usize];
    let instrs = &file.code.instrs[f.start as usize..f.end as usize];
    if instrs.iter().any(has_high_register) {
        return None;
    }
    let mut flow = Flow::along(file, BTreeSet::from([function]), is_built_in, profile);
    flow.roots.insert(file.code.entry(function)?);
    for (i, instr) in instrs.iter().enumerate() {
        if returns_here(instr, is_built_in) && last_call(&instrs[i..]).is_none() {
            flow.roots.insert(flow.start + i + 1);
        }
        flow.roots.extend(handler(file, instr));
        // Where a process goes on that has waited.
        if let (Op::Wait | Op::WaitTimeout, [Arg::F(label), ..]) = (instr.op, instr.args()) {
            flow.roots.extend(file.code.label(*label));
        }
    }
    flow.share(file, instrs);
    if let Some(ends) = heads::ends(file, function, &flow) {
        flow.heads = true;
        flow.roots.extend(ends);
        flow.share(file, instrs);
    }
    Some(flow)
}

/// The same for a function together with the others of its cycle, whose own ones are known: as one
/// that begins where the first does.
pub fn of_cycle(
    file: &BeamFile,
    first: u32,
    cycle: &[(u32, &Flow)],
    is_built_in: &dyn Fn(u32) -> bool,
    profile: Option<&Profile>,
) -> Flow {
    let members = cycle.iter().map(|c| c.0).collect();
    let mut flow = Flow::along(file, members, is_built_in, profile);
    for (member, own) in cycle {
        flow.roots.extend(own.roots.iter().filter(|&&at| Some(at) != file.code.entry(*member)));
    }
    flow.roots.extend(file.code.entry(first));
    flow
}

/// Whether an instruction calls this function of the module, which returns behind it.
pub fn calls(i: &Instr, f: &Function) -> bool {
    i.op == Op::Call && number(&i.args()[1]) == u64::from(f.entry_label)
}

/// Whether an instruction calls something that returns behind it.
pub fn returns_here(i: &Instr, is_built_in: &dyn Fn(u32) -> bool) -> bool {
    match i.op {
        Op::Call | Op::CallFun | Op::CallFun2 | Op::Apply => true,
        Op::CallExt => !is_built_in(number(&i.args[1]) as u32),
        _ => false,
    }
}

/// The slots of the frame if these instructions call a fun last: the compiler has no instruction
/// for that.
pub fn last_call(instrs: &[Instr]) -> Option<u64> {
    match instrs {
        [f, d, r, ..]
            if matches!(f.op, Op::CallFun | Op::CallFun2)
                && d.op == Op::Deallocate
                && r.op == Op::Return =>
        {
            Some(number(&d.args[0]))
        }
        _ => None,
    }
}

/// Where the handler of a catch is that an instruction opens.
pub fn handler(file: &BeamFile, i: &Instr) -> Option<usize> {
    match (i.op, i.args()) {
        (Op::Try | Op::Catch, [_, Arg::F(label)]) => file.code.label(*label),
        _ => None,
    }
}

/// The labels that an instruction may jump to. Handlers of exceptions are entered by the emulator.
pub fn labels(i: &Instr) -> Vec<u32> {
    if matches!(i.op, Op::Call | Op::CallLast | Op::CallOnly | Op::Catch | Op::Try) {
        return Vec::new();
    }
    i.args().iter().flat_map(Arg::labels).collect()
}

/// The instructions at which control may be after one.
pub fn next(file: &BeamFile, at: usize) -> impl Iterator<Item = usize> {
    let i = &file.code.instrs[at];
    let jumps = labels(i).into_iter().filter_map(|l| file.code.label(l));
    jumps.chain(i.op.falls_through().then_some(at + 1))
}

fn x_of(a: &Arg) -> Option<u16> {
    match a {
        Arg::X(x) | Arg::TypedX(x, _) => Some(*x),
        _ => None,
    }
}

/// The number of a floating-point register.
pub fn f_of(a: &Arg) -> Option<u16> {
    if let Arg::Fr(f) = a { Some(*f) } else { None }
}

fn has_high_register(i: &Instr) -> bool {
    let high = |a: &Arg| x_of(a).or(f_of(a)).is_some_and(|x| x >= 64);
    i.args().iter().any(|a| match a {
        Arg::List(l) => l.iter().any(high),
        Arg::U(n) => i.op.info().operands.contains(&Kind::Live) && *n > 60 && live_of(i) > 60,
        a => high(a),
    })
}

/// The number of live registers that an instruction says, 0 if it says none.
pub fn live_of(i: &Instr) -> u64 {
    match i.op {
        Op::Allocate | Op::AllocateZero | Op::TestHeap => number(&i.args[1]),
        Op::AllocateHeap | Op::AllocateHeapZero => number(&i.args[2]),
        _ => {
            let at = i.op.info().operands.iter().position(|k| *k == Kind::Live);
            at.map_or(0, |at| number(&i.args[at]))
        }
    }
}

/// The registers that calls pass in registers of the processor.
pub const IN_REGISTERS: Regs = (1 << PASSED) - 1;

/// X0 to below `n`.
pub fn first(n: u64) -> Regs {
    if n >= 64 { !0 } else { (1 << n) - 1 }
}

/// The numbers of the registers in a set.
pub fn bits(set: Regs) -> impl Iterator<Item = usize> {
    (0..64).filter(move |x| set >> x & 1 != 0)
}

/// The register that an operand is, as a set.
pub fn bit(a: &Arg) -> Regs {
    x_of(a).map_or(0, |x| 1 << x)
}

/// The registers that an instruction reads or that have to be terms during it.
pub fn uses(i: &Instr) -> Regs {
    reads(i) | first(live_of(i))
}

/// The registers that an instruction reads.
pub fn reads(i: &Instr) -> Regs {
    let a = i.args();
    let explicit = i.op.info().operands.iter().zip(a).map(|(kind, a)| match (kind, a) {
        (Kind::Dst | Kind::FDst, _) => 0,
        (Kind::List, Arg::List(list))
            if matches!(i.op, Op::GetMapElements | Op::GetRecordElements) =>
        {
            list.iter().step_by(2).map(bit).fold(0, |u, v| u | v)
        }
        (Kind::List, Arg::List(list)) => list.iter().map(bit).fold(0, |u, v| u | v),
        (_, a) => bit(a),
    });
    let explicit = explicit.fold(0, |u, v| u | v);
    let implicit = match i.op {
        Op::Call
        | Op::CallOnly
        | Op::CallLast
        | Op::CallExt
        | Op::CallExtOnly
        | Op::CallExtLast => first(number(&a[0])),
        Op::CallFun => first(number(&a[0]) + 1),
        Op::CallFun2 => first(number(&a[1])),
        Op::Apply | Op::ApplyLast => first(number(&a[0]) + 2),
        Op::Return | Op::BsInitWritable | Op::BuildStacktrace => 1,
        Op::Send => 3,
        Op::Swap => bit(&a[0]) | bit(&a[1]),
        Op::RawRaise => 7,
        Op::FuncInfo => first(number(&a[2])),
        // Each of these is set by the exception.
        Op::CatchEnd | Op::TryCase => EXCEPTION,
        Op::MakeFun2 => first(16),
        _ => 0,
    };
    explicit | implicit
}

/// The floating-point registers that an instruction reads.
fn float_uses(i: &Instr) -> Regs {
    i.args().split_last().map_or(0, |(_, a)| a.iter().fold(0, |u, a| u | float_bit(a)))
}

/// The floating-point register that an instruction writes: the last operand, if that is one.
fn float_defines(i: &Instr) -> Regs {
    i.args().last().map_or(0, float_bit)
}

fn float_bit(a: &Arg) -> Regs {
    f_of(a).map_or(0, |f| 1 << f)
}

/// The registers that an instruction certainly writes, if it goes on behind itself.
pub fn defines(i: &Instr) -> Regs {
    let explicit = i.op.info().operands.iter().zip(i.args()).map(|(kind, a)| match kind {
        Kind::Dst | Kind::FDst => bit(a),
        _ => 0,
    });
    let explicit = explicit.fold(0, |u, v| u | v);
    match i.op {
        Op::Call | Op::CallExt | Op::CallFun | Op::CallFun2 | Op::Apply => !0,
        Op::Send | Op::BsInitWritable | Op::MakeFun2 | Op::BuildStacktrace => explicit | 1,
        _ => explicit,
    }
}

/// The registers that a call is said to define although it only ends their values.
fn defines_all(i: &Instr) -> Regs {
    if defines(i) == !0 { !1 } else { 0 }
}

/// The registers that an instruction may write.
pub fn touches(i: &Instr) -> Regs {
    let lists = i.args().iter().map(|a| match a {
        Arg::List(l) => l.iter().map(bit).fold(0, |u, v| u | v),
        _ => 0,
    });
    let implicit = match i.op {
        Op::CatchEnd | Op::TryCase => EXCEPTION,
        Op::RawRaise => 1,
        _ => 0,
    };
    lists.fold(defines(i), |u, v| u | v) | implicit
}

fn liveness(
    file: &BeamFile,
    instrs: &[Instr],
    start: usize,
    uses: impl Fn(&Instr) -> Regs,
    defines: impl Fn(&Instr) -> Regs,
) -> Vec<Regs> {
    let mut live = vec![0; instrs.len() + 1];
    let at = |label: u32| file.code.label(label).and_then(|i| i.checked_sub(start));
    let targets: Vec<Vec<usize>> =
        instrs.iter().map(|i| labels(i).iter().filter_map(|&l| at(l)).collect()).collect();
    loop {
        let mut changed = false;
        for (i, instr) in instrs.iter().enumerate().rev() {
            let after = if instr.op.falls_through() { live[i + 1] & !defines(instr) } else { 0 };
            let jumps = targets[i].iter().map(|&t| live.get(t).copied().unwrap_or(0));
            let now = jumps.fold(uses(instr) | after, |u, v| u | v);
            changed |= now != live[i];
            live[i] = now;
        }
        if !changed {
            return live;
        }
    }
}

fn staleness(
    file: &BeamFile,
    instrs: &[Instr],
    start: usize,
    is_built_in: &dyn Fn(u32) -> bool,
) -> Vec<bool> {
    let mut stale = vec![false; instrs.len() + 1];
    loop {
        let mut changed = false;
        for (i, instr) in instrs.iter().enumerate() {
            let after = match instr.op {
                Op::Allocate
                | Op::AllocateZero
                | Op::AllocateHeap
                | Op::AllocateHeapZero
                | Op::Trim => true,
                Op::Deallocate => false,
                _ => stale[i] && !returns_here(instr, is_built_in),
            };
            let targets = labels(instr);
            let targets = targets.iter().filter_map(|&l| file.code.label(l)?.checked_sub(start));
            for t in targets.chain(instr.op.falls_through().then_some(i + 1)) {
                if after && !stale[t] {
                    (stale[t], changed) = (true, true);
                }
            }
        }
        if !changed {
            return stale;
        }
    }
}

impl Flow {
    /// The X registers that are live before an instruction.
    pub fn live(&self, at: usize) -> Regs {
        self.live.get(at - self.start).copied().unwrap_or(0)
    }

    /// The instructions of the native function that a root begins.
    pub fn reached(&self, file: &BeamFile, root: usize) -> BTreeSet<usize> {
        let (mut todo, mut seen) = (vec![root], BTreeSet::new());
        while let Some(at) = todo.pop() {
            let crosses = at != root && self.roots.contains(&at);
            if at < file.code.instrs.len() && !crosses && seen.insert(at) {
                todo.extend(next(file, at));
            }
        }
        seen
    }

    /// The facts about the instructions from the first to the last of these functions, without its
    /// roots.
    fn along(
        file: &BeamFile,
        repeated: BTreeSet<u32>,
        is_built_in: &dyn Fn(u32) -> bool,
        profile: Option<&Profile>,
    ) -> Flow {
        let functions = || repeated.iter().map(|&f| &file.code.functions[f as usize]);
        let start = functions().map(|f| f.start as usize).min().unwrap_or(0);
        let end = functions().map(|f| f.end as usize).max().unwrap_or(start);
        let instrs = &file.code.instrs[start..end];
        let live = liveness(file, instrs, start, uses, defines);
        let live_floats = liveness(file, instrs, start, float_uses, float_defines);
        let floats = instrs.iter().fold(0, |all, i| all | float_uses(i) | float_defines(i));
        let entries: BTreeSet<u32> = functions().map(|f| f.entry_label).collect();
        let made = counted::floats_made(file, instrs, start, profile);
        let read = liveness(file, instrs, start, reads, defines);
        let unboxed = unboxed::of((instrs, &read), start, &entries, made);
        let used =
            instrs.iter().fold(IN_REGISTERS, |all, i| all | uses(i) | touches(i) & !defines_all(i));
        let stale = staleness(file, instrs, start, is_built_in);
        let roots = BTreeSet::new();
        let heads = false;
        Flow { start, live, stale, used, live_floats, floats, unboxed, repeated, roots, heads }
    }

    /// Makes what several roots reach a root of its own, until each instruction is in one only.
    fn share(&mut self, file: &BeamFile, instrs: &[Instr]) {
        loop {
            let mut owner = vec![usize::MAX; instrs.len() + 1];
            let mut shared = BTreeSet::new();
            for &root in &self.roots {
                let mut todo = vec![root];
                while let Some(at) = todo.pop() {
                    let i = at - self.start;
                    if i >= instrs.len()
                        || at != root && self.roots.contains(&at)
                        || owner[i] == root
                    {
                        continue;
                    }
                    if owner[i] != usize::MAX {
                        shared.insert(at);
                        continue;
                    }
                    owner[i] = root;
                    todo.extend(next(file, at));
                }
            }
            if shared.is_empty() {
                return;
            }
            self.roots.extend(shared);
        }
    }
}
