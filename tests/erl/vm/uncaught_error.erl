%% vm:
-module(uncaught_error).
-export([main/0]).
main() ->
    {_, M} = spawn_monitor(fun() -> t:id(a) + 1 end), receive {'DOWN', M, _, _, _} -> ok end,
    {_, M2} = spawn_monitor(fun() -> exit(quiet) end), receive {'DOWN', M2, _, _, _} -> ok end,
    {_, M3} = spawn_monitor(fun() -> throw(ball) end), receive {'DOWN', M3, _, _, _} -> ok end,
    {_, M4} = spawn_monitor(fun() -> error({custom, [1, 2]}) end), receive {'DOWN', M4, _, _, _} -> ok end,
    {_, M5} = spawn_monitor(lists, no_function, [x]), receive {'DOWN', M5, _, _, _} -> ok end,
    t:logged(), io:format("end~n").
