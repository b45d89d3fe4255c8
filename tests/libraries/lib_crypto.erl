%% crypto: OpenSSL's functions, with state in resources, dirty calls for large data, and keys.
-module(lib_crypto).
-export([main/0]).

main() ->
    io:format("~p ~p~n", [crypto:start(), crypto:info_fips()]),
    [{_, Number, Version}] = crypto:info_lib(),
    io:format("~p ~p~n", [is_integer(Number), is_binary(Version)]),
    Supports = crypto:supports(),
    io:format("~p~n", [[{K, erlang:phash2(lists:sort(L))} || {K, L} <- Supports]]),
    Sizes = [0, 1, 16, 64, 8192, 100000],
    [io:format("~p ~p~n", [H, [hex(crypto:hash(H, data(N))) || N <- Sizes]]) || H <- [md5, sha, sha256, sha3_512, blake2b]],
    io:format("~p~n", [[hex(crypto:mac(hmac, sha256, K, data(N))) || K <- [<<>>, <<"key">>, data(200)], N <- Sizes]]),
    io:format("~p~n", [hex(crypto:mac(cmac, aes_128_cbc, data(16), data(100)))]),
    states(),
    ciphers(),
    keys(),
    errors(),
    random(),
    at_once().

data(N) -> << <<(I * 7 rem 256)>> || I <- lists:seq(1, N) >>.
hex(B) -> binary_to_list(binary:part(binary:encode_hex(B), 0, min(16, 2 * byte_size(B)))).

states() ->
    S0 = crypto:hash_init(sha256),
    S1 = crypto:hash_update(S0, "abc"),
    S2 = crypto:hash_update(S1, data(100000)),
    io:format("~p~n", [[hex(crypto:hash_final(S)) || S <- [S0, S1, S2, S1]]]),
    io:format("~p~n", [crypto:hash_final(S2) == crypto:hash(sha256, ["abc", data(100000)])]),
    M = crypto:mac_update(crypto:mac_init(hmac, sha, <<"k">>), data(50)),
    io:format("~p~n", [hex(crypto:mac_final(M))]),
    C = crypto:crypto_init(aes_256_ctr, data(32), data(16), true),
    io:format("~p~n", [[hex(crypto:crypto_update(C, data(N))) || N <- [1, 20, 5000, 0]]]),
    P = crypto:crypto_init(aes_128_cbc, data(16), data(16), [{encrypt, true}, {padding, pkcs_padding}]),
    io:format("~p~n", [[byte_size(crypto:crypto_update(P, data(20))), hex(crypto:crypto_final(P)), crypto:crypto_get_data(P)]]).

ciphers() ->
    io:format("~p~n", [[begin
        #{key_length := K, iv_length := I} = crypto:cipher_info(Cipher),
        E = crypto:crypto_one_time(Cipher, data(K), data(I), data(64), true),
        {Cipher, hex(E), crypto:crypto_one_time(Cipher, data(K), data(I), E, false) == data(64)}
    end || Cipher <- [aes_128_cbc, aes_256_cbc, aes_128_ctr, aes_256_ctr, aes_128_cfb8, chacha20]]]),
    io:format("~p~n", [[begin
        {E, Tag} = crypto:crypto_one_time_aead(Cipher, data(K), data(12), data(N), <<"aad">>, true),
        <<T, Rest/binary>> = Tag,
        {Cipher, hex(E), hex(Tag), crypto:crypto_one_time_aead(Cipher, data(K), data(12), E, <<"aad">>, Tag, false) == data(N),
         crypto:crypto_one_time_aead(Cipher, data(K), data(12), E, <<"aad">>, <<(T bxor 1), Rest/binary>>, false)}
    end || {Cipher, K} <- [{aes_128_gcm, 16}, {aes_256_gcm, 32}, {chacha20_poly1305, 32}], N <- [0, 33, 70000]]]).

keys() ->
    {Pub, Priv} = crypto:generate_key(ecdh, secp256r1),
    {Pub2, Priv2} = crypto:generate_key(ecdh, secp256r1),
    io:format("~p~n", [crypto:compute_key(ecdh, Pub, Priv2, secp256r1) == crypto:compute_key(ecdh, Pub2, Priv, secp256r1)]),
    {X, XPriv} = crypto:generate_key(ecdh, x25519, data(32)),
    io:format("~p ~p~n", [hex(X), hex(crypto:compute_key(ecdh, X, XPriv, x25519))]),
    S = crypto:sign(ecdsa, sha256, <<"text">>, [Priv, secp256r1]),
    io:format("~p~n", [[crypto:verify(ecdsa, sha256, T, S, [Pub, secp256r1]) || T <- [<<"text">>, <<"texts">>]]]),
    {EPub, EPriv} = crypto:generate_key(eddsa, ed25519, data(32)),
    E = crypto:sign(eddsa, none, <<"text">>, [EPriv, ed25519]),
    io:format("~p ~p~n", [hex(E), crypto:verify(eddsa, none, <<"text">>, E, [EPub, ed25519])]),
    {RPub, RPriv} = crypto:generate_key(rsa, {1024, 65537}),
    R = crypto:sign(rsa, sha256, data(1000), RPriv, [{rsa_padding, rsa_pkcs1_pss_padding}]),
    io:format("~p ~p~n", [byte_size(R), crypto:verify(rsa, sha256, data(1000), R, RPub, [{rsa_padding, rsa_pkcs1_pss_padding}])]),
    Secret = crypto:public_encrypt(rsa, <<"secret">>, RPub, [{rsa_padding, rsa_pkcs1_oaep_padding}]),
    io:format("~p~n", [crypto:private_decrypt(rsa, Secret, RPriv, [{rsa_padding, rsa_pkcs1_oaep_padding}])]),
    io:format("~p ~p~n", [hex(crypto:mod_pow(3, 1 bsl 500, (1 bsl 521) - 1)), hex(crypto:pbkdf2_hmac(sha256, <<"password">>, <<"salt">>, 1000, 32))]).

errors() ->
    io:format("~p~n", [[tried(F) || F <- [
        fun() -> crypto:hash(nothing, "a") end, fun() -> crypto:hash(sha256, a) end, fun() -> crypto:hash_update(make_ref(), "a") end,
        fun() -> crypto:crypto_one_time(aes_128_cbc, <<1>>, <<2>>, "abc", true) end,
        fun() -> crypto:crypto_one_time(aes_128_cbc, data(16), data(16), "abc", true) end,
        fun() -> crypto:mac(hmac, x, "", "") end, fun() -> crypto:generate_key(ecdh, no_curve) end,
        fun() -> crypto:sign(rsa, sha256, "a", [1, 2]) end, fun() -> crypto:strong_rand_bytes(-1) end]]]).

%% Without the places in the code.
tried(F) ->
    try F()
    catch
        C:R when is_tuple(R) -> {C, element(1, R), is_list(element(tuple_size(R), R))};
        C:R -> {C, R}
    end.

random() ->
    [A, B] = [crypto:strong_rand_bytes(N) || N <- [32, 32]],
    io:format("~p ~p~n", [A =/= B, byte_size(crypto:strong_rand_bytes(100000))]),
    rand:seed(crypto:rand_seed_alg_s(crypto_aes, "seed")),
    io:format("~p~n", [[rand:uniform(1000) || _ <- lists:seq(1, 5)]]),
    crypto:rand_seed(),
    io:format("~p~n", [rand:uniform(1) == 1]).

at_once() ->
    Work = fun(N) ->
        State = lists:foldl(fun(I, S) -> crypto:hash_update(S, data(I)) end, crypto:hash_init(sha), lists:seq(1, 100)),
        Big = crypto:hash(sha256, data(20000 + N)),
        exit({hex(crypto:hash_final(State)), Big == crypto:hash(sha256, data(20000 + N))})
    end,
    Ms = [spawn_monitor(fun() -> Work(N) end) || N <- lists:seq(1, 16)],
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, R} -> R end || {P, M} <- Ms])]).
