%% maser only
%% vm: +S 4:4
%% Stress: processes are looked at from outside, by threads that are no schedulers, while they send, wait, collect,
%% hibernate, exit and are suspended, traced and asked. No message is lost or overtaken, and none of them stays asleep.
-module(looked_at).
-export([main/0, hibernated/1]).

main() ->
    {ok, _} = maser:dash(),
    #{port := Port, token := Token} = maser:dash(info),
    Lookers = [spawn_monitor(fun() -> look(connect(Port), Token, Path, 0) end)
               || Path <- ["/api/processes?limit=500&sort=memory", "/api/processes?limit=500", the_ring, the_ring]],
    ring(20, t:scale(3000)),
    t:p(ring),
    streams(8, t:scale(2000)),
    t:p(streams),
    short_lives(t:scale(2000)),
    t:p(short_lives),
    [P ! stop || {P, _} <- Lookers],
    t:p([receive {'DOWN', M, process, P, {looked, N}} -> N > 0 end || {P, M} <- Lookers]).

%% Asks for a view again and again, until it is told to stop.
look(S, Token, Path, N) ->
    receive
        stop -> exit({looked, N})
    after 0 ->
        ok
    end,
    Target = case Path of
                 the_ring -> "/api/process/" ++ pid_to_list(some_process(N));
                 _ -> Path
             end,
    Encoded = lists:append([case C of $< -> "%3C"; $> -> "%3E"; _ -> [C] end || C <- Target]),
    ok = gen_tcp:send(S, ["GET ", Encoded, " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ", Token, "\r\n\r\n"]),
    body(S),
    look(S, Token, Path, N + 1).

some_process(N) ->
    All = processes(),
    lists:nth(N rem length(All) + 1, All).

connect(Port) ->
    {ok, S} = gen_tcp:connect("localhost", Port, [binary, {packet, http_bin}, {active, false}]),
    S.

%% Reads an answer.
body(S) ->
    ok = inet:setopts(S, [{packet, http_bin}]),
    {ok, {http_response, _, _, _}} = gen_tcp:recv(S, 0),
    Length = header(S, 0),
    ok = inet:setopts(S, [{packet, raw}]),
    {ok, _} = gen_tcp:recv(S, Length).

header(S, Length) ->
    case gen_tcp:recv(S, 0) of
        {ok, {http_header, _, 'Content-Length', _, N}} -> header(S, binary_to_integer(N));
        {ok, {http_header, _, _, _, _}} -> header(S, Length);
        {ok, http_eoh} -> Length
    end.

%% A token goes round so often; each one that has it makes some garbage, and sometimes hibernates.
ring(Size, Rounds) ->
    Main = self(),
    First = spawn_link(fun() -> link_of(Main, 0) end),
    Last = lists:foldl(fun(N, Next) -> spawn_link(fun() -> link_of(Next, N) end) end, First, lists:seq(2, Size)),
    Last ! {round, Rounds, []},
    send_round(Last, Rounds).

send_round(_, 0) -> ok;
send_round(Last, _) ->
    receive
        {round, 1, _} -> ok;
        {round, N, Kept} -> Last ! {round, N - 1, Kept}, send_round(Last, N - 1)
    end.

link_of(Next, N) ->
    receive
        {round, R, Kept} ->
            Made = lists:sublist([{R, N, <<"text">>} | Kept], 30),
            put(last, Made),
            Next ! {round, R, Made},
            case (R + N) rem 97 of
                0 -> erlang:hibernate(?MODULE, hibernated, [{Next, N}]);
                1 -> garbage_collect(), link_of(Next, N);
                _ -> link_of(Next, N)
            end
    end.

hibernated({Next, N}) ->
    link_of(Next, N).

%% Numbered messages come in order, to receivers that are suspended and asked meanwhile.
streams(Count, Messages) ->
    Main = self(),
    Pairs = [begin
                 To = spawn_link(fun() -> in_order(1, Messages), Main ! {done, self()} end),
                 spawn_link(fun() -> [begin To ! {n, N}, ask(To, N) end || N <- lists:seq(1, Messages)] end),
                 To
             end || _ <- lists:seq(1, Count)],
    [receive {done, To} -> ok end || To <- Pairs].

ask(To, N) when N rem 50 =:= 0 ->
    case catch erlang:suspend_process(To) of
        true -> process_info(To, [messages, memory]), erlang:resume_process(To);
        _ -> gone
    end;
ask(To, N) when N rem 11 =:= 0 ->
    process_info(To, current_stacktrace);
ask(_, _) ->
    ok.

in_order(N, Last) when N > Last -> ok;
in_order(N, Last) -> receive {n, N} -> in_order(N + 1, Last) end.

%% Processes that sleep for a moment and end.
short_lives(Count) ->
    Pids = [spawn_monitor(fun() -> receive {end_it, R} -> exit(R) end end) || _ <- lists:seq(1, Count)],
    [P ! {end_it, N} || {N, {P, _}} <- lists:zip(lists:seq(1, Count), Pids)],
    [receive {'DOWN', M, process, P, N} -> ok end || {N, {P, M}} <- lists:zip(lists:seq(1, Count), Pids)].
