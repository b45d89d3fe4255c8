%% vm:
-module(exit_halt0).
-export([main/0]).
main() -> io:format("going~n"), halt().
