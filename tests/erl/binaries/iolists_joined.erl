%% Iolists of many shapes and sizes made binaries: each beside what its bytes are one by one.
-module(iolists_joined).
-export([main/0]).

main() ->
    [io:format("~p: ~p~n", [Name, [joined(L) || L <- Lists]]) || {Name, Lists} <- lists()],
    io:format("wrong: ~p~n", [[wrong(L) || L <- bad()]]),
    io:format("large: ~p~n", [joined(binary:copy(<<"x">>, 100000))]).

%% Around the sizes from which binaries are no part of a process's heap, and lists are measured first.
lists() ->
    Sizes = [0, 1, 63, 64, 65, 511, 512, 513, 1000, 16383, 16384, 16385, 40000],
    [{bytes, [bytes(N) || N <- Sizes]},
     {nested, [[bytes(N), [[]], [[bytes(3)], "ab" | <<"c">>] | <<"end">>] || N <- Sizes]},
     {binaries, [[list_to_binary(bytes(N)), $x, list_to_binary(bytes(5))] || N <- Sizes]},
     {many, [lists:duplicate(N, <<"ab">>) || N <- [1, 255, 256, 257, 9000, 20000]]},
     {parts, [[part(N, Bit), part(N, Bit) | part(3, 8)] || N <- [0, 1, 64, 300, 600], Bit <- [0, 3, 8]]},
     {empty, [[], [[]], [<<>>], [[] | <<>>], lists:duplicate(30000, []), lists:duplicate(30000, <<>>)]},
     {deep, [lists:foldl(fun(N, L) -> [L, N rem 256] end, [], lists:seq(1, N)) || N <- [7, 8, 9, 100, 20000]]}].

bytes(N) -> [I * 7 rem 256 || I <- lists:seq(1, N)].

%% A binary that begins at this bit of another one.
part(N, Bit) ->
    Whole = list_to_binary(bytes(N + 2)),
    <<_:Bit, Part:N/binary, _/bits>> = Whole,
    Part.

joined(L) ->
    B = iolist_to_binary(L),
    B = iolist_to_binary([L]),
    B = list_to_binary([[], L]),
    B = list_to_binary(flat(L, [])),
    {byte_size(B), erlang:crc32(B)}.

flat([H | T], Rest) -> flat(H, flat(T, Rest));
flat([], Rest) -> Rest;
flat(B, Rest) when is_binary(B) -> binary_to_list(B) ++ Rest;
flat(N, Rest) -> [N | Rest].

bad() ->
    [[256], [-1], [a], [1 | 2], [<<1:3>>], ["ab" | <<1:1>>], [<<"a">>, 1.0], [bytes(600), a], [bytes(20000), <<1:7>>],
     lists:duplicate(300, <<"ab">>) ++ [{}], [[[[[[[[[[x]]]]]]]]]], a, 1].

wrong(L) ->
    [try list_to_binary(L) of B -> byte_size(B) catch error:E -> E end,
     try iolist_to_binary(L) of B -> byte_size(B) catch error:E -> E end].
