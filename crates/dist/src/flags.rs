//! The abilities that nodes tell each other of when they connect: one table of all flags.

use std::fmt;

/// A set of flags, with the numbers of the protocol.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Flags(u64);

impl Flags {
    /// The flags of a number of the handshake; bits that nobody knows are kept.
    pub const fn from_bits(bits: u64) -> Flags {
        Flags(bits)
    }

    /// Their number.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// No flag.
    pub const fn empty() -> Flags {
        Flags(0)
    }

    /// Whether all of these are there.
    pub const fn contains(self, others: Flags) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether any of these is there.
    pub const fn intersects(self, others: Flags) -> bool {
        self.0 & others.0 != 0
    }

    /// The flags of both.
    pub const fn union(self, others: Flags) -> Flags {
        Flags(self.0 | others.0)
    }

    /// The flags that both have: what holds between two nodes.
    pub const fn intersection(self, others: Flags) -> Flags {
        Flags(self.0 & others.0)
    }

    /// The flags that the others have not.
    pub const fn difference(self, others: Flags) -> Flags {
        Flags(self.0 & !others.0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Without these the release that is run refuses to connect.
    pub fn mandatory() -> Flags {
        Flags::mandatory_of(release::number())
    }

    /// The flags that a release of OTP, 25 or later, offers, as far as they are served here.
    pub const fn default_of(otp: u8) -> Flags {
        let mut flags = Flags::mandatory_of(otp);
        let mut i = 0;
        while i < FLAGS.len() {
            let row = &FLAGS[i];
            if row.served && row.since <= otp && matches!(row.offered, Offered::Yes) {
                flags = flags.union(row.flag);
            }
            i += 1;
        }
        flags
    }

    /// Without what a release of OTP, 25 or later, refuses to connect.
    pub const fn mandatory_of(otp: u8) -> Flags {
        let mut flags = Flags::empty();
        let mut i = 0;
        while i < FLAGS.len() {
            if let Some(from) = FLAGS[i].mandatory
                && from <= otp
            {
                flags = flags.union(FLAGS[i].flag);
            }
            i += 1;
        }
        flags
    }

    /// The flags that are offered: those of the release that is run, as far as they are served.
    pub fn offered() -> Flags {
        Flags::default_of(release::number())
    }

    /// All flags that any release offers, as far as they are served.
    pub const DEFAULT: Flags = Flags::default_of(release::NEWEST);
    /// The flags that a carrier may refuse.
    pub const REJECTABLE: Flags =
        Flags::DIST_HDR_ATOM_CACHE.union(Flags::FRAGMENTS).union(Flags::OLD_ATOM_CACHES);
    /// The flags that a carrier which changes the order of frames must refuse.
    pub const STRICT_ORDER: Flags = Flags::DIST_HDR_ATOM_CACHE;
    /// With any of these, frames begin with a header.
    pub const HEADERS: Flags = Flags::DIST_HDR_ATOM_CACHE.union(Flags::FRAGMENTS);
    const OLD_ATOM_CACHES: Flags = Flags::ATOM_CACHE.union(Flags::HIDDEN_ATOM_CACHE);
}

/// The names of the flags, and the bits without one.
impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = *self;
        let mut list = f.debug_set();
        for row in FLAGS.iter().filter(|row| self.contains(row.flag)) {
            list.entry(&format_args!("{}", row.name));
            rest = rest.difference(row.flag);
        }
        if !rest.is_empty() {
            list.entry(&format_args!("{:#x}", rest.0));
        }
        list.finish()
    }
}

/// Whether nodes offer an ability of themselves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Offered {
    /// All nodes of a release that has it.
    Yes,
    /// Only a node that is started so, or that asks for something.
    Asked,
    /// Not any more.
    No,
}

/// A row of the table.
#[derive(Debug)]
pub struct FlagRow {
    /// OTP's name, without the `DFLAG_` in front.
    pub name: &'static str,
    /// The flag.
    pub flag: Flags,
    /// The first release of OTP that has it; 0 for those that are older than R13.
    pub since: u8,
    /// The first release without which it refuses to connect.
    pub mandatory: Option<u8>,
    /// Whether nodes offer it.
    pub offered: Offered,
    /// Whether it is served here.
    pub served: bool,
    /// Its meaning.
    pub about: &'static str,
}

macro_rules! served {
    () => {
        true
    };
    (not_served) => {
        false
    };
}

macro_rules! flags {
    ($($name:ident = $bit:literal, $since:literal, $mandatory:expr, $offered:ident
        $(, $served:ident)?: $about:literal;)*) => {
        /// All flags of OTP 25 to 29 that nodes tell each other. Bits 15, 21 and 36 are used
        /// within OTP's emulator only.
        pub const FLAGS: &[FlagRow] = &[$(FlagRow {
            name: stringify!($name),
            flag: Flags::$name,
            since: $since,
            mandatory: $mandatory,
            offered: Offered::$offered,
            served: served!($($served)?),
            about: $about,
        }),*];

        impl Flags {
            $(#[doc = $about] pub const $name: Flags = Flags(1 << $bit);)*
        }
    };
}

flags! {
    PUBLISHED = 0, 0, None, Asked: "The node is visible to others: it is not hidden.";
    ATOM_CACHE = 1, 0, None, No: "A cache of atoms in an old form.";
    EXTENDED_REFERENCES = 2, 0, Some(25), Yes: "References have three numbers.";
    DIST_MONITOR = 3, 0, None, Yes: "Processes of the node can be monitored.";
    FUN_TAGS = 4, 0, Some(25), Yes: "Funs have a form of their own.";
    DIST_MONITOR_NAME = 5, 0, None, Yes: "Processes can be monitored by their names.";
    HIDDEN_ATOM_CACHE = 6, 0, None, No: "The old cache of atoms between hidden nodes.";
    NEW_FUN_TAGS = 7, 0, Some(25), Yes: "Funs in the form with a checksum of their module.";
    EXTENDED_PIDS_PORTS = 8, 0, Some(25), Yes: "Pids and ports have more bits.";
    EXPORT_PTR_TAG = 9, 0, Some(25), Yes: "External funs have a form of their own.";
    BIT_BINARIES = 10, 0, Some(25), Yes: "Bit strings whose last byte is not whole.";
    NEW_FLOATS = 11, 0, Some(25), Yes: "Floats as eight bytes.";
    UNICODE_IO = 12, 13, None, Yes: "I/O servers of the node understand Unicode.";
    DIST_HDR_ATOM_CACHE = 13, 13, None, Yes: "Frames have a header with a cache of atoms.";
    SMALL_ATOM_TAGS = 14, 14, None, Yes: "Atoms in the form with one byte for the length.";
    UTF8_ATOMS = 16, 16, Some(25), Yes: "Atoms are written in UTF-8.";
    MAP_TAG = 17, 17, Some(25), Yes: "Maps.";
    BIG_CREATION = 18, 19, Some(25), Yes: "Creations have 32 bits.";
    SEND_SENDER = 19, 21, None, Yes: "Messages name their senders.";
    BIG_SEQTRACE_LABELS = 20, 21, None, Yes: "Labels of sequential tracing are any terms.";
    EXIT_PAYLOAD = 22, 22, None, Yes: "Reasons of exits follow the control message.";
    FRAGMENTS = 23, 22, None, Yes: "Large messages come in fragments.";
    HANDSHAKE_23 = 24, 23, Some(25), Yes: "The handshake with flags of 64 bits.";
    UNLINK_ID = 25, 24, Some(26), Yes: "Links end with a number that is acknowledged.";
    MANDATORY_25_DIGEST = 26, 25, None, Yes: "All that is mandatory in OTP 25.";
    SPAWN = 32, 23, None, Yes: "Processes are spawned by a request.";
    NAME_ME = 33, 23, None, Asked: "The node asks the other one for a name.";
    V4_NC = 34, 24, Some(26), Yes: "Pids, ports and references use all their bits.";
    ALIAS = 35, 24, None, Yes: "Messages to aliases.";
    ALTACT_SIG = 37, 28, None, Yes: "Signals with priority; sends with flags.";
    NATIVE_RECORDS = 38, 29, None, Yes: "Native records.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_numbers_of_otp_25() {
        assert_eq!(Flags::offered().bits(), 55_966_662_588);
        assert_eq!(Flags::mandatory().bits(), 17_239_956);
        assert_eq!(Flags::REJECTABLE.bits(), 8_396_866);
        assert_eq!(Flags::STRICT_ORDER.bits(), 8_192);
        let more = Flags::mandatory_of(26).difference(Flags::mandatory());
        assert_eq!(more, Flags::V4_NC.union(Flags::UNLINK_ID));
        assert_eq!(Flags::mandatory_of(29), Flags::mandatory_of(26));
        assert_eq!(Flags::default_of(27), Flags::offered());
        // Nothing that is not served is offered to anybody.
        let newer = Flags::ALTACT_SIG.union(Flags::NATIVE_RECORDS);
        assert_eq!(Flags::default_of(29), Flags::offered().union(newer));
    }

    #[test]
    fn rows_are_in_order_with_a_bit_each() {
        for pair in FLAGS.windows(2) {
            assert!(pair[0].flag.bits() < pair[1].flag.bits(), "{}", pair[1].name);
        }
        for row in FLAGS {
            assert_eq!(row.flag.bits().count_ones(), 1, "{}", row.name);
            assert!(row.about.ends_with('.'), "{}", row.name);
            assert!(row.mandatory.is_none_or(|from| row.since <= from && row.served));
        }
    }

    #[test]
    fn sets_are_combined_and_shown() {
        let both = Flags::SPAWN.union(Flags::ALIAS);
        assert!(both.contains(Flags::ALIAS) && !Flags::ALIAS.contains(both));
        assert!(both.intersects(Flags::ALIAS) && !both.intersects(Flags::V4_NC));
        assert_eq!(both.intersection(Flags::SPAWN), Flags::SPAWN);
        assert_eq!(both.difference(both), Flags::empty());
        let unknown = both.union(Flags::from_bits(1 << 63));
        assert_eq!(format!("{unknown:?}"), "{SPAWN, ALIAS, 0x8000000000000000}");
    }
}
