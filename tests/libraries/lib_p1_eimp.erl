%% p1_eimp: a program behind ports, one for each scheduler.
-module(lib_p1_eimp).
-export([main/0]).

main() ->
    io:format("~p~n", [application:ensure_all_started(eimp)]),
    io:format("~p~n", [lists:sort(eimp:supported_formats())]),
    Png = png(20, 10),
    io:format("~p ~p~n", [eimp:get_type(Png), eimp:identify(Png)]),
    Converted = [eimp:convert(Png, To, Options) || To <- [jpeg, png, gif, webp], Options <- [[], [{scale, {4, 4}}]]],
    io:format("~p~n", [[case C of {ok, B} -> {eimp:get_type(B), eimp:identify(B)}; _ -> C end || C <- Converted]]),
    io:format("~p~n", [[eimp:convert(B, jpeg) || B <- [<<>>, <<"none">>, binary:part(Png, 0, 30)]]]),
    Self = self(),
    [spawn_link(fun() -> Self ! {N, element(1, eimp:convert(Png, webp))} end) || N <- lists:seq(1, 8)],
    io:format("~p~n", [lists:usort([receive {N, R} -> R end || N <- lists:seq(1, 8)])]),
    io:format("~p~n", [application:stop(eimp)]).

png(W, H) ->
    Rows = << <<0, (binary:copy(<<255, 128, 0>>, W))/binary>> || _ <- lists:seq(1, H) >>,
    <<137, "PNG\r\n", 26, "\n", (chunk(<<"IHDR", W:32, H:32, 8, 2, 0, 0, 0>>))/binary, (chunk(<<"IDAT", (zlib:compress(Rows))/binary>>))/binary, (chunk(<<"IEND">>))/binary>>.

chunk(<<_:32, Data/binary>> = C) -> <<(byte_size(Data)):32, C/binary, (erlang:crc32(C)):32>>.
