//! Sizes of stack frames, found by following the jumps.

use super::number;
use beamfile::{Arg, Instr, Op};
use hashbrown::HashMap;

/// No path leads here.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// For each instruction the words of its frame (0 for none), found by following the jumps.
pub(super) fn frame_sizes(instrs: &[Instr]) -> Vec<u32> {
    let mut at_label: HashMap<u32, u32> = HashMap::new();
    let mut sizes = vec![UNKNOWN; instrs.len()];
    loop {
        let mut changed = false;
        let mut frame = 0;
        for (i, instr) in instrs.iter().enumerate() {
            if let (Op::Label, Arg::U(l)) = (instr.op, instr.args.first().unwrap_or(&Arg::Nil)) {
                let l = *l as u32;
                match at_label.get(&l) {
                    Some(&known) => frame = known,
                    None if frame != UNKNOWN => {
                        at_label.insert(l, frame);
                        changed = true;
                    }
                    None => {}
                }
            }
            if sizes[i] != frame {
                sizes[i] = frame;
                changed = true;
            }
            if frame != UNKNOWN && !matches!(instr.op, Op::Call | Op::CallLast | Op::CallOnly) {
                for arg in instr.args() {
                    let labels = match arg {
                        Arg::List(l) => &l[..],
                        one => std::slice::from_ref(one),
                    };
                    for l in labels {
                        if let Arg::F(l) = l
                            && *l != 0
                            && at_label.insert(*l, frame).is_none()
                        {
                            changed = true;
                        }
                    }
                }
            }
            let n = |k: usize| number(&instr.args[k]) as u32;
            frame = match instr.op {
                Op::Allocate | Op::AllocateZero | Op::AllocateHeap | Op::AllocateHeapZero => {
                    n(0) + 2
                }
                Op::Deallocate => 0,
                Op::Trim if frame != UNKNOWN => frame - n(0),
                // What follows a func_info is the function's entry.
                Op::FuncInfo => 0,
                op if !op.falls_through() => UNKNOWN,
                _ => frame,
            };
        }
        if !changed {
            return sizes;
        }
    }
}
