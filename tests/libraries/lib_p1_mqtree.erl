%% mqtree: topics and filters of MQTT in a tree in C.
-module(lib_p1_mqtree).
-export([main/0]).

main() ->
    T = mqtree:new(),
    io:format("~p ~p~n", [mqtree:is_empty(T), mqtree:size(T)]),
    Filters = [<<"a/b/c">>, <<"a/+/c">>, <<"a/#">>, <<"#">>, <<"+/b/+">>, <<"$SYS/#">>, <<>>, <<"/">>, <<"a//c">>],
    [ok = mqtree:insert(T, F) || F <- Filters ++ [<<"a/#">>]],
    io:format("~p ~p~n", [mqtree:size(T), lists:sort(mqtree:to_list(T))]),
    Names = [<<"a/b/c">>, <<"a/x/c">>, <<"a">>, <<"b">>, <<"$SYS/x">>, <<"$SYS">>, <<"x/b/y">>, <<>>, <<"/">>, <<"a//c">>],
    [io:format("~p: ~p~n", [N, lists:sort(mqtree:match(T, N))]) || N <- Names],
    io:format("~p ~p~n", [mqtree:refc(T, <<"a/#">>), mqtree:refc(T, <<"none">>)]),
    io:format("~p ~p ~p~n", [mqtree:delete(T, <<"a/#">>), mqtree:delete(T, <<"a/#">>), mqtree:delete(T, <<"a/#">>)]),
    io:format("~p~n", [lists:sort(mqtree:match(T, <<"a/b/c">>))]),
    io:format("~p~n", [norm(mqtree:dump(T))]),
    [io:format("~p~n", [element(1, element(2, catch F()))])
     || F <- [fun() -> mqtree:insert(T, a) end, fun() -> mqtree:insert(make_ref(), <<"a">>) end,
              fun() -> mqtree:match(T, <<"a">>, 1) end]],
    names(T),
    ok = mqtree:clear(T),
    io:format("~p ~p~n", [mqtree:is_empty(T), mqtree:to_list(T)]),
    together().

norm(L) when is_list(L) -> lists:sort([norm(X) || X <- L]);
norm(T) when is_tuple(T) -> list_to_tuple([norm(X) || X <- tuple_to_list(T)]);
norm(X) -> X.

names(T) ->
    ok = mqtree:register(one, T),
    io:format("~p ~p~n", [mqtree:registered(), mqtree:whereis(one) =:= T]),
    io:format("~p ~p~n", [catch element(1, element(2, catch mqtree:register(one, mqtree:new()))), mqtree:whereis(two)]),
    %% A name keeps a tree that nobody else has.
    {P, M} = spawn_monitor(fun() ->
        K = mqtree:new(),
        mqtree:insert(K, <<"kept">>),
        mqtree:register(kept, K)
    end),
    receive {'DOWN', M, process, P, Why} -> io:format("~p~n", [Why]) end,
    garbage_collect(),
    io:format("~p~n", [mqtree:to_list(mqtree:whereis(kept))]),
    io:format("~p ~p~n", [mqtree:unregister(kept), mqtree:whereis(kept)]),
    io:format("~p ~p~n", [mqtree:unregister(one), catch element(1, element(2, catch mqtree:unregister(one)))]).

together() ->
    T = mqtree:new(),
    Topic = fun(K, N) -> iolist_to_binary(["t/", integer_to_list(K), "/", integer_to_list(N)]) end,
    Ps = [spawn_monitor(fun() ->
        [ok = mqtree:insert(T, Topic(K, N)) || N <- lists:seq(1, 500)],
        [[_] = mqtree:match(T, Topic(K, N)) || N <- lists:seq(1, 500)],
        [ok = mqtree:delete(T, Topic(K, N)) || N <- lists:seq(1, 500), N rem 2 =:= 0]
    end) || K <- lists:seq(1, 6)],
    [receive {'DOWN', M, process, P, Why} -> normal = Why end || {P, M} <- Ps],
    io:format("together: ~p ~p~n", [mqtree:size(T), erlang:phash2(lists:sort(mqtree:to_list(T)))]).
