%% ezlib: zlib's streams. Its library is not linked with zlib, which it expects of the emulator. What the
%% version of Debian 12 compresses has bytes that nobody has written, so only the rest is compared.
-module(lib_p1_zlib).
-export([main/0]).

main() ->
    io:format("~p~n", [application:ensure_all_started(ezlib)]),
    io:format("~p~n", [element(1, ezlib:compress(ezlib:new(), <<"hello hello hello">>))]),
    io:format("~p~n", [ezlib:decompress(ezlib:new(), <<"no zlib">>)]),
    Text = binary:copy(<<"text ">>, 1000),
    io:format("~p~n", [ezlib:decompress(ezlib:new(), zlib:compress(Text)) =:= {ok, Text}]),
    [io:format("~p~n", [element(1, element(2, catch F()))])
     || F <- [fun() -> ezlib:compress(make_ref(), <<"x">>) end, fun() -> ezlib:compress(ezlib:new(), a) end]],
    %% Nobody has them any more.
    [ezlib:new() || _ <- lists:seq(1, 200)],
    garbage_collect().
