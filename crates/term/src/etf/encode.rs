//! Writing terms, byte for byte as OTP does: no recursion.

use super::*;
use crate::atom::PREFIX;
use crate::node::{self, Node};
use crate::term::Bits;
use crate::{Atom, Big, Definition, Fun, Ref, RefBin, Term, View, map};
use release::Difference;
use std::io::Write;

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
    /// The bytes in front of a term.
    fn head(&self) -> Vec<u8> {
        match self.local {
            true => [&[VERSION, tag::LOCAL][..], &super::here()].concat(),
            false => vec![VERSION],
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
    stack: Vec<Rest<'h>>,
    compressing: Option<Box<Compressing>>,
}

impl<'h> Encoding<'h> {
    /// Begins to write a term with the version in front.
    pub fn new(t: Term<'h>, options: EncodeOptions) -> Encoding<'h> {
        Encoding::behind(options.head(), None, t, options)
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
        let stack = Encoder::new(&mut out, options, atoms.as_mut()).begin(t);
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
        let written = Encoder::new(&mut self.out, self.options, self.atoms.as_mut());
        if !written.go_on(&mut self.stack, work)? {
            return Ok(false);
        }
        // Compressed bytes have their length in four bytes, too.
        let compressed =
            self.options.compressed > 0 && (6..=u32::MAX as usize).contains(&self.out.len());
        if compressed {
            let compressing = Compressing::new(&self.out[1..], self.options.compressed);
            self.compressing = Some(Box::new(compressing));
        }
        Ok(!compressed)
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

/// A part of an encoded term.
pub enum Part {
    /// Bytes that were written.
    Bytes(Vec<u8>),
    /// Part of a large binary of the term, not copied: from, number of bytes.
    Shared(RefBin, usize, usize),
}

impl Part {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Part::Bytes(bytes) => bytes,
            Part::Shared(bin, from, n) => &bin.bytes()[*from..from + n],
        }
    }
}

/// A term that is being written in parts that share the large binaries: `term_to_iovec/1,2`.
/// Nothing is compressed.
pub struct EncodingParts<'h> {
    out: Parts,
    options: EncodeOptions,
    atoms: Option<AtomTable>,
    stack: Vec<Rest<'h>>,
}

impl<'h> EncodingParts<'h> {
    /// Begins to write a term with the version in front.
    pub fn new(t: Term<'h>, options: EncodeOptions) -> EncodingParts<'h> {
        EncodingParts::behind(options.head(), None, t, options, SHARED_MIN)
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
        let mut out = Parts { done: Vec::new(), last, before: 0, shared };
        let stack = Encoder::new(&mut out, options, atoms.as_mut()).begin(t);
        EncodingParts { out, options, atoms, stack }
    }

    /// As [`Encoding::go_on`].
    ///
    /// # Errors
    /// There is no form for the term.
    pub fn go_on(&mut self, work: usize) -> Result<bool, TooLarge> {
        let encoder = Encoder::new(&mut self.out, self.options, self.atoms.as_mut());
        encoder.go_on(&mut self.stack, work)
    }

    /// Bytes written so far, with those that are shared.
    pub fn written(&self) -> usize {
        self.out.position()
    }

    /// Ends the part that is being written, if it has that many bytes: so parts need not become as
    /// large as the term.
    pub fn cut(&mut self, bytes: usize) {
        if self.out.last.len() >= bytes {
            self.out.cut();
        }
    }

    /// The parts.
    pub fn done(self) -> Vec<Part> {
        self.done_with_atoms().0
    }

    /// The parts, those before the term included, and the table of their atoms.
    pub fn done_with_atoms(mut self) -> (Vec<Part>, Option<AtomTable>) {
        self.out.cut();
        (self.out.done, self.atoms)
    }
}

/// A receiver of the bytes.
trait Out {
    fn put(&mut self, bytes: &[u8]);
    /// Puts the first of some bytes. To write all is quicker than to look how many.
    fn put_first<const N: usize>(&mut self, n: usize, bytes: [u8; N]);
    fn bits(&mut self, bits: Bits<'_>);
    /// Bytes put so far.
    fn position(&self) -> usize;
    /// Changes four bytes that were put at a position.
    fn patch(&mut self, at: usize, value: u32);
    /// Whether only the size is asked for.
    const COUNTING: bool = false;
}

impl Out for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn put_first<const N: usize>(&mut self, n: usize, bytes: [u8; N]) {
        self.extend_from_slice(&bytes);
        self.truncate(self.len() - (N - n));
    }

    fn bits(&mut self, bits: Bits<'_>) {
        match (bits.aligned(), bits.bit_len() % 8) {
            (Some(bytes), 0) => self.extend_from_slice(&bytes[..bits.bit_len() / 8]),
            _ => self.extend_from_slice(&bits.bytes()),
        }
    }

    fn position(&self) -> usize {
        self.len()
    }

    fn patch(&mut self, at: usize, value: u32) {
        self[at..at + 4].copy_from_slice(&value.to_be_bytes());
    }
}

struct Counter(usize);

impl Out for Counter {
    fn put(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }

    fn put_first<const N: usize>(&mut self, n: usize, _: [u8; N]) {
        self.0 += n;
    }

    fn bits(&mut self, bits: Bits<'_>) {
        self.0 += bits.bit_len().div_ceil(8);
    }

    fn position(&self) -> usize {
        self.0
    }

    fn patch(&mut self, _: usize, _: u32) {}

    const COUNTING: bool = true;
}

/// Bytes of the smallest binary that `term_to_iovec` shares.
const SHARED_MIN: usize = crate::heap::HEAP_BIN_MAX + 1;

struct Parts {
    done: Vec<Part>,
    last: Vec<u8>,
    /// Bytes in `done`.
    before: usize,
    /// Bytes of the smallest binary that is shared.
    shared: usize,
}

impl Parts {
    fn cut(&mut self) {
        if !self.last.is_empty() {
            self.before += self.last.len();
            self.done.push(Part::Bytes(std::mem::take(&mut self.last)));
        }
    }
}

impl Out for Parts {
    fn put(&mut self, bytes: &[u8]) {
        self.last.extend_from_slice(bytes);
    }

    fn put_first<const N: usize>(&mut self, n: usize, bytes: [u8; N]) {
        self.last.put_first(n, bytes);
    }

    fn bits(&mut self, bits: Bits<'_>) {
        let (from, whole) = (bits.bit_offset() / 8, bits.bit_len() / 8);
        match bits.original().as_ref_bin() {
            Some(bin) if bits.bit_offset().is_multiple_of(8) && whole >= self.shared => {
                self.cut();
                self.done.push(Part::Shared(bin, from, whole));
                self.before += whole;
                let used = bits.bit_len() % 8;
                if used != 0 {
                    self.last.push(bits.span()[whole] & 0xff << (8 - used));
                }
            }
            _ => self.last.extend_from_slice(&bits.bytes()),
        }
    }

    fn position(&self) -> usize {
        self.before + self.last.len()
    }

    fn patch(&mut self, at: usize, value: u32) {
        let bytes = value.to_be_bytes();
        if at >= self.before {
            self.last[at - self.before..][..4].copy_from_slice(&bytes);
            return;
        }
        let mut end = self.before;
        for part in self.done.iter_mut().rev() {
            match part {
                Part::Shared(_, _, n) => end -= *n,
                Part::Bytes(b) => {
                    end -= b.len();
                    if at >= end {
                        b[at - end..][..4].copy_from_slice(&bytes);
                        return;
                    }
                }
            }
        }
    }
}

/// A part that remains to be written.
enum Rest<'h> {
    /// These, one after the other.
    Terms(&'h [Term<'h>]),
    /// Of a flat map.
    Pairs(&'h [Term<'h>], &'h [Term<'h>]),
    /// Of a large map.
    Entries(Box<map::Iter<'h>>),
    /// Of a large map in key order: to be sorted, and when that is done.
    Unsorted(Box<map::InKeyOrder<'h>>),
    Sorted(Box<map::InKeyOrder<'h>>),
    /// A map's value, after its key.
    Value(Term<'h>),
    /// Of a list: what is left, elements so far, where their number goes.
    List(Term<'h>, u32, usize),
    /// A fun ends here: its size is to be put there.
    FunSize(usize),
    /// There is no form for what comes here.
    TooLarge,
}

struct Encoder<'o, O> {
    out: &'o mut O,
    options: EncodeOptions,
    /// Atoms that are written as references to their place here.
    atoms: Option<&'o mut AtomTable>,
    /// Steps other than writing, as work.
    besides: usize,
}

/// Elements of a tuple or list that are written in one step.
const RUN: u32 = 1024;

/// Steps between two looks at how much has been done.
const STEPS: usize = 64;

/// Associations of a map that are sorted in one step.
const SORTED_AT_ONCE: usize = 4096;

/// How much longer it takes to compare two keys than to write a byte.
const COMPARING: usize = 4;

impl<'o, O: Out> Encoder<'o, O> {
    fn new(
        out: &'o mut O,
        options: EncodeOptions,
        atoms: Option<&'o mut AtomTable>,
    ) -> Encoder<'o, O> {
        Encoder { out, options, atoms, besides: 0 }
    }

    /// Writes a term.
    fn term(mut self, t: Term<'_>) -> Result<(), TooLarge> {
        let mut stack = self.begin(t);
        while !self.steps(&mut stack, usize::MAX)? {}
        Ok(())
    }

    /// Writes the beginning of a term; what remains.
    fn begin<'h>(&mut self, t: Term<'h>) -> Vec<Rest<'h>> {
        let mut stack = Vec::new();
        self.one(t, &mut stack);
        stack
    }

    /// Writes what remains, until about so many bytes have been written; whether that was all.
    fn go_on(mut self, stack: &mut Vec<Rest<'_>>, work: usize) -> Result<bool, TooLarge> {
        let from = self.out.position();
        let mut steps = 0;
        while !self.steps(stack, STEPS)? {
            steps += STEPS;
            if self.out.position() - from + steps + self.besides >= work {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes so many steps of what remains, or up to one that takes long; whether that was all.
    fn steps<'h>(&mut self, stack: &mut Vec<Rest<'h>>, steps: usize) -> Result<bool, TooLarge> {
        for _ in 0..steps {
            let Some(rest) = stack.last_mut() else { return Ok(true) };
            match rest {
                Rest::Terms(terms) => self.terms(terms, stack),
                Rest::List(left, n, at) => self.elements((*left, *n, *at), stack),
                Rest::Pairs(keys, values) => match (*keys, *values) {
                    ([k, more_keys @ ..], [v, more_values @ ..]) => {
                        (*keys, *values) = (more_keys, more_values);
                        self.pair(*k, *v, stack);
                    }
                    _ => drop(stack.pop()),
                },
                Rest::Entries(iter) => match iter.next() {
                    Some((k, v)) => self.pair(k, v, stack),
                    None => drop(stack.pop()),
                },
                Rest::Unsorted(entries) => match entries.sort(SORTED_AT_ONCE) {
                    0 => {
                        let Some(Rest::Unsorted(entries)) = stack.pop() else { unreachable!() };
                        stack.push(Rest::Sorted(entries));
                    }
                    n => {
                        self.besides += n * n.ilog2() as usize * COMPARING;
                        return Ok(false);
                    }
                },
                Rest::Sorted(entries) => match entries.next() {
                    Some((k, v)) => {
                        self.besides += entries.comparisons() * COMPARING;
                        self.pair(k, v, stack);
                    }
                    None => drop(stack.pop()),
                },
                Rest::Value(v) => {
                    let v = *v;
                    stack.pop();
                    self.one(v, stack);
                }
                Rest::FunSize(at) => {
                    let size = self.out.position() - *at;
                    self.out.patch(*at, size as u32);
                    stack.pop();
                }
                Rest::TooLarge => return Err(TooLarge),
            }
        }
        Ok(stack.is_empty())
    }

    /// Writes the terms on top of the stack, up to the first that has parts itself. The rest of
    /// them is put where they were, in its own words: to move it would be to read wide what has
    /// just been written narrowly, which processors wait for.
    fn terms<'h>(&mut self, mut terms: &'h [Term<'h>], stack: &mut Vec<Rest<'h>>) {
        let top = stack.len();
        if let Some((now, later)) = terms.split_at_checked(RUN as usize)
            && !later.is_empty()
        {
            stack[top - 1] = Rest::Terms(later);
            return stack.push(Rest::Terms(now));
        }
        while let [t, others @ ..] = terms {
            terms = others;
            if terms.is_empty() {
                stack.pop();
                return self.one(*t, stack);
            }
            self.one(*t, stack);
            if stack.len() > top {
                stack[top - 1] = Rest::Terms(terms);
                return;
            }
        }
        stack.pop();
    }

    /// The same for the elements of a list, with those so far, and where their number goes.
    fn elements<'h>(
        &mut self,
        (mut left, mut n, at): (Term<'h>, u32, usize),
        stack: &mut Vec<Rest<'h>>,
    ) {
        let (top, end) = (stack.len(), n.saturating_add(RUN));
        while let Some((head, tail)) = left.as_cons() {
            (left, n) = (tail, n + 1);
            self.one(head, stack);
            if stack.len() > top || n == end {
                stack[top - 1] = Rest::List(left, n, at);
                return;
            }
        }
        self.out.patch(at, n);
        stack.pop();
        self.one(left, stack);
    }

    /// Writes a key; its value follows.
    fn pair<'h>(&mut self, k: Term<'h>, v: Term<'h>, stack: &mut Vec<Rest<'h>>) {
        stack.push(Rest::Value(v));
        self.one(k, stack);
    }

    fn tuple_head(&mut self, elements: usize) {
        match u8::try_from(elements) {
            Ok(n) => self.out.put(&[tag::SMALL_TUPLE, n]),
            Err(_) => self.tag_u32(tag::LARGE_TUPLE, elements as u32),
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

    /// Writes a term without its parts; pushes the parts.
    fn one<'h>(&mut self, t: Term<'h>, stack: &mut Vec<Rest<'h>>) {
        if let Some(i) = t.as_small() {
            return self.integer(i);
        }
        if let Some(a) = t.as_atom() {
            return self.atom(a);
        }
        if t.is_cons() {
            return self.list(t, stack);
        }
        if let Some(elements) = t.as_tuple() {
            self.tuple_head(elements.len());
            return stack.push(Rest::Terms(elements));
        }
        if let Some(f) = t.as_float() {
            return self.float(f);
        }
        if let Some(bits) = t.as_bits() {
            return self.bit_string(bits, stack);
        }
        match t.view() {
            View::Small(_)
            | View::Atom(_)
            | View::Cons(..)
            | View::Tuple(_)
            | View::Float(_)
            | View::Bits(_) => unreachable!("written above"),
            View::Big(b) => self.big(b),
            View::Nil => self.u8(tag::NIL),
            View::FlatMap(keys, values) => {
                self.tag_u32(tag::MAP, keys.len() as u32);
                let sorts = self.options.deterministic && Difference::AtomKeys.is_on();
                stack.push(match sorts {
                    true => Rest::Unsorted(Box::new(map::InKeyOrder::new(t))),
                    false => Rest::Pairs(keys, values),
                });
            }
            View::Record(definition, values) => self.record(definition, values, stack),
            View::HashMap(_) => {
                self.tag_u32(tag::MAP, map::size(t) as u32);
                stack.push(match self.options.deterministic {
                    true => Rest::Unsorted(Box::new(map::InKeyOrder::new(t))),
                    false => Rest::Entries(Box::new(map::Iter::new(t))),
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
            View::Port(n) => self.port(node::this_node(), node::this_creation(), n),
            View::ExternalPort(Node { name, creation }, n) => self.port(*name, *creation, n),
            View::Ref(r) => self.local_reference(r),
            View::ExternalRef(Node { name, creation }) => {
                let numbers = t.ref_numbers().unwrap_or_default();
                self.reference(*name, *creation, &numbers);
            }
            View::None => debug_assert!(false, "encoding what is no term"),
        }
    }

    fn local_reference(&mut self, r: Ref<'_>) {
        let [a, b, c] = r.numbers();
        let (name, creation) = (node::this_node(), node::this_creation());
        match r.alias_pid().map(pid_numbers) {
            // An alias has the numbers of its process's pid behind its own.
            Some((id, serial)) => self.reference(name, creation, &[a, b, c, id, serial]),
            None => self.reference(name, creation, &[a, b, c]),
        }
    }

    /// Writes the definition of a native record; its values follow.
    fn record<'h>(
        &mut self,
        definition: Definition<'h>,
        values: &'h [Term<'h>],
        stack: &mut Vec<Rest<'h>>,
    ) {
        self.tag_u32(tag::RECORD, values.len() as u32);
        self.u8(u8::from(definition.is_exported()));
        self.atom(definition.module());
        self.atom(definition.name());
        definition.fields().iter().filter_map(|t| t.as_atom()).for_each(|field| self.atom(field));
        if !values.is_empty() {
            stack.push(Rest::Terms(values));
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

    /// Writes a list of bytes, or what is before the elements of another list.
    fn list<'h>(&mut self, t: Term<'h>, stack: &mut Vec<Rest<'h>>) {
        let Some(n) = string_length(t) else {
            self.tag_u32(tag::LIST, 0);
            return stack.push(Rest::List(t, 0, self.out.position() - 4));
        };
        let [a, b] = n.to_be_bytes();
        self.out.put(&[tag::STRING, a, b]);
        let mut bytes = t.list().map(|byte| byte.as_small().unwrap_or(0) as u8);
        let mut few = [0; 64];
        for _ in 0..usize::from(n).div_ceil(few.len()) {
            let mut len = 0;
            for (to, byte) in few.iter_mut().zip(&mut bytes) {
                (*to, len) = (byte, len + 1);
            }
            self.out.put(&few[..len]);
        }
    }

    fn bit_string(&mut self, bits: Bits<'_>, stack: &mut Vec<Rest<'_>>) {
        let used = bits.bit_len() % 8;
        let Ok(bytes) = u32::try_from(bits.bit_len().div_ceil(8)) else {
            return stack.push(Rest::TooLarge);
        };
        if used == 0 {
            self.tag_u32(tag::BINARY, bytes);
        } else {
            self.tag_u32(tag::BIT_BINARY, bytes);
            self.u8(used as u8);
        }
        self.out.bits(bits);
    }

    fn integer(&mut self, i: i64) {
        if let Ok(byte) = u8::try_from(i) {
            self.out.put(&[tag::SMALL_INTEGER, byte]);
        } else if let Ok(i) = i32::try_from(i) {
            self.tag_u32(tag::INTEGER, i as u32);
        } else {
            let magnitude = i.unsigned_abs();
            let n = 8 - magnitude.leading_zeros() as usize / 8;
            self.out.put(&[tag::SMALL_BIG, n as u8, u8::from(i < 0)]);
            self.out.put_first(n, magnitude.to_le_bytes());
        }
    }

    fn float(&mut self, f: f64) {
        if self.options.minor_version > 0 {
            self.u8(tag::NEW_FLOAT);
            self.out.put(&f.to_bits().to_be_bytes());
            return;
        }
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
        let (n, prefix) = atom.begin();
        if n <= PREFIX && prefix & 0x8080_8080_8080_8080 == 0 && self.options.minor_version < 2 {
            let [a, b, c, d, e, f, g, h] = prefix.to_be_bytes();
            return self.out.put_first(3 + n, [tag::ATOM, 0, n as u8, a, b, c, d, e, f, g, h]);
        }
        let name = atom.name();
        let ascii = name.is_ascii();
        // In UTF-8, characters above 255 begin with C4 or more.
        let beyond = || !ascii && name.bytes().any(|b| b >= 0xc4);
        if self.options.minor_version >= 2 || beyond() {
            match u8::try_from(name.len()) {
                Ok(n) => self.out.put(&[tag::SMALL_ATOM_UTF8, n]),
                Err(_) => {
                    self.u8(tag::ATOM_UTF8);
                    self.u16(name.len() as u16);
                }
            }
            self.out.put(name.as_bytes());
            return;
        }
        if ascii {
            let [a, b] = (name.len() as u16).to_be_bytes();
            self.out.put(&[tag::ATOM, a, b]);
            self.out.put(name.as_bytes());
        } else {
            self.u8(tag::ATOM);
            self.u16(name.chars().count() as u16);
            for c in name.chars() {
                self.u8(c as u8);
            }
        }
    }

    fn pid(&mut self, t: Term<'_>) {
        let (name, creation, id, serial) = match t.view() {
            View::Pid(n) => {
                let (id, serial) = pid_numbers(n);
                (node::this_node(), node::this_creation(), id, serial)
            }
            View::ExternalPid(node, id, serial) => (node.name, node.creation, id, serial),
            _ => unreachable!("a pid"),
        };
        self.u8(tag::NEW_PID);
        self.atom(name);
        self.u32(id);
        self.u32(serial);
        self.u32(creation);
    }

    fn port(&mut self, name: Atom, creation: u32, number: u64) {
        let old = number < 1 << 28 && !Difference::LargePorts.is_on();
        self.u8(if old { tag::NEW_PORT } else { tag::V4_PORT });
        self.atom(name);
        match old {
            true => self.u32(number as u32),
            false => self.out.put(&number.to_be_bytes()),
        }
        self.u32(creation);
    }

    fn reference(&mut self, name: Atom, creation: u32, numbers: &[u32]) {
        self.u8(tag::NEWER_REFERENCE);
        self.u16(numbers.len() as u16);
        self.atom(name);
        self.u32(creation);
        for &n in numbers {
            self.u32(n);
        }
    }

    fn fun<'h>(&mut self, fun: Fun<'h>, stack: &mut Vec<Rest<'h>>) {
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
        stack.extend([Rest::FunSize(size_at), Rest::Terms(fun.free)]);
    }
}

/// The number and the serial of a local pid.
fn pid_numbers(pid: u64) -> (u32, u32) {
    (pid as u32 & ((1 << PID_NUMBER_BITS) - 1), (pid >> PID_NUMBER_BITS) as u32)
}

/// The length of a list of bytes that is short enough to be written as a string.
fn string_length(t: Term<'_>) -> Option<u16> {
    let mut list = t.list();
    let mut n = 0u16;
    for element in list.by_ref() {
        if !(0..256).contains(&element.as_small()?) {
            return None;
        }
        n = n.checked_add(1)?;
    }
    list.tail().is_nil().then_some(n)
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
