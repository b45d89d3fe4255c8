%% vm:
-module(exit_stop).
-export([main/0]).
main() -> io:format("stopping~n"), init:stop(9), receive after infinity -> ok end.
