//! Writing terms, byte for byte as OTP does: no recursion.

use super::out::{Counter, Out, Part, Parts, SHARED_MIN};
use super::*;
use crate::atom::{Letters, PREFIX};
use crate::node::{self, Node};
use crate::term::Bits;
use crate::{Atom, Big, Definition, Fun, Ref, Term, View, map};
use release::Difference;
use std::cell::Cell;
use std::io::Write;
use std::mem::ManuallyDrop;

/// How to encode.
#[derive(Copy, Clone, Debug)]
pub struct EncodeOptions {
    /// Version of the format: 0 (floats in decimal), 1, or 2 (all atoms in UTF-8). The release says
    /// which is usual.
    pub minor_version: u8,
    /// Level of compression, 0 (none) to 9; 6 is that of `compressed` without a level.
    pub compressed: u32,
    /// Keys of large maps in term order, so that equal terms give equal bytes.
    pub deterministic: bool,
    /// Only this emulator is to read it.
    pub local: bool,
}

impl EncodeOptions {
    /// The form that is written to other nodes.
    pub const DISTRIBUTION: EncodeOptions =
        EncodeOptions { minor_version: 2, compressed: 0, deterministic: false, local: false };
}

impl EncodeOptions {
    /// Writes the bytes in front of a term.
    #[inline]
    fn head(&self, out: &mut Vec<u8>) {
        out.push(VERSION);
        if self.local {
            out.push(tag::LOCAL);
            out.extend_from_slice(&super::here());
        }
    }
}

impl Default for EncodeOptions {
    fn default() -> EncodeOptions {
        let minor_version = if Difference::Utf8Atoms.is_on() { 2 } else { 1 };
        EncodeOptions { minor_version, compressed: 0, deterministic: false, local: false }
    }
}

/// A binary in a term has more bytes than four bytes can count, which the format has for that.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// The term with the version in front: `term_to_binary/2`.
///
/// # Errors
/// There is no form for it.
pub fn encode(t: Term<'_>, options: EncodeOptions) -> Result<Vec<u8>, TooLarge> {
    let mut encoding = Encoding::new(t, options);
    while !encoding.go_on(usize::MAX)? {}
    Ok(encoding.done())
}

/// A term that is being written, as much at a time as is wanted.
pub struct Encoding<'h> {
    out: Vec<u8>,
    options: EncodeOptions,
    atoms: Option<AtomTable>,
    stack: Stack<'h>,
    compressing: Option<Box<Compressing>>,
}

impl<'h> Encoding<'h> {
    /// Begins to write a term with the version in front.
    pub fn new(t: Term<'h>, options: EncodeOptions) -> Encoding<'h> {
        let mut out = Vec::with_capacity(64);
        options.head(&mut out);
        Encoding::behind(out, None, t, options)
    }

    /// Writes a term with the version in front to memory without bytes; about so much work of it.
    /// Gives the rest, if there is one, with the bytes written.
    ///
    /// # Errors
    /// There is no form for the term.
    pub fn all_or_begin(
        t: Term<'h>,
        options: EncodeOptions,
        out: &mut Vec<u8>,
        work: usize,
    ) -> Result<Option<Encoding<'h>>, TooLarge> {
        debug_assert!(out.is_empty(), "room with bytes");
        options.head(out);
        let mut encoder = Encoder::new(out, options, None);
        if options.compressed == 0 && encoder.leaf(t) {
            return Ok(None);
        }
        let mut stack = Stack::kept();
        encoder.one(t, &mut stack);
        let written = encoder.go_on(&mut stack, work)?;
        if written && options.compressed == 0 {
            stack.leave();
            return Ok(None);
        }
        let out = std::mem::take(out);
        let mut encoding = Encoding { out, options, atoms: None, stack, compressing: None };
        if written {
            encoding.compress();
        }
        Ok(Some(encoding))
    }

    /// Begins to write a term behind bytes that are there, without a version. Atoms for which a
    /// table has room are written as references to it. Bytes are compressed without the first of
    /// them, so with a table they must not be.
    pub fn behind(
        mut out: Vec<u8>,
        mut atoms: Option<AtomTable>,
        t: Term<'h>,
        options: EncodeOptions,
    ) -> Encoding<'h> {
        debug_assert!(atoms.is_none() || options.compressed == 0, "references are not compressed");
        let mut stack = Stack::default();
        Encoder::new(&mut out, options, atoms.as_mut()).one(t, &mut stack);
        Encoding { out, options, atoms, stack, compressing: None }
    }

    /// Goes on; gives whether all is done. Work is about as much as it takes to write that many
    /// bytes.
    ///
    /// # Errors
    /// There is no form for the term.
    pub fn go_on(&mut self, work: usize) -> Result<bool, TooLarge> {
        if let Some(compressing) = &mut self.compressing {
            return Ok(compressing.go_on(&self.out[1..], work / COMPRESSING));
        }
        let mut encoder = Encoder::new(&mut self.out, self.options, self.atoms.as_mut());
        if !encoder.go_on(&mut self.stack, work)? {
            return Ok(false);
        }
        Ok(!self.compress())
    }

    /// Begins to compress what has been written, if that is wanted and there is a form for it.
    fn compress(&mut self) -> bool {
        // Compressed bytes have their length in four bytes, too.
        let compressed =
            self.options.compressed > 0 && (6..=u32::MAX as usize).contains(&self.out.len());
        if compressed {
            let compressing = Compressing::new(&self.out[1..], self.options.compressed);
            self.compressing = Some(Box::new(compressing));
        }
        compressed
    }

    /// Bytes written so far: a measure of the work.
    pub fn written(&self) -> usize {
        self.out.len() + self.compressing.as_ref().map_or(0, |c| c.from * COMPRESSING)
    }

    /// The bytes written; the compressed form if it is wanted and shorter.
    pub fn done(self) -> Vec<u8> {
        match self.compressing.and_then(|compressing| compressing.done()) {
            Some(compressed) if compressed.len() <= self.out.len() => compressed,
            _ => self.out,
        }
    }

    /// The bytes written, those before the term included, and the table of their atoms.
    pub fn done_with_atoms(self) -> (Vec<u8>, Option<AtomTable>) {
        (self.out, self.atoms)
    }
}

/// How much longer it takes to compress a byte than to write one.
const COMPRESSING: usize = 16;

/// Compression of the bytes written so far.
struct Compressing {
    stream: flate2::write::ZlibEncoder<Vec<u8>>,
    /// Bytes dealt with.
    from: usize,
    failed: bool,
}

impl Compressing {
    fn new(body: &[u8], level: u32) -> Compressing {
        let mut head = vec![VERSION, tag::COMPRESSED];
        head.extend_from_slice(&(body.len() as u32).to_be_bytes());
        let stream = flate2::write::ZlibEncoder::new(head, flate2::Compression::new(level));
        Compressing { stream, from: 0, failed: false }
    }

    fn go_on(&mut self, body: &[u8], bytes: usize) -> bool {
        let to = self.from.saturating_add(bytes.max(1)).min(body.len());
        self.failed |= self.stream.write_all(&body[self.from..to]).is_err();
        self.from = to;
        self.failed || to == body.len()
    }

    fn done(self) -> Option<Vec<u8>> {
        if self.failed { None } else { self.stream.finish().ok() }
    }
}

/// The term without a version, appended to `out`.
///
/// # Errors
/// There is no form for it. Its beginning has been written then.
pub fn encode_body(t: Term<'_>, options: EncodeOptions, out: &mut Vec<u8>) -> Result<(), TooLarge> {
    Encoder::new(out, options, None).term(t)
}

/// The same with atoms as references to a table, as far as that has room.
///
/// # Errors
/// As [`encode_body`].
pub fn encode_body_with(
    t: Term<'_>,
    options: EncodeOptions,
    atoms: &mut AtomTable,
    out: &mut Vec<u8>,
) -> Result<(), TooLarge> {
    Encoder::new(out, options, Some(atoms)).term(t)
}

/// Bytes that [`encode`] would give (uncompressed), as `erlang:external_size/1,2` counts them: for
/// funs more than it takes.
///
/// # Errors
/// There is no form for it.
pub fn encoded_size(t: Term<'_>, options: EncodeOptions) -> Result<usize, TooLarge> {
    let mut out = Counter(1);
    Encoder::new(&mut out, options, None).term(t)?;
    Ok(out.0)
}

/// A term that is being written in parts that share the large binaries: `term_to_iovec/1,2`.
/// Nothing is compressed.
pub struct EncodingParts<'h> {
    out: Parts,
    options: EncodeOptions,
    atoms: Option<AtomTable>,
    stack: Stack<'h>,
}

impl<'h> EncodingParts<'h> {
    /// Begins to write a term with the version in front.
    pub fn new(t: Term<'h>, options: EncodeOptions) -> EncodingParts<'h> {
        {
            let mut head = Vec::new();
            options.head(&mut head);
            EncodingParts::behind(head, None, t, options, SHARED_MIN)
        }
    }

    /// As [`Encoding::behind`]; binaries of at least `shared` bytes are shared, of those that can
    /// be.
    pub fn behind(
        last: Vec<u8>,
        mut atoms: Option<AtomTable>,
        t: Term<'h>,
        options: EncodeOptions,
        shared: usize,
    ) -> EncodingParts<'h> {
        let mut out = Parts::behind(last, shared);
        let mut stack = Stack::default();
        Encoder::new(&mut out, options, atoms.as_mut()).one(t, &mut stack);
        EncodingParts { out, options, atoms, stack }
    }

    /// As [`Encoding::go_on`].
    ///
    /// # Errors
    /// There is no form for the term.
    pub fn go_on(&mut self, work: usize) -> Result<bool, TooLarge> {
        let mut encoder = Encoder::new(&mut self.out, self.options, self.atoms.as_mut());
        encoder.go_on(&mut self.stack, work)
    }

    /// Bytes written so far, with those that are shared.
    pub fn written(&self) -> usize {
        self.out.position()
    }

    /// Ends the part that is being written, if it has that many bytes: so parts need not become as
    /// large as the term.
    pub fn cut(&mut self, bytes: usize) {
        self.out.cut_from(bytes);
    }

    /// The parts.
    pub fn done(self) -> Vec<Part> {
        self.done_with_atoms().0
    }

    /// The parts, those before the term included, and the table of their atoms.
    pub fn done_with_atoms(self) -> (Vec<Part>, Option<AtomTable>) {
        (self.out.done(), self.atoms)
    }
}

/// A part that remains to be written.
#[derive(Copy, Clone)]
enum Rest<'h> {
    /// These, one after the other.
    Terms(&'h [Term<'h>]),
    /// Of a flat map, from this association on.
    Pairs(Term<'h>, usize),
    /// Of the last map among the large ones.
    Large,
    /// A map's value, after its key.
    Value(Term<'h>),
    /// Of a list: what is left, elements so far, where their number goes.
    List(Term<'h>, u32, usize),
    /// A fun ends here: its size is to be put there.
    FunSize(usize),
    /// There is no form for what comes here.
    TooLarge,
}

/// The rest of a large map.
enum Large<'h> {
    /// In the order in which it has them.
    Entries(Box<map::Iter<'h>>),
    /// In key order: to be sorted, and when that is done.
    Unsorted(Box<map::InKeyOrder<'h>>),
    Sorted(Box<map::InKeyOrder<'h>>),
}

/// The parts that remain to be written, the next one last.
#[derive(Default)]
struct Stack<'h> {
    rest: Vec<Rest<'h>>,
    large: Vec<Large<'h>>,
}

struct Encoder<'o, O> {
    out: &'o mut O,
    options: EncodeOptions,
    /// Atoms that are written as references to their place here.
    atoms: Option<&'o mut AtomTable>,
    /// Terms to be written before a look at how much has been done.
    left: usize,
    /// Steps other than writing, as work.
    besides: usize,
}

/// Terms that are written between two looks at how much has been done.
const RUN: usize = 2048;

/// Associations of a map that are sorted in one step.
const SORTED_AT_ONCE: usize = 4096;

/// How much longer it takes to compare two keys than to write a byte.
const COMPARING: usize = 4;

/// Bytes of a binary that are written as fast as a term.
const BYTES_A_TERM: usize = 64;

thread_local! {
    /// Memory for the next stack of this thread.
    static PLACES: Cell<Vec<Rest<'static>>> = const { Cell::new(Vec::new()) };
}

/// The most parts that it has room for.
const PLACES_MAX: usize = 1 << 10;

impl<'h> Stack<'h> {
    /// One in the memory that is kept for it, which takes it back by [`Stack::leave`].
    #[inline]
    fn kept() -> Stack<'h> {
        Stack { rest: PLACES.take(), large: Vec::new() }
    }

    /// Gives the memory of a stack back on which nothing is left.
    #[inline]
    fn leave(self) {
        let mut rest = ManuallyDrop::new(self.rest);
        if rest.capacity() <= PLACES_MAX {
            rest.clear();
            // SAFETY: the memory of a vector of a type that differs in a lifetime only; there is
            // nothing in it, and this owner gives it away.
            PLACES
                .set(unsafe { Vec::from_raw_parts(rest.as_mut_ptr().cast(), 0, rest.capacity()) });
        } else {
            drop(ManuallyDrop::into_inner(rest));
        }
    }

    fn push_large(&mut self, map: Large<'h>) {
        self.large.push(map);
        self.rest.push(Rest::Large);
    }

    fn large_done(&mut self) {
        self.large.pop();
        self.rest.pop();
    }
}

impl<'o, O: Out> Encoder<'o, O> {
    #[inline(always)]
    fn new(
        out: &'o mut O,
        options: EncodeOptions,
        atoms: Option<&'o mut AtomTable>,
    ) -> Encoder<'o, O> {
        Encoder { out, options, atoms, left: RUN, besides: 0 }
    }

    /// Writes a term.
    fn term(mut self, t: Term<'_>) -> Result<(), TooLarge> {
        let mut stack = Stack::kept();
        self.one(t, &mut stack);
        self.go_on(&mut stack, usize::MAX)?;
        stack.leave();
        Ok(())
    }

    /// Writes what remains, until about so many bytes have been written; whether that was all.
    fn go_on(&mut self, stack: &mut Stack<'_>, work: usize) -> Result<bool, TooLarge> {
        let from = self.out.position();
        let mut terms = 0;
        while !self.run(stack)? {
            terms += RUN;
            if self.out.position() - from + terms + self.besides >= work {
                return Ok(false);
            }
            self.left = RUN;
        }
        Ok(true)
    }

    /// Writes as many terms as are left to be written now; whether nothing remains.
    fn run<'h>(&mut self, stack: &mut Stack<'h>) -> Result<bool, TooLarge> {
        while let Some(&rest) = stack.rest.last() {
            if self.left == 0 {
                return Ok(false);
            }
            self.left -= 1;
            match rest {
                Rest::Terms(terms) => self.terms(terms, stack),
                Rest::List(left, n, at) => self.elements((left, n, at), stack),
                Rest::Pairs(map, from) => self.pairs(map, from, stack),
                Rest::Large => self.large(stack),
                Rest::Value(v) => {
                    stack.rest.pop();
                    self.one(v, stack);
                }
                Rest::FunSize(at) => {
                    let size = self.out.position() - at;
                    self.out.patch(at, size as u32);
                    stack.rest.pop();
                }
                Rest::TooLarge => return Err(TooLarge),
            }
        }
        Ok(true)
    }

    /// Writes the terms on top of the stack, up to the first that has parts which remain. The rest
    /// of them is put where they were, in its own words: to move it would be to read wide what has
    /// just been written narrowly, which processors wait for.
    fn terms<'h>(&mut self, mut terms: &'h [Term<'h>], stack: &mut Stack<'h>) {
        let top = stack.rest.len();
        while let [t, rest @ ..] = terms {
            if self.left == 0 {
                stack.rest[top - 1] = Rest::Terms(terms);
                return;
            }
            self.left -= 1;
            terms = rest;
            if self.leaf(*t) {
                continue;
            }
            if terms.is_empty() {
                stack.rest.pop();
                return self.one(*t, stack);
            }
            self.one(*t, stack);
            if stack.rest.len() > top {
                stack.rest[top - 1] = Rest::Terms(terms);
                return;
            }
        }
        stack.rest.pop();
    }

    /// The same for the elements of a list, with those so far, and where their number goes.
    fn elements<'h>(
        &mut self,
        (mut left, mut n, at): (Term<'h>, u32, usize),
        stack: &mut Stack<'h>,
    ) {
        let top = stack.rest.len();
        while let Some((head, tail)) = left.as_cons() {
            if self.left == 0 {
                stack.rest[top - 1] = Rest::List(left, n, at);
                return;
            }
            self.left -= 1;
            (left, n) = (tail, n + 1);
            if self.leaf(head) {
                continue;
            }
            self.one(head, stack);
            if stack.rest.len() > top {
                stack.rest[top - 1] = Rest::List(left, n, at);
                return;
            }
        }
        self.out.patch(at, n);
        stack.rest.pop();
        self.one(left, stack);
    }

    /// The same for the associations of a flat map, from one on.
    fn pairs<'h>(&mut self, map: Term<'h>, from: usize, stack: &mut Stack<'h>) {
        let (keys, values) = map::flat(map).unwrap_or_default();
        let top = stack.rest.len();
        let mut next = from;
        while let (Some(&k), Some(&v)) = (keys.get(next), values.get(next)) {
            next += 1;
            self.left = self.left.saturating_sub(2);
            if !self.leaf(k) {
                self.one(k, stack);
            }
            if stack.rest.len() > top {
                // The value comes behind the key's parts.
                stack.rest.insert(top, Rest::Value(v));
            } else if !self.leaf(v) {
                self.one(v, stack);
            }
            if stack.rest.len() > top {
                stack.rest[top - 1] = Rest::Pairs(map, next);
                return;
            }
        }
        stack.rest.pop();
    }

    /// The same for those of a large one.
    fn large<'h>(&mut self, stack: &mut Stack<'h>) {
        match stack.large.last_mut() {
            Some(Large::Entries(iter)) => {
                while self.left > 0 {
                    let Some((k, v)) = iter.next() else { return stack.large_done() };
                    self.left = self.left.saturating_sub(2);
                    if !self.leaf(k) {
                        return self.pair(k, v, stack);
                    }
                    if !self.leaf(v) {
                        return self.one(v, stack);
                    }
                }
            }
            Some(Large::Unsorted(entries)) => match entries.sort(SORTED_AT_ONCE) {
                0 => {
                    let Some(Large::Unsorted(entries)) = stack.large.pop() else { unreachable!() };
                    stack.large.push(Large::Sorted(entries));
                }
                n => {
                    self.besides += n * n.ilog2() as usize * COMPARING;
                    self.left = 0;
                }
            },
            Some(Large::Sorted(entries)) => match entries.next() {
                Some((k, v)) => {
                    self.besides += entries.comparisons() * COMPARING;
                    self.pair(k, v, stack);
                }
                None => stack.large_done(),
            },
            None => drop(stack.rest.pop()),
        }
    }

    /// Writes a key; its value follows.
    fn pair<'h>(&mut self, k: Term<'h>, v: Term<'h>, stack: &mut Stack<'h>) {
        stack.rest.push(Rest::Value(v));
        self.one(k, stack);
    }

    /// Writes a tuple with the terms that it begins with, up to the first that has parts.
    fn tuple<'h>(&mut self, elements: &'h [Term<'h>], stack: &mut Stack<'h>) {
        match u8::try_from(elements.len()) {
            Ok(n) => self.out.put(&[tag::SMALL_TUPLE, n]),
            Err(_) => self.tag_u32(tag::LARGE_TUPLE, elements.len() as u32),
        }
        let most = elements.len().min(self.left);
        let n = elements[..most].iter().position(|t| !self.leaf(*t)).unwrap_or(most);
        self.left -= n;
        if n < elements.len() {
            stack.rest.push(Rest::Terms(&elements[n..]));
        }
    }

    fn u8(&mut self, b: u8) {
        self.out.put(&[b]);
    }

    fn u16(&mut self, n: u16) {
        self.out.put(&n.to_be_bytes());
    }

    fn u32(&mut self, n: u32) {
        self.out.put(&n.to_be_bytes());
    }

    /// A tag and a number of four bytes.
    fn tag_u32(&mut self, tag: u8, n: u32) {
        let [a, b, c, d] = n.to_be_bytes();
        self.out.put(&[tag, a, b, c, d]);
    }

    /// Writes a small integer or an atom; whether it is one.
    #[inline(always)]
    fn leaf(&mut self, t: Term<'_>) -> bool {
        if let Some(i) = t.as_small() {
            self.integer(i);
        } else if let Some(a) = t.as_atom() {
            self.atom(a);
        } else {
            return false;
        }
        true
    }

    /// Writes a term with the parts that it begins with, if these have none themselves; pushes the
    /// others.
    fn one<'h>(&mut self, t: Term<'h>, stack: &mut Stack<'h>) {
        if self.leaf(t) {
            return;
        }
        if t.is_cons() {
            return self.list(t, stack);
        }
        if let Some(elements) = t.as_tuple() {
            return self.tuple(elements, stack);
        }
        if let Some(bytes) = t.whole_bytes()
            && let Ok(n) = u32::try_from(bytes.len())
            && !O::SHARES
        {
            self.tag_u32(tag::BINARY, n);
            self.left = self.left.saturating_sub(bytes.len() / BYTES_A_TERM);
            return self.out.put(bytes);
        }
        if let Some((_, values)) = t.as_flat_map() {
            return self.flat_map(t, values.len(), stack);
        }
        if let Some(f) = t.as_float() {
            return self.float(f);
        }
        if t.is_nil() {
            return self.u8(tag::NIL);
        }
        self.seldom(t, stack);
    }

    /// Writes the beginning of a small map; pushes its associations.
    fn flat_map<'h>(&mut self, t: Term<'h>, n: usize, stack: &mut Stack<'h>) {
        self.tag_u32(tag::MAP, n as u32);
        match self.options.deterministic && Difference::AtomKeys.is_on() {
            true => stack.push_large(Large::Unsorted(Box::new(map::InKeyOrder::new(t)))),
            false => stack.rest.push(Rest::Pairs(t, 0)),
        }
    }

    /// Writes other terms than these.
    #[inline(never)]
    fn seldom<'h>(&mut self, t: Term<'h>, stack: &mut Stack<'h>) {
        match t.view() {
            View::Small(_)
            | View::Atom(_)
            | View::Cons(..)
            | View::Tuple(_)
            | View::Float(_)
            | View::FlatMap(..)
            | View::Nil => unreachable!("written above"),
            View::Bits(bits) => self.bit_string(bits, stack),
            View::Big(b) => self.big(b),
            View::Record(definition, values) => self.record(definition, values, stack),
            View::HashMap(_) => {
                self.tag_u32(tag::MAP, map::size(t) as u32);
                stack.push_large(match self.options.deterministic {
                    true => Large::Unsorted(Box::new(map::InKeyOrder::new(t))),
                    false => Large::Entries(Box::new(map::Iter::new(t))),
                });
            }
            View::Fun(fun) => self.fun(fun, stack),
            View::Export(export) => {
                self.u8(tag::EXPORT);
                self.atom(export.mfa.module);
                self.atom(export.mfa.function);
                self.integer(i64::from(export.mfa.arity));
            }
            View::Pid(_) | View::ExternalPid(..) => self.pid(t),
            View::Port(n) => self.port(None, n),
            View::ExternalPort(node, n) => self.port(Some(node), n),
            View::Ref(r) => self.local_reference(r),
            View::ExternalRef(node) => {
                let numbers = t.ref_numbers().unwrap_or_default();
                self.reference(Some(node), &numbers);
            }
            View::None => debug_assert!(false, "encoding what is no term"),
        }
    }

    fn local_reference(&mut self, r: Ref<'_>) {
        let [a, b, c] = r.numbers();
        match r.alias_pid().map(pid_numbers) {
            // An alias has the numbers of its process's pid behind its own.
            Some((id, serial)) => self.reference(None, &[a, b, c, id, serial]),
            None => self.reference(None, &[a, b, c]),
        }
    }

    /// Writes the definition of a native record; its values follow.
    fn record<'h>(
        &mut self,
        definition: Definition<'h>,
        values: &'h [Term<'h>],
        stack: &mut Stack<'h>,
    ) {
        self.tag_u32(tag::RECORD, values.len() as u32);
        self.u8(u8::from(definition.is_exported()));
        self.atom(definition.module());
        self.atom(definition.name());
        definition.fields().iter().filter_map(|t| t.as_atom()).for_each(|field| self.atom(field));
        if !values.is_empty() {
            stack.rest.push(Rest::Terms(values));
        }
    }

    fn big(&mut self, b: Big<'_>) {
        let (top, low) = b.limbs.split_last().expect("limbs");
        let in_top = 8 - top.leading_zeros() as usize / 8;
        let n = low.len() * 8 + in_top;
        match u8::try_from(n) {
            Ok(n) => self.out.put(&[tag::SMALL_BIG, n]),
            Err(_) => self.tag_u32(tag::LARGE_BIG, n as u32),
        }
        self.u8(u8::from(b.negative));
        for limb in low {
            self.out.put(&limb.to_le_bytes());
        }
        self.out.put(&top.to_le_bytes()[..in_top]);
    }

    /// Writes a list of bytes, or another list with the elements that it begins with, up to the
    /// first that has parts.
    fn list<'h>(&mut self, t: Term<'h>, stack: &mut Stack<'h>) {
        if let Some(n) = t.byte_list_length(u16::MAX.into()) {
            let [a, b] = (n as u16).to_be_bytes();
            self.out.put(&[tag::STRING, a, b]);
            self.left = self.left.saturating_sub(n);
            return self.out.byte_list(n, t);
        }
        self.tag_u32(tag::LIST, 0);
        let at = self.out.position() - 4;
        let (mut left, mut n) = (t, 0);
        while let Some((head, tail)) = left.as_cons()
            && self.left > 0
            && self.leaf(head)
        {
            (left, n) = (tail, n + 1);
            self.left -= 1;
        }
        if !left.is_nil() {
            return stack.rest.push(Rest::List(left, n, at));
        }
        self.out.patch(at, n);
        self.u8(tag::NIL);
    }

    fn bit_string(&mut self, bits: Bits<'_>, stack: &mut Stack<'_>) {
        let used = bits.bit_len() % 8;
        let Ok(bytes) = u32::try_from(bits.bit_len().div_ceil(8)) else {
            return stack.rest.push(Rest::TooLarge);
        };
        if used == 0 {
            self.tag_u32(tag::BINARY, bytes);
        } else {
            self.tag_u32(tag::BIT_BINARY, bytes);
            self.u8(used as u8);
        }
        self.left = self.left.saturating_sub(bytes as usize / BYTES_A_TERM);
        self.out.bits(bits);
    }

    #[inline(always)]
    fn integer(&mut self, i: i64) {
        if let Ok(byte) = u8::try_from(i) {
            self.out.put(&[tag::SMALL_INTEGER, byte]);
        } else if let Ok(i) = i32::try_from(i) {
            self.tag_u32(tag::INTEGER, i as u32);
        } else {
            self.long_integer(i);
        }
    }

    fn long_integer(&mut self, i: i64) {
        let magnitude = i.unsigned_abs();
        let n = 8 - magnitude.leading_zeros() as usize / 8;
        self.out.put(&[tag::SMALL_BIG, n as u8, u8::from(i < 0)]);
        self.out.put_first(n, magnitude.to_le_bytes());
    }

    fn float(&mut self, f: f64) {
        if self.options.minor_version > 0 {
            self.u8(tag::NEW_FLOAT);
            return self.out.put(&f.to_bits().to_be_bytes());
        }
        self.decimal_float(f);
    }

    #[cold]
    #[inline(never)]
    fn decimal_float(&mut self, f: f64) {
        let mut text = [0; 31];
        let s = decimal(f);
        text[..s.len()].copy_from_slice(s.as_bytes());
        self.u8(tag::FLOAT);
        self.out.put(&text);
    }

    fn atom(&mut self, atom: Atom) {
        if let Some(atoms) = &mut self.atoms
            && let Some(i) = atoms.index(atom)
        {
            return self.out.put(&[tag::ATOM_CACHE_REF, i]);
        }
        let (name, prefix, letters) = atom.spelling();
        let n = name.len();
        let [a, b, c, d, e, f, g, h] = prefix.to_be_bytes();
        let [n1, n0] = (n as u16).to_be_bytes();
        if self.options.minor_version >= 2 || letters == Letters::All {
            if n <= PREFIX {
                let all = [tag::SMALL_ATOM_UTF8, n0, a, b, c, d, e, f, g, h];
                return self.out.put_first(2 + n, all);
            }
            match n1 {
                0 => self.out.put(&[tag::SMALL_ATOM_UTF8, n0]),
                _ => self.out.put(&[tag::ATOM_UTF8, n1, n0]),
            }
            self.out.put(name.as_bytes());
        } else if letters == Letters::Latin1 {
            self.u8(tag::ATOM);
            self.u16(name.chars().count() as u16);
            for c in name.chars() {
                self.u8(c as u8);
            }
        } else if n <= PREFIX {
            self.out.put_first(3 + n, [tag::ATOM, n1, n0, a, b, c, d, e, f, g, h]);
        } else {
            self.out.put(&[tag::ATOM, n1, n0]);
            self.out.put(name.as_bytes());
        }
    }

    /// Writes the name of a node, this one if it is none; gives the creation that goes with it.
    /// Where only this emulator is to read it, this node has no name, for it may get another.
    fn node(&mut self, node: Option<&Node>) -> u32 {
        if node.is_none() && self.options.local {
            self.u8(tag::NIL);
            return 0;
        }
        let here = (node::this_node(), node::this_creation());
        let (name, creation) = node.map_or(here, |node| (node.name, node.creation));
        self.atom(name);
        creation
    }

    fn pid(&mut self, t: Term<'_>) {
        let (node, (id, serial)) = match t.view() {
            View::Pid(n) => (None, pid_numbers(n)),
            View::ExternalPid(node, id, serial) => (Some(node), (id, serial)),
            _ => unreachable!("a pid"),
        };
        self.u8(tag::NEW_PID);
        let creation = self.node(node);
        let numbers = u128::from(id) << 64 | u128::from(serial) << 32 | u128::from(creation);
        let [_, _, _, _, numbers @ ..] = numbers.to_be_bytes();
        self.out.put(&numbers);
    }

    fn port(&mut self, node: Option<&Node>, number: u64) {
        let old = number < 1 << 28 && !Difference::LargePorts.is_on();
        self.u8(if old { tag::NEW_PORT } else { tag::V4_PORT });
        let creation = self.node(node);
        match old {
            true => self.u32(number as u32),
            false => self.out.put(&number.to_be_bytes()),
        }
        self.u32(creation);
    }

    fn reference(&mut self, node: Option<&Node>, numbers: &[u32]) {
        self.u8(tag::NEWER_REFERENCE);
        self.u16(numbers.len() as u16);
        let creation = self.node(node);
        self.u32(creation);
        for &n in numbers {
            self.u32(n);
        }
    }

    fn fun<'h>(&mut self, fun: Fun<'h>, stack: &mut Stack<'h>) {
        let entry = fun.entry;
        self.tag_u32(tag::NEW_FUN, 0);
        let size_at = self.out.position() - 4;
        self.u8(entry.arity);
        self.out.put(&entry.uniq);
        self.u32(entry.index);
        self.u32(fun.free.len() as u32);
        self.atom(entry.module);
        if O::COUNTING {
            // OTP reckons with five bytes for each of the two numbers, however short they are.
            self.out.put(&[0; 10]);
        } else {
            self.integer(i64::from(entry.old.index));
            self.integer(i64::from(entry.old.uniq));
        }
        self.pid(if Difference::FunCreators.is_on() { fun.creator } else { Term::pid(0) });
        stack.rest.extend([Rest::FunSize(size_at), Rest::Terms(fun.free)]);
    }
}

/// The number and the serial of a local pid.
fn pid_numbers(pid: u64) -> (u32, u32) {
    (pid as u32 & ((1 << PID_NUMBER_BITS) - 1), (pid >> PID_NUMBER_BITS) as u32)
}

/// As C's `"%.20e"`.
fn decimal(f: f64) -> String {
    let s = format!("{f:.20e}");
    let (mantissa, exponent) = s.split_once('e').expect("an exponent");
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}
