//! Instructions that build terms or take them apart: tuples, records, funs, maps.

use super::super::emit::Operand;
use super::{Load, Loader, label, list, number, ops_words};
use crate::code::ops::Op as I;
use beamfile::{Arg, Instr, Op};
use term::{FunEntry, Heap, Term, Word, map};

impl Loader<'_> {
    pub(super) fn get_tuple_element(&mut self, i: &Instr) -> Load<()> {
        let ops = self.operands([&i.args[0], &i.args[2]], i.op)?;
        let xx = matches!(ops[..], [Operand::X(_), Operand::X(_)]);
        let op = if xx { I::GetTupleElementXX } else { I::GetTupleElement };
        self.tuple_element(op, &ops, number(&i.args[1]));
        Ok(())
    }

    pub(super) fn set_tuple_element(&mut self, i: &Instr) -> Load<()> {
        let ops = self.operands(&i.args[..2], i.op)?;
        self.tuple_element(I::SetTupleElement, &ops, number(&i.args[2]));
        Ok(())
    }

    fn tuple_element(&mut self, op: I, ops: &[Operand], index: u64) {
        self.e.reachable(ops, 1);
        let at = self.e.here();
        let (a, b) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
        self.e.emit(op, a, b, index, &[]);
    }

    pub(super) fn put_tuple(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        let ops = self.operands(a[..1].iter().chain(list(&a[1])), i.op)?;
        self.e.reachable(&ops, 2 + ops_words(ops.len()));
        let at = self.e.here();
        let dst = self.e.bits(ops[0], at);
        let n = ops.len() - 1;
        self.e.emit(I::PutTuple, dst, 0, 0, &[n as u64]);
        self.packed(&ops[1..], at);
        Ok(())
    }

    pub(super) fn update_record(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        let (size, pairs) = (number(&a[1]), list(&a[4]));
        let mut ops = self.operands(&a[2..4], i.op)?;
        for pair in pairs.chunks(2) {
            ops.push(self.operand(&pair[1], i.op)?);
        }
        self.e.reachable(&ops, 2 + pairs.len());
        let at = self.e.here();
        let (src, dst) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
        let n = pairs.len() as u64 / 2;
        self.e.emit(I::UpdateRecord, src, dst, 0, &[size | n << 32]);
        for (pair, &o) in pairs.chunks(2).zip(&ops[2..]) {
            let word = self.e.bits(o, at) | number(&pair[0]) << 16;
            self.e.code.push(word);
        }
        Ok(())
    }

    /// A fun; `ops` are its destination and its free variables.
    pub(super) fn make_fun(&mut self, entry: &'static FunEntry, ops: &[Operand]) {
        self.e.reachable(ops, 2 + ops_words(ops.len()));
        let at = self.e.here();
        let dst = self.e.bits(ops[0], at);
        let n = ops.len() as u64 - 1;
        self.e.emit(I::MakeFun, dst, n, 0, &[std::ptr::from_ref(entry) as u64]);
        self.packed(&ops[1..], at);
    }

    /// A fun in X register 0, whose free variables are in the first ones.
    pub(super) fn make_fun_in_x0(&mut self, entry: &'static FunEntry) {
        // Unlike its successor, the generic instruction reserves its heap itself; only the free
        // variables are live.
        let free = u64::from(entry.num_free);
        self.numbers(I::TestHeap, [0, free], &[3 + free]);
        let mut ops = vec![Operand::X(0)];
        ops.extend((0..entry.num_free).map(|n| Operand::X(n as u16)));
        self.make_fun(entry, &ops);
    }

    pub(super) fn put_map(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        let mut ops = self.operands(a[1..3].iter().chain(list(&a[4])), i.op)?;
        let mut exact = u64::from(i.op == Op::PutMapExact);
        if let Some(template) = self.map_template(i) {
            (ops[0], exact) = (Operand::Const(template), 1);
        }
        self.e.reachable(&ops, 3 + ops_words(ops.len()));
        let at = self.e.here();
        let (src, dst) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
        let n = ops.len() as u64 - 2;
        self.e.emit(I::PutMap, src, 0, dst, &[n, exact | number(&a[3]) << 32]);
        self.e.link(at + 1, at, label(&a[0]));
        self.packed(&ops[2..], at);
        Ok(())
    }

    /// A map with the keys of one that an instruction makes anew, if all of them are known: others
    /// are made of it by setting their values. So all maps of these keys have the same tuple of
    /// keys, as on stock, and none is made for them.
    pub(super) fn map_template(&mut self, i: &Instr) -> Option<Word> {
        let a = i.args();
        if i.op != Op::PutMapAssoc || !matches!(a[1], Arg::Literal(_)) {
            return None;
        }
        let source = self.constant(&a[1])?;
        // SAFETY: the word of a constant, which is an immediate or refers to a literal.
        let source = unsafe { Term::from_word(source) };
        let pairs = list(&a[4]);
        if !source.is_map() || map::size(source) != 0 || pairs.len() > 2 * map::FLAT_MAX {
            return None;
        }
        let keys: Option<Vec<Word>> = pairs.iter().step_by(2).map(|k| self.constant(k)).collect();
        let keys = keys?;
        if let Some(&template) = self.templates.get(&keys) {
            return Some(template);
        }
        let heap = Heap::new(0);
        // SAFETY: each of the words is that of a constant, an immediate or a literal.
        let key = |n: usize| unsafe { Term::from_word(keys[n]) };
        let made = map::from_unique(&heap, keys.len(), key, |_| Term::NIL)?;
        let template = self.area.copy(made).word();
        self.templates.insert(keys, template);
        Some(template)
    }

    /// `get_map_elements` of one key.
    pub(super) fn get_map_element(&mut self, i: &Instr, key: &Arg, dst: &Arg) -> Load<()> {
        let ops = self.operands([&i.args[1], key, dst], i.op)?;
        self.put(I::GetMapElement, &ops, &[0], Some((1, label(&i.args[0]))));
        Ok(())
    }

    /// `op` on a map and the fields of a list: keys, or keys and destinations.
    pub(super) fn map_fields(&mut self, op: I, i: &Instr) -> Load<()> {
        let a = i.args();
        let fields = list(&a[2]);
        let ops = self.operands(a[1..2].iter().chain(fields), i.op)?;
        self.e.reachable(&ops, 2 + ops_words(ops.len()));
        let at = self.e.here();
        let src = self.e.bits(ops[0], at);
        self.e.emit(op, src, 0, 0, &[fields.len() as u64]);
        self.e.link(at + 1, at, label(&a[0]));
        self.packed(&ops[1..], at);
        Ok(())
    }
}
