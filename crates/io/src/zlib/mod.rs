//! `zlib`: the native functions behind that module's streams.

mod stream;

use crate::buffer::Queue;
use libz_sys as z;
use release::Difference;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard};
use stream::{Kind, Stream};
use term::{OwnedTerm, Term, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::port::IoData;
use vm::process::Running;
use vm::system::new_ref;

/// The rows of this module.
pub const ROWS: &[BifRow] = &[
    row("zlib", "open_nif", 0, open_0),
    row("zlib", "close_nif", 1, close_1),
    row("zlib", "set_controller_nif", 2, set_controller_2),
    row("zlib", "deflateInit_nif", 6, deflate_init_6),
    row("zlib", "deflateSetDictionary_nif", 2, deflate_set_dictionary_2),
    row("zlib", "deflateReset_nif", 1, deflate_reset_1),
    row("zlib", "deflateEnd_nif", 1, deflate_end_1),
    row("zlib", "deflateParams_nif", 3, deflate_params_3),
    row("zlib", "deflate_nif", 4, deflate_4),
    row("zlib", "inflateInit_nif", 3, inflate_init_3),
    row("zlib", "inflateSetDictionary_nif", 2, inflate_set_dictionary_2),
    row("zlib", "inflateGetDictionary_nif", 1, inflate_get_dictionary_1),
    row("zlib", "inflateReset_nif", 1, inflate_reset_1),
    row("zlib", "inflateEnd_nif", 1, inflate_end_1),
    row("zlib", "inflate_nif", 4, inflate_4),
    row("zlib", "crc32_nif", 1, crc32_1),
    row("zlib", "getStash_nif", 1, get_stash_1),
    row("zlib", "clearStash_nif", 1, clear_stash_1),
    row("zlib", "setStash_nif", 2, set_stash_2),
    row("zlib", "getBufSize_nif", 1, get_buf_size_1),
    row("zlib", "setBufSize_nif", 2, set_buf_size_2),
    row("zlib", "enqueue_nif", 2, enqueue_2),
];

/// The treatment of input behind the end of a compressed stream.
#[derive(Copy, Clone, PartialEq, Eq)]
enum AtEnd {
    Error,
    Reset,
    Cut,
}

struct State {
    owner: u64,
    stream: Option<Stream>,
    closed: bool,
    at_end: AtEnd,
    end_seen: bool,
    /// Without header and checksum: the checksum is computed here.
    raw: bool,
    input_crc: u32,
    output_crc: u32,
    input: Queue,
    /// A term that the module keeps here between calls.
    stash: Option<OwnedTerm>,
    /// Deprecated: `setBufSize/2`.
    buffer_size: i64,
}

struct Z(Mutex<State>);

fn error<'h, T>(name: &str) -> Result<T, Exception<'h>> {
    Err(Exception::Error(Term::atom(term::Atom::new(name))))
}

fn find<'h>(t: Term<'h>) -> Result<Arc<Z>, Exception<'h>> {
    let magic = t.as_ref().and_then(|r| r.magic()).ok_or(Exception::BADARG)?;
    magic.downcast::<Z>().map_err(|_| Exception::BADARG)
}

/// Runs `f` with the state, if the caller owns the stream.
fn with<'h>(
    p: &mut Running<'h>,
    t: Term<'h>,
    f: impl FnOnce(&mut Running<'h>, MutexGuard<'_, State>) -> BifResult<'h>,
) -> BifResult<'h> {
    let z = find(t)?;
    let state = z.0.lock().expect("zlib");
    if state.owner != p.id {
        return error("not_on_controlling_process");
    }
    f(p, state)
}

impl State {
    fn stream<'h>(&mut self, kind: Kind) -> Result<&mut Stream, Exception<'h>> {
        match &mut self.stream {
            Some(s) if s.kind() == kind => Ok(s),
            _ => error("not_initialized"),
        }
    }

    fn reset_input(&mut self) {
        self.input = Queue::default();
        self.stash = None;
    }
}

/// The term or the exception for a code of the library.
fn result<'h>(code: c_int) -> BifResult<'h> {
    Ok(match code {
        z::Z_OK => Term::OK,
        z::Z_STREAM_END => Term::atom(atom!("stream_end")),
        z::Z_STREAM_ERROR => return error("stream_error"),
        z::Z_DATA_ERROR => return error("data_error"),
        z::Z_MEM_ERROR => Term::atom(atom!("mem_error")),
        z::Z_BUF_ERROR => Term::atom(atom!("buf_error")),
        z::Z_VERSION_ERROR => Term::atom(atom!("version_error")),
        _ => Term::atom(atom!("unknown_error")),
    })
}

fn int<'h>(t: Term<'_>) -> Result<c_int, Exception<'h>> {
    t.as_small().and_then(|n| c_int::try_from(n).ok()).ok_or(Exception::BADARG)
}

/// A checksum, which older releases pass in a signed word of 32 bits.
fn checksum(sum: u32) -> Term<'static> {
    let unsigned = Difference::UnsignedChecksums.is_on();
    Term::small(if unsigned { i64::from(sum) } else { i64::from(sum as i32) })
}

fn open_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    let state = State {
        owner: p.id,
        stream: None,
        closed: false,
        at_end: AtEnd::Cut,
        end_seen: false,
        raw: false,
        input_crc: 0,
        output_crc: 0,
        input: Queue::default(),
        stash: None,
        buffer_size: 4000,
    };
    Ok(p.heap().magic_ref(new_ref(), Arc::new(Z(Mutex::new(state)))))
}

fn close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, mut s| {
        if s.closed {
            return error("not_initialized");
        }
        s.closed = true;
        s.stream = None;
        s.reset_input();
        Ok(Term::OK)
    })
}

fn set_controller_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let owner = args[1].as_pid().ok_or(Exception::BADARG)?;
    with(p, args[0], |_, mut s| {
        s.owner = owner;
        Ok(Term::OK)
    })
}

fn begin<'h>(
    mut s: MutexGuard<'_, State>,
    bits: c_int,
    make: impl FnOnce() -> Result<Stream, c_int>,
) -> BifResult<'h> {
    if s.closed || s.stream.is_some() {
        return error("already_initialized");
    }
    match make() {
        Ok(stream) => {
            s.stream = Some(stream);
            s.end_seen = false;
            s.raw = bits < 0;
            s.input_crc = 0;
            s.output_crc = 0;
            Ok(Term::OK)
        }
        Err(code) => result(code),
    }
}

fn deflate_init_6<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (level, method, bits) = (int(args[1])?, int(args[2])?, int(args[3])?);
    let (memory, strategy) = (int(args[4])?, int(args[5])?);
    with(p, args[0], |_, s| {
        begin(s, bits, || Stream::deflate(level, method, bits, memory, strategy))
    })
}

fn inflate_init_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bits = int(args[1])?;
    let at_end = match int(args[2])? {
        0 => AtEnd::Error,
        1 => AtEnd::Reset,
        _ => AtEnd::Cut,
    };
    with(p, args[0], |_, mut s| {
        s.at_end = at_end;
        begin(s, bits, || Stream::inflate(bits))
    })
}

fn deflate_set_dictionary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let dictionary = IoData::new(args[1]).ok_or(Exception::BADARG)?;
    with(p, args[0], |_, mut s| {
        let raw = s.raw;
        let stream = s.stream(Kind::Deflate)?;
        match stream.set_dictionary(&dictionary.flat()) {
            // The library does not compute the sum of a raw stream's.
            z::Z_OK if raw => Ok(checksum(stream::adler32(0, &dictionary.flat()))),
            z::Z_OK => Ok(checksum(stream.adler())),
            code => result(code),
        }
    })
}

fn inflate_set_dictionary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let dictionary = IoData::new(args[1]).ok_or(Exception::BADARG)?;
    with(p, args[0], |_, mut s| result(s.stream(Kind::Inflate)?.set_dictionary(&dictionary.flat())))
}

fn inflate_get_dictionary_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |p, mut s| match s.stream(Kind::Inflate)?.dictionary() {
        Ok(bytes) => Ok(p.heap().binary(&bytes)),
        Err(code) => result(code),
    })
}

fn reset<'h>(mut s: MutexGuard<'_, State>, kind: Kind) -> BifResult<'h> {
    let code = s.stream(kind)?.reset();
    match kind {
        Kind::Deflate => s.input_crc = 0,
        Kind::Inflate => s.output_crc = 0,
    }
    s.end_seen = false;
    s.reset_input();
    result(code)
}

fn deflate_reset_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, s| reset(s, Kind::Deflate))
}

fn inflate_reset_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, s| reset(s, Kind::Inflate))
}

fn end<'h>(mut s: MutexGuard<'_, State>, kind: Kind) -> BifResult<'h> {
    s.stream(kind)?;
    let mut code = s.stream.take().map_or(z::Z_OK, Stream::end);
    let incomplete = s.input.size > 0 || (kind == Kind::Inflate && !s.end_seen);
    if code == z::Z_OK && incomplete {
        code = z::Z_DATA_ERROR;
    }
    s.reset_input();
    result(code)
}

fn deflate_end_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, s| end(s, Kind::Deflate))
}

fn inflate_end_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, s| end(s, Kind::Inflate))
}

fn deflate_params_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (level, strategy) = (int(args[1])?, int(args[2])?);
    with(p, args[0], |_, mut s| result(s.stream(Kind::Deflate)?.set_parameters(level, strategy)))
}

/// The wishes of `deflate_nif/4` and `inflate_nif/4`: sizes and flush mode.
struct Request {
    input: usize,
    output: usize,
    flush: c_int,
}

impl Request {
    fn new<'h>(args: &[Term<'h>]) -> Result<Request, Exception<'h>> {
        let size = |t| int(t).and_then(|n| usize::try_from(n).or(Err(Exception::BADARG)));
        Ok(Request { input: size(args[1])?, output: size(args[2])?, flush: int(args[3])? })
    }
}

fn deflate_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let request = Request::new(args)?;
    with(p, args[0], |p, mut s| {
        s.stream(Kind::Deflate)?;
        work(p, &mut s, &request)
    })
}

fn inflate_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let request = Request::new(args)?;
    with(p, args[0], |p, mut s| {
        s.stream(Kind::Inflate)?;
        if s.end_seen && s.input.size > 0 {
            match s.at_end {
                AtEnd::Error => return error("data_error"),
                AtEnd::Reset => {
                    let code = s.stream(Kind::Inflate)?.reset();
                    if code != z::Z_OK {
                        return result(code);
                    }
                    s.end_seen = false;
                }
                AtEnd::Cut => s.reset_input(),
            }
        }
        work(p, &mut s, &request)
    })
}

/// Feeds the stream with at most the input asked for: `{continue | finished, Output}` or
/// `{need_dictionary, Adler, Output}`.
fn work<'h>(p: &mut Running<'h>, s: &mut State, request: &Request) -> BifResult<'h> {
    let State { stream: Some(stream), input, .. } = s else { return error("not_initialized") };
    let mut output = vec![0; request.output];
    let (mut consumed, mut produced) = (0, 0);
    let mut code = z::Z_OK;
    let kind = stream.kind();
    for piece in input.slices() {
        if code != z::Z_OK || consumed >= request.input {
            break;
        }
        let block = &piece[..piece.len().min(request.input)];
        let step = stream.step(block, &mut output[produced..], z::Z_NO_FLUSH);
        code = step.code;
        if s.raw && kind == Kind::Deflate {
            s.input_crc = stream::crc32(s.input_crc, &block[..step.consumed]);
        }
        consumed += step.consumed;
        produced += step.produced;
        if step.consumed < piece.len() {
            break;
        }
    }
    input.skip(consumed);
    p.bump_reductions((consumed + produced) / 16);
    if code == z::Z_OK && input.size == 0 && produced < output.len() {
        // The library may have held output back for want of room.
        let step = stream.step(&[], &mut output[produced..], request.flush);
        code = step.code;
        produced += step.produced;
    }
    if code < 0 && code != z::Z_BUF_ERROR {
        return result(code);
    }
    if code == z::Z_STREAM_END {
        s.end_seen = true;
    }
    let output = &output[..produced];
    if s.raw && kind == Kind::Inflate {
        s.output_crc = stream::crc32(s.output_crc, output);
    }
    if consumed == 0 && produced == 0 && s.input.size != 0 {
        return error("data_error");
    }
    let heap = p.heap();
    let list = if produced == 0 { Term::NIL } else { heap.list(&[heap.binary(output)]) };
    if s.input.size == 0 && produced < request.output {
        return Ok(heap.tuple(&[Term::atom(atom!("finished")), list]));
    }
    if code == z::Z_NEED_DICT {
        let adler = s.stream.as_ref().map_or(0, Stream::adler);
        return Ok(heap.tuple(&[Term::atom(atom!("need_dictionary")), checksum(adler), list]));
    }
    Ok(heap.tuple(&[Term::atom(atom!("continue")), list]))
}

fn crc32_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, s| match s.stream.as_ref().map(Stream::kind) {
        Some(Kind::Deflate) => Ok(Term::small(i64::from(s.input_crc))),
        Some(Kind::Inflate) => Ok(Term::small(i64::from(s.output_crc))),
        None => error("not_initialized"),
    })
}

fn get_stash_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |p, s| {
        Ok(match &s.stash {
            None => Term::atom(atom!("empty")),
            Some(t) => p.heap().tuple(&[Term::OK, p.heap().copy_in(t.term())]),
        })
    })
}

fn clear_stash_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, mut s| match s.stash.take() {
        None => error("error"),
        Some(_) => Ok(Term::OK),
    })
}

fn set_stash_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, mut s| {
        if s.stash.is_some() {
            return error("error");
        }
        s.stash = Some(OwnedTerm::new(args[1]));
        Ok(Term::OK)
    })
}

fn get_buf_size_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with(p, args[0], |_, s| Ok(Term::small(s.buffer_size)))
}

fn set_buf_size_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let size = int(args[1])?;
    with(p, args[0], |_, mut s| {
        s.buffer_size = i64::from(size);
        Ok(Term::OK)
    })
}

fn enqueue_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let pieces = args[1].to_vec().ok_or(Exception::BADARG)?;
    with(p, args[0], |_, mut s| {
        if s.stream.is_none() {
            return error("not_initialized");
        }
        for t in pieces {
            s.input.push(t).ok_or(Exception::BADARG)?;
        }
        Ok(Term::OK)
    })
}
