%% Maps with few keys: syntax, built-ins, errors.
-module(maps_small).
-export([main/0]).

main() ->
    M = #{a => 1, "b" => 2, 3.0 => c, 3 => d, {t} => e},
    t:p(M),
    t:p(M#{a := 9, new => 10}),
    t:show("badkey", fun() -> M#{nokey := 1} end),
    t:show("badmap", fun() -> (t:id(not_a_map))#{a => 1} end),
    t:show("badmap2", fun() -> (t:id([]))#{a := 1} end),
    #{a := A, "b" := B} = M, t:p({A, B}),
    K = {t}, #{K := V} = M, t:p(V),
    t:show("no match", fun() -> #{zz := Z} = M, Z end),
    t:p([maps:get(a, M), maps:get(x, M, default), is_map_key(a, M), map_size(M), maps:find(a, M), maps:find(q, M)]),
    t:show("get", fun() -> maps:get(x, M) end),
    t:show("get badmap", fun() -> maps:get(x, t:id(5)) end),
    t:show("map_get", fun() -> map_get(x, M) end),
    t:p({maps:put(a, 2, M), maps:remove(a, M), maps:remove(zz, M), maps:take(a, M), maps:take(zz, M)}),
    t:show("update", fun() -> maps:update(zz, 1, M) end),
    t:p({maps:keys(M), maps:values(M), maps:to_list(M)}),
    t:p(maps:merge(#{a => 1, b => 2}, #{b => 3, c => 4})),
    t:p(maps:fold(fun(Key, Val, Acc) -> [{Key, Val} | Acc] end, [], M)),
    t:p(maps:map(fun(_, X) -> {X} end, M)),
    t:p(maps:filter(fun(Key, _) -> is_atom(Key) end, M)),
    t:p(maps:filtermap(fun(_, X) when is_integer(X) -> {true, X * 2}; (_, _) -> false end, M)),
    t:p(maps:with([a, 3, zz], M)), t:p(maps:without([a, 3], M)),
    t:p(maps:from_list([{a, 1}, {b, 2}, {a, 3}])),
    t:p(maps:from_keys([x, y, x], 0)),
    t:p(maps:groups_from_list(fun(X) -> X rem 3 end, lists:seq(1, 10))),
    t:p(maps:update_with(a, fun(X) -> X + 1 end, M)),
    t:p(maps:update_with(z, fun(X) -> X + 1 end, 0, #{})),
    t:show("from_list", fun() -> maps:from_list(t:id([{a, 1}, b])) end),
    t:show("from_list2", fun() -> maps:from_list(t:id(foo)) end),
    I = maps:iterator(M), {K1, V1, I2} = maps:next(I), t:p({K1, V1}), t:p(maps:next(I2)),
    t:p(maps:intersect(#{a => 1, b => 2}, #{b => 3, d => 4})),
    t:p(maps:intersect_with(fun(_, X, Y) -> X + Y end, #{a => 1, b => 2}, #{b => 3, d => 4})),
    t:p([f(X) || X <- [#{}, #{a => 1}, #{a => 2, b => 3}, #{b => 1}, []]]),
    t:p(#{1 => a, 1.0 => b} =:= #{1.0 => b, 1 => a}),
    t:p(M =:= maps:from_list(lists:reverse(maps:to_list(M)))).

f(#{a := 1}) -> one;
f(#{a := X, b := Y}) -> {X, Y};
f(#{}) -> map;
f(_) -> none.
