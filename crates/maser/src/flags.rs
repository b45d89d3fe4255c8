//! Refuses emulator flags that neither stock OTP nor Maser knows, in one clear line.
//!
//! The stock emulator answers a wrong flag with four pages of usage; what the user needs is the
//! flag's name. Only names are judged here: values are the emulator's business.

use crate::Result;
use std::ffi::OsString;

/// Flags that stand alone or carry their value in the same word, and those whose value follows.
const PLAIN: &[&str] = &[
    "a",
    "A",
    "c",
    "C",
    "d",
    "dcg",
    "e",
    "ec",
    "i",
    "K",
    "L",
    "n",
    "native",
    "ns",
    "na",
    "nd",
    "P",
    "Q",
    "pc",
    "r",
    "rg",
    "R",
    "t",
    "T",
    "tune",
    "v",
    "V",
    "W",
    "Wi",
    "We",
    "Ww",
    "B",
    "Bc",
    "Bd",
    "Bi",
    "fnl",
    "fnu",
    "fnuw",
    "fnui",
    "fnue",
    "fna",
    "fnaw",
    "fnai",
    "fnae",
    "H",
    "hms",
    "hmbs",
    "hpds",
    "hmax",
    "hmaxk",
    "hmaxel",
    "hmaxib",
    "hmqd",
    "h",
    "huge_code_pages",
    "huge_heaps",
    "IOt",
    "IOp",
    "IOPt",
    "IOPp",
    "IOs",
    "JDdump",
    "JPperf",
    "JPfp",
    "JMsingle",
    "JPperfdirectory",
    "S",
    "SP",
    "SDcpu",
    "SDPcpu",
    "SDio",
    "sbt",
    "sbwt",
    "sbwtdcpu",
    "sbwtdio",
    "scl",
    "sct",
    "ssrct",
    "secio",
    "sfwi",
    "spp",
    "stbt",
    "sub",
    "swct",
    "swt",
    "swtdcpu",
    "swtdio",
    "sws",
    "sss",
    "sssdcpu",
    "sssdio",
    "zdbbl",
    "zdntgc",
    "zebwt",
    "zosrl",
    "zhft",
    "xohmq",
];

/// Flags whose name is followed by their value in the same word, whatever it is.
const PREFIXES: &[&str] =
    &["M", "JDdump", "JPperf", "native", "huge_code_pages", "huge_heaps", "rg", "T", "tune", "ec"];

/// Flags that erlexec does not know, so it would take their values for arguments of the system.
const OURS: &[&str] = &["+native", "+tune", "+huge_code_pages", "+huge_heaps"];

/// Checks every flag of erl's command line that is the emulator's.
pub fn check(args: &[OsString]) -> Result<()> {
    let mut words = args.iter().map(|a| a.to_string_lossy());
    while let Some(word) = words.next() {
        match word.as_ref() {
            // What follows these is not erl's.
            "-extra" | "-make" => return Ok(()),
            "-env" => {
                words.next();
                words.next();
            }
            "-emu_type" => match words.next().as_deref() {
                None | Some("opt") => {}
                Some(kind) => {
                    return Err(format!("-emu_type {kind}: Maser has one emulator type, opt"));
                }
            },
            "-emu_flavor" => match words.next().as_deref() {
                None | Some("smp" | "maser") => {}
                Some(flavor) => {
                    return Err(format!(
                        "-emu_flavor {flavor}: Maser's flavors are smp and maser (the same)"
                    ));
                }
            },
            flag => {
                if let Some(name) = flag.strip_prefix('+') {
                    known(name)?;
                }
            }
        }
    }
    Ok(())
}

/// The command line as `erlexec` has to get it: it does not know that a value follows `+native` or
/// `+tune`, so that goes into the same word.
pub fn for_erlexec(args: &[OsString]) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        out.push(word.clone());
        if word == "-extra" || word == "-make" {
            out.extend(words.by_ref().cloned());
        } else if OURS.iter().any(|own| word == own)
            && let (Some(value), Some(last)) = (words.next(), out.last_mut())
        {
            last.push(value);
        }
    }
    out
}

fn known(name: &str) -> Result<()> {
    let value_in_word = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit() || c == ':');
    let fits = PLAIN.contains(&name)
        || PREFIXES.iter().any(|p| name.len() > p.len() && name.starts_with(p))
        || PLAIN.iter().any(|p| name.strip_prefix(p).is_some_and(value_in_word));
    if fits {
        return Ok(());
    }
    Err(format!("unknown emulator flag +{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

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
            "+JPperf true +native all +huge_code_pages true +huge_heapsfalse +JMsingle true +zdbbl 1024 +swct eager +ec",
            "-emu_flavor maser -emu_type opt",
            "-extra +nosuch",
            "-env A +nosuch",
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
    fn a_wrong_flag_is_named_in_one_line() {
        for (line, named) in [
            ("+Zfoo", "+Zfoo"),
            ("-noshell +swx 3", "+swx"),
            ("-emu_type debug", "debug"),
            ("-emu_flavor emu", "emu"),
            ("+", "+"),
        ] {
            let why = check_line(line).expect_err(line);
            assert!(why.contains(named) && !why.contains('\n'), "{line}: {why}");
        }
    }
}
