%% Long packets, which are read into binaries of their own: all kinds, in pieces, with what the socket is told
%% meanwhile, and queued output that shares the sender's binaries.
-module(tcp_long).
-export([main/0]).

main() ->
    [t:show(io_lib:format("~p ~p ~p", [Type, N, Mode]), fun() -> whole(Type, N, Mode) end)
        || Type <- [1, 2, 4, sunrm, cdr, fcgi, tpkt, asn1, raw, line, http],
           N <- [1, 4095, 4096, 5000, 65000], Mode <- [passive, active, once]],
    t:show(huge, fun huge/0),
    t:show(taken_back, fun taken_back/0),
    t:show(other_kind, fun other_kind/0),
    t:show(as_list, fun as_list/0),
    t:show(with_header, fun with_header/0),
    t:show(smaller_limit, fun smaller_limit/0),
    t:show(cut_off, fun cut_off/0),
    t:show(unread, fun unread/0),
    t:show(false_claim, fun false_claim/0),
    t:show(counted, fun counted/0),
    t:show(queued, fun queued/0),
    t:show(queued_appended, fun queued_appended/0).

pair(Opts) -> pair(Opts, [binary, {active, false}]).
pair(Opts, Other) ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}}, binary, {active, false} | Opts]),
    {ok, Port} = inet:port(L),
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, [{nodelay, true} | Other]),
    {ok, S} = gen_tcp:accept(L),
    ok = gen_tcp:close(L),
    {C, S}.

bytes(N) -> << <<(I * 7 + I bsr 8)>> || I <- lists:seq(1, N) >>.

%% A packet with N bytes in it, and what comes of it.
packet(1, N) -> M = min(N, 255), {<<M, (bytes(M))/binary>>, bytes(M)};
packet(2, N) -> {<<N:16, (bytes(N))/binary>>, bytes(N)};
packet(4, N) -> {<<N:32, (bytes(N))/binary>>, bytes(N)};
packet(raw, N) -> {bytes(N + 1), bytes(N + 1)};
packet(sunrm, N) -> same(<<1:1, N:31, (bytes(N))/binary>>);
packet(cdr, N) -> same(<<"GIOP", 1, 0, 1, 0, N:32/little, (bytes(N))/binary>>);
packet(fcgi, N) -> M = max(N - 200, 0), W = <<1, 2, 3:16, M:16, 200, 0, (bytes(M))/binary>>, {<<W/binary, 0:1600>>, W};
packet(tpkt, N) -> same(<<3, 0, (N + 4):16, (bytes(N))/binary>>);
packet(asn1, N) -> same(<<16#30, 16#83, N:24, (bytes(N))/binary>>);
packet(line, N) -> same(<< <<(max(B, 32))>> || <<B>> <= <<(bytes(N))/binary, 10>>, B =/= 10 orelse true >>);
packet(http, N) -> same(<<"GET /", (binary:copy(<<"x">>, N))/binary, " HTTP/1.0\r\n">>).

same(Bytes) -> {Bytes, Bytes}.

%% Three packets, in three pieces each but the last.
whole(Type, N, Mode) when Type =:= line; Type =:= http -> lines(Type, N, Mode);
whole(Type, N, Mode) ->
    {C, S} = pair([{packet, Type}]),
    {Bytes, What} = packet(Type, N),
    Me = self(),
    Sender = spawn_link(fun() ->
        Two = <<Bytes/binary, Bytes/binary>>,
        Third = byte_size(Two) div 3,
        <<A:Third/binary, B:Third/binary, Rest/binary>> = Two,
        [begin ok = gen_tcp:send(C, X), receive after 1 -> ok end end || X <- [A, B, Rest, Bytes]],
        Me ! sent, receive stop -> ok end
    end),
    Got = case {Type, Mode} of
        {raw, passive} -> [get(S, Mode, byte_size(Bytes)) || _ <- [1, 2, 3]];
        {raw, _} -> all(S, Mode, 3 * byte_size(Bytes));
        _ -> [get(S, Mode, 0) || _ <- [1, 2, 3]]
    end,
    receive sent -> ok end,
    Sender ! stop, gen_tcp:close(S), gen_tcp:close(C),
    case {Type, Mode} of
        {raw, M} when M =/= passive -> iolist_to_binary(Got) =:= binary:copy(What, 3);
        _ -> [G =:= What || G <- Got]
    end.

lines(Type, N, Mode) ->
    {C, S} = pair([{packet, Type}, {buffer, 100000}]),
    {Bytes, _} = case Type of line -> same(<<(binary:copy(<<"y">>, N))/binary, "\n">>); http -> packet(http, N) end,
    <<A:(byte_size(Bytes) div 2)/binary, B/binary>> = Bytes,
    ok = gen_tcp:send(C, A), receive after 1 -> ok end, ok = gen_tcp:send(C, B),
    Got = get(S, Mode, 0),
    gen_tcp:close(S), gen_tcp:close(C),
    case Got of
        {http_request, 'GET', {abs_path, P}, {1, 0}} -> length(P) =:= N + 1;
        _ -> Got =:= Bytes
    end.

%% In as many pieces as the kernel makes of it.
all(_, _, 0) -> [];
all(S, Mode, Left) -> D = get(S, Mode, 0), [D | all(S, Mode, Left - byte_size(D))].

get(S, passive, N) -> {ok, B} = gen_tcp:recv(S, N, 5000), B;
get(S, once, _) -> ok = inet:setopts(S, [{active, once}]), message(S);
get(S, active, _) -> ok = inet:setopts(S, [{active, true}]), message(S).

message(S) -> receive {T, S, D} when T =:= tcp; T =:= http -> D; {tcp_error, S, E} -> E after 5000 -> nothing end.

send_later(C, D) -> spawn_link(fun() -> ok = gen_tcp:send(C, D) end).

huge() ->
    {C, S} = pair([{packet, 4}]),
    D = binary:copy(bytes(1000), 40000),
    send_later(C, [<<(byte_size(D)):32>>, D]),
    {ok, Got} = gen_tcp:recv(S, 0),
    [gen_tcp:close(X) || X <- [C, S]],
    Got =:= D.

%% A large `recv` that ends too early leaves all where it was.
taken_back() ->
    {C, S} = pair([]),
    D = bytes(9000),
    ok = gen_tcp:send(C, D),
    T = gen_tcp:recv(S, 10000, 50),
    {ok, A} = gen_tcp:recv(S, 4),
    T2 = gen_tcp:recv(S, 10000, 50),
    ok = gen_tcp:send(C, D),
    {ok, B} = gen_tcp:recv(S, 17000, 5000),
    R = gen_tcp:recv(S, 0),
    [gen_tcp:close(X) || X <- [C, S]],
    {T, T2, <<A/binary, B/binary>> =:= binary:part(<<D/binary, D/binary>>, 0, 17004), byte_size(element(2, R))}.

%% In the middle of a packet, its kind changes: the header is there again.
other_kind() ->
    {C, S} = pair([{packet, 4}]),
    D = bytes(9000),
    ok = gen_tcp:send(C, [<<10000:32>>, D]),
    T = gen_tcp:recv(S, 0, 50),
    ok = inet:setopts(S, [{packet, raw}]),
    {ok, Raw} = gen_tcp:recv(S, 104),
    ok = inet:setopts(S, [{packet, 4}]),
    [gen_tcp:close(X) || X <- [C, S]],
    {T, Raw =:= <<10000:32, (binary:part(D, 0, 100))/binary>>}.

as_list() ->
    {C, S} = pair([{packet, 4}]),
    D = bytes(9000),
    ok = gen_tcp:send(C, [<<9001:32>>, D]),
    T = gen_tcp:recv(S, 0, 50),
    ok = inet:setopts(S, [list]),
    ok = gen_tcp:send(C, "x"),
    {ok, L} = gen_tcp:recv(S, 0),
    [gen_tcp:close(X) || X <- [C, S]],
    {T, L =:= binary_to_list(D) ++ "x"}.

with_header() ->
    {C, S} = pair([{packet, 4}]),
    D = bytes(9000),
    ok = gen_tcp:send(C, [<<9001:32>>, D]),
    T = gen_tcp:recv(S, 0, 50),
    ok = inet:setopts(S, [{header, 2}]),
    ok = gen_tcp:send(C, "x"),
    {ok, [A, B | R]} = gen_tcp:recv(S, 0),
    [gen_tcp:close(X) || X <- [C, S]],
    {T, <<A, B, R/binary>> =:= <<D/binary, "x">>}.

smaller_limit() ->
    {C, S} = pair([{packet, 4}]),
    ok = gen_tcp:send(C, [<<9001:32>>, bytes(9000)]),
    T = gen_tcp:recv(S, 0, 50),
    ok = inet:setopts(S, [{packet_size, 9000}]),
    ok = gen_tcp:send(C, "x"),
    R = gen_tcp:recv(S, 0, 1000),
    [gen_tcp:close(X) || X <- [C, S]],
    {T, R}.

%% The end in the middle of a packet.
cut_off() ->
    [begin
        {C, S} = pair([{packet, 4}]),
        ok = gen_tcp:send(C, [<<100000:32>>, bytes(N)]),
        ok = gen_tcp:close(C),
        R = gen_tcp:recv(S, 0),
        gen_tcp:close(S),
        {N, R}
     end || N <- [0, 1, 4096, 50000, 99999]].

%% What is put back comes first.
unread() ->
    {C, S} = pair([{packet, 4}]),
    ok = gen_tcp:send(C, [<<9001:32>>, bytes(9000)]),
    T = gen_tcp:recv(S, 0, 50),
    ok = gen_tcp:unrecv(S, <<3:32, "abc">>),
    R = gen_tcp:recv(S, 0),
    ok = gen_tcp:send(C, "x"),
    {ok, L} = gen_tcp:recv(S, 0),
    [gen_tcp:close(X) || X <- [C, S]],
    {T, R, L =:= <<(bytes(9000))/binary, "x">>}.

%% Lengths that are claimed take no memory.
false_claim() ->
    Before = erlang:memory(binary),
    Pairs = [begin
        {C, S} = pair([{packet, 4}, {active, true}]),
        ok = gen_tcp:send(C, [<<(1 bsl 31 - 100):32>>, bytes(5000)]),
        {C, S}
     end || _ <- lists:seq(1, 20)],
    R = [gen_tcp:recv(S, 0, 20) || {_, S} <- Pairs],
    Claimed = erlang:memory(binary) - Before,
    [begin gen_tcp:close(C), gen_tcp:close(S) end || {C, S} <- Pairs],
    {lists:usort(R), Claimed < case erlang:system_info(emu_flavor) of maser -> 1 bsl 30; _ -> 1 bsl 40 end}.

counted() ->
    {C, S} = pair([{packet, 4}, {active, 2}]),
    [ok = gen_tcp:send(C, [<<9000:32>>, bytes(9000)]) || _ <- [1, 2]],
    A = message(S), B = message(S),
    P = receive {tcp_passive, S} -> passive after 1000 -> nothing end,
    {ok, [{recv_oct, O}, {recv_cnt, N}]} = inet:getstat(S, [recv_oct, recv_cnt]),
    [gen_tcp:close(X) || X <- [C, S]],
    {A =:= bytes(9000), A =:= B, P, O, N}.

%% More than the kernel takes: the rest waits, and so does what is sent after it.
queued() ->
    {C, S} = pair([], [binary, {active, false}, {high_watermark, 100000000}, {packet, 2}]),
    D = [[bytes(60000), bytes(100), [[B] || B <- "some"], binary:part(bytes(3000), 7, 2000)] || _ <- [1]],
    ok = inet:setopts(C, [{packet, 4}]),
    [ok = gen_tcp:send(C, D) || _ <- lists:seq(1, 300)],
    garbage_collect(),
    ok = inet:setopts(S, [{packet, 4}]),
    All = iolist_to_binary(D),
    Got = [begin {ok, G} = gen_tcp:recv(S, 0, 5000), G =:= All end || _ <- lists:seq(1, 300)],
    [gen_tcp:close(X) || X <- [C, S]],
    lists:usort(Got).

%% The sender's binary grows while it is queued.
queued_appended() ->
    {C, S} = pair([], [binary, {active, false}, {high_watermark, 100000000}]),
    Grown = lists:foldl(fun(I, Acc) ->
        New = <<Acc/binary, (bytes(500 + I rem 3))/binary>>,
        ok = gen_tcp:send(C, New),
        New
    end, <<(bytes(2000))/binary>>, lists:seq(1, 200)),
    Sizes = lists:foldl(fun(I, [H | _] = All) -> [H + 500 + I rem 3 | All] end, [2000], lists:seq(1, 200)),
    R = [begin {ok, G} = gen_tcp:recv(S, N, 5000), G =:= binary:part(Grown, 0, N) end || N <- tl(lists:reverse(Sizes))],
    [gen_tcp:close(X) || X <- [C, S]],
    lists:usort(R).
