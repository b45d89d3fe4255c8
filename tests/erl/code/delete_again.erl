%% Deleting a module that is not there any more, or never was.
-module(delete_again).
-export([main/0]).

main() ->
    logger:set_primary_config(level, none),
    say(never_there, fun() -> erlang:delete_module(delete_again_never) end),
    M = delete_again_module,
    Prepared = erlang:prepare_loading(M, code(M, [])),
    say(prepared, fun() -> erlang:delete_module(M) end),
    ok = erlang:finish_loading([Prepared]),
    say(loaded, fun() -> erlang:delete_module(M) end),
    say(old, fun() -> erlang:delete_module(M) end),
    code:purge(M),
    say(purged, fun() -> erlang:delete_module(M) end),
    say(by_code_server, fun() -> code:delete(M) end),
    N = delete_again_on_load,
    Fails = {function, 1, f, 0, [{clause, 1, [], [], [{atom, 1, failed}]}]},
    say(on_load_fails, fun() -> code:load_binary(N, "", code(N, [{attribute, 1, on_load, {f, 0}}, Fails])) end),
    say(after_it, fun() -> code:delete(N) end).

code(M, Forms) -> {ok, M, Code} = compile:forms([{attribute, 1, module, M} | Forms]), Code.

say(What, F) -> io:format("~w: ~0p~n", [What, try F() catch error:Reason -> Reason end]).
