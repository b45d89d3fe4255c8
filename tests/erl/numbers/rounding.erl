%% trunc, round, floor, ceil, negation and bnot about their edges, also in guards.
-module(rounding).
-export([main/0]).

main() ->
    Floats = [0.0, -0.0, 0.4, 0.5, 0.6, 1.5, 2.5, 0.49999999999999994, 1.0e15, 4503599627370495.5, 4503599627370497.5,
              9007199254740993.0, math:pow(2, 57), math:pow(2, 58), math:pow(2, 59), math:pow(2, 60), math:pow(2, 61),
              math:pow(2, 62), math:pow(2, 63), 1.0e300, 5.0e-324, 288230376151711743.0, 288230376151711744.0],
    [t:p({X, both(X)}) || X <- Floats],
    Integers = [0, 1, -1, 7, (1 bsl 59) - 1, 1 bsl 59, -(1 bsl 59), (1 bsl 60) - 1, 1 bsl 60, -(1 bsl 60),
                (1 bsl 62) - 1, 1 bsl 62, -(1 bsl 62), -(1 bsl 62) - 1, 1 bsl 63, -(1 bsl 63), 1 bsl 100],
    [t:p({X, both(X), bnot X, bnot -X}) || X <- Integers],
    [t:p({X, failed(X)}) || X <- [atom, "list", {}, <<>>]],
    t:p([in_guard(X) || X <- [1.2, 1.5, 1.7, -1.5, 1, a]]).

both(X) -> [[trunc(Y), round(Y), floor(Y), ceil(Y), -Y] || Y <- [X, -X]].

failed(X) -> [try F(X) catch C:R -> {C, R} end || F <- [fun(Y) -> trunc(Y) end, fun(Y) -> round(Y) end, fun(Y) -> floor(Y) end, fun(Y) -> ceil(Y) end, fun(Y) -> -Y end, fun(Y) -> bnot Y end]].

in_guard(X) when trunc(X) =:= 1, round(X) =:= 2 -> {up, floor(X), ceil(X)};
in_guard(X) when -X > 1, floor(X) < ceil(X) -> negative;
in_guard(X) when bnot X =:= -2 -> one;
in_guard(_) -> other.
