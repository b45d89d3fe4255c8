%% A node of the installed OTP, and a connection to it for somebody who is no node: this module shakes hands with
%% its own node under another name, and hands frames on from there to a socket of whoever has started it, and back.
-module(stock).
-export([start/1]).

start([Own, Theirs, Flags]) ->
    register(echo, spawn(fun echo/0)),
    Us = connect(Own, 2),
    shake(Us, list_to_integer(Flags)),
    ok = inet:setopts(Us, [{packet, 4}]),
    Them = connect(Theirs, 4),
    relay(Us, Them).

connect(Port, Packet) ->
    Options = [binary, {packet, Packet}, {active, false}, {nodelay, true}],
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, list_to_integer(Port), Options),
    Socket.

%% As the node that connects.
shake(Socket, Flags) ->
    Name = <<"other@127.0.0.1">>,
    ok = gen_tcp:send(Socket, <<$N, Flags:64, 7:32, (byte_size(Name)):16, Name/binary>>),
    {ok, <<"sok">>} = gen_tcp:recv(Socket, 0),
    {ok, <<$N, _:64, Challenge:32, _/binary>>} = gen_tcp:recv(Socket, 0),
    Digest = erlang:md5([atom_to_list(erlang:get_cookie()), integer_to_list(Challenge)]),
    ok = gen_tcp:send(Socket, <<$r, 1:32, Digest/binary>>),
    {ok, <<$a, _:16/binary>>} = gen_tcp:recv(Socket, 0).

relay(Us, Them) ->
    [inet:setopts(S, [{active, true}]) || S <- [Us, Them]],
    relay_on(Us, Them).

relay_on(Us, Them) ->
    receive
        {tcp, Us, Frame} -> ok = gen_tcp:send(Them, Frame), relay_on(Us, Them);
        {tcp, Them, Frame} -> ok = gen_tcp:send(Us, Frame), relay_on(Us, Them);
        {tcp_closed, _} -> halt(0, [{flush, false}])
    end.

echo() ->
    receive
        {From, pid} -> From ! self();
        {From, Term} -> From ! {echo, Term}
    end,
    echo().
