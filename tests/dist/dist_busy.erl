%% A node that stands still: whoever sends it a signal waits, by `dist_busy:run(There)`.
-module(dist_busy).
-export([run/1, standing_still/1, goes_on/1]).

run(There) ->
    Far = spawn(There, timer, sleep, [infinity]),
    Linked = spawn(There, timer, sleep, [infinity]),
    Stand = standing_still(There),
    Things = [
        {link, fun() -> link(Linked) end},
        {link_and_unlink, fun() -> link(Far), unlink(Far) end},
        {monitor, fun() -> is_reference(monitor(process, Far)) end},
        {monitor_name, fun() -> is_reference(monitor(process, {nobody, There})) end},
        {demonitor, fun() -> demonitor(monitor(process, Far), [flush, info]) end},
        {exit, fun() -> exit(Far, normal) end},
        {group_leader, fun() -> group_leader(self(), Far) end},
        {send, fun() -> {nobody, There} ! sent end},
        {send_3, fun() -> erlang:send(Far, sent, [noconnect]) end},
        {nosuspend, fun() -> erlang:send({nobody, There}, sent, [nosuspend]) end},
        {spawn_request, fun() -> is_reference(spawn_request(There, erlang, now, [], [{reply, no}])) end}
    ],
    Started = [{Thing, spawn_monitor(fun() -> exit(F()) end)} || {Thing, F} <- Things],
    [io:format("~p: ~p~n", [Thing, held_up(Pid)]) || {Thing, {Pid, _}} <- Started],
    Killed = {_, {Pid, M}} = lists:keyfind(link, 1, Started),
    exit(Pid, kill),
    receive {'DOWN', M, process, Pid, Why} -> io:format("~p~n", [Why]) end,
    goes_on(Stand),
    [receive {'DOWN', R, process, _, Value} -> io:format("~p: ~p~n", [Thing, Value]) end
     || {Thing, {_, R}} <- lists:delete(Killed, Started)],
    Alive = [rpc:call(There, erlang, is_process_alive, [P]) || P <- [Far, Linked]],
    io:format("alive: ~p~n", [Alive]).

%% Waits until a process is held up; it may have ended.
held_up(Pid) ->
    case process_info(Pid, [status, current_function]) of
        [{status, suspended}, {current_function, {M, F, _}}] -> {M, F};
        undefined -> ended;
        _ -> receive after 1 -> held_up(Pid) end
    end.

%% Stops the other node's emulator, and sends until nothing goes out any more.
standing_still(There) ->
    Stand = rpc:call(There, os, getpid, []),
    [] = os:cmd("kill -STOP " ++ Stand),
    fill({nobody, There}, binary:copy(<<7>>, 100000), 0),
    Stand.

%% The system takes some megabytes, a bit at a time.
fill(_, _, 20) -> ok;
fill(To, Data, N) ->
    case erlang:send(To, Data, [nosuspend]) of
        nosuspend -> receive after 10 -> fill(To, Data, N + 1) end;
        ok -> fill(To, Data, 0)
    end.

goes_on(Stand) -> [] = os:cmd("kill -CONT " ++ Stand).
