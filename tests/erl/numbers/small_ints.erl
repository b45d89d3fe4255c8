%% Arithmetic around the limits of small integers on either emulator.
-module(small_ints).
-export([main/0]).

edges() ->
    [0, 1, -1, -7, 65536, -16#80000000, (1 bsl 59) - 1, 1 bsl 59, -(1 bsl 59), -(1 bsl 59) - 1,
     (1 bsl 62) - 1, 1 bsl 62, -(1 bsl 62), -(1 bsl 62) - 1, (1 bsl 63) - 1, 1 bsl 63,
     -(1 bsl 63), 1 bsl 64].

main() ->
    E = edges(),
    [io:format("~p ~p: ~p~n",
               [X, Y, [t:result(fun() -> op(Op, X, Y) end)
                       || Op <- ['+', '-', '*', 'div', 'rem', 'band', 'bor', 'bxor', '<', '=:=']]])
     || X <- E, Y <- E],
    t:each(fun(X) -> {-X, abs(X), bnot X, X + 0, X - 1, X + 1} end, E),
    t:each2(fun(X, N) -> {X bsl N, X bsr N} end, [0, 1, -1, 5, -5, 1 bsl 59, -(1 bsl 62), 1 bsl 64],
            [0, 1, 3, 57, 58, 59, 60, 63, 64, 65, 128, -1, -3, -60, -64, -200]).

op('+', X, Y) -> X + Y;
op('-', X, Y) -> X - Y;
op('*', X, Y) -> X * Y;
op('div', X, Y) -> X div Y;
op('rem', X, Y) -> X rem Y;
op('band', X, Y) -> X band Y;
op('bor', X, Y) -> X bor Y;
op('bxor', X, Y) -> X bxor Y;
op('<', X, Y) -> X < Y;
op('=:=', X, Y) -> X =:= Y.
