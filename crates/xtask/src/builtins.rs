//! Lists the built-in functions that an OTP wants of its emulator and Maser lacks: those that stock
//! tells of, and the functions of its lowest applications that only an emulator can have.

use crate::{Result, emulator};
use maser::otp;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// Prints their names: a function whose code is `erlang:nif_error(...)` is one.
const LIST: &str = r#"
    Show = fun(M, F, A) -> io:format("~s~n", [io_lib:format("~w:~w/~w", [M, F, A])]) end,
    Stub = fun({function, _, F, A, [{clause, _, _, _, Body}]}) ->
                   case lists:last(Body) of
                       {call, _, {remote, _, {atom, _, erlang}, {atom, _, nif_error}}, _} ->
                           [{F, A}];
                       _ -> []
                   end;
              (_) -> []
           end,
    [Show(M, F, A) || {M, F, A} <- erlang:system_info(snifs)],
    [case beam_lib:chunks(File, [abstract_code]) of
         {ok, {M, [{abstract_code, {_, Forms}}]}} ->
             [Show(M, F, A) || {F, A} <- lists:flatmap(Stub, Forms)];
         _ -> none
     end || File <- filelib:wildcard(code:lib_dir() ++ "/{erts,kernel,stdlib}-*/ebin/*.beam")],
    halt()."#;

/// Functions whose calls are instructions of Maser, and functions for other systems.
const ELSEWHERE: &[&str] = &[
    "erlang:apply/2",
    "erlang:apply/3",
    "erlang:hibernate/3",
    "erlang:!/2",
    "prim_eval:receive/2",
    "prim_net:nif_get_adapters_addresses/1",
    "prim_net:nif_get_if_entry/1",
    "prim_net:nif_get_interface_info/1",
    "prim_net:nif_get_ip_address_table/1",
    "prim_socket:nif_bind/3",
];

/// Prints the missing ones by module, and how many there are. `--root DIR` names another OTP than
/// that on PATH.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    let otp = match args {
        [] => otp::locate()?,
        [flag, root] if flag == "--root" => otp::at_root(Path::new(root))?,
        _ => return Err("builtins takes --root DIR only".to_owned()),
    };
    let mut stock = Command::new(otp.command("erl"));
    stock.args(["-noshell", "-eval", LIST]);
    let stock = names(&mut stock)?;
    let mut ours = Command::new(emulator::locate()?);
    ours.arg("--list-builtins").arg(otp.release.to_string());
    let mut ours = names(&mut ours)?;
    ours.extend(ELSEWHERE.iter().map(|&name| name.to_owned()));
    let missing: Vec<&String> = stock.difference(&ours).collect();
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in &missing {
        let (module, function) = name.split_once(':').unwrap_or(("", name));
        modules.entry(module).or_default().push(function);
    }
    for (module, functions) in &modules {
        println!("{module} ({}): {}", functions.len(), functions.join(" "));
    }
    println!(
        "{} of OTP {}'s {} built-ins are here, {} are missing; {} are here only",
        stock.len() - missing.len(),
        otp.version,
        stock.len(),
        missing.len(),
        ours.difference(&stock).count(),
    );
    Ok(ExitCode::SUCCESS)
}

/// The lines `module:function/arity` that a command prints.
fn names(command: &mut Command) -> Result<BTreeSet<String>> {
    let out = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{:?}: {e}", command.get_program()))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let is_name = |line: &&str| line.contains(':') && line.contains('/');
    let names: BTreeSet<String> =
        text.lines().map(|l| l.replace('\'', "")).filter(|l| is_name(&l.as_str())).collect();
    if names.is_empty() {
        return Err(format!("{:?} lists no built-ins ({})", command.get_program(), out.status));
    }
    Ok(names)
}
