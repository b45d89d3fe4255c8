//! Tables of what is still against a rule: they may only shrink.

use std::collections::BTreeMap;

/// A place, and how much of what the rule forbids may be there.
pub(super) type Entry = (&'static str, usize);

/// Compares what is there with a table: more is a finding, less makes the entry a finding. Places
/// that the table does not have may have `limit`.
pub(super) fn compare(
    table: &[Entry],
    counts: &BTreeMap<String, usize>,
    limit: usize,
    rule: &str,
    found: &mut Vec<String>,
) {
    for (place, count) in counts {
        let allowed = table.iter().find(|(p, _)| p == place).map_or(limit, |(_, n)| *n);
        if *count > allowed {
            found.push(format!("{place}: {count} {rule}, at most {allowed}"));
        }
    }
    for (place, allowed) in table {
        let count = counts.get(*place).copied().unwrap_or_default();
        if count <= limit {
            found.push(format!("{place}: delete the entry ({allowed} {rule}): it is not needed"));
        } else if count < *allowed {
            found.push(format!("{place}: lower the entry from {allowed} to {count} ({rule})"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(table: &[Entry], counts: &[(&str, usize)]) -> Vec<String> {
        let counts = counts.iter().map(|(place, n)| (place.to_string(), *n)).collect();
        let mut found = Vec::new();
        compare(table, &counts, 1, "bad", &mut found);
        found
    }

    #[test]
    fn tables_only_shrink() {
        assert!(check(&[("a", 3)], &[("a", 3), ("b", 1)]).is_empty());
        assert_eq!(check(&[], &[("a", 2)]), ["a: 2 bad, at most 1"]);
        assert_eq!(check(&[("a", 3)], &[("a", 4)]), ["a: 4 bad, at most 3"]);
        assert_eq!(check(&[("a", 3)], &[("a", 2)]), ["a: lower the entry from 3 to 2 (bad)"]);
        for counts in [&[("a", 1)][..], &[]] {
            let found = check(&[("a", 3)], counts);
            assert_eq!(found, ["a: delete the entry (3 bad): it is not needed"]);
        }
    }
}
