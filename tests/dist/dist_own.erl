%% Messages about this node itself, which gets a name and loses it: `dist_own:run(Other)`, on a node without one.
-module(dist_own).
-export([run/1]).

run(Other) ->
    erts_debug:set_internal_state(available_internal_state, true),
    [net_kernel:monitor_nodes(true, Options) || Options <- options()],
    Watchers = erts_debug:get_internal_state(monitoring_nodes),
    io:format("~p~n", [[Told || {Pid, Told} <- Watchers, Pid =:= self()]]),
    told("start", net_kernel:start(['own', shortnames])),
    told("stop", net_kernel:stop()),
    told("start hidden", net_kernel:start('own', #{name_domain => shortnames, hidden => true})),
    erlang:set_cookie(dist),
    told("connect", net_kernel:connect_node(Other)),
    told("disconnect", net_kernel:disconnect(Other)),
    told("connect", net_kernel:connect_node(Other)),
    told("stop", net_kernel:stop()),
    told("start without a name", net_kernel:start(undefined, #{name_domain => shortnames})),
    told("connect", net_kernel:connect_node(Other)),
    Named = node() =/= nonode@nohost,
    told("disconnect", net_kernel:disconnect(Other)),
    io:format("~p, ~p~n", [Named, node()]).

options() ->
    [[{node_type, all}, nodedown_reason, connection_id], [], [{node_type, hidden}], [nodedown_reason],
     [{node_type, visible}], [connection_id]].

told(What, Result) ->
    R = case Result of {ok, _} -> ok; _ -> Result end,
    io:format("~s: ~p~n", [What, R]),
    %% In the order of the wishes; it is not said in which that of two nodes is.
    [io:format("    ~p~n", [M]) || M <- lists:sort(fun(A, B) -> element(2, A) =< element(2, B) end, seen())].

%% Messages until none comes for a while.
seen() ->
    receive
        {Tag, Node, Info} -> [{Tag, kind(Node), [known(I) || I <- Info]} | seen()];
        {Tag, Node} -> [{Tag, kind(Node)} | seen()]
    after 300 -> []
    end.

known({connection_id, Id}) -> {connection_id, is_integer(Id) orelse Id};
known(Other) -> Other.

kind(Node) ->
    case atom_to_list(Node) of
        "there" ++ _ -> there;
        _ -> own
    end.
