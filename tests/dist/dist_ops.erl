%% Everything that processes of two nodes can do with each other: `run(Node)` does it with another
%% node, where this module has been loaded, and prints what came of it. Names of nodes are left out,
%% so that the output is the same for all pairs.
-module(dist_ops).
-export([run/1, echo/0, named/1, say/0, busy/2, exits/1, waits/0, starts/1, count/2, load/0, collect/1,
         replies/0, refuses/0]).

run(Node) ->
    process_flag(trap_exit, true),
    [begin
         Result = try F(Node) catch Class:Reason:Stack -> {Class, Reason, lists:sublist(Stack, 3)} end,
         io:format("~ts: ~tp~n", [Name, hidden(Result, Node)]),
         left(Name)
     end || {Name, F} <- cases()],
    ok.

cases() ->
    [{"terms come back as they were", fun terms/1},
     {"many atoms", fun atoms/1},
     {"large messages", fun large/1},
     {"sends to names", fun names/1},
     {"aliases", fun aliases/1},
     {"order", fun order/1},
     {"order of large messages", fun order_of_large/1},
     {"links", fun links/1},
     {"unlinking", fun unlinking/1},
     {"exit signals", fun exit_signals/1},
     {"monitors", fun monitors/1},
     {"monitors of names", fun monitors_of_names/1},
     {"monitors with aliases and tags", fun monitors_with/1},
     {"spawning", fun spawning/1},
     {"requests to spawn", fun requests/1},
     {"parents", fun parents/1},
     {"what cannot be spawned", fun not_spawned/1},
     {"group leaders", fun leaders/1},
     {"what is told of processes", fun told/1},
     {"what is told of nodes", fun told_of_nodes/1},
     {"tokens with messages", fun tokens/1},
     {"tokens with exit signals", fun tokens_of_exits/1},
     {"tokens with requests to spawn", fun tokens_of_spawns/1},
     {"calls", fun calls/1},
     {"global names", fun global_names/1},
     {"groups", fun groups/1},
     {"nodes", fun known_nodes/1},
     {"a node that is not there", fun nowhere/1},
     {"the end of a connection", fun disconnected/1}].

%% Names of nodes, and what is of other nodes, in a form that does not depend on the pair.
hidden(T, Node) when T =:= Node -> there;
hidden(T, _) when T =:= node() -> here;
hidden(T, Node) when is_pid(T); is_port(T); is_reference(T) ->
    {element_kind(T), hidden(node(T), Node)};
hidden(T, Node) when is_tuple(T) -> list_to_tuple(hidden(tuple_to_list(T), Node));
hidden([H | T], Node) -> [hidden(H, Node) | hidden(T, Node)];
hidden(T, Node) when is_map(T) -> maps:from_list(hidden(maps:to_list(T), Node));
hidden(T, _) -> T.

element_kind(T) when is_pid(T) -> pid;
element_kind(T) when is_port(T) -> port;
element_kind(_) -> reference.

%% Messages that nobody has expected.
left(Name) ->
    receive M -> io:format("~ts left ~tp~n", [Name, M]), left(Name) after 0 -> ok end.

failure(F) -> try F() catch Class:Reason -> {Class, Reason} end.

got() -> got(20000).
got(Time) -> receive M -> M after Time -> nothing end.

echo() -> receive {From, M} -> From ! {self(), M}, echo() end.

echoed(Echo, T) ->
    Echo ! {self(), T},
    receive {Echo, Back} -> Back after 20000 -> lost end.

with_echo(Node, F) ->
    Echo = spawn(Node, ?MODULE, echo, []),
    Result = F(Echo),
    exit(Echo, kill),
    Result.

terms(Node) ->
    There = rpc:call(Node, erlang, self, []),
    {ok, Port} = {ok, hd(erlang:ports())},
    X = 17,
    Terms = [0, 255, 256, -1, 1 bsl 27, 1 bsl 59, 1 bsl 64, -(1 bsl 100), 1 bsl 3000, 1.5, -0.0, 1.0e300, [], "text",
             [a | b], lists:seq(1, 300), {}, {a, {b}}, list_to_tuple(lists:seq(1, 300)), <<>>, <<"bytes">>, <<1:1>>,
             <<3:11>>, binary:copy(<<"x">>, 100000), #{}, #{a => 1, "b" => #{c => []}}, maps:from_keys(lists:seq(1, 100), v),
             self(), There, make_ref(), Port, fun lists:map/2, fun ?MODULE:echo/0, node(), Node, 'atom with spaces', 'åäö',
             '漢字', '', true, false, [], [[[[]]]], erlang:alias([explicit_unalias])],
    F = fun(Y) -> {X, Y} end,
    with_echo(Node, fun(Echo) ->
        Wrong = [T || T <- Terms, echoed(Echo, T) =/= T],
        All = echoed(Echo, Terms) =:= Terms,
        G = echoed(Echo, F),
        {Wrong, All, G(3), G =:= F, erlang:fun_info(G, arity)}
    end).

atoms(Node) ->
    Lists = [[list_to_atom("dist_atom_" ++ integer_to_list(I)) || I <- lists:seq(From, From + 299)]
             || From <- lists:seq(1, 3000, 100)],
    Long = list_to_atom(lists:duplicate(255, $l)),
    Wide = list_to_atom(lists:duplicate(255, 16#6f22)),
    with_echo(Node, fun(Echo) -> [L || L <- [[Long, Wide] | Lists], echoed(Echo, L) =/= L] end).

large(Node) ->
    Terms = [binary:copy(<<"0123456789abcdef">>, 1 bsl 16), lists:seq(1, 200000),
             [{I, integer_to_binary(I), a} || I <- lists:seq(1, 50000)], binary:copy(<<"y">>, 1 bsl 24)],
    with_echo(Node, fun(Echo) -> [echoed(Echo, T) =:= T || T <- Terms] end).

named(Parent) ->
    register(dist_named, self()),
    Parent ! {self(), ready},
    receive {From, M} -> From ! {self(), M} end,
    receive stop -> ok end.

with_named(Node, F) ->
    Me = self(),
    Pid = spawn(Node, fun() -> named(Me) end),
    receive {Pid, ready} -> ok end,
    Result = F(Pid),
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    Result.

names(Node) ->
    with_named(Node, fun(Pid) ->
        Sent = {dist_named, Node} ! {self(), hello},
        Back = receive {Pid, M} -> M after 20000 -> lost end,
        {Sent, Back, {nobody_here, Node} ! lost, erlang:send({nobody_here, Node}, x, [noconnect]),
         erlang:send_nosuspend({nobody_here, Node}, x), erlang:send(Pid, x, [nosuspend, noconnect])}
    end).

aliases(Node) ->
    Alias = alias([reply]),
    spawn(Node, fun() -> Alias ! {first, self()}, Alias ! second end),
    First = got(),
    Once = got(300),
    Explicit = alias(),
    spawn(Node, fun() -> Explicit ! third, Explicit ! fourth end),
    Third = [got(), got()],
    true = unalias(Explicit),
    spawn(Node, fun() -> Explicit ! fifth end),
    {First, Once, Third, got(300), unalias(Alias)}.

count(To, N) -> [To ! I || I <- lists:seq(1, N)], ok.

order(Node) ->
    Me = self(),
    Senders = [spawn(Node, fun() -> [Me ! {self(), I} || I <- lists:seq(1, 2000)] end) || _ <- lists:seq(1, 5)],
    [lists:usort([receive {S, I} -> true end || I <- lists:seq(1, 2000)]) || S <- Senders].

%% All that a process sends comes in order, though some of it is large and others are quicker; its end
%% comes last.
order_of_large(Node) ->
    Me = self(),
    Payload = fun(I) when I rem 20 =:= 7 -> lists:seq(1, 40000);
                 (I) when I rem 20 =:= 17 -> binary:copy(<<I>>, 500000);
                 (_) -> small end,
    Send = fun() -> [Me ! {self(), I, Payload(I)} || I <- lists:seq(1, 100)], exit({done, lists:seq(1, 30000)}) end,
    Senders = [spawn_monitor(Node, Send) || _ <- lists:seq(1, 4)],
    [in_order(Pid, Monitor, Payload, 1) || {Pid, Monitor} <- Senders].

%% No message of the process is passed by its end, or by another of its messages.
in_order(Pid, Monitor, Payload, I) ->
    receive
        {Pid, N, P} -> {I, true} = {N, P =:= Payload(N)}, in_order(Pid, Monitor, Payload, I + 1);
        {'DOWN', Monitor, _, _, {done, L}} -> {I - 1, length(L)}
    after 60000 -> {nothing_after, I}
    end.

waits() -> receive {stop, Reason} -> exit(Reason); return -> ok end.

links(Node) ->
    Ends = [begin
                Pid = spawn_link(Node, ?MODULE, waits, []),
                Pid ! Message,
                receive {'EXIT', Pid, Reason} -> Reason after 20000 -> none end
            end || Message <- [return, {stop, normal}, {stop, shutdown}, {stop, {a, "large" ++ lists:seq(1, 100)}},
                               {stop, kill}]],
    Pid = spawn(Node, ?MODULE, waits, []),
    true = link(Pid),
    Linked = lists:member(self(), element(2, rpc:call(Node, erlang, process_info, [Pid, links]))),
    Here = lists:member(Pid, element(2, process_info(self(), links))),
    exit(Pid, kill),
    Killed = got(),
    true = link(Pid),
    %% The other end of a link that goes.
    Me = self(),
    There = spawn(Node, fun() ->
                            process_flag(trap_exit, true),
                            Me ! {linked_to, spawn_link(node(Me), ?MODULE, waits, [])},
                            receive M -> Me ! {got, M} end
                        end),
    Own = receive {linked_to, P} -> P end,
    Own ! {stop, because},
    {Ends, Linked, Here, Killed, got(), node(There) =:= Node, got()}.

unlinking(Node) ->
    Pid = spawn_link(Node, ?MODULE, waits, []),
    true = unlink(Pid),
    true = unlink(Pid),
    Pid ! {stop, unseen},
    Nothing = got(300),
    Again = spawn(Node, ?MODULE, waits, []),
    [begin link(Again), unlink(Again) end || _ <- lists:seq(1, 100)],
    link(Again),
    Again ! {stop, seen},
    {Nothing, got(), element(2, process_info(self(), links)) -- [P || P <- element(2, process_info(self(), links)), node(P) =:= node()]}.

exits(Parent) ->
    process_flag(trap_exit, true),
    Parent ! {self(), ready},
    receive M -> Parent ! {self(), M} end.

exit_signals(Node) ->
    Trapping = [begin
                    Me = self(),
                    Pid = spawn(Node, ?MODULE, exits, [Me]),
                    receive {Pid, ready} -> ok end,
                    true = exit(Pid, Reason),
                    receive {Pid, M} -> M after 10000 -> none end
                end || Reason <- [normal, shutdown, {some, reason}, lists:seq(1, 10)]],
    Killed = [begin
                  {Pid, Monitor} = spawn_monitor(Node, ?MODULE, waits, []),
                  true = exit(Pid, Reason),
                  Pid ! {stop, lived},
                  receive {'DOWN', Monitor, _, _, R} -> R after 10000 -> none end
              end || Reason <- [normal, kill, other]],
    {Trapping, Killed}.

monitors(Node) ->
    Ends = [begin
                Pid = spawn(Node, ?MODULE, waits, []),
                Monitor = monitor(process, Pid),
                By = rpc:call(Node, erlang, process_info, [Pid, monitored_by]),
                Here = lists:member({process, Pid}, element(2, process_info(self(), monitors))),
                Pid ! Message,
                {By =:= {monitored_by, [self()]}, Here,
                 receive {'DOWN', Monitor, process, Pid, Reason} -> Reason after 20000 -> none end}
            end || Message <- [return, {stop, {a, lists:seq(1, 1000)}}]],
    {Gone, First} = spawn_monitor(Node, fun() -> ok end),
    receive {'DOWN', First, process, Gone, normal} -> ok end,
    monitor(process, Gone),
    NoProc = got(),
    Pid = spawn(Node, ?MODULE, waits, []),
    Monitor = monitor(process, Pid),
    true = demonitor(Monitor),
    {monitored_by, By} = rpc:call(Node, erlang, process_info, [Pid, monitored_by]),
    Pid ! return,
    {[{A, B, short(R)} || {A, B, R} <- Ends], NoProc, By, got(300), process_info(self(), monitors)}.

short({a, L}) -> {a, length(L)};
short(R) -> R.

monitors_of_names(Node) ->
    Down = with_named(Node, fun(Pid) ->
        Monitor = monitor(process, {dist_named, Node}),
        Pid ! {self(), x},
        receive {Pid, x} -> ok end,
        Pid ! stop,
        receive {'DOWN', Monitor, process, Object, Reason} -> {Object, Reason} after 20000 -> none end
    end),
    monitor(process, {dist_named, Node}),
    {Down, got()}.

monitors_with(Node) ->
    Pid = spawn(Node, ?MODULE, waits, []),
    Tagged = monitor(process, Pid, [{tag, {my, tag}}]),
    Pid ! {stop, x},
    Down = receive {{my, tag}, Tagged, process, Pid, R} -> R after 20000 -> none end,
    Server = spawn(Node, fun() -> receive {call, From, Reply} -> Reply ! {reply, Reply, From}, Reply ! {again, Reply} end end),
    Alias = monitor(process, Server, [{alias, reply_demonitor}]),
    Server ! {call, self(), Alias},
    Reply = receive {reply, Alias, _} -> answered after 20000 -> none end,
    {Down, Reply, got(300)}.

starts(Parent) -> Parent ! {self(), node(), process_info(self(), links), process_info(self(), monitored_by)}.

spawning(Node) ->
    Me = self(),
    P1 = spawn(Node, ?MODULE, starts, [Me]), G1 = got(),
    P2 = spawn_link(Node, ?MODULE, starts, [Me]), G2 = [got(), got()],
    {P3, _} = spawn_monitor(Node, ?MODULE, starts, [Me]), G3 = [got(), got()],
    {P4, _} = spawn_opt(Node, ?MODULE, starts, [Me], [link, monitor, {priority, high}]), G4 = [got(), got(), got()],
    P5 = spawn(Node, fun() -> starts(Me) end), G5 = got(),
    {[node(P) || P <- [P1, P2, P3, P4, P5]], G1, lists:sort(G2), lists:sort(G3), lists:sort(G4), G5}.

requests(Node) ->
    Me = self(),
    R1 = spawn_request(Node, ?MODULE, starts, [Me], []),
    A1 = receive {spawn_reply, R1, ok, P1} -> node(P1) end,
    S1 = got(),
    R2 = spawn_request(Node, ?MODULE, waits, [], [{reply_tag, {tagged, 1}}, monitor, link]),
    P2 = receive {{tagged, 1}, R2, ok, P} -> P after 20000 -> none end,
    P2 ! {stop, over},
    Ends = lists:sort([begin M = got(), setelement(2, M, x) end || _ <- [1, 2]]),
    spawn_request(Node, ?MODULE, starts, [Me], [{reply, no}]),
    S3 = got(),
    R4 = spawn_request(Node, ?MODULE, starts, [Me], [nonsense]),
    A4 = receive {spawn_reply, R4, error, Why} -> Why after 20000 -> none end,
    R5 = spawn_request(Node, ?MODULE, waits, [], [link]),
    Abandoned = spawn_request_abandon(R5),
    %% A request that has not gone out, for there is no such node.
    [_, Host] = string:lexemes(atom_to_list(node()), "@"),
    Early = abandoned_early(list_to_atom("nobody@" ++ Host), 20),
    {A1, S1, Ends, S3, A4, Abandoned, Early, got(300)}.

%% Whether one of so many requests can be abandoned before it is known that there is no such node.
abandoned_early(_, 0) -> false;
abandoned_early(Nobody, N) ->
    R = spawn_request(Nobody, ?MODULE, waits, [], []),
    spawn_request_abandon(R) orelse
        receive {spawn_reply, R, error, noconnection} -> abandoned_early(Nobody, N - 1) end.

%% A process knows its parent at another node. A reference of another node is of no monitor here.
parents(Node) ->
    Me = self(),
    spawn(Node, fun() -> Me ! {parent, process_info(self(), parent) =:= {parent, Me}} end),
    Known = receive {parent, Is} -> Is after 20000 -> none end,
    Ref = rpc:call(Node, erlang, make_ref, []),
    {Known, try demonitor(Ref) catch error:Why -> Why end}.

not_spawned(Node) ->
    {P, M} = spawn_monitor(Node, no_such_module, f, [1]),
    Undef = receive {'DOWN', M, process, P, {undef, [{Mod, Fun, _, _} | _]}} -> {Mod, Fun} after 20000 -> none end,
    Bad = (catch spawn_opt(Node, ?MODULE, waits, [], [nonsense])),
    {Undef, element(1, element(2, Bad))}.

say() -> io:format("said elsewhere~n").

leaders(Node) ->
    Me = self(),
    Leader = spawn(fun() -> receive {io_request, From, As, Request} -> From ! {io_reply, As, ok}, Me ! element(1, Request) end end),
    Old = group_leader(),
    group_leader(Leader, self()),
    Pid = spawn(Node, ?MODULE, say, []),
    group_leader(Old, self()),
    Said = got(),
    Waits = spawn(Node, ?MODULE, waits, []),
    true = group_leader(self(), Waits),
    Led = wait_until(fun() -> {group_leader, Me} =:= rpc:call(Node, erlang, process_info, [Waits, group_leader]) end),
    exit(Waits, kill),
    {node(Pid), Said, Led}.

%% What `process_info` says of processes that have to do with the other node.
told(Node) ->
    Items = [parent, group_leader, links, monitors, monitored_by, initial_call, dictionary, priority],
    Named = fun(Pid) -> [process_info(Pid, I) || I <- Items] end,
    There = fun(Pid) -> [rpc:call(Node, erlang, process_info, [Pid, I]) || I <- Items] end,
    Spawned = [begin {P, _} = spawn_opt(Node, ?MODULE, waits, [], [monitor | O]), P end || O <- [[], [link], [{priority, low}]]],
    Infos = [There(P) || P <- Spawned],
    Me = self(),
    Nested = spawn(Node, fun() -> Me ! {nested, spawn(?MODULE, waits, [])}, waits() end),
    Inner = receive {nested, N} -> N end,
    Here = spawn(fun() ->
                     [begin link(P), monitor(process, P) end || P <- Spawned],
                     monitor(process, {init, Node}), monitor(process, {nobody_here, Node}),
                     receive M -> Me ! {self(), M} end, waits()
                 end),
    receive {Here, {'DOWN', _, process, _, noproc}} -> ok end,
    Local = [case I of {K, L} when K =:= links; K =:= monitors -> {K, lists:sort(L)}; _ -> I end || I <- Named(Here)],
    Of = There(hd(Spawned)),
    Watched = rpc:call(Node, erlang, process_info, [rpc:call(Node, erlang, whereis, [init]), monitored_by]),
    exit(Here, kill),
    By = lists:member(Here, element(2, Watched)),
    Parents = [rpc:call(Node, erlang, process_info, [P, parent]) || P <- [Nested, Inner]] ,
    Undone = wait_until(fun() -> [] =:= [P || P <- Spawned, rpc:call(Node, erlang, is_process_alive, [P])] end),
    [receive {'DOWN', _, process, P, _} -> ok end || P <- Spawned],
    [receive {'EXIT', P, _} -> ok after 0 -> ok end || P <- Spawned],
    [exit(P, kill) || P <- [Nested, Inner]],
    {Infos, Local, Of, By, [P =:= {parent, E} || {P, E} <- lists:zip(Parents, [self(), Nested])], Undone}.

%% The emulator and `net_kernel` tell of nodes and connections.
told_of_nodes(Node) ->
    {ok, Info} = net_kernel:node_info(Node),
    {ok, All} = net_kernel:nodes_info(),
    {_, Ctrl} = lists:keyfind(Node, 1, erlang:system_info(dist_ctrl)),
    Shape = fun(V) when is_integer(V) -> integer; (V) when is_pid(V) -> pid; (V) when is_tuple(V) -> element(1, V); (V) -> V end,
    {[{K, Shape(V)} || {K, V} <- Info], lists:keymember(Node, 1, All), is_port(Ctrl), port_kind(Ctrl),
     erlang:system_info(dist_buf_busy_limit), erlang:system_info(creation) > 0,
     failure(fun() -> erlang:dist_get_stat(nobody) end), failure(fun() -> erlang:dist_get_stat(self()) end),
     dist_lines(Node)}.

port_kind(Port) -> {erlang:port_info(Port, name), erlang:port_info(Port, connected) =/= undefined}.

%% `system_info(dist)` about a connection that has relations of all kinds, without numbers.
dist_lines(Node) ->
    Me = self(),
    There = spawn_link(Node, fun() -> monitor(process, Me), Me ! ready, waits() end),
    receive ready -> ok end,
    Monitors = [monitor(process, There), monitor(process, {init, Node})],
    [Section] = [S || S <- string:split(binary_to_list(erlang:system_info(dist)), "\n=", all),
                      string:find(S, text("Name: '~ts'", [Node])) =/= nomatch],
    [demonitor(M, [flush]) || M <- Monitors],
    There ! return,
    receive {'EXIT', There, normal} -> ok end,
    Lines = [line(L, text("'~ts'", [Node]), pid_to_list(Me), pid_to_list(There)) || L <- string:split(Section, "\n", all), L =/= ""],
    lists:sort([L || L <- Lines, L =/= other]).

line(Line, Node, Me, There) ->
    Shown = lists:foldl(fun({A, B}, L) -> lists:flatten(string:replace(L, A, B, all)) end, Line, [{Node, "there"}, {Me, "me"}, {There, "it"}]),
    case Shown of
        "Creation: " ++ _ -> "Creation: number";
        "Controller: " ++ _ -> "Controller: port";
        "visible_node:" ++ _ -> "visible_node:number";
        "Name: " ++ _ -> Shown;
        _ -> case lists:member($<, Shown) of true -> other; false -> Shown end
    end.

%% The tracers of both nodes are told of a token while `F` runs: all of that, and the token afterwards.
traced(Node, Label, F) ->
    Nodes = [node(), Node],
    Tracers = [spawn(N, ?MODULE, collect, [[]]) || N <- Nodes],
    [rpc:call(N, seq_trace, set_system_tracer, [T]) || {N, T} <- lists:zip(Nodes, Tracers)],
    seq_trace:set_token(serial, {0, 0}),
    [seq_trace:set_token(Flag, true) || Flag <- [send, 'receive', print]],
    seq_trace:set_token(label, Label),
    F(),
    Token = seq_trace:get_token(),
    seq_trace:set_token([]),
    Told = [begin T ! {stop, self()}, receive {T, All} -> All end end || T <- Tracers],
    [rpc:call(N, seq_trace, reset_trace, []) || N <- Nodes],
    [[short(E, Node) || E <- All] || All <- Told] ++ [text("~0tp", [hidden(Token, Node)])].

short({seq_trace, Label, {Kind, Serial, From, To, What}}, Node) ->
    text("~0tp ~p ~0tp: ~0tp -> ~0tp: ~0tp", [hidden(T, Node) || T <- [Label, Kind, Serial, From, To, What]]).

text(Format, Terms) -> lists:flatten(io_lib:format(Format, Terms)).

collect(All) ->
    receive
        {stop, P} -> P ! {self(), lists:reverse(All)};
        {seq_trace, _, _} = M -> collect([M | All])
    end.

replies() ->
    receive
        {From, M} ->
            seq_trace:print({has, M}),
            From ! {self(), M, seq_trace:get_token()},
            replies()
    end.

%% Sends with a token, and takes the answer.
asked(To, Pid) -> To ! {self(), hello}, receive {Pid, hello, Token} -> Token end.

tokens(Node) ->
    Pid = spawn(Node, ?MODULE, replies, []),
    true = rpc:call(Node, erlang, register, [dist_tokens, Pid]),
    Me = self(),
    Aliased = spawn(Node, fun() -> Me ! {self(), alias()}, replies() end),
    Alias = receive {Aliased, A} -> A end,
    Results = [traced(Node, 17, fun() -> asked(Pid, Pid) end),
               traced(Node, {any, [<<"label">>]}, fun() -> asked({dist_tokens, Node}, Pid), asked(Pid, Pid) end),
               traced(Node, 1 bsl 40, fun() -> asked(Alias, Aliased) end),
               %% A message without a token takes it away.
               traced(Node, 1, fun() -> rpc:cast(Node, erlang, send, [Me, none]), receive none -> ok end end),
               %% Nobody is there.
               traced(Node, 2, fun() -> {nobody_here, Node} ! lost, asked(Pid, Pid) end)],
    [exit(P, kill) || P <- [Pid, Aliased]],
    Results.

refuses() -> process_flag(trap_exit, true), receive {From, M} -> From ! {self(), M}, refuses_on() end.

refuses_on() -> receive {'EXIT', _, _} = M -> seq_trace:print(M) end.

tokens_of_exits(Node) ->
    Linked = fun(Exits) ->
        fun() ->
            Pid = spawn_link(Node, ?MODULE, waits, []),
            {Pid, traced(Node, a, fun() -> Exits(Pid), receive {'EXIT', Pid, _} -> ok end end)}
        end
    end,
    %% A process there that has got the token goes, or one that has none.
    {_, Ended} = (Linked(fun(Pid) -> Pid ! {stop, because} end))(),
    {_, Killed} = (Linked(fun(Pid) -> exit(Pid, kill) end))(),
    %% A process here that has got it, and is linked to one there.
    There = spawn(Node, ?MODULE, refuses, []),
    There ! {self(), ready},
    receive {There, ready} -> ok end,
    Watch = monitor(process, There),
    Here = spawn(fun() -> link(There), receive {From, M} -> From ! {self(), M} end, waits() end),
    Here ! {self(), ready},
    receive {Here, ready} -> ok end,
    Gone = traced(Node, b, fun() -> Here ! {stop, gone}, receive {'DOWN', Watch, _, _, normal} -> ok end end),
    {Ended, Killed, Gone}.

tokens_of_spawns(Node) ->
    Me = self(),
    Spawns = [fun() -> spawn(Node, ?MODULE, starts, [Me]), received() end,
              fun() -> spawn_link(Node, ?MODULE, starts, [Me]), received(), received() end,
              fun() -> spawn_monitor(Node, ?MODULE, starts, [Me]), received(), received() end,
              fun() ->
                  R = spawn_request(Node, ?MODULE, starts, [Me], [monitor, {reply_tag, tag}, {priority, low}]),
                  receive {tag, R, ok, _} -> ok end, received(), received()
              end,
              fun() -> spawn_request(Node, ?MODULE, starts, [Me], [{reply, error_only}]), received() end,
              fun() -> R = spawn_request(Node, ?MODULE, starts, [Me], [nonsense]), receive {spawn_reply, R, error, _} -> ok end end,
              fun() -> catch spawn_opt(Node, ?MODULE, starts, [Me], [nonsense]) end],
    [traced(Node, c, F) || F <- Spawns].

received() -> receive {P, N, {links, _}, {monitored_by, _}} when is_pid(P), is_atom(N) -> ok;
                      {'EXIT', _, normal} -> ok;
                      {'DOWN', _, process, _, normal} -> ok end.

busy(N, To) -> To ! lists:sum(lists:seq(1, N)).

calls(Node) ->
    {rpc:call(Node, erlang, node, []), rpc:call(Node, erlang, '+', [1, 2]),
     element(1, rpc:call(Node, erlang, error, [bad])), erpc:call(Node, fun() -> node() end),
     failure(fun() -> erpc:call(Node, erlang, error, [bad]) end),
     failure(fun() -> erpc:call(Node, timer, sleep, [1000], 50) end),
     erpc:multicall([node(), Node], erlang, node, []), rpc:multicall([Node], erlang, node, []),
     rpc:yield(rpc:async_call(Node, lists, seq, [1, 5])), rpc:pinfo(rpc:call(Node, erlang, whereis, [init]), registered_name),
     gen_server:multi_call([Node], rex, {call, erlang, node, [], group_leader()}),
     length(rpc:call(Node, erlang, processes, [])) > 10}.

global_names(Node) ->
    Me = self(),
    Pid = spawn(Node, fun() -> yes = global:register_name(dist_ops, self()), Me ! ready, waits() end),
    ready = got(),
    global:sync(),
    Found = global:whereis_name(dist_ops) =:= Pid,
    global:send(dist_ops, return),
    Locked = global:trans({dist_lock, self()}, fun() -> locked end),
    {Found, Locked, wait_until(fun() -> global:whereis_name(dist_ops) =:= undefined end)}.

%% The scope of an OTP 25 crashes when a newer one greets it, at a time of its own: before a process has
%% joined, or afterwards.
groups(Node) ->
    {ok, _} = pg:start(dist_scope),
    Me = self(),
    Pid = spawn(Node, fun() ->
                          {ok, _} = pg:start(dist_scope),
                          catch pg:join(dist_scope, g, self()),
                          Me ! ready,
                          waits()
                      end),
    ready = got(),
    Crashed = fun() -> lists:member(undefined, scopes(Node)) end,
    wait_until(fun() -> members() =:= [Pid] orelse Crashed() end),
    Found = members() =:= [Pid],
    Pid ! return,
    Gone = wait_until(fun() -> members() =:= [] end),
    HasCrashed = Crashed(),
    [exit(P, kill) || P <- scopes(Node), is_pid(P)],
    {Found, Gone, HasCrashed}.

scopes(Node) -> [rpc:call(N, erlang, whereis, [dist_scope]) || N <- [node(), Node]].

members() -> try pg:get_members(dist_scope, g) catch error:badarg -> [] end.

wait_until(F) -> wait_until(F, 500).
wait_until(_, 0) -> never;
wait_until(F, N) -> case F() of true -> true; _ -> timer:sleep(20), wait_until(F, N - 1) end.

known_nodes(Node) ->
    {lists:member(Node, nodes()), lists:member(Node, nodes(connected)), nodes(hidden), nodes(this),
     lists:member(Node, nodes(known)), [I || {N, I} <- nodes(visible, #{node_type => true}), N =:= Node],
     [is_integer(maps:get(connection_id, I)) || {N, I} <- nodes(connected, #{connection_id => true}), N =:= Node],
     lists:member(node(), rpc:call(Node, erlang, nodes, [])), is_alive(), length(erlang:system_info(dist_ctrl))}.

nowhere(_) ->
    Nowhere = list_to_atom("nowhere_at_all@" ++ lists:last(string:split(atom_to_list(node()), "@"))),
    monitor_node(Nowhere, true),
    Down = got(),
    monitor(process, {x, Nowhere}),
    NoConnection = got(),
    Pid = spawn_link(Nowhere, erlang, halt, []),
    Exit = got(),
    {x, Nowhere} ! lost,
    {element(1, Down), setelement(4, NoConnection, x), setelement(2, Exit, is_pid(Pid)), net_adm:ping(Nowhere),
     erlang:send({x, Nowhere}, x, [noconnect]), rpc:call(Nowhere, erlang, node, []),
     failure(fun() -> erpc:call(Nowhere, erlang, node, []) end)}.

disconnected(Node) ->
    Watcher = spawn_watcher(Node),
    ok = net_kernel:monitor_nodes(true),
    ok = net_kernel:monitor_nodes(true, #{nodedown_reason => true, node_type => all}),
    monitor_node(Node, true),
    monitor_node(Node, true),
    Linked = spawn_link(Node, ?MODULE, waits, []),
    Watched = spawn(Node, ?MODULE, waits, []),
    monitor(process, Watched),
    monitor(process, {init, Node}),
    Request = erpc:send_request(Node, timer, sleep, [100000]),
    true = erlang:disconnect_node(Node),
    Lost = failure(fun() -> erpc:receive_response(Request) end),
    Messages = lists:sort([receive M when element(1, M) =/= Watcher -> M after 20000 -> nothing end || _ <- lists:seq(1, 7)]),
    Seen = receive {Watcher, Why} -> Why after 10000 -> none end,
    Again = net_adm:ping(Node),
    Ups = [got(), got()],
    ok = net_kernel:monitor_nodes(false),
    ok = net_kernel:monitor_nodes(false, #{nodedown_reason => true, node_type => all}),
    %% The end there of what was linked from here.
    Gone = wait_until(fun() -> rpc:call(Node, erlang, is_process_alive, [Linked]) =:= false end),
    Alive = rpc:call(Node, erlang, is_process_alive, [Watched]),
    exit(Watched, kill),
    {Lost, [case M of {_, N, _} when is_atom(N) -> M; _ -> M end || M <- Messages], Seen, Again, lists:sort(Ups), Gone, Alive}.

spawn_watcher(Node) ->
    Me = self(),
    Watcher = spawn(fun() ->
                        Pid = spawn(Node, ?MODULE, waits, []),
                        Monitor = monitor(process, Pid),
                        Me ! {self(), watches},
                        receive {'DOWN', Monitor, process, Pid, Reason} -> Me ! {self(), Reason} end
                    end),
    receive {Watcher, watches} -> Watcher end.

load() -> ok.
