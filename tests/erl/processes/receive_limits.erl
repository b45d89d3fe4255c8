%% Receives with limits of time, one after another: each has its own, whatever those before had.
-module(receive_limits).
-export([main/0]).

main() ->
    show(longer, [elapsed(fun() -> got(40), out(90) end)]),
    show(shorter, [elapsed(fun() -> got(60000), out(30) end)]),
    show(same, [elapsed(fun() -> got(60), got(60), out(60) end)]),
    show(up_and_down, [elapsed(fun() -> got(50), out(20), got(60000), out(20), out(1) end)]),
    show(many, elapsed(fun() -> [got(20) || _ <- lists:seq(1, 1000)], out(25) end)),
    show(for_ever, for_ever()),
    show(in_time, in_time()),
    show(nested, elapsed(fun() -> selective(100) end)),
    show(others, others()),
    show(at_once, [out(0), got(0)]),
    show(bad, [try out(T) catch error:R -> R end || T <- [-1, a, 1.0, 1 bsl 32]]).

show(Name, What) -> io:format("~p ~p~n", [Name, What]).

%% Gets a message that is there.
got(Limit) ->
    self() ! here,
    receive here -> got after Limit -> out end.

%% Gets none.
out(Limit) ->
    T = erlang:monotonic_time(microsecond),
    receive _ -> got
    after Limit -> {out, erlang:monotonic_time(microsecond) - T >= Limit * 1000}
    end.

%% What a fun gives, and that it did not take as long as the longest limit.
elapsed(F) ->
    T = erlang:monotonic_time(millisecond),
    R = F(),
    {R, erlang:monotonic_time(millisecond) - T < 30000}.

%% The limit of a receive that is over means nothing to one without.
for_ever() ->
    Self = self(),
    Pid = spawn(fun() ->
                        got = got(10),
                        Self ! {self(), receive M -> M end}
                end),
    out(60),
    Pid ! late,
    receive {Pid, M} -> M end.

%% A message before the limit, and after a timer that was set for an earlier one.
in_time() ->
    got = got(15),
    erlang:send_after(50, self(), now),
    receive now -> now after 5000 -> out end.

%% Messages that do not match do not change the limit.
selective(Limit) ->
    T = erlang:monotonic_time(microsecond),
    [erlang:send_after(N * 20, self(), {other, N}) || N <- lists:seq(1, 8)],
    receive wanted -> got
    after Limit ->
            Passed = erlang:monotonic_time(microsecond) - T,
            N = flush(0),
            {Passed >= Limit * 1000, N >= 4}
    end.

flush(N) -> receive {other, 8} -> N + 1; {other, _} -> flush(N + 1) after 1000 -> N end.

%% Processes that end while a timer of theirs is set.
others() ->
    Pids = [spawn_monitor(fun() -> got(10 + N rem 7) end) || N <- lists:seq(1, 200)],
    [receive {'DOWN', Ref, process, Pid, R} -> R end || {Pid, Ref} <- Pids],
    out(30).
