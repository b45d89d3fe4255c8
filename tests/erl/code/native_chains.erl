%% Functions that call themselves once and go on afterwards: native code goes back by a loop.
-module(native_chains).
-export([main/0, append/2, sum/1, halves/1]).

main() ->
    Long = lists:seq(1, 3000),
    io:format("~p ~p~n", [append(Long, [x]) =:= Long ++ [x], sum(Long)]),
    io:format("~p~n", [append([1, 2, 3], sum([1.5, 2]))]),
    io:format("~p~n", [sum([1 bsl 59, 1 bsl 59, 1 bsl 59])]),
    io:format("~p~n", [halves([1.0, 2.5, 4.0])]),
    io:format("~p~n", [both([[[], []], [[[]], []]])]),
    io:format("~p~n", [doubled([a, {b}, <<"c">>, [d]])]),
    io:format("~p~n", [through([1, 2, 3, 4], fun(X) -> sum([X, X]) end)]),
    io:format("~p ~p~n", [even(1001), even(1000)]),
    [failure(F) || F <- [fun() -> sum([1, 2, a, 4]) end, fun() -> sum([1, 2 | x]) end,
                         fun() -> append([1, 2 | x], []) end, fun() -> guarded([1, 0, 2]) end,
                         fun() -> through([1, 2, 3], fun(3) -> throw(three); (X) -> X end) end]],
    taken_turns(Long),
    traced().

append([], L) -> L;
append([H | T], L) -> [H | append(T, L)].

sum([]) -> 0;
sum([H | T]) -> H + sum(T).

%% What is returned is a float that need not be in a box on the way.
halves([]) -> 0.0;
halves([H | T]) when is_float(H) -> H / 2 + halves(T).

both([]) -> 1;
both([H | T]) -> both(H) + both(T).

%% More is made behind the call than fits beside what was made before.
doubled([]) -> [];
doubled([H | T]) ->
    Rest = doubled(T),
    [H, {H, H, length(Rest)}, [H | Rest] | Rest].

through([], _) -> [];
through([H | T], F) -> [F(H) | through(T, F)].

%% Two functions that return to each other, not to themselves.
even(0) -> true;
even(N) -> not odd(N - 1).
odd(0) -> true;
odd(N) -> not even(N - 1).

%% The way back goes on in a handler now and then.
guarded([]) -> 0;
guarded([H | T]) ->
    Rest = guarded(T),
    try 12 div H + Rest
    catch error:badarith -> {none, Rest}
    end.

taken_turns(Long) ->
    Me = self(),
    Pids = [spawn_link(fun() -> Me ! {self(), [sum(append(Long, [])) || _ <- lists:seq(1, 5)]} end)
            || _ <- lists:seq(1, 5)],
    io:format("~p~n", [lists:usort(lists:append([receive {P, Sums} -> Sums end || P <- Pids]))]).

%% What each call returns is seen, and then not any more in the middle of a chain.
traced() ->
    {Pid, Monitor} = spawn_monitor(fun() -> receive go -> exit(sum([1, 2, 3])) end end),
    1 = erlang:trace(Pid, true, [call, return_to]),
    1 = erlang:trace_pattern({?MODULE, sum, 1}, [{'_', [], [{return_trace}]}], [local]),
    Pid ! go,
    receive {'DOWN', Monitor, process, Pid, Sum} -> io:format("~p~n", [Sum]) end,
    Delivered = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Delivered} -> ok end,
    print(),
    1 = erlang:trace_pattern({?MODULE, sum, 1}, false, [local]),
    io:format("~p~n", [sum([4, 5])]).

print() ->
    receive
        {trace, _, call, {_, F, Args}} -> io:format("~p ~p~n", [F, Args]), print();
        {trace, _, return_to, Where} -> io:format("to ~p~n", [Where]), print();
        {trace, _, return_from, {_, F, A}, Value} -> io:format("~p/~p gave ~p~n", [F, A, Value]), print()
    after 0 -> ok
    end.

failure(F) ->
    try F() of Value -> io:format("~p~n", [Value])
    catch
        Class:Reason:Trace ->
            Own = [{G, A, proplists:get_value(line, L)}
                   || {?MODULE, G, A, L} <- Trace],
            io:format("~p ~p ~p~n", [Class, Reason, Own])
    end.
