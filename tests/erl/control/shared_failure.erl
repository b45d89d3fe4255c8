%% The compiler lets ways with stack frames of different sizes share code that only raises: both
%% must show all the functions that are being executed.
-module(shared_failure).
-export([main/0]).

main() ->
    [io:format("~p~n", [failure(fun() -> outer(M) end)]) || M <- [#{}, no_map]].

failure(F) ->
    try F() catch error:Reason:Trace -> {Reason, [{N, A} || {?MODULE, N, A, _} <- Trace]} end.

outer(M) ->
    [a, b | inner(1, [#{}], M)].

%% It has three slots where the map is matched, and one where the member is.
inner(I, A, B) ->
    M = t:id(B),
    false = case t:id(M) of
        #{} -> lists:member(M, A);
        _ -> true
    end,
    t:id(I),
    ok.
