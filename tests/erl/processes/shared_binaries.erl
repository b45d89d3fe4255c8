%% The limit on a heap may count shared binaries, too.
%% since OTP 27
-module(shared_binaries).
-export([main/0]).

main() ->
    t:each2(fun by_spawn/2, [false, true], [100, 2000]),
    t:each2(fun by_flag/2, [false, true], [100, 2000]),
    t:show("old ones", fun() -> ends(fun old/0) end).

max(Included) ->
    #{size => 100000, kill => true, error_logger => false, include_shared_binaries => Included}.

by_spawn(Included, N) ->
    {Pid, Ref} = spawn_opt(fun() -> exit(holds(N)) end, [monitor, {max_heap_size, max(Included)}]),
    reason(Pid, Ref).

by_flag(Included, N) ->
    ends(fun() -> process_flag(max_heap_size, max(Included)), holds(N) end).

ends(F) ->
    {Pid, Ref} = spawn_monitor(fun() -> exit(F()) end),
    reason(Pid, Ref).

reason(Pid, Ref) ->
    receive {'DOWN', Ref, process, Pid, Reason} -> Reason end.

%% So many binaries of a kilobyte each, when all else has been collected.
holds(N) ->
    L = [binary:copy(<<"x">>, 1024) || _ <- lists:seq(1, N)],
    garbage_collect(),
    {held, length(L)}.

%% Binaries that are in the old generation count, and those that are no more do not.
old() ->
    L = [binary:copy(<<"x">>, 1024) || _ <- lists:seq(1, 1000)],
    garbage_collect(), garbage_collect(),
    process_flag(max_heap_size, max(true)),
    First = length(L),
    garbage_collect(),
    M = [binary:copy(<<"x">>, 1024) || _ <- lists:seq(1, 300)],
    garbage_collect(),
    process_flag(max_heap_size, max(false)),
    process_flag(max_heap_size, max(true)),
    put(list, [binary:copy(<<"x">>, 1024) || _ <- lists:seq(1, 1000)]),
    garbage_collect(), garbage_collect(self(), [{type, minor}]),
    {First, length(M)}.
