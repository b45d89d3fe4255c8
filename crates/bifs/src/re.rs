//! `re`: regular expressions. OTP keeps compiled code in a pattern's binary; here that binary has
//! the pattern's text with its options, and the compiled form is found in a cache.

mod check;
mod errors;
mod newline;
mod older;
mod options;
mod pcre;
mod tables;

use crate::args::{badarg, binary};
use crate::external::bad_option;
use crate::iolist::{iolist_to_vec, pay_bytes};
use errors::CompileError;
use options::{Capture, Kind, Options, Values};
use pcre::{Code, Limits, Outcome};
use pcre2_sys::PCRE2_NO_UTF_CHECK;
use release::Difference;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};
use term::{Atom, Export, Heap, Mfa, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, dirty_cpu, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("re", "version", 0, version_0),
    row("re", "compile", 1, compile_1),
    row("re", "compile", 2, compile_2),
    row("re", "run", 2, run_2),
    row("re", "run", 3, run_3),
    row("re", "internal_run", 4, internal_run_4),
    // Not OTP's: `run/3` of what takes long.
    dirty_cpu("re", "internal_run", 5, internal_run_5),
    row("re", "inspect", 2, inspect_2),
];

/// Compiled patterns that are kept; when there are more, all are forgotten.
const CACHED: usize = 1000;

fn cache() -> &'static RwLock<HashMap<Vec<u8>, Arc<Code>>> {
    static CACHE: OnceLock<RwLock<HashMap<Vec<u8>, Arc<Code>>>> = OnceLock::new();
    CACHE.get_or_init(RwLock::default)
}

/// The compiled form of a pattern that has been compiled before, or has gone from the cache.
fn compiled(key: options::Key<'_>) -> Result<Arc<Code>, CompileError> {
    compiled_after(key, |_| Ok(()))
}

/// The compiled form of a pattern, unless OTP's library has something against it.
fn compile_checked(
    options: &Options<'_>,
    key: options::Key<'_>,
) -> Result<Arc<Code>, CompileError> {
    if options.is_inconsistent() {
        options.check(key.pattern)?;
    }
    compiled_after(key, |pattern| options.check(pattern))
}

/// The compiled form of a pattern, which is looked at before if it is new.
fn compiled_after(
    key: options::Key<'_>,
    check: impl FnOnce(&[u8]) -> Result<(), CompileError>,
) -> Result<Arc<Code>, CompileError> {
    let bytes = key.to_bytes();
    if let Some(code) = cache().read().expect("patterns").get(&bytes) {
        return Ok(code.clone());
    }
    check(key.pattern)?;
    let code = Arc::new(Code::compile(key.pattern, key.options, key.newline, key.bsr)?);
    let mut cache = cache().write().expect("patterns");
    if cache.len() >= CACHED {
        cache.clear();
    }
    cache.insert(bytes, code.clone());
    Ok(code)
}

fn version_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().binary(pcre::version().as_bytes()))
}

/// Goes on in `re.erl`, which is there for what is easier in Erlang.
fn trap<'h, T>(function: &str, args: Vec<Term<'h>>) -> Result<T, Exception<'h>> {
    let mfa = Mfa::new(atom!("re"), Atom::new(function), args.len() as u8);
    Err(Exception::trap(Export::get(mfa), args))
}

/// `{re_pattern, Groups, Unicode, CrLf, Pattern}`.
fn pattern_term<'h>(heap: &'h Heap, code: &Code, key: options::Key<'_>) -> Term<'h> {
    heap.tuple(&[
        Term::atom(atom!("re_pattern")),
        Term::small(i64::from(code.groups())),
        Term::small(i64::from(key.is_unicode())),
        Term::small(i64::from(code.uses_crlf())),
        heap.binary(&key.to_bytes()),
    ])
}

/// `{Text, Offset}`.
fn error_term<'h>(heap: &'h Heap, pattern: &[u8], e: &CompileError) -> Term<'h> {
    heap.tuple(&[heap.string(errors::text(e)), Term::small(e.offset.min(pattern.len()) as i64)])
}

fn compile<'h>(p: &mut Running<'h>, pattern: Term<'h>, option_list: Term<'h>) -> BifResult<'h> {
    let heap = p.heap();
    let options = Options::new(option_list).ok_or_else(bad_option)?;
    if options.for_run {
        return Err(bad_option());
    }
    if options.unicode && pattern.as_bits().is_none() {
        return trap("ucompile", vec![pattern, option_list]);
    }
    let text = iolist_to_vec(pattern).ok_or(Exception::BADARG)?;
    pay_bytes(p, text.len() * 16);
    let key = options.key(older::up_to_zero(&text));
    Ok(match compile_checked(&options, key) {
        Ok(code) => heap.tuple(&[Term::OK, pattern_term(heap, &code, key)]),
        Err(e) => heap.tuple(&[Term::atom(am::ERROR), error_term(heap, key.pattern, &e)]),
    })
}

fn compile_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    compile(p, args[0], Term::NIL)
}

fn compile_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    compile(p, args[0], args[1])
}

/// The parts of `{re_pattern, Groups, Unicode, CrLf, Pattern}`: unicode or not, and the pattern.
fn pattern_parts<'h>(t: Term<'h>) -> Option<(bool, Cow<'h, [u8]>)> {
    let &[tag, groups, unicode, crlf, pattern] = t.as_tuple_of::<5>()?;
    (tag.is(atom!("re_pattern")) && groups.as_small().is_some() && crlf.as_small().is_some())
        .then_some(())?;
    Some((unicode.as_small()? != 0, pattern.as_binary()?))
}

fn run_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    run(p, args[0], args[1], Term::NIL, How { check: true, dirty: false })
}

fn run_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    run(p, args[0], args[1], args[2], How { check: true, dirty: false })
}

fn internal_run_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let check = args[3].as_bool().ok_or(Exception::BADARG)?;
    run(p, args[0], args[1], args[2], How { check, dirty: false })
}

fn internal_run_5<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let check = args[3].as_bool().ok_or(Exception::BADARG)?;
    run(p, args[0], args[1], args[2], How { check, dirty: true })
}

/// How `run` is to work.
#[derive(Copy, Clone)]
struct How {
    /// The subject has not been checked for being UTF-8.
    check: bool,
    /// It is on a dirty scheduler, and may take its time.
    dirty: bool,
}

/// Subjects beyond this many bytes are matched on a dirty scheduler, for nothing counts how much of
/// them a match looks at. A search for all matches goes there for the first of them only: the next
/// is mostly near.
const LONG: usize = 256 << 10;
/// Steps that a match may take on an ordinary scheduler; with more it is begun anew on a dirty one.
const STEPS: u32 = 50_000;
/// From this length on, OTP's library does not look whether a character that a match needs is there
/// at all. A match that reaches a limit for that reason is to reach it here, too.
const NO_SEARCH: usize = 1000;

/// The arguments of `run/3`.
struct Call<'a, 'h> {
    subject: Term<'h>,
    pattern: Term<'h>,
    option_list: Term<'h>,
    options: &'a Options<'h>,
}

/// The pattern of a call.
enum Pattern<'k, 'h> {
    /// Its compiled form, and the key of that.
    Code(Arc<Code>, options::Key<'k>),
    /// It cannot be compiled, which the call answers with.
    Refused(Term<'h>),
}

impl<'h> Call<'_, 'h> {
    /// Whether `re.erl` has to convert text: the subject, or parts of it that are to be lists.
    fn is_converted(&self, unicode: bool) -> bool {
        let list = self.options.capture.is_some_and(|c| c.kind.is(atom!("list")));
        unicode && (self.subject.as_bits().is_none() || list && !self.options.global)
    }

    fn convert<T>(&self) -> Result<T, Exception<'h>> {
        trap("urun", vec![self.subject, self.pattern, self.option_list])
    }

    /// Finds the code of a pattern that has been compiled; its bytes are put into `text`.
    fn compiled_pattern<'k>(
        &self,
        heap: &'h Heap,
        text: &'k mut Cow<'h, [u8]>,
    ) -> Result<Pattern<'k, 'h>, Exception<'h>> {
        if self.options.for_compile {
            return badarg();
        }
        let (unicode, bytes) = pattern_parts(self.pattern).ok_or(Exception::BADARG)?;
        *text = bytes;
        if self.is_converted(unicode) {
            return self.convert();
        }
        if self.options.global {
            let how = heap.tuple(&[self.option_list, Term::FALSE]);
            return trap("grun", vec![self.subject, self.pattern, how]);
        }
        let key = options::Key::from_bytes(text).ok_or(Exception::BADARG)?;
        if self.options.is_inconsistent() {
            return Err(internal_error());
        }
        let key = key.with_line_ends(self.options);
        Ok(Pattern::Code(compiled(key).or(badarg())?, key))
    }

    /// Compiles a pattern, whose bytes are put into `text`.
    fn compile_pattern<'k>(
        &self,
        heap: &'h Heap,
        text: &'k mut Cow<'h, [u8]>,
    ) -> Result<Pattern<'k, 'h>, Exception<'h>> {
        let Call { pattern, options, .. } = *self;
        let is_text = pattern.as_bits().is_some() || pattern.is_cons() || pattern.is_nil();
        if !is_text {
            return badarg();
        }
        if options.unicode && (pattern.as_bits().is_none() || self.is_converted(true)) {
            return self.convert();
        }
        *text = Cow::Owned(iolist_to_vec(pattern).ok_or(Exception::BADARG)?);
        let key = options.key(older::up_to_zero(text));
        let code = match compile_checked(options, key) {
            Ok(code) => code,
            Err(e) if options.report_errors => {
                let why = error_term(heap, key.pattern, &e);
                let why = heap.tuple(&[Term::atom(atom!("compile")), why]);
                return Ok(Pattern::Refused(heap.tuple(&[Term::atom(am::ERROR), why])));
            }
            Err(_) => return badarg(),
        };
        if options.global {
            let how = [self.option_list, Term::bool(options.for_compile), pattern];
            let code = pattern_term(heap, &code, key);
            return trap("grun", vec![self.subject, code, heap.tuple(&how)]);
        }
        Ok(Pattern::Code(code, key))
    }
}

fn run<'h>(
    p: &mut Running<'h>,
    subject: Term<'h>,
    pattern: Term<'h>,
    option_list: Term<'h>,
    how: How,
) -> BifResult<'h> {
    let heap = p.heap();
    let options = Options::new(option_list).ok_or_else(bad_option)?;
    let call = Call { subject, pattern, option_list, options: &options };
    let mut text = Cow::Borrowed(&[][..]);
    let found = match pattern.as_tuple() {
        Some(t) if t.len() == 5 => call.compiled_pattern(heap, &mut text)?,
        _ => call.compile_pattern(heap, &mut text)?,
    };
    let (code, key) = match found {
        Pattern::Code(code, key) => (code, key),
        Pattern::Refused(answer) => return Ok(answer),
    };
    let capture = match options.capture {
        Some(capture) => Capture::new(capture, &code.names()).ok_or(Exception::BADARG)?,
        None => Capture { kind: Kind::Index, values: Values::All },
    };
    let bytes = match subject.as_bits() {
        Some(_) => binary(subject)?,
        None => Cow::Owned(iolist_to_vec(subject).ok_or(Exception::BADARG)?),
    };
    let len = bytes.len().saturating_sub(options.offset);
    let elsewhere = || {
        let check = Term::bool(how.check);
        trap("internal_run", vec![subject, pattern, option_list, check, Term::TRUE])
    };
    if len > LONG && how.check && !how.dirty {
        return elsewhere();
    }
    pay_bytes(p, len * 4);
    let flags = options.match_flags | if how.check { 0 } else { PCRE2_NO_UTF_CHECK };
    let code =
        match options.limits.is_some() && len >= NO_SEARCH && !Difference::NewPatterns.is_on() {
            true => compiled(key.without_search()).or(badarg())?,
            false => code,
        };
    let most = options.limits.matches.unwrap_or(u32::MAX);
    let limits = match how.dirty {
        true => options.limits,
        false => Limits { first_steps: Some(STEPS), ..options.limits },
    };
    let error = |why| heap.tuple(&[Term::atom(am::ERROR), Term::atom(why)]);
    let no_match = Term::atom(atom!("nomatch"));
    if options.offset > bytes.len() {
        return badarg();
    }
    match code.run(&bytes, options.offset, flags, limits) {
        Outcome::MatchLimit if !how.dirty && most > STEPS => elsewhere(),
        Outcome::Match(offsets) => Ok(captured(heap, subject, &bytes, &offsets, &capture)),
        Outcome::MatchLimit if options.report_errors => Ok(error(atom!("match_limit"))),
        Outcome::DepthLimit if options.report_errors => Ok(error(atom!("match_limit_recursion"))),
        Outcome::NoMatch | Outcome::MatchLimit | Outcome::DepthLimit => Ok(no_match),
        Outcome::BadSubject => badarg(),
        Outcome::Failed => Err(internal_error()),
    }
}

/// From this length on, captured binaries share the subject's bytes.
const SHARED: usize = 65;

fn internal_error<'h>() -> Exception<'h> {
    Exception::Error(Term::atom(atom!("internal_error")))
}

fn captured<'h>(
    heap: &'h Heap,
    subject: Term<'h>,
    bytes: &[u8],
    offsets: &[(isize, isize)],
    capture: &Capture,
) -> Term<'h> {
    let part = |(from, to): (isize, isize)| {
        let range = if from < 0 { 0..0 } else { from as usize..(to.max(from)) as usize };
        match capture.kind {
            Kind::Index => heap.tuple(&[
                Term::small(from as i64),
                Term::small(if from < 0 { 0 } else { (to - from) as i64 }),
            ]),
            Kind::List => heap.byte_list(&bytes[range]),
            Kind::Binary if range.len() >= SHARED && subject.as_bits().is_some() => {
                heap.sub_bits(subject, range.start * 8, range.len() * 8)
            }
            Kind::Binary => heap.binary(&bytes[range]),
        }
    };
    let group = |n: u32| offsets.get(n as usize).copied().unwrap_or((-1, -1));
    let parts: Vec<Term<'h>> = match &capture.values {
        Values::None => return Term::atom(atom!("match")),
        Values::All => offsets.iter().map(|&o| part(o)).collect(),
        Values::AllButFirst => offsets[1..].iter().map(|&o| part(o)).collect(),
        Values::Groups(groups) => groups
            .iter()
            .map(|numbers| {
                // Several groups may have the same name: the first that took part counts.
                let set = numbers.iter().map(|&n| group(n)).find(|o| o.0 >= 0);
                part(set.unwrap_or((-1, -1)))
            })
            .collect(),
    };
    heap.tuple(&[Term::atom(atom!("match")), heap.list(&parts)])
}

fn inspect_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let (_, bytes) = pattern_parts(args[0]).ok_or(Exception::BADARG)?;
    if !matches!(args[1].view(), View::Atom(a) if a == atom!("namelist")) {
        return badarg();
    }
    let key = options::Key::from_bytes(&bytes).ok_or(Exception::BADARG)?;
    let code = compiled(key).or(badarg())?;
    let mut names: Vec<&[u8]> = code.names().into_iter().map(|(name, _)| name).collect();
    names.dedup();
    let names: Vec<_> = names.into_iter().map(|name| heap.binary(name)).collect();
    Ok(heap.tuple(&[args[1], heap.list(&names)]))
}
