%% A node that gets its name late is no incarnation of which something is here already.
-module(incarnations).
-export([main/0]).

main() ->
    t:p({named(79), node(earlier(77)), named(70), named(77), named(78), named(1), named(2)}).

%% A process of another node of this name.
earlier(Creation) -> binary_to_term(<<131, 88, 119, 3, "a@b", 17:32, 0:32, Creation:32>>).

%% The incarnation that the node becomes.
named(Creation) ->
    _ = [earlier(C) || C <- [77, 78, 80]],
    {Kernel, Monitor} = spawn_monitor(fun() -> receive stop -> ok end end),
    true = register(net_kernel, Kernel),
    true = erlang:setnode('a@b', Creation),
    Became = {node(), erlang:system_info(creation)},
    Kernel ! stop,
    receive {'DOWN', Monitor, process, _, normal} -> Became end.
