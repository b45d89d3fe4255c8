//! Built-ins of the modules `atomics` and `counters`: arrays of 64-bit integers behind magic
//! references.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use term::{Big, Term, View, atom, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

/// Rows of the table of built-ins.
pub const ROWS: &[BifRow] = &[
    row("erts_internal", "atomics_new", 2, atomics_new_2),
    row("atomics", "put", 3, put_3),
    row("atomics", "get", 2, get_2),
    row("atomics", "add", 3, add_3),
    row("atomics", "add_get", 3, add_get_3),
    row("atomics", "exchange", 3, exchange_3),
    row("atomics", "compare_exchange", 4, compare_exchange_4),
    row("atomics", "info", 1, info_1),
    row("erts_internal", "counters_new", 1, counters_new_1),
    row("erts_internal", "counters_get", 2, counters_get_2),
    row("erts_internal", "counters_add", 3, counters_add_3),
    row("erts_internal", "counters_put", 3, counters_put_3),
    row("erts_internal", "counters_info", 1, counters_info_1),
];

/// Most elements of an array.
const MAX: usize = 1 << 32;

struct Atomics {
    signed: bool,
    values: Box<[AtomicI64]>,
}

/// As `Atomics`, of the other kind of counters; several copies of each, one for each scheduler.
struct Counters {
    size: usize,
    /// Copies of all counters one after the other, padded to whole cache lines.
    values: Box<[AtomicI64]>,
}

/// Counters in a cache line.
const LINE: usize = 8;

impl Counters {
    fn stride(&self) -> usize {
        self.size.next_multiple_of(LINE)
    }

    fn copies(&self, i: usize) -> impl Iterator<Item = &AtomicI64> {
        self.values.iter().skip(i).step_by(self.stride())
    }
}

fn zeros(n: usize) -> Box<[AtomicI64]> {
    (0..n).map(|_| AtomicI64::new(0)).collect()
}

fn atomics(t: Term<'_>) -> Result<&Atomics, Exception<'static>> {
    t.as_ref().and_then(|r| r.magic_as::<Atomics>()).ok_or(Exception::BADARG)
}

fn counters(t: Term<'_>) -> Result<&Counters, Exception<'static>> {
    t.as_ref().and_then(|r| r.magic_as::<Counters>()).ok_or(Exception::BADARG)
}

/// Element number (from 1) as an index.
fn index(t: Term<'_>, size: usize) -> Result<usize, Exception<'static>> {
    let i = t.as_small().and_then(|i| usize::try_from(i).ok()?.checked_sub(1));
    i.filter(|&i| i < size).ok_or(Exception::BADARG)
}

impl Atomics {
    fn at(&self, i: Term<'_>) -> Result<&AtomicI64, Exception<'static>> {
        Ok(&self.values[index(i, self.values.len())?])
    }

    /// A value, which must be in the range of the array.
    fn value(&self, t: Term<'_>) -> Result<i64, Exception<'static>> {
        let value = if self.signed { t.as_i64() } else { t.as_u64().map(|u| u as i64) };
        value.ok_or(Exception::BADARG)
    }

    /// An increment: anything that fits in 64 bits, with or without a sign.
    fn increment(&self, t: Term<'_>) -> Result<i64, Exception<'static>> {
        t.as_i64().or_else(|| t.as_u64().map(|u| u as i64)).ok_or(Exception::BADARG)
    }

    fn term<'h>(&self, p: &Running<'h>, value: i64) -> Term<'h> {
        if self.signed { p.heap().integer(value) } else { p.heap().unsigned(value as u64) }
    }
}

fn size<'h>(t: Term<'h>) -> Result<usize, Exception<'h>> {
    match t.view() {
        View::Small(n) if n > 0 && (n as u64) <= MAX as u64 => Ok(n as usize),
        View::Small(n) if n > 0 => Err(Exception::SYSTEM_LIMIT),
        View::Big(Big { negative: false, .. }) => Err(Exception::SYSTEM_LIMIT),
        _ => Err(Exception::BADARG),
    }
}

/// `erts_internal:atomics_new/2`
pub fn atomics_new_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let n = size(args[0])?;
    let options = args[1].as_small().ok_or(Exception::BADARG)?;
    let array = Atomics { signed: options & 1 != 0, values: zeros(n) };
    Ok(vm::magic::reference(p.heap(), Arc::new(array)))
}

/// `atomics:put/3`
pub fn put_3<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let a = atomics(args[0])?;
    let at = a.at(args[1])?;
    at.store(a.value(args[2])?, SeqCst);
    Ok(Term::OK)
}

/// `atomics:get/2`
pub fn get_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let a = atomics(args[0])?;
    Ok(a.term(p, a.at(args[1])?.load(SeqCst)))
}

/// `atomics:add/3`
pub fn add_3<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let a = atomics(args[0])?;
    let at = a.at(args[1])?;
    at.fetch_add(a.increment(args[2])?, SeqCst);
    Ok(Term::OK)
}

/// `atomics:add_get/3`
pub fn add_get_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let a = atomics(args[0])?;
    let at = a.at(args[1])?;
    let n = a.increment(args[2])?;
    Ok(a.term(p, at.fetch_add(n, SeqCst).wrapping_add(n)))
}

/// `atomics:exchange/3`
pub fn exchange_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let a = atomics(args[0])?;
    let at = a.at(args[1])?;
    Ok(a.term(p, at.swap(a.value(args[2])?, SeqCst)))
}

/// `atomics:compare_exchange/4`
pub fn compare_exchange_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let a = atomics(args[0])?;
    let at = a.at(args[1])?;
    let (expected, desired) = (a.value(args[2])?, a.value(args[3])?);
    match at.compare_exchange(expected, desired, SeqCst, SeqCst) {
        Ok(_) => Ok(Term::OK),
        Err(now) => Ok(a.term(p, now)),
    }
}

/// `atomics:info/1`
pub fn info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let a = atomics(args[0])?;
    let heap = p.heap();
    let (max, min) = if a.signed {
        (heap.integer(i64::MAX), heap.integer(i64::MIN))
    } else {
        (heap.unsigned(u64::MAX), Term::small(0))
    };
    let bytes = a.values.len() * 8 + 64;
    Ok(map::from_pairs(
        heap,
        &[
            (Term::atom(atom!("size")), Term::small(a.values.len() as i64)),
            (Term::atom(atom!("max")), max),
            (Term::atom(atom!("min")), min),
            (Term::atom(atom!("memory")), Term::small(bytes as i64)),
        ],
    ))
}

/// `erts_internal:counters_new/1`
pub fn counters_new_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let size = size(args[0])?;
    let values = zeros(size.next_multiple_of(LINE) * vm::sched::count());
    Ok(vm::magic::reference(p.heap(), Arc::new(Counters { size, values })))
}

/// `erts_internal:counters_get/2`
pub fn counters_get_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let c = counters(args[0])?;
    let i = index(args[1], c.size)?;
    Ok(p.heap().integer(c.copies(i).fold(0, |sum, v| sum.wrapping_add(v.load(SeqCst)))))
}

/// `erts_internal:counters_add/3`
pub fn counters_add_3<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let c = counters(args[0])?;
    let i = index(args[1], c.size)?;
    let n = args[2].as_i64().or_else(|| args[2].as_u64().map(|u| u as i64));
    let here = vm::sched::current().saturating_sub(1) * c.stride() + i;
    // The order with respect to other memory is nobody's concern: that is what the option is for.
    c.values[here].fetch_add(n.ok_or(Exception::BADARG)?, std::sync::atomic::Ordering::Relaxed);
    Ok(Term::OK)
}

/// `erts_internal:counters_put/3`
pub fn counters_put_3<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let c = counters(args[0])?;
    let i = index(args[1], c.size)?;
    let value = args[2].as_i64().ok_or(Exception::BADARG)?;
    for (k, copy) in c.copies(i).enumerate() {
        copy.store(if k == 0 { value } else { 0 }, SeqCst);
    }
    Ok(Term::OK)
}

/// `erts_internal:counters_info/1`
pub fn counters_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let c = counters(args[0])?;
    let bytes = c.values.len() * 8 + 64;
    Ok(map::from_pairs(
        p.heap(),
        &[
            (Term::atom(atom!("size")), Term::small(c.size as i64)),
            (Term::atom(atom!("memory")), Term::small(bytes as i64)),
        ],
    ))
}
