//! Makes calls of built-ins that read texts, packets and streams, by chance: external terms of
//! `{Module, Function, Arguments}`.

use crate::form::{atom, binary, bytes, float, improper, int, list, tuple, whole};
use crate::random::Random;
use crate::terms;
use std::io::Write;

mod patterns;

use patterns::regular_expression;
pub use patterns::{pattern, rare_pattern, subject};

type Term = Vec<u8>;

/// A call, with the version in front.
pub fn call(random: &mut Random) -> Vec<u8> {
    let (module, function, args) = match random.below(20) {
        0..=3 => packet(random),
        4..=6 => number(random),
        7 | 8 => unicode(random),
        9..=12 => regular_expression(random),
        13 | 14 => search(random),
        15 => name(random),
        16 => io_list(random),
        17 => stream(random),
        18 => match_spec(random),
        _ => of_terms(random),
    };
    whole(&tuple(&[atom(module), atom(function), list(&args)]))
}

type Call = (&'static str, &'static str, Vec<Term>);

/// A text of some of these pieces, sometimes damaged.
fn text(random: &mut Random, pieces: &[&str], max: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..random.small(max) {
        text.extend_from_slice(random.one(pieces).as_bytes());
    }
    if random.once_in(6) {
        damage(&mut text, random);
    }
    text
}

/// Changes a byte.
pub fn damage(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() + 1);
    match random.below(4) {
        0 => text.truncate(at),
        1 if at < text.len() => text[at] = random.byte(),
        2 if at < text.len() => drop(text.remove(at)),
        _ => text.insert(at, random.byte()),
    }
}

/// Pieces that packets of some kind are made of.
pub const PACKETS: &[&[u8]] = &[
    b"\x03abc",
    b"\x00\x03abc\x00\x00",
    b"\x00\x00\x00\x03abc",
    b"\x80\x00\x00\x02de",
    b"\x30\x03\x01\x02\x03",
    b"\x1f\x81\x01\x02\x07\x08",
    b"\x30\x82\x00\x02\x05\x06",
    b"\x30\x84\xff\xff\xff\xff",
    b"GIOP\x01\x00\x00\x00\x00\x00\x00\x03abc",
    b"GIOP\x01\x00\x01\x00\x02\x00\x00\x00de",
    b"\x01\x02\x00\x03\x00\x04\x02\x00abcdXX",
    b"\x03\x00\x00\x07abc",
    b"\x03\x00\x00\x00",
    b"line\n",
    b"line\r\n",
    b"\n",
    b"\r\n",
    b"\x00",
    b"GET / HTTP/1.1\r\n",
    b"GET http://host:80/path HTTP/1.0\n",
    b"POST https://h HTTP/1.1\r\n",
    b"OPTIONS * HTTP/9.9\r\n",
    b"PUT abc:def HTTP/0.9\r\n",
    b"odd thing",
    b"HTTP/1.1 200 OK\r\n",
    b"HTTP/1.0 -1\r\n",
    b"Host: x\r\n",
    b"content-LENGTH:  7 \r\n",
    b"X-Y: a\r\n b\r\n\tc\r\n",
    b"no colon\r\n",
    b"\x16\x03\x01\x00\x03abc",
    b"\x80\x05\x01\x03\x00\x07\x08",
    b"\x80\x00\x01\x03\x00",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
];

fn packet(random: &mut Random) -> Call {
    let kind = match random.below(16) {
        0 => int([0, 1, 2, 3, 4][random.below(5)]),
        1 => int([1, 2, 4][random.below(3)]),
        _ => atom(random.one(&[
            "raw",
            "asn1",
            "sunrm",
            "cdr",
            "fcgi",
            "line",
            "tpkt",
            "http",
            "httph",
            "http_bin",
            "httph_bin",
            "ssl_tls",
            "http",
            "httph",
            "other",
        ])),
    };
    let mut data = Vec::new();
    for _ in 0..1 + random.below(4) {
        data.extend_from_slice(random.one(PACKETS));
    }
    for _ in 0..random.below(3) {
        damage(&mut data, random);
    }
    let option = |random: &mut Random| {
        let n = match random.below(4) {
            0 => random.below(5) as i64 - 1,
            1 => random.below(300) as i64,
            2 => 1 << random.below(40),
            _ => random.below(30) as i64,
        };
        let name = random.one(&[
            "packet_size",
            "line_length",
            "line_delimiter",
            "packet_size",
            "line_length",
        ]);
        match random.below(12) {
            0 => atom(name),
            1 => tuple(&[atom(name), atom("x")]),
            _ => tuple(&[atom(name), int(n)]),
        }
    };
    let options: Vec<_> = (0..random.below(3)).map(|_| option(random)).collect();
    ("erlang", "decode_packet", vec![kind, binary(&data), list(&options)])
}

/// A text as a list or as a binary.
fn either(random: &mut Random, text: &[u8]) -> (bool, Term) {
    let as_list = random.once_in(2);
    (as_list, if as_list { bytes(text) } else { binary(text) })
}

/// The text of an integer or a float, or of nearly one.
pub fn number_text(random: &mut Random) -> Vec<u8> {
    let pieces = if random.once_in(2) { FLOATS } else { DIGITS };
    text(random, pieces, 6)
}

/// A text in UTF-8, or nearly.
pub fn characters(random: &mut Random) -> Vec<u8> {
    text(random, CHARACTERS, 8)
}

/// The text of a pid, a port or a reference, or of nearly one.
pub fn identifier(random: &mut Random) -> Vec<u8> {
    const PIECES: &[&str] =
        &["<", "#Ref<", "#Port<", ">", "0", ".", "1", "12", "77", "4294967296", " ", "-"];
    text(random, PIECES, 9)
}

const FLOATS: &[&str] = &[
    "0",
    "1",
    "9",
    "12",
    "345",
    "6789",
    "00",
    ".",
    ".",
    ".",
    "-",
    "+",
    "e",
    "E",
    "e-",
    "e+",
    "E10",
    "e308",
    "e-324",
    "0.1",
    "1.5",
    "2.2250738585072011",
    ",",
    "_",
    " ",
    "inf",
    "1797693134862315708145274237317",
];
const DIGITS: &[&str] = &[
    "0",
    "1",
    "7",
    "9",
    "a",
    "f",
    "z",
    "A",
    "F",
    "Z",
    "-",
    "+",
    "00",
    "123456789",
    "deadbeef",
    "_",
    " ",
    "#",
];

fn number(random: &mut Random) -> Call {
    let base = |random: &mut Random| int(random.below(38) as i64);
    let any_float = |random: &mut Random| match random.below(4) {
        0 => random.bits() as i32 as f64 / 64.0,
        1 => random.below(1000) as f64 / 1000.0,
        2 => 10f64.powi(random.below(50) as i32 - 25) * random.below(100) as f64,
        _ => Some(f64::from_bits(random.bits())).filter(|f| f.is_finite()).unwrap_or(-0.0),
    };
    match random.below(12) {
        0..=2 => {
            let mut t = text(random, FLOATS, 6);
            if random.once_in(2) {
                t = format!("{:e}", any_float(random)).into_bytes();
                if !t.contains(&b'.') {
                    let at = t.iter().position(|&c| c == b'e').unwrap_or(t.len());
                    t.splice(at..at, *b".0");
                }
            }
            let (as_list, t) = either(random, &t);
            ("erlang", if as_list { "list_to_float" } else { "binary_to_float" }, vec![t])
        }
        3..=5 => {
            let t = text(random, DIGITS, 8);
            let (as_list, t) = either(random, &t);
            let name = if as_list { "list_to_integer" } else { "binary_to_integer" };
            match random.once_in(3) {
                true => ("erlang", name, vec![t]),
                false => ("erlang", name, vec![t, base(random)]),
            }
        }
        6 => {
            let t = number_text(random);
            let name = if random.once_in(2) { "list_to_integer" } else { "list_to_float" };
            ("string", name, vec![bytes(&t)])
        }
        7 => {
            let n = random.small(30);
            let digits = random.bytes(n);
            let big = [&[110, n as u8, random.below(2) as u8], &digits[..]].concat();
            (
                "erlang",
                random.one(&["integer_to_list", "integer_to_binary"]),
                vec![big, base(random)],
            )
        }
        _ => {
            let option = |random: &mut Random| match random.below(5) {
                0 => atom("compact"),
                1 => atom("short"),
                2 => tuple(&[atom("decimals"), int(random.below(260) as i64 - 2)]),
                3 => tuple(&[atom("decimals"), int(random.below(25) as i64)]),
                _ => tuple(&[atom("scientific"), int(random.below(255) as i64 - 2)]),
            };
            let options: Vec<_> = (0..random.small(3)).map(|_| option(random)).collect();
            let f = float(any_float(random));
            ("erlang", random.one(&["float_to_list", "float_to_binary"]), vec![f, list(&options)])
        }
    }
}

/// Characters and what is none.
fn character(random: &mut Random) -> Term {
    int(match random.below(8) {
        0 => random.below(0x80) as i64,
        1 => random.below(0x100) as i64,
        2 => random.below(0x800) as i64,
        3 => 0xd7f0 + random.below(0x830) as i64,
        4 => random.below(0x11_0010) as i64,
        5 => [-1, 0x10_ffff, 0x11_0000, 0xfffe, 0xffff, 0xfeff, 0][random.below(7)],
        _ => b'a' as i64 + random.below(26) as i64,
    })
}

const CHARACTERS: &[&str] =
    &["a", "b", "0", "é", "ß", "Ā", "€", "あ", "😀", "\u{feff}", "\u{ffff}", "\0", "e\u{301}", " "];

/// A deep list of characters and binaries in some encoding.
fn chardata(random: &mut Random, depth: usize) -> Term {
    let mut chunk = text(random, CHARACTERS, 6);
    if random.once_in(4) {
        chunk = String::from_utf8_lossy(&chunk).encode_utf16().flat_map(u16::to_be_bytes).collect();
    }
    if depth == 0 || random.once_in(3) {
        return binary(&chunk);
    }
    let elements: Vec<Term> = (0..random.small(5))
        .map(|_| if random.once_in(2) { character(random) } else { chardata(random, depth - 1) })
        .collect();
    match random.below(10) {
        0 => improper(&elements, &binary(&chunk)),
        1 => improper(&elements, &atom("x")),
        _ => list(&elements),
    }
}

fn encoding(random: &mut Random) -> Term {
    match random.below(9) {
        0 => atom("latin1"),
        1 | 2 => atom("unicode"),
        3 => atom("utf8"),
        4 => atom("utf16"),
        5 => atom("utf32"),
        6 => tuple(&[atom("utf16"), atom(random.one(&["little", "big"]))]),
        7 => tuple(&[atom("utf32"), atom(random.one(&["little", "big"]))]),
        _ => atom("other"),
    }
}

fn unicode(random: &mut Random) -> Call {
    let data = chardata(random, 3);
    match random.below(6) {
        0 => ("unicode", "characters_to_list", vec![data]),
        1 => ("unicode", "characters_to_list", vec![data, encoding(random)]),
        2 => ("unicode", "characters_to_binary", vec![data]),
        3 => ("unicode", "characters_to_binary", vec![data, encoding(random)]),
        4 => ("unicode", "bin_is_7bit", vec![data]),
        _ => ("unicode", "characters_to_binary", vec![data, encoding(random), encoding(random)]),
    }
}

fn search(random: &mut Random) -> Call {
    const SOME: &[&str] = &["a", "b", "ab", "aa", "aba", "", "\0", "é", "xyz"];
    let subject = binary(&text(random, SOME, 12));
    let one = |random: &mut Random| binary(&text(random, SOME, 2));
    let patterns = match random.below(3) {
        0 => list(&(0..random.small(4)).map(|_| one(random)).collect::<Vec<_>>()),
        _ => one(random),
    };
    let (from, length) = (random.below(8) as i64 - 1, random.below(10) as i64 - 4);
    let scope = tuple(&[atom("scope"), tuple(&[int(from), int(length)])]);
    let options = match random.below(5) {
        0 => list(&[scope]),
        1 => list(&[scope, atom(random.one(&["global", "trim", "trim_all", "bad"]))]),
        2 => list(&[atom("global"), atom(random.one(&["trim", "trim_all"]))]),
        _ => list(&[]),
    };
    match random.below(9) {
        0 => ("binary", "match", vec![subject, patterns, options]),
        1 => ("binary", "matches", vec![subject, patterns, options]),
        2 | 3 => ("binary", "split", vec![subject, patterns, options]),
        4 => ("binary", "replace", vec![subject, patterns, one(random), options]),
        5 => ("binary", "part", vec![subject, int(from), int(length)]),
        6 => (
            "binary",
            random.one(&["longest_common_prefix", "longest_common_suffix"]),
            vec![patterns],
        ),
        7 => {
            ("binary", "decode_unsigned", vec![subject, atom(random.one(&["big", "little", "x"]))])
        }
        _ => ("erlang", "binary_to_list", vec![subject, int(from), int(length)]),
    }
}

fn name(random: &mut Random) -> Call {
    let mut text = text(random, CHARACTERS, 8);
    if random.once_in(10) {
        // As long as the longest name, or a little longer.
        text = "é".repeat(252 + random.below(6)).into_bytes();
        if random.once_in(4) {
            damage(&mut text, random);
        }
    }
    let chars: Vec<Term> = String::from_utf8_lossy(&text).chars().map(|c| int(c as i64)).collect();
    // Which atoms exist is an emulator's own affair.
    match random.below(8) {
        0 => {
            ("erlang", "binary_to_atom", vec![binary(&text), atom(random.one(&["latin1", "utf8"]))])
        }
        1 => ("erlang", "list_to_atom", vec![list(&[chars, vec![character(random)]].concat())]),
        2 => ("prim_file", "internal_name2native", vec![chardata(random, 2)]),
        3 => ("prim_file", "internal_native2name", vec![binary(&text)]),
        4 => ("os", "getenv", vec![list(&[chars, vec![character(random)]].concat())]),
        5 => ("os", "unsetenv", vec![chardata(random, 2)]),
        6 => {
            let id = identifier(random);
            (
                "erlang",
                random.one(&["list_to_pid", "list_to_ref", "list_to_port"]),
                vec![bytes(&id)],
            )
        }
        _ => ("erlang", "atom_to_binary", vec![atom(random.one(CHARACTERS)), encoding(random)]),
    }
}

fn deep_list(random: &mut Random, depth: usize) -> Term {
    let element = |random: &mut Random| match random.below(6) {
        0 if depth > 0 => deep_list(random, depth - 1),
        1 => {
            let n = random.small(20);
            binary(&random.bytes(n))
        }
        2 => [&[77, 0, 0, 0, 1], &[1 + random.below(8) as u8, random.byte()][..]].concat(),
        3 if random.once_in(8) => int(random.below(600) as i64 - 300),
        4 if random.once_in(12) => atom("x"),
        _ => int(i64::from(random.byte())),
    };
    let elements: Vec<Term> = (0..random.small(6)).map(|_| element(random)).collect();
    match random.below(6) {
        0 => improper(&elements, &binary(b"tail")),
        1 if random.once_in(6) => improper(&elements, &int(3)),
        _ => list(&elements),
    }
}

fn io_list(random: &mut Random) -> Call {
    let data = deep_list(random, 3);
    match random.below(8) {
        0 => ("erlang", "iolist_size", vec![data]),
        1 => ("erlang", "list_to_bitstring", vec![data]),
        2 => ("erlang", "list_to_binary", vec![data]),
        3 => ("erlang", "crc32", vec![data]),
        4 => ("erlang", "adler32", vec![data]),
        5 => ("erlang", "md5", vec![data]),
        6 => ("erlang", "iolist_to_iovec", vec![data]),
        _ => ("erlang", "iolist_to_binary", vec![data]),
    }
}

fn stream(random: &mut Random) -> Call {
    let plain = text(random, &["a", "abc", "hello ", "0000000000000000", "\0", "é"], 20);
    let level = flate2::Compression::new(random.below(10) as u32);
    // Writing to memory does not fail.
    let (function, mut data) = match random.below(3) {
        0 => {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
            let _ = encoder.write_all(&plain);
            ("uncompress", encoder.finish().unwrap_or_default())
        }
        1 => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
            let _ = encoder.write_all(&plain);
            ("gunzip", encoder.finish().unwrap_or_default())
        }
        _ => {
            let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), level);
            let _ = encoder.write_all(&plain);
            ("unzip", encoder.finish().unwrap_or_default())
        }
    };
    for _ in 0..random.below(3) {
        damage(&mut data, random);
    }
    match random.below(5) {
        0 => ("zlib", random.one(&["compress", "zip"]), vec![binary(&plain)]),
        _ => ("zlib", function, vec![binary(&data)]),
    }
}

fn match_spec(random: &mut Random) -> Call {
    let (object, spec) = object_and_spec(random);
    ("erlang", "match_spec_test", vec![object, spec, atom("table")])
}

/// A tuple and a match specification.
pub fn object_and_spec(random: &mut Random) -> (Vec<u8>, Vec<u8>) {
    fn pattern(random: &mut Random, depth: usize) -> Term {
        match random.below(if depth == 0 { 6 } else { 9 }) {
            0 => atom("_"),
            1 | 2 => atom(random.one(&["$1", "$2", "$0", "$$", "$01", "a"])),
            3 => int(random.below(3) as i64),
            4 => binary(b"b"),
            5 => list(&[]),
            6 => list(&[pattern(random, depth - 1), pattern(random, depth - 1)]),
            _ => {
                tuple(&(0..random.small(3)).map(|_| pattern(random, depth - 1)).collect::<Vec<_>>())
            }
        }
    }
    fn expression(random: &mut Random, depth: usize) -> Term {
        const ONE: &[&str] = &[
            "not",
            "is_atom",
            "is_list",
            "hd",
            "tl",
            "abs",
            "length",
            "size",
            "const",
            "node",
            "is_record",
            "bad",
            "round",
        ];
        const TWO: &[&str] = &[
            "==", "=:=", "<", ">=", "and", "or", "andalso", "orelse", "xor", "+", "-", "*", "div",
            "rem", "band", "bsl", "element", "/", "=/=", "bad", "const",
        ];
        match random.below(if depth == 0 { 5 } else { 9 }) {
            0 => atom(random.one(&["$1", "$2", "$_", "$$", "true", "false"])),
            1 | 2 => int(random.below(4) as i64 - 1),
            3 => atom("a"),
            4 => tuple(&[atom("const"), pattern(random, 1)]),
            5 => tuple(&[tuple(&[expression(random, depth - 1), expression(random, depth - 1)])]),
            6 => tuple(&[atom(random.one(ONE)), expression(random, depth - 1)]),
            _ => {
                let (a, b) = (expression(random, depth - 1), expression(random, depth - 1));
                tuple(&[atom(random.one(TWO)), a, b])
            }
        }
    }
    let clause = |random: &mut Random| {
        let guards: Vec<_> = (0..random.below(3)).map(|_| expression(random, 2)).collect();
        let body: Vec<_> = (0..random.below(3)).map(|_| expression(random, 2)).collect();
        let head = match random.below(12) {
            0 => pattern(random, 0),
            _ => tuple(&(0..random.small(3)).map(|_| pattern(random, 2)).collect::<Vec<_>>()),
        };
        match random.below(20) {
            0 => tuple(&[head, list(&guards)]),
            _ => tuple(&[head, list(&guards), list(&body)]),
        }
    };
    let clauses: Vec<_> = (0..1 + random.below(2)).map(|_| clause(random)).collect();
    let object: Vec<_> = (0..random.small(3))
        .map(|_| match random.below(4) {
            0 => atom("a"),
            1 => list(&[int(1), int(2)]),
            2 => tuple(&[int(1), atom("a")]),
            _ => int(random.below(3) as i64),
        })
        .collect();
    (tuple(&object), list(&clauses))
}

/// Built-ins that look at any term.
fn of_terms(random: &mut Random) -> Call {
    let t = terms::term(random, 3);
    let other = terms::term(random, 2);
    let flag = |random: &mut Random| match random.below(4) {
        0 => atom("compressed"),
        1 => tuple(&[atom("compressed"), int(random.below(11) as i64)]),
        2 => tuple(&[atom("minor_version"), int(random.below(4) as i64)]),
        _ => atom("deterministic"),
    };
    match random.below(9) {
        0 => ("erlang", "phash2", vec![t]),
        1 => ("erlang", "phash", vec![t, int(1 << random.below(33))]),
        2 => ("erlang", "external_size", vec![t]),
        3 => ("erts_internal", "cmp_term", vec![t, other]),
        4 => ("erlang", random.one(&["==", "=:=", "<", ">="]), vec![t, other]),
        5 => ("erlang", "list_to_tuple", vec![t]),
        6 => {
            let option = flag(random);
            ("erlang", "term_to_binary", vec![t, list(&[option])])
        }
        7 => ("lists", "keyfind", vec![other, int(1), list(&[t])]),
        _ => (
            "erlang",
            random.one(&["is_map", "tuple_size", "byte_size", "bit_size", "map_size", "length"]),
            vec![t],
        ),
    }
}
