//! A stream of the C library, safe to use: initialised, at a fixed address, ended once.

use libz_sys as z;
use std::ffi::{c_int, c_uint, c_void};

/// The kinds of streams.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Compresses.
    Deflate,
    /// Decompresses.
    Inflate,
}

/// A stream.
pub struct Stream {
    raw: Box<z::z_stream>,
    kind: Kind,
}

// SAFETY: a stream has no ties to the thread that made it.
unsafe impl Send for Stream {}

unsafe extern "C" fn allocate(_: *mut c_void, items: c_uint, size: c_uint) -> *mut c_void {
    // SAFETY: `calloc` may be called with any sizes.
    unsafe { libc::calloc(items as usize, size as usize) }
}

unsafe extern "C" fn free(_: *mut c_void, address: *mut c_void) {
    // SAFETY: what `allocate` gave.
    unsafe { libc::free(address) }
}

unsafe extern "C" {
    fn inflateGetDictionary(
        stream: *mut z::z_stream,
        dictionary: *mut u8,
        length: *mut c_uint,
    ) -> c_int;
}

/// The result of one call.
pub struct Step {
    /// The library's code.
    pub code: c_int,
    /// Bytes taken from the input.
    pub consumed: usize,
    /// Bytes put into the output.
    pub produced: usize,
}

/// The largest window.
pub const WINDOW: usize = 1 << 15;

const VERSION: &std::ffi::CStr = c"1.2.8";
const SIZE: c_int = size_of::<z::z_stream>() as c_int;

fn empty() -> Box<z::z_stream> {
    Box::new(z::z_stream {
        next_in: std::ptr::null_mut(),
        avail_in: 0,
        total_in: 0,
        next_out: std::ptr::null_mut(),
        avail_out: 0,
        total_out: 0,
        msg: std::ptr::null_mut(),
        state: std::ptr::null_mut(),
        zalloc: allocate,
        zfree: free,
        opaque: std::ptr::null_mut(),
        data_type: 0,
        adler: 0,
        reserved: 0,
    })
}

fn length(n: usize) -> c_uint {
    c_uint::try_from(n).unwrap_or(c_uint::MAX)
}

impl Stream {
    /// A stream that compresses; the library's code if it does not like the settings.
    pub fn deflate(
        level: c_int,
        method: c_int,
        bits: c_int,
        memory: c_int,
        strategy: c_int,
    ) -> Result<Stream, c_int> {
        let mut raw = empty();
        // SAFETY: a stream with its allocator, and the version and size that it has.
        let code = unsafe {
            z::deflateInit2_(
                &raw mut *raw,
                level,
                method,
                bits,
                memory,
                strategy,
                VERSION.as_ptr(),
                SIZE,
            )
        };
        if code == z::Z_OK { Ok(Stream { raw, kind: Kind::Deflate }) } else { Err(code) }
    }

    /// A stream that decompresses.
    pub fn inflate(bits: c_int) -> Result<Stream, c_int> {
        let mut raw = empty();
        // SAFETY: `empty` makes a stream that has its allocator and no state yet. Its `Box` stays
        // where it is, as the library wants it. Version and size are those of this library.
        let code = unsafe { z::inflateInit2_(&raw mut *raw, bits, VERSION.as_ptr(), SIZE) };
        if code == z::Z_OK { Ok(Stream { raw, kind: Kind::Inflate }) } else { Err(code) }
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The checksum in the library's state.
    pub fn adler(&self) -> u32 {
        self.raw.adler as u32
    }

    /// Works on input and output once.
    pub fn step(&mut self, input: &[u8], output: &mut [u8], flush: c_int) -> Step {
        let (avail_in, avail_out) = (length(input.len()), length(output.len()));
        let raw = &mut *self.raw;
        // The library does not write to its input, whatever the type of the pointer says.
        raw.next_in = input.as_ptr().cast_mut();
        raw.avail_in = avail_in;
        raw.next_out = output.as_mut_ptr();
        raw.avail_out = avail_out;
        // SAFETY: `deflate` or `inflate` has initialised the stream, for this kind. Both buffers
        // have at least the lengths that stand beside their pointers, and the library does not use
        // the pointers after the call.
        let code = unsafe {
            match self.kind {
                Kind::Deflate => z::deflate(raw, flush),
                Kind::Inflate => z::inflate(raw, flush),
            }
        };
        Step {
            code,
            consumed: (avail_in - raw.avail_in) as usize,
            produced: (avail_out - raw.avail_out) as usize,
        }
    }

    /// Begins anew.
    pub fn reset(&mut self) -> c_int {
        // SAFETY: an initialised stream of that kind.
        unsafe {
            match self.kind {
                Kind::Deflate => z::deflateReset(&raw mut *self.raw),
                Kind::Inflate => z::inflateReset(&raw mut *self.raw),
            }
        }
    }

    /// Sets the dictionary.
    pub fn set_dictionary(&mut self, bytes: &[u8]) -> c_int {
        // SAFETY: `deflate` or `inflate` has initialised the stream, for this kind. The library
        // copies the bytes; there are at least as many as are passed.
        unsafe {
            match self.kind {
                Kind::Deflate => {
                    z::deflateSetDictionary(&raw mut *self.raw, bytes.as_ptr(), length(bytes.len()))
                }
                Kind::Inflate => {
                    z::inflateSetDictionary(&raw mut *self.raw, bytes.as_ptr(), length(bytes.len()))
                }
            }
        }
    }

    /// The dictionary of a stream that decompresses.
    pub fn dictionary(&mut self) -> Result<Vec<u8>, c_int> {
        if self.kind != Kind::Inflate {
            return Err(z::Z_STREAM_ERROR);
        }
        let mut bytes = vec![0; WINDOW];
        let mut len = 0;
        // SAFETY: an initialised stream of that kind; a dictionary is never longer than the window.
        let code =
            unsafe { inflateGetDictionary(&raw mut *self.raw, bytes.as_mut_ptr(), &raw mut len) };
        if code < 0 {
            return Err(code);
        }
        bytes.truncate(len as usize);
        Ok(bytes)
    }

    /// Changes level and strategy of a stream that compresses and has nothing pending.
    pub fn set_parameters(&mut self, level: c_int, strategy: c_int) -> c_int {
        if self.kind != Kind::Deflate {
            return z::Z_STREAM_ERROR;
        }
        let mut nothing = 0_u8;
        self.raw.next_out = &raw mut nothing;
        self.raw.avail_out = 1;
        self.raw.avail_in = 0;
        // SAFETY: an initialised stream of that kind, with room for a byte that it must not need.
        let code = unsafe { z::deflateParams(&raw mut *self.raw, level, strategy) };
        if self.raw.avail_out == 0 { z::Z_STREAM_ERROR } else { code }
    }

    /// Ends it; the code tells whether anything was lost.
    pub fn end(mut self) -> c_int {
        let code = self.end_raw();
        std::mem::forget(self);
        code
    }

    fn end_raw(&mut self) -> c_int {
        // SAFETY: an initialised stream of that kind, not used afterwards.
        unsafe {
            match self.kind {
                Kind::Deflate => z::deflateEnd(&raw mut *self.raw),
                Kind::Inflate => z::inflateEnd(&raw mut *self.raw),
            }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.end_raw();
    }
}

/// CRC-32 of more bytes.
pub fn crc32(crc: u32, bytes: &[u8]) -> u32 {
    // SAFETY: a piece has at most 2^30 bytes, so that its length is passed in full; the library
    // only reads it.
    bytes
        .chunks(1 << 30)
        .fold(crc, |crc, b| unsafe { z::crc32(crc.into(), b.as_ptr(), length(b.len())) as u32 })
}

/// Adler-32 of more bytes.
pub fn adler32(adler: u32, bytes: &[u8]) -> u32 {
    // SAFETY: a piece has at most 2^30 bytes, so that its length is passed in full; the library
    // only reads it.
    bytes.chunks(1 << 30).fold(adler, |adler, b| unsafe {
        z::adler32(adler.into(), b.as_ptr(), length(b.len())) as u32
    })
}
