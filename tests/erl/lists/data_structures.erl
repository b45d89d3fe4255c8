%% Data structures of stdlib that are written in Erlang.
-module(data_structures).
-export([main/0]).

main() ->
    L = [{(N * 37) rem 101, N} || N <- lists:seq(1, 100)],
    T = gb_trees:from_orddict(lists:ukeysort(1, L)),
    t:p({gb_trees:size(T), gb_trees:smallest(T), gb_trees:largest(T), gb_trees:lookup(5, T), gb_trees:lookup(500, T)}),
    T2 = lists:foldl(fun(K, A) -> gb_trees:delete_any(K, A) end, T, lists:seq(1, 90)),
    t:p(gb_trees:to_list(T2)),
    S = gb_sets:from_list([c, a, b, a]), t:p({gb_sets:to_list(gb_sets:add(d, S)), gb_sets:is_element(a, S)}),
    D = dict:from_list(L), t:p({dict:size(D), dict:fetch(37, D), lists:sort(dict:to_list(dict:filter(fun(K, _) -> K < 5 end, D)))}),
    t:show("fetch", fun() -> dict:fetch(zz, D) end),
    Q = lists:foldl(fun queue:in/2, queue:new(), lists:seq(1, 10)), {{value, 1}, Q2} = queue:out(Q), t:p({queue:to_list(Q2), queue:len(Q2), queue:peek_r(Q2)}),
    A = array:from_list(lists:seq(0, 99)), A2 = array:set(200, x, A), t:p({array:size(A2), array:get(50, A2), array:get(150, A2), array:sparse_size(A2), array:foldl(fun(_, V, Acc) when is_integer(V) -> V + Acc; (_, _, Acc) -> Acc end, 0, A2)}),
    t:p({ordsets:union([1, 3], [2, 3]), orddict:store(b, 2, [{a, 1}]), sets:to_list(sets:intersection(sets:from_list([1, 2, 3]), sets:from_list([2, 3, 4])))}),
    t:p({proplists:get_value(a, [{a, 1}, b]), proplists:get_bool(b, [{a, 1}, b]), proplists:compact([{a, true}, {b, 1}])}),
    G = digraph:new(), [digraph:add_vertex(G, V) || V <- [a, b, c, d]], [digraph:add_edge(G, X, Y) || {X, Y} <- [{a, b}, {b, c}, {a, d}]],
    t:p({digraph_utils:topsort(G) =/= false, digraph:get_path(G, a, c), lists:sort(digraph_utils:reachable([b], G))}),
    t:p(sofs:to_external(sofs:family_union(sofs:family([{a, [1]}]), sofs:family([{a, [2]}, {b, [3]}])))),
    t:p(lists:sort(maps:to_list(maps:map(fun(_, V) -> length(V) end, maps:groups_from_list(fun({K, _}) -> K rem 5 end, L))))).
