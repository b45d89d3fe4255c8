%% What a table gives up is freed though nothing else happens, whichever scheduler is busy then.
-module(retired).
-export([main/0]).

-define(BYTES, 10000000).

main() ->
    T = ets:new(t, [set, public]),
    Before = erlang:memory(binary),
    [io:format("~p: ~p~n", [How, freed(How, T, Before)]) || How <- [delete, overwrite, all, many, behind, drop]].

freed(How, T, Before) ->
    fill(T, case How of many -> 100; _ -> 1 end),
    %% Another scheduler is busy, and ends after this one.
    {Busy, Ref} = spawn_monitor(fun() -> spin(erlang:monotonic_time(millisecond) + 20) end),
    give_up(How, T),
    receive {'DOWN', Ref, process, Busy, normal} -> ok end,
    falls(Before + ?BYTES div 2, 1).

fill(T, N) ->
    [ets:insert(T, {I, binary:copy(<<0>>, ?BYTES div N)}) || I <- lists:seq(1, N)],
    garbage_collect().

give_up(delete, T) -> ets:delete(T, 1);
give_up(overwrite, T) -> ets:insert(T, {1, x});
give_up(all, T) -> ets:delete_all_objects(T);
give_up(many, T) -> [ets:delete(T, I) || I <- lists:seq(1, 100)];
%% Thousands of small things have been given up just before.
give_up(behind, T) ->
    Small = ets:new(small, [set, public]),
    [begin ets:insert(Small, {1}), ets:delete_all_objects(Small) end || _ <- lists:seq(1, 5000)],
    ets:delete(T, 1);
give_up(drop, T) -> ets:delete(T).

spin(End) -> erlang:monotonic_time(millisecond) > End orelse spin(End).

%% Looks seldom: who does something does that, too, now and then.
falls(Limit, Wait) ->
    case erlang:memory(binary) < Limit of
        true -> yes;
        false when Wait > 8000 -> no;
        false -> receive after Wait -> falls(Limit, 2 * Wait) end
    end.
