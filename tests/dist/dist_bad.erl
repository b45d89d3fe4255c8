%% A node that does not keep to the protocol, and what another node makes of that: `run(Victim)`
%% writes frames of its own to the port that carries the connection with `Victim`, and prints
%% whether the connection lives on, what the other node logs, and what its process gets. Names and
%% numbers that differ from run to run are left out.
-module(dist_bad).
%% Two messages are left out: stock answers them with what is malformed itself (a link to a name, a
%% request to spawn of a third node).
-export([run/1, fill/1, says/2, watch/1, listen/0, report/1, log/2, waits/0]).

run(Victim) ->
    Now = prepared(Victim),
    [io:format("~ts: ~ts~n", [Name, outcome(Frames, Now)]) || {Name, Frames} <- cases(Now)],
    %% The victim itself says something.
    #{old := Old} = Now,
    Results = rpc:call(Victim, ?MODULE, says, [Old, hd(erlang:ports())]),
    {none, Logged} = rpc:call(Victim, ?MODULE, report, [up]),
    io:format("~ts~n", [hidden(io_lib:format("said: ~0tp~ts", [Results, [["\n    ", L] || L <- Logged]]), Victim)]),
    ok.

says(Old, Port) ->
    %% Reports go to the node of the leader.
    group_leader(whereis(init), self()),
    [try F() catch Class:Reason -> {Class, Reason} end ||
        F <- [fun() -> Old ! {some, "message", <<"and more">>} end,
                        fun() -> erlang:send(Old, x, [noconnect, nosuspend]) end,
                        fun() -> monitor(process, Old), receive {'DOWN', _, _, _, R} -> R end end,
                        fun() -> erts_internal:create_dist_channel('x@y.z', hd(erlang:ports()), {0, 4}) end,
                        fun() -> erts_internal:create_dist_channel('x@y.z', self(), {0, 4}) end,
                        fun() -> Port ! x end, fun() -> erlang:send(Port, x, [noconnect]) end]].

%% Sends atoms until the other node has enough of them: in headers, and within terms.
fill(Victim) ->
    Now = #{pid := Pid} = prepared(Victim),
    Atoms = fun(I) -> [[$q | integer_to_list(1000 * I + J)] || J <- lists:seq(1, 200)] end,
    New = fun(Texts) -> [<<131, 68, 0, (ext({22, self(), Pid}))/binary, 108, 200:32>>,
                         [[119, length(T), T] || T <- Texts], 106] end,
    Header = fun(T) -> [131, 68, 1, 8, 1, length(T), T, ext({22, self(), Pid}), 82, 0] end,
    [io:format("~ts: ~ts~n", [Name, outcome([iolist_to_binary(F) || F <- Frames], Now)])
     || {Name, Frames} <- [{"a few atoms", [New(Atoms(0))]},
                           {"many atoms", [New(Atoms(I)) || I <- lists:seq(1, 200)]},
                           {"another atom", [Header("qqq")]},
                           {"no atom", []}]],
    ok.

%% The other node may not have noticed yet that the last connection is over.
connect(Victim) -> case net_adm:ping(Victim) of pong -> ok; pang -> connect(Victim) end.

prepared(Victim) ->
    ok = connect(Victim),
    {Module, Code, File} = code:get_object_code(?MODULE),
    {module, Module} = rpc:call(Victim, code, load_binary, [Module, File, Code]),
    Me = self(),
    Pid = spawn(Victim, ?MODULE, listen, []),
    _ = spawn(Victim, ?MODULE, watch, [Me]),
    receive watches -> ok end,
    #{victim => Victim, pid => Pid, third => other(Pid, 'third@nowhere'), old => old(Pid)}.

%% The outcome of some frames.
outcome(Frames, #{victim := Victim, pid := Pid}) ->
    ok = connect(Victim),
    {_, Port} = lists:keyfind(Victim, 1, erlang:system_info(dist_ctrl)),
    monitor_node(Victim, true),
    [catch port_command(Port, Frame) || Frame <- lists:flatten([Frames])],
    Reply = rpc:call(Victim, erlang, node, []),
    State = receive {nodedown, Victim} -> down after 0 -> Reply = Victim, up end,
    monitor_node(Victim, false),
    receive {nodedown, Victim} -> ok after 0 -> ok end,
    ok = connect(Victim),
    Pid ! {report, self()},
    Got = receive {got, All} -> All end,
    {Reason, Logged} = rpc:call(Victim, ?MODULE, report, [State]),
    Lines = [["\n    ", Line] || Line <- Logged ++ [io_lib:format("got ~0tp", [M]) || M <- lists:usort([short(M) || M <- Got])]],
    hidden(io_lib:format("~p ~p~ts", [State, Reason, Lines]), Victim).

short(L) when length(L) > 20 -> {list, length(L)};
short(M) -> M.

hidden(Text, Victim) ->
    lists:foldl(fun({Re, By}, T) -> re:replace(T, Re, By, [global, unicode, {return, list}]) end, unicode:characters_to_list(Text),
                [{atom_to_list(Victim), "victim"}, {atom_to_list(node()), "offender"},
                 {"<[0-9]+\\.[0-9]+\\.[0-9]+>", "<pid>"}, {"#Ref<[0-9.]+>", "#Ref<>"}, {"channel [0-9]+", "channel N"}, {"\\([0-9]{3,}\\)", "(N)"}]).

%% At the victim: a process that gets what comes, another that watches nodes and the log.
listen() ->
    process_flag(trap_exit, true),
    listen([]).
listen(All) ->
    receive {report, From} -> From ! {got, lists:reverse(All)}, listen([]); M -> listen([M | All]) end.

watch(From) ->
    register(dist_bad, self()),
    ok = logger:add_handler(dist_bad, ?MODULE, #{}),
    ok = net_kernel:monitor_nodes(true, #{nodedown_reason => true}),
    From ! watches,
    watch(none, []).
watch(Reason, Logged) ->
    receive
        {nodedown, _, #{nodedown_reason := New}} -> watch(New, Logged);
        {nodeup, _, _} -> watch(Reason, Logged);
        {logged, Line} -> watch(Reason, [Line | Logged]);
        {report, From, State} when State =:= up; Reason =/= none -> From ! {Reason, lists:reverse(Logged)}, watch(none, [])
    end.

report(State) ->
    %% All that the emulator has told the logger is through.
    _ = sys:get_state(logger_proxy),
    dist_bad ! {report, self(), State},
    receive {_, _} = Report -> Report end.

log(#{level := Level, msg := {Format, Args}, meta := #{error_logger := #{emulator := true}}}, _) ->
    dist_bad ! {logged, io_lib:format("~p: ~ts", [Level, string:replace(io_lib:format(Format, Args), "\n", "|", all)])};
log(_, _) -> ok.

waits() -> receive stop -> ok end.

%% Pids of nodes that are not there.
other(Pid, Node) ->
    <<131, 88, 119, L, _:L/binary, Rest/binary>> = term_to_binary(Pid, [{minor_version, 2}]),
    Name = atom_to_binary(Node),
    binary_to_term(<<131, 88, 119, (byte_size(Name)), Name/binary, Rest/binary>>).
old(Pid) ->
    Bin = term_to_binary(Pid),
    Size = byte_size(Bin) - 4,
    <<Front:Size/binary, Creation:32>> = Bin,
    binary_to_term(<<Front/binary, (Creation bxor 1):32>>).

ext(T) -> <<131, Bin/binary>> = term_to_binary(T), Bin.

frame(Control) -> <<131, 68, 0, (ext(Control))/binary>>.
frame(Control, Payload) -> <<131, 68, 0, (ext(Control))/binary, (ext(Payload))/binary>>.

cases(#{pid := P, third := Third, old := Old}) ->
    Me = self(),
    R = make_ref(),
    Token = {1, label, 2, Me, 3},
    Mfa = {?MODULE, waits, 0},
    forms() ++
    [{"link of a third node", frame({1, Third, P})},
     {"link to a third node", frame({1, Me, Third})},
     {"link to an old pid", frame({1, Me, Old})},
     {"link by the victim itself", frame({1, P, P})},
     {"link of an atom", frame({1, atom, P})},
     {"unlink of a third node", frame({35, 1, Third, P})},
     {"unlink to a third node", frame({35, 1, Me, Third})},
     {"unlink with 0", frame({35, 0, Me, P})},
     {"unlink with a negative number", frame({35, -1, Me, P})},
     {"unlink with a large number", frame({35, 1 bsl 64, Me, P})},
     {"unlink without a number", frame({4, Me, P})},
     {"unlink answered by a third node", frame({36, 1, Third, P})},
     {"unlink answered to a third node", frame({36, 1, Me, Third})},
     {"unlink answered with 0", frame({36, 0, Me, P})},
     {"send to a third node", frame({22, Me, Third}, lost)},
     {"send to an old pid", frame({22, Me, Old}, lost)},
     {"send of a third node", frame({22, Third, P}, hello)},
     {"send to a name", frame({22, Me, name}, lost)},
     {"send with a token of a third node", frame({23, Third, P, setelement(4, Token, Third)}, traced)},
     {"send to a name of a third node", frame({6, Third, '', nobody}, lost)},
     {"send to a name of an atom", frame({6, atom, '', nobody}, lost)},
     {"send to a name that is none", frame({6, Me, '', P}, lost)},
     {"send to no alias", frame({33, Me, R}, lost)},
     {"send to an alias that is none", frame({33, Me, P}, lost)},
     {"exit of a third node", frame({24, Third, P}, bad)},
     {"exit to a third node", frame({24, Me, Third}, bad)},
     {"exit to an old pid", frame({24, Me, Old}, bad)},
     {"exit of nobody linked", frame({24, Me, P}, bad)},
     {"exit with its reason", frame({3, Me, P, bad})},
     {"exit/2 of a third node", frame({26, Third, P}, bad)},
     {"exit/2 to a third node", frame({26, Me, Third}, bad)},
     {"exit/2 to an old pid", frame({26, Me, Old}, bad)},
     {"exit/2", frame({26, Me, P}, good)},
     {"exit/2 with a token", frame({27, Me, P, Token}, good)},
     {"exit/2 with its reason", frame({8, Me, P, good})},
     {"leader of a third node", frame({7, Third, P})},
     {"leader for a third node", frame({7, Me, Third})},
     {"leader for an old pid", frame({7, Me, Old})},
     {"leader that is an atom", frame({7, leader, P})},
     {"monitor of a third node", frame({19, Third, P, R})},
     {"monitor for a third node", frame({19, Me, Third, R})},
     {"monitor for an old pid", frame({19, Me, Old, R})},
     {"monitor without a reference", frame({19, Me, P, atom})},
     {"monitor for a number", frame({19, Me, 17, R})},
     {"demonitor of a third node", frame({20, Third, P, R})},
     {"demonitor for a third node", frame({20, Me, Third, R})},
     {"demonitor for an old pid", frame({20, Me, Old, R})},
     {"demonitor of nothing", frame({20, Me, P, R})},
     {"demonitor of a name", frame({20, Me, name, R})},
     {"down of a third node", frame({28, Third, P, R}, bad)},
     {"down to a third node", frame({28, Me, Third, R}, bad)},
     {"down to an old pid", frame({28, Me, Old, R}, bad)},
     {"down of nothing", frame({28, Me, P, R}, bad)},
     {"down without a reference", frame({28, Me, P, atom}, bad)},
     {"down of a number", frame({28, 17, P, R}, bad)},
     {"down with its reason", frame({21, name, P, R, bad})},
     {"spawn with a leader of a third node", frame({29, R, Me, Third, Mfa, []}, [])},
     {"spawn without a reference", frame({29, atom, Me, Me, Mfa, []}, [])},
     {"spawn of no function", frame({29, R, Me, Me, {?MODULE, waits}, []}, [])},
     {"spawn of a function without arity", frame({29, R, Me, Me, {?MODULE, waits, a}, []}, [])},
     {"spawn with no list of options", frame({29, R, Me, Me, Mfa, [link | link]}, [])},
     {"spawn with an atom as options", frame({29, R, Me, Me, Mfa, link}, [])},
     {"spawned for a third node", frame({31, R, Third, 0, Me})},
     {"spawned for an old pid", frame({31, R, Old, 0, Me})},
     {"spawned for another reference", frame({31, R, P, 0, Me})},
     {"spawned with large flags", frame({31, R, P, 1 bsl 27, Me})},
     {"spawned without a pid", frame({31, R, P, 0, 17})}] ++ payloads(P).

%% Frames and control messages that are none.
forms() ->
    Long = {99, lists:duplicate(100, {abc, "text", <<"bytes">>}), #{a => 1}},
    [{"no tuple", frame([])},
     {"an empty tuple", frame({})},
     {"no operation", frame({a})},
     {"an unknown operation", frame({99, a})},
     {"a long one", frame(Long)},
     {"too few elements", frame({1})},
     {"too many", frame({1, self(), self(), self()})},
     {"a tick", <<>>},
     {"another version", <<130, 68, 0>>},
     {"a single byte", <<131>>},
     {"an unknown kind", <<131, 99, 0, 1, 2>>},
     {"a term without a header", <<131, (ext({a, b}))/binary>>},
     {"a header that is too short", <<131, 68, 2, 0>>},
     {"an atom that was not sent", <<131, 68, 1, 7, 200, 104, 0>>},
     {"nothing behind the header", <<131, 68, 0>>},
     {"a bad control message", <<131, 68, 0, 104, 2, 97, 1, 255>>},
     {"a bad control message with atoms", <<131, 68, 2, 16#88, 0, 1, 2, "ab", 2, 1, "c", 104, 2, 97, 1, 255>>},
     {"a control message that is cut off", <<131, 68, 0, 104, 3, 97, 1>>},
     {"a fragment without a beginning", <<131, 70, 9:64, 1:64, 1>>},
     {"a fragment that is not the next", [<<131, 69, 7:64, 4:64, 0, (ext({22, self(), self()}))/binary>>, <<131, 70, 7:64, 2:64, 1>>]},
     {"a beginning twice", lists:duplicate(2, <<131, 69, 8:64, 3:64, 0, (ext({22, self(), self()}))/binary>>)},
     {"a beginning with a bad control message", <<131, 69, 6:64, 3:64, 0, 104, 2, 97, 1, 255>>}].

payloads(P) ->
    [{"a message that is bad", <<131, 68, 0, (ext({22, self(), P}))/binary, 104, 2, 255>>},
     {"a message that is cut off", <<131, 68, 0, (ext({22, self(), P}))/binary, 104, 2, 97, 1>>},
     {"no message", frame({22, self(), P})},
     {"bytes behind a message", <<(frame({22, self(), P}, hello))/binary, 1, 2, 3>>},
     {"bytes behind a control message", <<(frame({35, 1, self(), P}))/binary, 1, 2, 3>>}].
