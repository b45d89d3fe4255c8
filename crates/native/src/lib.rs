//! The compiler from BEAM code to native code: a program of its own, so that the emulator needs no
//! LLVM and nothing that happens in it can harm a running system.

mod arith;
mod bifs;
mod binary;
mod checks;
mod construct;
mod cycles;
mod exceptions;
mod floats;
pub mod flow;
mod heads;
pub mod host;
pub mod ir;
pub mod link;
pub mod llvm;
mod maps;
mod messages;
pub mod notes;
mod ops;
mod profile;
mod returns;
mod shapes;
pub mod show;
mod types;
mod unboxed;
mod values;
