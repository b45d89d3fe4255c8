//! Hash maps: the trie of maps with more than 32 associations.

use super::*;
use crate::map_words::LEVELS;
use smallvec::SmallVec;

/// Ways of a node.
const WAYS: usize = 16;
/// Ways from the root to its grandchildren.
pub const PARTS: usize = WAYS * WAYS;
/// Bits of the hash that one level looks at.
const BITS: u32 = 4;

/// An association on its way into a trie.
#[derive(Copy, Clone)]
pub(super) struct Entry<'h> {
    /// The hash with its 4-bit groups reversed, so that the order of the numbers is that of the
    /// trie.
    order: u64,
    pub(super) key: Term<'h>,
    pub(super) value: Term<'h>,
}

/// The hash of a key.
#[inline(always)]
fn hash_of(key: Term<'_>) -> u64 {
    let hash = hash::internal(key);
    #[cfg(test)]
    let hash = hash & super::tests::MASK.get();
    hash
}

fn reverse_groups(h: u64) -> u64 {
    let h = h.swap_bytes();
    (h & 0x0f0f_0f0f_0f0f_0f0f) << 4 | (h >> 4) & 0x0f0f_0f0f_0f0f_0f0f
}

fn way(hash: u64, level: usize) -> u32 {
    (hash >> (BITS * level as u32)) as u32 & (WAYS as u32 - 1)
}

/// A node's words: of a root the count, then for all the bitmap and the children.
#[derive(Copy, Clone)]
pub(super) struct Node<'h> {
    words: &'h [Term<'h>],
    /// Words before the children.
    head: usize,
}

impl<'h> Node<'h> {
    /// No node, to fill places with.
    pub(super) const NONE: Node<'h> = Node { words: &[], head: 0 };

    /// The root, of the words of a `HashMap` object.
    pub(super) fn root(words: &'h [Term<'h>]) -> Node<'h> {
        Node { words, head: 2 }
    }

    /// An inner node; nothing if it is a leaf.
    #[inline(always)]
    pub(super) fn inner(t: Term<'h>) -> Option<Node<'h>> {
        let (kind, words) = t.map_words()?;
        debug_assert!(kind == Kind::HashNode);
        Some(Node { words, head: 1 })
    }

    #[inline(always)]
    pub(super) fn bitmap(self) -> u32 {
        self.words[self.head - 1].as_small().expect("a bitmap") as u32
    }

    #[inline(always)]
    pub(super) fn children(self) -> &'h [Term<'h>] {
        &self.words[self.head..]
    }

    /// Place of the child of a way, and whether it is there.
    #[inline(always)]
    fn child(self, way: u32) -> (usize, bool) {
        let (bitmap, bit) = (self.bitmap(), 1u32 << way);
        ((bitmap & (bit - 1)).count_ones() as usize, bitmap & bit != 0)
    }

    /// The node with another child at a place; the count is for a root.
    fn replacing(self, heap: &'h Heap, i: usize, child: Term<'h>, count: usize) -> Term<'h> {
        if self.head == 1 {
            return heap.node_replacing(Kind::HashNode, self.words, 1 + i, child);
        }
        let count = Term::small(count as i64);
        if self.words[0].same(count) {
            return heap.node_replacing(Kind::HashMap, self.words, 2 + i, child);
        }
        let (before, after) = (&self.words[1..2 + i], &self.words[3 + i..]);
        heap.node_of_parts(Kind::HashMap, [&[count], before, &[child], after])
    }

    /// The node with a child more, or one less, at a place.
    fn with_children<const N: usize>(
        self,
        heap: &'h Heap,
        bitmap: u32,
        parts: [&[Term<'h>]; N],
        count: usize,
    ) -> Term<'h> {
        let bitmap = Term::small(i64::from(bitmap));
        let head = [Term::small(count as i64), bitmap];
        let kind = if self.head == 1 { Kind::HashNode } else { Kind::HashMap };
        let mut all: [&[Term<'h>]; 4] = [&head[2 - self.head..], &[], &[], &[]];
        all[1..=N].copy_from_slice(&parts);
        heap.node_of_parts(kind, all)
    }
}

fn leaf<'h>(t: Term<'h>) -> (Term<'h>, Term<'h>) {
    t.as_cons().expect("a leaf of a hash map")
}

fn leaf_in<'h>(children: &[Term<'h>], key: Term<'_>) -> Option<usize> {
    children.iter().position(|&c| exactly_equal(leaf(c).0, key))
}

fn count_of(words: &[Term<'_>]) -> usize {
    words[0].as_small().expect("size of a map") as usize
}

pub(super) fn get<'h>(words: &'h [Term<'h>], key: Term<'_>) -> Option<Term<'h>> {
    let hash = hash_of(key);
    let mut node = Node::root(words);
    let mut level = 0;
    loop {
        if level == LEVELS {
            return leaf_in(node.children(), key).map(|i| leaf(node.children()[i]).1);
        }
        let (i, there) = node.child(way(hash, level));
        if !there {
            return None;
        }
        let child = node.children()[i];
        if let Some((k, v)) = child.as_cons() {
            return (k.same(key) || exactly_equal(k, key)).then_some(v);
        }
        node = Node::inner(child).expect("a node");
        level += 1;
    }
}

/// The nodes on the way from the root to a place, with the place of the child in each.
type Path<'h> = SmallVec<[(Node<'h>, usize); LEVELS + 1]>;

/// Words of a node in the making: two for the head of a root, then the children.
struct Draft<'h> {
    words: [Term<'h>; WAYS + 2],
    len: usize,
}

impl<'h> Draft<'h> {
    fn new() -> Draft<'h> {
        Draft { words: [Term::NIL; WAYS + 2], len: 2 }
    }

    fn push(&mut self, t: Term<'h>) {
        self.words[self.len] = t;
        self.len += 1;
    }

    fn extend(&mut self, children: &[Term<'h>]) {
        self.words[self.len..self.len + children.len()].copy_from_slice(children);
        self.len += children.len();
    }

    /// The node, of two, which has these children: the term that it is.
    fn like(
        &self,
        bitmap: u32,
        a: (Term<'h>, Node<'h>),
        b: (Term<'h>, Node<'h>),
    ) -> Option<Term<'h>> {
        let children = &self.words[2..self.len];
        let has = |n: Node<'h>| {
            let mut both = n.children().iter().zip(children);
            n.bitmap() == bitmap && both.all(|(x, y)| x.same(*y))
        };
        [b, a].into_iter().find(|(_, node)| has(*node)).map(|(t, _)| t)
    }

    fn inner(&mut self, heap: &'h Heap, bitmap: u32) -> Term<'h> {
        self.words[1] = Term::small(i64::from(bitmap));
        heap.node(Kind::HashNode, &self.words[1..self.len])
    }

    fn root(&mut self, heap: &'h Heap, bitmap: u32, count: usize) -> Term<'h> {
        self.words[0] = Term::small(count as i64);
        self.words[1] = Term::small(i64::from(bitmap));
        heap.node(Kind::HashMap, &self.words[..self.len])
    }
}

/// A collision node. Its leaves are put into the order of their keys, so that it is canonical too.
fn collision<'h>(heap: &'h Heap, leaves: &mut [Term<'h>]) -> Term<'h> {
    leaves.sort_by(|&a, &b| compare_exact(leaf(a).0, leaf(b).0));
    let bitmap = (1 << leaves.len().min(61)) - 1;
    let mut words = Vec::with_capacity(leaves.len() + 1);
    words.push(Term::small(bitmap));
    words.extend_from_slice(leaves);
    heap.node(Kind::HashNode, &words)
}

/// Rebuilds the nodes of a path above a changed child; gives the root.
fn rebuild<'h>(heap: &'h Heap, path: &mut Path<'h>, mut child: Term<'h>, count: usize) -> Term<'h> {
    while let Some((node, i)) = path.pop() {
        child = node.replacing(heap, i, child, count);
    }
    child
}

pub(super) fn put<'h>(
    heap: &'h Heap,
    t: Term<'h>,
    words: &'h [Term<'h>],
    key: Term<'h>,
    value: Term<'h>,
) -> Term<'h> {
    let count = count_of(words);
    let hash = hash_of(key);
    let mut path = Path::new();
    let mut node = Node::root(words);
    let mut level = 0;
    loop {
        if level == LEVELS {
            let mut leaves = node.children().to_vec();
            let count = match leaf_in(node.children(), key) {
                Some(i) if leaf(leaves[i]).1.same(value) => return t,
                Some(i) => {
                    leaves[i] = heap.cons(leaf(leaves[i]).0, value);
                    count
                }
                None => {
                    leaves.push(heap.cons(key, value));
                    count + 1
                }
            };
            let new = collision(heap, &mut leaves);
            return rebuild(heap, &mut path, new, count);
        }
        let way = way(hash, level);
        let (i, there) = node.child(way);
        if !there {
            let (before, after) = node.children().split_at(i);
            let bitmap = node.bitmap() | 1 << way;
            let leaf = [heap.cons(key, value)];
            let new = node.with_children(heap, bitmap, [before, &leaf, after], count + 1);
            return rebuild(heap, &mut path, new, count + 1);
        }
        path.push((node, i));
        let child = node.children()[i];
        let Some((k, v)) = child.as_cons() else {
            node = Node::inner(child).expect("a node");
            level += 1;
            continue;
        };
        if k.same(key) || exactly_equal(k, key) {
            if v.same(value) {
                return t;
            }
            let new = heap.cons(k, value);
            return rebuild(heap, &mut path, new, count);
        }
        let new = heap.cons(key, value);
        let pair = split(heap, level + 1, (child, hash_of(k)), (new, hash));
        return rebuild(heap, &mut path, pair, count + 1);
    }
}

/// A node at `level` for two leaves with their hashes, which agree above it.
fn split<'h>(heap: &'h Heap, level: usize, a: (Term<'h>, u64), b: (Term<'h>, u64)) -> Term<'h> {
    let same_to = ((a.1 ^ b.1).trailing_zeros() / BITS) as usize;
    let mut node = if same_to >= LEVELS {
        collision(heap, &mut [a.0, b.0])
    } else {
        let (x, y) = (way(a.1, same_to), way(b.1, same_to));
        let mut draft = Draft::new();
        draft.extend(&if x < y { [a.0, b.0] } else { [b.0, a.0] });
        draft.inner(heap, 1 << x | 1 << y)
    };
    for l in (level..same_to).rev() {
        let mut draft = Draft::new();
        draft.push(node);
        node = draft.inner(heap, 1 << way(a.1, l));
    }
    node
}

pub(super) fn take<'h>(
    heap: &'h Heap,
    words: &'h [Term<'h>],
    key: Term<'_>,
) -> Option<(Term<'h>, Term<'h>)> {
    let count = count_of(words);
    let hash = hash_of(key);
    let mut path = Path::new();
    let mut node = Node::root(words);
    let mut level = 0;
    let (i, value) = loop {
        let i = if level == LEVELS {
            leaf_in(node.children(), key)?
        } else {
            match node.child(way(hash, level)) {
                (i, true) => i,
                _ => return None,
            }
        };
        if let Some((k, v)) = node.children()[i].as_cons() {
            if !exactly_equal(k, key) {
                return None;
            }
            break (i, v);
        }
        path.push((node, i));
        node = Node::inner(node.children()[i]).expect("a node");
        level += 1;
    };
    if count == FLAT_MAX + 1 {
        return Some((value, flat_without(heap, words, key)));
    }
    let only = (node.children().len() == 2).then(|| node.children()[1 - i]);
    let new = match only {
        // A single leaf takes its node's place, and that of the nodes above that have only this
        // child.
        Some(child) if level > 0 && child.is_cons() => {
            let only_child = |(node, _): &(Node<'_>, usize)| node.children().len() == 1;
            while path.len() > 1 && path.last().is_some_and(only_child) {
                path.pop();
            }
            child
        }
        _ if level == LEVELS => {
            let mut leaves = node.children().to_vec();
            leaves.remove(i);
            collision(heap, &mut leaves)
        }
        _ => {
            let bitmap = node.bitmap() & !(1 << way(hash, level));
            let (before, after) = (&node.children()[..i], &node.children()[i + 1..]);
            node.with_children(heap, bitmap, [before, after], count - 1)
        }
    };
    Some((value, rebuild(heap, &mut path, new, count - 1)))
}

/// The way to a key in the root and the node below it.
pub(super) fn part_of(key: Term<'_>) -> usize {
    (reverse_groups(hash_of(key)) >> (64 - 2 * BITS)) as usize
}

/// Entries of pairs, in trie order; of equal keys in the order of the pairs.
pub(super) fn entries_of<'h>(
    pairs: impl ExactSizeIterator<Item = (Term<'h>, Term<'h>)>,
) -> Vec<Entry<'h>> {
    let entry = |(key, value)| Entry { order: reverse_groups(hash_of(key)), key, value };
    sorted(pairs.map(entry).collect())
}

/// Entries by their order; of the same, as they came. Hashes are as good as drawn, so a first pass
/// leaves few in each place.
fn sorted(mut entries: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
    /// From so many on a pass that puts them into places is worth it.
    const MANY: usize = 64;
    /// So many are put in order one by one.
    const FEW: usize = 24;
    if entries.len() < MANY {
        entries.sort_by_key(|e| e.order);
        return entries;
    }
    let place = |e: &Entry<'_>| (e.order >> 56) as usize;
    let mut ends = [0; 256];
    entries.iter().for_each(|e| ends[place(e)] += 1);
    let mut end = 0;
    for here in &mut ends {
        end += *here;
        *here = end;
    }
    let mut all = entries.clone();
    for e in entries.iter().rev() {
        let end = &mut ends[place(e)];
        *end -= 1;
        all[*end] = *e;
    }
    // These are where the places begin now.
    let starts = ends;
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(all.len());
        match &mut all[start..end] {
            few if few.len() <= FEW => {
                for i in 1..few.len() {
                    let e = few[i];
                    let at =
                        few[..i].iter().rposition(|f| f.order <= e.order).map_or(0, |at| at + 1);
                    few.copy_within(at..i, at + 1);
                    few[at] = e;
                }
            }
            many => many.sort_by_key(|e| e.order),
        }
    }
    all
}

/// Keeps, of equal keys, the last.
pub(super) fn keep_last(entries: &mut Vec<Entry<'_>>) {
    if entries.windows(2).all(|pair| pair[0].order != pair[1].order) {
        return;
    }
    let mut from = 0;
    let mut kept: usize = 0;
    while from < entries.len() {
        let order = entries[from].order;
        let end = from + entries[from..].partition_point(|e| e.order == order);
        let first = kept;
        for i in from..end {
            let e = entries[i];
            match (first..kept).find(|&k| exactly_equal(entries[k].key, e.key)) {
                Some(k) => entries[k].value = e.value,
                None => {
                    entries[kept] = e;
                    kept += 1;
                }
            }
        }
        from = end;
    }
    entries.truncate(kept);
}

/// A hash map of entries in trie order with different keys, more than 32.
pub(super) fn build<'h>(heap: &'h Heap, entries: &[Entry<'h>]) -> Term<'h> {
    debug_assert!(entries.len() > FLAT_MAX);
    let (mut draft, bitmap) = children(heap, entries, 0);
    draft.root(heap, bitmap, entries.len())
}

/// The children of a node at `level` over the entries. Recursion ends at the last level.
fn children<'h>(heap: &'h Heap, entries: &[Entry<'h>], level: usize) -> (Draft<'h>, u32) {
    let mut draft = Draft::new();
    let mut bitmap = 0;
    let shift = 60 - BITS * level as u32;
    let mut rest = entries;
    while let Some(first) = rest.first() {
        let way = first.order >> shift & 15;
        let same = |e: &Entry<'_>| e.order >> shift & 15 == way;
        // There are few below the first levels.
        let n = match rest.len() {
            ..=8 => rest.iter().position(|e| !same(e)).unwrap_or(rest.len()),
            _ => rest.partition_point(same),
        };
        let (group, others) = rest.split_at(n);
        draft.push(subtree(heap, group, level + 1));
        bitmap |= 1 << way;
        rest = others;
    }
    (draft, bitmap)
}

fn subtree<'h>(heap: &'h Heap, group: &[Entry<'h>], level: usize) -> Term<'h> {
    if let [e] = group {
        return heap.cons(e.key, e.value);
    }
    if level == LEVELS {
        let mut leaves: Vec<_> = group.iter().map(|e| heap.cons(e.key, e.value)).collect();
        return collision(heap, &mut leaves);
    }
    let (mut draft, bitmap) = children(heap, group, level);
    draft.inner(heap, bitmap)
}

pub(super) fn merge<'h>(
    heap: &'h Heap,
    (a, x): (Term<'h>, &'h [Term<'h>]),
    (b, y): (Term<'h>, &'h [Term<'h>]),
) -> Term<'h> {
    let (mut common, mut draft) = (0, Draft::new());
    let (p, q) = (Node::root(x), Node::root(y));
    let bitmap = merge_nodes(heap, p, q, 0, &mut common, &mut draft);
    match draft.like(bitmap, (a, p), (b, q)) {
        Some(whole) => whole,
        None => draft.root(heap, bitmap, count_of(x) + count_of(y) - common),
    }
}

/// Puts the children of two nodes together; the bitmap of them.
fn merge_nodes<'h>(
    heap: &'h Heap,
    a: Node<'h>,
    b: Node<'h>,
    level: usize,
    common: &mut usize,
    draft: &mut Draft<'h>,
) -> u32 {
    let bitmap = a.bitmap() | b.bitmap();
    let (mut first, mut second) = (a.children().iter(), b.children().iter());
    let mut left = bitmap;
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let x = if a.bitmap() & bit != 0 { first.next().copied() } else { None };
        let y = if b.bitmap() & bit != 0 { second.next().copied() } else { None };
        draft.push(match (x, y) {
            (Some(x), Some(y)) => merge_children(heap, x, y, level + 1, common),
            (one, other) => one.or(other).expect("a child of one of them"),
        });
    }
    bitmap
}

fn merge_children<'h>(
    heap: &'h Heap,
    a: Term<'h>,
    b: Term<'h>,
    level: usize,
    common: &mut usize,
) -> Term<'h> {
    if a.same(b) {
        *common += leaves_below(a);
        return a;
    }
    match (a.as_cons(), b.as_cons()) {
        (Some((k, _)), Some((l, _))) => {
            if exactly_equal(k, l) {
                *common += 1;
                return b;
            }
            split(heap, level, (a, hash_of(k)), (b, hash_of(l)))
        }
        (Some((k, _)), None) => {
            let new = insert_below(heap, b, (a, hash_of(k)), level, false);
            *common += usize::from(new.is_none());
            new.unwrap_or(b)
        }
        (None, Some((l, _))) => match insert_below(heap, a, (b, hash_of(l)), level, false) {
            Some(new) => new,
            None => {
                *common += 1;
                insert_below(heap, a, (b, hash_of(l)), level, true).expect("a node")
            }
        },
        (None, None) => {
            let (x, y) = (Node::inner(a).expect("a node"), Node::inner(b).expect("a node"));
            if level == LEVELS {
                let mut leaves = y.children().to_vec();
                let new =
                    x.children().iter().filter(|&&c| leaf_in(y.children(), leaf(c).0).is_none());
                leaves.extend(new);
                *common += x.children().len() + y.children().len() - leaves.len();
                return collision(heap, &mut leaves);
            }
            let mut draft = Draft::new();
            let bitmap = merge_nodes(heap, x, y, level, common, &mut draft);
            draft.like(bitmap, (a, x), (b, y)).unwrap_or_else(|| draft.inner(heap, bitmap))
        }
    }
}

/// The node at `level` with a leaf added. If its key is there already: with `replace` the leaf
/// takes the old one's place, without it there is no new node. Recursion ends at the last level.
fn insert_below<'h>(
    heap: &'h Heap,
    node: Term<'h>,
    (new, hash): (Term<'h>, u64),
    level: usize,
    replace: bool,
) -> Option<Term<'h>> {
    let key = leaf(new).0;
    let n = Node::inner(node).expect("a node");
    if level == LEVELS {
        let mut leaves = n.children().to_vec();
        match leaf_in(n.children(), key) {
            Some(_) if !replace => return None,
            Some(i) => leaves[i] = new,
            None => leaves.push(new),
        }
        return Some(collision(heap, &mut leaves));
    }
    let way = way(hash, level);
    let (i, there) = n.child(way);
    let mut draft = Draft::new();
    draft.extend(&n.children()[..i]);
    if !there {
        draft.push(new);
        draft.extend(&n.children()[i..]);
        return Some(draft.inner(heap, n.bitmap() | 1 << way));
    }
    let child = n.children()[i];
    draft.push(match child.as_cons() {
        Some((k, _)) if exactly_equal(k, key) => {
            if !replace {
                return None;
            }
            new
        }
        Some((k, _)) => split(heap, level + 1, (child, hash_of(k)), (new, hash)),
        None => insert_below(heap, child, (new, hash), level + 1, replace)?,
    });
    draft.extend(&n.children()[i + 1..]);
    Some(draft.inner(heap, n.bitmap()))
}

fn leaves_below(t: Term<'_>) -> usize {
    match Node::inner(t) {
        None => 1,
        Some(node) => node.children().iter().map(|&c| leaves_below(c)).sum(),
    }
}

pub(super) fn check(t: Term<'_>) {
    let (_, words) = t.map_words().expect("a map");
    let count = check_node(Node::root(words), 0, 0);
    assert!(count_of(words) == count, "the count in the root");
    assert!(count > FLAT_MAX, "a trie for a map that ought to be flat");
}

fn check_node(node: Node<'_>, level: usize, prefix: u64) -> usize {
    if level == LEVELS {
        assert!(node.children().len() > 1);
        assert!(node.children().is_sorted_by(|&a, &b| compare_exact(leaf(a).0, leaf(b).0).is_lt()));
        assert!(node.children().iter().all(|&c| hash_of(leaf(c).0) == prefix));
        return node.children().len();
    }
    assert!(node.bitmap().count_ones() as usize == node.children().len());
    let ways = (0..WAYS as u64).filter(|w| node.bitmap() >> w & 1 != 0);
    let mut count = 0;
    for (way, &child) in ways.zip(node.children()) {
        let prefix = prefix | way << (BITS * level as u32);
        count += match Node::inner(child) {
            Some(inner) => check_node(inner, level + 1, prefix),
            None => {
                let mask = u64::MAX >> (60 - BITS * level as u32);
                assert!(hash_of(leaf(child).0) & mask == prefix, "a leaf in a wrong place");
                1
            }
        };
    }
    assert!(level == 0 || count > 1, "an inner node with a single leaf");
    count
}
