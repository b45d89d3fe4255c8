%% Stress: one at the highest priority asks processes of normal and low priority, which run, sleep or are suspended, while
%% others of a high priority fill all schedulers. It never waits for ever; a second one that asked would wake who is
%% forgotten, so there is none.
-module(urgent_storm).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Self = self(),
    %% Nothing is to be loaded later: that is done by a process of normal priority.
    Rounds = t:scale(100),
    Asked = [spawn_opt(F, [link, {priority, P}]) || P <- [normal, low], F <- [fun() -> busy(0) end, fun() -> echo() end]],
    process_flag(priority, max),
    Hogs = [spawn_opt(fun() -> Self ! {ready, self()}, busy(0) end, [link, {priority, high}, {scheduler, N}])
            || N <- lists:seq(1, erlang:system_info(schedulers_online))],
    [receive {ready, H} -> ok end || H <- Hogs],
    {Asker, M} = spawn_opt(fun() -> exit(ask(Rounds, Self, Asked)) end, [monitor, {priority, max}]),
    Result = progress(Asker, M),
    [exit(P, kill) || P <- [Asker | Asked ++ Hogs]],
    [receive {'EXIT', P, _} -> ok end || P <- Asked ++ Hogs],
    t:p(Result).

%% However slow the machine is, one round is not to take so long.
progress(Asker, M) ->
    receive
        {'DOWN', M, _, _, R} -> R;
        {round, Asker} -> progress(Asker, M)
    after 15000 -> stuck
    end.

ask(0, _, _) -> all_answered;
ask(N, To, Asked) ->
    To ! {round, self()},
    [case N rem 4 of
         0 -> true = is_process_alive(P);
         1 -> {priority, _} = process_info(P, priority);
         2 -> true = erlang:garbage_collect(P);
         3 -> true = erlang:suspend_process(P), true = erlang:resume_process(P)
     end || P <- Asked],
    ask(N - 1, To, Asked).

busy(N) -> busy(N + 1).

echo() -> receive _ -> echo() end.
