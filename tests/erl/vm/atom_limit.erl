%% vm: +t 30000
-module(atom_limit).
-export([main/0]).
main() -> io:format("~p~n", [erlang:system_info(atom_limit)]), io:format("~p~n", [list_to_atom("new_atom_" ++ "1")]).
