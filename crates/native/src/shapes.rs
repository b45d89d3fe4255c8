//! The shapes of maps that a module makes itself: small ones whose keys are atoms.
//!
//! Maps that native code makes of keys that it knows share the tuple of their keys, a constant of
//! the module. So one look at that tuple tells where all values are. A map that is looked up or
//! changed may have come from elsewhere, and then has another tuple, though perhaps of the same
//! keys: it is searched. (The idea is that of hidden classes: Chambers, Ungar, Lee: An efficient
//! implementation of SELF, 1989.)

use crate::operands::list;
use beamfile::{Arg, BeamFile, Instr, Op};
use term::map::FLAT_MAX;

/// The map without associations, in external format.
const NO_MAP: [u8; 6] = [131, 116, 0, 0, 0, 0];

/// Shapes of a module, at most.
const MOST: usize = 16;
/// Shapes that one instruction looks for, at most.
const LOOKS: usize = 3;

/// Keys in the order of their texts: a map has them so, or in the order of the atoms' numbers in
/// the emulator, by release.
pub type Shape<'a> = Vec<&'a str>;

/// All shapes of a module.
#[derive(Default)]
pub struct Shapes<'a>(Vec<Shape<'a>>);

/// The keys of an instruction's associations, if all are atoms, in its order.
pub fn keys<'a>(file: &'a BeamFile, pairs: &[Arg]) -> Option<Vec<&'a str>> {
    let atom = |key: &Arg| match key {
        Arg::Atom(n) => Some(file.atom(*n)),
        _ => None,
    };
    pairs.iter().step_by(2).map(atom).collect()
}

/// The shape of what an instruction makes of nothing, if that is known.
pub fn made<'a>(file: &'a BeamFile, i: &Instr) -> Option<Shape<'a>> {
    let (Op::PutMapAssoc, &Arg::Literal(from)) = (i.op, &i.args()[1]) else { return None };
    if file.literals[from as usize] != NO_MAP {
        return None;
    }
    let all = keys(file, list(&i.args()[4]))?;
    let shape = with(&[], &all);
    (shape.len() == all.len() && all.len() <= FLAT_MAX).then_some(shape)
}

/// A shape with more keys.
fn with<'a>(shape: &[&'a str], keys: &[&'a str]) -> Shape<'a> {
    let mut all = [shape, keys].concat();
    all.sort_unstable();
    all.dedup();
    all
}

impl<'a> Shapes<'a> {
    /// The shapes of maps that are made of nothing, and of maps that other instructions make of
    /// them.
    pub fn of(file: &'a BeamFile) -> Shapes<'a> {
        let mut shapes = Shapes::default();
        let puts = || file.code.instrs.iter().filter(|i| i.op == Op::PutMapAssoc);
        puts().filter_map(|i| made(file, i)).for_each(|shape| shapes.add(shape));
        for from in shapes.0.clone() {
            for keys in puts().filter_map(|i| keys(file, list(&i.args()[4]))) {
                shapes.add(with(&from, &keys));
            }
        }
        shapes
    }

    fn add(&mut self, shape: Shape<'a>) {
        if self.0.len() < MOST && shape.len() <= FLAT_MAX && !self.0.contains(&shape) {
            self.0.push(shape);
        }
    }

    /// Some that have all these keys.
    pub fn having(&self, keys: &[&str]) -> Vec<Shape<'a>> {
        let has = |shape: &&Shape<'_>| keys.iter().all(|k| shape.binary_search(k).is_ok());
        self.0.iter().filter(has).take(LOOKS).cloned().collect()
    }

    /// Some that become a shape when they get these keys: each with what it becomes.
    pub fn getting(&self, keys: &[&'a str]) -> Vec<(Shape<'a>, Shape<'a>)> {
        let pairs = self.0.iter().map(|shape| (shape.clone(), with(shape, keys)));
        pairs.filter(|(_, after)| self.0.contains(after)).take(LOOKS).collect()
    }
}

/// The numbers of these keys in the file's table of atoms, the one at `first` before all others.
pub fn numbers(file: &BeamFile, shape: &[&str], first: usize) -> Option<Box<[u32]>> {
    let number = |key: &&str| (1..file.atoms.len() as u32).find(|&n| file.atom(n) == *key);
    let mut numbers = shape.iter().map(number).collect::<Option<Box<[u32]>>>()?;
    numbers.swap(0, first);
    Some(numbers)
}

/// A map of this shape in external format, whose values are all 0.
pub fn constant(shape: &[&str]) -> Vec<u8> {
    let mut text = vec![131, 116];
    text.extend((shape.len() as u32).to_be_bytes());
    for key in shape {
        // An atom of so many bytes of UTF-8, then its value.
        text.push(118);
        text.extend((key.len() as u16).to_be_bytes());
        text.extend(key.bytes());
        text.extend([97, 0]);
    }
    text
}
