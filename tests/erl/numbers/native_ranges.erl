%% Numbers of which the compiler knows between which others they are, up to where they become large.
-module(native_ranges).
-export([main/0]).

main() ->
    Ends = fun(Bits) -> [<<N:Bits>> || N <- [0, 1, 2, (1 bsl (Bits - 1)) - 1, 1 bsl (Bits - 1), (1 bsl Bits) - 1]] end,
    show(bytes, [bytes(<<A/bits, B/bits>>) || A <- Ends(8), B <- Ends(8)]),
    show(words, [words(<<A/bits, B/bits>>) || A <- Ends(31), B <- Ends(31)]),
    show(halves, [halves(<<A/bits, B/bits>>) || A <- Ends(32), B <- Ends(32)]),
    show(signed, [signed(<<A/bits, B/bits>>) || A <- Ends(32), B <- Ends(32)]),
    show(large, [large(<<A/bits, B/bits>>) || A <- Ends(60), B <- Ends(60)]),
    show(whole, [whole(A, B) || A <- edges(), B <- edges()]),
    show(masked, [masked(A, B) || A <- edges(), B <- edges()]),
    show(mixed, [mixed(<<7>>, B) || B <- [6, 7, 8, 7.0, 7.5, -1.0e300, 1 bsl 70, -(1 bsl 70), a, "", <<>>]]),
    show(same, [same(A, B) || A <- [a, b, [], 1], B <- [a, b, [], [a], 1, 1.0]]).

edges() ->
    [S * (1 bsl B) + D || B <- [0, 58, 59, 60, 61, 62, 63, 64], S <- [1, -1], D <- [-1, 0, 1]].

bytes(<<X, Y>>) -> {X + Y, X - Y, X * Y, X - 255, X < Y, X == Y, X =:= Y, X bsl 3, X bsr 2, X band Y}.

words(<<X:31, Y:31>>) -> {X + Y, X - Y, X * Y, X * Y * 2, X bsl 31, max(X, Y), X >= Y}.

halves(<<X:32, Y:32>>) -> {X + Y, X - Y, X * Y, X * Y + 1, X bor Y, X bxor Y, X =< Y}.

signed(<<X:32/signed, Y:32/signed-little>>) -> {X + Y, X - Y, X * Y, -X, X * Y * 4, X > Y, X bsr 5}.

large(<<X:60, Y:60>>) -> {X + Y, X - Y, X * 4, X + X + Y + Y, X * Y, X bsl 2, X =/= Y}.

whole(X, Y) when is_integer(X), is_integer(Y) -> {X + Y, X - Y, X * Y, X < Y, X =:= Y, X band Y}.

masked(X, Y) when is_integer(X), is_integer(Y) ->
    A = X band 16#fffffff,
    B = Y band 16#3fffffffffffffff,
    {A + B, A - B, A * B, B + B, B * 2, A * A, A == B, A div (B + 1), B rem (A + 1)}.

mixed(<<X>>, Y) -> {X < Y, X == Y, X >= Y, X =:= Y, catch X + Y}.

same(X, Y) when is_atom(X) -> {X =:= Y, X =/= Y, X == Y};
same(X, Y) -> {X =:= Y, X == Y}.

show(What, Results) ->
    io:format("~p ~p ~p~n", [What, erlang:phash2(Results), lists:sublist(Results, 3)]).
