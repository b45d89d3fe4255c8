//! Searching in binaries: one pattern by the `memchr` crate, several by `aho-corasick`.

use crate::args::{badarg, binary};
use crate::iolist::pay_bytes;
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use memchr::memmem::Finder;
use release::Difference;
use std::sync::Arc;
use term::{Heap, Term, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;

/// The binaries that are searched for.
enum Pattern {
    /// One binary.
    One(Box<Finder<'static>>),
    /// Several, of one byte each.
    Bytes(Box<[bool; 256]>),
    /// A few, each searched for by itself.
    Few(Vec<Finder<'static>>),
    /// Several; of those that begin at the same place the longest is found.
    Several(AhoCorasick),
}

/// From this size of a subject on it pays to build a faster automaton.
const LARGE: usize = 1 << 16;
/// Up to so many patterns, and so large a subject, it does not pay to build any.
const FEW: usize = 8;

impl Pattern {
    /// Of a binary, or of a list of such; none of them may be empty.
    fn new<'h>(
        t: Term<'_>,
        automaton: AhoCorasickKind,
        few: usize,
    ) -> Result<Pattern, Exception<'h>> {
        if t.as_bits().is_some() {
            let needle = binary(t)?;
            if needle.is_empty() {
                return badarg();
            }
            return Ok(Pattern::One(Box::new(Finder::new(&needle).into_owned())));
        }
        let needles = t.to_vec().ok_or(Exception::BADARG)?;
        let needles: Vec<_> = needles.into_iter().map(binary).collect::<Result<_, _>>()?;
        if needles.iter().any(|n| n.is_empty()) {
            return badarg();
        }
        match &needles[..] {
            [] => badarg(),
            [one] => Ok(Pattern::One(Box::new(Finder::new(one).into_owned()))),
            _ if needles.iter().all(|n| n.len() == 1) => {
                let mut wanted = Box::new([false; 256]);
                needles.iter().for_each(|n| wanted[usize::from(n[0])] = true);
                Ok(Pattern::Bytes(wanted))
            }
            _ if needles.len() <= few => {
                let finder = |n: &std::borrow::Cow<'_, [u8]>| Finder::new(n).into_owned();
                Ok(Pattern::Few(needles.iter().map(finder).collect()))
            }
            _ => AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .kind(Some(automaton))
                .build(&needles)
                .map(Pattern::Several)
                .or(Err(Exception::SYSTEM_LIMIT)),
        }
    }

    /// The first place from `from` on: start and end.
    fn find(&self, subject: &[u8], from: usize) -> Option<(usize, usize)> {
        match self {
            Pattern::One(finder) => {
                let at = from + finder.find(&subject[from..])?;
                Some((at, at + finder.needle().len()))
            }
            Pattern::Bytes(wanted) => {
                let at = from + subject[from..].iter().position(|&b| wanted[usize::from(b)])?;
                Some((at, at + 1))
            }
            Pattern::Few(finders) => {
                let mut best: Option<(usize, usize)> = None;
                for finder in finders {
                    let len = finder.needle().len();
                    // Not beyond where another one has been found already.
                    let end = best.map_or(subject.len(), |b| subject.len().min(b.0 + len));
                    if let Some(at) = subject.get(from..end).and_then(|s| finder.find(s)) {
                        let found = (from + at, from + at + len);
                        best = Some(best.map_or(found, |b| first_longest(b, found)));
                    }
                }
                best
            }
            Pattern::Several(automaton) => {
                let found = automaton.find(&subject[from..])?;
                Some((from + found.start(), from + found.end()))
            }
        }
    }

    /// All places that do not overlap, or only the first.
    fn find_all(&self, subject: &[u8], from: usize, all: bool) -> Vec<(usize, usize)> {
        if let (Pattern::Few(finders), true) = (self, all) {
            return find_all_of_few(finders, subject, from);
        }
        let (mut found, mut at) = (Vec::new(), from);
        while let Some((start, end)) = self.find(subject, at) {
            found.push((start, end));
            at = end;
            if !all {
                break;
            }
        }
        found
    }
}

/// Of two places the one that begins first; if both do, the longer one.
fn first_longest(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    if (b.0, std::cmp::Reverse(b.1)) < (a.0, std::cmp::Reverse(a.1)) { b } else { a }
}

/// All places of a few patterns: the next one of each is remembered, so that none goes over the
/// subject twice.
fn find_all_of_few(
    finders: &[Finder<'static>],
    subject: &[u8],
    from: usize,
) -> Vec<(usize, usize)> {
    let next = |finder: &Finder<'static>, at: usize| {
        let start = at + finder.find(&subject[at..])?;
        Some((start, start + finder.needle().len()))
    };
    let mut places: Vec<_> = finders.iter().map(|f| next(f, from)).collect();
    let mut found = Vec::new();
    while let Some(best) = places.iter().flatten().copied().reduce(first_longest) {
        found.push(best);
        for (place, finder) in places.iter_mut().zip(finders) {
            if place.is_some_and(|p| p.0 < best.1) {
                *place = next(finder, best.1);
            }
        }
    }
    found
}

/// The tag of a compiled pattern: names of the algorithms that OTP uses.
fn tag(pattern: &Pattern) -> Term<'static> {
    Term::atom(match pattern {
        Pattern::One(_) => atom!("bm"),
        _ => atom!("ac"),
    })
}

pub(super) fn compile_pattern_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let pattern = Pattern::new(args[0], AhoCorasickKind::DFA, 0)?;
    let tag = tag(&pattern);
    let reference = p.heap().magic_ref(vm::system::new_ref(), Arc::new(pattern));
    Ok(p.heap().tuple(&[tag, reference]))
}

/// A pattern, compiled before or for this call.
enum Prepared {
    Before(Arc<Pattern>),
    Now(Pattern),
}

impl std::ops::Deref for Prepared {
    type Target = Pattern;

    fn deref(&self) -> &Pattern {
        match self {
            Prepared::Before(pattern) => pattern,
            Prepared::Now(pattern) => pattern,
        }
    }
}

fn prepare<'h>(t: Term<'_>, subject: usize) -> Result<Prepared, Exception<'h>> {
    if let Some(parts) = t.as_tuple() {
        let &[name, reference] = parts else { return badarg() };
        let magic = reference.as_ref().and_then(|r| r.magic()).ok_or(Exception::BADARG)?;
        let pattern = magic.downcast::<Pattern>().or(badarg())?;
        return if name.same(tag(&pattern)) { Ok(Prepared::Before(pattern)) } else { badarg() };
    }
    let small = subject < LARGE;
    let automaton = if small { AhoCorasickKind::NoncontiguousNFA } else { AhoCorasickKind::DFA };
    Pattern::new(t, automaton, if small { FEW } else { 0 }).map(Prepared::Now)
}

/// The options of searches.
#[derive(Default)]
struct Options {
    scope: Option<(usize, usize)>,
    global: bool,
    trim: bool,
    trim_all: bool,
}

impl Options {
    /// Reads them; those of splitting are allowed if `splitting`. An improper end is not looked at.
    fn new<'h>(t: Term<'_>, size: usize, splitting: bool) -> Result<Options, Exception<'h>> {
        if !t.is_nil() && !t.is_cons() {
            return badarg();
        }
        let mut options = Options::default();
        for option in t.list() {
            if let Some(name) = option.as_atom().filter(|_| splitting) {
                match name.name() {
                    "global" => options.global = true,
                    "trim" => options.trim = true,
                    "trim_all" => options.trim_all = true,
                    _ => return badarg(),
                }
                continue;
            }
            match option.as_tuple_of::<2>() {
                Some(&[name, scope]) if name.is(atom!("scope")) => {
                    options.scope = Some(super::scope(scope, size)?);
                }
                _ => return badarg(),
            }
        }
        Ok(options)
    }
}

/// Where a pattern is in a subject.
fn places<'h>(
    p: &mut Running<'_>,
    subject: &[u8],
    pattern: Term<'_>,
    options: &Options,
) -> Result<Vec<(usize, usize)>, Exception<'h>> {
    let (from, len) = options.scope.unwrap_or((0, subject.len()));
    let nothing = from + len == 0;
    if nothing && !Difference::StrictBinaries.is_on() {
        return Ok(Vec::new());
    }
    let pattern = prepare(pattern, len)?;
    if nothing {
        return Ok(Vec::new());
    }
    let found = pattern.find_all(&subject[..from + len], from, options.global);
    pay_bytes(p, if options.global { len } else { found.first().map_or(len, |f| f.1 - from) });
    Ok(found)
}

fn place<'h>(heap: &'h Heap, (start, end): (usize, usize)) -> Term<'h> {
    heap.tuple(&[Term::small(start as i64), Term::small((end - start) as i64)])
}

fn first_match<'h>(p: &mut Running<'h>, args: &[Term<'h>], options: Term<'h>) -> BifResult<'h> {
    let subject = binary(args[0])?;
    let options = Options::new(options, subject.len(), false)?;
    let found = places(p, &subject, args[1], &options)?;
    Ok(found.first().map_or(Term::atom(atom!("nomatch")), |&at| place(p.heap(), at)))
}

pub(super) fn match_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    first_match(p, args, Term::NIL)
}

pub(super) fn match_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    first_match(p, args, args[2])
}

fn all_matches<'h>(p: &mut Running<'h>, args: &[Term<'h>], options: Term<'h>) -> BifResult<'h> {
    let subject = binary(args[0])?;
    let options = Options { global: true, ..Options::new(options, subject.len(), false)? };
    let found = places(p, &subject, args[1], &options)?;
    p.bump_reductions(found.len() / 8);
    Ok(p.heap().list_from_rev(found.into_iter().rev().map(|at| place(p.heap(), at))))
}

pub(super) fn matches_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    all_matches(p, args, Term::NIL)
}

pub(super) fn matches_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    all_matches(p, args, args[2])
}

fn parts<'h>(p: &mut Running<'h>, args: &[Term<'h>], options: Term<'h>) -> BifResult<'h> {
    let (heap, subject) = (p.heap(), binary(args[0])?);
    let options = Options::new(options, subject.len(), true)?;
    let found = places(p, &subject, args[1], &options)?;
    p.bump_reductions(found.len() / 4);
    // From the back: empty parts there are dropped until one is not empty, or (trim_all) all of
    // them.
    let (mut list, mut trimming) = (Term::NIL, options.trim || options.trim_all);
    let mut end = subject.len();
    for i in (0..=found.len()).rev() {
        let start = if i == 0 { 0 } else { found[i - 1].1 };
        if start < end || !trimming {
            let whole = start == 0 && end == subject.len();
            let len = (end - start) * 8;
            let part = if whole { args[0] } else { heap.sub_bits(args[0], start * 8, len) };
            list = heap.cons(part, list);
            trimming = options.trim_all;
        }
        if i > 0 {
            end = found[i - 1].0;
        }
    }
    Ok(list)
}

pub(super) fn split_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    parts(p, args, Term::NIL)
}

pub(super) fn split_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    parts(p, args, args[2])
}
