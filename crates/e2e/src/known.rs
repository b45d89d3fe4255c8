//! The list of tests that are known to fail, which is there to shrink.

use crate::Result;
use std::path::Path;

/// Names, one a line; a final `*` stands for the rest of a name, `#` starts a comment. After
/// `VARIANT:` a name counts in that build of the emulator only (`E2E_VARIANT`), after `otp27:` with
/// that release.
pub(crate) struct Known {
    names: Vec<String>,
}

impl Known {
    pub(crate) fn read(file: &Path, release: u32) -> Result<Known> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(format!("{}: {e}", file.display())),
        };
        let build = std::env::var("E2E_VARIANT").unwrap_or_default();
        Ok(Known::parse(&text, &[&build, &format!("otp{release}")]))
    }

    fn parse(text: &str, variants: &[&str]) -> Known {
        let names = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default().trim())
            .filter_map(|name| match name.split_once(':') {
                Some((only, name)) => variants.contains(&only).then_some(name),
                None => Some(name),
            })
            .filter(|name| !name.is_empty())
            .map(str::to_string)
            .collect();
        Known { names }
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.iter().any(|known| match known.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => known == name,
        })
    }

    /// Entries that name no test at all, given the names of all tests.
    pub(crate) fn stale(&self, all: &[String]) -> Vec<String> {
        self.names
            .iter()
            .filter(|k| {
                !all.iter().any(|n| match k.strip_suffix('*') {
                    Some(prefix) => n.starts_with(prefix),
                    None => n == *k,
                })
            })
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_prefixes_and_comments() {
        let text = "# all of it\nshell/*  # no terminal yet\nerl/ets/order\n\nslow:erl/x\n";
        assert!(Known::parse(text, &["slow"]).contains("erl/x"));
        let known = Known::parse(text, &[]);
        for (name, listed) in [
            ("shell/history", true),
            ("erl/ets/order", true),
            ("erl/ets/order2", false),
            ("erl/x", false),
            ("# all of it", false),
        ] {
            assert_eq!(known.contains(name), listed, "{name}");
        }
        assert_eq!(known.stale(&["shell/x".to_string()]), ["erl/ets/order"]);
    }
}
