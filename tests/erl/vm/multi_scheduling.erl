%% Blocking all schedulers but one: who blocks, how often, until when; and that only one runs processes meanwhile.
%% vm: +S 2:2
-module(multi_scheduling).
-export([main/0]).

main() ->
    state(),
    [t:show(X, fun() -> erlang:system_flag(multi_scheduling, X) end) || X <- [unblock, unblock_normal, other]],
    [begin t:p({X, erlang:system_flag(multi_scheduling, X)}), state() end
     || X <- [block, block_normal, block_normal, unblock, unblock, unblock_normal, unblock_normal]],
    {P, M} = spawn_monitor(fun() -> erlang:system_flag(multi_scheduling, block_normal), receive after infinity -> ok end end),
    wait(fun() -> erlang:system_info(multi_scheduling) =:= blocked_normal end),
    t:p(erlang:system_info(normal_multi_scheduling_blockers) =:= [P]),
    exit(P, kill),
    t:p(receive {'DOWN', M, _, _, R} -> R end),
    wait(fun() -> erlang:system_info(multi_scheduling) =:= enabled end),
    erlang:system_flag(multi_scheduling, block_normal),
    t:p([erlang:system_flag(schedulers_online, N) || N <- [1, 2]]),
    state(),
    %% Until all that ran elsewhere have come.
    wait(fun() -> used([]) =:= 1 end),
    t:p([used([]) || _ <- lists:seq(1, 3)]),
    erlang:system_flag(multi_scheduling, unblock_normal),
    wait(fun() -> used([1, 2]) =:= 2 end),
    state().

state() ->
    Me = fun(Pids) -> [case X of _ when X =:= self() -> me; _ -> X end || X <- Pids] end,
    t:p({erlang:system_info(multi_scheduling), Me(erlang:system_info(multi_scheduling_blockers)),
         Me(erlang:system_info(normal_multi_scheduling_blockers)), erlang:system_info(schedulers_online)}).

%% How many schedulers have run some of many processes, which are bound to these.
used(Bound) ->
    Self = self(),
    Options = [[{scheduler, S}] || S <- Bound] ++ [[] || Bound =:= []],
    Ps = [spawn_opt(fun() -> Self ! {self(), ids(3, [])} end, O) || O <- Options, _ <- lists:seq(1, 10)],
    length(lists:usort(lists:append([receive {P, Ids} -> Ids end || P <- Ps]))).

ids(0, Ids) -> Ids;
ids(N, Ids) -> erlang:yield(), ids(N - 1, [erlang:system_info(scheduler_id) | Ids]).

wait(F) -> case F() of true -> ok; _ -> erlang:yield(), wait(F) end.
