//! The atom table: names to small numbers and back, never forgetting; reading takes no lock.

mod index;

use crate::fatal;
use index::ByName;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// An atom: an index into the table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(u32);

/// Atoms of a segment of what is indexed by atoms.
pub const SEGMENT: usize = 1 << 12;
/// Segments for as many atoms as there may ever be.
const SEGMENTS: usize = (LIMIT_MAX as usize).div_ceil(SEGMENT);
/// Segments for as many as there are in all but very few systems.
const SEGMENTS_FIRST: usize = 1 << 10;

/// Default limit of the number of atoms (`+t`).
pub const DEFAULT_LIMIT: u32 = 1_048_576;
/// The greatest limit.
pub const LIMIT_MAX: u32 = i32::MAX as u32;
/// Longest name, in characters.
pub const MAX_CHARACTERS: usize = 255;

/// The table's entry for an atom.
#[derive(Copy, Clone)]
struct Entry {
    name: &'static str,
    /// The first bytes of the name, as a number that orders as they do.
    prefix: u64,
    hash: u32,
    letters: Letters,
}

/// Which characters a name has.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Below 128.
    Ascii,
    /// Below 256.
    Latin1,
    /// Others as well.
    All,
}

impl Letters {
    fn of(name: &str) -> Letters {
        // In UTF-8, characters above 255 begin with C4 or more.
        match name.bytes().max() {
            Some(0xc4..) => Letters::All,
            Some(0x80..) => Letters::Latin1,
            _ => Letters::Ascii,
        }
    }
}

impl Entry {
    const NONE: Entry = Entry { name: "", prefix: 0, hash: 0, letters: Letters::Ascii };

    fn of(name: &'static str) -> Entry {
        let (prefix, hash) = (prefix(name.as_bytes()), portable_hash(name));
        Entry { name, prefix, hash, letters: Letters::of(name) }
    }

    fn segment() -> *mut Entry {
        Box::leak(vec![Entry::NONE; SEGMENT].into_boxed_slice()).as_mut_ptr()
    }
}

/// Segments of something that is indexed by atoms: null, or what whoever has put it there says.
pub struct Directory<T> {
    first: [AtomicPtr<T>; SEGMENTS_FIRST],
    more: OnceLock<Box<[AtomicPtr<T>]>>,
}

impl<T> Directory<T> {
    /// Nothing is there.
    #[allow(clippy::new_without_default, reason = "it is for statics only")]
    pub const fn new() -> Directory<T> {
        let first = [const { AtomicPtr::new(null_mut()) }; SEGMENTS_FIRST];
        Directory { first, more: OnceLock::new() }
    }

    /// The segment that has what belongs to the atom of an index.
    #[inline]
    pub fn segment(&self, index: usize) -> &AtomicPtr<T> {
        let segment = index / SEGMENT;
        self.first.get(segment).unwrap_or_else(|| self.further(segment - SEGMENTS_FIRST))
    }

    #[cold]
    fn further(&self, segment: usize) -> &AtomicPtr<T> {
        let make = || (SEGMENTS_FIRST..SEGMENTS).map(|_| AtomicPtr::new(null_mut())).collect();
        &self.more.get_or_init(make)[segment]
    }
}

/// The entries, apart from the table, so that reading one need not ask whether there is a table.
static ENTRIES: Directory<Entry> = Directory::new();

/// How many atoms there may be.
static LIMIT: AtomicU32 = AtomicU32::new(DEFAULT_LIMIT);

/// Sets how many atoms there may be, from 8192 to [`LIMIT_MAX`]; at start.
pub fn set_limit(limit: u32) {
    assert!(limit <= LIMIT_MAX, "a limit that the table can have");
    LIMIT.store(limit, Ordering::Relaxed);
}

/// How many atoms there may be.
pub fn limit() -> u32 {
    LIMIT.load(Ordering::Relaxed)
}

struct Table {
    by_name: ByName,
    /// The number of atoms; the lock of those that add.
    count: Mutex<u32>,
    published: AtomicU32,
    /// Bytes of names.
    names: AtomicUsize,
}

/// The first bytes of a name, at most [`PREFIX`], followed by zeros.
#[inline]
pub(crate) fn prefix(name: &[u8]) -> u64 {
    let n = name.len();
    let four = |bytes: &[u8; 4]| u64::from(u32::from_be_bytes(*bytes));
    if let Some(first) = name.first_chunk() {
        u64::from_be_bytes(*first)
    } else if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
        four(first) << 32 | four(last) << (8 * (PREFIX - n))
    } else if let [first, .., last] = name {
        let middle = u64::from(name[n / 2]) << (8 * (PREFIX - 1 - n / 2));
        u64::from(*first) << 56 | middle | u64::from(*last) << (8 * (PREFIX - n))
    } else {
        name.first().map_or(0, |&byte| u64::from(byte) << 56)
    }
}

/// Bytes of a name that its entry has itself.
pub(crate) const PREFIX: usize = 8;

impl Table {
    fn new() -> Table {
        let first = Entry::segment();
        let by_name = ByName::new();
        for (i, &name) in FIXED.iter().enumerate() {
            // SAFETY: the segment has more entries than there are fixed atoms, and is still ours.
            unsafe { first.add(i).write(Entry::of(name)) };
        }
        // A thread that sees the segment sees its fixed atoms.
        ENTRIES.segment(0).store(first, Ordering::Release);
        for (i, &name) in FIXED.iter().enumerate() {
            let first = by_name.find(name.as_bytes(), prefix(name.as_bytes())).is_none();
            assert!(first, "atom {name} stands twice in the table of fixed atoms");
            by_name.add(Atom(i as u32));
        }
        let count = FIXED.len() as u32;
        let names = AtomicUsize::new(FIXED.iter().map(|name| name.len()).sum());
        Table { by_name, count: Mutex::new(count), published: AtomicU32::new(count), names }
    }

    #[inline]
    fn find(&self, name: &[u8]) -> Option<Atom> {
        self.by_name.find(name, prefix(name))
    }

    fn intern(&self, name: &str) -> Atom {
        match self.find(name.as_bytes()) {
            Some(atom) => atom,
            None => self.add(name),
        }
    }

    #[cold]
    fn add(&self, name: &str) -> Atom {
        let mut count = self.count.lock().expect("atom table");
        if let Some(atom) = self.find(name.as_bytes()) {
            return atom;
        }
        let index = *count as usize;
        if index >= limit() as usize {
            // The end of the emulator reads the table.
            drop(count);
            fatal::end(format_args!("no more index entries in atom_tab (max={})", limit()));
        }
        let slot = ENTRIES.segment(index);
        if slot.load(Ordering::Acquire).is_null() {
            slot.store(Entry::segment(), Ordering::Release);
        }
        let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
        // SAFETY: the segment exists and has SEGMENT entries; only the holder of `count` writes,
        // and nobody reads the entry before its index is handed out, after the stores
        // below.
        unsafe { slot.load(Ordering::Acquire).add(index % SEGMENT).write(Entry::of(name)) };
        *count += 1;
        self.names.fetch_add(name.len(), Ordering::Relaxed);
        self.published.store(*count, Ordering::Release);
        let atom = Atom(index as u32);
        self.by_name.add(atom);
        atom
    }
}

#[inline]
fn entry(atom: Atom) -> &'static Entry {
    let index = atom.0 as usize;
    let slot = ENTRIES.segment(index);
    let mut segment = slot.load(Ordering::Acquire);
    if segment.is_null() {
        // A fixed atom, before anybody has made one.
        table();
        segment = slot.load(Ordering::Acquire);
    }
    // SAFETY: an `Atom` exists only for an entry that has been written, fixed ones by making the
    // table; entries never change and are never freed.
    unsafe { &*segment.add(index % SEGMENT) }
}

/// The hash of an atom's name: of its characters when they are below 256, else of its UTF-8 bytes.
fn portable_hash(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let mut h = 0_u32;
    let mut i = 0;
    while i < bytes.len() {
        let mut v = bytes[i];
        i += 1;
        // Latin-1 characters count as one byte, as they did before atoms were UTF-8.
        if v & 0xfe == 0xc2 && i < bytes.len() {
            v = v << 6 | bytes[i] & 0x3f;
            i += 1;
        }
        h = (h << 4).wrapping_add(u32::from(v));
        let top = h & 0xf000_0000;
        h ^= top >> 24 ^ top;
    }
    h
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::new)
}

impl Atom {
    /// The atom of this name, made if it is new. Names of more than 255 characters are the caller's
    /// to refuse. When the table is full, the emulator ends.
    pub fn new(name: &str) -> Atom {
        table().intern(name)
    }

    /// As [`Atom::new`]; none if it is new and the table would have fewer free places than these.
    pub fn sparing(name: &str, spare: u32) -> Option<Atom> {
        if spare != 0 && Atom::count() >= limit().saturating_sub(spare) {
            return Atom::existing(name);
        }
        Some(Atom::new(name))
    }

    /// The atom of this name, if there is one already.
    pub fn existing(name: &str) -> Option<Atom> {
        table().find(name.as_bytes())
    }

    /// The atom whose name these bytes are in UTF-8, if there is one already. Other bytes are no
    /// atom's name.
    #[inline]
    pub fn existing_of_bytes(name: &[u8]) -> Option<Atom> {
        Atom::of_bytes(name, prefix(name))
    }

    /// The atom whose name has these bytes, which need not be UTF-8, if there is one already. The
    /// first of them, as [`prefix`] gives them, are at hand.
    #[inline]
    pub(crate) fn of_bytes(name: &[u8], prefix: u64) -> Option<Atom> {
        table().by_name.find(name, prefix)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        entry(self).name
    }

    /// The name, the first of its bytes, as [`prefix`] gives them, and what characters it has.
    #[inline(always)]
    pub(crate) fn spelling(self) -> (&'static str, u64, Letters) {
        let entry = entry(self);
        (entry.name, entry.prefix, entry.letters)
    }

    /// The order of the names.
    #[inline]
    pub fn compare(self, other: Atom) -> std::cmp::Ordering {
        let (a, b) = (entry(self), entry(other));
        // The order of UTF-8 bytes is the order of code points.
        a.prefix.cmp(&b.prefix).then_with(|| a.name.cmp(b.name))
    }

    /// The hash that `phash2` and `phash` give or mix in for it.
    pub fn name_hash(self) -> u32 {
        entry(self).hash
    }

    /// The index in the table.
    pub const fn index(self) -> u32 {
        self.0
    }

    /// The atom of an index that [`Atom::index`] gave.
    ///
    /// # Safety
    /// The index must come from an existing atom.
    pub const unsafe fn from_index(index: u32) -> Atom {
        Atom(index)
    }

    /// The atom of an index, if the table has it.
    pub fn from_index_checked(index: u32) -> Option<Atom> {
        (index < Atom::count()).then_some(Atom(index))
    }

    /// The number of atoms there are.
    pub fn count() -> u32 {
        table().published.load(Ordering::Acquire)
    }

    /// Bytes that the table of atoms takes, and those that their names take.
    pub fn memory() -> (usize, usize) {
        let each = size_of::<Entry>() + ByName::EACH;
        (Atom::count() as usize * each, table().names.load(Ordering::Relaxed))
    }
}

impl std::fmt::Debug for Atom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for Atom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// An atom looked up once, at its first use; see [`atom!`](crate::atom!).
pub struct LazyAtom {
    name: &'static str,
    index: AtomicU32,
}

impl LazyAtom {
    /// Not looked up yet.
    pub const fn new(name: &'static str) -> LazyAtom {
        LazyAtom { name, index: AtomicU32::new(u32::MAX) }
    }

    /// The atom.
    #[inline]
    pub fn get(&self) -> Atom {
        match self.index.load(Ordering::Relaxed) {
            u32::MAX => {
                let atom = Atom::new(self.name);
                self.index.store(atom.0, Ordering::Relaxed);
                atom
            }
            index => Atom(index),
        }
    }
}

/// `atom!("name")`: the atom of a name known when compiling, looked up once per place of use.
#[macro_export]
macro_rules! atom {
    ($name:literal) => {{
        static LAZY: $crate::atom::LazyAtom = $crate::atom::LazyAtom::new($name);
        LAZY.get()
    }};
}

macro_rules! fixed_atoms {
    ($($konst:ident = $name:literal),* $(,)?) => {
        const FIXED: &[&str] = &[$($name),*];
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($konst),* }
        /// Atoms known when compiling, usable in patterns. Others: [`atom!`](crate::atom!).
        pub mod am {
            use super::{Atom, Index};
            $(#[doc = concat!("`", $name, "`")] pub const $konst: Atom = Atom(Index::$konst as u32);)*
        }
    };
}

fixed_atoms! {
    EMPTY = "", FALSE = "false", TRUE = "true", UNDEFINED = "undefined", OK = "ok", ERROR = "error", EXIT = "exit",
    THROW = "throw", EXIT_UPPER = "EXIT", DOWN_UPPER = "DOWN", NORMAL = "normal", KILL = "kill", KILLED = "killed",
    BADARG = "badarg", BADARITH = "badarith", BADMATCH = "badmatch", FUNCTION_CLAUSE = "function_clause",
    CASE_CLAUSE = "case_clause", IF_CLAUSE = "if_clause", TRY_CLAUSE = "try_clause", BADFUN = "badfun",
    BADARITY = "badarity", BADMAP = "badmap", BADKEY = "badkey", BADRECORD = "badrecord", UNDEF = "undef",
    NOCATCH = "nocatch", NOPROC = "noproc", NOCONNECTION = "noconnection", SYSTEM_LIMIT = "system_limit",
    TIMEOUT_VALUE = "timeout_value", NOTSUP = "notsup", NOT_SUPPORTED = "not_supported", ERLANG = "erlang",
    PROCESS = "process", PORT = "port", TIME_OFFSET = "time_offset", INFINITY = "infinity", TIMEOUT = "timeout",
    NONODE_NOHOST = "nonode@nohost", ALL = "all", NONE = "none", APPLY = "apply", INIT = "init",
    ERL_INIT = "erl_init", START = "start", ERROR_HANDLER = "error_handler", UNDEFINED_FUNCTION = "undefined_function",
    UNDEFINED_LAMBDA = "undefined_lambda", MODULE_INFO = "module_info", LOW = "low", HIGH = "high", MAX = "max",
    LINK = "link", MONITOR = "monitor", ALIAS = "alias", REPLY = "reply", TAG = "tag", DATA = "data",
    CONNECTED = "connected", CLOSED = "closed", CLOSE = "close", COMMAND = "command", CONNECT = "connect",
    EOF = "eof", EOL = "eol", NOEOL = "noeol", EXIT_STATUS = "exit_status", NAME = "name", ID = "id", PID = "pid",
    BADSIG = "badsig", BUSY = "busy", ENOENT = "enoent", EINVAL = "einval", LINE = "line", FILE = "file",
    NIL_LIST = "[]", MINUS = "-", PLUS = "+", TIMES = "*", DIVIDE = "/", DIV = "div", REM = "rem", BNOT = "bnot",
    BAND = "band", BOR = "bor", BXOR = "bxor", BSL = "bsl", BSR = "bsr", EQ = "==", NE = "/=", EQ_EXACT = "=:=",
    NE_EXACT = "=/=", LT = "<", GT = ">", LE = "=<", GE = ">=", NOT = "not", AND = "and", OR = "or", XOR = "xor",
    BANG = "!", APPEND = "++", SUBTRACT = "--", NO = "no", YES = "yes", ON = "on", OFF = "off", VALUE = "value",
    FLUSH = "flush", INFO = "info", DEMONITOR = "demonitor", SUSPENDED = "suspended", RUNNABLE = "runnable",
    RUNNING = "running", WAITING = "waiting", EXITING = "exiting", GARBAGE_COLLECTING = "garbage_collecting",
    BINARY = "binary", LIST = "list", TUPLE = "tuple", INTEGER = "integer", FLOAT = "float", ATOM = "atom",
    MAP = "map", FUN = "fun", LATIN1 = "latin1", UTF8 = "utf8", UNICODE = "unicode", BIG = "big", LITTLE = "little",
    SET = "set", ORDERED_SET = "ordered_set", BAG = "bag", DUPLICATE_BAG = "duplicate_bag",
    EMPTY_TABLE_END = "$end_of_table", WILDCARD = "_", DOLLAR_DOLLAR = "$$", DOLLAR_UNDERSCORE = "$_",
    CODE_SERVER = "code_server", LAMBDA = "fun_entry", ERROR_INFO = "error_info", MODULE = "module",
    FUNCTION = "function", ARITY = "arity", LOCAL = "local", EXTERNAL = "external", ENV = "env", NODE = "node",
    SPAWN_REPLY = "spawn_reply", SPAWN_REQUEST = "spawn_request", LOADED = "loaded", BADFILE = "badfile",
    ON_LOAD = "on_load", ON_LOAD_FAILURE = "on_load_failure", NOT_PURGED = "not_purged", DUPLICATED = "duplicated",
    MICROSECOND = "microsecond",
    MILLISECOND = "millisecond", NANOSECOND = "nanosecond", SECOND = "second", NATIVE = "native",
    PERF_COUNTER = "perf_counter", GET_TCW = "code", NOPROCESS = "noprocess",
}
