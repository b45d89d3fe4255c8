%% vm:
-module(proc_lib_crash).
-export([main/0]).
main() ->
    logger:set_handler_config(default, formatter, {logger_formatter, #{template => [level, " ", msg, "\n"]}}),
    P = proc_lib:spawn(fun() -> put(k, v), error(crashed) end), M = monitor(process, P), receive {'DOWN', M, _, _, {R, _}} -> ok end,
    %% The report has been handed to the handler before the process ended; now it is written.
    ok = logger_std_h:filesync(default),
    io:format("~p~nend~n", [R]).
