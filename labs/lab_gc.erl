%% Programs that live by allocating: trees, lists, sorting, maps, strings.
-module(lab_gc).
-export([run/2]).

run(binary_trees, N) ->
    Long = tree(N),
    Sum = lists:sum([check(tree(N - 4)) || _ <- lists:seq(1, 200)]),
    Sum =:= 200 * (1 bsl (N - 3) - 1) andalso check(Long) =:= 1 bsl (N + 1) - 1;
%% The same for processes that have different heaps before: the sizes of all later ones follow from that.
run(beginnings, N) ->
    lists:all(fun(K) -> elsewhere(fun() ->
                                          L = lists:seq(1, K),
                                          run(binary_trees, N) andalso length(L) =:= K
                                  end)
              end, [0, 50, 150, 400, 700, 1000, 1500, 2200, 3000, 4000, 5500, 7500, 10000, 14000, 20000]);
run(naive_reverse, N) ->
    L = lists:seq(1, 500),
    R = lists:reverse(L),
    repeat(N, fun() -> reverse(L) =:= R end);
run(sort, N) ->
    L = [I * 7919 rem 100003 || I <- lists:seq(1, 100000)],
    repeat(N, fun() -> hd(lists:sort(L)) =:= 0 orelse true end);
run(map_building, N) ->
    repeat(N, fun() ->
                      M = lists:foldl(fun(I, M) -> M#{I => {I, I}} end, #{}, lists:seq(1, 20000)),
                      map_size(M) =:= 20000
              end);
run(small_maps, N) ->
    repeat(N, fun() -> length([#{id => I, name => <<"x">>, tags => [I]} || I <- lists:seq(1, 10000)]) =:= 10000 end);
run(records, N) ->
    repeat(N, fun() ->
                      Rows = [{row, I, I * 2, [], undefined} || I <- lists:seq(1, 10000)],
                      Changed = [setelement(4, R, [x]) || R <- Rows],
                      length(Changed) =:= 10000
              end);
%% Much that is old, and little that is new again and again.
run(large_state, N) ->
    State = maps:from_list([{I, {I, lists:seq(1, 10)}} || I <- lists:seq(1, 50000)]),
    true = map_size(requests(N, State)) =:= 50000.

elsewhere(Fun) ->
    {Pid, Ref} = spawn_monitor(fun() -> exit(Fun()) end),
    receive {'DOWN', Ref, process, Pid, Right} -> Right end.

tree(0) -> leaf;
tree(N) -> {tree(N - 1), tree(N - 1)}.

check(leaf) -> 1;
check({L, R}) -> check(L) + check(R) + 1.

reverse([]) -> [];
reverse([H | T]) -> reverse(T) ++ [H].

repeat(0, _) -> true;
repeat(N, F) -> true = F(), repeat(N - 1, F).

requests(0, State) -> State;
requests(N, State) ->
    K = N * 7919 rem 50000 + 1,
    #{K := {C, L}} = State,
    requests(N - 1, State#{K := {C + 1, [N | lists:droplast(L)]}}).
