%% vm:
-module(proc_lib_crash).
-export([main/0]).
main() ->
    logger:set_handler_config(default, formatter, {logger_formatter, #{template => [level, " ", msg, "\n"]}}),
    P = proc_lib:spawn(fun() -> put(k, v), error(crashed) end), M = monitor(process, P), receive {'DOWN', M, _, _, {R, _}} -> io:format("~p~n", [R]) end,
    timer:sleep(200), io:format("end~n").
