//! The atoms of one message between nodes: those that its terms refer to by a number.

use crate::Atom;
use smallvec::SmallVec;

/// Most atoms that a message's terms can refer to by a number.
pub const ATOMS_MAX: usize = 255;

/// Atoms of which all are looked at to find one.
const FEW: usize = 8;
/// Places of the index of more atoms: at most half of them are taken.
const PLACES: usize = 512;
/// A place that is not taken; no atom has this number.
const FREE: u8 = 255;

/// The atoms of a message in the order of their first use, at most [`ATOMS_MAX`]. The terms are
/// written with it, and then the message's header, which says what each number stands for.
#[derive(Clone, Default, Debug)]
pub struct AtomTable {
    atoms: SmallVec<[Atom; FEW]>,
    /// Where atoms are among `atoms`, by their hash, when they are more than few.
    places: Option<Box<[u8; PLACES]>>,
}

impl AtomTable {
    /// No atom.
    pub fn new() -> AtomTable {
        AtomTable::default()
    }

    /// The number of an atom, which is added if it is new; None if there is no room for it.
    #[inline]
    pub fn index(&mut self, atom: Atom) -> Option<u8> {
        if self.atoms.len() > FEW {
            return self.index_of_many(atom);
        }
        if let Some(i) = self.atoms.iter().position(|&a| a == atom) {
            return Some(i as u8);
        }
        Some(self.add(atom))
    }

    /// The atoms, in the order of their numbers.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// Forgets all atoms, for the next message.
    pub fn clear(&mut self) {
        self.atoms.clear();
        if let Some(places) = &mut self.places {
            places.fill(FREE);
        }
    }

    /// Adds an atom that is not there; there is room for it.
    fn add(&mut self, atom: Atom) -> u8 {
        let i = self.atoms.len() as u8;
        self.atoms.push(atom);
        if self.atoms.len() == FEW + 1 {
            for i in 0..=FEW {
                self.enter(self.atoms[i], i as u8);
            }
        } else if self.atoms.len() > FEW {
            self.enter(atom, i);
        }
        i
    }

    #[cold]
    #[inline(never)]
    fn index_of_many(&mut self, atom: Atom) -> Option<u8> {
        let places = self.places.as_ref().expect("an index of many");
        let mut place = first_place(atom);
        while places[place] != FREE {
            if self.atoms[usize::from(places[place])] == atom {
                return Some(places[place]);
            }
            place = (place + 1) % PLACES;
        }
        (self.atoms.len() < ATOMS_MAX).then(|| self.add(atom))
    }

    fn enter(&mut self, atom: Atom, i: u8) {
        let places = self.places.get_or_insert_with(|| Box::new([FREE; PLACES]));
        let mut place = first_place(atom);
        while places[place] != FREE {
            place = (place + 1) % PLACES;
        }
        places[place] = i;
    }
}

/// Where an atom is looked for first.
fn first_place(atom: Atom) -> usize {
    (atom.index().wrapping_mul(0x9e37_79b1) >> 23) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_keep_the_numbers_of_their_first_use() {
        let atoms: Vec<Atom> = (0..300).map(|i| Atom::new(&format!("atom table {i}"))).collect();
        let mut table = AtomTable::new();
        for _ in 0..2 {
            for n in [1, 8, 9, 10, 100, ATOMS_MAX, 300] {
                for (i, &atom) in atoms[..n].iter().enumerate() {
                    assert_eq!(table.index(atom), u8::try_from(i).ok().filter(|i| *i < FREE));
                }
                assert_eq!(table.atoms(), &atoms[..n.min(ATOMS_MAX)]);
            }
            table.clear();
            assert!(table.atoms().is_empty());
        }
        assert_eq!(table.index(atoms[299]), Some(0));
    }
}
