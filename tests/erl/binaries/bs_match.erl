%% Bit syntax matching: every kind of segment, also unaligned and of computed sizes.
-module(bs_match).
-export([main/0]).

main() ->
    B = <<1, 2, 3, 255, 254, 128, 0, 7, 99>>,
    <<A1:4, A2:12, A3/binary>> = B, t:p({A1, A2, A3}),
    <<A4:3, A5:13/signed, A6:16/little, A7/bitstring>> = B, t:p({A4, A5, A6, A7}),
    <<_:5, A8:16/signed-little, A9:11/binary-unit:1, A10/bits>> = B, t:p({A8, A9, A10}),
    <<A11:64/unsigned-big, _/binary>> = B, t:p(A11),
    <<A12:64/signed-little, _/binary>> = B, t:p(A12),
    <<_:1, A13:65, _/bits>> = B, t:p(A13),
    <<A14:9/integer-signed-unit:8>> = B, t:p(A14),
    t:each(fun sized/1, [<<2, 1, 2, 3>>, <<0>>, <<5, 1>>, <<>>, <<1:1>>]),
    t:each(fun text/1, [<<"é"/utf8, "x">>, <<16#ff>>, <<"€"/utf8>>, <<16#d8, 0, 16#dc, 1>>, <<0, 0, 0, 65>>, <<16#f0, 16#9f, 16#98, 16#80>>, <<16#c0, 16#80>>, <<16#ed, 16#a0, 16#80>>]),
    t:each(fun flt/1, [<<0:64>>, <<63, 240, 0, 0, 0, 0, 0, 0>>, <<127, 240, 0, 0, 0, 0, 0, 0>>, <<1.5:32/float>>, <<1>>]),
    t:each(fun literal/1, [<<"abc">>, <<"abd">>, <<"ab">>, <<1, 2, 5:3>>, <<>>]),
    t:p([X || <<X:3>> <= <<1, 2, 3>>]),
    t:p([{X, Y} || <<X, Y:4>> <= <<1, 2, 3, 4>>]),
    t:p(<< <<Y, X>> || <<X, Y>> <= <<1, 2, 3, 4, 5>> >>),
    t:p(scan(<<"key=val&k2=&=x&end">>)),
    t:p(ip(<<4:4, 5:4, 0, 40:16, 7:16, 2:3, 0:13, 64, 6, 0:16, 10, 0, 0, 1, 10, 0, 0, 2, "data-of-a-packet-here">>)),
    t:show("no match", fun() -> <<X:16>> = t:id(<<1>>), X end),
    t:show("negative", fun() -> N = t:id(-1), <<X:N>> = <<1>>, X end),
    t:p(skip(<<0:7, 1:1, 2:7>>)),
    t:p(varint(<<16#96, 1, 5>>)).

sized(<<N, D:N/binary, Rest/binary>>) -> {N, D, Rest};
sized(<<N, D/binary>>) -> {short, N, D};
sized(<<>>) -> empty;
sized(B) -> {bits, bit_size(B)}.

text(<<C/utf8, R/binary>>) -> {utf8, C, R};
text(<<C/utf16, R/binary>>) -> {utf16, C, R};
text(<<C/utf32, R/binary>>) -> {utf32, C, R};
text(_) -> none.

flt(<<F/float>>) -> F;
flt(<<F:32/float>>) -> {short, F};
flt(_) -> none.

literal(<<"abc">>) -> abc;
literal(<<"ab", X/binary>>) -> {ab, X};
literal(<<1, 2, X:3>>) -> X;
literal(<<>>) -> empty.

scan(B) -> scan(B, <<>>, []).
scan(<<$=, R/binary>>, K, Acc) -> val(R, <<>>, K, Acc);
scan(<<$&, R/binary>>, K, Acc) -> scan(R, <<>>, [K | Acc]);
scan(<<C, R/binary>>, K, Acc) -> scan(R, <<K/binary, C>>, Acc);
scan(<<>>, K, Acc) -> lists:reverse([K | Acc]).
val(<<$&, R/binary>>, V, K, Acc) -> scan(R, <<>>, [{K, V} | Acc]);
val(<<C, R/binary>>, V, K, Acc) -> val(R, <<V/binary, C>>, K, Acc);
val(<<>>, V, K, Acc) -> lists:reverse([{K, V} | Acc]).

ip(<<4:4, Hl:4, Tos, Len:16, Id:16, Fl:3, Off:13, Ttl, Proto, _:16, Src:4/binary, Dst:4/binary, Rest/binary>>) when Hl >= 5 ->
    Body = Len - Hl * 4,
    <<Data:Body/binary, _/binary>> = Rest,
    {Tos, Id, Fl, Off, Ttl, Proto, binary_to_list(Src), binary_to_list(Dst), Data}.

skip(<<0:1, R/bits>>) -> skip(R);
skip(R) -> {bit_size(R), R}.

varint(B) -> varint(B, 0, 0).
varint(<<1:1, N:7, R/binary>>, S, Acc) -> varint(R, S + 7, Acc bor (N bsl S));
varint(<<0:1, N:7, R/binary>>, S, Acc) -> {Acc bor (N bsl S), R}.
