%% Modules that are loaded at once: who is refused, and why.
-module(load_together).
-export([main/0]).

main() ->
    logger:set_primary_config(level, none),
    [A, B, C] = [prepared(M, []) || M <- [lt_a, lt_b, lt_c]],
    say(twice, fun() -> erlang:finish_loading([B, A, C, B, A]) end),
    say(thrice, fun() -> erlang:finish_loading([A, A, A]) end),
    On = prepared(lt_on, on_load()),
    say(on_load_with_another, fun() -> erlang:finish_loading([A, On]) end),
    say(on_load_twice, fun() -> erlang:finish_loading([On, On]) end),
    say(three, fun() -> erlang:finish_loading([A, B, C]) end),
    say(again, fun() -> erlang:finish_loading([prepared(lt_a, []), prepared(lt_b, [])]) end),
    D = prepared(lt_a, []),
    say(twice_and_old, fun() -> erlang:finish_loading([D, D]) end),
    say(old, fun() -> erlang:finish_loading([D, prepared(lt_b, []), prepared(lt_new, [])]) end),
    say(old_with_on_load, fun() -> erlang:finish_loading([D, On]) end),
    say(loaded_already, fun() -> erlang:finish_loading([C]) end),
    say(nothing, fun() -> erlang:finish_loading([]) end),
    say(on_load_alone, fun() -> erlang:finish_loading([On]) end),
    say(called, fun() -> erlang:call_on_load_function(lt_on) end),
    say(kept, fun() -> erlang:finish_after_on_load(lt_on, true) end),
    say(ready, fun() -> erlang:module_loaded(lt_on) end).

say(What, F) ->
    io:format("~w: ~0p~n", [What, try F() catch Class:Reason -> {Class, Reason} end]).

prepared(M, Forms) ->
    {ok, M, Code} = compile:forms([{attribute, 1, module, M} | Forms]),
    erlang:prepare_loading(M, Code).

on_load() ->
    [{attribute, 1, on_load, {f, 0}}, {function, 1, f, 0, [{clause, 1, [], [], [{atom, 1, ok}]}]}].
