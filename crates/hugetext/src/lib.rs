//! Moves the machine code of the running program onto pages of 2 MiB, so that the processor needs
//! fewer entries of its table of instruction pages for it.
//!
//! Three ways, the best first:
//! 1. *In place*: the code stays what it is, a mapping of the program's file, and the kernel is
//!    asked to keep the file in huge pages. All processes share them, and whoever looks at the
//!    process (perf, gdb, probes) sees what he always sees. It takes a program that has been linked
//!    for it and a kernel that can (`READ_ONLY_THP_FOR_FS`, or a file system with large folios).
//! 2. *Reserved pages*: a copy on pages that the administrator has set aside (`vm.nr_hugepages`).
//! 3. *Transparent huge pages*: a copy on ordinary memory that the kernel makes huge.
//!
//! A copy takes the place of the original in one system call, so nobody sees anything else at its
//! addresses at any time. perf goes by what was mapped when the program started, which is the file,
//! and gdb by the list of the dynamic loader: both find the symbols of copies. A perf that attaches
//! to a running process goes by its mappings: for it [`perf_map`] writes the symbols down.
//! Probes (uprobes) belong to files: those set later on a copy's original do not fire.

pub mod memory;
mod moving;
mod object;
mod perf;
pub mod smaps;
mod stub;

pub use moving::{Outcome, move_text};
pub use perf::{perf_lines, perf_map};

/// Size of a huge page.
pub const HUGE: usize = 2 << 20;
/// Size of a page.
pub const PAGE: usize = 4096;

/// Which ways are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Copies, where it is not possible in place.
    pub copy: bool,
    /// Not only the program, its libraries as well.
    pub libraries: bool,
}

/// How a page has become huge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It is the file's.
    InPlace,
    /// One of those that have been set aside.
    Reserved,
    /// A transparent huge page.
    Transparent,
}

/// Addresses from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first.
    pub from: usize,
    /// The address behind the last byte.
    pub to: usize,
}

impl Range {
    /// How many bytes there are.
    pub fn size(self) -> usize {
        self.to.saturating_sub(self.from)
    }

    /// The addresses that are in both.
    pub fn common(self, other: Range) -> Range {
        Range { from: self.from.max(other.from), to: self.to.min(other.to) }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |way| self.pages.iter().filter(|p| p.1 == way).count();
        let (kb, of) = (self.moved >> 10, self.code >> 10);
        write!(f, "{kb} of {of} KB of code on {} huge pages", self.pages.len())?;
        for (way, name) in [
            (Way::InPlace, "in place"),
            (Way::Reserved, "reserved"),
            (Way::Transparent, "transparent"),
        ] {
            if count(way) > 0 {
                write!(f, ", {} {name}", count(way))?;
            }
        }
        if self.none_free {
            write!(f, "; no further one was free")?;
        }
        Ok(())
    }
}
