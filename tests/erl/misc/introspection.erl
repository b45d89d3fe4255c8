%% The shape of every answer about the emulator: types, and values where they must agree.
-module(introspection).
-export([main/0]).

main() ->
    process_items(),
    port_items(),
    system_items(),
    statistics_items(),
    table_items(),
    modules(),
    show("memory", [{K, shape(V)} || {K, V} <- erlang:memory()]),
    show("memory items", [{K, shape(catch erlang:memory(K))} || K <- [total, processes, processes_used, system, atom, atom_used,
        binary, code, ets, low, maximum, x, [], [total, ets], [x], [ets | x], 1]]),
    debug().

show(What, Answers) when is_list(Answers) ->
    io:format("~s:~n", [What]),
    [io:format("  ~0p~n", [Answer]) || Answer <- Answers].

process_items() ->
    Self = self(),
    Child = spawn_link(fun() ->
        put(key, value), process_flag(trap_exit, true), erlang:monitor(process, Self),
        register(introspection_child, self()), Self ! ready, receive stop -> ok end
    end),
    receive ready -> ok end,
    Child ! {a, message},
    wait(Child),
    Items = [abstract, async_dist, backtrace, binary, catchlevel, current_function, current_location, current_stacktrace, dictionary,
        error_handler, exiting, fullsweep_after, garbage_collection, garbage_collection_info, group_leader, heap_size, initial_call,
        label, last_calls, links, magic_ref, max_heap_size, memory, message_binary, message_queue_data, message_queue_len, messages,
        min_bin_vheap_size, min_heap_size, monitored_by, monitors, parent, priority, priority_messages, reductions, registered_name, sequential_trace_token,
        stack_size, status, suspending, total_heap_size, trace, trap_exit, {dictionary, key}, {dictionary, other}, {dictionary}, {x, y}, x, 1],
    [show(What, [{Item, shape(catch process_info(Pid, Item))} || Item <- Items]) || {What, Pid} <- [{"child", Child}, {"own", self()}]],
    show("usual", [shape(process_info(Child))]),
    show("list", [shape(catch process_info(Child, L)) || L <- [[], [links], [links, x], [links | x], [registered_name, links], [x]]]),
    Child ! stop,
    gone(Child),
    show("gone", [catch process_info(Child, I) || I <- [links, [], [links], x]] ++ [catch process_info(Child)]),
    show("wrong", [shape(catch process_info(P, links)) || P <- [x, 1, make_ref(), introspection_child]]).

wait(Pid) ->
    case process_info(Pid, [status, message_queue_len]) of
        [{status, waiting}, {message_queue_len, 1}] -> ok;
        _ -> erlang:yield(), wait(Pid)
    end.

gone(Pid) ->
    Ref = monitor(process, Pid),
    receive {'DOWN', Ref, _, _, _} -> ok end.

port_items() ->
    Port = open_port({spawn, "cat"}, [binary]),
    register(introspection_port, Port),
    Items = [registered_name, id, name, links, connected, input, output, os_pid, monitors, monitored_by, locking, memory, parallelism, queue_size, x, {}],
    show("port", [{I, shape(catch erlang:port_info(Port, I))} || I <- Items]),
    show("named port", [shape(catch erlang:port_info(introspection_port, id))]),
    show("port, all", [shape(erlang:port_info(Port))]),
    show("locking", [{Name, with_port({spawn_driver, Name}, fun(P) -> erlang:port_info(P, locking) end)} || Name <- ["ram_file_drv", "tcp_inet", "udp_inet"]]),
    show("locking of descriptors", [with_port({fd, 2, 2}, fun(P) -> erlang:port_info(P, locking) end)]),
    port_close(Port),
    show("closed port", [{I, shape(catch erlang:port_info(Port, I))} || I <- Items] ++ [erlang:port_info(Port)]),
    show("no port", [shape(catch erlang:port_info(P)) || P <- [x, 1, self()]]).

with_port(Name, Fun) ->
    Port = open_port(Name, [out]),
    Result = Fun(Port),
    port_close(Port),
    Result.

system_items() ->
    Items = [allocated_areas, allocator, alloc_util_allocators, async_dist, atom_count, atom_limit, atom_used, backtrace_depth, beam_jump_table, break_ignored, build_type,
        build_flavor, check_io, compat_rel, compile_info, constant_pool_support, context_reductions, creation,
        debug_compiled, delayed_node_table_gc, dirty_cpu_schedulers, dirty_cpu_schedulers_online, dirty_io_schedulers, dist, dist_buf_busy_limit, dist_ctrl,
        driver_version, dynamic_trace, dynamic_trace_probes, eager_check_io, ets_count, ets_limit, ets_realloc_moves, elib_malloc, emu_type, endian, end_time, ethread_info, ethread_used_tse,
        fullsweep_after, garbage_collection, getenv, global_heaps_size, halt_flush_timeout, heap_sizes, heap_type, hipe_architecture, info, instance, io_system, kernel_poll, label, large_heap,
        literal_test, loaded, lock_checking, lock_counting, logical_processors, logical_processors_available, logical_processors_online, machine, max_heap_size, max_integer,
        memory_map, message_queue_data, min_bin_vheap_size, min_heap_size, modified_timing_level, multi_scheduling_blockers, nif_version, normal_multi_scheduling_blockers,
        normalize, os_monotonic_time_source, os_system_time_source, os_type, os_version, otp_release, outstanding_system_requests_limit, port_count, port_limit, port_parallelism,
        port_tasks, private_heap, procs, process_count, process_limit, run_queues, schedulers, schedulers_active, schedulers_online, schedulers_state, scheduler_bind_type,
        scheduler_id, scheduling_statistics, sequential_tracer, smp_support, snifs, start_time, stop_memory_trace, system_architecture, system_logger, system_version, taints,
        thread_pool_size, threads, time_correction, time_offset, time_warp_mode, tolerant_timeofday, total_scheduling_statistics, trace_control_word, tsc, update_cpu_info, use_trap_exit,
        version, wordsize, all_schedulers_state, {wordsize, internal}, {wordsize, external}, {wordsize, x}, {cpu_topology, x}, {error_checker, memory}, {purify, x},
        {memory, x}, {x}, {x, y}, {x, y, z}, x, 1, [], "x", self],
    Kept = [compat_rel, wordsize, heap_type, machine, endian, modified_timing_level, otp_release, os_type, debug_compiled, threads, time_correction,
        port_parallelism, port_limit, process_limit, atom_limit, min_heap_size, min_bin_vheap_size, fullsweep_after, max_heap_size, message_queue_data,
        start_time, end_time, {wordsize, internal}, {wordsize, external}, dist_buf_busy_limit, trace_control_word, creation, backtrace_depth, ets_limit,
        thread_pool_size, smp_support, kernel_poll, lock_checking, lock_counting, time_warp_mode, system_logger, sequential_tracer, tolerant_timeofday],
    show("system", [{I, kept(lists:member(I, Kept), catch erlang:system_info(I))} || I <- Items]).

kept(true, {'EXIT', _} = Exit) -> shape(Exit);
kept(true, P) when is_pid(P) -> pid;
kept(true, M) when is_map(M) -> {map, lists:sort(maps:to_list(M))};
kept(true, Value) -> Value;
kept(false, Value) -> top(Value).

%% Only the kind of what is long, or differs between emulators.
top(L) when is_list(L), L =/= [] ->
    case io_lib:printable_unicode_list(L) of true -> string; false -> list end;
top(T) when is_tuple(T), element(1, T) =/= 'EXIT', is_list(element(tuple_size(T), T)) -> {tuple, tuple_size(T)};
top(Other) -> shape(Other).

statistics_items() ->
    Items = [active_tasks, active_tasks_all, context_switches, exact_reductions, garbage_collection, io, reductions, run_queue,
        run_queue_lengths, run_queue_lengths_all, runtime, scheduler_wall_time, scheduler_wall_time_all, total_active_tasks, total_active_tasks_all,
        total_run_queue_lengths, total_run_queue_lengths_all, wall_clock, x, 1, {x}],
    show("statistics", [{I, shape(catch erlang:statistics(I))} || I <- Items]),
    erlang:system_flag(scheduler_wall_time, true),
    [{1, Busy, Total} | _] = lists:sort(erlang:statistics(scheduler_wall_time)),
    show("wall time", [{Busy =< Total, shape(erlang:system_flag(scheduler_wall_time, false))}]).

table_items() ->
    Items = [binary, compressed, decentralized_counters, fixed, heir, id, keypos, memory, name, named_table, node, owner, protection, read_concurrency,
        safe_fixed, safe_fixed_monotonic_time, size, stats, type, write_concurrency, x, 1],
    [begin
        T = ets:new(introspection_table, Options),
        ets:insert(T, {a, b}),
        show(io_lib:format("table ~0p", [Options]), [{I, shape(catch ets:info(T, I))} || I <- Items, I =/= stats]),
        Named = fun(Is) -> [{K, shape(V)} || {K, V} <- Is] end,
        show("all", Named(ets:info(T))),
        ets:delete(T)
    end || Options <- [[], [named_table, public, ordered_set, compressed, {keypos, 1}, {heir, self(), x}], [bag, private, {write_concurrency, auto}],
        [duplicate_bag, {read_concurrency, true}, {write_concurrency, true}, {decentralized_counters, true}]]],
    Fixed = ets:new(t, []),
    ets:safe_fixtable(Fixed, true),
    show("fixed", [{I, shape(ets:info(Fixed, I))} || I <- [fixed, safe_fixed, safe_fixed_monotonic_time]]),
    show("gone", [catch ets:info(x), shape(catch ets:info(make_ref())), catch ets:info(x, size), shape(catch ets:info(1)), shape(catch ets:info(x, y))]).

modules() ->
    M = ?MODULE,
    show("module", [{K, shape(V)} || {K, V} <- M:module_info(), K =/= native, K =/= exports]),
    show("module items", [{K, shape(catch M:module_info(K))} || K <- [module, attributes, compile, md5, functions, native_addresses, x]]),
    show("module, asked", [{K, shape(catch erlang:get_module_info(lists, K))} || K <- [functions, md5, attributes, compile, x]]),
    F = fun(X) -> {X, M} end,
    show("fun", [{K, shape(V)} || {K, V} <- erlang:fun_info(F)] ++ [shape(catch erlang:fun_info(F, I)) || I <- [arity, module, name, env, type, new_uniq, uniq, index, new_index, pid, refc, x]]),
    show("external fun", [{K, shape(V)} || {K, V} <- erlang:fun_info(fun lists:map/2)]),
    show("loaded", [erlang:module_loaded(M), erlang:module_loaded(no), shape(catch erlang:module_loaded(1)), erlang:function_exported(lists, map, 2),
        erlang:check_old_code(M), erlang:is_builtin(erlang, self, 0), lists:member(lists, erlang:pre_loaded()), lists:member(erlang, erlang:pre_loaded())]).

debug() ->
    show("debug", [{I, top(catch erts_debug:get_internal_state(I))} || I <- [x, node_and_dist_references]]),
    show("sizes", [{erts_debug:size(T), erts_debug:flat_size(T), erts_debug:size_shared(T)} || T <- [[], a, 1, [a], {a, b}, "abc", 1.5, 1 bsl 70]]),
    show("same", [erts_debug:same(a, a), erts_debug:same({a}, {b})]).

shape({'EXIT', {Reason, _}}) -> {'EXIT', Reason};
shape(N) when is_integer(N), N >= 0 -> n;
shape(N) when is_integer(N) -> minus;
shape(F) when is_float(F) -> float;
shape(P) when is_pid(P) -> case P =:= self() of true -> self; false -> pid end;
shape(P) when is_port(P) -> port;
shape(R) when is_reference(R) -> ref;
shape(B) when is_binary(B) -> binary;
shape(F) when is_function(F) -> function;
shape(M) when is_map(M) -> {map, lists:sort(maps:to_list(maps:map(fun(_, V) -> shape(V) end, M)))};
shape([]) -> [];
shape([_ | _] = L) ->
    case io_lib:printable_unicode_list(L) of true -> string; false -> shapes(L) end;
shape(T) when is_tuple(T) -> list_to_tuple(shapes(tuple_to_list(T)));
shape(A) -> A.

%% Of many with one shape one is shown.
shapes(L) when length(L) >= 0 -> lists:foldr(fun(X, [X | _] = Acc) when not is_atom(X) -> Acc; (X, Acc) -> [X | Acc] end, [], [shape(X) || X <- L]);
shapes([H | T]) -> [shape(H) | shape(T)].
