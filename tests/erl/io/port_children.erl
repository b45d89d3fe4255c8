%% SIGCHLD tells nothing of the programs of ports, whatever is to become of it: only of what others send,
%% and of others' children.
-module(port_children).
-export([main/0]).

main() ->
    Server = whereis(erl_signal_server),
    unregister(erl_signal_server),
    register(erl_signal_server, self()),
    ok = os:set_signal(sigchld, handle),
    programs(),
    io:format("of programs: ~p~n", [told()]),
    [] = os:cmd("kill -CHLD " ++ os:getpid()),
    io:format("of a signal: ~p~n", [told()]),
    [begin
         ok = os:set_signal(sigchld, How),
         programs(),
         [] = os:cmd("kill -CHLD " ++ os:getpid()),
         io:format("~p: ~p~n", [How, told()])
     end || How <- [ignore, default]],
    unregister(erl_signal_server),
    register(erl_signal_server, Server).

programs() ->
    Status = [status("sh -c 'exit " ++ integer_to_list(N) ++ "'") || N <- lists:seq(1, 5)],
    io:format("~p ~p ~p~n", [Status, status("sh -c 'kill -9 $$'"), os:cmd("echo output")]),
    {'EXIT', {enoent, _}} = (catch open_port({spawn_executable, "/no/such/program"}, [])).

status(Command) ->
    Port = open_port({spawn, Command}, [exit_status]),
    receive {Port, {exit_status, Status}} -> Status end.

told() ->
    receive {notify, Signal} -> [Signal | told()] after 300 -> [] end.
