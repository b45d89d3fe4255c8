//! A hierarchical timing wheel: starting and stopping a timer takes a few steps, however many run.
//!
//! Time is cut into ticks. A level has 64 slots; a slot of level 0 holds the timers of one tick,
//! one of level n those of 64^n ticks. A timer stands at the level of the highest digit (to the
//! base 64) in which its tick differs from the current one, and moves down when the time comes to
//! that digit. See G. Varghese and T. Lauck, *Hashed and Hierarchical Timing Wheels*, scheme 6.

/// Nanoseconds in a tick: 2^17 are 131 µs.
const TICK_SHIFT: u32 = 17;
const DIGIT: u32 = 6;
const SLOTS: usize = 1 << DIGIT;
/// Enough for all ticks that there are.
const LEVELS: usize = (u64::BITS - TICK_SHIFT).div_ceil(DIGIT) as usize;
/// How many entries ahead of the one at hand are fetched.
const AHEAD: usize = 8;
/// A slot that has had this many timers keeps its memory for others.
const KEPT: usize = 64;

/// Where a timer is, in one wheel. A place that is used again has another generation.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    pub index: u32,
    generation: u32,
}

/// A timer: in which wheel it is, and where there.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Handle {
    pub(crate) wheel: u32,
    pub(crate) place: Place,
}

struct Entry<T> {
    when: u64,
    /// The order in which timers were started, or what the caller gave for it.
    number: u64,
    /// None if the entry is free.
    what: Option<T>,
    generation: u32,
    slot: u32,
    /// Where in its slot it stands.
    position: u32,
}

/// A wheel of timers.
pub(crate) struct Wheel<T> {
    entries: Vec<Entry<T>>,
    free: Vec<u32>,
    /// The entries of each slot of each level.
    slots: Box<[Vec<u32>]>,
    /// For each level, which slots have entries.
    occupied: [u64; LEVELS],
    /// The tick up to which all is done.
    now: u64,
    started: u64,
}

impl<T> Wheel<T> {
    /// Without timers, at time 0.
    pub fn new() -> Wheel<T> {
        Wheel {
            entries: Vec::new(),
            free: Vec::new(),
            slots: (0..SLOTS * LEVELS).map(|_| Vec::new()).collect(),
            occupied: [0; LEVELS],
            now: 0,
            started: 0,
        }
    }

    /// Number of timers.
    pub fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Starts a timer for a time in ns. Of those for the same time the one with the smaller number
    /// is first; they are counted if they have none.
    #[inline]
    pub fn insert(&mut self, when: u64, number: Option<u64>, what: T) -> Place {
        let number = number.unwrap_or_else(|| {
            self.started += 1;
            self.started
        });
        let (what, slot, position) = (Some(what), 0, 0);
        let index = match self.free.pop() {
            Some(index) => {
                let e = &mut self.entries[index as usize];
                let generation = e.generation.wrapping_add(1);
                *e = Entry { when, number, what, generation, slot, position };
                index
            }
            None => {
                self.entries.push(Entry { when, number, what, generation: 0, slot, position });
                self.entries.len() as u32 - 1
            }
        };
        self.link(index);
        Place { index, generation: self.entries[index as usize].generation }
    }

    /// The number of an entry.
    #[inline(always)]
    pub fn number(&self, index: u32) -> u64 {
        self.entries[index as usize].number
    }

    /// When an entry is due.
    pub fn when(&self, index: u32) -> u64 {
        self.entries[index as usize].when
    }

    /// Stops a timer; None if it has been taken out already.
    pub fn remove(&mut self, place: Place) -> Option<T> {
        let e = self.entries.get(place.index as usize)?;
        if e.generation != place.generation || e.what.is_none() {
            return None;
        }
        Some(self.take(place.index))
    }

    /// Stops the timer of an entry, which has one.
    pub fn take(&mut self, index: u32) -> T {
        let what = self.entries[index as usize].what.take().expect("a timer");
        self.unlink(index);
        self.free.push(index);
        what
    }

    fn fetch(&self, index: Option<u32>) {
        if let Some(e) = index.and_then(|i| self.entries.get(i as usize)) {
            term::Row::prefetch(std::ptr::from_ref(e).cast());
        }
    }

    /// Takes out all that is due at a time in ns, in the order of their times; `gone` is told of
    /// each: its number, its entry and what it is.
    pub fn expire(&mut self, now: u64, mut gone: impl FnMut(u64, u32, &T)) -> Vec<T> {
        let target = now >> TICK_SHIFT;
        let (mut due, mut later) = (Vec::new(), Vec::new());
        while let Some((slot, tick)) = self.next_slot()
            && tick <= target
        {
            self.now = self.now.max(tick);
            let mut indexes = std::mem::take(&mut self.slots[slot]);
            self.occupied[slot / SLOTS] &= !(1 << (slot % SLOTS));
            for (i, &index) in indexes.iter().enumerate() {
                self.fetch(indexes.get(i + AHEAD).copied());
                let e = &self.entries[index as usize];
                if e.when <= now {
                    due.push((e.when, e.number, index));
                } else if e.when >> TICK_SHIFT <= target {
                    later.push(index);
                } else {
                    self.link(index);
                }
            }
            if indexes.capacity() <= KEPT && self.slots[slot].capacity() == 0 {
                indexes.clear();
                self.slots[slot] = indexes;
            }
        }
        self.now = self.now.max(target);
        later.into_iter().for_each(|index| self.link(index));
        due.sort_unstable();
        let mut taken = Vec::with_capacity(due.len());
        for (i, &(_, number, index)) in due.iter().enumerate() {
            self.fetch(due.get(i + AHEAD).map(|d| d.2));
            let what = self.entries[index as usize].what.take().expect("a timer that is due");
            gone(number, index, &what);
            self.free.push(index);
            taken.push(what);
        }
        taken
    }

    /// All timers, with when they are due, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &T)> {
        self.entries.iter().filter_map(|e| Some((e.when, e.what.as_ref()?)))
    }

    /// When to look again, in ns: no timer is due before.
    pub fn next(&self) -> Option<u64> {
        let (slot, tick) = self.next_slot()?;
        if slot >= SLOTS {
            return Some(tick << TICK_SHIFT);
        }
        let when = |&index: &u32| self.entries[index as usize].when;
        Some(self.slots[slot].iter().map(when).min().unwrap_or(u64::MAX))
    }

    /// The first slot, in time, that has entries, and the tick at which it begins.
    fn next_slot(&self) -> Option<(usize, u64)> {
        let level = self.occupied.iter().position(|&o| o != 0)?;
        let shift = DIGIT * level as u32;
        let here = (self.now >> shift) as u32 % SLOTS as u32;
        let ahead = self.occupied[level].rotate_right(here).trailing_zeros();
        let slot = ((here + ahead) as usize) % SLOTS;
        let tick = ((self.now >> shift) + u64::from(ahead)) << shift;
        Some((level * SLOTS + slot, tick.max(self.now)))
    }

    fn link(&mut self, index: u32) {
        let e = &mut self.entries[index as usize];
        let tick = (e.when >> TICK_SHIFT).max(self.now);
        let different = (tick ^ self.now) | (SLOTS as u64 - 1);
        let level = (63 - different.leading_zeros()) / DIGIT;
        let slot = (tick >> (DIGIT * level)) as usize % SLOTS;
        self.occupied[level as usize] |= 1 << slot;
        let slot = level as usize * SLOTS + slot;
        let entries = &mut self.slots[slot];
        (e.slot, e.position) = (slot as u32, entries.len() as u32);
        entries.push(index);
    }

    fn unlink(&mut self, index: u32) {
        let e = &self.entries[index as usize];
        let (slot, position) = (e.slot as usize, e.position);
        let entries = &mut self.slots[slot];
        entries.swap_remove(position as usize);
        if let Some(&moved) = entries.get(position as usize) {
            self.entries[moved as usize].position = position;
        } else if entries.is_empty() {
            self.occupied[slot / SLOTS] &= !(1 << (slot % SLOTS));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A small generator of numbers, the same ones in every run.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }
    }

    /// Does what a sorted table of timers does, whatever the distances.
    #[test]
    fn as_a_sorted_table() {
        for seed in 1..40 {
            let mut numbers = Numbers(seed * 0x9e37_79b9);
            let mut wheel = Wheel::new();
            let mut table: BTreeMap<(u64, u64), Place> = BTreeMap::new();
            let mut now = numbers.next() >> 20;
            for id in 0..3000 {
                match numbers.next() % 4 {
                    0 | 1 => {
                        let distance = numbers.next() >> (10 + numbers.next() % 54);
                        let when = now + distance;
                        table.insert((when, id), wheel.insert(when, None, (when, id)));
                    }
                    2 => {
                        let n = numbers.next() as usize % table.len().max(1);
                        if let Some((&key, &place)) = table.iter().nth(n) {
                            assert_eq!(wheel.remove(place), Some(key));
                            assert_eq!(wheel.remove(place), None);
                            table.remove(&key);
                        }
                    }
                    _ => {
                        now += numbers.next() >> (10 + numbers.next() % 54);
                        let rest = table.split_off(&(now + 1, 0));
                        let due: Vec<_> = std::mem::replace(&mut table, rest).into_keys().collect();
                        assert_eq!(wheel.expire(now, |_, _, _| {}), due, "seed {seed} at {now}");
                    }
                }
                assert_eq!(wheel.len(), table.len());
                match (wheel.next(), table.first_key_value()) {
                    (None, None) => {}
                    (Some(next), Some((&(when, _), _))) => assert!(next <= when, "{next} {when}"),
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    /// After an hour without a look at the clock all is due at once, in order.
    #[test]
    fn after_an_hour() {
        const S: u64 = 1_000_000_000;
        let mut numbers = Numbers(7);
        let mut wheel = Wheel::new();
        let mut whens: Vec<u64> = (0..100_000).map(|_| numbers.next() % (3600 * S)).collect();
        for &when in &whens {
            wheel.insert(when, None, when);
        }
        let late = wheel.insert(3601 * S, None, 0);
        whens.sort_unstable();
        assert_eq!(wheel.expire(3600 * S, |_, _, _| {}), whens);
        assert_eq!(wheel.next().map(|next| next <= 3601 * S), Some(true));
        assert_eq!(wheel.remove(late), Some(0));
    }

    /// Looking again when it says so finds the timer after few looks.
    #[test]
    fn few_looks() {
        for shift in 0..64 {
            let mut wheel = Wheel::new();
            wheel.insert(1 << shift, None, ());
            let mut looks = 0;
            while wheel.expire(wheel.next().expect("a timer"), |_, _, _| {}).is_empty() {
                looks += 1;
                assert!(looks < 200, "1 << {shift}");
            }
        }
    }
}
