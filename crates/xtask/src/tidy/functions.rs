//! How long functions and unsafe blocks may be.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::BTreeMap;

/// Most lines of a function, from `fn` to its closing brace, without functions inside it.
const FUNCTION_LINES_MAX: usize = 70;
/// Most lines of an unsafe block: its note must be about something that can be seen at once.
const UNSAFE_LINES_MAX: usize = 60;

/// No limit: the function has an arm for each row of a table.
const ANY: usize = usize::MAX;

/// A function that is longer than others may be.
struct Long {
    path: &'static str,
    function: &'static str,
    /// Its lines, or [`ANY`].
    lines: usize,
    /// The loss if it were divided.
    #[allow(dead_code, reason = "for readers")]
    reason: &'static str,
}

/// Functions that are longer for a reason. The list may only shrink.
const LONG: &[Long] = &[
    Long {
        path: "crates/term/src/hash.rs",
        function: "go_on",
        lines: 136,
        reason: "one loop over a stack; hash, stack and next term stay in registers",
    },
    Long {
        path: "crates/term/src/hash.rs",
        function: "internal_slow",
        lines: 103,
        reason: "one loop over a stack; hash, stack and next term stay in registers",
    },
    Long {
        path: "crates/term/src/hash.rs",
        function: "quick_portable",
        lines: 78,
        reason: "one loop for the commonest keys, which a call for each kind would slow down",
    },
    Long {
        path: "crates/vm/src/code/loader/mod.rs",
        function: "instruction",
        lines: ANY,
        reason: "one arm for each generic instruction, in which its operands are seen; where there \
                 is more to do, the arm calls a function",
    },
    Long {
        path: "crates/vm/src/interp/execute.rs",
        function: "run",
        lines: ANY,
        reason: "one arm for each instruction; program counter, stack and heap stay in registers, \
                 which a function for each would have to be given and to give back",
    },
    Long {
        path: "crates/vm/src/match_spec/run.rs",
        function: "evaluate",
        lines: 91,
        reason: "one loop with a short arm for each operation; all of them work on its stack",
    },
];

/// Files whose unsafe blocks are longer for a reason.
const UNSAFE: &[(&str, &str)] =
    &[("crates/vm/src/interp/execute.rs", "one loop, whose instructions share one argument")];

/// Checks one file of Rust; `long` collects the functions that are beyond the limit.
pub(super) fn rust_file(name: &str, text: &str, found: &mut Vec<String>, long: &mut Lengths) {
    let Ok(tokens) = text.parse::<TokenStream>() else {
        found.push(format!("{name}:1: is no Rust"));
        return;
    };
    let mut pieces = Vec::new();
    scan(tokens, &mut pieces);
    let exempt = UNSAFE.iter().any(|(file, _)| *file == name);
    for piece in &pieces {
        match piece {
            Piece::Unsafe { line, lines } if *lines > UNSAFE_LINES_MAX && !exempt => {
                let most = UNSAFE_LINES_MAX;
                found.push(format!("{name}:{line}: unsafe block of {lines} lines, at most {most}"));
            }
            Piece::Function { function, line, lines } if *lines > FUNCTION_LINES_MAX => {
                long.push((name.to_string(), function.clone(), *line, *lines));
            }
            _ => {}
        }
    }
}

/// Path, function, line of its `fn` and number of its lines.
pub(super) type Lengths = Vec<(String, String, usize, usize)>;

/// Compares the long functions of all files with the list of exceptions.
pub(super) fn compare(long: &Lengths, found: &mut Vec<String>) {
    compare_with(LONG, long, found);
}

fn compare_with(table: &[Long], long: &Lengths, found: &mut Vec<String>) {
    let mut longest: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (path, function, line, lines) in long {
        let most = longest.entry((path, function)).or_default();
        *most = (*most).max(*lines);
        let entry = table.iter().find(|e| e.path == path && e.function == function);
        let limit = entry.map_or(FUNCTION_LINES_MAX, |e| e.lines);
        if *lines > limit {
            let what = format!("function {function} has {lines} lines, at most {limit}");
            found.push(format!("{path}:{line}: {what}"));
        }
    }
    for Long { path, function, lines, .. } in table {
        let advice = match longest.get(&(*path, *function)) {
            None => "delete",
            Some(now) if now < lines && *lines != ANY => "lower",
            Some(_) => continue,
        };
        found.push(format!("{path}:1: {advice} the exception for {function}"));
    }
}

enum Piece {
    Function { function: String, line: usize, lines: usize },
    Unsafe { line: usize, lines: usize },
}

/// Finds functions and unsafe blocks, those in macros too. Gives the lines of the functions found.
fn scan(tokens: TokenStream, pieces: &mut Vec<Piece>) -> usize {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut at, mut inner) = (0, 0);
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Ident(word) if word == "fn" => {
                let Some((body, behind)) = body_of(&tokens, at) else { continue };
                // Arguments and results have nothing of this kind in them.
                let nested = scan(body.stream(), pieces);
                let line = word.span().start().line;
                let lines = body.span_close().end().line + 1 - line;
                let function = name_of(&tokens, at);
                pieces.push(Piece::Function { function, line, lines: lines - nested });
                inner += lines;
                at = behind;
            }
            TokenTree::Ident(word) if word == "unsafe" => {
                if let Some(body) = braces(tokens.get(at)) {
                    let line = word.span().start().line;
                    let lines = body.span_close().end().line + 1 - line;
                    pieces.push(Piece::Unsafe { line, lines });
                }
            }
            TokenTree::Group(group) => inner += scan(group.stream(), pieces),
            _ => {}
        }
    }
    inner
}

/// The name behind `fn`, which in a macro may be `$name`.
fn name_of(tokens: &[TokenTree], at: usize) -> String {
    let names = tokens[at..].iter().take(2).filter(|t| matches!(t, TokenTree::Ident(_)));
    names.map(|t| t.to_string()).next().unwrap_or_default()
}

/// The braces of a function whose `fn` is before `at`, and the place behind; none for the type of a
/// function and for a declaration.
fn body_of(tokens: &[TokenTree], at: usize) -> Option<(&Group, usize)> {
    let named = match tokens.get(at)? {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(p) => p.as_char() == '$',
        _ => false,
    };
    for (n, token) in tokens.iter().enumerate().skip(at).take_while(|_| named) {
        match token {
            TokenTree::Punct(p) if p.as_char() == ';' => return None,
            token => {
                if let Some(body) = braces(Some(token)) {
                    return Some((body, n + 1));
                }
            }
        }
    }
    None
}

fn braces(token: Option<&TokenTree>) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> (Vec<String>, Vec<(String, usize)>) {
        let (mut found, mut long) = (Vec::new(), Lengths::new());
        rust_file("x.rs", text, &mut found, &mut long);
        let long = long.into_iter().map(|(_, function, _, lines)| (function, lines)).collect();
        (found, long)
    }

    #[test]
    fn lines_of_functions() {
        let lines = |n: usize| "x;\n".repeat(n);
        assert_eq!(check(&format!("fn f() {{\n{}}}\n", lines(68))).1, []);
        let long = format!("fn f() {{\n{}}}\n", lines(69));
        assert_eq!(check(&long).1, [("f".to_string(), 71)]);
        for around in ["impl A { % }", "m! { % }", "mod m { % }", "macro_rules! m { () => { % } }"]
        {
            assert_eq!(check(&around.replace('%', &long)).1, [("f".to_string(), 71)], "{around}");
        }
        let closure = format!("fn f() {{\n let g = || {{\n{}}};\n}}\n", lines(69));
        assert_eq!(check(&closure).1, [("f".to_string(), 73)]);
        let nested = format!("fn f() {{\n fn g() {{\n{}}}\n{}}}\n", lines(40), lines(40));
        assert_eq!(check(&nested).1, []);
        let declared =
            format!("trait T {{ fn f(&self); }}\nconst F: fn(u8) = {{\n{}}};", lines(80));
        assert_eq!(check(&declared).1, []);
        assert!(check("fn f() {").0[0].contains("no Rust"));
    }

    #[test]
    fn lines_of_unsafe_blocks() {
        let block = |n: usize| format!("fn f() {{ unsafe {{\n{}}} }}\n", "x;\n".repeat(n));
        assert!(check(&block(58)).0.is_empty());
        let found = check(&block(59)).0;
        assert_eq!(found, ["x.rs:1: unsafe block of 61 lines, at most 60"]);
        assert!(check(&format!("unsafe impl T for A {{\n{}}}\n", "\n".repeat(70))).0.is_empty());
    }

    #[test]
    fn the_list_only_shrinks() {
        let check = |lines: usize, long: &[usize]| {
            let table = Long { path: "a.rs", function: "f", lines, reason: "" };
            let long = long.iter().map(|n| ("a.rs".to_string(), "f".to_string(), 7, *n)).collect();
            let mut found = Vec::new();
            compare_with(&[table], &long, &mut found);
            found
        };
        assert_eq!(check(90, &[90, 80]), [""; 0]);
        assert_eq!(check(90, &[91]), ["a.rs:7: function f has 91 lines, at most 90"]);
        assert_eq!(check(90, &[89]), ["a.rs:1: lower the exception for f"]);
        assert_eq!(check(90, &[]), ["a.rs:1: delete the exception for f"]);
        assert_eq!(check(ANY, &[2000]), [""; 0]);
        assert_eq!(check(ANY, &[]), ["a.rs:1: delete the exception for f"]);
    }
}
