//! Tests of what instructions take for granted and what is not known for certain: see
//! [`beamfile::Check`]. Where one is not passed, the base tier goes on, which raises the exception.

use crate::flow;
use crate::flow::unboxed::Shape;
use crate::ir::Body;
use beamfile::{Check, Instr, Need};
use term::word::*;

impl Body<'_> {
    /// Makes the tests before an instruction; false if it is left to the base tier in any case.
    pub(crate) fn checked_before(&mut self, at: usize, i: &Instr) -> bool {
        let file = self.file;
        for check in file.code.checks_at(at) {
            if matches!(check.need, Need::Received | Need::Raised | Need::Blank) {
                self.leave_at(at);
                return false;
            }
            let arg = &i.args()[usize::from(check.operand)];
            let x = (flow::bit(arg) & self.unboxed).trailing_zeros() as usize;
            match (self.shapes().shape(x), check.need) {
                _ if x >= 64 => self.check_word(at, i, check),
                // A value in another form is known to be of that form.
                (Some(Shape::Tuple(_)) | None, _) => {
                    self.leave_at(at);
                    return false;
                }
                _ => {}
            }
        }
        true
    }

    fn check_word(&mut self, at: usize, i: &Instr, check: &Check) {
        let v = self.source(&i.args()[usize::from(check.operand)]);
        let right = if check.need == Need::Cons {
            let tag = self.and(&v, TAG_MASK);
            self.is(&tag, TAG_LIST)
        } else {
            let head = self.header_or_zero(&v);
            self.check_head(&head, check.need)
        };
        let (on, out) = (self.name(), self.name());
        self.branch(&right, &on, &out, Some(true));
        self.rare(&out, |b| b.leave_at(at));
        self.begin(&on);
    }

    /// Whether a header, or 0, is of what is needed.
    fn check_head(&mut self, head: &str, need: Need) -> String {
        let kinds: &[Kind] = match need {
            Need::TupleOf(n) => return self.is(head, header(Kind::Tuple, n as usize)),
            Need::Float => return self.is(head, header(Kind::Float, 1)),
            Need::Tuple(_) => &[Kind::Tuple],
            Need::Map => &[Kind::FlatMap, Kind::HashMap],
            Need::Context => &[Kind::MatchCtx],
            _ => &[Kind::HeapBin, Kind::RefcBin, Kind::SubBits, Kind::MatchCtx],
        };
        let kind = self.and(head, 0xff);
        let mut any = self.is(&kind, header(kinds[0], 0));
        for &k in &kinds[1..] {
            let one = self.is(&kind, header(k, 0));
            any = self.value(&format!("or i1 {any}, {one}"));
        }
        if let Need::Tuple(n @ 1..) = need {
            let least = header(Kind::Tuple, n as usize);
            let enough = self.value(&format!("icmp uge i64 {head}, {least}"));
            any = self.value(&format!("and i1 {any}, {enough}"));
        }
        any
    }
}
