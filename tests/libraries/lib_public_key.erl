%% public_key: certificates and keys, with asn1 and crypto below.
-module(lib_public_key).
-export([main/0]).
-include_lib("public_key/include/public_key.hrl").

main() ->
    #{cert := Root, key := RootKey} = Ca = public_key:pkix_test_root_cert("a root", [{digest, sha256}]),
    io:format("~p ~p~n", [is_binary(Root), element(1, RootKey)]),
    #{server_config := Server, client_config := _} =
        public_key:pkix_test_data(#{server_chain => #{root => Ca, intermediates => [[]], peer => [{key, {namedCurve, secp256r1}}]},
                                    client_chain => #{root => Ca, intermediates => [], peer => []}}),
    Cert = proplists:get_value(cert, Server),
    Otp = public_key:pkix_decode_cert(Cert, otp),
    Plain = public_key:pkix_decode_cert(Cert, plain),
    io:format("~p ~p~n", [element(1, Otp), element(1, Plain)]),
    io:format("~p~n", [[public_key:pkix_encode('OTPCertificate', Otp, otp) == Cert, public_key:pkix_encode('Certificate', Plain, plain) == Cert]]),
    io:format("~p ~p~n", [public_key:pkix_is_self_signed(Cert), public_key:pkix_is_self_signed(Root)]),
    Chain = [C || C <- proplists:get_value(cacerts, Server), C =/= Root, not public_key:pkix_is_self_signed(C)],
    io:format("~p~n", [element(1, public_key:pkix_path_validation(Root, Chain ++ [Cert], []))]),
    io:format("~p~n", [element(2, public_key:pkix_path_validation(Root, [Cert], []))]),
    {Kind, Der} = proplists:get_value(key, Server),
    Key = public_key:der_decode(Kind, Der),
    signed(Key),
    Rsa = public_key:generate_key({rsa, 1024, 65537}),
    pems(Rsa),
    signed(Rsa),
    Small = public_key:encrypt_public(<<"hello">>, #'RSAPublicKey'{modulus = Rsa#'RSAPrivateKey'.modulus, publicExponent = 65537}),
    io:format("~p~n", [public_key:decrypt_private(Small, Rsa)]),
    Ed = public_key:generate_key({namedCurve, ed25519}),
    signed(Ed),
    io:format("~p~n", [public_key:pkix_verify_hostname(Cert, [{dns_id, "nobody.example"}])]),
    io:format("~p~n", [[element(1, (catch public_key:der_decode('Certificate', B))) || B <- [<<>>, <<1, 2>>, binary:part(Cert, 0, 100)]]]).

signed(Key) ->
    Digest = case Key of #'ECPrivateKey'{parameters = {namedCurve, ?'id-Ed25519'}} -> none; _ -> sha256 end,
    S = public_key:sign(<<"text">>, Digest, Key),
    Public = case Key of
        #'RSAPrivateKey'{modulus = N, publicExponent = E} -> #'RSAPublicKey'{modulus = N, publicExponent = E};
        #'ECPrivateKey'{parameters = P, publicKey = Q} -> {#'ECPoint'{point = Q}, P}
    end,
    io:format("~p~n", [[public_key:verify(T, Digest, S, Public) || T <- [<<"text">>, <<"other">>]]]).

pems(Rsa) ->
    Entry = public_key:pem_entry_encode('RSAPrivateKey', Rsa),
    Locked = public_key:pem_entry_encode('RSAPrivateKey', Rsa, {{"AES-256-CBC", crypto:strong_rand_bytes(16)}, "secret"}),
    [E1, E2] = public_key:pem_decode(public_key:pem_encode([Entry, Locked])),
    io:format("~p~n", [[public_key:pem_entry_decode(E1) == Rsa, public_key:pem_entry_decode(E2, "secret") == Rsa]]),
    io:format("~p~n", [element(1, (catch public_key:pem_entry_decode(E2, "wrong")))]).
