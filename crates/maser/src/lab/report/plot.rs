//! Plots as SVG: ratios with their intervals, lines, histograms. Colours are those of the page.

use super::html::escape;
use super::model::Ratio;
use std::fmt::Write;

/// Units of a plot's width; what is drawn scales with the screen, letters too.
const WIDTH: f64 = 400.0;
const ROW: f64 = 17.0;
/// Where names end and the axis begins.
const LEFT: f64 = 150.0;
const RIGHT: f64 = WIDTH - 40.0;
/// A name that fits there.
const NAME: usize = 23;

/// A line of a plot of ratios: what is said, and a ratio unless it heads those below it.
pub(super) struct Bar {
    pub name: String,
    pub ratio: Option<Ratio>,
}

/// 1, 2 and 5 times the powers of ten from below `low` to above `high`.
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let all = (-9..10).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    let all: Vec<f64> = all.collect();
    let first = all.iter().rposition(|t| *t <= low * 1.000_001).unwrap_or(0);
    let last = all.iter().position(|t| *t >= high * 0.999_999).unwrap_or(all.len() - 1);
    all[first..=last.max(first)].to_vec()
}

/// The place of a value on a logarithmic axis.
fn place(value: f64, (low, high): (f64, f64), (from, to): (f64, f64)) -> f64 {
    if low >= high {
        return (from + to) / 2.0;
    }
    from + (to - from) * ((value / low).ln() / (high / low).ln()).clamp(0.0, 1.0)
}

/// A number as an axis has it.
pub(super) fn short(value: f64) -> String {
    let (value, unit) = match value {
        v if v >= 1e9 => (v / 1e9, "G"),
        v if v >= 1e6 => (v / 1e6, "M"),
        v if v >= 1e4 => (v / 1e3, "k"),
        v => (v, ""),
    };
    let digits = match value {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    };
    let text = format!("{value:.digits$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}")
}

/// A duration of so many nanoseconds.
pub(super) fn duration(nanos: f64) -> String {
    match nanos {
        n if n >= 1e9 => format!("{} s", short(n / 1e9)),
        n if n >= 1e6 => format!("{} ms", short(n / 1e6)),
        n if n >= 1e3 => format!("{} µs", short(n / 1e3)),
        n => format!("{} ns", short(n)),
    }
}

fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return escape(name);
    }
    escape(&name.chars().take(most - 1).chain(['…']).collect::<String>())
}

fn begin(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{0}\">\
         <title>{0}</title>\n",
        escape(title)
    )
}

fn text(out: &mut String, (x, y): (f64, f64), class: &str, body: &str) {
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{body}</text>");
}

fn line(out: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
    let _ = writeln!(
        out,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
    );
}

/// Ratios on a logarithmic axis, 1 marked, each with its interval. Nothing of nothing.
pub(super) fn ratios(title: &str, bars: &[Bar]) -> String {
    let all = || bars.iter().filter_map(|bar| bar.ratio);
    if all().next().is_none() {
        return String::new();
    }
    let low = all().map(|r| r.low).fold(1.0, f64::min);
    let high = all().map(|r| r.high).fold(1.0, f64::max);
    let ticks = ticks(low * 0.95, high * 1.05);
    let range = (ticks[0], ticks[ticks.len() - 1]);
    let at = |value: f64| place(value, range, (LEFT, RIGHT));
    let bottom = 8.0 + ROW * bars.len() as f64;
    let mut out = begin(WIDTH, bottom + 22.0, title);
    // Of many ticks only some have room for their numbers.
    let every = ticks.len().div_ceil(9);
    let one = ticks.iter().position(|t| (t - 1.0).abs() < 1e-9).unwrap_or(0);
    for (nth, &tick) in ticks.iter().enumerate() {
        let class = if nth == one { "one" } else { "grid" };
        line(&mut out, (at(tick), 4.0), (at(tick), bottom), class);
        if nth % every == one % every {
            text(&mut out, (at(tick), bottom + 14.0), "middle", &short(tick));
        }
    }
    for (nth, bar) in bars.iter().enumerate() {
        let y = 8.0 + ROW * nth as f64 + ROW / 2.0;
        let Some(ratio) = bar.ratio else {
            text(&mut out, (0.0, y + 4.0), "head", &cut(&bar.name, NAME));
            continue;
        };
        text(&mut out, (LEFT - 8.0, y + 4.0), "end", &cut(&bar.name, NAME));
        let class = if ratio.value >= 1.0 { "faster" } else { "slower" };
        let _ = writeln!(
            out,
            "<g class=\"{class}\"><title>{}: {:.2} ({:.2} to {:.2})</title>",
            escape(&bar.name),
            ratio.value,
            ratio.low,
            ratio.high
        );
        line(&mut out, (at(ratio.low), y), (at(ratio.high), y), "interval");
        for end in [ratio.low, ratio.high] {
            line(&mut out, (at(end), y - 3.0), (at(end), y + 3.0), "interval");
        }
        let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/></g>", at(ratio.value));
        text(&mut out, (WIDTH - 2.0, y + 4.0), "end", &format!("{:.2}", ratio.value));
    }
    out.push_str("</svg>\n");
    out
}

/// A line of a line plot.
pub(super) struct Curve {
    /// Its colour is that of the side of this number.
    pub side: usize,
    pub points: Vec<(f64, f64)>,
}

/// Lines over logarithmic axes, small: several stand side by side.
pub(super) fn curves(title: &str, x_name: &str, y_name: &str, curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|c| &c.points).filter(|p| p.0 > 0.0 && p.1 > 0.0);
    if points().next().is_none() {
        return String::new();
    }
    let (width, height, left, right, top, bottom) = (300.0, 190.0, 44.0, 290.0, 24.0, 150.0);
    let range = |of: fn(&(f64, f64)) -> f64| {
        let low = points().map(of).fold(f64::INFINITY, f64::min);
        (low, points().map(of).fold(0.0, f64::max))
    };
    let (xs, (low, high)) = (range(|p| p.0), range(|p| p.1));
    let y_ticks = ticks(low, high);
    let ys = (y_ticks[0], y_ticks[y_ticks.len() - 1]);
    let x = |value: f64| place(value, xs, (left + 14.0, right - 14.0));
    let y = |value: f64| place(value, ys, (bottom, top));
    let mut out = begin(width, height, title);
    text(&mut out, (4.0, 12.0), "head", &escape(title));
    let every = y_ticks.len().div_ceil(6);
    for (nth, &tick) in y_ticks.iter().enumerate() {
        line(&mut out, (left, y(tick)), (right, y(tick)), "grid");
        if nth % every == 0 {
            text(&mut out, (left - 4.0, y(tick) + 4.0), "end", &short(tick));
        }
    }
    let mut marks: Vec<f64> = points().map(|p| p.0).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    for mark in marks {
        line(&mut out, (x(mark), top), (x(mark), bottom), "grid");
        text(&mut out, (x(mark), bottom + 14.0), "middle", &short(mark));
    }
    text(&mut out, ((left + right) / 2.0, bottom + 32.0), "middle", &escape(x_name));
    text(&mut out, (4.0, bottom + 32.0), "start", &escape(y_name));
    for curve in curves {
        let path: Vec<String> =
            curve.points.iter().map(|p| format!("{:.1},{:.1}", x(p.0), y(p.1))).collect();
        let _ = write!(
            out,
            "<g class=\"side{}\"><polyline points=\"{}\"/>",
            curve.side,
            path.join(" ")
        );
        for point in &curve.points {
            let _ = write!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"><title>{}: {}</title></circle>",
                x(point.0),
                y(point.1),
                short(point.0),
                short(point.1)
            );
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// For each side how large a part of the calls took how long.
pub(super) fn histogram(title: &str, names: &[String], sides: &[Vec<(u64, u64)>]) -> String {
    let mut steps: Vec<u64> = sides.iter().flatten().map(|(at, _)| *at).collect();
    steps.sort_unstable();
    steps.dedup();
    if steps.is_empty() {
        return String::new();
    }
    let totals: Vec<f64> = sides
        .iter()
        .map(|side| side.iter().map(|(_, n)| *n as f64).sum::<f64>().max(1.0))
        .collect();
    let part = |side: usize, at: u64| -> f64 {
        let count = sides[side].iter().find(|(step, _)| *step == at).map_or(0, |(_, n)| *n);
        count as f64 / totals[side]
    };
    let most = (0..sides.len())
        .flat_map(|side| steps.iter().map(move |&at| (side, at)))
        .map(|(side, at)| part(side, at))
        .fold(0.0, f64::max);
    let (left, right, top, bottom) = (40.0, WIDTH - 6.0, 24.0, 190.0);
    let mut out = begin(WIDTH, 226.0, title);
    text(&mut out, (4.0, 12.0), "head", &escape(title));
    for quarter in 0..5 {
        let share = most * f64::from(quarter) / 4.0;
        let y = bottom - (bottom - top) * f64::from(quarter) / 4.0;
        line(&mut out, (left, y), (right, y), "grid");
        text(&mut out, (left - 4.0, y + 4.0), "end", &format!("{:.0} %", 100.0 * share));
    }
    let step = (right - left) / steps.len() as f64;
    let every = (60.0 / step).ceil().max(1.0) as usize;
    for (nth, &at) in steps.iter().enumerate() {
        let x = left + step * nth as f64;
        if nth % every == 0 {
            line(&mut out, (x, bottom), (x, bottom + 4.0), "grid");
            text(&mut out, (x, bottom + 16.0), "start", &duration(at as f64));
        }
        let width = (step - 1.0) / sides.len() as f64;
        for (side, name) in names.iter().enumerate().take(sides.len()) {
            let height = (bottom - top) * part(side, at) / most.max(f64::MIN_POSITIVE);
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
                 class=\"side{side}\"><title>{}: {:.2} % from {}</title></rect>",
                x + width * side as f64,
                bottom - height,
                escape(name),
                100.0 * part(side, at),
                duration(at as f64)
            );
        }
    }
    text(&mut out, ((left + right) / 2.0, bottom + 32.0), "middle", "a call takes at least");
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_reaches_around_its_values() {
        assert_eq!(ticks(0.3, 3.0), [0.2, 0.5, 1.0, 2.0, 5.0]);
        assert_eq!(ticks(1.0, 10.0), [1.0, 2.0, 5.0, 10.0]);
        assert_eq!(ticks(3.0, 3.0), [2.0, 5.0]);
        assert_eq!(place(10.0, (1.0, 100.0), (0.0, 50.0)), 25.0);
        assert_eq!(place(7.0, (7.0, 7.0), (0.0, 50.0)), 25.0);
        assert_eq!(place(0.001, (1.0, 100.0), (0.0, 50.0)), 0.0, "stays inside");
    }

    #[test]
    fn numbers_are_short() {
        let all = [0.05, 1.0, 2.5, 100.0, 2000.0, 20_000.0, 1e6].map(short);
        assert_eq!(all, ["0.05", "1", "2.5", "100", "2000", "20k", "1M"]);
        assert_eq!(duration(1536.0), "1.54 µs");
        assert_eq!(duration(2.5e9), "2.5 s");
    }

    #[test]
    fn a_plot_of_nothing_is_nothing() {
        assert_eq!(ratios("x", &[]), "");
        assert_eq!(curves("x", "a", "b", &[]), "");
        assert_eq!(histogram("x", &[], &[]), "");
    }

    #[test]
    fn names_are_escaped_and_cut() {
        let ratio = Ratio { value: 2.0, low: 1.5, high: 2.5, sure: 0.0 };
        let bar = Bar { name: "<b>".repeat(20), ratio: Some(ratio) };
        let svg = ratios("a & b", &[bar]);
        assert!(svg.contains("a &amp; b") && !svg.contains("<b>"), "{svg}");
        assert!(svg.contains("…") && svg.contains("class=\"faster\""));
        assert!(svg.contains(">1</text>") && svg.contains("class=\"one\""));
    }
}
