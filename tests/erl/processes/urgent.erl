%% Whoever asks at a high priority is answered at that priority, however busy others of a high priority keep the
%% schedulers.
-module(urgent).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Self = self(),
    Sleeper = spawn_link(fun() -> receive after infinity -> ok end end),
    Busy = spawn_link(fun() -> busy(0) end),
    Low = spawn_opt(fun() -> busy(0) end, [link, {priority, low}]),
    Dirty = spawn_link(fun() -> erts_debug:dirty_io(alive_waitexiting, Self) end),
    receive {alive, Dirty} -> ok end,
    process_flag(priority, max),
    %% One that fills its scheduler, on each.
    Hogs = [spawn_opt(fun() -> Self ! {ready, self()}, busy(0) end, [link, {priority, high}, {scheduler, N}])
            || N <- lists:seq(1, erlang:system_info(schedulers_online))],
    [receive {ready, H} -> ok end || H <- Hogs],
    Asked = [Sleeper, Busy, Low, Dirty],
    GL = group_leader(),
    %% Nothing is printed meanwhile, for that is done by processes of normal priority.
    Results =
        [[group_leader(Self, P) || P <- Asked],
         [process_info(P, group_leader) =:= {group_leader, Self} || P <- Asked],
         [group_leader(GL, P) || P <- Asked],
         [is_process_alive(P) || P <- Asked],
         [process_info(P, [priority, message_queue_len]) || P <- Asked],
         [begin P ! hello, process_info(P, messages) end || P <- Asked],
         [erlang:garbage_collect(P) || P <- [Sleeper, Busy, Low]],
         [{erlang:suspend_process(P), process_info(P, status), erlang:resume_process(P)} || P <- [Sleeper, Busy, Low]],
         [erlang:check_process_code(P, ?MODULE) || P <- [Sleeper, Busy, Low]]],
    [exit(P, kill) || P <- Asked ++ Hogs],
    [t:p(R) || R <- Results],
    t:p(lists:usort([receive {'EXIT', P, R} -> R end || P <- Asked ++ Hogs])).

busy(N) -> busy(N + 1).
