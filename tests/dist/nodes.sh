# For scripts with nodes that have names: an epmd of the script's own, which ends with it.
stock="$OTP_ROOT/bin/erl"
export ERL_EPMD_PORT=$((20000 + $$ % 10000))
"$OTP_ROOT"/erts-*/bin/epmd -relaxed_command_check & epmd=$!
trap 'kill $epmd 2> /dev/null' EXIT
quiet="-noinput -kernel logger_level none -setcookie dist"

# Whether nodes can have names here; the part is skipped otherwise. The flags are those of the nodes.
named() {
    "$stock" $quiet -sname "probe$n" $1 -eval 'halt().' > log 2>&1 ||
        { echo "skipped: no node can be named here"; return 1; }
}
