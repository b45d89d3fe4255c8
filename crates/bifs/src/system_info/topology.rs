//! Where processors are, as a term: `[{processor, [{core, {logical, 0}}, ...]}]`.

use super::{name, pair};
use term::{Heap, Term, View, atom};
use vm::topology::{LEVELS, MOST, Node, PACKAGE, Place};

/// The term, `undefined` of nothing. Levels with nothing to tell apart are left out, except that of
/// packages.
pub(super) fn term(heap: &Heap, places: Option<Vec<Place>>) -> Term<'_> {
    let Some(places) = places else { return Term::UNDEFINED };
    let levels = |part: &[Place]| -> Vec<usize> {
        let has = |level: usize| places.iter().any(|place| place.at[level] != 0);
        let told = |level: usize| match level {
            0 => part.iter().all(|place| place.node == Node::Outer) && has(0),
            1 => true,
            2 => part.iter().any(|place| place.node == Node::Inner),
            _ => has(level),
        };
        (0..LEVELS.len()).filter(|&level| told(level)).collect()
    };
    // Nodes may stand beside packages that are in none.
    let parts = places.chunk_by(|a, b| a.at[0] == b.at[0] || a.node == b.node);
    let all = parts.flat_map(|part| entries(heap, part, &levels(part)).list());
    heap.list(&all.collect::<Vec<_>>())
}

/// A list of what these places are in at the first of the levels.
fn entries<'h>(heap: &'h Heap, places: &[Place], levels: &[usize]) -> Term<'h> {
    let Some((&level, inner)) = levels.split_first() else {
        let logical = places.first().map_or(0, |place| place.logical);
        return pair(heap, atom!("logical"), Term::small(logical.into()));
    };
    let same = |a: &Place, b: &Place| a.at[..=level] == b.at[..=level];
    let all: Vec<_> = places
        .chunk_by(same)
        .map(|part| heap.tuple(&[name(LEVELS[level]), entries(heap, part, inner)]))
        .collect();
    heap.list(&all)
}

/// The places that a term tells; none if it is no such term.
pub(super) fn places(term: Term<'_>) -> Option<Vec<Place>> {
    let mut all = Vec::new();
    collect(term, 0, ([0; LEVELS.len()], Node::None), &mut all)?;
    // Where there are nodes, each processor is in one.
    let without = all.iter().filter(|place| place.node == Node::None).count();
    if without != 0 && without != all.len() {
        return None;
    }
    let mut logical: Vec<u32> = all.iter().map(|place| place.logical).collect();
    logical.sort_unstable();
    logical.dedup();
    (logical.len() == all.len() && !all.is_empty()).then_some(all)
}

/// Adds the places of a list, or of `{logical, Number}`, to all; `at` is where they are, and the
/// list's level is `least` or one further in. On the outermost level nodes may stand beside
/// packages.
fn collect(
    term: Term<'_>,
    least: usize,
    (at, node): ([u32; LEVELS.len()], Node),
    all: &mut Vec<Place>,
) -> Option<()> {
    if let View::Tuple(&[tag, number]) = term.view()
        && least > 0
        && tag.is(atom!("logical"))
    {
        let logical = u32::try_from(number.as_small()?).ok().filter(|&n| n <= MOST)?;
        all.push(Place { at, node, logical });
        return Some(());
    }
    let list = term.to_vec()?;
    let is = |entry: &Term<'_>, level: usize| match entry.view() {
        View::Tuple(&[tag, ..]) => tag.as_atom().is_some_and(|tag| tag.name() == LEVELS[level]),
        _ => false,
    };
    let mixed = least == 0 && [0, PACKAGE].iter().all(|&level| list.iter().any(|e| is(e, level)));
    let mut level = None;
    for (i, entry) in list.iter().enumerate() {
        let (tag, inner) = match entry.view() {
            View::Tuple(&[tag, inner]) => (tag, inner),
            View::Tuple(&[tag, about, inner]) if about.is_nil() => (tag, inner),
            _ => return None,
        };
        let tag = tag.as_atom()?;
        let of_tag = (least..LEVELS.len()).find(|&level| LEVELS[level] == tag.name())?;
        if *level.get_or_insert(of_tag) != of_tag && !(mixed && of_tag <= PACKAGE) {
            return None;
        }
        let mut at = at;
        at[if mixed { 0 } else { of_tag }] = i as u32;
        let node = match of_tag {
            0 => Node::Outer,
            2 => Node::Inner,
            _ => node,
        };
        collect(inner, of_tag + 1, (at, node), all)?;
    }
    level.map(|_| ())
}
