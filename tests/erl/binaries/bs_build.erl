%% Bit syntax construction: values cut, padded, appended; and its errors.
-module(bs_build).
-export([main/0]).

main() ->
    t:each(fun(X) -> {<<X>>, <<X:4>>, <<X:16/little>>, <<X:13>>, <<X:70>>, <<X:72/little>>} end,
           [0, 1, -1, 255, 256, -300, 1 bsl 65, -(1 bsl 65)]),
    t:each(fun(N) -> <<1:N, 2:3>> end, [0, 1, 5, 8, 64, 100]),
    t:each(fun(C) -> {<<C/utf8>>, <<C/utf16>>, <<C/utf16-little>>, <<C/utf32>>} end, [0, $a, 233, 8364, 16#1F600, 16#10FFFF]),
    t:each(fun(C) -> <<C/utf8>> end, [16#D800, 16#110000, -1, a]),
    B = <<1, 2, 3:5>>,
    t:p({<<B/bits, B/bits>>, <<1:1, B/bits>>, <<B:10/bits>>, <<"str", 0, "ing"/utf16>>}),
    t:show("whole binary", fun() -> <<B/binary>> end),
    t:show("too long", fun() -> <<(t:id(<<1>>)):2/binary>> end),
    t:show("not integer", fun() -> <<(t:id(a))>> end),
    t:show("not binary", fun() -> <<(t:id(a))/binary>> end),
    t:show("not float", fun() -> <<(t:id("x"))/float>> end),
    t:show("int as float", fun() -> <<(t:id(3))/float>> end),
    t:show("bad size", fun() -> <<1:(t:id(-1))>> end),
    t:show("bad size 2", fun() -> <<1:(t:id(a))>> end),
    t:show("huge float", fun() -> <<(t:id(1.0e300)):32/float>> end),
    t:p(append(1000, <<>>)),
    Acc = lists:foldl(fun(X, A) -> <<A/bits, X:3>> end, <<>>, lists:seq(1, 50)),
    t:p(Acc),
    %% Two appends to the same binary must not see each other.
    Base = append(20, <<>>),
    One = <<Base/binary, "one">>, Two = <<Base/binary, "second">>,
    t:p({byte_size(Base), byte_size(One), byte_size(Two), binary:part(One, 20, 3), binary:part(Two, 20, 6)}),
    t:p(<< <<(X * 2):16>> || X <- [1, 2, 3] >>),
    t:p(<< <<X:1>> || X <- [1, 0, 1, 1, 0] >>),
    t:p(list_to_binary([<<1>>, [2, [<<3, 4>> | <<5>>]], "x"])),
    t:show("improper", fun() -> list_to_binary(t:id([1 | 2])) end),
    t:show("range", fun() -> list_to_binary(t:id([256])) end),
    t:p(list_to_bitstring([<<1:3>>, <<2:5>>, 7])).

append(0, B) -> byte_size(B), B;
append(N, B) when N > 0 -> append(N - 1, <<B/binary, (N rem 256)>>).
