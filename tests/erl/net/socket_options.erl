%% The module `socket`: every option, set and got, with values that make sense and others.
-module(socket_options).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun run/0),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("end: ~p~n", [Why]) end.

run() ->
    supported(),
    [kind(K) || K <- [{inet, stream, tcp}, {inet, dgram, udp}, {inet6, stream, tcp}, {inet6, dgram, udp},
                      {local, stream, default}]],
    values(),
    native(),
    own(),
    closed(),
    interfaces(),
    names().

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

%% What an expression gives, or how it fails.
-define(TRY(E), attempt(fun() -> E end)).

attempt(F) -> try F() catch Class:Reason -> {Class, Reason} end.

open({D, T, P}) -> {ok, S} = socket:open(D, T, P), S.

supported() ->
    p(all, lists:sort([KV || {K, V} = KV <- socket:supports(), is_atom(K), is_boolean(V)])),
    p(options, lists:sort([O || {{L, _}, true} = O <- socket:supports(options), is_atom(L)])),
    p(missing, lists:sort([O || {{L, _} = O, false} <- socket:supports(options), is_atom(L)])),
    p(msg_flags, lists:sort(socket:supports(msg_flags))),
    p(ioctl_requests, lists:sort(socket:supports(ioctl_requests))),
    p(ioctl_flags, lists:sort(socket:supports(ioctl_flags))),
    p(protocols, [socket:is_supported(protocols, X) || X <- [tcp, udp, ip, ipv6, icmp, 'TCP', nothing, 1]]),
    p(is, [socket:is_supported(X) || X <- [ipv6, local, netns, sendfile]]),
    p(is, [socket:is_supported(options, X) || X <- [{socket, reuseaddr}, {socket, mark}, {x, y}, x]]),
    p(other, [socket:supports(nothing), socket:supports(options, tcp) =/= [], socket:supports(options, 1),
              ?TRY(socket:is_supported(nothing))]).

%% Those whose values are the system's own.
varies(O) -> lists:member(O, [{socket, rcvbuf}, {socket, sndbuf}, {tcp, congestion}, {tcp, maxseg},
                              {ip, mtu}, {ipv6, mtu}, {socket, debug}, {socket, peek_off}]).

kind({_, _, P} = K) ->
    io:format("--- ~p~n", [K]),
    S = open(K),
    Levels = [socket, ip, ipv6] ++ [P || P =/= default],
    [begin
         Got = case varies(O) of
             true -> element(1, socket:getopt(S, O));
             false -> socket:getopt(S, O)
         end,
         Set = [element_of(socket:setopt(S, O, V)) || V <- [x, <<1>>, 1.5, #{}]],
         io:format("~w: ~w ~w~n", [O, Got, lists:usort(Set)])
     end || O <- lists:sort([O || {{L, _} = O, true} <- socket:supports(options), lists:member(L, Levels)])],
    ok = socket:close(S).

%% Without the value that is repeated.
element_of({error, {invalid, {socket_option, _, _}}}) -> invalid_value;
element_of(R) -> R.

values() ->
    T = open({inet, stream, tcp}),
    U = open({inet, dgram, udp}),
    U6 = open({inet6, dgram, udp}),
    set(T, {socket, keepalive}, [true, false, 1]),
    set(T, {socket, reuseaddr}, [true, false]),
    set(T, {socket, linger}, [#{onoff => true, linger => 3}, #{onoff => false, linger => 0}, abort,
                              #{onoff => true, linger => -1}, #{onoff => 1, linger => 1}, #{onoff => true}]),
    set(T, {socket, oobinline}, [true]),
    set(T, {socket, priority}, [3, high, 1 bsl 40]),
    set(T, {socket, rcvlowat}, [5]),
    set(T, {socket, sndlowat}, [5]),
    set(T, {socket, bindtodevice}, ["lo", "a-name-that-is-too-long", 1]),
    set(T, {socket, type}, [stream]),
    set(T, {socket, domain}, [inet]),
    set(T, {socket, acceptconn}, [true]),
    set(T, {tcp, nodelay}, [true, false, 3]),
    set(T, {tcp, cork}, [true, false]),
    set(T, {tcp, congestion}, ["reno", "none-of-that-name", "longer-than-sixteen-characters"]),
    set(T, {tcp, maxseg}, [x]),
    set(U, {udp, cork}, [true, false]),
    set(U, {ip, tos}, [lowdelay, throughput, reliability, mincost, 4, 64, other]),
    set(U, {ip, ttl}, [1, 255, 256, 0, -1, x]),
    set(U, {ip, mtu_discover}, [want, dont, do, probe, 3, 9, other]),
    set(U, {ip, multicast_if}, [any, loopback, {127,0,0,1}, {1,2,3}, x]),
    set(U, {ip, multicast_ttl}, [5, 256]),
    set(U, {ip, multicast_loop}, [false, true]),
    set(U, {ip, multicast_all}, [false]),
    set(U, {ip, add_membership}, [#{multiaddr => {224,0,1,9}, interface => loopback}, #{multiaddr => any}, x,
                                  #{multiaddr => {10,0,0,1}, interface => loopback}]),
    set(U, {ip, drop_membership}, [#{multiaddr => {224,0,1,9}, interface => loopback},
                                   #{multiaddr => {224,0,1,9}, interface => loopback}]),
    Source = #{multiaddr => {224,0,1,10}, interface => loopback, sourceaddr => {127,0,0,1}},
    [set(U, {ip, O}, [Source, x]) || O <- [add_source_membership, drop_source_membership]],
    set(U, {ip, add_membership}, [#{multiaddr => {224,0,1,11}, interface => loopback}]),
    Other = Source#{multiaddr => {224,0,1,11}},
    [set(U, {ip, O}, [Other]) || O <- [block_source, unblock_source]],
    set(U, {ip, msfilter}, [#{multiaddr => {224,0,1,11}, interface => {127,0,0,1}, mode => exclude, slist => [{127,0,0,1}]},
                            #{multiaddr => {224,0,1,11}, interface => {127,0,0,1}, mode => other, slist => []}, x, null]),
    set(U, {ip, minttl}, [3]),
    set(U, {ip, mtu}, [1500]),
    set(U6, {ipv6, v6only}, [true, false]),
    set(U6, {ipv6, unicast_hops}, [3, default, 256, -1, x]),
    set(U6, {ipv6, multicast_hops}, [3, default]),
    set(U6, {ipv6, multicast_if}, [1, 4711]),
    set(U6, {ipv6, mtu_discover}, [want, do, dont, probe, other]),
    set(U6, {ipv6, tclass}, [32]),
    set(U6, {ipv6, add_membership}, [#{multiaddr => {16#ff02,0,0,0,0,0,0,9}, interface => 1}, x,
                                     #{multiaddr => {127,0,0,1}, interface => 1}]),
    set(U6, {ipv6, drop_membership}, [#{multiaddr => {16#ff02,0,0,0,0,0,0,9}, interface => 1}]),
    set(U6, {ipv6, addrform}, [inet, x]),
    [set(T, O, [true]) || O <- [{socket, mark}, {socket, none}, {none, none}, {tcp, 1}, x, {socket, peercred}]],
    p(rcvbuf, [socket:setopt(T, {socket, rcvbuf}, 10000), socket:getopt(T, {socket, rcvbuf})]),
    [ok = socket:close(S) || S <- [T, U, U6]].

set(S, O, Values) ->
    [p({O, V}, {element_of(?TRY(socket:setopt(S, O, V))), ?TRY(socket:getopt(S, O))}) || V <- Values].

native() ->
    S = open({inet, stream, tcp}),
    Nodelay = {6, 1},
    p(set, [?TRY(socket:setopt_native(S, Nodelay, V)) || V <- [1, true, <<0:32>>, <<1:32/native>>, <<>>, x]]),
    p(set, [?TRY(socket:setopt_native(S, O, 1)) || O <- [{tcp, 1}, {tcp, nodelay}, {socket, 9}, {none, 1}, x, {otp, debug}, {1 bsl 40, 1}]]),
    p(get, [?TRY(socket:getopt_native(S, Nodelay, V)) || V <- [integer, boolean, 4, 2, 0, 100, <<0:32>>, <<>>, x]]),
    p(get, [?TRY(socket:getopt_native(S, O, integer)) || O <- [{tcp, 1}, {tcp, nodelay}, {socket, 9}, {none, 1}, x, {6, 4711}]]),
    p(four, [socket:setopt(S, tcp, 1, <<0:32>>), socket:getopt(S, tcp, {1, boolean}), socket:getopt(S, socket, keepalive)]),
    ok = socket:close(S).

own() ->
    S = open({inet, stream, tcp}),
    p(names, [{O, ?TRY(socket:getopt(S, {otp, O}))} || O <- [debug, iow, rcvbuf, rcvctrlbuf, sndctrlbuf, meta,
                                                          use_registry, domain, other, sndbuf]]),
    Sets = [{debug, false}, {debug, x}, {iow, true}, {iow, 1}, {rcvbuf, 100}, {rcvbuf, {2, 100}}, {rcvbuf, {0, 100}},
            {rcvbuf, default}, {rcvbuf, 0}, {rcvbuf, {3, default}}, {rcvbuf, x}, {rcvctrlbuf, 100},
            {rcvctrlbuf, default}, {rcvctrlbuf, -1}, {sndctrlbuf, 100}, {sndctrlbuf, x}, {meta, {any, "term"}},
            {use_registry, true}, {use_registry, false}],
    [p(O, {?TRY(socket:setopt(S, {otp, O}, V)), ?TRY(socket:getopt(S, {otp, O}))}) || {O, V} <- Sets],
    p(fd, [?TRY(socket:setopt(S, {otp, O}, 1)) || O <- [fd, domain]]),
    p(others, begin
                  Me = self(),
                  spawn(fun() -> Me ! [socket:setopt(S, {otp, meta}, 1), socket:getopt(S, {otp, meta})] end),
                  receive X -> X end
              end),
    p(commands, [?TRY(socket:debug(D)) || D <- [false, x]] ++ [?TRY(socket:use_registry(D)) || D <- [true, x]]),
    {ok, L} = socket:open(inet, stream, tcp, #{use_registry => false, debug => false}),
    p(unregistered, [lists:member(L, socket:which_sockets()), socket:getopt(L, otp, use_registry)]),
    ok = socket:close(L), ok = socket:close(S).

closed() ->
    S = open({inet, stream, tcp}),
    ok = socket:close(S),
    A = #{family => inet, addr => any},
    p(closed, [F() || F <- [fun() -> socket:setopt(S, {tcp, nodelay}, true) end,
                            fun() -> socket:getopt(S, {tcp, nodelay}) end,
                            fun() -> socket:getopt(S, {otp, rcvbuf}) end,
                            fun() -> socket:setopt(S, {otp, meta}, 1) end,
                            fun() -> socket:getopt_native(S, {6, 1}, 4) end,
                            fun() -> socket:setopt_native(S, {6, 1}, 4) end,
                            fun() -> socket:bind(S, A) end, fun() -> socket:listen(S) end,
                            fun() -> socket:connect(S, A) end, fun() -> socket:accept(S) end,
                            fun() -> socket:shutdown(S, read) end, fun() -> socket:peername(S) end,
                            fun() -> socket:sendto(S, "x", A) end, fun() -> socket:recvfrom(S) end,
                            fun() -> socket:sendmsg(S, #{iov => []}) end, fun() -> socket:recvmsg(S) end,
                            fun() -> socket:ioctl(S, gifconf) end,
                            fun() -> element(1, socket:cancel(S, {select_info, recv, make_ref()})) end]]).

interfaces() ->
    S = open({inet, dgram, udp}),
    {ok, All} = socket:ioctl(S, gifconf),
    p(gifconf, [I || #{name := "lo"} = I <- All]),
    p(name, [socket:ioctl(S, gifname, 1), socket:ioctl(S, gifname, 4711)]),
    [p(R, socket:ioctl(S, R, "lo")) || R <- [gifindex, gifaddr, gifnetmask, gifflags, gifbrdaddr, gifdstaddr, gifmap]],
    {ok, #{family := Family}} = socket:ioctl(S, gifhwaddr, "lo"),
    p(gifhwaddr, Family),
    p(mtu, element(1, socket:ioctl(S, gifmtu, "lo"))),
    p(txqlen, element(1, socket:ioctl(S, giftxqlen, "lo"))),
    p(unknown, [socket:ioctl(S, R, "none") || R <- [gifindex, gifaddr, gifmtu, gifflags]]),
    p(bad, [?TRY(element(1, {socket:ioctl(S, gifaddr, [x])})), ?TRY(socket:ioctl(S, 1 bsl 70)),
            ?TRY(prim_socket:ioctl(element(2, S), other)), prim_socket:ioctl(element(2, S), 1),
            prim_socket:ioctl(element(2, S), 1, "lo"), prim_socket:ioctl(element(2, S), 1, "lo", 1)]),
    p(set, [socket:ioctl(S, sifmtu, "none", 1500), ?TRY(socket:ioctl(S, sifflags, "none", #{up => true})),
            socket:ioctl(S, sifaddr, "none", #{family => inet, addr => {1,2,3,4}})]),
    ok = socket:close(S).

names() ->
    p(getaddrinfo, net:getaddrinfo("127.0.0.1")),
    p(getaddrinfo, net:getaddrinfo("127.0.0.1", "80")),
    p(getaddrinfo, net:getaddrinfo("::1", "80")),
    p(getaddrinfo, [?TRY(net:getaddrinfo(X, Y)) || {X, Y} <- [{"127.0.0.1", "no-such-service"}, {[x], undefined}]]),
    A = #{family => inet, addr => {127,0,0,1}, port => 80},
    p(getnameinfo, [?TRY(net:getnameinfo(A, F)) || F <- [[numerichost, numericserv], [numerichost, numericserv, dgram], [x], x]]),
    p(getnameinfo, [?TRY(net:getnameinfo(X)) || X <- [#{family => inet}, #{family => other}, x]]),
    {ok, Names} = net:if_names(),
    p(if_names, [N || {1, _} = N <- Names]),
    p(if_name2index, [?TRY(net:if_name2index(N)) || N <- ["lo", "none", "a-name-that-is-much-too-long", [x], x]]),
    p(if_index2name, [?TRY(net:if_index2name(N)) || N <- [1, 4711, -1, x]]),
    {ok, Addrs} = net:getifaddrs(),
    p(getifaddrs, [X || #{name := "lo", addr := #{family := inet}} = X <- Addrs]),
    {ok, L} = net:getifaddrs(packet),
    p(packet, [X || #{name := "lo"} = X <- L]),
    p(info, net:info()),
    p(command, [net:command({debug, false}), net:command(x)]),
    {ok, Host} = net:gethostname(),
    p(gethostname, is_list(Host)).
