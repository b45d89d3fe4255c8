%% Stress: messages, monitors and replies through aliases for processes that sleep, or wait for their turn, are given to
%% them at once, without a signal. Nothing overtakes anything, whatever the receiver is doing, and whatever others do to it.
-module(handing_over).
-export([main/0, hibernated/1]).

main() ->
    Before = length(processes()),
    t:p(all(4, fun terms/1, 100)),
    t:p(all(2, fun streams/1, 6)),
    t:p(all(2, fun signals/1, 100)),
    t:p(all(2, fun suspended/1, 50)),
    t:p(all(2, fun traced/1, 30)),
    t:p(all(2, fun tokens/1, 100)),
    t:p(all(4, fun aliases/1, 100)),
    t:p(all(4, fun calls/1, 100)),
    t:p(all(4, fun timeouts/1, 20)),
    t:p(all(4, fun hibernation/1, 50)),
    t:p(all(2, fun seen/1, 100)),
    t:p(all(4, fun deaths/1, 100)),
    t:p(literals(t:scale(2))),
    t:p(t:flush()),
    t:p(gone(Before, 500)).

%% As t:all, but with as much time as the work needs that is asked for.
all(N, F, Times) ->
    Ps = [spawn_monitor(fun() -> rand:seed(exsss, {I, 3, 1}), exit({result, times(t:scale(Times), F)}) end)
          || I <- lists:seq(1, N)],
    lists:usort([receive {'DOWN', M, _, _, R} -> R after t:scale(60000) -> {stuck, process_info(P)} end || {P, M} <- Ps]).

times(0, _) -> ok;
times(N, F) -> case F(N) of ok -> times(N - 1, F); Bad -> {wrong, N, Bad} end.

gone(Before, N) ->
    case length(processes()) of
        L when L =< Before -> none_left;
        L when N =:= 0 -> {left, L - Before};
        _ -> receive after 10 -> gone(Before, N - 1) end
    end.

ended(P) ->
    M = monitor(process, P),
    exit(P, kill),
    receive {'DOWN', M, process, P, _} -> ok after 20000 -> no_down end.

%% ------------------------------------------------------------------ terms of all kinds

terms(N) ->
    P = spawn_link(fun echo/0),
    T = [term(I) || I <- lists:seq(1, N rem 9)],
    R = case N rem 3 of 0 -> {N, T}; 1 -> term(N); 2 -> T end,
    %% Its heap is more and more full; the second finds it running, or not.
    Got = [begin P ! {self(), R}, P ! {self(), I}, {receive {P, A} -> A end, receive {P, B} -> B end} end
           || I <- lists:seq(1, 20)],
    P ! stop,
    case Got =:= [{R, I} || I <- lists:seq(1, 20)] of true -> ok; false -> {R, Got} end.

echo() ->
    receive
        {From, What} -> From ! {self(), What}, echo();
        stop -> ok
    end.

term(I) ->
    Bin = list_to_binary(lists:seq(1, 40)),
    case rand:uniform(22) of
        1 -> I;
        2 -> [I | I];
        3 -> lists:seq(1, I rem 40);
        4 -> 1 bsl (I rem 200 + 60);
        5 -> -(1 bsl (I rem 200 + 60));
        6 -> I / 3;
        7 -> fun() -> {I, Bin} end;
        8 -> fun erlang:abs/1;
        9 -> Bin;
        10 -> binary:part(Bin, 3, 9);
        11 -> <<_:3, B/bitstring>> = Bin, B;
        12 -> binary:copy(Bin, 10);
        13 -> binary:part(binary:copy(Bin, 10), 7, 100);
        14 -> #{I => {I}, Bin => [], c => 3.5};
        15 -> maps:from_list([{K, [K]} || K <- lists:seq(1, 20 + I rem 50)]);
        16 -> make_ref();
        17 -> binary_to_term(<<131, 88, 119, 3, "a@b", I:32, 0:32, 5:32>>);
        18 -> {[], {}, [[]], #{}, <<>>, self()};
        19 -> T = {I, [I]}, [{T, T, T}, T];
        20 -> atomics:new(1, []);
        21 -> {"a literal", [1.5, #{with => "parts"}], I};
        22 -> "a literal alone"
    end.

%% ------------------------------------------------------------------ streams

%% Several send numbers to one that does all kinds of things meanwhile, and to whom things are done.
streams(N) ->
    Self = self(),
    P = spawn_link(fun() -> receiver(N, #{}, 4 * 50, Self) end),
    Ps = [spawn_link(fun() -> sender(P, Id, 50) end) || Id <- lists:seq(1, 4)],
    Bother = spawn_link(fun() -> bother(P, N) end),
    Result = receive {P, R} -> R after 60000 -> {stuck, process_info(P)} end,
    [unlink(X) || X <- [P, Bother | Ps]],
    [ended(X) || X <- [Bother, P | Ps]],
    Result.

sender(P, Id, To) -> [send(P, Id, I) || I <- lists:seq(1, To)], receive never -> ok end.

send(P, Id, I) ->
    case rand:uniform(8) of 1 -> erlang:yield(); 2 -> erlang:bump_reductions(4000); _ -> ok end,
    P ! {n, Id, I, payload(I)}.

payload(I) when I rem 7 =:= 0 -> lists:seq(1, I * 3);
payload(I) when I rem 5 =:= 0 -> binary:copy(<<I>>, I * 4);
payload(I) -> {I}.

receiver(_, Last, 0, Parent) -> Parent ! {self(), case maps:values(Last) of [50, 50, 50, 50] -> ok; _ -> Last end}, receive never -> ok end;
receiver(N, Last, Left, Parent) ->
    case rand:uniform(12) of
        1 -> garbage_collect();
        2 -> process_flag(message_queue_data, off_heap);
        3 -> process_flag(message_queue_data, on_heap);
        4 -> erlang:yield();
        5 -> _ = file:read_file_info("/");
        6 -> put(held, lists:seq(1, 300));
        7 -> receive none_like_this -> ok after 0 -> ok end;
        8 -> receive none_like_this -> ok after 1 -> ok end;
        9 -> self() ! mine, receive mine -> ok end;
        10 -> process_flag(priority, lists:nth(rand:uniform(3), [low, normal, high]));
        _ -> ok
    end,
    Wanted = rand:uniform(4),
    Next = case N rem 3 of
        0 -> receive {n, Wanted, _, _} = M -> M after 0 -> receive {n, _, _, _} = M -> M end end;
        1 -> receive {n, _, _, _} = M -> M end;
        2 -> receive {n, _, _, _} = M -> M after 1 -> timeout end
    end,
    case Next of
        timeout -> receiver(N, Last, Left, Parent);
        {n, Id, I, What} ->
            case maps:get(Id, Last, 0) of
                L when L =:= I - 1 -> What = payload(I), receiver(N, Last#{Id => I}, Left - 1, Parent);
                L -> Parent ! {self(), {order, Id, L, I}}, receive never -> ok end
            end
    end.

bother(P, N) ->
    case rand:uniform(8) of
        1 -> erlang:suspend_process(P), erlang:resume_process(P);
        2 -> garbage_collect(P);
        3 -> process_info(P, [message_queue_len, messages, memory, status]);
        4 -> M = monitor(process, P), demonitor(M, [flush]);
        5 -> link(P), unlink(P), link(P);
        6 -> catch erlang:trace(P, true, ['receive', send, running]);
        7 -> catch erlang:trace(P, false, [all]), drain();
        8 -> erlang:check_process_code(P, lists)
    end,
    bother(P, N).

drain() -> receive _ -> drain() after 0 -> ok end.

%% ------------------------------------------------------------------ messages among other signals

%% Of one sender all come in the order in which they were sent.
signals(N) ->
    Self = self(),
    P = spawn(fun() -> process_flag(trap_exit, true), Self ! {self(), ready}, listed([]) end),
    receive {P, ready} -> ok end,
    M1 = monitor(process, P),
    Sent = [case rand:uniform(6) of
                1 -> exit(P, {n, I}), {exit, I};
                2 -> M = monitor(process, P), P ! {n, I}, demonitor(M, [flush]), I;
                3 -> link(P), P ! {n, I}, unlink(P), I;
                4 -> {spawned(P, I), I};
                5 -> erlang:send_nosuspend(P, {n, I}), I;
                _ -> P ! {n, I}, I
            end || I <- lists:seq(1, N rem 30)],
    P ! {all, Self},
    Got = receive {P, All} -> All after 20000 -> stuck end,
    Mine = [case S of {child, I} -> I; _ -> S end || S <- Sent],
    receive {'DOWN', M1, _, _, normal} -> ok after 20000 -> no_down end,
    case Got of Mine -> ok; _ -> {Mine, Got} end.

%% By another process, which has ended before we go on.
spawned(P, I) ->
    {C, M} = spawn_monitor(fun() -> P ! {n, I} end),
    receive {'DOWN', M, process, C, normal} -> child end.

listed(Got) ->
    receive
        {n, I} -> listed([I | Got]);
        {'EXIT', _, {n, I}} -> listed([{exit, I} | Got]);
        {'EXIT', _, _} -> listed(Got);
        {all, From} -> From ! {self(), lists:reverse(Got)}
    end.

%% ------------------------------------------------------------------ suspending

suspended(N) ->
    P = spawn(fun() -> listed([]) end),
    K = N rem 10,
    [P ! {n, I} || I <- lists:seq(1, K)],
    true = erlang:suspend_process(P),
    {message_queue_len, L0} = process_info(P, message_queue_len),
    [P ! {n, I} || I <- lists:seq(K + 1, 2 * K)],
    {message_queue_len, L1} = process_info(P, message_queue_len),
    true = erlang:resume_process(P),
    [P ! {n, I} || I <- lists:seq(2 * K + 1, 3 * K)],
    P ! {all, self()},
    Got = receive {P, All} -> All after 20000 -> stuck end,
    case {L1 - L0, Got =:= lists:seq(1, 3 * K)} of {K, true} -> ok; Bad -> Bad end.

%% ------------------------------------------------------------------ tracing

%% What is sent when tracing has been switched on is told, in order.
traced(N) ->
    P = spawn_link(fun echo/0),
    Self = self(),
    Other = spawn_link(fun() -> pester(P) end),
    P ! {Self, before},
    receive {P, before} -> ok end,
    erlang:trace(P, true, ['receive']),
    K = N rem 20,
    [begin P ! {Self, {n, I}}, I rem 3 =:= 0 andalso receive {P, {n, I}} -> ok end end || I <- lists:seq(1, K)],
    %% Answered, so received.
    P ! {Self, last},
    receive {P, last} -> ok after 20000 -> exit(stuck) end,
    erlang:trace(P, false, ['receive']),
    D = erlang:trace_delivered(P),
    receive {trace_delivered, P, D} -> ok end,
    unlink(Other), ended(Other),
    P ! stop,
    Told = told(P, Self),
    [receive {P, {n, I}} -> ok end || I <- lists:seq(1, K), I rem 3 =/= 0],
    case Told =:= lists:seq(1, K) of true -> ok; false -> {K, Told} end.

pester(P) -> P ! {self(), x}, receive {P, x} -> pester(P) end.

told(P, Self) ->
    receive
        {trace, P, 'receive', {Self, {n, I}}} -> [I | told(P, Self)];
        {trace, P, 'receive', _} -> told(P, Self)
    after 0 -> []
    end.

%% ------------------------------------------------------------------ tokens of sequential tracing

tokens(N) ->
    P = spawn_link(fun token/0),
    Result = [begin
         case Kind of
             1 -> seq_trace:set_token(label, {N, I});
             _ -> seq_trace:set_token([])
         end,
         P ! {self(), I},
         seq_trace:set_token([]),
         Got = receive {P, I, Label} -> Label after 20000 -> stuck end,
         seq_trace:set_token([]),
         case Kind of 1 -> Got =:= {label, {N, I}}; _ -> Got =:= [] end
     end || I <- lists:seq(1, 8), Kind <- [rand:uniform(2)]],
    unlink(P), ended(P),
    case lists:usort(Result) of [true] -> ok; _ -> Result end.

token() ->
    receive {From, I} -> From ! {self(), I, seq_trace:get_token(label)}, token() end.

%% ------------------------------------------------------------------ aliases

%% Two answer through an alias for one answer: one is heard, at most, and none that comes too late.
aliases(N) ->
    Self = self(),
    {P, _} = spawn_monitor(fun reply/0),
    Q = spawn_link(fun reply/0),
    R = monitor(process, P, [{alias, reply_demonitor}]),
    A = alias([reply]),
    E = alias(),
    [X ! {answer, To, N} || To <- [R, A, E], X <- [P, Q]],
    [P ! {answer, E, N + 1} || _ <- [1, 2, 3]],
    One = receive {R, N} -> 1 after N rem 3 -> demonitor(R, [flush]), receive {R, N} -> 1 after 0 -> 0 end end,
    Two = receive {A, N} -> 1 after N rem 2 -> unalias(A), receive {A, N} -> 1 after 0 -> 0 end end,
    unalias(E),
    [X ! {answer, E, too_late} || X <- [P, Q]],
    [begin X ! {sync, Self, X}, receive {synced, X} -> ok after 20000 -> exit(stuck) end end || X <- [P, Q]],
    unlink(Q),
    exit(P, kill), exit(Q, kill),
    receive {'DOWN', _, process, P, killed} -> ok after 20000 -> exit(no_down) end,
    Late = [M || {To, _} = M <- t:flush(), To =:= R orelse To =:= A],
    case {One, Two, Late} of {_, _, []} -> ok; Bad -> Bad end.

reply() ->
    receive
        {answer, To, What} -> To ! {To, What}, reply();
        {sync, From, X} -> From ! {synced, X}, reply()
    end.

%% ------------------------------------------------------------------ calls

%% To servers of which some die; others answer late, when nobody listens any more.
calls(N) ->
    S = spawn(fun() -> serve(N) end),
    R = calls(S, 10, 0),
    exit(S, kill),
    R.

calls(_, 0, _) -> ok;
calls(S, I, Noise) ->
    self() ! {noise, Noise},
    M = monitor(process, S, [{alias, reply_demonitor}]),
    S ! {call, M, I},
    Got = receive
        {M, X} -> X;
        {'DOWN', M, process, S, Why} -> {down, Why}
    after case rand:uniform(5) of 1 -> rand:uniform(2) - 1; _ -> 20000 end ->
        case demonitor(M, [flush, info]) of _ -> receive {M, X} -> X after 0 -> timeout end end
    end,
    receive {noise, Noise} -> ok end,
    case receive {M, _} -> twice; {'DOWN', M, _, _, _} -> twice after 0 -> Got end of
        Y when Y =:= 2 * I; Y =:= timeout -> calls(S, I - 1, Noise + 1);
        {down, Why2} when Why2 =:= died; Why2 =:= noproc -> ok;
        Bad -> Bad
    end.

serve(N) ->
    receive
        {call, _, I} when N rem 7 =:= 0, I =:= 3 -> exit(died);
        {call, M, I} -> M ! {M, 2 * I}, serve(N)
    end.

%% ------------------------------------------------------------------ timeouts

%% Messages come when a receive gives up, before and after.
timeouts(N) ->
    Self = self(),
    P = spawn_link(fun() -> [begin pause(), Self ! {self(), I} end || I <- lists:seq(1, 20)] end),
    Got = waits(P, N rem 3, 20),
    case Got =:= lists:seq(1, 20) of true -> ok; false -> Got end.

pause() -> receive never -> ok after rand:uniform(3) - 1 -> ok end.

waits(_, _, 0) -> [];
waits(P, Ms, Left) -> receive {P, I} -> [I | waits(P, Ms, Left - 1)] after Ms -> waits(P, Ms, Left) end.

%% ------------------------------------------------------------------ hibernation

hibernation(N) ->
    Self = self(),
    P = spawn_link(fun() -> hibernated({Self, []}) end),
    [begin P ! {n, I, payload(I)}, I rem 4 =:= 0 andalso erlang:yield() end || I <- lists:seq(1, N rem 25)],
    P ! stop,
    Got = receive {P, All} -> All after 20000 -> {stuck, process_info(P)} end,
    case Got =:= [{I, payload(I)} || I <- lists:seq(1, N rem 25)] of true -> ok; false -> Got end.

hibernated({Parent, Got}) ->
    receive
        {n, I, What} -> erlang:hibernate(?MODULE, hibernated, [{Parent, [{I, What} | Got]}]);
        stop -> Parent ! {self(), lists:reverse(Got)}
    end.

%% ------------------------------------------------------------------ what others see

%% Who asks after having sent sees what it has sent.
seen(N) ->
    P = spawn_link(fun() -> receive stop -> ok end end),
    K = N rem 6,
    Sent = [begin P ! {n, I, payload(I)}, {n, I, payload(I)} end || I <- lists:seq(1, K)],
    N rem 2 =:= 0 andalso garbage_collect(P),
    [{message_queue_len, K}, {messages, Got}] = process_info(P, [message_queue_len, messages]),
    M = monitor(process, P),
    {monitored_by, By} = process_info(P, monitored_by),
    demonitor(M, [flush]),
    {monitored_by, None} = process_info(P, monitored_by),
    P ! stop,
    case {Got, By, None} of {Sent, [Me], []} when Me =:= self() -> ok; Bad -> Bad end.

%% ------------------------------------------------------------------ processes that end

%% What it says last comes before the news of its end, and it ends though it has just been given something.
deaths(N) ->
    Self = self(),
    {P, M} = spawn_monitor(fun() -> Self ! {self(), 1}, receive {go, W} -> Self ! {self(), W} end end),
    Q = spawn(fun() -> P ! {go, N}, P ! more, exit(P, kill) end),
    1 = receive {P, First} -> First; {'DOWN', M, _, _, Why1} when Why1 =:= killed -> self() ! {'DOWN', M, 0, 0, killed}, 1 end,
    P ! {go, 0},
    Heard = receive {P, W} when W =:= N; W =:= 0 -> receive {'DOWN', M, _, _, _} -> both after 20000 -> no_down end;
                    {'DOWN', M, _, _, killed} -> down
            after 20000 -> stuck end,
    After = receive {P, _} -> late; {'DOWN', M, _, _, _} -> twice after 0 -> none end,
    ended(Q),
    case {Heard, After} of {both, none} -> ok; {down, none} -> ok; Bad -> Bad end.

%% ------------------------------------------------------------------ literals

%% Those of a module that is loaded again and again go round; each is as it was when its module has gone.
literals(N) ->
    Ring = lists:foldl(fun(_, [Next | _] = Ps) -> [spawn_link(fun() -> pass(Next) end) | Ps] end, [self()], lists:seq(1, 6)),
    R = literals(N, hd(Ring)),
    [begin unlink(P), ended(P) end || P <- lists:droplast(Ring)],
    R.

pass(Next) -> receive What -> Next ! What, pass(Next) end.

literals(0, _) -> as_they_were;
literals(N, First) ->
    load(N),
    Whole = handed_over:literal(),
    %% A copy that nobody shares.
    Copy = binary_to_term(term_to_binary(Whole)),
    [First ! Whole || _ <- lists:seq(1, 10)],
    First ! element(3, Whole),
    code:delete(handed_over),
    code:purge(handed_over),
    [First ! Copy || _ <- lists:seq(1, 10)],
    Got = [receive What -> What after 20000 -> stuck end || _ <- lists:seq(1, 21)],
    case lists:usort(Got) =:= lists:usort([Copy, element(3, Copy)]) of true -> literals(N - 1, First); false -> Got end.

load(N) ->
    Forms = [{attribute, 1, module, handed_over}, {attribute, 1, export, [{literal, 0}]},
             {function, 1, literal, 0, [{clause, 1, [], [], [erl_parse:abstract({N, "text", [{N, <<"binary">>, 1.5}, #{N => list}]})]}]}],
    {ok, handed_over, Code} = compile:forms(Forms, []),
    {module, handed_over} = code:load_binary(handed_over, "handed_over.erl", Code).
