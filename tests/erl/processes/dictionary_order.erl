%% The dictionary of another process is listed as that process lists it.
-module(dictionary_order).
-export([main/0]).

main() ->
    Me = self(),
    Keys = [list_to_atom([C]) || C <- lists:seq($a, $z)] ++ lists:seq(1, 40),
    P = spawn_link(fun() -> [put(K, K) || K <- Keys], Me ! get(), receive stop -> ok end end),
    receive Own -> ok end,
    io:format("~w~n", [process_info(P, dictionary) =:= {dictionary, Own}]),
    P ! stop.
