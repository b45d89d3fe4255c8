//! Writes results as JSON: one object, every single time in it.

use super::run::Results;
use super::spec::Lab;
use super::table::{bytes_each, geometric_mean, median, ratio};
use super::{Emulator, Options};
use crate::Result;
use crate::otp::Otp;

/// Writes a lab's results to the file that is wanted, if one is.
pub(super) fn write(
    lab: &Lab,
    otp: &Otp,
    all: &[Results],
    emulators: &[Emulator],
    options: &Options,
) -> Result<()> {
    let Some(file) = &options.json else { return Ok(()) };
    let text = text(lab, otp, all, emulators);
    std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}

/// The whole of a lab's results.
fn text(lab: &Lab, otp: &Otp, all: &[Results], emulators: &[Emulator]) -> String {
    let cases: Vec<String> = all.iter().map(|r| case(r, emulators)).collect();
    let ratios: Vec<f64> = all.iter().filter_map(ratio).collect();
    format!(
        "{{\"lab\": {}, \"otp\": {}, \"maser\": {}, \"geometric_mean\": {}, \"cases\": [\n  {}\n]}}\n",
        string(lab.name),
        string(&otp.version),
        string(env!("CARGO_PKG_VERSION")),
        number(geometric_mean(&ratios)),
        cases.join(",\n  "),
    )
}

fn case(results: &Results, emulators: &[Emulator]) -> String {
    let mut fields = vec![
        format!("\"group\": {}", string(&results.group)),
        format!("\"case\": {}", string(&results.case)),
        format!("\"size\": {}", results.size),
        format!("\"ratio\": {}", number(ratio(results))),
    ];
    for (side, emulator) in results.sides.iter().zip(emulators) {
        let times: Vec<String> = side.micros.iter().map(u64::to_string).collect();
        let middle = (!side.micros.is_empty()).then(|| median(&side.micros));
        fields.push(format!(
            "{}: {{\"median_us\": {}, \"times_us\": [{}], \"peak_bytes\": {}, \
             \"bytes_each\": {}, \"failure\": {}}}",
            string(emulator.name),
            number(middle),
            times.join(", "),
            side.peak,
            number(bytes_each(side, results.size)),
            side.failure.as_deref().map_or("null".to_string(), string),
        ));
    }
    format!("{{{}}}", fields.join(", "))
}

fn number(value: Option<f64>) -> String {
    match value {
        Some(v) if v.is_finite() => format!("{v:.4}"),
        _ => "null".to_string(),
    }
}

fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
        assert_eq!(number(Some(1.5)), "1.5000");
        assert_eq!(number(None), "null");
    }
}
