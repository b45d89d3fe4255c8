# A node takes malformed frames of a node on stock: it says the same of them as a node on stock, and
# ends the same connections.
stock="$OTP_ROOT/bin/erl"
export ERL_EPMD_PORT=$((20000 + $$ % 10000))
"$OTP_ROOT"/erts-*/bin/epmd -relaxed_command_check & epmd=$!
trap 'kill $epmd' EXIT
"$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_bad.erl"
quiet="-noinput -kernel logger_level warning -setcookie dist"
"$stock" $quiet -sname probe -eval 'halt().' > log 2>&1 || { echo "skipped: no node can be named here"; exit; }
maser $quiet -sname there -eval 'logger:remove_handler(default), io:format("~s~n", [node()]),
    receive stop -> ok after 90000 -> halt() end.' > there &
there=$!
until grep -q @ there 2> /dev/null; do kill -0 $there || exit; sleep 0.1; done
"$stock" $quiet -sname here -eval 'There = list_to_atom(string:trim(binary_to_list(element(2, file:read_file("there"))))),
    dist_bad:run(There), monitor_node(There, true), rpc:cast(There, erlang, halt, []), receive {nodedown, There} -> halt() end.' || kill $there
wait $there
