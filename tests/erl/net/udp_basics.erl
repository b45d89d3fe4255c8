%% Datagrams: sending, receiving, what comes with them, local ones.
-module(udp_basics).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun run/0),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("end: ~p~n", [Why]) end.

run() ->
    passive(),
    active(),
    connected(),
    ancillary(),
    options(),
    errors(),
    inet6(),
    local(),
    many().

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

open(Opts) ->
    {ok, S} = gen_udp:open(0, [{ip, {127,0,0,1}} | Opts]),
    {ok, Port} = inet:port(S),
    {S, Port}.

-define(HOST, {127,0,0,1}).

next() -> receive M -> M after 5000 -> nothing end.

passive() ->
    {A, PA} = open([binary, {active, false}]),
    {B, PB} = open([list, {active, false}]),
    ok = gen_udp:send(A, ?HOST, PB, "to b"),
    {ok, {I, PA, D}} = gen_udp:recv(B, 0),
    p(list, {I, D}),
    ok = gen_udp:send(B, "localhost", PA, [<<"to">>, " a"]),
    {ok, {_, PB, D2}} = gen_udp:recv(A, 0, 5000),
    p(binary, D2),
    p(timeout, [gen_udp:recv(A, 0, 20), gen_udp:recv(A, 0, 0)]),
    ok = gen_udp:send(B, {?HOST, PA}, ""),
    {ok, {_, PB, D3}} = gen_udp:recv(A, 0),
    p(empty, D3),
    ok = inet:setopts(A, [{header, 2}]),
    ok = gen_udp:send(B, ?HOST, PA, "header"),
    {ok, {_, PB, D4}} = gen_udp:recv(A, 0),
    p(header, D4),
    ok = gen_udp:send(B, #{family => inet, addr => ?HOST, port => PA}, "map"),
    {ok, {_, PB, D5}} = gen_udp:recv(A, 0),
    p(map, D5),
    Me = self(),
    spawn(fun() -> Me ! {waited, gen_udp:recv(A, 0)} end),
    receive after 50 -> ok end,
    p(second, gen_udp:recv(A, 0, 100)),
    gen_udp:close(A),
    p(closed, next()),
    gen_udp:close(B).

active() ->
    {A, PA} = open([binary, {active, true}]),
    {B, PB} = open([list, {active, once}]),
    ok = gen_udp:send(B, ?HOST, PA, "1"),
    p(active, case next() of {udp, A, ?HOST, PB, D} -> D; O -> O end),
    p(recv, gen_udp:recv(A, 0)),
    [ok = gen_udp:send(A, ?HOST, PB, integer_to_list(N)) || N <- [1, 2, 3, 4]],
    p(once, case next() of {udp, B, ?HOST, PA, D2} -> D2; O2 -> O2 end),
    p(then, inet:getopts(B, [active])),
    ok = inet:setopts(B, [{active, 2}]),
    p(counted, [case next() of {udp, B, ?HOST, PA, X} -> X; {udp_passive, B} -> passive; X -> X end || _ <- [1, 2, 3]]),
    ok = inet:setopts(B, [{header, 3}, {active, true}, binary]),
    p(last, case next() of {udp, B, ?HOST, PA, D3} -> D3; O3 -> O3 end),
    ok = gen_udp:send(A, ?HOST, PB, "header"),
    p(header, case next() of {udp, B, ?HOST, PA, D4} -> D4; O4 -> O4 end),
    gen_udp:close(A),
    gen_udp:close(B).

connected() ->
    {A, PA} = open([binary, {active, false}]),
    {B, PB} = open([binary, {active, false}]),
    {C, _} = open([binary, {active, false}]),
    p(peer, inet:peername(A)),
    ok = gen_udp:connect(A, ?HOST, PB),
    p(peer, inet:peername(A) =:= {ok, {?HOST, PB}}),
    ok = gen_udp:send(A, "no address"),
    {ok, {_, PA, D}} = gen_udp:recv(B, 0),
    p(data, D),
    ok = gen_udp:send(C, ?HOST, PA, "from another"),
    ok = gen_udp:send(B, ?HOST, PA, "from the peer"),
    {ok, {I, PX, D2}} = gen_udp:recv(A, 0, 5000),
    p(peers_only, {I, PX =:= PB, D2}),
    [gen_udp:close(S) || S <- [A, B, C]],
    {E, _} = open([binary, {active, false}]),
    ok = gen_udp:connect(E, ?HOST, PB),
    ok = gen_udp:send(E, "to nobody"),
    p(refused, gen_udp:recv(E, 0, 5000)),
    ok = inet:setopts(E, [{active, true}]),
    ok = gen_udp:send(E, "to nobody"),
    p(refused, case next() of {udp_error, E, R} -> R; X -> X end),
    gen_udp:close(E).

ancillary() ->
    {A, PA} = open([binary, {active, false}, {recvtos, true}, {recvttl, true}]),
    {B, PB} = open([binary, {active, false}]),
    ok = gen_udp:send(B, ?HOST, PA, [{tos, 32}], "tos"),
    {ok, {_, PB, Anc, D}} = gen_udp:recv(A, 0),
    p(ancillary, {lists:sort(Anc), D}),
    ok = gen_udp:send(B, ?HOST, PA, [{ttl, 9}, {tos, 16}], "both"),
    ok = inet:setopts(A, [{active, once}]),
    p(active, case next() of {udp, A, _, PB, Anc2, D2} -> {lists:sort(Anc2), D2}; X -> X end),
    p(bad, gen_udp:send(B, ?HOST, PA, [{tclass, nonsense}], "x")),
    ok = inet:setopts(A, [{recvtos, false}]),
    ok = gen_udp:send(B, ?HOST, PA, "ttl"),
    {ok, {_, PB, Anc3, _}} = gen_udp:recv(A, 0),
    p(less, Anc3),
    gen_udp:close(A),
    gen_udp:close(B).

options() ->
    {A, _} = open([binary]),
    p(options, inet:getopts(A, [active, broadcast, buffer, deliver, dontroute, header, high_watermark,
                                low_watermark, mode, multicast_loop, multicast_ttl, packet,
                                priority, read_packets, reuseaddr, tos, ttl, recvtos, recvttl, send_timeout])),
    [begin ok = inet:setopts(A, [{O, V}]), p(O, inet:getopts(A, [O])) end ||
        {O, V} <- [{broadcast, true}, {buffer, 100}, {multicast_ttl, 3}, {multicast_loop, false},
                   {read_packets, 2}, {tos, 8}, {ttl, 17}, {recvttl, true}, {reuseaddr, true}]],
    p(bad, inet:setopts(A, [{read_packets, 0}])),
    p(type, [prim_inet:gettype(A), prim_inet:getstatus(A)]),
    gen_udp:close(A),
    {ok, M} = gen_udp:open(0, [binary, {active, false}, {add_membership, {{224,0,0,251}, {127,0,0,1}}}]),
    p(member, inet:setopts(M, [{drop_membership, {{224,0,0,251}, {127,0,0,1}}}])),
    gen_udp:close(M).

errors() ->
    {A, PA} = open([binary, {active, false}]),
    p(in_use, gen_udp:open(PA, [{ip, ?HOST}])),
    p(long, gen_udp:send(A, ?HOST, PA, binary:copy(<<0>>, 70000))),
    p(cut, begin ok = inet:setopts(A, [{buffer, 4}]), ok = gen_udp:send(A, ?HOST, PA, "123456"),
                 {ok, {_, _, D}} = gen_udp:recv(A, 0), D end),
    gen_udp:close(A),
    p(closed, [gen_udp:recv(A, 0), gen_udp:send(A, ?HOST, PA, "x")]).

inet6() ->
    {ok, A} = gen_udp:open(0, [inet6, {ip, {0,0,0,0,0,0,0,1}}, {active, false}]),
    {ok, PA} = inet:port(A),
    ok = gen_udp:send(A, {0,0,0,0,0,0,0,1}, PA, "six"),
    {ok, {I, PA, D}} = gen_udp:recv(A, 0),
    p(inet6, {I, D, element(1, element(2, inet:sockname(A)))}),
    gen_udp:close(A).

local() ->
    Dir = "",
    [FA, FB] = [Dir ++ "maser_udp_" ++ os:getpid() ++ X || X <- ["a", "b"]],
    {ok, A} = gen_udp:open(0, [local, {ip, {local, FA}}, {active, false}, binary]),
    {ok, B} = gen_udp:open(0, [local, {ip, {local, FB}}, {active, true}, binary]),
    ok = gen_udp:send(A, {local, FB}, 0, "local"),
    p(local, case next() of {udp, B, {local, F}, 0, D} -> {list_to_binary(FA) =:= F, D}; X -> X end),
    ok = gen_udp:send(B, {local, FA}, 0, "back"),
    %% prim_inet fails here in binary mode.
    ok = inet:setopts(A, [list]),
    {ok, {{local, G}, 0, D2}} = gen_udp:recv(A, 0),
    p(local, {G =:= list_to_binary(FB), D2}),
    {ok, U} = gen_udp:open(0, [local, binary]),
    ok = gen_udp:send(U, {local, FA}, 0, "unbound"),
    p(unbound, gen_udp:recv(A, 0)),
    [gen_udp:close(S) || S <- [A, B, U]],
    [ok = file:delete(F2) || F2 <- [FA, FB]].

many() ->
    {A, _} = open([binary, {active, false}, {recbuf, 1000000}]),
    {B, PB} = open([binary, {active, true}, {recbuf, 1000000}]),
    [ok = gen_udp:send(A, ?HOST, PB, <<N:32>>) || N <- lists:seq(1, 200)],
    p(many, lists:sum([receive {udp, B, _, _, <<N:32>>} -> N after 5000 -> 0 end || _ <- lists:seq(1, 200)])),
    gen_udp:close(A),
    gen_udp:close(B).
