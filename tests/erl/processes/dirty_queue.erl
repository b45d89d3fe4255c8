%% since OTP 27
%% vm: +SDio 2
%% A process whose call waits for a dirty scheduler is runnable, and running when it has got one.
-module(dirty_queue).
-export([main/0]).

main() ->
    [queue(Kind, N) || {Kind, N} <- [{dirty_io, erlang:system_info(dirty_io_schedulers)},
                                     {dirty_cpu, erlang:system_info(dirty_cpu_schedulers_online)}]].

queue(Kind, N) ->
    Busy = [spawn_monitor(fun() -> erts_debug:Kind(alive_waitexitingonly, none) end) || _ <- lists:seq(1, N)],
    [until(P, running) || {P, _} <- Busy],
    {Late, LateRef} = spawn_monitor(fun() -> exit(erts_debug:Kind(scheduler, type)) end),
    until(Late, runnable),
    Told = {process_info(Late, [status, current_function]), erts_internal:is_process_executing_dirty(Late)},
    %% Printing may load code, which takes such a scheduler.
    [exit(P, kill) || {P, _} <- Busy],
    t:p(Told),
    [receive {'DOWN', Ref, process, _, Why} -> t:p(Why) end || Ref <- [element(2, hd(Busy)), LateRef]].

until(P, Status) ->
    case process_info(P, [status, current_function]) of
        [{status, Status}, {current_function, {erts_debug, _, _}}] -> ok;
        _ -> erlang:yield(), until(P, Status)
    end.
