%% vm:
-module(signals_term).
-export([main/0]).
main() -> io:format("up~n"), timer:sleep(100), os:cmd("kill -TERM " ++ os:getpid()), timer:sleep(5000), io:format("still here~n").
