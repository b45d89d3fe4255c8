%% Two nodes that send to each other, and a cluster: what the emulator that runs the lab starts, and ends with it.
%% LAB_SELF and LAB_STOCK are its own `erl` and stock's; with `-pair here_there` one of both nodes is on stock.
-module(lab_dist).
-export([run/2, drive/3, mesh/1, echo/0, sink/0, certificates/1]).

run(cluster, N) -> with_epmd(fun() -> cluster(N) end);
run(Case, Size) -> with_epmd(fun() -> pair(Case, Size) end).

%% An epmd of our own, which ends when its input does.
with_epmd(F) ->
    %% Not the usual one, and another one for each emulator.
    os:putenv("ERL_EPMD_PORT", integer_to_list(20000 + list_to_integer(os:getpid()) rem 10000)),
    [Epmd | _] = filelib:wildcard(filename:join(code:root_dir(), "erts-*/bin/epmd")),
    Port = shell(Epmd ++ " -relaxed_command_check & E=$!; cat > /dev/null; kill $E"),
    %% Nodes would start one that stays, if it were not there.
    until(listens),
    %% The next one cannot listen before this one has gone.
    try F() after port_close(Port), until(refuses) end.

%% Waits until epmd does.
until(State) ->
    case gen_tcp:connect("localhost", list_to_integer(os:getenv("ERL_EPMD_PORT")), []) of
        {ok, Socket} when State =:= listens -> gen_tcp:close(Socket);
        {error, econnrefused} when State =:= refuses -> ok;
        {ok, Socket} -> gen_tcp:close(Socket), timer:sleep(10), until(State);
        {error, _} -> timer:sleep(10), until(State)
    end.

shell(Line) ->
    open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", Line]}, {line, 10000}, exit_status, use_stdio]).

erl(stock) -> os:getenv("LAB_STOCK");
erl(self) -> os:getenv("LAB_SELF").

kinds() ->
    case init:get_argument(pair) of
        {ok, [["stock_there"]]} -> {self, stock};
        {ok, [["stock_here"]]} -> {stock, self};
        _ -> {self, self}
    end.

carrier() ->
    case init:get_argument(carrier) of
        {ok, [["tls"]]} ->
            certificates("lab_tls.conf"),
            {ok, Dir} = file:get_cwd(),
            " -proto_dist inet_tls -ssl_dist_optfile " ++ filename:join(Dir, "lab_tls.conf");
        _ -> ""
    end.

%% Certificates by which nodes know each other, and the options for `-ssl_dist_optfile` that name them.
certificates(File) ->
    Chain = #{root => [], intermediates => [], peer => []},
    #{server_config := Server, client_config := Client} =
        public_key:pkix_test_data(#{server_chain => Chain, client_chain => Chain}),
    Options = [{server, [{verify, verify_peer}, {fail_if_no_peer_cert, true} | Server]},
               {client, [{verify, verify_peer} | Client]}],
    ok = file:write_file(File, io_lib:format("~p.~n", [Options])).

%% A node that ends when its input does. It says `lab` and what it is to say, on a line.
node(Kind, Name, Flags, Does) ->
    %% Names of its own: epmd may not have noticed yet that the last one of this name has gone.
    Number = "_" ++ integer_to_list(erlang:unique_integer([positive])),
    shell(["exec ", erl(Kind), " -noshell -kernel logger_level none -setcookie lab -sname ", Name, Number, Flags, " -eval '",
           "spawn(fun() -> io:get_line(\"\"), halt() end), ", Does, "'"]).

says(Port) ->
    receive
        {Port, {data, {_, "lab " ++ Text}}} -> Text;
        {Port, {data, _}} -> says(Port);
        {Port, {exit_status, _}} -> error(node_ended)
    after 300000 -> error(node_says_nothing)
    end.

pair(Case, Size) ->
    {Here, There} = kinds(),
    Flags = carrier(),
    Other = node(There, "lab_there", Flags, "io:format(\"lab ~s~n\", [node()])."),
    try
        Name = says(Other),
        Does = io_lib:format("lab_dist:drive(~s, ~b, \\\"~s\\\").", [Case, Size, Name]),
        Driver = node(Here, "lab_here", Flags, string:replace(lists:flatten(Does), "\\\"", "\"", all)),
        try {micros, list_to_integer(says(Driver))} after catch port_close(Driver) end
    after catch port_close(Other)
    end.

drive(Case, Size, Name) ->
    Node = list_to_atom(Name),
    pong = net_adm:ping(Node),
    F = prepared(Case, Size, Node),
    Begun = erlang:monotonic_time(microsecond),
    true = F(),
    io:format("lab ~b~n", [erlang:monotonic_time(microsecond) - Begun]).

echo() -> receive {'$gen_call', From, M} -> gen_server:reply(From, M); {From, M} -> From ! M end, echo().

%% Takes what comes and says how much it was when it is asked.
sink() -> sink(0).
sink(N) -> receive {count, From} -> From ! {self(), N}, sink(); _ -> sink(N + 1) end.

prepared(send, N, Node) ->
    Echo = spawn(Node, ?MODULE, echo, []),
    fun() -> repeat(N, fun() -> Echo ! {self(), x}, receive x -> ok end end) end;
prepared(gen_call, N, Node) ->
    Echo = spawn(Node, ?MODULE, echo, []),
    fun() -> repeat(N, fun() -> x = gen_server:call(Echo, x) end) end;
prepared(erpc_call, N, Node) ->
    fun() -> repeat(N, fun() -> Node = erpc:call(Node, erlang, node, []) end) end;
prepared(small, N, Node) -> stream(N, {small, message}, 1, Node);
prepared(kb, N, Node) -> stream(N, binary:copy(<<"x">>, 1024), 1, Node);
prepared(mb, N, Node) -> stream(N, binary:copy(<<"x">>, 1 bsl 20), 1, Node);
prepared(many_to_many, N, Node) -> stream(N div 50, {small, message}, 50, Node).

repeat(0, _) -> true;
repeat(N, F) -> F(), repeat(N - 1, F).

%% Processes that send each to one of its own there, until all has come.
stream(N, M, Pairs, Node) ->
    Sinks = [spawn(Node, ?MODULE, sink, []) || _ <- lists:seq(1, Pairs)],
    fun() ->
        All = [spawn_monitor(fun() ->
                   repeat(N, fun() -> Sink ! M end),
                   Sink ! {count, self()},
                   receive {Sink, N} -> ok end
               end) || Sink <- Sinks],
        [receive {'DOWN', Ref, _, _, normal} -> ok end || {_, Ref} <- All],
        true
    end.

%% Nodes that all get to know each other: how long that takes, what one of them weighs, and what ticks cost.
cluster(N) ->
    Does = "io:format(\"lab ~s ~s~n\", [node(), os:getpid()]).",
    Start = fun(I) -> node(self, ["lab_c", integer_to_list(I)], " -connect_all true -kernel net_ticktime 4", Does) end,
    Ports = [Start(I) || I <- lists:seq(1, N)],
    try
        Up = [string:split(says(P), " ") || P <- Ports],
        Pids = [Pid || [_, Pid] <- Up],
        Names = lists:join(" ", [Name || [Name, _] <- Up]),
        Watch = node(self, "lab_watch", " -hidden", ["lab_dist:mesh(\"", Names, "\")."]),
        Took = try list_to_integer(says(Watch)) after catch port_close(Watch) end,
        Memory = lists:sum([resident(P) || P <- Pids]) div N,
        Before = lists:sum([ticks(P) || P <- Pids]),
        %% A quick trial shows nothing of this: one tick is enough.
        Seconds = if N < 10 -> 1; true -> 5 end,
        timer:sleep(1000 * Seconds),
        Used = (lists:sum([ticks(P) || P <- Pids]) - Before) * 10,
        maser_lab:note(io_lib:format("~b MB a node, ~.2f ms of processor time a second for ticks of each node",
                                     [Memory, Used / Seconds / N])),
        {micros, Took}
    after
        [catch port_close(P) || P <- Ports]
    end.

%% Has nodes get to know each other, and says how long that has taken.
mesh(Text) ->
    [First | Rest] = Names = [list_to_atom(Name) || Name <- string:lexemes(Text, " ")],
    [pong = net_adm:ping(Name) || Name <- Names],
    Begun = erlang:monotonic_time(microsecond),
    [pong = erpc:call(First, net_adm, ping, [Name]) || Name <- Rest],
    meshed(Names, length(Names)),
    io:format("lab ~b~n", [erlang:monotonic_time(microsecond) - Begun]).

meshed(Names, N) ->
    case lists:all(fun(Name) -> length(erpc:call(Name, erlang, nodes, [])) >= N - 1 end, Names) of
        true -> true;
        false -> meshed(Names, N)
    end.

resident(Pid) ->
    {ok, Text} = file:read_file("/proc/" ++ Pid ++ "/statm"),
    [_, Pages | _] = binary:split(Text, <<" ">>, [global]),
    binary_to_integer(Pages) div 256.

ticks(Pid) ->
    {ok, Text} = file:read_file("/proc/" ++ Pid ++ "/stat"),
    Fields = binary:split(lists:last(binary:split(Text, <<") ">>)), <<" ">>, [global]),
    binary_to_integer(lists:nth(12, Fields)) + binary_to_integer(lists:nth(13, Fields)).
