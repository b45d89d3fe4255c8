%% Loads altered modules and calls all that they export.
-module(altered).
-export([main/1]).

main(Files) ->
    logger:set_primary_config(level, none),
    [io:format("~s ~s~n", [filename:basename(F), one(F)]) || F <- Files],
    halt().

one(File) ->
    {ok, Code} = file:read_file(File),
    {ok, {Module, _}} = beam_lib:chunks(Code, [exports]),
    case code:load_binary(Module, File, Code) of
        {module, Module} ->
            {Pid, Ref} = spawn_monitor(fun() -> calls(Module) end),
            receive {'DOWN', Ref, process, Pid, Reason} -> io_lib:format("~p", [Reason]) end;
        {error, badfile} -> "refused"
    end.

calls(Module) ->
    Values = [0, 7, [], [1, 2, 3], #{a => 1}, <<1, 2, 3>>, {a, b}, foo],
    [catch apply(Module, F, lists:duplicate(A, V)) || {F, A} <- Module:module_info(exports), V <- Values].
