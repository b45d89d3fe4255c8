//! Prints results as a table: medians, spread, ratios, their geometric mean.

use super::Emulator;
use super::run::{Results, Side};
use super::spec::Lab;

/// The beginning of a note that has the counts of calls by how long they took, for a plot.
pub(crate) const LATENCY: &str = "latency_ns ";

/// The middle of the times, in microseconds.
pub(crate) fn median(times: &[u64]) -> f64 {
    crate::median::median(times.iter().map(|&t| t as f64))
}

/// Stock's time by Maser's: above 1 Maser is faster. Nothing unless both have times.
pub(crate) fn ratio(results: &Results) -> Option<f64> {
    let [stock, maser, ..] = &results.sides[..] else { return None };
    if results.check || stock.micros.is_empty() || maser.micros.is_empty() {
        return None;
    }
    Some(median(&stock.micros) / median(&maser.micros).max(1.0))
}

/// The geometric mean, nothing of nothing.
pub(crate) fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let logs: f64 = ratios.iter().map(|r| r.ln()).sum();
    (!ratios.is_empty()).then(|| (logs / ratios.len() as f64).exp())
}

/// Bytes for each process between the marks, if the case has them.
pub(crate) fn bytes_each(side: &Side, size: u64) -> Option<f64> {
    let [.., (_, before), (_, after)] = &side.marks[..] else { return None };
    Some(after.saturating_sub(*before) as f64 / size.max(1) as f64)
}

/// The name of a case as the table shows it.
pub(crate) fn name(lab: &Lab, results: &Results) -> String {
    let sized = lab.groups.iter().flat_map(|g| &g.cases).any(|c| c.name == results.case && c.sized);
    let size = if sized { format!(" {}", grouped(results.size)) } else { String::new() };
    let group =
        if results.group.is_empty() { String::new() } else { format!("{}: ", results.group) };
    format!("{group}{}{size}", results.case)
}

/// Prints everything that was measured.
pub(crate) fn print(lab: &Lab, all: &[Results], emulators: &[Emulator]) {
    let names: Vec<String> = all.iter().map(|r| name(lab, r)).collect();
    let width = names.iter().map(|n| n.chars().count()).max().unwrap_or(0).max(4);
    let mut head = format!("{:<width$}", "case");
    for emulator in emulators {
        let unit = if lab.each { "ns" } else { "ms" };
        head.push_str(&format!(
            "  {:>10} {:>19}",
            format!("{} {unit}", emulator.name),
            "min - max"
        ));
        if lab.memory {
            head.push_str(&format!(" {:>8}", "peak MB"));
        }
    }
    if emulators.len() > 1 {
        head.push_str("   ratio");
    }
    if let [_, _, third] = emulators {
        head.push_str(&format!("  by {}", third.name));
    }
    println!("{head}\n{}", "-".repeat(head.chars().count()));
    for (results, name) in all.iter().zip(&names) {
        let mut line = format!("{name:<width$}");
        for side in &results.sides {
            let in_unit = if lab.each { 1000.0 / results.size.max(1) as f64 } else { 1e-3 };
            line.push_str(&figures(side, in_unit, lab.memory));
        }
        if let Some(ratio) = ratio(results) {
            line.push_str(&format!("  {ratio:6.2}"));
        }
        if let [_, maser, program] = &results.sides[..] {
            let times = median(&maser.micros) / median(&program.micros);
            line.push_str(&format!(" {times:6.2}"));
        }
        println!("{line}");
        for (side, emulator) in results.sides.iter().zip(emulators) {
            if let Some(why) = &side.failure {
                println!("{:width$}  {}: {why}", "", emulator.name);
            }
            if let Some(bytes) = bytes_each(side, results.size) {
                let first = bytes_each(&results.sides[0], results.size).filter(|b| *b > 0.0);
                let part = first.filter(|_| emulator.name != emulators[0].name);
                let part =
                    part.map(|of| format!(", {:.2} of those of {}", bytes / of, emulators[0].name));
                println!(
                    "{:width$}  {}: {bytes:.0} bytes resident each{}",
                    "",
                    emulator.name,
                    part.unwrap_or_default()
                );
            }
            for note in side.notes.iter().filter(|note| !note.starts_with(LATENCY)) {
                println!("{:width$}  {}: {note}", "", emulator.name);
            }
        }
    }
    print_mean(all, emulators);
    for line in flatness(all, emulators) {
        println!("{line}");
    }
}

/// Prints the mean of all ratios, and what they are.
fn print_mean(all: &[Results], emulators: &[Emulator]) {
    let ratios: Vec<f64> = all.iter().filter_map(ratio).collect();
    if let Some(mean) = geometric_mean(&ratios) {
        println!("\nratio is stock's time by Maser's (above 1: Maser is faster)");
        println!("geometric mean of {} ratios: {mean:.2}", ratios.len());
        match emulators {
            [_, _, third] if third.is_program => {
                println!("by C is Maser's time by that of the program in C");
            }
            [_, _, third] => println!("by {0} is Maser's time by that of {0}", third.name),
            _ => {}
        }
    }
}

/// The times of a side, of which a microsecond is so many of the table's unit.
fn figures(side: &Side, in_unit: f64, memory: bool) -> String {
    let mut text = if side.micros.is_empty() {
        let word = if side.failure.is_some() { "failed" } else { "-" };
        format!("  {word:>10} {:>19}", "")
    } else {
        let low = side.micros.iter().min().copied().unwrap_or(0) as f64 * in_unit;
        let high = side.micros.iter().max().copied().unwrap_or(0) as f64 * in_unit;
        let middle = median(&side.micros) * in_unit;
        format!("  {middle:>10.1} {:>19}", format!("{low:.1} - {high:.1}"))
    };
    if memory {
        text.push_str(&format!(" {:>8.0}", side.peak as f64 / 1e6));
    }
    text
}

/// For each case at several sizes: whether the largest took more memory than a smaller one.
pub(crate) fn flatness(all: &[Results], emulators: &[Emulator]) -> Vec<String> {
    let mut lines = Vec::new();
    for large in all {
        let same = |r: &&Results| r.group == large.group && r.case == large.case;
        let sizes = all.iter().filter(same);
        let Some(small) = sizes.filter(|r| r.size * 2 < large.size).max_by_key(|r| r.size) else {
            continue;
        };
        if all.iter().filter(same).any(|r| r.size > large.size) {
            continue;
        }
        for (nth, emulator) in emulators.iter().enumerate() {
            let (few, many) = (small.sides[nth].peak, large.sides[nth].peak);
            if few == 0 || many == 0 || large.sides[nth].micros.is_empty() {
                continue;
            }
            // A tenth and 32 MB are the noise of allocators and of the moment of reading.
            let flat = many <= few + few / 10 + 32_000_000;
            lines.push(format!(
                "memory of {} {} on {}: {:.0} MB for {}, {:.0} MB for {}: {}",
                large.group,
                large.case,
                emulator.name,
                few as f64 / 1e6,
                grouped(small.size),
                many as f64 / 1e6,
                grouped(large.size),
                if flat { "flat" } else { "GROWS" },
            ));
        }
    }
    lines
}

/// 1000000 as 1,000,000.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(stock: &[u64], maser: &[u64]) -> Results {
        let side = |micros: &[u64]| Side { micros: micros.to_vec(), ..Side::default() };
        let sides = vec![side(stock), side(maser)];
        Results { group: "g".into(), case: "c".into(), size: 10, check: false, sides }
    }

    #[test]
    fn medians_and_ratios() {
        assert_eq!(median(&[5, 1, 9]), 5.0);
        assert_eq!(median(&[1, 2, 3, 10]), 2.5);
        assert_eq!(ratio(&results(&[200, 100, 300], &[100])), Some(2.0));
        assert_eq!(ratio(&results(&[200], &[])), None);
        let mean = geometric_mean(&[0.5, 2.0]).unwrap();
        assert!((mean - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn memory_per_process_is_the_difference_of_the_last_marks() {
        let mut side = Side::default();
        assert_eq!(bytes_each(&side, 10), None);
        side.marks = vec![("before".into(), 1000), ("after".into(), 6000)];
        assert_eq!(bytes_each(&side, 10), Some(500.0));
    }

    #[test]
    fn growing_memory_is_noticed() {
        let emulators =
            [Emulator { name: "maser", erl: "erl".into(), is_program: false, native: true }];
        let at = |size: u64, peak: u64| Results {
            group: "g".into(),
            case: "c".into(),
            size,
            check: false,
            sides: vec![Side { micros: vec![1], peak, ..Side::default() }],
        };
        let flat = flatness(&[at(1000, 100_000_000), at(10_000, 120_000_000)], &emulators);
        assert!(flat.len() == 1 && flat[0].ends_with("flat"), "{flat:?}");
        let grows = flatness(&[at(1000, 100_000_000), at(10_000, 900_000_000)], &emulators);
        assert!(grows[0].ends_with("GROWS"), "{grows:?}");
    }
}
