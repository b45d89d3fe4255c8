//! Tells the program which sources it is made of.

#[path = "../native-abi/sources.rs"]
mod sources;

fn main() {
    sources::hash();
}
