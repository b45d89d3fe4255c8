//! Terms: the word, heap objects, atoms, numbers, order, hash, print, external format.
//!
//! **Invariant: a term cannot be held across a collection.** [`Term<'h>`] borrows the heap it lives
//! on; allocating takes `&Heap` and never collects or moves anything (it falls back to fragments),
//! and everything that may collect takes `&mut Heap`. So the compiler refuses a term that would go
//! stale:
//!
//! ```compile_fail
//! use term::{Heap, Term};
//! let mut heap = Heap::new(64);
//! let t = heap.tuple(&[Term::small(1)]);
//! heap.collect_roots(0, &mut []);
//! assert!(t.is_tuple()); // error: `heap` is borrowed by `t`
//! ```
//!
//! **Invariant: no object of one heap points into another.** A term that comes from elsewhere (a
//! message, an ETS row) is an [`OwnedTerm`] and enters by [`Heap::copy_in`] or [`Heap::adopt`].
//! Literals are shared by processes (see [`literal`]).

pub mod arith;
pub mod atom;
pub mod bits;
pub mod code;
pub mod compare;
pub mod etf;
pub mod fatal;
pub mod float;
pub mod hash;
pub mod heap;
pub mod integer_text;
mod intern;
mod leave;
mod limbs;
pub mod literal;
mod literal_space;
pub mod map;
mod map_words;
pub mod measure;
pub mod memory;
pub mod node;
#[cfg(feature = "poison")]
pub mod poison;
pub mod print;
pub mod record;
pub mod refbin;
pub mod row;
pub mod term;
pub mod walk;
pub mod word;

pub use atom::{Atom, am};
pub use code::{Export, FunEntry, Mfa, OldFun};
pub use copy::OwnedTerm;
pub use heap::{Heap, copy, gc};
pub use refbin::RefBin;
pub use row::Row;
pub use term::{Big, Bits, Definition, Fun, List, Ref, Term, View};
pub use word::Word;
