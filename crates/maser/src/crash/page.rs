//! A text of limited length, and how simple values are written into it.

/// A text that is written until it is full.
pub struct Page {
    pub text: String,
    room: usize,
    /// So many nodes of maps are looked at: those that hold nothing write nothing.
    steps: usize,
}

impl Page {
    pub fn new(room: usize) -> Page {
        Page { text: String::new(), room, steps: 100_000 }
    }

    pub fn is_full(&self) -> bool {
        self.text.len() >= self.room || self.steps == 0
    }

    /// Counts a node of a map.
    pub fn step(&mut self) {
        self.steps = self.steps.saturating_sub(1);
    }

    /// Adds a text; all of it, if there is room for a part.
    pub fn push(&mut self, more: &str) {
        if self.is_full() {
            if !self.text.ends_with("...") {
                self.text.push_str("...");
            }
            return;
        }
        self.text.push_str(more);
    }
}

/// Writes an atom, quoted where it needs quotes.
pub fn atom(name: &[u8], page: &mut Page) {
    const RESERVED: [&str; 28] = [
        "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case",
        "catch", "cond", "div", "else", "end", "fun", "if", "let", "maybe", "not", "of", "or",
        "orelse", "receive", "rem", "try", "when",
    ];
    let text = super::read::text(name);
    let plain = text.starts_with(|c: char| c.is_lowercase())
        && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '@')
        && !RESERVED.contains(&text.as_str())
        && text != "xor";
    match plain {
        true => page.push(&text),
        false => page.push(&format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))),
    }
}

/// Writes the beginning of a binary of some size.
pub fn bytes(begin: &[u8], size: u64, page: &mut Page) {
    let begin = &begin[..begin.len().min((page.room / 8).max(32))];
    let cut = match size > begin.len() as u64 {
        true => format!(" ... {size} bytes"),
        false => String::new(),
    };
    let text = std::str::from_utf8(begin).ok();
    let text = text.filter(|text| text.chars().all(|c| !c.is_control() || c == '\n'));
    match text {
        Some("") if size > 0 => page.push(&format!("<<{}>>", cut.trim_start())),
        Some(text) if text.is_ascii() => page.push(&format!("<<{text:?}{cut}>>")),
        Some(text) => page.push(&format!("<<{text:?}/utf8{cut}>>")),
        None => {
            let few: Vec<String> = begin.iter().take(32).map(u8::to_string).collect();
            let cut = if begin.len() > 32 { format!(" ... {size} bytes") } else { cut };
            page.push(&format!("<<{}{cut}>>", few.join(",")));
        }
    }
}

/// A float as Erlang writes it.
pub fn float(n: f64) -> String {
    let text = format!("{n:?}");
    match text.split_once('e') {
        Some((digits, power)) if !digits.contains('.') => format!("{digits}.0e{power}"),
        _ => text,
    }
}

/// The bytes of a text in base 64, at least so many of them as are wanted if there are so many.
pub fn base64(text: &[u8], wanted: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut bits, mut have) = (0u32, 0);
    for byte in text {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = (bits << 6) | u32::from(six);
        have += 6;
        if have >= 8 {
            have -= 8;
            out.push((bits >> have) as u8);
            if out.len() >= wanted {
                break;
            }
        }
    }
    out
}
