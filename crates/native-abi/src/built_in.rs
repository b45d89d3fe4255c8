//! Calls that compiled code hands to the emulator at once.

/// Whether a call of a function is best left to the interpreter, as the emulator has it built in.
/// To be wrong costs some time, and the caller's place in stack traces where such a call is the
/// last.
pub fn is_built_in(module: &str, function: &str, arity: u32) -> bool {
    match module {
        "erlang" => !is_written(function, arity),
        "ets" => !matches!(function, "foldl" | "foldr" | "tab2list" | "match_spec_run" | "fun2ms"),
        "lists" => matches!(
            (function, arity),
            ("member" | "reverse", 2) | ("keyfind" | "keymember" | "keysearch", 3)
        ),
        "maps" => matches!(
            (function, arity),
            ("get" | "find" | "is_key" | "remove" | "merge", 2)
                | ("put" | "update", 3)
                | ("take" | "from_keys", 2)
                | ("keys" | "values" | "from_list", 1)
        ),
        "math" | "persistent_term" | "erts_internal" => true,
        "atomics" => !matches!(function, "new" | "sub" | "sub_get"),
        "binary" => {
            !matches!(function, "replace" | "bin_to_list" | "encode_hex" | "decode_hex" | "join")
        }
        "re" => matches!((function, arity), ("run", 2 | 3) | ("compile", 1 | 2)),
        "unicode" => {
            matches!((function, arity), ("characters_to_list" | "characters_to_binary", 2))
        }
        "string" => matches!((function, arity), ("list_to_float" | "list_to_integer", 1)),
        "os" => matches!(
            (function, arity),
            ("getenv" | "unsetenv" | "system_time", 1)
                | ("putenv", 2)
                | ("getpid" | "timestamp" | "system_time" | "perf_counter", 0)
        ),
        _ => false,
    }
}

/// Whether a function of `erlang` is one that is written in Erlang and often called.
fn is_written(function: &str, arity: u32) -> bool {
    match function {
        "min" | "max" => arity == 2,
        "spawn" | "spawn_link" => arity != 3,
        "spawn_monitor" | "spawn_request" | "send_nosuspend" => true,
        "spawn_opt" => arity != 4,
        "hibernate" => arity == 3,
        "apply" | "port_command" | "port_control" | "port_call" | "open_port" => true,
        "garbage_collect" | "fun_info" => arity < 2,
        "halt" => arity < 2,
        _ => false,
    }
}
