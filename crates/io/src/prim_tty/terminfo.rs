//! Entries of terminfo: the parts that OTP's shell asks for.
//!
//! Programs ask by the two letters of termcap, or by terminfo's names.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use term::{Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;

/// Flags: names in termcap and terminfo, and the place among the flags of an entry.
const FLAGS: &[(&str, &str, usize)] = &[("am", "am", 1), ("xn", "xenl", 4), ("bs", "OTbs", 37)];
/// Numbers, likewise.
const NUMBERS: &[(&str, &str, usize)] = &[("co", "cols", 0), ("li", "lines", 2)];
/// Strings, likewise.
const STRINGS: &[(&str, &str, usize)] = &[
    ("cl", "clear", 5),
    ("ce", "el", 6),
    ("cd", "ed", 7),
    ("cm", "cup", 10),
    ("do", "cud1", 11),
    ("ho", "home", 12),
    ("le", "cub1", 14),
    ("nd", "cuf1", 17),
    ("up", "cuu1", 19),
    ("dc", "dch1", 21),
    ("DC", "dch", 105),
    ("DO", "cud", 107),
    ("IC", "ich", 108),
    ("LE", "cub", 111),
    ("RI", "cuf", 112),
    ("UP", "cuu", 114),
    ("ta", "ht", 134),
    ("u6", "u6", 293),
    ("u7", "u7", 294),
];

/// The description of a terminal.
#[derive(Default)]
struct Entry {
    flags: Vec<bool>,
    numbers: Vec<Option<i64>>,
    strings: Vec<Option<Vec<u8>>>,
}

impl Entry {
    /// Reads the compiled form. None if it is damaged.
    fn parse(bytes: &[u8]) -> Option<Entry> {
        let mut rest = bytes;
        let mut take = |n: usize| {
            let (part, more) = rest.split_at_checked(n)?;
            rest = more;
            Some(part)
        };
        let header = take(12)?;
        let [magic, names, flags, numbers, strings, table] =
            std::array::from_fn(|i| u16::from_le_bytes([header[2 * i], header[2 * i + 1]]));
        // The older form has numbers of 16 bits, the newer one of 32.
        let size = match magic {
            0o432 => 2,
            0o1036 => 4,
            _ => return None,
        };
        let count = usize::from;
        take(count(names))?;
        let flags = take(count(flags))?.iter().map(|&f| f == 1).collect::<Vec<_>>();
        // Numbers begin at an even place.
        take((count(names) + flags.len()) % 2)?;
        let number = |word: &[u8]| {
            let mut all = [0; 4];
            all[..word.len()].copy_from_slice(word);
            let n = match word.len() {
                2 => i64::from(i16::from_le_bytes([all[0], all[1]])),
                _ => i64::from(i32::from_le_bytes(all)),
            };
            (n >= 0).then_some(n)
        };
        let numbers = take(count(numbers) * size)?.chunks_exact(size).map(number).collect();
        let places = take(count(strings) * 2)?;
        let table = take(count(table))?;
        let string = |word: &[u8]| {
            let from = usize::try_from(number(word)?).ok()?;
            let text = table.get(from..)?;
            Some(text[..text.iter().position(|&c| c == 0)?].to_vec())
        };
        Some(Entry { flags, numbers, strings: places.chunks_exact(2).map(string).collect() })
    }

    fn flag(&self, name: &str) -> bool {
        place(FLAGS, name).and_then(|i| self.flags.get(i)).is_some_and(|&f| f)
    }

    fn number(&self, name: &str) -> Option<i64> {
        *self.numbers.get(place(NUMBERS, name)?)?
    }

    fn string(&self, name: &str) -> Option<&[u8]> {
        self.strings.get(place(STRINGS, name)?)?.as_deref()
    }
}

fn place(rows: &[(&str, &str, usize)], name: &str) -> Option<usize> {
    // Of a name of termcap two letters count.
    let short = name.get(..2);
    let found = rows.iter().find(|row| row.1 == name);
    found.or_else(|| rows.iter().find(|row| short == Some(row.0))).map(|row| row.2)
}

/// Where entries are.
fn directories() -> Vec<PathBuf> {
    let named = std::env::var_os("TERMINFO").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".terminfo"));
    let system = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"].map(PathBuf::from);
    named.into_iter().chain(home).chain(system).collect()
}

/// The entry of the terminal of this name.
fn find(name: &str) -> Option<Entry> {
    let first = name.bytes().next().filter(|_| !name.contains('/'))?;
    let below = [char::from(first).to_string(), format!("{first:x}")];
    directories()
        .iter()
        .flat_map(|dir| below.iter().map(move |b| dir.join(b).join(name)))
        .find_map(|file| std::fs::read(file).ok().and_then(|bytes| Entry::parse(&bytes)))
}

/// The entry of the terminal that the environment names.
fn entry() -> Option<&'static Entry> {
    static ENTRY: OnceLock<Option<Entry>> = OnceLock::new();
    ENTRY.get_or_init(|| std::env::var("TERM").ok().and_then(|name| find(&name))).as_ref()
}

/// A name as the NIFs get it: characters with a 0 at the end.
fn name<'h>(t: Term<'_>) -> Result<String, Exception<'h>> {
    let data = vm::port::IoData::new(t).ok_or(Exception::BADARG)?;
    let text = data.flat();
    let end = text.iter().position(|&c| c == 0).unwrap_or(text.len());
    Ok(String::from_utf8_lossy(&text[..end]).into_owned())
}

/// Looks for the terminal's entry: `ok`, or an error.
pub fn setup<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    match entry() {
        Some(_) => Ok(Term::OK),
        None => Ok(p.heap().tuple(&[Term::atom(am::ERROR), Term::atom(atom!("enotsup"))])),
    }
}

/// A number: `{ok, N}` or `false`.
pub fn number_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = name(args[0])?;
    Ok(match entry().and_then(|e| e.number(&name)) {
        Some(n) => p.heap().tuple(&[Term::OK, Term::small(n)]),
        None => Term::FALSE,
    })
}

/// A flag.
pub fn flag_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = name(args[0])?;
    Ok(Term::bool(entry().is_some_and(|e| e.flag(&name))))
}

/// A string: `{ok, Binary}` or `false`.
pub fn string_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = name(args[0])?;
    Ok(match entry().and_then(|e| e.string(&name)) {
        Some(text) => p.heap().tuple(&[Term::OK, p.heap().binary(text)]),
        None => Term::FALSE,
    })
}

/// A string with up to two numbers in the place of its parameters: `{ok, Binary}`.
pub fn expand<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let text = name(args[0])?;
    // As termcap has it: the column comes before the row.
    let numbers: Option<Vec<i64>> = args[1..].iter().rev().map(|t| t.as_small()).collect();
    let text = filled(text.as_bytes(), &numbers.ok_or(Exception::BADARG)?);
    Ok(p.heap().tuple(&[Term::OK, p.heap().binary(&text)]))
}

/// A string, by its name, with a list of numbers: `{ok, Binary}`.
pub fn put_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let text = name(args[0])?;
    let numbers: Option<Vec<i64>> = args[1].list().map(|t| t.as_small()).collect();
    let text = filled(text.as_bytes(), &numbers.ok_or(Exception::BADARG)?);
    Ok(p.heap().tuple(&[Term::OK, p.heap().binary(&text)]))
}

/// All that is known: maps of flags, numbers and strings.
pub fn all_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let key = |row: &(&str, &str, usize)| Term::atom(term::Atom::new(row.1));
    let Some(e) = entry() else { return Ok(term::map::empty()) };
    let flags = FLAGS.iter().map(|row| (key(row), Term::bool(e.flag(row.1))));
    let numbers = NUMBERS.iter().filter_map(|row| Some((key(row), Term::small(e.number(row.1)?))));
    let strings = STRINGS.iter().filter_map(|row| Some((key(row), heap.binary(e.string(row.1)?))));
    Ok(term::map::from_pairs(heap, &flags.chain(numbers).chain(strings).collect::<Vec<_>>()))
}

/// A string of terminfo with its parameters filled in. It knows what the strings above use:
/// `%i` (count from 1), `%pN`, `%d` and `%%`.
fn filled(text: &[u8], parameters: &[i64]) -> Vec<u8> {
    let (mut out, mut bytes) = (Vec::new(), text.iter());
    let (mut top, mut from) = (0, 0);
    while let Some(&c) = bytes.next() {
        match (c, c == b'%') {
            (_, false) => out.push(c),
            _ => match bytes.next() {
                Some(b'i') => from = 1,
                Some(b'p') => {
                    let n = bytes.next().map_or(1, |&d| usize::from(d.wrapping_sub(b'0')));
                    let parameter = parameters.get(n.wrapping_sub(1)).copied().unwrap_or(0);
                    top = parameter + if n <= 2 { from } else { 0 };
                }
                Some(b'd') => out.extend_from_slice(top.to_string().as_bytes()),
                Some(&other) => out.push(other),
                None => {}
            },
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_filled_in() {
        assert_eq!(filled(b"\x1b[%p1%dC", &[7]), b"\x1b[7C");
        assert_eq!(filled(b"\x1b[%i%p1%d;%p2%dH", &[2, 4]), b"\x1b[3;5H");
        assert_eq!(filled(b"50%%", &[]), b"50%");
    }

    #[test]
    fn damaged_entries_are_refused() {
        assert!(Entry::parse(&[]).is_none());
        assert!(Entry::parse(&[0x1a, 1, 255, 255, 1, 0, 1, 0, 1, 0, 1, 0]).is_none());
    }

    /// An entry with one flag, a number and two strings, of which one is missing.
    #[test]
    fn an_entry_is_read() {
        let mut bytes = vec![];
        for n in [0o432_u16, 2, 2, 1, 7, 5] {
            bytes.extend(n.to_le_bytes());
        }
        bytes.extend([b'x', 0, 0, 1]);
        bytes.extend(80_u16.to_le_bytes());
        for n in [u16::MAX, u16::MAX, u16::MAX, u16::MAX, u16::MAX, 0, 2] {
            bytes.extend(n.to_le_bytes());
        }
        bytes.extend(b"c\0el\0");
        let entry = Entry::parse(&bytes).unwrap();
        assert!(entry.flag("am"));
        assert_eq!(entry.number("co"), Some(80));
        assert_eq!(entry.string("clear"), Some(&b"c"[..]));
        assert_eq!(entry.string("ce"), Some(&b"el"[..]));
        assert_eq!(entry.string("up"), None);
    }
}
