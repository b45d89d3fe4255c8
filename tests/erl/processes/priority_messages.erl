%% Messages with priority come before all others, in order among themselves: sends and exits through aliases
%% that have it, ends of links and monitors that were made so.
%% since OTP 28
-module(priority_messages).
-export([main/0]).

main() ->
    [t:show(Name, fun() -> alone(F) end) || {Name, F} <- cases()].

%% In a process of its own, which begins without messages.
alone(F) ->
    {Pid, Ref} = spawn_monitor(fun() -> process_flag(trap_exit, true), exit({result, t:result(F)}) end),
    receive
        {'DOWN', Ref, process, Pid, {result, R}} -> R;
        {'DOWN', Ref, process, Pid, R} -> {ended, R}
    after 20000 -> {stuck, process_info(Pid, [messages, current_stacktrace])}
    end.

cases() ->
    [{"order", fun order/0}, {"who has priority", fun who/0}, {"names", fun names/0}, {"one reply", fun one_reply/0},
     {"unalias", fun unaliases/0}, {"exits", fun exits/0}, {"exits that end", fun exits_that_end/0},
     {"exits of itself", fun of_itself/0}, {"exits to nobody", fun to_nobody/0}, {"links", fun links/0},
     {"links again", fun links_again/0}, {"linked to nobody", fun linked_to_nobody/0}, {"ports", fun ports/0},
     {"monitors", fun monitors/0}, {"aliases of monitors", fun monitor_aliases/0}, {"flush", fun flushed/0},
     {"spawned", fun spawned/0}, {"requested", fun requested/0}, {"options", fun options/0},
     {"a search goes on", fun goes_on/0}, {"a search in turns", fun in_turns/0}, {"markers", fun markers/0},
     {"markers and calls", fun calls/0}, {"off the heap", fun off_heap/0}, {"suspended", fun suspended/0},
     {"hibernating", fun hibernating/0}, {"many", fun many/0}, {"from the middle", fun from_the_middle/0},
     {"timeouts", fun timeouts/0}, {"large", fun large/0}, {"sequential tracing", fun sequential/0},
     {"tracing", fun tracing/0}, {"one sender", fun one_sender/0}].

first(To, M) -> ok = erlang:send(To, M, [priority]).

%% The messages as process_info tells them, and as they are taken.
got() ->
    {messages, L} = process_info(self(), messages),
    {message_queue_len, N} = process_info(self(), message_queue_len),
    L = t:flush(),
    N = length(L),
    L.

%% Has another process do something; it has ended when this returns.
other(F) ->
    Me = self(),
    Ref = make_ref(),
    Pid = spawn(fun() -> F(), Me ! {Ref, done} end),
    receive {Ref, done} -> Pid end.

order() ->
    A = alias([priority]), Me = self(),
    self() ! a, first(A, b), self() ! c, first(A, d), A ! e,
    Own = got(),
    other(fun() -> Me ! a, first(A, b), Me ! c, first(A, d), A ! e end),
    {Own, got()}.

who() ->
    P = alias([priority]), A = alias(),
    self() ! a, first(A, plain_alias), first(self(), pid), P ! no_option, erlang:send(P, other_options, [nosuspend, noconnect]),
    erlang:send(P, both, [nosuspend, priority, priority]),
    got().

names() ->
    register(?MODULE, self()),
    self() ! a, first(?MODULE, b), first({?MODULE, node()}, c), ok = erlang:send({nobody_here, node()}, d, [priority]),
    Bad = t:result(fun() -> erlang:send(nobody_here, x, [priority]) end),
    unregister(?MODULE),
    {Bad, got()}.

one_reply() ->
    A = alias([reply, priority]), B = alias([priority, explicit_unalias, reply]),
    self() ! a, first(A, b), first(A, c), A ! d, B ! e, first(B, f),
    Own = {unalias(A), unalias(B), got()},
    C = alias([reply, priority]), D = alias([priority, reply]), Me = self(),
    other(fun() -> Me ! a, first(C, b), first(C, c), C ! d, D ! e, first(D, f) end),
    {Own, got(), unalias(C), unalias(D)}.

unaliases() ->
    A = alias([priority]),
    self() ! a, other(fun() -> first(A, b) end), true = unalias(A), first(A, c), A ! d, false = unalias(A),
    got().

exits() ->
    A = alias([priority]), P = alias(), R = alias([reply, priority]), Me = self(),
    Pid = other(fun() ->
                        Me ! a, exit(Me, pid), erlang:exit(A, alias, []), erlang:exit(A, first, [priority]), erlang:exit(P, plain, [priority]),
                        erlang:exit(Me, pid_first, [priority]), erlang:exit(A, normal, [priority]), erlang:exit(R, reply, [priority]), first(R, r)
                end),
    {[case M of {'EXIT', Pid, Why} -> {exit, Why}; _ -> M end || M <- got()], unalias(R)}.

exits_that_end() ->
    [begin
         Me = self(),
         {Pid, Ref} = spawn_monitor(fun() -> process_flag(trap_exit, Trap), Me ! alias([priority]), receive M -> exit({got, M}) end end),
         A = receive T when is_reference(T) -> T end,
         erlang:exit(A, Why, [priority]), Pid ! usual,
         receive
             {'DOWN', Ref, process, Pid, {got, {'EXIT', Me, R}}} -> {Why, Trap, exit, R};
             {'DOWN', Ref, process, Pid, R} -> {Why, Trap, R}
         end
     end || Why <- [kill, normal, why], Trap <- [true, false]].

of_itself() ->
    A = alias([priority]),
    self() ! a, true = erlang:exit(A, why, [priority]), true = erlang:exit(self(), other, [priority]), true = erlang:exit(A, normal, []),
    Trapped = [case M of {'EXIT', P, Why} when P =:= self() -> {exit, Why}; _ -> M end || M <- got()],
    process_flag(trap_exit, false),
    true = erlang:exit(A, normal, [priority]),
    {Trapped, got()}.

to_nobody() ->
    A = alias([priority]), unalias(A),
    [erlang:exit(make_ref(), why, [priority]), erlang:exit(A, why, [priority]), exit(A, why), exit(make_ref(), why),
     t:result(fun() -> erlang:exit(atom, why, [priority]) end), t:result(fun() -> erlang:exit(self(), why, [other]) end),
     t:result(fun() -> erlang:exit(self(), why, [priority | x]) end), got()].

waits() -> spawn(fun() -> receive {exit, Why} -> exit(Why) end end).

%% Ends processes, one after the other.
ends(Pids) ->
    [begin
         Ref = monitor(process, Pid),
         Pid ! {exit, N},
         receive {'DOWN', Ref, process, Pid, _} -> ok end
     end || {N, Pid} <- lists:enumerate(Pids)].

exits_of(Pids, Messages) ->
    [case M of
         {'EXIT', Pid, Why} -> {exit, pos(Pid, Pids), Why};
         {Tag, _, Kind, Pid, Why} -> {Tag, Kind, pos(Pid, Pids), Why};
         _ -> M
     end || M <- Messages].

pos(Pid, Pids) -> proplists:get_value(Pid, [{P, N} || {N, P} <- lists:enumerate(Pids)]).

links() ->
    Pids = [A, B, C, D] = [waits() || _ <- lists:seq(1, 4)],
    self() ! a, link(A), erlang:link(B, [priority]), erlang:link(C, []), erlang:link(D, [priority]),
    ends(Pids),
    exits_of(Pids, got()).

links_again() ->
    Pids = [A, B, C, D, E] = [waits() || _ <- lists:seq(1, 5)],
    self() ! a,
    erlang:link(A, [priority]), link(A),
    link(B), erlang:link(B, [priority]),
    erlang:link(C, [priority]), erlang:link(C, [priority]),
    erlang:link(D, [priority]), unlink(D), link(D),
    link(E), unlink(E), erlang:link(E, [priority]),
    ends(Pids),
    exits_of(Pids, got()).

linked_to_nobody() ->
    Pid = other(fun() -> ok end), Ref = monitor(process, Pid),
    receive {'DOWN', Ref, _, _, _} -> ok end,
    self() ! a, erlang:link(Pid, [priority]), link(Pid),
    Trapped = exits_of([Pid], got()),
    process_flag(trap_exit, false),
    {Trapped, t:result(fun() -> erlang:link(Pid, [priority]) end), got()}.

ports() ->
    Port = open_port({spawn, "cat"}, []), unlink(Port),
    self() ! a, erlang:link(Port, [priority]), Ref = monitor(port, Port, [priority]),
    erlang:exit(Port, why, [priority]),
    receive {'DOWN', R, port, Port, Why} when R =:= Ref -> {Why, [case M of {'EXIT', Port, W} -> {exit, W}; _ -> M end || M <- got()]} end.

monitors() ->
    Pids = [A, B, C, D] = [waits() || _ <- lists:seq(1, 4)],
    self() ! a, monitor(process, A), monitor(process, B, [priority]), monitor(process, C, [{tag, tagged}, priority]),
    monitor(process, D, [priority, {alias, demonitor}]), monitor(process, self(), [priority]),
    ends(Pids),
    First = exits_of(Pids, got()),
    self() ! a, monitor(process, A, [priority]), monitor(process, nobody_here, [priority]),
    arrived(3),
    {First, t:sorted([{pos(P, Pids), Why} || {'DOWN', _, process, P, Why} <- got()])}.

arrived(N) ->
    case process_info(self(), message_queue_len) of
        {_, N} -> ok;
        _ -> erlang:yield(), arrived(N)
    end.

%% A monitor's alias has no priority, whatever its messages have.
monitor_aliases() ->
    [begin
         A = waits(), Ref = monitor(process, A, [{alias, Kind}, priority]),
         self() ! a, first(Ref, b), ends([A]), first(Ref, c), erlang:exit(Ref, d, [priority]), self() ! e,
         {Kind, exits_of([A], [case M of {'EXIT', _, W} -> {exits, W}; _ -> M end || M <- got()]), unalias(Ref)}
     end || Kind <- [explicit_unalias, demonitor, reply_demonitor]].

flushed() ->
    A = waits(), B = waits(),
    self() ! a, Ref = monitor(process, A, [priority]), Other = monitor(process, B, [priority]), self() ! b,
    ends([A, B]),
    Info = demonitor(Ref, [flush, info]),
    Left = exits_of([A, B], element(2, process_info(self(), messages))),
    {Info, demonitor(Other, [flush]), Left, got()}.

spawned() ->
    F = fun() -> receive {exit, Why} -> exit(Why) end end,
    A = spawn_opt(F, [{link, [priority]}]), B = spawn_opt(F, [link]), C = spawn_opt(F, [{link, []}]),
    {D, _} = spawn_opt(F, [{monitor, [priority, {tag, tagged}]}]),
    {E, _} = spawn_opt(F, [{link, [priority]}, link, {monitor, [priority]}, monitor]),
    G = spawn_opt(F, [link, {link, [priority]}]),
    Pids = [A, B, C, D, E, G],
    self() ! a, ends(Pids),
    {exits_of(Pids, got()), [t:result(fun() -> spawn_opt(F, [O]) end) || O <- [{link, [other]}, {link, priority}, {monitor, [other]}, {link, [priority | x]}]]}.

requested() ->
    F = fun() -> receive {exit, Why} -> exit(Why) end end,
    Ask = fun(Options) -> Ref = spawn_request(F, Options), receive {spawn_reply, Ref, ok, Pid} -> Pid; {spawn_reply, Ref, error, Why} -> Why end end,
    Pids = [Ask([{link, [priority]}]), Ask([link]), Ask([{monitor, [priority]}]), Ask([monitor])],
    self() ! a, self() ! b, Last = Ask([{monitor, [priority]}, {link, [priority]}]),
    ends(Pids ++ [Last]),
    {exits_of(Pids ++ [Last], got()), Ask([{link, [other]}])}.

options() ->
    [t:result(F) || F <- [fun() -> alias([other]) end, fun() -> alias([priority | x]) end, fun() -> erlang:send(self(), a, [other]) end,
                          fun() -> erlang:send(self(), a, [priority | x]) end, fun() -> erlang:link(self(), [other]) end,
                          fun() -> erlang:link(self(), priority) end, fun() -> erlang:link(self(), [priority]) end, fun() -> erlang:link(atom, [priority]) end,
                          fun() -> monitor(process, self(), [other]) end, fun() -> monitor(process, self(), [{alias, priority}]) end]].

%% A receive that has looked at messages and waits looks at those that come with priority, and no others before.
goes_on() ->
    A = alias([priority]), Me = self(),
    [self() ! {n, N} || N <- lists:seq(1, 5)],
    first(A, {first, 0}),
    spawn(fun() -> wait_for(Me), first(A, {first, 1}), wait_for(Me), first(A, {first, 2}), Me ! last, first(A, {first, 3}) end),
    put(seen, []),
    Last = receive last -> last end,
    {Last, got()}.

wait_for(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), wait_for(Pid)
    end.

in_turns() ->
    A = alias([priority]), Me = self(),
    [self() ! {n, N} || N <- lists:seq(1, 20000)],
    spawn(fun() -> [begin first(A, {first, N}), erlang:yield() end || N <- lists:seq(1, 100)], wait_for(Me), first(A, {wanted, 1}), Me ! {wanted, 2} end),
    Wanted = [receive {wanted, N} -> N end || _ <- [1, 2]],
    L = got(),
    {Wanted, [N || {first, N} <- L] =:= lists:seq(1, 100), [N || {n, N} <- L] =:= lists:seq(1, 20000), length(L)}.

markers() ->
    A = alias([priority]),
    [self() ! {n, N} || N <- lists:seq(1, 10)],
    Ref = make_ref(),
    first(A, before), first(A, [{deep, #{key => {Ref, 1}}}]), first(A, {Ref, 2}), self() ! {Ref, 3},
    Two = receive {Ref, X} -> X end,
    Three = receive {Ref, Y} -> Y end,
    first(A, {Ref, 4}), self() ! {Ref, 5},
    Four = receive {Ref, Z} -> Z end,
    Five = receive {Ref, V} -> V end,
    {[Two, Three, Four, Five], length(got())}.

calls() ->
    Server = spawn_link(fun Loop() -> receive {Ref, To, X} -> first(To, {Ref, X}), To ! {Ref, X}, Loop() end end),
    A = alias([priority]),
    [self() ! {n, N} || N <- lists:seq(1, 5000)],
    Sum = lists:sum([begin
                         Ref = monitor(process, Server),
                         Server ! {Ref, A, N},
                         receive {Ref, M} -> receive {Ref, M} -> demonitor(Ref, [flush]), M end; {'DOWN', Ref, _, _, W} -> W end
                     end || N <- lists:seq(1, 5000)]),
    unlink(Server), exit(Server, kill),
    {Sum, length(got())}.

off_heap() ->
    process_flag(message_queue_data, off_heap),
    R = order(),
    A = alias([priority]),
    self() ! {a, lists:seq(1, 100)}, first(A, {b, lists:seq(1, 100)}),
    process_flag(message_queue_data, on_heap), garbage_collect(),
    {R, [{T, length(L)} || {T, L} <- got()]}.

suspended() ->
    Me = self(),
    Pid = spawn_link(fun() -> Me ! alias([priority]), receive go -> Me ! {took, got()} end end),
    A = receive R when is_reference(R) -> R end,
    wait_for(Pid),
    erlang:suspend_process(Pid),
    Pid ! a, first(A, b), Pid ! {c, [x]}, first(A, {d, [x]}), Pid ! e,
    Info = process_info(Pid, [message_queue_len, messages]),
    erlang:resume_process(Pid),
    wait_for(Pid), Again = process_info(Pid, messages),
    first(A, f), Pid ! go,
    receive {took, L} -> {Info, Again, L} end.

hibernating() ->
    Me = self(),
    Pid = spawn_link(fun() -> Me ! alias([priority]), erlang:hibernate(erlang, apply, [fun() -> receive go -> Me ! {took, got()} end end, []]) end),
    A = receive R when is_reference(R) -> R end,
    wait_for(Pid),
    Pid ! a, first(A, b), garbage_collect(Pid), Pid ! c, first(A, d), garbage_collect(Pid), first(A, go),
    receive {took, L} -> L end.

many() ->
    A = alias([priority]), Me = self(),
    [spawn(fun() ->
                   [case N rem 3 of 0 -> first(A, {S, first, N}); _ -> Me ! {S, usual, N} end || N <- lists:seq(1, 3000)],
                   Me ! {S, done}
           end) || S <- [1, 2, 3]],
    [receive {S, done} -> ok end || S <- [1, 2, 3]],
    {First, Usual} = lists:splitwith(fun({_, K, _}) -> K =:= first end, got()),
    {length(First), length(Usual), [[N || {S, _, N} <- Half, S =:= T] =:= [N || N <- lists:seq(1, 3000), (N rem 3 =:= 0) =:= Is] || {Half, Is} <- [{First, true}, {Usual, false}], T <- [1, 2, 3]]}.

from_the_middle() ->
    A = alias([priority]),
    [begin self() ! {usual, N}, first(A, {first, N}) end || N <- lists:seq(1, 300)],
    [receive {K, N} -> ok end || N <- lists:seq(300, 1, -7), K <- [usual, first]],
    [receive {first, N} -> ok end || N <- lists:seq(1, 300), (300 - N) rem 7 =/= 0, N rem 2 =:= 0],
    first(A, {first, 301}), self() ! {usual, 301}, first(A, {first, 302}),
    L = got(),
    {Before, After} = lists:splitwith(fun({K, _}) -> K =:= first end, L),
    {lists:last(Before), lists:last(After), length(Before), length(After), Before =:= lists:sort(Before), After =:= lists:sort(After)}.

timeouts() ->
    A = alias([priority]),
    [self() ! N || N <- lists:seq(1, 10)],
    {Pid, Ref} = spawn_monitor(fun() -> receive after 10 -> first(A, no) end, receive after 10 -> first(A, no) end end),
    T = receive yes -> yes after 100 -> timeout end,
    receive {'DOWN', Ref, process, Pid, normal} -> ok end,
    first(A, yes),
    {T, receive yes -> yes after 0 -> timeout end, got()}.

large() ->
    A = alias([priority]), Me = self(),
    other(fun() -> Me ! {a, lists:seq(1, 10000)}, first(A, {b, lists:seq(1, 10000), binary:copy(<<"x">>, 100000)}), first(A, {c, lists:seq(1, 5)}) end),
    garbage_collect(),
    [{element(1, M), erlang:phash2(M)} || M <- got()].

sequential() ->
    A = alias([priority]), Me = self(),
    other(fun() ->
                  seq_trace:set_token(label, one), first(A, with), seq_trace:set_token([]), Me ! without,
                  seq_trace:set_token(label, two), Me ! usual_with, seq_trace:set_token(label, three), first(A, with_too), erlang:exit(A, why, [priority])
          end),
    seq_trace:set_token([]),
    [receive M -> {case M of {'EXIT', _, W} -> W; _ -> M end, case seq_trace:get_token(label) of {label, Label} -> Label; T -> T end} end || _ <- lists:seq(1, 5)].

tracing() ->
    A = alias([priority]), Me = self(),
    erlang:trace(Me, true, ['receive', {tracer, Tracer = spawn_link(fun() -> collect([]) end)}]),
    Pid = other(fun() -> Me ! a, first(A, b), erlang:exit(A, c, [priority]), erlang:trace(self(), true, [send, {tracer, Tracer}]), first(A, d), erlang:trace(self(), false, [all]) end),
    erlang:trace(Me, false, [all]),
    Ref = erlang:trace_delivered(all),
    receive {trace_delivered, all, Ref} -> ok end,
    unlink(Tracer),
    L = got(),
    Tracer ! {give, Me},
    receive {traced, Told} -> {[event(T, Pid, Me, A) || T <- Told], [case M of {'EXIT', Pid, W} -> W; _ -> M end || M <- L]} end.

collect(L) -> receive {give, To} -> To ! {traced, lists:reverse(L)}; M -> collect([M | L]) end.

event({trace, Me, 'receive', {'EXIT', Pid, W}}, Pid, Me, _) -> {gets, exit, W};
event({trace, Me, 'receive', M}, _, Me, _) when is_atom(M) -> {gets, M};
event({trace, Me, 'receive', {Ref, done}}, _, Me, _) when is_reference(Ref) -> {gets, done};
event({trace, Pid, send, M, A}, Pid, _, A) -> {sends, M};
event(Other, _, _, _) -> Other.

%% Messages of one process keep their order in each of the two kinds, whatever the receiver does meanwhile.
one_sender() ->
    A = alias([priority]), Me = self(),
    spawn(fun() -> sends(Me, A, 20000) end),
    takes(20000, 20000).

sends(_, _, 0) -> ok;
sends(Me, A, N) -> Me ! {usual, N}, first(A, {first, N}), sends(Me, A, N - 1).

takes(0, 0) -> {in_order, got()};
takes(F, U) ->
    receive
        {first, F} -> takes(F - 1, U);
        {usual, U} -> takes(F, U - 1);
        {usual, N} when N =/= U -> {usual, N, U};
        {first, N} when N =/= F -> {first, N, F}
    end.
