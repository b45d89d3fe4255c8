%% A list of all ports is of one moment: it is what there was after some of the events of a process that opens
%% and closes ports meanwhile.
-module(ports_listed).
-export([main/0]).

main() ->
    Others = erlang:ports(),
    rand:seed(exsss, 1),
    Pid = spawn_link(fun() -> rests([]) end),
    Lists = [listed(Pid, Others) || _ <- lists:seq(1, 300)],
    io:format("~p~n", [lists:usort(Lists)]),
    unlink(Pid),
    exit(Pid, kill).

listed(Pid, Others) ->
    Pid ! begins,
    receive after 1 -> ok end,
    Ports = lists:sort(erlang:ports() -- Others),
    Pid ! {ends, self()},
    receive {Pid, Events, Now} -> was(Ports, Now, Events) end.

%% Events are undone until the ports are those of the list.
was(Ports, Now, Events) ->
    case {lists:sort(Now), Events} of
        {Ports, _} -> true;
        {_, [{opens, P} | Before]} -> was(Ports, Now -- [P], Before);
        {_, [{closes, P} | Before]} -> was(Ports, [P | Now], Before);
        {_, []} -> false
    end.

rests(Ports) -> receive begins -> works(Ports, []) end.

works(Ports, Events) ->
    receive
        {ends, To} -> To ! {self(), Events, Ports}, rests(Ports)
    after 0 ->
        N = rand:uniform(600),
        case N > length(Ports) of
            true ->
                P = open_port({spawn_driver, "udp_inet"}, []),
                works([P | Ports], [{opens, P} | Events]);
            false ->
                P = lists:nth(N, Ports),
                true = port_close(P),
                works(lists:delete(P, Ports), [{closes, P} | Events])
        end
    end.
