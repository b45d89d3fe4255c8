# For scripts in which others than nodes of Erlang talk with a node: `part`. Each does so with a node on stock and one
# on Maser, at the same time; they have the same names, so each has an epmd of its own.
. "$TESTS/dist/nodes.sh"

# The port of a node, as epmd knows it, and to wait until epmd has forgotten a node.
epmd_names() { "$OTP_ROOT"/erts-*/bin/epmd -names; }
epmd_port() { epmd_names | sed -n "s/^name $1 at port //p"; }
until_gone() { until [ -z "$(epmd_port "$1")" ]; do sleep 0.1; done; }

# a_node NAME FLAGS...: starts a node of the command $node, and waits until it is up. `end` ends it.
a_node() {
    rm -f "$1.up"
    $node -pa .. -noinput -kernel logger_level none -setcookie dist -sname "$@" \
        -eval "ok = file:write_file(\"$1.up\", atom_to_list(node()))." > "$1.log" 2>&1 &
    eval "node_$1=$!"
    until [ -s "$1.up" ]; do kill -0 "$!" || return; sleep 0.05; done
}
end() {
    eval "kill \$node_$1; wait \$node_$1" 2> /dev/null
    until_gone "$1"
}

# part WHAT FILE: the script FILE has two functions. `prepares` makes what is needed, or says that the part is skipped
# and fails. `talks` does the work with a node of the command $node, and with others of the command $others, if it
# says that they matter: mixed=yes.
part() {
    echo "== $1"
    n=$((n + 1))
    named "" || return
    mixed=
    prepares() { :; }
    . "$TESTS/dist/$2.sh"
    prepares || return
    (with "$stock" "$stock" stock$n 1) & all=$!
    (with maser maser maser$n 2) & all="$all $!"
    if [ -n "$mixed" ]; then
        (with maser "$stock" from$n 3) & all="$all $!"
        (with "$stock" maser to$n 4) & all="$all $!"
    fi
    wait $all
    cat stock$n/got
    diff stock$n/got maser$n/got && echo "with Maser: the same"
    [ -n "$mixed" ] || return 0
    diff stock$n/got from$n/got && echo "from Maser: the same"
    diff stock$n/got to$n/got && echo "to Maser: the same"
}
n=0

# with NODE OTHERS DIRECTORY NUMBER
with() {
    node=$1 others=$2
    mkdir "$3"
    cd "$3" || return
    export ERL_EPMD_PORT=$((ERL_EPMD_PORT - $4 * 3000 + 1))
    "$OTP_ROOT"/erts-*/bin/epmd -relaxed_command_check > /dev/null 2>&1 & own_epmd=$!
    host=$(hostname -s)
    talks 2>&1 | sed "s/@$host\\>/@host/g" > got
    kill $own_epmd 2> /dev/null
}
