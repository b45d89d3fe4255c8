%% Contexts that live through collections, of bit strings of all kinds and places; what is built in
%% several words, and one bit string behind another.
-module(native_contexts).
-export([main/0, id/1]).

main() ->
    Bytes = << <<(X * 37 + 11)>> || X <- lists:seq(0, 299) >>,
    %% Bit strings on the heap, outside, parts of both, and parts of parts, at all distances.
    Kinds = [{N, Skip, place(Bytes, N, Skip)} || N <- [0, 1, 7, 8, 9, 63, 64, 65, 200], Skip <- [0, 1, 3, 8, 15]],
    show(fields, [{N, Skip, erlang:phash2([fields(B), pairs(B), odd(B), wide(B)])} || {N, Skip, B} <- Kinds]),
    show(some_fields, [fields(place(Bytes, 12, Skip)) || Skip <- [0, 5]]),
    show(collected, [{N, Skip, collected(B, [])} || {N, Skip, B} <- Kinds, N < 10]),
    show(long_collected, [erlang:phash2(collected(B, [])) || {_, _, B} <- Kinds]),
    show(takes, [erlang:phash2([take(B, Size) || Size <- [0, 1, 2, 7, 8, 9, 12, 16, 17, 63, 64, 65, 100, 199, 201]]) || {_, _, B} <- Kinds]),
    show(bits_taken, [take_bits(B, Size) || {9, _, B} <- Kinds, Size <- [0, 1, 7, 8, 9, 63, 64, 65, 72, 73]]),
    show(skips, [skips(B, Size) || {9, _, B} <- Kinds, Size <- [0, 1, 8, 9, 10, -1, 1 bsl 38, 1 bsl 39, 1 bsl 62, 1 bsl 70, a, 1.0]]),
    show(integers, [sized(B, Size) || {9, _, B} <- Kinds, Size <- [0, 1, 8, 62, 63, 64, 65, 72, 73, -1, 1 bsl 62, 1 bsl 70, x]]),
    show(restored, [restored(B) || B <- [<<1, 2, 3>>, <<1, 2, 3, 4>>, <<1, 3, 2>>, <<2, 1>>, <<>>, <<1:1>>]]),
    show(nested, [nested(B) || B <- [<<3, 1, 2, 3, 2, 9, 8, 0>>, <<1>>, <<>>, <<0, 0, 0>>]]),
    show(pages, [pages(Size) || Size <- [4000, 4072, 4096, 8168, 70000]]),
    show(floats, [floating(B) || B <- [<<1.5/float>>, <<1.5:32/float, 7>>, <<-0.1:64/float-little>>, <<2.5:16/float, 1>>, <<16#7ff0000000000000:64>>, <<16#7ff8000000000001:64>>, <<16#7f800000:32, 0>>, <<16#ff800000:32, 0>>, <<0:64>>, <<1:64>>, <<1:32, 1>>, <<1:1, 1.25:64/float>>]]),
    show(utf16, [utf16(unicode:characters_to_binary("aé€😀", unicode, {utf16, E})) || E <- [big, little]]),
    show(utf32, [utf32(unicode:characters_to_binary("aé€😀", unicode, {utf32, E})) || E <- [big, little]]),
    show(bad, [{utf16(X), utf32(X)} || X <- [<<>>, <<1>>, <<16#d800:16>>, <<16#d800:16, 1:16>>, <<16#110000:32>>, <<16#d800:32>>, <<1:1>>]]),
    show(strings, [string(B) || B <- [<<"0123456789abcdefghij">>, <<"0123456789abcdefghi">>, <<"0123456789abcdefghik">>, <<"0123456789">>, <<"012345678">>, <<>>]]),
    show(shifted_strings, [shifted(<<1:1, B/bits>>) || B <- [<<"0123456789abcdefghij">>, <<"0123456789abcdefghi">>, <<"x123456789abcdefghij">>]]),
    show(built, [built(X, Y) || X <- [0, -1, 16#123456789abcdef], Y <- [1, 1 bsl 59, -(1 bsl 60)]]),
    show(built_wrong, [try built(X, Y) catch error:badarg -> badarg end || {X, Y} <- [{a, 1}, {1, b}, {1.0, 1}, {1, 1 bsl 80}]]),
    show(joined, [joined(F, B) || F <- [<<>>, <<1>>, <<5:3>>, binary:copy(<<7>>, 65)], B <- [<<>>, <<1:1>>, <<2>>, <<1:57>>, <<1:58>>, <<1:64>>, <<3:65>>, binary:copy(<<9>>, 65)]]),
    show(bit_by_bit, [erlang:phash2(bit_by_bit(N, <<>>)) || N <- lists:seq(0, 70)]),
    show(grown, [erlang:phash2(grown(2000, Part, <<>>)) || Part <- [<<1:1>>, <<5:3>>, <<1, 2>>, <<77:13>>, <<1:57>>, <<-1:63>>, <<1:65>>, <<7:7, 1:56>>]]),
    show(odd_unit, [try <<(id(B))/binary, 1>> catch error:badarg -> badarg end || B <- [<<1:3>>, grown(100, <<1:3>>, <<>>), grown(8, <<1:3>>, <<>>)]]),
    show(part_unit, [try <<(id(<<1>>))/binary, (id(B))/binary>> catch error:badarg -> badarg end || B <- [<<1:3>>, <<3>>, <<>>, <<1:63>>, a]]),
    show(forked, forked()),
    show(unclaimed, unclaimed()),
    show(wide_appends, erlang:phash2(wide_append(1000, <<>>))),
    show(comprehension, [<< <<(X bsr 1):7, Y/bits>> || <<X, Y:3/bits>> <= B >> || B <- [<<>>, <<1:11>>, <<-1:110>>, <<5:109>>]]),
    show(scanned, scan(binary:copy(<<"ab 12, c">>, 20), 0, 0)),
    ok.

show(Name, Value) -> io:format("~p: ~w~n", [Name, Value]).

id(X) -> X.

%% N bytes, so many bits behind the start of something larger if there are any.
place(Bytes, N, 0) -> binary:copy(binary:part(Bytes, 0, N));
place(Bytes, N, Skip) ->
    <<_:Skip, Part:N/binary, Rest/bits>> = Bytes,
    case Skip rem 3 of
        0 -> Part;
        _ -> <<Again:N/binary, _/bits>> = <<Part/binary, Rest/bits>>, Again
    end.

fields(<<A:1, B:2, C:5, D:8, R/bits>>) -> [A, B, C, D | fields(R)];
fields(<<A:3, R/bits>>) -> [A | fields(R)];
fields(R) -> R.

pairs(<<A:16, B:16/little, C:32/signed, R/binary>>) -> [{A, B, C} | pairs(R)];
pairs(<<A:24, B:8/signed, R/binary>>) -> [{A, B} | pairs(R)];
pairs(R) -> R.

odd(<<A:7, B:33, C:57, R/bits>>) -> [{A, B, C} | odd(R)];
odd(<<A:9/signed, R/bits>>) -> [A | odd(R)];
odd(R) -> R.

wide(<<A:64, B:64/signed, C:63, D:61/signed, E:58, F:64/little, G:66, R/bits>>) -> [{A, B, C, D, E, F, G} | wide(R)];
wide(<<A:64/little-signed, R/bits>>) -> [A | wide(R)];
wide(R) -> R.

%% The heap is collected, and grows, between the fields.
collected(<<X:4, Y:8, R/bits>>, Acc) ->
    Z = garbage(Y band 15, []),
    case X of
        7 -> erlang:garbage_collect();
        _ -> ok
    end,
    collected(R, [X, Y, length(Z) | Acc]);
collected(R, Acc) -> {R, Acc}.

garbage(0, L) -> L;
garbage(N, L) -> garbage(N - 1, [lists:seq(1, 10 * N), <<N:64>> | L]).

take(B, N) ->
    case B of
        <<P:N/binary, R/bits>> -> {P, R, bit_size(P), binary:referenced_byte_size(<<0, P/binary>>) >= N};
        _ -> no
    end.

take_bits(B, N) ->
    case B of
        <<_:1, P:N/bits, R/bits>> -> {P, R};
        _ -> no
    end.

skips(B, N) ->
    {case B of <<_:N/binary, R/bits>> -> R; _ -> no end,
     case B of <<_:3, _:N, R2/bits>> -> bit_size(R2); _ -> no end}.

sized(B, N) ->
    {case B of <<X:N, _/bits>> -> X; _ -> no end,
     case B of <<Y:N/signed-little, _/bits>> -> Y; _ -> no end,
     case B of <<_:3, Z:N/signed, _/bits>> -> Z; _ -> no end}.

%% One context, taken back for each clause.
restored(<<1, 2, 3, 4>>) -> four;
restored(<<1, 2, X>>) -> {three, X};
restored(<<1, X, Y>>) when X > Y -> {falling, X, Y};
restored(<<2, R/binary>>) -> {R, restored(R)};
restored(B) -> B.

nested(<<N, P:N/binary, R/binary>>) -> [{P, within(P)} | nested(R)];
nested(R) -> R.

within(<<A, B/binary>>) -> [A | within(B)];
within(<<>>) -> [].

%% Words are read over the end of what is matched, but not over that of a page.
pages(Size) ->
    B = << <<(X band 255)>> || X <- lists:seq(1, Size) >>,
    {sums(B, 0), tails(B, 0), fives(B, 0)}.
sums(<<A:24, R/binary>>, S) -> sums(R, S + A);
sums(R, S) -> {R, S}.
tails(<<A:3/binary, R/binary>>, S) -> tails(R, S + binary:last(A));
tails(R, S) -> {R, S}.
fives(<<A:5, R/bits>>, S) -> fives(R, S + A);
fives(R, S) -> {R, S}.

floating(<<F:64/float>>) -> F;
floating(<<F:32/float, X>>) -> {F, X};
floating(<<F:16/float, X>>) -> {F, X};
floating(<<F:64/float-little>>) -> F;
floating(<<1:1, F:64/float>>) -> {bit, F};
floating(B) -> B.

utf16(<<C/utf16, R/binary>>) -> [C | utf16(R)];
utf16(<<_/utf16-little, R/binary>>) -> R;
utf16(R) -> R.

utf32(<<C/utf32, R/binary>>) -> [C | utf32(R)];
utf32(<<_/utf32-little, C/utf32-little, R/binary>>) -> {C, R};
utf32(R) -> R.

string(<<"0123456789abcdefghij">>) -> all;
string(<<"0123456789abcdefghi", R/binary>>) -> {most, R};
string(<<"012345678", R/binary>>) -> {nine, R};
string(R) -> R.

shifted(<<1:1, "0123456789abcdefghij">>) -> all;
shifted(<<1:1, "0123456789abcdefghi", R/binary>>) -> {most, R};
shifted(<<_:1, R/bits>>) -> R.

built(X, Y) ->
    {<<X:32, Y:64, X:8>>, <<X:3, Y:60, X:5, Y:61>>, <<X:64, Y:64/little>>, <<1, X:63, Y:64, 5:7>>, <<"a longer text than eight", X:16>>,
     <<X:17, "text of some length", Y:64/signed, 1:1>>, <<X:64, X:64, X:64, X:64, X:64, X:64, X:64, X:64>>, <<X:64, X:64, X:64, X:64, X:64, X:64, X:64, X:64, 1:1>>}.

joined(F, B) -> {<<F/bits, B/bits>>, <<F/bits, B/bits, 1:1>>, <<(<<F/bits, 3>>)/bits, B/bits>>}.

bit_by_bit(0, B) -> B;
bit_by_bit(N, B) -> bit_by_bit(N - 1, <<B/bits, (N band 1):1>>).

grown(0, _, B) -> B;
grown(N, Part, B) -> grown(N - 1, Part, <<B/bits, Part/bits>>).

%% Several that grow from one, with a process that has it as well.
forked() ->
    A = grown(100, <<1, 2, 3>>, <<>>),
    B = <<A/binary, 4>>, C = <<A/binary, 5>>,
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> Self ! {self(), <<B/binary, 6>>} end),
    D = <<B/binary, 7>>,
    E = receive {Pid, X} -> X end,
    receive {'DOWN', Ref, _, _, _} -> ok end,
    F = <<D/bits, (id(<<1:1>>))/bits>>, G = <<D/bits, (id(<<0:1>>))/bits>>, H = <<F/bits, 3:2>>, I = <<F/bits, 2:2>>,
    [{byte_size(Z), bit_size(Z), erlang:phash2(Z)} || Z <- [A, B, C, D, E, F, G, H, I]].

%% Half of it does not see what is appended to the whole.
unclaimed() ->
    A = grown(100, <<1, 2, 3>>, <<>>),
    Half = binary:part(A, 0, 150),
    B = <<A/binary, 9>>, C = <<Half/binary, 8>>, D = <<Half/binary, 7>>,
    [{byte_size(Z), erlang:phash2(Z)} || Z <- [A, Half, B, C, D]].

wide_append(0, B) -> B;
wide_append(N, B) -> wide_append(N - 1, <<B/binary, N:64, (-N):64, N:16>>).

scan(<<C, R/binary>>, W, N) when C >= $a, C =< $z -> scan(R, W + 1, N);
scan(<<C, R/binary>>, W, N) when C >= $0, C =< $9 -> digits(R, W, N + C - $0);
scan(<<_, R/binary>>, W, N) -> scan(R, W, N);
scan(<<>>, W, N) -> {W, N}.

digits(<<C, R/binary>>, W, N) when C >= $0, C =< $9 -> digits(R, W, N + 10 * (C - $0));
digits(<<R/binary>>, W, N) -> scan(R, W, N).
