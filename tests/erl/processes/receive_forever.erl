%% A receive without clauses: messages and requests wake the process, and it waits on for as long as was said.
-module(receive_forever).
-export([main/0, wait/2]).

wait(T, A) -> receive after T -> A end.

main() ->
    Me = self(),
    Waits = [{T, spawn(fun() -> Me ! {T, wait(T, waited)} end)} || T <- [infinity, 100, 0]],
    Sleeps = spawn(timer, sleep, [infinity]),
    Wake = fun(P) -> [begin P ! X, process_info(P, [status, messages]), erlang:garbage_collect(P) end || X <- lists:seq(1, 5)] end,
    [Wake(P) || {_, P} <- Waits], Wake(Sleeps),
    t:p([receive {T, Got} -> Got end || T <- [100, 0]]),
    {_, Forever} = hd(Waits),
    [t:p({is_process_alive(P), process_info(P, messages)}) || P <- [Forever, Sleeps]],
    [begin M = monitor(process, P), exit(P, stop), receive {'DOWN', M, _, _, Why} -> t:p(Why) end end || P <- [Forever, Sleeps]],
    %% What is no time is told when the wait begins.
    t:show("no time", fun() -> wait(soon, x) end).
