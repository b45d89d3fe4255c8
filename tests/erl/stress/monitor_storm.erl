%% Stress: monitors on processes that are dying. Each gives exactly one 'DOWN', unless it is taken back, and then none.
-module(monitor_storm).
-export([main/0]).

main() ->
    Before = length(processes()),
    t:p(every_one(t:scale(3000), #{})),
    t:p(taken_back(t:scale(3000))),
    t:p(crowd(t:scale(20))),
    t:p(calls(t:scale(2000))),
    t:p(infos(t:scale(2000))),
    t:p(lists:usort([order() || _ <- lists:seq(1, t:scale(500))])),
    t:p(t:flush()),
    t:p(element(2, process_info(self(), monitors))),
    t:p(mesh_settled(Before)).

mesh_settled(Before) ->
    receive after 50 -> ok end,
    length(processes()) =< Before.

every_one(0, Open) -> every_down(maps:keys(Open));
every_one(N, Open) ->
    P = spawn(fun() -> case rand:uniform(3) of 1 -> erlang:yield(); 2 -> lists:seq(1, 100); 3 -> ok end end),
    every_one(N - 1, Open#{monitor(process, P) => P}).

every_down([]) -> all_down;
every_down([M | Ms]) ->
    receive {'DOWN', M, process, _, R} when R =:= normal; R =:= noproc -> every_down(Ms)
    after 20000 -> {no_down, length(Ms)} end.

taken_back(0) -> receive {'DOWN', _, _, _, _} -> down_after_demonitor after 0 -> none end;
taken_back(N) ->
    {P, M} = spawn_monitor(fun() -> ok end),
    case rand:uniform(3) of 1 -> erlang:yield(); 2 -> exit(P, kill); 3 -> ok end,
    true = demonitor(M, [flush]),
    taken_back(N - 1).

%% Many watch one, and some of the watchers die as well.
crowd(0) -> told;
crowd(N) ->
    Self = self(),
    P = spawn(fun() -> receive stop -> exit(stopped) end end),
    Ws = [spawn(fun() -> monitor(process, P), Self ! {ready, self()},
                         receive {'DOWN', _, _, _, R} -> Self ! {down, self(), R} end end) || _ <- lists:seq(1, 100)],
    [receive {ready, W} -> ok end || W <- Ws],
    {Victims, Others} = lists:partition(fun(_) -> rand:uniform(2) =:= 1 end, Ws),
    spawn(fun() -> [exit(V, kill) || V <- Victims] end),
    P ! stop,
    [receive {down, W, stopped} -> ok after 20000 -> t:p({not_told, W}) end || W <- Others],
    receive after 1 -> flush_downs() end,
    crowd(N - 1).

flush_downs() -> receive {down, _, _} -> flush_downs() after 0 -> ok end.

%% Calls to servers that die at any moment: an answer or the reason, always one of them.
calls(N) -> calls(N, server(), 0).
calls(0, S, _) -> exit(S, kill), ok;
calls(N, S, K) ->
    case rand:uniform(20) of 1 -> spawn(fun() -> exit(S, kill) end); _ -> ok end,
    M = monitor(process, S, [{alias, reply_demonitor}]),
    S ! {call, M, N},
    receive
        {M, R} -> R = N + 1, calls(N - 1, S, K);
        {'DOWN', M, _, _, _} -> calls(N - 1, server(), K + 1)
    after 20000 -> {stuck, process_info(S)}
    end.

server() -> spawn(fun serve/0).
serve() -> receive {call, From, N} -> From ! {From, N + 1}, serve() end.

%% Questions to processes that are dying: an answer or `undefined`.
infos(0) -> answered;
infos(N) ->
    P = spawn(fun() -> receive _ -> ok end end),
    spawn(fun() -> P ! go end),
    case process_info(P, [links, messages, current_function, status]) of
        undefined -> ok;
        L when is_list(L) -> ok
    end,
    is_boolean(is_process_alive(P)) orelse t:p(no_boolean),
    garbage_collect(P),
    infos(N - 1).

%% A message that is sent before the sender dies comes before the news of its death.
order() ->
    Self = self(),
    {P, M} = spawn_monitor(fun() -> [Self ! {self(), I} || I <- lists:seq(1, 20)], exit(last) end),
    R = [receive {P, I} -> I; {'DOWN', M, _, _, last} -> down after 20000 -> stuck end || _ <- lists:seq(1, 21)],
    R =:= lists:seq(1, 20) ++ [down].
