//! Bit strings that native code matches and builds.

use super::super::{Machine, binary, operands};
use super::allocating;
use crate::code::ops::SegmentKind;
use native_abi::{NOT_FOUND, Registers};
use term::{Term, Word};

/// How a bit string is appended to, and the unit that its size has to have.
fn front(unit: u64) -> (SegmentKind, u64) {
    let kind = match unit & native_abi::PRIVATE {
        0 => SegmentKind::Append,
        _ => SegmentKind::PrivateAppend,
    };
    (kind, unit & !native_abi::PRIVATE)
}

pub(super) unsafe extern "C" fn append(
    r: *mut Registers,
    top: *mut Word,
    src: Word,
    value: u64,
    bits: u64,
    unit: u64,
) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and a bit
    // string of the process, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| {
            let (field, (kind, unit)) = ((value, bits as usize), front(unit));
            let src = (kind, Term::from_word(src));
            Some(binary::append_value(p.heap(), src, field, unit as usize)?.word())
        })
    }
}

pub(super) unsafe extern "C" fn append_bits(
    r: *mut Registers,
    top: *mut Word,
    src: Word,
    unit: u64,
    all: Word,
    unit_of_all: u64,
) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and two bit
    // strings of the process, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| {
            let (src, all) = (Term::from_word(src), Term::from_word(all));
            let (kind, unit) = front(unit);
            Some(binary::append_bits(p.heap(), (kind, src, unit), (all, unit_of_all))?.word())
        })
    }
}

pub(super) unsafe extern "C" fn create(r: *mut Registers, top: *mut Word, pc: *const u64) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and the address
    // of a `CreateBin` that the loader has made. It has put the operands of that into X registers
    // and on the stack, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| {
            let machine = &*(*r).machine.cast::<Machine>();
            let x = machine.registers.x.as_ptr();
            let mut bytes = binary::Bytes::default();
            if operands::each_segment(pc, x, (*r).stack, |segment| bytes.add(&segment)) {
                return Some(bytes.made(p.heap()).word());
            }
            let segments = operands::segments(pc, x, (*r).stack);
            if binary::is_large(&segments) {
                return None;
            }
            Some(binary::create_bin(p.heap(), &segments).ok()?.word())
        })
    }
}

pub(super) unsafe extern "C" fn match_bits(context: Word, bits: u64) -> u64 {
    // SAFETY: native code passes a match context of the process that it executes; nothing is
    // collected.
    binary::next_bits(unsafe { Term::from_word(context) }, bits as usize)
}

pub(super) unsafe extern "C" fn match_character(context: Word, bits: u64, flags: u64) -> Word {
    // SAFETY: native code passes a match context of the process that it executes; nothing is
    // collected.
    let context = unsafe { Term::from_word(context) };
    let character = match bits {
        8 => binary::get_utf8(context),
        16 => binary::get_utf16(context, flags),
        _ => binary::get_utf32(context, flags),
    };
    character.map_or(NOT_FOUND, |c| Term::small(c).word())
}

pub(super) unsafe extern "C" fn match_integer(
    r: *mut Registers,
    top: *mut Word,
    context: Word,
    bits: u64,
    flags: u64,
) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and a match
    // context of the process, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| {
            let t = binary::get_integer(p.heap(), Term::from_word(context), bits as usize, flags)?;
            Some(t.word())
        })
    }
}

pub(super) unsafe extern "C" fn match_binary(
    r: *mut Registers,
    top: *mut Word,
    context: Word,
    bits: u64,
) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and a match
    // context of the process, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| {
            Some(binary::get_binary(p.heap(), Term::from_word(context), bits as usize)?.word())
        })
    }
}

pub(super) unsafe extern "C" fn match_tail(
    r: *mut Registers,
    top: *mut Word,
    context: Word,
) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and a match
    // context of the process, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| Some(binary::get_rest(p.heap(), Term::from_word(context)).word()))
    }
}

/// An empty binary that can grow, with room for some bytes: `size` is the compiler's guess.
pub(super) unsafe extern "C" fn writable(r: *mut Registers, top: *mut Word, size: Word) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and a term of
    // the process, and waits, on the process's thread. Nothing is collected.
    unsafe {
        allocating(r, top, |p| {
            let size = Term::from_word(size);
            Some(binary::initial_writable(p.heap(), size).word())
        })
    }
}
