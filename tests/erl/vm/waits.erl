% Processes that wait for messages in native code: woken, timed out, asked, collected, suspended, killed, passed over.
-module(waits).
-export([main/0, loop/1, limited/2]).

main() ->
    Pid = spawn(?MODULE, loop, [[]]),
    settle(Pid),
    p([process_info(Pid, I) || I <- [status, current_function, message_queue_len]]),
    [{M, F, A, _} | _] = element(2, process_info(Pid, current_stacktrace)),
    p({M, F, A}),
    [Pid ! {other, I} || I <- lists:seq(1, 5)],
    p(call(Pid, {push, a})),
    true = erlang:garbage_collect(Pid),
    p(call(Pid, {push, lists:seq(1, 5)})),
    true = erlang:suspend_process(Pid),
    Pid ! {push, self(), b},
    p(receive {Pid, _} -> resumed_alone after 20 -> suspended end),
    true = erlang:resume_process(Pid),
    p(receive {Pid, L} -> L end),
    p(process_info(Pid, message_queue_len)),
    p(call(Pid, skipped)),
    Ref = monitor(process, Pid),
    exit(Pid, kill),
    p(receive {'DOWN', Ref, process, Pid, R} -> R end),
    % With limits.
    Limited = spawn(?MODULE, limited, [self(), 10]),
    p(receive {Limited, T} -> T end),
    Limited ! {go, x},
    p(receive {Limited, G} -> G end),
    Limited ! stop,
    p(receive {Limited, S} -> S end),
    p(try wait(-1) catch error:E -> E end),
    p(try wait(foo) catch error:E2 -> E2 end),
    p(wait(0)),
    % Traced while it waits.
    Traced = spawn(?MODULE, loop, [[]]),
    settle(Traced),
    1 = erlang:trace(Traced, true, ['receive']),
    1 = erlang:trace_pattern({?MODULE, loop, 1}, true, [local]),
    1 = erlang:trace(Traced, true, [call]),
    p(call(Traced, {push, 1})),
    p(traces(Traced, 2)),
    1 = erlang:trace(Traced, false, [all]),
    erlang:trace_pattern({?MODULE, loop, 1}, false, [local]),
    p(call(Traced, {push, 2})),
    % Many who wake each other, with priorities.
    Ring = lists:foldl(fun(_, Next) -> spawn(fun() -> pass(Next) end) end, self(), lists:seq(1, 200)),
    Ring ! 1000,
    p(around(Ring, 0)),
    p(selective(500)).

p(X) -> io:format("~p~n", [X]).

call(Pid, Request) -> Pid ! erlang:insert_element(2, if is_tuple(Request) -> Request; true -> {Request} end, self()),
    receive {Pid, Answer} -> Answer end.

% Until it waits.
settle(Pid) ->
    case process_info(Pid, [status, current_function]) of
        [{status, waiting}, {current_function, {?MODULE, _, _}}] -> ok;
        _ -> erlang:yield(), settle(Pid)
    end.

loop(L) ->
    receive
        {push, From, X} -> New = [X | L], From ! {self(), New}, loop(New);
        {skipped, From} -> From ! {self(), skipped(0)}, loop(L)
    end.

skipped(N) -> receive {other, _} -> skipped(N + 1) after 0 -> N end.

limited(Parent, Ms) ->
    receive
        {go, X} -> Parent ! {self(), {got, X}}, limited(Parent, Ms);
        stop -> Parent ! {self(), stopped}
    after Ms -> Parent ! {self(), timed_out}, limited(Parent, 100000 - Ms)
    end.

wait(Ms) -> receive never -> never after Ms -> late end.

traces(_, 0) -> [];
traces(Pid, N) ->
    receive
        {trace, Pid, call, {M, F, As}} -> [{call, M, F, As} | traces(Pid, N - 1)];
        {trace, Pid, 'receive', {push, _, X}} -> [{got, X} | traces(Pid, N - 1)]
    end.

pass(Next) -> receive N -> Next ! N - 1, pass(Next) end.

around(Ring, Rounds) -> receive N when N > 0 -> Ring ! N, around(Ring, Rounds + 1); N -> {N, Rounds} end.

selective(N) ->
    Self = self(),
    [spawn(fun() -> Self ! {I, I * I} end) || I <- lists:seq(1, N)],
    lists:sum([receive {I, S} -> S end || I <- lists:reverse(lists:seq(1, N))]).
