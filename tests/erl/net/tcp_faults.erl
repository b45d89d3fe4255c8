%% Connections that break: resets at every step, ends of one direction, queues that nobody reads, owners that die.
%% What everybody hears, and that nothing is left.
%% vm: +S 2:2
-module(tcp_faults).
-export([main/0]).

main() ->
    [group(Name, F) || {Name, F} <- [{resets, fun resets/0}, {reset_of_sender, fun reset_of_sender/0},
                                     {reset_while_closing, fun reset_while_closing/0},
                                     {half_close, fun half_close/0}, {half_open, fun half_open/0},
                                     {slow_reader, fun slow_reader/0}, {owner_dies, fun owner_dies/0},
                                     {handing_over, fun handing_over/0}, {recv_and_close, fun recv_and_close/0},
                                     {send_and_close, fun send_and_close/0}, {accept_and_close, fun accept_and_close/0}]].

%% Runs one group in a process of its own, which leaves nothing.
group(Name, F) ->
    Before = {length(erlang:ports()), fds()},
    {Pid, Ref} = spawn_monitor(F),
    receive {'DOWN', Ref, process, Pid, Why} -> p(end_of, {Name, Why}) end,
    p(left, left(Before, 100)).

left(Before, N) ->
    case {length(erlang:ports()), fds()} of
        {Ports, Fds} when Ports =< element(1, Before), Fds =< element(2, Before) -> nothing;
        Now when N =:= 0 -> {Before, Now};
        _ -> receive after 20 -> left(Before, N - 1) end
    end.

fds() -> {ok, L} = file:list_dir("/proc/self/fd"), length(L).

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).

listen(Opts) ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127,0,0,1}}, binary, {active, false} | Opts]),
    {ok, Port} = inet:port(L),
    {L, Port}.

connect(Port, Opts) ->
    {ok, C} = gen_tcp:connect({127,0,0,1}, Port, [binary, {active, false}, {nodelay, true} | Opts]),
    C.

pair(ListenOpts, ConnectOpts) ->
    {L, Port} = listen(ListenOpts),
    C = connect(Port, ConnectOpts),
    {ok, S} = gen_tcp:accept(L),
    ok = gen_tcp:close(L),
    {C, S}.

reset(S) ->
    ok = inet:setopts(S, [{linger, {true, 0}}]),
    gen_tcp:close(S).

close(Sockets) -> [gen_tcp:close(S) || S <- Sockets], ok.

%% What has come from a socket up to its end, or up to nothing for a while.
messages(S) -> messages(S, 1000).
messages(S, T) ->
    receive
        {tcp_closed, S} -> [tcp_closed];
        {tcp_error, S, E} -> [E | messages(S, T)];
        {tcp, S, D} -> [byte_size(D) | messages(S, 100)]
    after T -> []
    end.

options() -> [{A, Show, Exit} || A <- [false, true, once], Show <- [false, true], Exit <- [true, false]].

opts({Active, Show, Exit}) -> [{active, Active}, {show_econnreset, Show}, {exit_on_close, Exit}].

%% How reading goes on after an end.
reads(S, {false, _, _}) -> [gen_tcp:recv(S, 0, 1000), gen_tcp:recv(S, 0, 1000)];
reads(S, _) -> [messages(S), messages(S, 10)].

after_all(S) ->
    R = [gen_tcp:send(S, "x"), gen_tcp:send(S, "y"), gen_tcp:shutdown(S, write), inet:setopts(S, [{active, false}]),
         gen_tcp:recv(S, 0, 0)],
    close([S]),
    R.

resets() ->
    [begin
        p(Step, O),
        p(reads, step(Step, O))
     end || Step <- [before_accept, after_accept, waiting, after_data, in_packet, after_our_close, after_our_shutdown,
                     after_their_shutdown], O <- options()].

%% Before `accept`: the connection is there all the same, and its end.
step(before_accept, O) ->
    {L, Port} = listen([]),
    C = connect(Port, []),
    reset(C),
    case gen_tcp:accept(L, 1000) of
        {ok, S} ->
            R0 = inet:setopts(S, opts(O)),
            R = reads(S, O),
            close([L]),
            {R0, R, after_all(S)};
        Error -> close([L]), Error
    end;
step(after_accept, O) ->
    {C, S} = pair([{show_econnreset, element(2, O)}, {exit_on_close, element(3, O)}], []),
    reset(C),
    R0 = inet:setopts(S, opts(O)),
    {R0, reads(S, O), after_all(S)};
step(waiting, O) ->
    {C, S} = pair(opts(O), []),
    Me = self(),
    Pid = spawn_link(fun() ->
        receive go -> ok end,
        R = reads(S, O),
        Me ! {self(), R, after_all(S)}
    end),
    ok = gen_tcp:controlling_process(S, Pid),
    Pid ! go,
    case O of
        {false, _, _} -> waits(Pid);
        _ -> ok
    end,
    reset(C),
    receive {Pid, R, A} -> {R, A} end;
step(after_data, O) ->
    {C, S} = pair([], []),
    ok = gen_tcp:send(C, "some data"),
    {ok, <<"so">>} = gen_tcp:recv(S, 2),
    reset(C),
    R0 = inet:setopts(S, opts(O)),
    {R0, reads(S, O), after_all(S)};
step(in_packet, O) ->
    {C, S} = pair([{packet, 4}], []),
    ok = gen_tcp:send(C, <<100:32, "the beginning">>),
    T = gen_tcp:recv(S, 0, 20),
    reset(C),
    R0 = inet:setopts(S, opts(O)),
    {T, R0, reads(S, O), after_all(S)};
step(after_our_close, _) ->
    {C, S} = pair([], []),
    ok = gen_tcp:send(S, "not read"),
    ok = gen_tcp:close(S),
    reset(C),
    [gen_tcp:recv(S, 0), gen_tcp:send(S, "x")];
step(after_our_shutdown, O) ->
    {C, S} = pair([], []),
    ok = gen_tcp:shutdown(S, write),
    {error, closed} = gen_tcp:recv(C, 0),
    reset(C),
    R0 = inet:setopts(S, opts(O)),
    {R0, reads(S, O), after_all(S)};
step(after_their_shutdown, O) ->
    {C, S} = pair([{exit_on_close, false}, {show_econnreset, element(2, O)}], []),
    ok = gen_tcp:shutdown(C, write),
    {error, closed} = gen_tcp:recv(S, 0),
    reset(C),
    R0 = inet:setopts(S, opts(O)),
    {R0, reads(S, O), after_all(S)}.

waits(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), waits(Pid)
    end.

%% Sends until it is told to wait, or until the end.
pump(S, D, N) ->
    case gen_tcp:send(S, D) of
        ok when N > 0 -> pump(S, D, N - 1);
        ok -> enough;
        Error -> Error
    end.

%% A sender with a full buffer.
reset_of_sender() ->
    [begin
        {C, S} = pair(opts(O) ++ [{sndbuf, 4096}, {packet, P}], [{recbuf, 4096}]),
        Me = self(),
        D = binary:copy(<<1>>, 100000),
        Pid = spawn_link(fun() ->
            receive go -> ok end,
            R = pump(S, D, 100),
            Me ! {self(), R, case O of {false, _, _} -> recv; _ -> messages(S) end, after_all(S)}
        end),
        ok = gen_tcp:controlling_process(S, Pid),
        Pid ! go,
        queued(S),
        reset(C),
        receive {Pid, R, M, A} -> p({O, P}, {R, M, A}) end
     end || O <- options(), P <- [0, 4]].

queued(S) ->
    case inet:getstat(S, [send_pend]) of
        {ok, [{send_pend, N}]} when N > 8192 -> ok;
        _ -> receive after 1 -> queued(S) end
    end.

%% `close` with queued output, which the other side does not want.
reset_while_closing() ->
    [begin
        {C, S} = pair([{sndbuf, 4096}, {high_watermark, 1000000}, {linger, Linger}], [{recbuf, 4096}]),
        [ok = gen_tcp:send(S, binary:copy(<<1>>, 100000)) || _ <- [1, 2]],
        M = monitor(port, S),
        Me = self(),
        Closer = spawn_link(fun() -> Me ! {closed, gen_tcp:close(S)} end),
        receive after 20 -> ok end,
        case End of
            reset -> reset(C);
            close -> gen_tcp:close(C);
            read -> spawn_link(fun() -> Me ! {read, drain(C, 0)} end)
        end,
        R = receive {closed, Z} -> Z after 5000 -> {stuck, process_info(Closer, current_stacktrace)} end,
        receive {'DOWN', M, port, S, Why} -> p({Linger, End}, {R, Why}) after 5000 -> p({Linger, End}, stuck) end,
        End =:= read andalso receive {read, N} -> p(read, N) end,
        close([C])
     end || Linger <- [{false, 0}, {true, 10}], End <- [reset, close, read]].

drain(C, N) ->
    case gen_tcp:recv(C, 0, 5000) of
        {ok, B} -> drain(C, N + byte_size(B));
        {error, closed} -> N;
        E -> {E, N}
    end.

%% Each direction ends for itself.
half_close() ->
    [begin
        {C, S} = pair([{exit_on_close, Exit}], [{exit_on_close, Exit}]),
        ok = gen_tcp:send(C, "last words"),
        R1 = gen_tcp:shutdown(C, How),
        R2 = [gen_tcp:send(C, "more"), gen_tcp:recv(S, 10, 200), gen_tcp:recv(S, 0, 200)],
        R3 = gen_tcp:send(S, "answer"),
        R4 = gen_tcp:recv(C, 0, 200),
        R5 = gen_tcp:shutdown(S, write),
        R6 = [gen_tcp:recv(C, 0, 200), gen_tcp:send(S, "x"), gen_tcp:shutdown(C, read), gen_tcp:shutdown(C, read_write)],
        p({Exit, How}, [R1, R2, R3, R4, R5, R6]),
        close([C, S])
     end || Exit <- [true, false], How <- [write, read_write]],
    %% With much queued, the end comes after it.
    {C, S} = pair([], [{sndbuf, 4096}, {high_watermark, 10000000}]),
    [ok = gen_tcp:send(C, binary:copy(<<1>>, 100000)) || _ <- [1, 2, 3]],
    p(queued, [gen_tcp:shutdown(C, write), drain(S, 0)]),
    close([C, S]),
    {C2, S2} = pair([{exit_on_close, false}], [{sndbuf, 4096}, {high_watermark, 10000000}]),
    [ok = gen_tcp:send(C2, binary:copy(<<1>>, 100000)) || _ <- [1, 2, 3]],
    p(queued, [gen_tcp:shutdown(C2, write), drain(S2, 0), gen_tcp:send(S2, "back"), gen_tcp:recv(C2, 0, 1000)]),
    close([C2, S2]).

%% Nobody takes the connection: it takes as long as one waits.
half_open() ->
    {L, Port} = listen([{backlog, 1}]),
    Open = fill(Port, 5),
    T0 = erlang:monotonic_time(millisecond),
    R = gen_tcp:connect({127,0,0,1}, Port, [], 100),
    T1 = erlang:monotonic_time(millisecond),
    p(late, {R, T1 - T0 >= 100, length(Open) < 5}),
    close(Open),
    close([L]),
    p(refused, gen_tcp:connect({127,0,0,1}, Port, [], 1000)).

fill(_, 0) -> [];
fill(Port, N) ->
    case gen_tcp:connect({127,0,0,1}, Port, [], 100) of
        {ok, S} -> [S | fill(Port, N - 1)];
        {error, timeout} -> []
    end.

slow_reader() ->
    D = binary:copy(<<1>>, 50000),
    %% Marks: what does not fit into the kernel's buffers is queued; then senders wait.
    [begin
        {C, S} = pair([{sndbuf, 4096}, {high_watermark, 20000}, {low_watermark, 10000}, {send_timeout, 50},
                       {send_timeout_close, Close}, {delay_send, Delay}, {active, Active}], [{recbuf, 4096}]),
        R = pump(S, D, 1000),
        A = gen_tcp:send(S, "x"),
        Mark = case inet:getstat(S, [send_pend]) of {ok, [{send_pend, N}]} -> N > 20000; E -> E end,
        B = element(1, gen_tcp:recv(S, 0, 0)),
        p({marks, Close, Delay, Active}, {R, A, Mark, B, Active =:= false orelse messages(S, 10)}),
        Drained = spawn_monitor(fun() -> receive go -> ok end, exit({read, drain(C, 0) > 0}) end),
        ok = gen_tcp:controlling_process(C, element(1, Drained)),
        element(1, Drained) ! go,
        Close orelse p(goes_on, goes_on(S, 100)),
        close([S]),
        receive {'DOWN', _, process, _, Why} -> p(drained, Why) end
     end || Close <- [false, true], Delay <- [false, true], Active <- [false, true]],
    %% Several senders wait; all go on when somebody reads.
    {C, S} = pair([{sndbuf, 4096}, {packet, 4}], [{recbuf, 4096}, {packet, 4}]),
    Ps = [spawn_monitor(fun() -> exit([gen_tcp:send(S, <<I, D/binary>>) || _ <- [1, 2, 3]]) end) || I <- lists:seq(1, 10)],
    queued(S),
    Got = [begin {ok, <<I, D2/binary>>} = gen_tcp:recv(C, 0, 5000), D2 =:= D andalso I end || _ <- lists:seq(1, 30)],
    p(several, [receive {'DOWN', M, process, _, Why} -> Why end || {_, M} <- Ps]),
    p(all, lists:sort(Got) =:= lists:sort([I || I <- lists:seq(1, 10), _ <- [1, 2, 3]])),
    close([C, S]),
    nosuspend(),
    [closed_while_sending(How) || How <- [port_close, exit, kill]].

%% The port is closed at once, while a sender waits and nobody reads: the sender hears of it.
closed_while_sending(How) ->
    {C, S} = pair([{sndbuf, 4096}, {packet, 4}], [{recbuf, 4096}]),
    {Sender, M} = spawn_monitor(fun() -> exit(pump(S, binary:copy(<<1>>, 100000), 100)) end),
    queued(S),
    waits(Sender),
    unlink(S),
    case How of
        port_close -> true = port_close(S);
        exit -> true = exit(S, bye);
        kill -> true = exit(S, kill)
    end,
    receive {'DOWN', M, process, _, Why} -> p({How, sender}, Why) after 5000 -> p({How, sender}, stuck) end,
    reset(C).

goes_on(_, 0) -> never;
goes_on(S, N) ->
    case gen_tcp:send(S, "x") of
        ok -> ok;
        {error, timeout} -> goes_on(S, N - 1);
        E -> E
    end.

nosuspend() ->
    {C, S} = pair([{sndbuf, 4096}], [{recbuf, 4096}]),
    Blocked = spawn(fun() -> pump(S, binary:copy(<<1>>, 100000), 100) end),
    M = monitor(process, Blocked),
    queued(S),
    waits(Blocked),
    p(nosuspend, [erlang:port_command(S, "x", [nosuspend]), erlang:port_info(S, queue_size) =/= {queue_size, 0}]),
    reset(C),
    receive {'DOWN', M, process, _, Why} -> p(blocked, Why) end,
    close([S]).

%% The owner goes while its output is queued: the rest is still sent, unless it is killed.
owner_dies() ->
    [begin
        {L, Port} = listen([{sndbuf, 4096}, {high_watermark, 1000000}]),
        {Owner, M} = spawn_monitor(fun() ->
            {ok, S} = gen_tcp:accept(L),
            [ok = gen_tcp:send(S, binary:copy(<<1>>, 100000)) || _ <- [1, 2, 3]],
            exit(case How of killed -> receive after infinity -> ok end; _ -> How end)
        end),
        C = connect(Port, [{recbuf, 4096}]),
        How =:= killed andalso begin waits_long(Owner), exit(Owner, kill) end,
        receive {'DOWN', M, process, Owner, Why} -> p(owner, Why) end,
        p(read, drain(C, 0)),
        close([C, L])
     end || How <- [normal, error, killed]].

waits_long(Pid) ->
    case process_info(Pid, current_function) of
        {current_function, {?MODULE, _, _}} -> waits(Pid);
        _ -> receive after 5 -> waits_long(Pid) end
    end.

%% A socket changes hands while data comes: nothing is lost and nothing changes places.
handing_over() ->
    p(in_order, lists:usort([hand_over(N) || N <- lists:seq(1, 30)])),
    {C, S} = pair([], []),
    Me = self(),
    Stranger = spawn_link(fun() -> Me ! {self(), gen_tcp:controlling_process(S, self())} end),
    receive {Stranger, R} -> p(stranger, R) end,
    {Dead, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> ok end,
    p(dead, gen_tcp:controlling_process(S, Dead)),
    close([S]),
    p(closed, gen_tcp:controlling_process(S, self())),
    close([C]).

hand_over(N) ->
    {C, S} = pair([{packet, 2}, {active, case N rem 3 of 0 -> true; 1 -> once; 2 -> 3 end}], [{packet, 2}]),
    Me = self(),
    spawn_link(fun() -> [gen_tcp:send(C, <<I:32>>) || I <- lists:seq(1, 300)], Me ! sent, receive stop -> ok end end),
    Pid = spawn_link(fun() -> receive {take, S} -> Me ! {self(), take(S, 1)} end end),
    receive after N rem 4 -> ok end,
    Got = take_some(S, 1),
    ok = gen_tcp:controlling_process(S, Pid),
    Pid ! {first, Got},
    Pid ! {take, S},
    R = receive {Pid, X} -> X after 10000 -> {stuck, process_info(Pid, messages)} end,
    receive sent -> ok end,
    close([C, S]),
    R.

take_some(S, I) ->
    receive
        {tcp, S, <<I:32>>} -> inet:setopts(S, [{active, once}]), take_some(S, I + 1);
        {tcp_passive, S} -> inet:setopts(S, [{active, once}]), take_some(S, I)
    after 0 -> I
    end.

take(S, 1) -> receive {first, I} -> inet:setopts(S, [{active, once}]), take(S, I, once) end.
take(_, 301, _) -> ok;
take(S, I, once) ->
    receive
        {tcp, S, <<I:32>>} -> inet:setopts(S, [{active, once}]), take(S, I + 1, once);
        {tcp_passive, S} -> inet:setopts(S, [{active, once}]), take(S, I, once);
        Other -> {wrong, I, Other}
    after 5000 -> {stuck, I}
    end.

%% Two at once, one of which closes: each ends, in one of the ways that there are.
race(N, Ways, F, G) ->
    Rs = [begin
        {C, S} = pair([], []),
        {A, M} = spawn_monitor(fun() -> exit({result, F(S)}) end),
        spin(I rem 50 * 40),
        G(S, C),
        R = receive {'DOWN', M, process, A, {result, X}} -> X after 5000 -> {stuck, process_info(A)} end,
        close([S, C]),
        R
     end || I <- lists:seq(1, N)],
    lists:usort(Rs) -- Ways.

spin(0) -> ok;
spin(N) -> spin(N - 1).

recv_and_close() ->
    Ways = [{error, closed}, {error, timeout}, {error, einval}],
    p(local, race(200, Ways, fun(S) -> gen_tcp:recv(S, 0, 1) end, fun(S, _) -> gen_tcp:close(S) end)),
    p(infinite, race(200, Ways -- [{error, timeout}], fun(S) -> gen_tcp:recv(S, 0) end, fun(S, _) -> gen_tcp:close(S) end)),
    p(remote, race(200, Ways -- [{error, einval}], fun(S) -> gen_tcp:recv(S, 0, 1) end, fun(_, C) -> gen_tcp:close(C) end)),
    p(reset, race(200, Ways -- [{error, einval}], fun(S) -> gen_tcp:recv(S, 0, 1) end, fun(_, C) -> reset(C) end)),
    p(shutdown, race(200, Ways -- [{error, einval}], fun(S) -> gen_tcp:recv(S, 0, 1) end,
                     fun(_, C) -> gen_tcp:shutdown(C, write) end)).

send_and_close() ->
    D = binary:copy(<<1>>, 100000),
    Ways = [{error, closed}, {error, einval}],
    %% What the kernel takes without a reader: with more in the queue to close is to wait.
    p(local, race(100, [enough | Ways], fun(S) -> pump(S, D, 10) end, fun(S, _) -> gen_tcp:close(S) end)),
    p(remote, race(100, Ways, fun(S) -> pump(S, D, 1000) end, fun(_, C) -> gen_tcp:close(C) end)),
    p(reset, race(100, Ways, fun(S) -> pump(S, D, 1000) end, fun(_, C) -> reset(C) end)).

accept_and_close() ->
    Rs = [begin
        {L, Port} = listen([]),
        Ps = [spawn_monitor(fun() ->
            case gen_tcp:accept(L, T) of
                {ok, S} -> gen_tcp:close(S), exit(accepted);
                {error, E} -> exit(E)
            end
        end) || T <- [0, 1, infinity]],
        C = I rem 2 =:= 0 andalso gen_tcp:connect({127,0,0,1}, Port, [], 1000),
        spin(I rem 20 * 40),
        gen_tcp:close(L),
        R = [receive {'DOWN', M, process, _, Why} -> Why after 5000 -> stuck end || {_, M} <- Ps],
        case C of {ok, Sock} -> gen_tcp:close(Sock); _ -> ok end,
        R
     end || I <- lists:seq(1, 100)],
    p(accept, lists:usort(lists:append(Rs)) -- [accepted, closed, einval, timeout]).
