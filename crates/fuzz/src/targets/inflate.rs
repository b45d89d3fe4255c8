//! Whatever is done with a zlib stream, the built-ins behind the module `zlib` end.

use super::calls::{call, register};
use crate::random::Random;
use std::io::Write;
use term::{Atom, Mfa, Term, atom};
use vm::process::Process;

/// The window's bits, then pieces: a byte for what happens, one for the length, and that.
pub fn run(bytes: &[u8]) {
    let [bits, more @ ..] = bytes else { return };
    register();
    let mut p = Process::for_test();
    let p = &mut p.running();
    let heap = p.heap();
    let Some(z) = call(p, Mfa::new(atom!("zlib"), atom!("open_nif"), 0), &[]) else { return };
    let mut zlib = |name: &str, args: &[Term<'_>]| {
        let args: Vec<Term<'_>> = args.iter().map(|&t| heap.copy_in(t)).collect();
        call(p, Mfa::new(atom!("zlib"), Atom::new(name), args.len() as u8), &args).is_some()
    };
    let at_end = Term::small(i64::from(bits / 64) % 3);
    let size = |n: u8| Term::small(i64::from(n) + 1);
    zlib("inflateInit_nif", &[z, Term::small(i64::from(bits % 64)), at_end]);
    let mut rest = more;
    while let [what, length, more @ ..] = rest {
        let n = usize::from(*length).min(more.len());
        let data = heap.binary(&more[..n]);
        rest = &more[n..];
        match what % 10 {
            0..=4 => {
                zlib("enqueue_nif", &[z, heap.list(&[data])]);
                for _ in 0..4 {
                    zlib("inflate_nif", &[z, size(200), size(64), Term::small(0)]);
                }
            }
            5 => drop(zlib("inflateSetDictionary_nif", &[z, data])),
            6 => drop(zlib("inflateGetDictionary_nif", &[z])),
            7 => drop(zlib("inflateReset_nif", &[z])),
            8 => drop(zlib("inflateEnd_nif", &[z])),
            _ => drop(zlib("inflateInit_nif", &[z, Term::small(15), at_end])),
        }
    }
    zlib("close_nif", &[z]);
}

/// A stream in some pieces.
pub fn make(random: &mut Random) -> Vec<u8> {
    let n = random.small(60);
    let plain: Vec<u8> = (0..n).map(|_| random.byte() % 5).collect();
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(&plain);
    let mut data = encoder.finish().unwrap_or_default();
    if random.once_in(2) {
        crate::texts::damage(&mut data, random);
    }
    let mut bytes = vec![if random.once_in(4) { random.byte() } else { 15 }];
    for piece in data.chunks(1 + random.below(30)) {
        bytes.extend([if random.once_in(6) { random.byte() } else { 0 }, piece.len() as u8]);
        bytes.extend_from_slice(piece);
    }
    bytes
}
