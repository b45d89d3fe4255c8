%% Dispatch over many values of one kind: atoms, integers, floats, binaries, arities.
-module(select_val).
-export([main/0]).

main() ->
    t:p([at(X) || X <- [a, b, c, d, e, f, g, zz, 1]]),
    t:p([int(X) || X <- [0, 1, 2, 3, 4, 5, 6, 7, 100, -5, 1000000, 1 bsl 40, 1 bsl 64, 1 bsl 65, 2.0, x]]),
    t:p([sparse(X) || X <- [1, 10, 100, 1000, 10000, 5, a]]),
    t:p([flt(X) || X <- [1.0, 2.5, 0.0, 1, a]]),
    t:p([ar(X) || X <- [{}, {1}, {1, 2}, {1, 2, 3}, {1, 2, 3, 4}, []]]),
    t:p([bin(X) || X <- [<<"GET /">>, <<"PUT x">>, <<"POST">>, <<"PO">>, <<>>, <<"DELETE">>]]),
    t:p([str(X) || X <- ["abc", "abd", "ab", "", "xyz", [a]]]),
    t:p([mixed(X) || X <- [1, a, "s", {a, 1}, {b, [1, 2]}, {b, []}, #{k => 1}, <<"x">>, 1.5]]),
    t:p([lit(X) || X <- [{a, [1, 2]}, #{x => y}, "lit", [], {a, [1, 3]}]]),
    t:p(lists:sum([jump(X) || X <- lists:seq(-5, 50)])).

at(a) -> 1; at(b) -> 2; at(c) -> 3; at(d) -> 4; at(e) -> 5; at(f) -> 6; at(g) -> 7; at(_) -> 0.
int(0) -> zero; int(1) -> one; int(2) -> two; int(3) -> three; int(4) -> four; int(5) -> five; int(-5) -> minus; int(1000000) -> million;
int(16#10000000000) -> b40; int(16#10000000000000000) -> b64; int(X) when is_integer(X) -> other; int(_) -> no.
sparse(1) -> a; sparse(10) -> b; sparse(100) -> c; sparse(1000) -> d; sparse(10000) -> e; sparse(_) -> f.
flt(1.0) -> one; flt(2.5) -> two_half; flt(0.0) -> zero; flt(_) -> no.
ar({}) -> 0; ar({_}) -> 1; ar({_, X}) -> {2, X}; ar({_, _, X}) -> {3, X}; ar(X) when is_tuple(X) -> big; ar(_) -> no.
bin(<<"GET ", R/binary>>) -> {get, R}; bin(<<"PUT ", R/binary>>) -> {put, R}; bin(<<"POST">>) -> post; bin(<<"PO", _/binary>>) -> po; bin(<<>>) -> empty; bin(_) -> no.
str("abc") -> 1; str("abd") -> 2; str("ab" ++ T) -> {ab, T}; str([]) -> empty; str([H | _]) -> {h, H}.
mixed(1) -> int; mixed(a) -> atom; mixed({a, X}) -> {a, X}; mixed({b, [H | T]}) -> {H, T}; mixed({b, []}) -> nil; mixed(#{k := V}) -> V;
mixed(<<C, _/binary>>) -> C; mixed(X) when is_float(X) -> float; mixed([_ | _]) -> list.
lit({a, [1, 2]}) -> one; lit(#{x := y}) -> map; lit("lit") -> str; lit([]) -> nil; lit(_) -> no.
jump(0) -> 5; jump(1) -> 7; jump(2) -> 11; jump(3) -> 13; jump(4) -> 17; jump(5) -> 19; jump(6) -> 23; jump(7) -> 29; jump(8) -> 31; jump(9) -> 37;
jump(10) -> 41; jump(11) -> 43; jump(N) when N > 40 -> 1; jump(_) -> 0.
