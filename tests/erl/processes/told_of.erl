%% Small things that OTP's own suites look at.
-module(told_of).
-export([main/0]).
-file("huge_lines.erl", 100000000).
far_away() -> erlang:error(far_away).
-file("told_of.erl", 8).

main() ->
    requests(),
    gone_ports(),
    exits(),
    sensitive(),
    tracers(),
    modules(),
    integers(),
    selections(),
    lists().

%% Whatever is wrong in a request's options is answered.
requests() ->
    [begin
         R = spawn_request(fun() -> ok end, Options),
         t:p(receive {Tag, R, A, B} -> {Tag, A, B} after 0 -> none end)
     end || Options <- [[{reply, nahh}], [{reply}], [{reply, no}, {reply, nahh}],
                        [{reply_tag, t}, {reply, nahh}], [foo, {reply_tag, t}]]].

%% A port of a node of this name that is no more.
gone_ports() ->
    Name = atom_to_binary(node()),
    Bin = <<131, 89, 119, (byte_size(Name)), Name/binary, 4711:32, 16#fffffff0:32>>,
    Port = binary_to_term(Bin),
    M = monitor(port, Port),
    t:p(receive {'DOWN', M, port, P, Why} -> {P =:= Port, Why} end).

%% Of who ends it is only told that it is scheduled out for the last time if that was asked for.
exits() ->
    [begin
         P = spawn(fun() -> receive go -> exit(done) end end),
         erlang:trace(P, true, Flags),
         M = monitor(process, P),
         P ! go,
         receive {'DOWN', M, process, P, done} -> ok end,
         R = erlang:trace_delivered(P),
         receive {trace_delivered, P, R} -> ok end,
         t:p({Flags, last(P, none)})
     end || Flags <- [[running, procs], [running, exiting], [running]]].

last(P, Last) ->
    receive
        {trace, P, in, _} -> last(P, in);
        {trace, P, Tag, What} -> last(P, {Tag, What})
    after 0 -> Last
    end.

sensitive() ->
    Self = self(),
    Tracer = spawn(fun() -> receive after infinity -> ok end end),
    process_flag(sensitive, true),
    erlang:trace(Self, true, [procs, garbage_collection, {tracer, Tracer}]),
    register(hidden, Self), erlang:yield(), erlang:garbage_collect(), unregister(hidden),
    erlang:trace(Self, false, [garbage_collection]),
    process_flag(sensitive, false),
    register(shown, Self),
    erlang:trace(Self, false, [all]),
    R = erlang:trace_delivered(Self),
    receive {trace_delivered, Self, R} -> ok end,
    {messages, All} = process_info(Tracer, messages),
    t:p([setelement(2, M, self) || M <- All]),
    exit(Tracer, kill),
    unregister(shown).

%% Who changes another's flags from a match specification, is not traced and names no tracer, ends
%% its trace.
tracers() ->
    Self = self(),
    P = spawn(fun() -> receive stop -> ok end end),
    erlang:trace(P, true, ['receive', send, {tracer, Self}]),
    erlang:trace_pattern({lists, last, 1}, [{['_'], [], [{trace, P, [send], []}]}], [meta]),
    {_, M} = spawn_monitor(fun() -> lists:last(t:id([1])) end),
    receive {'DOWN', M, _, _, normal} -> ok end,
    t:p(erlang:trace_info(P, flags)),
    erlang:trace_pattern({lists, last, 1}, false, [meta]),
    receive {trace_ts, _, call, Call, _} -> t:p(Call) end,
    P ! stop.

modules() ->
    t:p([lists:sort(M:module_info(nifs)) || M <- [erl_tracer, lists, erlang]]),
    Lacks = [MFA || {M, F, A} = MFA <- erlang:system_info(snifs), not erlang:is_builtin(M, F, A)],
    t:p({Lacks, [X || {M, _, _} = X <- erlang:system_info(snifs), M =:= maser orelse M =:= zlib]}),
    t:p([erlang:is_builtin(M, F, A) || {M, F, A} <- [{erlang, alias, 0}, {erlang, yield, 0},
                                                     {erlang, hibernate, 3}, {zlib, crc32, 1}]]),
    t:p([erlang:is_builtin(M, F, A) || {M, F, A} <- [{erlang, list_to_integer, 1}, {erlang, binary_to_integer, 2},
                                                     {prim_file, is_translatable, 1}, {erlang, bif_return_trap, 1},
                                                     {prim_tty, isatty, 1}, {persistent_term, put_new, 2}]]),
    Modules = [erlang, ets, lists, maps, persistent_term, prim_file, prim_tty, string],
    Told = lists:usort([{M, F, A} || {M, F, A} <- erlang:system_info(snifs), lists:member(M, Modules)]),
    t:p({length(Told), erlang:phash2(Told), erlang:phash2(lists:sort(prim_file:module_info(nifs)))}),
    %% A line that no table has room for.
    try far_away() catch error:far_away:Stack -> t:p(tl(tuple_to_list(hd(Stack)))) end.

integers() ->
    Size = t:id(1 bsl 27),
    Zeros = <<0:Size, 13>>,
    t:p(case Zeros of <<N:Size, 13>> -> N end),
    t:p(case Zeros of <<N:Size/signed, 13>> -> N end),
    t:p(case <<1, Zeros/binary>> of <<N:Size, _/binary>> -> N; _ -> none end).

%% Backwards makes no difference where there is no order, however large a table is.
selections() ->
    [begin
         T = ets:new(t, [Type]),
         [ets:insert(T, {N, N}) || N <- lists:seq(1, 20000)],
         Spec = [{{'$1', '_'}, [{'>', {'rem', '$1', 5}, 2}], ['$_']}],
         t:p(ets:select(T, Spec) =:= ets:select_reverse(T, Spec)),
         ets:delete(T)
     end || Type <- [set, bag, duplicate_bag]].

lists() ->
    Normal = erlang:system_info(schedulers),
    Dirty = erlang:system_info(dirty_cpu_schedulers),
    IO = erlang:system_info(dirty_io_schedulers),
    erlang:system_flag(scheduler_wall_time, true),
    t:p([length(statistics(K)) - N || {K, N} <- [{run_queue_lengths, Normal},
            {run_queue_lengths_all, Normal}, {active_tasks, Normal}, {active_tasks_all, Normal},
            {scheduler_wall_time, Normal + Dirty}, {scheduler_wall_time_all, Normal + Dirty + IO}]]),
    erlang:system_flag(scheduler_wall_time, false),
    t:p(lists:sum(statistics(active_tasks)) >= 1).
