//! The page: one file of HTML, well-formed as XML too, that needs nothing from elsewhere.

use super::flame;
use super::html::escape;
use super::model::{Ratio, Row, Section};
use super::plot::{self, Bar, Curve};
use crate::lab::table::grouped;
use std::fmt::Write;

/// Fewer samples than these make no graph.
const SAMPLES: u64 = 20;
const STYLE: &str = include_str!("page.css");

/// The head of the page: names and texts, not escaped.
pub(super) struct Head {
    pub title: String,
    pub facts: Vec<(&'static str, String)>,
}

/// The whole page.
pub(super) fn page(head: &Head, sections: &[Section]) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escape(&head.title)
    );
    out.push_str("<div class=\"box\"><table class=\"facts\">\n");
    for (name, what) in &head.facts {
        let _ = writeln!(out, "<tr><th>{}</th><td>{}</td></tr>", escape(name), escape(what));
    }
    out.push_str("</table></div>\n");
    if sections.len() > 1 {
        summary(&mut out, sections);
    }
    for section in sections {
        lab(&mut out, section);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn summary(out: &mut String, sections: &[Section]) {
    out.push_str(
        "<section id=\"summary\">\n<h2>Summary</h2>\n\
         <p>The geometric mean of each lab's ratios: how many times as fast the second of the two \
         is as the first. The lines reach from the least ratio of a case to the greatest.</p>\n",
    );
    let with_mean = sections.iter().filter(|s| s.mean().is_some());
    let bars: Vec<Bar> = with_mean.map(|s| Bar { name: s.name.clone(), ratio: s.mean() }).collect();
    plotted(out, &plot::ratios("Geometric mean of each lab", &bars));
    out.push_str(
        "<div class=\"box\"><table>\n<tr><th>lab</th><th>compared</th><th>cases</th>\
         <th>mean</th><th>least</th><th>greatest</th><th class=\"words\"></th></tr>\n",
    );
    for section in sections {
        let figures = match section.mean() {
            Some(r) => {
                format!("{}<td>{:.2}</td><td>{:.2}</td>", ratio_cell(r.value), r.low, r.high)
            }
            None => "<td>–</td><td></td><td></td>".to_string(),
        };
        let failed = section.rows.iter().filter(|row| !row.failures.is_empty()).count();
        let said = match (&section.failure, &section.left_out) {
            (Some(_), _) => "<span class=\"bad\">failed</span>".to_string(),
            (None, Some(why)) => format!("left out: {}", escape(why)),
            (None, None) if failed > 0 => format!("<span class=\"bad\">{failed} failed</span>"),
            _ => String::new(),
        };
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2}</td>{figures}\
             <td class=\"words\">{said}</td></tr>",
            escape(&section.name),
            escape(&section.sides.iter().take(2).cloned().collect::<Vec<_>>().join(" / ")),
            section.measured(),
        );
    }
    out.push_str("</table></div>\n</section>\n");
}

fn lab(out: &mut String, section: &Section) {
    let _ = writeln!(
        out,
        "<section id=\"{0}\">\n<h2>{0}</h2>\n<p>{1}</p>",
        escape(&section.name),
        escape(&section.about)
    );
    if let Some(why) = &section.left_out {
        let _ = writeln!(out, "<p>Left out: {}</p>", escape(why));
    }
    if let Some(why) = &section.failure {
        let _ = writeln!(out, "<p class=\"bad\">Failed: {}</p>", escape(why));
    }
    if !section.rows.is_empty() {
        ratios(out, section);
        table(out, section);
        scaling(out, section);
        latencies(out, section);
    }
    for remark in &section.remarks {
        let _ = writeln!(out, "<p class=\"faint\">{}</p>", escape(remark));
    }
    stacks(out, section);
    out.push_str("</section>\n");
}

fn plotted(out: &mut String, svg: &str) {
    if !svg.is_empty() {
        let _ = write!(out, "<div class=\"plot\">\n{svg}</div>\n");
    }
}

fn ratios(out: &mut String, section: &Section) {
    let Some(mean) = section.mean() else { return };
    let [first, second, ..] = &section.sides[..] else { return };
    let _ = writeln!(
        out,
        "<p>Time of {0} by that of {1}: above 1, {1} is faster. \
         Geometric mean of {2}: <strong>{3:.2}</strong></p>",
        escape(first),
        escape(second),
        section.measured(),
        mean.value
    );
    let mut bars = Vec::new();
    let mut group = "";
    for row in &section.rows {
        let Some(ratio) = row.ratio() else { continue };
        if row.group != group {
            group = &row.group;
            bars.push(Bar { name: group.to_string(), ratio: None });
        }
        bars.push(Bar { name: row.label.clone(), ratio: Some(ratio) });
    }
    plotted(out, &plot::ratios(&format!("Ratios of {}", section.name), &bars));
    let _ = writeln!(out, "<p class=\"faint\">{}</p>", escape(&meaning(section)));
}

/// The legend of the plot's lines.
fn meaning(section: &Section) -> String {
    let runs = section.rows.iter().filter(|r| r.ratio().is_some()).map(|r| r.figures[0].len());
    let (least, most) = (runs.clone().min().unwrap_or(0), runs.max().unwrap_or(0));
    let runs = if least == most { format!("{most}") } else { format!("{least} to {most}") };
    let sure = section.rows.iter().filter_map(Row::ratio).map(|r| r.sure);
    let sure = sure.fold(1.0, f64::min);
    if most < 2 {
        "Dots are ratios of single runs: nothing is known of how they vary.".to_string()
    } else if sure >= 0.95 {
        format!(
            "Dots are ratios of medians of {runs} runs; the true median is in the line at 95 %."
        )
    } else {
        format!(
            "Dots are ratios of medians; lines reach from the least to the greatest ratio of {runs} \
             runs: too few for an interval at 95 %."
        )
    }
}

/// The columns of a table that not every section has.
struct Columns<'a> {
    /// Bytes of a thing that was made.
    each: bool,
    notes: bool,
    /// The side by which Maser is compared besides stock.
    third: Option<&'a String>,
}

impl Columns<'_> {
    fn of(section: &Section) -> Columns<'_> {
        Columns {
            each: section.rows.iter().any(|row| row.each.iter().any(Option::is_some)),
            notes: section.rows.iter().any(|row| row.notes.len() + row.failures.len() > 0),
            third: section.sides.get(2),
        }
    }

    /// How many columns there are in all.
    fn count(&self, section: &Section) -> usize {
        let of_side = 2 + usize::from(section.memory) + usize::from(self.each);
        4 + usize::from(self.notes)
            + section.sides.len() * of_side
            + usize::from(self.third.is_some())
    }
}

fn table(out: &mut String, section: &Section) {
    let columns = Columns::of(section);
    out.push_str("<div class=\"box\"><table>\n");
    titles(out, section, &columns);
    let mut group = "";
    for row in &section.rows {
        if row.group != group {
            group = &row.group;
            let _ = writeln!(
                out,
                "<tr class=\"group\"><td colspan=\"{}\">{}</td></tr>",
                columns.count(section),
                escape(group)
            );
        }
        case(out, section, row, &columns);
    }
    out.push_str("</table></div>\n");
}

/// The first row.
fn titles(out: &mut String, section: &Section, columns: &Columns) {
    out.push_str("<tr><th>case</th>");
    for side in &section.sides {
        let side = escape(side);
        let _ = write!(out, "<th>{side}</th><th>least – most</th>");
        if section.memory {
            let _ = write!(out, "<th>peak MB</th>");
        }
        if columns.each {
            out.push_str("<th>bytes each</th>");
        }
    }
    out.push_str("<th>runs</th><th>ratio</th><th>interval</th>");
    if let Some(third) = columns.third {
        let _ = write!(out, "<th>by {}</th>", escape(third));
    }
    out.push_str(if columns.notes { "<th class=\"words\">notes</th></tr>\n" } else { "</tr>\n" });
}

/// The row of a case.
fn case(out: &mut String, section: &Section, row: &Row, columns: &Columns) {
    let _ = write!(out, "<tr><td>{}</td>", escape(&row.label));
    for side in 0..section.sides.len() {
        figures(out, row, side);
        if section.memory {
            let peak = row.peaks.get(side).map_or(0.0, |p| *p as f64 / 1e6);
            let _ = write!(out, "<td>{peak:.0}</td>");
        }
        if columns.each {
            let bytes = row.each.get(side).copied().flatten();
            let bytes = bytes.map_or(String::new(), |b| grouped(b.round() as u64));
            let _ = write!(out, "<td>{bytes}</td>");
        }
    }
    let _ = write!(out, "<td>{}</td>", row.figures.iter().map(Vec::len).max().unwrap_or(0));
    match row.ratio() {
        Some(Ratio { value, .. }) if row.figures[..2].iter().any(|f| f.len() < 2) => {
            let _ = write!(out, "{}<td>–</td>", ratio_cell(value));
        }
        Some(Ratio { value, low, high, .. }) => {
            let _ = write!(out, "{}<td>{low:.2} – {high:.2}</td>", ratio_cell(value));
        }
        None => out.push_str("<td></td><td></td>"),
    }
    if columns.third.is_some() {
        let by = row.median(1).zip(row.median(2)).map(|(maser, other)| maser / other);
        let _ = write!(out, "<td>{}</td>", by.map_or(String::new(), |b| format!("{b:.2}")));
    }
    if columns.notes {
        let failures = row.failures.iter().map(|(who, why)| {
            format!("<span class=\"bad\">{}: {}</span>", escape(who), escape(why))
        });
        let notes =
            row.notes.iter().map(|(who, what)| format!("{}: {}", escape(who), escape(what)));
        let mut words: Vec<String> = failures.chain(notes).collect();
        words.dedup();
        let _ = write!(out, "<td class=\"words\">{}</td>", words.join("<br/>"));
    }
    out.push_str("</tr>\n");
}

fn figures(out: &mut String, row: &Row, side: usize) {
    let all = row.figures.get(side).map_or(&[][..], |f| f);
    let Some(median) = row.median(side) else {
        let failed = !row.failures.is_empty();
        let word = if failed { "<span class=\"bad\">failed</span>" } else { "–" };
        let _ = write!(out, "<td>{word}</td><td></td>");
        return;
    };
    let least = figure(all.iter().copied().fold(f64::INFINITY, f64::min));
    let most = figure(all.iter().copied().fold(0.0, f64::max));
    let _ = write!(out, "<td>{} {}</td><td>{least} – {most}</td>", figure(median), row.unit);
}

/// Three digits of a number, and those that stand before the point.
fn figure(value: f64) -> String {
    match value {
        v if v >= 99.95 => grouped(v.round() as u64),
        v if v >= 9.995 => format!("{v:.1}"),
        v if v >= 0.9995 => format!("{v:.2}"),
        v => format!("{v:.3}"),
    }
}

fn ratio_cell(value: f64) -> String {
    let class = if value >= 1.0 { "good" } else { "bad" };
    format!("<td class=\"{class}\">{value:.2}</td>")
}

fn key(out: &mut String, sides: &[String]) {
    out.push_str("<p class=\"key faint\">");
    for (nth, side) in sides.iter().enumerate() {
        let _ = write!(out, "<span class=\"k{nth}\"></span>{}", escape(side));
    }
    out.push_str("</p>\n");
}

/// How times grow with the size of a case, and with the number of schedulers.
fn scaling(out: &mut String, section: &Section) {
    let sizes = |row: &Row| (row.size > 0).then_some((row.group.clone(), row.size as f64));
    let mut plots = lines(section, "size", sizes);
    let schedulers = |row: &Row| Some((row.label.clone(), schedulers(&row.group)?));
    plots.extend(lines(section, "schedulers", schedulers));
    if plots.is_empty() {
        return;
    }
    out.push_str("<details>\n<summary>Scaling: time by size and schedulers</summary>\n");
    key(out, &section.sides);
    let _ = write!(out, "<div class=\"several\">\n{}</div>\n</details>\n", plots.concat());
}

/// The number of schedulers that a group named `+S N:N` has.
fn schedulers(group: &str) -> Option<f64> {
    let (all, online) = group.strip_prefix("+S ")?.split_once(':')?;
    (all == online).then(|| all.parse().ok())?
}

/// A plot for each case that is there several times with the same `of`.0 and distinct `of`.1.
fn lines(section: &Section, axis: &str, of: impl Fn(&Row) -> Option<(String, f64)>) -> Vec<String> {
    let mut seen: Vec<(String, String)> = Vec::new();
    let mut plots = Vec::new();
    for row in section.rows.iter().filter(|row| row.measured) {
        let Some((same, _)) = of(row) else { continue };
        let id = (row.case.clone(), same.clone());
        if seen.contains(&id) {
            continue;
        }
        let alike = section.rows.iter().filter(|other| other.case == row.case);
        let mut points: Vec<(f64, &Row)> = alike
            .filter_map(|other| of(other).filter(|(of, _)| *of == same).map(|(_, x)| (x, other)))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points.dedup_by(|a, b| a.0 == b.0);
        seen.push(id);
        if points.len() < 2 {
            continue;
        }
        let curve = |side| Curve {
            side,
            points: points.iter().filter_map(|(x, row)| Some((*x, row.median(side)?))).collect(),
        };
        let curves: Vec<Curve> = (0..section.sides.len()).map(curve).collect();
        let title = match axis {
            "size" if same.is_empty() => row.case.clone(),
            "size" => format!("{}, {same}", row.case),
            _ => row.label.clone(),
        };
        plots.push(plot::curves(&title, axis, row.unit, &curves));
    }
    plots
}

fn latencies(out: &mut String, section: &Section) {
    for row in &section.rows {
        if row.latencies.iter().all(Vec::is_empty) {
            continue;
        }
        let _ = writeln!(out, "<h3>How long calls take</h3>");
        key(out, &section.sides);
        let title = match &row.group[..] {
            "" => row.case.clone(),
            group => format!("{group}: {}", row.case),
        };
        plotted(out, &plot::histogram(&title, &section.sides, &row.latencies));
    }
}

fn stacks(out: &mut String, section: &Section) {
    let samples: u64 = section.stacks.iter().map(|(_, count)| count).sum();
    let svg = flame::graph(&format!("Functions of {}", section.name), &section.stacks);
    if samples < SAMPLES {
        return;
    }
    let _ = write!(
        out,
        "<details>\n<summary>Flame graph: what its functions cost</summary>\n\
         <p class=\"faint\">{} samples of running and runnable processes, in a run of its own on \
         {}; the cases are the lowest row, each function stands on those that had called it. \
         Processes are seen where they can be interrupted.</p>\n\
         <div class=\"box\">\n{svg}</div>\n</details>\n",
        grouped(samples),
        escape(&section.sampled)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether all elements are closed in the order in which they are opened.
    fn well_formed(page: &str) -> Result<(), String> {
        let mut open: Vec<&str> = Vec::new();
        for part in page.split('<').skip(1) {
            let (tag, _) = part.split_once('>').ok_or(part)?;
            if tag.starts_with('!') || tag.ends_with('/') {
                continue;
            }
            match tag.strip_prefix('/') {
                Some(name) if open.pop() == Some(name) => {}
                Some(name) => return Err(format!("</{name}> in {open:?}")),
                None => open.push(tag.split(' ').next().unwrap_or(tag)),
            }
        }
        if open.is_empty() { Ok(()) } else { Err(format!("{open:?} are open")) }
    }

    fn row(group: &str, case: &str, size: u64, figures: &[&[f64]]) -> Row {
        Row {
            group: group.into(),
            case: case.into(),
            label: case.into(),
            size,
            unit: "ms",
            figures: figures.iter().map(|f| f.to_vec()).collect(),
            measured: true,
            peaks: vec![10_000_000; figures.len()],
            each: vec![None; figures.len()],
            ..Row::default()
        }
    }

    fn full() -> Vec<Section> {
        let mut one = Section::new("one", "what <it> is");
        one.sides = vec!["stock".into(), "maser".into(), "C".into()];
        one.memory = true;
        one.rows = vec![
            row("+S 1:1", "a", 10, &[&[4.0, 5.0], &[2.0, 2.0], &[1.0]]),
            row("+S 1:1", "a", 100, &[&[40.0], &[20.0], &[10.0]]),
            row("+S 2:2", "a", 10, &[&[3.0], &[6.0], &[]]),
            row("+S 2:2", "b", 10, &[&[3.0], &[], &[]]),
        ];
        one.rows[0].latencies = vec![vec![(1024, 7), (2048, 3)], vec![(512, 9)], vec![]];
        one.rows[0].notes.push(("maser".into(), "<script>&".into()));
        one.rows[3].failures.push(("maser".into(), "ended \u{1b}[0m \"so\"".into()));
        one.stacks = vec![("a;m:f/1;m:g/2".into(), 50)];
        one.sampled = "maser".into();
        let mut two = Section::new("two", "another");
        two.left_out = Some("ab & php are missing".into());
        let mut three = Section::new("three", "a third");
        three.failure = Some("<oops>".into());
        vec![one, two, three]
    }

    fn whole(sections: &[Section]) -> String {
        let head = Head { title: "A <page>".into(), facts: vec![("command", "maser lab".into())] };
        page(&head, sections)
    }

    #[test]
    fn a_page_is_well_formed_and_needs_nothing() {
        let page = whole(&full());
        well_formed(&page).unwrap();
        for outside in ["http:", "https:", "url(", "@import", "<script", "<link", " src="] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.contains("&lt;script&gt;&amp;") && page.contains("what &lt;it&gt; is"));
        assert!(page.contains("Left out: ab &amp; php are missing"));
        assert!(page.contains("Failed: &lt;oops&gt;") && page.contains("1 failed"));
        assert!(page.contains("<title>m:g/2: 50 of 50, 100.0 %</title>"));
        assert!(page.contains("a, +S 1:1") && page.contains("How long calls take"));
        assert!(page.contains("<td>4.50 ms</td>"));
    }

    #[test]
    fn a_small_page_is_as_it_was() {
        let mut section = Section::new("one", "an experiment");
        section.sides = vec!["stock".into(), "maser".into()];
        section.rows = vec![row("", "a", 10, &[&[4.0, 5.0, 6.0], &[2.0, 2.0, 2.0]])];
        let page = whole(&[section]).replace(STYLE, "");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lab/report/small.html");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(file, &page).unwrap();
        }
        assert_eq!(page, include_str!("small.html"), "BLESS=1 writes {file}");
    }

    #[test]
    fn figures_have_three_digits() {
        let all = [0.0421, 1.0, 9.999, 99.94, 99.96, 12_345.6].map(figure);
        assert_eq!(all, ["0.042", "1.00", "10.0", "99.9", "100", "12,346"]);
    }

    #[test]
    fn schedulers_are_those_of_the_flag() {
        assert_eq!(schedulers("+S 4:4"), Some(4.0));
        assert_eq!((schedulers("+S 4:1"), schedulers("+S 2:2 +sbt db")), (None, None));
    }
}
