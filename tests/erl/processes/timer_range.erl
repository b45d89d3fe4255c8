%% Times of timers: from the start of the emulator to its end, and not beyond.
-module(timer_range).
-export([main/0]).

main() ->
    Start = erlang:convert_time_unit(erlang:system_info(start_time), native, millisecond),
    End = erlang:convert_time_unit(erlang:system_info(end_time), native, millisecond),
    Now = erlang:monotonic_time(millisecond),
    io:format("~p~n", [{Start < Now, Now < End, End > 1 bsl 40}]),
    Times = [
        {start, Start}, {before, Start - 1}, {long_before, Start - 1000000}, {second_before, Start - 1000},
        {'end', End}, {before_end, End - 1}, {second_before_end, End - 1000}, {behind, End + 1}, {second_behind, End + 1000},
        {zero, 0}, {minus, -1}, {ended, End - Now - 1000}, {too_long, End - Now + 100000}, {small, (1 bsl 32)}, {large, 1 bsl 59}, {big, 1 bsl 64},
        {huge, 1 bsl 200}, {huge_minus, -(1 bsl 200)}, {float, 1.0}, {atom, infinity}],
    [io:format("~p ~p: ~0p~n", [What, Options, [{F, timer(F, Time, Options)} || F <- [start_timer, send_after]]])
        || {What, Time} <- Times, Options <- [[], [{abs, true}], [{abs, false}]]],
    io:format("~p~n", [[timer(F, 1000, Options) || F <- [start_timer, send_after],
        Options <- [[{abs, x}], [abs], [x], x, [{abs, true} | x], [{abs, true}, {abs, false}], [{abs, true, x}], {abs, false}]]]),
    io:format("~p~n", [[{T, waits(T)} || T <- [0, 1, -1, 1 bsl 32, (1 bsl 32) - 1, 1.0, x, 1 bsl 64]]]),
    Ref = erlang:start_timer(100000, self(), x),
    io:format("~p~n", [[options(F, O) || F <- [cancel_timer, read_timer],
        O <- [[], [{async, false}], [{async, x}], [x], x, [{info, false}], [{info, x}], [{async, false} | x]]]]),
    erlang:cancel_timer(Ref).

timer(F, Time, Options) ->
    try erlang:F(Time, self(), x, Options) of
        Ref ->
            Left = erlang:cancel_timer(Ref),
            case Left of
                false -> receive {timeout, Ref, x} -> over; x -> over end;
                _ when Left > 1000 * 1000 -> long;
                _ when is_integer(Left) -> short
            end
    catch
        error:Reason:Stack -> {Reason, info(hd(Stack))}
    end.

info({M, F, Args, Info}) ->
    {M, F, length(Args), erl_erts_errors_text(Info, {M, F, Args})}.

erl_erts_errors_text(Info, {M, F, Args}) ->
    case lists:keyfind(error_info, 1, Info) of
        {_, #{module := Module}} ->
            Module:format_error(badarg, [{M, F, Args, Info}]);
        false ->
            none
    end.

waits(Time) ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> receive {go, Self} -> ok after Time -> exit(over) end end),
    receive {'DOWN', Ref, _, _, {Reason, _}} -> Reason; {'DOWN', Ref, _, _, Reason} -> Reason
    after case Time of 0 -> 10000; 1 -> 10000; _ -> 20 end -> exit(Pid, kill), waits end.

options(cancel_timer, O) ->
    try erlang:cancel_timer(erlang:start_timer(100000, self(), z), O) of R -> shown(R) catch error:E -> E end;
options(read_timer, O) ->
    try erlang:read_timer(erlang:start_timer(100000, self(), z), O) of R -> shown(R) catch error:E -> E end.

shown(N) when is_integer(N) -> n;
shown(T) -> T.
