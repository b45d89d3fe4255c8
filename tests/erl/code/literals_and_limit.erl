%% A process that sleeps gets a copy of the literals that it refers to when their module goes; that
%% counts for the largest heap that it may have.
-module(literals_and_limit).
-export([main/0]).

main() ->
    logger:set_primary_config(level, none),
    [io:format("~w: ~w~n", [Size, reason(Size)]) || Size <- [1024, 1000000]].

reason(Size) ->
    M = literals_of_a_module,
    Value = erl_parse:abstract(lists:seq(1, 5000)),
    Forms = [{attribute, 1, module, M}, {attribute, 1, export, [{f, 0}]},
             {function, 1, f, 0, [{clause, 1, [], [], [Value]}]}],
    {ok, M, Code} = compile:forms(Forms),
    {module, M} = code:load_binary(M, "", Code),
    Limit = #{size => Size, kill => true, error_logger => false},
    {Pid, Ref} = spawn_opt(fun() -> keep(M) end, [monitor, {max_heap_size, Limit}]),
    Pid ! {self(), ready},
    receive ready -> ok end,
    code:delete(M),
    code:purge(M),
    [Pid ! {self(), length} || Size > 1024],
    receive
        {'DOWN', Ref, process, Pid, Reason} -> Reason;
        N -> demonitor(Ref, [flush]), N
    end.

keep(M) ->
    Value = M:f(),
    receive {From, ready} -> From ! ready end,
    receive {To, length} -> To ! length(Value) end.
