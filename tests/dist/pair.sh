# For scripts in which two nodes do something with each other: `pair`.
. "$TESTS/dist/nodes.sh"
maser exec erlc "$TESTS/dist/dist_ops.erl" "$TESTS/dist/dist_newer.erl"

# pair HERE THERE FLAGS OUTPUT MODULE: what a node of the command HERE sees when the module does what it does with a
# node of the command THERE.
pair() {
    # Names of their own: epmd may not have noticed yet that the nodes of the last pair are gone.
    set -- "$1" "$2" "$3" "$4" "$4$n" "$5"
    rm -f "$5"
    $2 $quiet $3 -sname "there$5" -eval 'io:format("~s~n", [node()]), receive stop -> ok after 90000 -> halt() end.' \
        > "$5" &
    set -- "$@" $!
    until grep -q @ "$5" 2> /dev/null; do kill -0 "$7" || return; sleep 0.1; done
    $1 $quiet $3 -sname "here$5" -eval "{ok, Name} = file:read_file(\"$5\"), Module = $6,"'
        There = list_to_atom(string:trim(binary_to_list(Name))), pong = net_adm:ping(There),
        {Module, Code, File} = code:get_object_code(Module),
        {module, Module} = rpc:call(There, code, load_binary, [Module, File, Code]),
        Module:run(There), monitor_node(There, true), rpc:cast(There, erlang, halt, []),
        receive {nodedown, There} -> halt() end.' > "$4"
    wait "$7"
}
