%% Messages that nobody can decode, to a process that is suspended: the connection lives on until
%% the process goes on, or somebody asks for its messages. `run(Victim)` writes them to the port
%% that carries the connection with `Victim`.
-module(dist_undecoded).
-export([run/1, receiver/1, suspender/2]).

run(Victim) ->
    [begin
         Options = [{message_queue_data, case Name of "measured off the heap" -> off_heap; _ -> on_heap end}],
         {P, S} = prepared(Victim, Options),
         io:format("~ts: ~0p~n", [Name, Do(Victim, P, S)]),
         exit(P, kill),
         monitor_node(Victim, false),
         flush(Victim)
     end || {Name, Do} <- cases()],
    ok.

cases() ->
    [{"counted", fun(V, P, _) -> [state(V), info(V, P, message_queue_len), state(V)] end},
     {"asked for", fun(V, P, _) -> looked_at(V, P, messages) end},
     {"measured", fun(V, P, _) -> looked_at(V, P, total_heap_size) end},
     {"measured off the heap", fun(V, P, _) -> _ = info(V, P, total_heap_size), [state(V)] end},
     {"memory asked for", fun(V, P, _) -> looked_at(V, P, memory) end},
     {"status asked for", fun(V, P, _) -> _ = info(V, P, [status, links, heap_size]), [state(V)] end},
     {"resumed", fun(V, P, S) -> exit(S, bang), [down(V), got(V, P)] end},
     {"resumed after the connection", fun(V, P, S) ->
         erlang:disconnect_node(V), [down(V), connect(V), begin exit(S, bang), got(V, P) end, state(V)]
     end},
     {"killed", fun(V, P, S) ->
         M = monitor(process, P), exit(P, kill), receive {'DOWN', M, _, _, R} -> exit(S, bang), [R, state(V)] end
     end}].

looked_at(V, P, Item) ->
    %% The answer may be lost with the connection.
    _ = rpc:call(V, erlang, process_info, [P, Item]),
    [down(V), connect(V), info(V, P, message_queue_len), info(V, P, messages), state(V)].

prepared(Victim, Options) ->
    connect(Victim),
    P = spawn_opt(Victim, ?MODULE, receiver, [self()], Options),
    receive {P, receives} -> ok end,
    S = spawn(Victim, ?MODULE, suspender, [self(), P]),
    receive {S, suspended} -> ok end,
    P ! one,
    {_, Port} = lists:keyfind(Victim, 1, erlang:system_info(dist_ctrl)),
    <<131, Control/binary>> = term_to_binary({2, '', P}),
    [port_command(Port, <<131, 68, 0, Control/binary, Bad/binary>>) || Bad <- [<<>>, <<111, 222, 66>>, <<99>>]],
    P ! two,
    %% Messages that were sent before this call have come.
    Victim = rpc:call(Victim, erlang, node, []),
    {P, S}.

connect(Victim) -> case net_adm:ping(Victim) of pong -> monitor_node(Victim, false), flush(Victim), monitor_node(Victim, true), connected; pang -> connect(Victim) end.
flush(Victim) -> receive {nodedown, Victim} -> flush(Victim) after 0 -> ok end.
state(Victim) -> receive {nodedown, Victim} -> down after 0 -> lists:member(Victim, nodes()) end.
down(Victim) -> receive {nodedown, Victim} -> down end.
info(Victim, P, Item) -> rpc:call(Victim, erlang, process_info, [P, Item]).
got(Victim, P) -> connect(Victim), P ! {report, self()}, receive {P, All} -> All end.

receiver(From) -> From ! {self(), receives}, receive {report, To} -> To ! {self(), all()}, receiver(From) end.
all() -> receive M -> [M | all()] after 0 -> [] end.
suspender(From, P) -> erlang:suspend_process(P), From ! {self(), suspended}, receive stop -> ok end.
