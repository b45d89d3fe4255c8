%% vm: +S 2:2
%% A process of high priority that never rests keeps nobody from the other scheduler, which has
%% others to run all the time.
-module(above_normal).
-export([main/0]).

main() ->
    Busy = [spawn_opt(fun busy/0, [link, {priority, P}]) || P <- [high, normal, normal]],
    Workers = [spawn_opt(fun() -> work(20) end, [monitor, {priority, P}])
               || _ <- lists:seq(1, 40), P <- [normal, low]],
    [receive {'DOWN', Ref, process, Pid, normal} -> ok end || {Pid, Ref} <- Workers],
    [begin unlink(B), exit(B, kill) end || B <- Busy],
    io:format("~w~n", [length(Workers)]).

busy() -> lists:sum(lists:seq(1, 1000)), busy().

%% Each turn takes a slice.
work(0) -> ok;
work(N) -> erlang:bump_reductions(4000), work(N - 1).
