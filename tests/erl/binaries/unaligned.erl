%% since OTP 29
%% erts_debug:unaligned_bitstring/2: the same bits, where no byte begins.
-module(unaligned).
-export([main/0]).

main() ->
    All = [<<>>, <<1:1>>, <<5:7>>, <<255>>, <<1, 2, 3, 4:4>>, binary:copy(<<"abcdefg">>, 100),
           binary:part(binary:copy(<<"xyz">>, 100), 7, 200), <<(binary:copy(<<7>>, 70))/binary, 1:3>>],
    io:format("~p~n", [[[check(B, N) || N <- lists:seq(1, 7)] || B <- All]]),
    io:format("~p~n", [[try erts_debug:unaligned_bitstring(B, N) catch C:R -> {C, R} end
                        || {B, N} <- [{<<1>>, 0}, {<<1>>, 8}, {<<1>>, -1}, {<<1>>, 1 bsl 70}, {<<1>>, x}, {a, 1}, {"ab", 1}]]]).

check(B, N) ->
    Moved = erts_debug:unaligned_bitstring(B, N),
    Rest = case Moved of
               <<First, Tail/bitstring>> -> {First, bit_size(Tail)};
               Short -> Short
           end,
    {Moved =:= B, erlang:phash2(Moved) =:= erlang:phash2(B), <<Moved/bitstring, 1:1>> =:= <<B/bitstring, 1:1>>, Rest}.
