%% vm:
-module(exit_halt_string).
-export([main/0]).
main() -> erlang:halt("a slogan").
