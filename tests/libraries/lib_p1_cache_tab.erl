%% ets_cache: tables with a limited size, whose counters are in C.
-module(lib_p1_cache_tab).
-export([main/0]).

main() ->
    io:format("~p~n", [application:ensure_all_started(cache_tab)]),
    ok = ets_cache:new(c, [{max_size, 100}, {life_time, infinity}]),
    [ets_cache:insert(c, N, {ok, N * N}) || N <- lists:seq(1, 50)],
    io:format("~p ~p ~p~n", [ets_cache:lookup(c, 7), ets_cache:lookup(c, 70), ets_cache:info(c, size)]),
    io:format("~p~n", [ets_cache:lookup(c, 71, fun() -> {ok, found} end)]),
    io:format("~p~n", [ets_cache:lookup(c, 71)]),
    io:format("~p ~p~n", [ets_cache:update(c, 7, {ok, new}, fun() -> ok end), ets_cache:lookup(c, 7)]),
    ok = ets_cache:delete(c, 7),
    io:format("~p~n", [ets_cache:lookup(c, 7)]),
    io:format("~p~n", [ets_cache:fold(fun(_, _, A) -> A + 1 end, 0, c)]),
    %% Beyond the limit it throws out what is old.
    [ets_cache:insert(c, {x, N}, {ok, N}) || N <- lists:seq(1, 300)],
    _ = sys:get_state(c),
    io:format("~p~n", [ets_cache:info(c, size) =< 300]),
    ok = ets_cache:clear(c),
    io:format("~p~n", [ets_cache:info(c, size)]),
    K = ets_cache:new_counter(),
    io:format("~p~n", [[ets_cache:incr_counter_nif(K), ets_cache:incr_counter_nif(K), ets_cache:get_counter_nif(K)]]),
    Me = self(),
    Ps = [spawn_link(fun() -> [ets_cache:incr_counter_nif(K) || _ <- lists:seq(1, 10000)], Me ! {self(), done} end) || _ <- lists:seq(1, 8)],
    [receive {P, done} -> ok end || P <- Ps],
    io:format("~p ~p~n", [ets_cache:get_counter_nif(K), ets_cache:delete_counter_nif(K)]),
    [io:format("~p~n", [element(1, element(2, catch F()))])
     || F <- [fun() -> ets_cache:incr_counter_nif(a) end, fun() -> ets_cache:get_counter_nif(make_ref()) end]].
