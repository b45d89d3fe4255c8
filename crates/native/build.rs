//! Tells the program which sources it is made of.

include!("../native-abi/sources.rs");

fn main() {
    hash_sources();
}
