%% An answer of `process_info` is a reduction of the process that is asked, but for what is known without it.
-module(work_of_answers).
-export([main/0]).

main() ->
    Pid = spawn(fun() -> receive go -> ok end end),
    waiting(Pid),
    [io:format("~p: ~p~n", [Items, worked(Pid, Items)]) || Items <- [
        reductions, status, message_queue_len, heap_size, garbage_collection, registered_name, [], [reductions, status],
        links, messages, memory, dictionary, current_function, backtrace, [links, messages, memory], [reductions, links]]].

waiting(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), waiting(Pid)
    end.

worked(Pid, Items) ->
    {reductions, Before} = process_info(Pid, reductions),
    [process_info(Pid, Items) || _ <- lists:seq(1, 10)],
    {reductions, After} = process_info(Pid, reductions),
    %% A process that is being scheduled may be charged for that, too.
    case After - Before of N when N >= 10 -> some; 0 -> none; N -> N end.
