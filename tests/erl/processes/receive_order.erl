%% Receiving: order, selection, timeouts, the mailbox after a selective receive.
-module(receive_order).
-export([main/0]).

main() ->
    [self() ! {n, N} || N <- lists:seq(1, 10)],
    t:p([receive {n, N} when N rem 3 =:= 0 -> N end || _ <- [1, 2, 3]]),
    t:p(t:flush()),
    t:p(receive nothing -> x after 0 -> timeout end),
    T0 = erlang:monotonic_time(millisecond),
    t:p(receive nothing -> x after 50 -> timeout end),
    t:p(erlang:monotonic_time(millisecond) - T0 >= 50),
    t:show("bad", fun() -> receive after t:id(-1) -> x end end),
    t:show("bad2", fun() -> receive after t:id(1 bsl 40) -> x end end),
    self() ! a, t:p(receive X -> X after infinity -> never end),
    %% Order between a pair of processes, whatever the sender does in between.
    Self = self(),
    spawn(fun() -> [begin Self ! {s, N}, N rem 100 =:= 0 andalso erlang:yield() end || N <- lists:seq(1, 10000)] end),
    t:p(in_order(1, 10000)),
    %% Many senders.
    Pids = [spawn(fun() -> [Self ! {self(), K} || K <- lists:seq(1, 500)] end) || _ <- lists:seq(1, 20)],
    t:p(lists:all(fun(P) -> [receive {P, K} -> K end || _ <- lists:seq(1, 500)] =:= lists:seq(1, 500) end, Pids)),
    t:p(receive after 0 -> none end),
    %% Messages that arrive while waiting with a timeout.
    spawn(fun() -> [begin receive after 5 -> ok end, Self ! {noise, K} end || K <- [1, 2, 3]], Self ! signal end),
    t:p(receive signal -> got after 5000 -> timeout end),
    t:p(t:flush()),
    t:p(process_info(self(), message_queue_len)),
    Big = lists:seq(1, 10000), P = spawn(fun() -> receive {From, L} -> From ! {sum, lists:sum(L)} end end),
    P ! {self(), Big}, t:p(receive {sum, S} -> S end),
    t:p(fold(5000)).

in_order(N, Max) when N > Max -> ordered;
in_order(N, Max) -> receive {s, N} -> in_order(N + 1, Max); {s, M} -> {expected, N, got, M} end.

%% A long chain of messages, each starting the next.
fold(N) ->
    Self = self(),
    spawn(fun() -> Self ! lists:foldl(fun(_, P) -> Q = spawn(fun() -> receive X -> P ! X + 1 end end), Q end, Self, lists:seq(1, N)) end),
    First = receive P when is_pid(P) -> P end,
    First ! 0,
    receive R -> R end.
