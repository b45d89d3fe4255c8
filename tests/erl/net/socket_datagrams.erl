%% The module `socket`: datagrams, local sockets, control messages, files.
-module(socket_datagrams).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun run/0),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("end: ~p~n", [Why]) end.

run() ->
    udp(),
    connected(),
    inet6(),
    control(),
    errors_queue(),
    local(),
    packets(),
    files(),
    dying_sender(),
    from_fd().

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

%% What an expression gives, or how it fails.
-define(TRY(E), attempt(fun() -> E end)).

attempt(F) -> try F() catch Class:Reason -> {Class, Reason} end.

next() -> receive M -> M after 5000 -> nothing end.

open(Domain) ->
    {ok, S} = socket:open(Domain, dgram, udp),
    ok = socket:bind(S, loopback),
    {ok, Addr} = socket:sockname(S),
    {S, Addr}.

udp() ->
    {A, AA} = open(inet),
    {B, BA} = open(inet),
    p(sendto, socket:sendto(A, <<"one">>, BA)),
    p(recvfrom, socket:recvfrom(B) =:= {ok, {AA, <<"one">>}}),
    p(sendto, socket:sendto(A, ["t", <<"wo">>], BA)),
    p(recv, socket:recv(B)),
    p(sendto, socket:sendto(A, "long one", BA)),
    p(short, socket:recv(B, 4)),
    p(timeout, socket:recvfrom(B, 0, 0)),
    p(timeout, socket:recvfrom(B, 0, 5)),
    {select, {select_info, recvfrom, R} = I} = socket:recvfrom(B, 100, nowait),
    p(empty, socket:sendto(A, "", BA)),
    p(told, next() =:= {'$socket', B, select, R}),
    p(late, socket:cancel(B, I)),
    {ok, {AA, E}} = socket:recvfrom(B, 100, nowait),
    p(empty, E),
    ok = socket:sendmsg(A, #{addr => BA, iov => [<<"a">>, <<"b">>]}),
    {ok, M} = socket:recvmsg(B),
    p(message, {maps:remove(addr, M), maps:get(addr, M) =:= AA}),
    ok = socket:sendmsg(A, #{addr => BA, iov => [<<"truncated">>]}),
    {ok, M2} = socket:recvmsg(B, 3, 0),
    p(truncated, maps:remove(addr, M2)),
    p(too_large, socket:sendto(A, binary:copy(<<0>>, 70000), BA)),
    p(no_address, socket:send(A, "x")),
    p(bad, [?TRY(socket:sendto(A, "x", #{family => inet, port => 1, addr => {1,2,3,400}})),
            ?TRY(socket:sendto(A, "x", #{family => inet6, port => 1})),
            ?TRY(socket:sendto(A, "x", BA, [nothing])),
            ?TRY(socket:recvmsg(B, 0, 0, [nothing]))]),
    Many = [list_to_binary(integer_to_list(I2)) || I2 <- lists:seq(1, 100)],
    [ok = socket:sendto(A, D, BA) || D <- Many],
    p(order, [D || _ <- Many, {ok, {_, D}} <- [socket:recvfrom(B, 0, 1000)]] =:= Many),
    p(broadcast, socket:setopt(A, {socket, broadcast}, true)),
    ok = socket:close(A), ok = socket:close(B).

connected() ->
    {A, AA} = open(inet),
    {B, BA} = open(inet),
    {C, _} = open(inet),
    ok = socket:connect(A, BA),
    p(peername, socket:peername(A) =:= {ok, BA}),
    p(send, socket:send(A, "to the peer")),
    p(recv, socket:recv(B)),
    ok = socket:sendto(C, "stranger", AA),
    ok = socket:sendto(B, "peer", AA),
    p(only_the_peer, socket:recv(A, 0, 1000)),
    p(dissolve, socket:connect(A, #{family => unspec})),
    p(peername, socket:peername(A)),
    ok = socket:sendto(C, "stranger", AA),
    p(recv, socket:recv(A, 0, 1000)),
    ok = socket:connect(A, BA),
    ok = socket:close(B),
    ok = socket:send(A, "nobody there"),
    p(refused, socket:recv(A, 0, 1000)),
    ok = socket:close(A), ok = socket:close(C).

inet6() ->
    {A, AA} = open(inet6),
    {B, BA} = open(inet6),
    p(address, maps:with([addr, family], AA)),
    ok = socket:sendto(A, "six", BA),
    p(recvfrom, socket:recvfrom(B) =:= {ok, {AA, <<"six">>}}),
    [p(O, socket:setopt(B, {ipv6, O}, true)) || O <- [recvpktinfo, recvhoplimit, recvtclass]],
    p(hops, socket:setopt(A, {ipv6, unicast_hops}, 7)),
    p(tclass, socket:setopt(A, {ipv6, tclass}, 32)),
    ok = socket:sendto(A, "more", BA),
    {ok, #{ctrl := Ctrl}} = socket:recvmsg(B),
    p(ctrl, lists:sort([maps:remove(data, C) || C <- Ctrl])),
    ok = socket:sendmsg(A, #{addr => BA, iov => [<<"x">>],
                             ctrl => [#{level => ipv6, type => hoplimit, value => 3}]}),
    {ok, #{ctrl := Ctrl2}} = socket:recvmsg(B),
    p(hoplimit, [maps:get(value, C) || #{type := hoplimit} = C <- Ctrl2]),
    ok = socket:close(A), ok = socket:close(B).

control() ->
    {A, _} = open(inet),
    {B, BA} = open(inet),
    [p(O, socket:setopt(B, O, true)) || O <- [{ip, pktinfo}, {ip, recvttl}, {ip, recvtos},
                                              {ip, recvorigdstaddr}]],
    p(ttl, socket:setopt(A, {ip, ttl}, 9)),
    p(tos, socket:setopt(A, {ip, tos}, lowdelay)),
    ok = socket:sendto(A, "x", BA),
    {ok, #{ctrl := Ctrl}} = socket:recvmsg(B),
    p(ctrl, lists:sort([maps:without([data], case C of
                            #{type := origdstaddr, value := V} -> C#{value := V =:= BA};
                            _ -> C
                        end) || C <- Ctrl])),
    Sent = [[#{level => ip, type => ttl, value => 5}, #{level => ip, type => tos, value => mincost}],
            [#{level => ip, type => ttl, data => 6}],
            [#{level => ip, type => 2, data => <<7:32/native>>}],
            [#{level => 0, type => tos, data => <<4:32/native>>}],
            []],
    [begin
         ok = socket:sendmsg(A, #{addr => BA, iov => [<<"y">>], ctrl => C}),
         {ok, #{ctrl := Got}} = socket:recvmsg(B),
         p(C, lists:sort([{T, V} || #{type := T, value := V} <- Got, T =/= pktinfo, T =/= origdstaddr]))
     end || C <- Sent],
    Bad = [[#{level => ip, type => ttl}], [#{level => ip, type => ttl, value => 5, data => 5}],
           [#{type => ttl, value => 5}], [#{level => other, type => ttl, value => 5}],
           [#{level => ip, type => other, value => 5}], [#{level => ip, type => pktinfo, value => 5}],
           [#{level => ip, type => ttl, value => <<5>>}], x],
    [p(bad, ?TRY(socket:sendmsg(A, #{addr => BA, iov => [<<"z">>], ctrl => C}))) || C <- Bad],
    Large = [#{level => ip, type => 2, data => binary:copy(<<0>>, 2000)}],
    p(large, element(1, socket:sendmsg(A, #{addr => BA, iov => [<<"z">>], ctrl => Large}))),
    p(timestamp, socket:setopt(B, {socket, timestamp}, true)),
    ok = socket:sendto(A, "x", BA),
    {ok, #{ctrl := Ctrl3}} = socket:recvmsg(B),
    p(timestamp, [{is_integer(S), U < 1000000}
                  || #{level := socket, type := timestamp, value := #{sec := S, usec := U}} <- Ctrl3]),
    ok = socket:sendto(A, "x", BA),
    {ok, #{ctrl := Ctrl4, flags := F4}} = socket:recvmsg(B, 0, 20),
    p(small, {length(Ctrl4), F4}),
    ok = socket:close(A), ok = socket:close(B).

errors_queue() ->
    {A, _} = open(inet),
    {B, BA} = open(inet),
    ok = socket:close(B),
    p(recverr, socket:setopt(A, {ip, recverr}, true)),
    ok = socket:connect(A, BA),
    ok = socket:send(A, "lost"),
    p(recv, socket:recv(A, 0, 1000)),
    {ok, #{ctrl := [#{value := V} = C], flags := F, iov := Iov}} = socket:recvmsg(A, [errqueue], 1000),
    p(error, {maps:without([data, value], C), maps:remove(offender, V), F, Iov}),
    ok = socket:close(A).

file() ->
    {ok, Dir} = file:get_cwd(),
    filename:join(Dir, "socket_test_" ++ os:getpid() ++ "_" ++ integer_to_list(erlang:unique_integer([positive]))).

local() ->
    Path = file(),
    Addr = #{family => local, path => Path},
    {ok, L} = socket:open(local, stream),
    p(bind, socket:bind(L, Addr)),
    p(again, begin {ok, X} = socket:open(local, stream), R = socket:bind(X, Addr), socket:close(X), R end),
    ok = socket:listen(L),
    p(sockname, socket:sockname(L) =:= {ok, #{family => local, path => list_to_binary(Path)}}),
    {ok, C} = socket:open(local, stream),
    ok = socket:connect(C, Addr),
    {ok, S} = socket:accept(L),
    p(peername, socket:peername(S)),
    ok = socket:send(C, "hello"),
    p(recv, socket:recv(S, 5)),
    p(cred, socket:setopt(S, {socket, passcred}, true)),
    ok = socket:send(C, "who"),
    {ok, #{ctrl := Ctrl}} = socket:recvmsg(S),
    p(cred, [{Level, Type, byte_size(D)} || #{level := Level, type := Type, data := D} <- Ctrl]),
    {ok, Fd} = socket:getopt(C, {otp, fd}),
    ok = socket:sendmsg(C, #{iov => [<<"fd">>],
                             ctrl => [#{level => socket, type => rights, data => <<Fd:32/native>>}]}),
    {ok, #{ctrl := Ctrl2}} = socket:recvmsg(S),
    [Got] = [N || #{type := rights, data := <<N:32/native>>} <- Ctrl2],
    {ok, Copy} = socket:open(Got, #{dup => false}),
    ok = socket:send(Copy, "through the copy"),
    ok = socket:setopt(S, {socket, passcred}, false),
    p(rights, socket:recv(S)),
    ok = socket:close(Copy),
    [ok = socket:close(Z) || Z <- [S, C, L]],
    file:delete(Path),
    p(gone, begin {ok, Y} = socket:open(local, stream), R2 = socket:connect(Y, Addr), socket:close(Y), R2 end),
    {ok, D1} = socket:open(local, dgram),
    {ok, D2} = socket:open(local, dgram),
    ok = socket:bind(D1, Addr),
    p(send, socket:sendto(D2, "datagram", Addr)),
    p(recvfrom, socket:recvfrom(D1)),
    Abstract = #{family => local, path => <<0, "socket_test_abstract", (list_to_binary(os:getpid()))/binary>>},
    {ok, D3} = socket:open(local, dgram),
    p(abstract, socket:bind(D3, Abstract)),
    p(abstract, socket:sockname(D3) =:= {ok, Abstract}),
    p(send, socket:sendto(D3, "abstract", Addr)),
    p(from, socket:recvfrom(D1) =:= {ok, {Abstract, <<"abstract">>}}),
    p(long, socket:bind(D2, #{family => local, path => lists:duplicate(108, $x)})),
    p(longer, element(1, socket:bind(D2, #{family => local, path => lists:duplicate(300, $x)}))),
    [ok = socket:close(Z) || Z <- [D1, D2, D3]],
    file:delete(Path).

packets() ->
    Path = file(),
    Addr = #{family => local, path => Path},
    {ok, L} = socket:open(local, seqpacket),
    ok = socket:bind(L, Addr),
    ok = socket:listen(L),
    {ok, C} = socket:open(local, seqpacket),
    ok = socket:connect(C, Addr),
    {ok, S} = socket:accept(L),
    [ok = socket:send(C, D) || D <- ["one", "three"]],
    p(packets, [socket:recv(S), socket:recv(S, 2)]),
    p(type, maps:get(type, socket:info(S))),
    [ok = socket:close(Z) || Z <- [S, C, L]],
    file:delete(Path).

files() ->
    Path = file(),
    Data = binary:copy(<<"0123456789abcdef">>, 100000),
    ok = file:write_file(Path, Data),
    {ok, L} = socket:open(inet, stream, tcp),
    ok = socket:bind(L, loopback),
    ok = socket:listen(L),
    {ok, Addr} = socket:sockname(L),
    {ok, C} = socket:open(inet, stream, tcp),
    ok = socket:connect(C, Addr),
    {ok, S} = socket:accept(L),
    {ok, F} = file:open(Path, [read, raw, binary]),
    Me = self(),
    spawn_link(fun() -> Me ! {read, read(S, byte_size(Data) + 20)} end),
    p(all, socket:sendfile(C, F)),
    p(part, socket:sendfile(C, F, 10, 20)),
    {read, Got} = next(),
    p(same, Got =:= <<Data/binary, (binary:part(Data, 10, 20))/binary>>),
    p(end_of_file, socket:sendfile(C, F, byte_size(Data), 10)),
    ok = socket:setopt(C, {socket, sndbuf}, 8192),
    R = socket:sendfile(C, F, 0, 0, nowait),
    p(nowait, case R of {select, {{select_info, _, _}, N}} -> N > 0; _ -> R end),
    spawn_link(fun() -> Me ! {read, read(S, byte_size(Data))} end),
    p(rest, case R of
        {select, {{select_info, _, Ref}, N1}} ->
            receive {'$socket', C, select, Ref} -> ok end,
            {ok, N2} = more_of_file(C, {select_info, sendfile, Ref}, N1, byte_size(Data)),
            N1 + N2 =:= byte_size(Data)
    end),
    {read, Got2} = next(),
    p(same, Got2 =:= Data),
    p(counters, maps:get(sendfile_byte, maps:get(counters, socket:info(C)))),
    p(bad, [?TRY(socket:sendfile(C, x)), ?TRY(socket:sendfile(C, F, -1, 0, nowait)),
            ?TRY(socket:sendfile(C, F, 0, -1))]),
    ok = file:close(F),
    p(closed_file, socket:sendfile(C, F)),
    [ok = socket:close(Z) || Z <- [S, C, L]],
    p(closed, begin {ok, F2} = file:open(Path, [read, raw, binary]), socket:sendfile(C, F2) end),
    file:delete(Path).

%% One that does not own the socket dies while it waits for room for a file: the next one has its turn.
dying_sender() ->
    Path = file(),
    ok = file:write_file(Path, binary:copy(<<"x">>, 10000000)),
    {ok, L} = socket:open(inet, stream, tcp),
    ok = socket:bind(L, loopback),
    ok = socket:listen(L),
    {ok, Addr} = socket:sockname(L),
    {ok, C} = socket:open(inet, stream, tcp),
    ok = socket:connect(C, Addr),
    {ok, S} = socket:accept(L),
    ok = socket:setopt(C, {socket, sndbuf}, 8192),
    {P, R} = spawn_monitor(fun() -> {ok, F} = file:open(Path, [read, raw]), exit(socket:sendfile(C, F)) end),
    writers(C, 1),
    {_, R2} = spawn_monitor(fun() -> exit(socket:send(C, "after")) end),
    writers(C, 2),
    exit(P, kill),
    receive {'DOWN', R, _, _, W} -> p(first, W) end,
    spawn_link(fun() -> until_closed(S) end),
    receive {'DOWN', R2, _, _, W2} -> p(second, W2) after 5000 -> p(second, stuck) end,
    [ok = socket:close(Z) || Z <- [C, L]],
    file:delete(Path).

writers(S, N) ->
    case socket:info(S) of
        #{num_writers := N} -> ok;
        _ -> erlang:yield(), writers(S, N)
    end.

until_closed(S) ->
    case socket:recv(S) of
        {ok, _} -> until_closed(S);
        {error, closed} -> socket:close(S)
    end.

more_of_file(S, Info, Sent, Size) ->
    case socket:sendfile(S, Info, Sent, Size - Sent) of
        {ok, N} -> {ok, N};
        Other -> Other
    end.

read(S, N) -> read(S, N, []).

read(_, 0, Acc) -> iolist_to_binary(lists:reverse(Acc));
read(S, N, Acc) ->
    {ok, D} = socket:recv(S),
    read(S, N - byte_size(D), [D | Acc]).

from_fd() ->
    {A, AA} = open(inet),
    {ok, Fd} = socket:getopt(A, {otp, fd}),
    {ok, Copy} = socket:open(Fd),
    p(copy, [maps:with([domain, type, protocol], socket:info(Copy)),
             element(1, maps:get(ctype, socket:info(Copy)))]),
    p(name, socket:sockname(Copy) =:= {ok, AA}),
    {ok, Same} = socket:open(Fd, #{dup => false}),
    p(same, [maps:get(ctype, socket:info(Same)), socket:getopt(Same, {otp, fd}) =:= {ok, Fd}]),
    {select, {select_info, recv, Ref}} = socket:recv(Same, 0, nowait),
    ok = socket:sendto(Copy, "told through a copy", AA),
    p(told, next() =:= {'$socket', Same, select, Ref}),
    p(recv, socket:recv(Same, 0, nowait)),
    p(close, socket:close(Same)),
    %% Copies that come and go, each of them waited for.
    p(copies, lists:usort([begin
        {ok, X} = socket:open(Fd),
        {select, {select_info, recv, R}} = socket:recv(X, 0, nowait),
        ok = socket:sendto(Copy, "to a copy", AA),
        Told = receive {'$socket', X, select, R} -> told after 5000 -> nothing end,
        {ok, D} = socket:recv(X, 0, nowait),
        ok = socket:close(X),
        {Told, D}
    end || _ <- [1, 2, 3]])),
    ok = socket:sendto(Copy, "still there", AA),
    p(recv, socket:recv(A)),
    ok = socket:close(A),
    p(name, socket:sockname(Copy) =:= {ok, AA}),
    ok = socket:close(Copy),
    p(bad, [socket:open(-1), socket:open(12345, #{domain => inet, type => stream}),
            ?TRY(socket:open(1 bsl 40)), ?TRY(socket:open(x))]).
