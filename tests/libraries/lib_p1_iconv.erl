%% iconv: conversion of strings between character sets.
-module(lib_p1_iconv).
-export([main/0]).

main() ->
    io:format("~p~n", [application:ensure_all_started(iconv)]),
    Texts = [<<"plain">>, <<"é€"/utf8>>, <<>>, <<16#ff, 16#fe, $a, 0>>, <<"ÄÖÜ ß"/utf8>>, <<"日本語"/utf8>>],
    Sets = ["utf-8", "latin1", "utf-16le", "ascii", "utf-8//IGNORE", "cp1252", "utf-32", "no-such-set"],
    [io:format("~s -> ~s ~p: ~p~n", [From, To, T, iconv:convert(From, To, T)]) || From <- Sets, To <- Sets, T <- Texts],
    [io:format("~p~n", [element(1, element(2, catch iconv:convert("utf-8", "latin1", X)))]) || X <- [a, 1, [a]]],
    io:format("~p~n", [iconv:convert(["utf", <<"-8">>], "latin1", [<<"a">>, "b", [195, 169]])]),
    Long = binary:copy(<<"é und ü "/utf8>>, 20000),
    Me = self(),
    Ps = [spawn_link(fun() -> Me ! {self(), erlang:phash2(iconv:convert("utf-8", "latin1", Long))} end) || _ <- lists:seq(1, 6)],
    io:format("~p~n", [lists:usort([receive {P, H} -> H end || P <- Ps])]).
