%% What arithmetic does with wrong operands.
-module(arith_errors).
-export([main/0]).

main() ->
    Bad = [a, "l", {1}, <<1>>, #{}, self, 1.5, 0],
    t:each(fun(X) -> t:id(1) + X end, Bad),
    t:each(fun(X) -> t:id(1) div X end, Bad),
    t:each(fun(X) -> t:id(1) / X end, Bad),
    t:each(fun(X) -> t:id(1) band X end, Bad),
    t:each(fun(X) -> t:id(1) bsl X end, Bad),
    t:each(fun(X) -> -X end, Bad),
    t:each(fun(X) -> bnot X end, Bad),
    t:each(fun(X) -> abs(X) end, Bad),
    t:each(fun(X) -> float(X) end, Bad),
    t:each(fun(X) -> trunc(X) end, Bad),
    t:each(fun(X) -> round(X) end, Bad),
    t:each(fun(X) -> not X end, [true, false | Bad]),
    t:each2(fun(X, Y) -> X and Y end, [true, false, 1], [true, false, b]),
    t:each2(fun(X, Y) -> X xor Y end, [true, false, 1], [true, false, b]),
    t:each2(fun(X, Y) -> X andalso Y end, [true, false, 1], [true, false, b]),
    t:each2(fun(X, Y) -> X orelse Y end, [true, false, 1], [true, false, b]),
    t:show("too big", fun() -> t:id(1) bsl (1 bsl 64) end),
    t:show("system_limit", fun() -> t:id(1) bsl (1 bsl 40) end).
