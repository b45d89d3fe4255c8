%% vm:
-module(heap_limit).
-export([main/0]).
main() ->
    logger:set_primary_config(level, none),
    {P, M} = spawn_opt(fun() -> grow([]) end, [monitor, {max_heap_size, #{size => 100000, kill => true, error_logger => false}}]),
    receive {'DOWN', M, process, P, R} -> io:format("~p~n", [R]) end,
    io:format("~p~n", [process_info(self(), max_heap_size) =/= undefined]).
grow(L) -> grow([lists:seq(1, 100) | L]).
