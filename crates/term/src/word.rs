//! The term word: tags of immediates and pointers, and headers of heap objects.
//!
//! | low bits | meaning |
//! |---|---|
//! | `…0`     | small integer, 63 bits; also any aligned raw address (the collector skips it) |
//! | `…001`   | pointer to a cons cell (two words: head, tail) |
//! | `…011`   | pointer to a boxed object (a header word, then `size` words) |
//! | `…sss101`| immediate; `sss` = atom, pid, port, nil, catch; payload above bit 6 |
//! | `…111`   | header: bits 3-7 the [`Kind`], bits 8.. the number of words that follow |

/// One machine word, as stored in heaps, stacks and registers.
pub type Word = u64;

/// Tag of cons pointers.
pub const TAG_LIST: Word = 0b001;
/// Tag of boxed pointers.
pub const TAG_BOXED: Word = 0b011;
/// Tag of immediates other than small integers.
pub const TAG_IMM: Word = 0b101;
/// Tag of header words.
pub const TAG_HEADER: Word = 0b111;
/// Mask of the primary tag (of a word whose low bit is 1).
pub const TAG_MASK: Word = 0b111;

/// Mask of an immediate's whole tag.
pub const IMM_MASK: Word = 0b111_111;
/// Whole tag of atoms; the payload is the atom's index.
pub const IMM_ATOM: Word = 0b000_101;
/// Whole tag of local pids; the payload is the pid's number and serial.
pub const IMM_PID: Word = 0b001_101;
/// Whole tag of local ports.
pub const IMM_PORT: Word = 0b010_101;
/// The empty list.
pub const NIL: Word = 0b011_101;
/// Whole tag of catch marks (stack only); the payload identifies the handler.
pub const IMM_CATCH: Word = 0b100_101;
/// Bits to shift an immediate's payload by.
pub const IMM_SHIFT: u32 = 6;

/// Largest small integer.
pub const SMALL_MAX: i64 = (1 << 62) - 1;
/// Smallest small integer.
pub const SMALL_MIN: i64 = -(1 << 62);

/// The kind of object that a header begins.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Elements.
    Tuple = 0,
    /// Limbs, least significant first; normalised and outside of the small range.
    PosBig = 1,
    /// As `PosBig`, of the absolute value.
    NegBig = 2,
    /// IEEE double, one word.
    Float = 3,
    /// `[*FunEntry, creator pid, free variables…]`.
    Fun = 4,
    /// `[*Export]`.
    Export = 5,
    /// `[byte size << 1, bytes…]`: a binary on the heap.
    HeapBin = 6,
    /// `[byte size << 1, *RefBin, next off-heap]`: a binary outside the heap.
    RefcBin = 7,
    /// `[original binary, bit offset << 1, bit size << 1]`.
    SubBits = 8,
    /// `[original binary, bit position << 1, bit end << 1, address of the original's first byte]`.
    MatchCtx = 9,
    /// `[keys tuple, values…]`, keys in term order.
    FlatMap = 10,
    /// Root of a hash map: `[count << 1, bitmap << 1, nodes…]`.
    HashMap = 11,
    /// Inner node of a hash map: `[bitmap << 1, nodes…]`. A leaf is a cons `[key|value]`.
    HashNode = 12,
    /// `[n0 | n1 << 32, n2, pid or 0]`: a local reference; the pid is that of an alias.
    Ref = 13,
    /// `[n0 | n1 << 32, n2, Magic (two words), its TypeId (two words), next off-heap]`: a reference
    /// that keeps a Rust object alive.
    MagicRef = 14,
    /// `[*Node, id | serial << 32]`.
    ExtPid = 15,
    /// `[*Node, id]`.
    ExtPort = 16,
    /// `[*Node, count, n0 | n1 << 32, …]`.
    ExtRef = 17,
    /// `[definition, values…]`: a native record. The definition is a tuple, see the module
    /// `record`.
    Record = 18,
    /// Filler that nothing points to.
    Filler = 29,
    /// Not an object: the non-value.
    None = 30,
    /// Not an object: what a moved cons cell has for a head.
    Moved = 31,
}

/// A word that is no term: absent results, empty slots.
pub const NON_VALUE: Word = header(Kind::None, 0);
/// Head of a cons cell that the collector has moved; the tail is the new pointer.
pub const MOVED: Word = header(Kind::Moved, 0);

/// The header of an object of `size` words after the header.
pub const fn header(kind: Kind, size: usize) -> Word {
    (size as Word) << 8 | (kind as Word) << 3 | TAG_HEADER
}

/// Number of words after the header.
#[inline(always)]
pub const fn header_size(h: Word) -> usize {
    (h >> 8) as usize
}

/// Whether the word is a header.
#[inline(always)]
pub const fn is_header(w: Word) -> bool {
    w & TAG_MASK == TAG_HEADER
}

/// The kind in a header, as a number.
#[inline(always)]
pub const fn header_kind_bits(h: Word) -> u8 {
    (h >> 3 & 31) as u8
}

/// The kind in a header.
#[inline(always)]
pub const fn header_kind(h: Word) -> Kind {
    match header_kind_bits(h) {
        0 => Kind::Tuple,
        1 => Kind::PosBig,
        2 => Kind::NegBig,
        3 => Kind::Float,
        4 => Kind::Fun,
        5 => Kind::Export,
        6 => Kind::HeapBin,
        7 => Kind::RefcBin,
        8 => Kind::SubBits,
        9 => Kind::MatchCtx,
        10 => Kind::FlatMap,
        11 => Kind::HashMap,
        12 => Kind::HashNode,
        13 => Kind::Ref,
        14 => Kind::MagicRef,
        15 => Kind::ExtPid,
        16 => Kind::ExtPort,
        17 => Kind::ExtRef,
        18 => Kind::Record,
        29 => Kind::Filler,
        31 => Kind::Moved,
        _ => Kind::None,
    }
}

impl Kind {
    /// Whether the words after the header are raw data that the collector must not look at. In all
    /// other kinds every word is a term, a small integer or an aligned address.
    #[inline(always)]
    pub const fn is_raw(self) -> bool {
        is_raw_bits(self as u8)
    }
}

/// As [`Kind::is_raw`], of the kind's number.
#[inline(always)]
pub const fn is_raw_bits(kind: u8) -> bool {
    const RAW: u32 = 1 << Kind::PosBig as u32
        | 1 << Kind::NegBig as u32
        | 1 << Kind::Float as u32
        | 1 << Kind::Export as u32
        | 1 << Kind::HeapBin as u32
        | 1 << Kind::RefcBin as u32
        | 1 << Kind::Ref as u32
        | 1 << Kind::MagicRef as u32
        | 1 << Kind::ExtPid as u32
        | 1 << Kind::ExtPort as u32
        | 1 << Kind::ExtRef as u32
        | 1 << Kind::Filler as u32;
    RAW >> kind & 1 != 0
}

/// Makes a small integer's word. The value must be in the small range.
#[inline(always)]
pub const fn small(i: i64) -> Word {
    debug_assert!(i >= SMALL_MIN && i <= SMALL_MAX);
    (i << 1) as Word
}

/// The value of a small integer's word.
#[inline(always)]
pub const fn small_value(w: Word) -> i64 {
    (w as i64) >> 1
}

/// Whether the word is a small integer (or a raw aligned address).
#[inline(always)]
pub const fn is_small(w: Word) -> bool {
    w & 1 == 0
}

/// Whether the word is a cons pointer.
#[inline(always)]
pub const fn is_list(w: Word) -> bool {
    w & TAG_MASK == TAG_LIST
}

/// Whether the word is a boxed pointer.
#[inline(always)]
pub const fn is_boxed(w: Word) -> bool {
    w & TAG_MASK == TAG_BOXED
}

/// Whether the word points to a heap object.
#[inline(always)]
pub const fn is_pointer(w: Word) -> bool {
    w & 0b101 == 0b001
}

/// The address in a cons or boxed pointer.
#[inline(always)]
pub const fn address(w: Word) -> *mut Word {
    (w & !TAG_MASK) as *mut Word
}
