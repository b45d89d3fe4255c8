%% vm: +S 4:4 +SDcpu 4:4 +SDio 3
%% How many schedulers of each kind are online and run processes. Dirty ones follow the others.
-module(scheduler_numbers).
-export([main/0]).

main() ->
    becomes(start, {4, 4}, {4, 4}),
    4 = erlang:system_flag(schedulers_online, 2), becomes(half, {2, 2}, {2, 2}),
    2 = erlang:system_flag(dirty_cpu_schedulers_online, 1), becomes(one_dirty, {2, 2}, {1, 1}),
    2 = erlang:system_flag(schedulers_online, 4), becomes(all, {4, 4}, {2, 2}),
    io:format("~p~n", [badarg(fun() -> erlang:system_flag(dirty_cpu_schedulers_online, 5) end)]),
    4 = erlang:system_flag(schedulers_online, 3), becomes(three, {3, 3}, {1, 1}),
    io:format("~p~n", [badarg(fun() -> erlang:system_flag(dirty_cpu_schedulers_online, 4) end)]),
    3 = erlang:system_flag(schedulers_online, 4), becomes(four, {4, 4}, {1, 1}),
    %% Calls of dirty built-ins go on with one thread, and with more again.
    [begin erlang:system_flag(dirty_cpu_schedulers_online, N), work() end || N <- [4, 1, 3]],
    becomes(worked, {4, 4}, {3, 3}),
    blocked = erlang:system_flag(multi_scheduling, block), becomes(blocked, {4, 1}, {3, 0}),
    enabled = erlang:system_flag(multi_scheduling, unblock), becomes(unblocked, {4, 4}, {3, 3}),
    blocked_normal = erlang:system_flag(multi_scheduling, block_normal), becomes(blocked_normal, {4, 1}, {3, 3}),
    enabled = erlang:system_flag(multi_scheduling, unblock_normal), becomes(again, {4, 4}, {3, 3}),
    io:format("~w~n", [erlang:system_info(run_queues)]).

%% Stock changes dirty schedulers after it has answered.
becomes(What, {Online, Active}, {DirtyOnline, DirtyActive}) ->
    case erlang:system_info(all_schedulers_state) of
        [{normal, 4, Online, Active}, {dirty_cpu, 4, DirtyOnline, DirtyActive}, {dirty_io, 3, 3, IoActive}] ->
            Active = erlang:system_info(schedulers_active),
            {4, Online, Active} = erlang:system_info(schedulers_state),
            DirtyOnline = erlang:system_info(dirty_cpu_schedulers_online),
            io:format("~w ~w~n", [What, IoActive]);
        _ ->
            erlang:yield(),
            becomes(What, {Online, Active}, {DirtyOnline, DirtyActive})
    end.

work() ->
    Ps = [spawn_monitor(fun() -> exit(erts_debug:dirty_cpu(wait, 1)) end) || _ <- lists:seq(1, 20)],
    io:format("~w~n", [lists:usort([receive {'DOWN', R, _, P, Why} -> Why end || {P, R} <- Ps])]).

badarg(F) -> try F() catch error:badarg -> badarg end.
