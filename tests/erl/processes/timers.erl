%% Timers: send_after, start_timer, cancelling and reading them; the timer module.
-module(timers).
-export([main/0]).

main() ->
    R1 = erlang:send_after(20, self(), one), t:p(receive one -> got after 5000 -> late end), t:p(erlang:cancel_timer(R1)),
    R2 = erlang:start_timer(10, self(), {two}), t:p(receive {timeout, R2, M} -> M end),
    R3 = erlang:send_after(100000, self(), never), L = erlang:read_timer(R3), t:p(L > 90000 andalso L =< 100000),
    C = erlang:cancel_timer(R3), t:p(C > 90000), t:p({erlang:read_timer(R3), erlang:cancel_timer(R3)}),
    R4 = erlang:send_after(100000, self(), x), t:p(erlang:cancel_timer(R4, [{async, true}, {info, true}])), t:p(receive {cancel_timer, R4, T4} -> is_integer(T4) end),
    R5 = erlang:send_after(100000, self(), x), t:p(erlang:cancel_timer(R5, [{info, false}])),
    %% In order of their times, not of their starts.
    [erlang:send_after(T, self(), {at, T}) || T <- [90, 30, 60, 10]],
    t:p([receive {at, T} -> T end || _ <- [1, 2, 3, 4]]),
    erlang:send_after(erlang:monotonic_time(millisecond) + 20, self(), abs, [{abs, true}]), t:p(receive abs -> ok after 5000 -> late end),
    register(timer_target, self()), erlang:send_after(5, timer_target, named), t:p(receive named -> ok after 5000 -> late end),
    P = spawn(fun() -> ok end), erlang:send_after(1, P, to_the_dead),
    [erlang:send_after(N rem 50, self(), {many, N}) || N <- lists:seq(1, 5000)],
    t:p(lists:sum([receive {many, N} -> N end || _ <- lists:seq(1, 5000)])),
    Rs = [erlang:send_after(60000, self(), {none, N}) || N <- lists:seq(1, 5000)],
    t:p(lists:all(fun(R) -> is_integer(erlang:cancel_timer(R)) end, Rs)),
    t:show("negative", fun() -> erlang:send_after(t:id(-1), self(), x) end),
    t:show("bad dest", fun() -> erlang:send_after(1, t:id("x"), x) end),
    t:show("bad ref", fun() -> erlang:cancel_timer(t:id(a)) end),
    {ok, _} = timer:send_after(10, self(), from_module), t:p(receive from_module -> ok end),
    {ok, I} = timer:send_interval(5, tick), t:p([receive tick -> tick end || _ <- [1, 2, 3]]), t:p(timer:cancel(I)),
    {Us, v} = timer:tc(fun() -> timer:sleep(20), v end), t:p(Us >= 20000),
    A = erlang:monotonic_time(), B = erlang:monotonic_time(), t:p(B >= A),
    t:p([erlang:convert_time_unit(1, second, U) || U <- [second, millisecond, microsecond, nanosecond]]),
    {Mg, S, Mi} = os:timestamp(), t:p(abs(Mg * 1000000 + S + Mi div 1000000 - erlang:system_time(second)) < 5),
    t:p(length(lists:usort([erlang:unique_integer() || _ <- lists:seq(1, 1000)]))),
    U = [erlang:unique_integer([monotonic, positive]) || _ <- lists:seq(1, 100)], t:p(U =:= lists:sort(U)),
    t:p(calendar:universal_time_to_local_time({{2024, 7, 1}, {12, 0, 0}})), t:p(calendar:local_time_to_universal_time_dst({{2024, 1, 1}, {12, 0, 0}})),
    t:p(erlang:universaltime_to_posixtime({{2000, 1, 1}, {0, 0, 0}})), t:p(calendar:system_time_to_rfc3339(1700000000, [{offset, "Z"}])),
    t:show("bad local", fun() -> erlang:localtime_to_universaltime(t:id({{2023, 13, 1}, {0, 0, 0}})) end).
