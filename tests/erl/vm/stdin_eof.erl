%% vm:
-module(stdin_eof).
-export([main/0]).
main() -> io:format("~p ~p ~p~n", [io:get_line(""), io:get_chars("", 5), io:read("")]), io:format(standard_error, "to stderr ~ts~n", ["é"]), io:put_chars(standard_io, "é€\n").
