# A node that gets or loses its name tells that to those who want to hear of nodes, as with stock.
. "$TESTS/dist/nodes.sh"
maser exec erlc "$TESTS/dist/dist_own.erl"
n=1
named "" || exit
"$stock" $quiet -hidden -sname there$$ -eval 'io:format("~s~n", [node()]), receive stop -> ok after 90000 -> halt() end.' > there & there=$!
until grep -q @ there 2> /dev/null; do sleep 0.1; done
for erl in "$stock" maser; do
    $erl $quiet -eval '{ok, Name} = file:read_file("there"),
        dist_own:run(list_to_atom(string:trim(binary_to_list(Name)))), halt().' > got
    if [ -e expected ]; then diff expected got && echo the same; else cat got; mv got expected; fi
done
"$stock" $quiet -sname stops$$ -eval '{ok, Name} = file:read_file("there"),
    There = list_to_atom(string:trim(binary_to_list(Name))), monitor_node(There, true),
    rpc:cast(There, erlang, halt, []), receive {nodedown, There} -> halt() end.'
wait $there
