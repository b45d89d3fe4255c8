%% Ways of cutting a stream, with the bytes in pieces of all sizes, passive and active.
-module(tcp_packets).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun run/0),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("end: ~p~n", [Why]) end.

run() ->
    [try_type(T, B) || {T, B} <- samples()],
    [too_long(T, B) || {T, B} <- [{1, <<9, "123456789">>}, {2, <<0, 9, "123456789">>}, {4, <<0, 0, 0, 9, "12">>},
                                  {line, <<"123456789\n">>}, {http, <<"GET / HTTP/1.1\r\n">>},
                                  {cdr, <<"nonsense that is not">>}, {tpkt, <<9, 9, 9, 9>>}, {fcgi, <<9:64>>},
                                  {asn1, <<16#30, 16#85, 1, 2, 3, 4, 5>>}]],
    lines(),
    switching(),
    unreceived(),
    sending().

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

samples() ->
    Http = <<"GET /index.html HTTP/1.1\r\nHost: example.com\r\nX-Odd-name: v\r\n  goes on\r\n\r\n"
             "HTTP/1.0 404 Not Found\r\nContent-length: 0\r\n\r\nnonsense\r\n">>,
    [{raw, <<"abcdef">>}, {0, <<"abcdef">>},
     {1, <<3, "abc", 0, 1, "d">>}, {2, <<0, 3, "abc", 0, 0, 0, 1, "d">>}, {4, <<3:32, "abc", 0:32, 1:32, "d">>},
     {sunrm, <<3:32, "abc", 1:1, 2:31, "de">>},
     {cdr, <<"GIOP", 1, 0, 0, 0, 3:32, "abc", "GIOP", 1, 0, 1, 0, 2:32/little, "de">>},
     {fcgi, <<1, 2, 3:16, 4:16, 2, 0, "abcdXX", 1, 2, 3:16, 0:16, 0, 0>>},
     {tpkt, <<3, 0, 7:16, "abc", 3, 0, 5:16, "d">>},
     {asn1, <<16#30, 3, 1, 2, 3, 16#1f, 16#81, 1, 2, 7, 8, 16#30, 16#82, 0, 2, 5, 6>>},
     {line, <<"one\ntwo\r\n\nlast">>},
     {http, Http}, {http_bin, Http},
     {httph, <<"Host: x\r\nconnection: close\r\n\r\n">>}, {httph_bin, <<"Host: x\r\nFoo: a\r\n b\r\n\r\n">>},
     {ssl_tls, <<22, 3, 1, 3:16, "abc", 16#80, 5, 1, 3, 0, 7, 8>>}].

pair(ListenOpts, ConnectOpts) ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}} | ListenOpts]),
    {ok, Port} = inet:port(L),
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, [{nodelay, true} | ConnectOpts]),
    {ok, S} = gen_tcp:accept(L),
    ok = gen_tcp:close(L),
    {C, S}.

clean(X, S) when is_tuple(X) -> list_to_tuple([clean(E, S) || E <- tuple_to_list(X)]);
clean(S, S) -> socket;
clean(X, _) -> X.

%% The bytes are sent in pieces of N; what comes does not depend on N (but for raw).
try_type(Type, Bytes) ->
    Passive = [passive(Type, Bytes, N) || N <- sizes(Type)],
    Active = [active(Type, Bytes, N) || N <- sizes(Type)],
    p({passive, Type}, hd(Passive)),
    p({active, Type}, hd(Active)),
    p(same, {length(lists:usort(Passive)), length(lists:usort(Active))}).

sizes(T) when T =:= raw; T =:= 0 -> [1000];
sizes(_) -> [1000, 1, 2, 3, 7].

send(_, <<>>, _) -> ok;
send(S, Bytes, N) ->
    M = min(N, byte_size(Bytes)),
    <<Now:M/binary, Later/binary>> = Bytes,
    ok = gen_tcp:send(S, Now),
    send(S, Later, N).

sender(S, Bytes, N) ->
    Me = self(),
    Pid = spawn_link(fun() ->
        receive go -> ok end,
        send(S, Bytes, N),
        ok = gen_tcp:close(S),
        unlink(Me)
    end),
    ok = gen_tcp:controlling_process(S, Pid),
    Pid ! go.

passive(Type, Bytes, N) ->
    {C, S} = pair([binary, {active, false}], [binary, {active, false}, {packet, Type}]),
    sender(S, Bytes, N),
    R = recv_all(C),
    gen_tcp:close(C),
    R.

recv_all(C) ->
    case gen_tcp:recv(C, 0) of
        {ok, D} -> [clean(D, C) | recv_all(C)];
        E -> [E]
    end.

active(Type, Bytes, N) ->
    {C, S} = pair([binary, {active, false}], [list, {active, true}, {packet, Type}]),
    sender(S, Bytes, N),
    active_all(C).

active_all(C) ->
    receive
        {tcp_closed, C} -> [closed];
        M when element(2, M) =:= C -> [clean(M, C) | active_all(C)]
    after 5000 -> [nothing]
    end.

too_long(Type, Bytes) ->
    {C, S} = pair([binary, {active, false}], [binary, {active, false}, {packet, Type}, {packet_size, 8}]),
    ok = gen_tcp:send(S, Bytes),
    A = gen_tcp:recv(C, 0, 5000),
    p({too_long, Type}, {A, gen_tcp:recv(C, 0, 100)}),
    gen_tcp:close(C),
    gen_tcp:close(S),
    {C2, S2} = pair([binary, {active, false}], [binary, {active, true}, {packet, Type}, {packet_size, 8}]),
    ok = gen_tcp:send(S2, Bytes),
    p({too_long, Type}, active_all(C2)),
    gen_tcp:close(S2).

%% Lines that are longer than the buffer come in pieces.
lines() ->
    {C, S} = pair([binary, {active, false}], [binary, {active, false}, {packet, line}, {buffer, 10}]),
    ok = gen_tcp:send(S, "a line of more than ten\nshort\n"),
    p(lines, [gen_tcp:recv(C, 0) || _ <- [1, 2, 3, 4]]),
    ok = inet:setopts(C, [{line_delimiter, $;}]),
    ok = gen_tcp:send(S, "a;b\n;"),
    p(delimiter, [gen_tcp:recv(C, 0) || _ <- [1, 2]]),
    p(length, gen_tcp:recv(C, 3)),
    gen_tcp:close(C),
    gen_tcp:close(S).

switching() ->
    {C, S} = pair([binary, {active, false}], [binary, {active, false}, {packet, http_bin}]),
    ok = gen_tcp:send(S, "POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello\0\0\0\2hi"),
    p(http, [gen_tcp:recv(C, 0) || _ <- [1, 2, 3]]),
    ok = inet:setopts(C, [{packet, raw}]),
    p(body, gen_tcp:recv(C, 5)),
    ok = inet:setopts(C, [{packet, 4}, {active, once}]),
    p(packet, receive {tcp, C, D} -> D after 5000 -> none end),
    ok = gen_tcp:send(S, "\0\0\0\1xline\n"),
    ok = inet:setopts(C, [{active, once}]),
    p(packet, receive {tcp, C, D2} -> D2 after 5000 -> none end),
    ok = inet:setopts(C, [{packet, line}]),
    ok = inet:setopts(C, [{active, true}]),
    p(line, receive {tcp, C, D3} -> D3 after 5000 -> none end),
    gen_tcp:close(C),
    gen_tcp:close(S).

unreceived() ->
    {C, S} = pair([binary, {active, false}], [binary, {active, false}]),
    ok = gen_tcp:send(S, "world"),
    {ok, D} = gen_tcp:recv(C, 2),
    ok = gen_tcp:unrecv(C, ["hello ", D]),
    p(unrecv, gen_tcp:recv(C, 11)),
    ok = gen_tcp:unrecv(C, "again"),
    ok = inet:setopts(C, [{active, once}]),
    p(unrecv, receive {tcp, C, D2} -> D2 after 5000 -> none end),
    gen_tcp:close(C),
    gen_tcp:close(S).

sending() ->
    [begin
         {C, S} = pair([binary, {active, false}], [binary, {active, false}, {packet, T}]),
         ok = gen_tcp:send(C, ["ab", <<"c">>]),
         ok = gen_tcp:send(C, []),
         ok = gen_tcp:close(C),
         p({sent, T}, begin {ok, B} = gen_tcp:recv(S, 0), B end),
         gen_tcp:close(S)
     end || T <- [raw, 1, 2, 4, line, http, sunrm, asn1]],
    %% Sizes that need several reads and writes.
    {C, S} = pair([binary, {active, false}, {packet, 4}], [binary, {active, false}, {packet, 4}]),
    Sizes = [0, 1, 1455, 1456, 1457, 4096, 65536, 262143, 262144, 262145, 3000000],
    Me = self(),
    Pid = spawn_link(fun() -> receive go -> ok end, [ok = gen_tcp:send(S, content(N)) || N <- Sizes], Me ! sent, receive after infinity -> ok end end),
    ok = gen_tcp:controlling_process(S, Pid),
    Pid ! go,
    p(sizes, [begin {ok, D} = gen_tcp:recv(C, 0), D =:= content(N) end || N <- Sizes]),
    receive sent -> ok end,
    gen_tcp:close(C).

content(N) -> binary:part(binary:copy(<<"0123456789abcde">>, N div 15 + 1), 0, N).
