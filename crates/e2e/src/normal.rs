//! Makes outputs comparable: takes out what differs from run to run on any emulator.

/// Figures in crash reports that are an emulator's own business.
const MEASURES: &[&str] = &["heap_size: ", "stack_size: ", "reductions: "];

/// Replaces pids, references, ports and the times of log events by fixed words.
pub(crate) fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut line = identifiers(&without_time(line));
        for measure in MEASURES {
            line = without_number(&line, measure);
        }
        out.push_str(&line);
    }
    out
}

/// `=ERROR REPORT==== 20-Nov-2025::07:15:52.123456 ===` loses its time.
fn without_time(line: &str) -> String {
    match line.find(" REPORT==== ") {
        Some(at) if line.starts_with('=') => {
            let kept = &line[..at + " REPORT====".len()];
            format!("{kept}{}", if line.ends_with('\n') { "\n" } else { "" })
        }
        _ => line.to_string(),
    }
}

/// Replaces the number after each `label`.
fn without_number(line: &str, label: &str) -> String {
    let mut parts = line.split(label);
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = if rest.len() < part.len() { "N" } else { "" };
        out.push_str(&format!("{label}{number}{rest}"));
    }
    out
}

fn identifiers(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let numbers = from[1..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(0);
        let body = &from[1..1 + numbers];
        let closed = from[1 + numbers..].starts_with('>');
        let dots = body.matches('.').count();
        let named = before.ends_with("#Ref") || before.ends_with("#Port");
        if closed && !body.is_empty() && (dots == 2 || named) {
            out.push_str(if named { "<...>" } else { "<PID>" });
            rest = &from[numbers + 2..];
        } else {
            out.push('<');
            rest = &from[1..];
        }
    }
    out.push_str(rest);
    out
}

/// The first difference of two texts, with its line and with what follows in the text that was got.
pub(crate) fn difference(expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let (mut left, mut right) = (expected.split('\n'), got.split('\n'));
    let mut number = 0;
    loop {
        number += 1;
        let (want, have) = (left.next(), right.next());
        if want != have {
            let show = |l: Option<&str>| l.map_or("(end)".to_string(), shortened);
            let mut told =
                format!("line {number}\nexpected: {}\n     got: {}", show(want), show(have));
            for line in right.filter(|l| !l.is_empty()).take(CONTEXT) {
                told.push_str(&format!("\n          {}", shortened(line)));
            }
            return Some(told);
        }
        want?;
    }
}

/// Lines that are shown after the first that differs: a report of a crash or the output of `diff`,
/// say, takes more than one.
const CONTEXT: usize = 12;

fn shortened(line: &str) -> String {
    let mut text: String = line.chars().take(300).collect();
    if text.len() < line.len() {
        text.push_str("...");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_varies_is_taken_out() {
        for (text, expect) in [
            ("<0.83.0> and <12345.1.0>\n", "<PID> and <PID>\n"),
            ("#Ref<0.1.2.3> #Port<0.5>", "#Ref<...> #Port<...>"),
            ("<<1,2>> <a> <1> <<\"x\">> 1 < 2", "<<1,2>> <a> <1> <<\"x\">> 1 < 2"),
            ("heap_size: 233, reductions: 7", "heap_size: N, reductions: N"),
            ("=ERROR REPORT==== 1-Jan-2025::01:02:03.4 ===\nx\n", "=ERROR REPORT====\nx\n"),
        ] {
            assert_eq!(normal(text), expect);
        }
    }

    #[test]
    fn the_first_difference_is_told() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        let told = difference("a\nb\n", "a\nc\n\nd\n").unwrap();
        assert_eq!(told, "line 2\nexpected: b\n     got: c\n          d");
    }
}
