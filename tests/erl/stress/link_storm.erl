%% Stress: links made and given up from both ends at once. When all is quiet both ends agree; nobody gets an exit
%% signal after unlink/1; whoever dies takes exactly those with it that are linked.
-module(link_storm).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    t:p(lists:usort([agree(t:scale(1)) || _ <- lists:seq(1, t:scale(30))])),
    t:p(lists:usort([unlink_holds() || _ <- lists:seq(1, t:scale(500))])),
    t:p(lists:usort([group_dies(50) || _ <- lists:seq(1, t:scale(20))])),
    t:p(dead_links(t:scale(2000))),
    t:p(fan(t:scale(3000))),
    t:p(t:flush()).

agree(_) ->
    Ps = [spawn(fun() -> process_flag(trap_exit, true), linker([], 0) end) || _ <- lists:seq(1, 6)],
    [P ! {peers, lists:delete(P, Ps), 200} || P <- Ps],
    %% A call to everybody, twice: after that the signals that the first one found have been answered.
    [call(P, done) || P <- Ps], [call(P, sync) || P <- Ps], [call(P, sync) || P <- Ps],
    settled(Ps, 50).

%% Acknowledgements may still be on their way.
settled(Ps, N) ->
    Links = [{P, lists:sort([Q || Q <- element(2, process_info(P, links)), lists:member(Q, Ps)])} || P <- Ps],
    Agreed = [ok || {P, L} <- Links, Q <- L, not lists:member(P, element(2, lists:keyfind(Q, 1, Links)))] =:= [],
    if
        Agreed -> [exit(P, kill) || P <- Ps], [await(P) || P <- Ps], agreed;
        N =:= 0 -> {disagree, Links};
        true -> receive after 10 -> settled(Ps, N - 1) end
    end.

await(P) -> M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end.

call(P, What) ->
    R = make_ref(), P ! {What, self(), R},
    receive R -> ok after 20000 -> t:p({stuck, What, process_info(P)}) end.

linker(Peers, 0) ->
    receive
        {peers, Ps, N} -> linker(Ps, N);
        %% The end has begun: others are killed already.
        {'EXIT', _, killed} -> linker(Peers, 0);
        {'EXIT', _, _} = E -> t:p(E), linker(Peers, 0);
        {_, From, R} -> From ! R, linker(Peers, 0)
    end;
linker(Peers, N) ->
    P = lists:nth(rand:uniform(length(Peers)), Peers),
    case rand:uniform(2) of 1 -> link(P); 2 -> unlink(P) end,
    case rand:uniform(5) of 1 -> erlang:yield(); _ -> ok end,
    linker(Peers, N - 1).

%% After unlink/1 and a flush no exit signal comes.
unlink_holds() ->
    P = spawn_link(fun() -> receive go -> exit(reason) end end),
    P ! go,
    case rand:uniform(3) of 1 -> erlang:yield(); _ -> ok end,
    unlink(P),
    receive {'EXIT', P, reason} -> ok after 0 -> ok end,
    M = monitor(process, P),
    receive {'DOWN', M, _, _, _} -> ok after 20000 -> t:p(stuck) end,
    receive {'EXIT', P, _} -> exit_after_unlink after 0 -> holds end.

%% A chain of links: the death of one is the death of all.
group_dies(N) ->
    Self = self(),
    {Leader, M} = spawn_monitor(fun() -> chain(N, Self) end),
    All = [receive {member, P} -> P after 20000 -> stuck end || _ <- lists:seq(1, N)],
    exit(lists:nth(rand:uniform(N), All), boom),
    Reasons = [R || P <- All, R <- [reason(P)]],
    receive {'DOWN', M, process, Leader, _} -> ok after 20000 -> t:p(leader_stuck) end,
    lists:usort(Reasons) -- [boom, noproc].

reason(P) -> M = monitor(process, P), receive {'DOWN', M, _, _, R} -> R after 20000 -> {stuck, P} end.

chain(0, _) -> receive after infinity -> ok end;
chain(N, Main) -> Main ! {member, self()}, spawn_link(fun() -> chain(N - 1, Main) end), receive after infinity -> ok end.

%% Links with processes that die just then: always exactly one exit signal.
dead_links(0) -> ok;
dead_links(N) ->
    P = spawn(fun() -> exit(gone) end),
    link(P),
    receive {'EXIT', P, R} when R =:= gone; R =:= noproc -> dead_links(N - 1)
    after 20000 -> {no_exit, N, process_info(self(), links)} end.

%% Many linked to one: all are told.
fan(N) ->
    Self = self(),
    Hub = spawn(fun() -> receive stop -> exit(hub_gone) end end),
    Ps = [spawn(fun() -> process_flag(trap_exit, true), link(Hub), Self ! linked,
                         receive {'EXIT', Hub, R} -> Self ! {told, R} after 20000 -> Self ! not_told end end)
          || _ <- lists:seq(1, N)],
    [receive linked -> ok after 20000 -> t:p(stuck) end || _ <- Ps],
    Hub ! stop,
    lists:usort([receive {told, R} -> R; not_told -> not_told after 20000 -> stuck end || _ <- Ps]).
