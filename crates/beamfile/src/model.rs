//! The parts of a parsed .beam file.

use crate::error::ChunkName;
use crate::op::Op;
use crate::types::TypeEntry;

/// A parsed module.
#[derive(Clone, Debug)]
pub struct BeamFile {
    /// The module's name (the first atom).
    pub module: String,
    /// MD5 over the essential chunks, as `beam_lib:md5/1` and `module_info(md5)` give it.
    pub md5: [u8; 16],
    /// The atoms; index 0 is unused (it stands for `[]` in code) and empty.
    pub atoms: Vec<String>,
    /// The functions of other modules (and built-ins) that the code names.
    pub imports: Vec<Import>,
    /// The exported functions.
    pub exports: Vec<Export>,
    /// The other functions (from the `LocT` chunk; empty if it was stripped).
    pub locals: Vec<Export>,
    /// The funs.
    pub lambdas: Vec<Lambda>,
    /// The literals, each a whole external term, from its version byte 131 on.
    pub literals: Vec<Vec<u8>>,
    /// The string table that binary instructions refer to.
    pub strings: Vec<u8>,
    /// Source locations.
    pub lines: LineTable,
    /// The types that typed registers refer to; empty if missing or of a version not known.
    pub types: Vec<TypeEntry>,
    /// `Attr`: the module's attributes as an external term (empty if stripped).
    pub attributes: Vec<u8>,
    /// `CInf`: what the compiler said of the compilation, as an external term (empty if stripped).
    pub compile_info: Vec<u8>,
    /// The native records that the module defines.
    pub records: Vec<Record>,
    /// The instructions.
    pub code: Code,
    /// The chunks that have no field here (`Dbgi`, `Docs`, `Meta`, ...), raw, in file order.
    pub chunks: Vec<(ChunkName, Vec<u8>)>,
}

impl BeamFile {
    /// The raw data of a chunk that has no field of its own.
    pub fn chunk(&self, name: &[u8; 4]) -> Option<&[u8]> {
        let found = self.chunks.iter().rev().find(|(n, _)| n.0 == *name);
        found.map(|(_, data)| data.as_slice())
    }

    /// The text of an atom; `[]` for index 0.
    pub fn atom(&self, index: u32) -> &str {
        match index {
            0 => "[]",
            _ => self.atoms.get(index as usize).map_or("", String::as_str),
        }
    }
}

/// A function named by the code that lives elsewhere. The names are atom indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// Its module.
    pub module: u32,
    /// Its name.
    pub function: u32,
    /// Its arity.
    pub arity: u32,
}

/// A function of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Export {
    /// Its name, an atom index.
    pub function: u32,
    /// Its arity.
    pub arity: u32,
    /// Its entry label.
    pub label: u32,
}

/// A fun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lambda {
    /// The name of the function that it runs, an atom index.
    pub function: u32,
    /// The arity of the function with the fun's code: the fun's own, plus `num_free`.
    pub arity: u32,
    /// The entry label of the function with the fun's code.
    pub label: u32,
    /// The fun's index in its module.
    pub index: u32,
    /// How many free variables it has.
    pub num_free: u32,
    /// The old identity of the fun, part of the module's MD5.
    pub old_uniq: u32,
}

/// The definition of a native record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name, an atom index.
    pub name: u32,
    /// Whether other modules may see its fields.
    pub is_exported: bool,
    /// The names of its fields, atom indexes, each with the constant that it has if nothing else
    /// is said.
    pub fields: Vec<(u32, Option<Arg>)>,
}

/// Source locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTable {
    /// Locations by the index that `line` instructions have. Index 0 is the undefined location.
    pub items: Vec<LineItem>,
    /// File names; the first is the module's name with `.erl`.
    pub files: Vec<String>,
    /// From OTP 27 on: bit 0, `executable_line` is in use; bit 1, coverage is always counted.
    pub flags: u32,
    /// False if the file has no line table (or one of a version not known); then `line`
    /// instructions may have indexes beyond `items`.
    pub present: bool,
}

impl LineTable {
    /// The location of a `line` instruction, or None for an undefined one.
    pub fn get(&self, index: u64) -> Option<LineItem> {
        let item = self.items.get(usize::try_from(index).ok()?)?;
        (index != 0).then_some(*item)
    }
}

/// A source location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineItem {
    /// An index into [`LineTable::files`].
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
}

/// The code chunk.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Version of the instruction set; always 0.
    pub instruction_set: u32,
    /// The highest opcode used.
    pub opcode_max: u32,
    /// One more than the highest label.
    pub label_count: u32,
    /// How many functions there are.
    pub function_count: u32,
    /// The instructions; the last is `int_code_end`.
    pub instrs: Vec<Instr>,
    /// The functions, in the order of the code.
    pub functions: Vec<Function>,
    /// For each label the index of the instruction that defines it, [`Code::NO_LABEL`] for a
    /// label number that is not in use.
    pub labels: Vec<u32>,
    /// For each instruction the stack frame of its function with which it is executed.
    pub frames: Vec<Frame>,
    /// The tests that have to be made before instructions are executed, in the order of these.
    pub checks: Vec<Check>,
}

impl Code {
    /// The value in [`Code::labels`] for a label that is not defined (and so not used either).
    pub const NO_LABEL: u32 = u32::MAX;

    /// The index of the instruction (`label`) that defines a label.
    pub fn label(&self, label: u32) -> Option<usize> {
        let at = *self.labels.get(label as usize)?;
        (at != Self::NO_LABEL).then_some(at as usize)
    }

    /// The tests that have to be made before an instruction is executed.
    pub fn checks_at(&self, at: usize) -> &[Check] {
        let from = self.checks.partition_point(|c| (c.at as usize) < at);
        let len = self.checks[from..].iter().take_while(|c| c.at as usize == at).count();
        &self.checks[from..from + len]
    }

    /// The index of the label at which the function of this number is entered.
    pub fn entry(&self, function: u32) -> Option<usize> {
        self.label(self.functions.get(function as usize)?.entry_label)
    }

    /// The number of the function that an instruction is in.
    pub fn function_at(&self, at: usize) -> Option<u32> {
        let i = self.functions.partition_point(|f| f.start as usize <= at).checked_sub(1)?;
        (at < self.functions[i].end as usize).then_some(i as u32)
    }
}

/// The stack frame of a function, at one of its instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// No way leads there.
    Unreached,
    /// There is no frame yet, or no longer.
    None,
    /// One of this many slots, at most 1,024.
    Slots(u16),
}

/// A function in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name, an atom index.
    pub name: u32,
    /// Its arity.
    pub arity: u32,
    /// The label before its `func_info`: where it fails with `function_clause`.
    pub info_label: u32,
    /// Its entry label, which follows the `func_info`.
    pub entry_label: u32,
    /// The index of its first instruction (the label `info_label`, or a `line` before it).
    pub start: u32,
    /// The index of its `func_info`.
    pub func_info: u32,
    /// The index after its last instruction.
    pub end: u32,
}

/// A generic instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instr {
    /// The operation.
    pub op: Op,
    /// Its operands, as many as the operation has.
    pub args: Box<[Arg]>,
}

impl Instr {
    /// Its operands.
    pub fn args(&self) -> &[Arg] {
        &self.args
    }
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// An unsigned number, whose meaning depends on the instruction. One that does not fit in 64
    /// bits (a size or arity that nothing can have) becomes `u64::MAX`.
    U(u64),
    /// An integer term.
    I(i64),
    /// An integer term that does not fit in 64 bits.
    BigI(Box<BigInt>),
    /// An atom, never index 0.
    Atom(u32),
    /// The empty list.
    Nil,
    /// An X register.
    X(u16),
    /// A Y register (stack slot).
    Y(u16),
    /// An X register with an index into [`BeamFile::types`].
    TypedX(u16, u32),
    /// A Y register with an index into [`BeamFile::types`].
    TypedY(u16, u32),
    /// A label; 0 means none.
    F(u32),
    /// A floating-point register.
    Fr(u16),
    /// A literal.
    Literal(u32),
    /// A character.
    Char(u32),
    /// Operands in sequence; never lists in turn.
    List(Box<[Arg]>),
    /// Heap needed, by kind.
    Alloc(Box<[(AllocKind, u32)]>),
}

impl Arg {
    /// The labels that it names: one, or those of a list.
    pub fn labels(&self) -> impl Iterator<Item = u32> {
        let args = match self {
            Arg::List(list) => list,
            one => std::slice::from_ref(one),
        };
        args.iter().filter_map(|arg| match arg {
            Arg::F(label) if *label != 0 => Some(*label),
            _ => None,
        })
    }
}

/// The unit of an entry in an allocation list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocKind {
    /// Heap words.
    Words,
    /// Boxed floats.
    Floats,
    /// Funs (without their free variables).
    Funs,
}

/// An integer of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigInt {
    /// True below zero.
    pub negative: bool,
    /// The absolute value, little-endian, without zero bytes at the end.
    pub magnitude: Vec<u8>,
}

/// A demand on an operand, without which the instruction cannot be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// A non-empty list.
    Cons,
    /// A tuple of so many elements or more.
    Tuple(u32),
    /// A tuple of just so many elements.
    TupleOf(u32),
    /// A map.
    Map,
    /// A float.
    Float,
    /// A match context.
    Context,
    /// A bit string or a match context.
    Bits,
    /// No operand: the message that a receive looks at has to be put onto the heap.
    Received,
    /// No test: the operand, which nothing has been put into, becomes the empty list, as where the
    /// instruction fails it is read. The compiler knew that it does not.
    Blank,
    /// No operand: there has to be an exception that is handled, not a value in `{x,0}`.
    Raised,
}

/// An operand that has to be tested before an instruction is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// The index of the instruction.
    pub at: u32,
    /// Which operand, from 0: a register.
    pub operand: u8,
    /// The demand.
    pub need: Need,
}
