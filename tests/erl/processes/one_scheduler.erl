%% vm: +S 2:2 +SDcpu 2:2 +SDio 4
%% While multi-scheduling is blocked, dirty schedulers execute one at a time, too.
-module(one_scheduler).
-export([main/0]).

main() ->
    io:format("~p~n", [erlang:system_flag(multi_scheduling, block)]),
    io:format("one after the other: ~p~n", [takes(400)]),
    %% Timers and processes have their turns meanwhile.
    P = spawn(fun() -> [erts_debug:dirty_io(wait, 10) || _ <- lists:seq(1, 20)] end),
    M = monitor(process, P),
    [receive after 1 -> ok end || _ <- lists:seq(1, 20)],
    receive {'DOWN', M, _, _, Reason} -> io:format("~p~n", [Reason]) end,
    io:format("~p~n", [erlang:system_flag(multi_scheduling, unblock)]),
    %% Dirty schedulers that other schedulers may run beside are not concerned.
    io:format("~p~n", [erlang:system_flag(multi_scheduling, block_normal)]),
    all(),
    io:format("~p~n", [erlang:system_flag(multi_scheduling, unblock_normal)]),
    %% A call that has begun is over first.
    Me = self(),
    D = spawn(fun() -> Me ! begins, erts_debug:dirty_cpu(wait, 200), Me ! done end),
    receive begins -> ok end,
    until_dirty(D),
    {Q, N} = spawn_monitor(fun() -> exit(erlang:system_flag(multi_scheduling, block)) end),
    receive {'DOWN', N, _, Q, Blocked} -> io:format("~p ~p~n", [Blocked, erlang:system_info(multi_scheduling)]) end,
    receive done -> io:format("done~n") end,
    %% Calls that wait for their turns go on when it is over.
    erlang:system_flag(multi_scheduling, block),
    C = spawn(fun() -> all() end),
    R = monitor(process, C),
    receive after 20 -> ok end,
    erlang:system_flag(multi_scheduling, unblock),
    receive {'DOWN', R, _, _, End} -> io:format("~p~n", [End]) end.

takes(Ms) ->
    Begun = erlang:monotonic_time(millisecond),
    all(),
    erlang:monotonic_time(millisecond) - Begun >= Ms.

all() ->
    Kinds = [dirty_cpu, dirty_cpu, dirty_io, dirty_io],
    Ms = [spawn_monitor(fun() -> erts_debug:Kind(wait, 100) end) || Kind <- Kinds],
    [receive {'DOWN', M, _, _, _} -> ok end || {_, M} <- Ms].

until_dirty(P) ->
    case erts_internal:is_process_executing_dirty(P) orelse not is_process_alive(P) of
        true -> ok;
        false -> erlang:yield(), until_dirty(P)
    end.
