# For scripts in which a node on stock breaks the protocol, and a node on Maser has to bear it.
. "$TESTS/dist/nodes.sh"
quiet="-noinput -kernel logger_level warning -setcookie dist"
"$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_bad.erl"
named "" || exit

# bad FLAGS FUNCTION: the function of dist_bad, with a node on Maser that has the flags.
bad() {
    maser $1 $quiet -sname there -eval 'logger:remove_handler(default), io:format("~s~n", [node()]),
        receive stop -> ok after 90000 -> halt() end.' > there &
    there=$!
    until grep -q @ there 2> /dev/null; do kill -0 $there || exit; sleep 0.1; done
    "$stock" $quiet -sname here -eval "There = '$(cat there)', dist_bad:$2(There), monitor_node(There, true),
        rpc:cast(There, erlang, halt, []), receive {nodedown, There} -> halt() end." || kill $there
    wait $there
}
