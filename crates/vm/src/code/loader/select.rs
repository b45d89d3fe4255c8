//! `select_val` and `select_tuple_arity`: from a value to one of many labels.

use super::super::emit::Operand;
use super::{Load, LoadError, Loader, label, list, number};
use crate::code::ops::Op as I;
use beamfile::{Instr, Op};
use term::Word;
use term::word::header;

/// A value, or the arity of a tuple, and its label.
type Pair = (u64, u32);

impl Loader<'_> {
    pub(super) fn select(&mut self, i: &Instr) -> Load<()> {
        let src = self.operand(&i.args[0], i.op)?;
        let fail = label(&i.args[1]);
        let tuple = i.op == Op::SelectTupleArity;
        let mut pairs: Vec<Pair> = Vec::new();
        for pair in list(&i.args[2]).chunks(2) {
            let value = match tuple {
                true => number(&pair[0]),
                false => self.constant(&pair[0]).ok_or(LoadError::Operand(i.op.name()))?,
            };
            pairs.push((value, label(&pair[1])));
        }
        if !tuple && pairs.iter().any(|p| term::word::is_pointer(p.0)) {
            self.compare_in_turn(src, &pairs, fail);
            return Ok(());
        }
        pairs.sort_unstable();
        pairs.dedup_by_key(|p| p.0);
        if !tuple && are_dense(&pairs) {
            self.select_small(src, &pairs, fail);
        } else if tuple {
            let tuple_header = |arity: u64| header(term::word::Kind::Tuple, arity as usize);
            self.select_sorted(I::SelectTupleArity, src, &pairs, tuple_header, fail);
        } else {
            self.select_sorted(I::SelectVal, src, &pairs, |value| value, fail);
        }
        Ok(())
    }

    /// One comparison for each value: of floats and big integers.
    fn compare_in_turn(&mut self, src: Operand, pairs: &[Pair], fail: u32) {
        for &(w, target) in pairs {
            let ops = [src, Operand::Const(w)];
            self.e.reachable(&ops, 4);
            let at = self.e.here();
            let (x, y) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
            self.e.emit(I::IsNeExact, x, y, 0, &[0]);
            self.e.link(at + 1, at, target);
        }
        self.put(I::Jump, &[], &[], Some((0, fail)));
    }

    /// A table with a label for each small integer from the first to the last.
    fn select_small(&mut self, src: Operand, pairs: &[Pair], fail: u32) {
        let first = pairs[0].0;
        let n = (pairs[pairs.len() - 1].0.wrapping_sub(first) >> 1) + 1;
        let ops = [src, Operand::Const(first)];
        self.e.reachable(&ops, 2);
        let at = self.e.here();
        let (x, y) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
        self.e.emit(I::SelectSmall, x, n, y, &[0]);
        self.e.link(at + 1, at, fail);
        let mut next = pairs.iter().peekable();
        for k in 0..n {
            let value = first.wrapping_add(k << 1);
            let target = next.next_if(|p| p.0 == value).map_or(fail, |p| p.1);
            self.link_next(at, target);
        }
    }

    /// A table of the words that `word_of` makes of the values, then one of their labels.
    fn select_sorted(
        &mut self,
        op: I,
        src: Operand,
        pairs: &[Pair],
        word_of: impl Fn(u64) -> Word,
        fail: u32,
    ) {
        self.e.reachable(&[src], 2 + 2 * pairs.len());
        let at = self.e.here();
        let x = self.e.bits(src, at);
        self.e.emit(op, x, 0, 0, &[pairs.len() as u64]);
        self.e.link(at + 1, at, fail);
        self.e.code.extend(pairs.iter().map(|p| word_of(p.0)));
        for &(_, target) in pairs {
            self.link_next(at, target);
        }
    }

    /// Emits a word with the distance from the instruction at `from` to a label.
    fn link_next(&mut self, from: usize, target: u32) {
        self.e.code.push(0);
        self.e.link(self.e.here() - 1, from, target);
    }
}

/// Whether a table of all small integers from the first to the last would be mostly full.
fn are_dense(pairs: &[Pair]) -> bool {
    let [(first, _), .., (last, _)] = *pairs else { return false };
    pairs.len() >= 4
        && pairs.iter().all(|p| term::word::is_small(p.0))
        && (last.wrapping_sub(first) >> 1) < 2 * pairs.len() as u64
        && last as i64 >= first as i64
}
