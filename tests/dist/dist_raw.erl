%% A peer that speaks the protocol byte by byte, and wrongly: `run(Node)` prints what a node answers, what it does, and
%% what it logs. The node writes its log to the file `there.log`.
-module(dist_raw).
-export([run/1, gets/1]).

run(Node) ->
    pong = net_adm:ping(Node),
    {Module, Code, File} = code:get_object_code(?MODULE),
    {module, Module} = rpc:call(Node, code, load_binary, [Module, File, Code]),
    [begin
         Result = try F(Node) catch Class:Reason:Stack -> {Class, Reason, Stack} end,
         io:format("~ts: ~tp~n", [Name, Result]),
         free(Node)
     end || {Name, F} <- handshakes()],
    ok = rpc:call(Node, logger_std_h, filesync, [default]),
    {ok, Log} = file:read_file("there.log"),
    io:format("the log:~n~ts~n", [plain(Log)]),
    [begin
         io:format("~ts: ~tp~n", [Name, frames(Node, Frames, End)]),
         free(Node)
     end || {End, All} <- [{ended_here, good_frames()}, {ended_there, bad_frames()}], {Name, Frames} <- All],
    ok.

%% Without times and pids.
plain(Log) ->
    lists:foldl(fun({Pattern, By}, Text) -> re:replace(Text, Pattern, By, [global, unicode, {return, binary}]) end, Log,
                [{"REPORT==== [^=]*===", "REPORT"}, {"<\\d+\\.\\d+\\.\\d+>", "PID"}, {"#Port<[0-9.]*>", "PORT"},
                 {"here[a-z_]*\\d*@", "here@"}, {"there[a-z_]*\\d*@", "there@"}, {"@\\w+", "@host"}, {"\n +", "\n  "}]).

%% The node knows nothing of the peer any more.
free(Node) -> free(Node, 500).
free(Node, 0) -> io:format("still there: ~p~n", [rpc:call(Node, erlang, nodes, [connected])]);
free(Node, N) ->
    case rpc:call(Node, erlang, nodes, [connected]) -- [node()] of
        [] -> ok;
        _ -> timer:sleep(20), free(Node, N - 1)
    end.

host(Node) -> lists:last(string:split(atom_to_list(Node), "@")).

raw_name(Node) -> "raw@" ++ host(Node).

flags() -> element(2, erts_internal:get_dflags()).

mandatory() -> element(3, erts_internal:get_dflags()).

connect(Node) ->
    [Name, Host] = string:split(atom_to_list(Node), "@"),
    {To, Port} = case init:get_argument(proto_dist) of
        {ok, [["local"]]} -> {{local, "socket_" ++ Name}, 0};
        _ -> {port, P, _} = erl_epmd:port_please(Name, Host), {Host, P}
    end,
    {ok, Socket} = gen_tcp:connect(To, Port, [binary, {packet, 2}, {active, false}]),
    Socket.

name(Flags, Name) -> <<$N, Flags:64, 77:32, (length(Name)):16, (list_to_binary(Name))/binary>>.

digest(Cookie, Challenge) -> erlang:md5([atom_to_list(Cookie), integer_to_list(Challenge)]).

recv(Socket) -> case gen_tcp:recv(Socket, 0, 20000) of {ok, Bytes} -> Bytes; {error, Why} -> Why end.

%% The handshake up to the challenge: what has been answered to the name, and the challenge.
begins(Node, Name) ->
    Socket = connect(Node),
    ok = gen_tcp:send(Socket, Name),
    case recv(Socket) of
        <<$s, Status/binary>> when Status =:= <<"ok">>; Status =:= <<"ok_simultaneous">> -> {Socket, Status, recv(Socket)};
        %% Its net_kernel has not heard yet of the end of the last connection.
        <<$s, "nok">> -> gen_tcp:close(Socket), timer:sleep(20), begins(Node, Name);
        <<$s, "named:", _/binary>> -> {Socket, <<"named">>, recv(Socket)};
        <<$s, Status/binary>> -> {Socket, Status, none};
        Other -> {Socket, Other, none}
    end.

connected(Node) -> connected(Node, name(flags() bor 1, raw_name(Node))).
connected(Node, Name) ->
    {Socket, <<"ok">>, <<$N, _:64, Challenge:32, _/binary>>} = begins(Node, Name),
    answers(Socket, Challenge, erlang:get_cookie()).

answers(Socket, Challenge, Cookie) ->
    ok = gen_tcp:send(Socket, <<$r, 4711:32, (digest(Cookie, Challenge))/binary>>),
    case recv(Socket) of
        <<$a, Digest/binary>> -> true = Digest =:= digest(Cookie, 4711), ok = inet:setopts(Socket, [{packet, 4}]), Socket;
        Other -> Other
    end.

handshakes() ->
    [{"all is right", fun right/1},
     {"another cookie", fun cookie/1},
     {"flags are missing", fun(Node) -> refused(Node, name(mandatory() band bnot (1 bsl 17), raw_name(Node))) end},
     {"no flags", fun(Node) -> refused(Node, name(0, raw_name(Node))) end},
     {"the mandatory flags only", fun(Node) -> port(connected(Node, name(mandatory(), raw_name(Node)))) end},
     {"an old name", fun(Node) -> refused(Node, <<$n, 5:16, (flags() band 16#ffffffff):32, (list_to_binary(raw_name(Node)))/binary>>) end},
     {"an old name without the flag", fun(Node) -> refused(Node, <<$n, 5:16, 16#37fd:32, (list_to_binary(raw_name(Node)))/binary>>) end},
     {"no name", fun(Node) -> refused(Node, name(flags(), "")) end},
     {"a name without a host", fun(Node) -> refused(Node, name(flags(), "raw")) end},
     {"a name with two", fun(Node) -> refused(Node, name(flags(), "raw@a@b")) end},
     {"the length of the name is wrong", fun(Node) -> refused(Node, <<$N, (flags()):64, 1:32, 200:16, "raw@x">>) end},
     {"a name is asked for", fun asked/1},
     {"another first byte", fun(Node) -> refused(Node, <<"GET / HTTP/1.0">>) end},
     {"nothing", fun(Node) -> refused(Node, <<>>) end},
     {"the end at once", fun(Node) -> gen_tcp:close(connect(Node)) end},
     {"the end before the answer", fun(Node) -> {S, <<"ok">>, _} = begins(Node, name(flags(), raw_name(Node))), gen_tcp:close(S) end},
     {"another answer", fun answer/1},
     {"silence", fun(Node) -> recv(connect(Node)) end},
     {"silence before the answer", fun(Node) -> {S, <<"ok">>, _} = begins(Node, name(flags(), raw_name(Node))), recv(S) end},
     {"twice the same name", fun twice/1},
     {"the same name, and the new one is meant", fun replaces/1}].

port(Socket) when is_port(Socket) -> gen_tcp:close(Socket), connected;
port(Other) -> Other.

right(Node) ->
    Socket = connected(Node),
    {knows(Node, list_to_atom(raw_name(Node)), 500), port(Socket)}.

%% Whether a node counts another one among those that it knows. It has answered before it does so.
knows(_, _, 0) -> false;
knows(Node, Other, Times) ->
    lists:member(Other, rpc:call(Node, erlang, nodes, [visible])) orelse
        begin timer:sleep(20), knows(Node, Other, Times - 1) end.

cookie(Node) ->
    {Socket, <<"ok">>, <<$N, _:64, Challenge:32, _/binary>>} = begins(Node, name(flags(), raw_name(Node))),
    answers(Socket, Challenge, other_cookie).

refused(Node, Name) ->
    {Socket, Status, Challenge} = begins(Node, Name),
    {Status, is_binary(Challenge) andalso binary:first(Challenge), is_binary(Challenge) orelse recv(Socket), gen_tcp:close(Socket)}.

asked(Node) ->
    Flags = flags() bor (1 bsl 33),
    {Socket, Status, <<$N, _:64, Challenge:32, _/binary>>} = begins(Node, name(Flags, host(Node))),
    {Status, port(answers(Socket, Challenge, erlang:get_cookie()))}.

answer(Node) ->
    {Socket, <<"ok">>, _} = begins(Node, name(flags(), raw_name(Node))),
    ok = gen_tcp:send(Socket, <<"something else">>),
    recv(Socket).

%% Whether a connection is still there when its other end has had time to close it: it has answered another one.
still(Socket) ->
    case gen_tcp:recv(Socket, 0, 100) of
        {ok, _} -> still(Socket);
        {error, timeout} -> gen_tcp:close(Socket), still_there;
        {error, Why} -> Why
    end.

twice(Node) ->
    First = connected(Node),
    {Second, Status, _} = begins(Node, name(flags(), raw_name(Node))),
    ok = gen_tcp:send(Second, <<$s, "false">>),
    {Status, recv(Second), still(First)}.

replaces(Node) ->
    First = connected(Node),
    {Second, Status, _} = begins(Node, name(flags() bor 1, raw_name(Node))),
    ok = gen_tcp:send(Second, <<$s, "true">>),
    case recv(Second) of
        <<$N, _:64, Challenge:32, _/binary>> ->
            New = answers(Second, Challenge, erlang:get_cookie()),
            {Status, still(First), port(New)};
        Other -> {Status, Other, port(First)}
    end.

%% What a process there gets of what is sent to it by its name.
gets(Parent) ->
    register(dist_raw, self()),
    Parent ! {self(), ready},
    gets(Parent, []).
gets(Parent, Got) ->
    receive {Parent, tell} -> Parent ! {self(), lists:reverse(Got)}; M -> gets(Parent, [M | Got]) end.

%% Sends frames, and ends the connection then, or waits until the node does so: what has come, and the end of the
%% connection.
frames(Node, Frames, Ends) ->
    Pid = spawn(Node, ?MODULE, gets, [self()]),
    receive {Pid, ready} -> ok end,
    Socket = connected(Node),
    All = Frames(from(Node)),
    {Whole, Rest} = case All of {part, W, R} -> {W, R}; _ -> {All, <<>>} end,
    %% The node may have ended the connection before the last one.
    _ = [gen_tcp:send(Socket, F) || F <- Whole],
    _ = inet:setopts(Socket, [{packet, 0}]),
    Rest =:= <<>> orelse gen_tcp:send(Socket, Rest),
    Ends =:= ended_here andalso gen_tcp:shutdown(Socket, write),
    End = closed(Socket),
    free(Node),
    Pid ! {self(), tell},
    Got = receive {Pid, G} -> [short(M) || M <- G] end,
    Monitor = monitor(process, Pid),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    {Got, End}.

short({large, Bytes}) -> {large, byte_size(Bytes)};
short(M) -> M.

closed(Socket) -> case gen_tcp:recv(Socket, 0, 20000) of {ok, _} -> closed(Socket); {error, Why} -> closed_is(Why) end.

%% Bytes that nobody has read any more make the difference.
closed_is(closed) -> closed;
closed_is(econnreset) -> closed;
closed_is(Why) -> Why.

%% A process of the peer.
from(Node) ->
    <<131, Name/binary>> = term_to_binary(list_to_atom(raw_name(Node))),
    <<88, Name/binary, 5:32, 0:32, 77:32>>.

term(T) -> <<131, Bytes/binary>> = term_to_binary(T), Bytes.

reg_send(From) -> reg_send(From, dist_raw).
reg_send(From, To) -> <<104, 4, 97, 6, From/binary, (term(''))/binary, (term(To))/binary>>.

whole(Control, Payload) -> <<131, 68, 0, Control/binary, Payload/binary>>.

first(Sequence, N, Control, Part) -> <<131, 69, Sequence:64, N:64, 0, Control/binary, Part/binary>>.

next(Sequence, N, Part) -> <<131, 70, Sequence:64, N:64, Part/binary>>.

cut(Bytes, At) -> split_binary(Bytes, At).

good_frames() ->
    Term = term({large, binary:copy(<<"large">>, 600)}),
    {A, Rest} = cut(Term, 1000),
    {B, C} = cut(Rest, 1000),
    Hello = term(hello),
    [{"a message", fun(From) -> [whole(reg_send(From), Hello)] end},
     {"ticks", fun(From) -> [<<>>, <<>>, whole(reg_send(From), Hello), <<>>] end},
     {"a message in fragments",
      fun(From) -> [first(9, 3, reg_send(From), A), next(9, 2, B), whole(reg_send(From), Hello), next(9, 1, C)] end},
     {"fragments of two senders",
      fun(From) -> [first(9, 3, reg_send(From), A), first(10, 3, reg_send(From), A), next(9, 2, B), next(10, 2, B),
                    next(10, 1, C), next(9, 1, C)] end},
     {"the end in the middle of fragments", fun(From) -> [first(9, 3, reg_send(From), A), next(9, 2, B)] end},
     {"the end in the middle of a fragment",
      fun(From) -> {part, [first(9, 3, reg_send(From), A)], <<2000:32, 131, 70, 9:64, 2:64, "abc">>} end},
     {"the end in the middle of a length", fun(From) -> {part, [whole(reg_send(From), Hello)], <<0, 0>>} end},
     {"a length and no more", fun(From) -> {part, [whole(reg_send(From), Hello)], <<16#7ffffff:32>>} end},
     {"to nobody", fun(From) -> [whole(reg_send(From, nobody_has_this_name), Hello), whole(reg_send(From), Hello)] end}].

bad_frames() ->
    Hello = term(hello),
    [{"bytes without a meaning", fun(From) -> [whole(reg_send(From), Hello), <<"something">>, whole(reg_send(From), Hello)] end},
     {"another version", fun(From) -> [<<130, 68, 0, (reg_send(From))/binary, Hello/binary>>] end},
     {"an operation that is none", fun(_) -> [whole(term({99, 1, 2}), Hello)] end},
     {"a control message that is no tuple", fun(_) -> [whole(term([6]), Hello)] end},
     {"a damaged control message", fun(_) -> [whole(<<104, 4, 97, 6, 250>>, Hello)] end},
     {"a damaged message", fun(From) -> [whole(reg_send(From), <<104, 200, 1>>)] end},
     {"no message", fun(From) -> [whole(reg_send(From), <<>>)] end},
     {"an atom that is in no cache", fun(From) -> [<<131, 68, 1, 0, 7, (reg_send(From))/binary, 82, 0>>] end}].
