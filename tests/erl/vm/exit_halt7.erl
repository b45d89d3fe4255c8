%% vm:
-module(exit_halt7).
-export([main/0]).
main() -> io:format("going~n"), erlang:halt(7).
