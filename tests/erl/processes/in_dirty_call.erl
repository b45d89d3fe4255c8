%% What is told of a process while a dirty scheduler executes a built-in for it, and what such a
%% built-in says when it fails.
-module(in_dirty_call).
-export([main/0]).

main() ->
    Me = self(),
    {P, Ref} = spawn_monitor(fun() -> erts_debug:dirty_io(alive_waitexiting, Me), ok end),
    receive {alive, P} -> ok end,
    [io:format("~w~n", [process_info(P, Item)]) || Item <- [current_function, current_location, status]],
    {_, [{?MODULE, _, _, _}]} = process_info(P, current_stacktrace),
    %% It is not suspended before it is back.
    erlang:suspend_process(P, [asynchronous]),
    io:format("~w~n", [process_info(P, status)]),
    exit(P, kill),
    receive {'DOWN', Ref, process, P, Reason} -> io:format("~w~n", [Reason]) end,
    first(fun() -> erts_debug:dirty_cpu(error, badarith) end),
    first(fun() -> erts_debug:dirty_io(error, {any, "term"}) end),
    first(fun() -> erts_debug:dirty(dirty_cpu, error, system_limit) end),
    first(fun() -> erts_debug:dirty(dirty_io, error, {any, "term"}) end),
    first(fun() -> erts_debug:dirty_cpu(reschedule, 1001) end),
    first(fun() -> erts_debug:dirty(normal, reschedule, 1001) end),
    io:format("~w~n", [erts_debug:dirty(normal, reschedule, 1000)]).

first(F) ->
    try F()
    catch
        Class:Reason:Stack ->
            [{M, Name, Args, _} | _] = Stack,
            io:format("~0p~n", [{Class, Reason, M, Name, Args}])
    end.
