//! `ets:info`: properties and sizes of a table.

use super::table;
use term::{Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::ets::{Need, Protection, Refusal, Table, WriteConcurrency, watch};
use vm::process::Running;

/// The items of `ets:info/1`, in its order.
const ITEMS: [&str; 15] = [
    "id",
    "decentralized_counters",
    "read_concurrency",
    "write_concurrency",
    "compressed",
    "memory",
    "owner",
    "heir",
    "name",
    "size",
    "node",
    "named_table",
    "type",
    "keypos",
    "protection",
];

fn item<'h>(p: &Running<'h>, t: &Table, name: &str) -> Option<Term<'h>> {
    let heap = p.heap();
    let o = &t.options;
    Some(match name {
        "id" => t.reference(heap),
        "decentralized_counters" => Term::bool(o.decentralized_counters),
        "read_concurrency" => Term::bool(o.read_concurrency),
        "write_concurrency" => match o.write_concurrency {
            WriteConcurrency::Off => Term::FALSE,
            WriteConcurrency::On => Term::TRUE,
            WriteConcurrency::Auto => Term::atom(atom!("auto")),
            WriteConcurrency::Locks(n) => heap.tuple(&[
                Term::atom(atom!("debug_hash_fixed_number_of_locks")),
                Term::small(n.into()),
            ]),
        },
        "compressed" => Term::bool(o.compressed),
        "memory" => Term::small(t.memory() as i64),
        "owner" => Term::pid(t.owner()),
        "heir" => t.heir().map_or(Term::atom(am::NONE), Term::pid),
        "name" => Term::atom(t.name()),
        "size" => Term::small(t.size() as i64),
        "node" => Term::atom(term::node::this_node()),
        "named_table" => Term::bool(o.named),
        "type" => Term::atom(o.kind.atom()),
        "keypos" => Term::small(o.keypos as i64 + 1),
        "protection" => Term::atom(match t.protection() {
            Protection::Public => atom!("public"),
            Protection::Protected => atom!("protected"),
            Protection::Private => atom!("private"),
        }),
        "fixed" => Term::bool(t.fixation().is_some()),
        "safe_fixed" | "safe_fixed_monotonic_time" => {
            let Some((by, since)) = t.fixation() else { return Some(Term::FALSE) };
            let time = if name == "safe_fixed" {
                let us = ((since + vm::clock::time_offset()) / 1000).max(0);
                heap.tuple(&[
                    Term::small(us / 1_000_000_000_000),
                    Term::small(us / 1_000_000 % 1_000_000),
                    Term::small(us % 1_000_000),
                ])
            } else {
                heap.integer(since)
            };
            let by = by
                .iter()
                .rev()
                .map(|&(pid, n)| heap.tuple(&[Term::pid(pid), Term::small(n as i64)]));
            heap.tuple(&[time, heap.list_from_rev(by)])
        }
        "stats" => {
            let Some((n, average, squares, min, max, kept, locks)) = t.stats() else {
                return Some(Term::FALSE);
            };
            let deviation = (squares - average * average).max(0.0).sqrt();
            let expected = (average * (1.0 - 1.0 / n as f64)).max(0.0).sqrt();
            heap.tuple(&[
                Term::small(n as i64),
                heap.float(average),
                heap.float(deviation),
                heap.float(expected),
                Term::small(min as i64),
                Term::small(max as i64),
                Term::small(kept as i64),
                Term::small(locks as i64),
            ])
        }
        _ => return None,
    })
}

/// `ets:info/1`
pub fn info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = match Table::of(p, args[0], Need::Info, &watch) {
        Ok(t) => t,
        Err(Refusal::Id) => return Ok(Term::UNDEFINED),
        Err(_) => table(p, args[0], Need::Info, &watch)?,
    };
    let heap = p.heap();
    let pairs = ITEMS.iter().rev().map(|&name| {
        let value = item(p, t, name).unwrap_or(Term::UNDEFINED);
        heap.tuple(&[Term::atom(term::Atom::new(name)), value])
    });
    Ok(heap.list_from_rev(pairs))
}

/// `ets:info/2`
pub fn info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    if args[1].is(am::BINARY) {
        let export =
            term::Export::get(term::Mfa::new(atom!("erts_internal"), atom!("ets_info_binary"), 1));
        return Err(Exception::trap(export, vec![args[0]]));
    }
    let t = match Table::of(p, args[0], Need::Info, &watch) {
        Ok(t) => t,
        Err(Refusal::Id) => return Ok(Term::UNDEFINED),
        Err(_) => table(p, args[0], Need::Info, &watch)?,
    };
    let name = args[1].as_atom().ok_or(Exception::BADARG)?;
    item(p, t, name.name()).ok_or(Exception::BADARG)
}

/// `erts_internal:ets_lookup_binary_info/2`: address, size and reference count of each binary
/// outside of the objects of a key.
pub fn ets_lookup_binary_info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    let heap = p.heap();
    t.with_raw_objects(args[1], |objects| {
        let mut found = Term::NIL;
        let mut stack: Vec<Term<'_>> = objects.iter().map(|o| o.term()).collect();
        while let Some(t) = stack.pop() {
            match t.view() {
                term::View::Tuple(elements) => stack.extend(elements),
                term::View::Cons(head, tail) => stack.extend([head, tail]),
                term::View::FlatMap(..) | term::View::HashMap(_) => {
                    stack.extend(term::map::entries(t).iter().flat_map(|e| [e.0, e.1]));
                }
                term::View::Bits(_) => {
                    if let Some(bin) = t.as_ref_bin() {
                        let entry = heap.tuple(&[
                            heap.unsigned(bin.data() as u64),
                            heap.unsigned(bin.bytes().len() as u64),
                            // Ours, for looking, does not count.
                            heap.unsigned(bin.ref_count() as u64 - 1),
                        ]);
                        found = heap.cons(entry, found);
                    }
                }
                _ => {}
            }
        }
        Ok(found)
    })
}

fn raw<'h>(p: &Running<'h>, id: Term<'h>, after: Option<Term<'h>>) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, id, Need::Read, &watch)?;
    let next = t.next_raw(after, |key| p.heap().copy_in(key)).map_err(|_| Exception::BADARG)?;
    Ok(next.unwrap_or(Term::atom(am::EMPTY_TABLE_END)))
}

/// `erts_internal:ets_raw_first/1`
pub fn ets_raw_first_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    raw(p, args[0], None)
}

/// `erts_internal:ets_raw_next/2`
pub fn ets_raw_next_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    raw(p, args[0], Some(args[1]))
}
