%% Microstate accounting: nothing is counted while it is off.
-module(microstates).
-export([main/0]).

main() ->
    t:p({off, [S || {S, N} <- sums(), N =/= 0]}),
    t:p(erlang:system_flag(microstate_accounting, true)),
    work(),
    t:p(erlang:system_flag(microstate_accounting, false)),
    On = sums(),
    t:p({on, [S || {S, N} <- On, N > 0, S =/= aux, S =/= other]}),
    work(),
    t:p({stays, On =:= sums()}),
    t:p(erlang:system_flag(microstate_accounting, reset)),
    t:p({reset, [S || {S, N} <- sums(), N =/= 0]}),
    t:show("what", fun() -> erlang:system_flag(microstate_accounting, what) end),
    Rows = erlang:statistics(microstate_accounting),
    t:p(length([1 || #{type := scheduler} <- Rows]) =:= erlang:system_info(schedulers)).

work() ->
    Port = open_port({spawn, "cat"}, [binary]),
    [begin port_command(Port, <<"x">>), receive {Port, {data, _}} -> ok end end
     || _ <- lists:seq(1, 5)],
    port_close(Port),
    [erlang:garbage_collect() || _ <- lists:seq(1, 10)],
    receive after 5 -> ok end.

sums() ->
    Rows = erlang:statistics(microstate_accounting),
    All = [maps:to_list(C) || #{counters := C} <- Rows],
    Names = lists:sort(maps:keys(maps:from_list(lists:append(All)))),
    [{Name, lists:sum([N || Row <- All, {K, N} <- Row, K =:= Name])} || Name <- Names].
