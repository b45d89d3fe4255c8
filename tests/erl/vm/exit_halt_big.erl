%% vm:
-module(exit_halt_big).
-export([main/0]).
main() -> io:format("~p~n", [catch halt(t:id(-1))]), io:format("~p~n", [catch halt(t:id(a))]), halt(300).
