//! All flags: their names, their forms, what their values must be.

/// One flag.
#[derive(Debug)]
pub struct Row {
    /// Its name, without the sign.
    pub name: &'static str,
    /// Where its value stands.
    pub form: Form,
    /// The values that the flag takes.
    pub kind: Kind,
    /// Whether Maser does, or tells, something else because of it.
    pub effect: bool,
    /// Whether it is Maser's own, which the stock `erlexec` does not know.
    pub own: bool,
}

/// Where a flag's value stands.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// There is none; the word is the name alone, or (`Kind::Any`) begins with it.
    Alone,
    /// In the same word, or in the next one.
    Either,
    /// In the same word: `erl` takes the next one for an argument of the system.
    Attached,
    /// In the next word: `erl` takes that for the value whatever the first one is.
    Next,
    /// In the same word, or in the next one if that is one of these; it may be left out.
    Optional(&'static [&'static str]),
}

impl Form {
    /// Whether the value may be left out.
    pub fn is_optional(self) -> bool {
        matches!(self, Form::Optional(_))
    }
}

/// The values that a flag takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// There is none.
    None,
    /// Anything.
    Any,
    /// A number in this range.
    Number {
        /// The least one.
        least: i64,
        /// The greatest one.
        most: i64,
        /// Whether a word that is no number stands for 0.
        words_are_0: bool,
    },
    /// A number in this range, or this word.
    NumberOr {
        /// The least number.
        least: i64,
        /// The greatest number.
        most: i64,
        /// The word.
        word: &'static str,
        /// Whether nothing may follow the number.
        alone: bool,
    },
    /// `true` or `false`.
    Bool,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// Nothing, or one of these.
    Optional(&'static [&'static str]),
    /// A word that begins with one of these letters, which alone counts.
    Initial(&'static str),
    /// An encoding of file names, and what becomes of names that are not in it.
    FileNames,
    /// Two numbers `n1:n2`, either left out.
    Pair,
    /// `NAME=VALUE` of a tunable.
    Tunable,
    /// An address and a port.
    Endpoint,
}

const THRESHOLDS: Kind = Kind::OneOf(&["very_low", "low", "medium", "high", "very_high"]);
const BUSY_WAITS: Kind =
    Kind::OneOf(&["none", "very_short", "short", "medium", "long", "very_long"]);
const ETS_BUSY_WAITS: Kind =
    Kind::OneOf(&["none", "very_short", "short", "medium", "long", "very_long", "extremely_long"]);
const BIND_TYPES: Kind = Kind::OneOf(&["u", "ns", "ts", "ps", "s", "nnts", "nnps", "tnnps", "db"]);
/// In thousands of words.
const STACK_SIZE: Kind = number(20, 8192);
/// The greatest number that stock keeps for most flags.
const INT_MAX: i64 = i32::MAX as i64;
/// The greatest number of processes and ports.
const TABLE_MAX: i64 = (1 << 27) - 1;
const TABLE_SIZE: Kind =
    Kind::NumberOr { least: 1024, most: TABLE_MAX, word: "legacy", alone: false };
/// Milliseconds for output to go out.
const FLUSH: Kind = Kind::NumberOr { least: 0, most: INT_MAX, word: "infinity", alone: true };
/// In seconds.
const DELAY: Kind = Kind::NumberOr { least: 0, most: 100_000_000, word: "infinity", alone: true };
/// The greatest small integer of stock.
const SMALL_MAX: i64 = (1 << 59) - 1;

const fn number(least: i64, most: i64) -> Kind {
    Kind::Number { least, most, words_are_0: true }
}

const fn strict(least: i64, most: i64) -> Kind {
    Kind::Number { least, most, words_are_0: false }
}

const fn row(name: &'static str, form: Form, kind: Kind) -> Row {
    Row { name, form, kind, effect: true, own: false }
}

/// A flag that is checked and has no effect: it tunes what Maser does otherwise or not at all.
const fn idle(name: &'static str, form: Form, kind: Kind) -> Row {
    Row { name, form, kind, effect: false, own: false }
}

/// A flag of Maser's own.
const fn own(name: &'static str, kind: Kind) -> Row {
    Row { name, form: Form::Either, kind, effect: true, own: true }
}

use Form::{Alone, Attached, Either, Next, Optional};

/// All flags but `+M…`, which are those of OTP's allocators. Where one name is the beginning of
/// another one, the longer one is meant if it fits.
pub const FLAGS: &[Row] = &[
    row("A", Either, number(0, 1024)),
    row("B", Optional(&["i", "c", "d"]), Kind::Initial("icd")),
    row("C", Either, Kind::OneOf(&["no_time_warp", "single_time_warp", "multi_time_warp"])),
    row("H", Alone, Kind::Any),
    idle("IOPp", Next, strict(0, 100)),
    idle("IOPt", Next, strict(0, 100)),
    row("IOp", Next, strict(1, INT_MAX)),
    idle("IOs", Next, Kind::Bool),
    row("IOt", Either, strict(1, 1024)),
    idle("JDdump", Next, Kind::Bool),
    idle("JMsingle", Next, Kind::Bool),
    row("JPperf", Next, Kind::OneOf(&["true", "false", "map", "dump", "fp", "no_fp"])),
    idle("JPperfdirectory", Next, Kind::Any),
    idle("K", Either, Kind::Any),
    idle("L", Alone, Kind::Any),
    row("P", Either, TABLE_SIZE),
    row("Q", Either, TABLE_SIZE),
    row("R", Either, number(0, 99)),
    row("S", Either, Kind::Pair),
    row("SDPcpu", Either, Kind::Pair),
    row("SDcpu", Either, Kind::Pair),
    row("SDio", Either, number(1, 1024)),
    row("SP", Either, Kind::Pair),
    row("T", Either, number(0, 9)),
    row("V", Alone, Kind::Any),
    row("W", Either, Kind::Initial("iwe")),
    idle("a", Either, number(16, 8192)),
    row("c", Optional(&["true", "false"]), Kind::Optional(&["true", "false"])),
    row("d", Alone, Kind::Any),
    own("dash", Kind::Endpoint),
    idle("dcg", Attached, strict(0, INT_MAX)),
    row("e", Either, number(0, INT_MAX)),
    row("ec", Alone, Kind::None),
    row("fn", Attached, Kind::FileNames),
    row("h", Either, number(1, INT_MAX)),
    row("hmax", Either, number(0, SMALL_MAX)),
    row("hmaxel", Either, Kind::Bool),
    idle("hmaxib", Either, Kind::Bool),
    row("hmaxk", Either, Kind::Bool),
    row("hmbs", Either, number(1, INT_MAX)),
    row("hmqd", Either, Kind::OneOf(&["on_heap", "off_heap"])),
    row("hms", Either, number(1, INT_MAX)),
    idle("hpds", Either, number(1, INT_MAX)),
    own("huge_code_pages", Kind::OneOf(&["true", "false", "auto"])),
    own("huge_heaps", Kind::Bool),
    row("i", Either, Kind::Any),
    idle("n", Either, Kind::OneOf(&["s", "a", "d"])),
    own("native", Kind::OneOf(&["off", "templates", "cache", "auto", "all", "profile"])),
    row("pad", Either, Kind::Bool),
    own("nif_check", Kind::Bool),
    row("pc", Either, Kind::OneOf(&["latin1", "unicode"])),
    idle("r", Alone, Kind::Any),
    idle("rg", Either, strict(0, INT_MAX)),
    row("sbt", Either, BIND_TYPES),
    idle("sbwt", Either, BUSY_WAITS),
    idle("sbwtdcpu", Either, BUSY_WAITS),
    idle("sbwtdio", Either, BUSY_WAITS),
    idle("scl", Either, Kind::Bool),
    row("sct", Either, Kind::Any),
    idle("secio", Either, Kind::Any),
    idle("sfwi", Either, number(0, i64::MAX)),
    row("spp", Either, Kind::Bool),
    row("ssrct", Alone, Kind::Any),
    idle("sss", Either, STACK_SIZE),
    idle("sssdcpu", Either, STACK_SIZE),
    idle("sssdio", Either, STACK_SIZE),
    row("stbt", Either, BIND_TYPES),
    idle("sub", Either, Kind::Bool),
    idle("swct", Either, Kind::OneOf(&["very_lazy", "lazy", "medium", "eager", "very_eager"])),
    idle("sws", Either, Kind::OneOf(&["default", "legacy"])),
    idle("swt", Either, THRESHOLDS),
    idle("swtdcpu", Either, THRESHOLDS),
    idle("swtdio", Either, THRESHOLDS),
    row("t", Either, number(8192, INT_MAX)),
    own("tune", Kind::Tunable),
    row("v", Alone, Kind::Any),
    row("zdbbl", Either, number(1, INT_MAX / 1024)),
    row("zdntgc", Either, DELAY),
    idle("zebwt", Either, ETS_BUSY_WAITS),
    row("zhft", Either, FLUSH),
    row("zosrl", Either, number(1, TABLE_MAX)),
];

/// The row of the flag that `word` is, or begins with.
pub(crate) fn find(word: &str) -> Option<&'static Row> {
    FLAGS
        .iter()
        .filter(|row| match (row.form, row.kind) {
            (Form::Alone, Kind::None) => word == row.name,
            _ => word.starts_with(row.name),
        })
        .max_by_key(|row| row.name.len())
}
