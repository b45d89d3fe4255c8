%% Sorting: stability, functions, sizes around the algorithm's steps.
-module(sorting).
-export([main/0]).

main() ->
    L = gen(2000, 12345, []),
    S = lists:sort(L),
    true = S =:= lists:sort(fun(A, B) -> A =< B end, L),
    true = S =:= merge_sort(L),
    t:p({hd(S), lists:last(S), erlang:phash2(S), length(lists:usort(L))}),
    Pairs = [{X rem 10, I} || {I, X} <- lists:enumerate(L)],
    K = lists:keysort(1, Pairs),
    t:p({erlang:phash2(K), stable(K)}),
    t:p(erlang:phash2(lists:sort(fun({A, _}, {B, _}) -> A >= B end, Pairs))),
    t:p([lists:sort(P) =:= [1, 2, 3, 4] || P <- perms([1, 2, 3, 4])]),
    t:p(lists:sort([c, "b", 1, {a}, 1.0, <<"x">>, #{}, [1], -5])),
    t:p(lists:sort(fun(A, B) -> length(A) =< length(B) end, ["ccc", "a", "bb", "x", ""])),
    t:p({lists:merge([1, 3, 5], [2, 4]), lists:merge3([1], [0, 2], [3]), lists:sort([]), lists:sort([x])}),
    t:show("bad", fun() -> lists:sort(t:id([2, 1 | 3])) end),
    t:show("bad fun", fun() -> lists:sort(fun(_, _) -> t:id(oops) end, [1, 2, 3]) end).

gen(0, _, L) -> L;
gen(N, S, L) -> S2 = (S * 1103515245 + 12345) band 16#7fffffff, gen(N - 1, S2, [S2 bsr 8 | L]).

stable([{A, I}, {A, J} | T]) when I < J -> stable([{A, J} | T]);
stable([{A, _}, {B, J} | T]) when A < B -> stable([{B, J} | T]);
stable([_]) -> true;
stable(_) -> false.

merge_sort([]) -> [];
merge_sort([X]) -> [X];
merge_sort(L) ->
    {A, B} = lists:split(length(L) div 2, L),
    merge(merge_sort(A), merge_sort(B)).
merge([A | As], [B | _] = Bs) when A =< B -> [A | merge(As, Bs)];
merge(As, [B | Bs]) -> [B | merge(As, Bs)];
merge(As, []) -> As.

perms([]) -> [[]];
perms(L) -> [[H | T] || H <- L, T <- perms(L -- [H])].
