%% vm: -noinput
-module(binary_stdout).
-export([main/0]).
main() -> io:setopts([{encoding, latin1}]), io:put_chars([233, 10]), io:setopts([{encoding, unicode}]), io:put_chars([233, 8364, 10]), file:write(standard_io, "via file\n"), io:format("~p~n", [proplists:get_value(encoding, io:getopts())]).
