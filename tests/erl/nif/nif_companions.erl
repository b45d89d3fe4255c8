%% A library that expects zlib of the emulator.
-module(nif_companions).
-export([main/0, sum/1]).
-on_load(load/0).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

sum(_) -> erlang:nif_error(not_loaded).

main() ->
    io:format("~p ~p~n", [sum(<<"123456789">>), erlang:crc32(<<"123456789">>)]).
