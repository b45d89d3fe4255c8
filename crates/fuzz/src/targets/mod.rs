//! The targets: what reads bytes from outside, each as a function of any bytes.

pub mod beam;
pub mod bits;
pub mod calls;
pub mod crash;
pub mod elf;
pub mod flags;
pub mod frames;
pub mod image;
pub mod inflate;
pub mod match_spec;
pub mod packets;
pub mod pattern;
pub mod peer;
pub mod profile;
pub mod requests;
pub mod sockets;
pub mod tables;
pub mod term;
pub mod terminal;
pub mod text;
pub mod zstd;

use crate::random::Random;

/// Something that is fuzzed.
pub struct Target {
    /// Its name, and that of its directory in the corpus.
    pub name: &'static str,
    /// What it reads.
    pub about: &'static str,
    /// Reads bytes; panics if something is not as it has to be.
    pub run: fn(&[u8]),
    /// Makes bytes that are worth reading.
    pub make: fn(&mut Random) -> Vec<u8>,
}

macro_rules! targets {
    ($($name:ident: $about:literal,)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(
            Target { name: stringify!($name), about: $about, run: $name::run, make: $name::make },
        )*];
    };
}

targets! {
    beam: ".beam files",
    bits: "segments of bit strings: integers, floats, characters",
    calls: "calls of built-ins that read texts, packets and terms",
    crash: "crash dumps: their summary, and their processes",
    elf: "programs and libraries, as far as their symbols and notes are read",
    flags: "words of command lines and variables with flags",
    frames: "frames of other nodes, with what their messages say",
    image: "images of native code",
    inflate: "zlib streams, and the built-ins behind the module zlib",
    match_spec: "match specifications",
    packets: "streams of packets of all types",
    pattern: "regular expressions and their options",
    peer: "frames of other nodes, with all that they do here",
    profile: "files with what was counted of a module's code",
    requests: "requests to a node's dash",
    sockets: "addresses, control messages, options and requests of sockets",
    tables: "/etc/services, what the kernel says of mappings, OTP's start_erl.data",
    term: "external terms",
    terminal: "requests to the terminal and the line that is edited there",
    text: "numbers, atoms and identifiers as text; Unicode",
    zstd: "frames of Zstandard, and the built-ins behind the module zstd",
}

/// The target of a name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|t| t.name == name)
}
