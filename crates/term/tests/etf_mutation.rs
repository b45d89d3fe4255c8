//! Damaged external terms give an error or a term, never a panic; and the same as stock OTP gives.

use std::io::Write;
use std::process::{Command, Stdio};
use term::etf::{DecodeError, DecodeOptions, EncodeOptions, decode, encode, encoded_size};
use term::{Heap, compare};

/// Pseudo-random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) % n as u64) as usize
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02X}")).collect()
}

/// The forms in the golden file that are not too long.
fn seeds() -> Vec<Vec<u8>> {
    include_str!("etf_golden.txt")
        .lines()
        .flat_map(|line| line.split(' ').skip(3))
        .filter(|field| *field != "=" && field.len() < 3_000)
        .map(|field| {
            (0..field.len() / 2)
                .map(|i| u8::from_str_radix(&field[2 * i..2 * i + 2], 16).expect("base 16"))
                .collect()
        })
        .collect()
}

/// Tags and numbers at which things happen.
const INTERESTING: [u8; 48] = [
    0, 1, 2, 3, 4, 5, 8, 9, 31, 32, 33, 63, 64, 65, 70, 77, 80, 82, 88, 89, 90, 97, 98, 99, 100,
    101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 118, 119, 120,
    127, 128, 254, 255,
];

fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() + 1);
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, INTERESTING[random.below(INTERESTING.len())]),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            4 if at < bytes.len() => bytes[at] = INTERESTING[random.below(INTERESTING.len())],
            5 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                let to = from + random.below(other.len() - from + 1);
                bytes.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                let to = at + random.below(bytes.len() - at + 1);
                bytes.drain(at..to);
            }
        }
    }
}

/// The output that stock must have for the bytes: the term's form, or nothing.
fn survives(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let heap = Heap::new(0);
    let safe = decode(&heap, bytes, DecodeOptions { safe: true, ..DecodeOptions::default() });
    let t = match decode(&heap, bytes, DecodeOptions::default()) {
        Ok(t) => t,
        Err(e) => {
            assert!(safe.is_err() && !e.to_string().is_empty());
            return Err(e);
        }
    };
    if let Ok(safe) = safe {
        assert!(compare::exactly_equal(safe, t));
    }
    let options = EncodeOptions { deterministic: true, ..EncodeOptions::default() };
    let form = encode(t, options).expect("small enough");
    assert!(encoded_size(t, options).expect("small enough") >= form.len());
    let again = decode(&heap, &form, DecodeOptions::default()).expect("what was encoded");
    assert!(compare::exactly_equal(again, t), "{} became {}", hex(bytes), hex(&form));
    assert_eq!(hex(&encode(again, options).expect("small enough")), hex(&form));
    Ok(form)
}

#[test]
fn truncated_at_every_offset() {
    for seed in seeds() {
        let form = survives(&seed);
        assert!(form.is_ok());
        for len in 0..seed.len() {
            assert!(survives(&seed[..len]).is_err(), "{len} bytes of {}", hex(&seed));
        }
    }
}

/// Seeded mutations of the kinds that a fuzzer does. `MASER_FUZZ_ROUNDS` makes it run longer.
#[test]
fn mutated() {
    let rounds = std::env::var("MASER_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok());
    let seeds = seeds();
    let mut random = Random(1);
    for _ in 0..rounds.unwrap_or(30_000) {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        mutate(&mut bytes, &seeds, &mut random);
        let _ = survives(&bytes);
    }
}

/// Reads external terms, each with its size in two bytes, from the standard input; writes for each
/// the form of the term or `error`.
const STOCK: &str = r#"
    Hex = fun(B) -> << <<(hd(integer_to_list(X, 16))):8>> || <<X:4>> <= B >> end,
    Read = fun(Read, Got) -> case file:read(standard_io, 65536) of {ok, D} -> Read(Read, [Got, D]); eof -> iolist_to_binary(Got) end end,
    ok = io:setopts([binary, {encoding, latin1}]),
    Data = Read(Read, []),
    [io:put_chars([try Hex(term_to_binary(binary_to_term(B), [deterministic])) catch error:badarg -> <<"error">> end, "\n"])
     || <<N:16, B:N/binary>> <= Data],
    halt().
"#;

/// A decimal float without a zero at its end: stock reads on into what comes behind it.
fn long_float(bytes: &[u8]) -> bool {
    bytes[0] == 99 && !bytes[1..].contains(&0)
}

#[test]
fn mutated_terms_are_to_stock_what_they_are_to_us() {
    let seeds: Vec<_> = seeds()
        .into_iter()
        .filter(|s| !s.windows(13).any(|w| w == b"nonode@nohost")) // Limits of local pids are our own.
        .collect();
    let mut random = Random(2);
    let inputs: Vec<_> = (0..20_000)
        .map(|_| {
            let mut bytes = seeds[random.below(seeds.len())].clone();
            mutate(&mut bytes, &seeds, &mut random);
            bytes
        })
        .filter(|b| b.len() < 65_536 && !b.windows(32).any(long_float))
        .collect();
    let erl = Command::new("erl")
        .args(["-noinput", "-noshell", "-eval", STOCK])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut erl) = erl else {
        eprintln!("skipped: there is no erl here");
        return;
    };
    let mut stdin = erl.stdin.take().expect("a pipe");
    let mut data = Vec::new();
    for bytes in &inputs {
        data.extend_from_slice(&(bytes.len() as u16).to_be_bytes());
        data.extend_from_slice(bytes);
    }
    let writer = std::thread::spawn(move || stdin.write_all(&data));
    let output = erl.wait_with_output().expect("its output");
    writer.join().expect("the writer").expect("writing");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), inputs.len());
    let mut valid = 0;
    for (bytes, line) in inputs.iter().zip(lines) {
        let ours = match survives(bytes) {
            Ok(form) => hex(&form),
            // Stock takes its private tags for atoms from anybody.
            Err(DecodeError::BadTag(b'I' | b'K')) => continue,
            Err(_) => "error".to_owned(),
        };
        assert_eq!(ours, line, "{}", hex(bytes));
        valid += usize::from(ours != "error");
    }
    assert!(valid > 1_000);
}
