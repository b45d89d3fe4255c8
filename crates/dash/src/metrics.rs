//! Metrics as Prometheus reads them: its text format, or OpenMetrics if that is asked for.
//!
//! Figures that the collectors of the library `prometheus.erl` tell have their names, types, labels
//! and units here, so that dashboards which are there go on; the others begin with `maser_`.

mod families;

use crate::http::Answer;
use std::fmt::Write;

/// The type of a family.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Counter,
    Gauge,
    Untyped,
    Histogram,
}

/// All samples of a name.
struct Family {
    name: String,
    kind: Kind,
    help: &'static str,
    samples: Vec<Sample>,
}

/// A value, with its labels. A histogram has some for each of its labels, with suffixes.
struct Sample {
    suffix: &'static str,
    labels: Vec<(&'static str, String)>,
    value: f64,
}

impl Family {
    fn new(name: impl Into<String>, kind: Kind, help: &'static str) -> Family {
        Family { name: name.into(), kind, help, samples: Vec::new() }
    }

    /// With a value that has labels.
    fn with(mut self, labels: &[(&'static str, &str)], value: impl Number) -> Family {
        let labels = labels.iter().map(|&(name, value)| (name, value.to_owned())).collect();
        self.samples.push(Sample { suffix: "", labels, value: value.number() });
        self
    }

    /// With a histogram: counts of classes, their upper limits but for the last, and the sum.
    fn with_classes(
        mut self,
        label: (&'static str, &str),
        counts: &[u64],
        limits: &[f64],
        sum: f64,
    ) -> Family {
        let own = || vec![(label.0, label.1.to_owned())];
        let mut so_far = 0;
        for (i, count) in counts.iter().enumerate() {
            so_far += count;
            let limit = limits.get(i).map_or("+Inf".to_owned(), |limit| limit.to_string());
            let labels = own().into_iter().chain([("le", limit)]).collect();
            self.samples.push(Sample { suffix: "_bucket", labels, value: so_far as f64 });
        }
        self.samples.push(Sample { suffix: "_sum", labels: own(), value: sum });
        self.samples.push(Sample { suffix: "_count", labels: own(), value: so_far as f64 });
        self
    }
}

/// Numbers that may be values.
trait Number {
    fn number(self) -> f64;
}

impl Number for f64 {
    fn number(self) -> f64 {
        self
    }
}

impl Number for u64 {
    fn number(self) -> f64 {
        self as f64
    }
}

impl Number for usize {
    fn number(self) -> f64 {
        self as f64
    }
}

/// Which format.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Format {
    Text,
    OpenMetrics,
}

/// The metrics now, in the format that a request accepts.
pub fn answer(accept: &str) -> Answer {
    let (format, kind) = match accept.contains("application/openmetrics-text") {
        true => (Format::OpenMetrics, "application/openmetrics-text; version=1.0.0; charset=utf-8"),
        false => (Format::Text, "text/plain; version=0.0.4; charset=utf-8"),
    };
    Answer::ok(kind, text(&families::now(), format).into_bytes())
}

fn text(families: &[Family], format: Format) -> String {
    let mut out = String::new();
    for family in families.iter().filter(|family| !family.samples.is_empty()) {
        let open = format == Format::OpenMetrics;
        // In OpenMetrics, the name of a counter's family lacks the end of its sample's. A counter
        // without that end could not keep its name, so its type is not told.
        let short = family.name.strip_suffix("_total").filter(|_| open);
        let (name, kind) = match (family.kind, short) {
            (Kind::Counter, Some(short)) => (short, "counter"),
            (Kind::Counter, None) if open => (family.name.as_str(), "unknown"),
            (Kind::Untyped, _) if open => (family.name.as_str(), "unknown"),
            (Kind::Counter, _) => (family.name.as_str(), "counter"),
            (Kind::Gauge, _) => (family.name.as_str(), "gauge"),
            (Kind::Untyped, _) => (family.name.as_str(), "untyped"),
            (Kind::Histogram, _) => (family.name.as_str(), "histogram"),
        };
        let _ = writeln!(out, "# HELP {name} {}\n# TYPE {name} {kind}", family.help);
        for sample in &family.samples {
            let _ = write!(out, "{}{}", family.name, sample.suffix);
            for (i, (label, value)) in sample.labels.iter().enumerate() {
                let begin = if i == 0 { '{' } else { ',' };
                let _ = write!(out, "{begin}{label}=\"{}\"", escaped(value));
            }
            out += if sample.labels.is_empty() { "" } else { "}" };
            let _ = writeln!(out, " {}", sample.value);
        }
    }
    out + if format == Format::OpenMetrics { "# EOF\n" } else { "" }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Vec<Family> {
        vec![
            Family::new("a_total", Kind::Counter, "What it is.").with(&[], 3_u64),
            Family::new("b", Kind::Counter, "Of prometheus.erl.").with(&[("x", "a\"\\\n")], 1.5),
            Family::new("c_total", Kind::Gauge, "A gauge.").with(&[("x", "1"), ("y", "2")], 7_u64),
            Family::new("d", Kind::Untyped, "Whatever.").with(&[], 1_usize),
            Family::new("e", Kind::Gauge, "Nothing."),
            Family::new("f_seconds", Kind::Histogram, "Times.").with_classes(
                ("kind", "minor"),
                &[1, 2, 3],
                &[0.000002, 0.5],
                1.25,
            ),
        ]
    }

    #[test]
    fn prometheus_text() {
        let expected = "\
# HELP a_total What it is.
# TYPE a_total counter
a_total 3
# HELP b Of prometheus.erl.
# TYPE b counter
b{x=\"a\\\"\\\\\\n\"} 1.5
# HELP c_total A gauge.
# TYPE c_total gauge
c_total{x=\"1\",y=\"2\"} 7
# HELP d Whatever.
# TYPE d untyped
d 1
# HELP f_seconds Times.
# TYPE f_seconds histogram
f_seconds_bucket{kind=\"minor\",le=\"0.000002\"} 1
f_seconds_bucket{kind=\"minor\",le=\"0.5\"} 3
f_seconds_bucket{kind=\"minor\",le=\"+Inf\"} 6
f_seconds_sum{kind=\"minor\"} 1.25
f_seconds_count{kind=\"minor\"} 6
";
        assert_eq!(text(&some(), Format::Text), expected);
    }

    #[test]
    fn open_metrics() {
        let text = text(&some(), Format::OpenMetrics);
        assert!(text.starts_with("# HELP a What it is.\n# TYPE a counter\na_total 3\n"), "{text}");
        assert!(text.contains("# TYPE b unknown\nb{"), "{text}");
        assert!(text.contains("# TYPE c_total gauge\nc_total{"), "{text}");
        assert!(text.contains("# TYPE d unknown\n") && text.ends_with("\n# EOF\n"), "{text}");
    }
}
