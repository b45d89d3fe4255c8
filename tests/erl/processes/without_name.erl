%% Monitors of a node that has no name, and of one that gets its name from the first node it meets.
-module(without_name).
-export([main/0]).

main() ->
    tries(),
    persistent_term:put({erts_internal, dynamic_node_name}, true),
    tries(),
    persistent_term:erase({erts_internal, dynamic_node_name}),
    ok.

tries() ->
    [io:format("~p: ~p~n", [Name, outcome(Try)])
     || {Name, Try} <-
            [{far, fun() -> monitor(process, {a, 'b@c'}) end},
             {options, fun() -> monitor(process, {a, 'b@c'}, [{tag, down}]) end},
             {no_node, fun() -> monitor(process, {a, b}) end},
             {here, fun() -> monitor(process, {a, node()}) end},
             {node, fun() -> monitor_node('b@c', true) end}]].

outcome(Try) ->
    try Try() of
        Ref when is_reference(Ref) -> receive Down when element(2, Down) =:= Ref -> setelement(2, Down, ref) end;
        true -> receive {nodedown, Node} -> {nodedown, Node} end
    catch
        error:Reason -> Reason
    end.
