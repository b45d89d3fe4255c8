%% Sending files: whole, parts, behind what is queued, to a slow reader, and to nobody.
-module(tcp_files).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun run/0),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("end: ~p~n", [Why]) end.

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

run() ->
    Name = "maser_tcp_files_" ++ os:getpid(),
    Data = binary:copy(<<"0123456789abcdef">>, 200000),
    ok = file:write_file(Name, Data),
    {ok, F} = file:open(Name, [read, raw, binary]),
    sent("whole", Data, fun(S) -> file:sendfile(Name, S) end),
    sent("part", binary:part(Data, 16, 100), fun(S) -> file:sendfile(F, S, 16, 100, []) end),
    sent("too much", binary:part(Data, 3199990, 10), fun(S) -> file:sendfile(F, S, 3199990, 1000, []) end),
    sent("behind", <<"first ", Data/binary, " last">>,
         fun(S) -> ok = gen_tcp:send(S, "first "), R = file:sendfile(F, S, 0, 0, []), ok = gen_tcp:send(S, " last"), R end),
    sent("behind much", <<Data/binary, Data/binary>>,
         fun(S) -> ok = gen_tcp:send(S, Data), file:sendfile(F, S, 0, 0, []) end),
    {C, S} = pair(),
    gen_tcp:close(S),
    receive after 20 -> ok end,
    p(nobody, try_some(fun() -> file:sendfile(F, C, 0, 0, []) end, 10)),
    p(closed, file:sendfile(F, S, 0, 10, [])),
    file:close(F),
    file:delete(Name).

%% The first may still go into the void.
try_some(_, 0) -> never;
try_some(F, N) ->
    case F() of
        {ok, _} -> try_some(F, N - 1);
        E -> E
    end.

pair() ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}}, binary, {active, false}]),
    {ok, Port} = inet:port(L),
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, [binary, {active, false}]),
    {ok, S} = gen_tcp:accept(L),
    ok = gen_tcp:close(L),
    {C, S}.

sent(Label, Expected, Send) ->
    {C, S} = pair(),
    Me = self(),
    spawn_link(fun() -> receive after 30 -> ok end, Me ! {got, all(S, [])} end),
    R = Send(C),
    ok = gen_tcp:close(C),
    p(list_to_atom(Label), {R, receive {got, B} -> {byte_size(B), B =:= Expected} after 10000 -> nothing end}).

all(S, Acc) ->
    case gen_tcp:recv(S, 0) of
        {ok, D} -> all(S, [Acc, D]);
        {error, closed} -> iolist_to_binary(Acc)
    end.
