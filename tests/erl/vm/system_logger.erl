%% Who is told what the emulator logs: a process, nobody, or again `logger` when the process has
%% gone.
-module(system_logger).
-export([main/0, log/2]).

main() ->
    ok = logger:add_handler(told, ?MODULE, #{config => self()}),
    ok = logger:remove_handler(default),
    First = erlang:system_info(system_logger),
    crash(first),
    Me = self(),
    {P, _} = spawn_monitor(fun() -> pass_on(Me) end),
    io:format("~w~n", [erlang:system_flag(system_logger, P) =:= First]),
    io:format("~w~n", [erlang:system_info(system_logger) =:= P]),
    crash(to_process),
    exit(P, kill),
    receive {'DOWN', _, process, P, _} -> ok end,
    crash(process_gone),
    io:format("~w~n", [erlang:system_info(system_logger)]),
    io:format("~w~n", [erlang:system_flag(system_logger, undefined)]),
    crash(nobody),
    io:format("~w~n", [erlang:system_flag(system_logger, logger)]),
    crash(logger_again),
    io:format("~w~n", [try erlang:system_flag(system_logger, init) catch error:badarg -> badarg end]).

pass_on(To) -> receive M -> To ! {process, element(1, M), element(2, M)}, pass_on(To) end.

%% A crash is logged before who monitors the process hears of it.
crash(What) ->
    {P, R} = spawn_monitor(fun() -> error(What) end),
    receive {'DOWN', R, process, P, _} -> ok end,
    What =:= nobody orelse receive Told -> io:format("~w: ~0p~n", [What, Told]) end.

log(#{level := Level, msg := {Format, [_, {Reason, _}]}}, #{config := To}) -> To ! {handler, Level, Format, Reason};
log(_, _) -> ok.
