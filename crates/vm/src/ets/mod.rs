//! ETS: tables of tuples that processes share.
//!
//! Objects are [`Row`]s, of one allocation each. They are mostly copied in before the lock is
//! taken, and copied out under it. To look up a key in a set takes no lock at all ([`Table::get`]).
//! A table is an `Arc` that its identifier (a magic reference) keeps alive; once the table is
//! deleted only that shell is left.

pub mod hash;
mod index;
mod parts;
pub mod registry;
mod retire;
pub mod tree;
pub mod walk;

use crate::process::Running;
use hash::{Held, Shard, WriteShard};
use parts::Parts;
use release::Difference;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use term::{Atom, Heap, OwnedTerm, Row, Term, am, hash as term_hash};
use tree::Tree;

pub use crossbeam_epoch::{Guard, pin};
pub(crate) use retire::{settle, settle_more};

/// Keeps rows that are found in tables without a lock from being freed.
pub struct Watch {
    /// None where the scheduler is pinned, which it is as long as a slice lasts.
    _own: Option<Guard>,
}

/// To look at tables in a built-in, which ends with the slice at the latest. Tests call built-ins
/// outside of slices.
#[inline]
pub fn watch() -> Watch {
    Watch { _own: (!crate::sched::is_in_slice()).then(pin) }
}

/// The kind of a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One object for a key.
    Set,
    /// One object for a key, in the order of keys.
    OrderedSet,
    /// Different objects for a key.
    Bag,
    /// Any objects for a key.
    DuplicateBag,
}

impl Kind {
    /// Its name.
    pub fn atom(self) -> Atom {
        match self {
            Kind::Set => am::SET,
            Kind::OrderedSet => am::ORDERED_SET,
            Kind::Bag => am::BAG,
            Kind::DuplicateBag => am::DUPLICATE_BAG,
        }
    }

    /// One object for a key?
    pub fn is_set(self) -> bool {
        matches!(self, Kind::Set | Kind::OrderedSet)
    }
}

/// The processes that may read and write a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Protection {
    /// Everybody may read and write.
    Public,
    /// Everybody may read, the owner may write.
    Protected,
    /// Only the owner may read and write.
    Private,
}

impl Protection {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Protection::Public => "public",
            Protection::Protected => "protected",
            Protection::Private => "private",
        }
    }

    fn from_u32(n: u32) -> Protection {
        match n {
            0 => Protection::Public,
            1 => Protection::Protected,
            _ => Protection::Private,
        }
    }
}

/// `write_concurrency`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum WriteConcurrency {
    /// Off.
    Off,
    /// On.
    On,
    /// As the emulator sees fit.
    Auto,
    /// On, with this many locks (for OTP's own tests).
    Locks(u32),
}

/// The settings that a table is made with.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// Kind.
    pub kind: Kind,
    /// Position of the key in an object, from 0.
    pub keypos: usize,
    /// Known by its name?
    pub named: bool,
    /// Which processes may read and write it, at first.
    pub protection: Protection,
    /// As reported.
    pub read_concurrency: bool,
    /// Many locks, and as reported.
    pub write_concurrency: WriteConcurrency,
    /// As reported.
    pub decentralized_counters: bool,
    /// As reported.
    pub compressed: bool,
}

/// The process that gets a table when its owner goes.
pub struct Heir {
    /// The process.
    pub pid: u64,
    /// The data that it is sent with the table.
    pub data: OwnedTerm,
}

impl Heir {
    fn lives(&self) -> bool {
        let guard = pin();
        crate::process_table::lookup(self.pid, &guard).is_some_and(|p| !p.state.bits().is_exiting())
    }
}

/// The processes that have fixed a table, and since when it is fixed.
#[derive(Default)]
pub struct Fixation {
    /// Processes with the number of times that each has.
    pub by: Vec<(u64, usize)>,
    /// Monotonic time of the first.
    pub since: i64,
}

/// A shard that shares no cache line with its neighbours.
#[repr(align(128))]
struct Padded(Shard);

impl std::ops::Deref for Padded {
    type Target = Shard;

    #[inline(always)]
    fn deref(&self) -> &Shard {
        &self.0
    }
}

/// The objects of a table.
enum Store {
    Hash(Box<[Padded]>),
    Tree(Box<Parts>),
}

/// Whether tables need locks: if there are other schedulers. Tests have threads of their own.
fn is_shared() -> bool {
    cfg!(feature = "testing") || crate::sched::count() > 1
}

/// Number of locks of a table with write concurrency.
const SHARDS: usize = 64;

/// A table.
pub struct Table {
    /// Numbers of the reference that identifies it.
    pub id: [u32; 3],
    /// The settings that it was made with.
    pub options: Options,
    name: AtomicU32,
    owner: AtomicU64,
    protection: AtomicU32,
    alive: AtomicBool,
    fixers: AtomicU32,
    /// Several objects are being changed, of which others are to see all or none: see [`Batch`].
    in_batch: AtomicBool,
    heir: Mutex<Option<Heir>>,
    fixation: Mutex<Fixation>,
    this: Weak<Table>,
    store: Store,
}

/// Why an operation on a table is refused: the `cause` of OTP's `error_info`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// No table identifier and no atom.
    Type,
    /// There is no such table.
    Id,
    /// The process may not.
    Access,
}

impl Refusal {
    /// The `cause`.
    pub fn atom(self) -> Atom {
        match self {
            Refusal::Type => term::atom!("type"),
            Refusal::Id => am::ID,
            Refusal::Access => term::atom!("access"),
        }
    }
}

/// The access that an operation needs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// Nothing.
    Info,
    /// To read.
    Read,
    /// To write.
    Write,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a traversal of a hash table stands: shard and place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position(u64);

impl Position {
    /// The start.
    pub const START: Position = Position(0);

    fn new(shard: usize, place: u32) -> Position {
        Position((shard as u64) << 32 | u64::from(place))
    }

    /// As a number, for continuations.
    pub fn number(self) -> i64 {
        self.0 as i64
    }

    /// The position of a number that [`Position::number`] has given, or a program has made up.
    pub fn from_number(n: i64) -> Position {
        Position(n.unsigned_abs())
    }

    fn parts(self) -> (usize, u32) {
        ((self.0 >> 32) as usize, self.0 as u32)
    }
}

/// The caller's decision about an object that a traversal has come to.
pub enum Edit {
    /// Leave it.
    Keep,
    /// Remove it.
    Remove,
    /// Put another with the same key in its place.
    Replace(Row),
}

/// Range of keys to traverse in an ordered table, by the order of a key with respect to it.
pub type Range<'a> = &'a dyn Fn(Term<'_>) -> std::cmp::Ordering;

impl Table {
    fn new(options: Options, name: Atom, owner: u64, heir: Option<Heir>) -> Arc<Table> {
        let shards = match options.write_concurrency {
            _ if options.protection == Protection::Private => 1,
            WriteConcurrency::Off => 1,
            WriteConcurrency::On | WriteConcurrency::Auto => SHARDS,
            WriteConcurrency::Locks(n) => n.next_power_of_two() as usize,
        };
        let shared = is_shared();
        let store = if options.kind == Kind::OrderedSet {
            // SAFETY: if it is not shared, there is one scheduler, whose thread alone uses tables.
            Store::Tree(Box::new(unsafe { Parts::new(shared && shards > 1, shared) }))
        } else {
            let shards = if shared { shards } else { 1 };
            let set = options.kind == Kind::Set;
            let shard = |_| Padded(Shard::new(options.keypos, shared, set));
            Store::Hash((0..shards).map(shard).collect())
        };
        Arc::new_cyclic(|this| Table {
            id: crate::system::new_ref(),
            options,
            name: AtomicU32::new(name.index()),
            owner: AtomicU64::new(owner),
            protection: AtomicU32::new(options.protection as u32),
            alive: AtomicBool::new(true),
            fixers: AtomicU32::new(0),
            in_batch: AtomicBool::new(false),
            heir: Mutex::new(heir.filter(Heir::lives)),
            fixation: Mutex::default(),
            this: this.clone(),
            store,
        })
    }

    /// The table that a term means, if the process may do with it what it needs to.
    #[inline]
    pub fn of<'g>(
        p: &Running<'_>,
        id: Term<'g>,
        need: Need,
        watch: &'g Watch,
    ) -> Result<&'g Table, Refusal> {
        let table = if let Some(name) = id.as_atom() {
            registry::named(name, watch).ok_or(Refusal::Id)?
        } else {
            id.as_ref().and_then(|r| r.magic_as::<Table>()).ok_or(Refusal::Type)?
        };
        if !table.alive.load(Ordering::Acquire) {
            return Err(Refusal::Id);
        }
        table.check(p, need)?;
        Ok(table)
    }

    #[inline]
    fn check(&self, p: &Running<'_>, need: Need) -> Result<(), Refusal> {
        let allowed = match (need, self.protection()) {
            (Need::Info, _)
            | (Need::Read, Protection::Public | Protection::Protected)
            | (Need::Write, Protection::Public) => true,
            _ => self.owner() == p.id || registry::is_super_user(p.id),
        };
        if allowed { Ok(()) } else { Err(Refusal::Access) }
    }

    /// Which processes may read and write the table.
    pub fn protection(&self) -> Protection {
        Protection::from_u32(self.protection.load(Ordering::Relaxed))
    }

    /// Changes which processes may read and write the table.
    pub fn set_protection(&self, p: Protection) {
        self.protection.store(p as u32, Ordering::Relaxed);
    }

    /// The owner's number.
    pub fn owner(&self) -> u64 {
        self.owner.load(Ordering::Acquire)
    }

    /// The name, which it is known by if it is a named table.
    pub fn name(&self) -> Atom {
        // SAFETY: only atoms' indexes are stored here.
        unsafe { Atom::from_index(self.name.load(Ordering::Acquire)) }
    }

    /// Its identifier, whether it is named or not.
    pub fn reference<'h>(&self, heap: &'h Heap) -> Term<'h> {
        let this = self.this.upgrade().expect("a table in use");
        heap.magic_ref(self.id, this)
    }

    /// The term by which programs name it: its name if it is named, else its identifier.
    pub fn identifier<'h>(&self, heap: &'h Heap) -> Term<'h> {
        if self.options.named { Term::atom(self.name()) } else { self.reference(heap) }
    }

    /// Whether it has not been deleted.
    pub fn is_alive(&self) -> bool {
        self.alive.load(Ordering::Acquire)
    }

    /// The heir's pid.
    pub fn heir(&self) -> Option<u64> {
        lock(&self.heir).as_ref().map(|h| h.pid)
    }

    /// Sets the heir; none if there is no such process.
    pub fn set_heir(&self, heir: Option<Heir>) {
        *lock(&self.heir) = heir.filter(Heir::lives);
    }

    /// Number of objects.
    pub fn size(&self) -> usize {
        match &self.store {
            Store::Hash(shards) => shards.iter().map(|s| s.len()).sum(),
            Store::Tree(parts) => parts.sum(Tree::len),
        }
    }

    /// Words of memory, about.
    pub fn memory(&self) -> usize {
        let own = size_of::<Table>() / 8;
        own + match &self.store {
            Store::Hash(s) => s.iter().map(|s| s.words() + size_of::<Padded>() / 8).sum(),
            Store::Tree(parts) => parts.sum(Tree::words),
        }
    }

    /// As [`Table::size`], without waiting: parts that are being written to do not count.
    pub fn size_now(&self) -> usize {
        match &self.store {
            Store::Hash(_) => self.size(),
            Store::Tree(parts) => parts.len_now(),
        }
    }

    /// As [`Table::memory`], without waiting: parts that are being written to do not count.
    pub fn memory_now(&self) -> usize {
        match &self.store {
            Store::Hash(_) => self.memory(),
            Store::Tree(parts) => size_of::<Table>() / 8 + parts.words_now(),
        }
    }

    /// `ets:info(Table, stats)`: buckets, average and squared chain lengths, shortest, longest,
    /// kept, locks.
    pub fn stats(&self) -> Option<(usize, f64, f64, usize, usize, usize, usize)> {
        let Store::Hash(shards) = &self.store else { return None };
        let (mut n, mut min, mut max, mut squares, mut kept) = (0, usize::MAX, 0, 0.0, 0);
        for s in shards {
            let s = s.read();
            let (buckets, least, most, sq) = s.stats();
            n += buckets;
            min = min.min(least);
            max = max.max(most);
            squares += sq;
            kept += s.kept();
        }
        let len = self.size();
        let average = len as f64 / n as f64;
        Some((n, average, squares / n as f64, min, max, kept, shards.len()))
    }

    fn key<'t>(&self, object: Term<'t>) -> Term<'t> {
        object.as_tuple().expect("an object is a tuple")[self.options.keypos]
    }

    #[inline]
    fn key_of<'t>(&self, row: &'t Row) -> Term<'t> {
        row.element(self.options.keypos)
    }

    /// Whether a term is a tuple with a key.
    pub fn is_object(&self, t: Term<'_>) -> bool {
        t.as_tuple().is_some_and(|e| e.len() > self.options.keypos)
    }

    /// Hash within the shard, and the shard.
    #[inline]
    fn place(shards: &[Padded], key: Term<'_>) -> (u32, usize) {
        let h = term_hash::internal(key);
        (h as u32, (h >> 40) as usize & (shards.len() - 1))
    }

    fn is_fixed_now(&self) -> bool {
        self.fixers.load(Ordering::SeqCst) != 0
    }

    /// The object of a key, if the table is one in which it can be looked up without a lock: then
    /// its elements may change in place meanwhile, to and from immediates. `whole` if all of it is
    /// needed. `Err` for other tables.
    #[inline]
    pub fn get<'g>(
        &self,
        key: Term<'_>,
        whole: bool,
        watch: &'g Watch,
    ) -> Result<Option<Held<'g>>, NotASet> {
        match &self.store {
            Store::Hash(shards) if self.options.kind == Kind::Set => {
                let (hash, shard) = Table::place(shards, key);
                let found = shards[shard].get((hash, key), whole, watch);
                // A batch that had begun by then may have changed this object and not yet others.
                // An object of a batch is found behind what has noted its beginning.
                if self.in_batch.load(Ordering::Acquire) {
                    return Ok(Table::get_behind_batch(&shards[shard], (hash, key), watch));
                }
                Ok(found)
            }
            _ => Err(NotASet),
        }
    }

    /// The object of a key, before or after a batch as a whole.
    #[cold]
    fn get_behind_batch<'g>(
        shard: &Shard,
        key: (u32, Term<'_>),
        watch: &'g Watch,
    ) -> Option<Held<'g>> {
        // No batch is under way while somebody has a shard to read.
        let _reading = shard.read();
        shard.get(key, true, watch)
    }

    /// Runs `f` on the objects of a key: none, one, or in a bag several, oldest first.
    #[inline]
    pub fn with_objects<R>(&self, key: Term<'_>, f: impl FnOnce(&[Row]) -> R) -> R {
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                shards[shard].read().with(hash, key, f)
            }
            Store::Tree(parts) => {
                let part = parts.read(key);
                let t = &part.tree;
                match t.find(key).ok().and_then(|at| t.get(at)) {
                    Some((_, o)) => f(std::slice::from_ref(o)),
                    None => f(&[]),
                }
            }
        }
    }

    fn put(&self, s: &mut WriteShard<'_>, hash: u32, row: Row) {
        match s.find(hash, self.key_of(&row)) {
            None => s.insert_new(hash, row),
            Some(at) => match self.options.kind {
                Kind::Bag => {
                    let same = |o: &Row| term::compare::exactly_equal(o.term(), row.term());
                    if !s.objects(at).iter().any(same) {
                        s.add(at, row);
                    }
                }
                Kind::DuplicateBag => s.add(at, row),
                Kind::Set | Kind::OrderedSet => s.replace(at, row),
            },
        }
    }

    fn put_in_tree(&self, t: &mut Tree, row: Row) {
        match t.find(self.key_of(&row)) {
            Ok(at) => t.replace(at, row, self.options.keypos),
            Err(at) => t.insert(at, row, self.options.keypos),
        }
    }

    /// Inserts a copy of an object.
    #[inline]
    pub fn insert(&self, object: Term<'_>) {
        let key = self.key(object);
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let shard = &shards[shard];
                if self.options.kind == Kind::Set && !is_shared() {
                    let mut s = shard.write();
                    if !self.is_alive() {
                        return;
                    }
                    return match s.find(hash, key) {
                        None => s.insert_new(hash, Row::new(object)),
                        Some(at) if s.overwrite(at, object) => {}
                        Some(at) => s.replace(at, Row::new(object)),
                    };
                }
                let row = Row::new(object);
                let mut s = shard.write();
                if self.is_alive() {
                    self.put(&mut s, hash, row);
                }
            }
            Store::Tree(parts) => {
                let keypos = self.options.keypos;
                let mut part = parts.write(key);
                let t = &mut part.tree;
                if !self.is_alive() {
                    return;
                }
                match t.find(key) {
                    Ok(at) if t.overwrite(at, object, keypos) => {}
                    Ok(at) => t.replace(at, Row::new(object), keypos),
                    Err(at) => t.insert(at, Row::new(object), keypos),
                }
            }
        }
    }

    /// Inserts all objects or, if `new` is asked for and one of the keys is there already, none.
    pub fn insert_all(&self, objects: Vec<Row>, new: bool) -> bool {
        match &self.store {
            Store::Hash(shards) => {
                // All shards, in order: others see all of the objects or none.
                let mut guards: Vec<_> = shards.iter().map(|s| s.write()).collect();
                if new
                    && objects.iter().any(|o| {
                        let key = self.key_of(o);
                        let (hash, shard) = Table::place(shards, key);
                        guards[shard].find(hash, key).is_some()
                    })
                {
                    return false;
                }
                if !self.is_alive() {
                    return true;
                }
                let _batch = Batch::begin(self);
                let mut objects = objects;
                if self.options.kind == Kind::Bag && Difference::BagsReversed.is_on() {
                    // Programs see the order when they look up.
                    objects.reverse();
                }
                for o in objects {
                    let (hash, shard) = Table::place(shards, self.key_of(&o));
                    self.put(&mut guards[shard], hash, o);
                }
            }
            Store::Tree(parts) => {
                // All parts, for the same reason.
                let mut all = parts.write_all();
                let there = |o: &Row| {
                    let key = self.key_of(o);
                    parts.among(&mut all, key).tree.find(key).is_ok()
                };
                if new && objects.iter().any(there) {
                    return false;
                }
                if !self.is_alive() {
                    return true;
                }
                for o in objects {
                    self.put_in_tree(&mut parts.among(&mut all, self.key_of(&o)).tree, o);
                }
            }
        }
        true
    }

    /// Inserts an object unless its key is there.
    pub fn insert_new(&self, row: Row) -> bool {
        match &self.store {
            Store::Hash(shards) => {
                let key = self.key_of(&row);
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                if s.find(hash, key).is_some() {
                    return false;
                }
                if self.is_alive() {
                    s.insert_new(hash, row);
                }
                true
            }
            Store::Tree(parts) => {
                let key = self.key_of(&row);
                let mut part = parts.write(key);
                let t = &mut part.tree;
                let Err(at) = t.find(key) else { return false };
                if self.is_alive() {
                    t.insert(at, row, self.options.keypos);
                }
                true
            }
        }
    }

    /// Runs `f` on the objects of a key, then removes them.
    #[inline]
    pub fn take<R>(&self, key: Term<'_>, f: impl FnOnce(&[Row]) -> R) -> R {
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                let Some(at) = s.find(hash, key) else { return f(&[]) };
                let result = f(s.objects(at));
                s.remove(at, self.is_fixed_now());
                result
            }
            Store::Tree(parts) => {
                let mut part = parts.write(key);
                let Ok(at) = part.tree.find(key) else { return f(&[]) };
                let object = part.tree.remove(at);
                drop(part);
                f(std::slice::from_ref(&object))
            }
        }
    }

    /// Removes the objects that are `=:=` to this one.
    pub fn delete_object(&self, object: Term<'_>) {
        let key = self.key(object);
        let same = |o: &Row| term::compare::exactly_equal(o.term(), object);
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                if let Some(at) = s.find(hash, key) {
                    s.remove_if(at, self.is_fixed_now(), same);
                }
            }
            Store::Tree(parts) => {
                let mut part = parts.write(key);
                let t = &mut part.tree;
                if let Ok(at) = t.find(key)
                    && t.get(at).is_some_and(|(_, o)| same(o))
                {
                    t.remove(at);
                }
            }
        }
    }

    /// Whether others may look at objects without the lock. Several elements of an object must not
    /// be changed in place then, one after the other. One element that is an immediate may always
    /// be changed, unless [`Row::owns`].
    pub fn is_watched(&self) -> bool {
        self.options.kind == Kind::Set && is_shared()
    }

    /// Runs `f` on the one object of a key, in which it changes elements in place (not the key), or
    /// for which it gives another. If there is none, the one that `default` makes is changed and
    /// inserted, if `f` does not fail. None if there is none.
    #[inline]
    pub fn update<R, E>(
        &self,
        key: Term<'_>,
        default: Option<impl FnOnce() -> Row>,
        f: impl FnOnce(&Row) -> Result<(R, Option<Row>), E>,
    ) -> Option<Result<R, E>> {
        let keypos = self.options.keypos;
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                let found = s.find(hash, key);
                if let Some(at) = found {
                    return Some(f(&s.objects(at)[0]).map(|(result, new)| {
                        if let Some(new) = new {
                            s.replace(at, new);
                        }
                        result
                    }));
                }
                let object = default?();
                Some(f(&object).map(|(result, new)| {
                    s.insert_new(hash, new.unwrap_or(object));
                    result
                }))
            }
            Store::Tree(parts) => {
                let mut part = parts.write(key);
                let t = &mut part.tree;
                match t.find(key) {
                    Ok(at) => Some(f(t.object(at)).map(|(result, new)| {
                        if let Some(new) = new {
                            t.replace(at, new, keypos);
                        }
                        result
                    })),
                    Err(at) => {
                        let object = default?();
                        Some(f(&object).map(|(result, new)| {
                            t.insert(at, new.unwrap_or(object), keypos);
                            result
                        }))
                    }
                }
            }
        }
    }

    /// Adds to the counter at a position (from 0) of the object of a key, if that and the sum are
    /// small and the object may be changed in place; gives the sum. None where it cannot be done so
    /// simply.
    #[inline]
    pub fn add_small(&self, key: Term<'_>, position: usize, n: i64) -> Option<Term<'static>> {
        let add = |row: &Row| {
            if position >= row.len() || row.owns() {
                return None;
            }
            let sum = Term::try_small(row.element(position).as_small()? + n)?;
            row.set_immediate(position, sum);
            Some(sum)
        };
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                shards[shard].write().with(hash, key, |rows| add(rows.first()?))
            }
            Store::Tree(parts) => {
                let part = parts.write(key);
                let t = &part.tree;
                add(t.object(t.find(key).ok()?))
            }
        }
    }

    /// Removes all objects; gives their number.
    pub fn clear(&self) -> usize {
        match &self.store {
            Store::Hash(shards) => {
                let mut guards: Vec<_> = shards.iter().map(|s| s.write()).collect();
                let fixed = self.is_fixed_now();
                let mut total = 0;
                let mut garbage = Vec::new();
                let batch = Batch::begin(self);
                for s in &mut guards {
                    let (n, old) = s.clear(fixed);
                    total += n;
                    garbage.push(old);
                }
                drop(batch);
                drop(guards);
                match self.is_watched() {
                    true => retire::later(move || registry::free(total, garbage)),
                    false => registry::free(total, garbage),
                }
                total
            }
            Store::Tree(parts) => {
                let mut all = parts.write_all();
                let old: Vec<_> = all.iter_mut().map(|p| std::mem::take(&mut p.tree)).collect();
                drop(all);
                let n = old.iter().map(Tree::len).sum();
                registry::free(n, old);
                n
            }
        }
    }
}

/// A change of several objects, under the locks of all shards. Others look up keys without a lock;
/// as long as this is there they wait for one, so that they see all of the change or nothing.
struct Batch<'t>(&'t Table);

impl Batch<'_> {
    /// Begins one. To be called with all shards locked, before the first change.
    fn begin(table: &Table) -> Batch<'_> {
        // The stores of the objects are later, and release this one with them.
        table.in_batch.store(true, Ordering::Release);
        Batch(table)
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        self.0.in_batch.store(false, Ordering::Release);
    }
}

/// The table cannot be looked at without its lock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NotASet;
