%% vm: +B -boot no_dot_erlang
-module(escript_like).
-export([main/0]).
main() -> io:format("~p~n", [[M || M <- [lists, erlang, prim_file, code_server], code:is_loaded(M) =/= false]]), io:format("~p~n", [init:get_argument(boot)]).
