# A peer that speaks the protocol byte by byte, and wrongly, gets from Maser what it gets from stock; so does the log.
. "$TESTS/dist/pair.sh"
maser exec erlc "$TESTS/dist/dist_raw.erl" "$TESTS/dist/local_dist.erl"
n=0
# raw COMMAND FLAGS NAME: what a peer sees of a node of the command.
raw() {
    mkdir "$3"
    cd "$3" || return
    $1 -pa .. -noinput -setcookie dist $2 -kernel net_setuptime 1 -sname "there_$3" -eval '
        ok = file:write_file("node", atom_to_list(node())), receive stop -> ok after 90000 -> halt() end.' > there.log 2>&1 &
    there=$!
    until [ -s node ]; do kill -0 $there || return; sleep 0.1; done
    "$stock" -pa .. $quiet $2 -sname "here_$3" -eval '{ok, Name} = file:read_file("node"), There = binary_to_atom(Name),
        dist_raw:run(There), monitor_node(There, true), rpc:cast(There, erlang, halt, []),
        receive {nodedown, There} -> halt() end.' > got
    wait $there
}
part() {
    echo "== $1"
    n=$((n + 1))
    named "$2" || return
    (raw "$stock" "$2" stock$n) & first=$!
    (raw maser "$2" maser$n)
    wait $first
    diff stock$n/got maser$n/got && echo "the same"
}
part "TCP" ""
cat stock1/got
part "carried by processes" "-proto_dist local -local_dist process"
