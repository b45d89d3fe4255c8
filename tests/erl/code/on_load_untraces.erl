%% A module's calls are not traced any more when code with an `on_load` function has been tried,
%% even if that has failed.
-module(on_load_untraces).
-export([main/0]).

main() ->
    logger:set_primary_config(level, none),
    M = on_load_untraces_module,
    A = {function, 1, a, 0, [{clause, 1, [], [], [{atom, 1, ok}]}]},
    Fails = {function, 1, f, 0, [{clause, 1, [], [], [{atom, 1, failed}]}]},
    Plain = code(M, [{attribute, 1, export, [{a, 0}]}, A]),
    OnLoad = code(M, [{attribute, 1, export, [{a, 0}]}, {attribute, 1, on_load, {f, 0}}, A, Fails]),
    {module, M} = code:load_binary(M, "", Plain),
    Me = self(),
    P = spawn_link(fun() -> call(Me) end),
    erlang:trace(P, true, [call]),
    io:format("~w~n", [erlang:trace_pattern({M, '_', '_'}, true, [local])]),
    step(P, M),
    io:format("~w~n", [code:load_binary(M, "", OnLoad)]),
    step(P, M),
    io:format("~w~n", [erlang:trace_pattern({M, '_', '_'}, true, [local])]),
    step(P, M).

%% What is told of a call has come when its tracer knows that no more will.
step(P, M) ->
    P ! M,
    receive called -> ok end,
    Ref = erlang:trace_delivered(P),
    io:format("~w ~w~n", [erlang:trace_info({M, a, 0}, traced), told(P, Ref)]).

told(P, Ref) ->
    receive
        {trace, P, call, Call} -> [Call | told(P, Ref)];
        {trace_delivered, P, Ref} -> []
    end.

call(To) -> receive M -> M:a(), To ! called, call(To) end.

code(M, Forms) -> {ok, M, Code} = compile:forms([{attribute, 1, module, M} | Forms]), Code.
