%% Stress: a suspended process does nothing, and all that came in the meantime is there when it goes on; dirty calls,
%% collections asked for by others, and hibernation among it.
-module(suspending).
-export([main/0, awake/2]).

main() ->
    process_flag(trap_exit, true),
    C = counters:new(1, []),
    P = spawn_link(fun() -> count(C) end),
    t:p(lists:usort([still(P, C) || _ <- lists:seq(1, t:scale(300))])),
    t:p(lists:usort([still_after_messages(P, C) || _ <- lists:seq(1, t:scale(300))])),
    unlink(P), exit(P, kill),
    t:p(suspender_dies(t:scale(100))),
    t:p(collected(t:scale(100))),
    t:p(dirty_killed(t:scale(100))),
    t:p(hibernating(t:scale(300))),
    t:p(t:flush()).

count(C) -> receive {From, R} -> From ! R after 0 -> ok end, counters:add(C, 1, 1), count(C).

still(P, C) ->
    true = erlang:suspend_process(P),
    A = counters:get(C, 1),
    [erlang:yield() || _ <- lists:seq(1, rand:uniform(20))],
    B = counters:get(C, 1),
    true = erlang:resume_process(P),
    A =:= B.

still_after_messages(P, C) ->
    R = make_ref(),
    true = erlang:suspend_process(P), true = erlang:suspend_process(P),
    A = counters:get(C, 1),
    P ! {self(), R}, {status, suspended} = process_info(P, status),
    none = receive R -> answered after 0 -> none end,
    true = erlang:resume_process(P),
    B = counters:get(C, 1),
    true = erlang:resume_process(P),
    receive R -> A =:= B after 20000 -> stuck end.

%% The suspensions of one that dies are taken back.
suspender_dies(0) -> resumed;
suspender_dies(N) ->
    Self = self(),
    P = spawn(fun() -> receive {go, F} -> F ! went end end),
    {_, M} = spawn_monitor(fun() -> erlang:suspend_process(P), P ! {go, Self} end),
    receive {'DOWN', M, _, _, normal} -> ok after 20000 -> t:p(stuck) end,
    receive went -> suspender_dies(N - 1) after 20000 -> {not_resumed, process_info(P)} end.

%% Collections asked for by others while a process is in dirty calls.
collected(N) ->
    Name = "maser-stress-" ++ os:getpid(),
    ok = file:write_file(Name, binary:copy(<<"0123456789">>, 1000)),
    P = spawn_link(fun() -> reader(Name, N) end),
    R = collect(P),
    file:delete(Name),
    R.
collect(P) ->
    garbage_collect(P), erlang:check_process_code(P, lists),
    receive {'EXIT', P, R} -> R after 0 -> collect(P) end.
reader(_, 0) -> exit(read);
reader(Name, N) ->
    {ok, B} = file:read_file(Name), 10000 = byte_size(B),
    {ok, I} = prim_file:read_file_info(Name), file_info = element(1, I),
    {ok, L} = prim_file:list_dir("/"), true = lists:all(fun is_list/1, L),
    reader(Name, N - 1).

dirty_killed(0) -> killed;
dirty_killed(N) ->
    {P, M} = spawn_monitor(fun() -> dirty() end),
    [erlang:yield() || _ <- lists:seq(1, rand:uniform(50))],
    exit(P, kill),
    receive {'DOWN', M, _, _, killed} -> dirty_killed(N - 1) after 20000 -> {stuck, process_info(P)} end.
dirty() -> {ok, _} = prim_file:list_dir("/"), {ok, _} = prim_file:get_cwd(), dirty().

%% Only a message wakes one that hibernates.
hibernating(0) -> woken;
hibernating(N) ->
    Self = self(),
    P = spawn_link(fun() -> erlang:hibernate(?MODULE, awake, [Self, N]) end),
    process_info(P, [links, dictionary]), garbage_collect(P), is_process_alive(P),
    receive {awake, N, Q0} -> t:p({awake_without_message, Q0}) after 0 -> ok end,
    P ! {wake, N},
    receive {awake, N, 1} -> ok after 20000 -> t:p({stuck, process_info(P)}) end,
    receive {'EXIT', P, normal} -> hibernating(N - 1) after 20000 -> stuck end.
awake(Main, N) ->
    {_, L} = process_info(self(), message_queue_len), Main ! {awake, N, L},
    receive {wake, N} -> ok end.
