%% Nodes that are stopped, killed, cut off and connected again and again: `run(Command)` does all that with nodes that
%% the command starts, and prints what came of it, the same for all pairs. KNOCKS is how long it lasts, 1 for a trial.
-module(dist_knocks).
-export([run/1, soak/2, sink/1, counter/1, relay/1]).

run(Command) ->
    process_flag(trap_exit, true),
    Times = list_to_integer(os:getenv("KNOCKS", "1")),
    ok = net_kernel:monitor_nodes(true, #{nodedown_reason => true, node_type => all}),
    [begin
         Result = try F(Command, Times) catch Class:Reason:Stack -> {Class, Reason, Stack} end,
         io:format("~ts: ~tp~n", [Name, Result]),
         left(Name)
     end || {Name, F} <- cases()],
    ok.

cases() ->
    [{"a node that stands still", fun stands_still/2},
     {"a node that is killed", fun killed/2},
     {"many senders into a channel that stands still", fun many_senders/2},
     {"connections that end and are made again", fun again/2},
     {"a node between two others that is killed again and again", fun between/2}].

left(Name) ->
    receive M -> io:format("~ts left ~tp~n", [Name, M]), left(Name) after 0 -> ok end.

%% Starts a node, with some flags, that has this module; gives it and its process in the system. It ends with this one.
start(Command, Name, Flags) ->
    Node = list_to_atom(Name ++ "_" ++ os:getpid() ++ "@" ++ lists:last(string:split(atom_to_list(node()), "@"))),
    Line = io_lib:format("exec ~s -noinput -setcookie ~s -kernel logger_level none -sname ~s ~s > ~s 2>&1",
                         [Command, erlang:get_cookie(), hd(string:split(atom_to_list(Node), "@")), Flags, Name ++ ".log"]),
    Port = open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", lists:flatten(Line)]}, exit_status]),
    up(Node),
    receive {nodeup, Node, _} -> ok end,
    {Module, Code, File} = code:get_object_code(?MODULE),
    {module, Module} = rpc:call(Node, code, load_binary, [Module, File, Code]),
    Pid = rpc:call(Node, os, getpid, []),
    ok = file:write_file("pids", Pid ++ "\n", [append]),
    {Node, Pid, Port}.

up(Node) ->
    case net_adm:ping(Node) of pong -> ok; pang -> timer:sleep(50), up(Node) end.

signal(Signal, {_, Pid, _}) -> "" = os:cmd("kill -" ++ Signal ++ " " ++ Pid), ok.

%% Ends a node, and waits until it has ended.
kill({_, _, Port} = Other) ->
    signal("KILL", Other),
    receive {Port, {exit_status, _}} -> ok end,
    receive {'EXIT', Port, _} -> ok end.

down(Node) ->
    receive {nodedown, Node, #{nodedown_reason := Why}} -> Why after 60000 -> still_there end.

%% Processes on this node that send to a process or name there until there is no connection, or so many messages;
%% without a connection messages are dropped.
senders(N, To, Bytes, Messages) ->
    Payload = binary:copy(<<"x">>, Bytes),
    Sent = counters:new(1, []),
    {[spawn_link(fun() -> sends(To, Payload, Sent, 1, Messages) end) || _ <- lists:seq(1, N)], Sent}.

sends(_, _, _, I, Messages) when I > Messages -> ok;
sends(To, Payload, Sent, I, Messages) ->
    case erlang:send(To, {self(), I, Payload}, [noconnect]) of
        ok -> counters:add(Sent, 1, 1), sends(To, Payload, Sent, I + 1, Messages);
        noconnect -> ok
    end.

%% Waits until nothing more is sent; whether there are senders that wait then.
suspended({Pids, Sent}) ->
    Before = counters:get(Sent, 1),
    timer:sleep(300),
    case counters:get(Sent, 1) of
        Before when Before > 0 -> lists:member({status, suspended}, [process_info(P, status) || P <- Pids]);
        _ -> suspended({Pids, Sent})
    end.

%% All that were linked end, for these reasons.
ends(Pids) ->
    lists:usort([receive {'EXIT', P, Why} -> Why after 60000 -> stays end || P <- Pids]).

%% Receives and does nothing else.
sink(Parent) -> receive {Parent, stop} -> ok; _ -> sink(Parent) end.

stands_still(Command, _) ->
    {Node, _, _} = Other = start(Command, "still", ""),
    _ = net_kernel:set_net_ticktime(4, 0),
    Sink = spawn(Node, ?MODULE, sink, [self()]),
    monitor(process, Sink),
    signal("STOP", Other),
    %% Until the ticker has seen nothing for its time, those who send wait.
    {Senders, _} = Sending = senders(8, Sink, 100000, 1 bsl 30),
    Waiting = suspended(Sending),
    Begun = erlang:monotonic_time(millisecond),
    Why = down(Node),
    Took = erlang:monotonic_time(millisecond) - Begun,
    Down = receive {'DOWN', _, process, Sink, R} -> R after 10000 -> none end,
    Ends = ends(Senders),
    _ = net_kernel:set_net_ticktime(60, 0),
    kill(Other),
    {Waiting, Why, Took < 20000, Down, Ends}.

killed(Command, Times) -> lists:usort([killed(Command) || _ <- lists:seq(1, Times)]).

killed(Command) ->
    {Node, _, _} = Other = start(Command, "killed", ""),
    Linked = [spawn_link(Node, ?MODULE, sink, [self()]) || _ <- lists:seq(1, 50)],
    Watched = [spawn_monitor(Node, ?MODULE, sink, [self()]) || _ <- lists:seq(1, 50)],
    {Senders, _} = senders(8, hd(Linked), 1000, 1 bsl 30),
    Request = erpc:send_request(Node, timer, sleep, [infinity]),
    kill(Other),
    Why = down(Node),
    Lost = try erpc:receive_response(Request) catch C:R -> {C, R} end,
    Downs = [receive {'DOWN', M, process, P, Reason} -> Reason after 10000 -> none end || {P, M} <- Watched],
    {Why, Lost, ends(Linked), lists:usort(Downs), ends(Senders), net_adm:ping(Node), nodes()}.

%% Counts what comes of each sender; what is not the next one of it is noted.
counter(Parent) -> counter(Parent, #{}, 0, 0).
counter(Parent, Last, Gaps, Wrong) ->
    receive
        {Parent, tell} ->
            Parent ! {self(), lists:sum(maps:values(Last)), Gaps, Wrong};
        {Sender, I, _} ->
            case maps:get(Sender, Last, 0) of
                Before when I =:= Before + 1 -> counter(Parent, Last#{Sender => I}, Gaps, Wrong);
                Before when I > Before -> counter(Parent, Last#{Sender => I}, Gaps + 1, Wrong);
                _ -> counter(Parent, Last, Gaps, Wrong + 1)
            end
    end.

resident() -> resident("self").
resident(Pid) ->
    {ok, Text} = file:read_file("/proc/" ++ Pid ++ "/statm"),
    [_, Pages | _] = binary:split(Text, <<" ">>, [global]),
    binary_to_integer(Pages) div 256.

many_senders(Command, Times) ->
    {Node, _, _} = Other = start(Command, "many", ""),
    erlang:system_monitor(self(), [busy_dist_port]),
    Rounds = [many_senders_round(Other, Node) || _ <- lists:seq(1, 1 + Times)],
    erlang:system_monitor(undefined),
    kill(Other),
    connection_closed = down(Node),
    busy(),
    [First | _] = Residents = [R || {_, R} <- Rounds],
    {lists:usort([Seen || {Seen, _} <- Rounds]), {memory_stays, lists:last(Residents) - First < 40 + Times}}.

many_senders_round(Other, Node) ->
    Counter = spawn(Node, ?MODULE, counter, [self()]),
    signal("STOP", Other),
    Before = resident(),
    {Senders, _} = Sending = senders(64, Counter, 4096, 500),
    Waiting = suspended(Sending),
    Busy = receive {monitor, _, busy_dist_port, _} -> true after 0 -> false end,
    Held = resident() - Before,
    signal("CONT", Other),
    Ends = ends(Senders),
    Counter ! {self(), tell},
    receive {Counter, Sum, Gaps, Wrong} -> ok end,
    {{Waiting, Busy, {memory_bounded, Held < 40}, Ends, Sum =:= 64 * 500, Gaps, Wrong}, resident()}.

busy() -> receive {monitor, _, busy_dist_port, _} -> busy() after 0 -> ok end.

again(Command, Times) ->
    {Node, _, _} = Other = start(Command, "again", ""),
    Me = self(),
    Counter = spawn(Node, ?MODULE, counter, [Me]),
    Stop = counters:new(1, []),
    Senders = [spawn_link(fun() -> keeps_sending(Counter, Stop, 1) end) || _ <- lists:seq(1, 8)],
    First = again(Node, 20, none),
    Memory = resident(),
    Rest = again(Node, 100 * Times - 20, First),
    Grown = resident() - Memory,
    counters:add(Stop, 1, 1),
    Ends = ends(Senders),
    up(Node),
    Counter ! {Me, tell},
    {Got, Wrong} = receive {Counter, Sum, _, W} -> {Sum > 0, W} end,
    kill(Other),
    flush(Node),
    {Rest, Ends, Got, Wrong, {memory_stays, Grown < 40}}.

keeps_sending(To, Stop, I) ->
    case counters:get(Stop, 1) of
        0 ->
            To ! {self(), I, <<"something">>},
            I rem 100 =:= 0 andalso erlang:yield(),
            keeps_sending(To, Stop, I + 1);
        _ -> ok
    end.

again(_, N, Result) when N =< 0 -> Result;
again(Node, N, _) ->
    up(Node),
    Pid = spawn(Node, ?MODULE, sink, [self()]),
    Monitor = monitor(process, Pid),
    link(Pid),
    true = erlang:disconnect_node(Node),
    Down = receive {'DOWN', Monitor, _, _, R1} -> R1 after 20000 -> none end,
    Exit = receive {'EXIT', Pid, R2} -> R2 after 20000 -> none end,
    case {Down, Exit} of
        {noconnection, noconnection} -> again(Node, N - 1, {Down, Exit});
        Other -> {N, Other}
    end.

%% Nobody counts how often the node has come and gone.
flush(Node) ->
    receive
        {nodedown, Node, #{nodedown_reason := connection_closed}} -> flushed(Node);
        {_, Node, _} -> flush(Node)
    after 20000 -> ok
    end.

flushed(Node) -> receive {_, Node, _} -> flushed(Node) after 0 -> ok end.

%% Passes on what is asked for to a process of a third node, which answers.
relay(Last) ->
    receive
        {ask, From, I} -> Last ! {ask, From, I}, relay(Last);
        {tell, From} -> From ! {self(), ok}, relay(Last)
    end.

between(Command, Times) ->
    {Third, _, _} = Other = start(Command, "third", ""),
    Me = self(),
    Last = spawn(Third, fun() -> answers([]) end),
    Clients = [spawn_link(fun() -> asks(Me, I, 0, 0) end) || I <- lists:seq(1, 8)],
    [between_round(Command, Last, Clients) || _ <- lists:seq(1, 2 * Times)],
    [C ! stop || C <- Clients],
    Asked = [receive {C, Answered, Lost, Seen} -> {Answered, Lost, Seen} after 20000 -> none end || C <- Clients],
    [] = ends(Clients) -- [normal],
    Last ! {tell, Me},
    All = receive {Last, Got} -> lists:sort(Got) after 20000 -> none end,
    %% Whatever was answered has been there, once; what was lost has been so no more than once.
    Answers = lists:append([Seen || {_, _, Seen} <- Asked]),
    Once = length(lists:usort(All)) =:= length(All),
    kill(Other),
    connection_closed = down(Third),
    {lists:all(fun({Answered, _, _}) -> Answered > 0 end, Asked), lists:sum([L || {_, L, _} <- Asked]) > 0,
     Answers -- All, Once}.

between_round(Command, Last, Clients) -> between_round(Command, Last, Clients, 0).

between_round(Command, Last, Clients, Time) ->
    {Node, _, _} = Other = start(Command, "between", ""),
    Relay = spawn(Node, ?MODULE, relay, [Last]),
    [C ! {use, self(), Relay} || C <- Clients],
    %% Until each of them has got some answers through it.
    [receive {C, using} -> ok after 20000 -> error(nothing) end || C <- Clients],
    timer:sleep(Time),
    kill(Other),
    Why = down(Node),
    [receive {C, lost} -> ok after 20000 -> error(not_lost) end || C <- Clients],
    Why = connection_closed.

answers(Seen) ->
    receive
        {ask, From, I} -> From ! {answer, I}, answers([I | Seen]);
        {tell, From} -> From ! {self(), Seen}
    end.

%% A client asks until what it asks is gone, and waits for the next.
asks(Parent, Me, Answered, Lost) -> asks(Parent, Me, 1, Answered, Lost, []).

asks(Parent, Me, I, Answered, Lost, Seen) ->
    receive
        stop -> Parent ! {self(), Answered, Lost, Seen};
        {use, From, Relay} ->
            Monitor = monitor(process, Relay),
            {Next, More} = asks_it(From, Relay, Monitor, Me, I, 0, []),
            From ! {self(), lost},
            asks(Parent, Me, Next, Answered + length(More), Lost + 1, More ++ Seen)
    end.

asks_it(From, Relay, Monitor, Me, I, N, Seen) ->
    N =:= 20 andalso (From ! {self(), using}),
    Relay ! {ask, self(), {Me, I}},
    receive
        {answer, {Me, I}} -> asks_it(From, Relay, Monitor, Me, I + 1, N + 1, [{Me, I} | Seen]);
        {'DOWN', Monitor, process, Relay, noconnection} -> after_it(Me, I, Seen)
    end.

%% An answer may still come from the third node, which it reached before.
after_it(Me, I, Seen) ->
    receive {answer, {Me, I}} -> {I + 1, [{Me, I} | Seen]} after 100 -> {I + 1, Seen} end.

%% For so many seconds: this node, a second one, and a third one between them that is killed every ten seconds. Each
%% question goes by the third to the second, which answers; each is accounted for. Prints what came of it, and the memory
%% of this node and of the second one, in megabytes, at the first kill and at the last.
soak(Command, Seconds) ->
    process_flag(trap_exit, true),
    ok = net_kernel:monitor_nodes(true, #{nodedown_reason => true, node_type => all}),
    {Far, FarPid, _} = Other = start(Command, "third", ""),
    Me = self(),
    Last = spawn(Far, fun() -> accounts(#{}, 0, 0) end),
    Clients = [spawn_link(fun() -> asks_on(Me, I, 1, 0, 0) end) || I <- lists:seq(1, 8)],
    End = erlang:monotonic_time(second) + Seconds,
    Kills = soaks(Command, Last, Clients, FarPid, End, []),
    [C ! stop || C <- Clients],
    Asked = [receive {C, I, Answered, Lost} -> {I, Answered, Lost} after 20000 -> none end || C <- Clients],
    Last ! {tell, Me},
    {All, Twice, Order} = receive {Last, Told} -> Told after 60000 -> none end,
    kill(Other),
    %% A question that was answered has been there; of each kill there is one question that may have been there or not.
    Wrong = [Who || {Who, Answered, Lost} <- Asked, {_, There} <- [maps:get(Who, All)],
                    There < Answered orelse There > Answered + Lost],
    Sum = fun(N) -> lists:sum([element(N, A) || A <- Asked]) end,
    io:format("~b kills, ~b questions answered, ~b lost with a kill, ~b of them on the way back~n",
              [length(Kills), Sum(2), Sum(3), lists:sum([N || {_, N} <- maps:values(All)]) - Sum(2)]),
    io:format("clients with wrong sums ~p, questions twice ~b, out of order ~b~n", [Wrong, Twice, Order]),
    io:format("memory here and there in MB: ~p, at last ~p~n", [lists:last(Kills), hd(Kills)]).

soaks(Command, Last, Clients, FarPid, End, Kills) ->
    case erlang:monotonic_time(second) >= End of
        true -> Kills;
        false ->
            between_round(Command, Last, Clients, 10000),
            soaks(Command, Last, Clients, FarPid, End, [{resident(), resident(FarPid)} | Kills])
    end.

%% The last question of each client and how many there were, how many have come twice, and how many before one that is
%% older.
accounts(All, Twice, Order) ->
    receive
        {ask, From, {Who, I}} ->
            From ! {answer, {Who, I}},
            case maps:get(Who, All, {0, 0}) of
                {I, _} -> accounts(All, Twice + 1, Order);
                {Before, _} when Before > I -> accounts(All, Twice, Order + 1);
                {_, N} -> accounts(All#{Who => {I, N + 1}}, Twice, Order)
            end;
        {tell, From} -> From ! {self(), {All, Twice, Order}}
    end.

asks_on(Parent, Me, I, Answered, Lost) ->
    receive
        stop -> Parent ! {self(), Me, Answered, Lost};
        {use, From, Relay} ->
            Monitor = monitor(process, Relay),
            {Next, More} = asks_it_on(From, Relay, Monitor, Me, I, 0),
            From ! {self(), lost},
            asks_on(Parent, Me, Next, Answered + More, Lost + 1)
    end.

asks_it_on(From, Relay, Monitor, Me, I, N) ->
    N =:= 20 andalso (From ! {self(), using}),
    Relay ! {ask, self(), {Me, I}},
    receive
        {answer, {Me, I}} -> asks_it_on(From, Relay, Monitor, Me, I + 1, N + 1);
        {'DOWN', Monitor, process, Relay, noconnection} ->
            receive {answer, {Me, I}} -> {I + 1, N + 1} after 100 -> {I + 1, N} end
    end.
