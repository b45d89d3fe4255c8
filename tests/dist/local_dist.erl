%% A carrier for distribution over local sockets in the directory of the nodes: `-proto_dist local`. The channel is
%% carried by the port (`-local_dist port`), by a process with another one for what comes (`process`), or by such
%% processes without atom cache and fragments (`plain`).
-module(local_dist).
-export([listen/2, accept/1, accept_connection/5, setup/5, close/1, select/1, address/0]).
-export([accepts/2, accepted/5, connects/5, controls/0, reads/2, tick/1]).
-include_lib("kernel/include/dist_util.hrl").
-include_lib("kernel/include/net_address.hrl").

kind() -> {ok, [[Kind]]} = init:get_argument(local_dist), list_to_atom(Kind).

path(Name) -> "socket_" ++ Name.

of_node(Node) -> hd(string:split(atom_to_list(Node), "@")).

select(_) -> true.

address() -> address(any).

address(Path) ->
    {ok, Host} = inet:gethostname(),
    #net_address{address = {local, Path}, host = Host, protocol = local, family = local}.

listen(Name, _Host) ->
    Path = path(atom_to_list(Name)),
    _ = prim_file:delete(Path),
    {ok, Socket} = gen_tcp:listen(0, [{ifaddr, {local, Path}}, {packet, 2}, {active, false}]),
    {ok, {Socket, address(Path), 3 + rand:uniform(1 bsl 30)}}.

close(Socket) -> gen_tcp:close(Socket).

accept(Listening) -> spawn_opt(?MODULE, accepts, [self(), Listening], [link, {priority, max}]).

accepts(Kernel, Listening) ->
    {ok, Socket} = gen_tcp:accept(Listening),
    Kernel ! {accept, self(), Socket, local, local},
    receive
        {Kernel, controller, Pid} ->
            ok = gen_tcp:controlling_process(Socket, Pid),
            Pid ! {self(), controller}
    end,
    accepts(Kernel, Listening).

accept_connection(Acceptor, Socket, Node, Allowed, Time) ->
    spawn_opt(?MODULE, accepted, [self(), {Acceptor, Socket}, Node, Allowed, Time],
              dist_util:net_ticker_spawn_options()).

accepted(Kernel, {Acceptor, Socket}, Node, Allowed, Time) ->
    receive {Acceptor, controller} -> ok end,
    Data = data(kind(), Kernel, Socket, Node, Time),
    dist_util:handshake_other_started(Data#hs_data{allowed = Allowed}).

setup(Node, Type, This, _Names, Time) ->
    spawn_opt(?MODULE, connects, [self(), Node, Type, This, Time], dist_util:net_ticker_spawn_options()).

connects(Kernel, Node, Type, This, Time) ->
    case gen_tcp:connect({local, path(of_node(Node))}, 0, [{packet, 2}, {active, false}]) of
        {ok, Socket} ->
            Data = data(kind(), Kernel, Socket, This, Time),
            dist_util:handshake_we_started(Data#hs_data{other_node = Node, other_version = 6, request_type = Type});
        {error, _} ->
            ?shutdown(Node)
    end.

data(Kind, Kernel, Socket, This, Time) ->
    Control = case Kind of port -> none; _ -> spawn_opt(?MODULE, controls, [], [link, {priority, max}]) end,
    #hs_data{
        kernel_pid = Kernel, this_node = This, socket = {Socket, Control}, timer = dist_util:start_timer(Time),
        this_flags = 0,
        reject_flags = case Kind of plain -> dist_util:rejectable_flags(); _ -> 0 end,
        f_send = fun({S, _}, Bytes) -> gen_tcp:send(S, Bytes) end,
        f_recv = fun({S, _}, N, T) -> gen_tcp:recv(S, N, T) end,
        f_setopts_pre_nodeup = fun({S, _}) -> inet:setopts(S, [{packet, 4}]) end,
        f_setopts_post_nodeup = fun({S, none}) -> inet:setopts(S, [{active, true}, {deliver, port}, binary]);
                                   ({S, _}) -> inet:setopts(S, [binary]) end,
        f_getll = fun({S, none}) -> {ok, S}; ({_, Pid}) -> {ok, Pid} end,
        f_address = fun(_, Node) -> address(path(of_node(Node))) end,
        f_handshake_complete = fun(S, _, Handle) -> complete(S, Handle) end,
        mf_tick = fun ?MODULE:tick/1}.

tick({S, none}) -> _ = gen_tcp:send(S, <<>>), ok;
tick({_, Pid}) -> Pid ! tick, ok.

complete({_, none}, _) -> ok;
complete({Socket, Control}, Handle) ->
    ok = gen_tcp:controlling_process(Socket, Control),
    Control ! {complete, Socket, Handle}.

%% The process that carries a channel.
controls() ->
    receive
        {complete, Socket, Handle} ->
            Reader = spawn_opt(?MODULE, reads, [Socket, Handle], [link, {priority, max}]),
            ok = erlang:dist_ctrl_input_handler(Handle, Reader),
            Reader ! go,
            ok = erlang:dist_ctrl_get_data_notification(Handle),
            carries(Socket, Handle)
    end.

carries(Socket, Handle) ->
    receive
        dist_data ->
            sends(Socket, Handle, erlang:dist_ctrl_get_data(Handle)),
            ok = erlang:dist_ctrl_get_data_notification(Handle);
        tick ->
            sent(gen_tcp:send(Socket, <<>>))
    end,
    carries(Socket, Handle).

sends(_, _, none) -> ok;
sends(Socket, Handle, Data) ->
    sent(gen_tcp:send(Socket, Data)),
    sends(Socket, Handle, erlang:dist_ctrl_get_data(Handle)).

sent(ok) -> ok;
sent({error, _}) -> exit(connection_closed).

reads(Socket, Handle) ->
    receive go -> ok end,
    reading(Socket, Handle).

reading(Socket, Handle) ->
    case gen_tcp:recv(Socket, 0) of
        {ok, Data} -> ok = erlang:dist_ctrl_put_data(Handle, Data), reading(Socket, Handle);
        {error, _} -> exit(connection_closed)
    end.
