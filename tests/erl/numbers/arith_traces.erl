%% Whether a stack trace begins with the operator depends on constants.
-module(arith_traces).
-export([main/0]).

main() ->
    X = t:id({error, x}),
    first(fun() -> X - (-128) end),
    first(fun() -> X - (-1) end),
    first(fun() -> X - 0 end),
    first(fun() -> X - 16#7ffffffffffffff end),
    first(fun() -> X - 16#800000000000000 end),
    first(fun() -> X - (-16#800000000000000) end),
    first(fun() -> 5 - X end),
    first(fun() -> (-5) - X end),
    first(fun() -> X + (-128) end),
    first(fun() -> X + 16#7ffffffffffffff end),
    first(fun() -> X + (-16#800000000000000) end),
    first(fun() -> X + 16#800000000000000 end),
    first(fun() -> X + (-16#800000000000001) end),
    first(fun() -> 7 + X end),
    first(fun() -> 16#800000000000000 + X end),
    first(fun() -> + X end),
    first(fun() -> + t:id(a) end),
    io:format("~w ~w~n", [+ t:id(-3), + t:id(16#8000000000000000)]),
    first(fun() -> X * 2 end),
    first(fun() -> 2 div X end).

first(Fun) ->
    try Fun()
    catch C:R:Stack ->
        [{M, F, A, _} | _] = Stack,
        io:format("~p ~p ~p~n", [C, R, {M, F, A}])
    end.
