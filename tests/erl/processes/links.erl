%% Links and exit signals: who dies of what, what a trapping process sees.
-module(links).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    [begin
         P = spawn_link(F),
         t:p(receive {'EXIT', P, R} -> simple(R) after 5000 -> timeout end)
     end || F <- [fun() -> ok end, fun() -> exit(normal) end, fun() -> exit(bye) end, fun() -> exit({shutdown, x}) end,
                  fun() -> exit(self(), kill), receive after infinity -> ok end end,
                  fun() -> throw(ball) end, fun() -> error(bad) end, fun() -> 1 + t:id(a) end]],
    %% exit/2 to a process that traps and to one that does not.
    [begin
         Q = spawn(fun() -> process_flag(trap_exit, Trap), receive X -> exit({got, simple(X)}) after 2000 -> exit(no_signal) end end),
         M = monitor(process, Q),
         erlang:yield(), wait_trap(Q, Trap),
         exit(Q, Why),
         case {Trap, Why} of {false, normal} -> Q ! later; _ -> ok end,
         t:p({Trap, Why, receive {'DOWN', M, process, Q, R} -> simple(R) end})
     end || Trap <- [true, false], Why <- [normal, kill, other, {shutdown, a}]],
    t:p(t:flush()),
    %% Chains.
    Self = self(),
    A = spawn(fun() -> B = spawn_link(fun() -> C = spawn_link(fun() -> receive go -> exit(chain) end end), Self ! {c, C}, receive after infinity -> ok end end), receive after infinity -> B end end),
    Ma = monitor(process, A),
    receive {c, C} -> C ! go end,
    t:p(receive {'DOWN', Ma, _, _, R1} -> R1 end),
    %% Linking to a dead process; unlinking; links seen in process_info.
    D = spawn(fun() -> ok end), wait_dead(D),
    link(D), t:p(receive {'EXIT', D, R2} -> R2 after 1000 -> none end),
    E = spawn_link(fun() -> receive stop -> exit(unlinked) end end),
    t:p(lists:member(E, element(2, process_info(self(), links)))),
    t:p(unlink(E)), t:p(lists:member(E, element(2, process_info(self(), links)))),
    E ! stop, wait_dead(E), t:p(t:flush()),
    t:p(unlink(E)),
    process_flag(trap_exit, false),
    % On one line, wherever the length of a pid would break it.
    {F, Mf} = spawn_monitor(fun() -> link(D) end), io:format("~0tp~n", [receive {'DOWN', Mf, _, F, R3} -> R3 end]),
    {G, Mg} = spawn_monitor(fun() -> exit(self(), normal), receive after 10 -> ok end end), t:p(receive {'DOWN', Mg, _, G, R4} -> R4 end),
    {H, Mh} = spawn_monitor(fun() -> spawn_link(fun() -> ok end), receive after 50 -> ok end, exit(survived_normal) end), t:p(receive {'DOWN', Mh, _, H, R5} -> R5 end),
    %% A parent is listed before a child: crash reports show links in this order.
    I = spawn_link(fun() -> K = spawn_link(fun() -> receive after infinity -> ok end end), Self ! {linked, K, process_info(self(), links)}, receive after infinity -> ok end end),
    receive {linked, K, {links, Links}} -> t:p([case L of Self -> parent; K -> child end || L <- Links]) end,
    unlink(I), exit(I, kill),
    t:show("link to nobody", fun() -> link(t:id(a)) end),
    t:show("exit/2", fun() -> exit(t:id(a), b) end).

simple({R, [{_, _, _, _} | _]}) -> {R, stack};
simple({'EXIT', _, R}) -> {'EXIT', R};
simple(R) -> R.

wait_trap(_, false) -> ok;
wait_trap(P, true) -> case process_info(P, trap_exit) of {trap_exit, true} -> ok; _ -> erlang:yield(), wait_trap(P, true) end.
wait_dead(P) -> case is_process_alive(P) of true -> erlang:yield(), wait_dead(P); false -> ok end.
