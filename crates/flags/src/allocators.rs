//! Switches of OTP's allocators (`+M…`): Maser has one allocator, so they are checked and have no
//! effect.

use crate::leading_number;

/// The values that a switch takes.
#[derive(Clone, Copy)]
enum Kind {
    /// A number from 0 to this one.
    Amount(i64),
    /// Such a number, or `de`.
    Limit,
    /// `true` or `false`.
    Bool,
    /// `true`.
    True,
    /// `false`.
    False,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A number, or `max`.
    Instances,
    /// Anything.
    Any,
}

const MOST: i64 = i64::MAX;
const MOST_KB: i64 = i64::MAX / 512;
const MOST_MB: i64 = (1 << 44) - 1;
const INT_KB: i64 = i32::MAX as i64 / 1024;
const STRATEGIES: Kind = Kind::OneOf(&[
    "bf",
    "aobf",
    "gf",
    "af",
    "aoff",
    "aoffcbf",
    "aoffcaobf",
    "ageffcaoff",
    "ageffcbf",
    "ageffcaobf",
]);
const POOLS: Kind = Kind::OneOf(&["B", "D", "E", "F", "H", "L", "R", "S", "@", ":"]);

/// Letters of allocators, and of all of them (`u`).
const ALLOCATORS: &str = "uBIDEFHLRSTZ";
/// Allocators whose memory stays with its thread: carriers do not migrate.
const FIXED: &str = "IT";

/// Switches of each allocator.
const EACH: &[(&str, Kind)] = &[
    ("acfml", Kind::Amount(MOST)),
    ("acful", Kind::Limit),
    ("acnl", Kind::Amount(MOST)),
    ("acul", Kind::Limit),
    ("as", STRATEGIES),
    ("asbcst", Kind::Amount(MOST_KB)),
    ("atags", Kind::Bool),
    ("cp", POOLS),
    ("e", Kind::Bool),
    ("lmbcs", Kind::Amount(MOST_KB)),
    ("mbcgs", Kind::Amount(MOST)),
    ("mbsd", Kind::Amount(MOST)),
    ("mmbcs", Kind::Amount(MOST_KB)),
    ("mmmbc", Kind::Amount(MOST)),
    ("mmsbc", Kind::Amount(MOST)),
    ("ramv", Kind::Bool),
    ("rmbcmt", Kind::Amount(MOST)),
    ("rsbcmt", Kind::Amount(MOST)),
    ("rsbcst", Kind::Amount(MOST)),
    ("sbct", Kind::Amount(MOST_KB)),
    ("smbcs", Kind::Amount(MOST_KB)),
    ("t", Kind::Bool),
];

/// All others.
const OTHERS: &[(&str, Kind)] = &[
    ("Iscs", Kind::Amount(MOST_MB)),
    ("Mamcbf", Kind::Amount(MOST_KB)),
    ("Mmcs", Kind::Amount(MOST)),
    ("Mrmcbf", Kind::Amount(MOST)),
    ("Msco", Kind::Bool),
    ("Mscrfsd", Kind::Amount(MOST)),
    ("Mscrpm", Kind::Bool),
    ("Mscs", Kind::Amount(MOST_MB)),
    ("Ye", Kind::True),
    ("Ym", Kind::Any),
    ("Ytp", Kind::Amount(INT_KB)),
    ("Ytt", Kind::Amount(INT_KB)),
    ("dai", Kind::Instances),
    ("ea", Kind::OneOf(&["min", "max", "config", "r9c", "r10b", "r11b"])),
    ("lpm", Kind::OneOf(&["all", "no"])),
    ("ummc", Kind::Amount(MOST)),
    ("usac", Kind::Bool),
    ("uycs", Kind::Amount(MOST_KB)),
];

/// The longest of `names` with which `switch` begins.
fn longest(table: &[(&'static str, Kind)], switch: &str) -> Option<(&'static str, Kind)> {
    let fits = table.iter().filter(|(name, _)| switch.starts_with(name));
    fits.max_by_key(|(name, _)| name.len()).copied()
}

/// Whether the next word is the value of `switch`, what stands behind `+M`.
pub(crate) fn takes_next(switch: &str) -> bool {
    let is_in = |table: &[(&str, Kind)], name: &str| table.iter().any(|(n, _)| *n == name);
    let of_one = switch.strip_prefix(|c: char| ALLOCATORS.contains(c));
    is_in(OTHERS, switch) || of_one.is_some_and(|name| is_in(EACH, name))
}

/// Checks `switch`, what stands behind `+M`. Gives whether `next` is its value.
pub(crate) fn check(switch: &str, next: Option<&str>) -> Result<bool, String> {
    let unknown = || format!("unknown emulator flag +M{switch}");
    let (length, kind) = match longest(OTHERS, switch) {
        Some((name, kind)) => (name.len(), kind),
        None => {
            let letter = switch.chars().next().filter(|&c| ALLOCATORS.contains(c));
            let letter = letter.ok_or_else(unknown)?;
            let (name, kind) = longest(EACH, &switch[1..]).ok_or_else(unknown)?;
            let fixed = FIXED.contains(letter);
            let kind = match name {
                _ if fixed && (name == "cp" || name.starts_with("ac")) => return Err(unknown()),
                "e" if fixed => Kind::True,
                "t" if letter == 'I' => Kind::False,
                _ => kind,
            };
            (1 + name.len(), kind)
        }
    };
    let (name, attached) = switch.split_at(length);
    let value = if attached.is_empty() { next } else { Some(attached) };
    let value = value.ok_or_else(|| format!("+M{name} needs a value"))?;
    let number = leading_number(value).map(|(n, _)| n);
    let good = match kind {
        Kind::Amount(most) => number.is_some_and(|n| (0..=most).contains(&n)),
        Kind::Limit => value == "de" || number.is_some_and(|n| (0..=100).contains(&n)),
        Kind::Bool => matches!(value, "true" | "false"),
        Kind::True => value == "true",
        Kind::False => value == "false",
        Kind::OneOf(words) => words.contains(&value),
        Kind::Instances => value == "max" || number.is_some_and(|n| n >= 0),
        Kind::Any => true,
    };
    match good {
        true => Ok(attached.is_empty()),
        false => Err(format!("bad value {value} of +M{name}")),
    }
}
