%% Packets of all kinds cut off at every byte: what comes before the end, and the end.
-module(tcp_truncated).
-export([main/0]).

main() ->
    Before = length(erlang:ports()),
    [kind(T, B) || {T, B} <- samples()],
    t:p(t:settle(Before, 100)).

samples() ->
    Http = <<"GET /i HTTP/1.1\r\nHost: a\r\nX-y: v\r\n w\r\n\r\nHTTP/1.0 404 No\r\n\r\n">>,
    [{1, <<3, "abc", 0, 1, "d">>}, {2, <<0, 3, "abc", 0, 0, 0, 1, "d">>}, {4, <<3:32, "abc", 0:32, 1:32, "d">>},
     {sunrm, <<3:32, "abc", 1:1, 2:31, "de">>},
     {cdr, <<"GIOP", 1, 0, 0, 0, 3:32, "abc", "GIOP", 1, 0, 1, 0, 2:32/little, "de">>},
     {fcgi, <<1, 2, 3:16, 4:16, 2, 0, "abcdXX", 1, 2, 3:16, 0:16, 0, 0>>},
     {tpkt, <<3, 0, 7:16, "abc", 3, 0, 5:16, "d">>},
     {asn1, <<16#30, 3, 1, 2, 3, 16#1f, 16#81, 1, 2, 7, 8, 16#30, 16#82, 0, 2, 5, 6>>},
     {line, <<"one\ntwo\r\n\nlast">>},
     {http, Http}, {http_bin, Http},
     {httph, <<"Host: x\r\nconnection: close\r\n\r\n">>}, {httph_bin, <<"Host: x\r\nFoo: a\r\n b\r\n\r\n">>},
     {ssl_tls, <<22, 3, 1, 3:16, "abc", 16#80, 5, 1, 3, 0, 7, 8>>}].

kind(Type, Bytes) ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}, binary, {active, false}, {packet, Type}, {backlog, 10}]),
    {ok, Port} = inet:port(L),
    Passive = [cut(L, Port, binary:part(Bytes, 0, N), fun passive/1) || N <- lists:seq(0, byte_size(Bytes))],
    Active = [cut(L, Port, binary:part(Bytes, 0, N), fun active/1) || N <- lists:seq(0, byte_size(Bytes))],
    gen_tcp:close(L),
    t:p({Type, passive, joined(Passive)}),
    t:p({Type, active, joined(Active)}).

%% Runs of the same result, with how long they are.
joined([X | L]) -> joined(L, X, 1).
joined([X | L], X, N) -> joined(L, X, N + 1);
joined(L, X, N) -> [{N, X} | case L of [] -> []; [Y | M] -> joined(M, Y, 1) end].

cut(L, Port, Bytes, Read) ->
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Port, []),
    {ok, S} = gen_tcp:accept(L),
    ok = gen_tcp:send(C, Bytes),
    ok = gen_tcp:close(C),
    R = Read(S),
    gen_tcp:close(S),
    R.

passive(S) ->
    case gen_tcp:recv(S, 0, 5000) of
        {ok, P} -> [clean(P, S) | passive(S)];
        {error, E} -> [E]
    end.

active(S) ->
    case inet:setopts(S, [{active, once}]) of
        ok ->
            receive
                {tcp, S, P} -> [P | active(S)];
                {http, S, P} -> [P | active(S)];
                {ssl_tls, S, A, B, C} -> [{A, B, C} | active(S)];
                {tcp_error, S, E} -> [E | active(S)];
                {tcp_closed, S} -> [closed]
            after 5000 -> [nothing]
            end;
        {error, E} -> [E]
    end.

clean(T, S) when is_tuple(T) -> list_to_tuple([clean(X, S) || X <- tuple_to_list(T)]);
clean(S, S) -> socket;
clean(X, _) -> X.
