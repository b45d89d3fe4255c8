%% A collection that is asked for is done at once, and one that hibernates keeps no free memory.
-module(collect_now).
-export([main/0, hibernates/1]).

main() ->
    binaries(),
    order(),
    sizes(),
    hibernation(),
    messages().

binaries() ->
    B = list_to_binary(lists:duplicate(200, 1)),
    F = fun() -> receive go -> byte_size(B) end end,
    P = spawn(F),
    true = erlang:garbage_collect(),
    t:p(process_info(self(), binary)),
    {binary, [{_, 200, Count}]} = process_info(P, binary),
    t:p(Count),
    t:p(erlang:garbage_collect(P)),
    {binary, [_]} = process_info(P, binary),
    P ! go.

%% Binaries are told of in the order in which they were made, whatever has been collected.
order() ->
    Old = [binary:copy(<<0>>, N) || N <- [100, 200, 300]],
    sizes_of_binaries(),
    Minor = [{type, minor}],
    erlang:garbage_collect(self(), Minor),
    New = [binary:copy(<<0>>, N) || N <- [400, 500]],
    [begin sizes_of_binaries(), erlang:garbage_collect(self(), Minor) end || _ <- [1, 2, 3]],
    Newer = binary:copy(<<0>>, 600),
    [begin sizes_of_binaries(), erlang:garbage_collect() end || _ <- [1, 2, 3]],
    t:p(iolist_size([Old, New, Newer])).

sizes_of_binaries() ->
    {binary, Binaries} = process_info(self(), binary),
    t:p([Size || {_, Size, _} <- Binaries, Size rem 100 =:= 0]).

%% The sizes that heaps have.
sizes() ->
    [begin
         P = spawn_opt(fun() -> receive stop -> ok end end, [{min_heap_size, N}]),
         t:p({N, process_info(P, min_heap_size), process_info(P, heap_size)}),
         P ! stop
     end || N <- [0, 234, 10000, 100000]],
    t:p(process_flag(min_heap_size, 1000)),
    t:p(process_flag(min_heap_size, 233)).

hibernation() ->
    P = spawn_opt(fun() -> erase(), hibernates([]) end, [{min_heap_size, 20000}]),
    asleep(P),
    {heap_size, N} = process_info(P, heap_size),
    t:p(N < 20),
    P ! {self(), size},
    receive {size, Awake} -> t:p(Awake >= 20000) end,
    asleep(P),
    exit(P, kill),
    t:p([catch error_of(fun() -> erlang:hibernate(M, F, A) end)
         || {M, F, A} <- [{x, y, lists:duplicate(5000, z)}, {x, y, [a | b]}, {x, 1, []}]]).

error_of(F) ->
    try F() catch error:Reason -> Reason end.

asleep(P) ->
    case process_info(P, current_function) of
        {current_function, {erlang, hibernate, 3}} -> ok;
        _ -> erlang:yield(), asleep(P)
    end.

hibernates(_) ->
    receive
        {From, size} ->
            _ = lists:seq(1, 1000),
            {heap_size, N} = process_info(self(), heap_size),
            From ! {size, N}
    after 0 -> ok
    end,
    erlang:hibernate(?MODULE, hibernates, [[]]).

%% Messages belong to the heap of who has them on it.
messages() ->
    [begin
         P = spawn_opt(fun() -> receive stop -> ok end end, [{message_queue_data, Where}]),
         {_, Before} = process_info(P, total_heap_size),
         [P ! lists:seq(1, 100) || _ <- lists:seq(1, 100)],
         {_, After} = process_info(P, total_heap_size),
         t:p({Where, After > Before}),
         P ! stop
     end || Where <- [on_heap, off_heap]].
