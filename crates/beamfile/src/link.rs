//! Checks of the code as a whole: labels, functions, and the tables that point into the code.

use crate::error::{ChunkName, Error, Place};
use crate::frames;
use crate::model::{Arg, BeamFile, Code, Export, Function, Instr};
use crate::op::{Kind, Op};

/// Fills in where labels, functions and frames are, and checks everything that refers to them.
pub(crate) fn link(file: &mut BeamFile, offsets: &[u32]) -> Result<(), Error> {
    let place = |i: usize| Place {
        chunk: ChunkName(*b"Code"),
        offset: offsets.get(i).map_or(0, |&offset| offset as usize),
    };
    file.code.find(&place)?;
    let code = &file.code;
    let entries = Entries::new(code);
    for function in &code.functions {
        let body = function.start as usize..function.end as usize;
        for i in body.clone() {
            let instr = &code.instrs[i];
            if !instr.op.names_labels() {
                continue;
            }
            for (operand, arg) in instr.args.iter().enumerate() {
                let entry = instr.op.info().operands[operand] == Kind::Entry;
                let bad = |what: String| Error::BadOperand {
                    at: place(i),
                    op: instr.op.name(),
                    operand: operand + 1,
                    what,
                };
                for label in arg.labels() {
                    match code.label(label) {
                        None => return Err(bad(format!("label {label} is not defined"))),
                        Some(_) if entry => {
                            let arity = entries.get(code, label).map(|f| u64::from(f.arity));
                            if arity.is_none() || arity != call_arity(instr) {
                                return Err(bad(format!("label {label} is no such function")));
                            }
                        }
                        Some(target) if !body.contains(&target) => {
                            return Err(bad(format!("label {label} is in another function")));
                        }
                        Some(_) => {}
                    }
                }
            }
        }
    }
    let bad = |chunk: &[u8; 4], entry: usize, entry_size: usize| Error::Malformed {
        at: Place { chunk: ChunkName(*chunk), offset: 4 + entry * entry_size },
        what: "names a function that is not in the code".into(),
    };
    for (name, table) in [(b"ExpT", &file.exports), (b"LocT", &file.locals)] {
        if let Some(i) = table.iter().position(|export| !entries.has(code, export)) {
            return Err(bad(name, i, 12));
        }
    }
    let lambda =
        |l: &crate::Lambda| Export { function: l.function, arity: l.arity, label: l.label };
    if let Some(i) = file.lambdas.iter().position(|l| !entries.has(code, &lambda(l))) {
        return Err(bad(b"FunT", i, 24));
    }
    if let Some(instrs) = frames::find(file, &place)? {
        // Nothing of this can fail: what is there twice now was right once.
        file.code.instrs = instrs;
        file.code.find(&place)?;
        frames::find(file, &place)?;
    }
    Ok(())
}

impl Code {
    /// Finds the labels and the functions.
    fn find(&mut self, place: &impl Fn(usize) -> Place) -> Result<(), Error> {
        self.labels = labels(self, place)?;
        self.functions = functions(self, place)?;
        Ok(())
    }
}

/// The arity operand of a call of a function of this module.
fn call_arity(instr: &Instr) -> Option<u64> {
    match instr.args.first() {
        Some(Arg::U(arity)) => Some(*arity),
        _ => None,
    }
}

/// Functions by their entry label.
struct Entries(Vec<Option<u32>>);

impl Entries {
    fn new(code: &Code) -> Self {
        let mut entries = vec![None; code.labels.len()];
        for (i, function) in code.functions.iter().enumerate() {
            entries[function.entry_label as usize] = Some(i as u32);
        }
        Entries(entries)
    }

    fn get<'a>(&self, code: &'a Code, label: u32) -> Option<&'a Function> {
        let index = (*self.0.get(label as usize)?)?;
        code.functions.get(index as usize)
    }

    fn has(&self, code: &Code, export: &Export) -> bool {
        let function = self.get(code, export.label);
        function.is_some_and(|f| f.name == export.function && f.arity == export.arity)
    }
}

fn labels(code: &Code, place: &impl Fn(usize) -> Place) -> Result<Vec<u32>, Error> {
    let mut labels = vec![Code::NO_LABEL; code.label_count as usize];
    for (i, instr) in code.instrs.iter().enumerate() {
        if instr.op != Op::Label {
            continue;
        }
        let slot = match instr.args.first() {
            Some(Arg::U(n)) => usize::try_from(*n).ok().and_then(|n| labels.get_mut(n)),
            _ => None,
        };
        match slot {
            Some(slot) if *slot == Code::NO_LABEL => *slot = i as u32,
            _ => {
                let what = "label defined twice".to_string();
                return Err(Error::BadOperand { at: place(i), op: "label", operand: 1, what });
            }
        }
    }
    Ok(labels)
}

fn functions(code: &Code, place: &impl Fn(usize) -> Place) -> Result<Vec<Function>, Error> {
    let malformed = |i: usize, what: &str| Error::Malformed { at: place(i), what: what.into() };
    let instrs = &code.instrs;
    let label = |i: usize| match (instrs[i].op, instrs[i].args.first()) {
        (Op::Label, Some(Arg::U(n))) => Some(*n as u32),
        _ => None,
    };
    let mut functions: Vec<Function> = Vec::new();
    for (i, instr) in instrs.iter().enumerate() {
        if instr.op != Op::FuncInfo {
            continue;
        }
        let [module, name, Arg::U(arity)] = instr.args() else {
            return Err(malformed(i, "bad func_info"));
        };
        // Before it a label, with line instructions before and after that; behind it the entry.
        let is_line = |i: &usize| instrs[*i].op == Op::Line;
        let before = (0..i).rev().find(|i| !is_line(i));
        let Some((before, info_label)) = before.and_then(|b| Some((b, label(b)?))) else {
            return Err(malformed(i, "func_info without a label"));
        };
        let start = (0..before).rev().take_while(is_line).last().unwrap_or(before);
        let Some(entry_label) = instrs.get(i + 1).and_then(|_| label(i + 1)) else {
            return Err(malformed(i, "function without an entry label"));
        };
        let (Arg::Atom(1), Arg::Atom(name)) = (module, name) else {
            return Err(malformed(i, "function of another module"));
        };
        match functions.last_mut() {
            // Two func_info with the same label would overlap.
            Some(last) if start <= last.func_info as usize + 1 => {
                return Err(malformed(i, "function without code"));
            }
            Some(last) => last.end = start as u32,
            None if start != 0 => return Err(malformed(0, "code outside functions")),
            None => {}
        }
        functions.push(Function {
            name: *name,
            arity: *arity as u32,
            info_label,
            entry_label,
            start: start as u32,
            func_info: i as u32,
            end: instrs.len() as u32 - 1,
        });
    }
    if functions.len() != code.function_count as usize {
        let what = format!("{} functions, {} declared", functions.len(), code.function_count);
        return Err(Error::Malformed { at: place(0), what });
    }
    if functions.is_empty() && instrs.len() > 1 {
        return Err(malformed(0, "code outside functions"));
    }
    Ok(functions)
}
