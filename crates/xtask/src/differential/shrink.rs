//! Makes a program that differs smaller: leaves out choices and takes simpler ones, as long as it
//! still differs.

use super::choices::Choices;
use super::program;
use crate::Result;
use std::collections::HashSet;

/// How many attempts are run together, and how often at most.
const ATTEMPTS: usize = 48;
const ROUNDS: usize = 60;

/// The smallest program found that still differs, and how; None if that of these choices does not.
/// `differ` says how each of some programs differs, if it does.
pub(super) fn smallest(
    release: u32,
    choices: Vec<u32>,
    mut differ: impl FnMut(&[String]) -> Result<Vec<Option<String>>>,
) -> Result<Option<(String, String)>> {
    let (text, made) = program::text("?", release, Choices::given(choices));
    let Some(verdict) = differ(std::slice::from_ref(&text))?.pop().flatten() else {
        return Ok(None);
    };
    let mut best = made.made();
    let mut kept = (text, verdict);
    let mut seen = HashSet::from([kept.0.clone()]);
    let mut part = Part::first(best.len());
    let mut found = false;
    for _ in 0..ROUNDS {
        let mut attempts = Vec::new();
        let mut next = part;
        while attempts.len() < ATTEMPTS && next.size > 0 {
            for candidate in next.without(&best) {
                let (text, made) = program::text("?", release, Choices::given(candidate));
                if text.len() < kept.0.len() && seen.insert(text.clone()) {
                    attempts.push((text, made.made()));
                }
            }
            next = next.following(best.len());
        }
        if !attempts.is_empty() {
            let texts: Vec<String> = attempts.iter().map(|a| a.0.clone()).collect();
            let differing = attempts.into_iter().zip(differ(&texts)?);
            let differing = differing.filter_map(|(a, v)| Some((a, v?)));
            if let Some(((text, made), verdict)) = differing.min_by_key(|d| d.0.0.len()) {
                (best, kept, found) = (made, (text, verdict), true);
                // Parts of this size have done it: what is left is tried with such again.
                next = part;
            }
        }
        part = next;
        if part.size == 0 {
            if !found {
                break;
            }
            (part, found) = (Part::first(best.len()), false);
        }
    }
    Ok(Some(kept))
}

/// Some choices, one behind the other.
#[derive(Clone, Copy)]
struct Part {
    /// How many; 0: there are no more parts.
    size: usize,
    at: usize,
}

impl Part {
    /// The first and largest part of so many choices.
    fn first(number: usize) -> Part {
        Part { size: number.div_ceil(2), at: 0 }
    }

    /// The part behind it, or the first of half the size.
    fn following(self, number: usize) -> Part {
        let at = self.at + self.size;
        match at < number {
            true => Part { at, ..self },
            false => Part { size: self.size / 2, at: 0 },
        }
    }

    /// The choices without this part, and with the simplest in its place.
    fn without(self, choices: &[u32]) -> Vec<Vec<u32>> {
        let at = self.at.min(choices.len());
        let end = (at + self.size).min(choices.len());
        let (before, part, after) = (&choices[..at], &choices[at..end], &choices[end..]);
        let mut all = vec![[before, after].concat()];
        if part.iter().any(|c| *c != 0) {
            all.push([before, &vec![0; part.len()], after].concat());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shrinker's result for a seed's program if programs whose text has all of these differ.
    fn shrunk(seed: u64, wanted: &[&str]) -> Option<(usize, String)> {
        let (text, choices) = program::text("?", 29, Choices::random(seed));
        let differ = |texts: &[String]| {
            let differs = |t: &String| wanted.iter().all(|w| t.contains(w));
            Ok(texts.iter().map(|t| differs(t).then(|| "differs".to_string())).collect())
        };
        let (small, verdict) = smallest(29, choices.made(), differ).expect("no error")?;
        assert_eq!(verdict, "differs");
        assert!(wanted.iter().all(|w| small.contains(w)), "{small}");
        Some((text.len(), small))
    }

    /// A difference that lies in one expression is found: little else is left.
    #[test]
    fn a_planted_difference_is_what_is_left() {
        for wanted in [&["catch "][..], &[" bsl ", "receive"], &["/float", "try"]] {
            let mut found = (1..100).filter_map(|seed| shrunk(seed, wanted));
            for (before, small) in found.by_ref().take(3) {
                assert!(small.len() < before / 3, "{before} to {}:\n{small}", small.len());
            }
            assert!(found.next().is_some(), "seeds have {wanted:?}");
        }
    }

    #[test]
    fn what_does_not_differ_is_not_made_smaller() {
        assert_eq!(shrunk(1, &["no program has this"]), None);
    }
}
