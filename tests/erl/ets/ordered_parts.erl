%% An ordered table that several write to comes apart; what is asked of it as a whole is answered as of one.
-module(ordered_parts).
-export([main/0]).

-define(WRITERS, 4).
-define(ROUNDS, 6).
-define(KEYS, 2000).

main() ->
    T = ets:new(t, [ordered_set, public, {write_concurrency, true}]),
    %% Those that stay.
    Kept = [K * 100 || K <- lists:seq(0, ?WRITERS * ?KEYS div 100 - 1)],
    true = ets:insert(T, [{K, kept} || K <- Kept]),
    Self = self(),
    Writers = [spawn_monitor(fun() -> write(T, W, ?ROUNDS), Self ! {done, W} end) || W <- lists:seq(0, ?WRITERS - 1)],
    Walks = walks(T, Kept, length(Writers), 0),
    io:format("walked ~p~n", [Walks > 0]),
    [receive {'DOWN', Ref, _, _, normal} -> ok end || {_, Ref} <- Writers],
    All = lists:seq(0, ?WRITERS * ?KEYS - 1),
    io:format("~p ~p~n", [ets:info(T, size), [K || {K, _} <- ets:tab2list(T)] =:= All]),
    io:format("~p ~p ~p ~p~n", [ets:first(T), ets:last(T), ets:next(T, 1999), ets:prev(T, 2000.5)]),
    io:format("~p~n", [ets:select(T, [{{'$1', '_'}, [{'>=', '$1', 3990}, {'<', '$1', 4003}], ['$1']}])]),
    io:format("~p~n", [element(1, ets:select_reverse(T, [{{'$1', kept}, [], ['$1']}], 5))]),
    io:format("~p~n", [pages(ets:select(T, [{{'$1', kept}, [], ['$1']}], 7), []) =:= Kept]),
    io:format("~p ~p~n", [ets:slot(T, 4321), catch ets:slot(T, ?WRITERS * ?KEYS + 1)]),
    io:format("~p ~p~n", [ets:insert_new(T, [{-1, x}, {7999, x}]), ets:member(T, -1)]),
    io:format("~p ~p~n", [ets:insert_new(T, [{-1, x}, {9999, x}]), ets:lookup(T, 9999)]),
    io:format("~p~n", [ets:select_delete(T, [{{'$1', '_'}, [{'=/=', {'rem', '$1', 100}, 0}], [true]}])]),
    io:format("~p~n", [[K || {K, _} <- ets:tab2list(T)] =:= Kept]),
    io:format("~p ~p ~p~n", [ets:take(T, 4100), ets:next(T, 4000), ets:prev(T, 4200)]),
    io:format("~p~n", [ets:foldr(fun({K, _}, [N | _] = L) when K < N -> [K | L] end, [10000], T) =:= (Kept -- [4100]) ++ [10000]]),
    true = ets:delete_all_objects(T),
    io:format("~p ~p ~p~n", [ets:info(T, size), ets:first(T), ets:last(T)]).

%% Each writes keys of its own range and takes them away again, but for the last time.
write(T, W, Round) ->
    Mine = [K || K <- lists:seq(W * ?KEYS, (W + 1) * ?KEYS - 1), K rem 100 =/= 0],
    [true = ets:insert(T, {K, Round}) || K <- Mine],
    [[{K, Round}] = ets:lookup(T, K) || K <- Mine],
    if
        Round > 0 -> [true = ets:delete(T, K) || K <- Mine], write(T, W, Round - 1);
        true -> ok
    end.

walks(_, _, 0, N) -> N;
walks(T, Kept, Left, N) ->
    Kept = stays(forward(T, ets:first(T), [])),
    Kept = stays(back(T, ets:last(T), [])),
    Kept = ets:select(T, [{{'$1', kept}, [], ['$1']}]),
    Kept = ets:foldr(fun({K, kept}, L) -> [K | L]; (_, L) -> L end, [], T),
    receive {done, _} -> walks(T, Kept, Left - 1, N + 1) after 0 -> walks(T, Kept, Left, N + 1) end.

forward(_, '$end_of_table', L) -> lists:reverse(L);
forward(T, K, L) -> forward(T, ets:next(T, K), [K | L]).
back(_, '$end_of_table', L) -> L;
back(T, K, L) -> back(T, ets:prev(T, K), [K | L]).
stays(L) -> [K || K <- L, K rem 100 =:= 0].

pages('$end_of_table', L) -> lists:append(lists:reverse(L));
pages({Page, More}, L) -> pages(ets:select(More), [Page | L]).
