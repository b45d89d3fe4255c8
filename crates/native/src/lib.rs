//! The compiler from BEAM code to native code: a program of its own, so that the emulator needs no
//! LLVM and nothing that happens in it can harm a running system.

mod cycles;
pub mod flow;
pub mod host;
pub mod ir;
pub mod link;
pub mod llvm;
pub mod notes;
mod operands;
mod shapes;
pub mod show;
