%% vm: +S 2:2
%% Whoever binds itself to a scheduler goes on there.
-module(bound_at_once).
-export([main/0]).

main() ->
    Here = [begin
                Old = process_flag(scheduler, S),
                {Old, erlang:system_info(scheduler_id)}
            end || S <- [1, 2, 1, 2, 2, 1]],
    io:format("~w~n", [Here]),
    1 = process_flag(scheduler, 0),
    io:format("~w~n", [process_flag(scheduler, 0)]).
