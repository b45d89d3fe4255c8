//! How comments and documents are worded: sentences name what they speak of, and a SAFETY note
//! makes its own argument.

use proc_macro2::{TokenStream, TokenTree};

/// Words that leave open which thing a sentence speaks of, when it begins with one.
const BARE: &[&str] = &["who", "whose", "whoever", "what", "whatever", "those", "that"];

/// How a note refers to another instead of arguing.
const REFERENCES: &[&str] = &[
    "as above",
    "see above",
    "as below",
    "see below",
    "as before",
    "as promised",
    "as said",
    "as the caller says",
    "as its name says",
    "likewise",
    "ditto",
];

/// How a note begins that refers to another.
const REFERRING: &[&str] =
    &["as in ", "as for ", "same as ", "the same as ", "the same.", "as with ", "see "];

/// Comment lines of one kind that follow each other, or a paragraph of a document.
struct Block {
    line: usize,
    text: String,
}

/// Checks the comments of a file of Rust.
pub(super) fn rust_file(name: &str, text: &str, found: &mut Vec<String>) {
    for comment in comments(text) {
        if let Some((before, note)) = comment.text.split_once("SAFETY:") {
            let line = comment.line + before.matches('\n').count();
            safety_note(name, line, note, found);
        }
        paragraphs(name, &comment, found);
    }
}

/// Checks a text in Markdown.
pub(super) fn document(name: &str, text: &str, found: &mut Vec<String>) {
    paragraphs(name, &Block { line: 1, text: text.into() }, found);
}

/// Checks the comments of a script or a manifest, which begin with `#`.
pub(super) fn script(name: &str, text: &str, found: &mut Vec<String>) {
    let mut comment = String::new();
    for line in text.lines() {
        let words = line.trim_start().strip_prefix('#').filter(|w| !w.starts_with('!'));
        let words = words.unwrap_or_default();
        comment.push_str(words);
        comment.push('\n');
    }
    paragraphs(name, &Block { line: 1, text: comment }, found);
}

fn safety_note(name: &str, line: usize, note: &str, found: &mut Vec<String>) {
    let words: Vec<&str> = note.split_whitespace().collect();
    let note = words.join(" ").to_lowercase();
    let refers = REFERENCES.iter().any(|r| note.contains(r));
    if refers || REFERRING.iter().any(|r| note.starts_with(r)) {
        found.push(format!("{name}:{line}: a SAFETY note makes its own argument"));
    }
}

/// The comments of a file of Rust, without their markers.
fn comments(text: &str) -> Vec<Block> {
    let literals = literals(text);
    let mut found: Vec<Block> = Vec::new();
    // Where the line before had its comment, and with which marker.
    let mut above: Option<(usize, &str)> = None;
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let Some(column) = comment_column(line, number, &literals) else {
            above = None;
            continue;
        };
        let comment = &line[column..];
        let marker = ["///", "//!", "//"].into_iter().find(|m| comment.starts_with(m));
        let marker = marker.unwrap_or_default();
        let words = &comment[marker.len()..];
        match found.last_mut() {
            Some(block) if above == Some((column, marker)) => {
                block.text.push('\n');
                block.text.push_str(words);
            }
            _ => found.push(Block { line: number, text: words.into() }),
        }
        above = Some((column, marker));
    }
    found
}

/// Where a line's comment begins, unless that is within a string.
fn comment_column(line: &str, number: usize, literals: &[Literal]) -> Option<usize> {
    let mut candidates = line.match_indices("//").map(|(at, _)| at);
    candidates.find(|at| {
        let place = (number, line[..*at].chars().count());
        literals.iter().all(|(start, end)| place < *start || place >= *end)
    })
}

/// First and last place of a string: line and column.
type Literal = ((usize, usize), (usize, usize));

fn literals(text: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    if let Ok(tokens) = text.parse::<TokenStream>() {
        collect_literals(tokens, &mut found);
    }
    // Documentation of code is a string for the compiler, too.
    let lines: Vec<&str> = text.lines().collect();
    found.retain(|((line, column), _)| {
        let rest = lines.get(line - 1).map(|l| l.chars().skip(*column));
        rest.is_some_and(|mut rest| rest.next() != Some('/'))
    });
    found
}

fn collect_literals(tokens: TokenStream, found: &mut Vec<Literal>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect_literals(group.stream(), found),
            TokenTree::Literal(literal) => {
                let (start, end) = (literal.span().start(), literal.span().end());
                found.push(((start.line, start.column), (end.line, end.column)));
            }
            _ => {}
        }
    }
}

/// Checks the sentences of each paragraph, item of a list and cell of a table.
fn paragraphs(name: &str, block: &Block, found: &mut Vec<String>) {
    let mut fenced = false;
    let mut paragraph = Block { line: 0, text: String::new() };
    for (number, line) in block.text.lines().enumerate() {
        let words = line.trim();
        if words.starts_with("```") {
            fenced = !fenced;
        }
        let number = block.line + number;
        let row = words.starts_with('|');
        let skipped = fenced || words.starts_with("```") || is_heading(words);
        let begins = row || is_item(words) || words.is_empty() || skipped;
        if begins {
            sentences(name, &paragraph, found);
            paragraph = Block { line: number, text: String::new() };
        }
        if row {
            // A cell that begins with a small letter is a name and no sentence.
            let is_sentence = |cell: &&str| !cell.trim_start().starts_with(char::is_lowercase);
            for cell in words.split('|').filter(is_sentence) {
                sentences(name, &Block { line: number, text: cell.into() }, found);
            }
        } else if !skipped {
            if paragraph.text.is_empty() {
                paragraph.line = number;
            }
            paragraph.text.push_str(words);
            paragraph.text.push('\n');
        }
    }
    sentences(name, &paragraph, found);
}

fn is_heading(words: &str) -> bool {
    let rest = words.trim_start_matches('#');
    rest.len() < words.len() && (rest.starts_with(' ') || rest.is_empty())
}

fn is_item(words: &str) -> bool {
    let number = words.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = number.len() < words.len() && number.starts_with(". ");
    words.starts_with("- ") || words.starts_with("* ") || numbered
}

/// Checks where each sentence of a paragraph begins.
fn sentences(name: &str, paragraph: &Block, found: &mut Vec<String>) {
    let mut line = paragraph.line;
    let mut rest = paragraph.text.as_str();
    while !rest.is_empty() {
        let end = sentence_end(rest);
        let (sentence, after) = rest.split_at(end);
        let skipped = sentence.len() - sentence.trim_start().len();
        let begin = line + sentence[..skipped].matches('\n').count();
        let sentence_text = sentence.trim();
        if is_bare(sentence_text) {
            let mut start: String = sentence_text.chars().take(50).collect();
            start = start.replace('\n', " ");
            found.push(format!("{name}:{begin}: a sentence names what it speaks of: \"{start}\""));
        }
        line += sentence.matches('\n').count();
        rest = after;
    }
}

/// Where the first sentence of a text ends: behind a full stop with its closing marks.
fn sentence_end(text: &str) -> usize {
    let mut after_stop = false;
    for (at, c) in text.char_indices() {
        match c {
            '.' | '!' | '?' => after_stop = true,
            ')' | '"' | '*' | '_' | '`' | '\'' => {}
            c if c.is_whitespace() && after_stop => return at,
            _ => after_stop = false,
        }
    }
    text.len()
}

fn is_bare(sentence: &str) -> bool {
    let start = sentence.trim_start_matches(['*', '_', '(', '"', '-', ' ', '[']);
    let start = start.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    let word: String = start.chars().take_while(|c| c.is_alphabetic()).collect();
    let question = sentence.trim_end_matches([')', '"', '*', '_']).ends_with('?');
    BARE.contains(&word.to_lowercase().as_str()) && !question
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(found: &[String]) -> Vec<usize> {
        let line = |f: &String| f.split(':').nth(1)?.parse().ok();
        found.iter().map(|f| line(f).expect("the number of a line")).collect()
    }

    fn check(text: &str) -> Vec<usize> {
        let mut found = Vec::new();
        rust_file("x.rs", text, &mut found);
        lines(&found)
    }

    fn check_document(text: &str) -> Vec<usize> {
        let mut found = Vec::new();
        document("x.md", text, &mut found);
        lines(&found)
    }

    #[test]
    fn sentences_of_comments() {
        for good in [
            "// The caller knows what that is.",
            "// Is it so? What is that? Who knows?",
            "// It is\n// that.",
            "let s = \"// What.\"; // Whatsoever",
            "let s = \"a\n// What.\n\";",
            "/// ```\n/// // That\n/// ```",
            "/// See `a.rs`: what it does.",
        ] {
            assert_eq!(check(good), [0; 0], "{good}");
        }
        assert_eq!(check("// What is left."), [1]);
        assert_eq!(check("x; // that of others"), [1]);
        assert_eq!(check("//! One.\n//! Two. Those\n//! three."), [2]);
        assert_eq!(check("/// One\n/// two.\n/// That three."), [3]);
        assert_eq!(check("/// (*Who* comes.)"), [1]);
        assert_eq!(check("/// A:\n/// - what\n/// - b\n///\n/// Whoever c"), [2, 5]);
        assert_eq!(check("let s = \"\\\"\"; // Whose?\n// That's all."), [2]);
    }

    #[test]
    fn sentences_of_documents() {
        let text = "# What it is\n\nText\nthat goes on. That\n\n| what | What b |\n1. Those\n\n```\nWhat\n```\n";
        assert_eq!(check_document(text), [4, 6, 7]);
        let mut found = Vec::new();
        script("x", "#!/bin/sh\n# What x\necho Those\n", &mut found);
        assert_eq!(lines(&found), [2]);
    }

    #[test]
    fn safety_notes_argue() {
        for good in ["// SAFETY: the list is not empty.", "// SAFETY: the same bytes,\n// again."] {
            assert_eq!(check(good), [0; 0], "{good}");
        }
        for bad in [
            "// SAFETY: as above.",
            "// SAFETY: the word is a list, as\n// promised.",
            "// SAFETY: As in `find`.",
            "// SAFETY: likewise",
            "// SAFETY: the same.",
        ] {
            assert_eq!(check(bad), [1], "{bad}");
        }
        assert_eq!(check("// Why.\n// SAFETY: see above."), [2]);
    }
}
