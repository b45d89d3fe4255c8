%% Stress: timers started and cancelled by many. One that is cancelled in time does not fire; one that is not fires
%% once, and not early; receive timeouts come although others keep the schedulers busy.
-module(timer_storm).
-export([main/0]).

main() ->
    Self = self(),
    Ps = [spawn_monitor(fun() -> rand:seed(exsss, {I, 2, 3}), exit(timers(t:scale(300))) end) || I <- lists:seq(1, 8)],
    t:p(lists:usort([receive {'DOWN', M, _, _, R} -> R after 60000 -> {stuck, process_info(P)} end || {P, M} <- Ps])),
    Ws = [spawn(fun() -> Self ! {self(), waits(t:scale(20))} end) || _ <- lists:seq(1, 200)],
    t:p(lists:usort([receive {W, R} -> R after 60000 -> {stuck, process_info(W)} end || W <- Ws])),
    t:p(killed(t:scale(1000))),
    t:p(late()),
    t:p(t:flush()).

timers(0) -> receive X -> {superfluous, X} after 20 -> ok end;
timers(N) ->
    Ms = rand:uniform(4) - 1,
    Start = erlang:monotonic_time(),
    T = case rand:uniform(2) of 1 -> erlang:send_after(Ms, self(), {fired, N}); 2 -> erlang:start_timer(Ms, self(), N) end,
    case rand:uniform(3) of 1 -> erlang:yield(); 2 -> receive after rand:uniform(3) -> ok end; 3 -> ok end,
    Fired = fun() ->
        receive {fired, N} -> fired; {timeout, T, N} -> fired after 20000 -> {lost, Ms} end
    end,
    R = case rand:uniform(3) of
        1 -> Fired();
        _ ->
            case erlang:cancel_timer(T) of
                false -> Fired();
                Left when is_integer(Left), Left =< Ms -> receive {fired, N} -> after_cancel; {timeout, T, N} -> after_cancel after 0 -> cancelled end
            end
    end,
    Took = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, microsecond),
    case R of
        fired when Took < Ms * 1000 -> {early, Ms, Took};
        fired -> timers(N - 1);
        cancelled -> timers(N - 1);
        _ -> R
    end.

waits(0) -> ok;
waits(N) ->
    receive never -> never after rand:uniform(5) - 1 -> waits(N - 1) end.

%% Processes that die with timers running leave nothing behind.
killed(0) -> none;
killed(N) ->
    {P, M} = spawn_monitor(fun() -> erlang:send_after(3600000, self(), x), receive after 3600000 -> ok end end),
    case N rem 2 of 0 -> erlang:yield(); _ -> ok end,
    exit(P, kill),
    receive {'DOWN', M, _, _, killed} -> killed(N - 1) after 20000 -> stuck end.

%% All are asleep; one timer after the other wakes them, none much too late.
late() ->
    lists:usort([begin
        Start = erlang:monotonic_time(millisecond),
        erlang:send_after(Ms, self(), ring), receive ring -> ok end,
        Took = erlang:monotonic_time(millisecond) - Start,
        if Took > Ms + 3000 -> {late, Ms, Took}; Took < Ms -> {early, Ms, Took}; true -> in_time end
    end || Ms <- [0, 1, 5, 20, 50, 100, 1]]).
