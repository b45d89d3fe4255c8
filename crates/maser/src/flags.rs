//! Checks erl's command line: wrong flags of the emulator are refused in one clear line.
//!
//! The stock emulator answers a wrong flag with four pages of usage; what the user needs is the
//! flag's name and what is wanted of its value.

use crate::Result;
use std::ffi::OsString;

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
