//! The paths that a Rust file names, module by module, read from its tokens: so those in macros are
//! found like all others.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The names of a path, without `::`.
pub(super) type Path = Vec<String>;

/// The names in one module of a file, without parts that only tests compile.
#[derive(Default)]
pub(super) struct Part {
    /// The modules written out within the file that it is in.
    pub(super) inside: Path,
    /// Names that `use` declarations bring in (`*` for all), and for what.
    pub(super) imports: Vec<(String, Path)>,
    /// Paths of two names or more outside such declarations.
    pub(super) paths: Vec<Path>,
    /// Modules in files of their own that only tests compile.
    pub(super) test_modules: Vec<String>,
}

/// The modules of a file: itself first, then those written out in it.
pub(super) fn read(text: &str) -> Result<Vec<Part>, String> {
    let tokens: TokenStream = text.parse().map_err(|e| format!("no Rust: {e}"))?;
    let mut parts = vec![Part::default()];
    scan(tokens, 0, &mut parts);
    Ok(parts)
}

/// Reads tokens of the part with this number.
fn scan(tokens: TokenStream, part: usize, parts: &mut Vec<Part>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        at = match &tokens[at] {
            TokenTree::Punct(p) if p.as_char() == '#' => attribute(&tokens, at, part, parts),
            TokenTree::Ident(word) if word == "use" && !is_bound(&tokens, at) => {
                let end = end_of(&tokens, at, &[';']);
                use_tree(&tokens[at + 1..end], &Path::new(), &mut parts[part].imports);
                end
            }
            TokenTree::Ident(word) if word == "mod" => module(&tokens, at, part, parts),
            TokenTree::Ident(_) => path(&tokens, at, part, parts),
            TokenTree::Group(group) => {
                scan(group.stream(), part, parts);
                at + 1
            }
            _ => at + 1,
        };
    }
}

/// Whether this `use` is `impl Trait + use<'a>`.
fn is_bound(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at + 1), '<')
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == wanted)
}

/// The next place from `at` on that has one of these characters, or the end.
fn end_of(tokens: &[TokenTree], at: usize, ends: &[char]) -> usize {
    let found = tokens[at..].iter().position(|t| ends.iter().any(|end| is_punct(Some(t), *end)));
    found.map_or(tokens.len(), |n| at + n)
}

/// An attribute; with what it is for, if only tests compile that.
fn attribute(tokens: &[TokenTree], at: usize, part: usize, parts: &mut [Part]) -> usize {
    let at = at + 1 + usize::from(is_punct(tokens.get(at + 1), '!'));
    let Some(TokenTree::Group(group)) = tokens.get(at) else { return at };
    if !is_for_tests(group) {
        return at + 1;
    }
    let mut at = at + 1;
    let start = at;
    while let Some(token) = tokens.get(at) {
        let body = matches!(token, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
        if is_punct(Some(token), ';') || body {
            break;
        }
        at += 1;
    }
    let names = tokens[start..at].windows(2);
    let named = names.filter(|w| matches!(&w[0], TokenTree::Ident(word) if word == "mod"));
    parts[part].test_modules.extend(named.map(|w| w[1].to_string()));
    // After the braces of a `use` declaration comes the rest of it.
    let ident = |t: &TokenTree| matches!(t, TokenTree::Ident(word) if word == "use");
    if tokens[start..at].iter().any(ident) { end_of(tokens, at, &[';']) } else { at + 1 }
}

/// Whether these are the brackets of a `cfg` that tests alone fulfil.
fn is_for_tests(attribute: &Group) -> bool {
    let text = attribute.stream().to_string().replace(' ', "");
    let Some(condition) = text.strip_prefix("cfg(") else { return text == "test" };
    let word = |w: &str| w == "test" || w == "feature=\"testing\"";
    !condition.contains("not(") && condition.split(['(', ')', ',']).any(word)
}

/// `mod name;` or `mod name { … }`.
fn module(tokens: &[TokenTree], at: usize, part: usize, parts: &mut Vec<Part>) -> usize {
    let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
        (tokens.get(at + 1), tokens.get(at + 2))
    else {
        return at + 1;
    };
    let mut inside = parts[part].inside.clone();
    inside.push(name.to_string());
    parts.push(Part { inside, ..Part::default() });
    scan(body.stream(), parts.len() - 1, parts);
    at + 3
}

/// A path of names, which is noted if it has several and does not begin outside the crate.
fn path(tokens: &[TokenTree], at: usize, part: usize, parts: &mut [Part]) -> usize {
    let before = at.checked_sub(1).and_then(|n| tokens.get(n));
    let outside = is_punct(before, ':') && is_punct(tokens.get(at.wrapping_sub(2)), ':');
    let field = is_punct(before, '.');
    let mut names = Path::new();
    let mut at = at;
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        names.push(name.to_string());
        at += 1;
        if !(is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')) {
            break;
        }
        at += 2;
    }
    if names.len() > 1 && !outside && !field {
        parts[part].paths.push(names);
    }
    at.max(1)
}

/// Collects the names that a `use` declaration (without `use` and `;`) brings in, below the path
/// `above`.
fn use_tree(tokens: &[TokenTree], above: &Path, imports: &mut Vec<(String, Path)>) {
    let mut path = above.clone();
    let mut at = 0;
    if is_punct(tokens.first(), ':') {
        // `::name` is another crate.
        return;
    }
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Ident(word) if word == "as" => {
                let name = tokens.get(at + 1).map(|t| t.to_string()).unwrap_or_default();
                imports.push((name, path));
                return;
            }
            // `self` in braces is the module itself.
            TokenTree::Ident(word) if word == "self" && !above.is_empty() => {}
            TokenTree::Ident(word) => path.push(word.to_string()),
            TokenTree::Punct(p) if p.as_char() == '*' => {
                imports.push(("*".into(), path));
                return;
            }
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                inner.split(|t| is_punct(Some(t), ',')).for_each(|t| use_tree(t, &path, imports));
                return;
            }
            _ => {}
        }
        at += 1;
    }
    if let Some(name) = path.last().cloned() {
        imports.push((name, path));
    }
}
