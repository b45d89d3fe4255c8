//! The external term format against what stock OTP writes.

use std::process::Command;
use term::etf::{DecodeOptions, EncodeOptions, decode_used, encode, encoded_size};
use term::{Heap, compare};

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("base 16"))
        .collect()
}

/// One line of the golden file: each form decodes, and encodes to the same bytes.
fn check_line(line: &str) {
    let fields: Vec<&str> = line.split(' ').collect();
    let [large, size1, size0, one, others @ ..] = &fields[..] else { panic!("fields of {line}") };
    let plain = bytes_of(one);
    let heap = Heap::new(0);
    let (t, used) = decode_used(&heap, &plain, DecodeOptions::default())
        .unwrap_or_else(|e| panic!("decoding {one}: {e}"));
    assert_eq!(used, plain.len());
    let default = EncodeOptions { deterministic: *large == "1", ..EncodeOptions::default() };
    let options = [
        EncodeOptions { minor_version: 0, ..default },
        EncodeOptions { minor_version: 2, ..default },
        EncodeOptions { compressed: 6, ..default },
        EncodeOptions { compressed: 1, ..default },
        EncodeOptions { compressed: 9, ..default },
    ];
    let forms = others.iter().map(|&f| if f == "=" { *one } else { f });
    for (options, form) in [(default, *one)].into_iter().chain(options.into_iter().zip(forms)) {
        let form = bytes_of(form);
        assert_eq!(hex(&encode(t, options)), hex(&form), "{options:?} of {one}");
        let (again, used) = decode_used(&heap, &form, DecodeOptions::default()).expect("a form");
        assert_eq!(used, form.len());
        if options.minor_version > 0 {
            assert!(compare::exactly_equal(t, again), "{options:?} of {one}");
        }
    }
    let sizes = (encoded_size(t, default), encoded_size(t, options[0]));
    assert_eq!(sizes, (size1.parse().expect("size"), size0.parse().expect("size")), "of {one}");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02X}")).collect()
}

#[test]
fn forms_of_stock_come_back_the_same() {
    let lines: Vec<_> = include_str!("etf_golden.txt").lines().collect();
    assert!(lines.len() > 150);
    lines.into_iter().for_each(check_line);
}

#[test]
fn forms_of_the_installed_emulator_come_back_the_same() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/etf_golden.escript");
    let Ok(output) = Command::new("escript").args([script, "400"]).output() else {
        eprintln!("skipped: there is no escript here");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.lines().count() > 500);
    text.lines().for_each(check_line);
}
