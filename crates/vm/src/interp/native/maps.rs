//! Maps that native code looks into and changes.

use super::super::{Machine, operands};
use super::allocating;
use native_abi::{NOT_FOUND, Registers};
use term::{Term, Word, map};

pub(super) unsafe extern "C" fn map_get(from: Word, key: Word) -> Word {
    // SAFETY: native code passes terms of the process that it executes; nothing is collected.
    let (from, key) = unsafe { (Term::from_word(from), Term::from_word(key)) };
    map::get(from, key).map_or(NOT_FOUND, Term::word)
}

pub(super) unsafe extern "C" fn map_put(
    r: *mut Registers,
    top: *mut Word,
    from: Word,
    key: Word,
    value: Word,
    exact: bool,
) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and terms of
    // the process, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| {
            let [from, key, value] = [from, key, value].map(|w| Term::from_word(w));
            if !from.is_map() {
                return None;
            }
            let changed = match exact {
                true => map::update(p.heap(), from, key, value)?,
                false => map::put(p.heap(), from, key, value),
            };
            Some(changed.word())
        })
    }
}

/// Executes an instruction that changes several associations.
pub(super) unsafe extern "C" fn map_put_many(
    r: *mut Registers,
    top: *mut Word,
    pc: *const u64,
) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and the address
    // of an instruction of this kind that the loader has made. It has put the operands of that into
    // X registers and on the stack, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| {
            let machine = &*(*r).machine.cast::<Machine>();
            let x = machine.registers.x.as_ptr();
            let source = operands::operand(pc, x, (*r).stack, (*pc >> 16 & 0xffff) as usize);
            if !source.is_map() {
                return None;
            }
            let all = operands::operands(pc, x, (*r).stack, 3, (*pc.add(1) & 0xffff_ffff) as usize);
            let pairs: smallvec::SmallVec<[_; 8]> = all.chunks(2).map(|c| (c[0], c[1])).collect();
            let exact = *pc.add(2) & 1 != 0;
            Some(map::put_many(p.heap(), source, &pairs, exact).ok()?.word())
        })
    }
}
