%% until OTP 27
%% Bit strings built by the instructions that compilers before OTP 25 make.
-module(bs_build_old).
-compile(r24).
-export([main/0]).

main() ->
    t:each(fun(X) -> {<<X>>, <<X:4>>, <<X:16/little>>, <<X:13>>, <<X:70>>, <<X:72/little>>} end,
           [0, 1, -1, 255, 256, -300, 1 bsl 65, -(1 bsl 65)]),
    t:each(fun(N) -> <<1:N, 2:3>> end, [0, 1, 5, 8, 64, 100]),
    t:each(fun(C) -> {<<C/utf8>>, <<C/utf16>>, <<C/utf16-little>>, <<C/utf32>>, <<1:3, C/utf8>>} end,
           [0, $a, 233, 8364, 16#1F600, 16#10FFFF]),
    B = <<1, 2, 3:5>>,
    t:p({<<B/bits, B/bits>>, <<1:1, B/bits>>, <<B:10/bits>>, <<"str", 0, "ing"/utf16>>}),
    t:p(parts(7, <<"binary">>, 2.5)),
    t:p(<< <<X:3, (X + $a)/utf16>> || X <- lists:seq(0, 9) >>),
    t:p(byte_size(<< <<X:16>> || X <- lists:seq(1, 100000) >>)),
    t:p(nested([[1, 2], [], [3]])),
    t:p(each(<<"some bytes">>, <<>>)),
    t:p({sized(<<"12345">>, 3), t:id(appended(<<1>>, 700, 20))}),
    Base = each(<<"base">>, <<>>),
    One = <<Base/binary, "one">>, Two = <<Base/binary, "two">>,
    t:p({Base, One, Two}),
    [failing(F) || F <- [fun() -> <<(t:id(a))>> end, fun() -> <<(t:id(a))/binary>> end,
                         fun() -> <<(t:id("x"))/float>> end, fun() -> <<1:(t:id(-1))>> end,
                         fun() -> <<1:(t:id(a))>> end, fun() -> <<1:(t:id(1 bsl 70))>> end,
                         fun() -> <<1:(t:id(-(1 bsl 70)))>> end,
                         fun() -> <<(t:id(<<1>>)):2/binary>> end,
                         fun() -> <<(t:id(<<1>>))/binary, (t:id(-1))/utf8>> end,
                         fun() -> <<(t:id(a))/binary, 1>> end,
                         fun() -> << <<X/utf8>> || X <- [1, 16#D800] >> end]],
    t:p(is_that(<<5, 6>>, 5)).

%% As a guard.
is_that(B, X) when <<X, 6>> =:= B -> true;
is_that(_, _) -> false.

parts(I, B, F) ->
    <<I:12/little, B/binary, "text", F/float, F:32/float-little, I:4/unit:3, B/bitstring, 0:1>>.

nested(Ls) -> << << <<X, (length(L))>> || X <- L >> || L <- Ls >>.

each(<<X, R/binary>>, A) -> each(R, <<A/binary, X, 1:1, (X band 127):7>>);
each(<<>>, A) -> A.

sized(B, S) -> <<B:S/binary, (byte_size(B)):16, B/binary>>.

appended(B, X, S) -> <<B/binary, X:S/little, 0:S/unit:3>>.

failing(F) ->
    try F() of V -> t:p(V) catch C:R -> t:p({C, R}) end.
