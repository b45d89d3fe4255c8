//! How a module is altered: operands, instructions, tables, bytes.

use super::encode;
use beamfile::{Arg, BeamFile, Instr, OPS, Op};

/// Numbers that a seed gives (xorshift).
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..4).for_each(|_| {
            random.next();
        });
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n.max(1)
    }

    fn chance(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A module to be altered.
pub(super) struct Module {
    pub name: String,
    file: BeamFile,
    chunks: Vec<([u8; 4], Vec<u8>)>,
}

impl Module {
    /// None for a file that is none, or has more instructions than are worth it.
    pub fn of(bytes: &[u8], most: usize) -> Option<Module> {
        let file = beamfile::read(bytes).ok()?;
        let usual = file.atoms.iter().all(|a| a.len() < 256);
        if !usual || file.code.instrs.len() > most || file.code.functions.len() < 3 {
            return None;
        }
        let chunks = encode::chunks(&beamfile::essential(bytes)?);
        Some(Module { name: file.module.clone(), file, chunks })
    }

    /// An altered copy, of that name.
    pub fn mutant(&self, name: &str, random: &mut Random) -> Vec<u8> {
        let mut instrs = self.file.code.instrs.clone();
        let mut literals = self.file.literals.clone();
        let mut chunks: Vec<([u8; 4], Vec<u8>)> = self.chunks.clone();
        let times = 1 + random.below(3) * random.below(2);
        let mut flips = Vec::new();
        for _ in 0..times {
            match random.below(20) {
                0..9 => self.operand(&mut instrs, random),
                9..16 => self.instruction(&mut instrs, random),
                16 => self.table(&mut chunks, random),
                17 => literal(&mut literals, random),
                _ => flips.push(random.below(4)),
            }
        }
        for (chunk, data) in &mut chunks {
            match &*chunk {
                b"Code" => {
                    *data = encode::head(&self.file, self.file.code.label_count);
                    data.extend(encode::code(&instrs));
                }
                b"AtU8" | b"Atom" => *data = encode::atoms(&self.file, name),
                b"LitT" => *data = encode::literals(&literals),
                _ => {}
            }
        }
        for which in flips {
            let wanted: &[&[u8; 4]] = match which {
                0 | 1 => &[b"Code"],
                2 => &[b"Type", b"StrT"],
                _ => &[b"FunT", b"ExpT", b"ImpT", b"LocT", b"LitT", b"Recs"],
            };
            let found = chunks.iter_mut().filter(|(c, d)| wanted.contains(&c) && !d.is_empty());
            let mut found: Vec<_> = found.collect();
            if !found.is_empty() {
                let at = random.below(found.len());
                let data = &mut found[at].1;
                let at = random.below(data.len());
                data[at] = if random.chance(2) {
                    data[at] ^ 1 << random.below(8)
                } else {
                    random.below(256) as u8
                };
            }
        }
        encode::file(&chunks)
    }

    /// Alters an operand.
    fn operand(&self, instrs: &mut [Instr], random: &mut Random) {
        for _ in 0..20 {
            let at = random.below(instrs.len());
            let instr = &mut instrs[at];
            if instr.args.is_empty() || instr.op == Op::FuncInfo || instr.op == Op::Line {
                continue;
            }
            let n = random.below(instr.args.len());
            let arg = &mut instr.args[n];
            match arg {
                Arg::List(list) if !list.is_empty() => {
                    let n = random.below(list.len());
                    list[n] = self.other(&list[n], random);
                }
                _ => *arg = self.other(arg, random),
            }
            return;
        }
    }

    fn other(&self, arg: &Arg, random: &mut Random) -> Arg {
        let near = |n: u64, random: &mut Random| match random.below(4) {
            0 => n + 1,
            1 => n.saturating_sub(1),
            2 => random.below(16) as u64,
            _ => [0, 255, 256, 1023, 1 << 20, 1 << 40][random.below(6)],
        };
        if random.chance(8) {
            return match random.below(7) {
                0 => Arg::X(random.below(8) as u16),
                1 => Arg::Y(random.below(6) as u16),
                2 => Arg::Nil,
                3 => Arg::I(random.below(100) as i64),
                4 if !self.file.literals.is_empty() => {
                    Arg::Literal(random.below(self.file.literals.len()) as u32)
                }
                _ => Arg::Atom(1 + random.below(self.file.atoms.len() - 1) as u32),
            };
        }
        let register = |n: u16, random: &mut Random| near(u64::from(n), random).min(1023) as u16;
        match arg {
            Arg::U(n) => Arg::U(near(*n, random)),
            Arg::I(n) => Arg::I(*n ^ 1 << random.below(63)),
            Arg::X(n) => {
                Arg::X(if random.chance(6) { register(*n, random) } else { random.below(6) as u16 })
            }
            Arg::Y(n) => {
                Arg::Y(if random.chance(6) { register(*n, random) } else { random.below(5) as u16 })
            }
            Arg::TypedX(n, t) => match random.chance(2) {
                true => Arg::TypedX(*n, random.below(self.file.types.len()) as u32),
                false => Arg::TypedX(register(*n, random), *t),
            },
            Arg::TypedY(n, t) => match random.chance(2) {
                true => Arg::TypedY(*n, random.below(self.file.types.len()) as u32),
                false => Arg::TypedY(register(*n, random), *t),
            },
            Arg::F(n) => Arg::F(match random.below(8) {
                0 => 0,
                1 => random.below(self.file.code.label_count as usize) as u32,
                n2 => (n + n2 as u32).saturating_sub(4),
            }),
            Arg::Literal(_) => Arg::Literal(random.below(self.file.literals.len()) as u32),
            Arg::Atom(_) => Arg::Atom(1 + random.below(self.file.atoms.len() - 1) as u32),
            Arg::Fr(n) => Arg::Fr(register(*n, random)),
            Arg::Alloc(kinds) => {
                let mut kinds = kinds.clone();
                if let Some(kind) = kinds.first_mut() {
                    kind.1 = near(u64::from(kind.1), random) as u32 & 0xff_ffff;
                }
                Arg::Alloc(kinds)
            }
            other => other.clone(),
        }
    }

    /// Swaps, copies, removes an instruction, or makes another of it.
    fn instruction(&self, instrs: &mut Vec<Instr>, random: &mut Random) {
        for _ in 0..20 {
            let at = random.below(instrs.len().saturating_sub(3));
            if matches!(instrs[at].op, Op::Line | Op::FuncInfo | Op::Label) && !random.chance(20) {
                continue;
            }
            match random.below(6) {
                0 | 1 => {
                    let other = (at + 1 + random.below(3)).min(instrs.len() - 2);
                    instrs.swap(at, other);
                }
                2 => drop(instrs.remove(at)),
                3 => {
                    let from = (at + random.below(40)).saturating_sub(20).min(instrs.len() - 2);
                    let copy = instrs[from].clone();
                    instrs.insert(at, copy);
                }
                _ => {
                    let same = OPS
                        .iter()
                        .filter(|o| o.operands == instrs[at].op.info().operands && !o.obsolete);
                    let same: Vec<_> = same.collect();
                    let to = same[random.below(same.len())];
                    if to.opcode == instrs[at].op as u8 {
                        continue;
                    }
                    instrs[at].op = Op::from_u8(to.opcode).unwrap_or(instrs[at].op);
                }
            }
            return;
        }
    }

    /// Alters a number of a table.
    fn table(&self, chunks: &mut [([u8; 4], Vec<u8>)], random: &mut Random) {
        let tables: [&[u8; 4]; 4] = [b"FunT", b"ExpT", b"ImpT", b"LocT"];
        let name = tables[random.below(4)];
        let Some((_, data)) = chunks.iter_mut().find(|(n, d)| n == name && d.len() >= 8) else {
            return;
        };
        let field = |random: &mut Random, len: usize| 4 + 4 * random.below((len - 4) / 4);
        let at = field(random, data.len());
        let value = match random.below(3) {
            0 => random.below(8) as u32,
            1 => {
                let from = field(random, data.len());
                u32::from_be_bytes([data[from], data[from + 1], data[from + 2], data[from + 3]])
            }
            _ => random.below(self.file.code.label_count as usize) as u32,
        };
        data[at..at + 4].copy_from_slice(&value.to_be_bytes());
    }
}

/// Puts a literal in the place of another, or alters its bytes.
fn literal(literals: &mut [Vec<u8>], random: &mut Random) {
    if literals.is_empty() {
        return;
    }
    let (to, from) = (random.below(literals.len()), random.below(literals.len()));
    if random.chance(2) {
        literals[to] = literals[from].clone();
    } else {
        let at = random.below(literals[to].len());
        literals[to][at] ^= 1 << random.below(8);
    }
}
