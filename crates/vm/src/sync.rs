//! Atomics and locks of the structures that [`loom`](https://docs.rs/loom) tries in all orders:
//! with the feature of that name its own, else those of the standard library.

#[cfg(feature = "loom")]
pub use loom::sync::Mutex;
#[cfg(feature = "loom")]
pub use loom::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering, fence};
#[cfg(feature = "loom")]
pub use loom::thread::yield_now;
#[cfg(not(feature = "loom"))]
pub use std::sync::Mutex;
#[cfg(not(feature = "loom"))]
pub use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering, fence};
#[cfg(not(feature = "loom"))]
pub use std::thread::yield_now;
