%% A program that asks for collections one after another has room to go on after them.
-module(room_after_collections).
-export([main/0]).

main() ->
    Self = self(),
    {P, Ref} = spawn_monitor(fun() ->
                                 Kept = lists:seq(1, 500),
                                 [erlang:garbage_collect() || _ <- lists:seq(1, 8)],
                                 Self ! collected,
                                 receive stop -> exit(length(Kept)) end
                             end),
    receive collected -> ok end,
    {garbage_collection_info, Info} = process_info(P, garbage_collection_info),
    [Block, Heap, Stack] = [proplists:get_value(What, Info)
                            || What <- [heap_block_size, heap_size, stack_size]],
    io:format("~p~n", [Block - Heap - Stack >= 50]),
    P ! stop,
    receive {'DOWN', Ref, process, P, Reason} -> io:format("~p~n", [Reason]) end.
