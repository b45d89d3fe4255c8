//! `prim_buffer`: a queue of bytes that one process fills and empties.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use term::{RefBin, Term, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;
use vm::system::new_ref;

/// The rows of this module.
pub const ROWS: &[BifRow] = &[
    row("prim_buffer", "new", 0, new_0),
    row("prim_buffer", "size", 1, size_1),
    row("prim_buffer", "peek_head", 1, peek_head_1),
    row("prim_buffer", "copying_read", 2, copying_read_2),
    row("prim_buffer", "write", 2, write_2),
    row("prim_buffer", "skip", 2, skip_2),
    row("prim_buffer", "find_byte_index", 2, find_byte_index_2),
    row("prim_buffer", "try_lock", 1, try_lock_1),
    row("prim_buffer", "unlock", 1, unlock_1),
];

/// Pieces up to this size are gathered in one.
const SMALL: usize = 1024;

enum Piece {
    /// Small writes, gathered.
    Gathered(Vec<u8>),
    /// A part of a binary that is kept as it is.
    Shared(RefBin, usize, usize),
}

impl Piece {
    fn bytes(&self) -> &[u8] {
        match self {
            Piece::Gathered(b) => b,
            Piece::Shared(b, from, to) => &b.bytes()[*from..*to],
        }
    }
}

/// Bytes in pieces, in order.
#[derive(Default)]
pub(crate) struct Queue {
    pieces: VecDeque<Piece>,
    /// Bytes of the first piece that are gone.
    skipped: usize,
    /// Number of bytes.
    pub(crate) size: usize,
}

impl Queue {
    /// The bytes, piece by piece.
    pub(crate) fn slices(&self) -> impl Iterator<Item = &[u8]> {
        let skipped = self.skipped;
        self.pieces
            .iter()
            .enumerate()
            .map(move |(i, p)| &p.bytes()[if i == 0 { skipped } else { 0 }..])
    }

    /// Takes bytes away from the front.
    pub(crate) fn skip(&mut self, mut n: usize) {
        self.size -= n;
        while let Some(first) = self.pieces.front() {
            let left = first.bytes().len() - self.skipped;
            if n < left {
                self.skipped += n;
                return;
            }
            n -= left;
            self.skipped = 0;
            self.pieces.pop_front();
        }
    }

    /// Adds a binary; None if it is none.
    pub(crate) fn push(&mut self, t: Term<'_>) -> Option<()> {
        let bytes = t.as_binary()?;
        if bytes.is_empty() {
            return Some(());
        }
        self.size += bytes.len();
        if bytes.len() < SMALL {
            match self.pieces.back_mut() {
                Some(Piece::Gathered(b)) if b.len() + bytes.len() <= 2 * SMALL => {
                    b.extend_from_slice(&bytes);
                }
                _ => self.pieces.push_back(Piece::Gathered(bytes.into_owned())),
            }
            return Some(());
        }
        let offset = t.as_bits()?.bit_offset();
        match t.as_ref_bin() {
            Some(bin) if offset % 8 == 0 => {
                let from = offset / 8;
                self.pieces.push_back(Piece::Shared(bin, from, from + bytes.len()));
            }
            _ => self.pieces.push_back(Piece::Gathered(bytes.into_owned())),
        }
        Some(())
    }
}

struct Buffer {
    queue: Mutex<Queue>,
    locked: AtomicBool,
}

impl Buffer {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("buffer")
    }
}

fn buffer<'h>(t: Term<'h>) -> Result<Arc<Buffer>, Exception<'h>> {
    let magic = t.as_ref().and_then(|r| r.magic()).ok_or(Exception::BADARG)?;
    magic.downcast::<Buffer>().map_err(|_| Exception::BADARG)
}

fn new_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    let buffer = Buffer { queue: Mutex::default(), locked: AtomicBool::new(false) };
    Ok(p.heap().magic_ref(new_ref(), Arc::new(buffer)))
}

fn size_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().unsigned(buffer(args[0])?.queue().size as u64))
}

fn peek_head_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let buffer = buffer(args[0])?;
    let queue = buffer.queue();
    let heap = p.heap();
    Ok(match queue.pieces.front() {
        None => return Err(Exception::BADARG),
        Some(Piece::Gathered(b)) => heap.binary(&b[queue.skipped..]),
        Some(Piece::Shared(bin, from, to)) => {
            let whole = heap.binary_from(bin.clone(), *to);
            let from = from + queue.skipped;
            heap.sub_bits(whole, from * 8, (to - from) * 8)
        }
    })
}

fn amount<'h>(t: Term<'h>, queue: &Queue) -> Result<usize, Exception<'h>> {
    t.as_usize().filter(|&n| n <= queue.size).ok_or(Exception::BADARG)
}

fn copying_read_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let buffer = buffer(args[0])?;
    let mut queue = buffer.queue();
    let n = amount(args[1], &queue)?;
    let mut bytes = Vec::with_capacity(n);
    for s in queue.slices() {
        let take = s.len().min(n - bytes.len());
        bytes.extend_from_slice(&s[..take]);
        if bytes.len() == n {
            break;
        }
    }
    queue.skip(n);
    Ok(p.heap().binary(&bytes))
}

fn write_2<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let buffer = buffer(args[0])?;
    let pieces = args[1].to_vec().ok_or(Exception::BADARG)?;
    if !pieces.iter().all(|t| t.is_binary()) {
        return Err(Exception::BADARG);
    }
    let mut queue = buffer.queue();
    for t in pieces {
        queue.push(t).ok_or(Exception::BADARG)?;
    }
    Ok(Term::OK)
}

fn skip_2<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let buffer = buffer(args[0])?;
    let mut queue = buffer.queue();
    let n = amount(args[1], &queue)?;
    queue.skip(n);
    Ok(Term::OK)
}

fn find_byte_index_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let buffer = buffer(args[0])?;
    let needle = args[1].as_small().and_then(|n| u8::try_from(n).ok()).ok_or(Exception::BADARG)?;
    let queue = buffer.queue();
    p.bump_reductions(queue.size / 1024);
    let mut before = 0;
    for s in queue.slices() {
        if let Some(i) = s.iter().position(|&b| b == needle) {
            return Ok(p.heap().tuple(&[Term::OK, p.heap().integer((before + i) as i64)]));
        }
        before += s.len();
    }
    Ok(Term::atom(atom!("not_found")))
}

fn try_lock_1<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let was_locked = buffer(args[0])?.locked.swap(true, Ordering::Acquire);
    Ok(Term::atom(if was_locked { atom!("busy") } else { atom!("acquired") }))
}

fn unlock_1<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if buffer(args[0])?.locked.swap(false, Ordering::Release) {
        Ok(Term::OK)
    } else {
        Err(Exception::Error(Term::atom(atom!("lock_order_violation"))))
    }
}
