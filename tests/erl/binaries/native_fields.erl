%% Fields of all sizes at all places, built and matched in instructions of their own.
-module(native_fields).
-export([main/0, id/1]).

main() ->
    show(integers, [integers(V) || V <- [0, 1, -1, 127, 128, 255, 256, 16#ffff, -16#8000, 1 bsl 40, (1 bsl 61) - 1, 1 bsl 62, -(1 bsl 62), 1 bsl 64, 1 bsl 100]]),
    show(small, [small(V) || V <- [0, 1, 5, 7, 8, -1, 1 bsl 70]]),
    show(little, [little(V) || V <- [0, 1, 16#1234, -2, 16#123456789abcdef, 1 bsl 70]]),
    show(appended, appended(20, <<>>)),
    show(unaligned, unaligned(40, <<1:1>>)),
    show(shared, shared()),
    show(text, [text(C) || C <- [$a, 127, 128, 16#7ff, 16#20ac, 16#1f600, 0]]),
    show(wrong, [try text(id(C)) catch error:badarg -> badarg end || C <- [-1, 16#d800, 16#110000, a, 1.0]]),
    show(not_numbers, [try {<<(id(X)):8>>, ok} catch error:badarg -> badarg end || X <- [a, 1.5, <<1>>, [], {}]]),
    show(not_binaries, [try <<(id(X))/binary, 1:8>> catch error:badarg -> badarg end || X <- [a, 1, <<1:3>>, []]]),
    show(empty, {<<(id(1)):0>>, <<(id(<<>>))/binary>>, <<(id(<<>>))/bits, 1:1>>}),
    B = << <<X>> || X <- lists:seq(0, 40) >>,
    show(matched, [{N, matched(N, B)} || N <- lists:seq(0, 17)]),
    show(at_end, [at_end(binary:part(B, 0, N)) || N <- lists:seq(0, 12)]),
    show(signed, [signed(<<X:64>>) || X <- [0, -1, 1 bsl 63, 16#8000000080008081, (1 bsl 62) - 1, 1 bsl 61]]),
    show(large, [large(<<X:64, 7>>) || X <- [0, -1, 1 bsl 63, (1 bsl 62) - 1, 1 bsl 62]]),
    show(strings, [string(X) || X <- [<<>>, <<"ab">>, <<"abc">>, <<"abcd">>, <<"abd">>, <<"xabcdefghij">>, <<"abcdefghij">>, <<"0123456789">>]]),
    show(shifted_strings, [shifted(<<X:3, Y/bits>>) || X <- [1, 2], Y <- [<<"abc">>, <<"abd">>, <<"abcdefghijk">>, <<"ab">>]]),
    show(utf8, [utf8(unicode:characters_to_binary(X)) || X <- ["", "abc", "aé€😀z"]]),
    show(bad_utf8, [utf8(X) || X <- [<<255>>, <<"a", 16#c3>>, <<16#ed, 16#a0, 16#80>>, <<1:1>>]]),
    show(kinds, [kind(X) || X <- [<<>>, <<1:1>>, <<1, 1:1>>, binary:copy(<<1>>, 100), <<0:801>>, a, 1, [], {}, #{}]]),
    show(parts, parts(<<3, "abc", 0, 1, "x", 5, "ab">>)),
    show(sizes, [sizes(id(N), B) || N <- [0, 1, 5, 41, 42, -1, 1 bsl 70, a]]),
    show(floats, [floating(<<X/float>>) || X <- [0.0, 1.5, -1.0e300]]),
    show(many, byte_size(many(5000, <<>>))),
    show(bits, popcount(<< <<(X band 7):3>> || X <- lists:seq(1, 1000) >>, 0)),
    show(literal, literal(3)),
    ok.

show(Name, Value) -> io:format("~p: ~w~n", [Name, Value]).

id(X) -> X.

integers(V) -> {<<V:8>>, <<V:16>>, <<V:24>>, <<V:32>>, <<V:48>>, <<V:64>>, <<V:65>>, <<V:8, V:16>>, <<V:60, 1:4>>}.
small(V) -> {<<V:1>>, <<V:3>>, <<V:7>>, <<1:1, V:3>>, <<V:3, V:3, V:2>>, <<V:61>>, <<V:63>>}.
little(V) -> {<<V:16/little>>, <<V:24/little>>, <<V:64/little>>, <<1, V:32/little, 2>>, <<V:12/little>>, <<V:16/native>>}.

appended(0, B) -> B;
appended(N, B) -> appended(N - 1, <<B/binary, N:16, "ab", (-N):8>>).

unaligned(0, B) -> B;
unaligned(N, B) -> unaligned(N - 1, <<B/bits, N:(3), (N * 3):11, N:29/signed>>).

%% Two that are made from one must not see each other.
shared() ->
    A = appended(100, <<>>),
    B = <<A/binary, 1:16>>, C = <<A/binary, 2:16>>, D = <<B/binary, 3:16>>,
    E = <<B/binary, 4:7>>, F = <<E/bits, 1:1>>, G = <<E/bits, 0:1>>,
    Self = self(),
    spawn(fun() -> Self ! <<D/binary, 5>> end),
    H = receive X -> X end,
    I = <<D/binary, 6>>,
    [binary:part(Z, byte_size(Z), -3) || Z <- [A, B, C, D, F, G, H, I]] ++ [bit_size(E)].

text(C) -> {<<C/utf8>>, <<"<", C/utf8, ">">>, <<(id(<<"x">>))/binary, C/utf8, C/utf8>>}.

matched(N, B) ->
    case B of
        <<_:N/unit:3, A:1, C:5, D:8, E:13, F:16, G:24, H:32, I:37, J:57, K:59, L:61, _/bits>> -> {A, C, D, E, F, G, H, I, J, K, L};
        _ -> no
    end.

at_end(<<A:8, B:8, C:16, D:24>>) -> {7, A, B, C, D};
at_end(<<A:5, B:7, C:12>>) -> {3, A, B, C};
at_end(<<A:8, R/binary>>) -> {A, at_end(R)};
at_end(<<>>) -> [].

signed(<<A:8/signed, B:7/signed, C:1/signed, D:16/signed-little, E:32/signed>> = Z) ->
    <<F:61/signed, G:3>> = Z, <<H:62/signed, _:2>> = Z, <<I:62, J:2/signed>> = Z, <<K:64/signed>> = Z, <<L:64/signed-little>> = Z,
    {A, B, C, D, E, F, G, H, I, J, K, L}.

large(<<A:64, _>> = X) -> <<B:63, C:9>> = X, <<_:1, D:64, E:7>> = X, <<F:72>> = X, {A, B, C, D, E, F}.

string(<<"abcdefgh", R/binary>>) -> {long, R};
string(<<"0123456789">>) -> digits;
string(<<"abcd", R/binary>>) -> {four, R};
string(<<"abc", R/binary>>) -> {three, R};
string(<<"ab", R/binary>>) -> {two, R};
string(<<_, R/binary>>) -> {skipped, R};
string(<<>>) -> none.

shifted(<<1:3, "abc", R/bits>>) -> {abc, R};
shifted(<<2:3, "ab", R/bits>>) -> {ab, R};
shifted(R) -> R.

utf8(<<C/utf8, R/binary>>) -> [C | utf8(R)];
utf8(<<>>) -> [];
utf8(X) -> X.

kind(X) when is_binary(X) -> {binary, byte_size(X), bit_size(X)};
kind(X) when is_bitstring(X) -> {bits, byte_size(X), bit_size(X)};
kind(_) -> other.

parts(<<N, P:N/binary, R/binary>>) -> [P | parts(R)];
parts(R) -> R.

sizes(N, B) ->
    {case B of <<P:N/binary, _/binary>> -> byte_size(P); _ -> no end,
     case B of <<_:N/binary, Q/binary>> -> byte_size(Q); _ -> no end,
     case B of <<X:N/unit:2, _/bits>> -> X; _ -> no end}.

floating(<<F/float>>) -> F.

many(0, B) -> B;
many(N, B) -> many(N - 1, <<B/binary, N:32, (N rem 7):8>>).

popcount(<<1:1, R/bits>>, N) -> popcount(R, N + 1);
popcount(<<0:1, R/bits>>, N) -> popcount(R, N);
popcount(<<>>, N) -> N.

%% What is appended to is shared by all.
literal(0) -> [];
literal(N) -> [<<"a literal that is longer than sixty-four bytes, so that it lies outside of any heap", N:8>> | literal(N - 1)].
