%% rustler: NIFs in Rust (directory rust), with resources, dirty functions, messages from threads, binaries, maps, errors.
-module(lib_rustler).
-export([main/0]).
-export([add/2, numbers/5, product/2, moved/1, swapped/1, colour/1, area/1, option/1, kind/1, shown/1, compared/2,
         sum/1, list_of/1, reversed/1, inverted/1, map_changes/1, upper/1, joined/1, part/3, collected/1,
         through_external/1, from_external/1, fails/1, counter_new/1, counter_add/2, counters/0, counter_monitor/2,
         counter_demonitor/1, bytes_of/1, bytes_part/2, aligned/1, aligned_value/1, collatz/1, file_size/1, waits/1,
         dirty_fails/1, timeslice/1, ticks/2, spawned/1, worker/0, request/2, watch_from_threads/1, send_to/2,
         alive/1]).

-define(NIF, erlang:nif_error(not_loaded)).

main() ->
    Library = filename:join(filename:dirname(code:which(?MODULE)), "liblib_rustler"),
    {error, {load, _}} = erlang:load_nif(Library, refuse),
    ok = erlang:load_nif(Library, 0),
    values(),
    collections(),
    binaries(),
    errors(),
    resources(),
    monitors(),
    dirty(),
    threads(),
    many_at_once().

values() ->
    io:format("~p ~p~n", [add(1, -2), tried(fun() -> add(16#7fffffffffffffff, 1) end)]),
    io:format("~p~n", [numbers(255, -16#80000000, 16#ffffffffffffffff, 1.5, 1 - (1 bsl 127))]),
    io:format("~p~n", [[tried(fun() -> numbers(A, B, C, D, E) end)
                        || {A, B, C, D, E} <- [{256, 0, 0, 0.0, 0}, {0, 1 bsl 31, 0, 0.0, 0}, {0, 0, -1, 0.0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0.0, 1 bsl 127}, {a, 0, 0, 0.0, 0}]]]),
    io:format("~p~n", [[product(A, B) || A <- [0, -1, 1 bsl 59, -(1 bsl 64), 7 bsl 4000], B <- [1, -(1 bsl 59), 1 bsl 63]]
                       == [A * B || A <- [0, -1, 1 bsl 59, -(1 bsl 64), 7 bsl 4000], B <- [1, -(1 bsl 59), 1 bsl 63]]]),
    io:format("~p~n", [lists:sort(maps:to_list(moved(#{x => 1, y => 2.5, name => <<"Ada">>})))]),
    io:format("~p~n", [[tried(fun() -> moved(P) end) || P <- [#{}, #{x => 1, y => 2.5, name => <<255>>}, [], #{x => 1.0, y => 2.5, name => <<>>}]]]),
    io:format("~p ~p~n", [swapped({a, 1}), [colour(red), colour(dark_green), tried(fun() -> colour(blue) end)]]),
    io:format("~p~n", [[area(nothing), area({circle, 2.0}), area({rectangle, #{width => 3, height => 4}}), tried(fun() -> area({circle}) end)]]),
    io:format("~p~n", [[option(nil), option(3), tried(fun() -> option(undefined) end)]]),
    Terms = [a, 1, 1 bsl 70, 1.5, <<1>>, <<1:3>>, [], [a | b], "string", {}, {1, {2}}, #{}, #{a => 1, {b} => [2]}, fun lists:seq/2],
    io:format("~p~n", [[kind(T) || T <- [self(), make_ref(), hd(erlang:ports()) | Terms]]]),
    io:format("~p~n", [[shown(T) || T <- Terms]]),
    io:format("~p~n", [[compared(A, B) || A <- Terms, B <- [a, 1.5, {1, {2}}]]]).

collections() ->
    io:format("~p ~p ~p~n", [sum(lists:seq(1, 1000)), sum([]), [tried(fun() -> sum(L) end) || L <- [[1 | 2], [a], x]]]),
    io:format("~p ~p~n", [list_of(5), list_of(100000) == lists:reverse(lists:seq(0, 99999))]),
    io:format("~p~n", [[reversed(T) || T <- [{}, {1}, {a, [b], {c}}]]]),
    Large = maps:from_list([{N, {N}} || N <- lists:seq(1, 1000)]),
    io:format("~p ~p~n", [inverted(#{a => 1, b => 2}) == #{1 => a, 2 => b}, inverted(inverted(Large)) == Large]),
    io:format("~p~n", [[map_changes(M) == changes(M) || M <- [#{}, #{ok => 1}, #{error => 2, ok => 3}, Large#{error => 4}]]]),
    io:format("~p~n", [[tried(fun() -> map_changes(T) end) || T <- [a, []]]]).

changes(M) ->
    [map_size(M), M#{<<"new">> => 1}, maps:remove(ok, M),
     case M of #{error := _} -> M#{error := 7}; _ -> not_found end, maps:get(error, M, not_found), #{<<"a">> => 1, <<"b">> => 2}].

binaries() ->
    Large = binary:copy(<<"abc">>, 100000),
    io:format("~p~n", [[upper(<<"hello">>), upper(<<>>), upper(Large) == string:uppercase(Large)]]),
    <<_:3, Unaligned:5/binary, _/bits>> = <<0:3, "hello", 0:5>>,
    <<_:8, Sub/binary>> = Large,
    io:format("~p~n", [[upper(Unaligned), upper(Sub) == string:uppercase(Sub), tried(fun() -> upper(<<1:7>>) end), tried(fun() -> upper("a") end)]]),
    io:format("~p~n", [[joined([]), joined(["a", <<"b">> | <<"c">>]), joined(<<"d">>), byte_size(joined([Large, Sub | Large])), tried(fun() -> joined([a]) end)]]),
    io:format("~p~n", [[part(<<"hello">>, 1, 3), part(<<"hello">>, 5, 0), tried(fun() -> part(<<"hello">>, 3, 3) end), part(Large, 3000, 6)]]),
    io:format("~p~n", [[collected(0), collected(10), erlang:md5(collected(100000))]]),
    Terms = [a, 1, -(1 bsl 100), {self(), make_ref()}, #{x => [1.5]}, Large, fun lists:map/2, "text", <<5:3>>],
    io:format("~p~n", [[through_external(T) =:= {T, byte_size(term_to_binary(T))} || T <- Terms]]),
    io:format("~p~n", [[from_external(B) || B <- [term_to_binary({a, 1}), <<131, 97, 7, 1, 2>>, <<>>, <<1>>, <<131, 119, 11, "never_known">>]]]),
    io:format("~p~n", [from_external(term_to_binary(lists:duplicate(100, 1), [compressed]))]),
    {Bytes, Seen} = bytes_of(<<"0123456789">>),
    io:format("~p ~p ~p ~p~n", [Seen, bytes_part(Bytes, 27), bytes_part(Bytes, 30), tried(fun() -> bytes_part(Bytes, 31) end)]),
    Views = [bytes_part(Bytes, N) || N <- lists:seq(0, 30)],
    erlang:garbage_collect(),
    io:format("~p~n", [byte_size(iolist_to_binary(Views))]).

errors() ->
    io:format("~p~n", [[tried(fun() -> fails(How) end) || How <- [badarg, atom, raise_atom, raise_term, term, panic, none]]]),
    io:format("~p~n", [[tried(F) || F <- [fun() -> fails(1) end, fun() -> counter_add(make_ref(), 1) end, fun() -> counter_add(element(1, bytes_of(<<>>)), 1) end]]]),
    try fails(panic) catch error:nif_panicked:Trace -> io:format("~p~n", [element(2, hd(Trace))]) end.

resources() ->
    A = counter_new(5),
    io:format("~p ~p ~p~n", [is_reference(A), counter_add(A, 2), counter_add(A, 3)]),
    ok = elsewhere(fun() -> counter_add(A, 10) end),
    io:format("~p ~p~n", [counter_add(A, 0), counters()]),
    %% A copy in the external format is a reference to the same one as long as that lives.
    io:format("~p~n", [counter_add(binary_to_term(term_to_binary(A)), 1)]),
    Self = self(),
    ok = elsewhere(fun() -> [counter_new(N) || N <- lists:seq(1, 100)] end),
    until(fun() -> counters() == 1 end),
    Held = [{counter_new(N), N} || N <- lists:seq(1, 10)],
    Message = spawn(fun() -> receive {go, L} -> Self ! [counter_add(C, N) || {C, N} <- L] end end),
    Message ! {go, Held},
    receive Sums -> io:format("~p~n", [Sums]) end,
    ets:new(table, [named_table]),
    ets:insert(table, [{N, C} || {C, N} <- Held]),
    io:format("~p~n", [counter_add(ets:lookup_element(table, 3, 2), 100)]),
    dropped(length(Held), Held),
    ets:delete(table),
    erlang:garbage_collect(),
    io:format("~p~n", [lists:sort([receive {dropped, V} -> V end || _ <- lists:seq(1, 10)])]),
    io:format("~p ~p~n", [counter_add(A, 0), counters()]),
    io:format("~p~n", [[aligned_value(aligned(N)) || N <- [0, 1 bsl 63]]]).

%% The counters are still held here, and no one has been dropped.
dropped(10, _Held) -> io:format("~p ~p~n", [counters(), receive {dropped, V} -> V after 0 -> none end]).

monitors() ->
    C = counter_new(1000),
    Pids = [spawn(fun() -> receive stop -> ok end end) || _ <- lists:seq(1, 5)],
    io:format("~p~n", [[counter_monitor(C, P) || P <- Pids]]),
    [P ! stop || P <- Pids],
    io:format("~p~n", [lists:sort([receive {down, P, Known, Value} -> {lists:member(P, Pids), Known, Value} end || _ <- Pids])]),
    io:format("~p~n", [counter_monitor(C, hd(Pids))]),
    io:format("~p~n", [lists:usort(counter_demonitor(C))]),
    Lives = spawn(fun() -> receive stop -> ok end end),
    io:format("~p ~p~n", [counter_monitor(C, Lives), [M || {resource, _} = M <- [element(1, T) || T <- [{x}]]]]),
    io:format("~p~n", [counter_demonitor(C)]),
    exit(Lives, kill),
    io:format("~p ~p~n", [counter_add(C, 1), receive {down, _, _, _} = D -> D after 50 -> none end]),
    %% The monitor lives no longer than its resource.
    Other = spawn(fun() -> receive stop -> ok end end),
    ok = elsewhere(fun() -> true = counter_monitor(counter_new(0), Other), erlang:garbage_collect() end),
    until(fun() -> counters() =< 2 end),
    Other ! stop,
    io:format("~p ~p~n", [alive(self()), alive(Lives)]),
    Watched = [spawn(fun() -> receive stop -> ok end end) || _ <- lists:seq(1, 20)],
    ok = watch_from_threads(Watched),
    io:format("~p~n", [receive {ok, N} -> N end]),
    [exit(P, kill) || P <- Watched],
    io:format("~p~n", [receive {done, Ends} -> Ends end]).

dirty() ->
    io:format("~p ~p~n", [collatz(1), collatz(3000)]),
    File = code:which(?MODULE),
    io:format("~p ~p ~p~n", [file_size(list_to_binary(File)) == {ok, filelib:file_size(File)}, file_size(<<"/not/there">>), tried(fun() -> file_size(File) end)]),
    io:format("~p ~p~n", [waits(1), receive went -> went end]),
    io:format("~p~n", [[tried(fun() -> dirty_fails(N) end) || N <- [0, 1, 2, 3]]]),
    {Pid, M} = spawn_monitor(fun() -> waits(300) end),
    exit(Pid, kill),
    io:format("~p~n", [receive {'DOWN', M, process, Pid, Why} -> Why end]),
    io:format("~p~n", [[timeslice(N) || N <- [1, 100]]]).

threads() ->
    ok = ticks(1000, {#{a => [1, 2]}, <<0:800>>}),
    io:format("~p~n", [[receive {tick, N, T} -> {N, T} end || N <- lists:seq(0, 999)] == [{N, {#{a => [1, 2]}, <<0:800>>}} || N <- lists:seq(0, 999)]]),
    io:format("~p~n", [receive {done, 1000} -> done end]),
    ok = spawned(3),
    io:format("~p~n", [receive {answer, _, _} = A -> A end]),
    ok = spawned(-1),
    io:format("~p~n", [receive {error, Why} -> Why end]),
    Worker = worker(),
    Large = {binary:copy(<<"x">>, 100000), lists:seq(1, 1000), self()},
    Requests = [{request(Worker, T), T} || T <- [a, Large, #{}, [], 1 bsl 100]],
    io:format("~p~n", [[receive {R, true, Got} -> Got =:= T end || {R, T} <- Requests]]),
    register(me, self()),
    io:format("~p ~p ~p ~p~n", [send_to(me, [hello]), receive [hello] -> got end, send_to(nobody_here, x), send_to(self(), x)]),
    receive x -> ok end,
    unregister(me).

%% Processes that do all of it at the same time.
many_at_once() ->
    Work = fun(N) ->
        W = worker(),
        C = counter_new(N),
        [begin
             R = request(W, {N, I, Self}),
             ok = ticks(3, {N, I}),
             receive {R, true, {N, I, Self}} -> ok end,
             [receive {tick, T, {N, I}} -> ok end || T <- [0, 1, 2]],
             receive {done, 3} -> ok end,
             _ = upper(binary:copy(<<"a">>, I * 100)),
             if I rem 10 == 0 -> collatz(50); true -> ok end,
             counter_add(C, 1)
         end || I <- lists:seq(1, 30), Self <- [self()]],
        exit({N, counter_add(C, 0)})
    end,
    Monitors = [{spawn_monitor(fun() -> Work(N) end), N} || N <- lists:seq(1, 20)],
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, {N, Sum}} -> Sum - N end || {{P, M}, N} <- Monitors])]),
    until(fun() -> counters() =< 2 end).

elsewhere(F) ->
    {P, M} = spawn_monitor(F),
    receive {'DOWN', M, process, P, normal} -> ok end.

until(F) ->
    erlang:garbage_collect(),
    F() orelse begin erlang:yield(), until(F) end.

tried(F) -> try F() catch Class:Reason -> {Class, Reason} end.

add(_, _) -> ?NIF.
numbers(_, _, _, _, _) -> ?NIF.
product(_, _) -> ?NIF.
moved(_) -> ?NIF.
swapped(_) -> ?NIF.
colour(_) -> ?NIF.
area(_) -> ?NIF.
option(_) -> ?NIF.
kind(_) -> ?NIF.
shown(_) -> ?NIF.
compared(_, _) -> ?NIF.
sum(_) -> ?NIF.
list_of(_) -> ?NIF.
reversed(_) -> ?NIF.
inverted(_) -> ?NIF.
map_changes(_) -> ?NIF.
upper(_) -> ?NIF.
joined(_) -> ?NIF.
part(_, _, _) -> ?NIF.
collected(_) -> ?NIF.
through_external(_) -> ?NIF.
from_external(_) -> ?NIF.
fails(_) -> ?NIF.
counter_new(_) -> ?NIF.
counter_add(_, _) -> ?NIF.
counters() -> ?NIF.
counter_monitor(_, _) -> ?NIF.
counter_demonitor(_) -> ?NIF.
bytes_of(_) -> ?NIF.
bytes_part(_, _) -> ?NIF.
aligned(_) -> ?NIF.
aligned_value(_) -> ?NIF.
collatz(_) -> ?NIF.
file_size(_) -> ?NIF.
waits(_) -> ?NIF.
dirty_fails(_) -> ?NIF.
timeslice(_) -> ?NIF.
ticks(_, _) -> ?NIF.
spawned(_) -> ?NIF.
worker() -> ?NIF.
request(_, _) -> ?NIF.
watch_from_threads(_) -> ?NIF.
send_to(_, _) -> ?NIF.
alive(_) -> ?NIF.
