%% Messages to processes that do not run come onto their heaps at once: nobody can tell.
-module(handed_over).
-export([main/0]).

main() ->
    [io:format("~p: ~p~n", [What, F()])
     || {What, F} <- [{"to oneself, by an alias", fun own_alias/0},
                      {"looked at from outside", fun looked_at/0},
                      {"passed over, then taken", fun passed_over/0},
                      {"behind a marker", fun behind_a_marker/0},
                      {"collected before it is taken", fun collected/0},
                      {"to one that hibernates", fun hibernating/0},
                      {"to one that waits for a while", fun waiting/0},
                      {"off heap", fun off_heap/0},
                      {"large, and outside of heaps", fun large/0},
                      {"by an alias that has ended", fun ended_alias/0},
                      {"before the end of a link", fun before_an_exit/0},
                      {"monitors that nobody is woken by", fun monitors/0},
                      {"news of the end of one that is monitored", fun downs/0},
                      {"news of the end of one that is linked", fun exits/0},
                      {"links that nobody is woken by", fun quiet_exits/0},
                      {"the end of one that is linked, which ends others", fun ended_by_a_link/0}]].

message(N) -> {message, N, [N, N + 0.5, {<<N:32>>, make_ref(), self()}], #{n => N, fact => 1 bsl 80 + N}}.

own_alias() ->
    Same = [begin
                Alias = alias([explicit_unalias]),
                M = message(N),
                Alias ! {Alias, M},
                Other = [M | N],
                receive {Alias, Got} -> true = unalias(Alias), Got =:= M andalso [Got | N] =:= Other end
            end || N <- lists:seq(1, 200)],
    lists:usort(Same).

%% One that passes on what it gets, when it is told to; it sleeps in between.
sleeper() ->
    spawn_link(fun Loop() -> receive {pass, To} -> receive M -> To ! {self(), M} end, Loop() end end).

asleep(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), asleep(Pid)
    end.

got(Pid) -> receive {Pid, M} -> M end.

looked_at() ->
    Pid = sleeper(),
    asleep(Pid),
    M = message(1),
    Pid ! M,
    asleep(Pid),
    {messages, Seen} = process_info(Pid, messages),
    {message_queue_len, Length} = process_info(Pid, message_queue_len),
    erlang:garbage_collect(Pid),
    {messages, Again} = process_info(Pid, messages),
    Pid ! {pass, self()},
    {Seen =:= [M], Length, Again =:= [M], got(Pid) =:= M}.

passed_over() ->
    Pid = sleeper(),
    [begin asleep(Pid), Pid ! message(N) end || N <- lists:seq(1, 5)],
    [Pid ! {pass, self()} || _ <- lists:seq(1, 5)],
    [element(2, got(Pid)) || _ <- lists:seq(1, 5)].

%% A receive for a new reference begins behind what has come before.
behind_a_marker() ->
    Server = spawn_link(fun Serve() -> receive {Ref, From, N} -> From ! {old, N}, From ! {Ref, N}, Serve() end end),
    Answers = [begin
                   Ref = make_ref(),
                   Server ! {Ref, self(), N},
                   receive {Ref, Answer} -> Answer end
               end || N <- lists:seq(1, 50)],
    Old = [receive {old, N} -> N end || N <- lists:seq(1, 50)],
    Answers =:= Old.

collected() ->
    Self = self(),
    Pid = spawn_link(fun() ->
                             receive go -> ok end,
                             Kept = lists:seq(1, 2000),
                             erlang:garbage_collect(),
                             receive M -> Self ! {self(), {length(Kept), M}} end
                     end),
    asleep(Pid),
    M = message(7),
    Pid ! M,
    asleep(Pid),
    Pid ! go,
    got(Pid) =:= {2000, M}.

hibernating() ->
    Self = self(),
    Pid = spawn_link(fun() -> proc_lib:hibernate(erlang, apply, [fun() -> receive M -> Self ! {self(), M} end end, []]) end),
    asleep(Pid),
    M = message(3),
    Pid ! M,
    got(Pid) =:= M.

waiting() ->
    Self = self(),
    Pid = spawn_link(fun() ->
                             First = receive never -> no after 20 -> in_time end,
                             Self ! {self(), First},
                             receive M -> Self ! {self(), M} after 60000 -> Self ! {self(), late} end
                     end),
    asleep(Pid),
    Pid ! M = message(4),
    First = got(Pid),
    {First, got(Pid) =:= M}.

off_heap() ->
    Self = self(),
    Pid = spawn_opt(fun() -> receive go -> receive M -> Self ! {self(), M} end end end,
                    [link, {message_queue_data, off_heap}]),
    asleep(Pid),
    M = message(5),
    Pid ! M,
    asleep(Pid),
    {messages, Seen} = process_info(Pid, messages),
    Pid ! go,
    {Seen =:= [M], got(Pid) =:= M}.

large() ->
    Pid = sleeper(),
    [begin
         asleep(Pid),
         M = {N, lists:seq(1, N), binary:copy(<<N>>, N)},
         Pid ! {pass, self()},
         asleep(Pid),
         Pid ! M,
         got(Pid) =:= M
     end || N <- [1, 10, 30, 31, 32, 63, 64, 65, 100, 1000, 100000]].

ended_alias() ->
    Self = self(),
    Pid = spawn_link(fun() ->
                             Alias = alias([reply]),
                             Self ! {self(), Alias},
                             receive M -> Self ! {self(), M} end,
                             receive M2 -> Self ! {self(), M2} end
                     end),
    Alias = got(Pid),
    asleep(Pid),
    Alias ! first,
    Alias ! second,
    First = got(Pid),
    asleep(Pid),
    Pid ! third,
    {First, got(Pid)}.

before_an_exit() ->
    process_flag(trap_exit, true),
    All = [begin
               Pid = spawn_link(fun() -> receive {M, To} -> To ! {self(), M}, exit(M) end end),
               asleep(Pid),
               Pid ! {N, self()},
               receive {_, _} = Answer -> {Pid, N} = Answer end,
               receive {'EXIT', Pid, N} -> ok end
           end || N <- lists:seq(1, 50)],
    process_flag(trap_exit, false),
    lists:usort(All).

monitors() ->
    Pid = spawn(fun() -> receive stop -> ok end end),
    asleep(Pid),
    Refs = [monitor(process, Pid) || _ <- lists:seq(1, 40)],
    {monitored_by, By} = process_info(Pid, monitored_by),
    {Gone, Left} = lists:split(20, Refs),
    [true = demonitor(Ref) || Ref <- Gone],
    {monitored_by, Fewer} = process_info(Pid, monitored_by),
    Pid ! stop,
    [receive {'DOWN', Ref, process, Pid, normal} -> ok end || Ref <- Left],
    receive {'DOWN', _, _, _, _} -> too_many after 0 -> {length(By), length(Fewer)} end.

%% One that passes on all that it gets.
passing(To, Options, Begin) ->
    spawn_opt(fun() -> Begin(), To ! {self(), begun}, (fun Loop() -> receive M -> To ! {self(), M}, Loop() end end)() end, Options).

%% What a process gets that sleeps when others end, for reasons of all sizes; sorted, without what differs each time.
when_others_end(Options, Before, Why) ->
    Self = self(),
    Others = [spawn(fun() -> receive go -> exit(Why(N)) end end) || N <- lists:seq(1, 3)],
    Pid = passing(Self, Options, fun() -> [Before(Other) || Other <- Others] end),
    begun = got(Pid),
    %% One comes onto its heap; of the two that come next one is queued.
    [First | Rest] = Others,
    asleep(Pid), First ! go, G1 = got(Pid),
    asleep(Pid), true = erlang:suspend_process(Pid), [Other ! go || Other <- Rest],
    [(fun Wait() -> is_process_alive(Other) andalso begin erlang:yield(), Wait() end end)() || Other <- Rest],
    erlang:garbage_collect(Pid),
    true = erlang:resume_process(Pid),
    Got = [G1, got(Pid), got(Pid)],
    unlink(Pid), exit(Pid, kill),
    {Got, Others}.

reasons() -> [fun(_) -> normal end, fun(N) -> {why, N, [1.5]} end,
              fun(N) -> {large, N, lists:seq(1, 1000)} end, fun(_) -> {binary, binary:copy(<<1>>, 1000)} end].

downs() ->
    Kinds = [[], [{tag, {tag, "of", mine}}], [{alias, reply_demonitor}], [{alias, explicit_unalias}, {tag, t}]],
    Results = [begin
         {Got, Others} = when_others_end(Options, fun(Other) -> monitor(process, Other, Kind) end, Why),
         Tag = proplists:get_value(tag, Kind, 'DOWN'),
         Wanted = [{Tag, process, Other, Why(N)} || {N, Other} <- lists:zip(lists:seq(1, 3), Others)],
         Has = [{T, K, O, R} || {T, Ref, K, O, R} <- Got, is_reference(Ref)],
         hd(Has) =:= hd(Wanted) andalso lists:sort(Has) =:= lists:sort(Wanted)
     end || Options <- [[], [{message_queue_data, off_heap}], [{min_heap_size, 5000}]], Kind <- Kinds, Why <- reasons()],
    {length(Results), lists:usort(Results)}.

exits() ->
    Before = fun(Other) -> process_flag(trap_exit, true), link(Other) end,
    Results = [begin
         {Got, Others} = when_others_end(Options, Before, Why),
         Wanted = [{'EXIT', Other, Why(N)} || {N, Other} <- lists:zip(lists:seq(1, 3), Others)],
         hd(Got) =:= hd(Wanted) andalso lists:sort(Got) =:= lists:sort(Wanted)
     end || Options <- [[], [{message_queue_data, off_heap}]], Why <- reasons()],
    {length(Results), lists:usort(Results)}.

%% Those who do not trap exits hear nothing of normal ones, and are not linked any more.
quiet_exits() ->
    Self = self(),
    Other = spawn(fun() -> receive go -> ok end end),
    Unlinked = spawn(fun() -> receive go -> exit(late) end end),
    Pid = passing(Self, [], fun() -> link(Other), link(Unlinked), unlink(Unlinked) end),
    begun = got(Pid),
    asleep(Pid),
    Ms = [monitor(process, P) || P <- [Other, Unlinked]],
    [P ! go || P <- [Other, Unlinked]],
    Ended = [receive {'DOWN', M, _, _, Why} -> Why end || M <- Ms],
    {links, Links} = process_info(Pid, links),
    Pid ! still_here,
    {Ended, Links, got(Pid)}.

ended_by_a_link() ->
    Self = self(),
    Other = spawn(fun() -> receive go -> exit({why, [large, lists:seq(1, 100)]}) end end),
    Pid = passing(Self, [], fun() -> link(Other) end),
    begun = got(Pid),
    asleep(Pid),
    M = monitor(process, Pid),
    Other ! go,
    receive {'DOWN', M, _, _, Why} -> Why =:= {why, [large, lists:seq(1, 100)]} end.
