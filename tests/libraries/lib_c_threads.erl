%% A library in C (c/lib_c_threads.c) with threads of its own, which answer by messages, and with enif_select.
-module(lib_c_threads).
-export([main/0]).
-export([pool_new/1, pool_job/3, pool_stop/1, pool_downs/1, channels/1, channel_read/2, channel_write/2, channel_select/4,
         channel_select_custom/5, select_nothing/2, table_new/0, table_run/1, live/0, words/4]).

-define(NIF, erlang:nif_error(not_loaded)).

main() ->
    process_flag(trap_exit, false),
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    io:format("~p~n", [words(0, {0, a, 0, 0}, [0, 1, 0], #{0 => 0})]),
    pools(),
    pool_owners(),
    tables(),
    selects(),
    custom(),
    cancelled(),
    stopped(),
    failures(),
    ring(),
    bulk(),
    until(fun() -> live() == {0, 0, 0} end),
    io:format("~p~n", [live()]).

pools() ->
    Pool = pool_new(6),
    io:format("~p~n", [asked(Pool, echo, {a, [1 | 2], <<"b">>, #{c => self()}}) =:= {a, [1 | 2], <<"b">>, #{c => self()}}]),
    io:format("~p ~p~n", [asked(Pool, sum, "abc"), asked(Pool, sum, [<<0:80000>>, binary:copy(<<"x">>, 1000)])]),
    Terms = [1 bsl 100, fun lists:seq/2, make_ref(), self(), lists:seq(1, 2000), maps:from_list([{N, N} || N <- lists:seq(1, 100)]), <<3:5>>],
    io:format("~p~n", [[asked(Pool, external, T) =:= T || T <- Terms]]),
    register(me, self()),
    io:format("~p~n", [[asked(Pool, whereis, me) == self(), asked(Pool, whereis, nobody_here), asked(Pool, alive, self()), asked(Pool, alive, dead())]]),
    io:format("~p~n", [[asked(Pool, jobs, x), asked(Pool, type, x), asked(Pool, map, x), asked(Pool, none, x)]]),
    unregister(me),
    Port = open_port({spawn, "cat"}, [binary]),
    io:format("~p~n", [asked(Pool, port_alive, Port)]),
    port_close(Port),
    io:format("~p~n", [asked(Pool, port_alive, Port)]),
    %% Many processes at once.
    Asker = fun(N) ->
        Refs = [{pool_job(Pool, echo, {N, I, binary:copy(<<N>>, I)}), I} || I <- lists:seq(1, 100)],
        [receive {R, {N, I, B}} when byte_size(B) == I -> ok end || {R, I} <- Refs],
        exit(done)
    end,
    Ms = [spawn_monitor(fun() -> Asker(N) end) || N <- lists:seq(1, 20)],
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, Why} -> Why end || {P, M} <- Ms])]),
    %% Answers to processes that have ended are lost, and nothing else.
    [spawn(fun() -> pool_job(Pool, echo, self()) end) || _ <- lists:seq(1, 100)],
    io:format("~p~n", [asked(Pool, echo, after_them)]),
    {Threads, Done} = pool_stop(Pool),
    io:format("~p ~p ~p~n", [Threads, Done >= 2000 + 20, pool_stop(Pool)]),
    flush().

asked(Pool, Op, Data) ->
    R = pool_job(Pool, Op, Data),
    receive {R, Answer} -> Answer end.

dead() ->
    {P, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, process, P, _} -> P end.

%% A pool ends with its owner; threads monitor processes.
pool_owners() ->
    Self = self(),
    Owner = spawn(fun() -> Self ! {pool, pool_new(4)}, receive stop -> ok end end),
    Pool = receive {pool, P} -> P end,
    Pids = [spawn(fun() -> receive stop -> ok end end) || _ <- lists:seq(1, 10)],
    io:format("~p~n", [[asked(Pool, monitor, Pid) || Pid <- Pids]]),
    [exit(Pid, kill) || Pid <- Pids],
    until(fun() -> pool_downs(Pool) == 10 end),
    io:format("~p~n", [asked(Pool, echo, still_there)]),
    Owner ! stop,
    until(fun() -> pool_downs(Pool) == 11 end),
    io:format("~p ~p~n", [pool_stop(Pool), pool_downs(Pool)]),
    %% Pools that nobody stops.
    [spawn(fun() -> Q = pool_new(2), Self ! asked(Q, echo, N) end) || N <- lists:seq(1, 10)],
    io:format("~p~n", [lists:sort([receive N when is_integer(N) -> N end || _ <- lists:seq(1, 10)])]),
    flush().

tables() ->
    Table = table_new(),
    Self = self(),
    [spawn(fun() -> Self ! {run, table_run(Table)} end) || _ <- [1, 2]],
    io:format("~p~n", [lists:max([receive {run, N} -> N end || _ <- [1, 2]])]).

selects() ->
    [selects(Kind) || Kind <- [pipe, socketpair]].

selects(Kind) ->
    {R, W} = channels(Kind),
    Ref = make_ref(),
    io:format("~p ~p~n", [channel_read(R, 10), channel_select(R, [read], self, undefined)]),
    io:format("~p~n", [nothing()]),
    io:format("~p~n", [channel_write(W, [<<"one">>, <<"two">>, binary:copy(<<"3four">>, 20)])]),
    io:format("~p~n", [receive {select, R, undefined, Event} -> Event end]),
    %% Once only.
    io:format("~p~n", [nothing()]),
    io:format("~p~n", [channel_select(R, [read], self, Ref)]),
    io:format("~p~n", [receive {select, R, Ref, Event1} -> Event1 end]),
    io:format("~p ~p~n", [channel_read(R, 6), channel_read(R, 200)]),
    %% Until it is full.
    Full = fill(W, 0),
    Self = self(),
    Other = spawn_link(fun() -> receive {select, W, Ref, Event2} -> Self ! {told, Event2} end end),
    io:format("~p~n", [channel_select(W, [write], Other, Ref)]),
    io:format("~p~n", [nothing()]),
    io:format("~p~n", [byte_size(iolist_to_binary(recv(R, Full, []))) == Full]),
    io:format("~p~n", [receive {told, What} -> What end]),
    io:format("~p ~p~n", [channel_select(R, [read], self, Ref), channel_select(W, [stop], self, undefined)]),
    io:format("~p~n", [receive {select, R, Ref, Event3} -> {Event3, channel_read(R, 1)} end]),
    io:format("~p~n", [receive {stopped, S} -> S end]),
    io:format("~p~n", [channel_select(R, [stop], self, undefined)]),
    io:format("~p~n", [receive {stopped, S2} -> S2 end]),
    io:format("~p~n", [nothing()]).

fill(W, N) ->
    case channel_write(W, binary:copy(<<"x">>, 4096)) of
        {ok, K} -> fill(W, N + K);
        again -> N
    end.

%% Both directions of one descriptor, and messages of the library's own.
custom() ->
    {A, B} = channels(socketpair),
    io:format("~p~n", [channel_select_custom(A, [read], self, {mine, [1, 2.0, <<"x">>]}, given)]),
    io:format("~p~n", [channel_select_custom(A, [write], self, {mine, write}, copied)]),
    io:format("~p~n", [receive {mine, write} = M -> M end]),
    {ok, 1} = channel_write(B, <<"x">>),
    io:format("~p~n", [receive {given, M1} -> M1 end]),
    Self = self(),
    Teller = spawn_link(fun() -> receive Told -> Self ! {told, Told} end end),
    io:format("~p~n", [channel_select_custom(A, [read], Teller, to_another, copied)]),
    io:format("~p~n", [receive {told, T} -> T end]),
    %% Both at once, with a reference.
    {ok, <<"x">>} = channel_read(A, 10),
    R = make_ref(),
    io:format("~p~n", [channel_select(A, [read, write], self, R)]),
    io:format("~p~n", [receive {select, A, R, E} -> E end]),
    {ok, 1} = channel_write(B, <<"y">>),
    io:format("~p~n", [receive {select, A, R, E1} -> E1 end]),
    %% The later message takes the place of the earlier one.
    {ok, <<"y">>} = channel_read(A, 10),
    [] = channel_select_custom(A, [read], self, first, copied),
    [] = channel_select_custom(A, [read], self, second, given),
    {ok, 1} = channel_write(B, <<"z">>),
    io:format("~p ~p~n", [receive {given, M2} -> M2 end, nothing()]),
    stop([A, B]).

cancelled() ->
    {R, W} = channels(pipe),
    io:format("~p~n", [channel_select(R, [read, cancel], self, undefined)]),
    [] = channel_select(R, [read], self, undefined),
    io:format("~p~n", [channel_select(R, [read, cancel], self, undefined)]),
    {ok, 1} = channel_write(W, <<"x">>),
    io:format("~p~n", [nothing()]),
    io:format("~p~n", [channel_select(R, [read, write, error, cancel], self, undefined)]),
    {A, B} = channels(socketpair),
    [] = channel_select(A, [read], self, undefined),
    fill(A, 0),
    [] = channel_select(A, [write], self, undefined),
    io:format("~p~n", [channel_select(A, [read, write, cancel], self, undefined)]),
    io:format("~p~n", [nothing()]),
    %% One event is still waited for when the other is cancelled.
    [] = channel_select(A, [read, write], self, undefined),
    io:format("~p~n", [channel_select(A, [write, cancel], self, undefined)]),
    {ok, 1} = channel_write(B, <<"x">>),
    io:format("~p~n", [receive {select, A, undefined, E} -> E end]),
    stop([R, W, A, B]).

stop(Channels) ->
    [[stop] = channel_select(C, [stop], self, undefined) -- [read_cancelled] || C <- Channels],
    io:format("~p~n", [[receive {stopped, S} -> S end || _ <- Channels]]).

%% A channel whose owner ends is stopped; who waits for it is not told.
stopped() ->
    Self = self(),
    {_, _, _} = live(),
    Owner = spawn(fun() ->
        {R, W} = channels(pipe),
        [] = channel_select(R, [read], Self, undefined),
        Self ! {ends, R, W},
        receive stop -> ok end
    end),
    {R, W} = receive {ends, R0, W0} -> {R0, W0} end,
    io:format("~p~n", [channel_write(W, <<"x">>)]),
    io:format("~p~n", [receive {select, R, undefined, E} -> E end]),
    Owner ! stop,
    until(fun() -> element(2, live()) == 0 end),
    io:format("~p ~p ~p~n", [channel_read(R, 1), channel_write(W, <<"x">>), element(1, element(2, catch channel_write(W, ["x"])))]).

failures() ->
    {R, W} = channels(pipe),
    [] = channel_select(R, [read], self, undefined),
    io:format("~p~n", [channel_select(R, [stop], self, undefined)]),
    receive {stopped, true} -> ok end,
    io:format("~p ~p~n", [channel_read(R, 1), element(1, element(2, catch channel_read(make_ref(), 1)))]),
    io:format("~p~n", [channel_select(R, [read], self, undefined)]),
    io:format("~p ~p~n", [[select_nothing(W, Fd) || Fd <- [-1, 900, 16#7fffffff]], nothing()]),
    {F, G} = channels(file),
    io:format("~p ~p~n", [channel_select(F, [read], self, undefined), channel_select(G, [write], self, undefined)]),
    io:format("~p ~p~n", [receive {select, F, undefined, E1} -> E1 after 1000 -> none end, receive {select, G, undefined, E2} -> E2 after 1000 -> none end]),
    stop([F, G]),
    stop([W]).

%% A byte goes round through 50 pipes and processes, 20 times; and many of them at once.
ring() ->
    N = 50,
    Pairs = [channels(pipe) || _ <- lists:seq(1, N)],
    Readers = [R || {R, _} <- Pairs],
    [FirstWriter | Writers] = [W || {_, W} <- Pairs],
    Self = self(),
    Workers = [spawn_monitor(fun() -> pass(R, W, 20, Self) end) || {R, W} <- lists:zip(Readers, Writers ++ [FirstWriter])],
    {ok, 3} = channel_write(FirstWriter, <<"abc">>),
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, Why} -> Why end || {P, M} <- Workers])]),
    stop(Readers ++ [FirstWriter | Writers]).

pass(_, _, 0, _) -> exit(round);
pass(R, W, N, Self) ->
    [] = channel_select(R, [read], self, undefined),
    receive {select, R, undefined, ready_input} -> ok end,
    {ok, <<"abc">>} = read_all(R, <<>>),
    {ok, 3} = channel_write(W, <<"abc">>),
    pass(R, W, N - 1, Self).

read_all(R, Have) ->
    case channel_read(R, 3 - byte_size(Have)) of
        {ok, B} when byte_size(B) + byte_size(Have) == 3 -> {ok, <<Have/binary, B/binary>>};
        {ok, B} -> read_all(R, <<Have/binary, B/binary>>)
    end.

%% A megabyte through each of some pairs at the same time, in both directions.
bulk() ->
    Data = binary:copy(<<"0123456789abcdef">>, 65536 div 2),
    Md5 = erlang:md5(Data),
    Pairs = [channels(socketpair) || _ <- lists:seq(1, 8)],
    Ms = lists:append([[spawn_monitor(fun() -> send(X, Data), exit(sent) end),
                        spawn_monitor(fun() -> exit(erlang:md5(recv(Y, byte_size(Data), [])) == Md5) end)]
                       || {A, B} <- Pairs, {X, Y} <- [{A, B}, {B, A}]]),
    io:format("~p~n", [lists:sort([receive {'DOWN', M, process, P, Why} -> Why end || {P, M} <- Ms])]),
    stop([C || {A, B} <- Pairs, C <- [A, B]]).

send(_, <<>>) -> ok;
send(C, Data) ->
    case channel_write(C, Data) of
        {ok, N} -> <<_:N/binary, Rest/binary>> = Data, send(C, Rest);
        again ->
            R = make_ref(),
            [] = channel_select(C, [write], self(), R),
            receive {select, C, R, ready_output} -> send(C, Data) end
    end.

recv(_, 0, Parts) -> lists:reverse(Parts);
recv(C, N, Parts) ->
    case channel_read(C, 10000) of
        {ok, B} -> recv(C, N - byte_size(B), [B | Parts]);
        again ->
            R = make_ref(),
            [] = channel_select(C, [read], self(), R),
            receive {select, C, R, ready_input} -> recv(C, N, Parts) end
    end.

%% Whether nothing has come within a while.
nothing() -> receive M when element(1, M) =/= third -> M after 30 -> nothing end.

flush() -> receive {third, []} -> flush() after 0 -> ok end.

until(F) ->
    erlang:garbage_collect(),
    F() orelse begin erlang:yield(), until(F) end.

pool_new(_) -> ?NIF.
pool_job(_, _, _) -> ?NIF.
pool_stop(_) -> ?NIF.
pool_downs(_) -> ?NIF.
channels(_) -> ?NIF.
channel_read(_, _) -> ?NIF.
channel_write(_, _) -> ?NIF.
channel_select(_, _, _, _) -> ?NIF.
channel_select_custom(_, _, _, _, _) -> ?NIF.
select_nothing(_, _) -> ?NIF.
table_new() -> ?NIF.
table_run(_) -> ?NIF.
live() -> ?NIF.
words(_, _, _, _) -> ?NIF.
