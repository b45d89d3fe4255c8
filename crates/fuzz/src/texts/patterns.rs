//! Regular expressions made by chance, options and subjects for them.

use super::{Call, Term, either, text};
use crate::form::{atom, bytes, int, list, tuple};
use crate::random::Random;
use std::sync::LazyLock;

const PATTERN: &[&str] = &[
    "a",
    "b",
    "c",
    "ab",
    "1",
    " ",
    ".",
    "\\d",
    "\\w",
    "\\s",
    "\\b",
    "\\B",
    "\\A",
    "\\z",
    "^",
    "$",
    "*",
    "+",
    "?",
    "*?",
    "++",
    "{2}",
    "{1,3}",
    "{,3}",
    "{2,}",
    "{3,1}",
    "|",
    "(",
    ")",
    "(a)",
    "(?:",
    "(?=a)",
    "(?!b)",
    "(?<=a)",
    "(?<!b)",
    "(?<n>a)",
    "(?P<n>b)",
    "(?P=n)",
    "\\k<n>",
    "\\1",
    "\\2",
    "\\g{1}",
    "\\g{-1}",
    "(?1)",
    "(?R)",
    "[",
    "]",
    "[abc]",
    "[^a]",
    "[a-z]",
    "[[:alpha:]]",
    "[[:foo:]]",
    "[z-a]",
    "[\\d-z]",
    "\\",
    "\\x41",
    "\\x{e9}",
    "\\x{110000}",
    "\\p{L}",
    "\\pN",
    "\\p{Foo}",
    "\\Q",
    "\\E",
    "\\N",
    "\\R",
    "\\X",
    "\\K",
    "\\G",
    "\\c",
    "\\cA",
    "\\o{101}",
    "\\8",
    "\\012",
    "\\u0041",
    "\\L",
    "(?i)",
    "(?-i)",
    "(?x)",
    "(?#c)",
    "(?>a)",
    "(*SKIP)",
    "(*FAIL)",
    "(*ACCEPT)",
    "(*UTF8)",
    "(*ANYCRLF)",
    "(*FOO)",
    "(?",
    "(?<",
    "(?P",
    "(?(1)a|b)",
    "(?(n)a)",
    "(?(",
    "é",
    "€",
    "\n",
    "\r\n",
    "\0",
    "-",
    "(?|(a)|(b))",
    "(?C1)",
    "(?C256)",
    "{",
    "}",
    "\\h",
    "\\v",
    "\\V",
    "\\e",
    "\\a",
    "#",
    "\\Z",
    "(?s)",
    "(?U)",
    "(?J)",
];

/// Pieces that patterns seldom have: all that can be right or wrong about one.
static RARE: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let pieces = RARE_PIECES.split_whitespace();
    pieces.chain(["#c\n", "\r"]).collect()
});
const RARE_PIECES: &str = r##"
    \g<n> \g'1' \g<-1> \g<+1> \g<2> \g'n' \g{n} \g{0} \g{-2} \g1 \g \g{ \g{1 \g< (?&n) (?P>n)
    (?+1) (?-1) (?0) (?2) (?01) (?+ (?- (?(R)a) (?(R1)a|b) (?(R&n)a) (?(<n>)a) (?('n')a|b|c)
    (?(DEFINE)(?<n>a)) (?(DEFINE)a|b) (?(+1)a) (?(-1)a) (?(0)a) (?(3)a) (?(?=a)b|c) (?(?!a)b|c|d)
    (?(?<=a)b) (?(?C1)(?=a)b) (?(?C)a) (?(1 (?(n (?(<n (?(1) (?<= (?<! (?= (?! (?!) (?!)* (?> (?|
    (?' (?X) (?-X) (?x: (?i: (?s-i (?J) (?P (?P> (?P= (?& (?R (?C (?C1 (?1 \C \X{2} \R{2} \C{2}
    [[:<:]] [[:>:]] [[.a.]] [[=a=]] [[:^alpha:]] [[:alpha:] [:alpha:] [^ []a] [^]a] [a\]b]
    [\Qa-z\E] [a-\d] [\w-] [a-[:digit:]] [\b] [\B] [\R] [\N] [\x] [\c [\E^a] [a-\Q]\E] [\1] [\8]
    [\g] [a-b-c] [+--] [é-z] \o{} \o{8} \o{777} \o{101 \o \x \x{ \x{} \x{zz} \x{d800} \x{100}
    \x{10ffff} \xff \x1 \cé \c \k{n} \k'n' \k<n \k \N{2} \N{a} \N{2,} \99 \11 \377 \400 \0 \01 \00
    \10 \9 \j \Y \i \m \q \F \é \€ {65536} {65535} {0} {0,0} {1} {1,1} {2,2} {0,1} {2}+ {2}?
    {99999999999} {1,99999999999} *+ +? ?? ??+ \p{^L} \p{L&} \p{Greek} \p{Xan} \p{Xuc} \p{ \p{} \p
    \P{^Lu} \pL \p{greek} \p{Any} \p{^ \pZ \pé (*MARK:a) (*:a) (*MARK) (*:) (*THEN:a) (*ACCEPT:x)
    (*ACCEPT:) (*PRUNE) (*COMMIT) (*F) (*SKIP:a) (*a (*1) (* (*) (*é) (*CRLF) (*CR) (*ANY) (*UCP)
    (*UTF) (*BSR_ANYCRLF) (*BSR_UNICODE) (*NO_START_OPT) (*NO_AUTO_POSSESS) (*LIMIT_MATCH=10)
    (*LIMIT_RECURSION=x) (*LIMIT_MATCH=99999999999) (?<m>c) (?<n>) (?P<>a) (?''a) (?'n'a) (?<1>a)
    (?<n (?<né>a) (?P<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>b) (?<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>b)
    (?<n>a)(?<n>b) (?|(?<n>a)|(?<m>b)) (?|(?<n>a)|(?<n>b)) (?<=a|bc) (?<=a+) (?<=(?1)) (?<=\1)
    (?<=(?<n>ab|cd)) (?<=a{2}) (?<=a{1,2}) (?<=\C) (?<=\R) (?<=[ab]{2}) (?<=(ab){2})
    (?<=(*ACCEPT)a|b) (?<!(?=ab)c) (?<=(?&n)) (?<=(?(1)a|bc)) (?<=^a$) (?<=a{0}) (a(?1)) (?1)(a)
    (a?(?1)) ((?1)) (a|(?1)b) ((?2))((?1)) (?(1)(?1)) (a*(?R)) \Qa\E \Q\E (?#)* (?# #c
"##;

fn pattern_option(random: &mut Random, for_run: bool) -> Term {
    const FLAGS: &[&str] = &[
        "unicode",
        "anchored",
        "caseless",
        "dollar_endonly",
        "dotall",
        "extended",
        "firstline",
        "multiline",
        "no_auto_capture",
        "dupnames",
        "ungreedy",
        "bsr_anycrlf",
        "bsr_unicode",
        "no_start_optimize",
        "ucp",
        "never_utf",
        "unicode",
        "caseless",
        "bad",
    ];
    const RUN: &[&str] =
        &["global", "notbol", "noteol", "notempty", "notempty_atstart", "report_errors"];
    let newline = |random: &mut Random| {
        let n = atom(random.one(&["cr", "lf", "crlf", "anycrlf", "any", "bad"]));
        tuple(&[atom("newline"), n])
    };
    if !for_run || random.once_in(2) {
        return if random.once_in(8) { newline(random) } else { atom(random.one(FLAGS)) };
    }
    match random.below(8) {
        0 | 1 => atom(random.one(RUN)),
        // Behind the subject's end stock reads what is there, and may crash.
        2 => tuple(&[atom("offset"), int(-(random.below(2) as i64))]),
        3 => newline(random),
        4 => atom("report_errors"),
        kind => {
            let values = match random.below(6) {
                0 => atom("all"),
                1 => atom("first"),
                2 => atom("all_but_first"),
                3 => atom("none"),
                4 => atom("all_names"),
                _ => {
                    list(&[int(random.below(4) as i64), bytes(b"n"), atom("n")][..random.below(4)])
                }
            };
            match kind {
                5 => tuple(&[atom("capture"), values]),
                _ => tuple(&[
                    atom("capture"),
                    values,
                    atom(random.one(&["index", "list", "binary", "x"])),
                ]),
            }
        }
    }
}

/// A regular expression.
pub fn pattern(random: &mut Random) -> Vec<u8> {
    text(random, PATTERN, 7)
}

/// A regular expression of which something is seldom seen.
pub fn rare_pattern(random: &mut Random) -> Vec<u8> {
    let mut pattern = Vec::new();
    for _ in 0..1 + random.below(3) {
        pattern.extend(text(random, PATTERN, 3));
        pattern.extend(text(random, &RARE, 2));
    }
    pattern
}

/// A text that a pattern may match.
pub fn subject(random: &mut Random) -> Vec<u8> {
    const SUBJECT: &[&str] =
        &["a", "b", "c", "ab", "abc", "1", " ", "\n", "\r\n", "é", "€", "A", "_", "z", "\0", "n"];
    text(random, SUBJECT, 12)
}

pub(super) fn regular_expression(random: &mut Random) -> Call {
    let for_run = !random.once_in(2);
    let pattern = if for_run { pattern(random) } else { rare_pattern(random) };
    // Lists of characters are no text in UTF-8.
    let (_, pattern) = either(random, &pattern);
    let options: Vec<_> = (0..random.below(3)).map(|_| pattern_option(random, for_run)).collect();
    if !for_run {
        return ("re", "compile", vec![pattern, list(&options)]);
    }
    let subject = subject(random);
    let (_, subject) = either(random, &subject);
    ("re", "run", vec![subject, pattern, list(&options)])
}
