%% Tables: kinds, insertion, look-up, deletion, counters, errors.
-module(ets_basic).
-export([main/0]).

main() ->
    [kind(K) || K <- [set, ordered_set, bag, duplicate_bag]],
    T = ets:new(named, [named_table, public, {keypos, 2}]), t:p(T),
    ets:insert(named, [{v, k1, 1}, {v, k2, 2}]), t:p(lists:sort(ets:tab2list(named))),
    t:p([ets:lookup_element(named, k1, 3), ets:member(named, k2), ets:info(named, size), ets:info(named, type), ets:info(named, keypos)]),
    t:p([ets:update_counter(named, k1, {3, 5}), ets:update_counter(named, k1, [{3, -10}, {3, 1}]), ets:update_counter(named, k9, {3, 1}, {x, k9, 100}), ets:update_counter(named, k2, {3, 5, 6, 0})]),
    t:p([ets:update_element(named, k1, {1, new}), ets:update_element(named, zz, {1, new}), ets:insert_new(named, {a, k1, 0}), ets:insert_new(named, {a, k5, 0})]),
    t:p([ets:take(named, k5), ets:delete(named, k1), ets:lookup(named, k1)]),
    t:show("element", fun() -> ets:lookup_element(named, none, 1) end),
    t:show("counter", fun() -> ets:update_counter(named, k2, {1, 1}) end),
    t:show("too short", fun() -> ets:insert(named, {a}) end),
    t:show("new twice", fun() -> ets:new(named, [named_table]) end),
    t:show("bad option", fun() -> ets:new(x, [t:id(nope)]) end),
    t:p([ets:rename(named, renamed), ets:whereis(named), ets:info(named)]), t:p(ets:delete(renamed)),
    t:show("gone", fun() -> ets:lookup(renamed, a) end),
    big(), owners(), terms().

kind(K) ->
    T = ets:new(t, [K]),
    t:p({K, ets:insert(T, [{1, a}, {2, b}, {1, c}, {1, a}, {1.0, d}, {3, e}])}),
    L = fun(X) -> case K of ordered_set -> X; _ -> lists:sort(X) end end,
    t:p([L(ets:tab2list(T)), L(ets:lookup(T, 1)), ets:info(T, size)]),
    ets:delete_object(T, {1, a}), t:p(L(ets:tab2list(T))),
    t:p(lists:sort([io_lib:format("~p", [X]) || X <- ets:match(T, {'$1', '_'})])), t:p(L(ets:match_object(T, {1, '_'}))), t:p(L(ets:select(T, [{{'$1', '$2'}, [{'>', '$1', 1}], [{{'$2', '$1'}}]}]))),
    case K of ordered_set -> t:p([ets:first(T), ets:last(T), ets:next(T, 1), ets:prev(T, 3), ets:next(T, 3), ets:next(T, 2.5)]); _ -> ok end,
    t:p(lists:sort(ets:foldl(fun(X, A) -> [X | A] end, [], T))),
    ets:delete_all_objects(T), t:p(ets:first(T)), ets:delete(T).

big() ->
    [begin
         T = ets:new(big, [K]),
         [ets:insert(T, {{N rem 1000, N}, N, integer_to_list(N)}) || N <- lists:seq(1, 20000)],
         t:p([ets:info(T, size), ets:lookup(T, {5, 1005}), length(ets:match(T, {{5, '$1'}, '_', '_'})), ets:select_count(T, [{{'_', '$1', '_'}, [{'<', '$1', 100}], [true]}])]),
         t:p(ets:select_delete(T, [{{{'$1', '_'}, '_', '_'}, [{'>', '$1', 10}], [true]}])), t:p(ets:info(T, size)),
         t:p(iterate(T, ets:first(T), 0)),
         ets:safe_fixtable(T, true), ets:delete(T, ets:first(T)), ets:safe_fixtable(T, false), t:p(ets:info(T, size)),
         ets:delete(T)
     end || K <- [set, ordered_set]].

iterate(_, '$end_of_table', N) -> N;
iterate(T, Key, N) -> iterate(T, ets:next(T, Key), N + 1).

owners() ->
    Self = self(),
    P = spawn(fun() -> T = ets:new(o, [public]), ets:insert(T, {a, 1}), ets:give_away(T, Self, gift), receive stop -> ok end end),
    T = receive {'ETS-TRANSFER', T0, P, gift} -> T0 end, t:p([ets:lookup(T, a), ets:info(T, owner) =:= Self]),
    Q = spawn(fun() -> X = ets:new(h, [{heir, Self, data}, protected]), Self ! {t, X} end),
    receive {t, X} -> receive {'ETS-TRANSFER', X, Q, data} -> t:p(inherited) end end,
    R = spawn(fun() -> Y = ets:new(p, [private]), Self ! {t, Y}, receive stop -> ok end end),
    receive {t, Y} -> t:show("private", fun() -> ets:lookup(Y, a) end), t:p(ets:info(Y, protection)) end, R ! stop, P ! stop.

%% What is kept is a copy: large terms, binaries and funs survive their makers.
terms() ->
    T = ets:new(terms, [public, {read_concurrency, true}, {write_concurrency, true}]),
    {P, M} = spawn_monitor(fun() -> [ets:insert(T, {N, lists:duplicate(100, {N, float(N), <<N:800>>}), fun() -> N end}) || N <- lists:seq(1, 200)] end),
    receive {'DOWN', M, process, P, normal} -> ok end,
    erlang:garbage_collect(),
    t:p(lists:sum([F() || {_, _, F} <- ets:tab2list(T)])),
    [{_, L, _}] = ets:lookup(T, 77), t:p(erlang:phash2(L)), ets:delete(T).
