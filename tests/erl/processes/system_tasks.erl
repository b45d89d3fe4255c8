%% vm: +S 1:1
%% Processes do what others ask of them for the system in the order of priorities, and answer also
%% when they end meanwhile.
-module(system_tasks).
-export([main/0]).

main() ->
    process_flag(priority, high),
    P = waits(),
    [ask(P, Priority, N) || {Priority, N} <- [{low, 1}, {low, 2}] ++ [{normal, N} || N <- lists:seq(1, 20)] ++ [{high, 1}, {low, 3}]],
    io:format("~p~n", [[answer() || _ <- lists:seq(1, 24)]]),
    exit(P, kill),
    Q = waits(),
    [ask(Q, Priority, N) || N <- lists:seq(1, 10), Priority <- [low, normal, max]],
    [erts_internal:request_system_task(Q, low, {garbage_collect, N, major}) || N <- lists:seq(1, 10)],
    exit(Q, kill),
    [answer() || _ <- lists:seq(1, 40)],
    ask(Q, normal, gone),
    io:format("~p~n", [answer()]),
    %% A process collects for others also in the order of priorities.
    erlang:garbage_collect(self()),
    true = erlang:garbage_collect(waits()),
    receive Other -> io:format("~p~n", [Other]) after 0 -> ok end,
    %% It has collected when that has been answered, even if it has not begun yet.
    New = waits(),
    true = erlang:garbage_collect(New),
    1 = erlang:trace(New, true, [garbage_collection]),
    true = erlang:garbage_collect(New, [{type, minor}]),
    1 = erlang:trace(New, false, [garbage_collection]),
    io:format("~p~n", [events(New)]).

events(P) -> receive {trace, P, Event, _} -> [Event | events(P)] after 0 -> [] end.

waits() -> spawn(fun() -> receive stop -> ok end end).
ask(P, Priority, N) -> erts_internal:request_system_task(P, Priority, {system_task_test, {Priority, N}}).
answer() -> receive {system_task_test, Id, R} -> {Id, R}; {garbage_collect, N, _} -> N end.
