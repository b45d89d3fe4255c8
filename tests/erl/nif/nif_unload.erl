%% vm: +S 2
%% A library goes with the code that has loaded it, and not before the last of its resources.
-module(nif_unload).
-export([main/0]).

main() ->
    Path = filename:rootname(code:which(?MODULE)),
    {ok, nif_unloaded, Bin} = compile:forms(forms()),
    Load = fun() -> {module, nif_unloaded} = code:load_binary(nif_unloaded, "", Bin), ok end,
    Load(),
    ok = nif_unloaded:load(Path, 0),
    io:format("loaded: ~p~n", [told(1)]),
    Load(),
    ok = nif_unloaded:load(Path, 0),
    io:format("upgraded: ~p~n", [told(1)]),
    false = code:purge(nif_unloaded),
    io:format("purged: ~p~n", [told(1)]),
    keep(fun nif_unloaded:make/1, 5),
    true = code:delete(nif_unloaded),
    false = code:purge(nif_unloaded),
    io:format("deleted, but for a resource: ~p ~p~n", [told(0), is_reference(get(thing))]),
    erase(thing),
    erlang:garbage_collect(),
    io:format("gone: ~p~n", [told(2)]),
    Load(),
    ok = nif_unloaded:load(Path, {0, 1}),
    io:format("again: ~p~n", [[setelement(3, M, 0) || M <- told(1)]]).

%% A module that only loads its library.
forms() ->
    Texts = ["-module(nif_unloaded).", "-export([load/2, priv/0, make/1]).",
             "load(Path, Info) -> erlang:load_nif(Path, Info).",
             "priv() -> not_loaded.", "make(_) -> erlang:nif_error(not_loaded)."],
    [begin
         {ok, Tokens, _} = erl_scan:string(Text),
         {ok, Form} = erl_parse:parse_form(Tokens),
         Form
     end || Text <- Texts].

keep(Make, N) -> put(thing, Make(N)), ok.

told() ->
    receive {_, _, _} = M -> [M | told()] after 0 -> [] end.

told(0) -> told();
told(N) -> receive {_, _, _} = M -> [M | told(N - 1)] end.
