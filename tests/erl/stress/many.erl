%% Stress: a hundred thousand processes at once, in a ring and in a tree; and many that come and go.
-module(many).
-export([main/0]).

main() ->
    N = 100000,
    Before = length(processes()),
    t:p(ring(N)),
    t:p(tree(16)),
    t:p(storm(t:scale(100000), 0)),
    t:p(bombs(t:scale(20))),
    t:p(wait(Before, 200)).

wait(Before, 0) -> {left, length(processes()) - Before};
wait(Before, K) ->
    case length(processes()) - Before of
        L when L =< 0 -> none_left;
        _ -> receive after 50 -> wait(Before, K - 1) end
    end.

ring(N) ->
    Self = self(),
    First = lists:foldl(fun(_, Next) -> spawn(fun() -> pass(Next) end) end, Self, lists:seq(1, N)),
    First ! 0,
    receive K -> K after 60000 -> stuck end.
pass(Next) -> receive K -> Next ! K + 1 end.

tree(D) -> Self = self(), spawn_link(fun() -> Self ! {sum, leaf(D)} end), receive {sum, S} -> S after 60000 -> stuck end.
leaf(0) -> 1;
leaf(D) ->
    Self = self(),
    Ps = [spawn_link(fun() -> Self ! {self(), leaf(D - 1)} end) || _ <- [1, 2]],
    lists:sum([receive {P, S} -> S after 60000 -> stuck end || P <- Ps]).

%% Ten at a time.
storm(0, Sum) -> Sum;
storm(N, Sum) ->
    Self = self(),
    Ps = [spawn_monitor(fun() -> Self ! {self(), 1} end) || _ <- lists:seq(1, 10)],
    S = lists:sum([receive {P, 1} -> receive {'DOWN', M, _, _, normal} -> 1 after 60000 -> stuck end after 60000 -> stuck end || {P, M} <- Ps]),
    storm(N - 10, Sum + S).

%% Trees of linked processes, killed at the root while they grow.
bombs(0) -> defused;
bombs(N) ->
    {P, M} = spawn_monitor(fun() -> grow(10) end),
    receive after rand:uniform(10) -> ok end,
    exit(P, stop),
    receive {'DOWN', M, _, _, stop} -> bombs(N - 1) after 60000 -> stuck end.
grow(0) -> receive after infinity -> ok end;
grow(D) -> [spawn_link(fun() -> grow(D - 1) end) || _ <- [1, 2]], receive after infinity -> ok end.
