//! Puts base-tier instructions together: operands, constants, labels.

use crate::code::ops::Op;
use hashbrown::HashMap;
use term::Word;

/// An operand as the loader sees it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Operand {
    /// X register.
    X(u16),
    /// Y register.
    Y(u16),
    /// Constant.
    Const(Word),
}

/// Largest distance, in words, of a constant.
const REACH: usize = 0x3fff;

/// Code being put together.
#[derive(Default)]
pub struct Emitter {
    /// The words so far.
    pub code: Vec<u64>,
    labels: Vec<u32>,
    fixups: Vec<Fixup>,
    pool: HashMap<Word, usize>,
    /// Whether an operand did not fit into its 16 bits: the code is of no use then.
    pub overflow: bool,
}

struct Fixup {
    /// The word to change.
    at: usize,
    /// The instruction that distances count from; None for an address.
    from: Option<usize>,
    label: u32,
}

/// No position.
const NOWHERE: u32 = u32::MAX;

impl Emitter {
    /// For code of so many generic instructions with labels below `label_count`.
    pub fn new(label_count: u32, instructions: usize) -> Emitter {
        let labels = vec![NOWHERE; label_count as usize];
        // Three words for each are seldom too few.
        Emitter { code: Vec::with_capacity(3 * instructions), labels, ..Emitter::default() }
    }

    /// Starts a function: its constants come first.
    pub fn begin_function(&mut self, constants: impl Iterator<Item = Word>) {
        self.pool.clear();
        for w in constants {
            let next = self.code.len();
            if let hashbrown::hash_map::Entry::Vacant(entry) = self.pool.entry(w) {
                entry.insert(next);
                self.code.push(w);
            }
        }
    }

    /// Where the next instruction goes.
    pub fn here(&self) -> usize {
        self.code.len()
    }

    /// Defines a label here.
    pub fn define(&mut self, label: u32) {
        self.labels[label as usize] = self.here() as u32;
    }

    /// Position of a label that has been defined.
    pub fn position(&self, label: u32) -> Option<usize> {
        self.labels.get(label as usize).filter(|&&at| at != NOWHERE).map(|&at| at as usize)
    }

    /// Makes sure that an instruction of up to `words` words can hold its operands: constants that
    /// are too far away are put there once more, behind a jump over them. To be called before the
    /// instruction is emitted.
    pub fn reachable(&mut self, operands: &[Operand], words: usize) {
        let far = |e: &Emitter, w: &Word| {
            let at = e.pool.get(w);
            at.is_none_or(|at| e.here() + words + operands.len() + 64 - at > REACH)
        };
        let constants = || {
            operands.iter().filter_map(|o| match o {
                Operand::Const(w) => Some(*w),
                _ => None,
            })
        };
        if !constants().any(|w| far(self, &w)) {
            return;
        }
        let jump = self.here();
        self.code.push(Op::Jump as u64);
        for w in constants() {
            if self.pool.get(&w).is_none_or(|&at| at < jump) {
                self.pool.insert(w, self.here());
                self.code.push(w);
            }
        }
        self.code[jump] |= ((self.here() - jump) as u64) << 32;
        self.overflow |= self.here() - jump + words > REACH;
    }

    /// The 16 bits of an operand of the instruction that stands at `at`.
    pub fn bits(&self, o: Operand, at: usize) -> u64 {
        match o {
            Operand::X(i) => u64::from(i),
            Operand::Y(i) => 0x4000 | (u64::from(i) + 2),
            Operand::Const(w) => 0x8000 | (at - self.pool[&w]) as u64,
        }
    }

    /// Emits an instruction with its operands' bits and further words.
    pub fn emit(&mut self, op: Op, a: u64, b: u64, c: u64, more: &[u64]) -> usize {
        let at = self.here();
        self.overflow |= (a | b | c) >> 16 != 0;
        self.code.push(op as u64 | a << 16 | b << 32 | c << 48);
        self.code.extend_from_slice(more);
        at
    }

    /// Puts the distance from instruction `from` to a label into the upper half of word `at`; label
    /// 0 is none.
    pub fn link(&mut self, at: usize, from: usize, label: u32) {
        if label != 0 {
            self.fixups.push(Fixup { at, from: Some(from), label });
        }
    }

    /// Puts the address of a label into word `at`, once the code is where it stays.
    pub fn link_address(&mut self, at: usize, label: u32) {
        self.fixups.push(Fixup { at, from: None, label });
    }

    /// Fills in distances, and addresses for code that will stand at `base`; gives the positions of
    /// the addresses.
    pub fn finish(&mut self, base: *const u64) -> Vec<u32> {
        let mut addresses = Vec::new();
        for f in std::mem::take(&mut self.fixups) {
            let target = self.labels[f.label as usize];
            assert!(target != NOWHERE, "label {} has no place", f.label);
            match f.from {
                Some(from) => {
                    let distance = (i64::from(target) - from as i64) as i32;
                    self.code[f.at] =
                        self.code[f.at] & 0xffff_ffff | u64::from(distance as u32) << 32;
                }
                None => {
                    self.code[f.at] = base.wrapping_add(target as usize) as u64;
                    addresses.push(f.at as u32);
                }
            }
        }
        addresses
    }
}
