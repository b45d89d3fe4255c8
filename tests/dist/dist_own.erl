%% Messages about this node itself, which gets a name and loses it: `dist_own:run(Other)`, on a node without one.
-module(dist_own).
-export([run/1]).

run(Other) ->
    erts_debug:set_internal_state(available_internal_state, true),
    [net_kernel:monitor_nodes(true, Options) || Options <- options()],
    Watchers = erts_debug:get_internal_state(monitoring_nodes),
    io:format("~p~n", [[Told || {Pid, Told} <- Watchers, Pid =:= self()]]),
    %% Of this node five wishes are told, of the other one, which is hidden, two.
    told("start", net_kernel:start([name(1), shortnames]), 5),
    told("stop", net_kernel:stop(), 5),
    told("start hidden", net_kernel:start(name(2), #{name_domain => shortnames, hidden => true}), 5),
    erlang:set_cookie(dist),
    told("connect", net_kernel:connect_node(Other), 2),
    told("disconnect", net_kernel:disconnect(Other), 2),
    told("connect", net_kernel:connect_node(Other), 2),
    told("stop", net_kernel:stop(), 7),
    told("start without a name", net_kernel:start(undefined, #{name_domain => shortnames}), 0),
    told("connect", net_kernel:connect_node(Other), 7),
    Named = node() =/= nonode@nohost,
    told("disconnect", net_kernel:disconnect(Other), 7),
    io:format("~p, ~p~n", [Named, node()]).

options() ->
    [[{node_type, all}, nodedown_reason, connection_id], [], [{node_type, hidden}], [nodedown_reason],
     [{node_type, visible}], [connection_id]].

%% A name that nobody has had: epmd may not have noticed yet that its last owner is gone.
name(N) -> list_to_atom(lists:concat(["own", N, "_", os:getpid()])).

told(What, Result, N) ->
    R = case Result of {ok, _} -> ok; _ -> Result end,
    io:format("~s: ~p~n", [What, R]),
    %% It is not said in which order they come.
    [io:format("    ~p~n", [M]) || M <- lists:sort(seen(N))].

%% So many messages.
seen(0) -> [];
seen(N) ->
    receive
        {Tag, Node, Info} -> [{Tag, kind(Node), [known(I) || I <- Info]} | seen(N - 1)];
        {Tag, Node} -> [{Tag, kind(Node)} | seen(N - 1)]
    after 20000 -> [{missing, N}]
    end.

known({connection_id, Id}) -> {connection_id, is_integer(Id) orelse Id};
known(Other) -> Other.

kind(Node) ->
    case atom_to_list(Node) of
        "there" ++ _ -> there;
        _ -> own
    end.
