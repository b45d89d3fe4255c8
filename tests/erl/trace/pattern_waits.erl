%% since OTP 27
%% A change of what is traced has been seen by all that execute when it is done: a process that calls a function all
%% the time has done so after a restart of its counters, too.
-module(pattern_waits).
-export([main/0, called/0]).

main() ->
    Online = erlang:system_info(schedulers_online),
    Pids = [spawn_opt(fun loop/0, [link, {scheduler, I}]) || I <- lists:seq(1, Online)],
    [1 = erlang:trace(P, true, [call]) || P <- Pids],
    1 = erlang:trace_pattern({?MODULE, called, 0}, true, [call_time]),
    all_called(Pids),
    Missed = lists:append([restarted(Pids) || _ <- lists:seq(1, 5)]),
    io:format("missed: ~p~n", [length(Missed)]),
    1 = erlang:trace_pattern({?MODULE, called, 0}, false, [call_time]),
    [begin unlink(P), exit(P, kill) end || P <- Pids],
    {'EXIT', {Why, _}} = catch erlang:trace_pattern(Pids, true, [call_time]),
    io:format("~p~n", [Why]).

restarted(Pids) ->
    1 = erlang:trace_pattern({?MODULE, called, 0}, restart, [call_time]),
    {call_time, Counted} = erlang:trace_info({?MODULE, called, 0}, call_time),
    Pids -- [P || {P, N, _, _} <- Counted, N > 0].

%% All schedulers have begun to execute.
all_called(Pids) ->
    {call_time, Counted} = erlang:trace_info({?MODULE, called, 0}, call_time),
    case Pids -- [P || {P, N, _, _} <- Counted, N > 0] of
        [] -> ok;
        _ -> erlang:yield(), all_called(Pids)
    end.

loop() -> called(), loop().

called() -> ok.
