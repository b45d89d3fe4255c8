%% vm: +S 4:4
-module(many_schedulers_gc).
-export([main/0]).
main() ->
    Self = self(),
    Ps = [spawn(fun() -> work(Self, N, 50) end) || N <- lists:seq(1, 100)],
    io:format("~p~n", [lists:sum([receive {P, S} -> S end || P <- Ps])]).
work(To, N, 0) -> To ! {self(), N};
work(To, N, K) -> L = [{X, X * N} || X <- lists:seq(1, 300)], true = lists:sum([A || {A, _} <- L]) =:= 45150, self() ! {k, L}, receive {k, L2} -> L = L2 end, work(To, N, K - 1).
