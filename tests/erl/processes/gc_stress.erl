%% Live data through many collections, in deep stacks and large heaps.
-module(gc_stress).
-export([main/0]).

main() ->
    t:p(tree_sum(tree(16))),
    t:p(deep(20000, [])),
    Kept = [{N, list_to_tuple(lists:seq(1, N rem 20)), integer_to_binary(N), #{N => [N]}} || N <- lists:seq(1, 20000)],
    garbage(200000),
    t:p(erlang:phash2(Kept)),
    erlang:garbage_collect(), t:p(erlang:phash2(Kept)),
    garbage(100000), t:p(check(Kept, 1)),
    Self = self(),
    Ps = [spawn(fun() -> worker(Self, N) end) || N <- lists:seq(1, 50)],
    t:p(lists:sum([receive {P, S} -> S end || P <- Ps])),
    t:p(mutual(3000)),
    F = closures(1000, fun(X) -> X end), garbage(50000), t:p(F(0)),
    erlang:garbage_collect(spawn(fun() -> receive after 10 -> ok end end)),
    Old = process_flag(min_heap_size, 100000), garbage(10000), process_flag(min_heap_size, Old),
    t:p(length(cyc(1000))),
    {garbage_collection, I} = process_info(self(), garbage_collection), t:p(lists:sort([K || {K, _} <- I, K =/= max_heap_size])).

tree(0) -> leaf;
tree(N) -> {tree(N - 1), N, tree(N - 1)}.
tree_sum(leaf) -> 0;
tree_sum({L, N, R}) -> tree_sum(L) + N + tree_sum(R).

deep(0, Acc) -> length(Acc);
deep(N, Acc) -> X = {N, [N]}, R = deep(N - 1, [X | Acc]), {N, [N]} = X, R.

garbage(0) -> ok;
garbage(N) -> _ = t:id([N, {N, N}, float(N), [<<N:32>>]]), garbage(N - 1).

check([{N, T, B, M} | R], N) -> N = binary_to_integer(B), true = tuple_size(T) =:= N rem 20, #{N := [N]} = M, check(R, N + 1);
check([], N) -> N.

worker(To, N) -> L = [{I, I * N} || I <- lists:seq(1, 500)], garbage(5000), To ! {self(), lists:sum([B || {_, B} <- L])}.

mutual(N) -> a(N, #{}).
a(0, M) -> lists:sum(maps:values(M));
a(N, M) -> b(N - 1, M#{N => N}).
b(0, M) -> a(0, M);
b(N, M) -> a(N - 1, maps:remove(N + 3, M#{N => [N], N => N})).

closures(0, F) -> F;
closures(N, F) -> closures(N - 1, fun(X) -> F(X + N) end).

cyc(N) -> lists:foldl(fun(X, A) -> [{X, A =/= []} | A] end, [], lists:seq(1, N)).
