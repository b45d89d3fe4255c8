//! Whatever is done with the frames of Zstandard, the built-ins behind the module `zstd` end.

use super::calls::register;
use crate::random::Random;
use term::{Term, atom};
use vm::process::{Process, Running};

/// Calls a built-in of the module; None if it raises. They are there since OTP 28, so they are
/// called by their rows.
fn call<'h>(p: &mut Running<'h>, name: &str, args: &[Term<'h>]) -> Option<Term<'h>> {
    let row = io::zstd::ROWS.iter().find(|r| r.function == name).expect("a row");
    (row.f)(p, args).ok()
}

/// Pieces: a byte for what happens, one for the length, and that.
pub fn run(bytes: &[u8]) {
    register();
    let mut p = Process::for_test();
    let p = &mut p.running();
    let Some(context) = call(p, "init_decompress_nif", &[]) else { return };
    let mut rest = bytes;
    while let [what, length, more @ ..] = rest {
        let n = usize::from(*length).min(more.len());
        let data = p.heap().binary(&more[..n]);
        rest = &more[n..];
        match what % 12 {
            0..=5 => decompress(p, context, data, Term::small(i64::from(what % 3))),
            6 => drop(call(p, "load_decompress_dictionary_nif", &[context, data])),
            7 => drop(call(p, "get_frame_header_nif", &[data])),
            8 => drop(call(p, "getDictId_fromFrame_nif", &[data])),
            9 => drop(call(p, "getDictId_fromDict_nif", &[data])),
            10 => {
                if let Some(dictionary) = call(p, "create_ddict_nif", &[data]) {
                    call(p, "getDictId_fromDDict_nif", &[dictionary]);
                    call(p, "ref_decompress_dictionary_nif", &[context, dictionary]);
                }
            }
            _ => drop(call(p, "decompress_reset_nif", &[context])),
        }
    }
    call(p, "decompress_close_nif", &[context]);
}

/// Decompresses a piece until all of it has been taken, or for some turns.
fn decompress<'h>(p: &mut Running<'h>, context: Term<'h>, data: Term<'h>, how: Term<'h>) {
    let mut data = data;
    for _ in 0..8 {
        let answer = call(p, "decompress_stream_nif", &[context, data, how]);
        match answer.and_then(|t| t.as_tuple()) {
            Some(&[tag, rest, _]) if tag.is(atom!("continue")) => data = rest,
            _ => return,
        }
    }
}

/// A frame in some pieces.
pub fn make(random: &mut Random) -> Vec<u8> {
    let mut p = Process::for_test();
    let p = &mut p.running();
    let n = random.small(300);
    let plain: Vec<u8> = (0..n).map(|_| random.byte() % 5).collect();
    let plain = p.heap().binary(&plain);
    let frame = call(p, "init_compress_nif", &[])
        .and_then(|context| call(p, "compress_stream_nif", &[context, plain, Term::small(2)]))
        .and_then(|t| t.as_tuple()?.last()?.as_binary());
    let mut data = frame.map_or(Vec::new(), |bytes| bytes.into_owned());
    if random.once_in(2) {
        crate::texts::damage(&mut data, random);
    }
    let mut bytes = Vec::new();
    for piece in data.chunks(1 + random.below(60)) {
        bytes.extend([if random.once_in(6) { random.byte() } else { 0 }, piece.len() as u8]);
        bytes.extend_from_slice(piece);
    }
    bytes
}
