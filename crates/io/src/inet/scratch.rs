//! Room that sockets read into: a buffer for each thread, as most have nothing left when they have
//! been served.

use std::cell::RefCell;

/// Most that is read at once into a buffer.
pub const CHUNK: usize = 256 << 10;

thread_local! {
    static SPARE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// An empty buffer, to be given back.
pub fn take() -> Vec<u8> {
    SPARE.take()
}

/// Keeps a buffer for the next to read.
pub fn give_back(mut buffer: Vec<u8>) {
    buffer.clear();
    SPARE.with_borrow_mut(|spare| {
        if spare.capacity() < buffer.capacity() && buffer.capacity() <= CHUNK {
            *spare = buffer;
        }
    });
}
