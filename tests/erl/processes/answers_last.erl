%% Who has been busy for long, answers, and ends is gone when the answer is read: the answer alone
%% is no work for another scheduler. On one processor the system would run that one first.
-module(answers_last).
-export([main/0]).

main() ->
    Pinned = os:cmd("taskset -acp 0 " ++ os:getpid()),
    true = string:find(Pinned, "failed") =:= nomatch,
    Met = length([met || _ <- lists:seq(1, 40), still_there()]),
    io:format("met most of them: ~p~n", [Met > 20]).

still_there() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        register(?MODULE, self()),
        lists:seq(1, 500000),
        Self ! done
    end),
    receive done -> ok end,
    Is = whereis(?MODULE) =/= undefined,
    receive {'DOWN', Monitor, process, Pid, normal} -> Is end.
