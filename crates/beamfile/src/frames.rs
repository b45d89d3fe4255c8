//! The sizes of stack frames, found by following the jumps.
//!
//! Compilers give each instruction one size of frame, whichever way leads there, but for code that
//! only raises an exception: nothing in it looks at the frame, so that they may share it between
//! ways with frames of different sizes (`beam_validator` calls such a frame undecided). The
//! collector walks over the frames of a process and must know their sizes, so each further size
//! gets a copy of that code.

use crate::error::{Error, Place};
use crate::model::{Arg, BeamFile, Code, Frame, Function, Import, Instr};
use crate::op::Op;
use std::collections::HashMap;

/// Fills in the frames of a module whose labels and functions are known. Where ways with frames of
/// different sizes meet, it gives the instructions that the module has to have instead of its own.
/// `place` tells where in the file an instruction is.
pub(crate) fn find(
    file: &mut BeamFile,
    place: &impl Fn(usize) -> Place,
) -> Result<Option<Vec<Instr>>, Error> {
    let mut frames = Frames::new(file);
    file.code.functions.iter().for_each(|f| frames.follow(f));
    let split = frames.differ.then(|| Split::new(&frames).all(place)).transpose()?;
    let without_frame: Vec<usize> = (0..frames.before.len())
        .filter(|&i| frames.before[i] == Frame::None && frames.raises(&file.code.instrs[i]))
        .collect();
    file.code.frames = frames.before;
    // Compilers before OTP 23 call a built-in that raises without a frame, which is a tail call.
    for i in without_frame {
        file.code.instrs[i].op = Op::CallExtOnly;
    }
    Ok(split.map(|(instrs, label_count)| {
        file.code.label_count = label_count;
        instrs
    }))
}

struct Frames<'a> {
    code: &'a Code,
    /// For each import whether it always raises an exception.
    raise: Vec<bool>,
    /// Before each instruction: that of the way found first.
    before: Vec<Frame>,
    /// Instructions that are reached, and from which the way has not been followed yet.
    to_follow: Vec<usize>,
    /// Whether a way has led to where another one was before with another frame.
    differ: bool,
}

impl<'a> Frames<'a> {
    fn new(file: &'a BeamFile) -> Self {
        Frames {
            code: &file.code,
            raise: file.imports.iter().map(|import| raises(file, import)).collect(),
            before: vec![Frame::Unreached; file.code.instrs.len()],
            to_follow: Vec::new(),
            differ: false,
        }
    }

    fn follow(&mut self, function: &Function) {
        let code = self.code;
        self.reach(function.start as usize, Frame::None);
        self.to_follow.push(function.start as usize);
        while let Some(mut at) = self.to_follow.pop() {
            let mut frame = self.before[at];
            loop {
                let instr = &code.instrs[at];
                for target in jumps(instr).map(|label| code.labels[label as usize] as usize) {
                    if self.reach(target, frame) {
                        self.to_follow.push(target);
                    }
                }
                frame = self.after(instr, frame);
                at += 1;
                if frame == Frame::Unreached
                    || at == function.end as usize
                    || !self.reach(at, frame)
                {
                    break;
                }
            }
        }
    }

    /// Notes that an instruction is reached; whether it was not before.
    fn reach(&mut self, at: usize, frame: Frame) -> bool {
        match self.before[at] {
            Frame::Unreached => {
                self.before[at] = frame;
                true
            }
            known => {
                self.differ |= known != frame;
                false
            }
        }
    }

    /// The frame behind an instruction.
    fn after(&self, instr: &Instr, frame: Frame) -> Frame {
        match (instr.op, instr.args()) {
            _ if frame == Frame::Unreached => frame,
            (
                Op::Allocate | Op::AllocateZero | Op::AllocateHeap | Op::AllocateHeapZero,
                [slots, ..],
            ) => slots_of(slots),
            // The function's entry follows its func_info.
            (Op::Deallocate | Op::FuncInfo, _) => Frame::None,
            (Op::Trim, [_, left]) => slots_of(left),
            _ if !instr.op.falls_through() || self.raises(instr) => Frame::Unreached,
            _ => frame,
        }
    }

    fn raises(&self, instr: &Instr) -> bool {
        match (instr.op, instr.args()) {
            (Op::CallExt, [_, Arg::U(import)]) => self.raise[*import as usize],
            _ => false,
        }
    }

    fn is_other(&self, label: u32, frame: Frame) -> bool {
        self.before[self.code.labels[label as usize] as usize] != frame
    }
}

/// Whether it is one of the functions behind whose calls compilers put nothing that would be
/// executed.
pub(crate) fn raises(file: &BeamFile, import: &Import) -> bool {
    matches!(
        (file.atom(import.module), file.atom(import.function), import.arity),
        ("erlang", "error", 1..=3) | ("erlang", "exit" | "throw", 1)
    )
}

/// A module's code, being written once more with a copy of what is reached with several frames for
/// each but the first.
struct Split<'a> {
    frames: &'a Frames<'a>,
    instrs: Vec<Instr>,
    /// The label of the copy for a label and a frame, in the function that is being written.
    copies: HashMap<(u32, Frame), u32>,
    /// The copies that are not written yet.
    to_copy: Vec<(u32, Frame)>,
    label_count: u32,
}

impl<'a> Split<'a> {
    fn new(frames: &'a Frames) -> Self {
        let Code { instrs, label_count, .. } = frames.code;
        Split {
            frames,
            instrs: Vec::with_capacity(instrs.len() + 16),
            copies: HashMap::new(),
            to_copy: Vec::new(),
            label_count: *label_count,
        }
    }

    /// The instructions, and one more than the highest label.
    fn all(mut self, place: &impl Fn(usize) -> Place) -> Result<(Vec<Instr>, u32), Error> {
        let code = self.frames.code;
        for function in &code.functions {
            self.function(function);
            while let Some((label, frame)) = self.to_copy.pop() {
                self.copy_from(label, frame, function);
                // Of what a compiler has made, a few ways share a few instructions.
                if self.instrs.len() > 16 * code.instrs.len() {
                    let what = "code that is reached with frames of too many sizes".into();
                    return Err(Error::Malformed { at: place(function.start as usize), what });
                }
            }
            self.copies.clear();
        }
        self.instrs.extend_from_slice(&code.instrs[code.instrs.len() - 1..]);
        Ok((self.instrs, self.label_count))
    }

    fn function(&mut self, function: &Function) {
        let mut behind = Frame::None;
        for at in function.start as usize..function.end as usize {
            let instr = &self.frames.code.instrs[at];
            let frame = self.frames.before[at];
            if let Some(label) = defined(instr)
                && behind != Frame::Unreached
                && behind != frame
            {
                self.jump(label, behind);
            }
            behind = self.copy(instr, frame);
        }
    }

    /// Copies what is at a label, for another frame, up to where it ends.
    fn copy_from(&mut self, label: u32, mut frame: Frame, function: &Function) {
        let code = self.frames.code;
        let name = Arg::U(u64::from(self.copies[&(label, frame)]));
        self.instrs.push(Instr { op: Op::Label, args: [name].into() });
        for instr in &code.instrs[code.labels[label as usize] as usize + 1..function.end as usize] {
            if frame == Frame::Unreached {
                return;
            }
            if let Some(next) = defined(instr) {
                return self.jump(next, frame);
            }
            frame = self.copy(instr, frame);
        }
    }

    /// Writes an instruction that is executed with a frame; gives the one behind it.
    fn copy(&mut self, instr: &Instr, frame: Frame) -> Frame {
        let mut copy = instr.clone();
        if frame != Frame::Unreached && is_jump(instr.op) {
            for arg in &mut copy.args {
                let args = match arg {
                    Arg::List(list) => &mut list[..],
                    one => std::slice::from_mut(one),
                };
                for arg in args {
                    if let Arg::F(label @ 1..) = arg {
                        *label = self.label_for(*label, frame);
                    }
                }
            }
        }
        self.instrs.push(copy);
        self.frames.after(instr, frame)
    }

    fn jump(&mut self, label: u32, frame: Frame) {
        let target = Arg::F(self.label_for(label, frame));
        self.instrs.push(Instr { op: Op::Jump, args: [target].into() });
    }

    /// Where what is at a label is for this frame.
    fn label_for(&mut self, label: u32, frame: Frame) -> u32 {
        if !self.frames.is_other(label, frame) {
            return label;
        }
        *self.copies.entry((label, frame)).or_insert_with(|| {
            self.to_copy.push((label, frame));
            self.label_count += 1;
            self.label_count - 1
        })
    }
}

/// The label that an instruction defines.
fn defined(instr: &Instr) -> Option<u32> {
    match (instr.op, instr.args()) {
        (Op::Label, [Arg::U(label)]) => Some(*label as u32),
        _ => None,
    }
}

/// Whether the labels of an instruction are where its frame is kept: not those of functions.
fn is_jump(op: Op) -> bool {
    !matches!(op, Op::Call | Op::CallLast | Op::CallOnly)
}

/// The labels that are reached from an instruction with the same frame.
fn jumps(instr: &Instr) -> impl Iterator<Item = u32> {
    let jumps = instr.op.names_labels() && is_jump(instr.op);
    let args = if jumps { instr.args() } else { &[] };
    args.iter().flat_map(Arg::labels)
}

/// The frame of as many slots as an operand says.
fn slots_of(arg: &Arg) -> Frame {
    match arg {
        Arg::U(slots) => Frame::Slots(*slots as u16),
        _ => Frame::Unreached,
    }
}
