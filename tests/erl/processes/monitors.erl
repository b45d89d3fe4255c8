%% Monitors of processes, names and dead things; flush and info.
-module(monitors).
-export([main/0]).

main() ->
    {P, M} = spawn_monitor(fun() -> receive stop -> exit(done) end end),
    M2 = monitor(process, P), t:p(M =/= M2),
    P ! stop,
    t:p([receive {'DOWN', X, process, P, R} -> R end || X <- [M, M2]]),
    M3 = monitor(process, P), t:p(receive {'DOWN', M3, process, P, R3} -> R3 end),
    M4 = monitor(process, no_such_name), t:p(receive {'DOWN', M4, process, W, R4} -> {W =:= {no_such_name, node()}, R4} end),
    Q = spawn(fun() -> receive stop -> ok end end), register(a_name, Q),
    M5 = monitor(process, a_name), a_name ! stop, t:p(receive {'DOWN', M5, process, {a_name, N}, R5} -> {N =:= node(), R5} end),
    {S, M6} = spawn_monitor(fun() -> receive stop -> ok end end),
    t:p(demonitor(M6)), t:p(demonitor(M6, [info])), S ! stop, wait_dead(S), t:p(t:flush()),
    {T, M7} = spawn_monitor(fun() -> ok end), wait_dead(T), receive after 20 -> ok end,
    t:p(demonitor(M7, [flush])), t:p(t:flush()),
    {U, M8} = spawn_monitor(fun() -> receive after infinity -> ok end end), t:p(demonitor(M8, [flush, info])), exit(U, kill),
    t:p(t:flush()),
    {V, _} = spawn_monitor(fun() -> receive after infinity -> ok end end),
    t:p({process_info(self(), monitors) =:= {monitors, [{process, V}]}, process_info(V, monitored_by) =:= {monitored_by, [self()]}}),
    exit(V, kill), t:p(receive {'DOWN', _, process, V, Rv} -> Rv end),
    t:show("bad", fun() -> monitor(process, t:id(1)) end),
    t:show("bad kind", fun() -> monitor(t:id(foo), self()) end),
    t:show("demonitor", fun() -> demonitor(t:id(a)) end),
    Ms = [spawn_monitor(fun() -> exit(N1) end) || N1 <- lists:seq(1, 1000)],
    t:p(lists:sum([receive {'DOWN', Mx, process, Px, Rx} -> Rx end || {Px, Mx} <- Ms])),
    %% Aliases.
    Al = alias(), Al ! via_alias, t:p(receive via_alias -> ok after 1000 -> lost end),
    t:p(unalias(Al)), Al ! lost, t:p(t:flush()),
    {W1, Mw} = spawn_opt(fun() -> receive {go, A} -> A ! hello, A ! again, exit(x) end end, [{monitor, [{alias, reply_demonitor}]}]),
    W1 ! {go, Mw}, t:p(receive hello -> ok end), receive after 50 -> ok end, t:p(t:flush()).

wait_dead(P) -> case is_process_alive(P) of true -> erlang:yield(), wait_dead(P); false -> ok end.
