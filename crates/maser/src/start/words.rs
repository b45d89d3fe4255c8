//! The words of a command line: those given, those of variables, and those of files of arguments.
//!
//! Each source but the given words has `--` at its end, so that a flag cannot take a word of the
//! next source for its value. Words behind `-extra` go to the end, wherever it stands, and behind
//! them those that follow a given `-S`.

use super::{Fault, Variables, word};
use release::Difference;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;

/// Files of arguments that name each other are followed this deep. Stock has no limit, and does
/// not end where files name themselves.
const DEPTH_MAX: u32 = 1000;

/// The word that ends a source.
const END: &str = "--";

/// Stands for a given `-S`: the same word in a variable is a flag as any other.
pub const START: &str = "++S";

/// The words that have been gathered.
#[derive(Default)]
struct Words {
    words: Vec<OsString>,
    extra: Vec<OsString>,
    /// The words that begin with [`START`], if `-S` has been given.
    start: Vec<OsString>,
    /// There is `-S`.
    starts: bool,
    /// The given words end as others do, and extra words have no ends.
    ends: bool,
}

/// All words that count, without the program's name.
pub fn gather(
    args: &[OsString],
    release: u32,
    variables: Variables<'_>,
) -> Result<Vec<OsString>, Fault> {
    let of_release = format!("ERL_OTP{release}_FLAGS");
    let from = |name: &str| variables(name).map(|text| split(text.as_bytes(), false));
    let before = [of_release.as_str(), "ERL_AFLAGS"].map(from);
    let behind = ["ERL_FLAGS", "ERL_ZFLAGS"].map(from);
    let ends = Difference::SourcesEnd.is_on_in(release);
    let is_alone = before.iter().chain(&behind).flatten().all(Vec::is_empty);
    let mut flags = args.iter().take_while(|arg| *arg != "-extra");
    let starts = Difference::StartFlag.is_on_in(release);
    let is_plain = |arg: &OsString| arg != "-args_file" && !(starts && arg == "-S");
    if !ends && is_alone && flags.all(is_plain) {
        return Ok(args.to_vec());
    }
    let mut all = Words { ends, starts, ..Words::default() };
    for words in before.into_iter().flatten() {
        all.add(&words, true, 0)?;
    }
    if !args.is_empty() {
        all.add(args, false, 0)?;
        all.words.push(END.into());
    }
    for words in behind.into_iter().flatten() {
        all.add(&words, true, 0)?;
    }
    if !all.extra.is_empty() {
        all.words.push("-extra".into());
        all.words.append(&mut all.extra);
    }
    all.words.append(&mut all.start);
    Ok(all.words)
}

impl Words {
    /// Adds the words of one source, which is a text or not, so deep in files.
    fn add(&mut self, words: &[OsString], is_text: bool, depth: u32) -> Result<(), Fault> {
        let mut rest = words.iter();
        let mut has_extra = false;
        while let Some(word) = rest.next() {
            if word == "-extra" {
                self.extra.extend(rest.by_ref().cloned());
                has_extra = true;
            } else if word == "-S" && self.starts && !is_text {
                self.start.push(START.into());
                // The module init takes the backslash away.
                let literal =
                    |word: &OsString| if word == END { "\\--".into() } else { word.clone() };
                self.start.extend(rest.by_ref().map(literal));
                self.words.push(END.into());
            } else if word != "-args_file" {
                self.words.push(word.clone());
            } else {
                // The end of a text is a word, too.
                let end = is_text.then_some(OsStr::new(END));
                let name = rest.next().map(OsString::as_os_str).or(end);
                let name = name.ok_or_else(|| Fault::missing(word))?;
                if depth == DEPTH_MAX {
                    return Err(Fault::told("Arguments files that name each other do not end."));
                }
                self.add(&split(&contents(name)?, true), true, depth + 1)?;
            }
        }
        if has_extra && is_text && !self.ends {
            self.extra.push(END.into());
        }
        let is_ended = if has_extra { self.ends && depth == 0 } else { is_text };
        if is_ended && !words.is_empty() {
            self.words.push(END.into());
        }
        Ok(())
    }
}

/// The text of a file of arguments.
fn contents(name: &OsStr) -> Result<Vec<u8>, Fault> {
    let failed = |what: &str, place: &str, e: io::Error| {
        let why = e.to_string();
        let why = why.split(" (os error").next().unwrap_or_default();
        Fault([what.as_bytes(), name.as_bytes(), place.as_bytes(), why.as_bytes()].concat())
    };
    let mut text = Vec::new();
    let mut file = File::open(name).map_err(|e| {
        let current = std::env::current_dir().unwrap_or_default();
        let place = format!("\" at \"{}\": ", current.display());
        failed("Failed to open arguments file \"", &place, e)
    })?;
    file.read_to_end(&mut text)
        .map_err(|e| failed("Failed to read arguments file \"", "\": ", e))?;
    Ok(text)
}

/// Whether a byte is between words.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\x0c' | b'\r' | b'\t' | b'\x0b' | b' ')
}

/// The words of a text. They are quoted in whole or in part by `"` or `'`, within which nothing is special but the same quote; elsewhere a backslash
/// takes the meaning from what follows it. A comment begins with `#`, in a word or before it.
fn split(text: &[u8], comments: bool) -> Vec<OsString> {
    let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
    let mut words = Vec::new();
    let mut rest = text.iter().copied().peekable();
    while let Some(&first) = rest.peek() {
        if is_space(first) {
            rest.next();
        } else if comments && first == b'#' {
            rest.by_ref().find(|&byte| byte == b'\n');
        } else {
            let mut bytes = Vec::new();
            let ends = |byte: u8| is_space(byte) || comments && byte == b'#';
            while let Some(byte) = rest.next_if(|&byte| !ends(byte)) {
                match byte {
                    b'"' | b'\'' => bytes.extend(rest.by_ref().take_while(|&next| next != byte)),
                    b'\\' => bytes.extend(rest.next()),
                    _ => bytes.push(byte),
                }
            }
            words.push(word(bytes));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(words: &[OsString]) -> String {
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        words.join("|")
    }

    #[test]
    fn texts_are_split() {
        for (text, wanted) in [
            ("", ""),
            (" \n\t", ""),
            ("a b", "a|b"),
            ("\"a b\"c 'd\"' \"\"", "a bc|d\"|"),
            (r#"a\ b \"c "d\" e"#, r#"a b|"c|d\|e"#),
            ("a'b c", "ab c"),
            ("a\\", "a"),
            ("a#b #c", "a#b|#c"),
            ("a\0b", "a"),
        ] {
            assert_eq!(shown(&split(text.as_bytes(), false)), wanted, "{text}");
        }
        assert_eq!(shown(&split(b"#x y\na#b c\n'c#d' \\#e # f", true)), "a|c#d|#e");
    }

    fn gathered(args: &[&str], variables: &[(&str, &str)]) -> Result<String, Fault> {
        gathered_in(25, args, variables)
    }

    fn gathered_in(
        release: u32,
        args: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<String, Fault> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let of = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        };
        gather(&args, release, &of).map(|words| shown(&words))
    }

    #[test]
    fn sources_follow_each_other() {
        let all = [
            ("ERL_ZFLAGS", "z -extra zz"),
            ("ERL_FLAGS", "f"),
            ("ERL_AFLAGS", "a -extra aa"),
            ("ERL_OTP25_FLAGS", "r"),
            ("ERL_OTP26_FLAGS", "no"),
        ];
        assert_eq!(
            gathered(&["c", "-extra", "cc"], &all).unwrap(),
            "r|--|a|c|--|f|--|z|-extra|aa|--|cc|zz|--"
        );
        assert_eq!(
            gathered_in(27, &["c", "-extra", "cc"], &all[..3]).unwrap(),
            "a|--|c|--|--|f|--|z|--|-extra|aa|cc|zz"
        );
        assert_eq!(gathered(&["c", "-extra", "d"], &[("ERL_FLAGS", " ")]).unwrap(), "c|-extra|d");
        assert_eq!(gathered(&[], &[("ERL_FLAGS", "a")]).unwrap(), "a|--");
        assert_eq!(gathered(&["-extra", "-args_file"], &[]).unwrap(), "-extra|-args_file");
    }

    #[test]
    fn words_behind_a_given_start_come_last() {
        let (args, flags) = (["a", "-S", "m", "--", "-extra", "+b"], [("ERL_FLAGS", "-S f")]);
        let wanted = "a|--|--|-S|f|--|++S|m|\\--|-extra|+b";
        assert_eq!(gathered_in(27, &args, &flags).unwrap(), wanted);
        assert_eq!(gathered_in(26, &args[..3], &[]).unwrap(), "a|--|--|++S|m");
        assert_eq!(gathered(&args[..3], &[]).unwrap(), "a|-S|m");
        assert_eq!(gathered_in(27, &["-extra", "-S"], &[]).unwrap(), "--|--|-extra|-S");
    }

    #[test]
    fn files_are_read_in_their_place() {
        let dir = trust::Scratch::new("words").unwrap();
        let file = |name: &str| dir.path().join(name).display().to_string();
        let (one, two, own) = (file("one"), file("two"), file("own"));
        std::fs::write(&one, format!("a -args_file {two} b -extra c")).unwrap();
        std::fs::write(&two, "# nothing\nd -extra e").unwrap();
        std::fs::write(&own, format!("-args_file {own}")).unwrap();
        assert_eq!(
            gathered(&["x", "-args_file", &one, "y"], &[]).unwrap(),
            "x|a|d|b|y|--|-extra|e|--|c|--"
        );
        assert_eq!(
            gathered_in(27, &["x", "-args_file", &one, "y"], &[]).unwrap(),
            "x|a|d|b|y|--|-extra|e|c"
        );
        assert_eq!(gathered(&["-args_file"], &[]), Err(Fault::missing(OsStr::new("-args_file"))));
        let told =
            |result: Result<String, Fault>| String::from_utf8(result.unwrap_err().0).unwrap();
        assert!(told(gathered(&["-args_file", &own], &[])).contains("do not end"));
        let missing = told(gathered(&[], &[("ERL_FLAGS", "-args_file")]));
        assert!(missing.starts_with("Failed to open arguments file \"--\" at \""), "{missing}");
        assert!(missing.ends_with("\": No such file or directory"), "{missing}");
        let directory = told(gathered(&["-args_file", dir.path().to_str().unwrap()], &[]));
        assert!(directory.ends_with("\": Is a directory"), "{directory}");
    }
}
