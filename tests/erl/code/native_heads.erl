%% Functions that call themselves and go on: what they begin with may be at their calls, too.
-module(native_heads).
-export([main/0, depth/1, sum/1, count/2, kinds/1]).

main() ->
    Tree = tree(12),
    io:format("~p ~p ~p~n", [depth(Tree), sum(Tree), leaves(Tree)]),
    io:format("~p ~p~n", [count(20, 0), take(14, 7, 3)]),
    io:format("~p~n", [kinds([1, a, [b, []], {c, [d]}, {e}, 2.5])]),
    [failure(F) || F <- [fun() -> depth(x) end, fun() -> depth({leaf, {1, x, 2}}) end,
                         fun() -> depth({{leaf, 1}, y}) end, fun() -> sum({{leaf, 1}, {leaf, z}}) end,
                         fun() -> kinds([x, "y" | z]) end, fun() -> count(3, x) end]],
    io:format("~p~n", [length(deep(100000))]),
    taken_turns(Tree),
    traced().

tree(0) -> {leaf, 1};
tree(N) -> {tree(N - 1), tree(N - 1)}.

depth({leaf, _}) -> 0;
depth({L, R}) -> 1 + max(depth(L), depth(R)).

sum({leaf, N}) -> N;
sum({L, R}) -> sum(L) + sum(R).

leaves({leaf, _}) -> 1;
leaves({L, R}) ->
    try leaves(L) + leaves(R)
    catch error:_ -> none
    end.

%% Returns one of its arguments, after its registers have changed places.
count(0, Acc) -> Acc;
count(N, Acc) when N band 1 =:= 1 -> count(N - 1, Acc) + N;
count(N, Acc) -> count(N - 2, Acc + 1) + Acc.

take(X, Y, Z) when Y >= X -> Z;
take(X, Y, Z) -> take(take(X - 1, Y, Z), take(Y - 1, Z, X), take(Z - 1, X, Y)).

kinds([]) -> [];
kinds(X) when is_atom(X) -> atom;
kinds(X) when is_integer(X) -> integer;
kinds([X | Rest]) -> [kinds(X) | kinds(Rest)];
kinds({X}) -> {one, kinds(X)};
kinds({X, Y}) -> {two, kinds(X), kinds(Y)};
kinds(X) when is_float(X) -> float.

%% Deep enough that the stack grows many times.
deep(0) -> [];
deep(N) -> [N | deep(N - 1)].

taken_turns(Tree) ->
    Me = self(),
    Pids = [spawn_link(fun() -> Me ! {self(), [sum(Tree) || _ <- lists:seq(1, 20)]} end) || _ <- lists:seq(1, 5)],
    io:format("~p~n", [lists:usort(lists:append([receive {P, Sums} -> Sums end || P <- Pids]))]).

%% Each call is seen, and what it returns, from wherever it is made.
traced() ->
    {Pid, Monitor} = spawn_monitor(fun() -> receive go -> exit(sum({{leaf, 1}, {leaf, 2}})) end end),
    1 = erlang:trace(Pid, true, [call]),
    1 = erlang:trace_pattern({?MODULE, sum, 1}, [{'_', [], [{return_trace}]}], [local]),
    Pid ! go,
    receive {'DOWN', Monitor, process, Pid, Sum} -> io:format("~p~n", [Sum]) end,
    Delivered = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Delivered} -> ok end,
    print(),
    1 = erlang:trace_pattern({?MODULE, sum, 1}, false, [local]),
    io:format("~p~n", [sum({{leaf, 3}, {leaf, 4}})]).

print() ->
    receive
        {trace, _, call, {_, F, Args}} -> io:format("~p ~p~n", [F, Args]), print();
        {trace, _, return_from, {_, F, A}, Value} -> io:format("~p/~p gave ~p~n", [F, A, Value]), print()
    after 0 -> ok
    end.

failure(F) ->
    try F() of Value -> io:format("~p~n", [Value])
    catch
        Class:Reason:Trace ->
            Own = [{G, if is_list(A) -> A; true -> A end} || {?MODULE, G, A, _} <- Trace],
            io:format("~p ~p ~p~n", [Class, Reason, hd(Own)])
    end.
