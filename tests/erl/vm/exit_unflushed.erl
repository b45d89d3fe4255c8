%% vm:
-module(exit_unflushed).
-export([main/0]).
main() -> [io:format("~s~n", [lists:duplicate(200, $x)]) || _ <- lists:seq(1, 500)], halt(0).
