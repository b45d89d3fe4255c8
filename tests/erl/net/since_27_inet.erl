%% since OTP 27
%% The driver of inet: options that OTP 26 and 27 have brought, and checksums of zlib.
-module(since_27_inet).
-export([main/0]).

main() ->
    shared(),
    [t:p({Packet, Ahead, left(Packet, Bytes, Ahead)}) || {Packet, Bytes} <- packets(), Ahead <- [true, false]],
    Long = binary:copy(<<"x">>, 70000),
    t:p(left(4, <<(byte_size(Long)):32, Long/binary>>, false)),
    Z = zlib:open(),
    ok = zlib:deflateInit(Z),
    t:p(zlib:deflateSetDictionary(Z, binary:copy(<<255>>, 16))).

%% Options about sharing a port, which all sockets have.
shared() ->
    Names = [reuseaddr, reuseport, reuseport_lb, exclusiveaddruse],
    [begin
         {ok, S} = Module:Function(0, [{reuseport, true}, {exclusiveaddruse, true}]),
         t:p(inet:getopts(S, Names)),
         ok = inet:setopts(S, [{reuseport_lb, false}, {read_ahead, false}]),
         t:p(inet:getopts(S, Names)),
         t:p(inet:getopts(S, [read_ahead])),
         {ok, Port} = inet:port(S),
         t:p(element(1, Module:Function(Port, [{reuseport, true}]))),
         Module:close(S)
     end || {Module, Function} <- [{gen_tcp, listen}, {gen_udp, open}]].

packets() ->
    [{1, <<3, "abc">>}, {2, <<0, 3, "abc">>}, {4, <<3:32, "abc">>},
     {sunrm, <<3:32, "abc">>}, {tpkt, <<3, 0, 7:16, "abc">>}, {fcgi, <<1, 1, 1:16, 3:16, 0, 0, "abc">>},
     {cdr, <<"GIOP", 1, 0, 0, 0, 3:32, "abc">>}, {asn1, <<16#30, 3, "abc">>},
     {asn1, <<16#3f, 16#81, 1, 16#81, 3, "abc">>}, {line, <<"abc\n">>}, {http_bin, <<"GET / HTTP/1.0\r\n">>},
     {raw, <<"abc">>}].

%% The bytes that the kernel still has when one of two packets has been read.
left(Packet, Bytes, Ahead) ->
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}, {packet, Packet},
                                 {read_ahead, Ahead}]),
    {ok, Port} = inet:port(L),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}, {sndbuf, 1 bsl 20}]),
    {ok, S} = gen_tcp:accept(L),
    ok = inet:setopts(S, [{recbuf, 1 bsl 20}, {buffer, 1460}]),
    ok = gen_tcp:send(C, [Bytes, Bytes, "end"]),
    ok = gen_tcp:shutdown(C, write),
    wait(S, 2 * byte_size(Bytes) + 3),
    {ok, First} = gen_tcp:recv(S, 0, 5000),
    Kernel = waiting(S),
    {ok, [{read_ahead, Ahead}]} = inet:getopts(S, [read_ahead]),
    [gen_tcp:close(X) || X <- [C, S, L]],
    {size_of(First), Kernel}.

size_of(First) when is_binary(First) -> byte_size(First);
size_of(First) -> First.

%% All of what was sent has arrived.
wait(S, Size) ->
    case waiting(S) of
        Size -> ok;
        _ -> erlang:yield(), wait(S, Size)
    end.

waiting(S) ->
    {ok, Fd} = inet:getfd(S),
    {ok, Dup} = socket:open(Fd, #{dup => true}),
    {ok, N} = socket:ioctl(Dup, nread),
    ok = socket:close(Dup),
    N.
