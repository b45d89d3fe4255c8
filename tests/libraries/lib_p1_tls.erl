%% fast_tls: TLS over sockets, by OpenSSL; and the other library of its package.
-module(lib_p1_tls).
-export([main/0]).

main() ->
    io:format("~p~n", [application:ensure_all_started(fast_tls)]),
    io:format("~s ~s~n", [p1_sha:to_hexlist([<<1, 2>>, "a", 255]), p1_sha:sha(<<"abc">>)]),
    io:format("~p~n", [element(1, element(2, catch p1_sha:to_hexlist(a)))]),
    Pem = certificate(),
    both(fun(S) -> echo(S) end, fun(C) -> talk(C) end, [{certfile, Pem}], []),
    both(fun(S) -> echo(S) end, fun(C) -> talk(C) end,
         [{certfile, Pem}, {ciphers, "ECDHE-RSA-AES256-GCM-SHA384"}, {protocol_options, ["no_tlsv1_3"]}, {alpn, [<<"xmpp-client">>, <<"h2">>]}],
         [{alpn, [<<"h2">>]}, {sni, <<"localhost">>}]),
    both(fun(S) -> echo(S) end, fun(C) -> large(C) end, [{certfile, Pem}], []),
    names(Pem),
    errors(Pem),
    many(Pem).

%% A key and a certificate that it has signed itself.
certificate() ->
    #{key := Key, cert := Cert} =
        public_key:pkix_test_root_cert("localhost", [{key, {rsa, 2048, 65537}}, {digest, sha256}]),
    Pem = public_key:pem_encode([{'Certificate', Cert, not_encrypted},
                                 public_key:pem_entry_encode('RSAPrivateKey', Key)]),
    ok = file:write_file("cert.pem", Pem),
    "cert.pem".

both(Server, Client, ServerOpts, ClientOpts) ->
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(L),
    {Pid, M} = spawn_monitor(fun() ->
        {ok, S} = gen_tcp:accept(L),
        {ok, T} = fast_tls:tcp_to_tls(S, ServerOpts),
        Server(T)
    end),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
    {ok, T} = fast_tls:tcp_to_tls(C, [connect | ClientOpts]),
    Client(T),
    receive {'DOWN', M, process, Pid, Why} -> io:format("server: ~p~n", [Why]) end,
    gen_tcp:close(L).

echo(S) ->
    case fast_tls:recv(S, 0, 20000) of
        {ok, Data} -> ok = fast_tls:send(S, Data), echo(S);
        {error, closed} -> fast_tls:close(S)
    end.

talk(C) ->
    ok = fast_tls:send(C, <<"hello">>),
    io:format("~p~n", [fast_tls:recv(C, 5, 20000)]),
    {ok, Cert} = fast_tls:get_peer_certificate(C, otp),
    io:format("~p ~p~n", [element(1, Cert), fast_tls:get_cert_verify_string(fast_tls:get_verify_result(C), element(2, fast_tls:get_peer_certificate(C)))]),
    io:format("~p ~p~n", [fast_tls:get_negotiated_cipher(C), fast_tls:get_verify_result(C)]),
    {ok, Finished} = fast_tls:get_tls_last_message(self, C),
    io:format("~p~n", [byte_size(Finished)]),
    fast_tls:close(C).

large(C) ->
    Data = binary:copy(<<"0123456789abcdef">>, 40000),
    spawn_link(fun() -> [ok = fast_tls:send(C, D) || <<D:16000/binary>> <= Data] end),
    io:format("same ~p~n", [all(C, byte_size(Data), []) =:= Data]),
    fast_tls:close(C).

all(_, 0, Got) -> iolist_to_binary(lists:reverse(Got));
all(C, N, Got) ->
    {ok, D} = fast_tls:recv(C, 0, 20000),
    all(C, N - byte_size(D), [D | Got]).

names(Pem) ->
    io:format("~p ~p~n", [fast_tls:add_certfile(<<"example.org">>, Pem), fast_tls:get_certfile(<<"example.org">>)]),
    io:format("~p ~p~n", [fast_tls:delete_certfile(<<"example.org">>), fast_tls:get_certfile(<<"example.org">>)]),
    io:format("~p ~p~n", [fast_tls:get_fips_mode(), fast_tls:clear_cache()]).

errors(Pem) ->
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(L),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
    {ok, S} = gen_tcp:accept(L),
    io:format("~p~n", [fast_tls:tcp_to_tls(S, [])]),
    io:format("~p~n", [fast_tls:tcp_to_tls(S, [{certfile, "none.pem"}])]),
    {ok, T} = fast_tls:tcp_to_tls(S, [{certfile, Pem}]),
    ok = gen_tcp:send(C, <<"this is not TLS at all\r\n">>),
    io:format("~p~n", [fast_tls:recv(T, 0, 20000)]),
    io:format("~p~n", [fast_tls:tls_to_tcp(T) =:= S]),
    io:format("~p~n", [fast_tls:recv_data(T, <<"x">>)]),
    io:format("~p~n", [element(1, element(2, catch fast_tls:get_verify_result(T)))]),
    gen_tcp:close(C).

many(Pem) ->
    Ps = [spawn_monitor(fun() ->
        {ok, L} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
        {ok, Port} = inet:port(L),
        spawn_link(fun() ->
            {ok, S} = gen_tcp:accept(L),
            {ok, T} = fast_tls:tcp_to_tls(S, [{certfile, Pem}]),
            echo(T)
        end),
        {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
        {ok, T} = fast_tls:tcp_to_tls(C, [connect]),
        [begin
             ok = fast_tls:send(T, <<N:800>>),
             {ok, <<N:800>>} = fast_tls:recv(T, 100, 20000)
         end || N <- lists:seq(1, 20)],
        fast_tls:close(T)
    end) || _ <- lists:seq(1, 10)],
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, Why} -> Why end || {P, M} <- Ps])]).
