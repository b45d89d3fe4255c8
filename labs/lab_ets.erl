%% What tables cost: each type, one writer and two.
-module(lab_ets).
-export([run/2]).

-define(ROWS, 100000).

run(set_insert, N) -> inserts(set, N);
run(ordered_insert, N) -> inserts(ordered_set, N);
run(bag_insert, N) -> inserts(bag, N);
run(set_lookup, N) -> with(set, fun(T) -> lookups(N, T, 0) =:= N end);
run(ordered_lookup, N) -> with(ordered_set, fun(T) -> lookups(N, T, 0) =:= N end);
run(lookup_element, N) -> with(set, fun(T) -> elements(N, T) end);
run(set_delete, N) -> deletes(set, N);
run(ordered_delete, N) -> deletes(ordered_set, N);
run(counters, N) -> counters(N, 1);
run(set_two, N) -> two(set, N);
run(ordered_two, N) -> two(ordered_set, N);
run(counters_two, N) -> counters(N, 2);
run(select, N) ->
    with(set, fun(T) -> selects(N, T, [{{'$1', '$2', '_'}, [{'<', '$1', 100}], ['$2']}]) end);
run(ordered_select, N) ->
    with(ordered_set, fun(T) -> selects(N, T, [{{'$1', '$2', '_'}, [{'<', '$1', 100}], ['$2']}]) end);
run(match_key, N) -> with(set, fun(T) -> matches(N, T) end);
run(fold, N) ->
    with(set, fun(T) -> lists:all(fun(_) -> ets:foldl(fun({K, _, _}, S) -> S + K end, 0, T) =:= ?ROWS * (?ROWS + 1) div 2 end,
                                  lists:seq(1, N)) end).

with(Type, F) ->
    T = ets:new(t, [Type, public, {write_concurrency, true}]),
    fill(?ROWS, T),
    Right = F(T),
    ets:delete(T),
    Right.

fill(0, _) -> ok;
fill(N, T) -> ets:insert(T, {N, N * 2, <<"some text">>}), fill(N - 1, T).

%% Tables of a hundred thousand rows, one after another.
inserts(Type, N) ->
    lists:all(fun(_) -> with(Type, fun(T) -> ets:info(T, size) =:= ?ROWS end) end, lists:seq(1, N div ?ROWS)).

lookups(0, _, Found) -> Found;
lookups(N, T, Found) ->
    case ets:lookup(T, N * 7919 rem ?ROWS + 1) of
        [{_, _, _}] -> lookups(N - 1, T, Found + 1);
        [] -> lookups(N - 1, T, Found)
    end.

elements(0, _) -> true;
elements(N, T) -> K = N * 7919 rem ?ROWS + 1, K2 = K * 2, K2 = ets:lookup_element(T, K, 2), elements(N - 1, T).

deletes(Type, N) ->
    lists:all(fun(_) -> with(Type, fun(T) -> delete(?ROWS, T), ets:info(T, size) =:= 0 end) end,
              lists:seq(1, N div ?ROWS)).

delete(0, _) -> ok;
delete(N, T) -> ets:delete(T, N), delete(N - 1, T).

counters(N, Writers) ->
    T = ets:new(t, [public, {write_concurrency, true}]),
    [ets:insert(T, {I, 0}) || I <- lists:seq(0, 15)],
    together(Writers, fun(_) -> count(N div Writers, T) end),
    Sum = lists:sum([C || {_, C} <- ets:tab2list(T)]),
    ets:delete(T),
    Sum =:= N div Writers * Writers.

count(0, _) -> ok;
count(N, T) -> ets:update_counter(T, N band 15, 1), count(N - 1, T).

%% Two write to one table and read from it.
two(Type, N) ->
    T = ets:new(t, [Type, public, {write_concurrency, true}, {read_concurrency, true}]),
    together(2, fun(I) -> write(N div 2, I * 1000000, T) end),
    Right = ets:info(T, size) =:= 2 * ?ROWS,
    ets:delete(T),
    Right.

write(0, _, _) -> ok;
write(N, From, T) ->
    K = From + N rem ?ROWS,
    ets:insert(T, {K, N, x}),
    [{K, _, _}] = ets:lookup(T, K),
    write(N - 1, From, T).

together(Count, F) ->
    Refs = [element(2, spawn_monitor(fun() -> F(I) end)) || I <- lists:seq(1, Count)],
    [receive {'DOWN', Ref, _, _, Reason} -> normal = Reason end || Ref <- Refs].

selects(0, _, _) -> true;
selects(N, T, Spec) -> 99 = length(ets:select(T, Spec)), selects(N - 1, T, Spec).

matches(0, _) -> true;
matches(N, T) ->
    K = N * 7919 rem ?ROWS + 1,
    [[_]] = ets:match(T, {K, '$1', '_'}),
    matches(N - 1, T).
