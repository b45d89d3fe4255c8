%% vm: +S 2
%% A library goes with the code that has loaded it, and not before the last of its resources.
-module(nif_unload).
-export([main/0]).

main() ->
    Dir = filename:dirname(code:which(?MODULE)),
    Path = filename:join(Dir, "nif_load"),
    {ok, Bin} = file:read_file(Path ++ ".beam"),
    Load = fun() -> {module, nif_load} = code:load_binary(nif_load, Path ++ ".beam", Bin), ok end,
    Load(),
    ok = nif_load:load(Path, 0),
    io:format("loaded: ~p~n", [told(1)]),
    Load(),
    ok = nif_load:load(Path, 0),
    io:format("upgraded: ~p~n", [told(1)]),
    false = code:purge(nif_load),
    io:format("purged: ~p~n", [told(1)]),
    keep(fun nif_load:make/1, 5),
    true = code:delete(nif_load),
    false = code:purge(nif_load),
    io:format("deleted, but for a resource: ~p ~p~n", [told(0), is_reference(get(thing))]),
    erase(thing),
    erlang:garbage_collect(),
    io:format("gone: ~p~n", [told(2)]),
    Load(),
    ok = nif_load:load(Path, {0, 1}),
    io:format("again: ~p~n", [[setelement(3, M, 0) || M <- told(1)]]).

keep(Make, N) -> put(thing, Make(N)), ok.

told() ->
    receive {_, _, _} = M -> [M | told()] after 0 -> [] end.

told(0) -> told();
told(N) -> receive {_, _, _} = M -> [M | told(N - 1)] end.
