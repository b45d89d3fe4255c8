%% Binaries built of texts, other binaries, characters and numbers, of all sizes about those that have a place of
%% their own.
-module(built_of_bytes).
-export([main/0]).

main() ->
    Sizes = [0, 1, 7, 8, 55, 56, 57, 58, 63, 64, 65, 66, 300, 40000],
    [begin
         B = binary:copy(<<"x">>, N),
         {_, S} = split_binary(binary:copy(<<"y">>, N + 3), 3),
         <<_:4, Odd/bitstring>> = <<0:4, (binary:copy(<<"z">>, N))/binary>>,
         [t:p({N, byte_size(M), erlang:phash2(M)}) || M <- [made(B, S), made(S, B), made(Odd, B), text(B), text(Odd)]]
     end || N <- Sizes],
    [t:p({C, catch characters(C, <<"b">>)}) || C <- [0, $a, 127, 128, 16#7ff, 16#800, 16#d7ff, 16#d800, 16#ffff, 16#10000, 16#10ffff, 16#110000, -1, a]],
    [t:p({I, catch numbers(I, <<"b">>)}) || I <- [0, 1, -1, 255, 256, 1 bsl 40, -(1 bsl 40), (1 bsl 59) - 1, 1 bsl 64, (1 bsl 80) + 5, 1.5, a]],
    [t:p({F, catch floats(F, <<"b">>)}) || F <- [0.0, -0.0, 1.5, 1, -7, 1 bsl 80, 1 bsl 2000, a]],
    [t:p(catch text(X)) || X <- [a, <<1:3>>, [], "text"]],
    t:p(catch made(<<1:7>>, <<"b">>)),
    t:p(lists:foldl(fun(N, Sum) -> Sum + byte_size(text(integer_to_binary(N))) end, 0, lists:seq(1, 3000))).

made(A, B) -> <<"begin", A/binary, ", ", B/binary, "end">>.
text(A) -> <<"key: ", A/binary, "\r\n">>.
characters(C, B) -> <<"c", C/utf8, B/binary, C/utf8>>.
numbers(I, B) -> <<I, B/binary, I:16, I:24, I:32, I:64, B/binary, I:40/little, I:72>>.
floats(F, B) -> <<F/float, B/binary, F:32/float, F/float-little>>.
