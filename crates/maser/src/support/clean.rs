//! Takes out of texts what is private: values of arguments, the home directory, the names of the
//! user and of the machine.

use std::fs;

/// Stands for something that has been left out.
const LEFT_OUT: &str = "...";

/// Flags of `erl`, of its boot and of Maser's launcher: words that begin with `-` and are none of
/// these may be anything, so not even their names are kept.
const NAMES: &[&str] = &[
    "-",
    "-args_file",
    "-boot",
    "-boot_var",
    "-bindir",
    "-code_path_cache",
    "-code_path_choice",
    "-compile_mod_path",
    "-config",
    "-configfd",
    "-connect_all",
    "-cookie",
    "-detached",
    "-dist_listen",
    "-emu_args",
    "-emu_flavor",
    "-emu_type",
    "-env",
    "-epmd_module",
    "-erl_epmd_port",
    "-eval",
    "-extra",
    "-heart",
    "-hidden",
    "-home",
    "-hosts",
    "-id",
    "-init_debug",
    "-instr",
    "-kernel",
    "-loader",
    "-make",
    "-man",
    "-mode",
    "-name",
    "-noinput",
    "-noshell",
    "-nostick",
    "-oldshell",
    "-pa",
    "-path",
    "-progname",
    "-proto_dist",
    "-pz",
    "-remsh",
    "-rsh",
    "-root",
    "-run",
    "-s",
    "-sasl",
    "-setcookie",
    "-shutdown_time",
    "-sname",
    "-ssl_dist_opt",
    "-ssl_dist_optfile",
    "-start_epmd",
    "-stdlib",
    "-user",
    "-version",
];

/// Words in names of flags and variables whose values are never told.
const SECRET: &[&str] =
    &["cookie", "pass", "secret", "token", "key", "auth", "cert", "cred", "ssl", "private", "pwd"];

/// Whether the value of a name is a secret by its name.
pub fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    SECRET.iter().any(|word| name.contains(word))
}

/// A command line or the value of a variable with flags, without what is private. `+` flags are
/// the emulator's, and their values are kept. With `values`, so are others, but for secrets.
pub fn arguments(words: &[String], values: bool) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut words = words.iter().map(String::as_str).peekable();
    let mut hidden = !values;
    while let Some(word) = words.next() {
        if let Some(flag) = word.strip_prefix('+') {
            match flags::read(flag, words.peek().copied()) {
                Ok((_, used)) => {
                    kept.push(word);
                    kept.extend(words.next_if(|_| used));
                }
                Err(_) => kept.push("+..."),
            }
        } else if word.starts_with('-') {
            let single =
                word.strip_prefix('-').filter(|rest| rest.len() > 1 && rest.starts_with('-'));
            let name = single.unwrap_or(word);
            let name = name.split('=').next().unwrap_or_default();
            hidden = !values || is_secret(word);
            match (NAMES.contains(&name) || word == "--", hidden) {
                (_, false) => kept.push(word),
                (true, true) => kept.push(if word == "--" { word } else { name }),
                (false, true) => kept.push("-..."),
            }
            if word == "-extra" && !values {
                break;
            }
        } else if !hidden {
            kept.push(word);
        } else if kept.last() != Some(&LEFT_OUT) {
            kept.push(LEFT_OUT);
        }
    }
    kept.join(" ")
}

/// The words of the value of a variable with flags. Quotes may hold them together.
pub fn words(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(q) if q == c => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c.is_whitespace() => all.push(String::new()),
            _ => all.last_mut().expect("one is there").push(c),
        }
    }
    all.retain(|word| !word.is_empty());
    all
}

/// Replaces private names in texts.
pub struct Names {
    /// Texts, and those that stand for them; the longest first.
    paths: Vec<(String, &'static str)>,
    words: Vec<(String, &'static str)>,
}

impl Names {
    /// The names of this user and this machine.
    pub fn here() -> Names {
        let variable = |name| std::env::var(name).ok();
        let host = fs::read_to_string("/proc/sys/kernel/hostname").ok();
        Names::of(variable("HOME"), [variable("USER"), variable("LOGNAME")], host)
    }

    fn of(home: Option<String>, users: [Option<String>; 2], host: Option<String>) -> Names {
        let mut names = Names { paths: Vec::new(), words: Vec::new() };
        if let Some(home) = home.filter(|home| home.len() > 1) {
            if let Ok(real) = fs::canonicalize(&home) {
                names.paths.push((real.to_string_lossy().into_owned(), "~"));
            }
            names.paths.push((home.trim_end_matches('/').to_string(), "~"));
        }
        let host = host.map(|host| host.trim().to_string()).unwrap_or_default();
        let short = host.split('.').next().unwrap_or_default().to_string();
        for (word, instead) in [(host.clone(), "HOST"), (short, "HOST")] {
            if !word.is_empty() && word != "localhost" {
                names.words.push((word, instead));
            }
        }
        for user in users.into_iter().flatten().filter(|user| user != "root") {
            if !user.is_empty() {
                names.words.push((user, "USER"));
            }
        }
        names.paths.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        names
    }

    /// A text without them, nor with the names of others' directories in `/home`.
    pub fn hide(&self, text: &str) -> String {
        let mut text = text.to_string();
        let names = self.paths.iter().map(|of| (of, "/"));
        for ((name, instead), joins) in names.chain(self.words.iter().map(|of| (of, ""))) {
            text = replaced(&text, name, instead, joins);
        }
        let mut parts = text.split("/home/");
        let mut out = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let end = part.find(|c: char| c == '/' || c.is_whitespace()).unwrap_or(part.len());
            out.push_str("/home/USER");
            out.push_str(&part[end..]);
        }
        out
    }
}

/// Replaces a name where it stands alone: between characters of which none belongs to a name.
fn replaced(text: &str, name: &str, instead: &str, behind: &str) -> String {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let next = rest[at + name.len()..].chars().next();
        let last = rest[..at].chars().next_back().or_else(|| out.chars().next_back());
        let alone = !joins(next) && (!behind.is_empty() || !joins(last));
        out.push_str(&rest[..at]);
        out.push_str(if alone { instead } else { name });
        rest = &rest[at + name.len()..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(line: &str, values: bool) -> String {
        arguments(&words(line), values)
    }

    #[test]
    fn values_are_left_out() {
        let line = "+S 2:2 +K true -- -root /r -setcookie SECRET -eval 'f(SECRET), -SECRET' \
                    -SECRET x +SECRET --cookie=SECRET -extra SECRET +SECRET -SECRET";
        let safe = "+S 2:2 +K true -- -root ... -setcookie ... -eval ... -... ... +... -cookie \
                    -extra";
        assert_eq!(kept(line, false), safe);
        let line = "-name a@b -setcookie SECRET -kernel x 7 -db_password SECRET -extra y";
        let safe = "-name a@b -setcookie ... -kernel x 7 -... ... -extra y";
        assert_eq!(kept(line, true), safe);
    }

    #[test]
    fn names_are_replaced() {
        let of = |text: &str| Some(text.to_string());
        let names = Names::of(of("/srv/ann"), [of("ann"), None], of("db7.corp.example\n"));
        let text = "/srv/ann/x /srv/anna ann@db7 db7.corp.example db77 annex /home/bob/y (ann)";
        let safe = "~/x /srv/anna USER@HOST HOST db77 annex /home/USER/y (USER)";
        assert_eq!(names.hide(text), safe);
    }
}
