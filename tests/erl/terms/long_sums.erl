%% Checksums of long binaries and iolists, in several turns; hashes of long binaries, wherever those are;
%% and the keys of large maps in order.
-module(long_sums).
-export([main/0]).

main() ->
    Bin = binary:copy(list_to_binary(lists:seq(0, 250)), 4000),
    Bytes = binary_to_list(Bin),
    Bin4 = binary:copy(Bin, 4),
    Show = fun(R) -> R end,
    Same = fun(V) -> fun(R) -> R =:= V end end,
    Calls =
        [{erlang, md5, [Bin4], Show},
         {erlang, md5, [[Bytes, [Bin4, 1 | Bin] | Bin4]], Show},
         {erlang, md5_update, [erlang:md5_init(), Bin4], fun erlang:md5_final/1},
         {erlang, crc32, [Bin4], Show},
         {erlang, crc32, [1, [Bin, $a, Bin, Bin, unaligned(Bin4)]], Show},
         {erlang, crc32, [1, [Bin4 | 1]], Same(bad)},
         {erlang, crc32, [[Bytes, Bin4, Bytes, -1]], Same(bad)},
         {erlang, crc32, [[Bin4, Bin4, <<1:1>>]], Same(bad)},
         {erlang, adler32, [Bin4], Show},
         {erlang, adler32, [16#fff1fff1, [Bin4, Bytes, 1]], Show}],
    [io:format("~s ~p~n", [F, t:turns(fun() -> Check(result(M, F, Args)) end, fun(_) -> ok end)])
     || {M, F, Args, Check} <- Calls],
    %% Of long binaries, wherever they are.
    Bits = <<5:3, Bin/binary, 2:2>>,
    Terms = [Bin4, Bits, unaligned(Bits), {Bin, Bits, a}, [Bin | Bin4], #{Bin => Bits}],
    io:format("~p~n", [[erlang:phash2(T, 1 bsl 32) || T <- Terms]]),
    io:format("~p~n", [[erlang:phash2({binary:part(Bin, N, 98304 + N)}, 1 bsl 32) || N <- [0, 1, 11, 12, 13, 24]]]),
    Collected = fun(Pid) -> [erlang:garbage_collect(Pid) || _ <- "abc"] end,
    Iolist = [Bin, [Bytes, Bytes | Bin] | binary:copy(Bin, 4)],
    Md5 = erlang:md5(iolist_to_binary(Iolist)),
    t:p([t:turns(fun() -> erlang:md5(Iolist) =:= Md5 end, Disturb)
         || Disturb <- [Collected, fun(Pid) -> exit(Pid, kill) end]]),
    Map = maps:from_keys(lists:seq(1, 30000), 1),
    Keys = term_to_binary(Map, [deterministic]),
    t:p(t:turns(fun() -> term_to_binary(Map, [deterministic]) =:= Keys end, Collected)).

%% The first entry of the stack trace is what was called.
result(M, F, Args) ->
    try apply(M, F, Args)
    catch error:badarg:Stack -> {M, F, _, _} = hd(Stack), bad
    end.

unaligned(Bin) ->
    <<_:3, Rest/bitstring>> = <<5:3, Bin/bitstring>>,
    Rest.
