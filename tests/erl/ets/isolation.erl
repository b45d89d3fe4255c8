%% Several objects that are inserted at once, or deleted by delete_all_objects, are seen all or none.
-module(isolation).
-export([main/0]).

main() ->
    [t:p({Kind, inserted(Kind), deleted(Kind)}) || Kind <- [set, ordered_set]].

%% A reader that sees the first object of an insertion sees the second one, too.
inserted(Kind) ->
    T = ets:new(t, [Kind, public]),
    ets:insert(T, [{a, 0}, {b, 0}]),
    writing(fun(N) -> ets:insert(T, [{a, N}, {b, N}]) end),
    older(T, 300_000, 0).

older(_, 0, Count) -> stopped(Count);
older(T, Rounds, Count) ->
    [{a, A}] = ets:lookup(T, a),
    B = ets:lookup_element(T, b, 2),
    older(T, Rounds - 1, if B < A -> Count + 1; true -> Count end).

%% A reader that sees that an object has gone does not see another one that went with it.
deleted(Kind) ->
    T = ets:new(t, [Kind, public]),
    writing(fun(N) -> ets:insert(T, [{a, N}, {b, N}]), ets:delete_all_objects(T) end),
    left(T, 300_000, 0, 0).

left(_, 0, _, Count) -> stopped(Count);
left(T, Rounds, Seen, Count) ->
    case ets:lookup(T, a) of
        [{a, N}] -> left(T, Rounds - 1, N, Count);
        [] ->
            Left = ets:lookup(T, b) =:= [{b, Seen}],
            left(T, Rounds - 1, Seen, if Left -> Count + 1; true -> Count end)
    end.

writing(Write) ->
    put(writer, spawn_link(fun() -> write(Write, 1) end)).

write(Write, N) ->
    Write(N),
    write(Write, N + 1).

stopped(Result) ->
    Writer = erase(writer),
    unlink(Writer),
    exit(Writer, kill),
    Result.
