%% What a process is sent after the signal that ends it finds nobody.
-module(too_late).
-export([main/0]).

main() ->
    io:format("~p~n", [lists:usort([monitored() || _ <- lists:seq(1, 200)])]),
    process_flag(trap_exit, true),
    io:format("~p~n", [lists:usort([reason() || _ <- lists:seq(1, 200)])]).

monitored() ->
    Pid = spawn(fun() -> receive never -> ok end end),
    exit(Pid, kill),
    Ref = monitor(process, Pid),
    receive {'DOWN', Ref, process, Pid, Why} -> Why end.

%% The first reason counts.
reason() ->
    Pid = spawn_link(fun() -> receive never -> ok end end),
    exit(Pid, first),
    exit(Pid, second),
    receive {'EXIT', Pid, Why} -> Why end.
