%% Questions about the inside that OTP's own tests ask: who refers to other nodes, how many funs there
%% are, what maps consist of, requests to collect that wait.
-module(internal_state).
-export([main/0]).

main() ->
    t:show("closed", fun() -> erts_debug:get_internal_state(next_pid) end),
    t:show("closed", fun() -> erts_debug:set_internal_state(available_internal_state, wide) end),
    t:p([erts_debug:set_internal_state(available_internal_state, Open) || Open <- [true, true, false, true]]),
    [io:format("~p: ~p~n", [Name, catch Run()]) || {Name, Run} <- tests()],
    ok.

tests() ->
    [{references, fun references/0},
     {relations, fun relations/0},
     {forgotten, fun forgotten/0},
     {funs, fun funs/0},
     {magic, fun magic/0},
     {collection, fun collection/0},
     {bindings, fun bindings/0},
     {map, fun map/0},
     {monitors, fun monitors/0},
     {timers, fun timers/0},
     {unique, fun unique/0},
     {binary, fun binary/0},
     {atom, fun() -> is_atom(erts_debug:get_internal_state({atom, 100})) end},
     {time, fun() -> erts_debug:get_internal_state({check_time_config, true, no_time_warp}) end}].

%% A pid of another node.
pid(Name) -> pid(Name, 1).
pid(Name, Creation) ->
    Text = atom_to_binary(Name),
    binary_to_term(<<131, 88, 119, (byte_size(Text)), Text/binary, 17:32, 0:32, Creation:32>>).

held(Node) -> held(Node, node_references).
held(Node, Which) ->
    {{node_references, Nodes}, {dist_references, Names}} =
        erts_debug:get_internal_state(node_and_dist_references),
    List = case Which of node_references -> Nodes; dist_references -> Names end,
    case lists:keyfind(Node, 1, List) of
        {Node, _, Holders} -> Holders;
        false -> []
    end.

count(Way, Holders) -> lists:sum([N || {_, Ways} <- Holders, {W, N} <- Ways, W =:= Way]).

references() ->
    Node = {'held@somewhere', 1},
    Pid = pid('held@somewhere'),
    Counts = fun() -> [count(W, held(Node)) || W <- [ets, timer, binary]] end,
    A = Counts(),
    Set = ets:new(set, []),
    Order = ets:new(order, [ordered_set]),
    [ets:insert(T, [{1, Pid}, {2, [Pid, a]}]) || T <- [Set, Order]],
    B = Counts(),
    ets:delete(Set, 1),
    ets:delete(Order),
    Timer = erlang:send_after(100000, self(), {Pid, b}),
    C = Counts(),
    erlang:cancel_timer(Timer),
    {[], More} = case ets:select(Set, [{{'$1', [Pid, '_']}, [], ['$1']}], 1) of
                     {[2], Rest} -> {[], Rest}
                 end,
    D = Counts(),
    true = is_tuple(More),
    Other = spawn(fun() -> receive Pid -> ok end end),
    Own = [N || {{process, P}, Ways} <- held(Node), P =:= Other, {heap, N} <- Ways],
    {A, B, C, D, Own, count(node, held('held@somewhere', dist_references))}.

relations() ->
    Pid = pid('related@somewhere'),
    process_flag(trap_exit, true),
    (catch link(Pid)),
    receive {'EXIT', Pid, noconnection} -> ok end,
    count(link, held({'related@somewhere', 1})).

forgotten() ->
    Known = fun(Name) -> lists:member(Name, nodes(known)) end,
    {P, M} = spawn_monitor(fun() -> put(pid, pid('short@lived')), receive stop -> ok end end),
    receive after 0 -> ok end,
    wait_until(fun() -> held({'short@lived', 1}) =/= [] end),
    erts_debug:set_internal_state(node_tab_delayed_delete, 0),
    Before = Known('short@lived'),
    P ! stop,
    receive {'DOWN', M, process, P, normal} -> ok end,
    wait_until(fun() -> not Known('short@lived') end),
    erts_debug:set_internal_state(node_tab_delayed_delete, -1),
    Before.

wait_until(Holds) ->
    case Holds() of
        true -> ok;
        false -> erlang:yield(), wait_until(Holds)
    end.

factory(N) -> fun(X) -> X + N end.

funs() ->
    F = factory(1),
    {refc, A} = erlang:fun_info(F, refc),
    G = factory(2),
    {refc, B} = erlang:fun_info(F, refc),
    T = ets:new(t, []),
    ets:insert(T, [{1, F}, {2, G}]),
    {refc, C} = erlang:fun_info(F, refc),
    ets:delete(T),
    {refc, D} = erlang:fun_info(F, refc),
    {A, B, C, D, F(G(3))}.

magic() ->
    {Ref, Address} = erts_debug:set_internal_state(make, magic_ref),
    {Address, 1, true} = erts_debug:get_internal_state({magic_ref, Ref}),
    Copy = binary_to_term(term_to_binary(Ref)),
    {Address, 2, true} = erts_debug:get_internal_state({magic_ref, Ref}),
    {Copy =:= Ref, erts_debug:get_internal_state({magic_ref, make_ref()})}.

collection() ->
    Self = self(),
    P = spawn(fun() ->
                      On = erts_debug:set_internal_state(gc_state, false),
                      Self ! {held, On},
                      receive go_on -> ok end,
                      Self ! going_on,
                      false = erts_debug:set_internal_state(gc_state, true),
                      receive die -> ok end
              end),
    receive {held, true} -> ok end,
    async = erlang:garbage_collect(P, [{async, 1}]),
    P ! go_on,
    First = receive A -> A end,
    Second = receive B -> B end,
    P ! die,
    {First, Second}.

bindings() ->
    Topology = [{processor, [{core, [{thread, {logical, L}} || L <- Ls]} || Ls <- [[0, 1], [2, 3]]]}],
    Old = erlang:system_flag(cpu_topology, Topology),
    All = [erts_debug:get_internal_state({fake_scheduler_bindings, Type})
           || Type <- [no_spread, thread_spread, spread]],
    erlang:system_flag(cpu_topology, Old),
    All.

map() ->
    Info = erts_debug:map_info(maps:from_keys(lists:seq(1, 1000), x)),
    {leafs, 1000, Leafs} = lists:keyfind(leafs, 1, Info),
    {bitmaps, Nodes, Bitmaps} = lists:keyfind(bitmaps, 1, Info),
    {depth, Depth} = lists:keyfind(depth, 1, Info),
    {lists:sum(tuple_to_list(Leafs)), lists:sum(tuple_to_list(Bitmaps)) =:= Nodes,
     Nodes > 250 andalso Nodes < 450, Depth > 2 andalso Depth < 9,
     element(1, element(2, catch erts_debug:map_info(#{a => 1}))),
     element(1, element(2, catch erts_debug:map_info(a)))}.

timers() ->
    ok = erts_debug:set_internal_state(wait, timer_cancellations),
    ok = erts_debug:set_internal_state(multizero_timeout_in_timeout, 20),
    receive Done -> Done end.

%% Over the greatest integers of one word, and from the greatest of all to the least.
unique() ->
    Least = erts_debug:get_internal_state(min_unique_monotonic_integer),
    Was = erts_debug:get_internal_state(unique_monotonic_integer_state),
    Next = fun(N) ->
                   true = erts_debug:set_internal_state(unique_monotonic_integer_state, N - Least - 1),
                   [erlang:unique_integer([monotonic]) - N || _ <- lists:seq(1, 4)]
           end,
    All = [Next(N) || N <- [-2, (1 bsl 59) - 2, (1 bsl 63) - 2]],
    Last = Next(Least - 2),
    true = erts_debug:set_internal_state(unique_monotonic_integer_state, Was),
    {All, [N - (1 bsl 64) || N <- Last, N > 3], [N || N <- Last, N =< 3]}.

monitors() ->
    Watched = spawn(fun() -> register(watched_here, self()), receive stop -> ok end end),
    wait_until(fun() -> whereis(watched_here) =/= undefined end),
    Self = self(),
    A = erlang:monitor(process, watched_here),
    B = erlang:monitor(process, Watched),
    {monitored_by, [_, _]} = process_info(Watched, monitored_by),
    List = fun(P) -> erts_debug:get_internal_state({monitor_list, P}) end,
    Of = fun(Ref, Records) -> [{Side, With, Name} || {erl_monitor, process, Side, R, With, Name} <- Records, R =:= Ref] end,
    [{target, Self, watched_here}] = Of(A, List(Watched)),
    [{target, Self, []}] = Of(B, List(Watched)),
    [{origin, Watched, watched_here}] = Of(A, List(Self)),
    [{origin, Watched, []}] = Of(B, List(Self)),
    Watched ! stop,
    ok.

%% A short binary that is not on the heap.
binary() ->
    Binary = erts_debug:set_internal_state(binary, 61),
    case element(2, process_info(self(), binary)) of
        _ when not is_binary(Binary) -> none;
        All -> {byte_size(Binary), [Size || {_, Size, _} <- All, Size =:= 61]}
    end.
