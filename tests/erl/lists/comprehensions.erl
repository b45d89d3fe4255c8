%% List and binary comprehensions with filters, patterns and several generators.
-module(comprehensions).
-export([main/0]).

main() ->
    t:p([X * Y || X <- [1, 2, 3], Y <- [10, 20], X =/= 2]),
    t:p([{A, B, C} || C <- lists:seq(1, 30), B <- lists:seq(1, C), A <- lists:seq(1, B), A * A + B * B =:= C * C]),
    t:p([X || {ok, X} <- [{ok, 1}, error, {ok, 2}, {no, 3}]]),
    t:p([X || X <- [1, a, 2.0, "s"], is_number(X), X > 1]),
    t:p([X || <<X:2>> <= <<"ab">>, X =/= 0]),
    t:p(<< <<X:4>> || X <- lists:seq(0, 15), X rem 2 =:= 1 >>),
    t:p(<< <<A, B>> || <<A>> <= <<1, 2>>, B <- [8, 9] >>),
    t:p([{X, Y} || X <- "ab", <<Y>> <= <<1, 2>>]),
    t:show("bad generator", fun() -> [X || X <- t:id(foo)] end),
    t:show("improper", fun() -> [X || X <- t:id([1, 2 | 3])] end),
    t:show("bad filter", fun() -> [X || X <- [1, 2], t:id(bar)] end),
    t:show("bad binary", fun() -> [X || <<X>> <= t:id([1])] end),
    t:p([F() || F <- [fun() -> N * N end || N <- lists:seq(1, 5)]]),
    t:p([[Y || Y <- lists:seq(1, X)] || X <- lists:seq(0, 4)]),
    t:p(lists:sum([X || X <- lists:seq(1, 100000), X band 1 =:= 0])),
    t:p([case X of 1 -> one; _ when X > 2 -> big; _ -> other end || X <- [1, 2, 3]]).
