%% Stress: many TCP connections at once, in all modes, with owners that die and sockets that change hands. What goes
%% in comes out, in order, and no port is left.
-module(socket_storm).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Before = length(erlang:ports()),
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}, {backlog, 200}, {reuseaddr, true}]),
    {ok, Port} = inet:port(L),
    Acceptors = [spawn_link(fun() -> accept(L) end) || _ <- lists:seq(1, 3)],
    t:p(t:all(6, fun(I) -> lists:usort([client(Port, I, N) || N <- lists:seq(1, t:scale(8))]) end)),
    t:p(t:all(3, fun(_) -> lists:usort([killed(Port) || _ <- lists:seq(1, t:scale(6))]) end)),
    t:p(t:all(3, fun(_) -> lists:usort([closed(Port) || _ <- lists:seq(1, t:scale(6))]) end)),
    [begin unlink(A), exit(A, kill) end || A <- Acceptors],
    gen_tcp:close(L),
    t:p(t:settle(Before, 200)).

%% Gives each connection to a process of its own, which sends back what comes.
accept(L) ->
    case gen_tcp:accept(L) of
        {ok, S} ->
            P = spawn(fun() -> receive {yours, S} -> serve(S, erlang:phash2(S, 3)) end end),
            ok = gen_tcp:controlling_process(S, P),
            P ! {yours, S},
            accept(L);
        {error, closed} -> ok
    end.

serve(S, 0) ->
    case gen_tcp:recv(S, 0) of
        {ok, D} -> gen_tcp:send(S, D), serve(S, 0);
        {error, _} -> gen_tcp:close(S)
    end;
serve(S, Way) ->
    inet:setopts(S, [{active, case Way of 1 -> once; 2 -> true end}]),
    receive
        {tcp, S, D} -> gen_tcp:send(S, D), serve(S, Way);
        {tcp_closed, S} -> gen_tcp:close(S);
        {tcp_error, S, _} -> gen_tcp:close(S)
    end.

connect(Port, Options) ->
    {ok, S} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary | Options]),
    S.

client(Port, I, N) ->
    S = connect(Port, [{active, case N rem 3 of 0 -> false; 1 -> true; 2 -> 5 end}]),
    Data = [binary:copy(<<I, K>>, 1 + rand:uniform(2000)) || K <- lists:seq(1, 5)],
    Self = self(),
    Sender = spawn_link(fun() -> [ok = gen_tcp:send(S, D) || D <- Data], unlink(Self) end),
    Want = iolist_to_binary(Data),
    Got = collect(S, N rem 3, byte_size(Want), []),
    M = monitor(process, Sender),
    receive {'DOWN', M, _, _, _} -> ok after 20000 -> exit(stuck) end,
    ok = gen_tcp:close(S),
    Got =:= Want.

collect(_, _, Left, Acc) when Left =< 0 -> iolist_to_binary(lists:reverse(Acc));
collect(S, 0, Left, Acc) ->
    case gen_tcp:recv(S, 0, 20000) of
        {ok, D} -> collect(S, 0, Left - byte_size(D), [D | Acc]);
        Error -> {Error, Left}
    end;
collect(S, How, Left, Acc) ->
    receive
        {tcp, S, D} -> collect(S, How, Left - byte_size(D), [D | Acc]);
        {tcp_passive, S} -> ok = inet:setopts(S, [{active, 5}]), collect(S, How, Left, Acc)
    after 20000 -> {stuck, Left}
    end.

%% The owner dies in the middle of what it and others do.
killed(Port) ->
    Self = self(),
    {Owner, M} = spawn_monitor(fun() ->
        S = connect(Port, [{active, true}]),
        Self ! {socket, S},
        busy(S)
    end),
    S = receive {socket, Sock} -> Sock after 20000 -> exit(stuck) end,
    {Other, O} = spawn_monitor(fun() -> busy(S) end),
    case rand:uniform(3) of 1 -> erlang:yield(); N -> receive after N -> ok end end,
    exit(Owner, kill),
    receive {'DOWN', M, _, _, killed} -> ok after 20000 -> exit(stuck) end,
    receive {'DOWN', O, _, _, normal} -> ok after 20000 -> exit({stuck, process_info(Other)}) end.

busy(S) ->
    case gen_tcp:send(S, <<"some bytes">>) of
        ok -> receive {tcp, S, _} -> ok after 0 -> ok end, busy(S);
        {error, _} -> ok
    end.

%% One waits for data while another closes the socket.
closed(Port) ->
    S = connect(Port, [{active, false}]),
    {Reader, R} = spawn_monitor(fun() -> exit(gen_tcp:recv(S, 100)) end),
    case rand:uniform(3) of 1 -> erlang:yield(); N -> receive after N -> ok end end,
    ok = gen_tcp:close(S),
    receive
        {'DOWN', R, _, _, {error, E}} when E =:= closed; E =:= einval -> ok;
        {'DOWN', R, _, _, Other} -> Other
    after 20000 -> {stuck, process_info(Reader)}
    end.
