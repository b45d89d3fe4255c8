//! Texts in HTML.

/// Text as HTML has it. Characters that no page may have, as control characters, are replaced.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(
            escape("<a b='c' d=\"e\">&\n"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;\n"
        );
        assert_eq!(escape("\u{1b}[0m\u{0}é"), "\u{fffd}[0m\u{fffd}é");
    }
}
