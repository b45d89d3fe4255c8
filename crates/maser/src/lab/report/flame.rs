//! A flame graph as SVG: what functions were seen running, above those that had called them.

use super::html::escape;
use std::collections::BTreeMap;
use std::fmt::Write;

const WIDTH: f64 = 1000.0;
const ROW: f64 = 17.0;
/// Narrower frames than this are left out.
const LEAST: f64 = 0.8;
/// The width of a letter.
const LETTER: f64 = 6.4;

/// A function in a place of the stack, and those that it had called.
#[derive(Default)]
struct Frame {
    count: u64,
    callees: BTreeMap<String, Frame>,
}

/// The graph of stacks, outermost function first, separated by semicolons.
pub(super) fn graph(title: &str, stacks: &[(String, u64)]) -> String {
    let mut all = Frame::default();
    for (stack, count) in stacks {
        let mut frame = &mut all;
        frame.count += count;
        let mut names: Vec<&str> = stack.split(';').collect();
        // A function that calls itself is one frame: how deep it was says little.
        names.dedup();
        for name in names {
            frame = frame.callees.entry(name.to_string()).or_default();
            frame.count += count;
        }
    }
    if all.count == 0 {
        return String::new();
    }
    let scale = WIDTH / all.count as f64;
    let height = ROW * depth(&all, scale) as f64 + 4.0;
    let mut out = format!(
        "<svg class=\"flame\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{0}\">\
         <title>{0}</title>\n",
        escape(title)
    );
    let total = all.count;
    draw(&mut out, &all, (0.0, height - 2.0), scale, total);
    out.push_str("</svg>\n");
    out
}

/// How many frames are wide enough to be seen above each other.
fn depth(frame: &Frame, scale: f64) -> usize {
    let seen = frame.callees.values().filter(|f| f.count as f64 * scale >= LEAST);
    seen.map(|f| 1 + depth(f, scale)).max().unwrap_or(0)
}

/// Draws what a frame called, from its left edge, above its upper edge.
fn draw(out: &mut String, frame: &Frame, (mut x, bottom): (f64, f64), scale: f64, total: u64) {
    let mut callees: Vec<(&String, &Frame)> = frame.callees.iter().collect();
    // The most frequent ones stand left.
    callees.sort_by_key(|(_, f)| std::cmp::Reverse(f.count));
    for (name, callee) in callees {
        let width = callee.count as f64 * scale;
        if width < LEAST {
            continue;
        }
        let top = bottom - ROW;
        let _ = write!(
            out,
            "<g><title>{}: {} of {total}, {:.1} %</title><rect x=\"{x:.1}\" y=\"{top:.1}\" \
             width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            escape(name),
            callee.count,
            100.0 * callee.count as f64 / total as f64,
            (width - 0.6).max(0.4),
            ROW - 1.0,
            colour(name)
        );
        let room = ((width - 6.0) / LETTER) as usize;
        if room >= 4 {
            let length = name.chars().count();
            let shown: String = match length <= room {
                true => name.clone(),
                false => name.chars().take(room - 1).chain(['…']).collect(),
            };
            let _ = write!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 3.0,
                bottom - 5.0,
                escape(&shown)
            );
        }
        out.push_str("</g>\n");
        draw(out, callee, (x, top), scale, total);
        x += width;
    }
}

/// A light colour for all functions of a module.
fn colour(name: &str) -> String {
    let module = name.split_once(':').map_or("", |(module, _)| module);
    // FNV-1a: neighbours in the alphabet are to look different.
    let hash =
        module.bytes().fold(0x811c_9dc5_u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    match module {
        "" => "#cfcfc4".into(),
        _ => format!("hsl({},{}%,{}%)", 10 + hash % 50, 75 + hash / 64 % 20, 66 + hash / 4096 % 12),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stacks(all: &[(&str, u64)]) -> Vec<(String, u64)> {
        all.iter().map(|(s, n)| (s.to_string(), *n)).collect()
    }

    #[test]
    fn frames_stand_on_their_callers() {
        let svg = graph("g", &stacks(&[("c;m:a/1;m:b/1", 3), ("c;m:a/1;m:a/1;m:a/1", 1)]));
        assert!(svg.contains("viewBox=\"0 0 1000 55\""), "three rows: {svg}");
        assert!(svg.contains("<title>m:a/1: 4 of 4, 100.0 %</title>"), "{svg}");
        assert!(svg.contains("<title>m:b/1: 3 of 4, 75.0 %</title>"), "{svg}");
        assert_eq!(svg.matches("m:a/1: ").count(), 1, "{svg}");
    }

    #[test]
    fn names_are_escaped_and_nothing_is_drawn_of_nothing() {
        let svg = graph("g", &stacks(&[("m:'<x>'/1", 3)]));
        assert!(svg.contains("m:&#39;&lt;x&gt;&#39;/1") && !svg.contains("<x>"), "{svg}");
        assert_eq!(graph("g", &[]), "");
    }
}
