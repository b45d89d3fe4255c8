//! The faults that OTP's library (PCRE 8.44) finds in a pattern, and where. The library that Maser
//! has is its successor, which tells them in other words, in other places and of other patterns.
//!
//! A pattern is read once, from left to right, as the older library does when it only measures what
//! it will compile: `Parser`. Faults that the older library notices when it compiles in earnest
//! come second: references to groups, calls that loop, lengths of what looks behind (`events`,
//! `tree`).

mod class;
mod escape;
mod events;
mod group;
mod tree;

use super::errors::CompileError;
use super::newline::Newline;
use super::tables::{is_letter, is_space, is_word};
use pcre2_sys as sys;
use std::ops::Range;
use tree::{Group, Kind, Node, Place, What};

/// A fault, by the older library's number, and the byte where it was noticed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    number: u8,
    at: usize,
}

/// Nothing is known: the pattern needs more of something than is spent on it here.
const UNKNOWN: u8 = 0;
/// How deep groups may be nested: the older library's stack ends somewhere there.
const DEPTH: usize = 798;
/// Bytes that a compiled pattern may have.
const SIZE: u64 = 1 << 16;
/// Bytes of a group without its items, and of what goes with each copy that need not be there.
const GROUP: u64 = 6;
const COPY: u64 = 7;
/// Bytes of a group's name.
const NAME: usize = 32;

/// The fault of a pattern without zeros. `newline` is `None` if the options about line ends
/// contradict each other, as do those about `\R` with `both_bsr`.
pub fn fault(
    pattern: &[u8],
    options: u32,
    newline: Option<Newline>,
    both_bsr: bool,
) -> Result<(), CompileError> {
    match check(pattern, options, newline, both_bsr) {
        Ok(()) | Err(Fault { number: UNKNOWN, .. }) => Ok(()),
        Err(Fault { number, at }) => {
            Err(CompileError { code: number.into(), text: text(number).to_string(), offset: at })
        }
    }
}

/// The numbers of times in braces that assertions have, and whether 0 is one of them.
pub fn counts_of_assertions(pattern: &[u8], options: u32) -> Vec<(Range<usize>, bool)> {
    let mut parser = Parser::new(pattern, options, Some(Newline::Default));
    parser.settings(&mut false);
    // Faults of the pattern have been told.
    let _ = parser.parse();
    parser.counted
}

fn check(
    pattern: &[u8],
    options: u32,
    newline: Option<Newline>,
    both_bsr: bool,
) -> Result<(), Fault> {
    let (mut parser, mut both_bsr) = (Parser::new(pattern, options, newline), both_bsr);
    parser.settings(&mut both_bsr);
    let early = |number| Err(Fault { number, at: 0 });
    if parser.utf && options & sys::PCRE2_NEVER_UTF != 0 {
        return early(78);
    }
    if parser.utf
        && let Err(e) = std::str::from_utf8(pattern)
    {
        return Err(Fault { number: 44, at: e.valid_up_to() });
    }
    if parser.newline.is_none() || both_bsr {
        return early(56);
    }
    parser.parse()?;
    events::check(&parser)
}

/// Options that can change inside of a pattern.
#[derive(Copy, Clone)]
struct Flags {
    extended: bool,
    plain_groups: bool,
    same_names: bool,
    strict: bool,
}

/// Places to look at when all groups are known, in the order in which they stand in the pattern.
enum Event<'p> {
    Enter(usize),
    /// A group, and where it ends.
    Leave(usize, usize),
    /// A branch of a group ends.
    Branch {
        group: usize,
        branch: usize,
        at: usize,
    },
    /// The call of this number.
    Call(usize),
    /// A group of this name.
    Name(&'p [u8], usize),
    /// A condition that is a group's number as it stands there, and which group that is.
    Number {
        written: i64,
        group: i64,
        at: usize,
    },
    /// A condition that is a name, or something else where no group has that name.
    Condition {
        name: &'p [u8],
        plain: bool,
        at: usize,
    },
}

/// A group that has not ended.
struct Open {
    group: usize,
    flags: Flags,
    /// An item is there that a number of times would stand for.
    repeatable: bool,
    /// Groups are counted anew in each branch.
    reset: bool,
    count_before: u32,
    count_most: u32,
    /// Bytes of what the older library makes of it, about; and of the last item.
    size: u64,
    last: u64,
}

struct Parser<'p> {
    pattern: &'p [u8],
    utf: bool,
    newline: Option<Newline>,
    flags: Flags,
    at: usize,
    open: Vec<Open>,
    groups: Vec<Group>,
    calls: Vec<tree::Call<'p>>,
    events: Vec<Event<'p>>,
    names: Vec<(&'p [u8], u32)>,
    /// Groups so far.
    count: u32,
    /// The largest number that something refers back to.
    back: u32,
    /// The next assertion is a condition.
    condition: bool,
    /// Numbers of times of assertions.
    counted: Vec<(Range<usize>, bool)>,
}

type Parsed<T = ()> = Result<T, Fault>;

impl<'p> Parser<'p> {
    fn new(pattern: &'p [u8], options: u32, newline: Option<Newline>) -> Parser<'p> {
        let flags = Flags {
            extended: options & sys::PCRE2_EXTENDED != 0,
            plain_groups: options & sys::PCRE2_NO_AUTO_CAPTURE != 0,
            same_names: options & sys::PCRE2_DUPNAMES != 0,
            strict: false,
        };
        Parser {
            pattern,
            utf: options & sys::PCRE2_UTF != 0,
            newline,
            flags,
            at: 0,
            open: Vec::new(),
            groups: Vec::new(),
            calls: Vec::new(),
            events: Vec::new(),
            names: Vec::new(),
            count: 0,
            back: 0,
            condition: false,
            counted: Vec::new(),
        }
    }

    /// A byte; 0 at the end.
    fn byte(&self, at: usize) -> u8 {
        self.pattern.get(at).copied().unwrap_or(0)
    }

    fn starts(&self, at: usize, with: &[u8]) -> bool {
        self.pattern.get(at..).is_some_and(|rest| rest.starts_with(with))
    }

    fn fault<T>(&self, number: u8) -> Parsed<T> {
        Err(Fault { number, at: self.at.min(self.pattern.len()) })
    }

    /// Goes on to the first byte that is none of these.
    fn skip(&mut self, is: impl Fn(u8) -> bool) -> &'p [u8] {
        let from = self.at;
        while self.at < self.pattern.len() && is(self.pattern[self.at]) {
            self.at += 1;
        }
        &self.pattern[from.min(self.pattern.len())..self.at]
    }

    /// A number that fits the older library's `int`, or fault 61.
    fn number(&mut self) -> Parsed<i64> {
        let mut n = 0_i64;
        while self.byte(self.at).is_ascii_digit() {
            if n > i64::from(i32::MAX) / 10 - 1 {
                self.skip(|b| b.is_ascii_digit());
                return self.fault(61);
            }
            n = n * 10 + i64::from(self.byte(self.at) - b'0');
            self.at += 1;
        }
        Ok(n)
    }

    /// A number without a sign; the fault of this number if it is larger than `most`.
    fn number_up_to(&mut self, most: u32, fault: u8) -> Parsed<u32> {
        let mut n = 0;
        while self.byte(self.at).is_ascii_digit() {
            n = n * 10 + u32::from(self.byte(self.at) - b'0');
            self.at += 1;
            if n > most {
                return self.fault(fault);
            }
        }
        Ok(n)
    }

    /// Settings for the whole pattern, in front of it.
    fn settings(&mut self, both_bsr: &mut bool) {
        const NEWLINES: [(&[u8], Newline); 5] = [
            (b"CR)", Newline::Cr),
            (b"LF)", Newline::Lf),
            (b"CRLF)", Newline::CrLf),
            (b"ANY)", Newline::Any),
            (b"ANYCRLF)", Newline::AnyCrLf),
        ];
        while self.starts(self.at, b"(*") {
            let name = self.at + 2;
            let has = |text: &[u8]| self.starts(name, text).then_some(text.len());
            let newline = NEWLINES.iter().find_map(|(text, kind)| Some((has(text)?, *kind)));
            let limit = has(b"LIMIT_MATCH=").or_else(|| has(b"LIMIT_RECURSION="));
            let other = [&b"UCP)"[..], b"NO_AUTO_POSSESS)", b"NO_START_OPT)"];
            let length = if let Some(n) = has(b"UTF8)").or_else(|| has(b"UTF)")) {
                self.utf = true;
                n
            } else if let Some(n) = other.iter().find_map(|text| has(text)) {
                n
            } else if let Some(n) = limit {
                let digits = self.pattern[name + n..].iter().take_while(|b| b.is_ascii_digit());
                // Digits behind the largest number are none.
                let mut value = 0_u32;
                let within = digits.take_while(|b| {
                    let fits = value < u32::MAX / 10;
                    value = if fits { value * 10 + u32::from(**b - b'0') } else { value };
                    fits
                });
                let n = n + within.count();
                if self.byte(name + n) != b')' {
                    break;
                }
                n + 1
            } else if let Some((n, kind)) = newline {
                self.newline = Some(kind);
                n
            } else if let Some(n) = has(b"BSR_ANYCRLF)").or_else(|| has(b"BSR_UNICODE)")) {
                *both_bsr = false;
                n
            } else {
                break;
            };
            self.at = name + length;
        }
    }

    fn here(&mut self) -> &mut Open {
        self.open.last_mut().expect("the whole pattern is open")
    }

    /// Where the next item will be.
    fn place(&self) -> Place {
        let group = self.open.last().expect("the whole pattern is open").group;
        let branch = self.groups[group].branches.len() - 1;
        Place { group, branch, index: self.groups[group].branches[branch].len() }
    }

    fn push(&mut self, what: What) {
        let place = self.place();
        self.groups[place.group].branches[place.branch].push(Node::once(what));
        let open = self.here();
        open.last = if what == What::One { 1 } else { 3 };
        open.size += open.last;
        open.repeatable = true;
    }

    /// Something that is no item, or one that cannot be repeated.
    fn push_single(&mut self, what: What) {
        self.push(what);
        self.here().repeatable = false;
    }

    /// Reads it all.
    fn parse(&mut self) -> Parsed {
        self.enter(Kind::Plain, 0, self.flags, false)?;
        let mut quoted = false;
        loop {
            let c = self.byte(self.at);
            if c != 0 {
                if self.starts(self.at, b"\\E") {
                    quoted = false;
                    self.at += 2;
                    continue;
                }
                if quoted {
                    self.literal();
                    continue;
                }
                if self.starts(self.at, b"\\Q") {
                    quoted = true;
                    self.at += 2;
                    continue;
                }
            }
            if self.flags.extended && self.skip_space() {
                continue;
            }
            if self.starts(self.at, b"(?#") {
                self.at += 3;
                self.comment()?;
                self.at += 1;
                continue;
            }
            match c {
                0 | b'|' | b')' => {
                    if self.end_of_branch()? {
                        return Ok(());
                    }
                }
                b'^' | b'$' => {
                    self.push_single(What::Nothing);
                    self.at += 1;
                }
                b'.' => {
                    self.push(What::One);
                    self.at += 1;
                }
                b'[' => self.class()?,
                b'*' | b'+' | b'?' => self.repeat()?,
                b'{' if self.is_counted(self.at + 1) => self.repeat()?,
                b'(' => self.parenthesis()?,
                b'\\' => self.backslash()?,
                _ => self.literal(),
            }
        }
    }

    /// A character that stands for itself.
    fn literal(&mut self) {
        self.at += self.length(self.at);
        self.push(What::One);
    }

    /// Bytes of a character.
    fn length(&self, at: usize) -> usize {
        let rest = &self.pattern[at.min(self.pattern.len())..];
        match self.utf {
            true => 1 + rest.iter().skip(1).take_while(|&&b| b & 0xc0 == 0x80).count(),
            false => 1,
        }
    }

    /// The bytes of a line's end.
    fn line_end(&self, at: usize) -> Option<usize> {
        let has = |end: &[u8]| self.starts(at, end).then_some(end.len());
        let any = || has(b"\r\n").or_else(|| has(b"\r")).or_else(|| has(b"\n"));
        match self.newline.unwrap_or(Newline::Default) {
            Newline::Default | Newline::Lf => has(b"\n"),
            Newline::Cr => has(b"\r"),
            Newline::CrLf => has(b"\r\n"),
            Newline::AnyCrLf => any(),
            Newline::Any => {
                any().or_else(|| has(b"\x0b")).or_else(|| has(b"\x0c")).or_else(|| match self.utf {
                    true => {
                        ["\u{85}", "\u{2028}", "\u{2029}"].iter().find_map(|e| has(e.as_bytes()))
                    }
                    false => has(b"\x85"),
                })
            }
        }
    }

    /// Skips white space and a comment; whether there was any.
    fn skip_space(&mut self) -> bool {
        let from = self.at;
        self.skip(is_space);
        if self.byte(self.at) == b'#' {
            self.at += 1;
            while self.at < self.pattern.len() {
                if let Some(n) = self.line_end(self.at) {
                    self.at += n;
                    break;
                }
                self.at += self.length(self.at);
            }
        }
        self.at > from
    }

    /// Goes to the parenthesis that ends a comment.
    fn comment(&mut self) -> Parsed {
        self.skip(|b| b != b')');
        if self.at >= self.pattern.len() { self.fault(18) } else { Ok(()) }
    }

    /// Whether what stands behind a brace makes it a number of times.
    fn is_counted(&self, at: usize) -> bool {
        super::older::is_quantifier(&self.pattern[at.min(self.pattern.len())..])
    }

    /// A number of times, of which the first byte is here.
    fn repeat(&mut self) -> Parsed {
        let from = self.at;
        let (least, most) = match self.byte(self.at) {
            b'*' => (0, None),
            b'+' => (1, None),
            b'?' => (0, Some(1)),
            _ => self.counts()?,
        };
        if !self.here().repeatable {
            return self.fault(9);
        }
        let count = from..self.at + 1;
        // White space may stand before what says how.
        if self.flags.extended {
            self.at += 1;
            while self.skip_space() {}
            self.at -= 1;
        }
        if self.starts(self.at + 1, b"(?#") {
            self.at += 4;
            self.comment()?;
        }
        self.at += if matches!(self.byte(self.at + 1), b'+' | b'?') { 2 } else { 1 };
        self.here().repeatable = false;
        let Place { group, branch, .. } = self.place();
        let assertion = |node: &Node| match node.what {
            What::Group(n) => matches!(self.groups[n].kind, Kind::Assertion { .. }),
            _ => false,
        };
        let is_assertion = self.groups[group].branches[branch].last().is_some_and(assertion);
        let nodes = &mut self.groups[group].branches[branch];
        let Some(node) = nodes.last_mut() else { return Ok(()) };
        let is_group = matches!(node.what, What::Group(_) | What::Call(_)) && !is_assertion;
        if is_assertion {
            // It is looked at once, or not at all.
            if count.len() > 1 {
                self.counted.push((count, least == 0));
            }
            (node.least, node.most) = if least > 0 { (1, Some(1)) } else { (0, Some(1)) };
        } else if most == Some(0) && !matches!(node.what, What::Group(_) | What::Call(_)) {
            nodes.pop();
        } else {
            (node.least, node.most) = (least, most);
        }
        // Of groups there are as many copies.
        if is_group {
            let open = self.open.last_mut().expect("the whole pattern is open");
            let (least, last) = (u64::from(least), open.last);
            let more = most.map_or(0, |most| u64::from(most).saturating_sub(least.max(1)));
            let copies = least.saturating_sub(1) * last + more * (last + COPY);
            if copies > i32::MAX as u64 || open.size + copies > i32::MAX as u64 {
                self.at -= 1;
                return self.fault(20);
            }
            open.size += copies;
        }
        Ok(())
    }

    /// The numbers in braces; stops at the last one.
    fn counts(&mut self) -> Parsed<(u32, Option<u32>)> {
        self.at += 1;
        let count = |parser: &mut Self| parser.number_up_to(65535, 5);
        let least = count(self)?;
        if self.byte(self.at) == b'}' {
            return Ok((least, Some(least)));
        }
        self.at += 1;
        if self.byte(self.at) == b'}' {
            return Ok((least, None));
        }
        let most = count(self)?;
        if most < least { self.fault(4) } else { Ok((least, Some(most))) }
    }

    /// Ends a branch, and its group unless another one follows; whether that was all.
    fn end_of_branch(&mut self) -> Parsed<bool> {
        let Place { group, branch, .. } = self.place();
        self.events.push(Event::Branch { group, branch, at: self.at });
        let (count, c) = (self.count, self.byte(self.at));
        let open = self.here();
        open.count_most = open.count_most.max(count);
        if c == b'|' {
            open.repeatable = false;
            open.size += 3;
            if open.reset {
                self.count = open.count_before;
            }
            self.groups[group].branches.push(Vec::new());
            self.at += 1;
            return Ok(false);
        }
        let size = open.size;
        self.count = open.count_most;
        self.events.push(Event::Leave(group, self.at));
        self.open.pop();
        let Some(outer) = self.open.last_mut() else {
            return if size > SIZE { self.fault(20) } else { Ok(true) };
        };
        self.flags = outer.flags;
        outer.size += size;
        outer.last = size;
        if c != b')' {
            return self.fault(14);
        }
        self.at += 1;
        Ok(false)
    }

    /// Begins a group.
    fn enter(&mut self, kind: Kind, number: u32, flags: Flags, reset: bool) -> Parsed {
        if self.open.len() > DEPTH {
            return self.fault(UNKNOWN);
        }
        let group = self.groups.len();
        let outer = (!self.open.is_empty()).then(|| self.place());
        if outer.is_some() {
            self.push(What::Group(group));
            if matches!(kind, Kind::Assertion { .. }) && std::mem::take(&mut self.condition) {
                self.here().repeatable = false;
            }
        }
        if let Some(open) = self.open.last_mut() {
            open.flags = self.flags;
        }
        self.flags = flags;
        self.groups.push(Group { kind, number, outer, branches: vec![Vec::new()] });
        self.events.push(Event::Enter(group));
        self.open.push(Open {
            group,
            flags,
            repeatable: false,
            reset,
            count_before: self.count,
            count_most: self.count,
            size: GROUP,
            last: 0,
        });
        Ok(())
    }
}

/// The text of a fault.
fn text(number: u8) -> &'static str {
    match number {
        1 => "\\ at end of pattern",
        2 => "\\c at end of pattern",
        3 => "unrecognized character follows \\",
        4 => "numbers out of order in {} quantifier",
        5 => "number too big in {} quantifier",
        6 => "missing terminating ] for character class",
        7 => "invalid escape sequence in character class",
        8 => "range out of order in character class",
        9 => "nothing to repeat",
        12 => "unrecognized character after (? or (?-",
        13 => "POSIX named classes are supported only within a class",
        14 => "missing )",
        15 => "reference to non-existent subpattern",
        18 => "missing ) after comment",
        20 => "regular expression is too large",
        22 => "unmatched parentheses",
        24 => "unrecognized character after (?<",
        25 => "lookbehind assertion is not fixed length",
        26 => "malformed number or name after (?(",
        27 => "conditional group contains more than two branches",
        28 => "assertion expected after (?( or (?(?C)",
        29 => "(?R or (?[+-]digits must be followed by )",
        30 => "unknown POSIX class name",
        31 => "POSIX collating elements are not supported",
        34 => "character value in \\x{} or \\o{} is too large",
        35 => "invalid condition (?(0)",
        36 => "\\C not allowed in lookbehind assertion",
        37 => "PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u",
        38 => "number after (?C is > 255",
        39 => "closing ) for (?C expected",
        40 => "recursive call could loop indefinitely",
        41 => "unrecognized character after (?P",
        42 => "syntax error in subpattern name (missing terminator)",
        43 => "two named subpatterns have the same name",
        44 => "invalid UTF-8 string",
        46 => "malformed \\P or \\p sequence",
        47 => "unknown property name after \\P or \\p",
        48 => "subpattern name is too long (maximum 32 characters)",
        51 => "octal value is greater than \\377 in 8-bit non-UTF-8 mode",
        54 => "DEFINE group contains more than one branch",
        56 => "inconsistent NEWLINE options",
        57 => {
            "\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain \
             number"
        }
        58 => "a numbered reference must not be zero",
        59 => "an argument is not allowed for (*ACCEPT), (*FAIL), or (*COMMIT)",
        60 => "(*VERB) not recognized or malformed",
        61 => "number is too big",
        62 => "subpattern name expected",
        63 => "digit expected after (?+",
        65 => "different names for subpatterns of the same number are not allowed",
        66 => "(*MARK) must have an argument",
        68 => "\\c must be followed by an ASCII character",
        69 => "\\k is not followed by a braced, angle-bracketed, or quoted name",
        71 => "\\N is not supported in a class",
        73 => "disallowed Unicode code point (>= 0xd800 && <= 0xdfff)",
        75 => "name is too long in (*MARK), (*PRUNE), (*SKIP), or (*THEN)",
        78 => "setting UTF is disabled by the application",
        79 => "non-hex character in \\x{} (closing brace missing?)",
        80 => "non-octal character in \\o{} (closing brace missing?)",
        81 => "missing opening brace after \\o",
        83 => "invalid range in character class",
        84 => "group name must start with a non-digit",
        86 => "digits missing in \\x{} or \\o{}",
        _ => "internal error",
    }
}
