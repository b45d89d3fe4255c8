%% The module zstd: whole, in pieces, with parameters and dictionaries, and what is refused. Each is what stock answers, so
%% compressed bytes are the same.
%% since OTP 28
-module(zstd_streams).
-export([main/0]).

main() ->
    Texts = [<<>>, <<"a">>, text(1), text(100), text(9000), crypto_like(50000, 1, []), binary:copy(<<0>>, 300000)],
    [show(whole, whole(T)) || T <- Texts],
    show(iodata, lists:uniq([bytes(zstd:compress(D)) || D <- [<<"abcdef">>, "abcdef", [<<"abc">>, $d, [["ef"]]]]])),
    show(sizes, [lists:map(fun byte_size/1, L) || T <- Texts, L <- [zstd:compress(T), zstd:decompress(zstd:compress(T))]]),
    [show(level, {Level, hash(zstd:compress(text(1000), #{compressionLevel => Level}))}) || Level <- [-5, 1, 3, 9, 22]],
    parameters(),
    streams(),
    dictionaries(),
    headers(),
    wrong(),
    owners().

show(Name, What) -> io:format("~p ~tp~n", [Name, What]).

try_to(F) ->
    try F() catch Class:Reason:Trace ->
        {Class, Reason, [{M, N, if is_list(A) -> length(A); true -> A end} || {M, N, A, _} <- lists:sublist(Trace, 2)]}
    end.

bytes(D) -> iolist_to_binary(D).

hash(D) -> {iolist_size(D), erlang:crc32(D)}.

text(N) -> bytes([["line ", integer_to_list(I * I), " of ", integer_to_list(N), $\n] || I <- lists:seq(1, N)]).

%% Bytes that cannot be made smaller.
crypto_like(0, _, Bytes) -> bytes(Bytes);
crypto_like(N, X, Bytes) -> crypto_like(N - 1, (X * 1103515245 + 12345) band 16#7fffffff, [(X bsr 16) band 255 | Bytes]).

whole(T) ->
    C = zstd:compress(T),
    {byte_size(T), hash(C), bytes(zstd:decompress(C)) =:= T, bytes(zstd:decompress([bytes(C), C])) =:= <<T/binary, T/binary>>}.

parameters() ->
    {ok, C} = zstd:context(compress),
    Set = [{compressionLevel, 7}, {windowLog, 15}, {hashLog, 12}, {chainLog, 12}, {searchLog, 3}, {minMatch, 4}, {targetLength, 64},
           {strategy, greedy}, {strategy, btultra2}, {strategy, default}, {targetCBlockSize, 2000}, {enableLongDistanceMatching, true}, {ldmHashLog, 12},
           {ldmMinMatch, 32}, {ldmBucketSizeLog, 3}, {ldmHashRateLog, 4}, {contentSizeFlag, false}, {checksumFlag, true}, {dictIDFlag, false},
           {pledgedSrcSize, 3}],
    [show(parameter, {K, V, try_to(fun() -> zstd:set_parameter(C, K, V) end), try_to(fun() -> zstd:get_parameter(C, K) end)})
     || {K, V} <- Set ++ [{compressionLevel, 1000}, {windowLog, 1}, {windowLog, x}, {strategy, 3}, {strategy, quick}, {checksumFlag, 1}, {nothing, 1},
                          {"windowLog", 20}, {hashLog, 1 bsl 40}]],
    {ok, D} = zstd:context(decompress, #{windowLogMax => 20}),
    show(parameter, [try_to(F) || F <- [fun() -> zstd:get_parameter(D, windowLogMax) end, fun() -> zstd:set_parameter(D, windowLogMax, 99) end,
                                        fun() -> zstd:set_parameter(D, windowLogMax, x) end, fun() -> zstd:set_parameter(D, other, 9) end,
                                        fun() -> zstd:get_parameter(D, other) end]]),
    T = text(3000),
    Maps = [#{checksumFlag => true}, #{contentSizeFlag => false}, #{strategy => fast, windowLog => 10}, #{enableLongDistanceMatching => true},
            #{targetCBlockSize => 1340}],
    [show(with, {M, hash(zstd:compress(T, M)), bytes(zstd:decompress(zstd:compress(T, M))) =:= T}) || M <- Maps].

streams() ->
    T = text(6000),
    {ok, C} = zstd:context(compress, #{compressionLevel => 1}),
    {ok, D} = zstd:context(decompress),
    Packed = [packed(C, T, Size) || Size <- [10000, 100000, 1000000]],
    show(stream, [hash(P) || P <- Packed]),
    show(stream, [unpacked(D, bytes(P), Size) =:= T || P <- Packed, Size <- [97, 1000, 1000000]]),
    {continue, <<>>} = zstd:stream(C, <<"left">>),
    show(reset, [zstd:reset(C), bytes(element(2, zstd:finish(C, "other")))]),
    show(finish, [zstd:finish(D, []), zstd:finish(D, [<<>>]), zstd:finish(C, [])]),
    Cut = binary:part(bytes(hd(Packed)), 0, 3000),
    show(cut, [iolist_size(zstd:decompress(Cut)), try_to(fun() -> hash(zstd:decompress(Cut, D)) end)]),
    show(again, [try_to(fun() -> zstd:decompress(<<"no frame at all">>, D) end), bytes(zstd:decompress(zstd:compress("x"), D))]).

packed(C, <<Part:10000/binary, Rest/binary>>, 10000) -> [stream(C, Part) | packed(C, Rest, 10000)];
packed(C, <<Part:100000/binary, Rest/binary>>, 100000) -> [stream(C, [Part, [[]]]) | packed(C, Rest, 100000)];
packed(C, Rest, _) -> {done, Out} = zstd:finish(C, Rest), Out.

stream(C, Part) ->
    case zstd:stream(C, Part) of
        {continue, Out} -> [Out];
        {continue, Rest, Out} -> [Out | stream(C, Rest)]
    end.

unpacked(D, Packed, Size) when byte_size(Packed) > Size ->
    <<Part:Size/binary, Rest/binary>> = Packed,
    bytes([stream(D, Part), unpacked(D, Rest, Size)]);
unpacked(D, Packed, _) -> {done, Out} = zstd:finish(D, Packed), bytes(Out).

dictionaries() ->
    Raw = text(500),
    {ok, C} = zstd:dict(compress, Raw),
    {ok, C9} = zstd:dict(compress, Raw, #{compressionLevel => 9}),
    {ok, D} = zstd:dict(decompress, Raw),
    show(ids, [try_to(fun() -> zstd:get_dict_id(X) end) || X <- [C, C9, D, Raw, <<16#37, 16#a4, 16#30, 16#ec, 7:32/little, 0:100>>, zstd:compress("a"), x]]),
    T = text(600),
    [begin
         P = zstd:compress(T, #{dictionary => Dict}),
         show(dictionary, {hash(P), try_to(fun() -> hash(zstd:decompress(P)) end), bytes(zstd:decompress(P, #{dictionary => D})) =:= T,
                           bytes(zstd:decompress(P, #{dictionary => Raw})) =:= T})
     end || Dict <- [C, C9, Raw]],
    Bad = <<16#37, 16#a4, 16#30, 16#ec, 7:32/little, "no tables">>,
    show(dictionary, [try_to(F) || F <- [fun() -> zstd:dict(compress, Bad) end, fun() -> zstd:dict(decompress, Bad) end, fun() -> zstd:dict(compress, "list") end,
                                         fun() -> zstd:dict(compress, Raw, #{compressionLevel => high}) end, fun() -> zstd:dict(decompress, x) end,
                                         fun() -> zstd:compress("a", #{dictionary => D}) end, fun() -> zstd:compress("a", #{dictionary => x}) end,
                                         fun() -> zstd:decompress(zstd:compress("a"), #{dictionary => C}) end]]).

headers() ->
    Frames = [zstd:compress(<<"abc">>), zstd:compress(text(9000), #{checksumFlag => true}), zstd:compress("a", #{contentSizeFlag => false}),
              <<16#50, 16#2a, 16#4d, 16#18, 5:32/little, "12345">>, <<"nothing">>, x],
    [show(header, try_to(fun() -> sorted(zstd:get_frame_header(F)) end)) || F <- Frames].

sorted({ok, M}) -> lists:sort(maps:to_list(M));
sorted(E) -> E.

wrong() ->
    {ok, C} = zstd:context(compress),
    {ok, D} = zstd:context(decompress),
    Whole = bytes(zstd:compress(text(2000), #{checksumFlag => true})),
    <<Head:(byte_size(Whole) - 2)/binary, _:16>> = Whole,
    show(wrong, [try_to(F) || F <- [fun() -> zstd:decompress(<<"garbage, and more of it">>) end, fun() -> zstd:decompress(<<Head/binary, 0, 0>>) end,
                                    fun() -> zstd:compress(x) end, fun() -> zstd:compress([1000]) end, fun() -> zstd:decompress(x) end,
                                    fun() -> zstd:stream(C, x) end, fun() -> zstd:stream(C, <<1:3>>) end, fun() -> zstd:context(other) end,
                                    fun() -> zstd:context(compress, #{level => 1}) end, fun() -> zstd:compress("abc", #{pledgedSrcSize => 2}) end,
                                    fun() -> zstd:stream({compress, make_ref()}, <<>>) end]]),
    show(closed, [try_to(F) || F <- [fun() -> zstd:close(C) end, fun() -> zstd:close(C) end, fun() -> zstd:stream(C, <<"a">>) end, fun() -> zstd:close(D) end,
                                     fun() -> zstd:decompress(Whole, D) end, fun() -> zstd:reset(D) end]]),
    {ok, Pledged} = zstd:context(compress, #{pledgedSrcSize => 10}),
    show(pledged, [try_to(fun() -> zstd:finish(Pledged, "abc") end)]).

owners() ->
    {ok, C} = zstd:context(compress),
    Self = self(),
    spawn(fun() -> Self ! {other, [try_to(F) || F <- [fun() -> zstd:stream(C, <<"a">>) end, fun() -> zstd:reset(C) end, fun() -> zstd:close(C) end,
                                                         fun() -> zstd:get_parameter(C, windowLog) end]]} end),
    receive {other, Answers} -> show(owners, Answers) end,
    show(own, bytes(element(2, zstd:finish(C, "mine")))).
