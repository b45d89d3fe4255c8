//! Builds .beam files by hand, chunk by chunk, and finds those of the installed OTP.
#![allow(dead_code, missing_docs)]

use std::path::{Path, PathBuf};

use beamfile::Op;

/// An operand in the encoding of the code chunk.
pub type Operand = Vec<u8>;

/// Encodes a compact tagged number as the compiler does.
pub fn tagged(tag: u8, n: i128) -> Operand {
    if (0..16).contains(&n) {
        return vec![(n as u8) << 4 | tag];
    }
    if (0..0x800).contains(&n) {
        return vec![((n >> 3) as u8) & 0xe0 | 0x08 | tag, n as u8];
    }
    let all = n.to_be_bytes();
    let fill = if n < 0 { 0xff } else { 0 };
    let mut bytes = &all[..];
    while bytes.len() > 2 && bytes[0] == fill && (bytes[1] ^ fill) & 0x80 == 0 {
        bytes = &bytes[1..];
    }
    let mut out = match bytes.len() {
        len @ 2..=8 => vec![((len - 2) as u8) << 5 | 0x18 | tag],
        len => [vec![0xf8 | tag], tagged(0, len as i128 - 9)].concat(),
    };
    out.extend_from_slice(bytes);
    out
}

pub fn u(n: i128) -> Operand {
    tagged(0, n)
}
pub fn i(n: i128) -> Operand {
    tagged(1, n)
}
pub fn a(n: i128) -> Operand {
    tagged(2, n)
}
pub fn x(n: i128) -> Operand {
    tagged(3, n)
}
pub fn y(n: i128) -> Operand {
    tagged(4, n)
}
pub fn f(n: i128) -> Operand {
    tagged(5, n)
}
pub fn fr(n: i128) -> Operand {
    [tagged(7, 2), u(n)].concat()
}
pub fn lit(n: i128) -> Operand {
    [tagged(7, 4), u(n)].concat()
}
pub fn typed(register: Operand, index: i128) -> Operand {
    [tagged(7, 5), register, u(index)].concat()
}
pub fn list(items: &[Operand]) -> Operand {
    [tagged(7, 1), u(items.len() as i128), items.concat()].concat()
}
pub fn alloc(items: &[(i128, i128)]) -> Operand {
    let items: Vec<_> = items.iter().flat_map(|(kind, n)| [u(*kind), u(*n)]).collect();
    [tagged(7, 3), u(items.len() as i128 / 2), items.concat()].concat()
}

/// A module in the making. Atoms and imports are numbered as they come.
#[derive(Clone, Default)]
pub struct Builder {
    pub atoms: Vec<String>,
    pub imports: Vec<[u32; 3]>,
    pub exports: Vec<[u32; 3]>,
    pub lambdas: Vec<[u32; 6]>,
    pub code: Vec<u8>,
    pub labels: u32,
    pub functions: u32,
    /// OTP 28's form of the atom table.
    pub long_atoms: bool,
    /// Chunks given as they are.
    pub raw: Vec<([u8; 4], Vec<u8>)>,
}

impl Builder {
    pub fn new(module: &str) -> Self {
        Builder { atoms: vec![module.into()], labels: 1, ..Builder::default() }
    }

    /// The number of an atom.
    pub fn atom(&mut self, name: &str) -> i128 {
        let found = self.atoms.iter().position(|a| a == name);
        let index = found.unwrap_or_else(|| {
            self.atoms.push(name.into());
            self.atoms.len() - 1
        });
        index as i128 + 1
    }

    /// The number of an import.
    pub fn import(&mut self, module: &str, function: &str, arity: u32) -> i128 {
        let (module, function) = (self.atom(module) as u32, self.atom(function) as u32);
        self.imports.push([module, function, arity]);
        self.imports.len() as i128 - 1
    }

    pub fn op(&mut self, op: Op, operands: &[Operand]) -> &mut Self {
        self.code.push(op as u8);
        self.code.extend(operands.concat());
        self
    }

    /// A new label, not yet placed.
    pub fn label(&mut self) -> i128 {
        self.labels += 1;
        i128::from(self.labels) - 1
    }

    pub fn place(&mut self, label: i128) -> &mut Self {
        self.op(Op::Label, &[u(label)])
    }

    /// Starts an exported function; gives the labels of its head and its entry.
    pub fn function(&mut self, name: &str, arity: u32) -> (i128, i128) {
        let name = self.atom(name);
        let (info, entry) = (self.label(), self.label());
        self.place(info);
        self.op(Op::FuncInfo, &[a(1), a(name), u(i128::from(arity))]);
        self.place(entry);
        self.functions += 1;
        self.exports.push([name as u32, arity, entry as u32]);
        (info, entry)
    }

    pub fn raw(&mut self, name: &[u8; 4], data: &[u8]) -> &mut Self {
        self.raw.push((*name, data.to_vec()));
        self
    }

    /// Ends the code and makes the file.
    pub fn build(&self) -> Vec<u8> {
        let mut atoms = Vec::new();
        let count = self.atoms.len() as i32;
        atoms.extend(if self.long_atoms { -count } else { count }.to_be_bytes());
        for atom in &self.atoms {
            match self.long_atoms {
                true => atoms.extend(u(atom.len() as i128)),
                false => atoms.push(atom.len() as u8),
            }
            atoms.extend(atom.as_bytes());
        }
        let mut code = Vec::new();
        let max = u32::from(Op::MAX);
        for word in [16, 0, max, self.labels, self.functions] {
            code.extend(word.to_be_bytes());
        }
        code.extend(&self.code);
        code.push(Op::IntCodeEnd as u8);
        let mut chunks = vec![
            (*b"AtU8", atoms),
            (*b"Code", code),
            (*b"StrT", Vec::new()),
            (*b"ImpT", table(&self.imports)),
            (*b"ExpT", table(&self.exports)),
        ];
        if !self.lambdas.is_empty() {
            chunks.push((*b"FunT", table(&self.lambdas)));
        }
        for (name, data) in &self.raw {
            chunks.retain(|(other, _)| other != name);
            chunks.push((*name, data.clone()));
        }
        container(&chunks)
    }
}

fn table<const N: usize>(rows: &[[u32; N]]) -> Vec<u8> {
    let mut out = (rows.len() as u32).to_be_bytes().to_vec();
    out.extend(rows.iter().flatten().flat_map(|word| word.to_be_bytes()));
    out
}

pub fn container(chunks: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut body = b"BEAM".to_vec();
    for (name, data) in chunks {
        body.extend(name);
        body.extend((data.len() as u32).to_be_bytes());
        body.extend(data);
        body.resize(body.len().next_multiple_of(4), 0);
    }
    let mut out = b"FOR1".to_vec();
    out.extend((body.len() as u32).to_be_bytes());
    out.extend(body);
    out
}

/// A literal table that is not compressed, in OTP 28's form.
pub fn literals(terms: &[&[u8]]) -> Vec<u8> {
    let mut out = vec![0; 4];
    out.extend((terms.len() as u32).to_be_bytes());
    for term in terms {
        out.extend((term.len() as u32).to_be_bytes());
        out.extend(*term);
    }
    out
}

/// A small module with a bit of everything that OTP 29's compiler makes.
pub fn sample() -> Builder {
    let mut b = Builder::new("sample");
    b.long_atoms = true;
    b.raw(b"StrT", b"hello").raw(b"LitT", &literals(&[b"\x83\x6a", b"\x83\x6b\0\x02hi"]));
    let mut types = vec![0, 0, 0, 4, 0, 0, 0, 3];
    types.extend([0x1f, 0xff]); // any
    types.extend([0x60, 0x20]); // integer, -1..9
    types.extend((-1i64).to_be_bytes());
    types.extend(9i64.to_be_bytes());
    types.extend([0x80, 0x02, 7]); // bitstring of whole bytes
    b.raw(b"Type", &types);
    // Version, flags, instructions, items, file names.
    let line = [0, 0, 2, 2, 1].map(|n: u32| n.to_be_bytes()).concat();
    b.raw(b"Line", &[line, i(7), a(1), i(70_000), b"\0\x05x.hrl".to_vec()].concat());
    let (ok, string) = (b.atom("ok"), b.atom("string"));
    let (plus, apply) = (b.import("erlang", "+", 2), b.import("erlang", "apply", 3));
    let (info, entry) = b.function("f", 2);
    let (one, other) = (b.label(), b.label());
    b.op(Op::ExecutableLine, &[u(1), u(0)]);
    b.op(Op::DebugLine, &[a(ok), u(2), u(1), u(2)]);
    b.op(Op::IsInteger, &[f(info), typed(x(0), 1)]);
    b.op(Op::SelectVal, &[x(0), f(info), list(&[i(1), f(one), i(1 << 70), f(other)])]);
    b.place(one).op(Op::Allocate, &[u(1), u(2)]);
    b.op(Op::InitYregs, &[list(&[y(0)])]);
    b.op(Op::TestHeap, &[alloc(&[(0, 2), (1, 1), (2, 1)]), u(2)]);
    b.op(Op::GcBif2, &[f(0), u(1), u(plus), x(0), i(-(1 << 80)), x(0)]);
    b.op(
        Op::BsCreateBin,
        &[f(0), u(0), u(2), u(8), x(1), list(&[a(string), u(1), u(8), a(0), u(1), i(4)])],
    );
    let [exactly, integer, eq] = ["ensure_exactly", "integer", "=:="].map(|name| a(b.atom(name)));
    let commands = [exactly, u(16), integer, u(2), a(0), u(8), u(1), x(0), eq, a(0), u(8), u(9)];
    b.op(Op::BsMatch, &[f(other), typed(x(1), 2), list(&commands)]);
    b.op(Op::UpdateRecord, &[a(ok), u(3), x(1), x(1), list(&[u(2), lit(1)])]);
    b.op(Op::MakeFun3, &[u(0), y(0), list(&[x(0)])]);
    b.op(Op::CallFun2, &[u(0), u(1), y(0)]);
    b.op(Op::Call, &[u(2), f(entry)]);
    b.op(Op::Deallocate, &[u(1)]).op(Op::Return, &[]);
    b.place(other).op(Op::Fmove, &[lit(0), fr(0)]);
    b.op(Op::IsAnyNativeRecord, &[f(other), x(0)]);
    b.op(Op::IsNativeRecord, &[f(other), x(0), a(1), a(ok)]);
    b.op(Op::IsRecordAccessible, &[f(other), x(0), a(string)]);
    b.op(Op::GetRecordElements, &[f(other), x(0), list(&[a(ok), x(1)])]);
    b.op(Op::PutRecord, &[f(0), a(ok), x(0), x(0), u(2), list(&[a(string), x(1)])]);
    b.op(Op::GetRecordField, &[f(other), x(0), lit(1), a(ok), x(1)]);
    b.op(Op::CallExtOnly, &[u(3), u(apply)]);
    let (_, entry) = b.function("-f/2-fun-0-", 2);
    b.op(Op::Move, &[y(3), x(0)]).op(Op::Return, &[]);
    let fun = b.atom("-f/2-fun-0-") as u32;
    b.lambdas.push([fun, 2, entry as u32, 0, 1, 99]);
    let fields = list(&[a(ok), i(5), a(string), u(0)]);
    let (yes, no) = (b.atom("true"), b.atom("false"));
    let records = [f(0), a(ok), a(yes), fields, f(0), a(string), a(no), list(&[])];
    let head = [0u32, 2, 2].map(u32::to_be_bytes).concat();
    b.raw(b"Recs", &[head, records.concat()].concat());
    b.raw(b"Docs", b"d");
    b
}

/// The .beam files below the OTP installation (or `MASER_TEST_BEAMS`); empty without one.
pub fn otp_files() -> Vec<PathBuf> {
    let root = std::env::var_os("MASER_TEST_BEAMS").unwrap_or_else(|| "/usr/lib/erlang".into());
    let mut out = Vec::new();
    beam_files(Path::new(&root), &mut out);
    if out.is_empty() {
        eprintln!("skipped: no OTP below {}", Path::new(&root).display());
    }
    out.sort();
    out
}

fn beam_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => beam_files(&path, out),
            _ if path.extension().is_some_and(|e| e == "beam") => out.push(path),
            _ => {}
        }
    }
}

/// A small generator of pseudo-random numbers (xorshift), so that a failure repeats.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}
