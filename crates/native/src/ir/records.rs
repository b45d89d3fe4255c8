//! Native records: the tests for them, and those of the module itself, whose fields have the places
//! that its definitions say. A record may be of an older definition, or of another module with a
//! record of that name: what is done here compares the names of the fields that it takes.

use crate::flow::{self, number};
use crate::ir::Body;
use crate::operands::list;
use beamfile::{Arg, Instr, Op, Record};
use native_abi::image::Slot;
use term::Term;
use term::record::{DEFINITION_HEAD, EXPORTED, MODULE, NAME};
use term::word::*;

/// Records with at most so many fields are made and changed here.
const SMALL: usize = 32;

/// How far from where fields are taken an instruction is looked for that names their record.
const NEAR: usize = 16;

fn same_register(a: &Arg, b: &Arg) -> bool {
    let register = |arg: &Arg| match *arg {
        Arg::X(x) | Arg::TypedX(x, _) => Some((false, x)),
        Arg::Y(y) | Arg::TypedY(y, _) => Some((true, y)),
        _ => None,
    };
    register(a).is_some() && register(a) == register(b)
}

fn place(record: &Record, field: &Arg) -> Option<usize> {
    let Arg::Atom(field) = field else { return None };
    record.fields.iter().position(|(name, _)| name == field)
}

impl Body<'_> {
    /// The module's own record of this name, with its number.
    fn own_record<'a>(&self, name: &Arg) -> Option<(usize, &'a Record)>
    where
        Self: 'a,
    {
        let Arg::Atom(name) = name else { return None };
        let file = self.file;
        file.records.iter().enumerate().find(|(_, record)| record.name == *name)
    }

    /// The module's own record that a register most likely holds of which these fields are taken:
    /// one that an instruction nearby names, or else the first that has such fields. Compilers
    /// leave out the test of what they know.
    fn expected<'a>(&self, at: usize, register: &Arg, fields: &[Arg]) -> Option<&'a Record>
    where
        Self: 'a,
    {
        let file = self.file;
        let inside = |i: &&Instr| i.op != Op::FuncInfo;
        let before = file.code.instrs[..at].iter().rev().take_while(inside).take(NEAR);
        let behind = file.code.instrs[at..].iter().take_while(inside).take(NEAR);
        let named = before.chain(behind).filter_map(|i| {
            let a = i.args();
            let (of, name) = match i.op {
                Op::IsNativeRecord => (&a[1], &a[3]),
                Op::GetRecordField => (&a[1], &a[2]),
                Op::PutRecord => (&a[2], &a[1]),
                _ => return None,
            };
            same_register(of, register).then_some(name)
        });
        let named = named.filter_map(|name| self.own_record(name)).map(|(_, record)| record);
        let has_all = |r: &&Record| fields.iter().step_by(2).all(|f| place(r, f).is_some());
        named.chain(&file.records).find(has_all)
    }

    /// Writes an instruction on native records.
    pub(crate) fn record(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let done = match i.op {
            Op::IsAnyNativeRecord => {
                self.kind_test(i, &[Kind::Record]);
                true
            }
            Op::IsNativeRecord => {
                let v = self.source(&a[1]);
                self.boxed_kinds(&v, &[Kind::Record], &a[0]);
                let definition = self.element(&v, TAG_BOXED, 1);
                for (part, name) in [(MODULE, &a[2]), (NAME, &a[3])] {
                    let differs = self.part_differs(&definition, part, name);
                    let same = self.value(&format!("xor i1 {differs}, true"));
                    self.test(&same, &a[0]);
                }
                true
            }
            Op::IsRecordAccessible => {
                self.accessible(i);
                true
            }
            Op::GetRecordElements => self.record_elements(at, i).is_some(),
            Op::GetRecordField => self.record_field(at, i).is_some(),
            Op::PutRecord if a[2] == Arg::Nil => self.new_record(at, i).is_some(),
            Op::PutRecord => self.changed_record(at, i).is_some(),
            _ => false,
        };
        if !done {
            self.step(at);
        }
    }

    /// Whether this module may see the fields: those of records of others, or of any.
    fn accessible(&mut self, i: &Instr) {
        let a = i.args();
        let v = self.source(&a[1]);
        self.boxed_kinds(&v, &[Kind::Record], &a[0]);
        let definition = self.element(&v, TAG_BOXED, 1);
        let exported = self.element(&definition, TAG_BOXED, 1 + EXPORTED as u64);
        let mut open = self.is(&exported, Term::TRUE.word());
        if matches!(&a[2], Arg::Atom(n) if self.file.atom(*n) == "auto_local") {
            // The module's name is the first atom.
            let other = self.part_differs(&definition, MODULE, &Arg::Atom(1));
            let own = self.value(&format!("xor i1 {other}, true"));
            open = self.value(&format!("or i1 {open}, {own}"));
        }
        self.test(&open, &a[0]);
    }

    /// Whether a word of a definition is another one than an atom.
    fn part_differs(&mut self, definition: &str, part: usize, atom: &Arg) -> String {
        let its = self.element(definition, TAG_BOXED, 1 + part as u64);
        let atom = self.source(atom);
        self.value(&format!("icmp ne i64 {its}, {atom}"))
    }

    /// Whether a value is no record with so many fields, or words of its definition are other ones
    /// than these atoms.
    fn unlike(&mut self, v: &str, fields: usize, parts: &[(usize, &Arg)]) -> String {
        let head = self.header_or_zero(v);
        let fits = self.is(&head, header(Kind::Record, 1 + fields));
        let (look, other, join) = (self.name(), self.name(), self.name());
        self.branch(&fits, &look, &other, Some(true));
        self.begin(&other);
        let other = self.join(&join);
        self.begin(&look);
        let definition = self.element(v, TAG_BOXED, 1);
        let mut differs = "false".to_string();
        for &(part, atom) in parts {
            let this = self.part_differs(&definition, part, atom);
            differs = self.value(&format!("or i1 {differs}, {this}"));
        }
        let looked = self.join(&join);
        self.begin(&join);
        self.value(&format!("phi i1 [ true, %{other} ], [ {differs}, %{looked} ]"))
    }

    fn record_elements(&mut self, at: usize, i: &Instr) -> Option<()> {
        let a = i.args();
        let record = self.expected(at, &a[1], list(&a[2]))?;
        let pairs: Option<Vec<_>> = list(&a[2])
            .chunks_exact(2)
            .map(|pair| Some((place(record, &pair[0])?, &pair[0], &pair[1])))
            .collect();
        let pairs = pairs?;
        let v = self.source(&a[1]);
        let parts: Vec<_> = pairs.iter().map(|p| (DEFINITION_HEAD + p.0, p.1)).collect();
        let unlike = self.unlike(&v, record.fields.len(), &parts);
        self.unless(&unlike, at, |b| {
            for &(place, _, dst) in &pairs {
                let value = b.element(&v, TAG_BOXED, 2 + place as u64);
                b.set(dst, &value);
            }
        });
        Some(())
    }

    /// One field, of a record of this name of whatever module.
    fn record_field(&mut self, at: usize, i: &Instr) -> Option<()> {
        let a = i.args();
        let (_, record) = self.own_record(&a[2])?;
        let place = place(record, &a[3])?;
        let v = self.source(&a[1]);
        let parts = [(NAME, &a[2]), (DEFINITION_HEAD + place, &a[3])];
        let unlike = self.unlike(&v, record.fields.len(), &parts);
        self.unless(&unlike, at, |b| {
            let value = b.element(&v, TAG_BOXED, 2 + place as u64);
            b.set(&a[4], &value);
        });
        Some(())
    }

    fn new_record(&mut self, at: usize, i: &Instr) -> Option<()> {
        let a = i.args();
        let (n, record) = self.own_record(&a[1]).filter(|(_, r)| r.fields.len() <= SMALL)?;
        let mut values: Vec<_> =
            record.fields.iter().map(|(_, default)| default.as_ref()).collect();
        for pair in list(&a[5]).chunks_exact(2) {
            values[place(record, &pair[0])?] = Some(&pair[1]);
        }
        let values = values.into_iter().collect::<Option<Vec<_>>>()?;
        let size = 1 + values.len();
        self.reserve(at, 1 + size as u64);
        let definition = self.constant(Slot::Record(n as u32));
        self.put(0, &header(Kind::Record, size).to_string());
        self.put(1, &definition);
        for (k, value) in (2..).zip(values) {
            let value = self.source(value);
            self.put(k, &value);
        }
        let made = self.take(1 + size as u64, TAG_BOXED);
        self.set(&a[3], &made);
        Some(())
    }

    fn changed_record(&mut self, at: usize, i: &Instr) -> Option<()> {
        let a = i.args();
        let (_, record) = self.own_record(&a[1]).filter(|(_, r)| r.fields.len() <= SMALL)?;
        let mut values = vec![None; record.fields.len()];
        let mut parts = Vec::new();
        for pair in list(&a[5]).chunks_exact(2) {
            let place = place(record, &pair[0])?;
            values[place] = Some(&pair[1]);
            parts.push((DEFINITION_HEAD + place, &pair[0]));
        }
        // Collections see the registers that the instruction says, and no others.
        if flow::bit(&a[2]) & !flow::first(number(&a[4])) != 0 {
            return None;
        }
        let size = 1 + values.len();
        self.reserve(at, 1 + size as u64);
        let from = self.source(&a[2]);
        let unlike = self.unlike(&from, values.len(), &parts);
        self.unless(&unlike, at, |b| {
            let definition = b.element(&from, TAG_BOXED, 1);
            b.put(0, &header(Kind::Record, size).to_string());
            b.put(1, &definition);
            for (k, value) in (2..).zip(&values) {
                let value = match value {
                    Some(value) => b.source(value),
                    None => b.element(&from, TAG_BOXED, k),
                };
                b.put(k, &value);
            }
            let made = b.take(1 + size as u64, TAG_BOXED);
            b.set(&a[3], &made);
        });
        Some(())
    }
}
