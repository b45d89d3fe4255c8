//! Traversals: from key to key, and over all objects or a range of them.

use super::parts::{Part, Parts, ReadPart};
use super::tree::{Place, Tree};
use super::{Edit, Kind, Position, Range, Store, Table, lock};
use std::cmp::Ordering;
use term::{OwnedTerm, Row, Term, am};

/// There is no such key or slot.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NotThere;

impl Table {
    /// Runs `f` on the first key.
    pub fn first<R>(&self, f: impl FnOnce(Term<'_>) -> R) -> Option<R> {
        match &self.store {
            Store::Hash(_) => self.live_from(Position::START, f),
            Store::Tree(parts) => first_from(parts, parts.first(), f),
        }
    }

    /// Runs `f` on the last key; of a table without order, on the first.
    pub fn last<R>(&self, f: impl FnOnce(Term<'_>) -> R) -> Option<R> {
        match &self.store {
            Store::Hash(_) => self.first(f),
            Store::Tree(parts) => last_until(parts, parts.read_last(|_| true), Tree::end, f),
        }
    }

    /// As [`Table::first`] and (with a key) [`Table::next`], with the keys that have been deleted
    /// since the table was fixed.
    pub fn next_raw<R>(
        &self,
        after: Option<Term<'_>>,
        f: impl FnOnce(Term<'_>) -> R,
    ) -> Result<Option<R>, NotThere> {
        let Store::Hash(shards) = &self.store else {
            return match after {
                Some(key) => self.next(key, f),
                None => Ok(self.first(f)),
            };
        };
        let (first, mut place) = match after {
            Some(key) => {
                let (hash, shard) = Table::place(shards, key);
                (shard, shards[shard].read().place_of(hash, key).ok_or(NotThere)? + 1)
            }
            None => (0, 0),
        };
        for s in shards.iter().skip(first) {
            let s = s.read();
            if let Some(at) = s.next_used(place) {
                return Ok(Some(f(s.key(at))));
            }
            place = 0;
        }
        Ok(None)
    }

    /// Runs `f` on the objects of a key, deleted ones too if their memory is kept.
    pub fn with_raw_objects<R>(&self, key: Term<'_>, f: impl FnOnce(&[Row]) -> R) -> R {
        let Store::Hash(shards) = &self.store else { return self.with_objects(key, f) };
        let (hash, shard) = Table::place(shards, key);
        shards[shard].read().with_raw(hash, key, f)
    }

    fn live_from<R>(&self, from: Position, f: impl FnOnce(Term<'_>) -> R) -> Option<R> {
        let Store::Hash(shards) = &self.store else { return None };
        let (first, mut place) = from.parts();
        for s in shards.iter().skip(first) {
            let s = s.read();
            if let Some(at) = s.next_live(place) {
                return Some(f(s.key(at)));
            }
            place = 0;
        }
        None
    }

    /// Runs `f` on the key after `key`: `Ok(None)` at the end, `Err` if the table has no order and
    /// `key` is not in it, nor has been since it was fixed.
    pub fn next<R>(
        &self,
        key: Term<'_>,
        f: impl FnOnce(Term<'_>) -> R,
    ) -> Result<Option<R>, NotThere> {
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let s = shards[shard].read();
                let at = s.place_of(hash, key).ok_or(NotThere)?;
                if let Some(next) = s.next_live(at + 1) {
                    s.fetch_keys_ahead(next);
                    return Ok(Some(f(s.key(next))));
                }
                drop(s);
                Ok(self.live_from(Position::new(shard + 1, 0), f))
            }
            // It stands for no key.
            Store::Tree(_) if key.is(am::EMPTY_TABLE_END) => Err(NotThere),
            Store::Tree(parts) => {
                let part = parts.read(key);
                let t = &part.tree;
                let at = match t.find(key) {
                    Ok(at) => t.after(at),
                    Err(at) => at,
                };
                if let Some((k, _)) = t.get(at) {
                    return Ok(Some(f(k)));
                }
                let next = part.next(parts);
                drop(part);
                Ok(next.and_then(|next| first_from(parts, next, f)))
            }
        }
    }

    /// As [`Table::next`], of the key before; the same in a table without order.
    pub fn prev<R>(
        &self,
        key: Term<'_>,
        f: impl FnOnce(Term<'_>) -> R,
    ) -> Result<Option<R>, NotThere> {
        match &self.store {
            Store::Hash(_) => self.next(key, f),
            Store::Tree(_) if key.is(am::EMPTY_TABLE_END) => Err(NotThere),
            Store::Tree(parts) => {
                let place = |t: &Tree| {
                    let (Ok(at) | Err(at)) = t.find(key);
                    at
                };
                Ok(last_until(parts, parts.read_last(up_to(key)), place, f))
            }
        }
    }

    /// Runs `f` on the objects of slot `n`, key by key; false for the slot after the last, `Err`
    /// beyond.
    pub fn slot(&self, n: usize, mut f: impl FnMut(&[Row])) -> Result<bool, NotThere> {
        match &self.store {
            Store::Hash(shards) => {
                let mut n = n;
                for s in shards {
                    let s = s.read();
                    if n < s.buckets() {
                        s.in_bucket(n, &mut f);
                        return Ok(true);
                    }
                    n -= s.buckets();
                }
                if n == 0 { Ok(false) } else { Err(NotThere) }
            }
            Store::Tree(parts) => {
                let mut n = n;
                for part in parts.read_all() {
                    let t = &part.tree;
                    if let Some((_, o)) = t.get(t.nth(n)) {
                        f(std::slice::from_ref(o));
                        return Ok(true);
                    }
                    n -= t.len();
                }
                if n == 0 { Ok(false) } else { Err(NotThere) }
            }
        }
    }

    /// Whether the table has an order.
    pub fn is_ordered(&self) -> bool {
        self.options.kind == Kind::OrderedSet
    }

    /// Runs `f` on the objects of each key of a table without order, from a position on, until it
    /// says false; gives the position after. None at the end.
    pub fn walk(&self, from: Position, mut f: impl FnMut(&[Row]) -> bool) -> Option<Position> {
        let Store::Hash(shards) = &self.store else { return None };
        let (first, mut place) = from.parts();
        for (i, s) in shards.iter().enumerate().skip(first) {
            let s = s.read();
            while let Some(at) = s.next_live(place) {
                s.fetch_ahead(at);
                place = at + 1;
                if !f(s.objects(at)) {
                    return Some(Position::new(i, place));
                }
            }
            place = 0;
        }
        None
    }

    /// Runs `f` on the objects of an ordered table within a range, in order or against it,
    /// beginning after a key if one is given, until it says false; gives whether it did.
    pub fn walk_ordered(
        &self,
        after: Option<Term<'_>>,
        range: Range<'_>,
        reverse: bool,
        mut f: impl FnMut(Term<'_>, &Row) -> bool,
    ) -> bool {
        let Store::Tree(parts) = &self.store else { return false };
        let (mut part, mut content) = match (after, reverse) {
            (Some(key), _) => parts.read_last(up_to(key)),
            (None, false) => parts.read_last(|from| range(from) == Ordering::Less),
            (None, true) => parts.read_last(|from| range(from) != Ordering::Greater),
        };
        loop {
            let next = content.next(parts);
            let t = &content.tree;
            // The range's ends are looked for once, not asked about at each object.
            let (begin, end) = (t.lower_bound(range), upper_bound(t, range));
            if reverse {
                let mut at = match after.map(|key| t.find(key)) {
                    Some(Ok(at) | Err(at)) => at.min(end),
                    None => end,
                };
                while at > begin
                    && let Some(before) = t.before(at)
                    && let Some((key, object)) = t.get(before)
                {
                    t.fetch_ahead(before, true);
                    if !f(key, object) {
                        return true;
                    }
                    at = before;
                }
            } else {
                let mut at = start(t, after, range).max(begin);
                while at < end
                    && let Some((key, object)) = t.get(at)
                {
                    t.fetch_ahead(at, false);
                    if !f(key, object) {
                        return true;
                    }
                    at = t.after(at);
                }
            }
            drop(content);
            let further = if !reverse {
                let next = next.filter(|p| p.begins(|from| range(from) != Ordering::Greater));
                next.map(|p| (p, p.read()))
            } else if part.begins(|from| range(from) != Ordering::Less) {
                parts.before(part)
            } else {
                None
            };
            let Some(further) = further else { return false };
            (part, content) = further;
        }
    }

    /// Runs `f` on the objects of a key, and does with each what it says.
    pub fn edit_key(&self, key: Term<'_>, f: impl FnMut(&Row) -> Edit) {
        match &self.store {
            Store::Hash(shards) => {
                let (hash, shard) = Table::place(shards, key);
                let mut s = shards[shard].write();
                if let Some(at) = s.find(hash, key) {
                    self.edit_place(&mut s, at, f);
                }
            }
            Store::Tree(_) => {
                self.edit_ordered(None, &|k| term::compare::compare(k, key), usize::MAX, f);
            }
        }
    }

    /// Runs `f` on the objects of a table without order from a position on, and does with each what
    /// it says; gives the position to go on at after `budget` objects.
    pub fn edit(
        &self,
        from: Position,
        budget: usize,
        mut f: impl FnMut(&Row) -> Edit,
    ) -> Option<Position> {
        let Store::Hash(shards) = &self.store else { return None };
        let (first, mut place) = from.parts();
        let mut seen = 0;
        for (i, s) in shards.iter().enumerate().skip(first) {
            let mut s = s.write();
            while let Some(at) = s.next_live(place) {
                if seen >= budget {
                    return Some(Position::new(i, at));
                }
                place = at + 1;
                seen += s.objects(at).len();
                self.edit_place(&mut s, at, &mut f);
            }
            place = 0;
        }
        None
    }

    fn edit_place(
        &self,
        s: &mut super::hash::WriteShard<'_>,
        at: u32,
        mut f: impl FnMut(&Row) -> Edit,
    ) {
        let mut doomed = Vec::new();
        for i in 0..s.objects(at).len() {
            match f(&s.objects(at)[i]) {
                Edit::Keep => {}
                Edit::Remove => doomed.push(i),
                Edit::Replace(new) => s.replace_one(at, i, new),
            }
        }
        if !doomed.is_empty() {
            let mut i = 0;
            s.remove_if(at, self.is_fixed_now(), |_| {
                i += 1;
                doomed.binary_search(&(i - 1)).is_ok()
            });
        }
    }

    /// Runs `f` on the objects of an ordered table within a range, beginning after a key if one is
    /// given, and does with each what it says; gives the key to go on after, after `budget`
    /// objects.
    pub fn edit_ordered(
        &self,
        after: Option<Term<'_>>,
        range: Range<'_>,
        budget: usize,
        mut f: impl FnMut(&Row) -> Edit,
    ) -> Option<OwnedTerm> {
        let Store::Tree(parts) = &self.store else { return None };
        let mut part = match after {
            Some(key) => parts.last_that(up_to(key)),
            None => parts.last_that(|from| range(from) == Ordering::Less),
        };
        let mut left = budget;
        loop {
            let mut content = part.write();
            let next = content.next(parts);
            let t = &mut content.tree;
            let mut at = start(t, after, range);
            while let Some((key, object)) = t.get(at) {
                if range(key) == Ordering::Greater {
                    return None;
                }
                left -= 1;
                let last = (left == 0).then(|| OwnedTerm::new(key));
                match f(object) {
                    Edit::Keep => at = t.after(at),
                    Edit::Remove => {
                        t.remove(at);
                        at = t.settle(at);
                    }
                    Edit::Replace(new) => {
                        t.replace(at, new, self.options.keypos);
                        at = t.after(at);
                    }
                }
                if last.is_some() {
                    return last;
                }
            }
            match next.filter(|next| next.begins(|from| range(from) != Ordering::Greater)) {
                Some(next) => part = next,
                None => return None,
            }
        }
    }

    /// Fixes the table for a process, once more.
    pub fn fix(&self, pid: u64) {
        let mut fixation = lock(&self.fixation);
        match fixation.by.iter_mut().find(|f| f.0 == pid) {
            Some(f) => f.1 += 1,
            None => {
                if fixation.by.is_empty() {
                    fixation.since = crate::clock::monotonic_time();
                }
                fixation.by.push((pid, 1));
                self.fixers.store(fixation.by.len() as u32, std::sync::atomic::Ordering::SeqCst);
                super::registry::has_fixed(pid, self);
            }
        }
    }

    /// Takes back one fixation of a process, or all of them.
    pub fn unfix(&self, pid: u64, all: bool) {
        let mut fixation = lock(&self.fixation);
        let Some(i) = fixation.by.iter().position(|f| f.0 == pid) else { return };
        fixation.by[i].1 -= 1;
        if fixation.by[i].1 != 0 && !all {
            return;
        }
        fixation.by.swap_remove(i);
        let left = fixation.by.len();
        self.fixers.store(left as u32, std::sync::atomic::Ordering::SeqCst);
        if !all {
            super::registry::has_unfixed(pid, self);
        }
        if left == 0
            && let Store::Hash(shards) = &self.store
        {
            for s in shards {
                s.write().purge();
            }
        }
    }

    /// The processes that have fixed the table, each with how often, and since when it is fixed
    /// (monotonic time).
    pub fn fixation(&self) -> Option<(Vec<(u64, usize)>, i64)> {
        let fixation = lock(&self.fixation);
        (!fixation.by.is_empty()).then(|| (fixation.by.clone(), fixation.since))
    }
}

/// Runs `f` on the first key of a part and those behind it.
fn first_from<R>(parts: &Parts, part: &Part, f: impl FnOnce(Term<'_>) -> R) -> Option<R> {
    let mut part = part;
    loop {
        let content = part.read();
        if let Some((key, _)) = content.tree.get(content.tree.first()) {
            return Some(f(key));
        }
        part = content.next(parts)?;
    }
}

/// Runs `f` on the last key before some place of a part, or of those before it.
fn last_until<R>(
    parts: &Parts,
    (mut part, mut content): (&Part, ReadPart<'_>),
    place: impl FnOnce(&Tree) -> Place,
    f: impl FnOnce(Term<'_>) -> R,
) -> Option<R> {
    let mut at = place(&content.tree);
    loop {
        let t = &content.tree;
        if let Some((key, _)) = t.before(at).and_then(|at| t.get(at)) {
            return Some(f(key));
        }
        drop(content);
        (part, content) = parts.before(part)?;
        at = content.tree.end();
    }
}

/// Whether a part that begins at some key can have this one.
fn up_to(key: Term<'_>) -> impl Fn(Term<'_>) -> bool {
    move |from| term::compare::compare(from, key) != Ordering::Greater
}

fn start(t: &Tree, after: Option<Term<'_>>, range: Range<'_>) -> Place {
    match after.map(|key| t.find(key)) {
        Some(Ok(at)) => t.after(at),
        Some(Err(at)) => at,
        None => t.lower_bound(range),
    }
}

/// The place of the first key beyond the range.
fn upper_bound(t: &Tree, range: Range<'_>) -> Place {
    t.lower_bound(|key| match range(key) {
        Ordering::Greater => Ordering::Greater,
        _ => Ordering::Less,
    })
}
