//! Native records: their definitions, and the instructions that make them or take them apart.

use super::super::emit::Operand;
use super::super::records::RecordKind;
use super::{Load, LoadError, Loader, label, list, number, ops_words};
use crate::code::ops::Op as I;
use beamfile::{Arg, Instr, Op};
use term::{Definition, Heap, Term, Word, am};

impl Loader<'_> {
    /// The records that the module defines, with what they share among its literals.
    pub(super) fn record_kinds(&mut self) -> Load<Box<[RecordKind]>> {
        let file = self.file;
        file.records.iter().map(|record| self.record_kind(record)).collect()
    }

    fn record_kind(&mut self, record: &beamfile::Record) -> Load<RecordKind> {
        const BAD: LoadError = LoadError::Info("definitions of records");
        let name = self.atoms[record.name as usize];
        let fields: Vec<_> = record.fields.iter().map(|f| self.atoms[f.0 as usize]).collect();
        let heap = Heap::new(0);
        let made = Definition::new(&heap, self.module, name, record.is_exported, &fields);
        let definition = Definition::of(self.area.copy(made.ok_or(BAD)?.term())).ok_or(BAD)?;
        let mut defaults = Vec::with_capacity(fields.len());
        for (_, constant) in &record.fields {
            let word = constant.as_ref().map(|constant| self.constant(constant).ok_or(BAD));
            // SAFETY: the word of a constant, which is an immediate or refers to a literal.
            defaults.push(word.transpose()?.map(|word| unsafe { Term::from_word(word) }));
        }
        Ok(RecordKind { name, definition, defaults: defaults.into() })
    }

    /// The record of this module that an instruction makes, and its values as far as the
    /// instruction has them, unless something is missing that the instruction has to tell of.
    fn made(&self, i: &Instr) -> Option<(&RecordKind, Vec<Option<Arg>>)> {
        let a = i.args();
        if i.op != Op::PutRecord {
            return None;
        }
        let (Arg::Atom(name), Arg::Nil) = (&a[1], &a[2]) else { return None };
        let kind = self.records.iter().find(|kind| kind.name == self.atoms[*name as usize])?;
        let mut values = vec![None; kind.defaults.len()];
        for pair in list(&a[5]).chunks_exact(2) {
            let Arg::Atom(field) = pair[0] else { return None };
            values[kind.definition.place(self.atoms[field as usize])?] = Some(pair[1].clone());
        }
        let whole = kind.defaults.iter().zip(&values).all(|(d, v)| d.is_some() || v.is_some());
        whole.then_some((kind, values))
    }

    /// Constants that an instruction needs besides its operands.
    pub(super) fn record_constants(&self, i: &Instr, constants: &mut Vec<Word>) {
        if i.op == Op::IsRecordAccessible {
            constants.push(Term::atom(self.module).word());
        }
        if let Some((kind, values)) = self.made(i) {
            constants.push(kind.definition.term().word());
            let unsaid = kind.defaults.iter().zip(values).filter(|(_, value)| value.is_none());
            constants.extend(unsaid.filter_map(|(default, _)| default.map(Term::word)));
        }
    }

    pub(super) fn put_record(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        if let Some((kind, values)) = self.made(i) {
            let definition = Operand::Const(kind.definition.term().word());
            let defaults: Vec<_> = kind.defaults.iter().map(|d| d.map(Term::word)).collect();
            let mut ops = self.operands([&a[3]], i.op)?;
            ops.push(definition);
            for (value, default) in values.iter().zip(defaults) {
                ops.push(match (value, default) {
                    (Some(value), _) => self.operand(value, i.op)?,
                    (None, Some(word)) => Operand::Const(word),
                    (None, None) => return Err(LoadError::Operand(i.op.name())),
                });
            }
            let words = ops.len() as u64;
            self.numbers(I::TestHeap, [0, number(&a[4])], &[words]);
            self.e.reachable(&ops, 2 + ops_words(ops.len()));
            let at = self.e.here();
            let dst = self.e.bits(ops[0], at);
            self.e.emit(I::MakeRecord, dst, 0, 0, &[words - 1]);
            self.packed(&ops[1..], at);
            return Ok(());
        }
        let kind = match (&a[1], &a[2]) {
            (Arg::Atom(name), Arg::Nil) => {
                let name = self.atoms[*name as usize];
                let kind = self.records.iter().find(|kind| kind.name == name);
                std::ptr::from_ref(kind.ok_or(LoadError::Operand(i.op.name()))?) as u64
            }
            _ => 0,
        };
        let ops = self.operands([&a[2], &a[1], &a[3]].into_iter().chain(list(&a[5])), i.op)?;
        self.e.reachable(&ops, 3 + ops_words(ops.len()));
        let at = self.e.here();
        let [src, id, dst] = [0, 1, 2].map(|n| self.e.bits(ops[n], at));
        self.e.emit(I::PutRecord, src, id, dst, &[ops.len() as u64 - 3, kind]);
        self.e.link(at + 1, at, label(&a[0]));
        self.packed(&ops[3..], at);
        Ok(())
    }

    /// A test whether the records of a module and name are of the kind.
    pub(super) fn is_native_record(&mut self, i: &Instr) -> Load<()> {
        let ops = self.operands(&i.args[1..4], i.op)?;
        self.put(I::IsRecordOf, &ops, &[0], Some((1, label(&i.args[0]))));
        Ok(())
    }

    /// A test whether this module may see the fields: as another one, or as one that may be that of
    /// the record.
    pub(super) fn is_record_accessible(&mut self, i: &Instr) -> Load<()> {
        let whose = match &i.args[2] {
            Arg::Atom(how) => match self.file.atom(*how) {
                "external" => Term::NIL,
                "auto_local" => Term::atom(self.module),
                _ => return Err(LoadError::Operand(i.op.name())),
            },
            _ => return Err(LoadError::Operand(i.op.name())),
        };
        let ops = [self.operand(&i.args[1], i.op)?, Operand::Const(whose.word())];
        self.put(I::IsRecordOpen, &ops, &[0], Some((1, label(&i.args[0]))));
        Ok(())
    }

    pub(super) fn get_record_field(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        let field = self.constant(&a[3]).unwrap_or(Term::atom(am::UNDEFINED).word());
        let ops = self.operands([&a[1], &a[2], &a[4]], i.op)?;
        self.put(I::GetRecordField, &ops, &[0, field], Some((1, label(&a[0]))));
        Ok(())
    }
}
