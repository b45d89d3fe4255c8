%% Integers of many words: all operations, checked against identities and printed.
-module(bignums).
-export([main/0]).

main() ->
    F = fac(60),
    t:p(F),
    t:p(fac(200) div fac(198)),
    t:p(fib(400)),
    t:p(pow(3, 300)),
    t:p(-pow(7, 100) div pow(7, 60)),
    t:p({-17 div 5, -17 rem 5, 17 div -5, 17 rem -5, -(1 bsl 100) rem 1000007}),
    Numbers = [F, -F, fib(400), 1 bsl 200, (1 bsl 200) - 1, -(1 bsl 128), pow(10, 50), 12345],
    [check(X, Y) || X <- Numbers, Y <- Numbers],
    t:each(fun(X) -> {X bsr 64, X bsr 3, X bsl 3, bnot X} end, Numbers),
    t:each2(fun(X, Y) -> {X band Y, X bor Y, X bxor Y} end, [F, -F, 1 bsl 200], [-1, 1 bsl 130, -(1 bsl 99)]),
    t:each(fun(B) -> integer_to_list(F, B) end, [2, 3, 8, 10, 16, 36]),
    t:p(list_to_integer("123456789012345678901234567890")),
    t:p(list_to_integer("-zz9ZZZZZZZZZZZZZZZZZZZZZ", 36)),
    t:p(binary_to_integer(<<"ffffffffffffffffffffffff">>, 16)),
    t:p(integer_to_binary(-(1 bsl 90))),
    t:p({float(1 bsl 100), float((1 bsl 100) + 1), (1 bsl 64) / 3, fac(30) / fac(29)}),
    t:show("too big for a float", fun() -> float(t:id(1 bsl 2000)) end),
    t:p(trunc(1.0e30)),
    t:p({round(1.0e22), round(-1.5e20), floor(-1.0e25), ceil(1.0e25)}),
    t:p(lists:sort([1 bsl 70, -(1 bsl 70), 0, 1.0e21, -1.0e21, 1 bsl 65, 3])),
    t:p([(1 bsl 64) == float(1 bsl 64), (1 bsl 64) + 1 == float(1 bsl 64), (1 bsl 64) =:= (1 bsl 64)]),
    t:p(isqrt(pow(2, 301))),
    t:p(egcd(fib(120), fib(90))),
    t:p(modpow(3, 1 bsl 300 - 7, (1 bsl 127) - 1)).

check(X, Y) ->
    Q = X div Y, R = X rem Y,
    true = X =:= Q * Y + R,
    true = abs(R) < abs(Y),
    true = (X + Y) * (X - Y) =:= X * X - Y * Y,
    true = (X bxor Y) =:= (X bor Y) - (X band Y),
    true = (X < Y) =:= (Y > X),
    true = X =:= list_to_integer(integer_to_list(X)),
    true = X =:= binary_to_term(term_to_binary(X)).

fac(0) -> 1;
fac(N) -> N * fac(N - 1).

fib(N) -> fib(N, 0, 1).
fib(0, A, _) -> A;
fib(N, A, B) -> fib(N - 1, B, A + B).

pow(_, 0) -> 1;
pow(B, N) -> B * pow(B, N - 1).

isqrt(N) -> isqrt(N, N).
isqrt(N, X) ->
    case (X + N div X) div 2 of
        Y when Y >= X -> X;
        Y -> isqrt(N, Y)
    end.

egcd(A, 0) -> A;
egcd(A, B) -> egcd(B, A rem B).

modpow(_, 0, _) -> 1;
modpow(B, E, M) when E band 1 =:= 1 -> B * modpow(B, E - 1, M) rem M;
modpow(B, E, M) -> modpow(B * B rem M, E div 2, M).
