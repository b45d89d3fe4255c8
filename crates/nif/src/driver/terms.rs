//! Terms that drivers make of a list of instructions, and send.

use super::abi::{DrvBinary, PortHandle, TermData};
use super::instance::{self, Instance};
use super::output::{byte_list, part};
use crate::ffi::{Array, Text};
use crate::table::{Address, Row, row};
use std::ffi::c_int;
use std::sync::atomic::Ordering;
use term::{Atom, Heap, OwnedTerm, Term, Word, map};
use vm::signal::{self, Signal};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        driver_caller,
        "ErlDrvTermData(ErlDrvPort)",
        "1.0",
        "Says which process has the driver called."
    ),
    row!(
        driver_connected,
        "ErlDrvTermData(ErlDrvPort)",
        "1.0",
        "Says which process owns the port."
    ),
    row!(driver_mk_atom, "ErlDrvTermData(char*)", "1.0", "Makes an atom."),
    row!(driver_mk_port, "ErlDrvTermData(ErlDrvPort)", "1.0", "Makes the port, as a term."),
    row!(driver_mk_term_nil, "ErlDrvTermData(void)", "1.0", "Makes the empty list."),
    row!(
        driver_output_term,
        "int(ErlDrvPort ix, ErlDrvTermData* data, int len)",
        "1.0",
        "Sends a term to the owner."
    ),
    row!(
        driver_send_term,
        "int(ErlDrvPort ix, ErlDrvTermData to, ErlDrvTermData* data, int len)",
        "1.0",
        "Sends a term to a process."
    ),
    Row {
        name: "driver_term_nil",
        signature: "const ErlDrvTermData",
        since: "1.0",
        what: "The empty list.",
        address: Address((&raw const driver_term_nil).cast()),
    },
    row!(
        erl_drv_output_term,
        "int(ErlDrvTermData port, ErlDrvTermData* data, int len)",
        "2.1",
        "Sends a term to the owner, from any thread."
    ),
    row!(
        erl_drv_send_term,
        "int(ErlDrvTermData port, ErlDrvTermData to, ErlDrvTermData* data, int len)",
        "2.1",
        "Sends a term to a process, from any thread."
    ),
];

/// The empty list.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is C's")]
pub static driver_term_nil: TermData = TermData::NIL;

/// An atom of Latin-1 text, of which 255 characters count.
pub(super) fn atom(latin1: &[u8]) -> Atom {
    let text: String = latin1.iter().take(255).map(|&b| char::from(b)).collect();
    Atom::new(&text)
}

/// The process that has the driver called: by `start`, `output`, `outputv`, `control` or `call`;
/// else, or if there is no such port, `[]`.
#[unsafe(no_mangle)]
pub extern "C" fn driver_caller(port: PortHandle) -> TermData {
    instance::instance(port).map_or(TermData::NIL, |i| i.caller())
}

/// The owner of the port; `[]` if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_connected(port: PortHandle) -> TermData {
    instance::instance(port).map_or(TermData::NIL, |i| TermData::of(Term::pid(owner(&i))))
}

fn owner(instance: &Instance) -> u64 {
    instance.owner.load(Ordering::Acquire)
}

/// An atom of Latin-1 text.
#[unsafe(no_mangle)]
pub extern "C" fn driver_mk_atom(string: Text) -> TermData {
    TermData::of(Term::atom(atom(string.bytes())))
}

/// The port as a term; `[]` if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_mk_port(port: PortHandle) -> TermData {
    instance::instance(port).map_or(TermData::NIL, |i| TermData::of(Term::port(i.id)))
}

/// The empty list.
#[unsafe(no_mangle)]
pub extern "C" fn driver_mk_term_nil() -> TermData {
    TermData::NIL
}

/// Sends a term to the port's owner, from any thread: 1. 0 if it is not there or the port is being
/// flushed, -1 if there is no such port or the instructions are wrong.
#[unsafe(no_mangle)]
pub extern "C" fn erl_drv_output_term(port: TermData, data: Array<Word>, len: c_int) -> c_int {
    match port.port().and_then(instance::instance_of) {
        None => -1,
        Some(instance) if !instance.tells() => 0,
        Some(instance) => deliver(Some(&instance), owner(&instance), data, len),
    }
}

/// Sends a term to a process, from any thread: 1. 0 if it is not there or the port is being
/// flushed, -1 if there is no such port or the instructions are wrong.
#[unsafe(no_mangle)]
pub extern "C" fn erl_drv_send_term(
    port: TermData,
    to: TermData,
    data: Array<Word>,
    len: c_int,
) -> c_int {
    match port.port().and_then(instance::instance_of) {
        None => -1,
        Some(instance) if !instance.tells() => 0,
        Some(instance) => deliver(Some(&instance), to.pid().unwrap_or(NOBODY), data, len),
    }
}

/// The old form of [`erl_drv_output_term`].
#[unsafe(no_mangle)]
pub extern "C" fn driver_output_term(port: PortHandle, data: Array<Word>, len: c_int) -> c_int {
    match instance::instance(port) {
        None => -1,
        Some(instance) if !instance.tells() => 0,
        Some(instance) => deliver(Some(&instance), owner(&instance), data, len),
    }
}

/// The old form of [`erl_drv_send_term`]. On threads that are no schedulers the port is not looked
/// at.
#[unsafe(no_mangle)]
pub extern "C" fn driver_send_term(
    port: PortHandle,
    to: TermData,
    data: Array<Word>,
    len: c_int,
) -> c_int {
    let instance = instance::instance(port);
    let to = to.pid().unwrap_or(NOBODY);
    if vm::sched::current() == 0 {
        return deliver(instance.as_deref(), to, data, len);
    }
    match instance {
        None => -1,
        Some(instance) if !instance.tells() => 0,
        Some(instance) => deliver(Some(&instance), to, data, len),
    }
}

/// The payload of no process's pid.
const NOBODY: u64 = u64::MAX >> 4;

fn deliver(instance: Option<&Instance>, to: u64, data: Array<Word>, len: c_int) -> c_int {
    let words = data.of_len(usize::try_from(len).unwrap_or(0));
    let heap = Heap::new(0);
    let Some(term) = build(&heap, words) else { return -1 };
    let message = OwnedTerm::new(term);
    drop(heap);
    if let Some(instance) = instance.filter(|i| instance::is_within(i.id)) {
        let send = |core: &vm::port::Core, message| c_int::from(core.send(to, message));
        return instance::with_core(PortHandle::of(instance.id), |_, core| send(core, message))
            .unwrap_or(0);
    }
    c_int::from(signal::send(to, Signal::Told(message)).is_ok())
}

/// Instructions: a tag and its arguments.
struct Instructions<'a>(std::slice::Iter<'a, Word>);

impl<'a> Instructions<'a> {
    fn word(&mut self) -> Option<Word> {
        self.0.next().copied()
    }

    /// A number that C code has as an int.
    fn int(&mut self) -> Option<usize> {
        usize::try_from(self.word()? as c_int).ok()
    }

    /// A variable, at its address.
    fn at<T: Copy>(&mut self) -> Option<T> {
        let address = self.word()? as *const T;
        // SAFETY: C code gives the address of a variable of this type, which it does not change
        // during the call.
        (!address.is_null()).then(|| unsafe { address.read_unaligned() })
    }

    /// Bytes, by address and length. None if there are some and the address is null.
    fn bytes(&mut self) -> Option<&'a [u8]> {
        let (address, len) = (self.word()? as *const u8, self.word()? as usize);
        if len == 0 {
            return Some(&[]);
        }
        // SAFETY: C code gives the address of so many bytes, which it does not change during the
        // call.
        (!address.is_null()).then(|| unsafe { std::slice::from_raw_parts(address, len) })
    }

    fn string(&mut self) -> Option<&'a [u8]> {
        let (is_null, is_negative) = {
            let words = self.0.as_slice();
            (*words.first()? == 0, (*words.get(1)? as c_int) < 0)
        };
        if is_null || is_negative { None } else { self.bytes() }
    }
}

/// Terms that have been made and not been used.
struct Made<'h>(Vec<Term<'h>>);

impl<'h> Made<'h> {
    fn last(&mut self, n: usize) -> Option<Vec<Term<'h>>> {
        let at = self.0.len().checked_sub(n)?;
        Some(self.0.split_off(at))
    }
}

/// Makes a term; None if the instructions are wrong.
fn build<'h>(heap: &'h Heap, words: &[Word]) -> Option<Term<'h>> {
    let mut rest = Instructions(words.iter());
    let mut made = Made(Vec::new());
    while let Some(tag) = rest.word() {
        let t = one(heap, tag, &mut rest, &mut made)?;
        made.0.push(t);
    }
    let [t] = made.0[..] else { return None };
    Some(t)
}

fn one<'h>(
    heap: &'h Heap,
    tag: Word,
    rest: &mut Instructions<'_>,
    made: &mut Made<'h>,
) -> Option<Term<'h>> {
    let immediate = |word: Word| TermData(word).immediate();
    Some(match tag {
        1 => Term::NIL,
        2 => immediate(rest.word()?).filter(|t| t.as_atom().is_some())?,
        3 => heap.integer(rest.word()?.cast_signed()),
        4 => immediate(rest.word()?).filter(|t| t.as_port().is_some())?,
        5 => binary(heap, rest)?,
        6 => byte_list(heap, rest.string()?, Term::NIL),
        7 => {
            let n = rest.int()?;
            heap.tuple(&made.last(n)?)
        }
        8 => {
            let n = rest.int().filter(|n| *n > 0)?;
            let parts = made.last(n)?;
            let (tail, elements) = parts.split_last()?;
            heap.list_with_tail(elements, *tail)
        }
        9 => {
            let string = rest.string()?;
            byte_list(heap, string, made.0.pop()?)
        }
        10 => immediate(rest.word()?).filter(|t| t.as_pid().is_some())?,
        11 => heap.float(rest.at::<f64>().filter(|f| f.is_finite())?),
        12 => {
            let bytes = rest.bytes()?;
            term::etf::decode(heap, bytes, Default::default()).ok()?
        }
        13 => heap.unsigned(rest.word()?),
        14 => heap.binary(rest.bytes()?),
        15 => heap.integer(rest.at::<i64>()?),
        16 => heap.unsigned(rest.at::<u64>()?),
        17 => {
            let n = rest.int()?;
            map_of(heap, &made.last(n.checked_mul(2)?)?)?
        }
        _ => return None,
    })
}

/// A part of a binary: its address, how many bytes, and where they begin.
fn binary<'h>(heap: &'h Heap, rest: &mut Instructions<'_>) -> Option<Term<'h>> {
    let address = rest.word()? as *mut std::ffi::c_void;
    let (len, at) = (rest.word()? as usize, rest.word()? as usize);
    let bin = DrvBinary::at(address)?;
    let fits = len.checked_add(at).is_some_and(|end| end <= bin.size());
    fits.then(|| bin.with(|bin| part(heap, bin, at, len)))
}

/// A map of keys and values in turn; None if a key comes twice.
fn map_of<'h>(heap: &'h Heap, flat: &[Term<'h>]) -> Option<Term<'h>> {
    let pairs: Vec<_> = flat.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    let map = map::from_pairs(heap, &pairs);
    (map::size(map) == pairs.len()).then_some(map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::RefBin;

    fn check(words: &[Word], expected: Option<&str>) {
        let heap = Heap::new(0);
        let made = build(&heap, words).map(|t| t.to_string());
        assert_eq!(made.as_deref(), expected, "of {words:?}");
    }

    #[test]
    fn terms_of_instructions() {
        let atom = Term::atom(Atom::new("ok")).word();
        let text = b"ab".as_ptr() as Word;
        check(&[1], Some("[]"));
        check(&[2, atom, 3, (-5_i64).cast_unsigned(), 7, 2], Some("{ok,-5}"));
        check(&[3, 1, 3, 2, 1, 8, 3], Some("[1,2]"));
        check(&[3, 1, 3, 2, 8, 2], Some("[1|2]"));
        check(&[6, text, 2], Some("\"ab\""));
        check(&[1, 9, text, 2], Some("\"ab\""));
        check(&[14, text, 2], Some("<<\"ab\">>"));
        check(&[13, u64::MAX], Some("18446744073709551615"));
        check(&[2, atom, 3, 1, 17, 1], Some("#{ok=>1}"));
        check(&[7, 0], Some("{}"));
        check(&[17, 0], Some("#{}"));
    }

    #[test]
    fn wrong_instructions() {
        let atom = Term::atom(Atom::new("ok")).word();
        let text = b"ab".as_ptr() as Word;
        let (nan, not_etf) = (f64::NAN, [131_u8, 250]);
        check(&[], None);
        check(&[1, 1], None);
        check(&[2], None);
        check(&[2, 77], None);
        check(&[7, 1], None);
        check(&[1, 8, 0], None);
        check(&[6, 0, 0], None);
        check(&[9, text, 2], None);
        check(&[11, (&raw const nan) as Word], None);
        check(&[12, not_etf.as_ptr() as Word, 2], None);
        check(&[2, atom, 3, 1, 2, atom, 3, 2, 17, 2], None);
        check(&[99], None);
    }

    #[test]
    fn parts_of_binaries() {
        let bytes: Vec<u8> = (0..200).collect();
        let bin = RefBin::from_slice(&bytes);
        let address = DrvBinary::of(&bin).address() as Word;
        let heap = Heap::new(0);
        let t = build(&heap, &[5, address, 100, 50]).expect("a binary");
        assert_eq!(t.as_bits().expect("a binary").bytes()[..], bytes[50..150]);
        assert_eq!(bin.ref_count(), 2, "a large part is shared");
        build(&heap, &[5, address, 10, 50]).expect("a binary");
        assert_eq!(bin.ref_count(), 2, "a small part is copied");
        assert!(build(&heap, &[5, address, 151, 50]).is_none());
        assert!(build(&heap, &[5, address, usize::MAX as Word, 50]).is_none());
        assert!(build(&heap, &[5, 0, 0, 0]).is_none());
    }
}
