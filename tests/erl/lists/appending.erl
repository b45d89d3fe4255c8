% One list in front of another: short and long ones, as the heap has room for them or not, and what is no list.
-module(appending).
-export([main/0]).

main() ->
    p([[] ++ x, [1] ++ x, [1, 2] ++ [3 | y], [1] ++ [], [] ++ []]),
    [p(try F() catch error:R -> R end)
     || F <- [fun() -> id(x) ++ [] end, fun() -> id([1 | x]) ++ [2] end, fun() -> id([1 | x]) ++ [] end,
              fun() -> id(lists:seq(1, 1000) ++ x) ++ [2] end]],
    p([sums(N) || N <- [1, 10, 100, 230, 231, 232, 233, 234, 235, 1000, 10000, 100000]]),
    p(reversed([], 300) =:= lists:seq(1, 300)),
    p(erlang:phash2(grown(500, []))).

p(X) -> io:format("~p~n", [X]).
id(X) -> X.

% In a process with a heap of its own each time.
sums(N) ->
    Self = self(),
    Pid = spawn(fun() -> L = lists:seq(1, N), M = L ++ [a | L], Self ! {self(), length(M), lists:nth(N + 1, M), lists:last(M)} end),
    receive {Pid, A, B, C} -> {A, B, C} end.

reversed(L, 0) -> L;
reversed(L, N) -> reversed([N] ++ L, N - 1).

grown(0, L) -> L;
grown(N, L) -> grown(N - 1, L ++ [N, {N}]).
