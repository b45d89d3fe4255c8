%% What timers cost: started and stopped, fired, as limits of receives.
-module(lab_timers).
-export([run/2]).

%% Hardly any timer of a real system ever fires.
run(start_cancel, N) -> start_cancel(N);
%% The same with a hundred thousand others running.
run(among_others, N) ->
    Others = [erlang:start_timer(3600000 + I, self(), other) || I <- lists:seq(1, 100000)],
    true = start_cancel(N),
    lists:foreach(fun erlang:cancel_timer/1, Others),
    true;
%% All fire within a tenth of a second; what counts is beyond that.
run(fire, N) ->
    T0 = erlang:monotonic_time(),
    [erlang:send_after(I rem 100, self(), I) || I <- lists:seq(1, N)],
    fired(N),
    Micros = erlang:convert_time_unit(erlang:monotonic_time() - T0, native, microsecond),
    {micros, max(Micros - 99000, 1)};
%% A receive with a limit that its message never lets come.
run(receive_after, N) ->
    Pong = spawn_link(fun pong/0),
    pings(N, Pong);
run(after_zero, N) -> after_zero(N).

start_cancel(0) -> true;
start_cancel(N) ->
    Timer = erlang:start_timer(5000, self(), late),
    Left = erlang:cancel_timer(Timer),
    true = is_integer(Left),
    start_cancel(N - 1).

fired(0) -> true;
fired(N) -> receive I when is_integer(I) -> fired(N - 1) end.

pong() -> receive {Pid, I} -> Pid ! I, pong() end.

pings(0, _) -> true;
pings(N, Pid) ->
    Pid ! {self(), N},
    receive N -> pings(N - 1, Pid) after 5000 -> late end.

after_zero(0) -> true;
after_zero(N) -> receive never -> false after 0 -> after_zero(N - 1) end.
