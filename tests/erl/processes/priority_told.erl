%% since OTP 28
%% `process_info(P, priority_messages)`: whether messages with priority may come.
-module(priority_told).
-export([main/0]).

main() ->
    io:format("~p~n", [told()]),
    Usual = alias(),
    io:format("~p~n", [told()]),
    unalias(Usual),
    [A, B] = [alias([priority]), alias([priority])],
    io:format("~p~n", [told()]),
    unalias(A),
    io:format("~p~n", [told()]),
    unalias(B),
    io:format("~p~n", [told()]),
    Pid = spawn(fun() -> receive stop -> ok end end),
    Ref = monitor(process, Pid, [priority]),
    io:format("~p~n", [told()]),
    demonitor(Ref),
    io:format("~p~n", [told()]),
    erlang:link(Pid, [priority]),
    io:format("~p~n", [told()]),
    unlink(Pid),
    io:format("~p~n", [told()]),
    Pid ! stop.

told() ->
    {priority_messages, Told} = process_info(self(), priority_messages),
    Told.
