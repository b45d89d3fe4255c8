//! A term, and what one can ask it: what it is, its elements, its bits.

pub(crate) mod record;
pub(crate) mod walk;

use crate::node::Node;
use crate::refbin::RefBin;
use crate::word::*;
use crate::{Atom, Export, FunEntry, am};
pub use record::Definition;
use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use walk::Walk;

/// A Rust object that a reference keeps alive ([`crate::Heap::magic_ref`]).
pub type Magic = Arc<dyn Any + Send + Sync>;

/// A term on a heap that is borrowed for `'h`. Immediates and literals are `'static`.
///
/// Equality of Rust (`==`) is not implemented on purpose: use [`Term::same`] (same word),
/// `compare::exactly_equal` (`=:=`) or `compare::equal` (`==`).
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct Term<'h>(Word, PhantomData<&'h Word>);

/// The kinds of terms, each with its parts.
#[derive(Copy, Clone)]
pub enum View<'h> {
    /// A small integer.
    Small(i64),
    /// An integer outside of the small range.
    Big(Big<'h>),
    /// A float.
    Float(f64),
    /// An atom.
    Atom(Atom),
    /// The empty list.
    Nil,
    /// `[Head|Tail]`.
    Cons(Term<'h>, Term<'h>),
    /// A tuple's elements.
    Tuple(&'h [Term<'h>]),
    /// A binary or bit string (or match context, which only the interpreter sees).
    Bits(Bits<'h>),
    /// A map of at most 32 keys: keys in order, values.
    FlatMap(&'h [Term<'h>], &'h [Term<'h>]),
    /// A native record: its definition, values.
    Record(Definition<'h>, &'h [Term<'h>]),
    /// A larger map, or an inner node of one; see the `map` module.
    HashMap(Term<'h>),
    /// A fun with its environment.
    Fun(Fun<'h>),
    /// `fun M:F/A`.
    Export(&'static Export),
    /// A local pid: its number (with serial).
    Pid(u64),
    /// A local port: its number.
    Port(u64),
    /// A local reference.
    Ref(Ref<'h>),
    /// A pid of another node: node, id, serial.
    ExternalPid(&'static Node, u32, u32),
    /// A port of another node.
    ExternalPort(&'static Node, u64),
    /// A reference of another node (use [`Term::ref_numbers`]).
    ExternalRef(&'static Node),
    /// The non-value, a catch mark: nothing that a program can hold.
    None,
}

impl Term<'static> {
    /// `[]`.
    pub const NIL: Term<'static> = Term(NIL, PhantomData);
    /// The word that is no term.
    pub const NONE: Term<'static> = Term(NON_VALUE, PhantomData);
    /// `true`.
    pub const TRUE: Term<'static> = Term::atom(am::TRUE);
    /// `false`.
    pub const FALSE: Term<'static> = Term::atom(am::FALSE);
    /// `ok`.
    pub const OK: Term<'static> = Term::atom(am::OK);
    /// `undefined`.
    pub const UNDEFINED: Term<'static> = Term::atom(am::UNDEFINED);

    /// A small integer; it must be in the small range ([`SMALL_MIN`]..=[`SMALL_MAX`]).
    #[inline(always)]
    pub const fn small(i: i64) -> Term<'static> {
        Term(small(i), PhantomData)
    }

    /// A small integer, if it is in the small range.
    #[inline(always)]
    pub const fn try_small(i: i64) -> Option<Term<'static>> {
        if i >= SMALL_MIN && i <= SMALL_MAX { Some(Term::small(i)) } else { None }
    }

    /// An atom.
    #[inline(always)]
    pub const fn atom(a: Atom) -> Term<'static> {
        Term((a.index() as Word) << IMM_SHIFT | IMM_ATOM, PhantomData)
    }

    /// `true` or `false`.
    #[inline(always)]
    pub const fn bool(b: bool) -> Term<'static> {
        if b { Term::TRUE } else { Term::FALSE }
    }

    /// A local pid of a number below 2^58.
    #[inline(always)]
    pub const fn pid(number: u64) -> Term<'static> {
        Term(number << IMM_SHIFT | IMM_PID, PhantomData)
    }

    /// A local port of a number below 2^58.
    pub const fn port(number: u64) -> Term<'static> {
        Term(number << IMM_SHIFT | IMM_PORT, PhantomData)
    }
}

impl<'h> Term<'h> {
    /// The term of a word.
    ///
    /// # Safety
    /// The word is a term whose objects live, and stay where they are, for `'h`.
    #[inline(always)]
    pub const unsafe fn from_word(w: Word) -> Term<'h> {
        Term(w, PhantomData)
    }

    /// The word, to store it.
    #[inline(always)]
    pub const fn word(self) -> Word {
        self.0
    }

    /// Whether the two are the same word: exact equality for immediates, sameness of place for the
    /// rest.
    #[inline(always)]
    pub const fn same(self, other: Term<'_>) -> bool {
        self.0 == other.0
    }

    /// Whether it is a term at all.
    #[inline(always)]
    pub const fn is_value(self) -> bool {
        self.0 != NON_VALUE
    }

    /// Whether it needs no memory: small integer, atom, local pid or port, `[]`.
    #[inline(always)]
    pub const fn is_immediate(self) -> bool {
        !is_pointer(self.0)
    }

    /// The term without its heap, if it is immediate.
    pub fn to_static(self) -> Option<Term<'static>> {
        self.is_immediate().then_some(Term(self.0, PhantomData))
    }

    /// The header's kind, if it is boxed.
    #[inline(always)]
    pub fn boxed_kind(self) -> Option<Kind> {
        // SAFETY: boxed terms point to an object with a header.
        if is_boxed(self.0) { Some(header_kind(unsafe { *address(self.0) })) } else { None }
    }

    /// Word `i` of the object that it points to (0 is the header).
    ///
    /// # Safety
    /// It is a pointer, and the object has such a word.
    #[inline(always)]
    pub unsafe fn raw(self, i: usize) -> Word {
        // SAFETY: the caller's term points to an object that has word `i`.
        unsafe { *address(self.0).add(i) }
    }

    #[inline(always)]
    pub(crate) fn object(self) -> (Kind, &'h [Word]) {
        debug_assert!(is_boxed(self.0));
        // SAFETY: boxed terms point to an object: a header with as many words after it as it says.
        unsafe {
            let p = address(self.0);
            let h = *p;
            (header_kind(h), std::slice::from_raw_parts(p.add(1), header_size(h)))
        }
    }

    /// The words as terms.
    fn as_terms(words: &'h [Word]) -> &'h [Term<'h>] {
        // SAFETY: callers pass words of kinds that consist of terms; `Term` is a transparent word.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
    }

    /// The kind of this term, with its parts.
    pub fn view(self) -> View<'h> {
        let w = self.0;
        if is_small(w) {
            return View::Small(small_value(w));
        }
        if is_list(w) {
            // SAFETY: a cons pointer refers to two words.
            return unsafe {
                View::Cons(Term::from_word(*address(w)), Term::from_word(*address(w).add(1)))
            };
        }
        if !is_boxed(w) {
            let payload = w >> IMM_SHIFT;
            return match w & IMM_MASK {
                // SAFETY: only atoms of the table become terms.
                IMM_ATOM => View::Atom(unsafe { Atom::from_index(payload as u32) }),
                IMM_PID => View::Pid(payload),
                IMM_PORT => View::Port(payload),
                _ if w == NIL => View::Nil,
                _ => View::None,
            };
        }
        let (kind, words) = self.object();
        match kind {
            Kind::Tuple => View::Tuple(Term::as_terms(words)),
            Kind::PosBig => View::Big(Big { negative: false, limbs: words }),
            Kind::NegBig => View::Big(Big { negative: true, limbs: words }),
            Kind::Float => View::Float(f64::from_bits(words[0])),
            Kind::HeapBin | Kind::RefcBin | Kind::SubBits | Kind::MatchCtx => {
                View::Bits(self.as_bits().expect("a bit string"))
            }
            Kind::FlatMap => {
                let (keys, values) = (Term(words[0], PhantomData), &words[1..]);
                View::FlatMap(keys.as_tuple().expect("keys"), Term::as_terms(values))
            }
            Kind::HashMap | Kind::HashNode => View::HashMap(self),
            Kind::Record => {
                let (definition, values) = self.as_record().expect("a definition");
                View::Record(definition, values)
            }
            Kind::Fun => {
                // SAFETY: entries of funs live for ever.
                let entry = unsafe { &*(words[0] as *const FunEntry) };
                let creator = Term(words[1], PhantomData);
                View::Fun(Fun { entry, creator, free: Term::as_terms(&words[2..]) })
            }
            // SAFETY: exports live for ever.
            Kind::Export => View::Export(unsafe { &*(words[0] as *const Export) }),
            Kind::Ref | Kind::MagicRef => View::Ref(Ref(self)),
            // SAFETY: nodes live for ever.
            Kind::ExtPid => View::ExternalPid(
                unsafe { &*(words[0] as *const Node) },
                words[1] as u32,
                (words[1] >> 32) as u32,
            ),
            // SAFETY: an external port's first word is the address of its node; nodes live for
            // ever.
            Kind::ExtPort => View::ExternalPort(unsafe { &*(words[0] as *const Node) }, words[1]),
            // SAFETY: an external reference's first word is the address of its node; nodes live for
            // ever.
            Kind::ExtRef => View::ExternalRef(unsafe { &*(words[0] as *const Node) }),
            Kind::Filler | Kind::None | Kind::Moved => View::None,
        }
    }

    /// The value, if it is a small integer.
    #[inline(always)]
    pub const fn as_small(self) -> Option<i64> {
        if is_small(self.0) { Some(small_value(self.0)) } else { None }
    }

    /// The value, if it is an integer that fits.
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        self.as_small().or_else(|| self.large_i64())
    }

    #[cold]
    #[inline(never)]
    fn large_i64(self) -> Option<i64> {
        match self.view() {
            View::Big(b) => b.to_i64(),
            _ => None,
        }
    }

    /// The value, if it is an integer that fits.
    #[inline]
    pub fn as_u64(self) -> Option<u64> {
        match self.as_small() {
            Some(i) => u64::try_from(i).ok(),
            None => self.large_u64(),
        }
    }

    #[cold]
    #[inline(never)]
    fn large_u64(self) -> Option<u64> {
        match self.view() {
            View::Big(Big { negative: false, limbs: [l] }) => Some(*l),
            _ => None,
        }
    }

    /// The value, if it is an integer that is no less than 0 and fits.
    pub fn as_usize(self) -> Option<usize> {
        self.as_u64().map(|u| u as usize)
    }

    /// The atom, if it is one.
    #[inline(always)]
    pub const fn as_atom(self) -> Option<Atom> {
        if self.0 & IMM_MASK == IMM_ATOM {
            // SAFETY: only atoms of the table become terms.
            Some(unsafe { Atom::from_index((self.0 >> IMM_SHIFT) as u32) })
        } else {
            None
        }
    }

    /// Whether it is this atom.
    #[inline(always)]
    pub const fn is(self, a: Atom) -> bool {
        self.0 == Term::atom(a).0
    }

    /// `true` and `false` as a bool.
    pub const fn as_bool(self) -> Option<bool> {
        if self.0 == Term::TRUE.0 {
            Some(true)
        } else if self.0 == Term::FALSE.0 {
            Some(false)
        } else {
            None
        }
    }

    /// The value, if it is a float.
    #[inline(always)]
    pub fn as_float(self) -> Option<f64> {
        match self.boxed_kind() {
            // SAFETY: a float has one word.
            Some(Kind::Float) => Some(f64::from_bits(unsafe { self.raw(1) })),
            _ => None,
        }
    }

    /// The elements, if it is a tuple.
    #[inline(always)]
    pub fn as_tuple(self) -> Option<&'h [Term<'h>]> {
        if !is_boxed(self.0) {
            return None;
        }
        let (kind, words) = self.object();
        if kind == Kind::Tuple { Some(Term::as_terms(words)) } else { None }
    }

    /// The tuple of keys and the values, if it is a flat map.
    #[inline(always)]
    pub fn as_flat_map(self) -> Option<(Term<'h>, &'h [Term<'h>])> {
        if !is_boxed(self.0) {
            return None;
        }
        let (kind, words) = self.object();
        match (kind, Term::as_terms(words)) {
            (Kind::FlatMap, [keys, values @ ..]) => Some((*keys, values)),
            _ => None,
        }
    }

    /// The elements, if it is a tuple of that many.
    pub fn as_tuple_of<const N: usize>(self) -> Option<&'h [Term<'h>; N]> {
        self.as_tuple()?.try_into().ok()
    }

    /// Head and tail, if it is `[Head|Tail]`.
    #[inline(always)]
    pub fn as_cons(self) -> Option<(Term<'h>, Term<'h>)> {
        match is_list(self.0) {
            // SAFETY: a cons pointer refers to two words.
            true => unsafe {
                Some((Term(self.raw(0), PhantomData), Term(self.raw(1), PhantomData)))
            },
            false => None,
        }
    }

    /// Head and tail in one array, if it is `[Head|Tail]`.
    #[inline(always)]
    pub fn as_cell(self) -> Option<&'h [Term<'h>; 2]> {
        // SAFETY: a cons pointer refers to two words, which are terms; `Term` is a transparent
        // word.
        if is_list(self.0) { Some(unsafe { &*address(self.0).cast() }) } else { None }
    }

    /// The elements of a list; what remains when they end is [`List::tail`].
    pub const fn list(self) -> List<'h> {
        List { rest: self }
    }

    /// The elements, if it is a proper list.
    pub fn to_vec(self) -> Option<Vec<Term<'h>>> {
        let mut elements = Vec::with_capacity(self.list_length()?);
        elements.extend(self.list());
        Some(elements)
    }

    /// The length, if it is a proper list.
    pub fn list_length(self) -> Option<usize> {
        let (n, rest) = self.cells(usize::MAX);
        rest.is_nil().then_some(n)
    }

    /// The number of cells of a list, if it has at most so many, and what comes behind those.
    pub fn cells(self, most: usize) -> (usize, Term<'h>) {
        let (mut walk, mut n) = (Walk::new(self), 0);
        let mut goes_on = self.is_cons();
        while goes_on && n < most {
            // SAFETY: there is a cell.
            goes_on = unsafe { walk.step() };
            n += 1;
        }
        (n, walk.rest())
    }

    /// The bytes of an iolist's strict relative: a proper list of integers 0 to 255.
    pub fn byte_list_to_vec(self) -> Option<Vec<u8>> {
        let mut list = self.list();
        let mut bytes = Vec::new();
        for t in list.by_ref() {
            bytes.push(u8::try_from(t.as_small()?).ok()?);
        }
        list.tail().is_nil().then_some(bytes)
    }

    /// The string, if it is a proper list of Unicode characters.
    pub fn to_string_lossless(self) -> Option<String> {
        let mut list = self.list();
        let mut s = String::new();
        for t in list.by_ref() {
            s.push(char::from_u32(u32::try_from(t.as_small()?).ok()?)?);
        }
        list.tail().is_nil().then_some(s)
    }

    /// The bits, if it is a bit string (or a match context: from its position on).
    #[inline]
    pub fn as_bits(self) -> Option<Bits<'h>> {
        let Some(bytes) = self.whole_bytes() else { return self.as_part() };
        Some(Bits { data: bytes.as_ptr(), offset: 0, len: bytes.len() * 8, original: self })
    }

    /// The bits, if it is a part of a binary.
    fn as_part(self) -> Option<Bits<'h>> {
        let kind = self.boxed_kind()?;
        if !matches!(kind, Kind::SubBits | Kind::MatchCtx) {
            return None;
        }
        let (_, words) = self.object();
        let original: Term<'h> = Term(words[0], PhantomData);
        let (offset, third) = (small_value(words[1]) as usize, small_value(words[2]) as usize);
        let len = if kind == Kind::SubBits { third } else { third - offset };
        Some(Bits { data: original.whole_bytes()?.as_ptr(), offset, len, original })
    }

    /// The bytes, if it is a binary and no part of another one.
    #[inline(always)]
    pub fn whole_bytes(self) -> Option<&'h [u8]> {
        let kind = self.boxed_kind()?;
        // SAFETY: both kinds have the number of bytes at word 1. The bytes are from word 2 on, or
        // in the counted binary whose address is there, which the term keeps.
        unsafe {
            let data = match kind {
                Kind::HeapBin => address(self.0).add(2).cast(),
                Kind::RefcBin => {
                    RefBin::with_raw(self.raw(2) as *mut u8, RefBin::data).cast_const()
                }
                _ => return None,
            };
            Some(std::slice::from_raw_parts(data, small_value(self.raw(1)) as usize))
        }
    }

    /// The bytes, if it is a binary (a whole number of bytes). They are copied if they do not begin
    /// on a byte's boundary.
    pub fn as_binary(self) -> Option<Cow<'h, [u8]>> {
        let bits = self.as_bits()?;
        (bits.len % 8 == 0).then(|| bits.bytes())
    }

    /// The off-heap binary behind a `RefcBin`, or behind a sub-binary of one.
    pub fn as_ref_bin(self) -> Option<RefBin> {
        let base = self.as_bits()?.original;
        match base.boxed_kind() {
            Some(Kind::RefcBin) => {
                // SAFETY: the object keeps its binary alive.
                Some(unsafe { RefBin::with_raw(base.raw(2) as *mut u8, RefBin::clone) })
            }
            _ => None,
        }
    }

    /// Kind and words of an object that maps are made of.
    #[inline(always)]
    pub(crate) fn map_words(self) -> Option<(Kind, &'h [Term<'h>])> {
        if !is_boxed(self.0) {
            return None;
        }
        let (kind, words) = self.object();
        match kind {
            Kind::FlatMap | Kind::HashMap | Kind::HashNode => Some((kind, Term::as_terms(words))),
            _ => None,
        }
    }

    /// The first word of a native record, which is its definition, and the others.
    #[inline(always)]
    pub(crate) fn record_words(self) -> Option<(Term<'h>, &'h [Term<'h>])> {
        if !is_boxed(self.0) {
            return None;
        }
        let (kind, words) = self.object();
        match (kind, Term::as_terms(words)) {
            (Kind::Record, [definition, values @ ..]) => Some((*definition, values)),
            _ => None,
        }
    }

    /// The fun, if it is one made by `make_fun` (not `fun M:F/A`).
    pub fn as_fun(self) -> Option<Fun<'h>> {
        match self.view() {
            View::Fun(f) => Some(f),
            _ => None,
        }
    }

    /// Number and serial, if it is a local pid.
    #[inline(always)]
    pub const fn as_pid(self) -> Option<u64> {
        if self.0 & IMM_MASK == IMM_PID { Some(self.0 >> IMM_SHIFT) } else { None }
    }

    /// The number, if it is a local port.
    #[inline(always)]
    pub const fn as_port(self) -> Option<u64> {
        if self.0 & IMM_MASK == IMM_PORT { Some(self.0 >> IMM_SHIFT) } else { None }
    }

    /// The local reference, if it is one.
    pub fn as_ref(self) -> Option<Ref<'h>> {
        matches!(self.boxed_kind(), Some(Kind::Ref | Kind::MagicRef)).then_some(Ref(self))
    }

    /// The numbers of a reference, local (three) or external, least significant first.
    pub fn ref_numbers(self) -> Option<Vec<u32>> {
        if !is_boxed(self.0) {
            return None;
        }
        let (kind, words) = self.object();
        match kind {
            Kind::Ref | Kind::MagicRef => Some(Ref(self).numbers().to_vec()),
            Kind::ExtRef => {
                let pairs = words[2..].iter().flat_map(|&w| [w as u32, (w >> 32) as u32]);
                Some(pairs.take(words[1] as usize).collect())
            }
            _ => None,
        }
    }

    /// `[]`?
    #[inline(always)]
    pub const fn is_nil(self) -> bool {
        self.0 == NIL
    }

    /// `[_|_]`?
    #[inline(always)]
    pub const fn is_cons(self) -> bool {
        is_list(self.0)
    }

    /// A tuple?
    pub fn is_tuple(self) -> bool {
        self.boxed_kind() == Some(Kind::Tuple)
    }

    /// An integer of any size?
    pub fn is_integer(self) -> bool {
        is_small(self.0) || matches!(self.boxed_kind(), Some(Kind::PosBig | Kind::NegBig))
    }

    /// An integer or a float?
    pub fn is_number(self) -> bool {
        is_small(self.0)
            || matches!(self.boxed_kind(), Some(Kind::PosBig | Kind::NegBig | Kind::Float))
    }

    /// A map?
    pub fn is_map(self) -> bool {
        matches!(self.boxed_kind(), Some(Kind::FlatMap | Kind::HashMap))
    }

    /// A fun of either kind?
    pub fn is_function(self) -> bool {
        matches!(self.boxed_kind(), Some(Kind::Fun | Kind::Export))
    }

    /// A pid of any node?
    pub fn is_pid(self) -> bool {
        self.as_pid().is_some() || self.boxed_kind() == Some(Kind::ExtPid)
    }

    /// A port of any node?
    pub fn is_port(self) -> bool {
        self.as_port().is_some() || self.boxed_kind() == Some(Kind::ExtPort)
    }

    /// A reference of any node?
    pub fn is_reference(self) -> bool {
        matches!(self.boxed_kind(), Some(Kind::Ref | Kind::MagicRef | Kind::ExtRef))
    }

    /// A bit string?
    pub fn is_bitstring(self) -> bool {
        matches!(self.boxed_kind(), Some(Kind::HeapBin | Kind::RefcBin | Kind::SubBits))
    }

    /// A bit string, or what matches one? Compilers since OTP 27 may test that by `is_bitstr`.
    pub fn is_matchable(self) -> bool {
        self.is_bitstring() || self.boxed_kind() == Some(Kind::MatchCtx)
    }

    /// A bit string of whole bytes?
    pub fn is_binary(self) -> bool {
        match self.boxed_kind() {
            Some(Kind::HeapBin | Kind::RefcBin) => true,
            // SAFETY: a sub-binary has three words.
            Some(Kind::SubBits) => small_value(unsafe { self.raw(3) }) % 8 == 0,
            _ => false,
        }
    }
}

/// An integer outside of the small range.
#[derive(Copy, Clone)]
pub struct Big<'h> {
    /// Below zero?
    pub negative: bool,
    /// Magnitude, least significant limb first, the last not 0.
    pub limbs: &'h [u64],
}

impl Big<'_> {
    /// The value, if it fits.
    pub fn to_i64(self) -> Option<i64> {
        match (self.negative, self.limbs) {
            (false, &[l]) => i64::try_from(l).ok(),
            (true, &[l]) if l <= i64::MIN.unsigned_abs() => Some((l as i64).wrapping_neg()),
            _ => None,
        }
    }
}

/// A fun with its environment.
#[derive(Copy, Clone)]
pub struct Fun<'h> {
    /// Its code and identity.
    pub entry: &'static FunEntry,
    /// The pid that made it.
    pub creator: Term<'h>,
    /// Free variables.
    pub free: &'h [Term<'h>],
}

/// A local reference.
#[derive(Copy, Clone)]
pub struct Ref<'h>(Term<'h>);

impl<'h> Ref<'h> {
    /// The Rust object of this type that a magic reference keeps alive, as long as the term is.
    #[inline]
    pub fn magic_as<T: Any>(self) -> Option<&'h T> {
        let magic: &'h Magic = self.magic_place()?;
        // SAFETY: at word 5 of a magic reference is the type of what it keeps.
        unsafe {
            let its: TypeId = *address(self.0.word()).add(5).cast();
            (its == TypeId::of::<T>()).then(|| &*Arc::as_ptr(magic).cast::<T>())
        }
    }

    /// The object that a magic reference keeps, which lives as long as the term.
    #[inline]
    fn magic_place(self) -> Option<&'h Magic> {
        match self.0.boxed_kind() {
            // SAFETY: it is at word 3 of a magic reference.
            Some(Kind::MagicRef) => Some(unsafe { &*address(self.0.word()).add(3).cast() }),
            _ => None,
        }
    }
}

impl Ref<'_> {
    /// Its three numbers.
    #[inline]
    pub fn numbers(self) -> [u32; 3] {
        // SAFETY: both kinds of local references have the numbers in words 1 and 2.
        let (a, b) = unsafe { (self.0.raw(1), self.0.raw(2)) };
        [a as u32, (a >> 32) as u32, b as u32]
    }

    /// The pid that it stands for, if it is an alias.
    pub fn alias_pid(self) -> Option<u64> {
        match self.0.boxed_kind() {
            // SAFETY: a plain reference has three words; word 3 is a local pid or 0.
            Some(Kind::Ref) => unsafe { Term::from_word(self.0.raw(3)) }.as_pid(),
            _ => None,
        }
    }

    /// The Rust object that a magic reference keeps alive.
    pub fn magic(self) -> Option<Magic> {
        self.magic_place().cloned()
    }
}

/// Elements of a list, one by one.
#[derive(Copy, Clone)]
pub struct List<'h> {
    rest: Term<'h>,
}

impl<'h> List<'h> {
    /// The part that has not been visited: at the end `[]`, or the tail of an improper list.
    pub const fn tail(&self) -> Term<'h> {
        self.rest
    }
}

impl<'h> Iterator for List<'h> {
    type Item = Term<'h>;

    #[inline]
    fn next(&mut self) -> Option<Term<'h>> {
        let (head, tail) = self.rest.as_cons()?;
        self.rest = tail;
        Some(head)
    }
}

/// A run of bits somewhere in a binary.
#[derive(Copy, Clone)]
pub struct Bits<'h> {
    data: *const u8,
    offset: usize,
    len: usize,
    original: Term<'h>,
}

impl<'h> Bits<'h> {
    /// Number of bits.
    pub const fn bit_len(&self) -> usize {
        self.len
    }

    /// First bit, counted from the start of the original.
    pub const fn bit_offset(&self) -> usize {
        self.offset
    }

    /// The `HeapBin` or `RefcBin` with the bits.
    pub const fn original(&self) -> Term<'h> {
        self.original
    }

    /// So many of the bits, from one on.
    pub fn part(&self, from: usize, len: usize) -> Bits<'h> {
        assert!(from <= self.len && len <= self.len - from, "bits that are not there");
        Bits { offset: self.offset + from, len, ..*self }
    }

    /// The bytes that the bits lie in: from the one with the first bit to the one with the last.
    #[inline]
    pub fn span(&self) -> &'h [u8] {
        let (from, to) = (self.offset / 8, (self.offset + self.len).div_ceil(8));
        // SAFETY: the bits are within the original, whose bytes live and do not change for 'h.
        unsafe { std::slice::from_raw_parts(self.data.add(from), to - from) }
    }

    /// The bytes without copying, if the bits begin on a byte's boundary; of an incomplete last
    /// byte the unused bits are whatever they are.
    #[inline]
    pub fn aligned(&self) -> Option<&'h [u8]> {
        self.offset.is_multiple_of(8).then(|| self.span())
    }

    /// The bits from the top of the first byte on; unused bits of the last byte are 0.
    #[inline]
    pub fn bytes(&self) -> Cow<'h, [u8]> {
        match self.aligned() {
            Some(bytes) if self.len.is_multiple_of(8) => Cow::Borrowed(bytes),
            _ => Cow::Owned(self.shifted()),
        }
    }

    /// As [`Bits::bytes`], copied.
    #[cold]
    fn shifted(&self) -> Vec<u8> {
        let (span, shift, used) = (self.span(), self.offset % 8, self.len % 8);
        let mut bytes: Vec<u8> = (0..self.len.div_ceil(8))
            .map(|i| {
                let pair = u16::from(span[i]) << 8 | span.get(i + 1).map_or(0, |&b| u16::from(b));
                (pair >> (8 - shift)) as u8
            })
            .collect();
        if used != 0 {
            *bytes.last_mut().expect("an incomplete byte") &= 0xff << (8 - used);
        }
        bytes
    }
}
