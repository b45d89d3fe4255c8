%% Stress: sockets of the module `socket` with queues of readers, writers and acceptors, which give up, die, or find the
%% socket closed. What goes in comes out once, in whole pieces, everybody is told, and no socket is left.
-module(socket_queues).
-export([main/0]).

main() ->
    Before = socket:number_of(),
    t:p(t:all(3, fun(_) -> lists:usort([readers() || _ <- lists:seq(1, t:scale(2))]) end)),
    t:p(t:all(3, fun(_) -> lists:usort([writers() || _ <- lists:seq(1, t:scale(2))]) end)),
    t:p(t:all(2, fun(_) -> lists:usort([acceptors() || _ <- lists:seq(1, t:scale(2))]) end)),
    t:p(t:all(4, fun(_) -> lists:usort([killed() || _ <- lists:seq(1, t:scale(10))]) end)),
    t:p(t:all(4, fun(_) -> lists:usort([closed() || _ <- lists:seq(1, t:scale(10))]) end)),
    t:p(t:all(2, fun(_) -> lists:usort([datagrams() || _ <- lists:seq(1, t:scale(2))]) end)),
    t:p(settle(Before, 200)).

settle(Before, 0) -> {left, socket:number_of() - Before};
settle(Before, N) ->
    case socket:number_of() of
        L when L =< Before -> none_left;
        _ -> receive after 20 -> settle(Before, N - 1) end
    end.

listener() ->
    {ok, L} = socket:open(inet, stream, tcp),
    ok = socket:bind(L, #{family => inet, addr => loopback, port => 0}),
    ok = socket:listen(L, 100),
    {ok, Addr} = socket:sockname(L),
    {L, Addr}.

pair() ->
    {L, Addr} = listener(),
    {ok, A} = socket:open(inet, stream),
    ok = socket:connect(A, Addr),
    {ok, B} = socket:accept(L),
    ok = socket:close(L),
    {A, B}.

%% Several read records of 8 bytes, with timeouts that often pass; each record arrives once.
readers() ->
    {A, B} = pair(),
    Me = self(),
    N = 300,
    Readers = [spawn_monitor(fun() -> read(Me, B) end) || _ <- lists:seq(1, 4)],
    spawn_link(fun() -> write_numbers(A, 1, N), unlink(Me) end),
    Got = lists:sort([receive {got, I} -> I after 20000 -> exit(stuck) end || _ <- lists:seq(1, N)]),
    ok = socket:close(A),
    [receive {'DOWN', R, _, _, closed} -> ok after 20000 -> exit(stuck) end || {_, R} <- Readers],
    ok = socket:close(B),
    Got =:= lists:seq(1, N).

write_numbers(_, I, N) when I > N -> ok;
write_numbers(S, I, N) ->
    ok = socket:send(S, <<I:64>>),
    case I rem 50 of 0 -> receive after 2 -> ok end; _ -> ok end,
    write_numbers(S, I + 1, N).

read(Me, S) ->
    case socket:recv(S, 8, rand:uniform(3) - 1) of
        {ok, <<I:64>>} -> Me ! {got, I}, read(Me, S);
        {error, timeout} -> read(Me, S);
        {error, closed} -> exit(closed);
        Other -> exit(Other)
    end.

%% Several write pieces for which there is no room at once; each comes out whole.
writers() ->
    {A, B} = pair(),
    ok = socket:setopt(A, {socket, sndbuf}, 20000),
    Size = 300000,
    Writers = [spawn_monitor(fun() ->
        [ok = socket:send(A, binary:copy(<<I>>, Size)) || _ <- [1, 2, 3]]
    end) || I <- [1, 2, 3]],
    Got = [begin {ok, D} = socket:recv(B, Size, 20000), D end || _ <- lists:seq(1, 9)],
    [receive {'DOWN', W, _, _, normal} -> ok after 20000 -> exit(stuck) end || {_, W} <- Writers],
    ok = socket:close(A), ok = socket:close(B),
    lists:all(fun(<<I, _/binary>> = D) -> D =:= binary:copy(<<I>>, Size) end, Got).

%% Acceptors that give up and try again, and one that is killed while it waits.
acceptors() ->
    {L, Addr} = listener(),
    Me = self(),
    Acceptors = [spawn_monitor(fun() -> accept(L, Me) end) || _ <- lists:seq(1, 3)],
    {Victim, V} = spawn_monitor(fun() -> socket:accept(L) end),
    receive after 1 -> ok end,
    exit(Victim, kill),
    receive {'DOWN', V, _, _, _} -> ok end,
    % It may have taken one, which is closed with it.
    R = [connect(Addr) || _ <- lists:seq(1, 40)],
    ok = socket:close(L),
    [receive {'DOWN', A, _, _, closed} -> ok after 20000 -> exit(stuck) end || {_, A} <- Acceptors],
    lists:usort(R).

accept(L, Me) ->
    case socket:accept(L, rand:uniform(4) - 1) of
        {ok, S} -> ok = socket:send(S, <<"hi">>), ok = socket:close(S), accept(L, Me);
        {error, timeout} -> accept(L, Me);
        {error, closed} -> exit(closed);
        Other -> exit(Other)
    end.

connect(Addr) ->
    {ok, C} = socket:open(inet, stream),
    ok = socket:connect(C, Addr),
    R = socket:recv(C, 2, 20000),
    ok = socket:close(C),
    R.

%% The owner dies while others read and write.
killed() ->
    Me = self(),
    {Owner, O} = spawn_monitor(fun() ->
        {A, B} = pair(),
        Me ! {pair, A, B},
        receive after infinity -> ok end
    end),
    {A, B} = receive {pair, X, Y} -> {X, Y} after 20000 -> exit(stuck) end,
    Others = [spawn_monitor(F) || F <- [fun() -> exit(socket:recv(A, 10)) end, fun() -> exit(socket:recv(B, 10)) end,
                                        fun() -> exit(socket:recv(B)) end, fun() -> busy(A) end, fun() -> busy(A) end]],
    pause(),
    exit(Owner, kill),
    receive {'DOWN', O, _, _, killed} -> ok after 20000 -> exit(stuck) end,
    [receive {'DOWN', R, _, _, _} -> ok after 20000 -> exit({stuck, process_info(P)}) end || {P, R} <- Others],
    ok.

busy(S) ->
    case socket:send(S, <<0:80000>>) of
        ok -> busy(S);
        Error -> exit(Error)
    end.

pause() ->
    case rand:uniform(4) of
        1 -> ok;
        2 -> erlang:yield();
        N -> receive after N - 2 -> ok end
    end.

%% One closes it while others wait.
closed() ->
    {A, B} = pair(),
    Waiting = [spawn_monitor(F) || F <- [fun() -> exit(socket:recv(A)) end, fun() -> exit(socket:recv(A, 5)) end,
                                         fun() -> exit(socket:recvmsg(A)) end, fun() -> busy(A) end]],
    {Victim, _} = hd(Waiting),
    pause(),
    case rand:uniform(2) of 1 -> exit(Victim, kill); 2 -> ok end,
    Closers = [spawn_monitor(fun() -> exit(socket:close(A)) end) || _ <- [1, 2]],
    Ends = [receive {'DOWN', C, _, _, R} -> R after 20000 -> exit(stuck) end || {_, C} <- Closers],
    [receive {'DOWN', W, _, _, _} -> ok after 20000 -> exit({stuck, process_info(P)}) end || {P, W} <- Waiting],
    ok = socket:close(B),
    lists:sort(Ends).

%% Those who ask and one that answers, on two sockets.
datagrams() ->
    {ok, A} = socket:open(inet, dgram, udp),
    ok = socket:bind(A, loopback),
    {ok, Addr} = socket:sockname(A),
    Server = spawn_link(fun() -> answer(A) end),
    ok = socket:setopt(A, {otp, controlling_process}, Server),
    R = t:all(3, fun(I) -> lists:usort([ask(Addr, I * 1000 + N) || N <- lists:seq(1, 50)]) end),
    unlink(Server),
    exit(Server, kill),
    R.

answer(S) ->
    {ok, {From, D}} = socket:recvfrom(S),
    ok = socket:sendto(S, D, From),
    answer(S).

ask(Addr, N) ->
    {ok, S} = socket:open(inet, dgram, udp),
    ok = socket:sendto(S, <<N:32>>, Addr),
    R = case socket:recvfrom(S, 0, 20000) of {ok, {Addr, <<N:32>>}} -> true; Other -> Other end,
    ok = socket:close(S),
    R.
