//! `erts_debug`, and what `erts_internal` tells of the inside of terms.

use crate::args::badarg;
use release::Difference;
use term::word::Kind;
use term::{Term, View, am, atom, map, measure, print};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erts_debug", "flat_size", 1, flat_size_1),
    row("erts_debug", "size_shared", 1, size_shared_1),
    row("erts_debug", "copy_shared", 2, copy_shared_2),
    row("erts_debug", "same", 2, same_2),
    row("erts_debug", "display", 1, display_1).until(25),
    row("erts_debug", "map_info", 1, map_info_1),
    row("erts_debug", "unaligned_bitstring", 2, unaligned_bitstring_2).since(29),
    row("erts_internal", "term_type", 1, term_type_1),
];

fn flat_size_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let words = measure::flat_words(args[0]);
    p.bump_reductions(words / 32);
    Ok(Term::small(words as i64))
}

fn size_shared_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let words = measure::shared_words(args[0]);
    p.bump_reductions(words / 8);
    Ok(Term::small(words as i64))
}

fn copy_shared_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // Terms do not change: the same term is as good as a copy that keeps what is shared.
    if args[1].as_bool().is_some() { Ok(args[0]) } else { badarg() }
}

fn same_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(args[0].same(args[1])))
}

fn display_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let text = print::display(args[0]);
    eprintln!("{text}");
    // As the text is for reading only, it is a list of bytes, with the line's end.
    Ok(p.heap().string(&format!("{text}\n")))
}

/// The same bits in memory of their own, so many bits behind the beginning of a byte.
fn unaligned_bitstring_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (Some(bits), Some(offset @ 1..=7)) = (args[0].as_bits(), args[1].as_small()) else {
        return badarg();
    };
    let (bytes, len, offset) = (bits.bytes(), bits.bit_len(), offset as usize);
    p.bump_reductions(bytes.len() / 128);
    let mut moved = Vec::with_capacity(bytes.len() + 1);
    let mut before = 0_u8;
    for &byte in bytes.iter() {
        moved.push(before << (8 - offset) | byte >> offset);
        before = byte;
    }
    moved.push(before << (8 - offset));
    let heap = p.heap();
    Ok(heap.sub_bits(heap.binary(&moved), offset, len))
}

/// The parts of a large map: its depth, its inner nodes by how many children they have (from 1
/// to 16), and its associations by the depth at which they are. No node has all its children
/// without saying which.
fn map_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    match args[0].boxed_kind() {
        Some(Kind::HashMap) => {}
        Some(Kind::FlatMap) => return badarg(),
        _ => return Err(Exception::tagged(heap, am::BADMAP, args[0])),
    }
    let (mut nodes, mut leaves, mut depth) = ([0_u64; 16], [0_u64; 16], 0);
    let mut rest = vec![(args[0], 0)];
    while let Some((t, level)) = rest.pop() {
        match map::node_children(t) {
            Some(children) => {
                // A node of associations that share a hash may have more.
                nodes[children.len().clamp(1, 16) - 1] += 1;
                rest.extend(children.iter().map(|&child| (child, level + 1)));
            }
            None => {
                leaves[level.min(15)] += 1;
                depth = depth.max(level);
            }
        }
    }
    p.bump_reductions(map::size(args[0]) / 8);
    let tagged = |name, numbers: &[u64]| {
        let all = heap.unsigned(numbers.iter().sum());
        let numbers: Vec<_> = numbers.iter().map(|&n| heap.unsigned(n)).collect();
        heap.tuple(&[Term::atom(name), all, heap.tuple(&numbers)])
    };
    let depth = heap.tuple(&[Term::atom(atom!("depth")), Term::small(depth as i64)]);
    let arrays = heap.tuple(&[Term::atom(atom!("arrays")), Term::small(0), Term::NIL]);
    let bitmaps = tagged(atom!("bitmaps"), &nodes);
    Ok(heap.list(&[depth, arrays, bitmaps, tagged(atom!("leafs"), &leaves)]))
}

fn term_type_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = match (args[0].view(), args[0].boxed_kind()) {
        (View::Small(n), _) if measure::is_small_there(n) => atom!("fixnum"),
        (View::Small(_) | View::Big(_), _) => atom!("bignum"),
        (View::Float(_), _) => atom!("hfloat"),
        (View::Atom(_), _) => atom!("atom"),
        (View::Nil, _) => atom!("nil"),
        (View::Cons(..), _) => atom!("list"),
        (View::Tuple(_), _) => atom!("tuple"),
        (View::Bits(_), Some(Kind::HeapBin)) => atom!("heap_binary"),
        (View::Bits(_), Some(Kind::RefcBin)) if !Difference::NewSizes.is_on() => {
            atom!("refc_binary")
        }
        (View::Bits(_), Some(Kind::RefcBin)) => atom!("sub_binary"),
        (View::Bits(_), Some(Kind::SubBits))
            if Difference::NewSizes.is_on() && measure::copied_bytes(args[0]).is_some() =>
        {
            atom!("heap_binary")
        }
        (View::Bits(_), Some(Kind::SubBits)) => atom!("sub_binary"),
        (View::Bits(_), _) => atom!("matchstate"),
        (View::Record(..), _) => atom!("record"),
        (View::FlatMap(..), _) => atom!("flatmap"),
        (View::HashMap(_), Some(Kind::HashMap)) => atom!("hashmap"),
        (View::HashMap(_), _) => atom!("hashmap_node"),
        (View::Fun(_), _) => atom!("fun"),
        (View::Export(_), _) => atom!("export"),
        (View::Pid(_), _) => am::PID,
        (View::Port(_), _) => am::PORT,
        (View::Ref(_), _) => atom!("reference"),
        (View::ExternalPid(..), _) => atom!("external_pid"),
        (View::ExternalPort(..), _) => atom!("external_port"),
        (View::ExternalRef(_), _) => atom!("external_reference"),
        (View::None, _) => atom!("catch"),
    };
    Ok(Term::atom(name))
}
