%% Streams: connecting, sending, receiving in all ways, ends and errors.
-module(tcp_basics).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun run/0),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("end: ~p~n", [Why]) end.

run() ->
    passive(),
    active(),
    counted(),
    ends(),
    errors(),
    others(),
    waiting(),
    closing(),
    backlog(),
    options(),
    half_close(),
    local(),
    statistics(),
    p(left_over, process_info(self(), messages)).

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

pair(ListenOpts, ConnectOpts) ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}} | ListenOpts]),
    {ok, Port} = inet:port(L),
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, ConnectOpts),
    {ok, S} = gen_tcp:accept(L),
    ok = gen_tcp:close(L),
    {C, S}.

close(Sockets) -> [gen_tcp:close(S) || S <- Sockets], ok.

next() -> receive M -> M after 5000 -> nothing end.
next(S) ->
    receive
        {T, S} -> T;
        {T, S, D} -> {T, D}
    after 5000 -> nothing
    end.

%% Waits until a port has gone.
gone(S) ->
    Ref = monitor(port, S),
    receive {'DOWN', Ref, port, S, Why} -> {Why =:= noproc orelse Why =:= normal orelse Why, erlang:port_info(S)} end.

passive() ->
    {C, S} = pair([binary, {active, false}], [list, {active, false}]),
    ok = gen_tcp:send(C, "hello"),
    p(binary, gen_tcp:recv(S, 5)),
    ok = gen_tcp:send(S, [<<"a">>, "bc", [[$d]]]),
    p(list, gen_tcp:recv(C, 4)),
    p(timeout, gen_tcp:recv(C, 1, 30)),
    p(at_once, gen_tcp:recv(C, 1, 0)),
    ok = gen_tcp:send(S, <<"wxyz">>),
    p(parts, [gen_tcp:recv(C, 1), gen_tcp:recv(C, 2), gen_tcp:recv(C, 1)]),
    p(empty, gen_tcp:send(S, [])),
    Me = self(),
    spawn_link(fun() -> Me ! {other, gen_tcp:recv(C, 0)} end),
    receive after 50 -> ok end,
    p(two_receivers, gen_tcp:recv(C, 0)),
    ok = gen_tcp:send(S, "for the first"),
    p(first, next()),
    close([C, S]).

active() ->
    {C, S} = pair([binary, {active, once}], [binary, {active, true}]),
    ok = gen_tcp:send(C, "one"),
    p(once, next(S)),
    p(now, inet:getopts(S, [active])),
    ok = gen_tcp:send(C, "two"),
    ok = inet:setopts(S, [{active, once}]),
    p(once, next(S)),
    p(not_allowed, gen_tcp:recv(C, 0)),
    ok = gen_tcp:send(S, "three"),
    p(always, next(C)),
    ok = inet:setopts(C, [{active, false}, list, {header, 2}]),
    ok = gen_tcp:send(S, "four"),
    p(list, gen_tcp:recv(C, 4)),
    ok = inet:setopts(C, [binary]),
    ok = gen_tcp:send(S, "fives"),
    p(header, gen_tcp:recv(C, 5)),
    ok = gen_tcp:send(S, "6"),
    p(header, gen_tcp:recv(C, 1)),
    ok = inet:setopts(C, [{deliver, port}, {active, once}]),
    ok = gen_tcp:send(S, "seven"),
    p(port, case next() of {C, D} -> D; O -> O end),
    close([C, S]).

counted() ->
    {C, S} = pair([binary, {active, 2}, {packet, 1}], [{packet, 1}]),
    [ok = gen_tcp:send(C, integer_to_list(N)) || N <- lists:seq(1, 5)],
    p(counted, [next(S), next(S), next(S)]),
    p(active, inet:getopts(S, [active])),
    ok = inet:setopts(S, [{active, 1}]),
    p(one, [next(S), next(S)]),
    ok = inet:setopts(S, [{active, 1}]),
    p(another, [next(S), next(S)]),
    p(negative, inet:setopts(S, [{active, -1}])),
    p(told, next(S)),
    p(too_many, inet:setopts(S, [{active, 40000}])),
    p(most, [inet:setopts(S, [{active, 32767}]), next(S), inet:setopts(S, [{active, 1}])]),
    close([C, S]).

ends() ->
    {C, S} = pair([binary, {active, false}], [binary, {active, true}]),
    ok = gen_tcp:send(C, "last words"),
    ok = gen_tcp:close(C),
    p(data, gen_tcp:recv(S, 0)),
    p(closed, gen_tcp:recv(S, 0)),
    p(then, gen_tcp:recv(S, 0)),
    p(info, is_list(erlang:port_info(S))),
    close([S]),
    {C2, S2} = pair([binary, {active, false}], [binary, {active, true}]),
    ok = gen_tcp:close(S2),
    p(told, next(C2)),
    p(gone, gone(C2)),
    p(send, gen_tcp:send(C2, "x")),
    {C3, S3} = pair([binary, {active, false}], [binary, {active, true}, {exit_on_close, false}]),
    ok = gen_tcp:close(S3),
    p(told, next(C3)),
    p(there, is_list(erlang:port_info(C3))),
    close([C3]),
    {C4, S4} = pair([binary, {active, false}], [binary, {active, true}, {show_econnreset, true}]),
    ok = inet:setopts(S4, [{linger, {true, 0}}]),
    ok = gen_tcp:close(S4),
    p(reset, [next(C4), next(C4)]),
    p(gone, gone(C4)),
    {C5, S5} = pair([binary, {active, false}], [binary, {active, false}, {show_econnreset, true}]),
    ok = inet:setopts(S5, [{linger, {true, 0}}]),
    ok = gen_tcp:close(S5),
    p(reset, gen_tcp:recv(C5, 0)),
    {C6, S6} = pair([binary, {active, false}], [binary, {active, false}]),
    ok = inet:setopts(S6, [{linger, {true, 0}}]),
    ok = gen_tcp:close(S6),
    p(reset, gen_tcp:recv(C6, 0)),
    close([C5, C6]),
    process_flag(trap_exit, true),
    {C7, S7} = pair([binary, {active, false}], [binary, {active, true}]),
    ok = gen_tcp:close(S7),
    p(no_exit, [next(C7), gone(C7), receive M -> M after 0 -> none end]),
    process_flag(trap_exit, false).

errors() ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}}]),
    {ok, Port} = inet:port(L),
    p(in_use, gen_tcp:listen(Port, [{ip, {127,0,0,1}}])),
    ok = gen_tcp:close(L),
    p(refused, gen_tcp:connect({127,0,0,1}, Port, [])),
    p(refused, gen_tcp:connect({127,0,0,1}, Port, [], 1000)),
    p(bad_option, catch gen_tcp:connect({127,0,0,1}, Port, [nonsense])),
    p(accept, gen_tcp:accept(L)),
    p(recv, gen_tcp:recv(L, 0)),
    p(no_name, gen_tcp:connect("no.such.host.invalid", Port, [])),
    p(setopts, inet:setopts(L, [{active, true}])).

%% Accepting by several, with time limits, and by processes that end.
others() ->
    Me = self(),
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}}, binary, {active, false}]),
    {ok, Port} = inet:port(L),
    p(accept_timeout, gen_tcp:accept(L, 30)),
    p(accept_at_once, gen_tcp:accept(L, 0)),
    Accept = fun() -> R = gen_tcp:accept(L), Me ! {accepted, element(1, R)}, receive stop -> ok end end,
    Dead = [spawn(Accept) || _ <- lists:seq(1, 5)],
    receive after 50 -> ok end,
    [exit(P, kill) || P <- Dead],
    Acceptors = [spawn_link(Accept) || _ <- lists:seq(1, 3)],
    receive after 50 -> ok end,
    p(while_others, gen_tcp:accept(L, 30)),
    Clients = [element(2, gen_tcp:connect({127,0,0,1}, Port, [{active, false}])) || _ <- Acceptors],
    p(accepted, [next() || _ <- Acceptors]),
    p(not_owner, try gen_tcp:controlling_process(hd(Clients), hd(Acceptors)) catch C:E -> {C, E} end),
    p(not_owner, begin {ok, Q} = gen_tcp:connect({127,0,0,1}, Port, [{active, false}]),
        spawn_link(fun() -> Me ! gen_tcp:controlling_process(Q, Me) end), next() end),
    [A ! stop || A <- Acceptors],
    Waiting = spawn_link(fun() -> gen_tcp:accept(L), Me ! {done, gen_tcp:accept(L)} end),
    receive after 50 -> ok end,
    ok = gen_tcp:close(L),
    p(closed, next()),
    is_pid(Waiting).

%% Waiting for what then comes, or does not.
waiting() ->
    Me = self(),
    Wait = fun(F) -> spawn_link(fun() -> Me ! {result, F()} end), receive after 40 -> ok end end,
    {C, S} = pair([binary, {active, false}], [binary, {active, false}]),
    Wait(fun() -> gen_tcp:recv(C, 5) end),
    ok = gen_tcp:send(S, "123"),
    ok = gen_tcp:send(S, "45"),
    p(data, next()),
    Wait(fun() -> gen_tcp:recv(C, 0, 10000) end),
    ok = gen_tcp:send(S, "more"),
    p(data, next()),
    Wait(fun() -> gen_tcp:recv(C, 0) end),
    ok = gen_tcp:close(C),
    p(closed_here, next()),
    Wait(fun() -> gen_tcp:recv(S, 0) end),
    p(closed_there, next()),
    {C2, S2} = pair([binary, {active, false}], [binary, {active, false}]),
    Killed = spawn(fun() -> gen_tcp:recv(C2, 0) end),
    receive after 40 -> ok end,
    exit(Killed, kill),
    p(still_waits, gen_tcp:recv(C2, 0, 50)),
    Wait(fun() -> [gen_tcp:send(C2, binary:copy(<<"x">>, 3000000)) || _ <- [1, 2, 3, 4]] end),
    p(read, byte_size(element(2, gen_tcp:recv(S2, 12000000)))),
    p(sent, next()),
    Wait(fun() -> [gen_tcp:send(C2, binary:copy(<<"x">>, 8000000)) || _ <- [1, 2, 3, 4]] end),
    Wait(fun() -> gen_tcp:send(C2, "behind them") end),
    ok = gen_tcp:close(S2),
    p(nobody_reads, length([next(), next()])),
    close([C2]),
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}}, {active, false}]),
    {ok, Port} = inet:port(L),
    Wait(fun() -> {ok, A} = gen_tcp:accept(L), R = gen_tcp:recv(A, 0), {inet:getopts(A, [active, nodelay]), R} end),
    {ok, C3} = gen_tcp:connect({127,0,0,1}, Port, []),
    ok = gen_tcp:send(C3, "hello"),
    p(accepted, next()),
    close([L, C3]).

%% What is queued is written before the end; nobody reads for a while.
closing() ->
    {C, S} = pair([binary, {active, false}, {recbuf, 4096}], [binary, {sndbuf, 4096}]),
    Data = binary:copy(<<"0123456789">>, 100000),
    Me = self(),
    spawn_link(fun() ->
        {ok, C2} = receive {take, X} -> {ok, X} end,
        ok = gen_tcp:send(C2, Data),
        ok = gen_tcp:close(C2),
        Me ! closed
    end) ! {take, C},
    p(all, all_of(S, [])),
    p(closed, next()),
    close([S]).

all_of(S, Acc) ->
    case gen_tcp:recv(S, 0) of
        {ok, D} -> all_of(S, [Acc, D]);
        E -> {iolist_size(Acc), erlang:md5(Acc), E}
    end.

%% More than the receiver takes.
backlog() ->
    Data = binary:copy(<<"x">>, 1000000),
    {C, S} = pair([binary, {active, false}],
                  [binary, {active, false}, {send_timeout, 100}, {high_watermark, 10000}]),
    p(timeout, fill(C, Data, 50)),
    p(busy, lists:member(busy, element(2, prim_inet:getstatus(C)))),
    close([C, S]),
    {C2, S2} = pair([binary, {active, false}],
                    [{active, false}, {send_timeout, 100}, {send_timeout_close, true}]),
    p(timeout, fill(C2, Data, 50)),
    p(closed, gen_tcp:send(C2, "x")),
    close([C2, S2]),
    {C3, S3} = pair([binary, {active, false}], [{active, false}, {send_timeout, 0}]),
    p(at_once, fill(C3, Data, 50)),
    close([C3, S3]),
    {C4, S4} = pair([binary, {active, false}], [{active, false}, {delay_send, true}]),
    [ok = gen_tcp:send(C4, integer_to_list(I)) || I <- lists:seq(1, 9)],
    p(delayed, gen_tcp:recv(S4, 9)),
    close([C4, S4]).

fill(_, _, 0) -> never;
fill(C, Data, N) ->
    case gen_tcp:send(C, Data) of
        ok -> fill(C, Data, N - 1);
        E -> E
    end.

options() ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}}, binary, {keepalive, true}, {nodelay, true},
                                 {packet, 4}, {priority, 3}, {linger, {true, 2}}, {buffer, 5000}]),
    {ok, Port} = inet:port(L),
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, []),
    {ok, S} = gen_tcp:accept(L),
    Names = [active, buffer, delay_send, deliver, dontroute, exit_on_close, header, high_watermark,
             keepalive, linger, low_watermark, mode, nodelay, packet, packet_size, priority,
             reuseaddr, send_timeout, send_timeout_close, tos, ttl, show_econnreset, recvtos],
    p(listener, inet:getopts(L, Names)),
    p(accepted, inet:getopts(S, Names)),
    p(connected, inet:getopts(C, Names)),
    [begin ok = inet:setopts(S, [{O, V}]), p(O, inet:getopts(S, [O])) end ||
        {O, V} <- [{linger, {false, 5}}, {linger, {true, 5}}, {nodelay, false}, {keepalive, false},
                   {tos, 16}, {priority, 2}, {tos, 0}, {high_watermark, 100}, {low_watermark, 200},
                   {send_timeout, 17}, {packet, line}, {packet_size, 99}, {reuseaddr, true}]],
    p(raw, inet:setopts(S, [{raw, 6, 1, <<1:32/native>>}])),
    p(raw, inet:getopts(S, [nodelay, {raw, 6, 1, 4}, {raw, 6, 1, <<0:32>>}])),
    p(none, inet:getopts(S, [multicast_loop, {raw, 99, 99, 4}, tclass])),
    p(bad, inet:setopts(S, [{tclass, 3}])),
    p(bad, inet:getopts(S, [nonsense])),
    p(type, [prim_inet:gettype(S), prim_inet:getstatus(L), prim_inet:getstatus(S)]),
    close([L, C, S]),
    p(closed, [inet:getopts(S, [active]), inet:setopts(S, [{active, true}]), inet:peername(S)]).

half_close() ->
    {C, S} = pair([binary, {active, false}], [binary, {active, false}]),
    ok = gen_tcp:shutdown(C, write),
    p(eof, gen_tcp:recv(S, 0)),
    p(after_shutdown, gen_tcp:send(C, "x")),
    close([C, S]),
    {C2, S2} = pair([binary, {active, false}, {exit_on_close, false}], [binary, {active, false}]),
    ok = gen_tcp:shutdown(C2, write),
    p(eof, gen_tcp:recv(S2, 0)),
    p(eof, gen_tcp:recv(S2, 0)),
    ok = gen_tcp:send(S2, "still"),
    p(other_way, gen_tcp:recv(C2, 5)),
    ok = gen_tcp:shutdown(S2, read_write),
    p(both, gen_tcp:recv(C2, 0)),
    close([C2, S2]).

local() ->
    File = "maser_tcp_" ++ os:getpid(),
    {ok, L} = gen_tcp:listen(0, [local, binary, {ip, {local, File}}, {active, false}]),
    {ok, C} = gen_tcp:connect({local, File}, 0, [binary, {active, false}]),
    {ok, S} = gen_tcp:accept(L),
    ok = gen_tcp:send(C, "here"),
    p(local, gen_tcp:recv(S, 4)),
    p(names, [inet:sockname(L) =:= {ok, {local, list_to_binary(File)}}, inet:sockname(C),
              inet:peername(S), inet:peername(C) =:= inet:sockname(L), element(1, inet:port(L))]),
    p(in_use, gen_tcp:listen(0, [local, {ip, {local, File}}])),
    close([L, C, S]),
    ok = file:delete(File),
    p(none, gen_tcp:connect({local, File}, 0, [])).

statistics() ->
    {C, S} = pair([binary, {active, false}, {packet, 2}], [{active, false}, {packet, 2}]),
    [ok = gen_tcp:send(C, lists:duplicate(N, $x)) || N <- [10, 20, 30]],
    [{ok, _} = gen_tcp:recv(S, 0) || _ <- [1, 2, 3]],
    p(sent, inet:getstat(C)),
    p(received, inet:getstat(S)),
    p(names, [inet:sockname(C) =:= inet:peername(S), inet:peername(C) =:= inet:sockname(S)]),
    close([C, S]).
