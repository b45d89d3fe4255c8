//! Fuzzing of everything that takes apart bytes from outside: targets, an engine that makes inputs
//! for them, and campaigns that compare Maser with the stock emulator.
//!
//! `docs/fuzzing.md` is the users' side.

pub mod campaign;
pub mod corpus;
pub mod coverage;
pub mod engine;
pub mod form;
pub mod mutate;
pub mod random;
pub mod targets;
pub mod terms;
pub mod texts;

/// A result, or in one line the reason why there is none.
pub type Result<T> = std::result::Result<T, String>;
