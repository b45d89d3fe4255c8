//! Bit strings: contexts are such, and what is reserved behind those that are built.

use super::instr::{list, number, same};
use super::kinds::Ty;
use super::{Need, Result_, Verifier};
use crate::construct::NOT_COLLECTING;
use crate::model::{AllocKind, Arg, Instr};
use crate::op::Op;

/// The largest unit of a segment.
const MAX_UNIT: u64 = 256;

fn unit(arg: &Arg) -> Result_<()> {
    match number(arg) {
        n if n <= MAX_UNIT => Ok(()),
        n => Err(format!("a unit of {n} bits").into()),
    }
}

impl Verifier<'_> {
    /// An instruction on bit strings; false if it is none.
    pub(super) fn binary(&mut self, instr: &Instr) -> Result_<bool> {
        let a = instr.args();
        match instr.op {
            Op::BsStartMatch3 => self.starts_match(a)?,
            Op::BsStartMatch4 => self.starts_or_goes_on(a)?,
            Op::BsGetInteger2 => self.field(a, |_| Ty::INTEGER)?,
            Op::BsGetFloat2 => self.field(a, |_| Ty::FLOAT)?,
            Op::BsGetBinary2 => self.field(a, |context| Ty::BITS.part_of(context))?,
            Op::BsGetUtf8 | Op::BsGetUtf16 | Op::BsGetUtf32 => {
                self.needs(1, Need::Context)?;
                self.matches(&a[0], &a[2], &a[4], Ty::INTEGER)?;
            }
            Op::BsSkipUtf8 | Op::BsSkipUtf16 | Op::BsSkipUtf32 => {
                self.needs(1, Need::Context)?;
                self.live(&a[2])?;
                self.tests(&a[0])?;
            }
            Op::BsSkipBits2 => {
                self.needs(1, Need::Context)?;
                self.term(&a[2])?;
                unit(&a[3])?;
                self.tests(&a[0])?;
            }
            Op::BsTestTail2 | Op::BsTestUnit | Op::BsMatchString => {
                if instr.op == Op::BsTestUnit {
                    unit(&a[2])?;
                }
                self.needs(1, Need::Context)?;
                self.tests(&a[0])?;
            }
            Op::BsGetTail | Op::BsGetPosition => {
                let ty = self.needs(0, Need::Context)?;
                self.live(&a[2])?;
                self.now.allocated();
                self.keep(&a[2]);
                let tail = instr.op == Op::BsGetTail;
                self.set(&a[1], if tail { Ty::BITS.part_of(ty) } else { Ty::INTEGER })?;
            }
            Op::BsSetPosition => {
                self.needs(0, Need::Context)?;
                self.term(&a[1])?;
                // A position that is none of this context is an error.
                self.may_raise()?;
            }
            Op::BsMatch => self.bs_match(a)?,
            Op::BsCreateBin => self.create(a)?,
            Op::BsAdd => {
                self.term(&a[1])?;
                self.term(&a[2])?;
                self.fails(&a[0])?;
                self.set(&a[4], Ty::INTEGER)?;
            }
            Op::BsUtf8Size | Op::BsUtf16Size => {
                self.term(&a[1])?;
                self.set(&a[2], Ty::INTEGER)?;
            }
            Op::BsInitWritable => {
                self.arguments(1)?;
                self.slots_are_set()?;
                self.now.x.clear();
                self.now.x.push(Ty::BITS);
                self.now.allocated();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn starts_match(&mut self, a: &[Arg]) -> Result_<()> {
        let ty = self.term(&a[1])?;
        self.live(&a[2])?;
        self.now.allocated();
        let here = ty.meet(Ty::MATCHABLE);
        let Arg::F(label @ 1..) = a[0] else { return Err("a test without a label".into()) };
        self.fails_knowing(label, &a[1], ty.without(Ty::MATCHABLE), here)?;
        self.keep(&a[2]);
        self.set(&a[3], Ty::CONTEXT.part_of(ty))
    }

    /// A test for a bit string; without a label it is known to be one, or a context to go on with.
    fn starts_or_goes_on(&mut self, a: &[Arg]) -> Result_<()> {
        self.live(&a[1])?;
        let ty = match &a[0] {
            Arg::F(label @ 1..) => {
                let ty = self.term(&a[2])?;
                self.now.allocated();
                let here = ty.meet(Ty::MATCHABLE);
                self.fails_knowing(*label, &a[2], ty.without(Ty::MATCHABLE), here)?;
                ty
            }
            Arg::Atom(atom) if self.file.atom(*atom) == "resume" => self.needs(2, Need::Context)?,
            _ => self.needs(2, Need::Bits)?,
        };
        self.now.allocated();
        self.keep(&a[1]);
        self.set(&a[3], Ty::CONTEXT.part_of(ty))
    }

    /// A field with a size, whose type may depend on that of the context.
    fn field(&mut self, a: &[Arg], result: impl Fn(Ty) -> Ty) -> Result_<()> {
        let ty = self.needs(1, Need::Context)?;
        self.term(&a[3])?;
        unit(&a[4])?;
        self.matches(&a[0], &a[2], &a[6], result(ty))
    }

    fn live(&self, live: &Arg) -> Result_<()> {
        self.first_x(number(live))?;
        self.slots_are_set()
    }

    fn keep(&mut self, live: &Arg) {
        self.now.keep(number(live) as usize);
    }

    /// Something is taken from a context, if it is there.
    fn matches(&mut self, fail: &Arg, live: &Arg, dst: &Arg, ty: Ty) -> Result_<()> {
        self.live(live)?;
        self.now.allocated();
        self.keep(live);
        self.tests(fail)?;
        self.set(dst, ty)
    }

    /// `bs_match`: its commands one after the other.
    fn bs_match(&mut self, a: &[Arg]) -> Result_<()> {
        let whole = self.needs(1, Need::Context)?;
        let mut commands = list(&a[2]);
        // Where values go, and what was there before.
        let mut taken: Vec<(&Arg, Ty)> = Vec::new();
        self.now.allocated();
        while let [Arg::Atom(name), rest @ ..] = commands {
            // A value that has come in the place of the context has no position.
            if taken.last().is_some_and(|(dst, _)| same(dst, &a[1])) {
                return Err("the context is overwritten before all has been taken from it".into());
            }
            let used = match self.file.atom(*name) {
                command @ ("integer" | "binary") => {
                    self.live(&rest[0])?;
                    unit(&rest[3])?;
                    taken.push((&rest[4], self.peek(&rest[4])));
                    let binary = command == "binary";
                    self.set(&rest[4], if binary { Ty::BITS.part_of(whole) } else { Ty::INTEGER })?;
                    5
                }
                "get_tail" => {
                    self.live(&rest[0])?;
                    taken.push((&rest[2], self.peek(&rest[2])));
                    self.set(&rest[2], Ty::BITS.part_of(whole))?;
                    3
                }
                "=:=" => {
                    if number(&rest[1]) > 64 {
                        return Err("more than 64 bits are compared".into());
                    }
                    3
                }
                "ensure_at_least" => 2,
                _ => 1,
            };
            commands = rest.get(used..).unwrap_or_default();
        }
        // Where it fails, some may have been taken.
        let there: Vec<Ty> = taken.iter().map(|(dst, _)| self.peek(dst)).collect();
        for (dst, before) in taken.iter().rev() {
            let after = self.peek(dst);
            self.know(dst, if before.is_term() { before.join(after) } else { *before });
        }
        self.tests(&a[0])?;
        for ((dst, _), ty) in taken.iter().zip(there) {
            self.know(dst, ty);
        }
        Ok(())
    }

    /// `bs_create_bin`: it reserves what those behind it need, too.
    fn create(&mut self, a: &[Arg]) -> Result_<()> {
        let after = match &a[1] {
            Arg::Alloc(kinds) => kinds
                .iter()
                .map(|&(kind, n)| {
                    u64::from(n)
                        * match kind {
                            AllocKind::Words => 1,
                            AllocKind::Floats => 2,
                            AllocKind::Funs => 3,
                        }
                })
                .sum(),
            other => number(other),
        };
        let live = number(&a[2]);
        let collects = live != NOT_COLLECTING;
        if after != 0 {
            if !collects {
                return Err("heap is reserved without a number of live registers".into());
            }
            self.collects(live)?;
        } else if collects {
            self.first_x(live)?;
            self.slots_are_set()?;
        }
        let mut fragile = Ty::NONE;
        for segment in list(&a[5]).chunks_exact(6) {
            let [Arg::Atom(kind), _, unit_of, _, value, size] = segment else {
                return Err("an incomplete segment".into());
            };
            unit(unit_of)?;
            if self.file.atom(*kind) != "string" {
                fragile = fragile.part_of(self.term(value)?).part_of(self.term(size)?);
            }
        }
        if fragile.is_fragile() && !matches!(a[0], Arg::F(1..)) {
            self.lends()?;
            fragile = Ty::NONE;
        }
        self.now.allocated();
        if collects {
            self.now.keep(live as usize);
        }
        self.fails(&a[0])?;
        self.reserves(after)?;
        self.set(&a[4], Ty::BITS.part_of(fragile))
    }
}
