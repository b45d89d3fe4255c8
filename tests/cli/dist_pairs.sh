# Nodes on Maser and on stock do everything with each other that processes of two nodes can do.
stock="$OTP_ROOT/bin/erl"
export ERL_EPMD_PORT=$((20000 + $$ % 10000))
"$OTP_ROOT"/erts-*/bin/epmd -relaxed_command_check & epmd=$!
trap 'kill $epmd' EXIT
maser exec erlc "$TESTS/dist/dist_ops.erl"
n=0
quiet="-noinput -kernel logger_level none -setcookie dist"
# PART WHERE_IT_RUNS THE_OTHER: the two commands.
pair() {
    echo "== $1"
    # Names of their own: epmd may not have noticed yet that the nodes of the last pair are gone.
    n=$((n + 1))
    "$stock" $quiet -sname probe$n -eval 'halt().' > log 2>&1 || { echo "skipped: no node can be named here"; return; }
    rm -f there
    $3 $quiet -sname there$n -eval 'io:format("~s~n", [node()]), receive stop -> ok after 90000 -> halt() end.' > there &
    there=$!
    until grep -q @ there 2> /dev/null; do kill -0 $there || return; sleep 0.1; done
    $2 $quiet -sname here$n -eval 'There = list_to_atom(string:trim(binary_to_list(element(2, file:read_file("there"))))),
        dist_ops:run(There), monitor_node(There, true), rpc:cast(There, erlang, halt, []), receive {nodedown, There} -> halt() end.' > got
    wait $there
    if [ -e expected ]; then diff expected got && echo the same; else tee expected < got; fi
}
pair "two on Maser" maser maser
pair "on Maser, the other on stock" maser "$stock"
pair "on stock, the other on Maser" "$stock" maser
pair "two on stock" "$stock" "$stock"
