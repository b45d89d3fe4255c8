%% Stress: dirty schedulers go offline and online while processes make one short dirty call after the other. The thread
%% that is expected to take a call may just have gone offline: another one has to.
-module(dirty_online).
-export([main/0]).

main() ->
    Most = erlang:system_info(dirty_cpu_schedulers),
    t:p(lists:usort([callers(Callers, Most, t:scale(400)) || Callers <- [1, 2, 5]])),
    erlang:system_flag(dirty_cpu_schedulers_online, Most),
    t:p(t:flush()).

callers(Callers, Most, Rounds) ->
    Pids = [spawn_monitor(fun() -> calls(Rounds * 10) end) || _ <- lists:seq(1, Callers)],
    Switch = spawn_link(fun() -> switch(0, Most) end),
    Ends = [receive {'DOWN', M, _, P, R} -> R after 60000 -> {stuck, process_info(P)} end || {P, M} <- Pids],
    unlink(Switch),
    exit(Switch, kill),
    lists:usort(Ends).

switch(N, Most) ->
    erlang:system_flag(dirty_cpu_schedulers_online, 1 + N rem Most),
    erlang:yield(),
    switch(N + 1, Most).

calls(0) -> ok;
calls(N) ->
    ok = erts_debug:dirty_cpu(wait, 0),
    calls(N - 1).
