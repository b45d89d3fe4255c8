%% Who has been busy for long, answers, and ends is gone when the answer is read: the answer alone
%% is no work for another scheduler. On one processor the system would run that one first.
-module(answers_last).
-export([main/0]).

main() ->
    Cpus = lists:last(string:lexemes(os:cmd("taskset -cp " ++ os:getpid()), " \n")),
    pin(hd(string:lexemes(Cpus, ",-"))),
    Met = length([met || _ <- lists:seq(1, 40), still_there()]),
    %% Other programs run in this emulator, too.
    pin(Cpus),
    io:format("met most of them: ~p~n", [Met > 20]).

pin(Cpus) ->
    Said = os:cmd("taskset -acp " ++ Cpus ++ " " ++ os:getpid()),
    true = string:find(Said, "failed") =:= nomatch.

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
