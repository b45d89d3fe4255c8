%% vm: +hms 100000
%% The least heap that +hms and system_flag/2 ask for is what processes get.
-module(min_heap).
-export([main/0]).

main() ->
    t:p(at_least(100000)),
    t:p(element(2, erlang:system_info(min_heap_size)) >= 100000),
    _ = erlang:system_flag(min_heap_size, 200000),
    t:p(at_least(200000)),
    _ = erlang:system_flag(min_heap_size, 233),
    t:p(not at_least(10000)).

%% Whether a new process has so much, from the beginning and after a collection.
at_least(Words) ->
    Me = self(),
    {P, M} = spawn_monitor(fun() ->
        First = size(),
        erlang:garbage_collect(),
        Me ! {self(), First >= Words andalso size() >= Words}
    end),
    receive {P, Enough} -> receive {'DOWN', M, _, _, _} -> Enough end end.

size() -> element(2, process_info(self(), heap_size)).
