%% gen_tcp and gen_udp on the module `socket`: {inet_backend, socket}.
-module(socket_backend).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun run/0),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("end: ~p~n", [Why]) end.

run() ->
    [tcp(B) || B <- [inet, socket]],
    [udp(B) || B <- [inet, socket]].

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

next() -> receive M -> M after 5000 -> nothing end.

%% Messages without the socket.
next(S) ->
    case next() of
        M when is_tuple(M), element(2, M) =:= S -> erlang:delete_element(2, M);
        M -> M
    end.

tcp(Backend) ->
    io:format("--- tcp, ~p~n", [Backend]),
    Opts = [{inet_backend, Backend}, binary, {active, false}],
    {ok, L} = gen_tcp:listen(0, Opts ++ [{ip, {127,0,0,1}}, {reuseaddr, true}]),
    {ok, Port} = inet:port(L),
    Me = self(),
    spawn_link(fun() ->
        {ok, S} = gen_tcp:accept(L),
        ok = gen_tcp:controlling_process(S, Me),
        Me ! {accepted, S}
    end),
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, Opts),
    {accepted, S} = next(),
    p(peername, inet:peername(C) =:= {ok, {{127,0,0,1}, Port}}),
    ok = gen_tcp:send(C, "hello"),
    p(recv, gen_tcp:recv(S, 0)),
    ok = gen_tcp:send(C, ["much", " more"]),
    p(recv, [gen_tcp:recv(S, 4), gen_tcp:recv(S, 0, 1000), gen_tcp:recv(S, 0, 10), gen_tcp:recv(S, 0, 0)]),
    [begin
         ok = inet:setopts(S, [{packet, P}]),
         ok = inet:setopts(C, [{packet, P}]),
         ok = gen_tcp:send(C, D),
         p(P, gen_tcp:recv(S, 0, 1000))
     end || {P, D} <- [{1, "one"}, {2, "two"}, {4, "four"}, {line, "a line\n"}]],
    ok = inet:setopts(S, [{packet, http}]),
    ok = inet:setopts(C, [{packet, raw}]),
    ok = gen_tcp:send(C, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    p(http, [gen_tcp:recv(S, 0, 1000) || _ <- [1, 2, 3]]),
    ok = inet:setopts(S, [{packet, raw}, {active, true}]),
    ok = gen_tcp:send(C, "active"),
    p(active, next(S)),
    ok = inet:setopts(S, [{active, once}, {mode, list}]),
    ok = gen_tcp:send(C, "once"),
    p(once, next(S)),
    ok = gen_tcp:send(C, "not yet"),
    p(nothing, receive X -> X after 20 -> nothing end),
    ok = inet:setopts(S, [{active, 2}]),
    p(counted, next(S)),
    ok = gen_tcp:send(C, "last"),
    p(counted, [next(S), next(S)]),
    p(getopts, inet:getopts(S, [active, packet, nodelay, keepalive, mode])),
    p(stat, element(1, inet:getstat(S))),
    ok = inet:setopts(S, [{active, true}]),
    p(recv, gen_tcp:recv(S, 0, 0)),
    ok = gen_tcp:shutdown(C, write),
    p(closed, next(S)),
    ok = gen_tcp:close(C),
    p(again, [gen_tcp:send(C, "x"), gen_tcp:recv(C, 0), gen_tcp:close(C)]),
    gen_tcp:close(S),
    spawn_link(fun() -> Me ! {waited, gen_tcp:accept(L, 10)} end),
    p(accept, next()),
    ok = gen_tcp:close(L),
    p(refused, gen_tcp:connect({127,0,0,1}, Port, Opts)),
    large(Opts).

large(Opts) ->
    {ok, L} = gen_tcp:listen(0, Opts ++ [{ip, {127,0,0,1}}, {packet, 4}]),
    {ok, Port} = inet:port(L),
    Data = binary:copy(<<"0123456789">>, 100000),
    Me = self(),
    spawn_link(fun() ->
        {ok, S} = gen_tcp:accept(L),
        {ok, D} = gen_tcp:recv(S, 0),
        ok = gen_tcp:send(S, D),
        Me ! echoed,
        gen_tcp:recv(S, 0)
    end),
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, Opts ++ [{packet, 4}]),
    ok = gen_tcp:send(C, Data),
    {ok, Got} = gen_tcp:recv(C, 0, 5000),
    p(large, {Got =:= Data, next()}),
    ok = gen_tcp:close(C),
    ok = gen_tcp:close(L).

udp(Backend) ->
    io:format("--- udp, ~p~n", [Backend]),
    Opts = [{inet_backend, Backend}, binary, {active, false}, {ip, {127,0,0,1}}],
    {ok, A} = gen_udp:open(0, Opts),
    {ok, B} = gen_udp:open(0, Opts),
    {ok, PA} = inet:port(A),
    {ok, PB} = inet:port(B),
    ok = gen_udp:send(A, {127,0,0,1}, PB, "one"),
    {ok, {Ip, PA, D}} = gen_udp:recv(B, 0),
    p(recv, {Ip, D}),
    p(timeout, gen_udp:recv(B, 0, 10)),
    ok = inet:setopts(B, [{active, once}]),
    ok = gen_udp:send(A, {{127,0,0,1}, PB}, ["t", <<"wo">>]),
    {udp, B, Ip2, PA, D2} = next(),
    p(once, {Ip2, D2}),
    ok = inet:setopts(B, [{active, true}, list]),
    [ok = gen_udp:send(A, {127,0,0,1}, PB, [I]) || I <- "abc"],
    p(active, [element(5, next()) || _ <- "abc"]),
    p(connect, gen_udp:connect(A, {127,0,0,1}, PB)),
    ok = gen_udp:send(A, "connected"),
    p(active, element(5, next())),
    p(getopts, inet:getopts(B, [active, mode])),
    ok = gen_udp:close(B),
    p(closed, [gen_udp:send(B, {127,0,0,1}, PA, "x"), gen_udp:recv(B, 0)]),
    ok = gen_udp:close(A).
