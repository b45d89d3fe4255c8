//! The open catches of a process, in memory that native code writes as well.

use native_abi::{Handler, Handlers};

/// A stack of handlers.
#[repr(transparent)]
pub struct OpenCatches(Handlers);

impl OpenCatches {
    /// A stack on which no catch is open.
    pub const fn new() -> OpenCatches {
        OpenCatches(Handlers { at: std::ptr::dangling_mut(), len: 0, capacity: 0 })
    }

    /// How many are open.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// Whether none is open.
    pub fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// The innermost.
    pub fn last(&self) -> Option<Handler> {
        let i = self.0.len.checked_sub(1)?;
        // SAFETY: `i` is below `len`, and all handlers below `len` have been written, by `push` or
        // native code.
        Some(unsafe { *self.0.at.add(i) })
    }

    /// One of them, counted from the outermost.
    pub fn get(&self, i: usize) -> Option<Handler> {
        // SAFETY: the first `len` handlers have been written.
        (i < self.0.len).then(|| unsafe { *self.0.at.add(i) })
    }

    /// Makes room for one more.
    #[cold]
    pub fn reserve(&mut self) {
        // SAFETY: `at` and `capacity` are those of a vector that was taken apart here, or of an
        // empty one: only `new` and this function set them. The first `len` handlers have been
        // written.
        let mut all = unsafe { Vec::from_raw_parts(self.0.at, self.0.len, self.0.capacity) };
        all.reserve(1);
        let mut all = std::mem::ManuallyDrop::new(all);
        self.0 = Handlers { at: all.as_mut_ptr(), len: all.len(), capacity: all.capacity() };
    }

    /// Opens one.
    pub fn push(&mut self, handler: Handler) {
        if self.0.len == self.0.capacity {
            self.reserve();
        }
        // SAFETY: `len` is less than `capacity`, so the place belongs to the stack's memory.
        unsafe { self.0.at.add(self.0.len).write(handler) };
        self.0.len += 1;
    }

    /// Closes all but the first `n`.
    pub fn truncate(&mut self, n: usize) {
        self.0.len = self.0.len.min(n);
    }

    /// The parts, for native code: it writes handlers below `capacity`, and changes `len` only.
    pub fn raw(&mut self) -> *mut Handlers {
        &raw mut self.0
    }
}

impl Default for OpenCatches {
    fn default() -> OpenCatches {
        OpenCatches::new()
    }
}

impl Drop for OpenCatches {
    fn drop(&mut self) {
        // SAFETY: `at` and `capacity` are those of a vector that `reserve` took apart, or of an
        // empty one, and nobody uses them after this. The length may be 0: handlers have nothing to
        // be dropped.
        drop(unsafe { Vec::from_raw_parts(self.0.at, 0, self.0.capacity) });
    }
}
