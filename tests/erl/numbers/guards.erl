%% Guards: tests and failing expressions in them.
-module(guards).
-export([main/0]).

main() ->
    Vals = [0, -1, 1.5, a, "", "ab", {}, {1, 2}, <<>>, <<1:3>>, <<"x">>, #{}, #{a => 1}, true, self(), make_ref(), fun guards:main/0, 1 bsl 70, [a | b]],
    [io:format("~s~n", [kinds(X)]) || X <- Vals],
    t:each(fun cmp/1, [0, 5, 10, 10.0, a, {}, []]),
    t:each(fun failing/1, [0, 1, a, [1], {1, 2}, #{k => 1}, <<1, 2>>]),
    t:each(fun(X) -> if X > 5, X < 8; X =:= a -> yes; true -> no end end, [1, 6, 9, a, b]),
    t:show("no if clause", fun() -> F = t:id(false), if F -> x end end).

kinds(X) ->
    [case lists:member(true, [try F(X) catch _:_ -> false end]) of true -> $1; false -> $0 end
     || F <- [fun erlang:is_integer/1, fun erlang:is_float/1, fun erlang:is_number/1, fun erlang:is_atom/1, fun erlang:is_list/1,
              fun erlang:is_tuple/1, fun erlang:is_binary/1, fun erlang:is_bitstring/1, fun erlang:is_map/1, fun erlang:is_boolean/1,
              fun erlang:is_pid/1, fun erlang:is_reference/1, fun erlang:is_function/1, fun erlang:is_port/1]].

cmp(X) when X < 5 -> less;
cmp(X) when X =:= 10 -> ten;
cmp(X) when X == 10 -> float_ten;
cmp(X) when is_atom(X) orelse is_tuple(X), X =/= {} -> atom;
cmp(X) when X >= 5, not is_list(X) -> more;
cmp(_) -> other.

failing(X) when hd(X) =:= 1 -> hd;
failing(X) when element(2, X) =:= 2 -> element;
failing(X) when map_get(k, X) =:= 1 -> map;
failing(X) when byte_size(X) =:= 2 -> bytes;
failing(X) when 1 div X =:= 1 -> one;
failing(X) when abs(X) =:= 0 -> zero;
failing(X) when length(X) =:= 0; X =:= a -> a;
failing(_) -> none.
