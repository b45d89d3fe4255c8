%% ssl: TLS over loopback, with all that is below.
-module(lib_ssl).
-export([main/0]).

main() ->
    {ok, Started} = application:ensure_all_started(ssl),
    io:format("~p~n", [lists:sort(Started)]),
    Data = public_key:pkix_test_data(#{server_chain => #{root => [{key, {rsa, 1024, 65537}}], intermediates => [], peer => [{key, {namedCurve, secp256r1}}]},
                                       client_chain => #{root => [{key, {rsa, 1024, 65537}}], intermediates => [], peer => [{key, {rsa, 1024, 65537}}]}}),
    #{server_config := S, client_config := C} = Data,
    [talk(S, C, V, More) || V <- ['tlsv1.2', 'tlsv1.3'],
                            More <- [[], [{ciphers, [Suite || #{cipher := Cipher} = Suite <- ssl:cipher_suites(all, V), Cipher == chacha20_poly1305]}]]],
    refused(S, C),
    upgraded(S, C),
    at_once(S, C).

listen(S, Options) ->
    {ok, L} = ssl:listen(0, S ++ [{reuseaddr, true}, {ip, {127, 0, 0, 1}}, {active, false}, binary | Options]),
    {ok, {_, Port}} = ssl:sockname(L),
    {L, Port}.

accept(L) ->
    {ok, T} = ssl:transport_accept(L),
    ssl:handshake(T, 20000).

talk(S, C, Version, More) ->
    {L, Port} = listen(S, [{versions, [Version]}, {alpn_preferred_protocols, [<<"h2">>, <<"x">>]}, {verify, verify_peer}, {fail_if_no_peer_cert, true} | More]),
    Self = self(),
    spawn_link(fun() -> {ok, T} = accept(L), Self ! {peer, is_binary(element(2, ssl:peercert(T)))}, echo(T), Self ! closed end),
    {ok, T} = ssl:connect({127, 0, 0, 1}, Port, C ++ [{versions, [Version]}, {verify, verify_peer}, {server_name_indication, disable}, {active, false}, binary, {alpn_advertised_protocols, [<<"x">>]} | More]),
    {ok, Info} = ssl:connection_information(T, [protocol, selected_cipher_suite]),
    io:format("~p ~p~n", [Info, ssl:negotiated_protocol(T)]),
    io:format("~p~n", [receive {peer, P} -> P end]),
    Bytes = binary:copy(<<"0123456789abcdef">>, 20000),
    Sender = spawn_link(fun() -> ok = ssl:send(T, Bytes) end),
    {ok, Got} = ssl:recv(T, byte_size(Bytes), 30000),
    io:format("~p ~p~n", [Got == Bytes, is_pid(Sender)]),
    ok = ssl:send(T, ["last"]),
    ok = ssl:setopts(T, [{active, once}]),
    io:format("~p~n", [receive {ssl, T, B} -> B end]),
    io:format("~p~n", [ssl:close(T)]),
    receive closed -> ok end,
    ssl:close(L).

echo(T) ->
    case ssl:recv(T, 0, 30000) of
        {ok, B} -> ok = ssl:send(T, B), echo(T);
        {error, Why} -> Why
    end.

refused(S, _) ->
    {L, Port} = listen(S, []),
    Self = self(),
    spawn_link(fun() -> Self ! {server, element(1, accept(L))} end),
    #{cert := Other} = public_key:pkix_test_root_cert("another root", [{key, {rsa, 1024, 65537}}]),
    {error, {tls_alert, {Alert, _}}} = ssl:connect({127, 0, 0, 1}, Port, [{verify, verify_peer}, {cacerts, [Other]}, {server_name_indication, disable}]),
    io:format("~p ~p~n", [Alert, receive {server, R} -> R end]),
    ssl:close(L).

%% A connection that is in the clear at first.
upgraded(S, C) ->
    {ok, L} = gen_tcp:listen(0, [binary, {ip, {127, 0, 0, 1}}, {active, false}]),
    {ok, Port} = inet:port(L),
    spawn_link(fun() ->
        {ok, A} = gen_tcp:accept(L),
        {ok, <<"tls">>} = gen_tcp:recv(A, 3),
        ok = gen_tcp:send(A, "ok"),
        {ok, T} = ssl:handshake(A, S),
        echo(T)
    end),
    {ok, A} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
    ok = gen_tcp:send(A, "tls"),
    {ok, <<"ok">>} = gen_tcp:recv(A, 2),
    {ok, T} = ssl:connect(A, C ++ [{verify, verify_none}]),
    ok = ssl:send(T, "over"),
    io:format("~p ~p~n", [ssl:recv(T, 4, 20000), ssl:close(T)]).

at_once(S, C) ->
    {L, Port} = listen(S, []),
    Accept = fun() -> {ok, T} = accept(L), echo(T) end,
    [spawn_link(Accept) || _ <- lists:seq(1, 10)],
    Ms = [spawn_monitor(fun() ->
        {ok, T} = ssl:connect({127, 0, 0, 1}, Port, C ++ [{verify, verify_none}, {active, false}, binary]),
        [begin ok = ssl:send(T, <<N:32, I:32>>), {ok, <<N:32, I:32>>} = ssl:recv(T, 8, 20000) end || I <- lists:seq(1, 20)],
        ok = ssl:close(T),
        exit(done)
    end) || N <- lists:seq(1, 10)],
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, R} -> R end || {P, M} <- Ms])]),
    ssl:close(L).
