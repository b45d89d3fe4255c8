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
const NONE: u32 = u32::MAX;

/// Where a timer is, in one wheel. A place that is used again has another generation.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    index: u32,
    generation: u32,
}

struct Entry<T> {
    when: u64,
    /// The order in which timers were started.
    number: u64,
    /// None if the entry is free.
    what: Option<T>,
    generation: u32,
    slot: u32,
    previous: u32,
    next: u32,
}

/// A wheel of timers.
pub(super) struct Wheel<T> {
    entries: Vec<Entry<T>>,
    free: Vec<u32>,
    /// First entry of each slot of each level.
    first: [u32; SLOTS * LEVELS],
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
            first: [NONE; SLOTS * LEVELS],
            occupied: [0; LEVELS],
            now: 0,
            started: 0,
        }
    }

    /// Number of timers.
    pub fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Starts a timer for a time in ns.
    pub fn insert(&mut self, when: u64, what: T) -> Place {
        let index = self.free.pop().unwrap_or(self.entries.len() as u32);
        let generation = match self.entries.get(index as usize) {
            Some(e) => e.generation.wrapping_add(1),
            None => 0,
        };
        self.started += 1;
        let (number, none) = (self.started, NONE);
        let (what, slot, previous, next) = (Some(what), 0, none, none);
        let entry = Entry { when, number, what, generation, slot, previous, next };
        match self.entries.get_mut(index as usize) {
            Some(e) => *e = entry,
            None => self.entries.push(entry),
        }
        self.link(index);
        Place { index, generation }
    }

    /// Stops a timer; None if it has been taken out already.
    pub fn remove(&mut self, place: Place) -> Option<T> {
        let e = self.entries.get_mut(place.index as usize)?;
        if e.generation != place.generation {
            return None;
        }
        let what = e.what.take()?;
        self.unlink(place.index);
        self.free.push(place.index);
        Some(what)
    }

    /// Takes out all that is due at a time in ns, in the order of their times.
    pub fn expire(&mut self, now: u64) -> Vec<T> {
        let target = now >> TICK_SHIFT;
        let (mut due, mut later) = (Vec::new(), Vec::new());
        while let Some((slot, tick)) = self.next_slot()
            && tick <= target
        {
            self.now = self.now.max(tick);
            let mut index = std::mem::replace(&mut self.first[slot], NONE);
            self.occupied[slot / SLOTS] &= !(1 << (slot % SLOTS));
            while index != NONE {
                let e = &self.entries[index as usize];
                let (when, number, next) = (e.when, e.number, e.next);
                if when <= now {
                    due.push((when, number, index));
                } else if when >> TICK_SHIFT <= target {
                    later.push(index);
                } else {
                    self.link(index);
                }
                index = next;
            }
        }
        self.now = self.now.max(target);
        later.into_iter().for_each(|index| self.link(index));
        due.sort_unstable();
        due.into_iter()
            .filter_map(|(_, _, index)| {
                self.free.push(index);
                self.entries[index as usize].what.take()
            })
            .collect()
    }

    /// When to look again, in ns: no timer is due before.
    pub fn next(&self) -> Option<u64> {
        let (slot, tick) = self.next_slot()?;
        if slot >= SLOTS {
            return Some(tick << TICK_SHIFT);
        }
        let mut earliest = u64::MAX;
        let mut index = self.first[slot];
        while index != NONE {
            let e = &self.entries[index as usize];
            earliest = earliest.min(e.when);
            index = e.next;
        }
        Some(earliest)
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
        let tick = (self.entries[index as usize].when >> TICK_SHIFT).max(self.now);
        let different = (tick ^ self.now) | (SLOTS as u64 - 1);
        let level = (63 - different.leading_zeros()) / DIGIT;
        let slot = (tick >> (DIGIT * level)) as usize % SLOTS;
        self.occupied[level as usize] |= 1 << slot;
        let slot = level as usize * SLOTS + slot;
        let first = std::mem::replace(&mut self.first[slot], index);
        let e = &mut self.entries[index as usize];
        (e.slot, e.previous, e.next) = (slot as u32, NONE, first);
        if first != NONE {
            self.entries[first as usize].previous = index;
        }
    }

    fn unlink(&mut self, index: u32) {
        let e = &self.entries[index as usize];
        let (slot, previous, next) = (e.slot as usize, e.previous, e.next);
        if next != NONE {
            self.entries[next as usize].previous = previous;
        }
        if previous != NONE {
            self.entries[previous as usize].next = next;
            return;
        }
        self.first[slot] = next;
        if next == NONE {
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
                        table.insert((when, id), wheel.insert(when, (when, id)));
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
                        assert_eq!(wheel.expire(now), due, "seed {seed} at {now}");
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

    /// Looking again when it says so finds the timer after few looks.
    #[test]
    fn few_looks() {
        for shift in 0..64 {
            let mut wheel = Wheel::new();
            wheel.insert(1 << shift, ());
            let mut looks = 0;
            while wheel.expire(wheel.next().expect("a timer")).is_empty() {
                looks += 1;
                assert!(looks < 200, "1 << {shift}");
            }
        }
    }
}
