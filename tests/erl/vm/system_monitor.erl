%% What erlang:system_monitor/2 tells: settings, long collections and slices, large heaps, busy ports. Stock does not tell
%% of every long slice: what is expected is what should come.
-module(system_monitor).
-export([main/0]).

main() ->
    %% Stock logs that it is allowed to.
    erts_debug:set_internal_state(available_internal_state, true),
    Self = self(),
    settings(Self),
    %% A process that the events are about; what others do does not count.
    t:p(watch([{long_gc, 100}], fun() -> erts_debug:set_internal_state(test_long_gc_sleep, 150), garbage_collect() end)),
    erts_debug:set_internal_state(test_long_gc_sleep, 0),
    t:p(watch([{large_heap, 100000}], fun() -> L = many(100000), garbage_collect(), put(l, L) end)),
    t:p(watch_in_vain([{large_heap, 100000000}], fun() -> garbage_collect() end)),
    %% A comparison takes as long as its lists are.
    Long = {many(3000000), many(3000000)},
    t:p(watch([{long_schedule, 1}], fun() -> compare(Long, 5) end)),
    t:p(watch_in_vain([{long_schedule, 100000}], fun() -> erlang:yield() end)),
    busy_port(),
    %% The process that is told is not watched itself.
    erlang:system_monitor(Self, [{large_heap, 1000}]),
    garbage_collect(),
    t:p([M || {monitor, P, _, _} = M <- t:flush(), P =:= Self]),
    t:p(element(1, erlang:system_monitor(undefined)) =:= Self),
    t:p(erlang:system_monitor()),
    erts_debug:set_internal_state(available_internal_state, false).

settings(Self) ->
    t:p(erlang:system_monitor()),
    Me = fun({P, Options}) when P =:= Self -> {me, lists:sort(Options)}; (X) -> X end,
    [t:p({O, Me(erlang:system_monitor(Self, O)), Me(erlang:system_monitor())})
     || O <- [[{long_gc, 10000}], [{long_gc, 1 bsl 32}, busy_port], [busy_dist_port, {long_schedule, 70000}, {large_heap, 1 bsl 30}], []]],
    t:p(Me(erlang:system_monitor({Self, [busy_port]}))),
    t:p(Me(erlang:system_monitor(undefined, [busy_port]))),
    {P, M} = spawn_monitor(fun() -> receive after infinity -> ok end end),
    erlang:system_monitor(P, [busy_port]),
    t:p(erlang:system_monitor() =:= {P, [busy_port]}),
    exit(P, kill),
    receive {'DOWN', M, _, _, _} -> ok end,
    t:p(erlang:system_monitor()),
    [t:show(io_lib:format("~0p", [A]), fun() -> apply(erlang, system_monitor, A) end)
     || A <- [[atom], [{}], [{1}], [{1, 2, 3}], [{1, []}], [nobody, [busy_port]]]],
    [t:show(io_lib:format("~0p", [O]), fun() -> erlang:system_monitor(Self, O) end)
     || O <- [x, [x], [{long_gc, -1}], [{long_gc, a}], [{large_heap, -1}], [{long_schedule, 1.0}], [{x, 1}], [busy_port | busy_port], [{busy_port, 1}]]],
    t:show("dead", fun() -> erlang:system_monitor(P, [busy_port]) end),
    t:p(erlang:system_monitor()).

watch(Options, F) -> watch(Options, F, 5000).

watch_in_vain(Options, F) -> watch(Options, F, 0).

%% Stock tells of some things a little later.
watch(Options, F, Patience) ->
    Self = self(),
    {P, M} = spawn_monitor(fun() -> receive go -> F() end, erlang:yield(), Self ! done, receive never -> ok end end),
    waits(P),
    erlang:system_monitor(Self, Options),
    P ! go,
    receive done -> ok end,
    Told = receive {monitor, P, E, I} -> told(E, I) after Patience -> nothing end,
    erlang:system_monitor(undefined),
    exit(P, kill),
    receive {'DOWN', M, _, _, _} -> ok end,
    _ = t:flush(),
    Told.

%% A slice that has begun before is not watched.
waits(P) ->
    case process_info(P, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), waits(P)
    end.

%% What an event says, without its figures.
told(long_schedule, [{timeout, T}, {in, In}, {out, Out}]) when is_integer(T) -> {long_schedule, T >= 1, place(In), place(Out)};
told(Event, Info) -> {Event, lists:sort([{K, is_integer(V)} || {K, V} <- Info])}.

place({M, F, A}) when is_atom(M), is_atom(F), is_integer(A) -> function;
place(X) -> X.

%% A list that is made at once, also where everything else collects.
many(N) -> binary_to_list(binary:copy(<<1>>, N)).

compare(_, 0) -> ok;
compare({A, B} = L, N) -> true = A =:= B, compare(L, N - 1).

busy_port() ->
    Fifo = "system_monitor_" ++ os:getpid(),
    "" = os:cmd("mkfifo " ++ Fifo),
    Port = open_port({spawn, "sh -c 'read x < " ++ Fifo ++ "; cat > /dev/null'"}, []),
    erlang:system_monitor(self(), [busy_port]),
    Piece = binary:copy(<<"0123456789">>, 1000),
    P = spawn(fun() -> fill(Port, Piece) end),
    receive {monitor, P, busy_port, Which} -> t:p(Which =:= Port) after 5000 -> t:p(nothing) end,
    erlang:system_monitor(undefined),
    exit(P, kill),
    ok = file:write_file(Fifo, "x\n"),
    port_close(Port),
    file:delete(Fifo).

fill(Port, Piece) -> port_command(Port, Piece), fill(Port, Piece).
