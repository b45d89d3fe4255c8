# A shell at a terminal, on a node of the command $node, that is connected with a node of the command $others.
. "$TESTS/dist/terminal.sh"
mixed=yes

prepares() {
    command -v tmux > /dev/null || { echo "skipped: there is no tmux"; return 1; }
}

talks() {
    mine=$node
    node=$others
    a_node others
    node=$mine
    session "a shell of another node" editing
    session "a node that gets its name" unnamed
    session "a hidden node" hidden
    session "jobs" jobs
    session "interrupting" interrupts
    session "a node that is not there" nowhere
    session "a wrong cookie" wrong_cookie
    session "no terminal" no_terminal
    session "rpc" calls
    session "the end of the other node" ends
    wait $node_others
    echo "the other node: $?"
}

session() {
    echo "-- $1"
    $2
    until_gone mine
}

editing() {
    opens "$node -setcookie dist -sname mine -remsh others@$host"
    shown '(others@.*)1>'
    types 'node().'
    shown '(others@.*)2>'
    types '12346 - 45.'
    shown '(others@.*)3>'
    keys Up
    shown '3> 12346 - 45\.'
    keys C-a 1 Enter
    shown '(others@.*)4>'
    types 'io:format("one~ntwo~n"), X = hd([]).'
    shown '(others@.*)5>'
    tmux_ send-keys -l 'lists:rev'
    shown '5> lists:rev$'
    keys Tab
    shown 'reverse('
    keys C-u
    types '{is_alive(), [N || N <- nodes(hidden), hd(atom_to_list(N)) =:= $m] =/= []}.'
    shown '(others@.*)6>'
    types 'F = fun(T) -> receive after 0 -> T end end, F({node(), node(group_leader())}).'
    shown '(others@.*)7>'
    types 'io:get_line("say> ").'
    shown '^say>'
    types 'something'
    shown '(others@.*)8>'
    types 'exit(bye).'
    shown '(others@.*)9>\|(others@.*)1> *$'
    keys C-g
    last ' -->'
    types 'q'
    closes
}

unnamed() {
    # On a machine that is very busy OTP's shell now and then comes before its node has a name.
    for try in 1 2 3 4 5; do
        opens "$node -setcookie dist -sname undefined -remsh others@$host"
        shown '(others@.*)1>\|Could not connect'
        screen | grep -q 'Could not connect' || break
        tmux_ kill-server
    done
    types 'length([N || N <- nodes(hidden), hd(atom_to_list(N)) =/= $m]) > 0.'
    shown '(others@.*)2>'
    tmux_ send-keys -l 'halt'
    keys BSpace BSpace C-u
    types 'erpc:call(node(group_leader()), erlang, is_alive, []).'
    shown '(others@.*)3>'
    keys C-g
    last ' -->'
    types 'q'
    closes
}

hidden() {
    opens "$node -setcookie dist -hidden -sname mine -remsh others@$host"
    shown '(others@.*)1>'
    types '{nodes(), nodes(hidden)}.'
    shown '(others@.*)2>'
    keys C-g
    last ' -->'
    types 'q'
    closes
}

jobs() {
    opens "$node -setcookie dist -sname mine"
    shown '(mine@.*)1>'
    types 'net_adm:ping(list_to_atom("others@" ++ lists:last(string:split(atom_to_list(node()), "@")))).'
    shown '(mine@.*)2>'
    keys C-g
    last ' -->'
    types "r 'others@$host'"
    last ' -->'
    types 'j'
    shown '2\*'
    types 'c'
    shown '(others@.*)1>'
    types '{node(), nodes()}.'
    shown '(others@.*)2>'
    types 'X = [1, 2].'
    shown '(others@.*)3>'
    keys C-g
    last ' -->'
    types 'c 1'
    at_margin
    keys Enter
    last '(mine@.*)2>'
    types 'node().'
    shown '(mine@.*)3>'
    keys C-g
    last ' -->'
    types 'c 2'
    at_margin
    keys Enter
    last '(others@.*)3>'
    types 'length(X).'
    shown '(others@.*)4>'
    keys C-g
    last ' -->'
    types 'k 2'
    last ' -->'
    types 'j'
    last ' -->'
    types 's shell'
    last ' -->'
    types 'nothing'
    last ' -->'
    types 'r nobody@nowhere'
    last ' -->'
    types 'q'
    closes
}

interrupts() {
    opens "$node -setcookie dist -sname mine -remsh others@$host"
    shown '(others@.*)1>'
    types 'io:format("asleep~n"), timer:sleep(infinity).'
    shown '^asleep'
    keys C-g
    last ' -->'
    types 'i'
    last ' -->'
    types 'c'
    shown 'killed'
    shown '(others@.*)2>'
    types '1 + 1.'
    shown '(others@.*)3>'
    keys C-c
    shown '(v)ersion'
    types 'a'
    closes
}

nowhere() {
    opens "$node -setcookie dist -sname mine -remsh nobody@$host"
    shown 'ERROR'
    keys C-g
    last ' -->'
    types 'q'
    closes
}

wrong_cookie() {
    opens "$node -setcookie wrong -sname mine -remsh others@$host"
    shown 'ERROR'
    keys C-g
    last ' -->'
    types 'q'
    closes
}

no_terminal() {
    printf '%s\n' 'node().' 'io:format("said~n").' 'rpc:call(node(group_leader()), init, stop, []).' |
        $node -setcookie dist -sname mine -remsh "others@$host" | grep -v "^Eshell V\|^Erlang/OTP"
}

calls() {
    $node -noinput -hidden -setcookie dist -sname mine -eval "
        N = 'others@$host',
        io:format(\"~p~n\", [{rpc:call(N, erlang, node, []), rpc:call(N, lists, sum, [[1, 2]]), rpc:call(N, m, f, []),
            rpc:call(nobody@nowhere, erlang, node, []), rpc:multicall([N, nobody@nowhere], erlang, is_alive, [])}]),
        halt(3)."
    echo "status $?"
}

ends() {
    opens "$node -setcookie dist -sname mine -remsh others@$host"
    shown '(others@.*)1>'
    types 'q().'
    shown 'ERROR'
    keys C-g
    last ' -->'
    types 'q'
    closes
}
