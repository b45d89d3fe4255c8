//! Numbers that can be changed while the emulator runs: one table, and the values.
//!
//! A value is read with a plain load, so it may be read where every instruction counts. All lie
//! together, apart from what is written often. `docs/tunables.md` has the table for users.

use std::sync::atomic::{AtomicU32, Ordering};

/// A row of the table.
#[derive(Debug)]
pub struct Tunable {
    /// The name by which users call it.
    pub name: &'static str,
    /// The unit of the value, such as milliseconds.
    pub unit: &'static str,
    /// The least value.
    pub least: u32,
    /// The greatest.
    pub most: u32,
    /// The value as long as nobody sets another.
    pub default: u32,
    /// The effect, in a sentence for users.
    pub doc: &'static str,
}

/// The fault of a name or a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// There is no such tunable.
    Name,
    /// The value is not in the range of this one.
    Value(Tune),
}

macro_rules! tunables {
    ($($id:ident $name:literal $unit:literal $least:literal..=$most:literal = $default:expr;
        $doc:literal)*) => {
        /// A tunable: which row of [`TABLE`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Tune {
            $(#[doc = $doc] $id,)*
        }

        /// All of them, in the order in which they are told.
        pub const ALL: &[Tune] = &[$(Tune::$id,)*];

        /// The table.
        pub const TABLE: &[Tunable] = &[$(Tunable {
            name: $name,
            unit: $unit,
            least: $least,
            most: $most,
            default: $default,
            doc: $doc,
        },)*];

        static VALUES: Values<{ TABLE.len() }> = Values([$(AtomicU32::new($default),)*]);
    };
}

/// With cache lines of their own: what lies beside them may be written often.
#[repr(align(128))]
struct Values<const N: usize>([AtomicU32; N]);

/// Reductions of a slice that nobody has changed.
pub const SLICE: u32 = if cfg!(feature = "yield-always") { 20 } else { 4000 };

tunables! {
    Slice "reductions_per_slice" "reductions" 20..=1_000_000 = SLICE;
        "How many reductions a process may execute before others have their turn."
    ScheduleSeed "schedule_seed" "seed" 0..=4_294_967_295 = 0;
        "Not 0: which process runs next, and for how long, is drawn from this seed. With one \
         scheduler the same seed gives the same order again; to set it begins anew."
    ClockPeriod "clock_period" "reductions" 1..=1_000_000 = 2000;
        "After how many reductions a busy scheduler looks at the clock: timers and polling wait as \
         long at least. Each process that runs counts for 100 beside its own."
    PollPeriod "poll_period" "microseconds" 1..=1_000_000 = 100;
        "After what time a busy scheduler looks for input and output that has become possible."
    SpinTime "spin_time" "microseconds" 0..=100_000 = 50;
        "How long a scheduler without work stays awake before it sleeps, if its rests have usually \
         been shorter than that lately."
    DirtyShort "dirty_short" "microseconds" 0..=1_000 = 20;
        "Dirty calls of a library's function that have usually taken less than this lately are \
         executed by the scheduler itself, as long as they do."
    WatchPeriod "watch_period" "microseconds" 10..=1_000_000 = 1000;
        "How often a scheduler without work looks at what others do, and how often busy ones compare \
         what they have to do."
    ShareBacklog "share_backlog" "reductions" 1..=100_000_000 = 2000;
        "How much has to wait for a scheduler before another helps."
    ShareSlice "share_slice" "reductions" 0..=1_000_000 = 200;
        "How much processes have to execute in a slice, usually, to be moved to another scheduler \
         at once."
    MoveMost "move_most" "processes" 1..=10_000 = 64;
        "How many processes with smaller slices are moved at a time."
    MoveHeldUp "move_held_up" "processes" 1..=10_000 = 4;
        "How many are taken at a time from a scheduler that does not get to them."
    FirstHeap "first_heap" "words" 16..=1_000_000 = 40;
        "Room on the first heap of a process beyond its arguments, and its least size, unless \
         min_heap_size says otherwise."
    HeapGrowth "heap_growth" "percent" 150..=1600 = 400;
        "Size of a heap after a collection, by what has survived."
    LargeHeap "large_heap" "words" 1024..=1_000_000_000 = 131_072;
        "Survivors that make a heap a large one."
    LargeHeapGrowth "large_heap_growth" "percent" 125..=1600 = 200;
        "Size of a large heap after a collection, by what has survived."
    MatureInPlace "mature_in_place" "words" 64..=1_000_000_000 = 4096;
        "So much of a block that has survived a collection is left where it is, as old, if it is \
         about half of the block."
    ShrinkAbove "shrink_above" "words" 64..=1_000_000_000 = 256;
        "Heaps of less than four times this do not shrink."
    BusyAfter "busy_after" "collections" 1..=255 = 32;
        "A process that collects so often without waiting is busy."
    BusyHeapGrowth "busy_heap_growth" "percent" 150..=1600 = 800;
        "Size of the heap of a busy process after a collection, by what has survived, as long as \
         it is smaller than large_heap."
    NurseryAfter "nursery_after" "collections" 1..=15 = 3;
        "A process that collects more often than this in a slice gets a larger nursery, step by step."
    NurseryLeast "nursery_least" "words" 64..=32_768 = 512;
        "The smallest such nursery; rounded down to a power of two."
    NurseryMost "nursery_most" "words" 64..=32_768 = 4096;
        "The largest; rounded down to a power of two."
    OldBinaries "old_binaries" "kilobytes" 1..=1_000_000_000 = 512;
        "Binaries that old data may always refer to before all of a heap is collected for them."
    GiveBackAfter "give_back_after" "milliseconds" 10..=1_000_000_000 = 1000;
        "After what time with little to do a scheduler gives free memory back to the system."
    Templates "templates" "modules" 0..=2 = 1;
        "Which modules get machine code of the template tier, with +native templates, auto or all: \
         0 none, 1 those that are seen at work, 2 each when it is loaded."
    TemplatePeriod "template_period" "places" 1..=64 = 16;
        "After how many used up slices and collections of a scheduler it is looked in which modules \
         they were."
    TemplateGrace "template_grace" "milliseconds" 0..=1_000_000_000 = 150;
        "How long the emulator has to run before it makes such code of what is at work."
    NativeGrace "native_grace" "milliseconds" 0..=1_000_000_000 = 1000;
        "How long the emulator has to run before it compiles modules by itself."
    NativePeriod "native_period" "slices" 1..=1_000_000 = 512;
        "After how many used up slices of a scheduler the last 64 of them are looked at."
    NativeHot "native_hot" "slices" 1..=1_000_000 = 4;
        "How many of those have to end in a module that is worth compiling."
    NativePatience "native_patience" "failures" 1..=1_000_000 = 3;
        "After how many failures of the compiler in a row the emulator asks no more by itself."
    NativeTimeout "native_timeout" "seconds" 1..=1_000_000 = 600;
        "After what time a compiler is given up (at start also MASER_NATIVE_TIMEOUT)."
}

impl Tune {
    /// Its row.
    pub fn row(self) -> &'static Tunable {
        &TABLE[self as usize]
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Tune> {
        ALL.iter().copied().find(|t| t.row().name == name)
    }
}

/// The present value.
#[inline(always)]
pub fn get(which: Tune) -> u32 {
    VALUES.0[which as usize].load(Ordering::Relaxed)
}

/// As [`get`], for sizes.
#[inline(always)]
pub fn size(which: Tune) -> usize {
    get(which) as usize
}

/// Changes it, if the value is in its range; gives the old one.
pub fn set(which: Tune, value: u32) -> Result<u32, Wrong> {
    let row = which.row();
    if !(row.least..=row.most).contains(&value) {
        return Err(Wrong::Value(which));
    }
    Ok(VALUES.0[which as usize].swap(value, Ordering::Relaxed))
}

/// Reads `NAME=VALUE`. An error is a sentence.
pub fn parse(setting: &str) -> Result<(Tune, u32), String> {
    let (name, value) =
        setting.split_once('=').ok_or_else(|| format!("{setting}: NAME=VALUE is wanted"))?;
    let which = Tune::named(name).ok_or_else(|| format!("there is no tunable {name}"))?;
    let Tunable { least, most, unit, .. } = which.row();
    match value.parse() {
        Ok(n) if (*least..=*most).contains(&n) => Ok((which, n)),
        _ => Err(format!("{name} is from {least} to {most} {unit}, not {value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn rows_are_consistent() {
        for (i, (which, row)) in ALL.iter().zip(TABLE).enumerate() {
            assert_eq!(*which as usize, i);
            assert!((row.least..=row.most).contains(&row.default), "{}", row.name);
            assert_eq!(Tune::named(row.name), Some(*which));
        }
    }

    #[test]
    fn a_value_out_of_range_changes_nothing() {
        let which = Tune::MoveMost;
        for wrong in [0, 10_001] {
            assert_eq!(set(which, wrong), Err(Wrong::Value(which)));
            assert_eq!(get(which), 64);
        }
        assert_eq!(set(which, 10_000), Ok(64));
        assert_eq!(set(which, 64), Ok(10_000));
    }

    #[test]
    fn settings_are_read_or_refused() {
        assert_eq!(parse("spin_time=0"), Ok((Tune::SpinTime, 0)));
        for (wrong, said) in [
            ("spin_time", "NAME=VALUE is wanted"),
            ("spin=0", "no tunable spin"),
            ("spin_time=100001", "from 0 to 100000 microseconds, not 100001"),
            ("spin_time=-1", "not -1"),
            ("spin_time=", "from 0 to"),
        ] {
            let why = parse(wrong).expect_err(wrong);
            assert!(why.contains(said), "{why}");
        }
    }

    /// The table in `docs/tunables.md` is this one; `BLESS=1` writes it.
    #[test]
    fn the_documentation_has_this_table() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tunables.md");
        let text = std::fs::read_to_string(&file).unwrap();
        let begin = "| name | unit | from | to | default | |\n";
        let rest = &text[text.find(begin).expect("the table")..];
        let old: String = rest.split_inclusive('\n').take_while(|l| l.starts_with('|')).collect();
        let mut table = format!("{begin}|---|---|---|---|---|---|\n");
        for t in TABLE {
            let row = [t.least, t.most, t.default].map(|n| n.to_string()).join(" | ");
            table += &format!("| `{}` | {} | {row} | {} |\n", t.name, t.unit, t.doc);
        }
        if std::env::var("BLESS").is_ok_and(|v| v == "1") {
            std::fs::write(&file, text.replace(&old, &table)).unwrap();
        } else if !cfg!(feature = "yield-always") {
            assert_eq!(old, table, "BLESS=1 renews it");
        }
    }
}
