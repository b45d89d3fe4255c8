%% List built-ins and their errors, proper and improper lists.
-module(list_bifs).
-export([main/0]).

main() ->
    t:each(fun length/1, [[], [1], [1 | 2], a, lists:seq(1, 1000)]),
    t:each(fun hd/1, [[1], [], a]), t:each(fun tl/1, [[1], [], a, [1 | 2]]),
    t:each2(fun(A, B) -> A ++ B end, [[], [1, 2], [1 | 2], a], [[], [3], x]),
    t:each2(fun(A, B) -> A -- B end, [[], [1, 2, 1, 3], [1 | 2], a], [[], [1], [1, 1, 9], x, [1 | 2]]),
    t:each2(fun lists:member/2, [1, 1.0, a], [[], [1, a], [2 | 1], b]),
    t:each(fun lists:reverse/1, [[], [1, 2, 3], [1 | 2], a]),
    t:each2(fun lists:reverse/2, [[], [1, 2]], [[], [3], x]),
    t:each2(fun(N, L) -> lists:keyfind(N, 2, L) end, [1, 1.0, b], [[{a, 1}, {c, b}, x, {1}], [], [{a, 1} | b]]),
    t:each(fun(K) -> {lists:keysearch(K, 1, [{1, a}, {2, b}]), lists:keymember(K, 1, [{1, a}, {2, b}])} end, [1, 2.0, 3]),
    t:show("keyfind pos", fun() -> lists:keyfind(a, t:id(0), [{a}]) end),
    t:p([lists:nth(2, [a, b, c]), lists:last([1, 2]), lists:nthtail(2, [a, b, c]), lists:sublist([1, 2, 3, 4], 2, 2)]),
    t:show("nth", fun() -> lists:nth(t:id(5), [a]) end),
    t:p(lists:seq(5, 1, -2)), t:p(lists:seq(1, 0)),
    t:show("seq", fun() -> lists:seq(t:id(1), -5) end),
    t:p({lists:zip([1, 2], [a, b]), lists:unzip3([{1, a, x}, {2, b, y}]), lists:zipwith(fun(A, B) -> A + B end, [1, 2], [3, 4])}),
    t:show("zip", fun() -> lists:zip([1], t:id([1, 2])) end),
    t:p({lists:split(2, [1, 2, 3]), lists:splitwith(fun(X) -> X < 3 end, [1, 2, 3, 1]), lists:partition(fun(X) -> X rem 2 =:= 0 end, lists:seq(1, 9))}),
    t:p({lists:flatten([1, [2, [3, []]], [[[4]]]]), lists:append([[1], [2], []]), lists:concat([a, 1, "b", 1.5]), lists:flatlength([1, [2, [3]]])}),
    t:p({lists:max([1, a, {}, 2.0]), lists:min([1, a, 0.5]), lists:sum([1, 2.5]), lists:duplicate(3, x)}),
    t:p({lists:usort([c, a, b, a]), lists:merge([1, 3], [2, 4]), lists:umerge([[1, 2], [2, 3]]), lists:ukeysort(1, [{2, a}, {1, b}, {2, c}])}),
    t:p({lists:droplast([1, 2]), lists:enumerate([a, b]), lists:join(x, [1, 2, 3]), lists:search(fun(X) -> X > 1 end, [1, 2, 3])}),
    t:p({lists:prefix("ab", "abc"), lists:suffix("bc", "abc"), lists:subtract([1, 2, 3], [2]), lists:uniq([1, 2, 1, 3, 2])}),
    t:p({lists:keyreplace(a, 1, [{a, 1}], {a, 2}), lists:keystore(b, 1, [{a, 1}], {b, 2}), lists:keytake(a, 1, [{b, 0}, {a, 1}]), lists:keydelete(a, 1, [{a, 1}, {a, 2}]), lists:keymap(fun(X) -> X + 1 end, 2, [{a, 1}])}),
    t:p({lists:dropwhile(fun(X) -> X < 3 end, [1, 3, 2]), lists:takewhile(fun(X) -> X < 3 end, [1, 3, 2]), lists:any(fun is_atom/1, [1, a]), lists:all(fun is_atom/1, [1, a])}),
    t:p({lists:foldl(fun(X, A) -> [X | A] end, [], [1, 2]), lists:foldr(fun(X, A) -> [X | A] end, [], [1, 2]), lists:mapfoldl(fun(X, A) -> {X * A, A + 1} end, 1, [5, 6]), lists:filtermap(fun(X) -> X > 1 andalso {true, -X} end, [1, 2, 3])}),
    t:show("map", fun() -> lists:map(fun(X) -> X end, t:id([1 | 2])) end),
    t:show("foldl", fun() -> lists:foldl(t:id(x), 0, [1]) end).
