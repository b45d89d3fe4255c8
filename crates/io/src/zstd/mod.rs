//! `zstd` (OTP 28): the native functions behind that module's contexts and dictionaries.

mod context;

use context::{Buffers, Compressing, Compressor, Decompressing, Decompressor, Error};
use std::ffi::c_int;
use std::sync::{Arc, Mutex};
use term::{Atom, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::port::IoData;
use vm::process::Running;
use vm::system::new_ref;
use zstd_sys::{self as z, ZSTD_EndDirective as End, ZSTD_cParameter as C, ZSTD_dParameter as D};

/// The rows of this module.
pub const ROWS: &[BifRow] = &[
    row("zstd", "init_compress_nif", 0, init_compress_0).since(28),
    row("zstd", "load_compress_dictionary_nif", 2, load_compress_dictionary_2).since(28),
    row("zstd", "ref_compress_dictionary_nif", 2, ref_compress_dictionary_2).since(28),
    row("zstd", "set_compress_parameter_nif", 3, set_compress_parameter_3).since(28),
    row("zstd", "get_compress_parameter_nif", 2, get_compress_parameter_2).since(28),
    row("zstd", "set_pledged_src_size_nif", 2, set_pledged_src_size_2).since(28),
    row("zstd", "compress_stream_nif", 3, compress_stream_3).since(28),
    row("zstd", "compress_reset_nif", 1, compress_reset_1).since(28),
    row("zstd", "compress_close_nif", 1, compress_close_1).since(28),
    row("zstd", "init_decompress_nif", 0, init_decompress_0).since(28),
    row("zstd", "load_decompress_dictionary_nif", 2, load_decompress_dictionary_2).since(28),
    row("zstd", "ref_decompress_dictionary_nif", 2, ref_decompress_dictionary_2).since(28),
    row("zstd", "set_decompress_parameter_nif", 3, set_decompress_parameter_3).since(28),
    row("zstd", "get_decompress_parameter_nif", 2, get_decompress_parameter_2).since(28),
    row("zstd", "decompress_stream_nif", 3, decompress_stream_3).since(28),
    row("zstd", "decompress_reset_nif", 1, decompress_reset_1).since(28),
    row("zstd", "decompress_close_nif", 1, decompress_close_1).since(28),
    row("zstd", "create_cdict_nif", 2, create_cdict_2).since(28),
    row("zstd", "create_ddict_nif", 1, create_ddict_1).since(28),
    row("zstd", "getDictId_fromCDict_nif", 1, id_of_cdict_1).since(28),
    row("zstd", "getDictId_fromDDict_nif", 1, id_of_ddict_1).since(28),
    row("zstd", "getDictId_fromDict_nif", 1, id_of_dictionary_1).since(28),
    row("zstd", "getDictId_fromFrame_nif", 1, id_of_frame_1).since(28),
    row("zstd", "get_frame_header_nif", 1, get_frame_header_1).since(28),
];

/// Parameters of compressing, by their names.
const PARAMETERS: &[(&str, C, Value)] = &[
    ("compressionLevel", C::ZSTD_c_compressionLevel, Value::Number),
    ("windowLog", C::ZSTD_c_windowLog, Value::Number),
    ("hashLog", C::ZSTD_c_hashLog, Value::Number),
    ("chainLog", C::ZSTD_c_chainLog, Value::Number),
    ("searchLog", C::ZSTD_c_searchLog, Value::Number),
    ("minMatch", C::ZSTD_c_minMatch, Value::Number),
    ("targetLength", C::ZSTD_c_targetLength, Value::Number),
    ("strategy", C::ZSTD_c_strategy, Value::Strategy),
    ("targetCBlockSize", C::ZSTD_c_targetCBlockSize, Value::Number),
    ("enableLongDistanceMatching", C::ZSTD_c_enableLongDistanceMatching, Value::Flag),
    ("ldmHashLog", C::ZSTD_c_ldmHashLog, Value::Number),
    ("ldmMinMatch", C::ZSTD_c_ldmMinMatch, Value::Number),
    ("ldmBucketSizeLog", C::ZSTD_c_ldmBucketSizeLog, Value::Number),
    ("ldmHashRateLog", C::ZSTD_c_ldmHashRateLog, Value::Number),
    ("contentSizeFlag", C::ZSTD_c_contentSizeFlag, Value::Flag),
    ("checksumFlag", C::ZSTD_c_checksumFlag, Value::Flag),
    ("dictIDFlag", C::ZSTD_c_dictIDFlag, Value::Flag),
];

/// The values that a parameter has.
#[derive(Copy, Clone)]
enum Value {
    Number,
    Flag,
    Strategy,
}

/// Strategies, each at its number.
const STRATEGIES: &[&str] = &[
    "default", "fast", "dfast", "greedy", "lazy", "lazy2", "btlazy2", "btopt", "btultra",
    "btultra2",
];

/// Bytes that one reduction pays for, and the most reductions that one call takes.
const BYTES_PER_REDUCTION: usize = 1024;
const MOST_REDUCTIONS: usize = 100;

/// A context, and the process that may use it; None once it has been closed.
struct Context<T> {
    owner: u64,
    inner: Mutex<Option<T>>,
}

impl<T: Send + 'static> Context<T> {
    /// The term for a new context; `badarg` if the library has none.
    fn begin<'h>(p: &mut Running<'h>, inner: Option<T>) -> BifResult<'h> {
        let inner = Mutex::new(Some(inner.ok_or(Exception::BADARG)?));
        let context = Arc::new(Context { owner: p.id, inner });
        Ok(p.heap().magic_ref(new_ref(), context))
    }

    /// Runs `f` with a context that the caller owns and that has not been closed.
    fn with<'h, R>(
        p: &mut Running<'h>,
        t: Term<'h>,
        f: impl FnOnce(&mut Running<'h>, &mut T) -> Result<R, Exception<'h>>,
    ) -> Result<R, Exception<'h>> {
        let context: Arc<Context<T>> = resource(t)?;
        let mut inner = context.inner.lock().expect("context");
        let inner = inner.as_mut().ok_or(Exception::BADARG)?;
        if context.owner != p.id {
            return Err(Exception::Error(Term::atom(atom!("not_on_controlling_process"))));
        }
        f(p, inner)
    }

    /// Frees what a context holds.
    fn close<'h>(p: &mut Running<'h>, t: Term<'h>) -> BifResult<'h> {
        Context::<T>::with(p, t, |_, _| Ok(()))?;
        *resource::<Context<T>>(t)?.inner.lock().expect("context") = None;
        Ok(Term::OK)
    }
}

/// The context or dictionary that a reference stands for.
fn resource<'h, T: Send + Sync + 'static>(t: Term<'h>) -> Result<Arc<T>, Exception<'h>> {
    let magic = t.as_ref().and_then(|r| r.magic()).ok_or(Exception::BADARG)?;
    magic.downcast().map_err(|_| Exception::BADARG)
}

/// The exception for an error of the library.
fn failed<'h>(p: &Running<'h>, e: &Error) -> Exception<'h> {
    let reason = [Term::atom(atom!("zstd_error")), p.heap().binary(e.text())];
    Exception::Error(p.heap().tuple(&reason))
}

/// `{badarg, {What, Term}}`.
fn invalid<'h>(p: &Running<'h>, what: Atom, t: Term<'h>) -> Exception<'h> {
    let about = p.heap().tuple(&[Term::atom(what), t]);
    Exception::Error(p.heap().tuple(&[Term::atom(am::BADARG), about]))
}

fn int(t: Term<'_>) -> Option<c_int> {
    c_int::try_from(t.as_small()?).ok()
}

fn iodata<'h>(t: Term<'h>) -> Result<IoData<'h>, Exception<'h>> {
    IoData::new(t).ok_or(Exception::BADARG)
}

fn init_compress_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Context::begin(p, Compressor::new())
}

fn init_decompress_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Context::begin(p, Decompressor::new())
}

fn load_compress_dictionary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Compressor>::with(p, args[0], |p, c| {
        c.load(&iodata(args[1])?.flat()).map_err(|e| failed(p, &e))?;
        Ok(Term::OK)
    })
}

fn load_decompress_dictionary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Decompressor>::with(p, args[0], |p, d| {
        d.load(&iodata(args[1])?.flat()).map_err(|e| failed(p, &e))?;
        Ok(Term::OK)
    })
}

fn ref_compress_dictionary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Compressor>::with(p, args[0], |p, c| {
        c.refer(resource(args[1])?).map_err(|e| failed(p, &e))?;
        Ok(Term::OK)
    })
}

fn ref_decompress_dictionary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Decompressor>::with(p, args[0], |p, d| {
        d.refer(resource(args[1])?).map_err(|e| failed(p, &e))?;
        Ok(Term::OK)
    })
}

/// The parameter of compressing that an atom names.
fn parameter<'h>(p: &Running<'h>, key: Term<'h>) -> Result<(C, Value), Exception<'h>> {
    let name = key.as_atom().map_or("", |a| a.name());
    match PARAMETERS.iter().find(|(known, ..)| *known == name) {
        Some(&(_, parameter, value)) => Ok((parameter, value)),
        None => Err(invalid(p, atom!("invalid_key"), key)),
    }
}

fn set_compress_parameter_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Compressor>::with(p, args[0], |p, c| {
        let (parameter, kind) = parameter(p, args[1])?;
        let name = args[2].as_atom().map(|a| a.name());
        let value = match kind {
            Value::Number => int(args[2]),
            Value::Flag => args[2].as_bool().map(c_int::from),
            Value::Strategy => STRATEGIES.iter().position(|s| Some(*s) == name).map(|n| n as c_int),
        };
        let value = value.ok_or_else(|| invalid(p, atom!("invalid_value"), args[2]))?;
        c.set(parameter, value).map_err(|e| failed(p, &e))?;
        Ok(Term::OK)
    })
}

fn get_compress_parameter_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Compressor>::with(p, args[0], |p, c| {
        let (parameter, kind) = parameter(p, args[1])?;
        let value = c.get(parameter).map_err(|e| failed(p, &e))?;
        Ok(match kind {
            Value::Number => Term::small(value.into()),
            // Stock answers so whether they are set or not.
            Value::Flag => Term::FALSE,
            Value::Strategy => {
                let name = usize::try_from(value).ok().and_then(|n| STRATEGIES.get(n));
                Term::atom(Atom::new(name.ok_or(Exception::BADARG)?))
            }
        })
    })
}

/// The parameter of decompressing that an atom names: there is one.
fn decompress_parameter<'h>(p: &Running<'h>, key: Term<'h>) -> Result<D, Exception<'h>> {
    match key.is(atom!("windowLogMax")) {
        true => Ok(D::ZSTD_d_windowLogMax),
        false => Err(invalid(p, atom!("invalid_key"), key)),
    }
}

fn set_decompress_parameter_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Decompressor>::with(p, args[0], |p, d| {
        let value = int(args[2]).ok_or(Exception::BADARG)?;
        d.set(decompress_parameter(p, args[1])?, value).map_err(|e| failed(p, &e))?;
        Ok(Term::OK)
    })
}

fn get_decompress_parameter_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Decompressor>::with(p, args[0], |p, d| {
        let value = d.get(decompress_parameter(p, args[1])?).map_err(|e| failed(p, &e))?;
        Ok(Term::small(value.into()))
    })
}

fn set_pledged_src_size_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Compressor>::with(p, args[0], |p, c| {
        let bytes = args[1].as_u64().ok_or(Exception::BADARG)?;
        c.pledge(bytes).map_err(|e| failed(p, &e))?;
        Ok(Term::OK)
    })
}

/// How a stream is to go on: the module says it by the library's number, and said it in OTP 28 by
/// whether the stream ends.
fn directive(t: Term<'_>) -> End {
    match t.as_small() {
        Some(2) => End::ZSTD_e_end,
        Some(1) => End::ZSTD_e_flush,
        _ if t.is(am::TRUE) => End::ZSTD_e_end,
        _ => End::ZSTD_e_continue,
    }
}

/// Takes input and gives output until either is used up: `{continue, Rest, Output}`,
/// `{continue, Output}`; where all is to be written, `{flush, Output}` if there is more of it, or
/// `{done, Output}`.
fn work<'h>(
    p: &mut Running<'h>,
    data: Term<'h>,
    room: usize,
    to_its_end: bool,
    mut step: impl FnMut(&mut Buffers<'_>) -> Result<usize, Error>,
) -> BifResult<'h> {
    let bytes = data.as_binary().ok_or(Exception::BADARG)?;
    let mut buffers = Buffers { input: &bytes, output: Vec::with_capacity(room) };
    let is_full = |buffers: &Buffers<'_>| buffers.output.len() == buffers.output.capacity();
    let left = loop {
        let left = step(&mut buffers).map_err(|e| failed(p, &e))?;
        if buffers.input.is_empty() || is_full(&buffers) {
            break left;
        }
    };
    let taken = bytes.len() - buffers.input.len();
    p.bump_reductions((taken / BYTES_PER_REDUCTION).clamp(1, MOST_REDUCTIONS));
    let (heap, output) = (p.heap(), p.heap().binary(&buffers.output));
    if !buffers.input.is_empty() {
        let rest = heap.sub_bits(data, taken * 8, buffers.input.len() * 8);
        return Ok(heap.tuple(&[Term::atom(atom!("continue")), rest, output]));
    }
    let tag = match to_its_end {
        false => atom!("continue"),
        true if left > 0 && is_full(&buffers) => atom!("flush"),
        true => atom!("done"),
    };
    Ok(heap.tuple(&[Term::atom(tag), output]))
}

fn compress_stream_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Compressor>::with(p, args[0], |p, c| {
        let end = directive(args[2]);
        let to_its_end = end != End::ZSTD_e_continue;
        // SAFETY: it takes nothing.
        let room = unsafe { z::ZSTD_CStreamOutSize() };
        let done = work(p, args[1], room, to_its_end, |buffers| c.step(buffers, end));
        if done.is_err() {
            c.reset();
        }
        done
    })
}

fn decompress_stream_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Decompressor>::with(p, args[0], |p, d| {
        let to_its_end = directive(args[2]) != End::ZSTD_e_continue;
        // SAFETY: it takes nothing.
        let mut room = unsafe { z::ZSTD_DStreamOutSize() };
        if !d.busy {
            let bytes = args[1].as_binary().ok_or(Exception::BADARG)?;
            // In OTP 28 a stream that has not begun stays so, and takes parameters.
            if bytes.is_empty() && args[2].is(am::TRUE) {
                return Ok(p.heap().tuple(&[Term::atom(atom!("done")), args[1]]));
            }
            let size = context::decompressed_size(&bytes).and_then(|n| usize::try_from(n).ok());
            room = room.min(size.unwrap_or(room));
            d.busy = true;
        }
        let done = work(p, args[1], room, to_its_end, |buffers| d.step(buffers));
        if done.is_err() {
            d.reset();
        }
        done
    })
}

fn compress_reset_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Compressor>::with(p, args[0], |_, c| {
        c.reset();
        Ok(Term::OK)
    })
}

fn decompress_reset_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Decompressor>::with(p, args[0], |_, d| {
        d.reset();
        Ok(Term::OK)
    })
}

fn compress_close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Compressor>::close(p, args[0])
}

fn decompress_close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Context::<Decompressor>::close(p, args[0])
}

/// The term for a dictionary, or `{error, Why}` if the library has refused its bytes.
fn dictionary<'h, T: Send + Sync + 'static>(
    p: &mut Running<'h>,
    made: Option<T>,
    why: Atom,
) -> BifResult<'h> {
    let heap = p.heap();
    Ok(match made {
        Some(dictionary) => heap.magic_ref(new_ref(), Arc::new(dictionary)),
        None => heap.tuple(&[Term::atom(am::ERROR), Term::atom(why)]),
    })
}

fn create_cdict_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bytes = args[0].as_binary().ok_or(Exception::BADARG)?;
    let level = int(args[1]).ok_or(Exception::BADARG)?;
    dictionary(p, Compressing::new(&bytes, level), atom!("invalid_compress_dict"))
}

fn create_ddict_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bytes = args[0].as_binary().ok_or(Exception::BADARG)?;
    dictionary(p, Decompressing::new(&bytes), atom!("invalid_decompress_dict"))
}

fn id_of_cdict_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(resource::<Compressing>(args[0])?.id().into()))
}

fn id_of_ddict_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(resource::<Decompressing>(args[0])?.id().into()))
}

fn id_of_dictionary_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(context::id_of_dictionary(&iodata(args[0])?.flat()).into()))
}

fn id_of_frame_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(context::id_of_frame(&iodata(args[0])?.flat()).into()))
}

fn get_frame_header_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let header = context::header(&iodata(args[0])?.flat()).map_err(|e| failed(p, &e))?;
    let heap = p.heap();
    let kind = match header.frameType {
        z::ZSTD_FrameType_e::ZSTD_frame => atom!("ZSTD_frame"),
        z::ZSTD_FrameType_e::ZSTD_skippableFrame => atom!("ZSTD_skippableFrame"),
    };
    let size = match header.frameContentSize {
        u64::MAX => Term::UNDEFINED,
        bytes => heap.unsigned(bytes),
    };
    let pairs = [
        ("frameContentSize", size),
        ("windowSize", heap.unsigned(header.windowSize)),
        ("blockSizeMax", Term::small(header.blockSizeMax.into())),
        ("frameType", Term::atom(kind)),
        ("headerSize", Term::small(header.headerSize.into())),
        ("dictID", Term::small(header.dictID.into())),
        ("checksumFlag", Term::bool(header.checksumFlag != 0)),
    ];
    let pairs = pairs.map(|(key, value)| (Term::atom(Atom::new(key)), value));
    Ok(heap.tuple(&[Term::OK, term::map::from_pairs(heap, &pairs)]))
}
