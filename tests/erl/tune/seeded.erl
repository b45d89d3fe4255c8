%% maser only
%% vm: +S 1:1
%% Schedules drawn from a seed: they find what goes wrong between two calls, and the same seed finds
%% the same again.
-module(seeded).
-export([main/0]).

main() ->
    Seeds = lists:seq(1, 12),
    Other = spawn_link(fun other/0),
    First = [outcome(S) || S <- Seeds],
    t:p({some_lose_updates, lists:any(fun({N, _}) -> N < 60 end, First)}),
    t:p({orders_differ, length(lists:usort(First)) > 6}),
    %% In another order, after other work, with garbage in the way, and while somebody else works.
    Again = [begin garbage(S), {S, outcome(S)} end || S <- lists:reverse(Seeds)],
    t:p({the_same_again, [S || {S, O} <- lists:zip(Seeds, First), {S, O} =/= lists:keyfind(S, 1, Again)]}),
    t:p({from_a_failing_one, replay(First)}),
    unlink(Other),
    exit(Other, kill),
    t:p({off_again, maser:tune(schedule_seed)}),
    t:p({result, maser:schedule(5, fun() -> {seed, maser:tune(schedule_seed)} end)}),
    t:p({failure, catch maser:schedule(5, fun() -> throw(up) end), maser:tune(schedule_seed)}),
    t:p([try maser:schedule(S, fun() -> ok end) catch C:R -> {C, R} end || S <- [-1, 1 bsl 32]]).

%% A schedule that loses updates, ten times.
replay(Outcomes) ->
    {Seed, Lost} = hd([{S, O} || {S, {N, _} = O} <- lists:enumerate(Outcomes), N < 60]),
    lists:usort([outcome(Seed) || _ <- lists:seq(1, 10)]) =:= [Lost].

%% What six processes make of a counter that they read and then write, and the order in which they
%% tell of it.
outcome(Seed) ->
    Self = self(),
    Table = ets:new(counter, [public]),
    ets:insert(Table, {count, 0}),
    maser:schedule(Seed, fun() ->
        Workers = [spawn_monitor(fun() -> work(Self, Table, N, 10) end) || N <- lists:seq(1, 6)],
        [receive {'DOWN', M, process, P, normal} -> ok end || {P, M} <- Workers]
    end),
    [{count, N}] = ets:lookup(Table, count),
    ets:delete(Table),
    {N, erlang:phash2(told())}.

work(_, _, _, 0) -> ok;
work(Parent, Table, Name, N) ->
    [{count, Count}] = ets:lookup(Table, count),
    Parent ! {told, Name, sum(Count rem 7)},
    ets:insert(Table, {count, Count + 1}),
    work(Parent, Table, Name, N - 1).

sum(0) -> 0;
sum(N) -> N + sum(N - 1).

told() -> receive {told, Name, Sum} -> [{Name, Sum} | told()] after 0 -> [] end.

%% Has something to do now and then.
other() ->
    receive after rand:uniform(3) -> garbage(rand:uniform(3)) end,
    other().

garbage(N) -> length(lists:sort([{I * 7919 rem 1009, N} || I <- lists:seq(1, 20 * N)])).
