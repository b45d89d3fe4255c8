%% Calls with a fresh reference to a process with a full mailbox stay cheap and right.
-module(receive_marker).
-export([main/0]).

main() ->
    [self() ! {junk, N} || N <- lists:seq(1, 20000)],
    Server = spawn_link(fun loop/0),
    T0 = erlang:monotonic_time(millisecond),
    Sum = calls(Server, 20000, 0),
    Took = erlang:monotonic_time(millisecond) - T0,
    t:p({Sum, length(t:flush())}),
    t:p(if Took < 10000 -> in_time; true -> {slow, Took} end),
    %% The reference of a monitor, and one made in a branch.
    t:p([monitored(Server, N) || N <- [1, 2, 3]]),
    t:p([branch(Server, N) || N <- [1, 2, 3, 4]]),
    unlink(Server), exit(Server, kill).

loop() ->
    receive
        {From, Ref, X} -> From ! {Ref, X * 2}, loop()
    end.

calls(_, 0, Sum) -> Sum;
calls(Server, N, Sum) ->
    Ref = make_ref(),
    Server ! {self(), Ref, N},
    receive {Ref, X} -> calls(Server, N - 1, Sum + X) end.

monitored(Server, X) ->
    Ref = monitor(process, Server),
    Server ! {self(), Ref, X},
    receive
        {Ref, Y} -> demonitor(Ref, [flush]), Y;
        {'DOWN', Ref, _, _, R} -> R
    end.

branch(Server, N) ->
    self() ! before,
    Ref = case N rem 2 of 0 -> make_ref(); _ -> monitor(process, Server) end,
    self() ! in_between,
    Server ! {self(), Ref, N},
    R = receive {Ref, Y} -> Y end,
    demonitor(Ref, [flush]),
    {R, t:flush()}.
