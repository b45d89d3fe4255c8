//! Native records (OTP 29) are not served: no term is one. Instructions that test for one or take
//! one apart therefore fail always, and what stands behind them is not reached. Instructions that
//! make one stay as they are, and loaders refuse them.

use crate::model::{Arg, Code, Instr};
use crate::op::Op;

/// Rewrites a module's code, and with it where its instructions stand in the file.
pub(crate) fn rewrite(code: &mut Code, offsets: &mut Vec<u32>) {
    if !code.instrs.iter().any(|i| failing(i).is_some()) {
        return;
    }
    let old = std::mem::take(&mut code.instrs);
    let places = std::mem::take(offsets);
    let mut is_reached = true;
    for (instr, place) in old.into_iter().zip(places) {
        is_reached |= matches!(instr.op, Op::Label | Op::FuncInfo | Op::IntCodeEnd);
        if !is_reached {
            continue;
        }
        let fails = failing(&instr);
        is_reached = fails.is_none();
        code.instrs.push(fails.unwrap_or(instr));
        offsets.push(place);
    }
}

/// The instruction that does the same, of one that demands a native record.
fn failing(instr: &Instr) -> Option<Instr> {
    let demands = matches!(
        instr.op,
        Op::IsAnyNativeRecord
            | Op::IsNativeRecord
            | Op::GetRecordElements
            | Op::IsRecordAccessible
            | Op::GetRecordField
            | Op::GetRecordElementsId
    );
    if !demands {
        return None;
    }
    let (op, arg) = match &instr.args[0] {
        Arg::F(0) => (Op::Badrecord, &instr.args[1]),
        fail => (Op::Jump, fail),
    };
    Some(Instr { op, args: Box::new([arg.clone()]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instr(op: Op, args: &[Arg]) -> Instr {
        Instr { op, args: args.into() }
    }

    #[test]
    fn tests_fail_and_what_is_behind_them_goes() {
        let x = Arg::X(0);
        let instrs = vec![
            instr(Op::Label, &[Arg::U(1)]),
            instr(Op::IsAnyNativeRecord, &[Arg::F(2), x.clone()]),
            instr(Op::Return, &[]),
            instr(Op::Label, &[Arg::U(2)]),
            instr(Op::GetRecordField, &[Arg::F(0), x.clone(), x.clone(), Arg::Nil, x.clone()]),
            instr(Op::Return, &[]),
            instr(Op::IntCodeEnd, &[]),
        ];
        let mut code = Code { instrs, ..Code::default() };
        let mut offsets = (0..7).collect();
        rewrite(&mut code, &mut offsets);
        let expected = [
            instr(Op::Label, &[Arg::U(1)]),
            instr(Op::Jump, &[Arg::F(2)]),
            instr(Op::Label, &[Arg::U(2)]),
            instr(Op::Badrecord, &[x]),
            instr(Op::IntCodeEnd, &[]),
        ];
        assert_eq!(code.instrs, expected);
        assert_eq!(offsets, [0, 1, 3, 4, 6]);
    }
}
