%% Float arithmetic, conversions, special values and the errors in their place.
-module(floats).
-export([main/0]).

main() ->
    Xs = [0.0, -0.0, 1.0, -1.5, 0.1, 1.0e10, 1.7976931348623157e308, 5.0e-324, 2.2250738585072014e-308, 3.0e-5],
    [io:format("~p ~p: ~p~n",
               [X, Y, [t:result(fun() -> op(O, X, Y) end) || O <- ['+', '-', '*', '/', '<', '==', '=:=']]])
     || X <- Xs, Y <- Xs],
    t:each(fun(X) -> {trunc(X), round(X), floor(X), ceil(X)} end, [0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 1.0e15, 123456789.5]),
    t:each(fun(F) -> F(t:id(2.0)) end, [fun math:sqrt/1, fun math:exp/1, fun math:log/1, fun math:sin/1, fun math:atan/1, fun math:log2/1]),
    t:each(fun(F) -> F(t:id(-2.0)) end, [fun math:sqrt/1, fun math:log/1, fun math:floor/1, fun math:ceil/1, fun math:erf/1]),
    t:show("pow", fun() -> {math:pow(2, 0.5), math:pow(10, 300), math:fmod(7, 3), math:atan2(1, -1), math:pi()} end),
    t:show("overflow", fun() -> math:pow(t:id(10), 400) end),
    t:show("exp overflow", fun() -> math:exp(t:id(1000)) end),
    t:show("bad", fun() -> math:sin(t:id(a)) end),
    t:p([1 == 1.0, 1 =:= 1.0, 0.0 =:= -0.0, 0.0 == -0.0, 1.0 < 2, 2 > 1.9]),
    t:p({1 / 3, 2 / 1, 10 / 4, 1.0e100 * 3, 1 + 0.5}),
    t:p([loop(1000000, 0.0), sum([X / 7 || X <- lists:seq(1, 1000)], 0.0)]),
    t:p({<<1.5/float>>, <<1.5:32/float>>, <<-2.25:64/float-little>>, <<1.0:16/float>>}),
    <<F:64/float>> = <<64, 9, 33, 251, 84, 68, 45, 24>>,
    t:p(F),
    %% A 0 ends a text.
    [t:p({T, t:result(fun() -> list_to_float(T) end), t:result(fun() -> binary_to_float(list_to_binary(T)) end)})
     || T <- ["1.5\0", "1.5\0e7", "2.2250\0385", "1\0.5", "1.\05", "\0", "\01.5"]],
    t:show("nan", fun() -> <<N:64/float>> = t:id(<<16#7ff8000000000000:64>>), N end).

op('+', X, Y) -> X + Y;
op('-', X, Y) -> X - Y;
op('*', X, Y) -> X * Y;
op('/', X, Y) -> X / Y;
op('<', X, Y) -> X < Y;
op('==', X, Y) -> X == Y;
op('=:=', X, Y) -> X =:= Y.

loop(0, Acc) -> Acc;
loop(N, Acc) -> loop(N - 1, Acc * 0.5 + N / 3.0).

sum([X | Xs], Acc) -> sum(Xs, Acc + X);
sum([], Acc) -> Acc.
