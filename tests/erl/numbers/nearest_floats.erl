%% Large integers as floats: since OTP 29 the nearest one, before the one that rounding each word gives.
-module(nearest_floats).
-export([main/0]).

main() ->
    [io:format("~p ~p ~p~n", [float(I), 1.0 * I, float(-I)])
     || I <- [428654966685883400000, 38409289721754710000, 1 bsl 64 - 1, 1 bsl 64, 1 bsl 64 + 2048, 1 bsl 64 + 2049,
              1 bsl 64 + 6144, 1 bsl 128 - 1, 1 bsl 128 + 1 bsl 75, 1 bsl 128 + 1 bsl 75 + 1, (1 bsl 53 - 1) bsl 971]],
    <<F:64/float>> = <<(428654966685883400000 + id(0)):64/float>>,
    io:format("~p~n", [F]),
    [io:format("~p~n", [try float(I) catch error:R -> R end])
     || I <- [1 bsl 1024 - 1, 1 bsl 1024 - 1 bsl 970, 1 bsl 1024 - 1 bsl 970 - 1, 1 bsl 1024, 1 bsl 5000]],
    io:format("~p~n", [erlang:phash2([float(random(N)) || N <- lists:seq(1, 2000)])]).

%% An integer of up to 1000 bits, the same each time.
random(N) ->
    <<Bits:1000>> = <<<<(erlang:phash2({N, I}, 256)):8>> || I <- lists:seq(1, 125)>>,
    Bits bsr (N rem 900).

id(X) -> X.
