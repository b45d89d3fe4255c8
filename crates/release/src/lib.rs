//! The releases of OTP that one emulator serves, and what differs from one to the next.
//!
//! The emulator learns at its start which release it boots, and tells it here ([`choose`]). Each
//! difference is a row of [`TABLE`]: values, each with the first release that has it. A value is
//! read by a plain load. Nothing else compares the number of the release. Built-ins stand in their
//! own table, whose rows say in which releases they are there ([`Span`]); so do instructions, and
//! the flags of the distribution.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};

/// The oldest release that is served.
pub const OLDEST: u8 = 25;
/// The newest.
pub const NEWEST: u8 = 29;

/// The releases in which something is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub since: u8,
    /// The last.
    pub until: u8,
}

impl Span {
    /// All of them.
    pub const ALL: Span = Span { since: OLDEST, until: NEWEST };

    /// Whether a release is one of these.
    pub fn has(self, release: u8) -> bool {
        (self.since..=self.until).contains(&release)
    }
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// A name for users.
    pub name: &'static str,
    /// The effect, in a sentence.
    pub doc: &'static str,
    /// Values, each with the first release that has it; the first row is of the oldest release.
    pub values: &'static [(u8, i64)],
}

impl Row {
    /// The value for a release.
    pub const fn of(&self, release: u8) -> i64 {
        let mut value = self.values[0].1;
        let mut i = 1;
        while i < self.values.len() && self.values[i].0 <= release {
            value = self.values[i].1;
            i += 1;
        }
        value
    }
}

macro_rules! differences {
    ($($id:ident $name:literal {$($since:literal: $value:literal),*} $doc:literal;)*) => {
        /// A difference between releases: which row of [`TABLE`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Difference {
            $(#[doc = $doc] $id,)*
        }

        /// The table.
        pub const TABLE: &[Row] = &[$(Row {
            name: $name,
            doc: $doc,
            values: &[$(($since, $value)),*],
        },)*];

        static CHOSEN: Chosen<{ TABLE.len() }> = Chosen {
            values: [$(AtomicI64::new(TABLE[Difference::$id as usize].of(OLDEST)),)*],
            release: AtomicU8::new(OLDEST),
        };
    };
}

/// With cache lines of their own: what lies beside them may be written often.
#[repr(align(128))]
struct Chosen<const N: usize> {
    values: [AtomicI64; N],
    release: AtomicU8,
}

differences! {
    SignedZeros "signed_zeros" {25: 0, 27: 1}
        "0.0 and -0.0 are different terms: =:= tells them apart, and so does matching. To negate 0.0 \
         gives -0.0, and abs(-0.0) is 0.0.";
    ConstantsHidden "constants_hidden" {25: 1, 26: 0}
        "Stack traces do not show an operator that adds or subtracts a small constant.";
    AtomKeys "atom_keys" {25: 0, 26: 1}
        "Small maps have their atoms in the order in which these were made, not in that of their \
         names.";
    LargePorts "large_ports" {25: 0, 26: 1}
        "The external format has all ports with numbers of 64 bits.";
    LocalTerms "local_terms" {25: 0, 26: 1}
        "term_to_binary has the option local.";
    Utf8Atoms "utf8_atoms" {25: 0, 26: 1}
        "The external format has all atoms in UTF-8.";
    MaxProcesses "max_processes" {25: 262_144, 27: 1_048_576}
        "The limit on processes, where no flag says another.";
    MultiTimeWarp "multi_time_warp" {25: 0, 26: 1}
        "The mode of time warps is multi_time_warp, where no flag says another.";
    NifMinor "nif_minor" {25: 16, 26: 17, 29: 18}
        "The minor version of the interface of NIFs.";
    Records "native_records" {25: 0, 29: 1}
        "There are native records: the external format has a form for them, is_record/3 tests for \
         those of a module.";
    NearestFloats "nearest_floats" {25: 0, 29: 1}
        "Integers of several words become the floats next to them.";
    SharedBinaries "include_shared_binaries" {25: 0, 27: 1}
        "max_heap_size has the key include_shared_binaries.";
    IntegerWords "integer_words" {25: 524_287, 27: 65_535}
        "Most words, of 64 bits, of an integer.";
    LimitStacktrace "limit_stacktrace" {25: 0, 27: 1}
        "The report of a heap that has grown beyond max_heap_size has a stack trace.";
    MaxInteger "max_integer" {25: 0, 27: 1}
        "system_info tells the largest integer.";
    HaltFlushTimeout "halt_flush_timeout" {25: 0, 27: 1}
        "halt has the option flush_timeout.";
    FunCreators "fun_creators" {25: 1, 27: 0}
        "fun_info tells which process has made a fun; otherwise it names the first process.";
    NewSizes "new_sizes" {25: 0, 27: 1}
        "The sizes of funs and bit strings that programs are told are those of a later layout.";
    SignalPriority "signal_priority" {25: 0, 28: 1}
        "Aliases, monitors, links, sends and exit signals may have priority. Exit signals may be sent \
         to aliases.";
    OpenProtocol "open_protocol" {25: 0, 28: 1}
        "A request to open the port of a socket may name the protocol.";
    CallMemory "call_memory" {25: 0, 26: 1}
        "Traces of calls measure memory.";
    MonitorBooleans "monitor_booleans" {25: 0, 28: 1}
        "Options of system_monitor may be events with whether they are watched.";
    TracedItems "traced_items" {25: 0, 28: 1}
        "trace_info of a function refuses what cannot be asked even if the function is not traced.";
    TraceCleaner "trace_cleaner" {25: 0, 27: 1}
        "A process of the system cleans after trace sessions.";
    InetTags "inet_tags" {25: 0, 26: 1}
        "Output to the port of a socket begins with a reference, which is part of the answer.";
    PartialReads "partial_reads" {25: 0, 27: 1, 28: 0}
        "The socket keeps what a read has got that waits for more, and gives it to the next one.";
    ZeroTimeouts "zero_timeouts" {25: 0, 27: 1}
        "A read from a socket that does not wait answers timeout where nothing, or less, is there.";
    BinaryTexts "binary_texts" {25: 0, 26: 1}
        "Socket options that are texts may be set to binaries.";
    IntegerRanges "integer_ranges" {25: 0, 26: 1, 28: 0}
        "A number that is too large for a socket's function is told by its answer, not by an \
         exception.";
    SocketTypes "socket_types" {25: 0, 26: 1}
        "Addresses that are found by name have the type of the socket as socktype.";
    NetFacts "net_facts" {25: 0, 28: 1}
        "What net tells of itself has more keys.";
    TosMaps "tos_maps" {25: 0, 28: 1}
        "The type of service of a socket is told as a map.";
    SocketLevels "socket_levels" {25: 0, 28: 1}
        "The table of socket options names each level, beside its number.";
    BagsReversed "bags_reversed" {25: 1, 26: 0}
        "A list of objects is inserted into a bag from its end.";
    DictionaryEntries "dictionary_entries" {25: 0, 26: 1}
        "process_info tells single entries of a process dictionary.";
    ProcessLabels "process_labels" {25: 0, 27: 1}
        "process_info tells the label of a process.";
    SourcesEnd "sources_end" {25: 0, 27: 1}
        "The words that erl is given end with -- as those of variables do, and what stands behind \
         -extra does not. An -extra without words is left out.";
    DetachedTold "detached_told" {25: 0, 27: 1}
        "The system is told that it runs in the background.";
    PathOnce "path_once" {25: 0, 27: 1}
        "PATH has the directory of the programs once, even if it stood at the end.";
    FunReferences "fun_references" {25: 0, 27: 1, 28: 2}
        "The references that fun_info tells: each fun and its module; the module twice, and funs that \
         are not on heaps; always one.";
    DownTokens "down_tokens" {25: 0, 26: 1}
        "The message that a watched process of this node has gone leaves its receiver's token of \
         sequential tracing alone, whatever the reason is.";
    OldFunNumbers "old_fun_numbers" {25: 2, 27: 1, 28: 0}
        "How many of the two numbers that funs had before modules had an MD5 tell them apart: both, \
         the hash, none.";
    FunWords "fun_words" {25: 5, 27: 6, 28: 2}
        "The size of a fun without free variables that programs are told, in words.";
    WholeBinaries "whole_binaries" {25: 1, 27: 0}
        "A large binary that a library makes has the size that was allocated, not that of the \
         structure.";
    PartialBytes "partial_bytes" {25: 1, 27: 0}
        "An I/O vector of a library passes over bit strings of less than a byte.";
    PlainMaps "plain_maps" {25: 0, 27: 1}
        "The emulator prints large maps as it does small ones.";
    InetBuffer "inet_buffer" {25: 1460, 28: 9216}
        "The buffer of a socket behind prim_inet, in bytes.";
    NewPatterns "new_patterns" {25: 0, 28: 1}
        "Regular expressions and their errors are those of PCRE2, not of PCRE 8.44.";
    SendTimeoutTells "send_timeout_tells" {25: 0, 28: 1}
        "A socket in active mode that its time limit for sending closes says so, and its port ends.";
    CreationsApart "creations_apart" {25: 0, 26: 1}
        "A node that gets its name becomes no incarnation of which something is there already, nor \
         one whose creation is below 4.";
    StrictBinaries "strict_binaries" {25: 0, 27: 1}
        "Parts and no copies at all are taken of binaries, but not of other bit strings. A pattern has \
         to be one even where there is nothing to search in.";
    BracketedHosts "bracketed_hosts" {25: 0, 26: 1}
        "The host of a request by HTTP may be an address of IPv6 in brackets.";
    AsyncDist "async_dist" {25: 0, 26: 1}
        "Processes have the flag async_dist, and the system a default for it.";
    UnsignedChecksums "unsigned_checksums" {25: 0, 26: 1}
        "The checksum of a dictionary for compression has no sign.";
    StacktracesMatched "stacktraces_matched" {25: 0, 26: 1}
        "Match specifications of calls have the function current_stacktrace.";
    WideHashes "wide_hashes" {25: 0, 26: 1}
        "The internal hash that libraries ask for has 64 bits, not 32.";
    StartFlag "start_flag" {25: 0, 26: 1}
        "The words that erl is given behind -S name the function that starts, and its arguments.";
    LongQueues "long_queues" {25: 0, 27: 1}
        "system_monitor tells of message queues that get long, and that are not long any more.";
    PositionsTold "positions_told" {25: 0, 27: 1}
        "Errors of ets:update_element/3 tell that a position is out of range.";
    ErlangIntegers "erlang_integers" {25: 0, 26: 1}
        "Texts are made integers by functions in Erlang, not by built-ins.";
    PathPorts "path_ports" {25: 1, 26: 0}
        "Ports open files by their path.";
}

impl Difference {
    /// The value for the release that is run.
    #[inline(always)]
    pub fn value(self) -> i64 {
        CHOSEN.values[self as usize].load(Ordering::Relaxed)
    }

    /// Whether it is so in a release, whichever is run.
    pub fn is_on_in(self, release: u32) -> bool {
        TABLE[self as usize].of(u8::try_from(release).unwrap_or(OLDEST)) != 0
    }

    /// Whether it is so in the release that is run.
    #[inline(always)]
    pub fn is_on(self) -> bool {
        self.value() != 0
    }
}

/// Sets the release that is run; to be called once, at the start.
pub fn choose(release: u8) {
    for (row, value) in TABLE.iter().zip(&CHOSEN.values) {
        value.store(row.of(release), Ordering::Relaxed);
    }
    CHOSEN.release.store(release, Ordering::Relaxed);
}

/// The variable that tells the compiler of native code for which release it compiles.
pub const VARIABLE: &str = "MASER_OTP_RELEASE";

/// Sets the release that the environment names, if it names one that is served.
pub fn choose_by_environment() {
    let named = std::env::var(VARIABLE).ok().and_then(|number| number.parse().ok());
    if let Some(number) = named.filter(|number| served().contains(number)) {
        choose(number);
    }
}

/// The number of the release that is run.
pub fn number() -> u8 {
    CHOSEN.release.load(Ordering::Relaxed)
}

/// The number of the release that has this version of erts: since OTP 17, twelve more than the
/// major version.
pub fn of_erts(version: &str) -> u32 {
    let major = version.split('.').next().and_then(|major| major.parse().ok());
    major.map_or(0, |major: u32| major.saturating_add(12))
}

/// All releases that are served.
pub fn served() -> RangeInclusive<u8> {
    OLDEST..=NEWEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_begins_with_the_oldest_release_and_ascends() {
        for row in TABLE {
            assert_eq!(row.values[0].0, OLDEST, "{}", row.name);
            assert!(row.values.is_sorted_by(|a, b| a.0 < b.0 && a.1 != b.1), "{}", row.name);
            assert!(row.values.iter().all(|v| served().contains(&v.0)), "{}", row.name);
        }
    }

    #[test]
    fn a_value_holds_until_the_next() {
        let row = Row { name: "", doc: "", values: &[(25, 1), (27, 2)] };
        let values: Vec<i64> = served().map(|release| row.of(release)).collect();
        assert_eq!(values, [1, 1, 2, 2, 2]);
    }

    #[test]
    fn erts_tells_the_release() {
        assert_eq!([of_erts("13.1.5"), of_erts("17.1.1"), of_erts("x")], [25, 29, 0]);
    }

    #[test]
    fn what_is_chosen_is_told() {
        assert!(!Difference::SignedZeros.is_on());
        choose(27);
        assert!(Difference::SignedZeros.is_on());
        assert_eq!((number(), Difference::MaxProcesses.value()), (27, 1_048_576));
        choose(OLDEST);
    }
}
