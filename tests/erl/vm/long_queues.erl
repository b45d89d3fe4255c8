%% since OTP 27
%% The system's monitor tells of message queues that get long, and that are not long any more.
-module(long_queues).
-export([main/0]).

main() ->
    Me = self(),
    Monitor = spawn_link(fun() -> pass_on(Me) end),
    [t:show(io_lib:format("~0p", [V]), fun() -> erlang:system_monitor(Monitor, [{long_message_queue, V}]) end)
     || V <- [100, {100}, {100, 100}, {-1, 100}, {0, 0}, {a, 1}, {1, 1 bsl 70}, {0, 1, 2}]],
    undefined = erlang:system_monitor(Monitor, [{long_message_queue, {50, 100}}, busy_port]),
    {_, Told} = erlang:system_monitor(),
    t:p(lists:sort(Told)),
    P = spawn_link(fun victim/0),
    send(P, 100),
    told(P, true),
    send(P, 10), take(P, 50), send(P, 50), take(P, 60),
    told(P, false),
    send(P, 40), take(P, 40), send(P, 100),
    told(P, true),
    %% With other limits the queue is long still.
    _ = erlang:system_monitor(Monitor, [{long_message_queue, {10, 20}}]),
    take(P, 130), send(P, 10), take(P, 20),
    told(P, false),
    %% A process that does not receive has a queue all the same.
    Busy = spawn_link(fun Loop() -> lists:seq(1, 1000), Loop() end),
    send(Busy, 20),
    told(Busy, true),
    unlink(Busy), exit(Busy, kill),
    false = is_process_alive(Busy),
    send(P, 30),
    told(P, true),
    t:p(erlang:system_monitor(undefined) =:= {Monitor, [{long_message_queue, {10, 20}}]}).

pass_on(To) -> receive {monitor, P, Event, Info} -> To ! {monitor, P, Event, Info} end, pass_on(To).

send(P, N) -> [P ! hello || _ <- lists:seq(1, N)].

take(P, N) -> P ! {take, N, self()}, receive {taken, P} -> ok end.

victim() ->
    receive {take, N, From} -> [receive hello -> ok end || _ <- lists:seq(1, N)], From ! {taken, self()} end,
    victim().

%% This is the next event.
told(P, Long) -> receive {monitor, Of, Event, Info} -> t:p({Of =:= P, Event, Info =:= Long}) after 20000 -> t:p(none) end.
