//! Rewrites how compilers before OTP 25 build bit strings: an instruction that makes room, and one
//! for each segment, become the one `bs_create_bin` that later compilers make of them.

use crate::model::{Arg, BeamFile, Code, Instr};
use crate::op::Op;

/// Stands in place of the number of live registers where the old instruction has none, since it
/// collects nothing: the new one must not either.
pub const NOT_COLLECTING: u64 = 1024;

/// Rewrites a module's code, and with it where its instructions stand in the file.
pub(crate) fn rewrite(file: &mut BeamFile, code: &mut Code, offsets: &mut Vec<u32>) {
    if !code.instrs.iter().any(|i| makes_room(i.op)) {
        return;
    }
    let mut names = Names { atoms: &mut file.atoms };
    let old = std::mem::take(&mut code.instrs);
    let places = std::mem::take(offsets);
    let mut rest = old.into_iter().zip(places).peekable();
    while let Some((instr, place)) = rest.next() {
        let Some(mut built) = Built::begin(&instr, &mut names) else {
            code.instrs.push(instr);
            offsets.push(place);
            continue;
        };
        while let Some((next, _)) = rest.next_if(|(next, _)| puts(next.op)) {
            built.put(&next, &mut names);
        }
        code.instrs.push(built.end(&mut names));
        offsets.push(place);
    }
}

fn makes_room(op: Op) -> bool {
    matches!(op, Op::BsInit2 | Op::BsInitBits | Op::BsAppend | Op::BsPrivateAppend)
}

fn puts(op: Op) -> bool {
    matches!(
        op,
        Op::BsPutInteger
            | Op::BsPutBinary
            | Op::BsPutFloat
            | Op::BsPutString
            | Op::BsPutUtf8
            | Op::BsPutUtf16
            | Op::BsPutUtf32
    )
}

/// The atoms of the module, to which the names of segments are added.
struct Names<'a> {
    atoms: &'a mut Vec<String>,
}

impl Names<'_> {
    fn atom(&mut self, name: &str) -> Arg {
        let known = self.atoms.iter().skip(1).position(|a| a == name).map(|i| i + 1);
        Arg::Atom(known.unwrap_or_else(|| {
            self.atoms.push(name.to_owned());
            self.atoms.len() - 1
        }) as u32)
    }
}

/// A `bs_create_bin` in the making.
struct Built {
    fail: Arg,
    need: Arg,
    live: Arg,
    unit: Arg,
    dst: Arg,
    /// Six operands for each segment.
    segments: Vec<Arg>,
}

impl Built {
    fn begin(instr: &Instr, names: &mut Names<'_>) -> Option<Built> {
        let a = instr.args();
        let mut built = match instr.op {
            Op::BsInit2 | Op::BsInitBits => Built {
                fail: a[0].clone(),
                need: a[2].clone(),
                live: a[3].clone(),
                unit: Arg::U(1),
                dst: a[5].clone(),
                segments: Vec::new(),
            },
            Op::BsAppend => Built {
                fail: a[0].clone(),
                need: a[2].clone(),
                live: a[3].clone(),
                unit: a[4].clone(),
                dst: a[7].clone(),
                segments: Vec::new(),
            },
            Op::BsPrivateAppend => Built {
                fail: a[0].clone(),
                need: Arg::U(0),
                live: Arg::U(NOT_COLLECTING),
                unit: a[2].clone(),
                dst: a[5].clone(),
                segments: Vec::new(),
            },
            _ => return None,
        };
        let front = match instr.op {
            Op::BsAppend => Some(("append", &a[5])),
            Op::BsPrivateAppend => Some(("private_append", &a[3])),
            _ => None,
        };
        if let Some((kind, front)) = front {
            let (unit, all) = (built.unit.clone(), names.atom("all"));
            built.segment(names, kind, (unit, Arg::Nil), (front.clone(), all));
        }
        Some(built)
    }

    /// A segment: kind, unit and flags, value and size.
    fn segment(
        &mut self,
        names: &mut Names<'_>,
        kind: &str,
        (unit, flags): (Arg, Arg),
        (value, size): (Arg, Arg),
    ) {
        let number = Arg::U(self.segments.len() as u64 / 6 + 1);
        self.segments.extend([names.atom(kind), number, unit, flags, value, size]);
    }

    fn put(&mut self, instr: &Instr, names: &mut Names<'_>) {
        let a = instr.args();
        let kind = match instr.op {
            Op::BsPutInteger => "integer",
            Op::BsPutFloat => "float",
            Op::BsPutBinary => "binary",
            Op::BsPutString => "string",
            Op::BsPutUtf8 => "utf8",
            Op::BsPutUtf16 => "utf16",
            _ => "utf32",
        };
        match instr.op {
            Op::BsPutString => {
                let bytes = if let Arg::U(n) = a[0] { n as i64 } else { 0 };
                self.segment(names, kind, (Arg::U(8), Arg::Nil), (a[1].clone(), Arg::I(bytes)));
            }
            Op::BsPutUtf8 | Op::BsPutUtf16 | Op::BsPutUtf32 => {
                let undefined = names.atom("undefined");
                let unit = (Arg::U(0), a[1].clone());
                self.segment(names, kind, unit, (a[2].clone(), undefined));
            }
            _ => {
                let unit = (a[2].clone(), a[3].clone());
                self.segment(names, kind, unit, (a[4].clone(), a[1].clone()));
            }
        }
    }

    fn end(mut self, names: &mut Names<'_>) -> Instr {
        if self.segments.is_empty() {
            // Nothing is put into it: an empty string is.
            self.segment(names, "string", (Arg::U(8), Arg::Nil), (Arg::U(0), Arg::I(0)));
        }
        let segments = Arg::List(self.segments.into_boxed_slice());
        let args = [self.fail, self.need, self.live, self.unit, self.dst, segments];
        Instr { op: Op::BsCreateBin, args: Box::new(args) }
    }
}
