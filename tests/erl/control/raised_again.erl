%% Exceptions of the same place and the same depth, from callers that differ: each has its own trace.
-module(raised_again).
-export([main/0]).

main() ->
    [io:format("~p~n", [T]) || T <- traces(12, [])],
    io:format("~p~n", [lists:usort(lists:flatten([deep(D) || D <- [1, 2, 30, 2, 1, 30, 31]]))]),
    Pids = [spawn_monitor(fun() -> exit(traces(6, [])) end) || _ <- [1, 2, 3]],
    Given = [receive {'DOWN', R, process, P, Ts} -> Ts end || {P, R} <- Pids],
    io:format("~p~n", [[Ts =:= hd(Given) || Ts <- Given]]),
    garbage_collect(),
    io:format("~p~n", [traces(2, []) =:= traces(2, [])]),
    ok.

traces(0, Ts) -> lists:reverse(Ts);
traces(N, Ts) ->
    T = try
            case N rem 3 of
                0 -> {left, left(N)};
                1 -> {right, right(N)};
                2 -> {both, [left(N)]}
            end
        catch _:_:Trace -> [{F, A} || {M, F, A, _} <- Trace, M =:= ?MODULE]
        end,
    traces(N - 1, [T | Ts]).

left(N) -> middle(N) + 1.
right(N) -> middle(N) + 2.
middle(N) -> bottom(N) + 3.
bottom(N) when N rem 2 =:= 0 -> throw(even);
bottom(N) -> 1 div (N - N).

%% As many frames of one function as you like: one is shown.
deep(D) ->
    try down(D) catch throw:up:Trace -> [{F, A} || {M, F, A, _} <- Trace, M =:= ?MODULE, F =:= down] end.

down(0) -> throw(up);
down(D) -> [down(D - 1)].
