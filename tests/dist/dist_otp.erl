%% What OTP offers for several nodes, as its users would try it: `run(Part, Command)` does that with nodes that the command
%% starts, and prints what came of it, the same for all pairs.
-module(dist_otp).
-behaviour(application).
-compile(nowarn_deprecated_function).
-export([run/2, start/2, stop/1, traced/1, answers/0, ticks/0, hangs/0, older/3]).

run(Part, Command) ->
    process_flag(trap_exit, true),
    put(exec, case os:find_executable(Command) of false -> Command; Found -> Found end),
    [begin
         Result = try F() catch Class:Reason:Stack -> {Class, Reason, lists:sublist(Stack, 3)} end,
         io:format("~ts: ~tp~n", [Name, hidden(Result)]),
         left(Name)
     end || {Name, F} <- cases(Part)],
    ok.

cases(nodes) ->
    [{"peers", fun peers/0},
     {"slaves", fun slaves/0},
     {"a pool", fun pools/0},
     {"the world", fun world/0},
     {"who watches nodes", fun watches/0},
     {"what is known of nodes", fun known/0},
     {"ticks", fun ticktime/0},
     {"not all connected", fun connect_all/0},
     {"nodes that do not listen", fun dist_listen/0},
     {"without epmd", fun without_epmd/0},
     {"ports and interfaces", fun listens_where/0},
     {"the limit of busy channels", fun busy_limit/0}];
cases(systems) ->
    [{"names and locks", fun globals/0},
     {"names that meet", fun conflicts/0},
     {"partitions", fun partitions/0},
     {"a distributed application", fun distributed/0},
     {"mnesia on three nodes", fun mnesia_of_three/0},
     {"tracing another node", fun traces/0},
     {"tools that look at another node", fun tools/0},
     {"a node without files", fun diskless/0}].

%% Names of nodes without what differs from run to run.
hidden(T) when is_atom(T) ->
    case string:split(atom_to_list(T), "_" ++ os:getpid()) of
        [Name, _] -> list_to_atom(Name);
        _ when T =:= node() -> here;
        _ -> T
    end;
hidden(T) when is_pid(T); is_port(T); is_reference(T) -> of_a_node;
hidden(T) when is_tuple(T) -> list_to_tuple(hidden(tuple_to_list(T)));
hidden([H | T]) -> [hidden(H) | hidden(T)];
hidden(T) when is_map(T) -> maps:from_list(hidden(maps:to_list(T)));
hidden(T) -> T.

left(Name) ->
    receive
        {'EXIT', _, _} -> left(Name);
        {Told, _} when Told =:= traced; Told =:= printed -> left(Name);
        M -> io:format("~ts left ~tp~n", [Name, hidden(M)]), left(Name)
    after 0 -> ok
    end.

host() -> lists:last(string:split(atom_to_list(node()), "@")).
named(Name) -> lists:flatten([atom_to_list(Name), "_", os:getpid()]).
node_of(Name) -> list_to_atom(named(Name) ++ "@" ++ host()).

%% A node that ends with this process, or when `stop` is called.
node_up(Name, Args) -> node_up(Name, Args, #{connection => standard_io}).
node_up(Name, Args, More) ->
    Usual = ["-setcookie", atom_to_list(erlang:get_cookie()), "-kernel", "logger_level", "none", "-pa", filename:absname("..")],
    {ok, Peer, Node} = peer:start_link(maps:merge(#{name => named(Name), exec => get(exec), args => Usual ++ Args,
                                                    wait_boot => 60000}, More)),
    {Peer, Node}.

stop_all(Peers) -> [catch peer:stop(P) || {P, _} <- Peers], [gone(N) || {_, N} <- Peers], ok.

%% Nobody is connected with it, and epmd has forgotten it.
gone(Node) ->
    {ok, Names} = erl_epmd:names(),
    Gone = not lists:keymember(hd(string:split(atom_to_list(Node), "@")), 1, Names)
        andalso not lists:member(Node, nodes(connected)),
    Gone orelse begin timer:sleep(50), gone(Node) end.

with(Names, Args, F) ->
    Peers = [node_up(Name, Args) || Name <- Names],
    [pong = net_adm:ping(N) || {_, N} <- Peers],
    try F(Peers) after stop_all(Peers) end.

until(F) -> until(F, 600).
until(_, 0) -> never;
until(F, N) -> case catch F() of true -> true; _ -> timer:sleep(50), until(F, N - 1) end.

failure(F) -> try F() catch Class:Reason -> {Class, Reason} end.

peers() ->
    [begin
         {Peer, Node} = node_up(Name, [], #{connection => Connection}),
         Called = peer_calls(Connection, Peer),
         Up = {net_adm:ping(Node), peer:get_state(Peer)},
         ok = peer:stop(Peer),
         gone(Node),
         {Connection, Called, Up, is_process_alive(Peer)}
     end || {Name, Connection} <- [{peer_io, standard_io}, {peer_tcp, 0}, {peer_dist, undefined}]]
        ++ [nameless()].

peer_calls(undefined, _) -> by_distribution;
peer_calls(_, Peer) ->
    Me = self(),
    {peer:call(Peer, lists, reverse, [[1, 2, 3]]), failure(fun() -> peer:call(Peer, erlang, error, [bad]) end),
     failure(fun() -> peer:call(Peer, timer, sleep, [infinity], 100) end),
     failure(fun() -> peer:call(Peer, m, f, []) end),
     byte_size(peer:call(Peer, binary, copy, [<<"x">>, 100000])),
     begin peer:call(Peer, erlang, send, [Me, {hello, x}]), receive {hello, x} -> by_itself after 5000 -> nothing end end}.

%% A peer that has no name; and it ends by itself.
nameless() ->
    {ok, Peer, _} = peer:start(#{connection => standard_io, exec => get(exec)}),
    Alive = peer:call(Peer, erlang, is_alive, []),
    Shown = peer:call(Peer, io, format, ["shown by a node without a name~n"]),
    Ref = monitor(process, Peer),
    Halted = failure(fun() -> peer:call(Peer, erlang, halt, [0]) end),
    receive {'DOWN', Ref, process, Peer, _} -> {Alive, Shown, Halted} after 20000 -> not_down end.

slaves() ->
    {ok, Node} = slave:start(host(), named(slave), "-setcookie " ++ atom_to_list(erlang:get_cookie()), no_link, get(exec)),
    Said = rpc:call(Node, lists, sum, [[1, 2]]),
    {error, {already_running, Node}} = slave:start(host(), named(slave), "", no_link, get(exec)),
    ok = slave:stop(Node),
    gone(Node),
    Said.

pools() ->
    ok = file:write_file(".hosts.erlang", ""),
    [] = pool:start(list_to_atom(named(pool))),
    with([pool_a, pool_b], [], fun(Peers) ->
        [attached = pool:attach(N) || {_, N} <- Peers],
        Nodes = lists:sort(pool:get_nodes()),
        Where = [pool:get_node() || _ <- Peers],
        Me = self(),
        pool:pspawn(erlang, send, [Me, spawned]),
        Spawned = receive spawned -> yes after 5000 -> no end,
        pool:pspawn_link(?MODULE, answers, []) ! {Me, question},
        Answer = receive answer -> yes after 5000 -> no end,
        pool:stop(),
        {Nodes, [N || N <- Where, not lists:member(N, Nodes)], Spawned, Answer}
    end).

answers() -> receive {From, question} -> From ! answer end.

world() ->
    with([world_a, world_b], ["-connect_all", "false"], fun(Peers) ->
        [erlang:disconnect_node(N) || {_, N} <- Peers],
        ok = file:write_file(".hosts.erlang", io_lib:format("~p.~n", [list_to_atom(host())])),
        Found = [N || N <- net_adm:world(), lists:keymember(N, 2, Peers)],
        {lists:sort(Found), [net_adm:host_file() =:= [list_to_atom(host())]], lists:sort(net_adm:world_list([list_to_atom(host())])) =/= [],
         {element(1, net_adm:names()), net_adm:localhost() =/= ""}, net_adm:ping_list([N || {_, N} <- Peers] ++ [nobody@nowhere])}
    end).

watches() ->
    Options = [#{}, #{node_type => visible}, #{node_type => hidden}, #{node_type => all}, #{node_type => all, nodedown_reason => true},
               #{node_type => all, connection_id => true}, [nodedown_reason, {node_type, all}], [{node_type, hidden}]],
    [ok = net_kernel:monitor_nodes(true, O) || O <- Options],
    ok = net_kernel:monitor_nodes(true),
    Bad = [catch net_kernel:monitor_nodes(true, O) || O <- [#{node_type => none}, [x], #{x => y}, y]],
    Told = [begin
                Up = node_up(Name, Flags),
                pong = net_adm:ping(element(2, Up)),
                Seen = messages(nodeup, element(2, Up), N),
                stop_all([Up]),
                {lists:sort(Seen), lists:sort(messages(nodedown, element(2, Up), N))}
            end || {Name, Flags, N} <- [{visible, [], 7}, {secret, ["-hidden"], 6}]],
    [ok = net_kernel:monitor_nodes(false, O) || O <- Options],
    ok = net_kernel:monitor_nodes(false),
    {Bad, Told}.

messages(_, _, 0) -> [];
messages(What, Node, N) ->
    receive
        {What, Node} -> [plain | messages(What, Node, N - 1)];
        {What, Node, #{connection_id := C} = Info} ->
            [Info#{connection_id := is_integer(C)} | messages(What, Node, N - 1)];
        {What, Node, Info} -> [Info | messages(What, Node, N - 1)]
    after 20000 -> [nothing]
    end.

known() ->
    with([known_a], [], fun([{_, A}]) ->
        with([known_b], ["-hidden"], fun([{_, B}]) ->
            Lists = [lists:sort(nodes(K)) || K <- [this, visible, hidden, connected]],
            Details = [lists:sort(nodes(K, #{connection_id => true, node_type => true})) || K <- [this, connected]],
            Bad = [failure(fun() -> nodes(K, M) end) || {K, M} <- [{connected, #{x => true}}, {none, #{}}, {connected, []}]],
            {ok, Info} = net_kernel:node_info(A),
            {ok, Address} = net_kernel:node_info(B, address),
            {Lists, [[{N, I#{connection_id := is_integer(C)}} || {N, #{connection_id := C} = I} <- L] || L <- Details], Bad,
             [K || {K, _} <- lists:sort(Info)], [proplists:get_value(K, Info) || K <- [state, type]],
             [proplists:get_value(K, Info) > 0 || K <- [in, out]], element(1, Address), net_kernel:node_info(nobody@nowhere),
             length(element(2, net_kernel:nodes_info())),
             [element(1, C) =:= A orelse element(1, C) =:= B || C <- erlang:system_info(dist_ctrl)]}
        end)
    end).

ticktime() ->
    with([ticks], ["-kernel", "net_ticktime", "30"], fun([{_, A}]) ->
        {rpc:call(A, net_kernel, get_net_ticktime, []), rpc:call(A, ?MODULE, ticks, [])}
    end).

ticks() ->
    First = net_kernel:set_net_ticktime(30),
    Begun = net_kernel:set_net_ticktime(4, 5),
    Now = net_kernel:get_net_ticktime(),
    Again = net_kernel:set_net_ticktime(8, 5),
    {First, Begun, element(1, Now), Again, until(fun() -> net_kernel:get_net_ticktime() =:= 4 end),
     failure(fun() -> net_kernel:set_net_ticktime(0) end)}.

connect_all() ->
    with([all_a, all_b], ["-connect_all", "false"], fun([{_, A}, {_, B}]) ->
        {ok, C} = {ok, node_up(all_c, ["-connect_all", "false"])},
        pong = rpc:call(B, net_adm, ping, [element(2, C)]),
        Seen = [lists:sort(rpc:call(N, erlang, nodes, [])) || N <- [A, B, element(2, C)]],
        stop_all([C]),
        Seen
    end).

dist_listen() ->
    with([listens], [], fun([{_, There}]) ->
        {Peer, Node} = node_up(silent, ["-dist_listen", "false"]),
        Before = net_adm:ping(Node),
        Connects = peer:call(Peer, net_adm, ping, [There]),
        Kind = rpc:call(There, erlang, nodes, [hidden]),
        Named = peer:call(Peer, erlang, node, []),
        peer:stop(Peer),
        {Before, Connects, Kind, Named}
    end).

%% Below those that the system gives to whoever asks for any: nobody takes it before it is used.
free_port() ->
    Port = 15000 + rand:uniform(15000),
    case gen_tcp:listen(Port, []) of
        {ok, L} -> ok = gen_tcp:close(L), Port;
        {error, eaddrinuse} -> free_port()
    end.

without_epmd() ->
    Port = integer_to_list(free_port()),
    Flags = ["-start_epmd", "false", "-erl_epmd_port", Port],
    {Peer, Node} = node_up(alone, Flags),
    {Other, _} = node_up(connects, Flags ++ ["-dist_listen", "false"]),
    {ok, Names} = erl_epmd:names(),
    Connected = peer:call(Other, net_adm, ping, [Node]),
    Called = peer:call(Other, rpc, call, [Node, erlang, node, []]),
    Result = {lists:keymember(named(alone), 1, Names), net_adm:ping(Node), Connected, Called},
    [peer:stop(P) || P <- [Peer, Other]],
    Result.

listens_where() ->
    Port = free_port(),
    Range = ["-kernel", "inet_dist_listen_min", integer_to_list(Port), "inet_dist_listen_max", integer_to_list(Port + 3)],
    with([range], Range, fun([{_, A}]) ->
        {port, Got, Version} = erl_epmd:port_please(named(range), "localhost"),
        with([loopback], ["-kernel", "inet_dist_use_interface", "{127,0,0,1}"], fun([{_, B}]) ->
            {port, At, _} = erl_epmd:port_please(named(loopback), "localhost"),
            {Got >= Port andalso Got =< Port + 3, Version, A, B, gen_tcp:connect({127, 0, 0, 2}, At, []),
             begin {ok, S} = gen_tcp:connect({127, 0, 0, 1}, At, []), gen_tcp:close(S) end}
        end)
    end).

busy_limit() ->
    with([busy], ["+zdbbl", "1"], fun([{_, A}]) ->
        [rpc:call(A, erlang, system_info, [dist_buf_busy_limit]), erlang:system_info(dist_buf_busy_limit)]
    end).

globals() ->
    with([global_a, global_b, global_c], [], fun([{PA, A}, {_, B}, {_, C}]) ->
        true = until(fun() -> lists:all(fun(N) -> length(rpc:call(N, erlang, nodes, [])) >= 3 end, [A, B, C]) end),
        [ok = rpc:call(N, global, sync, []) || N <- [A, B, C]],
        Pid = spawn(A, timer, sleep, [infinity]),
        yes = rpc:call(B, global, register_name, [the_name, Pid]),
        no = rpc:call(C, global, register_name, [the_name, self()]),
        Seen = [rpc:call(N, global, whereis_name, [the_name]) =:= Pid || N <- [A, B, C, node()]],
        %% Not by rpc: a lock goes with the process that has set it.
        Me = self(),
        Owner = spawn(C, fun() ->
                             Me ! {set, global:set_lock({a_lock, one})},
                             receive give_back -> Me ! {given_back, global:del_lock({a_lock, one})} end
                         end),
        receive {set, true} -> ok end,
        Locked = [rpc:call(N, global, set_lock, [{a_lock, two}, [A, B, C], 0]) || N <- [A, B]],
        Owner ! give_back,
        receive {given_back, true} -> ok end,
        Free = rpc:call(A, global, trans, [{a_lock, two}, fun() -> in_it end, [A, B, C], 3]),
        rpc:cast(A, erlang, halt, []),
        Unregistered = until(fun() -> global:whereis_name(the_name) =:= undefined end),
        catch peer:stop(PA),
        gone(A),
        {Seen, Locked, Free, Unregistered, lists:sort(rpc:call(B, global, registered_names, []))}
    end).

%% Two nodes have registered the same name before they were connected: a function decides, at one of them.
conflicts() ->
    [{P1, A}, {P2, _}] = Two = [node_up(Name, ["-kernel", "prevent_overlapping_partitions", "false"]) || Name <- [meets_a, meets_b]],
    [First, Second] = [peer:call(P, erlang, spawn, [?MODULE, hangs, []]) || {P, _} <- Two],
    [yes = peer:call(P, global, register_name, [twice, Pid, fun ?MODULE:older/3]) || {P, Pid} <- [{P1, First}, {P2, Second}]],
    pong = peer:call(P2, net_adm, ping, [A]),
    Same = until(fun() ->
        [X, Y] = [peer:call(P, global, whereis_name, [twice]) || P <- [P1, P2]],
        X =:= Y andalso (X =:= First orelse X =:= Second)
    end),
    stop_all(Two),
    Same.

hangs() -> receive stop -> ok end.
older(_, Pid1, Pid2) -> min(Pid1, Pid2).

partitions() ->
    with([part_a, part_b, part_c], [], fun([{_, A}, {_, B}, {_, C}]) ->
        Three = [A, B, C],
        true = until(fun() -> lists:all(fun(N) -> length(rpc:call(N, erlang, nodes, [])) >= 3 end, Three) end),
        [ok = rpc:call(N, global, sync, []) || N <- Three],
        true = rpc:call(A, erlang, disconnect_node, [B]),
        %% Nodes that a third one knows know each other, or the third one has left one of them.
        until(fun() ->
            Known = [{N, M} || N <- Three, M <- erpc:call(N, erlang, nodes, []), lists:member(M, Three)],
            not lists:member({A, B}, Known) andalso lists:all(fun({N, M}) -> lists:member({M, N}, Known) end, Known)
                andalso not (lists:member({A, C}, Known) andalso lists:member({B, C}, Known))
        end)
    end).

%% The application of `distributed`: a process that is registered.
start(_, _) -> {ok, spawn_link(fun() -> register(distributed_app, self()), receive stop -> ok end end)}.
stop(_) -> ok.

distributed() ->
    Names = [A, B] = [node_of(dist_a), node_of(dist_b)],
    Config = [{kernel, [{distributed, [{dist_app, 100, [A, B]}]}, {sync_nodes_optional, Names}, {sync_nodes_timeout, 5000},
                        {dist_auto_connect, once}]}],
    ok = file:write_file("distributed.config", io_lib:format("~p.~n", [Config])),
    App = {application, dist_app, [{vsn, "1"}, {applications, [kernel, stdlib]}, {mod, {?MODULE, []}}]},
    Flags = ["-config", filename:absname("distributed")],
    %% Each waits for the other to start.
    Me = self(),
    Starter = fun(Name) ->
        Exec = get(exec),
        spawn_link(fun() -> put(exec, Exec), {P, N} = node_up(Name, Flags), Me ! {up, P, N}, receive stop -> peer:stop(P) end end)
    end,
    Begin = fun(N) -> ok = rpc:call(N, application, load, [App]), rpc:call(N, application, start, [dist_app]) end,
    Runs = fun(N) -> until(fun() -> is_pid(rpc:call(N, erlang, whereis, [distributed_app])) end) end,
    S1 = Starter(dist_a), S2 = Starter(dist_b),
    [receive {up, _, N} -> ok after 60000 -> error(not_up) end || N <- Names],
    Starts = [spawn_link(fun() -> Me ! {begun, Begin(N)} end) || N <- Names],
    Begun = [receive {begun, R} -> R after 60000 -> none end || _ <- Starts],
    First = {Runs(A), rpc:call(B, erlang, whereis, [distributed_app])},
    S1 ! stop,
    gone(A),
    Failover = Runs(B),
    S3 = Starter(dist_a),
    receive {up, _, A} -> ok after 60000 -> error(not_up) end,
    true = until(fun() -> lists:member(B, rpc:call(A, erlang, nodes, [])) end),
    Again = Begin(A),
    Takeover = {Runs(A), until(fun() -> rpc:call(B, erlang, whereis, [distributed_app]) =:= undefined end)},
    Moved = {rpc:call(B, application, takeover, [dist_app, permanent]), Runs(B)},
    S2 ! stop, S3 ! stop,
    [gone(N) || N <- Names],
    {Begun, First, Failover, Again, Takeover, Moved}.

mnesia_of_three() ->
    Dir = fun(Name) -> ["-mnesia", "dir", "\"" ++ filename:absname(atom_to_list(Name)) ++ "\""] end,
    Names = [db_a, db_b, db_c],
    [{_, A}, {_, B}, {PC, C}] = Three = [node_up(N, Dir(N)) || N <- Names],
    Nodes = [A, B, C],
    [pong = net_adm:ping(N) || N <- Nodes],
    ok = rpc:call(A, mnesia, create_schema, [Nodes]),
    [ok = rpc:call(N, mnesia, start, []) || N <- Nodes],
    {atomic, ok} = rpc:call(A, mnesia, create_table, [t, [{disc_copies, Nodes}]]),
    Write = fun(N, Keys) -> [{atomic, ok} = rpc:call(N, mnesia, transaction, [fun() -> mnesia:write({t, K, K * K}) end]) || K <- Keys] end,
    Write(A, lists:seq(1, 50)), Write(C, lists:seq(51, 100)),
    Before = [rpc:call(N, mnesia, table_info, [t, size]) || N <- Nodes],
    rpc:cast(C, os, cmd, ["kill -KILL " ++ rpc:call(C, os, getpid, [])]),
    until(fun() -> rpc:call(A, mnesia, system_info, [running_db_nodes]) -- [A, B] =:= [] end),
    catch peer:stop(PC),
    gone(C),
    Write(B, lists:seq(101, 150)),
    {_, C} = Back = node_up(db_c, Dir(db_c)),
    pong = net_adm:ping(C),
    ok = rpc:call(C, mnesia, start, []),
    ok = rpc:call(C, mnesia, wait_for_tables, [[t], 30000]),
    Write(C, lists:seq(151, 160)),
    After = [rpc:call(N, mnesia, table_info, [t, size]) || N <- Nodes],
    Same = [lists:sort(rpc:call(N, ets, tab2list, [t])) =:= [{t, K, K * K} || K <- lists:seq(1, 160)] || N <- Nodes],
    [rpc:call(N, mnesia, stop, []) || N <- Nodes],
    stop_all([Back | lists:sublist(Three, 2)]),
    {list_to_tuple(Before), list_to_tuple(After), Same}.

traces() ->
    with([traced], [], fun([{_, A}]) ->
        Me = self(),
        Tell = fun(Event, N) -> Me ! {traced, Event}, N + 1 end,
        {ok, _} = dbg:tracer(process, {Tell, 0}),
        {ok, A} = dbg:n(A),
        {ok, _} = dbg:p(new, [call]),
        {ok, _} = dbg:tpl(?MODULE, traced, 1, [{'_', [], [{return_trace}]}]),
        rpc:call(A, ?MODULE, traced, [1]),
        Here = [receive {traced, {trace, _, K, W}} -> {K, W}; {traced, {trace, _, K, W, R}} -> {K, W, R} after 5000 -> none end || _ <- [1, 2]],
        dbg:stop_clear(),
        %% By a port there, with which this node connects.
        {ok, _} = rpc:call(A, dbg, tracer, [port, rpc:call(A, dbg, trace_port, [ip, 0])]),
        {ok, Port} = rpc:call(A, dbg, trace_port_control, [get_listen_port]),
        Client = dbg:trace_client(ip, {"localhost", Port}, {Tell, 0}),
        {ok, _} = rpc:call(A, dbg, p, [new, [call]]),
        {ok, _} = rpc:call(A, dbg, tp, [?MODULE, traced, 1, []]),
        %% The client may not be connected yet; what is told before is dropped.
        There = until(fun() -> 
            rpc:call(A, ?MODULE, traced, [2]),
            receive {traced, {trace, _, call, {?MODULE, traced, [2]}}} -> true after 100 -> false end
        end),
        rpc:call(A, dbg, stop_clear, []),
        catch dbg:stop_trace_client(Client),
        {Here, There}
    end).

traced(X) -> {X}.

tools() ->
    with([looked_at], [], fun([{_, A}]) ->
        Info = rpc:call(A, observer_backend, sys_info, []),
        Me = self(),
        spawn_link(A, observer_backend, procs_info, [Me]),
        Procs = receive {procs_info, _, P} -> length(P) > 20; Other -> Other after 10000 -> none end,
        Tables = rpc:call(A, observer_backend, get_table_list, [ets, [{sys_hidden, false}]]),
        spawn_link(A, observer_backend, etop_collect, [Me]),
        Collected = receive {_, Etop} when element(1, Etop) =:= etop_info -> size(Etop) after 10000 -> none end,
        [is_list(Info) andalso length(Info) > 20, Procs, is_list(Tables) andalso Tables =/= [],
         is_list(rpc:call(A, scheduler, utilization, [1])), rpc:call(A, msacc, available, []), Collected, etop_of(A)]
    end).

%% The output of etop goes to a group leader of its own.
etop_of(Node) ->
    Me = self(),
    Leader = spawn_link(fun() -> leads(Me) end),
    Etop = spawn(fun() ->
        group_leader(Leader, self()),
        etop:start([{node, Node}, {output, text}, {interval, 1}, {lines, 3}, {tracing, off}])
    end),
    Seen = printed(["Reds", "code_server", "procs"]),
    catch etop:stop(),
    exit(Etop, kill),
    unlink(Leader),
    exit(Leader, kill),
    Seen.

leads(To) ->
    receive
        {io_request, From, As, Request} ->
            To ! {printed, lists:flatten(io_lib:format("~p", [Request]))},
            From ! {io_reply, As, ok},
            leads(To)
    end.

printed([]) -> yes;
printed(Words) ->
    receive {printed, Text} -> printed([W || W <- Words, string:find(Text, W) =:= nomatch]) after 20000 -> {not_seen, Words} end.

%% Its code comes from this node.
diskless() ->
    %% The boot server's port is always the same: one test at a time.
    Lock = filename:absname("../boot_server"),
    true = until(fun() -> file:make_dir(Lock) =:= ok end),
    {ok, Server} = erl_boot_server:start([{127, 0, 0, 1}]),
    try
        with([diskless], ["-loader", "inet", "-hosts", "127.0.0.1", "-id", "diskless", "-pa", filename:absname("..")], fun([{_, A}]) ->
            {rpc:call(A, init, get_argument, [loader]), rpc:call(A, ?MODULE, module_info, [module]),
             element(1, rpc:call(A, erl_prim_loader, get_file, [filename:absname("../dist_otp.beam")])),
             rpc:call(A, erl_prim_loader, get_file, ["/nowhere"]), length(erl_boot_server:which_slaves())}
        end)
    after
        exit(Server, kill), file:del_dir(Lock)
    end.
