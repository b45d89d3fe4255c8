//! Finds out what can be moved, and moves it.

use crate::object::{self, Object, Segment};
use crate::smaps::{self, Mapping};
use crate::stub::{Call, Stub};
use crate::{HUGE, Options, Range, Way, memory};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// A huge page for less code than this costs more than it saves.
const LEAST: usize = 256 << 10;

/// The result of moving the code.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Bytes of code that there are.
    pub code: usize,
    /// Bytes of it that are on huge pages now.
    pub moved: usize,
    /// The huge pages, with how they have become that.
    pub pages: Vec<(Range, Way)>,
    /// The files with code that has been copied, and what is added to the addresses in them.
    pub(crate) copied: Vec<(PathBuf, usize)>,
    /// No huge page was to be had for some of it.
    pub none_free: bool,
}

/// A huge page's worth of addresses that can be moved.
struct Candidate {
    page: Range,
    /// The parts of the file that are there.
    parts: Vec<Segment>,
    /// How much of it is code.
    code: usize,
    /// Where its first byte is in the file, if it may stay in place.
    in_place: Option<usize>,
}

/// Moves the code of the running program, as far as it fills huge pages.
///
/// No other thread may run but those that do nothing else than executing: who maps or unmaps
/// memory meanwhile may lose it. Best called first in `main`.
pub fn move_text(options: Options) -> Outcome {
    let mut outcome = Outcome::default();
    let objects = object::all();
    let wanted = if options.libraries { &objects[..] } else { &objects[..1.min(objects.len())] };
    for object in wanted {
        outcome.code +=
            object.segments.iter().filter(|s| s.code).map(|s| s.at.size()).sum::<usize>();
        one(object, options, &mut outcome);
    }
    outcome
}

fn one(object: &Object, options: Options, outcome: &mut Outcome) {
    let Ok(maps) = smaps::mappings("self") else { return };
    let found = candidates(&object.segments, &maps);
    if found.is_empty() || !options.copy && found.iter().all(|c| c.in_place.is_none()) {
        return;
    }
    let (Ok(file), Some(stub)) = (File::open(&object.file), Stub::new()) else { return };
    let mut copied = false;
    for candidate in found {
        let way = match in_place(&candidate, &file, &stub) {
            true => Some(Way::InPlace),
            false if options.copy => copy(&candidate, &file, &stub, outcome),
            false => None,
        };
        if let Some(way) = way {
            outcome.moved += candidate.code;
            outcome.pages.push((candidate.page, way));
            copied |= way != Way::InPlace;
        }
    }
    if copied {
        outcome.copied.push((object.file.clone(), object.base));
    }
}

/// The huge pages with much code, and nothing else than code and constants of this file.
fn candidates(segments: &[Segment], maps: &[Mapping]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for code in segments.iter().filter(|s| s.code && !s.writable) {
        let from = code.at.from & !(HUGE - 1);
        for from in (from..code.at.to).step_by(HUGE) {
            let page = Range { from, to: from + HUGE };
            found.extend(candidate(code, segments, page, maps));
        }
    }
    found
}

fn candidate(
    code: &Segment,
    segments: &[Segment],
    page: Range,
    maps: &[Mapping],
) -> Option<Candidate> {
    let within = code.at.common(page).size();
    let parts: Vec<Segment> =
        segments.iter().filter(|s| s.at.common(page).size() > 0).copied().collect();
    if within < LEAST || parts.iter().any(|s| s.writable) {
        return None;
    }
    // The mappings there have to be those parts, as the file has them.
    let file = &maps.iter().find(|m| m.range().common(code.at).size() > 0)?.name;
    let mut mapped = 0;
    for m in maps.iter().filter(|m| m.range().common(page).size() > 0) {
        let at = m.range().common(page);
        let owner = parts.iter().find(|s| s.at.common(at) == at)?;
        let in_file = m.offset as usize + (at.from - m.from);
        if m.name != *file
            || in_file != owner.offset + (at.from - owner.at.from)
            || !m.rights.starts_with(if owner.code { "r-xp" } else { "r--p" })
        {
            return None;
        }
        mapped += at.size();
    }
    if mapped != parts.iter().map(|s| s.at.common(page).size()).sum::<usize>() {
        return None;
    }
    let offset = (code.offset + page.from).checked_sub(code.at.from);
    let in_place =
        offset.filter(|o| parts.len() == 1 && page.from >= code.at.from && o.is_multiple_of(HUGE));
    Some(Candidate { page, parts, code: within, in_place })
}

/// Has the kernel keep the file itself in a huge page.
fn in_place(candidate: &Candidate, file: &File, stub: &Stub) -> bool {
    let Some(offset) = candidate.in_place else { return false };
    let page = candidate.page;
    if candidate.code < HUGE {
        // The code ends within the page: what follows in the file has to be mapped too.
        if file.metadata().map_or(0, |m| m.len()) < (offset + HUGE) as u64 {
            return false;
        }
        let rights = libc::PROT_READ | libc::PROT_EXEC;
        let all = Call::map_file(page.from, HUGE, rights, file.as_raw_fd(), offset);
        let calls = [&[all], &restore(candidate, file)[..]].concat();
        // SAFETY: the same bytes of the same file at the same addresses, and more behind, where
        // nothing was.
        if !unsafe { stub.run(&calls) } {
            return false;
        }
    }
    memory::collapse(page) || memory::is_huge(page)
}

/// Puts a copy into the place of the original.
fn copy(c: &Candidate, file: &File, stub: &Stub, outcome: &mut Outcome) -> Option<Way> {
    let Some((new, way)) = memory::page() else {
        outcome.none_free = true;
        return None;
    };
    let rights = libc::PROT_READ | libc::PROT_EXEC;
    let complete = c.parts.iter().all(|part| copy_part(part.at.common(c.page), part, c, new, file));
    // SAFETY: the memory is new, and then what is in the place of the original has the same bytes
    // with the same rights, but that constants could be executed.
    let moved = complete
        && unsafe {
            libc::mprotect(new.cast(), HUGE, rights) == 0 && {
                let over = Call::mremap(new as usize, HUGE, c.page.from);
                stub.run(&[&[over], &restore(c, file)[..]].concat())
            }
        };
    if !moved {
        memory::give_back(new);
    }
    moved.then_some(way)
}

/// Copies what is at some addresses. False if it is not what the file has: somebody has set
/// breakpoints, which belong to where they are.
fn copy_part(at: Range, part: &Segment, c: &Candidate, new: *mut u8, file: &File) -> bool {
    // SAFETY: all of it is mapped, readable and does not change; the new page is as large.
    let (now, new) = unsafe {
        let now = std::slice::from_raw_parts(at.from as *const u8, at.size());
        (now, std::slice::from_raw_parts_mut(new.add(at.from - c.page.from), at.size()))
    };
    let offset = (part.offset + (at.from - part.at.from)) as u64;
    let mut read = 0;
    while read < new.len() {
        match file.read_at(&mut new[read..], offset + read as u64) {
            // Behind the end of a file its last page has zeros.
            Ok(0) if new.len() - read < crate::PAGE => break,
            Ok(n) if n > 0 => read += n,
            _ => return false,
        }
    }
    now == new
}

/// The calls that put the file there as it was.
fn restore(c: &Candidate, file: &File) -> Vec<Call> {
    let call = |part: &Segment| {
        let at = part.at.common(c.page);
        let rights = libc::PROT_READ | if part.code { libc::PROT_EXEC } else { 0 };
        let offset = part.offset + (at.from - part.at.from);
        Call::map_file(at.from, at.size(), rights, file.as_raw_fd(), offset)
    };
    c.parts.iter().map(call).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(from: usize, to: usize, offset: usize, kind: &str) -> Segment {
        let at = Range { from, to };
        Segment { at, offset, writable: kind.contains('w'), code: kind.contains('x') }
    }

    fn mapping(s: &Segment) -> Mapping {
        let rights = if s.code { "r-xp" } else { "r--p" }.to_owned();
        let (from, to, offset) = (s.at.from, s.at.to, s.offset as u64);
        Mapping { from, to, rights, offset, name: "/p".into(), ..Mapping::default() }
    }

    const M: usize = 1 << 20;

    #[test]
    fn what_can_be_moved_is_found() {
        // Constants, code, constants, data; the program begins in the middle of a huge page.
        let segments = [
            segment(101 * M, 102 * M, 0, "r"),
            segment(102 * M, 107 * M, M, "rx"),
            segment(107 * M, 107 * M + M / 2, 6 * M, "r"),
            segment(107 * M + M / 2, 109 * M, 7 * M, "rw"),
        ];
        let maps: Vec<Mapping> = segments.iter().map(mapping).collect();
        let found = candidates(&segments, &maps);
        let pages: Vec<usize> = found.iter().map(|c| c.page.from / M).collect();
        // The first has no code; the last has data.
        assert_eq!(pages, [102, 104]);
        assert!(found.iter().all(|c| c.in_place.is_none() && c.code == 2 * M));
        // Somebody else is there.
        let mut others = maps.clone();
        others[1].name = "/other".into();
        others.push(mapping(&segment(99 * M, 100 * M, 0, "r")));
        assert_eq!(candidates(&segments, &others).len(), 2);
        others.push(Mapping { name: "[vvar]".into(), ..mapping(&segments[1]) });
        assert!(candidates(&segments, &others).is_empty());
    }

    #[test]
    fn what_is_aligned_may_stay_in_place() {
        let segments = [segment(100 * M, 101 * M, 0, "r"), segment(102 * M, 105 * M, 2 * M, "rx")];
        let maps: Vec<Mapping> = segments.iter().map(mapping).collect();
        let found = candidates(&segments, &maps);
        let places: Vec<_> = found.iter().map(|c| (c.in_place, c.code)).collect();
        assert_eq!(places, [(Some(2 * M), 2 * M), (Some(4 * M), M)]);
    }
}
