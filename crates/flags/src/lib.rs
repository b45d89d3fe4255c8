//! The emulator's flags: one table, by which the emulator reads its command line and the launcher
//! checks its own.
//!
//! A flag is taken when the stock emulator of OTP 25 takes it, in the forms in which it does, and
//! so are those that newer releases have. Numbers are read as C does: what follows the digits is
//! passed over, and where stock takes a word for 0, so do we.

mod allocators;
mod table;

use std::net::{Ipv4Addr, SocketAddr};
pub use table::{FLAGS, Form, Kind, Row};

/// A flag that has been read, and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Its name in the table.
    pub name: &'static str,
    /// Its value, if it has one.
    pub value: Value,
}

/// A flag's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// There is none.
    None,
    /// A number, in its row's range.
    Number(i64),
    /// A word, one of its row's.
    Word(String),
    /// Two numbers with a colon between them, each possibly left out (but not both).
    Pair(Option<i64>, Option<i64>),
}

impl Setting {
    /// The number that it has; 0 without one.
    pub fn number(&self) -> i64 {
        if let Value::Number(n) = self.value { n } else { 0 }
    }

    /// The word that it has, or an empty one.
    pub fn word(&self) -> &str {
        if let Value::Word(word) = &self.value { word } else { "" }
    }

    /// Whether its word is `true`.
    pub fn is_true(&self) -> bool {
        self.word() == "true"
    }
}

/// Reads the flag `word`, without its sign, which `next` follows. Gives it and whether `next` was
/// its value. An error is one line for the user.
pub fn read(word: &str, next: Option<&str>) -> Result<(Setting, bool), String> {
    // A flag before `--` has no value: `--` ends the flags.
    let next = next.filter(|&word| word != "--");
    if let Some(switch) = word.strip_prefix('M') {
        let used = allocators::check(switch, next)?;
        return Ok((Setting { name: "M", value: Value::None }, used));
    }
    let row = table::find(word).ok_or_else(|| format!("unknown emulator flag +{word}"))?;
    let attached = &word[row.name.len()..];
    // A word beginning with `-` or `+` is no value of a flag of Maser's own: the stock `erlexec`,
    // should it start the emulator, takes such a word for the next flag.
    let next = next.filter(|word| !row.own || !word.starts_with(['-', '+']));
    let (text, used) = match row.form {
        Form::Alone => ("", false),
        Form::Either if !attached.is_empty() => (attached, false),
        Form::Either | Form::Next if attached.is_empty() => match next {
            Some(next) => (next, true),
            None => return Err(format!("+{} needs a value", row.name)),
        },
        Form::Next => {
            return Err(format!("+{word}: the value of +{} has to be the next word", row.name));
        }
        Form::Attached if attached.is_empty() => {
            return Err(format!("+{} needs its value in the same word", row.name));
        }
        Form::Optional(words) if attached.is_empty() => match next {
            Some(next) if words.contains(&next) => (next, true),
            _ => ("", false),
        },
        Form::Attached | Form::Optional(_) | Form::Either => (attached, false),
    };
    let value = value(row, text)
        .map_err(|wanted| format!("bad value {text} of +{}: {wanted}", row.name))?;
    Ok((Setting { name: row.name, value }, used))
}

/// Whether the next word of a command line belongs to a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// It is something else.
    Other,
    /// It is the flag's value, and has to be there.
    Value,
    /// It is the value of a flag of Maser's own, if it does not look like a flag itself.
    OwnValue,
    /// It is, if it is one of these.
    OneOf(&'static [&'static str]),
    /// There is no such flag: stock says that it lacks its value.
    Refused,
}

/// Tells so of the flag `word`, without its sign, as `erl` splits a command line: flags of which
/// only the emulator knows whether they are right go to it without a value.
pub fn behind(word: &str) -> Behind {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|b| word.starts_with(b));
    match word.as_bytes() {
        [b'M', ..] if allocators::takes_next(&word[1..]) => return Behind::Value,
        [b'M', ..] => return Behind::Other,
        [b'J', ..] => return Behind::Value,
        [b'I', ..] if !begins(&["IOt", "IOp", "IOPt", "IOPp", "IOs"]) => return Behind::Refused,
        [b'S', b'D', ..] if !begins(&["SDcpu", "SDPcpu", "SDio"]) => return Behind::Refused,
        [b'B', next, ..] if !b"icd".contains(next) => return Behind::Refused,
        _ => {}
    }
    match table::find(word) {
        Some(row) if row.name != word => Behind::Other,
        Some(Row { own: true, .. }) => Behind::OwnValue,
        Some(Row { form: Form::Either | Form::Next, .. }) => Behind::Value,
        Some(Row { form: Form::Optional(words), .. }) => Behind::OneOf(words),
        _ => Behind::Other,
    }
}

/// Checks a value that does not come from the command line, such as that of a variable of the
/// environment. An error says what is wanted.
pub fn check_value(name: &str, text: &str) -> Result<Setting, String> {
    let row = table::find(name).ok_or_else(|| format!("unknown emulator flag +{name}"))?;
    Ok(Setting { name: row.name, value: value(row, text)? })
}

/// The number with which `text` begins; 0 without one.
pub fn number(text: &str) -> i64 {
    leading_number(text).map_or(0, |(n, _)| n)
}

/// The meaning of `text` as a value of this flag. An error says which values there are.
fn value(row: &Row, text: &str) -> Result<Value, String> {
    match row.kind {
        Kind::None => Ok(Value::None),
        Kind::Any => Ok(Value::Word(text.to_owned())),
        Kind::Number { least, most, words_are_0 } => {
            let n = leading_number(text).map(|(n, _)| n).or(words_are_0.then_some(0));
            match n {
                Some(n) if (least..=most).contains(&n) => Ok(Value::Number(n)),
                _ if most == i64::MAX => Err(format!("a number from {least} is wanted")),
                _ => Err(format!("a number from {least} to {most} is wanted")),
            }
        }
        Kind::NumberOr { word, .. } if text == word => Ok(Value::Word(text.to_owned())),
        Kind::NumberOr { least, most, word, alone } => match leading_number(text) {
            Some((n, rest)) if (least..=most).contains(&n) && (rest.is_empty() || !alone) => {
                Ok(Value::Number(n))
            }
            _ => Err(format!("a number from {least} to {most}, or {word}, is wanted")),
        },
        Kind::Bool => one_of(text, &["true", "false"]),
        Kind::OneOf(words) => one_of(text, words),
        Kind::Initial(letters) => match text.chars().next() {
            Some(first) if letters.contains(first) => Ok(Value::Word(first.to_string())),
            None if row.form.is_optional() => Ok(Value::None),
            _ => Err(format!("one of {} is wanted", spaced(letters))),
        },
        Kind::FileNames => {
            let mut letters = text.chars();
            let (encoding, rest) = (letters.next(), letters.next());
            match (encoding, rest) {
                (Some('l'), _) => Ok(Value::Word("l".to_owned())),
                (Some('u' | 'a'), None | Some('w' | 'i' | 'e')) => {
                    Ok(Value::Word(text.chars().take(2).collect()))
                }
                _ => Err("l, u or a is wanted, the latter two possibly with w, i or e".to_owned()),
            }
        }
        Kind::Optional(words) if text.is_empty() || words.contains(&text) => {
            Ok(if text.is_empty() { Value::None } else { Value::Word(text.to_owned()) })
        }
        Kind::Optional(words) => Err(format!("nothing or one of {} is wanted", words.join(", "))),
        Kind::Pair => pair(text).ok_or("one or two numbers are wanted, as in 4 or 4:2".to_owned()),
        Kind::Tunable => match tune::parse(text) {
            Ok(_) => Ok(Value::Word(text.to_owned())),
            Err(why) => Err(why),
        },
        Kind::Endpoint => match endpoint(text) {
            Some(_) => Ok(Value::Word(text.to_owned())),
            None => Err("an address and a port are wanted, as in 127.0.0.1:9090".to_owned()),
        },
    }
}

/// The address and port that `text` names: `127.0.0.1:9090`, `[::1]:0`, `localhost:0`, or a port
/// alone, which is one of this machine's own.
pub fn endpoint(text: &str) -> Option<SocketAddr> {
    let own = |port: &str| Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port.parse().ok()?)));
    match text.strip_prefix("localhost:") {
        Some(port) => own(port),
        None => text.parse().ok().or_else(|| own(text)),
    }
}

fn one_of(text: &str, words: &[&str]) -> Result<Value, String> {
    match words.contains(&text) {
        true => Ok(Value::Word(text.to_owned())),
        false => Err(format!("one of {} is wanted", words.join(", "))),
    }
}

fn spaced(letters: &str) -> String {
    letters.chars().map(String::from).collect::<Vec<_>>().join(", ")
}

/// The number with which `text` begins, behind white space, and what stands behind it. Numbers that
/// are too large become the greatest or least one.
fn leading_number(text: &str) -> Option<(i64, &str)> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    let (number, rest) = text.split_at(text.len() - digits.len() + end);
    let limit = if number.starts_with('-') { i64::MIN } else { i64::MAX };
    Some((number.parse().unwrap_or(limit), rest))
}

/// `n1:n2`, either left out; what stands behind the last number is passed over.
fn pair(text: &str) -> Option<Value> {
    if let Some((first, rest)) = leading_number(text) {
        let second = rest.strip_prefix(':').and_then(leading_number).map(|(n, _)| n);
        return Some(Value::Pair(Some(first), second));
    }
    let (second, _) = leading_number(text.strip_prefix(':')?)?;
    Some(Value::Pair(None, Some(second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, next: Option<&str>, wanted: &str) {
        let told = match read(word, next) {
            Ok((setting, used)) => {
                let behind = if used { " and next" } else { "" };
                match &setting.value {
                    Value::None => format!("{}{behind}", setting.name),
                    Value::Number(n) => format!("{}={n}{behind}", setting.name),
                    Value::Word(word) => format!("{}={word}{behind}", setting.name),
                    Value::Pair(a, b) => format!("{}={a:?}:{b:?}{behind}", setting.name),
                }
            }
            Err(why) => why,
        };
        assert_eq!(told, wanted);
    }

    #[test]
    fn both_forms() {
        check("P", Some("5000"), "P=5000 and next");
        check("P5000", Some("-S"), "P=5000");
        check("hms1000", None, "hms=1000");
        check("hmaxk", Some("true"), "hmaxk=true and next");
        check("h1000", None, "h=1000");
        check("B", Some("i"), "B=i and next");
        check("B", Some("init"), "B");
        check("Bd", Some("i"), "B=d");
        check("c", Some("false"), "c=false and next");
        check("c", Some("x"), "c");
        check("S", Some("4:2"), "S=Some(4):Some(2) and next");
        check("S:2", None, "S=None:Some(2)");
        check("SP", Some("50"), "SP=Some(50):None and next");
        check("fnuix", None, "fn=ui");
        check("W", Some("warning"), "W=w and next");
        check("tunespin_time=7", None, "tune=spin_time=7");
        check("native", Some("off"), "native=off and next");
    }

    #[test]
    fn numbers_as_c_reads_them() {
        check("P", Some(" +5000x"), "P=5000 and next");
        check("A", Some("none"), "A=0 and next");
        check(
            "e",
            Some("99999999999999999999"),
            "bad value 99999999999999999999 of +e: a number from 0 to 2147483647 is wanted",
        );
        check(
            "zdntgc",
            Some("10x"),
            "bad value 10x of +zdntgc: a number from 0 to 100000000, or infinity, is wanted",
        );
        check("P", Some("legacy"), "P=legacy and next");
        check("S-1", None, "S=Some(-1):None");
    }

    #[test]
    fn allocators() {
        check("MBas", Some("aobf"), "M and next");
        check("MBasaobf", None, "M");
        check("MHlmbcs", Some("5120"), "M and next");
        check("Meamin", None, "M");
        check("Muramv", Some("true"), "M and next");
        check("MBas", None, "+MBas needs a value");
        check("MBas", Some("worst"), "bad value worst of +MBas");
        check("MQas", Some("bf"), "unknown emulator flag +MQas");
    }

    #[test]
    fn words_behind_flags() {
        for (words, wanted) in [
            ("P A SP SDcpu IOt IOPp hms h rg sbt pc zdbbl R MBas Mea JPperf Jx", Behind::Value),
            ("P5 fnu fn dcg ssrct ec V Zoo MBasaobf MQ M IOp2 SDcpu2 hx  Bi", Behind::Other),
            ("native tune huge_heaps", Behind::OwnValue),
            ("c", Behind::OneOf(&["true", "false"])),
            ("B", Behind::OneOf(&["i", "c", "d"])),
            ("I IOx SDx Bx", Behind::Refused),
        ] {
            for word in words.split(' ') {
                assert_eq!(behind(word), wanted, "{word}");
            }
        }
    }

    #[test]
    fn refused() {
        check("P", None, "+P needs a value");
        check("P", Some("--"), "+P needs a value");
        check(
            "P5",
            None,
            "bad value 5 of +P: a number from 1024 to 134217727, or legacy, is wanted",
        );
        check("Zoo", None, "unknown emulator flag +Zoo");
        check("", None, "unknown emulator flag +");
        check("fn", Some("u"), "+fn needs its value in the same word");
        check("IOp2", Some("3"), "+IOp2: the value of +IOp has to be the next word");
        check("Bx", None, "bad value x of +B: one of i, c, d is wanted");
        check("cfoo", None, "bad value foo of +c: nothing or one of true, false is wanted");
        check(
            "SDfoo",
            Some("2"),
            "bad value Dfoo of +S: one or two numbers are wanted, as in 4 or 4:2",
        );
    }

    #[test]
    fn flags_without_effect_are_documented() {
        let page = include_str!("../../../docs/differences-with-otp.md");
        let row = page.lines().find(|line| line.starts_with("| flags without effect |"));
        let row = row.expect("the page has a row of them");
        let told: Vec<&str> = row.split('`').filter_map(|word| word.strip_prefix('+')).collect();
        let are: Vec<&str> = FLAGS.iter().filter(|row| !row.effect).map(|row| row.name).collect();
        assert_eq!(told, are);
    }
}
