%% Stress: many receive at the same time what comes in small parts: every byte arrives, in order, once.
-module(socket_bytes).
-export([main/0]).

main() ->
    t:p(t:all(8, fun(_) -> lists:usort([transfer() || _ <- lists:seq(1, t:scale(3))]) end)).

transfer() ->
    {ok, L} = gen_tcp:listen(0, [binary, {ip, {127,0,0,1}}, {active, false}, {sndbuf, 4096}]),
    {ok, Port} = inet:port(L),
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, [binary, {active, false}, {recbuf, 4096}]),
    {ok, S} = gen_tcp:accept(L),
    ok = gen_tcp:close(L),
    Data = << <<(I * 7919):32>> || I <- lists:seq(1, 50000) >>,
    {Sender, M} = spawn_monitor(fun() ->
        receive go -> ok end,
        exit([gen_tcp:send(C, Data), gen_tcp:send(C, Data), gen_tcp:close(C)])
    end),
    ok = gen_tcp:controlling_process(C, Sender),
    Sender ! go,
    Got = received(S, []),
    ok = gen_tcp:close(S),
    receive {'DOWN', M, _, _, R} -> {R, iolist_to_binary(Got) =:= <<Data/binary, Data/binary>>} end.

received(S, Got) ->
    case gen_tcp:recv(S, 0) of
        {ok, Part} -> received(S, [Got, Part]);
        {error, closed} -> Got
    end.
