# Nodes on Maser and on stock do everything with each other that processes of two nodes can do.
stock="$OTP_ROOT/bin/erl"
export ERL_EPMD_PORT=$((20000 + $$ % 10000))
epmd -relaxed_command_check & epmd=$!
trap 'kill $epmd' EXIT
maser exec erlc "$TESTS/dist/dist_ops.erl"
quiet="-noinput -kernel logger_level none -setcookie dist"
# WHERE_IT_RUNS THE_OTHER: the two commands.
pair() {
    $2 $quiet -sname there -eval 'io:format("~s~n", [node()]), receive stop -> ok after 90000 -> halt() end.' > there &
    until grep -q there@ there 2> /dev/null; do sleep 0.1; done
    $1 $quiet -sname here -eval 'There = list_to_atom(string:trim(binary_to_list(element(2, file:read_file("there"))))),
        dist_ops:run(There), rpc:cast(There, erlang, halt, []), halt().'
    wait $!
}
echo "== two on Maser"
pair maser maser | tee expected
echo "== on Maser, the other on stock"
pair maser "$stock" | diff expected - && echo the same
echo "== on stock, the other on Maser"
pair "$stock" maser | diff expected - && echo the same
echo "== two on stock"
pair "$stock" "$stock" | diff expected - && echo the same
