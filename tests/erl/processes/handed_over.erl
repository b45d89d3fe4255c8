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
                      {"monitors that nobody is woken by", fun monitors/0}]].

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
