%% A library in C++ (cxx/lib_cxx_events.cc): timers and sockets served by threads, exceptions, objects in resources.
-module(lib_cxx_events).
-export([main/0]).
-export([loop_new/0, loop_after/4, loop_waiting/1, hub_new/0, hub_connect/1, end_write/2, end_read/2, end_select/3, end_stop/1,
         store_new/0, store_put/3, store_get/2, store_send/1, summed/2, throws/1, live/0, ended/0]).

-define(NIF, erlang:nif_error(not_loaded)).

main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    timers(),
    hubs(),
    store(),
    io:format("~p ~p~n", [summed(lists:seq(1, 100000), 0), tried(fun() -> summed(lists:seq(1, 5000) ++ [a], 0) end)]),
    io:format("~p~n", [[tried(fun() -> throws(T) end) || T <- ["range", "number", <<"own">>, a]]]),
    many(),
    until(fun() -> live() == {0, 0, 0, 0} end),
    io:format("~p ~p~n", [live(), ended() >= 12]).

timers() ->
    Loop = loop_new(),
    [ok = loop_after(Loop, N, self(), {timer, N, #{n => [N, <<"bin">>]}}) || N <- [30, 10, 20, 0]],
    io:format("~p~n", [[receive {timer, N, _} = T -> T end || N <- [0, 10, 20, 30]]]),
    ok = loop_after(Loop, 1000000, self(), never),
    ok = loop_after(Loop, 0, spawn(fun() -> ok end), to_nobody),
    ok = loop_after(Loop, 1, self(), last),
    io:format("~p ~p~n", [receive last -> last end, tried(fun() -> loop_after(Loop, a, self(), x) end)]),
    io:format("~p~n", [loop_waiting(Loop)]),
    Count = 500,
    Self = self(),
    [spawn_link(fun() -> [loop_after(Loop, N rem 7, Self, {many, N}) || N <- lists:seq(1, Count)] end) || _ <- [1, 2]],
    io:format("~p~n", [length([receive {many, N} -> N end || N <- lists:seq(1, Count), _ <- [1, 2]])]),
    %% It ends with its last reference, and its timers with it.
    io:format("~p~n", [loop_waiting(Loop)]).

hubs() ->
    Hub = hub_new(),
    End = hub_connect(Hub),
    io:format("~p ~p~n", [end_read(End, 10), end_write(End, ["hello ", <<"there">>])]),
    io:format("~p~n", [read(End, 11)]),
    Text = binary:copy(<<"abcdefgh">>, 100000),
    Self = self(),
    spawn_link(fun() -> write(End, Text), Self ! written end),
    io:format("~p~n", [read(End, byte_size(Text)) == string:uppercase(Text)]),
    io:format("~p~n", [receive written -> written end]),
    io:format("~p ~p~n", [end_stop(End), tried(fun() -> end_read(End, 1) end)]),
    %% Many ends, each with processes that read and write at the same time.
    Ms = [spawn_monitor(fun() ->
        E = hub_connect(Hub),
        Data = binary:copy(<<(N + $a)>>, 20000),
        spawn_link(fun() -> write(E, Data) end),
        Got = read(E, byte_size(Data)),
        ok = end_stop(E),
        exit(Got == string:uppercase(Data))
    end) || N <- lists:seq(0, 15)],
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, Why} -> Why end || {P, M} <- Ms])]).

write(_, <<>>) -> ok;
write(End, Data) ->
    case end_write(End, binary:part(Data, 0, min(50000, byte_size(Data)))) of
        N when N >= 0 -> <<_:N/binary, Rest/binary>> = Data, write(End, Rest);
        _ ->
            R = make_ref(),
            0 = end_select(End, write, R),
            receive {select, End, R, ready_output} -> write(End, Data) end
    end.

read(End, N) -> read(End, N, []).

read(_, 0, Parts) -> iolist_to_binary(lists:reverse(Parts));
read(End, N, Parts) ->
    case end_read(End, min(N, 30000)) of
        B when is_binary(B) -> read(End, N - byte_size(B), [B | Parts]);
        again ->
            R = make_ref(),
            0 = end_select(End, read, R),
            receive {select, End, R, ready_input} -> read(End, N, Parts) end
    end.

store() ->
    Store = store_new(),
    Terms = #{<<"a">> => 1, <<"b">> => [self(), make_ref()], <<"c">> => #{x => {1.5, <<"y">>}}, <<"d">> => binary:copy(<<"z">>, 1000), <<"e">> => fun lists:seq/2, <<"f">> => 1 bsl 100},
    io:format("~p~n", [[store_put(Store, K, V) || {K, V} <- lists:sort(maps:to_list(Terms))]]),
    erlang:garbage_collect(),
    io:format("~p~n", [[store_get(Store, K) =:= V || {K, V} <- maps:to_list(Terms)]]),
    io:format("~p~n", [tried(fun() -> element(1, {store_get(Store, "none")}) end)]),
    ok = store_send(Store),
    io:format("~p~n", [receive {store, Map} -> Map =:= Terms end]),
    io:format("~p ~p~n", [store_put(Store, "a", [another]), store_get(Store, "a")]),
    io:format("~p~n", [element(4, live())]).

many() ->
    Work = fun(N) ->
        Loop = loop_new(),
        Store = store_new(),
        [begin
             ok = loop_after(Loop, 0, self(), {N, I}),
             store_put(Store, integer_to_list(I), {N, I}),
             ok = store_send(Store),
             receive {N, I} -> ok end,
             receive {store, M} when map_size(M) == I -> ok end
         end || I <- lists:seq(1, 20)],
        exit(map_size(maps:from_list([store_get(Store, integer_to_list(I)) || I <- lists:seq(1, 20)])))
    end,
    Ms = [spawn_monitor(fun() -> Work(N) end) || N <- lists:seq(1, 10)],
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, Why} -> Why end || {P, M} <- Ms])]).

until(F) ->
    erlang:garbage_collect(),
    F() orelse begin erlang:yield(), until(F) end.

%% Texts of exceptions differ between C++ libraries.
tried(F) ->
    try F()
    catch
        error:{exception, What} -> {exception, is_binary(What)};
        C:R -> {C, R}
    end.

loop_new() -> ?NIF.
loop_after(_, _, _, _) -> ?NIF.
loop_waiting(_) -> ?NIF.
hub_new() -> ?NIF.
hub_connect(_) -> ?NIF.
end_write(_, _) -> ?NIF.
end_read(_, _) -> ?NIF.
end_select(_, _, _) -> ?NIF.
end_stop(_) -> ?NIF.
store_new() -> ?NIF.
store_put(_, _, _) -> ?NIF.
store_get(_, _) -> ?NIF.
store_send(_) -> ?NIF.
summed(_, _) -> ?NIF.
throws(_) -> ?NIF.
live() -> ?NIF.
ended() -> ?NIF.
