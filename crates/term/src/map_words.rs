//! The words of maps on a heap, as far as comparison, hashes and the maps themselves share them.

use crate::Term;
use crate::word::Kind;

/// Levels that have bits of the hash to look at; below them are collision nodes.
pub(crate) const LEVELS: usize = 16;

/// The number of associations. Panics if `t` is no map.
#[inline]
pub fn size(t: Term<'_>) -> usize {
    match t.map_words() {
        Some((Kind::FlatMap, words)) => words.len() - 1,
        Some((_, words)) => words[0].as_small().expect("size of a map") as usize,
        None => panic!("size of a term that is no map"),
    }
}

/// Bitmap and children of a hash map's root or inner node; nothing for a leaf.
pub(crate) fn node_bitmap<'t>(t: Term<'t>) -> Option<(u64, &'t [Term<'t>])> {
    let (bitmap, children) = match t.map_words()? {
        (Kind::HashMap, [_, bitmap, children @ ..]) => (bitmap, children),
        (Kind::HashNode, [bitmap, children @ ..]) => (bitmap, children),
        _ => return None,
    };
    Some((bitmap.as_u64()?, children))
}
