//! The PCRE2 library behind a safe interface: compiled patterns that all threads share, and
//! matching.

use super::check;
use super::errors::CompileError;
use super::newline::Newline;
use super::older::{self, Text};
use super::tables::LATIN1;
use pcre2_sys as sys;
use release::Difference;
use std::cell::RefCell;
use std::ops::Range;
use std::ptr::{self, NonNull};

/// The characters that `\R` matches.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bsr {
    /// As the pattern says, else as the library does.
    Default = 0,
    /// Line ends of Unicode.
    Unicode = sys::PCRE2_BSR_UNICODE as u8,
    /// `\r`, `\n`, `\r\n`.
    AnyCrLf = sys::PCRE2_BSR_ANYCRLF as u8,
}

/// A compiled pattern.
pub struct Code(NonNull<sys::pcre2_code_8>);

// SAFETY: nothing writes to a compiled pattern until it is freed.
unsafe impl Send for Code {}
// SAFETY: the library only reads a compiled pattern. Matching writes to the match data, of which
// each thread has its own (`Scratch`).
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        // SAFETY: compiled by us, and nobody else refers to it.
        unsafe { sys::pcre2_code_free_8(self.0.as_ptr()) }
    }
}

/// How a match ended.
pub enum Outcome {
    /// Start and end of the whole and of each group up to the last one that took part; -1 for those
    /// that did not.
    Match(Vec<(isize, isize)>),
    /// It does not match.
    NoMatch,
    /// `match_limit` was reached.
    MatchLimit,
    /// `match_limit_recursion` was reached.
    DepthLimit,
    /// The subject is not UTF-8, or the start is outside of it.
    BadSubject,
    /// Anything else.
    Failed,
}

/// Limits of a match.
#[derive(Copy, Clone, Default)]
pub struct Limits {
    /// `match_limit`.
    pub matches: Option<u32>,
    /// `match_limit_recursion`.
    pub depth: Option<u32>,
    /// As many steps as may be taken here and now, whoever counts them.
    pub first_steps: Option<u32>,
}

impl Limits {
    /// Whether the program has set any.
    pub fn is_some(self) -> bool {
        self.matches.is_some() || self.depth.is_some()
    }
}

/// Memory for the stack of machine code that matches.
const JIT_STACK_START: usize = 32 << 10;
const JIT_STACK_MAX: usize = 1 << 20;

/// The library's memory for matching, of which each thread has its own.
struct Scratch {
    data: *mut sys::pcre2_match_data_8,
    pairs: u32,
    context: *mut sys::pcre2_match_context_8,
    jit_stack: *mut sys::pcre2_jit_stack_8,
}

impl Scratch {
    fn new() -> Scratch {
        // SAFETY: constructors of the library; null means no memory.
        unsafe {
            let context = sys::pcre2_match_context_create_8(ptr::null_mut());
            let jit_stack =
                sys::pcre2_jit_stack_create_8(JIT_STACK_START, JIT_STACK_MAX, ptr::null_mut());
            assert!(!context.is_null(), "no memory for matching");
            sys::pcre2_jit_stack_assign_8(context, None, jit_stack.cast());
            Scratch { data: ptr::null_mut(), pairs: 0, context, jit_stack }
        }
    }

    /// Room for that many pairs of offsets.
    fn reserve(&mut self, pairs: u32) {
        if self.data.is_null() || self.pairs < pairs {
            self.pairs = pairs.max(16);
            // SAFETY: ours, or null, which the library ignores; then a constructor.
            unsafe {
                sys::pcre2_match_data_free_8(self.data);
                self.data = sys::pcre2_match_data_create_8(self.pairs, ptr::null_mut());
            }
            assert!(!self.data.is_null(), "no memory for matching");
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // SAFETY: all three are ours; the library ignores null.
        unsafe {
            sys::pcre2_match_data_free_8(self.data);
            sys::pcre2_match_context_free_8(self.context);
            sys::pcre2_jit_stack_free_8(self.jit_stack);
        }
    }
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

/// How deep parentheses may be nested: as deep as OTP's library gets.
const NEST_LIMIT: u32 = 798;

/// The library's number of "unrecognized character follows \\".
const UNKNOWN_ESCAPE: i32 = 103;
/// The library's number of "invalid range in character class", as in `[\\d-z]`.
const INVALID_RANGE: i32 = 150;
/// The library's number of "escape sequence is invalid in character class".
const CLASS_ESCAPE: i32 = 107;
/// The library's number of "\\c must be followed by a printable ASCII character".
const NO_CONTROL: i32 = 168;
/// The library's number of "reference to non-existent subpattern".
const NO_GROUP: i32 = 115;
/// The library's number of "PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u".
const UNSUPPORTED: i32 = 137;
/// The library's number of "regular expression is too large".
const TOO_LARGE: i32 = 120;
/// The library's number of "digits missing after \\x".
const NO_DIGITS: i32 = 178;
/// Takes escapes without meaning for the character itself.
const LITERAL_ESCAPES: u32 = sys::PCRE2_EXTRA_BAD_ESCAPE_IS_LITERAL;

/// Where subjects of no bytes are.
static NOTHING: [u8; 1] = [0];

/// Default limit of the number of internal match calls, as in the library.
const MATCH_LIMIT: u32 = 10_000_000;

fn error_text(code: i32) -> String {
    let mut buffer = [0u8; 256];
    // SAFETY: the library writes no more than the size it is given, with a 0 at the end.
    let n = unsafe { sys::pcre2_get_error_message_8(code, buffer.as_mut_ptr(), buffer.len()) };
    String::from_utf8_lossy(&buffer[..usize::try_from(n).unwrap_or(0)]).into_owned()
}

/// Has the escape at a place mean its character: by number, so that what stands before it does not
/// go on with it.
fn stand_for_itself(text: &mut Text, at: usize) {
    let number = format!("\\x{:02x}", text.bytes()[at + 1]);
    text.splice(at..at + 2, number.as_bytes());
}

/// Writes what is an error in a pattern so that it means what it does to OTP's library.
fn take_literally(text: &mut Text, options: u32, e: &CompileError) -> Option<()> {
    let pattern = text.bytes();
    let end = e.offset.min(pattern.len());
    match e.code {
        // Of assertions there are no copies.
        TOO_LARGE => {
            let counts = check::counts_of_assertions(pattern, options);
            if counts.is_empty() {
                return None;
            }
            for (count, is_optional) in counts.into_iter().rev() {
                text.splice(count, if is_optional { b"?" } else { b"" });
            }
        }
        // A hyphen after or before a class is one.
        INVALID_RANGE => {
            let at = pattern[..pattern.len().min(end + 1)].iter().rposition(|&b| b == b'-')?;
            if at > 0 && pattern[at - 1] == b'\\' {
                return None;
            }
            text.splice(at..at, b"\\");
        }
        // Escapes that stand for no single character stand for themselves.
        CLASS_ESCAPE => {
            let at = end.checked_sub(1)?;
            if pattern[at] != b'\\' || !pattern.get(end)?.is_ascii_alphabetic() {
                return None;
            }
            stand_for_itself(text, at);
        }
        UNSUPPORTED if pattern[..end].ends_with(b"\\F") => stand_for_itself(text, end - 2),
        // Any character of ASCII has a control character.
        NO_CONTROL if pattern[..end].ends_with(b"\\c") => {
            let c = pattern.get(end).filter(|c| c.is_ascii())?.to_ascii_uppercase() ^ 0x40;
            text.splice(end - 2..end + 1, format!("\\x{c:02x}").as_bytes());
        }
        // A number that begins with an 8 or a 9 and is no group's is no octal number either.
        // Nothing calls a group that is not there.
        NO_GROUP if let Some(condition) = call_of_no_group(pattern, end) => {
            text.splice(condition, b"(?!)");
        }
        NO_GROUP => {
            let at = reference_to_no_group(pattern)?;
            stand_for_itself(text, at);
        }
        // No digits are a 0.
        NO_DIGITS if pattern[..end].ends_with(b"\\x") => {
            text.splice(end..end, b"00");
        }
        _ => return None,
    }
    Some(())
}

/// The condition `(R1)` at a place, of a call of a group.
fn call_of_no_group(pattern: &[u8], at: usize) -> Option<Range<usize>> {
    memchr::memmem::find_iter(pattern, b"(?(R").find_map(|begin| {
        let digits = pattern[begin + 4..].iter().take_while(|b| b.is_ascii_digit()).count();
        let end = begin + 4 + digits;
        let is_it =
            digits > 0 && pattern.get(end) == Some(&b')') && (begin..=end + 1).contains(&at);
        is_it.then_some(begin + 2..end + 1)
    })
}

/// Where the first escape stands that begins with an 8 or a 9 and refers to no group before it.
fn reference_to_no_group(pattern: &[u8]) -> Option<usize> {
    let (mut groups, mut i) = (0_u64, 0);
    while let Some(&b) = pattern.get(i) {
        let rest = &pattern[i + 1..];
        match b {
            b'\\' if matches!(rest.first(), Some(b'8' | b'9')) => {
                let digits = rest.iter().take(9).take_while(|b| b.is_ascii_digit());
                if digits.fold(0, |n, d| n * 10 + u64::from(d - b'0')) > groups {
                    return Some(i);
                }
            }
            b'\\' if rest.first() == Some(&b'Q') => {
                i += memchr::memmem::find(rest, b"\\E").unwrap_or(rest.len());
            }
            b'\\' => i += 1,
            b'(' => {
                let named = [&b"?<"[..], b"?P<", b"?'"].iter().any(|n| rest.starts_with(n));
                let looks_back = rest.starts_with(b"?<=") || rest.starts_with(b"?<!");
                let other = matches!(rest.first(), Some(b'?' | b'*'));
                groups += u64::from(!other || (named && !looks_back));
            }
            _ => {}
        }
        i += 1;
    }
    None
}

impl Code {
    /// Compiles a pattern; `options` are the library's.
    pub fn compile(
        pattern: &[u8],
        options: u32,
        newline: Newline,
        bsr: Bsr,
    ) -> Result<Code, CompileError> {
        // In UTF-8 without properties, what the tables say of characters from 128 to 255 holds in
        // some places and not in others. The library's plain interpreter is closest to
        // OTP's in that; the search for a start and machine code are not.
        let tables_decide = options & (sys::PCRE2_UTF | sys::PCRE2_UCP) == sys::PCRE2_UTF;
        let asks_for_words = [&b"\\w"[..], b"\\W", b"[:"]
            .iter()
            .any(|class| memchr::memmem::find(pattern, class).is_some());
        let plain = tables_decide && asks_for_words;
        let options = if plain { options | sys::PCRE2_NO_START_OPTIMIZE } else { options };
        if Difference::NewPatterns.is_on() {
            return Code::compile_with(pattern, options, 0, !plain, newline, bsr);
        }
        let mut extra = sys::PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK;
        let utf = options & sys::PCRE2_UTF != 0 || pattern.starts_with(b"(*UTF");
        let mut text = older::read(pattern, utf);
        loop {
            // OTP's library is older and takes some things literally that are errors now.
            match Code::compile_with(text.bytes(), options, extra, !plain, newline, bsr) {
                Err(e) if e.code == UNKNOWN_ESCAPE && extra & LITERAL_ESCAPES == 0 => {
                    extra |= LITERAL_ESCAPES;
                }
                Err(e) => {
                    if take_literally(&mut text, options, &e).is_none() {
                        return Err(CompileError { offset: text.place(e.offset), ..e });
                    }
                }
                Ok(code) => return Ok(code),
            }
        }
    }

    fn compile_with(
        pattern: &[u8],
        options: u32,
        extra: u32,
        machine_code: bool,
        newline: Newline,
        bsr: Bsr,
    ) -> Result<Code, CompileError> {
        let (mut code, mut offset) = (0, 0);
        // SAFETY: the context is ours for the time of the call; pattern and length belong together;
        // the library writes to `code` and `offset` only.
        let compiled = unsafe {
            let context = sys::pcre2_compile_context_create_8(ptr::null_mut());
            assert!(!context.is_null(), "no memory for a pattern");
            sys::pcre2_set_compile_extra_options_8(context, extra);
            sys::pcre2_set_character_tables_8(context, LATIN1.as_ptr());
            if !Difference::NewPatterns.is_on() {
                sys::pcre2_set_parens_nest_limit_8(context, NEST_LIMIT);
            }
            if newline != Newline::Default {
                sys::pcre2_set_newline_8(context, newline as u32);
            }
            if bsr != Bsr::Default {
                sys::pcre2_set_bsr_8(context, bsr as u32);
            }
            let compiled = sys::pcre2_compile_8(
                pattern.as_ptr(),
                pattern.len(),
                options,
                &mut code,
                &mut offset,
                context,
            );
            sys::pcre2_compile_context_free_8(context);
            compiled
        };
        let Some(compiled) = NonNull::new(compiled) else {
            return Err(CompileError { code, text: error_text(code), offset });
        };
        if machine_code {
            // SAFETY: just compiled, and not shared yet. If it fails, the pattern is interpreted.
            unsafe { sys::pcre2_jit_compile_8(compiled.as_ptr(), sys::PCRE2_JIT_COMPLETE) };
        }
        Ok(Code(compiled))
    }

    fn info(&self, what: u32) -> u32 {
        let mut value = 0u32;
        // SAFETY: only items of 32 bits are asked for.
        unsafe {
            sys::pcre2_pattern_info_8(self.0.as_ptr(), what, ptr::from_mut(&mut value).cast())
        };
        value
    }

    /// The number of groups.
    pub fn groups(&self) -> u32 {
        self.info(sys::PCRE2_INFO_CAPTURECOUNT)
    }

    /// Whether `\r\n` may be one line end.
    pub fn uses_crlf(&self) -> bool {
        let crlf = [Newline::CrLf, Newline::Any, Newline::AnyCrLf];
        crlf.iter().any(|&n| n as u32 == self.info(sys::PCRE2_INFO_NEWLINE))
    }

    /// The groups' names with their numbers, sorted by name.
    pub fn names(&self) -> Vec<(&[u8], u32)> {
        let count = self.info(sys::PCRE2_INFO_NAMECOUNT) as usize;
        let size = self.info(sys::PCRE2_INFO_NAMEENTRYSIZE) as usize;
        if count == 0 {
            return Vec::new();
        }
        let mut table: *const u8 = ptr::null();
        // SAFETY: the item is a pointer, to `count` entries of `size` bytes that live as long as
        // the code.
        let table = unsafe {
            sys::pcre2_pattern_info_8(
                self.0.as_ptr(),
                sys::PCRE2_INFO_NAMETABLE,
                ptr::from_mut(&mut table).cast(),
            );
            std::slice::from_raw_parts(table, count * size)
        };
        let names = table.chunks_exact(size).map(|e| {
            let name = &e[2..];
            let len = name.iter().position(|&b| b == 0).unwrap_or(name.len());
            let name = if name[..len] == *older::NO_NAME { &[] } else { &name[..len] };
            (name, u32::from(e[0]) << 8 | u32::from(e[1]))
        });
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// Matches against a subject from `start` on; `options` are the library's.
    pub fn run(&self, subject: &[u8], start: usize, options: u32, limits: Limits) -> Outcome {
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.reserve(self.groups() + 1);
            // Limits are those of the interpreter: machine code counts otherwise, or not at all.
            let options = if limits.is_some() { options | sys::PCRE2_NO_JIT } else { options };
            let mut rc = self.run_once(scratch, subject, start, options, limits);
            if rc == sys::PCRE2_ERROR_JIT_STACKLIMIT {
                rc = self.run_once(scratch, subject, start, options | sys::PCRE2_NO_JIT, limits);
            }
            match rc {
                1.. => Outcome::Match(offsets(scratch, rc as usize)),
                sys::PCRE2_ERROR_NOMATCH | sys::PCRE2_ERROR_RECURSELOOP => Outcome::NoMatch,
                sys::PCRE2_ERROR_MATCHLIMIT => Outcome::MatchLimit,
                sys::PCRE2_ERROR_DEPTHLIMIT | sys::PCRE2_ERROR_HEAPLIMIT => Outcome::DepthLimit,
                sys::PCRE2_ERROR_BADUTFOFFSET => Outcome::BadSubject,
                sys::PCRE2_ERROR_UTF8_ERR21..=sys::PCRE2_ERROR_UTF8_ERR1 => Outcome::BadSubject,
                _ => Outcome::Failed,
            }
        })
    }

    fn run_once(
        &self,
        scratch: &mut Scratch,
        subject: &[u8],
        start: usize,
        options: u32,
        limits: Limits,
    ) -> i32 {
        // The library's machine code goes back from a subject before it looks whether that was too
        // far, so that none may be at an address near 0, as empty slices are.
        let subject = if subject.is_empty() { &NOTHING[..0] } else { subject };
        // SAFETY: context and match data are this thread's and have room for all groups; subject
        // and length belong together.
        unsafe {
            let (context, default) = (scratch.context, MATCH_LIMIT);
            let matches = limits.matches.unwrap_or(default);
            let now = limits.first_steps.map_or(matches, |n| matches.min(n));
            sys::pcre2_set_match_limit_8(context, now);
            sys::pcre2_set_depth_limit_8(context, limits.depth.unwrap_or(default));
            sys::pcre2_match_8(
                self.0.as_ptr(),
                subject.as_ptr(),
                subject.len(),
                start,
                options,
                scratch.data,
                context,
            )
        }
    }
}

fn offsets(scratch: &Scratch, pairs: usize) -> Vec<(isize, isize)> {
    // SAFETY: after a match, the match data has (at least) that many pairs; unset ones are !0.
    let all = unsafe {
        let first = sys::pcre2_get_ovector_pointer_8(scratch.data);
        std::slice::from_raw_parts(first, pairs * 2)
    };
    all.chunks_exact(2).map(|pair| (pair[0] as isize, pair[1] as isize)).collect()
}

/// The library's version.
pub fn version() -> String {
    let mut buffer = [0u8; 64];
    // SAFETY: the library needs less than 64 bytes for it.
    unsafe { sys::pcre2_config_8(sys::PCRE2_CONFIG_VERSION, buffer.as_mut_ptr().cast()) };
    let len = buffer.iter().position(|&b| b == 0).unwrap_or(0);
    String::from_utf8_lossy(&buffer[..len]).into_owned()
}
