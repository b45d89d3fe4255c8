%% Loading of libraries: errors and their texts, upgrades with old code, unloading after a purge,
%% types of resources that newer code takes over.
-module(nif_load).
-export([main/0, load/1, load/2, priv/0, make/1]).

priv() -> not_loaded.
make(_) -> erlang:nif_error(not_loaded).

load(Info) -> load(filename:rootname(code:which(?MODULE)), Info).
load(Path, Info) -> erlang:load_nif(Path, Info).

main() ->
    errors(),
    vetoes(),
    upgrades().

errors() ->
    {ok, Dir} = file:get_cwd(),
    io:format("~p~n", [catch load({a}, 0)]),
    io:format("~p~n", [element(1, element(2, catch load(name, 0)))]),
    {error, {load_failed, Text}} = load("no_such_file", 0),
    io:format("~s~n", [Text]),
    ok = file:write_file("text.so", "this is no library"),
    {error, {load_failed, Text2}} = load(filename:join(Dir, "text"), 0),
    io:format("~s~n", [lists:nthtail(string:str(Text2, "text.so"), Text2)]),
    {ok, _} = file:copy(libm(), "no_nif.so"),
    {error, {bad_lib, Text3}} = load(filename:join(Dir, "no_nif"), 0),
    io:format("~s~n", [hd(string:split(Text3, "'"))]),
    {ok, <<Head:18/binary, _:16, Rest/binary>>} = file:read_file("no_nif.so"),
    ok = file:write_file("foreign.so", [Head, <<183:16/little>>, Rest]),
    {error, {load_failed, _}} = load(filename:join(Dir, "foreign"), 0),
    ok = file:write_file("part.so", binary:part(Head, 0, 10)),
    {error, {load_failed, _}} = load(filename:join(Dir, "part"), 0),
    io:format("~p~n", [load(filename:join(filename:dirname(code:which(?MODULE)), "nif_calls"), 0)]),
    io:format("~p~n", [priv()]).

libm() -> hd(filelib:wildcard("/lib/*-linux-gnu/libm.so.6")).

told() ->
    receive
        {What, _, _} = M when What =/= gone -> [M | told()]
    after 0 -> []
    end.

%% Nothing is left of a library whose `load` has said no.
vetoes() ->
    io:format("~p ~p ~p~n", [load(1), told(), priv()]),
    io:format("~p ~p~n", [load({-17, 1}), told()]),
    %% The next attempt finds the library as it was, however soon it comes.
    Path = filename:rootname(code:which(?MODULE)),
    io:format("~p ~p~n", [lists:usort([load(Path, 1), load(Path, 1), load(Path, 1)]), told()]),
    io:format("~p ~p~n", [load({0, 1}), told()]),
    io:format("~p~n", [priv()]),
    io:format("~p~n", [load(0)]).

again() ->
    {?MODULE, Bin, File} = code:get_object_code(?MODULE),
    {module, ?MODULE} = code:load_binary(?MODULE, File, Bin),
    ok.

upgrades() ->
    R = ?MODULE:make(1),
    false = code:purge(?MODULE),
    again(),
    io:format("new code: ~p~n", [?MODULE:priv()]),
    io:format("no: ~p ~p~n", [?MODULE:load(3), told()]),
    %% A type that is there cannot be made anew.
    io:format("~p ~p ~p~n", [?MODULE:load({0, 3}), told(), ?MODULE:priv()]),
    io:format("old code: ~p ~p~n", [priv(), load(0)]),
    Me = self(),
    {P, Ref} = spawn_monitor(fun() -> stay(Me) end),
    receive {P, there} -> ok end,
    %% This process and the other one execute old code.
    {Q, Ref2} = spawn_monitor(fun() -> purge(Me) end),
    receive {'DOWN', Ref2, process, Q, Why} -> io:format("purged: ~p~n", [Why]) end,
    exit(P, kill),
    receive {'DOWN', Ref, process, P, _} -> ok end,
    is_reference(R).

stay(Me) ->
    Me ! {self(), there},
    receive never -> ?MODULE:priv() end.

purge(_) -> exit({soft, code:soft_purge(?MODULE)}).
