//! Whatever the arguments are, a built-in ends with a value or an exception.

use crate::random::Random;
use crate::texts;
use std::sync::Once;
use term::etf::{DecodeOptions, decode};
use term::{Mfa, Term};
use vm::bif::{self, Exception, Other};
use vm::process::{Process, Running};

/// Modules with those of their built-ins that only look at their arguments, and do not make more
/// of them than they are. None stands for all.
const CALLS: &[(&str, Option<&[&str]>)] = &[
    ("unicode", None),
    ("string", None),
    ("math", None),
    ("re", Some(&["compile", "run", "inspect", "version"])),
    ("os", Some(&["getenv"])),
    ("ets", Some(&["match_spec_compile", "is_compiled_ms"])),
    (
        "prim_file",
        Some(&["internal_name2native", "internal_native2name", "internal_normalize_utf8"]),
    ),
    ("lists", Some(&["keyfind", "keymember", "keysearch", "member", "reverse"])),
    (
        "maps",
        Some(&[
            "find",
            "from_keys",
            "from_list",
            "get",
            "is_key",
            "keys",
            "merge",
            "put",
            "remove",
            "values",
        ]),
    ),
    (
        "binary",
        Some(&[
            "at",
            "compile_pattern",
            "decode_unsigned",
            "encode_unsigned",
            "first",
            "last",
            "list_to_bin",
            "longest_common_prefix",
            "longest_common_suffix",
            "match",
            "matches",
            "part",
            "split",
        ]),
    ),
    (
        "erts_internal",
        Some(&[
            "cmp_term",
            "beamfile_chunk",
            "beamfile_module_md5",
            "map_to_tuple_keys",
            "term_type",
        ]),
    ),
    (
        "erlang",
        Some(&[
            "++",
            "--",
            "adler32",
            "adler32_combine",
            "append",
            "append_element",
            "atom_to_binary",
            "atom_to_list",
            "binary_to_atom",
            "binary_to_existing_atom",
            "binary_to_float",
            "binary_to_integer",
            "binary_to_list",
            "binary_to_term",
            "bitstring_to_list",
            "crc32",
            "crc32_combine",
            "decode_packet",
            "delete_element",
            "external_size",
            "float_to_binary",
            "float_to_list",
            "insert_element",
            "integer_to_binary",
            "integer_to_list",
            "iolist_size",
            "iolist_to_binary",
            "iolist_to_iovec",
            "list_to_atom",
            "list_to_binary",
            "list_to_bitstring",
            "list_to_existing_atom",
            "list_to_float",
            "list_to_integer",
            "list_to_pid",
            "list_to_port",
            "list_to_ref",
            "list_to_tuple",
            "localtime_to_universaltime",
            "match_spec_test",
            "md5",
            "md5_final",
            "md5_update",
            "phash",
            "phash2",
            "pid_to_list",
            "posixtime_to_universaltime",
            "ref_to_list",
            "setelement",
            "split_binary",
            "subtract",
            "term_to_binary",
            "term_to_iovec",
            "tuple_to_list",
            "universaltime_to_localtime",
            "universaltime_to_posixtime",
        ]),
    ),
];

/// Turns that a built-in may take.
const TURNS: usize = 100_000;

pub(super) fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| bifs::register(io::ROWS));
}

/// Calls a built-in until it gives something.
pub(super) fn call<'h>(p: &mut Running<'h>, mfa: Mfa, args: &[Term<'h>]) -> Option<Term<'h>> {
    let mut next = (mfa, args.to_vec());
    for _ in 0..TURNS {
        let (mfa, args) = &next;
        match bif::find(*mfa)?.call(p, args) {
            Ok(t) => return Some(t),
            Err(Exception::Other(other)) => match *other {
                Other::Trap(export, args) => next = (export.mfa, args.to_vec()),
                Other::Yield(args) => next = (*mfa, args.to_vec()),
                _ => return None,
            },
            Err(_) => return None,
        }
    }
    panic!("{mfa} does not end");
}

/// Makes the call that an external term of `{Module, Function, Arguments}` says.
pub fn run(bytes: &[u8]) {
    survives(bytes);
}

/// The same; whether it is such a call.
pub fn survives(bytes: &[u8]) -> bool {
    register();
    let mut p = Process::for_test();
    let p = &mut p.running();
    one(p, bytes).is_some()
}

fn one(p: &mut Running<'_>, bytes: &[u8]) -> Option<()> {
    let t = decode(p.heap(), bytes, DecodeOptions::default()).ok()?;
    let [module, function, args] = t.as_tuple_of::<3>()?;
    let (module, function) = (module.as_atom()?, function.as_atom()?);
    let args = args.to_vec().filter(|a| a.len() < 8)?;
    let (_, functions) = CALLS.iter().find(|(name, _)| *name == module.name())?;
    if functions.is_some_and(|some| !some.contains(&function.name())) {
        return None;
    }
    let mfa = Mfa::new(module, function, args.len() as u8);
    bif::find(mfa)?;
    let _ = call(p, mfa, &args);
    Some(())
}

/// A call of what reads texts, packets and terms.
pub fn make(random: &mut Random) -> Vec<u8> {
    texts::call(random)
}
