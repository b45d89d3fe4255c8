%% Code counts as memory, in each of the places where it is told.
-module(memory_of_code).
-export([main/0]).

main() ->
    M = memory_of_code_module,
    Before = erlang:memory(code),
    io:format("~w~n", [Before > 1000000]),
    Function = {function, 1, f, 0, [{clause, 1, [], [], [erl_parse:abstract(lists:seq(1, 2000))]}]},
    {ok, M, Code} = compile:forms([{attribute, 1, module, M}, {attribute, 1, export, [{f, 0}]}, Function]),
    {module, M} = code:load_binary(M, "", Code),
    io:format("~w~n", [erlang:memory(code) > Before + 10000]),
    io:format("~w~n", [length(of_module(M))]),
    {module, M} = code:load_binary(M, "", Code),
    [[_, _, "(" ++ _, "old)"]] = of_module(M),
    [["Old", "code:", Old]] = [string:lexemes(L, " ") || "Old code" ++ _ = L <- lines()],
    io:format("~w~n", [list_to_integer(Old) > 0]),
    code:purge(M), code:delete(M), code:purge(M),
    io:format("~w ~w~n", [of_module(M), [L || "Old code" ++ _ = L <- lines()]]),
    [{atom, Atoms}, {atom_used, Used}] = erlang:memory([atom, atom_used]),
    io:format("~w~n", [Used > 100000 andalso Used =< Atoms]).

lines() -> string:lexemes(binary_to_list(erlang:system_info(loaded)), "\n").
of_module(M) -> [string:lexemes(L, " ") || L <- lines(), lists:prefix(atom_to_list(M) ++ " ", L)].
