%% Preemption: busy processes do not keep others from running; priorities.
-module(fairness).
-export([main/0]).

main() ->
    Busy = [spawn(fun() -> spin() end) || _ <- lists:seq(1, 8)],
    Self = self(),
    [spawn(fun() -> Self ! {done, N} end) || N <- lists:seq(1, 100)],
    t:p(lists:sum([receive {done, N} -> N end || _ <- lists:seq(1, 100)])),
    Body = [spawn(fun() -> lists:foldl(fun(X, A) -> X + A end, 0, lists:seq(1, 100000)), Self ! ended end) || _ <- lists:seq(1, 10)],
    t:p(length([receive ended -> ok end || _ <- Body])),
    H = spawn_opt(fun() -> Self ! high end, [{priority, high}]), t:p(receive high -> is_pid(H) end),
    [exit(P, kill) || P <- Busy],
    Ms = [monitor(process, P) || P <- Busy], t:p(length([receive {'DOWN', M, _, _, _} -> ok end || M <- Ms])),
    %% Long built-ins give way.
    L = spawn(fun() -> long() end), t:p(receive after 20 -> alive end), exit(L, kill),
    t:p(ring(1000, 20)).

spin() -> spin().
long() -> _ = lists:sort(lists:reverse(lists:seq(1, 500000))), _ = term_to_binary(lists:seq(1, 200000)), long().

ring(N, Rounds) ->
    Self = self(),
    Last = lists:foldl(fun(_, Next) -> spawn(fun() -> relay(Next) end) end, Self, lists:seq(1, N)),
    R = turns(Last, Rounds, 0), Last ! stop, receive stop -> R end.
relay(Next) -> receive stop -> Next ! stop; X -> Next ! X + 1, relay(Next) end.
turns(_, 0, X) -> X;
turns(P, K, X) -> P ! X, receive Y when is_integer(Y) -> turns(P, K - 1, Y) end.
