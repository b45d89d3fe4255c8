%% Suspending, hibernating, group leaders, exits while others look.
-module(suspend_info).
-export([main/0, awake/1]).

main() ->
    Self = self(),
    P = spawn(fun() -> echo() end),
    true = erlang:suspend_process(P), P ! {Self, 1},
    t:p(receive {P, 1} -> too_early after 50 -> suspended end), t:p(process_info(P, status)),
    true = erlang:resume_process(P), t:p(receive {P, X} -> X end),
    t:show("not suspended", fun() -> erlang:resume_process(P) end),
    H = spawn(fun() -> erlang:hibernate(?MODULE, awake, [Self]) end),
    wait(fun() -> process_info(H, current_function) =:= {current_function, {erlang, hibernate, 3}} end),
    t:p(element(2, process_info(H, heap_size)) < 100), H ! hello, t:p(receive {awake, M} -> M end),
    G = spawn(fun() -> echo() end), true = group_leader(P, G), t:p(process_info(G, group_leader) =:= {group_leader, P}),
    [exit(X1, kill) || X1 <- [P, G]],
    t:p([process_info(list_to_pid("<0.32000.0>"), K) || K <- [status, links]]),
    {Q, R} = spawn_monitor(fun() -> exit(lists:seq(1, 5)) end), t:p(receive {'DOWN', R, _, Q, L} -> L end),
    t:p([erlang:bump_reductions(10), erlang:yield()]),
    t:p([is_integer(element(K, erlang:statistics(reductions))) || K <- [1, 2]]),
    t:p([lists:member(K, [X2 || {X2, _} <- process_info(self())]) || K <- [current_function, links, dictionary, trap_exit, heap_size, reductions]]),
    ok = dirty().

dirty() -> Bin = binary:copy(<<"x">>, 3000000), _ = erlang:md5(Bin), _ = erlang:crc32(Bin), ok.
awake(To) -> receive M -> To ! {awake, M} end.
echo() -> receive {From, X} -> From ! {self(), X}, echo() end.
wait(F) -> case F() of true -> ok; _ -> erlang:yield(), wait(F) end.
