%% Many processes of a node that stands still are to learn of the end of one that has much to say:
%% `dist_farewell:run(There)`. Nobody waits for that here, and not all of it is in memory.
-module(dist_farewell).
-export([run/1, learns/3]).

-define(MANY, 200).

run(There) ->
    Reason = lists:seq(1000, 101000),
    {P, M} = spawn_monitor(fun() -> process_flag(trap_exit, true), receive go -> exit(Reason) end end),
    Far = [spawn(There, ?MODULE, learns, [self(), P, lists:nth(1 + N rem 2, [link, monitor])]) || N <- lists:seq(1, ?MANY)],
    [receive {F, ready} -> ok end || F <- Far],
    Stand = dist_busy:standing_still(There),
    erlang:garbage_collect(),
    Before = resident(),
    1 = erlang:trace(P, true, [exiting]),
    P ! go,
    receive {'DOWN', M, _, _, Told} -> io:format("here: ~p~n", [length(Told)]) end,
    io:format("bounded: ~p~n", [resident() - Before < 50000]),
    io:format("ended: ~p~n", [receive {trace, P, out_exited, _} -> true after 0 -> not_yet end]),
    dist_busy:goes_on(Stand),
    Learnt = [receive {F, How} -> How end || F <- Far],
    io:format("there: ~p~n", [[{How, length([x || H <- Learnt, H =:= How])} || How <- lists:usort(Learnt)]]),
    io:format("ended: ~p~n", [receive {trace, P, out_exited, _} -> true end]).

learns(Here, P, link) ->
    process_flag(trap_exit, true),
    link(P),
    Here ! {self(), ready},
    receive {'EXIT', P, Reason} -> Here ! {self(), {link, length(Reason)}} end;
learns(Here, P, monitor) ->
    M = monitor(process, P),
    Here ! {self(), ready},
    receive {'DOWN', M, _, _, Reason} -> Here ! {self(), {monitor, length(Reason)}} end.

%% Kilobytes.
resident() ->
    {ok, Text} = file:read_file("/proc/self/status"),
    {match, [Size]} = re:run(Text, "VmRSS:\\s+([0-9]+)", [{capture, all_but_first, list}]),
    list_to_integer(Size).
