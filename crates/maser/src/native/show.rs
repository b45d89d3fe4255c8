//! `maser native show`: what becomes of a function, from Erlang to machine code.

use crate::{Result, native, otp};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Prints the function of a .beam file's debug information, or of the source that is still there.
const SOURCE: &str = r#"
    [File, Name, Arity] = init:get_plain_arguments(),
    Key = {list_to_atom(Name), list_to_integer(Arity)},
    Forms = case beam_lib:chunks(File, [abstract_code]) of
        {ok, {_, [{_, {_, All}}]}} -> All;
        _ ->
            {ok, {Module, [{_, Info}]}} = beam_lib:chunks(File, [compile_info]),
            Beside = filename:join([filename:dirname(File), "..", "src", atom_to_list(Module) ++ ".erl"]),
            case [S || S <- [proplists:get_value(source, Info, ""), Beside], filelib:is_regular(S)] of
                [S | _] -> {ok, All} = epp:parse_file(S, [filename:dirname(S)]), All;
                [] -> []
            end
    end,
    io:setopts([{encoding, unicode}]),
    case [F || {function, _, N, A, _} = F <- Forms, {N, A} =:= Key] of
        [Form] -> io:put_chars(erl_pp:form(Form, [{encoding, unicode}]));
        [] -> io:put_chars("% neither debug information nor source\n")
    end,
    halt()."#;

/// Runs `maser native show ARGS`.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    let usage = || "native show: MODULE:FUNCTION/ARITY is wanted".to_string();
    let (what, mut rest) = args.split_first().ok_or_else(usage)?;
    let what = what.to_str().ok_or_else(usage)?;
    let (module, function) = what.split_once(':').ok_or_else(usage)?;
    let (name, arity) = function.rsplit_once('/').ok_or_else(usage)?;
    let (mut directories, mut html) = (vec![PathBuf::from(".")], None);
    while let [option, value, more @ ..] = rest {
        match option.to_str() {
            Some("--in") => directories.push(value.into()),
            Some("--html") => html = Some(PathBuf::from(value)),
            _ => return Err(usage()),
        }
        rest = more;
    }
    if !rest.is_empty() {
        return Err(usage());
    }
    directories.extend(native::otp_directories()?);
    let file = directories.iter().map(|d| d.join(format!("{module}.beam"))).find(|f| f.is_file());
    let file =
        file.ok_or_else(|| format!("native show: no {module}.beam here or in OTP (--in DIR)"))?;
    let mut parts = vec![("Erlang".to_string(), source(&file, name, arity)?)];
    let out =
        run(native::for_release(&native::compiler()?).arg("--show").arg(function).arg(&file))?;
    for part in out.split('\u{c}').skip(1) {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        parts.push((name.to_string(), text.to_string()));
    }
    match html {
        Some(to) => {
            std::fs::write(&to, page(what, &parts))
                .map_err(|e| format!("{}: {e}", to.display()))?;
        }
        None => {
            for (name, text) in &parts {
                println!("==== {name}\n{text}");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn source(file: &Path, name: &str, arity: &str) -> Result<String> {
    let mut erl = Command::new(otp::locate()?.command("erl"));
    erl.args(["-boot", "no_dot_erlang", "-noinput", "-eval", SOURCE, "-extra"]);
    run(erl.arg(file).args([name, arity]))
}

fn run(command: &mut Command) -> Result<String> {
    let program = Path::new(command.get_program()).display().to_string();
    let end = command.stdin(Stdio::null()).output().map_err(|e| format!("{program}: {e}"))?;
    match end.status.success() {
        true => Ok(String::from_utf8_lossy(&end.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&end.stderr).trim().to_string()),
    }
}

/// The parts side by side.
fn page(title: &str, parts: &[(String, String)]) -> String {
    let escaped = |s: &str| s.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut out = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n<style>\
         body {{ font-family: sans-serif }} main {{ display: flex; gap: 1em }} \
         section {{ flex: 1; min-width: 0; overflow: auto; height: 90vh }}\
         pre {{ font-size: 12px }}\
         </style>\n<h1>{0}</h1>\n<main>\n",
        escaped(title)
    );
    for (name, text) in parts {
        out +=
            &format!("<section><h2>{}</h2><pre>{}</pre></section>\n", escaped(name), escaped(text));
    }
    out + "</main>\n"
}
