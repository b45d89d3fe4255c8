//! The options of `re`, and patterns with their options as bytes.

use super::check;
use super::errors::CompileError;
use super::newline::Newline;
use super::pcre::{Bsr, Limits};
use crate::iolist::iolist_to_vec;
use pcre2_sys as sys;
use release::Difference;
use std::borrow::Cow;
use term::{Atom, Term, View, atom};

/// `{capture, Values, Kind}`.
#[derive(Copy, Clone)]
pub struct CaptureOption<'h> {
    pub values: Term<'h>,
    pub kind: Term<'h>,
}

/// The options of a list.
pub struct Options<'h> {
    /// The library's flags for compiling.
    compile_flags: u32,
    /// Options about line ends are numbers that add up: those of OTP's library.
    newline: u8,
    bsr: Bsr,
    /// Both options about what `\\R` matches are there.
    both_bsr: bool,
    /// The library's flags for matching.
    pub match_flags: u32,
    /// An option among them is for compiling only.
    pub for_compile: bool,
    /// An option among them is for matching only.
    pub for_run: bool,
    pub unicode: bool,
    pub global: bool,
    pub report_errors: bool,
    pub offset: usize,
    pub capture: Option<CaptureOption<'h>>,
    pub limits: Limits,
}

const CR: u8 = 1;
const LF: u8 = 2;
const CRLF: u8 = CR | LF;
const ANY: u8 = 4;
const ANYCRLF: u8 = ANY | CR;

/// An integer from 0 to the largest of C's `int`.
fn natural(t: Term<'_>) -> Option<u32> {
    t.as_small().filter(|n| (0..=i64::from(i32::MAX)).contains(n)).map(|n| n as u32)
}

impl<'h> Options<'h> {
    /// The characters that end a line; nothing if the options contradict each other.
    fn newline(&self) -> Option<Newline> {
        Some(match self.newline {
            0 => Newline::Default,
            CR => Newline::Cr,
            LF => Newline::Lf,
            CRLF => Newline::CrLf,
            ANY => Newline::Any,
            ANYCRLF => Newline::AnyCrLf,
            _ => return None,
        })
    }

    /// Whether options exclude each other.
    pub fn is_inconsistent(&self) -> bool {
        self.both_bsr || self.newline().is_none()
    }

    /// The fault that OTP's library finds in a pattern with these options, if there is one; where
    /// that is Maser's too, it finds it itself.
    pub fn check(&self, pattern: &[u8]) -> Result<(), CompileError> {
        if Difference::NewPatterns.is_on() && !self.is_inconsistent() {
            return Ok(());
        }
        check::fault(pattern, self.compile_flags, self.newline(), self.both_bsr)
    }

    /// Reads an option list; `None` if it is none.
    pub fn new(list: Term<'h>) -> Option<Options<'h>> {
        let mut options = Options {
            compile_flags: 0,
            newline: 0,
            bsr: Bsr::Default,
            both_bsr: false,
            match_flags: 0,
            for_compile: false,
            for_run: false,
            unicode: false,
            global: false,
            report_errors: false,
            offset: 0,
            capture: None,
            limits: Limits::default(),
        };
        for option in list.to_vec()? {
            match option.view() {
                View::Atom(name) => options.flag(name)?,
                View::Tuple(&[name, values, kind]) if name.is(atom!("capture")) => {
                    options.capture = Some(CaptureOption { values, kind });
                    options.for_run = true;
                }
                View::Tuple(&[name, value]) => options.setting(name.as_atom()?, value)?,
                _ => return None,
            }
        }
        Some(options)
    }

    fn flag(&mut self, name: Atom) -> Option<()> {
        let compile = match name.name() {
            "anchored" => {
                self.compile_flags |= sys::PCRE2_ANCHORED;
                self.match_flags |= sys::PCRE2_ANCHORED;
                return Some(());
            }
            "bsr_anycrlf" => {
                self.both_bsr |= self.bsr == Bsr::Unicode;
                self.bsr = Bsr::AnyCrLf;
                return Some(());
            }
            "bsr_unicode" => {
                self.both_bsr |= self.bsr == Bsr::AnyCrLf;
                self.bsr = Bsr::Unicode;
                return Some(());
            }
            "no_start_optimize" => sys::PCRE2_NO_START_OPTIMIZE,
            "caseless" => sys::PCRE2_CASELESS,
            "dollar_endonly" => sys::PCRE2_DOLLAR_ENDONLY,
            "dotall" => sys::PCRE2_DOTALL,
            "extended" => sys::PCRE2_EXTENDED,
            "firstline" => sys::PCRE2_FIRSTLINE,
            "multiline" => sys::PCRE2_MULTILINE,
            "no_auto_capture" => sys::PCRE2_NO_AUTO_CAPTURE,
            "dupnames" => sys::PCRE2_DUPNAMES,
            "ungreedy" => sys::PCRE2_UNGREEDY,
            "ucp" => sys::PCRE2_UCP,
            "never_utf" => sys::PCRE2_NEVER_UTF,
            "unicode" => {
                self.unicode = true;
                sys::PCRE2_UTF
            }
            _ => 0,
        };
        if compile != 0 {
            self.compile_flags |= compile;
            self.for_compile = true;
            return Some(());
        }
        self.match_flags |= match name.name() {
            "notempty" => sys::PCRE2_NOTEMPTY,
            "notempty_atstart" => sys::PCRE2_NOTEMPTY_ATSTART,
            "notbol" => sys::PCRE2_NOTBOL,
            "noteol" => sys::PCRE2_NOTEOL,
            "report_errors" => {
                self.report_errors = true;
                0
            }
            "global" => {
                self.global = true;
                0
            }
            _ => return None,
        };
        self.for_run = true;
        Some(())
    }

    fn setting(&mut self, name: Atom, value: Term<'h>) -> Option<()> {
        match name.name() {
            "newline" => {
                self.newline |= match value.as_atom()?.name() {
                    "cr" => CR,
                    "lf" => LF,
                    "crlf" => CRLF,
                    "any" => ANY,
                    "anycrlf" => ANYCRLF,
                    _ => return None,
                };
                return Some(());
            }
            "capture" => {
                let kind = Term::atom(atom!("index"));
                self.capture = Some(CaptureOption { values: value, kind });
            }
            "offset" => self.offset = natural(value)? as usize,
            "match_limit" => self.limits.matches = Some(natural(value)?),
            "match_limit_recursion" => self.limits.depth = Some(natural(value)?),
            _ => return None,
        }
        self.for_run = true;
        Some(())
    }

    /// A pattern with these options.
    pub fn key<'p>(&self, pattern: &'p [u8]) -> Key<'p> {
        let newline = self.newline().unwrap_or(Newline::Default);
        Key { options: self.compile_flags, newline, bsr: self.bsr, pattern }
    }
}

/// All that decides what a compiled pattern is.
#[derive(Copy, Clone)]
pub struct Key<'p> {
    pub options: u32,
    pub newline: Newline,
    pub bsr: Bsr,
    pub pattern: &'p [u8],
}

/// The bytes of each key begin with these.
const MAGIC: &[u8; 4] = b"mre1";

impl<'p> Key<'p> {
    /// As bytes, which a program keeps in `{re_pattern, …}`.
    pub fn to_bytes(self) -> Vec<u8> {
        let ends = [self.newline as u8, self.bsr as u8];
        [MAGIC, &self.options.to_le_bytes()[..], &ends, self.pattern].concat()
    }

    /// Of bytes that [`Key::to_bytes`] gave.
    pub fn from_bytes(bytes: &'p [u8]) -> Option<Key<'p>> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (options, rest) = rest.split_first_chunk::<4>()?;
        let (&[newline, bsr], pattern) = rest.split_first_chunk::<2>()?;
        let newlines = [
            Newline::Default,
            Newline::Cr,
            Newline::Lf,
            Newline::CrLf,
            Newline::Any,
            Newline::AnyCrLf,
        ];
        let bsrs = [Bsr::Default, Bsr::Unicode, Bsr::AnyCrLf];
        Some(Key {
            // Only flags that can have been there: the rest is not for a program to choose.
            options: u32::from_le_bytes(*options) & ALLOWED,
            newline: newlines.into_iter().find(|&n| n as u8 == newline)?,
            bsr: bsrs.into_iter().find(|&b| b as u8 == bsr)?,
            pattern,
        })
    }

    /// Whether pattern and subjects are UTF-8.
    pub fn is_unicode(&self) -> bool {
        self.options & sys::PCRE2_UTF != 0
    }

    /// Without a search for characters that a match needs.
    pub fn without_search(self) -> Key<'p> {
        Key { options: self.options | sys::PCRE2_NO_START_OPTIMIZE, ..self }
    }

    /// With the line ends that are asked for when matching.
    pub fn with_line_ends(self, options: &Options<'_>) -> Key<'p> {
        let newline = match options.newline() {
            None | Some(Newline::Default) => self.newline,
            Some(other) => other,
        };
        let bsr = if options.bsr == Bsr::Default { self.bsr } else { options.bsr };
        Key { newline, bsr, ..self }
    }
}

const ALLOWED: u32 = sys::PCRE2_ANCHORED
    | sys::PCRE2_NO_START_OPTIMIZE
    | sys::PCRE2_CASELESS
    | sys::PCRE2_DOLLAR_ENDONLY
    | sys::PCRE2_DOTALL
    | sys::PCRE2_EXTENDED
    | sys::PCRE2_FIRSTLINE
    | sys::PCRE2_MULTILINE
    | sys::PCRE2_NO_AUTO_CAPTURE
    | sys::PCRE2_DUPNAMES
    | sys::PCRE2_UNGREEDY
    | sys::PCRE2_UCP
    | sys::PCRE2_NEVER_UTF
    | sys::PCRE2_UTF;

/// The form in which a captured part is given.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Kind {
    Index,
    List,
    Binary,
}

/// Which parts are captured.
pub enum Values {
    None,
    All,
    AllButFirst,
    /// Per result the groups that it may come from; none for what cannot be there.
    Groups(Vec<Vec<u32>>),
}

/// `{capture, Values, Kind}`, with the groups of a pattern in place of names.
pub struct Capture {
    pub kind: Kind,
    pub values: Values,
}

type Names<'n> = [(&'n [u8], u32)];

fn numbers_of(names: &Names<'_>, name: &[u8]) -> Vec<u32> {
    names.iter().filter(|(n, _)| *n == name).map(|&(_, number)| number).collect()
}

impl Capture {
    /// Reads it; `names` are those of the pattern's groups, sorted.
    pub fn new(option: CaptureOption<'_>, names: &Names<'_>) -> Option<Capture> {
        let kind = match option.kind.as_atom()?.name() {
            "index" => Kind::Index,
            "list" => Kind::List,
            "binary" => Kind::Binary,
            _ => return None,
        };
        let values = match option.values.view() {
            View::Nil => Values::None,
            View::Atom(name) => match name.name() {
                "all" => Values::All,
                "none" => Values::None,
                "all_but_first" => Values::AllButFirst,
                "first" => Values::Groups(vec![vec![0]]),
                "all_names" if names.is_empty() => Values::None,
                "all_names" => {
                    let mut different: Vec<&[u8]> = names.iter().map(|n| n.0).collect();
                    different.dedup();
                    let groups = different.into_iter().map(|n| numbers_of(names, n));
                    Values::Groups(groups.collect())
                }
                _ => return None,
            },
            View::Cons(..) => {
                let values = option.values.to_vec()?;
                let groups = values.into_iter().map(|v| Capture::group(v, names));
                Values::Groups(groups.collect::<Option<_>>()?)
            }
            _ => return None,
        };
        Some(Capture { kind, values })
    }

    /// The groups of one value: a number, or a name as an atom or iolist.
    fn group(value: Term<'_>, names: &Names<'_>) -> Option<Vec<u32>> {
        let name = match value.view() {
            View::Small(n) => {
                let n = i32::try_from(n).ok().and_then(|n| u32::try_from(n).ok());
                return n.map(|n| vec![n]);
            }
            View::Atom(name) => Cow::Borrowed(name.name().as_bytes()),
            View::Bits(_) | View::Cons(..) | View::Nil => Cow::Owned(iolist_to_vec(value)?),
            _ => return None,
        };
        Some(numbers_of(names, &name))
    }
}
