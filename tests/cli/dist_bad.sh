# A node on Maser takes malformed frames as one on stock does: it says the same of them, and ends
# the same connections.
stock="$OTP_ROOT/bin/erl"
export ERL_EPMD_PORT=$((20000 + $$ % 10000))
"$OTP_ROOT"/erts-*/bin/epmd -relaxed_command_check & epmd=$!
trap 'kill $epmd' EXIT
"$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_bad.erl"
quiet="-noinput -kernel logger_level warning -setcookie dist"
# NAME THE_OTHER FUNCTION: frames of a node on stock to another node.
victim() {
    "$stock" $quiet -sname probe$1 -eval 'halt().' > log 2>&1 || { echo "skipped: no node can be named here"; return; }
    rm -f there
    $2 $quiet -sname there$1 -eval 'logger:remove_handler(default), io:format("~s~n", [node()]),
        receive stop -> ok after 90000 -> halt() end.' > there &
    there=$!
    until grep -q @ there 2> /dev/null; do kill -0 $there || return; sleep 0.1; done
    "$stock" $quiet -sname here$1 -eval 'There = list_to_atom(string:trim(binary_to_list(element(2, file:read_file("there"))))),
        dist_bad:'$3'(There), monitor_node(There, true), rpc:cast(There, erlang, halt, []), receive {nodedown, There} -> halt() end.' > got.$1 || kill $there
    wait $there
}
victim stock "$stock" run
cat got.stock
victim maser maser run
diff got.stock got.maser && echo the same on Maser
