%% What creating a process costs, with and without a message to it.
-module(lab_spawn).
-export([run/2, chain/2, nothing/0]).

%% Each process spawns the next, sends it one message and waits for its own.
run(start, N) ->
    First = spawn(?MODULE, chain, [self(), N - 1]),
    First ! go,
    receive {last, 0} -> settled() end;
%% One process spawns them all; each ends at once.
run(start_wo_msg, N) ->
    spawn_all(N),
    settled();
%% Processes that wait, for what they weigh.
run(idle, N) ->
    maser_lab:mark("before"),
    Pids = idle(N, []),
    N = length(Pids),
    erlang:garbage_collect(),
    maser_lab:mark("after"),
    true = lists:all(fun is_process_alive/1, lists:sublist(Pids, 100)),
    [Pid ! stop || Pid <- Pids],
    settled().

chain(Root, 0) ->
    receive go -> Root ! {last, 0} end;
chain(Root, N) ->
    Next = spawn(?MODULE, chain, [Root, N - 1]),
    Next ! go,
    receive go -> ok end.

spawn_all(0) -> ok;
spawn_all(N) ->
    spawn(?MODULE, nothing, []),
    spawn_all(N - 1).

nothing() -> ok.

idle(0, Pids) -> Pids;
idle(N, Pids) ->
    idle(N - 1, [spawn(fun() -> receive stop -> ok end end) | Pids]).

%% Until all of them have ended: their end is part of the cost.
settled() ->
    case erlang:system_info(process_count) < 200 of
        true -> true;
        false -> receive after 1 -> settled() end
    end.
