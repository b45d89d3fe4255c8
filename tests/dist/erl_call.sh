# The answers that erl_call gets from a node of the command $node.

prepares() {
    call=$(command -v erl_call || ls "$OTP_ROOT"/lib/erl_interface-*/bin/erl_call 2> /dev/null)
    [ -n "$call" ] || { echo "skipped: there is no erl_call"; return 1; }
}

# does WHAT ARGS...: calls, with the cookie of the node, and says what came of it.
does() {
    echo "-- $1"
    shift
    "$call" -c dist "$@"
    echo " = $?"
}

# said WHAT ARGS...: the same with the node by its short name.
said() {
    what=$1
    shift
    does "$what" -sname others "$@"
}

talks() {
    a_node others
    applies
    evaluates
    names_and_addresses
    starts
}

applies() {
    said "apply" -a 'erlang length [[a,b,c]]'
    said "apply without arguments" -a 'erlang date' | sed 's/[0-9][0-9]*, [0-9]*, [0-9]*/a, day/'
    said "apply with terms" -a 'lists append [[a,"text",{1,[]}],[b,'"'C d'"']]'
    said "apply with terms that it does not take" -a 'lists append [[a,2.5],<<"x">>]'
    said "apply that fails" -a 'erlang length [a]'
    said "apply of nothing" -a 'nowhere nothing []'
    said "apply that exits" -a 'erlang exit [because]'
    said "apply without its result" -no_result_term -a 'erlang length [[a,b,c]]'
    said "apply and show" -fetch_stdout -no_result_term -a 'io format ["said"]'
    printf '%s\n' '-module(called).' '-export([f/1]).' 'f(X) -> {f, X}.' | said "compile a module" -m
    said "apply it" -a 'called f [1]'
    printf '%s\n' '-module(uncalled).' 'f(' | said "compile what is none" -m
}

evaluates() {
    echo 'X = 1, Y = [X, 2.5, <<"bytes">>, #{a => "b"}], {self() =/= Y, Y}.' | said "evaluate" -e
    echo 'F = fun(0) -> 1; (N) -> N * 2 end, lists:map(F, lists:seq(20, 60)).' | said "evaluate a fun" -e
    echo '1 bsl 300.' | said "evaluate a large number" -e
    echo 'length(' | said "evaluate half of it" -e
    # The rest names lines of OTP.
    echo 'hd([]).' | said "evaluate what fails" -e | cut -c 1-40
    echo 'throw(ball).' | said "evaluate what throws" -e
    echo 'exit(normal).' | said "evaluate what exits" -e
    echo 'lists:seq(1, 30000).' | said "evaluate to much" -e > much
    tail -c 30 much; wc -c < much
    printf '%s\n' 'io:format("one~n"), io:format("~ts~n", [[229, 28450]]),' \
        '{P, M} = spawn_monitor(fun() -> io:format("two~n") end), receive {_, M, _, P, normal} -> ok end,' \
        'io:format("three~n").' | said "evaluate and show" -fetch_stdout -e
    echo 'io:format("one~n"), error(gone).' | said "evaluate, show, fail" -fetch_stdout -e | cut -c 1-40
    echo 'io:put_chars(lists:duplicate(200000, $x)).' |
        said "evaluate and show much" -fetch_stdout -no_result_term -e > much
    tr -d x < much; wc -c < much
}

names_and_addresses() {
    said "a random name" -r -a 'erlang length [[a]]'
    said "a name of its own" -h caller -a 'erlang nodes [hidden]'
    said "a name from the node" -R -a 'erlang nodes [hidden]' | sed "s/'.*@.*'/a_name/"
    does "an address" -address "$(epmd_port others)" -a 'erlang length [[a,b]]'
    does "an address and a host" -address "localhost:$(epmd_port others)" -R -a 'erlang length [[a,b]]'
    does "a wrong address" -address 1 -a 'erlang length [[a,b]]'
    said "in good time" -timeout 20 -a 'erlang length [[a]]'
    said "too late" -timeout 1 -a 'timer sleep [60000]'
    does "a node that is not there" -sname nobody -a 'erlang length [[a]]'
    echo "-- a wrong cookie"
    "$call" -c wrong -sname others -a 'erlang length [[a]]'
    echo " = $?"
    echo "-- the cookie of a file"
    echo dist > .erlang.cookie
    chmod 400 .erlang.cookie
    HOME=. "$call" -sname others -a 'erlang length [[a]]'
    echo " = $?"
    echo "-- many at the same time"
    for i in 1 2 3 4 5 6 7 8; do "$call" -c dist -R -sname others -a "erlang abs [$i]" & eval "call$i=$!"; done > many
    for i in 1 2 3 4 5 6 7 8; do eval "wait \$call$i"; done
    fold -w 1 many | sort | tr -d '\n'
    echo
}

# Nodes that erl_call starts itself, and ends.
starts() {
    printf '%s\n' '#!/bin/sh' "exec $node \"\$@\"" > start_erl
    chmod +x start_erl
    (
        PATH=$PWD:$PATH
        does "start a node" -s -x start_erl -sname started -a 'erlang node []'
        does "it is there" -s -x start_erl -sname started -a 'erlang node []'
    )
    does "stop it" -sname started -q
    until_gone started
    does "is it gone" -sname started -a 'erlang node []'
    end others
    $node -noinput -setcookie dist -name others@127.0.0.1 -eval 'ok = file:write_file("long", "up").' & long=$!
    until [ -s long ]; do kill -0 $long || return; sleep 0.05; done
    does "a long name" -name others@127.0.0.1 -a 'erlang node []'
    does "stop it" -n others@127.0.0.1 -q
    wait $long
    echo "its status: $?"
}
