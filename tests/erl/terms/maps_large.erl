%% Maps with many keys: growth, shrinking, merging, iteration, equality, collisions of order.
-module(maps_large).
-export([main/0]).

main() ->
    [check(N) || N <- [30, 31, 32, 33, 34, 64, 100, 1000, 5000]],
    M = maps:from_list([{{k, N}, N} || N <- lists:seq(1, 20000)]),
    t:p({map_size(M), lists:sum(maps:values(M)), erlang:phash2(lists:sort(maps:keys(M)))}),
    M2 = maps:merge(M, maps:from_list([{{k, N}, -N} || N <- lists:seq(10001, 30000)])),
    t:p({map_size(M2), lists:sum(maps:values(M2))}),
    M3 = lists:foldl(fun(N, A) -> maps:remove({k, N}, A) end, M2, lists:seq(1, 29990)),
    t:p(lists:sort(maps:to_list(M3))),
    t:p(maps:fold(fun(_, V, A) -> A + V end, 0, M)),
    F = maps:filter(fun(_, V) -> V rem 1000 =:= 0 end, M), t:p(lists:sort(maps:to_list(F))),
    t:p(map_size(maps:with([{k, N} || N <- lists:seq(1, 100)], M))),
    Keys = [1, 1.0, a, "a", <<"a">>, {1}, #{}, self(), 1 bsl 70, -1, [], {}] ++ lists:seq(1000, 1100) ++ [float(X) || X <- lists:seq(1000, 1100)],
    Mixed = maps:from_list([{K, erlang:phash2(K)} || K <- Keys, not is_pid(K)]),
    t:p({map_size(Mixed), lists:all(fun(K) -> maps:get(K, Mixed) =:= erlang:phash2(K) end, [K || K <- Keys, not is_pid(K)])}),
    t:p(erlang:phash2(Mixed)),
    {ok, Ts, _} = erl_scan:string("#{a=>1}."), t:p(length(Ts)),
    t:p(lists:sort(maps:to_list(maps:from_list([{N, N * N} || N <- lists:seq(1, 40)])))),
    t:p(lists:sort(maps:keys(maps:from_list([{N, a} || N <- lists:seq(1, 35)])))),
    t:p(iter(maps:next(maps:iterator(M)), 0)),
    erlang:garbage_collect(),
    t:p(erlang:phash2(M2)),
    t:p(M =:= maps:map(fun(_, V) -> V end, M)),
    t:p([M < M2, M2 < M, M == M, maps:from_list([{X, 1} || X <- lists:seq(1, 40)]) < maps:from_list([{X, 2} || X <- lists:seq(1, 40)])]),
    t:p(same(200)).

check(N) ->
    L = [{X * 7919, X} || X <- lists:seq(1, N)],
    M = maps:from_list(L),
    M = lists:foldl(fun({K, V}, A) -> A#{K => V} end, #{}, lists:reverse(L)),
    N = map_size(M),
    L = lists:sort(maps:to_list(M)),
    true = lists:all(fun({K, V}) -> map_get(K, M) =:= V end, L),
    error = maps:find(nokey, M),
    M = binary_to_term(term_to_binary(M)),
    Self = self(),
    spawn(fun() -> Self ! {copy, M} end),
    receive {copy, M} -> ok end,
    Half = lists:foldl(fun({K, _}, A) -> maps:remove(K, A) end, M, lists:sublist(L, N div 2)),
    true = Half =:= maps:from_list(lists:nthtail(N div 2, L)),
    t:p({N, ok, erlang:phash2(M)}).

iter(none, N) -> N;
iter({_, V, I}, N) -> iter(maps:next(I), N + V).

%% The same contents however they came about.
same(N) ->
    A = maps:from_list([{X, X} || X <- lists:seq(1, N)]),
    B = lists:foldl(fun(X, M) -> maps:remove(X, M) end, maps:from_list([{X, X} || X <- lists:seq(1, 3 * N)]), lists:seq(N + 1, 3 * N)),
    {A =:= B, maps:to_list(A) =:= maps:to_list(B), erlang:phash2(A) =:= erlang:phash2(B), term_to_binary(A) =:= term_to_binary(B)}.
