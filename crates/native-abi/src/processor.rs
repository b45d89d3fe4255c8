//! The processor's instructions: the programs are compiled for the level `x86-64-v2` of the
//! System V ABI, which adds counting bits, SSE up to 4.2 and `cmpxchg16b` to the first processors
//! of the architecture. Processors have had it since 2009.

use std::arch::x86_64::__cpuid;

/// The instructions of the level, by their bits in ECX of leaf 1 of `cpuid` (Intel 64 and IA-32
/// Architectures Software Developer's Manual, volume 2).
const NEEDED: [(u32, &str); 6] =
    [(0, "SSE3"), (9, "SSSE3"), (13, "CMPXCHG16B"), (19, "SSE4.1"), (20, "SSE4.2"), (23, "POPCNT")];

/// The first kind of instructions that the processor lacks.
pub fn lacks() -> Option<&'static str> {
    let has = __cpuid(1).ecx;
    NEEDED.iter().find(|(bit, _)| has >> bit & 1 == 0).map(|(_, name)| *name)
}

/// Ends the program with an error if the processor lacks something. To be called before all else:
/// any other code may have such instructions.
pub fn check() {
    if let Some(name) = lacks() {
        eprintln!(
            "maser: this processor has no {name} instructions, which Maser is compiled for (x86-64-v2)"
        );
        std::process::exit(1);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn this_processor_lacks_nothing() {
        assert_eq!(super::lacks(), None);
    }
}
