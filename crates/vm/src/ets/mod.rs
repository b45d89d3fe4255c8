//! ETS: tables of tuples that processes share.
//!
//! Objects are [`OwnedTerm`]s: copied in before the lock is taken, copied out under it. A table is
//! an `Arc` that its identifier (a magic reference) keeps alive; once it is deleted only that shell
//! is left.

pub mod hash;
pub mod registry;
pub mod tree;
pub mod walk;

use crate::process::Process;
use hash::Shard;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::sync::{RwLockReadGuard, RwLockWriteGuard};
use term::{Atom, Heap, OwnedTerm, Term, am, hash as term_hash};
use tree::Tree;

pub use crossbeam_epoch::{Guard, pin};

/// What kind of table.
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

/// Who may do what with a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Protection {
    /// Everybody may read and write.
    Public,
    /// Everybody may read, the owner may write.
    Protected,
    /// The owner only.
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

/// What a table is made with.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// Kind.
    pub kind: Kind,
    /// Position of the key in an object, from 0.
    pub keypos: usize,
    /// Known by its name?
    pub named: bool,
    /// Who may do what, at first.
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

/// Who gets the table when its owner goes.
pub struct Heir {
    /// The process.
    pub pid: u64,
    /// What it is told.
    pub data: OwnedTerm,
}

impl Heir {
    fn lives(&self) -> bool {
        let guard = pin();
        crate::process_table::lookup(self.pid, &guard)
            .is_some_and(|p| p.state.load(Ordering::SeqCst) & crate::process::state::EXITING == 0)
    }
}

/// Who has fixed a table, and since when.
#[derive(Default)]
pub struct Fixation {
    /// Processes with the number of times that each has.
    pub by: Vec<(u64, usize)>,
    /// Monotonic time of the first.
    pub since: i64,
}

/// A lock on a cache line of its own.
#[repr(align(128))]
#[derive(Default)]
struct Padded<T>(RwLock<T>);

impl<T> Padded<T> {
    fn read(&self) -> RwLockReadGuard<'_, T> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, T> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The objects of a table.
enum Store {
    Hash(Box<[Padded<Shard>]>),
    Tree(Padded<Tree>),
}

/// Number of locks of a table with write concurrency.
const SHARDS: usize = 64;

/// A table.
pub struct Table {
    /// Numbers of the reference that identifies it.
    pub id: [u32; 3],
    /// What it was made with.
    pub options: Options,
    name: AtomicU32,
    owner: AtomicU64,
    protection: AtomicU32,
    alive: AtomicBool,
    fixers: AtomicU32,
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

/// What an operation needs to be allowed.
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

    /// Of such a number, which a program may have made up.
    pub fn from_number(n: i64) -> Position {
        Position(n.unsigned_abs())
    }

    fn parts(self) -> (usize, u32) {
        ((self.0 >> 32) as usize, self.0 as u32)
    }
}

/// What to do with an object that a traversal has come to.
pub enum Edit {
    /// Leave it.
    Keep,
    /// Remove it.
    Remove,
    /// Put another with the same key in its place.
    Replace(OwnedTerm),
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
        let store = if options.kind == Kind::OrderedSet {
            Store::Tree(Padded::default())
        } else {
            Store::Hash((0..shards).map(|_| Padded::default()).collect())
        };
        Arc::new_cyclic(|this| Table {
            id: crate::system::new_ref(),
            options,
            name: AtomicU32::new(name.index()),
            owner: AtomicU64::new(owner),
            protection: AtomicU32::new(options.protection as u32),
            alive: AtomicBool::new(true),
            fixers: AtomicU32::new(0),
            heir: Mutex::new(heir.filter(Heir::lives)),
            fixation: Mutex::default(),
            this: this.clone(),
            store,
        })
    }

    /// The table that a term means, if the process may do with it what it needs to.
    #[inline]
    pub fn of<'g>(
        p: &Process,
        id: Term<'g>,
        need: Need,
        guard: &'g Guard,
    ) -> Result<&'g Table, Refusal> {
        let table = if let Some(name) = id.as_atom() {
            registry::named(name, guard).ok_or(Refusal::Id)?
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
    fn check(&self, p: &Process, need: Need) -> Result<(), Refusal> {
        let allowed = match (need, self.protection()) {
            (Need::Info, _)
            | (Need::Read, Protection::Public | Protection::Protected)
            | (Need::Write, Protection::Public) => true,
            _ => self.owner() == p.id || registry::is_super_user(p.id),
        };
        if allowed { Ok(()) } else { Err(Refusal::Access) }
    }

    /// Who may do what.
    pub fn protection(&self) -> Protection {
        Protection::from_u32(self.protection.load(Ordering::Relaxed))
    }

    /// Changes who may do what.
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

    /// What the program calls it: its name, or its identifier.
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
            Store::Hash(shards) => shards.iter().map(|s| s.read().len()).sum(),
            Store::Tree(t) => t.read().len(),
        }
    }

    /// Words of memory, about.
    pub fn memory(&self) -> usize {
        let own = size_of::<Table>() / 8;
        own + match &self.store {
            Store::Hash(s) => s.iter().map(|s| s.read().words() + size_of::<Shard>() / 8).sum(),
            Store::Tree(t) => t.read().words(),
        }
    }

    /// As [`Table::memory`], without waiting: what is being written to does not count.
    pub(crate) fn memory_now(&self) -> usize {
        let own = size_of::<Table>() / 8;
        own + match &self.store {
            Store::Hash(shards) => shards
                .iter()
                .filter_map(|s| s.0.try_read().ok())
                .map(|s| s.words() + size_of::<Shard>() / 8)
                .sum(),
            Store::Tree(t) => t.0.try_read().map_or(0, |t| t.words()),
        }
    }

    /// `ets:info(Table, stats)`: buckets, average and squared chain lengths, shortest, longest,
    /// kept, locks.
    pub fn stats(&self) -> Option<(usize, f64, f64, usize, usize, usize, usize)> {
        let Store::Hash(shards) = &self.store else { return None };
        let (mut n, mut min, mut max, mut squares, mut kept, mut len) =
            (0, usize::MAX, 0, 0.0, 0, 0);
        for s in shards {
            let s = s.read();
            let (buckets, least, most, sq) = s.stats();
            n += buckets;
            min = min.min(least);
            max = max.max(most);
            squares += sq;
            kept += s.kept();
            len += s.len();
        }
        let average = len as f64 / n as f64;
        Some((n, average, squares / n as f64, min, max, kept, shards.len()))
    }

    fn key<'t>(&self, object: Term<'t>) -> Term<'t> {
        object.as_tuple().expect("an object is a tuple")[self.options.keypos]
    }

    /// Whether a term is a tuple with a key.
    pub fn is_object(&self, t: Term<'_>) -> bool {
        t.as_tuple().is_some_and(|e| e.len() > self.options.keypos)
    }

    /// Hash within the shard, and the shard.
    #[inline]
    fn place(shards: &[Padded<Shard>], key: Term<'_>) -> (u32, usize) {
        let h = term_hash::internal(key);
        (h as u32, (h >> 40) as usize & (shards.len() - 1))
    }

    fn is_fixed_now(&self) -> bool {
        self.fixers.load(Ordering::SeqCst) != 0
    }

    /// Runs `f` on the objects of a key: none, one, or in a bag several, oldest first.
    #[inline]
    pub fn with_objects<R>(&self, key: Term<'_>, f: impl FnOnce(&[OwnedTerm]) -> R) -> R {
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let s = shards[shard].read();
                match s.find(hash, key) {
                    Some(at) => f(s.objects(at)),
                    None => f(&[]),
                }
            }
            Store::Tree(tree) => {
                let t = tree.read();
                match t.find(key).ok().and_then(|at| t.get(at)) {
                    Some((_, o)) => f(std::slice::from_ref(o)),
                    None => f(&[]),
                }
            }
        }
    }

    fn put(&self, s: &mut Shard, hash: u32, object: OwnedTerm) {
        let keypos = self.options.keypos;
        match s.find(hash, self.key(object.term())) {
            None => {
                s.insert_new(hash, object, keypos);
            }
            Some(at) => match self.options.kind {
                Kind::Bag => {
                    let same =
                        |o: &OwnedTerm| term::compare::exactly_equal(o.term(), object.term());
                    if !s.objects(at).iter().any(same) {
                        s.add(at, object);
                    }
                }
                Kind::DuplicateBag => s.add(at, object),
                Kind::Set | Kind::OrderedSet => s.replace(at, object, keypos),
            },
        }
    }

    fn put_in_tree(&self, t: &mut Tree, object: OwnedTerm) {
        match t.find(self.key(object.term())) {
            Ok(at) => t.replace(at, object, self.options.keypos),
            Err(at) => t.insert(at, object, self.options.keypos),
        }
    }

    /// Inserts an object.
    #[inline]
    pub fn insert(&self, object: OwnedTerm) {
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, self.key(object.term()));
                let mut s = shards[shard].write();
                if self.is_alive() {
                    self.put(&mut s, hash, object);
                }
            }
            Store::Tree(tree) => {
                let mut t = tree.write();
                if self.is_alive() {
                    self.put_in_tree(&mut t, object);
                }
            }
        }
    }

    /// Inserts all objects or, if `new` is asked for and one of the keys is there already, none.
    pub fn insert_all(&self, objects: Vec<OwnedTerm>, new: bool) -> bool {
        match &self.store {
            Store::Hash(shards) => {
                // All shards, in order: others see all of the objects or none.
                let mut guards: Vec<_> = shards.iter().map(Padded::write).collect();
                if new
                    && objects.iter().any(|o| {
                        let key = self.key(o.term());
                        let (hash, shard) = Table::place(shards, key);
                        guards[shard].find(hash, key).is_some()
                    })
                {
                    return false;
                }
                if !self.is_alive() {
                    return true;
                }
                let mut objects = objects;
                if self.options.kind == Kind::Bag {
                    // What OTP does, and programs see when they look up.
                    objects.reverse();
                }
                for o in objects {
                    let (hash, shard) = Table::place(shards, self.key(o.term()));
                    self.put(&mut guards[shard], hash, o);
                }
            }
            Store::Tree(tree) => {
                let mut t = tree.write();
                if new && objects.iter().any(|o| t.find(self.key(o.term())).is_ok()) {
                    return false;
                }
                if !self.is_alive() {
                    return true;
                }
                for o in objects {
                    self.put_in_tree(&mut t, o);
                }
            }
        }
        true
    }

    /// Inserts an object unless its key is there.
    pub fn insert_new(&self, object: OwnedTerm) -> bool {
        match &self.store {
            Store::Hash(shards) => {
                let key = self.key(object.term());
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                if s.find(hash, key).is_some() {
                    return false;
                }
                if self.is_alive() {
                    s.insert_new(hash, object, self.options.keypos);
                }
                true
            }
            Store::Tree(_) => self.insert_all(vec![object], true),
        }
    }

    /// Runs `f` on the objects of a key, then removes them.
    pub fn take<R>(&self, key: Term<'_>, f: impl FnOnce(&[OwnedTerm]) -> R) -> R {
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                let Some(at) = s.find(hash, key) else { return f(&[]) };
                let result = f(s.objects(at));
                s.remove(at, self.is_fixed_now());
                result
            }
            Store::Tree(tree) => {
                let mut t = tree.write();
                let Ok(at) = t.find(key) else { return f(&[]) };
                let object = t.remove(at);
                drop(t);
                f(std::slice::from_ref(&object))
            }
        }
    }

    /// Removes the objects that are `=:=` to this one.
    pub fn delete_object(&self, object: Term<'_>) {
        let key = self.key(object);
        let same = |o: &OwnedTerm| term::compare::exactly_equal(o.term(), object);
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                if let Some(at) = s.find(hash, key) {
                    s.remove_if(at, self.is_fixed_now(), self.options.keypos, same);
                }
            }
            Store::Tree(tree) => {
                let mut t = tree.write();
                if let Ok(at) = t.find(key)
                    && t.get(at).is_some_and(|(_, o)| same(o))
                {
                    t.remove(at);
                }
            }
        }
    }

    /// Runs `f` on the one object of a key, which it changes in place (not the key), or for which
    /// it gives another. If there is none, the one that `default` makes is changed and
    /// inserted, if `f` does not fail. None if there is none.
    #[inline]
    pub fn update<R, E>(
        &self,
        key: Term<'_>,
        default: Option<impl FnOnce() -> OwnedTerm>,
        f: impl FnOnce(&mut OwnedTerm) -> Result<(R, Option<OwnedTerm>), E>,
    ) -> Option<Result<R, E>> {
        let keypos = self.options.keypos;
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                let found = s.find(hash, key);
                if let Some(at) = found {
                    return Some(f(s.object_mut(at)).map(|(result, new)| {
                        if let Some(new) = new {
                            s.replace_one(at, 0, new, keypos);
                        }
                        result
                    }));
                }
                let mut object = default?();
                Some(f(&mut object).map(|(result, new)| {
                    s.insert_new(hash, new.unwrap_or(object), keypos);
                    result
                }))
            }
            Store::Tree(tree) => {
                let mut t = tree.write();
                match t.find(key) {
                    Ok(at) => Some(f(t.object_mut(at)).map(|(result, new)| {
                        if let Some(new) = new {
                            t.replace(at, new, keypos);
                        }
                        result
                    })),
                    Err(at) => {
                        let mut object = default?();
                        Some(f(&mut object).map(|(result, new)| {
                            t.insert(at, new.unwrap_or(object), keypos);
                            result
                        }))
                    }
                }
            }
        }
    }

    /// Removes all objects; gives their number.
    pub fn clear(&self) -> usize {
        match &self.store {
            Store::Hash(shards) => {
                let mut guards: Vec<_> = shards.iter().map(Padded::write).collect();
                let fixed = self.is_fixed_now();
                let mut total = 0;
                let mut garbage = Vec::new();
                for s in &mut guards {
                    let (n, old) = s.clear(fixed);
                    total += n;
                    garbage.extend(old);
                }
                drop(guards);
                registry::free(total, garbage);
                total
            }
            Store::Tree(tree) => {
                let old = std::mem::take(&mut *tree.write());
                let n = old.len();
                registry::free(n, old);
                n
            }
        }
    }
}
