%% Resources of a library: when their destructors are called, binaries that keep them, monitors,
%% descriptors, calls between libraries.
-module(nif_resources).
-export([main/0]).
-export([make/2, late/1, number/1, again/1, binary/1, watch/3, unwatch/2, open_pipe/1, select/4,
         select_custom/2, write/2, read/1, dynamic/3]).
-on_load(load/0).

-define(READ, 1).
-define(WRITE, 2).
-define(STOP, 4).
-define(CANCEL, 8).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

make(_, _) -> erlang:nif_error(not_loaded).
late(_) -> erlang:nif_error(not_loaded).
number(_) -> erlang:nif_error(not_loaded).
again(_) -> erlang:nif_error(not_loaded).
binary(_) -> erlang:nif_error(not_loaded).
watch(_, _, _) -> erlang:nif_error(not_loaded).
unwatch(_, _) -> erlang:nif_error(not_loaded).
open_pipe(_) -> erlang:nif_error(not_loaded).
select(_, _, _, _) -> erlang:nif_error(not_loaded).
select_custom(_, _) -> erlang:nif_error(not_loaded).
write(_, _) -> erlang:nif_error(not_loaded).
read(_) -> erlang:nif_error(not_loaded).
dynamic(_, _, _) -> erlang:nif_error(not_loaded).

main() ->
    terms(),
    destructors(),
    binaries(),
    monitors(),
    descriptors(),
    calls().

terms() ->
    io:format("~p~n", [late(1)]),
    R = make(1, 0),
    io:format("~p ~p ~p~n", [is_reference(R), number(R), again(R) =:= R]),
    io:format("~p~n", [element(1, element(2, catch number(make_ref())))]),
    %% It can be sent, put into a table and into external terms, as long as it is alive.
    Me = self(),
    P = spawn_link(fun() -> receive X -> Me ! {got, number(X)} end end),
    P ! R,
    receive {got, N} -> io:format("elsewhere: ~p~n", [N]) end,
    Ets = ets:new(x, []),
    ets:insert(Ets, {a, R}),
    [{a, Same}] = ets:lookup(Ets, a),
    io:format("table: ~p~n", [number(Same)]),
    ets:delete(Ets),
    io:format("external: ~p~n", [number(binary_to_term(term_to_binary(R)))]),
    io:format("map: ~p~n", [#{R => 1} =:= #{again(R) => 1}]).

destructors() ->
    Me = self(),
    told(1),
    P = spawn(fun() -> R = make(2, 1), Me ! {made, R}, receive stop -> number(R) end end),
    receive {made, R} -> io:format("made ~p~n", [number(R)]) end,
    P ! stop,
    garbage(),
    one_to_forget(3),
    erlang:garbage_collect(),
    told(3).

one_to_forget(N) -> {N, 1} = number(make(N, 0)).

garbage() -> erlang:garbage_collect().

told(N) ->
    erlang:garbage_collect(),
    receive {dtor, N, OnScheduler} -> io:format("dtor ~p ~p~n", [N, OnScheduler]) end.

binaries() ->
    Bin = kept(4),
    erlang:garbage_collect(),
    io:format("~s~n", [binary_to_list(Bin)]),
    receive {dtor, 4, _} -> io:format("too early~n") after 0 -> ok end,
    Part = binary:part(Bin, 4, 5),
    io:format("~s ~p~n", [binary_to_list(Part), byte_size(<<Bin/binary, "more">>)]),
    io:format("named by it: ~p~n", [number(Bin)]),
    done(Bin).

done(_) ->
    told(4).

kept(N) -> binary(make(N, 0)).

monitors() ->
    io:format("no down: ~p~n", [watch(make(5, 0), self(), 0) < 0]),
    R = make(6, 1),
    P = spawn(fun() -> receive stop -> ok end end),
    io:format("watch: ~p ~p~n", [watch(R, P, 0), watch(R, P, 1)]),
    io:format("unwatch: ~p ~p~n", [unwatch(R, 1), unwatch(R, 1)]),
    P ! stop,
    receive {down, 6, Who} -> io:format("down: ~p~n", [Who =:= P]) end,
    io:format("gone: ~p~n", [watch(R, P, 2) > 0]),
    io:format("unwatch: ~p~n", [unwatch(R, 0)]),
    receive {down, 6, _} -> io:format("twice~n") after 0 -> ok end,
    number(R).

descriptors() ->
    R = make(7, 1),
    ok = open_pipe(R),
    Ref = make_ref(),
    io:format("select: ~p~n", [select(R, 0, ?READ, Ref)]),
    io:format("write: ~p~n", [write(R, ["hel", <<"lo">>])]),
    receive {select, R, Ref, ready_input} -> io:format("read: ~p ~p~n", [read(R), read(R)]) end,
    io:format("once: ~p~n", [receive {select, _, _, _} = M -> M after 0 -> none end]),
    io:format("output: ~p~n", [select(R, 1, ?WRITE, undefined)]),
    receive {select, R, undefined, ready_output} -> io:format("may write~n") end,
    io:format("custom: ~p~n", [select_custom(R, {"my", message, [1]})]),
    1 = write(R, "x"),
    receive {"my", message, L} -> io:format("told ~p ~p~n", [L, read(R)]) end,
    io:format("cancel: ~p ~p~n", [select(R, 0, ?READ, Ref), select(R, 0, ?READ bor ?CANCEL, Ref)]),
    1 = write(R, "y"),
    io:format("nothing: ~p~n", [receive {select, _, _, _} = M2 -> M2 after 50 -> none end]),
    io:format("stop: ~p ~p~n", [select(R, 0, ?STOP, undefined) band 3 > 0,
                                select(R, 1, ?STOP, undefined) band 3 > 0]),
    receive {stop, 7, _} -> ok end,
    receive {stop, 7, _} -> ok end,
    gone(7).

gone(N) ->
    erlang:garbage_collect(),
    receive {dtor, N, _} -> io:format("dtor ~p~n", [N]) end.

calls() ->
    R = make(8, 1),
    io:format("dynamic: ~p ~p ~p~n",
              [dynamic(?MODULE, full, R), dynamic(?MODULE, plain, R), dynamic(lists, full, R)]),
    io:format("no resource: ~p~n", [dynamic(?MODULE, full, make_ref())]).
