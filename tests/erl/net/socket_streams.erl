%% The module `socket`: streams, with those who wait for them.
-module(socket_streams).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun run/0),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("end: ~p~n", [Why]) end.

run() ->
    echo(),
    parts(),
    nowait(),
    cancel(),
    readers(),
    acceptors(),
    writers(),
    close_wakes(),
    owners(),
    connecting(),
    messages(),
    info(),
    lingering(),
    both_ways().

%% What an expression gives, or how it fails.
-define(TRY(E), attempt(fun() -> E end)).

attempt(F) -> try F() catch Class:Reason -> {Class, Reason} end.

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

-define(LOOPBACK, #{family => inet, addr => loopback, port => 0}).

next() -> receive M -> M after 5000 -> nothing end.

listener() ->
    {ok, L} = socket:open(inet, stream, tcp),
    ok = socket:bind(L, ?LOOPBACK),
    ok = socket:listen(L),
    {ok, Addr} = socket:sockname(L),
    {L, Addr}.

pair() ->
    {L, Addr} = listener(),
    {ok, A} = socket:open(inet, stream),
    ok = socket:connect(A, Addr),
    {ok, B} = socket:accept(L),
    ok = socket:close(L),
    {A, B}.

%% Runs a function in another process, which tells what it gives; returns when it waits.
asking(Socket, Counter, F) ->
    Me = self(),
    #{Counter := Before} = socket:info(Socket),
    Pid = spawn(fun() -> Me ! {self(), F()} end),
    more_than(Socket, Counter, Before),
    Pid.

more_than(Socket, Counter, N) ->
    case socket:info(Socket) of
        #{Counter := M} when M > N -> ok;
        _ -> erlang:yield(), more_than(Socket, Counter, N)
    end.

answer(Pid) -> receive {Pid, X} -> X after 5000 -> nothing end.

echo() ->
    {L, Addr} = listener(),
    #{family := inet, addr := {127,0,0,1}, port := Port} = Addr,
    p(port, Port > 0),
    Server = asking(L, num_acceptors, fun() ->
        {ok, S} = socket:accept(L),
        {ok, D} = socket:recv(S),
        ok = socket:send(S, [D, "!"]),
        {error, closed} = socket:recv(S),
        R = socket:close(S),
        {R, socket:recv(S), socket:close(S)}
    end),
    {ok, C} = socket:open(inet, stream, tcp),
    p(connect, socket:connect(C, Addr)),
    p(send, socket:send(C, <<"hello">>)),
    p(recv, socket:recv(C, 6)),
    {ok, #{port := Own}} = socket:sockname(C),
    p(names, {socket:peername(C) =:= {ok, Addr}, is_integer(Own)}),
    p(shutdown, [socket:shutdown(C, write), ?TRY(socket:shutdown(C, other))]),
    p(server, answer(Server)),
    p(recv, socket:recv(C, 0, 5000)),
    p(close, [socket:close(C), socket:send(C, "x"), socket:sockname(C)]),
    socket:close(L).

parts() ->
    {A, B} = pair(),
    ok = socket:send(A, "0123456789"),
    p(two, socket:recv(B, 2)),
    p(peek, socket:recv(B, 3, [peek])),
    p(rest, socket:recv(B)),
    p(zero, socket:recv(B, 0, 0)),
    p(zero, socket:recv(B, 4, [], 0)),
    p(timeout, socket:recv(B, 4, 10)),
    ok = socket:send(A, "ab"),
    p(part, socket:recv(B, 4, 20)),
    ok = socket:send(A, "cd"),
    {select, {Info, D}} = socket:recv(B, 4, nowait),
    {select_info, recv, Ref} = Info,
    p(part, D),
    ok = socket:send(A, "ef"),
    p(select, next() =:= {'$socket', B, select, Ref}),
    p(rest, socket:recv(B, 2, nowait)),
    ok = socket:setopt(B, {otp, rcvbuf}, {3, 4}),
    ok = socket:send(A, "0123456789abcdef"),
    p(buffers, socket:recv(B)),
    p(buffers, socket:recv(B)),
    ok = socket:setopt(B, {otp, rcvbuf}, default),
    ok = socket:send(A, "more is asked for than there is"),
    p(large, socket:recv(B, 100000000, 20)),
    ok = socket:setopt(B, {otp, rcvbuf}, 100000000),
    ok = socket:send(A, "the same by default"),
    p(large, socket:recv(B)),
    p(empty, socket:send(A, "")),
    p(bad, [?TRY(socket:recv(B, -1)), ?TRY(socket:recv(B, 0, [none])), ?TRY(socket:recv(B, 0, [1.0])),
            ?TRY(socket:recv(x, 0)), ?TRY(socket:send(A, [x])), ?TRY(socket:send(A, <<1:1>>)),
            ?TRY(socket:recv(B, 0, often))]),
    ok = socket:close(A),
    p(closed, [socket:recv(B), socket:recv(B, 5), socket:recv(B, 0, nowait)]),
    ok = socket:close(B).

nowait() ->
    {A, B} = pair(),
    {select, {select_info, recv, R}} = socket:recv(B, 0, nowait),
    p(nothing, receive M -> M after 0 -> nothing end),
    ok = socket:send(A, "one"),
    p(told, next() =:= {'$socket', B, select, R}),
    p(data, socket:recv(B, 0, nowait)),
    Mine = make_ref(),
    {select, {select_info, recv, Mine}} = socket:recv(B, 0, Mine),
    Other = make_ref(),
    {select, {select_info, recv, Other}} = socket:recv(B, 0, Other),
    ok = socket:send(A, "two"),
    p(told, next() =:= {'$socket', B, select, Other}),
    p(data, socket:recv(B, 0, nowait)),
    p(nothing, receive M2 -> M2 after 0 -> nothing end),
    ok = socket:close(A), ok = socket:close(B).

cancel() ->
    {A, B} = pair(),
    {select, I1} = socket:recv(B, 0, nowait),
    p(cancel, [socket:cancel(B, I1), socket:cancel(B, I1) =:= {error, {invalid, I1}}]),
    {select, I2} = socket:recv(B, 0, nowait),
    {select_info, _, R2} = I2,
    ok = socket:send(A, "x"),
    receive {'$socket', B, select, R2} -> self() ! {'$socket', B, select, R2} end,
    p(late, [socket:cancel(B, I2), receive M -> M after 0 -> nothing end]),
    p(data, socket:recv(B, 0, nowait)),
    p(bad, [?TRY(socket:cancel(B, {select_info, other, R2})),
            element(1, ?TRY(socket:cancel(B, {select_info, accept, R2}))),
            element(1, ?TRY(socket:cancel(B, {select_info, connect, R2}))),
            element(1, ?TRY(socket:cancel(B, {select_info, send, R2})))]),
    ok = socket:close(A), ok = socket:close(B).

readers() ->
    {A, B} = pair(),
    One = asking(B, num_readers, fun() -> socket:recv(B, 2) end),
    Two = asking(B, num_readers, fun() -> socket:recv(B, 2) end),
    Three = asking(B, num_readers, fun() -> socket:recv(B, 2) end),
    p(waiting, maps:get(num_readers, socket:info(B))),
    p(mine, socket:recv(B, 0, 10)),
    p(zero, socket:recv(B, 0, 0)),
    exit(Two, kill),
    fewer_than(B, num_readers, 3),
    ok = socket:send(A, "1"),
    ok = socket:send(A, "122"),
    p(one, answer(One)),
    p(three, answer(Three)),
    p(accept, socket:accept(B, 0)),
    ok = socket:close(A), ok = socket:close(B).

fewer_than(Socket, Counter, N) ->
    case socket:info(Socket) of
        #{Counter := M} when M < N -> ok;
        _ -> erlang:yield(), fewer_than(Socket, Counter, N)
    end.

acceptors() ->
    {L, Addr} = listener(),
    p(timeout, socket:accept(L, 0)),
    Take = fun() -> {ok, S} = socket:accept(L), ok = socket:send(S, "hi"), socket:close(S) end,
    As = [asking(L, num_acceptors, Take) || _ <- lists:seq(1, 3)],
    p(waiting, maps:get(num_acceptors, socket:info(L))),
    p(recv, socket:recv(L, 0, 0)),
    Cs = [begin
              {ok, C} = socket:open(inet, stream),
              ok = socket:connect(C, Addr),
              C
          end || _ <- As],
    p(data, [socket:recv(C, 2) || C <- Cs]),
    p(done, [answer(A) || A <- As]),
    [ok = socket:close(C) || C <- Cs],
    {select, {select_info, accept, R}} = socket:accept(L, nowait),
    {ok, C2} = socket:open(inet, stream),
    ok = socket:connect(C2, Addr),
    p(told, next() =:= {'$socket', L, select, R}),
    {ok, S2} = socket:accept(L, nowait),
    ok = socket:close(S2), ok = socket:close(C2), ok = socket:close(L).

writers() ->
    {A, B} = pair(),
    ok = socket:setopt(A, {socket, sndbuf}, 8192),
    ok = socket:setopt(B, {socket, rcvbuf}, 8192),
    Big = binary:copy(<<"0123456789abcdef">>, 1 bsl 17),
    One = asking(A, num_writers, fun() -> socket:send(A, Big) end),
    Two = asking(A, num_writers, fun() -> socket:send(A, <<"two">>) end),
    p(timeout, socket:send(A, <<"never">>, 10)),
    {ok, Got} = socket:recv(B, byte_size(Big)),
    p(same, Got =:= Big),
    p(two, socket:recv(B, 3)),
    p(done, [answer(One), answer(Two)]),
    fill(A, Big),
    {select, {select_info, {send, _}, _} = Info} = socket:send(A, Big, nowait),
    p(cancel, socket:cancel(A, Info)),
    {error, timeout} = socket:send(A, Big, 5),
    ok = socket:close(B), ok = socket:close(A).

%% Writes until there is no room.
fill(S, Big) ->
    case socket:send(S, Big, nowait) of
        {select, {Info, _}} ->
            _ = socket:cancel(S, Info),
            fill(S, Big);
        {select, Info} ->
            socket:cancel(S, Info)
    end.

close_wakes() ->
    {A, B} = pair(),
    One = asking(B, num_readers, fun() -> socket:recv(B, 0) end),
    Two = asking(B, num_readers, fun() -> socket:recv(B, 5) end),
    {select, Mine} = socket:recv(B, 0, nowait),
    {select_info, recv, R} = Mine,
    ok = socket:close(B),
    p(told, [answer(One), answer(Two), next() =:= {'$socket', B, abort, {R, closed}}]),
    {L, _} = listener(),
    Three = asking(L, num_acceptors, fun() -> socket:accept(L) end),
    Me = self(),
    spawn(fun() -> Me ! {closer, socket:close(L)} end),
    p(told, [answer(Three), next()]),
    p(eof, socket:recv(A)),
    ok = socket:close(A).

owners() ->
    {A, B} = pair(),
    Me = self(),
    {Pid, Ref} = spawn_monitor(fun() ->
        receive go -> ok end,
        Me ! {owner, socket:getopt(B, {otp, controlling_process}) =:= {ok, self()}}
    end),
    p(give, [socket:setopt(B, {otp, controlling_process}, Pid),
             socket:setopt(B, {otp, controlling_process}, Pid)]),
    Reader = asking(B, num_readers, fun() -> socket:recv(B) end),
    Pid ! go,
    p(owner, next()),
    receive {'DOWN', Ref, _, _, Why} -> p(down, Why) end,
    p(reader, answer(Reader)),
    p(closed, [socket:recv(B), socket:recv(A)]),
    {C, D} = pair(),
    Dead = spawn(fun() -> ok end),
    MRef = monitor(process, Dead),
    receive {'DOWN', MRef, _, _, _} -> ok end,
    p(dead, [socket:setopt(D, {otp, controlling_process}, Dead), socket:recv(C), socket:recv(D)]),
    Mon = socket:monitor(C),
    ok = socket:close(C),
    p(monitor, next() =:= {'DOWN', Mon, socket, C, closed}),
    p(none, socket:cancel_monitor(Mon) =:= {error, not_found}),
    ok = socket:close(A).

connecting() ->
    {L, Addr} = listener(),
    {ok, C} = socket:open(inet, stream),
    case socket:connect(C, Addr, nowait) of
        {select, {select_info, connect, R}} ->
            receive {'$socket', C, select, R} -> ok end,
            ok = socket:connect(C);
        ok ->
            ok
    end,
    p(again, socket:connect(C, Addr)),
    ok = socket:close(C), ok = socket:close(L),
    {ok, D} = socket:open(inet, stream),
    p(refused, socket:connect(D, Addr)),
    p(state, ?TRY(socket:connect(D))),
    p(bad, [socket:connect(D, #{family => inet, addr => {1,2,3}, port => 1}),
            ?TRY(socket:connect(D, none)),
            socket:connect(D, #{family => inet, wrong => 1}),
            socket:connect(D, #{addr => any}),
            socket:bind(D, #{family => other, addr => any}),
            socket:bind(D, nowhere),
            socket:bind(D, broadcast) =/= ok]),
    p(not_connected, [socket:peername(D), socket:recv(D), socket:send(D, "x")]),
    ok = socket:close(D),
    p(open, [socket:open(other, stream), socket:open(inet, other), socket:open(inet, stream, other),
             ?TRY(socket:open(inet, stream, tcp, no_map)), socket:open(inet, dgram, tcp)]).

messages() ->
    {A, B} = pair(),
    p(send, socket:sendmsg(A, #{iov => [<<"a">>, <<"bc">>, <<>>]})),
    p(recv, socket:recvmsg(B)),
    Many = [<<I>> || I <- lists:seq(0, 255)],
    Iov = lists:append(lists:duplicate(9, Many)),
    p(many, socket:sendmsg(A, #{iov => Iov})),
    p(same, socket:recv(B, 9 * 256) =:= {ok, iolist_to_binary(Iov)}),
    p(bad, [?TRY(socket:sendmsg(A, #{iov => [x]})), ?TRY(socket:sendmsg(A, #{iov => [<<1>> | 2]})),
            ?TRY(socket:sendmsg(A, #{iov => x})), ?TRY(socket:sendmsg(A, x)),
            socket:sendmsg(A, #{iov => [<<1>>], addr => #{family => inet, addr => x}}),
            socket:sendmsg(A, #{iov => [<<1>>], ctrl => [x]}),
            socket:sendmsg(A, #{iov => [<<1>>], ctrl => [#{level => ip, type => ttl, value => x}]})]),
    ok = socket:close(A), ok = socket:close(B).

info() ->
    {A, B} = pair(),
    ok = socket:send(A, "12345"),
    {ok, _} = socket:recv(B, 5),
    {error, timeout} = socket:recv(B, 5, 0),
    p(info, maps:remove(owner, socket:info(B))),
    p(owner, maps:get(owner, socket:info(B)) =:= self()),
    p(sent, maps:with([write_byte, write_pkg, write_pkg_max, write_tries], maps:get(counters, socket:info(A)))),
    ok = socket:close(B),
    p(info, maps:without([counters], socket:info(B))),
    p(use_registry, [socket:getopt(A, otp, use_registry), socket:setopt(A, {otp, use_registry}, false)]),
    p(which, [length([S || S <- socket:which_sockets(), S =:= A]),
              lists:member(B, socket:which_sockets())]),
    ok = socket:close(A).

lingering() ->
    {A, B} = pair(),
    ok = socket:setopt(A, {socket, linger}, #{onoff => true, linger => 5}),
    ok = socket:send(A, "last words"),
    p(close, socket:close(A)),
    p(recv, [socket:recv(B), socket:recv(B)]),
    ok = socket:close(B),
    {C, D} = pair(),
    ok = socket:setopt(C, {socket, linger}, #{onoff => true, linger => 0}),
    p(close, socket:close(C)),
    p(reset, socket:recv(D)),
    ok = socket:close(D).

%% Much, both ways, by processes on both ends.
both_ways() ->
    {A, B} = pair(),
    Me = self(),
    Piece = binary:copy(<<"x">>, 10000),
    Send = fun(S) -> fun() -> [ok = socket:send(S, Piece) || _ <- lists:seq(1, 300)], Me ! sent end end,
    Recv = fun(S) -> fun() -> Me ! {got, count(S, 3000000)} end end,
    [spawn_link(F) || F <- [Send(A), Send(B), Recv(A), Recv(B)]],
    p(both, lists:sort([next() || _ <- [1, 2, 3, 4]])),
    ok = socket:close(A), ok = socket:close(B).

count(_, 0) -> all;
count(S, N) ->
    {ok, D} = socket:recv(S),
    count(S, N - byte_size(D)).
