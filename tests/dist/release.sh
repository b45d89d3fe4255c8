# A release that runs on $node, and the scripts by which such are managed: an escript as rebar3's, erl_call, a pipe.
. "$TESTS/dist/terminal.sh"

prepares() {
    command -v tmux > /dev/null || { echo "skipped: there is no tmux"; return 1; }
    call=$(command -v erl_call || ls "$OTP_ROOT"/lib/erl_interface-*/bin/erl_call 2> /dev/null)
    [ -n "$call" ] || { echo "skipped: there is no erl_call"; return 1; }
    mkdir -p greeter/ebin
    cat > greeter/greeter.erl <<'END'
-module(greeter).
-behaviour(application).
-export([start/2, stop/1, init/1, hello/1]).
start(_, _) -> supervisor:start_link({local, greeter_sup}, ?MODULE, []).
stop(_) -> file:write_file("stopped", "in order").
init([]) -> {ok, {#{}, []}}.
hello(Name) -> {ok, Greeting} = application:get_env(greeter, greeting), io:format("~s, ~s~n", [Greeting, Name]), node().
END
    echo '{application, greeter, [{description, "greets"}, {vsn, "1"}, {modules, [greeter]}, {registered, [greeter_sup]},
        {applications, [kernel, stdlib, sasl]}, {mod, {greeter, []}}]}.' > greeter/ebin/greeter.app
    "$OTP_ROOT/bin/erlc" -o greeter/ebin greeter/greeter.erl
    "$stock" -noinput -pa greeter/ebin -eval '
        V = fun(A) -> application:load(A), {ok, N} = application:get_key(A, vsn), {A, N} end,
        ok = file:write_file("greet.rel", io_lib:format("~p.~n", [{release, {"greet", "1"}, {erts, erlang:system_info(version)},
            [V(kernel), V(stdlib), V(sasl), V(greeter)]}])),
        {ok, _, _} = systools:make_script("greet", [local, silent]), halt().'
    echo '[{greeter, [{greeting, "hello"}]}, {kernel, [{logger_level, error}]}].' > sys.config
    printf '%s\n' '-sname released' '-setcookie dist' '+P 10000' '-kernel net_ticktime 20' > vm.args
    cat > nodetool <<'END'
#!/usr/bin/env escript
%%! -hidden
main(["-sname", Name, "-setcookie", Cookie | Rest]) ->
    {ok, _} = net_kernel:start([list_to_atom("tool_" ++ os:getpid()), shortnames]),
    true = erlang:set_cookie(list_to_atom(Cookie)),
    {ok, Host} = inet:gethostname(),
    Node = list_to_atom(Name ++ "@" ++ Host),
    case net_kernel:hidden_connect_node(Node) of
        true -> does(Rest, Node);
        _ -> io:format("Node is not running!~n"), halt(1)
    end.
does(["ping"], _) -> io:format("pong~n");
does(["pid"], Node) -> io:format("~ts~n", [rpc:call(Node, os, getpid, [])]);
does(["stop"], Node) -> io:format("~p~n", [rpc:call(Node, init, stop, [], 60000)]);
does(["restart"], Node) -> io:format("~p~n", [rpc:call(Node, init, restart, [], 60000)]);
does(["rpc", Module, Function | Args], Node) ->
    io:format("~p~n", [rpc:call(Node, list_to_atom(Module), list_to_atom(Function), Args, 60000)]);
does(["eval", Text], Node) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, Parsed} = erl_parse:parse_exprs(Tokens),
    {value, Value, _} = rpc:call(Node, erl_eval, exprs, [Parsed, []]),
    io:format("~p~n", [Value]).
END
}

tool() {
    echo "-- $*"
    # By the escript of the emulator that is tried.
    if [ "$node" = maser ]; then maser exec escript ../nodetool -sname released -setcookie dist "$@"
    else "$OTP_ROOT/bin/escript" ../nodetool -sname released -setcookie dist "$@"; fi
    echo "status $?"
}

talks() {
    set -- -boot ../greet -mode embedded -config ../sys -args_file ../vm.args
    $node "$@" -noinput > log & released=$!
    until tool ping | grep -q pong; do kill -0 $released || return; done
    tool ping
    [ "$(tool pid | sed -n 2p)" = $released ] && echo "its own pid"
    tool rpc greeter hello you
    tool eval 'lists:sum([1, 2, 3]) + length(application:which_applications()).'
    tool rpc erlang nothing
    tool eval '{erlang:system_info(process_limit) > 9999, init:script_id(), net_kernel:get_net_ticktime(), code:get_mode()}.'
    echo "-- erl_call"
    "$call" -c dist -sname released -R -a 'greeter hello ["you"]'
    echo 'application:get_env(greeter, greeting).' | "$call" -c dist -sname released -R -e
    echo
    opens "$node -hidden -setcookie dist -sname console -remsh released -boot start_clean"
    shown '(released@.*)1>'
    types 'greeter:hello("me").'
    shown '(released@.*)2>'
    keys C-g
    last ' -->'
    types 'q'
    closes
    tool eval 'register(before, spawn(timer, sleep, [infinity])).'
    tool restart
    # The tool fails with a report where the node goes while it asks.
    until tool eval '{whereis(before), is_pid(whereis(greeter_sup))}.' 2> /dev/null | grep -q '^{undefined,true}'; do
        kill -0 $released || return
    done
    tool stop
    wait $released
    echo "status $?"
    cat stopped log
    echo
    tool ping
    piped "$@"
}

# The same behind a pipe, as run_erl starts it.
piped() {
    mkdir pipe logs
    run=$(command -v run_erl || echo "$OTP_ROOT/bin/run_erl") to=$(command -v to_erl || echo "$OTP_ROOT/bin/to_erl")
    RUN_ERL_DISABLE_FLOWCNTRL=1 "$run" -daemon ./pipe/ ./logs "exec $node $*"
    until tool ping | grep -q pong; do :; done
    opens "$to ./pipe/"
    keys Enter
    shown '(released@.*)[0-9]>'
    types 'greeter:hello("you").'
    shown '^hello, you'
    shown 'released@'
    types 'q().'
    shown '^status'
    echo "-- behind a pipe"
    screen | grep '^hello'
    tmux_ kill-server
    until_gone released
    tool ping
}
