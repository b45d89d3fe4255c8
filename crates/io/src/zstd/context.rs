//! Contexts and dictionaries of the C library, safe to use: each is freed once, after what refers
//! to it.

use std::ffi::{CStr, c_int};
use std::ptr::NonNull;
use std::sync::Arc;
use zstd_sys as z;

/// A code of the library that stands for an error.
pub struct Error(usize);

impl Error {
    /// The library's text.
    pub fn text(&self) -> &'static [u8] {
        // SAFETY: the library has a constant string for every number.
        unsafe { CStr::from_ptr(z::ZSTD_getErrorName(self.0)) }.to_bytes()
    }
}

/// The library's answer, if it is no error.
pub fn check(code: usize) -> Result<usize, Error> {
    // SAFETY: it takes any number.
    if unsafe { z::ZSTD_isError(code) } == 0 { Ok(code) } else { Err(Error(code)) }
}

/// The library's own allocator.
const ALLOCATOR: z::ZSTD_customMem =
    z::ZSTD_customMem { customAlloc: None, customFree: None, opaque: std::ptr::null_mut() };

/// A dictionary for compressing.
pub struct Compressing(NonNull<z::ZSTD_CDict>);

// SAFETY: a dictionary does not change, and has no ties to the thread that made it.
unsafe impl Send for Compressing {}
// SAFETY: the library only reads a dictionary, in however many contexts it is used.
unsafe impl Sync for Compressing {}

impl Compressing {
    /// Made of these bytes, for a level. None if they cannot be used.
    pub fn new(bytes: &[u8], level: c_int) -> Option<Compressing> {
        // SAFETY: the bytes are copied during the call. The allocator is the library's own.
        let dictionary = unsafe {
            z::ZSTD_createCDict_advanced(
                bytes.as_ptr().cast(),
                bytes.len(),
                z::ZSTD_dictLoadMethod_e::ZSTD_dlm_byCopy,
                z::ZSTD_dictContentType_e::ZSTD_dct_auto,
                z::ZSTD_getCParams(level, 0, bytes.len()),
                ALLOCATOR,
            )
        };
        NonNull::new(dictionary).map(Compressing)
    }

    /// Its number; 0 if it has none.
    pub fn id(&self) -> u32 {
        // SAFETY: the dictionary is there as long as `self`.
        unsafe { z::ZSTD_getDictID_fromCDict(self.0.as_ptr()) }
    }
}

impl Drop for Compressing {
    fn drop(&mut self) {
        // SAFETY: it is freed once; contexts that refer to it keep it.
        unsafe { z::ZSTD_freeCDict(self.0.as_ptr()) };
    }
}

/// A dictionary for decompressing.
pub struct Decompressing(NonNull<z::ZSTD_DDict>);

// SAFETY: a dictionary does not change, and has no ties to the thread that made it.
unsafe impl Send for Decompressing {}
// SAFETY: the library only reads a dictionary, in however many contexts it is used.
unsafe impl Sync for Decompressing {}

impl Decompressing {
    /// Made of these bytes. None if they cannot be used.
    pub fn new(bytes: &[u8]) -> Option<Decompressing> {
        // SAFETY: the bytes are copied during the call. The allocator is the library's own.
        let dictionary = unsafe {
            z::ZSTD_createDDict_advanced(
                bytes.as_ptr().cast(),
                bytes.len(),
                z::ZSTD_dictLoadMethod_e::ZSTD_dlm_byCopy,
                z::ZSTD_dictContentType_e::ZSTD_dct_auto,
                ALLOCATOR,
            )
        };
        NonNull::new(dictionary).map(Decompressing)
    }

    /// Its number; 0 if it has none.
    pub fn id(&self) -> u32 {
        // SAFETY: the dictionary is there as long as `self`.
        unsafe { z::ZSTD_getDictID_fromDDict(self.0.as_ptr()) }
    }
}

impl Drop for Decompressing {
    fn drop(&mut self) {
        // SAFETY: it is freed once; contexts that refer to it keep it.
        unsafe { z::ZSTD_freeDDict(self.0.as_ptr()) };
    }
}

/// Input and output of one step.
pub struct Buffers<'a> {
    /// The input that has not been taken yet.
    pub input: &'a [u8],
    /// The output so far; it has room for as much as is allocated.
    pub output: Vec<u8>,
}

impl Buffers<'_> {
    /// Lets the library take input and give output once.
    fn step(
        &mut self,
        work: impl FnOnce(&mut z::ZSTD_outBuffer, &mut z::ZSTD_inBuffer) -> usize,
    ) -> Result<usize, Error> {
        let room = self.output.spare_capacity_mut();
        let mut to = z::ZSTD_outBuffer { dst: room.as_mut_ptr().cast(), size: room.len(), pos: 0 };
        let mut from =
            z::ZSTD_inBuffer { src: self.input.as_ptr().cast(), size: self.input.len(), pos: 0 };
        let left = check(work(&mut to, &mut from))?;
        self.input = &self.input[from.pos..];
        // SAFETY: the library has written so many bytes of the room.
        unsafe { self.output.set_len(self.output.len() + to.pos) };
        Ok(left)
    }
}

/// A context that compresses.
pub struct Compressor {
    context: NonNull<z::ZSTD_CCtx>,
    dictionary: Option<Arc<Compressing>>,
}

// SAFETY: a context has no ties to the thread that made it.
unsafe impl Send for Compressor {}

impl Compressor {
    /// A new one; None without memory.
    pub fn new() -> Option<Compressor> {
        // SAFETY: it takes nothing.
        let context = NonNull::new(unsafe { z::ZSTD_createCCtx() })?;
        Some(Compressor { context, dictionary: None })
    }

    /// Loads a dictionary of its own.
    pub fn load(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.dictionary = None;
        // SAFETY: the context is there as long as `self`; the bytes are copied during the call.
        check(unsafe {
            z::ZSTD_CCtx_loadDictionary(self.context.as_ptr(), bytes.as_ptr().cast(), bytes.len())
        })
    }

    /// Uses a dictionary, and keeps it.
    pub fn refer(&mut self, dictionary: Arc<Compressing>) -> Result<(), Error> {
        // SAFETY: the context is there as long as `self`, and keeps the dictionary from now on.
        check(unsafe {
            z::ZSTD_CCtx_refCDict(self.context.as_ptr(), dictionary.0.as_ptr().cast_const())
        })?;
        self.dictionary = Some(dictionary);
        Ok(())
    }

    /// Sets a parameter.
    pub fn set(&mut self, parameter: z::ZSTD_cParameter, value: c_int) -> Result<usize, Error> {
        // SAFETY: the context is there as long as `self`. The value is checked by the library.
        check(unsafe { z::ZSTD_CCtx_setParameter(self.context.as_ptr(), parameter, value) })
    }

    /// The value of a parameter.
    pub fn get(&self, parameter: z::ZSTD_cParameter) -> Result<c_int, Error> {
        let mut value = 0;
        // SAFETY: the context is there as long as `self`, and the place is ours.
        check(unsafe {
            z::ZSTD_CCtx_getParameter(self.context.as_ptr(), parameter, &raw mut value)
        })?;
        Ok(value)
    }

    /// Says how many bytes the next frame is made of.
    pub fn pledge(&mut self, bytes: u64) -> Result<usize, Error> {
        // SAFETY: the context is there as long as `self`.
        check(unsafe { z::ZSTD_CCtx_setPledgedSrcSize(self.context.as_ptr(), bytes) })
    }

    /// Compresses once; gives how many bytes at least are still to be written.
    pub fn step(
        &mut self,
        buffers: &mut Buffers<'_>,
        end: z::ZSTD_EndDirective,
    ) -> Result<usize, Error> {
        let context = self.context.as_ptr();
        // SAFETY: the context is there as long as `self`; the buffers are as `step` has made them.
        buffers.step(|to, from| unsafe { z::ZSTD_compressStream2(context, to, from, end) })
    }

    /// Forgets the frame that it is at.
    pub fn reset(&mut self) {
        let session = z::ZSTD_ResetDirective::ZSTD_reset_session_only;
        // SAFETY: the context is there as long as `self`.
        unsafe { z::ZSTD_CCtx_reset(self.context.as_ptr(), session) };
    }
}

impl Drop for Compressor {
    fn drop(&mut self) {
        // SAFETY: it is freed once, before the dictionary that it refers to.
        unsafe { z::ZSTD_freeCCtx(self.context.as_ptr()) };
    }
}

/// A context that decompresses.
pub struct Decompressor {
    context: NonNull<z::ZSTD_DCtx>,
    dictionary: Option<Arc<Decompressing>>,
    /// It is within a stream.
    pub busy: bool,
}

// SAFETY: a context has no ties to the thread that made it.
unsafe impl Send for Decompressor {}

impl Decompressor {
    /// A new one; None without memory.
    pub fn new() -> Option<Decompressor> {
        // SAFETY: it takes nothing.
        let context = NonNull::new(unsafe { z::ZSTD_createDCtx() })?;
        Some(Decompressor { context, dictionary: None, busy: false })
    }

    /// Loads a dictionary of its own.
    pub fn load(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.dictionary = None;
        // SAFETY: the context is there as long as `self`; the bytes are copied during the call.
        check(unsafe {
            z::ZSTD_DCtx_loadDictionary(self.context.as_ptr(), bytes.as_ptr().cast(), bytes.len())
        })
    }

    /// Uses a dictionary, and keeps it.
    pub fn refer(&mut self, dictionary: Arc<Decompressing>) -> Result<(), Error> {
        // SAFETY: the context is there as long as `self`, and keeps the dictionary from now on.
        check(unsafe {
            z::ZSTD_DCtx_refDDict(self.context.as_ptr(), dictionary.0.as_ptr().cast_const())
        })?;
        self.dictionary = Some(dictionary);
        Ok(())
    }

    /// Sets a parameter.
    pub fn set(&mut self, parameter: z::ZSTD_dParameter, value: c_int) -> Result<usize, Error> {
        // SAFETY: the context is there as long as `self`. The value is checked by the library.
        check(unsafe { z::ZSTD_DCtx_setParameter(self.context.as_ptr(), parameter, value) })
    }

    /// The value of a parameter.
    pub fn get(&self, parameter: z::ZSTD_dParameter) -> Result<c_int, Error> {
        let mut value = 0;
        // SAFETY: the context is there as long as `self`, and the place is ours. The library
        // changes nothing.
        check(unsafe {
            z::ZSTD_DCtx_getParameter(self.context.as_ptr(), parameter, &raw mut value)
        })?;
        Ok(value)
    }

    /// Decompresses once; gives a hint how many bytes are wanted, 0 at the end of a frame.
    pub fn step(&mut self, buffers: &mut Buffers<'_>) -> Result<usize, Error> {
        let context = self.context.as_ptr();
        // SAFETY: the context is there as long as `self`; the buffers are as `step` has made them.
        buffers.step(|to, from| unsafe { z::ZSTD_decompressStream(context, to, from) })
    }

    /// Forgets the frame that it is at.
    pub fn reset(&mut self) {
        let session = z::ZSTD_ResetDirective::ZSTD_reset_session_only;
        // SAFETY: the context is there as long as `self`.
        unsafe { z::ZSTD_DCtx_reset(self.context.as_ptr(), session) };
        self.busy = false;
    }
}

impl Drop for Decompressor {
    fn drop(&mut self) {
        // SAFETY: it is freed once, before the dictionary that it refers to.
        unsafe { z::ZSTD_freeDCtx(self.context.as_ptr()) };
    }
}

/// How many bytes the frames in some bytes become, if they say so and are whole.
pub fn decompressed_size(bytes: &[u8]) -> Option<u64> {
    // SAFETY: it reads so many bytes.
    let size = unsafe { z::ZSTD_findDecompressedSize(bytes.as_ptr().cast(), bytes.len()) };
    // The two largest numbers say that it is not known, and that the bytes are no frames.
    (size < u64::MAX - 1).then_some(size)
}

/// The number of the dictionary that bytes are; 0 if they are none.
pub fn id_of_dictionary(bytes: &[u8]) -> u32 {
    // SAFETY: it reads so many bytes.
    unsafe { z::ZSTD_getDictID_fromDict(bytes.as_ptr().cast(), bytes.len()) }
}

/// The number of the dictionary that a frame wants; 0 if it says none.
pub fn id_of_frame(bytes: &[u8]) -> u32 {
    // SAFETY: it reads so many bytes.
    unsafe { z::ZSTD_getDictID_fromFrame(bytes.as_ptr().cast(), bytes.len()) }
}

/// The header of the first frame.
pub fn header(bytes: &[u8]) -> Result<z::ZSTD_FrameHeader, Error> {
    let mut header = z::ZSTD_FrameHeader {
        frameContentSize: 0,
        windowSize: 0,
        blockSizeMax: 0,
        frameType: z::ZSTD_FrameType_e::ZSTD_frame,
        headerSize: 0,
        dictID: 0,
        checksumFlag: 0,
        _reserved1: 0,
        _reserved2: 0,
    };
    // SAFETY: it reads so many bytes, and fills the structure in.
    check(unsafe { z::ZSTD_getFrameHeader(&raw mut header, bytes.as_ptr().cast(), bytes.len()) })?;
    Ok(header)
}
