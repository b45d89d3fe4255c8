//! However a stream arrives, it is cut into the same packets, which are taken apart to the same
//! terms.
#![no_main]

#[path = "../../tests/packets/property.rs"]
mod property;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| property::check(bytes));
