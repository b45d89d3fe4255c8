%% Stress: schedulers go offline and online while processes, some of them bound, exchange messages.
%% Stock does not get to its end with bound ones: what is expected is what should come.
-module(online).
-export([main/0]).

main() ->
    Most = erlang:system_info(schedulers),
    Free = [spawn(fun() -> work(0) end) || _ <- lists:seq(1, 100)],
    t:p(lists:usort([round(N, Most, Free) || N <- lists:seq(1, t:scale(60))])),
    Bound = [spawn_opt(fun() -> work(0) end, [{scheduler, 1 + N rem Most}]) || N <- lists:seq(1, 40)],
    t:p(lists:usort([round(N, Most, Bound) || N <- lists:seq(1, t:scale(60))])),
    erlang:system_flag(schedulers_online, Most),
    t:p(t:flush()).

round(N, Most, Pids) ->
    erlang:system_flag(schedulers_online, 1 + N rem Most),
    %% Now and then all of them have gone to sleep before.
    receive after N rem 3 -> ok end,
    [Pid ! {self(), N} || Pid <- Pids],
    lists:usort([receive {Pid, N} -> answered after 8000 -> lost end || Pid <- Pids]).

work(N) ->
    receive
        {From, What} ->
            busy(N rem 50),
            From ! {self(), What},
            work(N + 1)
    end.

busy(0) -> ok;
busy(N) -> _ = lists:seq(1, 20), busy(N - 1).
