//! Reads erl's command line: refuses wrong flags of the emulator in one clear line, and hands over
//! what `erlexec` does not know.
//!
//! The stock emulator answers a wrong flag with four pages of usage; what the user needs is the
//! flag's name and what is wanted of its value.

use crate::Result;
use flags::FLAGS;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Checks every flag of erl's command line that is the emulator's.
pub fn check(args: &[OsString]) -> Result<()> {
    let words: Vec<_> = args.iter().map(|a| a.to_string_lossy()).collect();
    let mut i = 0;
    while let Some(word) = words.get(i) {
        let next = words.get(i + 1).map(|word| &**word);
        i += 1;
        match word.as_ref() {
            // The words behind these are not erl's.
            "-extra" | "-make" | "-man" => return Ok(()),
            "-env" => i += 2,
            "-name" | "-sname" | "-epmd" | "-proto_dist" | "-start_epmd" => i += 1,
            "-emu_type" => match next {
                None | Some("opt") => {}
                Some(kind) => {
                    return Err(format!("-emu_type {kind}: Maser has one emulator type, opt"));
                }
            },
            "-emu_flavor" => match next {
                None | Some("smp" | "maser") => {}
                Some(flavor) => {
                    return Err(format!(
                        "-emu_flavor {flavor}: Maser's flavors are smp and maser (the same)"
                    ));
                }
            },
            flag => {
                if let Some(flag) = flag.strip_prefix('+') {
                    i += usize::from(flags::read(flag, next)?.1);
                }
            }
        }
    }
    Ok(())
}

/// Whether `word` is a flag of Maser's own whose value is to follow.
fn wants_value(word: &[u8]) -> bool {
    word.strip_prefix(b"+")
        .is_some_and(|word| FLAGS.iter().any(|row| row.own && row.name.as_bytes() == word))
}

/// The command line as `erlexec` has to get it: it does not know that a value follows flags of
/// Maser's own, so that goes into the same word.
pub fn for_erlexec(args: &[OsString]) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        out.push(word.clone());
        if word == "-extra" || word == "-make" {
            out.extend(words.by_ref().cloned());
        } else if wants_value(word.as_bytes())
            && let (Some(value), Some(last)) = (words.next(), out.last_mut())
        {
            last.push(value);
        }
    }
    out
}

/// The variables whose flags `erlexec` adds to the command line, as it has to get them: those that
/// have to be changed.
pub fn variables() -> Vec<(OsString, OsString)> {
    std::env::vars_os()
        .filter(|(name, _)| is_of_flags(name))
        .filter_map(|(name, text)| {
            let joined = joined(text.as_bytes());
            (joined != text.as_bytes()).then(|| (name, OsString::from_vec(joined)))
        })
        .collect()
}

/// Whether a variable has flags: `ERL_FLAGS`, those beside it, and that of a release.
fn is_of_flags(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let inner = name.strip_prefix("ERL_").and_then(|name| name.strip_suffix("FLAGS"));
    inner.is_some_and(|inner| {
        matches!(inner, "" | "A" | "Z") || (inner.starts_with("OTP") && inner.ends_with('_'))
    })
}

/// `text` without the space between flags of Maser's own and their values. Words are as `erlexec`
/// reads them: quoted in whole or in part, or with backslashes.
pub fn joined(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut joins = false;
    while !rest.is_empty() {
        let space = rest.iter().position(|c| !c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (gap, behind) = rest.split_at(space);
        let word = &behind[..word_length(behind)];
        if !joins || word.is_empty() {
            out.extend_from_slice(gap);
        }
        out.extend_from_slice(word);
        joins = !joins && wants_value(word);
        rest = &behind[word.len()..];
        if word == b"-extra" {
            out.extend_from_slice(rest);
            break;
        }
    }
    out
}

/// The length of the word with which `text` begins.
fn word_length(text: &[u8]) -> usize {
    let mut quote = None;
    let mut escaped = false;
    let end = text.iter().position(|&c| {
        match quote {
            _ if escaped => escaped = false,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == b'\\' => escaped = true,
            None if c == b'"' || c == b'\'' => quote = Some(c),
            None => return c.is_ascii_whitespace(),
        }
        false
    });
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_line(line: &str) -> Result<()> {
        check(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn flags_in_use_are_accepted() {
        for line in [
            "",
            "-noshell -eval halt().",
            "+S 2:2 +sbt db +P 1000000 +K true -smp enable",
            "+h 99999 +P 99999 +K true",
            "+A0 +S2 +W w +Bc +fnu +pc unicode +MBas aobf +hmqd off_heap +c true",
            "+B i -noinput +B +c",
            "+JPperf true +native all +huge_code_pages true +huge_heapsfalse +zdbbl 1024 +swct eager +ec",
            "-emu_flavor maser -emu_type opt",
            "-extra +nosuch",
            "-env A +nosuch",
            "-sname +nosuch",
            "-s init stop file +S 1",
        ] {
            assert_eq!(check_line(line), Ok(()), "{line}");
        }
    }

    #[test]
    fn the_value_of_native_goes_into_its_word() {
        for (line, wanted) in [
            ("+S 2 +native all -s x", "+S 2 +nativeall -s x"),
            ("+native", "+native"),
            ("+tune spin_time=0 +tune", "+tunespin_time=0 +tune"),
            ("-extra +native all", "-extra +native all"),
        ] {
            let words: Vec<_> = line.split_whitespace().map(OsString::from).collect();
            assert_eq!(for_erlexec(&words).join(OsStr::new(" ")), wanted);
        }
    }

    #[test]
    fn so_it_does_in_variables() {
        for (text, wanted) in [
            ("", ""),
            (" +native\toff  +S 2 ", " +nativeoff  +S 2 "),
            ("+native 'off' -eval 'a +native off'", "+native'off' -eval 'a +native off'"),
            ("-env A \"b c\" +tune a=1 +tune b=2", "-env A \"b c\" +tunea=1 +tuneb=2"),
            (r"-s a\ +native off", r"-s a\ +native off"),
            ("+native ", "+native "),
            ("-extra +native x", "-extra +native x"),
        ] {
            assert_eq!(String::from_utf8(joined(text.as_bytes())).unwrap(), wanted);
        }
        let named = |name: &str| is_of_flags(OsStr::new(name));
        assert!(named("ERL_FLAGS") && named("ERL_ZFLAGS") && named("ERL_OTP25_FLAGS"));
        assert!(!named("ERL_COMPILER_OPTIONS") && !named("ERL_XFLAGS"));
    }

    #[test]
    fn a_wrong_flag_is_named_in_one_line() {
        for (line, named) in [
            ("+Zfoo", "+Zfoo"),
            ("-noshell +swx 3", "+swx"),
            ("+P", "+P"),
            ("+B i +Bx", "+B"),
            ("-emu_type debug", "debug"),
            ("-emu_flavor emu", "emu"),
            ("+", "+"),
        ] {
            let why = check_line(line).expect_err(line);
            assert!(why.contains(named) && !why.contains('\n'), "{line}: {why}");
        }
    }
}
